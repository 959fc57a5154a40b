//! `SOMD_PROFILE=trace.json`: when kernels, copies, tasks and loops on the host ran, as a timeline in Chrome's trace format.
//!
//! `somdc profile trace.json` makes a table and a page of the file. Times of devices come from `device::profile`.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::time::Instant;

struct Profile {
    path: PathBuf,
    start: Instant,
    recorded: Mutex<Recorded>,
}

#[derive(Default)]
struct Recorded {
    /// Lines of the file.
    lines: Vec<String>,
    /// Threads that tasks have run on.
    threads: Vec<std::thread::ThreadId>,
}

/// Threads of tasks are numbered from here in the file, behind the host and the devices.
const TASKS: usize = 100;

fn profile() -> Option<&'static Profile> {
    static PROFILE: OnceLock<Option<Profile>> = OnceLock::new();
    PROFILE
        .get_or_init(|| {
            let path = std::env::var_os("SOMD_PROFILE").filter(|p| !p.is_empty() && crate::cluster::speaks())?;
            Some(Profile { path: path.into(), start: Instant::now(), recorded: Mutex::default() })
        })
        .as_ref()
}

/// Queues are to be made so that their commands keep times.
pub fn wanted() -> bool {
    profile().is_some()
}

/// Begins the timeline.
pub fn begin() {
    profile();
}

/// A loop of a region that ran on the host since `start`.
pub fn host(method: &str, iterations: usize, start: Instant) {
    let Some(profile) = profile() else { return };
    let (from, time) = (start.saturating_duration_since(profile.start), start.elapsed());
    let line = line(
        method,
        "host",
        0,
        from.as_nanos() as i128,
        time.as_nanos() as i128,
        &[("iterations", iterations as u64)],
        "",
    );
    lock(profile).lines.push(line);
}

/// A stage of a task graph that worked on an item since `start`, on this thread.
pub fn task(number: usize, start: Instant) {
    let Some(profile) = profile() else { return };
    let time = start.elapsed();
    let from = start.saturating_duration_since(profile.start);
    let mut recorded = lock(profile);
    let thread = std::thread::current().id();
    let known = recorded.threads.iter().position(|t| *t == thread);
    let number_of = known.unwrap_or_else(|| {
        recorded.threads.push(thread);
        recorded.threads.len() - 1
    });
    let name = format!("task: stage {number}");
    let line = line(&name, "task", TASKS + number_of, from.as_nanos() as i128, time.as_nanos() as i128, &[], "");
    recorded.lines.push(line);
}

/// The time now, where a profile is wanted.
pub fn now() -> Option<Instant> {
    profile().map(|_| Instant::now())
}

/// When the timeline began, where one is wanted.
pub fn start() -> Option<Instant> {
    profile().map(|p| p.start)
}

/// Where one of the program's parallel constructs can run.
pub fn verdict(what: &str, outcome: &str, place: &str) {
    let (what, outcome, place) = (escaped(what), escaped(outcome), escaped(place));
    push(format!(
        r#"{{"ph":"i","cat":"verdict","name":"{what}","pid":1,"tid":0,"ts":0,"s":"g","args":{{"outcome":"{outcome}","source":"{place}"}}}}"#
    ));
}

/// Adds an event, made by [`line`].
pub fn push(line: String) {
    if let Some(profile) = profile() {
        lock(profile).lines.push(line);
    }
}

/// Writes the file, at the end of the program.
pub fn finish() {
    let Some(profile) = profile() else { return };
    let names = std::iter::once("host".to_string()).chain(crate::device::profile::finish());
    let recorded = lock(profile);
    let mut text = String::from("[\n");
    let tasks = (0..recorded.threads.len()).map(|n| (TASKS + n, format!("tasks, thread {}", n + 1)));
    for (thread, name) in names.enumerate().chain(tasks) {
        let name = escaped(&name);
        // Infallible: a String takes all.
        let _ =
            writeln!(text, r#"{{"ph":"M","name":"thread_name","pid":1,"tid":{thread},"args":{{"name":"{name}"}}}},"#);
    }
    text += &recorded.lines.join(",\n");
    let text = text.trim_end().trim_end_matches(',').to_string() + "\n]\n";
    if let Err(e) = std::fs::write(&profile.path, text) {
        eprintln!("warning: {}: {e}", profile.path.display());
    }
}

fn lock(profile: &Profile) -> MutexGuard<'_, Recorded> {
    profile.recorded.lock().unwrap_or_else(|e| e.into_inner())
}

/// An event of the trace. Its unit is the microsecond.
pub(crate) fn line(
    name: &str,
    category: &str,
    thread: usize,
    from: i128,
    time: i128,
    numbers: &[(&str, u64)],
    source: &str,
) -> String {
    let mut args: Vec<String> = numbers.iter().map(|(key, n)| format!(r#""{key}":{n}"#)).collect();
    if !source.is_empty() {
        args.push(format!(r#""source":"{}""#, escaped(source)));
    }
    let (from, time) = (from as f64 / 1e3, time as f64 / 1e3);
    format!(
        r#"{{"ph":"X","name":"{}","cat":"{category}","pid":1,"tid":{thread},"ts":{from:.3},"dur":{time:.3},"args":{{{}}}}}"#,
        escaped(name),
        args.join(",")
    )
}

fn escaped(text: &str) -> String {
    text.chars().flat_map(|c| if matches!(c, '"' | '\\') { vec!['\\', c] } else { vec![c] }).collect()
}
