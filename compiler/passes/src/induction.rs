//! Secondary induction variables: `k` of `for (round …) { … key[k + 1] …; k += 6; }` is `first + 6 * round` within the loop.
//!
//! As an expression of the loop's own variable its range is known, so the checks of what it indexes can go, and no round waits
//! for the one before. Arithmetic wraps on both sides alike, so the values are the same whatever they are. It is done for variables
//! that something checked depends on; others are as well as they are.

use super::is_simple;
use somd_core::ir::*;
use somd_core::walk;
use somd_syntax::source::Span;
use std::collections::BTreeSet;

pub fn induction(mut program: Program) -> Program {
    for func in &mut program.funcs {
        let mut body = std::mem::take(&mut func.body);
        block(&mut body, &mut func.vars);
        func.body = body;
    }
    program
}

fn block(b: &mut Block, vars: &mut Vec<Var>) {
    let mut at = 0;
    while at < b.stmts.len() {
        walk::stmt_blocks_mut(&mut b.stmts[at], &mut |inner| block(inner, vars));
        while let Some(found) = secondary(&b.stmts[at], vars) {
            let Some((before, after)) = replace(&mut b.stmts, at, &found, vars) else { break };
            let count = before.len();
            b.stmts.insert(at + 1, after);
            b.stmts.splice(at..at, before);
            at += count;
        }
        at += 1;
    }
}

/// A variable that grows by the same in every round.
struct Secondary {
    var: VarId,
    by: i64,
    /// The statement of the loop's body that does it.
    place: usize,
}

fn secondary(stmt: &Stmt, vars: &[Var]) -> Option<Secondary> {
    let StmtKind::For { lo, hi, step, body, .. } = &stmt.kind else { return None };
    let counts = matches!(step.kind, ExprKind::Const(Const::Int(1))) && is_simple(lo, vars) && is_simple(hi, vars);
    if !counts || lo.ty != Ty::I32 || leaves(body) {
        return None;
    }
    let mut checked = BTreeSet::new();
    walk::for_each_expr(body, &mut |e| {
        if let ExprKind::Check { value, .. } = &e.kind {
            walk::for_each_read(value, &mut |v| _ = checked.insert(v));
        }
    });
    body.stmts.iter().enumerate().find_map(|(place, s)| {
        let StmtKind::Assign { var, value } = &s.kind else { return None };
        let by = increment(*var, value)?;
        let mut stores = 0;
        walk::for_each_stmt(body, &mut |s| match &s.kind {
            StmtKind::Assign { var: v, .. } | StmtKind::Let { var: v, .. } => stores += (v == var) as usize,
            _ => {}
        });
        let fits = vars[var.index()].ty == Ty::I32 && stores == 1 && checked.contains(var);
        fits.then_some(Secondary { var: *var, by, place })
    })
}

/// The constant that is added to the variable.
fn increment(var: VarId, value: &Expr) -> Option<i64> {
    let ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) = &value.kind else { return None };
    match (&a.kind, &b.kind) {
        (ExprKind::Var(v), ExprKind::Const(Const::Int(n))) if *v == var => {
            Some(if *op == BinOp::Add { *n } else { -n })
        }
        (ExprKind::Const(Const::Int(n)), ExprKind::Var(v)) if *v == var && *op == BinOp::Add => Some(*n),
        _ => None,
    }
}

/// A round may end otherwise than at the end of the body.
fn leaves(body: &Block) -> bool {
    let mut inside = BTreeSet::new();
    walk::for_each_stmt(body, &mut |s| match &s.kind {
        StmtKind::For { label, .. } | StmtKind::While { label, .. } | StmtKind::Labeled { label, .. } => {
            inside.insert(*label);
        }
        _ => {}
    });
    let mut found = false;
    walk::for_each_stmt(body, &mut |s| match &s.kind {
        StmtKind::Break(l) | StmtKind::Continue(l) => found |= !inside.contains(l),
        StmtKind::Return(_) => found = true,
        _ => {}
    });
    found
}

/// Takes the variable out of the loop `stmts[at]`; gives what stands before the loop then, and what behind it.
fn replace(stmts: &mut [Stmt], at: usize, found: &Secondary, vars: &mut Vec<Var>) -> Option<(Vec<Stmt>, Stmt)> {
    let (earlier, loop_) = stmts.split_at_mut(at);
    let loop_ = &mut loop_[0];
    let prov = loop_.prov.clone();
    let mut before = Vec::new();
    let first = match constant_before(earlier, found.var) {
        Some(value) => value,
        None => {
            let old = &vars[found.var.index()];
            let (name, span) = (old.name.clone(), old.span);
            let first = VarId(vars.len() as u32);
            vars.push(Var { name, ty: Ty::I32, mutable: false, span, folds: None });
            let init = Some(Expr::new(ExprKind::Var(found.var), Ty::I32, span));
            before.push(Stmt { kind: StmtKind::Let { var: first, init }, prov: prov.clone() });
            Expr::new(ExprKind::Var(first), Ty::I32, span)
        }
    };
    let StmtKind::For { var, lo, hi, body, .. } = &mut loop_.kind else { return None };
    let span = lo.span;
    let round = difference(Expr::new(ExprKind::Var(*var), Ty::I32, span), lo, span);
    let value = |rounds: Expr, more: i64| {
        let grown = arith(BinOp::Mul, rounds, Expr::int(found.by as i32, span), span);
        let sum = match &first.kind {
            ExprKind::Const(Const::Int(0)) => grown,
            _ => arith(BinOp::Add, first.clone(), grown, span),
        };
        if more == 0 { sum } else { arith(BinOp::Add, sum, Expr::int(more as i32, span), span) }
    };
    let (within, next) = (value(round.clone(), 0), value(round, found.by));
    let mut stmts = std::mem::take(&mut body.stmts);
    let mut later = Block { stmts: stmts.split_off(found.place + 1) };
    stmts.pop();
    let mut sooner = Block { stmts };
    for (part, value) in [(&mut sooner, &within), (&mut later, &next)] {
        walk::map_exprs(part, &mut |e| {
            if matches!(e.kind, ExprKind::Var(v) if v == found.var) {
                *e = value.clone();
            }
        });
    }
    body.stmts = sooner.stmts.into_iter().chain(later.stmts).collect();
    let rounds = difference(hi.clone(), lo, span);
    let rounds = match (&hi.kind, &lo.kind) {
        // Of 2^32 - 1 rounds and fewer the low half is right, as in what follows.
        (ExprKind::Const(Const::Int(hi)), ExprKind::Const(Const::Int(lo))) => Expr::int((hi - lo).max(0) as i32, span),
        _ => {
            // The difference of two numbers of 32 bits may not fit, but where it does not there is a round for each of its values.
            let some =
                Expr::new(ExprKind::Binary(BinOp::Lt, Box::new(lo.clone()), Box::new(hi.clone())), Ty::Bool, span);
            Expr::new(ExprKind::Select(Box::new(some), Box::new(rounds), Box::new(Expr::int(0, span))), Ty::I32, span)
        }
    };
    let last = StmtKind::Assign { var: found.var, value: value(rounds, 0) };
    Some((before, Stmt { kind: last, prov }))
}

/// The constant that the variable has been given last.
fn constant_before(earlier: &[Stmt], var: VarId) -> Option<Expr> {
    for s in earlier.iter().rev() {
        match &s.kind {
            StmtKind::Let { var: v, init: Some(value) } | StmtKind::Assign { var: v, value } if *v == var => {
                return matches!(value.kind, ExprKind::Const(Const::Int(_))).then(|| value.clone());
            }
            _ => {}
        }
        let mut changed = false;
        walk::for_each_stmt(&Block { stmts: vec![s.clone()] }, &mut |s| {
            changed |= matches!(&s.kind, StmtKind::Assign { var: v, .. } if *v == var)
        });
        if changed {
            return None;
        }
    }
    None
}

fn difference(a: Expr, b: &Expr, span: Span) -> Expr {
    match (&a.kind, &b.kind) {
        (_, ExprKind::Const(Const::Int(0))) => a,
        (ExprKind::Const(Const::Int(x)), ExprKind::Const(Const::Int(y))) => Expr::int((x - y) as i32, span),
        _ => arith(BinOp::Sub, a, b.clone(), span),
    }
}

fn arith(op: BinOp, a: Expr, b: Expr, span: Span) -> Expr {
    Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), Ty::I32, span)
}
