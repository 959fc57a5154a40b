//! Lime's expressions: task graphs as calls of `somd.Task`, maps as private helper methods with a loop, reductions as calls of
//! `somd.Support`, which combines in the fixed shape.

use super::edits::Part;
use super::names::base;
use super::splice::{Splicer, element_of};
use somd_hir::operator::Known;
use somd_hir::{self as hir, BinOp, ExprKind as H, MapUnaryOp, MethodId, Ty};
use somd_syntax::ast::{Expr, ExprKind, ReduceOp};
use somd_syntax::source::Span;

pub fn expr(s: &mut Splicer<'_, '_>, e: &Expr) {
    match &e.kind {
        ExprKind::Task { class, args, .. } => {
            task(s, e);
            s.ty(class);
            args.iter().for_each(|a| s.exprs(a));
        }
        ExprKind::Connect(a, b) => {
            s.used.task();
            let between = s.cx.sources.text(Span { lo: a.span.hi, hi: b.span.lo }).to_string();
            let (before, after) = between.split_once("=>").unwrap_or((&between, ""));
            let wrap = needs_parentheses(a);
            let parts: Vec<Part> = vec![
                if wrap { "(" } else { "" }.into(),
                a.span.into(),
                if wrap { ")" } else { "" }.into(),
                // A dot needs no space around it, but a new line stays.
                format!(
                    "{}.connect({}",
                    if before.trim().is_empty() && !before.contains('\n') { "" } else { before },
                    after.trim_start()
                )
                .into(),
                b.span.into(),
                ")".into(),
            ];
            s.edits.replace(e.span, parts);
            s.expr(a);
            s.expr(b);
        }
        ExprKind::TaskTuple(tasks) => {
            s.used.task();
            let mut parts: Vec<Part> = vec!["somd.Task.together(".into()];
            for (i, t) in tasks.iter().enumerate() {
                parts.push(if i == 0 { "" } else { ", " }.into());
                parts.push(t.span.into());
            }
            parts.push(")".into());
            s.edits.replace(e.span, parts);
            s.exprs(tasks);
        }
        ExprKind::Map { class, args, .. } => {
            s.ty(class);
            let found = s.find(e.span, |h| match &h.kind {
                H::Map { method, args } => Some((*method, args, &h.ty)),
                _ => None,
            });
            if let Some((method, mapped, ty)) = found {
                let helper = map(s, method, mapped, ty, e.span);
                call(s, e.span, &helper, args.iter());
            }
            s.exprs(args);
        }
        ExprKind::MapBinary(_, a, b) => {
            let found = s.find(e.span, |h| match &h.kind {
                H::MapBinary { op, left, right } => Some((*op, &**left, &**right, &h.ty)),
                _ => None,
            });
            if let Some((op, left, right, ty)) = found {
                let operands = [operand(left, a), operand(right, b)];
                let helper = binary(s, op, operands, ty, e.span);
                call(s, e.span, &helper, [&**a, &**b].into_iter());
            }
            s.expr(a);
            s.expr(b);
        }
        ExprKind::MapUnary(_, a) => {
            let found = s.find(e.span, |h| match &h.kind {
                H::MapUnary { op, array } => Some((*op, &**array, &h.ty)),
                _ => None,
            });
            if let Some((op, array, ty)) = found {
                let (name, symbol) = match op {
                    MapUnaryOp::Neg => ("negated", "-"),
                    MapUnaryOp::BitNot => ("inverted", "~"),
                    MapUnaryOp::Not => ("not", "!"),
                };
                let helper =
                    elementwise(s, name, &[("a", operand(array, a))], ty, &format!("{symbol}a{}", index(ty)), e.span);
                call(s, e.span, &helper, [&**a].into_iter());
            }
            s.expr(a);
        }
        ExprKind::MapCast(_, a) => {
            let found = s.find(e.span, |h| match &h.kind {
                H::MapConvert(array) if array.span != h.span => Some((&**array, &h.ty)),
                _ => None,
            });
            if let Some((array, ty)) = found {
                let to = s.cx.names.ty(base(ty).0);
                let helper = elementwise(
                    s,
                    &format!("{to}s"),
                    &[("a", operand(array, a))],
                    ty,
                    &format!("({to}) a{}", index(ty)),
                    e.span,
                );
                call(s, e.span, &helper, [&**a].into_iter());
            }
            s.expr(a);
        }
        ExprKind::ReduceOp(op, a) => {
            let found = s.find(e.span, |h| match &h.kind {
                H::ReduceOp { array, .. } => Some(&**array),
                _ => None,
            });
            if let Some(array) = found {
                s.used.support();
                let from = operand(array, a);
                let narrow = matches!(base(&from).0, Ty::Byte | Ty::Short | Ty::Char);
                let (open, close) = if narrow { ("somd.Support.ints(", "))") } else { ("", ")") };
                s.edits.replace(
                    e.span,
                    vec![format!("somd.Support.{}({open}", reduction(*op)).into(), a.span.into(), close.into()],
                );
            }
            s.expr(a);
        }
        ExprKind::ReduceMethod { class, array, init, .. } => {
            s.ty(class);
            let found = s.find(e.span, |h| match &h.kind {
                H::ReduceMethod { method, operator, .. } => Some((*method, *operator)),
                _ => None,
            });
            match found {
                Some((_, Some(known))) => {
                    let mut parts = known_reduction(known, array.span.into(), init.is_none());
                    if let Some(init) = init {
                        parts.extend([", ".into(), init.span.into()]);
                    }
                    parts.push(")".into());
                    s.used.support();
                    s.edits.replace(e.span, parts);
                }
                Some((method, None)) => reduce_method(s, method, array, init.as_deref(), e.span),
                None => {}
            }
            s.expr(array);
            init.iter().for_each(|i| s.expr(i));
        }
        _ => {}
    }
}

/// Replaces an expression by a call with these arguments.
fn call<'e>(s: &mut Splicer<'_, '_>, span: Span, function: &str, args: impl Iterator<Item = &'e Expr>) {
    let mut parts: Vec<Part> = vec![format!("{function}(").into()];
    for (i, a) in args.enumerate() {
        parts.push(if i == 0 { "" } else { ", " }.into());
        parts.push(a.span.into());
    }
    parts.push(")".into());
    s.edits.replace(span, parts);
}

fn needs_parentheses(e: &Expr) -> bool {
    !matches!(
        e.kind,
        ExprKind::Task { .. }
            | ExprKind::Connect(..)
            | ExprKind::TaskTuple(_)
            | ExprKind::Name(_)
            | ExprKind::Field(..)
            | ExprKind::Call { .. }
            | ExprKind::Index(..)
            | ExprKind::Paren(_)
            | ExprKind::This
    )
}

/// The type that an operand has in the source, before the conversion that the checker has put around it.
fn operand(h: &hir::Expr, source: &Expr) -> Ty {
    if let ExprKind::Paren(inner) = &source.kind {
        return operand(h, inner);
    }
    match &h.kind {
        H::MapConvert(inner) | H::Convert(inner)
            if inner.span == h.span && !matches!(source.kind, ExprKind::MapCast(..) | ExprKind::Cast(..)) =>
        {
            inner.ty.clone()
        }
        _ => h.ty.clone(),
    }
}

// ---- tasks --------------------------------------------------------------------------------------------------------

fn task(s: &mut Splicer<'_, '_>, e: &Expr) {
    let ExprKind::Task { class, args, method: name } = &e.kind else { return };
    let found = s.find(e.span, |h| match &h.kind {
        H::Task { method, items, .. } => Some((*method, items.as_deref())),
        _ => None,
    });
    let Some((method, items)) = found else { return };
    s.used.task();
    let items = s.cx.hir.items(method, items);
    let takes: Vec<String> = items.takes.iter().map(|ty| s.cx.names.boxed(ty)).collect();
    let gives = s.cx.names.boxed(&items.gives);
    let (kind, types) = match (takes.as_slice(), &items.gives) {
        ([], Ty::Void) => ("action", String::new()),
        ([], _) => ("source", format!("<{gives}>")),
        ([item], Ty::Void) => ("sink", format!("<{item}>")),
        ([item], _) => ("filter", format!("<{item}, {gives}>")),
        _ => return merging_task(s, e, method, &items),
    };
    let mut parts: Vec<Part> = vec![format!("somd.Task.{types}{kind}(").into()];
    match args {
        Some(_) => parts.extend(new_instance(s, class.span, name.span)),
        None => parts.push(class.span.into()),
    }
    parts.push(format!("::{}){}", name.name, typed(s, &items)).into());
    s.edits.replace(e.span, parts);
}

/// The call that tells a task the types of its worker.
fn typed(s: &Splicer<'_, '_>, items: &hir::Items) -> String {
    let text = |ty: &Ty| format!("\"{}\"", somd_hir::print::item(s.cx.hir, ty));
    let result = if items.gives == Ty::Void { "null".to_string() } else { text(&items.gives) };
    let types = [result].into_iter().chain(items.takes.iter().map(text));
    format!(".typed({})", types.collect::<Vec<_>>().join(", "))
}

/// `new C(args)`: the instance is made when the task is.
fn new_instance(s: &Splicer<'_, '_>, class: Span, method: Span) -> [Part; 2] {
    let end = s.cx.sources.text(Span { lo: class.hi, hi: method.lo });
    let close = end.rfind(')').map_or(end.len(), |i| i + 1) as u32;
    ["new ".into(), Span { lo: class.lo, hi: class.hi + close }.into()]
}

/// A worker that takes an item of each of several tasks.
fn merging_task(s: &mut Splicer<'_, '_>, e: &Expr, method: MethodId, flow: &hir::Items) {
    let ExprKind::Task { class, args, method: name } = &e.kind else { return };
    let items: Vec<String> =
        flow.takes.iter().enumerate().map(|(i, ty)| format!("({}) items.get({i})", s.cx.names.boxed(ty))).collect();
    let on = if args.is_some() { "instance".to_string() } else { s.cx.names.owner(method) };
    let call = format!("{on}.{}({})", name.name, items.join(", "));
    let (kind, body) =
        if flow.gives == Ty::Void { ("mergeSink", format!("{{ {call}; return null; }}")) } else { ("merge", call) };
    let mut parts: Vec<Part> = vec![format!("somd.Task.{kind}(").into()];
    match args {
        Some(_) => parts.extend(new_instance(s, class.span, name.span)),
        None => parts.push("null".into()),
    }
    parts.push(format!(", (instance, items) -> {body}){}", typed(s, flow)).into());
    s.edits.replace(e.span, parts);
}

// ---- maps ---------------------------------------------------------------------------------------------------------

/// The names of the indices of nested loops.
const INDICES: [&str; 4] = ["i", "j", "k", "l"];

/// `[i][j]` for an array of two dimensions, nothing for a scalar.
fn index(ty: &Ty) -> String {
    (0..base(ty).1).map(|d| format!("[{}]", index_name(d))).collect()
}

fn index_name(depth: usize) -> String {
    INDICES.get(depth).map_or_else(|| format!("i{depth}"), |n| n.to_string())
}

/// A helper that makes a new array from its parameters, which start with at least one array; gives its name. `rank` loops stand
/// within each other around `element`.
fn helper(
    s: &mut Splicer<'_, '_>,
    name: &str,
    params: &[(String, Ty, bool)],
    (ty, rank): (&Ty, usize),
    throws: &str,
    element: &str,
    span: Span,
) -> String {
    let line = s.line(span);
    let name = s.fresh(&format!("{name}{line}"));
    let list: Vec<String> = params.iter().map(|(n, t, _)| format!("{} {n}", s.cx.names.ty(t))).collect();
    let mapped: Vec<&str> = params.iter().filter(|p| p.2).map(|p| p.0.as_str()).collect();
    let java = s.cx.names.ty(ty);
    let body = loops(s, &mapped, (ty, rank), 0, "", element);
    let text: String = s.cx.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ").replace("*/", "* /");
    // Rows that the method gives, of lengths of its own.
    let rows = rank == 1 && element_of(ty).is_some_and(|row| element_of(&row).is_some());
    if rows {
        s.used.support();
    }
    let result = if rows { "somd.Support.ofOneShape(result)" } else { "result" };
    s.add_member(format!(
        "/** {text} */\nprivate static {java} {name}({}){throws} {{\n{body}    return {result};\n}}",
        list.join(", ")
    ));
    name
}

/// One of the nested loops, which makes `result` or, within another, a row of it.
fn loops(
    s: &mut Splicer<'_, '_>,
    mapped: &[&str],
    (ty, rank): (&Ty, usize),
    depth: usize,
    at: &str,
    element: &str,
) -> String {
    let pad = "    ".repeat(depth + 1);
    let i = index_name(depth);
    let first = mapped.first().copied().unwrap_or("result");
    let mut text = String::new();
    for other in mapped.iter().skip(1) {
        s.used.support();
        text += &format!("{pad}somd.Support.sameLength({other}{at}.length, {first}{at}.length);\n");
    }
    let new = s.cx.names.new_array(ty, &format!("{first}{at}.length")).unwrap_or_default();
    let declared = if depth == 0 { format!("{} ", s.cx.names.ty(ty)) } else { String::new() };
    let inner_at = format!("{at}[{i}]");
    let inner = match element_of(ty) {
        Some(row) if depth + 1 < rank => loops(s, mapped, (&row, rank), depth + 1, &inner_at, element),
        _ => format!("{pad}    result{inner_at} = {element};\n"),
    };
    text + &format!(
        "{pad}{declared}result{at} = {new};\n{pad}for (int {i} = 0; {i} < result{at}.length; {i}++) {{\n{inner}{pad}}}\n"
    )
}

fn map(s: &mut Splicer<'_, '_>, method: MethodId, args: &[hir::MapArg], ty: &Ty, span: Span) -> String {
    let m = s.cx.hir.method(method);
    let mut params: Vec<(String, Ty, bool)> = Vec::new();
    for (i, arg) in args.iter().enumerate() {
        let wish = m.params.get(i).map_or("a".to_string(), |p| m.locals[p.index()].name.to_string());
        let name = if matches!(wish.as_str(), "i" | "result") || params.iter().any(|p| p.0 == wish) {
            format!("{wish}_")
        } else {
            wish
        };
        params.push((name, arg.expr.ty.clone(), arg.mapped));
    }
    let values: Vec<String> =
        params.iter().map(|(n, _, mapped)| if *mapped { format!("{n}[i]") } else { n.clone() }).collect();
    let throws: Vec<String> = m.throws.iter().map(|&c| s.cx.names.class(c)).collect();
    let throws = if throws.is_empty() { String::new() } else { format!(" throws {}", throws.join(", ")) };
    let element = format!("{}.{}({})", s.cx.names.owner(method), m.name, values.join(", "));
    helper(s, &format!("{}Map", m.name), &params, (ty, 1), &throws, &element, span)
}

fn elementwise(
    s: &mut Splicer<'_, '_>,
    name: &str,
    operands: &[(&str, Ty)],
    ty: &Ty,
    element: &str,
    span: Span,
) -> String {
    let params: Vec<(String, Ty, bool)> =
        operands.iter().map(|(n, t)| (n.to_string(), t.clone(), element_of(t).is_some())).collect();
    helper(s, name, &params, (ty, base(ty).1), "", element, span)
}

fn binary(s: &mut Splicer<'_, '_>, op: BinOp, [left, right]: [Ty; 2], ty: &Ty, span: Span) -> String {
    let (name, symbol) = match op {
        BinOp::Add => ("plus", "+"),
        BinOp::Sub => ("minus", "-"),
        BinOp::Mul => ("times", "*"),
        BinOp::Div => ("over", "/"),
        BinOp::Rem => ("remainder", "%"),
        BinOp::Shl => ("shiftLeft", "<<"),
        BinOp::Shr => ("shiftRight", ">>"),
        BinOp::UShr => ("unsignedShiftRight", ">>>"),
        BinOp::And => ("and", "&"),
        BinOp::Or => ("or", "|"),
        BinOp::Xor => ("xor", "^"),
        BinOp::Lt => ("less", "<"),
        BinOp::Le => ("lessOrEqual", "<="),
        BinOp::Gt => ("greater", ">"),
        BinOp::Ge => ("greaterOrEqual", ">="),
        BinOp::Eq => ("equal", "=="),
        BinOp::Ne => ("unequal", "!="),
    };
    let part = |name: &str, t: &Ty| format!("{name}{}", index(t));
    let element = format!("{} {symbol} {}", part("a", &left), part("b", &right));
    elementwise(s, name, &[("a", left), ("b", right)], ty, &element, span)
}

// ---- reductions -----------------------------------------------------------------------------------------------------

fn reduction(op: ReduceOp) -> &'static str {
    match op {
        ReduceOp::Add => "sum",
        ReduceOp::Sub => "difference",
        ReduceOp::Mul => "product",
        ReduceOp::And => "and",
        ReduceOp::Or => "or",
        ReduceOp::Xor => "xor",
        ReduceOp::Min => "min",
        ReduceOp::Max => "max",
    }
}

/// The call of an operator's reduction up to the array, `somd.Support.sum(a`; `alone` where no initial value follows.
pub fn known_reduction(known: Known, array: Part, alone: bool) -> Vec<Part> {
    let open = format!("somd.Support.{}(", reduction(known.op));
    if alone && !known.has_identity {
        return vec![open.into(), "somd.Support.some(".into(), array, ")".into()];
    }
    vec![open.into(), array]
}

/// The method that the program names: of `V.plus! vs` the one that the values have, which a made method calls.
fn named(program: &hir::Program, method: MethodId) -> MethodId {
    let m = program.method(method);
    let Some(body) = m.body.as_ref().filter(|_| m.name.starts_with("lambda$")) else { return method };
    let mut called = None;
    hir::walk::exprs_in(body, &mut |e| {
        if let H::Call { method, .. } = &e.kind {
            called.get_or_insert(*method);
        }
    });
    called.unwrap_or(method)
}

fn reduce_method(s: &mut Splicer<'_, '_>, method: MethodId, array: &Expr, init: Option<&Expr>, span: Span) {
    s.used.support();
    let method = named(s.cx.hir, method);
    let m = s.cx.hir.method(method);
    let mut parts: Vec<Part> = vec!["somd.Support.fold(".into(), array.span.into()];
    if let Some(init) = init {
        parts.push(", ".into());
        parts.push(init.span.into());
    }
    parts.push(format!(", {}::{}", s.cx.names.owner(method), m.name).into());
    parts.push(")".into());
    s.edits.replace(span, parts);
}
