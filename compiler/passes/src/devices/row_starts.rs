//! The starts of an iteration's own stretch of a flat array, `let i = k * 4`, written where they are named: `a[i + 3]` is then seen to be an element
//! of row `k` of four, which back ends read and write as vectors.

use somd_core::ir::*;
use somd_core::walk;

/// The instruction with such starts in place; None where it has none.
pub(super) fn row_starts(func: &Func, par: &Par) -> Option<Par> {
    let [dim] = par.space.as_slice() else { return None };
    let starts: Vec<(VarId, Expr)> = par
        .body
        .stmts
        .iter()
        .filter_map(|s| match &s.kind {
            StmtKind::Let { var, init: Some(init) }
                if !func.vars[var.index()].mutable
                    && flat(init).is_some_and(|(row, _, k)| row == dim.index && k == 0) =>
            {
                Some((*var, init.clone()))
            }
            _ => None,
        })
        .collect();
    if starts.is_empty() {
        return None;
    }
    let mut par = par.clone();
    par.body.stmts.retain(|s| !matches!(&s.kind, StmtKind::Let { var, .. } if starts.iter().any(|(v, _)| v == var)));
    walk::map_exprs(&mut par.body, &mut |e| {
        if let ExprKind::Var(v) = e.kind
            && let Some((_, start)) = starts.iter().find(|(var, _)| *var == v)
        {
            *e = start.clone();
        }
    });
    Some(par)
}

/// `row * width + place`
pub fn flat(e: &Expr) -> Option<(VarId, i64, i64)> {
    match &e.kind {
        ExprKind::Check { value, .. } => flat(value),
        ExprKind::Binary(BinOp::Mul, row, width) => match (&row.kind, &width.kind) {
            (ExprKind::Var(v), ExprKind::Const(Const::Int(n))) if e.ty == Ty::I32 => Some((*v, *n, 0)),
            _ => None,
        },
        ExprKind::Binary(BinOp::Add, first, place) => match (flat(first)?, &place.kind) {
            ((row, width, 0), ExprKind::Const(Const::Int(n))) if (0..width).contains(n) => Some((row, width, *n)),
            _ => None,
        },
        _ => None,
    }
}
