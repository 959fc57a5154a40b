//! The explanations of the diagnostics: complete, and true. Every code that the sources can report has a page; what a page
//! shows as wrong is refused with its code, and what it shows as right compiles.

use somd_syntax::diagnostics::Diagnostic;
use somdc::driver::stages::{Compilation, Settings};
use somdc::explain;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The codes that stand in a source text as literals: `"E0123"`, `"W0123"`.
fn codes_in(text: &str, codes: &mut BTreeSet<String>) {
    for literal in text.split('"') {
        let mut chars = literal.chars();
        if literal.len() == 5 && matches!(chars.next(), Some('E' | 'W')) && chars.all(|c| c.is_ascii_digit()) {
            codes.insert(literal.into());
        }
    }
}

fn is_test(path: &Path) -> bool {
    path.file_stem().and_then(|s| s.to_str()).is_some_and(|s| s == "tests" || s.ends_with("_tests"))
}

fn codes_under(folder: &Path, codes: &mut BTreeSet<String>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry of a folder that was just opened").path();
        if path.is_dir() {
            codes_under(&path, codes);
        } else if path.extension().is_some_and(|e| e == "rs") && !is_test(&path) {
            let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            codes_in(&text, codes);
        }
    }
}

/// The Java block under a heading of a page.
fn program<'p>(page: &'p str, heading: &str) -> Option<&'p str> {
    let (_, section) = page.split_once(&format!("\n## {heading}\n"))?;
    let section = section.split("\n## ").next()?;
    let (_, block) = section.split_once("```java\n")?;
    Some(block.split_once("```")?.0)
}

/// A program may begin with the name of its file: `// Circle.java`.
fn diagnostics_of(text: &str) -> Vec<Diagnostic> {
    let named = text.lines().next().and_then(|l| l.strip_prefix("// ")).filter(|name| name.ends_with(".java"));
    let mut c = Compilation::of_texts(vec![(named.unwrap_or("Page.somd").into(), text.into())], Settings::default());
    c.compile();
    c.diagnostics
}

fn listed(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|d| format!("{} {}", d.code, d.title)).collect::<Vec<_>>().join("; ")
}

/// Fails with all that is wrong, not only with the first.
fn nothing_wrong(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_code_has_a_page() {
    let mut codes = BTreeSet::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for part in ["src", "syntax/src", "sema/src", "analysis/src", "lower/src", "backend"] {
        codes_under(&root.join(part), &mut codes);
    }
    assert!(codes.contains("E0502"), "the codes of the sources were not found");
    let missing: Vec<String> = codes.into_iter().filter(|c| explain::page(c).is_none()).collect();
    nothing_wrong(&missing);
}

#[test]
fn pages_begin_with_their_code() {
    let ok = |code: &str| explain::page(code).is_some_and(|p| p.starts_with(&format!("# {code}: ")));
    nothing_wrong(&explain::codes().filter(|c| !ok(c)).map(String::from).collect::<Vec<_>>());
}

#[test]
fn pages_show_what_the_compiler_says() {
    let codes: Vec<&str> = explain::codes().collect();
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut faults = Vec::new();
        while let Some(code) = codes.get(next.fetch_add(1, Ordering::Relaxed)) {
            page_shows(code, &mut faults);
        }
        faults
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let faults: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        running.into_iter().flat_map(|t| t.join().unwrap_or_else(|_| vec!["a thread failed".into()])).collect()
    });
    nothing_wrong(&faults);
}

fn page_shows(code: &str, faults: &mut Vec<String>) {
    let page = explain::page(code).unwrap_or_default();
    let (wrong, right) = (program(page, "Wrong"), program(page, "Right"));
    if wrong.is_some() != right.is_some() {
        faults.push(format!("{code}: `Wrong` and `Right` come together"));
    }
    if let Some(text) = wrong {
        let found = diagnostics_of(text);
        if !found.iter().any(|d| d.code == code) {
            faults.push(format!("{code}: `Wrong` gives another answer: {}", listed(&found)));
        }
    }
    if let Some(text) = right {
        let mut found = diagnostics_of(text);
        found.retain(|d| d.is_error() || d.code == code);
        if !found.is_empty() {
            faults.push(format!("{code}: `Right` is refused: {}", listed(&found)));
        }
    }
}
