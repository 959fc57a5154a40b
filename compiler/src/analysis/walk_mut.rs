//! Rewriting HIR expressions in place.

use crate::hir::{Block, Expr, ExprKind, Place, Stmt, StmtKind};

/// Calls `f` on every expression of a block, outermost first; `f` says whether to go on inside.
pub fn block(b: &mut Block, f: &mut dyn FnMut(&mut Expr) -> bool) {
    b.stmts.iter_mut().for_each(|s| stmt(s, f));
}

fn stmt(s: &mut Stmt, f: &mut dyn FnMut(&mut Expr) -> bool) {
    match &mut s.kind {
        StmtKind::Local { init, .. } => init.iter_mut().for_each(|e| expr(e, f)),
        StmtKind::Expr(e) | StmtKind::Throw(e) => expr(e, f),
        StmtKind::Block(b) | StmtKind::Single(b) => block(b, f),
        StmtKind::If { cond, then, otherwise } => {
            expr(cond, f);
            block(then, f);
            otherwise.iter_mut().for_each(|b| block(b, f));
        }
        StmtKind::While { cond, body, .. } | StmtKind::DoWhile { body, cond, .. } => {
            expr(cond, f);
            block(body, f);
        }
        StmtKind::For { init, cond, update, body, .. } => {
            init.iter_mut().for_each(|s| stmt(s, f));
            cond.iter_mut().chain(update).for_each(|e| expr(e, f));
            block(body, f);
        }
        StmtKind::Labeled { body, .. } | StmtKind::Sync { body, .. } => block(body, f),
        StmtKind::Switch { scrutinee, arms, .. } => {
            expr(scrutinee, f);
            arms.iter_mut().for_each(|a| block(&mut a.body, f));
        }
        StmtKind::Break(_) | StmtKind::Continue(_) => {}
        StmtKind::Return(e) => e.iter_mut().for_each(|e| expr(e, f)),
        StmtKind::Try { body, catches, finally } => {
            block(body, f);
            catches.iter_mut().for_each(|c| block(&mut c.body, f));
            finally.iter_mut().for_each(|b| block(b, f));
        }
    }
}

pub fn expr(e: &mut Expr, f: &mut dyn FnMut(&mut Expr) -> bool) {
    if !f(e) {
        return;
    }
    fn place(p: &mut Place, f: &mut dyn FnMut(&mut Expr) -> bool) {
        match p {
            Place::Local(_) => {}
            Place::Field { object, .. } => object.iter_mut().for_each(|o| expr(o, f)),
            Place::Index { array, index } => {
                expr(array, f);
                expr(index, f);
            }
        }
    }
    match &mut e.kind {
        ExprKind::Lit(_) | ExprKind::Local(_) | ExprKind::This | ExprKind::ClassLit(_) => {}
        ExprKind::Field { object, .. } => object.iter_mut().for_each(|o| expr(o, f)),
        ExprKind::Length(a)
        | ExprKind::Neg(a)
        | ExprKind::BitNot(a)
        | ExprKind::Not(a)
        | ExprKind::Convert(a)
        | ExprKind::CheckCast(a)
        | ExprKind::Upcast(a)
        | ExprKind::Freeze(a)
        | ExprKind::Thaw(a)
        | ExprKind::MapConvert(a)
        | ExprKind::MapUnary { array: a, .. }
        | ExprKind::ReduceOp { array: a, .. }
        | ExprKind::InstanceOf { expr: a, .. } => expr(a, f),
        ExprKind::Index { array, index } => {
            expr(array, f);
            expr(index, f);
        }
        ExprKind::Call { receiver, args, .. } => {
            receiver.iter_mut().for_each(|r| expr(r, f));
            args.iter_mut().for_each(|a| expr(a, f));
        }
        ExprKind::New { args, .. }
        | ExprKind::CoreCall { args, .. }
        | ExprKind::NewArray { sizes: args }
        | ExprKind::ArrayLit(args)
        | ExprKind::Concat(args) => args.iter_mut().for_each(|a| expr(a, f)),
        ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::MapBinary { left: a, right: b, .. } => {
            expr(a, f);
            expr(b, f);
        }
        ExprKind::Cond(a, b, c) => {
            expr(a, f);
            expr(b, f);
            expr(c, f);
        }
        ExprKind::Assign { place: p, value } | ExprKind::CompoundAssign { place: p, value, .. } => {
            place(p, f);
            expr(value, f);
        }
        ExprKind::IncDec { place: p, .. } => place(p, f),
        ExprKind::Switch(sw) => stmt(&mut sw.switch, f),
        ExprKind::Sequence(stmts, value) => {
            stmts.iter_mut().for_each(|s| stmt(s, f));
            expr(value, f);
        }
        ExprKind::Map { args, .. } => args.iter_mut().for_each(|a| expr(&mut a.expr, f)),
        ExprKind::ReduceMethod { array, init, captured, .. } => {
            expr(array, f);
            init.iter_mut().map(|i| &mut **i).chain(captured).for_each(|e| expr(e, f));
        }
        ExprKind::Task { instance, .. } => instance.iter_mut().for_each(|i| expr(i, f)),
        ExprKind::Connect { from, to } => from.iter_mut().chain(to).for_each(|t| expr(t, f)),
    }
}
