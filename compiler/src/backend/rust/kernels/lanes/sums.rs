//! Loops in which an iteration carries a value from round to round: it adds up floats, whose order is fixed, or mixes integers as a
//! cipher does. Within one iteration they are no vectors.

use crate::core::ir::*;
use crate::core::walk;

/// The instruction's body has such a loop.
pub fn any(func: &Func, par: &Par) -> bool {
    let mut found = false;
    walk::for_each_stmt(&par.body, &mut |s| {
        if let StmtKind::For { lo, hi, body, .. } = &s.kind {
            found |= !is_unrolled(lo, hi, body) && !carried(func, body).is_empty();
        }
    });
    found
}

/// The Rust compiler writes such a loop's few and short rounds one after another, and makes vectors of neighbouring iterations itself.
pub fn is_unrolled(lo: &Expr, hi: &Expr, body: &Block) -> bool {
    const FEW: i64 = 16;
    const SHORT: i64 = 400;
    let rounds = match (&lo.kind, &hi.kind) {
        (ExprKind::Const(Const::Int(lo)), ExprKind::Const(Const::Int(hi))) => hi - lo,
        _ => return false,
    };
    let mut size = 0;
    walk::for_each_expr(body, &mut |_| size += 1);
    rounds <= FEW && rounds * size <= SHORT
}

/// What an innermost loop with this body carries from round to round; nothing where it has loops inside or leaves in the middle.
pub fn carried(func: &Func, body: &Block) -> Vec<VarId> {
    let mut found = Vec::new();
    let mut plain = true;
    walk::for_each_stmt(body, &mut |s| match &s.kind {
        StmtKind::Assign { var, value } => {
            let ty = &func.vars[var.index()].ty;
            let mut again = false;
            walk::for_each_read(value, &mut |v| again |= v == *var);
            if again && (ty.is_float() || ty.is_int() && mixes(*var, value)) {
                found.push(*var);
            }
        }
        StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Break(_) | StmtKind::Continue(_) => plain = false,
        StmtKind::Call { .. } | StmtKind::Throw { .. } | StmtKind::Return(_) => plain = false,
        _ => {}
    });
    // Variables of the body itself are new in every round.
    walk::for_each_stmt(body, &mut |s| {
        if let StmtKind::Let { var, .. } = &s.kind {
            found.retain(|v| v != var);
        }
    });
    if plain { found } else { Vec::new() }
}

/// An integer goes through more than a sum, a product, a minimum, or the like, whose rounds the Rust compiler divides among lanes.
fn mixes(var: VarId, value: &Expr) -> bool {
    let is_var = |e: &Expr| matches!(e.kind, ExprKind::Var(v) if v == var);
    let reads = |e: &Expr| {
        let mut found = false;
        walk::for_each_read(e, &mut |v| found |= v == var);
        found
    };
    match &value.kind {
        ExprKind::Binary(op, a, b) => {
            let divides = matches!(op, BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor);
            let plain = divides && (is_var(a) && !reads(b) || is_var(b) && !reads(a))
                || *op == BinOp::Sub && is_var(a) && !reads(b);
            !plain
        }
        ExprKind::Math(MathOp::Min | MathOp::Max, _) | ExprKind::Select(..) => false,
        _ => true,
    }
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
