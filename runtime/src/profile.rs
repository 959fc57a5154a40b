//! `SOMD_PROFILE=trace.json`: when what ran, as a timeline in Chrome's trace format.
//!
//! `somdc profile trace.json` makes a table and a page of the file. A [`Span`] is what a thread does from one time to another: a loop, the
//! launch of a kernel, its building, a wait for a copy, a message to another rank, a stage of a task graph. A span knows how much of its time
//! others within it took, so the time of a thread adds up: what no span has is the program's sequential code. Times of commands of devices come
//! from `device::profile`. Of several ranks each writes a file: rank 1 `trace.rank1.json`.
//!
//! A program that nobody profiles asks once a loop whether a profile is wanted, and does nothing else.

use crate::cluster;
use crate::kernel::Kernel;
use crate::target::Place;
use crate::work::Amount;
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

mod limits;
mod samples;

pub use limits::Limits;

struct Profile {
    path: PathBuf,
    start: Instant,
    began: SystemTime,
    recorded: Mutex<Recorded>,
}

#[derive(Default)]
struct Recorded {
    events: Vec<Event>,
    /// Of everything, also of what [`Recorded::events`] has no room for.
    totals: BTreeMap<Key, Total>,
    omitted: usize,
    /// The names of threads other than `main`'s, from lane [`THREADS`] on.
    threads: Vec<String>,
    /// Lines of the file.
    verdicts: Vec<String>,
}

/// What is added up: lane, category, name, place.
type Key = (usize, &'static str, Cow<'static, str>, &'static str);

#[derive(Clone, Copy, Default)]
struct Total {
    count: u64,
    time: i64,
    own: i64,
    least: i64,
}

/// Something that took time. Times are nanoseconds since the beginning.
pub struct Event {
    pub category: &'static str,
    pub name: Cow<'static, str>,
    pub lane: usize,
    pub from: i64,
    pub time: i64,
    /// Without what happened within it on its thread.
    pub own: i64,
    pub numbers: Vec<(&'static str, u64)>,
    pub method: &'static str,
    pub place: &'static str,
}

/// Threads are numbered from here in the file, behind the host's `main` (0) and the devices.
const THREADS: usize = 100;
/// The file has no more events; of what takes least only the totals are kept.
const MOST: usize = 200_000;

fn profile() -> Option<&'static Profile> {
    static PROFILE: OnceLock<Option<Profile>> = OnceLock::new();
    PROFILE
        .get_or_init(|| {
            let path = std::env::var_os("SOMD_PROFILE").filter(|p| !p.is_empty())?;
            let mut path = PathBuf::from(path);
            if !cluster::speaks() {
                path.set_extension(format!("rank{}.json", cluster::rank()));
            }
            Some(Profile { path, start: Instant::now(), began: SystemTime::now(), recorded: Mutex::default() })
        })
        .as_ref()
}

/// A profile is asked for; queues are to be made so that their commands keep times.
pub fn wanted() -> bool {
    profile().is_some()
}

/// Begins the timeline.
pub fn begin() {
    profile();
}

/// This thread runs `main`, from now on.
pub fn on_main() {
    if wanted() {
        samples::begin();
    }
}

/// When the timeline began, where one is wanted.
pub fn start() -> Option<Instant> {
    profile().map(|p| p.start)
}

thread_local! {
    /// Nanoseconds that the spans within the innermost open one of this thread took.
    static WITHIN: Cell<i64> = const { Cell::new(0) };
    /// This thread's lane, if it has one.
    static LANE: Cell<Option<usize>> = const { Cell::new(None) };
    /// What the next loop does.
    static NEXT: Cell<Option<(&'static Kernel, Amount, u64)>> = const { Cell::new(None) };
}

/// What this thread does until the span is dropped.
pub struct Span {
    event: Event,
    start: Instant,
    /// What [`WITHIN`] was before.
    before: i64,
}

/// Begins a span, where a profile is wanted. Categories: `host` (a loop), `thread` (a part of one), `launch`, `build`, `wait`, `open`, `message`, `task`, `sort`.
pub fn span(category: &'static str, name: impl Into<Cow<'static, str>>) -> Option<Span> {
    profile()?;
    let event = Event {
        category,
        name: name.into(),
        lane: 0,
        from: 0,
        time: 0,
        own: 0,
        numbers: Vec::new(),
        method: "",
        place: "",
    };
    samples::span(1);
    Some(Span { event, start: Instant::now(), before: WITHIN.replace(0) })
}

impl Span {
    /// Says a number of it: of bytes, of iterations.
    pub fn number(mut self, key: &'static str, number: u64) -> Span {
        self.event.numbers.push((key, number));
        self
    }

    /// Gives it a name that is made only where it is wanted.
    pub fn named(mut self, name: String) -> Span {
        self.event.name = name.into();
        self
    }

    /// Says where in the source it comes from.
    pub fn of(mut self, kernel: &Kernel) -> Span {
        (self.event.method, self.event.place) = (kernel.method, kernel.place);
        self
    }
}

impl Drop for Span {
    fn drop(&mut self) {
        let Some(profile) = profile() else { return };
        let time = nanoseconds(self.start.elapsed());
        let own = time - WITHIN.get();
        WITHIN.set(self.before + time);
        samples::span(-1);
        let event = Event {
            category: self.event.category,
            name: std::mem::take(&mut self.event.name),
            lane: 0,
            from: nanoseconds(self.start.saturating_duration_since(profile.start)),
            time,
            own: own.max(0),
            numbers: std::mem::take(&mut self.event.numbers),
            method: self.event.method,
            place: self.event.place,
        };
        let mut recorded = lock(profile);
        let lane = recorded.lane();
        recorded.add(Event { lane, ..event });
    }
}

fn nanoseconds(time: Duration) -> i64 {
    i64::try_from(time.as_nanos()).unwrap_or(i64::MAX)
}

/// The instruction that comes next, where the host runs it: what it does.
pub fn comes(kernel: &'static Kernel, amount: Amount, iterations: u64) {
    NEXT.set(Some((kernel, amount, iterations)));
}

/// A device ran it.
pub fn went() {
    NEXT.set(None);
}

/// A loop of a region on the host begins.
pub fn host(method: &'static str, iterations: usize) -> Option<Span> {
    let mut span = span("host", method)?.number("iterations", iterations as u64);
    span.event.method = method;
    if let Some((kernel, amount, all)) = NEXT.take().filter(|(kernel, ..)| kernel.method == method) {
        span.event.place = kernel.place;
        // Of several ranks this one runs a part.
        span.event.numbers.extend(numbers(&amount.part(iterations as f64 / (all as f64).max(1.0))));
    }
    Some(span)
}

/// What so many iterations of the instruction that comes next do.
#[cfg(feature = "devices")]
pub(crate) fn coming(kernel: &'static Kernel, iterations: u64) -> Option<Amount> {
    let (_, amount, all) = NEXT.get().filter(|(next, ..)| std::ptr::eq(*next, kernel))?;
    Some(amount.part(iterations as f64 / (all as f64).max(1.0)))
}

/// What a launch does, as numbers of an event.
pub(crate) fn numbers(amount: &Amount) -> Vec<(&'static str, u64)> {
    let mut all = vec![
        ("bytes", amount.bytes.most as u64),
        ("bytes_least", amount.bytes.least as u64),
        ("operations_least", amount.operations.least as u64),
    ];
    if amount.operations.most.is_finite() {
        all.push(("operations", amount.operations.most as u64));
    }
    if amount.double {
        all.push(("double", 1));
    }
    all
}

/// Where one of the program's parallel constructs can run.
pub fn verdict(what: &str, outcome: &str, place: &str, method: &str) {
    let Some(profile) = profile() else { return };
    let [what, outcome, place, method] = [what, outcome, place, method].map(escaped);
    lock(profile).verdicts.push(format!(
        r#"{{"ph":"i","cat":"verdict","name":"{what}","pid":{},"tid":0,"ts":0,"s":"g","args":{{"outcome":"{outcome}","source":"{place}","method":"{method}"}}}}"#,
        cluster::rank()
    ));
}

/// Adds an event of a device.
#[cfg(feature = "devices")]
pub(crate) fn push(event: Event) {
    if let Some(profile) = profile() {
        lock(profile).add(event);
    }
}

impl Recorded {
    /// The lane of this thread.
    fn lane(&mut self) -> usize {
        if let Some(lane) = LANE.get() {
            return lane;
        }
        let lane = match std::thread::current().name() {
            Some("main") => 0,
            name => {
                let number = self.threads.len() + 1;
                self.threads.push(name.map_or_else(|| format!("thread {number}"), String::from));
                THREADS + number - 1
            }
        };
        LANE.set(Some(lane));
        lane
    }

    fn add(&mut self, event: Event) {
        let total = self.totals.entry((event.lane, event.category, event.name.clone(), event.place)).or_default();
        total.least = if total.count == 0 { event.time } else { total.least.min(event.time) };
        (total.count, total.time, total.own) = (total.count + 1, total.time + event.time, total.own + event.own);
        self.events.push(event);
        if self.events.len() > 2 * MOST {
            self.thin();
        }
    }

    /// Leaves the longest events.
    fn thin(&mut self) {
        if self.events.len() <= MOST {
            return;
        }
        let mut times: Vec<i64> = self.events.iter().map(|e| e.time).collect();
        let at = times.len() - MOST;
        let (_, least, _) = times.select_nth_unstable(at);
        let (least, before) = (*least, self.events.len());
        self.events.retain(|e| e.time > least);
        self.omitted += before - self.events.len();
    }
}

/// Writes the file, at the end of the program.
pub fn finish() {
    let Some(profile) = profile() else { return };
    let wall = profile.start.elapsed();
    let lines = samples::finish();
    let (devices, limits) = crate::device::profile::finish();
    let limits: Vec<Limits> = std::iter::once(limits::host()).chain(limits).collect();
    let mut recorded = lock(profile);
    recorded.thin();
    if let Err(e) = std::fs::write(&profile.path, file(profile, &recorded, wall, (&devices, &limits), &lines)) {
        eprintln!("warning: {}: {e}", profile.path.display());
    }
}

/// The text of the file.
fn file(
    profile: &Profile,
    recorded: &Recorded,
    wall: Duration,
    (devices, limits): (&[String], &[Limits]),
    lines_met: &BTreeMap<(String, String), usize>,
) -> String {
    let rank = cluster::rank();
    let mut lines = Vec::new();
    let names = std::iter::once("main").chain(devices.iter().map(String::as_str)).enumerate();
    let threads = recorded.threads.iter().enumerate().map(|(n, name)| (THREADS + n, name.as_str()));
    for (thread, name) in names.chain(threads) {
        let name = escaped(name);
        lines.push(format!(
            r#"{{"ph":"M","name":"thread_name","pid":{rank},"tid":{thread},"args":{{"name":"{name}"}}}}"#
        ));
    }
    lines.extend(recorded.verdicts.iter().cloned());
    lines.extend(recorded.events.iter().map(|e| line(e, rank)));
    let total = |((lane, category, name, place), t): (&Key, &Total)| {
        format!(
            r#"{{"tid":{lane},"cat":"{category}","name":"{}","source":"{}","count":{},"time":{:.3},"own":{:.3},"least":{:.3}}}"#,
            escaped(name),
            escaped(place),
            t.count,
            t.time as f64 / 1e3,
            t.own as f64 / 1e3,
            t.least as f64 / 1e3
        )
    };
    let totals: Vec<String> = recorded.totals.iter().map(total).collect();
    let line_met = |((method, place), count): (&(String, String), &usize)| {
        format!(r#"{{"source":"{}","method":"{}","count":{count}}}"#, escaped(place), escaped(method))
    };
    let met: Vec<String> = lines_met.iter().map(line_met).collect();
    let limit = |l: &Limits| {
        format!(
            r#"{{"name":"{}","bandwidth":{:.0},"float":{:.0},"double":{:.0}}}"#,
            escaped(&l.name),
            l.bandwidth,
            l.float,
            l.double
        )
    };
    let limits: Vec<String> = limits.iter().map(limit).collect();
    let mut arguments = std::env::args();
    let program = arguments.next().unwrap_or_default();
    let program = program.rsplit('/').next().unwrap_or_default();
    let arguments: Vec<String> = arguments.map(|a| format!("\"{}\"", escaped(&a))).collect();
    let began = profile.began.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let target = match crate::target::settings().place {
        Place::Gpu(Some(n)) => format!("gpu:{n}"),
        Place::Gpu(None) => "gpu".into(),
        place => format!("{place:?}").to_lowercase(),
    };
    let mut text = format!("{{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n{}\n],\n", lines.join(",\n"));
    // Infallible: a String takes all.
    let _ = writeln!(
        text,
        "\"otherData\":{{\"format\":2,\"program\":\"{}\",\"arguments\":[{}],\"target\":\"{}\",\"began\":{began},\"wall\":{:.3},\"rank\":{rank},\"ranks\":{},\
         \"threads\":{},\"processor\":\"{}\",\"system\":\"{}\",\"version\":\"{}\",\"omitted\":{},\n\"limits\":[{}],\n\"lines\":[{}],\n\"totals\":[\n{}\n]}}}}",
        escaped(program),
        arguments.join(","),
        escaped(&target),
        wall.as_nanos() as f64 / 1e3,
        cluster::cluster().map_or(1, |c| c.size),
        crate::pool::threads(),
        escaped(&limits::processor()),
        escaped(&format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        env!("CARGO_PKG_VERSION"),
        recorded.omitted,
        limits.join(","),
        met.join(",\n"),
        totals.join(",\n")
    );
    text
}

fn lock(profile: &Profile) -> MutexGuard<'_, Recorded> {
    profile.recorded.lock().unwrap_or_else(|e| e.into_inner())
}

/// An event of the trace. Its unit is the microsecond.
fn line(e: &Event, rank: usize) -> String {
    let mut args: Vec<String> = e.numbers.iter().map(|(key, n)| format!(r#""{key}":{n}"#)).collect();
    for (key, text) in [("source", e.place), ("method", e.method)] {
        if !text.is_empty() {
            args.push(format!(r#""{key}":"{}""#, escaped(text)));
        }
    }
    if e.own != e.time {
        args.push(format!(r#""own":{:.3}"#, e.own as f64 / 1e3));
    }
    let (from, time) = (e.from as f64 / 1e3, e.time as f64 / 1e3);
    format!(
        r#"{{"ph":"X","name":"{}","cat":"{}","pid":{rank},"tid":{},"ts":{from:.3},"dur":{time:.3},"args":{{{}}}}}"#,
        escaped(&e.name),
        e.category,
        e.lane,
        args.join(",")
    )
}

/// Text within quotes, as JSON has it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if u32::from(c) < 0x20 => _ = write!(out, "\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(time: i64) -> Event {
        Event {
            category: "host",
            name: "Main.f()".into(),
            lane: 0,
            from: 0,
            time,
            own: time,
            numbers: vec![("iterations", 3)],
            method: "Main.f()",
            place: "",
        }
    }

    #[test]
    fn totals_count_what_the_timeline_leaves_out() {
        let mut recorded = Recorded::default();
        (0..=2 * MOST as i64).for_each(|n| recorded.add(event(n)));
        recorded.thin();
        let total = recorded.totals.values().next().expect("one key");
        let all = 2 * MOST + 1;
        assert_eq!((total.count as usize, total.time as usize), (all, all * (all - 1) / 2));
        assert!(recorded.events.len() <= MOST && recorded.events.len() + recorded.omitted == all);
        assert!(recorded.events.iter().any(|e| e.time == 2 * MOST as i64));
    }

    #[test]
    fn text_is_text_in_json() {
        assert_eq!(escaped("a\"\\\n\t"), "a\\\"\\\\\\u000a\\u0009");
        let text = line(&event(1500), 2);
        assert_eq!(
            text,
            r#"{"ph":"X","name":"Main.f()","cat":"host","pid":2,"tid":0,"ts":0.000,"dur":1.500,"args":{"iterations":3,"method":"Main.f()"}}"#
        );
    }
}
