//! Loops that keep the best of their iterations: a reduction that finds the best value, a search for the iteration that offers
//! it, and that iteration once more for what it sets.

use super::Region;
use crate::best::Best;
use crate::builder;
use crate::builder::{Binding, Search};
use crate::deciding;
use crate::error::{LowerError, Result};
use crate::stmts::Canonical;
use crate::types;
use crate::types::core_type;
use somd_core::ir::{
    BinOp, Block, Const, Dim, Expr, ExprKind, MathOp, Output, OutputKind, Par, Stmt, StmtKind, Ty, UnOp, VarId,
};
use somd_hir as hir;
use somd_hir::LocalId;
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

impl<'r, 'b, 'a: 'r> Region<'r, 'b, 'a> {
    /// The reduction that finds the best value, and stand-ins for what the winning iteration sets.
    pub(super) fn best_output(
        &mut self,
        best: Best<'a>,
        nest: &[(Canonical<'a>, &'a hir::Block)],
        outputs: &mut Vec<Output>,
        stmts: &mut Vec<Stmt>,
        span: Span,
    ) -> Result<Kept<'a>> {
        let method = self.b.method();
        let mut wholes = BTreeMap::new();
        for &local in &best.sets {
            let info = &method.locals[local.index()];
            let Some(Binding::Var(whole)) = self.b.binding(local).cloned() else {
                return Err(LowerError::new(
                    best.at,
                    format!("`{}` cannot be assigned in a distributed loop", info.name),
                ));
            };
            wholes.insert(local, whole);
        }
        // An iteration may offer more than those of its part before it, and not more than all: it does then what Java does not.
        if let (Some(_), Some(then)) = (&best.rank, best.then())
            && !deciding::cannot_fail(self.b.cx.pure, nest, &best.guards[best.before..], then)
        {
            self.supposes = true;
        }
        let mut result = None;
        let mut zeros = None;
        let searches = best.rank.is_none() || best.sets.len() > 1;
        for (&local, &whole) in &wholes {
            let info = &method.locals[local.index()];
            let ty = self.b.ty(whole);
            let own = self.b.var(info.name.clone(), ty.clone(), true, info.span);
            self.b.bind(local, Binding::Var(own));
            match best.rank.as_ref().filter(|r| r.local == local) {
                Some(rank) => {
                    let identity = somd_core::ir::identity(rank.op, &ty)
                        .ok_or_else(|| LowerError::unsupported_type(best.at, &info.name))?;
                    // Of the variables, the program's own come before one that only holds a value for it.
                    let named = best.sets.first().copied().unwrap_or(local);
                    self.accept_accumulator(rank.op, best.at, named)?;
                    // A value alone needs no second look: equal integers are the same value, and of floats only zeros differ.
                    let alone = !searches && !ty.is_float();
                    if !searches && ty.is_float() {
                        zeros = Some(self.zeros_output(own, rank.strict, outputs, span)?);
                    }
                    let init = if alone {
                        self.b.read(whole, span)
                    } else {
                        Expr::new(ExprKind::Const(identity), ty.clone(), span)
                    };
                    let found = self.b.var(info.name.clone(), ty, false, info.span);
                    outputs.push(Output { result: found, kind: OutputKind::Reduce { op: rank.op, acc: own, init } });
                    result = Some(found);
                }
                None => self.b.emit(stmts, StmtKind::Let { var: own, init: None }, span),
            }
        }
        Ok(Kept { best, wholes, result, searches, zeros })
    }

    /// The reduction that finds which of the zeros wins.
    fn zeros_output(&mut self, own: VarId, strict: bool, outputs: &mut Vec<Output>, span: Span) -> Result<Zeros> {
        let op = if strict { ReduceOp::Min } else { ReduceOp::Max };
        let none = somd_core::ir::identity(op, &Ty::I64).ok_or_else(LowerError::internal)?;
        let acc = self.b.var("zero", Ty::I64, true, span);
        let result = self.b.var("zero", Ty::I64, false, span);
        let init = Expr::new(ExprKind::Const(none), Ty::I64, span);
        outputs.push(Output { result, kind: OutputKind::Reduce { op, acc, init } });
        Ok(Zeros { own, acc, result, strict })
    }

    /// Notes, where an iteration's zero becomes the best, the iteration's number and the zero's sign.
    pub(super) fn note_zeros(
        &mut self,
        kept: &Kept<'a>,
        space: &[Dim],
        stmts: &mut Vec<Stmt>,
        span: Span,
    ) -> Result<()> {
        let Some(Zeros { own, acc, strict, .. }) = kept.zeros else { return Ok(()) };
        let (number, _) = self.number(space, span);
        let ty = self.b.ty(own);
        let zero = types::zero(self.b.cx, &ty, span).ok_or_else(LowerError::internal)?;
        let bits = if ty == Ty::F32 { Ty::I32 } else { Ty::I64 };
        let constant = |n: i64, ty: &Ty| Expr::new(ExprKind::Const(Const::Int(n)), ty.clone(), span);
        let new = |kind, ty: &Ty| Expr::new(kind, ty.clone(), span);
        let binary = |op, a, b, ty: &Ty| new(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty);
        let pattern = new(ExprKind::Bitcast(Box::new(self.b.read(own, span))), &bits);
        let negative = binary(BinOp::Lt, pattern, constant(0, &bits), &Ty::Bool);
        let (one, none) = (Box::new(constant(1, &Ty::I64)), Box::new(constant(0, &Ty::I64)));
        let sign = new(ExprKind::Select(Box::new(negative), one, none), &Ty::I64);
        let twice = binary(BinOp::Mul, number, constant(2, &Ty::I64), &Ty::I64);
        let mut value = binary(BinOp::Add, twice, sign, &Ty::I64);
        if strict {
            // `m = v < m ? v : m` assigns the first zero again and again.
            value = new(ExprKind::Math(MathOp::Min, vec![self.b.read(acc, span), value]), &Ty::I64);
        }
        let cond = binary(BinOp::Eq, self.b.read(own, span), zero, &Ty::Bool);
        let mut then = Vec::new();
        self.b.emit(&mut then, StmtKind::Assign { var: acc, value }, span);
        let mut note = Vec::new();
        let (then, otherwise) = (Block { stmts: then }, Block::default());
        self.b.emit(&mut note, StmtKind::If { cond, then, otherwise }, span);
        after_assignments(stmts, own, &note);
        Ok(())
    }

    /// The number of an iteration, row-major from the lower bounds, and each dimension's lower bound and extent.
    fn number(&self, space: &[Dim], span: Span) -> (Expr, Vec<(Expr, Expr)>) {
        let long = |kind| Expr::new(kind, Ty::I64, span);
        let binary = |op, a, b| long(ExprKind::Binary(op, Box::new(a), Box::new(b)));
        let widen = |e: Expr| builder::convert(e, Ty::I64, span);
        let mut extents = Vec::new();
        let mut number = long(ExprKind::Const(Const::Int(0)));
        for d in space {
            let extent = binary(BinOp::Sub, widen(d.hi.clone()), widen(d.lo.clone()));
            let offset = binary(BinOp::Sub, widen(self.b.read(d.index, span)), widen(d.lo.clone()));
            number = binary(BinOp::Add, binary(BinOp::Mul, number, extent.clone()), offset);
            extents.push((d.lo.clone(), extent));
        }
        (number, extents)
    }

    /// After the loop: gives the variables what the winning iteration leaves in them.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn keep_best(
        &mut self,
        kept: &Kept<'a>,
        all: &[Kept<'a>],
        accumulators: &BTreeSet<LocalId>,
        nest: &[(Canonical<'a>, &'a hir::Block)],
        body: &'a hir::Block,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let rebind = |this: &mut Self| {
            for k in all {
                for (&local, &whole) in &k.wholes {
                    this.b.bind(local, Binding::Var(whole));
                }
            }
        };
        rebind(self);
        for whole in kept.wholes.values() {
            self.b.vars[whole.index()].mutable = true;
        }
        let assign = |this: &mut Self, out: &mut Vec<Stmt>, var: VarId, from: VarId| {
            let value = this.b.read(from, span);
            this.b.emit(out, StmtKind::Assign { var, value }, span);
        };
        let best = &kept.best;
        let (Some(rank), Some(found)) = (&best.rank, kept.result) else {
            let mut inner = Vec::new();
            self.b.depth += 1;
            let done = self.find_and_repeat(kept, all, accumulators, nest, body, span, &mut inner);
            self.b.depth -= 1;
            rebind(self);
            out.append(&mut inner);
            return done;
        };
        let whole = kept.wholes[&rank.local];
        let mut then = Vec::new();
        if kept.searches {
            self.b.depth += 1;
            let done = self.find_and_repeat(kept, all, accumulators, nest, body, span, &mut then);
            self.b.depth -= 1;
            rebind(self);
            done?;
        } else if let Some(zeros) = &kept.zeros {
            let value = self.signed(found, zeros.result, span)?;
            self.b.emit(&mut then, StmtKind::Assign { var: whole, value }, span);
        } else {
            assign(self, out, whole, found);
            return Ok(());
        }
        let op = match (rank.op, rank.strict) {
            (ReduceOp::Min, true) => BinOp::Lt,
            (ReduceOp::Min, false) => BinOp::Le,
            (_, true) => BinOp::Gt,
            (_, false) => BinOp::Ge,
        };
        let pair = (Box::new(self.b.read(found, span)), Box::new(self.b.read(whole, span)));
        let cond = Expr::new(ExprKind::Binary(op, pair.0, pair.1), Ty::Bool, span);
        self.b.emit(out, StmtKind::If { cond, then: Block { stmts: then }, otherwise: Block::default() }, span);
        for whole in kept.wholes.values() {
            self.b.facts.forget(*whole);
        }
        Ok(())
    }

    /// The best value, a zero with the sign of the one that won.
    fn signed(&self, found: VarId, zero: VarId, span: Span) -> Result<Expr> {
        let ty = self.b.ty(found);
        let positive = types::zero(self.b.cx, &ty, span).ok_or_else(LowerError::internal)?;
        let new = |kind, ty: &Ty| Expr::new(kind, ty.clone(), span);
        let binary = |op, a, b, ty: &Ty| new(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty);
        let constant = |n| new(ExprKind::Const(Const::Int(n)), &Ty::I64);
        let negative = new(ExprKind::Unary(UnOp::Neg, Box::new(positive.clone())), &ty);
        let odd = binary(BinOp::And, self.b.read(zero, span), constant(1), &Ty::I64);
        let odd = binary(BinOp::Ne, odd, constant(0), &Ty::Bool);
        let either = new(ExprKind::Select(Box::new(odd), Box::new(negative), Box::new(positive.clone())), &ty);
        let is_zero = binary(BinOp::Eq, self.b.read(found, span), positive, &Ty::Bool);
        Ok(new(ExprKind::Select(Box::new(is_zero), Box::new(either), Box::new(self.b.read(found, span))), &ty))
    }

    /// Finds the iteration that wins and runs it once more, for what it sets.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn find_and_repeat(
        &mut self,
        kept: &Kept<'a>,
        all: &[Kept<'a>],
        accumulators: &BTreeSet<LocalId>,
        nest: &[(Canonical<'a>, &'a hir::Block)],
        body: &'a hir::Block,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let best = &kept.best;
        let last = best.rank.as_ref().is_none_or(|r| !r.strict);
        let (op, math) = if last { (ReduceOp::Max, MathOp::Max) } else { (ReduceOp::Min, MathOp::Min) };
        let long = |kind| Expr::new(kind, Ty::I64, span);
        let none = long(ExprKind::Const(somd_core::ir::identity(op, &Ty::I64).ok_or_else(LowerError::internal)?));
        let outer: BTreeSet<LocalId> = nest.iter().map(|(c, _)| c.index).collect();
        let method = self.b.method();

        // The search: the loop again, for the number of the iteration alone.
        let mut space = Vec::new();
        let mut stmts = Vec::new();
        for (c, _) in nest {
            let dim = self.dimension(c, &outer, span, out, &mut stmts)?;
            space.push(dim);
        }
        let binary = |op, a, b| long(ExprKind::Binary(op, Box::new(a), Box::new(b)));
        let widen = |e: Expr| builder::convert(e, Ty::I64, span);
        let (number, extents) = self.number(&space, span);
        let acc = self.b.var("first", Ty::I64, true, span);
        let result = self.b.var("first", Ty::I64, false, span);
        let others = all.iter().flat_map(|k| k.wholes.keys()).chain(accumulators);
        let others: Vec<LocalId> = others.copied().filter(|l| !kept.wholes.contains_key(l)).collect();
        let wholes: Vec<(LocalId, Binding)> =
            others.iter().filter_map(|&l| self.b.binding(l).cloned().map(|b| (l, b))).collect();
        self.stand_ins(&others, span, &mut stmts)?;
        let value = best.rank.as_ref().zip(kept.result).map(|(r, found)| (r.value, found));
        let guards = best.guards.clone();
        // Where no value is compared, each iteration that comes there does all, and may fail.
        let fails =
            |then: &&'a hir::Block| best.rank.is_none() && !deciding::cannot_fail(self.b.cx.pure, nest, &[], then);
        let then = best.then().filter(fails);
        let own: Vec<LocalId> = kept.wholes.keys().copied().collect();
        if then.is_some() {
            self.stand_ins(&own, span, &mut stmts)?;
        }
        self.b.search =
            Some(Search { stmt: best.stmt, guards, then, best: value, number: number.clone(), acc, op: math });
        let own = self.b.facts.own_from.replace(VarId(self.b.vars.len() as u32));
        let done = self.one_iteration(nest, body, span, &mut stmts);
        self.b.facts.own_from = own;
        self.b.search = None;
        for (&local, &whole) in &kept.wholes {
            self.b.bind(local, Binding::Var(whole));
        }
        done?;
        let name = self.name.clone();
        let name = self.b.cx.unique(&format!("{name}_{}_first", self.b.cx.line_name(span)));
        let outputs = vec![Output { result, kind: OutputKind::Reduce { op, acc, init: none.clone() } }];
        let par = Par { name, space, outputs, body: Block { stmts } };
        self.b.emit(out, StmtKind::Par(Box::new(par)), span);

        // That iteration once more, by itself.
        let mut again = Vec::new();
        let mut rest = self.b.read(result, span);
        let mut points = Vec::new();
        for (k, (lo, extent)) in extents.iter().enumerate().rev() {
            let (part, left) = if k == 0 {
                (rest.clone(), rest.clone())
            } else {
                // Not empty: an iteration was found.
                (binary(BinOp::Rem, rest.clone(), extent.clone()), binary(BinOp::Div, rest.clone(), extent.clone()))
            };
            rest = left;
            let at = binary(BinOp::Add, part, widen(lo.clone()));
            points.push(builder::convert(at, Ty::I32, span));
        }
        points.reverse();
        for ((c, _), point) in nest.iter().zip(points) {
            let info = &method.locals[c.index.index()];
            let value = if c.step == 1 {
                point
            } else {
                // The space counts iterations.
                let lo = self.b.expr(c.lo, &mut again)?;
                let int = |kind| Expr::new(kind, Ty::I32, span);
                let scaled = int(ExprKind::Binary(BinOp::Mul, Box::new(point), Box::new(Expr::int(c.step, span))));
                int(ExprKind::Binary(BinOp::Add, Box::new(lo), Box::new(scaled)))
            };
            let var = self.b.var(info.name.clone(), Ty::I32, false, span);
            self.b.emit(&mut again, StmtKind::Let { var, init: Some(value) }, span);
            self.b.bind_index(c, var, span, &mut again);
        }
        self.stand_ins(&others, span, &mut again)?;
        self.one_iteration(nest, body, span, &mut again)?;
        for (local, binding) in wholes {
            self.b.bind(local, binding);
        }
        let found =
            Expr::new(ExprKind::Binary(BinOp::Ne, Box::new(self.b.read(result, span)), Box::new(none)), Ty::Bool, span);
        let then = Block { stmts: again };
        self.b.emit(out, StmtKind::If { cond: found, then, otherwise: Block::default() }, span);
        for whole in kept.wholes.values() {
            self.b.facts.forget(*whole);
        }
        Ok(())
    }

    /// Variables that take what the loop's body assigns and this look at it does not want.
    pub(super) fn stand_ins(&mut self, locals: &[LocalId], span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        let method = self.b.method();
        for &local in locals {
            let info = &method.locals[local.index()];
            let ty = core_type(self.b.cx, &info.ty).ok_or_else(LowerError::internal)?;
            let zero =
                types::zero(self.b.cx, &ty, span).ok_or_else(|| LowerError::unsupported_type(span, &info.name))?;
            let var = self.b.var(info.name.clone(), ty, true, info.span);
            self.b.emit(out, StmtKind::Let { var, init: Some(zero) }, span);
            self.b.bind(local, Binding::Var(var));
        }
        Ok(())
    }
}

/// A [`Best`] while its loop is made.
pub(super) struct Kept<'a> {
    pub(super) best: Best<'a>,
    /// The variables, as they are outside the loop.
    pub(super) wholes: BTreeMap<LocalId, VarId>,
    /// The best value.
    pub(super) result: Option<VarId>,
    /// The best value alone does not tell what the variables hold.
    pub(super) searches: bool,
    zeros: Option<Zeros>,
}

/// Of equal floats only zeros differ: a second reduction finds the iteration whose zero wins, as twice its number plus the sign. Within
/// one instance the variable itself tells, since iterations come in order and only the zero that wins is assigned (for `<` and `>` the
/// first, for `<=` and `>=` each that follows).
struct Zeros {
    /// An instance's best value.
    own: VarId,
    acc: VarId,
    result: VarId,
    /// The first of the zeros wins, not the last.
    strict: bool,
}

/// Puts `note` behind every assignment of `var`.
fn after_assignments(stmts: &mut Vec<Stmt>, var: VarId, note: &[Stmt]) {
    let mut at = 0;
    while at < stmts.len() {
        match &mut stmts[at].kind {
            StmtKind::Assign { var: v, .. } if *v == var => {
                stmts.splice(at + 1..at + 1, note.iter().cloned());
                at += note.len();
            }
            StmtKind::If { then, otherwise, .. } => {
                after_assignments(&mut then.stmts, var, note);
                after_assignments(&mut otherwise.stmts, var, note);
            }
            StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::Labeled { body, .. } => {
                after_assignments(&mut body.stmts, var, note);
            }
            _ => {}
        }
        at += 1;
    }
}
