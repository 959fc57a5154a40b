//! Rows whose length their array's type tells (`float[][4]`). Such a row may have been replaced under another name of the array
//! (`Object[] o = m`), whose type does not tell it: what a row is taken for is checked where it is taken, as a cast is. One of which only an
//! element or the length is asked is what it is. A SOMD method checks all rows of its parameters when it is called. Regions ask again (see
//! [`crate::somd`]), since rows may be replaced in the method; this is for what the host does.

use somd_hir::walk::{rewrite_block, rewrite_expr};
use somd_hir::{CallKind, Expr, ExprKind, Lit, Local, LocalId, MethodId, Place, Program, Stmt, StmtKind, Ty};
use std::sync::Arc;

/// Makes the checks casts, in all that is left to the host, and puts those of parameters in front.
pub fn check_rows(program: &mut Program) {
    let library: Vec<bool> = program.classes.iter().map(|c| c.is_library).collect();
    let columns = program.classes.iter().find(|c| c.name == "somd.Columns");
    let check = columns.and_then(|c| c.methods.iter().copied().find(|&m| program.method(m).name == "check"));
    let object = check.map(|m| program.method(m).locals[0].ty.clone());
    for m in &mut program.methods {
        let (Some(body), false) = (&mut m.body, library[m.class.index()]) else { continue };
        rewrite_block(body, &mut expr);
        let (Some(check), Some(object), Some(_)) = (check, &object, &m.somd) else { continue };
        let made: Vec<Stmt> =
            m.params.iter().filter_map(|&p| checked(p, &m.locals[p.index()], check, object)).collect();
        body.stmts.splice(0..0, made);
    }
}

/// Whether a SOMD method checks the rows of a parameter of this type: of other arrays the length is that which the type tells, whatever has
/// been done to them.
pub fn is_checked(ty: &Ty) -> bool {
    matches!(ty, Ty::Array { .. }) && ty.bounds().len() > 1
}

/// `somd.Columns.check(p, …);`
fn checked(param: LocalId, local: &Local, check: MethodId, object: &Ty) -> Option<Stmt> {
    let span = local.span;
    if !is_checked(&local.ty) {
        return None;
    }
    let bounds = local.ty.bounds();
    let value = Expr { kind: ExprKind::Local(param), ty: local.ty.clone(), span };
    let mut args = vec![Expr { kind: ExprKind::Upcast(Box::new(value)), ty: object.clone(), span }];
    args.extend((0..3).map(|d| {
        let bound = bounds.get(d).copied().flatten().map_or(-1, |n| n as i32);
        Expr { kind: ExprKind::Lit(Lit::Int(bound)), ty: Ty::Int, span }
    }));
    let kind = ExprKind::Call { kind: CallKind::Static, method: check, receiver: None, args };
    Some(Stmt { kind: StmtKind::Expr(Expr { kind, ty: Ty::Void, span }), span })
}

/// Whether an expression takes a row out of an array that may be changed, and its type tells a length.
pub fn takes_row(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Index { .. }) && matches!(e.ty, Ty::Array { .. }) && !e.ty.bounds().is_empty()
}

fn expr(e: &mut Expr) -> bool {
    match &mut e.kind {
        ExprKind::Length(array) => looked_at(array),
        ExprKind::Index { array, index } => {
            looked_at(array);
            rewrite_expr(index, &mut expr);
            if takes_row(e) {
                let unknown = without_bounds(&e.ty);
                let row = Expr { kind: std::mem::replace(&mut e.kind, ExprKind::This), ty: unknown, span: e.span };
                e.kind = ExprKind::CheckCast(Box::new(row));
            }
        }
        ExprKind::Assign { place: Place::Index { array, index }, value }
        | ExprKind::CompoundAssign { place: Place::Index { array, index }, value, .. } => {
            looked_at(array);
            rewrite_expr(index, &mut expr);
            rewrite_expr(value, &mut expr);
        }
        ExprKind::IncDec { place: Place::Index { array, index }, .. } => {
            looked_at(array);
            rewrite_expr(index, &mut expr);
        }
        _ => return true,
    }
    false
}

/// An array of which an element or the length is asked.
fn looked_at(e: &mut Expr) {
    match &mut e.kind {
        ExprKind::Index { array, index } => {
            looked_at(array);
            rewrite_expr(index, &mut expr);
        }
        _ => rewrite_expr(e, &mut expr),
    }
}

fn without_bounds(ty: &Ty) -> Ty {
    match ty {
        Ty::Array { elem, .. } => Ty::Array { elem: Arc::new(without_bounds(elem)), bound: None },
        _ => ty.clone(),
    }
}
