//! `somdc test`: runs the tests of a program on several back ends and shows where they fail and where the back ends differ.
//!
//! - [`find`]: the tests, by JUnit's annotations.
//! - [`harness`]: the program that runs them, written in the language itself.
//! - [`outcome`]: what it printed, read again.

mod find;
mod harness;
mod outcome;
mod rows;

use super::commands::{self, DIAGNOSTICS, USAGE};
use super::{Common, TestArgs, folder};
use crate::driver::project;
use crate::driver::stages::Compilation;
use find::{Case, Found};
use outcome::{Failure, Outcome};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A back end with what became of each test on it, in the order in which they were chosen.
struct Column {
    target: String,
    outcomes: Vec<Outcome>,
    took: Duration,
}

pub fn test(mut args: TestArgs) -> i32 {
    // As JUnit's runners do.
    args.common.assertions = true;
    let applied = folder::apply(&mut args.paths, &mut args.common, true);
    applied.and_then(|_| run(&args)).unwrap_or_else(|code| code)
}

fn run(args: &TestArgs) -> Result<i32, i32> {
    let c = commands::read(&args.paths, &args.common)?;
    if c.failed() {
        commands::report(&c, &args.common)?;
    }
    let found = find::find(&c.units, &c.sources);
    refuse(&c, &found)?;
    let wanted = |case: &&Case| args.filter.is_empty() || args.filter.iter().any(|f| case.name.contains(f.as_str()));
    let listed: Vec<usize> = (0..found.cases.len()).filter(|&n| wanted(&&found.cases[n])).collect();
    if listed.is_empty() {
        nothing(&found, args);
        return Err(USAGE);
    }
    if args.list {
        let names: String = listed.iter().map(|&n| format!("{}\n", found.cases[n].name)).collect();
        commands::print(&names);
        return Ok(0);
    }
    let (off, chosen): (Vec<usize>, Vec<usize>) = listed.into_iter().partition(|&n| found.cases[n].disabled.is_some());
    let columns = if chosen.is_empty() { Vec::new() } else { columns(args, &c, &found, &chosen)? };
    for &n in &off {
        let reason = found.cases[n].disabled.as_deref().filter(|r| !r.is_empty());
        println!("skipped  {}{}", found.cases[n].name, reason.map(|r| format!(": {r}")).unwrap_or_default());
    }
    let shown = Shown { c: &c, found: &found, columns: &columns };
    let failed = (0..chosen.len()).filter(|&at| !shown.case(chosen[at], at, args.any_output)).count();
    let mut counts = vec![format!("{} passed", chosen.len() - failed)];
    counts.extend((failed > 0).then(|| format!("{failed} failed")));
    counts.extend((!off.is_empty()).then(|| format!("{} skipped", off.len())));
    let times: Vec<String> = columns.iter().map(|c| format!("{} {:.1} s", c.target, c.took.as_secs_f64())).collect();
    let on = if times.is_empty() { String::new() } else { format!(" ({})", times.join(", ")) };
    println!("{}{on}", counts.join(", "));
    Ok(if failed > 0 { DIAGNOSTICS } else { 0 })
}

/// Says what is wrong with the tests themselves.
fn refuse(c: &Compilation, found: &Found) -> Result<(), i32> {
    for (at, what) in &found.wrong {
        match c.sources.locate(*at) {
            Some((file, line, column)) => eprintln!("somdc: {}:{line}:{column}: {what}", file.name),
            None => eprintln!("somdc: {what}"),
        }
    }
    if found.wrong.is_empty() { Ok(()) } else { Err(DIAGNOSTICS) }
}

fn nothing(found: &Found, args: &TestArgs) {
    if found.cases.is_empty() {
        eprintln!("somdc: no tests: a test is a method with `@Test` of `org.junit.jupiter.api` or `org.junit`");
        return;
    }
    eprintln!("somdc: none of {} tests has `{}` in its name", found.cases.len(), args.filter.join("` or `"));
    let names = found.cases.iter().flat_map(|c| [c.name.as_str(), c.name.rsplit('.').next().unwrap_or("")]);
    if let Some(near) = args.filter.iter().find_map(|f| somd_sema::scope::did_you_mean(f, names.clone())) {
        eprintln!("  did you mean `{near}`?");
    }
}

/// The back ends that are asked for; without a word, all that are here.
fn targets(args: &TestArgs) -> Vec<String> {
    if !args.on.is_empty() {
        return args.on.clone();
    }
    let device = somd_runtime::device::describe_devices().is_ok_and(|found| !found.is_empty());
    let all = ["interp", "cpu", "gpu"].into_iter().filter(|t| *t != "gpu" || device);
    all.map(String::from).collect()
}

/// Writes the program that runs the tests, builds it, and runs it on each back end.
fn columns(args: &TestArgs, c: &Compilation, found: &Found, chosen: &[usize]) -> Result<Vec<Column>, i32> {
    let cannot = |e: std::io::Error| {
        eprintln!("somdc: cannot write the tests: {e}");
        DIAGNOSTICS
    };
    let folder = tempfile::tempdir().map_err(cannot)?;
    let files = harness::write(found, &c.units, &c.sources);
    let main = files[0].class.clone();
    let mut paths = args.paths.clone();
    for file in files {
        let path = folder.path().join(format!("{}.somd", file.class));
        std::fs::write(&path, file.text).map_err(cannot)?;
        paths.push(path);
    }
    let common = Common { main: Some(main.clone()), ..args.common.clone() };
    let (tests, program) = commands::compiled(&paths, &common)?;
    let targets = targets(args);
    let built = if targets.iter().any(|t| t != "interp") {
        let keep = (paths_of(&args.paths), args.common.fast_math, "test");
        Some(commands::built(&tests, &program, &common, &args.paths, &args.target_cpu, keep)?)
    } else {
        None
    };
    let rules = commands::rules(&args.paths, &args.common);
    let mut columns = Vec::new();
    for target in targets {
        let command = || match &built {
            Some((program, _)) if target != "interp" => {
                let mut command = Command::new(program);
                command.env("SOMD_TARGET", &target);
                if let Some(rules) = rules.as_ref().filter(|_| std::env::var_os("SOMD_RULES").is_none()) {
                    command.env("SOMD_RULES", rules);
                }
                Ok(command)
            }
            _ => commands::interpreter(&paths, &common).map(|mut c| {
                c.args(["-Aall", "--"]);
                c
            }),
        };
        let started = Instant::now();
        let what = format!("running {} tests on {target}", chosen.len());
        let outcomes = project::said_late(&what, || on(&target, chosen, &command))?;
        columns.push(Column { target, outcomes, took: started.elapsed() });
    }
    Ok(columns)
}

fn paths_of(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths.iter().map(|p| std::fs::canonicalize(p).unwrap_or_else(|_| p.clone())).collect()
}

/// The outcomes of the chosen tests on a back end. Where a test ends the process, another goes on with those behind it.
fn on(target: &str, chosen: &[usize], command: &dyn Fn() -> std::io::Result<Command>) -> Result<Vec<Outcome>, i32> {
    let token = format!("somd-test-{:x}-{:x}", std::process::id(), chosen.len() * 7919 + target.len());
    let mut outcomes = Vec::new();
    while outcomes.len() < chosen.len() {
        let rest: Vec<String> = chosen[outcomes.len()..].iter().map(usize::to_string).collect();
        let ran = command().and_then(|mut c| c.arg(&token).args(&rest).stdin(Stdio::null()).output()).map_err(|e| {
            eprintln!("somdc: cannot run the tests on {target}: {e}");
            DIAGNOSTICS
        })?;
        let how = match ran.status.code() {
            Some(code) => format!("the program ended with exit code {code}"),
            None => format!("the program ended: {}", ran.status),
        };
        let read = outcome::read(&String::from_utf8_lossy(&ran.stdout), &token, &how);
        if read.is_empty() {
            eprint!("{}", String::from_utf8_lossy(&ran.stderr));
            eprintln!("somdc: no test ran on {target}: {how}");
            return Err(DIAGNOSTICS);
        }
        outcomes.extend(read);
    }
    Ok(outcomes)
}

/// What is needed to show results.
struct Shown<'a> {
    c: &'a Compilation,
    found: &'a Found,
    columns: &'a [Column],
}

impl Shown<'_> {
    /// Shows a test's results; gives whether it passed everywhere, with the same output.
    fn case(&self, number: usize, at: usize, any_output: bool) -> bool {
        let case = &self.found.cases[number];
        // Back ends where the same went wrong are told of together.
        let mut groups: Vec<(&Failure, Vec<&str>)> = Vec::new();
        let mut passed = Vec::new();
        for column in self.columns {
            match &column.outcomes[at].failure {
                None => passed.push(column.target.as_str()),
                Some(failure) => match groups.iter_mut().find(|(f, _)| f.says(failure)) {
                    Some((_, targets)) => targets.push(&column.target),
                    None => groups.push((failure, vec![&column.target])),
                },
            }
        }
        if groups.is_empty() {
            let first = &self.columns[0];
            let other = self.columns[1..].iter().find(|c| c.outcomes[at].output != first.outcomes[at].output);
            let Some(other) = other.filter(|_| !any_output) else {
                println!("ok       {}", case.name);
                return true;
            };
            println!("DIFFERS  {}", case.name);
            self.difference(&first.outcomes[at].output, &first.target, &other.outcomes[at].output, &other.target);
            return false;
        }
        println!("FAILED   {}", case.name);
        for (failure, targets) in groups {
            self.failure(case, failure, &targets, !passed.is_empty());
        }
        if !passed.is_empty() {
            println!("         passes on {}", passed.join(", "));
        }
        let output = self.columns.iter().map(|c| &c.outcomes[at]).find(|o| o.failure.is_some()).map(|o| &o.output);
        for line in output.into_iter().flat_map(|o| o.lines()).take(MOST_LINES) {
            println!("       > {line}");
        }
        false
    }

    fn failure(&self, case: &Case, failure: &Failure, targets: &[&str], split: bool) {
        let own = |file: &str| {
            let mut files = self.c.sources.files().iter().filter(|f| !f.library);
            files.find(|f| Path::new(&f.name).file_name().is_some_and(|n| n == file))
        };
        let thrown = failure.frames.iter().find_map(|(file, line)| Some((own(file)?, *line)));
        let place = thrown.or_else(|| self.c.sources.locate(case.at).map(|(file, line, _)| (file, line)));
        let on = if split || self.columns.len() > targets.len() {
            format!(" ({})", targets.join(", "))
        } else {
            String::new()
        };
        match place {
            Some((file, line)) => {
                println!("         {}:{line}: {}{on}", file.name, failure.message);
                println!("  {line:>6} | {}", file.line(line));
            }
            None => println!("         {}{on}", failure.message),
        }
    }

    /// The first lines in which two outputs differ.
    fn difference(&self, a: &str, a_name: &str, b: &str, b_name: &str) {
        let (mut left, mut right) = (a.lines(), b.lines());
        for number in 1.. {
            match (left.next(), right.next()) {
                (None, None) => return,
                (l, r) if l != r => {
                    let width = a_name.len().max(b_name.len());
                    println!("         line {number} of what it prints:");
                    for (name, line) in [(a_name, l), (b_name, r)] {
                        println!("         {name:width$}  {}", line.unwrap_or("(nothing)"));
                    }
                    return;
                }
                _ => {}
            }
        }
    }
}

/// How many lines of a failed test's output are shown.
const MOST_LINES: usize = 20;
