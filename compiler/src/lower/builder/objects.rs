//! Objects in parallel code, taken apart.
//!
//! Core has no references. An object that an iteration makes for itself, `Random r = new Random(seed[i])`, is the variables of its fields
//! instead, and its methods are translated in place: which ones run is known, since its class is. The local that holds it keeps it, and it
//! may be passed on to methods, but not stored, returned or compared: then it would be more than its fields.

use super::assign::PlaceRef;
use crate::core::ir::{Expr, ExprKind, Stmt, StmtKind, VarId};
use crate::hir::{self, CallKind, ClassId, FieldId, LocalId, MethodId};
use crate::lower::builder::{Binding, Builder};
use crate::lower::error::{LowerError, Result};
use crate::lower::types::{self, core_type};
use somd_syntax::source::Span;
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectId(usize);

/// An object that an iteration has made.
#[derive(Clone, Debug)]
pub struct Object {
    class: ClassId,
    fields: BTreeMap<FieldId, Binding>,
}

impl<'a> Builder<'_, 'a> {
    /// The object that an expression names, where it is one that has been taken apart.
    pub(super) fn object(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Option<ObjectId>> {
        match &e.kind {
            hir::ExprKind::Local(local) => match self.binding(*local) {
                Some(Binding::Object(object)) => Ok(Some(*object)),
                _ => Ok(None),
            },
            hir::ExprKind::This => match self.frames.last().and_then(|f| f.this.as_ref()) {
                Some(Binding::Object(object)) => Ok(Some(*object)),
                _ => Ok(None),
            },
            hir::ExprKind::Upcast(inner) => self.object(inner, out),
            hir::ExprKind::Field { object: Some(of), field } if self.is_object(of) => {
                let of = self.object(of, out)?.ok_or_else(LowerError::internal)?;
                match self.objects[of.0].fields.get(field) {
                    Some(Binding::Object(object)) => Ok(Some(*object)),
                    _ => Ok(None),
                }
            }
            hir::ExprKind::New { class, constructor, args } if core_type(self.cx, &e.ty).is_none() => {
                self.new_object(*class, *constructor, args, e.span, out).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether [`Builder::object`] finds one that is there already.
    pub(super) fn is_object(&self, e: &hir::Expr) -> bool {
        match &e.kind {
            hir::ExprKind::Local(local) => matches!(self.binding(*local), Some(Binding::Object(_))),
            hir::ExprKind::This => {
                matches!(self.frames.last().and_then(|f| f.this.as_ref()), Some(Binding::Object(_)))
            }
            hir::ExprKind::Upcast(inner) => self.is_object(inner),
            hir::ExprKind::Field { object: Some(of), .. } => self.is_object(of) && core_type(self.cx, &e.ty).is_none(),
            _ => false,
        }
    }

    /// A local that stands for an object.
    pub(in crate::lower) fn object_local(
        &mut self,
        local: LocalId,
        init: &hir::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let info = &self.method().locals[local.index()];
        let Some(object) = self.object(init, out)? else {
            return Err(LowerError::unsupported_type(span, &info.name));
        };
        if self.cx.assigned(self.method_id(), local) {
            return Err(LowerError::new(
                span,
                format!("`{}` stands for different objects at different times", info.name),
            )
            .note("in parallel code a variable keeps the object it was declared with"));
        }
        self.bind(local, Binding::Object(object));
        Ok(())
    }

    pub(super) fn object_parameter(
        &mut self,
        method: MethodId,
        param: LocalId,
        object: ObjectId,
        span: Span,
    ) -> Result<Binding> {
        if self.cx.assigned(method, param) {
            let name = &self.cx.hir.method(method).locals[param.index()].name;
            return Err(LowerError::new(span, format!("`{name}` stands for different objects at different times"))
                .note("in parallel code a parameter keeps the object it was given"));
        }
        Ok(Binding::Object(object))
    }

    fn new_object(
        &mut self,
        class: ClassId,
        constructor: MethodId,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<ObjectId> {
        let hir: &'a hir::Program = self.cx.hir;
        let mut fields = BTreeMap::new();
        let mut at = Some(class);
        while let Some(c) = at {
            for &f in &hir.class(c).fields {
                let info = hir.field(f);
                if info.is_static {
                    continue;
                }
                // What Core has no zero of has no value until the constructor gives it one.
                let Some(ty) = core_type(self.cx, &info.ty).filter(|t| t.as_array().is_none()) else { continue };
                let Some(zero) = types::zero(self.cx, &ty, span) else { continue };
                let var = self.var(info.name.clone(), ty, true, span);
                self.emit(out, StmtKind::Let { var, init: Some(zero) }, span);
                fields.insert(f, Binding::Var(var));
            }
            at = hir.class(c).superclass;
        }
        let object = ObjectId(self.objects.len());
        self.objects.push(Object { class, fields });
        let this = Some(Binding::Object(object));
        self.call_on(constructor, this, args, span, out)?;
        Ok(object)
    }

    /// A method or constructor of an object, translated in place.
    fn call_on(
        &mut self,
        method: MethodId,
        this: Option<Binding>,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let callee = self.cx.hir.method(method);
        if callee.native.is_some() || callee.body.is_none() {
            return Err(LowerError::new(span, format!("`{}` cannot be called in parallel code", callee.display)));
        }
        self.inline_on(method, this, args, span, out)
    }

    pub(super) fn object_call(
        &mut self,
        kind: CallKind,
        method: MethodId,
        receiver: &hir::Expr,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let object = self.object(receiver, out)?.ok_or_else(LowerError::internal)?;
        let method = match kind {
            CallKind::Virtual => self.cx.hir.dispatch(self.objects[object.0].class, method).unwrap_or(method),
            _ => method,
        };
        self.call_on(method, Some(Binding::Object(object)), args, span, out)
    }

    pub(super) fn object_field(&mut self, object: ObjectId, field: FieldId, span: Span) -> Result<Expr> {
        match self.objects[object.0].fields.get(&field).cloned() {
            Some(Binding::Var(v)) => Ok(self.read(v, span)),
            _ => Err(self.no_such_field(field, span)),
        }
    }

    pub(super) fn object_place(&mut self, object: ObjectId, field: FieldId, span: Span) -> Result<(Expr, PlaceRef)> {
        match self.objects[object.0].fields.get(&field).cloned() {
            Some(Binding::Var(v)) if self.ty(v).as_array().is_none() => Ok((self.read(v, span), PlaceRef::Var(v))),
            _ => Err(self.no_such_field(field, span)),
        }
    }

    pub(super) fn set_object_field(
        &mut self,
        object: ObjectId,
        field: FieldId,
        value: &hir::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let nothing = Expr::new(ExprKind::Const(crate::core::ir::Const::Bool(false)), crate::core::ir::Ty::Bool, span);
        let info = self.cx.hir.field(field);
        let first = !self.objects[object.0].fields.contains_key(&field);
        let ty = core_type(self.cx, &info.ty);
        // A part that is set once, by the constructor.
        if first && info.is_final {
            if let Some(part) = self.object(value, out)? {
                self.objects[object.0].fields.insert(field, Binding::Object(part));
                return Ok(nothing);
            }
            if let (Some(ty), hir::ExprKind::NewArray { .. } | hir::ExprKind::ArrayLit(_)) = (&ty, &value.kind) {
                let var = self.var(info.name.clone(), ty.clone(), true, span);
                self.private_array(var, value, out)?;
                self.objects[object.0].fields.insert(field, Binding::Var(var));
                return Ok(nothing);
            }
        }
        let (_, place) = self.object_place(object, field, span)?;
        let value = self.expr(value, out)?;
        self.write(place, value.clone(), span, out)?;
        Ok(match self.objects[object.0].fields.get(&field) {
            Some(Binding::Var(v)) => self.read(*v, span),
            _ => value,
        })
    }

    fn no_such_field(&self, field: FieldId, span: Span) -> LowerError {
        let info = self.cx.hir.field(field);
        LowerError::new(span, format!("the field `{}` cannot be used in parallel code", info.name)).note(
            "an object that an iteration makes for itself may have fields of primitive types, and `final` ones of arrays of fixed size and of such objects",
        )
    }

    pub(super) fn object_escapes(&self, span: Span) -> LowerError {
        LowerError::new(span, "this object leaves the iteration that made it").note(
            "an iteration may use the fields and methods of an object that it makes, and pass it to methods; to keep what it holds, store that in an array",
        )
    }

    /// Before a loop: what methods called in it do to objects is not known in it.
    pub(super) fn forget_objects(&mut self) {
        let fields: Vec<VarId> = self
            .objects
            .iter()
            .flat_map(|o| o.fields.values())
            .filter_map(|b| match b {
                Binding::Var(v) => Some(*v),
                _ => None,
            })
            .collect();
        for v in fields {
            self.facts.values.remove(&v);
        }
    }
}
