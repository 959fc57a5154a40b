//! What must hold of every source: its tokens and comments stay, its tree stays, and a second time changes nothing.

use somd_fmt::{Refusal, apply, format, format_lines};
use somd_syntax::parse;
use somd_syntax::printer::print;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && !path.is_symlink() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "somd" || e == "java") {
            out.push(path);
        }
    }
}

/// What is wrong with formatting a text; nothing for one with syntax errors, which is refused, as are white space and comments that escapes write.
fn fault(text: &str) -> Option<String> {
    let formatted = match format(text, 1) {
        Ok(formatted) => formatted,
        Err(Refusal::Syntax(_)) => return None,
        Err(Refusal::Unusual("a unicode escape that is white space or begins a comment", _)) => return None,
        Err(Refusal::Unusual(what, _)) => return Some(format!("refused: {what}")),
    };
    match format(&formatted, 1) {
        Ok(again) if again == formatted => {}
        Ok(again) => {
            let lines = formatted.lines().zip(again.lines()).find(|(a, b)| a != b);
            return Some(format!("a second time gives something else: {lines:?}"));
        }
        Err(refusal) => return Some(format!("a second time is refused: {refusal:?}")),
    }
    let tree = |text: &str| print(&parse(text, 1).0);
    if tree(text) != tree(&formatted) {
        return Some("another tree".into());
    }
    formatted
        .lines()
        .find(|l| l.ends_with(' ') && !text.contains("\"\"\"") && !l.contains('*'))
        .map(|l| format!("a blank at the end of `{l}`"))
}

/// All sources of this repository; those in the folder that `SOMD_FMT_SOURCES` names, if any, instead.
#[test]
fn sources_keep_their_tokens_and_come_to_rest() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    match std::env::var_os("SOMD_FMT_SOURCES") {
        Some(folder) => sources(Path::new(&folder), &mut files),
        None => ["samples", "stdlib", "tests", "compiler"].iter().for_each(|f| sources(&root.join(f), &mut files)),
    }
    assert!(!files.is_empty());
    let mut faults = Vec::new();
    for file in &files {
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        if let Some(fault) = fault(&text) {
            faults.push(format!("{}: {fault}", file.display()));
        }
    }
    assert!(faults.is_empty(), "{} of {}\n{}", faults.len(), files.len(), faults.join("\n"));
}

fn check(text: &str, expected: &str) {
    let formatted = format(text, 1).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    assert_eq!(formatted, expected);
    assert_eq!(fault(text), None);
}

#[test]
fn a_style() {
    check(include_str!("style.before.txt"), include_str!("style.after.txt"));
}

#[test]
fn syntax_errors_are_refused() {
    assert!(matches!(format("class A { void f( { } }", 1), Err(Refusal::Syntax(d)) if !d.is_empty()));
}

#[test]
fn a_range_leaves_the_rest() {
    let text = "class A {\n  int  a;\n  int  b;\n  int  c;\n}\n";
    let edits = format_lines(text, 1, 2..3).expect("no errors");
    assert_eq!(apply(text, &edits), "class A {\n  int  a;\n    int b;\n  int  c;\n}\n");
    let edits = format_lines(text, 1, 0..9).expect("no errors");
    assert_eq!(apply(text, &edits), "class A {\n    int a;\n    int b;\n    int c;\n}\n");
}

#[test]
fn empty_files_and_escapes() {
    check("", "");
    check("\n\n", "");
    check("// only this", "// only this\n");
    check("class \\u0041 {}", "class \\u0041 { }\n");
}
