//! Step 1: every class, field and method of every file enters the table; the types in their headers are resolved and
//! inheritance is checked. What remains for `body` is what stands inside braces and after `=`.
//!
//! In order, each over all classes: names (so that every header may use every class), imports, type parameters and headers,
//! members, checks ([`super::inherit`]). Local and anonymous classes go the same way one at a time, when `body` meets them.

mod members;

use super::inherit::check_class;
use super::scope::{OTHER_LIBRARIES, Scope, UnitScope, no_package};
use super::table::{ClassDef, ClassTable, ConstantState, EnumConstantDef, FieldDef, Made, MethodDef};
use super::types::{Type, TypeVar, TypeVarId};
use members::{declare_constant_bodies, declare_members};
use smol_str::SmolStr;
use somd_hir::{ClassId, FieldId, MethodId};
use somd_syntax::ast::{self, Modifier, TypeKind};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// `units`: each file's tree, and whether it is part of the library. `trusts_library`: of the library's classes, what they owe their
/// supertypes is not checked again. `import_place`: where a further import of a file goes, and what follows it there.
pub fn declare(
    units: &[(ast::CompilationUnit, bool)],
    trusts_library: bool,
    import_place: &dyn Fn(&ast::CompilationUnit) -> Option<(Span, &'static str)>,
    diags: &mut Vec<Diagnostic>,
) -> ClassTable {
    let mut table = ClassTable::default();
    table.trusts_library = trusts_library;
    for (tree, is_library) in units {
        let package = tree.package.as_ref().map(dotted).unwrap_or_default();
        let import_at = if *is_library { None } else { import_place(tree) };
        table.units.push(UnitScope { package, is_library: *is_library, import_at, ..UnitScope::default() });
        let unit = table.units.len() - 1;
        for decl in &tree.types {
            enter_top_level(&mut table, unit, decl, diags);
        }
    }
    for (unit, (tree, _)) in units.iter().enumerate() {
        resolve_imports(&mut table, unit, &tree.imports, diags);
    }
    let all = 0..table.classes.len();
    complete(&mut table, all, diags);
    for (unit, (tree, _)) in units.iter().enumerate() {
        check_static_imports(&table, unit, &tree.imports, diags);
        super::annotations::check_left_out(&table, unit, &tree.left_out_annotations, diags);
        super::annotations::check_loops(&tree.loop_annotations, diags);
    }
    table
}

/// A class declared in a block, and all classes in it. The caller puts it into the scope of what follows it; inside itself it
/// is in scope already. `scope.is_static` says whether it has an enclosing instance.
pub fn declare_local_class(
    table: &mut ClassTable,
    decl: &Arc<ast::TypeDecl>,
    scope: &Scope,
    diags: &mut Vec<Diagnostic>,
) -> ClassId {
    let from = table.classes.len();
    let id = enter_nested(table, decl.clone(), scope.unit, scope.class, Some(scope), diags);
    let inside = Scope {
        local_classes: scope.local_classes.iter().cloned().chain([(decl.name.name.clone(), id)]).collect(),
        ..scope.clone()
    };
    table.class_mut(id).local_scope = Some(Rc::new(inside));
    let to = table.classes.len();
    complete(table, from..to, diags);
    id
}

/// `new S(…) { members }`: `supertype` is `S` (class or interface), resolved and inferred. It has one constructor
/// (`Made::DefaultConstructor`) without declared parameters; `body` gives it those of the super constructor that it picks,
/// through [`ClassTable::method_mut`].
pub fn declare_anonymous_class(
    table: &mut ClassTable,
    supertype: Type,
    members: &[ast::Member],
    span: Span,
    scope: &Scope,
    diags: &mut Vec<Diagnostic>,
) -> ClassId {
    let decl = ast::TypeDecl {
        kind: TypeKind::Class,
        modifiers: ast::Modifiers::default(),
        name: ast::Ident { name: SmolStr::default(), span },
        type_params: Vec::new(),
        components: Vec::new(),
        extends: Vec::new(),
        implements: Vec::new(),
        permits: Vec::new(),
        constants: Vec::new(),
        members: members.to_vec(),
        span,
    };
    let from = table.classes.len();
    let id = enter_nested(table, Arc::new(decl), scope.unit, scope.class, Some(scope), diags);
    if supertype.class_id().is_some_and(|c| table.is_interface(c)) {
        table.class_mut(id).interfaces = vec![supertype];
        table.class_mut(id).superclass = object_superclass(table);
    } else {
        table.class_mut(id).superclass = if supertype.is_error() { object_superclass(table) } else { Some(supertype) };
    }
    let to = table.classes.len();
    complete(table, from..to, diags);
    id
}

/// Everything after the names, for a range of new classes.
fn complete(table: &mut ClassTable, range: Range<usize>, diags: &mut Vec<Diagnostic>) {
    let ids = || range.clone().map(|i| ClassId(i as u32));
    ids().for_each(|id| enter_type_params(table, id));
    // Twice: member types that a header names may be inherited through headers that come later. The second time all are
    // known, so only its messages count.
    ids().for_each(|id| resolve_header(table, id, &mut Vec::new()));
    ids().for_each(|id| resolve_header(table, id, diags));
    report_qualified_cycles(table, range.clone(), diags);
    ids().for_each(|id| declare_members(table, id, diags));
    ids().for_each(|id| declare_constant_bodies(table, id, diags));
    let trusted = |id: &ClassId| table.trusts_library && table.class(*id).is_library;
    ids().filter(|id| !trusted(id)).for_each(|id| check_class(table, id, diags));
}

pub(super) fn dotted(name: &ast::QualName) -> SmolStr {
    name.parts.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(".").into()
}

fn object_superclass(table: &ClassTable) -> Option<Type> {
    table.object().as_class().map(|c| Type::Class(c.clone()))
}

fn imply(modifiers: &mut ast::Modifiers, implied: &[Modifier]) {
    for &m in implied {
        if !modifiers.has(m) {
            modifiers.list.push((m, Span::NONE));
        }
    }
}

// ---- names ----------------------------------------------------------------------------------------------------------

fn enter_top_level(table: &mut ClassTable, unit: usize, decl: &Arc<ast::TypeDecl>, diags: &mut Vec<Diagnostic>) {
    let package = table.units[unit].package.clone();
    let name: SmolStr =
        if package.is_empty() { decl.name.name.clone() } else { format!("{package}.{}", decl.name.name).into() };
    if let Some(&earlier) = table.by_name.get(&name) {
        let at = table.class(earlier).span;
        let mut diag = Diagnostic::error("E0101", format!("class `{name}` is declared twice"), decl.name.span)
            .label("declared again here");
        if !table.class(earlier).is_library {
            diag = diag.also(at, "first declared here");
        }
        diags.push(diag);
        return;
    }
    let id = enter_nested(table, decl.clone(), unit, None, None, diags);
    if !package.is_empty() {
        table.in_packages.entry(package).or_default().insert(decl.name.name.clone(), id);
    }
    table.by_name.insert(name, id);
}

/// Enters a class and its member classes. `around` is set for local and anonymous classes.
fn enter_nested(
    table: &mut ClassTable,
    decl: Arc<ast::TypeDecl>,
    unit: usize,
    outer: Option<ClassId>,
    around: Option<&Scope>,
    diags: &mut Vec<Diagnostic>,
) -> ClassId {
    let package = table.units[unit].package.clone();
    let simple = decl.name.name.clone();
    let (name, binary_name): (SmolStr, SmolStr) = match outer {
        None if package.is_empty() => (simple.clone(), simple.clone()),
        None => (format!("{package}.{simple}").into(), format!("{package}.{simple}").into()),
        Some(outer) => {
            let (name, binary) = (table.class(outer).name.clone(), table.class(outer).binary_name.clone());
            if around.is_some() {
                let (number, local) = table.local_binary_name(&binary, &simple);
                (
                    format!("{name}.{}", if simple.is_empty() { number.to_string() } else { simple.to_string() })
                        .into(),
                    local,
                )
            } else {
                (format!("{name}.{simple}").into(), format!("{binary}${simple}").into())
            }
        }
    };
    let in_interface = outer.is_some_and(|o| table.is_interface(o)) && around.is_none();
    let mut modifiers = decl.modifiers.clone();
    let implicitly_static = in_interface || decl.kind != TypeKind::Class;
    if outer.is_some() && implicitly_static {
        imply(&mut modifiers, &[Modifier::Static]);
    }
    if in_interface {
        imply(&mut modifiers, &[Modifier::Public]);
    }
    match decl.kind {
        TypeKind::Interface | TypeKind::Annotation => imply(&mut modifiers, &[Modifier::Abstract]),
        TypeKind::Record => imply(&mut modifiers, &[Modifier::Final]),
        TypeKind::Enum if decl.constants.iter().all(|c| c.body.is_none()) => imply(&mut modifiers, &[Modifier::Final]),
        // Its constants' bodies are all that inherits from it (JLS 8.9).
        TypeKind::Enum => imply(&mut modifiers, &[Modifier::Sealed]),
        TypeKind::Class if simple.is_empty() && around.is_some() => imply(&mut modifiers, &[Modifier::Final]),
        TypeKind::Class if modifiers.has(Modifier::Value) && !modifiers.has(Modifier::Abstract) => {
            imply(&mut modifiers, &[Modifier::Final])
        }
        TypeKind::Class => {}
    }
    let is_inner = outer.is_some() && !modifiers.has(Modifier::Static) && around.is_none_or(|s| !s.is_static);
    let id = table.add_class(ClassDef {
        is_value: modifiers.has(Modifier::Value),
        is_library: table.units[unit].is_library,
        is_inner,
        package,
        outer,
        unit,
        modifiers,
        local_scope: around.map(|s| Rc::new(s.clone())),
        decl: Some(decl.clone()),
        span: decl.name.span,
        ..ClassDef::new(decl.kind, simple, name, binary_name)
    });
    for member in &decl.members {
        let ast::Member::Type(inner) = member else { continue };
        let mut enclosing = Some(id);
        while let Some(class) = enclosing {
            if table.class(class).simple_name == inner.name.name && !inner.name.name.is_empty() {
                diags.push(
                    Diagnostic::error(
                        "E0101",
                        format!("class `{}` has the name of a class around it", inner.name.name),
                        inner.name.span,
                    )
                    .label("this name is taken")
                    .also(table.class(class).span, "by this class"),
                );
            }
            enclosing = table.class(class).outer;
        }
        if let Some(&earlier) = table.class(id).member_types.get(&inner.name.name) {
            diags.push(
                Diagnostic::error("E0101", format!("class `{}` is declared twice", inner.name.name), inner.name.span)
                    .label("declared again here")
                    .also(table.class(earlier).span, "first declared here"),
            );
            continue;
        }
        let inner_id = enter_nested(table, inner.clone(), unit, Some(id), None, diags);
        table.member_type_names.insert(inner.name.name.clone());
        table.class_mut(id).member_types.insert(inner.name.name.clone(), inner_id);
    }
    id
}

// ---- imports --------------------------------------------------------------------------------------------------------

fn resolve_imports(table: &mut ClassTable, unit: usize, imports: &[ast::Import], diags: &mut Vec<Diagnostic>) {
    let mut scope = std::mem::take(&mut table.units[unit]);
    table.units[unit].package = scope.package.clone();
    for import in imports {
        let name = dotted(&import.name);
        let last = import.name.parts.last().map(|p| p.name.clone()).unwrap_or_default();
        match (import.is_static, import.on_demand) {
            (false, false) => match table.find_class(&name) {
                Some(id) => match scope.single.iter().find(|(n, other)| *n == last && *other != id) {
                    Some(&(_, other)) => {
                        diags.push(imported_twice(&last, &table.class(other).name, &name, import.name.span));
                    }
                    None => {
                        if let Some((_, other, _)) = scope.missing.iter().find(|(n, ..)| *n == last) {
                            diags.push(imported_twice(&last, other, &name, import.name.span));
                        }
                        scope.single.push((last, id));
                    }
                },
                None if name.rsplit_once('.').is_some_and(|(package, simple)| may_have(package, simple)) => {
                    let other =
                        scope.single.iter().find(|(n, _)| *n == last).map(|&(_, id)| table.class(id).name.as_str());
                    let other = other.or(scope.missing.iter().find(|(n, ..)| *n == last).map(|(_, n, _)| n.as_str()));
                    if let Some(other) = other.filter(|other| *other != name) {
                        diags.push(imported_twice(&last, other, &name, import.name.span));
                    }
                    scope.missing.push((last, name.to_string(), import.name.span));
                }
                None => {
                    scope.failed.push(last);
                    diags.push(table.unknown_qualified(&name, import.name.span));
                }
            },
            (false, true) => {
                if let Some(id) = table.find_class(&name) {
                    scope.member_types.push(id);
                } else if table.is_package(&name) || OWN_PACKAGES.contains(&name.as_str()) {
                    scope.packages.push(name);
                } else if is_jdk_package(&name) {
                    scope.lacks.push(name);
                } else {
                    scope.foreign_types = true;
                    diags.push(no_package(&name, import.name.span).about(OTHER_LIBRARIES));
                }
            }
            (true, on_demand) => {
                let class_name = if on_demand { name.as_str() } else { name.rsplit_once('.').map_or("", |(c, _)| c) };
                match table.find_class(class_name) {
                    Some(id) if on_demand => scope.static_all.push(id),
                    Some(id) => scope.static_single.push((id, last)),
                    None => {
                        scope.foreign_members |= on_demand;
                        scope.failed.push(last);
                        diags.push(table.unknown_qualified(class_name, import.name.span));
                    }
                }
            }
        }
    }
    for implicit in ["java.lang", "somd"] {
        if !scope.packages.iter().any(|p| p == implicit) {
            scope.packages.push(implicit.into());
        }
    }
    table.units[unit] = scope;
}

fn imported_twice(simple: &str, first: &str, second: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E0103", format!("`{simple}` is imported twice, as `{first}` and as `{second}`"), span)
        .label("a second meaning of the same name")
}

/// Whether a package of Java's own library may have a class that this one lacks.
pub(super) fn may_have(package: &str, simple: &str) -> bool {
    match ABSENT.iter().find(|(known, _)| *known == package) {
        Some((_, absent)) => absent.contains(&simple),
        None => is_jdk_package(package),
    }
}

/// Whether a package is known to have a class that this library lacks.
pub(super) fn is_absent(package: &str, simple: &str) -> bool {
    ABSENT.iter().any(|(known, absent)| *known == package && absent.contains(&simple))
}

/// Packages of which all that is not here is known.
const ABSENT: &[(&str, &[&str])] = &[
    (
        "java.io",
        &[
            "CharConversionException",
            "Console",
            "FilePermission",
            "FilterReader",
            "FilterWriter",
            "IOError",
            "InterruptedIOException",
            "InvalidClassException",
            "LineNumberInputStream",
            "NotActiveException",
            "ObjectInputFilter",
            "ObjectInputValidation",
            "ObjectStreamClass",
            "ObjectStreamConstants",
            "ObjectStreamField",
            "OptionalDataException",
            "PipedInputStream",
            "PipedOutputStream",
            "PipedReader",
            "PipedWriter",
            "Serial",
            "SerializablePermission",
            "StreamCorruptedException",
            "StringBufferInputStream",
            "WriteAbortedException",
        ],
    ),
    (
        "java.lang",
        &[
            "BootstrapMethodError",
            "ClassCircularityError",
            "ClassFormatError",
            "ClassValue",
            "Compiler",
            "EnumConstantNotPresentException",
            "IllegalAccessError",
            "IllegalCallerException",
            "IllegalThreadStateException",
            "InheritableThreadLocal",
            "InstantiationError",
            "LayerInstantiationException",
            "Module",
            "ModuleLayer",
            "NoSuchFieldError",
            "NoSuchMethodError",
            "Package",
            "Process",
            "ProcessBuilder",
            "ProcessHandle",
            "RuntimePermission",
            "SecurityManager",
            "StackWalker",
            "ThreadDeath",
            "ThreadGroup",
            "TypeNotPresentException",
            "UnknownError",
            "UnsatisfiedLinkError",
            "UnsupportedClassVersionError",
            "VerifyError",
        ],
    ),
    ("java.math", &[]),
    (
        "java.text",
        &[
            "AttributedCharacterIterator",
            "AttributedString",
            "Bidi",
            "BreakIterator",
            "CharacterIterator",
            "CollationElementIterator",
            "CollationKey",
            "Collator",
            "CompactNumberFormat",
            "DateFormatSymbols",
            "Normalizer",
            "RuleBasedCollator",
            "StringCharacterIterator",
        ],
    ),
    ("java.time", &["Clock", "InstantSource", "OffsetDateTime", "OffsetTime", "ZoneId", "ZoneOffset", "ZonedDateTime"]),
    (
        "java.util",
        &[
            "Currency",
            "EventListenerProxy",
            "IllformedLocaleException",
            "InvalidPropertiesFormatException",
            "PropertyPermission",
            "ServiceConfigurationError",
            "ServiceLoader",
            "SimpleTimeZone",
            "Timer",
            "TimerTask",
            "TooManyListenersException",
        ],
    ),
    ("java.util.function", &[]),
    ("java.util.regex", &[]),
    ("java.util.stream", &["BaseStream"]),
];

/// Packages of the library beside Java's. Only files whose classes a program names are read, so none may be there.
const OWN_PACKAGES: [&str; 2] = ["somd", "somd.io"];

/// Packages of Java's own library, which this one may lack: importing all of one is no error, using what is missing is.
pub(super) fn is_jdk_package(name: &str) -> bool {
    const KNOWN: [&str; 15] = [
        "java.applet",
        "java.awt",
        "java.beans",
        "java.io",
        "java.lang",
        "java.math",
        "java.net",
        "java.nio",
        "java.rmi",
        "java.security",
        "java.sql",
        "java.text",
        "java.time",
        "org.w3c.dom",
        "org.xml.sax",
    ];
    const UTIL: [&str; 9] =
        [".concurrent", ".function", ".jar", ".logging", ".prefs", ".regex", ".spi", ".stream", ".zip"];
    let within =
        |package: &str| name.strip_prefix(package).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let util =
        |rest: &str| UTIL.iter().any(|u| rest.strip_prefix(u).is_some_and(|r| r.is_empty() || r.starts_with('.')));
    within("javax")
        || KNOWN.iter().any(|p| within(p))
        || name.strip_prefix("java.util").is_some_and(|rest| rest.is_empty() || util(rest))
}

/// A single static import names a static member (JLS 7.5.3); members are known only after all classes are.
fn check_static_imports(table: &ClassTable, unit: usize, imports: &[ast::Import], diags: &mut Vec<Diagnostic>) {
    for import in imports.iter().filter(|i| i.is_static && !i.on_demand) {
        let (Some(last), Some((class, _))) = (
            import.name.parts.last(),
            dotted(&import.name).rsplit_once('.').map(|(c, n)| (table.find_class(c), n.len())),
        ) else {
            continue;
        };
        let Some(class) = class else { continue };
        let name = last.name.as_str();
        if table.imported_field(unit, name).is_some()
            || !table.imported_methods(unit, name).is_empty()
            || table.find_member_type(class, name).is_some()
        {
            continue;
        }
        let mut diag = Diagnostic::error(
            "E0103",
            format!("`{}` has no static member `{name}`", table.class(class).name),
            last.span,
        )
        .label("not found");
        let supers = table.all_supertypes(class);
        let methods = supers
            .iter()
            .flat_map(|&c| table.class(c).methods.iter())
            .filter(|(_, all)| all.iter().any(|&m| table.method(m).is_static))
            .map(|(n, _)| n.as_str());
        let fields = supers.iter().flat_map(|&c| table.class(c).fields.keys()).map(SmolStr::as_str);
        if let Some(near) = super::scope::did_you_mean(name, methods.chain(fields)) {
            diag = diag.suggest(format!("did you mean `{near}`?"), last.span, near);
        }
        diags.push(diag);
    }
}

// ---- headers --------------------------------------------------------------------------------------------------------

fn enter_type_params(table: &mut ClassTable, id: ClassId) {
    let Some(decl) = table.class(id).decl.clone() else { return };
    let def = table.class(id);
    let outer_params = match def.outer {
        Some(outer) if def.is_inner && def.local_scope.is_none() => table.class(outer).type_params.clone(),
        _ => Vec::new(),
    };
    let own = new_type_vars(table, &decl.type_params);
    let def = table.class_mut(id);
    def.outer_params = outer_params.len();
    def.type_params = outer_params.into_iter().chain(own).collect();
}

fn new_type_vars(table: &ClassTable, params: &[ast::TypeParam]) -> Vec<TypeVarId> {
    let new = |p: &ast::TypeParam| TypeVar {
        name: p.name.name.clone(),
        bounds: vec![table.object()],
        lower: None,
        is_value: p.is_value,
        is_capture: false,
    };
    params.iter().map(|p| table.add_type_var(new(p))).collect()
}

fn resolve_bounds(
    table: &ClassTable,
    scope: &Scope,
    params: &[ast::TypeParam],
    vars: &[TypeVarId],
    diags: &mut Vec<Diagnostic>,
) {
    // A bound may need the others, and itself, to be within its own bounds (`E extends Enum<E>`): they are all known before any
    // is judged.
    for (param, &var) in params.iter().zip(vars) {
        let bounds: Vec<Type> = param
            .bounds
            .iter()
            .map(|b| table.resolve_type(scope, b, &mut Vec::new()))
            .filter(|b| !b.is_error())
            .collect();
        if !bounds.is_empty() {
            table.set_bounds(var, bounds);
        }
    }
    for (param, &var) in params.iter().zip(vars) {
        if param.bounds.is_empty() {
            continue;
        }
        let mut bounds: Vec<Type> = Vec::new();
        for written in &param.bounds {
            let bound = table.resolve_type(scope, written, diags);
            match bound {
                Type::Class(ref class) if !bounds.is_empty() && !table.is_interface(class.class) => {
                    let shown = table.display(&bound);
                    diags.push(
                        Diagnostic::error("E0105", format!("`{shown}` cannot be a further bound"), written.span)
                            .label("a class stands first, interfaces follow"),
                    );
                }
                Type::Class(_) | Type::Var(_) | Type::Error => bounds.push(bound),
                other => {
                    let shown = table.display(&other);
                    diags.push(
                        Diagnostic::error("E0105", format!("`{shown}` cannot bound a type variable"), written.span)
                            .label("a class or interface is needed"),
                    );
                    bounds.push(Type::Error);
                }
            }
        }
        if let (Some(Type::Var(_)), Some(second)) = (bounds.first(), param.bounds.get(1)) {
            diags.push(
                Diagnostic::error("E0105", "a bound that is a type variable stands alone", second.span)
                    .label("one bound too many"),
            );
        }
        let mut seen = vec![var];
        let mut at = bounds.first().cloned();
        while let Some(Type::Var(next)) = at {
            if seen.contains(&next) {
                diags.push(
                    Diagnostic::error(
                        "E0106",
                        format!("type variable `{}` is bounded by itself", param.name.name),
                        param.name.span,
                    )
                    .label("cyclic bound"),
                );
                bounds = vec![table.object()];
                break;
            }
            seen.push(next);
            at = table.type_var(next).bounds.first().cloned();
        }
        table.set_bounds(var, bounds);
    }
}

/// Where the types in a class's header stand: outside its body, but among its own type parameters.
pub(super) fn header_scope(table: &ClassTable, id: ClassId) -> Scope {
    let def = table.class(id);
    let own = def.own_params().iter().map(|&v| (table.type_var(v).name.clone(), v));
    match &def.local_scope {
        Some(around) => {
            let mut scope = (**around).clone();
            scope.type_vars.extend(own);
            scope
        }
        None => Scope {
            unit: def.unit,
            class: def.outer,
            is_static: !def.is_inner,
            type_vars: own.collect(),
            local_classes: Vec::new(),
            constants: Vec::new(),
        },
    }
}

fn resolve_header(table: &mut ClassTable, id: ClassId, diags: &mut Vec<Diagnostic>) {
    let Some(decl) = table.class(id).decl.clone() else { return };
    let scope = header_scope(table, id);
    let own = table.class(id).own_params().to_vec();
    resolve_bounds(table, &scope, &decl.type_params, &own, diags);
    if table.class(id).is_anonymous() {
        return;
    }
    let mut superclass = None;
    let mut interfaces: Vec<Type> = Vec::new();
    let is_interface = table.is_interface(id);
    if let (TypeKind::Record, Some(written)) = (decl.kind, decl.extends.first()) {
        diags.push(
            Diagnostic::error("E0107", format!("record `{}` cannot extend a class", decl.name.name), decl.name.span)
                .label("every record extends `Record`")
                .also(written.span, "leave this out"),
        );
    }
    if let (false, [_, second, ..]) = (is_interface, decl.extends.as_slice()) {
        diags.push(
            Diagnostic::error("E0107", "a class extends one class only", second.span)
                .label("a second superclass")
                .note("interfaces, of which there can be many, follow `implements`"),
        );
    }
    for (written, extends) in decl.extends.iter().map(|t| (t, true)).chain(decl.implements.iter().map(|t| (t, false))) {
        let wants_interface = is_interface || !extends;
        let ty = table.resolve_type(&scope, written, diags);
        let Type::Class(class) = &ty else {
            if ty.is_error() {
                table.class_mut(id).lacks_supertype = true;
            } else {
                let shown = table.display(&ty);
                diags.push(
                    Diagnostic::error("E0108", format!("cannot inherit from `{shown}`"), written.span)
                        .label("not a class or interface"),
                );
            }
            continue;
        };
        let sup = table.class(class.class);
        if sup.is_interface() != wants_interface {
            let (name, title) =
                (&sup.name, if wants_interface { "an interface is needed here" } else { "a class is needed here" });
            let mut diag = Diagnostic::error(
                "E0108",
                format!("{title}, and `{name}` is {}", if wants_interface { "a class" } else { "an interface" }),
                written.span,
            );
            diag = diag.label(if wants_interface { "not an interface" } else { "not a class" });
            if !is_interface {
                diag = diag.note(if wants_interface {
                    "a class is inherited with `extends`"
                } else {
                    "an interface is inherited with `implements`"
                });
            }
            diags.push(diag);
            continue;
        }
        if class.args.iter().any(super::types::TypeArg::is_wildcard) {
            diags.push(
                Diagnostic::error("E0105", format!("cannot inherit from `{}`", table.display(&ty)), written.span)
                    .label("wildcards are not allowed here"),
            );
            continue;
        }
        if table.is_subclass(class.class, id) {
            report_cycle(table, id, class.class, diags);
            continue;
        }
        if !wants_interface {
            if sup.is_final() || (matches!(sup.kind, TypeKind::Enum | TypeKind::Record)) {
                let mut diag = Diagnostic::error(
                    "E0107",
                    format!("`{}` is final and cannot be inherited from", sup.name),
                    written.span,
                )
                .label("final");
                if !sup.is_library {
                    diag = diag.also(sup.span, "declared here");
                }
                diags.push(diag);
                continue;
            }
            if matches!(sup.name.as_str(), "java.lang.Enum" | "java.lang.Record") {
                diags.push(
                    Diagnostic::error(
                        "E0107",
                        format!("classes cannot inherit from `{}` directly", sup.name),
                        written.span,
                    )
                    .label("write an `enum` or a `record` instead"),
                );
                continue;
            }
            let left_out = sup.is_library
                && sup.name.starts_with("java.lang.")
                && super::scope::left_out_class(&sup.name, written.span).is_some();
            table.class_mut(id).lacks_supertype |= left_out;
            superclass = Some(ty);
        } else if interfaces.iter().any(|i| i.class_id() == ty.class_id()) {
            diags.push(
                Diagnostic::error("E0126", format!("interface `{}` is named twice", sup.name), written.span)
                    .label("repeated"),
            );
        } else {
            interfaces.push(ty);
        }
    }
    let implied = match decl.kind {
        TypeKind::Interface | TypeKind::Annotation => None,
        TypeKind::Enum => table.find_class("java.lang.Enum").map(|e| match table.class(e).type_params.len() {
            1 => Type::generic(e, [Type::class(id)]),
            _ => Type::class(e),
        }),
        TypeKind::Record => table.find_class("java.lang.Record").map(Type::class),
        TypeKind::Class => None,
    };
    if superclass.is_none() && !is_interface && table.class(id).name != "java.lang.Object" {
        superclass = implied.or_else(|| object_superclass(table));
    }
    let permits = decl.permits.iter().filter_map(|t| table.resolve_type(&scope, t, diags).class_id()).collect();
    let def = table.class_mut(id);
    def.superclass = superclass;
    def.interfaces = interfaces;
    def.permits = permits;
}

/// A class depends on what it inherits from and on the classes that qualify the names of those: `class A extends A.B` is a cycle
/// too (JLS 8.1.4).
fn report_qualified_cycles(table: &ClassTable, range: Range<usize>, diags: &mut Vec<Diagnostic>) {
    let mut qualifiers: Vec<(ClassId, ClassId)> = Vec::new();
    for id in range.map(|i| ClassId(i as u32)) {
        let Some(decl) = &table.class(id).decl else { continue };
        let scope = header_scope(table, id);
        for written in decl.extends.iter().chain(&decl.implements) {
            let ast::TypeExprKind::Class(parts) = &written.kind else { continue };
            // Most have no qualifier, or only a package.
            let names_type = parts.len() > 1 && table.lookup_type(&scope, &parts[0].0.name).is_some();
            for n in 1..parts.len() {
                let named = if names_type {
                    let prefix = ast::Type { kind: ast::TypeExprKind::Class(parts[..n].to_vec()), ..written.clone() };
                    table.resolve_type(&scope, &prefix, &mut Vec::new()).class_id()
                } else {
                    let prefix: Vec<&str> = parts[..n].iter().map(|(p, _)| p.name.as_str()).collect();
                    table.find_class(&prefix.join("."))
                };
                qualifiers.extend(named.map(|qualifier| (id, qualifier)));
            }
        }
    }
    let mut reported: Vec<ClassId> = Vec::new();
    for &(id, qualifier) in &qualifiers {
        let mut seen: Vec<ClassId> = Vec::new();
        let mut left = vec![qualifier];
        while let Some(class) = left.pop() {
            if seen.contains(&class) {
                continue;
            }
            seen.push(class);
            let def = table.class(class);
            left.extend(def.superclass.iter().chain(&def.interfaces).filter_map(Type::class_id));
            left.extend(qualifiers.iter().filter(|(from, _)| *from == class).map(|(_, to)| *to));
        }
        if seen.contains(&id) && !seen.iter().any(|class| reported.contains(class)) {
            let def = table.class(id);
            diags.push(
                Diagnostic::error("E0106", format!("`{}` inherits from itself", def.name), def.span)
                    .label("cyclic inheritance: what it inherits from is named by a class that depends on this one"),
            );
            reported.push(id);
        }
    }
}

fn report_cycle(table: &ClassTable, id: ClassId, sup: ClassId, diags: &mut Vec<Diagnostic>) {
    let mut cycle: Vec<ClassId> = table
        .all_supertypes(sup)
        .into_iter()
        .filter(|&c| table.is_subclass(c, id) && table.class(c).name != "java.lang.Object")
        .collect();
    cycle.push(id);
    let Some(&first) = cycle.iter().min_by_key(|&&c| table.class(c).span.lo) else { return };
    let mut diag = Diagnostic::error(
        "E0106",
        format!("`{}` inherits from itself", table.class(first).name),
        table.class(first).span,
    )
    .label("cyclic inheritance");
    for &other in cycle.iter().filter(|&&c| c != first) {
        let span = table.class(other).span;
        if !diag.secondary.iter().any(|l| l.span == span) && span != diag.primary.span {
            diag = diag.also(span, "through this one");
        }
    }
    diags.push(diag);
}

// ---- members --------------------------------------------------------------------------------------------------------
