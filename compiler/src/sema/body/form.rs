//! What the form of a lambda or method reference says, before its body is attributed: which interfaces it fits.

use super::lambda::is_statement;
use super::names::Named;
use super::{Attr, Expect};
use crate::hir::MethodId;
use crate::sema::types::Type;
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
                                !may_complete(&b.stmts)
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
            A::MethodRef { name, .. } if name.name == "new" => true,
            A::MethodRef { target, name, .. } => match self.referred(target, name).as_slice() {
                [one] => !self.t.method(*one).varargs,
                several => several.is_empty(),
            },
            _ => true,
        }
    }

    /// The methods that a reference may mean, if what it refers to is a type or a plain name.
    fn referred(&mut self, target: &ast::MethodRefTarget, name: &ast::Ident) -> Vec<MethodId> {
        let reported = self.diags.len();
        let site = match target {
            ast::MethodRefTarget::Type(t) => self.resolve(t),
            ast::MethodRefTarget::Expr(e) if is_plain(e) => match self.named(e) {
                Named::Type(t) => t,
                Named::Value(ex) => ex.ty,
                Named::Package(_) => Type::Error,
            },
            _ => Type::Error,
        };
        self.diags.truncate(reported);
        self.t.methods_named(&site, &name.name)
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
        let reported = self.diags.len();
        let f = self.frame();
        let (locals, next_label) = (f.locals.len(), f.next_label);
        self.push_scope();
        for p in params {
            if let Some(ty) = &p.ty {
                let ty = self.resolve(ty);
                self.declare(&p.name, ty, None, true);
            }
        }
        let ty = self.expr(body, &Expect::None).ty;
        self.pop_scope();
        self.diags.truncate(reported);
        let f = self.frame();
        f.locals.truncate(locals);
        f.vars.truncate(locals);
        f.next_label = next_label;
        ty
    }

    /// Whether some method that the reference names takes `n` arguments, the receiver counted where it is one of them.
    fn reference_takes(&mut self, target: &ast::MethodRefTarget, name: &ast::Ident, n: usize) -> bool {
        if name.name == "new" {
            return true;
        }
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
        if !matches!(site, Type::Class(_) | Type::Var(_)) {
            return true;
        }
        let methods = self.t.methods_named(&site, &name.name);
        methods.is_empty()
            || methods.iter().any(|&m| {
                let d = self.t.method(m);
                let receiver = usize::from(unbound && !d.is_static);
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
        A::Call { target, args, .. } => target.as_deref().is_none_or(is_plain) && args.iter().all(is_plain),
        A::New { outer: None, args, body: None, .. } => args.iter().all(is_plain),
        _ => false,
    }
}

fn returns_value(stmts: &[ast::Stmt]) -> bool {
    any_of(stmts, &mut |s| matches!(s.kind, ast::StmtKind::Return(Some(_))))
}

/// Whether a lambda's body may end without a value: roughly, by its last statement.
fn may_complete(stmts: &[ast::Stmt]) -> bool {
    !returns_value(stmts)
        && !matches!(stmts.last().map(|s| &s.kind), Some(ast::StmtKind::Throw(_) | ast::StmtKind::While { .. }))
}

/// Searches statements, not into lambdas or classes.
fn any_stmt<'a>(s: &'a ast::Stmt, f: &mut dyn FnMut(&'a ast::Stmt) -> bool) -> bool {
    use ast::StmtKind as S;
    f(s) || match &s.kind {
        S::Block(b) | S::Single(b) | S::Sync { body: b, .. } | S::Synchronized { body: b, .. } => any_of(&b.stmts, f),
        S::If { then, otherwise, .. } => any_stmt(then, f) || otherwise.as_ref().is_some_and(|o| any_stmt(o, f)),
        S::While { body, .. }
        | S::DoWhile { body, .. }
        | S::For { body, .. }
        | S::ForEach { body, .. }
        | S::Labeled { body, .. } => any_stmt(body, f),
        S::Switch(sw) => sw.cases.iter().any(|c| match &c.body {
            ast::CaseBody::Group(b) => any_of(b, f),
            ast::CaseBody::Block(b) => any_of(&b.stmts, f),
            ast::CaseBody::Throw(s) => any_stmt(s, f),
            ast::CaseBody::Expr(_) => false,
        }),
        S::Try(t) => {
            any_of(&t.body.stmts, f)
                || t.catches.iter().any(|c| any_of(&c.body.stmts, f))
                || t.finally.as_ref().is_some_and(|b| any_of(&b.stmts, f))
        }
        _ => false,
    }
}

fn any_of<'a>(stmts: &'a [ast::Stmt], f: &mut dyn FnMut(&'a ast::Stmt) -> bool) -> bool {
    stmts.iter().any(|s| any_stmt(s, f))
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
