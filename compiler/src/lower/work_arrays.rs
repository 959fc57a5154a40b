//! Work arrays: arrays of a length that only the run knows, made by the iterations of a distributed loop.
//!
//! An iteration's array is its row of one array of the region (iterations × length), so that cores and devices need no memory of their own.
//! Java zeroes each array where it is made, and so does the iteration, because it may make it more than once. The length is checked there
//! too; the region takes a negative one as 0.

use super::builder::{Binding, Builder};
use super::error::{LowerError, Result};
use super::types;
use crate::core::ir::{
    ArrayTy, BinOp, Block, CheckKind, Const, Dim, Expr, ExprKind, MathOp, Stmt, StmtKind, Ty, Var, VarId,
};
use crate::core::walk as core_walk;
use crate::hir::{self, LocalId};
use somd_syntax::source::Span;

/// The work arrays of the loop that is being made parallel.
pub struct Work {
    /// Its index space.
    pub space: Vec<Dim>,
    /// The first variable that belongs to the iterations.
    pub first_own: VarId,
    pub made: Vec<WorkArray>,
}

/// The rows of all iterations.
pub struct WorkArray {
    /// The iteration's name of its row.
    pub local: LocalId,
    pub array: VarId,
    pub sizes: Vec<Expr>,
    pub span: Span,
}

/// What the work arrays of a loop may take together, in bytes: beyond it one thread does the iterations in order.
const BUDGET: f64 = (1u64 << 30) as f64;

/// Whether these arrays are within the budget. (The product of three sizes may be more than a `long`.)
pub fn fits(made: &[WorkArray], vars: &[Var], span: Span) -> Expr {
    let binary = |op, a: Expr, b: Expr, ty| Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span);
    let number = |x: f64| Expr::new(ExprKind::Const(Const::F64(x)), Ty::F64, span);
    let bytes = made.iter().map(|WorkArray { array, sizes, .. }| {
        let one = vars[array.index()].ty.as_array().map_or(8, |a| element_bytes(&a.elem));
        sizes.iter().fold(number(f64::from(one)), |all, size| {
            let size = Expr::new(ExprKind::Convert(Box::new(size.clone())), Ty::F64, span);
            binary(BinOp::Mul, all, size, Ty::F64)
        })
    });
    let all = bytes.reduce(|a, b| binary(BinOp::Add, a, b, Ty::F64)).unwrap_or_else(|| number(0.0));
    binary(BinOp::Le, all, number(BUDGET), Ty::Bool)
}

fn element_bytes(ty: &Ty) -> u32 {
    match ty {
        Ty::Bool | Ty::I8 => 1,
        Ty::I16 | Ty::U16 => 2,
        Ty::I32 | Ty::F32 => 4,
        _ => 8,
    }
}

impl Builder<'_, '_> {
    /// `double[] w = new double[n]` in an iteration, where `n` is the same for all. False where it is not such an array.
    pub fn work_array(
        &mut self,
        local: LocalId,
        declared: &ArrayTy,
        init: &hir::Expr,
        out: &mut Vec<Stmt>,
    ) -> Result<bool> {
        let hir::ExprKind::NewArray { sizes } = &init.kind else { return Ok(false) };
        let constant = |e: &hir::Expr| types::constant_int(e).is_some();
        let Some(work) = &self.work else { return Ok(false) };
        let assigned = self.cx.assigned(self.method_id(), local);
        if assigned || sizes.iter().all(constant) || sizes.len() < declared.dims.len() {
            return Ok(false);
        }
        let (space, first_own) = (work.space.clone(), work.first_own);
        if space.iter().any(|d| self.ty(d.index) != Ty::I32) {
            return Ok(false);
        }
        let span = init.span;
        let refs: Vec<&hir::Expr> = sizes.iter().collect();
        let sizes = self.operands(&refs, out)?;
        let known = |e: &Expr| known_outside(e, first_own, &space, &self.vars, out);
        let Some(outside) = sizes.iter().map(known).collect::<Option<Vec<Expr>>>() else {
            return Err(LowerError::new(
                span,
                "the size of an array made inside parallel code must be the same for all iterations",
            )
            .note(
                "a constant, a parameter, or the length of an array; make the array as long as the longest needs it",
            ));
        };
        for size in &sizes {
            if !never_negative(size) {
                let site = self.site(span);
                let check = ExprKind::Check { kind: CheckKind::Size, value: Box::new(size.clone()), site };
                self.keep(Expr::new(check, Ty::I32, span), "size", out);
            }
        }
        let binary = |op, a: Expr, b: Expr| Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), Ty::I32, span);
        let is_zero = |e: &Expr| matches!(e.kind, ExprKind::Const(Const::Int(0)));
        let (mut all, mut index) = (Vec::new(), Vec::new());
        for d in &space {
            let at = Expr::var(d.index, Ty::I32, span);
            let from_zero = is_zero(&d.lo);
            all.push(if from_zero { d.hi.clone() } else { binary(BinOp::Sub, d.hi.clone(), d.lo.clone()) });
            index.push(if from_zero { at } else { binary(BinOp::Sub, at, d.lo.clone()) });
        }
        all.extend(outside);
        for size in all.iter_mut().filter(|s| !never_negative(s)) {
            let parts = vec![size.clone(), Expr::int(0, span)];
            *size = Expr::new(ExprKind::Math(MathOp::Max, parts), Ty::I32, span);
        }
        let info = &self.method().locals[local.index()];
        let ty = Ty::Array(ArrayTy { elem: declared.elem.clone(), dims: vec![None; all.len()] });
        let array = self.var(info.name.clone(), ty, false, info.span);
        for (dim, size) in (space.len()..).zip(&sizes) {
            if let Some(p) = self.facts.poly(size) {
                self.facts.sizes.insert((array, dim as u32), p);
            }
        }
        let Some(zero) = types::zero(self.cx, &declared.elem, span) else { return Ok(false) };
        let zeroed = self.zeroed(array, index.clone(), &sizes, zero, span);
        out.extend(zeroed);
        if let Some(work) = &mut self.work {
            work.made.push(WorkArray { local, array, sizes: all, span });
        }
        self.bind(local, Binding::Row { array, index });
        Ok(true)
    }

    /// Loops over the dimensions that are left.
    fn zeroed(&mut self, array: VarId, index: Vec<Expr>, sizes: &[Expr], zero: Expr, span: Span) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let Some((size, sizes)) = sizes.split_first() else {
            self.emit(&mut stmts, StmtKind::Store { array, index, value: zero }, span);
            return stmts;
        };
        let var = self.var("z", Ty::I32, false, span);
        let index = index.into_iter().chain([Expr::var(var, Ty::I32, span)]).collect();
        let body = Block { stmts: self.zeroed(array, index, sizes, zero, span) };
        let (lo, step, label) = (Expr::int(0, span), Expr::int(1, span), self.label());
        self.emit(&mut stmts, StmtKind::For { var, lo, hi: size.clone(), step, body, label }, span);
        stmts
    }
}

fn never_negative(size: &Expr) -> bool {
    matches!(size.kind, ExprKind::Len { .. } | ExprKind::Const(Const::Int(0..)))
}

/// The expression in variables from outside of the loop: what the iteration has named is looked up in its statements.
fn known_outside(e: &Expr, first_own: VarId, space: &[Dim], vars: &[Var], stmts: &[Stmt]) -> Option<Expr> {
    match &e.kind {
        ExprKind::Var(v) if vars[v.index()].mutable && *v >= first_own => None,
        ExprKind::Var(v) if *v >= first_own => {
            let value = stmts.iter().find_map(|s| match &s.kind {
                StmtKind::Let { var, init: Some(value) } if var == v => Some(value),
                _ => None,
            })?;
            known_outside(value, first_own, space, vars, stmts)
        }
        ExprKind::Var(v) => (!space.iter().any(|d| d.index == *v)).then(|| e.clone()),
        ExprKind::Const(_) | ExprKind::Len { .. } => {
            (core_walk::expr_var(e).is_none_or(|v| v < first_own)).then(|| e.clone())
        }
        ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => {
            let (a, b) =
                (known_outside(a, first_own, space, vars, stmts)?, known_outside(b, first_own, space, vars, stmts)?);
            Some(Expr::new(ExprKind::Binary(*op, Box::new(a), Box::new(b)), e.ty.clone(), e.span))
        }
        _ => None,
    }
}
