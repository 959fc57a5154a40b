//! What several devices did, for the [profile](crate::profile) and the log.

use super::super::platform::Device;
use super::super::profile::What;
use crate::profile;
use crate::target;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

/// Commands of one kind on a device.
#[derive(Clone, Copy, Default)]
struct Sum {
    count: u64,
    nanoseconds: u64,
    bytes: u64,
}

impl Sum {
    const NONE: Sum = Sum { count: 0, nanoseconds: 0, bytes: 0 };

    fn add(&mut self, nanoseconds: u64, bytes: usize) {
        self.count += 1;
        self.nanoseconds += nanoseconds;
        self.bytes += bytes as u64;
    }
}

struct Report {
    /// Kernels, copies to the device, from it, and within it; by the device's number.
    devices: BTreeMap<usize, (String, [Sum; 4])>,
    divided: u64,
    /// Launches that were divided in a part that needs nothing from others, and the rest.
    split: u64,
    /// By the kernel and why.
    whole: BTreeMap<(&'static str, String), u64>,
    between: Sum,
    to_devices: u64,
    to_host: u64,
}

static REPORT: Mutex<Report> = Mutex::new(Report {
    devices: BTreeMap::new(),
    divided: 0,
    split: 0,
    whole: BTreeMap::new(),
    between: Sum::NONE,
    to_devices: 0,
    to_host: 0,
});

fn lock() -> MutexGuard<'static, Report> {
    REPORT.lock().unwrap_or_else(|e| e.into_inner())
}

/// A command of a device took so long.
pub fn ran(device: &Device, what: &What, nanoseconds: u64) {
    let (kind, bytes) = match what {
        What::Kernel { .. } => (0, 0),
        What::ToDevice(bytes) => (1, *bytes),
        What::ToHost(bytes) => (2, *bytes),
        What::Within(bytes) => (3, *bytes),
    };
    let mut report = lock();
    let device = report.devices.entry(device.number).or_insert_with(|| (device.name.clone(), [Sum::NONE; 4]));
    device.1[kind].add(nanoseconds, bytes);
}

/// A launch was divided.
pub fn divided(split: bool) {
    let mut report = lock();
    report.divided += 1;
    report.split += u64::from(split);
}

/// A launch was left to one device; says so once for each kernel and cause.
pub fn whole(kernel: &'static str, place: &'static str, why: &str) {
    let mut report = lock();
    let count = report.whole.entry((kernel, why.to_string())).or_insert(0);
    *count += 1;
    if *count == 1 {
        target::info(|| format!("{place}: {kernel} runs on one of the devices: {why}"));
    }
}

/// So many bytes went from device to device, in so long.
pub fn exchanged(bytes: usize, time: Duration) {
    lock().between.add(time.as_nanos() as u64, bytes);
}

/// The host sent so many bytes of a divided array.
pub fn sent(bytes: usize) {
    lock().to_devices += bytes as u64;
}

/// The host fetched so many bytes of a divided array.
pub fn fetched(bytes: usize) {
    lock().to_host += bytes as u64;
}

/// At the end of a program that wants a profile: where the time of several devices went, on standard error.
pub fn print() {
    let report = lock();
    if !profile::wanted() || report.divided == 0 && report.whole.is_empty() {
        return;
    }
    let (ms, mb) = (|ns: u64| ns as f64 / 1e6, |bytes: u64| bytes as f64 / 1e6);
    let mut text = format!(
        "gpus: {} launches divided ({} of them with the interior first); {} exchanges between devices, {:.3} MB, {:.3} ms of the host's time; \
         arrays in parts: {:.3} MB from the host, {:.3} MB to it\n",
        report.divided,
        report.split,
        report.between.count,
        mb(report.between.bytes),
        ms(report.between.nanoseconds),
        mb(report.to_devices),
        mb(report.to_host)
    );
    for (number, (name, sums)) in &report.devices {
        let parts = ["kernels", "copies to it", "copies from it", "copies within it"];
        let parts = parts.iter().zip(sums).map(|(what, s)| match *what {
            "kernels" => format!("{} {what} {:.3} ms", s.count, ms(s.nanoseconds)),
            _ => format!("{} {what} {:.3} MB {:.3} ms", s.count, mb(s.bytes), ms(s.nanoseconds)),
        });
        // Infallible: a String takes all.
        let _ = writeln!(text, "gpus: [{number}] {name}: {}", parts.collect::<Vec<_>>().join("; "));
    }
    for ((kernel, why), count) in &report.whole {
        let _ = writeln!(text, "gpus: {kernel} ran {count} times on one device: {why}");
    }
    eprint!("{text}");
}
