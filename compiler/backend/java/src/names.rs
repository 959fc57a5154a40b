//! How the printed Java names types and classes, and what the checked program knows about a span of the source.

use super::value::copies_objects;
use somd_hir::walk;
use somd_hir::{self as hir, ClassId, ClassKind, Expr, ExprKind, MethodId, Ty};
use somd_sema::instances::BODY;
use somd_syntax::ast::CompilationUnit;
use somd_syntax::source::{SourceMap, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The checked program by source span.
pub struct Names<'a> {
    hir: &'a hir::Program,
    /// Every expression of the program's own classes, outer ones first.
    exprs: BTreeMap<Span, Vec<&'a Expr>>,
    /// By the span of the declared name.
    methods: BTreeMap<Span, MethodId>,
    classes: BTreeMap<Span, ClassId>,
    /// The types of locals, by the span of the declared name.
    locals: BTreeMap<Span, &'a Ty>,
    /// Methods that references name.
    pub referred: BTreeSet<MethodId>,
    /// Value classes of which a variable starts as zero.
    pub zeros: BTreeSet<ClassId>,
    /// The package of the file at hand and a dot: its classes need no qualification.
    package: String,
}

/// The functions of `Math` whose bits Java leaves open, by the class that has the bits they have here.
const STRICT: &[&str] = &["asin", "acos", "atan", "atan2", "cbrt", "sinh", "cosh", "tanh", "hypot", "expm1", "log1p"];
const ELEMENTARY: &[&str] = &["sin", "cos", "tan", "exp", "log", "log10", "pow"];

/// The class that a function of `Math` is called on where `Math` itself may give other bits.
pub fn exact_math(class: &str, method: &str) -> Option<&'static str> {
    match method {
        _ if class != "java.lang.Math" => None,
        m if STRICT.contains(&m) => Some("StrictMath"),
        m if ELEMENTARY.contains(&m) => Some("somd.Elementary"),
        _ => None,
    }
}

impl<'a> Names<'a> {
    pub fn new(hir: &'a hir::Program, sources: &SourceMap) -> Names<'a> {
        let own = |span: Span| !span.is_none() && sources.file_at(span.lo).is_some_and(|f| !f.library);
        let mut names = Names {
            hir,
            exprs: BTreeMap::new(),
            methods: BTreeMap::new(),
            classes: BTreeMap::new(),
            locals: BTreeMap::new(),
            referred: super::claims::referred(hir),
            zeros: BTreeSet::new(),
            package: String::new(),
        };
        for (i, class) in hir.classes.iter().enumerate() {
            if own(class.span) {
                names.classes.entry(class.span).or_insert(ClassId(i as u32));
            }
        }
        for (i, method) in hir.methods.iter().enumerate() {
            if own(method.name_span) {
                let id = MethodId(i as u32);
                let known = names.methods.entry(method.name_span).or_insert(id);
                // Of a method in two parts it is the body that stands in the text.
                if method.name.ends_with(BODY) {
                    *known = id;
                }
            }
            let Some(body) = &method.body else { continue };
            if hir.class(method.class).is_library {
                continue;
            }
            names.locals.extend(method.locals.iter().map(|l| (l.span, &l.ty)));
            walk::exprs_in(body, &mut |e| {
                if own(e.span) {
                    names.exprs.entry(e.span).or_default().push(e);
                }
            });
        }
        names.find_zeros();
        names
    }

    fn find_zeros(&mut self) {
        let (mut zeros, mut made) = (BTreeSet::new(), BTreeSet::new());
        let mut copied = false;
        for e in self.exprs.values().flatten() {
            match &e.kind {
                ExprKind::NewArray { .. } => zeros.extend(self.value_class(base(&e.ty).0)),
                ExprKind::Call { method, .. } if copies_objects(self.hir, *method) => copied = true,
                ExprKind::ArrayLit(_) => made.extend(self.value_class(base(&e.ty).0)),
                ExprKind::Lit(hir::Lit::Zero) => zeros.extend(self.value_class(&e.ty)),
                _ => {}
            }
        }
        // A copy of an array of any of them may be longer.
        if copied {
            zeros.append(&mut made);
        }
        for f in self.hir.fields.iter().filter(|f| !f.is_final) {
            zeros.extend(self.value_class(&f.ty));
        }
        // The zero of a class is made of those of its fields.
        loop {
            let of_fields: Vec<ClassId> = zeros
                .iter()
                .flat_map(|c| &self.hir.class(*c).fields)
                .filter_map(|&f| self.value_class(&self.hir.field(f).ty))
                .collect();
            let before = zeros.len();
            zeros.extend(of_fields);
            if zeros.len() == before {
                break;
            }
        }
        self.zeros = zeros;
    }

    /// The expressions that the checker made of what stands at a span, outer ones first.
    pub fn at(&self, span: Span) -> &[&'a Expr] {
        self.exprs.get(&span).map_or(&[], Vec::as_slice)
    }

    pub fn method_at(&self, name: Span) -> Option<MethodId> {
        self.methods.get(&name).copied()
    }

    /// The type of the local that is declared by this name.
    pub fn local_at(&self, name: Span) -> Option<&'a Ty> {
        self.locals.get(&name).copied()
    }

    pub fn class_at(&self, span: Span) -> Option<ClassId> {
        self.classes.get(&span).copied()
    }

    /// The names printed from here on stand in this file.
    pub fn enter_package(&mut self, unit: &CompilationUnit) {
        let parts = unit.package.iter().flat_map(|p| &p.parts);
        self.package = parts.map(|p| format!("{}.", p.name)).collect();
    }

    pub fn class(&self, id: ClassId) -> String {
        let name = &self.hir.class(id).name;
        let short = match name.strip_prefix("java.lang.") {
            Some(n) => Some(n).filter(|n| !n.contains('.')),
            None => name.strip_prefix(self.package.as_str()).filter(|n| n.starts_with(char::is_uppercase)),
        };
        short.unwrap_or(name).to_string()
    }

    /// The class that a static method is called on.
    pub fn owner(&self, method: MethodId) -> String {
        let m = self.hir.method(method);
        exact_math(&self.hir.class(m.class).name, &m.name).map_or_else(|| self.class(m.class), Into::into)
    }

    pub fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Class(c) => self.class(*c),
            Ty::Array { .. } | Ty::ValueArray { .. } => {
                let (base, rank) = base(ty);
                self.ty(base) + &"[]".repeat(rank)
            }
            other => other.keyword().unwrap_or("Object").into(),
        }
    }

    /// As a type argument.
    pub fn boxed(&self, ty: &Ty) -> String {
        match ty {
            Ty::Void => "Void".into(),
            Ty::Boolean => "Boolean".into(),
            Ty::Byte => "Byte".into(),
            Ty::Short => "Short".into(),
            Ty::Char => "Character".into(),
            Ty::Int => "Integer".into(),
            Ty::Long => "Long".into(),
            Ty::Float => "Float".into(),
            Ty::Double => "Double".into(),
            _ => self.ty(ty),
        }
    }

    /// `new T[first][]…` for an array type; none for other types.
    pub fn new_array(&self, ty: &Ty, first: &str) -> Option<String> {
        let (base, rank) = base(ty);
        (rank > 0).then(|| format!("new {}[{first}]{}", self.ty(base), "[]".repeat(rank - 1)))
    }

    /// A class whose variables hold contents: no reference is null, and `==` compares.
    pub fn value_class(&self, ty: &Ty) -> Option<ClassId> {
        match ty {
            Ty::Class(c) => {
                let class = self.hir.class(*c);
                (class.is_value && class.kind != ClassKind::Enum && class.name != "java.lang.String").then_some(*c)
            }
            _ => None,
        }
    }
}

/// What an array's innermost elements are, and in how many dimensions.
pub fn base(ty: &Ty) -> (&Ty, usize) {
    match ty {
        Ty::Array { elem, .. } => {
            let (base, rank) = base(elem);
            (base, rank + 1)
        }
        Ty::ValueArray { elem, dims } => {
            let (base, rank) = base(elem);
            (base, rank + dims.len())
        }
        _ => (ty, 0),
    }
}
