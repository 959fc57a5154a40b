//! `somd.ArrayFunc`: a chain of steps becomes a lambda over the helpers of the steps, `ArrayFunc.of(a -> reduce9(map9(a, f), g))`.

use super::arrays::{self, Argument};
use super::edits::Part;
use super::splice::Splicer;
use somd_hir::{self as hir, ExprKind as H, Ty};
use somd_sema::body::array_func::{parameter, root};
use somd_syntax::ast::{Expr, Ident};
use somd_syntax::source::Span;

/// Writes a step of a function; whether `e` is one.
pub fn call(s: &mut Splicer<'_, '_>, e: &Expr, target: &Expr, name: &Ident, args: &[Expr]) -> bool {
    if let Some(root) = root(target, &name.name).filter(|r| is_parameter(s, r.span)) {
        if s.chains.insert(root.span) {
            let Some(result) = result(s, e.span) else { return false };
            s.used.library_class(s.cx.hir, "ArrayFunc");
            let (takes, gives) = (taken(s, root.span), s.cx.names.boxed(&result));
            let open = format!("somd.ArrayFunc.<{takes}, {gives}>of({} -> ", parameter(root.span));
            s.edits.replace(e.span, vec![open.into(), e.span.into(), ")".into()]);
        }
        if target.span == root.span {
            first(s, e, root.span, name, args);
        } else {
            arrays::call(s, e, target.span, target.span.into(), name, args);
            s.expr(target);
        }
        return true;
    }
    let continues = s.find(e.span, |h| match &h.kind {
        H::Call { method, .. } => Some(&s.cx.hir.method(*method).name),
        _ => None,
    });
    if name.name == "andThen" || continues.is_none_or(|m| m != "andThen") || !is_parameter(s, target.span) {
        return false;
    }
    let open = format!(".andThen({} -> ", parameter(target.span));
    s.edits.replace(e.span, vec![target.span.into(), open.into(), e.span.into(), ")".into()]);
    first(s, e, target.span, name, args);
    s.expr(target);
    true
}

/// What is made of the `ArrayFunc` of `ArrayFunc.map(f)`: the array that the function is given.
fn is_parameter(s: &Splicer<'_, '_>, span: Span) -> bool {
    s.find(span, |h| matches!(h.kind, H::Local(_)).then_some(())).is_some() && !arrays_at(s, span).is_empty()
}

/// The arrays that the function is given.
fn arrays_at(s: &Splicer<'_, '_>, span: Span) -> Vec<Ty> {
    let mut found = Vec::new();
    s.find(span, |h| -> Option<()> {
        if matches!(h.ty, Ty::ValueArray { .. }) && !matches!(h.kind, H::Map { .. }) {
            found.push(h.ty.clone());
        }
        None
    });
    found
}

/// They come as one tuple.
fn tuple(s: &Splicer<'_, '_>, span: Span) -> bool {
    let is_tuple = |h: &hir::Expr| matches!(h.ty, Ty::Class(c) if s.cx.hir.class(c).name.starts_with("somd.Tuple"));
    s.find(span, |h| is_tuple(h).then_some(())).is_some()
}

fn taken(s: &Splicer<'_, '_>, span: Span) -> String {
    let arrays: Vec<String> = arrays_at(s, span).iter().map(|t| s.cx.names.boxed(t)).collect();
    match arrays.as_slice() {
        [one, ..] if !tuple(s, span) => one.clone(),
        all => format!("somd.Tuple{}<{}>", all.len(), all.join(", ")),
    }
}

/// The type of the last step's result.
fn result(s: &Splicer<'_, '_>, span: Span) -> Option<Ty> {
    s.find(span, |h| match &h.kind {
        H::Map { .. } | H::ReduceMethod { .. } | H::Sequence(..) => Some(h.ty.clone()),
        _ => None,
    })
}

/// The step that works on what the function is given.
fn first(s: &mut Splicer<'_, '_>, e: &Expr, root: Span, name: &Ident, args: &[Expr]) {
    let arrays = arrays_at(s, root);
    let param = parameter(root);
    let Some(array) = arrays.first() else { return };
    if !tuple(s, root) {
        let args: Vec<Argument<'_>> = args.iter().map(Argument::Written).collect();
        arrays::call_on(s, e, array, Part::Text(param.to_string()), name, &args);
        return;
    }
    let others = arrays.iter().enumerate().skip(1);
    let others = others.map(|(k, ty)| Argument::Array(ty.clone(), format!("{param}._{}()", k + 1)));
    let args: Vec<Argument<'_>> = others.chain(args.iter().map(Argument::Written)).collect();
    arrays::call_on(s, e, array, Part::Text(format!("{param}._1()")), name, &args);
}
