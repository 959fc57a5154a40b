//! Lengths that types tell (`float[4]`), which Java's do not: where the program claims one, its text gets a check. What the checker has made
//! casts of is wrapped (`somd.Support.claim(x, 4)`), and so is a row that is taken out of an array; parameters that generic code may give
//! anything are checked at the start of their method or lambda.

use super::splice::Splicer;
use somd_hir::{self as hir, ClassKind, ExprKind as H, MethodId, Ty};
use somd_lower::takes_row;
use somd_syntax::ast::{Expr, ExprKind, Ident, LambdaBody, LambdaParam, Stmt, Type};
use somd_syntax::source::Span;
use std::collections::BTreeSet;

/// `, 4` or `, -1, 4`: what the support is told of a type's lengths; none where it tells none.
fn told(ty: &Ty) -> Option<String> {
    let bounds = ty.bounds();
    let texts = bounds.iter().map(|b| b.map_or(", -1".to_string(), |n| format!(", {n}")));
    (!bounds.is_empty()).then(|| texts.collect())
}

/// Notes what is only asked for an element or its length in `e`, and wraps `e` where it claims a length.
pub fn expr(s: &mut Splicer<'_, '_>, e: &Expr) {
    let looked_at = match &e.kind {
        ExprKind::Index(array, _) => Some(array),
        ExprKind::Field(array, name) if name.name == "length" => Some(array),
        // The element that is assigned is not taken.
        ExprKind::Assign(place, _) | ExprKind::CompoundAssign(_, place, _) | ExprKind::Unary(_, place) => Some(place),
        ExprKind::Paren(inner) if s.looked_at.contains(&e.span) => Some(inner),
        _ => None,
    };
    if let Some(inner) = looked_at {
        s.looked_at.insert(inner.span);
    }
    if s.iterated.contains(&e.span)
        || matches!(e.kind, ExprKind::Paren(_) | ExprKind::Lambda { .. } | ExprKind::MethodRef { .. })
    {
        return;
    }
    let taken = !s.looked_at.contains(&e.span);
    let claimed = s.find(e.span, |h| match &h.kind {
        H::CheckCast(inner) if h.ty.claims(&inner.ty) => told(&h.ty),
        H::Index { .. } if taken && takes_row(h) && matches!(e.kind, ExprKind::Index(..)) => told(&h.ty),
        _ => None,
    });
    if let Some(told) = claimed {
        s.used.support();
        s.edits.replace(e.span, vec!["somd.Support.claim(".into(), e.span.into(), format!("{told})").into()]);
    }
}

/// `x instanceof float[4] r`
pub fn instance_of(s: &mut Splicer<'_, '_>, e: &Expr, x: &Expr, ty: &Type, binding: Option<&Ident>) {
    let asked = s.find(e.span, |h| match &h.kind {
        H::InstanceOf { ty, .. } => told(ty),
        _ => None,
    });
    let Some(told) = asked else { return };
    s.used.support();
    let name = match binding {
        Some(b) => b.name.to_string(),
        None => s.fresh("tested"),
    };
    s.edits.replace(
        e.span,
        vec![
            "(".into(),
            x.span.into(),
            " instanceof ".into(),
            ty.span.into(),
            format!(" {name} && somd.Support.bounded({name}{told}))").into(),
        ],
    );
}

/// Whether a loop's text stands for the casts of what an iterator gives.
fn is_iterated(s: &Splicer<'_, '_>, iter: &Expr) -> bool {
    let program = s.cx.hir;
    let iterator = |h: &hir::Expr| match &h.kind {
        H::Call { method, args, .. } => program.method(*method).name == "iterator" && args.is_empty(),
        _ => false,
    };
    s.find(iter.span, |h| iterator(h).then_some(())).is_some()
}

/// The variable of a loop over an array whose rows have lengths, or over a collection of such arrays.
pub fn for_each(s: &mut Splicer<'_, '_>, var: &Ident, iter: &Expr, body: &Stmt) {
    if is_iterated(s, iter) {
        s.iterated.insert(iter.span);
    }
    let Some(ty) = s.cx.names.local_at(var.span) else { return };
    // The rows of value arrays are what their type says.
    let frozen = s.find(iter.span, |h| matches!(h.ty, Ty::ValueArray { .. }).then_some(())).is_some();
    let claimed = !frozen || !matches!(ty, Ty::ValueArray { .. });
    if let (Some(told), true) = (told(ty), claimed) {
        s.used.support();
        let check = format!("{{ somd.Support.claim({}{told}); ", var.name);
        s.edits.replace(body.span, vec![check.into(), body.span.into(), " }".into()]);
    }
}

/// A lambda whose parameters tell more than the types of the method that calls it.
pub fn lambda(s: &mut Splicer<'_, '_>, e: &Expr, params: &[LambdaParam], body: &LambdaBody) {
    let program = s.cx.hir;
    let method = s.find(e.span, |h| match &h.kind {
        H::New { class, .. } => match program.class(*class).kind {
            ClassKind::Lambda { method, .. } => Some(method),
            _ => None,
        },
        _ => None,
    });
    let Some(method) = method else { return };
    // Where the interface is generic, the checker makes each parameter what it is in a local of its own.
    let mut checks = String::new();
    for p in params {
        let claimed = s.find(p.name.span, |h| match &h.kind {
            H::CheckCast(inner) if h.ty.claims(&inner.ty) => told(&h.ty),
            _ => None,
        });
        checks.extend(claimed.map(|told| check(&p.name.name, &told)));
    }
    checks += &given(program, method, params.iter().map(|p| p.name.name.as_str()));
    if checks.is_empty() {
        return;
    }
    s.used.support();
    match body {
        LambdaBody::Block(b) => {
            s.edits.replace(b.span, vec![format!("{{ {checks}").into(), b.span.into(), " }".into()])
        }
        LambdaBody::Expr(value) => {
            let returns = if program.method(method).ret == Ty::Void { "" } else { "return " };
            let before = format!("{{ {checks}{returns}");
            s.edits.replace(value.span, vec![before.into(), value.span.into(), "; }".into()]);
        }
    }
}

/// What the body of a method begins with.
pub fn method(s: &mut Splicer<'_, '_>, id: MethodId, params: &[&str], body: Span) {
    let program = s.cx.hir;
    let m = program.method(id);
    let mut checks = given(program, id, params.iter().copied());
    if m.somd.is_some() {
        for (&p, name) in m.params.iter().zip(params) {
            let ty = &m.locals[p.index()].ty;
            if somd_lower::is_checked(ty) {
                checks += &check(name, &told(ty).unwrap_or_default());
            }
        }
    }
    if s.cx.names.referred.contains(&id) {
        for (&p, name) in m.params.iter().zip(params) {
            if let Some(Some(length)) = m.locals[p.index()].ty.bounds().first() {
                checks += &check(name, &format!(", {length}"));
            }
        }
    }
    if !checks.is_empty() {
        s.used.support();
        s.edits.replace(body, vec![format!("{{ {checks}").into(), body.into(), " }".into()]);
    }
}

fn check(name: &str, told: &str) -> String {
    format!("somd.Support.claim({name}{told}); ")
}

/// The checks of the parameters that the methods which `method` overrides tell less of: Java's bridge method casts there.
fn given<'n>(program: &hir::Program, method: MethodId, names: impl Iterator<Item = &'n str>) -> String {
    let m = program.method(method);
    // Most methods take nothing of which a type tells more: those need no look at all the others.
    if m.params.iter().all(|p| told(&m.locals[p.index()].ty).is_none()) {
        return String::new();
    }
    let mut told_less = BTreeSet::new();
    let tables = program.classes.iter().filter(|c| !c.is_library).flat_map(|c| &c.vtable);
    for (&declared, _) in tables.filter(|&(&d, &runs)| runs == method && d != method) {
        let d = program.method(declared);
        for (k, (&p, &q)) in m.params.iter().zip(&d.params).enumerate() {
            if m.locals[p.index()].ty.claims(&d.locals[q.index()].ty) {
                told_less.insert(k);
            }
        }
    }
    let text = |(k, name): (usize, &str)| {
        let told = m.params.get(k).and_then(|p| told(&m.locals[p.index()].ty));
        told.filter(|_| told_less.contains(&k)).map(|told| check(name, &told))
    };
    names.enumerate().filter_map(text).collect()
}

/// The methods that references name: who has such a reference may give them anything.
pub fn referred(program: &hir::Program) -> BTreeSet<MethodId> {
    let mut found = BTreeSet::new();
    for class in program.classes.iter().filter(|c| !c.is_library) {
        let ClassKind::Lambda { method, frame: None } = class.kind else { continue };
        if let Some(body) = &program.method(method).body {
            hir::walk::exprs_in(body, &mut |e| {
                if let H::Call { method, .. } = &e.kind {
                    found.insert(*method);
                }
            });
        }
    }
    found
}
