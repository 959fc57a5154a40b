//! Annotations mean little here, but a program that writes a wrong one is wrong: the annotation must exist, stand where its
//! `@Target` lets it, stand there once, and give each of its elements a value of the right kind (JLS 9.6, 9.7).

use super::members::FieldLookup;
use super::scope::{Scope, TypeName};
use super::table::{ClassTable, ConstantState};
use super::types::Type;
use somd_hir::ClassId;
use somd_syntax::ast::{self, Annotation, ExprKind, Literal, TypeExprKind, TypeKind};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;

/// What an annotation is written at: the constants of `ElementType` that let it stand there.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Type(TypeKind),
    Field,
    Method,
    Constructor,
    Parameter,
    Component,
    Local,
    /// Read without knowing whether it belongs to a type or to a parameter or component.
    Unknown,
}

impl Place {
    fn targets(self) -> &'static [&'static str] {
        match self {
            Place::Type(TypeKind::Annotation) => &["TYPE", "ANNOTATION_TYPE"],
            Place::Type(_) => &["TYPE"],
            Place::Field => &["FIELD", "TYPE_USE"],
            Place::Method => &["METHOD", "TYPE_USE"],
            Place::Constructor => &["CONSTRUCTOR", "TYPE_USE"],
            Place::Parameter => &["PARAMETER", "TYPE_USE"],
            Place::Component => &["RECORD_COMPONENT", "FIELD", "METHOD", "PARAMETER", "TYPE_USE"],
            Place::Local => &["LOCAL_VARIABLE", "TYPE_USE"],
            Place::Unknown => {
                &["PARAMETER", "TYPE_USE", "TYPE_PARAMETER", "LOCAL_VARIABLE", "RECORD_COMPONENT", "FIELD", "METHOD"]
            }
        }
    }
}

pub(super) fn check_all(table: &ClassTable, class: ClassId, decl: &ast::TypeDecl, diags: &mut Vec<Diagnostic>) {
    let scope = table.class_scope(class, true);
    let mut check = |m: &ast::Modifiers, place| check_modifiers(table, &scope, m, place, diags);
    check(&decl.modifiers, Place::Type(decl.kind));
    decl.components.iter().for_each(|c| check(&c.modifiers, Place::Component));
    for constant in &decl.constants {
        let modifiers = ast::Modifiers { annotations: constant.annotations.clone(), ..ast::Modifiers::default() };
        check(&modifiers, Place::Field);
    }
    for member in &decl.members {
        match member {
            ast::Member::Field(field) => check(&field.modifiers, Place::Field),
            ast::Member::Method(method) => {
                let place = if method.kind == ast::MethodKind::Method { Place::Method } else { Place::Constructor };
                check(&method.modifiers, place);
                method.params.iter().for_each(|p| check(&p.modifiers, Place::Parameter));
            }
            ast::Member::Init { .. } | ast::Member::Type(_) => {}
        }
    }
}

pub(super) fn check_modifiers(
    table: &ClassTable,
    scope: &Scope,
    modifiers: &ast::Modifiers,
    place: Place,
    diags: &mut Vec<Diagnostic>,
) {
    let mut seen: Vec<(ClassId, Span)> = Vec::new();
    for annotation in &modifiers.annotations {
        let Some(class) = annotation_class(table, scope, &annotation.name, diags) else { continue };
        check_place(table, class, &annotation.name, place, diags);
        check_elements(table, scope, class, annotation, diags);
        let repeatable = table.class(class).decl.as_ref().is_some_and(|d| meta(&d.modifiers, "Repeatable").is_some());
        match seen.iter().find(|(c, _)| *c == class) {
            Some(&(_, first)) if !repeatable => diags.push(
                Diagnostic::error("E0126", format!("`@{}` is written twice", shown(&annotation.name)), annotation.span)
                    .label("repeated")
                    .also(first, "first here")
                    .suggest("remove it", annotation.span, ""),
            ),
            Some(_) => {}
            None => seen.push((class, annotation.span)),
        }
    }
}

/// The annotations of a file that its tree leaves out.
pub(super) fn check_left_out(table: &ClassTable, unit: usize, names: &[ast::QualName], diags: &mut Vec<Diagnostic>) {
    for name in names {
        // The innermost class around it.
        let around = table
            .class_ids()
            .filter(|&c| table.class(c).unit == unit)
            .filter_map(|c| Some((c, table.class(c).decl.as_ref()?.span)))
            .filter(|(_, span)| span.contains(name.span))
            .min_by_key(|(_, span)| span.hi - span.lo);
        let Some((class, _)) = around else { continue };
        if let Some(class) = annotation_class(table, &table.class_scope(class, true), name, diags) {
            check_place(table, class, name, Place::Unknown, diags);
        }
    }
}

/// The annotations of loops, of which there is one.
pub(super) fn check_loops(annotations: &[ast::LoopAnnotation], diags: &mut Vec<Diagnostic>) {
    for a in annotations.iter().filter(|a| shown(&a.name) != ASSERT_OFFLOAD) {
        let title = format!("`@{}` cannot stand on a loop", shown(&a.name));
        diags.push(
            Diagnostic::error("E0126", title, a.span)
                .label("an annotation of a loop")
                .note(format!("annotations stand on declarations; on a loop there is `@{ASSERT_OFFLOAD}` alone")),
        );
    }
}

/// The annotation that asks for offloading.
pub(super) const ASSERT_OFFLOAD: &str = "AssertOffload";

fn shown(name: &ast::QualName) -> String {
    name.parts.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(".")
}

fn annotation_class(
    table: &ClassTable,
    scope: &Scope,
    name: &ast::QualName,
    diags: &mut Vec<Diagnostic>,
) -> Option<ClassId> {
    // What is qualified may be of any other library.
    let [simple] = name.parts.as_slice() else { return None };
    let problem = match table.lookup_type(scope, &simple.name) {
        Some(TypeName::Class(found)) if table.class(found.class).kind == TypeKind::Annotation => {
            return Some(found.class);
        }
        Some(_) => Diagnostic::error("E0102", format!("`{}` is not an annotation", simple.name), name.span)
            .label("a class or interface like any other"),
        None if table.missing_import(scope, &simple.name).is_some()
            || table.is_of_failed_import(scope, &simple.name) =>
        {
            return None;
        }
        None => {
            let d = Diagnostic::error("E0102", format!("cannot find annotation `@{}`", simple.name), name.span)
                .label("not found");
            match meant(&simple.name) {
                Some(note) => d.note(note),
                None => d.note("leave it out, or import it"),
            }
        }
    };
    diags.push(problem);
    None
}

/// What to write for an annotation that is a word of the language, or that other systems have.
fn meant(name: &str) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    match lower.as_str() {
        "dist" | "reduce" | "shared" | "local" | "value" | "sync" | "view" | "single" => {
            Some(format!("`{lower}` is a word of the language: write it without `@`"))
        }
        "parallel" | "gpu" | "kernel" | "device" | "offload" | "opencl" | "cuda" => Some(
            "parallel code is a method with a `dist` parameter, a map `C @ f(a)`, an array function or a parallel stream; where it runs is chosen by `--target`"
                .into(),
        ),
        _ => None,
    }
}

/// An annotation of an annotation's declaration, by its simple name.
fn meta<'a>(modifiers: &'a ast::Modifiers, name: &str) -> Option<&'a Annotation> {
    modifiers.annotations.iter().find(|a| a.name.parts.last().is_some_and(|p| p.name == name))
}

fn check_place(table: &ClassTable, class: ClassId, name: &ast::QualName, place: Place, diags: &mut Vec<Diagnostic>) {
    let Some(target) = table.class(class).decl.as_ref().and_then(|d| meta(&d.modifiers, "Target")) else { return };
    let Some((_, value)) = target.args.first() else { return };
    let listed = match &value.kind {
        ExprKind::ArrayInit(all) => all.as_slice(),
        _ => std::slice::from_ref(value),
    };
    let mut constants = listed.iter().filter_map(|e| match &e.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Field(_, name) => Some(&name.name),
        _ => None,
    });
    if !constants.any(|c| place.targets().contains(&c.as_str())) {
        diags.push(
            Diagnostic::error("E0117", format!("`@{}` cannot stand here", shown(name)), name.span)
                .label("its `@Target` names other places"),
        );
    }
}

fn check_elements(
    table: &ClassTable,
    scope: &Scope,
    class: ClassId,
    annotation: &Annotation,
    diags: &mut Vec<Diagnostic>,
) {
    let Some(decl) = table.class(class).decl.clone() else { return };
    let elements: Vec<&ast::MethodDecl> =
        decl.members.iter().filter_map(|m| if let ast::Member::Method(m) = m { Some(&**m) } else { None }).collect();
    let name = shown(&annotation.name);
    let mut given: Vec<&str> = Vec::new();
    for (element_name, value) in &annotation.args {
        let (called, at) = element_name.as_ref().map_or(("value", value.span), |e| (e.name.as_str(), e.span));
        let Some(element) = elements.iter().find(|m| m.name.name == called) else {
            diags.push(
                Diagnostic::error("E0225", format!("`@{name}` has no element `{called}`"), at).label("not found"),
            );
            continue;
        };
        if given.contains(&called) {
            diags.push(
                Diagnostic::error("E0126", format!("`{called}` is given twice"), at).label("a second value for it"),
            );
        }
        if element_name.is_none() && annotation.args.len() > 1 {
            diags.push(
                Diagnostic::error("E0020", "a value without a name stands alone", value.span)
                    .label("write `value = …`"),
            );
        }
        given.push(called);
        if let Some(ty) = &element.ret {
            check_value(table, scope, ty, value, diags);
        }
    }
    let missing: Vec<String> = elements
        .iter()
        .filter(|m| m.body.is_none() && !given.contains(&m.name.name.as_str()))
        .map(|m| format!("`{}`", m.name.name))
        .collect();
    if !missing.is_empty() {
        diags.push(
            Diagnostic::error(
                "E0220",
                format!("`@{name}` needs a value for {}", missing.join(" and ")),
                annotation.span,
            )
            .label("elements without a default must be given"),
        );
    }
}

/// A literal must be of the element's type, and a variable a constant; other expressions are not looked into.
fn check_value(table: &ClassTable, scope: &Scope, ty: &ast::Type, value: &ast::Expr, diags: &mut Vec<Diagnostic>) {
    if let ExprKind::ArrayInit(values) = &value.kind {
        match &ty.kind {
            TypeExprKind::Array(elem, _) => values.iter().for_each(|v| check_value(table, scope, elem, v, diags)),
            _ => diags.push(
                Diagnostic::error("E0216", "this element is not an array", value.span)
                    .label("one value is needed here"),
            ),
        }
        return;
    }
    let ty = if let TypeExprKind::Array(elem, _) = &ty.kind { elem } else { ty };
    match &value.kind {
        ExprKind::Literal(literal) if !fits(literal, ty) => diags.push(
            Diagnostic::error("E0201", "the value is of another type than the element", value.span)
                .label("does not fit")
                .also(ty.span, "the element's type"),
        ),
        ExprKind::Name(name) => {
            let around = std::iter::successors(scope.class, |&c| table.class(c).outer);
            let found = around.into_iter().find_map(|c| {
                match table.find_field(&Type::Class(table.this_type(c)), name, scope) {
                    FieldLookup::Found(field) => Some(field),
                    _ => None,
                }
            });
            if let Some(field) = found
                && table.field(field).constant == ConstantState::NotConstant
                && !table.class(table.field(field).class).constants.iter().any(|c| c.field == field)
            {
                diags.push(
                    Diagnostic::error("E0274", format!("`{name}` is not a constant"), value.span)
                        .label("an annotation's values are constants"),
                );
            }
        }
        _ => {}
    }
}

fn fits(literal: &Literal, ty: &ast::Type) -> bool {
    use ast::PrimType::*;
    let prim = if let TypeExprKind::Prim(p) = &ty.kind { Some(*p) } else { None };
    let is_string =
        matches!(&ty.kind, TypeExprKind::Class(parts) if parts.last().is_some_and(|(name, _)| name.name == "String"));
    match literal {
        Literal::String(_) => is_string,
        Literal::Null => false,
        Literal::Boolean(_) => prim == Some(Boolean),
        Literal::Char(_) | Literal::Int(_) => prim.is_some_and(|p| p != Boolean),
        Literal::Long(_) => matches!(prim, Some(Long | Float | Double)),
        Literal::Float(_) => matches!(prim, Some(Float | Double)),
        Literal::Double(_) => prim == Some(Double),
    }
}
