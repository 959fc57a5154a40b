//! Arrays of a few primitives that nobody knows any more when their variable ends (`int[] result = new int[1]`, which a method is
//! handed to leave something in): they lie on the stack, as objects do of which that is known.

use crate::HostPlan;
use crate::ownership::fixed_locals;
use crate::walk::element_ty;
use crate::walk::{self, Node};
use somd_hir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Arrays of more elements are made by a call.
const MOST: usize = 16;

/// The variables of a method that hold such arrays, which only their declarations give them.
pub fn small_arrays(cx: &HostPlan, id: MethodId, method: &Method) -> BTreeSet<LocalId> {
    let (Some(body), None) = (&method.body, &method.somd) else { return BTreeSet::new() };
    // A device's copies of an array are known by its block.
    if cx.has_regions {
        return BTreeSet::new();
    }
    let mut found = Vec::new();
    in_block(&body.stmts, &mut found);
    if found.is_empty() {
        return BTreeSet::new();
    }
    let fixed = fixed_locals(method);
    let mut declared: BTreeMap<LocalId, u32> = BTreeMap::new();
    walk::block(body, &mut |n| {
        if let Node::Declare(l) = n {
            *declared.entry(l).or_default() += 1;
        }
    });
    found.retain(|&l| {
        fixed[l.index()] && declared.get(&l) == Some(&1) && !method.locals[l.index()].shared && cx.row_stays(id, l)
    });
    found.into_iter().collect()
}

/// How many elements the array has that `e` makes, if it is one that may lie on the stack.
pub fn small_length(e: &Expr) -> Option<usize> {
    if !matches!(e.ty, Ty::Array { .. }) || !element_ty(&e.ty).is_primitive() {
        return None;
    }
    let n = match &e.kind {
        ExprKind::NewArray { sizes } => match sizes.as_slice() {
            [Expr { kind: ExprKind::Lit(Lit::Int(n)), .. }] => usize::try_from(*n).ok()?,
            _ => return None,
        },
        ExprKind::ArrayLit(elements) => elements.len(),
        _ => return None,
    };
    (n <= MOST).then_some(n)
}

fn in_block(stmts: &[Stmt], found: &mut Vec<LocalId>) {
    for s in stmts {
        match &s.kind {
            StmtKind::Local { local, init: Some(e) } if small_length(e).is_some() => found.push(*local),
            StmtKind::Block(b)
            | StmtKind::Labeled { body: b, .. }
            | StmtKind::While { body: b, .. }
            | StmtKind::DoWhile { body: b, .. }
            | StmtKind::For { body: b, .. } => in_block(&b.stmts, found),
            StmtKind::If { then, otherwise, .. } => {
                in_block(&then.stmts, found);
                if let Some(b) = otherwise {
                    in_block(&b.stmts, found);
                }
            }
            // The bodies of a `try` and the arms of a switch are printed in other places than they stand.
            _ => {}
        }
    }
}
