//! How much a launch does, from what the compiler knows of an iteration and the real bounds of the loops in it: for profiles.
//!
//! What depends on data (which branch is taken, when a `while` ends) is not guessed: the count has a least and a most, and the most may be open.

use crate::kernel::{Arg, ArrayArg, Elem, Out, Scalar};

/// What an iteration does, as a list of steps. Bounds are computed on a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// So many operations on values: arithmetic, comparisons, calls of `Math`. What computes indices does not count.
    Operations(u32),
    /// So many bytes of the array `args[arg]`.
    Reads {
        arg: u32,
        bytes: u32,
    },
    /// So many bytes of the array `outs[out]`, read or written.
    Touches {
        out: u32,
        bytes: u32,
    },
    /// Puts a number on the stack.
    Number(i64),
    /// The scalar `args[n]`.
    Given(u32),
    /// A length of the array `args[arg]`.
    Length {
        arg: u32,
        dim: u32,
    },
    /// A length of the array `outs[out]`.
    OutLength {
        out: u32,
        dim: u32,
    },
    /// The index of a dimension of the space: on average.
    Index(u32),
    /// The counter of the loop that is so many loops from the outermost: on average.
    Counter(u32),
    /// Of the two topmost numbers.
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
    /// A loop from the second topmost number to below the topmost one: what follows, up to its [`Work::End`]. `leaves`: it may end early.
    Loop {
        step: i32,
        leaves: bool,
    },
    /// Nobody knows how often: what follows, up to its [`Work::End`].
    Often,
    /// What follows, up to its [`Work::Or`], or else what follows that, up to its [`Work::End`].
    Either,
    Or,
    End,
}

/// From at least to at most; infinite where nobody knows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    pub least: f64,
    pub most: f64,
}

impl Range {
    fn add(&mut self, amount: f64, times: Range) {
        // No bytes in a loop without end are no bytes.
        if amount > 0.0 {
            self.least += amount * times.least;
            self.most += amount * times.most;
        }
    }

    fn and(&mut self, other: Range) {
        self.least += other.least;
        self.most += other.most;
    }

    fn or(self, other: Range) -> Range {
        Range { least: self.least.min(other.least), most: self.most.max(other.most) }
    }
}

/// What a launch does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Amount {
    pub operations: Range,
    /// Of all arrays, each element counted once however often it is touched.
    pub bytes: Range,
    /// Floating-point numbers of eight bytes are among the arrays.
    pub double: bool,
}

impl Amount {
    /// So many bytes, and operations that are not counted.
    pub fn of_bytes(bytes: usize) -> Amount {
        let bytes = Range { least: bytes as f64, most: bytes as f64 };
        Amount { operations: Range { least: 0.0, most: f64::INFINITY }, bytes, double: false }
    }

    /// A part of it.
    pub fn part(&self, part: f64) -> Amount {
        let of = |r: Range| Range { least: r.least * part, most: r.most * part };
        Amount { operations: of(self.operations), bytes: of(self.bytes), double: self.double }
    }
}

struct Counter<'a> {
    work: &'a [Work],
    space: &'a [(i64, i64)],
    args: &'a [Arg<'a>],
    outs: &'a [Out<'a>],
    /// The averages of the counters of the loops around.
    counters: Vec<f64>,
}

#[derive(Clone, Default)]
struct Counts {
    operations: Range,
    args: Vec<Range>,
    outs: Vec<Range>,
}

impl Counts {
    fn pairs<'a>(&'a mut self, other: &'a Counts) -> impl Iterator<Item = (&'a mut Range, Range)> {
        let own = std::iter::once(&mut self.operations).chain(&mut self.args).chain(&mut self.outs);
        own.zip(std::iter::once(other.operations).chain(other.args.iter().copied()).chain(other.outs.iter().copied()))
    }
}

impl Counter<'_> {
    fn length(dims: Option<&[i32]>, dim: u32) -> f64 {
        dims.and_then(|d| d.get(dim as usize)).map_or(0.0, |n| f64::from(*n))
    }

    fn arg(&self, n: u32) -> Option<&[i32]> {
        match self.args.get(n as usize) {
            Some(Arg::Array(a)) => Some(a.dims),
            _ => None,
        }
    }

    fn out(&self, n: u32) -> Option<&[i32]> {
        self.outs.get(n as usize).and_then(out_array).map(|a| a.dims)
    }

    /// Counts from step `at` on, `times` each; gives where the list, or this part of it, ends.
    fn count(&mut self, mut at: usize, times: Range, counts: &mut Counts) -> usize {
        let mut stack: Vec<f64> = Vec::new();
        while let Some(step) = self.work.get(at) {
            at += 1;
            match *step {
                Work::Operations(n) => counts.operations.add(f64::from(n), times),
                Work::Reads { arg, bytes } => {
                    if let Some(range) = counts.args.get_mut(arg as usize) {
                        range.add(f64::from(bytes), times);
                    }
                }
                Work::Touches { out, bytes } => {
                    if let Some(range) = counts.outs.get_mut(out as usize) {
                        range.add(f64::from(bytes), times);
                    }
                }
                Work::Number(n) => stack.push(n as f64),
                Work::Given(n) => stack.push(match self.args.get(n as usize) {
                    Some(Arg::Scalar(s)) => number(s),
                    _ => 0.0,
                }),
                Work::Length { arg, dim } => stack.push(Self::length(self.arg(arg), dim)),
                Work::OutLength { out, dim } => stack.push(Self::length(self.out(out), dim)),
                Work::Index(d) => {
                    let (lo, hi) = self.space.get(d as usize).copied().unwrap_or_default();
                    stack.push((lo as f64 + hi as f64 - 1.0) / 2.0);
                }
                Work::Counter(n) => stack.push(self.counters.get(n as usize).copied().unwrap_or_default()),
                Work::Add | Work::Sub | Work::Mul | Work::Div | Work::Min | Work::Max => {
                    let (b, a) = (stack.pop().unwrap_or_default(), stack.pop().unwrap_or_default());
                    stack.push(match step {
                        Work::Add => a + b,
                        Work::Sub => a - b,
                        Work::Mul => a * b,
                        Work::Div if b != 0.0 => (a / b).trunc(),
                        Work::Min => a.min(b),
                        Work::Max => a.max(b),
                        _ => 0.0,
                    });
                }
                Work::Loop { step, leaves } => {
                    let (to, from) = (stack.pop().unwrap_or_default(), stack.pop().unwrap_or_default());
                    let step = f64::from(step);
                    let turns = ((to - from) / step).max(0.0);
                    let turns = if step.abs() > 1.0 { turns.ceil() } else { turns };
                    let least = if leaves { turns.min(1.0) } else { turns };
                    self.counters.push(from + step * (turns - 1.0).max(0.0) / 2.0);
                    at = self.count(at, Range { least: times.least * least, most: times.most * turns }, counts);
                    self.counters.pop();
                }
                Work::Often => {
                    self.counters.push(0.0);
                    at = self.count(at, Range { least: 0.0, most: f64::INFINITY }, counts);
                    self.counters.pop();
                }
                Work::Either => {
                    let none = Counts {
                        operations: Range::default(),
                        args: vec![Range::default(); counts.args.len()],
                        outs: vec![Range::default(); counts.outs.len()],
                    };
                    let (mut one, mut other) = (none.clone(), none);
                    at = self.count(at, times, &mut one);
                    at = self.count(at, times, &mut other);
                    one.pairs(&other).for_each(|(a, b)| *a = a.or(b));
                    counts.pairs(&one).for_each(|(all, more)| all.and(more));
                }
                Work::Or | Work::End => return at,
            }
        }
        at
    }
}

fn number(scalar: &Scalar) -> f64 {
    match *scalar {
        Scalar::I8(n) => f64::from(n),
        Scalar::I16(n) => f64::from(n),
        Scalar::U16(n) => f64::from(n),
        Scalar::I32(n) => f64::from(n),
        Scalar::I64(n) => n as f64,
        _ => 0.0,
    }
}

fn out_array<'a>(out: &'a Out<'a>) -> Option<&'a ArrayArg<'a>> {
    match out {
        Out::Array { array, .. } | Out::Accumulate { array } | Out::Scan { array, .. } | Out::Filter { array, .. } => {
            Some(array)
        }
        Out::Value(_) => None,
    }
}

/// What a launch over this space does, with these arguments.
pub fn amount(work: &[Work], space: &[(i64, i64)], args: &[Arg], outs: &[Out]) -> Amount {
    let size = |array: &ArrayArg| array.dims.iter().map(|d| f64::from(*d)).product::<f64>() * array.elem.bytes() as f64;
    let iterations: f64 = space.iter().map(|(lo, hi)| (hi - lo).max(0) as f64).product();
    let mut counts = Counts {
        operations: Range::default(),
        args: vec![Range::default(); args.len()],
        outs: vec![Range::default(); outs.len()],
    };
    if work.is_empty() {
        // A sort: how often it looks at an element depends on the device.
        counts.operations.most = f64::INFINITY;
        counts.args.iter_mut().chain(&mut counts.outs).for_each(|r| r.most = f64::INFINITY);
    }
    let mut counter = Counter { work, space, args, outs, counters: Vec::new() };
    counter.count(0, Range { least: iterations, most: iterations }, &mut counts);
    let mut amount = Amount { operations: counts.operations, ..Amount::default() };
    let mut add = |array: &ArrayArg, touched: Range| {
        let size = size(array);
        amount.bytes.and(Range { least: touched.least.min(size), most: touched.most.min(size) });
        amount.double |= array.elem == Elem::F64;
    };
    for (arg, touched) in args.iter().zip(&counts.args) {
        if let Arg::Array(array) = arg {
            add(array, *touched);
        }
    }
    for (out, touched) in outs.iter().zip(&counts.outs) {
        if let Some(array) = out_array(out) {
            add(array, *touched);
        }
    }
    amount
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operations(work: &[Work], space: &[(i64, i64)], args: &[Arg]) -> (f64, f64) {
        let found = amount(work, space, args, &[]).operations;
        (found.least, found.most)
    }

    #[test]
    fn loops_count_by_their_real_bounds() {
        // for (j = 0; j < n; j++) sum += a * b
        const PRODUCT: &[Work] =
            &[Work::Number(0), Work::Given(0), Work::Loop { step: 1, leaves: false }, Work::Operations(2), Work::End];
        assert_eq!(operations(PRODUCT, &[(0, 10), (0, 5)], &[Arg::from(7)]), (700.0, 700.0));
        assert_eq!(operations(PRODUCT, &[(0, 10), (0, 5)], &[Arg::from(0)]), (0.0, 0.0));
        // for (j = 0; j < i; j++): 0 + 1 + … + 9
        const TRIANGLE: &[Work] =
            &[Work::Number(0), Work::Index(0), Work::Loop { step: 1, leaves: false }, Work::Operations(1), Work::End];
        assert_eq!(operations(TRIANGLE, &[(0, 10)], &[]), (45.0, 45.0));
    }

    #[test]
    fn what_data_decide_is_not_guessed() {
        const BRANCH: &[Work] =
            &[Work::Either, Work::Operations(1), Work::Or, Work::Operations(3), Work::End, Work::Operations(1)];
        assert_eq!(operations(BRANCH, &[(0, 4)], &[]), (8.0, 16.0));
        const WHILE: &[Work] = &[Work::Operations(1), Work::Often, Work::Operations(5), Work::End];
        assert_eq!(operations(WHILE, &[(0, 4)], &[]), (4.0, f64::INFINITY));
    }
}
