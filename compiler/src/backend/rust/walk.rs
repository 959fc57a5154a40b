//! Walks over HIR: one pre-order visitor, and the questions about a piece of code that the printer asks of it.

use crate::hir::*;
use std::collections::BTreeSet;

pub enum Node<'a> {
    Expr(&'a Expr),
    Place(&'a Place),
    Stmt(&'a Stmt),
    /// A local that gets a value other than by a [`Place`]: a declaration, a catch, a pattern, a switch's result.
    Declare(LocalId),
}

pub fn block<'a>(b: &'a Block, f: &mut dyn FnMut(Node<'a>)) {
    for s in &b.stmts {
        stmt(s, f);
    }
}

pub fn stmt<'a>(s: &'a Stmt, f: &mut dyn FnMut(Node<'a>)) {
    f(Node::Stmt(s));
    match &s.kind {
        StmtKind::Local { local, init } => {
            if let Some(e) = init {
                expr(e, f);
            }
            f(Node::Declare(*local));
        }
        StmtKind::Expr(e) | StmtKind::Throw(e) => expr(e, f),
        StmtKind::Block(b) | StmtKind::Single(b) | StmtKind::Labeled { body: b, .. } => block(b, f),
        StmtKind::If { cond, then, otherwise } => {
            expr(cond, f);
            block(then, f);
            if let Some(b) = otherwise {
                block(b, f);
            }
        }
        StmtKind::While { cond, body, .. } => {
            expr(cond, f);
            block(body, f);
        }
        StmtKind::DoWhile { body, cond, .. } => {
            block(body, f);
            expr(cond, f);
        }
        StmtKind::For { init, cond, update, body, .. } => {
            for s in init {
                stmt(s, f);
            }
            if let Some(e) = cond {
                expr(e, f);
            }
            block(body, f);
            for e in update {
                expr(e, f);
            }
        }
        StmtKind::Switch { scrutinee, arms, .. } => {
            expr(scrutinee, f);
            for a in arms {
                block(&a.body, f);
            }
        }
        StmtKind::Break(_) | StmtKind::Continue(_) => {}
        StmtKind::Return(e) => {
            if let Some(e) = e {
                expr(e, f);
            }
        }
        StmtKind::Try { body, catches, finally } => {
            block(body, f);
            for c in catches {
                f(Node::Declare(c.local));
                block(&c.body, f);
            }
            if let Some(b) = finally {
                block(b, f);
            }
        }
        StmtKind::Sync { reduce, body, .. } => {
            if let Some((Reduce::User(e), _)) = reduce {
                expr(e, f);
            }
            block(body, f);
        }
    }
}

fn place<'a>(p: &'a Place, f: &mut dyn FnMut(Node<'a>)) {
    f(Node::Place(p));
    match p {
        Place::Local(_) => {}
        Place::Field { object, .. } => {
            if let Some(o) = object {
                expr(o, f);
            }
        }
        Place::Index { array, index } => {
            expr(array, f);
            expr(index, f);
        }
    }
}

pub fn expr<'a>(e: &'a Expr, f: &mut dyn FnMut(Node<'a>)) {
    f(Node::Expr(e));
    use ExprKind::*;
    match &e.kind {
        Lit(_) | Local(_) | This | ClassLit(_) => {}
        Field { object, .. } => {
            if let Some(o) = object {
                expr(o, f);
            }
        }
        Length(a) | Neg(a) | BitNot(a) | Not(a) | Convert(a) | CheckCast(a) | Upcast(a) | MapConvert(a) | Freeze(a)
        | Thaw(a) => expr(a, f),
        MapUnary { array: a, .. } | ReduceOp { array: a, .. } => expr(a, f),
        InstanceOf { expr: a, binding, .. } => {
            expr(a, f);
            if let Some(b) = binding {
                f(Node::Declare(*b));
            }
        }
        Index { array: a, index: b } | Binary(_, a, b) | And(a, b) | Or(a, b) | MapBinary { left: a, right: b, .. } => {
            expr(a, f);
            expr(b, f);
        }
        Call { receiver, args, .. } => {
            if let Some(r) = receiver {
                expr(r, f);
            }
            for a in args {
                expr(a, f);
            }
        }
        CoreCall { args, results, .. } => {
            for a in args {
                expr(a, f);
            }
            for p in results {
                f(Node::Place(p));
            }
        }
        New { args, .. } | NewArray { sizes: args } | ArrayLit(args) | Concat(args) => {
            for a in args {
                expr(a, f);
            }
        }
        Cond(a, b, c) => {
            expr(a, f);
            expr(b, f);
            expr(c, f);
        }
        Assign { place: p, value } | CompoundAssign { place: p, value, .. } => {
            place(p, f);
            expr(value, f);
        }
        IncDec { place: p, .. } => place(p, f),
        Switch(s) => {
            f(Node::Declare(s.result));
            stmt(&s.switch, f);
        }
        Sequence(ss, v) => {
            for s in ss {
                stmt(s, f);
            }
            expr(v, f);
        }
        Map { args, .. } => {
            for a in args {
                expr(&a.expr, f);
            }
        }
        ReduceMethod { array, init, captured, .. } => {
            expr(array, f);
            init.iter().map(|i| &**i).chain(captured).for_each(|e| expr(e, f));
        }
        Task { instance, .. } => {
            if let Some(i) = instance {
                expr(i, f);
            }
        }
        Connect { from, to } => {
            for a in from.iter().chain(to) {
                expr(a, f);
            }
        }
    }
}

/// The locals that evaluating `e` assigns.
pub fn assigned_in_expr(e: &Expr) -> BTreeSet<LocalId> {
    let mut set = BTreeSet::new();
    expr(e, &mut |n| note_assigned(n, &mut set));
    set
}

pub fn assigned_in_block(b: &Block) -> BTreeSet<LocalId> {
    let mut set = BTreeSet::new();
    block(b, &mut |n| note_assigned(n, &mut set));
    set
}

fn note_assigned(n: Node<'_>, set: &mut BTreeSet<LocalId>) {
    match n {
        Node::Place(&Place::Local(l)) | Node::Declare(l) => {
            set.insert(l);
        }
        _ => {}
    }
}

/// Evaluating it changes nothing and cannot throw, and (locals apart) nothing that other code does changes its value.
pub fn is_inert(e: &Expr) -> bool {
    use ExprKind::*;
    match &e.kind {
        Lit(_) | Local(_) | This => true,
        Neg(a) | BitNot(a) | Not(a) | Convert(a) | Upcast(a) => is_inert(a),
        Binary(op, a, b) => {
            let divides = matches!(op, BinOp::Div | BinOp::Rem) && !e.ty.is_floating() && !nonzero_literal(b);
            !divides && is_inert(a) && is_inert(b)
        }
        And(a, b) | Or(a, b) => is_inert(a) && is_inert(b),
        Cond(a, b, c) => is_inert(a) && is_inert(b) && is_inert(c),
        _ => false,
    }
}

/// Evaluating `e` calls nothing and assigns nothing: no object is different afterwards.
pub fn changes_nothing(e: &Expr) -> bool {
    let mut ok = true;
    expr(e, &mut |n| {
        ok &= match n {
            Node::Expr(e) => !matches!(
                e.kind,
                ExprKind::Call { .. }
                    | ExprKind::New { .. }
                    | ExprKind::Map { .. }
                    | ExprKind::ReduceMethod { .. }
                    | ExprKind::CoreCall { .. }
            ),
            Node::Place(_) | Node::Stmt(_) => false,
            Node::Declare(_) => true,
        }
    });
    ok
}

pub fn nonzero_literal(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Lit(Lit::Int(v)) if *v != 0)
        || matches!(&e.kind, ExprKind::Lit(Lit::Long(v)) if *v != 0)
}

fn is_true(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Lit(Lit::Boolean(true)))
}

/// Whether `label` is left by a `break` (or, where asked, a `continue`) inside.
pub fn jumps_to(b: &Block, label: LabelId, continues: bool) -> bool {
    let mut found = false;
    block(b, &mut |n| {
        if let Node::Stmt(s) = n {
            found |= match s.kind {
                StmtKind::Break(l) => !continues && l == label,
                StmtKind::Continue(l) => continues && l == label,
                _ => false,
            }
        }
    });
    found
}

/// Java's rule (JLS 14.22) of whether a statement can complete normally.
pub fn completes(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Local { .. } | StmtKind::Expr(_) => true,
        StmtKind::Block(b) | StmtKind::Single(b) | StmtKind::Sync { body: b, .. } => block_completes(b),
        StmtKind::Labeled { label, body } => block_completes(body) || jumps_to(body, *label, false),
        StmtKind::If { then, otherwise, .. } => block_completes(then) || otherwise.as_ref().is_none_or(block_completes),
        StmtKind::While { cond, body, label } => !is_true(cond) || jumps_to(body, *label, false),
        StmtKind::DoWhile { body, cond, label } => {
            (block_completes(body) || jumps_to(body, *label, true)) && !is_true(cond) || jumps_to(body, *label, false)
        }
        StmtKind::For { cond, body, label, .. } => {
            cond.as_ref().is_some_and(|c| !is_true(c)) || jumps_to(body, *label, false)
        }
        StmtKind::Switch { arms, label, .. } => {
            !arms.iter().any(|a| a.is_default)
                || arms.last().is_none_or(|a| block_completes(&a.body))
                || arms.iter().any(|a| jumps_to(&a.body, *label, false))
        }
        StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Return(_) | StmtKind::Throw(_) => false,
        StmtKind::Try { body, catches, finally } => {
            finally.as_ref().is_none_or(block_completes)
                && (block_completes(body) || catches.iter().any(|c| block_completes(&c.body)))
        }
    }
}

pub fn block_completes(b: &Block) -> bool {
    b.stmts.iter().all(completes)
}
