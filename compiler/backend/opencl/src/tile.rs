//! All pairs: where every iteration loops over the same elements, a work group reads them once, tile by tile, through local memory.
//!
//! The loop must stand at the top of the body, so that all work items of a group come to its barriers, and read elements by its own
//! variable alone. Checks must come out alike for all iterations, or a failing work item would miss barriers. Bounded rows of 2, 4, 8 or
//! 16 are one vector in the tile, read at once. Work items beyond the end of the space help to fill tiles: they compute the last iteration and store nothing.

use super::Refusal;
use super::body::Body;
use super::code::Code;
use somd_core::ir::*;
use somd_core::walk;
use somd_passes::devices::row_starts::flat;

/// Elements of a tile: one for each work item of a group.
const TILE: u32 = 256;
/// Bytes of local memory for tiles; every device has twice that.
const LOCAL_BYTES: usize = 16 << 10;
/// A loop known to be shorter than this reads too little to share.
pub(super) const SHORT: i64 = 64;

/// Elements that are read from a tile.
#[derive(Clone, Debug)]
pub(super) struct Tiled {
    array: VarId,
    index: Vec<At>,
    /// `x_tile[j - tile]`; [`VARIABLE`] in it stands for the variable that the index ends with.
    text: String,
}

/// See [`Tiled::text`].
const VARIABLE: &str = "@";

#[derive(Clone, Copy, PartialEq, Debug)]
enum At {
    Var(VarId),
    Const(i64),
    /// An element of a row of so many that is a stretch of an array: `row * width + place`.
    Flat {
        row: VarId,
        width: i64,
        place: i64,
    },
}

impl Tiled {
    /// An element of a row, by the loop variable `p`.
    fn row(array: VarId, row: VarId, p: VarId, text: String) -> Tiled {
        Tiled { array, index: vec![At::Var(row), At::Var(p)], text }
    }

    /// An element by variables alone.
    pub fn whole(array: VarId, index: &[VarId], text: String) -> Tiled {
        Tiled { array, index: index.iter().map(|v| At::Var(*v)).collect(), text }
    }
}

fn at(e: &Expr) -> Option<At> {
    match &e.kind {
        ExprKind::Var(v) => Some(At::Var(*v)),
        ExprKind::Const(Const::Int(n)) => Some(At::Const(*n)),
        ExprKind::Check { value, .. } => at(value),
        _ => flat(e).map(|(row, width, place)| At::Flat { row, width, place }),
    }
}

/// The loop variables in a block that run over constants from `0 ..= n` only.
fn short_loops(block: &Block, n: i64) -> Vec<VarId> {
    let constant = |e: &Expr| if let ExprKind::Const(Const::Int(n)) = e.kind { Some(n) } else { None };
    let mut found = Vec::new();
    walk::for_each_stmt(block, &mut |s| {
        if let StmtKind::For { var, lo, hi, step, .. } = &s.kind
            && constant(lo).is_some_and(|lo| lo >= 0)
            && constant(hi).is_some_and(|hi| hi <= n)
            && constant(step) == Some(1)
        {
            found.push(*var);
        }
    });
    found
}

/// Whether a loop runs 0, 1, 2, … to an end that is the same for all iterations, and not a near one.
pub(super) fn long_loop(func: &Func, par: &Par, var: VarId, lo: &Expr, hi: &Expr, step: &Expr) -> bool {
    let captured = somd_core::interface::captures(par);
    let same_for_all = match &hi.kind {
        ExprKind::Const(Const::Int(n)) => *n >= SHORT,
        ExprKind::Len { array, .. } => captured.contains(array),
        ExprKind::Var(v) => captured.contains(v),
        _ => false,
    };
    let int = |e: &Expr, n: i64| e.kind == ExprKind::Const(Const::Int(n));
    same_for_all && int(lo, 0) && int(step, 1) && func.vars[var.index()].ty == Ty::I32
}

/// An array's elements in tiles: some constants after the loop's variable, or all that a short row has.
pub(super) struct Tile {
    array: VarId,
    /// None: a row as a vector.
    rest: Option<Vec<i64>>,
    ty: Ty,
    width: u32,
}

/// The elements that a loop at the top of a body can read from tiles.
pub(super) fn tiles(program: &Program, func: &Func, par: &Par, stmt: &Stmt) -> Vec<Tile> {
    let StmtKind::For { var, lo, hi, step, body, label } = &stmt.kind else { return Vec::new() };
    if !long_loop(func, par, *var, lo, hi, step) {
        return Vec::new();
    }
    let captured = somd_core::interface::captures(par);
    let mut leaves = false;
    walk::for_each_stmt(body, &mut |s| leaves |= matches!(&s.kind, StmtKind::Break(l) if l == label));
    let mut found: Vec<Tile> = Vec::new();
    walk::for_each_expr(body, &mut |e| {
        let ExprKind::Index { array, index } = &e.kind else { return };
        let bounds = func.vars[array.index()].ty.as_array().map_or(&[][..], |a| &a.dims);
        let row = match bounds {
            [None, Some(n @ (2 | 4 | 8 | 16))] if e.ty != Ty::Bool && e.ty.is_scalar() => Some(*n),
            _ => None,
        };
        let in_row = match index.as_slice() {
            [first, Expr { kind: ExprKind::Var(p), .. }] => {
                at(first) == Some(At::Var(*var)) && row.is_some_and(|n| short_loops(body, n as i64).contains(p))
            }
            _ => false,
        };
        let rest = if in_row { Some(Vec::new()) } else { element_of(index, *var) };
        let Some(rest) = captured.contains(array).then_some(rest).flatten() else { return };
        let (rest, width) = match row {
            Some(n) => (None, n),
            None => (Some(rest), 1),
        };
        if !found.iter().any(|t| t.array == *array && t.rest == rest) {
            found.push(Tile { array: *array, rest, ty: e.ty.clone(), width });
        }
    });
    let bytes: usize =
        found.iter().map(|t| somd_schedule::elem(program, &t.ty).bytes() * (TILE * t.width) as usize).sum();
    if leaves || bytes > LOCAL_BYTES { Vec::new() } else { found }
}

/// The constants after `var` in an index.
fn element_of(index: &[Expr], var: VarId) -> Option<Vec<i64>> {
    let (first, rest) = index.split_first()?;
    if at(first) != Some(At::Var(var)) {
        return None;
    }
    rest.iter().map(|e| if let Some(At::Const(n)) = at(e) { Some(n) } else { None }).collect()
}

/// Whether some loop of a body is to be tiled.
pub(super) fn qualifies(program: &Program, func: &Func, par: &Par) -> bool {
    let one = par.space.len() == 1 && func.vars[par.space[0].index.index()].ty == Ty::I32;
    // A jump from the top of the body would miss barriers.
    let straight = par.body.stmts.iter().all(|s| !matches!(s.kind, StmtKind::Labeled { .. } | StmtKind::Throw { .. }));
    let arrays = par.outputs.iter().all(|o| matches!(o.kind, OutputKind::Array(_)));
    one && straight && arrays && par.body.stmts.iter().any(|s| !tiles(program, func, par, s).is_empty())
}

/// The body's statements, with those loops tiled.
pub(super) fn body(body: &mut Body, par: &Par) -> Result<(), Refusal> {
    for stmt in &par.body.stmts {
        let found = tiles(body.unit.program, body.func, par, stmt);
        let single = Block { stmts: vec![stmt.clone()] };
        match &stmt.kind {
            StmtKind::For { var, lo, hi, step, body: inner, label } if !found.is_empty() => {
                body.comment(&stmt.prov);
                let proved = body.hoist_checks(*var, lo, hi, step, inner, *label)?;
                own_elements(body, par, inner)?;
                let unroll = body.times(inner);
                let group = TILE.to_string();
                tiled_loop(body, *var, hi, &group, found, (unroll, inner), &mut |b| b.loop_body(inner, *label))?;
                body.loop_ends(proved);
            }
            _ => body.block(&single)?,
        }
    }
    Ok(())
}

/// An element at the iteration's own index, which a loop reads again and again.
pub(super) struct Own {
    pub array: VarId,
    pub index: Vec<Expr>,
    pub ty: Ty,
}

impl Own {
    pub fn tiled(&self, text: String) -> Tiled {
        Tiled { array: self.array, index: self.index.iter().filter_map(at).collect(), text }
    }
}

pub(super) fn own_reads(par: &Par, inner: &Block, own: VarId) -> Vec<Own> {
    let captured = somd_core::interface::captures(par);
    let mut found: Vec<Own> = Vec::new();
    walk::for_each_expr(inner, &mut |e| {
        if let ExprKind::Index { array, index } = &e.kind
            && captured.contains(array)
            && element_of(index, own).is_some()
            && !index.iter().any(|i| matches!(i.kind, ExprKind::Check { .. }))
            && !found.iter().any(|f| f.array == *array && f.index.iter().map(at).eq(index.iter().map(at)))
        {
            found.push(Own { array: *array, index: index.clone(), ty: e.ty.clone() });
        }
    });
    found
}

/// A row at the iteration's own index, of whose elements a loop inside reads one after another.
pub(super) struct OwnRow {
    pub array: VarId,
    pub width: u32,
    pub ty: Ty,
    index: Expr,
    by: Vec<VarId>,
}

impl OwnRow {
    pub fn tiled(&self, own: VarId, text: &str) -> Vec<Tiled> {
        self.by.iter().map(|p| Tiled::row(self.array, own, *p, format!("{text}[{VARIABLE}]"))).collect()
    }

    /// An element, or 0 where the index is beyond the end.
    pub fn value(&self, body: &mut Body, n: u32) -> Result<String, Refusal> {
        let index = vec![self.index.clone(), Expr::int(n as i32, Default::default())];
        own_value(body, &Own { array: self.array, index, ty: self.ty.clone() })
    }
}

pub(super) fn own_rows(func: &Func, par: &Par, inner: &Block, own: VarId) -> Vec<OwnRow> {
    let captured = somd_core::interface::captures(par);
    let mut found: Vec<OwnRow> = Vec::new();
    walk::for_each_expr(inner, &mut |e| {
        let ExprKind::Index { array, index } = &e.kind else { return };
        let bounds = func.vars[array.index()].ty.as_array().map_or(&[][..], |a| &a.dims);
        let ([None, Some(width @ 2..=16)], [first, Expr { kind: ExprKind::Var(p), .. }]) = (bounds, index.as_slice())
        else {
            return;
        };
        let plain = matches!(first.kind, ExprKind::Var(v) if v == own) && e.ty.is_scalar();
        if !plain || !captured.contains(array) || !short_loops(inner, *width as i64).contains(p) {
            return;
        }
        match found.iter_mut().find(|r| r.array == *array) {
            Some(row) if !row.by.contains(p) => row.by.push(*p),
            Some(_) => {}
            None => {
                let (index, ty) = (first.clone(), e.ty.clone());
                found.push(OwnRow { array: *array, width: *width, ty, index, by: vec![*p] });
            }
        }
    });
    found
}

/// Its value, or 0 where the index is beyond the end: the loop may read it under a condition only.
pub(super) fn own_value(body: &mut Body, own: &Own) -> Result<String, Refusal> {
    let kind = ExprKind::Index { array: own.array, index: own.index.clone() };
    let element = Expr::new(kind, own.ty.clone(), Default::default());
    let value = body.expr(&element)?.text;
    let (place, i) = (body.place(own.array, &element)?, body.expr(&own.index[0])?.text);
    Ok(format!("(uint){i} < (uint){} ? {value} : 0", place.dims[0]))
}

/// Such elements are read once, into registers.
fn own_elements(body: &mut Body, par: &Par, inner: &Block) -> Result<(), Refusal> {
    let [dim] = par.space.as_slice() else { return Ok(()) };
    for own in own_reads(par, inner, dim.index) {
        if body.in_tile(own.array, &own.index).is_some() {
            continue;
        }
        let value = own_value(body, &own)?;
        let ty = body.unit.scalar(&own.ty);
        let name = body.names.fresh(&format!("{}_own", body.func.vars[own.array.index()].name));
        body.line(format!("const {ty} {name} = {value};"));
        body.tiled.push(own.tiled(name));
    }
    Ok(())
}

/// A loop over tiles, each an element for each of the `group` work items; `inner` writes the body of the loop over a tile, and its end.
pub(super) fn tiled_loop(
    body: &mut Body,
    var: VarId,
    hi: &Expr,
    group: &str,
    found: Vec<Tile>,
    (unroll, loops): (&str, &Block),
    inner: &mut dyn FnMut(&mut Body) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let end = body.expr(hi)?.text;
    let tile = body.names.fresh("tile");
    let name = body.declare(var);
    let mut fills = Vec::new();
    let short = short_loops(loops, i64::MAX);
    for Tile { array, rest, ty, width } in found {
        let place = body.place(array, hi)?;
        let suffix: String = rest.iter().flatten().map(|n| format!("_{n}")).collect();
        let local = body.names.fresh(&format!("{}{suffix}_tile", body.func.vars[array.index()].name));
        let elem = body.unit.stored(&ty);
        let whose = matches!(hi.kind, ExprKind::Len { array: a, dim: 0 } if a == array);
        // The loop may be longer than an array that it reads under a condition.
        let guard = if whose { String::new() } else { format!("if ({tile} + lane < {}) ", place.dims[0]) };
        let Some(rest) = rest else {
            body.line(format!("__local {elem}{width} {local}[{group}];"));
            fills.push(format!(
                "{guard}{local}[lane] = ((__global const {elem}{width}*){})[{tile} + lane];",
                place.base
            ));
            for n in 0..width {
                let text = format!("{local}[{name} - {tile}].s{n:x}");
                body.tiled.push(Tiled { array, index: vec![At::Var(var), At::Const(n as i64)], text });
            }
            let text = format!("((const __local {elem}*)&{local}[{name} - {tile}])[{VARIABLE}]");
            body.tiled.extend(short.iter().map(|p| Tiled::row(array, var, *p, text.clone())));
            continue;
        };
        body.line(format!("__local {elem} {local}[{group}];"));
        let mut at = Code::new(format!("{tile} + lane"), super::code::Prec::Sum);
        if !rest.is_empty() {
            at = Code::new(format!("(size_t)({})", at.text), super::code::Prec::Unary);
            for (n, dim) in rest.iter().zip(&place.dims[1..]) {
                at = Code::binary(&at, "*", super::code::Prec::Product, &Code::atom(dim.clone()));
                at = Code::binary(&at, "+", super::code::Prec::Sum, &Code::atom(n.to_string()));
            }
        }
        fills.push(format!("{guard}{local}[lane] = {}[{}];", place.base, at.text));
        let index = std::iter::once(At::Var(var)).chain(rest.into_iter().map(At::Const)).collect();
        body.tiled.push(Tiled { array, index, text: format!("{local}[{name} - {tile}]") });
    }
    body.line(format!("for (int {tile} = 0; {tile} < {end}; {tile} = add_sat({tile}, {group})) {{"));
    body.indent += 1;
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    body.line(format!("if (lane < {end} - {tile}) {{"));
    for fill in fills {
        body.line(format!("    {fill}"));
    }
    body.line("}");
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    let tile_end = body.names.fresh("tile_end");
    body.line(format!("const int {tile_end} = {tile} + min({end} - {tile}, {group});"));
    body.unroll(unroll);
    body.line(format!("for (int {name} = {tile}; {name} < {tile_end}; {name}++) {{"));
    let result = inner(body);
    body.indent -= 1;
    body.line("}");
    body.tiled.clear();
    result
}

impl Body<'_, '_> {
    /// The element's text, where it is in a tile.
    pub fn in_tile(&self, array: VarId, index: &[Expr]) -> Option<Code> {
        let wanted: Option<Vec<At>> = index.iter().map(at).collect();
        let wanted = wanted?;
        let found = self.tiled.iter().find(|t| t.array == array && t.index == wanted)?;
        let last = match wanted.last() {
            Some(At::Var(v)) => self.vars[v.index()].clone().unwrap_or_default(),
            _ => String::new(),
        };
        Some(Code::atom(found.text.replace(VARIABLE, &last)))
    }
}
