//! An iteration's own small arrays whose elements data names: an insertion sort, a stack, counts. Registers have no numbers, so compilers put such
//! an array into memory, where work items that look at different elements fetch a line each. In local memory element `k` of neighbouring
//! work items lies side by side: each has a bank of its own, whatever element it names.

use super::Refusal;
use super::body::{Body, Place, Space};
use super::code::Code;
use super::expr::private_place;
use somd_core::ir::*;
use somd_core::walk;
use somd_schedule::elem;
use std::collections::{BTreeMap, BTreeSet};

/// Work items of a group at most: what [`Form::Points`](somd_runtime::kernel::Form::Points) is launched with.
pub(super) const ITEMS: u64 = 256;
/// Bytes of a work item: with [`ITEMS`] of them no more than the least local memory that a device has.
const BYTES: u64 = 128;

/// The arrays of a kernel that lie there.
#[derive(Default)]
pub(super) struct Banks {
    arrays: BTreeSet<VarId>,
    /// Dimensions of a work group.
    rank: usize,
    /// Their declarations, which stand where the kernel begins.
    pub lines: Vec<String>,
}

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

pub(super) fn find(body: &Body, par: &Par) -> Banks {
    let block = &par.body;
    let mut sizes: BTreeMap<VarId, u64> = BTreeMap::new();
    walk::for_each_stmt(block, &mut |s| {
        if let StmtKind::Let { var, init: Some(init) } = &s.kind
            && matches!(init.kind, ExprKind::NewPrivate)
            && let Some(ty) = init.ty.as_array()
            && let Some(count) = ty.dims.iter().map(|d| d.map(u64::from)).product::<Option<u64>>()
            && count > 0
        {
            sizes.insert(*var, count * elem(body.unit.program, &init.ty).bytes() as u64);
        }
    });
    let known = known(body.func, block);
    let (mut by_data, mut whole) = (BTreeSet::new(), BTreeSet::new());
    let mut element = |array: VarId, index: &[Expr], scalar: bool| {
        if !scalar {
            whole.insert(array);
        } else if !index.iter().all(|i| is_known(body.func, &known, i)) {
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
    Banks { arrays, rank: par.space.len(), lines: Vec::new() }
}

impl Body<'_, '_> {
    pub(super) fn is_in_bank(&self, array: VarId) -> bool {
        self.banks.arrays.contains(&array)
    }

    /// Declares an array of zeros there.
    pub(super) fn array_in_bank(&mut self, name: &str, e: &Expr) -> Result<Place, Refusal> {
        let (place, count) = private_place(name, e)?;
        let elem = self.unit.stored(&e.ty);
        let all = self.names.fresh(&format!("{name}_of_all"));
        if self.banks.lines.is_empty() {
            let (mut bank, mut size) = ("(int)get_local_id(0)".to_string(), "(int)get_local_size(0)".to_string());
            for d in 1..self.banks.rank {
                bank += &format!(" + {size} * (int)get_local_id({d})");
                size += &format!(" * (int)get_local_size({d})");
            }
            self.banks
                .lines
                .push("    // What data names of an iteration's own, in local memory: neighbours side by side.".into());
            self.banks.lines.push(format!("    const int bank = {bank};"));
        }
        self.banks.lines.push(format!("    __local {elem} {all}[{count} * {ITEMS}];"));
        self.banks.lines.push(format!("    __local {elem}* const {name} = {all} + bank;"));
        let k = self.names.fresh("k");
        let place = Place { space: Space::Bank, ..place };
        self.line(format!("for (int {k} = 0; {k} < {count}; {k}++) {} = 0;", place.at(&Code::atom(k.clone()))));
        Ok(place)
    }
}
