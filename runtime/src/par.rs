//! The loops of a region: an index space divided over the pool, reductions of fixed shape, and the first failure.
//!
//! Iterations are numbered row-major over the space. A loop's body is a function over a range of numbers; ranges run on any thread,
//! in any order, but what comes out is decided by the number of iterations alone:
//! - reductions follow Core's fixed shape (blocks of [`BLOCK`] iterations, [`LANES`] accumulators each, then a tree);
//! - of the iterations that fail, the one with the least number is reported. A range stops where it fails, and ranges behind
//!   a failure are not begun.

use crate::check::{self, Failure};
use crate::cluster::divide::{self, Divisible, Extent, Part, Reach, Stride};
use crate::cluster::{self, settle};
use crate::device;
use crate::exception;
use crate::grid::{Element, Grid, View};
use crate::kernel::{Arg, ArrayArg, Kernel, Launch, Out};
use crate::pool::{self, Gang};
use crate::profile;
use crate::sort::{self, Key};
use crate::target::{self, Choice, Place};
use crate::work;
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Accumulators of a block.
pub const LANES: usize = 256;
/// Iterations that each accumulator folds.
pub const ROWS: usize = 64;
/// Iterations of a block.
pub const BLOCK: usize = LANES * ROWS;
/// Up to here one accumulator folds everything in order.
pub const SMALL: usize = 32;

// ---- index spaces -----------------------------------------------------------------------------------------------

/// The points of a loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Space<const R: usize> {
    lo: [i64; R],
    extent: [usize; R],
}

impl<const R: usize> Space<R> {
    /// Each dimension from its first bound to below its second.
    pub fn new(bounds: [(i64, i64); R]) -> Space<R> {
        Space { lo: bounds.map(|b| b.0), extent: bounds.map(|b| b.1.saturating_sub(b.0).max(0) as usize) }
    }

    /// The number of iterations.
    pub fn count(&self) -> usize {
        self.extent.iter().product()
    }

    /// What a division cuts.
    fn outermost(&self) -> Extent {
        Extent { lo: self.lo[0], rows: self.extent[0], count: self.count() }
    }

    /// First and last value of a dimension's index. The space is not empty.
    pub fn range(&self, dim: usize) -> (i64, i64) {
        (self.lo[dim], self.lo[dim] + self.extent[dim] as i64 - 1)
    }

    fn bounds(&self) -> [(i64, i64); R] {
        std::array::from_fn(|d| (self.lo[d], self.lo[d] + self.extent[d] as i64))
    }

    /// The number of the iteration at a point.
    pub fn number(&self, point: [i64; R]) -> u64 {
        (0..R).fold(0, |n, d| n * self.extent[d] as u64 + (point[d] - self.lo[d]) as u64)
    }
}

impl Space<1> {
    /// The indices of a range of iterations.
    #[inline(always)]
    pub fn indices(&self, range: Range<usize>) -> Range<i32> {
        (self.lo[0] + range.start as i64) as i32..(self.lo[0] + range.end as i64) as i32
    }
}

impl Space<1> {
    /// As [`Space::indices`], of a loop over `long`s.
    #[inline(always)]
    pub fn long_indices(&self, range: Range<usize>) -> Range<i64> {
        self.lo[0] + range.start as i64..self.lo[0] + range.end as i64
    }
}

impl Space<2> {
    /// The rows that a range of iterations covers, whole or in part: the outer index and the range of the inner one.
    #[inline(always)]
    pub fn rows(&self, range: Range<usize>) -> impl Iterator<Item = (i32, Range<i32>)> {
        let ([lo0, lo1], width) = (self.lo, self.extent[1].max(1));
        pieces(range, width).map(move |(row, cols)| ((lo0 + row as i64) as i32, part(lo1, cols)))
    }
}

/// Rows that run together column by column: see [`Space::bands`]. As many lines that lie a multiple of a page apart fit into a cache of
/// eight ways.
const BAND: usize = 8;

impl Space<2> {
    /// As [`Space::rows`], with up to [`BAND`] whole rows at once.
    #[inline(always)]
    pub fn bands(&self, range: Range<usize>) -> impl Iterator<Item = (Range<i32>, Range<i32>)> {
        let ([lo0, lo1], width) = (self.lo, self.extent[1].max(1));
        let mut at = range.start;
        std::iter::from_fn(move || {
            if at >= range.end {
                return None;
            }
            let (row, col) = (at / width, at % width);
            let whole = if col == 0 { (range.end - at) / width } else { 0 };
            let rows = whole.clamp(1, BAND);
            let cols = col..width.min(col + (range.end - at));
            at += if whole == 0 { cols.len() } else { rows * width };
            Some((part(lo0, row..row + rows), part(lo1, cols)))
        })
    }
}

impl Space<3> {
    /// As for two dimensions: the outer indices and the range of the innermost one.
    #[inline(always)]
    pub fn rows(&self, range: Range<usize>) -> impl Iterator<Item = (i32, i32, Range<i32>)> {
        let ([lo0, lo1, lo2], [_, height, width]) = (self.lo, self.extent.map(|e| e.max(1)));
        pieces(range, width).map(move |(row, cols)| {
            let (i, j) = (lo0 + (row / height) as i64, lo1 + (row % height) as i64);
            (i as i32, j as i32, part(lo2, cols))
        })
    }
}

#[inline(always)]
fn part(lo: i64, range: Range<usize>) -> Range<i32> {
    (lo + range.start as i64) as i32..(lo + range.end as i64) as i32
}

/// Iterations that are computed side by side: see [`strips`].
pub const STRIP: usize = 64;

/// Iterations that go through memory side by side, each its own way: they fill the time that one sum waits for its last addition, and as
/// many places that lie a multiple of a page apart still fit into a cache of eight ways.
pub const PART: usize = 8;

/// A range in parts of at most [`STRIP`].
#[inline(always)]
pub fn strips(range: Range<i32>) -> impl Iterator<Item = Range<i32>> {
    let end = range.end;
    range.step_by(STRIP).map(move |start| start..end.min(start.saturating_add(STRIP as i32)))
}

/// A range in parts whose subscripts are looked at before they are used: few enough that they are still near then.
#[inline(always)]
pub fn long_strips<T>(range: Range<T>) -> impl Iterator<Item = Range<T>>
where
    T: Copy + Ord + std::ops::Add<Output = T> + From<u16>,
{
    let (mut start, end) = (range.start, range.end);
    std::iter::from_fn(move || {
        if start >= end {
            return None;
        }
        let from = start;
        let next = from + T::from(1024);
        // Near the greatest number there is no next one.
        start = if next > from && next < end { next } else { end };
        Some(from..start)
    })
}

/// Whether a value is not a number. All are looked at, which vector instructions do at once.
#[inline(always)]
#[allow(clippy::eq_op, reason = "a NaN is what does not equal itself")]
pub fn any_nan<T: Copy + PartialEq>(values: &[T]) -> bool {
    values.iter().fold(false, |any, v| any | (*v != *v))
}

/// All are true; as [`any_nan`], without a way out in the middle.
#[inline(always)]
pub fn all(values: &[bool]) -> bool {
    values.iter().fold(true, |all, v| all & *v)
}

/// A loop whose step may be negative or unknown: `lo`, `lo + step`, … before `hi`.
#[inline(always)]
pub fn steps<T: Into<i64> + TryFrom<i64>>(lo: T, hi: T, step: T) -> impl Iterator<Item = T> {
    let (mut at, hi, step): (i64, i64, i64) = (lo.into(), hi.into(), step.into());
    std::iter::from_fn(move || {
        if if step > 0 { at >= hi } else { at <= hi } {
            return None;
        }
        let now = T::try_from(at).ok();
        at = at.saturating_add(step);
        now
    })
}

/// `lo`, `lo + step`, … below `hi`.
///
/// # Safety
/// `step` is positive, and `hi + step - 1` is an `i32`.
#[inline(always)]
pub unsafe fn strided(lo: i32, hi: i32, step: i32) -> impl Iterator<Item = i32> {
    let mut at = lo;
    std::iter::from_fn(move || {
        if at >= hi {
            return None;
        }
        let now = at;
        // SAFETY: `at` is below `hi`.
        at = unsafe { at.unchecked_add(step) };
        Some(now)
    })
}

/// How often a loop goes round.
pub fn rounds(lo: i64, hi: i64) -> usize {
    hi.saturating_sub(lo).max(0) as usize
}

/// A range of numbers as parts of rows of `width`.
#[inline(always)]
fn pieces(range: Range<usize>, width: usize) -> impl Iterator<Item = (usize, Range<usize>)> {
    let (mut row, mut col, mut left) = (range.start / width, range.start % width, range.len());
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let n = (width - col).min(left);
        let piece = (row, col..col + n);
        left -= n;
        (row, col) = (row + 1, 0);
        Some(piece)
    })
}

// ---- failures ---------------------------------------------------------------------------------------------------

/// The iteration that runs: if it unwinds, its number is noted.
pub struct At<'a, const R: usize> {
    space: &'a Space<R>,
    point: [i64; R],
}

thread_local! {
    /// The number of the iteration that last unwound on this thread.
    static FAILED_AT: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    /// Where the block of a reduction that runs on this thread sees that it need not go on.
    static STOP: std::cell::Cell<Stop> = const { std::cell::Cell::new(Stop(std::ptr::null())) };
}

/// The number of the first iteration that has failed so far.
#[derive(Clone, Copy)]
struct Stop(*const AtomicU64);

impl Stop {
    /// An iteration before `start` has failed: what comes from there on is not wanted.
    #[inline(always)]
    fn before(self, start: usize) -> bool {
        // SAFETY: `First::run` puts the pointer there for as long as it lives.
        !self.0.is_null() && unsafe { &*self.0 }.load(Ordering::Relaxed) < start as u64
    }
}

impl<const R: usize> Space<R> {
    /// The iteration at `point` begins. Nothing happens, unless it unwinds.
    #[inline(always)]
    pub fn at(&self, point: [i64; R]) -> At<'_, R> {
        At { space: self, point }
    }
}

impl<const R: usize> At<'_, R> {
    /// The iteration has ended.
    #[inline(always)]
    pub fn done(self) {
        std::mem::forget(self);
    }
}

impl<const R: usize> Drop for At<'_, R> {
    /// Runs only while the iteration unwinds.
    #[cold]
    #[inline(never)]
    fn drop(&mut self) {
        FAILED_AT.set(self.space.number(self.point));
    }
}

/// The failure with the least iteration among those of all ranges.
struct First {
    /// No range from here on need be begun.
    at: AtomicU64,
    failure: Mutex<Option<(u64, Failure)>>,
}

impl First {
    fn new() -> First {
        First { at: AtomicU64::new(u64::MAX), failure: Mutex::new(None) }
    }

    /// Runs a range, unless it lies behind a failure. None where it failed or was not run.
    fn guard<A>(&self, range: Range<usize>, body: impl FnOnce(Range<usize>) -> A) -> Option<A> {
        let start = range.start as u64;
        self.run(start, || body(range))
    }

    /// As [`First::guard`], in parts of `step`, between which a failure of an earlier iteration is seen.
    fn guard_by(&self, range: Range<usize>, step: usize, body: &(dyn Fn(Range<usize>) + Sync)) {
        let mut at = range.start;
        while at < range.end {
            let end = range.end.min(at.saturating_add(step));
            if self.guard(at..end, body).is_none() {
                return;
            }
            at = end;
        }
    }

    /// Runs what belongs to the iterations from `start` on.
    fn run<A>(&self, start: u64, body: impl FnOnce() -> A) -> Option<A> {
        let at = &self.at;
        if start > at.load(Ordering::Relaxed) {
            return None;
        }
        let outer = STOP.replace(Stop(at));
        let result = catch_unwind(AssertUnwindSafe(|| check::collected(body)));
        STOP.set(outer);
        let payload = match result {
            Ok(result) => return Some(result),
            Err(payload) => payload,
        };
        match payload.downcast::<Failure>() {
            Ok(failure) => {
                let number = FAILED_AT.get();
                at.fetch_min(number, Ordering::Relaxed);
                let mut first = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                if first.as_ref().is_none_or(|f| number < f.0) {
                    *first = Some((number, *failure));
                }
                None
            }
            Err(other) => resume_unwind(other),
        }
    }

    /// Nothing has failed or been found.
    fn none(&self) -> bool {
        self.at.load(Ordering::Relaxed) == u64::MAX
    }

    /// An iteration that ends a search.
    fn found(&self, number: u64) {
        self.at.fetch_min(number, Ordering::Relaxed);
    }

    fn raise(self) {
        if let Some((_, failure)) = self.failed() {
            failure.raise();
        }
    }

    /// The first failure, with the number of its iteration.
    fn failed(self) -> Option<(u64, Failure)> {
        self.failure.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

// ---- loops ------------------------------------------------------------------------------------------------------

/// A call of a region: where it runs.
pub struct Run {
    place: Place,
    method: &'static str,
    /// Instructions are divided over ranks.
    divides: bool,
    /// The part of the next instruction that this rank runs.
    part: RefCell<Option<Part>>,
    /// How the next instruction is divided was decided when the rank's device declined it.
    decided: Cell<bool>,
    /// The last instruction was run in parts.
    divided: Cell<bool>,
    /// Nothing but the cores of this process can run instructions, and nobody asks how long they take.
    plain: bool,
}

/// Less work than this (in estimated operations) is not worth waking anyone for.
const MIN_CHUNK: usize = 16_384;
/// After about so many operations a range looks whether it need go on.
const POLL: usize = 131_072;
/// An iteration of as many operations writes more than what shares a cache line with its neighbour.
const COARSE: usize = 256;

/// Nothing but the cores of this process can run the region, and nobody asks how long it takes.
#[inline]
pub fn on_cores_only(choice: &'static Choice) -> bool {
    matches!(choice.place(), Place::Seq | Place::Cpu) && !profile::wanted()
}

/// So many iterations of about so many operations are no work for several threads, and one block of a reduction.
#[inline(always)]
pub fn is_little(count: usize, operations: usize) -> bool {
    count <= BLOCK && count.saturating_mul(operations) < 2 * MIN_CHUNK
}

impl Run {
    pub fn new(choice: &'static Choice) -> Run {
        let (place, divides) = match choice.place() {
            Place::Cluster => (cluster::rank_place(), cluster::dividing().is_some()),
            place => (place, false),
        };
        let run = Run::at(place, choice.method());
        Run { divides, plain: run.plain && !divides, ..run }
    }

    fn at(place: Place, method: &'static str) -> Run {
        let plain = !place.device() && !profile::wanted();
        Run {
            place,
            method,
            divides: false,
            part: RefCell::new(None),
            decided: Cell::new(false),
            divided: Cell::new(false),
            plain,
        }
    }

    /// Nothing but the cores of this process can run an instruction: there is no launch to prepare.
    #[inline(always)]
    pub fn on_cores_only(&self) -> bool {
        self.plain
    }

    /// Instructions may be divided over ranks.
    #[inline(always)]
    pub fn divides(&self) -> bool {
        self.divides
    }

    /// Before an instruction that may be divided over ranks: brings to this rank what it needs of the arrays. What is run next is this rank's
    /// part then.
    #[inline(always)]
    pub fn divide<const R: usize, const N: usize>(
        &self,
        reach: &'static Reach,
        space: &Space<R>,
        operations: usize,
        arrays: [ArrayArg; N],
        strides: &[Stride],
    ) {
        if self.divides && !self.decided.take() {
            self.part.replace(divide::part(reach, &space.outermost(), operations, &arrays, strides, false));
        }
    }

    /// Runs this rank's part of an instruction on the rank's device, if it has one that can: true where it did.
    fn launch_own<const R: usize>(
        &self,
        kernel: &'static Kernel,
        space: &Space<R>,
        divisible: &Divisible,
        args: &[Arg],
        outs: &mut [Out],
        alone: &mut dyn FnMut(Range<usize>),
    ) -> bool {
        let Some(device) = cluster::rank_device().filter(|_| space.count() > 0) else { return false };
        let (reach, bounds) = (divisible.reach, space.bounds());
        let can = device::runs_parts(kernel, divisible, &bounds, args, outs);
        for out in outs.iter().filter(|_| can) {
            // What is added to is whole on every rank.
            if let Out::Accumulate { array } = out {
                settle(array);
            }
        }
        let part =
            divide::part(reach, &space.outermost(), divisible.operations, divisible.arrays, divisible.strides, can);
        let Some(mut part) = part else {
            self.decided.set(true);
            return false;
        };
        let own = match can {
            true => device::OwnPart::new(device, kernel, reach, &bounds, &part, args, outs),
            false => Ok(None),
        };
        // Of one rank's device the others know nothing.
        let own = own.unwrap_or_else(|why| {
            target::dishonoured_by_rank(self.method, &format!("rank {}: {why}", cluster::rank()));
            None
        });
        let Some(mut own) = own else {
            target::info(|| format!("{}: {} runs on the ranks' cores", kernel.place, kernel.name));
            part.leave_device();
            self.part.replace(Some(part));
            self.decided.set(true);
            return false;
        };
        let result = match own.launch(&mut part, outs) {
            device::RankEnded::Done(values) => part.finish(None, reach.gathers.then_some(values)),
            device::RankEnded::Failed(number) => {
                part.leave_device();
                let (first, at) = (First::new(), number as usize);
                first.guard(at..at + 1, alone);
                let failure = first.failed().map(|(_, failure)| (number, failure));
                assert!(failure.is_some(), "iteration {number} of {} fails on the host too", kernel.name);
                part.finish(failure, None)
            }
        };
        self.divided.set(true);
        match result {
            Err(failure) => failure.raise(),
            Ok(values) => {
                own.add();
                let mut totals = if reach.gathers { own.combine(&values) } else { Vec::new() }.into_iter();
                outs.iter_mut().for_each(|out| {
                    if let Out::Value(value) = out {
                        *value = totals.next();
                    }
                });
            }
        }
        true
    }

    /// The part of an instruction that begins now.
    fn part(&self) -> Option<Part> {
        if !self.divides {
            return None;
        }
        let part = self.part.take();
        self.divided.set(part.is_some());
        part
    }

    /// A second array begins as the old one: of an instruction in parts, this rank's rows do.
    pub fn carry<T: Element, const R: usize>(&self, new: &Grid<T, R>, old: &Grid<T, R>) {
        let part = self.part.borrow();
        if !part.as_ref().is_some_and(|p| p.carry(&old.arg(), &new.arg())) {
            drop(part);
            new.take_contents(old);
        }
    }

    fn parallel(&self) -> bool {
        self.place != Place::Seq
    }

    /// Runs a region of several checked instructions: on devices the host waits for all of them at once.
    pub fn chain<R>(&self, region: impl Fn() -> R) -> R {
        if self.place.device() { device::chain(region) } else { region() }
    }

    /// Runs the instruction on a device, if the target says so and one can: true where it did. `alone` runs one iteration on
    /// the host, which throws.
    pub fn launch<const R: usize>(
        &self,
        kernel: &'static Kernel,
        space: &Space<R>,
        args: &[Arg],
        outs: &mut [Out],
        alone: &mut dyn FnMut(Range<usize>),
    ) -> bool {
        self.launch_divisible(kernel, space, None, args, outs, alone)
    }

    /// As [`Run::launch`], of an instruction that can be divided over several devices.
    pub fn launch_parts<const R: usize>(
        &self,
        kernel: &'static Kernel,
        space: &Space<R>,
        divisible: &Divisible,
        args: &[Arg],
        outs: &mut [Out],
        alone: &mut dyn FnMut(Range<usize>),
    ) -> bool {
        self.launch_divisible(kernel, space, Some(divisible), args, outs, alone)
    }

    fn launch_divisible<const R: usize>(
        &self,
        kernel: &'static Kernel,
        space: &Space<R>,
        divisible: Option<&Divisible>,
        args: &[Arg],
        outs: &mut [Out],
        alone: &mut dyn FnMut(Range<usize>),
    ) -> bool {
        if let Some(divisible) = divisible.filter(|_| self.divides)
            && self.launch_own(kernel, space, divisible, args, outs, alone)
        {
            return true;
        }
        match self.try_launch(kernel, space, divisible, args, outs) {
            None => false,
            Some(None) => true,
            Some(Some(iteration)) => {
                let at = iteration as usize;
                alone(at..at + 1);
                unreachable!("iteration {iteration} of {} fails on the device and not on the host", kernel.name)
            }
        }
    }

    /// As [`Run::launch`], for a search: what it found, where a device ran it.
    pub fn launch_search<const R: usize>(
        &self,
        kernel: &'static Kernel,
        space: &Space<R>,
        args: &[Arg],
    ) -> Option<Option<u64>> {
        self.try_launch(kernel, space, None, args, &mut [])
    }

    /// None where no device ran it, else the first iteration that fails.
    fn try_launch<const R: usize>(
        &self,
        kernel: &'static Kernel,
        space: &Space<R>,
        divisible: Option<&Divisible>,
        args: &[Arg],
        outs: &mut [Out],
    ) -> Option<Option<u64>> {
        if profile::wanted() {
            let amount = work::amount(kernel.work, &space.bounds(), args, outs);
            profile::comes(kernel, amount, space.count() as u64);
        }
        if !self.place.device() || space.count() == 0 {
            return None;
        }
        if cluster::dividing().is_some() {
            settle_all_of(args, outs);
        }
        match device::try_launch(kernel, &self.place, &space.bounds(), divisible, args, outs) {
            Launch::Done => {
                profile::went();
                target::debug(|| format!("{}: {} ran on a device", kernel.place, kernel.name));
                Some(None)
            }
            Launch::Declined(why) => {
                target::info(|| format!("{}: {} runs on the CPU: {why}", kernel.place, kernel.name));
                if self.place.demands_device() {
                    target::dishonoured(self.method, &why);
                }
                None
            }
            Launch::Failed { iteration } => Some(Some(iteration)),
            Launch::Throws => None,
        }
    }

    /// A loop whose time is wanted: for the profile, or because a device might have run it.
    fn span(&self, count: usize) -> Option<Span> {
        let wanted = profile::wanted() || self.place == Place::Auto && device::measures();
        wanted.then(|| Span { _span: profile::host(self.method, count), start: Instant::now() })
    }

    /// For a loop over parallel instructions: keeps the gang together from round to round.
    pub fn gang(&self) -> Option<Gang> {
        (self.parallel() && pool::threads() > 1).then(Gang::hold)
    }

    /// Runs all iterations. `operations`: about how many one iteration executes. What is too little for two threads runs as the plain loop does.
    #[inline(always)]
    pub fn each<const R: usize>(&self, space: &Space<R>, operations: usize, body: &(impl Fn(Range<usize>) + Sync)) {
        let count = space.count();
        if self.plain && count.saturating_mul(operations) < 2 * MIN_CHUNK {
            return body(0..count);
        }
        self.each_of(space, operations, body);
    }

    #[inline(never)]
    fn each_of<const R: usize>(&self, space: &Space<R>, operations: usize, body: &(dyn Fn(Range<usize>) + Sync)) {
        let part = self.part();
        let count = part.as_ref().map_or(space.count(), |p| p.range().len());
        let _span = self.span(count);
        let least = (MIN_CHUNK / operations.max(1)).max(1);
        let alone = |count: usize| !self.parallel() || count < 2 * least || pool::threads() == 1;
        if alone(count) && part.is_none() {
            // In order on this thread: the first failure throws by itself.
            return body(0..count);
        }
        let first = First::new();
        let fails = part.as_ref().is_none_or(Part::fails);
        // What is computed side by side stays so: no parts of strips.
        let step = |unit: usize| POLL.div_ceil(operations.max(1)).next_multiple_of(unit.max(STRIP));
        let run = |ranges: &[Range<usize>]| {
            if alone(ranges.iter().map(Range::len).sum()) {
                // Where nothing fails there is nothing to look for in between.
                let step = if fails { step(1) } else { usize::MAX };
                return ranges.iter().for_each(|r| first.guard_by(r.clone(), step, body));
            }
            let cut = |range| Cut::of(space, range, pool::threads(), least, operations < COARSE);
            let cuts: Vec<Cut> = ranges.iter().filter(|r| !r.is_empty()).map(cut).collect();
            let mut tasks: Vec<usize> = Vec::new();
            cuts.iter().for_each(|c| tasks.push(tasks.last().unwrap_or(&0) + c.tasks()));
            pool::run(tasks.last().copied().unwrap_or(0), &|task| {
                let of = tasks.partition_point(|end| *end <= task);
                let (cut, begin) = (&cuts[of], of.checked_sub(1).map_or(0, |before| tasks[before]));
                let step = step(if operations < COARSE { cut.unit } else { 1 });
                first.guard_by(cut.range(task - begin), step, body);
            });
        };
        let Some(mut part) = part else {
            run(std::slice::from_ref(&(0..count)));
            return first.raise();
        };
        // The iterations that need nothing of other ranks' run while that is on its way.
        let (range, inside) = (part.range(), part.inside());
        run(std::slice::from_ref(&inside));
        if inside != range {
            part.arrive();
            run(&[range.start..inside.start, inside.end..range.end]);
        }
        if let Err(failure) = part.finish::<()>(first.failed(), None) {
            failure.raise();
        }
    }

    /// The number of the first iteration that `body`, which runs a range in order, finds, or that fails. Iterations behind it need not run.
    pub fn search<const R: usize>(
        &self,
        space: &Space<R>,
        operations: usize,
        body: &(dyn Fn(Range<usize>) -> Option<u64> + Sync),
    ) -> Option<u64> {
        let count = space.count();
        let _span = self.span(count);
        let first = First::new();
        let look = |range: Range<usize>| {
            if let Some(Some(number)) = first.guard(range, body) {
                first.found(number);
            }
        };
        // What is found early needs nobody else.
        let least = (MIN_CHUNK / operations.max(1)).max(1);
        let threads = if self.parallel() { pool::threads() } else { 1 };
        let early = if threads == 1 { count } else { count.min(2 * least) };
        look(0..early);
        if first.none() && early < count {
            // Front to back, so that little behind the first one is looked at.
            let chunk = ((count - early) / (threads * 32)).clamp(least, 64 * least);
            let next = AtomicUsize::new(early);
            pool::run(threads, &|_| {
                loop {
                    let start = next.fetch_add(chunk, Ordering::Relaxed);
                    if start >= count || !first.none() {
                        return;
                    }
                    look(start..(start + chunk).min(count));
                }
            });
        }
        Some(first.at.into_inner()).filter(|&n| n != u64::MAX)
    }

    /// As [`Run::blocks`], of a reduction alone: blocks that are few and long are divided by their accumulators. `part` gives those of a part
    /// of a block, from 0 on; `place` puts them where they belong in the block's; `halve` combines the block's.
    pub fn lanes<L: Send, A: Send>(
        &self,
        count: usize,
        operations: usize,
        part: &(dyn Fn(Block) -> L + Sync),
        place: &dyn Fn(&mut L, L, Range<usize>),
        halve: &(dyn Fn(L) -> A + Sync),
    ) -> Vec<A> {
        if let Some(divided) = self.part() {
            return self.divided_blocks(divided, count, operations, &|range| halve(part(Block::whole(range))));
        }
        let blocks = count.div_ceil(BLOCK);
        let threads = pool::threads();
        let work = count.saturating_mul(operations.max(1));
        if !self.parallel() || threads == 1 || blocks >= 4 * threads || count <= SMALL || work < 2 * MIN_CHUNK {
            return self.blocks(count, operations, &|range| halve(part(Block::whole(range))));
        }
        let _span = self.span(count);
        let used = LANES.min(count);
        let tasks = (threads * 8).min(work / MIN_CHUNK).div_ceil(blocks);
        let width = used.div_ceil(tasks);
        let pieces = used.div_ceil(width);
        let lanes = |k: usize| k * width..((k + 1) * width).min(used);
        let range = |b: usize| b * BLOCK..((b + 1) * BLOCK).min(count);
        let mut parts: Vec<Option<L>> = (0..blocks * pieces).map(|_| None).collect();
        let slots = Slots(parts.as_mut_ptr());
        let first = First::new();
        pool::run(parts.len(), &|task| {
            let (block, lanes) = (range(task / pieces), lanes(task % pieces));
            // The first iteration of all that the part runs is the one its first accumulator begins with.
            let start = (block.start + lanes.start) as u64;
            if let Some(result) = first.run(start, || part(Block { range: block, lanes })) {
                // SAFETY: each part is run once and has its own slot; `parts` outlives the job.
                unsafe { *slots.at(task) = Some(result) };
            }
        });
        first.raise();
        let mut parts = parts.into_iter().flatten();
        let whole = |_| {
            let mut all = parts.next()?;
            (1..pieces).zip(&mut parts).for_each(|(k, part)| place(&mut all, part, lanes(k)));
            Some(halve(all))
        };
        (0..blocks).map_while(whole).collect()
    }

    /// As [`Run::blocks`], of at most [`SMALL`] iterations.
    #[inline(always)]
    pub fn small<A: Send>(
        &self,
        count: usize,
        operations: usize,
        body: &(impl Fn(Range<usize>) -> A + Sync),
    ) -> Parts<A> {
        if self.plain { Parts::One([body(0..count)]) } else { Parts::Many(self.blocks(count, operations, body)) }
    }

    /// Runs the blocks of a reduction; the result holds what each gave, in order.
    pub fn blocks<A: Send>(
        &self,
        count: usize,
        operations: usize,
        body: &(dyn Fn(Range<usize>) -> A + Sync),
    ) -> Vec<A> {
        if let Some(part) = self.part() {
            return self.divided_blocks(part, count, operations, body);
        }
        let _span = self.span(count);
        let blocks = count.div_ceil(BLOCK);
        let range = |b: usize| b * BLOCK..((b + 1) * BLOCK).min(count);
        if !self.parallel()
            || blocks <= 1
            || count.saturating_mul(operations.max(1)) < 2 * MIN_CHUNK
            || pool::threads() == 1
        {
            return (0..blocks).map(|b| body(range(b))).collect();
        }
        let mut results: Vec<Option<A>> = (0..blocks).map(|_| None).collect();
        let slots = Slots(results.as_mut_ptr());
        let first = First::new();
        pool::run(blocks, &|b| {
            if let Some(result) = first.guard(range(b), body) {
                // SAFETY: each block is run once and has its own slot; `results` outlives the job.
                unsafe { *slots.at(b) = Some(result) };
            }
        });
        first.raise();
        // Without a failure every block gave a result.
        results.into_iter().flatten().collect()
    }

    /// As [`Run::blocks`], of which each gives a list.
    pub fn lists<T: Copy + Send>(
        &self,
        count: usize,
        operations: usize,
        body: &(dyn Fn(Range<usize>) -> Vec<T> + Sync),
    ) -> Vec<Vec<T>> {
        let Some(part) = self.part() else { return self.blocks(count, operations, body) };
        let (part, failed, own) = self.own_blocks(part, count, operations, body);
        part.finish_lists(failed, own).unwrap_or_else(|failure| failure.raise())
    }

    /// Runs this rank's blocks; the result holds what all ranks' gave.
    fn divided_blocks<A: Send>(
        &self,
        part: Part,
        count: usize,
        operations: usize,
        body: &(dyn Fn(Range<usize>) -> A + Sync),
    ) -> Vec<A> {
        let (part, failed, own) = self.own_blocks(part, count, operations, body);
        part.finish(failed, Some(own)).unwrap_or_else(|failure| failure.raise())
    }

    /// Runs this rank's blocks: the first failure, and what they gave.
    fn own_blocks<A: Send>(
        &self,
        mut part: Part,
        count: usize,
        operations: usize,
        body: &(dyn Fn(Range<usize>) -> A + Sync),
    ) -> (Part, Option<(u64, Failure)>, Vec<A>) {
        part.arrive();
        let own = part.range();
        let _span = self.span(own.len());
        let blocks = own.start / BLOCK..own.end.div_ceil(BLOCK).max(own.start / BLOCK);
        let range = |b: usize| (blocks.start + b) * BLOCK..((blocks.start + b + 1) * BLOCK).min(count);
        let mut results: Vec<Option<A>> = blocks.clone().map(|_| None).collect();
        let slots = Slots(results.as_mut_ptr());
        let first = First::new();
        let one = |b: usize| {
            if let Some(result) = first.guard(range(b), body) {
                // SAFETY: each block is run once and has its own slot; `results` outlives the job.
                unsafe { *slots.at(b) = Some(result) };
            }
        };
        if self.parallel() && pool::threads() > 1 && own.len().saturating_mul(operations.max(1)) >= 2 * MIN_CHUNK {
            pool::run(blocks.len(), &one);
        } else {
            (0..blocks.len()).for_each(one);
        }
        (part, first.failed(), results.into_iter().flatten().collect())
    }
}

/// A device sends all that it needs, so the host must have it.
#[cold]
fn settle_all_of(args: &[Arg], outs: &[Out]) {
    for arg in args {
        if let Arg::Array(array) = arg {
            settle(array);
        }
    }
    for out in outs {
        match out {
            Out::Array { array, old } => {
                settle(array);
                old.iter().for_each(settle);
            }
            Out::Accumulate { array } | Out::Scan { array, .. } | Out::Filter { array, .. } => settle(array),
            Out::Value(_) => {}
        }
    }
}

/// Iterations cut into the ranges that tasks take.
struct Cut {
    start: usize,
    count: usize,
    chunk: usize,
    /// How much shorter the first range is.
    shift: usize,
    /// Where ranges may end.
    unit: usize,
}

/// Elements of so many neighbouring iterations fill whole cache lines, and what is fetched with them.
const ALIGNED: usize = 64;

impl Cut {
    /// Small enough that an uneven body spreads. Where neighbours share a cache line (`fine`), a range ends where one does: in a line
    /// of iterations at an index that [`ALIGNED`] divides (arrays begin at a multiple of 64 bytes), else at the end of a row.
    fn of<const R: usize>(space: &Space<R>, range: &Range<usize>, threads: usize, least: usize, fine: bool) -> Cut {
        let (start, count) = (range.start, range.len());
        // The last ranges are what threads wait for, all the more where one core is slower than the others; short ones cost more than that.
        let each = if fine { 8 } else { 32 };
        let chunk = count.div_ceil(threads * each).max(least);
        let width = space.extent[R - 1].max(1);
        match (fine, R) {
            // Half a strip takes as long as one.
            (false, _) if count >= 2 * threads * STRIP => {
                // The largest whole number of strips that is not above it.
                Cut { start, count, chunk: (chunk / STRIP).max(1) * STRIP, shift: 0, unit: 1 }
            }
            // The widest vectors have 16 lanes.
            (false, _) if chunk >= 16 => Cut { start, count, chunk: chunk.next_multiple_of(16), shift: 0, unit: 1 },
            (false, _) => Cut { start, count, chunk, shift: 0, unit: 1 },
            (true, 1) => Cut {
                start,
                count,
                chunk: chunk.next_multiple_of(ALIGNED),
                shift: space.lo[0].saturating_add(start as i64).rem_euclid(ALIGNED as i64) as usize,
                unit: ALIGNED,
            },
            (true, _) if chunk >= width => {
                Cut { start, count, chunk: chunk.next_multiple_of(width), shift: 0, unit: width }
            }
            (true, _) => Cut { start, count, chunk: chunk.next_multiple_of(ALIGNED), shift: 0, unit: ALIGNED },
        }
    }

    fn tasks(&self) -> usize {
        (self.count + self.shift).div_ceil(self.chunk)
    }

    fn range(&self, task: usize) -> Range<usize> {
        let at = |k: usize| self.start + (k * self.chunk).saturating_sub(self.shift).min(self.count);
        at(task)..at(task + 1)
    }
}

/// A loop on the host, which the profile gets when it is over.
struct Span {
    _span: Option<profile::Span>,
    start: Instant,
}

impl Drop for Span {
    fn drop(&mut self) {
        device::on_cores(self.start.elapsed().as_secs_f64());
    }
}

/// One place for each block's result.
struct Slots<A>(*mut Option<A>);
// SAFETY: each slot is written by one thread and read after all have ended.
unsafe impl<A: Send> Sync for Slots<A> {}

impl<A> Slots<A> {
    unsafe fn at(&self, block: usize) -> *mut Option<A> {
        unsafe { self.0.add(block) }
    }
}

// ---- second arrays ----------------------------------------------------------------------------------------------

/// The array that a loop's rounds take in turns with the one they update: what one has replaced, the next one fills.
pub struct Spare<T: Element, const R: usize, const S: usize> {
    grid: Grid<T, R>,
    /// The iterations of the last round.
    space: Option<Space<S>>,
    agrees: bool,
}

impl<T: Element, const R: usize, const S: usize> Default for Spare<T, R, S> {
    fn default() -> Spare<T, R, S> {
        Spare { grid: Grid::default(), space: None, agrees: false }
    }
}

impl<T: Element, const R: usize, const S: usize> Spare<T, R, S> {
    /// An array of the sizes of `old` for the iterations of `space`: a new one, or what was kept, where it has no other name.
    pub fn second(&mut self, old: &Grid<T, R>, space: &Space<S>) -> Grid<T, R> {
        let same_space = self.space.replace(*space) == Some(*space);
        let kept = std::mem::take(&mut self.grid);
        let fits = kept.is_own() && kept.dims() == old.dims();
        self.agrees = same_space && fits;
        if fits { kept } else { old.second() }
    }

    /// The array that was given last is one that an earlier round of the same iterations has filled or begun with: it differs from the old
    /// one only where that round stored.
    pub fn agrees(&self) -> bool {
        self.agrees
    }

    /// The old array is not needed any more.
    pub fn keep(&mut self, old: Grid<T, R>) {
        self.grid = old;
    }
}

// ---- reductions -------------------------------------------------------------------------------------------------

/// What of a reduction one call of its body runs.
#[derive(Clone, Debug)]
pub struct Block {
    range: Range<usize>,
    /// Of each row the iterations of these accumulators, which the body numbers from 0.
    lanes: Range<usize>,
}

impl Block {
    /// A whole block.
    #[inline(always)]
    pub fn whole(range: Range<usize>) -> Block {
        Block { range, lanes: 0..LANES }
    }
}

/// The rows of a block: ranges of at most `lanes` iterations.
#[inline(always)]
pub fn rows(block: Block, lanes: usize) -> impl Iterator<Item = Range<usize>> {
    let stop = STOP.get();
    let (end, own) = (block.range.end, if lanes == 1 { 0..1 } else { block.lanes });
    block
        .range
        .step_by(lanes)
        .take_while(move |start| !stop.before(*start))
        .map(move |start| (start + own.start).min(end)..(start + own.end).min(end))
}

/// Combines the accumulators of a block by halving.
#[inline(always)]
pub fn halve<T: Copy, const L: usize>(mut lanes: [T; L], combine: impl Fn(T, T) -> T) -> T {
    let mut width = L / 2;
    while width > 0 {
        let (low, high) = lanes.split_at_mut(width);
        for (a, b) in low.iter_mut().zip(high.iter()) {
            *a = combine(*a, *b);
        }
        width /= 2;
    }
    lanes[0]
}

/// What the blocks of a reduction gave, in order. Of one block, without memory of its own.
pub enum Parts<A> {
    One([A; 1]),
    Many(Vec<A>),
}

impl<A> Default for Parts<A> {
    fn default() -> Parts<A> {
        Parts::Many(Vec::new())
    }
}

impl<A> std::ops::Deref for Parts<A> {
    type Target = [A];
    #[inline(always)]
    fn deref(&self) -> &[A] {
        match self {
            Parts::One(one) => one,
            Parts::Many(many) => many,
        }
    }
}

impl<A> FromIterator<A> for Parts<A> {
    #[inline(always)]
    fn from_iter<I: IntoIterator<Item = A>>(parts: I) -> Parts<A> {
        let mut parts = parts.into_iter();
        match (parts.next(), parts.next()) {
            (Some(one), None) => Parts::One([one]),
            (one, two) => Parts::Many(one.into_iter().chain(two).chain(parts).collect()),
        }
    }
}

/// Combines the results of blocks: a further reduction of the same shape.
#[inline(always)]
pub fn tree<T: Copy>(parts: Parts<T>, identity: T, combine: impl Fn(T, T) -> T) -> T {
    match parts {
        Parts::One([one]) => one,
        Parts::Many(values) => tree_of(values, identity, combine),
    }
}

fn tree_of<T: Copy>(mut values: Vec<T>, identity: T, combine: impl Fn(T, T) -> T) -> T {
    while values.len() > 1 {
        values = values
            .chunks(BLOCK)
            .map(|block| {
                if values.len() <= SMALL {
                    return block.iter().fold(identity, |acc, v| combine(acc, *v));
                }
                let mut lanes = [identity; LANES];
                for row in block.chunks(LANES) {
                    for (acc, v) in lanes.iter_mut().zip(row) {
                        *acc = combine(*acc, *v);
                    }
                }
                halve(lanes, &combine)
            })
            .collect();
    }
    values.pop().unwrap_or(identity)
}

/// Folds values with a combinator that need not commute; None for no values.
pub fn fold<T: Copy>(values: &[T], combine: impl Fn(T, T) -> T) -> Option<T> {
    fold_with(values, &combine)
}

fn fold_with<T: Copy>(values: &[T], combine: &impl Fn(T, T) -> T) -> Option<T> {
    let in_order = |values: &[T]| values.iter().copied().reduce(combine);
    if values.len() <= SMALL {
        return in_order(values);
    }
    let blocks: Vec<T> = values.chunks(BLOCK).filter_map(|block| fold_block(block, combine)).collect();
    if blocks.len() == 1 { blocks.first().copied() } else { fold_with(&blocks, combine) }
}

/// One block of a fold of more than [`SMALL`] values: lanes of [`ROWS`] in order, then neighbours.
pub fn fold_block<T: Copy>(block: &[T], combine: &impl Fn(T, T) -> T) -> Option<T> {
    let mut lanes: Vec<T> = block.chunks(ROWS).filter_map(|lane| lane.iter().copied().reduce(combine)).collect();
    let mut distance = 1;
    while distance < lanes.len() {
        for lane in (0..lanes.len() - distance).step_by(2 * distance) {
            lanes[lane] = combine(lanes[lane], lanes[lane + distance]);
        }
        distance *= 2;
    }
    lanes.first().copied()
}

// ---- private arrays ---------------------------------------------------------------------------------------------

/// Histograms that threads fill apart from each other. The operator commutes and associates exactly: who adds what does not show.
pub struct Privates<T, const R: usize> {
    identity: T,
    dims: [i32; R],
    idle: Mutex<Vec<Vec<T>>>,
}

impl<T: Copy + Send, const R: usize> Privates<T, R> {
    /// Without memory for one of them, `OutOfMemoryError`.
    pub fn new(identity: T, dims: [i32; R]) -> Privates<T, R> {
        let new = Privates { identity, dims, idle: Mutex::new(Vec::new()) };
        let first = new.array().unwrap_or_else(|| exception::throw_out_of_memory());
        new.idle.lock().unwrap_or_else(PoisonError::into_inner).push(first);
        new
    }

    fn array(&self) -> Option<Vec<T>> {
        let len = self.dims.iter().map(|&d| d as usize).product();
        let mut array = Vec::new();
        array.try_reserve_exact(len).ok()?;
        array.resize(len, self.identity);
        Some(array)
    }

    /// Lends one to `body`. A thread for which there is no memory waits for another's.
    pub fn with<A>(&self, body: impl FnOnce(View<T, R>) -> A) -> A {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut array = loop {
            if let Some(array) = idle().or_else(|| self.array()) {
                break array;
            }
            std::thread::yield_now();
        };
        let result = body(View::of(&mut array, self.dims));
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(array);
        result
    }

    /// All of them, combined into `target`, which has the same sizes.
    pub fn combine_into(self, target: View<T, R>, combine: impl Fn(T, T) -> T) {
        let target = target.elements();
        for array in self.idle.into_inner().unwrap_or_else(PoisonError::into_inner) {
            for (i, value) in array.into_iter().enumerate() {
                // SAFETY: the target has as many elements, and nobody else uses it.
                unsafe { *target.add(i) = combine(*target.add(i), value) };
            }
        }
    }
}

impl Run {
    /// Adds what threads, and ranks where the instruction was divided, have added apart from each other. All the arrays have the same sizes.
    pub fn combine<T: Copy + Send, const R: usize>(
        &self,
        parts: Privates<T, R>,
        target: View<T, R>,
        combine: impl Fn(T, T) -> T,
    ) {
        if !self.divided.get() {
            return parts.combine_into(target, combine);
        }
        let mut own = parts.array().unwrap_or_else(|| exception::throw_out_of_memory());
        let length = own.len().max(1);
        parts.combine_into(View::of(&mut own, target.dims()), &combine);
        for of_rank in divide::of_all(&own).chunks(length) {
            for (i, value) in of_rank.iter().enumerate() {
                // SAFETY: the target has as many elements, and nobody else uses it.
                unsafe { *target.elements().add(i) = combine(*target.elements().add(i), *value) };
            }
        }
    }

    /// The inclusive scan of values, which lie in parts, in order. Where the operator is `associative` to the last bit, what each part
    /// comes to is found first, and then all parts are scanned at once.
    pub fn scan<'a, T: Element>(
        &self,
        parts: impl Iterator<Item = &'a [T]>,
        start: T,
        associative: bool,
        combine: impl Fn(T, T) -> T + Sync,
    ) -> Grid<T, 1> {
        let parts: Vec<&[T]> = parts.filter(|p| !p.is_empty()).collect();
        let count = parts.iter().map(|p| p.len()).sum::<usize>();
        let grid: Grid<T, 1> = Grid::new([i32::try_from(count).unwrap_or(i32::MAX)]);
        let out = grid.view_mut();
        // The last sum of a part that begins at a place, after that of those before it.
        let scan_part = |part: &[T], at: usize, mut last: T| {
            for (k, v) in part.iter().enumerate() {
                last = combine(last, *v);
                // SAFETY: each part has its own places, and there is one for each value; an array too long was not made.
                unsafe { out.put((at + k) as i64, last) };
            }
            last
        };
        if !associative || !self.parallel() || parts.len() < 2 || pool::threads() == 1 {
            parts.iter().fold((0, start), |(at, last), part| (at + part.len(), scan_part(part, at, last)));
            return grid;
        }
        let mut sums: Vec<Option<T>> = vec![None; parts.len()];
        let slots = Slots(sums.as_mut_ptr());
        pool::run(parts.len(), &|p| {
            // SAFETY: each part is taken once and has its own slot; `sums` outlives the job.
            unsafe { *slots.at(p) = parts[p].iter().copied().reduce(&combine) };
        });
        let mut at = 0;
        let mut last = start;
        let firsts: Vec<(usize, T)> = parts
            .iter()
            .zip(&sums)
            .map(|(part, sum)| {
                let first = (at, last);
                at += part.len();
                last = sum.map_or(last, |s| combine(last, s));
                first
            })
            .collect();
        pool::run(parts.len(), &|p| _ = scan_part(parts[p], firsts[p].0, firsts[p].1));
        grid
    }
}

impl Run {
    /// The elements in ascending order: in place, where the grid has no other name.
    pub fn sort<T: Element + Key>(&self, from: Grid<T, 1>) -> Grid<T, 1> {
        let grid = from.for_update();
        let view = grid.view_mut();
        let count = view.len(0) as usize;
        if count == 0 {
            return grid;
        }
        let _span = self.span(count);
        // SAFETY: the grid's elements, which have this name alone.
        let elements = unsafe { std::slice::from_raw_parts_mut(view.elements(), count) };
        if self.parallel() {
            sort::parallel(elements)
        } else {
            T::sort(elements)
        }
        grid
    }

    /// Each row in ascending order: in place, where the grid has no other name.
    pub fn sort_rows<T: Element + Key>(&self, from: Grid<T, 2>) -> Grid<T, 2> {
        let grid = from.for_update();
        let view = grid.view_mut();
        let (rows, columns) = (view.len(0) as usize, view.len(1) as usize);
        if rows * columns == 0 {
            return grid;
        }
        let _span = self.span(rows * columns);
        // SAFETY: the grid's elements, which have this name alone.
        let elements = unsafe { std::slice::from_raw_parts_mut(view.elements(), rows * columns) };
        if self.parallel() {
            sort::rows(elements, columns);
        } else {
            elements.chunks_mut(columns).for_each(T::sort);
        }
        grid
    }

    /// The places that the elements have in ascending order.
    pub fn places<T: Element + Key>(&self, from: &Grid<T, 1>) -> Grid<i32, 1> {
        let grid: Grid<i32, 1> = Grid::new(from.dims());
        let (view, to) = (from.view(), grid.view_mut());
        let count = view.len(0) as usize;
        if count == 0 {
            return grid;
        }
        let _span = self.span(count);
        // SAFETY: the grids' elements; nobody else has the second one's.
        let (elements, to) = unsafe {
            (std::slice::from_raw_parts(view.elements(), count), std::slice::from_raw_parts_mut(to.elements(), count))
        };
        sort::places(elements, to, self.parallel());
        grid
    }
}

#[cfg(test)]
#[path = "par_tests.rs"]
mod tests;
