//! Statements of a region outside its distributed loops, and the function that they become.

use super::distributed::{Attempt, may_distribute};
use super::{Region, continues_to};
use crate::builder;
use crate::builder::{Binding, Builder};
use crate::error::{LowerError, Result};
use crate::reduction;
use crate::snapshot::Outcome;
use crate::stmts::{Canonical, canonical};
use crate::types::core_type;
use somd_core::ir::{
    ArrayTy, Block, CheckKind, Const, Expr, ExprKind, Func, FuncId, FuncKind, Prov, Stmt, StmtKind, Ty, VarId,
};
use somd_hir as hir;
use somd_hir::LocalId;
use somd_syntax::source::Span;
use std::collections::BTreeSet;

/// The elements of a literal whose rows are literals of one length, and its sizes.
fn leaves<'a>(elements: &'a [hir::Expr], to: &mut Vec<&'a hir::Expr>) -> Option<Vec<u32>> {
    let own = elements.len() as u32;
    if !elements.iter().all(|e| matches!(e.ty, hir::Ty::Array { .. })) || elements.is_empty() {
        to.extend(elements);
        return Some(vec![own]);
    }
    let mut inner: Option<Vec<u32>> = None;
    for e in elements {
        let hir::ExprKind::ArrayLit(row) = &e.kind else { return None };
        let sizes = leaves(row, to)?;
        if inner.get_or_insert_with(|| sizes.clone()) != &sizes {
            return None;
        }
    }
    Some([own].into_iter().chain(inner?).collect())
}

impl<'r, 'b, 'a: 'r> Region<'r, 'b, 'a> {
    pub(super) fn stmt(&mut self, s: &'a hir::Stmt, out: &mut Vec<Stmt>) -> Result<()> {
        let span = s.span;
        match &s.kind {
            hir::StmtKind::Block(b) => self.block(b, out),
            hir::StmtKind::Local { local, init } => self.local(*local, init.as_ref(), span, out),
            hir::StmtKind::Sync { reduce, body, .. } => {
                let snapshots = self.b.cx.snapshots;
                let plain = matches!(snapshots.get(&(self.b.method_id(), span)), None | Some(Outcome::Plain));
                if self.single > 0 && !plain {
                    return Err(LowerError::new(span, "a `sync` block that one instance does in order"));
                }
                let from = out.len();
                let outer = self.sync.replace(reduce.as_ref().map(|(r, _)| r));
                let done = self.block(body, out);
                self.sync = outer;
                done?;
                if plain { Ok(()) } else { self.keeps_snapshot(&mut out[from..], span) }
            }
            hir::StmtKind::Single(body) => {
                self.single += 1;
                let done = self.block(body, out);
                self.single -= 1;
                done
            }
            hir::StmtKind::For { init, cond, update, body, label } => {
                if let Some(c) = canonical(self.b.cx.pure, self.b.method(), s) {
                    // One instance does what stands in `single`, in order.
                    if self.single == 0 && may_distribute(body, super::is_operation(self.b.method(), span), self.b.cx) {
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

    pub(super) fn block(&mut self, b: &'a hir::Block, out: &mut Vec<Stmt>) -> Result<()> {
        b.stmts.iter().try_for_each(|s| self.stmt(s, out))
    }

    /// The function: it returns `results`, and the new values of those of `arrays`, locals of the caller, that have one. Also what
    /// it takes beside its parameters.
    pub(super) fn finish(
        mut self,
        params: Vec<VarId>,
        arrays: &[LocalId],
        results: Vec<Expr>,
        mut stmts: Vec<Stmt>,
        name: smol_str::SmolStr,
        span: Span,
    ) -> Result<(FuncId, Vec<hir::Expr>)> {
        self.b.flatten(&mut stmts)?;
        self.b.flatten(&mut self.prologue)?;
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
        let columns: Vec<VarId> = b.groups.iter().flat_map(|g| g.columns.values().map(|c| c.now)).collect();
        let rows: Vec<VarId> = b.rows.iter().filter_map(|r| b.rows_now(r)).collect();
        let newest = newest.into_iter().chain(captures.vars()).chain(columns).chain(rows);
        for v in newest.filter(|&v| b.ty(v).as_array().is_some()) {
            if let Some(p) = origin(b, v).filter(|&p| p != v && !updates.contains(&Some(p))) {
                ret.push(b.ty(v));
                values.push(b.read(v, span));
                updates.push(Some(p));
            }
        }
        let tables = captures.args.iter().filter_map(|(e, v)| Some((*v, b.cx.constant_field(e)?))).collect();
        b.emit(&mut stmts, StmtKind::Return(values), span);
        self.prologue.append(&mut stmts);
        let stmts = self.prologue;
        let func = Func {
            name,
            kind: FuncKind::Region { updates, outside: None, tables, optional: BTreeSet::new() },
            params,
            ret,
            vars: std::mem::take(&mut b.vars),
            body: Block { stmts },
            fast_math: m.fast_math,
            cold: false,
            prov: Prov::one(m.span),
            display: m.display.clone(),
        };
        let id = b.cx.add(func);
        Ok((id, captures.args.into_iter().map(|(e, _)| e).collect()))
    }

    pub(super) fn has_inner_work(&self, b: &hir::Block) -> bool {
        b.stmts.iter().any(|s| match &s.kind {
            hir::StmtKind::For { .. }
            | hir::StmtKind::Sync { .. }
            | hir::StmtKind::Block(_)
            | hir::StmtKind::While { .. } => true,
            hir::StmtKind::If { then, otherwise, .. } => {
                self.has_inner_work(then) || otherwise.as_ref().is_some_and(|o| self.has_inner_work(o))
            }
            _ => false,
        })
    }

    /// A statement of the region itself. Stores in it write the region's arrays in place.
    pub(super) fn plain(&mut self, s: &'a hir::Stmt, out: &mut Vec<Stmt>) -> Result<()> {
        self.prepare(std::slice::from_ref(s), s.span, out);
        self.b.stmt(s, out)
    }

    /// Before statements that may run often or not at all: what they change in place gets a mutable variable.
    pub(super) fn prepare(&mut self, stmts: &'a [hir::Stmt], span: Span, out: &mut Vec<Stmt>) {
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
        self.capture_stored(&roots.fields, span);
        if let Some(captures) = &self.b.captures {
            arrays.extend(roots.fields.iter().filter_map(|f| captures.fields.get(f)));
            let outside = captures.outside.iter().filter(|((_, f), _)| roots.fields.contains(f));
            arrays.extend(outside.map(|(_, v)| *v).filter(|v| self.b.ty(*v).as_array().is_some()));
        }
        let columns = self.b.groups.iter().flat_map(|g| &g.columns);
        let changed = |field: &hir::FieldId| roots.assigned.contains(field) || roots.fields.contains(field);
        arrays.extend(columns.filter(|(field, _)| changed(field)).map(|(_, c)| c.now));
        self.b.make_mutable(arrays, span, out);
    }

    /// In a method that stands for an operation of the library, arrays in fields that a method called there stores to are known before they are
    /// first named. What cannot be captured is refused where it is used.
    fn capture_stored(&mut self, fields: &BTreeSet<hir::FieldId>, span: Span) {
        let m = self.b.method();
        if m.somd.as_ref().is_none_or(|s| s.library.is_none()) || self.b.frames.len() != 1 {
            return;
        }
        for &field in fields {
            let info = self.b.cx.hir.field(field);
            let is_array = core_type(self.b.cx, &info.ty).is_some_and(|t| t.as_array().is_some());
            let own = info.is_static || (!m.is_static && self.b.cx.hir.is_subclass(m.class, info.class));
            if is_array && own {
                let this = hir::Expr { kind: hir::ExprKind::This, ty: hir::Ty::Class(m.class), span };
                let object = (!info.is_static).then_some(&this);
                _ = self.b.capture(object, field, span);
            }
        }
    }

    pub(super) fn nested(&mut self, block: &'a hir::Block, out: &mut Vec<Stmt>) -> Result<()> {
        self.b.depth += 1;
        let before = self.b.facts.values.clone();
        let done = self.block(block, out);
        self.b.depth -= 1;
        // What was assigned in there is not known after it.
        let vars = &self.b.vars;
        self.b.facts.values.retain(|v, value| !vars[v.index()].mutable || before.get(v) == Some(value));
        done
    }

    pub(super) fn local(
        &mut self,
        local: LocalId,
        init: Option<&'a hir::Expr>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let method = self.b.method();
        let info = &method.locals[local.index()];
        let Some(ty) = core_type(self.b.cx, &info.ty) else {
            // A lambda that is known.
            let s = hir::StmtKind::Local { local, init: init.cloned() };
            return self.b.stmt(&hir::Stmt { kind: s, span }, out);
        };
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
                // One that a loop's round or a branch makes is given its new values there.
                let var = self.b.var(info.name.clone(), ty, self.b.depth > 0, info.span);
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
                let var = self.array_of(elements, info.name.clone(), ty, info.span, out)?;
                self.b.bind(local, Binding::Var(var));
            }
            _ => {
                let s = hir::StmtKind::Local { local, init: init.cloned() };
                self.b.stmt(&hir::Stmt { kind: s, span }, out)?;
            }
        }
        Ok(())
    }

    /// A new array of the region with these elements.
    fn array_of(
        &mut self,
        elements: &'a [hir::Expr],
        name: smol_str::SmolStr,
        ty: Ty,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<VarId> {
        let mut refs = Vec::new();
        let sizes = leaves(elements, &mut refs);
        let rank = ty.as_array().map_or(0, |a| a.dims.len());
        let sizes = sizes.filter(|s| s.len() == rank);
        let sizes = sizes
            .ok_or_else(|| LowerError::new(span, "an array of rows is made of others, or of different lengths"))?;
        let values = self.b.operands(&refs, out)?;
        let var = self.b.var(name, ty.clone(), true, span);
        let known = ArrayTy { elem: Box::new(Ty::I32), dims: sizes.iter().map(|&n| Some(n)).collect() };
        let sizes = sizes.iter().map(|&n| Expr::int(n as i32, span)).collect();
        let init = Some(Expr::new(ExprKind::NewArray { sizes }, ty, span));
        self.b.emit(out, StmtKind::Let { var, init }, span);
        for (i, v) in values.into_iter().enumerate() {
            self.b.store(var, known.place(i as u32, span), v, span, out)?;
        }
        Ok(var)
    }

    pub(super) fn result(&mut self, value: &'a hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        if let (hir::ExprKind::ArrayLit(elements), Some(ty)) = (&value.kind, core_type(self.b.cx, &value.ty))
            && ty.as_array().is_some_and(|a| a.dims.len() == 1)
        {
            let var = self.array_of(elements, "result".into(), ty, value.span, out)?;
            return Ok(self.b.read(var, value.span));
        }
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

    pub(super) fn counted_loop(
        &mut self,
        c: &Canonical<'_>,
        body: &'a hir::Block,
        label: hir::LabelId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        self.prepare(&body.stmts, span, out);
        self.b.forget_assigned(body);
        let makes_array = |s: &hir::Stmt| {
            let hir::StmtKind::Local { init: Some(init), .. } = &s.kind else { return false };
            matches!(init.kind, hir::ExprKind::NewArray { .. })
        };
        if !self.has_inner_work(body) && !body.stmts.iter().any(makes_array) {
            return self.b.counted_loop(c, body, label, span, out);
        }
        let (lo, hi) = self.b.bounds(c, out)?;
        let range = self.b.facts.range(&lo, &hi, c.step > 0);
        let var = self.b.loop_index(c, span);
        self.b.facts.ranges.insert(var, range);
        let to = self.b.label();
        let target = builder::Target { break_to: to, continue_to: builder::Continue::Loop(to) };
        self.b.frame().labels.insert(label, target);
        let mut stmts = Vec::new();
        self.nested(body, &mut stmts)?;
        let step = Expr::new(ExprKind::Const(Const::Int(c.step.into())), lo.ty.clone(), span);
        self.b.emit(out, StmtKind::For { var, lo, hi, step, body: Block { stmts }, label: to }, span);
        Ok(())
    }

    pub(super) fn while_loop(
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
        let target = builder::Target { break_to: to, continue_to: builder::Continue::Loop(to) };
        self.b.frame().labels.insert(label, target);
        let mut stmts = Vec::new();
        let truth = Expr::new(ExprKind::Const(Const::Bool(true)), Ty::Bool, span);
        let mut value = cond.map(|c| self.b.expr(c, &mut stmts)).transpose()?.unwrap_or_else(|| truth.clone());
        if !stmts.is_empty() {
            let not = Expr::new(ExprKind::Unary(somd_core::ir::UnOp::Not, Box::new(value)), Ty::Bool, span);
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
}
