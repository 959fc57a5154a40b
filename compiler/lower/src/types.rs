//! HIR types as Core types.

use super::Cx;
use super::error::LowerError;
use somd_core::ir::{ArrayTy, Const, Expr, ExprKind, Ty};
use somd_hir as hir;
use somd_syntax::source::Span;

/// The Core type; None for what Core has no values of (strings, objects, arrays of them).
pub fn core_type(cx: &Cx<'_>, ty: &hir::Ty) -> Option<Ty> {
    match ty {
        hir::Ty::Class(c) => Some(Ty::Struct(cx.struct_of(*c)?)),
        hir::Ty::Array { .. } | hir::Ty::ValueArray { .. } => Some(Ty::Array(array_type(cx, ty)?)),
        _ => primitive_type(ty),
    }
}

/// The Core type of a primitive one.
pub fn primitive_type(ty: &hir::Ty) -> Option<Ty> {
    Some(match ty {
        hir::Ty::Boolean => Ty::Bool,
        hir::Ty::Byte => Ty::I8,
        hir::Ty::Short => Ty::I16,
        hir::Ty::Char => Ty::U16,
        hir::Ty::Int => Ty::I32,
        hir::Ty::Long => Ty::I64,
        hir::Ty::Float => Ty::F32,
        hir::Ty::Double => Ty::F64,
        _ => return None,
    })
}

/// Nested Java arrays and value arrays flattened into one rectangular array.
pub fn array_type(cx: &Cx<'_>, ty: &hir::Ty) -> Option<ArrayTy> {
    let mut dims = Vec::new();
    let mut at = ty;
    loop {
        match at {
            hir::Ty::Array { elem, bound } => {
                dims.push(*bound);
                at = elem;
            }
            hir::Ty::ValueArray { elem, dims: inner } => {
                dims.extend(inner.iter().copied());
                at = elem;
            }
            _ => break,
        }
    }
    if dims.is_empty() {
        return None;
    }
    let elem = core_type(cx, at)?;
    Some(ArrayTy { elem: Box::new(elem), dims })
}

/// Why parallel code cannot have a value of a type that is none of Core's.
pub fn unsupported(cx: &Cx<'_>, ty: &hir::Ty, span: Span, name: &str) -> LowerError {
    let mut at = ty;
    while let hir::Ty::Array { elem, .. } | hir::Ty::ValueArray { elem, .. } = at {
        at = elem;
    }
    let hir::Ty::Class(id) = at else { return LowerError::unsupported_type(span, name) };
    let class = cx.hir.class(*id);
    if class.kind == hir::ClassKind::Interface && class.name.starts_with("java.util.function.") {
        let message = format!("which function `{name}` is becomes known only when the program runs");
        return LowerError::new(span, message)
            .note("a lambda can be offloaded where it is written in the map, is a local variable's only value, or is passed to a method that maps it");
    }
    if class.is_value && cx.hir.generics.params.get(id).is_some_and(|p| !p.is_empty()) {
        let message = format!("`{name}` has values of the generic class `{}`", class.name);
        return LowerError::new(span, message).note("parameters and locals whose type arguments are known are specialised by these, arrays where they are parameters that get no other name: elsewhere keep the components in arrays of their own");
    }
    let kept = |f: &&hir::Field| !f.is_static && core_type(cx, &f.ty).is_none_or(|t| t.as_array().is_some());
    match class.fields.iter().map(|f| cx.hir.field(*f)).find(kept) {
        Some(field) if class.is_value => {
            LowerError::new(span, format!("the values of `{}` have a field `{}` that is not a number", class.name, field.name))
                .note("parallel code works on primitives, value classes of primitives, and rectangular arrays of these: keep what is in the field in fields of its own, or in an array beside the values")
        }
        _ => {
            let way = match class.name.as_str() {
                "java.lang.String" => "give it as an array of characters, `text.toCharArray()`, or as numbers",
                name if name.starts_with("java.util.") && name.ends_with("Map") => {
                    "to count, use an array: `int[] h`, and `h[key] += 1` in the loop, or `v.histogram(bins, x -> …)` of a value array"
                }
                name if name.starts_with("java.util.") && ["List", "Set", "Collection", "Deque"].iter().any(|c| name.ends_with(c)) => {
                    "to keep some of the elements, use `v.filter(x -> …)` of a value array; to read it, copy what it holds to an array before the parallel loop"
                }
                name if name.starts_with("java.util.") => "copy what it holds to an array before the parallel loop",
                _ if class.kind == hir::ClassKind::Enum => "make it a `value enum`, whose constants all are of its own class, or give `ordinal()`",
                _ => "make it a `value class` of numbers, or keep its fields in arrays",
            };
            LowerError::new(span, format!("`{name}` refers to an object of class `{}`", class.name))
                .note("parallel code works on primitives, value classes of primitives, and rectangular arrays of these")
                .note(way)
        }
    }
}

/// The value of an `int` constant.
pub fn constant_int(e: &hir::Expr) -> Option<i32> {
    match &e.kind {
        hir::ExprKind::Lit(hir::Lit::Int(v)) => Some(*v),
        _ => None,
    }
}

/// A type's zero; None for arrays.
pub fn zero(cx: &Cx<'_>, ty: &Ty, span: Span) -> Option<Expr> {
    let c = match ty {
        Ty::Struct(s) => {
            let fields = cx.core.structs[s.index()].fields.iter().map(|(_, t)| zero(cx, t, span));
            return Some(Expr::new(ExprKind::MakeStruct(fields.collect::<Option<_>>()?), ty.clone(), span));
        }
        Ty::Bool => Const::Bool(false),
        Ty::F32 => Const::F32(0.0),
        Ty::F64 => Const::F64(0.0),
        t if t.is_int() => Const::Int(0),
        _ => return None,
    };
    Some(Expr::new(ExprKind::Const(c), ty.clone(), span))
}
