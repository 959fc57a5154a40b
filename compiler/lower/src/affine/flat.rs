//! Matrices laid flat, `c[i + j * width]`, where nothing in the text says that a row ends before the next one begins.
//!
//! A subscript `stride · u + v` is taken for the two subscripts `[u][v]`, by which iterations are told apart as those of a matrix are. That
//! holds where `0 <= v < stride` for all that the loop touches of the array, which is asked before it (see [`Doubt`](super::Doubt)).

use super::{Facts, Poly, Subscripts, Sym};
use somd_core::ir::VarId;
use std::collections::{BTreeMap, BTreeSet};

/// What a subscript is divided by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stride {
    Of(Sym),
    Number(i64),
}

/// A dimension that is taken for two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Flat {
    dim: usize,
    stride: Stride,
}

impl Flat {
    /// The dimensions that could be two: those in which some index is multiplied by what is the same for all iterations, of which `own` says what
    /// is not.
    pub fn candidates(own: &dyn Fn(VarId) -> bool, all: &[Subscripts]) -> BTreeSet<Flat> {
        let mut found = BTreeSet::new();
        for (dim, p) in all.iter().flat_map(|s| s.iter().enumerate()).filter_map(|(dim, p)| Some((dim, p.as_ref()?))) {
            for (product, &c) in &p.0 {
                let (own, fixed): (Vec<Sym>, Vec<Sym>) = product.iter().partition(|s| super::mentions(&[**s], own));
                if own.is_empty() {
                    continue;
                }
                found.extend(fixed.into_iter().map(|s| Flat { dim, stride: Stride::Of(s) }));
                if c.abs() > 1 {
                    found.insert(Flat { dim, stride: Stride::Number(c.abs()) });
                }
            }
        }
        found
    }

    /// The subscripts with one more dimension; None where one is no polynomial, or has the stride in it twice.
    pub fn apply(&self, subscripts: &Subscripts) -> Option<Subscripts> {
        let mut out = subscripts.clone();
        if let Some(slot) = out.get_mut(self.dim) {
            let p = slot.take()?;
            let (u, v) = match self.stride {
                Stride::Of(sym) => p.split(sym)?,
                Stride::Number(n) => {
                    let (with, rest): (BTreeMap<_, _>, BTreeMap<_, _>) =
                        p.0.into_iter().partition(|(product, c)| !product.is_empty() && c % n == 0);
                    (Poly(with).exactly_over(n)?, Poly(rest))
                }
            };
            *slot = Some(u);
            out.insert(self.dim + 1, Some(v));
        }
        Some(out)
    }

    /// What must lie between 0 and the stride, of subscripts that [`Flat::apply`] has given, where the text does not say so. None where it never
    /// does, or is not known.
    pub fn within(&self, facts: &Facts, own: &dyn Fn(VarId) -> bool, all: &[Subscripts]) -> Option<Vec<(Poly, Poly)>> {
        let stride = match self.stride {
            Stride::Of(sym) => Poly::sym(sym),
            Stride::Number(n) => Poly::constant(n),
        };
        let mut asked = Vec::new();
        for v in all.iter().filter_map(|s| s.get(self.dim + 1)?.as_ref()) {
            let unknown = |s: Sym| match s {
                Sym::Var(v) | Sym::Triangle(v) => {
                    own(v) && facts.ranges.get(&v).is_none_or(|r| r.lower.is_empty() || r.upper.is_empty())
                }
                Sym::Len(..) => false,
            };
            if v.syms().any(unknown) || v.as_constant().is_some_and(|c| c < 0) {
                return None;
            }
            let (lows, highs) = (facts.ends(v, own, false), facts.ends(v, own, true));
            let at_end = (stride.clone(), Vec::new());
            let beyond = |c: i64| matches!(self.stride, Stride::Number(n) if c >= n);
            let never = |low: &Poly| low.as_constant().is_some_and(|c| c < 0);
            let never_below = |high: &Poly| high.as_constant().is_some_and(beyond);
            if v.as_constant().is_some_and(beyond)
                || lows.iter().any(|(low, _)| never(low))
                || !highs.is_empty() && highs.iter().all(|(high, _)| never_below(high))
            {
                return None;
            }
            let inside = lows.iter().any(|(low, known)| facts.not_negative(low, known))
                && highs.iter().any(|high| facts.less(high, &at_end));
            if !inside && !asked.iter().any(|(p, _)| p == v) {
                asked.push((v.clone(), stride.clone()));
            }
        }
        Some(asked)
    }
}
