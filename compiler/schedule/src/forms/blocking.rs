//! Products: every iteration (i, j) loops over k and reads elements of (i, k) and of (k, j), as a matrix product does. A flat array that is read at
//! `i * n + k` is a matrix of rows of n. Where an iteration ends in a loop of independent turns, these are the second dimension.

use super::tiles;
use crate::elem;
use crate::independence::{checks_only, last_loop};
use somd_core::interface::captures;
use somd_core::ir::*;
use somd_core::walk;

/// Iterations of the loop that a tile holds.
const DEPTH: usize = 16;

/// Bytes of local memory for tiles: two groups on a unit. Devices with less compute iterations one by one.
const LOCAL_BYTES: usize = 44 << 10;

pub struct Product<'p> {
    pub before: &'p [Stmt],
    pub looping: &'p Stmt,
    pub var: VarId,
    pub hi: &'p Expr,
    /// With the elements' variables for the reads.
    pub body: Block,
    pub after: &'p [Stmt],
    pub reads: Vec<Read>,
    /// Iterations a work item in each dimension, before small spaces are considered.
    pub blocking: u32,
}

/// Elements that the loop reads: `array[i, k]`, or `array[i * n + k]`, or the like.
pub struct Read {
    pub array: VarId,
    pub at: Subscript,
    /// The space's dimension that stands in the index.
    pub dim: usize,
    /// Neighbours in memory differ in k.
    pub deep: bool,
    pub ty: Ty,
    /// What stands for the element in the loop.
    pub element: VarId,
}

/// Row and column of an element.
#[derive(Clone, PartialEq)]
pub struct Subscript {
    pub row: VarId,
    pub column: VarId,
    /// Elements of a row, of a flat array.
    pub width: Option<Expr>,
}

/// The row and column that an index names; `fixed`: the same in all iterations and turns.
pub fn subscript(index: &[Expr], fixed: &dyn Fn(&Expr) -> bool) -> Option<Subscript> {
    match index {
        [row, column] => Some(Subscript { row: bare(row)?, column: bare(column)?, width: None }),
        [flat] => {
            let ExprKind::Binary(BinOp::Add, a, b) = &flat.unchecked().kind else { return None };
            let product = |e: &Expr| match &e.kind {
                ExprKind::Binary(BinOp::Mul, v, n) if fixed(n) => Some((bare(v)?, n.as_ref().clone())),
                ExprKind::Binary(BinOp::Mul, n, v) if fixed(n) => Some((bare(v)?, n.as_ref().clone())),
                _ => None,
            };
            let ((row, width), column) = match product(a) {
                Some(row) => (row, bare(b)?),
                None => (product(b)?, bare(a)?),
            };
            Some(Subscript { row, column, width: Some(width) })
        }
        _ => None,
    }
}

fn scalar_let(s: &Stmt) -> bool {
    matches!(&s.kind, StmtKind::Let { init: Some(e), .. } if e.ty.is_scalar())
        || matches!(&s.kind, StmtKind::Assign { .. })
}

pub fn product<'p>(program: &Program, func: &Func, par: &'p Par) -> Option<Product<'p>> {
    let [i, j] = par.space.as_slice() else { return None };
    let int = |v: VarId| func.vars[v.index()].ty == Ty::I32;
    if !int(i.index) || !int(j.index) || par.outputs.iter().any(|o| !matches!(o.kind, OutputKind::Array(_))) {
        return None;
    }
    let at = par.body.stmts.iter().position(|s| matches!(s.kind, StmtKind::For { .. }))?;
    let (before, rest) = par.body.stmts.split_at(at);
    let (looping, after) = rest.split_first()?;
    let StmtKind::For { var, lo, hi, step, body, .. } = &looping.kind else { return None };
    let straight = before.iter().all(scalar_let)
        && after.iter().all(|s| scalar_let(s) || matches!(s.kind, StmtKind::Store { .. }))
        && body.stmts.iter().all(scalar_let);
    if !straight || !tiles::long_loop(func, par, *var, lo, hi, step) {
        return None;
    }
    let captured = captures(par);
    let fixed = |e: &Expr| match &e.kind {
        ExprKind::Const(_) => true,
        ExprKind::Var(array) | ExprKind::Len { array, .. } => captured.contains(array),
        _ => false,
    };
    let mut reads: Vec<Read> = Vec::new();
    let mut fits = true;
    let mut own = body.clone();
    walk::map_exprs(&mut own, &mut |e| match &e.kind {
        ExprKind::Index { array, index } => {
            let read = subscript(index, &fixed).filter(|_| captured.contains(array)).and_then(|at| {
                let deep = at.column == *var;
                let other = if deep { at.row } else { at.column };
                let dim = par.space.iter().position(|d| d.index == other)?;
                let element = VarId((func.vars.len() + reads.len()) as u32);
                (deep || at.row == *var).then(|| Read { array: *array, at, dim, deep, ty: e.ty.clone(), element })
            });
            let Some(read) = read.filter(|r| r.ty != Ty::Bool) else { return fits = false };
            let known = reads.iter().find(|o| o.array == read.array && o.at == read.at).map(|o| o.element);
            e.kind = ExprKind::Var(known.unwrap_or(read.element));
            if known.is_none() {
                reads.push(read);
            }
        }
        ExprKind::Row { .. } | ExprKind::NewPrivate | ExprKind::ArrayLit(_) | ExprKind::Call { .. } => fits = false,
        _ => {}
    });
    let widest = reads.iter().map(|r| elem(program, &r.ty).bytes()).max()?;
    let kept = before.iter().filter(|s| matches!(s.kind, StmtKind::Let { .. })).count();
    let sizes: usize = reads.iter().map(|r| elem(program, &r.ty).bytes()).sum();
    let bytes = |blocking: usize| 2 * sizes * DEPTH * (16 * blocking + 4);
    let blocking = if widest <= 4 && kept <= 1 && bytes(8) <= LOCAL_BYTES { 8 } else { 4 };
    let both = (0..2).all(|d| reads.iter().any(|r| r.dim == d));
    (fits && both && kept <= 4 && bytes(blocking) <= LOCAL_BYTES).then_some(Product {
        before,
        looping,
        var: *var,
        hi,
        body: own,
        after,
        reads,
        blocking: blocking as u32,
    })
}

fn bare(e: &Expr) -> Option<VarId> {
    if let ExprKind::Var(v) = e.unchecked().kind { Some(v) } else { None }
}

/// An instruction of one dimension whose iterations end in a loop, with its turns as the second dimension.
pub fn widened(func: &Func, par: &Par) -> Option<Par> {
    let ([_], (before, last)) = (par.space.as_slice(), last_loop(func, par)?) else { return None };
    let StmtKind::For { var, lo, hi, step, body: turn, .. } = &last.kind else { return None };
    if par.outputs.len() > 1 || !tiles::long_loop(func, par, *var, lo, hi, step) {
        return None;
    }
    let mut space = par.space.clone();
    space.push(Dim { index: *var, lo: lo.clone(), hi: hi.clone() });
    let stmts = before.iter().filter(|s| !checks_only(s)).chain(&turn.stmts).cloned().collect();
    Some(Par { space, body: Block { stmts }, ..par.clone() })
}
