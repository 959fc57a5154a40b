//! What a block and the methods that it calls store to and read: elements by their kinds, fields of objects.

use super::facts::{Facts, kind_of};
use crate::walk;
use somd_hir::{
    Block, CallKind, Class, ClassKind, Expr, ExprKind, FieldId, Method, MethodId, MethodKind, Place, Program, Ty,
    without_upcast,
};
use somd_syntax::source::Span;
use std::collections::BTreeSet;

#[derive(Clone, Default)]
pub struct Touches {
    pub stores: BTreeSet<Ty>,
    pub reads: BTreeSet<Ty>,
    pub stored_fields: BTreeSet<FieldId>,
    pub read_fields: BTreeSet<FieldId>,
}

impl Touches {
    pub fn join(&mut self, other: &Touches) {
        self.stores.extend(other.stores.iter().cloned());
        self.reads.extend(other.reads.iter().cloned());
        self.stored_fields.extend(&other.stored_fields);
        self.read_fields.extend(&other.read_fields);
    }

    pub fn stores_any(&self) -> bool {
        !self.stores.is_empty() || !self.stored_fields.is_empty()
    }

    /// Whether it reads what `all` stores to, or stores to what `all` reads.
    pub fn meets(&self, all: &Touches) -> bool {
        !self.reads.is_disjoint(&all.stores)
            || !self.stores.is_disjoint(&all.reads)
            || !self.read_fields.is_disjoint(&all.stored_fields)
            || !self.stored_fields.is_disjoint(&all.read_fields)
    }
}

/// A method that a call may run.
pub enum Callee {
    /// It alone, a method of the program: whether its object and its arguments were reached through arrays.
    Known(MethodId, Vec<bool>),
    /// One of several, or what has no text that could be copied.
    Hidden(MethodId),
}

/// What a call of the library may do to the arrays that it is given.
fn of_library(program: &Program, m: &Method, facts: &Facts, given: &[&Expr]) -> Touches {
    let mut found = Touches::default();
    for arg in given {
        let arg = without_upcast(arg);
        let mut ty = &arg.ty;
        if facts.is_fresh(arg) || matches!(arg.kind, ExprKind::ArrayLit(_) | ExprKind::NewArray { .. }) {
            continue;
        }
        while let Some(kind) = kind_of(ty) {
            found.reads.insert(kind);
            let Ty::Array { elem, .. } = ty else { break };
            ty = elem;
        }
    }
    if found.reads.is_empty() {
        return found;
    }
    let mut stores = Touches::default();
    let mut seen = BTreeSet::new();
    stores_of_library(program, m, &mut seen, &mut stores);
    found.stores = found.reads.intersection(&stores.stores).cloned().collect();
    found
}

fn stores_of_library(program: &Program, m: &Method, seen: &mut BTreeSet<MethodId>, into: &mut Touches) {
    if m.native.is_some() {
        // What gives nothing back changes what it is given.
        if m.ret == Ty::Void {
            let all = [Ty::Boolean, Ty::Byte, Ty::Short, Ty::Char, Ty::Int, Ty::Long, Ty::Float, Ty::Double, Ty::Null];
            into.stores.extend(all);
        }
        return;
    }
    let Some(body) = &m.body else { return };
    let facts = Facts::of(m, body, &[]);
    into.join(&scan(body, &facts));
    walk::exprs_in(body, &mut |e| {
        if let ExprKind::Call { method, .. } = &e.kind
            && seen.insert(*method)
        {
            stores_of_library(program, program.method(*method), seen, into);
        }
    });
}

/// What the block itself touches.
pub fn scan(block: &Block, facts: &Facts) -> Touches {
    let mut found = Touches::default();
    walk::exprs_in(block, &mut |e| expr(e, facts, &mut found));
    found
}

pub fn expr(e: &Expr, facts: &Facts, found: &mut Touches) {
    match &e.kind {
        ExprKind::Assign { place, .. } | ExprKind::CompoundAssign { place, .. } | ExprKind::IncDec { place, .. } => {
            match place {
                Place::Index { array, .. } if !facts.is_fresh(array) => found.stores.extend(kind_of(&array.ty)),
                Place::Field { object: Some(object), field } if facts.through(object) => {
                    found.stored_fields.insert(*field);
                }
                _ => {}
            }
        }
        ExprKind::Index { array, .. } if !facts.is_fresh(array) => found.reads.extend(kind_of(&array.ty)),
        ExprKind::Field { object: Some(_), field } => {
            found.read_fields.insert(*field);
        }
        _ => {}
    }
}

/// The methods that evaluating an expression itself calls, and what a call of the library touches.
pub fn callees(program: &Program, facts: &Facts, e: &Expr) -> (Vec<Callee>, Touches) {
    let mut found = Vec::new();
    let mut touched = Touches::default();
    let mut hidden = |id: MethodId, given: &[&Expr], touched: &mut Touches| {
        let m = program.method(id);
        if program.class(m.class).is_library {
            touched.join(&of_library(program, m, facts, given));
        } else {
            found.push(Callee::Hidden(id));
        }
    };
    match &e.kind {
        ExprKind::Call { kind, method, receiver, args } => {
            let given: Vec<&Expr> = receiver.as_deref().into_iter().chain(args).collect();
            let m = program.method(*method);
            let targets: BTreeSet<MethodId> = match kind {
                CallKind::Virtual if m.is_virtual => {
                    let of = |c: &Class| c.vtable.get(method).copied().filter(|_| c.kind != ClassKind::Interface);
                    program.classes.iter().filter(|c| !c.is_abstract).filter_map(of).collect()
                }
                _ => BTreeSet::from([*method]),
            };
            for &target in &targets {
                let t = program.method(target);
                let known = targets.len() == 1
                    && t.kind == MethodKind::Method
                    && t.body.is_some()
                    && !program.class(t.class).is_library
                    && !matches!(program.class(t.class).kind, ClassKind::Lambda { .. });
                if known {
                    let this = receiver.as_ref().is_some_and(|r| facts.through(r));
                    let flags = [this].into_iter().chain(args.iter().map(|a| a.ty.is_reference() && facts.through(a)));
                    found.push(Callee::Known(target, flags.collect()));
                } else if program.class(t.class).is_library {
                    touched.join(&of_library(program, t, facts, &given));
                } else {
                    found.push(Callee::Hidden(target));
                }
            }
            if program.class(m.class).is_library {
                given.iter().for_each(|g| called_back(program, &without_upcast(g).ty, &mut found));
            }
        }
        ExprKind::New { class, constructor, args } => {
            let given: Vec<&Expr> = args.iter().collect();
            hidden(*constructor, &given, &mut touched);
            if let ClassKind::Lambda { method, .. } = program.class(*class).kind {
                found.push(Callee::Hidden(method));
            }
        }
        ExprKind::Concat(parts) => parts.iter().for_each(|p| called_back(program, &without_upcast(p).ty, &mut found)),
        ExprKind::Map { method, .. } | ExprKind::ReduceMethod { method, .. } | ExprKind::Task { method, .. } => {
            hidden(*method, &[], &mut touched);
        }
        ExprKind::ArrayStep(step) => step.method.into_iter().for_each(|m| hidden(m, &[], &mut touched)),
        _ => {}
    }
    (found, touched)
}

/// What the library may call of an object that it is given.
fn called_back(program: &Program, ty: &Ty, found: &mut Vec<Callee>) {
    let Ty::Class(class) = ty else { return };
    for c in program.classes.iter().filter(|c| !c.is_library) {
        let id = c.methods.first().map(|&m| program.method(m).class);
        if !id.is_some_and(|id| program.is_subclass(id, *class)) || matches!(c.kind, ClassKind::Lambda { .. }) {
            continue;
        }
        let named = |m: &&MethodId| {
            matches!(program.method(**m).name.as_str(), "toString" | "equals" | "hashCode" | "compareTo")
        };
        found.extend(c.methods.iter().filter(named).map(|&m| Callee::Hidden(m)));
    }
}

/// Of a method whose text cannot be copied, what it and all that it calls touch.
pub fn hidden(program: &Program, id: MethodId, seen: &mut BTreeSet<MethodId>, into: &mut Touches) {
    let m = program.method(id);
    let (Some(body), true) = (&m.body, seen.insert(id)) else { return };
    // What a constructor gives its new object was not there before.
    let through: Vec<bool> = (0..=m.params.len()).map(|k| k > 0 || m.kind != MethodKind::Constructor).collect();
    let facts = Facts::of(m, body, &through);
    into.join(&scan(body, &facts));
    walk::exprs_in(body, &mut |e| {
        let (callees, touched) = callees(program, &facts, e);
        into.join(&touched);
        for callee in callees {
            let (Callee::Known(id, _) | Callee::Hidden(id)) = callee;
            hidden(program, id, seen, into);
        }
    });
}

/// A call whose methods cannot be copied, and what they touch.
pub struct Opaque {
    pub method: MethodId,
    pub at: Span,
    pub touches: Touches,
}
