//! The members of a class: fields, methods, and what a record, an enum or a class without a constructor gets.

use super::*;

pub(super) fn declare_members(table: &mut ClassTable, id: ClassId, diags: &mut Vec<Diagnostic>) {
    let Some(decl) = table.class(id).decl.clone() else { return };
    if decl.kind == TypeKind::Annotation {
        return;
    }
    if table.class(id).is_inner
        && let Some(outer) = table.class(id).outer
    {
        let ty = Type::Class(table.this_type(outer));
        let field = made_field(table, id, "this$0", ty, &[Modifier::Final], table.class(id).span);
        table.class_mut(id).outer_this = Some(field);
    }
    for constant in &decl.constants {
        let ty = Type::Class(table.this_type(id));
        duplicate_field(table, id, &constant.name, diags);
        let field = made_field(
            table,
            id,
            &constant.name.name,
            ty,
            &[Modifier::Public, Modifier::Static, Modifier::Final],
            constant.name.span,
        );
        table.class_mut(id).constants.push(EnumConstantDef { field, body: None });
    }
    let scope = table.class_scope(id, false);
    for component in &decl.components {
        let name = component.name.name.as_str();
        if matches!(name, "clone" | "finalize" | "getClass" | "hashCode" | "notify" | "notifyAll" | "toString" | "wait")
        {
            diags.push(
                Diagnostic::error("E0136", format!("a component cannot be called `{name}`"), component.name.span)
                    .label("its accessor would be a method of `Object`")
                    .note("choose another name"),
            );
        }
        duplicate_field(table, id, &component.name, diags);
        let ty = table.resolve_declarator(&scope, &component.ty, &[], diags);
        let field =
            made_field(table, id, &component.name.name, ty, &[Modifier::Private, Modifier::Final], component.name.span);
        table.class_mut(id).components.push(field);
    }
    for member in &decl.members {
        match member {
            ast::Member::Field(field) => declare_field(table, id, field, diags),
            ast::Member::Method(method) => declare_method(table, id, method, diags),
            ast::Member::Init { .. } | ast::Member::Type(_) => {}
        }
    }
    declare_made_members(table, id, &decl);
}

pub(super) fn made_field(
    table: &mut ClassTable,
    class: ClassId,
    name: &str,
    ty: Type,
    modifiers: &[Modifier],
    span: Span,
) -> FieldId {
    let mut list = ast::Modifiers::default();
    imply(&mut list, modifiers);
    table.add_field(FieldDef {
        class,
        name: name.into(),
        ty,
        is_static: list.has(Modifier::Static),
        is_final: list.has(Modifier::Final),
        modifiers: list,
        constant: ConstantState::NotConstant,
        init: None,
        span,
    })
}

pub(super) fn duplicate_field(table: &ClassTable, class: ClassId, name: &ast::Ident, diags: &mut Vec<Diagnostic>) {
    if let Some(&earlier) = table.class(class).fields.get(&name.name) {
        diags.push(
            Diagnostic::error("E0109", format!("field `{}` is declared twice", name.name), name.span)
                .label("declared again here")
                .also(table.field(earlier).span, "first declared here"),
        );
    }
}

pub(super) fn declare_field(
    table: &mut ClassTable,
    class: ClassId,
    field: &ast::FieldDecl,
    diags: &mut Vec<Diagnostic>,
) {
    let mut modifiers = field.modifiers.clone();
    if table.is_interface(class) {
        imply(&mut modifiers, &[Modifier::Public, Modifier::Static, Modifier::Final]);
    }
    let is_static = modifiers.has(Modifier::Static);
    if table.class(class).is_value && !is_static {
        imply(&mut modifiers, &[Modifier::Final]);
    }
    let is_final = modifiers.has(Modifier::Final);
    let scope = table.class_scope(class, is_static);
    let mut first = true;
    for var in &field.vars {
        duplicate_field(table, class, &var.name, diags);
        // The type is written once for all: its errors are reported once.
        let mut repeated = Vec::new();
        let ty = table.resolve_declarator(
            &scope,
            &field.ty,
            &var.extra_dims,
            if first { &mut *diags } else { &mut repeated },
        );
        first = false;
        let may_be_constant = is_final && (matches!(ty, Type::Prim(_)) || table.is_string(&ty)) && var.init.is_some();
        table.add_field(FieldDef {
            class,
            name: var.name.name.clone(),
            ty,
            modifiers: modifiers.clone(),
            is_static,
            is_final,
            constant: if may_be_constant { ConstantState::Unevaluated } else { ConstantState::NotConstant },
            init: var.init.clone(),
            span: var.name.span,
        });
    }
}

pub(super) fn declare_method(
    table: &mut ClassTable,
    class: ClassId,
    decl: &Arc<ast::MethodDecl>,
    diags: &mut Vec<Diagnostic>,
) {
    let def = table.class(class);
    let (kind, is_interface) = (def.kind, def.is_interface());
    let is_constructor = decl.kind != ast::MethodKind::Method;
    if is_constructor && decl.name.name != def.simple_name {
        diags.push(
            Diagnostic::error("E0118", format!("method `{}` has no result type", decl.name.name), decl.name.span)
                .label("a result type is missing")
                .suggest(
                    "a method that returns nothing is `void`",
                    Span { lo: decl.name.span.lo, hi: decl.name.span.lo },
                    "void ",
                ),
        );
        return;
    }
    let mut modifiers = decl.modifiers.clone();
    if is_interface {
        if !modifiers.has(Modifier::Private) {
            imply(&mut modifiers, &[Modifier::Public]);
        }
        if ![Modifier::Default, Modifier::Static, Modifier::Private].into_iter().any(|m| modifiers.has(m)) {
            imply(&mut modifiers, &[Modifier::Abstract]);
        }
    }
    if is_constructor && kind == TypeKind::Enum {
        imply(&mut modifiers, &[Modifier::Private]);
    }
    let is_static = modifiers.has(Modifier::Static);
    let type_params = new_type_vars(table, &decl.type_params);
    let mut scope = table.class_scope(class, is_static);
    scope.type_vars = type_params.iter().map(|&v| (table.type_var(v).name.clone(), v)).collect();
    resolve_bounds(table, &scope, &decl.type_params, &type_params, diags);
    let compact = decl.kind == ast::MethodKind::CompactConstructor;
    let (params, param_names, varargs) = if compact {
        record_params(table, class)
    } else {
        let params = decl.params.iter().map(|p| table.resolve_declarator(&scope, &p.ty, &[], diags)).collect();
        let names = decl.params.iter().map(|p| p.name.name.clone()).collect();
        (params, names, decl.params.last().is_some_and(|p| p.varargs))
    };
    if let Some((_, before)) = decl.params.split_last()
        && let Some(p) = before.iter().find(|p| p.varargs)
    {
        diags.push(
            Diagnostic::error(
                "E0135",
                format!("`{}` takes any number of arguments, so no parameter can follow", p.name.name),
                p.name.span,
            )
            .label("must be the last parameter"),
        );
    }
    if is_constructor && kind == TypeKind::Record {
        canonical(table, class, decl, &modifiers, &params, &param_names, diags);
    }
    let ret = decl.ret.as_ref().map_or(Type::Void, |t| table.resolve_type(&scope, t, diags));
    let mut throws = Vec::new();
    for written in &decl.throws {
        let ty = table.resolve_type(&scope, written, diags);
        let throwable = table.library_type("java.lang.Throwable");
        if ty.is_error() || throwable.is_error() {
            continue;
        }
        if !table.is_subtype(&ty, &throwable) {
            diags.push(
                Diagnostic::error("E0124", format!("`{}` cannot be thrown", table.display(&ty)), written.span)
                    .label("not a subclass of `Throwable`"),
            );
            continue;
        }
        throws.push(ty);
    }
    let name: SmolStr = if is_constructor { "<init>".into() } else { decl.name.name.clone() };
    let native = native_name(&modifiers);
    let made = native.as_deref().and_then(Made::of_program);
    let new = MethodDef {
        class,
        name,
        is_static,
        is_abstract: modifiers.has(Modifier::Abstract),
        native: native.filter(|_| made.is_none()),
        modifiers,
        type_params,
        hidden: if is_constructor { hidden_params(table, class) } else { Vec::new() },
        params,
        param_names,
        varargs,
        ret,
        throws,
        made,
        decl: Some(decl.clone()),
        name_span: decl.name.span,
        span: decl.span,
    };
    if !duplicate_method(table, class, &new, diags) {
        table.add_method(new);
    }
}

/// A canonical constructor has its components' names, is as accessible as its record, has no type parameters and declares no
/// exceptions; any other constructor begins by calling one of the record (JLS 8.10.4).
pub(super) fn canonical(
    table: &ClassTable,
    class: ClassId,
    decl: &ast::MethodDecl,
    modifiers: &ast::Modifiers,
    params: &[Type],
    names: &[SmolStr],
    diags: &mut Vec<Diagnostic>,
) {
    let (types, components, _) = record_params(table, class);
    let calls = decl.body.as_ref().and_then(|b| b.stmts.first()).filter(|s| {
        let ast::StmtKind::ConstructorCall { is_super, .. } = &s.kind else { return false };
        !is_super || types == params
    });
    let mut wrong = |title: String, span: Span, label: &str| {
        diags.push(Diagnostic::error("E0136", title, span).label(label));
    };
    if types != params {
        // A library's bodies are read when they are asked for.
        if calls.is_none() && !table.class(class).is_library {
            let title = format!("this constructor of the record `{}` calls no other", table.class(class).name);
            wrong(
                title,
                decl.name.span,
                "must begin with `this(…)`: the canonical one gives the components their values",
            );
        }
        return;
    }
    if let Some(call) = calls {
        wrong("a canonical constructor calls no other constructor".into(), call.span, "not here");
        return;
    }
    if let Some(p) = decl.type_params.first() {
        wrong("a canonical constructor has no type parameters".into(), p.name.span, "not allowed here");
        return;
    }
    if let Some(thrown) = decl.throws.first() {
        wrong("a canonical constructor declares no exceptions".into(), thrown.span, "not allowed here");
        return;
    }
    if let Some((name, component)) = names.iter().zip(&components).find(|(a, b)| a != b) {
        diags.push(
            Diagnostic::error(
                "E0136",
                format!("the canonical constructor's parameter `{name}` must be named `{component}`"),
                decl.name.span,
            )
            .label("names differ from the record's components"),
        );
        return;
    }
    let rank = |m: &ast::Modifiers| {
        if m.has(Modifier::Public) {
            3
        } else if m.has(Modifier::Protected) {
            2
        } else {
            i32::from(!m.has(Modifier::Private))
        }
    };
    if rank(modifiers) < rank(&table.class(class).modifiers) {
        diags.push(
            Diagnostic::error(
                "E0136",
                format!("the canonical constructor must be as accessible as `{}`", table.class(class).name),
                decl.name.span,
            )
            .label("less accessible than the record"),
        );
    }
}

/// Two methods of a class must differ in their erased parameter types (JLS 8.4.2, 8.4.8.3).
pub(super) fn duplicate_method(
    table: &ClassTable,
    class: ClassId,
    new: &MethodDef,
    diags: &mut Vec<Diagnostic>,
) -> bool {
    let def = table.class(class);
    let others =
        if new.is_constructor() { &def.constructors[..] } else { def.methods.get(&new.name).map_or(&[][..], |m| m) };
    let erased = |types: &[Type]| types.iter().map(|t| table.erasure(t)).collect::<Vec<_>>();
    for &other in others {
        let other = table.method(other);
        let known = !new.params.iter().any(Type::is_error);
        if known && other.params.len() == new.params.len() && erased(&other.params) == erased(&new.params) {
            let what = if new.is_constructor() {
                format!("constructor `{}`", def.simple_name)
            } else {
                format!("method `{}`", new.name)
            };
            let shown = table.display_list(&new.params);
            let mut diag =
                Diagnostic::error("E0110", format!("{what} with parameters {shown} is declared twice"), new.name_span)
                    .label("declared again here")
                    .also(other.name_span, "first declared here");
            if other.params != new.params {
                diag = diag.note("type arguments do not tell methods apart: both have the same erased parameters");
            }
            diags.push(diag);
            return true;
        }
    }
    false
}

pub(super) fn native_name(modifiers: &ast::Modifiers) -> Option<SmolStr> {
    let annotation = modifiers.annotations.iter().find(|a| a.name.parts.last().is_some_and(|p| p.name == "Native"))?;
    match annotation.args.first().map(|(_, e)| &e.kind) {
        Some(ast::ExprKind::Literal(ast::Literal::String(units))) => Some(String::from_utf16_lossy(units).into()),
        _ => None,
    }
}

pub(super) fn hidden_params(table: &ClassTable, class: ClassId) -> Vec<(SmolStr, Type)> {
    let def = table.class(class);
    let of_enum = def.kind == TypeKind::Enum
        || def.superclass.as_ref().and_then(Type::class_id).is_some_and(|s| table.class(s).kind == TypeKind::Enum);
    if of_enum {
        return vec![("$name".into(), table.string()), ("$ordinal".into(), Type::INT)];
    }
    match def.outer {
        Some(outer) if def.is_inner => vec![("this$0".into(), Type::Class(table.this_type(outer)))],
        _ => Vec::new(),
    }
}

pub(super) fn record_params(table: &ClassTable, class: ClassId) -> (Vec<Type>, Vec<SmolStr>, bool) {
    let def = table.class(class);
    let types = def.components.iter().map(|&f| table.field(f).ty.clone()).collect();
    let names = def.components.iter().map(|&f| table.field(f).name.clone()).collect();
    let varargs = def.decl.as_ref().is_some_and(|d| d.components.last().is_some_and(|p| p.varargs));
    (types, names, varargs)
}

/// Constructors, accessors and the like that the source leaves out (JLS 8.8.9, 8.9.3, 8.10.3).
pub(super) fn declare_made_members(table: &mut ClassTable, id: ClassId, decl: &ast::TypeDecl) {
    let access = [Modifier::Public, Modifier::Protected, Modifier::Private]
        .into_iter()
        .find(|&m| table.class(id).modifiers.has(m));
    let this = Type::Class(table.this_type(id));
    let is_class = !table.is_interface(id);
    if decl.kind == TypeKind::Record {
        let (params, names, varargs) = record_params(table, id);
        let canonical = table.class(id).constructors.iter().any(|&c| {
            let erased = |types: &[Type]| types.iter().map(|t| table.erasure(t)).collect::<Vec<_>>();
            erased(&table.method(c).params) == erased(&params)
        });
        if !canonical {
            let method =
                made_method(table, id, "<init>", access.as_slice(), params, Type::Void, Made::RecordConstructor);
            table.method_mut(method).param_names = names;
            table.method_mut(method).varargs = varargs;
        }
        for field in table.class(id).components.clone() {
            let (name, ty) = (table.field(field).name.clone(), table.field(field).ty.clone());
            if !declares(table, id, &name, &[]) {
                made_method(table, id, &name, &[Modifier::Public], Vec::new(), ty, Made::RecordAccessor(field));
            }
        }
    } else if is_class && table.class(id).constructors.is_empty() {
        let modifiers: Vec<Modifier> =
            if decl.kind == TypeKind::Enum { vec![Modifier::Private] } else { access.into_iter().collect() };
        let method = made_method(table, id, "<init>", &modifiers, Vec::new(), Type::Void, Made::DefaultConstructor);
        table.method_mut(method).hidden = hidden_params(table, id);
    }
    if decl.kind == TypeKind::Enum {
        let string = table.string();
        made_method(
            table,
            id,
            "values",
            &[Modifier::Public, Modifier::Static],
            Vec::new(),
            Type::array(this.clone()),
            Made::EnumValues,
        );
        let value_of = made_method(
            table,
            id,
            "valueOf",
            &[Modifier::Public, Modifier::Static],
            vec![string],
            this,
            Made::EnumValueOf,
        );
        table.method_mut(value_of).param_names = vec!["name".into()];
    }
    let by_contents = decl.kind == TypeKind::Record
        || (table.class(id).is_value && decl.kind == TypeKind::Class && !table.class(id).is_abstract());
    if by_contents {
        let (object, string) = (table.object(), table.string());
        if !declares(table, id, "equals", std::slice::from_ref(&object)) {
            let equals =
                made_method(table, id, "equals", &[Modifier::Public], vec![object], Type::BOOLEAN, Made::Equals);
            table.method_mut(equals).param_names = vec!["other".into()];
        }
        if !declares(table, id, "hashCode", &[]) {
            made_method(table, id, "hashCode", &[Modifier::Public], Vec::new(), Type::INT, Made::HashCode);
        }
        if !declares(table, id, "toString", &[]) {
            made_method(table, id, "toString", &[Modifier::Public], Vec::new(), string, Made::ToString);
        }
    }
}

pub(super) fn declares(table: &ClassTable, class: ClassId, name: &str, params: &[Type]) -> bool {
    table.class(class).methods.get(name).is_some_and(|all| all.iter().any(|&m| table.method(m).params == params))
}

pub(super) fn made_method(
    table: &mut ClassTable,
    class: ClassId,
    name: &str,
    modifiers: &[Modifier],
    params: Vec<Type>,
    ret: Type,
    made: Made,
) -> MethodId {
    let mut list = ast::Modifiers::default();
    imply(&mut list, modifiers);
    let span = table.class(class).span;
    table.add_method(MethodDef {
        class,
        name: name.into(),
        is_static: list.has(Modifier::Static),
        is_abstract: false,
        modifiers: list,
        type_params: Vec::new(),
        hidden: Vec::new(),
        param_names: (0..params.len()).map(|i| format!("arg{i}").into()).collect(),
        params,
        varargs: false,
        ret,
        throws: Vec::new(),
        native: None,
        made: Some(made),
        decl: None,
        name_span: span,
        span,
    })
}

/// `A { … }` in an enum: an anonymous subclass.
pub(super) fn declare_constant_bodies(table: &mut ClassTable, id: ClassId, diags: &mut Vec<Diagnostic>) {
    let Some(decl) = table.class(id).decl.clone() else { return };
    for (i, constant) in decl.constants.iter().enumerate() {
        let Some(members) = &constant.body else { continue };
        let scope = table.class_scope(id, true);
        let this = Type::Class(table.this_type(id));
        let body = declare_anonymous_class(table, this, members, constant.name.span, &scope, diags);
        if let Some(def) = table.class_mut(id).constants.get_mut(i) {
            def.body = Some(body);
        }
    }
    // An enum whose constants all have bodies may leave methods to them (JLS 8.9).
    let all_have_bodies = !decl.constants.is_empty() && decl.constants.iter().all(|c| c.body.is_some());
    if decl.kind == TypeKind::Enum && all_have_bodies && !table.unimplemented_methods(id).is_empty() {
        imply(&mut table.class_mut(id).modifiers, &[Modifier::Abstract]);
    }
}
