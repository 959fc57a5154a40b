//! Starts the ranks of a program on this machine: `SOMD_RANKS=4`.

use super::{AT, RANK, RANKS};
use crate::pool;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Ranks end each other within this time.
const GRACE: Duration = Duration::from_secs(5);

/// Runs this program on so many ranks; the exit code of rank 0, or of one that failed.
pub fn launch(ranks: usize) -> i32 {
    let cannot = |e: io::Error| {
        eprintln!("error: the ranks of the program cannot be started: {e}");
        2
    };
    let folder = match meeting_place() {
        Ok(folder) => folder,
        Err(e) => return cannot(e),
    };
    let code = start(ranks, &folder).map_or_else(cannot, wait);
    // What is left of it is of no use to anyone.
    let _ = std::fs::remove_dir_all(&folder);
    code
}

/// A new folder that this user alone can use.
fn meeting_place() -> io::Result<PathBuf> {
    use std::os::unix::fs::DirBuilderExt;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos());
    let folder = std::env::temp_dir().join(format!("somd-ranks-{}-{now}", std::process::id()));
    std::fs::DirBuilder::new().mode(0o700).create(&folder)?;
    Ok(folder)
}

fn start(ranks: usize, folder: &Path) -> io::Result<Vec<Child>> {
    let program = std::env::current_exe()?;
    let threads = (pool::cores() / ranks).max(1).to_string();
    let mut children: Vec<Child> = Vec::new();
    for rank in 0..ranks {
        let mut command = Command::new(&program);
        command.args(std::env::args_os().skip(1));
        command.env(AT, folder).env(RANK, rank.to_string()).env(RANKS, ranks.to_string());
        if std::env::var_os("SOMD_THREADS").is_none() {
            command.env("SOMD_THREADS", &threads);
        }
        if rank > 0 {
            command.stdin(Stdio::null()).stdout(Stdio::null());
        }
        match command.spawn() {
            Ok(child) => children.push(child),
            Err(e) => {
                children.iter_mut().for_each(end);
                return Err(e);
            }
        }
    }
    Ok(children)
}

fn end(child: &mut Child) {
    // It may have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
}

fn wait(mut children: Vec<Child>) -> i32 {
    let mut ended: Vec<Option<ExitStatus>> = vec![None; children.len()];
    let mut failed: Option<Instant> = None;
    let mut pause = Duration::from_micros(200);
    while ended.iter().any(Option::is_none) {
        for (child, status) in children.iter_mut().zip(&mut ended) {
            if status.is_none() {
                *status = child.try_wait().ok().flatten();
            }
        }
        if failed.is_none() && ended.iter().flatten().any(|s| !s.success()) {
            failed = Some(Instant::now());
        }
        if failed.is_some_and(|since| since.elapsed() > GRACE) {
            children.iter_mut().zip(&ended).filter(|(_, s)| s.is_none()).for_each(|(c, _)| end(c));
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
    let code = |status: &ExitStatus| status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    let codes: Vec<i32> = ended.iter().flatten().map(code).collect();
    // A rank that was ended from outside says less than what the others say of it.
    let by_itself = ended.iter().flatten().find_map(|s| s.code().filter(|c| *c != 0));
    match codes.first() {
        Some(0) | None => codes.iter().copied().find(|c| *c != 0).unwrap_or(0),
        Some(&first) => by_itself.unwrap_or(first),
    }
}
