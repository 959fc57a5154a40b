//! What a parallel instruction takes from outside: one answer for all back ends, which agree on the order of a kernel's arguments by it.

use crate::ir::*;
use crate::walk::{self, Role};
use std::collections::BTreeSet;

/// The variables from outside that the body of a parallel instruction reads, or that it sorts, ascending. Results and accumulators are not among
/// them; the old array of an update is, where the body reads it by its old name or asks for its length.
pub fn captures(par: &Par) -> Vec<VarId> {
    let mut reads = BTreeSet::new();
    walk::for_each_expr(&par.body, &mut |e| reads.extend(walk::expr_var(e)));
    for output in &par.outputs {
        match &output.kind {
            OutputKind::Fold { captured, .. } => reads.extend(captured),
            OutputKind::Sort { array, .. } => _ = reads.insert(*array),
            _ => {}
        }
    }
    for own in declared(par) {
        reads.remove(&own);
    }
    for output in &par.outputs {
        reads.remove(&output.result);
    }
    reads.into_iter().collect()
}

/// Every variable that belongs to the instruction: indices, accumulators, and what its body declares.
fn declared(par: &Par) -> BTreeSet<VarId> {
    let mut own: BTreeSet<VarId> = par.space.iter().map(|d| d.index).collect();
    for output in &par.outputs {
        match output.kind {
            OutputKind::Reduce { acc: v, .. }
            | OutputKind::Fold { value: v, .. }
            | OutputKind::First { found: v }
            | OutputKind::Scan { value: v, .. } => {
                own.insert(v);
            }
            OutputKind::Filter { value, keep } => own.extend([value, keep]),
            OutputKind::Array(_) | OutputKind::Accumulate { .. } | OutputKind::Sort { .. } => {}
        }
    }
    walk::for_each_stmt(&par.body, &mut |s| {
        walk::stmt_vars(s, &mut |v, role| {
            if role == Role::Declare {
                own.insert(v);
            }
        })
    });
    own
}

/// The arrays that the body stores to and whose old contents it may read as it goes: in place is right for them. No
/// iteration reads, by the old name, an element that another one stores to, nor one of its own that it has stored to before.
pub fn updates_in_place(func: &Func, par: &Par, result: VarId, old: VarId) -> bool {
    let mut stores = Vec::new();
    walk::for_each_stmt(&par.body, &mut |s| {
        if let StmtKind::Store { array, index, .. } = &s.kind
            && *array == result
        {
            stores.push(index.iter().map(|e| e.unchecked().clone()).collect::<Vec<_>>());
        }
    });
    let mut reads = Vec::new();
    let mut rows = false;
    walk::for_each_expr(&par.body, &mut |e| match &e.kind {
        ExprKind::Index { array, index } if *array == old => {
            reads.push(index.iter().map(|e| e.unchecked().clone()).collect::<Vec<_>>())
        }
        ExprKind::Row { array, .. } | ExprKind::Var(array) if *array == old => rows = true,
        _ => {}
    });
    if rows {
        return false;
    }
    if reads.is_empty() {
        return true;
    }
    let Some(own) = stores.first() else { return true };
    let indices: Vec<VarId> = par.space.iter().map(|d| d.index).collect();
    let fixed = own.iter().all(|e| {
        let mut fixed = true;
        walk::for_each_read(e, &mut |v| fixed &= !func.vars[v.index()].mutable);
        fixed
    });
    // Each index of the space stands alone in a place of its own: no two iterations share an element.
    let distinct = indices.iter().all(|i| own.iter().any(|e| bare(e) == Some(*i)));
    let same = |e: &Vec<Expr>| e.len() == own.len() && e.iter().zip(own).all(|(a, b)| walk::equal(a, b));
    fixed
        && distinct
        && stores.iter().all(same)
        && reads.iter().all(same)
        && reads_come_first(&par.body, result, old, own)
}

/// The instruction with its iterations' own elements read from the old array, where they are all read before they are stored to.
/// What the new array holds before does not matter then.
pub fn reading_old(par: &Par, result: VarId, old: VarId) -> Option<Par> {
    let (mut stores, mut reads) = (Vec::new(), Vec::new());
    walk::for_each_stmt(&par.body, &mut |s| {
        if let StmtKind::Store { array, index, .. } = &s.kind
            && *array == result
        {
            stores.push(index.iter().map(|e| e.unchecked().clone()).collect::<Vec<_>>());
        }
    });
    let mut whole = false;
    walk::for_each_expr(&par.body, &mut |e| match &e.kind {
        ExprKind::Index { array, index } if *array == result => {
            reads.push(index.iter().map(|e| e.unchecked().clone()).collect::<Vec<_>>())
        }
        ExprKind::Row { array, .. } | ExprKind::Var(array) => whole |= *array == result,
        _ => {}
    });
    let own = stores.first()?;
    let same = |e: &Vec<Expr>| e.len() == own.len() && e.iter().zip(own).all(|(a, b)| walk::equal(a, b));
    if whole || !stores.iter().chain(&reads).all(same) || !reads_come_first(&par.body, result, result, own) {
        return None;
    }
    let mut par = par.clone();
    walk::map_exprs(&mut par.body, &mut |e| {
        if let ExprKind::Index { array, .. } = &mut e.kind
            && *array == result
        {
            *array = old;
        }
    });
    Some(par)
}

/// `i`, `i + c`, `i - c`.
fn bare(e: &Expr) -> Option<VarId> {
    match &e.kind {
        ExprKind::Var(v) => Some(*v),
        ExprKind::Binary(BinOp::Add | BinOp::Sub, a, c) if matches!(c.kind, ExprKind::Const(_)) => bare(a),
        _ => None,
    }
}

/// In the order of the body no read of `old` follows a store of the same iteration to the element it reads.
fn reads_come_first(block: &Block, result: VarId, old: VarId, own: &[Expr]) -> bool {
    let mut stored = false;
    for stmt in &block.stmts {
        let (mut reads, mut stores) = (false, matches!(&stmt.kind, StmtKind::Store { array, .. } if *array == result));
        let single = Block { stmts: vec![stmt.clone()] };
        walk::for_each_expr(&single, &mut |e| {
            reads |= matches!(&e.kind, ExprKind::Index { array, .. } if *array == old)
        });
        walk::for_each_stmt(&single, &mut |s| {
            stores |= matches!(&s.kind, StmtKind::Store { array, .. } if *array == result)
        });
        if stored && reads {
            return false;
        }
        if reads && stores {
            let fine = match &stmt.kind {
                // Operands are read before the store.
                StmtKind::Store { .. } => true,
                // Another element each time round.
                StmtKind::For { var, body, .. } => {
                    own.iter().any(|e| bare(e) == Some(*var)) && reads_come_first(body, result, old, own)
                }
                StmtKind::If { then, otherwise, .. } => {
                    reads_come_first(then, result, old, own) && reads_come_first(otherwise, result, old, own)
                }
                StmtKind::Labeled { body, .. } => reads_come_first(body, result, old, own),
                _ => false,
            };
            if !fine {
                return false;
            }
        }
        stored |= stores;
    }
    true
}
