//! Runs a process with limits: of time, of what it prints, and until somebody stops it.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Bytes that a program may print; what comes after them ends it.
pub const MOST: usize = 256 << 10;

/// How a process ended.
pub struct Ended {
    /// None where it was ended.
    pub code: Option<i32>,
    pub output: String,
    pub errors: String,
    pub time: Duration,
    /// Why it was ended, in words.
    pub why: Option<String>,
}

/// Runs it, with nothing on its standard input. What it starts ends with it.
///
/// # Errors
/// Where it cannot be started.
pub fn run(command: &mut Command, limit: Duration, stop: &AtomicBool) -> io::Result<Ended> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    // SAFETY: between fork and exec it makes one system call.
    unsafe {
        // It is not to go on without its time limit where this process is ended.
        command.pre_exec(|| {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong);
            Ok(())
        });
    }
    let start = Instant::now();
    let mut child = command.spawn()?;
    let printed = Arc::new(AtomicUsize::new(0));
    let output = collect(child.stdout.take(), &printed);
    let errors = collect(child.stderr.take(), &printed);
    let mut why = None;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > limit {
            why = Some(format!("it was ended after {} s, the time limit", limit.as_secs()));
        } else if stop.load(Ordering::Relaxed) {
            why = Some("it was stopped".into());
        } else if printed.load(Ordering::Relaxed) > MOST {
            why = Some(format!("it was ended after {} KiB of output", MOST >> 10));
        }
        if why.is_some() {
            kill(&child);
            break child.wait()?;
        }
        std::thread::sleep(Duration::from_millis(4));
    };
    let time = start.elapsed();
    // What it has started in turn is not to keep the output open.
    kill(&child);
    let text = |thread: JoinHandle<Vec<u8>>| String::from_utf8_lossy(&thread.join().unwrap_or_default()).into_owned();
    let code = status.code().filter(|_| why.is_none());
    Ok(Ended { code, output: text(output), errors: text(errors), time, why })
}

/// Ends the process and all of its group.
fn kill(child: &Child) {
    if let Ok(group) = libc::pid_t::try_from(child.id()) {
        // SAFETY: it only sends a signal, to a group that this process has made.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
}

fn collect(from: Option<impl Read + Send + 'static>, printed: &Arc<AtomicUsize>) -> JoinHandle<Vec<u8>> {
    let printed = printed.clone();
    std::thread::spawn(move || {
        let (mut all, mut part) = (Vec::new(), [0; 8192]);
        let Some(mut from) = from else { return all };
        while let Ok(n @ 1..) = from.read(&mut part) {
            printed.fetch_add(n, Ordering::Relaxed);
            all.extend(&part[..n.min(MOST.saturating_sub(all.len()))]);
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: u64) -> Ended {
        let never = AtomicBool::new(false);
        run(Command::new("sh").args(["-c", script]), Duration::from_millis(limit), &never).expect("there is a shell")
    }

    #[test]
    fn limits_end_a_process_and_what_it_started() {
        let fine = shell("echo a; echo b >&2; exit 3", 10_000);
        assert_eq!((fine.code, fine.output.as_str(), fine.errors.as_str()), (Some(3), "a\n", "b\n"));
        let start = Instant::now();
        let slow = shell("echo a; sleep 60 & sleep 60", 200);
        assert!(slow.code.is_none() && slow.output == "a\n" && slow.why.is_some_and(|w| w.contains("time limit")));
        let loud = shell("yes", 60_000);
        assert!(loud.output.len() == MOST && loud.why.is_some_and(|w| w.contains("256 KiB")));
        let stopped = AtomicBool::new(true);
        let stopped = run(Command::new("sleep").arg("60"), Duration::from_secs(60), &stopped).expect("it starts");
        assert!(stopped.why.is_some_and(|w| w == "it was stopped"));
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}
