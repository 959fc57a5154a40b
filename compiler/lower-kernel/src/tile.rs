//! All pairs: where every iteration loops over the same elements, a work group reads them once, tile by tile, through local memory.
//!
//! The loop must stand at the top of the body, so that all work items of a group come to its barriers, and read elements by its own
//! variable alone. Checks must come out alike for all iterations, or a failing work item would miss barriers. Bounded rows of 2, 4, 8 or
//! 16 are one vector in the tile, read at once. Work items beyond the end of the space help to fill tiles: they compute the last iteration and store nothing.

use super::body::Body;
use super::code::Code;
use super::emitted::Refusal;
use super::state::Tiled;
use somd_core::ir::*;
use somd_schedule::forms::tiles::{At, Own, OwnRow, TILE, Tile, at, own_reads, short_loops, tiles};

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

/// Its value, or 0 where the index is beyond the end: the loop may read it under a condition only.
pub(super) fn own_value(body: &mut Body, own: &Own) -> Result<String, Refusal> {
    let kind = ExprKind::Index { array: own.array, index: own.index.clone() };
    let element = Expr::new(kind, own.ty.clone(), Default::default());
    let value = body.expr(&element)?.text();
    let (place, i) = (body.place(own.array, &element)?, body.expr(&own.index[0])?.text());
    Ok(format!("(uint){i} < (uint){} ? {value} : 0", place.dims[0]))
}

/// An element of a row, or 0 where the index is beyond the end.
pub(super) fn row_value(body: &mut Body, row: &OwnRow, n: u32) -> Result<String, Refusal> {
    let index = vec![row.index.clone(), Expr::int(n as i32, Default::default())];
    own_value(body, &Own { array: row.array, index, ty: row.ty.clone() })
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
        body.tiled.push(Tiled::own(&own, name));
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
    let end = body.expr(hi)?.text();
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
                body.tiled.push(Tiled::new(array, vec![At::Var(var), At::Const(n as i64)], text));
            }
            let text = format!("((const __local {elem}*)&{local}[{name} - {tile}])");
            body.tiled.extend(short.iter().map(|p| Tiled::row(array, var, *p, &text)));
            continue;
        };
        body.line(format!("__local {elem} {local}[{group}];"));
        let mut at = Code::read(format!("{tile} + lane"));
        if !rest.is_empty() {
            at = at.cast("size_t");
            for (n, dim) in rest.iter().zip(&place.dims[1..]) {
                at = Code::binary(&at, super::code::Binary::Mul, &Code::read(dim));
                at = Code::binary(&at, super::code::Binary::Add, &Code::read(n.to_string()));
            }
        }
        fills.push(format!("{guard}{local}[lane] = {}[{}];", place.base, at.text()));
        let index = std::iter::once(At::Var(var)).chain(rest.into_iter().map(At::Const)).collect();
        body.tiled.push(Tiled::new(array, index, format!("{local}[{name} - {tile}]")));
    }
    body.line(format!("for (int {tile} = 0; {tile} < {end}; {tile} = add_sat({tile}, {group})) {{"));
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
        Some(Code::read(found.element(&last)))
    }
}
