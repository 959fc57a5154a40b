//! What every iteration computes alike at the top of a loop's turns, and at some cost: a work group can compute it once.

use super::tiles::SHORT;
use somd_core::ir::*;
use somd_core::walk;
use std::collections::BTreeSet;

/// A loop whose turns begin alike for all iterations.
pub struct Shared<'e> {
    /// Assignments of variables that are carried from turn to turn.
    pub carried: Vec<(VarId, &'e Stmt)>,
    /// Values that do not change in a turn.
    pub values: Vec<(VarId, &'e Stmt)>,
    pub rest: &'e [Stmt],
}

/// `same`: the variable that a statement gives the same value for all iterations, and the value. `changing`: whether a variable changes, alike
/// for all iterations.
pub fn shared<'e>(
    func: &Func,
    stmt: &'e Stmt,
    same: &dyn Fn(&'e Stmt) -> Option<(VarId, &'e Expr)>,
    changing: &dyn Fn(VarId) -> bool,
) -> Option<Shared<'e>> {
    let StmtKind::For { lo, hi, body, .. } = &stmt.kind else { return None };
    let constant = |e: &Expr| if let ExprKind::Const(Const::Int(n)) = e.kind { Some(n) } else { None };
    let lo = constant(lo).filter(|lo| *lo >= 0)?;
    if constant(hi).is_some_and(|hi| hi - lo < SHORT) {
        return None;
    }
    let mut found = Shared { carried: Vec::new(), values: Vec::new(), rest: &body.stmts };
    let mut dear = false;
    while let Some((first, rest)) = found.rest.split_first() {
        let Some((var, value)) = same(first) else { break };
        if !matches!(func.vars[var.index()].ty, Ty::I32 | Ty::F32 | Ty::I64 | Ty::F64) || has(value, &is_check) {
            return None;
        }
        match &first.kind {
            StmtKind::Assign { .. } if found.values.is_empty() && !has(value, &is_call) => {
                found.carried.push((var, first));
            }
            StmtKind::Let { .. } if !func.vars[var.index()].mutable => {
                dear |= has(value, &is_call);
                found.values.push((var, first));
            }
            _ => return None,
        }
        found.rest = rest;
    }
    let mut late = false;
    for stmt in found.rest {
        walk::for_each_stmt(&Block { stmts: vec![stmt.clone()] }, &mut |s| {
            late |= matches!(&s.kind, StmtKind::Assign { var, .. } if changing(*var));
        });
    }
    (dear && !late).then_some(found)
}

/// What is added to a float in every turn, and is the same in all: in fast arithmetic the turns are a product.
pub fn step_of<'e>(v: VarId, stmt: &'e Stmt, carried: &BTreeSet<VarId>, turn: VarId) -> Option<&'e Expr> {
    let StmtKind::Assign { value, .. } = &stmt.kind else { return None };
    let ExprKind::Binary(BinOp::Add, from, step) = &value.kind else { return None };
    let mut same = value.ty.is_float() && matches!(from.kind, ExprKind::Var(from) if from == v);
    walk::for_each_read(step, &mut |read| same &= read != turn && !carried.contains(&read));
    same.then_some(step)
}

fn is_check(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Check { .. })
}

fn is_call(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Call { .. })
}

fn has(e: &Expr, what: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = what(e);
    walk::expr_children(e, &mut |c| found |= has(c, what));
    found
}
