//! What part of the work each device gets.
//!
//! Devices of one kind have equal parts. Where they differ, parts follow from what they have computed in a second, which is kept in the cache folder for the
//! next run, so that arrays are divided alike throughout a run; a first run goes by their units and clocks. A kernel whose iterations differ in how
//! long they take, and which reads nothing that is divided, has parts of its own: cut anew where the last launches have ended at different times.

use super::super::platform::{self, Device};
use super::super::program::cache_folder;
use super::parts::Devices;
use crate::kernel::Kernel;
use crate::{private, target};
use opencl3::event::Event;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Shares are parts of about so many.
const ALL: u64 = 1 << 20;
/// Parts that end within this part of each other's time are left as they are.
const EVEN: f64 = 1.03;
/// Shorter launches, in seconds, say nothing.
const LEAST: f64 = 2e-4;

/// The shares of all kernels of the process.
pub fn of_devices(devices: Devices) -> Vec<u64> {
    static SHARES: OnceLock<Vec<u64>> = OnceLock::new();
    SHARES
        .get_or_init(|| {
            if alike(devices) {
                return vec![1; devices.len()];
            }
            let shares = kept(devices).unwrap_or_else(|| devices.iter().map(|d| guess(d)).collect());
            target::info(|| format!("the devices' shares of the work: {shares:?}"));
            shares
        })
        .clone()
}

fn alike(devices: Devices) -> bool {
    devices.iter().all(|d| d.name == devices[0].name && d.units == devices[0].units)
}

fn guess(device: &Device) -> u64 {
    let clock = device.id.max_clock_frequency().unwrap_or(1000).max(1);
    (u64::from(device.units.max(1)) * u64::from(clock)).max(1)
}

fn path(devices: Devices) -> Option<PathBuf> {
    let names: Vec<String> = devices.iter().map(|d| format!("{} {} {}", d.name, d.driver, d.units)).collect();
    let number = super::super::program::hash(names.join("\n").as_bytes());
    Some(cache_folder()?.join("shares").join(format!("{number:016x}")))
}

fn kept(devices: Devices) -> Option<Vec<u64>> {
    let text = std::fs::read_to_string(path(devices)?).ok()?;
    let shares: Option<Vec<u64>> = text.split_whitespace().map(|n| n.parse().ok().filter(|n| *n > 0)).collect();
    shares.filter(|s| s.len() == devices.len() && s.iter().all(|n| *n <= ALL))
}

/// A part that a device has begun.
pub struct Begun {
    pub device: usize,
    pub rows: usize,
    pub event: Arc<Event>,
}

/// A kernel that is divided by itself.
#[derive(Default)]
struct Own {
    /// Where its parts end, from 0 to 1.
    ends: Vec<f64>,
    launches: u32,
    /// Parts of the last launch, whose times are not known yet.
    begun: Vec<Begun>,
}

#[derive(Default)]
struct Measures {
    /// By the address of the kernel.
    kernels: BTreeMap<usize, Own>,
    /// Launches whose parts have not ended, with the work of a row.
    pending: Vec<(f64, Vec<Begun>)>,
}

static MEASURES: Mutex<Measures> = Mutex::new(Measures { kernels: BTreeMap::new(), pending: Vec::new() });

fn lock() -> MutexGuard<'static, Measures> {
    MEASURES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Seconds, where the part has ended and its queue keeps times.
fn seconds(begun: &Begun) -> Option<f64> {
    let (start, end) = (begun.event.profiling_command_start().ok()?, begun.event.profiling_command_end().ok()?);
    (end > start).then(|| (end - start) as f64 / 1e9)
}

/// The shares of a kernel that is divided by itself.
pub fn of_kernel(kernel: &'static Kernel, devices: Devices) -> Vec<u64> {
    let mut measures = lock();
    let own = measures.kernels.entry(ptr::from_ref(kernel).addr()).or_default();
    if own.ends.len() != devices.len() {
        let shares = of_devices(devices);
        let all: u64 = shares.iter().sum();
        let ends = shares.iter().scan(0, |sum, s| {
            *sum += s;
            Some(*sum as f64 / all as f64)
        });
        own.ends = ends.collect();
    }
    // Those of the first launch hold what drivers do once.
    let begun = std::mem::take(&mut own.begun);
    let mut times = vec![0.0; devices.len()];
    let known = begun.iter().all(|part| seconds(part).map(|time| times[part.device] += time).is_some());
    if own.launches > 1
        && known
        && let Some(ends) = moved(&own.ends, &times)
    {
        target::debug(|| format!("{}: parts took {times:?} s, and end at {ends:?} now", kernel.name));
        own.ends = ends;
    }
    own.launches += 1;
    let mut start = 0.0;
    own.ends
        .iter()
        .map(|end| {
            let share = ((end - start) * ALL as f64).round().max(1.0) as u64;
            start = *end;
            share
        })
        .collect()
}

/// No part is less than an equal one by this factor: times of few rows say little.
const SMALLEST: f64 = 4.0;

/// Where parts would have ended together that end at `ends`, from 0 to 1, and took `times`; None where that is even enough, or says nothing.
fn moved(ends: &[f64], times: &[f64]) -> Option<Vec<f64>> {
    let all: f64 = times.iter().sum();
    let (most, mean) = (times.iter().copied().fold(0.0, f64::max), all / times.len() as f64);
    if most < LEAST || most < EVEN * mean {
        return None;
    }
    let (count, least) = (ends.len() as f64, 1.0 / (SMALLEST * ends.len() as f64));
    let mut moved: Vec<f64> = Vec::new();
    for k in 1..ends.len() {
        // Within a part all rows count alike.
        let wanted = all * k as f64 / count;
        let (mut before, mut start) = (0.0, 0.0);
        let mut at = 1.0;
        for (end, time) in ends.iter().zip(times) {
            if before + time >= wanted {
                at = start + (end - start) * (wanted - before) / time;
                break;
            }
            (before, start) = (before + time, *end);
        }
        let first = moved.last().map_or(0.0, |last| *last) + least;
        moved.push(at.clamp(first, 1.0 - least * (count - k as f64)));
    }
    moved.push(1.0);
    Some(moved)
}

/// The parts of a launch have begun. `own`: of a kernel that is divided by itself; `work`: of a row.
pub fn began(kernel: &'static Kernel, devices: Devices, own: bool, work: f64, parts: Vec<Begun>) {
    let mut measures = lock();
    if own {
        if let Some(known) = measures.kernels.get_mut(&ptr::from_ref(kernel).addr()) {
            known.begun = parts;
        }
        return;
    }
    if alike(devices) || measures.pending.len() >= 64 {
        return;
    }
    measures.pending.push((work, parts));
}

/// At the end of the program: what each device has computed in a second is kept for the next one, where devices differ.
pub fn keep() {
    let Some(devices) = platform::opened_several().filter(|d| d.len() > 1 && !alike(d)) else { return };
    let pending = std::mem::take(&mut lock().pending);
    // Of each device what it has done, and in how many seconds.
    let mut done = vec![(0.0, 0.0); devices.len()];
    for (work, parts) in pending {
        for part in parts {
            if let Some(time) = seconds(&part).filter(|t| *t >= LEAST) {
                done[part.device].0 += work * part.rows as f64;
                done[part.device].1 += time;
            }
        }
    }
    let rates: Option<Vec<f64>> = done.iter().map(|(w, t)| (*t > 0.0).then(|| w / t)).collect();
    let Some(rates) = rates else { return };
    let most = rates.iter().copied().fold(0.0, f64::max);
    let shares: Vec<String> = rates.iter().map(|r| ((r / most * 1000.0).round().max(1.0) as u64).to_string()).collect();
    let write = |path: PathBuf| {
        private::folder(path.parent()?).ok()?;
        let beside = path.with_extension(format!("{}.tmp", std::process::id()));
        private::create(&beside).ok()?.write_all(shares.join(" ").as_bytes()).ok()?;
        std::fs::rename(&beside, path).ok()
    };
    // Without them the next run goes by units and clocks.
    let _ = path(devices).and_then(write);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_move_to_where_the_work_is() {
        // The two in the middle have three times as much to do.
        let ends = moved(&[0.25, 0.5, 0.75, 1.0], &[1.0, 3.0, 3.0, 1.0]).expect("they differ");
        assert_eq!(ends[1], 0.5);
        assert!((ends[0] - (0.25 + 0.25 / 3.0)).abs() < 1e-12 && (ends[2] - (0.75 - 0.25 / 3.0)).abs() < 1e-12);
        // A part never goes away, however long it took once.
        assert_eq!(moved(&[0.25, 0.5, 0.75, 1.0], &[0.0, 0.0, 0.0, 1.0]), Some(vec![0.8125, 0.875, 0.9375, 1.0]));
        assert_eq!(moved(&[0.5, 1.0], &[1000.0, 0.1]).map(|e| e[0] > 0.12), Some(true));
        assert_eq!(moved(&[0.5, 1.0], &[1.0, 1.01]), None);
        assert_eq!(moved(&[0.5, 1.0], &[1e-6, 2e-6]), None);
    }
}
