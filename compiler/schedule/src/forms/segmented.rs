//! Sums over elements that data names, in order: `for (…) y[row[k]] += value[k] * x[column[k]]`, where an iteration has such a loop to itself and
//! equal subscripts follow each other mostly, as in a sparse matrix's rows.

use somd_core::ir::*;
use somd_core::walk;
use std::collections::BTreeSet;

pub struct Runs<'e> {
    pub var: VarId,
    pub lo: &'e Expr,
    pub hi: &'e Expr,
    pub lets: &'e [Stmt],
    pub turn: &'e Block,
    pub prov: &'e Prov,
    pub result: VarId,
    pub at: &'e Expr,
    pub op: BinOp,
    pub value: &'e Expr,
}

pub fn find<'e>(func: &Func, par: &'e Par) -> Option<Runs<'e>> {
    let [Output { result, kind: OutputKind::Array(ArraySource::Update { old }) }] = par.outputs.as_slice() else {
        return None;
    };
    let ([_], [only]) = (par.space.as_slice(), par.body.stmts.as_slice()) else { return None };
    let StmtKind::For { var, lo, hi, step, body, .. } = &only.kind else { return None };
    let (store, lets) = body.stmts.split_last()?;
    let StmtKind::Store { array, index, value } = &store.kind else { return None };
    let ([at], ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), left, value)) =
        (index.as_slice(), &value.kind)
    else {
        return None;
    };
    let ExprKind::Index { array: from, index: source } = &left.kind else { return None };
    let [source] = source.as_slice() else { return None };
    let same = array == result && (from == result || from == old) && walk::same_value(source, at);
    // The element is looked at first: the store needs no check then.
    let at = if matches!(source.kind, ExprKind::Check { .. }) { source } else { at };
    let ints = step.kind == ExprKind::Const(Const::Int(1)) && func.vars[var.index()].ty == Ty::I32;
    let elem = matches!(left.ty, Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64) && value.ty == left.ty;
    let scalar = |s: &Stmt| matches!(&s.kind, StmtKind::Let { var, init: Some(_) } if func.vars[var.index()].ty.is_scalar() && !func.vars[var.index()].mutable);
    // Nothing else looks at what is stored.
    let mut looks = false;
    let mut look = |e: &Expr| {
        let own = !matches!(e.kind, ExprKind::Len { .. } | ExprKind::Check { .. });
        looks |= own && walk::expr_var(e).is_some_and(|v| v == *result || v == *old);
    };
    walk::for_each_expr(&Block { stmts: lets.to_vec() }, &mut look);
    for e in [lo, hi, value, at] {
        each(e, &mut look);
    }
    (same && ints && elem && lets.iter().all(scalar) && !looks).then_some(Runs {
        var: *var,
        lo,
        hi,
        lets,
        turn: body,
        prov: &store.prov,
        result: *result,
        at,
        op: *op,
        value,
    })
}

pub fn each(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    walk::expr_children(e, &mut |c| each(c, f));
    f(e);
}

/// Which captured variables decide where values go, as bits; 0 where they are too many.
pub fn deciding(par: &Par, found: &Runs) -> u32 {
    let captured = somd_core::interface::captures(par);
    let mut reads = BTreeSet::new();
    // How long arrays are the runtime knows in any case.
    let read = |e: &Expr, reads: &mut BTreeSet<VarId>| {
        each(e, &mut |e| {
            if !matches!(e.kind, ExprKind::Len { .. } | ExprKind::Check { .. }) {
                reads.extend(walk::expr_var(e));
            }
        });
    };
    for e in [found.lo, found.hi, found.at] {
        read(e, &mut reads);
    }
    for stmt in needed(found.lets, found.at) {
        walk::stmt_exprs(stmt, &mut |e| read(e, &mut reads));
    }
    // What only fails must do so.
    let used = [found.at, found.value].map(|e| needed(found.lets, e)).concat();
    let fails = |s: &Stmt| matches!(&s.kind, StmtKind::Let { init: Some(init), .. } if !walk::is_pure(init));
    if found.lets.iter().any(|s| fails(s) && !used.iter().any(|u| std::ptr::eq(*u, s))) {
        return 0;
    }
    let numbers = captured.iter().enumerate().filter(|(_, v)| reads.contains(v)).map(|(n, _)| n);
    if captured.len() > 32 { 0 } else { numbers.fold(0, |bits, n| bits | 1 << n) }
}

/// Those of a turn's values that an expression needs.
pub fn needed<'s>(lets: &'s [Stmt], e: &Expr) -> Vec<&'s Stmt> {
    let mut reads = BTreeSet::new();
    each(e, &mut |e| reads.extend(walk::expr_var(e)));
    let mut all = Vec::new();
    for stmt in lets.iter().rev() {
        if let StmtKind::Let { var, init: Some(init) } = &stmt.kind
            && reads.contains(var)
        {
            each(init, &mut |e| reads.extend(walk::expr_var(e)));
            all.insert(0, stmt);
        }
    }
    all
}

/// An expression and those values that it needs, with all in them.
pub fn each_of(e: &Expr, lets: &[&Stmt], f: &mut dyn FnMut(&Expr)) {
    each(e, f);
    for stmt in lets {
        walk::stmt_exprs(stmt, &mut |e| each(e, f));
    }
}
