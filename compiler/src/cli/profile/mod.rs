//! `somdc profile FILE`: what a program's `SOMD_PROFILE` file says, as a table and as a page that needs nothing else.

mod advice;
mod page;

use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

pub use page::{Lines, page};

/// One event of the trace; times in microseconds.
struct Event {
    name: String,
    category: String,
    /// The rank and the lane.
    track: Track,
    from: f64,
    time: f64,
    /// Without what happened within it on its thread.
    own: f64,
    bytes: f64,
    bytes_least: f64,
    /// None where nobody knows the most.
    operations: Option<f64>,
    operations_least: f64,
    double: bool,
    iterations: u64,
    /// Of a kernel's text.
    number: Option<u64>,
    source: String,
    method: String,
}

type Track = (u64, u64);

/// The lanes of threads other than that of `main` begin here.
const THREADS: u64 = 100;

/// What a profile says of a kernel.
pub struct KernelTime {
    pub name: String,
    /// The least, in microseconds, and the iterations that it was for.
    pub time: f64,
    pub iterations: u64,
    pub number: Option<u64>,
    /// That it ran on.
    pub device: String,
}

struct Verdict {
    source: String,
    what: String,
    outcome: String,
    method: String,
}

/// What the profile says of the run as a whole.
#[derive(Default)]
struct Run {
    program: String,
    arguments: Vec<String>,
    target: String,
    /// Nanoseconds since 1970.
    began: f64,
    /// Microseconds.
    wall: f64,
    ranks: u64,
    threads: u64,
    processor: String,
    version: String,
    omitted: u64,
    limits: Vec<Limit>,
    /// How often the sequential code of `main` was met at a place, with the place's method.
    lines: Vec<(String, String, f64)>,
}

/// Bytes and operations a second that a device, or the host, can reach.
#[derive(Clone)]
struct Limit {
    name: String,
    bandwidth: f64,
    float: f64,
    double: f64,
}

/// A profile as it was read.
pub struct Profile {
    run: Run,
    verdicts: Vec<Verdict>,
    events: Vec<Event>,
    tracks: BTreeMap<Track, String>,
    /// Of each track, category, name and source: also of events that are left out.
    totals: BTreeMap<(Track, String, String, String), Total>,
}

#[derive(Clone, Copy, Default)]
struct Total {
    count: u64,
    time: f64,
    own: f64,
    least: f64,
}

/// Everything of one category, name and source.
#[derive(Clone, Default)]
struct Row {
    category: String,
    name: String,
    source: String,
    method: String,
    /// The device, of a kernel.
    device: String,
    count: u64,
    time: f64,
    least: f64,
    /// The time of the events whose bytes and operations are known.
    counted: f64,
    bytes: f64,
    bytes_least: f64,
    operations: Option<f64>,
    operations_least: f64,
    double: bool,
}

fn text(v: &Value) -> String {
    v.as_str().unwrap_or_default().to_string()
}

fn number(v: &Value) -> f64 {
    v.as_f64().unwrap_or(0.0)
}

/// Reads a profile, with those of the other ranks beside it.
///
/// # Errors
/// Where the file cannot be read, or is no profile.
pub fn read(file: &Path) -> Result<Profile, String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let mut profile = parse(&text)?;
    for rank in 1..profile.run.ranks {
        let beside = file.with_extension(format!("rank{rank}.json"));
        let Some(other) = std::fs::read_to_string(&beside).ok().and_then(|text| parse(&text).ok()) else {
            eprintln!("somdc: {}: the profile of rank {rank} is missing", beside.display());
            continue;
        };
        // The clocks of ranks agree as well as those of their machines.
        let later = (other.run.began - profile.run.began) / 1e3;
        if later.abs() > 60e6 {
            eprintln!("somdc: {}: the profile is of another run", beside.display());
            continue;
        }
        profile.tracks.extend(other.tracks);
        profile.events.extend(other.events.into_iter().map(|e| Event { from: e.from + later, ..e }));
        profile.totals.extend(other.totals);
        profile.run.omitted += other.run.omitted;
    }
    Ok(profile)
}

/// Reads the text of one file.
///
/// # Errors
/// Where it is no profile.
pub fn parse(content: &str) -> Result<Profile, String> {
    let value: Value = serde_json::from_str(content).map_err(|e| format!("no profile: {e}"))?;
    let list = value.as_array().or_else(|| value["traceEvents"].as_array());
    let list = list.ok_or("no profile: a list of events is expected")?;
    let mut profile = Profile {
        run: run(&value["otherData"]),
        verdicts: Vec::new(),
        events: Vec::new(),
        tracks: BTreeMap::new(),
        totals: BTreeMap::new(),
    };
    for e in list {
        let (track, args) = ((e["pid"].as_u64().unwrap_or(0), e["tid"].as_u64().unwrap_or(0)), &e["args"]);
        match e["ph"].as_str() {
            Some("M") => {
                profile.tracks.insert(track, text(&args["name"]));
            }
            Some("i") if e["cat"] == "verdict" => profile.verdicts.push(Verdict {
                source: text(&args["source"]),
                what: text(&e["name"]),
                outcome: text(&args["outcome"]),
                method: text(&args["method"]),
            }),
            Some("X") => profile.events.push(Event {
                name: text(&e["name"]),
                category: text(&e["cat"]),
                track,
                from: number(&e["ts"]),
                time: number(&e["dur"]),
                own: args["own"].as_f64().unwrap_or(number(&e["dur"])),
                bytes: number(&args["bytes"]),
                bytes_least: args["bytes_least"].as_f64().unwrap_or(number(&args["bytes"])),
                operations: args["operations"].as_f64(),
                operations_least: args["operations_least"].as_f64().unwrap_or(number(&args["operations"])),
                double: args["double"] == 1,
                iterations: args["iterations"].as_u64().unwrap_or(0),
                number: args["text"].as_u64(),
                source: text(&args["source"]),
                method: text(&args["method"]),
            }),
            _ => {}
        }
    }
    profile.add_totals(&value["otherData"]);
    Ok(profile)
}

fn run(data: &Value) -> Run {
    let limit = |l: &Value| Limit {
        name: text(&l["name"]),
        bandwidth: number(&l["bandwidth"]),
        float: number(&l["float"]),
        double: number(&l["double"]),
    };
    let list = |v: &Value| v.as_array().cloned().unwrap_or_default();
    Run {
        program: without_hash(text(&data["program"])),
        arguments: list(&data["arguments"]).iter().map(text).collect(),
        target: text(&data["target"]),
        began: number(&data["began"]),
        wall: number(&data["wall"]),
        ranks: data["ranks"].as_u64().unwrap_or(1),
        threads: data["threads"].as_u64().unwrap_or(0),
        processor: text(&data["processor"]),
        version: text(&data["version"]),
        omitted: data["omitted"].as_u64().unwrap_or(0),
        limits: list(&data["limits"]).iter().map(limit).collect(),
        lines: list(&data["lines"])
            .iter()
            .map(|l| (text(&l["source"]), text(&l["method"]), number(&l["count"])))
            .collect(),
    }
}

/// Programs in the cache are told apart by a number behind their names.
fn without_hash(name: String) -> String {
    match name.rsplit_once('-') {
        Some((own, hash)) if hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()) => own.to_string(),
        _ => name,
    }
}

impl Profile {
    /// The file's totals; where it has none, those of its events.
    fn add_totals(&mut self, data: &Value) {
        let pid = data["rank"].as_u64().unwrap_or(0);
        for t in data["totals"].as_array().into_iter().flatten() {
            let key = ((pid, t["tid"].as_u64().unwrap_or(0)), text(&t["cat"]), text(&t["name"]), text(&t["source"]));
            let total = Total {
                count: t["count"].as_u64().unwrap_or(0),
                time: number(&t["time"]),
                own: number(&t["own"]),
                least: number(&t["least"]),
            };
            self.totals.insert(key, total);
        }
        if self.totals.is_empty() {
            for e in &self.events {
                let key = (e.track, e.category.clone(), e.name.clone(), e.source.clone());
                let total = self.totals.entry(key).or_default();
                total.least = if total.count == 0 { e.time } else { total.least.min(e.time) };
                (total.count, total.time, total.own) = (total.count + 1, total.time + e.time, total.own + e.own);
            }
        }
        if self.run.wall <= 0.0 {
            let start = self.events.iter().map(|e| e.from).fold(f64::INFINITY, f64::min);
            self.run.wall = self.events.iter().map(|e| e.from + e.time - start).fold(0.0, f64::max);
        }
    }

    /// The name of a device, from that of a lane.
    fn device(&self, track: Track) -> &str {
        let name = self.tracks.get(&track).map_or("", |n| n.as_str());
        name.strip_suffix(": kernels").or(name.strip_suffix(": copies")).unwrap_or(name)
    }

    /// By category, name and source, the longest first.
    fn rows(&self) -> Vec<Row> {
        let mut rows: BTreeMap<(&str, &str, &str), Row> = BTreeMap::new();
        for ((track, category, name, source), total) in &self.totals {
            let row = rows.entry((category, name, source)).or_default();
            if row.count == 0 {
                (row.category, row.name, row.source) = (category.clone(), name.clone(), source.clone());
                (row.operations, row.least) = (Some(0.0), total.least);
                if matches!(&**category, "kernel" | "copy") {
                    row.device = self.device(*track).to_string();
                }
            }
            row.least = row.least.min(total.least);
            (row.count, row.time) = (row.count + total.count, row.time + total.time);
        }
        for e in &self.events {
            let Some(row) = rows.get_mut(&(&*e.category, &*e.name, &*e.source)) else { continue };
            row.method.clone_from(&e.method);
            row.double |= e.double;
            if e.bytes > 0.0 || e.operations_least > 0.0 {
                row.counted += e.time;
                row.bytes += e.bytes;
                row.bytes_least += e.bytes_least;
                row.operations_least += e.operations_least;
                row.operations = row.operations.zip(e.operations).map(|(a, b)| a + b);
            }
        }
        let mut rows: Vec<Row> = rows.into_values().collect();
        // A loop that no kernel belongs to stands where the compiler says of its method.
        for row in rows.iter_mut().filter(|r| r.source.is_empty() && !r.method.is_empty()) {
            if let Some(v) = self.verdicts.iter().find(|v| v.method == row.method) {
                row.source.clone_from(&v.source);
            }
        }
        rows.sort_by(|a, b| b.time.total_cmp(&a.time));
        rows
    }

    /// The least time of each kernel.
    pub fn kernels(&self) -> Vec<KernelTime> {
        let mut least: BTreeMap<&str, &Event> = BTreeMap::new();
        for e in self.events.iter().filter(|e| e.category == "kernel") {
            let known = least.entry(&e.name).or_insert(e);
            if e.time < known.time {
                *known = e;
            }
        }
        let time = |(name, e): (&str, &Event)| KernelTime {
            name: name.to_string(),
            time: e.time,
            iterations: e.iterations,
            number: e.number,
            device: self.device(e.track).to_string(),
        };
        least.into_iter().map(time).collect()
    }

    /// What the thread of `main` did: categories with their times, the program's sequential code first.
    fn parts(&self) -> Vec<(String, f64)> {
        let mut parts: BTreeMap<&str, f64> = BTreeMap::new();
        for ((track, category, ..), total) in self.totals.iter().filter(|(key, _)| key.0 == (0, 0)) {
            debug_assert_eq!(*track, (0, 0));
            *parts.entry(category).or_default() += total.own;
        }
        let known: f64 = parts.values().sum();
        let mut parts: Vec<(String, f64)> = parts.into_iter().map(|(c, t)| (c.to_string(), t)).collect();
        parts.sort_by(|a, b| b.1.total_cmp(&a.1));
        parts.insert(0, ("sequential".into(), (self.run.wall - known).max(0.0)));
        parts
    }

    /// The places of the sequential code with their methods and times, the longest first; without a place, what runs before and after `main`, and
    /// what could not be told.
    fn lines(&self) -> Vec<(&str, &str, f64)> {
        let all: f64 = self.run.lines.iter().map(|l| l.2).sum();
        let sequential = self.parts().first().map_or(0.0, |p| p.1);
        let each = |l: &(String, String, f64)| sequential * l.2 / all.max(1.0);
        let lines = self.run.lines.iter();
        let mut lines: Vec<(&str, &str, f64)> = lines.map(|l| (l.0.as_str(), l.1.as_str(), each(l))).collect();
        lines.sort_by(|a, b| b.2.total_cmp(&a.2));
        lines
    }

    fn limit(&self, row: &Row) -> Option<&Limit> {
        // Of several devices of one name, which have numbers behind it, one is measured.
        let of =
            |l: &&Limit| row.device == l.name || row.device.rsplit_once(" [").is_some_and(|(name, _)| name == l.name);
        match &*row.category {
            "kernel" => self.run.limits.iter().skip(1).find(of),
            "host" => self.run.limits.first(),
            _ => None,
        }
    }

    /// The shares of the limits of memory and of arithmetic that a row reaches, by what is certain of it.
    fn shares(&self, row: &Row) -> (Option<f64>, Option<f64>) {
        let Some(limit) = self.limit(row).filter(|_| row.counted > 0.0) else { return (None, None) };
        let seconds = row.counted / 1e6;
        let share = |amount: f64, limit: f64| {
            Some(amount / seconds / limit).filter(|s| amount > 0.0 && limit > 0.0 && s.is_finite())
        };
        let arithmetic = if row.double { limit.double } else { limit.float };
        (share(row.bytes_least, limit.bandwidth), share(row.operations_least, arithmetic))
    }

    /// The same for a terminal.
    pub fn table(&self) -> String {
        let mut out = String::new();
        // Infallible: a String takes all.
        if !self.run.program.is_empty() {
            let Run { program, target, wall, threads, .. } = &self.run;
            let _ = writeln!(out, "{program} on {target}, {threads} threads: {:.3} ms", wall / 1e3);
            let part = |(name, time): &(String, f64)| format!("{} {:.0} %", page::kind(name), 100.0 * time / wall);
            let parts: Vec<String> = self.parts().iter().filter(|p| p.1 >= 0.005 * wall).map(part).collect();
            let _ = writeln!(out, "{}\n", parts.join(", "));
        }
        let _ = writeln!(
            out,
            "{:<8} {:<36} {:>6} {:>11} {:>11} {:>6} {:>11} {:>11}  source",
            "", "what", "times", "total", "least", "share", "GB/s", "Gop/s"
        );
        for row in self.rows().iter().filter(|r| r.category != "thread") {
            let rate = |least: f64, most: Option<f64>| rate(least, most, row.counted);
            let _ = writeln!(
                out,
                "{:<8} {:<36} {:>6} {:>8.3} ms {:>8.3} ms {:>4.0} % {:>11} {:>11}  {}",
                row.category,
                row.name,
                row.count,
                row.time / 1e3,
                row.least / 1e3,
                100.0 * row.time / (self.run.wall.max(1e-9) * self.run.ranks.max(1) as f64),
                rate(row.bytes_least, Some(row.bytes)),
                rate(row.operations_least, row.operations),
                row.source
            );
        }
        for (source, method, time) in self.lines().into_iter().filter(|l| l.2 >= 0.01 * self.run.wall).take(10) {
            let share = 100.0 * time / self.run.wall.max(1e-9);
            let method = if method.is_empty() { "before and after the program's own code" } else { method };
            let _ =
                writeln!(out, "{:<8} {method:<36} {:>17.3} ms {share:>20.0} %{:>26}{source}", "code", time / 1e3, "");
        }
        for line in self.advice() {
            let _ = writeln!(out, "\n{}", line.text);
        }
        if !self.verdicts.is_empty() {
            out.push_str("\nWhere constructs can run\n");
            self.verdicts.iter().for_each(|v| _ = writeln!(out, "{}: {}: {}", v.source, v.what, v.outcome));
        }
        out
    }
}

/// Thousand millions a second, from at least to at most.
fn rate(least: f64, most: Option<f64>, microseconds: f64) -> String {
    let per = |amount: f64| format!("{:.1}", amount / microseconds / 1e3);
    match most {
        _ if microseconds <= 0.0 => "-".into(),
        Some(most) if most <= 0.0 => "-".into(),
        Some(most) if most - least <= 0.02 * most => per(most),
        Some(most) if least <= 0.0 => format!("≤{}", per(most)),
        Some(most) => format!("{}-{}", per(least), per(most)),
        None if least <= 0.0 => "-".into(),
        None => format!("≥{}", per(least)),
    }
}

/// Where the page goes that belongs to a profile.
pub fn page_path(file: &Path) -> PathBuf {
    file.with_extension("html")
}

#[cfg(test)]
mod tests;
