//! Lists of which elements the turns of a [`Form::Runs`](crate::kernel::Form::Runs) kernel add to, kept for its next launches.
//!
//! A sparse product is launched again and again with the same rows. Once they have not changed for some launches the kernel leaves what it finds out about
//! them: which turns add to one element, one after the other. From then on it reads that, as long as what decides it is the same: the arrays in question
//! (whose memory says when it changes) and all sizes and numbers.
//!
//! Lists are at the memory of the first of those arrays, and end with it. Their first word counts the groups that have left none, because their elements do
//! not ascend, their turns are more than there is room for, or they have done nothing: then the lists are not used.

use super::inject;
use super::launch::Bound;
use super::memory::Memory;
use super::platform::Device;
use crate::kernel::{Kernel, RUN_TURNS, Scalar};
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// Launches on the same data before lists are made.
const LAUNCHES: u32 = 2;

/// What is known at an array.
pub struct Lists {
    key: Vec<u64>,
    state: State,
}

enum State {
    Launched(u32),
    /// A launch was to leave them.
    Left(Rc<Kept>),
    Complete(Rc<Kept>),
    /// There are none.
    Useless,
}

/// The memory of lists: an array's copy has it too.
pub struct Kept {
    pub memory: Memory,
    /// Turns of an iteration that there is room for.
    pub capacity: i32,
}

impl Kept {
    fn new(device: &'static Device, count: usize, lanes: usize, turns: usize) -> Option<Kept> {
        let (capacity, stretch) = ((turns + turns / 8).next_multiple_of(32), lanes * RUN_TURNS);
        let counts = 2 + (count * capacity.div_ceil(stretch)).next_multiple_of(2);
        let bytes = 4 * (counts + 2 * count * capacity);
        if bytes as u64 > device.memory / SHARE {
            return None;
        }
        let memory = Memory::allocate(device, bytes).ok()?;
        memory.fill(count as u32, 4).ok()?;
        inject::KEPT.fetch_add(1, Ordering::Relaxed);
        Some(Kept { memory, capacity: capacity as i32 })
    }

    fn complete(&self) -> bool {
        let mut left = [0; 4];
        self.memory.read(0, &mut left).is_ok() && left == [0; 4]
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        inject::KEPT.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Of the device's memory lists take at most this part.
const SHARE: u64 = 8;

/// What a launch does about lists: the kernel's LISTS, and their memory.
pub fn lists(
    device: &'static Device,
    kernel: &Kernel,
    places: u32,
    space: &[(i64, i64)],
    [count, lanes, turns]: [usize; 3],
    args: &[Bound],
    outs: &[Bound],
) -> (u32, Option<Rc<Kept>>) {
    let Some((key, at)) = key(kernel, places, space, args, outs) else { return (0, None) };
    let mut known = at.lists.borrow_mut();
    match known.as_deref_mut() {
        Some(lists) if lists.key == key => {
            let state = std::mem::replace(&mut lists.state, State::Useless);
            let (state, launch) = match state {
                State::Launched(n) if n < LAUNCHES => (State::Launched(n + 1), (0, None)),
                State::Launched(_) => match Kept::new(device, count, lanes, turns).map(Rc::new) {
                    Some(kept) => (State::Left(kept.clone()), (1, Some(kept))),
                    None => (State::Useless, (0, None)),
                },
                State::Left(kept) if kept.complete() => (State::Complete(kept.clone()), (2, Some(kept))),
                State::Complete(kept) => (State::Complete(kept.clone()), (2, Some(kept))),
                State::Left(_) | State::Useless => (State::Useless, (0, None)),
            };
            lists.state = state;
            launch
        }
        _ => {
            *known = Some(Box::new(Lists { key, state: State::Launched(1) }));
            (0, None)
        }
    }
}

/// What lists depend on, and the array that they are kept at.
fn key<'b>(
    kernel: &Kernel,
    places: u32,
    space: &[(i64, i64)],
    args: &'b [Bound],
    outs: &[Bound],
) -> Option<(Vec<u64>, &'b Memory)> {
    let stored =
        |memory: &Rc<Memory>| outs.iter().any(|o| matches!(o, Bound::Array { memory: m, .. } if Rc::ptr_eq(m, memory)));
    let (mut key, mut first) = (vec![kernel as *const Kernel as u64], None);
    key.extend(space.iter().flat_map(|(lo, hi)| [*lo as u64, *hi as u64]));
    for (n, arg) in args.iter().enumerate() {
        match arg {
            Bound::Scalar(s) => key.push(bits(s)?),
            Bound::Array { memory, dims, .. } => {
                key.extend(dims.iter().map(|d| *d as u64));
                if places & 1 << n != 0 {
                    if stored(memory) {
                        return None;
                    }
                    first = first.or(Some(&**memory));
                    key.push(memory.contents());
                }
            }
            _ => return None,
        }
    }
    for out in outs {
        if let Bound::Array { dims, .. } = out {
            key.extend(dims.iter().map(|d| *d as u64));
        }
    }
    Some((key, first?))
}

fn bits(scalar: &Scalar) -> Option<u64> {
    Some(match scalar {
        Scalar::Bool(v) => *v as u64,
        Scalar::I8(v) => *v as u64,
        Scalar::I16(v) => *v as u64,
        Scalar::U16(v) => *v as u64,
        Scalar::I32(v) => *v as u64,
        Scalar::I64(v) => *v as u64,
        Scalar::F32(v) => v.to_bits() as u64,
        Scalar::F64(v) => v.to_bits(),
        Scalar::Struct { .. } => return None,
    })
}
