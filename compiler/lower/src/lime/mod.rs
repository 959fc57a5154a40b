//! Lime's maps and reductions: an expression such as `+! (C @ f(a, b))` as a region.
//!
//! The region takes what the expression is made from (every part that is itself no map or reduction) as parameters, so nested
//! maps and reductions become parallel instructions in sequence, which the fusion pass joins.

mod called;
mod chain;
mod nest;
mod steps;

use super::builder::{Binding, Builder, Captures, Frame, ReturnMode, Sink, convert, math_op, row_combinator};
use super::error::{LowerError, Result};
use super::instances::{both, region_in};
use super::types::{self, core_type};
use super::verdict::{self, Verdict};
use super::work_arrays::{self, Work, WorkArray};
use super::{Cx, rows};
use smol_str::SmolStr;
use somd_core::ir::{
    self, ArraySource, ArrayTy, Block, CheckKind, Const, Dim, Expr, ExprKind, Func, FuncId, FuncKind, Output,
    OutputKind, Par, Prov, Stmt, StmtKind, Ty, UnOp, VarId,
};
use somd_hir::operator::Known;
use somd_hir::walk;
use somd_hir::{self as hir, ArrayStepKind, BinOp, MapUnaryOp, MethodId};
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

pub fn is_region(e: &hir::Expr) -> bool {
    use hir::ExprKind as K;
    matches!(
        e.kind,
        K::Map { .. }
            | K::MapBinary { .. }
            | K::MapUnary { .. }
            | K::MapConvert(_)
            | K::ReduceOp { .. }
            | K::ReduceMethod { .. }
            | K::ArrayStep(_)
    )
}

/// Whether an array is frozen to a type that bounds it where its own does not: `new float[[3]](a @+ b)` tests the length.
pub fn narrows(e: &hir::Expr, inner: &hir::Expr) -> bool {
    e.ty.claims(&inner.ty)
}

/// A map, whose elements can be computed where they are wanted.
pub fn gives_array(e: &hir::Expr) -> bool {
    use hir::ExprKind as K;
    match &e.kind {
        K::Freeze(inner) => gives_array(inner) && !narrows(e, inner),
        K::Upcast(inner) => gives_array(inner),
        K::Map { .. } | K::MapBinary { .. } | K::MapUnary { .. } | K::MapConvert(_) => true,
        _ => false,
    }
}

/// The number that an expression counts up to: `somd.ValueArrays.indices(n)`, which steps over all places are made of.
pub fn counted<'e>(program: &hir::Program, e: &'e hir::Expr) -> Option<&'e hir::Expr> {
    let hir::ExprKind::Call { method, receiver: None, args, .. } = &e.kind else { return None };
    let m = program.method(*method);
    let [n] = args.as_slice() else { return None };
    (m.name == "indices" && program.class(m.class).name == "somd.ValueArrays").then_some(n)
}

/// Replaces every outermost map or reduction of a body that can be lowered by a call of its region.
pub fn rewrite_block(cx: &mut Cx<'_>, method: MethodId, body: &mut hir::Block, verdicts: &mut Vec<Verdict>) {
    walk::rewrite_block(body, &mut |e| {
        let steps = chain::is_chain(e);
        if !is_region(e) && !steps {
            let chosen = cx.instances.chosen.contains(&(method, e.span));
            return !(chosen && choose(cx, method, e, verdicts));
        }
        let what = describe(cx, chain::last(e));
        match region(cx, method, e).and_then(|made| Ok((crate::somd::fit(cx, &made.args)?, made))) {
            Ok((fit, Made { func, args, there })) => {
                let fit = match (fit, there) {
                    (Some(a), Some(b)) => Some(both(a, b)),
                    (a, b) => a.or(b),
                };
                verdicts.push(verdict::of_array(cx, method, e.span, what, Ok(func)));
                let call = hir::ExprKind::CoreCall { func, args, results: Vec::new() };
                match fit {
                    // The whole expression stays for arrays that are no argument of a region.
                    Some(fit) => {
                        let (call, as_written) = (hir::Expr { kind: call, ..e.clone() }, e.clone());
                        e.kind = hir::ExprKind::Cond(Box::new(fit), Box::new(call), Box::new(as_written));
                        return false;
                    }
                    None => e.kind = call,
                }
                // Arguments may hold maps of their own, where these stand inside other expressions.
                true
            }
            // Its parts are looked at by themselves.
            Err(_) if steps => true,
            Err(error) => {
                let error = cx.instances.refused.get(&(method, e.span)).cloned().unwrap_or(error);
                verdicts.push(verdict::of_array(cx, method, e.span, what, Err(error)));
                true
            }
        }
    });
}

/// Lowers the specialised text of a choice; where that cannot be, the text as it is written stays. Whether it was done.
fn choose(cx: &mut Cx<'_>, method: MethodId, e: &mut hir::Expr, verdicts: &mut Vec<Verdict>) -> bool {
    let hir::ExprKind::Cond(fits, special, as_written) = &mut e.kind else { return false };
    let Some(inner) = region_in(special) else { return false };
    let what = describe(cx, as_written);
    match region(cx, method, inner).and_then(|made| Ok((crate::somd::fit(cx, &made.args)?, made))) {
        Ok((fit, Made { func, args, there })) => {
            verdicts.push(verdict::of_array(cx, method, e.span, what, Ok(func)));
            inner.kind = hir::ExprKind::CoreCall { func, args, results: Vec::new() };
            for asked in [fit, there].into_iter().flatten() {
                **fits = both((**fits).clone(), asked);
            }
            if matches!(fits.kind, hir::ExprKind::Lit(hir::Lit::Boolean(true))) {
                *e = (**special).clone();
            }
            true
        }
        Err(error) => {
            verdicts.push(verdict::of_array(cx, method, e.span, what, Err(error)));
            *e = (**as_written).clone();
            false
        }
    }
}

/// What an expression has become.
struct Made {
    func: FuncId,
    args: Vec<hir::Expr>,
    /// Whether the objects are there whose fields it is given, as it is asked before; None where there are none.
    there: Option<hir::Expr>,
}

/// A map, a reduction or a step in words, and the function that it is given, where that has a name.
pub fn describe(cx: &Cx<'_>, e: &hir::Expr) -> (String, Option<SmolStr>) {
    let function = |method: &MethodId| match cx.hir.method(*method) {
        m if m.name.starts_with("lambda$") => "a lambda".to_string(),
        m => m.display.to_string(),
    };
    let given = match &e.kind {
        hir::ExprKind::Map { method, .. } | hir::ExprKind::ReduceMethod { method, .. } => Some(*method),
        hir::ExprKind::ArrayStep(step) => step.method,
        _ => None,
    };
    let name = given.map(|m| cx.hir.method(m)).filter(|m| !m.name.starts_with("lambda$")).map(|m| m.display.clone());
    let what = match &e.kind {
        hir::ExprKind::Map { method, .. } => format!("map of {}", function(method)),
        hir::ExprKind::ReduceMethod { method, .. } => format!("reduction by {}", function(method)),
        hir::ExprKind::ArrayStep(step) => {
            let name = match step.kind {
                ArrayStepKind::Scan { .. } => "scan",
                ArrayStepKind::Filter => "filter",
                ArrayStepKind::Histogram => "histogram",
                ArrayStepKind::Scatter => "scatter",
                ArrayStepKind::Sort => "sort",
            };
            step.method.map_or_else(|| name.to_string(), |m| format!("{name} by {}", function(&m)))
        }
        hir::ExprKind::ReduceOp { op, .. } => format!("reduction by {}", super::somd::symbol(*op)),
        _ => "map of an operator".to_string(),
    };
    (what, name)
}

fn region(cx: &mut Cx<'_>, method: MethodId, e: &hir::Expr) -> Result<Made> {
    let hir = cx.hir;
    let m = hir.method(method);
    let span = e.span;
    let name = cx.unique(&format!("{}_{}", hir.class(m.class).binary_name, m.name));
    let mut b = Builder::new(cx);
    b.captures = Some(Captures { given: Some(BTreeSet::new()), ..Captures::default() });
    b.frames.push(Frame::new(method, ReturnMode::Refused("this is an expression")));
    let name_of = name.to_string();
    let bound = BTreeMap::new();
    let mut region = Region { b, params: Vec::new(), args: Vec::new(), name: name_of, mapped: None, bound };
    let mut stmts = Vec::new();
    let value = if chain::is_chain(e) { region.chain(e, &mut stmts)? } else { region.value(e, &mut stmts)? };
    let Region { mut b, mut params, mut args, .. } = region;
    let there = b.all_there();
    let mut tables = BTreeMap::new();
    for (arg, var) in b.captures.take().unwrap_or_default().args {
        tables.extend(b.cx.constant_field(&arg).map(|t| (var, t)));
        args.push(arg);
        params.push(var);
    }
    let ty = value.ty.clone();
    b.emit(&mut stmts, StmtKind::Return(vec![value]), span);
    let vars = b.vars;
    let func = Func {
        name,
        kind: FuncKind::Region { updates: vec![None], outside: None, tables, optional: BTreeSet::new() },
        params,
        ret: vec![ty],
        vars,
        body: Block { stmts },
        fast_math: m.fast_math,
        cold: false,
        prov: Prov::one(span),
        display: m.display.clone(),
    };
    Ok(Made { func: cx.add(func), args, there })
}

struct Region<'b, 'a> {
    b: Builder<'b, 'a>,
    params: Vec<VarId>,
    args: Vec<hir::Expr>,
    name: String,
    /// The method that the instruction being made maps.
    mapped: Option<String>,
    /// What holds the values of steps within the expression.
    bound: BTreeMap<hir::LocalId, Expr>,
}

impl<'a> Region<'_, 'a> {
    /// The value of an expression in the region: arrays as variables.
    fn value(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        match &e.kind {
            hir::ExprKind::Map { method, args } => self.map(*method, args, e, out),
            hir::ExprKind::MapBinary { op, left, right } => self.map_binary(*op, left, right, e, out),
            hir::ExprKind::MapUnary { op, array } => {
                let op = match op {
                    MapUnaryOp::Neg => UnOp::Neg,
                    MapUnaryOp::BitNot => UnOp::BitNot,
                    MapUnaryOp::Not => UnOp::Not,
                };
                let array = self.array(array, out)?;
                self.elementwise(array, e, out, |x| {
                    let ty = x.ty.clone();
                    Expr::new(ExprKind::Unary(op, Box::new(x)), ty, e.span)
                })
            }
            hir::ExprKind::MapConvert(array) => {
                let array = self.array(array, out)?;
                let to = self.array_ty(e)?;
                self.elementwise(array, e, out, |x| convert(x, *to.elem.clone(), e.span))
            }
            hir::ExprKind::ReduceOp { op, array } => {
                let from = self.array(array, out)?;
                self.reduce(*op, from, e, out)
            }
            hir::ExprKind::ReduceMethod { operator: Some(known), array, init, .. } => {
                self.reduce_known(*known, array, init.as_deref(), e, out)
            }
            hir::ExprKind::ReduceMethod { method, array, init, captured, .. } => {
                self.reduce_method(*method, array, init.as_deref(), captured, e, out)
            }
            hir::ExprKind::ArrayStep(step) => self.step(step, e, out),
            hir::ExprKind::Call { .. } if counted(self.b.cx.hir, e).is_some() => self.indices(e, out),
            hir::ExprKind::Sequence(..) if chain::is_chain(e) => self.inner_chain(e, out),
            hir::ExprKind::Upcast(inner) if is_region(inner) => self.value(inner, out),
            hir::ExprKind::Freeze(inner) if is_region(inner) && !narrows(e, inner) => self.value(inner, out),
            hir::ExprKind::Call { .. } => match self.called(e, out) {
                Some(value) => Ok(value),
                None if self.names_steps(e) => self.computed(e, out),
                None => self.leaf(e),
            },
            _ if self.names_steps(e) => self.computed(e, out),
            _ => self.leaf(e),
        }
    }

    /// What the expression is made from: a parameter of the region.
    fn leaf(&mut self, e: &hir::Expr) -> Result<Expr> {
        if let hir::ExprKind::Lit(lit) = &e.kind
            && let Some(ty) = core_type(self.b.cx, &e.ty)
            && ty.as_array().is_none()
        {
            return self.b.literal(lit, &ty, e.span);
        }
        if let hir::ExprKind::Local(local) = &e.kind
            && let Some(value) = self.bound.get(local)
        {
            return Ok(value.clone());
        }
        if let hir::ExprKind::Local(local) = &e.kind
            && self.b.frames.len() == 1
            && let Some(i) = self.args.iter().position(|a| matches!(&a.kind, hir::ExprKind::Local(l) if l == local))
        {
            return Ok(self.b.read(self.params[i], e.span));
        }
        if let hir::ExprKind::Length(array) = &e.kind
            && let hir::ExprKind::Local(_) = array.kind
            && let hir::Ty::ValueArray { .. } = array.ty
            && core_type(self.b.cx, &array.ty).is_some()
            && let ExprKind::Var(array) = self.leaf(array)?.kind
        {
            return Ok(Expr::new(ExprKind::Len { array, dim: 0 }, Ty::I32, e.span));
        }
        if self.stays_outside(e) {
            return Err(LowerError::new(e.span, "this is computed on the host, within a method of steps"));
        }
        let name = match &e.kind {
            hir::ExprKind::Local(local) => self.b.method().locals[local.index()].name.clone(),
            hir::ExprKind::Field { field, .. } => self.b.cx.hir.field(*field).name.clone(),
            _ => "arg".into(),
        };
        let ty = core_type(self.b.cx, &e.ty).ok_or_else(|| types::unsupported(self.b.cx, &e.ty, e.span, &name))?;
        let var = self.b.var(name, ty, false, e.span);
        if let Some(given) = self.b.captures.as_mut().and_then(|c| c.given.as_mut()) {
            given.insert(var);
        }
        self.params.push(var);
        self.args.push(e.clone());
        Ok(self.b.read(var, e.span))
    }

    fn array(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<VarId> {
        match self.value(e, out)?.kind {
            ExprKind::Var(v) if self.b.ty(v).as_array().is_some() => Ok(v),
            _ => Err(LowerError::new(e.span, "this is not an array of values that parallel code can use")),
        }
    }

    fn array_ty(&self, e: &hir::Expr) -> Result<ArrayTy> {
        match core_type(self.b.cx, &e.ty) {
            Some(Ty::Array(a)) => Ok(a),
            _ => Err(LowerError::unsupported_type(e.span, "the result of this map")),
        }
    }

    /// The common length of mapped arrays, checked before anything runs.
    fn common_length(&mut self, arrays: &[VarId], span: Span, out: &mut Vec<Stmt>) -> Result<Expr> {
        self.common_sizes(arrays, 1, span, out)?.pop().ok_or_else(LowerError::internal)
    }

    /// The common sizes of the first dimensions of arrays, checked before anything runs. A dimension of nothing has no rows whose
    /// lengths could differ.
    fn common_sizes(&mut self, arrays: &[VarId], rank: usize, span: Span, out: &mut Vec<Stmt>) -> Result<Vec<Expr>> {
        let first = arrays.first().copied().ok_or_else(|| {
            LowerError::new(span, "nothing is mapped over: no argument is an array of its parameter's type")
        })?;
        let mut sizes: Vec<Expr> = Vec::new();
        for dim in 0..rank as u32 {
            let len = |array| Expr::new(ExprKind::Len { array, dim }, Ty::I32, span);
            let bound = |this: &Self, array| this.b.ty(array).as_array()?.dims.get(dim as usize).copied().flatten();
            for &other in &arrays[1..] {
                let same_bound = dim > 0 && bound(self, first).is_some() && bound(self, first) == bound(self, other);
                if other == first || same_bound {
                    continue;
                }
                let site = self.b.site(span);
                let kind = CheckKind::SameLength { other: Box::new(len(first)) };
                let length = sizes.iter().fold(len(other), |length, size| {
                    let binary = ExprKind::Binary(BinOp::Eq, Box::new(size.clone()), Box::new(Expr::int(0, span)));
                    let nothing = Box::new(Expr::new(binary, Ty::Bool, span));
                    let select = ExprKind::Select(nothing, Box::new(len(first)), Box::new(length));
                    Expr::new(select, Ty::I32, span)
                });
                let checked = Expr::new(ExprKind::Check { kind, value: Box::new(length), site }, Ty::I32, span);
                let var = self.b.var("length", Ty::I32, false, span);
                self.b.emit(out, StmtKind::Let { var, init: Some(checked) }, span);
            }
            sizes.push(len(first));
        }
        Ok(sizes)
    }

    /// One instruction over a space of these extents whose body `body` stores to the element, or row, of a new array that its
    /// indices name.
    fn new_array(
        &mut self,
        ty: ArrayTy,
        extents: Vec<Expr>,
        rows: Option<Vec<Expr>>,
        span: Span,
        out: &mut Vec<Stmt>,
        body: impl FnOnce(&mut Self, &[Expr], VarId, &mut Vec<Stmt>) -> Result<()>,
    ) -> Result<Expr> {
        let mut sizes = extents.clone();
        for (k, bound) in ty.dims[extents.len()..].iter().enumerate() {
            let size = match bound {
                Some(bound) => Some(Expr::int(*bound as i32, span)),
                None => rows.as_ref().and_then(|r| r.get(k).cloned()).map(work_arrays::not_negative),
            };
            sizes.push(size.ok_or_else(|| {
                LowerError::new(span, "a map to arrays needs their length before it runs")
                    .note("write it in the type, `float[[3]]`, or give arrays that are as long as a row that is taken, or as an `int` from outside says; `sort` and `filter` of a row run on the host")
            })?);
        }
        let result = self.b.var("result", Ty::Array(ty), false, span);
        let shaped = (result, sizes.clone());
        let indices: Vec<VarId> = ["i", "j", "k", "l"]
            .iter()
            .cycle()
            .take(extents.len())
            .map(|n| self.b.var(*n, Ty::I32, false, span))
            .collect();
        let at: Vec<Expr> = indices.iter().map(|&i| self.b.read(i, span)).collect();
        let mut stmts = Vec::new();
        let dim = |(index, hi)| Dim { index, lo: Expr::int(0, span), hi };
        let space: Vec<Dim> = indices.into_iter().zip(extents).map(dim).collect();
        let first_own = space.iter().map(|d| d.index).min().unwrap_or(VarId(0));
        let work = Work {
            space: space.clone(),
            first_own,
            made: Vec::new(),
            result: Some(shaped),
            frames: 0,
            lengths: BTreeMap::new(),
        };
        let around = self.b.work.replace(work);
        let done = body(self, &at, result, &mut stmts);
        let work = std::mem::replace(&mut self.b.work, around);
        done?;
        let mut outputs = vec![Output { result, kind: OutputKind::Array(ArraySource::New { sizes, zeroed: false }) }];
        for WorkArray { array, sizes, .. } in work.map_or(Vec::new(), |w| w.made) {
            outputs.push(Output { result: array, kind: OutputKind::Array(ArraySource::New { sizes, zeroed: false }) });
        }
        self.par(space, outputs, stmts, span, out);
        Ok(self.b.read(result, span))
    }

    /// The numbers below one, which are fused into what they are used for.
    fn indices(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let span = e.span;
        let n = counted(self.b.cx.hir, e).ok_or_else(LowerError::internal)?;
        let mut n = self.value(n, out)?;
        if !matches!(n.kind, ExprKind::Len { .. }) {
            let (site, value) = (self.b.site(span), Box::new(n));
            n = Expr::new(ExprKind::Check { kind: CheckKind::Size, value, site }, Ty::I32, span);
            n = self.known("n", n, span, out);
        }
        let ty = ArrayTy { elem: Box::new(Ty::I32), dims: vec![None] };
        self.new_array(ty, vec![n], None, span, out, |this, i, result, stmts| {
            let value = i[0].clone();
            this.b.emit(stmts, StmtKind::Store { array: result, index: i.to_vec(), value }, span);
            Ok(())
        })
    }

    fn par(&mut self, space: Vec<Dim>, outputs: Vec<Output>, stmts: Vec<Stmt>, span: Span, out: &mut Vec<Stmt>) {
        // A map is called after the method it maps, an operator after where it stands.
        let wish = self.mapped.take().unwrap_or_else(|| format!("{}_{}", self.name, self.b.cx.line_name(span)));
        let name = self.b.cx.unique(&wish);
        let par = Par { name, space, outputs, body: Block { stmts } };
        self.b.emit_par(par, span, out);
    }

    fn map(&mut self, method: MethodId, args: &[hir::MapArg], e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let span = e.span;
        let hir: &'a hir::Program = self.b.cx.hir;
        let callee = hir.method(method);
        let class = hir.class(callee.class);
        if !callee.is_static {
            return Err(LowerError::new(
                span,
                format!("`{}` is not static: only static methods are mapped in parallel", callee.display),
            ));
        }
        let mut values = Vec::new();
        let mut mapped = Vec::new();
        for arg in args {
            if arg.mapped {
                let v = self.array(&arg.expr, out)?;
                mapped.push(v);
                values.push(self.b.read(v, arg.expr.span));
            } else if self.is_object(&arg.expr) {
                values.push(this(arg.expr.span));
            } else {
                values.push(self.value(&arg.expr, out)?);
            }
        }
        let n = self.common_length(&mapped, span, out)?;
        let ty = self.array_ty(e)?;
        if let Some(nest) = nest::of(hir, method, args, &values) {
            return self.nest(nest, args, values, n, ty, span, out);
        }
        let elem = *ty.elem.clone();
        let rows = (ty.dims.len() > 1).then(|| {
            let mut known = rows::Known::default();
            for (&p, (a, v)) in callee.params.iter().zip(args.iter().zip(&values)) {
                if let Some(sizes) = rows::sizes_of(v, usize::from(a.mapped)) {
                    known.arrays.insert(p, sizes);
                } else if v.ty == Ty::I32 && !a.mapped {
                    known.numbers.insert(p, v.clone());
                }
            }
            rows::returned(hir, method, &known)
        });
        let rows = rows.flatten();
        self.mapped = Some(format!("{}_{}", class.binary_name, callee.name));
        self.new_array(ty, vec![n], rows, span, out, |this, i, result, stmts| {
            let mut elements = Vec::new();
            for (arg, value) in args.iter().zip(values) {
                let element = match (&value.kind, arg.mapped) {
                    (ExprKind::Var(array), true) => this.element(*array, i, span)?,
                    _ => value,
                };
                elements.push(element);
            }
            if let Some(op) = math_op(&class.name, &callee.name, args.len()) {
                let value = Expr::new(ExprKind::Math(op, elements), elem, span);
                this.b.emit(stmts, StmtKind::Store { array: result, index: i.to_vec(), value }, span);
                return Ok(());
            }
            if callee.body.is_none() {
                return Err(LowerError::new(span, format!("`{}` cannot be mapped in parallel", callee.display)));
            }
            let mut bindings = Vec::new();
            for ((&param, value), arg) in callee.params.iter().zip(elements).zip(args) {
                let binding = match this.object_binding(&arg.expr).filter(|_| !arg.mapped) {
                    Some(object) => object,
                    None => this.b.parameter(method, param, value, stmts)?,
                };
                bindings.push((param, binding));
            }
            let sink = Sink::Store { array: result, prefix: i.to_vec() };
            this.b.inline(method, None, bindings, sink, span, stmts)
        })
    }

    /// Whether the expression is an object that a function may capture: the one whose method this is, or the one that a lambda around it
    /// has captured.
    fn is_object(&self, e: &hir::Expr) -> bool {
        match &e.kind {
            hir::ExprKind::This => true,
            hir::ExprKind::Field { object: Some(of), .. } => {
                let hir = self.b.cx.hir;
                let class = hir.class(hir.method(self.b.frames[0].method).class);
                let lambda = matches!(class.kind, hir::ClassKind::Lambda { .. });
                lambda
                    && matches!(of.kind, hir::ExprKind::This)
                    && matches!(e.ty, hir::Ty::Class(_))
                    && core_type(self.b.cx, &e.ty).is_none()
                    && self.b.is_of_class(&e.ty)
            }
            _ => false,
        }
    }

    /// What it is to a function that captures it: its fields are read before the region.
    fn object_binding(&mut self, e: &hir::Expr) -> Option<Binding> {
        if !self.is_object(e) {
            return None;
        }
        if matches!(e.kind, hir::ExprKind::This) {
            return Some(Binding::This);
        }
        let frame = self.b.frames.split_off(1);
        self.b.outside.get_or_insert_default();
        let object = self.b.outside_captured(e);
        self.b.frames.extend(frame);
        object.map(Binding::Object)
    }

    /// The element, or row, of an array.
    fn element(&mut self, array: VarId, index: &[Expr], span: Span) -> Result<Expr> {
        let ty = self.b.ty(array).as_array().cloned().ok_or_else(LowerError::internal)?;
        let index = index.to_vec();
        Ok(if ty.dims.len() > index.len() {
            let row = Ty::Array(ArrayTy { elem: ty.elem, dims: ty.dims[index.len()..].to_vec() });
            Expr::new(ExprKind::Row { array, index }, row, span)
        } else {
            Expr::new(ExprKind::Index { array, index }, *ty.elem, span)
        })
    }

    /// An operator over an array's elements, in all its dimensions.
    fn elementwise(
        &mut self,
        array: VarId,
        e: &hir::Expr,
        out: &mut Vec<Stmt>,
        f: impl FnOnce(Expr) -> Expr,
    ) -> Result<Expr> {
        let span = e.span;
        let ty = self.array_ty(e)?;
        let extents = self.common_sizes(&[array], ty.dims.len(), span, out)?;
        self.new_array(ty, extents, None, span, out, |this, i, result, stmts| {
            let value = f(this.element(array, i, span)?);
            this.b.emit(stmts, StmtKind::Store { array: result, index: i.to_vec(), value }, span);
            Ok(())
        })
    }

    fn map_binary(
        &mut self,
        op: BinOp,
        left: &hir::Expr,
        right: &hir::Expr,
        e: &hir::Expr,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let span = e.span;
        let ty = self.array_ty(e)?;
        let sides = [self.value(left, out)?, self.value(right, out)?];
        let arrays: Vec<VarId> = sides
            .iter()
            .filter_map(|s| match s.kind {
                ExprKind::Var(v) if s.ty.as_array().is_some() => Some(v),
                _ => None,
            })
            .collect();
        let scalar = |e: &Expr| e.ty.as_array().map_or_else(|| e.ty.clone(), |a| *a.elem.clone());
        let operand =
            if op.is_comparison() { promoted(&scalar(&sides[0]), &scalar(&sides[1])) } else { *ty.elem.clone() };
        let result_ty = *ty.elem.clone();
        let extents = self.common_sizes(&arrays, ty.dims.len(), span, out)?;
        self.new_array(ty, extents, None, span, out, |this, i, result, stmts| {
            let mut operands = Vec::new();
            for side in sides {
                let x = match side.kind {
                    ExprKind::Var(v) if side.ty.as_array().is_some() => this.element(v, i, span)?,
                    _ => side,
                };
                operands.push(if op.is_shift() && operands.len() == 1 { x } else { convert(x, operand.clone(), span) });
            }
            let (b, a) =
                (operands.pop().ok_or_else(LowerError::internal)?, operands.pop().ok_or_else(LowerError::internal)?);
            let value = this.b.binary(op, a, b, result_ty, span);
            this.b.emit(stmts, StmtKind::Store { array: result, index: i.to_vec(), value }, span);
            Ok(())
        })
    }

    /// A combinator that is an operator.
    fn reduce_known(
        &mut self,
        known: Known,
        array: &hir::Expr,
        init: Option<&hir::Expr>,
        e: &hir::Expr,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let span = e.span;
        let from = self.array(array, out)?;
        let init = init.map(|i| self.value(i, out)).transpose()?;
        if init.is_none() && !known.has_identity {
            let n = Expr::new(ExprKind::Len { array: from, dim: 0 }, Ty::I32, span);
            self.b.none_to_reduce(n, span, out)?;
        }
        let total = self.reduce(known.op, from, e, out)?;
        Ok(match init {
            Some(init) => {
                let ty = total.ty.clone();
                combine(known.op, init, total, ty, span)
            }
            None => total,
        })
    }

    fn reduce(&mut self, op: ReduceOp, from: VarId, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let span = e.span;
        let array_ty = self.b.ty(from).as_array().cloned().ok_or_else(LowerError::internal)?;
        if array_ty.dims.len() != 1 {
            return Err(LowerError::new(span, "a reduction works on one dimension"));
        }
        let elem = *array_ty.elem;
        let ty = core_type(self.b.cx, &e.ty)
            .ok_or_else(|| LowerError::unsupported_type(span, "the result of this reduction"))?;
        let identity = ir::identity(op, &ty)
            .ok_or_else(|| LowerError::new(span, "this operator has no identity for this type"))?;
        let init = match (op, identity) {
            // A sum starts at 0.0, as a loop's does; the identity is -0.0.
            (ReduceOp::Add | ReduceOp::Sub, Const::F32(_)) => Const::F32(0.0),
            (ReduceOp::Add | ReduceOp::Sub, Const::F64(_)) => Const::F64(0.0),
            (_, other) => other,
        };
        let init = Expr::new(ExprKind::Const(init), ty.clone(), span);
        let acc = self.b.var("acc", ty.clone(), true, span);
        let result = self.b.var("total", ty.clone(), false, span);
        let index = self.b.var("i", Ty::I32, false, span);
        let at = self.b.read(index, span);
        let x = convert(Expr::new(ExprKind::Index { array: from, index: vec![at] }, elem, span), ty.clone(), span);
        let current = self.b.read(acc, span);
        let value = combine(op, current, x, ty, span);
        let mut stmts = Vec::new();
        self.b.emit(&mut stmts, StmtKind::Assign { var: acc, value }, span);
        let n = Expr::new(ExprKind::Len { array: from, dim: 0 }, Ty::I32, span);
        let space = vec![Dim { index, lo: Expr::int(0, span), hi: n }];
        self.par(space, vec![Output { result, kind: OutputKind::Reduce { op, acc, init } }], stmts, span, out);
        Ok(self.b.read(result, span))
    }

    fn reduce_method(
        &mut self,
        method: MethodId,
        array: &hir::Expr,
        init: Option<&hir::Expr>,
        captured: &[hir::Expr],
        e: &hir::Expr,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let span = e.span;
        let hir: &'a hir::Program = self.b.cx.hir;
        let callee = hir.method(method);
        let init = init.map(|i| self.value(i, out)).transpose()?;
        let mut outside = Vec::new();
        for c in captured {
            let value = self.value(c, out)?;
            if !value.ty.is_number() {
                return Err(LowerError::new(
                    c.span,
                    "a combinator that takes more than numbers from outside combines on the host",
                )
                .note("give what is needed to a `map` before the reduction"));
            }
            outside.push(match value.kind {
                ExprKind::Var(v) => v,
                _ => {
                    let var = self.b.var("captured", value.ty.clone(), false, c.span);
                    self.b.emit(out, StmtKind::Let { var, init: Some(value) }, c.span);
                    var
                }
            });
        }
        let from = self.array(array, out)?;
        let array_ty = self.b.ty(from).as_array().cloned().ok_or_else(LowerError::internal)?;
        if !callee.is_static {
            return Err(LowerError::new(
                span,
                "a combinator that is not a static method is not supported in parallel code yet",
            ));
        }
        let mut elem = *array_ty.elem.clone();
        let row = ArrayTy { elem: array_ty.elem, dims: array_ty.dims[1..].to_vec() };
        let is_row = !row.dims.is_empty();
        let func = if is_row {
            elem = self.b.cx.row_struct(&row).map(Ty::Struct).ok_or_else(|| {
                LowerError::new(span, "a reduction of rows is parallel where their type tells their length")
                    .note("`float[[4]]`, say, of at most 64 numbers")
            })?;
            row_combinator(self.b.cx, method, &row)
        } else {
            self.b.cx.scalar_function(method)
        };
        let func = func.map_err(|x| x.called_from(span, &callee.display))?;
        let init = match (init, &elem) {
            (Some(Expr { kind: ExprKind::Var(v), .. }), Ty::Struct(id)) if is_row => {
                Some(self.b.packed_row(v, Vec::new(), &row, *id, span))
            }
            (init, _) => init,
        };
        let value = self.b.var("value", elem.clone(), true, span);
        let result = self.b.var(callee.name.clone(), elem.clone(), false, span);
        let index = self.b.var("i", Ty::I32, false, span);
        let at = self.b.read(index, span);
        let x = match &elem {
            Ty::Struct(id) if is_row => self.b.packed_row(from, vec![at], &row, *id, span),
            _ => Expr::new(ExprKind::Index { array: from, index: vec![at] }, elem, span),
        };
        let mut stmts = Vec::new();
        self.b.emit(&mut stmts, StmtKind::Assign { var: value, value: x }, span);
        let site = self.b.site(span);
        let n = Expr::new(ExprKind::Len { array: from, dim: 0 }, Ty::I32, span);
        let output = Output { result, kind: OutputKind::Fold { func, captured: outside, value, init, site } };
        let space = vec![Dim { index, lo: Expr::int(0, span), hi: n }];
        self.par(space, vec![output], stmts, span, out);
        if is_row { self.row_of(result, row, span, out) } else { Ok(self.b.read(result, span)) }
    }

    /// The array that a structure stands for.
    fn row_of(&mut self, from: VarId, row: ArrayTy, span: Span, out: &mut Vec<Stmt>) -> Result<Expr> {
        let sizes = row.dims.iter().map(|d| Expr::int(d.unwrap_or(0) as i32, span)).collect();
        let array = self.b.var("row", Ty::Array(row.clone()), true, span);
        let zeros = Expr::new(ExprKind::NewArray { sizes }, Ty::Array(row.clone()), span);
        self.b.emit(out, StmtKind::Let { var: array, init: Some(zeros) }, span);
        for n in 0..row.count() {
            let field = ExprKind::Field(Box::new(self.b.read(from, span)), n);
            let value = Expr::new(field, (*row.elem).clone(), span);
            self.b.emit(out, StmtKind::Store { array, index: row.place(n, span), value }, span);
        }
        Ok(self.b.read(array, span))
    }
}

/// Stands for `this` among a map's values, which nothing reads: a lambda's captured object is none of Core's.
fn this(span: Span) -> Expr {
    Expr::new(ExprKind::Const(ir::Const::Bool(true)), Ty::Bool, span)
}

/// One step of an operator's reduction.
pub fn combine(op: ReduceOp, acc: Expr, x: Expr, ty: Ty, span: Span) -> Expr {
    let binary = |op| ExprKind::Binary(op, Box::new(acc.clone()), Box::new(x.clone()));
    let kind = match op {
        ReduceOp::Add => binary(BinOp::Add),
        ReduceOp::Sub => binary(BinOp::Sub),
        ReduceOp::Mul => binary(BinOp::Mul),
        ReduceOp::And => binary(BinOp::And),
        ReduceOp::Or => binary(BinOp::Or),
        ReduceOp::Xor => binary(BinOp::Xor),
        ReduceOp::Min => ExprKind::Math(ir::MathOp::Min, vec![acc, x]),
        ReduceOp::Max => ExprKind::Math(ir::MathOp::Max, vec![acc, x]),
    };
    Expr::new(kind, ty, span)
}

/// Java's binary numeric promotion.
pub fn promoted(a: &Ty, b: &Ty) -> Ty {
    for wide in [Ty::F64, Ty::F32, Ty::I64] {
        if *a == wide || *b == wide {
            return wide;
        }
    }
    if *a == Ty::Bool { Ty::Bool } else { Ty::I32 }
}
