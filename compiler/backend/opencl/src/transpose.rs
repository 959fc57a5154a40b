//! Iterations that store to `t[j][i]` and read `a[i][j]`: neighbours read neighbouring elements, and what they store lies whole rows apart. A
//! work group takes a square of iterations, keeps what they give in local memory, and stores it with neighbours of the other dimension side by side.

use super::Refusal;
use super::body::{Body, Fail};
use super::kernel::Axis;
use somd_core::interface::captures;
use somd_core::ir::*;
use somd_core::walk::{self, named};
use somd_runtime::kernel::SQUARE;
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
struct Stored<'e> {
    before: &'e [Stmt],
    array: VarId,
    index: &'e [Expr],
    value: &'e Expr,
}

fn stored<'e>(func: &Func, par: &'e Par) -> Option<Stored<'e>> {
    let [outer, inner] = par.space.as_slice() else { return None };
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
    found.then_some(Stored { before, array: *array, index, value })
}

/// Sums, differences and products of what work items have at hand.
fn sums(e: &Expr) -> bool {
    match &e.unchecked().kind {
        ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Len { .. } => true,
        ExprKind::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul, a, b) => sums(a) && sums(b),
        _ => false,
    }
}

/// Such an expression without the checks in it.
fn bare(e: &Expr) -> Expr {
    let mut e = e.unchecked().clone();
    if let ExprKind::Binary(_, a, b) = &mut e.kind {
        (**a, **b) = (bare(a), bare(b));
    }
    e
}

/// Writes the kernel. False, and nothing is written, where it does not qualify.
pub(super) fn body(body: &mut Body, par: &Par, axes: &[Axis], checked: bool) -> Result<bool, Refusal> {
    let (Some(Stored { before, array, index, value }), [outer, inner]) = (stored(body.func, par), axes) else {
        return Ok(false);
    };
    let place = body.place(array, value)?;
    let [lane, stopped, each, tile] = ["lane", "stopped", "e", "tile"].map(|n| body.names.fresh(n));
    let (i, j) = (body.declare(outer.var), body.declare(inner.var));
    let (rows, columns) = (body.names.fresh(&format!("first_{i}")), body.names.fresh(&format!("first_{j}")));
    let elem = body.unit.stored(&value.ty);
    let width = SQUARE + 1;
    body.line(format!("__local {elem} {tile}[{SQUARE} * {width}];"));
    body.line(format!("const int {lane} = get_local_id(0);"));
    body.line(format!("const int {rows} = {} + (int)get_group_id(1) * {SQUARE};", outer.from));
    body.line(format!("const int {columns} = {} + (int)get_group_id(0) * {SQUARE};", inner.from));
    let start = body.lines.len();
    let square = |body: &mut Body, [row, column]: [&str; 2]| {
        body.line(format!("for (int {each} = {lane}; {each} < {}; {each} += 256) {{", SQUARE * SQUARE));
        body.indent += 1;
        body.line(format!(
            "const int {i} = {rows} + {each} {row} {SQUARE}, {j} = {columns} + {each} {column} {SQUARE};"
        ));
        body.line(format!("if ({i} >= {} || {j} >= {}) continue;", outer.to, inner.to));
    };
    square(body, ["/", "%"]);
    let mark = format!("atomic_or(&{stopped}, 1);");
    let fail = Fail::Turn { number: "at".into(), mark, label: "next".into() };
    let fail = std::mem::replace(&mut body.fail, fail);
    if checked {
        super::kernel::number(body, axes, &[i.clone(), j.clone()], false);
        body.hoist_known_checks(&par.body.stmts)?;
    }
    let (value, lines) = body.apart(|b| {
        b.block(&Block { stmts: before.to_vec() })?;
        b.comment(&par.body.stmts[before.len()].prov);
        for e in index {
            b.expr(e)?;
        }
        b.expr(value)
    })?;
    if body.sets_failed {
        body.line("bool failed = false;");
    }
    body.lines.extend(lines);
    body.line(format!("{tile}[{each} / {SQUARE} * {width} + {each} % {SQUARE}] = {};", value.text));
    let fails = std::mem::take(&mut body.goes_to_end);
    if fails {
        body.line("next: ;");
    }
    body.fail = fail;
    body.indent -= 1;
    body.line("}");
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    if fails {
        body.line(format!("if (!{stopped}) {{"));
        body.indent += 1;
    }
    square(body, ["%", "/"]);
    let index: Vec<Expr> = index.iter().map(bare).collect();
    let at = body.offset(&place, &index)?;
    body.line(format!("{}[{}] = {tile}[{each} % {SQUARE} * {width} + {each} / {SQUARE}];", place.base, at.text));
    body.indent -= 1;
    body.line("}");
    if fails {
        body.indent -= 1;
        body.line("}");
        let front = [
            format!("    __local int {stopped};"),
            format!("    if ({lane} == 0) {stopped} = 0;"),
            "    barrier(CLK_LOCAL_MEM_FENCE);".into(),
        ];
        body.lines.splice(start..start, front);
    }
    Ok(true)
}
