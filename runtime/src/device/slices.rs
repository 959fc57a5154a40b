//! Launches on the host's slices: everything is copied there and back. For tests of kernels, and for programs without Java arrays.

use super::launch::{self, Bound, Ended};
use super::memory::Memory;
use super::platform::{self, Device};
use crate::kernel::{COMBINATION, Kernel, Launch, OutputKind, Scalar};
use crate::target::Place;
use std::rc::Rc;

pub enum SliceArg<'a> {
    Scalar(Scalar),
    /// Elements as their bytes, row-major.
    Array {
        bytes: &'a [u8],
        dims: &'a [i32],
    },
}

pub enum SliceOut<'a> {
    /// The contents before (old ones, or zeros), and after.
    Array {
        bytes: &'a mut [u8],
        dims: &'a [i32],
    },
    Value(Option<Scalar>),
    /// The sums of a scan that begins with this.
    Sums {
        bytes: &'a mut [u8],
        start: Scalar,
    },
    /// What a filter keeps, in room for all, and how many.
    Kept {
        bytes: &'a mut [u8],
        count: usize,
    },
}

/// As [`try_launch`](super::try_launch).
pub fn launch_slices(
    kernel: &'static Kernel,
    place: &Place,
    space: &[(i64, i64)],
    args: &[SliceArg],
    outs: &mut [SliceOut],
) -> Launch {
    let result = platform::choose(place).and_then(|device| run(device, kernel, space, args, outs));
    match result {
        Ok(None) => Launch::Done,
        Ok(Some(iteration)) if iteration == COMBINATION as u64 => Launch::Throws,
        Ok(Some(iteration)) => Launch::Failed { iteration },
        Err(reason) => Launch::Declined(reason),
    }
}

fn run(
    device: &'static Device,
    kernel: &'static Kernel,
    space: &[(i64, i64)],
    args: &[SliceArg],
    outs: &mut [SliceOut],
) -> Result<Option<u64>, String> {
    let upload = |bytes: &[u8], dims: &[i32]| {
        let memory = Memory::allocate(device, bytes.len())?;
        memory.write(0, bytes)?;
        let row = bytes.len() / dims.first().map_or(1, |n| (*n as usize).max(1));
        Ok::<_, String>(Bound::array(&Rc::new(memory), dims, row))
    };
    let mut bound_args = Vec::new();
    for arg in args {
        bound_args.push(match arg {
            SliceArg::Scalar(s) => Bound::Scalar(*s),
            SliceArg::Array { bytes, dims } => upload(bytes, dims)?,
        });
    }
    let mut bound_outs = Vec::new();
    for out in &*outs {
        bound_outs.push(match out {
            SliceOut::Array { bytes, dims } => upload(bytes, dims)?,
            SliceOut::Value(_) => Bound::Total,
            SliceOut::Sums { bytes, start } => {
                Bound::Sums { memory: Rc::new(Memory::allocate(device, bytes.len())?), start: *start }
            }
            SliceOut::Kept { bytes, .. } => Bound::Kept { memory: Rc::new(Memory::allocate(device, bytes.len())?) },
        });
    }
    let mut totals = match launch::launch(device, kernel, space, &bound_args, &bound_outs, None, None)? {
        Ended::Failed(iteration) => return Ok(Some(iteration)),
        Ended::Done(totals) => totals.into_iter(),
    };
    for ((out, bound), kind) in outs.iter_mut().zip(&bound_outs).zip(kernel.outputs) {
        match (out, bound, kind) {
            (SliceOut::Array { bytes, .. }, Bound::Array { memory, .. }, _) => memory.read(0, bytes)?,
            (SliceOut::Sums { bytes, .. }, Bound::Sums { memory, .. }, _) => memory.read(0, bytes)?,
            (SliceOut::Kept { bytes, count }, Bound::Kept { memory }, _) => {
                if let Some(Scalar::I32(n)) = totals.next() {
                    *count = n as usize;
                }
                memory.read(0, bytes)?;
            }
            (SliceOut::Value(v), _, OutputKind::Reduce { .. } | OutputKind::Fold { .. }) => *v = totals.next(),
            _ => return Err("an output that does not fit its kernel".into()),
        }
    }
    Ok(None)
}
