//! Results of earlier runs that count still. What a column says of a program depends on nothing but its key: the program's text as it is
//! compiled there, what it is given and must do, and what is around it: the runtime, the tools and this runner. Where none of that has
//! changed since a run that found nothing wrong, that run counts. Failures are found again.

use crate::Runner;
use crate::case::RunTest;
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a column has found.
pub struct Kept {
    folder: PathBuf,
    around: DefaultHasher,
    /// Nothing counts that an earlier run found.
    again: bool,
}

impl Kept {
    /// Of a column whose results depend on these tools too.
    pub fn new(runner: &Runner, column: &str, tools: impl Hash) -> Result<Kept, String> {
        let folder = runner.work.join("kept").join(column);
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let mut around = DefaultHasher::new();
        let own = std::env::current_exe().map_err(|e| e.to_string())?;
        hash_files(&own, &mut around);
        tools.hash(&mut around);
        Ok(Kept { folder, around, again: runner.args.again })
    }

    /// The record of a program whose text lies below these paths.
    pub fn record(&self, runner: &Runner, test: &RunTest, text: &[PathBuf], more: impl Hash) -> Record {
        let mut key = self.around.clone();
        text.iter().for_each(|path| hash_files(path, &mut key));
        // Data files of a sample lie in its folder.
        hash_files(&runner.root.join(&test.path), &mut key);
        (&test.main, &test.args, &test.input, test.exit, &test.err, test.at, test.expected_out(), more).hash(&mut key);
        Record { path: self.folder.join(test.module()), key: format!("{:016x} ", key.finish()), again: self.again }
    }
}

/// Where a program's result is kept: one a column, the latest.
pub struct Record {
    path: PathBuf,
    key: String,
    again: bool,
}

impl Record {
    /// What an earlier run found that counts still.
    pub fn before(&self) -> Option<String> {
        let text = if self.again { None } else { fs::read_to_string(&self.path).ok() };
        text?.strip_prefix(&self.key).map(String::from)
    }

    pub fn keep(&self, found: &str) {
        // Without it the next run takes longer.
        let _ = fs::write(&self.path, self.key.clone() + found);
    }
}

/// What generated programs are made with, beside their own text.
pub fn compiled_with(runner: &Runner) -> impl Hash {
    let mut hasher = DefaultHasher::new();
    hash_files(&runner.root.join("runtime/src"), &mut hasher);
    hash_files(&runner.root.join("runtime/Cargo.toml"), &mut hasher);
    hash_files(&runner.root.join("Cargo.lock"), &mut hasher);
    runner.args.target_cpu.hash(&mut hasher);
    (version("rustc", "-V"), hasher.finish())
}

/// A program's text in the generated project.
pub fn generated(runner: &Runner, test: &RunTest) -> [PathBuf; 2] {
    let project = runner.work.join("projects").join(test.module());
    [project.join("src/program"), project.join("kernels")]
}

/// What a tool says of itself.
pub fn version(tool: &str, flag: &str) -> Vec<u8> {
    let said = Command::new(tool).arg(flag).output();
    said.map(|o| [o.stdout, o.stderr].concat()).unwrap_or_default()
}

/// Says how many results are those of earlier runs.
pub fn tell(column: &str, before: usize) {
    if before > 0 {
        eprintln!("{column}: {before} of them as before: nothing that they depend on has changed");
    }
}

/// The names and contents of all files below a path.
pub fn hash_files(path: &Path, hasher: &mut DefaultHasher) {
    let Ok(entries) = fs::read_dir(path) else {
        return fs::read(path).unwrap_or_default().hash(hasher);
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        path.hash(hasher);
        hash_files(&path, hasher);
    }
}
