//! What every iteration computes alike in a turn of a loop, and at some cost, computed once for a work group: in a stretch of GROUP turns
//! each work item computes one turn's values, and all read them in local memory.
//!
//! Such values stand at the top of the loop, behind what is carried from turn to turn. That each work item runs through itself up to its own
//! turn, whose values depend on the turns before.

use super::body::Body;
use super::emitted::Refusal;
use somd_core::ir::*;
use somd_core::walk;
use somd_schedule::forms::group_hoist::{Shared, step_of};
use std::collections::BTreeSet;

/// Writes the loop; `inner` writes what is left of its body.
pub(super) fn shared_loop(
    body: &mut Body,
    (var, lo, hi): (VarId, &Expr, &Expr),
    found: &Shared,
    unroll: &str,
    inner: &mut dyn FnMut(&mut Body) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let (from, to) = (body.expr(lo)?.text(), body.expr(hi)?.text());
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
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    let end = body.names.fresh("end");
    body.line(format!("const int {end} = {first} + min({to} - {first}, GROUP);"));
    body.line("// A work item's own turn: what is the same for all iterations there.");
    let carried: BTreeSet<VarId> = found.carried.iter().map(|(v, _)| *v).collect();
    let steps: Option<Vec<_>> = found.carried.iter().map(|(v, stmt)| step_of(*v, stmt, &carried, var)).collect();
    if let Some(steps) = steps.filter(|_| body.unit.fast_math && carried.len() == found.carried.len()) {
        for (v, step) in found.carried.iter().map(|(v, _)| v).zip(steps) {
            let (name, step) = (body.vars[v.index()].clone().unwrap_or_default(), body.expr(step)?.text());
            body.line(format!("{name} += min(lane + 1, {end} - {first}) * ({step});"));
        }
    } else if !carried.is_empty() {
        let turn = body.declare(var);
        body.line(format!("for (int {turn} = {first}; {turn} < {end} && {turn} - {first} <= lane; {turn}++) {{"));
        for (_, stmt) in &found.carried {
            body.block(&Block { stmts: vec![(*stmt).clone()] })?;
        }
        body.line("}");
    }
    body.line(format!("if (lane < {end} - {first}) {{"));
    let turn = body.declare(var);
    body.line(format!("const int {turn} = {first} + lane;"));
    for (_, stmt) in &found.values {
        body.block(&Block { stmts: vec![(*stmt).clone()] })?;
    }
    for (v, array) in &arrays {
        let value = body.vars[v.index()].clone().unwrap_or_default();
        body.line(format!("{array}[lane] = {value};"));
    }
    body.line("}");
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    let outer: Vec<_> = carried.iter().map(|v| (*v, body.vars[v.index()].clone())).collect();
    let turn = body.declare(var);
    // Counted from 0, places in local memory are multiples of the number alone.
    let (many, nth) = (body.names.fresh("many"), body.names.fresh("nth"));
    body.line(format!("const int {many} = {end} - {first};"));
    body.unroll(unroll);
    body.line(format!("for (int {nth} = 0; {nth} < {many}; {nth}++) {{"));
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
    body.line("}");
    // The next stretch goes on from the last turn.
    for (v, name) in outer {
        let array = arrays.iter().find(|(known, _)| *known == v).map(|(_, array)| array.as_str()).unwrap_or_default();
        body.line(format!("{} = {array}[{many} - 1];", name.as_deref().unwrap_or_default()));
        body.vars[v.index()] = name;
    }
    body.line("}");
    result
}
