//! Steps whose results have an order: `v.scan(…)`, `v.filter(…)`, `v.histogram(…)` and `v.scatter(…)`.
//!
//! A scan is parallel where its function is one operator, whose value for an iteration is what the function gives for the operator's identity:
//! `(sum, x) -> sum + x * x` adds `x * x`. Floats are added and multiplied in order all the same, as the loop does. A scatter combines
//! in any order, so its operator must not mind.

use super::super::builder::{Binding, Sink, math_op};
use super::super::error::{LowerError, Result};
use super::super::reduction;
use super::Region;
use crate::core::ir::{
    self, ArrayTy, BinOp, CheckKind, Dim, Expr, ExprKind, MathOp, Output, OutputKind, Stmt, StmtKind, Ty, VarId,
};
use crate::hir::{self, ArrayStep, ArrayStepKind, MethodId};
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;

/// What the function of a step takes behind its own parameters.
type Captured<'e> = Vec<(&'e hir::Expr, Expr)>;

impl Region<'_, '_> {
    pub(super) fn step(&mut self, step: &ArrayStep, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let span = e.span;
        let [array, others @ ..] = step.operands.as_slice() else { return Err(LowerError::internal()) };
        let array = self.array(array, out)?;
        let mut captured = Vec::new();
        for c in &step.captured {
            let this = matches!(c.kind, hir::ExprKind::This);
            captured.push((c, if this { super::this(c.span) } else { self.value(c, out)? }));
        }
        let ty = self.array_ty(e)?;
        if ty.dims.len() != 1 {
            return Err(LowerError::new(span, "this step works on one dimension in parallel code"));
        }
        let hir = self.b.cx.hir;
        let callee = hir.method(step.method);
        self.mapped = Some(format!("{}_{}", hir.class(callee.class).binary_name, callee.name));
        match (step.kind, others) {
            (ArrayStepKind::Scan { inclusive }, [init]) => {
                let init = self.value(init, out)?;
                let scanned = self.scan(step.method, array, init.clone(), &captured, ty.clone(), span, out)?;
                if inclusive { Ok(self.b.read(scanned, span)) } else { self.shifted(scanned, init, ty, span, out) }
            }
            (ArrayStepKind::Filter, []) => self.filter(step.method, array, &captured, ty, span, out),
            (ArrayStepKind::Histogram, [empty]) => {
                let into = self.array(empty, out)?;
                let extent = Expr::new(ExprKind::Len { array, dim: 0 }, Ty::I32, span);
                self.accumulated(ReduceOp::Add, into, extent, span, out, |this, i, stmts| {
                    let bin = this.unset("bin", Ty::I32, span, stmts);
                    let x = this.element(array, std::slice::from_ref(&i), span)?;
                    this.apply(step.method, vec![x], &captured, bin, span, stmts)?;
                    let at = this.place(into, this.b.read(bin, span), span, stmts);
                    Ok((at, Expr::int(1, span)))
                })
            }
            (ArrayStepKind::Scatter, [indices, into]) => {
                let (indices, into) = (self.array(indices, out)?, self.array(into, out)?);
                let elem = *ty.elem;
                let op = reduction::step_operator(hir, step.method)
                    .filter(|op| !elem.is_float() || matches!(op, ReduceOp::Min | ReduceOp::Max))
                    .ok_or_else(|| {
                        LowerError::new(span, "a scatter is parallel where its function combines in any order")
                            .note("that is `+`, `*`, `&`, `|` or `^` of whole numbers, `Math.min` or `Math.max`, of the old value and another")
                    })?;
                let identity = identity(op, &elem, span)?;
                let extent = Expr::new(ExprKind::Len { array: indices, dim: 0 }, Ty::I32, span);
                self.accumulated(op, into, extent, span, out, |this, i, stmts| {
                    let named = Expr::new(ExprKind::Index { array: indices, index: vec![i.clone()] }, Ty::I32, span);
                    let at = this.place(into, named, span, stmts);
                    let i = this.place(array, i, span, stmts);
                    let value = this.unset("value", elem.clone(), span, stmts);
                    let x = this.element(array, &[i], span)?;
                    this.apply(step.method, vec![identity, x], &captured, value, span, stmts)?;
                    Ok((at, this.b.read(value, span)))
                })
            }
            _ => Err(LowerError::internal()),
        }
    }

    /// The inclusive scan.
    #[allow(clippy::too_many_arguments)]
    fn scan(
        &mut self,
        method: MethodId,
        array: VarId,
        init: Expr,
        captured: &Captured<'_>,
        ty: ArrayTy,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<VarId> {
        let elem = (*ty.elem).clone();
        let op = reduction::step_operator(self.b.cx.hir, method).filter(|_| elem.is_number()).ok_or_else(|| {
            LowerError::new(span, "a scan is parallel where its function is one operator")
                .note("that is `+`, `*`, `&`, `|`, `^`, `Math.min` or `Math.max` of the sum so far and another value")
        })?;
        let identity = identity(op, &elem, span)?;
        let result = self.b.var("scanned", Ty::Array(ty), false, span);
        let value = self.b.var("value", elem, true, span);
        let output = Output { result, kind: OutputKind::Scan { op, value, init } };
        self.over(array, output, span, out, |this, _, x, stmts| {
            this.apply(method, vec![identity, x], captured, value, span, stmts)
        })?;
        Ok(result)
    }

    /// The exclusive scan: each element is the one before it.
    fn shifted(&mut self, scanned: VarId, init: Expr, ty: ArrayTy, span: Span, out: &mut Vec<Stmt>) -> Result<Expr> {
        let n = Expr::new(ExprKind::Len { array: scanned, dim: 0 }, Ty::I32, span);
        let elem = (*ty.elem).clone();
        self.new_array(ty, vec![n], None, span, out, |this, i, result, stmts| {
            let int = |kind| Expr::new(kind, Ty::I32, span);
            let first = ExprKind::Binary(BinOp::Eq, Box::new(i[0].clone()), Box::new(Expr::int(0, span)));
            let before = int(ExprKind::Binary(BinOp::Sub, Box::new(i[0].clone()), Box::new(Expr::int(1, span))));
            let before = int(ExprKind::Math(MathOp::Max, vec![before, Expr::int(0, span)]));
            let before = Expr::new(ExprKind::Index { array: scanned, index: vec![before] }, elem.clone(), span);
            let first = Expr::new(first, Ty::Bool, span);
            let value = Expr::new(ExprKind::Select(Box::new(first), Box::new(init), Box::new(before)), elem, span);
            this.b.emit(stmts, StmtKind::Store { array: result, index: i.to_vec(), value }, span);
            Ok(())
        })
    }

    /// Of structures the indices are filtered, and the elements fetched from there.
    fn filter(
        &mut self,
        method: MethodId,
        array: VarId,
        captured: &Captured<'_>,
        ty: ArrayTy,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let fetched = matches!(*ty.elem, Ty::Struct(_));
        let elem = if fetched { Ty::I32 } else { (*ty.elem).clone() };
        let kept_ty = Ty::Array(ArrayTy { elem: Box::new(elem.clone()), dims: ty.dims.clone() });
        let result = self.b.var("kept", kept_ty, false, span);
        let (value, keep) = (self.b.var("value", elem, true, span), self.b.var("keep", Ty::Bool, true, span));
        let output = Output { result, kind: OutputKind::Filter { value, keep } };
        self.over(array, output, span, out, |this, i, x, stmts| {
            let kept = if fetched { i } else { x.clone() };
            this.b.emit(stmts, StmtKind::Assign { var: value, value: kept }, span);
            this.apply(method, vec![x], captured, keep, span, stmts)
        })?;
        if !fetched {
            return Ok(self.b.read(result, span));
        }
        let n = Expr::new(ExprKind::Len { array: result, dim: 0 }, Ty::I32, span);
        self.new_array(ty, vec![n], None, span, out, |this, i, fetched, stmts| {
            let at = Expr::new(ExprKind::Index { array: result, index: i.to_vec() }, Ty::I32, span);
            let value = this.element(array, &[at], span)?;
            this.b.emit(stmts, StmtKind::Store { array: fetched, index: i.to_vec(), value }, span);
            Ok(())
        })
    }

    /// One instruction over an array's elements.
    fn over(
        &mut self,
        array: VarId,
        output: Output,
        span: Span,
        out: &mut Vec<Stmt>,
        body: impl FnOnce(&mut Self, Expr, Expr, &mut Vec<Stmt>) -> Result<()>,
    ) -> Result<()> {
        let index = self.b.var("i", Ty::I32, false, span);
        let at = self.b.read(index, span);
        let mut stmts = Vec::new();
        let x = self.element(array, std::slice::from_ref(&at), span)?;
        body(self, at, x, &mut stmts)?;
        let hi = Expr::new(ExprKind::Len { array, dim: 0 }, Ty::I32, span);
        self.par(vec![Dim { index, lo: Expr::int(0, span), hi }], vec![output], stmts, span, out);
        Ok(())
    }

    /// One instruction that combines values with elements of an array; `body` gives the place and the value.
    fn accumulated(
        &mut self,
        op: ReduceOp,
        into: VarId,
        extent: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
        body: impl FnOnce(&mut Self, Expr, &mut Vec<Stmt>) -> Result<(Expr, Expr)>,
    ) -> Result<Expr> {
        let ty = self.b.ty(into).clone();
        let result = self.b.var("result", ty, false, span);
        let index = self.b.var("i", Ty::I32, false, span);
        let i = self.b.read(index, span);
        let mut stmts = Vec::new();
        let (at, value) = body(self, i, &mut stmts)?;
        self.b.emit(&mut stmts, StmtKind::Accumulate { array: result, index: vec![at], value }, span);
        let output = Output { result, kind: OutputKind::Accumulate { op, array: into } };
        self.par(vec![Dim { index, lo: Expr::int(0, span), hi: extent }], vec![output], stmts, span, out);
        Ok(self.b.read(result, span))
    }

    /// A variable that a function's value goes to.
    fn unset(&mut self, name: &str, ty: Ty, span: Span, out: &mut Vec<Stmt>) -> VarId {
        let var = self.b.var(name, ty, true, span);
        self.b.emit(out, StmtKind::Let { var, init: None }, span);
        var
    }

    /// An index, checked, in a variable.
    fn place(&mut self, array: VarId, index: Expr, span: Span, out: &mut Vec<Stmt>) -> Expr {
        let site = self.b.site(span);
        let kind = CheckKind::Index { array, dim: 0 };
        let checked = Expr::new(ExprKind::Check { kind, value: Box::new(index), site }, Ty::I32, span);
        let var = self.b.var("at", Ty::I32, false, span);
        self.b.emit(out, StmtKind::Let { var, init: Some(checked) }, span);
        self.b.read(var, span)
    }

    /// The value of a step's function.
    fn apply(
        &mut self,
        method: MethodId,
        own: Vec<Expr>,
        captured: &Captured<'_>,
        to: VarId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let hir = self.b.cx.hir;
        let callee = hir.method(method);
        if let Some(op) = math_op(&hir.class(callee.class).name, &callee.name, own.len()) {
            let value = Expr::new(ExprKind::Math(op, own), self.b.ty(to).clone(), span);
            self.b.emit(out, StmtKind::Assign { var: to, value }, span);
            return Ok(());
        }
        if callee.body.is_none() || !callee.is_static {
            return Err(LowerError::new(span, format!("`{}` cannot be used in parallel code", callee.display)));
        }
        let mut bindings = Vec::new();
        let own = own.into_iter().map(|value| (None, value));
        let values = own.chain(captured.iter().map(|(c, value)| (Some(*c), value.clone())));
        for (&param, (from, value)) in callee.params.iter().zip(values) {
            let binding = match value.kind {
                _ if from.is_some_and(|c| matches!(c.kind, hir::ExprKind::This)) => Binding::This,
                ExprKind::Var(v) if value.ty.as_array().is_some() => Binding::Var(v),
                ExprKind::Row { array, index } => Binding::Row { array, index },
                _ => self.b.parameter(method, param, value, out)?,
            };
            bindings.push((param, binding));
        }
        self.b.inline(method, None, bindings, Sink::Var(to), span, out)
    }
}

fn identity(op: ReduceOp, ty: &Ty, span: Span) -> Result<Expr> {
    let identity =
        ir::identity(op, ty).ok_or_else(|| LowerError::new(span, "this operator has no identity for this type"))?;
    Ok(Expr::new(ExprKind::Const(identity), ty.clone(), span))
}
