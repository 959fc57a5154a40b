//! Where a parallel method runs: the choice of the process, the rules file, and the log of decisions.
//!
//! `SOMD_TARGET` (or `--target`, which the driver passes on as that) names the choice for everything; a rule `Class.method: target`
//! of the rules file names it for a method, for the function of a map, or, by its place (`Main.somd:12`), for what has no name. `SOMD_STRICT=1` makes
//! a choice that cannot be honoured an error, also for what has no parallel code (`SOMD_STRICT=devices`: for what has); otherwise it is
//! a warning on standard error, once for each cause.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, OnceLock};

/// A target as the user names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// One thread. `interp` means the same to a compiled program.
    Seq,
    /// The pool.
    Cpu,
    /// A device, the one with this number where one is given.
    Gpu(Option<u32>),
    /// All devices, the index space divided.
    Gpus,
    /// Several processes: see [`cluster`](crate::cluster).
    Cluster,
    /// Whatever is estimated to be fastest.
    Auto,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Seq => f.write_str("seq"),
            Place::Cpu => f.write_str("cpu"),
            Place::Gpu(None) => f.write_str("gpu"),
            Place::Gpu(Some(n)) => write!(f, "gpu:{n}"),
            Place::Gpus => f.write_str("gpus"),
            Place::Cluster => f.write_str("cluster"),
            Place::Auto => f.write_str("auto"),
        }
    }
}

impl Place {
    pub fn parse(text: &str) -> Option<Place> {
        Some(match text.trim() {
            "interp" | "seq" => Place::Seq,
            "cpu" => Place::Cpu,
            "gpu" => Place::Gpu(None),
            "gpus" => Place::Gpus,
            "cluster" => Place::Cluster,
            "auto" => Place::Auto,
            // A device that is no GPU is listed as `device:N`.
            other => {
                let number = other.strip_prefix("gpu:").or_else(|| other.strip_prefix("device:"))?;
                Place::Gpu(Some(number.parse().ok()?))
            }
        })
    }

    /// A device may run it.
    pub fn device(&self) -> bool {
        matches!(self, Place::Gpu(_) | Place::Gpus | Place::Auto)
    }

    /// The user asked for a device and nothing else.
    pub fn demands_device(&self) -> bool {
        matches!(self, Place::Gpu(_) | Place::Gpus)
    }
}

/// The settings of the process, read once.
pub struct Settings {
    pub place: Place,
    /// By the name as it is written, without blanks: its place, and the line that says so.
    rules: BTreeMap<String, (Place, usize)>,
    pub rules_file: Option<String>,
    pub strict: bool,
    /// Also of constructs that have no parallel code.
    pub strict_on_constructs: bool,
    pub log: Level,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    Off,
    Info,
    Debug,
}

static SETTINGS: OnceLock<Settings> = OnceLock::new();
static BUILT_FOR: OnceLock<&str> = OnceLock::new();

/// The target that the program was built for, where the environment names none. Before the settings are read.
pub fn built_for(target: &'static str) {
    BUILT_FOR.get_or_init(|| target);
}

/// The process's settings: from the environment, at the first call.
pub fn settings() -> &'static Settings {
    SETTINGS.get_or_init(from_environment)
}

fn from_environment() -> Settings {
    let variable = |name: &str| std::env::var(name).ok().filter(|v| !v.is_empty());
    let mut problems = Vec::new();
    let place = match variable("SOMD_TARGET").or_else(|| BUILT_FOR.get().map(ToString::to_string)) {
        None => Place::Cpu,
        Some(text) => Place::parse(&text).unwrap_or_else(|| {
            problems.push(format!("SOMD_TARGET: {}", unknown(&text)));
            Place::Cpu
        }),
    };
    let log = match variable("SOMD_LOG").as_deref() {
        Some("somd=debug" | "debug") => Level::Debug,
        Some("somd=info" | "info") => Level::Info,
        _ => Level::Off,
    };
    let named = variable("SOMD_RULES");
    let path = match &named {
        Some(path) => Some(std::path::PathBuf::from(path)),
        None => std::env::current_exe().ok().and_then(|exe| {
            let own = exe.with_extension("rules");
            if own.exists() { Some(own) } else { Some(exe.parent()?.join("somd.rules")) }
        }),
    };
    let mut rules_file = None;
    let mut rules = BTreeMap::new();
    if let Some(path) = path {
        match std::fs::read_to_string(&path) {
            Ok(text) => match parse_rules(&text) {
                Ok(read) => (rules, rules_file) = (read, Some(path.display().to_string())),
                Err(message) => problems.push(format!("{}: {message}", path.display())),
            },
            Err(e) if named.is_some() => problems.push(format!("{}: {e}", path.display())),
            // No rules file beside the program: the usual case.
            Err(_) => {}
        }
    }
    let strict = variable("SOMD_STRICT").is_some_and(|v| v != "0");
    // Of ranks, the process that starts them has said it.
    let is_rank = std::env::var_os("SOMD_RANK").is_some();
    for problem in problems.iter().filter(|_| !is_rank) {
        eprintln!("{}: {problem}", if strict { "error" } else { "warning" });
        if strict {
            std::process::exit(2);
        }
    }
    let strict_on_constructs = strict && variable("SOMD_STRICT").as_deref() != Some("devices");
    Settings { place, rules, rules_file, strict, strict_on_constructs, log }
}

/// What is wrong with a target, and what there is.
fn unknown(target: &str) -> String {
    format!("unknown target `{target}`; use seq, cpu, gpu, gpu:N, gpus, cluster or auto")
}

/// Lines `Class.method: target`; `#` begins a comment.
fn parse_rules(text: &str) -> Result<BTreeMap<String, (Place, usize)>, String> {
    let mut rules = BTreeMap::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let (method, target) = line
            .rsplit_once(": ")
            .or_else(|| line.split_once(':'))
            .ok_or(format!("line {}: expected `Class.method: target`", i + 1))?;
        let place = Place::parse(target).ok_or_else(|| format!("line {}: {}", i + 1, unknown(target.trim())))?;
        rules.insert(method.replace(char::is_whitespace, ""), (place, i + 1));
    }
    Ok(rules)
}

/// Reads any text as rules.
#[cfg(all(test, feature = "devices"))]
pub fn read_any(text: &str) {
    if let Ok(rules) = parse_rules(text) {
        assert!(rules.keys().all(|name| !name.contains(char::is_whitespace)));
    }
}

impl Settings {
    /// Some method may run on a device.
    pub fn may_use_devices(&self) -> bool {
        self.place.device() || self.rules.values().any(|(place, _)| place.device())
    }

    /// Some method may be divided over ranks.
    pub fn wants_cluster(&self) -> bool {
        self.place == Place::Cluster || self.rules.values().any(|(place, _)| *place == Place::Cluster)
    }

    /// The names that rules are for, with their lines.
    pub fn rule_names(&self) -> impl Iterator<Item = (usize, &str)> {
        self.rules.iter().map(|(name, (_, line))| (*line, name.as_str()))
    }

    /// Where a construct is to run: by its place, by the function that it maps, by the method `pkg.Class.method(types)` that it stands in or is.
    pub fn place_of(&self, method: &str, functions: &[&str], place: &str) -> Place {
        if self.rules.is_empty() {
            return self.place;
        }
        let longest = |name: &str| {
            let fits = self.rules.iter().filter(|(rule, _)| is_tail(name, rule));
            fits.max_by_key(|(rule, _)| rule.len()).map(|(_, (place, _))| *place)
        };
        names(method, functions, place).find_map(longest).unwrap_or(self.place)
    }
}

/// The names of a construct, the most precise first.
pub fn names<'n>(method: &'n str, functions: &'n [&'n str], place: &'n str) -> impl Iterator<Item = &'n str> {
    std::iter::once(place).filter(|p| !p.is_empty()).chain(functions.iter().copied()).chain([method])
}

/// Whether a rule names `pkg.Class.method(types)`: `Class.method` at least, from the right, with the types or without. A place it names whole.
pub fn is_tail(name: &str, rule: &str) -> bool {
    let name = if rule.contains('(') { name } else { name.split('(').next().unwrap_or(name) };
    let name = name.replace(char::is_whitespace, "");
    if name.contains(':') {
        return name == rule;
    }
    let qualified = rule.split('(').next().is_some_and(|r| r.contains('.'));
    let behind = name.strip_suffix(rule);
    qualified && behind.is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

/// Where a region runs; kept by its code in a static, so that the rules are looked up once.
pub struct Choice {
    method: &'static str,
    /// The functions that it maps, where they have names.
    functions: &'static [&'static str],
    /// Where it stands: `Main.somd:12`.
    source: &'static str,
    place: OnceLock<Place>,
}

impl Choice {
    pub const fn new(method: &'static str, functions: &'static [&'static str], source: &'static str) -> Choice {
        Choice { method, functions, source, place: OnceLock::new() }
    }

    pub fn method(&self) -> &'static str {
        self.method
    }

    #[inline]
    pub fn place(&self) -> Place {
        *self.place.get_or_init(|| {
            let place = settings().place_of(self.method, self.functions, self.source);
            // Each of a method's regions makes the choice, and one line tells of it.
            static TOLD: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
            if settings().log >= Level::Info && TOLD.lock().unwrap_or_else(|e| e.into_inner()).insert(self.method) {
                info(|| format!("{}: target {place}", self.method));
            }
            place
        })
    }
}

/// A choice cannot be honoured: an error where the user is strict, which no handler of exceptions catches by chance, else a warning, once for
/// each cause.
#[cold]
pub fn dishonoured(method: &str, cause: &str) {
    refuse(method, cause, crate::cluster::speaks());
}

/// As [`dishonoured`], where only this rank has the cause, which it tells itself.
#[cold]
pub fn dishonoured_by_rank(method: &str, cause: &str) {
    refuse(method, cause, true);
}

fn refuse(method: &str, cause: &str, tells: bool) {
    static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());
    if settings().strict {
        let message = format!("{method} cannot run on the requested device: {cause}");
        crate::exception::throw_named("somd.TargetError", Some(&message));
    }
    let mut told = TOLD.lock().unwrap_or_else(|e| e.into_inner());
    // Memory that is short is one cause, whatever size is asked for.
    let key = match cause.contains(" MiB left") {
        true => cause.replace(|c: char| c.is_ascii_digit(), ""),
        false => cause.to_string(),
    };
    if !told.contains(&key) {
        told.push(key);
        if tells {
            eprintln!("warning: {method} runs on the CPU: {cause}");
        }
    }
}

/// Logs a decision at `SOMD_LOG=somd=info`.
#[inline]
pub fn info(message: impl FnOnce() -> String) {
    log(Level::Info, message);
}

/// Logs a detail at `SOMD_LOG=somd=debug`.
#[inline]
pub fn debug(message: impl FnOnce() -> String) {
    log(Level::Debug, message);
}

fn log(level: Level, message: impl FnOnce() -> String) {
    if settings().log >= level && crate::cluster::speaks() {
        eprintln!("[{} somd] {}", if level == Level::Info { "info" } else { "debug" }, message());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_name_methods_from_the_right() {
        let rules = parse_rules("# all\nMain.sum: seq\na.b.Main.dot: gpu:1 # second\n").expect("well formed");
        let settings = Settings {
            place: Place::Cpu,
            rules,
            rules_file: None,
            strict: false,
            strict_on_constructs: false,
            log: Level::Off,
        };
        let place_of = |name| settings.place_of(name, &[], "");
        assert_eq!(place_of("p.Main.sum(int[])"), Place::Seq);
        assert_eq!(place_of("a.b.Main.dot(float[],float[])"), Place::Gpu(Some(1)));
        assert_eq!(place_of("Main.dot(float[],float[])"), Place::Cpu);
        assert!(parse_rules("Main.sum seq").is_err() && parse_rules("Main.sum: nowhere").is_err());
    }
}
