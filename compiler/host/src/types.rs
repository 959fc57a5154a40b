//! Types as host code represents them: which are values, which share a layout, what a function is passed.

use crate::HostPlan;
use somd_hir::*;

/// What a reference of a Java type refers to in host code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Any object: `Object`, interfaces, what has no class.
    Object,
    String,
    Class(ClassId),
    Array(Box<Layout>),
    /// As an array's element.
    Primitive(Ty),
}

impl HostPlan<'_> {
    /// What references of this type refer to.
    pub fn layout(&self, ty: &Ty) -> Layout {
        match ty {
            Ty::Class(c) if Some(*c) == self.object || self.program.class(*c).kind == ClassKind::Interface => {
                Layout::Object
            }
            Ty::Class(c) if Some(*c) == self.string => Layout::String,
            Ty::Class(c) => Layout::Class(*c),
            Ty::Array { elem, .. } => Layout::Array(Box::new(self.element_layout(elem))),
            Ty::ValueArray { elem, dims } => {
                let inner = (1..dims.len()).fold(self.element_layout(elem), |e, _| Layout::Array(Box::new(e)));
                Layout::Array(Box::new(inner))
            }
            _ => Layout::Object,
        }
    }

    fn element_layout(&self, ty: &Ty) -> Layout {
        if ty.is_primitive() { Layout::Primitive(ty.clone()) } else { self.layout(ty) }
    }

    /// The class has a structure of its own, unlike `Object`, `String` and interfaces.
    pub fn has_structure(&self, c: ClassId) -> bool {
        self.layout(&Ty::Class(c)) == Layout::Class(c)
    }

    /// Java's subtyping, for casts that need no check.
    pub fn is_subtype(&self, from: &Ty, to: &Ty) -> bool {
        match (from, to) {
            (Ty::Null, _) => true,
            (_, Ty::Class(b)) if Some(*b) == self.object => true,
            (Ty::Class(a), Ty::Class(b)) => self.program.is_subclass(*a, *b),
            (Ty::Array { elem: a, .. }, Ty::Array { elem: b, .. }) => {
                !to.claims(from) && (a == b || (a.is_reference() && b.is_reference() && self.is_subtype(a, b)))
            }
            (Ty::ValueArray { elem: a, dims: n }, Ty::ValueArray { elem: b, dims: m }) => {
                a == b && n.len() == m.len() && !to.claims(from)
            }
            _ => from == to,
        }
    }

    pub fn is_throwable(&self, c: ClassId) -> bool {
        self.program.known.classes.get("java.lang.Throwable") == Some(&c)
    }

    /// The type of a parameter or receiver of a method's function: natives know the runtime's types only.
    pub fn passed_ty(&self, m: &Method, ty: &Ty) -> Ty {
        if m.native.is_none() {
            return ty.clone();
        }
        match ty {
            Ty::Class(c) if Some(*c) != self.string => Ty::Null,
            Ty::Array { elem, .. } if elem.is_reference() => match self.passed_ty(m, elem) {
                Ty::Null => self.object.map_or(Ty::Null, |o| Ty::array(Ty::Class(o))),
                e => Ty::array(e),
            },
            t => t.clone(),
        }
    }

    /// The types of a method's parameters, as its function takes them.
    pub fn passed_params(&self, m: &Method) -> Vec<Ty> {
        m.params.iter().map(|p| self.passed_ty(m, &m.locals[p.index()].ty)).collect()
    }

    /// A call written against `declared` can run `target` with nothing in between.
    pub fn same_signature(&self, declared: MethodId, target: MethodId) -> bool {
        let (d, t) = (self.program.method(declared), self.program.method(target));
        if t.native.is_some() && d.native.is_none() {
            let from = d.params.iter().map(|p| &d.locals[p.index()].ty);
            return d.ret == t.ret && from.zip(self.passed_params(t)).all(|(from, to)| !self.is_bridged(from, &to));
        }
        let layout = |m: &Method, p: LocalId| self.layout(&m.locals[p.index()].ty);
        d.ret == t.ret
            && d.params.len() == t.params.len()
            && d.params.iter().zip(&t.params).all(|(&a, &b)| {
                let (x, y) = (&d.locals[a.index()].ty, &t.locals[b.index()].ty);
                x == y || (x.is_reference() && layout(d, a) == layout(t, b) && self.is_subtype(x, y))
            })
    }

    /// A parameter says more than that of the method which is called: what is passed is tested, as Java's bridge methods do.
    pub fn is_bridged(&self, from: &Ty, to: &Ty) -> bool {
        from.is_reference() && from != to && *to != Ty::Null && !self.is_subtype(from, to)
    }

    pub fn instance_fields(&self, c: ClassId) -> Vec<FieldId> {
        let fields = &self.program.class(c).fields;
        fields.iter().copied().filter(|f| !self.program.field(*f).is_static && self.reach.fields.contains(f)).collect()
    }

    /// The struct has no fields at all.
    pub fn is_unit(&self, c: ClassId) -> bool {
        let base = self.program.class(c).superclass.is_some_and(|s| self.layout(&Ty::Class(s)) != Layout::Object);
        !base && self.instance_fields(c).is_empty()
    }

    /// Its variables hold contents, not references. Enums and `String` are values but keep Java's identity, and `String` its null.
    pub fn is_value_class(&self, c: ClassId) -> bool {
        let class = self.program.class(c);
        class.is_value && class.kind != ClassKind::Enum && Some(c) != self.string
    }

    pub fn value_class(&self, ty: &Ty) -> Option<ClassId> {
        match ty {
            Ty::Class(c) if self.is_value_class(*c) => Some(*c),
            _ => None,
        }
    }

    /// The class of values whose variables start as its zero, by a function of its own: a value class, or a value enum.
    pub fn zeroed(&self, ty: &Ty) -> Option<ClassId> {
        let is_enum = |c: &ClassId| self.program.first_constant(*c).is_some_and(|f| self.reach.fields.contains(&f));
        match ty {
            Ty::Class(c) if self.is_value_class(*c) || is_enum(c) => Some(*c),
            _ => None,
        }
    }

    /// Objects of values' classes, or value arrays, may stand where this class does.
    pub fn may_be_value(&self, c: ClassId) -> bool {
        let program = self.program;
        let is_object = program.class(c).superclass.is_none() && program.class(c).kind != ClassKind::Interface;
        let arrays = is_object
            && self.reach.methods.iter().any(|&m| program.method(m).native.as_deref() == Some("object.valueArray"));
        arrays || self.reach.instantiated.iter().any(|&v| self.is_value_class(v) && program.is_subclass(v, c))
    }
}
