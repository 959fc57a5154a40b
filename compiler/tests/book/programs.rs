//! The programs of the book: each compiles, says what the page says it does, and prints what stands behind it.
//!
//! Behind a block `java,run` stand its output in a block `text` and, where the page shows them, the verdicts in a block `verdicts`: what
//! `somdc check --explain-offload` prints, without the file's name. `SOMD_BLESS=1` writes the verdicts, never the output.

use super::blocks::{Block, blocks};
use super::pages::{nothing_wrong, pages, read, root, shown};
use somd_syntax::ast::Member;
use somd_syntax::diagnostics::Diagnostic;
use somdc::driver::stages::{Compilation, Compiled, Settings};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a block that is no whole program may name without an import.
const IMPORTS: &str = "import java.util.*; import java.util.function.*; import java.util.stream.*; import java.io.*; import java.nio.*; \
    import java.nio.channels.*; import java.nio.file.*;";

/// The program that a block is, or is part of. Its lines keep their numbers.
fn program(block: &Block) -> String {
    let (with, before) = (&block.with, block.before.replace('\n', " "));
    // Marks of lines that stay and that are new.
    let text = block.text.replace(['☐', '■'], " ");
    let (unit, errors) = somd_syntax::parse(&text, 0);
    if errors.is_empty() && !unit.types.is_empty() {
        return format!("{text}\n{with}");
    }
    let io = ["Csv.", "Image.", "MatrixMarket.", "Raw.", "new Plot"];
    let io = if io.iter().any(|c| text.contains(c)) { " import somd.io.*;" } else { "" };
    let head = format!("{IMPORTS}{io} class Page {{");
    if !block.body.is_empty() {
        return format!("{head} {} {{ {before} {text}\n}}\n{with} }}", block.body.replace('\n', " "));
    }
    let members = format!("{head} {text}\n{with} }}");
    // Declarations alone are statements too.
    let (unit, errors) = somd_syntax::parse(&format!("class Page {{ {text} }}"), 0);
    let declares = |m: &Member| matches!(m, Member::Method(_) | Member::Type(_));
    if errors.is_empty() && unit.types.iter().any(|t| t.members.iter().any(declares)) {
        return members;
    }
    format!("{head} void page() throws Exception {{ {before} {text}\n}}\n{with} }}")
}

/// Compiles on a thread with room for it: types nest deeply in a build without optimisation.
fn compile(text: String) -> (Compilation, Option<Compiled>) {
    let mut c = Compilation::of_texts(vec![("Page.somd".into(), text)], Settings::default());
    let compiled = c.compile();
    (c, compiled)
}

fn listed(diagnostics: &[&Diagnostic], c: &Compilation) -> String {
    let at = |d: &Diagnostic| {
        c.sources.locate(d.primary.span).map(|(_, l, _)| format!(" (line {l} of it)")).unwrap_or_default()
    };
    diagnostics.iter().map(|d| format!("{} {}{}", d.code, d.title, at(d))).collect::<Vec<_>>().join("; ")
}

/// What `somdc check --explain-offload` prints of a program, without the file's name.
fn verdicts(c: &Compilation, compiled: &Compiled) -> String {
    let at = |span| c.sources.locate(span).map(|(_, l, col)| format!("{l}:{col}")).unwrap_or_default();
    compiled.verdicts.iter().map(|v| format!("{}: {}: {}\n", at(v.span), v.what(), v.outcome())).collect()
}

/// A block that is to be written anew: its page, its first line, its old and its new text.
type Edit = (String, usize, String, String);

/// Looks at one block; `next` are the blocks behind it.
fn check(block: &Block, next: &[Block], faults: &mut Vec<String>, edits: &mut Vec<Edit>) {
    let place = block.place();
    if let Some(word) = block.unknown() {
        faults.push(format!("{place}: `{word}` says nothing about a block"));
    }
    if block.is("part") {
        if !block.text.contains('…') {
            faults.push(format!("{place}: a block without `…` is no part: it can be compiled"));
        }
        return;
    }
    let (c, compiled) = compile(program(block));
    let wanted = block.value("error");
    let errors: Vec<&Diagnostic> = c.diagnostics.iter().filter(|d| d.is_error()).collect();
    match wanted {
        Some(code) if errors.is_empty() => faults.push(format!("{place}: {code} is not given: it compiles")),
        Some(code) if errors.iter().any(|e| e.code != code) => {
            faults.push(format!("{place}: not {code} alone: {}", listed(&errors, &c)));
        }
        None if !errors.is_empty() => faults.push(format!("{place}: {}", listed(&errors, &c))),
        _ => {}
    }
    if let Some(code) = block.value("warning")
        && !c.diagnostics.iter().any(|d| d.code == code)
    {
        let all: Vec<&Diagnostic> = c.diagnostics.iter().collect();
        faults.push(format!("{place}: no warning {code}: {}", listed(&all, &c)));
    }
    if !block.is("run") {
        return;
    }
    let behind: Vec<&Block> = next.iter().take_while(|b| b.language != "java").collect();
    if let (Some(shown), Some(compiled)) = (behind.iter().find(|b| b.language == "verdicts"), &compiled) {
        let found = verdicts(&c, compiled);
        if found != shown.text {
            edits.push((shown.page.clone(), shown.line, shown.text.clone(), found.clone()));
            faults.push(format!("{}: the verdicts are\n{found}", shown.place()));
        }
    }
    let Some(output) = behind.iter().find(|b| b.language == "text") else {
        faults.push(format!("{place}: no block of text with its output is behind it"));
        return;
    };
    let Some((compiled, main)) = compiled.and_then(|p| p.main.map(|main| (p, main))) else {
        faults.push(format!("{place}: it has no `main`"));
        return;
    };
    let sources = Some(Arc::new(c.sources));
    let host = somd_interp::Host { core: Some(Arc::new(compiled.core)), sources, races: true, replay: None };
    let (_, printed) = somd_interp::run_captured(Arc::new(compiled.hir), host, main, Vec::new());
    let printed = String::from_utf8_lossy(&[printed.out, printed.err].concat()).into_owned();
    if printed != output.text {
        faults.push(format!("{place}: it prints\n{printed}and not\n{}", output.text));
    }
}

/// Looks at all programs of some pages, on all cores.
fn check_all(pages: &[Vec<Block>]) {
    let all: Vec<(&Block, &[Block])> = pages
        .iter()
        .flat_map(|page| page.iter().enumerate().map(|(i, b)| (b, &page[i + 1..])))
        .filter(|(b, _)| b.language == "java")
        .collect();
    let only = std::env::var("SOMD_PAGE").unwrap_or_default();
    let next = AtomicUsize::new(0);
    let worker = || {
        let (mut faults, mut edits) = (Vec::new(), Vec::new());
        while let Some((block, behind)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            if block.page.contains(&only) {
                check(block, behind, &mut faults, &mut edits);
            }
        }
        (faults, edits)
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut faults, mut edits) = (Vec::new(), Vec::new());
    std::thread::scope(|scope| {
        // Deep nesting needs a large stack in a build without optimisation.
        let start = |_| std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, worker);
        let running: Vec<_> = (0..threads).map(|n| start(n).expect("the system gives a thread")).collect();
        for thread in running {
            let (f, e) = thread.join().unwrap_or_else(|_| (vec!["a thread failed".into()], Vec::new()));
            faults.extend(f);
            edits.extend(e);
        }
    });
    if std::env::var_os("SOMD_BLESS").is_some() {
        bless(edits);
        faults.retain(|f| !f.contains(": the verdicts are\n"));
    }
    faults.sort();
    nothing_wrong(&faults);
}

/// Writes verdicts into their pages, the last ones first, so that lines keep their numbers.
fn bless(mut edits: Vec<Edit>) {
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.1));
    for (page, line, old, new) in edits {
        let path = root().join(page);
        let text = read(&path);
        let mut lines: Vec<&str> = text.lines().collect();
        lines.splice(line - 1..line - 1 + old.lines().count(), new.lines());
        std::fs::write(&path, lines.join("\n") + "\n").unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
}

fn blocks_of(path: &Path) -> Vec<Block> {
    blocks(&shown(path), &read(path))
}

#[test]
fn every_program_of_the_book_does_what_its_page_says() {
    let mut paths = pages();
    paths.push(root().join("README.md"));
    check_all(&paths.iter().map(|p| blocks_of(p)).collect::<Vec<_>>());
}
