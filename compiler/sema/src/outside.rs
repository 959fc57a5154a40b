//! Whose text the uses of Java's library are that are outside this one: the driver asks whether a program runs it.

use super::table::ClassTable;
use somd_hir::{ClassId, OutsideUse, Owner};
use somd_syntax::ast::{Member, TypeDecl};
use somd_syntax::diagnostics::{Diagnostic, Severity};
use somd_syntax::source::Span;

/// An expression that has no type, since something in it is outside the library, or is declared with such a type elsewhere. That
/// is an error only where nothing else says it ([`somd_analysis::outside`]).
pub fn follows(span: Span) -> Diagnostic {
    let title = "not supported: a value of a class that is not in this library";
    Diagnostic::new(Severity::Note, "E0900", title, span).label("not available here").about(title).outside(span)
}

/// For each error about what is outside the library, where it is used and whose text that is.
pub fn uses(table: &ClassTable, diagnostics: &[Diagnostic]) -> Vec<OutsideUse> {
    if !diagnostics.iter().any(Diagnostic::is_error) {
        return Vec::new();
    }
    let mut at: Vec<Span> = diagnostics.iter().filter_map(|d| d.outside).collect();
    at.sort_unstable_by_key(|s| (s.lo, s.hi));
    at.dedup();
    if at.is_empty() {
        return Vec::new();
    }
    let classes: Vec<(ClassId, &TypeDecl)> = table
        .class_ids()
        .filter(|&c| !table.class(c).is_library)
        .filter_map(|c| Some((c, table.class(c).decl.as_deref()?)))
        .collect();
    at.into_iter().filter_map(|at| Some(OutsideUse { at, owner: owner(table, &classes, at)? })).collect()
}

fn owner(table: &ClassTable, classes: &[(ClassId, &TypeDecl)], at: Span) -> Option<Owner> {
    let around = classes.iter().filter(|(_, decl)| decl.span.contains(at));
    let &(class, decl) = around.min_by_key(|(_, decl)| decl.span.hi - decl.span.lo)?;
    let def = table.class(class);
    // What a superclass outside the library is for, only objects have.
    if decl.extends.iter().chain(&decl.implements).any(|t| t.span.contains(at)) {
        return Some(Owner::Objects(class));
    }
    for member in &decl.members {
        match member {
            Member::Method(m) if m.span.contains(at) => {
                let all = def.constructors.iter().chain(def.methods.values().flatten());
                return all.copied().find(|&id| table.method(id).name_span == m.name.span).map(Owner::Method);
            }
            Member::Field(f) if f.span.contains(at) => {
                let of_member = |id: &_| f.span.contains(table.field(*id).span);
                return Some(Owner::Fields(def.fields.values().copied().filter(of_member).collect()));
            }
            Member::Init { is_static, body } if body.span.contains(at) => {
                return Some(if *is_static { Owner::StaticInit(class) } else { Owner::Objects(class) });
            }
            _ => {}
        }
    }
    Some(Owner::Class(class))
}
