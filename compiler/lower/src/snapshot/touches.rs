//! What a block and the methods that it calls store to and read: elements by their kinds, fields of objects.

use super::facts::{Facts, kind_of};
use crate::walk;
use somd_hir::{
    Block, CallKind, Class, ClassKind, Expr, ExprKind, FieldId, LocalId, Method, MethodId, MethodKind, Place, Program,
    Ty, without_upcast,
};
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

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

/// An array of which a copy can be given to who only looks at its elements.
fn is_flat(ty: &Ty) -> bool {
    matches!(ty, Ty::Array { elem, .. } if !matches!(**elem, Ty::Array { .. }))
}

/// The parameters of a method that are arrays whose elements, and whose length, are looked at, and that nothing else is done with.
fn looked(m: &Method) -> BTreeSet<LocalId> {
    let Some(body) = &m.body else { return BTreeSet::new() };
    let flat = m.params.iter().copied().filter(|p| is_flat(&m.locals[p.index()].ty));
    let mut found: BTreeSet<LocalId> = flat.collect();
    if found.is_empty() {
        return found;
    }
    let assigned = walk::assigned_in(body);
    let (mut all, mut looks) = (BTreeMap::<LocalId, usize>::new(), BTreeMap::<LocalId, usize>::new());
    walk::exprs_in(body, &mut |e| match &e.kind {
        ExprKind::Local(l) => *all.entry(*l).or_default() += 1,
        ExprKind::Index { array: a, .. } | ExprKind::Length(a) => {
            if let ExprKind::Local(l) = &a.kind {
                *looks.entry(*l).or_default() += 1;
            }
        }
        _ => {}
    });
    found.retain(|p| !assigned.contains(p) && all.get(p) == looks.get(p));
    found
}

/// Whether a method of the library only looks at the arrays that it is given, and gives back none of them.
fn is_looker(program: &Program, id: MethodId) -> bool {
    let m = program.method(id);
    let is_string = |ty: &Ty| matches!(ty, Ty::Class(c) if program.class(*c).name == "java.lang.String");
    let copies = m.name == "clone"
        || program.class(m.class).name == "java.util.Arrays" && matches!(&*m.name, "copyOf" | "copyOfRange");
    let gives = copies || m.ret.is_primitive() || m.ret == Ty::Void || is_string(&m.ret);
    let is_array = |p: &LocalId| matches!(m.locals[p.index()].ty, Ty::Array { .. });
    gives && m.params.iter().filter(|p| is_array(p)).all(|&p| !may_change(program, id, p, &mut BTreeSet::new()))
}

/// Whether a method may store to an array that it is given, or keep it.
fn may_change(program: &Program, id: MethodId, param: LocalId, seen: &mut BTreeSet<(MethodId, LocalId)>) -> bool {
    let m = program.method(id);
    let Some(body) = &m.body else {
        // What gives nothing back changes what it is given, but for what it copies from.
        let source = m.native.as_deref() == Some("system.arraycopy") && m.params.first() == Some(&param);
        return m.native.is_none() || m.ret == Ty::Void && !source;
    };
    if !seen.insert((id, param)) {
        return false;
    }
    let itself = |e: &Expr| matches!(without_upcast(e).kind, ExprKind::Local(l) if l == param);
    let (mut all, mut looks, mut changes) = (0, 0, walk::assigned_in(body).contains(&param));
    walk::exprs_in(body, &mut |e| match &e.kind {
        ExprKind::Local(l) if *l == param => all += 1,
        ExprKind::Index { array: a, .. } | ExprKind::Length(a) => looks += usize::from(itself(a)),
        ExprKind::Binary(_, a, b) => looks += usize::from(itself(a)) + usize::from(itself(b)),
        ExprKind::Call { method, receiver, args, .. } => {
            for (k, _) in args.iter().enumerate().filter(|(_, a)| itself(a)) {
                looks += 1;
                for target in targets(program, e, *method) {
                    let given = program.method(target).params.get(k);
                    changes |= given.is_none_or(|&p| may_change(program, target, p, seen));
                }
            }
            if receiver.as_ref().is_some_and(|r| itself(r)) && program.method(*method).name == "clone" {
                looks += 1;
            }
        }
        _ => {}
    });
    changes || all != looks
}

/// The parameters of a method that a call gives what stands at these positions.
pub fn params_at(program: &Program, e: &Expr, id: MethodId, positions: &[(usize, Ty)]) -> BTreeSet<LocalId> {
    let first = first_argument(e);
    let params = &program.method(id).params;
    positions.iter().filter_map(|(k, _)| params.get(k.checked_sub(first)?).copied()).collect()
}

/// The object and the arguments of a call, in order.
pub fn given_mut(e: &mut Expr) -> Vec<&mut Expr> {
    match &mut e.kind {
        ExprKind::Call { receiver, args, .. } => receiver.as_deref_mut().into_iter().chain(args).collect(),
        ExprKind::New { args, .. } => args.iter_mut().collect(),
        _ => Vec::new(),
    }
}

/// Which of the object and the arguments of a call are arrays that it only looks at, and of which kind.
pub fn looked_at(program: &Program, facts: &Facts, e: &Expr) -> Vec<(usize, Ty)> {
    let (given, method): (Vec<&Expr>, MethodId) = match &e.kind {
        ExprKind::Call { receiver, args, method, .. } => {
            (receiver.as_deref().into_iter().chain(args).collect(), *method)
        }
        ExprKind::New { args, constructor, .. } => (args.iter().collect(), *constructor),
        _ => return Vec::new(),
    };
    let flat = |(k, arg): (usize, &&Expr)| {
        let arg = without_upcast(arg);
        let made = matches!(arg.kind, ExprKind::ArrayLit(_) | ExprKind::NewArray { .. });
        kind_of(&arg.ty).filter(|_| is_flat(&arg.ty) && !made && !facts.is_fresh(arg)).map(|kind| (k, kind))
    };
    let mut found: Vec<(usize, Ty)> = given.iter().enumerate().filter_map(flat).collect();
    if found.is_empty() {
        return found;
    }
    let first = first_argument(e);
    let targets = targets(program, e, method);
    for &id in &targets {
        let m = program.method(id);
        if program.class(m.class).is_library {
            found.retain(|_| is_looker(program, id));
        } else {
            let looked = looked(m);
            let param = |k: usize| k.checked_sub(first).and_then(|k| m.params.get(k));
            found.retain(|(k, _)| param(*k).is_some_and(|p| looked.contains(p)));
        }
    }
    // What may be copied is.
    let known = |id: &MethodId| is_known(program, *id);
    if targets.is_empty() || targets.len() == 1 && targets.iter().all(known) { Vec::new() } else { found }
}

/// The place of the first argument behind the object that a method is called on.
fn first_argument(e: &Expr) -> usize {
    usize::from(matches!(&e.kind, ExprKind::Call { receiver: Some(_), .. }))
}

/// The methods that a call may run.
fn targets(program: &Program, e: &Expr, method: MethodId) -> BTreeSet<MethodId> {
    match &e.kind {
        ExprKind::Call { kind: CallKind::Virtual, .. } if program.method(method).is_virtual => {
            let of = |c: &Class| c.vtable.get(&method).copied().filter(|_| c.kind != ClassKind::Interface);
            program.classes.iter().filter(|c| !c.is_abstract).filter_map(of).collect()
        }
        _ => BTreeSet::from([method]),
    }
}

/// A method whose text can be copied.
fn is_known(program: &Program, id: MethodId) -> bool {
    let m = program.method(id);
    let class = program.class(m.class);
    m.kind == MethodKind::Method
        && m.body.is_some()
        && !class.is_library
        && !matches!(class.kind, ClassKind::Lambda { .. })
}

/// What a call of the library may do to the arrays that it is given.
fn of_library(program: &Program, id: MethodId, facts: &Facts, given: &[&Expr]) -> Touches {
    let m = program.method(id);
    let looks = is_looker(program, id);
    let mut found = Touches::default();
    for arg in given {
        let arg = without_upcast(arg);
        let mut ty = &arg.ty;
        if is_flat(ty) && looks {
            continue;
        }
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
            touched.join(&of_library(program, id, facts, given));
        } else {
            found.push(Callee::Hidden(id));
        }
    };
    match &e.kind {
        ExprKind::Call { method, receiver, args, .. } => {
            let given: Vec<&Expr> = receiver.as_deref().into_iter().chain(args).collect();
            let m = program.method(*method);
            let targets = targets(program, e, *method);
            for &target in &targets {
                let t = program.method(target);
                let known = targets.len() == 1 && is_known(program, target);
                if known {
                    let this = receiver.as_ref().is_some_and(|r| facts.through(r));
                    let flags = [this].into_iter().chain(args.iter().map(|a| a.ty.is_reference() && facts.through(a)));
                    found.push(Callee::Known(target, flags.collect()));
                } else if program.class(t.class).is_library {
                    touched.join(&of_library(program, target, facts, &given));
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
/// `looked` are parameters that get copies.
pub fn hidden(
    program: &Program,
    id: MethodId,
    looked: &BTreeSet<LocalId>,
    seen: &mut BTreeSet<MethodId>,
    into: &mut Touches,
) {
    let m = program.method(id);
    let (Some(body), true) = (&m.body, seen.insert(id)) else { return };
    // What a constructor gives its new object was not there before.
    let through: Vec<bool> = (0..=m.params.len()).map(|k| k > 0 || m.kind != MethodKind::Constructor).collect();
    let mut facts = Facts::of(m, body, &through);
    facts.look_at(looked);
    into.join(&scan(body, &facts));
    walk::exprs_in(body, &mut |e| {
        let (callees, touched) = callees(program, &facts, e);
        into.join(&touched);
        for callee in callees {
            let (Callee::Known(id, _) | Callee::Hidden(id)) = callee;
            hidden(program, id, &BTreeSet::new(), seen, into);
        }
    });
}

/// A call whose methods cannot be copied, and what they touch.
pub struct Opaque {
    pub method: MethodId,
    pub at: Span,
    pub touches: Touches,
}
