//! Maps and reductions within one iteration: loops over the elements.
//!
//! A map's elements are computed where they are used, so `+! (a @* b)` makes no array. A reduction has the fixed shape of
//! [`shape`] here too, so that a method gives the same bits whether it is mapped or called: a row of known, small length is
//! folded in order; of any other the lanes of a block stand in an array of the iteration.

mod reduce;

use crate::builder::{Binding, Builder, Sink, convert, math_op};
use crate::error::{LowerError, Result};
use crate::lime;
use crate::types::core_type;
use somd_core::ir::{
    self, ArrayTy, BinOp, Block, CheckKind, Const, Expr, ExprKind, MathOp, Stmt, StmtKind, Ty, UnOp, VarId,
};
use somd_core::shape;
use somd_hir::{self as hir, MapUnaryOp, MethodId};
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
        ty: ArrayTy,
        sides: Box<[Source; 2]>,
    },
    Unary(UnOp, Box<Source>),
    Convert(Ty, Box<Source>),
    /// The numbers below this one.
    Indices(Expr),
}

#[derive(Clone)]
pub enum Operand {
    Mapped(Source),
    Whole(Binding),
}

impl<'a> Builder<'_, 'a> {
    /// What the expression's elements are; operands are evaluated now.
    pub fn source(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Source> {
        let array_ty = |this: &Self| match core_type(this.cx, &e.ty) {
            Some(Ty::Array(a)) => Ok(a),
            _ => Err(LowerError::unsupported_type(e.span, "the result of this operator")),
        };
        match &e.kind {
            hir::ExprKind::Map { method, args } => {
                let mut operands = Vec::new();
                for (k, arg) in args.iter().enumerate() {
                    let later = || args[k + 1..].iter().map(|a| &a.expr);
                    operands.push(if arg.mapped {
                        let source = self.source(&arg.expr, out)?;
                        Operand::Mapped(self.source_before(source, later(), out)?)
                    } else {
                        Operand::Whole(self.whole(*method, k, &arg.expr, later(), out)?)
                    });
                }
                Ok(Source::Map { method: *method, args: operands })
            }
            hir::ExprKind::MapBinary { op, left, right } => {
                let ty = array_ty(self)?;
                let scalar = |this: &Self, e: &hir::Expr| match core_type(this.cx, &e.ty) {
                    Some(Ty::Array(a)) => Ok(*a.elem),
                    Some(t) => Ok(t),
                    None => Err(LowerError::unsupported_type(e.span, "this operand")),
                };
                let operand = if op.is_comparison() {
                    lime::promoted(&scalar(self, left)?, &scalar(self, right)?)
                } else {
                    *ty.elem.clone()
                };
                let first = self.source(left, out)?;
                let first = self.source_before(first, [&**right], out)?;
                let sides = Box::new([first, self.source(right, out)?]);
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
            hir::ExprKind::MapConvert(array) => {
                Ok(Source::Convert(*array_ty(self)?.elem, Box::new(self.source(array, out)?)))
            }
            hir::ExprKind::Upcast(inner) if lime::is_region(inner) => self.source(inner, out),
            hir::ExprKind::Freeze(inner) if lime::is_region(inner) && !lime::narrows(e, inner) => {
                self.source(inner, out)
            }
            hir::ExprKind::Call { .. } if lime::counted(self.cx.hir, e).is_some() => {
                let n = lime::counted(self.cx.hir, e).ok_or_else(LowerError::internal)?;
                let n = self.expr(n, out)?;
                Ok(Source::Indices(if matches!(n.kind, ExprKind::Len { .. }) { n } else { self.keep(n, "n", out) }))
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

    /// A source whose elements are fetched after these expressions have been evaluated.
    fn source_before<'e>(
        &mut self,
        source: Source,
        later: impl IntoIterator<Item = &'e hir::Expr>,
        out: &mut Vec<Stmt>,
    ) -> Result<Source> {
        Ok(match source {
            Source::Stored { array, index } => {
                let (array, index) = self.before((array, index), later, out)?;
                Source::Stored { array, index }
            }
            other => other,
        })
    }

    /// An argument that is passed whole.
    fn whole<'e>(
        &mut self,
        method: MethodId,
        k: usize,
        e: &hir::Expr,
        later: impl IntoIterator<Item = &'e hir::Expr>,
        out: &mut Vec<Stmt>,
    ) -> Result<Binding> {
        if let hir::ExprKind::Local(local) = &e.kind
            && matches!(self.local(*local), Some(Binding::This))
        {
            return Ok(Binding::This);
        }
        if core_type(self.cx, &e.ty).is_some_and(|t| t.as_array().is_some()) {
            let named = self.array(e, out)?;
            let (array, index) = self.before(named, later, out)?;
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
            Source::Indices(n) => all.push(n.clone()),
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

    /// The source of row `i` where that row is computed by an operator; None where it is an element, or an array that exists.
    fn computed_row(&mut self, source: &Source, i: &Expr, span: Span, out: &mut Vec<Stmt>) -> Result<Option<Source>> {
        let computed = match source {
            Source::Binary { ty, .. } => ty.dims.len() > 1,
            Source::Unary(..) | Source::Convert(..) => self.source_rank(source)? > 1,
            _ => false,
        };
        if computed { self.row_of(source, i, span, out).map(Some) } else { Ok(None) }
    }

    fn source_rank(&self, source: &Source) -> Result<usize> {
        Ok(match source {
            Source::Scalar(_) => 0,
            Source::Indices(_) => 1,
            Source::Stored { array, index } => {
                self.ty(*array).as_array().ok_or_else(LowerError::internal)?.dims.len() - index.len()
            }
            Source::Binary { ty, .. } => ty.dims.len(),
            Source::Unary(_, inner) | Source::Convert(_, inner) => self.source_rank(inner)?,
            Source::Map { method, .. } => {
                let ret = core_type(self.cx, &self.cx.hir.method(*method).ret);
                1 + ret.and_then(|t| Some(t.as_array()?.dims.len())).unwrap_or(0)
            }
        })
    }

    /// Row `i` of a source of several dimensions, as a source.
    fn row_of(&mut self, source: &Source, i: &Expr, span: Span, out: &mut Vec<Stmt>) -> Result<Source> {
        Ok(match source {
            Source::Scalar(_) | Source::Indices(_) => source.clone(),
            Source::Stored { array, index } => {
                Source::Stored { array: *array, index: index.iter().cloned().chain([i.clone()]).collect() }
            }
            Source::Binary { op, operand, ty, sides } => {
                let sides = [self.row_of(&sides[0], i, span, out)?, self.row_of(&sides[1], i, span, out)?];
                let ty = ArrayTy { elem: ty.elem.clone(), dims: ty.dims[1..].to_vec() };
                Source::Binary { op: *op, operand: operand.clone(), ty, sides: Box::new(sides) }
            }
            Source::Unary(op, inner) => Source::Unary(*op, Box::new(self.row_of(inner, i, span, out)?)),
            Source::Convert(to, inner) => Source::Convert(to.clone(), Box::new(self.row_of(inner, i, span, out)?)),
            // What the method gives for the element.
            Source::Map { .. } => match self.source_element(source, i, span, out)?.kind {
                ExprKind::Var(array) => Source::Stored { array, index: Vec::new() },
                ExprKind::Row { array, index } => Source::Stored { array, index },
                _ => return Err(LowerError::internal()),
            },
        })
    }

    /// The type of the array that a source's elements make; the bounds are those that the arrays' types tell.
    fn source_ty(&self, source: &Source) -> Result<ArrayTy> {
        Ok(match source {
            Source::Stored { array, index } => {
                let ty = self.ty(*array).as_array().cloned().ok_or_else(LowerError::internal)?;
                ArrayTy { elem: ty.elem.clone(), dims: ty.dims[index.len()..].to_vec() }
            }
            Source::Binary { ty, .. } => ty.clone(),
            Source::Unary(_, inner) => self.source_ty(inner)?,
            Source::Convert(to, inner) => ArrayTy { elem: Box::new(to.clone()), dims: self.source_ty(inner)?.dims },
            Source::Indices(_) => ArrayTy { elem: Box::new(Ty::I32), dims: vec![None] },
            Source::Scalar(_) | Source::Map { .. } => return Err(LowerError::internal()),
        })
    }

    /// Element `i`, which is in range; of several dimensions the row, in an array of the iteration where it is computed.
    fn source_element(&mut self, source: &Source, i: &Expr, span: Span, out: &mut Vec<Stmt>) -> Result<Expr> {
        if let Some(computed) = self.computed_row(source, i, span, out)? {
            let ty = Ty::Array(self.source_ty(&computed)?);
            let row = self.private_row(&ty, span, out)?;
            self.store_source(row, &[], &computed, span, out)?;
            return Ok(self.read(row, span));
        }
        Ok(match source {
            Source::Scalar(value) => value.clone(),
            Source::Indices(_) => i.clone(),
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
                self.binary(*op, a, b, *ty.elem.clone(), span)
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
                    Sink::Nothing | Sink::Object(_) => return Err(LowerError::internal()),
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
        let ty = ty.as_array().ok_or_else(LowerError::internal)?;
        Ok(self.own_row("row", ty, &[], span, span, out)?.0)
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
                Operand::Whole(Binding::Row { array, index }) => {
                    self.array_parameter(method, param, (*array, index.clone()), span, out)?
                }
                Operand::Whole(binding) => binding.clone(),
                Operand::Mapped(s) => {
                    let value = self.source_element(s, i, span, out)?;
                    self.parameter(method, param, value, out)?
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
                self.nested_reduce(*op, &source, e, out)
            }
            hir::ExprKind::ReduceMethod { method, operator, array, init, captured } => {
                let source = self.source(array, out)?;
                let init = match init {
                    Some(i) => {
                        let value = self.expr(i, out)?;
                        Some(self.keep(value, "init", out))
                    }
                    None => None,
                };
                if let Some(known) = operator {
                    return self.nested_known(*known, &source, init, e, out);
                }
                let captured: Vec<&hir::Expr> = captured.iter().collect();
                let captured = self.operands(&captured, out)?;
                let captured: Vec<Expr> = captured.into_iter().map(|c| self.keep(c, "captured", out)).collect();
                self.nested_fold(*method, &source, init, captured, e, out)
            }
            _ => {
                let ty = core_type(self.cx, &e.ty)
                    .ok_or_else(|| LowerError::unsupported_type(span, "the result of this map"))?;
                let source = self.source(e, out)?;
                let n = self.source_length(&source, span, out)?;
                let mut ty = ty.as_array().cloned().ok_or_else(LowerError::internal)?;
                // A length that the type does not tell may be that of what is mapped over.
                if let (None, ExprKind::Len { array, dim }) = (ty.dims[0], &n.kind) {
                    // Of what an operator gives, all lengths are; a method's rows have their own.
                    let dims = if matches!(source, Source::Map { .. }) { 1 } else { ty.dims.len() };
                    let known = self.ty(*array).as_array().map_or(Vec::new(), |a| a.dims[*dim as usize..].to_vec());
                    for (bound, known) in ty.dims.iter_mut().take(dims).zip(known) {
                        *bound = bound.or(known);
                    }
                }
                let lengths = if ty.dims.len() == 1 { vec![n] } else { Vec::new() };
                let row = self.own_row("row", &ty, &lengths, span, span, out)?;
                self.store_source(row.0, &row.1, &source, span, out)?;
                Ok(self.read_place(row, span))
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
            if at.len() < rank
                && let Some(computed) = this.computed_row(source, &i, span, body)?
            {
                return this.store_source(array, &at, &computed, span, body);
            }
            let value = this.source_element(source, &i, span, body)?;
            this.store(array, at, value, span, body)
        })
    }

    /// `for i in lo..hi`
    pub(super) fn for_each(
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
