//! Calls: single operations, scalar functions, and methods that are translated in place because arrays are among their arguments.

use crate::Cx;
use crate::builder::{Binding, Builder, Frame, ReturnMode, Sink};
use crate::error::{LowerError, Result};
use crate::rows;
use crate::somd;
use crate::types;
use crate::types::core_type;
use crate::walk;
use somd_core::ir::{
    ArrayTy, Block, Const, Expr, ExprKind, Func, FuncId, FuncKind, MathOp, Prov, Stmt, StmtKind, StructId, Ty, VarId,
};
use somd_hir as hir;
use somd_hir::{CallKind, LocalId, MethodId};
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Methods that compute places call others to this depth.
const MOST_HELPERS: u32 = 4;

fn is_whole_number(ty: &hir::Ty) -> bool {
    matches!(ty, hir::Ty::Int | hir::Ty::Long)
}

impl<'a> Builder<'_, 'a> {
    pub(super) fn call(
        &mut self,
        kind: CallKind,
        method: MethodId,
        receiver: Option<&hir::Expr>,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        if let Some(object) = receiver.filter(|r| self.is_object(r) && !self.is_outer(r)) {
            return self.object_call(kind, method, object, args, span, out);
        }
        if let Some(value) = self.box_call(method, receiver, args, span, out)? {
            return Ok(value);
        }
        if let Some(text) = receiver.filter(|r| self.is_text(r)) {
            return self.text_call(method, text, args, span, out);
        }
        if kind == CallKind::Virtual
            && matches!(receiver.map(|r| &r.kind), Some(hir::ExprKind::This))
            && let Some(several) = self.method_of_this(method, span)
        {
            return Err(several);
        }
        let callee = self.cx.hir.method(method);
        let class = self.cx.hir.class(callee.class);
        if let Some(value) = self.enum_call(method, receiver, args, span, out)? {
            return Ok(value);
        }
        if callee.is_static {
            self.initialised(callee.class, span)?;
        }
        let refs: Vec<&hir::Expr> = args.iter().collect();
        if let Some(op) = math_op(&class.name, &callee.name, args.len()) {
            let args = self.operands(&refs, out)?;
            let ty = core_type(self.cx, &callee.ret).ok_or_else(LowerError::internal)?;
            return Ok(Expr::new(ExprKind::Math(op, args), ty, span));
        }
        if is_bitcast(&class.name, &callee.name) {
            let mut args = self.operands(&refs, out)?;
            let ty = core_type(self.cx, &callee.ret).ok_or_else(LowerError::internal)?;
            let arg = args.pop().ok_or_else(LowerError::internal)?;
            return Ok(Expr::new(ExprKind::Bitcast(Box::new(arg)), ty, span));
        }
        // A parallel stream of a method that an iteration calls is a loop of the iteration, as one that is written there.
        let stream = callee.somd.as_ref().is_some_and(|s| s.library.is_some());
        if callee.somd.is_some() && (self.at_region_level || !stream) {
            return somd::call(self, method, receiver, args, span, out);
        }
        if callee.kind == hir::MethodKind::Constructor {
            return self.constructor_call(method, args, span, out);
        }
        // What is done with a whole array, the natives do better.
        let scalars = args.iter().all(|a| a.ty.is_primitive());
        if (scalars || !self.at_region_level)
            && let Some(twin) = self.cx.plain_twin(method, args)
        {
            let args: Vec<hir::Expr> = args.iter().map(|e| crate::plain_argument(e).clone()).collect();
            let sorted = self.sorted_row(method, &args);
            let from = out.len();
            let value = self.call(CallKind::Static, twin, None, &args, span, out)?;
            if let Some(sorted) = sorted {
                let (label, body) = (self.label(), Block { stmts: out.split_off(from) });
                self.row_sorts.insert(label, sorted);
                self.emit(out, StmtKind::Labeled { label, body }, span);
            }
            return Ok(value);
        }
        if callee.native.is_some() || callee.body.is_none() {
            return Err(LowerError::new(span, format!("`{}` cannot be called in parallel code", callee.display)));
        }
        self.runs_alone(kind, method, receiver, span)?;
        let arrays = callee
            .params
            .iter()
            .any(|p| core_type(self.cx, &callee.locals[p.index()].ty).is_none_or(|t| t.as_array().is_some()));
        let plain_this = receiver.is_some() && !class.is_value;
        let array_result = core_type(self.cx, &callee.ret).is_some_and(|t| t.as_array().is_some());
        if arrays || plain_this || array_result {
            return self.inline_call(method, receiver, args, span, out);
        }
        if receiver.is_none()
            && let Some(value) = self.index_call(method, args, out)?
        {
            return Ok(value);
        }
        let func = match self.cx.scalar_function(method) {
            Ok(func) => func,
            // In place, it has the static fields that the region is given, and arrays of lengths that it knows.
            Err(_) if self.captures.is_some() => return self.inline_call(method, receiver, args, span, out),
            Err(e) => return Err(e.called_from(span, &callee.display)),
        };
        let mut all: Vec<&hir::Expr> = receiver.into_iter().collect();
        all.extend(refs);
        let args = self.operands(&all, out)?;
        if callee.ret == hir::Ty::Void {
            self.emit(out, StmtKind::Call { func, args }, span);
            return Ok(Expr::new(ExprKind::Const(Const::Bool(false)), Ty::Bool, span));
        }
        let ty = core_type(self.cx, &callee.ret)
            .ok_or_else(|| types::unsupported(self.cx, &callee.ret, span, &callee.name))?;
        Ok(Expr::new(ExprKind::Call { func, args }, ty, span))
    }

    /// A call of a method that computes a place from numbers (`at(i, j, w)` for `i * w + j`): its value in the place of the call, so that what is
    /// known of subscripts goes through it. Nothing in it can throw, so no trace would name the method.
    fn index_call(&mut self, method: MethodId, args: &[hir::Expr], out: &mut Vec<Stmt>) -> Result<Option<Expr>> {
        let hir: &'a hir::Program = self.cx.hir;
        let callee = hir.method(method);
        let Some([hir::Stmt { kind: hir::StmtKind::Return(Some(value)), .. }]) =
            callee.body.as_ref().map(|b| b.stmts.as_slice())
        else {
            return Ok(None);
        };
        if !callee.params.iter().all(|p| is_whole_number(&callee.locals[p.index()].ty)) || !self.is_place(value, 0) {
            return Ok(None);
        }
        let bindings = self.arguments(method, args, out)?;
        self.within(method, bindings, |b| b.expr(value, out)).map(Some)
    }

    /// Sums and products of numbers that are given, which neither throw nor read anything else.
    fn is_place(&self, e: &hir::Expr, depth: u32) -> bool {
        let mut fine = is_whole_number(&e.ty);
        walk::exprs(e, &mut |e| {
            fine &= match &e.kind {
                hir::ExprKind::Lit(_) | hir::ExprKind::Local(_) | hir::ExprKind::Neg(_) | hir::ExprKind::Convert(_) => {
                    is_whole_number(&e.ty)
                }
                hir::ExprKind::Binary(op, ..) => {
                    matches!(op, hir::BinOp::Add | hir::BinOp::Sub | hir::BinOp::Mul | hir::BinOp::Shl)
                }
                hir::ExprKind::Call { method, receiver: None, .. } => {
                    let m = self.cx.hir.method(*method);
                    let value = match m.body.as_ref().map(|b| b.stmts.as_slice()) {
                        Some([hir::Stmt { kind: hir::StmtKind::Return(Some(value)), .. }]) => Some(value),
                        _ => None,
                    };
                    depth < MOST_HELPERS && m.somd.is_none() && value.is_some_and(|v| self.is_place(v, depth + 1))
                }
                _ => false,
            };
        });
        fine
    }

    /// A call, not of an object that is taken apart, runs this very method.
    pub(super) fn runs_alone(
        &self,
        kind: CallKind,
        method: MethodId,
        receiver: Option<&hir::Expr>,
        span: Span,
    ) -> Result<()> {
        let callee = self.cx.hir.method(method);
        let class = self.cx.hir.class(callee.class);
        let on_this = matches!(receiver.map(|r| &r.kind), Some(hir::ExprKind::This));
        let single_target =
            kind != CallKind::Virtual || class.is_final || class.is_value || on_this && !self.cx.is_overridden(method);
        if !single_target && class.is_library {
            return Err(LowerError::new(span, format!("`{}` cannot be called in parallel code", callee.display))
                .note("it works on an object, which has a state of its own or an effect that iterations would have in no order; do it before or after the loop"));
        }
        if !single_target {
            return Err(LowerError::new(
                span,
                format!("`{}` may be overridden: which method runs is not known here", callee.display),
            )
            .note("make the method static, private or final"));
        }
        Ok(())
    }

    /// `this(…)` or `super(…)` of a value under construction: the body is translated in place, on the same fields.
    pub(super) fn constructor_call(
        &mut self,
        method: MethodId,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let this = self.frames.last().and_then(|f| f.this.clone());
        let callee = self.cx.hir.method(method);
        let nothing = Expr::new(ExprKind::Const(Const::Bool(false)), Ty::Bool, span);
        if callee.body.as_ref().is_none_or(|b| b.stmts.is_empty()) {
            return Ok(nothing);
        }
        let mut bindings = Vec::new();
        for (param, arg) in callee.params.iter().zip(args) {
            let value = self.expr(arg, out)?;
            bindings.push((*param, self.parameter(method, *param, value, out)?));
        }
        self.inline(method, this, bindings, Sink::Nothing, span, out)?;
        Ok(nothing)
    }

    /// A call whose arguments are arrays: the body is translated in place, its parameters standing for the arguments.
    pub(super) fn inline_call(
        &mut self,
        method: MethodId,
        receiver: Option<&hir::Expr>,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let this = self.receiver(method, receiver, out)?;
        self.inline_on(method, this, args, span, out)
    }

    /// What `this` stands for in a method that is translated in place.
    pub(super) fn receiver(
        &mut self,
        method: MethodId,
        receiver: Option<&hir::Expr>,
        out: &mut Vec<Stmt>,
    ) -> Result<Option<Binding>> {
        let hir: &'a hir::Program = self.cx.hir;
        Ok(match receiver {
            Some(r) if self.is_object(r) && !self.is_outer(r) => self.object(r, out)?.map(Binding::Object),
            Some(r) if matches!(r.kind, hir::ExprKind::This) => self.frames.last().and_then(|f| f.this.clone()),
            Some(r) if hir.class(hir.method(method).class).is_value => {
                let value = self.expr(r, out)?;
                match self.keep(value, "self", out).kind {
                    ExprKind::Var(v) => Some(Binding::Var(v)),
                    _ => return Err(LowerError::internal()),
                }
            }
            Some(r) => {
                let of_box = hir.unboxed(&hir::Ty::Class(hir.method(method).class)).is_some();
                return Err(match of_box {
                    true => LowerError::new(r.span, "generic methods are not specialised for parallel code").note(
                        "what they take and give are objects there; write the method for the type that it is used with",
                    ),
                    false => LowerError::new(r.span, "methods of objects cannot be called in parallel code"),
                });
            }
            None => None,
        })
    }

    /// What the parameters of a method that is translated in place stand for.
    pub(super) fn arguments(
        &mut self,
        method: MethodId,
        args: &[hir::Expr],
        out: &mut Vec<Stmt>,
    ) -> Result<Vec<(LocalId, Binding)>> {
        let hir: &'a hir::Program = self.cx.hir;
        let callee = hir.method(method);
        let mut bindings = Vec::new();
        for (k, (param, arg)) in callee.params.iter().zip(args).enumerate() {
            let binding = if self.is_outer(arg) {
                Binding::This
            } else if let Some(group) = self.group(arg).filter(|_| !self.cx.assigned(method, *param)) {
                Binding::Objects(group)
            } else if let Some(object) = self.object(arg, out)? {
                self.object_parameter(method, *param, object, arg, out)?
            } else if let Some((array, index)) = self.text(arg, out)? {
                if self.cx.assigned(method, *param) {
                    return Err(LowerError::new(arg.span, "this string is a parameter that is assigned")
                        .note("in parallel code a variable keeps the string it was given"));
                }
                Binding::Row { array, index }
            } else if core_type(self.cx, &arg.ty).is_some_and(|t| t.as_array().is_some()) {
                let named = self.array(arg, out)?;
                let (array, index) = self.before(named, &args[k + 1..], out)?;
                let index = index.into_iter().map(|i| self.keep(i, "row", out)).collect::<Vec<_>>();
                self.array_parameter(method, *param, (array, index), arg.span, out)?
            } else {
                let value = self.expr(arg, out)?;
                self.parameter(method, *param, value, out)?
            };
            bindings.push((*param, binding));
        }
        Ok(bindings)
    }

    /// As [`Builder::inline_call`], on what `this` stands for.
    pub(super) fn inline_on(
        &mut self,
        method: MethodId,
        this: Option<Binding>,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let hir: &'a hir::Program = self.cx.hir;
        let callee = hir.method(method);
        let bindings = self.arguments(method, args, out)?;
        let ret = match core_type(self.cx, &callee.ret) {
            Some(ty) => Some(ty),
            None if callee.ret == hir::Ty::Void => None,
            None => Some(self.boxed_result(method, &bindings, span)?),
        };
        let sink = match ret {
            None => Sink::Nothing,
            Some(Ty::Array(ty)) => {
                let lengths = self.returned_lengths(method, &bindings, span);
                let (array, prefix) = self.own_row("row", &ty, &lengths, span, span, out)?;
                Sink::Store { array, prefix }
            }
            Some(ty) => {
                let var = self.var(callee.name.clone(), ty, true, span);
                self.emit(out, StmtKind::Let { var, init: None }, span);
                Sink::Var(var)
            }
        };
        self.inline(method, this, bindings, sink.clone(), span, out)?;
        Ok(match sink {
            Sink::Nothing => Expr::new(ExprKind::Const(Const::Bool(false)), Ty::Bool, span),
            Sink::Var(v) => self.read(v, span),
            Sink::Store { array, prefix } => self.read_place((array, prefix), span),
            Sink::Object(_) => return Err(LowerError::internal()),
        })
    }

    /// How long the array is that a method returns, where that follows from what it is given.
    fn returned_lengths(&self, method: MethodId, bindings: &[(LocalId, Binding)], span: Span) -> Vec<Expr> {
        let mut known = rows::Known::default();
        for (param, binding) in bindings {
            match binding {
                Binding::Var(v) if self.ty(*v) == Ty::I32 && !self.vars[v.index()].mutable => {
                    known.numbers.insert(*param, self.read(*v, span));
                }
                Binding::Var(v) if self.ty(*v).as_array().is_some() => {
                    known.arrays.insert(*param, self.lengths_of(*v, 0, span));
                }
                Binding::Row { array, index } => {
                    known.arrays.insert(*param, self.lengths_of(*array, index.len(), span));
                }
                _ => {}
            }
        }
        rows::returned(self.cx.hir, method, &known).unwrap_or_default()
    }

    /// What a parameter of an inlined method is bound to.
    pub fn parameter(&mut self, callee: MethodId, param: LocalId, value: Expr, out: &mut Vec<Stmt>) -> Result<Binding> {
        match value.kind {
            ExprKind::Row { array, index } => {
                return self.array_parameter(callee, param, (array, index), value.span, out);
            }
            ExprKind::Var(v) if value.ty.as_array().is_some() => {
                return self.array_parameter(callee, param, (v, Vec::new()), value.span, out);
            }
            _ => {}
        }
        let hir: &'a hir::Program = self.cx.hir;
        let info = &hir.method(callee).locals[param.index()];
        if !self.cx.assigned(callee, param) {
            if let ExprKind::Var(v) = value.kind
                && !self.vars[v.index()].mutable
            {
                return Ok(Binding::Var(v));
            }
            let (ty, span) = (value.ty.clone(), value.span);
            let var = self.var(info.name.clone(), ty, false, span);
            self.emit(out, StmtKind::Let { var, init: Some(value) }, span);
            return Ok(Binding::Var(var));
        }
        let (ty, span) = (value.ty.clone(), value.span);
        let var = self.var(info.name.clone(), ty, true, span);
        self.emit(out, StmtKind::Let { var, init: Some(value) }, span);
        Ok(Binding::Var(var))
    }

    /// Translates what a method's body says where its locals are these.
    pub fn within<R>(
        &mut self,
        method: MethodId,
        locals: Vec<(LocalId, Binding)>,
        f: impl FnOnce(&mut Self) -> Result<R>,
    ) -> Result<R> {
        self.frames.push(Frame {
            method,
            locals: locals.into_iter().collect(),
            this: None,
            labels: BTreeMap::new(),
            continue_only: BTreeSet::new(),
            leave: None,
            ret: ReturnMode::Refused("this is a part of a method"),
        });
        let done = f(self);
        self.frames.pop();
        done
    }

    /// Translates a method's body in place. The value goes to `sink`.
    pub fn inline(
        &mut self,
        method: MethodId,
        this: Option<Binding>,
        bindings: Vec<(LocalId, Binding)>,
        sink: Sink,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let hir: &'a hir::Program = self.cx.hir;
        let callee = hir.method(method);
        if self.frames.iter().any(|f| f.method == method) {
            return Err(LowerError::new(
                span,
                format!("`{}` calls itself: recursion is not supported in parallel code", callee.display),
            ));
        }
        let body = callee.body.as_ref().ok_or_else(LowerError::internal)?;
        let block = self.label();
        self.frames.push(Frame {
            method,
            locals: bindings.into_iter().collect(),
            this,
            labels: BTreeMap::new(),
            continue_only: BTreeSet::new(),
            leave: None,
            ret: ReturnMode::Inline { block, sink },
        });
        let mut stmts = Vec::new();
        let done = self.uncertain(|this| this.block(body, &mut stmts));
        self.frames.pop();
        done.map_err(|e| e.called_from(span, &callee.display))?;
        // A single return at the end needs no block around.
        if matches!(stmts.last().map(|s| &s.kind), Some(StmtKind::Break(l)) if *l == block) {
            stmts.pop();
        }
        if walk::breaks_to(&stmts, block) {
            self.emit(out, StmtKind::Labeled { label: block, body: Block { stmts } }, span);
        } else {
            out.append(&mut stmts);
        }
        Ok(())
    }

    pub(super) fn new_value(
        &mut self,
        class: hir::ClassId,
        constructor: MethodId,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let func = self.cx.scalar_function(constructor).map_err(|e| e.called_from(span, "this constructor"))?;
        let refs: Vec<&hir::Expr> = args.iter().collect();
        let args = self.operands(&refs, out)?;
        let id = self
            .cx
            .struct_of(class)
            .ok_or_else(|| LowerError::unsupported_type(span, &self.cx.hir.class(class).name))?;
        Ok(Expr::new(ExprKind::Call { func, args }, Ty::Struct(id), span))
    }
}

/// Methods that are single operations everywhere.
pub fn math_op(class: &str, name: &str, args: usize) -> Option<MathOp> {
    if !matches!(class, "java.lang.Math" | "java.lang.StrictMath" | "somd.FloatMath") {
        return None;
    }
    Some(match (name, args) {
        ("sqrt", 1) => MathOp::Sqrt,
        ("abs", 1) => MathOp::Abs,
        ("floor", 1) => MathOp::Floor,
        ("ceil", 1) => MathOp::Ceil,
        ("rint", 1) => MathOp::Rint,
        ("fma", 3) => MathOp::Fma,
        ("min", 2) => MathOp::Min,
        ("max", 2) => MathOp::Max,
        _ => return None,
    })
}

fn is_bitcast(class: &str, name: &str) -> bool {
    matches!(
        (class, name),
        ("java.lang.Double", "doubleToRawLongBits" | "longBitsToDouble")
            | ("java.lang.Float", "floatToRawIntBits" | "intBitsToFloat")
    )
}

/// Makes a scalar function of a method; see [`Cx::scalar_function`].
pub fn scalar_function(cx: &mut Cx<'_>, method: MethodId) -> Result<Func> {
    let hir = cx.hir;
    let callee = hir.method(method);
    let class = hir.class(callee.class);
    let span = callee.name_span;
    let body = callee.body.as_ref().ok_or_else(|| LowerError::new(span, "this method has no body"))?;
    let is_constructor = callee.kind == hir::MethodKind::Constructor;
    let name = cx.unique(&format!("{}_{}", class.binary_name, if is_constructor { "new" } else { &callee.name }));
    let mut b = Builder::new(cx);
    b.frames.push(Frame::new(method, ReturnMode::Function));
    let mut params = Vec::new();
    let mut stmts = Vec::new();
    let mut ret = Vec::new();
    if !callee.is_static && !is_constructor {
        let id = b.cx.struct_of(callee.class).ok_or_else(|| LowerError::unsupported_type(span, &class.name))?;
        let this = b.var("self", Ty::Struct(id), false, span);
        params.push(this);
        b.frame().this = Some(Binding::Var(this));
    }
    for &p in &callee.params {
        params.push(b.declare(p, span)?);
    }
    let mut fields = Vec::new();
    if is_constructor {
        let id = b.cx.struct_of(callee.class).ok_or_else(|| LowerError::unsupported_type(span, &class.name))?;
        for (field, ty) in b.cx.core.structs[id.index()].fields.clone() {
            let zero = types::zero(b.cx, &ty, span).ok_or_else(|| LowerError::unsupported_type(span, &field))?;
            let var = b.var(field, ty, true, span);
            b.emit(&mut stmts, StmtKind::Let { var, init: Some(zero) }, span);
            fields.push(var);
        }
        b.frame().this = Some(Binding::Fields(fields.clone()));
        ret.push(Ty::Struct(id));
    } else if callee.ret != hir::Ty::Void {
        ret.push(core_type(b.cx, &callee.ret).ok_or_else(|| LowerError::unsupported_type(span, &callee.name))?);
    }
    b.block(body, &mut stmts)?;
    if is_constructor {
        let values = fields.iter().map(|&f| b.read(f, span)).collect();
        let value = Expr::new(ExprKind::MakeStruct(values), ret[0].clone(), span);
        b.emit(&mut stmts, StmtKind::Return(vec![value]), span);
    }
    let vars = b.vars;
    Ok(Func {
        name,
        kind: FuncKind::Scalar,
        params,
        ret,
        vars,
        body: Block { stmts },
        fast_math: callee.fast_math,
        cold: callee.cold,
        prov: Prov::one(callee.span),
        display: callee.display.clone(),
    })
}

/// A combinator of rows as a scalar function of structures (see [`Cx::row_struct`]), which takes numbers from outside behind them.
pub fn row_combinator(cx: &mut Cx<'_>, method: MethodId, row: &ArrayTy) -> Result<FuncId> {
    let hir = cx.hir;
    let callee = hir.method(method);
    let span = callee.name_span;
    let id = cx.row_struct(row).ok_or_else(LowerError::internal)?;
    let name = cx.unique(&format!("{}_{}", hir.class(callee.class).binary_name, callee.name));
    let mut b = Builder::new(cx);
    let (mut params, mut bindings, mut stmts) = (Vec::new(), Vec::new(), Vec::new());
    for (k, &param) in callee.params.iter().enumerate() {
        let local = &callee.locals[param.index()];
        if k >= 2 {
            let ty = core_type(b.cx, &local.ty).ok_or_else(|| LowerError::unsupported_type(span, &local.name))?;
            params.push(b.var(local.name.clone(), ty, false, span));
            let value = b.read(params[k], span);
            bindings.push((param, b.parameter(method, param, value, &mut stmts)?));
            continue;
        }
        params.push(b.var(local.name.clone(), Ty::Struct(id), false, span));
        let array = b.var(local.name.clone(), Ty::Array(row.clone()), true, span);
        let zeros = Expr::new(ExprKind::NewPrivate, Ty::Array(row.clone()), span);
        b.emit(&mut stmts, StmtKind::Let { var: array, init: Some(zeros) }, span);
        for n in 0..row.count() {
            let field = ExprKind::Field(Box::new(b.read(params[k], span)), n);
            let value = Expr::new(field, (*row.elem).clone(), span);
            b.emit(&mut stmts, StmtKind::Store { array, index: row.place(n, span), value }, span);
        }
        bindings.push((param, b.array_parameter(method, param, (array, Vec::new()), span, &mut stmts)?));
    }
    let result = b.var("result", Ty::Array(row.clone()), true, span);
    let zeros = Expr::new(ExprKind::NewPrivate, Ty::Array(row.clone()), span);
    b.emit(&mut stmts, StmtKind::Let { var: result, init: Some(zeros) }, span);
    b.inline(method, None, bindings, Sink::Store { array: result, prefix: Vec::new() }, span, &mut stmts)?;
    let value = b.packed_row(result, Vec::new(), row, id, span);
    b.emit(&mut stmts, StmtKind::Return(vec![value]), span);
    let func = Func {
        name,
        kind: FuncKind::Scalar,
        params,
        ret: vec![Ty::Struct(id)],
        vars: b.vars,
        body: Block { stmts },
        fast_math: callee.fast_math,
        cold: callee.cold,
        prov: Prov::one(callee.span),
        display: callee.display.clone(),
    };
    Ok(cx.add(func))
}

impl Builder<'_, '_> {
    /// The row of an array at these indices as a structure.
    pub fn packed_row(&self, array: VarId, index: Vec<Expr>, row: &ArrayTy, id: StructId, span: Span) -> Expr {
        let elements = (0..row.count()).map(|n| {
            let index = index.iter().cloned().chain(row.place(n, span)).collect();
            Expr::new(ExprKind::Index { array, index }, (*row.elem).clone(), span)
        });
        Expr::new(ExprKind::MakeStruct(elements.collect()), Ty::Struct(id), span)
    }
}
