//! The test runner: whole programs, run by the interpreter, on every back end, and as Java; diagnostics; kernels; passes; and the
//! crates' own tests.
//!
//! `cargo run -p somd-tests -- --full` runs all of it, and without `--full` what [`sample`] says, and first installs what it needs where that is allowed. Adding a test is adding
//! a file: see [`case`] for programs; `tests/diagnostics/NAME.somd` has its rendered errors beside it in `NAME.stderr`;
//! `tests/kernels/NAME.somd` says in lines `// kernel: TEXT` what its kernels must have, and by `// kernel-not: TEXT` what not; so
//! do `// rust: TEXT` and `// rust-not: TEXT` for its host code.
//! Nothing is skipped quietly: what cannot run has failed, and the closing table says what was left to other gates.

mod book;
mod case;
mod cluster;
mod coverage;
mod generated;
mod gpus;
mod inject;
mod java;
mod kept;
mod loops;
mod oclgrind;
mod opencl;
mod planted;
mod random;
mod report;
mod sample;
mod tools;

use case::{Expected, RunTest};
use clap::Parser;
use kept::{Kept, Record};
use report::{Outcome, difference};
use sample::Sample;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use tools::Ran;

const LIMIT: Duration = Duration::from_secs(300);
/// SOMD methods are also run on these numbers of threads.
const THREADS: &[&str] = &["1", "2", "3", "7", "16", "64"];
/// What a verdict says where the verifier of kernels refuses what the compiler made.
const WRONG_KERNEL: &str = "its kernel is wrong";
/// The columns that run or look at compiled programs.
const COMPILED: &[&str] = &["seq", "cpu", "gpu", "gpus", "cluster", "bare", "inject", "oclgrind", "style"];
const KINDS: &[&str] = &["run", "diagnostics", "kernels", "random", "parallel", "loops", "passes", "unit"];

/// Runs the tests.
#[derive(Parser)]
struct Args {
    /// Only tests whose name contains one of these
    filters: Vec<String>,
    /// Write what is found as what is expected, to be reviewed as a diff
    #[arg(long)]
    bless: bool,
    /// Only these kinds, comma-separated: run, diagnostics, kernels, random (Java programs), parallel (random ones), loops (random ones), passes, unit
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Run programs only here, comma-separated: interp, seq, cpu, gpu, gpus, cluster, bare, inject, oclgrind, java, javac; style checks their Rust
    #[arg(long, value_delimiter = ',')]
    on: Vec<String>,
    /// In the column inject, let each program meet every failure rather than a few of them: half an hour
    #[arg(long)]
    every_failure: bool,
    /// In the column gpus, on how many devices
    #[arg(long, default_value_t = 2)]
    devices: usize,
    /// Run everything in every column; without it, and without names, the columns that take longest run the part that is this commit's turn
    #[arg(long)]
    full: bool,
    /// Run also what an earlier run has found right (in the columns oclgrind, inject, java and javac) and nothing has changed of
    #[arg(long)]
    again: bool,
    /// How many random programs, and a tenth as many parallel ones, from which seed on; by the interpreter, and compiled where `--on seq`
    /// (`cpu`, `gpu`) asks for it
    #[arg(long, default_value_t = 30)]
    random: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many random programs of distributed loops, from the same seed on
    #[arg(long, default_value_t = 100)]
    loops: u64,
    /// So many of them are one program for the compilers
    #[arg(long, default_value_t = 100)]
    pack: u64,
    /// Plant the faults of `tests/planted` (those with these names) in a copy of the compiler, and say after how many random programs each is found
    #[arg(long, value_name = "NAME", num_args = 0..)]
    planted: Option<Vec<String>>,
    /// Build the programs for other machines, and write them and what they must do to this folder; nothing is run
    #[arg(long, value_name = "DIR")]
    bundle: Option<PathBuf>,
    /// Print what each program adds to the coverage by the others, which this compiler counts: one built with `-C instrument-coverage`
    #[arg(long, value_name = "SOMDC")]
    coverage: Option<PathBuf>,
    /// The processor to compile programs for
    #[arg(long, default_value = "native", value_name = "CPU")]
    target_cpu: String,
}

impl Args {
    /// Whether something that comes in a package is needed: random loops run in few columns.
    fn needs(&self) -> impl Fn(&str) -> bool + '_ {
        let loops = self.only.iter().all(|k| k == "loops") && !self.only.is_empty();
        move |column| !loops || self.on.iter().any(|c| c == column)
    }
}

struct Runner {
    args: Args,
    root: PathBuf,
    /// All that the runner makes lies here.
    work: PathBuf,
    somdc: PathBuf,
    sample: Sample,
    /// No other run writes to `work` meanwhile.
    _lock: fs::File,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match Runner::new(args).and_then(|r| r.run()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::from(2)
        }
    }
}

fn step(what: &str, started: Instant) {
    eprintln!("{what}: {:.1} s", started.elapsed().as_secs_f64());
}

/// Standard error without traces.
fn untraced(err: &str) -> impl Iterator<Item = &str> {
    err.lines().filter(|l| !l.trim_start().starts_with("at ") && !l.trim_start().starts_with("... "))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Runner {
    fn new(args: Args) -> Result<Runner, String> {
        if let Some(kind) = args.only.iter().find(|k| !KINDS.contains(&k.as_str())) {
            return Err(format!("no kind `{kind}`: {}", KINDS.join(", ")));
        }
        let root = tools::root();
        // Beside this program: the folder that cargo builds in.
        let own = std::env::current_exe().map_err(|e| e.to_string())?;
        let profile = own.parent().ok_or("no folder of this program")?.to_path_buf();
        let target = profile.parent().ok_or("no target folder")?;
        let work = target.join("somd-tests");
        tools::own_caches(&work.join("cache")).map_err(|e| e.to_string())?;
        tools::provide(args.needs())?;
        // After what may start this program anew.
        let lock = tools::lock(&work)?;
        let started = Instant::now();
        let mut cargo = tools::cargo();
        cargo.args(["build", "--quiet", "-p", "somdc"]).arg("--target-dir").arg(target).current_dir(&root);
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        // The others bring a compiler of their own.
        let own_compiler = args.coverage.is_some() || args.planted.is_some();
        if !own_compiler && !cargo.status().is_ok_and(|s| s.success()) {
            return Err("somdc does not build".into());
        }
        step("somdc", started);
        let whole = args.full || args.bundle.is_some() || !args.filters.is_empty();
        let sample = if whole { Sample::whole() } else { Sample::of_gate(&root) };
        Ok(Runner { args, somdc: profile.join("somdc"), work, root, sample, _lock: lock })
    }

    fn wants(&self, kind: &str) -> bool {
        self.args.only.is_empty() || self.args.only.iter().any(|k| k == kind)
    }

    fn on(&self, column: &str) -> bool {
        self.args.on.is_empty() || self.args.on.iter().any(|c| c == column)
    }

    fn chosen(&self, name: &str) -> bool {
        self.args.filters.is_empty() || self.args.filters.iter().any(|f| name.contains(f.as_str()))
    }

    /// Whether a column runs a program in this gate.
    fn takes(&self, column: &str, test: &RunTest) -> bool {
        test.runs_on(column) && self.sample.has(column, test, &self.root)
    }

    /// Counts what a column leaves to other gates.
    fn leave(&self, column: &'static str, all: usize, taken: usize) {
        if self.sample.is_part(column) {
            report::left(column, all - taken);
        }
    }

    fn somdc(&self) -> Command {
        let mut command = Command::new(&self.somdc);
        command.current_dir(&self.root).env("NO_COLOR", "1");
        command
    }

    fn run(&self) -> Result<bool, String> {
        if let Some(somdc) = &self.args.coverage {
            return self.coverage(somdc).map(|()| true);
        }
        if let Some(names) = &self.args.planted {
            return planted::run(self, names);
        }
        let mut outcomes = Vec::new();
        if let Some(folder) = &self.args.bundle {
            self.bundle(folder, &mut outcomes)?;
            return Ok(report::print(&outcomes));
        }
        if self.wants("run") {
            self.programs(&mut outcomes)?;
        }
        if self.wants("diagnostics") {
            self.diagnostics(&mut outcomes);
        }
        if self.wants("kernels") {
            self.kernels(&mut outcomes);
        }
        // These have names of their own; a filter means programs.
        if self.args.filters.is_empty() {
            let seeds = self.args.seed..self.args.seed + self.args.random;
            if self.wants("random") {
                self.random(seeds.clone(), "Random", random::program, &mut outcomes)?;
            }
            if self.wants("parallel") {
                let seeds = seeds.step_by(10);
                self.random(seeds, "Parallel", random::parallel::program, &mut outcomes)?;
            }
            if self.wants("loops") {
                loops::run(self, self.args.seed, self.args.loops, self.args.pack, &mut outcomes)?;
            }
            if self.wants("passes") {
                self.passes(&mut outcomes)?;
            }
            if self.wants("unit") {
                self.unit(&mut outcomes)?;
            }
        }
        if outcomes.is_empty() {
            return Err("no test has such a name".into());
        }
        Ok(report::print(&outcomes))
    }

    /// Programs, everywhere.
    fn programs(&self, outcomes: &mut Vec<Outcome>) -> Result<(), String> {
        let mut tests = case::run_tests(&self.root)?;
        tests.extend(book::programs(&self.root, &self.work.join("book"))?);
        tests.retain(|t| self.chosen(&t.name));
        if self.args.bless {
            self.bless(&tests, outcomes)?;
        }
        let started = Instant::now();
        if self.on("interp") {
            let tests: Vec<&RunTest> = tests.iter().filter(|t| t.runs_on("interp")).collect();
            for (test, result) in tests.iter().zip(tools::parallel(
                "interp",
                &tests,
                |t| &t.name,
                |t| self.interpret(t).and_then(|r| self.judge(t, &r, true)),
            )) {
                outcomes.push(Outcome { test: test.name.clone(), column: "interp", result });
            }
            step("interpreter", started);
        }
        let targets: Vec<&'static str> =
            ["seq", "cpu", "gpu", "gpus", "cluster"].into_iter().filter(|t| self.on(t)).collect();
        let looked_at = !targets.is_empty() || ["bare", "inject", "oclgrind", "style"].iter().any(|c| self.on(c));
        if looked_at {
            let any = |t: &RunTest| COMPILED.iter().any(|c| self.on(c) && self.takes(c, t));
            let compiled: Vec<RunTest> = tests.iter().filter(|t| any(t)).cloned().collect();
            for &target in &targets {
                let all = tests.iter().filter(|t| t.runs_on(target)).count();
                self.leave(target, all, compiled.iter().filter(|t| self.takes(target, t)).count());
            }
            // What has kernels is known of what was generated only, here or by earlier gates.
            if !compiled.is_empty() {
                self.compiled(&compiled, &targets, outcomes)?;
            }
            for column in ["bare", "inject", "oclgrind", "style"].into_iter().filter(|c| self.on(c)) {
                let left = tests.iter().filter(|t| t.runs_on(column) && !self.takes(column, t)).count();
                self.leave(column, left, 0);
            }
        }
        if (self.on("java") || self.on("javac")) && !tests.is_empty() {
            self.java(&tests, outcomes)?;
        }
        Ok(())
    }

    fn interpret(&self, test: &RunTest) -> Result<Ran, String> {
        let mut command = self.somdc();
        // What the compiler warns of is no output of the program.
        command.args(["run", "--target", "interp", "-A", "all"]).args(test.sources());
        self.main_of(test, &mut command);
        tools::run(command.arg("--").args(&test.args), &test.input, LIMIT)
    }

    /// As [`Runner::interpret`], looking for races.
    fn interpret_checked(&self, test: &RunTest) -> Result<Ran, String> {
        let mut command = self.somdc();
        command.env("SOMD_CHECK", "races");
        command.args(["run", "--target", "interp", "-A", "all"]).args(test.sources());
        tools::run(&mut command, &test.input, LIMIT)
    }

    fn main_of(&self, test: &RunTest, command: &mut Command) {
        if let Some(main) = &test.main {
            command.args(["--main", main]);
        }
    }

    /// Generates the programs' Rust and builds it as one project: how each program's part ended, and the binary.
    fn generate(&self, tests: &[RunTest]) -> Result<(Vec<Result<(), String>>, Option<generated::Generated>), String> {
        let started = Instant::now();
        let projects = self.work.join("projects");
        let emitted = tools::parallel(
            "generating",
            tests,
            |t| &t.name,
            |t| {
                let folder = projects.join(t.module());
                let mut command = self.somdc();
                command.args(t.sources()).arg("-o").arg(&folder);
                self.main_of(t, &mut command);
                let ran = tools::run(&mut command, &[], LIMIT)?;
                if ran.code != 0 {
                    return Err(format!("somdc ended with {}:\n{}", ran.code, text(&ran.err)));
                }
                // The program would run, on cores alone.
                let verdicts = std::fs::read_to_string(folder.join("src/program/mod.rs")).unwrap_or_default();
                match verdicts.lines().find(|line| line.contains(WRONG_KERNEL)) {
                    Some(line) => Err(format!("a kernel was not taken: {}", line.trim())),
                    None => Ok(()),
                }
            },
        );
        step("generating Rust", started);
        let good: Vec<&RunTest> = tests.iter().zip(&emitted).filter(|(_, r)| r.is_ok()).map(|(t, _)| t).collect();
        let started = Instant::now();
        // An empty project has nothing to say.
        let built = if good.is_empty() {
            None
        } else {
            Some(generated::build(&self.root, &self.work, &good, &self.args.target_cpu)?)
        };
        step("compiling generated Rust", started);
        Ok((emitted, built))
    }

    /// For machines without Rust or the compiler: one stripped binary of all programs, and `tests.json` with what each must do.
    fn bundle(&self, folder: &Path, outcomes: &mut Vec<Outcome>) -> Result<(), String> {
        let mut tests = case::run_tests(&self.root)?;
        tests.retain(|t| self.chosen(&t.name));
        let (emitted, built) = self.generate(&tests)?;
        let built = built.ok_or("no program could be generated")?;
        let mut listed = Vec::new();
        for (test, emitted) in tests.iter().zip(emitted) {
            let result = match built.failed.get(&test.module()) {
                Some(why) => Err(why.clone()),
                None => emitted,
            };
            if result.is_ok() {
                let (out, input) = (test.expected_out()?, text(&test.input));
                listed.push(serde_json::json!({
                    "name": test.name, "module": test.module(), "args": test.args, "in": input,
                    "out": text(&out), "err": test.err, "exit": test.exit,
                }));
            }
            outcomes.push(Outcome { test: test.name.clone(), column: "bundle", result });
        }
        let program = folder.join("programs");
        let copied = fs::create_dir_all(folder)
            .and_then(|()| fs::copy(&built.program, &program))
            .and_then(|_| fs::write(folder.join("tests.json"), serde_json::Value::from(listed).to_string()));
        copied.map_err(|e| format!("{}: {e}", folder.display()))?;
        tools::run(Command::new("strip").arg(&program), &[], LIMIT).map(drop)
    }

    /// Generated code: compiled as one project, run once a target.
    fn compiled(&self, tests: &[RunTest], targets: &[&'static str], outcomes: &mut Vec<Outcome>) -> Result<(), String> {
        let (emitted, built) = self.generate(tests)?;
        for &target in targets {
            let started = Instant::now();
            let takes = |t: &RunTest| self.takes(target, t) && (target != "gpus" || self.has_kernels(t));
            let chosen: Vec<_> = tests.iter().zip(&emitted).filter(|(t, _)| takes(t)).collect();
            let results = tools::parallel(
                target,
                &chosen,
                |(t, _)| &t.name,
                |(t, emitted)| {
                    (*emitted).clone()?;
                    let built = built.as_ref().ok_or("not built")?;
                    if let Some(why) = built.failed.get(&t.module()) {
                        return Err(why.clone());
                    }
                    if target == "gpus" {
                        return gpus::run(self, &built.program, t);
                    }
                    if target == "cluster" {
                        return cluster::run(self, &built.program, t);
                    }
                    let run = |threads: Option<&str>| {
                        let mut command = Command::new(&built.program);
                        command.arg(t.module()).args(&t.args).current_dir(&self.root);
                        command.env("SOMD_TARGET", target).env("SOMD_STRICT", "devices").env("SOMD_LEAKS", "1");
                        command.envs(threads.map(|n| ("SOMD_THREADS", n)));
                        let at = threads.map_or(String::new(), |n| format!("on {n} threads: "));
                        let ran = tools::run(&mut command, &t.input, LIMIT).and_then(|r| self.judge(t, &r, true));
                        ran.map_err(|e| at + &e)
                    };
                    run(None)?;
                    // However many threads there are, the bits are the same.
                    let counts: &[&str] = if target == "cpu" && t.name.starts_with("run/somd") { THREADS } else { &[] };
                    counts.iter().try_for_each(|n| run(Some(n)))
                },
            );
            for ((t, _), result) in chosen.into_iter().zip(results) {
                outcomes.push(Outcome { test: t.name.clone(), column: target, result });
            }
            step(target, started);
        }
        let Some(built) = built else { return Ok(()) };
        let good: Vec<&RunTest> = tests
            .iter()
            .zip(&emitted)
            .filter(|(t, emitted)| emitted.is_ok() && !built.failed.contains_key(&t.module()))
            .map(|(t, _)| t)
            .collect();
        if self.on("bare") {
            self.bare(&good, &built.program, outcomes)?;
        }
        if self.on("inject") {
            inject::run(self, &good, &built.program, outcomes)?;
        }
        if self.on("oclgrind") {
            oclgrind::run(self, &good, &built.program, outcomes)?;
        }
        if self.on("style") {
            let started = Instant::now();
            let modules: Vec<String> = good.iter().filter(|t| self.takes("style", t)).map(|t| t.module()).collect();
            let mut said = generated::style(&self.work, &modules)?;
            for t in good.iter().filter(|t| self.takes("style", t)) {
                let result = said.remove(&t.module()).map_or(Ok(()), Err);
                outcomes.push(Outcome { test: t.name.clone(), column: "style", result });
            }
            for (_, why) in said {
                outcomes.push(Outcome { test: "generated project".into(), column: "style", result: Err(why) });
            }
            step("style of generated Rust", started);
        }
        Ok(())
    }

    /// The programs that have kernels, of those that a column takes.
    fn with_kernels<'t>(&self, column: &str, tests: &[&'t RunTest]) -> Vec<&'t RunTest> {
        tests.iter().copied().filter(|t| self.takes(column, t) && self.has_kernels(t)).collect()
    }

    /// Of a program that was generated, here or by an earlier gate.
    fn has_kernels(&self, test: &RunTest) -> bool {
        self.work.join("projects").join(test.module()).join("kernels").exists()
    }

    /// Programs that have kernels, told to use a device where there is no OpenCL library: one warning, and all that they must do.
    fn bare(&self, tests: &[&RunTest], program: &Path, outcomes: &mut Vec<Outcome>) -> Result<(), String> {
        let started = Instant::now();
        let nothing = opencl::no_library(&self.work.join("bare"))?;
        let tests = self.with_kernels("bare", tests);
        let results = tools::parallel(
            "bare",
            &tests,
            |t| &t.name,
            |t| {
                let mut command = Command::new(program);
                command.arg(t.module()).args(&t.args).current_dir(&self.root);
                command.env("SOMD_TARGET", "gpu").env("LD_LIBRARY_PATH", &nothing);
                let mut ran = tools::run(&mut command, &t.input, LIMIT)?;
                let err = text(&ran.err);
                let (warnings, others): (Vec<&str>, Vec<&str>) = err.lines().partition(|l| l.starts_with("warning: "));
                let told = match warnings.as_slice() {
                    [one] => one.contains("no OpenCL library"),
                    _ => false,
                };
                ran.err = others.join("\n").into_bytes();
                if told {
                    self.judge(t, &ran, true)
                } else {
                    Err(format!("not one warning that OpenCL is missing:\n{err}"))
                }
            },
        );
        for (test, result) in tests.iter().zip(results) {
            outcomes.push(Outcome { test: test.name.clone(), column: "bare", result });
        }
        step("without OpenCL", started);
        Ok(())
    }

    /// Erased programs, their references, and plain Java ones as they are.
    fn java(&self, tests: &[RunTest], outcomes: &mut Vec<Outcome>) -> Result<(), String> {
        let started = Instant::now();
        // The first name says what it is, the second where it is counted.
        let mut programs: Vec<(java::Program<'_>, [&'static str; 2])> = Vec::new();
        if self.on("java") {
            let erased: Vec<&RunTest> = tests.iter().filter(|t| self.takes("java", t)).collect();
            self.leave("java", tests.iter().filter(|t| t.runs_on("java")).count(), erased.len());
            for (test, folder) in self.erased(&erased) {
                match folder {
                    Ok(folder) => programs.push((java::Program { test, folder, main: None }, ["java", "java"])),
                    Err(e) => outcomes.push(Outcome { test: test.name.clone(), column: "java", result: Err(e) }),
                }
            }
            // What is too long for the interpreter is not for Java: these run wherever else the test does.
            programs.extend(self.references(tests)?.into_iter().map(|p| (p, ["reference", "java"])));
        }
        if self.on("javac") {
            for test in tests.iter().filter(|t| t.is_java() && t.runs_on("javac")) {
                programs.push((self.plain(test)?, ["javac", "javac"]));
            }
        }
        let machine = kept::version("java", "-version");
        let harness = fs::read(self.root.join("tests/java/Harness.java")).map_err(|e| e.to_string())?;
        let mut known = BTreeMap::new();
        for what in ["java", "reference", "javac"] {
            known.insert(what, Kept::new(self, what, (&machine, &harness))?);
        }
        let (mut fresh, mut records): (Vec<java::Program<'_>>, Vec<([&'static str; 2], Record)>) = Default::default();
        let mut before = 0;
        let named = |test: &RunTest, what: &str| match what {
            "reference" => format!("{} (reference)", test.name),
            _ => test.name.clone(),
        };
        for (program, [what, column]) in programs {
            let record = known[what].record(self, program.test, &[program.folder.join("source")], ());
            if record.before().is_some() {
                before += 1;
                outcomes.push(Outcome { test: named(program.test, what), column, result: Ok(()) });
            } else {
                fresh.push(program);
                records.push(([what, column], record));
            }
        }
        let results = java::run(&self.root, &self.work, &fresh)?;
        for ((p, ([what, column], record)), result) in fresh.iter().zip(records).zip(results) {
            // Lines of erased Java and of references are not the source's.
            let result = result.and_then(|r| self.judge(p.test, &r, column == "javac"));
            if result.is_ok() {
                record.keep("passed");
            }
            outcomes.push(Outcome { test: named(p.test, what), column, result });
        }
        step("Java", started);
        kept::tell("java", before);
        Ok(())
    }

    /// The programs that say what others must do.
    fn references<'a>(&self, tests: &'a [RunTest]) -> Result<Vec<java::Program<'a>>, String> {
        let of = |(test, path): (&'a RunTest, &PathBuf)| {
            java::reference(test, &self.root.join(path), self.work.join("reference").join(test.module()))
        };
        tests.iter().filter_map(|t| Some((t, t.reference.as_ref()?))).map(of).collect()
    }

    /// The folders of programs as plain Java.
    fn erased<'a>(&self, tests: &[&'a RunTest]) -> Vec<(&'a RunTest, Result<PathBuf, String>)> {
        let erased = tools::parallel(
            "erasing",
            tests,
            |t| &t.name,
            |t| {
                let folder = self.work.join("erased").join(t.module());
                let source = java::prepare(&folder, t).map_err(|e| e.to_string())?;
                let mut command = self.somdc();
                command.arg("erase").args(t.sources()).arg("-o").arg(&source);
                self.main_of(t, &mut command);
                let ran = tools::run(&mut command, &[], LIMIT)?;
                if ran.code == 0 {
                    Ok(folder)
                } else {
                    Err(format!("somdc erase ended with {}:\n{}", ran.code, text(&ran.err)))
                }
            },
        );
        tests.iter().copied().zip(erased).collect()
    }

    /// Random programs: what `java` prints, the interpreter and the compiled program must print. What a parallel one means its
    /// erasure says. The interpreter looks for races in all of them.
    fn random(
        &self,
        seeds: impl Iterator<Item = u64>,
        name: &str,
        program: fn(&str, u64) -> String,
        outcomes: &mut Vec<Outcome>,
    ) -> Result<(), String> {
        let folder = self.work.join("random");
        fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let extension = if name == "Random" { "java" } else { "somd" };
        let mut tests = Vec::new();
        for seed in seeds {
            let class = format!("{name}{seed}");
            let path = folder.join(format!("{class}.{extension}"));
            fs::write(&path, program(&class, seed)).map_err(|e| e.to_string())?;
            tests.push(RunTest::generated(format!("random/{class}"), path, Expected::Inline(Vec::new()), None));
        }
        let programs: Vec<java::Program<'_>> = if extension == "java" {
            tests.iter().map(|t| self.plain(t)).collect::<Result<_, _>>()?
        } else {
            let mut programs = Vec::new();
            for (test, folder) in self.erased(&tests.iter().collect::<Vec<_>>()) {
                match folder {
                    Ok(folder) => programs.push(java::Program { test, folder, main: None }),
                    Err(e) => outcomes.push(Outcome { test: test.name.clone(), column: "java", result: Err(e) }),
                }
            }
            programs
        };
        let with_java: Vec<String> = programs.iter().map(|p| p.test.name.clone()).collect();
        let ran = java::run(&self.root, &self.work, &programs)?;
        drop(programs);
        tests.retain(|t| with_java.contains(&t.name));
        for (test, ran) in tests.iter_mut().zip(ran) {
            let ran = ran.map_err(|e| format!("{}: not Java: {e}", test.path.display()))?;
            test.exit = ran.code;
            test.err = untraced(&text(&ran.err)).map(String::from).collect();
            test.out = Expected::Inline(ran.out);
        }
        if self.on("interp") {
            // Not compared: there are warnings of what the generator means to do, such as a division by zero.
            let quiet = |t: &RunTest, r: Ran| {
                Ok(if r.code == t.exit { Ran { err: t.err.join("\n").into_bytes(), ..r } } else { r })
            };
            let results = tools::parallel(
                "interp",
                &tests,
                |t| &t.name,
                |t| self.interpret_checked(t).and_then(|r| quiet(t, r)).and_then(|r| self.judge(t, &r, false)),
            );
            for (test, result) in tests.iter().zip(results) {
                outcomes.push(Outcome { test: test.name.clone(), column: "interp", result });
            }
        }
        // Compiling them costs a minute, so it is only done when it is asked for.
        let asked = |column: &&&str| self.args.on.iter().any(|c| c == **column);
        let columns: Vec<&'static str> = ["seq", "cpu", "gpu"].iter().filter(asked).copied().collect();
        if !columns.is_empty() {
            self.compiled(&tests, &columns, outcomes)?;
        }
        Ok(())
    }

    fn plain<'a>(&self, test: &'a RunTest) -> Result<java::Program<'a>, String> {
        let folder = self.work.join("plain").join(test.module());
        let source = java::prepare(&folder, test).map_err(|e| e.to_string())?;
        java::copy_sources(&self.root.join(&test.path), &source).map_err(|e| e.to_string())?;
        Ok(java::Program { test, folder, main: None })
    }

    /// Whether a program did what it must.
    fn judge(&self, test: &RunTest, ran: &Ran, lines: bool) -> Result<(), String> {
        let mut wrong = String::new();
        let expected = test.expected_out()?;
        if ran.out != expected {
            wrong.push_str(&difference(&expected, &ran.out));
        }
        let err = text(&ran.err);
        let found: Vec<&str> = untraced(&err).collect();
        if found != test.err {
            wrong.push_str(&format!(
                "standard error:\n{}",
                difference(test.err.join("\n").as_bytes(), found.join("\n").as_bytes())
            ));
        }
        if ran.code != test.exit {
            wrong.push_str(&format!("exit code {} instead of {}\n", ran.code, test.exit));
        }
        if let (Some(line), true) = (test.at, lines) {
            let frame = err
                .lines()
                .find(|l| l.trim_start().starts_with("at ") && !l.contains("stdlib/") && !l.contains("java.base"))
                .unwrap_or("no frame");
            if !frame.trim_end().ends_with(&format!(":{line})")) {
                wrong.push_str(&format!("the trace begins with `{}`, not at line {line}\n", frame.trim()));
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    /// Writes output files, from what is most independent of the compiler: from `java`, which runs plain Java and references; the
    /// interpreter speaks only for programs that have none. Exit codes and errors are written by hand.
    fn bless(&self, tests: &[RunTest], outcomes: &mut Vec<Outcome>) -> Result<(), String> {
        let mut by_java: Vec<_> =
            tests.iter().filter(|t| t.is_java()).map(|t| self.plain(t)).collect::<Result<_, _>>()?;
        by_java.extend(self.references(tests)?);
        let mut results: Vec<(&RunTest, Result<Ran, String>)> = Vec::new();
        if !by_java.is_empty() {
            results.extend(by_java.iter().map(|p| p.test).zip(java::run(&self.root, &self.work, &by_java)?));
        }
        let alone = |t: &&RunTest| !t.is_java() && t.reference.is_none() && t.runs_on("interp");
        let others: Vec<&RunTest> = tests.iter().filter(alone).collect();
        results.extend(others.iter().copied().zip(tools::parallel(
            "interp",
            &others,
            |t| &t.name,
            |t| self.interpret(t),
        )));
        for (test, ran) in results {
            let Expected::File(path) = &test.out else { continue };
            let written = ran.and_then(|r| fs::write(self.root.join(path), r.out).map_err(|e| e.to_string()));
            if let Err(e) = written {
                let column = if test.is_java() || test.reference.is_some() { "java" } else { "interp" };
                outcomes.push(Outcome { test: test.name.clone(), column, result: Err(e) });
            }
        }
        Ok(())
    }

    /// Wrong programs, and what is said about them.
    fn diagnostics(&self, outcomes: &mut Vec<Outcome>) {
        let mut files = case::files(&self.root, "diagnostics", "somd");
        files.extend(case::files(&self.root, "diagnostics", "java"));
        files.retain(|(name, _)| self.chosen(name));
        let results = tools::parallel("diagnostics", &files, |(name, _)| name, |(_, path)| self.diagnostic(path));
        for ((name, _), result) in files.iter().zip(results) {
            outcomes.push(Outcome { test: name.clone(), column: "diagnostics", result });
        }
    }

    fn diagnostic(&self, path: &Path) -> Result<(), String> {
        let mut command = self.somdc();
        command.arg("check").arg(path);
        let source = fs::read(self.root.join(path)).map_err(|e| format!("{}: {e}", path.display()))?;
        let explains = source.starts_with(b"//! explain-offload");
        if explains {
            command.arg("--explain-offload");
        }
        let mut ran = tools::run(&mut command, &[], LIMIT)?;
        if explains {
            ran.err.extend_from_slice(&ran.out);
        }
        let snapshot = self.root.join(path).with_extension("stderr");
        let wrong = match fs::read(&snapshot) {
            _ if self.args.bless => fs::write(&snapshot, &ran.err).err().map(|e| e.to_string()),
            Ok(expected) if expected == ran.err => None,
            Ok(expected) => Some(difference(&expected, &ran.err)),
            Err(_) => {
                Some(format!("there is no {}: write it with --bless. Found:\n{}", snapshot.display(), text(&ran.err)))
            }
        };
        // A file of warnings compiles; anything else is an error, and no defect of the compiler.
        let code = i32::from(text(&ran.err).lines().any(|l| l.starts_with("error")));
        match wrong {
            None if ran.code == code => Ok(()),
            None => Err(format!("exit code {} instead of {code}", ran.code)),
            Some(wrong) => Err(wrong),
        }
    }

    /// Kernels: what they must have, and that PoCL takes them. The samples' are compiled too.
    fn kernels(&self, outcomes: &mut Vec<Outcome>) {
        let mut files = case::files(&self.root, "kernels", "somd");
        let samples = case::run_tests(&self.root).unwrap_or_default();
        files.extend(samples.into_iter().filter(|t| t.name.starts_with("samples/")).map(|t| (t.name, t.path)));
        files.retain(|(name, _)| self.chosen(name));
        let results = tools::parallel("kernels", &files, |(name, _)| name, |(_, path)| self.kernel(path));
        for ((name, _), result) in files.iter().zip(results) {
            outcomes.push(Outcome { test: name.clone(), column: "kernels", result });
        }
    }

    fn kernel(&self, path: &Path) -> Result<(), String> {
        let ran = tools::run(self.somdc().args(["--emit", "kernels"]).arg(path), &[], LIMIT)?;
        if ran.code != 0 {
            return Err(format!("somdc ended with {}:\n{}", ran.code, text(&ran.err)));
        }
        let kernels = text(&ran.out);
        let source = fs::read_to_string(self.root.join(path)).unwrap_or_default();
        let mut wrong = unlike(&source, "kernel", &kernels);
        let host = source.contains("\n// rust");
        if host {
            let rust = tools::run(self.somdc().args(["--emit", "rust"]).arg(path), &[], LIMIT)?;
            wrong.push_str(&unlike(&source, "rust", &text(&rust.out)));
        }
        if !kernels.contains("__kernel") && !host {
            wrong.push_str("no kernel\n");
        }
        // Each kernel file is compiled by itself.
        for kernel in kernels.split("// ---- kernels/").filter(|k| k.contains("__kernel")) {
            let text = kernel.split_once('\n').map_or("", |(_, text)| text);
            if let Err(log) = opencl::compile(text) {
                wrong.push_str(&log);
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(format!("{wrong}\n{kernels}")) }
    }

    /// Tests of the passes, which the compiler's crate has a test for: every file counts.
    fn passes(&self, outcomes: &mut Vec<Outcome>) -> Result<(), String> {
        let ran = self.cargo_test(&["-p", "somdc", "--test", "passes"])?;
        let said = text(&ran.out) + &text(&ran.err);
        for (name, path) in case::files(&self.root, "passes", "core") {
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let failed = ran.code != 0 && (said.contains(&format!("{file}:")) || !said.contains(".core:"));
            outcomes.push(Outcome {
                test: name,
                column: "passes",
                result: if failed { Err(said.clone()) } else { Ok(()) },
            });
        }
        Ok(())
    }

    /// The crates' own tests. Their programs run side by side: many have one test that takes long.
    fn unit(&self, outcomes: &mut Vec<Outcome>) -> Result<(), String> {
        let started = Instant::now();
        let built = self.cargo_test(&["--workspace", "--no-run", "--message-format", "json"])?;
        if built.code != 0 {
            outcomes.push(Outcome { test: "cargo test".into(), column: "unit", result: Err(text(&built.err)) });
            return Ok(());
        }
        step("building the crates' own tests", started);
        let started = Instant::now();
        let out = text(&built.out);
        let mut programs: Vec<TestProgram> = out.lines().filter_map(TestProgram::of_message).collect();
        // What takes longest begins first.
        programs.sort_by_key(|p| LONG_TESTS.iter().position(|l| *l == p.name).unwrap_or(LONG_TESTS.len()));
        let ran = tools::parallel("unit", &programs, |p| &p.name, TestProgram::run);
        for (program, ran) in programs.iter().zip(ran) {
            program.outcomes(&ran?, outcomes);
        }
        step("crates' own tests", started);
        Ok(())
    }

    fn cargo_test(&self, args: &[&str]) -> Result<Ran, String> {
        let mut cargo = tools::cargo();
        let target = self.work.parent().unwrap_or(&self.work);
        cargo.arg("test").args(args).arg("--target-dir").arg(target).current_dir(&self.root);
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        tools::run(&mut cargo, &[], Duration::from_secs(3600))
    }
}

/// Programs of tests that take long, in the order in which they begin.
const LONG_TESTS: [&str; 5] = ["names", "explain", "wrong_java", "kernels", "erase"];

/// A program that `cargo test` has built.
struct TestProgram {
    name: String,
    executable: PathBuf,
    /// The folder of its package, in which it runs.
    folder: PathBuf,
}

impl TestProgram {
    /// None where a message of cargo's tells of something else.
    fn of_message(line: &str) -> Option<TestProgram> {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let is_test = message["profile"]["test"].as_bool() == Some(true);
        let executable = message["executable"].as_str().filter(|_| is_test)?.into();
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_path_buf();
        Some(TestProgram { name: message["target"]["name"].as_str()?.into(), executable, folder })
    }

    fn run(&self) -> Result<Ran, String> {
        tools::run(Command::new(&self.executable).current_dir(&self.folder), &[], Duration::from_secs(3600))
    }

    /// One outcome a test.
    fn outcomes(&self, ran: &Ran, outcomes: &mut Vec<Outcome>) {
        let said = text(&ran.out);
        let before = outcomes.len();
        for line in said.lines() {
            let Some((name, verdict)) = line.strip_prefix("test ").and_then(|l| l.split_once(" ... ")) else {
                continue;
            };
            let result = match verdict.split(' ').next() {
                Some("ok") => Ok(()),
                Some("FAILED") => {
                    let at = said.find(&format!("---- {name} stdout ----")).unwrap_or(said.len());
                    Err(said[at..].lines().take(30).collect::<Vec<_>>().join("\n"))
                }
                _ => continue,
            };
            outcomes.push(Outcome { test: format!("{} {name}", self.name), column: "unit", result });
        }
        if ran.code != 0 && !outcomes[before..].iter().any(|o| o.result.is_err()) {
            outcomes.push(Outcome { test: self.name.clone(), column: "unit", result: Err(said + &text(&ran.err)) });
        }
    }
}

/// What is wrong with a text of which lines `// WHAT: TEXT` and `// WHAT-not: TEXT` say what it has and has not. Only spaces within a
/// line may differ.
fn unlike(source: &str, what: &str, found: &str) -> String {
    let plain = |s: &str| s.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = found.lines().map(plain).collect();
    let has = |wanted: &str| lines.iter().any(|l| l.contains(&plain(wanted)));
    let mut wrong = String::new();
    for line in source.lines().map(str::trim) {
        if let Some(wanted) = line.strip_prefix(&format!("// {what}:")).filter(|w| !has(w)) {
            wrong.push_str(&format!("no line with `{}`\n", wanted.trim()));
        }
        if let Some(unwanted) = line.strip_prefix(&format!("// {what}-not:")).filter(|w| has(w)) {
            wrong.push_str(&format!("there is a line with `{}`\n", unwanted.trim()));
        }
    }
    wrong
}
