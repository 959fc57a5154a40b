//! Loops that take what the iteration before has stored: `a[i] += a[i - 1]`, `s[i] = s[i - 1] + h * f[i]`, `row[i + 1] = row[i] + n[i]`.
//!
//! The element becomes a variable, `t = a[i - 1]` before the loop and `t = t + a[i]; a[i] = t;` in it, which is a running sum like any
//! other: iterations hand on one number, and read no element that another one stores. Where the first of them finds no element it fails
//! where it did: that iteration reads it.

use super::best::mentions;
use super::normal::{further_local, jumps};
use super::somd::is_distributed;
use super::stmts::canonical;
use super::walk;
use somd_core::ir::BinOp;
use somd_hir::{self as hir, Block, Expr, ExprKind, Lit, LocalId, Method, MethodId, Place, Stmt, StmtKind, Ty};
use std::collections::BTreeSet;

/// Gives distributed loops of this form their variable. `nearer`: `Math.min` and `Math.max`.
/// In `sync` the element before has the value from before the block, in `single` everything goes in order as it is.
pub fn name_elements(nearer: &BTreeSet<MethodId>, pure: &walk::Pure, method: &mut Method, b: &mut Block) {
    for s in &mut b.stmts {
        if is_distributed(pure, method, s) {
            let mut stmts = Vec::new();
            while let Some((front, made)) = with_variable(nearer, pure, method, s) {
                stmts.extend(front);
                *s = made;
            }
            if !stmts.is_empty() {
                let span = s.span;
                stmts.push(s.clone());
                *s = Stmt { kind: StmtKind::Block(Block { stmts, span }), span };
            }
            continue;
        }
        if matches!(s.kind, StmtKind::Sync { .. } | StmtKind::Single(_)) {
            continue;
        }
        walk::region_blocks_mut(s, &mut |b| name_elements(nearer, pure, method, b));
    }
}

/// What stands in the place of the element before, and what stands in that of the operation.
struct Recurrence {
    array: LocalId,
    ty: Ty,
    /// How far the subscripts of both elements are beyond the index.
    own: i32,
    before: i32,
    /// What stands in front of the element before, and may fail there.
    front: Option<Expr>,
    element: Expr,
    array_expr: Expr,
}

/// What stands in front of the loop, and the loop, with a variable for one element.
fn with_variable(
    nearer: &BTreeSet<MethodId>,
    pure: &walk::Pure,
    method: &mut Method,
    s: &Stmt,
) -> Option<(Vec<Stmt>, Stmt)> {
    let StmtKind::For { init, cond: Some(cond), update, body, label } = &s.kind else { return None };
    let c = canonical(pure, method, s)?;
    let index = c.index;
    if !matches!(c.step, 1 | -1) || method.locals[index.index()].ty != Ty::Int || !jumps(body).is_empty() {
        return None;
    }
    let body = flat(body);
    let (k, found) =
        body.stmts.iter().enumerate().find_map(|(k, s)| Some((k, recurrence(s, index, c.step, nearer, pure)?)))?;
    let Recurrence { array, ty, .. } = &found;
    // Whatever else the iteration reads of the array is its own element.
    let mut own_reads = 0;
    walk::exprs_in(body, &mut |e| own_reads += usize::from(element(e, *array, index) == Some(found.own)));
    let assigned = walk::assigned_in(body);
    if mentions(body, *array) != own_reads + 2 || assigned.contains(array) || assigned.contains(&index) {
        return None;
    }
    let zero = match ty {
        Ty::Int => Lit::Int(0),
        Ty::Long => Lit::Long(0),
        Ty::Float => Lit::Float(0.0),
        Ty::Double => Lit::Double(0.0),
        _ => return None,
    };
    let span = body.stmts[k].span;
    let at = found.element.span;
    let int = |kind| Expr { kind, ty: Ty::Int, span: at };
    let boolean = |kind| Expr { kind, ty: Ty::Boolean, span: at };
    let binary = |op, a: &Expr, b: Expr| ExprKind::Binary(op, Box::new(a.clone()), Box::new(b));
    let number = |n| int(ExprKind::Lit(Lit::Int(n)));
    let new = |kind| Expr { kind, ty: ty.clone(), span: at };
    let declare = |local, init| Stmt { kind: StmtKind::Local { local, init: Some(init) }, span };

    // The first index is evaluated once.
    let (mut front, mut init) = (Vec::new(), init.clone());
    let lo = match &c.lo.kind {
        ExprKind::Lit(Lit::Int(_)) => c.lo.clone(),
        ExprKind::Local(l) if *l != index && !assigned.contains(l) => c.lo.clone(),
        _ => {
            let wish = format!("{}From", method.locals[index.index()].name);
            let from = further_local(method, &wish, Ty::Int, span);
            front.push(declare(from, c.lo.clone()));
            let lo = Expr { kind: ExprKind::Local(from), ty: Ty::Int, span: c.lo.span };
            match &mut init.first_mut()?.kind {
                StmtKind::Local { init, .. } => *init = Some(lo.clone()),
                StmtKind::Expr(Expr { kind: ExprKind::Assign { value, .. }, .. }) => **value = lo.clone(),
                _ => return None,
            }
            lo
        }
    };
    let from_first = |offset: i32| match (&lo.kind, offset) {
        (ExprKind::Lit(Lit::Int(n)), _) => number(n.wrapping_add(offset)),
        (_, 0) => lo.clone(),
        (_, 1..) => int(binary(BinOp::Add, &lo, number(offset))),
        _ => int(binary(BinOp::Sub, &lo, number(offset.wrapping_neg()))),
    };
    let read = |at: Expr| new(ExprKind::Index { array: Box::new(found.array_expr.clone()), index: Box::new(at) });

    // What the first iteration finds; anything where there is none, or no such element.
    let before = from_first(found.before);
    let mut any = cond.clone();
    hir::walk::rewrite_expr(&mut any, &mut |e| {
        let is_index = matches!(e.kind, ExprKind::Local(l) if l == index);
        if is_index {
            *e = Expr { span: e.span, ..lo.clone() };
        }
        !is_index
    });
    let length = int(ExprKind::Length(Box::new(found.array_expr.clone())));
    let there = [boolean(binary(BinOp::Ge, &before, number(0))), boolean(binary(BinOp::Lt, &before, length))];
    let any = there.into_iter().fold(any, |a, b| boolean(ExprKind::And(Box::new(a), Box::new(b))));
    let start = ExprKind::Cond(Box::new(any), Box::new(read(before.clone())), Box::new(new(ExprKind::Lit(zero))));
    let wish = format!("{}Before", method.locals[array.index()].name);
    let held = further_local(method, &wish, ty.clone(), span);
    front.push(declare(held, new(start)));

    // The first iteration reads it as it did, to fail as it did.
    let place = match &body.stmts[k].kind {
        StmtKind::Expr(Expr {
            kind: ExprKind::Assign { place, .. } | ExprKind::CompoundAssign { place, .. }, ..
        }) => place,
        _ => return None,
    };
    let reads = found.front.iter().cloned().chain([read(before)]);
    let reads: Vec<Stmt> = reads.map(|e| declare(further_local(method, "found", e.ty.clone(), span), e)).collect();
    let is_first = boolean(binary(BinOp::Eq, &int(ExprKind::Local(index)), lo.clone()));
    let reads = StmtKind::If { cond: is_first, then: Block { stmts: reads, span }, otherwise: None };

    let held_value = new(ExprKind::Local(held));
    let value = match &body.stmts[k].kind {
        StmtKind::Expr(Expr { kind: ExprKind::Assign { value, .. }, .. }) => {
            let mut value = value.as_ref().clone();
            hir::walk::rewrite_expr(&mut value, &mut |e| {
                let is_before = element(e, *array, index) == Some(found.before);
                if is_before {
                    *e = Expr { span: e.span, ..held_value.clone() };
                }
                !is_before
            });
            value
        }
        StmtKind::Expr(Expr { kind: ExprKind::CompoundAssign { op, .. }, .. }) => {
            new(binary(*op, &held_value, found.front.clone()?))
        }
        _ => return None,
    };
    let effect = |place, value: Expr| {
        let e = Expr { kind: ExprKind::Assign { place, value: Box::new(value) }, ty: ty.clone(), span };
        Stmt { kind: StmtKind::Expr(e), span }
    };
    let mut stmts = body.stmts.clone();
    let made = [Stmt { kind: reads, span }, effect(Place::Local(held), value), effect(place.clone(), held_value)];
    stmts.splice(k..=k, made);
    let body = Block { stmts, span: body.span };
    let kind = StmtKind::For { init, cond: Some(cond.clone()), update: update.clone(), body, label: *label };
    Some((front, Stmt { kind, span: s.span }))
}

/// The block that a block within blocks is.
fn flat(b: &Block) -> &Block {
    match b.stmts.as_slice() {
        [Stmt { kind: StmtKind::Block(inner), .. }] => flat(inner),
        _ => b,
    }
}

/// How far beyond the index the subscript is, of an element of the array.
fn element(e: &Expr, array: LocalId, index: LocalId) -> Option<i32> {
    match &e.kind {
        ExprKind::Index { array: a, index: at } if matches!(a.kind, ExprKind::Local(l) if l == array) => {
            offset(at, index)
        }
        _ => None,
    }
}

fn offset(e: &Expr, index: LocalId) -> Option<i32> {
    let is_index = |e: &Expr| matches!(e.kind, ExprKind::Local(l) if l == index);
    match &e.kind {
        _ if is_index(e) => Some(0),
        ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
            let (n, flipped) = match (super::types::constant_int(b), super::types::constant_int(a)) {
                (Some(n), _) if is_index(a) => (n, false),
                (_, Some(n)) if is_index(b) => (n, true),
                _ => return None,
            };
            match op {
                BinOp::Add => Some(n),
                _ if flipped => None,
                _ => n.checked_neg(),
            }
        }
        _ => None,
    }
}

/// `a[i] = a[i - 1] op e`, `a[i] = e op a[i - 1]`, `a[i] op= a[i - 1]`.
fn recurrence(
    s: &Stmt,
    index: LocalId,
    step: i32,
    nearer: &BTreeSet<MethodId>,
    pure: &walk::Pure,
) -> Option<Recurrence> {
    let StmtKind::Expr(e) = &s.kind else { return None };
    let (place, value, compound) = match &e.kind {
        ExprKind::Assign { place, value } => (place, value, None),
        ExprKind::CompoundAssign { place, op, op_ty, value } => (place, value, Some((*op, op_ty))),
        _ => return None,
    };
    let Place::Index { array: array_expr, index: at } = place else { return None };
    let ExprKind::Local(array) = array_expr.kind else { return None };
    let own = offset(at, index)?;
    let before = own.checked_sub(step)?;
    let ty = e.ty.clone();
    let is_before = |e: &Expr| element(e, array, index) == Some(before) && e.ty == ty;
    let commutes = |op: BinOp| matches!(op, BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor);
    let found = |front, element: &Expr| Recurrence {
        array,
        ty: ty.clone(),
        own,
        before,
        front,
        element: element.clone(),
        array_expr: array_expr.as_ref().clone(),
    };
    if let Some((op, op_ty)) = compound {
        let own = ExprKind::Index { array: array_expr.clone(), index: at.clone() };
        let own = Expr { kind: own, ty: ty.clone(), span: e.span };
        return (commutes(op) && *op_ty == ty && is_before(value)).then(|| found(Some(own), value));
    }
    if value.ty != ty {
        return None;
    }
    let behind = |a: &Expr, b: &Expr| {
        let calm = walk::cannot_throw(pure, a);
        let fits = is_before(b) && (calm || walk::changes_nothing(pure, a));
        fits.then(|| found((!calm).then(|| a.clone()), b))
    };
    match &value.kind {
        ExprKind::Binary(op, a, _) if (commutes(*op) || *op == BinOp::Sub) && is_before(a) => Some(found(None, a)),
        ExprKind::Binary(op, a, b) if commutes(*op) => behind(a, b),
        ExprKind::Call { method, args, .. } if nearer.contains(method) => match args.as_slice() {
            [a, _] if is_before(a) => Some(found(None, a)),
            [a, b] => behind(a, b),
            _ => None,
        },
        _ => None,
    }
}
