//! Loops in which an iteration adds up floats: their order is fixed, so within one iteration they are no vectors.

use crate::core::ir::*;
use crate::core::walk;

/// The instruction's body has such a loop.
pub fn any(func: &Func, par: &Par) -> bool {
    let mut found = false;
    walk::for_each_stmt(&par.body, &mut |s| {
        if let StmtKind::For { lo, hi, body, .. } = &s.kind {
            found |= !has_few_rounds(lo, hi) && !carried(func, body).is_empty();
        }
    });
    found
}

/// The Rust compiler writes such a loop's rounds one after another, and makes vectors of neighbouring iterations itself.
pub fn has_few_rounds(lo: &Expr, hi: &Expr) -> bool {
    const FEW: i64 = 16;
    match (&lo.kind, &hi.kind) {
        (ExprKind::Const(Const::Int(lo)), ExprKind::Const(Const::Int(hi))) => hi - lo <= FEW,
        _ => false,
    }
}

/// The floats that an innermost loop with this body adds to; none where it has loops inside or leaves in the middle.
pub fn carried(func: &Func, body: &Block) -> Vec<VarId> {
    let mut sums = Vec::new();
    let mut plain = true;
    walk::for_each_stmt(body, &mut |s| match &s.kind {
        StmtKind::Assign { var, value } if func.vars[var.index()].ty.is_float() => {
            let mut again = false;
            walk::for_each_read(value, &mut |v| again |= v == *var);
            if again {
                sums.push(*var);
            }
        }
        StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Break(_) | StmtKind::Continue(_) => plain = false,
        StmtKind::Call { .. } | StmtKind::Throw { .. } | StmtKind::Return(_) => plain = false,
        _ => {}
    });
    // Variables of the body itself are new in every round.
    walk::for_each_stmt(body, &mut |s| {
        if let StmtKind::Let { var, .. } = &s.kind {
            sums.retain(|v| v != var);
        }
    });
    if plain { sums } else { Vec::new() }
}

/// Calls `f` with the elements of arrays that an expression reads, not with those within the index of another, where they are sure
/// to be read.
pub fn outermost_loads(e: &mut Expr, f: &mut dyn FnMut(&mut Expr)) {
    match &mut e.kind {
        ExprKind::Index { .. } => f(e),
        ExprKind::Select(first, ..) | ExprKind::And(first, _) | ExprKind::Or(first, _) => outermost_loads(first, f),
        _ => walk::expr_children_mut(e, &mut |c| outermost_loads(c, f)),
    }
}
