//! Static initialisers: which classes need none, because all they do is store literals, or what nobody reads, and where one must be
//! asked for.

use crate::HostPlan;
use crate::reachability::{self, Reach};
use crate::walk::{self, Node};
use somd_hir::*;
use std::collections::{BTreeMap, BTreeSet};

pub struct Statics {
    /// Classes whose initialiser only stores literals into their own primitive fields.
    plain: BTreeSet<ClassId>,
    initial: BTreeMap<FieldId, Lit>,
}

impl Statics {
    pub fn new(program: &Program, reach: &Reach) -> Statics {
        let read = fields_read(program, reach);
        let mut statics = Statics { plain: BTreeSet::new(), initial: BTreeMap::new() };
        for (i, class) in program.classes.iter().enumerate() {
            let id = ClassId(i as u32);
            match class.static_init.and_then(|m| program.method(m).body.as_ref()) {
                None => {
                    statics.plain.insert(id);
                }
                Some(body) => {
                    if let Some(values) = literal_stores(program, id, body, &read) {
                        statics.plain.insert(id);
                        statics.initial.extend(values);
                    }
                }
            }
        }
        statics
    }

    pub fn is_plain(&self, class: ClassId) -> bool {
        self.plain.contains(&class)
    }

    pub fn initial(&self, field: FieldId) -> Option<&Lit> {
        self.initial.get(&field)
    }
}

impl HostPlan<'_> {
    /// The class needs code when it is first used: its own initialiser, or that of an interface with default methods.
    pub fn has_clinit(&self, c: ClassId) -> bool {
        self.reach.initialised.contains(&c) && (!self.statics.is_plain(c) || !self.initialised_with(c).is_empty())
    }

    /// The interfaces that are initialised with a class that names them: those with default methods and something to do.
    pub fn initialised_with(&self, c: ClassId) -> Vec<ClassId> {
        let class = self.program.class(c);
        if class.kind == ClassKind::Interface {
            return Vec::new();
        }
        let mut out = Vec::new();
        for &i in &class.interfaces {
            self.default_interfaces(i, &mut out);
        }
        out
    }

    pub fn default_interfaces(&self, i: ClassId, out: &mut Vec<ClassId>) {
        let class = self.program.class(i);
        for &s in &class.interfaces {
            self.default_interfaces(s, out);
        }
        let has_default = class.methods.iter().any(|&m| {
            let m = self.program.method(m);
            m.is_virtual && !m.is_abstract
        });
        if has_default && !self.statics.is_plain(i) && self.reach.initialised.contains(&i) && !out.contains(&i) {
            out.push(i);
        }
    }

    /// `c` is initialised wherever `from` is. A class brings its superclasses, but an interface only if that has default methods.
    pub fn implies(&self, from: ClassId, c: ClassId) -> bool {
        if self.program.class(c).kind != ClassKind::Interface {
            return self.program.is_subclass(from, c);
        }
        let mut at = Some(from);
        while let Some(k) = at {
            if k == c || self.initialised_with(k).contains(&c) {
                return true;
            }
            at = self.program.class(k).superclass;
        }
        false
    }

    /// The field's reference never changes once the class is initialised.
    pub fn is_fixed(&self, f: FieldId) -> bool {
        let field = self.program.field(f);
        field.is_static && field.is_final && field.ty.is_reference() && self.value_class(&field.ty).is_none()
    }

    /// The class whose initialiser a use of `c` runs: itself or the next superclass that has one with something to do.
    pub fn initialised_by(&self, c: ClassId) -> Option<ClassId> {
        let mut at = Some(c);
        while let Some(k) = at {
            if self.has_clinit(k) {
                return Some(k);
            }
            at = self.program.class(k).superclass;
        }
        None
    }

    /// As [`HostPlan::initialised_by`], where code of `from` does not imply that the class is initialised.
    pub fn needs_initialiser(&self, from: &Method, c: ClassId) -> Option<ClassId> {
        let main = self.program.method(self.main).class;
        let mut here = from.class;
        while let (ClassKind::Lambda { .. }, Some(outer)) =
            (&self.program.class(here).kind, self.program.class(here).outer)
        {
            here = outer;
        }
        if self.implies(main, c) || self.implies(here, c) { None } else { self.initialised_by(c) }
    }

    /// As [`HostPlan::needs_initialiser`], for the class of a field.
    pub fn field_needs_initialiser(&self, from: &Method, field: FieldId) -> Option<ClassId> {
        self.needs_initialiser(from, self.program.field(field).class)
    }
}

/// The static fields that are not only assigned.
fn fields_read(program: &Program, reach: &Reach) -> BTreeSet<FieldId> {
    let mut read = BTreeSet::new();
    for body in reach.methods.iter().filter_map(|&m| program.method(m).body.as_ref()) {
        walk::block(body, &mut |n| {
            if let Node::Expr(Expr {
                kind:
                    ExprKind::Field { object: None, field }
                    | ExprKind::CompoundAssign { place: Place::Field { object: None, field }, .. }
                    | ExprKind::IncDec { place: Place::Field { object: None, field }, .. },
                ..
            }) = n
            {
                read.insert(*field);
            }
        });
    }
    read
}

/// A class literal, of which only the one who gets it can know that it was made.
fn is_class(program: &Program, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Upcast(i) | ExprKind::CheckCast(i) => is_class(program, i),
        ExprKind::ClassLit(_) => true,
        ExprKind::Call { method, args, .. } => {
            reachability::class_named(program) == Some(*method)
                && args.iter().all(|a| matches!(a.kind, ExprKind::Lit(_)))
        }
        _ => false,
    }
}

fn literal_stores(
    program: &Program,
    class: ClassId,
    body: &Block,
    read: &BTreeSet<FieldId>,
) -> Option<BTreeMap<FieldId, Lit>> {
    let mut values = BTreeMap::new();
    for s in &body.stmts {
        let StmtKind::Expr(Expr {
            kind: ExprKind::Assign { place: Place::Field { object: None, field }, value }, ..
        }) = &s.kind
        else {
            return None;
        };
        if is_class(program, value) && !read.contains(field) {
            continue;
        }
        let ExprKind::Lit(l) = &value.kind else { return None };
        if program.field(*field).class != class || matches!(l, Lit::String(_)) {
            return None;
        }
        values.insert(*field, l.clone());
    }
    Some(values)
}
