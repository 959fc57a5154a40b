//! What every iteration computes alike in a turn of a loop, and at some cost, computed once for a work group: in a stretch of GROUP turns
//! each work item computes one turn's values, and all read them in local memory.
//!
//! Such values stand at the top of the loop, behind what is carried from turn to turn. That each work item runs through itself up to its own
//! turn, whose values depend on the turns before.

use super::Refusal;
use super::body::Body;
use super::tile::SHORT;
use somd_core::ir::*;
use somd_core::walk;
use std::collections::BTreeSet;

/// A loop whose turns begin alike for all iterations.
pub(super) struct Shared<'e> {
    /// Assignments of variables that are carried from turn to turn.
    carried: Vec<(VarId, &'e Stmt)>,
    /// Values that do not change in a turn.
    values: Vec<(VarId, &'e Stmt)>,
    pub rest: &'e [Stmt],
}

/// `same`: the variable that a statement gives the same value for all iterations, and the value. `changing`: whether a variable changes, alike
/// for all iterations.
pub(super) fn shared<'e>(
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
fn step_of<'e>(v: VarId, stmt: &'e Stmt, carried: &BTreeSet<VarId>, turn: VarId) -> Option<&'e Expr> {
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

/// Writes the loop; `inner` writes what is left of its body.
pub(super) fn shared_loop(
    body: &mut Body,
    (var, lo, hi): (VarId, &Expr, &Expr),
    found: &Shared,
    unroll: &str,
    inner: &mut dyn FnMut(&mut Body) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let (from, to) = (body.expr(lo)?.text, body.expr(hi)?.text);
    let mut arrays = Vec::new();
    for (v, _) in found.carried.iter().chain(&found.values) {
        if arrays.iter().any(|(known, _)| known == v) {
            continue;
        }
        let variable = &body.func.vars[v.index()];
        let ty = body.unit.scalar(&variable.ty);
        let name = body.names.fresh(&format!("{}_turns", variable.name));
        body.line(format!("__local {ty} {name}[GROUP];"));
        arrays.push((*v, name));
    }
    let first = body.names.fresh("first");
    body.line(format!("for (int {first} = {from}; {first} < {to}; {first} = add_sat({first}, GROUP)) {{"));
    body.indent += 1;
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    let end = body.names.fresh("end");
    body.line(format!("const int {end} = {first} + min({to} - {first}, GROUP);"));
    body.line("// A work item's own turn: what is the same for all iterations there.");
    let carried: BTreeSet<VarId> = found.carried.iter().map(|(v, _)| *v).collect();
    let steps: Option<Vec<_>> = found.carried.iter().map(|(v, stmt)| step_of(*v, stmt, &carried, var)).collect();
    if let Some(steps) = steps.filter(|_| body.unit.fast_math && carried.len() == found.carried.len()) {
        for (v, step) in found.carried.iter().map(|(v, _)| v).zip(steps) {
            let (name, step) = (body.vars[v.index()].clone().unwrap_or_default(), body.expr(step)?.text);
            body.line(format!("{name} += min(lane + 1, {end} - {first}) * ({step});"));
        }
    } else if !carried.is_empty() {
        let turn = body.declare(var);
        body.line(format!("for (int {turn} = {first}; {turn} < {end} && {turn} - {first} <= lane; {turn}++) {{"));
        body.indent += 1;
        for (_, stmt) in &found.carried {
            body.block(&Block { stmts: vec![(*stmt).clone()] })?;
        }
        body.indent -= 1;
        body.line("}");
    }
    body.line(format!("if (lane < {end} - {first}) {{"));
    body.indent += 1;
    let turn = body.declare(var);
    body.line(format!("const int {turn} = {first} + lane;"));
    for (_, stmt) in &found.values {
        body.block(&Block { stmts: vec![(*stmt).clone()] })?;
    }
    for (v, array) in &arrays {
        let value = body.vars[v.index()].clone().unwrap_or_default();
        body.line(format!("{array}[lane] = {value};"));
    }
    body.indent -= 1;
    body.line("}");
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    let outer: Vec<_> = carried.iter().map(|v| (*v, body.vars[v.index()].clone())).collect();
    let turn = body.declare(var);
    // Counted from 0, places in local memory are multiples of the number alone.
    let (many, nth) = (body.names.fresh("many"), body.names.fresh("nth"));
    body.line(format!("const int {many} = {end} - {first};"));
    body.unroll(unroll);
    body.line(format!("for (int {nth} = 0; {nth} < {many}; {nth}++) {{"));
    body.indent += 1;
    let mut numbered = false;
    walk::for_each_expr(&Block { stmts: found.rest.to_vec() }, &mut |e| numbered |= walk::expr_var(e) == Some(var));
    if numbered {
        body.line(format!("const int {turn} = {first} + {nth};"));
    }
    for (v, array) in &arrays {
        let variable = &body.func.vars[v.index()];
        let ty = body.unit.scalar(&variable.ty);
        let name = body.declare(*v);
        body.line(format!("const {ty} {name} = {array}[{nth}];"));
    }
    let result = inner(body);
    body.indent -= 1;
    body.line("}");
    // The next stretch goes on from the last turn.
    for (v, name) in outer {
        let array = arrays.iter().find(|(known, _)| *known == v).map(|(_, array)| array.as_str()).unwrap_or_default();
        body.line(format!("{} = {array}[{many} - 1];", name.as_deref().unwrap_or_default()));
        body.vars[v.index()] = name;
    }
    body.indent -= 1;
    body.line("}");
    result
}
