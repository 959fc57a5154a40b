//! Whole programs on a device that fails on purpose (`SOMD_INJECT`): whatever fails, a program does all that it must, and says once why it
//! runs elsewhere; where it was told not to go elsewhere, it ends with an error. Only what was on a lost device and nowhere else is
//! lost, and the program ends with an error then too. Results are [kept](crate::kept).

use crate::case::RunTest;
use crate::kept::{self, Kept};
use crate::report::{Outcome, difference};
use crate::tools::{self, Ran};
use crate::{LIMIT, Runner, opencl, step, text};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// What fails: memory at each of the first allocations and from some time on, a kernel that the driver rejects, and all; the device is
/// lost at a launch, or when results are fetched.
const RULES: &[&str] = &[
    "allocate:1",
    "build:1",
    "launch:1",
    "allocate:2",
    "build:1+",
    "read:1",
    "allocate:3",
    "launch:2",
    "read:2",
    "allocate:1+",
    "build:2",
    "launch:3",
    "allocate:4",
    "read:4",
    "launch:5",
    "allocate:7+",
    "build:3",
    "read:3",
    "allocate:6",
    "launch:8",
    "read:6",
];
/// Each program meets so many of them: all together meet each rule often.
const EACH: usize = 4;
/// With `--every-failure` each program meets all of these: the first times that something happens.
const EVERY: &[(&str, u32)] = &[("read", 8), ("launch", 8), ("allocate", 8), ("build", 3)];

pub fn run(runner: &Runner, tests: &[&RunTest], program: &Path, outcomes: &mut Vec<Outcome>) -> Result<(), String> {
    let started = Instant::now();
    let kept = Kept::new(runner, "inject", (kept::compiled_with(runner), opencl::names()?))?;
    let before = AtomicUsize::new(0);
    let tests = runner.with_kernels("inject", tests);
    let results = tools::parallel(
        "inject",
        &tests,
        |t| &t.name,
        |test| {
            let meets = |rule: &str| check(runner, test, program, rule).map_err(|e| format!("SOMD_INJECT={rule}: {e}"));
            if !runner.args.every_failure {
                let record = kept.record(runner, test, &kept::generated(runner, test), ());
                if record.before().is_some() {
                    before.fetch_add(1, Ordering::Relaxed);
                    return Ok(());
                }
                let done = rules(test).try_for_each(|rule| meets(rule).map(drop));
                if done.is_ok() {
                    record.keep("passed");
                }
                return done;
            }
            let mut wrong = String::new();
            for (what, times) in EVERY {
                for time in 1..=*times {
                    match meets(&format!("{what}:{time}")) {
                        Ok(true) => {}
                        // It does not come to it, nor to later ones.
                        Ok(false) => break,
                        Err(why) => wrong.push_str(&why),
                    }
                }
            }
            if wrong.is_empty() { Ok(()) } else { Err(wrong) }
        },
    );
    for (test, result) in tests.into_iter().zip(results) {
        outcomes.push(Outcome { test: test.name.clone(), column: "inject", result });
    }
    step("failures on purpose", started);
    kept::tell("inject", before.into_inner());
    Ok(())
}

/// The rules that a program meets: its name alone says which, whatever other programs are run.
fn rules(test: &RunTest) -> impl Iterator<Item = &'static str> {
    let first = test.module().bytes().fold(0usize, |h, b| h.wrapping_mul(31).wrapping_add(usize::from(b)));
    (0..EACH).map(move |k| RULES[(first % RULES.len() + k) % RULES.len()])
}

/// Whether the program came to what was to fail.
fn check(runner: &Runner, test: &RunTest, program: &Path, rule: &str) -> Result<bool, String> {
    let start = |strict: bool| {
        let mut command = Command::new(program);
        command.arg(test.module()).args(&test.args).current_dir(&runner.root);
        command.env("SOMD_TARGET", "gpu").env("SOMD_INJECT", rule).env("SOMD_LEAKS", "1");
        if strict {
            command.env("SOMD_STRICT", "devices");
        }
        tools::run(&mut command, &test.input, LIMIT)
    };
    let mut ran = start(false)?;
    let err = text(&ran.err);
    let (warnings, others): (Vec<&str>, Vec<&str>) = err.lines().partition(|l| l.starts_with("warning: "));
    // Each kernel that is rejected is a failure of its own.
    let all = rule == "build:1+" && warnings.iter().all(|w| w.contains("does not build"));
    if warnings.len() > 1 && !all {
        return Err(format!("more than one warning:\n{err}"));
    }
    let met = !warnings.is_empty() || is_lost(&ran);
    let lost = is_lost(&ran) && (rule.starts_with("launch") || rule.starts_with("read"));
    ran.err = others.join("\n").into_bytes();
    if !lost {
        runner.judge(test, &ran, true)?;
    } else if !test.expected_out()?.starts_with(&ran.out) {
        return Err(format!(
            "before it ended it wrote what is wrong:\n{}",
            difference(&test.expected_out()?, &ran.out)
        ));
    }
    if !met {
        return Ok(false);
    }
    let strict = start(true)?;
    // The error is an exception, which programs may catch and print.
    let told = is_lost(&strict) || (text(&strict.err) + &text(&strict.out)).contains("cannot run where it was told to");
    if told || runner.judge(test, &strict, true).is_err() {
        Ok(true)
    } else {
        Err(format!("with SOMD_STRICT=1 it goes on all the same:\n{}", text(&strict.err)))
    }
}

/// Whether the program ended since what it needs was on a lost device.
fn is_lost(ran: &Ran) -> bool {
    ran.code != 0 && text(&ran.err).lines().any(|l| l.starts_with("error: "))
}
