//! `somdc bench`: measures methods or whole programs, as often as a stated confidence needs, beside rivals and beside what was measured before.
//!
//! - [`methods`]: the methods with `@Bench`, and the program that measures them.
//! - [`statistics`]: median, its interval, and the test of two samples.

mod methods;
mod statistics;

use super::commands::{self, DIAGNOSTICS, USAGE};
use super::{BenchArgs, Common, folder};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What is said holds with this probability.
const CONFIDENCE: f64 = 0.95;
/// A difference counts as one where chance gives it less often than this.
const SIGNIFICANT: f64 = 0.05;
/// Fewer runs say nothing, more change nothing.
const RUNS: std::ops::RangeInclusive<usize> = 10..=1000;

/// Something that is measured: a method or a program, somewhere.
struct Candidate {
    /// `Class.method`, or the name of the program.
    name: String,
    /// The back end, `java`, or a rival's command.
    on: String,
    kind: Kind,
}

enum Kind {
    /// Each run is a process; its time is from its start to its end.
    Program(Box<dyn Fn() -> Command>),
    /// One process that prints the times of runs. The arguments before the method's number.
    Method(Box<dyn Fn() -> Command>, usize),
}

/// A candidate's times in seconds, in order of time.
struct Measured {
    name: String,
    on: String,
    sorted: Vec<f64>,
}

impl Measured {
    fn median(&self) -> f64 {
        statistics::median(&self.sorted)
    }

    fn interval(&self) -> Option<(f64, f64)> {
        statistics::interval(&self.sorted, CONFIDENCE)
    }

    /// Half the interval's width, as a share of the median.
    fn uncertainty(&self) -> f64 {
        self.interval().map_or(f64::INFINITY, |(low, high)| (high - low) / 2.0 / self.median())
    }

    fn json(&self) -> Value {
        let (low, high) = self.interval().map_or((Value::Null, Value::Null), |(l, h)| (l.into(), h.into()));
        json!({
            "name": self.name, "on": self.on, "unit": "s", "median": self.median(), "low": low, "high": high,
            "confidence": CONFIDENCE, "runs": self.sorted,
        })
    }

    fn of_json(value: &Value) -> Option<Measured> {
        let text = |key: &str| Some(value.get(key)?.as_str()?.to_string());
        let runs = value.get("runs")?.as_array()?.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>()?;
        (!runs.is_empty()).then_some(Measured { name: text("name")?, on: text("on")?, sorted: runs })
    }
}

pub fn bench(mut args: BenchArgs) -> i32 {
    let mut project_args = Vec::new();
    let applied = folder::apply(&mut args.paths, &mut args.common, false).map(|project| {
        if args.on.is_empty() {
            args.on.push(project.target.filter(|t| t != "interp").unwrap_or_else(|| "auto".into()));
        }
        project_args = project.arguments;
    });
    applied.and_then(|()| run(&args, project_args)).err().unwrap_or(0)
}

fn say(e: impl std::fmt::Display) -> i32 {
    eprintln!("somdc: {e}");
    DIAGNOSTICS
}

fn run(args: &BenchArgs, project_args: Vec<String>) -> Result<(), i32> {
    // Before anything is measured: what it is compared with is there.
    let before = args.against.as_deref().map(read).transpose().map_err(say)?;
    let folder = tempfile::tempdir().map_err(say)?;
    let candidates = candidates(args, project_args, folder.path())?;
    let mut all: Vec<Measured> = Vec::new();
    for candidate in &candidates {
        let sorted = sample(candidate, args).map_err(say)?;
        let measured = Measured { name: candidate.name.clone(), on: candidate.on.clone(), sorted };
        if !args.json {
            if all.is_empty() {
                println!("{:<32} {:<12} {:>11}  {:<27} {:>5}", "benchmark", "on", "median", "95 % interval", "runs");
            }
            let first = all.iter().find(|m| m.name == measured.name);
            println!("{}", row(&measured, first, args.within / 100.0));
            if let Some(before) = &before {
                println!("{}", against(&measured, before, args.against.as_deref().unwrap_or_default()));
            }
        }
        all.push(measured);
    }
    let document = json!({
        "somdc": env!("CARGO_PKG_VERSION"),
        "benchmarks": all.iter().map(Measured::json).collect::<Vec<_>>(),
        "comparisons": comparisons(&all, before.as_deref().unwrap_or_default()),
    });
    if args.json {
        commands::print(&format!("{document:#}\n"));
    }
    if let Some(name) = &args.save {
        let path = saved(name);
        let parent = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(parent)
            .and_then(|()| std::fs::write(&path, format!("{document:#}\n")))
            .map_err(|e| say(format!("cannot write `{}`: {e}", path.display())))?;
    }
    Ok(())
}

/// Where measurements of this name are kept: a path is one, a name is below the folder in which somdc is called.
fn saved(name: &str) -> PathBuf {
    if name.contains('/') || name.ends_with(".json") {
        PathBuf::from(name)
    } else {
        Path::new(".somd-bench").join(format!("{name}.json"))
    }
}

fn read(name: &str) -> Result<Vec<Measured>, String> {
    let path = saved(name);
    let text = std::fs::read_to_string(&path)
        .map_err(|e| format!("cannot read `{}`: {e}; `somdc bench --save {name}` writes it", path.display()))?;
    let all = serde_json::from_str::<Value>(&text).ok();
    let all = all.and_then(|v| v.get("benchmarks")?.as_array()?.iter().map(Measured::of_json).collect());
    all.ok_or_else(|| format!("`{}` has no measurements of `somdc bench`", path.display()))
}

/// All that is asked to be measured. What has to be written for it goes into `folder`, which must outlive it.
fn candidates(args: &BenchArgs, project_args: Vec<String>, folder: &Path) -> Result<Vec<Candidate>, i32> {
    let c = commands::read(&args.paths, &args.common)?;
    if c.failed() {
        commands::report(&c, &args.common)?;
    }
    let (found, wrong) = if args.program { Default::default() } else { methods::find(&c.units) };
    for (at, what) in &wrong {
        let place = c.sources.locate(*at).map(|(f, line, column)| format!("{}:{line}:{column}: ", f.name));
        eprintln!("somdc: {}{what}", place.unwrap_or_default());
    }
    if !wrong.is_empty() {
        return Err(DIAGNOSTICS);
    }
    let wanted = |name: &str| args.filter.is_empty() || args.filter.iter().any(|f| name.contains(f.as_str()));
    let chosen: Vec<usize> = (0..found.len()).filter(|&n| wanted(&found[n].name)).collect();
    if !found.is_empty() && chosen.is_empty() {
        eprintln!("somdc: none of {} benchmarks has `{}` in its name", found.len(), args.filter.join("` or `"));
        return Err(USAGE);
    }
    if !chosen.is_empty() && (!args.rival.is_empty() || !args.args.is_empty()) {
        eprintln!(
            "somdc: commands of rivals and arguments are for whole programs: `--program` measures that, not its `@Bench` methods"
        );
        return Err(USAGE);
    }
    let mut paths = args.paths.clone();
    let mut common = args.common.clone();
    if !chosen.is_empty() {
        let files = methods::program(&found, &c.units, &c.sources);
        common.main = Some(files[0].0.clone());
        for (class, text) in files {
            let path = folder.join(format!("{class}.somd"));
            std::fs::write(&path, text).map_err(say)?;
            paths.push(path);
        }
    }
    let stem = || args.paths[0].file_stem().map(|n| n.to_string_lossy().into_owned());
    let name = args.common.name.clone().or_else(stem).unwrap_or_else(|| "program".into());
    let on = places(args, &paths, &common, folder)?;
    let mut all = Vec::new();
    for &n in &chosen {
        for (on, command) in &on {
            let command = command.clone();
            let kind = Kind::Method(Box::new(move || command.command()), n);
            all.push(Candidate { name: found[n].name.clone(), on: on.clone(), kind });
        }
    }
    if chosen.is_empty() {
        for (on, command) in on {
            let given = if args.args.is_empty() { project_args.clone() } else { args.args.clone() };
            let kind = Kind::Program(Box::new(move || {
                let mut command = command.command();
                command.args(&given);
                command
            }));
            all.push(Candidate { name: name.clone(), on, kind });
        }
        for rival in &args.rival {
            let line = rival.clone();
            let kind = Kind::Program(Box::new(move || shell(&line)));
            all.push(Candidate { name: name.clone(), on: rival.clone(), kind });
        }
    }
    Ok(all)
}

fn shell(line: &str) -> Command {
    let (shell, option) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut command = Command::new(shell);
    command.arg(option).arg(line);
    command
}

/// How a program is started somewhere.
#[derive(Clone)]
struct Start {
    program: PathBuf,
    args: Vec<String>,
    env: Vec<(&'static str, std::ffi::OsString)>,
}

impl Start {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args).envs(self.env.iter().map(|(k, v)| (k, v)));
        command
    }
}

/// The back ends that are asked for, and the Java machine, with the program built for them.
fn places(args: &BenchArgs, paths: &[PathBuf], common: &Common, folder: &Path) -> Result<Vec<(String, Start)>, i32> {
    let (c, program) = commands::compiled(paths, common)?;
    let real: Vec<PathBuf> =
        args.paths.iter().map(|p| std::fs::canonicalize(p).unwrap_or_else(|_| p.clone())).collect();
    let keep = (real, common.fast_math, common.assertions, "bench", args.program);
    let (built, _lock) = commands::built(&c, &program, common, &args.paths, &args.target_cpu, keep)?;
    let mut all = Vec::new();
    for target in &args.on {
        let mut env = vec![("SOMD_TARGET", target.into())];
        if let Some(rules) =
            commands::rules(&args.paths, &args.common).filter(|_| std::env::var_os("SOMD_RULES").is_none())
        {
            env.push(("SOMD_RULES", rules.into()));
        }
        all.push((target.clone(), Start { program: built.clone(), args: Vec::new(), env }));
    }
    if args.java {
        let main = program.main.map(|m| program.hir.class(program.hir.method(m).class).binary_name.to_string());
        all.push(("java".to_string(), java(paths, common, &main.unwrap_or_default(), &folder.join("java"))?));
    }
    Ok(all)
}

/// The program as plain Java, compiled.
fn java(paths: &[PathBuf], common: &Common, main: &str, folder: &Path) -> Result<Start, i32> {
    let files = commands::java(paths, &Common { allow: vec!["all".into()], ..common.clone() })?;
    let mut javac = Command::new("javac");
    javac.args(["-nowarn", "-encoding", "UTF-8", "-d"]).arg(folder.join("classes"));
    for (name, text) in files {
        let path = folder.join(name);
        let written = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&path, text));
        written.map_err(say)?;
        javac.arg(path);
    }
    let ran = javac.output().map_err(|e| say(format!("cannot run `javac`, which `--java` needs: {e}")))?;
    if !ran.status.success() {
        eprint!("{}", String::from_utf8_lossy(&ran.stderr));
        return Err(say("`javac` refuses the program as plain Java"));
    }
    let classes = folder.join("classes").display().to_string();
    let mut args = vec!["-cp".into(), classes, main.into()];
    if common.assertions {
        args.insert(0, "-ea".into());
    }
    Ok(Start { program: "java".into(), args, env: Vec::new() })
}

/// Measures until the interval is as narrow as is asked for, or time is up; the times, sorted.
fn sample(candidate: &Candidate, args: &BenchArgs) -> Result<Vec<f64>, String> {
    let started = Instant::now();
    let mut times: Vec<f64> = Vec::new();
    let enough = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        let m = Measured { name: String::new(), on: String::new(), sorted: times.clone() };
        let narrow = times.len() >= *RUNS.start() && m.uncertainty() <= args.within / 100.0;
        narrow || times.len() >= *RUNS.end() || started.elapsed().as_secs_f64() > args.time && times.len() > 1
    };
    match &candidate.kind {
        Kind::Program(command) => {
            // The first run finds nothing in any cache.
            run_once(&mut command(), &candidate.on)?;
            while !enough(&mut times) {
                times.push(run_once(&mut command(), &candidate.on)?);
            }
        }
        Kind::Method(command, number) => {
            let word = format!("somd-bench-{:x}", std::process::id());
            let warm = Duration::from_secs_f64(args.warm_up).as_nanos().to_string();
            let mut command = command();
            command.args([&word, &number.to_string(), &warm]).stdin(Stdio::null()).stdout(Stdio::piped());
            let mut child =
                command.spawn().map_err(|e| format!("cannot run the benchmark on {}: {e}", candidate.on))?;
            let lines = BufReader::new(child.stdout.take().ok_or("a benchmark without output")?);
            let mut ended = true;
            for line in lines.split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line);
                let time = line.strip_prefix(&word).and_then(|l| l.trim().parse::<f64>().ok());
                times.extend(time.map(|ns| ns * 1e-9));
                if time.is_some() && enough(&mut times) {
                    ended = false;
                    break;
                }
            }
            if !ended {
                // It measures until it is ended; that it has ended by itself since is no matter.
                let _ = child.kill();
            }
            let status = child.wait().map_err(|e| e.to_string())?;
            if ended {
                return Err(format!("the benchmark `{}` ended on {}: {status}", candidate.name, candidate.on));
            }
        }
    }
    Ok(times)
}

/// One run of a program, in seconds.
fn run_once(command: &mut Command, on: &str) -> Result<f64, String> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let started = Instant::now();
    let ran = command.output().map_err(|e| format!("cannot run `{on}`: {e}"))?;
    let took = started.elapsed().as_secs_f64();
    if !ran.status.success() {
        let said = String::from_utf8_lossy(&ran.stderr);
        return Err(format!("`{on}`: {}\n{}", ran.status, said.trim_end()));
    }
    Ok(took)
}

fn row(m: &Measured, first: Option<&Measured>, within: f64) -> String {
    let interval = match m.interval() {
        Some((low, high)) => format!("{} … {}", time(low), time(high)),
        None => "too few runs".to_string(),
    };
    let mut row = format!("{:<32} {:<12} {:>11}  {interval:<27} {:>5}", m.name, m.on, time(m.median()), m.sorted.len());
    if m.interval().is_some() && m.uncertainty() > within {
        row += &format!("  ± {:.0} %", m.uncertainty() * 100.0);
    }
    if let Some(first) = first {
        row += &format!("  {}", compared(m, first));
    }
    row
}

/// How much slower or faster one is than another.
fn compared(m: &Measured, other: &Measured) -> String {
    let p = statistics::mann_whitney(&m.sorted, &other.sorted);
    let ratio = m.median() / other.median();
    let p_text = if p < 0.001 { "p < 0.001".to_string() } else { format!("p = {p:.3}") };
    match p < SIGNIFICANT {
        true if ratio >= 1.0 => format!("{ratio:.2} × the time of {} ({p_text})", other.on),
        true => format!("1/{:.2} of the time of {} ({p_text})", 1.0 / ratio, other.on),
        false => format!("no difference from {} that chance does not explain ({p_text})", other.on),
    }
}

fn against(m: &Measured, before: &[Measured], name: &str) -> String {
    match before.iter().find(|b| b.name == m.name && b.on == m.on) {
        Some(b) => {
            let b = Measured { name: b.name.clone(), on: name.to_string(), sorted: b.sorted.clone() };
            format!("    {name}: {}; now {}", time(b.median()), compared(m, &b))
        }
        None => format!("    {name}: not measured there"),
    }
}

/// Each against what was measured before, and against the first of its name, as data.
fn comparisons(all: &[Measured], before: &[Measured]) -> Value {
    let comparison = |m: &Measured, other: &Measured, with: &str| {
        let p = statistics::mann_whitney(&m.sorted, &other.sorted);
        json!({
            "name": m.name, "on": m.on, "with": with, "ratio": m.median() / other.median(), "p": p, "significant": p < SIGNIFICANT,
            "test": "Mann-Whitney U, two-sided",
        })
    };
    let mut out = Vec::new();
    for (at, m) in all.iter().enumerate() {
        let first = all[..at].iter().find(|o| o.name == m.name);
        out.extend(first.map(|o| comparison(m, o, &o.on)));
        let earlier = before.iter().find(|b| b.name == m.name && b.on == m.on);
        out.extend(earlier.map(|b| comparison(m, b, "before")));
    }
    Value::Array(out)
}

/// A time with a unit in which it is between 1 and 1000.
fn time(seconds: f64) -> String {
    let (scale, unit) = match seconds {
        s if s >= 1.0 => (1.0, "s"),
        s if s >= 1e-3 => (1e3, "ms"),
        s if s >= 1e-6 => (1e6, "µs"),
        _ => (1e9, "ns"),
    };
    let value = seconds * scale;
    let digits = if value >= 100.0 {
        1
    } else if value >= 10.0 {
        2
    } else {
        3
    };
    format!("{value:.digits$} {unit}")
}
