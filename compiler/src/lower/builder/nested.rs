//! Maps and reductions within one iteration: loops over the elements.
//!
//! A map's elements are computed where they are used, so `+! (a @* b)` makes no array. A reduction has the fixed shape of
//! [`shape`] here too, so that a method gives the same bits whether it is mapped or called: a row of known, small length is
//! folded in order; of any other the lanes of a block stand in an array of the iteration.

use crate::core::ir::{
    self, ArrayTy, BinOp, Block, CheckKind, Const, Expr, ExprKind, MathOp, Stmt, StmtKind, Ty, UnOp, VarId,
};
use crate::core::shape;
use crate::hir::{self, MapUnaryOp, MethodId};
use crate::lower::builder::{Binding, Builder, Sink, convert, math_op};
use crate::lower::error::{LowerError, Result};
use crate::lower::types::core_type;
use crate::lower::{lime, reduction};
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;

/// Where the elements of an array come from.
#[derive(Clone)]
pub enum Source {
    /// An array or a row of one.
    Stored {
        array: VarId,
        index: Vec<Expr>,
    },
    /// The same for all elements.
    Scalar(Expr),
    Map {
        method: MethodId,
        args: Vec<Operand>,
    },
    Binary {
        op: BinOp,
        /// What the operands are converted to.
        operand: Ty,
        ty: Ty,
        sides: Box<[Source; 2]>,
    },
    Unary(UnOp, Box<Source>),
    Convert(Ty, Box<Source>),
}

#[derive(Clone)]
pub enum Operand {
    Mapped(Source),
    Whole(Binding),
}

impl<'a> Builder<'_, 'a> {
    /// What the expression's elements are; operands are evaluated now.
    pub fn source(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Source> {
        let element = |this: &Self| match core_type(this.cx, &e.ty) {
            Some(Ty::Array(a)) if a.dims.len() == 1 => Ok(*a.elem),
            _ => Err(LowerError::new(e.span, "an operator is mapped over one dimension only")),
        };
        match &e.kind {
            hir::ExprKind::Map { method, args } => {
                let mut operands = Vec::new();
                for arg in args {
                    operands.push(if arg.mapped {
                        Operand::Mapped(self.source(&arg.expr, out)?)
                    } else {
                        Operand::Whole(self.whole(*method, operands.len(), &arg.expr, out)?)
                    });
                }
                Ok(Source::Map { method: *method, args: operands })
            }
            hir::ExprKind::MapBinary { op, left, right } => {
                let ty = element(self)?;
                let scalar = |this: &Self, e: &hir::Expr| match core_type(this.cx, &e.ty) {
                    Some(Ty::Array(a)) => Ok(*a.elem),
                    Some(t) => Ok(t),
                    None => Err(LowerError::unsupported_type(e.span, "this operand")),
                };
                let operand = if op.is_comparison() {
                    lime::promoted(&scalar(self, left)?, &scalar(self, right)?)
                } else {
                    ty.clone()
                };
                let sides = Box::new([self.source(left, out)?, self.source(right, out)?]);
                Ok(Source::Binary { op: *op, operand, ty, sides })
            }
            hir::ExprKind::MapUnary { op, array } => {
                let op = match op {
                    MapUnaryOp::Neg => UnOp::Neg,
                    MapUnaryOp::BitNot => UnOp::BitNot,
                    MapUnaryOp::Not => UnOp::Not,
                };
                Ok(Source::Unary(op, Box::new(self.source(array, out)?)))
            }
            hir::ExprKind::MapConvert(array) => Ok(Source::Convert(element(self)?, Box::new(self.source(array, out)?))),
            hir::ExprKind::Upcast(inner) | hir::ExprKind::Freeze(inner) if lime::is_region(inner) => {
                self.source(inner, out)
            }
            _ if core_type(self.cx, &e.ty).is_some_and(|t| t.as_array().is_some()) => {
                let (array, index) = self.array(e, out)?;
                let index = index.into_iter().map(|i| self.keep(i, "row", out)).collect();
                Ok(Source::Stored { array, index })
            }
            _ => {
                let value = self.expr(e, out)?;
                Ok(Source::Scalar(self.keep(value, "t", out)))
            }
        }
    }

    /// An argument that is passed whole.
    fn whole(&mut self, method: MethodId, k: usize, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Binding> {
        if core_type(self.cx, &e.ty).is_some_and(|t| t.as_array().is_some()) {
            let (array, index) = self.array(e, out)?;
            let index: Vec<Expr> = index.into_iter().map(|i| self.keep(i, "row", out)).collect();
            return Ok(if index.is_empty() { Binding::Var(array) } else { Binding::Row { array, index } });
        }
        let hir: &'a hir::Program = self.cx.hir;
        let callee = hir.method(method);
        let name = callee.params.get(k).map_or("t".into(), |p| callee.locals[p.index()].name.clone());
        let value = self.expr(e, out)?;
        let value = match value.kind {
            ExprKind::Var(v) if !self.vars[v.index()].mutable => return Ok(Binding::Var(v)),
            _ => value,
        };
        let (ty, span) = (value.ty.clone(), value.span);
        let var = self.var(name, ty, false, span);
        self.emit(out, StmtKind::Let { var, init: Some(value) }, span);
        Ok(Binding::Var(var))
    }

    /// How many elements there are; that arrays mapped together have one length is checked.
    pub fn source_length(&mut self, source: &Source, span: Span, out: &mut Vec<Stmt>) -> Result<Expr> {
        let mut lengths = Vec::new();
        self.lengths(source, span, out, &mut lengths)?;
        let mut lengths = lengths.into_iter();
        let first = lengths.next().ok_or_else(|| {
            LowerError::new(span, "nothing is mapped over: no argument is an array of its parameter's type")
        })?;
        for other in lengths {
            if other == first {
                continue;
            }
            let site = self.site(span);
            let kind = CheckKind::SameLength { other: Box::new(first.clone()) };
            let checked = Expr::new(ExprKind::Check { kind, value: Box::new(other), site }, Ty::I32, span);
            let var = self.var("length", Ty::I32, false, span);
            self.emit(out, StmtKind::Let { var, init: Some(checked) }, span);
        }
        Ok(first)
    }

    fn lengths(&mut self, source: &Source, span: Span, out: &mut Vec<Stmt>, all: &mut Vec<Expr>) -> Result<()> {
        match source {
            Source::Stored { array, index } => {
                all.push(Expr::new(ExprKind::Len { array: *array, dim: index.len() as u32 }, Ty::I32, span))
            }
            Source::Scalar(_) => {}
            Source::Map { args, .. } => {
                for arg in args {
                    if let Operand::Mapped(s) = arg {
                        all.push(self.source_length(s, span, out)?);
                    }
                }
            }
            Source::Binary { sides, .. } => {
                for side in sides.iter() {
                    self.lengths(side, span, out, all)?;
                }
            }
            Source::Unary(_, inner) | Source::Convert(_, inner) => self.lengths(inner, span, out, all)?,
        }
        Ok(())
    }

    /// Element `i`, which is in range.
    fn source_element(&mut self, source: &Source, i: &Expr, span: Span, out: &mut Vec<Stmt>) -> Result<Expr> {
        Ok(match source {
            Source::Scalar(value) => value.clone(),
            Source::Stored { array, index } => {
                let of = self.ty(*array).as_array().cloned().ok_or_else(LowerError::internal)?;
                let at: Vec<Expr> = index.iter().cloned().chain([i.clone()]).collect();
                let ty = match of.dims.get(at.len()..) {
                    Some(rest) if !rest.is_empty() => Ty::Array(ArrayTy { elem: of.elem, dims: rest.to_vec() }),
                    _ => *of.elem,
                };
                self.load(*array, at, ty, span)
            }
            Source::Binary { op, operand, ty, sides } => {
                let mut values = Vec::new();
                for side in sides.iter() {
                    let x = self.source_element(side, i, span, out)?;
                    let shifts = op.is_shift() && values.len() == 1;
                    values.push(if shifts { x } else { convert(x, operand.clone(), span) });
                }
                let (b, a) =
                    (values.pop().ok_or_else(LowerError::internal)?, values.pop().ok_or_else(LowerError::internal)?);
                self.binary(*op, a, b, ty.clone(), span)
            }
            Source::Unary(op, inner) => {
                let x = self.source_element(inner, i, span, out)?;
                let ty = x.ty.clone();
                Expr::new(ExprKind::Unary(*op, Box::new(x)), ty, span)
            }
            Source::Convert(to, inner) => convert(self.source_element(inner, i, span, out)?, to.clone(), span),
            Source::Map { method, args } => {
                let ret = self.cx.hir.method(*method).ret.clone();
                let ty = core_type(self.cx, &ret)
                    .ok_or_else(|| LowerError::unsupported_type(span, "the result of this map"))?;
                let (class, name) = self.named(*method);
                if let Some(op) = math_op(class, name, args.len()) {
                    let values = self.scalars(args, i, span, out)?.ok_or_else(LowerError::internal)?;
                    return Ok(Expr::new(ExprKind::Math(op, values), ty, span));
                }
                if ty.as_array().is_none()
                    && let Some(values) = self.scalars(args, i, span, out)?
                {
                    let display = &self.cx.hir.method(*method).display;
                    let func = self.cx.scalar_function(*method).map_err(|x| x.called_from(span, display))?;
                    return Ok(Expr::new(ExprKind::Call { func, args: values }, ty, span));
                }
                let sink = if ty.as_array().is_some() {
                    let row = self.private_row(&ty, span, out)?;
                    Sink::Store { array: row, prefix: Vec::new() }
                } else {
                    let var = self.var(name.to_string(), ty, true, span);
                    self.emit(out, StmtKind::Let { var, init: None }, span);
                    Sink::Var(var)
                };
                self.source_call(*method, args, i, sink.clone(), span, out)?;
                match sink {
                    Sink::Var(v) | Sink::Store { array: v, .. } => self.read(v, span),
                    Sink::Nothing => return Err(LowerError::internal()),
                }
            }
        })
    }

    fn named(&self, method: MethodId) -> (&'a str, &'a str) {
        let hir: &'a hir::Program = self.cx.hir;
        let callee = hir.method(method);
        (&hir.class(callee.class).name, &callee.name)
    }

    /// A zeroed array of this iteration.
    fn private_row(&mut self, ty: &Ty, span: Span, out: &mut Vec<Stmt>) -> Result<VarId> {
        if ty.as_array().is_some_and(|a| a.dims.iter().any(Option::is_none)) {
            return Err(LowerError::new(
                span,
                "an array made inside parallel code must have a size that its type tells",
            )
            .note("write its bound: `float[[3]]`"));
        }
        let var = self.var("row", ty.clone(), true, span);
        let init = Some(Expr::new(ExprKind::NewPrivate, ty.clone(), span));
        self.emit(out, StmtKind::Let { var, init }, span);
        Ok(var)
    }

    /// The arguments of element `i` where all are scalars.
    fn scalars(&mut self, args: &[Operand], i: &Expr, span: Span, out: &mut Vec<Stmt>) -> Result<Option<Vec<Expr>>> {
        let mut emitted = Vec::new();
        let mut values = Vec::new();
        for arg in args {
            let value = match arg {
                Operand::Mapped(s) => self.source_element(s, i, span, &mut emitted)?,
                Operand::Whole(Binding::Var(v)) => self.read(*v, span),
                Operand::Whole(_) => return Ok(None),
            };
            if value.ty.as_array().is_some() {
                return Ok(None);
            }
            values.push(value);
        }
        out.append(&mut emitted);
        Ok(Some(values))
    }

    /// The mapped method's body for element `i`, in place.
    fn source_call(
        &mut self,
        method: MethodId,
        args: &[Operand],
        i: &Expr,
        sink: Sink,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let hir: &'a hir::Program = self.cx.hir;
        let callee = hir.method(method);
        if !callee.is_static || callee.body.is_none() {
            return Err(LowerError::new(span, format!("`{}` cannot be mapped in parallel", callee.display)));
        }
        let mut bindings = Vec::new();
        for (&param, arg) in callee.params.iter().zip(args) {
            let binding = match arg {
                Operand::Whole(Binding::Var(v)) if self.cx.assigned(method, param) => {
                    let value = self.read(*v, span);
                    self.parameter(method, param, value, out)?
                }
                Operand::Whole(binding) => binding.clone(),
                Operand::Mapped(s) => {
                    let value = self.source_element(s, i, span, out)?;
                    match value.kind {
                        ExprKind::Row { array, index } => Binding::Row { array, index },
                        ExprKind::Var(v) if value.ty.as_array().is_some() => Binding::Var(v),
                        _ => self.parameter(method, param, value, out)?,
                    }
                }
            };
            bindings.push((param, binding));
        }
        self.inline(method, None, bindings, sink, span, out)
    }

    /// The value of a map or a reduction.
    pub fn map_or_reduction(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let span = e.span;
        match &e.kind {
            hir::ExprKind::ReduceOp { op, array } => {
                let source = self.source(array, out)?;
                self.nested_reduce(*op, &source, None, e, out)
            }
            hir::ExprKind::ReduceMethod { method, array, init, captured } => {
                if !captured.is_empty() {
                    return Err(LowerError::new(span, "a combinator that takes something from outside"));
                }
                let source = self.source(array, out)?;
                let init = match init {
                    Some(i) => {
                        let value = self.expr(i, out)?;
                        Some(self.keep(value, "init", out))
                    }
                    None => None,
                };
                let op = reduction::min_or_max(self.cx.hir, *method)
                    .or_else(|| reduction::integer_operator(self.cx.hir, *method).filter(|_| init.is_some()));
                match op {
                    Some(op) => self.nested_reduce(op, &source, init, e, out),
                    None => self.nested_fold(*method, &source, init, e, out),
                }
            }
            _ => {
                let ty = core_type(self.cx, &e.ty)
                    .ok_or_else(|| LowerError::unsupported_type(span, "the result of this map"))?;
                let source = self.source(e, out)?;
                let n = self.source_length(&source, span, out)?;
                let mut ty = ty.as_array().cloned().ok_or_else(LowerError::internal)?;
                // The length that the type does not tell may be that of what is mapped over.
                if let (None, ExprKind::Len { array, dim }) = (ty.dims[0], &n.kind) {
                    ty.dims[0] = self.ty(*array).as_array().and_then(|a| a.dims.get(*dim as usize).copied().flatten());
                }
                let row = self.private_row(&Ty::Array(ty), span, out)?;
                self.store_source(row, &[], &source, span, out)?;
                Ok(self.read(row, span))
            }
        }
    }

    /// `array[prefix][i] = element i`, for all of them.
    pub fn store_source(
        &mut self,
        array: VarId,
        prefix: &[Expr],
        source: &Source,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let n = self.source_length(source, span, out)?;
        let rank = self.ty(array).as_array().map_or(0, |a| a.dims.len());
        let zero = Expr::int(0, span);
        self.for_each(zero, n, span, out, |this, i, body| {
            let at: Vec<Expr> = prefix.iter().cloned().chain([i.clone()]).collect();
            if at.len() < rank
                && let Source::Map { method, args } = source
            {
                let sink = Sink::Store { array, prefix: at };
                return this.source_call(*method, args, &i, sink, span, body);
            }
            let value = this.source_element(source, &i, span, body)?;
            this.store(array, at, value, span, body)
        })
    }

    /// `for i in lo..hi`
    fn for_each(
        &mut self,
        lo: Expr,
        hi: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
        body: impl FnOnce(&mut Self, Expr, &mut Vec<Stmt>) -> Result<()>,
    ) -> Result<()> {
        let var = self.var("k", Ty::I32, false, span);
        let label = self.label();
        let i = self.read(var, span);
        let mut stmts = Vec::new();
        self.uncertain(|this| body(this, i, &mut stmts))?;
        let step = Expr::int(1, span);
        self.emit(out, StmtKind::For { var, lo, hi, step, body: Block { stmts }, label }, span);
        Ok(())
    }

    fn choice(
        &mut self,
        cond: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
        then: impl FnOnce(&mut Self, &mut Vec<Stmt>) -> Result<()>,
        otherwise: impl FnOnce(&mut Self, &mut Vec<Stmt>) -> Result<()>,
    ) -> Result<()> {
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        self.uncertain(|this| then(this, &mut yes))?;
        self.uncertain(|this| otherwise(this, &mut no))?;
        let kind = StmtKind::If { cond, then: Block { stmts: yes }, otherwise: Block { stmts: no } };
        self.emit(out, kind, span);
        Ok(())
    }

    fn variable(&mut self, name: &str, value: Expr, out: &mut Vec<Stmt>) -> VarId {
        let (ty, span) = (value.ty.clone(), value.span);
        let var = self.var(name, ty, true, span);
        self.emit(out, StmtKind::Let { var, init: Some(value) }, span);
        var
    }

    fn set(&mut self, var: VarId, value: Expr, out: &mut Vec<Stmt>) {
        let span = value.span;
        self.emit(out, StmtKind::Assign { var, value }, span);
    }

    // ---- reductions ---------------------------------------------------------------------------------------------------------

    fn nested_reduce(
        &mut self,
        op: ReduceOp,
        source: &Source,
        init: Option<Expr>,
        e: &hir::Expr,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let span = e.span;
        let ty = core_type(self.cx, &e.ty)
            .ok_or_else(|| LowerError::unsupported_type(span, "the result of this reduction"))?;
        let identity = ir::identity(op, &ty)
            .ok_or_else(|| LowerError::new(span, "this operator has no identity for this type"))?;
        let constant = |c| Expr::new(ExprKind::Const(c), ty.clone(), span);
        let init = init.unwrap_or_else(|| match (op, &identity) {
            (ReduceOp::Add | ReduceOp::Sub, Const::F32(_)) => constant(Const::F32(0.0)),
            (ReduceOp::Add | ReduceOp::Sub, Const::F64(_)) => constant(Const::F64(0.0)),
            _ => constant(identity.clone()),
        });
        let n = self.source_length(source, span, out)?;
        let n = self.keep(n, "n", out);
        let acc = self.variable("acc", constant(identity.clone()), out);
        let fold = |this: &mut Self, i: Expr, body: &mut Vec<Stmt>| -> Result<()> {
            let x = convert(this.source_element(source, &i, span, body)?, ty.clone(), span);
            let value = lime::combine(op, this.read(acc, span), x, ty.clone(), span);
            this.set(acc, value, body);
            Ok(())
        };
        let exact = !ty.is_float() || matches!(op, ReduceOp::Min | ReduceOp::Max);
        let short = self.known_length(&n).is_some_and(|n| n as usize <= shape::SMALL);
        if exact || short {
            self.for_each(Expr::int(0, span), n, span, out, fold)?;
        } else {
            let small = compare(BinOp::Le, n.clone(), Expr::int(shape::SMALL as i32, span), span);
            self.choice(
                small,
                span,
                out,
                |this, out| this.for_each(Expr::int(0, span), n.clone(), span, out, fold),
                |this, out| {
                    let value = this.lanes(op, source, &n, &constant(identity.clone()), span, out)?;
                    this.set(acc, value, out);
                    Ok(())
                },
            )?;
        }
        let total = self.read(acc, span);
        Ok(lime::combine(op, init, total, ty, span))
    }

    /// The length where it is known: of a bounded dimension.
    fn known_length(&self, n: &Expr) -> Option<u32> {
        match &n.kind {
            ExprKind::Const(Const::Int(n)) => u32::try_from(*n).ok(),
            ExprKind::Len { array, dim } => self.ty(*array).as_array()?.dims.get(*dim as usize).copied().flatten(),
            _ => None,
        }
    }

    /// The reduction of more than [`shape::SMALL`] elements: blocks of lanes, then of the blocks' results, then of theirs, which
    /// are a few.
    fn lanes(
        &mut self,
        op: ReduceOp,
        source: &Source,
        n: &Expr,
        identity: &Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let ty = identity.ty.clone();
        let int = |v: usize| Expr::int(v as i32, span);
        let lanes = self.accumulators("lanes", &ty, span, out);
        let further = self.accumulators("blocks", &ty, span, out);
        let count = {
            let last = arith(BinOp::Sub, n.clone(), int(1), span);
            let block = arith(BinOp::Shr, last, int(shape::BLOCK.trailing_zeros() as usize), span);
            let value = arith(BinOp::Add, block, int(1), span);
            self.keep(value, "count", out)
        };
        let total = self.variable("total", identity.clone(), out);
        self.fill(further, identity, span, out)?;
        self.for_each(int(0), count.clone(), span, out, |this, b, out| {
            this.fill(lanes, identity, span, out)?;
            let lo = arith(BinOp::Mul, b.clone(), int(shape::BLOCK), span);
            let lo = this.keep(lo, "lo", out);
            let rest = arith(BinOp::Sub, n.clone(), lo.clone(), span);
            let size = min(rest, int(shape::BLOCK), span);
            let size = this.keep(size, "size", out);
            let rows = arith(BinOp::Add, size.clone(), int(shape::LANES - 1), span);
            let rows = arith(BinOp::Shr, rows, int(shape::LANES.trailing_zeros() as usize), span);
            this.for_each(int(0), rows, span, out, |this, row, out| {
                let from = arith(BinOp::Mul, row, int(shape::LANES), span);
                let from = this.keep(from, "from", out);
                let width = min(arith(BinOp::Sub, size.clone(), from.clone(), span), int(shape::LANES), span);
                let base = arith(BinOp::Add, lo.clone(), from, span);
                let base = this.keep(base, "base", out);
                this.for_each(int(0), width, span, out, |this, lane, out| {
                    let i = arith(BinOp::Add, base.clone(), lane.clone(), span);
                    let i = this.keep(i, "i", out);
                    let x = convert(this.source_element(source, &i, span, out)?, ty.clone(), span);
                    this.fold_into(op, lanes, lane, x, span, out)
                })
            })?;
            this.halve(op, lanes, span, out)?;
            let few = compare(BinOp::Le, count.clone(), int(shape::SMALL), span);
            let lane = arith(BinOp::And, b.clone(), int(shape::LANES - 1), span);
            let lane = Expr::new(ExprKind::Select(Box::new(few), Box::new(int(0)), Box::new(lane)), Ty::I32, span);
            let lane = this.keep(lane, "lane", out);
            let block = this.accumulator(lanes, int(0), span);
            this.fold_into(op, further, lane, block, span, out)?;
            // The last, or the last of a block of blocks.
            let next = arith(BinOp::Add, b, int(1), span);
            let next = this.keep(next, "next", out);
            let ends = compare(BinOp::Eq, next.clone(), count.clone(), span);
            let within = arith(BinOp::And, next, int(shape::BLOCK - 1), span);
            let full = compare(BinOp::Eq, within, int(0), span);
            let closes = Expr::new(ExprKind::Or(Box::new(ends), Box::new(full)), Ty::Bool, span);
            this.choice(
                closes,
                span,
                out,
                |this, out| {
                    this.halve(op, further, span, out)?;
                    let part = this.accumulator(further, int(0), span);
                    let value = lime::combine(op, this.read(total, span), part, ty.clone(), span);
                    this.set(total, value, out);
                    this.fill(further, identity, span, out)
                },
                |_, _| Ok(()),
            )
        })?;
        Ok(self.read(total, span))
    }

    fn accumulators(&mut self, name: &str, ty: &Ty, span: Span, out: &mut Vec<Stmt>) -> VarId {
        let ty = Ty::Array(ArrayTy { elem: Box::new(ty.clone()), dims: vec![Some(shape::LANES as u32)] });
        let var = self.var(name, ty.clone(), true, span);
        self.emit(out, StmtKind::Let { var, init: Some(Expr::new(ExprKind::NewPrivate, ty, span)) }, span);
        var
    }

    fn accumulator(&self, array: VarId, lane: Expr, span: Span) -> Expr {
        let ty = self.ty(array).as_array().map_or(Ty::I32, |a| *a.elem.clone());
        Expr::new(ExprKind::Index { array, index: vec![lane] }, ty, span)
    }

    fn fill(&mut self, array: VarId, value: &Expr, span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        self.for_each(Expr::int(0, span), Expr::int(shape::LANES as i32, span), span, out, |this, lane, out| {
            this.emit(out, StmtKind::Store { array, index: vec![lane], value: value.clone() }, span);
            Ok(())
        })
    }

    fn fold_into(
        &mut self,
        op: ReduceOp,
        array: VarId,
        lane: Expr,
        x: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let ty = x.ty.clone();
        let value = lime::combine(op, self.accumulator(array, lane.clone(), span), x, ty, span);
        self.emit(out, StmtKind::Store { array, index: vec![lane], value }, span);
        Ok(())
    }

    /// Combines the lanes: lane `l` takes in lane `l + width`, for half the width each time.
    fn halve(&mut self, op: ReduceOp, array: VarId, span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        let steps = shape::LANES.trailing_zeros() as usize;
        let int = |v: usize| Expr::int(v as i32, span);
        self.for_each(int(0), int(steps), span, out, |this, step, out| {
            let width = arith(BinOp::Shr, int(shape::LANES / 2), step, span);
            let width = this.keep(width, "width", out);
            this.for_each(int(0), width.clone(), span, out, |this, lane, out| {
                let other = arith(BinOp::Add, lane.clone(), width.clone(), span);
                let x = this.accumulator(array, other, span);
                this.fold_into(op, array, lane, x, span, out)
            })
        })
    }

    /// A fold with a user's combinator, in the order of the elements, of a row whose type tells that it is short.
    fn nested_fold(
        &mut self,
        method: MethodId,
        source: &Source,
        init: Option<Expr>,
        e: &hir::Expr,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let span = e.span;
        let hir: &'a hir::Program = self.cx.hir;
        let callee = hir.method(method);
        if !callee.is_static {
            return Err(LowerError::new(
                span,
                "a combinator that is no static method is not supported in parallel code",
            ));
        }
        let func = self.cx.scalar_function(method).map_err(|x| x.called_from(span, &callee.display))?;
        let ty = core_type(self.cx, &e.ty)
            .ok_or_else(|| LowerError::unsupported_type(span, "the result of this reduction"))?;
        let n = self.source_length(source, span, out)?;
        let n = self.keep(n, "n", out);
        let call = |a: Expr, b: Expr| Expr::new(ExprKind::Call { func, args: vec![a, b] }, ty.clone(), span);
        let acc = self.var("folded", ty.clone(), true, span);
        self.emit(out, StmtKind::Let { var: acc, init: None }, span);
        let empty = compare(BinOp::Eq, n.clone(), Expr::int(0, span), span);
        let site = self.site(span);
        let without = init.clone();
        let short = self.known_length(&n).is_some_and(|n| n as usize <= shape::SMALL);
        self.choice(
            empty,
            span,
            out,
            |this, out| {
                match without {
                    Some(init) => this.set(acc, init, out),
                    None => {
                        let message = Some(somd_runtime::lime::EMPTY_REDUCTION.into());
                        let class = "somd.EmptyReduction".into();
                        this.emit(out, StmtKind::Throw { class, message, site }, span);
                    }
                }
                Ok(())
            },
            |this, out| {
                let folded = if short {
                    this.in_order(&call, source, (Expr::int(0, span), n.clone()), span, out)?
                } else {
                    this.ordered_tree(&call, &ty, source, &n, span, out)?
                };
                let folded = this.read(folded, span);
                let value = match init {
                    Some(init) => call(init, folded),
                    None => folded,
                };
                this.set(acc, value, out);
                Ok(())
            },
        )?;
        Ok(self.read(acc, span))
    }

    /// Elements `lo..hi`, of which there is one at least, one after another.
    fn in_order(
        &mut self,
        call: &dyn Fn(Expr, Expr) -> Expr,
        source: &Source,
        (lo, hi): (Expr, Expr),
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<VarId> {
        let first = self.source_element(source, &lo, span, out)?;
        let acc = self.variable("lane", first, out);
        let from = arith(BinOp::Add, lo, Expr::int(1, span), span);
        self.for_each(from, hi, span, out, |this, i, out| {
            let x = this.source_element(source, &i, span, out)?;
            let value = call(this.read(acc, span), x);
            this.set(acc, value, out);
            Ok(())
        })?;
        Ok(acc)
    }

    /// Lanes of consecutive elements, combined with their right neighbours: a lane meets the one before it as soon as both stand
    /// for as many. What a block of lanes gives is an element of a further fold of the same shape, and what that gives one of
    /// the last, of which there are a few.
    fn ordered_tree(
        &mut self,
        call: &dyn Fn(Expr, Expr) -> Expr,
        ty: &Ty,
        source: &Source,
        n: &Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<VarId> {
        let int = |v: usize| Expr::int(v as i32, span);
        let above = |x: &Expr| compare(BinOp::Gt, x.clone(), int(shape::SMALL), span);
        let lane_of = |many: Expr| {
            let kind = ExprKind::Select(Box::new(many), Box::new(int(shape::ROWS)), Box::new(int(shape::SMALL)));
            Expr::new(kind, Ty::I32, span)
        };
        let last = arith(BinOp::Sub, n.clone(), int(1), span);
        let count = arith(BinOp::Shr, last, int(shape::BLOCK.trailing_zeros() as usize), span);
        let count = arith(BinOp::Add, count, int(1), span);
        let count = self.keep(count, "count", out);
        let rows = self.keep(lane_of(above(n)), "rows", out);
        let further_rows = self.keep(lane_of(above(&count)), "furtherRows", out);
        let zero = crate::lower::types::zero(self.cx, ty, span)
            .ok_or_else(|| LowerError::unsupported_type(span, "the result of this reduction"))?;
        let blocks = Waiting::new(self, ty, span, out);
        let further = Waiting::new(self, ty, span, out);
        let lane = self.variable("further", zero.clone(), out);
        let in_lane = self.variable("inLane", int(0), out);
        let total = self.variable("total", zero, out);
        let totals = self.variable("totals", int(0), out);
        self.for_each(int(0), count.clone(), span, out, |this, b, out| {
            let lo = arith(BinOp::Mul, b.clone(), int(shape::BLOCK), span);
            let lo = this.keep(lo, "lo", out);
            let hi = min(arith(BinOp::Sub, n.clone(), lo.clone(), span), int(shape::BLOCK), span);
            let size = this.keep(hi, "size", out);
            let lanes = arith(BinOp::Add, size.clone(), int(shape::ROWS - 1), span);
            let lanes = arith(BinOp::Shr, lanes, int(shape::ROWS.trailing_zeros() as usize), span);
            this.for_each(int(0), lanes, span, out, |this, l, out| {
                let from = arith(BinOp::Mul, l, int(shape::ROWS), span);
                let from = this.keep(from, "from", out);
                let length = min(arith(BinOp::Sub, size.clone(), from.clone(), span), rows.clone(), span);
                let start = arith(BinOp::Add, lo.clone(), from, span);
                let start = this.keep(start, "start", out);
                let end = arith(BinOp::Add, start.clone(), length, span);
                let value = this.in_order(call, source, (start, end), span, out)?;
                blocks.push(this, call, value, out)
            })?;
            let block = blocks.take(this, call, out)?;
            let block = this.read(block, span);
            this.append(call, (lane, in_lane), block, span, out)?;
            let next = arith(BinOp::Add, b, int(1), span);
            let next = this.keep(next, "next", out);
            let ends = compare(BinOp::Eq, next.clone(), count.clone(), span);
            let ends = this.keep(ends, "ends", out);
            let full = compare(BinOp::Eq, this.read(in_lane, span), further_rows.clone(), span);
            let closes = Expr::new(ExprKind::Or(Box::new(ends.clone()), Box::new(full)), Ty::Bool, span);
            this.choice(
                closes,
                span,
                out,
                |this, out| {
                    further.push(this, call, lane, out)?;
                    this.set(in_lane, int(0), out);
                    let within = arith(BinOp::And, next, int(shape::BLOCK - 1), span);
                    let full = compare(BinOp::Eq, within, int(0), span);
                    let closes = Expr::new(ExprKind::Or(Box::new(ends), Box::new(full)), Ty::Bool, span);
                    this.choice(
                        closes,
                        span,
                        out,
                        |this, out| {
                            let value = further.take(this, call, out)?;
                            let value = this.read(value, span);
                            this.append(call, (total, totals), value, span, out)
                        },
                        |_, _| Ok(()),
                    )
                },
                |_, _| Ok(()),
            )
        })?;
        Ok(total)
    }

    /// Folds one more value into `acc`, which has folded `count` so far.
    fn append(
        &mut self,
        call: &dyn Fn(Expr, Expr) -> Expr,
        (acc, count): (VarId, VarId),
        value: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let none = compare(BinOp::Eq, self.read(count, span), Expr::int(0, span), span);
        let both = call(self.read(acc, span), value.clone());
        self.choice(
            none,
            span,
            out,
            |this, out| {
                this.set(acc, value, out);
                Ok(())
            },
            |this, out| {
                this.set(acc, both, out);
                Ok(())
            },
        )?;
        let more = arith(BinOp::Add, self.read(count, span), Expr::int(1, span), span);
        self.set(count, more, out);
        Ok(())
    }
}

/// Lanes that wait for their right neighbours: of each power of two there is at most one, the larger ones before the smaller.
struct Waiting {
    values: VarId,
    /// Of each, for how many lanes it stands.
    sizes: VarId,
    depth: VarId,
    ty: Ty,
    span: Span,
}

impl Waiting {
    /// One more than the logarithm of the lanes of a block, and one for the lane that comes.
    const DEPTH: u32 = shape::LANES.trailing_zeros() + 2;

    fn new(b: &mut Builder<'_, '_>, ty: &Ty, span: Span, out: &mut Vec<Stmt>) -> Waiting {
        let mut array = |name: &str, elem: &Ty| {
            let ty = Ty::Array(ArrayTy { elem: Box::new(elem.clone()), dims: vec![Some(Waiting::DEPTH)] });
            let var = b.var(name, ty.clone(), true, span);
            b.emit(out, StmtKind::Let { var, init: Some(Expr::new(ExprKind::NewPrivate, ty, span)) }, span);
            var
        };
        let (values, sizes) = (array("waiting", ty), array("sizes", &Ty::I32));
        let depth = b.variable("depth", Expr::int(0, span), out);
        Waiting { values, sizes, depth, ty: ty.clone(), span }
    }

    fn value(&self, at: Expr) -> Expr {
        Expr::new(ExprKind::Index { array: self.values, index: vec![at] }, self.ty.clone(), self.span)
    }

    fn size(&self, at: Expr) -> Expr {
        Expr::new(ExprKind::Index { array: self.sizes, index: vec![at] }, Ty::I32, self.span)
    }

    fn below_top(&self, b: &Builder<'_, '_>, by: i32) -> Expr {
        arith(BinOp::Sub, b.read(self.depth, self.span), Expr::int(by, self.span), self.span)
    }

    /// The two on top become one.
    fn join(&self, b: &mut Builder<'_, '_>, call: &dyn Fn(Expr, Expr) -> Expr, out: &mut Vec<Stmt>) {
        let span = self.span;
        let (left, right) = (self.below_top(b, 2), self.below_top(b, 1));
        let left = b.keep(left, "left", out);
        let right = b.keep(right, "right", out);
        let value = call(self.value(left.clone()), self.value(right.clone()));
        let value = b.keep(value, "pair", out);
        b.emit(out, StmtKind::Store { array: self.values, index: vec![left.clone()], value }, span);
        let size = arith(BinOp::Add, self.size(left.clone()), self.size(right.clone()), span);
        b.emit(out, StmtKind::Store { array: self.sizes, index: vec![left], value: size }, span);
        b.set(self.depth, right, out);
    }

    fn repeat(
        &self,
        b: &mut Builder<'_, '_>,
        call: &dyn Fn(Expr, Expr) -> Expr,
        equal: bool,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let span = self.span;
        let label = b.label();
        let two = compare(BinOp::Ge, b.read(self.depth, span), Expr::int(2, span), span);
        let cond = if equal {
            let same = compare(BinOp::Eq, self.size(self.below_top(b, 2)), self.size(self.below_top(b, 1)), span);
            Expr::new(ExprKind::And(Box::new(two), Box::new(same)), Ty::Bool, span)
        } else {
            two
        };
        let mut stmts = Vec::new();
        b.uncertain(|b| self.join(b, call, &mut stmts));
        b.emit(out, StmtKind::While { cond, body: Block { stmts }, label }, span);
        Ok(())
    }

    fn push(
        &self,
        b: &mut Builder<'_, '_>,
        call: &dyn Fn(Expr, Expr) -> Expr,
        lane: VarId,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let span = self.span;
        let at = b.read(self.depth, span);
        let value = b.read(lane, span);
        b.emit(out, StmtKind::Store { array: self.values, index: vec![at.clone()], value }, span);
        b.emit(out, StmtKind::Store { array: self.sizes, index: vec![at], value: Expr::int(1, span) }, span);
        let deeper = arith(BinOp::Add, b.read(self.depth, span), Expr::int(1, span), span);
        b.set(self.depth, deeper, out);
        self.repeat(b, call, true, out)
    }

    /// What all give together, of which there is one at least; none is left.
    fn take(&self, b: &mut Builder<'_, '_>, call: &dyn Fn(Expr, Expr) -> Expr, out: &mut Vec<Stmt>) -> Result<VarId> {
        let span = self.span;
        self.repeat(b, call, false, out)?;
        let value = b.variable("block", self.value(Expr::int(0, span)), out);
        b.set(self.depth, Expr::int(0, span), out);
        Ok(value)
    }
}

fn arith(op: BinOp, a: Expr, b: Expr, span: Span) -> Expr {
    Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), Ty::I32, span)
}

fn compare(op: BinOp, a: Expr, b: Expr, span: Span) -> Expr {
    Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), Ty::Bool, span)
}

fn min(a: Expr, b: Expr, span: Span) -> Expr {
    Expr::new(ExprKind::Math(MathOp::Min, vec![a, b]), Ty::I32, span)
}
