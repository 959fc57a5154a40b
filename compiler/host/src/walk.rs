//! Questions about a piece of HIR that the printer asks.

pub use somd_hir::walk::{Node, block, expr, of_expr, of_place, stmt};

use somd_hir::*;
use std::collections::BTreeSet;

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

/// Without the conversions around it.
pub fn unconverted(mut e: &Expr) -> &Expr {
    while let ExprKind::Convert(inner) = &e.kind {
        e = inner;
    }
    e
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

/// The type of the elements of an array.
pub fn element_ty(array: &Ty) -> Ty {
    match array {
        Ty::Array { elem, .. } => elem.as_ref().clone(),
        Ty::ValueArray { elem, dims } if dims.len() <= 1 => elem.as_ref().clone(),
        Ty::ValueArray { elem, dims } => Ty::ValueArray { elem: elem.clone(), dims: dims[1..].into() },
        t => t.clone(),
    }
}
