//! The column `cluster`: programs on several ranks, which must do what they do on one; and a rank that dies.

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
/// Within this time all ranks have ended.
const SECONDS: Duration = Duration::from_secs(10);

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
    if test.name == LONG { under_mpi(runner, program, test).and_then(|()| dies(runner, program, test)) } else { Ok(()) }
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

/// One rank is killed: all end, soon, with one error and a code that is not 0.
fn dies(runner: &Runner, program: &Path, test: &RunTest) -> Result<(), String> {
    let mut command = command(runner, program, test, "3");
    command.arg("100000000");
    let (killed, started) = std::sync::mpsc::channel();
    let ran = std::thread::scope(|scope| {
        scope.spawn(move || killed.send(kill_one(&format!("{LONG} 100000000"))));
        tools::run(&mut command, &[], LIMIT)
    })?;
    let since: Instant = started.recv().map_err(|e| e.to_string())??;
    let err = String::from_utf8_lossy(&ran.err);
    let told = err.lines().filter(|l| l.starts_with("error: rank 1 has ended")).count();
    match (ran.code, told, since.elapsed() < SECONDS) {
        (0, _, _) => Err("a rank was killed, and the program ended with 0".into()),
        (_, 1, true) => Ok(()),
        (code, _, _) => Err(format!("a rank was killed; code {code} after {:?}:\n{err}", since.elapsed())),
    }
}

/// Kills rank 1 of the program that this process has started; when that was.
fn kill_one(what: &str) -> Result<Instant, String> {
    let started = Instant::now();
    while started.elapsed() < LIMIT {
        std::thread::sleep(Duration::from_millis(100));
        let Some(rank) = rank_1() else { continue };
        // It is in the middle of its work then.
        std::thread::sleep(Duration::from_millis(700));
        let killed = Command::new("kill").args(["-9", &rank.to_string()]).status();
        return match killed {
            Ok(status) if status.success() => Ok(Instant::now()),
            _ => Err(format!("rank 1 of {what} cannot be killed")),
        };
    }
    Err(format!("{what} has not started its ranks"))
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
