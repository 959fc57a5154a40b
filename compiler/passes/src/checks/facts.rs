//! What is known of symbols: a stack of facts, of which each symbol knows its own.
//!
//! A fact is an edge of a graph of difference constraints. What follows from facts is a path, of [`DEPTH`] edges at most, so a question takes
//! time in proportion to the facts that can be reached.

use super::{Bound, Symbol};
use std::collections::HashMap;

/// Facts are followed this many steps.
pub(super) const DEPTH: usize = 5;

/// `symbol <= bound`, or `>=`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fact {
    pub symbol: Symbol,
    pub upper: bool,
    pub bound: Bound,
}

#[derive(Default)]
pub(super) struct Facts {
    /// The strongest fact of a symbol for each base, in the order in which they were first learned.
    of: HashMap<(Symbol, bool), Vec<Bound>>,
    /// What was learned, and what stood in its place before.
    learned: Vec<(Fact, Option<i64>)>,
    /// Edges that were followed, for tests.
    #[cfg(test)]
    pub steps: std::cell::Cell<usize>,
}

impl Facts {
    pub fn len(&self) -> usize {
        self.learned.len()
    }

    /// What a symbol is at most (`upper`), or at least.
    pub fn of(&self, symbol: Symbol, upper: bool) -> &[Bound] {
        self.of.get(&(symbol, upper)).map_or(&[], Vec::as_slice)
    }

    /// Nothing where as much is known already.
    pub fn push(&mut self, fact: Fact) {
        let Fact { symbol, upper, bound } = fact;
        let known = self.of.entry((symbol, upper)).or_default();
        let before = match known.iter_mut().find(|b| b.base == bound.base) {
            Some(b) if if upper { b.add <= bound.add } else { b.add >= bound.add } => return,
            Some(b) => Some(std::mem::replace(&mut b.add, bound.add)),
            None => {
                known.push(bound);
                None
            }
        };
        self.learned.push((fact, before));
    }

    pub fn extend(&mut self, facts: impl IntoIterator<Item = Fact>) {
        facts.into_iter().for_each(|f| self.push(f));
    }

    /// Forgets what was learned from a time on.
    pub fn truncate(&mut self, len: usize) {
        self.split_off(len);
    }

    /// The same, and gives it, as it was learned.
    pub fn split_off(&mut self, len: usize) -> Vec<Fact> {
        let mut gone = Vec::new();
        while self.learned.len() > len
            && let Some((fact, before)) = self.learned.pop()
        {
            if let Some(known) = self.of.get_mut(&(fact.symbol, fact.upper)) {
                match before {
                    Some(add) => known.iter_mut().filter(|b| b.base == fact.bound.base).for_each(|b| b.add = add),
                    None => _ = known.pop(),
                }
            }
            gone.push(fact);
        }
        gone.reverse();
        gone
    }

    /// All that is known to be at least `from` (`upper`), or at most, and itself: the strongest for each base.
    pub fn reached(&self, from: Bound, upper: bool) -> HashMap<Option<Symbol>, i64> {
        let mut reached = HashMap::from([(from.base, from.add)]);
        let mut last = vec![from];
        for _ in 0..DEPTH {
            let mut next: Vec<Bound> = Vec::new();
            for b in last {
                // What has become stronger since is followed from there.
                let Some(symbol) = b.base.filter(|s| reached[&Some(*s)] == b.add) else { continue };
                for further in self.of(symbol, upper) {
                    #[cfg(test)]
                    self.steps.set(self.steps.get() + 1);
                    let further = further.plus(b.add);
                    let known = reached.get(&further.base);
                    if known.is_none_or(|k| if upper { further.add < *k } else { further.add > *k }) {
                        reached.insert(further.base, further.add);
                        next.push(further);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            last = next;
        }
        reached
    }
}
