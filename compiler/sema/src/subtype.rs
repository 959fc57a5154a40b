//! How types relate: subtyping, casts, supertypes, capture, erasure, boxing, least upper bounds (JLS 4 and 5).

use super::table::ClassTable;
use super::types::{ClassType, Subst, Type, TypeArg, TypeVar, TypeVarId};
use somd_hir::full::Full;
use somd_hir::{ClassId, Ty};
use somd_syntax::ast::PrimType;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

/// What a cast does (JLS 5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// No value of the one type can be of the other: an error.
    Impossible,
    /// Always succeeds: to a supertype, a wider primitive type, into or out of a box.
    Upcast,
    /// Checked at run time; a narrowing of primitive types.
    Checked,
    /// Checked at run time as far as erasure lets it: a warning in javac.
    Unchecked,
}

/// Types may refer to themselves through bounds (`T extends Comparable<T>`); questions about them stop at this depth.
const MAX_DEPTH: u32 = 12;

impl ClassTable {
    /// `a <: b` for reference types, identity for primitive ones (widening is not subtyping here) (JLS 4.10). The error type is
    /// a subtype of everything and the reverse. Unchecked conversion is not included.
    pub fn is_subtype(&self, a: &Type, b: &Type) -> bool {
        self.subtype(a, b, false, 0)
    }

    /// Subtyping that also lets a raw type stand for its parameterisations (JLS 5.1.9).
    pub fn is_subtype_unchecked(&self, a: &Type, b: &Type) -> bool {
        self.subtype(a, b, true, 0)
    }

    fn subtype(&self, a: &Type, b: &Type, unchecked: bool, depth: u32) -> bool {
        if a == b {
            return true;
        }
        if depth > MAX_DEPTH {
            return false;
        }
        match (a, b) {
            (Type::Error, _) | (_, Type::Error) => true,
            (Type::Prim(_) | Type::Void | Type::Infer(_), _)
            | (_, Type::Prim(_) | Type::Void | Type::Infer(_) | Type::Null) => false,
            (Type::Null, Type::Class(c)) => !self.class(c.class).is_value,
            (Type::Null, Type::ValueArray(..)) => false,
            (Type::Null, _) => true,
            (_, Type::Intersection(parts)) => parts.iter().all(|p| self.subtype(a, p, unchecked, depth + 1)),
            (Type::Intersection(parts), _) => parts.iter().any(|p| self.subtype(p, b, unchecked, depth + 1)),
            (_, Type::Var(v)) => {
                let below =
                    self.type_var(*v).lower.as_ref().is_some_and(|lower| self.subtype(a, lower, unchecked, depth + 1));
                below
                    || matches!(a, Type::Var(x) if self.type_var(*x).bounds.iter().any(|p| self.subtype(p, b, unchecked, depth + 1)))
            }
            (Type::Var(v), _) => {
                let var = self.type_var(*v);
                self.is_object(b) || var.bounds.iter().any(|p| self.subtype(p, b, unchecked, depth + 1))
            }
            (Type::Class(x), Type::Class(y)) => self.class_subtype(x, y, unchecked, depth),
            (Type::Array(x, n), Type::Array(y, m)) => {
                (m.is_none() || n == m)
                    && (x == y || (x.is_reference() && y.is_reference() && self.subtype(x, y, unchecked, depth + 1)))
            }
            (Type::ValueArray(x, n), Type::ValueArray(y, m)) => {
                n.len() == m.len()
                    && n.iter().zip(m.iter()).all(|(n, m)| m.is_none() || n == m)
                    && (self.same_type(x, y) || n.len() == 1 && self.is_box_of(y, x))
            }
            (Type::Array(..), Type::Class(c)) => {
                matches!(
                    self.class(c.class).name.as_str(),
                    "java.lang.Object" | "java.lang.Cloneable" | "java.io.Serializable"
                )
            }
            (Type::ValueArray(..), Type::Class(_)) => self.is_object(b),
            (Type::Class(_) | Type::Array(..) | Type::ValueArray(..), _) => false,
        }
    }

    fn class_subtype(&self, a: &ClassType, b: &ClassType, unchecked: bool, depth: u32) -> bool {
        let Some(sup) = self.class_as_super(a, b.class) else { return false };
        if b.args.is_empty() {
            return true;
        }
        if sup.args.is_empty() {
            return unchecked;
        }
        let fits = |sup: &ClassType| sup.args.iter().zip(b.args.iter()).all(|(x, y)| self.contains_at(y, x, depth + 1));
        if fits(&sup) {
            return true;
        }
        // What a wildcard's declaration adds to it only shows in its capture (JLS 4.10.2).
        if depth < 3
            && a.args.iter().any(TypeArg::is_wildcard)
            && let Type::Class(captured) = self.capture_at(&Type::Class(a.clone()), (depth + 1).max(2))
        {
            return self.class_as_super(&captured, b.class).is_some_and(|sup| fits(&sup));
        }
        false
    }

    /// Widening primitive conversion or identity (JLS 5.1.2).
    pub fn is_widening(&self, a: PrimType, b: PrimType) -> bool {
        use PrimType::*;
        let rank = |p| match p {
            Boolean => 0,
            Byte => 1,
            Short | Char => 2,
            Int => 3,
            Long => 4,
            Float => 5,
            Double => 6,
        };
        a == b || (a != Boolean && b != Boolean && b != Char && rank(a) < rank(b))
    }

    /// Assignable in a loose invocation context: identity, widening, subtyping, boxing, unboxing, unchecked (JLS 5.3). The
    /// narrowing of constants (JLS 5.2) is for the caller to add.
    pub fn is_assignable(&self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Error, _) | (_, Type::Error) => true,
            (Type::Prim(p), _) if b.is_reference() => self.is_subtype(&self.boxed(*p), b),
            (_, Type::Prim(p)) if a.is_reference() => self.unboxed(a).is_some_and(|q| self.is_widening(q, *p)),
            _ => self.is_assignable_strict(a, b),
        }
    }

    /// Without boxing: the strict invocation context (JLS 5.3).
    pub fn is_assignable_strict(&self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Prim(p), Type::Prim(q)) => self.is_widening(*p, *q),
            _ => self.is_subtype_unchecked(a, b),
        }
    }

    /// Equal types: arguments contain each other, parts of intersections in any order.
    pub fn same_type(&self, a: &Type, b: &Type) -> bool {
        self.same_at(a, b, 0)
    }

    fn same_at(&self, a: &Type, b: &Type, depth: u32) -> bool {
        if a == b {
            return true;
        }
        if depth > MAX_DEPTH {
            return false;
        }
        match (a, b) {
            (Type::Error, _) | (_, Type::Error) => true,
            (Type::Class(x), Type::Class(y)) => {
                x.class == y.class
                    && x.args.len() == y.args.len()
                    && x.args.iter().zip(y.args.iter()).all(|(x, y)| self.same_arg(x, y, depth + 1))
            }
            (Type::Array(x, n), Type::Array(y, m)) => n == m && self.same_at(x, y, depth + 1),
            (Type::ValueArray(x, n), Type::ValueArray(y, m)) => n == m && self.same_at(x, y, depth + 1),
            (Type::Intersection(x), Type::Intersection(y)) => {
                x.len() == y.len() && x.iter().all(|p| y.iter().any(|q| self.same_at(p, q, depth + 1)))
            }
            _ => false,
        }
    }

    fn same_arg(&self, a: &TypeArg, b: &TypeArg, depth: u32) -> bool {
        match (a, b) {
            (TypeArg::Is(x), TypeArg::Is(y))
            | (TypeArg::Extends(x), TypeArg::Extends(y))
            | (TypeArg::Super(x), TypeArg::Super(y)) => self.same_at(x, y, depth),
            (TypeArg::Any, TypeArg::Any) => true,
            (TypeArg::Any, TypeArg::Extends(x)) | (TypeArg::Extends(x), TypeArg::Any) => self.is_object(x),
            _ => false,
        }
    }

    /// `b` contains `a` (JLS 4.5.1).
    pub fn contains(&self, b: &TypeArg, a: &TypeArg) -> bool {
        self.contains_at(b, a, 0)
    }

    fn contains_at(&self, b: &TypeArg, a: &TypeArg, depth: u32) -> bool {
        match (b, a) {
            (TypeArg::Any, _) => true,
            (TypeArg::Extends(t), TypeArg::Is(s) | TypeArg::Extends(s)) => self.subtype(s, t, false, depth),
            (TypeArg::Extends(t), TypeArg::Any | TypeArg::Super(_)) => self.is_object(t),
            (TypeArg::Super(t), TypeArg::Is(s) | TypeArg::Super(s)) => self.subtype(t, s, false, depth),
            (TypeArg::Is(t), TypeArg::Is(s)) => self.same_at(t, s, depth),
            _ => false,
        }
    }

    /// Reference casts, numeric and boxing ones (JLS 5.5).
    pub fn cast(&self, from: &Type, to: &Type) -> Cast {
        match (from, to) {
            (Type::Error, _) | (_, Type::Error) => Cast::Upcast,
            (Type::Void, _) | (_, Type::Void) => Cast::Impossible,
            (Type::Prim(a), Type::Prim(b)) if self.is_widening(*a, *b) => Cast::Upcast,
            (Type::Prim(PrimType::Boolean), Type::Prim(_)) | (Type::Prim(_), Type::Prim(PrimType::Boolean)) => {
                Cast::Impossible
            }
            (Type::Prim(_), Type::Prim(_)) => Cast::Checked,
            (Type::Prim(p), _) if self.is_subtype(&self.boxed(*p), to) => Cast::Upcast,
            (Type::Prim(_), _) => Cast::Impossible,
            (Type::Null, Type::Prim(_)) => Cast::Impossible,
            (_, Type::Prim(p)) => match self.unboxed(from) {
                Some(q) if self.is_widening(q, *p) => Cast::Upcast,
                Some(_) => Cast::Impossible,
                None if self.is_subtype(&self.boxed(*p), from) => Cast::Checked,
                None => Cast::Impossible,
            },
            _ if self.is_subtype(from, to) => Cast::Upcast,
            _ if self.is_subtype_unchecked(from, to) => Cast::Unchecked,
            _ => self.reference_cast(from, to, 0),
        }
    }

    fn reference_cast(&self, from: &Type, to: &Type, depth: u32) -> Cast {
        if depth > MAX_DEPTH || self.is_subtype(from, to) {
            return Cast::Checked;
        }
        match (from, to) {
            (Type::Intersection(parts), _) => {
                self.worst_cast(parts.iter().map(|p| self.reference_cast(p, to, depth + 1)))
            }
            (_, Type::Intersection(parts)) => {
                self.worst_cast(parts.iter().map(|p| self.reference_cast(from, p, depth + 1)))
            }
            (Type::Var(v), _) => {
                self.worst_cast(self.type_var(*v).bounds.iter().map(|p| self.reference_cast(p, to, depth + 1)))
            }
            (_, Type::Var(v)) => match self
                .worst_cast(self.type_var(*v).bounds.iter().map(|p| self.reference_cast(from, p, depth + 1)))
            {
                Cast::Impossible => Cast::Impossible,
                _ => Cast::Unchecked,
            },
            (Type::Class(a), Type::Class(b)) => self.class_cast(a, b),
            (Type::Array(x, n), Type::Array(y, m)) => {
                if n.is_some() && m.is_some() && n != m {
                    Cast::Impossible
                } else if x.is_reference() && y.is_reference() {
                    self.reference_cast(x, y, depth + 1)
                } else if x == y {
                    Cast::Checked
                } else {
                    Cast::Impossible
                }
            }
            (Type::Class(_), Type::Array(..) | Type::ValueArray(..)) if self.subtype(to, from, false, 0) => {
                Cast::Checked
            }
            (Type::ValueArray(x, n), Type::ValueArray(y, m)) if x == y && n.len() == m.len() => {
                let clash = n.iter().zip(m.iter()).any(|(n, m)| n.is_some() && m.is_some() && n != m);
                if clash { Cast::Impossible } else { Cast::Checked }
            }
            _ => Cast::Impossible,
        }
    }

    fn worst_cast(&self, casts: impl Iterator<Item = Cast>) -> Cast {
        casts.fold(Cast::Checked, |worst, c| match (worst, c) {
            (Cast::Impossible, _) | (_, Cast::Impossible) => Cast::Impossible,
            (Cast::Unchecked, _) | (_, Cast::Unchecked) => Cast::Unchecked,
            _ => Cast::Checked,
        })
    }

    fn class_cast(&self, a: &ClassType, b: &ClassType) -> Cast {
        let (from, to) = (self.class(a.class), self.class(b.class));
        let down = self.is_subclass(b.class, a.class);
        let up = self.is_subclass(a.class, b.class);
        if !down && !up {
            let possible = match (from.is_interface(), to.is_interface()) {
                (true, true) => true,
                (true, false) => !to.is_final() || to.is_anonymous(),
                (false, true) => !from.is_final() || from.is_anonymous(),
                (false, false) => false,
            };
            if !possible {
                return Cast::Impossible;
            }
        }
        // Two parameterisations of one class with different exact arguments have no instance in common.
        let common = if down { a.class } else { b.class };
        if down || up {
            let x = self.class_as_super(a, common);
            let y = self.class_as_super(b, common);
            if let (Some(x), Some(y)) = (x, y)
                && x.args.iter().zip(y.args.iter()).any(|(x, y)| self.provably_distinct(x, y, 0))
            {
                return Cast::Impossible;
            }
        }
        if self.is_reifiable(&Type::Class(b.clone())) {
            return Cast::Checked;
        }
        if down && self.is_subtype(&Type::Class(self.derived_subclass(a, b.class)), &Type::Class(b.clone())) {
            return Cast::Checked;
        }
        Cast::Unchecked
    }

    fn provably_distinct(&self, a: &TypeArg, b: &TypeArg, depth: u32) -> bool {
        match (a, b) {
            (TypeArg::Is(x), TypeArg::Is(y)) => {
                let open = |t: &Type| matches!(t, Type::Var(_) | Type::Infer(_) | Type::Error | Type::Intersection(_));
                match (x, y) {
                    (x, y) if open(x) || open(y) || depth > MAX_DEPTH => false,
                    (Type::Class(x), Type::Class(y)) if x.class == y.class => {
                        x.args.iter().zip(y.args.iter()).any(|(x, y)| self.provably_distinct(x, y, depth + 1))
                    }
                    (x, y) => !self.same_type(x, y),
                }
            }
            (TypeArg::Is(x), TypeArg::Extends(y))
            | (TypeArg::Extends(y), TypeArg::Is(x))
            | (TypeArg::Extends(x), TypeArg::Extends(y)) => {
                let (x, y) = (self.erasure(x), self.erasure(y));
                !x.is_error() && !y.is_error() && self.cast(&x, &y) == Cast::Impossible
            }
            _ => false,
        }
    }

    /// The parameterisation of `sub` that `sup` determines; `?` where it determines nothing.
    pub fn derived_subclass(&self, sup: &ClassType, sub: ClassId) -> ClassType {
        let params = &self.class(sub).type_params;
        let Some(pattern) = self.class_as_super(&self.this_type(sub), sup.class) else { return ClassType::raw(sub) };
        let args = params.iter().map(|&param| {
            let at = pattern.args.iter().position(|arg| *arg == TypeArg::Is(Type::Var(param)));
            at.and_then(|i| sup.args.get(i)).cloned().unwrap_or(TypeArg::Any)
        });
        ClassType { class: sub, args: args.collect() }
    }

    /// The parameterisation of `class` that `ty` inherits from (itself included); through bounds of variables. Raw where
    /// the way there is raw (JLS 4.8).
    pub fn as_super(&self, ty: &Type, class: ClassId) -> Option<ClassType> {
        self.as_super_at(ty, class, 0)
    }

    fn as_super_at(&self, ty: &Type, class: ClassId, depth: u32) -> Option<ClassType> {
        match ty {
            _ if depth > MAX_DEPTH => None,
            Type::Class(c) => self.class_as_super(c, class),
            Type::Var(v) => {
                let found = self.type_var(*v).bounds.iter().find_map(|b| self.as_super_at(b, class, depth + 1));
                found.or_else(|| self.if_object(class))
            }
            Type::Intersection(parts) => parts.iter().find_map(|p| self.as_super_at(p, class, depth + 1)),
            Type::Array(..) | Type::ValueArray(..) => {
                self.subtype(ty, &Type::class(class), false, 0).then(|| ClassType::raw(class))
            }
            Type::Prim(_) | Type::Void | Type::Null | Type::Infer(_) | Type::Error => None,
        }
    }

    fn if_object(&self, class: ClassId) -> Option<ClassType> {
        self.is_object_class(class).then(|| ClassType::raw(class))
    }

    fn class_as_super(&self, ty: &ClassType, class: ClassId) -> Option<ClassType> {
        if ty.class == class {
            return Some(ty.clone());
        }
        if self.is_object_class(class) {
            return Some(ClassType::raw(class));
        }
        // The way there is found by the classes alone; types are made only on it.
        let def = self.class(ty.class);
        let declared = || def.superclass.iter().chain(&def.interfaces).filter_map(Type::as_class);
        let sup = declared().find(|sup| self.is_subclass(sup.class, class))?;
        self.class_as_super(&self.declared_supertype(ty, sup), class)
    }

    /// A direct superclass or superinterface as the class of `ty` declares it, for the arguments of `ty`; erased where that is raw (JLS 4.10.2, 4.8).
    fn declared_supertype(&self, ty: &ClassType, sup: &ClassType) -> ClassType {
        let params = &self.class(ty.class).type_params;
        match ty.args.is_empty() && !params.is_empty() {
            true => ClassType::raw(sup.class),
            false => Subst::new(params, &ty.args).apply_class(sup),
        }
    }

    /// `class` and all its superclasses and superinterfaces, nearest first, each once; `Object` last (of interfaces too).
    pub fn all_supertypes(&self, class: ClassId) -> Vec<ClassId> {
        /// Up to so many, looking through them is faster than hashing.
        const FEW: usize = 32;
        let mut all = vec![class];
        let mut hashed: HashSet<ClassId> = HashSet::new();
        let mut next = 0;
        while let Some(&id) = all.get(next) {
            let def = self.class(id);
            for sup in def.superclass.iter().chain(&def.interfaces).filter_map(Type::class_id) {
                if all.len() > FEW && hashed.is_empty() {
                    hashed.extend(all.iter().copied());
                }
                let is_new = if hashed.is_empty() { !all.contains(&sup) } else { hashed.insert(sup) };
                if is_new {
                    all.push(sup);
                }
            }
            next += 1;
        }
        if let Some(object) = self.object().class_id() {
            all.retain(|&id| id != object);
            all.push(object);
        }
        all
    }

    /// By declaration alone (class or interface).
    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        if sub == sup || self.is_object_class(sup) {
            return true;
        }
        let def = self.class(sub);
        def.superclass.iter().chain(&def.interfaces).filter_map(Type::class_id).any(|s| self.is_subclass(s, sup))
    }

    /// Without arguments though its class has parameters (JLS 4.8).
    pub fn is_raw(&self, ty: &Type) -> bool {
        ty.as_class().is_some_and(|c| self.is_raw_class(c))
    }

    pub fn is_raw_class(&self, ty: &ClassType) -> bool {
        ty.args.is_empty() && !self.class(ty.class).type_params.is_empty()
    }

    /// The type without arguments and variables (JLS 4.6).
    pub fn erasure(&self, ty: &Type) -> Type {
        self.erasure_at(ty, 0)
    }

    fn erasure_at(&self, ty: &Type, depth: u32) -> Type {
        match ty {
            _ if depth > MAX_DEPTH => self.object(),
            Type::Class(c) => Type::class(c.class),
            Type::Array(elem, bound) => Type::Array(Rc::new(self.erasure_at(elem, depth)), *bound),
            Type::ValueArray(elem, dims) => Type::ValueArray(Rc::new(self.erasure_at(elem, depth)), dims.clone()),
            Type::Var(v) => {
                self.type_var(*v).bounds.first().map_or_else(|| self.object(), |b| self.erasure_at(b, depth + 1))
            }
            Type::Intersection(parts) => parts.first().map_or_else(|| self.object(), |b| self.erasure_at(b, depth + 1)),
            Type::Infer(_) => self.object(),
            Type::Prim(_) | Type::Void | Type::Null | Type::Error => ty.clone(),
        }
    }

    /// The erasure as HIR has it; the error type becomes `Object` (no HIR is made of a program with errors).
    pub fn erase(&self, ty: &Type) -> Ty {
        match self.erasure(ty) {
            Type::Prim(p) => match p {
                PrimType::Boolean => Ty::Boolean,
                PrimType::Byte => Ty::Byte,
                PrimType::Short => Ty::Short,
                PrimType::Char => Ty::Char,
                PrimType::Int => Ty::Int,
                PrimType::Long => Ty::Long,
                PrimType::Float => Ty::Float,
                PrimType::Double => Ty::Double,
            },
            Type::Void => Ty::Void,
            Type::Null => Ty::Null,
            Type::Class(c) => Ty::Class(c.class),
            Type::Array(elem, bound) => Ty::Array { elem: Arc::new(self.erase(&elem)), bound },
            Type::ValueArray(elem, dims) => {
                Ty::ValueArray { elem: Arc::new(self.erase(&elem)), dims: dims.iter().copied().collect() }
            }
            Type::Var(_) | Type::Infer(_) | Type::Intersection(_) | Type::Error => match self.object() {
                Type::Class(c) => Ty::Class(c.class),
                _ => Ty::Class(ClassId(0)),
            },
        }
    }

    /// A type with what erasure would take from it: the arguments of value classes, and type variables. None where it takes nothing of these.
    pub fn more_than_erased(&self, ty: &Type) -> Option<Full> {
        match self.full(ty) {
            Full::Plain(_) => None,
            full => Some(full),
        }
    }

    fn full(&self, ty: &Type) -> Full {
        match ty {
            Type::Var(v) => Full::Var(v.0),
            Type::Class(c) if !c.args.is_empty() && self.class(c.class).is_value => {
                let of =
                    |arg: &TypeArg| arg.ty().map_or_else(|| Full::Plain(self.erase(&self.object())), |t| self.full(t));
                Full::Class(c.class, c.args.iter().map(of).collect())
            }
            Type::Array(elem, bound) => Full::array(self.full(elem), *bound),
            Type::ValueArray(elem, dims) => Full::value_array(self.full(elem), dims.iter().copied().collect()),
            _ => Full::Plain(self.erase(ty)),
        }
    }

    /// Fresh variables for wildcards (JLS 5.1.10).
    pub fn capture(&self, ty: &Type) -> Type {
        self.capture_at(ty, 2)
    }

    /// A bound may have wildcards that are captured in turn, without an end; `depth` says where to stop.
    fn capture_at(&self, ty: &Type, depth: u32) -> Type {
        let Type::Class(c) = ty else { return ty.clone() };
        if !c.args.iter().any(TypeArg::is_wildcard) {
            return ty.clone();
        }
        let params = &self.class(c.class).type_params;
        let fresh = |arg: &TypeArg| match arg {
            TypeArg::Is(t) => (t.clone(), None),
            _ => {
                let var = self.add_type_var(TypeVar {
                    name: "capture".into(),
                    bounds: vec![self.object()],
                    lower: if let TypeArg::Super(t) = arg { Some(t.clone()) } else { None },
                    is_value: false,
                    is_capture: true,
                });
                (Type::Var(var), Some(var))
            }
        };
        let (types, vars): (Vec<Type>, Vec<Option<TypeVarId>>) = c.args.iter().map(fresh).unzip();
        let subst = Subst::of_types(params, &types);
        for ((var, arg), &param) in vars.iter().zip(c.args.iter()).zip(params) {
            let Some(var) = var else { continue };
            let mut bounds: Vec<Type> = self.type_var(param).bounds.iter().map(|b| subst.apply(b)).collect();
            if let TypeArg::Extends(t) = arg {
                bounds.insert(0, t.clone());
            }
            let bound = if bounds.len() == 1 { bounds.remove(0) } else { self.glb_at(&bounds, depth) };
            self.set_bounds(*var, if let Type::Intersection(parts) = &bound { parts.to_vec() } else { vec![bound] });
        }
        Type::generic(c.class, types)
    }

    /// [`ClassTable::capture`] of a type whose members are asked for: a variable has those of its bounds, captured.
    pub fn capture_site(&self, ty: &Type) -> Type {
        let has_wildcards = |b: &Type| matches!(b, Type::Class(c) if c.args.iter().any(TypeArg::is_wildcard));
        match ty {
            Type::Var(_) | Type::Intersection(_) => {
                let bounds = self.upper_bounds(ty);
                if !bounds.iter().any(has_wildcards) {
                    return ty.clone();
                }
                Type::intersection(bounds.iter().map(|b| self.capture(b)).collect())
            }
            _ => self.capture(ty),
        }
    }

    /// Variables made by capture replaced by what bounds them: what `var` and messages show (JLS 4.10.5).
    pub fn upward(&self, ty: &Type) -> Type {
        self.upward_at(ty, 0)
    }

    fn upward_at(&self, ty: &Type, depth: u32) -> Type {
        match ty {
            Type::Var(v) if self.type_var(*v).is_capture => {
                if depth > 3 {
                    return self.erasure(ty);
                }
                let bounds = self.type_var(*v).bounds.iter().map(|b| self.upward_at(b, depth + 1)).collect();
                Type::intersection(bounds)
            }
            Type::Class(c) if !c.args.is_empty() => {
                let args = c.args.iter().map(|arg| match arg {
                    TypeArg::Is(Type::Var(v)) if self.type_var(*v).is_capture => {
                        let var = self.type_var(*v);
                        match &var.lower {
                            Some(lower) => TypeArg::Super(lower.clone()),
                            None if depth > 2 => TypeArg::Any,
                            None => match self.upward_at(&Type::Var(*v), depth + 1) {
                                bound if self.is_object(&bound) => TypeArg::Any,
                                bound => TypeArg::Extends(bound),
                            },
                        }
                    }
                    TypeArg::Is(t) => match self.upward_at(t, depth + 1) {
                        same if same == *t => arg.clone(),
                        other => TypeArg::Extends(other),
                    },
                    TypeArg::Extends(t) => TypeArg::Extends(self.upward_at(t, depth + 1)),
                    TypeArg::Super(_) | TypeArg::Any => arg.clone(),
                });
                Type::Class(ClassType { class: c.class, args: args.collect() })
            }
            Type::Array(elem, bound) => Type::Array(Rc::new(self.upward_at(elem, depth)), *bound),
            Type::Intersection(parts) => Type::intersection(parts.iter().map(|p| self.upward_at(p, depth)).collect()),
            _ => ty.clone(),
        }
    }

    /// The class or array types that a value of this type surely has: bounds of variables and parts of intersections,
    /// flattened; `Object` at least for variables.
    pub fn upper_bounds(&self, ty: &Type) -> Vec<Type> {
        let mut out = Vec::new();
        self.collect_bounds(ty, &mut out, 0);
        out
    }

    fn collect_bounds(&self, ty: &Type, out: &mut Vec<Type>, depth: u32) {
        match ty {
            _ if depth > MAX_DEPTH => {}
            Type::Var(v) => self.type_var(*v).bounds.iter().for_each(|b| self.collect_bounds(b, out, depth + 1)),
            Type::Intersection(parts) => parts.iter().for_each(|p| self.collect_bounds(p, out, depth + 1)),
            _ => {
                if !out.contains(ty) {
                    out.push(ty.clone());
                }
            }
        }
    }

    /// The box of a primitive type (JLS 5.1.7).
    pub fn boxed(&self, prim: PrimType) -> Type {
        self.library_type(match prim {
            PrimType::Boolean => "java.lang.Boolean",
            PrimType::Byte => "java.lang.Byte",
            PrimType::Short => "java.lang.Short",
            PrimType::Char => "java.lang.Character",
            PrimType::Int => "java.lang.Integer",
            PrimType::Long => "java.lang.Long",
            PrimType::Float => "java.lang.Float",
            PrimType::Double => "java.lang.Double",
        })
    }

    /// The type as a reference type: primitive ones boxed.
    pub fn boxed_type(&self, ty: &Type) -> Type {
        match ty {
            Type::Prim(p) => self.boxed(*p),
            _ => ty.clone(),
        }
    }

    /// Whether the first type is the box of the second: what numbers are where a type parameter stands for them.
    pub fn is_box_of(&self, boxed: &Type, number: &Type) -> bool {
        matches!(number, Type::Prim(p) if boxed.is_reference() && self.same_type(&self.boxed(*p), boxed))
    }

    /// The primitive type in a box (JLS 5.1.8), through variables' bounds too.
    pub fn unboxed(&self, ty: &Type) -> Option<PrimType> {
        match ty {
            Type::Class(c) => Some(match self.class(c.class).name.as_str() {
                "java.lang.Boolean" => PrimType::Boolean,
                "java.lang.Byte" => PrimType::Byte,
                "java.lang.Short" => PrimType::Short,
                "java.lang.Character" => PrimType::Char,
                "java.lang.Integer" => PrimType::Int,
                "java.lang.Long" => PrimType::Long,
                "java.lang.Float" => PrimType::Float,
                "java.lang.Double" => PrimType::Double,
                _ => return None,
            }),
            Type::Var(_) | Type::Intersection(_) => {
                self.upper_bounds(ty).iter().filter(|b| matches!(b, Type::Class(_))).find_map(|b| self.unboxed(b))
            }
            _ => None,
        }
    }

    /// Itself if primitive, or what its box holds.
    pub fn as_primitive(&self, ty: &Type) -> Option<PrimType> {
        match ty {
            Type::Prim(p) => Some(*p),
            _ => self.unboxed(ty),
        }
    }

    /// Least upper bound of reference types (JLS 4.10.4). Of none: the type of null.
    pub fn lub(&self, types: &[Type]) -> Type {
        self.lub_at(types, 0)
    }

    fn lub_at(&self, types: &[Type], depth: u32) -> Type {
        let mut rest: Vec<&Type> = Vec::new();
        for ty in types {
            if ty.is_error() {
                return Type::Error;
            }
            if *ty != Type::Null && !rest.contains(&ty) {
                rest.push(ty);
            }
        }
        let Some(&first) = rest.first() else { return Type::Null };
        if rest.len() == 1 {
            return first.clone();
        }
        if let Some(top) = rest.iter().find(|top| rest.iter().all(|t| self.is_subtype(t, top))) {
            return (*top).clone();
        }
        let elements: Option<Vec<Type>> =
            rest.iter().map(|t| if let Type::Array(e, _) = t { Some((**e).clone()) } else { None }).collect();
        if let Some(elements) = elements {
            if elements.iter().all(|e| e == &elements[0]) {
                return Type::array(elements[0].clone());
            }
            if elements.iter().all(Type::is_reference) {
                return Type::array(self.lub_at(&elements, depth));
            }
        }
        let supers = |ty: &Type| -> Vec<ClassId> {
            let mut all = Vec::new();
            for bound in self.upper_bounds(ty) {
                let of_arrays = ["java.lang.Cloneable", "java.io.Serializable"];
                let classes = match bound.class_id() {
                    Some(id) => self.all_supertypes(id),
                    None if bound.is_array() => {
                        let known = of_arrays.iter().filter_map(|name| self.find_class(name));
                        known.chain(self.object().class_id()).collect()
                    }
                    None => self.object().class_id().into_iter().collect(),
                };
                classes.into_iter().for_each(|c| {
                    if !all.contains(&c) {
                        all.push(c)
                    }
                });
            }
            all
        };
        let mut common = supers(first);
        for ty in &rest[1..] {
            let other = supers(ty);
            common.retain(|c| other.contains(c));
        }
        let minimal: Vec<ClassId> =
            common.iter().copied().filter(|&c| !common.iter().any(|&d| d != c && self.is_subclass(d, c))).collect();
        let mut parts: Vec<Type> = minimal
            .iter()
            .map(|&class| {
                if self.class(class).type_params.is_empty() {
                    return Type::class(class);
                }
                let inherited: Option<Vec<ClassType>> = rest.iter().map(|t| self.as_super(t, class)).collect();
                match inherited {
                    Some(all) if all.iter().all(|c| !c.args.is_empty()) => {
                        let args = (0..all[0].args.len()).map(|i| self.lcta(all.iter().map(|c| &c.args[i]), depth));
                        Type::Class(ClassType { class, args: args.collect() })
                    }
                    _ => Type::class(class),
                }
            })
            .collect();
        // The first one is what it erases to: a class, or the interface that extends most, whatever the order of the types.
        parts.sort_by_cached_key(|p| {
            let class = p.class_id();
            let extends = class.map_or(0, |id| self.all_supertypes(id).len());
            let name = class.map(|id| self.class(id).name.clone());
            (class.is_some_and(|id| self.is_interface(id)), Reverse(extends), name)
        });
        if parts.is_empty() { self.object() } else { Type::intersection(parts) }
    }

    /// The least type argument that contains all of these.
    fn lcta<'a>(&self, args: impl Iterator<Item = &'a TypeArg>, depth: u32) -> TypeArg {
        let args: Vec<&TypeArg> = args.collect();
        if args.iter().all(|a| *a == args[0]) {
            return args[0].clone();
        }
        if args.iter().all(|a| matches!(a, TypeArg::Super(_))) {
            let types: Vec<Type> = args.iter().filter_map(|a| a.ty().cloned()).collect();
            return TypeArg::Super(self.glb(&types));
        }
        // Deeper than this the bound would name itself (`Comparable<? extends Comparable<…>>`).
        if depth >= 2 || args.iter().any(|a| matches!(a, TypeArg::Any | TypeArg::Super(_))) {
            return TypeArg::Any;
        }
        let types: Vec<Type> = args.iter().filter_map(|a| a.ty().cloned()).collect();
        match self.lub_at(&types, depth + 1) {
            bound if self.is_object(&bound) => TypeArg::Any,
            bound => TypeArg::Extends(bound),
        }
    }

    /// Greatest lower bound (JLS 5.1.10): what none of the others is below.
    pub fn glb(&self, types: &[Type]) -> Type {
        self.glb_at(types, 0)
    }

    fn glb_at(&self, types: &[Type], depth: u32) -> Type {
        let mut parts: Vec<Type> = Vec::new();
        // What is not known yet is some object too.
        let below =
            |a: &Type, b: &Type| matches!(a, Type::Infer(_)) && self.is_object(b) || self.subtype(a, b, false, depth);
        for ty in types {
            if ty.is_error() {
                return Type::Error;
            }
            if parts.iter().any(|p| below(p, ty)) {
                continue;
            }
            parts.retain(|p| !below(ty, p));
            parts.push(ty.clone());
        }
        // The first one is what it erases to: a class, or the interface that extends most, whatever the order of the types.
        parts.sort_by_cached_key(|p| {
            let class = p.class_id();
            let extends = class.map_or(0, |id| self.all_supertypes(id).len());
            let name = class.map(|id| self.class(id).name.clone());
            (class.is_some_and(|id| self.is_interface(id)), Reverse(extends), name)
        });
        if parts.is_empty() { self.object() } else { Type::intersection(parts) }
    }

    /// What to write where a type parameter stands for values.
    pub fn value_parameter_hint(&self, ty: &Type) -> Option<String> {
        let Type::Var(v) = ty else { return None };
        let name = &self.type_var(*v).name;
        Some(format!("write `<value {name}>` where `{name}` is declared: then only values can stand for it"))
    }

    /// Primitives, `String`, value classes, value arrays, and variables declared `value`.
    pub fn is_value_type(&self, ty: &Type) -> bool {
        match ty {
            Type::Prim(_) | Type::ValueArray(..) | Type::Error => true,
            Type::Class(c) => self.class(c.class).is_value || self.is_string(ty),
            Type::Var(v) => self.type_var(*v).is_value,
            _ => false,
        }
    }

    /// Known in full at run time (JLS 4.7): what arrays may be made of and `instanceof` may ask.
    pub fn is_reifiable(&self, ty: &Type) -> bool {
        match ty {
            Type::Class(c) => c.args.iter().all(|a| *a == TypeArg::Any),
            Type::Array(elem, _) | Type::ValueArray(elem, _) => self.is_reifiable(elem),
            Type::Var(_) | Type::Intersection(_) | Type::Infer(_) => false,
            Type::Prim(_) | Type::Void | Type::Null | Type::Error => true,
        }
    }

    /// The substitution that a parameterisation is; empty for raw types (their members are erased).
    pub fn subst_of(&self, ty: &ClassType) -> Subst {
        Subst::new(&self.class(ty.class).type_params, &ty.args)
    }

    /// As a message shows it: `List<String>`, `int[]`, `float[[][4]]`.
    pub fn display(&self, ty: &Type) -> String {
        self.display_at(ty, 0)
    }

    fn display_at(&self, ty: &Type, depth: u32) -> String {
        let bracket = |bound: &Option<u32>| bound.map_or_else(|| "[]".to_string(), |n| format!("[{n}]"));
        match ty {
            Type::Prim(p) => prim_name(*p).to_string(),
            Type::Void => "void".to_string(),
            Type::Null => "null".to_string(),
            Type::Error => "<error>".to_string(),
            Type::Infer(v) => format!("?{}", v.0),
            Type::Class(c) => self.display_class(c, depth),
            Type::Array(..) => {
                let (mut elem, mut dims) = (ty, String::new());
                while let Type::Array(inner, bound) = elem {
                    dims.push_str(&bracket(bound));
                    elem = inner;
                }
                self.display_at(elem, depth) + &dims
            }
            Type::ValueArray(elem, dims) => {
                let dims: String = dims.iter().map(bracket).collect();
                format!("{}[{dims}]", self.display_at(elem, depth))
            }
            Type::Var(v) => {
                let var = self.type_var(*v);
                match &var.lower {
                    _ if !var.is_capture => var.name.to_string(),
                    _ if depth > 3 => "?".to_string(),
                    Some(lower) => format!("? super {}", self.display_at(lower, depth + 1)),
                    None => {
                        let bounds: Vec<String> = var
                            .bounds
                            .iter()
                            .filter(|b| !self.is_object(b))
                            .map(|b| self.display_at(b, depth + 1))
                            .collect();
                        if bounds.is_empty() { "?".to_string() } else { format!("? extends {}", bounds.join(" & ")) }
                    }
                }
            }
            Type::Intersection(parts) => {
                parts.iter().map(|p| self.display_at(p, depth + 1)).collect::<Vec<_>>().join(" & ")
            }
        }
    }

    fn display_class(&self, c: &ClassType, depth: u32) -> String {
        let def = self.class(c.class);
        let name = if def.is_anonymous() {
            let named = def.interfaces.first().or(def.superclass.as_ref());
            format!("<anonymous {}>", named.map_or_else(String::new, |t| self.display_at(t, depth + 1)))
        } else {
            match def.outer {
                Some(outer) if def.local_scope.is_none() => {
                    format!("{}.{}", self.display_class(&ClassType::raw(outer), depth), def.simple_name)
                }
                _ => def.simple_name.to_string(),
            }
        };
        let args = c.args.get(def.outer_params..).unwrap_or(&[]);
        if args.is_empty() {
            return name;
        }
        if depth > 6 {
            return format!("{name}<…>");
        }
        let args: Vec<String> = args.iter().map(|a| self.display_arg(a, depth + 1)).collect();
        format!("{name}<{}>", args.join(","))
    }

    fn display_arg(&self, arg: &TypeArg, depth: u32) -> String {
        match arg {
            TypeArg::Is(t) => self.display_at(t, depth),
            TypeArg::Any => "?".to_string(),
            TypeArg::Extends(t) => format!("? extends {}", self.display_at(t, depth)),
            TypeArg::Super(t) => format!("? super {}", self.display_at(t, depth)),
        }
    }

    /// `(int, String)`
    pub fn display_list(&self, types: &[Type]) -> String {
        format!("({})", types.iter().map(|t| self.display(t)).collect::<Vec<_>>().join(", "))
    }
}

/// The keyword of a primitive type.
pub fn prim_name(prim: PrimType) -> &'static str {
    match prim {
        PrimType::Boolean => "boolean",
        PrimType::Byte => "byte",
        PrimType::Short => "short",
        PrimType::Char => "char",
        PrimType::Int => "int",
        PrimType::Long => "long",
        PrimType::Float => "float",
        PrimType::Double => "double",
    }
}
