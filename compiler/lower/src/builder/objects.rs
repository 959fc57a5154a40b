//! Objects in parallel code, taken apart.
//!
//! Core has no references. An array of objects is a column for each field that is used, which the host fills before and gives back
//! after (see `somd::columns`); `p[i]` is a place in them. An object that an iteration makes for itself, `Random r = new Random(seed[i])`, is the variables of its fields
//! instead, and its methods are translated in place: which ones run is known, since its class is. The local that holds it keeps it, and it
//! may be passed on to methods, and what a method returns is the variables that its `return`s fill. A local that is assigned is given the
//! fields of what is assigned: a copy, which nobody can tell from the object where that is new, or where the fields of its class are
//! never assigned outside of constructors. Stored or compared, an object would be more than its fields.

use super::assign::PlaceRef;
use super::outside::Outside;
use super::ragged::Rows;
use crate::builder::{Binding, Builder, Sink};
use crate::error::{LowerError, Result};
use crate::types::{self, core_type};
use somd_core::ir::{Block, CheckKind, Expr, ExprKind, Stmt, StmtKind, Ty, VarId};
use somd_hir::{self as hir, CallKind, ClassId, FieldId, LocalId, MethodId};
use somd_syntax::source::Span;
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectId(usize);

#[derive(Clone, Debug)]
pub enum Object {
    /// An iteration has made it. `moves`: its variables are those of a local that is given other objects.
    Own { class: ClassId, fields: BTreeMap<FieldId, Binding>, moves: bool },
    /// An element of an array of objects. The index is in range.
    Element { group: usize, index: Expr },
    /// One from outside the loop: its fields are read before it.
    Outside(Outside),
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
    pub(crate) fn object(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Option<ObjectId>> {
        if let (hir::ExprKind::Field { .. } | hir::ExprKind::Call { .. } | hir::ExprKind::CheckCast(_), Some(path)) =
            (&e.kind, self.path(e))
        {
            return Ok(self.object_at(&path, e.span));
        }
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
            hir::ExprKind::Call { kind, method, receiver, args } if self.gives_object(e) => {
                self.given_object(*kind, *method, receiver.as_deref(), args, e.span, out).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether [`Builder::object`] finds one.
    pub(super) fn is_object(&self, e: &hir::Expr) -> bool {
        match &e.kind {
            hir::ExprKind::Local(local) => matches!(self.binding(*local), Some(Binding::Object(_))),
            hir::ExprKind::This => {
                matches!(self.frames.last().and_then(|f| f.this.as_ref()), Some(Binding::Object(_)))
            }
            hir::ExprKind::Upcast(inner) => self.is_object(inner),
            hir::ExprKind::Index { array, .. } => self.group(array).is_some(),
            hir::ExprKind::Field { .. } | hir::ExprKind::Call { .. } | hir::ExprKind::CheckCast(_)
                if self.path(e).is_some() =>
            {
                true
            }
            hir::ExprKind::Field { .. } if self.outside_text(e).is_some() => false,
            hir::ExprKind::Field { object: Some(of), .. } => self.is_object(of) && core_type(self.cx, &e.ty).is_none(),
            hir::ExprKind::Call { .. } => self.gives_object(e),
            hir::ExprKind::New { .. } => core_type(self.cx, &e.ty).is_none() && self.in_box(&e.ty).is_none(),
            _ => false,
        }
    }

    /// Whether an expression is a call that gives an object of one of the program's classes, of which there are no subclasses.
    pub(crate) fn gives_object(&self, e: &hir::Expr) -> bool {
        let hir::ExprKind::Call { method, .. } = &e.kind else { return false };
        self.given_class(*method).is_some()
    }

    /// The class of the objects that a method gives.
    fn given_class(&self, method: MethodId) -> Option<ClassId> {
        let callee = self.cx.hir.method(method);
        let hir::Ty::Class(class) = callee.ret else { return None };
        let fits = self.has_no_other(class)
            && core_type(self.cx, &callee.ret).is_none()
            && callee.native.is_none()
            && callee.somd.is_none();
        fits.then_some(class)
    }

    /// Whether nobody else has a name for the object.
    fn new_each_time(e: &hir::Expr) -> bool {
        match &e.kind {
            hir::ExprKind::Upcast(inner) => Self::new_each_time(inner),
            hir::ExprKind::Cond(_, a, b) => Self::new_each_time(a) && Self::new_each_time(b),
            hir::ExprKind::New { .. } | hir::ExprKind::Call { .. } => true,
            _ => false,
        }
    }

    /// The object that a call gives: the method's `return`s fill its variables.
    fn given_object(
        &mut self,
        kind: CallKind,
        method: MethodId,
        receiver: Option<&hir::Expr>,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<ObjectId> {
        let (method, this) = match receiver {
            Some(r) if self.is_object(r) && !self.is_outer(r) => {
                let object = self.object(r, out)?.ok_or_else(LowerError::internal)?;
                (self.object_method(kind, method, object, span)?, Some(Binding::Object(object)))
            }
            _ => {
                self.runs_alone(kind, method, receiver, span)?;
                (method, self.receiver(method, receiver, out)?)
            }
        };
        let callee = self.cx.hir.method(method);
        let class = self
            .given_class(method)
            .filter(|_| callee.body.is_some())
            .ok_or_else(|| LowerError::new(span, format!("`{}` cannot be called in parallel code", callee.display)))?;
        let bindings = self.arguments(method, args, out)?;
        let object = self.place_for(class, span, out)?;
        self.inline(method, this, bindings, Sink::Object(object), span, out)?;
        Ok(object)
    }

    /// Variables for an object of the class.
    fn place_for(&mut self, class: ClassId, span: Span, out: &mut Vec<Stmt>) -> Result<ObjectId> {
        self.place_within(&mut Vec::new(), class, span, out)
    }

    /// As [`Builder::place_for`], of a part of objects of these classes.
    fn place_within(
        &mut self,
        around: &mut Vec<ClassId>,
        class: ClassId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<ObjectId> {
        around.push(class);
        let mut fields = BTreeMap::new();
        for f in self.instance_fields(class) {
            let info = self.cx.hir.field(f);
            let (name, ty) = (info.name.clone(), info.ty.clone());
            let binding = match (core_type(self.cx, &ty), &ty) {
                (Some(core), _) if core.as_array().is_none() => {
                    let zero = types::zero(self.cx, &core, span).ok_or_else(LowerError::internal)?;
                    let var = self.var(name, core, true, span);
                    self.emit(out, StmtKind::Let { var, init: Some(zero) }, span);
                    Binding::Var(var)
                }
                (None, hir::Ty::Class(part)) if !around.contains(part) && self.has_no_other(*part) => {
                    Binding::Object(self.place_within(around, *part, span, out)?)
                }
                _ => return Err(self.no_such_field(f, span)),
            };
            fields.insert(f, binding);
        }
        around.pop();
        Ok(self.add_object(Object::Own { class, fields, moves: false }))
    }

    /// An object whose type is the class is of this class of the program's, and of no other.
    fn has_no_other(&self, class: ClassId) -> bool {
        let known = self.cx.hir.class(class);
        matches!(known.kind, hir::ClassKind::Class | hir::ClassKind::Record)
            && !known.is_library
            && !known.is_abstract
            && !self.cx.hir.classes.iter().any(|c| c.superclass == Some(class))
    }

    fn instance_fields(&self, class: ClassId) -> Vec<FieldId> {
        let hir: &'a hir::Program = self.cx.hir;
        let classes = std::iter::successors(Some(class), |c| hir.class(*c).superclass);
        classes.flat_map(|c| &hir.class(c).fields).copied().filter(|f| !hir.field(*f).is_static).collect()
    }

    /// The fields of a local's object, or of one that a method returns, become those of what `value` gives.
    pub(crate) fn object_into(&mut self, to: ObjectId, value: &hir::Expr, out: &mut Vec<Stmt>) -> Result<()> {
        let span = value.span;
        match &value.kind {
            hir::ExprKind::Upcast(inner) => return self.object_into(to, inner, out),
            hir::ExprKind::Cond(cond, a, b) => {
                let cond = self.expr(cond, out)?;
                let mut side = |e: &hir::Expr| {
                    let mut stmts = Vec::new();
                    self.uncertain(|this| this.object_into(to, e, &mut stmts))?;
                    Ok(Block { stmts })
                };
                let (then, otherwise) = (side(a)?, side(b)?);
                self.emit(out, StmtKind::If { cond, then, otherwise }, span);
                return Ok(());
            }
            _ => {}
        }
        let Some(from) = self.object(value, out)? else {
            return Err(LowerError::new(
                span,
                "a variable of parallel code holds an object that the iteration has made, and never null",
            ));
        };
        if !Self::new_each_time(value) {
            self.may_be_copied(from, span)?;
        }
        self.copy_object(from, to, span, out)
    }

    /// Two names of one object and two objects cannot be told apart.
    fn may_be_copied(&self, object: ObjectId, span: Span) -> Result<()> {
        let class = self.class_of(object);
        let open = match &self.objects[object.0] {
            Object::Own { .. } => false,
            Object::Element { .. } => true,
            Object::Outside(known) => !known.exact,
        };
        if open && !self.has_no_other(class) {
            let name = &self.cx.hir.class(class).name;
            return Err(LowerError::new(span, format!("this object may be of a subclass of `{name}`")).note(
                "in parallel code a variable that is assigned holds its object itself: its class must be known",
            ));
        }
        let changes = self.instance_fields(class).into_iter().find(|f| self.cx.changes(*f));
        let Some(field) = changes else { return Ok(()) };
        let (name, class) = (&self.cx.hir.field(field).name, &self.cx.hir.class(class).name);
        Err(LowerError::new(span, format!("a second name for an object of `{class}`, whose field `{name}` changes"))
            .note("in parallel code a variable that is assigned holds its object itself: assign new objects, or ones whose fields only constructors assign"))
    }

    fn class_of(&self, object: ObjectId) -> ClassId {
        match &self.objects[object.0] {
            Object::Own { class, .. } => *class,
            Object::Element { group, .. } => self.groups[*group].class,
            Object::Outside(known) => known.class,
        }
    }

    fn copy_object(&mut self, from: ObjectId, to: ObjectId, span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        if from == to {
            return Ok(());
        }
        if self.class_of(from) != self.class_of(to) {
            return Err(LowerError::new(span, "objects of different classes stand for one variable"));
        }
        let Object::Own { fields, .. } = self.objects[to.0].clone() else { return Err(LowerError::internal()) };
        for (field, binding) in fields {
            match (binding, self.own_field(from, field)) {
                // An object may be new and its parts not.
                (Binding::Object(to), Some(Binding::Object(from))) => {
                    self.may_be_copied(from, span)?;
                    self.copy_object(from, to, span, out)?;
                }
                (Binding::Var(var), _) => {
                    let value = self.object_field(from, field, span)?;
                    self.emit(out, StmtKind::Assign { var, value }, span);
                }
                _ => return Err(self.no_such_field(field, span)),
            }
        }
        Ok(())
    }

    /// An object for a name that keeps it: one of its own, where the other one's variables are those of a local that is assigned.
    fn kept_object(&mut self, object: ObjectId, span: Span, out: &mut Vec<Stmt>) -> Result<ObjectId> {
        if !matches!(self.objects[object.0], Object::Own { moves: true, .. }) {
            return Ok(object);
        }
        self.may_be_copied(object, span)?;
        let own = self.place_for(self.class_of(object), span, out)?;
        self.copy_object(object, own, span, out)?;
        Ok(own)
    }

    /// An object for a name that is assigned.
    fn moving_object(&mut self, init: &hir::Expr, from: ObjectId, span: Span, out: &mut Vec<Stmt>) -> Result<ObjectId> {
        if !Self::new_each_time(init) {
            self.may_be_copied(from, span)?;
        }
        let own = self.place_for(self.class_of(from), span, out)?;
        self.copy_object(from, own, span, out)?;
        let mut all = vec![own];
        while let Some(object) = all.pop() {
            if let Object::Own { fields, moves, .. } = &mut self.objects[object.0] {
                *moves = true;
                all.extend(fields.values().filter_map(|b| match b {
                    Binding::Object(part) => Some(*part),
                    _ => None,
                }));
            }
        }
        Ok(own)
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

    /// The array of objects that an expression names.
    pub(super) fn group(&self, array: &hir::Expr) -> Option<usize> {
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
            Object::Element { .. } | Object::Outside(_) => None,
        }
    }

    pub(super) fn object_of(&self, object: ObjectId) -> &Object {
        &self.objects[object.0]
    }

    pub(super) fn add_object(&mut self, object: Object) -> ObjectId {
        self.objects.push(object);
        ObjectId(self.objects.len() - 1)
    }

    /// An array of objects that a part of a method works on.
    pub(crate) fn objects_of(&mut self, local: LocalId, class: ClassId) {
        self.groups.push(Group { local, class, columns: BTreeMap::new() });
        self.bind(local, Binding::Objects(self.groups.len() - 1));
    }

    /// The column that has the array's length, whatever else is used of its objects.
    pub(super) fn length_column(&mut self, group: usize, span: Span) -> Result<VarId> {
        if let Some(column) = self.groups[group].columns.values().next() {
            return Ok(self.rows_lengths(column.now).unwrap_or(column.now));
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
        let scalar = |ty: &hir::Ty| core_type(self.cx, ty).filter(|t| t.is_scalar());
        let (elem, is_row) = match &info.ty {
            hir::Ty::Array { elem, .. } => (scalar(elem), true),
            ty => (scalar(ty), false),
        };
        let Some(elem) = elem else {
            return Err(LowerError::new(
                span,
                format!("the field `{}` is neither a primitive value nor an array of these", info.name),
            )
            .note(
                "of the objects of an array, parallel code can use the fields of primitive types, and their arrays",
            ));
        };
        if self.depth > 0 {
            return Err(LowerError::new(span, "the objects are taken apart before each of the inner loops"));
        }
        let method = self.frames[0].method;
        let local = self.groups[group].local;
        let name = format!("{}_{}", hir.method(method).locals[local.index()].name, info.name);
        let ty = hir::Ty::Array { elem: info.ty.clone().into(), bound: None };
        let host = self.cx.add_local(method, &format!("{name}$"), ty.clone(), span);
        if is_row {
            // The arrays are rows, which may differ in length.
            let rows = Rows::of_objects(host, info.ty.clone(), (group, field));
            let data = self.laid_out(name.into(), rows, span)?;
            self.groups[group].columns.insert(field, Column { first: data, now: data, host });
            return Ok(data);
        }
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
    pub(crate) fn object_local(
        &mut self,
        local: LocalId,
        init: &hir::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let info = &self.method().locals[local.index()];
        // Another name for the array, as `for (Body b : bodies)` has one.
        if let Some(group) = self.group(init)
            && !self.cx.assigned(self.method_id(), local)
        {
            self.bind(local, Binding::Objects(group));
            return Ok(());
        }
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
            if matches!(init.kind, hir::ExprKind::Lit(hir::Lit::Null)) {
                return Err(LowerError::new(span, format!("`{}` is null at first", info.name))
                    .note("a variable of parallel code holds an object that the iteration has made"));
            }
            return Err(LowerError::unsupported_type(span, &info.name));
        };
        let object = if self.cx.assigned(self.method_id(), local) {
            self.moving_object(init, object, span, out)?
        } else {
            self.kept_object(object, span, out)?
        };
        self.bind(local, Binding::Object(object));
        Ok(())
    }

    pub(super) fn object_parameter(
        &mut self,
        method: MethodId,
        param: LocalId,
        object: ObjectId,
        arg: &hir::Expr,
        out: &mut Vec<Stmt>,
    ) -> Result<Binding> {
        let assigned = self.cx.assigned(method, param);
        Ok(Binding::Object(if assigned { self.moving_object(arg, object, arg.span, out)? } else { object }))
    }

    fn new_object(
        &mut self,
        class: ClassId,
        constructor: MethodId,
        args: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<ObjectId> {
        let mut fields = BTreeMap::new();
        for f in self.instance_fields(class) {
            let info = self.cx.hir.field(f);
            // What Core has no zero of has no value until the constructor gives it one.
            let Some(ty) = core_type(self.cx, &info.ty).filter(|t| t.as_array().is_none()) else { continue };
            let Some(zero) = types::zero(self.cx, &ty, span) else { continue };
            let var = self.var(info.name.clone(), ty, true, span);
            self.emit(out, StmtKind::Let { var, init: Some(zero) }, span);
            fields.insert(f, Binding::Var(var));
        }
        let object = self.add_object(Object::Own { class, fields, moves: false });
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
        let object = self.object(receiver, out)?.ok_or_else(|| {
            let display = &self.cx.hir.method(method).display;
            LowerError::new(span, format!("`{display}` cannot be called in parallel code"))
        })?;
        let method = self.object_method(kind, method, object, span)?;
        self.call_on(method, Some(Binding::Object(object)), args, span, out)
    }

    /// The method that a call on the object runs.
    fn object_method(&mut self, kind: CallKind, method: MethodId, object: ObjectId, span: Span) -> Result<MethodId> {
        if let (CallKind::Virtual, Some(known)) = (kind, self.outside_object(object).cloned()) {
            return self.outside_method(&known, method, span);
        }
        Ok(match (kind, &self.objects[object.0]) {
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
        })
    }

    pub(super) fn object_field(&mut self, object: ObjectId, field: FieldId, span: Span) -> Result<Expr> {
        if let Object::Element { group, index } = self.objects[object.0].clone() {
            let column = self.column(group, field, span)?;
            let ty = core_type(self.cx, &self.cx.hir.field(field).ty).ok_or_else(LowerError::internal)?;
            return Ok(self.load(column, vec![index], ty, span));
        }
        if let Some(known) = self.outside_object(object).cloned() {
            return self.outside_field(&known, field, span);
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
        if self.outside_object(object).is_some() {
            return Err(self.field_write(field, span));
        }
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
        let nothing = Expr::new(ExprKind::Const(somd_core::ir::Const::Bool(false)), somd_core::ir::Ty::Bool, span);
        let info = self.cx.hir.field(field);
        let first = self.own_field(object, field).is_none();
        let ty = core_type(self.cx, &info.ty);
        // A part that is set once, by the constructor.
        if first && info.is_final {
            let outer = self.is_outer(value).then_some(Binding::This);
            let part = match self.object(value, out)? {
                Some(object) if outer.is_none() => Some(Binding::Object(self.kept_object(object, span, out)?)),
                _ => outer,
            };
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
        if self.outside_object(object).is_some() {
            return Err(self.field_write(field, span));
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

    pub(super) fn object_escapes(&self, object: ObjectId, span: Span) -> LowerError {
        if self.outside_object(object).is_some() {
            return LowerError::new(span, "an object from outside is more here than its fields and methods").note(
                "parallel code may read its fields, call its methods, compare it with another one from outside, and pass it to methods",
            );
        }
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
                Object::Element { .. } | Object::Outside(_) => None,
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
