//! Iterations that store to `t[j][i]` and read `a[i][j]`: neighbours read neighbouring elements, and what they store lies whole rows apart. A
//! work group takes a square of iterations, keeps what they give in local memory, and stores it with neighbours of the other dimension side by side.

use super::axis::Axis;
use super::body::{Body, Fail};
use super::emitted::Refusal;
use super::lines::Line;
use somd_core::ir::*;
use somd_runtime::kernel::SQUARE;
use somd_schedule::forms::transpose::Stored;

/// Such an expression without the checks in it.
fn bare(e: &Expr) -> Expr {
    let mut e = e.unchecked().clone();
    if let ExprKind::Binary(_, a, b) = &mut e.kind {
        (**a, **b) = (bare(a), bare(b));
    }
    e
}

/// Writes the kernel.
pub(super) fn body(body: &mut Body, par: &Par, found: &Stored, axes: &[Axis], checked: bool) -> Result<(), Refusal> {
    let Stored { before, array, index, value, swapped } = *found;
    let (outer, inner) = if swapped { (&axes[1], &axes[0]) } else { (&axes[0], &axes[1]) };
    let (down, across) = if swapped { (0, 1) } else { (1, 0) };
    let place = body.place(array, value)?;
    let [lane, stopped, each, tile] = ["lane", "stopped", "e", "tile"].map(|n| body.names.fresh(n));
    let (i, j) = (body.declare(outer.var), body.declare(inner.var));
    let (rows, columns) = (body.names.fresh(&format!("first_{i}")), body.names.fresh(&format!("first_{j}")));
    let elem = body.unit.stored(&value.ty);
    let width = SQUARE + 1;
    body.line(format!("__local {elem} {tile}[{SQUARE} * {width}];"));
    body.line(format!("const int {lane} = get_local_id(0);"));
    body.line(format!("const int {rows} = {} + (int)get_group_id({down}) * {SQUARE};", outer.from));
    body.line(format!("const int {columns} = {} + (int)get_group_id({across}) * {SQUARE};", inner.from));
    let start = body.lines.len();
    let square = |body: &mut Body, [row, column]: [&str; 2]| {
        body.line(format!("for (int {each} = {lane}; {each} < {}; {each} += 256) {{", SQUARE * SQUARE));
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
        let named = if swapped { [j.clone(), i.clone()] } else { [i.clone(), j.clone()] };
        super::axis::number(body, axes, &named, false);
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
    body.line(format!("{tile}[{each} / {SQUARE} * {width} + {each} % {SQUARE}] = {};", value.text()));
    let fails = std::mem::take(&mut body.goes_to_end);
    if fails {
        body.label("next");
    }
    body.fail = fail;
    body.line("}");
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    if fails {
        body.line(format!("if (!{stopped}) {{"));
    }
    square(body, ["%", "/"]);
    let index: Vec<Expr> = index.iter().map(bare).collect();
    let at = body.offset(&place, &index)?;
    body.line(format!("{}[{}] = {tile}[{each} % {SQUARE} * {width} + {each} / {SQUARE}];", place.base, at.text()));
    body.line("}");
    if fails {
        body.line("}");
        let front = [
            Line::new(format!("__local int {stopped};")),
            Line::new(format!("if ({lane} == 0) {stopped} = 0;")),
            Line::new("barrier(CLK_LOCAL_MEM_FENCE);"),
        ];
        body.lines.splice(start..start, front);
    }
    Ok(())
}
