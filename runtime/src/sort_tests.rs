//! Every way to sort gives one result: what a stable sort by the keys gives, NaNs in their order included.

use super::*;
use std::fmt::Debug;

/// Numbers that look random, the same each time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

const SIZES: [usize; 12] = [0, 1, 2, 3, 255, 256, 257, 1000, FEW - 1, FEW + 1, MANY, 100_003];

/// Whatever sorts gives what a stable sort by the keys gives, by the bits that `shown` shows.
fn agree<T: Key, S: PartialEq + Debug>(all: &[T], shown: impl Fn(T) -> S) {
    let list = |v: &[T]| v.iter().map(|v| shown(*v)).collect::<Vec<S>>();
    let mut expected = all.to_vec();
    expected.sort_by_key(|v| v.bits());
    let expected = list(&expected);
    let mut alone = all.to_vec();
    T::sort(&mut alone);
    assert!(list(&alone) == expected, "on one thread, {} elements", all.len());
    let mut together = all.to_vec();
    parallel(&mut together);
    assert!(list(&together) == expected, "on all cores, {} elements", all.len());
    // However few threads the machine has.
    for runs in [4, 16] {
        let mut merged = all.to_vec();
        T::sort_runs(&mut merged, runs);
        assert!(list(&merged) == expected, "in {runs} runs, {} elements", all.len());
    }
    for on_all_cores in [false, true] {
        let mut at = vec![0; all.len()];
        places(all, &mut at, on_all_cores);
        let mut stable: Vec<i32> = (0..all.len() as i32).collect();
        stable.sort_by_key(|&k| all[k as usize].bits());
        assert!(at == stable, "places of {} elements", all.len());
    }
}

/// In all orders that sorts are known to stumble over.
fn in_all_orders<T: Key, S: PartialEq + Debug>(value: impl Fn(u64) -> T, shown: impl Fn(T) -> S + Copy) {
    let mut random = Random(88172645463325252);
    for n in SIZES {
        let mut all: Vec<T> = (0..n).map(|_| value(random.next())).collect();
        agree(&all, shown);
        T::sort(&mut all);
        agree(&all, shown);
        all.reverse();
        agree(&all, shown);
        agree(&vec![value(random.next()); n], shown);
        let few = [value(random.next()), value(random.next()), value(random.next())];
        agree(&(0..n).map(|_| few[random.next() as usize % 3]).collect::<Vec<T>>(), shown);
        // Strictly descending.
        all.dedup_by_key(|v| v.bits());
        agree(&all, shown);
    }
}

#[test]
fn whole_numbers() {
    in_all_orders(|r| r as i8, |v| v);
    in_all_orders(|r| r as i16, |v| v);
    in_all_orders(|r| r as u16, |v| v);
    in_all_orders(|r| r as i32, |v| v);
    in_all_orders(|r| r as i64, |v| v);
    // Few digits differ.
    in_all_orders(|r| (r % 1000) as i32 - 500, |v| v);
    in_all_orders(|r| ((r % 77) << 20) as i64, |v| v);
}

#[test]
fn floats_with_zeros_and_nans() {
    // A fifth of them are NaNs of several bits, zeros or infinite.
    in_all_orders(
        |r| match r % 20 {
            0 => f32::from_bits(0x7fc00000 | (r >> 40) as u32 & 0x3fffff),
            1 => f32::from_bits(0xff800001 | (r >> 40) as u32 & 0xffff),
            2 => -0.0,
            3 => [0.0, f32::INFINITY, f32::NEG_INFINITY][(r >> 32) as usize % 3],
            _ => (r >> 32) as i32 as f32 * 1e-3,
        },
        f32::to_bits,
    );
    in_all_orders(
        |r| match r % 20 {
            0 => f64::from_bits(0x7ff8000000000000 | r >> 20 & 0xffffffff),
            1 => f64::from_bits(0xfff0000000000001 | r >> 40),
            2 => -0.0,
            3 => [0.0, f64::INFINITY, f64::NEG_INFINITY][(r >> 32) as usize % 3],
            _ => r as i64 as f64 * 1e-3,
        },
        f64::to_bits,
    );
    in_all_orders(f64::from_bits, f64::to_bits);
}

#[test]
fn bits_are_in_javas_order() {
    let ascending = [f64::NEG_INFINITY, -1.5, -f64::MIN_POSITIVE, -0.0, 0.0, 5e-324, 1.0, f64::INFINITY, f64::NAN];
    assert!(ascending.windows(2).all(|w| w[0].bits() < w[1].bits()));
    assert_eq!((-f64::NAN).bits(), f64::NAN.bits());
    assert!([i8::MIN, -1, 0, 1, i8::MAX].windows(2).all(|w| w[0].bits() < w[1].bits()));
    assert!([i64::MIN, -1, 0, 1, i64::MAX].windows(2).all(|w| w[0].bits() < w[1].bits()));
    assert_eq!((u16::MIN.bits(), u16::MAX.bits()), (0, 65535));
}

/// Of equal elements those of the left run come first, wherever pieces of a merge end.
#[test]
fn merges_are_stable() {
    let mut random = Random(1);
    for n in [0, 1, 5, 64, 1000, 40_000] {
        let mut all: Vec<(u8, u32)> = (0..n).map(|k| ((random.next() % 7) as u8, k)).collect();
        let mut expected = all.clone();
        expected.sort_by_key(|v| v.0);
        by_merging(&mut all, 16, &|run| run.sort_by_key(|v| v.0), &|a, b| a.0 <= b.0);
        assert!(all == expected, "{n} elements");
    }
}
