//! What the form of a lambda or method reference says, before its body is attributed: which interfaces it fits.

use super::env::Env;
use super::lambda::is_statement;
use super::names::Named;
use super::{Attr, Ex, Expect};
use crate::members::MethodSig;
use crate::table::Made;
use crate::types::{Type, TypeArg};
use somd_hir::MethodId;
use somd_syntax::ast::{self, ExprKind as A, LambdaBody};

impl Attr<'_> {
    /// Whether the form of a lambda or method reference fits a parameter, before its body is looked at (JLS 15.12.2.1).
    pub fn shape_fits(&mut self, e: &ast::Expr, formal: &Type) -> bool {
        let formal = self.zonk(formal);
        if matches!(formal, Type::Infer(_) | Type::Error | Type::Var(_)) {
            return true;
        }
        match &e.kind {
            A::Paren(e) => self.shape_fits(e, &formal),
            A::Cond(_, a, b) => self.shape_fits(a, &formal) && self.shape_fits(b, &formal),
            A::Lambda { params, body } => {
                let Some(sig) = self.t.functional_method(&formal) else { return false };
                sig.params.len() == params.len()
                    && params.iter().zip(&sig.params).all(|(p, formal)| written_fits(p, formal))
                    && match body {
                        LambdaBody::Expr(e) => sig.ret != Type::Void || is_statement(e),
                        LambdaBody::Block(b) => {
                            if sig.ret == Type::Void {
                                !returns_value(&b.stmts)
                            } else {
                                !returns_nothing(&b.stmts) && !completes_all(&b.stmts)
                            }
                        }
                    }
            }
            A::MethodRef { target, name, .. } => match self.t.functional_method(&formal) {
                Some(sig) => self.reference_takes(target, name, sig.params.len()),
                None => false,
            },
            _ => true,
        }
    }

    /// Whether a lambda or reference gives a value, if its interface wants one. Only where no inference can change the answer:
    /// the body is a call, and the parameters have types (JLS 15.12.2.2).
    pub(super) fn gives_value(&mut self, e: &ast::Expr, formal: &Type) -> bool {
        let wants = |attr: &Self| attr.t.functional_method(formal).is_some_and(|sig| sig.ret != Type::Void);
        match &e.kind {
            A::Paren(e) => self.gives_value(e, formal),
            A::Lambda { params, body: LambdaBody::Expr(body) } => {
                let typed = params.iter().all(|p| p.ty.as_ref().is_some_and(|t| t.kind != ast::TypeExprKind::Var));
                if params.is_empty() && !is_plain(body) && wants(self) && self.is_void_call(body) {
                    return false;
                }
                !(typed && matches!(body.kind, A::Call { .. }) && is_plain(body) && wants(self))
                    || self.type_of_body(params, body) != Type::Void
            }
            A::MethodRef { target: ast::MethodRefTarget::Type(_) | ast::MethodRefTarget::Super(_), .. } => true,
            A::MethodRef { target: ast::MethodRefTarget::Expr(t), name, .. } if is_plain(t) && wants(self) => {
                let reported = self.diags.len();
                let site = match self.named(t) {
                    Named::Type(t) => t,
                    Named::Value(ex) => ex.ty,
                    Named::Package(_) => Type::Error,
                };
                self.diags.truncate(reported);
                let methods = self.t.methods_named(&site, &name.name);
                methods.is_empty() || methods.iter().any(|&m| self.t.method(m).ret != Type::Void)
            }
            _ => true,
        }
    }

    /// Whether an expression is a call whose methods, of that name and number of parameters, all give nothing, as far as what it is called on shows
    /// without what it is given: `IntStream.range(0, n).forEach(i -> …)`.
    fn is_void_call(&mut self, e: &ast::Expr) -> bool {
        let methods = self.methods_called(e);
        !methods.is_empty() && methods.iter().all(|&m| self.t.method(m).ret == Type::Void)
    }

    /// The erased types that a call of a static method, or of one of the classes around, may give; none where its result is a type variable, whose
    /// erasure says nothing, or where the method is not found by its name.
    pub(super) fn static_results(&mut self, e: &ast::Expr) -> Vec<Type> {
        let methods = match &e.kind {
            A::Paren(e) => return self.static_results(e),
            A::Call { target: Some(target), name, args, .. } if matches!(target.kind, A::Name(_) | A::Field(..)) => {
                let reported = self.diags.len();
                let site = match self.named(target) {
                    Named::Type(t) => t,
                    _ => Type::Error,
                };
                self.diags.truncate(reported);
                let named = self.t.methods_named(&site, &name.name);
                named.into_iter().filter(|&m| self.t.method(m).params.len() == args.len()).collect()
            }
            A::Call { target: None, name, args, .. } => {
                let of_class = |attr: &Self, e: &Env| match e {
                    Env::Class(c) if !c.is_lambda => {
                        attr.t.methods_named(&Type::Class(attr.t.this_type(c.class)), &name.name)
                    }
                    _ => Vec::new(),
                };
                let around = self.env.iter().rev().map(|e| of_class(self, e)).find(|named| !named.is_empty());
                let named = around.unwrap_or_else(|| self.t.imported_methods(self.scope.unit, &name.name));
                named.into_iter().filter(|&m| self.t.method(m).params.len() == args.len()).collect()
            }
            _ => Vec::new(),
        };
        let results: Vec<Type> = methods.iter().map(|&m| self.t.method(m).ret.clone()).collect();
        match results.iter().all(|r| matches!(r, Type::Class(_))) {
            true => results.iter().map(|r| self.t.erasure(r)).collect(),
            false => Vec::new(),
        }
    }

    fn methods_called(&mut self, e: &ast::Expr) -> Vec<MethodId> {
        let A::Call { target: Some(target), name, args, .. } = &e.kind else { return Vec::new() };
        let site = match &target.kind {
            _ if is_plain(target) && !matches!(target.kind, A::Call { .. }) => {
                let reported = self.diags.len();
                let site = match self.named(target) {
                    Named::Type(t) => t,
                    Named::Value(ex) => self.settle(&ex.ty),
                    Named::Package(_) => Type::Error,
                };
                self.diags.truncate(reported);
                site
            }
            _ => match self.methods_called(target).as_slice() {
                [first, rest @ ..] => {
                    let of = |attr: &Self, m: MethodId| attr.t.erasure(&attr.t.method(m).ret);
                    let ty = of(self, *first);
                    if rest.iter().all(|&m| of(self, m) == ty) { ty } else { Type::Error }
                }
                [] => Type::Error,
            },
        };
        let named = self.t.methods_named(&site, &name.name);
        named.into_iter().filter(|&m| self.t.method(m).params.len() == args.len()).collect()
    }

    /// Whether the value that a lambda or reference gives is primitive, as far as it shows before the interface is known
    /// (JLS 15.12.2.5).
    pub(super) fn gives_primitive(&mut self, e: &ast::Expr) -> bool {
        match &e.kind {
            A::Paren(e) => self.gives_primitive(e),
            A::Cond(_, a, b) => self.gives_primitive(a) && self.gives_primitive(b),
            A::Lambda { params, body: LambdaBody::Expr(body) } => self.primitive_body(params, body),
            A::Lambda { params, body: LambdaBody::Block(block) } => {
                let mut results = Vec::new();
                any_of(&block.stmts, &mut |s| {
                    if let ast::StmtKind::Return(Some(value)) = &s.kind {
                        results.push(value);
                    }
                    false
                });
                results.into_iter().all(|value| self.primitive_body(params, value))
            }
            A::MethodRef { name, .. } if name.name == "new" => false,
            A::MethodRef { target, name, .. } => {
                self.referred(target, name).iter().all(|&m| self.t.method(m).ret.is_primitive())
            }
            _ => true,
        }
    }

    /// Whether a lambda or reference says by itself what it takes: the types of its parameters, or the one method of its name
    /// (JLS 15.13.1).
    pub(super) fn decides_alone(&mut self, e: &ast::Expr) -> bool {
        match &e.kind {
            A::Paren(e) => self.decides_alone(e),
            A::Cond(_, a, b) => self.decides_alone(a) && self.decides_alone(b),
            A::Lambda { params, .. } => {
                params.iter().all(|p| p.ty.as_ref().is_some_and(|t| t.kind != ast::TypeExprKind::Var))
            }
            A::MethodRef { target, name, .. } if name.name == "new" => match self.referred_site(target) {
                Some((site, _)) => site.is_array() || self.only_constructor(&site).is_some(),
                None => true,
            },
            A::MethodRef { target, name, .. } => match self.referred(target, name).as_slice() {
                [one] => !self.t.method(*one).varargs,
                several => several.is_empty(),
            },
            _ => true,
        }
    }

    /// The methods that a reference may mean, if what it refers to is a type or a plain name.
    fn referred(&mut self, target: &ast::MethodRefTarget, name: &ast::Ident) -> Vec<MethodId> {
        let site = self.referred_site(target).map_or(Type::Error, |(site, _)| site);
        self.t.methods_named(&site, &name.name)
    }

    /// What is before a reference's `::`, if it is a type or a plain name, and whether it is a type.
    fn referred_site(&mut self, target: &ast::MethodRefTarget) -> Option<(Type, bool)> {
        let reported = self.diags.len();
        let site = match target {
            ast::MethodRefTarget::Type(t) => Some((self.resolve(t), true)),
            ast::MethodRefTarget::Expr(e) if is_plain(e) => match self.named(e) {
                Named::Type(t) => Some((t, true)),
                Named::Value(ex) => Some((self.settle(&ex.ty), false)),
                Named::Package(_) => None,
            },
            _ => None,
        };
        self.diags.truncate(reported);
        site
    }

    /// Whether a lambda whose parameters have types, or a reference to the one method of its name, takes and gives what a parameter's
    /// interface says (JLS 15.12.2.2, 15.27.3, 15.13.2). What cannot be looked at twice is let pass.
    pub(super) fn types_fit(&mut self, e: &ast::Expr, formal: &Type) -> bool {
        let formal = self.zonk(formal);
        let Some(sig) = self.t.functional_method(&formal) else { return true };
        match &e.kind {
            A::Paren(e) => self.types_fit(e, &formal),
            A::Cond(_, a, b) => self.types_fit(a, &formal) && self.types_fit(b, &formal),
            A::Lambda { params, body } if self.decides_alone(e) => {
                let has_wildcards = matches!(&formal, Type::Class(c) if c.args.iter().any(TypeArg::is_wildcard));
                let reported = self.diags.len();
                let types: Vec<Type> = params.iter().filter_map(|p| Some(self.resolve(p.ty.as_ref()?))).collect();
                self.diags.truncate(reported);
                let takes = has_wildcards || types.iter().zip(&sig.params).all(|(ty, formal)| self.equal(ty, formal));
                takes && (sig.ret == Type::Void || self.results_fit(params, body, &sig.ret))
            }
            A::MethodRef { target, name, .. } if self.decides_alone(e) => self.reference_fits(target, name, &sig),
            _ => true,
        }
    }

    fn results_fit(&mut self, params: &[ast::LambdaParam], body: &LambdaBody, ret: &Type) -> bool {
        let (mut results, mut locals): (Vec<&ast::Expr>, Vec<_>) = (Vec::new(), Vec::new());
        match body {
            LambdaBody::Expr(e) => results.push(e),
            LambdaBody::Block(block) => {
                any_of(&block.stmts, &mut |s| {
                    if let ast::StmtKind::Return(Some(value)) = &s.kind {
                        results.push(value);
                    }
                    declared_by(s, &mut locals);
                    false
                });
            }
        }
        results.into_iter().filter(|e| is_plain(e)).all(|e| {
            let ex = self.looked_at(params, &locals, e, &Expect::To(ret.clone()));
            ex.is_error() || ex.ty != Type::Void && self.fits(&ex, ret, true, true)
        })
    }

    fn reference_fits(&mut self, target: &ast::MethodRefTarget, name: &ast::Ident, sig: &MethodSig) -> bool {
        let Some((site, is_type)) = self.referred_site(target) else { return true };
        let makes = name.name == "new";
        let (params, ret, unbound) = if makes && site.is_array() {
            (vec![Type::INT], site.clone(), false)
        } else {
            let method = match self.t.methods_named(&site, &name.name)[..] {
                _ if makes => self.only_constructor(&site),
                [one] => Some(one),
                _ => None,
            };
            let Some(method) = method else { return true };
            let found = self.t.method_sig_in(&site, method);
            if self.t.is_raw(&site) || !found.type_params.is_empty() {
                return true;
            }
            // The clone of an array is of its type (JLS 10.7).
            let ret = if makes || site.is_array() && name.name == "clone" { site.clone() } else { found.ret };
            (found.params, ret, !makes && is_type && !self.t.method(method).is_static)
        };
        let taken = sig.params.iter().skip(usize::from(unbound));
        let span = name.span;
        let fits = |attr: &mut Self, from: &Type, to: &Type| {
            let ex = Ex { ty: from.clone(), ..attr.error_ex(span) };
            attr.fits(&ex, to, true, false)
        };
        let receiver_fits = !unbound || sig.params.first().is_some_and(|first| fits(self, first, &site));
        receiver_fits
            && taken.zip(&params).all(|(given, wanted)| fits(self, given, wanted))
            && (sig.ret == Type::Void || fits(self, &ret, &sig.ret))
    }

    /// The constructor that `C::new` means whatever its interface: the only one of a class without type parameters that are
    /// left open, of a fixed number of parameters (JLS 15.13.1).
    fn only_constructor(&mut self, site: &Type) -> Option<MethodId> {
        let all = self.t.class(site.class_id()?).constructors.iter();
        let own: Vec<MethodId> = all.copied().filter(|&m| self.t.method(m).made != Some(Made::Body)).collect();
        let [one] = own[..] else { return None };
        (!self.t.is_raw(site) && !self.t.method(one).varargs).then_some(one)
    }

    fn primitive_body(&mut self, params: &[ast::LambdaParam], body: &ast::Expr) -> bool {
        match &body.kind {
            A::Paren(e) => self.primitive_body(params, e),
            A::Cond(_, a, b) => self.primitive_body(params, a) && self.primitive_body(params, b),
            A::Cast(ty, _) => matches!(ty.kind, ast::TypeExprKind::Prim(_)),
            A::New { .. } | A::NewArray { .. } | A::Lambda { .. } | A::MethodRef { .. } => false,
            _ if is_plain(body) => match self.type_of_body(params, body) {
                // A name that is not known yet: a parameter whose type the interface says, or the block's own variable.
                Type::Error => true,
                ty => ty.is_primitive(),
            },
            _ => true,
        }
    }

    /// The type of a lambda's expression, which is looked at for its type alone.
    fn type_of_body(&mut self, params: &[ast::LambdaParam], body: &ast::Expr) -> Type {
        self.looked_at(params, &[], body, &Expect::None).ty
    }

    /// A lambda's expression, which is looked at and forgotten. Of variables of its block that say no type nothing is known.
    fn looked_at(
        &mut self,
        params: &[ast::LambdaParam],
        locals: &[(&ast::Ident, Option<&ast::Type>)],
        body: &ast::Expr,
        expect: &Expect,
    ) -> Ex {
        self.looked_at_for(params, locals, body, expect).0
    }

    /// Nothing is wrong with the expression where this type is expected of it.
    pub(super) fn is_right_for(&mut self, e: &ast::Expr, ty: &Type) -> bool {
        let (ex, is_right) = self.looked_at_for(&[], &[], e, &Expect::To(ty.clone()));
        is_right && !ex.is_error() && self.fits(&ex, ty, true, false)
    }

    /// With whether nothing was wrong.
    fn looked_at_for(
        &mut self,
        params: &[ast::LambdaParam],
        locals: &[(&ast::Ident, Option<&ast::Type>)],
        body: &ast::Expr,
        expect: &Expect,
    ) -> (Ex, bool) {
        let reported = self.diags.len();
        let f = self.frame();
        let (count, next_label) = (f.locals.len(), f.next_label);
        self.push_scope();
        for p in params {
            if let Some(ty) = &p.ty {
                let ty = self.resolve(ty);
                self.declare(&p.name, ty, None, true);
            }
        }
        for (name, ty) in locals {
            let ty = ty.map_or(Type::Error, |ty| self.resolve(ty));
            self.declare(name, ty, None, true);
        }
        let ex = self.expr(body, expect);
        self.pop_scope();
        let is_right = self.diags.len() == reported;
        self.diags.truncate(reported);
        let f = self.frame();
        f.locals.truncate(count);
        f.vars.truncate(count);
        f.next_label = next_label;
        (ex, is_right)
    }

    /// Whether some method that the reference names takes `n` arguments, the receiver counted where it is one of them.
    fn reference_takes(&mut self, target: &ast::MethodRefTarget, name: &ast::Ident, n: usize) -> bool {
        let reported = self.diags.len();
        let (site, unbound) = match target {
            ast::MethodRefTarget::Type(t) => (self.resolve(t), true),
            ast::MethodRefTarget::Super(_) => return true,
            ast::MethodRefTarget::Expr(e) => match &e.kind {
                A::Name(_) | A::Field(..) => match self.named(e) {
                    Named::Type(t) => (t, true),
                    Named::Value(ex) => (ex.ty, false),
                    Named::Package(_) => (Type::Error, false),
                },
                A::This => (Type::Class(self.t.this_type(self.current_class())), false),
                _ => return true,
            },
        };
        // What is wrong with it is reported when it is attributed.
        self.diags.truncate(reported);
        if !matches!(site, Type::Class(_) | Type::Var(_) | Type::Array(..)) {
            return true;
        }
        let makes = name.name == "new";
        if makes && site.is_array() {
            return n == 1;
        }
        let methods = match site.class_id() {
            Some(class) if makes => self.t.class(class).constructors.clone(),
            _ => self.t.methods_named(&site, &name.name),
        };
        methods.is_empty()
            || methods.iter().any(|&m| {
                let d = self.t.method(m);
                let receiver = usize::from(!makes && unbound && !d.is_static);
                d.params.len() + receiver == n || d.varargs
            })
    }
}

/// An expression without lambdas, classes or assignments in it: looking at it twice changes nothing.
fn is_plain(e: &ast::Expr) -> bool {
    match &e.kind {
        A::Name(_) | A::Literal(_) | A::This | A::Super(_) => true,
        A::Paren(e) | A::Field(e, _) | A::Cast(_, e) => is_plain(e),
        A::Index(a, b) | A::Binary(_, _, a, b) => is_plain(a) && is_plain(b),
        A::Unary(ast::UnaryOp::Neg | ast::UnaryOp::Plus | ast::UnaryOp::Not | ast::UnaryOp::BitNot, e) => is_plain(e),
        A::Cond(c, a, b) => is_plain(c) && is_plain(a) && is_plain(b),
        A::Call { target, args, .. } => target.as_deref().is_none_or(is_plain) && args.iter().all(is_plain),
        A::New { outer: None, args, body: None, .. } => args.iter().all(is_plain),
        _ => false,
    }
}

fn returns_value(stmts: &[ast::Stmt]) -> bool {
    any_of(stmts, &mut |s| matches!(s.kind, ast::StmtKind::Return(Some(_))))
}

fn returns_nothing(stmts: &[ast::Stmt]) -> bool {
    any_of(stmts, &mut |s| matches!(s.kind, ast::StmtKind::Return(None)))
}

/// Searches statements, not into lambdas or classes.
fn any_stmt<'a>(s: &'a ast::Stmt, f: &mut dyn FnMut(&'a ast::Stmt) -> bool) -> bool {
    f(s) || inner_stmts(s).into_iter().any(|s| any_stmt(s, f))
}

fn any_of<'a>(stmts: &'a [ast::Stmt], f: &mut dyn FnMut(&'a ast::Stmt) -> bool) -> bool {
    stmts.iter().any(|s| any_stmt(s, f))
}

/// The variables that a statement declares, with their types where these are written.
fn declared_by<'a>(s: &'a ast::Stmt, out: &mut Vec<(&'a ast::Ident, Option<&'a ast::Type>)>) {
    use ast::StmtKind as S;
    let written = |ty: &'a ast::Type| Some(ty).filter(|t| t.kind != ast::TypeExprKind::Var);
    match &s.kind {
        S::Local(decl) => {
            let of = |v: &ast::Declarator| written(&decl.ty).filter(|_| v.extra_dims.is_empty());
            out.extend(decl.vars.iter().map(|v| (&v.name, of(v))));
        }
        S::For { init, .. } => init.iter().for_each(|s| declared_by(s, out)),
        S::ForEach { ty, var, .. } => out.push((var, written(ty))),
        S::Try(t) => {
            out.extend(t.catches.iter().map(|c| (&c.name, None)));
            out.extend(t.resources.iter().filter_map(|r| match r {
                ast::Resource::Decl { ty, name, .. } => Some((name, written(ty))),
                ast::Resource::Expr(_) => None,
            }));
        }
        _ => {}
    }
}

/// Whether statements can end normally (JLS 14.22).
fn completes_all(stmts: &[ast::Stmt]) -> bool {
    stmts.iter().all(completes)
}

fn completes(s: &ast::Stmt) -> bool {
    use ast::StmtKind as S;
    match &s.kind {
        S::Return(_) | S::Throw(_) | S::Break(_) | S::Continue(_) | S::Yield(_) => false,
        S::Block(b) | S::Single(b) | S::Sync { body: b, .. } | S::Synchronized { body: b, .. } => {
            completes_all(&b.stmts)
        }
        S::If { then, otherwise: Some(otherwise), .. } => completes(then) || completes(otherwise),
        S::While { cond, body } => !is_true(cond) || leaves(body, None),
        S::DoWhile { body, cond } => {
            let again = completes(body) || any_stmt(body, &mut |s| matches!(s.kind, S::Continue(_)));
            again && !is_true(cond) || leaves(body, None)
        }
        S::For { cond, body, .. } => cond.as_ref().is_some_and(|c| !is_true(c)) || leaves(body, None),
        S::Labeled { label, body } => completes(body) || leaves(body, Some(label)),
        S::Switch(sw) => switch_completes(sw),
        S::Try(t) => {
            let ends = completes_all(&t.body.stmts) || t.catches.iter().any(|c| completes_all(&c.body.stmts));
            ends && t.finally.as_ref().is_none_or(|f| completes_all(&f.stmts))
        }
        _ => true,
    }
}

fn switch_completes(sw: &ast::Switch) -> bool {
    let ends = |body: &ast::CaseBody| match body {
        ast::CaseBody::Group(stmts) => completes_all(stmts) || stmts.iter().any(|s| leaves(s, None)),
        ast::CaseBody::Block(b) => completes_all(&b.stmts) || b.stmts.iter().any(|s| leaves(s, None)),
        ast::CaseBody::Throw(_) => false,
        ast::CaseBody::Expr(_) => true,
    };
    let has_default = sw.cases.iter().any(|c| c.labels.iter().any(|l| matches!(l, ast::CaseLabel::Default(_))));
    let n = sw.cases.len();
    !has_default
        || sw.cases.iter().enumerate().any(|(i, c)| match &c.body {
            // The end of a group but the last is the beginning of the next.
            ast::CaseBody::Group(stmts) if i + 1 < n => stmts.iter().any(|s| leaves(s, None)),
            body => ends(body),
        })
}

/// Whether a `break` in a statement leaves the loop or switch around it, or the statement of that label.
fn leaves(s: &ast::Stmt, label: Option<&ast::Ident>) -> bool {
    use ast::StmtKind as S;
    match (&s.kind, label) {
        (S::Break(to), _) => to.as_ref().map(|l| &l.name) == label.map(|l| &l.name),
        // Their breaks are their own.
        (S::While { .. } | S::DoWhile { .. } | S::For { .. } | S::ForEach { .. } | S::Switch(_), None) => false,
        _ => inner_stmts(s).into_iter().any(|s| leaves(s, label)),
    }
}

fn inner_stmts(s: &ast::Stmt) -> Vec<&ast::Stmt> {
    use ast::StmtKind as S;
    match &s.kind {
        S::Block(b) | S::Single(b) | S::Sync { body: b, .. } | S::Synchronized { body: b, .. } => {
            b.stmts.iter().collect()
        }
        S::If { then, otherwise, .. } => std::iter::once(&**then).chain(otherwise.as_deref()).collect(),
        S::While { body, .. }
        | S::DoWhile { body, .. }
        | S::For { body, .. }
        | S::ForEach { body, .. }
        | S::Labeled { body, .. } => vec![&**body],
        S::Switch(sw) => sw.cases.iter().flat_map(|c| stmts_of_case(&c.body)).collect(),
        S::Try(t) => {
            let blocks = std::iter::once(&t.body).chain(t.catches.iter().map(|c| &c.body)).chain(&t.finally);
            blocks.flat_map(|b| &b.stmts).collect()
        }
        _ => Vec::new(),
    }
}

fn stmts_of_case(body: &ast::CaseBody) -> Vec<&ast::Stmt> {
    match body {
        ast::CaseBody::Group(stmts) => stmts.iter().collect(),
        ast::CaseBody::Block(b) => b.stmts.iter().collect(),
        ast::CaseBody::Throw(s) => vec![s],
        ast::CaseBody::Expr(_) => Vec::new(),
    }
}

fn is_true(cond: &ast::Expr) -> bool {
    match &cond.kind {
        A::Paren(e) => is_true(e),
        A::Literal(ast::Literal::Boolean(b)) => *b,
        _ => false,
    }
}

/// Whether a lambda's parameter, if its type is written, is primitive where the interface's is (JLS 15.27.3).
fn written_fits(param: &ast::LambdaParam, formal: &Type) -> bool {
    match param.ty.as_ref().map(|t| &t.kind) {
        Some(ast::TypeExprKind::Prim(p)) => {
            !matches!(formal, Type::Prim(q) if q != p) && (formal.is_primitive() || is_open(formal))
        }
        Some(ast::TypeExprKind::Var) | None => true,
        Some(_) => !formal.is_primitive(),
    }
}

fn is_open(ty: &Type) -> bool {
    matches!(ty, Type::Infer(_) | Type::Error)
}
