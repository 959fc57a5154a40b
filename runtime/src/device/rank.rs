//! A rank's part of an instruction on the rank's device.
//!
//! The division is that of [ranks](crate::cluster::divide), and what ranks send each other goes from host to host. The device has a buffer for the
//! whole of each array, of which [`OwnRows`] knows what is valid; rows that it has stored come to the host when another rank or the program wants them.

use super::arrays::die;
use super::chain::Link;
use super::launch::{self, Begun, Bound};
use super::many::{self, Piece};
use super::memory::Memory;
use super::platform::{self, Device};
use super::program::Built;
use crate::cluster::Divisible;
use crate::cluster::divide::{Entry, Part, Reach, of_all};
use crate::cluster::rows::{Whole, hull};
use crate::kernel::{Arg, ArrayArg, BLOCK, Elem, Form, Kernel, LANES, Operator, Out, OutputKind, Scalar};
use crate::target::Place;
use std::cell::RefCell;
use std::ops::Range;
use std::ptr;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// The device of a rank: the one that is named, else each of a machine's ranks has another one, as far as there are.
pub fn of_rank(place: Place, number: usize) -> Result<&'static Device, String> {
    match place {
        Place::Gpu(None) => {
            let devices = platform::count()?.max(1);
            platform::choose(&Place::Gpu(Some((number % devices) as u32)))
        }
        named => platform::choose(&named),
    }
}

/// What a rank's device has of an array.
#[derive(Default)]
pub struct OwnRows(RefCell<Option<Held>>);

struct Held {
    memory: Rc<Memory>,
    /// The bytes that are right there.
    valid: Range<usize>,
    /// Those of them that the host has not.
    newer: Range<usize>,
}

impl OwnRows {
    /// The buffer, of as many bytes as the whole array.
    fn memory(&self, device: &'static Device, bytes: usize) -> Result<Rc<Memory>, String> {
        let mut held = self.0.borrow_mut();
        if let Some(held) = held.as_ref().filter(|h| ptr::eq(h.memory.device(), device)) {
            return Ok(held.memory.clone());
        }
        let memory = Rc::new(Memory::allocate(device, bytes)?);
        *held = Some(Held { memory: memory.clone(), valid: 0..0, newer: 0..0 });
        Ok(memory)
    }

    /// Sends what is missing there of some bytes, and of those between them and what is there.
    fn send(&self, host: &[u8], need: &Range<usize>) -> Result<(), String> {
        let mut held = self.0.borrow_mut();
        let Some(held) = held.as_mut().filter(|_| !need.is_empty()) else { return Ok(()) };
        for part in many::lacking(&held.valid, need) {
            held.memory.write(part.start, &host[part])?;
        }
        held.valid = hull(&held.valid, need);
        Ok(())
    }

    /// Sends some bytes for the next launch alone.
    fn lend(&self, host: &[u8], rows: &Range<usize>) -> Result<(), String> {
        let held = self.0.borrow();
        let Some(held) = held.as_ref() else { return Ok(()) };
        let before = rows.start..rows.end.min(held.valid.start.max(rows.start));
        let behind = rows.start.max(held.valid.end.min(rows.end))..rows.end;
        let parts = if held.valid.is_empty() { [rows.clone(), 0..0] } else { [before, behind] };
        parts.into_iter().filter(|p| !p.is_empty()).try_for_each(|p| held.memory.write(p.start, &host[p]))
    }

    /// Fetches what the host, whose first byte is at `host`, lacks of some bytes.
    pub fn to_host(&self, host: *mut u8, bytes: &Range<usize>) {
        let mut held = self.0.borrow_mut();
        let Some(held) = held.as_mut() else { return };
        let newer = held.newer.clone();
        let both = newer.start.max(bytes.start)..newer.end.min(bytes.end);
        if both.is_empty() {
            return;
        }
        // SAFETY: in the block, by the callers; nobody reads there while only the device has it.
        let part = unsafe { std::slice::from_raw_parts_mut(host.add(both.start), both.len()) };
        if let Err(reason) = held.memory.read(both.start, part) {
            die(&reason);
        }
        if both.start == newer.start {
            held.newer.start = both.end;
        } else if both.end == newer.end {
            held.newer.end = both.start;
        }
    }

    /// The host has got other contents of some bytes, which are at an end of what is valid, or all of it.
    pub fn changed(&self, bytes: &Range<usize>) {
        let mut held = self.0.borrow_mut();
        let Some(held) = held.as_mut() else { return };
        let valid = held.valid.clone();
        let before = valid.start..valid.end.min(bytes.start.max(valid.start));
        let behind = valid.start.max(bytes.end.min(valid.end))..valid.end;
        held.valid = if before.len() >= behind.len() { before } else { behind };
    }

    /// Nothing there is valid any more; the host has it.
    pub fn forget(&self) {
        if let Some(held) = self.0.borrow_mut().as_mut() {
            (held.valid, held.newer) = (0..0, 0..0);
        }
    }

    /// These bytes are valid there.
    fn has(&self, bytes: &Range<usize>) -> bool {
        bytes.is_empty() || self.0.borrow().as_ref().is_some_and(|h| hull(&h.valid, bytes) == h.valid)
    }

    /// Something is valid there.
    pub fn has_some(&self) -> bool {
        self.0.borrow().as_ref().is_some_and(|h| !h.valid.is_empty())
    }

    /// A kernel has stored to these bytes, of which the host knows nothing.
    pub fn stored(&self, own: Range<usize>) {
        if let Some(held) = self.0.borrow_mut().as_mut() {
            (held.valid, held.newer) = (own.clone(), own);
        }
    }
}

/// Whether a kernel can run parts of the instruction; all ranks say the same.
pub fn runs_parts(kernel: &Kernel, divisible: &Divisible, space: &[(i64, i64)], args: &[Arg], outs: &[Out]) -> bool {
    let reach = divisible.reach;
    let Some(count) = launch::count(space) else { return false };
    let known = |array: &ArrayArg| divisible.arrays.iter().any(|a| a.object.same(array.object));
    !reach.lists
        && many::runs_parts(kernel, reach, count as usize).is_ok()
        && args.iter().all(|a| if let Arg::Array(a) = a { known(a) } else { true })
        && outs.iter().all(|o| match o {
            Out::Array { array, old } => known(array) && old.as_ref().is_none_or(known),
            Out::Accumulate { array } => known(array) && !many::ordered_sums(kernel),
            Out::Value(_) => true,
            Out::Scan { .. } | Out::Filter { .. } => false,
        })
}

/// How a rank's part ended.
pub enum Ended {
    /// What each of its blocks of iterations gave, of all totals, one block behind the other.
    Done(Vec<u8>),
    /// The first of its iterations that fails. What was stored to is as it was before.
    Failed(u64),
}

/// A rank's part of an instruction, for which the device has a kernel and memory.
pub struct OwnPart {
    device: &'static Device,
    kernel: &'static Kernel,
    /// Outermost indices, or rows of the result.
    piece: Piece,
    space: Vec<(i64, i64)>,
    /// The number of its first iteration.
    first: u64,
    blocks: usize,
    args: Vec<Bound>,
    outs: Vec<Bound>,
    by_elements: bool,
    sums: Vec<Sum>,
    /// What combines blocks, and the types of the totals; there when it has been launched.
    totals: Option<(Arc<Mutex<Built>>, Vec<Elem>)>,
}

/// An array that iterations add to, and where this rank's do, from nothing.
struct Sum {
    op: Operator,
    elem: Elem,
    memory: Rc<Memory>,
    whole: Whole,
}

/// A piece that was launched.
struct Launched {
    flags: Rc<Memory>,
    /// The number of its first iteration.
    first: u64,
    begun: Begun,
}

impl OwnPart {
    /// None where the parts are reductions of so few iterations that they are folded in order.
    ///
    /// # Errors
    /// Why the device cannot. Nothing was sent or launched, and the rank's cores can run the part.
    pub fn new(
        device: &'static Device,
        kernel: &'static Kernel,
        reach: &Reach,
        space: &[(i64, i64)],
        part: &Part,
        args: &[Arg],
        outs: &[Out],
    ) -> Result<Option<OwnPart>, String> {
        let (division, rank, entries) = part.divided();
        let cuts = &division.cuts;
        if reach.gathers && cuts.windows(2).any(|c| c[1] - c[0] < LANES) {
            return Ok(None);
        }
        let by_elements = matches!(kernel.form, Form::Whole { .. });
        let piece = match by_elements {
            false => division.indices(rank),
            true => {
                entries.iter().find_map(|(whole, e)| Some((whole, e.own.as_ref()?))).map_or(0..0, |(whole, own)| {
                    let row = whole.shape().row().max(1);
                    (own[rank].start / row) as i64..(own[rank].end / row) as i64
                })
            }
        };
        let mut own_space = space.to_vec();
        if !by_elements {
            own_space[0] = (piece.start, piece.end);
        }
        let array = |array: &ArrayArg| {
            let (whole, _) = entry(entries, array).ok_or("an array that is not known")?;
            let memory = whole.on_device().memory(device, whole.bytes)?;
            Ok::<Bound, String>(Bound::array(&memory, array.dims, whole.shape().row()))
        };
        let bound_args = args.iter().map(|arg| match arg {
            Arg::Scalar(s) => Ok(Bound::Scalar(*s)),
            Arg::Array(a) => array(a),
        });
        let bound_args = bound_args.collect::<Result<_, _>>()?;
        let bound_outs = outs.iter().map(|out| match out {
            Out::Array { array: a, .. } | Out::Accumulate { array: a } => array(a),
            _ => Ok(Bound::Total),
        });
        let mut sums = Vec::new();
        for (out, kind) in outs.iter().zip(kernel.outputs) {
            if let (Out::Accumulate { array }, OutputKind::Accumulate { op, elem, .. }) = (out, kind) {
                let (whole, _) = entry(entries, array).ok_or("an array that is not known")?;
                let memory = whole.on_device().memory(device, whole.bytes)?;
                sums.push(Sum { op: *op, elem: *elem, memory, whole: whole.clone() });
            }
        }
        let own = OwnPart {
            device,
            kernel,
            first: if by_elements { 0 } else { cuts[rank] as u64 },
            blocks: (cuts[rank + 1] - cuts[rank]).div_ceil(BLOCK),
            piece,
            space: own_space,
            args: bound_args,
            outs: bound_outs.collect::<Result<_, _>>()?,
            by_elements,
            sums,
            totals: None,
        };
        // The arrays that updates begin with have memory too.
        for (whole, _) in entries {
            whole.on_device().memory(device, whole.bytes)?;
        }
        if !own.piece.is_empty() {
            launch::build(device, kernel, &own.space, &own.args, &own.outs)?;
        }
        Ok(Some(own))
    }

    /// Sends to the device what it lacks, launches the kernel, and waits for what must be known. From here on nobody else can run the part.
    pub fn launch(&mut self, part: &mut Part, outs: &[Out]) -> Ended {
        self.try_launch(part, outs).unwrap_or_else(|reason| die(&reason))
    }

    fn try_launch(&mut self, part: &mut Part, outs: &[Out]) -> Result<Ended, String> {
        let mut launched = Vec::new();
        // What needs nothing of other ranks' runs while that is on its way.
        let (saved, rest) = match self.inside(part) {
            Some(inside) => {
                let saved = self.prepare(part, outs)?;
                let rest = [self.piece.start..inside.start, inside.end..self.piece.end];
                launched.push(self.begin(inside)?);
                part.arrive();
                self.send(part)?;
                (saved, rest)
            }
            None => {
                part.arrive();
                self.send(part)?;
                (self.prepare(part, outs)?, [self.piece.clone(), 0..0])
            }
        };
        for piece in rest.into_iter().filter(|p| !p.is_empty()) {
            launched.push(self.begin(piece)?);
        }
        if self.kernel.checked {
            let mut first: Option<u64> = None;
            for l in &launched {
                if let Some(launch::Ended::Failed(number)) = launch::first_failure(&l.flags)? {
                    first = Some(first.map_or(l.first + number, |f| f.min(l.first + number)));
                }
            }
            if let Some(first) = first {
                for (memory, copy, bytes) in saved {
                    memory.copy_from(bytes.start, &copy, 0, bytes.len())?;
                }
                return Ok(Ended::Failed(first));
            }
        }
        // Iterations that give a total are launched in one piece.
        let Some(begun) = launched.pop().map(|l| l.begun).filter(|b| !b.totals.is_empty()) else {
            return Ok(Ended::Done(Vec::new()));
        };
        let mut values = Vec::new();
        for (elem, memory) in &begun.totals {
            let mut bytes = vec![0; self.blocks * elem.bytes()];
            memory.read(0, &mut bytes)?;
            values.push((elem.bytes(), bytes));
        }
        let block = |b: usize| values.iter().flat_map(move |(n, bytes)| bytes[b * n..(b + 1) * n].iter().copied());
        let all = (0..self.blocks).flat_map(block).collect();
        let elems = begun.totals.iter().map(|(elem, _)| *elem).collect();
        self.totals = begun.built.map(|built| (built, elems));
        Ok(Ended::Done(all))
    }

    /// The outermost indices whose iterations have on the device what they need, where these are most of several.
    fn inside(&self, part: &Part) -> Option<Piece> {
        let (range, inside) = (part.range(), part.inside());
        let (division, rank, entries) = part.divided();
        let own = division.indices(rank);
        if self.by_elements
            || !self.sums.is_empty()
            || self.outs.iter().any(|o| matches!(o, Bound::Total))
            || own.is_empty()
            || inside == range
        {
            return None;
        }
        let width = range.len() / (own.end - own.start) as usize;
        let at = |iteration: usize| own.start + ((iteration - range.start) / width) as i64;
        let piece = at(inside.start)..at(inside.end);
        let there = |(whole, e): &(Whole, Entry)| {
            let read = e.near.iter().map(|near| near.bytes(&piece, whole.bytes));
            let needed = read.fold(e.keeps[rank].clone(), |all, bytes| hull(&all, &bytes));
            !e.all && e.fixed.is_empty() && whole.on_device().has(&needed)
        };
        ((piece.end - piece.start) * 2 > own.end - own.start && entries.iter().all(there)).then_some(piece)
    }

    /// Sends what the part needs and the device has not.
    fn send(&self, part: &Part) -> Result<(), String> {
        let (_, rank, entries) = part.divided();
        for (whole, e) in entries {
            whole.on_device().send(whole.host(), &hull(&e.needs[rank], &e.keeps[rank]))?;
        }
        for (whole, e) in entries.iter().filter(|(_, e)| !e.all) {
            e.fixed.iter().try_for_each(|rows| whole.on_device().lend(whole.host(), rows))?;
        }
        Ok(())
    }

    /// Launches a piece of the part.
    fn begin(&self, piece: Piece) -> Result<Launched, String> {
        let flags = Rc::new(Memory::allocate(self.device, 8)?);
        if self.kernel.checked {
            flags.fill(u32::MAX, 8)?;
        }
        let link = Link { flags: flags.clone(), chained: 0 };
        let inner: i64 = self.space[1..].iter().map(|(lo, hi)| hi - lo).product();
        let (mut space, mut rows, mut first) = (self.space.clone(), None, self.first);
        if self.by_elements {
            rows = Some(piece.start as usize..piece.end as usize);
        } else {
            first += ((piece.start - self.piece.start) * inner) as u64;
            space[0] = (piece.start, piece.end);
        }
        let begun = launch::part(self.device, self.kernel, &space, &self.args, &self.outs, &link, rows)?;
        Ok(Launched { flags, first, begun })
    }

    /// Fills what iterations do not store to; copies of what a failure must find as it is.
    #[allow(clippy::type_complexity)]
    fn prepare(&self, part: &Part, outs: &[Out]) -> Result<Vec<(Rc<Memory>, Memory, Range<usize>)>, String> {
        let (_, rank, entries) = part.divided();
        let mut saved = Vec::new();
        for Sum { op, elem, memory, whole } in &self.sums {
            whole.on_device().forget();
            match many::neutral(*op, *elem) {
                Some(neutral) if whole.bytes > 0 => memory.repeat(&neutral, whole.bytes)?,
                _ => memory.write(0, whole.host())?,
            }
        }
        let memory = |whole: &Whole| whole.on_device().memory(self.device, whole.bytes);
        for (number, out) in outs.iter().enumerate() {
            let Out::Array { array, old } = out else { continue };
            let Some((whole, Entry { own: Some(own), .. })) = entry(entries, array) else { continue };
            let (memory_of, own) = (memory(whole)?, own[rank].clone());
            match old.as_ref().and_then(|old| entry(entries, old)) {
                // Each element is computed.
                Some((before, _)) if !before.same(whole) && self.by_elements => {}
                Some((before, _)) if !before.same(whole) => {
                    memory_of.copy_from(own.start, &*memory(before)?, own.start, own.len())?;
                }
                Some(_) if self.kernel.checked && self.kernel.reads_own => {
                    let copy = Memory::allocate(self.device, own.len())?;
                    copy.copy_from(0, &memory_of, own.start, own.len())?;
                    saved.push((memory_of, copy, own));
                }
                None if matches!(self.kernel.outputs.get(number), Some(OutputKind::Array { zeroed: true, .. })) => {
                    memory_of.clear(own)?;
                }
                _ => {}
            }
        }
        Ok(saved)
    }

    /// Adds up what all ranks' parts have added to arrays; every rank gets all.
    pub fn add(&self) {
        for Sum { op, elem, memory, whole } in &self.sums {
            let mut own = vec![0; whole.bytes];
            memory.read(0, &mut own).unwrap_or_else(|reason| die(&reason));
            let all = of_all(&own);
            whole.change(|host| all.chunks(own.len().max(1)).for_each(|one| many::combine(*op, *elem, host, one)));
        }
    }

    /// The totals of all ranks' blocks, from what all their launches gave.
    pub fn combine(&self, values: &[u8]) -> Vec<Scalar> {
        self.try_combine(values).unwrap_or_else(|reason| die(&reason))
    }

    fn try_combine(&self, values: &[u8]) -> Result<Vec<Scalar>, String> {
        let Some((built, elems)) = &self.totals else { return Ok(Vec::new()) };
        let record: usize = elems.iter().map(|e| e.bytes()).sum();
        let (mut totals, mut at) = (Vec::new(), 0);
        for elem in elems {
            let bytes: Vec<u8> = values.chunks_exact(record).flat_map(|r| r[at..at + elem.bytes()].to_vec()).collect();
            at += elem.bytes();
            let memory = Memory::allocate(self.device, bytes.len())?;
            memory.write(0, &bytes)?;
            totals.push((*elem, memory));
        }
        // Combining takes numbers only.
        let number = |b: &Bound| if let Bound::Scalar(s) = b { Bound::Scalar(*s) } else { Bound::Total };
        let args: Vec<Bound> = self.args.iter().map(number).collect();
        launch::combine_blocks(self.device, self.kernel, built, &args, values.len() / record.max(1), totals)
    }
}

fn entry<'e>(entries: &'e [(Whole, Entry)], array: &ArrayArg) -> Option<&'e (Whole, Entry)> {
    entries.iter().find(|(whole, _)| whole.is(array))
}
