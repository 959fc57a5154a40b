//! What was found: differences as text, the table of how many ran where, and the closing line.

use similar::TextDiff;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

/// Where something ran, in the order of the table.
pub const COLUMNS: &[&str] = &[
    "interp",
    "seq",
    "cpu",
    "gpu",
    "gpus",
    "cluster",
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

/// How long each test took in each column.
static TIMES: Mutex<Vec<(Duration, &str, String)>> = Mutex::new(Vec::new());
/// So many of the slowest are named at the end.
const SLOWEST: usize = 10;

pub fn took(column: &'static str, test: &str, time: Duration) {
    // Nothing panics while it is locked.
    TIMES.lock().unwrap_or_else(|e| e.into_inner()).push((time, column, test.to_string()));
}

/// How many programs each column has left to other gates.
static LEFT: Mutex<BTreeMap<&str, usize>> = Mutex::new(BTreeMap::new());

pub fn left(column: &'static str, programs: usize) {
    *LEFT.lock().unwrap_or_else(|e| e.into_inner()).entry(column).or_default() += programs;
}

fn print_slowest() {
    let mut times = std::mem::take(&mut *TIMES.lock().unwrap_or_else(|e| e.into_inner()));
    times.sort_by_key(|(time, ..)| std::cmp::Reverse(*time));
    println!("the slowest:");
    for (time, column, test) in times.iter().take(SLOWEST) {
        println!("{:>7.1} s  {test} [{column}]", time.as_secs_f64());
    }
    println!();
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
    let left = std::mem::take(&mut *LEFT.lock().unwrap_or_else(|e| e.into_inner()));
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
            let ran = of(true) + of(false);
            let extent = match left.get(column) {
                Some(left) if *left > 0 => format!("sampled: {ran} of {}", ran + left),
                _ => "in full".into(),
            };
            println!("{column:<12} {:>7} {:>7}  {extent}", of(true), of(false));
        }
    }
    println!();
    print_slowest();
    println!("{passed} passed, {failed} failed");
    failed == 0
}
