//! `somd.ArrayFunc`: functions of arrays that are put together once and applied many times.
//!
//! `ArrayFunc.map(f).reduce(init, g)` is another spelling of the lambda `a -> a.map(f).reduce(init, g)`, and `h.map(f)` on such a
//! function one of `h.andThen(a -> a.map(f))`. So there is nothing of their own to them: what the steps mean, that they are joined,
//! and where they run is decided where the methods of value arrays are ([`super::array_methods`]).

use super::lime::value_array_of;
use super::names::Named;
use super::{Attr, Ex, Expect};
use crate::types::{ClassType, Type, TypeArg};
use smol_str::{SmolStr, format_smolstr};
use somd_syntax::ast::{self, ExprKind as A, LambdaBody, LambdaParam};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;

/// The methods of value arrays that can be a step of a function.
const STEPS: [&str; 13] = [
    "map",
    "zip",
    "reduce",
    "scan",
    "scanExclusive",
    "filter",
    "allPairs",
    "gather",
    "scatter",
    "histogram",
    "iterate",
    "stencil",
    "sort",
];

/// A step that is given several arrays takes them as one tuple.
const TUPLES: [&str; 7] =
    ["somd.Tuple2", "somd.Tuple3", "somd.Tuple4", "somd.Tuple5", "somd.Tuple6", "somd.Tuple7", "somd.Tuple8"];

/// The name of the array that a chain of steps starts from; the erasure prints the same.
pub fn parameter(root: Span) -> SmolStr {
    format_smolstr!("a{}$", root.lo)
}

/// Where the chain of steps that ends with a call starts: the `ArrayFunc` of `ArrayFunc.map(f).reduce(g)`.
pub fn root<'e>(target: &'e ast::Expr, name: &str) -> Option<&'e ast::Expr> {
    if !STEPS.contains(&name) {
        return None;
    }
    match &target.kind {
        A::Call { target: Some(t), name, .. } => root(t, &name.name),
        A::Name(n) if n == "ArrayFunc" => Some(target),
        A::Field(_, n) if n.name == "ArrayFunc" => Some(target),
        _ => None,
    }
}

impl Attr<'_> {
    fn array_func_class(&self) -> Option<somd_hir::ClassId> {
        self.library("somd.ArrayFunc")
    }

    /// `ArrayFunc.map(f).reduce(g)`; None where the call is none of these.
    pub(super) fn array_func(&mut self, call: &ast::Expr, expect: &Expect) -> Option<Ex> {
        let A::Call { target: Some(target), name, .. } = &call.kind else { return None };
        let root = root(target, &name.name)?;
        let class = self.array_func_class()?;
        if !matches!(self.named(root), Named::Type(Type::Class(c)) if c.class == class) {
            return None;
        }
        let (given, result) = match expect.ty().map(|t| self.zonk(t)) {
            Some(Type::Class(c)) if c.class == class && c.args.len() == 2 => {
                let mut types = c.args.iter().map(|a| match a {
                    TypeArg::Is(t) | TypeArg::Super(t) | TypeArg::Extends(t) => Some(t.clone()),
                    TypeArg::Any => None,
                });
                (types.next().flatten().filter(|t| !Self::has_infer(t)), types.next().flatten())
            }
            _ => (None, None),
        };
        let first = first_step(call, root);
        let A::Call { type_args, name: step, args, .. } = &first.kind else { return None };
        let written = self.explicit_args(type_args);
        let given = match written.first() {
            Some(TypeArg::Is(t)) => Some(t.clone()),
            _ => given.or_else(|| self.taken_by(&step.name, args)),
        };
        let Some(given) = given else {
            self.report(
                Diagnostic::error("E0239", "what this function takes is not known here", step.span)
                    .label("of which arrays?")
                    .note("write the type of the lambda's parameter, `(float x) -> …`, or declare the variable it is put in: `ArrayFunc<float[[]], float[[]]> f = …`"),
            );
            return Some(self.error_ex(call.span));
        };
        let result = match written.get(1) {
            Some(TypeArg::Is(t)) => t.clone(),
            _ => result.unwrap_or_else(|| self.fresh()),
        };
        let name = parameter(root.span);
        let body = self.with_parameter(call, root.span, &name, &given);
        let function = Type::Class(ClassType { class, args: [TypeArg::Is(given), TypeArg::Is(result)].into() });
        let lambda = lambda(name, body, root.span);
        let ex = self.expr(&lambda, &Expect::To(function));
        let ty = self.settle(&ex.ty);
        Some(Ex { hir: ex.hir, ty })
    }

    /// The lambda that `f.map(g)` hands to `f.andThen`; None where `f` is no such function.
    pub(super) fn next_step(
        &mut self,
        site: &Type,
        target: &ast::Expr,
        name: &ast::Ident,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<ast::Expr> {
        let class = self.array_func_class()?;
        let Type::Class(c) = site else { return None };
        if c.class != class || !STEPS.contains(&name.name.as_str()) {
            return None;
        }
        let given = c.args.get(1).and_then(TypeArg::ty).cloned()?;
        let param = parameter(target.span);
        let kind = A::Call {
            target: Some(Box::new(target.clone())),
            type_args: Vec::new(),
            name: name.clone(),
            args: args.to_vec(),
        };
        let call = ast::Expr { kind, span };
        let body = self.with_parameter(&call, target.span, &param, &given);
        Some(lambda(param, body, span))
    }

    /// Whether the function takes as many arrays as it is applied to; says so where not.
    pub(super) fn applied(&mut self, site: &Type, name: &ast::Ident, args: &[ast::Expr]) -> bool {
        let Type::Class(c) = site else { return true };
        if Some(c.class) != self.array_func_class() || name.name != "apply" || args.len() < 2 {
            return true;
        }
        let Some(given) = c.args.first().and_then(TypeArg::ty).cloned() else { return true };
        if self.parts(&given).is_some_and(|p| p.len() == args.len()) {
            return true;
        }
        let shown = self.show(&given);
        self.error(
            "E0239",
            format!("this function is not one of {} arrays", args.len()),
            name.span,
            format!("it takes {shown}"),
        );
        false
    }

    /// The components of a tuple.
    fn parts(&self, ty: &Type) -> Option<Vec<Type>> {
        let Type::Class(c) = self.zonk(ty) else { return None };
        let is_tuple = TUPLES.contains(&self.t.class(c.class).name.as_str());
        is_tuple.then(|| c.args.iter().filter_map(|a| a.ty().cloned()).collect())
    }

    /// The chain with the parameter in the place of where it starts. Where the parameter is a tuple, the first step works on
    /// its components.
    fn with_parameter(&self, e: &ast::Expr, root: Span, name: &SmolStr, given: &Type) -> ast::Expr {
        let A::Call { target: Some(target), type_args, name: step, args } = &e.kind else { return e.clone() };
        let param = ast::Expr { kind: A::Name(name.clone()), span: root };
        let (target, args) = if target.span == root {
            match self.parts(given) {
                Some(parts) if matches!(step.name.as_str(), "zip" | "allPairs" | "gather") => {
                    let part = |k: usize| {
                        let accessor = ast::Ident { name: format_smolstr!("_{k}"), span: root };
                        let of = Some(Box::new(param.clone()));
                        let kind = A::Call { target: of, type_args: Vec::new(), name: accessor, args: Vec::new() };
                        ast::Expr { kind, span: root }
                    };
                    let others = (2..=parts.len()).map(part);
                    (part(1), others.chain(args.iter().cloned()).collect())
                }
                _ => (param, args.clone()),
            }
        } else {
            (self.with_parameter(target, root, name, given), args.clone())
        };
        let type_args = if target.span == root { Vec::new() } else { type_args.clone() };
        let kind = A::Call { target: Some(Box::new(target)), type_args, name: step.clone(), args };
        ast::Expr { kind, span: e.span }
    }

    /// What a function takes whose first step is this one, as far as the step's own function says.
    fn taken_by(&mut self, step: &str, args: &[ast::Expr]) -> Option<Type> {
        let f = args.last()?;
        let types = self.parameter_types(f)?;
        match step {
            "map" | "filter" | "histogram" | "reduce" | "sort" => types.first().map(value_array_of),
            "scan" | "scanExclusive" | "scatter" => types.get(1).map(value_array_of),
            "stencil" | "iterate" => types.into_iter().next(),
            "zip" | "allPairs" if types.len() >= 2 => {
                let class = self.library(TUPLES.get(types.len() - 2)?)?;
                let args = types.iter().map(|t| TypeArg::Is(value_array_of(t))).collect();
                Some(Type::Class(ClassType { class, args }))
            }
            _ => None,
        }
    }

    /// The types that a lambda's parameters are declared with, or those of the one static method that is referred to.
    fn parameter_types(&mut self, f: &ast::Expr) -> Option<Vec<Type>> {
        match &f.kind {
            A::Paren(inner) => self.parameter_types(inner),
            A::Lambda { params, .. } => params
                .iter()
                .map(|p| {
                    let written = p.ty.as_ref().filter(|t| t.kind != ast::TypeExprKind::Var)?;
                    Some(self.resolve(written)).filter(|t| !t.is_error())
                })
                .collect(),
            A::MethodRef { target: ast::MethodRefTarget::Expr(e), name, .. }
                if matches!(e.kind, A::Name(_) | A::Field(..)) =>
            {
                let Named::Type(site) = self.named(e) else { return None };
                let named = self.t.methods_named(&site, &name.name);
                match named.as_slice() {
                    [m] if self.t.method(*m).is_static => Some(self.t.method(*m).params.to_vec()),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The call at the start of the chain.
fn first_step<'e>(e: &'e ast::Expr, root: &ast::Expr) -> &'e ast::Expr {
    match &e.kind {
        A::Call { target: Some(t), .. } if t.span != root.span => first_step(t, root),
        _ => e,
    }
}

fn lambda(name: SmolStr, body: ast::Expr, span: Span) -> ast::Expr {
    let param = LambdaParam { modifiers: ast::Modifiers::default(), ty: None, name: ast::Ident { name, span } };
    let span = body.span;
    ast::Expr { kind: A::Lambda { params: vec![param], body: LambdaBody::Expr(Box::new(body)) }, span }
}
