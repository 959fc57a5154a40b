//! An iteration's own small arrays whose elements data names: an insertion sort, a stack, counts. Registers have no numbers, so such arrays are better in
//! local memory, a bank for each work item.

use crate::elem;
use somd_core::ir::*;
use somd_core::walk;
use std::collections::{BTreeMap, BTreeSet};

/// Work items of a group at most: what [`Form::Points`](somd_runtime::kernel::Form::Points) is launched with.
pub const ITEMS: u64 = 256;

/// Bytes of a work item: with [`ITEMS`] of them no more than the least local memory that a device has.
const BYTES: u64 = 128;

/// Variables whose values compilers know where they write out loops with constant ends.
fn known(func: &Func, block: &Block) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    // Declarations stand in front of what names them.
    walk::for_each_stmt(block, &mut |s| match &s.kind {
        StmtKind::For { var, lo, hi, step, .. }
            if [lo, hi, step].iter().all(|e| is_known(func, &BTreeSet::new(), e)) =>
        {
            found.insert(*var);
        }
        StmtKind::Let { var, init: Some(init) } if !func.vars[var.index()].mutable && is_known(func, &found, init) => {
            found.insert(*var);
        }
        _ => {}
    });
    found
}

fn is_known(func: &Func, known: &BTreeSet<VarId>, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Const(_) => true,
        ExprKind::Var(v) => known.contains(v),
        ExprKind::Len { array, dim } => {
            func.vars[array.index()].ty.as_array().is_some_and(|a| a.dims[*dim as usize].is_some())
        }
        ExprKind::Binary(_, a, b) => is_known(func, known, a) && is_known(func, known, b),
        ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Check { value: a, .. } => is_known(func, known, a),
        _ => false,
    }
}

/// The arrays of an iteration that lie there.
pub fn find(program: &Program, func: &Func, par: &Par) -> BTreeSet<VarId> {
    let block = &par.body;
    let mut sizes: BTreeMap<VarId, u64> = BTreeMap::new();
    walk::for_each_stmt(block, &mut |s| {
        if let StmtKind::Let { var, init: Some(init) } = &s.kind
            && matches!(init.kind, ExprKind::NewPrivate)
            && let Some(ty) = init.ty.as_array()
            && let Some(count) = ty.dims.iter().map(|d| d.map(u64::from)).product::<Option<u64>>()
            && count > 0
        {
            sizes.insert(*var, count * elem(program, &init.ty).bytes() as u64);
        }
    });
    let known = known(func, block);
    let (mut by_data, mut whole) = (BTreeSet::new(), BTreeSet::new());
    let mut element = |array: VarId, index: &[Expr], scalar: bool| {
        if !scalar {
            whole.insert(array);
        } else if !index.iter().all(|i| is_known(func, &known, i)) {
            by_data.insert(array);
        }
    };
    walk::for_each_stmt(block, &mut |s| match &s.kind {
        StmtKind::Store { array, index, value } => element(*array, index, value.ty.is_scalar()),
        StmtKind::Accumulate { array, index, .. } => element(*array, index, false),
        _ => {}
    });
    walk::for_each_expr(block, &mut |e| match &e.kind {
        ExprKind::Index { array, index } => element(*array, index, true),
        ExprKind::Row { array, index } => element(*array, index, false),
        ExprKind::Var(v) if e.ty.as_array().is_some() => element(*v, &[], false),
        _ => {}
    });
    let (mut left, mut arrays) = (BYTES, BTreeSet::new());
    for (array, bytes) in sizes {
        if by_data.contains(&array) && !whole.contains(&array) && bytes <= left {
            left -= bytes;
            arrays.insert(array);
        }
    }
    arrays
}
