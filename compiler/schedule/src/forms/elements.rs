//! Iterations that fill a long row of their own element by element: a work item an element.

use crate::independence::constant;
use somd_core::ir::*;
use somd_core::walk;

/// Elements of a row that is worth a work item each.
const LONG: u32 = 32;

/// A store to an element of a result's row, by a variable and a number.
fn store(stmt: &Stmt) -> Option<(VarId, VarId, i64, &Expr)> {
    let StmtKind::Store { array, index, value } = &stmt.kind else { return None };
    let [Expr { kind: ExprKind::Var(row), .. }, k] = index.as_slice() else { return None };
    value.ty.is_scalar().then_some((*array, *row, constant(k)?, value))
}

/// A body that fills a private row in one loop and gives it as its result.
pub struct Filled<'e> {
    pub before: &'e [Stmt],
    pub element: VarId,
    pub inside: &'e [Stmt],
    pub value: &'e Expr,
    pub result: VarId,
    pub width: u32,
}

pub fn find<'e>(func: &Func, par: &'e Par) -> Option<Filled<'e>> {
    let [Output { result, kind: OutputKind::Array(ArraySource::New { .. }) }] = par.outputs.as_slice() else {
        return None;
    };
    let [dim] = par.space.as_slice() else { return None };
    let [_, Some(width)] = func.vars[result.index()].ty.as_array()?.dims.as_slice() else { return None };
    let all = &par.body.stmts;
    let at = all.len().checked_sub(*width as usize + 2).filter(|_| *width >= LONG)?;
    let (before, [made, filled, stores @ ..]) = all.split_at(at) else { return None };
    let StmtKind::Let { var: row, init: Some(Expr { kind: ExprKind::NewPrivate, .. }) } = &made.kind else {
        return None;
    };
    let StmtKind::For { var: element, lo, hi, step, body, .. } = &filled.kind else { return None };
    let bounds = (constant(lo), constant(hi), constant(step));
    if bounds != (Some(0), Some(*width as i64), Some(1)) || func.vars[element.index()].ty != Ty::I32 {
        return None;
    }
    for (k, stmt) in stores.iter().enumerate() {
        let (array, index, at, value) = store(stmt)?;
        let ExprKind::Index { array: from, index: source } = &value.kind else { return None };
        let same = array == *result && index == dim.index && at == k as i64 && from == row;
        if !same || !matches!(source.as_slice(), [only] if constant(only) == Some(at)) {
            return None;
        }
    }
    let (last, inside) = body.stmts.split_last()?;
    let StmtKind::Store { array, index, value } = &last.kind else { return None };
    let own = matches!(index.as_slice(), [Expr { kind: ExprKind::Var(v), .. }] if v == element);
    // Nothing is carried from element to element, and the row is not looked at.
    let plain = |stmts: &[Stmt], inside: bool| {
        let block = Block { stmts: stmts.to_vec() };
        let mut plain = true;
        walk::for_each_stmt(&block, &mut |s| {
            plain &= match &s.kind {
                StmtKind::Let { .. } | StmtKind::If { .. } => true,
                StmtKind::For { .. } | StmtKind::Assign { .. } => !inside,
                _ => false,
            }
        });
        walk::for_each_expr(&block, &mut |e| plain &= walk::expr_var(e) != Some(*row));
        plain
    };
    let mut reads = false;
    walk::for_each_expr(&Block { stmts: vec![last.clone()] }, &mut |e| reads |= walk::expr_var(e) == Some(*row));
    if array != row || !own || reads || !plain(before, false) || !plain(inside, true) {
        return None;
    }
    Some(Filled { before, element: *element, inside, value, result: *result, width: *width })
}
