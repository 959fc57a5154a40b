//! The column `cluster`: programs on several ranks, which must do what they do on one; ranks that die, are stopped or cannot be reached; what a
//! simulation counts, how much memory ranks have, and loops that go on where they were broken off.

mod networks;

use crate::case::RunTest;
use crate::tools;
use crate::{LIMIT, Runner};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// On so many ranks each program runs.
const RANKS: [&str; 2] = ["2", "3"];
/// The program of which a rank is killed.
const LONG: &str = "run/cluster/Long";
/// The program whose ranks have little memory, and that which is broken off.
const LARGE: &str = "run/cluster/Large";
const CHECKPOINTS: &str = "run/cluster/Checkpoints";
/// Programs in which nothing fails: what is sent then is what a simulation counts.
const SIMULATED: [&str; 3] = ["run/cluster/Halos", LONG, LARGE];
/// Within this time all ranks have ended.
const SECONDS: Duration = Duration::from_secs(15);

/// However small, instructions are divided, and each decision is compared.
fn command(runner: &Runner, program: &Path, test: &RunTest, ranks: &str) -> Command {
    let mut command = Command::new(program);
    command.arg(test.module()).args(&test.args).current_dir(&runner.root);
    command.env("SOMD_TARGET", "cluster").env("SOMD_RANKS", ranks);
    command.env("SOMD_CLUSTER_LEAST", "0").env("SOMD_CLUSTER_CHECK", "1").env("SOMD_THREADS", "2");
    command
}

pub fn run(runner: &Runner, program: &Path, test: &RunTest) -> Result<(), String> {
    for ranks in RANKS {
        let mut command = command(runner, program, test, ranks);
        let ran = tools::run(&mut command, &test.input, LIMIT).and_then(|r| runner.judge(test, &r, true));
        ran.map_err(|e| format!("on {ranks} ranks: {e}"))?;
    }
    if runner.has_kernels(test) {
        let mut command = command(runner, program, test, RANKS[0]);
        // A rank without a device would do all this on its cores.
        command.env("SOMD_RANK_TARGET", "gpu").env("SOMD_STRICT", "devices");
        let ran = tools::run(&mut command, &test.input, LIMIT).and_then(|r| runner.judge(test, &r, true));
        ran.map_err(|e| format!("on {} ranks with devices: {e}", RANKS[0]))?;
    }
    if SIMULATED.contains(&test.name.as_str()) {
        simulated(runner, program, test)?;
    }
    match test.name.as_str() {
        LONG => {
            under_mpi(runner, program, test)?;
            ends(runner, program, test, "-KILL", "error: rank 1 has ended")?;
            ends(runner, program, test, "-STOP", "error: rank 1 has not been heard of for 2 s")?;
            networks::run(runner, program, test)
        }
        LARGE => memory(runner, program, test),
        CHECKPOINTS => goes_on(runner, program, test),
        _ => Ok(()),
    }
}

/// The same ranks, started by MPI.
fn under_mpi(runner: &Runner, program: &Path, test: &RunTest) -> Result<(), String> {
    let mut command = Command::new("mpirun");
    command.args(["--oversubscribe", "-n", "3"]).arg(program).arg(test.module()).current_dir(&runner.root);
    command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    command.env("SOMD_TARGET", "cluster").env("SOMD_CLUSTER_LEAST", "0").env("SOMD_THREADS", "1");
    let ran = tools::run(&mut command, &[], LIMIT).and_then(|r| runner.judge(test, &r, true));
    ran.map_err(|e| format!("under mpirun: {e}"))
}

/// Messages and bytes of ranks that there are not are those of ranks that there are.
fn simulated(runner: &Runner, program: &Path, test: &RunTest) -> Result<(), String> {
    for ranks in ["2", "5", "8"] {
        let mut real = command(runner, program, test, ranks);
        real.env_remove("SOMD_CLUSTER_CHECK").env("SOMD_CLUSTER_REPORT", "1").env("SOMD_THREADS", "1");
        let real = tools::run(&mut real, &test.input, LIMIT)?;
        let (messages, bytes) = (said(&real, "messages,"), said(&real, "bytes"));
        let sent = format!("{ranks} {} {} ", messages.iter().sum::<u64>(), bytes.iter().sum::<u64>());
        let mut model = command(runner, program, test, ranks);
        model.env_remove("SOMD_RANKS").env("SOMD_SIMULATE", ranks);
        let model = tools::run(&mut model, &test.input, LIMIT)?;
        let counted = String::from_utf8_lossy(&model.err);
        let counted = counted.lines().find_map(|l| l.strip_prefix("ranks, messages, bytes, seconds, waiting, alone: "));
        let counted = counted.unwrap_or_default();
        if real.out != model.out || !counted.starts_with(&sent) {
            return Err(format!(
                "{ranks} ranks sent (ranks, messages, bytes) {sent}, and a simulation counts {counted}"
            ));
        }
    }
    Ok(())
}

/// The numbers that ranks say of themselves at their end, in front of a word.
fn said(ran: &tools::Ran, what: &str) -> Vec<u64> {
    let err = String::from_utf8_lossy(&ran.err).into_owned();
    let number = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|w| *w == what)?;
        words.get(at.checked_sub(1)?)?.parse().ok()
    };
    err.lines().filter(|l| l.starts_with("rank ")).filter_map(number).collect()
}

/// A matrix that only regions touch is nowhere as a whole: it takes so much more memory than a small one.
fn memory(runner: &Runner, program: &Path, test: &RunTest) -> Result<(), String> {
    let report = |rows: &str, columns: &str| {
        let mut command = command(runner, program, test, "4");
        command.args([rows, columns, "3"]).env_remove("SOMD_CLUSTER_CHECK").env("SOMD_CLUSTER_REPORT", "1");
        tools::run(&mut command, &[], LIMIT)
    };
    let ran = report("6000", "4000")?;
    // The program alone, in which all tests are, takes some tens.
    let without = said(&report("60", "40")?, "MiB").into_iter().max().unwrap_or(0);
    let most: Vec<u64> = said(&ran, "MiB").into_iter().map(|m| m.saturating_sub(without)).collect();
    // The matrix has 183 MiB, and the steps have two of them.
    let whole = (6000 * 4000 * 8) >> 20;
    match most.len() == 4 && most.iter().all(|m| *m < whole * 3 / 4) {
        true => Ok(()),
        false => {
            Err(format!("ranks have {most:?} MiB of an array of {whole} MiB: {}", String::from_utf8_lossy(&ran.err)))
        }
    }
}

/// A loop that was broken off goes on on another number of ranks, and on another target.
fn goes_on(runner: &Runner, program: &Path, test: &RunTest) -> Result<(), String> {
    let file = runner.work.join("checkpoint-of-ranks").to_string_lossy().into_owned();
    let run = |ranks: &str, end: &str| {
        let mut command = command(runner, program, test, ranks);
        if ranks == "1" {
            command.env("SOMD_TARGET", "cpu");
        }
        command.args([&file, end]);
        tools::run(&mut command, &[], LIMIT).map(|r| String::from_utf8_lossy(&r.out).into_owned())
    };
    let _ = std::fs::remove_file(&file);
    let whole = run("1", "-1")?;
    let whole = whole.split_once(' ').map_or("", |w| w.1);
    for (first, second) in [("3", "2"), ("2", "1"), ("1", "4")] {
        // Of a run before, or of the last turn.
        let _ = std::fs::remove_file(&file);
        run(first, "13")?;
        let rest = run(second, "-1")?;
        if rest != format!("13 {whole}") {
            return Err(format!(
                "broken off on {first} ranks, on {second} it gives {rest:?}, and without a break {whole:?}"
            ));
        }
    }
    Ok(())
}

/// One rank is killed or stopped: all end, soon, with one error and a code that is not 0.
fn ends(runner: &Runner, program: &Path, test: &RunTest, signal: &str, error: &str) -> Result<(), String> {
    let mut command = command(runner, program, test, "3");
    command.arg("100000000").env("SOMD_CLUSTER_TIMEOUT", "2");
    let (killed, started) = std::sync::mpsc::channel();
    let ran = std::thread::scope(|scope| {
        scope.spawn(move || killed.send(signal_one(signal)));
        tools::run(&mut command, &[], LIMIT)
    })?;
    let since: Instant = started.recv().map_err(|e| e.to_string())??;
    let err = String::from_utf8_lossy(&ran.err);
    judge_end(&format!("a rank got {signal}"), ran.code, &err, error, since)
}

fn judge_end(what: &str, code: i32, err: &str, error: &str, since: Instant) -> Result<(), String> {
    let told = err.lines().filter(|l| l.starts_with(error)).count();
    match (code, told, since.elapsed() < SECONDS) {
        (0, _, _) => Err(format!("{what}, and the program ended with 0")),
        (_, 1, true) => Ok(()),
        (code, _, _) => Err(format!("{what}; code {code} after {:?}:\n{err}", since.elapsed())),
    }
}

/// Sends a signal to rank 1 of the program that this process has started; when that was.
fn signal_one(signal: &str) -> Result<Instant, String> {
    let started = Instant::now();
    while started.elapsed() < LIMIT {
        std::thread::sleep(Duration::from_millis(100));
        let Some(rank) = rank_1() else { continue };
        // It is in the middle of its work then.
        std::thread::sleep(Duration::from_millis(700));
        let killed = Command::new("kill").args([signal, &rank.to_string()]).status();
        return match killed {
            Ok(status) if status.success() => Ok(Instant::now()),
            _ => Err(format!("rank 1 of {LONG} gets no {signal}")),
        };
    }
    Err(format!("{LONG} has not started its ranks"))
}

/// The process that is rank 1 of the long program and a grandchild of this one.
fn rank_1() -> Option<u32> {
    let processes = std::fs::read_dir("/proc").ok()?.flatten();
    processes.filter_map(|p| p.file_name().to_str()?.parse::<u32>().ok()).find(|pid| {
        let file = |name: &str| std::fs::read(format!("/proc/{pid}/{name}")).unwrap_or_default();
        let has = |bytes: &[u8], word: &str| bytes.split(|b| *b == 0).any(|w| w == word.as_bytes());
        let parent = |pid: u32| {
            let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
            status.lines().find_map(|l| l.strip_prefix("PPid:")?.trim().parse::<u32>().ok())
        };
        let ours = || parent(*pid).and_then(parent) == Some(std::process::id());
        has(&file("environ"), "SOMD_RANK=1") && has(&file("cmdline"), "100000000") && ours()
    })
}
