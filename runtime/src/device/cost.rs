//! Whether a device pays, for the target `auto`.
//!
//! A launch costs what the device needs to start it and to read a result back, the time to send arrays that it has no copy of, and the
//! work itself at the device's rate. The rates are measured once for each device and kept in the cache folder.

use super::arrays;
use super::launch;
use super::memory::Memory;
use super::platform::Device;
use super::program;
use crate::kernel::{Arg, Kernel, Out};
use crate::{private, target};
use std::sync::OnceLock;
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

pub fn pays(device: &'static Device, kernel: &Kernel, space: &[(i64, i64)], args: &[Arg], outs: &[Out]) -> bool {
    let Some(count) = launch::count(space) else { return false };
    let count = count as f64;
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get()) as f64;
    let cpu = count * (kernel.operations as f64 / CPU_OPERATIONS).max(kernel.bytes as f64 / CPU_BYTES) / cores;
    // Less than any launch takes: there is nothing to measure for.
    if cpu < 5e-6 {
        return false;
    }
    let rates = rates(device);
    let arrays = args.iter().filter_map(|a| if let Arg::Array(a) = a { Some(a) } else { None });
    let updated = outs.iter().filter_map(|o| match o {
        Out::Array { old, .. } => old.as_ref(),
        Out::Accumulate { array } => Some(array),
        _ => None,
    });
    let sent: usize = arrays.chain(updated).map(arrays::to_send).sum();
    let work = count
        * (kernel.operations as f64 / (rates.memory * OPERATIONS_PER_BYTE)).max(kernel.bytes as f64 / rates.memory);
    let gpu = rates.launch + sent as f64 / rates.send + work;
    target::info(|| {
        let choice = if gpu < cpu { "device" } else { "CPU" };
        format!(
            "{}: {choice} (estimated {:.0} µs on the device, {sent} bytes to send; {:.0} µs on the CPU)",
            kernel.name,
            gpu * 1e6,
            cpu * 1e6
        )
    });
    gpu < cpu
}

fn rates(device: &'static Device) -> Rates {
    static RATES: OnceLock<Rates> = OnceLock::new();
    *RATES.get_or_init(|| {
        let name: String = device.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let path = program::cache_folder().map(|dir| dir.join(format!("rates-{name}.txt")));
        if let Some(rates) = path.as_ref().and_then(|p| private::text(p).ok()).as_deref().and_then(parse) {
            return rates;
        }
        // A device that cannot be measured is never estimated to be faster.
        let rates = measure(device).unwrap_or(Rates { launch: f64::INFINITY, send: 1.0, memory: 1.0 });
        if let Some(path) = path.filter(|_| rates.launch.is_finite()) {
            let beside = path.with_extension(format!("{}.tmp", std::process::id()));
            let text = format!("{:e} {:e} {:e}\n", rates.launch, rates.send, rates.memory);
            let written = private::create(&beside).and_then(|mut f| std::io::Write::write_all(&mut f, text.as_bytes()));
            if let Err(e) = written.and_then(|()| std::fs::rename(&beside, &path)) {
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
    fn rates_are_read_back_or_measured_again() {
        let rates = Rates { launch: 8e-6, send: 1e10, memory: 4e12 };
        assert_eq!(parse("8e-6 1e10 4e12\n"), Some(rates));
        for bad in ["", "1 2", "1 x 3", "1 inf 3", "-1 2 3"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
