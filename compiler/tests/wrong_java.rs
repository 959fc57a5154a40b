//! Programs with one mistake each, which `javac` rejects: the compiler must reject the same line.
//!
//! The first line of each file in `tests/diagnostics/java` is `// javac: line N: MESSAGE`; `tests/java/FirstErrors.java` prints what
//! `javac` says.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut found: Vec<PathBuf> =
        entries.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "java")).collect();
    found.sort();
    found
}

/// The line that `javac` rejects.
fn expected(text: &str) -> Option<usize> {
    text.strip_prefix("// javac: line ")?.split(':').next()?.parse().ok()
}

/// The lines of the errors that the compiler reports.
fn found(path: &Path) -> Vec<usize> {
    let output = Command::new(env!("CARGO_BIN_EXE_somdc")).args(["check", "--color", "never"]).arg(path).output();
    let output = output.unwrap_or_else(|e| panic!("somdc does not run: {e}"));
    let text = String::from_utf8_lossy(&output.stderr);
    let mut lines = Vec::new();
    let mut is_error = false;
    for line in text.lines() {
        is_error |= line.starts_with("error[");
        if let (true, Some((_, place))) = (is_error, line.split_once("┌─ ")) {
            lines.extend(place.rsplit(':').nth(1).and_then(|n| n.parse::<usize>().ok()));
            is_error = false;
        }
    }
    lines
}

#[test]
fn the_line_that_javac_rejects() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/diagnostics/java");
    let cases = sources(&folder);
    assert!(cases.len() > 250, "the programs are there");
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut wrong = Vec::new();
        while let Some(path) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let Some(line) = expected(&text) else {
                wrong.push(format!("{}: the first line does not say what javac says", path.display()));
                continue;
            };
            let lines = found(path);
            if !lines.contains(&line) {
                wrong.push(format!("{}: javac rejects line {line}, somdc {lines:?}", path.display()));
            }
        }
        wrong
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        running.into_iter().flat_map(|t| t.join().unwrap_or_else(|_| vec!["a thread failed".into()])).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
