//! What a declaration may say by itself: which modifiers go together, who has a body, what records, enums, interfaces and
//! value classes may declare (JLS 8.1.1, 8.3.1, 8.4.3, 8.9, 8.10, 9).

use super::annotations;
use super::scope::NATIVE;
use super::table::{ClassTable, MethodDef};
use super::types::Type;
use somd_hir::ClassId;
use somd_syntax::ast::{self, Modifier, TypeKind};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;

pub(super) fn check_shape(table: &ClassTable, class: ClassId, diags: &mut Vec<Diagnostic>) {
    let def = table.class(class);
    let Some(decl) = def.decl.clone() else { return };
    if !def.is_library {
        annotations::check_all(table, class, &decl, diags);
    }
    if decl.kind == TypeKind::Annotation {
        return;
    }
    check_class_modifiers(table, class, &decl, diags);
    for name in std::iter::once(&decl.name).chain(decl.type_params.iter().map(|p| &p.name)) {
        if matches!(name.name.as_str(), "var" | "yield" | "record" | "sealed" | "permits") {
            diags.push(
                Diagnostic::error("E0029", format!("`{}` cannot name a type", name.name), name.span)
                    .label("has a meaning of its own where types stand"),
            );
        }
    }
    if !def.is_library {
        diags.extend(decl.members.iter().filter_map(|m| match m {
            ast::Member::Method(method) => check_safe_varargs(method),
            _ => None,
        }));
        check_final_of_object(table, class, diags);
        check_defaults_of_object(table, class, diags);
    }
    if decl.kind == TypeKind::Record {
        check_components(&decl, diags);
    }
    check_type_params(&decl.type_params, diags);
    for &id in def.constructors.iter().chain(def.methods.values().flatten()) {
        let method = table.method(id);
        if let Some(decl) = &method.decl {
            if def.kind == TypeKind::Enum && method.name == "finalize" && method.params.is_empty() {
                diags.push(
                    Diagnostic::error("E0117", "an enum has no `finalize`", decl.name.span)
                        .label("its constants are never freed"),
                );
            }
            check_method(table, class, method, decl, diags);
        }
    }
    for member in &decl.members {
        match member {
            ast::Member::Field(field) => check_field(table, class, field, diags),
            ast::Member::Init { is_static, body }
                if def.is_interface() || (decl.kind == TypeKind::Record && !is_static) =>
            {
                let what = if def.is_interface() {
                    "an interface has no initialisers"
                } else {
                    "a record has no instance initialisers"
                };
                diags.push(
                    Diagnostic::error("E0117", what, Span { lo: body.span.lo, hi: body.span.lo + 1 })
                        .label("not allowed here"),
                );
            }
            _ => {}
        }
    }
    check_value(table, class, diags);
    check_throwable(table, class, diags);
}

pub(super) fn word(modifier: Modifier) -> &'static str {
    match modifier {
        Modifier::Public => "public",
        Modifier::Protected => "protected",
        Modifier::Private => "private",
        Modifier::Static => "static",
        Modifier::Final => "final",
        Modifier::Abstract => "abstract",
        Modifier::Native => "native",
        Modifier::Synchronized => "synchronized",
        Modifier::Transient => "transient",
        Modifier::Volatile => "volatile",
        Modifier::Strictfp => "strictfp",
        Modifier::Default => "default",
        Modifier::Sealed => "sealed",
        Modifier::NonSealed => "non-sealed",
        Modifier::Value => "value",
        Modifier::Local => "local",
        Modifier::Shared => "shared",
    }
}

/// Each written modifier must be among `allowed`, once, and no two of a pair in `clashes` together. Says whether all is well.
fn check_modifiers(
    what: &str,
    modifiers: &ast::Modifiers,
    allowed: &[Modifier],
    clashes: &[(Modifier, Modifier)],
    diags: &mut Vec<Diagnostic>,
) -> bool {
    use Modifier::{Private, Protected, Public};
    let written: Vec<(Modifier, Span)> = modifiers.list.iter().copied().filter(|(_, span)| !span.is_none()).collect();
    for (i, &(m, span)) in written.iter().enumerate() {
        if let Some(&(_, earlier)) = written[..i].iter().find(|(n, _)| *n == m) {
            diags.push(
                Diagnostic::error("E0126", format!("`{}` is written twice", word(m)), span)
                    .label("repeated")
                    .also(earlier, "first here")
                    .suggest("remove it", span, ""),
            );
            return false;
        }
        if !allowed.contains(&m) {
            diags.push(
                Diagnostic::error("E0117", format!("{what} cannot be `{}`", word(m)), span)
                    .label("not allowed here")
                    .suggest("remove it", span, ""),
            );
            return false;
        }
    }
    let access = [(Public, Protected), (Public, Private), (Protected, Private)];
    for &(a, b) in access.iter().chain(clashes) {
        let at = |m| written.iter().find(|(n, _)| *n == m).map(|&(_, s)| s);
        if let (Some(x), Some(y)) = (at(a), at(b)) {
            let (first, second) = if x.lo < y.lo { (x, y) } else { (y, x) };
            diags.push(
                Diagnostic::error("E0117", format!("{what} cannot be both `{}` and `{}`", word(a), word(b)), second)
                    .label("contradicts the other")
                    .also(first, "the other"),
            );
            return false;
        }
    }
    true
}

/// Only a method that nothing overrides can promise what it does with the array of its last arguments (JLS 9.6.4.7).
fn check_safe_varargs(method: &ast::MethodDecl) -> Option<Diagnostic> {
    let at =
        method.modifiers.annotations.iter().find(|a| a.name.parts.last().is_some_and(|n| n.name == "SafeVarargs"))?;
    let (why, note) = if !method.params.last().is_some_and(|p| p.varargs) {
        ("its last parameter is no `...`", "leave the annotation out")
    } else if method.ret.is_some()
        && ![Modifier::Static, Modifier::Final, Modifier::Private].iter().any(|&m| method.modifiers.has(m))
    {
        ("a subclass may override it", "make the method `final`, `static` or `private`")
    } else {
        return None;
    };
    Some(
        Diagnostic::error("E0117", format!("`{}` cannot be @SafeVarargs", method.name.name), at.span)
            .label(why)
            .note(note),
    )
}

/// `Object`'s methods for threads are final; they are not declared in the library, which has no threads.
fn check_final_of_object(table: &ClassTable, class: ClassId, diags: &mut Vec<Diagnostic>) {
    let def = table.class(class);
    for (name, params) in [
        ("notify", &[][..]),
        ("notifyAll", &[][..]),
        ("wait", &[][..]),
        ("wait", &[Type::LONG][..]),
        ("wait", &[Type::LONG, Type::INT][..]),
    ] {
        for &id in def.methods.get(name).into_iter().flatten() {
            let method = table.method(id);
            if method.params == params {
                diags.push(
                    Diagnostic::error("E0115", format!("`{name}` is final in `Object`"), method.name_span)
                        .label("cannot be overridden")
                        .note("choose another name"),
                );
            }
        }
    }
}

/// No default can stand in for a method that every object has already (JLS 9.4.1.1).
fn check_defaults_of_object(table: &ClassTable, class: ClassId, diags: &mut Vec<Diagnostic>) {
    let def = table.class(class);
    if !def.is_interface() {
        return;
    }
    for (name, count) in [("toString", 0), ("hashCode", 0), ("equals", 1)] {
        for &id in def.methods.get(name).into_iter().flatten() {
            let method = table.method(id);
            let same = method.params.len() == count && method.params.iter().all(|p| table.is_object(p));
            if same && method.modifiers.has(Modifier::Default) {
                diags.push(
                    Diagnostic::error("E0115", format!("a default cannot be `{name}`"), method.name_span)
                        .label("every object has one already, which would win")
                        .note("write it in the classes, or give this one another name"),
                );
            }
        }
    }
}

/// A component is its type and its name (JLS 8.10.1).
fn check_components(decl: &ast::TypeDecl, diags: &mut Vec<Diagnostic>) {
    for c in &decl.components {
        if let Some((modifier, span)) = c.modifiers.list.first() {
            diags.push(
                Diagnostic::error("E0117", "a component of a record has no modifiers", *span)
                    .label("not allowed here")
                    .note(if *modifier == Modifier::Final { "it is final as it is" } else { "leave it out" }),
            );
        }
        if has_brackets_behind(&c.ty, c.name.span) {
            diags.push(
                Diagnostic::error("E0117", "a component's brackets follow its type", c.span)
                    .label("brackets after the name"),
            );
        }
    }
}

/// Whether brackets of an array stand behind the name that it is the type of.
fn has_brackets_behind(ty: &ast::Type, name: Span) -> bool {
    match &ty.kind {
        ast::TypeExprKind::Array(of, dim) => dim.span.lo >= name.hi || has_brackets_behind(of, name),
        _ => false,
    }
}

fn check_class_modifiers(table: &ClassTable, class: ClassId, decl: &ast::TypeDecl, diags: &mut Vec<Diagnostic>) {
    use Modifier::*;
    let def = table.class(class);
    let mut allowed = vec![Abstract, Final, Strictfp, Value];
    match (def.outer, &def.local_scope) {
        (_, Some(_)) => allowed.extend((decl.kind != TypeKind::Class).then_some(Static)),
        (Some(outer), None) => {
            allowed.extend([Public, Static, Sealed, NonSealed]);
            allowed.extend((!table.is_interface(outer)).then_some([Protected, Private]).into_iter().flatten());
        }
        (None, None) => allowed.extend([Public, Sealed, NonSealed]),
    }
    let what = match decl.kind {
        TypeKind::Class if def.outer.is_none() => "a top-level class",
        TypeKind::Class if def.local_scope.is_some() => "a local class",
        TypeKind::Class => "a class",
        TypeKind::Interface | TypeKind::Annotation => "an interface",
        TypeKind::Enum => "an enum",
        TypeKind::Record => "a record",
    };
    match decl.kind {
        TypeKind::Class => {}
        TypeKind::Interface | TypeKind::Annotation => allowed.retain(|m| ![Final, Value].contains(m)),
        TypeKind::Enum => allowed.retain(|m| ![Final, Abstract, Sealed, NonSealed].contains(m)),
        TypeKind::Record => allowed.retain(|m| ![Abstract, Sealed, NonSealed].contains(m)),
    }
    check_modifiers(
        what,
        &decl.modifiers,
        &allowed,
        &[(Abstract, Final), (Sealed, Final), (Sealed, NonSealed), (Final, NonSealed)],
        diags,
    );
}

fn check_type_params(params: &[ast::TypeParam], diags: &mut Vec<Diagnostic>) {
    for (i, param) in params.iter().enumerate() {
        if let Some(earlier) = params[..i].iter().find(|p| p.name.name == param.name.name) {
            diags.push(
                Diagnostic::error(
                    "E0109",
                    format!("type variable `{}` is declared twice", param.name.name),
                    param.name.span,
                )
                .label("declared again here")
                .also(earlier.name.span, "first declared here"),
            );
        }
    }
}

fn check_field(table: &ClassTable, class: ClassId, field: &ast::FieldDecl, diags: &mut Vec<Diagnostic>) {
    use Modifier::*;
    let def = table.class(class);
    let is_interface = def.is_interface();
    let allowed: &[Modifier] = if is_interface {
        &[Public, Static, Final]
    } else {
        &[Public, Protected, Private, Static, Final, Transient, Volatile]
    };
    let fine = check_modifiers(
        if is_interface { "a field of an interface" } else { "a field" },
        &field.modifiers,
        allowed,
        &[(Final, Volatile)],
        diags,
    );
    let Some(first) = field.vars.first() else { return };
    if fine && def.kind == TypeKind::Record && !field.modifiers.has(Static) {
        diags.push(
            Diagnostic::error(
                "E0117",
                format!("a record has no instance fields but its components, and `{}` is one", first.name.name),
                first.name.span,
            )
            .label("make it a component, or static"),
        );
    }
    if is_interface {
        for var in field.vars.iter().filter(|v| v.init.is_none()) {
            diags.push(
                Diagnostic::error(
                    "E0117",
                    format!("field `{}` of an interface needs a value", var.name.name),
                    var.name.span,
                )
                .label("`= …` is missing"),
            );
        }
    }
}

fn check_method(
    table: &ClassTable,
    class: ClassId,
    method: &MethodDef,
    decl: &ast::MethodDecl,
    diags: &mut Vec<Diagnostic>,
) {
    use Modifier::*;
    let def = table.class(class);
    check_type_params(&decl.type_params, diags);
    if method.is_constructor() {
        if def.is_interface() {
            diags.push(
                Diagnostic::error("E0117", "an interface has no constructors", decl.name.span)
                    .label("not allowed here"),
            );
            return;
        }
        let allowed: &[Modifier] =
            if def.kind == TypeKind::Enum { &[Private, Local] } else { &[Public, Protected, Private, Local] };
        check_modifiers(
            if def.kind == TypeKind::Enum { "the constructor of an enum" } else { "a constructor" },
            &decl.modifiers,
            allowed,
            &[],
            diags,
        );
        if decl.body.is_none() {
            diags.push(
                Diagnostic::error("E0118", "a constructor needs a body", decl.name.span).label("`{ … }` is missing"),
            );
        }
        return;
    }
    let is_interface = def.is_interface();
    let allowed: &[Modifier] = if is_interface {
        &[Public, Private, Abstract, Static, Default, Strictfp, Local]
    } else {
        &[Public, Protected, Private, Abstract, Static, Final, Synchronized, Native, Strictfp, Local]
    };
    let clashes = [
        (Abstract, Private),
        (Abstract, Static),
        (Abstract, Final),
        (Abstract, Native),
        (Abstract, Synchronized),
        (Abstract, Strictfp),
        (Abstract, Default),
        (Default, Static),
        (Default, Private),
        (Native, Strictfp),
    ];
    if !check_modifiers(
        if is_interface { "a method of an interface" } else { "a method" },
        &decl.modifiers,
        allowed,
        &clashes,
        diags,
    ) {
        return;
    }
    check_accessor(table, class, method, decl, diags);
    let name = &decl.name;
    match (&decl.body, method.is_abstract, decl.modifiers.has(Native)) {
        (Some(body), true, _) if is_interface => diags.push(
            Diagnostic::error(
                "E0118",
                format!("`{}` of an interface has a body but is not `default`, `static` or `private`", name.name),
                name.span,
            )
            .label("abstract")
            .also(Span { lo: body.span.lo, hi: body.span.lo + 1 }, "its body"),
        ),
        (Some(_), true, _) => diags.push(
            Diagnostic::error("E0118", format!("`{}` is abstract and cannot have a body", name.name), name.span)
                .label("abstract, with a body"),
        ),
        (Some(_), false, true) => diags.push(
            Diagnostic::error("E0118", format!("`{}` is native and cannot have a body", name.name), name.span)
                .label("native, with a body"),
        ),
        (None, false, true) if method.native.is_none() && method.made.is_none() => diags.push(
            Diagnostic::error(
                "E0900",
                "not supported: `native` methods",
                decl.modifiers.span_of(Native).unwrap_or(name.span),
            )
            .label("there is no way to call C from here")
            .about(NATIVE)
            .note("write the method in the language itself"),
        ),
        (None, false, false) => {
            let diag =
                Diagnostic::error("E0118", format!("`{}` has no body and is not abstract", name.name), name.span)
                    .label("`{ … }` is missing");
            diags.push(diag);
        }
        _ => {}
    }
}

/// A written accessor of a record's component (JLS 8.10.3).
fn check_accessor(
    table: &ClassTable,
    class: ClassId,
    method: &MethodDef,
    decl: &ast::MethodDecl,
    diags: &mut Vec<Diagnostic>,
) {
    let def = table.class(class);
    let component = def.components.iter().map(|&f| table.field(f)).find(|f| f.name == method.name);
    let Some(component) = component.filter(|_| def.kind == TypeKind::Record && method.params.is_empty()) else {
        return;
    };
    let wrong = if !method.modifiers.has(Modifier::Public) {
        "it must be public".to_string()
    } else if method.is_static {
        "it must not be static".to_string()
    } else if !method.type_params.is_empty() {
        "it must not be generic".to_string()
    } else if !method.throws.is_empty() {
        "it must not declare exceptions".to_string()
    } else if !table.same_type(&method.ret, &component.ty) {
        format!("its result must be `{}`", table.display(&component.ty))
    } else {
        return;
    };
    diags.push(
        Diagnostic::error(
            "E0117",
            format!("`{}` is the accessor of a component: {wrong}", method.name),
            decl.name.span,
        )
        .label("not a valid accessor")
        .also(component.span, "the component"),
    );
}

/// Values are immutable through and through (their fields are values too).
fn check_value(table: &ClassTable, class: ClassId, diags: &mut Vec<Diagnostic>) {
    let def = table.class(class);
    if !def.is_value {
        return;
    }
    for &id in def.fields.values() {
        let field = table.field(id);
        if field.is_static || Some(id) == def.outer_this || table.is_value_type(&field.ty) {
            continue;
        }
        let mut diag = Diagnostic::error(
            "E0121",
            format!("field `{}` of the value `{}` is not a value", field.name, def.name),
            field.span,
        )
        .label(format!("`{}` can change, or has an identity", table.display(&field.ty)));
        if let Type::Array(elem, _) = &field.ty
            && table.is_value_type(elem)
        {
            diag = diag.note(format!("a value array `{}[[]]` is one", table.display(elem)));
        }
        if let Some(hint) = table.value_parameter_hint(&field.ty) {
            diag = diag.note(hint);
        }
        diags.push(diag);
    }
    if let Some(sup) = def.superclass.as_ref().and_then(Type::class_id) {
        let parent = table.class(sup);
        let harmless = parent.is_value
            || matches!(parent.name.as_str(), "java.lang.Object" | "java.lang.Enum" | "java.lang.Record");
        if !harmless {
            diags.push(
                Diagnostic::error(
                    "E0121",
                    format!("the value `{}` inherits from `{}`, which is none", def.name, parent.name),
                    def.span,
                )
                .label("not a value class"),
            );
        }
    }
    if def.is_inner {
        diags.push(
            Diagnostic::error(
                "E0121",
                format!("the value `{}` would hold an enclosing instance, which is not a value", def.name),
                def.span,
            )
            .label("make it static"),
        );
    }
}

/// A catch clause could not tell parameterisations of an exception apart (JLS 8.1.2).
fn check_throwable(table: &ClassTable, class: ClassId, diags: &mut Vec<Diagnostic>) {
    let def = table.class(class);
    let throwable = table.library_type("java.lang.Throwable");
    if !def.type_params.is_empty() && !throwable.is_error() && table.is_subtype(&Type::class(class), &throwable) {
        diags.push(
            Diagnostic::error(
                "E0132",
                format!("`{}` is generic and cannot be thrown", def.name),
                def.decl.as_ref().and_then(|d| d.extends.first()).map_or(def.span, |t| t.span),
            )
            .label("inherits from `Throwable`")
            .also(def.span, "has type parameters"),
        );
    }
}
