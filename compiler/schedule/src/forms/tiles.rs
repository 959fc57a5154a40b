//! All pairs: every iteration loops over the same elements, which a work group can read once, tile by tile.
//!
//! The loop must stand at the top of the body, so that all work items of a group come to its barriers, and read elements by its own
//! variable alone.

use crate::elem;
use somd_core::interface::captures;
use somd_core::ir::*;
use somd_core::walk;
use somd_passes::devices::row_starts::flat;

/// Elements of a tile: one for each work item of a group.
pub const TILE: u32 = 256;

/// Bytes of local memory for tiles; every device has twice that.
const LOCAL_BYTES: usize = 16 << 10;

/// A loop known to be shorter than this reads too little to share.
pub const SHORT: i64 = 64;

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum At {
    Var(VarId),
    Const(i64),
    /// An element of a row of so many that is a stretch of an array: `row * width + place`.
    Flat {
        row: VarId,
        width: i64,
        place: i64,
    },
}

pub fn at(e: &Expr) -> Option<At> {
    match &e.kind {
        ExprKind::Var(v) => Some(At::Var(*v)),
        ExprKind::Const(Const::Int(n)) => Some(At::Const(*n)),
        ExprKind::Check { value, .. } => at(value),
        _ => flat(e).map(|(row, width, place)| At::Flat { row, width, place }),
    }
}

/// The loop variables in a block that run over constants from `0 ..= n` only.
pub fn short_loops(block: &Block, n: i64) -> Vec<VarId> {
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
pub fn long_loop(func: &Func, par: &Par, var: VarId, lo: &Expr, hi: &Expr, step: &Expr) -> bool {
    let captured = captures(par);
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
pub struct Tile {
    pub array: VarId,
    /// None: a row as a vector.
    pub rest: Option<Vec<i64>>,
    pub ty: Ty,
    pub width: u32,
}

/// The elements that a loop at the top of a body can read from tiles.
pub fn tiles(program: &Program, func: &Func, par: &Par, stmt: &Stmt) -> Vec<Tile> {
    let StmtKind::For { var, lo, hi, step, body, label } = &stmt.kind else { return Vec::new() };
    if !long_loop(func, par, *var, lo, hi, step) {
        return Vec::new();
    }
    let captured = captures(par);
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
    let bytes: usize = found.iter().map(|t| elem(program, &t.ty).bytes() * (TILE * t.width) as usize).sum();
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
pub fn qualifies(program: &Program, func: &Func, par: &Par) -> bool {
    let one = par.space.len() == 1 && func.vars[par.space[0].index.index()].ty == Ty::I32;
    // A jump from the top of the body would miss barriers.
    let straight = par.body.stmts.iter().all(|s| !matches!(s.kind, StmtKind::Labeled { .. } | StmtKind::Throw { .. }));
    let arrays = par.outputs.iter().all(|o| matches!(o.kind, OutputKind::Array(_)));
    one && straight && arrays && par.body.stmts.iter().any(|s| !tiles(program, func, par, s).is_empty())
}

/// An element at the iteration's own index, which a loop reads again and again.
pub struct Own {
    pub array: VarId,
    pub index: Vec<Expr>,
    pub ty: Ty,
}

pub fn own_reads(par: &Par, inner: &Block, own: VarId) -> Vec<Own> {
    let captured = captures(par);
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
pub struct OwnRow {
    pub array: VarId,
    pub width: u32,
    pub ty: Ty,
    pub index: Expr,
    pub by: Vec<VarId>,
}

pub fn own_rows(func: &Func, par: &Par, inner: &Block, own: VarId) -> Vec<OwnRow> {
    let captured = captures(par);
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
