//! Value enums in parallel code: a structure that holds the ordinal. Which constants there are is known here, so `Kind.ICE`, `switch`
//! and `values()[i]` need no memory; what a constant keeps beside its ordinal stays with the host.

use crate::Cx;
use crate::builder::Builder;
use crate::error::{LowerError, Result};
use crate::types::core_type;
use somd_core::ir::{BinOp, CheckKind, Expr, ExprKind, Stmt, Ty};
use somd_hir::{self as hir, ClassId, FieldId, MethodId};
use somd_syntax::source::Span;

/// The value enum that a type is, where Core has it.
fn value_enum(cx: &Cx<'_>, ty: &hir::Ty) -> Option<ClassId> {
    match ty {
        hir::Ty::Class(c) if cx.hir.class(*c).kind == hir::ClassKind::Enum => cx.struct_of(*c).map(|_| *c),
        _ => None,
    }
}

/// As what it was written, without the casts that a method of `Enum` asks for.
fn without_upcasts(e: &hir::Expr) -> &hir::Expr {
    match &e.kind {
        hir::ExprKind::Upcast(inner) => without_upcasts(inner),
        _ => e,
    }
}

impl Builder<'_, '_> {
    fn ordinal(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let value = self.expr(without_upcasts(e), out)?;
        Ok(Expr::new(ExprKind::Field(Box::new(value), 0), Ty::I32, e.span))
    }

    fn constant_of(&self, class: ClassId, ordinal: Expr) -> Result<Expr> {
        let ty = core_type(self.cx, &hir::Ty::Class(class)).ok_or_else(LowerError::internal)?;
        let span = ordinal.span;
        Ok(Expr::new(ExprKind::MakeStruct(vec![ordinal]), ty, span))
    }

    /// A field of a value enum: one of its constants, or what cannot be had.
    pub(super) fn enum_field(
        &mut self,
        object: Option<&hir::Expr>,
        field: FieldId,
        span: Span,
    ) -> Result<Option<Expr>> {
        let info = self.cx.hir.field(field);
        let class = self.cx.hir.class(info.class);
        if value_enum(self.cx, &hir::Ty::Class(info.class)).is_none() {
            return Ok(None);
        }
        if object.is_some() {
            let message = format!(
                "the field `{}` of the constants of `{}` cannot be read in parallel code",
                info.name, class.name
            );
            return Err(LowerError::new(span, message)
                .note("a constant is its ordinal there: choose by `switch`, or from an array by `ordinal()`"));
        }
        let Some(ordinal) = class.constants.iter().position(|&f| f == field) else { return Ok(None) };
        self.constant_of(info.class, Expr::int(ordinal as i32, span)).map(Some)
    }

    /// `k.ordinal()`, `a.compareTo(b)`, `a.equals(b)` on constants of a value enum.
    pub(super) fn enum_call(
        &mut self,
        method: MethodId,
        receiver: Option<&hir::Expr>,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Option<Expr>> {
        let callee = self.cx.hir.method(method);
        let Some(receiver) = receiver.filter(|_| self.cx.hir.class(callee.class).name == "java.lang.Enum") else {
            return Ok(None);
        };
        let Some(class) = value_enum(self.cx, &without_upcasts(receiver).ty) else { return Ok(None) };
        let (op, ty) = match (callee.name.as_str(), args) {
            ("ordinal", []) => return self.ordinal(receiver, out).map(Some),
            ("compareTo", [_]) => (BinOp::Sub, Ty::I32),
            ("equals", [_]) => (BinOp::Eq, Ty::Bool),
            _ => return Ok(None),
        };
        if value_enum(self.cx, &without_upcasts(&args[0]).ty) != Some(class) {
            return Ok(None);
        }
        let pair = self.operands(&[without_upcasts(receiver), without_upcasts(&args[0])], out)?;
        let mut ordinals =
            pair.into_iter().map(|e| Box::new(Expr::new(ExprKind::Field(Box::new(e), 0), Ty::I32, span)));
        let (Some(a), Some(b)) = (ordinals.next(), ordinals.next()) else { return Err(LowerError::internal()) };
        Ok(Some(Expr::new(ExprKind::Binary(op, a, b), ty, span)))
    }

    /// The enum whose `values()` an expression calls.
    fn values_of(&self, e: &hir::Expr) -> Option<ClassId> {
        let hir::ExprKind::Call { method, receiver: None, args, .. } = &e.kind else { return None };
        let callee = self.cx.hir.method(*method);
        let class = value_enum(self.cx, &hir::Ty::Class(callee.class))?;
        (callee.is_static && callee.name == "values" && args.is_empty()).then_some(class)
    }

    /// `Kind.values().length`
    pub(super) fn count_of_values(&self, array: &hir::Expr, span: Span) -> Option<Expr> {
        let class = self.values_of(array)?;
        Some(Expr::int(self.cx.hir.class(class).constants.len() as i32, span))
    }

    /// `Kind.values()[i]`
    pub(super) fn one_of_values(
        &mut self,
        array: &hir::Expr,
        index: &hir::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Option<Expr>> {
        let (Some(class), Some(length)) = (self.values_of(array), self.count_of_values(array, span)) else {
            return Ok(None);
        };
        let value = self.expr(index, out)?;
        let site = self.site(span);
        let kind = CheckKind::Below { length: Box::new(length), text: false };
        let ordinal = Expr::new(ExprKind::Check { kind, value: Box::new(value), site }, Ty::I32, span);
        self.constant_of(class, ordinal).map(Some)
    }
}
