//! Methods that answer at once or hand over to another: `if (first.key == key) return first; return among(first, key);`. They are
//! part of their callers, and what they hand over to is not: so the usual way needs no call, and no register for the other one.

use crate::points_to::Test;
use crate::walk::{self, Node};
use crate::{HostPlan, boxes, ownership};
use somd_hir::*;
use std::collections::BTreeSet;

#[derive(Default)]
pub struct FastPaths {
    /// Methods that answer at once or hand over.
    pub heads: BTreeSet<MethodId>,
    /// What they hand over to.
    pub rest: BTreeSet<MethodId>,
}

/// Of more expressions than this, a method is a call of its own.
const MAX_HEAD: usize = 48;

/// So many heads call one another, at most.
const DEPTH: usize = 3;

/// Of fewer, what is handed over to is left to LLVM.
const MIN_REST: usize = 12;

pub fn of_methods(cx: &HostPlan) -> FastPaths {
    let mut found = FastPaths::default();
    // A head may call another.
    for _ in 0..DEPTH {
        let before = found.heads.len();
        for &m in &cx.reach.methods {
            if let Some(rest) = handed_over(cx, &found.heads, m) {
                found.heads.insert(m);
                found.rest.extend(rest);
            }
        }
        if found.heads.len() == before {
            break;
        }
    }
    found.rest = found.rest.difference(&found.heads).copied().collect();
    found
}

fn size(cx: &HostPlan, m: MethodId) -> usize {
    let mut size = 0;
    if let Some(body) = &cx.program.method(m).body {
        walk::block(body, &mut |n| size += usize::from(matches!(n, Node::Expr(_))));
    }
    size
}

/// The method calls others: one that only computes may be worth more as part of its callers.
fn calls(cx: &HostPlan, m: MethodId) -> bool {
    let mut calls = false;
    if let Some(body) = &cx.program.method(m).body {
        walk::block(body, &mut |n| {
            calls |= matches!(n, Node::Expr(Expr { kind: ExprKind::Call { .. } | ExprKind::New { .. }, .. }))
        });
    }
    calls
}

/// What a method of that form hands over to, where that is one method; None for other methods.
fn handed_over(cx: &HostPlan, heads: &BTreeSet<MethodId>, m: MethodId) -> Option<Option<MethodId>> {
    let method = cx.program.method(m);
    let stmts = &method.body.as_ref()?.stmts;
    let (last, before) = stmts.split_last()?;
    let StmtKind::Return(Some(value)) = &last.kind else { return None };
    let ExprKind::Call { kind, method: callee, receiver, args } = &value.kind else { return None };
    let returns = |s: &Stmt| match &s.kind {
        StmtKind::If { cond, then, otherwise: None } => !walk::block_completes(then) && !is_never(cx, cond),
        _ => false,
    };
    let fits = method.kind == MethodKind::Method
        && !cx.recursion.checked.contains(&m)
        && size(cx, m) <= MAX_HEAD
        && before.iter().any(returns)
        && before.iter().all(|s| is_plain(cx, heads, |f| walk::stmt(s, f)))
        && receiver.iter().map(Box::as_ref).chain(args).all(|e| is_plain(cx, heads, |f| walk::expr(e, f)));
    match ownership::call_targets(cx, *kind, *callee, receiver.as_deref())[..] {
        _ if !fits => None,
        [to] => {
            let large = to != m && size(cx, to) >= MIN_REST && calls(cx, to);
            large.then_some(Some(to))
        }
        _ => Some(None),
    }
}

/// The condition asks for a class that does not arrive.
fn is_never(cx: &HostPlan, cond: &Expr) -> bool {
    match &cond.kind {
        ExprKind::And(a, b) => is_never(cx, a) || is_never(cx, b),
        ExprKind::InstanceOf { expr, ty: Ty::Class(c), .. } => cx.points_to.test(cx.program, expr, *c) == Test::Never,
        _ => false,
    }
}

/// It makes nothing, gives no variable another value, and calls heads alone.
fn is_plain(cx: &HostPlan, heads: &BTreeSet<MethodId>, walk: impl FnOnce(&mut dyn FnMut(Node<'_>))) -> bool {
    let mut plain = true;
    walk(&mut |n| {
        use ExprKind::*;
        plain &= match n {
            Node::Expr(e) => match &e.kind {
                Lit(_) | Local(_) | This | Field { object: Some(_), .. } | Index { .. } | Length(_) => true,
                Neg(_) | BitNot(_) | Not(_) | Convert(_) | Binary(..) | And(..) | Or(..) | Cond(..) | Upcast(_) => true,
                InstanceOf { .. } | CheckCast(_) => true,
                Call { kind, method, receiver, .. } => {
                    let calls_head = || match ownership::call_targets(cx, *kind, *method, receiver.as_deref())[..] {
                        [to] => heads.contains(&to),
                        _ => false,
                    };
                    cx.as_getter(e).is_some() || boxes::unboxes(cx.program, e) || calls_head()
                }
                _ => false,
            },
            Node::Place(_) => false,
            Node::Stmt(s) => matches!(
                s.kind,
                StmtKind::If { .. } | StmtKind::Return(_) | StmtKind::Local { .. } | StmtKind::Block(_)
            ),
            Node::Declare(_) => true,
        };
    });
    plain
}
