//! Types while they are being inferred: subtyping with unknowns, and how unknowns are decided.
//!
//! The table answers for types without unknowns; here the same rules add bounds instead where an unknown is met (JLS 18,
//! in the form that needs no backtracking: bounds are incorporated as they are added).

use super::{Attr, InferVar};
use crate::types::{ClassType, InferVarId, Subst, Type, TypeArg, TypeVarId};
use somd_hir::{ClassId, Ty};
use somd_syntax::ast::PrimType;
use std::rc::Rc;

impl Attr<'_> {
    pub fn fresh(&mut self) -> Type {
        self.infer.push(InferVar::default());
        Type::Infer(InferVarId(self.infer.len() as u32 - 1))
    }

    /// Unknowns in place of type parameters, with their bounds.
    pub fn fresh_for(&mut self, params: &[TypeVarId]) -> Subst {
        self.fresh_at(params, &Subst::default())
    }

    /// As [`Self::fresh_for`], with what stands for other type parameters in the bounds.
    pub fn fresh_at(&mut self, params: &[TypeVarId], site: &Subst) -> Subst {
        let types: Vec<Type> = params.iter().map(|_| self.fresh()).collect();
        let subst = Subst::of_types(params, &types);
        for (&p, t) in params.iter().zip(&types) {
            for bound in self.t.type_var(p).bounds.clone() {
                let bound = site.apply(&subst.apply(&bound));
                if let (Type::Infer(v), false) = (t, self.t.is_object(&bound)) {
                    self.infer[v.0 as usize].upper.push(bound);
                }
            }
        }
        subst
    }

    pub fn has_infer(ty: &Type) -> bool {
        match ty {
            Type::Infer(_) => true,
            Type::Class(c) => c.args.iter().any(|a| a.ty().is_some_and(Self::has_infer)),
            Type::Array(e, _) | Type::ValueArray(e, _) => Self::has_infer(e),
            Type::Intersection(parts) => parts.iter().any(Self::has_infer),
            _ => false,
        }
    }

    /// A parameterisation by a wildcard whose bound is not known yet.
    pub fn has_open_wildcard(ty: &Type) -> bool {
        let Type::Class(c) = ty else { return false };
        c.args.iter().any(|a| a.is_wildcard() && a.ty().is_some_and(Self::has_infer))
    }

    /// With decided unknowns replaced.
    pub fn zonk(&self, ty: &Type) -> Type {
        if !Self::has_infer(ty) {
            return ty.clone();
        }
        match ty {
            Type::Infer(v) => match self.infer[v.0 as usize].eq.clone() {
                Some(t) => self.zonk(&t),
                None => ty.clone(),
            },
            Type::Class(c) => Type::Class(ClassType {
                class: c.class,
                args: c
                    .args
                    .iter()
                    .map(|a| match a {
                        TypeArg::Is(t) => TypeArg::Is(self.zonk(t)),
                        TypeArg::Extends(t) => TypeArg::Extends(self.zonk(t)),
                        TypeArg::Super(t) => TypeArg::Super(self.zonk(t)),
                        TypeArg::Any => TypeArg::Any,
                    })
                    .collect(),
            }),
            Type::Array(e, b) => Type::Array(Rc::new(self.zonk(e)), *b),
            Type::ValueArray(e, d) => Type::ValueArray(Rc::new(self.zonk(e)), d.clone()),
            Type::Intersection(parts) => Type::intersection(parts.iter().map(|p| self.zonk(p)).collect()),
            _ => ty.clone(),
        }
    }

    /// Decides every unknown in the type and replaces it.
    pub fn settle(&mut self, ty: &Type) -> Type {
        let mut ty = self.zonk(ty);
        // Each round decides at least one unknown; bounds that refer to themselves end in `Object`.
        while let Some(v) = first_infer(&ty) {
            self.decide(v, 0);
            ty = self.zonk(&ty);
        }
        ty
    }

    fn decide(&mut self, v: InferVarId, depth: u32) {
        let var = self.infer[v.0 as usize].clone();
        if var.eq.is_some() {
            return;
        }
        // Set first, so that a bound that mentions the unknown finds an end.
        let object = self.t.object();
        let pick = |attr: &mut Self, bounds: &[Type]| -> Vec<Type> {
            let mut out = Vec::new();
            for b in bounds {
                let mut b = attr.zonk(b);
                if mentions(&b, v) || depth > 8 {
                    b = attr.t.erasure(&strip(&b, &object));
                } else {
                    while let Some(w) = first_infer(&b) {
                        attr.decide(w, depth + 1);
                        b = attr.zonk(&b);
                        if mentions(&b, v) {
                            b = attr.t.erasure(&strip(&b, &object));
                        }
                    }
                }
                if b != Type::Null {
                    out.push(b);
                }
            }
            out
        };
        let lower = pick(self, &var.lower);
        let result = if !lower.is_empty() {
            if let [one] = lower.as_slice() { one.clone() } else { self.t.lub(&lower) }
        } else {
            let upper = pick(self, &var.upper);
            let unchecked = var.thrown && upper.iter().all(|u| self.may_be_unchecked(u));
            match upper.as_slice() {
                _ if unchecked => self.t.library_type("java.lang.RuntimeException"),
                [] => object.clone(),
                [one] => one.clone(),
                many => self.t.glb(many),
            }
        };
        let var = &mut self.infer[v.0 as usize];
        if var.eq.is_none() {
            var.eq = Some(if result == Type::Void { object } else { result });
        }
    }

    /// `a <: b`, adding bounds to unknowns. Raw types stand for their parameterisations.
    pub fn sub(&mut self, a: &Type, b: &Type) -> bool {
        let (a, b) = (self.zonk(a), self.zonk(b));
        if a == b || a.is_error() || b.is_error() {
            return true;
        }
        if !Self::has_infer(&a) && !Self::has_infer(&b) {
            return self.t.is_subtype_unchecked(&a, &b);
        }
        match (&a, &b) {
            (Type::Prim(_) | Type::Void, _) | (_, Type::Prim(_) | Type::Void) => false,
            (Type::Infer(v), _) => self.add_upper(*v, b.clone()),
            (_, Type::Infer(v)) => self.add_lower(*v, a.clone()),
            (Type::Null, _) => true,
            (_, Type::Intersection(parts)) => parts.clone().iter().all(|p| self.sub(&a, p)),
            // A type parameter stands for the numbers' box.
            (Type::ValueArray(x, n), Type::ValueArray(y, m))
                if n.len() == 1 && m.len() == 1 && y.is_reference() && x.is_primitive() =>
            {
                let Type::Prim(p) = **x else { return false };
                let (boxed, y) = (self.t.boxed(p), y.clone());
                self.equal(&boxed, &y)
            }
            (Type::ValueArray(x, n), Type::ValueArray(y, m))
                if n.len() == 1 && m.len() == 1 && x.is_reference() && y.is_primitive() =>
            {
                let Type::Prim(p) = **y else { return false };
                let (x, boxed) = (x.clone(), self.t.boxed(p));
                self.equal(&x, &boxed)
            }
            (Type::Array(x, _), Type::Array(y, None)) | (Type::ValueArray(x, _), Type::ValueArray(y, _)) => {
                let (x, y) = (x.clone(), y.clone());
                if x.is_primitive() || y.is_primitive() { *x == *y } else { self.sub(&x, &y) }
            }
            (_, Type::Class(target)) => {
                if self.t.is_object(&b) {
                    return true;
                }
                // A capture would hide what a wildcard has to be found out: that one is contained as it is written.
                let source = if Self::has_open_wildcard(&a) { a.clone() } else { self.t.capture(&a) };
                let Some(sup) = self.t.as_super(&source, target.class) else { return false };
                if sup.args.is_empty() || target.args.is_empty() {
                    return true;
                }
                sup.args.clone().iter().zip(target.args.clone().iter()).all(|(x, y)| self.contained(x, y))
            }
            (Type::Var(v), Type::Array(..) | Type::ValueArray(..)) => {
                let bounds = self.t.type_var(*v).bounds.clone();
                bounds.iter().any(|bound| self.sub(bound, &b))
            }
            // What goes into a capture of `? super T` is a `T`.
            (_, Type::Var(capture)) => match self.t.type_var(*capture).lower.clone() {
                Some(lower) => self.sub(&a, &lower),
                None => false,
            },
            _ => false,
        }
    }

    fn contained(&mut self, x: &TypeArg, y: &TypeArg) -> bool {
        match (x, y) {
            (_, TypeArg::Any) => true,
            (TypeArg::Is(x), TypeArg::Is(y)) => self.equal(x, y),
            (TypeArg::Is(x) | TypeArg::Extends(x), TypeArg::Extends(y)) => self.sub(x, y),
            (TypeArg::Is(x) | TypeArg::Super(x), TypeArg::Super(y)) => self.sub(y, x),
            (_, TypeArg::Extends(y)) => self.t.is_object(&self.zonk(y)),
            (TypeArg::Extends(x), TypeArg::Is(y)) if Self::has_infer(y) => self.equal(x, y),
            (TypeArg::Super(x), TypeArg::Is(y)) if Self::has_infer(y) => self.equal(x, y),
            (TypeArg::Any, TypeArg::Is(y)) if Self::has_infer(y) => {
                let object = self.t.object();
                self.equal(&object, y)
            }
            _ => false,
        }
    }

    pub fn equal(&mut self, a: &Type, b: &Type) -> bool {
        let (a, b) = (self.zonk(a), self.zonk(b));
        if a == b || a.is_error() || b.is_error() {
            return true;
        }
        match (&a, &b) {
            (Type::Infer(v), _) => self.set_eq(*v, b.clone()),
            (_, Type::Infer(v)) => self.set_eq(*v, a.clone()),
            (Type::Class(x), Type::Class(y)) => {
                x.class == y.class
                    && (x.args.len() != y.args.len()
                        || x.args.clone().iter().zip(y.args.clone().iter()).all(|(p, q)| match (p, q) {
                            (TypeArg::Is(p), TypeArg::Is(q))
                            | (TypeArg::Extends(p), TypeArg::Extends(q))
                            | (TypeArg::Super(p), TypeArg::Super(q)) => self.equal(p, q),
                            (TypeArg::Any, TypeArg::Any) => true,
                            _ => false,
                        }))
            }
            (Type::Array(x, m), Type::Array(y, n)) => m == n && self.equal(&x.clone(), &y.clone()),
            (Type::ValueArray(x, m), Type::ValueArray(y, n)) => m == n && self.equal(&x.clone(), &y.clone()),
            _ => !Self::has_infer(&a) && !Self::has_infer(&b) && self.t.same_type(&a, &b),
        }
    }

    fn set_eq(&mut self, v: InferVarId, ty: Type) -> bool {
        if ty.is_primitive() || ty == Type::Void || mentions(&ty, v) {
            return false;
        }
        let InferVar { lower, upper, .. } = self.infer[v.0 as usize].clone();
        self.infer[v.0 as usize].eq = Some(ty.clone());
        lower.iter().all(|l| self.sub(l, &ty)) && upper.iter().all(|u| self.sub(&ty, u))
    }

    fn add_lower(&mut self, v: InferVarId, ty: Type) -> bool {
        if mentions(&ty, v) {
            return true;
        }
        let var = &mut self.infer[v.0 as usize];
        if var.lower.contains(&ty) {
            return true;
        }
        var.lower.push(ty.clone());
        let upper = var.upper.clone();
        upper.iter().all(|u| self.sub(&ty, u))
    }

    fn add_upper(&mut self, v: InferVarId, ty: Type) -> bool {
        if mentions(&ty, v) {
            return true;
        }
        let var = &mut self.infer[v.0 as usize];
        if var.upper.contains(&ty) {
            return true;
        }
        var.upper.push(ty.clone());
        let lower = var.lower.clone();
        lower.iter().all(|l| self.sub(l, &ty))
    }

    pub fn erase(&self, ty: &Type) -> Ty {
        let ty = self.zonk(ty);
        if let Type::Infer(v) = ty {
            let bound = self.infer[v.0 as usize].upper.first().cloned().unwrap_or_else(|| self.t.object());
            return if Self::has_infer(&bound) { self.t.erase(&self.t.object()) } else { self.t.erase(&bound) };
        }
        self.t.erase(&ty)
    }

    pub fn show(&self, ty: &Type) -> String {
        let ty = strip(&self.zonk(ty), &self.t.object());
        self.t.display(&ty)
    }

    pub fn show_all(&self, types: &[Type]) -> String {
        let shown: Vec<String> = types.iter().map(|t| self.show(t)).collect();
        format!("({})", shown.join(", "))
    }

    pub fn prim(&self, ty: &Type) -> Option<PrimType> {
        match self.zonk(ty) {
            Type::Prim(p) => Some(p),
            Type::Infer(_) => None,
            t => self.t.as_primitive(&t),
        }
    }

    pub fn is_instance_of(&self, ty: &Type, class: &str) -> bool {
        let ty = self.zonk(ty);
        !ty.is_error() && self.t.find_class(class).is_some_and(|c| self.t.as_super(&ty, c).is_some())
    }

    pub fn library(&self, name: &str) -> Option<ClassId> {
        self.t.find_class(name)
    }
}

fn first_infer(ty: &Type) -> Option<InferVarId> {
    match ty {
        Type::Infer(v) => Some(*v),
        Type::Class(c) => c.args.iter().find_map(|a| a.ty().and_then(first_infer)),
        Type::Array(e, _) | Type::ValueArray(e, _) => first_infer(e),
        Type::Intersection(parts) => parts.iter().find_map(first_infer),
        _ => None,
    }
}

fn mentions(ty: &Type, v: InferVarId) -> bool {
    match ty {
        Type::Infer(w) => *w == v,
        Type::Class(c) => c.args.iter().any(|a| a.ty().is_some_and(|t| mentions(t, v))),
        Type::Array(e, _) | Type::ValueArray(e, _) => mentions(e, v),
        Type::Intersection(parts) => parts.iter().any(|p| mentions(p, v)),
        _ => false,
    }
}

/// With undecided unknowns replaced.
fn strip(ty: &Type, by: &Type) -> Type {
    match ty {
        Type::Infer(_) => by.clone(),
        Type::Class(c) => Type::Class(ClassType {
            class: c.class,
            args: c
                .args
                .iter()
                .map(|a| match a {
                    TypeArg::Is(t) => TypeArg::Is(strip(t, by)),
                    TypeArg::Extends(t) => TypeArg::Extends(strip(t, by)),
                    TypeArg::Super(t) => TypeArg::Super(strip(t, by)),
                    TypeArg::Any => TypeArg::Any,
                })
                .collect(),
        }),
        Type::Array(e, b) => Type::Array(Rc::new(strip(e, by)), *b),
        Type::ValueArray(e, d) => Type::ValueArray(Rc::new(strip(e, by)), d.clone()),
        Type::Intersection(parts) => Type::intersection(parts.iter().map(|p| strip(p, by)).collect()),
        _ => ty.clone(),
    }
}
