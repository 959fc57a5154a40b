//! Goes through the statements and expressions of a method, outer ones first.

use somd_syntax::ast::{
    Block, CaseBody, CaseLabel, Expr, ExprKind, LambdaBody, LocalDecl, MethodRefTarget, Resource, Stmt, StmtKind,
    Switch, ValueArrayArg,
};

#[derive(Clone, Copy)]
pub enum Node<'a> {
    Stmt(&'a Stmt),
    Expr(&'a Expr),
}

/// Calls `f` for each; where it gives false, not for what is inside. Bodies of classes are left out.
pub fn block<'a>(b: &'a Block, f: &mut dyn FnMut(Node<'a>) -> bool) {
    b.stmts.iter().for_each(|s| stmt(s, f));
}

pub fn stmt<'a>(s: &'a Stmt, f: &mut dyn FnMut(Node<'a>) -> bool) {
    use StmtKind as K;
    if !f(Node::Stmt(s)) {
        return;
    }
    match &s.kind {
        K::Local(decl) => local(decl, f),
        K::Expr(e) | K::Throw(e) | K::Yield(e) => expr(e, f),
        K::Block(b) | K::Single(b) | K::Sync { body: b, .. } => block(b, f),
        K::If { cond, then, otherwise } => {
            expr(cond, f);
            stmt(then, f);
            otherwise.iter().for_each(|o| stmt(o, f));
        }
        K::While { cond, body } | K::DoWhile { body, cond } => {
            expr(cond, f);
            stmt(body, f);
        }
        K::For { init, cond, update, body } => {
            init.iter().for_each(|s| stmt(s, f));
            cond.iter().for_each(|e| expr(e, f));
            update.iter().for_each(|e| expr(e, f));
            stmt(body, f);
        }
        K::ForEach { iter, body, .. } => {
            expr(iter, f);
            stmt(body, f);
        }
        K::Labeled { body, .. } => stmt(body, f),
        K::Switch(s) => switch(s, f),
        K::Return(e) => e.iter().for_each(|e| expr(e, f)),
        K::Try(t) => {
            for resource in &t.resources {
                match resource {
                    Resource::Decl { init: e, .. } | Resource::Expr(e) => expr(e, f),
                }
            }
            block(&t.body, f);
            t.catches.iter().for_each(|c| block(&c.body, f));
            t.finally.iter().for_each(|b| block(b, f));
        }
        K::Synchronized { lock, body } => {
            expr(lock, f);
            block(body, f);
        }
        K::Assert { cond, message } => {
            expr(cond, f);
            message.iter().for_each(|e| expr(e, f));
        }
        K::ConstructorCall { outer, args, .. } => outer.iter().chain(args).for_each(|e| expr(e, f)),
        K::Empty | K::LocalType(_) | K::Break(_) | K::Continue(_) | K::Error => {}
    }
}

fn local<'a>(decl: &'a LocalDecl, f: &mut dyn FnMut(Node<'a>) -> bool) {
    decl.vars.iter().filter_map(|v| v.init.as_deref()).for_each(|e| expr(e, f));
}

fn switch<'a>(s: &'a Switch, f: &mut dyn FnMut(Node<'a>) -> bool) {
    expr(&s.scrutinee, f);
    for case in &s.cases {
        for label in &case.labels {
            if let CaseLabel::Expr(e) = label {
                expr(e, f);
            }
        }
        match &case.body {
            CaseBody::Group(stmts) => stmts.iter().for_each(|s| stmt(s, f)),
            CaseBody::Expr(e) => expr(e, f),
            CaseBody::Block(b) => block(b, f),
            CaseBody::Throw(s) => stmt(s, f),
        }
    }
}

pub fn expr<'a>(e: &'a Expr, f: &mut dyn FnMut(Node<'a>) -> bool) {
    use ExprKind as K;
    if !f(Node::Expr(e)) {
        return;
    }
    match &e.kind {
        K::Call { target, args, .. } => {
            target.iter().for_each(|t| expr(t, f));
            args.iter().for_each(|a| expr(a, f));
        }
        K::New { outer, args, .. } => {
            outer.iter().for_each(|o| expr(o, f));
            args.iter().for_each(|a| expr(a, f));
        }
        K::NewArray { sizes, init, .. } => {
            sizes.iter().for_each(|s| expr(s, f));
            init.iter().for_each(|i| expr(i, f));
        }
        K::NewValueArray { arg: ValueArrayArg::Freeze(e) | ValueArrayArg::Init(e), .. } => expr(e, f),
        K::ArrayInit(all) | K::TaskTuple(all) | K::Map { args: all, .. } => all.iter().for_each(|e| expr(e, f)),
        K::QualifiedThis(e)
        | K::Super(Some(e))
        | K::Field(e, _)
        | K::Unary(_, e)
        | K::InstanceOf { expr: e, .. }
        | K::Cast(_, e)
        | K::Paren(e)
        | K::MapUnary(_, e)
        | K::MapCast(_, e)
        | K::ReduceOp(_, e) => expr(e, f),
        K::Index(a, b)
        | K::Binary(_, _, a, b)
        | K::Assign(a, b)
        | K::CompoundAssign(_, a, b)
        | K::Connect(a, b)
        | K::MapBinary(_, a, b) => {
            expr(a, f);
            expr(b, f);
        }
        K::Cond(a, b, c) => [a, b, c].into_iter().for_each(|e| expr(e, f)),
        K::Lambda { body, .. } => match body {
            LambdaBody::Expr(e) => expr(e, f),
            LambdaBody::Block(b) => block(b, f),
        },
        K::MethodRef { target: MethodRefTarget::Expr(e), .. } => expr(e, f),
        K::Switch(s) => switch(s, f),
        K::Task { args, .. } => args.iter().flatten().for_each(|e| expr(e, f)),
        K::ReduceMethod { array, init, .. } => {
            expr(array, f);
            init.iter().for_each(|e| expr(e, f));
        }
        K::Literal(_) | K::Name(_) | K::This | K::Super(None) | K::ClassLiteral(_) | K::MethodRef { .. } | K::Error => {
        }
    }
}
