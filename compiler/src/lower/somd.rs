//! SOMD methods: the body of an annotated method as a region.
//!
//! By the one-instance rule (language reference, "SOMD methods") the region means what the method means without its annotations.
//! Loops whose iterations provably do not depend on each other become parallel instructions; everything else stays in the region,
//! in order. A loop over a distributed array that is not provably independent is an error naming the two accesses. Inside `sync`
//! a read of an element that another iteration writes sees the value from before the block (Paulino and Marques 2013, section
//! 3.1, made deterministic).

use super::affine::{Poly, Subscripts, separated};
use super::best::{self, Best};
use super::builder::{Binding, Builder, Captures, Frame, ReturnMode, Search};
use super::error::{self, LowerError, Result};
use super::reduction::{self, Accumulator};
use super::stmts::{Canonical, canonical};
use super::types::core_type;
use super::{Cx, walk};
use crate::core::ir::{
    ArraySource, BinOp, Block, CheckKind, Const, Dim, Expr, ExprKind, Func, FuncId, FuncKind, MathOp, Output,
    OutputKind, Par, Prov, Stmt, StmtKind, Ty, VarId,
};
use crate::hir::{self, LocalId, MethodId};
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The deepest loop nest that becomes one index space.
const MAX_RANK: usize = 3;

/// The region of a SOMD method, and the body that calls it in the method's place.
pub fn region(cx: &mut Cx<'_>, method: MethodId) -> Result<(hir::Block, Vec<LowerError>)> {
    let mut warnings = Vec::new();
    let (func, captured) = region_function(cx, method, &mut warnings)?;
    let hir = cx.hir;
    let m = hir.method(method);
    let span = m.name_span;
    let mut args: Vec<hir::Expr> = m
        .params
        .iter()
        .map(|&p| hir::Expr { kind: hir::ExprKind::Local(p), ty: m.locals[p.index()].ty.clone(), span })
        .collect();
    args.extend(captured);
    let call = hir::Expr { kind: hir::ExprKind::CoreCall { func, args, results: Vec::new() }, ty: m.ret.clone(), span };
    let kind = if m.ret == hir::Ty::Void { hir::StmtKind::Expr(call) } else { hir::StmtKind::Return(Some(call)) };
    Ok((hir::Block { stmts: vec![hir::Stmt { kind, span }], span }, warnings))
}

fn region_function(
    cx: &mut Cx<'_>,
    method: MethodId,
    warnings: &mut Vec<LowerError>,
) -> Result<(FuncId, Vec<hir::Expr>)> {
    if let Some(&func) = cx.regions.get(&method) {
        return Ok((func, cx.captured.get(&method).cloned().unwrap_or_default()));
    }
    let m = cx.hir.method(method);
    let on_host = |why: &str| LowerError::new(m.name_span, format!("the SOMD method `{}` {why}", m.display));
    if cx.on_host.contains(&method) {
        return Err(on_host("has steps that only the host can do"));
    }
    if !cx.in_progress.insert(method) {
        return Err(on_host("calls itself"));
    }
    let made = whole_method(cx, method, warnings);
    cx.in_progress.remove(&method);
    match made {
        Ok((func, captured)) => {
            cx.regions.insert(method, func);
            cx.captured.insert(method, captured.clone());
            Ok((func, captured))
        }
        Err(e) => {
            cx.on_host.insert(method);
            Err(e)
        }
    }
}

/// A builder for code of `method` that is not inside a parallel instruction.
fn region_builder<'b, 'a>(cx: &'b mut Cx<'a>, method: MethodId, written: BTreeSet<hir::FieldId>) -> Builder<'b, 'a> {
    let mut b = Builder::new(cx);
    b.at_region_level = true;
    b.captures = Some(Captures { written, ..Captures::default() });
    b.frames.push(Frame {
        method,
        locals: BTreeMap::new(),
        this: None,
        labels: BTreeMap::new(),
        continue_only: BTreeSet::new(),
        ret: ReturnMode::Refused("a SOMD method returns once, at its end"),
    });
    b
}

fn whole_method(cx: &mut Cx<'_>, method: MethodId, warnings: &mut Vec<LowerError>) -> Result<(FuncId, Vec<hir::Expr>)> {
    let hir = cx.hir;
    let m = hir.method(method);
    let span = m.name_span;
    let body = m.body.as_ref().ok_or_else(|| LowerError::new(span, "a SOMD method needs a body"))?;
    let name = cx.unique(&format!("{}_{}", hir.class(m.class).binary_name, m.name));
    let mut b = region_builder(cx, method, walk::fields_written(body));
    let mut params = Vec::new();
    for &p in &m.params {
        params.push(b.declare(p, m.locals[p.index()].span)?);
    }
    let reduce = m.somd.as_ref().and_then(|s| s.reduce.as_ref());
    let mut region = Region::new(b, &params, None, warnings, reduce, &name);
    let mut stmts = Vec::new();
    let (last, rest) = match body.stmts.split_last() {
        Some((hir::Stmt { kind: hir::StmtKind::Return(value), span }, rest)) => (Some((value.as_ref(), *span)), rest),
        _ => (None, body.stmts.as_slice()),
    };
    for s in rest {
        region.stmt(s, &mut stmts)?;
    }
    let mut results = Vec::new();
    if let Some((Some(value), _)) = last {
        results.push(region.result(value, &mut stmts)?);
    }
    region.check_reduce(m)?;
    let arrays: Vec<LocalId> = m.params.clone();
    region.finish(params, &arrays, results, stmts, name, last.map_or(span, |(_, s)| s))
}

/// A loop or `sync` block of a method that is no region as a whole: the call of the region that it becomes. None where nothing in
/// it runs in parallel.
pub fn piece<'a>(
    cx: &mut Cx<'a>,
    method: MethodId,
    s: &'a hir::Stmt,
    sync: Option<Option<&'a hir::Reduce>>,
    warnings: &mut Vec<LowerError>,
) -> Result<Option<hir::Stmt>> {
    let hir = cx.hir;
    let m = hir.method(method);
    let block = hir::Block { stmts: vec![s.clone()], span: s.span };
    let declared = reduction::declared_in(&block);
    let assigned: BTreeSet<LocalId> = walk::assigned_in(&block).difference(&declared).copied().collect();
    let mut used = walk::Reads::default();
    walk::exprs_in(&block, &mut |e| used.expr(e));
    let used: BTreeSet<LocalId> =
        used.locals.iter().chain(&assigned).filter(|l| !declared.contains(l)).copied().collect();
    let name = cx.unique(&format!("{}_{}_{}", hir.class(m.class).binary_name, m.name, cx.line_name(s.span)));
    let mut b = region_builder(cx, method, walk::fields_written(&block));
    let (mut params, mut args, mut arrays, mut stmts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut results = Vec::new();
    for &local in &used {
        let info = &m.locals[local.index()];
        let is_array = core_type(b.cx, &info.ty).is_some_and(|t| t.as_array().is_some());
        if is_array && assigned.contains(&local) {
            return Err(LowerError::new(
                s.span,
                format!("`{}` stands for different arrays at different times", info.name),
            ));
        }
        let var = b.declare(local, s.span)?;
        let set = is_array || set_before(m, local, s.span);
        if set {
            params.push(var);
            args.push(hir::Expr { kind: hir::ExprKind::Local(local), ty: info.ty.clone(), span: s.span });
        } else {
            b.vars[var.index()].mutable = true;
            let ty = b.ty(var);
            let zero = super::types::zero(&ty, s.span);
            b.emit(&mut stmts, StmtKind::Let { var, init: zero }, s.span);
        }
        if is_array {
            arrays.push(local);
        } else if assigned.contains(&local) && (set || mentioned_outside(m, local, &block)) {
            results.push(local);
        }
    }
    let reduce = m.somd.as_ref().and_then(|s| s.reduce.as_ref());
    let mut region = Region::new(b, &params, sync, warnings, reduce, &name);
    region.stmt(s, &mut stmts)?;
    region.check_reduce(m)?;
    let mut parallel = false;
    crate::core::walk::for_each_stmt(&Block { stmts: stmts.clone() }, &mut |s| {
        parallel |= matches!(s.kind, StmtKind::Par(_) | StmtKind::CallRegion { .. });
    });
    if !parallel {
        return Ok(None);
    }
    let mut values = Vec::new();
    for &local in &results {
        let Some(Binding::Var(v)) = region.b.binding(local).cloned() else { return Err(LowerError::internal()) };
        values.push(region.b.read(v, s.span));
    }
    let (func, captured) = region.finish(params, &arrays, values, stmts, name, s.span)?;
    cx.pieces.push((method, func, s.span));
    args.extend(captured);
    let results = results.into_iter().map(hir::Place::Local).collect();
    let call = hir::Expr { kind: hir::ExprKind::CoreCall { func, args, results }, ty: hir::Ty::Void, span: s.span };
    Ok(Some(hir::Stmt { kind: hir::StmtKind::Expr(call), span: s.span }))
}

/// A distributed loop by its form: its index subscripts an array from outside.
pub fn is_distributed(method: &hir::Method, s: &hir::Stmt) -> bool {
    match (&s.kind, canonical(method, s)) {
        (hir::StmtKind::For { body, .. }, Some(c)) => subscripts_distributed(method, c.index, body),
        _ => false,
    }
}

/// A local that has a value where the statement at `at` stands: a parameter, declared with a value, or assigned in the text before.
fn set_before(m: &hir::Method, local: LocalId, at: Span) -> bool {
    fn initialised(s: &hir::Stmt, local: LocalId) -> bool {
        any_stmt(s, &mut |s| matches!(&s.kind, hir::StmtKind::Local { local: l, init: Some(_) } if *l == local))
    }
    let Some(body) = &m.body else { return false };
    let mut found = m.params.contains(&local) || body.stmts.iter().any(|s| initialised(s, local));
    walk::exprs_in(body, &mut |e| {
        let assigns = matches!(&e.kind,
            hir::ExprKind::Assign { place: hir::Place::Local(l), .. }
            | hir::ExprKind::CompoundAssign { place: hir::Place::Local(l), .. }
            | hir::ExprKind::IncDec { place: hir::Place::Local(l), .. } if *l == local);
        found |= assigns && e.span.lo < at.lo;
    });
    found
}

fn mentioned_outside(m: &hir::Method, local: LocalId, block: &hir::Block) -> bool {
    m.body.as_ref().is_some_and(|body| best::mentions(body, local) > best::mentions(block, local))
}

/// A SOMD method called from a region: an intermediate reduction (section 3.1 of the paper).
pub fn call(
    b: &mut Builder<'_, '_>,
    method: MethodId,
    receiver: Option<&hir::Expr>,
    args: &[hir::Expr],
    span: Span,
    out: &mut Vec<Stmt>,
) -> Result<Expr> {
    let m = b.cx.hir.method(method);
    if !b.at_region_level {
        return Err(LowerError::new(span, format!("the SOMD method `{}` is called inside a distributed loop", m.display))
            .note("such a call is a step of all method instances together: it stands outside distributed loops and conditions that differ between instances"));
    }
    if receiver.is_some_and(|r| !matches!(r.kind, hir::ExprKind::This)) {
        return Err(LowerError::new(span, "a SOMD method of another object cannot be called here")
            .note("call it before, or make it static"));
    }
    let mut ignored = Vec::new();
    let (func, captured) = region_function(b.cx, method, &mut ignored)?;
    let refs: Vec<&hir::Expr> = args.iter().chain(&captured).collect();
    let mut values = Vec::new();
    for r in refs {
        if core_type(b.cx, &r.ty).is_some_and(|t| t.as_array().is_some()) {
            let (array, index) = b.array(r, out)?;
            if !index.is_empty() {
                return Err(LowerError::new(r.span, "a row cannot be passed to a SOMD method here"));
            }
            values.push(b.read(array, r.span));
        } else {
            let value = b.expr(r, out)?;
            values.push(b.keep(value, "arg", out));
        }
    }
    let callee = b.cx.core.func(func).clone();
    let FuncKind::Region { updates } = &callee.kind else { return Err(LowerError::internal()) };
    let mut results = Vec::new();
    for ty in &callee.ret {
        results.push(b.var(m.name.clone(), ty.clone(), false, span));
    }
    b.emit(out, StmtKind::CallRegion { results: results.clone(), func, args: values.clone() }, span);
    let mut value = results.first().copied();
    for (result, update) in results.iter().zip(updates) {
        let Some(param) = update else { continue };
        let position = callee.params.iter().position(|p| p == param).ok_or_else(LowerError::internal)?;
        let ExprKind::Var(array) = values[position].kind else { return Err(LowerError::internal()) };
        b.replace_array(array, *result, span, out);
        if value == Some(*result) && b.depth > 0 {
            value = Some(array);
        }
    }
    match value {
        Some(v) if m.ret != hir::Ty::Void => Ok(b.read(v, span)),
        _ => Ok(Expr::new(ExprKind::Const(Const::Bool(false)), Ty::Bool, span)),
    }
}

pub struct Region<'r, 'b, 'a> {
    pub b: Builder<'b, 'a>,
    /// The parameters of the function that are arrays and scalars of the method, as they come in.
    pub params: Vec<VarId>,
    /// What comes before all else.
    pub prologue: Vec<Stmt>,
    /// Inside `sync`: its reduction, where it has one.
    sync: Option<Option<&'r hir::Reduce>>,
    reduce: Option<&'r (hir::Reduce, Span)>,
    /// Operators of the accumulators met outside `sync reduce`, and where.
    accumulated: Vec<(ReduceOp, Span, String)>,
    warnings: &'r mut Vec<LowerError>,
    pub name: String,
}

impl<'r, 'b, 'a: 'r> Region<'r, 'b, 'a> {
    fn new(
        b: Builder<'b, 'a>,
        params: &[VarId],
        sync: Option<Option<&'r hir::Reduce>>,
        warnings: &'r mut Vec<LowerError>,
        reduce: Option<&'r (hir::Reduce, Span)>,
        name: &str,
    ) -> Region<'r, 'b, 'a> {
        let (params, name) = (params.to_vec(), name.to_string());
        Region { b, params, prologue: Vec::new(), sync, reduce, accumulated: Vec::new(), warnings, name }
    }

    fn stmt(&mut self, s: &'a hir::Stmt, out: &mut Vec<Stmt>) -> Result<()> {
        let span = s.span;
        match &s.kind {
            hir::StmtKind::Block(b) => self.block(b, out),
            hir::StmtKind::Local { local, init } => self.local(*local, init.as_ref(), span, out),
            hir::StmtKind::Sync { reduce, body, .. } => {
                let outer = self.sync.replace(reduce.as_ref().map(|(r, _)| r));
                let done = self.block(body, out);
                self.sync = outer;
                done
            }
            hir::StmtKind::Single(body) => self.block(body, out),
            hir::StmtKind::For { init, cond, update, body, label } => {
                if let Some(c) = canonical(self.b.method(), s) {
                    if may_distribute(body, self.b.cx) {
                        match self.distributed_loop(&c, body, span, out)? {
                            Attempt::Done => return Ok(()),
                            Attempt::Sequential => {}
                        }
                    }
                    return self.counted_loop(&c, body, *label, span, out);
                }
                for s in init {
                    self.stmt(s, out)?;
                }
                self.while_loop(cond.as_ref(), update, body, *label, span, out)
            }
            hir::StmtKind::While { cond, body, label } => self.while_loop(Some(cond), &[], body, *label, span, out),
            hir::StmtKind::If { cond, then, otherwise }
                if self.has_inner_work(then) || otherwise.as_ref().is_some_and(|o| self.has_inner_work(o)) =>
            {
                self.prepare(std::slice::from_ref(s), span, out);
                let cond = self.b.expr(cond, out)?;
                let mut a = Block::default();
                self.nested(then, &mut a.stmts)?;
                let mut o = Block::default();
                if let Some(block) = otherwise {
                    self.nested(block, &mut o.stmts)?;
                }
                self.b.emit(out, StmtKind::If { cond, then: a, otherwise: o }, span);
                Ok(())
            }
            _ => self.plain(s, out),
        }
    }

    fn block(&mut self, b: &'a hir::Block, out: &mut Vec<Stmt>) -> Result<()> {
        b.stmts.iter().try_for_each(|s| self.stmt(s, out))
    }

    /// The function: it returns `results`, and the new values of those of `arrays`, locals of the caller, that have one. Also what
    /// it takes beside its parameters.
    fn finish(
        mut self,
        params: Vec<VarId>,
        arrays: &[LocalId],
        results: Vec<Expr>,
        mut stmts: Vec<Stmt>,
        name: smol_str::SmolStr,
        span: Span,
    ) -> Result<(FuncId, Vec<hir::Expr>)> {
        let b = &mut self.b;
        let m = b.method();
        let newest: Vec<VarId> = arrays
            .iter()
            .filter_map(|p| match b.binding(*p) {
                Some(Binding::Var(v)) => Some(*v),
                _ => None,
            })
            .collect();
        let captures = b.captures.take().unwrap_or_default();
        let params: Vec<VarId> = params.into_iter().chain(captures.args.iter().map(|(_, v)| *v)).collect();
        // Which parameter an array is the newest value of.
        let origin = |b: &Builder<'_, '_>, v: VarId| Some(b.facts.root(v)).filter(|r| params.contains(r));
        let (mut ret, mut values, mut updates) = (Vec::new(), Vec::new(), Vec::new());
        for value in results {
            let from = match value.kind {
                ExprKind::Var(v) if value.ty.as_array().is_some() => origin(b, v),
                _ => None,
            };
            ret.push(value.ty.clone());
            values.push(value);
            updates.push(from);
        }
        let newest = newest.into_iter().chain(captures.fields.values().copied());
        for v in newest.filter(|&v| b.ty(v).as_array().is_some()) {
            if let Some(p) = origin(b, v).filter(|&p| p != v && !updates.contains(&Some(p))) {
                ret.push(b.ty(v));
                values.push(b.read(v, span));
                updates.push(Some(p));
            }
        }
        b.emit(&mut stmts, StmtKind::Return(values), span);
        self.prologue.append(&mut stmts);
        let stmts = self.prologue;
        let func = Func {
            name,
            kind: FuncKind::Region { updates },
            params,
            ret,
            vars: std::mem::take(&mut b.vars),
            body: Block { stmts },
            fast_math: m.fast_math,
            prov: Prov::one(m.span),
            display: m.display.clone(),
        };
        let id = b.cx.add(func);
        Ok((id, captures.args.into_iter().map(|(e, _)| e).collect()))
    }

    fn has_inner_work(&self, b: &hir::Block) -> bool {
        b.stmts.iter().any(|s| {
            matches!(
                s.kind,
                hir::StmtKind::For { .. }
                    | hir::StmtKind::Sync { .. }
                    | hir::StmtKind::Block(_)
                    | hir::StmtKind::While { .. }
            )
        })
    }

    /// A statement of the region itself. Stores in it write the region's arrays in place.
    fn plain(&mut self, s: &'a hir::Stmt, out: &mut Vec<Stmt>) -> Result<()> {
        self.prepare(std::slice::from_ref(s), s.span, out);
        self.b.stmt(s, out)
    }

    /// Before statements that may run often or not at all: what they change in place gets a mutable variable.
    fn prepare(&mut self, stmts: &'a [hir::Stmt], span: Span, out: &mut Vec<Stmt>) {
        let roots = reduction::stored_arrays(self.b.cx.hir, stmts);
        let mut arrays = BTreeSet::new();
        for local in roots.locals {
            match self.b.binding(local) {
                Some(Binding::Var(v) | Binding::Row { array: v, .. }) if self.b.ty(*v).as_array().is_some() => {
                    arrays.insert(*v);
                }
                _ => {}
            }
        }
        if let Some(captures) = &self.b.captures {
            arrays.extend(roots.fields.iter().filter_map(|f| captures.fields.get(f)));
        }
        self.b.make_mutable(arrays, span, out);
    }

    fn nested(&mut self, block: &'a hir::Block, out: &mut Vec<Stmt>) -> Result<()> {
        self.b.depth += 1;
        let before = self.b.facts.values.clone();
        let done = self.block(block, out);
        self.b.depth -= 1;
        // What was assigned in there is not known after it.
        let vars = &self.b.vars;
        self.b.facts.values.retain(|v, value| !vars[v.index()].mutable || before.get(v) == Some(value));
        done
    }

    fn local(&mut self, local: LocalId, init: Option<&'a hir::Expr>, span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        let method = self.b.method();
        let info = &method.locals[local.index()];
        let ty = core_type(self.b.cx, &info.ty).ok_or_else(|| LowerError::unsupported_type(span, &info.name))?;
        match (ty.as_array(), init.map(|e| &e.kind)) {
            (Some(array), Some(hir::ExprKind::NewArray { sizes })) => {
                let refs: Vec<&hir::Expr> = sizes.iter().collect();
                let values = self.b.operands(&refs, out)?;
                let mut sizes = Vec::new();
                for v in values {
                    let v = if matches!(v.kind, ExprKind::Len { .. } | ExprKind::Const(Const::Int(0..))) {
                        v
                    } else {
                        let site = self.b.site(span);
                        let at = v.span;
                        Expr::new(ExprKind::Check { kind: CheckKind::Size, value: Box::new(v), site }, Ty::I32, at)
                    };
                    sizes.push(v);
                }
                if sizes.len() < array.dims.len() {
                    return Err(LowerError::new(
                        span,
                        "an array with rows of its own lengths is not supported in a SOMD method yet",
                    )
                    .note("give all sizes: `new double[m][n]`"));
                }
                let var = self.b.var(info.name.clone(), ty, false, info.span);
                for (dim, size) in sizes.iter().enumerate() {
                    if let Some(p) = self.b.facts.poly(size) {
                        self.b.facts.sizes.insert((var, dim as u32), p);
                    }
                }
                let ty = self.b.ty(var);
                self.b.bind(local, Binding::Var(var));
                let init = Expr::new(ExprKind::NewArray { sizes }, ty, span);
                self.b.emit(out, StmtKind::Let { var, init: Some(init) }, span);
            }
            (Some(_), Some(hir::ExprKind::ArrayLit(elements))) => {
                let refs: Vec<&hir::Expr> = elements.iter().collect();
                let values = self.b.operands(&refs, out)?;
                let var = self.b.var(info.name.clone(), ty.clone(), true, info.span);
                self.b.bind(local, Binding::Var(var));
                let sizes = vec![Expr::int(values.len() as i32, span)];
                self.b.emit(
                    out,
                    StmtKind::Let { var, init: Some(Expr::new(ExprKind::NewArray { sizes }, ty, span)) },
                    span,
                );
                for (i, v) in values.into_iter().enumerate() {
                    self.b.store(var, vec![Expr::int(i as i32, span)], v, span, out)?;
                }
            }
            _ => {
                let s = hir::StmtKind::Local { local, init: init.cloned() };
                self.b.stmt(&hir::Stmt { kind: s, span }, out)?;
            }
        }
        Ok(())
    }

    fn result(&mut self, value: &'a hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let result = if core_type(self.b.cx, &value.ty).is_some_and(|t| t.as_array().is_some()) {
            let (array, index) = self.b.array(value, out)?;
            if !index.is_empty() {
                return Err(LowerError::new(value.span, "a SOMD method cannot return a row of an array"));
            }
            self.b.read(array, value.span)
        } else {
            self.b.expr(value, out)?
        };
        Ok(result)
    }

    // ---- sequential loops of the region -------------------------------------------------------------------------

    fn counted_loop(
        &mut self,
        c: &Canonical<'_>,
        body: &'a hir::Block,
        label: hir::LabelId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        self.prepare(&body.stmts, span, out);
        self.b.forget_assigned(body);
        if !self.has_inner_work(body) {
            return self.b.counted_loop(c, body, label, span, out);
        }
        let (lo, hi) = self.b.bounds(c, out)?;
        let var = self.b.loop_index(c, span);
        let to = self.b.label();
        let target = super::builder::Target { break_to: to, continue_to: super::builder::Continue::Loop(to) };
        self.b.frame().labels.insert(label, target);
        let mut stmts = Vec::new();
        self.nested(body, &mut stmts)?;
        let step = Expr::int(c.step, span);
        self.b.emit(out, StmtKind::For { var, lo, hi, step, body: Block { stmts }, label: to }, span);
        Ok(())
    }

    fn while_loop(
        &mut self,
        cond: Option<&'a hir::Expr>,
        update: &'a [hir::Expr],
        body: &'a hir::Block,
        label: hir::LabelId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        self.prepare(&body.stmts, span, out);
        self.b.forget_assigned(body);
        self.b.forget_updated(update);
        let to = self.b.label();
        let target = super::builder::Target { break_to: to, continue_to: super::builder::Continue::Loop(to) };
        self.b.frame().labels.insert(label, target);
        let mut stmts = Vec::new();
        let truth = Expr::new(ExprKind::Const(Const::Bool(true)), Ty::Bool, span);
        let mut value = cond.map(|c| self.b.expr(c, &mut stmts)).transpose()?.unwrap_or_else(|| truth.clone());
        if !stmts.is_empty() {
            let not = Expr::new(ExprKind::Unary(crate::core::ir::UnOp::Not, Box::new(value)), Ty::Bool, span);
            let leave = Stmt { kind: StmtKind::Break(to), prov: Prov::one(span) };
            self.b.emit(
                &mut stmts,
                StmtKind::If { cond: not, then: Block { stmts: vec![leave] }, otherwise: Block::default() },
                span,
            );
            value = truth;
        }
        let mut continues = false;
        if !update.is_empty() {
            for s in &body.stmts {
                continues |= continues_to(s, label);
            }
        }
        if continues {
            return Err(LowerError::new(
                span,
                "`continue` in a loop of this shape is not supported in a SOMD method yet",
            ));
        }
        self.nested(body, &mut stmts)?;
        for e in update {
            self.b.effect(e, &mut stmts)?;
        }
        self.b.emit(out, StmtKind::While { cond: value, body: Block { stmts }, label: to }, span);
        Ok(())
    }

    // ---- distributed loops --------------------------------------------------------------------------------------

    /// Makes a loop nest one parallel instruction, of as many dimensions as its iterations are independent in.
    fn distributed_loop(
        &mut self,
        c: &Canonical<'a>,
        body: &'a hir::Block,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Attempt> {
        let nest = self.nest(c, body);
        let mut first_error = None;
        for rank in (1..=nest.len()).rev() {
            let saved = self.save();
            let mut stmts = Vec::new();
            match self.parallel(&nest[..rank], span, &mut stmts) {
                Ok(()) => {
                    out.append(&mut stmts);
                    return Ok(Attempt::Done);
                }
                Err(e) => {
                    self.restore(saved);
                    // What only the outer loop shows is the clearer reason.
                    first_error = Some(e);
                }
            }
        }
        let error = first_error.ok_or_else(LowerError::internal)?;
        if error.code == error::RACE {
            let saved = self.save();
            let mut stmts = Vec::new();
            if self.divided_loop(c, body, span, &mut stmts)?.is_some() {
                out.append(&mut stmts);
                return Ok(Attempt::Done);
            }
            self.restore(saved);
        }
        // A loop that does not walk over a distributed array may be what every instance does for itself.
        if subscripts_distributed(self.b.method(), c.index, body) { Err(error) } else { Ok(Attempt::Sequential) }
    }

    /// The loops of a perfect nest whose bounds do not depend on outer indices, outermost first, each with its body.
    fn nest(&self, c: &Canonical<'a>, body: &'a hir::Block) -> Vec<(Canonical<'a>, &'a hir::Block)> {
        let copy = |c: &Canonical<'a>| Canonical { ..*c };
        let mut nest = vec![(copy(c), body)];
        let mut at = body;
        while nest.len() < MAX_RANK {
            let only = match at.stmts.as_slice() {
                [hir::Stmt { kind: hir::StmtKind::Block(b), .. }] => {
                    at = b;
                    continue;
                }
                [s] => s,
                _ => break,
            };
            let hir::StmtKind::For { body: inner, label, .. } = &only.kind else { break };
            let Some(next) = canonical(self.b.method(), only) else { break };
            let outer: BTreeSet<LocalId> = nest.iter().map(|(c, _)| c.index).collect();
            let depends = |e: &hir::Expr| {
                let mut reads = walk::Reads::default();
                reads.expr(strip_row_length(e, &outer));
                !reads.locals.is_disjoint(&outer)
            };
            let leaves = inner.stmts.iter().any(|s| breaks_from(s, *label));
            if depends(next.lo) || depends(next.bound) || leaves || outer.contains(&next.index) {
                break;
            }
            nest.push((next, inner));
            at = inner;
        }
        nest
    }

    fn parallel(&mut self, nest: &[(Canonical<'a>, &'a hir::Block)], span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        let body = nest.last().map(|(_, b)| *b).ok_or_else(LowerError::internal)?;
        let outer: BTreeSet<LocalId> = nest.iter().map(|(c, _)| c.index).collect();

        // The index space. A step other than 1 counts iterations, and the body computes the index.
        let mut space = Vec::new();
        let mut stmts = Vec::new();
        for (c, _) in nest {
            let dim = self.dimension(c, &outer, span, out, &mut stmts)?;
            space.push(dim);
        }

        let outer_own = self.b.facts.own_from.replace(VarId(self.b.vars.len() as u32));
        let done = self.parallel_body(nest, body, span, space, stmts, out);
        self.b.facts.own_from = outer_own;
        done
    }

    /// The instruction over `space`, whose body begins with `stmts`.
    fn parallel_body(
        &mut self,
        nest: &[(Canonical<'a>, &'a hir::Block)],
        body: &'a hir::Block,
        span: Span,
        space: Vec<Dim>,
        mut stmts: Vec<Stmt>,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let method = self.b.method();
        let outer: BTreeSet<LocalId> = nest.iter().map(|(c, _)| c.index).collect();

        // Scalars that the body assigns: accumulators, or variables that every iteration sets for itself.
        let declared = reduction::declared_in(body);
        let mut outputs = Vec::new();
        let mut after = Vec::new();
        let mut assigned = walk::assigned_in(body);
        assigned.retain(|&l| {
            !declared.contains(&l) && !outer.contains(&l) && !reduction::heads_inner_loop(method, body, l)
        });
        let mut bests = Vec::new();
        for best in best::bests(body, &assigned) {
            let at_most =
                |l: &LocalId| matches!(reduction::accumulator(self.b.cx.hir, method, body, *l), Accumulator::No { .. });
            if best.sets.iter().all(at_most) {
                assigned.retain(|l| !best.sets.contains(l));
                bests.push(self.best_output(best, &mut outputs, &mut stmts, span)?);
            }
        }
        let accumulators = assigned.clone();
        let mut counters = Vec::new();
        for local in assigned {
            if let (Some(by), [dim]) = (self.counter(body, local), space.as_slice()) {
                counters.push(self.count_along(local, by, dim, span, &mut stmts)?);
                continue;
            }
            let info = &method.locals[local.index()];
            let Some(Binding::Var(whole)) = self.b.frame().locals.get(&local).cloned() else {
                return Err(LowerError::new(span, format!("`{}` cannot be assigned in a distributed loop", info.name)));
            };
            match reduction::accumulator(self.b.cx.hir, method, body, local) {
                Accumulator::Of(op, at) => {
                    self.accept_accumulator(op, at, &info.name)?;
                    let ty = self.b.ty(whole);
                    // `-=` subtracts in each instance and adds the instances' results.
                    let op = if op == ReduceOp::Sub { ReduceOp::Add } else { op };
                    if crate::core::ir::identity(op, &ty).is_none() {
                        return Err(LowerError::new(
                            at,
                            format!("`{}` has a type that this reduction does not work on", info.name),
                        ));
                    }
                    let acc = self.b.var(info.name.clone(), ty.clone(), true, info.span);
                    let result = self.b.var(info.name.clone(), ty, false, info.span);
                    self.b.bind(local, Binding::Var(acc));
                    let init = self.b.read(whole, span);
                    outputs.push(Output { result, kind: OutputKind::Reduce { op, acc, init } });
                    after.push((local, whole, result));
                }
                Accumulator::Private => {
                    let ty = self.b.ty(whole);
                    let own = self.b.var(info.name.clone(), ty, true, info.span);
                    self.b.emit(&mut stmts, StmtKind::Let { var: own, init: None }, span);
                    self.b.bind(local, Binding::Var(own));
                    after.push((local, whole, whole));
                }
                Accumulator::No { at, other } => {
                    let e = LowerError::new(
                        at,
                        format!("every iteration of this distributed loop assigns `{}`", info.name),
                    )
                    .code(error::SHARED_SCALAR)
                    .label("assigned by many method instances");
                    let e = match other {
                        Some(other) => e.also(other, "and read here, perhaps by another instance"),
                        None => e,
                    };
                    return Err(e.note(format!(
                        "an accumulator changes only by one operator (`{0} += …`) and is read only after the loop; a variable of one iteration is declared inside it",
                        info.name
                    )));
                }
            }
        }

        self.one_iteration(nest, body, span, &mut stmts)?;

        // Arrays: every store must be this iteration's own.
        let indices: Vec<VarId> = space.iter().map(|d| d.index).collect();
        let mut arrays = self.array_outputs(&indices, &mut stmts, span)?;
        let stored: Vec<(VarId, VarId)> = arrays
            .iter()
            .filter_map(|o| match &o.kind {
                OutputKind::Array(ArraySource::Update { old }) => Some((*old, o.result)),
                OutputKind::Accumulate { array, .. } => Some((*array, o.result)),
                _ => None,
            })
            .collect();
        let array_store = arrays.first().map(|o| self.b.vars[o.result.index()].span);
        outputs.append(&mut arrays);
        if bests.iter().all(|b| b.result.is_none()) && !bests.is_empty() && outputs.is_empty() {
            // Only the search is needed.
            for best in &bests {
                self.keep_best(best, &bests, &accumulators, nest, body, span, out)?;
            }
            return Ok(());
        }
        if outputs.is_empty() {
            return Err(LowerError::new(span, "this distributed loop has no effect")
                .note("it assigns nothing that lives on after it"));
        }
        let wish = self.name.clone();
        let name = self.b.cx.unique(&format!("{wish}_{}", self.b.cx.line_name(span)));
        let par = Par { name, space, outputs, body: Block { stmts } };
        self.b.emit(out, StmtKind::Par(Box::new(par)), span);
        for (old, new) in stored {
            self.b.replace_array(old, new, span, out);
        }
        if let (Some(best), Some(store)) = (bests.iter().find(|b| b.searches), array_store) {
            return Err(LowerError::new(
                best.best.at,
                "this loop keeps the best of its iterations, and stores to an array",
            )
            .code(error::SHARED_SCALAR)
            .label("what belongs to the best is found by a second look at the loop")
            .also(store, "which must not store")
            .note("write two loops: one that stores, one that looks for the best"));
        }
        for (local, whole, end) in counters {
            self.b.vars[whole.index()].mutable = true;
            self.b.emit(out, StmtKind::Assign { var: whole, value: end }, span);
            self.b.bind(local, Binding::Var(whole));
        }
        for (local, whole, result) in after {
            if whole != result {
                let value = self.b.read(result, span);
                self.b.vars[whole.index()].mutable = true;
                self.b.emit(out, StmtKind::Assign { var: whole, value }, span);
            }
            self.b.bind(local, Binding::Var(whole));
        }
        for best in &bests {
            self.keep_best(best, &bests, &accumulators, nest, body, span, out)?;
        }
        Ok(())
    }

    /// By how much every iteration changes a local that is more than an accumulator: other iterations' values are known then.
    fn counter(&self, body: &hir::Block, local: LocalId) -> Option<i32> {
        let method = self.b.method();
        let by = reduction::induction(body, local).filter(|_| method.locals[local.index()].ty == hir::Ty::Int)?;
        let other = matches!(reduction::accumulator(self.b.cx.hir, method, body, local), Accumulator::No { .. });
        // A jump out of an iteration would leave steps out.
        let jumps = body.stmts.iter().any(|s| any_stmt(s, &mut |s| matches!(s.kind, hir::StmtKind::Continue(_))));
        (other && !jumps).then_some(by)
    }

    /// Gives a counter its value at the beginning of an iteration; what it is, outside, and its value after the loop.
    fn count_along(
        &mut self,
        local: LocalId,
        by: i32,
        dim: &Dim,
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) -> Result<(LocalId, VarId, Expr)> {
        let info = &self.b.method().locals[local.index()];
        let Some(Binding::Var(whole)) = self.b.binding(local).cloned() else { return Err(LowerError::internal()) };
        let int = |kind| Expr::new(kind, Ty::I32, span);
        let binary = |op, a: Expr, b: Expr| int(ExprKind::Binary(op, Box::new(a), Box::new(b)));
        let is_zero = matches!(dim.lo.kind, ExprKind::Const(Const::Int(0)));
        let after = |this: &Self, rounds: Expr| {
            let rounds = if is_zero { rounds } else { binary(BinOp::Sub, rounds, dim.lo.clone()) };
            binary(BinOp::Add, this.b.read(whole, span), binary(BinOp::Mul, rounds, Expr::int(by, span)))
        };
        let own = self.b.var(info.name.clone(), Ty::I32, true, info.span);
        let start = after(self, self.b.read(dim.index, span));
        self.b.emit(stmts, StmtKind::Let { var: own, init: Some(start) }, span);
        self.b.bind(local, Binding::Var(own));
        let last = int(ExprKind::Math(MathOp::Max, vec![dim.hi.clone(), dim.lo.clone()]));
        Ok((local, whole, after(self, last)))
    }

    /// The reduction that finds the best value, and stand-ins for what the winning iteration sets.
    fn best_output(
        &mut self,
        best: Best<'a>,
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
        let mut result = None;
        let mut searches = true;
        for (&local, &whole) in &wholes {
            let info = &method.locals[local.index()];
            let ty = self.b.ty(whole);
            let own = self.b.var(info.name.clone(), ty.clone(), true, info.span);
            self.b.bind(local, Binding::Var(own));
            match best.rank.as_ref().filter(|r| r.local == local) {
                Some(rank) => {
                    let identity = crate::core::ir::identity(rank.op, &ty)
                        .ok_or_else(|| LowerError::unsupported_type(best.at, &info.name))?;
                    self.accept_accumulator(rank.op, best.at, &info.name)?;
                    // An integer alone needs no second look: equal values are the same value.
                    searches = best.sets.len() > 1 || ty.is_float();
                    let init = if searches {
                        Expr::new(ExprKind::Const(identity), ty.clone(), span)
                    } else {
                        self.b.read(whole, span)
                    };
                    let found = self.b.var(info.name.clone(), ty, false, info.span);
                    outputs.push(Output { result: found, kind: OutputKind::Reduce { op: rank.op, acc: own, init } });
                    result = Some(found);
                }
                None => self.b.emit(stmts, StmtKind::Let { var: own, init: None }, span),
            }
        }
        Ok(Kept { best, wholes, result, searches })
    }

    /// After the loop: gives the variables what the winning iteration leaves in them.
    #[allow(clippy::too_many_arguments)]
    fn keep_best(
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
        if !kept.searches {
            assign(self, out, whole, found);
            return Ok(());
        }
        let test = |this: &Self, op, right: Expr| {
            let left = this.b.read(found, span);
            Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), Ty::Bool, span)
        };
        let mut repeat = Vec::new();
        self.b.depth += 2;
        let done = self.find_and_repeat(kept, all, accumulators, nest, body, span, &mut repeat);
        self.b.depth -= 2;
        rebind(self);
        done?;
        // A float alone is its own answer, but for zeros, which have a sign that comparisons do not see.
        let then = if best.sets.len() > 1 {
            repeat
        } else {
            let ty = self.b.ty(found);
            let zero = super::types::zero(&ty, span).ok_or_else(LowerError::internal)?;
            let cond = test(self, BinOp::Eq, zero);
            let mut otherwise = Vec::new();
            assign(self, &mut otherwise, whole, found);
            let mut stmts = Vec::new();
            let (then, otherwise) = (Block { stmts: repeat }, Block { stmts: otherwise });
            self.b.emit(&mut stmts, StmtKind::If { cond, then, otherwise }, span);
            stmts
        };
        let op = match (rank.op, rank.strict) {
            (ReduceOp::Min, true) => BinOp::Lt,
            (ReduceOp::Min, false) => BinOp::Le,
            (_, true) => BinOp::Gt,
            (_, false) => BinOp::Ge,
        };
        let cond = test(self, op, self.b.read(whole, span));
        self.b.emit(out, StmtKind::If { cond, then: Block { stmts: then }, otherwise: Block::default() }, span);
        for whole in kept.wholes.values() {
            self.b.facts.values.remove(whole);
        }
        Ok(())
    }

    /// Finds the iteration that wins and runs it once more, for what it sets.
    #[allow(clippy::too_many_arguments)]
    fn find_and_repeat(
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
        let none = long(ExprKind::Const(crate::core::ir::identity(op, &Ty::I64).ok_or_else(LowerError::internal)?));
        let outer: BTreeSet<LocalId> = nest.iter().map(|(c, _)| c.index).collect();
        let method = self.b.method();

        // The search: the loop again, for the number of the iteration alone.
        let mut space = Vec::new();
        let mut stmts = Vec::new();
        for (c, _) in nest {
            let dim = self.dimension(c, &outer, span, out, &mut stmts)?;
            space.push(dim);
        }
        // The number of an iteration: row-major, from the lower bounds.
        let binary = |op, a, b| long(ExprKind::Binary(op, Box::new(a), Box::new(b)));
        let widen = |e: Expr| super::builder::convert(e, Ty::I64, span);
        let mut extents = Vec::new();
        let mut number = long(ExprKind::Const(Const::Int(0)));
        for d in &space {
            let extent = binary(BinOp::Sub, widen(d.hi.clone()), widen(d.lo.clone()));
            let offset = binary(BinOp::Sub, widen(self.b.read(d.index, span)), widen(d.lo.clone()));
            number = binary(BinOp::Add, binary(BinOp::Mul, number, extent.clone()), offset);
            extents.push((d.lo.clone(), extent));
        }
        let acc = self.b.var("first", Ty::I64, true, span);
        let result = self.b.var("first", Ty::I64, false, span);
        let others = all.iter().flat_map(|k| k.wholes.keys()).chain(accumulators);
        let others: Vec<LocalId> = others.copied().filter(|l| !kept.wholes.contains_key(l)).collect();
        let wholes: Vec<(LocalId, Binding)> =
            others.iter().filter_map(|&l| self.b.binding(l).cloned().map(|b| (l, b))).collect();
        self.stand_ins(&others, span, &mut stmts)?;
        let value = best.rank.as_ref().zip(kept.result).map(|(r, found)| (r.value, found));
        let guards = best.guards.clone();
        self.b.search = Some(Search { stmt: best.stmt, guards, best: value, number: number.clone(), acc, op: math });
        let own = self.b.facts.own_from.replace(VarId(self.b.vars.len() as u32));
        let done = self.one_iteration(nest, body, span, &mut stmts);
        self.b.facts.own_from = own;
        self.b.search = None;
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
            points.push(super::builder::convert(at, Ty::I32, span));
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
            self.b.bind(c.index, Binding::Var(var));
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
            self.b.facts.values.remove(whole);
        }
        Ok(())
    }

    /// Variables that take what the loop's body assigns and this look at it does not want.
    fn stand_ins(&mut self, locals: &[LocalId], span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        let method = self.b.method();
        for &local in locals {
            let info = &method.locals[local.index()];
            let ty = core_type(self.b.cx, &info.ty).ok_or_else(LowerError::internal)?;
            let zero = super::types::zero(&ty, span).ok_or_else(|| LowerError::unsupported_type(span, &info.name))?;
            let var = self.b.var(info.name.clone(), ty, true, info.span);
            self.b.emit(out, StmtKind::Let { var, init: Some(zero) }, span);
            self.b.bind(local, Binding::Var(var));
        }
        Ok(())
    }

    /// The body of a nest, where `continue` of the innermost loop leaves it.
    pub fn one_iteration(
        &mut self,
        nest: &[(Canonical<'a>, &'a hir::Block)],
        body: &'a hir::Block,
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) -> Result<()> {
        let at_region_level = std::mem::replace(&mut self.b.at_region_level, false);
        let rest = self.b.label();
        let innermost = nest.last().map(|(c, _)| c.label).ok_or_else(LowerError::internal)?;
        let target = super::builder::Target { break_to: rest, continue_to: super::builder::Continue::LeaveBlock(rest) };
        self.b.frame().continue_only.insert(innermost);
        self.b.frame().labels.insert(innermost, target);
        let mut inside = Vec::new();
        let done = self.b.block(body, &mut inside);
        self.b.frame().labels.remove(&innermost);
        self.b.frame().continue_only.remove(&innermost);
        self.b.at_region_level = at_region_level;
        done?;
        if walk::breaks_to(&inside, rest) {
            self.b.emit(stmts, StmtKind::Labeled { label: rest, body: Block { stmts: inside } }, span);
        } else {
            stmts.append(&mut inside);
        }
        Ok(())
    }

    fn accept_accumulator(&mut self, op: ReduceOp, at: Span, name: &str) -> Result<()> {
        if let Some(Some(reduce)) = self.sync {
            if let hir::Reduce::Op(wanted) = reduce
                && *wanted != op
            {
                return Err(LowerError::new(
                    at,
                    format!("`{name}` is accumulated with another operator than the `sync reduce` names"),
                )
                .code(error::REDUCE_MISMATCH));
            }
            return Ok(());
        }
        self.accumulated.push((op, at, name.to_string()));
        Ok(())
    }

    /// Holds the method's `reduce` against what it accumulates.
    fn check_reduce(&mut self, m: &hir::Method) -> Result<()> {
        let Some((op, at, name)) = self.accumulated.first().cloned() else { return Ok(()) };
        match self.reduce {
            None => Err(LowerError::new(at, format!("each method instance has only a part of `{name}`"))
                .code(error::NEEDS_REDUCE)
                .label(format!("`{name}` is accumulated over a distributed loop"))
                .also(m.name_span, "and this method has no `reduce`")
                .note(format!(
                    "write `reduce({})` before the method, or accumulate inside `sync reduce({0}) ({name}) {{ … }}`",
                    symbol(op)
                ))),
            Some((hir::Reduce::Op(wanted), span)) if self.accumulated.iter().all(|a| a.0 != *wanted) => {
                let w = LowerError::new(
                    *span,
                    format!("this `reduce({})` does not match how the method accumulates", symbol(*wanted)),
                )
                .code(error::REDUCE_MISMATCH)
                .label("the result is that of one instance, whatever is written here")
                .also(at, format!("`{name}` is accumulated with `{}`", symbol(op)));
                self.warnings.push(w);
                Ok(())
            }
            Some(_) => Ok(()),
        }
    }

    /// One dimension of the index space; the HIR index is bound for the body.
    fn dimension(
        &mut self,
        c: &Canonical<'a>,
        outer: &BTreeSet<LocalId>,
        span: Span,
        out: &mut Vec<Stmt>,
        body: &mut Vec<Stmt>,
    ) -> Result<Dim> {
        let stripped = Canonical { bound: strip_row_length(c.bound, outer), ..*c };
        let (lo, hi) = if std::ptr::eq(stripped.bound, c.bound) {
            self.b.bounds(c, out)?
        } else {
            // `g[i].length` of a rectangular array: the size of its second dimension.
            let (array, index) = self.b.array(stripped.bound, out)?;
            let len = Expr::new(ExprKind::Len { array, dim: index.len() as u32 + 1 }, Ty::I32, span);
            (self.b.expr(c.lo, out)?, len)
        };
        if lo.ty != Ty::I32 {
            return Err(LowerError::new(span, "the index of a distributed loop must be an `int`"));
        }
        if !c.declared && self.b.cx.read_outside_its_loops(self.b.method(), c.index) {
            return Err(LowerError::new(span, "the index of this distributed loop is read after it")
                .note("declare the index in the loop; what is read later needs a variable of its own"));
        }
        // Sums and products are computed once, before the loop.
        let lo = self.b.keep(lo, "lo", out);
        let hi = match &hi.kind {
            ExprKind::Var(_) | ExprKind::Const(_) | ExprKind::Len { .. } => hi,
            _ => self.b.keep(hi, "hi", out),
        };
        let one = Poly::constant(1);
        if c.step == 1 {
            let index = self.b.loop_index(c, span);
            let range = (self.b.facts.poly(&lo), self.b.facts.poly(&hi).map(|p| p.plus(&one, -1)));
            self.b.facts.ranges.insert(index, range);
            return Ok(Dim { index, lo, hi });
        }
        // count = (hi - lo + step - sign) / step, at least 0.
        let int = |kind| Expr::new(kind, Ty::I32, span);
        let binary = |op, a: Expr, b: Expr| int(ExprKind::Binary(op, Box::new(a), Box::new(b)));
        let distance = binary(BinOp::Sub, hi, lo.clone());
        let rounded = binary(BinOp::Add, distance, Expr::int(c.step - c.step.signum(), span));
        let count = binary(BinOp::Div, rounded, Expr::int(c.step, span));
        let count = int(ExprKind::Math(MathOp::Max, vec![count, Expr::int(0, span)]));
        let count = self.b.keep(count, "count", out);
        let k = self.b.var("k", Ty::I32, false, span);
        let range = (Some(Poly::constant(0)), self.b.facts.poly(&count).map(|p| p.plus(&one, -1)));
        self.b.facts.ranges.insert(k, range);
        let scaled = binary(BinOp::Mul, self.b.read(k, span), Expr::int(c.step, span));
        let value = binary(BinOp::Add, lo, scaled);
        let index = self.b.loop_index(c, span);
        self.b.emit(body, StmtKind::Let { var: index, init: Some(value) }, span);
        Ok(Dim { index: k, lo: Expr::int(0, span), hi: count })
    }

    /// Finds the arrays that the body stores to, checks that iterations keep apart, and renames: stores and own reads go to the
    /// new value, other reads to the old one.
    fn array_outputs(&mut self, space: &[VarId], stmts: &mut [Stmt], span: Span) -> Result<Vec<Output>> {
        let mut private = BTreeSet::new();
        let mut stores: BTreeMap<VarId, Vec<(Subscripts, Span)>> = BTreeMap::new();
        let facts = &self.b.facts;
        let subscripts = |index: &[Expr]| -> Subscripts { index.iter().map(|e| facts.poly(e)).collect() };
        guarded_stmts(stmts, &mut Vec::new(), &mut |s, guards| match &s.kind {
            StmtKind::Let { var, init: Some(Expr { kind: ExprKind::NewPrivate | ExprKind::ArrayLit(_), .. }) } => {
                private.insert(*var);
            }
            StmtKind::Store { array, index, .. } => {
                let at = s.prov.0.first().copied().unwrap_or(span);
                let mut polys = subscripts(index);
                // Where `i == 0` holds, the subscript 0 is `i`.
                for &(k, c) in guards.iter().filter(|(k, _)| space.contains(k)) {
                    for p in polys.iter_mut().flatten().filter(|p| p.as_constant() == Some(c)) {
                        *p = Poly::sym(super::affine::Sym::Var(k));
                    }
                }
                stores.entry(*array).or_default().push((polys, at));
            }
            _ => {}
        });
        let mut loads: BTreeMap<VarId, Vec<(Subscripts, Span)>> = BTreeMap::new();
        walk::core_stmts(stmts, &mut |s| {
            walk::core_stmt_exprs(s, &mut |e| {
                if let ExprKind::Index { array, index } | ExprKind::Row { array, index } = &e.kind {
                    loads.entry(*array).or_default().push((subscripts(index), e.span));
                }
            })
        });
        stores.retain(|array, _| !private.contains(array));
        let mut outputs = Vec::new();
        for (array, stores) in stores {
            let name = self.b.vars[array.index()].name.clone();
            let ty = self.b.ty(array);
            let all: Vec<Subscripts> = stores.iter().map(|(s, _)| s.clone()).collect();
            let reads = loads.get(&array).map(Vec::as_slice).unwrap_or_default();
            let result = self.b.var(name.clone(), ty.clone(), false, span);
            if !separated(&self.b.facts, space, &all) {
                if let Some(op) = reduction::histogram(stmts, array, &ty) {
                    reduction::to_accumulate(stmts, array, result, op);
                    outputs.push(Output { result, kind: OutputKind::Accumulate { op, array } });
                    continue;
                }
                let first = stores[0].1;
                let mut e = LowerError::new(
                    first,
                    format!("two iterations of this distributed loop may write the same element of `{name}`"),
                )
                .code(error::RACE)
                .label("this write is not provably the iteration's own");
                if let Some((_, other)) = stores.iter().find(|(_, at)| *at != first) {
                    e = e.also(*other, "this write may meet it");
                }
                return Err(e.note("an iteration owns the elements that its index subscripts: `a[i]`, `a[i + 1]`, `a[8 * k + 3]`, `a[i * n + j]` with 0 <= j < n")
                    .note("counting into an array with `h[x] += 1` is a reduction, and allowed for integers"));
            }
            for (read, at) in reads {
                let own = own_or_apart(&self.b.facts, space, &all, read);
                if !own && self.sync.is_none() {
                    let store = stores[0].1;
                    return Err(LowerError::new(*at, format!("this element of `{name}` may belong to another method instance, which writes it"))
                        .code(error::UNSYNCED_READ)
                        .also(store, format!("`{name}` is written here"))
                        .note("put the loop in a `sync { … }` block: reads of other instances' elements then see the values from before the block")
                        .note("or write the results into another array"));
                }
            }
            let facts = &self.b.facts;
            reduction::rename(stmts, array, result, &mut |index| {
                let read: Subscripts = index.iter().map(|e| facts.poly(e)).collect();
                own_or_apart(facts, space, &all, &read)
            });
            outputs.push(Output { result, kind: OutputKind::Array(ArraySource::Update { old: array }) });
        }
        Ok(outputs)
    }

    fn save(&self) -> Saved {
        Saved {
            vars: self.b.vars.clone(),
            locals: self.b.frames.last().map(|f| f.locals.clone()).unwrap_or_default(),
            facts: self.b.facts.clone(),
            accumulated: self.accumulated.clone(),
        }
    }

    fn restore(&mut self, saved: Saved) {
        // Captured fields made during the attempt stay: their variables must keep their numbers.
        let extra = self.b.vars.split_off(saved.vars.len());
        self.b.vars.clone_from(&saved.vars);
        self.b.vars.extend(extra);
        self.b.frame().locals = saved.locals;
        self.b.facts = saved.facts;
        self.accumulated = saved.accumulated;
    }
}

/// A [`Best`] while its loop is made.
struct Kept<'a> {
    best: Best<'a>,
    /// The variables, as they are outside the loop.
    wholes: BTreeMap<LocalId, VarId>,
    /// The best value.
    result: Option<VarId>,
    /// The best value alone does not tell what the variables hold.
    searches: bool,
}

enum Attempt {
    Done,
    Sequential,
}

struct Saved {
    vars: Vec<crate::core::ir::Var>,
    locals: BTreeMap<LocalId, Binding>,
    facts: super::affine::Facts,
    accumulated: Vec<(ReduceOp, Span, String)>,
}

pub fn symbol(op: ReduceOp) -> &'static str {
    match op {
        ReduceOp::Add => "+",
        ReduceOp::Sub => "-",
        ReduceOp::Mul => "*",
        ReduceOp::And => "&",
        ReduceOp::Or => "|",
        ReduceOp::Xor => "^",
        ReduceOp::Min => "min",
        ReduceOp::Max => "max",
    }
}

/// Whether what is read is the iteration's own, or nobody's: then no other iteration stores to it.
fn own_or_apart(facts: &super::affine::Facts, space: &[VarId], stores: &[Subscripts], read: &Subscripts) -> bool {
    if stores.contains(read) {
        return true;
    }
    let with_read: Vec<Subscripts> = stores.iter().cloned().chain([read.clone()]).collect();
    let inside = |v: VarId| space.contains(&v) || facts.own_from.is_some_and(|first| v >= first);
    separated(facts, space, &with_read) || facts.apart(&inside, read, stores)
}

/// Calls `f` on every statement with the equalities `index == constant` that hold where it stands.
fn guarded_stmts<'s>(stmts: &'s [Stmt], guards: &mut Vec<(VarId, i64)>, f: &mut dyn FnMut(&'s Stmt, &[(VarId, i64)])) {
    for s in stmts {
        f(s, guards);
        match &s.kind {
            StmtKind::If { cond, then, otherwise } => {
                let guard = match &cond.kind {
                    ExprKind::Binary(BinOp::Eq, a, b) => match (&a.kind, &b.kind) {
                        (ExprKind::Var(k), ExprKind::Const(Const::Int(c)))
                        | (ExprKind::Const(Const::Int(c)), ExprKind::Var(k)) => Some((*k, *c)),
                        _ => None,
                    },
                    _ => None,
                };
                let before = guards.len();
                guards.extend(guard);
                guarded_stmts(&then.stmts, guards, f);
                guards.truncate(before);
                guarded_stmts(&otherwise.stmts, guards, f);
            }
            StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::Labeled { body, .. } => {
                guarded_stmts(&body.stmts, guards, f)
            }
            _ => {}
        }
    }
}

/// A loop that can be tried as a parallel one: nothing in it belongs to the region alone.
fn may_distribute(body: &hir::Block, cx: &Cx<'_>) -> bool {
    fn blocked(s: &hir::Stmt) -> bool {
        match &s.kind {
            hir::StmtKind::Sync { .. } | hir::StmtKind::Single(_) => true,
            hir::StmtKind::Block(b) | hir::StmtKind::Labeled { body: b, .. } => b.stmts.iter().any(blocked),
            hir::StmtKind::If { then, otherwise, .. } => {
                then.stmts.iter().any(blocked) || otherwise.iter().any(|o| o.stmts.iter().any(blocked))
            }
            hir::StmtKind::For { body, .. }
            | hir::StmtKind::While { body, .. }
            | hir::StmtKind::DoWhile { body, .. } => body.stmts.iter().any(blocked),
            _ => false,
        }
    }
    let mut calls_somd = false;
    let mut subscripts = false;
    walk::exprs_in(body, &mut |e| match &e.kind {
        hir::ExprKind::Call { method, .. } => calls_somd |= cx.hir.method(*method).somd.is_some(),
        hir::ExprKind::Index { .. } | hir::ExprKind::Assign { place: hir::Place::Index { .. }, .. } => {
            subscripts = true
        }
        hir::ExprKind::CompoundAssign { .. } => subscripts = true,
        _ => {}
    });
    subscripts && !calls_somd && !body.stmts.iter().any(blocked)
}

/// Whether the loop's index stands in a subscript of an array that comes from outside the loop.
fn subscripts_distributed(method: &hir::Method, index: LocalId, body: &hir::Block) -> bool {
    let inside = reduction::declared_in(body);
    let mut found = false;
    let mut test = |array: &hir::Expr, at: &hir::Expr| {
        let mut reads = walk::Reads::default();
        reads.expr(at);
        let mut base = walk::Reads::default();
        base.expr(array);
        let from_outside =
            base.locals.iter().any(|l| !inside.contains(l) && method.locals[l.index()].ty.is_reference());
        found |= reads.locals.contains(&index) && from_outside;
    };
    walk::exprs_in(body, &mut |e| match &e.kind {
        hir::ExprKind::Index { array, index } => test(array, index),
        hir::ExprKind::Assign { place: hir::Place::Index { array, index }, .. }
        | hir::ExprKind::CompoundAssign { place: hir::Place::Index { array, index }, .. }
        | hir::ExprKind::IncDec { place: hir::Place::Index { array, index }, .. } => test(array, index),
        _ => {}
    });
    found
}

/// `g` for `g[i].length` where `i` is an index of the nest; anything else as it is.
fn strip_row_length<'h>(e: &'h hir::Expr, outer: &BTreeSet<LocalId>) -> &'h hir::Expr {
    if let hir::ExprKind::Length(row) = &e.kind
        && let hir::ExprKind::Index { array, index } = &row.kind
        && matches!(&index.kind, hir::ExprKind::Local(l) if outer.contains(l))
    {
        return array;
    }
    e
}

fn breaks_from(s: &hir::Stmt, label: hir::LabelId) -> bool {
    any_stmt(s, &mut |s| matches!(&s.kind, hir::StmtKind::Break(l) if *l == label))
}

fn continues_to(s: &hir::Stmt, label: hir::LabelId) -> bool {
    any_stmt(s, &mut |s| matches!(&s.kind, hir::StmtKind::Continue(l) if *l == label))
}

fn any_stmt(s: &hir::Stmt, f: &mut dyn FnMut(&hir::Stmt) -> bool) -> bool {
    if f(s) {
        return true;
    }
    let mut block = |b: &hir::Block| b.stmts.iter().any(|s| any_stmt(s, f));
    match &s.kind {
        hir::StmtKind::Block(b)
        | hir::StmtKind::Single(b)
        | hir::StmtKind::Labeled { body: b, .. }
        | hir::StmtKind::Sync { body: b, .. }
        | hir::StmtKind::For { body: b, .. }
        | hir::StmtKind::While { body: b, .. }
        | hir::StmtKind::DoWhile { body: b, .. } => block(b),
        hir::StmtKind::If { then, otherwise, .. } => block(then) || otherwise.as_ref().is_some_and(block),
        hir::StmtKind::Switch { arms, .. } => arms.iter().any(|a| block(&a.body)),
        _ => false,
    }
}
