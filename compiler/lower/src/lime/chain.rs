//! Steps that follow each other, `v.map(f).scan(s, g).reduce(h)`, as one region.
//!
//! A step that needs its array more than once is an expression that first gives it a name: declarations, then the step. In Java these run in
//! order. In a region what comes from outside is evaluated before all steps; so beside steps only such things are declared that
//! nobody can tell when they are evaluated.

use super::super::builder::convert;
use super::super::types::core_type;
use super::super::walk;
use super::{Region, is_region};
use crate::error::{LowerError, Result};
use somd_core::ir::{CheckKind, Expr, ExprKind, Stmt, StmtKind};
use somd_hir::{self as hir, BinOp};

/// The step at the end of the declarations; the expression itself where it has none.
pub fn last(e: &hir::Expr) -> &hir::Expr {
    match &e.kind {
        hir::ExprKind::Sequence(_, value) => last(value),
        _ => e,
    }
}

/// Whether an expression is declarations that only name what a step works on, and the step.
pub fn is_chain(e: &hir::Expr) -> bool {
    let hir::ExprKind::Sequence(stmts, value) = &e.kind else { return false };
    is_region(value)
        && stmts.iter().enumerate().all(|(k, s)| match &s.kind {
            hir::StmtKind::Local { init: Some(init), .. } => k == 0 || joins(init) || is_quiet(init),
            _ => false,
        })
}

/// Whether a value is made in the region.
fn joins(e: &hir::Expr) -> bool {
    match &e.kind {
        hir::ExprKind::NewArray { sizes } => {
            let number = |ty: &hir::Ty| matches!(ty, hir::Ty::Array { elem, .. } if **elem == hir::Ty::Int);
            number(&e.ty) && sizes.iter().all(is_quiet)
        }
        _ => is_region(e) || is_chain(e),
    }
}

/// Whether evaluating it neither does anything nor throws, and gives the same whenever it is evaluated while a region runs.
pub fn is_quiet(e: &hir::Expr) -> bool {
    match &e.kind {
        hir::ExprKind::Lit(_) | hir::ExprKind::Local(_) | hir::ExprKind::This => true,
        hir::ExprKind::Field { object: Some(of), .. } => matches!(of.kind, hir::ExprKind::This),
        hir::ExprKind::Convert(x) | hir::ExprKind::Upcast(x) | hir::ExprKind::Neg(x) => is_quiet(x),
        hir::ExprKind::Binary(op, a, b) => {
            let throws = matches!(op, BinOp::Div | BinOp::Rem);
            e.ty.is_primitive() && !throws && is_quiet(a) && is_quiet(b)
        }
        // A value array's length; that of a row is behind a subscript.
        hir::ExprKind::Length(array) => matches!(array.kind, hir::ExprKind::Local(_)) && is_value_array(&array.ty),
        _ => false,
    }
}

fn is_value_array(ty: &hir::Ty) -> bool {
    matches!(ty, hir::Ty::ValueArray { .. })
}

impl Region<'_, '_> {
    /// The value of such an expression within another. Where a part of it runs on the host, all of it is what the region is given.
    pub(super) fn inner_chain(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let captures = self.b.captures.clone();
        let (stmts, params, mapped) = (out.len(), self.params.len(), self.mapped.clone());
        if let Ok(value) = self.chain(e, out) {
            return Ok(value);
        }
        self.b.captures = captures;
        self.mapped = mapped;
        out.truncate(stmts);
        self.params.truncate(params);
        self.args.truncate(params);
        self.leaf(e)
    }

    /// The value of such an expression.
    pub(super) fn chain(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let hir::ExprKind::Sequence(stmts, value) = &e.kind else { return Err(LowerError::internal()) };
        for (k, s) in stmts.iter().enumerate() {
            let hir::StmtKind::Local { local, init: Some(init) } = &s.kind else { return Err(LowerError::internal()) };
            let kept = match &init.kind {
                hir::ExprKind::NewArray { sizes } => self.zeros(init, sizes, out)?,
                // What runs on the host would run before the steps in front of it.
                hir::ExprKind::Sequence(..) if k > 0 => self.chain(init, out)?,
                _ => self.value(init, out)?,
            };
            self.bound.insert(*local, kept);
        }
        self.value(value, out)
    }

    /// Whether an expression is made from what holds the values of steps.
    pub(super) fn names_steps(&self, e: &hir::Expr) -> bool {
        let mut found = false;
        if !matches!(e.kind, hir::ExprKind::Local(_) | hir::ExprKind::Length(_)) {
            walk::exprs(e, &mut |e| found |= matches!(&e.kind, hir::ExprKind::Local(l) if self.bound.contains_key(l)));
        }
        found
    }

    /// The value of such an expression: a number that is computed in the region.
    pub(super) fn computed(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let span = e.span;
        match &e.kind {
            hir::ExprKind::Binary(op, a, b) if is_quiet(e) => {
                let ty = core_type(self.b.cx, &e.ty).ok_or_else(LowerError::internal)?;
                let (a, b) = (self.value(a, out)?, self.value(b, out)?);
                Ok(self.b.binary(*op, a, b, ty, span))
            }
            hir::ExprKind::Convert(x) => {
                let ty = core_type(self.b.cx, &e.ty).ok_or_else(LowerError::internal)?;
                Ok(convert(self.value(x, out)?, ty, span))
            }
            _ => Err(LowerError::new(span, "this is computed on the host, between the steps")),
        }
    }

    /// A new array of the region's own: made when its turn comes, since making it may throw.
    fn zeros(&mut self, e: &hir::Expr, sizes: &[hir::Expr], out: &mut Vec<Stmt>) -> Result<Expr> {
        let ty = somd_core::ir::Ty::Array(self.array_ty(e)?);
        let mut checked = Vec::new();
        for size in sizes {
            let value = Box::new(self.value(size, out)?);
            let site = self.b.site(size.span);
            let ty = value.ty.clone();
            checked.push(Expr::new(ExprKind::Check { kind: CheckKind::Size, value, site }, ty, size.span));
        }
        let var = self.b.var("zeros", ty.clone(), true, e.span);
        let init = Some(Expr::new(ExprKind::NewArray { sizes: checked }, ty, e.span));
        self.b.emit(out, StmtKind::Let { var, init }, e.span);
        Ok(self.b.read(var, e.span))
    }
}
