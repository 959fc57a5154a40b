//! Questions about trees that the lowering asks: what is assigned, what is read, where jumps go.

use crate::core::ir::{self, LabelId, StmtKind};
use crate::hir::{self, Expr, ExprKind, FieldId, LocalId, Place, Stmt};
use std::collections::BTreeSet;

/// Calls `f` on every expression of a statement, outermost first, statements inside expressions included.
pub fn exprs_in_stmt<'h>(s: &'h Stmt, f: &mut dyn FnMut(&'h Expr)) {
    match &s.kind {
        hir::StmtKind::Local { init, .. } => init.iter().for_each(|e| exprs(e, f)),
        hir::StmtKind::Expr(e) | hir::StmtKind::Throw(e) => exprs(e, f),
        hir::StmtKind::Block(b) | hir::StmtKind::Single(b) => exprs_in(b, f),
        hir::StmtKind::If { cond, then, otherwise } => {
            exprs(cond, f);
            exprs_in(then, f);
            otherwise.iter().for_each(|b| exprs_in(b, f));
        }
        hir::StmtKind::While { cond, body, .. } | hir::StmtKind::DoWhile { body, cond, .. } => {
            exprs(cond, f);
            exprs_in(body, f);
        }
        hir::StmtKind::For { init, cond, update, body, .. } => {
            init.iter().for_each(|s| exprs_in_stmt(s, f));
            cond.iter().for_each(|e| exprs(e, f));
            update.iter().for_each(|e| exprs(e, f));
            exprs_in(body, f);
        }
        hir::StmtKind::Labeled { body, .. } => exprs_in(body, f),
        hir::StmtKind::Switch { scrutinee, arms, .. } => {
            exprs(scrutinee, f);
            arms.iter().for_each(|a| exprs_in(&a.body, f));
        }
        hir::StmtKind::Break(_) | hir::StmtKind::Continue(_) => {}
        hir::StmtKind::Return(e) => e.iter().for_each(|e| exprs(e, f)),
        hir::StmtKind::Try { body, catches, finally } => {
            exprs_in(body, f);
            catches.iter().for_each(|c| exprs_in(&c.body, f));
            finally.iter().for_each(|b| exprs_in(b, f));
        }
        hir::StmtKind::Sync { body, .. } => exprs_in(body, f),
    }
}

pub fn exprs_in<'h>(b: &'h hir::Block, f: &mut dyn FnMut(&'h Expr)) {
    b.stmts.iter().for_each(|s| exprs_in_stmt(s, f));
}

pub fn exprs<'h>(e: &'h Expr, f: &mut dyn FnMut(&'h Expr)) {
    f(e);
    let place = |p: &'h Place, f: &mut dyn FnMut(&'h Expr)| match p {
        Place::Local(_) => {}
        Place::Field { object, .. } => object.iter().for_each(|o| exprs(o, f)),
        Place::Index { array, index } => {
            exprs(array, f);
            exprs(index, f);
        }
    };
    match &e.kind {
        ExprKind::Lit(_) | ExprKind::Local(_) | ExprKind::This | ExprKind::ClassLit(_) => {}
        ExprKind::Field { object, .. } => object.iter().for_each(|o| exprs(o, f)),
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
        | ExprKind::InstanceOf { expr: a, .. } => exprs(a, f),
        ExprKind::Index { array, index } => {
            exprs(array, f);
            exprs(index, f);
        }
        ExprKind::Call { receiver, args, .. } => {
            receiver.iter().for_each(|r| exprs(r, f));
            args.iter().for_each(|a| exprs(a, f));
        }
        ExprKind::New { args, .. } | ExprKind::CoreCall { args, .. } => args.iter().for_each(|a| exprs(a, f)),
        ExprKind::NewArray { sizes: args } | ExprKind::ArrayLit(args) | ExprKind::Concat(args) => {
            args.iter().for_each(|a| exprs(a, f))
        }
        ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::MapBinary { left: a, right: b, .. } => {
            exprs(a, f);
            exprs(b, f);
        }
        ExprKind::Cond(a, b, c) => {
            exprs(a, f);
            exprs(b, f);
            exprs(c, f);
        }
        ExprKind::Assign { place: p, value } | ExprKind::CompoundAssign { place: p, value, .. } => {
            place(p, f);
            exprs(value, f);
        }
        ExprKind::IncDec { place: p, .. } => place(p, f),
        ExprKind::Switch(sw) => exprs_in_stmt(&sw.switch, f),
        ExprKind::Sequence(stmts, value) => {
            stmts.iter().for_each(|s| exprs_in_stmt(s, f));
            exprs(value, f);
        }
        ExprKind::Map { args, .. } => args.iter().for_each(|a| exprs(&a.expr, f)),
        ExprKind::ReduceMethod { array, init, captured, .. } => {
            exprs(array, f);
            init.iter().map(|i| &**i).chain(captured).for_each(|e| exprs(e, f));
        }
        ExprKind::Task { instance, .. } => instance.iter().for_each(|i| exprs(i, f)),
        ExprKind::Connect { from, to } => from.iter().chain(to).for_each(|t| exprs(t, f)),
    }
}

/// Locals that a block assigns (declarations with an initialiser are not assignments).
pub fn assigned_in(b: &hir::Block) -> BTreeSet<LocalId> {
    let mut out = BTreeSet::new();
    exprs_in(b, &mut |e| {
        if let ExprKind::Assign { place: Place::Local(l), .. }
        | ExprKind::CompoundAssign { place: Place::Local(l), .. }
        | ExprKind::IncDec { place: Place::Local(l), .. } = &e.kind
        {
            out.insert(*l);
        }
    });
    out
}

/// Fields that a method's body writes.
pub fn fields_written(b: &hir::Block) -> BTreeSet<FieldId> {
    let mut out = BTreeSet::new();
    exprs_in(b, &mut |e| {
        if let ExprKind::Assign { place: Place::Field { field, .. }, .. }
        | ExprKind::CompoundAssign { place: Place::Field { field, .. }, .. }
        | ExprKind::IncDec { place: Place::Field { field, .. }, .. } = &e.kind
        {
            out.insert(*field);
        }
    });
    out
}

/// What an expression depends on.
#[derive(Default)]
pub struct Reads {
    pub locals: BTreeSet<LocalId>,
    pub elements: bool,
    pub calls: bool,
}

impl Reads {
    pub fn expr(&mut self, e: &Expr) {
        exprs(e, &mut |e| match &e.kind {
            ExprKind::Local(l) => {
                self.locals.insert(*l);
            }
            // The row of `a[0].length` is read for its size only.
            ExprKind::Index { .. } if !matches!(e.ty, hir::Ty::Array { .. } | hir::Ty::ValueArray { .. }) => {
                self.elements = true;
            }
            ExprKind::Call { method: _, .. } | ExprKind::New { .. } | ExprKind::Field { object: Some(_), .. } => {
                self.calls |= !matches!(&e.kind, ExprKind::Field { .. });
            }
            _ => {}
        });
    }
}

/// The statement cannot be left at its end.
pub fn jumps(s: &Stmt) -> bool {
    match &s.kind {
        hir::StmtKind::Break(_) | hir::StmtKind::Continue(_) | hir::StmtKind::Return(_) | hir::StmtKind::Throw(_) => {
            true
        }
        hir::StmtKind::Block(b) => b.stmts.last().is_some_and(jumps),
        hir::StmtKind::If { then, otherwise: Some(o), .. } => {
            then.stmts.last().is_some_and(jumps) && o.stmts.last().is_some_and(jumps)
        }
        _ => false,
    }
}

/// Whether any statement breaks out of `label`.
pub fn breaks_to(stmts: &[ir::Stmt], label: LabelId) -> bool {
    stmts.iter().any(|s| match &s.kind {
        StmtKind::Break(l) => *l == label,
        StmtKind::If { then, otherwise, .. } => breaks_to(&then.stmts, label) || breaks_to(&otherwise.stmts, label),
        StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::Labeled { body, .. } => {
            breaks_to(&body.stmts, label)
        }
        _ => false,
    })
}

/// Whether evaluating a Core expression can throw.
pub fn has_check(e: &ir::Expr) -> bool {
    use ir::ExprKind as K;
    match &e.kind {
        K::Check { .. } | K::Call { .. } => true,
        K::Const(_) | K::Var(_) | K::Len { .. } | K::NewPrivate => false,
        K::Unary(_, a) | K::Convert(a) | K::Bitcast(a) | K::Field(a, _) => has_check(a),
        K::Binary(_, a, b) | K::And(a, b) | K::Or(a, b) => has_check(a) || has_check(b),
        K::Select(a, b, c) => has_check(a) || has_check(b) || has_check(c),
        K::Math(_, es) | K::MakeStruct(es) | K::ArrayLit(es) | K::NewArray { sizes: es } => es.iter().any(has_check),
        K::Index { index, .. } | K::Row { index, .. } => index.iter().any(has_check),
    }
}

/// Calls `f` on every expression under a Core expression, itself included.
pub fn core_exprs<'e>(e: &'e ir::Expr, f: &mut dyn FnMut(&'e ir::Expr)) {
    use ir::ExprKind as K;
    f(e);
    match &e.kind {
        K::Const(_) | K::Var(_) | K::Len { .. } | K::NewPrivate => {}
        K::Unary(_, a) | K::Convert(a) | K::Bitcast(a) | K::Field(a, _) => core_exprs(a, f),
        K::Check { value, kind, .. } => {
            if let ir::CheckKind::SameLength { other } = kind {
                core_exprs(other, f);
            }
            core_exprs(value, f);
        }
        K::Binary(_, a, b) | K::And(a, b) | K::Or(a, b) => {
            core_exprs(a, f);
            core_exprs(b, f);
        }
        K::Select(a, b, c) => {
            core_exprs(a, f);
            core_exprs(b, f);
            core_exprs(c, f);
        }
        K::Math(_, es) | K::MakeStruct(es) | K::ArrayLit(es) | K::NewArray { sizes: es } => {
            es.iter().for_each(|e| core_exprs(e, f))
        }
        K::Call { args, .. } => args.iter().for_each(|e| core_exprs(e, f)),
        K::Index { index, .. } | K::Row { index, .. } => index.iter().for_each(|e| core_exprs(e, f)),
    }
}

/// Calls `f` on every statement of a Core block, nested ones included.
pub fn core_stmts<'s>(stmts: &'s [ir::Stmt], f: &mut dyn FnMut(&'s ir::Stmt)) {
    for s in stmts {
        f(s);
        match &s.kind {
            StmtKind::If { then, otherwise, .. } => {
                core_stmts(&then.stmts, f);
                core_stmts(&otherwise.stmts, f);
            }
            StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::Labeled { body, .. } => {
                core_stmts(&body.stmts, f)
            }
            StmtKind::Par(p) => core_stmts(&p.body.stmts, f),
            _ => {}
        }
    }
}

/// The expressions a Core statement itself evaluates (not those of nested statements).
pub fn core_stmt_exprs<'s>(s: &'s ir::Stmt, f: &mut dyn FnMut(&'s ir::Expr)) {
    match &s.kind {
        StmtKind::Let { init, .. } => init.iter().for_each(|e| core_exprs(e, f)),
        StmtKind::Assign { value, .. } => core_exprs(value, f),
        StmtKind::Store { index, value, .. } | StmtKind::Accumulate { index, value, .. } => {
            index.iter().for_each(|e| core_exprs(e, f));
            core_exprs(value, f);
        }
        StmtKind::If { cond, .. } | StmtKind::While { cond, .. } => core_exprs(cond, f),
        StmtKind::For { lo, hi, step, .. } => [lo, hi, step].into_iter().for_each(|e| core_exprs(e, f)),
        StmtKind::Return(es) => es.iter().for_each(|e| core_exprs(e, f)),
        StmtKind::Call { args, .. } | StmtKind::CallRegion { args, .. } => args.iter().for_each(|e| core_exprs(e, f)),
        StmtKind::Labeled { .. }
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Throw { .. }
        | StmtKind::Par(_) => {}
    }
}
