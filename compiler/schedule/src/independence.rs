//! Which loops of an iteration have turns that know nothing of each other, and what an instruction writes.

use somd_core::ir::*;
use somd_core::walk::{self, named};
use std::collections::BTreeSet;

/// What an instruction writes, by the results' names and the old ones.
pub fn written(par: &Par) -> Option<BTreeSet<VarId>> {
    let mut arrays = BTreeSet::new();
    for output in &par.outputs {
        match output.kind {
            OutputKind::Array(ArraySource::New { .. }) => {}
            OutputKind::Array(ArraySource::Update { old }) => {
                arrays.insert(old);
            }
            _ => return None,
        }
        arrays.insert(output.result);
    }
    Some(arrays)
}

pub fn constant(e: &Expr) -> Option<i64> {
    if let ExprKind::Const(Const::Int(n)) = e.kind { Some(n) } else { None }
}

/// How far an index is from a variable.
fn distance(e: &Expr, var: VarId) -> Option<i64> {
    match &e.kind {
        ExprKind::Var(v) => (*v == var).then_some(0),
        ExprKind::Check { value, .. } => distance(value, var),
        ExprKind::Binary(BinOp::Add, a, c) => Some(distance(a, var)? + constant(c)?),
        ExprKind::Binary(BinOp::Sub, a, c) => Some(distance(a, var)? - constant(c)?),
        _ => None,
    }
}

/// Whether an expression reads one of the arrays; their lengths do not change.
pub fn reads(e: &Expr, arrays: &BTreeSet<VarId>) -> bool {
    let own = !matches!(e.kind, ExprKind::Len { .. } | ExprKind::Check { .. });
    let mut found = own && walk::expr_var(e).is_some_and(|v| arrays.contains(&v));
    walk::expr_children(e, &mut |c| found |= reads(c, arrays));
    found
}

/// Whether a statement stores to one of the arrays.
pub fn stores(stmt: &Stmt, arrays: &BTreeSet<VarId>) -> bool {
    !named(std::slice::from_ref(stmt)).1.is_disjoint(arrays)
}

/// The loop that iterations end in, and what stands in front of it, where its turns are independent and nothing else stores to results.
pub fn last_loop<'e>(func: &Func, par: &'e Par) -> Option<(&'e [Stmt], &'e Stmt)> {
    let arrays = written(par)?;
    let (last, before) = par.body.stmts.split_last()?;
    let StmtKind::For { var, step, body: turn, label, .. } = &last.kind else { return None };
    let free = independent(func, par, *var, constant(step)?, turn, *label);
    let stored = before.iter().any(|s| stores(s, &arrays));
    let mut looks = false;
    before.iter().for_each(|s| each_expr(s, &mut |e| looks |= reads(e, &arrays)));
    (free && !stored && !looks).then_some((before, last))
}

/// A loop of values, of which nothing is left when its checks are made in front of it.
pub fn checks_only(stmt: &Stmt) -> bool {
    let StmtKind::For { body, .. } = &stmt.kind else { return false };
    body.stmts.iter().all(|s| matches!(s.kind, StmtKind::Let { .. }) || checks_only(s))
}

/// The outermost expressions of a statement and of those in it.
pub fn each_expr(stmt: &Stmt, f: &mut dyn FnMut(&Expr)) {
    walk::stmt_exprs(stmt, f);
    walk::stmt_blocks(stmt, &mut |b| b.stmts.iter().for_each(|s| each_expr(s, f)));
}

/// Whether the turns of a loop may be taken in any order: each stores to elements that have its own index as their last one, reads of what is
/// stored only those, or such as no turn of this iteration stores to, and leaves nothing to the next.
pub fn independent(func: &Func, par: &Par, var: VarId, step: i64, turn: &Block, label: LabelId) -> bool {
    let Some(arrays) = written(par) else { return false };
    let (declared, changed) = named(&turn.stmts);
    let mut inside = BTreeSet::new();
    let mut plain = changed.iter().all(|v| declared.contains(v) || arrays.contains(v));
    walk::for_each_stmt(turn, &mut |s| match &s.kind {
        StmtKind::For { label, .. } | StmtKind::While { label, .. } | StmtKind::Labeled { label, .. } => {
            inside.insert(*label);
        }
        _ => {}
    });
    let mut stored = 0;
    walk::for_each_stmt(turn, &mut |s| match &s.kind {
        StmtKind::Let { .. } | StmtKind::Assign { .. } | StmtKind::If { .. } | StmtKind::Throw { .. } => {}
        StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Labeled { .. } => {}
        StmtKind::Break(l) => plain &= inside.contains(l),
        StmtKind::Continue(l) => plain &= *l == label || inside.contains(l),
        StmtKind::Store { array, index, .. } if arrays.contains(array) => {
            stored += 1;
            let whole = func.vars[array.index()].ty.as_array().is_some_and(|a| a.dims.len() == index.len());
            plain &= whole && index.last().is_some_and(|e| distance(e, var) == Some(0));
        }
        StmtKind::Store { .. } => {}
        _ => plain = false,
    });
    walk::for_each_expr(turn, &mut |e| match &e.kind {
        ExprKind::Len { .. } | ExprKind::Check { .. } => {}
        ExprKind::Index { array, index } if arrays.contains(array) => {
            let from = index.last().and_then(|e| distance(e, var));
            plain &= from.is_some_and(|d| d == 0 || d % step != 0);
        }
        _ => plain &= walk::expr_var(e).is_none_or(|v| !arrays.contains(&v)),
    });
    plain && stored > 0
}
