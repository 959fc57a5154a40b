//! SOMD methods with steps that are no parallel code: printing in a `single` block, a return in the middle, a call of itself,
//! objects, arrays whose rows differ in length.
//!
//! Such a method stays a method of the host, which runs it once, and each of its distributed loops becomes a region of its own.
//! By the one-instance rule that is what the method means; the arrays stay where the last region left them, so nothing moves
//! between two loops on a device. What every instance would do to the world outside, rather than one, is an error here.

use super::error::{self, LowerError, Result};
use super::snapshot::{self, Outcome};
use super::somd;
use super::{Cx, walk, watched};
use somd_analysis::effects::Effect;
use somd_hir::{self as hir, ExprKind, MethodId, Place, StmtKind};
use somd_syntax::source::Span;

/// The body with its distributed loops taken out, and the regions that they became.
pub fn split(cx: &mut Cx<'_>, method: MethodId) -> Result<(hir::Block, Vec<LowerError>)> {
    let hir = cx.hir;
    let body = hir.method(method).body.as_ref().ok_or_else(LowerError::internal)?;
    let mut host = Host { cx, method, single: 0, distributed: 0, sync: None, in_order: 0, warnings: Vec::new() };
    let stmts = host.block(body)?;
    Ok((stmts, host.warnings))
}

/// The statements of a SOMD method whose arrays turn out to be unfit for a region. Where `rows` may differ in length, loops over them are
/// regions of their own; the rest is as it was written.
pub fn in_order<'a>(cx: &mut Cx<'a>, method: MethodId, stmts: &'a [hir::Stmt], rows: bool) -> Result<hir::Block> {
    let span = stmts.first().map_or(Span::NONE, |s| s.span);
    let made = stmts.iter().map(|s| written(cx, method, s, rows, false)).collect::<Result<_>>()?;
    let mut made = hir::Block { stmts: made, span };
    snapshot::settle(&mut made, method, cx.snapshots)?;
    Ok(made)
}

/// `inside` a loop over a distributed array.
fn written<'a>(cx: &mut Cx<'a>, method: MethodId, s: &'a hir::Stmt, rows: bool, inside: bool) -> Result<hir::Stmt> {
    let distributed = matches!(s.kind, StmtKind::For { .. }) && somd::is_distributed(cx.pure, cx.hir.method(method), s);
    if rows
        && distributed
        && let Ok(Some(piece)) = somd::piece(cx, method, s, None, true, &mut Vec::new())
    {
        return Ok(piece);
    }
    let pieces = cx.pieces.len();
    let block = |cx: &mut Cx<'a>, b: &'a hir::Block| -> Result<hir::Block> {
        let stmts =
            b.stmts.iter().map(|s| written(cx, method, s, rows, inside || distributed)).collect::<Result<_>>()?;
        Ok(hir::Block { stmts, span: b.span })
    };
    let kind = match &s.kind {
        StmtKind::Block(b) => StmtKind::Block(block(cx, b)?),
        StmtKind::If { cond, then, otherwise } => {
            let otherwise = otherwise.as_ref().map(|o| block(cx, o)).transpose()?;
            StmtKind::If { cond: cond.clone(), then: block(cx, then)?, otherwise }
        }
        StmtKind::For { init, cond, update, body, label } => {
            let (init, cond, update) = (init.clone(), cond.clone(), update.clone());
            StmtKind::For { init, cond, update, body: block(cx, body)?, label: *label }
        }
        StmtKind::While { cond, body, label } => {
            StmtKind::While { cond: cond.clone(), body: block(cx, body)?, label: *label }
        }
        other => other.clone(),
    };
    let mut made = hir::Stmt { kind, span: s.span };
    if distributed && !inside && cx.pieces.len() == pieces {
        watched::watch(cx, method, s, &mut made)?;
    }
    Ok(made)
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
    /// Inside this many `sync` blocks that are done in order: nothing in them is taken out.
    in_order: u32,
    warnings: Vec<LowerError>,
}

impl<'a> Host<'_, 'a> {
    fn block(&mut self, b: &'a hir::Block) -> Result<hir::Block> {
        let stmts = b.stmts.iter().map(|s| self.stmt(s)).collect::<Result<_>>()?;
        Ok(hir::Block { stmts, span: b.span })
    }

    fn stmt(&mut self, s: &'a hir::Stmt) -> Result<hir::Stmt> {
        if self.single == 0 && self.in_order == 0 && matches!(s.kind, StmtKind::For { .. } | StmtKind::Sync { .. }) {
            match somd::piece(self.cx, self.method, s, self.sync, false, &mut self.warnings) {
                Ok(Some(piece)) => return Ok(piece),
                Ok(None) => {}
                Err(e) if e.code == error::NOT_PARALLEL && matches!(s.kind, StmtKind::Sync { .. }) => {
                    return self.sync(s, Some(e));
                }
                Err(e) if e.code == error::NOT_PARALLEL => return self.around(s, e),
                // An iteration on the host does its own loops in order; who owns what is the loop's around it.
                Err(e) if self.distributed > 0 && matches!(s.kind, StmtKind::For { .. }) => return self.around(s, e),
                // Iterations that follow from one another: loops within them may be regions.
                Err(e) if e.is_dependence() && !self.has_snapshot(s) => {
                    let pieces = self.cx.pieces.len();
                    return match self.around(s, e.clone()) {
                        Ok(made) if self.cx.pieces.len() > pieces => Ok(made),
                        _ => Err(e),
                    };
                }
                Err(e) => return Err(e),
            }
        }
        if matches!(s.kind, StmtKind::Sync { .. }) && self.in_order == 0 {
            return self.sync(s, None);
        }
        self.step(s)
    }

    /// A `sync` block that reads values from before it.
    fn has_snapshot(&self, s: &hir::Stmt) -> bool {
        let outcome = self.cx.snapshots.get(&(self.method, s.span));
        matches!(s.kind, StmtKind::Sync { .. }) && !matches!(outcome, None | Some(Outcome::Plain))
    }

    /// A `sync` block that is no region, for the reason `why`: what it means in plain statements.
    fn sync(&mut self, s: &'a hir::Stmt, why: Option<LowerError>) -> Result<hir::Stmt> {
        let snapshots: &'a snapshot::Snapshots = self.cx.snapshots;
        match snapshots.get(&(self.method, s.span)) {
            Some(Outcome::Made(made)) => {
                // What every instance would do is found as elsewhere.
                self.in_order += 1;
                self.distributed += 1;
                let done = self.step(s);
                self.distributed -= 1;
                self.in_order -= 1;
                done?;
                if let (StmtKind::Sync { body, .. }, Some(why), 0) = (&s.kind, why, self.single) {
                    for inner in &body.stmts {
                        if somd::is_distributed(self.cx.pure, self.cx.hir.method(self.method), inner) {
                            self.cx.in_order.insert((self.method, inner.span), why.clone());
                        }
                    }
                }
                Ok(made.clone())
            }
            Some(Outcome::Refused(e)) => Err(e.clone()),
            Some(Outcome::Plain) | None => self.step(s),
        }
    }

    /// A loop that is no region, for the reason `why`: inner ones may be.
    fn around(&mut self, s: &'a hir::Stmt, why: LowerError) -> Result<hir::Stmt> {
        if let Some(made) = self.over_made_rows(s)? {
            return Ok(made);
        }
        let pieces = self.cx.pieces.len();
        let warnings = self.warnings.len();
        let distributed = somd::is_distributed(self.cx.pure, self.cx.hir.method(self.method), s);
        self.distributed += u32::from(distributed);
        let step = self.step(s);
        self.distributed -= u32::from(distributed);
        if !distributed {
            return step;
        }
        let mut step = step.map_err(|e| if e.code == error::EVERY_INSTANCE { why.clone() } else { e })?;
        // A loop that an iteration does in order owns nothing: why it is no region of its own tells nothing of the loop around it.
        if self.distributed > 0 && why.code != error::NOT_PARALLEL {
            return Ok(step);
        }
        let whole = self.cx.pieces.len() == pieces;
        if whole {
            // Of a nest the outermost loop says who owns what.
            if self.distributed == 0 {
                watched::watch(self.cx, self.method, s, &mut step)?;
            }
            // One loop of a nest is told of.
            self.warnings.truncate(warnings);
        }
        // Loops within may be regions: the outermost stays on the host all the same.
        if whole || self.distributed == 0 {
            self.cx.in_order.insert((self.method, s.span), why);
        }
        Ok(step)
    }

    /// A loop whose iterations make the rows of a matrix, where it can be two: see [`super::made_rows`].
    fn over_made_rows(&mut self, s: &'a hir::Stmt) -> Result<Option<hir::Stmt>> {
        let StmtKind::For { label, .. } = &s.kind else { return Ok(None) };
        let made_rows: &'a super::made_rows::MadeRows = self.cx.made_rows;
        let Some(split) = made_rows.get(&(self.method, *label)) else { return Ok(None) };
        let Ok(Some(rest)) = somd::piece(self.cx, self.method, &split.rest, self.sync, true, &mut self.warnings) else {
            return Ok(None);
        };
        let (span, hir) = (s.span, self.cx.hir);
        let exception = hir.classes.iter().position(|c| c.name == "java.lang.RuntimeException");
        let exception = hir::ClassId(exception.ok_or_else(LowerError::internal)? as u32);
        let flag = self.cx.add_local(self.method, "made$", hir::Ty::Boolean, span);
        let caught = self.cx.add_local(self.method, "e$", hir::Ty::Class(exception), span);
        let boolean = |kind| hir::Expr { kind, ty: hir::Ty::Boolean, span };
        let truth = |value| boolean(ExprKind::Lit(hir::Lit::Boolean(value)));
        let stmt = |kind| hir::Stmt { kind, span };
        let block = |stmts| hir::Block { stmts, span };
        let set = ExprKind::Assign { place: Place::Local(flag), value: Box::new(truth(true)) };
        let body = block(vec![split.make.clone(), stmt(StmtKind::Expr(boolean(set)))]);
        let catch = hir::Catch { classes: vec![exception], local: caught, body: block(Vec::new()), span };
        let cond = boolean(ExprKind::Local(flag));
        let stmts = vec![
            stmt(StmtKind::Local { local: flag, init: Some(truth(false)) }),
            stmt(StmtKind::Try { body, catches: vec![catch], finally: None }),
            stmt(StmtKind::If { cond, then: block(vec![rest]), otherwise: Some(block(vec![s.clone()])) }),
        ];
        Ok(Some(stmt(StmtKind::Block(block(stmts)))))
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
