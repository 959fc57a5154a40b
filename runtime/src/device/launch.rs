//! A launch on arrays that are in device memory already.

use super::chain::Link;
use super::inject;
use super::lists;
use super::memory::Memory;
use super::platform::Device;
use super::profile::{self, What};
use super::program::{self, Built, Spaces};
use super::queues::Lane;
use super::sort;
use super::tuning;
use crate::kernel::{
    ArgKind, BLOCK, Elem, FIXED, Form, GROUP_ITERATIONS, Kernel, LANES, OutputKind, Param, RUN_TURNS, SQUARE,
    STRUCTURE, Scalar,
};
use opencl3::kernel::Kernel as Function;
use std::ops::Range;
use std::ptr;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// An argument or output as a kernel takes it.
pub enum Bound {
    Scalar(Scalar),
    Array {
        memory: Rc<Memory>,
        dims: Vec<i32>,
        /// Bytes of what one outermost index names.
        row: usize,
        /// Those that the launch reads or writes.
        bytes: Range<usize>,
    },
    /// A reduction or fold; the launch makes its memory.
    Total,
    /// All sums of a scan.
    Sums {
        memory: Rc<Memory>,
        start: Scalar,
    },
    /// Room for what a filter keeps; how many it keeps is its total.
    Kept {
        memory: Rc<Memory>,
    },
}

/// How it ended: the totals in the order of the outputs that have one, or the failing iteration.
#[derive(Debug)]
pub enum Ended {
    Done(Vec<Scalar>),
    Failed(u64),
}

impl Bound {
    /// An array of which any byte may be read or written.
    pub fn array(memory: &Rc<Memory>, dims: &[i32], row: usize) -> Bound {
        Bound::Array { memory: memory.clone(), dims: dims.to_vec(), row, bytes: 0..memory.bytes() }
    }
}

/// The extents' product; None where it is more than kernels number.
pub fn count(space: &[(i64, i64)]) -> Option<u64> {
    let count = space.iter().try_fold(1u64, |n, (lo, hi)| n.checked_mul(hi.saturating_sub(*lo).max(0) as u64))?;
    (count < u32::MAX as u64).then_some(count)
}

/// The BLOCKING that a kernel is built with: as large as leaves two groups for each of the device's units. Or its GROUP and ITEMS, so that
/// every unit has work enough. Or its COPIES: as many of all
/// output elements as fit local memory, one for each warp at most. Or its ITERATIONS. Or 0.
///
/// `elements`: of all outputs; `longest`: of the longest argument.
/// `scalar`: the value of an argument.
pub fn variant(
    device: &Device,
    kernel: &Kernel,
    space: &[(i64, i64)],
    elements: u64,
    longest: usize,
    scalar: &dyn Fn(u32) -> Option<Scalar>,
) -> u32 {
    let iterations = match (kernel.form, space) {
        // The columns are turns of the iterations.
        (Form::Squares { .. }, [_]) => elements as f64,
        _ => space.iter().map(|(lo, hi)| (hi - lo) as f64).product::<f64>(),
    };
    let chosen = tuning::chosen(device, kernel, iterations as u64);
    // Fewer work items hide less of what they wait for: several iterations each only where enough are left.
    let several = |most: u32| {
        let each = iterations / device.units.max(1) as f64;
        [4, 2].into_iter().find(|n| *n <= most && each >= FULL * *n as f64).unwrap_or(1)
    };
    match kernel.form {
        Form::Squares { .. } | Form::Strips { .. } if chosen.is_some() => chosen.unwrap_or_default(),
        Form::Squares { blocking } => {
            let groups = iterations / (256.0 * (blocking * blocking) as f64);
            if blocking > 4 && groups < 2.0 * device.units as f64 { 4 } else { blocking }
        }
        Form::Columns { items, .. } | Form::Whole { items: items @ 2.., .. } => {
            let fixed = kernel.fixed.first().and_then(|n| match scalar(*n)? {
                Scalar::I32(n) => u32::try_from(n).ok().filter(|n| *n <= FIXED),
                _ => None,
            });
            match fixed {
                None if !kernel.fixed.is_empty() => 1,
                _ => chosen.unwrap_or_else(|| several(items)) + fixed.map_or(0, |n| 16 * (n + 1)),
            }
        }
        Form::Strips { items } => {
            let (units, items) = (device.units.max(1) as f64, several(items));
            // The unit that has most to do decides; large groups share more.
            let most = |group: f64| (iterations / (group * items as f64) / units).ceil() * group;
            let group = [128.0, 64.0].into_iter().fold(256.0, |g, n| if most(n) < 0.95 * most(g) { n } else { g });
            8 * group as u32 + items
        }
        // Some groups for each unit. Where work items are enough, or loops have few turns, each iteration has its own: of its turns that much is
        // known that they go through the longest array together, or through what is stored.
        // So many lanes that each has a few elements of a row, whose length follows from that of the longest array.
        Form::Turns { lanes: true, .. } => chosen.unwrap_or_else(|| {
            let turns = (longest as f64).max(elements as f64) / iterations;
            let lanes = 2u32.pow((turns / LANE_TURNS).log2().ceil().clamp(4.0, 8.0) as u32);
            if turns >= SHARED_ROW { 256 / lanes } else { 0 }
        }),
        Form::Turns { stores, .. } => chosen.unwrap_or_else(|| {
            let groups = 4.0 * device.units.max(1) as f64;
            let turns = (longest as f64).max(elements as f64) / iterations;
            let few = iterations < ENOUGH / 4.0 * groups && turns >= LONG_LOOP;
            if few || stores && turns >= SHARED_ROW {
                2u32.pow((iterations / groups).log2().round().clamp(0.0, 6.0) as u32)
            } else {
                0
            }
        }),
        // A few iterations do not pay for the copies.
        Form::Local if iterations > 2.0 * elements as f64 => {
            (device.local_memory.min(LOCAL_BYTES) / (4 * elements.max(1))).min(chosen.unwrap_or(4) as u64) as u32
        }
        // A unit that is a core takes a group's work items one after the other, whatever their number.
        Form::Scan { items } if device.looks_back => {
            if device.warps {
                items
            } else {
                items.min(8)
            }
        }
        Form::Sort { items, .. } if device.warps => chosen.unwrap_or_else(|| tuning::by_warps(items)[0]),
        _ => 0,
    }
}

/// Work items of a group in [`Form::Runs`], and turns of an iteration: a group takes them at once, where its work items are enough.
fn runs(args: &[Bound], count: usize) -> (usize, usize) {
    let length = |b: &Bound| if let Bound::Array { dims, .. } = b { dims.first().copied() } else { None };
    let turns = (args.iter().filter_map(length).max().unwrap_or(1).max(1) as usize).div_ceil(count);
    (turns.div_ceil(RUN_TURNS).next_multiple_of(32).clamp(32, 256), turns)
}

/// The elements of the longest argument.
pub fn longest(kernel: &Kernel, length: &dyn Fn(u32) -> Option<usize>) -> usize {
    (0..kernel.args.len() as u32).filter_map(length).max().unwrap_or(0)
}

/// Work items that keep a unit busy: as many as it has room for.
const FULL: f64 = 2048.0;
/// Iterations for each unit that keep it busy without sharing their loops' turns.
const ENOUGH: f64 = 1024.0;
/// Turns of a loop that are worth sharing.
const LONG_LOOP: f64 = 20.0;
/// Elements of a row that are worth several work items, and those of each then.
const SHARED_ROW: f64 = 24.0;
const LANE_TURNS: f64 = 2.0;
/// Local memory for copies of outputs: more would leave too few groups on a unit.
const LOCAL_BYTES: u64 = 24 << 10;
/// Groups for each unit, and iterations that a group has under way, in [`Form::Local`].
const LOCAL_GROUPS: u64 = 8;
const LOCAL_ITERATIONS: u64 = 2048;

/// A kernel that is launched in slices of its outermost dimension, each when what it reads has been sent.
pub struct Slices<'s> {
    /// Where slices end, in rows of the arrays; the last is at their end.
    pub ends: Vec<i64>,
    /// Sends those rows of all arrays.
    pub send: &'s mut dyn FnMut(Range<i64>) -> Result<(), String>,
}

/// Runs a kernel over a space that is not empty. After an error the kernel may have run. With a link a failure is told only
/// where the launch has something to wait for.
#[allow(clippy::too_many_arguments)]
pub fn launch(
    device: &'static Device,
    kernel: &'static Kernel,
    space: &[(i64, i64)],
    args: &[Bound],
    outs: &[Bound],
    link: Option<&Link>,
    slices: Option<Slices>,
) -> Result<Ended, String> {
    let sliced = slices.is_some();
    let begun = begin(device, kernel, space, args, outs, link, None, slices)?;
    // All that follows is enqueued before the flag is read: one wait for all of it.
    let filters = kernel.outputs.iter().any(|o| matches!(o, OutputKind::Filter { .. }));
    let looks = link.is_none() || !sliced && (filters || !begun.totals.is_empty());
    let failed = |failure: &Option<Rc<Memory>>| match failure {
        Some(failure) if looks => first_failure(failure),
        _ => Ok(None),
    };
    let Begun { built, totals, failure, scan, count } = begun;
    let Some(built) = built else { return Ok(failed(&failure)?.unwrap_or(Ended::Done(Vec::new()))) };
    let built = built.lock().unwrap_or_else(|e| e.into_inner());
    if let Some(scan) = scan {
        let done = scan.finish(device, kernel, &built, outs, count)?;
        return Ok(failed(&failure)?.unwrap_or(Ended::Done(done)));
    }
    let totals = combine(device, kernel, &built, args, count.div_ceil(BLOCK), totals, failure.as_deref())?;
    if let Some(failed) = failed(&failure)? {
        return Ok(failed);
    }
    totals.iter().map(|(elem, memory)| read_scalar(*elem, memory)).collect::<Result<_, _>>().map(Ended::Done)
}

/// Launches a kernel for a part of its space, and waits for nothing. What it gives for each block of iterations is in the totals, and whether
/// it fails in the link's flags. `rows`: those of the array that a kernel goes through by its elements ([`Form::Whole`]); the space is all of it then.
pub fn part(
    device: &'static Device,
    kernel: &'static Kernel,
    space: &[(i64, i64)],
    args: &[Bound],
    outs: &[Bound],
    link: &Link,
    rows: Option<Range<usize>>,
) -> Result<Begun, String> {
    begin(device, kernel, space, args, outs, Some(link), rows, None)
}

/// Builds what [`part`] would launch, and launches nothing.
pub fn build(
    device: &'static Device,
    kernel: &'static Kernel,
    space: &[(i64, i64)],
    args: &[Bound],
    outs: &[Bound],
) -> Result<(), String> {
    let elements = |b: &Bound| match b {
        Bound::Array { dims, .. } => Some(dims.iter().map(|d| *d as usize).product::<usize>()),
        _ => None,
    };
    let length = |n: u32| args.get(n as usize).and_then(elements);
    let scalar = |n: u32| match args.get(n as usize) {
        Some(Bound::Scalar(s)) => Some(*s),
        _ => None,
    };
    let all = outs.iter().filter_map(elements).sum::<usize>() as u64;
    let variant = variant(device, kernel, space, all, longest(kernel, &length), &scalar);
    program::get(device, kernel, variant, Spaces::of(device, kernel, &length)).map(|_| ())
}

/// Combines what blocks of iterations gave, `blocks` of each total, with a kernel that has run on this device.
pub fn combine_blocks(
    device: &'static Device,
    kernel: &'static Kernel,
    built: &Mutex<Built>,
    args: &[Bound],
    blocks: usize,
    totals: Vec<(Elem, Memory)>,
) -> Result<Vec<Scalar>, String> {
    let built = built.lock().unwrap_or_else(|e| e.into_inner());
    let totals = combine(device, kernel, &built, args, blocks, totals, None)?;
    totals.iter().map(|(elem, memory)| read_scalar(*elem, memory)).collect()
}

/// A launch that was enqueued.
pub struct Begun {
    /// None where nothing follows.
    pub built: Option<Arc<Mutex<Built>>>,
    /// What each block of iterations gives, of each total.
    pub totals: Vec<(Elem, Memory)>,
    failure: Option<Rc<Memory>>,
    scan: Option<Scan>,
    /// Iterations.
    count: usize,
}

#[allow(clippy::too_many_arguments)]
fn begin(
    device: &'static Device,
    kernel: &'static Kernel,
    space: &[(i64, i64)],
    args: &[Bound],
    outs: &[Bound],
    link: Option<&Link>,
    rows: Option<Range<usize>>,
    slices: Option<Slices>,
) -> Result<Begun, String> {
    let count = count(space).ok_or("the index space has 2^32 iterations or more")?;
    // A work item beyond the end must not come round to the beginning.
    if space.iter().any(|(lo, hi)| {
        *hi > i32::MAX as i64 - 65536 && !kernel.wide || hi.checked_add(65536).is_none() || *lo < i64::MIN / 2
    }) {
        return Err("the index space reaches the end of its type".into());
    }
    let elements = outs.iter().map(|o| match o {
        Bound::Array { dims, .. } => dims.iter().map(|d| *d as u64).product(),
        _ => 0,
    });
    let length = |n: u32| match args.get(n as usize) {
        Some(Bound::Array { dims, .. }) => Some(dims.iter().map(|d| *d as usize).product()),
        _ => None,
    };
    let scalar = |n: u32| match args.get(n as usize) {
        Some(Bound::Scalar(s)) => Some(*s),
        _ => None,
    };
    let (variant, lists) = match kernel.form {
        Form::Runs { places } if places != 0 => {
            let (lanes, turns) = runs(args, count as usize);
            lists::lists(device, kernel, places, space, [count as usize, lanes, turns], args, outs)
        }
        _ => (variant(device, kernel, space, elements.sum(), longest(kernel, &length), &scalar), None),
    };
    for out in outs {
        if let Bound::Array { memory, .. } | Bound::Sums { memory, .. } | Bound::Kept { memory } = out {
            memory.changes();
        }
    }
    let spaces = Spaces::of(device, kernel, &length);
    let shared = program::get(device, kernel, variant, spaces)?;
    let built = shared.lock().unwrap_or_else(|e| e.into_inner());
    let ended = || Begun { built: None, totals: Vec::new(), failure: None, scan: None, count: count as usize };
    if let Form::Sort { items, places } = kernel.form {
        let items = if variant > 0 { variant } else { items };
        sort::launch(device, kernel, &built, args, outs, count as usize, (items, places))?;
        return Ok(ended());
    }
    if let Form::SortedRows { size } = kernel.form {
        sort::launch_rows(device, kernel, &built, args, outs, size as usize)?;
        return Ok(ended());
    }
    let blocks = (count as usize).div_ceil(BLOCK);
    let mut totals = Vec::new();
    for (out, kind) in outs.iter().zip(kernel.outputs) {
        if let (Bound::Total, OutputKind::Reduce { elem, .. } | OutputKind::Fold { elem }) = (out, kind) {
            totals.push((*elem, Memory::allocate(device, blocks * elem.bytes())?));
        }
    }
    let scans = matches!(kernel.form, Form::Scan { .. });
    let scan = if scans { Some(Scan::new(device, kernel, outs, count as usize, variant as usize)?) } else { None };
    let failure = match link {
        _ if !kernel.checked => None,
        Some(link) => Some(link.flags.clone()),
        None => {
            let failure = Memory::allocate(device, 8)?;
            failure.fill(u32::MAX, 8)?;
            Some(Rc::new(failure))
        }
    };

    for (n, param) in kernel.params.iter().enumerate() {
        let n = n as u32;
        let bounds = |bound: i64| {
            if kernel.wide {
                set(&built.main, n, &bound.to_ne_bytes())
            } else {
                set(&built.main, n, &(bound as i32).to_ne_bytes())
            }
        };
        let bound = |list: &[Bound], at: u32, dim: Option<u32>| match (list.get(at as usize), dim) {
            (Some(Bound::Scalar(s)), None) => set_scalar(&built.main, n, s),
            (Some(Bound::Array { memory, .. }), None) => set_memory(&built.main, n, memory),
            (Some(Bound::Array { dims, .. }), Some(d)) if (d as usize) < dims.len() => {
                set(&built.main, n, &dims[d as usize].to_ne_bytes())
            }
            _ => Err(format!("parameter {n} of {} does not fit what it was given", kernel.name)),
        };
        match *param {
            Param::Arg(a) => match (kernel.images.iter().position(|i| *i == a), args.get(a as usize)) {
                (Some(bit), Some(Bound::Array { memory, .. })) if spaces.images & 1 << bit != 0 => {
                    let floats = matches!(kernel.args[a as usize], ArgKind::Array { elem: Elem::F32, .. });
                    let image = memory.image(floats, length(a).unwrap_or(0))?;
                    set(&built.main, n, &(image as usize).to_ne_bytes())?;
                }
                _ => bound(args, a, None)?,
            },
            Param::ArgLen { arg, dim } => bound(args, arg, Some(dim))?,
            Param::Totals => match &scan {
                Some(scan) => set_memory(&built.main, n, &scan.totals)?,
                None => return Err(format!("{} has totals and no scan", kernel.name)),
            },
            Param::Out(o) => match outs.get(o as usize) {
                Some(Bound::Sums { memory, .. }) => set_memory(&built.main, n, memory)?,
                Some(Bound::Kept { memory }) => {
                    let found = scan.as_ref().and_then(|s| s.found.as_ref());
                    set_memory(&built.main, n, found.unwrap_or(memory))?;
                }
                Some(Bound::Total) => {
                    let before = outs[..o as usize].iter().filter(|b| matches!(b, Bound::Total)).count();
                    set_memory(&built.main, n, &totals[before].1)?;
                }
                _ => bound(outs, o, None)?,
            },
            Param::OutLen { out, dim } => bound(outs, out, Some(dim))?,
            Param::Own(o) => match outs.get(o as usize) {
                Some(Bound::Array { dims, .. }) => {
                    let elements: usize = dims.iter().map(|d| *d as usize).product();
                    let bytes = (4 * elements * variant as usize).max(4);
                    // SAFETY: only the size is read.
                    unsafe { built.main.set_arg_local_buffer(n, bytes) }
                        .map_err(|e| format!("parameter {n} is not taken ({e})"))?;
                }
                _ => return Err(format!("{} has no array to copy", kernel.name)),
            },
            Param::From(d) => bounds(space[d as usize].0)?,
            Param::To(d) => bounds(space[d as usize].1)?,
            Param::Chained => set(&built.main, n, &link.map_or(0, |l| l.chained).to_ne_bytes())?,
            Param::FirstFailure => match &failure {
                Some(failure) => set_memory(&built.main, n, failure)?,
                None => return Err(format!("{} is not checked but has a fail flag", kernel.name)),
            },
        }
    }
    if let Some(lists) = &lists {
        let n = kernel.params.len() as u32;
        set_memory(&built.main, n, &lists.memory)?;
        set(&built.main, n + 1, &lists.capacity.to_ne_bytes())?;
    }
    let sizes = args.iter().chain(outs).map(|b| match b {
        Bound::Array { memory, bytes, .. } => bytes.len().min(memory.bytes()),
        Bound::Sums { memory, .. } | Bound::Kept { memory } => memory.bytes(),
        _ => 0,
    });
    let what = What::of(kernel, sizes.sum(), count);
    let mut used: Vec<Use> = args.iter().chain(outs).filter_map(Use::of).collect();
    used.extend(totals.iter().map(|(_, memory)| Use::whole(memory)));
    used.extend(failure.iter().map(|f| Use::whole(f)));
    used.extend(lists.iter().map(|l| Use::whole(&l.memory)));
    if let Some(scan) = &scan {
        used.push(Use::whole(&scan.totals));
        used.extend(scan.found.iter().map(Use::whole));
    }
    if let Some(slices) = slices {
        in_slices(device, kernel, &built, space, &used, slices)?;
        return Ok(Begun { failure, ..ended() });
    }
    // Elements of a row of the first array output.
    let row = || {
        let row = outs.iter().find_map(|o| if let Bound::Array { dims, .. } = o { dims.last() } else { None });
        row.map_or(1, |n| *n as usize)
    };
    match kernel.form {
        Form::Points { width } => points(device, kernel, &built, space, [width, 1], false, &used, what)?,
        Form::Columns { width, .. } => {
            points(device, kernel, &built, space, [width, variant % 16], false, &used, what)?
        }
        Form::Rows { width } => {
            let group = tuning::chosen(device, kernel, count).unwrap_or(256) as usize;
            let items = (count as usize * width as usize).next_multiple_of(group);
            enqueue(device, &built.main, &[items], Some(&[group]), &used, what)?;
        }
        Form::Spread { apart, step } => {
            let turns = row().div_ceil(step as usize).max(1);
            let (sizes, group) = spread(device, space, apart, turns);
            enqueue(device, &built.main, &sizes, Some(&group), &used, what)?;
        }
        Form::Runs { .. } => {
            let (lanes, _) = runs(args, count as usize);
            enqueue(device, &built.main, &[lanes, count as usize], Some(&[lanes, 1]), &used, what)?;
        }
        Form::Scan { .. } => {
            let groups = scan.as_ref().map_or(0, |s| s.groups);
            enqueue(device, &built.main, &[groups * 256], Some(&[256]), &used, what)?;
        }
        Form::Turns { .. } if variant > 0 => {
            let groups = (count as usize).div_ceil(variant as usize);
            enqueue(device, &built.main, &[groups * 256], Some(&[256]), &used, what)?;
        }
        Form::Local | Form::Turns { .. } if variant == 0 => {
            points(device, kernel, &built, space, [1, 1], false, &used, what)?
        }
        Form::Local | Form::Turns { .. } => {
            let groups = count.div_ceil(LOCAL_ITERATIONS).min(LOCAL_GROUPS * device.units as u64) as usize;
            enqueue(device, &built.main, &[groups * 256], Some(&[256]), &used, what)?;
        }
        Form::Whole { width, .. } => match outs.first() {
            Some(Bound::Array { dims, .. }) => {
                let items = (variant % 16).max(1);
                let mut all: Vec<(i64, i64)> = dims.iter().map(|d| (0, *d as i64)).collect();
                let by_fours = rows.clone().filter(|_| width > 1);
                // Groups beyond the last row find nothing.
                let exact = rows.as_ref().is_some_and(|rows| (rows.end as i64) < all[0].1);
                if let Some(rows) = rows {
                    all[0] = (rows.start as i64, rows.end as i64);
                }
                match by_fours {
                    Some(rows) => fours(device, &built, dims, rows, [width, items], &used, what)?,
                    None => points(device, kernel, &built, &all, [width, items], exact, &used, what)?,
                }
            }
            _ => return Err(format!("{} has no array to carry over", kernel.name)),
        },
        Form::Transposed => {
            let sides = space.iter().map(|(lo, hi)| ((hi - lo) as usize).div_ceil(SQUARE));
            let [rows, columns] = sides.collect::<Vec<_>>()[..] else {
                return Err(format!("{} has not two dimensions", kernel.name));
            };
            enqueue(device, &built.main, &[columns * 256, rows], Some(&[256, 1]), &used, what)?;
        }
        Form::Squares { .. } => {
            let side = 16 * variant as i64;
            let groups = |(lo, hi): (i64, i64)| (hi - lo).div_euclid(side) as usize + usize::from((hi - lo) % side > 0);
            // Of iterations with turns as columns, at least one group makes the checks.
            let columns = space.get(1).map_or_else(|| groups((0, row() as i64)).max(1), |s| groups(*s));
            let sizes = [columns * 256, groups(space[0])];
            enqueue(device, &built.main, &sizes, Some(&[256, 1]), &used, what)?;
        }
        Form::Strips { .. } => {
            let (group, items) = (variant as usize / 8, variant as usize % 8);
            let groups = (count as usize).div_ceil(group * items);
            enqueue(device, &built.main, &[groups * group], Some(&[group]), &used, what)?;
        }
        // Launched above.
        Form::Sort { .. } | Form::SortedRows { .. } => {}
        Form::Blocks { width } => {
            let items = LANES / width as usize;
            enqueue(device, &built.main, &[blocks * items], Some(&[items]), &used, what)?;
        }
    }
    drop(built);
    Ok(Begun { built: Some(shared), totals, failure, scan, count: count as usize })
}

/// Waits for what the flags say: the first iteration that fails, or that one does in a chain.
pub fn first_failure(flags: &Memory) -> Result<Option<Ended>, String> {
    let mut words = [0; 8];
    flags.read(0, &mut words)?;
    let first = u64::from_ne_bytes(words);
    // Of a launch alone the second word stays as it was.
    Ok((first != u64::MAX).then_some(Ended::Failed(first & u32::MAX as u64)))
}

/// Memory that a kernel reads or writes: which of its bytes.
pub(super) struct Use<'m> {
    memory: &'m Memory,
    bytes: Range<usize>,
    /// Of a row, for arrays.
    row: usize,
}

impl Use<'_> {
    pub(super) fn whole(memory: &Memory) -> Use<'_> {
        Use { memory, bytes: 0..memory.bytes(), row: 0 }
    }

    fn of(bound: &Bound) -> Option<Use<'_>> {
        match bound {
            Bound::Array { memory, row, bytes, .. } => Some(Use { memory, bytes: bytes.clone(), row: *row }),
            Bound::Sums { memory, .. } | Bound::Kept { memory } => Some(Use::whole(memory)),
            Bound::Scalar(_) | Bound::Total => None,
        }
    }
}

/// Launches slice after slice; while one computes, the next is sent.
fn in_slices(
    device: &'static Device,
    kernel: &'static Kernel,
    built: &Built,
    space: &[(i64, i64)],
    used: &[Use],
    slices: Slices,
) -> Result<(), String> {
    let number = |what| kernel.params.iter().position(|p| *p == what).map(|n| n as u32);
    let (Some(from), Some(to)) = (number(Param::From(0)), number(Param::To(0))) else {
        return Err(format!("{} has no bounds", kernel.name));
    };
    let mut start = 0;
    for end in slices.ends {
        (slices.send)(start..end)?;
        let rows = start..end;
        start = end;
        let (lo, hi) = (space[0].0.max(rows.start), space[0].1.min(rows.end));
        if lo >= hi {
            continue;
        }
        set(&built.main, from, &(lo as i32).to_ne_bytes())?;
        set(&built.main, to, &(hi as i32).to_ne_bytes())?;
        let mut part = space.to_vec();
        part[0] = (lo, hi);
        let bytes = |u: &Use| rows.start as usize * u.row..rows.end as usize * u.row;
        let used: Vec<Use> = used.iter().map(|u| Use { memory: u.memory, bytes: bytes(u), row: u.row }).collect();
        let what = What::of(kernel, used.iter().map(|u| u.bytes.len()).sum(), count(&part).unwrap_or(0));
        match kernel.form {
            Form::Points { width } => points(device, kernel, built, &part, [width, 1], false, &used, what)?,
            Form::Rows { width } => {
                let items = ((hi - lo) as usize * width as usize).next_multiple_of(256);
                enqueue(device, &built.main, &[items], Some(&[256]), &used, what)?;
            }
            _ => return Err(format!("{} is not launched in slices", kernel.name)),
        }
    }
    Ok(())
}

fn points(
    device: &'static Device,
    kernel: &Kernel,
    built: &Built,
    space: &[(i64, i64)],
    [width, rows]: [u32; 2],
    exact: bool,
    used: &[Use],
    what: What,
) -> Result<(), String> {
    let width = width as i64;
    // Dimension 0 is the innermost; its work items begin at a multiple of the width.
    let mut sizes: Vec<usize> = space.iter().rev().map(|(lo, hi)| (hi - lo) as usize).collect();
    let ends = width > 1 && matches!(kernel.form, Form::Columns { .. } | Form::Whole { .. });
    if width > 1 {
        let (lo, hi) = space[space.len() - 1];
        sizes[0] = (hi.div_euclid(width) + (hi.rem_euclid(width) > 0) as i64 - lo.div_euclid(width)) as usize;
    }
    // A work item's iterations lie in the outermost.
    if let Some(outermost) = sizes.last_mut() {
        *outermost = outermost.div_ceil(rows as usize);
    }
    // Parts of the first and the last have work items of their own.
    if ends {
        sizes[0] += 2 * width as usize;
        sizes[1] += 2 * rows as usize;
    }
    let iterations = count(space).unwrap_or(0);
    let chosen = tuning::chosen(device, kernel, iterations);
    let chosen = chosen.filter(|_| matches!(kernel.form, Form::Points { .. } | Form::Whole { items: 1, .. }));
    let grouped = kernel.source.contains("reqd_work_group_size");
    let of_choice = [chosen.map_or(built.group, |n| n as usize)];
    // A part of an array is gone through to its end and no further.
    let part = matches!(kernel.form, Form::Whole { .. }) && exact;
    let fitting = [if part { 1 << sizes[sizes.len() - 1].trailing_zeros().min(8) } else { 1 }];
    let group: &[usize] = match sizes.len() {
        1 if part => &fitting,
        2 if part => &[256, 1],
        _ if part => &[64, 4, 1],
        1 if grouped => &[256],
        1 => &of_choice,
        // 32 of them, which run in step on most GPUs, are 8 by 4.
        2 if kernel.uneven => &[8, 32],
        2 => &[64, 4],
        _ => &[64, 2, 2],
    };
    for (size, by) in sizes.iter_mut().zip(group) {
        *size = size.next_multiple_of(*by);
    }
    let mut offset = Vec::new();
    // The numbers of its work items are those of elements.
    if matches!(kernel.form, Form::Whole { .. })
        && let Some((from, _)) = space.first().filter(|(from, _)| *from > 0)
    {
        offset.resize(sizes.len(), 0);
        offset[sizes.len() - 1] = *from as usize / rows as usize;
    }
    enqueue_from(device, &built.main, &offset, &sizes, Some(group), used, what)
}

/// Some rows of [`Form::Whole`] whose work items take `width` elements beside each other and `items` rows. Numbers behind those of all rows take the rows
/// of the first and the last work items one by one.
fn fours(
    device: &'static Device,
    built: &Built,
    dims: &[i32],
    rows: Range<usize>,
    [width, items]: [u32; 2],
    used: &[Use],
    what: What,
) -> Result<(), String> {
    let [all, columns] = [0, 1].map(|d| dims.get(d).map_or(0, |n| *n as usize));
    let (width, items) = (width as usize, items as usize);
    let (blocks, across) = (all.div_ceil(items), (columns.div_ceil(width) + 2 * width).next_multiple_of(64));
    let inside = rows.start / items..rows.end.div_ceil(items);
    let first = (rows.start == 0).then_some(blocks..blocks + items);
    let last = (rows.end == all && blocks > 1).then_some(blocks + items..blocks + 2 * items);
    for part in [Some(inside), first, last].into_iter().flatten() {
        enqueue_from(device, &built.main, &[0, part.start], &[across, part.len()], Some(&[64, 1]), used, what)?;
    }
    Ok(())
}

/// The global size and groups of [`Form::Spread`], for loops of about so many turns.
fn spread(device: &Device, space: &[(i64, i64)], apart: bool, turns: usize) -> (Vec<usize>, Vec<usize>) {
    let extents: Vec<usize> = space.iter().rev().map(|(lo, hi)| (hi - lo) as usize).collect();
    let iterations: usize = extents.iter().product();
    let lanes = turns.next_power_of_two().clamp(32, if apart { 256 } else { 64 });
    let (mut sizes, mut group) = (vec![lanes], vec![lanes]);
    if !apart {
        // Some turns each, where work items enough are left: twice as many as run at once.
        let each = (iterations * turns / (2 * FULL as usize * device.units.max(1) as usize)).clamp(1, 8);
        sizes[0] = turns.div_ceil(each).next_multiple_of(lanes);
    }
    group.resize(extents.len() + 1, 1);
    if !apart {
        group[1] = 256 / lanes;
    }
    sizes.extend(extents.iter().zip(&group[1..]).map(|(n, by)| n.next_multiple_of(*by)));
    (sizes, group)
}

/// What a scan or filter has beside its output.
struct Scan {
    elem: Elem,
    start: Scalar,
    groups: usize,
    /// One a group, and one for the whole; of groups that look back as [`Form::Scan`] says.
    totals: Memory,
    looks_back: bool,
    /// What a filter has kept, group by group.
    found: Option<Memory>,
}

impl Scan {
    /// `items`: neighbours that a work item of groups which look back goes through, or 0.
    fn new(
        device: &'static Device,
        kernel: &Kernel,
        outs: &[Bound],
        count: usize,
        items: usize,
    ) -> Result<Scan, String> {
        let (elem, start, kept) = match (outs, kernel.outputs) {
            ([Bound::Sums { start, .. }], [OutputKind::Scan { elem, .. }]) => (*elem, *start, None),
            ([Bound::Kept { .. }], [OutputKind::Filter { elem }]) => (Elem::I32, Scalar::I32(0), Some(elem.bytes())),
            _ => return Err(format!("{} is neither a scan nor a filter", kernel.name)),
        };
        let looks_back = items > 0;
        let groups = count.div_ceil(if looks_back { 256 * items } else { GROUP_ITERATIONS });
        if looks_back {
            // The number of groups that have begun is a place as large as the others.
            let words = elem.bytes().div_ceil(4);
            let totals = Memory::allocate(device, 8 * words * (groups + 2))?;
            totals.fill(0, totals.bytes())?;
            let known = |half: u64| 2u64 << 32 | half & u64::from(u32::MAX);
            let (bits, mut first) = (start.bits(), [0u64; 4]);
            if words == 1 {
                first[1] = known(bits)
            } else {
                first[2..].copy_from_slice(&[known(bits >> 32), known(bits)])
            }
            let first: Vec<u8> = first[..2 * words].iter().flat_map(|word| word.to_ne_bytes()).collect();
            totals.repeat(&first, first.len())?;
            return Ok(Scan { elem, start, groups, totals, looks_back, found: None });
        }
        let found = kept.map(|bytes| Memory::allocate(device, groups * GROUP_ITERATIONS * bytes)).transpose()?;
        Ok(Scan {
            elem,
            start,
            groups,
            totals: Memory::allocate(device, (groups + 1) * elem.bytes())?,
            looks_back,
            found,
        })
    }

    fn finish(
        self,
        device: &'static Device,
        kernel: &'static Kernel,
        built: &Built,
        outs: &[Bound],
        count: usize,
    ) -> Result<Vec<Scalar>, String> {
        let filters = matches!(outs.first(), Some(Bound::Kept { .. }));
        let mut kept = [0; 4];
        if self.looks_back {
            if !filters {
                return Ok(Vec::new());
            }
            self.totals.read(8 * (self.groups + 1), &mut kept)?;
            return Ok(vec![Scalar::I32(i32::from_ne_bytes(kept))]);
        }
        let (Some(combine), Some(apply)) = (&built.combine, &built.apply) else {
            return Err(format!("{} lacks a part", kernel.name));
        };
        let what = |part, bytes, n| What::part(kernel, part, bytes, n as u64);
        set_memory(combine, 0, &self.totals)?;
        set_scalar(combine, 1, &self.start)?;
        set(combine, 2, &(self.groups as i32).to_ne_bytes())?;
        let used = [Use::whole(&self.totals)];
        enqueue(device, combine, &[256], Some(&[256]), &used, what("_combine", self.totals.bytes(), self.groups))?;
        let Some(Bound::Sums { memory: out, .. } | Bound::Kept { memory: out }) = outs.first() else {
            return Err(format!("{} has no output", kernel.name));
        };
        let mut n = 0;
        if let Some(found) = &self.found {
            set_memory(apply, n, found)?;
            n += 1;
        }
        set_memory(apply, n, out)?;
        set_memory(apply, n + 1, &self.totals)?;
        set(apply, n + 2, &(count as i32).to_ne_bytes())?;
        let mut used = vec![Use::whole(&self.totals), Use::whole(out)];
        used.extend(self.found.iter().map(Use::whole));
        enqueue(device, apply, &[self.groups * 256], Some(&[256]), &used, what("_apply", out.bytes(), count))?;
        if !filters {
            return Ok(Vec::new());
        }
        self.totals.read(self.groups * self.elem.bytes(), &mut kept)?;
        Ok(vec![Scalar::I32(i32::from_ne_bytes(kept))])
    }
}

/// Combines the results of blocks until there is one of each total, where they are then.
fn combine(
    device: &'static Device,
    kernel: &'static Kernel,
    built: &Built,
    args: &[Bound],
    mut count: usize,
    mut totals: Vec<(Elem, Memory)>,
    failure: Option<&Memory>,
) -> Result<Vec<(Elem, Memory)>, String> {
    if totals.is_empty() {
        return Ok(totals);
    }
    let function = built.combine.as_ref().ok_or("a reduction without its second kernel")?;
    while count > 1 {
        let blocks = count.div_ceil(BLOCK);
        let mut next = Vec::new();
        for (n, (elem, from)) in totals.iter().enumerate() {
            let to = Memory::allocate(device, blocks * elem.bytes())?;
            set_memory(function, 2 * n as u32, from)?;
            set_memory(function, 2 * n as u32 + 1, &to)?;
            next.push((*elem, to));
        }
        let mut last = 2 * totals.len() as u32;
        for arg in kernel.combined {
            if let Some(Bound::Scalar(value)) = args.get(*arg as usize) {
                set_scalar(function, last, value)?;
                last += 1;
            }
        }
        set(function, last, &(count as i32).to_ne_bytes())?;
        // Combinators that may throw report it.
        let reports = failure.filter(|_| function.num_args().is_ok_and(|n| n > last + 1));
        if let Some(failure) = reports {
            set_memory(function, last + 1, failure)?;
        }
        let bytes = totals.iter().map(|(elem, _)| count * elem.bytes()).sum();
        let what = What::part(kernel, "_combine", bytes, count as u64);
        let used: Vec<Use> = totals.iter().chain(&next).map(|(_, m)| m).chain(reports).map(Use::whole).collect();
        enqueue(device, function, &[blocks * LANES], Some(&[LANES]), &used, what)?;
        totals = next;
        count = blocks;
    }
    Ok(totals)
}

fn read_scalar(elem: Elem, memory: &Memory) -> Result<Scalar, String> {
    let mut bytes = [0u8; STRUCTURE];
    let len = elem.bytes();
    let part = bytes.get_mut(..len).ok_or("a total that is too large")?;
    memory.read(0, part)?;
    let eight = u64::from_ne_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(|i: usize| bytes[i]));
    Ok(match elem {
        Elem::Bool => Scalar::Bool(bytes[0] != 0),
        Elem::I8 => Scalar::I8(bytes[0] as i8),
        Elem::I16 => Scalar::I16(i16::from_ne_bytes([bytes[0], bytes[1]])),
        Elem::U16 => Scalar::U16(u16::from_ne_bytes([bytes[0], bytes[1]])),
        Elem::I32 => Scalar::I32(i32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
        Elem::F32 => Scalar::F32(f32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
        Elem::I64 => Scalar::I64(eight as i64),
        Elem::F64 => Scalar::F64(f64::from_bits(eight)),
        Elem::Struct { bytes: n, .. } => Scalar::Struct { bytes, len: n },
    })
}

pub(super) fn enqueue(
    device: &'static Device,
    function: &Function,
    global: &[usize],
    local: Option<&[usize]>,
    used: &[Use],
    what: What,
) -> Result<(), String> {
    enqueue_from(device, function, &[], global, local, used, what)
}

/// As [`enqueue`]; the numbers of work items begin at `offset`, where that is not empty.
fn enqueue_from(
    device: &'static Device,
    function: &Function,
    offset: &[usize],
    global: &[usize],
    local: Option<&[usize]>,
    used: &[Use],
    what: What,
) -> Result<(), String> {
    let failed = |e: String| {
        let cause = format!("{} did not start a kernel ({e})", device.name);
        device.lose(&cause);
        cause
    };
    if inject::fails("launch") {
        return Err(failed("on purpose".into()));
    }
    let local = local.map_or(ptr::null(), |l| l.as_ptr());
    let offset = if offset.is_empty() { ptr::null() } else { offset.as_ptr() };
    let mut waits = Vec::new();
    used.iter().for_each(|u| u.memory.before(&u.bytes, Lane::Compute, &mut waits));
    // SAFETY: all arguments were set; the sizes have as many dimensions as are named.
    unsafe {
        device.queues.compute.enqueue_nd_range_kernel(
            function.get(),
            global.len() as u32,
            offset,
            global.as_ptr(),
            local,
            &waits,
        )
    }
    .map(|event| {
        let event = Arc::new(event);
        used.iter().for_each(|u| u.memory.note(u.bytes.clone(), Lane::Compute, &event));
        profile::record(device, what, &event);
    })
    .map_err(|e| failed(e.to_string()))?;
    device.queues.compute.flush().map_err(|e| failed(e.to_string()))
}

fn set_scalar(function: &Function, n: u32, scalar: &Scalar) -> Result<(), String> {
    match scalar {
        Scalar::Bool(v) => set(function, n, &[*v as u8]),
        Scalar::I8(v) => set(function, n, &v.to_ne_bytes()),
        Scalar::I16(v) => set(function, n, &v.to_ne_bytes()),
        Scalar::U16(v) => set(function, n, &v.to_ne_bytes()),
        Scalar::I32(v) => set(function, n, &v.to_ne_bytes()),
        Scalar::I64(v) => set(function, n, &v.to_ne_bytes()),
        Scalar::F32(v) => set(function, n, &v.to_ne_bytes()),
        Scalar::F64(v) => set(function, n, &v.to_ne_bytes()),
        Scalar::Struct { bytes, len } => set(function, n, &bytes[..*len as usize]),
    }
}

pub(super) fn set_memory(function: &Function, n: u32, memory: &Memory) -> Result<(), String> {
    set(function, n, &(memory.handle() as usize).to_ne_bytes())
}

/// Sets an argument of as many bytes as the slice has.
pub(super) fn set(function: &Function, n: u32, bytes: &[u8]) -> Result<(), String> {
    // The library takes the size from the type, so sizes are types here.
    macro_rules! sized {
        ($($size:literal)*) => {
            match bytes.len() {
                $($size => {
                    let mut value = Aligned([0u8; $size]);
                    value.0.copy_from_slice(bytes);
                    // SAFETY: as many bytes as the parameter has; a wrong size is an error of OpenCL's.
                    unsafe { function.set_arg(n, &value.0) }
                })*
                other => return Err(format!("a parameter of {other} bytes")),
            }
        };
    }
    let result = sized!(1 2 3 4 5 6 7 8 10 12 14 16 18 20 22 24 26 28 30 32 36 40 44 48 52 56 60 64);
    result.map_err(|e| format!("parameter {n} is not taken ({e})"))
}

#[repr(C, align(16))]
struct Aligned<T>(T);
