//! Calls of methods that only give what steps give, `scaled(scaled(v)).reduce(…)`: their steps are those of the chain around.

use super::super::builder::{Frame, ReturnMode};
use super::super::error::{LowerError, Result};
use super::super::walk;
use super::{Region, chain, is_region};
use somd_core::ir::{Expr, Stmt};
use somd_hir::{self as hir, MethodId};
use std::collections::BTreeMap;

/// Calls within calls that are followed.
const DEEPEST: usize = 8;

/// What the method that an expression calls returns, where that is all it does.
fn returned<'p>(program: &'p hir::Program, e: &hir::Expr) -> Option<(MethodId, &'p hir::Expr)> {
    let hir::ExprKind::Call { method, receiver: None, .. } = &e.kind else { return None };
    let m = program.method(*method);
    if !m.is_static || m.somd.is_some() || m.native.is_some() || m.ret != e.ty || program.class(m.class).is_library {
        return None;
    }
    let body = m.body.as_ref()?;
    let [hir::Stmt { kind: hir::StmtKind::Return(Some(value)), .. }] = body.stmts.as_slice() else { return None };
    let steps = is_region(value) || chain::is_chain(value) || returned_call(value);
    (steps && value.ty == m.ret && walk::assigned_in(body).is_empty()).then_some((*method, value))
}

fn returned_call(value: &hir::Expr) -> bool {
    matches!(value.kind, hir::ExprKind::Call { receiver: None, .. })
}

impl<'a> Region<'_, 'a> {
    /// The value of such a call; None where it is another one, or where what it does has to stay on the host.
    pub(super) fn called(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        let hir: &'a hir::Program = self.b.cx.hir;
        let (method, value) = returned(hir, e)?;
        if self.b.frames.len() > DEEPEST {
            return None;
        }
        let captures = self.b.captures.clone();
        let (stmts, params, mapped) = (out.len(), self.params.len(), self.mapped.clone());
        let frames = self.b.frames.len();
        let bound = self.bound.clone();
        let done = self.call_steps(method, value, e, out);
        self.b.frames.truncate(frames);
        self.bound = bound;
        if done.is_err() {
            self.b.captures = captures;
            self.mapped = mapped;
            out.truncate(stmts);
            self.params.truncate(params);
            self.args.truncate(params);
        }
        done.ok()
    }

    fn call_steps(&mut self, method: MethodId, value: &hir::Expr, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let hir::ExprKind::Call { args, .. } = &e.kind else { return Err(LowerError::internal()) };
        let hir: &'a hir::Program = self.b.cx.hir;
        let callee = hir.method(method);
        self.b.initialised(callee.class, e.span)?;
        let mut given = BTreeMap::new();
        for (k, (&param, arg)) in callee.params.iter().zip(args).enumerate() {
            // What the host evaluates is evaluated before all steps.
            if k > 0 && !chain::is_quiet(arg) {
                return Err(LowerError::new(arg.span, "this argument is evaluated between steps"));
            }
            given.insert(param, self.value(arg, out)?);
        }
        self.bound = given;
        self.b.frames.push(Frame::new(method, ReturnMode::Refused("this is an expression")));
        if chain::is_chain(value) { self.chain(value, out) } else { self.value(value, out) }
    }

    /// Within such a method nothing is left to the host but what has no names of its own.
    pub(super) fn stays_outside(&self, e: &hir::Expr) -> bool {
        let mut own = false;
        walk::exprs(e, &mut |e| own |= matches!(e.kind, hir::ExprKind::Local(_) | hir::ExprKind::This));
        self.b.frames.len() > 1 && (own || walk_declares(e))
    }
}

/// Whether an expression declares variables.
fn walk_declares(e: &hir::Expr) -> bool {
    let mut found = false;
    walk::exprs(e, &mut |e| found |= matches!(e.kind, hir::ExprKind::Sequence(..)));
    found
}
