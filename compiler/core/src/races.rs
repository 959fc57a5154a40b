//! Shadow memory for the elements that the iterations of a parallel instruction share, which finds what the order of the interpreter hides:
//! two iterations that store to one element, or one that reads what another has stored or will store there.
//!
//! What the checker looks at are the results of outputs of kind [`Array`](super::ir::OutputKind::Array): a back end stores to them in any order.
//! The old name of an array keeps the contents from before the instruction, so that reading it is no race whatever is stored; the elements of
//! an accumulation, a reduction or a scan are combined, and that is theirs to order.

use super::ir::VarId;
use smol_str::SmolStr;
use somd_syntax::source::Span;
use std::collections::HashMap;

/// One access to an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Access {
    pub span: Span,
    pub stores: bool,
    /// The number of the iteration, from 0, row-major.
    pub iteration: u64,
}

/// Two accesses by different iterations to one element, of which at least one stores.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    pub array: SmolStr,
    /// The indices of the element.
    pub element: Vec<usize>,
    /// In the order of the interpreter.
    pub accesses: [Access; 2],
}

/// What happened to one element since the instruction began.
#[derive(Default)]
struct Element {
    stored: Option<Access>,
    /// The first read: iterations come in order, so that another one has read where a later one is not this one.
    read: Option<Access>,
}

/// The shadow of one result.
pub(super) struct Shadow {
    array: SmolStr,
    dims: Vec<usize>,
    elements: HashMap<usize, Element>,
}

/// A variable that names a result, or a row of one that begins at `offset`.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub shadow: usize,
    pub offset: usize,
}

/// The shadows of the instruction that runs, and the first race.
#[derive(Default)]
pub(super) struct Checker {
    shadows: Vec<Shadow>,
    pub iteration: u64,
    pub found: Option<Race>,
}

impl Checker {
    /// Begins an instruction with these results: their variables, names and sizes. What the variables are then.
    pub fn begin(&mut self, results: Vec<(VarId, SmolStr, Vec<usize>)>) -> Vec<(VarId, Place)> {
        self.shadows.clear();
        self.iteration = 0;
        let mut places = Vec::new();
        for (var, array, dims) in results {
            places.push((var, Place { shadow: self.shadows.len(), offset: 0 }));
            self.shadows.push(Shadow { array, dims, elements: HashMap::new() });
        }
        places
    }

    /// The elements `at` of what lies at a place are stored to or read. Whether that is a race, the first of the program.
    pub fn access(&mut self, place: Place, at: std::ops::Range<usize>, stores: bool, span: Span) -> bool {
        let now = Access { span, stores, iteration: self.iteration };
        let Some(shadow) = self.shadows.get_mut(place.shadow) else { return false };
        for at in at {
            let element = shadow.elements.entry(place.offset + at).or_default();
            let another = |a: &Access| a.iteration != now.iteration;
            let before = element.stored.filter(another).or(element.read.filter(another).filter(|_| stores));
            if let (Some(before), None) = (before, &self.found) {
                let element = indices(&shadow.dims, place.offset + at);
                self.found = Some(Race { array: shadow.array.clone(), element, accesses: [before, now] });
                return true;
            }
            match stores {
                true => element.stored = Some(now),
                false => _ = element.read.get_or_insert(now),
            }
        }
        false
    }
}

fn indices(dims: &[usize], at: usize) -> Vec<usize> {
    let mut rest = at;
    let mut index: Vec<usize> = dims
        .iter()
        .rev()
        .map(|&d| {
            let i = rest % d.max(1);
            rest /= d.max(1);
            i
        })
        .collect();
    index.reverse();
    index
}
