//! What a class owes the types it inherits from: overriding rules, missing implementations, conflicts (JLS 8.4.8, 9.4.1,
//! 8.1.1, 9.6.4). Checked once its header and members are known.

use super::declare::header_scope;
use super::members::{MethodSig, vars};
use super::shape::check_shape;
use super::table::ClassTable;
use super::types::{Subst, Type};
use indexmap::IndexMap;
use smol_str::SmolStr;
use somd_hir::{ClassId, MethodId};
use somd_syntax::ast::{self, Modifier, TypeKind};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;
use std::collections::HashSet;

/// Reports what is wrong with a class's members, alone and taken together with those it inherits.
pub(super) fn check_class(table: &ClassTable, class: ClassId, diags: &mut Vec<Diagnostic>) {
    check_shape(table, class, diags);
    let methods: Vec<MethodId> = table.class(class).methods.values().flatten().copied().collect();
    for &method in &methods {
        check_overrides(table, class, method, diags);
        check_override_annotation(table, class, method, diags);
    }
    check_inherited(table, class, diags);
    check_results(table, class, diags);
    check_one_of_each(table, class, diags);
    check_default_conflicts(table, class, diags);
    check_implemented(table, class, diags);
    check_functional_annotation(table, class, diags);
    check_sealed(table, class, diags);
    check_permits(table, class, diags);
}

fn annotation(modifiers: &ast::Modifiers, name: &str) -> Option<Span> {
    modifiers.annotations.iter().find(|a| a.name.parts.last().is_some_and(|p| p.name == name)).map(|a| a.span)
}

/// Adds where the other method stands, unless the user cannot see it.
fn pointing_at(table: &ClassTable, diag: Diagnostic, method: MethodId, text: &str) -> Diagnostic {
    let def = table.method(method);
    if table.class(def.class).is_library || def.name_span.is_none() {
        return diag;
    }
    diag.also(def.name_span, text)
}

fn in_class(table: &ClassTable, method: MethodId) -> String {
    let def = table.method(method);
    format!("`{}` of `{}`", def.name, table.display(&Type::class(def.class)))
}

// ---- overriding -----------------------------------------------------------------------------------------------------

/// One method against every method of the same name that it overrides or hides.
fn check_overrides(table: &ClassTable, class: ClassId, method: MethodId, diags: &mut Vec<Diagnostic>) {
    let def = table.method(method);
    if def.modifiers.has(Modifier::Private) {
        return;
    }
    let site = Type::Class(table.this_type(class));
    let sig = table.method_sig(method);
    // What a method of a superclass overrides has been checked there. Without that, a long chain of overriding classes takes very long.
    let mut checked: HashSet<ClassId> = HashSet::new();
    for sup in table.all_supertypes(class).into_iter().skip(1) {
        if checked.contains(&sup) {
            continue;
        }
        for &other in table.class(sup).methods.get(&def.name).into_iter().flatten() {
            let overridden = table.method(other);
            if overridden.params.len() != def.params.len() || !is_inherited(table, class, other) {
                continue;
            }
            // An interface has Object's public methods only.
            if table.is_interface(class) && !table.is_interface(sup) && !overridden.modifiers.has(Modifier::Public) {
                continue;
            }
            let other_sig = table.method_sig_in(&site, other);
            if table.is_subsignature(&sig, &other_sig) {
                if let Some(diag) = override_error(table, method, &sig, other, &other_sig) {
                    diags.push(diag);
                    return;
                }
                let above = table.class(sup);
                if checked.is_empty() && !above.is_interface() && above.type_params.is_empty() {
                    checked.extend(table.all_supertypes(sup));
                }
            } else if same_erasure(table, &sig, other) && !(def.is_static && table.is_interface(sup)) {
                diags.push(pointing_at(
                    table,
                    Diagnostic::error(
                        "E0110",
                        format!(
                            "`{}` has the same erased parameters as {} but does not override it",
                            table.display_method(method),
                            in_class(table, other)
                        ),
                        def.name_span,
                    )
                    .label("name clash")
                    .note("type arguments do not tell methods apart when the program runs"),
                    other,
                    "the other method",
                ));
                return;
            }
        }
    }
}

fn is_inherited(table: &ClassTable, class: ClassId, method: MethodId) -> bool {
    let def = table.method(method);
    let m = &def.modifiers;
    if m.has(Modifier::Private) || (def.is_static && table.is_interface(def.class)) {
        return false;
    }
    m.has(Modifier::Public)
        || m.has(Modifier::Protected)
        || table.class(def.class).package == table.class(class).package
}

fn same_erasure(table: &ClassTable, sig: &MethodSig, other: MethodId) -> bool {
    let other = table.method(other);
    sig.params.iter().zip(&other.params).all(|(a, b)| table.erasure(a) == table.erasure(b))
}

fn access_rank(modifiers: &ast::Modifiers) -> (u8, &'static str) {
    if modifiers.has(Modifier::Public) {
        (3, "public")
    } else if modifiers.has(Modifier::Protected) {
        (2, "protected")
    } else if modifiers.has(Modifier::Private) {
        (0, "private")
    } else {
        (1, "package-private")
    }
}

/// What is wrong with `method` as an override of `other` (JLS 8.4.8).
fn override_error(
    table: &ClassTable,
    method: MethodId,
    sig: &MethodSig,
    other: MethodId,
    other_sig: &MethodSig,
) -> Option<Diagnostic> {
    let (def, sup) = (table.method(method), table.method(other));
    let name = table.display_method(method);
    let theirs = in_class(table, other);
    let span = def.name_span;
    let verb = if table.is_interface(sup.class) && !table.is_interface(def.class) { "implement" } else { "override" };
    let at = |diag: Diagnostic| Some(pointing_at(table, diag, other, &format!("the method to {verb}")));
    if def.is_static && !sup.is_static {
        return at(Diagnostic::error("E0115", format!("`{name}` cannot {verb} {theirs}: it is static"), span)
            .label("static, but the other is an instance method"));
    }
    if !def.is_static && sup.is_static {
        return at(Diagnostic::error("E0115", format!("`{name}` cannot {verb} {theirs}: that is static"), span)
            .label("an instance method, but the other is static"));
    }
    if sup.modifiers.has(Modifier::Final) {
        return at(Diagnostic::error("E0115", format!("`{name}` cannot {verb} {theirs}: that is final"), span)
            .label("the other may not be overridden"));
    }
    let (access, shown) = access_rank(&def.modifiers);
    let (needed, needed_shown) = access_rank(&sup.modifiers);
    if access < needed {
        let mut diag = Diagnostic::error("E0112", format!("`{name}` cannot {verb} {theirs} with weaker access"), span)
            .label(format!("{shown}, but must be {needed_shown}"));
        let written = [Modifier::Protected, Modifier::Private]
            .into_iter()
            .find_map(|m| def.modifiers.span_of(m))
            .filter(|s| !s.is_none());
        let insert = def.ret_span().map(|s| Span { lo: s.lo, hi: s.lo });
        diag = match (written, insert) {
            (Some(old), _) => diag.suggest(format!("make it {needed_shown}"), old, needed_shown),
            (None, Some(insert)) if def.type_params.is_empty() => {
                diag.suggest(format!("make it {needed_shown}"), insert, format!("{needed_shown} "))
            }
            _ => diag,
        };
        return at(diag);
    }
    let adapt = Subst::of_types(&other_sig.type_params, &vars(&sig.type_params));
    let (ret, expected) = (
        &sig.ret,
        if sig.type_params.len() == other_sig.type_params.len() {
            adapt.apply(&other_sig.ret)
        } else {
            table.erasure(&other_sig.ret)
        },
    );
    if !return_fits(table, ret, &expected) {
        let span = def.ret_span().unwrap_or(span);
        return at(Diagnostic::error(
            "E0113",
            format!("`{name}` cannot {verb} {theirs} with another result type"),
            span,
        )
        .label(format!(
            "`{}`, but must be `{}`{}",
            table.display(ret),
            table.display(&expected),
            if expected.is_reference() { " or a subtype" } else { "" }
        )));
    }
    for (i, thrown) in sig.throws.iter().enumerate() {
        let allowed = !is_checked(table, thrown)
            || other_sig
                .throws
                .iter()
                .any(|t| table.is_subtype(&table.erasure(thrown), &table.erasure(&adapt.apply(t))));
        if !allowed {
            let mut diag = Diagnostic::error(
                "E0114",
                format!("`{name}` cannot {verb} {theirs}: that does not throw `{}`", table.display(thrown)),
                span,
            );
            if let Some(written) = def.decl.as_ref().and_then(|d| d.throws.get(i)) {
                diag = diag.also(written.span, "this exception");
            }
            return at(diag.label("not among the exceptions of the other"));
        }
    }
    None
}

/// Return-type-substitutable (JLS 8.4.5).
fn return_fits(table: &ClassTable, ret: &Type, expected: &Type) -> bool {
    if ret.is_error() || expected.is_error() {
        return true;
    }
    if !ret.is_reference() || !expected.is_reference() {
        return ret == expected;
    }
    table.is_subtype_unchecked(ret, expected)
        || table.is_subtype(&table.erasure(ret), &table.erasure(expected))
            && (table.is_raw(ret) || *ret == table.erasure(expected))
}

/// Neither `RuntimeException` nor `Error` (JLS 11.1.1).
fn is_checked(table: &ClassTable, ty: &Type) -> bool {
    let below = |name: &str| {
        let sup = table.library_type(name);
        !sup.is_error() && table.is_subtype(ty, &sup)
    };
    !ty.is_error() && !below("java.lang.RuntimeException") && !below("java.lang.Error")
}

fn check_override_annotation(table: &ClassTable, class: ClassId, method: MethodId, diags: &mut Vec<Diagnostic>) {
    let def = table.method(method);
    let Some(span) = annotation(&def.modifiers, "Override") else { return };
    let site = Type::Class(table.this_type(class));
    let overrides = |other: MethodId| {
        let sup = table.method(other);
        sup.params.len() == def.params.len()
            && !sup.is_static
            && is_inherited(table, class, other)
            && (!table.is_interface(class) || table.is_interface(sup.class) || sup.modifiers.has(Modifier::Public))
            && table.is_subsignature(&table.method_sig(method), &table.method_sig_in(&site, other))
    };
    let supers = table.all_supertypes(class);
    let mut inherited = supers.iter().skip(1).filter_map(|&s| table.class(s).methods.get(&def.name)).flatten();
    let accessor = table.class(class).kind == TypeKind::Record
        && def.params.is_empty()
        && table.class(class).components.iter().any(|&f| table.field(f).name == def.name);
    if !def.is_static && (accessor || inherited.any(|&m| overrides(m)) || table.lacks_supertypes(class)) {
        return;
    }
    let mut diag = Diagnostic::error("E0116", format!("`{}` overrides nothing", table.display_method(method)), span)
        .label("no superclass or interface has such a method")
        .suggest("remove the annotation", span, "");
    let near = supers.iter().skip(1).flat_map(|&s| table.class(s).methods.values().flatten()).copied().find(|&m| {
        let other = table.method(m);
        other.name == def.name && !other.is_static
    });
    if let Some(near) = near {
        diag = diag.note(format!("there is `{}`", table.display_method(near)));
    } else {
        let names: Vec<&str> =
            supers.iter().skip(1).flat_map(|&s| table.class(s).methods.keys()).map(|n| n.as_str()).collect();
        if let Some(near) = super::scope::did_you_mean(&def.name, names) {
            diag = diag.suggest(format!("did you mean `{near}`?"), def.name_span, near);
        }
    }
    diags.push(diag);
}

// ---- inherited members against each other ----------------------------------------------------------------------------

/// Methods inherited from a superclass must fit the interfaces they implement (JLS 8.4.8.3).
fn check_inherited(table: &ClassTable, class: ClassId, diags: &mut Vec<Diagnostic>) {
    let def = table.class(class);
    if def.is_interface() || def.interfaces.is_empty() || def.superclass.is_none() {
        return;
    }
    let site = Type::Class(table.this_type(class));
    for interface in table.all_supertypes(class).into_iter().filter(|&s| table.is_interface(s)) {
        // What a superclass implements already has been checked there.
        if def.superclass.as_ref().and_then(Type::class_id).is_some_and(|s| table.is_subclass(s, interface)) {
            continue;
        }
        for &wanted in table.class(interface).methods.values().flatten() {
            if table.method(wanted).is_static || table.method(wanted).modifiers.has(Modifier::Private) {
                continue;
            }
            let Some(found) = table.implementation(class, wanted) else { continue };
            let owner = table.method(found).class;
            if found == wanted || owner == class || table.is_interface(owner) {
                continue;
            }
            let (sig, wanted_sig) = (table.method_sig_in(&site, found), table.method_sig_in(&site, wanted));
            if let Some(mut diag) = override_error(table, found, &sig, wanted, &wanted_sig) {
                diag.primary.span = def.span;
                diag.suggestions.clear();
                diags.push(diag);
                return;
            }
        }
    }
}

/// Of the methods that a class inherits with one signature, one has a result that passes for all of them (JLS 8.4.8.3).
fn check_results(table: &ClassTable, class: ClassId, diags: &mut Vec<Diagnostic>) {
    let def = table.class(class);
    if def.is_library || def.interfaces.len() + usize::from(!def.is_interface()) < 2 {
        return;
    }
    let site = Type::Class(table.this_type(class));
    let mut methods: IndexMap<&SmolStr, Vec<MethodId>> = IndexMap::new();
    for sup in table.all_supertypes(class) {
        for (name, list) in &table.class(sup).methods {
            let inherited = |m: &&MethodId| {
                let def = table.method(**m);
                !def.is_static && !def.modifiers.has(Modifier::Private)
            };
            methods.entry(name).or_default().extend(list.iter().filter(inherited));
        }
    }
    let fits = |a: MethodId, b: MethodId| {
        let (a, b) = (table.method_sig_in(&site, a), table.method_sig_in(&site, b));
        let adapt = Subst::of_types(&b.type_params, &vars(&a.type_params));
        table.is_subsignature(&a, &b) && return_fits(table, &a.ret, &adapt.apply(&b.ret))
    };
    for list in methods.values().filter(|list| list.len() > 1) {
        for (i, &a) in list.iter().enumerate() {
            for &b in &list[i + 1..] {
                let (of_a, of_b) = (table.method(a).class, table.method(b).class);
                let (sig_a, sig_b) = (table.method_sig_in(&site, a), table.method_sig_in(&site, b));
                let same = sig_a.params.len() == sig_b.params.len()
                    && (table.is_subsignature(&sig_a, &sig_b) || table.is_subsignature(&sig_b, &sig_a));
                // What one of the classes inherits is checked there.
                if !same || table.is_subclass(of_a, of_b) || table.is_subclass(of_b, of_a) {
                    continue;
                }
                let decides = |m: MethodId| {
                    // What the class itself has is held against each.
                    table.method(m).class == class && table.is_subsignature(&table.method_sig(m), &sig_a)
                        || (m == a || fits(m, a)) && (m == b || fits(m, b))
                };
                if !list.iter().any(|&m| decides(m)) {
                    let title = format!(
                        "`{}` inherits `{}` with the results `{}` and `{}`",
                        def.name,
                        table.method(a).name,
                        table.display(&sig_a.ret),
                        table.display(&sig_b.ret)
                    );
                    diags.push(
                        Diagnostic::error("E0123", title, def.span)
                            .label("no method can be both")
                            .also(table.method(a).name_span, "one of them")
                            .also(table.method(b).name_span, "the other"),
                    );
                    return;
                }
            }
        }
    }
}

/// A generic class is inherited with one list of type arguments (JLS 8.1.5).
fn check_one_of_each(table: &ClassTable, class: ClassId, diags: &mut Vec<Diagnostic>) {
    let def = table.class(class);
    let Some(decl) = def.decl.as_ref().filter(|_| !def.is_library && !def.interfaces.is_empty()) else { return };
    for sup in table.all_supertypes(class).into_iter().skip(1) {
        let seen = def.superclass.iter().chain(&def.interfaces).filter_map(|direct| table.as_super(direct, sup));
        let mut seen = seen.filter(|s| !s.args.is_empty()).map(Type::Class);
        let Some(first) = seen.next() else { continue };
        if let Some(other) = seen.find(|other| !table.same_type(&first, other)) {
            diags.push(
                Diagnostic::error(
                    "E0126",
                    format!("`{}` inherits `{}` twice, with different type arguments", def.name, table.class(sup).name),
                    decl.name.span,
                )
                .label(format!("as `{}` and as `{}`", table.display(&first), table.display(&other))),
            );
            return;
        }
    }
}

/// Two defaults, or a default and an abstract method, from unrelated interfaces (JLS 8.4.8.4, 9.4.1.3).
fn check_default_conflicts(table: &ClassTable, class: ClassId, diags: &mut Vec<Diagnostic>) {
    let interfaces: Vec<ClassId> =
        table.all_supertypes(class).into_iter().filter(|&s| s != class && table.is_interface(s)).collect();
    if interfaces.len() < 2 {
        return;
    }
    let site = Type::Class(table.this_type(class));
    for &interface in &interfaces {
        for &default in table.class(interface).methods.values().flatten() {
            let def = table.method(default);
            if def.is_abstract || def.is_static || def.modifiers.has(Modifier::Private) {
                continue;
            }
            let members = table.class_methods_named(class, &def.name);
            if !members.contains(&default) {
                continue;
            }
            let sig = table.method_sig_in(&site, default);
            for &other_interface in &interfaces {
                if table.is_subclass(interface, other_interface) || table.is_subclass(other_interface, interface) {
                    continue;
                }
                for &other in table.class(other_interface).methods.get(&def.name).into_iter().flatten() {
                    let rival = table.method(other);
                    if rival.is_static
                        || rival.params.len() != def.params.len()
                        || !table.is_subsignature(&sig, &table.method_sig_in(&site, other))
                    {
                        continue;
                    }
                    let overridden_below = interfaces.iter().any(|&i| {
                        i != other_interface
                            && table.is_subclass(i, other_interface)
                            && table
                                .class(i)
                                .methods
                                .get(&def.name)
                                .into_iter()
                                .flatten()
                                .any(|&m| table.overrides(m, other))
                    });
                    if overridden_below {
                        continue;
                    }
                    let (a, b) = (&table.class(interface).name, &table.class(other_interface).name);
                    diags.push(
                        Diagnostic::error(
                            "E0123",
                            format!("`{}` inherits `{}` from both `{a}` and `{b}`", table.class(class).name, def.name),
                            table.class(class).span,
                        )
                        .label("which one is meant is not decided")
                        .note(format!(
                            "override it; `{}.super.{}(…)` calls one of them",
                            table.class(interface).simple_name,
                            def.name
                        )),
                    );
                    return;
                }
            }
        }
    }
}

/// A concrete class implements all it inherits and declares (JLS 8.1.1.1).
fn check_implemented(table: &ClassTable, class: ClassId, diags: &mut Vec<Diagnostic>) {
    let def = table.class(class);
    if def.is_interface() || def.is_abstract() {
        return;
    }
    let missing = table.unimplemented_methods(class);
    let Some(&first) = missing.first() else { return };
    if def.kind == TypeKind::Enum && def.constants.iter().any(|c| c.body.is_some()) {
        // Left to the constants: those without a body lack it.
        for constant in def.constants.iter().filter(|c| c.body.is_none()) {
            let field = table.field(constant.field);
            let diag = Diagnostic::error(
                "E0111",
                format!("constant `{}` does not implement {}", field.name, in_class(table, first)),
                field.span,
            )
            .label("needs a body with the method");
            diags.push(pointing_at(table, diag, first, "to be implemented"));
        }
        return;
    }
    let site = Type::Class(table.this_type(class));
    let what = if def.is_anonymous() {
        format!("the anonymous `{}`", table.display(&anonymous_super(table, class)))
    } else {
        format!("`{}`", def.name)
    };
    let own = table.method(first).class == class;
    let mut diag = if own {
        Diagnostic::error(
            "E0111",
            format!("{what} is not abstract but has the abstract method `{}`", table.method(first).name),
            def.span,
        )
        .label("not abstract")
    } else {
        Diagnostic::error("E0111", format!("{what} does not implement {}", in_class(table, first)), def.span)
            .label("not abstract, but a method is missing")
    };
    diag = pointing_at(table, diag, first, if own { "abstract" } else { "to be implemented" });
    let mut stubs = String::new();
    for &m in &missing {
        let sig = table.method_sig_in(&site, m);
        let names = &table.method(m).param_names;
        let params: Vec<String> =
            sig.params.iter().zip(names).map(|(t, n)| format!("{} {n}", table.display(t))).collect();
        let access = match access_rank(&table.method(m).modifiers) {
            (3, _) => "public ",
            (2, _) => "protected ",
            _ => "",
        };
        stubs += &format!("`{access}{} {}({})` ", table.display(&sig.ret), table.method(m).name, params.join(", "));
    }
    diags.push(diag.note(format!("missing: {}", stubs.trim_end())));
}

fn anonymous_super(table: &ClassTable, class: ClassId) -> Type {
    let def = table.class(class);
    def.interfaces.first().or(def.superclass.as_ref()).cloned().unwrap_or(Type::Error)
}

fn check_functional_annotation(table: &ClassTable, class: ClassId, diags: &mut Vec<Diagnostic>) {
    let def = table.class(class);
    let Some(span) = annotation(&def.modifiers, "FunctionalInterface") else { return };
    if table.single_abstract_method(class).is_none() {
        diags.push(
            Diagnostic::error("E0129", format!("`{}` is not a functional interface", def.name), span)
                .label("asks for exactly one abstract method")
                .suggest("remove the annotation", span, ""),
        );
    }
}

/// `sealed`, `permits`, `non-sealed` (JLS 8.1.1.2, 8.1.6).
fn check_sealed(table: &ClassTable, class: ClassId, diags: &mut Vec<Diagnostic>) {
    let def = table.class(class);
    let has = |m: Modifier| def.modifiers.has(m);
    let mut of_sealed = false;
    for sup in def.superclass.iter().chain(&def.interfaces).filter_map(Type::class_id) {
        let parent = table.class(sup);
        if !parent.modifiers.has(Modifier::Sealed) {
            continue;
        }
        of_sealed = true;
        let permitted = if parent.permits.is_empty() {
            parent.unit == def.unit && def.local_scope.is_none()
        } else {
            parent.permits.contains(&class)
        };
        let is_constant_body = parent.kind == TypeKind::Enum;
        if !permitted && !is_constant_body {
            diags.push(
                Diagnostic::error(
                    "E0133",
                    format!("`{}` is sealed and does not permit `{}`", parent.name, def.name),
                    def.span,
                )
                .label("not permitted")
                .also(parent.span, "sealed here"),
            );
        }
    }
    if of_sealed && !has(Modifier::Final) && !has(Modifier::Sealed) && !has(Modifier::NonSealed) {
        diags.push(
            Diagnostic::error(
                "E0133",
                format!("`{}` must be `final`, `sealed` or `non-sealed`, since its parent is sealed", def.name),
                def.span,
            )
            .label("says none of them"),
        );
    }
}

/// What a sealed class says of its subclasses, and who may be `non-sealed` (JLS 8.1.1.2, 8.1.6).
fn check_permits(table: &ClassTable, class: ClassId, diags: &mut Vec<Diagnostic>) {
    let def = table.class(class);
    let Some(decl) = &def.decl else { return };
    let supers = |class: ClassId| {
        let def = table.class(class);
        def.superclass.iter().chain(&def.interfaces).filter_map(Type::class_id).collect::<Vec<_>>()
    };
    let modifier = |m: Modifier| def.modifiers.list.iter().find(|(of, _)| *of == m).map(|(_, span)| *span);
    if let Some(span) = modifier(Modifier::NonSealed)
        && !supers(class).iter().any(|&sup| table.class(sup).modifiers.has(Modifier::Sealed))
    {
        diags.push(
            Diagnostic::error("E0133", format!("`{}` has no sealed parent", def.name), span)
                .label("opens what is not closed")
                .suggest("remove it", span, ""),
        );
    }
    let sealed = modifier(Modifier::Sealed).is_some();
    match decl.permits.first() {
        Some(first) if !sealed => diags.push(
            Diagnostic::error("E0133", format!("`{}` lists subclasses and is not `sealed`", def.name), first.span)
                .label("only a sealed class has such a list"),
        ),
        None if sealed => {
            let in_file = |id: &ClassId| table.class(*id).unit == def.unit && supers(*id).contains(&class);
            if !table.class_ids().any(|id| in_file(&id)) {
                diags.push(
                    Diagnostic::error("E0133", format!("`{}` is sealed and has no subclass", def.name), def.span)
                        .label("nothing in this file inherits from it, and it lists no subclasses"),
                );
            }
        }
        _ => {}
    }
    let scope = header_scope(table, class);
    let mut seen: Vec<ClassId> = Vec::new();
    for written in decl.permits.iter().filter(|_| sealed) {
        let ty = table.resolve_type(&scope, written, &mut Vec::new());
        let shown = table.display(&ty);
        let wrong = match ty.class_id() {
            None if ty.is_error() => continue,
            None => (format!("`{shown}` is not a class that could inherit"), "a class or interface is needed"),
            Some(id) if seen.contains(&id) => (format!("`{shown}` is permitted twice"), "listed before"),
            Some(id) if !supers(id).contains(&class) => {
                (format!("`{shown}` is permitted and does not inherit from `{}`", def.name), "no subclass of its own")
            }
            Some(id) => {
                seen.push(id);
                continue;
            }
        };
        diags.push(Diagnostic::error("E0133", wrong.0, written.span).label(wrong.1));
    }
}
