//! What a name means where it stands: packages, imports, type variables, and types in their written form (JLS 6.4, 6.5, 7.5).

use super::declare::{self, is_jdk_package};
use super::subtype::Cast;
use super::table::ClassTable;
use super::types::{ClassType, Subst, Type, TypeArg, TypeVarId};
use smol_str::SmolStr;
use somd_hir::{ClassId, FieldId, MethodId};
use somd_syntax::ast::{self, BinaryOp, ExprKind, Ident, Literal, Modifier, TypeExprKind, UnaryOp, WildcardBound};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;
use std::rc::Rc;

/// A file: its package and imports, resolved.
#[derive(Clone, Debug, Default)]
pub struct UnitScope {
    pub package: SmolStr,
    pub is_library: bool,
    /// `import a.B;` by simple name.
    pub single: Vec<(SmolStr, ClassId)>,
    /// `import a.*;`: packages, with `java.lang` and `somd` last.
    pub packages: Vec<SmolStr>,
    /// `import a.B.*;`: the classes whose member types are imported.
    pub member_types: Vec<ClassId>,
    /// `import static a.B.c;`
    pub static_single: Vec<(ClassId, SmolStr)>,
    /// `import static a.B.*;`
    pub static_all: Vec<ClassId>,
    /// Names whose import has been reported: using them is no second error.
    pub failed: Vec<SmolStr>,
    /// All of a package that is nowhere, or of a class of one, is imported, which has been reported: an unknown type, or an
    /// unknown name, may be of it.
    pub foreign_types: bool,
    pub foreign_members: bool,
    /// Classes of Java's library that are imported and that this library lacks: the simple and the whole name. Using one is the
    /// error, which stands at the import, once.
    pub missing: Vec<(SmolStr, String, Span)>,
    /// Packages of Java's library that are imported as a whole and that this library lacks: an unknown class may be of them.
    pub lacks: Vec<SmolStr>,
    /// Where a further import goes, and what follows it there.
    pub import_at: Option<(Span, &'static str)>,
}

/// Where a name stands. `body` extends a copy as it goes into blocks that declare local classes.
#[derive(Clone, Debug)]
pub struct Scope {
    pub unit: usize,
    /// The innermost class around it.
    pub class: Option<ClassId>,
    /// In a static method, field or initialiser of `class`: its type variables and `this` are out of reach.
    pub is_static: bool,
    /// Variables of the method around it.
    pub type_vars: Vec<(SmolStr, TypeVarId)>,
    /// Classes declared in blocks around it, innermost last.
    pub local_classes: Vec<(SmolStr, ClassId)>,
    /// Constant variables of the blocks around it, which bounds of arrays may name; None for other variables, which hide what is outside.
    pub constants: Vec<(SmolStr, Option<i32>)>,
}

/// What a simple name stands for as a type.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeName {
    Var(TypeVarId),
    /// With the arguments that enclosing classes imply; raw where the class itself has parameters.
    Class(ClassType),
}

impl ClassTable {
    /// The scope of a class's body.
    pub fn class_scope(&self, class: ClassId, is_static: bool) -> Scope {
        Scope {
            unit: self.class(class).unit,
            class: Some(class),
            is_static,
            type_vars: Vec::new(),
            local_classes: Vec::new(),
            constants: Vec::new(),
        }
    }

    /// The scope of a method's header and body.
    pub fn method_scope(&self, method: MethodId) -> Scope {
        let def = self.method(method);
        let type_vars = def.type_params.iter().map(|&v| (self.type_var(v).name.clone(), v)).collect();
        Scope { type_vars, ..self.class_scope(def.class, def.is_static) }
    }

    // ---- names ----------------------------------------------------------------------------------------------------

    /// What a simple name means as a type, silently (JLS 6.5.5.1).
    pub fn lookup_type(&self, scope: &Scope, name: &str) -> Option<TypeName> {
        self.lookup(scope, name).map(|(found, _)| found)
    }

    /// Also whether it is a type variable of a class that is out of reach in a static context.
    fn lookup(&self, scope: &Scope, name: &str) -> Option<(TypeName, bool)> {
        if let Some(&(_, id)) = scope.local_classes.iter().rev().find(|(n, _)| n == name) {
            return Some((TypeName::Class(self.with_implied_args(scope, id)), false));
        }
        if let Some(&(_, var)) = scope.type_vars.iter().rev().find(|(n, _)| n == name) {
            return Some((TypeName::Var(var), false));
        }
        let Some(class) = scope.class else { return self.lookup_in_unit(scope, name) };
        let mut at = class;
        let mut out_of_reach = scope.is_static;
        // One that is inherited and cannot be used does not hide what is around (JLS 8.5).
        let mut unusable = None;
        loop {
            let def = self.class(at);
            if let Some(&var) = def.own_params().iter().find(|&&v| self.type_var(v).name == name) {
                return Some((TypeName::Var(var), out_of_reach));
            }
            if let Some(id) = self.usable_member_type(at, name, scope) {
                return Some((TypeName::Class(self.with_implied_args(scope, id)), false));
            }
            unusable = unusable.or_else(|| self.find_member_type(at, name));
            let unusable = unusable.map(|id| (TypeName::Class(ClassType::raw(id)), false));
            if def.simple_name == name {
                return Some((TypeName::Class(self.with_implied_args(scope, at)), false));
            }
            if let Some(around) = &def.local_scope {
                let (found, hidden) = self.lookup(around, name).or(unusable)?;
                let hidden = hidden || (out_of_reach_beyond(def.is_inner, around) && self.is_class_var(&found, around));
                return Some((found, hidden));
            }
            out_of_reach |= !def.is_inner;
            match def.outer {
                Some(outer) => at = outer,
                None => return self.lookup_in_unit(scope, name).or(unusable),
            }
        }
    }

    fn is_class_var(&self, found: &TypeName, scope: &Scope) -> bool {
        matches!(found, TypeName::Var(v) if !scope.type_vars.iter().any(|(_, w)| w == v))
    }

    fn lookup_in_unit(&self, scope: &Scope, name: &str) -> Option<(TypeName, bool)> {
        let unit = self.units.get(scope.unit)?;
        let single = unit.single.iter().find(|(n, _)| n == name).map(|&(_, id)| id);
        let found = single
            .or_else(|| self.class_in_package(&unit.package, name))
            .or_else(|| {
                unit.static_single.iter().filter(|(_, n)| n == name).find_map(|&(c, _)| self.find_member_type(c, name))
            })
            .or_else(|| {
                unit.packages
                    .iter()
                    .filter_map(|p| self.class_in_package(p, name))
                    .find(|&c| self.is_class_accessible(c, scope))
            })
            .or_else(|| {
                unit.member_types.iter().chain(&unit.static_all).find_map(|&c| self.find_member_type(c, name))
            })?;
        Some((TypeName::Class(self.with_implied_args(scope, found)), false))
    }

    /// Another class that imports on demand bring under the same name, where it is one of those that gave `found` (JLS 6.4.1).
    fn ambiguous_import(&self, scope: &Scope, name: &str, found: ClassId) -> Option<SmolStr> {
        let unit = self.units.get(scope.unit)?;
        let def = self.class(found);
        if def.outer.is_some() || def.package == unit.package || unit.single.iter().any(|(n, _)| n == name) {
            return None;
        }
        // `somd` comes last where the file does not import it, and gives way: plain Java knows nothing of its names.
        let packages = match unit.packages.split_last() {
            Some((last, others)) if last == "somd" => others,
            _ => &unit.packages[..],
        };
        let mut others = packages.iter().filter_map(|p| self.class_in_package(p, name));
        let other = others.find(|&c| c != found && self.is_class_accessible(c, scope));
        other.map(|c| self.class(c).name.clone()).or_else(|| {
            let absent = [("java.awt", "List"), ("java.sql", "Date")];
            let (package, _) = absent.into_iter().find(|&(p, n)| n == name && unit.lacks.iter().any(|l| l == p))?;
            packages.contains(&def.package).then(|| format!("{package}.{name}").into())
        })
    }

    pub(super) fn class_in_package(&self, package: &str, name: &str) -> Option<ClassId> {
        if package.is_empty() {
            return self.by_name.get(name).copied();
        }
        self.in_packages.get(package)?.get(name).copied()
    }

    /// A class by simple name has the arguments of the enclosing class it is inherited or nested in; raw where it has
    /// parameters of its own.
    fn with_implied_args(&self, scope: &Scope, class: ClassId) -> ClassType {
        let def = self.class(class);
        if def.outer_params == 0 || def.type_params.len() > def.outer_params {
            return ClassType::raw(class);
        }
        ClassType { class, args: self.implied_outer_args(scope, class).unwrap_or_default().into() }
    }

    fn implied_outer_args(&self, scope: &Scope, class: ClassId) -> Option<Vec<TypeArg>> {
        let outer = self.class(class).outer?;
        let mut at = scope.class;
        while let Some(enclosing) = at {
            if let Some(sup) = self.as_super(&Type::Class(self.this_type(enclosing)), outer) {
                return Some(sup.args.to_vec());
            }
            at = self.class(enclosing).outer;
        }
        None
    }

    /// A member type of a class, inherited ones included (JLS 8.5), hiding obeyed.
    pub fn find_member_type(&self, class: ClassId, name: &str) -> Option<ClassId> {
        self.member_type_at(class, name, &|_| true, &mut Vec::new())
    }

    /// One of those that code here may use.
    fn usable_member_type(&self, class: ClassId, name: &str, from: &Scope) -> Option<ClassId> {
        self.member_type_at(class, name, &|id| self.is_class_accessible(id, from), &mut Vec::new())
    }

    fn member_type_at(
        &self,
        class: ClassId,
        name: &str,
        is_usable: &dyn Fn(ClassId) -> bool,
        seen: &mut Vec<ClassId>,
    ) -> Option<ClassId> {
        if seen.contains(&class) || !self.member_type_names.contains(name) {
            return None;
        }
        seen.push(class);
        let def = self.class(class);
        def.member_types.get(name).copied().filter(|&id| is_usable(id)).or_else(|| {
            let supers = def.superclass.iter().chain(&def.interfaces).filter_map(Type::class_id);
            supers.into_iter().find_map(|sup| self.member_type_at(sup, name, is_usable, seen))
        })
    }

    /// Whether some class lies in this package or in one that starts with it (`java` for `java.lang`).
    pub fn is_package(&self, name: &str) -> bool {
        self.units
            .iter()
            .any(|u| u.package.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
    }

    /// A field that a static import brings (JLS 7.5.3, 7.5.4).
    pub fn imported_field(&self, unit: usize, name: &str) -> Option<FieldId> {
        let unit = self.units.get(unit)?;
        let single = unit.static_single.iter().filter(|(_, n)| n == name).map(|&(c, _)| c);
        single.chain(unit.static_all.iter().copied()).find_map(|class| {
            self.all_supertypes(class)
                .iter()
                .filter_map(|&c| self.class(c).fields.get(name))
                .copied()
                .find(|&f| self.field(f).is_static)
        })
    }

    /// Methods that static imports bring; single imports shadow those on demand.
    pub fn imported_methods(&self, unit: usize, name: &str) -> Vec<MethodId> {
        let Some(unit) = self.units.get(unit) else { return Vec::new() };
        let of = |class: ClassId| {
            self.class_methods_named(class, name).to_vec().into_iter().filter(|&m| self.method(m).is_static)
        };
        let single: Vec<MethodId> =
            unit.static_single.iter().filter(|(_, n)| n == name).flat_map(|&(c, _)| of(c)).collect();
        if !single.is_empty() {
            return single;
        }
        unit.static_all.iter().flat_map(|&c| of(c)).collect()
    }

    // ---- written types --------------------------------------------------------------------------------------------

    /// Resolves a written type and reports what is wrong with it. `var` gives the error type silently: callers handle it first.
    pub fn resolve_type(&self, scope: &Scope, ty: &ast::Type, diags: &mut Vec<Diagnostic>) -> Type {
        match &ty.kind {
            TypeExprKind::Prim(p) => Type::Prim(*p),
            TypeExprKind::Void => Type::Void,
            TypeExprKind::Var | TypeExprKind::Error => Type::Error,
            TypeExprKind::Class(parts) => self.resolve_class(scope, parts, ty.span, diags),
            TypeExprKind::Array(elem, dim) => {
                let elem = self.resolve_element(scope, elem, diags);
                let bound = self.array_bound(scope, dim, diags);
                if elem.is_error() { Type::Error } else { Type::Array(Rc::new(elem), bound) }
            }
            TypeExprKind::ValueArray(elem, dims) => {
                let written = elem.span;
                let elem = self.resolve_element(scope, elem, diags);
                let dims: Vec<Option<u32>> = dims.iter().map(|d| self.array_bound(scope, d, diags)).collect();
                if elem.is_error() {
                    return Type::Error;
                }
                if !self.is_value_type(&elem) {
                    let shown = self.display(&elem);
                    let note = self.value_parameter_hint(&elem).unwrap_or_else(|| {
                        "values are primitives, `String`, `value` classes, records and enums, and value arrays".into()
                    });
                    diags.push(
                        Diagnostic::error(
                            "E0134",
                            format!("elements of a value array must be values, and `{shown}` is not"),
                            written,
                        )
                        .label("not a value type")
                        .note(note),
                    );
                    return Type::Error;
                }
                match elem {
                    Type::ValueArray(inner, more) => {
                        Type::ValueArray(inner, dims.into_iter().chain(more.iter().copied()).collect())
                    }
                    elem => Type::ValueArray(Rc::new(elem), dims.into()),
                }
            }
            TypeExprKind::Intersection(parts) => {
                let parts: Vec<Type> = parts.iter().map(|p| self.resolve_type(scope, p, diags)).collect();
                if parts.iter().any(Type::is_error) { Type::Error } else { Type::intersection(parts) }
            }
            TypeExprKind::Union(parts) => {
                let parts: Vec<Type> = parts.iter().map(|p| self.resolve_type(scope, p, diags)).collect();
                self.lub(&parts)
            }
        }
    }

    fn resolve_element(&self, scope: &Scope, elem: &ast::Type, diags: &mut Vec<Diagnostic>) -> Type {
        match self.resolve_type(scope, elem, diags) {
            Type::Void => {
                diags.push(
                    Diagnostic::error("E0125", "an array of `void` makes no sense", elem.span)
                        .label("`void` is not the type of a value"),
                );
                Type::Error
            }
            other => other,
        }
    }

    /// A declarator's type: `ty` with the brackets after the name (JLS 10.2: `int[] a[]` is an array of arrays, the brackets
    /// after the name outermost).
    pub fn resolve_declarator(
        &self,
        scope: &Scope,
        ty: &ast::Type,
        extra: &[ast::ArrayDim],
        diags: &mut Vec<Diagnostic>,
    ) -> Type {
        let base = self.resolve_type(scope, ty, diags);
        if base == Type::Void {
            diags.push(
                Diagnostic::error("E0125", "a variable cannot have type `void`", ty.span)
                    .label("not the type of a value"),
            );
            return Type::Error;
        }
        self.with_extra_dims(scope, base, extra, diags)
    }

    fn with_extra_dims(&self, scope: &Scope, base: Type, extra: &[ast::ArrayDim], diags: &mut Vec<Diagnostic>) -> Type {
        extra.iter().rev().fold(base, |elem, dim| {
            let bound = self.array_bound(scope, dim, diags);
            if elem.is_error() { Type::Error } else { Type::Array(Rc::new(elem), bound) }
        })
    }

    fn array_bound(&self, scope: &Scope, dim: &ast::ArrayDim, diags: &mut Vec<Diagnostic>) -> Option<u32> {
        let bound = dim.bound.as_ref()?;
        match self.const_int(scope, bound, 0) {
            Some(n) if (0..=i64::from(i32::MAX)).contains(&n) => Some(n as u32),
            Some(n) => {
                diags.push(
                    Diagnostic::error("E0127", format!("an array cannot have {n} elements"), bound.span)
                        .label("must not be negative"),
                );
                None
            }
            None => {
                diags.push(
                    Diagnostic::error("E0127", "the bound of an array type must be a constant expression", bound.span)
                        .label("not known when compiling")
                        .note("a bound is part of the type; for a length known only at run time write `[]`"),
                );
                None
            }
        }
    }

    /// The value of a constant `int` expression in a type: literals, operators, constant variables, static final fields.
    fn const_int(&self, scope: &Scope, expr: &ast::Expr, depth: u32) -> Option<i64> {
        if depth > 32 {
            return None;
        }
        let of_field = |class: ClassId, name: &str| {
            let id = self.all_supertypes(class).iter().find_map(|&c| self.class(c).fields.get(name).copied())?;
            let field = self.field(id);
            let init = field.init.as_ref().filter(|_| field.is_static && field.is_final)?;
            self.const_int(&self.class_scope(field.class, true), init, depth + 1)
        };
        match &expr.kind {
            ExprKind::Literal(Literal::Int(n)) => Some(i64::from(*n)),
            ExprKind::Literal(Literal::Char(c)) => Some(i64::from(*c)),
            ExprKind::Paren(inner) => self.const_int(scope, inner, depth),
            ExprKind::Unary(UnaryOp::Neg, inner) => {
                Some(i64::from((self.const_int(scope, inner, depth)? as i32).wrapping_neg()))
            }
            ExprKind::Unary(UnaryOp::Plus, inner) => self.const_int(scope, inner, depth),
            ExprKind::Binary(op, _, left, right) => {
                let a = self.const_int(scope, left, depth)? as i32;
                let b = self.const_int(scope, right, depth)? as i32;
                Some(i64::from(match op {
                    BinaryOp::Add => a.wrapping_add(b),
                    BinaryOp::Sub => a.wrapping_sub(b),
                    BinaryOp::Mul => a.wrapping_mul(b),
                    BinaryOp::Div => a.checked_div(b)?,
                    BinaryOp::Rem => a.checked_rem(b)?,
                    BinaryOp::Shl => a.wrapping_shl(b as u32),
                    BinaryOp::Shr => a.wrapping_shr(b as u32),
                    _ => return None,
                }))
            }
            ExprKind::Name(name) => {
                if let Some((_, value)) = scope.constants.iter().rev().find(|(n, _)| n == name) {
                    return value.map(i64::from);
                }
                let mut at = scope.class;
                while let Some(class) = at {
                    if let Some(value) = of_field(class, name) {
                        return Some(value);
                    }
                    at = self.class(class).outer;
                }
                let imported = self.field(self.imported_field(scope.unit, name)?);
                self.const_int(
                    &self.class_scope(imported.class, true),
                    imported.init.as_ref().filter(|_| imported.is_final)?,
                    depth + 1,
                )
            }
            ExprKind::Field(target, name) => {
                let ExprKind::Name(class) = &target.kind else { return None };
                match self.lookup_type(scope, class)? {
                    TypeName::Class(c) => of_field(c.class, &name.name),
                    TypeName::Var(_) => None,
                }
            }
            _ => None,
        }
    }

    fn resolve_class(
        &self,
        scope: &Scope,
        parts: &[(Ident, Option<Vec<ast::TypeArg>>)],
        span: Span,
        diags: &mut Vec<Diagnostic>,
    ) -> Type {
        let Some(((first, first_args), mut rest)) = parts.split_first() else { return Type::Error };
        let mut current = match self.lookup(scope, &first.name) {
            Some((TypeName::Var(var), hidden)) => {
                let name = &first.name;
                if hidden {
                    diags.push(
                        Diagnostic::error(
                            "E0120",
                            format!("type variable `{name}` cannot be used in a static context"),
                            first.span,
                        )
                        .label("belongs to instances of the class")
                        .note("a static member exists once, not once for every parameterisation"),
                    );
                    return Type::Error;
                }
                if first_args.is_some() {
                    diags.push(
                        Diagnostic::error("E0104", format!("type variable `{name}` takes no type arguments"), span)
                            .label("has no parameters"),
                    );
                    return Type::Error;
                }
                let Some((next, _)) = rest.first() else { return Type::Var(var) };
                // The member types of a variable are those of its bounds.
                let mut bounds = self.upper_bounds(&Type::Var(var)).into_iter();
                let found = bounds.find_map(|bound| match bound {
                    Type::Class(class) if self.find_member_type(class.class, &next.name).is_some() => Some(class),
                    _ => None,
                });
                let Some(class) = found else {
                    diags.push(
                        Diagnostic::error(
                            "E0102",
                            format!("type variable `{name}` has no member type `{}`", next.name),
                            next.span,
                        )
                        .label("none of its bounds has one"),
                    );
                    return Type::Error;
                };
                class
            }
            Some((TypeName::Class(class), _)) => {
                if let Some(other) = self.ambiguous_import(scope, &first.name, class.class) {
                    let (a, b) = (&self.class(class.class).name, other);
                    diags.push(
                        Diagnostic::error("E0128", format!("`{}` could be `{a}` or `{b}`", first.name), first.span)
                            .label("both are imported with `*`")
                            .suggest(
                                format!("import the one that is meant (`import {a};`), or write its full name"),
                                first.span,
                                a.as_str(),
                            ),
                    );
                    return Type::Error;
                }
                if !self.is_class_accessible(class.class, scope) {
                    diags.push(self.inaccessible_class(class.class, first.span));
                    return Type::Error;
                }
                match first_args {
                    None => class,
                    Some(args) => {
                        let outer = match self.class(class.class).outer_params {
                            0 => Vec::new(),
                            _ => self.implied_outer_args(scope, class.class).unwrap_or_default(),
                        };
                        match self.apply_args(scope, class.class, outer, args, first.span, diags) {
                            Some(c) => c,
                            None => return Type::Error,
                        }
                    }
                }
            }
            None => {
                // A qualified name: the shortest prefix of packages that a class follows.
                let mut name = first.name.to_string();
                let mut found = None;
                for (i, (part, args)) in rest.iter().enumerate() {
                    name = format!("{name}.{}", part.name);
                    if let Some(&id) = self.by_name.get(name.as_str()) {
                        found = Some((i, id, part, args));
                        break;
                    }
                }
                let Some((i, id, part, args)) = found else {
                    if self.is_of_failed_import(scope, &first.name) {
                        return Type::Error;
                    }
                    // Packages begin in lower case: what does not is meant as a type.
                    let is_type = rest.is_empty() || first.name.starts_with(char::is_uppercase);
                    diags.push(if is_type {
                        self.unknown_type(scope, &first.name, first.span)
                    } else {
                        self.unknown_qualified(&name, span)
                    });
                    return Type::Error;
                };
                rest = &rest[i + 1..];
                if !self.is_class_accessible(id, scope) {
                    diags.push(self.inaccessible_class(id, part.span));
                    return Type::Error;
                }
                match args {
                    None => ClassType::raw(id),
                    Some(args) => match self.apply_args(scope, id, Vec::new(), args, part.span, diags) {
                        Some(c) => c,
                        None => return Type::Error,
                    },
                }
            }
        };
        for (part, args) in rest {
            let Some(id) = self.find_member_type(current.class, &part.name) else {
                let outer = self.class(current.class);
                let mut diag = Diagnostic::error(
                    "E0102",
                    format!("`{}` has no member type `{}`", outer.name, part.name),
                    part.span,
                )
                .label("not found");
                if let Some(near) = did_you_mean(&part.name, outer.member_types.keys().map(SmolStr::as_str)) {
                    diag = diag.suggest(format!("did you mean `{near}`?"), part.span, near);
                }
                diags.push(diag);
                return Type::Error;
            };
            if !self.is_class_accessible(id, scope) {
                diags.push(self.inaccessible_class(id, part.span));
                return Type::Error;
            }
            let def = self.class(id);
            let outer_args = match def.outer_params {
                0 => Vec::new(),
                _ => def
                    .outer
                    .and_then(|o| self.as_super(&Type::Class(current.clone()), o))
                    .map_or_else(Vec::new, |c| c.args.to_vec()),
            };
            current = match args {
                Some(args) => match self.apply_args(scope, id, outer_args, args, part.span, diags) {
                    Some(c) => c,
                    None => return Type::Error,
                },
                None if def.type_params.len() == outer_args.len() => ClassType { class: id, args: outer_args.into() },
                None => ClassType::raw(id),
            };
        }
        Type::Class(current)
    }

    /// A class with written arguments; `<>` gives it raw (the creation expression infers them).
    fn apply_args(
        &self,
        scope: &Scope,
        class: ClassId,
        outer: Vec<TypeArg>,
        args: &[ast::TypeArg],
        span: Span,
        diags: &mut Vec<Diagnostic>,
    ) -> Option<ClassType> {
        if args.is_empty() {
            return Some(ClassType::raw(class));
        }
        let own = self.class(class).own_params();
        let resolved = self.resolve_type_args(scope, args, diags);
        if own.len() != args.len() {
            let name = self.display(&Type::class(class));
            let title = match own.len() {
                0 => format!("`{name}` has no type parameters"),
                n => format!(
                    "`{name}` has {n} type parameter{}, but {} were given",
                    if n == 1 { "" } else { "s" },
                    args.len()
                ),
            };
            let mut diag = Diagnostic::error("E0104", title, span).label("wrong number of type arguments");
            if !self.class(class).span.is_none() {
                diag = diag.also(self.class(class).span, "declared here");
            }
            diags.push(diag);
            return None;
        }
        if resolved.iter().any(|a| a.ty().is_some_and(Type::is_error)) {
            return None;
        }
        if outer.len() < self.class(class).outer_params {
            // Named through a raw enclosing class: raw itself.
            return Some(ClassType::raw(class));
        }
        let all: Vec<TypeArg> = outer.into_iter().chain(resolved).collect();
        self.check_bounds(class, &all, args, diags);
        Some(ClassType { class, args: all.into() })
    }

    /// Arguments within their parameters' bounds (JLS 4.5).
    fn check_bounds(&self, class: ClassId, all: &[TypeArg], written: &[ast::TypeArg], diags: &mut Vec<Diagnostic>) {
        let def = self.class(class);
        let subst = Subst::new(&def.type_params, all);
        for ((&param, arg), written) in def.own_params().iter().zip(&all[def.outer_params..]).zip(written) {
            let (ty, wildcard) = match arg {
                TypeArg::Is(ty) => (ty, false),
                TypeArg::Extends(ty) => (ty, true),
                TypeArg::Any | TypeArg::Super(_) => continue,
            };
            let span = match written {
                ast::TypeArg::Type(t) => t.span,
                ast::TypeArg::Wildcard { span, .. } => *span,
            };
            let var = self.type_var(param);
            if var.is_value && !wildcard && !self.is_value_type(ty) && self.unboxed(ty).is_none() {
                diags.push(
                    Diagnostic::error(
                        "E0105",
                        format!("`{}` is not a value type, which `value {}` asks for", self.display(ty), var.name),
                        span,
                    )
                    .label("not a value type"),
                );
                continue;
            }
            for bound in &var.bounds {
                let bound = subst.apply(bound);
                let within = if wildcard {
                    self.cast(ty, &bound) != Cast::Impossible
                } else {
                    self.is_subtype_unchecked(ty, &bound)
                };
                if !within {
                    diags.push(
                        Diagnostic::error(
                            "E0105",
                            format!(
                                "`{}` is not within the bound `{} extends {}`",
                                self.display(ty),
                                var.name,
                                self.display(&bound)
                            ),
                            span,
                        )
                        .label(format!("is not a subtype of `{}`", self.display(&bound))),
                    );
                    break;
                }
            }
        }
    }

    pub fn resolve_type_args(&self, scope: &Scope, args: &[ast::TypeArg], diags: &mut Vec<Diagnostic>) -> Vec<TypeArg> {
        let mut reference = |ty: &ast::Type| match self.resolve_type(scope, ty, diags) {
            prim @ (Type::Prim(_) | Type::Void) => {
                let shown = self.display(&prim);
                let mut diag = Diagnostic::error(
                    "E0105",
                    format!("a type argument cannot be primitive, but `{shown}` is"),
                    ty.span,
                )
                .label("a reference type is needed");
                if let Type::Prim(p) = prim
                    && let Some(boxed) = self.boxed(p).class_id()
                {
                    let boxed = self.class(boxed).simple_name.clone();
                    diag = diag.suggest(format!("use its box `{boxed}`"), ty.span, boxed.as_str());
                }
                diags.push(diag);
                Type::Error
            }
            other => other,
        };
        args.iter()
            .map(|arg| match arg {
                ast::TypeArg::Type(ty) => TypeArg::Is(reference(ty)),
                ast::TypeArg::Wildcard { bound: None, .. } => TypeArg::Any,
                ast::TypeArg::Wildcard { bound: Some((WildcardBound::Extends, ty)), .. } => {
                    TypeArg::Extends(reference(ty))
                }
                ast::TypeArg::Wildcard { bound: Some((WildcardBound::Super, ty)), .. } => TypeArg::Super(reference(ty)),
            })
            .collect()
    }

    // ---- errors ---------------------------------------------------------------------------------------------------

    fn inaccessible_class(&self, class: ClassId, span: Span) -> Diagnostic {
        let def = self.class(class);
        let how = if def.modifiers.has(Modifier::Private) {
            "private"
        } else if def.modifiers.has(Modifier::Protected) {
            "protected"
        } else {
            "not public"
        };
        let diag = Diagnostic::error("E0122", format!("`{}` is {how} and cannot be used here", def.name), span)
            .label("not accessible");
        if def.is_library || def.span.is_none() { diag } else { diag.also(def.span, "declared here") }
    }

    /// An error for an unknown type name with the nearest known name or a missing import as its suggestion.
    pub fn unknown_type(&self, scope: &Scope, name: &str, span: Span) -> Diagnostic {
        if let Some((_, name, import)) = self.missing_import(scope, name) {
            return self.unknown_qualified(name, *import).also(span, "used here").outside(span);
        }
        if let Some(diag) = left_out_class(name, span) {
            return diag;
        }
        let unit = self.units.get(scope.unit);
        if let Some(package) = unit.and_then(|u| u.packages.iter().find(|p| declare::is_absent(p, name))) {
            return absent(&format!("{package}.{name}"), span);
        }
        let mut diag = Diagnostic::error("E0102", format!("cannot find type `{name}`"), span).label("not found");
        if let Some(lacks) = unit.map(|u| &u.lacks).filter(|lacks| !lacks.is_empty()) {
            let packages: Vec<String> = lacks.iter().map(|p| format!("`{p}`")).collect();
            diag = diag.outside(span).note(format!("{} is not in somdc's library", packages.join(", ")));
            if let Some(instead) = lacks.iter().find_map(|p| instead_of(&format!("{p}.{name}"))) {
                diag = diag.note(instead);
            }
        }
        let elsewhere = self
            .by_name
            .iter()
            .find(|&(_, &id)| self.class(id).simple_name == name && self.class(id).modifiers.has(Modifier::Public));
        if let Some((qualified, _)) = elsewhere {
            if !qualified.contains('.') {
                return diag.note(format!(
                    "a class `{name}` is in the unnamed package, whose classes cannot be imported: give its file a `package`"
                ));
            }
            let import = format!("import {qualified};");
            return match unit.and_then(|u| u.import_at) {
                Some((at, behind)) => {
                    let text = format!("{import}{behind}");
                    diag.suggest(format!("import it: `{import}`"), at, text)
                }
                None => diag.note(format!("import it: `{import}`")),
            };
        }
        if let Some((_, form)) = LATER_TYPES.iter().find(|(later, _)| *later == name) {
            diag = diag.note(format!("`{name}` is of a later Java; somdc's library is that of Java 17"));
            return diag.note(format!("in Java 17: {form}"));
        }
        let known = self.known_types(scope);
        // A misspelt statement reads as a declaration: `retrun x;`.
        let statements = if name.starts_with(char::is_lowercase) { STATEMENT_WORDS } else { &[] };
        let borrowed = TYPES_ELSEWHERE.iter().find(|(word, _)| *word == name).map(|(_, here)| *here);
        let near = borrowed.or_else(|| {
            let words = statements.iter().chain(PRIMITIVES).copied();
            did_you_mean(name, known.iter().map(SmolStr::as_str).chain(words))
        });
        match near {
            Some(near) => diag.suggest(format!("did you mean `{near}`?"), span, near),
            None => diag,
        }
    }

    /// The simple names of the types that can be named here.
    fn known_types(&self, scope: &Scope) -> Vec<SmolStr> {
        let mut known: Vec<SmolStr> = scope
            .local_classes
            .iter()
            .map(|(n, _)| n.clone())
            .chain(scope.type_vars.iter().map(|(n, _)| n.clone()))
            .collect();
        let mut at = scope.class;
        while let Some(class) = at {
            let def = self.class(class);
            known.extend(def.own_params().iter().map(|&v| self.type_var(v).name.clone()));
            known.extend(self.all_supertypes(class).iter().flat_map(|&c| self.class(c).member_types.keys().cloned()));
            at = def.outer;
        }
        if let Some(unit) = self.units.get(scope.unit) {
            known.extend(unit.single.iter().map(|(n, _)| n.clone()));
            let visible = |package: &SmolStr| *package == unit.package || unit.packages.contains(package);
            known.extend(
                self.by_name
                    .values()
                    .map(|&id| self.class(id))
                    .filter(|c| visible(&c.package))
                    .map(|c| c.simple_name.clone()),
            );
        }
        known
    }

    /// What an unknown name of a value may have meant: a constant of an enum, or a type in other letters.
    pub fn meant_elsewhere(&self, scope: &Scope, name: &str) -> Option<String> {
        let of_enum = self.classes.iter().find(|class| {
            !class.is_library && class.constants.iter().any(|constant| self.field(constant.field).name == name)
        });
        match of_enum {
            Some(of_enum) => Some(format!("{}.{name}", of_enum.simple_name)),
            None => {
                self.known_types(scope).iter().find(|known| known.eq_ignore_ascii_case(name)).map(SmolStr::to_string)
            }
        }
    }

    /// Whether an unknown name may be of an import that has been reported.
    pub fn is_of_failed_import(&self, scope: &Scope, name: &str) -> bool {
        self.units.get(scope.unit).is_some_and(|unit| {
            let named = unit.failed.iter().any(|failed| failed == name);
            let is_type = name.starts_with(char::is_uppercase);
            named || unit.foreign_members || unit.foreign_types && is_type
        })
    }

    /// The import of a class that this library lacks.
    pub fn missing_import(&self, scope: &Scope, name: &str) -> Option<&(SmolStr, String, Span)> {
        self.units.get(scope.unit)?.missing.iter().find(|(simple, ..)| simple == name)
    }

    pub(super) fn unknown_qualified(&self, name: &str, span: Span) -> Diagnostic {
        if let Some(diag) = left_out_class(name, span) {
            return diag;
        }
        let (package, simple) = name.rsplit_once('.').unwrap_or(("", name));
        if !package.is_empty() && !self.is_package(package) && self.find_class(package).is_none() {
            let enclosing = package.rsplit('.').next().unwrap_or(package);
            if enclosing.starts_with(char::is_uppercase) {
                return self.unknown_qualified(package, span);
            }
            if is_jdk_package(package) {
                return absent(name, span);
            }
            let packages: Vec<&str> = self.units.iter().map(|u| u.package.as_str()).filter(|p| !p.is_empty()).collect();
            let diag = no_package(package, span);
            return match did_you_mean(package, packages) {
                Some(near) => diag.suggest(format!("did you mean `{near}`?"), span, format!("{near}.{simple}")),
                None => diag.about(OTHER_LIBRARIES),
            };
        }
        let mut diag = Diagnostic::error("E0102", format!("cannot find type `{name}`"), span).label("not found");
        if is_jdk_package(package) {
            diag = diag.outside(span);
        }
        if let Some((qualified, _)) = self.by_name.iter().find(|&(_, &id)| self.class(id).simple_name == simple) {
            return diag.suggest(format!("there is `{qualified}`"), span, qualified.as_str());
        }
        let siblings = self
            .by_name
            .values()
            .map(|&id| self.class(id))
            .filter(|c| c.package == package)
            .map(|c| c.simple_name.as_str());
        match did_you_mean(simple, siblings) {
            Some(near) if !declare::is_absent(package, simple) => {
                diag.suggest(format!("did you mean `{near}`?"), span, format!("{package}.{near}"))
            }
            _ if declare::may_have(package, simple) => absent(name, span),
            _ => diag,
        }
    }
}

/// Inside a class with no enclosing instance, variables of the classes around it are out of reach.
fn out_of_reach_beyond(is_inner: bool, around: &Scope) -> bool {
    !is_inner && around.class.is_some()
}

/// Whether a qualified name is that of a package or class that Java's library has and this one may lack.
pub fn is_of_java(name: &str) -> bool {
    let Some((package, simple)) = name.rsplit_once('.') else { return false };
    match simple.starts_with(char::is_uppercase) {
        true => declare::may_have(package, simple),
        false => is_jdk_package(name),
    }
}

/// The error for a class of Java's library that this one lacks, with what there is instead.
pub fn absent(name: &str, span: Span) -> Diagnostic {
    let diag = Diagnostic::error("E0900", format!("not supported: `{name}`"), span)
        .label("this is not in somdc's library")
        .outside(span);
    match instead_of(name) {
        Some(instead) => diag.note(instead),
        None => diag,
    }
}

/// What this library has for a class that it lacks.
pub(super) fn instead_of(name: &str) -> Option<&'static str> {
    const WAYS: &[(&str, &str)] = &[
        ("java.nio.channels", "of `java.nio.channels` there are `FileChannel` and the interfaces that it implements"),
        ("java.io.Console", "read what is typed with `java.util.Scanner` or `java.io.BufferedReader` from `System.in`"),
        ("java.util.logging", "write to `System.err`"),
        ("java.lang.System.Logger", "write to `System.err`"),
        ("java.util.prefs", "keep settings in a file: `java.util.Properties` reads and writes one"),
        (
            "java.util.zip",
            "of `java.util.zip` there are `ZipFile`, `Deflater`, `Inflater`, their streams, and the checksums",
        ),
        ("java.util.jar", "`java.util.zip.ZipFile` reads archives, also those of Java's classes"),
        ("javax.imageio", "`somd.io.Image` reads PNG, JPEG, PGM and PPM, and writes PNG, PGM and PPM"),
        ("java.awt.image", "`somd.io.Image` reads and writes images, as `int[][]` and `float[][]`"),
        (
            "java.time",
            "of `java.time` there are `Duration`, `LocalDate`, `LocalDateTime` and `YearMonth`; `System.nanoTime()` measures",
        ),
        ("java.text", "`String.format` and `java.text.DecimalFormat` format numbers"),
        ("java.security", "of `java.security` there are `MessageDigest` and `SecureRandom`"),
        ("java.beans", "call a method of your own where a value changes"),
        ("java.lang.Process", "run the other program from a script around this one, and pass data in files"),
    ];
    let within = |prefix: &str| name.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    WAYS.iter().find(|(prefix, _)| within(prefix)).map(|(_, way)| *way)
}

/// The error for a class that the language leaves out. Some of them are in the library for their static methods, or to be
/// named; they have no constructor that a program may call.
pub fn left_out_class(name: &str, span: Span) -> Option<Diagnostic> {
    unsupported_class(name).map(|feature| left_out(feature, name, span))
}

/// The error for a method by which threads wait for each other.
pub fn left_out_threads(name: &str, span: Span) -> Diagnostic {
    left_out((THREADS, TASKS), name, span)
}

/// The error for a method of `System` or `Runtime` that the language leaves out.
pub fn left_out_of_system(name: &str, span: Span) -> Option<Diagnostic> {
    let feature = match name {
        "addShutdownHook" | "removeShutdownHook" => THREADS,
        "exec" => PROCESSES,
        "console" => return Some(absent("java.io.Console", span)),
        "getLogger" => return Some(absent("java.lang.System.Logger", span)),
        "getSecurityManager" | "setSecurityManager" => SECURITY_MANAGERS,
        _ => return None,
    };
    Some(left_out((feature, ""), name, span))
}

/// The error for a method that loads a library of native methods.
pub fn left_out_native(name: &str, span: Span) -> Diagnostic {
    left_out((NATIVE, "write the methods in the language itself"), name, span)
}

/// The error for a method of a class, where only reflection has a use for it.
pub fn left_out_of_class(name: &str, span: Span) -> Option<Diagnostic> {
    let asks_for_members = ["Field", "Method", "Constructor", "Annotation", "Module"];
    let reflects = name.starts_with("get") && asks_for_members.iter().any(|m| name.contains(m))
        || matches!(name, "getModifiers" | "getTypeParameters" | "getGenericSuperclass" | "getGenericInterfaces");
    reflects.then(|| left_out((REFLECTION, ""), name, span))
}

pub(super) fn no_package(package: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E0103", format!("package `{package}` does not exist"), span).label("no such package")
}

/// The matter of packages that no source file is of: a program of another library names many.
pub(super) const OTHER_LIBRARIES: &str = "packages of other libraries";

fn left_out((feature, instead): (&'static str, &str), name: &str, span: Span) -> Diagnostic {
    let diag = Diagnostic::error("E0900", format!("not supported: {feature} (`{name}`)"), span)
        .label("not available here")
        .about(feature)
        .outside(span);
    if instead.is_empty() { diag } else { diag.note(instead) }
}

const THREADS: &str = "threads";
const PROCESSES: &str = "other processes";
const SECURITY_MANAGERS: &str = "security managers";
pub const NATIVE: &str = "native methods";
const REFLECTION: &str = "reflection and class loading";
const TASKS: &str = "run work in parallel with SOMD methods (`dist`), `C @ f(a)`, or `task` graphs";

/// Classes that only programs with threads use, by their simple names: a program may import all of their package.
const OF_THREADS: [&str; 37] = [
    "ArrayBlockingQueue",
    "AtomicInteger",
    "AtomicLong",
    "BlockingDeque",
    "BlockingQueue",
    "CompletableFuture",
    "CompletionService",
    "CompletionStage",
    "ConcurrentHashMap",
    "CountDownLatch",
    "CyclicBarrier",
    "DelayQueue",
    "Exchanger",
    "ExecutionException",
    "Executor",
    "ExecutorCompletionService",
    "ExecutorService",
    "Executors",
    "ForkJoinPool",
    "ForkJoinTask",
    "Future",
    "FutureTask",
    "LinkedBlockingDeque",
    "LinkedBlockingQueue",
    "Phaser",
    "PriorityBlockingQueue",
    "RecursiveAction",
    "RecursiveTask",
    "ReentrantLock",
    "Semaphore",
    "Thread",
    "ThreadFactory",
    "ThreadGroup",
    "ThreadLocal",
    "ThreadPoolExecutor",
    "Timer",
    "TimerTask",
];

/// Parts of Java's library that the language leaves out: what they are, and what there is instead.
fn unsupported_class(name: &str) -> Option<(&'static str, &'static str)> {
    let simple = name.rsplit('.').next().unwrap_or(name);
    let starts = |prefix: &str| name.starts_with(prefix);
    let qualified = name.contains('.');
    if starts("java.util.concurrent.") || (!qualified || starts("java.")) && OF_THREADS.contains(&simple) {
        return Some((THREADS, TASKS));
    }
    if starts("java.lang.reflect.")
        || starts("java.lang.invoke.")
        || (matches!(simple, "ClassLoader" | "ClassValue" | "Module" | "ModuleLayer" | "Package" | "StackWalker")
            && (!qualified || starts("java.")))
    {
        return Some((REFLECTION, ""));
    }
    if matches!(name, "SecurityManager" | "java.lang.SecurityManager") {
        return Some((SECURITY_MANAGERS, ""));
    }
    if starts("java.net.")
        || starts("javax.net.")
        || starts("java.rmi.")
        || (!qualified && matches!(simple, "Socket" | "ServerSocket" | "URL" | "URI"))
    {
        return Some((
            "networking",
            "get the data with another program (`curl`), and read it from a file or `System.in`",
        ));
    }
    if starts("java.awt.")
        || starts("javax.swing.")
        || starts("java.applet.")
        || starts("javafx.")
        || (!qualified && matches!(simple, "JFrame" | "JPanel" | "Applet" | "Graphics"))
    {
        return Some((
            "graphical user interfaces",
            "write the results to a file, such as an image in PGM or PPM format, or a table in CSV",
        ));
    }
    if matches!(name, "java.io.ObjectInputStream" | "java.io.ObjectOutputStream") {
        return Some(("serialization", "write an object's fields with a `java.io.DataOutputStream`"));
    }
    if matches!(simple, "ProcessBuilder" | "Process" | "ProcessHandle") && (!qualified || starts("java.lang.")) {
        return Some((PROCESSES, "run the other program from a script around this one, and pass data in files"));
    }
    if starts("java.sql.") || starts("javax.sql.") {
        return Some((
            "databases",
            "read a table that was exported as text, with `java.util.Scanner` or `java.io.BufferedReader`",
        ));
    }
    None
}

/// The candidate nearest to `name` by edit distance, if near enough to be what was meant. Of two as near, the longer: letters are left out more often than
/// added.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count().div_ceil(3)).min(4);
    let scored = candidates.into_iter().filter(|c| !c.is_empty() && *c != name).filter_map(|c| {
        let distance = if c.eq_ignore_ascii_case(name) { 0 } else { edit_distance(name, c, limit)? };
        // Of two that are as near, the one that begins like it.
        let begins = c.chars().zip(name.chars()).take_while(|(a, b)| a == b).count();
        Some((distance, std::cmp::Reverse(begins), std::cmp::Reverse(c.len()), c))
    });
    scored.min().map(|(.., c)| c)
}

/// Edit distance with swaps of neighbours, None where it exceeds `limit`.
fn edit_distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    let distance = rows[a.len()][b.len()];
    (distance <= limit).then_some(distance)
}

/// Classes of Java's library after version 17 that programs name, and what to use.
const LATER_TYPES: [(&str, &str); 7] = [
    ("IO", "`System.out.println`, and `java.util.Scanner` to read"),
    ("SequencedCollection", "`List` or `Deque`"),
    ("SequencedSet", "`LinkedHashSet`"),
    ("SequencedMap", "`LinkedHashMap`"),
    ("Gatherers", "a loop"),
    ("ScopedValue", "a parameter, or a static field"),
    ("StringTemplate", "`String.format`"),
];

/// What other languages call these types.
const TYPES_ELSEWHERE: &[(&str, &str)] =
    &[("bool", "boolean"), ("Bool", "boolean"), ("Int", "int"), ("str", "String"), ("auto", "var"), ("let", "var")];

/// The types that are words of the language.
const PRIMITIVES: &[&str] = &["boolean", "byte", "short", "char", "int", "long", "float", "double", "void", "var"];

/// What a statement of two words begins with.
const STATEMENT_WORDS: &[&str] = &["return", "throw", "break", "continue", "assert", "new", "final", "yield"];
