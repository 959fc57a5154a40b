//! Sorts of primitives in Java's order: -0.0 before 0.0, every NaN last.
//!
//! An element's [`Key::bits`] are an unsigned number in that order; equal elements but NaNs have equal bits, and NaNs, which are all equal, stay
//! in the order that they had, as in Java. So the result is one and the same whatever sorts: comparisons on one thread, a radix sort on all
//! cores, or the radix sort of a device.
//!
//! On one thread an array is sorted in place by comparisons, or by counting where it has many more elements than there are values. On several
//! threads it is a radix sort by digits of eight bits, the last first: each thread counts the digits of its chunks, and knows then where the
//! elements of each of them go. Digits that are the same everywhere are left out.

use crate::pool;
use crate::target;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A primitive with an order.
pub trait Key: Copy + Default + Send + Sync + 'static {
    /// The number in the elements' order, and how many bits it has.
    fn bits(self) -> u64;
    const WIDTH: u32;

    /// In place, on this thread.
    fn sort(all: &mut [Self]);
}

/// A digit's values.
const RADIX: usize = 256;
/// Elements of a chunk at least: fewer are not worth waking anyone for.
const LEAST_CHUNK: usize = 1 << 14;
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
        }
    )* };
}
whole!(i32, u32, 1 << 31; i64, u64, 1 << 63);

macro_rules! narrow {
    ($($t:ty, $few:expr);*) => { $(
        impl Key for $t {
            fn bits(self) -> u64 {
                (self as i64 - <$t>::MIN as i64) as u64
            }
            const WIDTH: u32 = <$t>::BITS;
            fn sort(all: &mut [Self]) {
                if all.len() <= $few {
                    return all.sort_unstable();
                }
                let mut counts = vec![0usize; 1 << Self::WIDTH];
                all.iter().for_each(|v| counts[v.bits() as usize] += 1);
                let mut rest = all;
                for (value, count) in (<$t>::MIN..=<$t>::MAX).zip(counts) {
                    let (own, others) = rest.split_at_mut(count);
                    own.fill(value);
                    rest = others;
                }
            }
        }
    )* };
}
narrow!(i8, RADIX; i16, FEW; u16, FEW);

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
                // As whole numbers they are compared in one instruction. Their order is that of the bits, of negative ones all but the sign turned.
                let turned = |bits: $signed| bits ^ ((bits >> (Self::WIDTH - 1)) as $unsigned >> 1) as $signed;
                // SAFETY: the types have the same size and alignment, and any bits are a value of both.
                let whole = unsafe { &mut *(&mut all[..numbers] as *mut [$t] as *mut [$signed]) };
                whole.iter_mut().for_each(|v| *v = turned(*v));
                whole.sort_unstable();
                whole.iter_mut().for_each(|v| *v = turned(*v));
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

/// On all cores, where there are several and elements enough.
pub fn parallel<T: Key>(all: &mut [T]) {
    match chunks(all.len()) {
        Some(chunks) => by_radix(all, &chunks, &|v| v.bits()),
        None => T::sort(all),
    }
}

/// As [`parallel`], where the program may use more than one thread.
pub fn library<T: Key>(all: &mut [T]) {
    if target::settings().place == target::Place::Seq { T::sort(all) } else { parallel(all) }
}

/// The places of the elements in their order; equal ones keep theirs.
pub fn places<T: Key>(keys: &[T], to: &mut [i32], on_all_cores: bool) {
    let few = chunks(keys.len()).filter(|_| on_all_cores);
    if T::WIDTH <= 32 {
        // Key and place in one number.
        let mut both: Vec<u64> = keys.iter().zip(0u64..).map(|(k, at)| k.bits() << 32 | at).collect();
        match few {
            Some(chunks) => by_radix(&mut both, &chunks, &|both| both >> 32),
            None => both.sort_unstable(),
        }
        to.iter_mut().zip(both).for_each(|(to, both)| *to = both as i32);
    } else {
        let mut both: Vec<(u64, i32)> = keys.iter().zip(0..).map(|(k, at)| (k.bits(), at)).collect();
        match few {
            Some(chunks) => by_radix(&mut both, &chunks, &|both| both.0),
            None => both.sort_unstable(),
        }
        to.iter_mut().zip(both).for_each(|(to, both)| *to = both.1);
    }
}

/// The parts that threads take; None where one takes all.
fn chunks(count: usize) -> Option<Vec<Range<usize>>> {
    if count < 2 * LEAST_CHUNK || pool::threads() == 1 {
        return None;
    }
    // Some for each: one core may be slower than the others.
    let many = (4 * pool::threads()).min(count / LEAST_CHUNK);
    Some((0..many).map(|k| k * count / many..(k + 1) * count / many).collect())
}

/// An array whose elements several threads write, each its own.
#[derive(Clone, Copy)]
struct Shared<T>(*mut T);
// SAFETY: no two threads write one element, as those who use it say.
unsafe impl<T: Send> Sync for Shared<T> {}

impl<T> Shared<T> {
    /// # Safety
    /// The element is within the array, and nobody else uses it meanwhile.
    unsafe fn put(&self, at: usize, value: T) {
        // SAFETY: the caller's promise.
        unsafe { self.0.add(at).write(value) }
    }
}

/// Sorts, stably, by the numbers that `key` gives. The chunks are all elements, in order.
fn by_radix<T: Copy + Default + Send + Sync>(all: &mut [T], chunks: &[Range<usize>], key: &(impl Fn(T) -> u64 + Sync)) {
    let look = look(all, chunks, key);
    if look.ascending {
        return;
    }
    if look.descending {
        return all.reverse();
    }
    let mut digits = Vec::new();
    let mut differ = look.differ;
    while differ != 0 {
        let shift = differ.trailing_zeros().min(u64::BITS - RADIX.trailing_zeros());
        digits.push(shift);
        differ &= !(((RADIX - 1) as u64) << shift);
    }
    let mut scratch = vec![T::default(); all.len()];
    let (mut from, mut to) = (&mut *all, scratch.as_mut_slice());
    for shift in &digits {
        by_digit(from, to, chunks, &|v| (key(v) >> shift) as usize % RADIX);
        std::mem::swap(&mut from, &mut to);
    }
    if digits.len() % 2 == 1 {
        // What is sorted is in the second array.
        let target = Shared(to.as_mut_ptr());
        pool::run(chunks.len(), &|c| {
            // SAFETY: each chunk is its task's own, in both.
            chunks[c].clone().for_each(|at| unsafe { target.put(at, from[at]) })
        });
    }
}

/// What an array is like before it is sorted.
struct Look {
    ascending: bool,
    /// Strictly: there are no equal ones.
    descending: bool,
    /// The bits that are not the same in all.
    differ: u64,
}

fn look<T: Copy + Sync>(all: &[T], chunks: &[Range<usize>], key: &(impl Fn(T) -> u64 + Sync)) -> Look {
    let first = all.first().map_or(0, |v| key(*v));
    let (ascending, descending) = (AtomicBool::new(true), AtomicBool::new(true));
    let differ = AtomicU64::new(0);
    pool::run(chunks.len(), &|c| {
        let Range { start, end } = chunks[c];
        let mut last = key(all[start.saturating_sub(1)]);
        let (mut up, mut down, mut bits) = (true, true, 0);
        // The first element has none before it.
        for v in &all[start.max(1)..end] {
            let next = key(*v);
            up &= last <= next;
            down &= last > next;
            bits |= first ^ next;
            last = next;
        }
        ascending.fetch_and(up, Relaxed);
        descending.fetch_and(down, Relaxed);
        differ.fetch_or(bits, Relaxed);
    });
    Look { ascending: ascending.into_inner(), descending: descending.into_inner(), differ: differ.into_inner() }
}

/// Moves all elements to where their digits want them, those with equal digits in the order that they have.
fn by_digit<T: Copy + Send + Sync>(
    from: &[T],
    to: &mut [T],
    chunks: &[Range<usize>],
    digit: &(impl Fn(T) -> usize + Sync),
) {
    let mut counts = vec![[0usize; RADIX]; chunks.len()];
    let own = Shared(counts.as_mut_ptr());
    pool::run(chunks.len(), &|c| {
        let mut counts = [0; RADIX];
        from[chunks[c].clone()].iter().for_each(|v| counts[digit(*v)] += 1);
        // SAFETY: each task has its own.
        unsafe { own.put(c, counts) };
    });
    let mut next = 0;
    for value in 0..RADIX {
        for counts in &mut counts {
            next += std::mem::replace(&mut counts[value], next);
        }
    }
    let target = Shared(to.as_mut_ptr());
    pool::run(chunks.len(), &|c| {
        let mut goes = counts[c];
        for v in &from[chunks[c].clone()] {
            let at = &mut goes[digit(*v)];
            // SAFETY: as many elements have been counted as there are places, and each place belongs to one of them.
            unsafe { target.put(*at, *v) };
            *at += 1;
        }
    });
}

#[cfg(test)]
#[path = "sort_tests.rs"]
mod tests;
