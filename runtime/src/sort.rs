//! Sorts of primitives in Java's order: -0.0 before 0.0, every NaN last.
//!
//! An element's [`Key::bits`] are an unsigned number in that order; equal elements but NaNs have equal bits, and NaNs, which are all equal, stay
//! in the order that they had, as in Java. So the result is one and the same whatever sorts: one thread, all cores, or the
//! radix sort of a device.
//!
//! On one thread an array is sorted in place by comparisons, or by counting where it has many more elements than there are values. On several
//! threads runs of it are sorted so, and merged two by two, all threads sharing each merge.

use crate::pool;
use crate::profile;
use crate::target;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// A primitive with an order.
pub trait Key: Copy + Default + Send + Sync + 'static {
    /// The number in the elements' order, and how many bits it has.
    fn bits(self) -> u64;
    const WIDTH: u32;

    /// In place, on this thread.
    fn sort(all: &mut [Self]);

    /// In place, on all threads, from so many runs.
    fn sort_runs(all: &mut [Self], runs: usize);
}

/// Fewer elements are not worth waking anyone for.
const MANY: usize = 1 << 15;
/// Merges in turns.
const PARTS: usize = 4;
/// Up to here comparisons are faster than a count of each of a `short`'s values.
const FEW: usize = 1 << 14;

macro_rules! whole {
    ($($t:ty, $unsigned:ty, $flip:expr);*) => { $(
        impl Key for $t {
            fn bits(self) -> u64 {
                (self as $unsigned ^ $flip) as u64
            }
            const WIDTH: u32 = <$t>::BITS;
            fn sort(all: &mut [Self]) {
                all.sort_unstable();
            }

            fn sort_runs(all: &mut [Self], runs: usize) {
                by_merging(all, runs, &|run| run.sort_unstable(), &|a, b| a <= b);
            }
        }
    )* };
}
whole!(i32, u32, 1 << 31; i64, u64, 1 << 63);

macro_rules! narrow {
    ($($t:ty, $few:expr);*) => { $(
        impl Narrow for $t {
            fn of(bits: usize) -> Self {
                (bits as i64 + <$t>::MIN as i64) as $t
            }
        }
        impl Key for $t {
            fn bits(self) -> u64 {
                (self as i64 - <$t>::MIN as i64) as u64
            }
            const WIDTH: u32 = <$t>::BITS;
            fn sort(all: &mut [Self]) {
                if all.len() <= $few {
                    return all.sort_unstable();
                }
                put(all, &counted(all));
            }

            fn sort_runs(all: &mut [Self], runs: usize) {
                let sums = Mutex::new(vec![0; 1 << Self::WIDTH]);
                let range = |run: usize| run * all.len() / runs..(run + 1) * all.len() / runs;
                pool::run(runs, &|run| {
                    let own = counted(&all[range(run)]);
                    let mut sums = sums.lock().unwrap_or_else(PoisonError::into_inner);
                    sums.iter_mut().zip(own).for_each(|(sum, n)| *sum += n);
                });
                put(all, &sums.into_inner().unwrap_or_else(PoisonError::into_inner));
            }
        }
    )* };
}
narrow!(i8, 256; i16, FEW; u16, FEW);

/// How often each value occurs, by its bits.
fn counted<T: Key>(all: &[T]) -> Vec<usize> {
    let mut counts = vec![0; 1 << T::WIDTH];
    all.iter().for_each(|v| counts[v.bits() as usize] += 1);
    counts
}

/// The values in their order, each as often as it occurs.
fn put<T: Key + Narrow>(all: &mut [T], counts: &[usize]) {
    let mut rest = all;
    for (bits, count) in counts.iter().enumerate() {
        let (own, others) = rest.split_at_mut(*count);
        own.fill(T::of(bits));
        rest = others;
    }
}

/// A type with few values.
trait Narrow {
    fn of(bits: usize) -> Self;
}

/// Floats as whole numbers, which are compared in one instruction.
macro_rules! as_whole {
    ($all:expr, $t:ty, $signed:ty) => {
        // SAFETY: the types have the same size and alignment, and any bits are a value of both.
        unsafe { &mut *($all as *mut [$t] as *mut [$signed]) }
    };
}

/// Between the bits of a float and a whole number in the order of the floats: of negative ones all but the sign is turned.
macro_rules! turned {
    ($bits:expr, $signed:ty, $unsigned:ty) => {
        $bits ^ (($bits >> (<$signed>::BITS - 1)) as $unsigned >> 1) as $signed
    };
}

macro_rules! floats {
    ($($t:ty, $signed:ty, $unsigned:ty);*) => { $(
        impl Key for $t {
            fn bits(self) -> u64 {
                let bits = self.to_bits();
                let sign = (bits as $signed >> (Self::WIDTH - 1)) as $unsigned;
                if self.is_nan() { <$unsigned>::MAX as u64 } else { (bits ^ (sign | 1 << (Self::WIDTH - 1))) as u64 }
            }
            const WIDTH: u32 = <$unsigned>::BITS;
            fn sort(all: &mut [Self]) {
                let numbers = numbers_first(all, |v| v.is_nan());
                let whole = as_whole!(&mut all[..numbers], $t, $signed);
                whole.iter_mut().for_each(|v| *v = turned!(*v, $signed, $unsigned));
                whole.sort_unstable();
                whole.iter_mut().for_each(|v| *v = turned!(*v, $signed, $unsigned));
            }

            fn sort_runs(all: &mut [Self], runs: usize) {
                let nan = AtomicBool::new(false);
                each_run(all, runs, &|run| _ = nan.fetch_or(run.iter().fold(false, |nan, v| nan | v.is_nan()), Relaxed));
                let numbers = if nan.into_inner() { numbers_first(all, |v| v.is_nan()) } else { all.len() };
                let whole = as_whole!(&mut all[..numbers], $t, $signed);
                let turn = |run: &mut [$signed]| run.iter_mut().for_each(|v| *v = turned!(*v, $signed, $unsigned));
                let sort = |run: &mut [$signed]| {
                    turn(run);
                    run.sort_unstable();
                };
                by_merging(whole, runs, &sort, &|a, b| a <= b);
                each_run(whole, runs, &turn);
            }
        }
    )* };
}
floats!(f32, i32, u32; f64, i64, u64);

/// Moves the NaNs behind the numbers, in the order that they have; how many numbers there are.
fn numbers_first<T: Copy>(all: &mut [T], is_nan: impl Fn(T) -> bool) -> usize {
    let mut numbers = all.len();
    for at in (0..all.len()).rev() {
        if is_nan(all[at]) {
            numbers -= 1;
            all.swap(at, numbers);
        }
    }
    numbers
}

/// Fewer elements are no event of a profile.
const TOLD: usize = 1 << 12;

/// The sort as an event, where a profile is wanted.
fn told<T: Key>(count: usize) -> Option<profile::Span> {
    if count < TOLD {
        return None;
    }
    let name = match std::any::type_name::<T>() {
        "i8" => "sorting byte[]",
        "i16" => "sorting short[]",
        "u16" => "sorting char[]",
        "i32" => "sorting int[]",
        "i64" => "sorting long[]",
        "f32" => "sorting float[]",
        "f64" => "sorting double[]",
        _ => "sorting",
    };
    Some(profile::span("sort", name)?.number("elements", count as u64))
}

/// On all cores, where there are several and elements enough.
pub fn parallel<T: Key>(all: &mut [T]) {
    let _span = told::<T>(all.len());
    match runs(all.len()) {
        Some(runs) => T::sort_runs(all, runs),
        None => T::sort(all),
    }
}

/// Rows of so many elements, each by itself, on all cores.
pub fn rows<T: Key>(all: &mut [T], columns: usize) {
    let count = all.len() / columns;
    if count < pool::threads() {
        return all.chunks_mut(columns).for_each(parallel);
    }
    // Enough to be worth a turn, and turns for a core that is slower than others.
    let turns = (all.len() / (MANY / 8)).clamp(1, count.min(16 * pool::threads()));
    let elements = Shared(all.as_mut_ptr());
    let at = |turn: usize| turn * count / turns * columns;
    // SAFETY: turns have rows of their own.
    pool::run(turns, &|turn| unsafe { elements.part(at(turn)..at(turn + 1)) }.chunks_mut(columns).for_each(T::sort));
}

/// As [`parallel`], where the program may use more than one thread.
pub fn library<T: Key>(all: &mut [T]) {
    if target::settings().place != target::Place::Seq {
        return parallel(all);
    }
    let _span = told::<T>(all.len());
    T::sort(all);
}

/// The places of the elements in their order; equal ones keep theirs.
pub fn places<T: Key>(keys: &[T], to: &mut [i32], on_all_cores: bool) {
    let _span = told::<T>(keys.len());
    if T::WIDTH <= 32 {
        // Key and place in one number.
        let both = keys.iter().zip(0u64..).map(|(k, at)| k.bits() << 32 | at);
        in_order(both.collect(), to, on_all_cores, |both| both as i32);
    } else {
        let both = keys.iter().zip(0..).map(|(k, at)| (k.bits(), at));
        in_order(both.collect(), to, on_all_cores, |both: (u64, i32)| both.1);
    }
}

fn in_order<T: Copy + Default + Ord + Send + Sync>(
    mut all: Vec<T>,
    to: &mut [i32],
    on_all_cores: bool,
    place: fn(T) -> i32,
) {
    match runs(all.len()).filter(|_| on_all_cores) {
        Some(runs) => by_merging(&mut all, runs, &|run| run.sort_unstable(), &|a, b| a <= b),
        None => all.sort_unstable(),
    }
    to.iter_mut().zip(all).for_each(|(to, both)| *to = place(both));
}

/// How many runs are sorted apart; None where one thread sorts all. A power of four: after an even number of rounds the merged elements are
/// where they were.
fn runs(count: usize) -> Option<usize> {
    if count < MANY || pool::threads() == 1 {
        return None;
    }
    // Two for each thread: one core may be slower than the others.
    let mut runs = 4;
    while runs < 2 * pool::threads() && count / (4 * runs) >= MANY / 4 {
        runs *= 4;
    }
    Some(runs)
}

/// An array whose elements several threads write, each its own.
#[derive(Clone, Copy)]
struct Shared<T>(*mut T);
// SAFETY: no two threads use one element, as those who call say.
unsafe impl<T: Send> Sync for Shared<T> {}

impl<T> Shared<T> {
    /// # Safety
    /// The elements are within the array, and nobody else uses them meanwhile.
    #[allow(clippy::mut_from_ref, reason = "each thread asks for elements of its own")]
    unsafe fn part(&self, at: Range<usize>) -> &mut [T] {
        // SAFETY: the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.0.add(at.start), at.len()) }
    }
}

/// So many parts of an array, on all threads.
fn each_run<T: Send>(all: &mut [T], runs: usize, f: &(impl Fn(&mut [T]) + Sync)) {
    let (count, elements) = (all.len(), Shared(all.as_mut_ptr()));
    // SAFETY: runs do not overlap.
    pool::run(runs, &|run| f(unsafe { elements.part(run * count / runs..(run + 1) * count / runs) }));
}

/// Sorts runs by `sort`, and merges them two by two. `fits(a, b)`: `a` may stand before `b`; of equal ones those of the left run come first.
fn by_merging<T: Copy + Default + Send + Sync>(
    all: &mut [T],
    runs: usize,
    sort: &(impl Fn(&mut [T]) + Sync),
    fits: &(impl Fn(&T, &T) -> bool + Sync),
) {
    let count = all.len();
    let start = |run: usize| run * count / runs;
    each_run(all, runs, sort);
    if (1..runs).all(|run| start(run) == 0 || fits(&all[start(run) - 1], &all[start(run)])) {
        return;
    }
    let mut scratch = crate::memory::vec_for(count);
    scratch.resize(count, T::default());
    let (mut from, mut to) = (&mut *all, scratch.as_mut_slice());
    let mut width = 1;
    while width < runs {
        let pairs = runs / (2 * width);
        // All threads share each round, however few pairs it has.
        let pieces = (4 * pool::threads()).div_ceil(pairs);
        let target = Shared(to.as_mut_ptr());
        pool::run(pairs * pieces, &|task| {
            let first = task / pieces * 2 * width;
            let (low, middle, high) = (start(first), start(first + width), start(first + 2 * width));
            let (left, right) = (&from[low..middle], &from[middle..high]);
            let piece = task % pieces;
            let (begin, end) = (piece * (high - low) / pieces, (piece + 1) * (high - low) / pieces);
            let (a, b) = (of_left(left, right, begin, fits), of_left(left, right, end, fits));
            // SAFETY: pieces do not overlap.
            merge(&left[a..b], &right[begin - a..end - b], unsafe { target.part(low + begin..low + end) }, fits);
        });
        std::mem::swap(&mut from, &mut to);
        width *= 2;
    }
}

/// How many of the first `count` elements of two merged runs are of the left one.
fn of_left<T>(left: &[T], right: &[T], count: usize, fits: &impl Fn(&T, &T) -> bool) -> usize {
    let (mut least, mut most) = (count.saturating_sub(right.len()), count.min(left.len()));
    while least < most {
        let middle = least.midpoint(most);
        if fits(&left[middle], &right[count - middle - 1]) { least = middle + 1 } else { most = middle }
    }
    least
}

/// Two runs as one. Several parts of it are merged in turns: while one waits for what it has compared, the others go on.
fn merge<T: Copy>(left: &[T], right: &[T], to: &mut [T], fits: &impl Fn(&T, &T) -> bool) {
    let parts: [usize; PARTS + 1] = std::array::from_fn(|k| k * to.len() / PARTS);
    let splits = parts.map(|at| of_left(left, right, at, fits));
    let mut next: [(usize, usize); PARTS] = std::array::from_fn(|k| (splits[k], parts[k] - splits[k]));
    loop {
        // As many steps as no part comes to the end of a run in.
        let left_over = |k: usize| (splits[k + 1] - next[k].0).min(parts[k + 1] - splits[k + 1] - next[k].1);
        let steps = (0..PARTS).map(left_over).min().unwrap_or(0);
        if steps == 0 {
            break;
        }
        for _ in 0..steps {
            for (i, j) in &mut next {
                // SAFETY: each step takes one element of one run, and no part has fewer left in either; `to` is as long as both runs.
                unsafe {
                    let (a, b) = (left.get_unchecked(*i), right.get_unchecked(*j));
                    let of_left = fits(a, b);
                    *to.get_unchecked_mut(*i + *j) = if of_left { *a } else { *b };
                    *i += usize::from(of_left);
                    *j += usize::from(!of_left);
                }
            }
        }
    }
    for (k, (mut i, mut j)) in next.into_iter().enumerate() {
        let (end, others) = (splits[k + 1], parts[k + 1] - splits[k + 1]);
        while i < end && j < others {
            let of_left = fits(&left[i], &right[j]);
            to[i + j] = if of_left { left[i] } else { right[j] };
            i += usize::from(of_left);
            j += usize::from(!of_left);
        }
        to[i + j..end + j].copy_from_slice(&left[i..end]);
        to[end + j..end + others].copy_from_slice(&right[j..others]);
    }
}

#[cfg(test)]
#[path = "sort_tests.rs"]
mod tests;
