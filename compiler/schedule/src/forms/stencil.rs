//! Stencils: iterations over two dimensions that may read what their neighbours read.

use crate::facts::uneven;
use somd_core::ir::*;
use somd_core::walk;

/// Whether an instruction's iterations can be written out one after the other.
pub fn fits(program: &Program, par: &Par) -> bool {
    let arrays = par.outputs.iter().all(|o| matches!(o.kind, OutputKind::Array(_)));
    let mut plain = arrays && par.space.len() == 2;
    walk::for_each_stmt(&par.body, &mut |s| {
        plain &= !matches!(s.kind, StmtKind::While { .. } | StmtKind::Call { .. } | StmtKind::Return(_));
    });
    plain && !uneven(program, &par.body)
}

/// A value that is known in front of the kernel, with a variable's value.
pub fn number(e: &Expr, fixed: Option<(VarId, i64)>) -> Option<i64> {
    match &e.kind {
        ExprKind::Const(Const::Int(n)) => Some(*n),
        ExprKind::Var(v) => fixed.filter(|(var, _)| var == v).map(|(_, n)| n),
        ExprKind::Unary(UnOp::Neg, a) => number(a, fixed).map(|n| -n),
        ExprKind::Binary(BinOp::Add, a, b) => Some(number(a, fixed)? + number(b, fixed)?),
        ExprKind::Binary(BinOp::Sub, a, b) => Some(number(a, fixed)? - number(b, fixed)?),
        ExprKind::Binary(BinOp::Mul, a, b) => number(a, fixed)?.checked_mul(number(b, fixed)?),
        _ => None,
    }
}

/// Operations of all iterations of a work item that are written out, and how many iterations it has at most.
pub const WRITTEN: i64 = 8000;

pub const ITEMS: u32 = 4;

/// The operations of statements whose loops all have a known number of turns.
pub fn operations(block: &Block, fixed: Option<(VarId, i64)>) -> Option<i64> {
    fn count(e: &Expr, n: &mut i64) {
        *n += 1;
        walk::expr_children(e, &mut |c| count(c, n));
    }
    let mut sum = 0i64;
    for stmt in &block.stmts {
        let mut own = 0i64;
        walk::stmt_exprs(stmt, &mut |e| count(e, &mut own));
        let turns = match &stmt.kind {
            StmtKind::For { lo, hi, step, .. } => {
                let turns = number(hi, fixed)? - number(lo, fixed)?;
                (number(step, None)? == 1 && turns <= 16).then_some(turns.max(0))?
            }
            _ => 1,
        };
        let mut known = true;
        walk::stmt_blocks(stmt, &mut |b| match operations(b, fixed) {
            Some(n) => own += n * turns,
            None => known = false,
        });
        if !known || own > WRITTEN {
            return None;
        }
        sum += own;
    }
    (sum <= WRITTEN).then_some(sum)
}
