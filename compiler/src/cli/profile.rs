//! `somdc profile FILE`: what a program's `SOMD_PROFILE` file says, as a table and as a page that needs nothing else.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// One event of the trace; times in microseconds.
struct Event {
    name: String,
    category: String,
    track: u64,
    from: f64,
    time: f64,
    bytes: f64,
    operations: f64,
    iterations: u64,
    /// Of a kernel's text.
    number: Option<u64>,
    source: String,
}

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

pub struct Profile {
    /// A line of each parallel construct: where it can run.
    verdicts: Vec<String>,
    events: Vec<Event>,
    tracks: BTreeMap<u64, String>,
}

/// Everything of one name.
#[derive(Default)]
struct Row {
    count: usize,
    time: f64,
    least: f64,
    bytes: f64,
    operations: f64,
    source: String,
}

pub fn parse(text: &str) -> Result<Profile, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| format!("no profile: {e}"))?;
    let list = value.as_array().ok_or("no profile: a list of events is expected")?;
    let mut profile = Profile { verdicts: Vec::new(), events: Vec::new(), tracks: BTreeMap::new() };
    let text = |v: &Value| v.as_str().unwrap_or_default().to_string();
    for e in list {
        let (track, args) = (e["tid"].as_u64().unwrap_or(0), &e["args"]);
        match e["ph"].as_str() {
            Some("M") => {
                profile.tracks.insert(track, text(&args["name"]));
            }
            Some("i") if e["cat"] == "verdict" => {
                let line = format!("{}: {}: {}", text(&args["source"]), text(&e["name"]), text(&args["outcome"]));
                profile.verdicts.push(line);
            }
            Some("X") => profile.events.push(Event {
                name: text(&e["name"]),
                category: text(&e["cat"]),
                track,
                from: e["ts"].as_f64().unwrap_or(0.0),
                time: e["dur"].as_f64().unwrap_or(0.0),
                bytes: args["bytes"].as_f64().unwrap_or(0.0),
                operations: args["operations"].as_f64().unwrap_or(0.0),
                iterations: args["iterations"].as_u64().unwrap_or(0),
                number: args["text"].as_u64(),
                source: text(&args["source"]),
            }),
            _ => {}
        }
    }
    Ok(profile)
}

impl Profile {
    /// By category and name, the longest first.
    fn rows(&self) -> Vec<(String, String, Row)> {
        let mut rows: BTreeMap<(String, String), Row> = BTreeMap::new();
        for e in &self.events {
            let row = rows.entry((e.category.clone(), e.name.clone())).or_default();
            row.least = if row.count == 0 { e.time } else { row.least.min(e.time) };
            row.count += 1;
            row.time += e.time;
            row.bytes += e.bytes;
            row.operations += e.operations;
            row.source.clone_from(&e.source);
        }
        let mut rows: Vec<_> = rows.into_iter().map(|((c, n), r)| (c, n, r)).collect();
        rows.sort_by(|a, b| b.2.time.total_cmp(&a.2.time));
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
        let device = |track: u64| {
            let name = self.tracks.get(&track).map_or("", |n| n.as_str());
            name.strip_suffix(": kernels").unwrap_or(name).to_string()
        };
        let time = |(name, e): (&str, &Event)| KernelTime {
            name: name.to_string(),
            time: e.time,
            iterations: e.iterations,
            number: e.number,
            device: device(e.track),
        };
        least.into_iter().map(time).collect()
    }

    pub fn table(&self) -> String {
        let mut out = format!(
            "{:<8} {:<36} {:>6} {:>11} {:>11} {:>10} {:>10}  {}\n",
            "", "what", "times", "total", "least", "GB/s", "Gop/s", "source"
        );
        for (category, name, row) in self.rows() {
            // Infallible: a String takes all.
            let _ = writeln!(
                out,
                "{category:<8} {name:<36} {:>6} {:>8.3} ms {:>8.3} ms {:>10} {:>10}  {}",
                row.count,
                row.time / 1e3,
                row.least / 1e3,
                rate(row.bytes, row.time),
                rate(row.operations, row.time),
                row.source
            );
        }
        if !self.verdicts.is_empty() {
            out.push_str("\nWhere constructs can run\n");
            self.verdicts.iter().for_each(|v| _ = writeln!(out, "{v}"));
        }
        out
    }

    /// A page with a timeline over the table.
    pub fn page(&self, title: &str) -> String {
        const WIDTH: f64 = 1400.0;
        const HEIGHT: f64 = 26.0;
        let start = self.events.iter().map(|e| e.from).fold(f64::INFINITY, f64::min);
        let end = self.events.iter().map(|e| e.from + e.time).fold(start, f64::max);
        let scale = WIDTH / (end - start).max(1.0);
        let mut svg = String::new();
        for (n, (track, name)) in self.tracks.iter().enumerate() {
            let y = n as f64 * (HEIGHT + 22.0) + 16.0;
            let _ = writeln!(svg, "<text x=\"0\" y=\"{}\">{}</text>", y - 4.0, escaped(name));
            // What would be drawn within a pixel of its neighbour is drawn with it.
            let mut drawn = f64::NEG_INFINITY;
            let mut own: Vec<&Event> = self.events.iter().filter(|e| e.track == *track).collect();
            own.sort_by(|a, b| a.from.total_cmp(&b.from));
            for e in own {
                let (x, width) = ((e.from - start) * scale, (e.time * scale).max(0.7));
                if x + width < drawn + 0.5 {
                    continue;
                }
                drawn = x + width;
                let color = match (e.category.as_str(), e.name.as_str()) {
                    ("kernel", _) => "#3b7dd8",
                    ("host", _) => "#7a9a3a",
                    ("task", _) => "#8a63b8",
                    (_, "to the device") => "#d08a2e",
                    (_, "to the host") => "#c2543d",
                    _ => "#999",
                };
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"{HEIGHT}\" fill=\"{color}\"><title>{}: {:.3} ms\n{}</title></rect>",
                    escaped(&e.name),
                    e.time / 1e3,
                    escaped(&e.source)
                );
            }
        }
        let height = self.tracks.len() as f64 * (HEIGHT + 22.0) + 10.0;
        let mut table = String::new();
        for (category, name, row) in self.rows() {
            let _ = writeln!(
                table,
                "<tr><td>{category}<td>{}<td>{}<td>{:.3}<td>{:.3}<td>{}<td>{}<td>{}",
                escaped(&name),
                row.count,
                row.time / 1e3,
                row.least / 1e3,
                rate(row.bytes, row.time),
                rate(row.operations, row.time),
                escaped(&row.source)
            );
        }
        format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{0}</title><style>body{{font:14px sans-serif;margin:2em}}\
             table{{border-collapse:collapse;margin-top:1em}}td,th{{padding:2px 12px;text-align:right;border-bottom:1px solid #ddd}}\
             td:nth-child(-n+2),td:last-child{{text-align:left}}text{{font:12px sans-serif}}</style><h1>{0}</h1>\
             <p>{1:.3} ms from the first event to the last.</p><svg viewBox=\"0 0 {WIDTH} {height}\" width=\"100%\">\n{svg}</svg>\n\
             <table><tr><th><th>what<th>times<th>total ms<th>least ms<th>GB/s<th>Gop/s<th>source\n{table}</table></html>\n",
            escaped(title),
            (end - start).max(0.0) / 1e3,
        )
    }
}

/// Thousand millions a second.
fn rate(amount: f64, microseconds: f64) -> String {
    if amount > 0.0 && microseconds > 0.0 { format!("{:.1}", amount / microseconds / 1e3) } else { "-".into() }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Where the page goes that belongs to a profile.
pub fn page_path(file: &Path) -> std::path::PathBuf {
    file.with_extension("html")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_added_up() {
        let text = r#"[{"ph":"M","name":"thread_name","tid":1,"args":{"name":"gpu: kernels"}},
            {"ph":"X","name":"f","cat":"kernel","tid":1,"ts":10,"dur":2000,"args":{"bytes":4000000,"source":"Main.f Main.somd:3"}},
            {"ph":"X","name":"f","cat":"kernel","tid":1,"ts":3000,"dur":1000,"args":{"bytes":2000000,"source":"Main.f Main.somd:3"}}]"#;
        let profile = parse(text).expect("well formed");
        let table = profile.table();
        assert!(table.contains("3.000 ms    1.000 ms        2.0"), "{table}");
        assert!(profile.page("x").contains("<rect") && parse("{}").is_err());
    }
}
