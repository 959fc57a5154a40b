//! Loops in which an iteration carries a value from round to round: it adds up floats, whose order is fixed, mixes integers as a
//! cipher does, or adds up integers that it reads in as many places as there are rounds. Within one iteration they are no vectors.

use somd_core::ir::*;
use somd_core::walk;

/// The instruction's body has such a loop.
pub fn any(func: &Func, par: &Par) -> bool {
    let mut found = false;
    walk::for_each_stmt(&par.body, &mut |s| {
        if let StmtKind::For { var, lo, hi, body, .. } = &s.kind {
            found |= !is_unrolled(lo, hi, body) && !carried(func, *var, body).is_empty();
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

/// What an innermost loop of `index` with this body carries from round to round; nothing where it has loops inside or leaves in the middle.
pub fn carried(func: &Func, index: VarId, body: &Block) -> Vec<VarId> {
    let mut found = Vec::new();
    let mut plain = true;
    let apart = reads_apart(index, body);
    walk::for_each_stmt(body, &mut |s| match &s.kind {
        StmtKind::Assign { var, value } => {
            let ty = &func.vars[var.index()].ty;
            let mut again = false;
            walk::for_each_read(value, &mut |v| again |= v == *var);
            if again && (ty.is_float() || ty.is_int() && (apart || mixes(*var, value))) {
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

/// Whether one round waits for the one before: it does not, where it adds to an integer or the like.
pub fn waits(func: &Func, var: VarId, body: &Block) -> bool {
    let mut waits = func.vars[var.index()].ty.is_float();
    walk::for_each_stmt(body, &mut |s| {
        waits |= matches!(&s.kind, StmtKind::Assign { var: v, value } if *v == var && mixes(var, value))
    });
    waits
}

/// Whether rounds that follow one another read elements that do not: the Rust compiler makes no vectors of them.
fn reads_apart(index: VarId, body: &Block) -> bool {
    let reads = |e: &Expr| {
        let mut found = false;
        walk::for_each_read(e, &mut |v| found |= v == index);
        found
    };
    let is_index = |e: &Expr| matches!(e.unchecked().kind, ExprKind::Var(v) if v == index);
    let mut apart = false;
    walk::for_each_expr(body, &mut |e| {
        let ExprKind::Index { index, .. } = &e.kind else { return };
        let Some((last, rest)) = index.split_last() else { return };
        let follows = match &last.unchecked().kind {
            ExprKind::Binary(BinOp::Add, a, b) => is_index(a) && !reads(b) || is_index(b) && !reads(a),
            ExprKind::Binary(BinOp::Sub, a, b) => is_index(a) && !reads(b),
            _ => is_index(last) || !reads(last),
        };
        apart |= !follows || rest.iter().any(reads);
    });
    apart
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
