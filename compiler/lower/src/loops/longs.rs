//! Nests of loops with `long` indices, and steps of such: where the bounds turn out to be `int`s, so are the indices.
//!
//! A subscript is the low half of what is computed in `long`, and of sums and products that is computed in `int`. Which iterations own
//! which elements is then known as ever. Where a bound is beyond, the loop runs as it is written.

use super::pointers::as_int;
use super::{Counted, Loops, and, binary, convert, lit, narrowed_with, plus, read, without_widening};
use crate::stmts::step_of;
use crate::walk;
use somd_hir::{BinOp, Block, Expr, ExprKind, Lit, LocalId, Place, Stmt, StmtKind, Ty};
use std::collections::BTreeMap;

/// A head whose index is to be an `int`.
struct Head {
    index: LocalId,
    as_int: LocalId,
    lo: Expr,
    op: BinOp,
    hi: Expr,
    by: i32,
}

/// The nest with `int` indices, and what has to hold for that.
pub(super) fn shortened(loops: &mut Loops<'_>, c: &Counted) -> Option<(Option<Expr>, Stmt)> {
    if loops.nested {
        return None;
    }
    let whole = c.stmt();
    let outer = head(loops, c, &whole)?;
    let mut inner = Vec::new();
    walk::stmts_in(&c.body, &mut |s| {
        if matches!(s.kind, StmtKind::For { .. }) {
            inner.push(s.clone());
        }
    });
    let mut heads = vec![outer];
    for s in &inner {
        heads.extend(head(loops, c, s));
    }
    // Else the low half of the index is all that subscripts have, or there are none.
    let (mut stores, mut computed) = (false, false);
    walk::exprs_in(&c.body, &mut |e| {
        let (ExprKind::Assign { place: Place::Index { index, .. }, .. }
        | ExprKind::CompoundAssign { place: Place::Index { index, .. }, .. }
        | ExprKind::IncDec { place: Place::Index { index, .. }, .. }) = &e.kind
        else {
            return;
        };
        stores = true;
        walk::exprs(index, &mut |e| {
            computed |= matches!(&e.kind, ExprKind::Convert(of)
                if of.ty == Ty::Long && e.ty == Ty::Int && !matches!(of.kind, ExprKind::Local(_)));
        });
    });
    if !(computed || stores && (heads.len() > 1 || heads[0].by != 1)) {
        return None;
    }
    let span = c.span;
    let mut guard: Option<Expr> = None;
    let mut ask = |e: Expr| guard = Some(guard.take().map_or(e.clone(), |g| and(g, e)));
    // What bounds are is computed once; a `long` local that is one is known as an `int` then.
    let mut before = Vec::new();
    let mut known: BTreeMap<LocalId, LocalId> = BTreeMap::new();
    for h in &mut heads {
        for bound in [&mut h.lo, &mut h.hi] {
            if bound.ty == Ty::Int || matches!(bound.kind, ExprKind::Lit(Lit::Long(0..=0x3fff_ffff))) {
                continue;
            }
            walk::exprs(bound, &mut |e| {
                if let ExprKind::Binary(BinOp::Div | BinOp::Rem, _, by) = &e.kind
                    && !matches!(by.kind, ExprKind::Lit(_))
                {
                    ask(binary(BinOp::Ne, by.as_ref().clone(), lit(&by.ty, 0, span)));
                }
            });
            ask(binary(BinOp::Ge, bound.clone(), lit(&Ty::Long, 0, span)));
            ask(binary(BinOp::Le, bound.clone(), lit(&Ty::Long, i64::from(i32::MAX) - i64::from(h.by), span)));
            let local = loops.fresh("bound", Ty::Int, span);
            let init = Some(as_int(bound));
            before.push(Stmt { kind: StmtKind::Local { local, init }, span });
            if let ExprKind::Local(l) = bound.kind {
                known.insert(l, local);
            }
            *bound = read(local, &Ty::Int, span);
        }
    }
    let mut all = Block { stmts: vec![whole], span };
    for h in &heads {
        with_head(&mut all, h);
    }
    let indices: BTreeMap<LocalId, LocalId> = heads.iter().map(|h| (h.index, h.as_int)).collect();
    known.extend(&indices);
    walk::rewrite_block(&mut all, &mut |e| {
        if let Some(number) = narrowed_with(e, &known) {
            *e = number;
        } else if let ExprKind::Local(l) = e.kind
            && let Some(&int) = indices.get(&l)
        {
            *e = convert(read(int, &Ty::Int, e.span), &Ty::Long);
            return false;
        }
        true
    });
    before.append(&mut all.stmts);
    let made = Stmt { kind: StmtKind::Block(Block { stmts: before, span }), span };
    Some((guard, made))
}

/// A loop with a `long` index, all of whose numbers stay as they are during the whole nest `c`.
fn head(loops: &mut Loops<'_>, c: &Counted, s: &Stmt) -> Option<Head> {
    let StmtKind::For { init, cond: Some(cond), update, body, .. } = &s.kind else { return None };
    let ([init], [update]) = (init.as_slice(), update.as_slice()) else { return None };
    let StmtKind::Local { local: index, init: Some(lo) } = &init.kind else { return None };
    let by = step_of(update, *index).filter(|by| (1..=1 << 20).contains(by))?;
    let ExprKind::Binary(op @ (BinOp::Lt | BinOp::Le), at, hi) = &cond.kind else { return None };
    let is_index = matches!(without_widening(at).kind, ExprKind::Local(l) if l == *index);
    let long = loops.method.locals[index.index()].ty == Ty::Long;
    let fine = is_index && long && c.stays() && steady(loops, c, lo) && steady(loops, c, hi);
    if !fine || walk::assigned_in(body).contains(index) {
        return None;
    }
    let as_int = loops.fresh("short", Ty::Int, s.span);
    // An `int` bound has a number after it if the index may be equal to it.
    let narrow = |e: &Expr| match &e.kind {
        ExprKind::Convert(inner) if inner.ty == Ty::Int && matches!(inner.kind, ExprKind::Length(_)) => {
            inner.as_ref().clone()
        }
        _ => e.clone(),
    };
    Some(Head { index: *index, as_int, lo: lo.clone(), op: *op, hi: narrow(hi), by })
}

/// As [`Counted::is_stable`], but for divisions.
fn steady(loops: &Loops<'_>, c: &Counted, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Binary(_, a, b) => steady(loops, c, a) && steady(loops, c, b),
        _ => c.is_stable(loops.pure, e),
    }
}

/// Gives the loop of an index its head.
fn with_head(b: &mut Block, h: &Head) {
    for s in &mut b.stmts {
        let span = s.span;
        if let StmtKind::For { init, cond, update, body, .. } = &mut s.kind {
            let own =
                matches!(init.as_slice(), [Stmt { kind: StmtKind::Local { local, .. }, .. }] if *local == h.index);
            if own {
                let index = || read(h.as_int, &Ty::Int, span);
                let kind = StmtKind::Local { local: h.as_int, init: Some(as_int(&h.lo)) };
                *init = vec![Stmt { kind, span }];
                *cond = Some(binary(h.op, index(), as_int(&h.hi)));
                let by = Box::new(plus(lit(&Ty::Int, 0, span), i64::from(h.by)));
                let place = Place::Local(h.as_int);
                let kind = ExprKind::CompoundAssign { place, op: BinOp::Add, op_ty: Ty::Int, value: by };
                *update = vec![Expr { kind, ty: Ty::Int, span }];
                return;
            }
            with_head(body, h);
            continue;
        }
        match &mut s.kind {
            StmtKind::Block(b) | StmtKind::Labeled { body: b, .. } => with_head(b, h),
            StmtKind::If { then, otherwise, .. } => {
                with_head(then, h);
                otherwise.iter_mut().for_each(|o| with_head(o, h));
            }
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => with_head(body, h),
            _ => {}
        }
    }
}
