//! What an iteration does, for profiles: see [`somd_runtime::work`]. It is told of the instruction as the program has it, not of the kernel's
//! text, in which work items share or repeat loads.

use super::emitted::Arg;
use somd_core::ir::*;
use somd_core::walk;
use somd_runtime::work::Work;
use std::collections::BTreeMap;

/// What a variable of the body is.
#[derive(Clone)]
enum Meaning {
    /// A number, as steps that put it on the stack.
    Number(Vec<Work>),
    /// `args[n]`, without its first dimensions where it is a row.
    Arg(u32, u32),
    /// `outs[n]`
    Out(u32, u32),
}

/// The calls within which calls are still followed.
const DEEP: u32 = 16;

struct Writer<'a> {
    program: &'a Program,
    steps: Vec<Work>,
    meanings: BTreeMap<VarId, Meaning>,
    /// Loops around.
    loops: u32,
    calls: u32,
}

/// The steps of an instruction's iteration.
pub(super) fn steps(program: &Program, func: &Func, par: &Par, args: &[Arg]) -> Vec<Work> {
    let mut meanings = BTreeMap::new();
    for (n, arg) in args.iter().enumerate() {
        let n = n as u32;
        let scalar = Meaning::Number(vec![Work::Given(n)]);
        meanings.insert(arg.var, if arg.rank == 0 { scalar } else { Meaning::Arg(n, 0) });
    }
    for (n, dim) in par.space.iter().enumerate() {
        meanings.insert(dim.index, Meaning::Number(vec![Work::Index(n as u32)]));
    }
    for (n, output) in par.outputs.iter().enumerate() {
        meanings.insert(output.result, Meaning::Out(n as u32, 0));
    }
    let mut writer = Writer { program, steps: Vec::new(), meanings, loops: 0, calls: 0 };
    writer.block(&func.vars, &par.body);
    for (n, output) in par.outputs.iter().enumerate() {
        let size = |var: VarId| bytes(program, &func.vars[var.index()].ty);
        match output.kind {
            // What a reduction adds up, the body does. A fold's values are combined by a call.
            OutputKind::Fold { .. } => writer.steps.push(Work::Operations(1)),
            OutputKind::Scan { value, .. } | OutputKind::Filter { value, .. } => {
                writer.steps.extend([Work::Operations(1), Work::Touches { out: n as u32, bytes: size(value) }])
            }
            _ => {}
        }
    }
    joined(folded(&writer.steps, &mut 0))
}

/// The steps from `at` up to the end of the part they are in. Branches between which only the number of operations differs are one number, or the least
/// and the most: a table that is a `switch` has hundreds, and a list of thousands of steps costs the program's compilation seconds.
fn folded(steps: &[Work], at: &mut usize) -> Vec<Work> {
    let mut all = Vec::new();
    // Operations since the last step that is none: at least and at most.
    let (mut least, mut most) = (0u32, 0u32);
    while let Some(&step) = steps.get(*at).filter(|s| !matches!(s, Work::Or | Work::End)) {
        *at += 1;
        let (mut parts, mut more) = (vec![step], None);
        match step {
            Work::Operations(n) => more = Some((n, n)),
            Work::Either => {
                let one = part(steps, at);
                let other = part(steps, at);
                more = range(&one).zip(range(&other)).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
                match one == other {
                    true => parts = one,
                    false => {
                        parts.extend(one);
                        parts.push(Work::Or);
                        parts.extend(other);
                        parts.push(Work::End);
                    }
                }
            }
            Work::Loop { .. } | Work::Often => {
                parts.extend(part(steps, at));
                parts.push(Work::End);
            }
            _ => {}
        }
        match more {
            Some(more) => (least, most) = (least.saturating_add(more.0), most.saturating_add(more.1)),
            None => {
                all.extend(operations(std::mem::take(&mut least), std::mem::take(&mut most)));
                all.extend(parts);
            }
        }
    }
    all.extend(operations(least, most));
    all
}

/// As [`folded`], and goes on behind the step that ends the part.
fn part(steps: &[Work], at: &mut usize) -> Vec<Work> {
    let part = folded(steps, at);
    *at += 1;
    part
}

fn operations(least: u32, most: u32) -> Vec<Work> {
    let some = |n: u32| (n > 0).then_some(Work::Operations(n));
    if least == most {
        return some(least).into_iter().collect();
    }
    let either = std::iter::once(Work::Either).chain(some(least));
    either.chain([Work::Or, Work::Operations(most), Work::End]).collect()
}

/// What [`operations`] has made.
fn range(steps: &[Work]) -> Option<(u32, u32)> {
    match *steps {
        [] => Some((0, 0)),
        [Work::Operations(n)] => Some((n, n)),
        [Work::Either, Work::Or, Work::Operations(most), Work::End] => Some((0, most)),
        [Work::Either, Work::Operations(least), Work::Or, Work::Operations(most), Work::End] => Some((least, most)),
        _ => None,
    }
}

/// Neighbours of a kind in one step.
fn joined(steps: Vec<Work>) -> Vec<Work> {
    let mut all: Vec<Work> = Vec::new();
    for step in steps {
        match (all.last_mut(), step) {
            (Some(Work::Operations(n)), Work::Operations(more)) => *n = n.saturating_add(more),
            (Some(Work::Reads { arg, bytes }), Work::Reads { arg: other, bytes: more }) if *arg == other => {
                *bytes += more
            }
            (Some(Work::Touches { out, bytes }), Work::Touches { out: other, bytes: more }) if *out == other => {
                *bytes += more
            }
            _ => all.push(step),
        }
    }
    // A list without steps means that nobody knows.
    if all.is_empty() { vec![Work::Operations(0)] } else { all }
}

/// Bytes of a scalar or structure, or of an array whose sizes are known.
fn bytes(program: &Program, ty: &Ty) -> u32 {
    match ty {
        Ty::Bool | Ty::I8 => 1,
        Ty::I16 | Ty::U16 => 2,
        Ty::I32 | Ty::F32 => 4,
        Ty::I64 | Ty::F64 => 8,
        Ty::Struct(s) => program.structs[s.index()].fields.iter().map(|(_, t)| bytes(program, t)).sum(),
        Ty::Array(a) => a.count() * bytes(program, &a.elem),
    }
}

impl Writer<'_> {
    fn block(&mut self, vars: &[Var], block: &Block) {
        for (n, stmt) in block.stmts.iter().enumerate() {
            self.stmt(vars, stmt);
            // What follows a statement that may leave the block may not run.
            if !exits(std::slice::from_ref(stmt)).is_empty() {
                let rest = Block { stmts: block.stmts[n + 1..].to_vec() };
                if !rest.stmts.is_empty() {
                    self.either(|w| w.block(vars, &rest), |_| {});
                }
                return;
            }
        }
    }

    fn either(&mut self, one: impl FnOnce(&mut Self), other: impl FnOnce(&mut Self)) {
        self.steps.push(Work::Either);
        one(self);
        self.steps.push(Work::Or);
        other(self);
        self.steps.push(Work::End);
    }

    fn stmt(&mut self, vars: &[Var], stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let { var, init } => {
                let Some(init) = init else { return };
                self.expr(init, true);
                if !vars[var.index()].mutable
                    && let Some(meaning) = self.meaning(init)
                {
                    self.meanings.insert(*var, meaning);
                }
            }
            StmtKind::Store { array, index, value } => {
                index.iter().for_each(|e| self.expr(e, false));
                self.expr(value, true);
                self.touches(*array, bytes(self.program, &value.ty));
            }
            StmtKind::Accumulate { array, index, value } => {
                index.iter().for_each(|e| self.expr(e, false));
                self.expr(value, true);
                self.steps.push(Work::Operations(1));
                self.touches(*array, 2 * bytes(self.program, &value.ty));
            }
            StmtKind::If { cond, then, otherwise } => {
                self.expr(cond, true);
                self.either(|w| w.block(vars, then), |w| w.block(vars, otherwise));
            }
            StmtKind::For { var, lo, hi, step, body, label } => {
                [lo, hi].into_iter().for_each(|e| self.expr(e, false));
                let step = match step.kind {
                    ExprKind::Const(Const::Int(n)) => i32::try_from(n).ok().filter(|n| *n != 0),
                    _ => None,
                };
                match (self.number(lo), self.number(hi), step) {
                    (Some(lo), Some(hi), Some(step)) => {
                        self.steps.extend(lo.into_iter().chain(hi));
                        self.steps.push(Work::Loop { step, leaves: ends_early(body, *label) });
                    }
                    _ => self.steps.push(Work::Often),
                }
                self.meanings.insert(*var, Meaning::Number(vec![Work::Counter(self.loops)]));
                self.loops += 1;
                self.block(vars, body);
                self.loops -= 1;
                self.steps.push(Work::End);
            }
            StmtKind::While { cond, body, .. } => {
                self.steps.push(Work::Often);
                self.loops += 1;
                self.expr(cond, true);
                self.block(vars, body);
                self.loops -= 1;
                self.steps.push(Work::End);
            }
            StmtKind::Labeled { body, .. } => self.block(vars, body),
            StmtKind::Call { func, args } => self.call(*func, args),
            // What an exception's message is made of is not computed by those that do not fail.
            StmtKind::Throw { .. } => {}
            _ => walk::stmt_exprs(stmt, &mut |e| self.expr(e, true)),
        }
    }

    /// `counts`: what computes values counts, what computes indices does not.
    fn expr(&mut self, e: &Expr, counts: bool) {
        match &e.kind {
            ExprKind::Index { array, index } => {
                index.iter().for_each(|e| self.expr(e, false));
                self.reads(*array, bytes(self.program, &e.ty));
            }
            ExprKind::Row { index, .. } => index.iter().for_each(|e| self.expr(e, false)),
            ExprKind::Check { value, .. } => self.expr(value, counts),
            ExprKind::Call { func, args } => self.call(*func, args),
            ExprKind::Select(cond, one, other) => {
                self.expr(cond, counts);
                self.either(|w| w.expr(one, counts), |w| w.expr(other, counts));
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.expr(a, counts);
                self.either(|w| w.expr(b, counts), |_| {});
            }
            kind => {
                walk::expr_children(e, &mut |c| self.expr(c, counts));
                if counts && matches!(kind, ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Math(..)) {
                    // A fused multiply-add is two.
                    let fused = matches!(kind, ExprKind::Math(MathOp::Fma, _));
                    self.steps.push(Work::Operations(if fused { 2 } else { 1 }));
                }
            }
        }
    }

    fn call(&mut self, func: FuncId, args: &[Expr]) {
        args.iter().for_each(|e| self.expr(e, true));
        let callee = self.program.func(func);
        if self.calls >= DEEP {
            self.steps.extend([Work::Often, Work::Operations(1), Work::End]);
            return;
        }
        let given = callee.params.iter().zip(args).filter_map(|(p, a)| Some((*p, self.meaning(a)?))).collect();
        let outside = std::mem::replace(&mut self.meanings, given);
        self.calls += 1;
        self.block(&callee.vars, &callee.body);
        self.calls -= 1;
        self.meanings = outside;
    }

    fn reads(&mut self, array: VarId, bytes: u32) {
        match self.meanings.get(&array) {
            Some(Meaning::Arg(arg, _)) => self.steps.push(Work::Reads { arg: *arg, bytes }),
            Some(Meaning::Out(out, _)) => self.steps.push(Work::Touches { out: *out, bytes }),
            // A private array lies in registers or in a cache.
            _ => {}
        }
    }

    fn touches(&mut self, array: VarId, bytes: u32) {
        self.reads(array, bytes);
    }

    /// What an expression stands for, where that is known before the iterations run.
    fn meaning(&self, e: &Expr) -> Option<Meaning> {
        match &e.unchecked().kind {
            ExprKind::Var(v) => self.meanings.get(v).cloned(),
            ExprKind::Row { array, index } => match self.meanings.get(array)? {
                Meaning::Arg(n, from) => Some(Meaning::Arg(*n, from + index.len() as u32)),
                Meaning::Out(n, from) => Some(Meaning::Out(*n, from + index.len() as u32)),
                Meaning::Number(_) => None,
            },
            _ => self.number(e).map(Meaning::Number),
        }
    }

    fn number(&self, e: &Expr) -> Option<Vec<Work>> {
        match &e.unchecked().kind {
            ExprKind::Const(Const::Int(n)) => Some(vec![Work::Number(*n)]),
            ExprKind::Var(v) => match self.meanings.get(v)? {
                Meaning::Number(steps) => Some(steps.clone()),
                _ => None,
            },
            ExprKind::Convert(value) if value.ty.is_int() && e.ty.is_int() => self.number(value),
            ExprKind::Len { array, dim } => match self.meanings.get(array)? {
                Meaning::Arg(arg, from) => Some(vec![Work::Length { arg: *arg, dim: from + dim }]),
                Meaning::Out(out, from) => Some(vec![Work::OutLength { out: *out, dim: from + dim }]),
                Meaning::Number(_) => None,
            },
            ExprKind::Unary(UnOp::Neg, value) => {
                let mut steps = vec![Work::Number(0)];
                steps.extend(self.number(value)?);
                steps.push(Work::Sub);
                Some(steps)
            }
            ExprKind::Binary(op, a, b) if e.ty.is_int() => {
                let step = match op {
                    BinOp::Add => Work::Add,
                    BinOp::Sub => Work::Sub,
                    BinOp::Mul => Work::Mul,
                    BinOp::Div => Work::Div,
                    _ => return None,
                };
                self.both(a, b, step)
            }
            ExprKind::Math(MathOp::Min, args) if e.ty.is_int() => self.both(args.first()?, args.get(1)?, Work::Min),
            ExprKind::Math(MathOp::Max, args) if e.ty.is_int() => self.both(args.first()?, args.get(1)?, Work::Max),
            _ => None,
        }
    }

    fn both(&self, a: &Expr, b: &Expr, step: Work) -> Option<Vec<Work>> {
        let mut steps = self.number(a)?;
        steps.extend(self.number(b)?);
        steps.push(step);
        Some(steps)
    }
}

/// A way out of a block: to a label, or out of the function; and whether the loop of that label goes on.
type Exit = (Option<LabelId>, bool);

/// The ways in which statements may leave the block that they are in, other than by an exception.
fn exits(stmts: &[Stmt]) -> Vec<Exit> {
    let mut all = Vec::new();
    for stmt in stmts {
        let own = match &stmt.kind {
            StmtKind::For { label, .. } | StmtKind::While { label, .. } | StmtKind::Labeled { label, .. } => {
                Some(*label)
            }
            StmtKind::Break(label) => {
                all.push((Some(*label), false));
                None
            }
            StmtKind::Continue(label) => {
                all.push((Some(*label), true));
                None
            }
            StmtKind::Return(_) => {
                all.push((None, false));
                None
            }
            _ => None,
        };
        walk::stmt_blocks(stmt, &mut |b| {
            all.extend(exits(&b.stmts).into_iter().filter(|e| own.is_none() || e.0 != own))
        });
    }
    all
}

/// Whether a loop may end before its last turn.
fn ends_early(body: &Block, label: LabelId) -> bool {
    exits(&body.stmts).into_iter().any(|exit| exit != (Some(label), true))
}

#[cfg(test)]
mod tests {
    use super::{Work as W, folded};

    #[test]
    fn branches_of_operations_alone_are_the_least_and_the_most() {
        let of = |steps: &[W]| folded(steps, &mut 0);
        // a + (c ? b : (d ? e * f : g)) + h
        let nested =
            [W::Operations(1), W::Either, W::Or, W::Either, W::Operations(3), W::Or, W::End, W::End, W::Operations(1)];
        assert_eq!(of(&nested), [W::Either, W::Operations(2), W::Or, W::Operations(5), W::End]);
        let same = [W::Either, W::Operations(2), W::Or, W::Operations(2), W::End];
        assert_eq!(of(&same), [W::Operations(2)]);
        // What reads memory, or how often something is done, stays.
        let read = W::Reads { arg: 0, bytes: 8 };
        let kept = [W::Either, read, W::Or, W::End, W::Often, W::Operations(1), W::End];
        assert_eq!(of(&kept), kept);
        assert_eq!(of(&[W::Either, read, W::Or, read, W::End, W::Operations(1)]), [read, W::Operations(1)]);
        let looped = [
            W::Number(0),
            W::Given(0),
            W::Loop { step: 1, leaves: false },
            W::Either,
            W::Or,
            W::Operations(1),
            W::End,
            W::End,
        ];
        assert_eq!(of(&looped), looped);
    }
}
