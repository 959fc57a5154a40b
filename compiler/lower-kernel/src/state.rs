//! What a body knows of the form that it is written in: elements that are at hand, checks that have been made, iterations beside each other. Data alone: the
//! forms fill it in, and expressions and statements ask it.

use super::lines::Line;
use somd_core::ir::*;
use somd_schedule::forms::jam::Survey;
use somd_schedule::forms::tiles::{At, Own, OwnRow, at};
use std::collections::{BTreeMap, BTreeSet};

/// Elements that are read from a tile.
#[derive(Clone, Debug)]
pub(super) struct Tiled {
    pub array: VarId,
    pub index: Vec<At>,
    /// `x_tile[j - tile]`, or the row of which the variable that the index ends with names an element.
    text: String,
    of_row: bool,
}

impl Tiled {
    /// An element of a row, by the loop variable `p`.
    pub fn row(array: VarId, row: VarId, p: VarId, text: &str) -> Tiled {
        Tiled { array, index: vec![At::Var(row), At::Var(p)], text: text.into(), of_row: true }
    }

    pub fn new(array: VarId, index: Vec<At>, text: String) -> Tiled {
        Tiled { array, index, text, of_row: false }
    }

    /// The element in C; `last`: the variable that the index ends with.
    pub fn element(&self, last: &str) -> String {
        if self.of_row { format!("{}[{last}]", self.text) } else { self.text.clone() }
    }

    /// An element at the iteration's own index.
    pub fn own(own: &Own, text: String) -> Tiled {
        Tiled::new(own.array, own.index.iter().filter_map(at).collect(), text)
    }

    /// The elements of a row at the iteration's own index.
    pub fn own_row(row: &OwnRow, own: VarId, text: &str) -> Vec<Tiled> {
        row.by.iter().map(|p| Tiled::row(row.array, own, *p, text)).collect()
    }

    /// An element by variables alone.
    pub fn whole(array: VarId, index: &[VarId], text: String) -> Tiled {
        Tiled::new(array, index.iter().map(|v| At::Var(*v)).collect(), text)
    }
}

/// A check that has been made already: of this index against this dimension of the array.
pub(super) struct Proved {
    pub array: VarId,
    pub dim: u32,
    pub index: Expr,
    /// The conditions under which it was made, and what each came out as.
    pub under: Vec<(Expr, bool)>,
}

impl Proved {
    pub fn always(array: VarId, dim: u32, index: Expr) -> Proved {
        Proved { array, dim, index, under: Vec::new() }
    }
}

/// The iterations of a work item that lie beside each other.
#[derive(Clone)]
pub(super) struct Lanes {
    pub inner: VarId,
    /// The first of them, and the number of one among them.
    pub first: String,
    pub lane: String,
    /// Variables of loops with few turns.
    pub turns: BTreeSet<VarId>,
    /// What variables stand for.
    pub values: BTreeMap<VarId, Expr>,
    /// Four elements of each output.
    pub fours: BTreeMap<VarId, String>,
}

/// The arrays of a kernel that lie there.
#[derive(Default)]
pub(super) struct Banks {
    pub arrays: BTreeSet<VarId>,
    /// Dimensions of a work group.
    pub rank: usize,
    /// Their declarations, which stand where the kernel begins.
    pub lines: Vec<Line>,
}

/// What a body knows of the iterations of a work item.
pub(super) struct Jam {
    pub index: VarId,
    /// `const int i = …;` and `const bool inside = …;`
    pub index_line: String,
    pub inside_line: String,
    pub index_name: String,
    pub from: String,
    pub survey: Survey,
    /// Work items meet at barriers: none may leave.
    pub meets: bool,
    /// Kept from one part to another.
    pub kept: BTreeSet<VarId>,
    /// Iterations have been checked one by one: no check of all may follow.
    pub checked: bool,
    pub each: String,
}
