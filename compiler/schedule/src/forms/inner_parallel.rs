//! Iterations that end in a loop whose turns are independent: work items can share the turns.

use crate::independence::{checks_only, constant, each_expr, independent, reads, stores, written};
use somd_core::ir::*;
use somd_core::walk::{self, named};

/// Turns of a loop that are worth a work item each.
const LONG: i64 = 32;

/// The longest step.
const STEP: i64 = 64;

pub struct Spread<'e> {
    pub before: &'e [Stmt],
    /// Stores to results.
    pub alone: &'e [Stmt],
    pub after: &'e [Stmt],
    /// Results are looked at or stored to in front of the loop.
    pub apart: bool,
    /// They are looked at by all behind what one stores.
    pub meets: bool,
    pub last: &'e Stmt,
    pub var: VarId,
    pub lo: &'e Expr,
    pub hi: &'e Expr,
    pub step: i64,
    pub turn: &'e Block,
    pub label: LabelId,
}

pub fn find<'e>(func: &Func, par: &'e Par) -> Option<Spread<'e>> {
    let arrays = written(par)?;
    let (last, stmts) = par.body.stmts.split_last()?;
    let StmtKind::For { var, lo, hi, step, body: turn, label } = &last.kind else { return None };
    let step = constant(step).filter(|n| *n != 0 && n.abs() <= STEP)?;
    let few = constant(lo).zip(constant(hi)).is_some_and(|(lo, hi)| (hi - lo) / step < LONG);
    if func.vars[var.index()].ty != Ty::I32
        || par.space.len() > 2
        || few
        || !independent(func, par, *var, step, turn, *label)
    {
        return None;
    }
    let block = Block { stmts: stmts.to_vec() };
    let mut simple = true;
    walk::for_each_stmt(&block, &mut |s| {
        simple &= matches!(
            s.kind,
            StmtKind::Let { .. }
                | StmtKind::Assign { .. }
                | StmtKind::Store { .. }
                | StmtKind::If { .. }
                | StmtKind::Throw { .. }
        ) || checks_only(s);
    });
    let looks = |stmts: &[Stmt]| {
        let mut looks = false;
        stmts.iter().for_each(|s| each_expr(s, &mut |e| looks |= reads(e, &arrays)));
        looks
    };
    let at = |s: &Stmt| stores(s, &arrays);
    let first = stmts.iter().position(at).unwrap_or(stmts.len());
    let end = stmts.iter().rposition(at).map_or(first, |n| n + 1);
    let (before, rest) = stmts.split_at(first);
    let (alone, after) = rest.split_at(end - first);
    let meets = looks(after) || reads(lo, &arrays) || reads(hi, &arrays);
    // What only one work item computes only that one knows.
    let (declared, changed) = named(alone);
    let outside = |v: &VarId| !declared.contains(v) && !arrays.contains(v);
    let mut later = false;
    let known = |e: &Expr, later: &mut bool| walk::for_each_read(e, &mut |v| *later |= declared.contains(&v));
    after.iter().chain([last]).for_each(|s| each_expr(s, &mut |e| known(e, &mut later)));
    (simple && !later && !changed.iter().any(outside)).then_some(Spread {
        before,
        alone,
        after,
        apart: looks(before) || !alone.is_empty() || meets,
        meets: meets || alone.is_empty() && looks(before),
        last,
        var: *var,
        lo,
        hi,
        step,
        turn,
        label: *label,
    })
}
