//! Variables that keep the best of what a loop's iterations offer, with what belongs to it: `if (a[i] < m) { m = a[i]; at = i; }`; and
//! variables that keep what the last iteration to set them leaves: `if (a[i] == x) at = i;`.
//!
//! Which iteration wins is a reduction; what it leaves is found by running that one iteration again, as it is written. So any
//! number of variables may be set along, and the result is to the bit what one instance leaves.

use super::reduction::{declared_in, first_access_writes};
use super::walk;
use somd_hir::{self as hir, BinOp, Expr, ExprKind, LocalId, Place, StmtKind};
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::BTreeSet;

pub struct Best<'h> {
    /// The statement that sets the variables.
    pub stmt: &'h hir::Stmt,
    /// What is compared; None where the last iteration that comes here wins.
    pub rank: Option<Rank<'h>>,
    /// What must hold beside the comparison.
    pub guards: Vec<&'h Expr>,
    /// How many of them Java evaluates before it compares: those behind are evaluated only where an iteration offers more.
    pub before: usize,
    /// All variables that the statement sets and that live outside the loop.
    pub sets: BTreeSet<LocalId>,
    pub at: Span,
}

impl<'h> Best<'h> {
    /// What is done for an iteration that wins; None where that is the assignment of its value alone.
    pub fn then(&self) -> Option<&'h hir::Block> {
        match &self.stmt.kind {
            StmtKind::If { then, .. } => Some(then),
            _ => None,
        }
    }
}

/// `value < local` and the like.
pub struct Rank<'h> {
    pub local: LocalId,
    pub value: &'h Expr,
    pub op: ReduceOp,
    /// Of equal values the first wins, not the last.
    pub strict: bool,
}

/// All such variables among `outer`, those that the loop assigns and does not declare.
pub fn bests<'h>(body: &'h hir::Block, outer: &BTreeSet<LocalId>) -> Vec<Best<'h>> {
    let mut found: Vec<Best<'h>> = Vec::new();
    stmts(body, &mut |s| {
        if let Some(best) = ranked(s, body, outer) {
            found.push(best);
        }
    });
    stmts(body, &mut |s| {
        let taken = |b: &Best| found.iter().any(|f| !f.sets.is_disjoint(&b.sets));
        if let Some(best) = last(s, body, outer).filter(|b| !taken(b)) {
            found.push(best);
        }
    });
    found
}

fn stmts<'h>(b: &'h hir::Block, f: &mut dyn FnMut(&'h hir::Stmt)) {
    for s in &b.stmts {
        f(s);
        match &s.kind {
            StmtKind::Block(b)
            | StmtKind::Labeled { body: b, .. }
            | StmtKind::For { body: b, .. }
            | StmtKind::While { body: b, .. }
            | StmtKind::DoWhile { body: b, .. } => stmts(b, f),
            StmtKind::If { then, otherwise, .. } => {
                stmts(then, f);
                otherwise.iter().for_each(|o| stmts(o, f));
            }
            _ => {}
        }
    }
}

fn ranked<'h>(s: &'h hir::Stmt, body: &'h hir::Block, outer: &BTreeSet<LocalId>) -> Option<Best<'h>> {
    match &s.kind {
        StmtKind::If { cond, then, otherwise: None } => {
            let mut terms = Vec::new();
            conjunction(cond, &mut terms);
            let at = terms.iter().position(|t| comparison(t, outer).is_some())?;
            let rank = comparison(terms.remove(at), outer)?;
            let before = at;
            let (assigned, at) = assigned_once(then, rank.local)?;
            if !same(assigned, rank.value) || mentions(body, rank.local) != 2 {
                return None;
            }
            let sets = set_in(then, body, outer, rank.local)?;
            let keeps = terms.iter().all(|t| sets.iter().all(|&l| !reads(t, l)));
            (keeps && sets.iter().all(|&l| !reads(rank.value, l))).then_some(Best {
                stmt: s,
                rank: Some(rank),
                guards: terms,
                before,
                sets,
                at,
            })
        }
        // `m = v < m ? v : m;` (of floats with `<` or `>`)
        StmtKind::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(local), value }, span, .. })
            if outer.contains(local) =>
        {
            let ExprKind::Cond(cond, yes, no) = &value.kind else { return None };
            let mut rank = comparison(cond, outer).filter(|r| r.local == *local)?;
            let keeps = |e: &Expr| matches!(&e.kind, ExprKind::Local(l) if l == local);
            // `m > v ? m : v`, where no value is neither greater, less nor equal.
            let taken = if keeps(yes) && rank.value.ty.is_integral() {
                rank.op = if rank.op == ReduceOp::Min { ReduceOp::Max } else { ReduceOp::Min };
                rank.strict = !rank.strict;
                no
            } else {
                yes
            };
            let kept = if std::ptr::eq(taken, no) { yes } else { no };
            // Only an assignment tells which of equal zeros wins.
            let told = rank.strict || rank.value.ty.is_integral();
            let own = !reads(rank.value, *local) && mentions(body, *local) == 3;
            (keeps(kept) && told && own && same(taken, rank.value)).then(|| Best {
                stmt: s,
                rank: Some(rank),
                guards: Vec::new(),
                before: 0,
                sets: BTreeSet::from([*local]),
                at: *span,
            })
        }
        _ => None,
    }
}

/// A statement that sets variables which nothing in the loop reads before.
fn last<'h>(s: &'h hir::Stmt, body: &'h hir::Block, outer: &BTreeSet<LocalId>) -> Option<Best<'h>> {
    let (then, guards) = match &s.kind {
        StmtKind::If { cond, then, otherwise: None } => (then, vec![cond]),
        _ => return None,
    };
    let sets: BTreeSet<LocalId> = walk::assigned_in(then).intersection(outer).copied().collect();
    let own =
        |&l: &LocalId| first_access_writes(then, l) && mentions(body, l) == mentions(then, l) && !reads(guards[0], l);
    (!sets.is_empty() && sets.iter().all(own)).then_some(Best {
        stmt: s,
        rank: None,
        guards,
        before: 1,
        sets,
        at: s.span,
    })
}

fn conjunction<'h>(e: &'h Expr, out: &mut Vec<&'h Expr>) {
    match &e.kind {
        ExprKind::And(a, b) => {
            conjunction(a, out);
            conjunction(b, out);
        }
        _ => out.push(e),
    }
}

fn comparison<'h>(e: &'h Expr, outer: &BTreeSet<LocalId>) -> Option<Rank<'h>> {
    let ExprKind::Binary(op, a, b) = &e.kind else { return None };
    let (a, b) = (narrow(a), narrow(b));
    if a.ty != b.ty {
        return None;
    }
    let local = |e: &Expr| match &e.kind {
        ExprKind::Local(l) if outer.contains(l) => Some(*l),
        _ => None,
    };
    let (op, value, local) = match (local(a), local(b)) {
        (None, Some(l)) => (*op, a, l),
        (Some(l), None) => {
            let flipped = match op {
                BinOp::Lt => BinOp::Gt,
                BinOp::Le => BinOp::Ge,
                BinOp::Gt => BinOp::Lt,
                BinOp::Ge => BinOp::Le,
                _ => return None,
            };
            (flipped, b, l)
        }
        _ => return None,
    };
    let (op, strict) = match op {
        BinOp::Lt => (ReduceOp::Min, true),
        BinOp::Le => (ReduceOp::Min, false),
        BinOp::Gt => (ReduceOp::Max, true),
        BinOp::Ge => (ReduceOp::Max, false),
        _ => return None,
    };
    Some(Rank { local, value, op, strict })
}

/// Without the widening to `int` that Java compares by.
pub fn narrow(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Convert(inner) if e.ty.is_integral() && inner.ty.is_integral() => inner,
        _ => e,
    }
}

/// What the one assignment of `local`, a statement of its own in `block`, gives it.
fn assigned_once(block: &hir::Block, local: LocalId) -> Option<(&Expr, Span)> {
    let mut values = block.stmts.iter().filter_map(|s| match &s.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(l), value }, span, .. }) if *l == local => {
            Some((value.as_ref(), *span))
        }
        _ => None,
    });
    let one = values.next()?;
    values.next().is_none().then_some(one)
}

/// The variables that `then` sets, where each of them is touched nowhere else in the loop; `best` is known to be fine.
fn set_in(then: &hir::Block, body: &hir::Block, outer: &BTreeSet<LocalId>, best: LocalId) -> Option<BTreeSet<LocalId>> {
    let declared = declared_in(then);
    let sets: BTreeSet<LocalId> = walk::assigned_in(then).difference(&declared).copied().collect();
    let own = |&l: &LocalId| {
        l == best || outer.contains(&l) && first_access_writes(then, l) && mentions(body, l) == mentions(then, l)
    };
    sets.iter().all(own).then_some(sets)
}

/// How often a local is read or written.
pub fn mentions(b: &hir::Block, local: LocalId) -> usize {
    let mut n = 0;
    walk::exprs_in(b, &mut |e| n += usize::from(names(e, local)));
    n
}

fn reads(e: &Expr, local: LocalId) -> bool {
    let mut found = false;
    walk::exprs(e, &mut |e| found |= names(e, local));
    found
}

fn names(e: &Expr, local: LocalId) -> bool {
    match &e.kind {
        ExprKind::Local(l)
        | ExprKind::Assign { place: Place::Local(l), .. }
        | ExprKind::CompoundAssign { place: Place::Local(l), .. }
        | ExprKind::IncDec { place: Place::Local(l), .. } => *l == local,
        _ => false,
    }
}

/// The same text, but for spaces and conversions: what parallel code evaluates has no effects, so it has the same value.
pub fn same(a: &Expr, b: &Expr) -> bool {
    use ExprKind as K;
    match (&a.kind, &b.kind) {
        (K::Lit(x), K::Lit(y)) => x == y,
        (K::Local(x), K::Local(y)) => x == y,
        (K::This, K::This) => true,
        (K::Field { object: x, field: f }, K::Field { object: y, field: g }) => {
            f == g
                && match (x, y) {
                    (None, None) => true,
                    (Some(x), Some(y)) => same(x, y),
                    _ => false,
                }
        }
        (K::Length(x), K::Length(y))
        | (K::Neg(x), K::Neg(y))
        | (K::BitNot(x), K::BitNot(y))
        | (K::Not(x), K::Not(y)) => same(x, y),
        (K::Convert(x), K::Convert(y)) => a.ty == b.ty && same(x, y),
        (K::Index { array: x, index: i }, K::Index { array: y, index: j }) => same(x, y) && same(i, j),
        (K::Binary(o, w, x), K::Binary(p, y, z)) => o == p && same(w, y) && same(x, z),
        (K::Cond(c, w, x), K::Cond(d, y, z)) => same(c, d) && same(w, y) && same(x, z),
        (K::Call { method: m, receiver: r, args: x, .. }, K::Call { method: n, receiver: s, args: y, .. }) => {
            let receivers = match (r, s) {
                (None, None) => true,
                (Some(r), Some(s)) => same(r, s),
                _ => false,
            };
            m == n && receivers && x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y))
        }
        _ => false,
    }
}
