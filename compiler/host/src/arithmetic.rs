//! Methods that compute on primitive values alone: calls of them are as operators are.

use crate::HostPlan;
use crate::walk::{self, Node};
use somd_hir::*;
use std::collections::BTreeSet;

/// The static methods that compute on primitive values alone: they read and write no field and no array.
pub fn arithmetic_methods(cx: &HostPlan) -> BTreeSet<MethodId> {
    let mut found = cx.reach.methods.clone();
    loop {
        let other: Vec<MethodId> = found.iter().copied().filter(|&m| !is_arithmetic(cx, &found, m)).collect();
        if other.is_empty() {
            return found;
        }
        for m in other {
            found.remove(&m);
        }
    }
}

fn is_arithmetic(cx: &HostPlan, found: &BTreeSet<MethodId>, m: MethodId) -> bool {
    let method = cx.program.method(m);
    if !method.is_static || method.locals.iter().any(|l| l.ty.is_reference()) || method.ret.is_reference() {
        return false;
    }
    if let Some(native) = &method.native {
        return native.starts_with("math.");
    }
    let Some(body) = &method.body else { return false };
    let mut ok = true;
    walk::block(body, &mut |n| {
        use ExprKind::*;
        ok &= match &n {
            Node::Expr(e) => match &e.kind {
                Lit(_)
                | Local(_)
                | Neg(_)
                | BitNot(_)
                | Not(_)
                | Binary(..)
                | And(..)
                | Or(..)
                | Convert(_)
                | Cond(..)
                | Assign { .. }
                | CompoundAssign { .. }
                | IncDec { .. } => true,
                Call { method: callee, receiver: None, .. } => {
                    found.contains(callee) && cx.needs_initialiser(method, cx.program.method(*callee).class).is_none()
                }
                _ => false,
            },
            Node::Place(p) => matches!(p, Place::Local(_)),
            Node::Stmt(s) => !matches!(
                s.kind,
                StmtKind::Throw(_) | StmtKind::Try { .. } | StmtKind::Sync { .. } | StmtKind::Single(_)
            ),
            Node::Declare(_) => true,
        }
    });
    ok
}
