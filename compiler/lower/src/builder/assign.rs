//! Assignments in all their forms: each place is evaluated once.

use super::convert;
use crate::builder::{Binding, Builder};
use crate::error::{LowerError, Result};
use crate::types::core_type;
use crate::walk;
use somd_core::ir::{BinOp, CheckKind, Const, Expr, ExprKind, Stmt, StmtKind, Ty, VarId};
use somd_hir as hir;
use somd_hir::LocalId;
use somd_syntax::source::Span;

impl Builder<'_, '_> {
    pub(super) fn assign(
        &mut self,
        place: &hir::Place,
        value: &hir::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        match place {
            hir::Place::Local(local) => {
                let info = &self.method().locals[local.index()];
                if matches!(info.ty, hir::Ty::Array { .. } | hir::Ty::ValueArray { .. }) {
                    return self.assign_array(*local, value, span, out);
                }
                let value = self.expr(value, out)?;
                let var = self.assignable(*local, span)?;
                self.emit(out, StmtKind::Assign { var, value }, span);
                Ok(self.read(var, span))
            }
            hir::Place::Field { object: Some(object), field } if self.is_object(object) => {
                let object = self.object(object, out)?.ok_or_else(LowerError::internal)?;
                self.set_object_field(object, *field, value, span, out)
            }
            hir::Place::Field { object: Some(object), field } if matches!(object.kind, hir::ExprKind::This) => {
                let value = self.expr(value, out)?;
                let var = self.field_under_construction(*field, span)?;
                self.emit(out, StmtKind::Assign { var, value }, span);
                Ok(self.read(var, span))
            }
            hir::Place::Field { field, .. } => Err(self.field_write(*field, span)),
            hir::Place::Index { array, index } => {
                let (array, mut at) = self.element(array, index, span, out)?;
                let mut emitted = Vec::new();
                let value = self.expr(value, &mut emitted)?;
                if !emitted.is_empty() {
                    self.keep_place(&mut at, out);
                    out.append(&mut emitted);
                }
                let is_row = value.ty.as_array().is_some();
                self.store(array, at, value.clone(), span, out)?;
                if is_row {
                    return Ok(value);
                }
                Ok(value)
            }
        }
    }

    /// Keeps what leads to an element, but for the check whether there is one: that comes behind the value that is stored (JLS 15.26.1).
    pub(super) fn keep_place(&mut self, at: &mut [Expr], out: &mut Vec<Stmt>) {
        let Some((last, rows)) = at.split_last_mut() else { return };
        for i in rows {
            *i = self.keep(i.clone(), "t", out);
        }
        match &mut last.kind {
            ExprKind::Check { kind, value, .. } => {
                **value = self.keep((**value).clone(), "t", out);
                if let CheckKind::Below { length, .. } = kind {
                    **length = self.keep((**length).clone(), "t", out);
                }
            }
            _ => *last = self.keep(last.clone(), "t", out),
        }
    }

    pub(super) fn field_write(&self, field: hir::FieldId, span: Span) -> LowerError {
        let name = &self.cx.hir.field(field).name;
        LowerError::new(span, format!("parallel code cannot write the field `{name}`"))
            .note("every method instance would write it; return the value instead, or write it in a `single` block")
    }

    pub(super) fn field_under_construction(&mut self, field: hir::FieldId, span: Span) -> Result<VarId> {
        match self.frames.last().and_then(|f| f.this.clone()) {
            Some(Binding::Fields(fields)) => {
                let position = self.cx.field_position(field).ok_or_else(LowerError::internal)?;
                Ok(fields[position])
            }
            _ => Err(self.field_write(field, span)),
        }
    }

    pub(super) fn assignable(&mut self, local: LocalId, span: Span) -> Result<VarId> {
        match self.local(local) {
            Some(Binding::Var(v)) => Ok(*v),
            _ => Err(LowerError::new(
                span,
                "this variable stands for a row of an array and cannot be assigned in parallel code",
            )),
        }
    }

    /// The current value of a place and how to write it; indices are evaluated once.
    pub(super) fn place(&mut self, place: &hir::Place, span: Span, out: &mut Vec<Stmt>) -> Result<(Expr, PlaceRef)> {
        match place {
            hir::Place::Local(local) => {
                let var = self.assignable(*local, span)?;
                Ok((self.read(var, span), PlaceRef::Var(var)))
            }
            hir::Place::Field { object: Some(object), field } if self.is_object(object) => {
                let object = self.object(object, out)?.ok_or_else(LowerError::internal)?;
                self.object_place(object, *field, span)
            }
            hir::Place::Field { object: Some(object), field } if matches!(object.kind, hir::ExprKind::This) => {
                let var = self.field_under_construction(*field, span)?;
                Ok((self.read(var, span), PlaceRef::Var(var)))
            }
            hir::Place::Field { field, .. } => Err(self.field_write(*field, span)),
            hir::Place::Index { array, index } => {
                let (array, at) = self.element(array, index, span, out)?;
                let simple = at.iter().all(|i| match &i.kind {
                    ExprKind::Check { value, .. } => matches!(value.kind, ExprKind::Var(_) | ExprKind::Const(_)),
                    _ => true,
                });
                // The check is made once, by the read; the write uses the kept, checked index.
                let at: Vec<Expr> = if simple && at.iter().all(|i| !self.reads_mutable(i)) {
                    at
                } else {
                    at.into_iter().map(|i| self.keep(i, "at", out)).collect()
                };
                let elem = self.ty(array).as_array().map(|a| *a.elem.clone()).ok_or_else(LowerError::internal)?;
                let value = self.load(array, at.clone(), elem, span);
                // But of rows with lengths of their own, the store looks up where its row begins before the read is made.
                let looked_up = if self.rows_lengths(array).is_some() { at.len() - 1 } else { 0 };
                let strip = |(k, i): (usize, Expr)| if k < looked_up { i } else { unchecked(i) };
                let index = at.into_iter().enumerate().map(strip).collect();
                Ok((value, PlaceRef::Element(array, index)))
            }
        }
    }

    pub(super) fn mentions_mutable(&self, e: &Expr) -> bool {
        let mut found = false;
        walk::core_exprs(e, &mut |e| {
            found |= matches!(e.kind, ExprKind::Var(v) if self.vars[v.index()].mutable && self.facts.own_from.is_some_and(|f| v >= f));
        });
        found
    }

    pub(super) fn reads_mutable(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(v) => self.vars[v.index()].mutable,
            ExprKind::Check { value, .. } => self.reads_mutable(value),
            _ => false,
        }
    }

    pub(super) fn write(&mut self, place: PlaceRef, value: Expr, span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        match place {
            PlaceRef::Var(var) => self.emit(out, StmtKind::Assign { var, value }, span),
            PlaceRef::Element(array, index) => self.store(array, index, value, span, out)?,
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn compound(
        &mut self,
        place: &hir::Place,
        op: BinOp,
        op_ty: &hir::Ty,
        value: &hir::Expr,
        ty: &hir::Ty,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let refused = || LowerError::new(span, "this assignment is not supported in parallel code");
        let op_ty = core_type(self.cx, op_ty).ok_or_else(refused)?;
        let ty = core_type(self.cx, ty).ok_or_else(refused)?;
        let (mut current, place) = self.place(place, span, out)?;
        let mut emitted = Vec::new();
        let value = self.expr(value, &mut emitted)?;
        if !emitted.is_empty() {
            current = self.keep(current, "t", out);
            out.append(&mut emitted);
        }
        let left = convert(current, op_ty.clone(), span);
        let result = self.binary(op, left, value, op_ty, span);
        let result = convert(result, ty, span);
        if let PlaceRef::Var(var) = place {
            self.emit(out, StmtKind::Assign { var, value: result }, span);
            return Ok(self.read(var, span));
        }
        self.write(place, result.clone(), span, out)?;
        Ok(result)
    }

    pub fn inc_dec(
        &mut self,
        place: &hir::Place,
        decrement: bool,
        prefix: bool,
        ty: &hir::Ty,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let ty = core_type(self.cx, ty)
            .ok_or_else(|| LowerError::new(span, "this variable cannot be counted in parallel code"))?;
        let (current, place) = self.place(place, span, out)?;
        let wide = if matches!(ty, Ty::I8 | Ty::I16 | Ty::U16) { Ty::I32 } else { ty.clone() };
        let one = match wide {
            Ty::F32 => Const::F32(1.0),
            Ty::F64 => Const::F64(1.0),
            _ => Const::Int(1),
        };
        let one = Expr::new(ExprKind::Const(one), wide.clone(), span);
        let op = if decrement { BinOp::Sub } else { BinOp::Add };
        let before = if prefix { None } else { Some(current.clone()) };
        // The old value must survive the write. (Where nobody reads it, the statement is translated as a prefix form.)
        let before = before.map(|b| self.keep_always(b, out));
        let source = before.clone().unwrap_or(current);
        let next =
            Expr::new(ExprKind::Binary(op, Box::new(convert(source, wide.clone(), span)), Box::new(one)), wide, span);
        let next = convert(next, ty, span);
        match place {
            PlaceRef::Var(var) => {
                self.emit(out, StmtKind::Assign { var, value: next }, span);
                Ok(before.unwrap_or_else(|| self.read(var, span)))
            }
            element => {
                self.write(element, next.clone(), span, out)?;
                Ok(before.unwrap_or(next))
            }
        }
    }

    /// As [`Builder::keep`], also for mutable variables: the value as it is now.
    pub(super) fn keep_always(&mut self, value: Expr, out: &mut Vec<Stmt>) -> Expr {
        let span = value.span;
        let var = self.var("old", value.ty.clone(), false, span);
        self.emit(out, StmtKind::Let { var, init: Some(value) }, span);
        self.read(var, span)
    }
}

/// Where a compound assignment writes.
pub(super) enum PlaceRef {
    Var(VarId),
    Element(VarId, Vec<Expr>),
}

/// An index whose check another expression has already made.
fn unchecked(e: Expr) -> Expr {
    match e.kind {
        ExprKind::Check { value, .. } => *value,
        _ => e,
    }
}
