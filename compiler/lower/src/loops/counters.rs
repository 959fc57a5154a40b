//! Counters beside a loop's index.

use super::{Counted, Loops, binary, convert, lit, mentions, plus, read, stepped};
use crate::stmts::step_of;
use crate::walk;
use somd_hir::{BinOp, Block, Expr, ExprKind, LocalId, Place, Stmt, StmtKind, Ty};

/// The other counters go to the end of the body; those that only the loop knows are computed from the index.
pub(super) fn others(loops: &mut Loops<'_>, c: &mut Counted, before: &[Stmt]) {
    let (own, others): (Vec<Expr>, Vec<Expr>) = c.update.drain(..).partition(|e| stepped(e) == Some(c.index));
    c.update = own;
    let continues =
        crate::normal::jumps(&c.body).iter().any(|j| matches!(j, crate::normal::Jump::Continue(l) if *l == c.label));
    if continues && !others.is_empty() {
        // `continue` comes by them.
        c.update.extend(others);
        return;
    }
    for e in others {
        let span = e.span;
        c.body.stmts.push(Stmt { kind: StmtKind::Expr(e), span });
    }
    let trailing: Vec<LocalId> = c
        .body
        .stmts
        .iter()
        .rev()
        .map_while(|s| match &s.kind {
            StmtKind::Expr(e) => stepped(e).filter(|l| *l != c.index),
            _ => None,
        })
        .collect();
    for local in trailing {
        computed(loops, c, local, before);
    }
}

/// Computes a counter that changes by a constant at the end of each round, begins with a value that stays as it is, and is not named outside.
fn computed(loops: &mut Loops<'_>, c: &mut Counted, local: LocalId, before: &[Stmt]) -> Option<()> {
    let ty = loops.method.locals[local.index()].ty.clone();
    let index_ty = loops.method.locals[c.index.index()].ty.clone();
    let at = c.body.stmts.iter().rposition(|s| matches!(&s.kind, StmtKind::Expr(e) if stepped(e) == Some(local)))?;
    let StmtKind::Expr(update) = &c.body.stmts[at].kind else { return None };
    let by = step_of(update, local)?;
    let rest: Vec<Stmt> = c.body.stmts.iter().enumerate().filter(|(k, _)| *k != at).map(|(_, s)| s.clone()).collect();
    let rest = Block { stmts: rest, span: c.body.span };
    let [step] = c.update.as_slice() else { return None };
    if step_of(step, c.index) != Some(1)
        || ty != Ty::Int
        || index_ty != Ty::Int
        || walk::assigned_in(&rest).contains(&local)
        || !c.stays()
    {
        return None;
    }
    // The last statement that sets it, in the loop's own or before it.
    let sets = |s: &Stmt| match &s.kind {
        StmtKind::Local { local: l, init: Some(e) } if *l == local => Some((e.clone(), true)),
        StmtKind::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(l), value }, .. }) if *l == local => {
            Some((value.as_ref().clone(), false))
        }
        _ => None,
    };
    let one = |s: &Stmt| Block { stmts: vec![s.clone()], span: s.span };
    let all: Vec<&Stmt> = before.iter().chain(&c.before).collect();
    let found = all.iter().rposition(|s| mentions(&one(s), local) > 0)?;
    let (first, _) = sets(all[found])?;
    let later: Vec<LocalId> = all[found + 1..].iter().flat_map(|s| walk::assigned_in(&one(s))).collect();
    let mut reads = walk::Reads::default();
    reads.expr(&first);
    let lo = c.lo.clone()?;
    let steady = c.is_stable(loops.pure, &first)
        && c.is_stable(loops.pure, &lo)
        && !later.iter().any(|l| reads.locals.contains(l))
        && !reads.locals.contains(&local);
    // Nobody asks for it behind the loop: what names it is the loop, and what sets it before.
    let mut in_loop = 0;
    walk::stmts_in(&loops.whole, &mut |s| {
        if s.span == c.span && matches!(s.kind, StmtKind::For { .. } | StmtKind::While { .. }) {
            in_loop = mentions(&one(s), local);
        }
    });
    let sets_before: usize = before.iter().filter(|s| sets(s).is_some()).map(|s| mentions(&one(s), local)).sum();
    if !steady || mentions(&loops.whole, local) > in_loop + sets_before {
        return None;
    }
    let span = c.span;
    let distance = match lo.kind {
        ExprKind::Lit(somd_hir::Lit::Int(0)) => read(c.index, &Ty::Int, span),
        _ => binary(BinOp::Sub, read(c.index, &Ty::Int, span), lo),
    };
    let moved = match by {
        1 => binary(BinOp::Add, convert(first, &Ty::Int), distance),
        -1 => binary(BinOp::Sub, convert(first, &Ty::Int), distance),
        by => binary(BinOp::Add, first, binary(BinOp::Mul, distance, lit(&Ty::Int, by.into(), span))),
    };
    let mut stmts = vec![Stmt { kind: StmtKind::Local { local, init: Some(plus(moved, 0)) }, span }];
    stmts.extend(rest.stmts);
    c.body.stmts = stmts;
    // What it is before the loop nobody reads.
    c.before.retain(|s| sets(s).is_none());
    Some(())
}
