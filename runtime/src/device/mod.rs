//! Devices: OpenCL, loaded at run time.
//!
//! [`platform`] finds and opens devices; [`memory`] pools their memory; [`program`] builds and caches kernels; [`arrays`] knows where
//! the valid copies of Java's arrays are; [`launch`] runs a kernel; [`chain`] waits for several at once; [`auto`] says whether a device pays, by [`history`]. What cannot be done is
//! *declined* with a reason, and the caller computes on the CPU.

mod arrays;
mod auto;
mod chain;
mod history;
mod inject;
mod launch;
mod lists;
mod many;
mod memory;
mod platform;
pub mod profile;
mod program;
mod queues;
mod rank;
mod slices;
mod solo;
mod sort;
mod staging;
mod stream;
#[cfg(test)]
mod tests;
mod tuning;

pub use arrays::{copy_first, hand_over};
pub use auto::{measures, on_cores};
pub use chain::chain;
pub use inject::leaked;
pub use platform::{Device, describe_devices};
pub(crate) use rank::{Ended as RankEnded, OwnPart, OwnRows, of_rank, runs_parts};
pub use slices::{SliceArg, SliceOut, launch_slices};

use crate::cluster::Divisible;
use crate::kernel::{Arg, ArrayArg, COMBINATION, Form, Kernel, Launch, Out, OutputKind, Scalar};
use crate::target::{self, Place};
use arrays::{Need, Resident};
use launch::{Bound, Ended, Slices};
use memory::Memory;
use std::ops::Range;
use std::panic::catch_unwind;
use std::sync::{Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::Instant;

/// The thread that opens the device.
static OPENING: Mutex<Option<JoinHandle<()>>> = Mutex::new(None);
/// When it began.
static BEGAN: OnceLock<Instant> = OnceLock::new();

/// Opens the device where the settings name one, while the program goes on: drivers take a quarter of a second for that. For programs that
/// have kernels.
pub fn begin() {
    let place = target::settings().place;
    // A library's process may end in the middle of that: what is asked for by name is opened where it is first used.
    if crate::library::is_one() && place != Place::Auto {
        return;
    }
    if place.device() && (place != Place::Auto || auto::opens()) {
        open(place);
    }
}

/// Opens the device on a thread of its own, once.
fn open(place: Place) {
    let mut opening = OPENING.lock().unwrap_or_else(|e| e.into_inner());
    if BEGAN.get().is_some() {
        return;
    }
    let began = *BEGAN.get_or_init(Instant::now);
    // What goes wrong is told when it is used.
    let open = move || {
        if let Ok(Ok(device)) = catch_unwind(|| platform::choose(&place)) {
            auto::opened(&device.name, began.elapsed().as_secs_f64());
        }
    };
    *opening = std::thread::Builder::new().name("device".into()).spawn(open).ok();
}

/// Seconds since the device has been opening.
fn opening_for() -> f64 {
    BEGAN.get().map_or(0.0, |b| b.elapsed().as_secs_f64())
}

/// Waits for the device that is opening.
pub fn opened() {
    let thread = OPENING.lock().unwrap_or_else(|e| e.into_inner()).take();
    // It does not panic.
    thread.map(JoinHandle::join);
}

/// Before the process ends: drivers do not take it well in the middle of their start or of a kernel. True where the process is to end at once,
/// without what drivers do at its end: the device is still opening, so that nothing has used it, or nothing is lost and it takes long.
pub fn end() -> bool {
    auto::end();
    many::keep();
    let thread = OPENING.lock().unwrap_or_else(|e| e.into_inner()).take();
    let _span = crate::profile::span("wait", "the end of what devices do");
    if let Some(thread) = thread {
        if !thread.is_finished() && target::settings().place == Place::Auto {
            return true;
        }
        // It does not panic.
        let _ = thread.join();
    }
    platform::finish()
}

/// Runs an instruction on a device, if one can, or on several, where it can be divided. `space` is the range of each dimension, outermost first, none empty.
///
/// Where the user asked for a device and it is declined, a warning says so, or an error under `SOMD_STRICT=1`.
pub fn try_launch(
    kernel: &'static Kernel,
    place: &Place,
    space: &[(i64, i64)],
    divisible: Option<&Divisible>,
    args: &[Arg],
    outs: &mut [Out],
) -> Launch {
    let several = match place {
        Place::Gpus => many::run(kernel, space, divisible, args, outs),
        _ => Ok(None),
    };
    let chosen = |outs: &[Out]| match place {
        Place::Auto => auto::choose(kernel, space, args, outs),
        _ => platform::choose(place).map(|device| (device, auto::learns(kernel))),
    };
    let span = crate::profile::span("launch", kernel.name).map(|s| s.of(kernel));
    let result = several.and_then(|launched| match launched {
        Some(launched) => Ok(launched),
        None => chosen(outs).and_then(|(device, measured)| run(device, kernel, space, args, outs, measured)),
    });
    drop(span);
    match result {
        Ok(Launch::Failed { iteration }) => {
            target::debug(|| format!("{}: iteration {iteration} fails", kernel.name));
            Launch::Failed { iteration }
        }
        Ok(launch) => launch,
        Err(reason) => {
            // The host's loop starts from what is certain.
            chain::settle();
            let place_text = if kernel.place.is_empty() { String::new() } else { format!(" ({})", kernel.place) };
            target::info(|| format!("{}{place_text}: {} on the CPU: {reason}", kernel.method, kernel.name));
            if place.demands_device() {
                target::dishonoured(kernel.method, &reason);
            }
            Launch::Declined(reason)
        }
    }
}

fn run(
    device: &'static Device,
    kernel: &'static Kernel,
    space: &[(i64, i64)],
    args: &[Arg],
    outs: &mut [Out],
    measured: bool,
) -> Result<Launch, String> {
    // What can be refused is refused before anything is sent.
    launch::count(space).ok_or("the index space has 2^32 iterations or more")?;
    let elements = outs.iter().map(|o| match o {
        Out::Array { array, .. } | Out::Accumulate { array } => array.dims.iter().map(|d| *d as u64).product(),
        _ => 0,
    });
    let length = |n: u32| match args.get(n as usize) {
        Some(Arg::Array(a)) => Some(a.dims.iter().map(|d| *d as usize).product()),
        _ => None,
    };
    let spaces = program::Spaces::of(device, kernel, &length);
    let scalar = |n: u32| match args.get(n as usize) {
        Some(Arg::Scalar(s)) => Some(*s),
        _ => None,
    };
    let variant = launch::variant(device, kernel, space, elements.sum(), launch::longest(kernel, &length), &scalar);
    program::get(device, kernel, variant, spaces)?;
    if stream::too_large(device, args, outs) {
        chain::settle();
        if let Some(result) = stream::turns(device, kernel, space, args, outs) {
            target::debug(|| format!("{}: the arrays take turns on {}", kernel.name, device.name));
            return result;
        }
    }
    let slices = stream::slices(kernel) && outs.iter().all(|o| matches!(o, Out::Array { .. }));
    let contents = |array: &ArrayArg| {
        let bytes = array.dims.iter().map(|d| *d as usize).product::<usize>() * array.elem.bytes();
        if slices && staging::wanted(device, bytes) { Need::Later } else { Need::Contents }
    };

    let mut residents = Vec::new();
    for out in &*outs {
        residents.push(match out {
            Out::Array { array, old } => {
                Some(output(device, kernel, array, old.as_ref(), residents.len(), contents(array))?)
            }
            Out::Accumulate { array } => Some(Resident::new(device, *array, Need::Contents)?),
            Out::Scan { array, .. } | Out::Filter { array, .. } => Some(Resident::new(device, *array, Need::Room)?),
            _ => None,
        });
    }
    let mut arguments = Vec::new();
    // They live until the launch is over: temporary parts of blocks among them.
    let mut inputs = Vec::new();
    for arg in args {
        arguments.push(match arg {
            Arg::Scalar(s) => Bound::Scalar(*s),
            Arg::Array(array) => match same_output(array, outs, &residents) {
                Some(resident) => bound(resident),
                None => {
                    let resident = Resident::new(device, *array, contents(array))?;
                    let b = bound(&resident);
                    inputs.push(resident);
                    b
                }
            },
        });
    }
    let outputs: Vec<Bound> = residents
        .iter()
        .zip(&*outs)
        .map(|(resident, out)| match (resident, out) {
            (Some(r), Out::Scan { init, .. }) => Bound::Sums { memory: r.memory.clone(), start: *init },
            (Some(r), Out::Filter { .. }) => Bound::Kept { memory: r.memory.clone() },
            (Some(r), _) => bound(r),
            (None, _) => Bound::Total,
        })
        .collect();

    let link = chain::link(device, kernel, args, outs, &residents)?;
    // A failing iteration is run again on the old contents. What is to be sent the host has.
    let mut saved = Vec::new();
    if kernel.checked && kernel.reads_own && link.is_none() {
        for (out, resident) in outs.iter().zip(&residents) {
            if let (Out::Array { old: Some(_), .. } | Out::Accumulate { .. }, Some(resident)) = (out, resident)
                && !(slices && resident.to_send())
            {
                let copy = Memory::allocate(device, resident.bytes())?;
                copy.copy_from(0, &resident.memory, 0, resident.bytes())?;
                saved.push((resident, copy));
            }
        }
    }
    let start = Instant::now();
    let later: Vec<&Resident> = residents
        .iter()
        .zip(&*outs)
        .filter(|(_, out)| matches!(out, Out::Array { array, old: Some(old) } if same(array, old)))
        .filter_map(|(resident, _)| resident.as_ref())
        .chain(&inputs)
        .filter(|r| slices && r.to_send())
        .collect();
    let mut ended = if later.is_empty() {
        launch::launch(device, kernel, space, &arguments, &outputs, link.as_ref(), None)
    } else {
        let rows = |r: &Resident| r.dims().first().map_or(0, |n| *n as i64);
        let most = residents.iter().flatten().chain(&inputs).map(&rows).max().unwrap_or(0);
        let ends = stream::ends(most, later.iter().map(|r| r.row()).sum());
        let mut send = |part: Range<i64>| {
            later.iter().try_for_each(|r| {
                let (from, to) = (part.start.min(rows(r)) as usize, part.end.min(rows(r)) as usize);
                r.send(from * r.row()..to * r.row())
            })
        };
        let slices = Some(Slices { ends, send: &mut send });
        launch::launch(device, kernel, space, &arguments, &outputs, link.as_ref(), slices)
    };
    if !later.is_empty() && link.is_none() && matches!(ended, Ok(Ended::Failed(_))) {
        // Each slice counts from its own beginning: once more at once, which says where.
        let again = || {
            saved.iter().try_for_each(|(r, copy): &(&Resident, Memory)| r.memory.copy_from(0, copy, 0, r.bytes()))?;
            later.iter().try_for_each(|r| r.send(0..r.bytes()))
        };
        ended = again().and_then(|()| launch::launch(device, kernel, space, &arguments, &outputs, None, None));
        if kernel.reads_own {
            // As it was before.
            later.iter().try_for_each(|r| r.send(0..r.bytes()))?;
        }
    }
    if ended.is_ok() {
        later.iter().for_each(|r| r.sent());
    }
    if measured && later.is_empty() && matches!(ended, Ok(Ended::Done(_))) && device.queues.compute.finish().is_ok() {
        auto::on_device(kernel, launch::count(space).unwrap_or(1), start.elapsed().as_secs_f64());
    }
    if link.is_some() {
        match &ended {
            Ok(Ended::Done(totals)) => chain::launched(!totals.is_empty()),
            Ok(Ended::Failed(_)) => chain::fail(),
            Err(_) => {}
        }
    }
    target::debug(|| format!("{} {space:?} on {}: {} µs", kernel.name, device.name, start.elapsed().as_micros()));
    match ended {
        Err(reason) => {
            // It may have run all the same. Where the device is lost so are the contents: whoever asks for them is told.
            for (resident, copy) in saved {
                let _ = resident.memory.copy_from(0, &copy, 0, resident.bytes());
            }
            residents.iter().flatten().for_each(Resident::not_written);
            if link.is_some() {
                chain::fail();
            }
            Err(reason)
        }
        Ok(Ended::Failed(iteration)) if iteration == COMBINATION as u64 => {
            residents.iter().flatten().for_each(Resident::not_written);
            Ok(Launch::Throws)
        }
        Ok(Ended::Failed(iteration)) => {
            for (resident, copy) in saved {
                resident.memory.copy_from(0, &copy, 0, resident.bytes())?;
            }
            for (out, resident) in outs.iter().zip(residents.iter()) {
                match (out, resident) {
                    (Out::Array { old: None, .. } | Out::Scan { .. } | Out::Filter { .. }, Some(resident)) => {
                        resident.not_written()
                    }
                    (_, Some(resident)) => resident.written()?,
                    _ => {}
                }
            }
            Ok(Launch::Failed { iteration })
        }
        Ok(Ended::Done(totals)) => {
            residents.iter().flatten().try_for_each(Resident::written)?;
            let mut totals = totals.into_iter();
            for out in outs {
                match out {
                    Out::Value(value) => *value = totals.next(),
                    Out::Filter { kept, .. } => {
                        if let Some(Scalar::I32(n)) = totals.next() {
                            *kept = n as usize;
                        }
                    }
                    _ => {}
                }
            }
            Ok(Launch::Done)
        }
    }
}

/// An array output with the contents that it must have before the kernel runs.
fn output<'a>(
    device: &'static Device,
    kernel: &Kernel,
    array: &ArrayArg<'a>,
    old: Option<&ArrayArg<'a>>,
    number: usize,
    contents: Need,
) -> Result<Resident<'a>, String> {
    let in_place = old.is_some_and(|old| same(old, array));
    let resident = Resident::new(device, *array, if in_place { contents } else { Need::Room })?;
    match old {
        // The kernel carries over what it does not store.
        Some(_) if !in_place && matches!(kernel.form, Form::Whole { .. }) => {}
        Some(old) if !in_place => {
            let before = Resident::new(device, *old, Need::Contents)?;
            resident.memory.copy_from(0, &before.memory, 0, resident.bytes())?;
        }
        None if matches!(kernel.outputs.get(number), Some(OutputKind::Array { zeroed: true, .. })) => {
            resident.memory.fill(0, resident.bytes())?;
        }
        _ => {}
    }
    Ok(resident)
}

fn bound(resident: &Resident) -> Bound {
    Bound::array(&resident.memory, &resident.dims(), resident.row())
}

fn same(a: &ArrayArg, b: &ArrayArg) -> bool {
    a.object.same(b.object)
}

/// The output that is the same array, so that both mean the same memory.
fn same_output<'r, 'a>(
    array: &ArrayArg,
    outs: &[Out],
    residents: &'r [Option<Resident<'a>>],
) -> Option<&'r Resident<'a>> {
    let at = outs.iter().position(|out| match out {
        Out::Array { array: target, .. } | Out::Accumulate { array: target } => same(target, array),
        _ => false,
    })?;
    residents[at].as_ref()
}
