//! What was found: differences as text, the table of how many ran where, and the closing line.

use similar::TextDiff;

/// Where something ran, in the order of the table.
pub const COLUMNS: &[&str] = &[
    "interp",
    "seq",
    "cpu",
    "gpu",
    "bare",
    "inject",
    "oclgrind",
    "style",
    "java",
    "javac",
    "diagnostics",
    "kernels",
    "passes",
    "unit",
    "bundle",
];

/// One test in one place.
pub struct Outcome {
    pub test: String,
    pub column: &'static str,
    pub result: Result<(), String>,
}

/// Two texts as a unified difference.
pub fn difference(expected: &[u8], found: &[u8]) -> String {
    let (expected, found) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(found));
    let text = TextDiff::from_lines(expected.as_ref(), found.as_ref())
        .unified_diff()
        .context_radius(2)
        .header("expected", "found")
        .to_string();
    // Where outputs share nothing, the first lines say enough.
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() <= 40 { text } else { format!("{}\n… {} more lines\n", lines[..40].join("\n"), lines.len() - 40) }
}

/// Prints failures, the table and the closing line. True where nothing failed.
pub fn print(outcomes: &[Outcome]) -> bool {
    let (mut passed, mut failed) = (0, 0);
    for o in outcomes {
        match &o.result {
            Ok(()) => passed += 1,
            Err(why) => {
                failed += 1;
                println!("FAILED {} [{}]", o.test, o.column);
                why.lines().for_each(|l| println!("    {l}"));
                println!();
            }
        }
    }
    println!("{:<12} {:>7} {:>7}", "ran on", "passed", "failed");
    for column in COLUMNS {
        let of = |ok: bool| outcomes.iter().filter(|o| o.column == *column && o.result.is_ok() == ok).count();
        if of(true) + of(false) > 0 {
            println!("{column:<12} {:>7} {:>7}", of(true), of(false));
        }
    }
    println!();
    println!("{passed} passed, {failed} failed");
    failed == 0
}
