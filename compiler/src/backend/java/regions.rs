//! Where text printed from Core goes: in the place of a method's body, or of a loop of it, with what stands around the region there. A
//! region that needs rows of one length stands beside the text, which runs where they differ; a loop that is left for elsewhere has its
//! exits behind it.

use super::core::print;
use super::splice::Cx;
use super::support::Used;
use crate::core::ir::FuncId;
use crate::hir::{self, MethodId};
use somd_syntax::source::Span;

/// Statements that stand in the place of a text.
pub struct Printed {
    pub text: String,
    /// Where this does not hold, the text stays.
    pub guard: Option<String>,
}

/// The statements of a SOMD method, where its text will not do. An error says what cannot be printed.
pub fn body(cx: &Cx<'_>, method: MethodId, used: &mut Used) -> Option<Result<Printed, String>> {
    cx.hir.method(method).somd.as_ref()?;
    let rewritten = cx.lowered.hir.method(method).body.as_ref()?;
    let [only] = rewritten.stmts.as_slice() else { return None };
    let (func, args, results) = called(only)?;
    // A part of a method has the place of what it was made of.
    if only.span != cx.hir.method(method).name_span {
        return None;
    }
    let text = print(cx, method, func, args, results, false, used)?;
    Some(text.map(|text| Printed { text, guard: guard(cx, method, only, args) }))
}

/// What a region that needs rows of one length asks first, where its call does.
fn guard(cx: &Cx<'_>, method: MethodId, call: &hir::Stmt, args: &[hir::Expr]) -> Option<String> {
    if !matches!(call.kind, hir::StmtKind::If { .. }) {
        return None;
    }
    let rows = |ty: &hir::Ty| matches!(ty, hir::Ty::Array { elem, .. } if matches!(**elem, hir::Ty::Array { .. }));
    let asked: Vec<String> = args
        .iter()
        .filter(|e| rows(&e.ty))
        .filter_map(|e| Some(format!("somd.Support.rectangular({})", argument(cx, method, e)?)))
        .collect();
    (!asked.is_empty()).then(|| asked.join(" && "))
}

/// What a region takes, by its name in the text.
pub(super) fn argument(cx: &Cx<'_>, method: MethodId, arg: &hir::Expr) -> Option<String> {
    match &arg.kind {
        hir::ExprKind::Local(l) => Some(local_name(cx, method, *l).to_string()),
        hir::ExprKind::Field { object: None, field } => {
            let f = cx.hir.field(*field);
            Some(format!("{}.{}", cx.names.class(f.class), f.name))
        }
        hir::ExprKind::Field { field, .. } => Some(format!("this.{}", cx.hir.field(*field).name)),
        _ => None,
    }
}

/// As [`body`], for the loop or `sync` block at `span` of a method that is no region as a whole.
pub fn piece(cx: &Cx<'_>, method: MethodId, span: Span, used: &mut Used) -> Option<Result<Printed, String>> {
    cx.hir.method(method).somd.as_ref()?;
    let mut found = None;
    crate::hir::walk::stmts_in(cx.lowered.hir.method(method).body.as_ref()?, &mut |s| {
        if s.span != span || found.is_some() {
            return;
        }
        // A loop that is left for elsewhere has its exits behind it.
        let around = match &s.kind {
            hir::StmtKind::Block(b) => b.stmts.as_slice(),
            _ => std::slice::from_ref(s),
        };
        let at = around.iter().position(|s| s.span == span && called(s).is_some());
        found = at.map(|at| (&around[..at], &around[at], &around[at + 1..]));
    });
    let (before, call, exits) = found?;
    let (func, args, results) = called(call)?;
    let text = print(cx, method, func, args, results, true, used)?;
    let around = |text: String| {
        let mut out = String::new();
        for s in before {
            out += &kept(cx, method, s)?;
        }
        out += &text;
        for s in exits {
            out += &exit(cx, method, s)?;
        }
        Some(out)
    };
    let guard = guard(cx, method, call, args);
    let text = text.and_then(|text| around(text).ok_or_else(|| "how this loop is left".into()));
    Some(text.map(|text| Printed { text, guard }))
}

fn local_name<'a>(cx: &Cx<'a>, method: MethodId, local: hir::LocalId) -> &'a str {
    &cx.lowered.hir.method(method).locals[local.index()].name
}

/// The declaration of a variable that the exits of a loop use.
fn kept(cx: &Cx<'_>, method: MethodId, s: &hir::Stmt) -> Option<String> {
    let hir::StmtKind::Local { local, init: Some(hir::Expr { kind: hir::ExprKind::Lit(value), .. }) } = &s.kind else {
        return None;
    };
    let ty = cx.names.ty(&cx.lowered.hir.method(method).locals[local.index()].ty);
    let value = if matches!(value, hir::Lit::Boolean(_)) { "false" } else { "0" };
    Some(format!("{ty} {} = {value};\n", local_name(cx, method, *local)))
}

/// `if (exit == 1) return result;`
fn exit(cx: &Cx<'_>, method: MethodId, s: &hir::Stmt) -> Option<String> {
    let hir::StmtKind::If { cond, then, .. } = &s.kind else { return None };
    let hir::ExprKind::Binary(_, left, right) = &cond.kind else { return None };
    let (hir::ExprKind::Local(exit), hir::ExprKind::Lit(hir::Lit::Int(number))) = (&left.kind, &right.kind) else {
        return None;
    };
    let (jump, before) = then.stmts.split_last()?;
    let mut out = format!("if ({} == {number}) {{\n", local_name(cx, method, *exit));
    for s in before {
        let hir::StmtKind::Local { local, init: Some(hir::Expr { kind: hir::ExprKind::Local(at), ty, .. }) } = &s.kind
        else {
            return None;
        };
        let (name, at) = (local_name(cx, method, *local), local_name(cx, method, *at));
        out += &format!("    {} {name} = {at};\n", cx.names.ty(ty));
    }
    match &jump.kind {
        hir::StmtKind::Return(Some(hir::Expr { kind: hir::ExprKind::Local(l), .. })) => {
            out += &format!("    return {};\n}}\n", local_name(cx, method, *l));
        }
        _ => out += &format!("    {}\n}}\n", cx.sources.text(jump.span)),
    }
    Some(out)
}

fn called(s: &hir::Stmt) -> Option<(FuncId, &[hir::Expr], &[hir::Place])> {
    match &s.kind {
        // Where rows may differ in length.
        hir::StmtKind::If { then, .. } => match then.stmts.as_slice() {
            [only] => called(only),
            _ => None,
        },
        hir::StmtKind::Expr(e) | hir::StmtKind::Return(Some(e)) => match &e.kind {
            hir::ExprKind::CoreCall { func, args, results } => Some((*func, args, results)),
            _ => None,
        },
        _ => None,
    }
}
