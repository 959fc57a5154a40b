//! Method calls and object creation.

use super::env::Env;
use super::names::Named;
use super::overload::is_diamond;
use super::{Attr, Ex, Expect};
use crate::members::MethodSig;
use crate::scope::did_you_mean;
use crate::scope::{left_out_class, left_out_native, left_out_of_class, left_out_of_system, left_out_threads};
use crate::types::{ClassType, Type, TypeArg};
use smol_str::SmolStr;
use somd_hir::{CallKind, ClassId, Expr, ExprKind, Lit, MethodId, Stmt, StmtKind, Ty};
use somd_syntax::ast::{self, ExprKind as A, Modifier};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;

/// Where a call's method is looked for.
enum Site {
    /// A value of this type.
    Value(Ex),
    /// `super.m()`
    Super(Ex),
    /// `C.m()`
    Type(Type),
    /// `m()`, found in the class at this place of the environment.
    Enclosing {
        at: usize,
        reachable: bool,
    },
    Imported(Vec<MethodId>),
}

impl Attr<'_> {
    pub fn call(
        &mut self,
        target: Option<&ast::Expr>,
        type_args: &[ast::TypeArg],
        name: &ast::Ident,
        args: &[ast::Expr],
        expect: &Expect,
        span: Span,
    ) -> Ex {
        if target.is_none() && name.name == "yield" {
            let at = Span { lo: name.span.lo, hi: name.span.lo };
            self.report(
                Diagnostic::error("E0263", "a method `yield` is called with what it belongs to", name.span)
                    .label("alone it gives a switch expression its value")
                    .suggest("name its object, or its class if it is static", at, "this."),
            );
            self.args(args);
            return self.error_ex(span);
        }
        let open = std::mem::take(&mut self.open_call);
        let Some(site) = self.call_site(target, name) else {
            self.args(args);
            return self.error_ex(span);
        };
        if let (Site::Value(f), Some(target)) = (&site, target)
            && let Some(step) = self.next_step(&f.ty.clone(), target, name, args, span)
        {
            let and_then = ast::Ident { name: "andThen".into(), span: name.span };
            return self.call_at(site, &[], &and_then, &[step], expect, span);
        }
        self.open_call = open;
        self.call_at(site, type_args, name, args, expect, span)
    }

    fn call_at(
        &mut self,
        site: Site,
        type_args: &[ast::TypeArg],
        name: &ast::Ident,
        args: &[ast::Expr],
        expect: &Expect,
        span: Span,
    ) -> Ex {
        let open = std::mem::take(&mut self.open_call);
        let site_ty = match &site {
            Site::Value(ex) | Site::Super(ex) => ex.ty.clone(),
            Site::Type(t) => t.clone(),
            Site::Enclosing { at, .. } => match &self.env[*at] {
                Env::Class(c) => Type::Class(self.t.this_type(c.class)),
                Env::Frame(_) => Type::Error,
            },
            Site::Imported(_) => Type::Null,
        };
        if site_ty.is_error() {
            self.args(args);
            return self.error_ex(span);
        }
        if let Site::Value(object) = &site
            && site_ty.is_array()
        {
            return self.array_call(object.clone(), name, args, expect, span);
        }
        if site_ty.is_primitive()
            || site_ty == Type::Void
            || site_ty == Type::Null && !matches!(site, Site::Imported(_))
        {
            let shown = self.show(&site_ty);
            self.error("E0210", format!("{shown} has no methods"), name.span, format!("`.{}` of {shown}", name.name));
            self.args(args);
            return self.error_ex(span);
        }
        if !self.applied(&site_ty, name, args) {
            self.args(args);
            return self.error_ex(span);
        }
        let methods = match &site {
            Site::Imported(m) => m.clone(),
            _ => self.t.methods_named(&site_ty, &name.name),
        };
        let access_site = match &site {
            Site::Value(ex) => Some(ex.ty.clone()),
            _ => None,
        };
        let (usable, hidden): (Vec<MethodId>, Vec<MethodId>) = methods.into_iter().partition(|&m| {
            let def = self.t.method(m);
            self.t.is_accessible(def.class, &def.modifiers, access_site.as_ref(), &self.scope)
        });
        if usable.is_empty() {
            match hidden.first() {
                Some(&m) => {
                    let owner = self.class_name(self.t.method(m).class);
                    let declared = self.t.method(m).name_span;
                    self.report(
                        Diagnostic::error(
                            "E0232",
                            format!("`{}` of {owner} may not be used here", name.name),
                            name.span,
                        )
                        .label("not accessible")
                        .also(declared, "declared here"),
                    );
                }
                None => self.no_method(&site_ty, name),
            }
            self.args(args);
            return self.error_ex(span);
        }
        // Captured once, so that the candidates speak of the same types.
        let captured = self.t.capture_site(&site_ty);
        let sigs: Vec<MethodSig> = usable
            .iter()
            .map(|&m| match &site {
                Site::Imported(_) => self.t.method_sig(m),
                _ => self.t.called_sig(&captured, m),
            })
            .collect();
        let explicit = self.explicit_args(type_args);
        let mut args = self.args(args);
        let what = format!("`{}`", name.name);
        let Some(chosen) = self.resolve_call(&what, &sigs, &mut args, &explicit, expect, name.span) else {
            return self.error_ex(span);
        };
        self.note_throws(&chosen, span);
        let open = open && self.is_open(&chosen.ret);
        // What decides the result decides the arguments that it depends on.
        let values = if open { self.passed_open(&chosen, args, span) } else { self.passed(&chosen, args, span) };
        if open {
            let bound = self.t.erasure(&self.t.method(chosen.method).ret);
            let ex = self.emit_call(site, chosen.method, values, bound, name.span, span);
            return Ex { ty: chosen.ret, ..ex };
        }
        let ret = self.special_result(chosen.method, &site_ty, chosen.ret);
        self.emit_call(site, chosen.method, values, ret, name.span, span)
    }

    pub fn explicit_args(&mut self, args: &[ast::TypeArg]) -> Vec<TypeArg> {
        let mut found = Vec::new();
        let out = self.t.resolve_type_args(&self.scope, args, &mut found);
        self.diags.append(&mut found);
        out
    }

    /// `getClass()` is `Class<? extends |T|>` (JLS 4.3.2).
    fn special_result(&mut self, method: MethodId, site: &Type, ret: Type) -> Type {
        let def = self.t.method(method);
        if def.name == "getClass"
            && def.params.is_empty()
            && let Type::Class(c) = &ret
            && self.t.class(def.class).name == "java.lang.Object"
        {
            let erased = self.t.erasure(site);
            return Type::Class(ClassType { class: c.class, args: [TypeArg::Extends(erased)].into() });
        }
        ret
    }

    /// `Math.pow(x, 2)` and `Math.pow(x, 0.5)` take no logarithm: the method that gives the same bits, and its argument.
    fn known_power(&mut self, method: MethodId, mut args: Vec<Expr>, span: Span) -> (MethodId, Vec<Expr>) {
        let def = self.t.method(method);
        if def.name == "pow"
            && let [_, Expr { kind: ExprKind::Lit(Lit::Double(exponent)), .. }] = args[..]
            && self.t.class(def.class).name == "java.lang.Math"
            && let Some(name) = match exponent {
                2.0 => Some("square"),
                0.5 => Some("root"),
                _ => None,
            }
            && let Some(known) = self.library_method("java.lang.Elementary", name, 1, span)
        {
            args.truncate(1);
            return (known, args);
        }
        (method, args)
    }

    fn emit_call(
        &mut self,
        site: Site,
        method: MethodId,
        args: Vec<Expr>,
        ret: Type,
        name_span: Span,
        span: Span,
    ) -> Ex {
        let (method, args) = self.known_power(method, args, span);
        let def = self.t.method(method);
        let declared = self.erase(&def.ret);
        let owner = Ty::Class(def.class);
        let (is_static, is_private, is_abstract) =
            (def.is_static, def.modifiers.has(Modifier::Private), def.is_abstract);
        let (name, declared_span) = (def.name.clone(), def.name_span);
        if is_static {
            let kind = ExprKind::Call { kind: CallKind::Static, method, receiver: None, args };
            let value = self.at_type(kind, declared, ret, span);
            return match site {
                Site::Value(object) => self.after_effect(object, value),
                _ => value,
            };
        }
        let what = format!("method `{name}`");
        let (object, is_super) = match site {
            Site::Value(object) => (object, false),
            Site::Super(object) => (object, true),
            Site::Enclosing { at, reachable: true } => (self.this_at(at, name_span), false),
            Site::Enclosing { .. } | Site::Type(_) | Site::Imported(_) => {
                return self.no_this(&what, declared_span, name_span);
            }
        };
        if is_super && is_abstract {
            self.report(
                Diagnostic::error("E0224", format!("{what} has no body in the superclass"), name_span)
                    .label("abstract: there is nothing to call")
                    .also(declared_span, "declared here"),
            );
        }
        let receiver = self.kept_as(object.hir, &owner);
        let kind = if is_super || is_private { CallKind::Special } else { CallKind::Virtual };
        let call = ExprKind::Call { kind, method, receiver: Some(Box::new(receiver)), args };
        self.at_type(call, declared, ret, span)
    }

    /// A call whose receiver and arguments have been attributed (a method reference's body).
    #[allow(clippy::too_many_arguments)]
    pub fn call_with(
        &mut self,
        site: Type,
        receiver: Option<Ex>,
        is_super: bool,
        name: &ast::Ident,
        explicit: &[TypeArg],
        values: Vec<Ex>,
        expect: &Expect,
        span: Span,
    ) -> Ex {
        if site.is_array()
            && let Some(object) = &receiver
            && name.name == "clone"
        {
            return self.array_call(object.clone(), name, &[], &Expect::None, span);
        }
        let sigs: Vec<MethodSig> =
            self.t.methods_named(&site, &name.name).iter().map(|&m| self.t.called_sig(&site, m)).collect();
        if sigs.is_empty() {
            self.no_method(&site, name);
            return self.error_ex(span);
        }
        let dummy = ast::Expr { kind: A::Error, span };
        let mut args: Vec<super::overload::Arg<'_>> =
            values.into_iter().map(|v| super::overload::Arg { ast: &dummy, ex: Some(v) }).collect();
        let what = format!("`{}`", name.name);
        let Some(chosen) = self.resolve_call(&what, &sigs, &mut args, explicit, expect, name.span) else {
            return self.error_ex(span);
        };
        self.note_throws(&chosen, span);
        let passed = self.passed(&chosen, args, span);
        let ret = self.special_result(chosen.method, &site, chosen.ret);
        let def = self.t.method(chosen.method);
        let (owner, is_static, declared) = (def.class, def.is_static, def.name_span);
        if is_static && receiver.is_some() {
            let class = self.class_name(owner);
            self.report(
                Diagnostic::error("E0223", format!("`{}` is static: it belongs to no object", name.name), name.span)
                    .label("referred to through an object")
                    .also(declared, "declared static here")
                    .note(format!("write `{class}::{}`", name.name)),
            );
        }
        let modifiers = self.t.method(chosen.method).modifiers.clone();
        let through = receiver.as_ref().filter(|_| !is_super).map(|r| &r.ty);
        if !self.t.is_accessible(owner, &modifiers, through, &self.scope) {
            let class = self.class_name(owner);
            self.report(
                Diagnostic::error("E0232", format!("`{}` of {class} may not be used here", name.name), name.span)
                    .label("not accessible")
                    .also(declared, "declared here"),
            );
        }
        let site = match receiver {
            Some(object) if is_super => Site::Super(object),
            Some(object) => Site::Value(object),
            None => Site::Type(site),
        };
        self.emit_call(site, chosen.method, passed, ret, name.span, span)
    }

    fn call_site(&mut self, target: Option<&ast::Expr>, name: &ast::Ident) -> Option<Site> {
        let Some(target) = target else {
            let (mut reachable, mut skip) = (true, false);
            for at in (0..self.env.len()).rev() {
                match &self.env[at] {
                    Env::Frame(f) => {
                        reachable &= !f.is_static;
                        skip |= f.before_super;
                    }
                    Env::Class(c) if !c.is_lambda => {
                        let site = Type::Class(self.t.this_type(c.class));
                        let is_static = c.is_static;
                        if !self.t.methods_named(&site, &name.name).is_empty() {
                            return Some(Site::Enclosing { at, reachable: reachable && !skip });
                        }
                        skip = false;
                        if is_static {
                            reachable = false;
                        }
                    }
                    Env::Class(_) => {}
                }
            }
            let imported = self.t.imported_methods(self.scope.unit, &name.name);
            if !imported.is_empty() {
                return Some(Site::Imported(imported));
            }
            if !self.t.is_of_failed_import(&self.scope, &name.name) {
                let here = Type::class(self.current_class());
                self.no_method(&here, name);
            }
            return None;
        };
        match &target.kind {
            A::Super(q) => {
                let object = self.super_object(q.as_deref(), target.span);
                Some(Site::Super(object))
            }
            A::Name(_) | A::Field(..) => match self.named(target) {
                Named::Value(ex) => {
                    let ty = self.settle(&ex.ty);
                    Some(Site::Value(Ex { ty, hir: ex.hir }))
                }
                Named::Type(t) => Some(Site::Type(t)),
                Named::Package(p) => {
                    let last = p.rsplit('.').next().unwrap_or(&p).to_string();
                    let at = Span { lo: target.span.hi.saturating_sub(last.len() as u32), hi: target.span.hi };
                    self.error("E0200", format!("`{last}` is not known"), at, "no variable or class of this name");
                    None
                }
            },
            _ => {
                let object = self.expr(target, &Expect::None);
                if object.ty == Type::Void {
                    self.error(
                        "E0206",
                        "a `void` call has no value",
                        target.span,
                        format!("so `.{}` has nothing to be called on", name.name),
                    );
                    return None;
                }
                Some(Site::Value(object))
            }
        }
    }

    pub(super) fn no_method(&mut self, site: &Type, name: &ast::Ident) {
        if site.is_error() {
            return;
        }
        if let Some(d) = self.left_out_supertype(site, name.span) {
            // Said once, where the class is named first: it has none of its methods.
            if !self.diags.iter().any(|said| said.code == d.code && said.title == d.title) {
                self.report(d);
            }
            return;
        }
        if matches!(name.name.as_str(), "wait" | "notify" | "notifyAll") {
            self.report(left_out_threads(&name.name, name.span));
            return;
        }
        let loads = matches!(name.name.as_str(), "load" | "loadLibrary");
        let of = site.class_id().map(|c| self.t.class(c).name.as_str());
        if loads && matches!(of, Some("java.lang.System" | "java.lang.Runtime")) {
            self.report(left_out_native(&name.name, name.span));
            return;
        }
        if matches!(of, Some("java.lang.System" | "java.lang.Runtime"))
            && let Some(d) = left_out_of_system(&name.name, name.span)
        {
            self.report(d);
            return;
        }
        if let Some(d) = site
            .class_id()
            .filter(|&c| self.t.class(c).name == "java.lang.Class")
            .and_then(|_| left_out_of_class(&name.name, name.span))
        {
            self.report(d);
            return;
        }
        let shown = self.show(site);
        let mut d = Diagnostic::error("E0225", format!("{shown} has no method `{}`", name.name), name.span)
            .label("no method of this name");
        if let Some(class) = site.class_id() {
            if self.t.lacks_supertypes(class) {
                d = d.outside(name.span);
            }
            let names: Vec<SmolStr> =
                self.t.all_supertypes(class).iter().flat_map(|&s| self.t.class(s).methods.keys().cloned()).collect();
            if let Some(near) = did_you_mean(&name.name, names.iter().map(SmolStr::as_str)) {
                d = d.suggest(format!("did you mean `{near}`?"), name.span, near);
            } else if self.t.class(class).fields.contains_key(&name.name) {
                d = d.note("there is a field of this name");
            } else if let Some(form) = of_later(&name.name).filter(|_| self.t.class(class).is_library) {
                d = d.note(format!("`{}` is of a later Java; somdc's library is that of Java 17", name.name));
                if !form.is_empty() {
                    d = d.note(format!("in Java 17: {form}"));
                }
            } else if self.t.class(class).is_library {
                d.primary.text = "somdc's library has no method of this name".into();
            }
        } else if site.element().is_some() && matches!(name.name.as_str(), "length" | "size" | "count") {
            d = d.note("how many elements an array has is in its field `length`, without `()`");
        } else if let Some(note) = self.of_value_array(site, &name.name) {
            d = d.note(note);
        } else if let (Type::Var(var), "compareTo") = (site, name.name.as_str()) {
            let name = &self.t.type_var(*var).name;
            d = d.note(format!(
                "{name} may be any class; where it is declared, write `{name} extends Comparable<{name}>`"
            ));
        }
        self.report(d);
    }

    /// The error for a class that the language leaves out, where the type is one or extends one.
    fn left_out_supertype(&self, site: &Type, span: Span) -> Option<Diagnostic> {
        let all = self.t.all_supertypes(site.class_id()?);
        // Of other packages, the library may have the class and not the method.
        let mut names = all.into_iter().map(|s| self.t.class(s)).filter(|s| s.is_library).map(|s| &s.name);
        names.find_map(|name| left_out_class(name, span).filter(|_| name.starts_with("java.lang.")))
    }

    /// Methods of arrays: `clone`, those of `Object`, and a value array's.
    fn array_call(&mut self, object: Ex, name: &ast::Ident, args: &[ast::Expr], expect: &Expect, span: Span) -> Ex {
        if matches!(object.ty, Type::ValueArray(..)) {
            return self.value_array_call(object, name, args, span);
        }
        if name.name == "clone" && args.is_empty() {
            let ty = object.ty.clone();
            let arrays = self.t.library_type("java.util.Arrays");
            let elem = self.erase(&ty.element().unwrap_or(Type::Error));
            let found = self.t.methods_named(&arrays, "copyOf").into_iter().find(|&m| {
                let params = &self.t.method(m).params;
                params.len() == 2
                    && match params[0].element().map(|e| self.erase(&e)) {
                        Some(e) => e == elem || (elem.is_reference() && e.is_reference()),
                        None => false,
                    }
            });
            let Some(method) = found else { return self.missing("java.util.Arrays.copyOf", span) };
            let declared = self.erase(&self.t.method(method).ret);
            let param = self.erase(&self.t.method(method).params[0]);
            let local = self.temp("array", ty.clone(), span);
            let read = self.ex(ExprKind::Local(local), ty.clone(), span).hir;
            let length = Expr { kind: ExprKind::Length(Box::new(read.clone())), ty: Ty::Int, span };
            let stmt = Stmt { kind: StmtKind::Local { local, init: Some(object.hir) }, span };
            let array = self.reference_to(read, &param);
            let kind = ExprKind::Call { kind: CallKind::Static, method, receiver: None, args: vec![array, length] };
            let copy = self.at_type(kind, declared, ty.clone(), span);
            return self.ex(ExprKind::Sequence(vec![stmt], Box::new(copy.hir)), ty, span);
        }
        let site = self.t.object();
        let erased = self.erase(&site);
        let sigs: Vec<MethodSig> =
            self.t.methods_named(&site, &name.name).iter().map(|&m| self.t.method_sig_in(&site, m)).collect();
        if sigs.is_empty() {
            self.no_method(&object.ty.clone(), name);
            self.args(args);
            return self.error_ex(span);
        }
        let mut args = self.args(args);
        let what = format!("`{}`", name.name);
        let Some(chosen) = self.resolve_call(&what, &sigs, &mut args, &[], expect, name.span) else {
            return self.error_ex(span);
        };
        let values = self.passed(&chosen, args, span);
        let object = Ex { hir: self.reference_to(object.hir, &erased), ty: site };
        self.emit_call(Site::Value(object), chosen.method, values, chosen.ret, name.span, span)
    }

    // ---- new --------------------------------------------------------------------------------------------------------

    /// Interfaces, enums and abstract classes have no objects of their own.
    pub(super) fn cannot_be_made(&mut self, class: ClassId, at: Span) {
        let (name, def) = (self.class_name(class), self.t.class(class));
        let what = match def.kind {
            ast::TypeKind::Interface => "an interface",
            ast::TypeKind::Enum => "an enum: its constants are all there are",
            _ => "abstract",
        };
        let mut d = Diagnostic::error("E0226", format!("{name} cannot be made with `new`"), at)
            .label(format!("{name} is {what}"));
        if !def.is_library {
            d = d.also(def.span, "declared here");
        }
        self.report(d);
    }

    /// `explicit` are the constructor's own type arguments.
    #[allow(clippy::too_many_arguments)]
    pub fn new_object(
        &mut self,
        outer: Option<&ast::Expr>,
        explicit: &[TypeArg],
        ty: &ast::Type,
        args: &[ast::Expr],
        body: Option<&[ast::Member]>,
        expect: &Expect,
        span: Span,
    ) -> Ex {
        let outer = outer.map(|o| self.expr(o, &Expect::None));
        let diamond = is_diamond(ty);
        let resolved = match &outer {
            Some(o) => self.inner_type(&o.ty.clone(), ty),
            None => self.resolve(ty),
        };
        let Type::Class(class_ty) = resolved else {
            if !resolved.is_error() {
                let shown = self.show(&resolved);
                self.error("E0226", format!("{shown} cannot be made with `new`"), ty.span, "not a class");
            }
            self.args(args);
            return self.error_ex(span);
        };
        let class = class_ty.class;
        if diamond && self.t.class(class).own_params().is_empty() {
            let name = self.class_name(class);
            self.report(
                Diagnostic::error("E0104", format!("{name} takes no type arguments"), ty.span)
                    .label("so there are none to infer for `<>`")
                    .note("leave out the `<>`"),
            );
        }
        if class_ty.args.iter().any(TypeArg::is_wildcard) {
            let shown = self.show(&Type::Class(class_ty));
            self.error(
                "E0105",
                format!("{shown} cannot be made with `new`"),
                ty.span,
                "wildcards are not allowed here",
            );
            self.args(args);
            return self.error_ex(span);
        }
        let def = self.t.class(class);
        if body.is_none() && (def.is_abstract() || def.is_interface()) || def.kind == ast::TypeKind::Enum {
            self.cannot_be_made(class, ty.span);
            self.args(args);
            return self.error_ex(span);
        }
        let params = def.type_params.clone();
        let outer_params = def.outer_params;
        let is_inner = def.is_inner;
        if let Some(o) = &outer {
            self.check_is_object(o);
        }
        if let (Some(o), false) = (&outer, is_inner) {
            let (name, at) = (self.class_name(class), o.span());
            self.report(
                Diagnostic::error("E0231", format!("{name} takes no object around it"), at)
                    .label(format!("{name} is not an inner class"))
                    .note(format!("write `new {name}(…)`")),
            );
        }
        let class_ty = if diamond {
            let subst = self.fresh_for(&params);
            let mut fresh = subst.apply_class(&self.t.this_type(class));
            // The enclosing class's arguments are not inferred: they are those around.
            if class_ty.args.len() == fresh.args.len() {
                fresh.args = class_ty.args[..outer_params].iter().chain(&fresh.args[outer_params..]).cloned().collect();
            }
            fresh
        } else {
            class_ty
        };
        if let Some(members) = body {
            return self.new_anonymous(class_ty, ty.span, outer, explicit, args, members, expect, span);
        }
        let site = Type::Class(class_ty.clone());
        let mut args = self.args(args);
        let Some((chosen, site)) = self.resolve_constructor(&site, explicit, &mut args, expect, ty.span) else {
            return self.error_ex(span);
        };
        self.note_throws(&chosen, span);
        let values = self.passed(&chosen, args, span);
        let ty = self.zonk(&site);
        self.emit_new(class, chosen.method, outer, values, ty, span)
    }

    fn inner_type(&mut self, outer: &Type, ty: &ast::Type) -> Type {
        let ast::TypeExprKind::Class(parts) = &ty.kind else { return self.resolve(ty) };
        let bounds: Vec<ClassId> = self.t.upper_bounds(outer).iter().filter_map(Type::class_id).collect();
        let ([(id, args)], false) = (parts.as_slice(), bounds.is_empty()) else { return self.resolve(ty) };
        let Some(class) = bounds.iter().find_map(|&bound| self.t.find_member_type(bound, &id.name)) else {
            self.error("E0204", format!("{} has no class `{}`", self.show(outer), id.name), id.span, "not found");
            return Type::Error;
        };
        let own = self.explicit_args(args.as_deref().unwrap_or(&[]));
        let def = self.t.class(class);
        let declaring = def.outer.and_then(|declaring| self.t.as_super(outer, declaring));
        let outer_args: Vec<TypeArg> =
            declaring.map(|o| o.args.iter().take(def.outer_params).cloned().collect()).unwrap_or_default();
        let all: Vec<TypeArg> = outer_args.into_iter().chain(own).collect();
        let args = if all.len() == def.type_params.len() { all.into() } else { [].into() };
        Type::Class(ClassType { class, args })
    }

    /// Picks a constructor of `site`; for a diamond the target type helps to infer.
    pub fn resolve_constructor<'a>(
        &mut self,
        site: &Type,
        explicit: &[TypeArg],
        args: &mut [super::overload::Arg<'a>],
        expect: &Expect,
        span: Span,
    ) -> Option<(super::overload::Chosen, Type)> {
        let class = site.class_id()?;
        if let Expect::To(target) = expect
            && Self::has_infer(site)
        {
            let before = self.infer.clone();
            if !self.sub(site, target) {
                self.infer = before;
            }
        }
        let name = self.class_name(class);
        let (usable, hidden): (Vec<MethodId>, Vec<MethodId>) =
            self.t.class(class).constructors.clone().into_iter().partition(|&m| {
                let def = self.t.method(m);
                def.made != Some(crate::table::Made::Body)
                    && (self.t.is_accessible(def.class, &def.modifiers, None, &self.scope)
                        || def.modifiers.has(Modifier::Protected))
            });
        if usable.is_empty() && !hidden.is_empty() {
            if let Some(d) = left_out_class(&self.t.class(class).name, span) {
                self.report(d);
                return None;
            }
            self.error("E0232", format!("the constructor of {name} may not be used here"), span, "not accessible");
            return None;
        }
        let sigs: Vec<MethodSig> = usable
            .into_iter()
            .map(|m| {
                let mut sig = self.t.method_sig_in(site, m);
                sig.ret = Type::Void;
                sig
            })
            .collect();
        let chosen =
            self.resolve_call(&format!("constructor of `{name}`"), &sigs, args, explicit, &Expect::Arg, span)?;
        Some((chosen, site.clone()))
    }

    /// The outer object that a constructor of `class` is given first, if it is given one.
    pub fn outer_object(&mut self, class: ClassId, explicit: Option<Ex>, span: Span) -> Option<Expr> {
        if !self.t.class(class).is_inner {
            return None;
        }
        let field = self.t.class(class).outer_this?;
        let wanted = self.t.field(field).ty.clone();
        let erased = self.erase(&wanted);
        if let Some(o) = explicit {
            let object = self.not_null(o.hir, span);
            return Some(self.reference_to(object, &erased));
        }
        let outer_class = wanted.class_id()?;
        // Of a local class it is the object in whose code it was declared, of a member class the innermost that has it.
        let is_local = self.t.class(class).local_scope.is_some();
        match self.reachable(|e| if is_local { e == outer_class } else { self.t.is_subclass(e, outer_class) }) {
            Some(at) => {
                let object = self.this_at(at, span);
                Some(self.reference_to(object.hir, &erased))
            }
            _ => {
                let (inner, outer) = (self.class_name(class), self.show(&wanted));
                self.report(
                    Diagnostic::error("E0231", format!("{inner} needs an object of {outer} around it"), span)
                        .label(format!("here is no {outer}"))
                        .note(format!("make {inner} `static`, or write `outer.new {inner}(…)`")),
                );
                Some(self.error_ex(span).hir)
            }
        }
    }

    /// The value of an expression that must not be null, which is tested before anything else happens.
    pub fn not_null(&mut self, object: Expr, span: Span) -> Expr {
        if matches!(object.kind, ExprKind::This | ExprKind::New { .. }) {
            return object;
        }
        let Some(method) = self.library_method("java.util.Objects", "requireNonNull", 1, span) else { return object };
        let (declared, wanted) = (self.t.method(method).ret.clone(), object.ty.clone());
        let ty = self.erase(&declared);
        let argument = self.reference_to(object, &ty);
        let kind = ExprKind::Call { kind: CallKind::Static, method, receiver: None, args: vec![argument] };
        self.reference_to(Expr { kind, ty, span }, &wanted)
    }

    pub fn emit_new(
        &mut self,
        class: ClassId,
        constructor: MethodId,
        outer: Option<Ex>,
        args: Vec<Expr>,
        ty: Type,
        span: Span,
    ) -> Ex {
        let mut all: Vec<Expr> = self.outer_object(class, outer, span).into_iter().collect();
        all.extend(args);
        let constructor = self.with_captures(class, constructor, &mut all, span);
        self.ex(ExprKind::New { class, constructor, args: all }, ty, span)
    }

    /// Adds captured values to a constructor's arguments, and gives the constructor that takes them.
    pub fn with_captures(
        &mut self,
        class: ClassId,
        constructor: MethodId,
        args: &mut Vec<Expr>,
        span: Span,
    ) -> MethodId {
        if let Some(at) = self.env.iter().position(|e| matches!(e, Env::Class(c) if c.class == class)) {
            // Inside its own body what it captures is not known yet: the object that has captured goes with the arguments, and
            // the values take its place when the body is done.
            // In the arguments of `this(…)` too: what it captures is stored before all else.
            let is_local = at > 0 && matches!(self.env[at - 1], Env::Frame(_));
            let exists = self.env[at + 1..].iter().all(|e| match e {
                Env::Frame(f) => !f.is_static,
                Env::Class(c) => c.is_lambda || !c.is_static,
            });
            if is_local && exists {
                let object = self.this_at(at, span);
                args.push(object.hir);
                if let Some(ctx) = self.class_ctx(at) {
                    ctx.self_instantiated = true;
                }
            } else if let Some(ctx) = self.class_ctx(at) {
                ctx.made_without_object.get_or_insert(span);
            }
            return constructor;
        }
        let Some(captures) = self.captures.get(&class).cloned() else { return constructor };
        for c in &captures {
            let value = self.capture_value(c);
            args.push(value);
        }
        self.wrappers.get(&constructor).copied().unwrap_or(constructor)
    }

    /// A captured value, for whoever makes the object that captures it.
    pub fn capture_value(&mut self, c: &super::env::Capture) -> Expr {
        match c.key {
            super::env::CapKey::Local(frame, local) => self.read_local(frame, local, c.span).hir,
            super::env::CapKey::This(at) => self.this_at(at, c.span).hir,
        }
    }
}

/// What Java 17 has in place of a method that a class of its library got later; nothing where there is no short form.
fn of_later(method: &str) -> Option<&'static str> {
    const LATER: [(&str, &str); 24] = [
        ("addFirst", "`add(0, x)` of a list"),
        ("addLast", "`add(x)` of a list"),
        ("ceilDiv", "`-Math.floorDiv(-a, b)`"),
        ("ceilDivExact", "`-Math.floorDiv(-a, b)`"),
        ("ceilMod", "`a + Math.floorDiv(-a, b) * b`"),
        ("clamp", "`Math.min(Math.max(x, least), most)`"),
        ("divideExact", "`a / b`"),
        ("firstEntry", "`entrySet().iterator().next()`"),
        ("gather", "a loop"),
        ("getFirst", "`get(0)`"),
        ("getLast", "`l.get(l.size() - 1)`"),
        ("isEmoji", ""),
        ("lastEntry", "a loop over `entrySet()`"),
        ("mapConcurrent", "`map` of a parallel stream"),
        ("putFirst", ""),
        ("putLast", "`put` after `remove`"),
        ("removeFirst", "`remove(0)`"),
        ("removeLast", "`l.remove(l.size() - 1)`"),
        ("repeat", "`append(text.repeat(n))`"),
        ("reversed", "a copy, and `Collections.reverse(copy)`"),
        ("sequencedEntrySet", "`entrySet()`"),
        ("sequencedKeySet", "`keySet()`"),
        ("sequencedValues", "`values()`"),
        ("splitWithDelimiters", ""),
    ];
    LATER.iter().find(|(name, _)| *name == method).map(|(_, form)| *form)
}
