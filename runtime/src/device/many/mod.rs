//! Instructions divided over several devices (`gpus`).
//!
//! The index space is cut as it is cut for [ranks](crate::cluster::divide), by the same arithmetic and the compiler's same record of what an iteration
//! reaches. Each device runs the kernel for its part, on a buffer for the whole array, so kernels are those of one device. A device is given only
//! the rows that it reads and has not ([`parts`]); what it lacks comes from the host or from the device that has it ([`exchange`]). Where a part has many
//! iterations that need nothing from others, these are launched first, and what the rest needs is on its way meanwhile.

mod balance;
mod exchange;
mod parts;
pub mod report;

pub use balance::keep;
pub use exchange::Areas;
pub use parts::{gather, known, lacking, only_there};

use super::chain::{self, Link};
use super::launch::{self, Begun, Bound, Ended};
use super::memory::Memory;
use super::platform;
use super::program::{self, Spaces};
use crate::cluster::Divisible;
use crate::cluster::divide::{self, Division, Extent, Places, Ranges, Reads, Writes};
use crate::cluster::rows::hull;
use crate::kernel::{Arg, ArrayArg, BLOCK, Elem, Form, Kernel, LANES, Launch, Operator, Out, OutputKind, Scalar};
use crate::ops;
use exchange::{Transfer, exchange};
use opencl3::event::Event;
use parts::{Devices, Parts, Whole};
use std::ops::Range;
use std::ptr;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

/// Fewer operations are left to one device, where no array is divided already: `SOMD_DEVICES_LEAST` names another number.
const LEAST: usize = 1 << 22;

fn least() -> usize {
    static ASKED: OnceLock<usize> = OnceLock::new();
    *ASKED.get_or_init(|| {
        let asked = std::env::var("SOMD_DEVICES_LEAST").ok();
        asked.and_then(|n| n.trim().parse().ok()).unwrap_or(LEAST)
    })
}

/// Iterations that begin and end at multiples of this are begun first: work items take up to so many rows.
const ROWS: i64 = 4;
/// The same of rows of one element.
const ELEMENTS: i64 = 64;

/// An array of the instruction, with what it does with it.
struct Entry<'a> {
    whole: Whole<'a>,
    reach: divide::ArrayReach,
    parts: Rc<Parts>,
    plan: divide::Entry,
}

/// An instruction, divided.
struct Divided<'a> {
    devices: Devices,
    kernel: &'static Kernel,
    reach: &'static divide::Reach,
    operations: usize,
    space: Vec<(i64, i64)>,
    entries: Vec<Entry<'a>>,
    division: Division,
    /// A kernel that goes through the elements of its result; else through iterations.
    by_elements: bool,
    /// For an array that iterations add to, each device has its own.
    sums: Vec<Vec<Rc<Memory>>>,
}

/// Runs an instruction on several devices; None where it is left to one.
pub fn run(
    kernel: &'static Kernel,
    space: &[(i64, i64)],
    divisible: Option<&Divisible>,
    args: &[Arg],
    outs: &mut [Out],
) -> Result<Option<Launch>, String> {
    let devices = platform::several()?;
    if devices.len() < 2 {
        return Ok(None);
    }
    platform::all_usable(devices)?;
    let Some(divisible) = divisible else {
        report::whole(kernel.name, kernel.place, "it cannot be divided (`somdc --emit plan` says why)");
        return Ok(None);
    };
    match plan(devices, kernel, space, divisible, args, outs) {
        Ok(plan) => {
            let mut divided = Divided::new(devices, kernel, space, divisible, plan);
            divided.run(args, outs).map(Some)
        }
        Err(why) => {
            report::whole(kernel.name, kernel.place, why);
            Ok(None)
        }
    }
}

/// How the instruction is divided, or why it is not.
fn plan<'a>(
    devices: Devices,
    kernel: &'static Kernel,
    space: &[(i64, i64)],
    divisible: &Divisible<'a>,
    args: &[Arg],
    outs: &[Out],
) -> Result<(divide::Parts, Vec<Whole<'a>>), &'static str> {
    let reach = divisible.reach;
    let count = launch::count(space).ok_or("it has 2^32 iterations or more")? as usize;
    let rows = (space[0].1 - space[0].0) as usize;
    let wholes: Option<Vec<Whole>> = divisible.arrays.iter().map(Whole::of).collect();
    let wholes = wholes.ok_or("an array is not in one piece of its own")?;
    let each = || wholes.iter().zip(reach.arrays);
    if wholes.len() != reach.arrays.len() {
        return Err("its arrays are not known");
    }
    runs_parts(kernel, reach, count)?;
    let named = |a: &ArrayArg| Whole::of(a).is_some_and(|w| wholes.iter().any(|o| o.same(&w)));
    let known = args.iter().all(|a| if let Arg::Array(a) = a { named(a) } else { true })
        && outs.iter().all(|o| match o {
            Out::Array { array, old } => named(array) && old.as_ref().is_none_or(named),
            Out::Accumulate { array } => Whole::of(array).is_some() && !ordered_sums(kernel),
            Out::Value(_) => true,
            Out::Scan { .. } | Out::Filter { .. } => false,
        });
    if !known {
        return Err("its arrays are not known");
    }
    let shapes: Vec<divide::Shape> = wholes.iter().map(Whole::shape).collect();
    let work = count.saturating_mul(divisible.operations.max(kernel.operations as usize).max(1));
    if work < least() && !shapes.iter().any(|s| s.is_divided) {
        return Err("it is too little work");
    }
    let sent: usize = each().filter(|(_, r)| r.adds).map(|(w, _)| w.bytes().saturating_mul(devices.len())).sum();
    if sent > work && sent > least() {
        return Err("it adds to an array that is longer than the work");
    }
    let shares = if by_itself(kernel, divisible.reach) {
        balance::of_kernel(kernel, devices)
    } else {
        balance::of_devices(devices)
    };
    let places = Places::devices(shares);
    let extent = Extent { lo: space[0].0, rows, count };
    let parts = divide::parts(&places, reach, &extent, &shapes, divisible.strides)
        .ok_or("its parts would not be whole rows")?;
    let cuts = &parts.division.cuts;
    // Few iterations are folded in order.
    if reach.gathers && cuts.windows(2).any(|c| c[1] > c[0] && c[1] - c[0] < LANES) {
        return Err("it is a small reduction");
    }
    // One part is no division; arrays that are divided already stay so.
    let all_in_one = cuts.windows(2).any(|c| c[1] - c[0] == count);
    if all_in_one && !shapes.iter().any(|s| s.is_divided) {
        return Err("it has too few rows");
    }
    Ok((parts, wholes))
}

/// Why a kernel cannot run a part of an instruction's iterations, whatever its arrays.
pub fn runs_parts(kernel: &Kernel, reach: &divide::Reach, count: usize) -> Result<(), &'static str> {
    let by_elements = match kernel.form {
        Form::Sort { .. } | Form::SortedRows { .. } | Form::Scan { .. } => {
            return Err("it is a sort, a scan or a filter");
        }
        Form::Whole { .. } if kernel.rank == 1 && kernel.source.contains("reqd_work_group_size") => {
            return Err("its work groups are of one size");
        }
        Form::Whole { .. } => true,
        _ => false,
    };
    if by_elements && reach.arrays.iter().any(|r| !matches!(r.writes, Writes::Nothing | Writes::Row(0))) {
        return Err("it stores to other rows than its own");
    }
    if reach.gathers && count < 2 * BLOCK {
        return Err("it is a small reduction");
    }
    Ok(())
}

/// A kernel whose iterations take their time, each another one, and need no rows of other instructions: its parts are cut as its own times say.
fn by_itself(kernel: &Kernel, reach: &divide::Reach) -> bool {
    kernel.uneven && !reach.gathers && reach.arrays.iter().all(|a| matches!(a.reads, Reads::Nothing | Reads::All))
}

/// What it adds up is not the same in every order.
pub fn ordered_sums(kernel: &Kernel) -> bool {
    kernel.outputs.iter().any(|o| match o {
        OutputKind::Accumulate { op, elem: Elem::F32 | Elem::F64, .. } => !matches!(op, Operator::Min | Operator::Max),
        OutputKind::Accumulate { elem, .. } => matches!(elem, Elem::Struct { .. }),
        _ => false,
    })
}

/// A piece of a device's part, which is launched at once: values of the outermost index, or rows of the result.
pub type Piece = Range<i64>;

/// What was launched, for what is to be looked at then.
struct Launched {
    device: usize,
    first: i64,
    flags: Rc<Memory>,
    begun: Begun,
    /// Its rows, and the command, where it is known.
    rows: usize,
    event: Option<Arc<Event>>,
}

impl<'a> Divided<'a> {
    fn new(
        devices: Devices,
        kernel: &'static Kernel,
        space: &[(i64, i64)],
        divisible: &Divisible<'a>,
        (plan, wholes): (divide::Parts, Vec<Whole<'a>>),
    ) -> Divided<'a> {
        // The host's loop would begin from what is certain.
        chain::settle();
        let divide::Parts { division, entries } = plan;
        let entries = wholes.into_iter().zip(divisible.reach.arrays).zip(entries);
        let entries =
            entries.map(|((whole, reach), plan)| Entry { parts: whole.parts(devices), whole, reach: *reach, plan });
        let by_elements = matches!(kernel.form, Form::Whole { .. });
        Divided {
            devices,
            kernel,
            reach: divisible.reach,
            operations: divisible.operations.max(1),
            space: space.to_vec(),
            entries: entries.collect(),
            division,
            by_elements,
            sums: Vec::new(),
        }
    }

    fn run(&mut self, args: &[Arg], outs: &mut [Out]) -> Result<Launch, String> {
        self.build(args, outs)?;
        self.sums = self.own_sums(outs)?;
        let saved = match self.save(outs) {
            Ok(saved) => saved,
            Err(reason) => {
                self.entries.iter().for_each(|e| e.parts.not_brought());
                return Err(reason);
            }
        };
        let mut launched = Vec::new();
        match self.launch(args, outs, &mut launched).and_then(|()| self.ended(args, &launched)) {
            Ok((None, totals)) => {
                self.measure(&launched);
                self.done(outs, totals)?;
                Ok(Launch::Done)
            }
            Ok((Some(iteration), _)) => {
                for (memory, copy, bytes) in saved {
                    memory.copy_from(bytes.start, &copy, 0, bytes.len())?;
                }
                let fresh = |e: &Entry| {
                    let is_new = |o: &Out| matches!(o, Out::Array { array, old: None } if e.is(array));
                    outs.iter().any(is_new)
                };
                for entry in &self.entries {
                    match &entry.plan.own {
                        Some(_) if fresh(entry) => _ = entry.whole.not_written(&entry.parts),
                        Some(own) => entry.whole.divide(&entry.parts, own.clone()),
                        None => {}
                    }
                }
                Ok(Launch::Failed { iteration })
            }
            Err(reason) => {
                // Some parts may have run. What the host has is as it was.
                self.entries.iter().for_each(|e| e.parts.not_brought());
                let mut lost = false;
                for entry in &self.entries {
                    if entry.plan.own.is_some() {
                        lost |= !entry.whole.not_written(&entry.parts) && !launched.is_empty() && self.kernel.reads_own;
                    }
                }
                if lost {
                    super::arrays::die(&reason);
                }
                Err(reason)
            }
        }
    }

    /// Notes what is to be known of how long the parts take.
    fn measure(&self, launched: &[Launched]) {
        let part = |l: &Launched| Some(balance::Begun { device: l.device, rows: l.rows, event: l.event.clone()? });
        let count: usize = self.space.iter().map(|(lo, hi)| (hi - lo) as usize).product();
        let work = count as f64 / (self.space[0].1 - self.space[0].0) as f64 * self.operations as f64;
        let parts = launched.iter().filter_map(part).collect();
        balance::began(self.kernel, self.devices, by_itself(self.kernel, self.reach), work, parts);
    }

    /// Builds the kernel for all devices at once.
    fn build(&self, args: &[Arg], outs: &[Out]) -> Result<(), String> {
        let length = |n: u32| match args.get(n as usize) {
            Some(Arg::Array(a)) => Some(a.dims.iter().map(|d| *d as usize).product()),
            _ => None,
        };
        let scalar = |n: u32| match args.get(n as usize) {
            Some(Arg::Scalar(s)) => Some(*s),
            _ => None,
        };
        let elements: u64 = outs
            .iter()
            .map(|o| match o {
                Out::Array { array, .. } | Out::Accumulate { array } => array.dims.iter().map(|d| *d as u64).product(),
                _ => 0,
            })
            .sum();
        let kernel = self.kernel;
        let longest = launch::longest(kernel, &length);
        let mut wanted = Vec::new();
        for (d, device) in self.devices.iter().enumerate() {
            for piece in self.pieces(d, None) {
                let space = self.space_of(&piece);
                let variant = launch::variant(device, kernel, &space, elements, longest, &scalar);
                wanted.push((*device, variant, Spaces::of(device, kernel, &length)));
            }
        }
        wanted.retain(|(device, variant, spaces)| !program::is_known(device, kernel, *variant, *spaces));
        std::thread::scope(|threads| {
            let build = |(device, variant, spaces)| {
                threads.spawn(move || program::get(device, kernel, variant, spaces).map(|_| ()))
            };
            let all: Vec<_> = wanted.into_iter().map(build).collect();
            all.into_iter().try_for_each(|t| t.join().unwrap_or_else(|_| Err("a kernel could not be built".into())))
        })
    }

    /// The outermost indices of a device's part, or the rows of the result.
    fn part(&self, device: usize) -> Piece {
        if !self.by_elements {
            return self.division.indices(device);
        }
        let own = self.entries.iter().find_map(|e| Some((e, e.plan.own.as_ref()?)));
        own.map_or(0..0, |(e, own)| {
            let row = e.whole.row().max(1);
            (own[device].start / row) as i64..(own[device].end / row) as i64
        })
    }

    /// What of it is launched apart: where `valid` tells what the device has of each array, first what needs no more than that.
    fn pieces(&self, device: usize, valid: Option<&[Range<usize>]>) -> Vec<Piece> {
        let part = self.part(device);
        if part.is_empty() {
            return Vec::new();
        }
        let Some(valid) = valid else { return vec![part] };
        let mut ready = part.clone();
        for (entry, valid) in self.entries.iter().zip(valid) {
            let (plan, bytes) = (&entry.plan, entry.whole.bytes());
            if within(&plan.needs[device], valid) {
                continue;
            }
            if plan.all {
                return vec![part];
            }
            let kept = plan.stores.filter(|_| !within(&plan.keeps[device], valid));
            for near in plan.near.iter().copied().chain(kept) {
                ready = self.division.inside(ready, near, valid, bytes);
            }
        }
        let step = if self.entries.iter().any(|e| e.whole.arg.dims.len() > 1) { ROWS } else { ELEMENTS };
        // Counted from the part's beginning, which is at such a multiple of its array's rows.
        let start = part.start + (ready.start - part.start + step - 1) / step * step;
        let end = if ready.end < part.end { part.start + (ready.end - part.start) / step * step } else { part.end };
        if (end - start) * 2 < part.end - part.start || start == part.start && end == part.end {
            return vec![part];
        }
        let edges = [part.start..start, end..part.end];
        std::iter::once(start..end).chain(edges.into_iter().filter(|e| !e.is_empty())).collect()
    }

    /// The index space of a piece.
    fn space_of(&self, piece: &Piece) -> Vec<(i64, i64)> {
        let mut space = self.space.clone();
        if !self.by_elements {
            space[0] = (piece.start, piece.end);
        }
        space
    }

    /// For arrays that iterations add to: one for each device, with nothing in it, or with what may be added twice.
    fn own_sums(&self, outs: &[Out]) -> Result<Vec<Vec<Rc<Memory>>>, String> {
        let mut all = Vec::new();
        for (out, kind) in outs.iter().zip(self.kernel.outputs) {
            let (Out::Accumulate { array }, OutputKind::Accumulate { op, elem, .. }) = (out, kind) else { continue };
            let whole = Whole::of(array).ok_or("an array that is not in one piece")?;
            let before = whole.take_host()?;
            let mut sums = Vec::new();
            for device in self.devices {
                let memory = Memory::allocate(device, before.len())?;
                match neutral(*op, *elem) {
                    Some(neutral) if !before.is_empty() => memory.repeat(&neutral, before.len())?,
                    _ => memory.write(0, before)?,
                }
                sums.push(Rc::new(memory));
            }
            all.push(sums);
        }
        Ok(all)
    }

    /// What is stored to in place by iterations that may fail, for the one that fails.
    #[allow(clippy::type_complexity)]
    fn save(&self, outs: &[Out]) -> Result<Vec<(Rc<Memory>, Memory, Range<usize>)>, String> {
        let mut saved = Vec::new();
        if !self.kernel.checked || !self.kernel.reads_own {
            return Ok(saved);
        }
        for entry in &self.entries {
            let updated = |o: &Out| matches!(o, Out::Array { array, old: Some(_) } if entry.is(array));
            let Some(own) = entry.plan.own.as_ref().filter(|_| outs.iter().any(updated)) else { continue };
            exchange(&entry.parts.bring(entry.whole.host(), own)?)?;
            entry.whole.shared(&entry.parts);
            for (d, device) in self.devices.iter().enumerate() {
                if own[d].is_empty() {
                    continue;
                }
                let (memory, copy) = (entry.parts.memory(d)?, Memory::allocate(device, own[d].len())?);
                copy.copy_from(0, &memory, own[d].start, own[d].len())?;
                saved.push((memory, copy, own[d].clone()));
            }
        }
        Ok(saved)
    }

    /// Launches all parts, and sends what they need.
    fn launch(&self, args: &[Arg], outs: &[Out], launched: &mut Vec<Launched>) -> Result<(), String> {
        // What the host sends is in line before the kernels, so only what devices send is waited for.
        let mut before: Vec<Ranges> = Vec::new();
        let mut transfers: Vec<Transfer> = Vec::new();
        for entry in &self.entries {
            let mut need = entry.plan.needs.clone();
            for other in self.entries.iter().filter(|other| entry.whole.same(&other.whole)) {
                need.iter_mut().zip(&other.plan.needs).for_each(|(all, more)| *all = hull(all, more));
            }
            let had = entry.parts.valid();
            let more = entry.parts.bring(entry.whole.host(), &need)?;
            before.push(if more.is_empty() { entry.parts.valid() } else { had });
            transfers.extend(more);
            entry.whole.shared(&entry.parts);
        }
        // What is carried over is there before.
        let carried = self.entries.iter().zip(&before).any(|(e, before)| {
            e.reach.carries.is_some() && !e.plan.keeps.iter().zip(before).all(|(kept, valid)| within(kept, valid))
        });
        if carried {
            exchange(&std::mem::take(&mut transfers))?;
        }
        // All devices have memory before the first of them begins.
        for entry in &self.entries {
            for (d, own) in entry.plan.own.iter().flatten().enumerate().filter(|(_, own)| !own.is_empty()) {
                let memory = entry.parts.memory(d)?;
                self.prepare(entry, outs, d, &memory, own)?;
            }
        }
        // Iterations that are counted together, or added up, are not launched apart.
        let apart = self.sums.is_empty() && !outs.iter().any(|o| matches!(o, Out::Value(_)));
        let (mut later, mut split) = (Vec::new(), false);
        for d in 0..self.devices.len() {
            let lacks = transfers.iter().any(|t| ptr::eq(t.to.device(), self.devices[d]));
            let valid: Vec<Range<usize>> = before.iter().map(|v| v[d].clone()).collect();
            let pieces = self.pieces(d, (lacks && apart).then_some(&valid));
            let first = usize::from(!lacks || pieces.len() > 1);
            split |= pieces.len() > 1;
            for piece in pieces.iter().take(first) {
                launched.push(self.begin(d, piece, args, outs)?);
            }
            later.extend(pieces.into_iter().skip(first).map(|p| (d, p)));
        }
        exchange(&transfers)?;
        for (d, piece) in later {
            launched.push(self.begin(d, &piece, args, outs)?);
        }
        report::divided(split);
        Ok(())
    }

    /// Before a kernel stores to a device's rows: what it does not store to.
    fn prepare(
        &self,
        entry: &Entry,
        outs: &[Out],
        d: usize,
        memory: &Rc<Memory>,
        own: &Range<usize>,
    ) -> Result<(), String> {
        for (number, out) in outs.iter().enumerate() {
            let Out::Array { array, old } = out else { continue };
            if !entry.is(array) {
                continue;
            }
            match old {
                Some(old) if !old.object.same(array.object) && !self.by_elements => {
                    let before = self.entry(old).ok_or("an array that is not known")?;
                    memory.copy_from(own.start, &*before.parts.memory(d)?, own.start, own.len())?;
                }
                None if matches!(self.kernel.outputs.get(number), Some(OutputKind::Array { zeroed: true, .. })) => {
                    memory.clear(own.clone())?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn entry(&self, array: &ArrayArg) -> Option<&Entry<'a>> {
        self.entries.iter().find(|e| e.is(array))
    }

    /// The bytes of an array that the iterations of a piece read or write.
    fn touched(&self, array: &Entry, piece: &Piece) -> Range<usize> {
        let bytes = array.whole.bytes();
        self.entries.iter().filter(|e| e.whole.same(&array.whole)).fold(0..0, |touched, e| {
            let near = e.plan.near.iter().copied().chain(e.plan.stores);
            let own = near.fold(0..0, |all, near| hull(&all, &near.bytes(piece, bytes)));
            hull(&touched, &if e.plan.all { 0..bytes } else { own })
        })
    }

    fn bound(&self, array: &ArrayArg, d: usize, piece: &Piece) -> Result<Bound, String> {
        let entry = self.entry(array).ok_or("an array that is not known")?;
        let (memory, bytes) = (entry.parts.memory(d)?, self.touched(entry, piece));
        Ok(Bound::Array { memory, dims: array.dims.to_vec(), row: entry.whole.row(), bytes })
    }

    /// Launches a piece.
    fn begin(&self, d: usize, piece: &Piece, args: &[Arg], outs: &[Out]) -> Result<Launched, String> {
        let device = self.devices[d];
        // Arrays that are added to, in their order.
        let sum_of = |array: &ArrayArg| {
            let added = outs.iter().filter_map(|o| if let Out::Accumulate { array } = o { Some(array) } else { None });
            let number = added.into_iter().position(|a| a.object.same(array.object))?;
            let memory = &self.sums.get(number)?[d];
            let elements: usize = array.dims.iter().map(|n| *n as usize).product();
            let row = elements * array.elem.bytes() / array.dims.first().map_or(1, |n| (*n as usize).max(1));
            Some(Bound::array(memory, array.dims, row))
        };
        let bound = |array: &ArrayArg| match sum_of(array) {
            Some(bound) => Ok(bound),
            None => self.bound(array, d, piece),
        };
        let mut bound_args = Vec::new();
        for arg in args {
            bound_args.push(match arg {
                Arg::Scalar(s) => Bound::Scalar(*s),
                Arg::Array(array) => bound(array)?,
            });
        }
        let mut bound_outs = Vec::new();
        for out in outs {
            bound_outs.push(match out {
                Out::Array { array, .. } | Out::Accumulate { array } => bound(array)?,
                _ => Bound::Total,
            });
        }
        let flags = Rc::new(Memory::allocate(device, 8)?);
        if self.kernel.checked {
            flags.fill(u32::MAX, 8)?;
        }
        let link = Link { flags: flags.clone(), chained: 0 };
        let rows = self.by_elements.then_some(piece.start as usize..piece.end as usize);
        let space = self.space_of(piece);
        let begun = launch::part(device, self.kernel, &space, &bound_args, &bound_outs, &link, rows)?;
        let first = if self.by_elements { 0 } else { piece.start - self.space[0].0 };
        let event =
            bound_outs.iter().find_map(|b| if let Bound::Array { memory, .. } = b { memory.last() } else { None });
        Ok(Launched { device: d, first, flags, begun, rows: (piece.end - piece.start) as usize, event })
    }

    /// Waits for what must be known: the first iteration that fails, and the totals.
    fn ended(&self, args: &[Arg], launched: &[Launched]) -> Result<(Option<u64>, Vec<Scalar>), String> {
        if self.kernel.checked {
            let inner: i64 = self.space[1..].iter().map(|(lo, hi)| hi - lo).product();
            let mut first: Option<u64> = None;
            for l in launched {
                if let Some(Ended::Failed(number)) = launch::first_failure(&l.flags)? {
                    let number = (l.first * inner) as u64 + number;
                    first = Some(first.map_or(number, |f| f.min(number)));
                }
            }
            if first.is_some() {
                return Ok((first, Vec::new()));
            }
        }
        let mut launched: Vec<&Launched> = launched.iter().filter(|l| !l.begun.totals.is_empty()).collect();
        launched.sort_by_key(|l| l.first);
        let Some(one) = launched.first() else { return Ok((None, Vec::new())) };
        // What the blocks of all devices gave, on one.
        let device = self.devices[one.device];
        let mut all = Vec::new();
        let mut blocks = 0;
        for (n, (elem, _)) in one.begun.totals.iter().enumerate() {
            let mut bytes = Vec::new();
            for l in &launched {
                let own = self.blocks(l.device) * elem.bytes();
                let start = bytes.len();
                bytes.resize(start + own, 0);
                l.begun.totals[n].1.read(0, &mut bytes[start..])?;
            }
            blocks = bytes.len() / elem.bytes().max(1);
            let memory = Memory::allocate(device, bytes.len())?;
            memory.write(0, &bytes)?;
            all.push((*elem, memory));
        }
        let scalars = |a: &Arg| match a {
            Arg::Scalar(s) => Bound::Scalar(*s),
            // Combining takes numbers only.
            Arg::Array(_) => Bound::Total,
        };
        let args: Vec<Bound> = args.iter().map(scalars).collect();
        let built = one.begun.built.as_ref().ok_or("a reduction without its second kernel")?;
        launch::combine_blocks(device, self.kernel, built, &args, blocks, all).map(|totals| (None, totals))
    }

    /// Blocks of iterations in a device's part.
    fn blocks(&self, d: usize) -> usize {
        (self.division.cuts[d + 1] - self.division.cuts[d]).div_ceil(BLOCK)
    }

    /// All has ended well.
    fn done(&self, outs: &mut [Out], totals: Vec<Scalar>) -> Result<(), String> {
        // All that devices have added is here before the host's array changes.
        let fetched = |memories: &Vec<Rc<Memory>>| -> Result<Vec<Vec<u8>>, String> {
            let fetch = |memory: &Rc<Memory>| {
                let mut bytes = vec![0; memory.bytes()];
                memory.read(0, &mut bytes).map(|()| bytes)
            };
            memories.iter().map(fetch).collect()
        };
        let sums: Vec<Vec<Vec<u8>>> = self.sums.iter().map(fetched).collect::<Result<_, _>>()?;
        for entry in &self.entries {
            if let Some(own) = &entry.plan.own {
                entry.whole.divide(&entry.parts, own.clone());
            }
        }
        let (mut totals, mut sums) = (totals.into_iter(), sums.iter());
        for (out, kind) in outs.iter_mut().zip(self.kernel.outputs) {
            match (out, kind) {
                (Out::Value(value), _) => *value = totals.next(),
                (Out::Accumulate { array }, OutputKind::Accumulate { op, elem, .. }) => {
                    let whole = Whole::of(array).ok_or("an array that is not in one piece")?;
                    let (host, added) = (whole.take_host()?, sums.next().ok_or("sums that are missing")?);
                    added.iter().for_each(|bytes| combine(*op, *elem, host, bytes));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl Entry<'_> {
    fn is(&self, array: &ArrayArg) -> bool {
        self.whole.arg.object.same(array.object)
    }
}

/// Nothing of the need is missing.
fn within(need: &Range<usize>, valid: &Range<usize>) -> bool {
    need.is_empty() || valid.start <= need.start && need.end <= valid.end
}

/// What changes nothing when it is added, as bytes; None where the old contents may be added twice.
pub fn neutral(op: Operator, elem: Elem) -> Option<Vec<u8>> {
    let one = match (op, elem) {
        (Operator::Add | Operator::Xor, _) => vec![0; elem.bytes()],
        (Operator::Mul, Elem::F32) => 1f32.to_ne_bytes().to_vec(),
        (Operator::Mul, Elem::F64) => 1f64.to_ne_bytes().to_vec(),
        (Operator::Mul, _) => 1i64.to_le_bytes()[..elem.bytes()].to_vec(),
        (Operator::Min | Operator::Max | Operator::And | Operator::Or, _) => return None,
    };
    Some(one)
}

/// Adds what a device has added apart, element by element.
pub fn combine(op: Operator, elem: Elem, to: &mut [u8], from: &[u8]) {
    macro_rules! each {
        ($t:ty, $f:expr) => {
            for (to, from) in to.chunks_exact_mut(size_of::<$t>()).zip(from.chunks_exact(size_of::<$t>())) {
                let mut parts = [[0; size_of::<$t>()]; 2];
                parts[0].copy_from_slice(to);
                parts[1].copy_from_slice(from);
                let [a, b] = parts.map(<$t>::from_ne_bytes);
                let sum: $t = $f(a, b);
                to.copy_from_slice(&sum.to_ne_bytes());
            }
        };
    }
    macro_rules! integers {
        ($t:ty) => {
            match op {
                Operator::Add => each!($t, <$t>::wrapping_add),
                Operator::Mul => each!($t, <$t>::wrapping_mul),
                Operator::Min => each!($t, Ord::min),
                Operator::Max => each!($t, Ord::max),
                Operator::And => each!($t, |a, b| a & b),
                Operator::Or => each!($t, |a, b| a | b),
                Operator::Xor => each!($t, |a, b| a ^ b),
            }
        };
    }
    match (elem, op) {
        (Elem::Bool, _) => integers!(u8),
        (Elem::I8, _) => integers!(i8),
        (Elem::I16, _) => integers!(i16),
        (Elem::U16, _) => integers!(u16),
        (Elem::I32, _) => integers!(i32),
        (Elem::I64, _) => integers!(i64),
        (Elem::F32, Operator::Min) => each!(f32, ops::fmin),
        (Elem::F32, Operator::Max) => each!(f32, ops::fmax),
        (Elem::F64, Operator::Min) => each!(f64, ops::dmin),
        (Elem::F64, Operator::Max) => each!(f64, ops::dmax),
        // Sums of floats depend on their order: the compiler adds none side by side.
        (Elem::F32 | Elem::F64 | Elem::Struct { .. }, _) => unreachable!("{op:?} of {elem:?} has no order to keep"),
    }
}
