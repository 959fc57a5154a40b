//! Methods that return their own receiver, as those of `StringBuilder` do: their functions give back the borrowed receiver, so
//! that a chain of calls counts nothing.

use super::expr::strip_upcast;
use super::func::Function;
use super::walk::{self, Node};
use super::{Context, moves};
use somd_hir::*;
use std::collections::BTreeSet;

/// What a call of such a method is printed for.
#[derive(Clone, Copy, PartialEq, Default)]
pub enum Lent {
    /// A value: the reference is counted.
    #[default]
    Not,
    /// Nothing.
    Dropped,
    /// The receiver of the next call.
    Handed,
}

pub fn chained_methods(cx: &Context) -> BTreeSet<MethodId> {
    let pinned = moves::pinned_methods(cx);
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

fn fits(cx: &Context, m: MethodId) -> bool {
    let method = cx.program.method(m);
    method.kind == MethodKind::Method
        && !method.is_static
        && method.native.is_none()
        && method.somd.is_none()
        && method.ret == Ty::Class(method.class)
        && cx.object_ty(method.class) == cx.class(method.class)
        && cx.value_class(&method.ret).is_none()
        && !cx.near.contains(&m)
        // Its text may be taken apart.
        && !cx.recursion.methods.contains(&m)
}

fn returns_this(cx: &Context, m: MethodId, chained: &BTreeSet<MethodId>) -> bool {
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

fn is_this(cx: &Context, e: &Expr, chained: &BTreeSet<MethodId>) -> bool {
    match &e.kind {
        ExprKind::This => true,
        ExprKind::Call { receiver: Some(r), args, .. } => {
            callee(cx, e).is_some_and(|m| chained.contains(&m)) && assigns_nothing(args) && is_this(cx, r, chained)
        }
        _ => false,
    }
}

fn assigns_nothing(args: &[Expr]) -> bool {
    args.iter().all(|a| walk::assigned_in_expr(a).is_empty())
}

fn mentions(args: &[Expr], local: LocalId) -> bool {
    let mut found = false;
    for a in args {
        walk::expr(a, &mut |n| {
            found |= matches!(n, Node::Expr(Expr { kind: ExprKind::Local(other), .. }) if *other == local);
        });
    }
    found
}

/// The one method that a call runs, by its own function.
fn callee(cx: &Context, e: &Expr) -> Option<MethodId> {
    let ExprKind::Call { kind, method, receiver, .. } = &e.kind else { return None };
    match moves::call_targets(cx, *kind, *method, receiver.as_deref()).as_slice() {
        [only] if *kind != CallKind::Virtual || cx.same_signature(*method, *only) => Some(*only),
        _ => None,
    }
}

impl Context<'_> {
    /// `e` is a call of a method that gives back its receiver, borrowed.
    pub fn is_chained(&self, e: &Expr) -> bool {
        callee(self, e).is_some_and(|m| self.chained.contains(&m))
    }
}

impl Function<'_> {
    /// The receiver of a call with these arguments can be lent by the call that gives it.
    pub fn is_lent(&self, receiver: &Expr, args: &[Expr]) -> bool {
        // The receivers from this one on, each with the arguments of the call that it is the receiver of.
        let mut chain = vec![(receiver, args)];
        while let Some((last, _)) = chain.last()
            && let ExprKind::Call { receiver: Some(r), args, .. } = &last.kind
            && self.cx.is_chained(last)
        {
            chain.push((strip_upcast(r), args));
        }
        // From the innermost on: the receiver that no other call has lent, and whether the arguments of those that have are inert.
        let (mut root, mut inert, mut lent) = (receiver, true, false);
        for pair in chain.windows(2).rev() {
            let &[(_, passed), (inner, own)] = pair else { break };
            let own = own.iter().all(walk::is_inert);
            (root, inert) = if lent { (root, inert && own) } else { (inner, own) };
            lent = assigns_nothing(passed)
                && match root.kind {
                    ExprKind::Local(l) => !mentions(passed, l),
                    ExprKind::This => true,
                    // It is a value that lives as long as the expression; where arguments are computed before a call, it would not.
                    _ => inert && passed.iter().all(walk::is_inert),
                };
        }
        lent
    }

    /// A call of such a method, as the receiver of another.
    pub fn lent(&mut self, call: &Expr) -> super::code::Code {
        self.lending = Lent::Handed;
        self.value(call)
    }
}
