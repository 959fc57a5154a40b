//! What devices there are, and what a process keeps of each: a context, its queues, pooled memory, built kernels.
//!
//! The OpenCL library is loaded when the first of these functions is called. A machine without it has no devices, and that is no error
//! until somebody asks for one.

use super::memory::Pool;
use super::program::Programs;
use super::queues::{Lane, Queues};
use super::staging::Staging;
use crate::target::{self, Place};
use opencl3::command_queue::{CL_QUEUE_PROFILING_ENABLE, CommandQueue};
use opencl3::context::Context;
use opencl3::device::{
    CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU,
    CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT, Device as Id,
};
use opencl3::platform::get_platforms;
use std::sync::OnceLock;

/// The first compute capability whose work items of a warp go on each by itself, and meet where they are told to.
const VOLTA: u32 = 7;

/// A device that is open.
pub struct Device {
    pub name: String,
    /// As `somdc devices` numbers it; of a device that is open more than once the next number from 16 on.
    pub number: usize,
    pub driver: String,
    /// Division and roots of floats can be asked to round correctly.
    pub rounds: bool,
    /// Compute units.
    pub units: u32,
    /// Work items run in warps of 32, and kernels may say in PTX what those of a warp see of each other.
    pub warps: bool,
    /// Work groups go on while others wait for them, and have 64-bit words that all change as one.
    pub looks_back: bool,
    /// Bytes that a work group can share.
    pub local_memory: u64,
    pub id: Id,
    pub context: Context,
    pub queues: Queues,
    pub pool: Pool,
    pub staging: Staging,
    /// It is the processor itself, or reads and writes its memory.
    pub shares_memory: bool,
    /// Bytes of memory, and of the largest piece of it. `SOMD_DEVICE_MEMORY` names less, for tests.
    pub memory: u64,
    pub largest: u64,
    /// Bytes of constant memory, and arguments that may be there.
    pub constant: (u64, u32),
    /// Elements of the largest array that can be an image, where images are faster: global memory has no cache. `SOMD_IMAGES=1` wants them
    /// in any case.
    pub images: u64,
    pub programs: Programs,
    /// The driver has a cache of its own, and to ask it for binaries costs more than to build: PoCL then builds every kernel for groups of any
    /// size, beside those that are launched. `SOMD_CACHE` wants them in any case.
    pub keeps_binaries: bool,
    /// A command has failed for another reason than memory: nothing more is sent to it.
    lost: OnceLock<String>,
}

impl Device {
    /// A command was refused or did not end well: the device is not to be trusted with another one.
    pub fn lose(&self, cause: &str) {
        self.lost.get_or_init(|| cause.to_string());
    }

    /// What it was told to do ends. A GPU that is lost may never end.
    pub fn answers(&self) -> bool {
        self.lost.get().is_none() || self.shares_memory
    }
}

/// A device that was found.
#[derive(Clone)]
struct Found {
    id: Id,
    name: String,
    kind: Kind,
}

/// In the order in which numbers are given.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Gpu,
    Accelerator,
    Cpu,
}

/// The devices that were opened, by their numbers.
static OPEN: [OnceLock<Result<Device, String>>; 16] = [const { OnceLock::new() }; 16];

/// Those that are opened once more, because `SOMD_DEVICES` names them more than once: for tests of several devices where there is one.
static AGAIN: [OnceLock<Result<Device, String>>; 16] = [const { OnceLock::new() }; 16];

/// Waits for what devices still do. True where one is open whose driver takes a tenth of a second to leave the process, for nothing.
pub fn finish() -> bool {
    let mut slow = false;
    for device in OPEN.iter().chain(&AGAIN).filter_map(|slot| slot.get()?.as_ref().ok()) {
        if device.answers() {
            for lane in [Lane::Upload, Lane::Compute, Lane::Download] {
                // Nobody asks for the results.
                let _ = device.queues.of(lane).finish();
            }
        }
        slow |= device.warps;
    }
    slow
}

static FOUND: OnceLock<Result<Vec<Found>, String>> = OnceLock::new();

/// All devices of all platforms, GPUs first.
fn found() -> &'static Result<Vec<Found>, String> {
    FOUND.get_or_init(|| {
        let _span = crate::profile::span("open", "finding devices");
        let _solo = super::solo::enter();
        let platforms = get_platforms().map_err(|e| format!("no OpenCL library or no driver is installed ({e})"))?;
        let mut devices = Vec::new();
        for platform in &platforms {
            // A platform without devices says so with an error.
            for id in platform.get_devices(CL_DEVICE_TYPE_ALL).unwrap_or_default() {
                let id = Id::new(id);
                let ty = id.dev_type().unwrap_or(CL_DEVICE_TYPE_CPU);
                let kind = match ty {
                    t if t & CL_DEVICE_TYPE_GPU != 0 => Kind::Gpu,
                    t if t & CL_DEVICE_TYPE_ACCELERATOR != 0 => Kind::Accelerator,
                    _ => Kind::Cpu,
                };
                let name = id.name().unwrap_or_default().trim().to_string();
                devices.push(Found { id, name, kind });
            }
        }
        devices.sort_by_key(|d| d.kind);
        Ok(devices)
    })
}

/// A line for each device, in the order of their numbers; why there can be none where OpenCL is missing.
pub fn describe_devices() -> Result<Vec<String>, String> {
    let devices = found().as_ref().map_err(Clone::clone)?;
    let line = |(n, d): (usize, &Found)| {
        let kind = match d.kind {
            Kind::Gpu => "GPU",
            Kind::Accelerator => "accelerator",
            Kind::Cpu => "CPU",
        };
        let place = if d.kind == Kind::Gpu { "gpu" } else { "device" };
        let units = d.id.max_compute_units().unwrap_or(0);
        let memory = d.id.global_mem_size().unwrap_or(0) as f64 / (1u64 << 30) as f64;
        let version = d.id.version().unwrap_or_default();
        let driver = d.id.driver_version().unwrap_or_default();
        format!(
            "{place}:{n}  {} ({kind}{}, {units} compute units, {memory:.1} GiB, {}, driver {driver})",
            d.name,
            if version.contains("PoCL") { " via PoCL" } else { "" },
            version.trim()
        )
    };
    Ok(devices.iter().enumerate().map(line).collect())
}

/// `auto` takes what is no GPU too: for tests, where there is none. `SOMD_AUTO=any` says so.
fn takes_any() -> bool {
    std::env::var_os("SOMD_AUTO").is_some_and(|v| v == "any")
}

/// The device that a target means, where it is open or known to be missing; it waits for nothing.
pub fn opened(place: &Place) -> Option<Result<&'static Device, String>> {
    FOUND.get()?;
    let number = if let Place::Gpu(Some(n)) = place { *n as usize } else { 0 };
    let missing = FOUND.get()?.as_ref().map_or(true, |devices| devices.len() <= number);
    (missing || OPEN.get(number)?.get().is_some()).then(|| choose(place))
}

/// How many devices there are, or why there is none.
pub fn count() -> Result<usize, String> {
    found().as_ref().map(Vec::len).map_err(Clone::clone)
}

/// The device that a target means, opened.
pub fn choose(place: &Place) -> Result<&'static Device, String> {
    let devices = found().as_ref().map_err(Clone::clone)?;
    let number = match place {
        Place::Gpu(Some(n)) => *n as usize,
        Place::Auto if devices.first().is_none_or(|d| d.kind != Kind::Gpu && !takes_any()) => {
            return Err("there is no GPU".into());
        }
        _ => 0,
    };
    if *place == Place::Gpus {
        return several().and_then(|all| all.first().copied().ok_or("there is no device".into())).and_then(usable);
    }
    if devices.is_empty() {
        return Err("OpenCL is installed, but it offers no device".into());
    }
    if number >= devices.len() {
        return Err(format!("there is no device gpu:{number}; `somdc devices` lists those there are"));
    }
    let slot = OPEN.get(number).ok_or_else(|| format!("gpu:{number} is beyond the 16 devices that are used"))?;
    let waits = slot.get().is_none();
    let span = if waits { crate::profile::span("open", "opening the device") } else { None };
    let device = slot.get_or_init(|| open(&devices[number], number)).as_ref().map_err(Clone::clone);
    drop(span);
    device.and_then(usable)
}

fn usable(device: &'static Device) -> Result<&'static Device, String> {
    match device.lost.get() {
        Some(cause) => Err(cause.clone()),
        None => Ok(device),
    }
}

static SEVERAL: OnceLock<Result<Vec<&'static Device>, String>> = OnceLock::new();

/// Those of [`several`], where they have been opened.
pub fn opened_several() -> Option<&'static [&'static Device]> {
    SEVERAL.get()?.as_deref().ok()
}

/// The devices that `gpus` means, opened, in the order of their parts: those that `SOMD_DEVICES` names by their numbers, else all GPUs, else all devices.
/// The error says why there is none.
pub fn several() -> Result<&'static [&'static Device], String> {
    SEVERAL.get_or_init(open_several).as_deref().map_err(Clone::clone)
}

/// None of them has failed.
pub fn all_usable(devices: &[&'static Device]) -> Result<(), String> {
    devices.iter().try_for_each(|d| usable(d).map(|_| ()))
}

fn open_several() -> Result<Vec<&'static Device>, String> {
    let devices = found().as_ref().map_err(Clone::clone)?;
    let numbers = match std::env::var("SOMD_DEVICES").ok().filter(|v| !v.trim().is_empty()) {
        Some(text) => named(&text, devices.len())?,
        None => {
            let gpus = devices.iter().filter(|d| d.kind == Kind::Gpu).count();
            (0..if gpus > 0 { gpus } else { devices.len() }).collect()
        }
    };
    let mut slots = Vec::new();
    let mut again = AGAIN.iter().enumerate();
    for (k, number) in numbers.iter().enumerate() {
        let slot = match numbers[..k].contains(number) {
            false => OPEN.get(*number).map(|slot| (slot, *number)),
            true => again.next().map(|(n, slot)| (slot, OPEN.len() + n)),
        };
        let slot = slot.ok_or_else(|| format!("device {number} is beyond the 16 devices that are used"))?;
        slots.push((slot, &devices[*number]));
    }
    // Drivers take their time for each.
    let opened: Vec<_> = std::thread::scope(|threads| {
        let open = |((slot, name), found): ((&'static OnceLock<_>, usize), &'static Found)| {
            threads.spawn(move || slot.get_or_init(|| open(found, name)).as_ref().map_err(Clone::clone))
        };
        let all: Vec<_> = slots.into_iter().map(open).collect();
        all.into_iter().map(|t| t.join().unwrap_or_else(|_| Err("a device could not be opened".into()))).collect()
    });
    let mut all = Vec::new();
    let mut reason = "OpenCL is installed, but it offers no device".to_string();
    for device in opened {
        match device {
            Ok(device) => all.push(device),
            Err(e) => {
                eprintln!("warning: `gpus` goes on without a device: {e}");
                reason = e;
            }
        }
    }
    if let [one] = all[..] {
        target::info(|| format!("`gpus` is one device: {}", one.name));
    }
    if all.is_empty() { Err(reason) } else { Ok(all) }
}

/// The numbers in `SOMD_DEVICES`.
fn named(text: &str, devices: usize) -> Result<Vec<usize>, String> {
    let number = |text: &str| match text.trim().parse::<usize>() {
        Ok(number) if number < devices => Ok(number),
        Ok(number) => Err(format!("SOMD_DEVICES: there is no device {number}; `somdc devices` lists those there are")),
        Err(_) => Err(format!("SOMD_DEVICES: `{}` is no number; it is a list such as 0,1", text.trim())),
    };
    text.split(',').map(number).collect()
}

fn open(found: &Found, number: usize) -> Result<Device, String> {
    let _solo = super::solo::enter();
    let failed = |what: &str| {
        let name = found.name.clone();
        let what = what.to_string();
        move |e| format!("{name}: {what}: {e}")
    };
    let context = Context::from_device(&found.id).map_err(failed("no context could be made"))?;
    // Parts of several devices go by their times.
    let timed = crate::profile::wanted() || target::settings().place == Place::Gpus;
    let properties = if timed { CL_QUEUE_PROFILING_ENABLE } else { 0 };
    // SAFETY: the device is the context's.
    let queue = || unsafe { CommandQueue::create(&context, found.id.id(), properties) };
    let queues = [queue(), queue(), queue()].into_iter().collect::<Result<Vec<_>, _>>();
    let queues = queues.map_err(failed("no queue could be made"))?;
    let Ok([compute, upload, download]) = <[CommandQueue; 3]>::try_from(queues) else {
        return Err(format!("{}: no queue could be made", found.name));
    };
    let asked = std::env::var("SOMD_DEVICE_MEMORY").ok().and_then(|n| n.trim().parse::<u64>().ok());
    let limit = asked.unwrap_or(u64::MAX);
    let wants_images = match std::env::var("SOMD_IMAGES") {
        Ok(asked) => asked == "1",
        Err(_) => found.id.global_mem_cache_type().is_ok_and(|cache| cache == 0),
    };
    let driver =
        format!("{} {}", found.id.version().unwrap_or_default(), found.id.driver_version().unwrap_or_default());
    target::info(|| format!("device {} ({driver})", found.name));
    let keeps_binaries =
        driver.to_lowercase().contains("pocl") && std::env::var_os("SOMD_CACHE").is_none_or(|dir| dir.is_empty());
    let extensions = found.id.extensions().unwrap_or_default();
    let warps = extensions.contains("cl_nv_device_attribute_query")
        && found.id.compute_capability_major_nv().is_ok_and(|major| major >= VOLTA);
    Ok(Device {
        name: found.name.clone(),
        number,
        driver,
        rounds: found.id.single_fp_config().unwrap_or(0) & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT != 0,
        units: found.id.max_compute_units().unwrap_or(1),
        warps,
        looks_back: (warps || found.kind == Kind::Cpu) && extensions.contains("cl_khr_int64_base_atomics"),
        local_memory: found.id.local_mem_size().unwrap_or(0),
        id: found.id,
        context,
        queues: Queues { compute, upload, download },
        pool: Pool::default(),
        staging: Staging::default(),
        shares_memory: found.kind == Kind::Cpu || found.id.host_unified_memory().unwrap_or(false),
        memory: found.id.global_mem_size().unwrap_or(u64::MAX).min(limit),
        constant: (found.id.max_constant_buffer_size().unwrap_or(0), found.id.max_constant_args().unwrap_or(0)),
        images: if wants_images && found.id.image_support().unwrap_or(false) {
            found.id.image_max_buffer_size().unwrap_or(0) as u64
        } else {
            0
        },
        largest: found.id.max_mem_alloc_size().unwrap_or(u64::MAX).min(limit),
        programs: Programs::default(),
        keeps_binaries,
        lost: OnceLock::new(),
    })
}
