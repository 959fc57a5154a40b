//! Loops whose iterations make the rows of a matrix: `t[i] = new int[n]; …`, and `int[] row = new int[n]; …; t[i] = row;`.
//!
//! Arrays are made by the thread that owns them. So such a loop is two: one that makes the rows, in order, and one that does the rest with
//! rows that are there, in parallel. The first may do its work before all of the second where what it computes depends on nothing
//! that an iteration does; where it throws, the loop runs as it is written.

use super::somd::is_distributed;
use super::stmts::canonical;
use super::{reduction, walk};
use somd_hir::{
    Block, Expr, ExprKind, LabelId, LocalId, Method, MethodId, Place, Program, Stmt, StmtKind, Ty, walk as hir_walk,
};
use std::collections::BTreeMap;

/// By loop.
pub type MadeRows = BTreeMap<(MethodId, LabelId), Split>;

pub struct Split {
    /// The loop that makes the rows.
    pub make: Stmt,
    /// What remains of the loop.
    pub rest: Stmt,
}

/// Finds such loops in all SOMD methods.
pub fn find(program: &Program, pure: &walk::Pure) -> MadeRows {
    let mut found = MadeRows::new();
    for (k, method) in program.methods.iter().enumerate() {
        if let (Some(_), Some(body)) = (&method.somd, &method.body) {
            hir_walk::stmts_in(body, &mut |s| {
                if let StmtKind::For { label, .. } = &s.kind
                    && is_distributed(pure, method, s)
                    && let Some(split) = split(program, pure, method, s)
                {
                    found.insert((MethodId(k as u32), *label), split);
                }
            });
        }
    }
    found
}

fn split(program: &Program, pure: &walk::Pure, method: &Method, s: &Stmt) -> Option<Split> {
    let StmtKind::For { init, cond, update, body, label } = &s.kind else { return None };
    let index = canonical(pure, method, s)?.index;
    let leaves = |s: &Stmt| match &s.kind {
        StmtKind::Break(l) | StmtKind::Continue(l) => l == label,
        StmtKind::Return(_) => true,
        _ => false,
    };
    let mut jumps = false;
    hir_walk::stmts_in(body, &mut |s| jumps |= leaves(s));
    if jumps {
        return None;
    }
    let (at, matrix, row) = body.stmts.iter().enumerate().find_map(|(k, s)| {
        let (matrix, row) = makes_row(body, s, index)?;
        Some((k, matrix, row))
    })?;
    let (before, after) = (&body.stmts[..at], &body.stmts[at + 1..]);

    // What the size depends on: the locals declared before, no more, and nothing that an iteration changes.
    if !before.iter().all(|s| matches!(s.kind, StmtKind::Local { .. })) {
        return None;
    }
    let declared = reduction::declared_in(body);
    let mut changed = walk::assigned_in(body);
    let stored = reduction::stored_arrays(program, &body.stmts);
    changed.extend(stored.locals);
    let earlier: Vec<LocalId> = before.iter().filter_map(declares).collect();
    let mut settled = !mentioned(before, matrix);
    let made = &body.stmts[at];
    let mut look = |e: &Expr| {
        settled &= match &e.kind {
            ExprKind::Local(l) => !changed.contains(l) && (!declared.contains(l) || earlier.contains(l)),
            ExprKind::Call { method, .. } => program.class(program.method(*method).class).name == "java.lang.Math",
            ExprKind::Field { object, .. } => object.is_none(),
            ExprKind::Assign { .. } | ExprKind::CompoundAssign { .. } | ExprKind::IncDec { .. } => false,
            ExprKind::New { .. } | ExprKind::Switch(_) | ExprKind::Sequence(..) => false,
            _ => true,
        }
    };
    before.iter().for_each(|s| walk::exprs_in_stmt(s, &mut look));
    walk::exprs(&row.size, &mut look);
    if !settled || !stored.fields.is_empty() || !walk::fields_written(body).is_empty() {
        return None;
    }

    let with = |body: Vec<Stmt>| {
        let body = Block { stmts: body, span: s.span };
        let (init, cond, update) = (init.clone(), cond.clone(), update.clone());
        Stmt { kind: StmtKind::For { init, cond, update, body, label: *label }, span: s.span }
    };
    let span = made.span;
    let element = Expr {
        kind: ExprKind::Index {
            array: Box::new(Expr { kind: ExprKind::Local(matrix), ty: method.locals[matrix.index()].ty.clone(), span }),
            index: Box::new(Expr { kind: ExprKind::Local(index), ty: Ty::Int, span }),
        },
        ty: row.new.ty.clone(),
        span,
    };
    let mut rest = before.to_vec();
    match row.alias {
        None => rest.extend(after.iter().cloned()),
        Some(local) => {
            // The row has its name from the beginning, and goes nowhere else.
            let last = after.iter().position(|s| stores_row(s, index) == Some((matrix, local)))?;
            let others: Vec<Stmt> =
                after.iter().enumerate().filter(|(k, _)| *k != last).map(|(_, s)| s.clone()).collect();
            if mentioned(&others, matrix) || walk::assigned_in(body).contains(&local) {
                return None;
            }
            rest.push(Stmt { kind: StmtKind::Local { local, init: Some(element) }, span });
            rest.extend(others);
        }
    }
    let array = Box::new(Expr { kind: ExprKind::Local(matrix), ty: method.locals[matrix.index()].ty.clone(), span });
    let place = Place::Index { array, index: Box::new(Expr { kind: ExprKind::Local(index), ty: Ty::Int, span }) };
    let ty = row.new.ty.clone();
    let store = Expr { kind: ExprKind::Assign { place, value: Box::new(row.new) }, ty, span };
    let mut make = before.to_vec();
    make.push(Stmt { kind: StmtKind::Expr(store), span });
    Some(Split { make: with(make), rest: with(rest) })
}

struct Row {
    /// `new int[size]`
    new: Expr,
    size: Expr,
    /// The local that it is made in.
    alias: Option<LocalId>,
}

/// `t[i] = new int[n]`, or `int[] row = new int[n]` where `t[i] = row` follows.
fn makes_row(body: &Block, s: &Stmt, index: LocalId) -> Option<(LocalId, Row)> {
    match &s.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Assign { place, value }, .. }) => {
            let matrix = row_place(place, index)?;
            Some((matrix, Row { new: (**value).clone(), size: size(value)?, alias: None }))
        }
        StmtKind::Local { local, init: Some(new) } => {
            let stored = |s: &Stmt| stores_row(s, index).filter(|(_, l)| l == local);
            let (matrix, _) = body.stmts.iter().find_map(stored)?;
            Some((matrix, Row { new: new.clone(), size: size(new)?, alias: Some(*local) }))
        }
        _ => None,
    }
}

/// `t[i] = row`
fn stores_row(s: &Stmt, index: LocalId) -> Option<(LocalId, LocalId)> {
    let StmtKind::Expr(Expr { kind: ExprKind::Assign { place, value }, .. }) = &s.kind else { return None };
    match &value.kind {
        ExprKind::Local(row) => Some((row_place(place, index)?, *row)),
        _ => None,
    }
}

fn row_place(place: &Place, index: LocalId) -> Option<LocalId> {
    let Place::Index { array, index: at } = place else { return None };
    match (&array.kind, &at.kind) {
        (ExprKind::Local(matrix), ExprKind::Local(i)) if *i == index => Some(*matrix),
        _ => None,
    }
}

fn size(new: &Expr) -> Option<Expr> {
    let Ty::Array { elem, .. } = &new.ty else { return None };
    match &new.kind {
        ExprKind::NewArray { sizes } if sizes.len() == 1 && !elem.is_reference() => Some(sizes[0].clone()),
        _ => None,
    }
}

fn declares(s: &Stmt) -> Option<LocalId> {
    match &s.kind {
        StmtKind::Local { local, .. } => Some(*local),
        _ => None,
    }
}

fn mentioned(stmts: &[Stmt], local: LocalId) -> bool {
    let mut found = false;
    stmts
        .iter()
        .for_each(|s| walk::exprs_in_stmt(s, &mut |e| found |= matches!(e.kind, ExprKind::Local(l) if l == local)));
    found
}
