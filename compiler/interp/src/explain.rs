//! The words of Java's exceptions: HotSpot's helpful `NullPointerException` texts.

use somd_hir::{ClassKind, Expr, ExprKind, Lit, Method, MethodId, Program, Ty};
use std::fmt::Write;

/// ` because "a.b" is null`, or nothing where HotSpot says nothing. Locals are named as without `javac -g`.
pub fn because_null(program: &Program, method: &Method, expr: &Expr) -> String {
    if let Some((callee, receiver)) = as_call(expr) {
        return format!(" because the return value of \"{}\" is null", method_name(program, callee, receiver));
    }
    let mut text = String::new();
    if describe(program, method, expr, &mut text) { format!(" because \"{text}\" is null") } else { String::new() }
}

fn as_call(expr: &Expr) -> Option<(MethodId, Option<&Expr>)> {
    match &expr.kind {
        ExprKind::Call { method, receiver, .. } => Some((*method, receiver.as_deref())),
        ExprKind::CheckCast(inner) | ExprKind::Upcast(inner) => as_call(inner),
        _ => None,
    }
}

/// Writes the expression as HotSpot would; false where it would not name it.
fn describe(program: &Program, method: &Method, expr: &Expr, out: &mut String) -> bool {
    match &expr.kind {
        ExprKind::Local(local) => out.push_str(&method.told(*local, expr.span)),
        ExprKind::This => out.push_str("this"),
        ExprKind::Lit(Lit::Null) => out.push_str("null"),
        ExprKind::Lit(Lit::Int(v)) => _ = write!(out, "{v}"),
        ExprKind::Field { object: None, field } => {
            let field = program.field(*field);
            _ = write!(out, "{}.{}", program.class(field.class).binary_name, field.name);
        }
        ExprKind::Field { field, .. } if program.captured(*field).is_some() => {
            out.push_str(&program.captured(*field).unwrap_or_default());
        }
        ExprKind::Field { object: Some(object), field } => {
            if !describe(program, method, object, out) {
                return false;
            }
            _ = write!(out, ".{}", program.field(*field).name);
        }
        ExprKind::Index { array, index } => {
            if !describe(program, method, array, out) {
                return false;
            }
            out.push('[');
            if !describe(program, method, index, out) {
                out.push_str("...");
            }
            out.push(']');
        }
        ExprKind::Call { method: callee, receiver, .. } => {
            _ = write!(out, "{}", method_name(program, *callee, receiver.as_deref()));
        }
        ExprKind::CheckCast(inner) | ExprKind::Upcast(inner) => return describe(program, method, inner, out),
        _ => return false,
    }
    true
}

/// `a.b.C.m(int, java.lang.String)`, of the class that the receiver is declared to be of.
pub fn method_name(program: &Program, id: MethodId, receiver: Option<&Expr>) -> String {
    let method = program.method(id);
    let mut receiver = receiver;
    while let Some(Expr { kind: ExprKind::Upcast(inner), .. }) = receiver {
        receiver = Some(inner);
    }
    let declared = program.class(method.class);
    let class = match receiver.map(|r| &r.ty) {
        // What `Object` declares is called by its name.
        Some(Ty::Class(c)) if declared.superclass.is_some() || declared.kind == ClassKind::Interface => *c,
        _ => method.class,
    };
    // Classes of `java.lang` are named in full except these two, as HotSpot does it.
    let params: Vec<String> =
        method.params.iter().map(|&p| short_name(&type_name(program, &method.locals[p.index()].ty))).collect();
    format!("{}.{}({})", short_name(&program.class(class).binary_name), method.name, params.join(", "))
}

fn short_name(name: &str) -> String {
    let (base, brackets) = name.split_at(name.find('[').unwrap_or(name.len()));
    match base {
        "java.lang.String" => format!("String{brackets}"),
        "java.lang.Object" => format!("Object{brackets}"),
        _ => name.to_string(),
    }
}

/// A type as Java writes it in messages, with binary names.
pub fn type_name(program: &Program, ty: &Ty) -> String {
    match ty {
        Ty::Class(class) => program.class(*class).binary_name.to_string(),
        Ty::Array { elem, .. } => format!("{}[]", type_name(program, elem)),
        Ty::ValueArray { elem, dims } => format!("{}{}", type_name(program, elem), "[]".repeat(dims.len())),
        _ => primitive_name(ty).to_string(),
    }
}

pub fn primitive_name(ty: &Ty) -> &'static str {
    match ty {
        Ty::Boolean => "boolean",
        Ty::Byte => "byte",
        Ty::Short => "short",
        Ty::Char => "char",
        Ty::Int => "int",
        Ty::Long => "long",
        Ty::Float => "float",
        Ty::Double => "double",
        Ty::Void => "void",
        _ => "object",
    }
}

/// How HotSpot names the elements of an array of type `ty`.
pub fn element_kind(ty: &Ty) -> &'static str {
    match element_type(ty) {
        Some(Ty::Boolean | Ty::Byte) => "byte/boolean",
        Some(elem) => primitive_name(&elem),
        None => "object",
    }
}

/// The type of `a[i]` for an array `a` of type `ty`.
pub fn element_type(ty: &Ty) -> Option<Ty> {
    match ty {
        Ty::Array { elem, .. } => Some((**elem).clone()),
        Ty::ValueArray { elem, dims } if dims.len() <= 1 => Some((**elem).clone()),
        Ty::ValueArray { elem, dims } => Some(Ty::ValueArray { elem: elem.clone(), dims: dims[1..].into() }),
        _ => None,
    }
}

/// The name that `Class.getName` gives, as exceptions about casts and stores use it: `[I`, `[Ljava.lang.String;`.
pub fn descriptor_name(program: &Program, ty: &Ty) -> String {
    match ty {
        Ty::Array { .. } | Ty::ValueArray { .. } => descriptor(program, ty),
        _ => type_name(program, ty),
    }
}

fn descriptor(program: &Program, ty: &Ty) -> String {
    match ty {
        Ty::Array { elem, .. } => format!("[{}", descriptor(program, elem)),
        Ty::ValueArray { elem, dims } => format!("{}{}", "[".repeat(dims.len()), descriptor(program, elem)),
        Ty::Boolean => "Z".into(),
        Ty::Byte => "B".into(),
        Ty::Short => "S".into(),
        Ty::Char => "C".into(),
        Ty::Int => "I".into(),
        Ty::Long => "J".into(),
        Ty::Float => "F".into(),
        Ty::Double => "D".into(),
        _ => format!("L{};", type_name(program, ty)),
    }
}
