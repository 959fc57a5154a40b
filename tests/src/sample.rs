//! Which programs the gate runs in which column.
//!
//! What takes longest runs a part of the programs each time: the compiled columns and erased programs every fifth gate, those that repeat a program many times,
//! run it on several devices or ranks or simulate a device every tenth. Which ones follows from the number of commits, so that ten gates in a row take all of them
//! everywhere. What the last commits have changed, or the working tree, is always among them. `--full` runs all of it.

use crate::case::RunTest;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files of so many commits count as changed.
const RECENT: &str = "HEAD~5";

pub struct Sample {
    /// The gate's number; none where everything runs.
    turn: Option<u64>,
    /// Files that have changed, relative to the repository.
    changed: BTreeSet<PathBuf>,
}

/// A column runs each program once in so many gates. One that divides another takes its programs among its own.
fn period(column: &str) -> u64 {
    match column {
        "seq" | "cpu" | "gpu" | "java" => 5,
        "gpus" | "cluster" | "bare" | "inject" | "oclgrind" | "style" => TURNS,
        _ => 1,
    }
}

/// The longest period.
pub const TURNS: u64 = 10;

/// FNV, so that names that are alike fall apart.
pub fn hash(module: &str) -> u64 {
    let hash = module.bytes().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    hash >> 16
}

fn in_turn(module: &str, column: &str, turn: u64) -> bool {
    hash(module) % period(column) == turn % period(column)
}

impl Sample {
    /// Everything.
    pub fn whole() -> Sample {
        Sample { turn: None, changed: BTreeSet::new() }
    }

    /// What this commit's gate runs; everything where git cannot say which commit that is.
    pub fn of_gate(root: &Path) -> Sample {
        let git = |args: &[&str]| {
            let ran = Command::new("git").args(args).current_dir(root).output().ok().filter(|o| o.status.success())?;
            Some(String::from_utf8_lossy(&ran.stdout).into_owned())
        };
        let turn = git(&["rev-list", "--count", "HEAD"]).and_then(|n| n.trim().parse().ok());
        let committed = git(&["diff", "--name-only", RECENT, "HEAD"]).unwrap_or_default();
        let others = git(&["ls-files", "--modified", "--others", "--exclude-standard"]).unwrap_or_default();
        let changed = committed.lines().chain(others.lines()).map(PathBuf::from).collect();
        Sample { turn, changed }
    }

    pub fn has(&self, column: &str, test: &RunTest, root: &Path) -> bool {
        let Some(turn) = self.turn else { return true };
        let path = test.path.strip_prefix(root).unwrap_or(&test.path);
        let stem = |file: &Path| file.with_extension("").with_extension("");
        let changed = |file: &PathBuf| file.starts_with(path) || stem(file) == stem(path);
        in_turn(&test.module(), column, turn) || self.changed.iter().any(changed)
    }

    /// Whether the column leaves programs to other gates.
    pub fn is_part(&self, column: &str) -> bool {
        self.turn.is_some() && period(column) > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::COLUMNS;

    #[test]
    fn ten_gates_in_a_row_run_every_program_in_every_column() {
        let names: Vec<String> = (0..1000).map(|n| format!("run/somd/Program{n}")).collect();
        for column in COLUMNS {
            for first in [0, 7, 1234] {
                let met = |name: &&String| (first..first + 10).any(|turn| in_turn(name, column, turn));
                assert_eq!(names.iter().filter(met).count(), names.len(), "{column}");
            }
        }
    }

    #[test]
    fn a_gate_takes_about_its_part() {
        let names: Vec<String> = (0..1000).map(|n| format!("run/java/Program{n}")).collect();
        for turn in 0..10 {
            let taken = |column| names.iter().filter(|n| in_turn(n, column, turn)).count();
            assert!((150..250).contains(&taken("seq")) && (60..140).contains(&taken("inject")), "{turn}");
            // What is to be injected into is compiled.
            assert!(names.iter().all(|n| !in_turn(n, "inject", turn) || in_turn(n, "seq", turn)));
        }
    }

    #[test]
    fn what_has_changed_always_runs() {
        let path = PathBuf::from("tests/run/somd/New.somd");
        let changed = |file: &str| Sample { turn: Some(3), changed: [PathBuf::from(file)].into() };
        for turn_file in ["tests/run/somd/New.somd", "tests/run/somd/New.out", "tests/run/somd/New.ref.java"] {
            let test = RunTest { name: "run/somd/New".into(), path: path.clone(), ..RunTest::default() };
            assert!(changed(turn_file).has("inject", &test, Path::new("/")), "{turn_file}");
        }
    }
}
