//! The best iteration known by its index alone: `if (a[i] < a[at]) at = i;`.
//!
//! A loop that is one such statement gets a variable for the value that `at` stands for, and is then one of those that [`super::best`]
//! knows: `m = a[at]; for … if (a[i] < m) { m = a[i]; at = i; }`.

use super::best::same;
use super::somd::is_distributed;
use super::stmts::canonical;
use super::walk;
use crate::core::ir::BinOp;
use crate::hir::{self, Block, Expr, ExprKind, Lit, Local, LocalId, Method, Place, Stmt, StmtKind, Ty};

/// Gives such loops over distributed arrays their values.
pub fn give_values(method: &mut Method, b: &mut Block) {
    for s in &mut b.stmts {
        if is_distributed(method, s)
            && let Some(made) = with_value(method, s)
        {
            *s = made;
            continue;
        }
        walk::region_blocks_mut(s, &mut |b| give_values(method, b));
    }
}

/// The loop with the value beside the index; None for any other.
fn with_value(method: &mut Method, s: &Stmt) -> Option<Stmt> {
    let StmtKind::For { init, cond: Some(bound), update, body, label } = &s.kind else { return None };
    let c = canonical(method, s)?;
    let (index, lo) = (c.index, c.lo.clone());
    let StmtKind::If { cond, then, otherwise: None } = &only(body)?.kind else { return None };
    let StmtKind::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(at), value }, .. }) = &only(then)?.kind
    else {
        return None;
    };
    let ExprKind::Binary(op @ (BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge), left, right) = &cond.kind else {
        return None;
    };
    let at = *at;
    if at == index || !matches!(value.kind, ExprKind::Local(l) if l == index) {
        return None;
    }
    // What the iteration offers, and the same of the best one.
    let best_is_right = names(right, at);
    let (own, best) = if best_is_right { (left, right) } else { (right, left) };
    let simple = !names(own, at) && !names(best, index) && changes_nothing(own);
    if !simple || !same(&replaced(own, index, &local(at)), best) {
        return None;
    }
    let ty = own.ty.clone();
    let zero = match &ty {
        Ty::Int => Lit::Int(0),
        Ty::Long => Lit::Long(0),
        Ty::Float => Lit::Float(0.0),
        Ty::Double => Lit::Double(0.0),
        _ => return None,
    };
    let (span, name) = (s.span, method.locals[at.index()].name.clone());
    let held = LocalId(method.locals.len() as u32);
    let info = Local { name, ty: ty.clone(), is_final: false, dist: None, shared: false, blank_final: false, span };
    method.locals.push(info);
    let new = |kind| Expr { kind, ty: ty.clone(), span };

    // As the first iteration would, where there is one: its own value is computed before.
    let compared = |own: Expr, best: Expr| {
        let (left, right) = if best_is_right { (own, best) } else { (best, own) };
        Expr { kind: ExprKind::Binary(*op, Box::new(left), Box::new(right)), ty: Ty::Boolean, span: cond.span }
    };
    let best = best.as_ref().clone();
    let first = compared(replaced(own, index, &|span| Expr { span, ..lo.clone() }), best.clone());
    let either = new(ExprKind::Cond(Box::new(first), Box::new(best.clone()), Box::new(best)));
    let any = replaced(bound, index, &|span| Expr { span, ..lo.clone() });
    let start = new(ExprKind::Cond(Box::new(any), Box::new(either), Box::new(new(ExprKind::Lit(zero)))));

    let keep = new(ExprKind::Assign { place: Place::Local(held), value: own.clone() });
    let keep = Stmt { kind: StmtKind::Expr(keep), span: then.span };
    let kept = Block { stmts: [vec![keep], then.stmts.clone()].concat(), span: then.span };
    let held_value = Expr { kind: ExprKind::Local(held), ty: ty.clone(), span: cond.span };
    let cond = compared(own.as_ref().clone(), held_value);
    let test = Stmt { kind: StmtKind::If { cond, then: kept, otherwise: None }, span: body.span };
    let body = Block { stmts: vec![test], span: body.span };
    let kind =
        StmtKind::For { init: init.clone(), cond: Some(bound.clone()), update: update.clone(), body, label: *label };
    let declared = Stmt { kind: StmtKind::Local { local: held, init: Some(start) }, span };
    let stmts = vec![declared, Stmt { kind, span }];
    Some(Stmt { kind: StmtKind::Block(Block { stmts, span }), span })
}

/// The one statement of a block.
fn only(b: &Block) -> Option<&Stmt> {
    match b.stmts.as_slice() {
        [Stmt { kind: StmtKind::Block(inner), .. }] => only(inner),
        [one] => Some(one),
        _ => None,
    }
}

fn local(l: LocalId) -> impl Fn(somd_syntax::source::Span) -> Expr {
    move |span| Expr { kind: ExprKind::Local(l), ty: Ty::Int, span }
}

fn names(e: &Expr, local: LocalId) -> bool {
    let mut found = false;
    walk::exprs(e, &mut |e| found |= matches!(e.kind, ExprKind::Local(l) if l == local));
    found
}

fn replaced(e: &Expr, index: LocalId, by: &dyn Fn(somd_syntax::source::Span) -> Expr) -> Expr {
    let mut out = e.clone();
    hir::walk::rewrite_expr(&mut out, &mut |e| {
        let is = matches!(e.kind, ExprKind::Local(l) if l == index);
        if is {
            *e = by(e.span);
        }
        !is
    });
    out
}

fn changes_nothing(e: &Expr) -> bool {
    let mut fine = true;
    walk::exprs(e, &mut |e| {
        fine &= !matches!(
            e.kind,
            ExprKind::Assign { .. } | ExprKind::CompoundAssign { .. } | ExprKind::IncDec { .. } | ExprKind::New { .. }
        )
    });
    fine
}
