//! Iterations that store to `t[j][i]` and read `a[i][j]`, or the other way round: neighbours read neighbouring elements, and what they store lies whole rows apart.

use somd_core::interface::captures;
use somd_core::ir::*;
use somd_core::walk::{self, named};
use std::collections::BTreeSet;

/// Whether neighbours in a variable lie side by side.
fn along(index: &[Expr], var: VarId) -> bool {
    let named = |e: &Expr| {
        let mut found = false;
        walk::for_each_read(e, &mut |v| found |= v == var);
        found
    };
    let own = |e: &Expr| matches!(e.unchecked().kind, ExprKind::Var(v) if v == var);
    let Some((last, before)) = index.split_last() else { return false };
    let side = match &last.unchecked().kind {
        ExprKind::Binary(BinOp::Add, a, b) => own(a) && !named(b) || own(b) && !named(a),
        _ => own(last),
    };
    side && !before.iter().any(named)
}

/// What stands in front of the store that ends iterations, and the store.
pub struct Stored<'e> {
    pub before: &'e [Stmt],
    pub array: VarId,
    pub index: &'e [Expr],
    pub value: &'e Expr,
    /// Neighbours in the first dimension read side by side, those in the second are stored so: `t[i][j] = a[j][i]`.
    pub swapped: bool,
}

pub fn find<'e>(func: &Func, par: &'e Par) -> Option<Stored<'e>> {
    let [first, second] = par.space.as_slice() else { return None };
    ordered(func, par, first, second, false).or_else(|| ordered(func, par, second, first, true))
}

/// The same of neighbours in `inner` that read side by side.
fn ordered<'e>(func: &Func, par: &'e Par, outer: &Dim, inner: &Dim, swapped: bool) -> Option<Stored<'e>> {
    let [Output { result, kind: OutputKind::Array(source) }] = par.outputs.as_slice() else { return None };
    let (last, before) = par.body.stmts.split_last()?;
    let StmtKind::Store { array, index, value } = &last.kind else { return None };
    // Nothing leaves in front of it but a failure, and nobody reads what is stored.
    let mut plain = value.ty.is_scalar() && array == result && named(before).1.iter().all(|v| v != result);
    plain &= before.iter().all(|s| !matches!(s.kind, StmtKind::Labeled { .. }));
    let old = if let ArraySource::Update { old } = source { Some(*old) } else { None };
    walk::for_each_expr(&par.body, &mut |e| {
        let length = matches!(e.kind, ExprKind::Len { .. } | ExprKind::Check { .. });
        plain &= length || walk::expr_var(e).is_none_or(|v| v != *result && Some(v) != old);
    });
    // Where it is stored, the work item that stores knows.
    let captured: BTreeSet<VarId> = captures(par).into_iter().collect();
    let mut own = false;
    for e in index {
        walk::for_each_read(e, &mut |v| {
            own |= v == inner.index;
            let number = captured.contains(&v) && func.vars[v.index()].ty.is_scalar();
            plain &= v == inner.index || v == outer.index || v == *result || Some(v) == old || number;
        });
        plain &= sums(e);
    }
    let (mut reads, mut turned) = (0, 0);
    walk::for_each_expr(&par.body, &mut |e| {
        if let ExprKind::Index { index, .. } = &e.kind {
            reads += usize::from(along(index, inner.index));
            turned += usize::from(along(index, outer.index));
        }
    });
    let found = plain && own && along(index, outer.index) && reads > turned;
    found.then_some(Stored { before, array: *array, index, value, swapped })
}

/// Sums, differences and products of what work items have at hand.
fn sums(e: &Expr) -> bool {
    match &e.unchecked().kind {
        ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Len { .. } => true,
        ExprKind::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul, a, b) => sums(a) && sums(b),
        _ => false,
    }
}
