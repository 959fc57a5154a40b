//! Methods that return their own receiver, as those of `StringBuilder` do: their functions give back the borrowed receiver, so
//! that a chain of calls counts nothing.

use crate::walk::{self, Node};
use crate::{HostPlan, ownership};
use somd_hir::*;
use std::collections::BTreeSet;

pub fn chained_methods(cx: &HostPlan) -> BTreeSet<MethodId> {
    let pinned = ownership::pinned_methods(cx);
    let mut chained: BTreeSet<MethodId> =
        cx.reach.methods.iter().copied().filter(|&m| !pinned.contains(&m) && fits(cx, m)).collect();
    loop {
        let before = chained.len();
        let kept = chained.iter().copied().filter(|&m| returns_this(cx, m, &chained)).collect();
        chained = kept;
        if chained.len() == before {
            return chained;
        }
    }
}

fn fits(cx: &HostPlan, m: MethodId) -> bool {
    let method = cx.program.method(m);
    method.kind == MethodKind::Method
        && !method.is_static
        && method.native.is_none()
        && method.somd.is_none()
        && method.ret == Ty::Class(method.class)
        && cx.has_structure(method.class)
        && cx.value_class(&method.ret).is_none()
        && !cx.results.contains(&m)
        // Its text may be taken apart.
        && !cx.recursion.methods.contains(&m)
}

fn returns_this(cx: &HostPlan, m: MethodId, chained: &BTreeSet<MethodId>) -> bool {
    let Some(body) = &cx.program.method(m).body else { return false };
    let mut fits = true;
    walk::block(body, &mut |n| match n {
        Node::Stmt(Stmt { kind: StmtKind::Return(Some(e)), .. }) => fits &= is_this(cx, e, chained),
        // The body of a `try` is a closure, which gives values.
        Node::Stmt(Stmt { kind: StmtKind::Try { .. }, .. }) => fits = false,
        _ => {}
    });
    fits
}

fn is_this(cx: &HostPlan, e: &Expr, chained: &BTreeSet<MethodId>) -> bool {
    match &e.kind {
        ExprKind::This => true,
        ExprKind::Call { receiver: Some(r), args, .. } => {
            callee(cx, e).is_some_and(|m| chained.contains(&m)) && assigns_nothing(args) && is_this(cx, r, chained)
        }
        _ => false,
    }
}

pub fn assigns_nothing(args: &[Expr]) -> bool {
    args.iter().all(|a| walk::assigned_in_expr(a).is_empty())
}

pub fn mentions(args: &[Expr], local: LocalId) -> bool {
    let mut found = false;
    for a in args {
        walk::expr(a, &mut |n| {
            found |= matches!(n, Node::Expr(Expr { kind: ExprKind::Local(other), .. }) if *other == local);
        });
    }
    found
}

/// The one method that a call runs, by its own function.
fn callee(cx: &HostPlan, e: &Expr) -> Option<MethodId> {
    let ExprKind::Call { kind, method, receiver, .. } = &e.kind else { return None };
    match ownership::call_targets(cx, *kind, *method, receiver.as_deref()).as_slice() {
        [only] if *kind != CallKind::Virtual || cx.same_signature(*method, *only) => Some(*only),
        _ => None,
    }
}

impl HostPlan<'_> {
    /// `e` is a call of a method that gives back its receiver, borrowed.
    pub fn is_chained(&self, e: &Expr) -> bool {
        callee(self, e).is_some_and(|m| self.receiver_returns.contains(&m))
    }
}
