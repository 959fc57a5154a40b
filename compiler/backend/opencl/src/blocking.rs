//! Products: where every iteration (i, j) loops over k and reads elements of (i, k) and of (k, j), as a matrix product does, a work
//! group of 256 computes a square of the space. It reads each element once, tile by tile, into local memory, and each work item
//! keeps BLOCKING × BLOCKING iterations in registers, so that an element read from local memory is used BLOCKING times.
//!
//! Where the arrays might not hold all that the launch reads, every index check of the body is made for all iterations at once; where one
//! fails, the work items compute their iterations one by one, with their checks. A flat array that is read at `i * n + k` is a matrix of rows of n.
//!
//! Each iteration folds its k in order, so the bits are those of the plain loop. Tiles lie k by k, and the work items of a warp form a
//! rectangle, so that together they read few different elements of a row. Local memory holds two tiles of each array: the next one is
//! fetched while the current one is used, 16 bytes at a time where an array's rows allow it. Elements beyond an array's end are read as
//! its last: no iteration of the space uses them.

use super::axis::{Axis, number};
use super::body::{Body, Fail, Place};
use super::code::{Prec, scalar_type};
use super::emitted::Refusal;
use super::lines::{self, Line};
use super::state::Proved;
use somd_core::ir::*;
use somd_core::walk;
use somd_runtime::kernel::Elem;
use somd_schedule::forms::blocking::{Product, Subscript, product, subscript};

/// What stands before the kernel. ROW and COLUMN number the iterations of a work item: four neighbours, then the next four behind those
/// of its warp.
pub(super) const DEFINES: &str = "\
// 256 work items compute SIDE x SIDE iterations, each BLOCKING x BLOCKING of them; a tile holds DEPTH of each row. (ONE_BY_ONE: on devices
// without room for tiles.) Warps of 4 x 8 work
// items stand 4 above each other and 2 side by side.
#ifndef BLOCKING
#define BLOCKING 8
#endif
#define SIDE (16 * BLOCKING)
#define DEPTH 16
#define ROW(first, n) ((first) + (n) / 4 * 16 + (n) % 4)
#define COLUMN(first, n) ((first) + (n) / 4 * 32 + (n) % 4)

";

/// The axes of an instruction with its iterations' turns as the second dimension.
fn axes_with_turns(body: &mut Body, par: &Par, axes: &[Axis]) -> Result<[Axis; 2], Refusal> {
    let (own, turns) = (&axes[0], &par.space[1]);
    let (from, to) = (body.names.fresh("turns_from"), body.names.fresh("turns_to"));
    let end = body.expr(&turns.hi)?.text;
    body.line(format!("const int {from} = 0, {to} = {end};"));
    let own = Axis { var: own.var, from: own.from.clone(), to: own.to.clone() };
    Ok([own, Axis { var: turns.index, from, to }])
}

/// Writes the kernel's body; how many iterations of each dimension a work item has. None, and nothing is to be used of what was written,
/// where some check does not say for all iterations at once whether it fails.
pub(super) fn body(body: &mut Body, par: &Par, turns: Option<&Par>, axes: &[Axis]) -> Result<Option<u32>, Refusal> {
    let widened = turns.map(|turns| axes_with_turns(body, turns, axes)).transpose()?;
    let (wide, axes) = (turns.unwrap_or(par), widened.as_ref().map_or(axes, |axes| axes.as_slice()));
    let Some(p) = product(body.unit.program, body.func, wide) else { return Ok(None) };
    let [outer, inner] = axes else { return Ok(None) };
    body.comment(&p.looping.prov);
    let end = body.expr(p.hi)?.text;
    let Some(guard) = guard(body, par, axes, &wide.space, &p, &end)? else { return Ok(None) };
    // These names are kept from the source's.
    let (lane, row, at) = ("lane", "row", "at");
    let column = body.names.fresh("column");
    let (r, c, kk) = (body.names.fresh("r"), body.names.fresh("c"), body.names.fresh("kk"));
    let tile = body.names.fresh("tile");
    body.line(format!("const int {lane} = get_local_id(0);"));
    body.line(format!("const int {row} = {lane} / 64 * (4 * BLOCKING) + {lane} % 32 / 8 * 4;"));
    body.line(format!("const int {column} = {lane} / 32 % 2 * (8 * BLOCKING) + {lane} % 8 * 4;"));
    let firsts = [body.names.fresh("first_row"), body.names.fresh("first_column")];
    for (n, (first, axis)) in firsts.iter().zip([outer, inner]).enumerate() {
        body.line(format!("const int {first} = {} + (int)get_group_id({}) * SIDE;", axis.from, 1 - n));
    }
    one_by_one(body, par, axes, &firsts, &guard.conditions)?;
    body.directive("#ifndef ONE_BY_ONE");
    if let [_] = par.space.as_slice() {
        body.line(format!("if ({} == 0) return;", inner.to));
    }
    let proved = body.proved.len();
    body.proved.extend(guard.proved);
    let (i, j) = (body.declare(outer.var), body.declare(inner.var));
    let points = |body: &mut Body| {
        body.unroll("");
        body.line(format!("for (int {r} = 0; {r} < BLOCKING; {r}++) {{"));
        body.indent += 1;
        body.unroll("");
        body.line(format!("for (int {c} = 0; {c} < BLOCKING; {c}++) {{"));
        body.indent += 1;
    };
    let points_end = |body: &mut Body| {
        for _ in 0..2 {
            body.indent -= 1;
            body.line("}");
        }
    };

    // Each iteration's own variables.
    let mut starts = Vec::new();
    for stmt in p.before {
        if let StmtKind::Let { var, .. } = &stmt.kind {
            let v = &body.func.vars[var.index()];
            let (ty, name) = (scalar_type(body.unit.program, &v.ty), body.names.fresh(&v.name));
            body.line(format!("{ty} {name}[BLOCKING][BLOCKING];"));
            starts.push((*var, format!("{name}[{r}][{c}]")));
        }
    }
    points(body);
    let (_, lines) = body.apart(|b| {
        let mut starts = starts.iter();
        for stmt in p.before {
            b.comment(&stmt.prov);
            match &stmt.kind {
                StmtKind::Let { init: Some(init), .. } => {
                    let value = b.expr(init)?;
                    if let Some((var, name)) = starts.next() {
                        b.line(format!("{name} = {};", value.text));
                        b.vars[var.index()] = Some(name.clone());
                    }
                }
                _ => b.block(&Block { stmts: vec![stmt.clone()] })?,
            }
        }
        Ok(())
    })?;
    let index = |body: &mut Body, lines: &[Line], exact: bool| {
        for (name, first, own, to) in [
            (&i, &firsts[0], format!("ROW({row}, {r})"), &outer.to),
            (&j, &firsts[1], format!("COLUMN({column}, {c})"), &inner.to),
        ] {
            let place = format!("{first} + {own}");
            if exact {
                body.line(format!("const int {name} = {place};"));
            } else if lines::name(lines, name) {
                body.line(format!("const int {name} = min({place}, {to} - 1);"));
            }
        }
    };
    index(body, &lines, false);
    body.lines.extend(lines);
    points_end(body);

    // Tiles.
    let stage = body.names.fresh("stage");
    let mut whole = Vec::new();
    let mut reaches = vec![format!("{end} - from >= DEPTH")];
    let (mut vectors, mut elements, mut stores) = (Vec::new(), Vec::new(), Vec::new());
    let mut fetches = Vec::new();
    let mut here = Vec::new();
    for read in &p.reads {
        let place: Place = body.place(read.array, p.hi)?;
        let (elem, name) = (body.unit.stored(&read.ty), body.func.vars[read.array.index()].name.clone());
        let (local, next, one) = (
            body.names.fresh(&format!("{name}_tile")),
            body.names.fresh(&format!("{name}_next")),
            body.names.fresh(&format!("{name}_here")),
        );
        // Elements that a work item reads at once.
        let width = match somd_schedule::elem(body.unit.program, &read.ty) {
            Elem::Struct { .. } => 1,
            e if e.bytes() > 4 => 2,
            _ => 4,
        };
        body.line(format!("__local {elem} {local}[2][DEPTH][SIDE + 4] __attribute__((aligned(16)));"));
        body.line(format!("{elem} {next}[BLOCKING] __attribute__((aligned(16)));"));
        let first = &firsts[read.dim];
        let (d0, d1) = match &read.at.width {
            None => (place.dims[0].clone(), place.dims[1].clone()),
            Some(width) => {
                let (rows, width) = (body.names.fresh(&format!("{name}_rows")), body.expr(width)?.at(Prec::Product));
                body.line(format!("const int {rows} = {} / {width};", place.dims[0]));
                (rows, width)
            }
        };
        let (d0, d1) = (&d0, &d1);
        // Where the elements lie in the tile: in its depth, and from the first iteration on.
        let row_len = if read.deep { "DEPTH" } else { "SIDE" };
        let per_row = if width == 1 { row_len.to_string() } else { format!("({row_len} / {width})") };
        let times = if width == 1 { String::new() } else { format!(" * {width}") };
        let (across, within) = (format!("{at} / {per_row}"), format!("{at} % {per_row}{times}"));
        let element = if width == 1 { "load".to_string() } else { format!("load{times} + nth") };
        let clamped = |place: String, dim: &str| format!("max(min({place}, {dim} - 1), 0)");
        let (x, y) = if read.deep {
            (format!("{first} + {across}"), format!("from + {within}"))
        } else {
            (format!("from + {across}"), format!("{first} + {within}"))
        };
        let nth = if width == 1 { "" } else { " + nth" };
        let one_element = format!(
            "{next}[{element}] = {}[(size_t){} * {d1} + {}];",
            place.base,
            clamped(x.clone(), d0),
            clamped(format!("{y}{nth}"), d1)
        );
        let all_of_them = format!("(size_t)({x}) * {d1} + {y}");
        let mut conditions = vec![format!("{first} >= 0 && {first} + SIDE <= {}", if read.deep { d0 } else { d1 })];
        if width == 1 {
            vectors.push((width, format!("{next}[load] = {}[{all_of_them}];", place.base)));
            elements.push((width, one_element));
            let place = if read.deep { format!("[{within}][{across}]") } else { format!("[{across}][{within}]") };
            stores.push((width, format!("{local}[{stage}]{place} = {next}[load];")));
        } else {
            conditions.push(format!("{d1} % {width} == 0"));
            let here = format!("*({elem}{width}*)&{next}[load{times}]");
            vectors
                .push((width, format!("{here} = *(__global const {elem}{width}*)({} + {all_of_them});", place.base)));
            let nths = format!("for (int nth = 0; nth < {width}; nth++)");
            elements.push((width, format!("{nths} {one_element}")));
            stores.push((
                width,
                if read.deep {
                    format!("{nths} {local}[{stage}][{within} + nth][{across}] = {next}[{element}];")
                } else {
                    conditions.push(format!("{first} % {width} == 0"));
                    format!("*(__local {elem}{width}*)&{local}[{stage}][{across}][{within}] = {here};")
                },
            ));
        }
        for condition in conditions {
            if !whole.contains(&condition) {
                whole.push(condition);
            }
        }
        let to_the_end =
            matches!(p.hi.kind, ExprKind::Len { array, dim } if array == read.array && dim == u32::from(read.deep));
        if read.at.width.is_some() || !to_the_end {
            let reach = format!("{} - from >= DEPTH", if read.deep { d1 } else { d0 });
            if !reaches.contains(&reach) {
                reaches.push(reach);
            }
        }
        let (own, n) =
            if read.dim == 0 { (format!("ROW({row}, nth)"), &r) } else { (format!("COLUMN({column}, nth)"), &c) };
        fetches.push((elem, format!("{one}[nth] = {local}[{stage}][{kk}][{own}];"), one.clone()));
        here.push((read, format!("{one}[{n}]")));
    }
    let each = |body: &mut Body, lines: &[(u32, String)]| {
        for of_width in lines.chunk_by(|a, b| a.0 == b.0) {
            body.unroll("");
            body.line(format!("for (int load = 0; load < BLOCKING / {}; load++) {{", of_width[0].0));
            body.line(format!("    const int {at} = {lane} + load * 256;"));
            for (_, line) in of_width {
                if line.starts_with("for") {
                    body.indent += 1;
                    body.unroll("");
                    body.indent -= 1;
                }
                body.line(format!("    {line}"));
            }
            body.line("}");
        }
    };
    let load = |body: &mut Body| {
        body.line(format!("if (whole && {}) {{", reaches.join(" && ")));
        body.indent += 1;
        each(body, &vectors);
        body.indent -= 1;
        body.line("} else {");
        body.indent += 1;
        each(body, &elements);
        body.indent -= 1;
        body.line("}");
    };
    body.line("// Whether the arrays hold all that the group reads, at multiples of a vector's size.");
    body.line(format!("const bool whole = {};", whole.join(" && ")));
    body.line(format!("int from = 0, {stage} = 0;"));
    load(body);
    each(body, &stores);
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    body.line(format!("for (int {tile} = 0; {tile} < {end}; {tile} += DEPTH) {{"));
    body.indent += 1;
    body.line("// The next tile is on its way while this one is used.");
    body.line(format!("const bool more = {end} - {tile} > DEPTH;"));
    body.line("if (more) {");
    body.indent += 1;
    body.line(format!("from = {tile} + DEPTH;"));
    load(body);
    body.indent -= 1;
    body.line("}");
    let k = body.declare(p.var);
    let elements = p.reads.iter().map(|r| r.element.index() + 1).max().unwrap_or(0);
    body.vars.resize(elements.max(body.vars.len()), None);
    for (read, text) in here {
        body.vars[read.element.index()] = Some(text);
    }
    body.commented = None;
    body.indent += 3;
    let inside = body.apart(|b| b.block(&p.body));
    body.indent -= 3;
    let (_, inside) = inside?;
    for whole in [true, false] {
        body.line(if whole { format!("if ({end} - {tile} >= DEPTH) {{") } else { "} else {".into() });
        body.indent += 1;
        if whole {
            body.unroll("");
        }
        let turns = if whole { "DEPTH".to_string() } else { format!("{end} - {tile}") };
        body.line(format!("for (int {kk} = 0; {kk} < {turns}; {kk}++) {{"));
        body.indent += 1;
        if lines::name(&inside, &k) {
            body.line(format!("const int {k} = {tile} + {kk};"));
        }
        let declared: Vec<String> = fetches.iter().map(|(elem, _, one)| format!("{elem} {one}[BLOCKING];")).collect();
        declared.iter().for_each(|d| body.line(d));
        body.unroll("");
        body.line("for (int nth = 0; nth < BLOCKING; nth++) {");
        for (_, fetch, _) in &fetches {
            body.line(format!("    {fetch}"));
        }
        body.line("}");
        points(body);
        index(body, &inside, false);
        let extra = body.indent.saturating_sub(5);
        body.lines.extend(inside.iter().cloned().map(|l| l.further(extra)));
        points_end(body);
        body.indent -= 1;
        body.line("}");
        body.indent -= 1;
    }
    body.line("}");
    body.line(format!("{stage} ^= 1;"));
    body.line("if (more) {");
    body.indent += 1;
    each(body, &stores);
    body.indent -= 1;
    body.line("}");
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    body.indent -= 1;
    body.line("}");

    // Results.
    points(body);
    index(body, &[], true);
    body.line(format!("if ({i} < {} && {j} < {}) {{", outer.to, inner.to));
    body.indent += 1;
    body.commented = None;
    body.block(&Block { stmts: p.after.to_vec() })?;
    body.indent -= 1;
    body.line("}");
    points_end(body);
    body.directive("#endif");
    body.loop_ends(proved);
    Ok((!body.varying).then_some(p.blocking))
}

/// What holds where no iteration of the launch fails a check, and the checks.
#[derive(Default)]
struct Guard {
    conditions: Vec<String>,
    proved: Vec<Proved>,
}

impl Guard {
    fn hold(&mut self, condition: String) {
        if !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
    }
}

/// None: some check does not say for all iterations at once whether it fails.
fn guard(
    body: &mut Body,
    par: &Par,
    axes: &[Axis],
    space: &[Dim],
    p: &Product,
    end: &str,
) -> Result<Option<Guard>, Refusal> {
    let mut guard = Guard::default();
    // Where a variable begins, unless that is known not to be negative, and where it ends.
    let mut spans = vec![(p.var, None, end.to_string())];
    for (axis, dim) in axes.iter().zip(space) {
        let counts = matches!(dim.lo.kind, ExprKind::Const(Const::Int(n)) if n >= 0);
        spans.push((axis.var, Some(axis.from.clone()).filter(|_| !counts), axis.to.clone()));
    }
    let span = |v: VarId| spans.iter().find(|(var, ..)| *var == v);
    let within = |guard: &mut Guard, v: VarId, length: &str| {
        let Some((_, from, to)) = span(v) else { return false };
        if let Some(from) = from {
            guard.hold(format!("{from} >= 0"));
        }
        if to != length {
            guard.hold(format!("{to} <= {length}"));
        }
        true
    };
    let uniforms = body.uniforms.clone();
    let fixed = |e: &Expr| match &e.kind {
        ExprKind::Const(_) | ExprKind::Len { .. } => true,
        ExprKind::Var(v) => uniforms.contains(v),
        _ => false,
    };
    let flat = |body: &mut Body, guard: &mut Guard, array: VarId, at: &Subscript| {
        let Some(width) = &at.width else { return Ok(true) };
        let length = body.place(array, width)?.dims[0].clone();
        let positive = matches!(width.kind, ExprKind::Const(Const::Int(1..)));
        let width = body.expr(width)?.at(Prec::Product);
        if !positive {
            guard.hold(format!("{width} > 0"));
        }
        Ok(within(guard, at.row, &format!("{length} / {width}")) && within(guard, at.column, &width))
    };
    for read in &p.reads {
        if !flat(body, &mut guard, read.array, &read.at)? {
            return Ok(None);
        }
    }
    let mut checks = Vec::new();
    walk::for_each_expr(&par.body, &mut |e| {
        if let ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } = &e.kind {
            checks.push((*array, *dim, value.as_ref().clone()));
        }
    });
    for (array, dim, value) in checks {
        if !body.places.contains_key(&array) {
            return Ok(None);
        }
        let length = body.place(array, &value)?.dims[dim as usize].clone();
        let held = match (&value.kind, subscript(std::slice::from_ref(&value), &fixed)) {
            (ExprKind::Var(v), _) if span(*v).is_some() => within(&mut guard, *v, &length),
            (_, Some(at)) => flat(body, &mut guard, array, &at)?,
            _ if fixed(&value) => {
                let index = body.expr(&value)?.at(Prec::Unary);
                guard.hold(format!("(uint){index} < (uint){length}"));
                true
            }
            _ => false,
        };
        if !held {
            return Ok(None);
        }
        guard.proved.push(Proved::always(array, dim, value));
    }
    Ok(Some(guard))
}

/// Where some check fails, or the device has no room for tiles, the group's iterations are computed one by one; where columns are turns of iterations, by the first group of a row.
fn one_by_one(
    body: &mut Body,
    par: &Par,
    axes: &[Axis],
    firsts: &[String; 2],
    conditions: &[String],
) -> Result<(), Refusal> {
    let (names, commented) = (body.names.clone(), body.commented.take());
    body.directive("#ifdef ONE_BY_ONE");
    body.line("{");
    if !conditions.is_empty() {
        body.directive("#else");
        body.line("// Where an index is out of range, iterations are computed one by one.");
        body.line(format!("if (!({})) {{", conditions.join(" && ")));
        body.directive("#endif");
    }
    body.indent += 1;
    let row = body.declare(axes[0].var);
    if par.space.len() == 1 {
        body.line("if (get_group_id(0) != 0) return;");
        let end = format!("min({} + SIDE, {})", firsts[0], axes[0].to);
        body.line(format!("for (int {row} = {} + lane; {row} < {end}; {row} += 256) {{", firsts[0]));
        body.indent += 1;
        number(body, &axes[..1], &[row], false);
    } else {
        let (column, place) = (body.declare(axes[1].var), body.names.fresh("place"));
        body.line(format!("for (int {place} = lane; {place} < SIDE * SIDE; {place} += 256) {{"));
        body.indent += 1;
        body.line(format!("const int {row} = {} + {place} / SIDE;", firsts[0]));
        body.line(format!("const int {column} = {} + {place} % SIDE;", firsts[1]));
        body.line(format!("if ({row} >= {} || {column} >= {}) continue;", axes[0].to, axes[1].to));
        number(body, axes, &[row, column], false);
    }
    let fail = std::mem::replace(&mut body.fail, Fail::Goto { number: "at".into(), label: "stop" });
    let (uniform, varying) = (std::mem::take(&mut body.uniform), body.varying);
    body.block(&par.body)?;
    (body.fail, body.uniform, body.varying) = (fail, uniform, varying);
    if std::mem::take(&mut body.goes_to_end) {
        body.label("stop");
    }
    for _ in 0..2 {
        body.indent -= 1;
        body.line("}");
        if body.indent == 2 {
            body.line("return;");
        }
    }
    if conditions.is_empty() {
        body.directive("#endif");
    }
    (body.names, body.commented) = (names, commented);
    Ok(())
}
