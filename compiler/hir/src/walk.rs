//! Walking HIR: the direct parts of every kind of node stand in one list, and everything that looks at whole trees is built on it.
//!
//! Order is the order of evaluation.

use super::*;

/// Without the upcasts around it.
pub fn strip_upcast(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Upcast(i) => strip_upcast(i),
        _ => e,
    }
}

macro_rules! parts {
    ($Node:ident, $of_expr:ident, $of_place:ident, $of_stmt:ident, $iter:ident, [$($m:tt)?]) => {
        /// A node of a tree.
        pub enum $Node<'a> {
            Expr(&'a $($m)? Expr),
            Place(&'a $($m)? Place),
            Stmt(&'a $($m)? Stmt),
            /// A local that gets a value other than by a [`Place`]: a declaration, a catch, a pattern, a switch's result.
            Declare(LocalId),
        }

        /// The nodes directly inside an expression.
        pub fn $of_expr<'a>(expr: &'a $($m)? Expr, f: &mut dyn FnMut($Node<'a>)) {
            match &$($m)? expr.kind {
                ExprKind::Lit(_) | ExprKind::Local(_) | ExprKind::This | ExprKind::ClassLit(_) => {}
                ExprKind::Field { object, .. } => object.$iter().for_each(|o| f($Node::Expr(o))),
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
                | ExprKind::ReduceOp { array: a, .. } => f($Node::Expr(a)),
                ExprKind::InstanceOf { expr: a, binding, .. } => {
                    f($Node::Expr(a));
                    binding.iter().for_each(|&b| f($Node::Declare(b)));
                }
                ExprKind::Index { array: a, index: b }
                | ExprKind::Binary(_, a, b)
                | ExprKind::And(a, b)
                | ExprKind::Or(a, b)
                | ExprKind::MapBinary { left: a, right: b, .. } => {
                    f($Node::Expr(a));
                    f($Node::Expr(b));
                }
                ExprKind::Cond(a, b, c) => {
                    f($Node::Expr(a));
                    f($Node::Expr(b));
                    f($Node::Expr(c));
                }
                ExprKind::Call { receiver, args, .. } => {
                    receiver.$iter().for_each(|r| f($Node::Expr(r)));
                    args.$iter().for_each(|a| f($Node::Expr(a)));
                }
                ExprKind::CoreCall { args, results, .. } => {
                    args.$iter().for_each(|a| f($Node::Expr(a)));
                    results.$iter().for_each(|p| f($Node::Place(p)));
                }
                ExprKind::New { args, .. }
                | ExprKind::NewArray { sizes: args }
                | ExprKind::ArrayLit(args)
                | ExprKind::Concat(args) => args.$iter().for_each(|a| f($Node::Expr(a))),
                ExprKind::Assign { place, value } | ExprKind::CompoundAssign { place, value, .. } => {
                    f($Node::Place(place));
                    f($Node::Expr(value));
                }
                ExprKind::IncDec { place, .. } => f($Node::Place(place)),
                ExprKind::Switch(switch) => {
                    f($Node::Declare(switch.result));
                    f($Node::Stmt(&$($m)? switch.switch));
                }
                ExprKind::Sequence(stmts, value) => {
                    stmts.$iter().for_each(|s| f($Node::Stmt(s)));
                    f($Node::Expr(value));
                }
                ExprKind::ArrayStep(step) => {
                    let ArrayStep { operands, captured, host, .. } = &$($m)? **step;
                    operands.$iter().for_each(|e| f($Node::Expr(e)));
                    captured.$iter().for_each(|e| f($Node::Expr(e)));
                    f($Node::Expr(host));
                }
                ExprKind::Map { args, .. } => args.$iter().for_each(|a| f($Node::Expr(&$($m)? a.expr))),
                ExprKind::ReduceMethod { array, init, captured, .. } => {
                    f($Node::Expr(array));
                    init.$iter().for_each(|i| f($Node::Expr(i)));
                    captured.$iter().for_each(|c| f($Node::Expr(c)));
                }
                ExprKind::Task { instance, .. } => instance.$iter().for_each(|i| f($Node::Expr(i))),
                ExprKind::Connect { from, to } => {
                    from.$iter().for_each(|t| f($Node::Expr(t)));
                    to.$iter().for_each(|t| f($Node::Expr(t)));
                }
            }
        }

        /// The expressions that say where a place is.
        pub fn $of_place<'a>(place: &'a $($m)? Place, f: &mut dyn FnMut($Node<'a>)) {
            match place {
                Place::Local(_) => {}
                Place::Field { object, .. } => object.$iter().for_each(|o| f($Node::Expr(o))),
                Place::Index { array, index } => {
                    f($Node::Expr(array));
                    f($Node::Expr(index));
                }
            }
        }

        /// The nodes directly inside a statement; those of its blocks are the blocks' statements.
        pub fn $of_stmt<'a>(stmt: &'a $($m)? Stmt, f: &mut dyn FnMut($Node<'a>)) {
            fn block<'a>(block: &'a $($m)? Block, f: &mut dyn FnMut($Node<'a>)) {
                block.stmts.$iter().for_each(|s| f($Node::Stmt(s)));
            }
            match &$($m)? stmt.kind {
                StmtKind::Local { local, init } => {
                    init.$iter().for_each(|e| f($Node::Expr(e)));
                    f($Node::Declare(*local));
                }
                StmtKind::Expr(e) | StmtKind::Throw(e) => f($Node::Expr(e)),
                StmtKind::Return(value) => value.$iter().for_each(|e| f($Node::Expr(e))),
                StmtKind::Break(_) | StmtKind::Continue(_) => {}
                StmtKind::Block(body) | StmtKind::Single(body) | StmtKind::Labeled { body, .. } => block(body, f),
                StmtKind::If { cond, then, otherwise } => {
                    f($Node::Expr(cond));
                    block(then, f);
                    otherwise.$iter().for_each(|b| block(b, f));
                }
                StmtKind::While { cond, body, .. } => {
                    f($Node::Expr(cond));
                    block(body, f);
                }
                StmtKind::DoWhile { body, cond, .. } => {
                    block(body, f);
                    f($Node::Expr(cond));
                }
                StmtKind::For { init, cond, update, body, .. } => {
                    init.$iter().for_each(|s| f($Node::Stmt(s)));
                    cond.$iter().for_each(|e| f($Node::Expr(e)));
                    block(body, f);
                    update.$iter().for_each(|e| f($Node::Expr(e)));
                }
                StmtKind::Switch { scrutinee, arms, .. } => {
                    f($Node::Expr(scrutinee));
                    arms.$iter().for_each(|a| block(&$($m)? a.body, f));
                }
                StmtKind::Try { body, catches, finally } => {
                    block(body, f);
                    for c in catches {
                        f($Node::Declare(c.local));
                        block(&$($m)? c.body, f);
                    }
                    finally.$iter().for_each(|b| block(b, f));
                }
                StmtKind::Sync { reduce, body, .. } => {
                    if let Some((Reduce::User(e), _)) = reduce {
                        f($Node::Expr(e));
                    }
                    block(body, f);
                }
            }
        }
    };
}

parts!(Node, of_expr, of_place, of_stmt, iter, []);
parts!(NodeMut, of_expr_mut, of_place_mut, of_stmt_mut, iter_mut, [mut]);

/// Calls `f` with every node of a block, outer ones first.
pub fn block<'a>(block: &'a Block, f: &mut dyn FnMut(Node<'a>)) {
    block.stmts.iter().for_each(|s| stmt(s, f));
}

/// The same for a statement, itself included.
pub fn stmt<'a>(stmt: &'a Stmt, f: &mut dyn FnMut(Node<'a>)) {
    f(Node::Stmt(stmt));
    of_stmt(stmt, &mut |n| every(n, f));
}

/// The same for an expression, itself included.
pub fn expr<'a>(expr: &'a Expr, f: &mut dyn FnMut(Node<'a>)) {
    f(Node::Expr(expr));
    of_expr(expr, &mut |n| every(n, f));
}

fn every<'a>(node: Node<'a>, f: &mut dyn FnMut(Node<'a>)) {
    match node {
        Node::Expr(e) => expr(e, f),
        Node::Stmt(s) => stmt(s, f),
        Node::Place(p) => {
            f(Node::Place(p));
            of_place(p, &mut |n| every(n, f));
        }
        Node::Declare(l) => f(Node::Declare(l)),
    }
}

/// Calls `f` with every expression of a block, outer ones first.
pub fn exprs_in<'a>(b: &'a Block, f: &mut dyn FnMut(&'a Expr)) {
    block(b, &mut |n| only_exprs(n, f));
}

/// The same for a statement.
pub fn exprs_in_stmt<'a>(s: &'a Stmt, f: &mut dyn FnMut(&'a Expr)) {
    stmt(s, &mut |n| only_exprs(n, f));
}

/// The same for an expression, itself included.
pub fn exprs<'a>(e: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    expr(e, &mut |n| only_exprs(n, f));
}

fn only_exprs<'a>(node: Node<'a>, f: &mut dyn FnMut(&'a Expr)) {
    if let Node::Expr(e) = node {
        f(e);
    }
}

/// Calls `f` with every statement of a block, outer ones first, those inside expressions included.
pub fn stmts_in<'a>(b: &'a Block, f: &mut dyn FnMut(&'a Stmt)) {
    block(b, &mut |n| {
        if let Node::Stmt(s) = n {
            f(s);
        }
    });
}

/// Calls `f` with each outermost expression inside an expression; of statements inside it, with their expressions.
pub fn operands<'a>(expr: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    of_expr(expr, &mut |n| outermost(n, f));
}

/// Calls `f` with the outermost expressions of a statement and of the statements in it.
pub fn operands_of_stmt<'a>(stmt: &'a Stmt, f: &mut dyn FnMut(&'a Expr)) {
    of_stmt(stmt, &mut |n| outermost(n, f));
}

fn outermost<'a>(node: Node<'a>, f: &mut dyn FnMut(&'a Expr)) {
    match node {
        Node::Expr(e) => f(e),
        Node::Stmt(s) => operands_of_stmt(s, f),
        Node::Place(p) => of_place(p, &mut |n| outermost(n, f)),
        Node::Declare(_) => {}
    }
}

/// Calls `f` on every expression of a block, outer ones first, to change it; `f` says whether to go on inside.
pub fn rewrite_block(block: &mut Block, f: &mut dyn FnMut(&mut Expr) -> bool) {
    block.stmts.iter_mut().for_each(|s| rewrite_stmt(s, f));
}

fn rewrite_stmt(stmt: &mut Stmt, f: &mut dyn FnMut(&mut Expr) -> bool) {
    of_stmt_mut(stmt, &mut |n| rewrite(n, f));
}

/// The same for an expression, itself included.
pub fn rewrite_expr(expr: &mut Expr, f: &mut dyn FnMut(&mut Expr) -> bool) {
    if f(expr) {
        of_expr_mut(expr, &mut |n| rewrite(n, f));
    }
}

fn rewrite(node: NodeMut<'_>, f: &mut dyn FnMut(&mut Expr) -> bool) {
    match node {
        NodeMut::Expr(e) => rewrite_expr(e, f),
        NodeMut::Stmt(s) => rewrite_stmt(s, f),
        NodeMut::Place(p) => of_place_mut(p, &mut |n| rewrite(n, f)),
        NodeMut::Declare(_) => {}
    }
}
