//! Small trees: what the loops of parallel streams are put together from.

use somd_core::ir::BinOp;
use somd_hir::{Block, Expr, ExprKind, LabelId, Lit, LocalId, Place, Stmt, StmtKind, Ty};
use somd_syntax::source::Span;

pub fn expr(kind: ExprKind, ty: Ty, span: Span) -> Expr {
    Expr { kind, ty, span }
}

pub fn stmt(kind: StmtKind, span: Span) -> Stmt {
    Stmt { kind, span }
}

pub fn block(stmts: Vec<Stmt>, span: Span) -> Block {
    Block { stmts, span }
}

pub fn int(value: i32, span: Span) -> Expr {
    expr(ExprKind::Lit(Lit::Int(value)), Ty::Int, span)
}

pub fn boolean(value: bool, span: Span) -> Expr {
    expr(ExprKind::Lit(Lit::Boolean(value)), Ty::Boolean, span)
}

/// A whole number of type `ty`, `int` or `long`.
pub fn whole(value: i32, ty: &Ty, span: Span) -> Expr {
    match ty {
        Ty::Long => expr(ExprKind::Lit(Lit::Long(value.into())), Ty::Long, span),
        _ => int(value, span),
    }
}

/// What a variable of the type holds before it is set.
pub fn zero(ty: &Ty, is_value: bool, span: Span) -> Expr {
    let lit = match ty {
        Ty::Boolean => Lit::Boolean(false),
        Ty::Long => Lit::Long(0),
        Ty::Float => Lit::Float(0.0),
        Ty::Double => Lit::Double(0.0),
        _ if ty.is_primitive() => Lit::Int(0),
        _ if is_value => Lit::Zero,
        _ => Lit::Null,
    };
    expr(ExprKind::Lit(lit), ty.clone(), span)
}

pub fn binary(op: BinOp, a: Expr, b: Expr) -> Expr {
    let (ty, span) = (if op.is_comparison() { Ty::Boolean } else { a.ty.clone() }, a.span.to(b.span));
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span)
}

pub fn not(a: Expr) -> Expr {
    let span = a.span;
    expr(ExprKind::Not(Box::new(a)), Ty::Boolean, span)
}

pub fn convert(a: Expr, ty: &Ty) -> Expr {
    let span = a.span;
    match &a.kind {
        _ if a.ty == *ty => a,
        ExprKind::Lit(Lit::Int(n)) if *ty == Ty::Long => expr(ExprKind::Lit(Lit::Long((*n).into())), Ty::Long, span),
        _ => expr(ExprKind::Convert(Box::new(a)), ty.clone(), span),
    }
}

pub fn index(array: Expr, at: Expr) -> Expr {
    let ty = element(&array.ty);
    let span = array.span;
    expr(ExprKind::Index { array: Box::new(array), index: Box::new(at) }, ty, span)
}

pub fn element(array: &Ty) -> Ty {
    match array {
        Ty::Array { elem, .. } => (**elem).clone(),
        other => other.clone(),
    }
}

pub fn length(array: Expr) -> Expr {
    let span = array.span;
    expr(ExprKind::Length(Box::new(array)), Ty::Int, span)
}

pub fn assign(place: Place, value: Expr) -> Stmt {
    let (ty, span) = (value.ty.clone(), value.span);
    stmt(StmtKind::Expr(expr(ExprKind::Assign { place, value: Box::new(value) }, ty, span)), span)
}

pub fn set(local: LocalId, value: Expr) -> Stmt {
    assign(Place::Local(local), value)
}

pub fn store(array: Expr, at: Expr, value: Expr) -> Stmt {
    assign(Place::Index { array: Box::new(array), index: Box::new(at) }, value)
}

/// `local op= value`
pub fn change(local: LocalId, op: BinOp, value: Expr) -> Stmt {
    let (ty, span) = (value.ty.clone(), value.span);
    let kind = ExprKind::CompoundAssign { place: Place::Local(local), op, op_ty: ty.clone(), value: Box::new(value) };
    stmt(StmtKind::Expr(expr(kind, ty, span)), span)
}

pub fn when(cond: Expr, then: Vec<Stmt>, span: Span) -> Stmt {
    stmt(StmtKind::If { cond, then: block(then, span), otherwise: None }, span)
}

/// `for (index = lo; index < hi; index++) body`, where the loop declares its index.
pub fn counted(index: Expr, lo: Expr, hi: Expr, body: Vec<Stmt>, label: LabelId, span: Span) -> Stmt {
    let ExprKind::Local(local) = index.kind else { return stmt(StmtKind::Block(block(body, span)), span) };
    let ty = index.ty.clone();
    let step = ExprKind::IncDec { place: Place::Local(local), decrement: false, prefix: false };
    let kind = StmtKind::For {
        init: vec![stmt(StmtKind::Local { local, init: Some(lo) }, span)],
        cond: Some(binary(BinOp::Lt, index, hi)),
        update: vec![expr(step, ty, span)],
        body: block(body, span),
        label,
    };
    stmt(kind, span)
}
