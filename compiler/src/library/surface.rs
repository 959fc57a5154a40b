//! What a program offers to other languages, as data, computed from the typed program; and why it does not offer the rest.

use super::docs::{self, Docs};
use somd_analysis::effects::{Effect, Effects};
use somd_analysis::isolation;
use somd_hir::{Class, ClassId, ClassKind, Method, MethodId, MethodKind, Program, Ty};
use somd_syntax::ast::{
    self, Annotation, CompilationUnit, Member, MethodDecl, Modifier, Modifiers, TypeDecl, TypeKind,
};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::{SourceMap, Span};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Primitive {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
}

impl Primitive {
    pub const ALL: [Primitive; 8] = [
        Primitive::Boolean,
        Primitive::Byte,
        Primitive::Short,
        Primitive::Char,
        Primitive::Int,
        Primitive::Long,
        Primitive::Float,
        Primitive::Double,
    ];

    pub fn java(self) -> &'static str {
        match self {
            Primitive::Boolean => "boolean",
            Primitive::Byte => "byte",
            Primitive::Short => "short",
            Primitive::Char => "char",
            Primitive::Int => "int",
            Primitive::Long => "long",
            Primitive::Float => "float",
            Primitive::Double => "double",
        }
    }

    pub fn rust(self) -> &'static str {
        match self {
            Primitive::Boolean => "bool",
            Primitive::Byte => "i8",
            Primitive::Short => "i16",
            Primitive::Char => "u16",
            Primitive::Int => "i32",
            Primitive::Long => "i64",
            Primitive::Float => "f32",
            Primitive::Double => "f64",
        }
    }

    fn of(ty: &Ty) -> Option<Primitive> {
        Some(match ty {
            Ty::Boolean => Primitive::Boolean,
            Ty::Byte => Primitive::Byte,
            Ty::Short => Primitive::Short,
            Ty::Char => Primitive::Char,
            Ty::Int => Primitive::Int,
            Ty::Long => Primitive::Long,
            Ty::Float => Primitive::Float,
            Ty::Double => Primitive::Double,
            _ => return None,
        })
    }
}

/// The type of a parameter, a result, or a structure's component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Void,
    Primitive(Primitive),
    /// `String`
    Text,
    /// One dimension; `value` for Lime's value arrays.
    Array {
        of: Primitive,
        value: bool,
    },
    /// Two dimensions, ragged where it is no value array.
    Rows {
        of: Primitive,
        value: bool,
    },
    /// `String[]`
    Texts,
    /// Of more dimensions: primitives in three and more, strings in two and more.
    Deep(Deep),
    /// One of [`Surface::structures`].
    Structure(usize),
    /// An array of them.
    Structures(usize),
}

/// An array of arrays of arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deep {
    /// None: of strings.
    pub of: Option<Primitive>,
    pub dimensions: usize,
    /// Lime's.
    pub value: bool,
}

impl Type {
    /// What it is of, and in how many dimensions, where it is an array of primitives or strings.
    pub fn array(&self) -> Option<Deep> {
        let (of, dimensions, value) = match *self {
            Type::Array { of, value } => (Some(of), 1, value),
            Type::Rows { of, value } => (Some(of), 2, value),
            Type::Texts => (None, 1, false),
            Type::Deep(deep) => return Some(deep),
            _ => return None,
        };
        Some(Deep { of, dimensions, value })
    }

    /// The array of these, where there is a type of it.
    pub fn array_of(&self) -> Option<Type> {
        match self {
            Type::Primitive(of) => Some(Type::Array { of: *of, value: false }),
            Type::Text => Some(Type::Texts),
            ty => {
                let deep = ty.array()?;
                Some(Deep { dimensions: deep.dimensions + 1, ..deep }.ty())
            }
        }
    }
}

impl Deep {
    /// The type, as the one that has a form of its own where there is one.
    pub fn ty(self) -> Type {
        match (self.of, self.dimensions, self.value) {
            (Some(of), 1, value) => Type::Array { of, value },
            (Some(of), 2, value) => Type::Rows { of, value },
            (None, 1, _) => Type::Texts,
            _ => Type::Deep(self),
        }
    }

    /// `float[][][]`, or `float[[][][]]`.
    pub fn source(self) -> String {
        let base = self.of.map_or("String", Primitive::java);
        let brackets = "[]".repeat(self.dimensions);
        if self.value { format!("{base}[{brackets}]") } else { format!("{base}{brackets}") }
    }

    /// As plain Java has it.
    pub fn java(self) -> String {
        Deep { value: false, ..self }.source()
    }
}

/// A record or a value class.
#[derive(Clone, Debug)]
pub struct Structure {
    /// `Point`
    pub name: String,
    /// `a.b.Outer.Point`
    pub qualified: String,
    pub class: ClassId,
    pub components: Vec<Component>,
    /// Lime's: never null.
    pub value: bool,
    pub docs: Docs,
}

#[derive(Clone, Debug)]
pub struct Component {
    pub name: String,
    /// A primitive, a string, an array of these, or a structure.
    pub ty: Type,
    /// How it is read of an object: `x` or `x()`.
    pub read: String,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub ty: Type,
    /// The method may write to it.
    pub written: bool,
}

#[derive(Clone, Debug)]
pub struct Exported {
    /// What it is called by within the library.
    pub number: usize,
    /// Its name in the source.
    pub java: String,
    /// Its name in other languages, unique in its class.
    pub name: String,
    pub params: Vec<Parameter>,
    pub result: Type,
    /// Calls of it may run beside others.
    pub aside: bool,
    pub docs: Docs,
    /// `Filters.smooth(float[], int)`
    pub display: String,
}

#[derive(Clone, Debug)]
pub struct ExportedClass {
    /// `Filters`, or `Outer_Filters`.
    pub name: String,
    /// `a.b.Filters`
    pub qualified: String,
    /// `a.b`, empty for the unnamed one.
    pub package: String,
    pub methods: Vec<Exported>,
    pub docs: Docs,
}

/// A method that is not exported.
#[derive(Clone, Debug)]
pub struct Refused {
    pub display: String,
    pub reason: String,
    /// It was asked for, here.
    pub asked: Option<Span>,
    pub at: Span,
}

#[derive(Clone, Debug, Default)]
pub struct Surface {
    pub classes: Vec<ExportedClass>,
    pub structures: Vec<Structure>,
    pub refused: Vec<Refused>,
}

impl Surface {
    pub fn methods(&self) -> impl Iterator<Item = (&ExportedClass, &Exported)> {
        self.classes.iter().flat_map(|c| c.methods.iter().map(move |m| (c, m)))
    }

    /// The primitives, strings and arrays that a structure consists of, in order, each with the names that lead to it.
    pub fn leaves(&self, structure: usize) -> Vec<(Vec<&str>, &Type)> {
        let mut out = Vec::new();
        for c in &self.structures[structure].components {
            match &c.ty {
                Type::Structure(inner) => {
                    for (mut path, ty) in self.leaves(*inner) {
                        path.insert(0, &c.name);
                        out.push((path, ty));
                    }
                }
                ty => out.push((vec![c.name.as_str()], ty)),
            }
        }
        out
    }

    /// What was asked for and is not exported.
    pub fn errors(&self) -> Vec<Diagnostic> {
        let asked = self.refused.iter().filter_map(|r| Some((r, r.asked?)));
        asked
            .map(|(r, at)| {
                Diagnostic::error("E0920", format!("`{}` cannot be exported: {}", r.display, r.reason), r.at)
                    .also(at, "this asks for it")
            })
            .collect()
    }
}

/// Whether any declaration asks for an export.
pub fn asks(units: &[CompilationUnit]) -> bool {
    fn of_type(t: &TypeDecl) -> bool {
        let of_member = |m: &Member| match m {
            Member::Method(m) => annotation(&m.modifiers).is_some(),
            Member::Type(t) => of_type(t),
            _ => false,
        };
        annotation(&t.modifiers).is_some() || t.members.iter().any(of_member)
    }
    units.iter().any(|u| u.types.iter().any(|t| of_type(t)))
}

fn annotation(modifiers: &Modifiers) -> Option<&Annotation> {
    modifiers.annotations.iter().find(|a| a.name.parts.last().is_some_and(|p| p.name == "Export"))
}

/// The name that an annotation gives.
fn given_name(annotation: &Annotation) -> Option<String> {
    let (_, value) = annotation.args.first()?;
    match &value.kind {
        ast::ExprKind::Literal(ast::Literal::String(text)) => Some(String::from_utf16_lossy(text)),
        _ => None,
    }
}

/// A class of the program with its declaration.
struct Declared<'a> {
    decl: &'a TypeDecl,
    class: ClassId,
    package: String,
    /// It and all around it are public; of nested ones, static.
    public: Result<(), &'static str>,
    /// An annotation of it, or of one around it.
    asked: Option<&'a Annotation>,
}

struct Finder<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
    declared: Vec<Declared<'a>>,
    structures: Vec<Structure>,
    /// Those that are none, with the reason.
    no_structures: BTreeMap<ClassId, String>,
}

/// What the program exports.
pub fn surface(units: &[CompilationUnit], program: &Program, sources: &SourceMap) -> Surface {
    let mut finder =
        Finder { program, sources, declared: Vec::new(), structures: Vec::new(), no_structures: BTreeMap::new() };
    let mut declared = Vec::new();
    for unit in units {
        let package = unit
            .package
            .as_ref()
            .map_or(String::new(), |p| p.parts.iter().map(|i| i.name.as_str()).collect::<Vec<_>>().join("."));
        for t in &unit.types {
            declare(program, t, &package, &package, Ok(()), None, &mut declared);
        }
    }
    finder.declared = declared;
    finder.surface(asks(units))
}

fn declare<'a>(
    program: &Program,
    decl: &'a TypeDecl,
    package: &str,
    around: &str,
    public: Result<(), &'static str>,
    asked: Option<&'a Annotation>,
    out: &mut Vec<Declared<'a>>,
) {
    let name = if around.is_empty() { decl.name.name.to_string() } else { format!("{around}.{}", decl.name.name) };
    let public = public.and(if decl.modifiers.has(Modifier::Public) { Ok(()) } else { Err("its class is not public") });
    let asked = annotation(&decl.modifiers).or(asked);
    let found = program.classes.iter().position(|c| c.name == name.as_str() && !c.is_library);
    if let Some(class) = found {
        out.push(Declared { decl, class: ClassId(class as u32), package: package.into(), public, asked });
    }
    for m in &decl.members {
        if let Member::Type(inner) = m {
            declare(program, inner, package, &name, public, asked, out);
        }
    }
}

/// A class's name without its package, with `_` for the dots between nested ones.
fn short_name(class: &Class, package: &str) -> String {
    let name = class.name.strip_prefix(package).filter(|_| !package.is_empty()).unwrap_or(&class.name);
    name.trim_start_matches('.').replace('.', "_")
}

impl<'a> Finder<'a> {
    fn surface(mut self, narrowed: bool) -> Surface {
        let effects = Effects::infer(self.program);
        let keeps = keeps_references(self.program);
        let mut surface = Surface::default();
        let mut number = 0;
        for at in 0..self.declared.len() {
            let (decl, class) = (self.declared[at].decl, self.declared[at].class);
            let mut methods = Vec::new();
            for member in &decl.members {
                let Member::Method(m) = member else { continue };
                let own = annotation(&m.modifiers);
                let by_class = self.declared[at].asked.filter(|_| m.modifiers.has(Modifier::Public));
                let asked = own.or(by_class);
                let candidate = m.modifiers.has(Modifier::Public) && m.modifiers.has(Modifier::Static);
                if own.is_none() && (!candidate || narrowed && asked.is_none()) || is_main(m) {
                    continue;
                }
                let Some(id) = self.method_of(class, m) else { continue };
                match self.exported(at, m, id, &effects, keeps) {
                    Ok(mut exported) => {
                        if let Some(name) = own.and_then(given_name).filter(|n| !n.is_empty()) {
                            exported.name = name;
                        }
                        exported.number = number;
                        number += 1;
                        methods.push(exported);
                    }
                    Err(reason) => surface.refused.push(Refused {
                        display: self.program.method(id).display.to_string(),
                        reason,
                        // Of a class, what can be exported is.
                        asked: own.map(|a| a.span),
                        at: m.name.span,
                    }),
                }
            }
            if methods.is_empty() {
                continue;
            }
            unique(&mut methods);
            let def = self.program.class(class);
            let package = self.declared[at].package.clone();
            let named = annotation(&decl.modifiers).and_then(given_name).filter(|n| !n.is_empty());
            surface.classes.push(ExportedClass {
                name: named.unwrap_or_else(|| short_name(def, &package)),
                qualified: def.name.to_string(),
                package,
                methods,
                docs: docs::before(self.sources, decl.span),
            });
        }
        surface.structures = self.structures;
        unique_classes(&mut surface);
        surface
    }

    fn method_of(&self, class: ClassId, decl: &MethodDecl) -> Option<MethodId> {
        let of_class = &self.program.class(class).methods;
        of_class.iter().copied().find(|&m| {
            let m = self.program.method(m);
            m.name_span == decl.name.span && m.kind == MethodKind::Method
        })
    }

    fn exported(
        &mut self,
        at: usize,
        decl: &MethodDecl,
        id: MethodId,
        effects: &Effects,
        keeps: bool,
    ) -> Result<Exported, String> {
        let method = self.program.method(id);
        self.declared[at].public.map_err(str::to_string)?;
        if !decl.modifiers.has(Modifier::Public) {
            return Err("it is not public".into());
        }
        if !method.is_static {
            return Err("it is not static".into());
        }
        if !decl.type_params.is_empty() {
            return Err("it is generic".into());
        }
        let summary = effects.of(id);
        let mut params = Vec::new();
        for (i, &p) in method.params.iter().enumerate() {
            let local = &method.locals[p.index()];
            let ty = self.ty(&local.ty).map_err(|why| format!("parameter `{}` {why}", local.name))?;
            let mutable = ty.array().is_some_and(|a| !a.value && a.of.is_some());
            // What is kept may be written to where it is found again.
            let written = summary.writes_parameter(i) || keeps && summary.has(Effect::WritesStatic);
            params.push(Parameter { name: local.name.to_string(), ty, written: mutable && written });
        }
        let result = match &method.ret {
            Ty::Void => Type::Void,
            ty => self.ty(ty).map_err(|why| format!("its result {why}"))?,
        };
        Ok(Exported {
            number: 0,
            java: method.name.to_string(),
            name: method.name.to_string(),
            params,
            result,
            aside: summary.is_local() && self.shares_nothing(id),
            docs: docs::before(self.sources, decl.span),
            display: display(self.program, method),
        })
    }

    /// Whether threads that run the method at once never meet: it uses no object that a static field holds, and no class but its own, which its first
    /// call initialises, has an initialiser.
    fn shares_nothing(&self, id: MethodId) -> bool {
        let program = self.program;
        let Ok(shared) = isolation::shared(program, id, &program.items(id, None)) else { return false };
        let own = program.method(id).class;
        shared.classes.iter().all(|&c| c == own || program.class(c).static_init.is_none())
            && shared.fields.iter().all(|&f| !program.field(f).ty.is_reference())
    }

    /// The type over the border, or why there is none.
    fn ty(&mut self, ty: &Ty) -> Result<Type, String> {
        let name = || self.name_of(ty);
        if let Some(p) = Primitive::of(ty) {
            return Ok(Type::Primitive(p));
        }
        match ty {
            Ty::Class(c) if self.is_string(*c) => Ok(Type::Text),
            Ty::Class(c) => Ok(Type::Structure(self.structure(*c)?)),
            Ty::Array { .. } => {
                let (mut elem, mut dimensions) = (ty, 0);
                while let Ty::Array { elem: inner, .. } = elem {
                    (elem, dimensions) = (inner, dimensions + 1);
                }
                match elem {
                    Ty::Class(c) if self.is_string(*c) => Ok(Deep { of: None, dimensions, value: false }.ty()),
                    Ty::Class(_) if dimensions > 1 => {
                        Err(format!("is a `{}`: arrays of objects are exported in one dimension", name()))
                    }
                    Ty::Class(c) => {
                        let structure = self.structure(*c)?;
                        self.in_arrays(structure)?;
                        Ok(Type::Structures(structure))
                    }
                    elem => match Primitive::of(elem) {
                        Some(of) => Ok(Deep { of: Some(of), dimensions, value: false }.ty()),
                        None => Err(format!("is a `{}`", name())),
                    },
                }
            }
            Ty::ValueArray { elem, dims } => match Primitive::of(elem) {
                Some(of) => Ok(Deep { of: Some(of), dimensions: dims.len(), value: true }.ty()),
                None => Err(format!("is a `{}`: of value arrays, those of primitives are exported", name())),
            },
            _ => Err(format!("is a `{}`", name())),
        }
    }

    fn name_of(&self, ty: &Ty) -> String {
        somd_hir::print::ty(self.program, ty)
    }

    fn is_string(&self, class: ClassId) -> bool {
        self.program.known.classes.get("java.lang.String") == Some(&class)
    }

    fn structure(&mut self, class: ClassId) -> Result<usize, String> {
        if let Some(at) = self.structures.iter().position(|s| s.class == class) {
            return Ok(at);
        }
        if let Some(why) = self.no_structures.get(&class) {
            return Err(why.clone());
        }
        // A class that contains itself is found here again.
        let name = self.program.class(class).name.clone();
        self.no_structures.insert(class, format!("is a `{name}`, which contains itself"));
        match self.structure_of(class) {
            Ok(structure) => {
                self.no_structures.remove(&class);
                self.structures.push(structure);
                Ok(self.structures.len() - 1)
            }
            Err(why) => {
                let why = format!("is a `{name}`, {why}");
                self.no_structures.insert(class, why.clone());
                Err(why)
            }
        }
    }

    /// Whether there can be arrays of it, which cross the border as an array of each part.
    fn in_arrays(&self, structure: usize) -> Result<(), String> {
        let s = &self.structures[structure];
        s.components.iter().try_for_each(|c| match &c.ty {
            Type::Structure(inner) => self.in_arrays(*inner),
            ty if ty.array().is_some_and(|a| a.value) => {
                Err(format!("is an array of `{}`, whose component `{}` is a value array", s.qualified, c.name))
            }
            _ => Ok(()),
        })
    }

    fn structure_of(&mut self, class: ClassId) -> Result<Structure, String> {
        let program = self.program;
        let def = program.class(class);
        let Some(declared) = self.declared.iter().find(|d| d.class == class) else {
            return Err("which is no record or value class of the program".into());
        };
        let decl = declared.decl;
        if def.kind != ClassKind::Record && !(def.is_value && def.kind == ClassKind::Class) {
            return Err("which is neither a record nor a value class".into());
        }
        if !decl.type_params.is_empty() {
            return Err("which is generic".into());
        }
        if def.is_abstract || def.superclass.is_some_and(|s| !program.class(s).is_library) {
            return Err("which is abstract or extends another class".into());
        }
        declared.public.map_err(|_| "which is not public".to_string())?;
        let fields: Vec<_> = def.fields.iter().map(|&f| program.field(f)).filter(|f| !f.is_static).collect();
        if fields.is_empty() {
            return Err("which has no components".into());
        }
        let types: Vec<&Ty> = fields.iter().map(|f| &f.ty).collect();
        if decl.kind != TypeKind::Record && !has_constructor(program, def, decl, &types) {
            return Err("which has no public constructor from its fields".into());
        }
        let mut components = Vec::new();
        for field in fields {
            let read = readable(program, def, decl, &field.name, &field.ty)
                .ok_or_else(|| format!("whose field `{}` is neither public nor read by a public method", field.name))?;
            let ty = self.ty(&field.ty).map_err(|why| format!("whose component `{}` {why}", field.name))?;
            if matches!(ty, Type::Structures(_)) {
                return Err(format!("whose component `{}` is an array of objects", field.name));
            }
            components.push(Component { name: field.name.to_string(), ty, read });
        }
        Ok(Structure {
            name: def.name.rsplit('.').next().unwrap_or(&def.name).to_string(),
            qualified: def.name.to_string(),
            class,
            components,
            value: def.is_value,
            docs: docs::before(self.sources, decl.span),
        })
    }
}

fn is_main(m: &MethodDecl) -> bool {
    m.name.name == "main" && m.params.len() == 1 && m.modifiers.has(Modifier::Static)
}

/// Without the parameters' names: `Filters.smooth(float[], int)`.
fn display(program: &Program, method: &Method) -> String {
    let types: Vec<String> =
        method.params.iter().map(|p| somd_hir::print::ty(program, &method.locals[p.index()].ty)).collect();
    format!("{}.{}({})", program.class(method.class).name, method.name, types.join(", "))
}

/// Whether a static field of the program's can hold what a method is given.
fn keeps_references(program: &Program) -> bool {
    let plain =
        |ty: &Ty| !ty.is_reference() || matches!(ty, Ty::Class(c) if program.class(*c).name == "java.lang.String");
    let own = |c: ClassId| !program.class(c).is_library;
    program.fields.iter().any(|f| f.is_static && own(f.class) && f.constant.is_none() && !plain(&f.ty))
}

/// A public constructor takes the fields, in their order.
fn has_constructor(program: &Program, class: &Class, decl: &TypeDecl, fields: &[&Ty]) -> bool {
    let public: BTreeSet<Span> =
        declared_methods(decl).filter(|m| m.modifiers.has(Modifier::Public)).map(|m| m.name.span).collect();
    class.methods.iter().map(|&m| program.method(m)).any(|m| {
        m.kind == MethodKind::Constructor
            && public.contains(&m.name_span)
            && m.params.len() == fields.len()
            && m.params.iter().zip(fields).all(|(p, f)| m.locals[p.index()].ty == **f)
    })
}

fn declared_methods(decl: &TypeDecl) -> impl Iterator<Item = &MethodDecl> {
    decl.members.iter().filter_map(|m| if let Member::Method(m) = m { Some(&**m) } else { None })
}

/// How a field is read from outside: `x` or `x()`.
fn readable(program: &Program, class: &Class, decl: &TypeDecl, field: &str, ty: &Ty) -> Option<String> {
    if decl.kind == TypeKind::Record {
        return Some(format!("{field}()"));
    }
    let public_field = decl.members.iter().any(|m| match m {
        Member::Field(f) => f.modifiers.has(Modifier::Public) && f.vars.iter().any(|v| v.name.name == field),
        _ => false,
    });
    if public_field {
        return Some(field.to_string());
    }
    let mut letters = field.chars();
    let getter = letters.next().map(|c| format!("get{}{}", c.to_uppercase(), letters.as_str())).unwrap_or_default();
    let public: BTreeSet<Span> =
        declared_methods(decl).filter(|m| m.modifiers.has(Modifier::Public)).map(|m| m.name.span).collect();
    let found = class.methods.iter().map(|&m| program.method(m)).find(|m| {
        (m.name == field || m.name == getter.as_str())
            && m.params.is_empty()
            && !m.is_static
            && m.ret == *ty
            && public.contains(&m.name_span)
    })?;
    Some(format!("{}()", found.name))
}

/// Of methods of one name, the first keeps it; those behind it have their parameters' types in theirs.
fn unique(methods: &mut [Exported]) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for m in methods {
        m.name = plain(&m.name);
        if !taken.insert(m.name.clone()) {
            let types: String = m.params.iter().map(|p| format!("_{}", word(&p.ty))).collect();
            let base = format!("{}{types}", m.name);
            let numbered = (2..).map(|n| format!("{base}_{n}"));
            // There is always a number that is free.
            let free = std::iter::once(base.clone()).chain(numbered).find(|n| !taken.contains(n));
            m.name = free.unwrap_or(base);
            taken.insert(m.name.clone());
        }
    }
}

fn word(ty: &Type) -> String {
    match ty {
        Type::Void => "void".into(),
        Type::Primitive(p) => p.java().into(),
        Type::Text => "text".into(),
        Type::Array { of, .. } => format!("{}s", of.java()),
        Type::Rows { of, .. } => format!("{}_rows", of.java()),
        Type::Texts => "texts".into(),
        Type::Deep(d) => format!("{}_{}", d.of.map_or("texts".into(), |of| format!("{}s", of.java())), d.dimensions),
        Type::Structure(n) => format!("s{n}"),
        Type::Structures(n) => format!("s{n}s"),
    }
}

/// A name of the source as every language takes it: of letters of ASCII, digits and `_`.
fn plain(name: &str) -> String {
    name.chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_string()
            } else if c == '_' || c == '$' {
                "_".into()
            } else {
                format!("u{:x}", c as u32)
            }
        })
        .collect()
}

/// Names of types that a language, or what is written for it, has for itself.
const KEPT: &[&str] = &[
    "Arguments",
    "Box",
    "Err",
    "Exception",
    "FILE",
    "Functions",
    "Handle",
    "JavaException",
    "LIBRARY",
    "NULL",
    "None",
    "Ok",
    "Option",
    "Result",
    "Results",
    "Self",
    "Some",
    "String",
    "Text",
    "Vec",
    "bool",
    "main",
];

/// Classes of one name in several packages are told apart by numbers.
fn unique_classes(surface: &mut Surface) {
    let mut taken: BTreeMap<String, String> = BTreeMap::new();
    let structures = surface.structures.iter_mut().map(|s| (&mut s.name, &s.qualified));
    let classes = surface.classes.iter_mut().map(|c| (&mut c.name, &c.qualified));
    for (name, qualified) in classes.chain(structures) {
        let mut n = 2;
        *name = plain(name);
        if KEPT.contains(&name.as_str()) {
            name.push('_');
        }
        let base = name.clone();
        while taken.get(name).is_some_and(|other| other != qualified) {
            *name = format!("{base}_{n}");
            n += 1;
        }
        taken.insert(name.clone(), qualified.clone());
    }
}

/// How each part of a structure is read: `from().x()`.
pub fn reads(surface: &Surface, structure: usize) -> Vec<(String, &Type)> {
    let mut out = Vec::new();
    for c in &surface.structures[structure].components {
        match &c.ty {
            Type::Structure(inner) => {
                out.extend(reads(surface, *inner).into_iter().map(|(read, ty)| (format!("{}.{read}", c.read), ty)));
            }
            ty => out.push((c.read.clone(), ty)),
        }
    }
    out
}
