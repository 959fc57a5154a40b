//! Exceptions that are caught nearby: they are given back as errors, because unwinding searches tables for every frame.
//!
//! A method that throws, itself or a few calls further down, has a second form: its result is a `Result`, a `throw` in it
//! returns the exception, and it calls such methods in this form too. The bodies of `try` statements, and these forms, call it.
//! Everything else throws by unwinding: what the runtime throws, constructors, calls that are dispatched, deeper calls.

use crate::HostPlan;
use crate::reachability;
use crate::walk::{self, Node};
use somd_hir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Calls between a method and the `throw` that is given back through it, at most. Each level prints methods twice.
const REACH: u32 = 3;

/// The methods that have a form for nearby catches.
pub fn near_throwers(cx: &HostPlan) -> BTreeSet<MethodId> {
    let mut throwers = BTreeSet::new();
    let mut callers: BTreeMap<MethodId, Vec<MethodId>> = BTreeMap::new();
    // What `Object.clone` does is not its body; see the printer.
    let clone = reachability::object_clone(cx.program);
    for &m in cx.reach.methods.iter().filter(|&&m| Some(m) != clone) {
        let method = cx.program.method(m);
        let (Some(body), None, None, MethodKind::Method) = (&method.body, &method.native, &method.somd, method.kind)
        else {
            continue;
        };
        walk::block(body, &mut |n| match n {
            Node::Stmt(Stmt { kind: StmtKind::Throw(_), .. }) => {
                throwers.insert(m);
            }
            Node::Expr(Expr { kind: ExprKind::Call { kind, method, receiver, .. }, .. }) => {
                if let Some(callee) = direct(cx, *kind, *method, receiver.as_deref()) {
                    callers.entry(callee).or_default().push(m);
                }
            }
            _ => {}
        });
    }
    let mut edge = throwers.clone();
    for _ in 0..REACH {
        edge = edge.iter().filter_map(|m| callers.get(m)).flatten().copied().filter(|m| throwers.insert(*m)).collect();
    }
    throwers
}

/// The one method that a call runs, where it is known.
pub fn direct(cx: &HostPlan, kind: CallKind, method: MethodId, receiver: Option<&Expr>) -> Option<MethodId> {
    if kind != CallKind::Virtual {
        return Some(method);
    }
    match cx.targets(method, receiver).as_slice() {
        [(only, _)] => Some(*only),
        _ => None,
    }
}
