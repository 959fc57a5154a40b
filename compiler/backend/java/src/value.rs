//! Value classes as Java classes: compared by contents, never null, zero where nothing has been stored yet.

use super::splice::{Splicer, element_of};
use somd_hir::{ClassId, ClassKind, ExprKind as H, MethodId, Program, Ty};
use somd_syntax::ast::{Expr, FieldDecl, Member, MethodKind, Modifier, TypeDecl, TypeKind};

/// The members that the meaning of a value asks for and the class does not declare.
pub fn members(s: &mut Splicer<'_, '_>, decl: &TypeDecl, id: ClassId) {
    if decl.kind == TypeKind::Enum {
        return;
    }
    let class = s.value_class(id);
    let name = decl.name.name.as_str();
    let fields: Vec<(String, Ty)> = class
        .fields
        .iter()
        .map(|&f| s.cx.hir.field(f))
        .filter(|f| !f.is_static && !f.name.contains('$'))
        .map(|f| (f.name.to_string(), f.ty.clone()))
        .collect();
    let wildcard = if decl.type_params.is_empty() {
        String::new()
    } else {
        format!("<{}>", vec!["?"; decl.type_params.len()].join(", "))
    };
    let has_arrays = fields.iter().any(|(_, t)| matches!(t, Ty::ValueArray { .. } | Ty::Array { .. }));
    if has_arrays {
        s.used.support();
    }
    let superclass = class.superclass.filter(|&c| s.value_class(c).is_value);

    // ==
    let mut same: Vec<String> =
        fields.iter().map(|(f, t)| same_value(s, t, &format!("a.{f}"), &format!("b.{f}"))).collect();
    if let Some(sup) = superclass {
        same.insert(0, format!("{}.sameValue(a, b)", s.cx.names.class(sup)));
    }
    let same = if same.is_empty() { "true".to_string() } else { same.join(" && ") };
    s.add_member(format!("/** {{@code a == b}}: the same contents. */\npublic static boolean sameValue({name}{wildcard} a, {name}{wildcard} b) {{\n    return a == b || {same};\n}}"));

    // Records have these of Java where it compares what is in them.
    if (decl.kind == TypeKind::Class && !class.is_abstract) || (decl.kind == TypeKind::Record && has_arrays) {
        if !declares(decl, "equals", 1) {
            let all: Vec<String> =
                fields.iter().map(|(f, t)| equal(s, t, &format!("this.{f}"), &format!("that.{f}"))).collect();
            let test = if superclass.is_some() { " && super.equals(other)" } else { "" };
            let text = if all.is_empty() {
                format!("return other instanceof {name}{test};")
            } else {
                format!("return other instanceof {name}{wildcard} that{test} && {};", all.join(" && "))
            };
            s.add_member(format!("@Override\npublic boolean equals(Object other) {{\n    {text}\n}}"));
        }
        if !declares(decl, "hashCode", 0) {
            let mut hash = superclass.map(|_| "super.hashCode()".to_string());
            for (f, t) in &fields {
                let one = hash_of(t, f);
                hash = Some(hash.map_or(one.clone(), |h| {
                    format!("31 * {} + {one}", if h.contains(' ') { format!("({h})") } else { h })
                }));
            }
            s.add_member(format!(
                "@Override\npublic int hashCode() {{\n    return {};\n}}",
                hash.unwrap_or("0".into())
            ));
        }
        if !declares(decl, "toString", 0) {
            let mut text = format!("\"{name}[");
            for (i, (f, t)) in fields.iter().enumerate() {
                let shown = match t {
                    Ty::ValueArray { .. } => format!("somd.Support.text({f})"),
                    _ => f.to_string(),
                };
                text += &format!("{}{f}=\" + {shown} + \"", if i == 0 { "" } else { ", " });
            }
            s.add_member(format!("@Override\npublic String toString() {{\n    return {text}]\";\n}}"));
        }
    }

    // The zero.
    if !s.needs_zero(id) {
        return;
    }
    if class.is_abstract
        || superclass.is_some()
        || (decl.kind == TypeKind::Class && class.outer.is_some() && !decl.modifiers.has(Modifier::Static))
    {
        s.refuse(
            &format!("zeros of the value class `{name}`, which is abstract, inner or a subclass,"),
            decl.name.span,
        );
        return;
    }
    let raw = if decl.type_params.is_empty() { name.to_string() } else { format!("{name}<>") };
    let zeros: Vec<String> = fields.iter().map(|(_, t)| zero_of(s, t)).collect();
    if decl.kind == TypeKind::Record {
        s.add_member(format!(
            "/** What variables hold at first. */\npublic static {name}{wildcard} zeroValue() {{\n    return new {raw}({});\n}}",
            zeros.join(", ")
        ));
        return;
    }
    let sets: String = fields
        .iter()
        .zip(&zeros)
        .filter(|((f, _), _)| !initialised(decl, f))
        .map(|((f, _), zero)| format!("    this.{f} = {zero};\n"))
        .collect();
    s.add_member(format!(
        "/** What variables hold at first. */\npublic static {name}{wildcard} zeroValue() {{\n    return new {raw}((Void) null);\n}}\n\nprivate {name}(Void zero) {{\n{sets}}}"
    ));
}

fn declares(decl: &TypeDecl, name: &str, params: usize) -> bool {
    decl.members.iter().any(|m| {
        matches!(m, Member::Method(m) if m.kind == MethodKind::Method && m.name.name == name && m.params.len() == params)
    })
}

fn initialised(decl: &TypeDecl, field: &str) -> bool {
    decl.members
        .iter()
        .any(|m| matches!(m, Member::Field(f) if f.vars.iter().any(|v| v.name.name == field && v.init.is_some())))
}

fn is_string(s: &Splicer<'_, '_>, ty: &Ty) -> bool {
    matches!(ty, Ty::Class(c) if s.value_class(*c).name == "java.lang.String")
}

fn same_value(s: &Splicer<'_, '_>, ty: &Ty, a: &str, b: &str) -> String {
    match (s.cx.names.value_class(ty), ty) {
        (Some(class), _) => format!("{}.sameValue({a}, {b})", s.cx.names.class(class)),
        (None, Ty::ValueArray { .. }) => format!("somd.Support.same({a}, {b})"),
        (None, t) if is_string(s, t) => format!("java.util.Objects.equals({a}, {b})"),
        _ => format!("{a} == {b}"),
    }
}

fn equal(s: &Splicer<'_, '_>, ty: &Ty, a: &str, b: &str) -> String {
    match ty {
        Ty::Float => format!("Float.compare({a}, {b}) == 0"),
        Ty::Double => format!("Double.compare({a}, {b}) == 0"),
        Ty::Class(_) if s.cx.names.value_class(ty).is_none() => format!("java.util.Objects.equals({a}, {b})"),
        _ => same_value(s, ty, a, b),
    }
}

fn hash_of(ty: &Ty, field: &str) -> String {
    match ty {
        Ty::Boolean => format!("Boolean.hashCode({field})"),
        Ty::Long => format!("Long.hashCode({field})"),
        Ty::Float => format!("Float.hashCode({field})"),
        Ty::Double => format!("Double.hashCode({field})"),
        Ty::Byte | Ty::Short | Ty::Char | Ty::Int => field.to_string(),
        Ty::ValueArray { .. } => format!("somd.Support.hash({field})"),
        _ => format!("java.util.Objects.hashCode({field})"),
    }
}

fn zero_of(s: &Splicer<'_, '_>, ty: &Ty) -> String {
    if let Some(zero) = zero(s, ty) {
        return zero;
    }
    match ty {
        Ty::Boolean => "false".into(),
        Ty::Byte | Ty::Short | Ty::Char => format!("({}) 0", s.cx.names.ty(ty)),
        Ty::Int | Ty::Long => "0".into(),
        Ty::Float => "0f".into(),
        Ty::Double => "0.0".into(),
        _ => "null".into(),
    }
}

/// What an element or field of this type holds at first, where that is not what Java has.
pub fn zero(s: &Splicer<'_, '_>, ty: &Ty) -> Option<String> {
    let Ty::Class(c) = ty else { return None };
    let class = s.cx.names.class(*c);
    match s.cx.hir.first_constant(*c) {
        Some(f) => Some(format!("{class}.{}", s.cx.hir.field(f).name)),
        None => s.cx.names.value_class(ty).map(|_| format!("{class}.zeroValue()")),
    }
}

/// `Arrays.copyOf` and `copyOfRange` of objects: where the copy is longer, it holds the zeros of values. Where the call does not know the
/// class, the zeros of those that are declared in the same file go along.
pub fn longer_copy(s: &mut Splicer<'_, '_>, e: &Expr) {
    let copied = s.find(e.span, |h| match &h.kind {
        H::Call { method, args, .. } if copies_objects(s.cx.hir, *method) => args.first().map(|a| match &a.kind {
            H::Upcast(array) => &array.ty,
            _ => &a.ty,
        }),
        _ => None,
    });
    let Some(element) = copied.and_then(element_of) else { return };
    let known = matches!(&element, Ty::Class(c) if !s.value_class(*c).name.starts_with("java.lang."));
    let zeros: Vec<String> = if known {
        zero(s, &element).into_iter().collect()
    } else {
        let here = |c: &ClassId| s.file.lo <= s.value_class(*c).span.lo && s.value_class(*c).span.hi <= s.file.hi;
        s.cx.names.zeros.iter().filter(|c| here(c)).filter_map(|&c| zero(s, &Ty::Class(c))).collect()
    };
    if !zeros.is_empty() {
        s.used.support();
        let text = format!(", {})", zeros.join(", "));
        s.edits.replace(e.span, vec!["somd.Support.zeros(".into(), e.span.into(), text.into()]);
    }
}

/// `Arrays.copyOf` or `copyOfRange` of an array of objects, which stays of its class.
pub fn copies_objects(hir: &Program, method: MethodId) -> bool {
    let m = hir.method(method);
    let sizes = match m.name.as_str() {
        "copyOf" => 1,
        "copyOfRange" => 2,
        _ => return false,
    };
    hir.class(m.class).name == "java.util.Arrays"
        && m.params.len() == 1 + sizes
        && m.params.first().is_some_and(|&p| element_of(&m.locals[p.index()].ty).is_some_and(|t| t.is_reference()))
}

/// Fields of value classes hold zeros at first.
pub fn zero_fields(s: &mut Splicer<'_, '_>, f: &FieldDecl) {
    for v in f.vars.iter().filter(|v| v.init.is_none()) {
        let field = s.cx.hir.fields.iter().find(|field| field.span == v.name.span);
        let Some(field) = field.filter(|f| !f.is_final && s.value_class(f.class).kind != ClassKind::Record) else {
            continue;
        };
        if s.value_class(field.class).is_value && !field.is_static {
            continue;
        }
        if let Some(zero) = zero(s, &field.ty) {
            s.edits.insert(v.span.hi, format!(" = {zero}"));
        }
    }
}
