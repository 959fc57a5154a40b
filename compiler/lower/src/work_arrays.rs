//! Work arrays: arrays of a length that only the run knows, made by the iterations of a distributed loop.
//!
//! An iteration's array is its row of one array of the region (iterations × length), so that cores and devices need no memory of their own.
//! Java zeroes each array where it is made, and so does the iteration, because it may make it more than once. The length is checked there
//! too; the region takes a negative one as 0.

use super::builder::{Binding, Builder, ReturnMode, Sink};
use super::error::{LowerError, Result};
use super::{rows, types};
use somd_core::ir::{
    ArrayTy, BinOp, Block, CheckKind, Const, Dim, Expr, ExprKind, MathOp, Stmt, StmtKind, Ty, Var, VarId,
};
use somd_hir::{self as hir, LocalId};
use somd_syntax::source::Span;
use std::collections::BTreeMap;

/// The work arrays of the loop that is being made parallel.
pub struct Work {
    /// Its index space.
    pub space: Vec<Dim>,
    /// The first variable that belongs to the iterations.
    pub first_own: VarId,
    pub made: Vec<WorkArray>,
    /// The array that a map makes, and its sizes. The memory of a map's work arrays follows from that of what it takes: they are as long as
    /// rows are. (The loop of a method may fall back on one thread where its work arrays are too large.)
    pub result: Option<(VarId, Vec<Expr>)>,
    /// Methods around the loop.
    pub frames: usize,
    /// Numbers that an iteration has named.
    pub lengths: BTreeMap<VarId, Expr>,
}

impl Work {
    /// Whether an array is the loop's own, so that rows that are copied to it have the length that it was made with.
    pub fn makes(&self, array: VarId) -> bool {
        self.made.iter().any(|w| w.array == array) || self.result.as_ref().is_some_and(|(result, _)| *result == array)
    }
}

/// The rows of all iterations.
pub struct WorkArray {
    /// The iteration's name of its row, where the method that the loop is in has one.
    pub local: Option<LocalId>,
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
        let frames = work.frames;
        if work.space.iter().any(|d| self.ty(d.index) != Ty::I32) {
            return Ok(false);
        }
        let span = init.span;
        let refs: Vec<&hir::Expr> = sizes.iter().collect();
        let sizes = self.operands(&refs, out)?;
        self.check_sizes(&sizes, span, out);
        let Some(zero) = types::zero(self.cx, &declared.elem, span) else { return Ok(false) };
        let named = (self.frames.len() == frames).then_some(local);
        let name = self.method().locals[local.index()].name.clone();
        let (array, index) = match self.result_row(local, &sizes) {
            Some(row) => row,
            None => self.work_row(&name, named, &declared.elem, &sizes, span)?,
        };
        let zeroed = self.zeroed(array, index.clone(), &sizes, zero, span);
        out.extend(zeroed);
        self.bind(local, Binding::Row { array, index });
        Ok(true)
    }

    /// Java tests the sizes of each array that it makes.
    pub fn check_sizes(&mut self, sizes: &[Expr], span: Span, out: &mut Vec<Stmt>) {
        for size in sizes.iter().filter(|s| !never_negative(s)) {
            let site = self.site(span);
            let check = ExprKind::Check { kind: CheckKind::Size, value: Box::new(size.clone()), site };
            self.keep(Expr::new(check, Ty::I32, span), "size", out);
        }
    }

    /// The place where the array goes that a method returns, where this is that array.
    fn result_row(&self, local: LocalId, sizes: &[Expr]) -> Option<(VarId, Vec<Expr>)> {
        let (ReturnMode::Inline { sink: Sink::Store { array, prefix }, .. }, work) =
            (&self.frames.last()?.ret, self.work.as_ref()?)
        else {
            return None;
        };
        let (result, all) = work.result.as_ref()?;
        let known = sizes.iter().map(|e| known_outside(e, work, self)).collect::<Option<Vec<Expr>>>()?;
        let made_for = array == result
            && rows::result_local(self.method()) == Some(local)
            && rows::same_sizes(&known.into_iter().map(not_negative).collect::<Vec<_>>(), all.get(prefix.len()..)?);
        made_for.then(|| (*array, prefix.clone()))
    }

    /// A row of the iteration's own, of a length that is the same for all.
    pub fn work_row(
        &mut self,
        name: &str,
        local: Option<LocalId>,
        elem: &Ty,
        sizes: &[Expr],
        span: Span,
    ) -> Result<(VarId, Vec<Expr>)> {
        let Some(work) = &self.work else {
            return Err(LowerError::new(
                span,
                "an array made inside parallel code must have a size that its type tells",
            )
            .note("write its bound: `float[[3]]`"));
        };
        let known = |e: &Expr| known_outside(e, work, self);
        let Some(outside) = sizes.iter().map(known).collect::<Option<Vec<Expr>>>() else {
            return Err(LowerError::new(
                span,
                "the size of an array made inside parallel code must be the same for all iterations",
            )
            .note(
                "it may be a constant, a parameter, a field, or the length of an array; how many elements a `filter` keeps is not known before",
            ));
        };
        if work.result.is_some() && !outside.iter().all(as_a_row) {
            return Err(LowerError::new(
                span,
                "an array made in a map must be as long as a row that it is given, or of a constant length",
            )
            .note("every iteration has its own, and all of them together must find room on the device"));
        }
        let space = work.space.clone();
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
        let all: Vec<Expr> = all.into_iter().map(not_negative).collect();
        let ty = Ty::Array(ArrayTy { elem: Box::new(elem.clone()), dims: vec![None; all.len()] });
        let array = self.var(name, ty, false, span);
        for (dim, size) in (space.len()..).zip(sizes) {
            if let Some(p) = self.facts.poly(size) {
                self.facts.sizes.insert((array, dim as u32), p);
            }
        }
        if let Some(work) = &mut self.work {
            work.made.push(WorkArray { local, array, sizes: all, span });
        }
        Ok((array, index))
    }

    /// A number of the iteration in variables from outside of its loop.
    pub fn outside_loop(&self, e: &Expr) -> Option<Expr> {
        known_outside(e, self.work.as_ref()?, self)
    }

    /// Loops over the dimensions that are left.
    pub fn zeroed(&mut self, array: VarId, index: Vec<Expr>, sizes: &[Expr], zero: Expr, span: Span) -> Vec<Stmt> {
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

/// A size that the iterations check, for what is made before they run.
pub fn not_negative(size: Expr) -> Expr {
    if never_negative(&size) {
        return size;
    }
    let span = size.span;
    Expr::new(ExprKind::Math(MathOp::Max, vec![size, Expr::int(0, span)]), Ty::I32, span)
}

fn never_negative(size: &Expr) -> bool {
    matches!(size.kind, ExprKind::Len { .. } | ExprKind::Const(Const::Int(0..)))
}

/// A length, or one and a constant.
fn as_a_row(size: &Expr) -> bool {
    let constant = |e: &Expr| matches!(e.kind, ExprKind::Const(_));
    match &size.kind {
        ExprKind::Len { .. } | ExprKind::Const(_) => true,
        ExprKind::Binary(BinOp::Add | BinOp::Sub, a, b) => as_a_row(a) && constant(b) || constant(a) && as_a_row(b),
        ExprKind::Math(MathOp::Max, parts) => parts.iter().all(as_a_row),
        _ => false,
    }
}

/// The expression in variables from outside of the loop: what the iteration has named is looked up, and an array
/// that belongs to the loop has the sizes that it is made with.
fn known_outside(e: &Expr, work: &Work, b: &Builder<'_, '_>) -> Option<Expr> {
    let own = |v: VarId| v >= work.first_own && !b.is_captured(v);
    match &e.kind {
        ExprKind::Var(v) if own(*v) => {
            let value = work.lengths.get(v).filter(|_| !b.vars[v.index()].mutable)?;
            known_outside(value, work, b)
        }
        ExprKind::Var(v) => (!work.space.iter().any(|d| d.index == *v)).then(|| e.clone()),
        ExprKind::Len { array, dim } => {
            let made = work.made.iter().map(|w| (w.array, &w.sizes));
            let known = made.chain(work.result.iter().map(|(array, sizes)| (*array, sizes)));
            match known.into_iter().find(|(a, _)| a == array) {
                Some((_, sizes)) => sizes.get(*dim as usize).cloned(),
                None => match b.vars[array.index()].ty.as_array()?.dims.get(*dim as usize)? {
                    Some(bound) => Some(Expr::int(*bound as i32, e.span)),
                    None => (!own(*array)).then(|| e.clone()),
                },
            }
        }
        ExprKind::Const(_) => Some(e.clone()),
        ExprKind::Check { value, kind: CheckKind::Size, .. } => known_outside(value, work, b),
        ExprKind::Binary(op, x, y) => {
            let (x, y) = (known_outside(x, work, b)?, known_outside(y, work, b)?);
            let total = match op {
                BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl | BinOp::Shr => true,
                // Nothing that throws is computed before the iterations run.
                BinOp::Div | BinOp::Rem => matches!(y.kind, ExprKind::Const(Const::Int(n)) if n != 0),
                _ => false,
            };
            total.then(|| Expr::new(ExprKind::Binary(*op, Box::new(x), Box::new(y)), e.ty.clone(), e.span))
        }
        ExprKind::Math(op @ (MathOp::Min | MathOp::Max), parts) => {
            let parts = parts.iter().map(|p| known_outside(p, work, b)).collect::<Option<Vec<Expr>>>()?;
            Some(Expr::new(ExprKind::Math(*op, parts), e.ty.clone(), e.span))
        }
        _ => None,
    }
}
