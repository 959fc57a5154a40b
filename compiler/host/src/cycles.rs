//! Which objects can be part of a cycle of references: only those are looked at by the runtime's cycle collector.
//!
//! The classes are a graph: an edge for each field, to every class whose objects it may hold, as the flow of references says (see
//! [`crate::points_to`]), or its type where that does not know. Some edges always lead to an
//! object that is older than the one that has the field: those of fields that only constructors assign, each in its own new
//! object, while nothing else knows that object yet. A cycle of objects goes round in one component of the graph and has an
//! edge of another kind, so a component without one has no cycles: a tree that is built from its leaves, a list that is only
//! ever extended at its head.

use crate::HostPlan;
use crate::components::components;
use crate::walk::element_ty;
use crate::walk::{self, Node};
use somd_hir::*;
use std::collections::{BTreeMap, BTreeSet};

pub fn cyclic_classes(cx: &HostPlan) -> BTreeSet<ClassId> {
    let later = assigned_later(cx);
    let edges: BTreeMap<ClassId, BTreeMap<ClassId, bool>> =
        cx.reach.instantiated.iter().map(|&c| (c, edges_of(cx, c, &later))).collect();
    let graph = edges.iter().map(|(&c, to)| (c, to.keys().copied().collect())).collect();
    let mut cyclic = BTreeSet::new();
    for component in components(&graph) {
        let closes = component
            .iter()
            .any(|c| edges[c].iter().any(|(to, &may_be_younger)| may_be_younger && component.contains(to)));
        if closes {
            cyclic.extend(component);
        }
    }
    cyclic
}

/// The instantiated classes that the fields of an object of exactly this class may refer to, through arrays too, and
/// whether one may be younger than the object.
fn edges_of(cx: &HostPlan, c: ClassId, later: &BTreeSet<FieldId>) -> BTreeMap<ClassId, bool> {
    let mut out = BTreeMap::new();
    let mut at = Some(c);
    while let Some(k) = at {
        for f in cx.instance_fields(k) {
            let mut ty = cx.program.field(f).ty.clone();
            if let Some((classes, through_arrays)) = cx.points_to.referred(f) {
                for &s in classes {
                    // The elements of an array are assigned at any time.
                    *out.entry(s).or_default() |= later.contains(&f) || through_arrays;
                }
                continue;
            }
            let mut younger = later.contains(&f) || may_be_array(cx, &ty);
            while let Ty::Array { .. } | Ty::ValueArray { .. } = ty {
                younger |= matches!(ty, Ty::Array { .. });
                ty = element_ty(&ty);
            }
            if let Ty::Class(t) = ty {
                for &s in cx.reach.instantiated.iter().filter(|&&s| cx.program.is_subclass(s, t)) {
                    *out.entry(s).or_default() |= younger;
                }
            }
        }
        at = cx.program.class(k).superclass;
    }
    out
}

/// A variable of this class type may hold an array.
fn may_be_array(cx: &HostPlan, ty: &Ty) -> bool {
    let Ty::Class(c) = ty else { return false };
    matches!(cx.program.class(*c).name.as_str(), "java.lang.Object" | "java.lang.Cloneable" | "java.io.Serializable")
}

/// The fields that may be assigned when others know the object already.
fn assigned_later(cx: &HostPlan) -> BTreeSet<FieldId> {
    let mut later = BTreeSet::new();
    let mut leaking = BTreeSet::new();
    for &m in &cx.reach.methods {
        let method = cx.program.method(m);
        let Some(body) = &method.body else { continue };
        let constructor = method.kind == MethodKind::Constructor;
        // Each look at a field of `this` takes one mention of `this` away.
        let mut mentions = 0;
        walk::block(body, &mut |n| match n {
            Node::Expr(Expr { kind: ExprKind::This, .. }) => mentions += 1,
            Node::Expr(Expr { kind: ExprKind::Field { object: Some(o), .. }, .. }) if is_this(o) => mentions -= 1,
            // Another constructor of the same object: what it does with it is seen there.
            Node::Expr(Expr {
                kind: ExprKind::Call { kind: CallKind::Special, method, receiver: Some(r), .. },
                ..
            }) if is_this(r) && cx.program.method(*method).kind == MethodKind::Constructor => mentions -= 1,
            Node::Place(Place::Field { object: Some(o), field }) => {
                if is_this(o) {
                    mentions -= 1;
                }
                if !constructor || !is_this(o) || cx.program.field(*field).class != method.class {
                    later.insert(*field);
                }
            }
            _ => {}
        });
        if constructor && mentions > 0 {
            leaking.insert(method.class);
        }
    }
    // What a constructor tells others of its object, those of subclasses have told too.
    for (i, field) in cx.program.fields.iter().enumerate() {
        let mut at = Some(field.class);
        while let Some(c) = at {
            if leaking.contains(&c) {
                later.insert(FieldId(i as u32));
            }
            at = cx.program.class(c).superclass;
        }
    }
    later
}

fn is_this(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::This => true,
        ExprKind::Upcast(i) => is_this(i),
        _ => false,
    }
}
