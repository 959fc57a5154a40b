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
use somd_schedule::forms::blocking::{Product, Read, Subscript, product, subscript};

/// What stands before the kernel. ROW and COLUMN number the iterations of a work item: four neighbours, then the next four behind those
/// of its warp.
pub(super) const DEFINES: &str = "\
// 256 work items compute SIDE x SIDE iterations, each BLOCKING x BLOCKING of them; a tile holds DEPTH of each row. (ONE_BY_ONE: on devices
// without room for tiles.) Warps of 4 x 8 work
// items stand 4 above each other and 2 side by side.
#ifndef BLOCKING
#define BLOCKING 8
#endif
#ifdef ONE_BY_ONE
#define ALONE true
#else
#define ALONE false
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
    let end = body.expr(&turns.hi)?.text();
    body.line(format!("const int {from} = 0, {to} = {end};"));
    let own = Axis { var: own.var, from: own.from.clone(), to: own.to.clone() };
    Ok([own, Axis { var: turns.index, from, to }])
}

/// The names that a work group gives to its square, and a work item to its iterations in it.
struct Square {
    /// The work item's first row and column in the square.
    row: &'static str,
    column: String,
    /// Of the work item's iterations the row and column.
    r: String,
    c: String,
    /// The square's first row and column in the space, and the space's ends.
    firsts: [String; 2],
    to: [String; 2],
    /// The iteration's indices.
    indices: [String; 2],
}

const LANE: &str = "lane";
const AT: &str = "at";

impl Square {
    /// Opens the loops over a work item's iterations.
    fn points(&self, body: &mut Body) {
        for n in [&self.r, &self.c] {
            body.unroll("");
            body.line(format!("for (int {n} = 0; {n} < BLOCKING; {n}++) {{"));
        }
    }

    fn points_end(&self, body: &mut Body) {
        for _ in 0..2 {
            body.line("}");
        }
    }

    /// Declares the indices that lines name, of those beyond the space its last ones; exact: all, as they are.
    fn index(&self, body: &mut Body, lines: &[Line], exact: bool) {
        let own = [format!("ROW({}, {})", self.row, self.r), format!("COLUMN({}, {})", self.column, self.c)];
        for (n, own) in own.into_iter().enumerate() {
            let (name, place) = (&self.indices[n], format!("{} + {own}", self.firsts[n]));
            if exact {
                body.line(format!("const int {name} = {place};"));
            } else if lines::name(lines, name) {
                body.line(format!("const int {name} = min({place}, {} - 1);", self.to[n]));
            }
        }
    }
}

/// Writes the kernel's body; how many iterations of each dimension a work item has. None, and nothing is to be used of what was written,
/// where some check does not say for all iterations at once whether it fails.
pub(super) fn body(body: &mut Body, par: &Par, turns: Option<&Par>, axes: &[Axis]) -> Result<Option<u32>, Refusal> {
    let widened = turns.map(|turns| axes_with_turns(body, turns, axes)).transpose()?;
    let (wide, axes) = (turns.unwrap_or(par), widened.as_ref().map_or(axes, |axes| axes.as_slice()));
    let Some(p) = product(body.unit.program, body.func, wide) else { return Ok(None) };
    let [outer, inner] = axes else { return Ok(None) };
    body.comment(&p.looping.prov);
    let end = body.expr(p.hi)?.text();
    let Some(guard) = guard(body, par, axes, &wide.space, &p, &end)? else { return Ok(None) };
    // These names are kept from the source's.
    let row = "row";
    let [column, r, c, kk, tile] = ["column", "r", "c", "kk", "tile"].map(|n| body.names.fresh(n));
    body.line(format!("const int {LANE} = get_local_id(0);"));
    body.line(format!("const int {row} = {LANE} / 64 * (4 * BLOCKING) + {LANE} % 32 / 8 * 4;"));
    body.line(format!("const int {column} = {LANE} / 32 % 2 * (8 * BLOCKING) + {LANE} % 8 * 4;"));
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
    let indices = [body.declare(outer.var), body.declare(inner.var)];
    let square = Square { row, column, r, c, firsts, to: [outer.to.clone(), inner.to.clone()], indices };
    own_variables(body, &p, &square)?;
    let tiles = Tiles::of(body, &p, &square, &kk, &end)?;
    tiles.all(body, &p, &square, [&tile, &kk, &end])?;

    // Results.
    square.points(body);
    square.index(body, &[], true);
    let [i, j] = &square.indices;
    body.line(format!("if ({i} < {} && {j} < {}) {{", outer.to, inner.to));
    body.commented = None;
    body.block(&Block { stmts: p.after.to_vec() })?;
    body.line("}");
    square.points_end(body);
    body.directive("#endif");
    body.loop_ends(proved);
    Ok((!body.varying).then_some(p.blocking))
}

/// Each iteration's own variables, with what they are in front of the loop.
fn own_variables(body: &mut Body, p: &Product, square: &Square) -> Result<(), Refusal> {
    let mut starts = Vec::new();
    for stmt in p.before {
        if let StmtKind::Let { var, .. } = &stmt.kind {
            let v = &body.func.vars[var.index()];
            let (ty, name) = (scalar_type(body.unit.program, &v.ty), body.names.fresh(&v.name));
            body.line(format!("{ty} {name}[BLOCKING][BLOCKING];"));
            starts.push((*var, format!("{name}[{}][{}]", square.r, square.c)));
        }
    }
    square.points(body);
    let (_, lines) = body.apart(|b| {
        let mut starts = starts.iter();
        for stmt in p.before {
            b.comment(&stmt.prov);
            match &stmt.kind {
                StmtKind::Let { init: Some(init), .. } => {
                    let value = b.expr(init)?;
                    if let Some((var, name)) = starts.next() {
                        b.line(format!("{name} = {};", value.text()));
                        b.vars[var.index()] = Some(name.clone());
                    }
                }
                _ => b.block(&Block { stmts: vec![stmt.clone()] })?,
            }
        }
        Ok(())
    })?;
    square.index(body, &lines, false);
    body.lines.extend(lines);
    square.points_end(body);
    Ok(())
}

/// A line that each work item runs for its part of a tile.
struct Step {
    /// Elements at once.
    width: u32,
    /// It is a loop over these.
    each: bool,
    text: String,
}

impl Step {
    fn new(width: u32, text: String) -> Step {
        Step { width, each: false, text }
    }

    fn each(width: u32, text: String) -> Step {
        Step { width, each: true, text: format!("for (int nth = 0; nth < {width}; nth++) {text}") }
    }
}

/// What work items hold of a tile while they use it.
struct Fetch {
    elem: String,
    name: String,
    line: String,
}

/// The tiles of all arrays.
#[derive(Default)]
struct Tiles {
    stage: String,
    /// Where arrays hold all that a group reads, and all of a tile.
    whole: Vec<String>,
    reaches: Vec<String>,
    /// What fetches the next tile, by vectors and element by element, and puts it into local memory.
    vectors: Vec<Step>,
    elements: Vec<Step>,
    stores: Vec<Step>,
    fetches: Vec<Fetch>,
    /// The text of an element in the loop.
    here: Vec<(VarId, String)>,
}

impl Tiles {
    /// Declares them.
    fn of(body: &mut Body, p: &Product, square: &Square, kk: &str, end: &str) -> Result<Tiles, Refusal> {
        let stage = body.names.fresh("stage");
        let mut tiles = Tiles { stage, reaches: vec![format!("{end} - from >= DEPTH")], ..Tiles::default() };
        for read in &p.reads {
            tiles.add(body, p, square, kk, read)?;
        }
        Ok(tiles)
    }

    fn add(&mut self, body: &mut Body, p: &Product, square: &Square, kk: &str, read: &Read) -> Result<(), Refusal> {
        let place: Place = body.place(read.array, p.hi)?;
        let (elem, name) = (body.unit.stored(&read.ty), body.func.vars[read.array.index()].name.clone());
        let [local, next, one] = ["tile", "next", "here"].map(|n| body.names.fresh(&format!("{name}_{n}")));
        // Elements that a work item reads at once.
        let width = match somd_schedule::elem(body.unit.program, &read.ty) {
            Elem::Struct { .. } => 1,
            e if e.bytes() > 4 => 2,
            _ => 4,
        };
        body.line(format!("__local {elem} {local}[2][DEPTH][SIDE + 4] __attribute__((aligned(16)));"));
        body.line(format!("{elem} {next}[BLOCKING] __attribute__((aligned(16)));"));
        let dims = match &read.at.width {
            None => [place.dims[0].clone(), place.dims[1].clone()],
            Some(width) => {
                let (rows, width) = (body.names.fresh(&format!("{name}_rows")), body.expr(width)?.at(Prec::Product));
                body.line(format!("const int {rows} = {} / {width};", place.dims[0]));
                [rows, width]
            }
        };
        self.steps(read, square, &place.base, &dims, width, &elem, [&local, &next]);
        let [d0, d1] = &dims;
        let to_the_end =
            matches!(p.hi.kind, ExprKind::Len { array, dim } if array == read.array && dim == u32::from(read.deep));
        if read.at.width.is_some() || !to_the_end {
            let reach = format!("{} - from >= DEPTH", if read.deep { d1 } else { d0 });
            if !self.reaches.contains(&reach) {
                self.reaches.push(reach);
            }
        }
        let (own, n) = match read.dim {
            0 => (format!("ROW({}, nth)", square.row), &square.r),
            _ => (format!("COLUMN({}, nth)", square.column), &square.c),
        };
        let line = format!("{one}[nth] = {local}[{}][{kk}][{own}];", self.stage);
        self.here.push((read.element, format!("{one}[{n}]")));
        self.fetches.push(Fetch { elem, name: one, line });
        Ok(())
    }

    /// What fetches an array's next tile.
    #[allow(clippy::too_many_arguments)]
    fn steps(
        &mut self,
        read: &Read,
        square: &Square,
        base: &str,
        [d0, d1]: &[String; 2],
        width: u32,
        elem: &str,
        [local, next]: [&str; 2],
    ) {
        let (first, stage) = (&square.firsts[read.dim], &self.stage);
        // Where the elements lie in the tile: in its depth, and from the first iteration on.
        let row_len = if read.deep { "DEPTH" } else { "SIDE" };
        let per_row = if width == 1 { row_len.to_string() } else { format!("({row_len} / {width})") };
        let times = if width == 1 { String::new() } else { format!(" * {width}") };
        let (across, within) = (format!("{AT} / {per_row}"), format!("{AT} % {per_row}{times}"));
        let element = if width == 1 { "load".to_string() } else { format!("load{times} + nth") };
        let clamped = |place: String, dim: &str| format!("max(min({place}, {dim} - 1), 0)");
        let (x, y) = if read.deep {
            (format!("{first} + {across}"), format!("from + {within}"))
        } else {
            (format!("from + {across}"), format!("{first} + {within}"))
        };
        let nth = if width == 1 { "" } else { " + nth" };
        let all_of_them = format!("(size_t)({x}) * {d1} + {y}");
        let (row, column) = (clamped(x, d0), clamped(format!("{y}{nth}"), d1));
        let one_element = format!("{next}[{element}] = {base}[(size_t){row} * {d1} + {column}];");
        let mut conditions = vec![format!("{first} >= 0 && {first} + SIDE <= {}", if read.deep { d0 } else { d1 })];
        if width == 1 {
            self.vectors.push(Step::new(width, format!("{next}[load] = {base}[{all_of_them}];")));
            self.elements.push(Step::new(width, one_element));
            let place = if read.deep { format!("[{within}][{across}]") } else { format!("[{across}][{within}]") };
            self.stores.push(Step::new(width, format!("{local}[{stage}]{place} = {next}[load];")));
        } else {
            conditions.push(format!("{d1} % {width} == 0"));
            let here = format!("*({elem}{width}*)&{next}[load{times}]");
            let vector = format!("{here} = *(__global const {elem}{width}*)({base} + {all_of_them});");
            self.vectors.push(Step::new(width, vector));
            self.elements.push(Step::each(width, one_element));
            self.stores.push(if read.deep {
                Step::each(width, format!("{local}[{stage}][{within} + nth][{across}] = {next}[{element}];"))
            } else {
                conditions.push(format!("{first} % {width} == 0"));
                Step::new(width, format!("*(__local {elem}{width}*)&{local}[{stage}][{across}][{within}] = {here};"))
            });
        }
        for condition in conditions {
            if !self.whole.contains(&condition) {
                self.whole.push(condition);
            }
        }
    }

    /// Fetches a tile.
    fn load(&self, body: &mut Body) {
        body.line(format!("if (whole && {}) {{", self.reaches.join(" && ")));
        each(body, &self.vectors);
        body.line("} else {");
        each(body, &self.elements);
        body.line("}");
    }

    /// The loop over the tiles.
    fn all(&self, body: &mut Body, p: &Product, square: &Square, [tile, kk, end]: [&String; 3]) -> Result<(), Refusal> {
        let stage = &self.stage;
        body.line("// Whether the arrays hold all that the group reads, at multiples of a vector's size.");
        body.line(format!("const bool whole = {};", self.whole.join(" && ")));
        body.line(format!("int from = 0, {stage} = 0;"));
        self.load(body);
        each(body, &self.stores);
        body.line("barrier(CLK_LOCAL_MEM_FENCE);");
        body.line(format!("for (int {tile} = 0; {tile} < {end}; {tile} += DEPTH) {{"));
        body.line("// The next tile is on its way while this one is used.");
        body.line(format!("const bool more = {end} - {tile} > DEPTH;"));
        body.line("if (more) {");
        body.line(format!("from = {tile} + DEPTH;"));
        self.load(body);
        body.line("}");
        self.used(body, p, square, [tile, kk, end])?;
        body.line(format!("{stage} ^= 1;"));
        body.line("if (more) {");
        each(body, &self.stores);
        body.line("}");
        body.line("barrier(CLK_LOCAL_MEM_FENCE);");
        body.line("}");
        Ok(())
    }

    /// The turns of a tile: of a whole one their number is known.
    fn used(
        &self,
        body: &mut Body,
        p: &Product,
        square: &Square,
        [tile, kk, end]: [&String; 3],
    ) -> Result<(), Refusal> {
        let k = body.declare(p.var);
        let elements = p.reads.iter().map(|r| r.element.index() + 1).max().unwrap_or(0);
        body.vars.resize(elements.max(body.vars.len()), None);
        for (element, text) in &self.here {
            body.vars[element.index()] = Some(text.clone());
        }
        body.commented = None;
        let inside = body.apart(|b| b.block(&p.body));
        let (_, inside) = inside?;
        for whole in [true, false] {
            body.line(if whole { format!("if ({end} - {tile} >= DEPTH) {{") } else { "} else {".into() });
            if whole {
                body.unroll("");
            }
            let turns = if whole { "DEPTH".to_string() } else { format!("{end} - {tile}") };
            body.line(format!("for (int {kk} = 0; {kk} < {turns}; {kk}++) {{"));
            if lines::name(&inside, &k) {
                body.line(format!("const int {k} = {tile} + {kk};"));
            }
            for Fetch { elem, name, .. } in &self.fetches {
                body.line(format!("{elem} {name}[BLOCKING];"));
            }
            body.unroll("");
            body.line("for (int nth = 0; nth < BLOCKING; nth++) {");
            for fetch in &self.fetches {
                body.line(format!("    {}", fetch.line));
            }
            body.line("}");
            square.points(body);
            square.index(body, &inside, false);
            body.lines.extend_from_slice(&inside);
            square.points_end(body);
            body.line("}");
        }
        body.line("}");
        Ok(())
    }
}

/// A work item's part of a tile, of each width a loop.
fn each(body: &mut Body, steps: &[Step]) {
    for of_width in steps.chunk_by(|a, b| a.width == b.width) {
        body.unroll("");
        body.line(format!("for (int load = 0; load < BLOCKING / {}; load++) {{", of_width[0].width));
        body.line(format!("    const int {AT} = {LANE} + load * 256;"));
        for step in of_width {
            if step.each {
                body.unroll("");
            }
            body.line(format!("    {}", step.text));
        }
        body.line("}");
    }
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
    if conditions.is_empty() {
        body.directive("#ifdef ONE_BY_ONE");
        body.line("{");
    } else {
        body.line("// Where an index is out of range, iterations are computed one by one.");
        body.line(format!("if (ALONE || !({})) {{", conditions.join(" && ")));
    }
    let row = body.declare(axes[0].var);
    if par.space.len() == 1 {
        body.line("if (get_group_id(0) != 0) return;");
        let end = format!("min({} + SIDE, {})", firsts[0], axes[0].to);
        body.line(format!("for (int {row} = {} + lane; {row} < {end}; {row} += 256) {{", firsts[0]));
        number(body, &axes[..1], &[row], false);
    } else {
        let (column, place) = (body.declare(axes[1].var), body.names.fresh("place"));
        body.line(format!("for (int {place} = lane; {place} < SIDE * SIDE; {place} += 256) {{"));
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
    body.line("}");
    body.line("return;");
    body.line("}");
    if conditions.is_empty() {
        body.directive("#endif");
    }
    (body.names, body.commented) = (names, commented);
    Ok(())
}
