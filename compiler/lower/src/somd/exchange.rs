//! Loops whose iterations exchange elements in pairs: what an iteration touches is one pair, and no element is in two.
//!
//! - `a[i]` and `a[n - 1 - i]` with `i` below `n / 2`: the sum of two indices of different iterations is less than `n - 1`.
//! - `a[i]` and `a[l]` with `l = i ^ j`, touched where `l > i` alone: of two numbers that `^ j` makes of one another only the lesser has a turn.

use crate::stmts::Canonical;
use crate::walk;
use somd_hir::{BinOp, Block, Expr, ExprKind, Lit, LocalId, Place, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// The arrays, locals from outside the loop, of which each iteration touches a pair of its own.
pub(super) fn paired(c: &Canonical<'_>, body: &Block) -> BTreeSet<LocalId> {
    let assigned = walk::assigned_in(body);
    let mut values: BTreeMap<LocalId, &Expr> = BTreeMap::new();
    walk::stmts_in(body, &mut |s| {
        if let StmtKind::Local { local, init: Some(init) } = &s.kind
            && !assigned.contains(local)
        {
            values.insert(*local, init);
        }
    });
    let mut stored = BTreeSet::new();
    walk::exprs_in(body, &mut |e| {
        if let ExprKind::Assign { place: Place::Index { array, .. }, .. } = &e.kind
            && let ExprKind::Local(a) = array.kind
            && !values.contains_key(&a)
        {
            stored.insert(a);
        }
    });
    let pairs = Pairs { c, values, assigned };
    let natural = matches!(c.lo.kind, ExprKind::Lit(Lit::Int(0..))) && c.step == 1;
    stored.retain(|&a| natural && (pairs.mirrored(a, body) || pairs.flipped(a, body)));
    stored
}

struct Pairs<'p, 'h> {
    c: &'p Canonical<'h>,
    /// Of locals of an iteration that have one value.
    values: BTreeMap<LocalId, &'p Expr>,
    assigned: BTreeSet<LocalId>,
}

impl Pairs<'_, '_> {
    fn value<'e>(&'e self, e: &'e Expr) -> &'e Expr {
        match e.kind {
            ExprKind::Local(l) => self.values.get(&l).copied().unwrap_or(e),
            _ => e,
        }
    }

    fn is_index(&self, e: &Expr) -> bool {
        matches!(e.kind, ExprKind::Local(l) if l == self.c.index)
    }

    /// Its value is the same for all iterations: a local from outside, the length of an array, or a constant.
    fn is_fixed(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Local(l) => *l != self.c.index && !self.assigned.contains(l) && !self.values.contains_key(l),
            ExprKind::Length(array) => matches!(&array.kind, ExprKind::Local(_)) && self.is_fixed(array),
            ExprKind::Lit(_) => true,
            _ => false,
        }
    }

    /// `a[i]` and `a[n - 1 - i]` with `i < n / 2`.
    fn mirrored(&self, array: LocalId, body: &Block) -> bool {
        let half = self.c.bounds.iter().filter(|b| !b.inclusive).find_map(|b| match &b.value.kind {
            ExprKind::Binary(BinOp::Div, n, by) if is_constant(by, 2) => Some(n.as_ref()),
            ExprKind::Binary(BinOp::Shr | BinOp::UShr, n, by) if is_constant(by, 1) => Some(n.as_ref()),
            _ => None,
        });
        let Some(n) = half.filter(|n| self.is_fixed(n)) else { return false };
        // `n - 1 - i`, `n - i - 1`
        let is_mirror = |e: &Expr| {
            let ExprKind::Binary(BinOp::Sub, a, b) = &self.value(e).kind else { return false };
            let ExprKind::Binary(BinOp::Sub, x, y) = &a.kind else { return false };
            let one_and_index = is_constant(y, 1) && self.is_index(b) || self.is_index(y) && is_constant(b, 1);
            same(x, n) && one_and_index
        };
        every_touch(array, body, &|e| self.is_index(e) || is_mirror(e))
    }

    /// `a[i]` and `a[i ^ j]` where `i ^ j > i`.
    fn flipped(&self, array: LocalId, body: &Block) -> bool {
        let is_flip = |e: &Expr| {
            let ExprKind::Binary(BinOp::Xor, a, b) = &self.value(e).kind else { return false };
            self.is_index(a) && self.is_fixed(b) || self.is_index(b) && self.is_fixed(a)
        };
        let first = body.stmts.iter().find_map(|s| match &s.kind {
            StmtKind::Local { local, init: Some(init) } if is_flip(init) && self.values.contains_key(local) => {
                Some(*local)
            }
            _ => None,
        });
        let Some(other) = first else { return false };
        let is_other = |e: &Expr| matches!(e.kind, ExprKind::Local(l) if l == other);
        let is_guard = |e: &Expr| match &e.kind {
            ExprKind::Binary(BinOp::Gt, a, b) => is_other(a) && self.is_index(b),
            ExprKind::Binary(BinOp::Lt, a, b) => self.is_index(a) && is_other(b),
            _ => false,
        };
        let guarded = |s: &Stmt| match &s.kind {
            StmtKind::If { cond, otherwise: None, .. } => {
                let mut parts = Vec::new();
                walk::conjuncts(cond, &mut parts);
                parts.first().is_some_and(|p| is_guard(p))
            }
            _ => false,
        };
        let one = |s: &Stmt| Block { stmts: vec![s.clone()], span: s.span };
        body.stmts.iter().all(|s| guarded(s) || crate::best::mentions(&one(s), array) == 0)
            && every_touch(array, body, &|e| self.is_index(e) || is_other(e))
    }
}

/// Whether an array is named as `a[…]` alone, with subscripts of which `fits` holds; its length may be asked for.
fn every_touch(array: LocalId, body: &Block, fits: &dyn Fn(&Expr) -> bool) -> bool {
    let is_array = |e: &Expr| matches!(e.kind, ExprKind::Local(l) if l == array);
    let (mut all, mut known) = (0, 0);
    walk::exprs_in(body, &mut |e| {
        all += usize::from(is_array(e));
        match &e.kind {
            ExprKind::Index { array, index }
            | ExprKind::Assign { place: Place::Index { array, index }, .. }
            | ExprKind::CompoundAssign { place: Place::Index { array, index }, .. }
            | ExprKind::IncDec { place: Place::Index { array, index }, .. } => {
                known += usize::from(is_array(array) && fits(index));
            }
            ExprKind::Length(of) => known += usize::from(is_array(of)),
            _ => {}
        }
    });
    all == known
}

fn is_constant(e: &Expr, n: i32) -> bool {
    matches!(e.kind, ExprKind::Lit(Lit::Int(m)) if m == n)
}

/// The same local, or the length of the same array.
fn same(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Local(x), ExprKind::Local(y)) => x == y,
        (ExprKind::Length(x), ExprKind::Length(y)) => same(x, y),
        _ => false,
    }
}
