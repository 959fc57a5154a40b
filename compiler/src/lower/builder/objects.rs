//! Objects in parallel code, taken apart.
//!
//! Core has no references. An array of objects is a column for each field that is used, which the host fills before and gives back
//! after (see `somd::columns`); `p[i]` is a place in them. An object that an iteration makes for itself, `Random r = new Random(seed[i])`, is the variables of its fields
//! instead, and its methods are translated in place: which ones run is known, since its class is. The local that holds it keeps it, and it
//! may be passed on to methods, but not stored, returned or compared: then it would be more than its fields.

use super::assign::PlaceRef;
use crate::core::ir::{CheckKind, Expr, ExprKind, Stmt, StmtKind, Ty, VarId};
use crate::hir::{self, CallKind, ClassId, FieldId, LocalId, MethodId};
use crate::lower::builder::{Binding, Builder};
use crate::lower::error::{LowerError, Result};
use crate::lower::types::{self, core_type};
use somd_syntax::source::Span;
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectId(usize);

#[derive(Clone, Debug)]
pub enum Object {
    /// An iteration has made it.
    Own { class: ClassId, fields: BTreeMap<FieldId, Binding> },
    /// An element of an array of objects. The index is in range.
    Element { group: usize, index: Expr },
}

/// An array of objects that a region works on.
#[derive(Clone, Debug)]
pub struct Group {
    /// Of the method that the region is a part of.
    pub local: LocalId,
    pub class: ClassId,
    pub columns: BTreeMap<FieldId, Column>,
}

#[derive(Clone, Debug)]
pub struct Column {
    /// As it comes in, and as it is now.
    pub first: VarId,
    pub now: VarId,
    /// The host's array of it.
    pub host: LocalId,
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
            hir::ExprKind::Index { array, index } => match self.group(array) {
                Some(group) => self.element_object(group, index, e.span, out).map(Some),
                None => Ok(None),
            },
            hir::ExprKind::Field { object: Some(of), field } if self.is_object(of) => {
                let of = self.object(of, out)?.ok_or_else(LowerError::internal)?;
                match self.own_field(of, *field) {
                    Some(Binding::Object(object)) => Ok(Some(object)),
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
            hir::ExprKind::Index { array, .. } => self.group(array).is_some(),
            hir::ExprKind::Field { object: Some(of), .. } => self.is_object(of) && core_type(self.cx, &e.ty).is_none(),
            _ => false,
        }
    }

    /// Whether an expression is the object whose method the region is (see [`Binding::This`]): a lambda has captured it.
    pub(super) fn is_outer(&self, e: &hir::Expr) -> bool {
        match &e.kind {
            hir::ExprKind::Upcast(inner) => self.is_outer(inner),
            hir::ExprKind::Local(local) => matches!(self.binding(*local), Some(Binding::This)),
            hir::ExprKind::Field { object: Some(of), field } if matches!(of.kind, hir::ExprKind::This) => {
                let Some(Binding::Object(lambda)) = self.frames.last().and_then(|f| f.this.as_ref()) else {
                    return false;
                };
                matches!(self.own_field(*lambda, *field), Some(Binding::This))
            }
            _ => false,
        }
    }

    fn group(&self, array: &hir::Expr) -> Option<usize> {
        match &array.kind {
            hir::ExprKind::Local(local) => match self.binding(*local) {
                Some(Binding::Objects(group)) => Some(*group),
                _ => None,
            },
            hir::ExprKind::Upcast(inner) => self.group(inner),
            _ => None,
        }
    }

    fn own_field(&self, object: ObjectId, field: FieldId) -> Option<Binding> {
        match &self.objects[object.0] {
            Object::Own { fields, .. } => fields.get(&field).cloned(),
            Object::Element { .. } => None,
        }
    }

    fn add_object(&mut self, object: Object) -> ObjectId {
        self.objects.push(object);
        ObjectId(self.objects.len() - 1)
    }

    /// An array of objects that a part of a method works on.
    pub(in crate::lower) fn objects_of(&mut self, local: LocalId, class: ClassId) {
        self.groups.push(Group { local, class, columns: BTreeMap::new() });
        self.bind(local, Binding::Objects(self.groups.len() - 1));
    }

    /// The column that has the array's length, whatever else is used of its objects.
    pub(super) fn length_column(&mut self, group: usize, span: Span) -> Result<VarId> {
        if let Some(column) = self.groups[group].columns.values().next() {
            return Ok(column.now);
        }
        let mut class = Some(self.groups[group].class);
        while let Some(c) = class {
            let fields = self.cx.hir.class(c).fields.clone();
            for f in fields {
                let info = self.cx.hir.field(f);
                if !info.is_static && core_type(self.cx, &info.ty).is_some_and(|t| t.is_scalar()) {
                    return self.column(group, f, span);
                }
            }
            class = self.cx.hir.class(c).superclass;
        }
        Err(LowerError::new(span, "objects without a field of a primitive type cannot be used in parallel code"))
    }

    /// The values that a field has in the objects of an array.
    fn column(&mut self, group: usize, field: FieldId, span: Span) -> Result<VarId> {
        if let Some(column) = self.groups[group].columns.get(&field) {
            return Ok(column.now);
        }
        let hir: &'a hir::Program = self.cx.hir;
        let info = hir.field(field);
        let Some(elem) = core_type(self.cx, &info.ty).filter(|t| t.is_scalar()) else {
            return Err(LowerError::new(span, format!("the field `{}` is no primitive value", info.name))
                .note("of the objects of an array, parallel code can use the fields of primitive types"));
        };
        if self.depth > 0 {
            return Err(LowerError::new(span, "the objects are taken apart before each of the inner loops"));
        }
        let method = self.frames[0].method;
        let local = self.groups[group].local;
        let name = format!("{}_{}", hir.method(method).locals[local.index()].name, info.name);
        let ty = hir::Ty::Array { elem: info.ty.clone().into(), bound: None };
        let host = self.cx.add_local(method, &format!("{name}$"), ty.clone(), span);
        let var = self.var(name, Ty::array(elem, 1), false, span);
        let arg = hir::Expr { kind: hir::ExprKind::Local(host), ty, span };
        if let Some(captures) = &mut self.captures {
            captures.args.push((arg, var));
        }
        self.groups[group].columns.insert(field, Column { first: var, now: var, host });
        Ok(var)
    }

    /// `p[i]`, whose index is checked here.
    fn element_object(&mut self, group: usize, index: &hir::Expr, span: Span, out: &mut Vec<Stmt>) -> Result<ObjectId> {
        let value = self.expr(index, out)?;
        let value =
            if self.facts.own_from.is_some() && self.mentions_mutable(&value) && self.facts.poly(&value).is_some() {
                self.keep_always(value, out)
            } else {
                value
            };
        let array = self.length_column(group, span)?;
        let site = self.site(span);
        let kind = CheckKind::Index { array, dim: 0 };
        let checked = Expr::new(ExprKind::Check { kind, value: Box::new(value), site }, Ty::I32, span);
        let index = self.keep(checked, "at", out);
        Ok(self.add_object(Object::Element { group, index }))
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
        if let Some((array, index)) = self.text(init, out)?
            && !self.cx.assigned(self.method_id(), local)
        {
            self.bind(local, Binding::Row { array, index });
            return Ok(());
        }
        if self.is_boxed(init) && !self.cx.assigned(self.method_id(), local) {
            let value = self.expr(init, out)?;
            let var = self.var(info.name.clone(), value.ty.clone(), false, span);
            self.emit(out, StmtKind::Let { var, init: Some(value) }, span);
            self.bind(local, Binding::Var(var));
            return Ok(());
        }
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
        let object = self.add_object(Object::Own { class, fields });
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
        let method = match (kind, &self.objects[object.0]) {
            (CallKind::Virtual, Object::Own { class, .. }) => self.cx.hir.dispatch(*class, method).unwrap_or(method),
            (CallKind::Virtual, Object::Element { group, .. }) => {
                let runs = self.cx.hir.dispatch(self.groups[*group].class, method).unwrap_or(method);
                if self.cx.is_overridden(runs) {
                    let display = &self.cx.hir.method(method).display;
                    return Err(LowerError::new(
                        span,
                        format!("`{display}` may be overridden: which method runs is not known here"),
                    )
                    .note("make the method private or final"));
                }
                runs
            }
            _ => method,
        };
        self.call_on(method, Some(Binding::Object(object)), args, span, out)
    }

    pub(super) fn object_field(&mut self, object: ObjectId, field: FieldId, span: Span) -> Result<Expr> {
        if let Object::Element { group, index } = self.objects[object.0].clone() {
            let column = self.column(group, field, span)?;
            let elem = self.ty(column).as_array().map(|a| *a.elem.clone()).ok_or_else(LowerError::internal)?;
            return Ok(self.load(column, vec![index], elem, span));
        }
        match self.own_field(object, field) {
            Some(Binding::Var(v)) => Ok(self.read(v, span)),
            Some(Binding::Row { array, index }) => {
                let ty = core_type(self.cx, &self.cx.hir.field(field).ty).ok_or_else(LowerError::internal)?;
                Ok(Expr::new(ExprKind::Row { array, index }, ty, span))
            }
            _ => Err(self.no_such_field(field, span)),
        }
    }

    pub(super) fn object_place(&mut self, object: ObjectId, field: FieldId, span: Span) -> Result<(Expr, PlaceRef)> {
        let value = self.object_field(object, field, span)?;
        let place = match (&self.objects[object.0], &value.kind) {
            (Object::Element { index, .. }, ExprKind::Index { array, .. }) => {
                PlaceRef::Element(*array, vec![index.clone()])
            }
            (Object::Own { .. }, ExprKind::Var(v)) if value.ty.as_array().is_none() => PlaceRef::Var(*v),
            _ => return Err(self.no_such_field(field, span)),
        };
        Ok((value, place))
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
        let first = self.own_field(object, field).is_none();
        let ty = core_type(self.cx, &info.ty);
        // A part that is set once, by the constructor.
        if first && info.is_final {
            let outer = self.is_outer(value).then_some(Binding::This);
            let part = outer.or(self.object(value, out)?.map(Binding::Object));
            if let (Some(part), Object::Own { fields, .. }) = (part, &mut self.objects[object.0]) {
                fields.insert(field, part);
                return Ok(nothing);
            }
            if let (Some(ty), hir::ExprKind::NewArray { .. } | hir::ExprKind::ArrayLit(_)) = (&ty, &value.kind) {
                let var = self.var(info.name.clone(), ty.clone(), true, span);
                self.private_array(var, value, out)?;
                if let Object::Own { fields, .. } = &mut self.objects[object.0] {
                    fields.insert(field, Binding::Var(var));
                }
                return Ok(nothing);
            }
            if ty.as_ref().is_some_and(|t| t.as_array().is_some()) {
                let (array, index) = self.array(value, out)?;
                let index: Vec<Expr> = index.into_iter().map(|i| self.keep(i, "row", out)).collect();
                let part = if index.is_empty() { Binding::Var(array) } else { Binding::Row { array, index } };
                if let Object::Own { fields, .. } = &mut self.objects[object.0] {
                    fields.insert(field, part);
                }
                return Ok(nothing);
            }
        }
        let (_, place) = self.object_place(object, field, span)?;
        let value = self.expr(value, out)?;
        if let PlaceRef::Var(v) = place {
            self.write(place, value, span, out)?;
            return Ok(self.read(v, span));
        }
        let value = self.keep(value, "t", out);
        self.write(place, value.clone(), span, out)?;
        Ok(value)
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
            .filter_map(|o| match o {
                Object::Own { fields, .. } => Some(fields.values()),
                Object::Element { .. } => None,
            })
            .flatten()
            .filter_map(|b| match b {
                Binding::Var(v) => Some(*v),
                _ => None,
            })
            .collect();
        for v in fields {
            self.facts.forget(v);
        }
    }
}
