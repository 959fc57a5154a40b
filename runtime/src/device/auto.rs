//! The target `auto`: the cores or the device, for each launch.
//!
//! What a launch costs on the cores and on the device is what the kernel took before, in this run or in earlier ones ([`super::history`]). Where that
//! is not known, it is estimated from the operations and bytes of an iteration, and corrected by what is known of the other side. What is paid once
//! counts once for all launches that are still expected: until the device is open, for a kernel that was never built, to send arrays that
//! the device lacks, and to fetch results. As many are expected as the last run had; without one, as many as there were so far.
//!
//! A device that is opening or open makes the end of the process longer, so it is opened while the program starts only where the last run says that
//! it pays, else when the cores have worked longer on a kernel than that costs ([`LATER`]). The program never waits for it unless that is estimated to be
//! faster. A kernel that an earlier run knows, and that was never on the device, is tried there once if that may pay.

use super::arrays;
use super::history::{History, Times, least};
use super::launch;
use super::memory::Memory;
use super::platform::{self, Device};
use super::program;
use crate::kernel::{Arg, ArrayArg, Kernel, Out};
use crate::target::Place;
use crate::{pool, private, target};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock};
use std::time::Instant;

/// Seconds, and bytes a second.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rates {
    launch: f64,
    send: f64,
    memory: f64,
}

/// What one core of a CPU does in a second; the pool has as many as the machine.
const CPU_OPERATIONS: f64 = 2e9;
const CPU_BYTES: f64 = 8e9;
/// Operations of a device for each byte that its memory moves: what GPUs have in common.
const OPERATIONS_PER_BYTE: f64 = 4.0;
/// A device that was never opened here: what GPUs have in common.
const UNKNOWN: Rates = Rates { launch: 2e-5, send: 5e9, memory: 5e11 };
/// Seconds to open a device, and to build a kernel, where nothing is known.
const OPEN: f64 = 0.25;
const BUILD: f64 = 0.25;
/// Seconds that the cores work on a kernel, of which no earlier run tells, before the device is opened beside them: about what an open device
/// adds to the end of the process.
const LATER: f64 = 0.1;
/// What a device that is not measured is taken to take of the cores' time.
const SHARE: f64 = 0.1;
/// No device opens faster: what the cores do in less, for all launches, is not worth a question.
const SOONEST: f64 = 0.02;
/// Times that differ by less are not worth a file.
const NEWS: f64 = 0.8;

/// An estimate may be wrong by this factor in either direction before what is known of the other side says nothing of this one.
const CORRECTION: (f64, f64) = (1.0 / 64.0, 1e4);

/// What a launch costs in seconds, on either side.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Costs {
    /// A launch on the cores; before it, to fetch arrays that only the device has.
    cores: f64,
    fetch: f64,
    /// A launch on the device; what is paid once for this and all later launches.
    device: f64,
    once: f64,
    /// Launches that are expected, this one included.
    launches: f64,
}

impl Costs {
    fn on_cores(&self) -> f64 {
        self.fetch + self.launches * self.cores
    }

    fn on_device(&self) -> f64 {
        self.once + self.launches * self.device
    }

    fn device_pays(&self) -> bool {
        self.on_device() < self.on_cores()
    }
}

/// What was decided for the launches of a kernel at one size, in this run.
#[derive(Clone, Debug)]
struct Decided {
    kernel: &'static Kernel,
    iterations: u64,
    on_cores: u32,
    on_device: u32,
    last: Option<Costs>,
}

#[derive(Default)]
struct State {
    history: History,
    decided: BTreeMap<(usize, u32), Decided>,
    /// Launches of kernels on a device that the user has named.
    named: BTreeMap<usize, u32>,
    /// There was a file, or what is known has changed since it was read.
    seen: bool,
    changed: bool,
}

static STATE: LazyLock<Mutex<State>> = LazyLock::new(|| {
    let text = times_file().and_then(|path| private::text(&path).ok());
    let history = History::parse(text.as_deref().unwrap_or_default());
    Mutex::new(State { history, seen: text.is_some(), changed: text.is_none(), ..State::default() })
});

thread_local! {
    /// The launch that the cores run next on this thread, to be measured.
    static ON_CORES: Cell<Option<(&'static Kernel, u64)>> = const { Cell::new(None) };
}

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(|e| e.into_inner())
}

/// The device that is to run a launch, and whether its time is wanted ([`on_device`]).
///
/// # Errors
/// Why the cores run it.
pub fn choose(
    kernel: &'static Kernel,
    space: &[(i64, i64)],
    args: &[Arg],
    outs: &[Out],
) -> Result<(&'static Device, bool), String> {
    let iterations = launch::count(space).ok_or("the index space has 2^32 iterations or more")?;
    let opened = platform::opened(&Place::Auto).transpose()?;
    let guess = on_cores_by_counting(kernel, iterations);
    let mut state = state();
    let at = (std::ptr::from_ref(kernel) as usize, super::history::bucket(iterations));
    // What was decided for all launches is looked at again when they have doubled.
    if opened.is_none()
        && let Some(decided) = state.decided.get_mut(&at)
        && decided.on_device == 0
        && !(decided.on_cores + 1).is_power_of_two()
    {
        decided.on_cores += 1;
        return Err("the cores are estimated to be faster".into());
    }
    let known = state.history.seconds(kernel, iterations, |t| t.cores);
    // Less than any launch takes: there is nothing to measure for.
    if known.unwrap_or(guess) < 5e-6 {
        return Err("it is too small for a device".into());
    }
    let costs = state.costs(kernel, iterations, guess, opened, args, outs);
    let pays = costs.device_pays();
    let decided = state.decided.entry(at);
    let decided = decided.or_insert(Decided { kernel, iterations, on_cores: 0, on_device: 0, last: None });
    decided.last = Some(costs);
    *(if pays { &mut decided.on_device } else { &mut decided.on_cores }) += 1;
    let launches = decided.on_cores + decided.on_device;
    let measured = decided.on_device.is_power_of_two();
    // As often, and with as much to do, as the last run.
    let unknown = state.history.of(kernel, iterations).launches < launches;
    drop(state);
    target::info(|| {
        let choice = if pays { "device" } else { "cores" };
        format!("{}, launch {launches}: {choice}; estimated {}", kernel.name, compared(&costs))
    });
    if !pays {
        if opened.is_none() && unknown && f64::from(launches) * costs.cores > LATER {
            super::open(Place::Auto);
        }
        ON_CORES.set(Some((kernel, iterations)));
        return Err("the cores are estimated to be faster".into());
    }
    let device = opened.map_or_else(|| platform::choose(&Place::Auto), Ok)?;
    Ok((device, measured))
}

fn compared(costs: &Costs) -> String {
    let ms = |s: f64| s * 1e3;
    format!(
        "{:.3} ms on the cores, {:.3} ms on the device (of these {:.3} once), for {:.0} launches",
        ms(costs.on_cores()),
        ms(costs.on_device()),
        ms(costs.once),
        costs.launches
    )
}

fn on_cores_by_counting(kernel: &Kernel, iterations: u64) -> f64 {
    let cores = pool::cores() as f64;
    iterations as f64 * (kernel.operations as f64 / CPU_OPERATIONS).max(kernel.bytes as f64 / CPU_BYTES) / cores
}

impl State {
    fn costs(
        &self,
        kernel: &'static Kernel,
        iterations: u64,
        guess: f64,
        opened: Option<&'static Device>,
        args: &[Arg],
        outs: &[Out],
    ) -> Costs {
        let known = |part: fn(&Times) -> Option<f64>| self.history.seconds(kernel, iterations, part);
        let (on_cores, on_device) = (known(|t| t.cores), known(|t| t.device));
        let before = self.history.of(kernel, iterations).launches;
        let most = f64::from(before.max(1)) * on_cores.unwrap_or(guess * CORRECTION.1);
        let (rates, open) = match opened {
            Some(device) => (rates(device), 0.0),
            None if most < SOONEST => (UNKNOWN, OPEN),
            None => last_opened().unwrap_or((UNKNOWN, OPEN)),
        };
        let open = if opened.is_some() { 0.0 } else { (open - super::opening_for()).max(0.0) };
        let operations = kernel.operations as f64 / (rates.memory * OPERATIONS_PER_BYTE);
        let work = iterations as f64 * operations.max(kernel.bytes as f64 / rates.memory);
        // What is wrong with the one estimate is about as wrong with the other.
        let corrected = |factor: f64| factor.clamp(CORRECTION.0, CORRECTION.1);
        let cores = on_cores.unwrap_or_else(|| {
            guess * on_device.map_or(1.0, |d| corrected((d - rates.launch).max(0.0) / work.max(1e-12)).max(1.0))
        });
        let device = on_device.unwrap_or_else(|| {
            rates.launch + work * on_cores.map_or(1.0, |c| corrected(c / guess.max(1e-12)).max(1.0))
        });
        let bytes = |array: &ArrayArg| array.dims.iter().map(|d| *d as usize).product::<usize>() * array.elem.bytes();
        let inputs = args.iter().filter_map(|a| if let Arg::Array(a) = a { Some(a) } else { None });
        let updated = outs.iter().filter_map(|o| match o {
            Out::Array { old, .. } => old.as_ref(),
            Out::Accumulate { array } => Some(array),
            _ => None,
        });
        let results = outs.iter().filter_map(|o| match o {
            Out::Array { array, .. }
            | Out::Accumulate { array }
            | Out::Scan { array, .. }
            | Out::Filter { array, .. } => Some(array),
            Out::Value(_) => None,
        });
        let (mut sent, mut there) = (0, 0);
        for array in inputs.chain(updated) {
            let missing = arrays::to_send(array);
            sent += missing;
            there += if missing == 0 && arrays::only_there(array) { bytes(array) } else { 0 };
        }
        let back: usize = results.map(bytes).sum();
        let so_far = self.decided.get(&(std::ptr::from_ref(kernel) as usize, super::history::bucket(iterations)));
        let so_far = so_far.map_or(0, |d| d.on_cores + d.on_device);
        let launches = if before == 0 { so_far.max(1) } else { before.saturating_sub(so_far).max(1) };
        let build = if on_device.is_some() || before > 0 { 0.0 } else { BUILD };
        Costs {
            cores,
            fetch: there as f64 / rates.send,
            device,
            once: open + build + (sent + back) as f64 / rates.send,
            launches: launches.into(),
        }
    }
}

/// Whether the time of a launch on a device that the user has named is wanted: of some of each kernel's.
pub fn learns(kernel: &'static Kernel) -> bool {
    let mut state = state();
    let named = state.named.entry(std::ptr::from_ref(kernel) as usize).or_default();
    *named += 1;
    *named <= 2
}

/// Whether this thread's next loop is to be measured.
pub fn measures() -> bool {
    ON_CORES.get().is_some()
}

/// The launch that was left to the cores took so many seconds.
pub fn on_cores(seconds: f64) {
    if let Some((kernel, iterations)) = ON_CORES.take() {
        state().learn(kernel, iterations, seconds, |t| &mut t.cores);
    }
}

/// A launch took so many seconds on the device, its arrays there, from its start to its end.
pub fn on_device(kernel: &'static Kernel, iterations: u64, seconds: f64) {
    state().learn(kernel, iterations, seconds, |t| &mut t.device);
}

impl State {
    fn learn(&mut self, kernel: &Kernel, iterations: u64, seconds: f64, part: fn(&mut Times) -> &mut Option<f64>) {
        let each = seconds / iterations.max(1) as f64;
        let mut news = false;
        self.history.change(kernel, iterations, |t| {
            let known = part(t);
            news = known.is_none_or(|k| each < NEWS * k);
            least(known, each);
        });
        self.changed |= news;
    }
}

/// Whether to open the device while the program starts: where the last run would have gained about as much as that takes.
pub fn opens() -> bool {
    let state = state();
    let gain = |(iterations, t): (f64, &Times)| {
        let cores = t.cores.unwrap_or_else(|| t.device.unwrap_or_default() / SHARE);
        f64::from(t.launches) * iterations * (cores - t.device.unwrap_or(SHARE * cores)).max(0.0)
    };
    let gained: f64 = state.history.all().map(gain).sum();
    state.seen && gained > SOONEST && gained > last_opened().map_or(OPEN, |(_, seconds)| seconds) / 2.0
}

/// At the end of the process: keeps what was measured, and prints what was decided where `SOMD_DECISIONS=1` asks for it.
pub fn end() {
    let mut state = state();
    let state = &mut *state;
    for d in state.decided.values() {
        let launches = d.on_cores + d.on_device;
        state.history.change(d.kernel, d.iterations, |t| {
            state.changed |= t.launches != launches;
            t.launches = launches;
        });
    }
    if std::env::var_os("SOMD_DECISIONS").is_some_and(|v| v == "1") {
        eprint!("{}", table(state));
    }
    if !state.changed {
        return;
    }
    state.changed = false;
    if let Some(path) = times_file() {
        let result = path.parent().map_or(Ok(()), private::folder).and_then(|()| write(&path, &state.history.text()));
        if let Err(e) = result {
            target::debug(|| format!("{}: {e}", path.display()));
        }
    }
}

/// A line for each kernel and size.
fn table(state: &State) -> String {
    let mut text = String::from("target auto: launches, and milliseconds of one, estimated (~) or measured\n");
    if state.decided.is_empty() {
        text += "  no launch was large enough for a device, or there is none\n";
    }
    for d in state.decided.values() {
        let Some(costs) = d.last else { continue };
        let known = |part: fn(&Times) -> Option<f64>| state.history.seconds(d.kernel, d.iterations, part);
        let ms = |known: Option<f64>, estimated: f64| match known {
            Some(s) => format!("{:.3}", s * 1e3),
            None => format!("~{:.3}", estimated * 1e3),
        };
        // Infallible: a String takes all.
        let _ = writeln!(
            text,
            "  {} ({}), {} iterations: {} on the cores at {}, {} on the device at {}, and there once {:.3}",
            d.kernel.method,
            d.kernel.name,
            d.iterations,
            d.on_cores,
            ms(known(|t| t.cores), costs.cores),
            d.on_device,
            ms(known(|t| t.device), costs.device),
            costs.once * 1e3
        );
    }
    text
}

/// Where this program's times are kept.
fn times_file() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let stem = program.file_stem()?.to_string_lossy().into_owned();
    let name = format!("{stem}-{:016x}.txt", program::hash(program.as_os_str().as_encoded_bytes()));
    Some(program::cache_folder()?.join("times").join(name))
}

/// Writes a file beside its place and renames it, so that processes may share it.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    std::io::Write::write_all(&mut private::create(&beside)?, text.as_bytes())?;
    std::fs::rename(&beside, path)
}

fn rates_file(device: &str) -> Option<PathBuf> {
    let name: String = device.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    Some(program::cache_folder()?.join(format!("rates-{name}.txt")))
}

/// The device that a process of this user opened last: its rates, and the seconds that it took to open.
fn last_opened() -> Option<(Rates, f64)> {
    static LAST: OnceLock<Option<(Rates, f64)>> = OnceLock::new();
    *LAST.get_or_init(|| {
        let text = private::text(&program::cache_folder()?.join("opened.txt")).ok()?;
        let (seconds, name) = text.trim().split_once(' ')?;
        let seconds = seconds.parse::<f64>().ok().filter(|s| (0.0..60.0).contains(s))?;
        let rates = private::text(&rates_file(name)?).ok().as_deref().and_then(parse);
        Some((rates.unwrap_or(UNKNOWN), seconds))
    })
}

/// A device was opened, which took so many seconds.
pub fn opened(name: &str, seconds: f64) {
    let Some(file) = program::cache_folder().map(|folder| folder.join("opened.txt")) else { return };
    let about = |s: f64| last_opened().is_some_and(|(_, known)| (NEWS * known..known / NEWS).contains(&s));
    if about(seconds) {
        return;
    }
    if let Err(e) = write(&file, &format!("{seconds:.3} {name}\n")) {
        target::debug(|| format!("{}: {e}", file.display()));
    }
}

fn rates(device: &'static Device) -> Rates {
    static RATES: OnceLock<Rates> = OnceLock::new();
    *RATES.get_or_init(|| {
        let path = rates_file(&device.name);
        if let Some(rates) = path.as_ref().and_then(|p| private::text(p).ok()).as_deref().and_then(parse) {
            return rates;
        }
        // A device that cannot be measured is never estimated to be faster.
        let rates = measure(device).unwrap_or(Rates { launch: f64::INFINITY, send: 1.0, memory: 1.0 });
        if let Some(path) = path.filter(|_| rates.launch.is_finite()) {
            let text = format!("{:e} {:e} {:e}\n", rates.launch, rates.send, rates.memory);
            if let Err(e) = write(&path, &text) {
                target::debug(|| format!("{}: {e}", path.display()));
            }
        }
        rates
    })
}

fn parse(text: &str) -> Option<Rates> {
    let mut numbers = text.split_whitespace().map(|n| n.parse::<f64>().ok().filter(|n| *n > 0.0 && n.is_finite()));
    Some(Rates { launch: numbers.next()??, send: numbers.next()??, memory: numbers.next()?? })
}

/// Copies stand for launches: both are commands that are waited for.
fn measure(device: &'static Device) -> Option<Rates> {
    const BYTES: usize = 32 << 20;
    let host = vec![1u8; BYTES];
    let (a, b) = (Memory::allocate(device, BYTES).ok()?, Memory::allocate(device, BYTES).ok()?);
    let mut word = [0; 4];
    // The first time pays for pages and drivers.
    a.write(0, &host).ok()?;
    b.copy_from(0, &a, 0, BYTES).ok()?;
    a.read(0, &mut word).ok()?;
    let timed = |f: &mut dyn FnMut() -> Result<(), String>| {
        let start = Instant::now();
        f().ok()?;
        Some(start.elapsed().as_secs_f64().max(1e-9))
    };
    let mut read = || a.read(0, &mut word);
    let launch = 2.0 * (0..10).filter_map(|_| timed(&mut read)).fold(f64::INFINITY, f64::min);
    let send = timed(&mut || a.write(0, &host))?;
    let mut last = [0; 4];
    let copy = timed(&mut || {
        for _ in 0..8 {
            b.copy_from(0, &a, 0, BYTES)?;
        }
        b.read(0, &mut last)
    })?;
    let rates = Rates { launch, send: BYTES as f64 / send, memory: 16.0 * BYTES as f64 / copy };
    target::info(|| format!("{}: {rates:?}", device.name));
    Some(rates)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_paid_once_counts_for_all_launches() {
        let costs = Costs { cores: 3e-3, fetch: 0.0, device: 1e-3, once: 0.1, launches: 1.0 };
        assert!(!costs.device_pays());
        assert!(Costs { launches: 60.0, ..costs }.device_pays());
        // Arrays that only the device has are fetched before the cores can go on.
        assert!(Costs { fetch: 0.2, ..costs }.device_pays());
    }

    #[test]
    fn rates_are_read_back_or_measured_again() {
        let rates = Rates { launch: 8e-6, send: 1e10, memory: 4e12 };
        assert_eq!(parse("8e-6 1e10 4e12\n"), Some(rates));
        for bad in ["", "1 2", "1 x 3", "1 inf 3", "-1 2 3"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
