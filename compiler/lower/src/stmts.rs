//! Statements that run inside one iteration or one scalar function.

use super::builder::{Binding, Builder, Continue, ReturnMode, Sink, Target, literal};
use super::error::{LowerError, Result};
use super::lime;
use super::types::{array_type, core_type};
use super::walk;
use smol_str::SmolStr;
use somd_core::ir::{BinOp, Block, Const, Expr, ExprKind, MathOp, Piece, Stmt, StmtKind, Ty, VarId};
use somd_hir::{self as hir, LocalId};
use somd_syntax::source::Span;

/// A loop `for (i = lo; i < hi; i += step)` whose body assigns neither `i` nor what `hi` reads. Of several bounds
/// (`i < hi && i <= other`) the nearest one ends it.
#[derive(Clone)]
pub struct Canonical<'h> {
    pub index: LocalId,
    pub lo: &'h hir::Expr,
    /// At least one. Those behind the first cannot throw, since Java may never come to them.
    pub bounds: Vec<Bound<'h>>,
    pub step: i32,
    /// The index is declared by the loop itself.
    pub declared: bool,
    pub label: hir::LabelId,
}

/// What an index does not go beyond.
#[derive(Clone, Copy)]
pub struct Bound<'h> {
    /// As written.
    pub value: &'h hir::Expr,
    /// `<=` or `>=`: the bound itself is taken.
    pub inclusive: bool,
}

impl<'a> Builder<'_, 'a> {
    pub fn block(&mut self, block: &hir::Block, out: &mut Vec<Stmt>) -> Result<()> {
        for s in &block.stmts {
            self.stmt(s, out)?;
        }
        Ok(())
    }

    pub fn nested(&mut self, block: &hir::Block) -> Result<Block> {
        let mut stmts = Vec::new();
        self.uncertain(|this| this.block(block, &mut stmts))?;
        Ok(Block { stmts })
    }

    pub fn stmt(&mut self, s: &hir::Stmt, out: &mut Vec<Stmt>) -> Result<()> {
        let span = s.span;
        if self.search.as_ref().is_some_and(|search| std::ptr::eq(search.stmt, s)) {
            return self.note_iteration(span, out);
        }
        match &s.kind {
            hir::StmtKind::Local { local, init } => self.local_decl(*local, init.as_ref(), span, out),
            hir::StmtKind::Expr(e) => self.effect(e, out),
            hir::StmtKind::Block(b) => self.block(b, out),
            hir::StmtKind::If { cond, then, otherwise } => {
                let cond = self.expr(cond, out)?;
                let then = self.nested(then)?;
                let otherwise = otherwise.as_ref().map(|b| self.nested(b)).transpose()?.unwrap_or_default();
                self.emit(out, StmtKind::If { cond, then, otherwise }, span);
                Ok(())
            }
            hir::StmtKind::While { cond, body, label } => self.while_loop(Some(cond), &[], body, *label, span, out),
            hir::StmtKind::DoWhile { body, cond, label } => self.do_while(body, cond, *label, span, out),
            hir::StmtKind::For { init, cond, update, body, label } => {
                if let Some(c) = canonical(self.cx.pure, self.method(), s) {
                    return self.counted_loop(&c, body, *label, span, out);
                }
                for s in init {
                    self.stmt(s, out)?;
                }
                self.while_loop(cond.as_ref(), update, body, *label, span, out)
            }
            hir::StmtKind::Labeled { label, body } => {
                let to = self.label();
                self.frame().labels.insert(*label, Target { break_to: to, continue_to: Continue::None });
                let body = self.nested(body)?;
                self.emit(out, StmtKind::Labeled { label: to, body }, span);
                Ok(())
            }
            hir::StmtKind::Switch { scrutinee, arms, label } => self.switch(scrutinee, arms, *label, span, out),
            hir::StmtKind::Break(label) => {
                if let Some((_, found)) = self.frame().leave.filter(|(leaving, _)| leaving == label) {
                    let to = self.target(*label, span)?.break_to;
                    if let Some(var) = found {
                        let truth = Expr::new(ExprKind::Const(Const::Bool(true)), Ty::Bool, span);
                        self.emit(out, StmtKind::Assign { var, value: truth }, span);
                    }
                    self.emit(out, StmtKind::Break(to), span);
                    return Ok(());
                }
                if self.frame().continue_only.contains(label) {
                    return Err(leaves_loop(span));
                }
                let to = self.target(*label, span)?.break_to;
                self.emit(out, StmtKind::Break(to), span);
                Ok(())
            }
            hir::StmtKind::Continue(label) => {
                let kind = match self.target(*label, span)?.continue_to {
                    Continue::Loop(l) => StmtKind::Continue(l),
                    Continue::LeaveBlock(l) => StmtKind::Break(l),
                    Continue::None => return Err(LowerError::internal()),
                };
                self.emit(out, kind, span);
                Ok(())
            }
            hir::StmtKind::Return(value) => self.return_(value.as_ref(), span, out),
            hir::StmtKind::Throw(e) => self.throw(e, span, out),
            hir::StmtKind::Try { body, .. } => {
                Err(LowerError::new(body.span, "`try` is not supported in parallel code").note(
                    "an exception in parallel code ends the whole operation; catch it where the method is called",
                ))
            }
            hir::StmtKind::Sync { .. } => Err(LowerError::new(span, "`sync` cannot stand inside a distributed loop")
                .note("a `sync` block contains the loops whose writes all instances must see")),
            hir::StmtKind::Single(_) => Err(LowerError::new(span, "`single` cannot stand inside a distributed loop")),
        }
    }

    /// What stands in place of the statement that [`Search`](super::builder::Search) looks at.
    fn note_iteration(&mut self, span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        let Some(search) = self.search.take() else { return Err(LowerError::internal()) };
        let mut tests = Vec::new();
        for guard in &search.guards {
            let mut before = Vec::new();
            let cond = self.expr(guard, &mut before)?;
            tests.push((before, cond));
        }
        if let Some((value, best)) = search.best {
            let mut before = Vec::new();
            let value = self.expr(value, &mut before)?;
            let best = self.read(best, span);
            tests.push((
                before,
                Expr::new(ExprKind::Binary(BinOp::Eq, Box::new(value), Box::new(best)), Ty::Bool, span),
            ));
        }
        let ty = self.ty(search.acc);
        let operands = vec![self.read(search.acc, span), search.number.clone()];
        let value = Expr::new(ExprKind::Math(search.op, operands), ty, span);
        let mut inner = Vec::new();
        self.emit(&mut inner, StmtKind::Assign { var: search.acc, value }, span);
        if let Some(then) = search.then {
            inner.append(&mut self.nested(then)?.stmts);
        }
        for (mut before, cond) in tests.into_iter().rev() {
            let then = Block { stmts: std::mem::take(&mut inner) };
            self.emit(&mut before, StmtKind::If { cond, then, otherwise: Block::default() }, span);
            inner = before;
        }
        out.append(&mut inner);
        self.search = Some(search);
        Ok(())
    }

    /// An expression whose value nobody reads.
    pub fn effect(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<()> {
        if let hir::ExprKind::IncDec { place, decrement, .. } = &e.kind {
            self.inc_dec(place, *decrement, true, &e.ty, e.span, out)?;
            return Ok(());
        }
        match &e.kind {
            hir::ExprKind::Assign { place: hir::Place::Local(local), value }
                if let Some(Binding::Object(object)) = self.binding(*local) =>
            {
                return self.object_into(*object, value, out);
            }
            hir::ExprKind::Call { .. } if self.gives_object(e) => return self.object(e, out).map(|_| ()),
            _ => {}
        }
        let value = self.expr(e, out)?;
        // What can throw must still be evaluated.
        if walk::has_check(&value) && matches!(e.kind, hir::ExprKind::Call { .. }) {
            self.keep(value, "unused", out);
        }
        Ok(())
    }

    fn local_decl(&mut self, local: LocalId, init: Option<&hir::Expr>, span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        let method = self.method();
        let info = &method.locals[local.index()];
        if let (None, Some(init)) = (core_type(self.cx, &info.ty), init) {
            return self.object_local(local, init, span, out);
        }
        let ty = core_type(self.cx, &info.ty)
            .ok_or_else(|| super::types::unsupported(self.cx, &info.ty, span, &info.name))?;
        if ty.as_array().is_some() {
            if self.is_holder(self.method_id(), local) {
                let binding = self.holder(self.method_id(), local, init, span, out)?;
                self.bind(local, binding);
                return Ok(());
            }
            let Some(init) = init else {
                return Err(LowerError::new(
                    span,
                    "an array variable in parallel code must be given its array where it is declared",
                ));
            };
            if let Some(declared) = ty.as_array()
                && self.swapped_local(local, declared, init, span, out)?
            {
                return Ok(());
            }
            if let Some(declared) = ty.as_array()
                && self.work_array(local, declared, init, out)?
            {
                return Ok(());
            }
            if matches!(init.kind, hir::ExprKind::NewArray { .. } | hir::ExprKind::ArrayLit(_)) {
                let var = self.var(info.name.clone(), ty, true, span);
                self.private_array(var, init, out)?;
                self.bind(local, Binding::Var(var));
                return Ok(());
            }
            if self.cx.assigned(self.method_id(), local) {
                return Err(LowerError::several_arrays(&info.name, span)
                    .note("in parallel code an array variable keeps the array it was declared with"));
            }
            let binding = self.array_local(local, init, span, out)?;
            self.bind(local, binding);
            return Ok(());
        }
        let init = init.map(|e| self.expr(e, out)).transpose()?;
        let var = self.declare(local, span)?;
        if init.is_none() {
            // Declared first, assigned on every path later: not "assigned again", but mutable all the same.
            self.vars[var.index()].mutable = true;
        }
        self.emit(out, StmtKind::Let { var, init }, span);
        Ok(())
    }

    fn target(&mut self, label: hir::LabelId, span: Span) -> Result<Target> {
        self.frame().labels.get(&label).copied().ok_or_else(|| leaves_loop(span))
    }

    /// Emits a loop over `c`'s index and translates the body inside it.
    pub fn counted_loop(
        &mut self,
        c: &Canonical<'_>,
        body: &hir::Block,
        label: hir::LabelId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let (lo, hi) = self.bounds(c, out)?;
        let folds = self.method().somd.as_ref().and_then(|s| s.folds.get(&label));
        if let Some(&(acc, op)) = folds
            && c.step == 1
            && lo.ty == Ty::I32
            && !self.at_region_level
            && let Some(&Binding::Var(acc)) = self.binding(acc)
        {
            return self.folding_loop((c, body, label), (acc, op), (lo, hi), span, out);
        }
        let var = self.loop_index(c, span);
        let to = self.label();
        self.frame().labels.insert(label, Target { break_to: to, continue_to: Continue::Loop(to) });
        let range = self.facts.range(&lo, &hi, c.step > 0);
        self.facts.ranges.insert(var, range);
        let modulus = i64::from(c.step).abs();
        if let Some(residue) = (modulus > 1).then(|| self.facts.residue(&lo, modulus)).flatten() {
            self.facts.residues.insert(var, (modulus, residue));
        }
        self.forget_assigned(body);
        let mut stmts = Vec::new();
        self.uncertain(|this| this.block(body, &mut stmts))?;
        let final_value = hi.clone();
        let leaves_early = walk::breaks_to(&stmts, to);
        let step = Expr::new(ExprKind::Const(Const::Int(c.step.into())), lo.ty.clone(), span);
        if leaves_early && self.index_escapes(c) {
            return Err(LowerError::new(span, "the loop's index is read after a loop that may be left early")
                .note("declare the index in the loop, and a variable of its own for what is read later"));
        }
        let start = lo.clone();
        self.emit(out, StmtKind::For { var, lo, hi, step, body: Block { stmts }, label: to }, span);
        if self.index_escapes(c) {
            self.index_after_loop(c, start, final_value, span, out)?;
        }
        Ok(())
    }

    /// The lower and the exclusive upper bound (exclusive lower for downward loops).
    pub fn bounds(&mut self, c: &Canonical<'_>, out: &mut Vec<Stmt>) -> Result<(Expr, Expr)> {
        let written: Vec<&hir::Expr> = std::iter::once(c.lo).chain(c.bounds.iter().map(|b| b.value)).collect();
        let mut values = self.operands(&written, out)?.into_iter();
        let lo = values.next().ok_or_else(LowerError::internal)?;
        let any_exclusive = c.bounds.iter().any(|b| !b.inclusive);
        let up = c.step > 0;
        let nearest = if up { MathOp::Min } else { MathOp::Max };
        let of = |kind, like: &Expr| Expr::new(kind, like.ty.clone(), like.span);
        let beyond = |e: Expr| {
            let one = of(ExprKind::Const(Const::Int(1)), &e);
            let op = if up { BinOp::Add } else { BinOp::Sub };
            let like = e.clone();
            of(ExprKind::Binary(op, Box::new(e), Box::new(one)), &like)
        };
        let mut hi: Option<Expr> = None;
        for (bound, mut value) in c.bounds.iter().zip(values) {
            if bound.inclusive && any_exclusive {
                // What lies beyond the last number there is, an exclusive bound leaves out as well.
                if !self.facts.has_next(&value) {
                    let last = match (value.ty == Ty::I64, up) {
                        (true, true) => i64::MAX - 1,
                        (true, false) => i64::MIN + 1,
                        (false, true) => i64::from(i32::MAX) - 1,
                        (false, false) => i64::from(i32::MIN) + 1,
                    };
                    let last = of(ExprKind::Const(Const::Int(last)), &value);
                    let like = value.clone();
                    value = of(ExprKind::Math(nearest, vec![value, last]), &like);
                }
                value = beyond(value);
            }
            hi = Some(match hi {
                None => value,
                Some(other) => {
                    let like = other.clone();
                    of(ExprKind::Math(nearest, vec![other, value]), &like)
                }
            });
        }
        let hi = hi.ok_or_else(LowerError::internal)?;
        Ok((lo, if any_exclusive { hi } else { beyond(hi) }))
    }

    /// The HIR index of a loop stands for an `int` variable; where it is a `long`, for that widened.
    pub fn bind_index(&mut self, c: &Canonical<'_>, int: VarId, span: Span, body: &mut Vec<Stmt>) {
        let info = &self.method().locals[c.index.index()];
        if info.ty != hir::Ty::Long {
            return self.bind(c.index, Binding::Var(int));
        }
        let long = self.var(info.name.clone(), Ty::I64, false, span);
        let value = super::builder::convert(self.read(int, span), Ty::I64, span);
        self.emit(body, StmtKind::Let { var: long, init: Some(value) }, span);
        self.narrow.insert(long, int);
        self.bind(c.index, Binding::Var(long));
    }

    /// A fresh immutable variable for the index; the HIR local stands for it inside the loop.
    pub fn loop_index(&mut self, c: &Canonical<'_>, span: Span) -> VarId {
        let name = self.method().locals[c.index.index()].name.clone();
        let ty = core_type(self.cx, &self.method().locals[c.index.index()].ty).unwrap_or(Ty::I32);
        let var = self.var(name, ty, false, span);
        self.facts.indices.insert(var);
        self.bind(c.index, Binding::Var(var));
        var
    }

    fn index_escapes(&self, c: &Canonical<'_>) -> bool {
        !c.declared && self.cx.read_outside_its_loops(self.method(), c.index)
    }

    /// Gives an index that is declared outside its loop the value Java leaves in it.
    fn index_after_loop(
        &mut self,
        c: &Canonical<'_>,
        lo: Expr,
        hi: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        if c.step != 1 {
            return Err(LowerError::new(span, "the index of this loop is read after it")
                .note("declare the index in the loop, and a variable of its own for what is read later"));
        }
        let method = self.method();
        let info = &method.locals[c.index.index()];
        let var = self.var(info.name.clone(), lo.ty.clone(), true, span);
        let ty = lo.ty.clone();
        let value = Expr::new(ExprKind::Math(MathOp::Max, vec![lo, hi]), ty, span);
        self.emit(out, StmtKind::Let { var, init: Some(value) }, span);
        self.bind(c.index, Binding::Var(var));
        Ok(())
    }

    fn while_loop(
        &mut self,
        cond: Option<&hir::Expr>,
        update: &[hir::Expr],
        body: &hir::Block,
        label: hir::LabelId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        self.forget_assigned(body);
        self.forget_updated(update);
        let to = self.label();
        let inner = self.label();
        let continue_to = if update.is_empty() { Continue::Loop(to) } else { Continue::LeaveBlock(inner) };
        self.frame().labels.insert(label, Target { break_to: to, continue_to });
        let truth = Expr::new(ExprKind::Const(Const::Bool(true)), Ty::Bool, span);
        let mut stmts = Vec::new();
        let cond = match cond {
            None => truth,
            Some(c) => {
                let mut pre = Vec::new();
                let value = self.expr(c, &mut pre)?;
                if pre.is_empty() {
                    value
                } else {
                    // The condition needs statements: `while (true) { …; if (!cond) break; body }`.
                    stmts = pre;
                    let not = Expr::new(ExprKind::Unary(somd_core::ir::UnOp::Not, Box::new(value)), Ty::Bool, c.span);
                    let leave = Stmt { kind: StmtKind::Break(to), prov: somd_core::ir::Prov::one(c.span) };
                    self.emit(
                        &mut stmts,
                        StmtKind::If { cond: not, then: Block { stmts: vec![leave] }, otherwise: Block::default() },
                        c.span,
                    );
                    truth
                }
            }
        };
        let mut inside = Vec::new();
        self.uncertain(|this| this.block(body, &mut inside))?;
        if !update.is_empty() && walk::breaks_to(&inside, inner) {
            self.emit(&mut stmts, StmtKind::Labeled { label: inner, body: Block { stmts: inside } }, span);
        } else {
            stmts.append(&mut inside);
        }
        for e in update {
            self.effect(e, &mut stmts)?;
        }
        self.emit(out, StmtKind::While { cond, body: Block { stmts }, label: to }, span);
        Ok(())
    }

    fn do_while(
        &mut self,
        body: &hir::Block,
        cond: &hir::Expr,
        label: hir::LabelId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        self.forget_assigned(body);
        let to = self.label();
        let inner = self.label();
        self.frame().labels.insert(label, Target { break_to: to, continue_to: Continue::LeaveBlock(inner) });
        let mut inside = Vec::new();
        self.uncertain(|this| this.block(body, &mut inside))?;
        let mut stmts = Vec::new();
        if walk::breaks_to(&inside, inner) {
            self.emit(&mut stmts, StmtKind::Labeled { label: inner, body: Block { stmts: inside } }, span);
        } else {
            stmts = inside;
        }
        let again = self.expr(cond, &mut stmts)?;
        let not = Expr::new(ExprKind::Unary(somd_core::ir::UnOp::Not, Box::new(again)), Ty::Bool, cond.span);
        let leave = Stmt { kind: StmtKind::Break(to), prov: somd_core::ir::Prov::one(cond.span) };
        self.emit(
            &mut stmts,
            StmtKind::If { cond: not, then: Block { stmts: vec![leave] }, otherwise: Block::default() },
            cond.span,
        );
        let truth = Expr::new(ExprKind::Const(Const::Bool(true)), Ty::Bool, span);
        self.emit(out, StmtKind::While { cond: truth, body: Block { stmts }, label: to }, span);
        Ok(())
    }

    /// A switch as a chain of `if`s; an arm that falls into the next has a copy of its body.
    fn switch(
        &mut self,
        scrutinee: &hir::Expr,
        arms: &[hir::SwitchArm],
        label: hir::LabelId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let value = self.expr(scrutinee, out)?;
        let value = self.keep_value(value, out);
        let to = self.label();
        self.frame().labels.insert(label, Target { break_to: to, continue_to: Continue::None });
        let test = |arm: &hir::SwitchArm| {
            arm.values
                .iter()
                .map(|&v| {
                    let c = Expr::int(v, arm.span);
                    Expr::new(ExprKind::Binary(BinOp::Eq, Box::new(value.clone()), Box::new(c)), Ty::Bool, arm.span)
                })
                .reduce(|a, b| Expr::new(ExprKind::Or(Box::new(a), Box::new(b)), Ty::Bool, arm.span))
        };
        let mut otherwise = Block::default();
        if let Some(at) = arms.iter().position(|a| a.is_default) {
            otherwise = self.switch_arm(arms, at)?;
        }
        for (at, arm) in arms.iter().enumerate().rev() {
            // An arm with `default` among its labels is the `else` of all others; one without a body shares the next one's.
            let (Some(cond), false) = (test(arm), arm.is_default) else { continue };
            let then = self.switch_arm(arms, at)?;
            let mut stmts = Vec::new();
            self.emit(&mut stmts, StmtKind::If { cond, then, otherwise }, arm.span);
            otherwise = Block { stmts };
        }
        self.emit(out, StmtKind::Labeled { label: to, body: otherwise }, span);
        Ok(())
    }

    /// What runs from an arm on: its body, and those it falls into.
    fn switch_arm(&mut self, arms: &[hir::SwitchArm], from: usize) -> Result<Block> {
        let mut stmts = Vec::new();
        for arm in &arms[from..] {
            self.uncertain(|this| this.block(&arm.body, &mut stmts))?;
            if arm.body.stmts.last().is_some_and(walk::jumps) {
                break;
            }
        }
        Ok(Block { stmts })
    }

    /// The value now, in an immutable variable unless it is constant.
    fn keep_value(&mut self, value: Expr, out: &mut Vec<Stmt>) -> Expr {
        if matches!(value.kind, ExprKind::Const(_)) {
            return value;
        }
        let span = value.span;
        let var = self.var("selector", value.ty.clone(), false, span);
        self.emit(out, StmtKind::Let { var, init: Some(value) }, span);
        self.read(var, span)
    }

    fn return_(&mut self, value: Option<&hir::Expr>, span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        let ret = self.frame().ret.clone();
        match ret {
            ReturnMode::Refused(why) => Err(LowerError::new(span, "`return` inside a distributed loop").note(why)),
            ReturnMode::Function => {
                let values = value.map(|v| self.expr(v, out)).transpose()?.into_iter().collect();
                self.emit(out, StmtKind::Return(values), span);
                Ok(())
            }
            ReturnMode::Inline { block, sink } => {
                match (sink, value) {
                    (Sink::Var(var), Some(v)) => {
                        let value = self.expr(v, out)?;
                        self.emit(out, StmtKind::Assign { var, value }, span);
                    }
                    (Sink::Store { array, prefix }, Some(v)) => self.store_returned(array, prefix, v, span, out)?,
                    (Sink::Nothing, Some(v)) => self.effect(v, out)?,
                    (Sink::Object(object), Some(v)) => self.object_into(object, v, out)?,
                    (_, None) => {}
                }
                self.emit(out, StmtKind::Break(block), span);
                Ok(())
            }
        }
    }

    /// Stores the row that a method returns, on each side of a `?:`.
    fn store_returned(
        &mut self,
        array: VarId,
        prefix: Vec<Expr>,
        value: &hir::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        if let hir::ExprKind::Cond(cond, a, b) = &value.kind {
            let cond = self.expr(cond, out)?;
            let mut side = |e: &hir::Expr| {
                let mut stmts = Vec::new();
                self.uncertain(|this| this.store_returned(array, prefix.clone(), e, span, &mut stmts))?;
                Ok(Block { stmts })
            };
            let (then, otherwise) = (side(a)?, side(b)?);
            self.emit(out, StmtKind::If { cond, then, otherwise }, span);
            return Ok(());
        }
        if lime::gives_array(value) {
            let source = self.source(value, out)?;
            return self.store_source(array, &prefix, &source, span, out);
        }
        let value = self.row_value(value, out)?;
        self.store(array, prefix, value, span, out)
    }

    /// A row about to be stored: its elements as an [`ExprKind::ArrayLit`] where it is written as one, so that no array is made.
    fn row_value(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        if let Some(elements) = literal(e) {
            let ty = array_type(self.cx, &e.ty).ok_or_else(|| LowerError::unsupported_type(e.span, "this array"))?;
            return self.array_literal(elements, &ty, e.span, out);
        }
        if core_type(self.cx, &e.ty).is_some_and(|t| t.as_array().is_some()) {
            let (array, index) = self.array(e, out)?;
            let ty = core_type(self.cx, &e.ty).ok_or_else(LowerError::internal)?;
            return Ok(if index.is_empty() {
                self.read(array, e.span)
            } else {
                Expr::new(ExprKind::Row { array, index }, ty, e.span)
            });
        }
        self.expr(e, out)
    }

    /// `throw new E()` and `throw new E(text)`, where the text is made of constants and scalars; anything else would have to make objects
    /// before it is known that they are needed.
    fn throw(&mut self, e: &hir::Expr, span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        let refused = || {
            LowerError::new(span, "this exception cannot be thrown from parallel code")
                .note("supported: `throw new E()` and `throw new E(text)`, the text made of constants and numbers")
        };
        let hir::ExprKind::New { class, constructor, args } = &e.kind else { return Err(refused()) };
        let hir: &hir::Program = self.cx.hir;
        let method = hir.method(*constructor);
        let string = hir.known.classes.get("java.lang.String").copied().map(hir::Ty::Class);
        let message = match (args.as_slice(), method.params.as_slice()) {
            ([], []) => None,
            ([text], [p])
                if Some(&method.locals[p.index()].ty) == string.as_ref()
                    || hir.class(*class).binary_name == "java.lang.AssertionError" =>
            {
                // Any value is the detail of this one, and texts and numbers are shown as they are in a text.
                let text = if let hir::ExprKind::Upcast(text) = &text.kind { text } else { text };
                let mut parts = Vec::new();
                if !pieces(hir, text, &mut parts) {
                    return Err(refused());
                }
                let values: Vec<&hir::Expr> = parts.iter().filter_map(|p| p.as_ref().err().copied()).collect();
                let mut values = self.operands(&values, out)?.into_iter();
                let piece = |p: std::result::Result<SmolStr, &hir::Expr>| match p {
                    Ok(text) => Some(Piece::Text(text)),
                    Err(_) => values.next().map(Piece::Value),
                };
                Some(parts.into_iter().filter_map(piece).collect())
            }
            _ => return Err(refused()),
        };
        let site = self.site(span);
        let class = hir.class(*class).binary_name.clone();
        self.emit(out, StmtKind::Throw { class, message, site }, span);
        Ok(())
    }
}

/// The pieces of a text: constants, and primitives that are shown. False where there is anything else in it.
fn pieces<'e>(
    program: &hir::Program,
    e: &'e hir::Expr,
    out: &mut Vec<std::result::Result<SmolStr, &'e hir::Expr>>,
) -> bool {
    let shown = |e: &hir::Expr| e.ty.is_primitive();
    match &e.kind {
        hir::ExprKind::Lit(hir::Lit::String(text)) => out.push(Ok(String::from_utf16_lossy(text).into())),
        hir::ExprKind::Concat(parts) => return parts.iter().all(|p| pieces(program, p, out)),
        hir::ExprKind::Call { method, receiver: None, args, .. } => {
            let (method, [value]) = (program.method(*method), args.as_slice()) else { return false };
            let class = &program.class(method.class).binary_name;
            let same = match &*method.name {
                "valueOf" => class == "java.lang.String",
                // `Character.toString(int)` and the like show something else.
                "toString" => {
                    matches!(&**class, "java.lang.Integer" | "java.lang.Long" | "java.lang.Double" | "java.lang.Float")
                }
                _ => false,
            };
            if !same || !shown(value) {
                return false;
            }
            out.push(Err(value));
        }
        _ if shown(e) => out.push(Err(e)),
        _ => return false,
    }
    true
}

fn leaves_loop(span: Span) -> LowerError {
    LowerError::new(span, "this jump leaves the distributed loop").note("every iteration of a distributed loop runs")
}

/// Recognises the loops whose iterations can be counted before they run.
pub fn canonical<'h>(pure: &walk::Pure, method: &hir::Method, s: &'h hir::Stmt) -> Option<Canonical<'h>> {
    let hir::StmtKind::For { init, cond: Some(cond), update, body, label } = &s.kind else { return None };
    let [init] = init.as_slice() else { return None };
    let [update] = update.as_slice() else { return None };
    let (index, lo, declared) = match &init.kind {
        hir::StmtKind::Local { local, init: Some(lo) } => (*local, lo, true),
        hir::StmtKind::Expr(hir::Expr {
            kind: hir::ExprKind::Assign { place: hir::Place::Local(local), value },
            ..
        }) => (*local, value.as_ref(), false),
        _ => return None,
    };
    if !matches!(method.locals[index.index()].ty, hir::Ty::Int | hir::Ty::Long) {
        return None;
    }
    let step = step_of(update, index)?;
    let mut parts = Vec::new();
    walk::conjuncts(cond, &mut parts);
    let bounds = parts.iter().map(|p| bound(p, index, step)).collect::<Option<Vec<_>>>()?;
    let exact = bounds.len() == 1 || !parts.iter().any(|p| matches!(p.kind, hir::ExprKind::Binary(BinOp::Ne, ..)));
    let later = bounds.get(1..).is_some_and(|later| later.iter().all(|b| walk::cannot_throw(pure, b.value)));
    let assigned = walk::assigned_in(body);
    let mut reads = walk::Reads::default();
    bounds.iter().for_each(|b| reads.expr(b.value));
    let stable = !assigned.contains(&index)
        && !reads.locals.contains(&index)
        && reads.locals.is_disjoint(&assigned)
        && reads.are_stable(pure)
        && bounds.iter().all(|b| pure.keeps_fields(b.value, body))
        && (!reads.elements || bounds.iter().all(|b| walk::keeps_elements(pure, b.value, body)));
    (stable && exact && later).then_some(Canonical { index, lo, bounds, step, declared, label: *label })
}

/// The bound that a comparison is for an index that goes this way.
fn bound(cond: &hir::Expr, index: LocalId, step: i32) -> Option<Bound<'_>> {
    let hir::ExprKind::Binary(op, a, b) = &cond.kind else { return None };
    let is_index = |e: &hir::Expr| matches!(&e.kind, hir::ExprKind::Local(l) if *l == index);
    let (op, value) = if is_index(a) {
        (*op, b.as_ref())
    } else if is_index(b) {
        let flipped = match op {
            BinOp::Lt => BinOp::Gt,
            BinOp::Le => BinOp::Ge,
            BinOp::Gt => BinOp::Lt,
            BinOp::Ge => BinOp::Le,
            other => *other,
        };
        (flipped, a.as_ref())
    } else {
        return None;
    };
    let inclusive = match (op, step.signum()) {
        (BinOp::Lt, 1) | (BinOp::Gt, -1) => false,
        (BinOp::Le, 1) | (BinOp::Ge, -1) => true,
        (BinOp::Ne, _) if step.abs() == 1 => false,
        _ => return None,
    };
    Some(Bound { value, inclusive })
}

pub fn step_of(update: &hir::Expr, index: LocalId) -> Option<i32> {
    let is_index = |p: &hir::Place| matches!(p, hir::Place::Local(l) if *l == index);
    match &update.kind {
        hir::ExprKind::IncDec { place, decrement, .. } if is_index(place) => Some(if *decrement { -1 } else { 1 }),
        hir::ExprKind::CompoundAssign { place, op, value, .. } if is_index(place) => {
            let by = constant_step(value).filter(|&v| v > 0)?;
            match op {
                BinOp::Add => Some(by),
                BinOp::Sub => Some(-by),
                _ => None,
            }
        }
        hir::ExprKind::Assign { place, value } if is_index(place) => {
            let hir::ExprKind::Binary(op, a, b) = &value.kind else { return None };
            let reads_index = |e: &hir::Expr| matches!(&e.kind, hir::ExprKind::Local(l) if *l == index);
            match op {
                BinOp::Add if reads_index(a) => constant_step(b).filter(|&v| v > 0),
                BinOp::Add if reads_index(b) => constant_step(a).filter(|&v| v > 0),
                BinOp::Sub if reads_index(a) => constant_step(b).filter(|&v| v > 0).map(|v| -v),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A constant step, which of a `long` index is a `long`.
fn constant_step(e: &hir::Expr) -> Option<i32> {
    match &e.kind {
        hir::ExprKind::Lit(hir::Lit::Long(v)) => i32::try_from(*v).ok(),
        _ => super::types::constant_int(e),
    }
}
