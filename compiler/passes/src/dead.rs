//! Removes what nobody sees: immutable variables and outputs that are not read, and parallel instructions left without outputs.
//! What may throw stays.

use super::{may_throw, reads, throwing};
use somd_core::ir::*;
use somd_core::verify::callees;
use somd_core::walk;
use std::collections::BTreeSet;

pub fn dead(mut program: Program) -> Program {
    let throwing = throwing(&program);
    for func in &mut program.funcs {
        loop {
            let counts = reads(func);
            let mut body = std::mem::take(&mut func.body);
            let unread = unread(&body, &func.vars, &counts);
            let mut changed = !unread.is_empty();
            if changed {
                drop_scalars(&mut body, &unread);
            }
            block(&mut body, &func.vars, &counts, &throwing, &mut changed);
            func.body = body;
            if !changed {
                break;
            }
        }
    }
    walk::renumber(&mut program);
    program
}

/// Which functions are called by a region, or are one: what back ends print.
pub fn reachable(program: &Program) -> Vec<bool> {
    let mut seen: Vec<bool> = program.funcs.iter().map(|f| matches!(f.kind, FuncKind::Region { .. })).collect();
    let mut work: Vec<usize> = (0..seen.len()).filter(|i| seen[*i]).collect();
    while let Some(at) = work.pop() {
        for callee in callees(&program.funcs[at]) {
            if !std::mem::replace(&mut seen[callee.index()], true) {
                work.push(callee.index());
            }
        }
    }
    seen
}

/// Mutable scalars that nothing reads: counters whose subscripts have another form now.
fn unread(body: &Block, vars: &[Var], reads: &[usize]) -> BTreeSet<VarId> {
    let (mut found, mut impure) = (BTreeSet::new(), BTreeSet::new());
    walk::for_each_stmt(body, &mut |s| match &s.kind {
        StmtKind::Let { var, init } => {
            let declared = &vars[var.index()];
            if declared.mutable && declared.ty.is_scalar() && reads[var.index()] == 0 {
                found.insert(*var);
            }
            if !init.as_ref().is_none_or(walk::is_pure) {
                impure.insert(*var);
            }
        }
        StmtKind::Assign { var, value } if !walk::is_pure(value) => {
            impure.insert(*var);
        }
        _ => {}
    });
    found.difference(&impure).copied().collect()
}

fn drop_scalars(b: &mut Block, gone: &BTreeSet<VarId>) {
    let named = |s: &Stmt| match &s.kind {
        StmtKind::Let { var, .. } | StmtKind::Assign { var, .. } => gone.contains(var),
        _ => false,
    };
    b.stmts.retain(|s| !named(s));
    for s in &mut b.stmts {
        walk::stmt_blocks_mut(s, &mut |inner| drop_scalars(inner, gone));
    }
}

fn block(b: &mut Block, vars: &[Var], reads: &[usize], throwing: &[bool], changed: &mut bool) {
    for stmt in &mut b.stmts {
        if let StmtKind::Par(par) = &mut stmt.kind {
            outputs(par, reads, changed);
        }
        walk::stmt_blocks_mut(stmt, &mut |inner| block(inner, vars, reads, throwing, changed));
    }
    b.stmts.retain(|stmt| {
        let dead = match &stmt.kind {
            StmtKind::Let { var, init } => {
                reads[var.index()] == 0 && !vars[var.index()].mutable && init.as_ref().is_some_and(walk::is_pure)
            }
            StmtKind::If { cond, then, otherwise } => {
                then.stmts.is_empty() && otherwise.stmts.is_empty() && walk::is_pure(cond)
            }
            StmtKind::Par(par) => par.outputs.is_empty() && !may_throw(stmt, throwing) && ends(&par.body),
            _ => false,
        };
        *changed |= dead;
        !dead
    });
}

/// Drops outputs that are read neither after the instruction nor in its body.
fn outputs(par: &mut Par, reads: &[usize], changed: &mut bool) {
    let mut gone = Vec::new();
    for o in &par.outputs {
        let unread = reads[o.result.index()] == 0;
        let removable = match &o.kind {
            // The sizes' checks stay with the output.
            OutputKind::Array(ArraySource::New { sizes, .. }) => sizes.iter().all(walk::is_pure),
            OutputKind::Array(ArraySource::Update { .. }) | OutputKind::Accumulate { .. } | OutputKind::Sort { .. } => {
                true
            }
            OutputKind::Reduce { init, acc, .. } => walk::is_pure(init) && only_feeds(&par.body, *acc),
            OutputKind::Scan { init, value, .. } => walk::is_pure(init) && only_feeds(&par.body, *value),
            OutputKind::Fold { .. } | OutputKind::First { .. } | OutputKind::Filter { .. } => false,
        };
        if unread && removable && stores_pure(&par.body, o.result) {
            gone.push(o.result);
            if let OutputKind::Reduce { acc: v, .. } | OutputKind::Scan { value: v, .. } = o.kind {
                gone.push(v);
            }
        }
    }
    if gone.is_empty() {
        return;
    }
    *changed = true;
    par.outputs.retain(|o| !gone.contains(&o.result));
    drop_writes(&mut par.body, &gone);
}

fn target(stmt: &Stmt) -> Option<VarId> {
    match &stmt.kind {
        StmtKind::Assign { var: v, .. } | StmtKind::Store { array: v, .. } | StmtKind::Accumulate { array: v, .. } => {
            Some(*v)
        }
        _ => None,
    }
}

fn stores_pure(body: &Block, array: VarId) -> bool {
    let mut pure = true;
    walk::for_each_stmt(body, &mut |s| {
        if target(s) == Some(array) {
            walk::stmt_exprs(s, &mut |e| pure &= walk::is_pure(e));
        }
    });
    pure
}

/// Whether an accumulator is read by its own assignments alone, and those are pure.
fn only_feeds(body: &Block, acc: VarId) -> bool {
    let mut good = stores_pure(body, acc);
    walk::for_each_stmt(body, &mut |s| {
        if target(s) != Some(acc) {
            walk::stmt_exprs(s, &mut |e| walk::for_each_read(e, &mut |v| good &= v != acc));
        }
    });
    good
}

fn drop_writes(b: &mut Block, gone: &[VarId]) {
    b.stmts.retain(|s| target(s).is_none_or(|v| !gone.contains(&v)));
    for s in &mut b.stmts {
        walk::stmt_blocks_mut(s, &mut |inner| drop_writes(inner, gone));
    }
}

/// Whether a body surely comes to an end.
fn ends(b: &Block) -> bool {
    let mut good = true;
    walk::for_each_stmt(b, &mut |s| good &= !matches!(s.kind, StmtKind::While { .. } | StmtKind::Call { .. }));
    walk::for_each_expr(b, &mut |e| good &= !matches!(e.kind, ExprKind::Call { .. }));
    good
}
