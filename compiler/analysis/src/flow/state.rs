//! What is known where control is.

use super::*;

/// A set of variables, by index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn none(n: usize) -> Bits {
        Bits(vec![0; n.div_ceil(64)])
    }
    pub(super) fn all(n: usize) -> Bits {
        Bits(vec![!0; n.div_ceil(64)])
    }
    pub(super) fn has(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }
    pub(super) fn set(&mut self, i: usize, on: bool) {
        let bit = 1 << (i % 64);
        if on { self.0[i / 64] |= bit } else { self.0[i / 64] &= !bit }
    }
    pub(super) fn intersect(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }
    pub(super) fn unite(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
}

#[derive(Clone, Debug)]
pub(super) struct State {
    /// Assigned on every path to here.
    pub(super) assigned: Bits,
    /// Assigned on no path to here.
    pub(super) unassigned: Bits,
}

impl State {
    pub(super) fn vacuous(n: usize) -> State {
        State { assigned: Bits::all(n), unassigned: Bits::all(n) }
    }
    pub(super) fn join(&mut self, other: &State) {
        self.assigned.intersect(&other.assigned);
        self.unassigned.intersect(&other.unassigned);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Jump {
    Break(LabelId),
    Continue(LabelId),
    Return,
}

/// A jump on its way to its target.
pub(super) struct Exit {
    pub(super) jump: Jump,
    pub(super) state: State,
}

/// A checked exception that may leave the expression or statement at `span`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Thrown {
    pub(super) class: ClassId,
    pub(super) span: Span,
}

/// How much had been logged at some place.
#[derive(Clone, Copy)]
pub(super) struct Log {
    pub(super) assignments: usize,
    pub(super) declared: usize,
}
