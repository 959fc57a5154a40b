//! Which methods can run again before they have ended, and which of them look whether the stack is nearly full.
//!
//! One method of each cycle of calls has to look; small ones leave it to the others where they can.

use crate::components::components;
use crate::walk::{self, Node};
use crate::{HostPlan, ownership};
use somd_hir::*;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub struct Recursion {
    /// The methods on cycles of the call graph: those of components of more than one method, and those that call themselves.
    pub methods: BTreeSet<MethodId>,
    /// Those that look at the stack: without them, there is no cycle.
    pub checked: BTreeSet<MethodId>,
}

/// A method of more expressions than this looks at the stack itself: its frame may be large.
const SMALL: usize = 60;

type Calls = BTreeMap<MethodId, Vec<MethodId>>;

pub fn of_methods(cx: &HostPlan) -> Recursion {
    let mut size = BTreeMap::new();
    let mut calls: Calls = cx.reach.methods.iter().map(|&m| (m, callees(cx, m, &mut size))).collect();
    let mut methods: BTreeSet<MethodId> = components(&calls).into_iter().filter(|c| c.len() > 1).flatten().collect();
    methods.extend(calls.iter().filter(|(m, callees)| callees.contains(m)).map(|(&m, _)| m));
    calls.retain(|m, _| methods.contains(m));
    let mut small: Vec<(usize, MethodId)> = methods.iter().map(|m| (size[m], *m)).filter(|m| m.0 <= SMALL).collect();
    small.sort();
    let mut unchecked = BTreeSet::new();
    for (_, m) in small {
        if !reaches(&calls, &unchecked, m) {
            unchecked.insert(m);
        }
    }
    Recursion { checked: methods.difference(&unchecked).copied().collect(), methods }
}

/// `m` reaches itself through these methods alone.
fn reaches(calls: &Calls, through: &BTreeSet<MethodId>, m: MethodId) -> bool {
    let (mut work, mut seen) = (vec![m], BTreeSet::new());
    while let Some(at) = work.pop() {
        for &next in &calls[&at] {
            if next == m {
                return true;
            }
            if through.contains(&next) && seen.insert(next) {
                work.push(next);
            }
        }
    }
    false
}

/// What a method calls, also by making text of an object.
fn callees(cx: &HostPlan, m: MethodId, size: &mut BTreeMap<MethodId, usize>) -> Vec<MethodId> {
    let (mut out, mut expressions) = (BTreeSet::new(), 0);
    if let Some(body) = &cx.program.method(m).body {
        walk::block(body, &mut |n| {
            let Node::Expr(e) = n else { return };
            expressions += 1;
            match &e.kind {
                ExprKind::Call { kind, method, receiver, .. } => {
                    out.extend(ownership::call_targets(cx, *kind, *method, receiver.as_deref()));
                }
                ExprKind::New { constructor: method, .. }
                | ExprKind::Map { method, .. }
                | ExprKind::ReduceMethod { method, .. } => {
                    out.insert(*method);
                }
                ExprKind::Concat(parts) => out.extend(parts.iter().flat_map(|p| cx.text_targets(p))),
                _ => {}
            }
        });
    }
    size.insert(m, expressions);
    out.retain(|m| cx.reach.methods.contains(m));
    out.into_iter().collect()
}
