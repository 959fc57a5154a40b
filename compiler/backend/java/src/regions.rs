//! Where text printed from Core goes: in the place of a method's body, or of a loop of it, with what stands around the region there. A
//! region that needs rows of one length stands beside the text, which runs where they differ; a loop that is left for elsewhere has its
//! exits behind it.

use super::core::print;
use super::gathered::{self, AS_WRITTEN};
use super::splice::Cx;
use super::support::Used;
use somd_core::ir::FuncId;
use somd_hir::{self as hir, MethodId};
use somd_syntax::source::Span;

/// Statements that stand in the place of a text, which stays where [`AS_WRITTEN`] is.
pub struct Printed {
    pub text: String,
}

impl Printed {
    /// `text` where the guard holds, else `otherwise`.
    fn guarded(text: String, guard: Option<String>, otherwise: Option<String>) -> Printed {
        let Some(guard) = guard else { return Printed { text } };
        let inside = |text: &str| -> String { text.lines().map(|l| format!("    {l}\n")).collect() };
        let otherwise = otherwise.unwrap_or_else(|| format!("{AS_WRITTEN}\n"));
        Printed { text: format!("if ({guard}) {{\n{}}} else {otherwise}", inside(&text)) }
    }
}

/// The statements of a SOMD method, where its text will not do. An error says what cannot be printed.
pub fn body(cx: &Cx<'_>, method: MethodId, used: &mut Used) -> Option<Result<Printed, String>> {
    cx.hir.method(method).somd.as_ref()?;
    let rewritten = cx.lowered.hir.method(method).body.as_ref()?;
    // Before it the arguments may be checked, which the text does as well.
    let (only, before) = rewritten.stmts.split_last()?;
    if !before.iter().all(|s| is_check(cx, s)) {
        return None;
    }
    let (func, args, results) = called(only)?;
    // A part of a method has the place of what it was made of.
    if only.span != cx.hir.method(method).name_span {
        return None;
    }
    let text = print(cx, method, func, args, results, false, used)?;
    Some(text.map(|text| Printed::guarded(text, guard(cx, method, only, used), None)))
}

/// `somd.Columns.check(…);`
fn is_check(cx: &Cx<'_>, s: &hir::Stmt) -> bool {
    let hir::StmtKind::Expr(hir::Expr { kind: hir::ExprKind::Call { method, .. }, .. }) = &s.kind else { return false };
    let m = cx.hir.method(*method);
    cx.hir.class(m.class).name == "somd.Columns" && m.name == "check"
}

/// What is asked of its arrays before a region is called.
fn guard(cx: &Cx<'_>, method: MethodId, call: &hir::Stmt, used: &mut Used) -> Option<String> {
    let mut asked = Vec::new();
    let mut at = call;
    while let hir::StmtKind::If { cond, then, .. } = &at.kind {
        asked.push(gathered::question(cx, method, cond)?);
        let [only] = then.stmts.as_slice() else { break };
        at = only;
    }
    if asked.is_empty() {
        return None;
    }
    used.columns();
    Some(asked.join(" && "))
}

/// What a region takes, by its name in the text.
pub(super) fn argument(cx: &Cx<'_>, method: MethodId, arg: &hir::Expr) -> Option<String> {
    match &arg.kind {
        hir::ExprKind::Local(l) => Some(local_name(cx, method, *l).to_string()),
        hir::ExprKind::Field { object: None, field } => {
            let f = cx.hir.field(*field);
            Some(format!("{}.{}", cx.names.class(f.class), f.name))
        }
        hir::ExprKind::Field { object: Some(object), field } => {
            Some(format!("{}.{}", argument(cx, method, object)?, cx.hir.field(*field).name))
        }
        hir::ExprKind::This => Some("this".into()),
        hir::ExprKind::CheckCast(inner) => {
            Some(format!("(({}) {})", cx.names.ty(&arg.ty), argument(cx, method, inner)?))
        }
        _ => None,
    }
}

/// As [`body`], for the loop or `sync` block at `span` of a method that is no region as a whole.
pub fn piece(cx: &Cx<'_>, method: MethodId, span: Span, used: &mut Used) -> Option<Result<Printed, String>> {
    cx.hir.method(method).somd.as_ref()?;
    let mut found = None;
    somd_hir::walk::stmts_in(cx.lowered.hir.method(method).body.as_ref()?, &mut |s| {
        if s.span != span || found.is_some() {
            return;
        }
        // A loop that is left for elsewhere has its exits behind it.
        let around = match &s.kind {
            hir::StmtKind::Block(b) => b.stmts.as_slice(),
            _ => std::slice::from_ref(s),
        };
        let at = around.iter().position(|s| s.span == span && (called(s).is_some() || is_gathered(s)));
        found = at.map(|at| (&around[..at], &around[at], &around[at + 1..]));
    });
    let (before, call, exits) = found?;
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
    let (text, guard, otherwise) = match called(call) {
        Some((func, args, results)) => {
            let text = print(cx, method, func, args, results, true, used);
            let guard = guard(cx, method, call, used);
            // Rows of different lengths may have a region of their own.
            let other = match &call.kind {
                hir::StmtKind::If { otherwise: Some(o), .. } => {
                    o.stmts.iter().find(|s| s.span == span && is_gathered(s))
                }
                _ => None,
            };
            let otherwise = other.and_then(|s| with_columns(cx, method, s, used));
            match (text, otherwise) {
                (None, Some(Ok(other))) if guard.is_some() => (Ok(format!("{AS_WRITTEN}\n")), guard, Some(other)),
                (text, other) => (text?, guard, other.transpose().unwrap_or_default()),
            }
        }
        None => (with_columns(cx, method, call, used)?, None, None),
    };
    let text = text.and_then(|text| around(text).ok_or_else(|| "how this loop is left".into()));
    Some(text.map(|text| Printed::guarded(text, guard, otherwise)))
}

/// A region around which columns are filled.
fn is_gathered(s: &hir::Stmt) -> bool {
    let hir::StmtKind::If { then, otherwise: Some(_), .. } = &s.kind else { return false };
    let mut calls = 0;
    somd_hir::walk::stmts_in(then, &mut |s| calls += usize::from(called_itself(s).is_some()));
    calls > 0 && called(s).is_none()
}

/// The region with what fills its columns; None where the text says the same.
fn with_columns(cx: &Cx<'_>, method: MethodId, s: &hir::Stmt, used: &mut Used) -> Option<Result<String, String>> {
    let mut wrong = None;
    let mut needed = false;
    let mut region = |s: &hir::Stmt, used: &mut Used| {
        let (func, args, results) = called_itself(s)?;
        match print(cx, method, func, args, results, true, used)? {
            Ok(text) => {
                needed = true;
                Some(text)
            }
            Err(why) => {
                wrong = Some(why);
                None
            }
        }
    };
    let text = gathered::print(cx, method, s, used, &mut region);
    match (wrong, text.filter(|_| needed)) {
        (Some(why), _) => Some(Err(why)),
        (None, text) => text.map(Ok),
    }
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
        _ => called_itself(s),
    }
}

fn called_itself(s: &hir::Stmt) -> Option<(FuncId, &[hir::Expr], &[hir::Place])> {
    match &s.kind {
        hir::StmtKind::Expr(e) | hir::StmtKind::Return(Some(e)) => match &e.kind {
            hir::ExprKind::CoreCall { func, args, results } => Some((*func, args, results)),
            _ => None,
        },
        _ => None,
    }
}
