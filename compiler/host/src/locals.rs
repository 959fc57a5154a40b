//! How the locals of a method are held: what each is declared as.

use crate::walk::{self, Node};
use crate::{HostPlan, borrowed_locals, destructive_reads, ownership, stack_arrays};
use somd_hir::*;
use std::collections::BTreeSet;

/// How a local is used, which decides how it is declared.
#[derive(Clone, Default)]
pub struct Use {
    pub read: bool,
    /// Assigned other than by its declaration.
    pub written: bool,
    /// A reference parameter that is never assigned and stays the caller's: `&Ref<T>`.
    pub borrowed: bool,
    /// A parameter that the caller hands over, see [`ownership`].
    pub taken: bool,
    /// An own local that is `&Ref<T>`: others keep alive what it holds, see [`borrowed_locals::cursors`].
    pub cursor: bool,
    /// Gets its value in the middle of an expression: declared before the statement.
    pub pattern: bool,
}

/// What is decided of a method's locals.
pub struct Locals {
    /// By local.
    pub uses: Vec<Use>,
    /// Those that are borrowed while they are in scope, and the places that they look into.
    pub borrowed: borrowed_locals::CursorSet,
    /// Those that hold arrays on the stack.
    pub stack_arrays: BTreeSet<LocalId>,
    /// What moves out of fields and elements.
    pub moved_out: destructive_reads::Takes,
}

/// Decides how the locals of a method are held.
pub fn locals(plan: &HostPlan, id: MethodId, method: &Method) -> Locals {
    let mut uses = vec![Use::default(); method.locals.len()];
    if let Some(body) = &method.body {
        note_uses(body, &mut uses);
    }
    for (i, &p) in method.params.iter().enumerate() {
        let u = &mut uses[p.index()];
        let owned = plan.is_owned(id, i);
        u.borrowed = method.locals[p.index()].ty.is_reference() && !u.written && !owned;
        u.taken = owned;
    }
    let mut borrowed = borrowed_locals::cursors(plan, method, ownership::fixed_locals(method));
    let stack_arrays = stack_arrays::small_arrays(plan, id, method);
    borrowed.locals.extend(&stack_arrays);
    for &l in &borrowed.locals {
        uses[l.index()].borrowed = true;
        uses[l.index()].cursor = true;
    }
    let moved_out = destructive_reads::takes(plan, method, &uses);
    Locals { uses, borrowed, stack_arrays, moved_out }
}

fn note_uses(body: &Block, uses: &mut [Use]) {
    // Whether the place of an assignment is also read is known where the assignment stands.
    walk::block(body, &mut |n| match n {
        Node::Expr(e) => match &e.kind {
            ExprKind::Local(l) => uses[l.index()].read = true,
            ExprKind::CompoundAssign { place: Place::Local(l), .. }
            | ExprKind::IncDec { place: Place::Local(l), .. } => uses[l.index()].read = true,
            ExprKind::Assign { place: Place::Local(l), .. } => {
                // Read where the assignment's value is; a statement's is not, which the name only would tell.
                let _ = l;
            }
            ExprKind::InstanceOf { binding: Some(b), .. } => {
                uses[b.index()].pattern = true;
                uses[b.index()].written = true;
            }
            ExprKind::Switch(s) => {
                uses[s.result.index()].read = true;
                uses[s.result.index()].written = true;
            }
            _ => {}
        },
        Node::Place(Place::Local(l)) => uses[l.index()].written = true,
        _ => {}
    });
}
