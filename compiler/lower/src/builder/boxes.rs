//! Boxes (`Integer`, `Float` …) in parallel code: the numbers in them.
//!
//! A lambda that is a `Function<Float, Float>` takes and gives objects. In parallel code every box has been made there, from a number that is
//! known, and a value class passed through a type variable stays what it is; so putting a number into a box, casting the box and taking the
//! number out again all are the number. What would tell a box from its number, such as comparing two by `==`, is refused.

use crate::builder::{Binding, Builder, convert};
use crate::error::{LowerError, Result};
use crate::types::core_type;
use crate::walk;
use somd_core::ir::{Expr, Stmt, Ty};
use somd_hir::{self as hir, MethodId};
use somd_syntax::source::Span;

impl<'a> Builder<'_, 'a> {
    /// What is in a box of this type.
    pub(super) fn in_box(&self, ty: &hir::Ty) -> Option<Ty> {
        let hir::Ty::Class(class) = ty else { return None };
        Some(match self.cx.hir.class(*class).name.as_str() {
            "java.lang.Boolean" => Ty::Bool,
            "java.lang.Byte" => Ty::I8,
            "java.lang.Short" => Ty::I16,
            "java.lang.Character" => Ty::U16,
            "java.lang.Integer" => Ty::I32,
            "java.lang.Long" => Ty::I64,
            "java.lang.Float" => Ty::F32,
            "java.lang.Double" => Ty::F64,
            _ => return None,
        })
    }

    /// `Integer.valueOf(i)` of a number.
    fn is_boxing(&self, method: MethodId, args: &[hir::Expr]) -> bool {
        let callee = self.cx.hir.method(method);
        let [arg] = args else { return false };
        callee.is_static
            && callee.name == "valueOf"
            && self.in_box(&callee.ret).is_some_and(|t| core_type(self.cx, &arg.ty) == Some(t))
    }

    /// Whether an object is the number, or the value of a value class, that it was made from.
    pub(super) fn is_boxed(&self, e: &hir::Expr) -> bool {
        match &e.kind {
            hir::ExprKind::Upcast(inner) | hir::ExprKind::CheckCast(inner) => {
                self.is_boxed(inner) || core_type(self.cx, &inner.ty).is_some_and(|t| matches!(t, Ty::Struct(_)))
            }
            hir::ExprKind::Local(local) => {
                let ty = &self.method().locals[local.index()].ty;
                core_type(self.cx, ty).is_none() && matches!(self.binding(*local), Some(Binding::Var(_)))
            }
            hir::ExprKind::Call { receiver: Some(receiver), .. } => {
                self.is_object(receiver)
                    && core_type(self.cx, &e.ty).is_none()
                    && e.ty != hir::Ty::Void
                    && !self.gives_object(e)
            }
            hir::ExprKind::Call { method, args, .. } => self.is_boxing(*method, args) || self.hands_on(*method, args),
            _ => false,
        }
    }

    /// Whether a static method gives a number in a box, be it one that it is given: `<T> T second(T a, T b)`.
    fn hands_on(&self, method: MethodId, args: &[hir::Expr]) -> bool {
        let callee = self.cx.hir.method(method);
        let class = self.cx.hir.class(callee.class);
        if !callee.is_static
            || class.is_library
            || core_type(self.cx, &callee.ret).is_some()
            || callee.ret == hir::Ty::Void
        {
            return false;
        }
        let given = |local: hir::LocalId| {
            let place = callee.params.iter().position(|p| *p == local)?;
            let mut arg = args.get(place)?;
            while let hir::ExprKind::Upcast(inner) | hir::ExprKind::CheckCast(inner) = &arg.kind {
                arg = inner;
            }
            self.in_box(&arg.ty).filter(|_| self.is_boxed(arg))
        };
        self.returned_number(method, &given).is_some()
    }

    /// Putting a number into a box, or taking it out.
    pub(super) fn box_call(
        &mut self,
        method: MethodId,
        receiver: Option<&hir::Expr>,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Option<Expr>> {
        if receiver.is_none() && self.is_boxing(method, args) {
            return self.expr(&args[0], out).map(Some);
        }
        let Some(receiver) = receiver.filter(|r| self.is_boxed(r)) else { return Ok(None) };
        let callee = self.cx.hir.method(method);
        let takes_out = callee.name.ends_with("Value") && args.is_empty() && callee.ret.is_primitive();
        let Some(ty) = core_type(self.cx, &callee.ret).filter(|_| takes_out) else { return Ok(None) };
        let value = self.expr(receiver, out)?;
        Ok(Some(convert(value, ty, span)))
    }

    /// A cast of a box: the number, where the box can have that type.
    pub(super) fn box_cast(&mut self, e: &hir::Expr, inner: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let value = self.expr(inner, out)?;
        let wanted = core_type(self.cx, &e.ty).or_else(|| self.in_box(&e.ty));
        if wanted.is_some_and(|t| t != value.ty) || value.ty.as_array().is_some() {
            return Err(LowerError::new(e.span, "this cast cannot be used in parallel code"));
        }
        Ok(value)
    }

    /// What is in the boxes that a method returns; its parameters stand for what they are bound to.
    pub(super) fn boxed_result(
        &self,
        method: MethodId,
        bindings: &[(hir::LocalId, Binding)],
        span: Span,
    ) -> Result<Ty> {
        let given = |local: hir::LocalId| match bindings.iter().find(|(l, _)| *l == local) {
            Some((_, Binding::Var(v))) => Some(self.ty(*v)).filter(Ty::is_scalar),
            _ => None,
        };
        let name = &self.cx.hir.method(method).name;
        self.returned_number(method, &given).ok_or_else(|| LowerError::unsupported_type(span, name))
    }

    fn returned_number(&self, method: MethodId, given: &dyn Fn(hir::LocalId) -> Option<Ty>) -> Option<Ty> {
        let hir: &'a hir::Program = self.cx.hir;
        let callee = hir.method(method);
        let mut found: Vec<Option<Ty>> = Vec::new();
        let body = callee.body.as_ref()?;
        walk::stmts_in(body, &mut |s| {
            let hir::StmtKind::Return(Some(value)) = &s.kind else { return };
            let mut value = value;
            while let hir::ExprKind::Upcast(inner) = &value.kind {
                value = inner;
            }
            self.returned_numbers(value, given, &mut found);
        });
        match found.as_slice() {
            [Some(ty), rest @ ..] if rest.iter().all(|t| t.as_ref() == Some(ty)) => Some(ty.clone()),
            _ => None,
        }
    }

    fn returned_numbers(
        &self,
        value: &hir::Expr,
        given: &dyn Fn(hir::LocalId) -> Option<Ty>,
        found: &mut Vec<Option<Ty>>,
    ) {
        match &value.kind {
            hir::ExprKind::Cond(_, a, b) => {
                self.returned_numbers(a, given, found);
                self.returned_numbers(b, given, found);
            }
            hir::ExprKind::Upcast(inner) => self.returned_numbers(inner, given, found),
            hir::ExprKind::Local(local) if core_type(self.cx, &value.ty).is_none() => {
                found.push(self.in_box(&value.ty).or_else(|| given(*local)));
            }
            _ => found.push(core_type(self.cx, &value.ty).or_else(|| self.in_box(&value.ty))),
        }
    }
}
