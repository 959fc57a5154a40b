//! What a name stands for: a variable, a field, a type or a package (JLS 6.5), and access to fields.

use super::env::Env;
use super::{Attr, Ex};
use crate::members::FieldLookup;
use crate::scope::{TypeName, did_you_mean, left_out_class};
use crate::table::{ClassDef, ConstantState};
use crate::types::Type;
use smol_str::SmolStr;
use somd_hir::{ClassId, Expr, ExprKind, FieldId, Lit, Ty};
use somd_syntax::ast::{self, ExprKind as A, Member, Modifier};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;

/// What an ambiguous name turned out to be.
pub(crate) enum Named {
    Value(Ex),
    Type(Type),
    Package(SmolStr),
}

/// Where a simple name was found as a variable.
enum Variable {
    Local(usize, somd_hir::LocalId),
    Field { at: usize, field: FieldId, reachable: bool },
    Imported(FieldId),
    Ambiguous(FieldId, FieldId),
}

/// Classes of Java's library that this language leaves out on purpose, and what to do instead.
pub(crate) fn left_out(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "ThreadGroup" => ("groups of threads", "use a SOMD method or a `task` graph"),
        "Process" | "ProcessBuilder" | "ProcessHandle" => ("processes", "the program is one process"),
        _ => return None,
    })
}

/// Behind so many messages of a program no more guesses are made at what was meant.
const MOST_GUESSES: usize = 200;

/// What other languages call these values.
const VALUES_ELSEWHERE: &[(&str, &str)] = &[
    ("True", "true"),
    ("False", "false"),
    ("nil", "null"),
    ("None", "null"),
    ("NULL", "null"),
    ("nullptr", "null"),
    ("self", "this"),
];

impl Attr<'_> {
    /// The type of a variable of this name.
    pub fn variable_type(&mut self, name: &str) -> Option<Type> {
        match self.variable(name)? {
            Variable::Local(frame, local) => Some(self.var(frame, local)?.ty.clone()),
            Variable::Field { field, .. } | Variable::Imported(field) => Some(self.t.field(field).ty.clone()),
            Variable::Ambiguous(..) => None,
        }
    }

    fn variable(&mut self, name: &str) -> Option<Variable> {
        let (mut reachable, mut skip) = (true, false);
        for i in (0..self.env.len()).rev() {
            match &self.env[i] {
                Env::Frame(f) => {
                    if let Some(&l) = f.scopes.iter().rev().find_map(|s| s.vars.get(name)) {
                        return Some(Variable::Local(i, l));
                    }
                    reachable &= !f.is_static;
                    skip |= f.before_super;
                }
                Env::Class(c) if !c.is_lambda => {
                    let site = Type::Class(self.t.this_type(c.class));
                    let is_static = c.is_static;
                    match self.t.find_field(&site, name, &self.scope) {
                        // Made fields have a `$` that no source name matches by accident.
                        FieldLookup::Found(field) => {
                            return Some(Variable::Field { at: i, field, reachable: reachable && !skip });
                        }
                        FieldLookup::Ambiguous(a, b) => return Some(Variable::Ambiguous(a, b)),
                        FieldLookup::Inaccessible(_) | FieldLookup::NotFound => {}
                    }
                    skip = false;
                    if is_static {
                        reachable = false;
                    }
                }
                Env::Class(_) => {}
            }
        }
        self.t.imported_field(self.scope.unit, name).map(Variable::Imported)
    }

    /// A simple name as a value, if it names a variable.
    fn simple_value(&mut self, name: &str, span: Span) -> Option<Ex> {
        match self.variable(name)? {
            Variable::Local(frame, local) => Some(self.read_local(frame, local, span)),
            Variable::Imported(field) => Some(self.static_field(field, span)),
            Variable::Ambiguous(a, b) => {
                let id = ast::Ident { name: name.into(), span };
                Some(self.bad_lookup(FieldLookup::Ambiguous(a, b), &id))
            }
            Variable::Field { at, field, reachable } => {
                self.forward_reference(at, field, span);
                if let Some(lit) = self.constant_of(field) {
                    let ty = self.t.field(field).ty.clone();
                    return Some(self.lit(lit, ty, span));
                }
                if self.t.field(field).is_static {
                    return Some(self.static_field(field, span));
                }
                if !reachable {
                    return Some(self.no_this(&format!("field `{name}`"), self.t.field(field).span, span));
                }
                let object = self.this_at(at, span);
                Some(self.instance_field(object, field, span))
            }
        }
    }

    /// A field's simple name in an initialiser above its declaration (JLS 8.3.3).
    fn forward_reference(&mut self, at: usize, field: FieldId, span: Span) {
        let Some(init) = self.initialising else { return };
        let def = self.t.field(field);
        let inside = def.class == init.class && def.is_static == init.is_static && self.code_class_at(at);
        if !inside || self.assigned_name == Some(span) {
            return;
        }
        let (name, declared) = (def.name.clone(), def.span);
        let (title, label) = if init.field == Some(field) {
            (format!("`{name}` is read in its own initial value"), "has no value yet")
        } else if declared.lo > span.lo {
            (format!("`{name}` is read before it is declared"), "has no value yet: the initialisers run in order")
        } else {
            return;
        };
        self.report(Diagnostic::error("E0269", title, span).label(label).also(declared, "declared here"));
    }

    /// An enum's static field in its constructors and instance initialisers, and in those of its constants' bodies, which run for
    /// the constants, before static fields have values (JLS 8.9.2).
    fn before_constants(&mut self, field: FieldId, span: Span) {
        let def = self.t.field(field);
        let (class, name, declared) = (def.class, def.name.clone(), def.span);
        let frame = self.frame();
        let making = frame.is_constructor || frame.method.is_none() && !frame.is_static;
        let code = self.code_class();
        if making && self.t.class(class).kind == ast::TypeKind::Enum && self.t.is_subclass(code, class) {
            self.report(
                Diagnostic::error("E0269", format!("`{name}` has no value yet when the constants are made"), span)
                    .label("used while a constant is made")
                    .also(declared, "gets its value after the constants"),
            );
        }
    }

    /// The class at this place of the environment is the innermost, lambdas aside.
    fn code_class_at(&self, at: usize) -> bool {
        self.env.iter().rposition(|e| matches!(e, Env::Class(c) if !c.is_lambda)) == Some(at)
    }

    pub fn no_this(&mut self, what: &str, declared: Span, span: Span) -> Ex {
        let mut d = Diagnostic::error("E0230", format!("{what} belongs to an object, and here is none"), span)
            .label("used in a static context");
        if !declared.is_none() && !self.in_library(declared) {
            d = d.also(declared, "declared without `static`");
            d = d.note("declare it `static`, or name the object that it belongs to");
        }
        self.report(d);
        self.error_ex(span)
    }

    fn in_library(&self, _declared: Span) -> bool {
        self.t.class(self.current_class()).is_library
    }

    /// Attributes a name or chain of names, whatever it stands for.
    pub fn named(&mut self, e: &ast::Expr) -> Named {
        match &e.kind {
            A::Name(name) => {
                if let Some(ex) = self.simple_value(name, e.span) {
                    return Named::Value(ex);
                }
                if let Some(found) = self.t.lookup_type(&self.scope, name) {
                    return Named::Type(match found {
                        TypeName::Var(v) => Type::Var(v),
                        TypeName::Class(c) => Type::Class(c),
                    });
                }
                if self.t.is_package(name) {
                    return Named::Package(name.clone());
                }
                Named::Value(self.unknown_name(name, e.span))
            }
            A::Field(target, id) if matches!(target.kind, A::Name(_) | A::Field(..)) => match self.named(target) {
                Named::Value(ex) => Named::Value(self.field_access(ex, id, e.span)),
                Named::Type(ty) => self.type_member(ty, id, e.span),
                Named::Package(p) => {
                    let full: SmolStr = format!("{p}.{}", id.name).into();
                    if let Some(class) = self.t.by_name.get(&full) {
                        return Named::Type(Type::class(*class));
                    }
                    if self.t.is_package(&full) {
                        return Named::Package(full);
                    }
                    if crate::scope::is_of_java(&full) {
                        let d = crate::scope::absent(&full, e.span);
                        self.report(d);
                        return Named::Value(self.error_ex(e.span));
                    }
                    let inside = |c: &&ClassDef| c.package == p;
                    let names = self.t.classes.iter().filter(inside).map(|c| c.simple_name.as_str());
                    let mut d = Diagnostic::error("E0204", format!("there is no `{full}`"), id.span)
                        .label(format!("not found in package {p}"));
                    if let Some(near) = did_you_mean(&id.name, names) {
                        d = d.suggest(format!("did you mean `{near}`?"), id.span, near);
                    }
                    self.report(d);
                    Named::Value(self.error_ex(e.span))
                }
            },
            _ => Named::Value(self.expr(e, &super::Expect::None)),
        }
    }

    fn type_member(&mut self, ty: Type, id: &ast::Ident, span: Span) -> Named {
        match self.t.find_field(&ty, &id.name, &self.scope) {
            FieldLookup::Found(field) => {
                if !self.t.field(field).is_static {
                    let declared = self.t.field(field).span;
                    return Named::Value(self.no_this(&format!("field `{}`", id.name), declared, id.span));
                }
                Named::Value(self.static_field(field, span))
            }
            FieldLookup::NotFound => {
                let bounds = self.t.upper_bounds(&ty);
                let mut classes = bounds.iter().filter_map(Type::class_id);
                if let Some(inner) = classes.find_map(|c| self.t.find_member_type(c, &id.name)) {
                    return Named::Type(Type::class(inner));
                }
                Named::Value(self.no_field(&ty, id))
            }
            other => Named::Value(self.bad_lookup(other, id)),
        }
    }

    /// The expression named is a value, or it is an error.
    pub fn named_value(&mut self, e: &ast::Expr) -> Ex {
        match self.named(e) {
            Named::Value(ex) => ex,
            Named::Type(ty) => {
                let shown = self.show(&ty);
                self.error("E0205", format!("`{shown}` is a type, not a value"), e.span, "a value is needed here");
                self.error_ex(e.span)
            }
            Named::Package(p) => {
                self.error("E0200", format!("`{p}` is not known"), e.span, "no variable or class of this name");
                self.error_ex(e.span)
            }
        }
    }

    fn unknown_name(&mut self, name: &str, span: Span) -> Ex {
        if self.t.is_of_failed_import(&self.scope, name) {
            return self.error_ex(span);
        }
        if self.t.missing_import(&self.scope, name).is_some() {
            let d = self.t.unknown_type(&self.scope, name, span);
            self.report(d);
            return self.error_ex(span);
        }
        if let Some((what, instead)) = left_out(name) {
            self.report(
                Diagnostic::error("E0901", format!("{what} are not part of this language: `{name}`"), span)
                    .label("not available")
                    .note(instead),
            );
            return self.error_ex(span);
        }
        // A star import brings the class in: a variable of a like name was not meant.
        if let Some(d) = left_out_class(name, span) {
            self.report(d);
            return self.error_ex(span);
        }
        let mut names: Vec<SmolStr> = Vec::new();
        // To look at all names for each of thousands of errors would take minutes, and nobody reads so many.
        if self.diags.len() > MOST_GUESSES {
            self.error("E0200", format!("`{name}` is not known"), span, "no variable, field or class of this name");
            return self.error_ex(span);
        }
        for e in &self.env {
            match e {
                Env::Frame(f) => names.extend(f.scopes.iter().flat_map(|s| s.vars.keys().cloned())),
                Env::Class(c) => {
                    for sup in self.t.all_supertypes(c.class) {
                        names.extend(self.t.class(sup).fields.keys().cloned());
                    }
                }
            }
        }
        let mut d = Diagnostic::error("E0200", format!("`{name}` is not known"), span)
            .label("no variable, field or class of this name");
        let borrowed = VALUES_ELSEWHERE.iter().find(|(word, _)| *word == name).map(|(_, here)| *here);
        if let Some(near) = borrowed.or_else(|| did_you_mean(name, names.iter().map(SmolStr::as_str))) {
            d = d.suggest(format!("did you mean `{near}`?"), span, near);
        } else if let Some(near) = self.t.meant_elsewhere(&self.scope, name) {
            d = d.suggest(format!("did you mean `{near}`?"), span, near);
        } else if name.starts_with(char::is_uppercase) {
            d = self.t.unknown_type(&self.scope, name, span);
        }
        self.report(d);
        self.error_ex(span)
    }

    pub fn static_field(&mut self, field: FieldId, span: Span) -> Ex {
        let ty = self.t.field(field).ty.clone();
        if let Some(lit) = self.constant_of(field) {
            return self.lit(lit, ty, span);
        }
        self.before_constants(field, span);
        self.ex(ExprKind::Field { object: None, field }, ty, span)
    }

    pub fn instance_field(&mut self, object: Ex, field: FieldId, span: Span) -> Ex {
        let declared = self.erase(&self.t.field(field).ty);
        let ty = self.t.field_type_in(&object.ty, field);
        let owner = Ty::Class(self.t.field(field).class);
        let object = self.reference_to(object.hir, &owner);
        self.at_type(ExprKind::Field { object: Some(Box::new(object)), field }, declared, ty, span)
    }

    /// `e.name` where `e` is a value.
    pub fn field_access(&mut self, object: Ex, id: &ast::Ident, span: Span) -> Ex {
        if object.is_error() {
            return self.error_ex(span);
        }
        let ty = self.settle(&object.ty);
        let object = Ex { ty: ty.clone(), hir: object.hir };
        if ty.is_array() {
            if id.name == "length" {
                return self.ex(ExprKind::Length(Box::new(object.hir)), Type::INT, span);
            }
            self.report(match did_you_mean(&id.name, ["length", "size", "count"]) {
                Some(_) => no_field_of_array(id).suggest("did you mean `length`?", id.span, "length"),
                None => no_field_of_array(id),
            });
            return self.error_ex(span);
        }
        if ty.is_primitive() {
            let shown = self.show(&ty);
            self.error(
                "E0210",
                format!("{shown} has no members"),
                id.span,
                format!("`.{}` of a primitive value", id.name),
            );
            return self.error_ex(span);
        }
        match self.t.find_field(&ty, &id.name, &self.scope) {
            FieldLookup::Found(field) if self.t.field(field).is_static => {
                let value = self.static_field(field, span);
                self.after_effect(object, value)
            }
            FieldLookup::Found(field) => self.instance_field(object, field, span),
            FieldLookup::NotFound => self.no_field(&ty, id),
            other => self.bad_lookup(other, id),
        }
    }

    /// A static member through an object: the object's expression is still evaluated.
    pub fn after_effect(&mut self, object: Ex, value: Ex) -> Ex {
        let has_effect = match &object.hir.kind {
            ExprKind::Local(_) | ExprKind::This | ExprKind::Lit(_) => false,
            // A field of an object may fail.
            ExprKind::Field { object, .. } => !object.as_ref().is_none_or(|o| matches!(o.kind, ExprKind::This)),
            _ => true,
        };
        if !has_effect {
            return value;
        }
        let span = value.span();
        let stmt = somd_hir::Stmt { kind: somd_hir::StmtKind::Expr(object.hir), span };
        let ty = value.ty.clone();
        self.ex(ExprKind::Sequence(vec![stmt], Box::new(value.hir)), ty, span)
    }

    fn no_field(&mut self, ty: &Type, id: &ast::Ident) -> Ex {
        if ty.is_error() {
            return self.error_ex(id.span);
        }
        let shown = self.show(ty);
        let mut d = Diagnostic::error("E0209", format!("{shown} has no field `{}`", id.name), id.span)
            .label(format!("not a field of {shown}"));
        let names: Vec<SmolStr> = match ty.class_id() {
            Some(c) => self.t.all_supertypes(c).iter().flat_map(|&s| self.t.class(s).fields.keys().cloned()).collect(),
            None => Vec::new(),
        };
        if let Some(near) = did_you_mean(&id.name, names.iter().map(SmolStr::as_str)) {
            d = d.suggest(format!("did you mean `{near}`?"), id.span, near);
        } else if !self.t.methods_named(ty, &id.name).is_empty() {
            let end = Span { lo: id.span.hi, hi: id.span.hi };
            d = d.suggest("there is a method of this name: call it", end, "()");
        }
        self.report(d);
        self.error_ex(id.span)
    }

    fn bad_lookup(&mut self, lookup: FieldLookup, id: &ast::Ident) -> Ex {
        match lookup {
            FieldLookup::Inaccessible(f) => {
                let class = self.t.field(f).class;
                let owner = self.class_name(class);
                let mut d = Diagnostic::error("E0232", format!("`{}` is private to {owner}", id.name), id.span)
                    .label("may not be used here");
                let of_name = self.t.class(class).methods.get(&id.name).into_iter().flatten();
                let mut readers = of_name.map(|&m| self.t.method(m));
                if readers.any(|m| m.params.is_empty() && !m.modifiers.has(ast::Modifier::Private)) {
                    let end = Span { lo: id.span.hi, hi: id.span.hi };
                    d = d.suggest(format!("a method reads it: `{}()`", id.name), end, "()");
                } else if !self.t.class(class).is_library {
                    d = d.also(self.t.field(f).span, "declared here");
                }
                self.report(d);
            }
            FieldLookup::Ambiguous(a, b) => self.report(
                Diagnostic::error("E0202", format!("`{}` is inherited twice", id.name), id.span)
                    .label("which one is meant?")
                    .also(self.t.field(a).span, "this one")
                    .also(self.t.field(b).span, "or this one"),
            ),
            FieldLookup::Found(_) | FieldLookup::NotFound => {}
        }
        self.error_ex(id.span)
    }

    /// The value of a constant variable (JLS 4.12.4), folded on first use.
    pub fn constant_of(&mut self, field: FieldId) -> Option<Lit> {
        let f = self.t.field(field);
        match &f.constant {
            ConstantState::Value(lit) => return Some(lit.clone()),
            ConstantState::NotConstant | ConstantState::Evaluating => return None,
            ConstantState::Unevaluated => {}
        }
        let (init, ty, class) = (f.init.clone(), f.ty.clone(), f.class);
        let init = match init {
            Some(init) if maybe_constant(&init) && (ty.is_primitive() || self.t.is_string(&ty)) => init,
            _ => {
                self.t.field_mut(field).constant = ConstantState::NotConstant;
                return None;
            }
        };
        self.t.field_mut(field).constant = ConstantState::Evaluating;
        let reported = self.diags.len();
        let ex = self.in_class_context(class, |attr| attr.expr(&init, &super::Expect::To(ty.clone())));
        // What is wrong with it is reported where the initialiser itself is attributed.
        self.diags.truncate(reported);
        let lit = if ex.constant().is_some() && self.fits(&ex, &ty, false, true) {
            match self.convert_fitting(ex, &ty).kind {
                ExprKind::Lit(lit) => Some(lit),
                _ => None,
            }
        } else {
            None
        };
        self.t.field_mut(field).constant = match &lit {
            Some(lit) => ConstantState::Value(lit.clone()),
            None => ConstantState::NotConstant,
        };
        lit
    }
}

impl Attr<'_> {
    /// Null in the place of a constant that is null (`static final Packet NO_WORK = null`), where it is compared or handed on: then all
    /// that asks for null finds it. What is looked into keeps its name, for the exception's message.
    pub fn null_constant(&self, e: Expr) -> Expr {
        match e.kind {
            ExprKind::Field { object: None, field } if self.is_null_constant(field) => {
                Expr { kind: ExprKind::Lit(Lit::Null), ..e }
            }
            kind => Expr { kind, ..e },
        }
    }

    /// No constant variable of Java's, so that its class is initialised where it is read: nobody may see that.
    fn is_null_constant(&self, field: FieldId) -> bool {
        let f = self.t.field(field);
        let is_null = |e: &ast::Expr| matches!(e.kind, A::Literal(ast::Literal::Null));
        f.is_static && f.is_final && f.init.as_deref().is_some_and(is_null) && self.only_stores_literals(f.class)
    }

    /// Nobody sees whether the class, and those above it, are initialised.
    fn only_stores_literals(&self, class: ClassId) -> bool {
        let def = self.t.class(class);
        let is_literal = |e: &ast::Expr| matches!(e.kind, A::Literal(_));
        let quiet = |member: &Member| match member {
            Member::Field(f) if f.modifiers.has(Modifier::Static) || self.t.is_interface(class) => {
                f.vars.iter().filter_map(|v| v.init.as_deref()).all(is_literal)
            }
            Member::Init { is_static, .. } => !is_static,
            _ => true,
        };
        def.interfaces.is_empty()
            && def.decl.as_ref().is_none_or(|d| d.constants.is_empty() && d.members.iter().all(quiet))
            && def.superclass.as_ref().and_then(Type::class_id).is_none_or(|s| self.only_stores_literals(s))
    }
}

/// Has the form of a constant expression (JLS 15.29).
pub(crate) fn maybe_constant(e: &ast::Expr) -> bool {
    match &e.kind {
        A::Literal(l) => *l != ast::Literal::Null,
        A::Name(_) => true,
        A::Field(t, _) => maybe_constant(t),
        A::Paren(e) => maybe_constant(e),
        A::Unary(op, e) => {
            matches!(op, ast::UnaryOp::Plus | ast::UnaryOp::Neg | ast::UnaryOp::BitNot | ast::UnaryOp::Not)
                && maybe_constant(e)
        }
        A::Binary(_, _, a, b) => maybe_constant(a) && maybe_constant(b),
        A::Cond(a, b, c) => maybe_constant(a) && maybe_constant(b) && maybe_constant(c),
        A::Cast(t, e) => {
            matches!(t.kind, ast::TypeExprKind::Prim(_) | ast::TypeExprKind::Class(_)) && maybe_constant(e)
        }
        _ => false,
    }
}

fn no_field_of_array(id: &ast::Ident) -> Diagnostic {
    Diagnostic::error("E0209", format!("an array has no field `{}`", id.name), id.span)
        .label("arrays have only `length`")
}
