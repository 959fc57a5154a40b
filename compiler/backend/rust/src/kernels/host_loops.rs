//! Loops of a region that one thread runs: those with nothing parallel in them.
//!
//! An array of a region is a counted name of a value. To look at an element through it asks where its elements lie, and to store to one asks whether
//! the name is the only one. While such a loop runs neither changes, so that it is asked once, in front of the loop.

use super::*;
use somd_core::walk;

/// The arrays of a loop.
#[derive(Debug, Default, PartialEq)]
pub struct Arrays {
    pub stored: BTreeSet<VarId>,
    /// And those that are read only.
    pub read: BTreeSet<VarId>,
}

/// The arrays of a loop that makes none, gives none another name, and runs nothing in parallel. None for other loops.
pub fn arrays(func: &Func, stmt: &Stmt) -> Option<Arrays> {
    let all = Block { stmts: vec![stmt.clone()] };
    let is_array = |v: VarId| func.vars[v.index()].ty.as_array().is_some();
    let (mut found, mut plain) = (Arrays::default(), true);
    walk::for_each_stmt(&all, &mut |s| {
        match &s.kind {
            StmtKind::Par(_) | StmtKind::CallRegion { .. } | StmtKind::Return(_) | StmtKind::Accumulate { .. } => {
                plain = false
            }
            StmtKind::Let { var, .. } | StmtKind::Assign { var, .. } => plain &= !is_array(*var),
            StmtKind::Store { array, .. } => _ = found.stored.insert(*array),
            _ => {}
        }
        walk::stmt_vars(s, &mut |v, _| _ = is_array(v) && found.read.insert(v));
    });
    walk::for_each_expr(&all, &mut |e| {
        plain &= !matches!(e.kind, ExprKind::NewArray { .. } | ExprKind::NewPrivate | ExprKind::ArrayLit(_));
        if let Some(v) = walk::expr_var(e).filter(|v| is_array(*v)) {
            found.read.insert(v);
        }
    });
    found.read.retain(|v| !found.stored.contains(v));
    plain.then_some(found)
}
