//! Where a counter begins, and where it is changed.

use super::{Counted, Loops, mentions, stepped};
use crate::walk;
use somd_hir::{Block, Expr, ExprKind, LocalId, Place, Stmt, StmtKind};

/// The first value of a counter, which a statement before the loop gives it.
pub(super) struct Start {
    pub lo: Expr,
    /// Of the statements before the loop.
    pub at: usize,
    /// It declares the counter.
    pub declares: bool,
    /// Nothing but that statement and the loop names the counter.
    pub own: bool,
}

/// Finds the statement among those before the loop.
pub(super) fn before(loops: &Loops<'_>, c: &Counted, stmts: &[Stmt]) -> Option<Start> {
    let one = |s: &Stmt| Block { stmts: vec![s.clone()], span: s.span };
    let at = stmts.iter().rposition(|s| mentions(&one(s), c.index) > 0 || leaves(s))?;
    let (lo, declares) = match &stmts[at].kind {
        StmtKind::Local { local, init: Some(lo) } if *local == c.index => (lo, true),
        StmtKind::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(l), value }, .. }) if *l == c.index => {
            (value.as_ref(), false)
        }
        _ => return None,
    };
    let mut reads = walk::Reads::default();
    reads.expr(lo);
    if reads.locals.contains(&c.index) {
        return None;
    }
    // It is computed later than it was.
    let between = &stmts[at + 1..];
    if !between.is_empty() {
        let assigned: Vec<_> = between.iter().flat_map(|s| walk::assigned_in(&one(s))).collect();
        let same = walk::cannot_throw(loops.pure, lo)
            && !reads.elements
            && reads.are_stable(loops.pure)
            && !assigned.iter().any(|l| reads.locals.contains(l));
        if !same {
            return None;
        }
    }
    let own = declares && !loops.mentioned_outside(c.index, &[&stmts[at], &as_written(loops, c)?]);
    Some(Start { lo: lo.clone(), at, declares, own })
}

/// The loop in the method's text.
fn as_written(loops: &Loops<'_>, c: &Counted) -> Option<Stmt> {
    let mut found = None;
    walk::stmts_in(&loops.whole, &mut |s| {
        let is_loop = matches!(s.kind, StmtKind::For { .. } | StmtKind::While { .. });
        if is_loop && s.span == c.span && found.is_none() {
            found = Some(s.clone());
        }
    });
    found
}

/// The statement may go elsewhere.
fn leaves(s: &Stmt) -> bool {
    matches!(s.kind, StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Return(_) | StmtKind::Throw(_))
}

/// The loop's own statements in front of its first test: one sets the index, the others come before.
pub(super) fn of_init(loops: &Loops<'_>, c: &mut Counted, init: &[Stmt]) -> Option<()> {
    let sets = |s: &Stmt| match &s.kind {
        StmtKind::Local { local, init: Some(lo) } if *local == c.index => Some((lo.clone(), true)),
        StmtKind::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(l), value }, .. }) if *l == c.index => {
            Some((value.as_ref().clone(), false))
        }
        _ => None,
    };
    let own = init.iter().position(|s| sets(s).is_some());
    if let Some(at) = own {
        let (lo, declared) = sets(&init[at])?;
        // Those behind it come before it now.
        let behind = &init[at + 1..];
        let mut reads = walk::Reads::default();
        reads.expr(&lo);
        for s in behind {
            let block = Block { stmts: vec![s.clone()], span: s.span };
            let fine = mentions(&block, c.index) == 0
                && walk::cannot_throw(loops.pure, &lo)
                && walk::assigned_in(&block).is_disjoint(&reads.locals);
            if !fine {
                return None;
            }
        }
        (c.lo, c.declared) = (Some(lo), declared);
    }
    c.before = init.iter().enumerate().filter(|(k, _)| Some(*k) != own).map(|(_, s)| s.clone()).collect();
    Some(())
}

/// Takes the one change of a counter out of the end of a body: `…; i++; j++;`, or `a[i++] = x;` as its last statement.
pub(super) fn take_update(body: &mut Block, index: LocalId) -> Option<Expr> {
    let one = |s: &Stmt| Block { stmts: vec![s.clone()], span: s.span };
    let at = body.stmts.iter().rposition(|s| mentions(&one(s), index) > 0)?;
    let rest = Block { stmts: body.stmts[..at].to_vec(), span: body.span };
    if walk::assigned_in(&rest).contains(&index) || body.stmts[at + 1..].iter().any(leaves) {
        return None;
    }
    let StmtKind::Expr(e) = &mut body.stmts[at].kind else { return None };
    if stepped(e) == Some(index) {
        let update = e.clone();
        // Its value is used nowhere.
        if super::changes(&update, index) != 1 {
            return None;
        }
        body.stmts.remove(at);
        return Some(update);
    }
    if at + 1 < body.stmts.len() || super::mentions(&one(&body.stmts[at]), index) != 1 {
        return None;
    }
    let StmtKind::Expr(e) = &mut body.stmts[at].kind else { return None };
    in_subscript(e, index)
}

/// Takes `i++` out of an expression that evaluates it in any case; `i` is left.
pub(super) fn in_subscript(e: &mut Expr, index: LocalId) -> Option<Expr> {
    let mut certain = true;
    walk::exprs(e, &mut |e| {
        certain &= !matches!(
            e.kind,
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Cond(..) | ExprKind::Switch(_) | ExprKind::Sequence(..)
        );
    });
    let mut update = None;
    if certain {
        somd_hir::walk::rewrite_expr(e, &mut |e| {
            let own = matches!(&e.kind,
                ExprKind::IncDec { place: Place::Local(l), prefix: false, .. } if *l == index);
            if own {
                update = Some(e.clone());
                e.kind = ExprKind::Local(index);
            }
            !own
        });
    }
    update
}
