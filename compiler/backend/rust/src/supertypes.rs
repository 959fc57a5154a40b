//! What `java.lang.Class` knows of classes by their names. The body that the compiler makes has a line for each class of the program and of
//! the library; a compiled program has a table of the classes that it can ask about.

use super::Context;
use super::class::{doc, plain_params};
use super::code::string_literal;
use somd_hir::*;
use somd_host::reachability;
use std::collections::BTreeSet;

/// The library's `Class.describe(String)`.
pub fn describe_method(program: &Program) -> Option<MethodId> {
    reachability::method_of_class(program, "describe")
}

/// `Class.describe` with a table, in the order of names.
pub fn describe(cx: &Context, id: MethodId, m: &Method) -> String {
    let asked = asked(cx);
    let asked = |name: &str| asked.as_ref().is_none_or(|names| names.contains(name));
    let mut entries: Vec<(String, String)> = Vec::new();
    for stmt in m.body.iter().flat_map(|b| &b.stmts) {
        entries.extend(entry(stmt).filter(|(name, _)| asked(name)));
    }
    entries.sort();
    let table: String = entries
        .iter()
        .map(|(name, text)| format!("                ({}, {}),\n", string_literal(name), string_literal(text)))
        .collect();
    let borrow = if cx.is_owned(id, 0) { "&" } else { "" };
    let name = cx.names.variable(&m.locals[m.params[0].index()].name);
    format!(
        "{}    pub fn {}({}) -> Ref<Str> {{\n        natives::object::supertypes(\n            {borrow}{name},\n            &[\n{table}            ],\n        )\n    }}\n\n",
        doc(cx, m),
        cx.names.methods[&id],
        plain_params(cx, id, m).join(", "),
    )
}

/// The name and text of `if (name.equals("…")) return "…";`.
fn entry(stmt: &Stmt) -> Option<(String, String)> {
    let StmtKind::If { cond, then, .. } = &stmt.kind else { return None };
    let ExprKind::Call { args, .. } = &cond.kind else { return None };
    let [Stmt { kind: StmtKind::Return(Some(text)), .. }] = then.stmts.as_slice() else { return None };
    Some((literal(args.first()?)?, literal(text)?))
}

fn literal(e: &Expr) -> Option<String> {
    match &e.kind {
        ExprKind::Upcast(inner) => literal(inner),
        ExprKind::Lit(Lit::String(text)) => String::from_utf16(text).ok(),
        _ => None,
    }
}

/// The classes that there can be a `Class` of: those of objects, of literals and of arrays' elements, and what these are. None for all,
/// where names are made at run time.
fn asked<'a>(cx: &Context<'a>) -> Option<BTreeSet<&'a str>> {
    let program = cx.program;
    if reachability::method_of_class(program, "forName").is_some_and(|m| cx.reach.methods.contains(&m)) {
        return None;
    }
    let classes = cx.reach.instantiated.iter().chain(&cx.reach.named).map(|&c| program.class(c));
    let supertypes = classes.clone().flat_map(|c| &c.supertypes).map(|&c| program.class(c));
    Some(classes.chain(supertypes).map(|c| c.binary_name.as_str()).collect())
}
