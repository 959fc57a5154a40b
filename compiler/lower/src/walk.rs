//! Questions about trees that the lowering asks: what is assigned, what is read, where jumps go.

pub use super::pure::Pure;
pub use somd_hir::walk::{Node, exprs, exprs_in, exprs_in_stmt, operands, rewrite_block, rewrite_expr, stmt, stmts_in};

use somd_core::ir::{self, LabelId, StmtKind};
use somd_core::walk::{expr_children, stmt_blocks, stmt_exprs};
use somd_hir::{self as hir, Expr, ExprKind, FieldId, LocalId, MethodId, Place, Stmt};
use std::collections::BTreeSet;

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

/// Calls `f` on the blocks of a statement whose loops may be distributed ones.
pub fn region_blocks_mut(s: &mut Stmt, f: &mut dyn FnMut(&mut hir::Block)) {
    match &mut s.kind {
        hir::StmtKind::Block(b)
        | hir::StmtKind::Sync { body: b, .. }
        | hir::StmtKind::While { body: b, .. }
        | hir::StmtKind::DoWhile { body: b, .. }
        | hir::StmtKind::For { body: b, .. }
        | hir::StmtKind::Labeled { body: b, .. } => f(b),
        hir::StmtKind::If { then, otherwise, .. } => {
            f(then);
            otherwise.iter_mut().for_each(f);
        }
        _ => {}
    }
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
    pub makes: bool,
    pub calls: BTreeSet<MethodId>,
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
            ExprKind::New { .. } => self.makes = true,
            ExprKind::Call { method, .. } => {
                self.calls.insert(*method);
            }
            _ => {}
        });
    }

    /// The value stays as it is while these locals do, the elements where there are any, and the fields ([`Pure::keeps_fields`]); a size cannot
    /// change.
    pub fn are_stable(&self, pure: &Pure) -> bool {
        !self.makes && self.calls.iter().all(|m| pure.always(*m) || pure.getter(*m).is_some())
    }
}

/// Whether the elements that an expression reads stay as they are while a block runs: it stores to none of their type, and calls nothing that
/// might.
pub fn keeps_elements(pure: &Pure, read: &Expr, block: &hir::Block) -> bool {
    let mut types = Vec::new();
    exprs(read, &mut |e| {
        if matches!(e.kind, ExprKind::Index { .. }) {
            types.push(&e.ty);
        }
    });
    let mut keeps = true;
    exprs_in(block, &mut |e| match &e.kind {
        ExprKind::Assign { place, .. } | ExprKind::CompoundAssign { place, .. } | ExprKind::IncDec { place, .. } => {
            keeps &= !matches!(place, Place::Index { .. }) || !types.contains(&&e.ty);
        }
        ExprKind::Call { method, .. } => keeps &= pure.always(*method),
        ExprKind::New { .. } => keeps = false,
        _ => {}
    });
    keeps
}

/// The parts of a chain of `&&`, in order.
pub fn conjuncts<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &e.kind {
        ExprKind::And(a, b) => {
            conjuncts(a, out);
            conjuncts(b, out);
        }
        _ => out.push(e),
    }
}

/// Evaluating it changes nothing and throws nothing (an array that is a local is none but where the region itself would fail).
pub fn cannot_throw(pure: &Pure, e: &Expr) -> bool {
    let mut fine = changes_nothing(pure, e);
    exprs(e, &mut |e| {
        fine &= !matches!(e.kind, ExprKind::Index { .. } | ExprKind::Binary(hir::BinOp::Div | hir::BinOp::Rem, ..))
    });
    fine
}

/// Evaluating it changes nothing.
pub fn changes_nothing(pure: &Pure, e: &Expr) -> bool {
    let mut fine = true;
    exprs(e, &mut |e| {
        fine &= match &e.kind {
            ExprKind::Lit(_)
            | ExprKind::Local(_)
            | ExprKind::Not(_)
            | ExprKind::Neg(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Cond(..)
            | ExprKind::Convert(_)
            | ExprKind::Index { .. }
            | ExprKind::Binary(..) => true,
            ExprKind::Length(array) => matches!(array.kind, ExprKind::Local(_)),
            ExprKind::Call { method, .. } => pure.always(*method),
            _ => false,
        }
    });
    fine
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
    let mut found = false;
    core_exprs(e, &mut |e| found |= matches!(e.kind, ir::ExprKind::Check { .. } | ir::ExprKind::Call { .. }));
    found
}

/// Calls `f` on every expression under a Core expression, itself first.
pub fn core_exprs(e: &ir::Expr, f: &mut dyn FnMut(&ir::Expr)) {
    f(e);
    expr_children(e, &mut |child| core_exprs(child, f));
}

/// Calls `f` on every one of these Core statements, nested ones included.
pub fn core_stmts(stmts: &[ir::Stmt], f: &mut dyn FnMut(&ir::Stmt)) {
    for s in stmts {
        f(s);
        stmt_blocks(s, &mut |b| core_stmts(&b.stmts, f));
    }
}

/// The expressions a Core statement itself evaluates (not those of nested statements).
pub fn core_stmt_exprs(s: &ir::Stmt, f: &mut dyn FnMut(&ir::Expr)) {
    stmt_exprs(s, &mut |e| core_exprs(e, f));
}
