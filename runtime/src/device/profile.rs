//! `SOMD_PROFILE=trace.json`: when kernels, copies and loops on the host ran, as a timeline in Chrome's trace format.
//!
//! Times of devices come from OpenCL's own events, so a kernel's time holds no launch and no waiting. They are asked for once a
//! batch of commands is over, not while the program waits for a result. The clock of a device is set against the host's at the first
//! command. `somdc profile trace.json` makes a table and a page of the file.

use super::platform::Device;
use crate::kernel::Kernel;
use opencl3::event::Event;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Instant;

/// What a command of a device does.
pub enum What {
    /// With the bytes of all arrays it was given, and its iterations.
    Kernel {
        kernel: &'static Kernel,
        part: &'static str,
        bytes: usize,
        iterations: u64,
    },
    ToDevice(usize),
    ToHost(usize),
    Within(usize),
}

struct Profile {
    path: PathBuf,
    start: Instant,
    recorded: Mutex<Recorded>,
}

#[derive(Default)]
struct Recorded {
    /// Commands whose times have not been asked for yet.
    pending: Vec<(&'static Device, What, Arc<Event>)>,
    /// What a device's clock said at the start, by its name.
    offsets: Vec<(String, i128)>,
    /// Lines of the file.
    lines: Vec<String>,
    /// Threads that tasks have run on.
    threads: Vec<std::thread::ThreadId>,
}

/// Threads of tasks are numbered from here in the file, behind the host and the devices.
const TASKS: usize = 100;

/// So many commands are asked for their times together.
const BATCH: usize = 1024;

fn profile() -> Option<&'static Profile> {
    static PROFILE: OnceLock<Option<Profile>> = OnceLock::new();
    PROFILE
        .get_or_init(|| {
            let path = std::env::var_os("SOMD_PROFILE").filter(|p| !p.is_empty())?;
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

/// A command that was enqueued.
pub fn record(device: &'static Device, what: What, event: &Arc<Event>) {
    let Some(profile) = profile() else { return };
    let mut recorded = lock(profile);
    if !recorded.offsets.iter().any(|(name, _)| *name == device.name)
        && let Ok(queued) = event.profiling_command_queued()
    {
        let now = profile.start.elapsed().as_nanos() as i128;
        recorded.offsets.push((device.name.clone(), queued as i128 - now));
    }
    recorded.pending.push((device, what, event.clone()));
    if recorded.pending.len() >= BATCH {
        resolve(&mut recorded);
    }
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

/// Writes the file, at the end of the program.
pub fn finish() {
    let Some(profile) = profile() else { return };
    let mut recorded = lock(profile);
    resolve(&mut recorded);
    let mut text = String::from("[\n");
    let mut names = vec!["host".to_string()];
    for (name, _) in &recorded.offsets {
        names.push(format!("{name}: kernels"));
        names.push(format!("{name}: copies"));
    }
    let tasks = (0..recorded.threads.len()).map(|n| (TASKS + n, format!("tasks, thread {}", n + 1)));
    for (thread, name) in names.into_iter().enumerate().chain(tasks.collect::<Vec<_>>()) {
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

/// Asks for the times of all pending commands.
fn resolve(recorded: &mut Recorded) {
    for (device, what, event) in std::mem::take(&mut recorded.pending) {
        let times = event.wait().and_then(|()| Ok((event.profiling_command_start()?, event.profiling_command_end()?)));
        let Ok((start, end)) = times else { continue };
        let Some(number) = recorded.offsets.iter().position(|(name, _)| *name == device.name) else { continue };
        let (from, time) = (start as i128 - recorded.offsets[number].1, end as i128 - start as i128);
        let (kernels, copies) = (1 + 2 * number, 2 + 2 * number);
        let text = match what {
            What::Kernel { kernel, part, bytes, iterations } => {
                let operations = iterations.saturating_mul(kernel.operations.into());
                let numbers = [
                    ("bytes", bytes as u64),
                    ("iterations", iterations),
                    ("operations", operations),
                    ("text", kernel.number().into()),
                ];
                let source = format!("{} {}", kernel.method, kernel.place);
                line(&format!("{}{part}", kernel.name), "kernel", kernels, from, time, &numbers, source.trim())
            }
            What::ToDevice(bytes) => line("to the device", "copy", copies, from, time, &[("bytes", bytes as u64)], ""),
            What::ToHost(bytes) => line("to the host", "copy", copies, from, time, &[("bytes", bytes as u64)], ""),
            What::Within(bytes) => {
                line("within the device", "copy", copies, from, time, &[("bytes", bytes as u64)], "")
            }
        };
        recorded.lines.push(text);
    }
}

/// An event of the trace. Its unit is the microsecond.
fn line(
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
