//! Second arrays in loops: an update whose iterations read what others store fills another array. In a loop the array that one round
//! has replaced is what the next one fills, so that two arrays are enough for all rounds.
//!
//! Elements that no round stores to must be taken over. Where every round stores to the same elements and nothing else changes the
//! array, the two have agreed about the others since the first round, and nothing is copied. Elements that an iteration both reads and
//! stores to it reads from the array before: see [`interface::reading_old`].

use super::*;
use smol_str::SmolStr;
use somd_core::interface;
use somd_core::walk;
use std::collections::BTreeMap;

/// The second arrays of a function's loops: by the name of the instruction and the result, whether rounds agree about the elements
/// that they do not store to.
pub type Spares = BTreeMap<(SmolStr, VarId), bool>;

/// Those of the instructions directly inside a loop with this body.
pub fn of_loop(func: &Func, body: &Block) -> Spares {
    let mut spares = Spares::new();
    visit(body, &mut |par| {
        for o in &par.outputs {
            if let OutputKind::Array(ArraySource::Update { old }) = o.kind
                && !interface::updates_in_place(func, par, o.result, old)
            {
                let agrees =
                    interface::reading_old(par, o.result, old).is_some() && agrees(func, body, par, o.result, old);
                spares.insert((par.name.clone(), o.result), agrees);
            }
        }
    });
    spares
}

/// Calls `f` with the parallel instructions of a block, but for those in loops inside.
fn visit<'b>(block: &'b Block, f: &mut dyn FnMut(&'b Par)) {
    for stmt in &block.stmts {
        match &stmt.kind {
            StmtKind::Par(par) => f(par),
            StmtKind::If { then, otherwise, .. } => {
                visit(then, f);
                visit(otherwise, f);
            }
            StmtKind::Labeled { body, .. } => visit(body, f),
            _ => {}
        }
    }
}

fn agrees(func: &Func, body: &Block, par: &Par, result: VarId, old: VarId) -> bool {
    let ours = |v: VarId| v == result || v == old;
    let named = |e: &Expr| matches!(e.kind, ExprKind::Var(v) if ours(v) && e.ty.as_array().is_some());
    // Nothing but the instruction changes the array or gives it another name.
    let mut alone = true;
    let mut declared = BTreeSet::new();
    walk::for_each_stmt(body, &mut |s| {
        walk::stmt_vars(s, &mut |v, role| {
            if role == walk::Role::Declare {
                declared.insert(v);
            }
        });
        match &s.kind {
            StmtKind::Assign { var, value } if value.ty.as_array().is_some() => {
                let back = *var == old && matches!(value.kind, ExprKind::Var(v) if v == result);
                alone &= back || !ours(*var) && !named(value);
            }
            StmtKind::Let { init: Some(e), .. } => alone &= !named(e),
            StmtKind::CallRegion { args, .. } => alone &= !args.iter().any(named),
            StmtKind::Store { array, .. } => alone &= *array != old,
            StmtKind::Par(other) => {
                for o in &other.outputs {
                    if let OutputKind::Array(ArraySource::Update { old: a }) | OutputKind::Accumulate { array: a, .. } =
                        o.kind
                    {
                        alone &= !ours(a) || other.name == par.name && o.result == result;
                    }
                }
            }
            _ => {}
        }
    });
    let mut stable: BTreeSet<VarId> = (0..func.vars.len() as u32)
        .map(VarId)
        .filter(|v| !func.vars[v.index()].mutable && !declared.contains(v))
        .collect();
    stable.extend(par.space.iter().map(|d| d.index));
    let mut stores = 0;
    walk::for_each_stmt(&par.body, &mut |s| {
        stores += matches!(s.kind, StmtKind::Store { array, .. } if array == result) as usize
    });
    alone && stores > 0 && sure_stores(func, &par.body, result, &mut stable) == stores
}

/// How many stores to `result` happen in every round alike: outside branches, at indices made of what is `stable`.
fn sure_stores(func: &Func, block: &Block, result: VarId, stable: &mut BTreeSet<VarId>) -> usize {
    let fixed = |e: &Expr, stable: &BTreeSet<VarId>| {
        let mut fixed = true;
        walk::for_each_read(e, &mut |v| {
            // The sizes of arrays do not change.
            fixed &= stable.contains(&v) || func.vars[v.index()].ty.as_array().is_some();
        });
        fixed && !indexes(e)
    };
    let mut count = 0;
    for stmt in &block.stmts {
        match &stmt.kind {
            StmtKind::Let { var, init: Some(e) } if !func.vars[var.index()].mutable && fixed(e, stable) => {
                stable.insert(*var);
            }
            StmtKind::Store { array, index, .. } if *array == result => {
                count += index.iter().all(|e| fixed(e, stable)) as usize
            }
            StmtKind::For { var, lo, hi, step, body, .. } if [lo, hi, step].iter().all(|e| fixed(e, stable)) => {
                let mut leaves = false;
                walk::for_each_stmt(body, &mut |s| {
                    leaves |= matches!(s.kind, StmtKind::Break(_) | StmtKind::Continue(_))
                });
                if !leaves {
                    stable.insert(*var);
                    count += sure_stores(func, body, result, stable);
                }
            }
            // What follows may be left out.
            StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Labeled { .. } => return count,
            StmtKind::If { .. } | StmtKind::While { .. } => {
                let mut leaves = false;
                walk::for_each_stmt(&Block { stmts: vec![stmt.clone()] }, &mut |s| {
                    leaves |= matches!(s.kind, StmtKind::Break(_) | StmtKind::Continue(_))
                });
                if leaves {
                    return count;
                }
            }
            _ => {}
        }
    }
    count
}

/// The expression reads an element.
fn indexes(e: &Expr) -> bool {
    let mut found = matches!(e.kind, ExprKind::Index { .. } | ExprKind::Row { .. } | ExprKind::Call { .. });
    walk::expr_children(e, &mut |c| found |= indexes(c));
    found
}
