//! Arrays whose elements follow from their places are never made: indices, constants, `i -> 2 * i + 1`. Where such an element is read, it is
//! computed. `v.mapIndexed(f)`, `m.transpose()` and `v.argMax()` begin with an array of indices.
//!
//! The instruction that would make the array has one output and one statement, whose value takes a few operations on its indices, on
//! constants and on scalars that do not change, and cannot throw; nor can its sizes. Nothing but elements and lengths is asked of the array: what is
//! returned or handed to another function is made.

use super::{is_simple, may_throw, own_index, reads, throwing};
use somd_core::ir::*;
use somd_core::walk;

/// Operations of a value that is computed wherever it is read, at most.
const CHEAP: usize = 6;

pub fn computed(mut program: Program) -> Program {
    let throwing = throwing(&program);
    for func in &mut program.funcs {
        if matches!(func.kind, FuncKind::Region { .. }) {
            while let Some(made) = find(func, &throwing) {
                compute(&mut func.body, &made);
                remove(&mut func.body, made.array);
            }
        }
    }
    program
}

/// An array that need not be made.
struct Made {
    array: VarId,
    places: Vec<VarId>,
    sizes: Vec<Expr>,
    value: Expr,
}

fn find(func: &Func, throwing: &[bool]) -> Option<Made> {
    let mut found = Vec::new();
    walk::for_each_stmt(&func.body, &mut |s| found.extend(by_places(s, &func.vars, throwing)));
    if found.is_empty() {
        return None;
    }
    let read = reads(func);
    found.into_iter().find(|made| {
        let mut answered = 0;
        walk::for_each_expr(&func.body, &mut |e| {
            answered += match &e.kind {
                ExprKind::Index { array, index } if *array == made.array => usize::from(index.iter().all(is_place)),
                ExprKind::Len { array, .. } if *array == made.array => 1,
                _ => 0,
            }
        });
        read[made.array.index()] == answered
    })
}

/// The array that an instruction makes of nothing but places.
fn by_places(stmt: &Stmt, vars: &[Var], throwing: &[bool]) -> Option<Made> {
    let StmtKind::Par(par) = &stmt.kind else { return None };
    let [Output { result, kind: OutputKind::Array(ArraySource::New { sizes, .. }) }] = par.outputs.as_slice() else {
        return None;
    };
    let [Stmt { kind: StmtKind::Store { array, index, value }, .. }] = par.body.stmts.as_slice() else { return None };
    let elem = vars[result.index()].ty.as_array().map(|a| (*a.elem).clone())?;
    let whole = par.space.len() == sizes.len()
        && par.space.iter().zip(sizes).all(|(d, size)| {
            d.lo.kind == ExprKind::Const(Const::Int(0))
                && walk::same_value(&d.hi, size)
                && is_simple(size, vars)
                && vars[d.index.index()].ty == Ty::I32
        });
    let places: Vec<VarId> = par.space.iter().map(|d| d.index).collect();
    let fits = whole
        && array == result
        && own_index(par, index)
        && value.ty == elem
        && !may_throw(stmt, throwing)
        && operations(value, &places, vars).is_some_and(|n| n <= CHEAP);
    fits.then(|| Made { array: *result, places, sizes: sizes.clone(), value: value.clone() })
}

/// How many operations a value takes, of places and of scalars that do not change.
fn operations(e: &Expr, places: &[VarId], vars: &[Var]) -> Option<usize> {
    let operands: Vec<&Expr> = match &e.kind {
        ExprKind::Const(_) => return Some(0),
        ExprKind::Var(v) if places.contains(v) => return Some(0),
        ExprKind::Var(_) | ExprKind::Len { .. } => return is_simple(e, vars).then_some(0),
        ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Bitcast(a) => vec![a],
        ExprKind::Binary(BinOp::Div | BinOp::Rem, ..) => return None,
        ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => vec![a, b],
        ExprKind::Select(a, b, c) => vec![a, b, c],
        _ => return None,
    };
    operands.into_iter().try_fold(1, |n, e| Some(n + operations(e, places, vars)?))
}

/// The index may be written several times.
fn is_place(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Const(_) | ExprKind::Var(_) => true,
        ExprKind::Binary(BinOp::Add | BinOp::Sub, a, b) => is_place(a) && is_place(b),
        _ => false,
    }
}

fn compute(block: &mut Block, made: &Made) {
    walk::map_exprs(block, &mut |e| match &e.kind {
        ExprKind::Index { array, index } if *array == made.array => {
            let mut value = made.value.clone();
            at(&mut value, made, index);
            *e = Expr { span: e.span, ..value };
        }
        ExprKind::Len { array, dim } if *array == made.array => {
            *e = Expr { span: e.span, ..made.sizes[*dim as usize].clone() };
        }
        _ => {}
    });
}

/// The value at these indices.
fn at(e: &mut Expr, made: &Made, index: &[Expr]) {
    match &e.kind {
        ExprKind::Var(v) => {
            if let Some(n) = made.places.iter().position(|p| p == v) {
                *e = index[n].clone();
            }
        }
        _ => walk::expr_children_mut(e, &mut |child| at(child, made, index)),
    }
}

fn remove(block: &mut Block, array: VarId) {
    block.stmts.retain(
        |s| !matches!(&s.kind, StmtKind::Par(par) if matches!(par.outputs.as_slice(), [o] if o.result == array)),
    );
    block.stmts.iter_mut().for_each(|s| walk::stmt_blocks_mut(s, &mut |b| remove(b, array)));
}
