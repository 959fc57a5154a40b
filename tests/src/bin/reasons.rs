//! Why loops, maps, filters and calls of the library run on one core: how often the compiler gives each reason, in the loops of
//! `tests/bench/reasons` and in the project's own samples and tests.
//!
//! `cargo run -p somd-tests --bin reasons -- [BEFORE] AFTER` takes the paths of one `somdc` or two, and prints tables in Markdown.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// What is told of what is not parallel: warnings, and errors of loops that are refused.
const CODES: [&str; 10] = ["W0509", "W0511", "W0512", "W0513", "W0514", "E0501", "E0502", "E0503", "E0504", "E0506"];

fn main() -> ExitCode {
    let compilers: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if compilers.is_empty() || compilers.len() > 2 {
        eprintln!("usage: reasons [BEFORE] AFTER");
        return ExitCode::FAILURE;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let sets: [(&str, &[&str]); 2] = [
        ("Loops of papers and public code", &["tests/bench/reasons"]),
        ("Samples and tests", &["samples", "tests/run/somd", "tests/run/lime"]),
    ];
    for (title, folders) in sets {
        let programs: Vec<PathBuf> = folders.iter().flat_map(|f| programs(&root.join(f))).collect();
        println!("{title} ({} programs)\n", programs.len());
        let mut table: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
        for (column, somdc) in compilers.iter().enumerate() {
            for program in &programs {
                match told(somdc, program) {
                    Ok(all) => {
                        for reason in all {
                            table.entry(reason).or_insert_with(|| vec![0; compilers.len()])[column] += 1;
                        }
                    }
                    Err(e) => {
                        eprintln!("{}: {e}", somdc.display());
                        return ExitCode::FAILURE;
                    }
                }
            }
        }
        print(&table, compilers.len());
    }
    ExitCode::SUCCESS
}

/// The files and folders of a folder that are programs.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    let mut found: Vec<PathBuf> =
        entries.filter(|p| p.is_dir() || p.extension().is_some_and(|e| e == "somd")).collect();
    found.sort();
    found
}

/// The codes and reasons that a compiler tells of a program.
fn told(somdc: &Path, program: &Path) -> std::io::Result<Vec<(String, String)>> {
    let out = Command::new(somdc).args(["check", "--error-format", "json"]).arg(program).output()?;
    let text = [out.stdout, out.stderr].map(|t| String::from_utf8_lossy(&t).into_owned()).join("\n");
    let mut found = Vec::new();
    for line in text.lines() {
        let Ok(d) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        let Some(code) = d["code"].as_str().filter(|c| CODES.contains(c)) else { continue };
        // A warning says elsewhere what stands in the way; an error is that itself.
        let place = d["related"][0]["text"].as_str().or_else(|| d["notes"][0].as_str());
        let reason = place.filter(|_| code.starts_with('W')).or_else(|| d["message"].as_str()).unwrap_or_default();
        found.push((code.to_string(), without_names(reason)));
    }
    Ok(found)
}

/// `a` for all names between backquotes.
fn without_names(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(k, part)| if k % 2 == 1 { "…" } else { part });
    parts.collect::<Vec<_>>().join("`")
}

fn print(table: &BTreeMap<(String, String), Vec<usize>>, columns: usize) {
    let heads = if columns == 2 { "Before | After" } else { "Count" };
    println!("| Code | Reason | {heads} |\n|---|---|{}", "--:|".repeat(columns));
    let mut sums = vec![0; columns];
    for ((code, reason), counts) in table {
        let cells: Vec<String> = counts.iter().map(usize::to_string).collect();
        println!("| {code} | {reason} | {} |", cells.join(" | "));
        sums.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
    }
    let cells: Vec<String> = sums.iter().map(usize::to_string).collect();
    println!("| | **all** | {} |\n", cells.join(" | "));
}
