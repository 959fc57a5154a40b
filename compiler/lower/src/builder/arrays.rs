//! Arrays and their rows: elements, whole rows of bounded length, and arrays of one iteration.

use crate::builder::{Binding, Builder};
use crate::error::{LowerError, Result};
use crate::{rows, types};
use somd_core::ir::{ArrayTy, CheckKind, Expr, ExprKind, Stmt, StmtKind, Ty, VarId};
use somd_core::walk as core_walk;
use somd_hir as hir;
use somd_syntax::source::Span;

/// Elements of a row that are copied one by one, not in a loop.
const UNROLLED: u32 = 16;

/// Elements of an array that each iteration has for itself: threads of the pool have stacks of 16 MiB.
const MOST_PRIVATE: u64 = 1 << 16;

impl Builder<'_, '_> {
    /// The array (and the indices of a row of it) that an expression of array type names.
    pub fn array(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<(VarId, Vec<Expr>)> {
        match &e.kind {
            hir::ExprKind::Local(local) => match self.local(*local).cloned() {
                Some(Binding::Var(v)) => Ok((v, Vec::new())),
                Some(Binding::Row { array, index }) => Ok((array, index)),
                Some(Binding::Objects(group)) => Ok((self.length_column(group, e.span)?, Vec::new())),
                _ => Err(LowerError::new(e.span, "this array cannot be used here")),
            },
            hir::ExprKind::Index { array, index } => {
                let (array, index) = self.element(array, index, e.span, out)?;
                Ok((array, index))
            }
            hir::ExprKind::Upcast(a) => self.array(a, out),
            hir::ExprKind::CheckCast(a) | hir::ExprKind::Freeze(a) => {
                let (array, index) = self.array(a, out)?;
                let is_cast = matches!(e.kind, hir::ExprKind::CheckCast(_));
                let thrown = if is_cast { "java.lang.ClassCastException" } else { "somd.LengthMismatch" };
                self.check_bounds(&e.ty, array, index.len(), thrown, e.span, out);
                Ok((array, index))
            }
            hir::ExprKind::Thaw(a) => {
                let from = self.array(a, out)?;
                self.copy_of(from, e.span, out)
            }
            hir::ExprKind::Call { .. } if let Some(field) = self.field_got(e) => self.array(&field, out),
            _ => match self.expr(e, out)? {
                Expr { kind: ExprKind::Var(v), .. } => Ok((v, Vec::new())),
                Expr { kind: ExprKind::Row { array, index }, .. } => Ok((array, index)),
                _ => Err(LowerError::new(e.span, "this array expression is not supported in parallel code")),
            },
        }
    }

    /// `array[index]`, checked: the array and all its indices, those of rows included.
    pub fn element(
        &mut self,
        array: &hir::Expr,
        index: &hir::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<(VarId, Vec<Expr>)> {
        let named = self.array(array, out)?;
        let (array, mut indices) = self.before(named, [index], out)?;
        let mut emitted = Vec::new();
        let value = self.expr(index, &mut emitted)?;
        if !emitted.is_empty() {
            for i in &mut indices {
                let kept = self.keep(i.clone(), "t", out);
                *i = kept;
            }
            out.append(&mut emitted);
        }
        // An index held in a variable that changes: what it is now must still be known when the loop is judged.
        let value =
            if self.facts.own_from.is_some() && self.mentions_mutable(&value) && self.facts.poly(&value).is_some() {
                self.keep_always(value, out)
            } else {
                value
            };
        let site = self.site(span);
        let at = value.span;
        let kind = self.rows_check(array, &indices, span);
        let kind = kind.unwrap_or(CheckKind::Index { array, dim: indices.len() as u32 });
        indices.push(Expr::new(ExprKind::Check { kind, value: Box::new(value), site }, Ty::I32, at));
        Ok((array, indices))
    }

    pub fn load(&mut self, array: VarId, index: Vec<Expr>, ty: Ty, span: Span) -> Expr {
        let rank = self.ty(array).as_array().map_or(0, |a| a.dims.len());
        let kind = if index.len() < rank { ExprKind::Row { array, index } } else { ExprKind::Index { array, index } };
        Expr::new(kind, ty, span)
    }

    /// `array[index] = value` for a value of any rank.
    pub fn store(
        &mut self,
        array: VarId,
        index: Vec<Expr>,
        value: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let given = self.captures.as_ref().and_then(|c| c.given.as_ref());
        if given.is_some_and(|g| g.contains(&array)) || given.is_some() && self.is_captured(array) {
            let name = self.vars[array.index()].name.clone();
            return Err(LowerError::new(span, format!("a map cannot store into `{name}`, an array from outside"))
                .note("its iterations run in any order"));
        }
        let rank = self.ty(array).as_array().map_or(0, |a| a.dims.len());
        if index.len() < rank {
            return self.store_row(array, index, value, span, out);
        }
        self.emit(out, StmtKind::Store { array, index, value }, span);
        Ok(())
    }

    /// Copies a row element by element: rows have bounds, so that is a short loop.
    pub(super) fn store_row(
        &mut self,
        array: VarId,
        mut index: Vec<Expr>,
        value: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        if let ExprKind::ArrayLit(mut elements) = value.kind {
            // The row is looked for behind its elements (JLS 15.26.1).
            let late = matches!(index.last(), Some(Expr { kind: ExprKind::Check { .. }, .. }));
            if late && elements.iter().any(|e| core_walk::expr_throws(&self.cx.core, e)) {
                self.keep_place(&mut index, out);
                self.keep_throwing(&mut elements, out);
            }
            for (i, element) in elements.into_iter().enumerate() {
                let mut at = index.clone();
                at.push(Expr::int(i as i32, span));
                self.store(array, at, element, span, out)?;
            }
            return Ok(());
        }
        let (from, prefix) = match value.kind {
            ExprKind::Var(v) => (v, Vec::new()),
            ExprKind::Row { array, index } => (array, index),
            _ => return Err(LowerError::new(span, "this row cannot be stored in parallel code")),
        };
        let to_ty = self.ty(array).as_array().cloned().ok_or_else(LowerError::internal)?;
        let bound = to_ty.dims.get(index.len()).copied().flatten();
        let made = self.work.as_ref().is_some_and(|w| w.makes(array));
        let Some(bound) = bound else {
            if made {
                if from == array && rows::same_sizes(&prefix, &index) {
                    return Ok(());
                }
                let hi = Expr::new(ExprKind::Len { array: from, dim: prefix.len() as u32 }, Ty::I32, span);
                return self.copy_elements(array, index, (from, prefix), hi, span, out);
            }
            return Err(LowerError::new(span, "a whole row can be stored only where its length is part of the type")
                .note("copy it element by element"));
        };
        // A result's row is known by its elements: devices give each to a work item.
        let work = self.work.as_ref().and_then(|w| w.result.as_ref());
        if bound > UNROLLED && work.is_none_or(|(result, _)| *result != array) {
            let hi = Expr::int(bound as i32, span);
            return self.copy_elements(array, index, (from, prefix), hi, span, out);
        }
        for i in 0..bound {
            let at = Expr::int(i as i32, span);
            let source: Vec<Expr> = prefix.iter().cloned().chain([at.clone()]).collect();
            let dest: Vec<Expr> = index.iter().cloned().chain([at]).collect();
            let from_rank = self.ty(from).as_array().map_or(0, |a| a.dims.len());
            let elem_ty = if source.len() == from_rank {
                *to_ty.elem.clone()
            } else {
                Ty::Array(ArrayTy { elem: to_ty.elem.clone(), dims: to_ty.dims[dest.len()..].to_vec() })
            };
            let element = self.load(from, source, elem_ty, span);
            self.store(array, dest, element, span, out)?;
        }
        Ok(())
    }

    /// Keeps the scalars of a literal that may throw.
    fn keep_throwing(&mut self, elements: &mut [Expr], out: &mut Vec<Stmt>) {
        for e in elements {
            if let ExprKind::ArrayLit(inner) = &mut e.kind {
                self.keep_throwing(inner, out);
            } else if core_walk::expr_throws(&self.cx.core, e) {
                *e = self.keep(e.clone(), "t", out);
            }
        }
    }

    /// As [`Builder::store_row`], in a loop.
    fn copy_elements(
        &mut self,
        array: VarId,
        index: Vec<Expr>,
        (from, prefix): (VarId, Vec<Expr>),
        hi: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let to_ty = self.ty(array).as_array().cloned().ok_or_else(LowerError::internal)?;
        let from_rank = self.ty(from).as_array().map_or(0, |a| a.dims.len());
        let prefix = prefix.into_iter().map(|i| self.keep(i, "row", out)).collect::<Vec<_>>();
        let index = index.into_iter().map(|i| self.keep(i, "row", out)).collect::<Vec<_>>();
        self.for_each(Expr::int(0, span), hi, span, out, |this, at, out| {
            let source: Vec<Expr> = prefix.into_iter().chain([at.clone()]).collect();
            let dest: Vec<Expr> = index.into_iter().chain([at]).collect();
            let rest = to_ty.dims[dest.len()..].to_vec();
            let ty = match source.len() == from_rank {
                true => *to_ty.elem,
                false => Ty::Array(ArrayTy { elem: to_ty.elem, dims: rest }),
            };
            let element = this.load(from, source, ty, span);
            this.store(array, dest, element, span, out)
        })
    }

    /// `new T[4]`, `new T[]{…}`, `new T[[]]{…}` inside an iteration: a private array of known size.
    pub fn private_array(&mut self, var: VarId, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<()> {
        let span = e.span;
        match &e.kind {
            hir::ExprKind::NewArray { sizes } => {
                let mut dims = Vec::new();
                for size in sizes {
                    match types::constant_int(size) {
                        Some(n) if n >= 0 => dims.push(Some(n as u32)),
                        _ => {
                            return Err(LowerError::new(size.span, "the size of an array made inside parallel code must be a constant")
                                .note("every iteration has its own array; its memory is laid out when the program is compiled"));
                        }
                    }
                }
                let declared = self.ty(var).as_array().cloned().ok_or_else(LowerError::internal)?;
                if dims.len() < declared.dims.len() {
                    dims.extend_from_slice(&declared.dims[dims.len()..]);
                }
                let ty = ArrayTy { elem: declared.elem, dims };
                let elements = ty.dims.iter().try_fold(1u64, |n, d| n.checked_mul(u64::from(d.unwrap_or(0))));
                if elements.is_none_or(|n| n > MOST_PRIVATE) {
                    return Err(LowerError::new(span, "this array is too large to be an iteration's own")
                        .note(format!("it lies on a thread's stack, which has room for {MOST_PRIVATE} elements; a loop that makes larger ones runs in order")));
                }
                let ty = Ty::Array(ty);
                self.vars[var.index()].ty = ty.clone();
                self.emit(out, StmtKind::Let { var, init: Some(Expr::new(ExprKind::NewPrivate, ty, span)) }, span);
                Ok(())
            }
            hir::ExprKind::ArrayLit(elements) => {
                let declared = self.ty(var).as_array().cloned().ok_or_else(LowerError::internal)?;
                let mut dims = vec![Some(elements.len() as u32)];
                let mut rows: Vec<&[hir::Expr]> = vec![elements];
                for bound in &declared.dims[1..] {
                    rows = rows.into_iter().flatten().filter_map(literal).collect();
                    let length = rows.first().map(|r| r.len() as u32);
                    if bound.is_none() && rows.iter().any(|r| Some(r.len() as u32) != length) {
                        return Err(LowerError::new(span, "an array made inside parallel code has rows of one length"));
                    }
                    dims.push(bound.or(length));
                }
                let ty = ArrayTy { elem: declared.elem, dims };
                self.vars[var.index()].ty = Ty::Array(ty.clone());
                let value = self.array_literal(elements, &ty, span, out)?;
                self.emit(out, StmtKind::Let { var, init: Some(value) }, span);
                Ok(())
            }
            _ => Err(LowerError::new(span, "this array is not supported in parallel code")),
        }
    }

    /// `{ …, { … } }`: all its values, and then rows of them.
    pub fn array_literal(
        &mut self,
        elements: &[hir::Expr],
        ty: &ArrayTy,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let mut leaves = Vec::new();
        flatten(elements, &mut leaves);
        let values = self.operands(&leaves, out)?;
        Ok(literal_rows(elements, &ty.elem, &ty.dims, span, &mut values.into_iter()))
    }
}

fn flatten<'h>(elements: &'h [hir::Expr], leaves: &mut Vec<&'h hir::Expr>) {
    for e in elements {
        match literal(e) {
            Some(inner) => flatten(inner, leaves),
            None => leaves.push(e),
        }
    }
}

fn literal_rows(
    elements: &[hir::Expr],
    elem: &Ty,
    dims: &[Option<u32>],
    span: Span,
    values: &mut impl Iterator<Item = Expr>,
) -> Expr {
    let items = elements.iter().filter_map(|e| match literal(e) {
        Some(inner) => Some(literal_rows(inner, elem, dims.get(1..).unwrap_or_default(), e.span, values)),
        None => values.next(),
    });
    let items = items.collect();
    Expr::new(ExprKind::ArrayLit(items), Ty::Array(ArrayTy { elem: Box::new(elem.clone()), dims: dims.to_vec() }), span)
}

/// The elements of `{ … }`, frozen or not.
pub fn literal(e: &hir::Expr) -> Option<&[hir::Expr]> {
    match &e.kind {
        hir::ExprKind::ArrayLit(elements) => Some(elements),
        hir::ExprKind::Freeze(inner) | hir::ExprKind::Upcast(inner) => literal(inner),
        _ => None,
    }
}
