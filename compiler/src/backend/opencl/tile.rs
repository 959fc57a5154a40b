//! All pairs: where every iteration loops over the same elements, a work group reads them once, tile by tile, through local memory.
//!
//! The loop must stand at the top of the body, so that all work items of a group come to its barriers, and read elements by its own
//! variable alone. Work items beyond the end of the space help to fill tiles: they compute the last iteration and store nothing.

use super::Refusal;
use super::body::Body;
use super::code::Code;
use crate::core::ir::*;
use crate::core::walk;

/// Elements of a tile: one for each work item of a group.
const TILE: u32 = 256;
/// Bytes of local memory for tiles; every device has twice that.
const LOCAL_BYTES: usize = 16 << 10;
/// A loop known to be shorter than this reads too little to share.
const SHORT: i64 = 64;

/// Elements `array[j, rest…]` that are read from a tile.
#[derive(Clone, Debug)]
pub(super) struct Tiled {
    array: VarId,
    index: VarId,
    rest: Vec<i64>,
    /// `x_tile[j - tile]`
    text: String,
}

/// The elements that a loop at the top of a body can read from tiles, with the bytes of each; none where it cannot be tiled.
fn tiles(program: &Program, func: &Func, par: &Par, stmt: &Stmt) -> Vec<(VarId, Vec<i64>, Ty)> {
    let StmtKind::For { var, lo, hi, step, body, label } = &stmt.kind else { return Vec::new() };
    let captured = crate::backend::interface::captures(par);
    let same_for_all = match &hi.kind {
        ExprKind::Const(Const::Int(n)) => *n >= SHORT,
        ExprKind::Len { array, .. } => captured.contains(array),
        ExprKind::Var(v) => captured.contains(v),
        _ => false,
    };
    let int = |e: &Expr, n: i64| e.kind == ExprKind::Const(Const::Int(n));
    if !same_for_all || !int(lo, 0) || !int(step, 1) || func.vars[var.index()].ty != Ty::I32 {
        return Vec::new();
    }
    let mut leaves = false;
    walk::for_each_stmt(body, &mut |s| leaves |= matches!(&s.kind, StmtKind::Break(l) if l == label));
    let mut found: Vec<(VarId, Vec<i64>, Ty)> = Vec::new();
    walk::for_each_expr(body, &mut |e| {
        if let ExprKind::Index { array, index } = &e.kind
            && captured.contains(array)
            && let Some(rest) = element_of(index, *var)
            && !found.iter().any(|(a, r, _)| a == array && *r == rest)
        {
            found.push((*array, rest, e.ty.clone()));
        }
    });
    let bytes: usize = found.iter().map(|f| super::elem(program, &f.2).bytes() * TILE as usize).sum();
    if leaves || bytes > LOCAL_BYTES { Vec::new() } else { found }
}

/// The constants after `var` in an index.
fn element_of(index: &[Expr], var: VarId) -> Option<Vec<i64>> {
    let (first, rest) = index.split_first()?;
    if first.kind != ExprKind::Var(var) {
        return None;
    }
    rest.iter().map(|e| if let ExprKind::Const(Const::Int(n)) = e.kind { Some(n) } else { None }).collect()
}

/// Whether some loop of a body is to be tiled.
pub(super) fn qualifies(program: &Program, func: &Func, par: &Par) -> bool {
    let one = par.space.len() == 1 && func.vars[par.space[0].index.index()].ty == Ty::I32;
    // A jump from the top of the body would miss barriers.
    let straight = par.body.stmts.iter().all(|s| !matches!(s.kind, StmtKind::Labeled { .. }));
    one && straight && par.body.stmts.iter().any(|s| !tiles(program, func, par, s).is_empty())
}

/// The body's statements, with those loops tiled.
pub(super) fn body(body: &mut Body, par: &Par) -> Result<(), Refusal> {
    for stmt in &par.body.stmts {
        let found = tiles(body.unit.program, body.func, par, stmt);
        let single = Block { stmts: vec![stmt.clone()] };
        match &stmt.kind {
            StmtKind::For { var, hi, body: inner, label, .. } if !found.is_empty() => {
                body.comment(&stmt.prov);
                tiled_loop(body, *var, hi, inner, *label, found)?;
            }
            _ => body.block(&single)?,
        }
    }
    Ok(())
}

fn tiled_loop(
    body: &mut Body,
    var: VarId,
    hi: &Expr,
    inner: &Block,
    label: LabelId,
    found: Vec<(VarId, Vec<i64>, Ty)>,
) -> Result<(), Refusal> {
    let end = body.expr(hi)?.text;
    let tile = body.names.fresh("tile");
    let name = body.declare(var);
    let mut fills = Vec::new();
    for (array, rest, ty) in found {
        let place = body.place(array, hi)?;
        let suffix: String = rest.iter().map(|n| format!("_{n}")).collect();
        let local = body.names.fresh(&format!("{}{suffix}_tile", body.func.vars[array.index()].name));
        let elem = body.unit.stored(&ty);
        body.line(format!("__local {elem} {local}[{TILE}];"));
        let mut at = Code::new(format!("{tile} + lane"), super::code::Prec::Sum);
        if !rest.is_empty() {
            at = Code::new(format!("(size_t)({})", at.text), super::code::Prec::Unary);
            for (n, dim) in rest.iter().zip(&place.dims[1..]) {
                at = Code::binary(&at, "*", super::code::Prec::Product, &Code::atom(dim.clone()));
                at = Code::binary(&at, "+", super::code::Prec::Sum, &Code::atom(n.to_string()));
            }
        }
        fills.push(format!("{local}[lane] = {}[{}];", place.base, at.text));
        body.tiled.push(Tiled { array, index: var, rest, text: format!("{local}[{name} - {tile}]") });
    }
    body.line(format!("for (int {tile} = 0; {tile} < {end}; {tile} = add_sat({tile}, {TILE})) {{"));
    body.indent += 1;
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    body.line(format!("if (lane < {end} - {tile}) {{"));
    for fill in fills {
        body.line(format!("    {fill}"));
    }
    body.line("}");
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    body.line(format!("for (int {name} = {tile}; {name} < {end} && {name} - {tile} < {TILE}; {name}++) {{"));
    let result = body.loop_body(inner, label);
    body.indent -= 1;
    body.line("}");
    body.tiled.retain(|t| t.index != var);
    result
}

impl Body<'_, '_> {
    /// The element's text, where it is in a tile.
    pub fn in_tile(&self, array: VarId, index: &[Expr]) -> Option<Code> {
        self.tiled
            .iter()
            .find(|t| t.array == array && element_of(index, t.index).is_some_and(|r| r == t.rest))
            .map(|t| Code::atom(t.text.clone()))
    }
}
