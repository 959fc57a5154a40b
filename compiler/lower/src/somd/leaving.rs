//! Distributed loops that may be left: `break`, and what becomes one (see [`normal`](crate::normal)).
//!
//! Three steps: a search for the first iteration that leaves (or fails), the loop over those before it, and that iteration by itself,
//! in order, which leaves or throws. Iterations behind it never run.

use super::Region;
use super::distributed::{Extent, Limit, Saved};
use crate::builder::{self, Binding};
use crate::error::{LowerError, Result};
use crate::normal::Early;
use crate::reduction;
use crate::stmts::Canonical;
use crate::walk;
use somd_core::ir::{
    BinOp, Block, Const, Expr, ExprKind, Output, OutputKind, Par, Stmt, StmtKind, Ty, VarId, identity,
};
use somd_hir::{self as hir, LocalId};
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::BTreeSet;

impl<'r, 'b, 'a: 'r> Region<'r, 'b, 'a> {
    /// The loop `c` with this `body`; `early` says what an iteration does that does not leave.
    pub(super) fn leaving_loop(
        &mut self,
        c: &Canonical<'a>,
        body: &'a hir::Block,
        early: &'a Early,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let rest = &early.rest;
        let saved = self.save();
        let extent = self.extent(c, &BTreeSet::from([c.index]), span, out)?;
        let whole = self.b.binding(c.index).cloned();
        let (first, works) = self.search(c, early, &extent, span, out)?;
        self.rebind(&saved);
        if works {
            self.b.frame().leave = Some((c.label, None));
            self.limit = Some(Limit { first, extent: extent.clone() });
            let nest = [(c.clone(), rest)];
            self.flags = Some(&early.flags);
            let done = self.parallel(&nest, span, out);
            self.flags = None;
            self.limit = None;
            self.b.frame().leave = None;
            done?;
        }
        self.index_after(c, &extent, whole, span, out)?;
        self.last_iteration(c, body, first, &extent, span, out)
    }

    /// Finds the first iteration that leaves: its number, and whether those before it do anything.
    fn search(
        &mut self,
        c: &Canonical<'a>,
        early: &'a Early,
        extent: &Extent,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<(VarId, bool)> {
        let method = self.b.method();
        let rest = &early.rest;
        let mut stmts = Vec::new();
        let outer_own = self.b.facts.own_from.replace(VarId(self.b.vars.len() as u32));
        let dim = self.axis(c, extent, None, span, out, &mut stmts)?;
        let declared = reduction::declared_in(rest);
        let assigned: Vec<LocalId> = walk::assigned_in(rest)
            .into_iter()
            .filter(|&l| {
                !declared.contains(&l) && l != c.index && !reduction::heads_inner_loop(self.b.cx.pure, method, rest, l)
            })
            .collect();
        let (mut counters, mut others) = (Vec::new(), Vec::new());
        for &local in &assigned {
            match self.counter(rest, local) {
                Some(by) => counters.push((local, by)),
                None => others.push(local),
            }
        }
        for (local, by) in counters {
            self.count_along(local, by, &dim, span, &mut stmts)?;
        }
        self.stand_ins(&others, span, &mut stmts)?;
        let found = self.b.var("leaves", Ty::Bool, true, span);
        let first = self.b.var("first", Ty::I64, false, span);
        self.b.name_rows(std::slice::from_ref(&dim), span, &mut stmts);
        self.b.frame().leave = Some((c.label, Some(found)));
        let done = self.one_iteration(&[(c.clone(), rest)], rest, span, &mut stmts);
        self.b.frame().leave = None;
        self.b.facts.own_from = outer_own;
        done?;
        let stores = self.drop_stores(&mut stmts, span)?;
        let name = format!("{}_{}_leave", self.name, self.b.cx.line_name(span));
        let name = self.b.cx.unique(&name);
        let outputs = vec![Output { result: first, kind: OutputKind::First { found } }];
        let par = Par { name, space: vec![dim], outputs, body: Block { stmts } };
        self.b.emit(out, StmtKind::Par(Box::new(par)), span);
        Ok((first, stores || assigned.iter().any(|l| !early.flags.contains(l))))
    }

    /// The iteration that leaves, as what stands after the loop finds it.
    fn last_iteration(
        &mut self,
        c: &Canonical<'a>,
        body: &'a hir::Block,
        first: VarId,
        extent: &Extent,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        self.prepare(&body.stmts, span, out);
        self.b.forget_assigned(body);
        let before = self.b.frame().locals.clone();
        let whole = self.b.binding(c.index).cloned();
        let own = reduction::declared_in(body);
        for local in walk::assigned_in(body).difference(&own) {
            if let Some(Binding::Var(v)) = before.get(local) {
                self.b.vars[v.index()].mutable = true;
            }
        }
        let mut inner = Vec::new();
        let ty = extent.lo.ty.clone();
        let new = |kind| Expr::new(kind, ty.clone(), span);
        let number = builder::convert(self.b.read(first, span), ty.clone(), span);
        let scaled = if c.step == 1 {
            number
        } else {
            let step = new(ExprKind::Const(Const::Int(c.step.into())));
            new(ExprKind::Binary(BinOp::Mul, Box::new(number), Box::new(step)))
        };
        let at = new(ExprKind::Binary(BinOp::Add, Box::new(extent.lo.clone()), Box::new(scaled)));
        let info = &self.b.method().locals[c.index.index()];
        let var = self.b.var(info.name.clone(), ty.clone(), false, span);
        self.b.emit(&mut inner, StmtKind::Let { var, init: Some(at) }, span);
        if ty == Ty::I64 {
            self.b.bind(c.index, Binding::Var(var));
        } else {
            self.b.bind_index(c, var, span, &mut inner);
        }
        let to = self.b.label();
        let target = builder::Target { break_to: to, continue_to: builder::Continue::LeaveBlock(to) };
        self.b.frame().labels.insert(c.label, target);
        self.b.depth += 1;
        let mut stmts = Vec::new();
        if let (false, Some(Binding::Var(whole))) = (c.declared, &whole) {
            self.b.vars[whole.index()].mutable = true;
            let index = self.b.binding(c.index).cloned();
            if let Some(Binding::Var(index)) = index {
                let value = self.b.read(index, span);
                self.b.emit(&mut stmts, StmtKind::Assign { var: *whole, value }, span);
            }
        }
        let done = self.b.block(body, &mut stmts);
        self.b.depth -= 1;
        self.b.frame().labels.remove(&c.label);
        done?;
        self.b.emit(&mut inner, StmtKind::Labeled { label: to, body: Block { stmts } }, span);
        self.b.frame().locals = before;
        let none = identity(ReduceOp::Min, &Ty::I64).ok_or_else(LowerError::internal)?;
        let none = Expr::new(ExprKind::Const(none), Ty::I64, span);
        let found = ExprKind::Binary(BinOp::Ne, Box::new(self.b.read(first, span)), Box::new(none));
        let cond = Expr::new(found, Ty::Bool, span);
        self.b.emit(out, StmtKind::If { cond, then: Block { stmts: inner }, otherwise: Block::default() }, span);
        self.b.forget_assigned(body);
        Ok(())
    }

    /// The locals as they were, after an attempt that stays.
    fn rebind(&mut self, saved: &Saved) {
        self.b.frame().locals = saved.locals().clone();
    }
}
