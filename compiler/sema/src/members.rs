//! What a type has: its fields and methods as seen from it, inherited ones included, and who may use them (JLS 6.6, 8.2, 8.4).

use super::assemble::find_annotation;
use super::scope::Scope;
use super::table::ClassTable;
use super::types::{ClassType, Subst, Type, TypeArg, TypeVarId};
use smol_str::SmolStr;
use somd_hir::{ClassId, FieldId, MethodId};
use somd_syntax::ast::{self, Modifier, TypeKind};
use std::rc::Rc;

/// A method's header as a member of some type: class type parameters replaced, its own kept.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodSig {
    pub method: MethodId,
    /// Empty where the site is raw (its header is erased then).
    pub type_params: Vec<TypeVarId>,
    /// What stands for the class's type parameters at the site: in the bounds of the method's own too.
    pub site: Subst,
    pub params: Vec<Type>,
    pub ret: Type,
    pub throws: Vec<Type>,
    pub varargs: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FieldLookup {
    Found(FieldId),
    /// Inherited twice, neither hiding the other.
    Ambiguous(FieldId, FieldId),
    /// There is one, which may not be used from there. (A lookup by simple name goes on outwards: private fields are not
    /// inherited.)
    Inaccessible(FieldId),
    NotFound,
}

impl MethodSig {
    pub fn substitute(&self, subst: &Subst) -> MethodSig {
        if subst.is_empty() {
            return self.clone();
        }
        MethodSig {
            method: self.method,
            type_params: self.type_params.clone(),
            site: self.site.then(subst),
            params: self.params.iter().map(|p| subst.apply(p)).collect(),
            ret: subst.apply(&self.ret),
            throws: self.throws.iter().map(|t| subst.apply(t)).collect(),
            varargs: self.varargs,
        }
    }
}

impl ClassTable {
    // ---- fields ---------------------------------------------------------------------------------------------------

    /// A field by name as a member of a type (JLS 8.2, 8.3), hiding obeyed. `from` is where the use stands.
    pub fn find_field(&self, site: &Type, name: &str, from: &Scope) -> FieldLookup {
        let mut found = Vec::new();
        for bound in self.upper_bounds(site) {
            if let Some(class) = bound.class_id() {
                self.collect_fields(class, name, &mut found);
            }
        }
        // A superclass's private field is not inherited, even where it may be used (JLS 8.2).
        let usable = |id: FieldId| {
            let field = self.field(id);
            let inherited = site.class_id() == Some(field.class) || !field.modifiers.has(Modifier::Private);
            inherited && self.is_accessible(field.class, &field.modifiers, Some(site), from)
        };
        let accessible: Vec<FieldId> = found.iter().copied().filter(|&id| usable(id)).collect();
        match (accessible.as_slice(), found.first()) {
            ([one], _) => FieldLookup::Found(*one),
            ([a, b, ..], _) => FieldLookup::Ambiguous(*a, *b),
            ([], Some(&hidden)) => FieldLookup::Inaccessible(hidden),
            ([], None) => FieldLookup::NotFound,
        }
    }

    fn collect_fields(&self, class: ClassId, name: &str, found: &mut Vec<FieldId>) {
        let def = self.class(class);
        if let Some(&id) = def.fields.get(name) {
            if !found.contains(&id) {
                found.push(id);
            }
            return;
        }
        for sup in def.superclass.iter().chain(&def.interfaces).filter_map(Type::class_id) {
            self.collect_fields(sup, name, found);
        }
    }

    /// A field's type as a member of a type: erased if that is raw; wildcards of the site are captured.
    pub fn field_type_in(&self, site: &Type, field: FieldId) -> Type {
        let def = self.field(field);
        if def.is_static {
            return def.ty.clone();
        }
        match self.as_super(&self.capture_site(site), def.class) {
            Some(c) if self.is_raw_class(&c) => self.erasure(&def.ty),
            Some(c) => self.subst_of(&c).apply(&def.ty),
            None => def.ty.clone(),
        }
    }

    // ---- methods --------------------------------------------------------------------------------------------------

    /// Methods of this name that are members of the type: declared, inherited, of interfaces, and of `Object` (for interfaces
    /// and arrays too); overridden and hidden ones removed (JLS 8.4.8, 9.4.1). Not filtered by access.
    pub fn methods_named(&self, site: &Type, name: &str) -> Vec<MethodId> {
        let mut out = Vec::new();
        for bound in self.upper_bounds(site) {
            let class = match &bound {
                Type::Class(c) => Some(c.class),
                Type::Array(..) | Type::ValueArray(..) => self.object().class_id(),
                _ => None,
            };
            let Some(class) = class else { continue };
            for &id in self.class_methods_named(class, name).iter() {
                if !out.contains(&id) {
                    out.push(id);
                }
            }
        }
        out
    }

    /// [`ClassTable::methods_named`] of a class as seen from its own body.
    pub fn class_methods_named(&self, class: ClassId, name: &str) -> Rc<[MethodId]> {
        if let Some(found) = self.methods_found.borrow().get(name).and_then(|of| of.get(&class)) {
            return found.clone();
        }
        let found: Rc<[MethodId]> = self.find_methods_named(class, name).into();
        self.methods_found.borrow_mut().entry(name.into()).or_default().insert(class, found.clone());
        found
    }

    fn find_methods_named(&self, class: ClassId, name: &str) -> Vec<MethodId> {
        let mut members: Vec<MethodId> = Vec::new();
        // Most classes have what their superclass has, which is known once that has been asked.
        let def = self.class(class);
        let above = def.superclass.as_ref().and_then(Type::class_id);
        if let Some(above) = above.filter(|&s| def.interfaces.is_empty() && self.class(s).type_params.is_empty()) {
            members.extend(def.methods.get(name).into_iter().flatten());
            for &id in self.class_methods_named(above, name).iter() {
                if !self.method(id).modifiers.has(Modifier::Private) {
                    self.enter_member(class, &mut members, id);
                }
            }
            return members;
        }
        for sup in self.all_supertypes(class) {
            let Some(declared) = self.class(sup).methods.get(name) else { continue };
            for &id in declared {
                let method = self.method(id);
                let own = sup == class;
                let inherited =
                    own || !(method.modifiers.has(Modifier::Private) || (method.is_static && self.is_interface(sup)));
                if inherited && !members.contains(&id) {
                    self.enter_member(class, &mut members, id);
                }
            }
        }
        members
    }

    /// Adds an inherited method unless a nearer one overrides or hides it, and removes those it prevails over: a class's method
    /// over an abstract one of an interface, of two abstract ones that with the more specific result (JLS 8.4.8, 15.12.2.5).
    fn enter_member(&self, class: ClassId, members: &mut Vec<MethodId>, id: MethodId) {
        let new = self.method(id);
        let arity = new.params.len();
        if !members.iter().any(|&m| self.method(m).params.len() == arity) {
            members.push(id);
            return;
        }
        let site = Type::Class(self.this_type(class));
        let sig = self.method_sig_in(&site, id);
        let mut replaced = None;
        for (i, &other_id) in members.iter().enumerate() {
            let other = self.method(other_id);
            // Methods of one class are different ones, also where a type in their headers has not been found.
            if other.params.len() != arity || other.class == new.class {
                continue;
            }
            let other_sig = self.method_sig_in(&site, other_id);
            if !self.is_subsignature(&other_sig, &sig) && !self.is_subsignature(&sig, &other_sig) {
                continue;
            }
            if other.class == class || self.is_subclass(other.class, new.class) {
                return;
            }
            if self.is_subclass(new.class, other.class) {
                replaced = Some(i);
                break;
            }
            let (in_class, other_in_class) = (!self.is_interface(new.class), !self.is_interface(other.class));
            let prevails = match (in_class, other_in_class) {
                (true, false) => true,
                (false, true) => false,
                _ if new.is_abstract != other.is_abstract => other.is_abstract,
                _ => {
                    let subst = Subst::of_types(&sig.type_params, &vars(&other_sig.type_params));
                    let ret = subst.apply(&sig.ret);
                    let nearer =
                        !self.is_subtype(&other_sig.ret, &ret) && self.is_subtype_unchecked(&ret, &other_sig.ret);
                    ret != other_sig.ret && nearer
                }
            };
            if !prevails {
                return;
            }
            replaced = Some(i);
            break;
        }
        match replaced {
            Some(i) => members[i] = id,
            None => members.push(id),
        }
    }

    /// Every method that is a member, of all names.
    pub fn all_methods(&self, class: ClassId) -> Vec<MethodId> {
        self.method_names(class).iter().flat_map(|name| self.class_methods_named(class, name).to_vec()).collect()
    }

    fn method_names(&self, class: ClassId) -> Vec<SmolStr> {
        let mut names: Vec<SmolStr> =
            self.all_supertypes(class).iter().flat_map(|&c| self.class(c).methods.keys().cloned()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The constructor by which `newInstance` makes objects of a class, where it can: one without parameters, of the program's
    /// or of a class of the library that the program names as `C.class`.
    pub(super) fn constructor_on_request(&self, class: ClassId) -> Option<MethodId> {
        let def = self.class(class);
        if def.kind != TypeKind::Class || def.is_abstract() || def.local_scope.is_some() || def.lambda.is_some() {
            return None;
        }
        let of_library = def.is_library;
        if of_library && !(def.modifiers.has(Modifier::Public) && self.class_literals.borrow().contains(&class)) {
            return None;
        }
        def.constructors.iter().copied().find(|&m| {
            let method = self.method(m);
            let may = if of_library {
                method.modifiers.has(Modifier::Public)
            } else {
                !method.modifiers.has(Modifier::Private)
            };
            method.params.is_empty() && method.hidden.is_empty() && may
        })
    }

    /// A method's declared header.
    pub fn method_sig(&self, method: MethodId) -> MethodSig {
        let def = self.method(method);
        MethodSig {
            method,
            type_params: def.type_params.clone(),
            site: Subst::default(),
            params: def.params.clone(),
            ret: def.ret.clone(),
            throws: def.throws.clone(),
            varargs: def.varargs,
        }
    }

    /// A method's header as a member of a type: erased if that is raw; wildcards of the site are captured.
    pub fn method_sig_in(&self, site: &Type, method: MethodId) -> MethodSig {
        let def = self.method(method);
        let sig = self.method_sig(method);
        if def.is_static || self.class(def.class).type_params.is_empty() {
            return sig;
        }
        match self.as_super(&self.capture_site(site), def.class) {
            Some(c) if self.is_raw_class(&c) => self.erased_sig(&sig),
            Some(c) => sig.substitute(&self.subst_of(&c)),
            None => sig,
        }
    }

    /// [`ClassTable::method_sig_in`] for whoever calls it: an abstract method that a type has of several supertypes throws only
    /// what each of them declares.
    pub fn called_sig(&self, site: &Type, method: MethodId) -> MethodSig {
        let mut sig = self.method_sig_in(site, method);
        let def = self.method(method);
        if sig.throws.is_empty() || !def.is_abstract {
            return sig;
        }
        for class in self.upper_bounds(site).iter().filter_map(Type::class_id) {
            for sup in self.all_supertypes(class) {
                if self.is_subclass(sup, def.class) || self.is_subclass(def.class, sup) {
                    continue;
                }
                for &other in self.class(sup).methods.get(&def.name).into_iter().flatten() {
                    let also = self.method_sig_in(site, other);
                    if self.method(other).is_abstract && self.is_subsignature(&also, &sig) {
                        sig.throws = self.thrown_by_both(&sig.throws, &also.throws);
                    }
                }
            }
        }
        sig
    }

    fn thrown_by_both(&self, a: &[Type], b: &[Type]) -> Vec<Type> {
        let within = |t: &&Type, of: &[Type]| of.iter().any(|o| self.is_subtype(t, o));
        let mut both: Vec<Type> = a.iter().filter(|t| within(t, b)).cloned().collect();
        both.extend(b.iter().filter(|t| within(t, a) && !a.contains(t)).cloned());
        both
    }

    pub fn erased_sig(&self, sig: &MethodSig) -> MethodSig {
        let erase = |types: &[Type]| types.iter().map(|t| self.erasure(t)).collect();
        MethodSig {
            method: sig.method,
            type_params: Vec::new(),
            site: Subst::default(),
            params: erase(&sig.params),
            ret: self.erasure(&sig.ret),
            throws: erase(&sig.throws),
            varargs: sig.varargs,
        }
    }

    /// `a` is a subsignature of `b` (JLS 8.4.2): the same type parameters with the same bounds, and the same parameter types
    /// after adapting these, or the parameter types of `b`'s erasure. Both as seen from one type.
    pub fn is_subsignature(&self, a: &MethodSig, b: &MethodSig) -> bool {
        self.same_params(a, b) || self.is_erased_form(a, b)
    }

    fn is_erased_form(&self, a: &MethodSig, b: &MethodSig) -> bool {
        a.params.len() == b.params.len()
            && a.type_params.is_empty()
            && a.params.iter().zip(&b.params).all(|(x, y)| self.loosely_same(x, &self.erasure(y)))
    }

    fn same_params(&self, a: &MethodSig, b: &MethodSig) -> bool {
        if a.params.len() != b.params.len() || a.type_params.len() != b.type_params.len() {
            return false;
        }
        let subst = Subst::of_types(&b.type_params, &vars(&a.type_params));
        a.params.iter().zip(&b.params).all(|(x, y)| self.loosely_same(x, &subst.apply(y)))
            && a.type_params.iter().zip(&b.type_params).all(|(&x, &y)| {
                let bounds = |v, site: &Subst| {
                    Type::intersection(self.type_var(v).bounds.iter().map(|t| site.apply(t)).collect())
                };
                self.same_type(&bounds(x, &a.site), &subst.apply(&bounds(y, &b.site)))
            })
    }

    /// Bounds of mutable arrays do not tell methods apart.
    fn loosely_same(&self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Array(x, _), Type::Array(y, _)) => self.loosely_same(x, y),
            _ => self.same_type(a, b),
        }
    }

    /// `m` overrides or implements `other`, whose class is a proper supertype of that of `m` (JLS 8.4.8.1).
    pub fn overrides(&self, m: MethodId, other: MethodId) -> bool {
        let (sub, sup) = (self.method(m), self.method(other));
        if sub.class == sup.class || !self.may_override(m, other) || !self.is_subclass(sub.class, sup.class) {
            return false;
        }
        let site = Type::Class(self.this_type(sub.class));
        self.is_subsignature(&self.method_sig(m), &self.method_sig_in(&site, other))
    }

    /// What overriding asks besides signatures.
    fn may_override(&self, m: MethodId, other: MethodId) -> bool {
        let (sub, sup) = (self.method(m), self.method(other));
        let visible = sup.modifiers.has(Modifier::Public)
            || sup.modifiers.has(Modifier::Protected)
            || self.class(sub.class).package == self.class(sup.class).package;
        sub.name == sup.name
            && sub.params.len() == sup.params.len()
            && !sub.is_static
            && !sup.is_static
            && !sub.is_constructor()
            && !sub.modifiers.has(Modifier::Private)
            && !sup.modifiers.has(Modifier::Private)
            && visible
    }

    /// The method that runs when `method` is called on an object of exactly `class` (JLS 15.12.4.4): the nearest in the chain
    /// of superclasses, else the most specific default method. None where that is abstract.
    pub fn implementation(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        self.implementation_among(class, &self.all_supertypes(class), method)
    }

    /// The same; `supers` are all supertypes of `class`.
    pub(super) fn implementation_among(
        &self,
        class: ClassId,
        supers: &[ClassId],
        method: MethodId,
    ) -> Option<MethodId> {
        let def = self.method(method);
        if def.is_static || def.modifiers.has(Modifier::Private) || def.is_constructor() {
            return Some(method);
        }
        let site = Type::Class(self.this_type(class));
        let sig = self.method_sig_in(&site, method);
        let matches = |m: &MethodId| *m == method || self.is_subsignature(&self.method_sig_in(&site, *m), &sig);
        // The nearest class that has it decides. Looking no further keeps long chains of classes that all override it cheap.
        for &owner in supers.iter().filter(|&&c| !self.is_interface(c) && !self.is_object_class(c)) {
            let Some(named) = self.class(owner).methods.get(&def.name) else { continue };
            let fits = |m: &&MethodId| (**m == method || self.may_override(**m, method)) && matches(m);
            let mut matching = named.iter().filter(fits).peekable();
            if matching.peek().is_some() {
                // What type arguments make the same, one class may declare twice: `void f(A a)` and `void f(String s)`.
                return matching.find(|&&m| !self.method(m).is_abstract).copied();
            }
        }
        let candidates: Vec<MethodId> = supers
            .iter()
            .filter_map(|&c| self.class(c).methods.get(&def.name))
            .flatten()
            .copied()
            .filter(|&m| m == method || self.may_override(m, method))
            .collect();
        // A lambda's method has erased parameters, where the interface may say what they are: what no default implements is the function.
        let function = self.class(class).lambda.as_ref().map(|l| l.method).filter(|&m| {
            let function = self.method(m);
            function.name == def.name && function.params.len() == def.params.len()
        });
        if candidates.len() == 1 {
            return if def.is_abstract { function } else { Some(method) };
        }
        let mut default: Option<MethodId> = None;
        let mut in_object = None;
        for m in candidates.into_iter().filter(matches) {
            let owner = self.method(m).class;
            if !self.is_interface(owner) {
                // Of the classes, only Object is left.
                in_object = Some(m);
                continue;
            }
            if default.is_none_or(|d| self.is_subclass(owner, self.method(d).class)) {
                default = Some(m);
            }
        }
        // A default method cannot replace one of Object, so Object's comes first (JLS 9.4.1.2).
        let chosen = in_object.or(default)?;
        if !self.method(chosen).is_abstract {
            return Some(chosen);
        }
        if function.is_some() {
            return function;
        }
        // A raw superclass has implemented it for its own type parameters, which are not to be seen from here.
        let above = self.class(class).superclass.as_ref().filter(|s| self.is_raw(s))?.class_id()?;
        self.is_subclass(above, def.class).then(|| self.implementation(above, method)).flatten()
    }

    /// Abstract methods that a concrete class of this type still must implement.
    pub fn unimplemented_methods(&self, class: ClassId) -> Vec<MethodId> {
        let mut out: Vec<MethodId> = Vec::new();
        for sup in self.all_supertypes(class) {
            for &id in self.class(sup).methods.values().flatten() {
                if self.method(id).is_abstract && self.implementation(class, id).is_none() {
                    let again = out.iter().any(|&o| {
                        self.method(o).name == self.method(id).name
                            && self.method(o).params.len() == self.method(id).params.len()
                    });
                    if !again {
                        out.push(id);
                    }
                }
            }
        }
        out
    }

    // ---- access ---------------------------------------------------------------------------------------------------

    /// May code in `from` use a member with these modifiers of `owner`, through an expression of type `site` (None: static, by
    /// simple name, or through `super`) (JLS 6.6)?
    pub fn is_accessible(&self, owner: ClassId, modifiers: &ast::Modifiers, site: Option<&Type>, from: &Scope) -> bool {
        if modifiers.has(Modifier::Public) {
            return true;
        }
        if modifiers.has(Modifier::Private) {
            // A test runner of JUnit reaches what is private by reflection.
            let sees_all = |c: ClassId| find_annotation(&self.class(c).modifiers, "SeesPrivateMembers").is_some();
            return from.class.map(|c| self.outermost(c)).is_some_and(|c| c == self.outermost(owner) || sees_all(c));
        }
        let package = self.units.get(from.unit).map(|u| u.package.as_str()).unwrap_or("");
        if self.class(owner).package == package {
            return true;
        }
        if !modifiers.has(Modifier::Protected) {
            return false;
        }
        let mut enclosing = from.class;
        while let Some(class) = enclosing {
            if self.is_subclass(class, owner)
                && (modifiers.has(Modifier::Static)
                    || site.is_none_or(|s| self.is_subtype(&self.erasure(s), &Type::class(class))))
            {
                return true;
            }
            enclosing = self.class(class).outer;
        }
        false
    }

    pub fn is_class_accessible(&self, class: ClassId, from: &Scope) -> bool {
        let def = self.class(class);
        match def.outer {
            _ if def.local_scope.is_some() => true,
            Some(outer) => {
                self.is_accessible(outer, &def.modifiers, None, from) && self.is_class_accessible(outer, from)
            }
            None => {
                def.modifiers.has(Modifier::Public)
                    || self.units.get(from.unit).is_some_and(|u| u.package == def.package)
            }
        }
    }

    /// The top-level class around a class.
    pub fn outermost(&self, class: ClassId) -> ClassId {
        let mut at = class;
        while let Some(outer) = self.class(at).outer {
            at = outer;
        }
        at
    }

    // ---- functional interfaces ------------------------------------------------------------------------------------

    /// The single abstract method of a functional interface type (JLS 9.8) as a member of it, wildcards handled as in JLS
    /// 9.9. None where it is not functional.
    pub fn functional_method(&self, ty: &Type) -> Option<MethodSig> {
        let site = self.function_type(ty)?;
        let method = self.single_abstract_method(site.class_id()?)?;
        Some(self.called_sig(&site, method))
    }

    /// The one abstract method of an interface that `Object` has not, if it is one and the interface is not sealed.
    pub fn single_abstract_method(&self, class: ClassId) -> Option<MethodId> {
        let def = self.class(class);
        if def.kind != ast::TypeKind::Interface || def.modifiers.has(Modifier::Sealed) {
            return None;
        }
        let mut names: Vec<&SmolStr> = Vec::new();
        for sup in self.all_supertypes(class) {
            if !self.is_interface(sup) {
                continue;
            }
            for (name, methods) in &self.class(sup).methods {
                if !names.contains(&name) && methods.iter().any(|&m| self.method(m).is_abstract) {
                    names.push(name);
                }
            }
        }
        let object = self.object();
        let mut found = names.iter().flat_map(|name| self.class_methods_named(class, name).to_vec()).filter(|&m| {
            let method = self.method(m);
            let of_object = || {
                let declared = object.class_id().and_then(|o| self.class(o).methods.get(&method.name));
                declared.is_some_and(|all| {
                    all.iter().any(|&o| {
                        self.method(o).modifiers.has(Modifier::Public)
                            && self.is_subsignature(&self.method_sig(m), &self.method_sig(o))
                    })
                })
            };
            method.is_abstract && !of_object()
        });
        let one = found.next()?;
        found.next().is_none().then_some(one)
    }

    /// The parameterisation that a functional interface type with wildcards stands for as a lambda's target (JLS 9.9).
    pub fn function_type(&self, ty: &Type) -> Option<Type> {
        let class = match ty {
            Type::Class(c) => c,
            Type::Intersection(parts) => {
                // What a part leaves open another that extends it may define.
                let extended = |p: &Type| {
                    let class = p.class_id();
                    parts.iter().any(|q| q != p && class.is_some_and(|c| self.as_super(q, c).is_some()))
                };
                let part = parts.iter().find(|p| !extended(p) && self.functional_method(p).is_some());
                return part.and_then(|p| self.function_type(p));
            }
            _ => return None,
        };
        if !self.is_interface(class.class) {
            return None;
        }
        if !class.args.iter().any(TypeArg::is_wildcard) {
            return Some(ty.clone());
        }
        let params = &self.class(class.class).type_params;
        let args = class.args.iter().zip(params).map(|(arg, &param)| {
            let var = self.type_var(param);
            let bound = var.bounds.first().cloned().unwrap_or_else(|| self.object());
            // A bound that names the parameters themselves has no exact form here; its erasure is one (javac gives an error).
            let bound = if mentions(&bound, params) { self.erasure(&bound) } else { bound };
            match arg {
                TypeArg::Is(t) | TypeArg::Super(t) => TypeArg::Is(t.clone()),
                TypeArg::Any => TypeArg::Is(bound),
                TypeArg::Extends(t) => TypeArg::Is(self.glb(&[t.clone(), bound])),
            }
        });
        Some(Type::Class(ClassType { class: class.class, args: args.collect() }))
    }

    // ---- messages -------------------------------------------------------------------------------------------------

    /// `Main.sum(int[])`, as messages name a method; `Point(int, int)` for a constructor.
    pub fn display_method(&self, method: MethodId) -> String {
        let def = self.method(method);
        // It is made for every method of every program.
        let mut shown = self.display(&Type::class(def.class));
        if !def.is_constructor() {
            shown.push('.');
            shown.push_str(&def.name);
        }
        shown.push('(');
        for (i, param) in def.params.iter().enumerate() {
            shown.push_str(if i == 0 { "" } else { ", " });
            shown.push_str(&self.display(param));
        }
        if def.varargs && shown.ends_with("[]") {
            shown.truncate(shown.len() - "[]".len());
            shown.push_str("...");
        }
        shown.push(')');
        shown
    }
}

pub(super) fn vars(ids: &[TypeVarId]) -> Vec<Type> {
    ids.iter().map(|&v| Type::Var(v)).collect()
}

fn mentions(ty: &Type, vars: &[TypeVarId]) -> bool {
    match ty {
        Type::Var(v) => vars.contains(v),
        Type::Class(c) => c.args.iter().filter_map(TypeArg::ty).any(|t| mentions(t, vars)),
        Type::Array(elem, _) | Type::ValueArray(elem, _) => mentions(elem, vars),
        Type::Intersection(parts) => parts.iter().any(|p| mentions(p, vars)),
        _ => false,
    }
}
