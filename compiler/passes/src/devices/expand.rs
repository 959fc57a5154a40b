//! Functions with loops, expanded where an iteration calls them, and their like loops joined.
//!
//! What a group of work items may compute once (see the back ends) has to stand in the iteration itself, and there by itself. So a
//! function that comes to its result after a loop is written out in place of its call, functions that a number among the arguments
//! reduces to one expression are replaced by that, and calls in loops become values of their own. Loops of as many turns that have nothing
//! to do with each other become one, in which what both compute is computed once.
//!
//! Within an iteration the order of what fails does not matter: the host runs the least failing iteration again.

use crate::{fold::fold_body, same};
use somd_core::ir::*;
use somd_core::walk::{self, Role};
use std::collections::{BTreeSet, HashMap};

/// Statements of a function that is expanded.
const SIZE: usize = 64;

/// The instruction and its function with calls expanded; None where there are none to expand.
pub(super) fn expand(program: &Program, func: &Func, par: &Par) -> Option<(Func, Par)> {
    let label = walk::labels(&func.body);
    let mut work = Expander { program, fast_math: func.fast_math, vars: func.vars.clone(), label };
    let mut body = par.body.clone();
    if !work.calls(&mut body) {
        return None;
    }
    fold_body(&work.vars, &mut body);
    walk::map_exprs(&mut body, &mut |e| work.specialise(e));
    work.loops(&mut body);
    work.join(&mut body);
    work.congruent(&mut body);
    work.common(&mut body, &mut Vec::new());
    dead(&mut body);
    work.checks(&mut body);
    Some((Func { vars: work.vars, ..func.clone() }, Par { body, ..par.clone() }))
}

struct Expander<'a> {
    program: &'a Program,
    fast_math: bool,
    vars: Vec<Var>,
    label: u32,
}

/// What a statement, with all in it, has to do with others.
#[derive(Default)]
struct Uses {
    reads: BTreeSet<VarId>,
    /// Declared or changed.
    writes: BTreeSet<VarId>,
    /// Leaves a loop or block, or the iteration.
    jumps: bool,
    stores: bool,
}

fn uses(stmts: &[Stmt]) -> Uses {
    let mut found = Uses::default();
    let block = Block { stmts: stmts.to_vec() };
    walk::for_each_expr(&block, &mut |e| found.reads.extend(walk::expr_var(e)));
    walk::for_each_stmt(&block, &mut |s| {
        walk::stmt_vars(s, &mut |v, role| {
            if role == Role::Read { &mut found.reads } else { &mut found.writes }.insert(v);
        });
        found.jumps |= matches!(s.kind, StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Return(_));
        found.stores |= matches!(s.kind, StmtKind::Store { .. } | StmtKind::Accumulate { .. } | StmtKind::Call { .. });
    });
    found
}

impl Uses {
    /// Neither changes what the other has to do with.
    fn apart(&self, other: &Uses) -> bool {
        let clash = |a: &Uses, b: &Uses| a.writes.iter().any(|v| b.reads.contains(v) || b.writes.contains(v));
        !clash(self, other) && !clash(other, self)
    }
}

/// A function that comes to one result, at its end, after a loop.
fn loops_to_result(func: &Func) -> bool {
    let (mut returns, mut loops, mut size, mut plain) = (0, false, 0, !func.cold);
    walk::for_each_stmt(&func.body, &mut |s| {
        size += 1;
        returns += usize::from(matches!(s.kind, StmtKind::Return(_)));
        loops |= matches!(s.kind, StmtKind::For { .. });
        plain &= !matches!(s.kind, StmtKind::While { .. } | StmtKind::Labeled { .. });
    });
    let last = matches!(func.body.stmts.last().map(|s| &s.kind), Some(StmtKind::Return(v)) if v.len() == 1);
    let scalars = func.ret.iter().chain(func.params.iter().map(|p| &func.vars[p.index()].ty)).all(Ty::is_scalar);
    last && returns == 1 && loops && plain && scalars && size <= SIZE
}

impl Expander<'_> {
    fn fresh(&mut self, name: &str, ty: Ty) -> VarId {
        self.vars.push(Var { name: name.into(), ty, mutable: false, span: Default::default(), folds: None });
        VarId(self.vars.len() as u32 - 1)
    }

    /// A function's body with variables and labels of its own, and where its variables are now.
    fn copy(&mut self, func: &Func) -> (Block, u32) {
        walk::copy_body(func, &mut self.vars, &mut self.label)
    }

    /// Expands the calls of functions with loops.
    fn calls(&mut self, block: &mut Block) -> bool {
        let mut changed = false;
        for mut stmt in std::mem::take(&mut block.stmts) {
            let plain = matches!(
                stmt.kind,
                StmtKind::Let { .. } | StmtKind::Assign { .. } | StmtKind::Store { .. } | StmtKind::If { .. }
            );
            while let Some((func, args, result)) = plain.then(|| self.take(&mut stmt)).flatten() {
                let callee = self.program.func(func);
                let (mut body, base) = self.copy(callee);
                for (param, arg) in callee.params.iter().zip(args) {
                    let kind = StmtKind::Let { var: VarId(base + param.0), init: Some(arg) };
                    block.stmts.push(Stmt { kind, prov: stmt.prov.clone() });
                }
                if let Some(Stmt { kind: StmtKind::Return(mut values), prov }) = body.stmts.pop() {
                    body.stmts.push(Stmt { kind: StmtKind::Let { var: result, init: values.pop() }, prov });
                }
                self.calls(&mut body);
                block.stmts.append(&mut body.stmts);
                changed = true;
            }
            walk::stmt_blocks_mut(&mut stmt, &mut |inner| changed |= self.calls(inner));
            block.stmts.push(stmt);
        }
        changed
    }

    /// Takes the first call to expand out of a statement.
    fn take(&mut self, stmt: &mut Stmt) -> Option<(FuncId, Vec<Expr>, VarId)> {
        let mut found = None;
        walk::stmt_exprs_mut(stmt, &mut |e| {
            certain(e, &mut |e| {
                if let ExprKind::Call { func, args } = &mut e.kind
                    && found.is_none()
                    && self.program.func(*func).fast_math == self.fast_math
                    && loops_to_result(self.program.func(*func))
                {
                    let (func, args) = (*func, std::mem::take(args));
                    let result = self.fresh("returned", e.ty.clone());
                    e.kind = ExprKind::Var(result);
                    found = Some((func, args, result));
                }
            })
        });
        found
    }

    /// A call that numbers among its arguments reduce to an expression becomes that.
    fn specialise(&mut self, e: &mut Expr) {
        let ExprKind::Call { func, args } = &e.kind else { return };
        let callee = self.program.func(*func);
        let known = |a: &Expr| matches!(a.kind, ExprKind::Const(_));
        let simple = args.iter().all(|a| a.ty.is_scalar() && (known(a) || matches!(a.kind, ExprKind::Var(_))));
        let fixed = callee.params.iter().all(|p| !callee.vars[p.index()].mutable);
        // The device's own function stands for it.
        let own = self.fast_math && super::native(&callee.display).is_some();
        if callee.cold || own || !simple || !fixed || !args.iter().any(known) {
            return;
        }
        let args = args.clone();
        let (vars, label) = (self.vars.len(), self.label);
        let (mut body, base) = self.copy(callee);
        let values: HashMap<VarId, Expr> = callee.params.iter().map(|p| VarId(base + p.0)).zip(args).collect();
        walk::map_exprs(&mut body, &mut |e| {
            if let ExprKind::Var(v) = e.kind
                && let Some(value) = values.get(&v)
            {
                *e = value.clone();
            }
        });
        fold_body(&self.vars, &mut body);
        while let [Stmt { kind: StmtKind::Labeled { body: inner, .. }, .. }] = body.stmts.as_mut_slice() {
            body = std::mem::take(inner);
        }
        match body.stmts.as_mut_slice() {
            [Stmt { kind: StmtKind::Return(result), .. }] if result.len() == 1 => *e = result.remove(0),
            _ => {
                self.vars.truncate(vars);
                self.label = label;
            }
        }
    }

    /// Loops over numbers that nothing reads count up from 0, and calls in loops become values of their own.
    fn loops(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            if let StmtKind::For { var, lo, hi, step, body, .. } = &mut stmt.kind {
                let numbers = (constant(lo), constant(hi), constant(step));
                if let (Some(a), Some(b), Some(by)) = numbers
                    && !uses(&body.stmts).reads.contains(var)
                {
                    let span = if by > 0 { b - a } else { a - b };
                    let turns = span.max(0).div_euclid(by.abs()) + i64::from(span.max(0) % by.abs() != 0);
                    if let Ok(turns) = i32::try_from(turns) {
                        let number = |n: i32| Expr::int(n, Default::default());
                        (self.vars[var.index()].ty, *lo, *hi, *step) = (Ty::I32, number(0), number(turns), number(1));
                    }
                }
                self.values(body);
            }
            walk::stmt_blocks_mut(stmt, &mut |inner| self.loops(inner));
        }
    }

    fn values(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            if matches!(stmt.kind, StmtKind::Let { .. } | StmtKind::Assign { .. }) {
                let mut values = Vec::new();
                walk::stmt_exprs_mut(&mut stmt, &mut |e| {
                    certain(e, &mut |e| {
                        if let ExprKind::Call { args, .. } = &e.kind
                            && e.ty.is_scalar()
                            && args.iter().all(|a| a.ty.is_scalar())
                        {
                            let var = self.fresh("value", e.ty.clone());
                            let value = std::mem::replace(e, Expr::new(ExprKind::Var(var), e.ty.clone(), e.span));
                            values.push(StmtKind::Let { var, init: Some(value) });
                        }
                    })
                });
                block.stmts.extend(values.into_iter().map(|kind| Stmt { kind, prov: stmt.prov.clone() }));
            }
            block.stmts.push(stmt);
        }
    }

    /// Checks of numbers, which all iterations pass or none, stand in front.
    fn checks(&mut self, body: &mut Block) {
        let mut front = Vec::new();
        for stmt in &mut body.stmts {
            let prov = stmt.prov.clone();
            if !matches!(stmt.kind, StmtKind::Store { .. }) {
                continue;
            }
            walk::stmt_exprs_mut(stmt, &mut |e| {
                certain(e, &mut |e| {
                    if let ExprKind::Check { value, .. } = &e.kind
                        && constant(value).is_some()
                    {
                        let var = self.fresh("index", e.ty.clone());
                        let value = std::mem::replace(e, Expr::new(ExprKind::Var(var), e.ty.clone(), e.span));
                        front.push(Stmt { kind: StmtKind::Let { var, init: Some(value) }, prov: prov.clone() });
                    }
                })
            });
        }
        body.stmts.splice(0..0, front);
    }

    /// Makes one loop of two of as many turns.
    fn join(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            walk::stmt_blocks_mut(stmt, &mut |inner| self.join(inner));
        }
        let mut first = 0;
        while first < block.stmts.len() {
            match (first + 1..block.stmts.len()).find(|second| self.joined(block, first, *second)) {
                Some(_) => {}
                None => first += 1,
            }
        }
    }

    fn joined(&mut self, block: &mut Block, first: usize, second: usize) -> bool {
        let [a, between @ .., b] = &block.stmts[first..=second] else { return false };
        let StmtKind::For { var: i, lo, hi, step, body: one, .. } = &a.kind else { return false };
        let StmtKind::For { var: j, lo: lo2, hi: hi2, step: step2, body: two, .. } = &b.kind else { return false };
        let alike =
            same(lo, lo2) && same(hi, hi2) && same(step, step2) && self.vars[i.index()].ty == self.vars[j.index()].ty;
        let numbers = [lo, hi, step].into_iter().all(|e| constant(e).is_some());
        let (ua, ub) = (uses(std::slice::from_ref(a)), uses(std::slice::from_ref(b)));
        if !alike || !numbers || ua.jumps || ub.jumps || ua.stores || ub.stores || !ua.apart(&ub) {
            return false;
        }
        // What the second loop needs of what stands between goes in front of both, the rest behind.
        let mut needed = ub.reads.clone();
        needed.extend(&ub.writes);
        let (mut before, mut behind) = (Vec::new(), Vec::new());
        for stmt in between.iter().rev() {
            let own = uses(std::slice::from_ref(stmt));
            if own.writes.iter().any(|v| needed.contains(v)) {
                if !matches!(stmt.kind, StmtKind::Let { .. }) {
                    return false;
                }
                needed.extend(&own.reads);
                before.push(stmt.clone());
            } else {
                behind.push(stmt.clone());
            }
        }
        before.reverse();
        behind.reverse();
        let (moved, rest) = (uses(&before), uses(&behind));
        if !ua.apart(&moved) || !moved.apart(&rest) || !ub.apart(&rest) || rest.jumps {
            return false;
        }
        let (mut joined, mut two) = (a.clone(), two.clone());
        walk::rename_block(&mut two, &mut |v| if v == *j { *i } else { v });
        if let StmtKind::For { body, .. } = &mut joined.kind {
            *body = Block { stmts: [one.stmts.clone(), two.stmts].concat() };
        }
        joined.prov.join(&b.prov);
        let all = [before, vec![joined], behind].concat();
        block.stmts.splice(first..=second, all);
        true
    }

    /// Of variables that start alike and are changed alike in each turn of a loop, one is kept.
    fn congruent(&mut self, block: &mut Block) {
        loop {
            let mut found = None;
            for (at, stmt) in block.stmts.iter().enumerate() {
                let StmtKind::For { body, .. } = &stmt.kind else { continue };
                found = found.or_else(|| self.pair(&block.stmts, at, body));
            }
            let Some((keep, other)) = found else { break };
            fn drop(block: &mut Block, other: VarId) {
                block.stmts.retain(
                    |s| !matches!(&s.kind, StmtKind::Let { var, .. } | StmtKind::Assign { var, .. } if *var == other),
                );
                block.stmts.iter_mut().for_each(|s| walk::stmt_blocks_mut(s, &mut |b| drop(b, other)));
            }
            drop(block, other);
            walk::rename_block(block, &mut |v| if v == other { keep } else { v });
        }
        for stmt in &mut block.stmts {
            walk::stmt_blocks_mut(stmt, &mut |inner| self.congruent(inner));
        }
    }

    fn pair(&self, stmts: &[Stmt], at: usize, body: &Block) -> Option<(VarId, VarId)> {
        // Where each variable is changed, and how it starts.
        let start = |v: VarId| {
            stmts[..at].iter().find_map(|s| match &s.kind {
                StmtKind::Let { var, init: Some(init) } if *var == v && constant_of(init) => Some(init),
                _ => None,
            })
        };
        let changes = |v: VarId| {
            let mut count = 0;
            walk::for_each_stmt(&Block { stmts: stmts.to_vec() }, &mut |s| {
                count += usize::from(matches!(&s.kind, StmtKind::Assign { var, .. } if *var == v));
            });
            count
        };
        let steps: Vec<(usize, VarId, &Expr)> = body
            .stmts
            .iter()
            .enumerate()
            .filter_map(|(n, s)| match &s.kind {
                StmtKind::Assign { var, value } => Some((n, *var, value)),
                _ => None,
            })
            .collect();
        if uses(&body.stmts).jumps {
            return None;
        }
        for (n, (first, keep, value)) in steps.iter().enumerate() {
            for (second, other, value2) in &steps[n + 1..] {
                let mut renamed = (*value2).clone();
                walk::rename_expr(&mut renamed, &mut |v| if v == *other { *keep } else { v });
                let read = |v: VarId, from: usize, to: usize| uses(&body.stmts[from..to]).reads.contains(&v);
                let starts = start(*keep).zip(start(*other)).is_some_and(|(a, b)| same(a, b));
                // Nothing reads one of them when the other has been changed already.
                if keep != other
                    && starts
                    && same(value, &renamed)
                    && changes(*keep) == 1
                    && changes(*other) == 1
                    && !read(*keep, 0, *first)
                    && !read(*other, 0, *second)
                    && uses(std::slice::from_ref(&body.stmts[*first]))
                        .reads
                        .iter()
                        .all(|v| v == keep || !self.vars[v.index()].mutable)
                {
                    return Some((*keep, *other));
                }
            }
        }
        None
    }

    /// What is computed twice from the same values is computed once. `known`: what has been computed, and the name of it.
    fn common(&mut self, block: &mut Block, known: &mut Vec<(Expr, VarId)>) {
        let mut renamed: HashMap<VarId, VarId> = HashMap::new();
        for mut stmt in std::mem::take(&mut block.stmts) {
            walk::rename_stmt(&mut stmt, &mut |v| renamed.get(&v).copied().unwrap_or(v));
            let changed = uses(std::slice::from_ref(&stmt)).writes;
            if !matches!(stmt.kind, StmtKind::Let { .. }) {
                known.retain(|(e, _)| {
                    let mut reads = false;
                    walk::for_each_read(e, &mut |v| reads |= changed.contains(&v));
                    !reads
                });
            }
            if let StmtKind::Let { var, init: Some(init) } = &stmt.kind
                && !self.vars[var.index()].mutable
                && self.repeatable(init)
            {
                if let Some((_, first)) = known.iter().find(|(e, _)| same(e, init)) {
                    renamed.insert(*var, *first);
                    continue;
                }
                known.push((init.clone(), *var));
            }
            walk::stmt_blocks_mut(&mut stmt, &mut |inner| self.common(inner, &mut known.clone()));
            block.stmts.push(stmt);
        }
    }

    /// An expression of scalars that gives the same whenever they are the same.
    fn repeatable(&self, e: &Expr) -> bool {
        let mut repeatable = e.ty.is_scalar()
            && !matches!(e.kind, ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Index { .. } | ExprKind::Len { .. });
        walk::for_each_read(e, &mut |v| repeatable &= self.vars[v.index()].ty.is_scalar());
        repeatable
    }
}

/// Drops values that nothing reads.
fn dead(body: &mut Block) {
    fn drop(block: &mut Block, reads: &BTreeSet<VarId>) {
        block.stmts.retain(|s| match &s.kind {
            StmtKind::Let { var, init: Some(init) } => reads.contains(var) || !walk::is_pure(init),
            _ => true,
        });
        block.stmts.iter_mut().for_each(|s| walk::stmt_blocks_mut(s, &mut |b| drop(b, reads)));
    }
    let all = uses(&body.stmts);
    let mut named = all.reads;
    // What is assigned stays declared.
    walk::for_each_stmt(body, &mut |s| {
        walk::stmt_vars(s, &mut |v, role| {
            if role == Role::Write {
                named.insert(v);
            }
        })
    });
    drop(body, &named);
}

fn constant(e: &Expr) -> Option<i64> {
    if let ExprKind::Const(Const::Int(n)) = e.kind { Some(n) } else { None }
}

fn constant_of(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Const(_))
}

/// The expressions that are evaluated whenever this one is, operands first.
fn certain(e: &mut Expr, f: &mut dyn FnMut(&mut Expr)) {
    match &mut e.kind {
        ExprKind::And(a, _) | ExprKind::Or(a, _) | ExprKind::Select(a, _, _) => certain(a, f),
        _ => walk::expr_children_mut(e, &mut |c| certain(c, f)),
    }
    f(e);
}
