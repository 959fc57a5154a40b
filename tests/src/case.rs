//! Test files: what each says about how it is run and what it must do.
//!
//! A run test is a program: a `.somd` or `.java` file, or a folder of them with `Main.somd`, `Main.java` or `expected.out` in it. Lines `//! key: value` at its top (in a folder: at the top
//! of `Main.somd` or `Main.java`) say more:
//!
//! | Line | Meaning |
//! |---|---|
//! | `//! args: a b` | arguments of the program |
//! | `//! exit: 1` | its exit code; 0 without |
//! | `//! err: text` | a line on standard error, traces left out; several lines stand in order |
//! | `//! at: 12` | the line of the first frame of the trace of an uncaught exception |
//! | `//! on: seq cpu` | run only there; for programs that are too long for the interpreter |
//! | `//! main: Class` | the class whose `main` is run |
//! | `//! out: text` | a line of standard output |
//!
//! Longer output stands in `NAME.out` beside the file (`expected.txt` in a sample's folder), standard input in `NAME.in`.
//!
//! What a `.somd` program must print is said by a program of its own that somebody wrote by hand, its reference: plain Java in
//! `NAME.ref.java` beside it (in a folder also `Main.ref.java` or `ref.java`). Its output, its exit code and what it writes to
//! standard error, run by `java`, must be what the test expects; no part of somdc is between.

use std::path::{Path, PathBuf};

/// A program with what it must do.
#[derive(Clone, Debug, Default)]
pub struct RunTest {
    /// Path without extension, relative to `tests` or the repository: `run/lists`, `samples/nbody`.
    pub name: String,
    /// The file or folder that is compiled.
    pub path: PathBuf,
    pub main: Option<String>,
    pub args: Vec<String>,
    pub input: Vec<u8>,
    pub exit: i32,
    pub err: Vec<String>,
    pub at: Option<u32>,
    /// Where it is run; None: everywhere.
    pub on: Option<Vec<String>>,
    pub out: Expected,
    /// Plain Java, written by hand, that does what the program must do.
    pub reference: Option<PathBuf>,
}

impl RunTest {
    /// A program that was written for this run: it has no input and no arguments, and ends well.
    pub fn generated(name: String, path: PathBuf, out: Expected, reference: Option<PathBuf>) -> RunTest {
        RunTest {
            name,
            path,
            main: None,
            args: Vec::new(),
            input: Vec::new(),
            exit: 0,
            err: Vec::new(),
            at: None,
            on: None,
            out,
            reference,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Expected {
    /// Lines in the file itself.
    Inline(Vec<u8>),
    /// A file, which `--bless` writes.
    File(PathBuf),
}

impl Default for Expected {
    fn default() -> Expected {
        Expected::Inline(Vec::new())
    }
}

impl RunTest {
    /// A name that Rust takes for a module.
    pub fn module(&self) -> String {
        let name: String =
            self.name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
        format!("t_{name}")
    }

    /// A plain Java program, which `java` runs as it is.
    pub fn is_java(&self) -> bool {
        self.path.extension().is_some_and(|e| e == "java") || self.path.join("Main.java").exists()
    }

    /// What the compiler is given: the file or the folder, of which a reference is no part.
    pub fn sources(&self) -> Vec<PathBuf> {
        match &self.reference {
            Some(reference) if reference.starts_with(&self.path) => {
                let mut files = Vec::new();
                collect_sources(&self.path, &mut files);
                files
            }
            _ => vec![self.path.clone()],
        }
    }

    pub fn runs_on(&self, target: &str) -> bool {
        // Several devices run what one does.
        let target = if target == "gpus" { "gpu" } else { target };
        self.on.as_ref().is_none_or(|on| on.iter().any(|t| t == target))
    }

    pub fn expected_out(&self) -> Result<Vec<u8>, String> {
        match &self.out {
            Expected::Inline(bytes) => Ok(bytes.clone()),
            Expected::File(path) => {
                std::fs::read(path).map_err(|_| format!("there is no {}: write it with --bless", path.display()))
            }
        }
    }

    fn read(name: String, path: &Path) -> Result<RunTest, String> {
        let folder = path.is_dir();
        let header = if folder { main_file(path) } else { Some(path.to_path_buf()) };
        let text =
            header.map(std::fs::read_to_string).transpose().map_err(|e| format!("{name}: {e}"))?.unwrap_or_default();
        let beside = |extension: &str| {
            if folder { path.join(format!("expected.{extension}")) } else { path.with_extension(extension) }
        };
        let sample = path.join("expected.txt");
        let mut references = vec![path.with_extension("ref.java")];
        if folder {
            references.extend(["Main.ref.java", "ref.java"].map(|f| path.join(f)));
        }
        let mut test = RunTest {
            path: path.to_path_buf(),
            main: None,
            args: Vec::new(),
            input: std::fs::read(beside("in")).unwrap_or_default(),
            exit: 0,
            err: Vec::new(),
            at: None,
            on: None,
            out: Expected::File(if folder && sample.exists() { sample } else { beside("out") }),
            reference: references.into_iter().find(|f| f.exists()),
            name,
        };
        if test.is_java() && test.reference.is_some() {
            return Err(format!("{}: plain Java is its own reference", test.name));
        }
        let mut inline = Vec::new();
        let mut silent = false;
        for line in text.lines().take_while(|l| l.starts_with("//!")) {
            let line = line.trim_start_matches("//!").trim_start();
            let (key, value) = line.split_once(':').ok_or_else(|| format!("{}: no `key: value`: {line}", test.name))?;
            let value = value.strip_prefix(' ').unwrap_or(value);
            let number = || value.trim().parse::<i32>().map_err(|e| format!("{}: {line}: {e}", test.name));
            match key {
                "args" => test.args = value.split_whitespace().map(str::to_string).collect(),
                "exit" => test.exit = number()?,
                "at" => test.at = Some(number()? as u32),
                "err" => test.err.push(value.to_string()),
                "main" => test.main = Some(value.trim().to_string()),
                "out" => {
                    inline.extend_from_slice(value.as_bytes());
                    inline.push(b'\n');
                }
                "on" => test.on = Some(value.split_whitespace().map(str::to_string).collect()),
                "silent" => silent = true,
                _ => return Err(format!("{}: unknown line `//! {line}`", test.name)),
            }
        }
        if !inline.is_empty() || silent {
            test.out = Expected::Inline(inline);
        }
        Ok(test)
    }
}

fn main_file(folder: &Path) -> Option<PathBuf> {
    ["Main.somd", "Main.java"].iter().map(|f| folder.join(f)).find(|f| f.exists())
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "somd" || e == "java") && !is_reference(path)
}

/// Whether this is what a program is compared with, and no part of it.
pub fn is_reference(path: &Path) -> bool {
    path.file_name().is_some_and(|n| n == "ref.java" || n.to_string_lossy().ends_with(".ref.java"))
}

fn collect_sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in entries(folder) {
        if path.is_dir() {
            collect_sources(&path, files);
        } else if is_source(&path) {
            files.push(path);
        }
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    found.sort();
    found
}

/// All run tests below `tests/run`, the benchmarks whose results are known, and the samples.
pub fn run_tests(root: &Path) -> Result<Vec<RunTest>, String> {
    let mut tests = Vec::new();
    collect(&root.join("tests/run"), "run", &mut tests)?;
    collect(&root.join("tests/bench/javagrande"), "bench/javagrande", &mut tests)?;
    collect(&root.join("tests/bench/lime"), "bench/lime", &mut tests)?;
    collect(&root.join("tests/bench/applications"), "bench/applications", &mut tests)?;
    for folder in entries(&root.join("samples")) {
        if folder.is_dir() {
            let name = format!("samples/{}", folder.file_name().unwrap_or_default().to_string_lossy());
            // Programs name their input relative to the repository, so they are compiled by the paths a user would type.
            let path = folder.strip_prefix(root).unwrap_or(&folder).to_path_buf();
            tests.push(RunTest::read(name, &path)?);
        }
    }
    Ok(tests)
}

fn collect(folder: &Path, name: &str, tests: &mut Vec<RunTest>) -> Result<(), String> {
    for path in entries(folder) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("{name}/{stem}");
        let program = main_file(&path).is_some() || path.join("expected.out").exists();
        if path.is_dir() && !program {
            collect(&path, &name, tests)?;
        } else if path.is_dir() || is_source(&path) {
            tests.push(RunTest::read(name, &path)?);
        } else if is_reference(&path) {
            // `NAME.ref.java` without its `.java` and then `.ref`
            let program = path.with_extension("").with_extension("");
            if !program.is_dir() && !program.with_extension("somd").exists() {
                return Err(format!("{}: there is no program of this name", path.display()));
            }
        }
    }
    Ok(())
}

/// The programs of a folder of `tests`, with their names.
pub fn files(root: &Path, folder: &str, extension: &str) -> Vec<(String, PathBuf)> {
    let of = |p: PathBuf| {
        let stem = p.file_stem()?.to_string_lossy().into_owned();
        (p.extension()? == extension)
            .then(|| (format!("{folder}/{stem}"), p.strip_prefix(root).unwrap_or(&p).to_path_buf()))
    };
    entries(&root.join("tests").join(folder)).into_iter().filter_map(of).collect()
}
