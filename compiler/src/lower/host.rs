//! SOMD methods with steps that are no parallel code: printing in a `single` block, a return in the middle, a call of itself,
//! objects, arrays whose rows differ in length.
//!
//! Such a method stays a method of the host, which runs it once, and each of its distributed loops becomes a region of its own.
//! By the one-instance rule that is what the method means; the arrays stay where the last region left them, so nothing moves
//! between two loops on a device. What every instance would do to the world outside, rather than one, is an error here.

use super::error::{self, LowerError, Result};
use super::somd;
use super::{Cx, Outcome, Report, walk};
use crate::analysis::effects::Effect;
use crate::hir::{self, ExprKind, MethodId, Place, StmtKind};
use somd_syntax::source::Span;

/// The body with its distributed loops taken out, and the regions that they became.
pub fn split(cx: &mut Cx<'_>, method: MethodId) -> Result<(hir::Block, Vec<LowerError>)> {
    let hir = cx.hir;
    let body = hir.method(method).body.as_ref().ok_or_else(LowerError::internal)?;
    let mut host = Host { cx, method, single: 0, distributed: 0, sync: None, warnings: Vec::new() };
    let stmts = host.block(body)?;
    Ok((stmts, host.warnings))
}

struct Host<'c, 'a> {
    cx: &'c mut Cx<'a>,
    method: MethodId,
    /// Inside this many `single` blocks.
    single: u32,
    /// Inside this many distributed loops, whose iterations one instance each runs.
    distributed: u32,
    /// Inside a `sync` block that could not be taken out whole.
    sync: Option<Option<&'a hir::Reduce>>,
    warnings: Vec<LowerError>,
}

impl<'a> Host<'_, 'a> {
    fn block(&mut self, b: &'a hir::Block) -> Result<hir::Block> {
        let stmts = b.stmts.iter().map(|s| self.stmt(s)).collect::<Result<_>>()?;
        Ok(hir::Block { stmts, span: b.span })
    }

    fn stmt(&mut self, s: &'a hir::Stmt) -> Result<hir::Stmt> {
        if self.single == 0 && matches!(s.kind, StmtKind::For { .. } | StmtKind::Sync { .. }) {
            match somd::piece(self.cx, self.method, s, self.sync, &mut self.warnings) {
                Ok(Some(piece)) => return Ok(piece),
                Ok(None) => {}
                Err(e) if e.code == error::NOT_PARALLEL => return self.around(s, e),
                Err(e) => return Err(e),
            }
        }
        self.step(s)
    }

    /// A loop that is no region, for the reason `why`: inner ones may be.
    fn around(&mut self, s: &'a hir::Stmt, why: LowerError) -> Result<hir::Stmt> {
        let pieces = self.cx.pieces.len();
        let distributed = somd::is_distributed(self.cx.hir.method(self.method), s);
        self.distributed += u32::from(distributed);
        let step = self.step(s);
        self.distributed -= u32::from(distributed);
        if !distributed {
            return step;
        }
        let step = step.map_err(|e| if e.code == error::EVERY_INSTANCE { why.clone() } else { e })?;
        if self.cx.pieces.len() == pieces {
            let m = self.cx.hir.method(self.method);
            let over_instances = s.span == m.name_span;
            let what = if over_instances { "instances" } else { "loop" };
            let outcome = Outcome::Host { span: why.span, reason: why.message.clone(), notes: why.notes.clone() };
            let what = format!("{what} of SOMD method {}", m.display);
            self.cx.host_loops.push(Report { span: s.span, what, outcome });
            if over_instances {
                // How the instances of a reduction of the program's own run is nothing that the program can mend.
                return Ok(step);
            }
            let slow = LowerError::new(s.span, "this loop over a distributed array runs on one core")
                .label("what an iteration does is no parallel code");
            let slow = if why.span == s.span { slow.note(why.message) } else { slow.also(why.span, why.message) };
            self.warnings.push(why.notes.into_iter().fold(slow.code(error::ONE_CORE), LowerError::note));
        }
        Ok(step)
    }

    fn step(&mut self, s: &'a hir::Stmt) -> Result<hir::Stmt> {
        let mut exprs: Vec<&'a hir::Expr> = Vec::new();
        let kind = match &s.kind {
            StmtKind::Block(b) => StmtKind::Block(self.block(b)?),
            StmtKind::Single(b) => {
                self.single += 1;
                let done = self.block(b);
                self.single -= 1;
                StmtKind::Block(done?)
            }
            StmtKind::Sync { reduce, body, .. } => {
                let outer = self.sync.replace(reduce.as_ref().map(|(r, _)| r));
                let done = self.block(body);
                self.sync = outer;
                StmtKind::Block(done?)
            }
            StmtKind::If { cond, then, otherwise } => {
                exprs.push(cond);
                let otherwise = otherwise.as_ref().map(|b| self.block(b)).transpose()?;
                StmtKind::If { cond: cond.clone(), then: self.block(then)?, otherwise }
            }
            StmtKind::While { cond, body, label } => {
                exprs.push(cond);
                StmtKind::While { cond: cond.clone(), body: self.block(body)?, label: *label }
            }
            StmtKind::DoWhile { body, cond, label } => {
                exprs.push(cond);
                StmtKind::DoWhile { body: self.block(body)?, cond: cond.clone(), label: *label }
            }
            StmtKind::For { init, cond, update, body, label } => {
                init.iter().for_each(|s| walk::exprs_in_stmt(s, &mut |e| exprs.push(e)));
                exprs.extend(cond.iter().chain(update));
                let body = self.block(body)?;
                let (init, cond, update) = (init.clone(), cond.clone(), update.clone());
                StmtKind::For { init, cond, update, body, label: *label }
            }
            StmtKind::Labeled { label, body } => StmtKind::Labeled { label: *label, body: self.block(body)? },
            StmtKind::Switch { scrutinee, arms, label } => {
                exprs.push(scrutinee);
                let arm = |a: &'a hir::SwitchArm| -> Result<hir::SwitchArm> {
                    Ok(hir::SwitchArm { body: self.block(&a.body)?, values: a.values.clone(), ..*a })
                };
                let arms = arms.iter().map(arm).collect::<Result<_>>()?;
                StmtKind::Switch { scrutinee: scrutinee.clone(), arms, label: *label }
            }
            StmtKind::Try { body, catches, finally } => {
                let body = self.block(body)?;
                let mut handlers = Vec::new();
                for c in catches {
                    handlers.push(hir::Catch { body: self.block(&c.body)?, classes: c.classes.clone(), ..*c });
                }
                let finally = finally.as_ref().map(|b| self.block(b)).transpose()?;
                StmtKind::Try { body, catches: handlers, finally }
            }
            StmtKind::Local { init: Some(e), .. } | StmtKind::Expr(e) | StmtKind::Return(Some(e)) => {
                exprs.push(e);
                s.kind.clone()
            }
            other => other.clone(),
        };
        if self.single == 0 {
            exprs.iter().try_for_each(|e| self.no_effect(e))?;
        }
        Ok(hir::Stmt { kind, span: s.span })
    }

    /// Outside `single` every instance evaluates the expression.
    fn no_effect(&mut self, e: &'a hir::Expr) -> Result<()> {
        let mut wrong: Option<(Span, String)> = None;
        let effects = self.cx.effects();
        walk::exprs(e, &mut |e| {
            let found = match &e.kind {
                ExprKind::Call { method, .. } => {
                    let m = self.cx.hir.method(*method);
                    let summary = effects.of(*method);
                    let shared = [Effect::Io, Effect::WritesStatic, Effect::Tasks].into_iter().any(|e| summary.has(e));
                    (shared && m.somd.is_none())
                        .then(|| format!("calls `{}`, which has an effect on more than its instance", m.display))
                }
                ExprKind::Assign { place: Place::Field { object, field }, .. }
                | ExprKind::CompoundAssign { place: Place::Field { object, field }, .. }
                | ExprKind::IncDec { place: Place::Field { object, field }, .. } => {
                    // An element's field is its iteration's.
                    let element = object.as_ref().is_some_and(|o| !matches!(o.kind, ExprKind::This));
                    (self.distributed == 0 || !element)
                        .then(|| format!("writes the field `{}`", self.cx.hir.field(*field).name))
                }
                _ => None,
            };
            if let (Some(what), None) = (found, &wrong) {
                wrong = Some((e.span, what));
            }
        });
        let Some((span, what)) = wrong else { return Ok(()) };
        Err(LowerError::new(span, format!("every method instance {what}"))
            .code(error::EVERY_INSTANCE)
            .label("this would happen as often as there are instances")
            .note("write it in a `single { … }` block: one instance then does it, and all see what it wrote"))
    }
}
