//! The profile as a page: one file that needs nothing else.

use super::{Event, Profile, Row, THREADS, Verdict};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// What a category is called.
pub(super) fn kind(category: &str) -> &str {
    match category {
        "sequential" => "sequential code",
        "host" => "loops on the host",
        "wait" => "waiting for the device",
        "launch" => "launching kernels",
        "build" => "building kernels",
        "open" => "opening the device",
        "message" => "messages",
        "task" => "stages of task graphs",
        "sort" => "sorts on the host",
        other => other,
    }
}

/// The lines of source files, for the places that a profile names.
#[derive(Default)]
pub struct Lines(HashMap<String, Vec<String>>);

impl Lines {
    /// Those of these files and of the sources in these folders, by the files' names.
    pub fn of(paths: &[PathBuf]) -> Lines {
        let mut lines = Lines::default();
        for path in paths {
            lines.add(path, 4);
        }
        lines
    }

    fn add(&mut self, path: &Path, depth: u32) {
        if path.is_dir() && depth > 0 {
            let found = std::fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
            // A link may lead in circles.
            let found = found.filter(|e| !e.file_type().is_ok_and(|t| t.is_symlink())).map(|e| e.path());
            found.for_each(|p| self.add(&p, depth - 1));
        } else if path.extension().is_some_and(|x| x == "somd" || x == "java")
            && let Some(name) = path.file_name().and_then(|n| n.to_str())
            && let Ok(text) = std::fs::read_to_string(path)
        {
            self.0.entry(name.into()).or_insert_with(|| text.lines().map(String::from).collect());
        }
    }

    /// The line that `Main.somd:12` means.
    fn line(&self, place: &str) -> Option<&str> {
        let (file, number) = place.rsplit_once(':')?;
        let line = self.0.get(file)?.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
        Some(line.trim()).filter(|l| !l.is_empty())
    }
}

/// The page of one profile, or of two that are compared; each with the name of its file.
pub fn page(profiles: &[(&Profile, String)], lines: &Lines) -> String {
    let shown: Vec<Value> = profiles.iter().map(|(profile, title)| profile.value(title, lines)).collect();
    let compared = match profiles {
        [(a, title), (b, other)] => compared(a, b, title, other),
        _ => Value::Null,
    };
    let title = match profiles {
        [(profile, title)] if profile.run.program.is_empty() => title.clone(),
        [(profile, _)] => format!("Profile of {}", profile.run.program),
        [(_, a), (_, b)] => format!("{a} beside {b}"),
        _ => String::new(),
    };
    // Within a script element, nothing may look like its end.
    let data = json!({ "profiles": shown, "compare": compared }).to_string().replace('<', "\\u003c");
    let mut text = PAGE.to_string();
    for (place, part) in [("@TITLE@", escaped(&title).as_str()), ("@CSS@", STYLE), ("@JS@", SCRIPT), ("@DATA@", &data)]
    {
        text = text.replacen(place, part, 1);
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Three digits behind the point are enough for microseconds.
fn short(n: f64) -> f64 {
    (n * 1e3).round() / 1e3
}

/// Less than this part of the run is not compared.
const SEEN: f64 = 0.002;

/// Rows of both profiles by kind and name.
fn compared(a: &Profile, b: &Profile, title: &str, other: &str) -> Value {
    type Key = (String, String, String);
    let mut rows: BTreeMap<Key, [f64; 2]> = BTreeMap::new();
    let mut add = |key: Key, n: usize, time: f64| rows.entry(key).or_default()[n] += time;
    for (n, profile) in [a, b].into_iter().enumerate() {
        add((String::new(), "the whole run".into(), String::new()), n, profile.run.wall);
        for (category, time) in profile.parts() {
            add((category.clone(), format!("main: {}", kind(&category)), String::new()), n, time);
        }
        for row in
            profile.rows().into_iter().filter(|r| matches!(&*r.category, "kernel" | "host" | "sort" | "copy" | "task"))
        {
            // A loop is the same on the host and as a kernel, or the kernels that it became.
            let is_loop = matches!(&*row.category, "kernel" | "host") && !row.source.is_empty();
            let name = if is_loop && !row.method.is_empty() { row.method } else { row.name };
            add((if is_loop { "loop".into() } else { row.category }, name, row.source), n, row.time);
        }
    }
    let rows: Vec<Value> = rows
        .into_iter()
        .filter(|(_, times)| times.iter().any(|t| *t >= SEEN * a.run.wall.min(b.run.wall)))
        .map(|((kind, name, source), [a, b])| {
            json!({ "kind": kind, "name": name, "source": source, "a": short(a), "b": short(b) })
        })
        .collect();
    json!({ "a": title, "b": other, "rows": rows })
}

impl Profile {
    /// What the script draws.
    fn value(&self, title: &str, lines: &Lines) -> Value {
        let run = &self.run;
        let rows = self.rows();
        let numbers: HashMap<(&str, &str, &str), usize> =
            rows.iter().enumerate().map(|(n, r)| ((&*r.category, &*r.name, &*r.source), n)).collect();
        let parts = self.parts();
        let limits: Vec<Value> = run
            .limits
            .iter()
            .map(|l| json!({ "name": l.name, "bandwidth": l.bandwidth, "float": l.float, "double": l.double }))
            .collect();
        let verdicts: Vec<Value> = self
            .verdicts
            .iter()
            .map(|v| json!({ "source": v.source, "line": lines.line(&v.source), "what": v.what, "outcome": v.outcome }))
            .collect();
        let advice: Vec<Value> = self.advice().into_iter().map(|a| json!({ "text": a.text, "good": a.good })).collect();
        let devices: BTreeSet<&str> = self.tracks.keys().filter(|t| is_device(t.1)).map(|t| self.device(*t)).collect();
        let code: Vec<Value> = self
            .lines()
            .into_iter()
            .map(|(source, method, time)| {
                json!({ "source": source, "line": lines.line(source), "method": method, "time": short(time) })
            })
            .collect();
        let known: f64 = parts.iter().map(|p| p.1).sum();
        json!({
            "title": title,
            "program": run.program,
            "arguments": run.arguments,
            "target": run.target,
            "began": (run.began > 0.0).then_some((run.began / 1e6).round()),
            "wall": short(run.wall),
            "attributed": (known / run.wall.max(1e-9)).min(1.0),
            "ranks": run.ranks,
            "threads": run.threads,
            "processor": run.processor,
            "devices": devices,
            "version": run.version,
            "omitted": run.omitted,
            "limits": limits,
            "parts": parts.iter().map(|(kind, time)| json!({ "kind": kind, "time": short(*time) })).collect::<Vec<_>>(),
            "rows": rows.iter().map(|r| self.row(r, lines)).collect::<Vec<_>>(),
            "lanes": self.lanes(&numbers),
            "advice": advice,
            "code": code,
            "verdicts": verdicts,
        })
    }

    fn row(&self, row: &Row, lines: &Lines) -> Value {
        let (bandwidth, arithmetic) = self.shares(row);
        json!({
            "kind": row.category, "name": row.name, "source": row.source, "line": lines.line(&row.source), "method": row.method,
            "count": row.count, "time": short(row.time), "least": short(row.least), "counted": short(row.counted),
            "bytes": row.bytes, "bytes_least": row.bytes_least, "operations": row.operations, "operations_least": row.operations_least,
            "bandwidth": bandwidth, "arithmetic": arithmetic, "shown": true,
        })
    }

    /// The lanes in the order of the page: of each rank `main`, its builds and messages, then devices, then threads.
    fn lanes(&self, numbers: &HashMap<(&str, &str, &str), usize>) -> Vec<Value> {
        let mut lanes: BTreeMap<(u64, u64, u64), (String, Vec<&Event>)> = BTreeMap::new();
        for e in &self.events {
            let (rank, lane) = e.track;
            let of = if self.run.ranks > 1 { format!("rank {rank}: ") } else { String::new() };
            let mut add =
                |order: u64, name: String| lanes.entry((rank, order, lane)).or_insert((name, Vec::new())).1.push(e);
            let name = self.tracks.get(&e.track).map_or("thread", |n| n.as_str());
            match lane {
                0 => add(0, format!("{of}host: main")),
                _ if is_device(lane) => add(4, format!("{of}{name}")),
                _ => add(6, format!("{of}thread {name}")),
            }
            // What is of one kind has a lane of its own beside that of its thread.
            match &*e.category {
                "build" => {
                    lanes.entry((rank, 1, 0)).or_insert((format!("{of}builds of kernels"), Vec::new())).1.push(e)
                }
                "message" => lanes.entry((rank, 2, 0)).or_insert((format!("{of}messages"), Vec::new())).1.push(e),
                _ => {}
            }
        }
        let mut all = Vec::new();
        for (_, (name, mut events)) in lanes {
            // What contains others comes before them.
            events.sort_by(|a, b| a.from.total_cmp(&b.from).then(b.time.total_cmp(&a.time)));
            let events: Vec<Value> = events.into_iter().filter_map(|e| event(e, numbers, &self.verdicts)).collect();
            all.push(json!({ "name": name, "events": events }));
        }
        all
    }
}

/// From, time, number of the row, bytes at most and at least.
fn event(e: &Event, numbers: &HashMap<(&str, &str, &str), usize>, verdicts: &[Verdict]) -> Option<Value> {
    let of_method = || verdicts.iter().find(|v| !e.method.is_empty() && v.method == e.method).map(|v| &*v.source);
    let source = if e.source.is_empty() { of_method().unwrap_or_default() } else { &e.source };
    let row = numbers.get(&(&*e.category, &*e.name, source))?;
    Some(if e.bytes > 0.0 {
        json!([short(e.from), short(e.time), row, e.bytes, e.bytes_least])
    } else {
        json!([short(e.from), short(e.time), row])
    })
}

fn is_device(lane: u64) -> bool {
    lane > 0 && lane < THREADS
}
