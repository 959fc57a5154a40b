//! Programs that have kernels, on a simulated device (oclgrind) that reports what kernels must not do: memory out of bounds, races, barriers
//! that some work items miss.
//!
//! It is slow: of the samples, whose inputs are big, it runs the first and last work group of each launch, so that only its messages count;
//! and what takes too long is checked as far as it gets. Results are [kept](crate::kept).

use crate::case::RunTest;
use crate::kept::{self, Kept};
use crate::report::Outcome;
use crate::{Runner, opencl, step, text, tools};
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::Hasher;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// How long a program runs.
const LIMIT: Duration = Duration::from_secs(15);

/// How far a program got.
enum Simulated {
    To(Result<(), String>),
    /// To its end, but with the right output only where kernels are not optimised.
    Plain,
    Stopped,
    Unknown,
}

impl Simulated {
    /// As a file of a later run tells it. Failures are found again.
    fn name(&self) -> Option<&'static str> {
        match self {
            Simulated::To(Ok(())) => Some("passed"),
            Simulated::To(Err(_)) => None,
            Simulated::Plain => Some("plain"),
            Simulated::Stopped => Some("stopped"),
            Simulated::Unknown => Some("unknown"),
        }
    }

    fn of(name: &str) -> Option<Simulated> {
        let all = [Simulated::To(Ok(())), Simulated::Plain, Simulated::Stopped, Simulated::Unknown];
        all.into_iter().find(|s| s.name() == Some(name))
    }
}

pub fn run(runner: &Runner, tests: &[&RunTest], program: &Path, outcomes: &mut Vec<Outcome>) -> Result<(), String> {
    let started = Instant::now();
    let folder = runner.work.join("oclgrind");
    let vendors = opencl::simulator(&folder)?;
    let mut simulator = DefaultHasher::new();
    let library = fs::read_to_string(vendors.join("oclgrind.icd")).unwrap_or_default();
    kept::hash_files(Path::new(library.trim()), &mut simulator);
    let kept = Kept::new(runner, "oclgrind", (kept::compiled_with(runner), simulator.finish()))?;
    let tests = runner.with_kernels("oclgrind", tests);
    let results = tools::parallel(
        "oclgrind",
        &tests,
        |t| &t.name,
        |test| {
            let record = kept.record(runner, test, &kept::generated(runner, test), ());
            if let Some(before) = record.before().and_then(|name| Simulated::of(&name)) {
                return (before, true);
            }
            let now = simulate(runner, test, program, &vendors);
            if let Some(name) = now.name() {
                record.keep(name);
            }
            (now, false)
        },
    );
    let (mut plain, mut stopped, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    let before = results.iter().filter(|(_, known)| *known).count();
    for (test, (result, _)) in tests.iter().zip(results) {
        match result {
            Simulated::To(result) => outcomes.push(Outcome { test: test.name.clone(), column: "oclgrind", result }),
            Simulated::Plain => {
                plain.push(test.name.as_str());
                outcomes.push(Outcome { test: test.name.clone(), column: "oclgrind", result: Ok(()) });
            }
            Simulated::Stopped => stopped.push(test.name.as_str()),
            Simulated::Unknown => unknown.push(test.name.as_str()),
        }
    }
    step("oclgrind", started);
    kept::tell("oclgrind", before);
    if !plain.is_empty() {
        eprintln!("oclgrind: right with kernels that are not optimised only: {}", plain.join(", "));
    }
    if !stopped.is_empty() {
        eprintln!("oclgrind: checked for {} s only: {}", LIMIT.as_secs(), stopped.join(", "));
    }
    if !unknown.is_empty() {
        eprintln!("oclgrind: NOT checked, their kernels need what it does not know: {}", unknown.join(", "));
    }
    Ok(())
}

fn simulate(runner: &Runner, test: &RunTest, program: &Path, vendors: &Path) -> Simulated {
    let log = vendors.join(format!("{}.log", test.module()));
    let quick = test.name.starts_with("samples/");
    let run = |plain: bool| {
        // There is none where nothing is said.
        let _ = fs::remove_file(&log);
        let mut command = Command::new(program);
        command.arg(test.module()).args(&test.args).current_dir(&runner.root);
        command.env("SOMD_TARGET", "gpu").env("SOMD_STRICT", "devices");
        command.env("OCL_ICD_VENDORS", vendors).env("OCLGRIND_LOG", &log);
        command.env("OCLGRIND_CHECK_API", "1").env("OCLGRIND_DATA_RACES", "1").env("OCLGRIND_NUM_THREADS", "1");
        if quick {
            command.env("OCLGRIND_QUICK", "1");
        }
        if plain {
            command.env("OCLGRIND_BUILD_OPTIONS", "-cl-opt-disable").env("SOMD_CACHE", vendors.join("plain"));
        }
        tools::run(&mut command, &test.input, LIMIT)
    };
    // It interprets LLVM's code, and does not know all of LLVM's functions: those that its optimiser puts in.
    let is_unknown = |err: &[u8]| text(err).contains("Undefined external function");
    // And integers of two bits, which the optimiser makes of `n & 3`, it does not cut to their width: numbers are wrong then, and indices
    // outside their arrays. The same kernel as it is written must give the right ones, without a word.
    let is_wrong = |ran: &tools::Ran| {
        let said = !fs::read_to_string(&log).unwrap_or_default().is_empty();
        !quick && (said || test.expected_out().is_ok_and(|right| right != ran.out))
    };
    let (ran, wrong) = match run(false) {
        Ok(ran) if is_unknown(&ran.err) => (run(true), false),
        Ok(ran) if is_wrong(&ran) => (run(true), true),
        ran => (ran, false),
    };
    match fs::read_to_string(&log).unwrap_or_default() {
        said if !said.is_empty() => Simulated::To(Err(said.lines().take(40).collect::<Vec<_>>().join("\n"))),
        _ => match ran {
            Ok(ran) if is_unknown(&ran.err) => Simulated::Unknown,
            Ok(_) if quick => Simulated::To(Ok(())),
            Ok(mut ran) => {
                // Its compiler counts warnings also where they are switched off.
                let err = text(&ran.err);
                let said =
                    err.lines().filter(|l| !l.ends_with("warning generated.") && !l.ends_with("warnings generated."));
                ran.err = said.collect::<Vec<_>>().join("\n").into_bytes();
                match runner.judge(test, &ran, true) {
                    Ok(()) if wrong => Simulated::Plain,
                    result => Simulated::To(result),
                }
            }
            Err(_) => Simulated::Stopped,
        },
    }
}
