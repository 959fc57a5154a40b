//! Walks over the parser's tree, for questions that are asked before names have a meaning.

use somd_syntax::ast::*;

/// What stands directly inside a statement or an expression.
#[derive(Clone, Copy)]
pub enum Node<'a> {
    Expr(&'a Expr),
    Stmt(&'a Stmt),
}

/// Calls `f` with what stands directly inside a statement, in the order of the text. What a local class has is left out.
pub fn of_stmt<'a>(s: &'a Stmt, f: &mut dyn FnMut(Node<'a>)) {
    let block = |b: &'a Block, f: &mut dyn FnMut(Node<'a>)| b.stmts.iter().for_each(|s| f(Node::Stmt(s)));
    match &s.kind {
        StmtKind::Empty
        | StmtKind::LocalType(_)
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Return(None)
        | StmtKind::Error => {}
        StmtKind::Local(d) => d.vars.iter().filter_map(|v| v.init.as_deref()).for_each(|e| f(Node::Expr(e))),
        StmtKind::Expr(e) | StmtKind::Return(Some(e)) | StmtKind::Yield(e) | StmtKind::Throw(e) => f(Node::Expr(e)),
        StmtKind::Block(b) | StmtKind::Single(b) | StmtKind::Sync { body: b, .. } => block(b, f),
        StmtKind::If { cond, then, otherwise } => {
            f(Node::Expr(cond));
            f(Node::Stmt(then));
            otherwise.iter().for_each(|o| f(Node::Stmt(o)));
        }
        StmtKind::While { cond, body } => {
            f(Node::Expr(cond));
            f(Node::Stmt(body));
        }
        StmtKind::DoWhile { body, cond } => {
            f(Node::Stmt(body));
            f(Node::Expr(cond));
        }
        StmtKind::For { init, cond, update, body } => {
            init.iter().for_each(|s| f(Node::Stmt(s)));
            cond.iter().for_each(|e| f(Node::Expr(e)));
            f(Node::Stmt(body));
            update.iter().for_each(|e| f(Node::Expr(e)));
        }
        StmtKind::ForEach { iter, body, .. } => {
            f(Node::Expr(iter));
            f(Node::Stmt(body));
        }
        StmtKind::Labeled { body, .. } => f(Node::Stmt(body)),
        StmtKind::Switch(s) => of_switch(s, f),
        StmtKind::Try(t) => {
            for r in &t.resources {
                let (Resource::Decl { init: e, .. } | Resource::Expr(e)) = r;
                f(Node::Expr(e));
            }
            block(&t.body, f);
            t.catches.iter().for_each(|c| block(&c.body, f));
            t.finally.iter().for_each(|b| block(b, f));
        }
        StmtKind::Synchronized { lock, body } => {
            f(Node::Expr(lock));
            block(body, f);
        }
        StmtKind::Assert { cond, message } => {
            f(Node::Expr(cond));
            message.iter().for_each(|e| f(Node::Expr(e)));
        }
        StmtKind::ConstructorCall { outer, args, .. } => outer.iter().chain(args).for_each(|e| f(Node::Expr(e))),
    }
}

fn of_switch<'a>(s: &'a Switch, f: &mut dyn FnMut(Node<'a>)) {
    f(Node::Expr(&s.scrutinee));
    for case in &s.cases {
        match &case.body {
            CaseBody::Group(stmts) => stmts.iter().for_each(|s| f(Node::Stmt(s))),
            CaseBody::Expr(e) => f(Node::Expr(e)),
            CaseBody::Block(b) => b.stmts.iter().for_each(|s| f(Node::Stmt(s))),
            CaseBody::Throw(s) => f(Node::Stmt(s)),
        }
    }
}

/// The same for an expression.
pub fn of_expr<'a>(e: &'a Expr, f: &mut dyn FnMut(Node<'a>)) {
    use ExprKind as K;
    match &e.kind {
        K::Literal(_) | K::Name(_) | K::This | K::QualifiedThis(_) | K::ClassLiteral(_) | K::Error => {}
        K::Super(inner) => inner.iter().for_each(|e| f(Node::Expr(e))),
        K::Field(a, _)
        | K::Unary(_, a)
        | K::InstanceOf { expr: a, .. }
        | K::Cast(_, a)
        | K::Paren(a)
        | K::MapUnary(_, a)
        | K::MapCast(_, a)
        | K::ReduceOp(_, a)
        | K::NewValueArray { arg: ValueArrayArg::Freeze(a) | ValueArrayArg::Init(a), .. } => f(Node::Expr(a)),
        K::Index(a, b)
        | K::Binary(_, _, a, b)
        | K::Assign(a, b)
        | K::CompoundAssign(_, a, b)
        | K::Connect(a, b)
        | K::MapBinary(_, a, b) => {
            f(Node::Expr(a));
            f(Node::Expr(b));
        }
        K::Cond(a, b, c) => [a, b, c].into_iter().for_each(|e| f(Node::Expr(e))),
        K::Call { target, args, .. } => {
            target.iter().for_each(|e| f(Node::Expr(e)));
            args.iter().for_each(|e| f(Node::Expr(e)));
        }
        K::New { outer, args, .. } => {
            outer.iter().for_each(|e| f(Node::Expr(e)));
            args.iter().for_each(|e| f(Node::Expr(e)));
        }
        K::NewArray { sizes, init, .. } => {
            sizes.iter().for_each(|e| f(Node::Expr(e)));
            init.iter().for_each(|e| f(Node::Expr(e)));
        }
        K::ArrayInit(es) | K::TaskTuple(es) | K::Map { args: es, .. } => es.iter().for_each(|e| f(Node::Expr(e))),
        K::Lambda { body, .. } => match body {
            LambdaBody::Expr(e) => f(Node::Expr(e)),
            LambdaBody::Block(b) => b.stmts.iter().for_each(|s| f(Node::Stmt(s))),
        },
        K::MethodRef { target, .. } => {
            if let MethodRefTarget::Expr(e) = target {
                f(Node::Expr(e));
            }
        }
        K::Switch(s) => of_switch(s, f),
        K::Task { args, .. } => args.iter().flatten().for_each(|e| f(Node::Expr(e))),
        K::ReduceMethod { array, init, .. } => {
            f(Node::Expr(array));
            init.iter().for_each(|e| f(Node::Expr(e)));
        }
    }
}

/// Calls `f` with the node and all inside it, outer ones first.
pub fn every<'a>(node: Node<'a>, f: &mut dyn FnMut(Node<'a>)) {
    f(node);
    match node {
        Node::Expr(e) => of_expr(e, &mut |n| every(n, f)),
        Node::Stmt(s) => of_stmt(s, &mut |n| every(n, f)),
    }
}

/// Whether something in the node fulfils `f`.
pub fn any<'a>(node: Node<'a>, f: &mut dyn FnMut(Node<'a>) -> bool) -> bool {
    let mut found = false;
    every(node, &mut |n| found = found || f(n));
    found
}

/// Whether the node names one of these variables.
pub fn mentions(node: Node<'_>, f: &dyn Fn(&str) -> bool) -> bool {
    any(node, &mut |n| matches!(n, Node::Expr(Expr { kind: ExprKind::Name(name), .. }) if f(name)))
}

/// Without the parentheses around it.
pub fn bare(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Paren(inner) => bare(inner),
        _ => e,
    }
}

/// The variable that a place belongs to: `h` of `h[i][j]` and of `h.x`; None where it is none by its form.
pub fn root(e: &Expr) -> Option<&str> {
    match &bare(e).kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Index(a, _) | ExprKind::Field(a, _) => root(a),
        _ => None,
    }
}
