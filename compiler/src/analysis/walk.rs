//! Visiting the expressions of HIR in evaluation order.

use crate::hir::*;

/// Calls `f` with each direct subexpression, in evaluation order. Statements inside an expression count as their expressions.
pub fn children<'a>(expr: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    match &expr.kind {
        ExprKind::Lit(_) | ExprKind::Local(_) | ExprKind::This | ExprKind::ClassLit(_) => {}
        ExprKind::Field { object, .. } => object.iter().for_each(|o| f(o)),
        ExprKind::Length(e)
        | ExprKind::Neg(e)
        | ExprKind::BitNot(e)
        | ExprKind::Not(e)
        | ExprKind::Convert(e)
        | ExprKind::CheckCast(e)
        | ExprKind::Upcast(e)
        | ExprKind::InstanceOf { expr: e, .. }
        | ExprKind::MapUnary { array: e, .. }
        | ExprKind::MapConvert(e)
        | ExprKind::ReduceOp { array: e, .. }
        | ExprKind::Freeze(e)
        | ExprKind::Thaw(e) => f(e),
        ExprKind::Index { array, index } => {
            f(array);
            f(index);
        }
        ExprKind::Call { receiver, args, .. } => {
            receiver.iter().for_each(|r| f(r));
            args.iter().for_each(f);
        }
        ExprKind::New { args, .. }
        | ExprKind::NewArray { sizes: args }
        | ExprKind::ArrayLit(args)
        | ExprKind::Concat(args)
        | ExprKind::CoreCall { args, .. } => args.iter().for_each(f),
        ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::MapBinary { left: a, right: b, .. } => {
            f(a);
            f(b);
        }
        ExprKind::Cond(a, b, c) => {
            f(a);
            f(b);
            f(c);
        }
        ExprKind::Assign { place: p, value } | ExprKind::CompoundAssign { place: p, value, .. } => {
            place(p, f);
            f(value);
        }
        ExprKind::IncDec { place: p, .. } => place(p, f),
        ExprKind::Switch(switch) => stmt_exprs(&switch.switch, f),
        ExprKind::Sequence(stmts, value) => {
            stmts.iter().for_each(|s| stmt_exprs(s, f));
            f(value);
        }
        ExprKind::Map { args, .. } => args.iter().for_each(|a| f(&a.expr)),
        ExprKind::ReduceMethod { array, init, captured, .. } => {
            f(array);
            init.iter().map(|i| &**i).chain(captured).for_each(f);
        }
        ExprKind::Task { instance, .. } => instance.iter().for_each(|i| f(i)),
        ExprKind::Connect { from, to } => from.iter().chain(to).for_each(f),
    }
}

fn place<'a>(place: &'a Place, f: &mut dyn FnMut(&'a Expr)) {
    match place {
        Place::Local(_) => {}
        Place::Field { object, .. } => object.iter().for_each(|o| f(o)),
        Place::Index { array, index } => {
            f(array);
            f(index);
        }
    }
}

/// Calls `f` with the outermost expressions of a statement and of the statements in it.
pub fn stmt_exprs<'a>(stmt: &'a Stmt, f: &mut dyn FnMut(&'a Expr)) {
    let in_block = |block: &'a Block, f: &mut dyn FnMut(&'a Expr)| block.stmts.iter().for_each(|s| stmt_exprs(s, f));
    match &stmt.kind {
        StmtKind::Local { init, .. } => init.iter().for_each(f),
        StmtKind::Expr(e) | StmtKind::Throw(e) => f(e),
        StmtKind::Return(value) => value.iter().for_each(f),
        StmtKind::Break(_) | StmtKind::Continue(_) => {}
        StmtKind::Block(block) | StmtKind::Single(block) | StmtKind::Labeled { body: block, .. } => in_block(block, f),
        StmtKind::If { cond, then, otherwise } => {
            f(cond);
            in_block(then, f);
            otherwise.iter().for_each(|b| in_block(b, f));
        }
        StmtKind::While { cond, body, .. } => {
            f(cond);
            in_block(body, f);
        }
        StmtKind::DoWhile { body, cond, .. } => {
            in_block(body, f);
            f(cond);
        }
        StmtKind::For { init, cond, update, body, .. } => {
            init.iter().for_each(|s| stmt_exprs(s, f));
            cond.iter().for_each(&mut *f);
            in_block(body, f);
            update.iter().for_each(f);
        }
        StmtKind::Switch { scrutinee, arms, .. } => {
            f(scrutinee);
            arms.iter().for_each(|arm| in_block(&arm.body, f));
        }
        StmtKind::Try { body, catches, finally } => {
            in_block(body, f);
            catches.iter().for_each(|c| in_block(&c.body, f));
            finally.iter().for_each(|b| in_block(b, f));
        }
        StmtKind::Sync { body, .. } => in_block(body, f),
    }
}

/// Calls `f` with every expression in the block, outer ones first.
pub fn block<'a>(block: &'a Block, f: &mut dyn FnMut(&'a Expr)) {
    block.stmts.iter().for_each(|s| stmt_exprs(s, &mut |e| every(e, f)));
}

fn every<'a>(expr: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    f(expr);
    children(expr, &mut |child| every(child, f));
}

/// Calls `f` with every statement in the block, outer ones first, those inside expressions included.
pub fn statements<'a>(block: &'a Block, f: &mut dyn FnMut(&'a Stmt)) {
    block.stmts.iter().for_each(|s| statement(s, f));
}

fn statement<'a>(stmt: &'a Stmt, f: &mut dyn FnMut(&'a Stmt)) {
    f(stmt);
    let mut nested = |block: &'a Block| block.stmts.iter().for_each(|s| statement(s, f));
    match &stmt.kind {
        StmtKind::Block(body)
        | StmtKind::Single(body)
        | StmtKind::Labeled { body, .. }
        | StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::Sync { body, .. } => nested(body),
        StmtKind::For { init, body, .. } => {
            nested(body);
            init.iter().for_each(|s| statement(s, f));
        }
        StmtKind::If { then, otherwise, .. } => {
            nested(then);
            otherwise.iter().for_each(nested);
        }
        StmtKind::Switch { arms, .. } => arms.iter().for_each(|arm| nested(&arm.body)),
        StmtKind::Try { body, catches, finally } => {
            nested(body);
            catches.iter().for_each(|c| nested(&c.body));
            finally.iter().for_each(nested);
        }
        StmtKind::Local { .. }
        | StmtKind::Expr(_)
        | StmtKind::Return(_)
        | StmtKind::Throw(_)
        | StmtKind::Break(_)
        | StmtKind::Continue(_) => {}
    }
}
