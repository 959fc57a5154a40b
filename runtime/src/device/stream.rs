//! Arrays larger than a device's memory, and the overlap of copies with kernels: launches slice by slice.
//!
//! A kernel whose iterations touch only the rows with their own outermost index ([`Rows::Own`]) can start when the first rows are there. Where
//! arrays that are to be sent are large, they go in slices, each followed by the kernel for it: while one computes the next is on its
//! way, and what the host then fetches of the result starts with the slices that are done.
//!
//! Where the arrays do not fit the device, slices of them take turns in a few buffers ([`turns`]); the kernel sees rows numbered from
//! the slice's first on, so it must not use their numbers for anything else.

use super::arrays::host_of;
use super::launch::{self, Bound, Ended};
use super::memory::Memory;
use super::platform::Device;
use super::staging;
use crate::kernel::{Arg, ArrayArg, Form, Kernel, Launch, Out, Rows};
use std::rc::Rc;

/// Bytes of all arrays in a slice, where they do not fit the device: a part of its memory, and no more than pays.
fn turn_bytes(device: &Device) -> usize {
    (device.memory / 8).clamp(1 << 10, 256 << 20) as usize
}

/// Whether kernels like this can be launched slice by slice.
pub fn slices(kernel: &Kernel) -> bool {
    kernel.rows != Rows::Any && !kernel.wide && matches!(kernel.form, Form::Points { .. } | Form::Rows { .. })
}

/// Where slices end whose rows, over all arrays that are sent, make a slice of a transfer each.
pub fn ends(rows: i64, row_bytes: usize) -> Vec<i64> {
    // Work items may take several neighbouring rows, from a multiple of their number on.
    let each = (staging::slice() / row_bytes.max(1)).next_multiple_of(64).max(64) as i64;
    (1..).map(|k| k * each).take_while(|end| *end < rows).chain([rows]).collect()
}

/// Whether all arrays together are more than the device has.
pub fn too_large(device: &Device, args: &[Arg], outs: &[Out]) -> bool {
    let mut total = 0u64;
    let mut largest = 0u64;
    each_array(args, outs, &mut |array| {
        let bytes = bytes(array) as u64;
        total += bytes;
        largest = largest.max(bytes);
    });
    total > device.memory / 10 * 9 || largest > device.largest
}

fn bytes(array: &ArrayArg) -> usize {
    array.dims.iter().map(|d| *d as usize).product::<usize>() * array.elem.bytes()
}

fn each_array<'a>(args: &[Arg<'a>], outs: &[Out<'a>], f: &mut dyn FnMut(&ArrayArg<'a>)) {
    let updated = outs.iter().filter_map(|o| if let Out::Array { array, .. } = o { Some(array) } else { None });
    updated.clone().for_each(&mut *f);
    for arg in args {
        if let Arg::Array(a) = arg
            && !updated.clone().any(|u| u.object.same(a.object))
        {
            f(a);
        }
    }
}

/// Runs a kernel on arrays that stay on the host, slices of which take turns on the device. None where this kernel cannot be run so.
pub fn turns(
    device: &'static Device,
    kernel: &'static Kernel,
    space: &[(i64, i64)],
    args: &[Arg],
    outs: &[Out],
) -> Option<Result<Launch, String>> {
    let in_place = |o: &Out| match o {
        Out::Array { array, old } => old.is_none_or(|old| old.object.same(array.object)),
        _ => false,
    };
    if !slices(kernel) || kernel.rows != Rows::OwnOnly || !outs.iter().all(in_place) {
        return None;
    }
    let (lo, hi) = *space.first()?;
    let (mut row_bytes, mut reaches) = (0, lo >= 0);
    each_array(args, outs, &mut |a| {
        row_bytes += bytes(a) / a.dims.first().map_or(1, |n| (*n as usize).max(1));
        reaches &= a.dims.first().is_some_and(|n| *n as i64 >= hi);
    });
    let each = ((turn_bytes(device) / row_bytes.max(1)) as i64 / 64 * 64).max(64);
    reaches.then(|| in_turns(device, kernel, space, args, outs, each))
}

fn in_turns(
    device: &'static Device,
    kernel: &'static Kernel,
    space: &[(i64, i64)],
    args: &[Arg],
    outs: &[Out],
    each: i64,
) -> Result<Launch, String> {
    let (lo, hi) = space[0];
    let inner: i64 = space[1..].iter().map(|(lo, hi)| hi - lo).product();
    let row = |a: &ArrayArg| bytes(a) / (a.dims[0] as usize).max(1);
    // What a slice has computed is fetched while the next one is under way.
    type Fetch<'a> = Vec<(Rc<Memory>, ArrayArg<'a>, std::ops::Range<usize>)>;
    let fetch =
        |done: Fetch| done.into_iter().try_for_each(|(memory, array, range)| memory.read(0, host_of(&array, range)?));
    let mut before: Fetch = Vec::new();
    let mut start = lo;
    while start < hi {
        let end = (start + each).min(hi);
        let range = |a: &ArrayArg| start as usize * row(a)..end as usize * row(a);
        let place = |a: &ArrayArg, contents: bool| -> Result<(Rc<Memory>, Bound), String> {
            let range = range(a);
            let memory = Rc::new(Memory::allocate(device, range.len())?);
            if contents {
                memory.write(0, host_of(a, range)?)?;
            }
            let bound = Bound::array(&memory, a.dims, row(a));
            Ok((memory, bound))
        };
        let mut bound_outs = Vec::new();
        let mut done: Fetch = Vec::new();
        for out in outs {
            let Out::Array { array, old } = out else { return Err("an output that is no array".into()) };
            let (memory, bound) = place(array, old.is_some())?;
            if old.is_none() {
                memory.fill(0, range(array).len())?;
            }
            bound_outs.push(bound);
            done.push((memory, *array, range(array)));
        }
        let mut bound_args = Vec::new();
        for arg in args {
            bound_args.push(match arg {
                Arg::Scalar(s) => Bound::Scalar(*s),
                Arg::Array(a) => match done.iter().position(|(_, out, _)| out.object.same(a.object)) {
                    Some(n) => Bound::array(&done[n].0, a.dims, row(a)),
                    None => place(a, true)?.1,
                },
            });
        }
        let mut part = space.to_vec();
        part[0] = (0, end - start);
        if let Ended::Failed(number) = launch::launch(device, kernel, &part, &bound_args, &bound_outs, None, None)? {
            // Its own rows are on the host as they were.
            fetch(before)?;
            return Ok(Launch::Failed { iteration: ((start - lo) * inner) as u64 + number });
        }
        fetch(std::mem::replace(&mut before, done))?;
        start = end;
    }
    fetch(before)?;
    Ok(Launch::Done)
}
