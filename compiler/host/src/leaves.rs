//! Small methods that look at elements of arrays and call nothing (`return freeRows[r] && freeMaxs[c + r];`): they are part of their callers,
//! where these are few. In Rust each look has branches to what it throws, by which LLVM takes such a method to be large.

use crate::walk::{self, Node};
use crate::{HostPlan, ownership};
use somd_hir::*;
use std::collections::{BTreeMap, BTreeSet};

/// A method of more expressions and statements is a call of its own.
const MAX_SIZE: usize = 48;

/// A method that more places call is a call of its own.
const MAX_PLACES: usize = 4;

pub fn of_methods(cx: &HostPlan) -> BTreeSet<MethodId> {
    let mut found: BTreeSet<MethodId> = cx.reach.methods.iter().copied().filter(|&m| is_leaf(cx, m)).collect();
    let mut places: BTreeMap<MethodId, usize> = BTreeMap::new();
    for &m in &cx.reach.methods {
        cx.program.method(m).body.iter().for_each(|body| {
            walk::block(body, &mut |n| {
                if let Node::Expr(Expr { kind: ExprKind::Call { kind, method, receiver, .. }, .. }) = n {
                    for target in ownership::call_targets(cx, *kind, *method, receiver.as_deref()) {
                        *places.entry(target).or_default() += 1;
                    }
                }
            });
        });
    }
    found.retain(|m| places.get(m).is_some_and(|&n| n <= MAX_PLACES));
    found
}

/// It has no loop, makes nothing, calls nothing, and looks at an element.
fn is_leaf(cx: &HostPlan, m: MethodId) -> bool {
    let method = cx.program.method(m);
    let Some(body) = method.body.as_ref().filter(|_| method.kind == MethodKind::Method) else { return false };
    let (mut plain, mut size, mut elements) = (true, 0, 0);
    walk::block(body, &mut |n| {
        use ExprKind::*;
        size += usize::from(matches!(n, Node::Expr(_) | Node::Stmt(_)));
        elements +=
            usize::from(matches!(n, Node::Expr(Expr { kind: Index { .. }, .. }) | Node::Place(Place::Index { .. })));
        plain &= match n {
            Node::Expr(e) => match &e.kind {
                Field { object: None, field } => cx.field_needs_initialiser(method, *field).is_none(),
                Lit(_) | Local(_) | This | Field { object: Some(_), .. } | Index { .. } | Length(_) => true,
                Neg(_) | BitNot(_) | Not(_) | Convert(_) | Binary(..) | And(..) | Or(..) | Cond(..) | Upcast(_) => true,
                // A reference that is stored is counted, and what it overwrites may be freed.
                Assign { .. } | CompoundAssign { .. } | IncDec { .. } => e.ty.is_primitive(),
                _ => false,
            },
            Node::Stmt(s) => matches!(
                s.kind,
                StmtKind::Expr(_)
                    | StmtKind::If { .. }
                    | StmtKind::Return(_)
                    | StmtKind::Local { .. }
                    | StmtKind::Block(_)
            ),
            Node::Place(_) | Node::Declare(_) => true,
        };
    });
    plain && elements > 0 && size <= MAX_SIZE
}
