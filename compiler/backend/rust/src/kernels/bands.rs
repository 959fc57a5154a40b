//! Loops over two dimensions whose inner index strides through an array: `t[j][i] = a[i][j]`.
//!
//! Row by row each element lies in a cache line of its own, and in one set of the cache with the others where rows are a multiple of a
//! page apart. So a few rows run together, column by column: what lies side by side is touched side by side, in each of a few rows at a
//! time. Iterations are independent, so their order is free where none of them can fail: indices are tested for all of a band before,
//! and a band in which one is out of range runs row by row.

use super::body::Writer;
use super::par::{can_fail, iteration};
use super::*;
use somd_core::walk;

/// Prints the loops where bands pay: false where they do not. `row` prints the iterations of a row's `{index}_range`.
pub fn emit(w: &mut Writer, par: &Par, row: &dyn Fn(&mut Writer, &str)) -> bool {
    let [outer, inner] = par.space.as_slice() else { return false };
    let (outer, inner) = (outer.index, inner.index);
    if !par.outputs.iter().all(|o| matches!(o.kind, OutputKind::Array(_))) || !strides(w, &par.body, outer, inner) {
        return false;
    }
    let (i, j) = (w.name(outer).to_string(), w.name(inner).to_string());
    let tests = w.tests(inner, &par.body, &format!("{j}_range.start as i64"), &format!("{j}_range.end as i64"));
    let (test, tested) = tests.map(|t| t.all(false)).unwrap_or_default();
    let before = w.tested.len();
    w.tested.extend(tested);
    if can_fail(w, &par.body) {
        w.tested.truncate(before);
        return false;
    }
    w.line(&format!("for ({i}_band, {j}_range) in space.bands(range) {{"));
    w.indent += 1;
    w.line("// Column by column, where nothing can fail.");
    let test = if test.is_empty() { test } else { format!(" && {i}_band.clone().all(|{i}| {test})") };
    w.line(&format!("if {i}_band.len() > 1{test} {{"));
    w.indent += 1;
    w.line(&format!("for {j} in {j}_range {{"));
    w.indent += 1;
    w.line(&format!("for {i} in {i}_band.clone() {{"));
    w.indent += 1;
    iteration(w, par);
    w.tested.truncate(before);
    for _ in 0..2 {
        w.indent -= 1;
        w.line("}");
    }
    w.indent -= 1;
    w.line("} else {");
    w.indent += 1;
    w.line(&format!("for {i} in {i}_band {{"));
    w.indent += 1;
    w.line(&format!("let {j}_range = {j}_range.clone();"));
    row(w, &format!("for {j} in {j}_range {{"));
    for _ in 0..3 {
        w.indent -= 1;
        w.line("}");
    }
    true
}

/// A straight body goes through an array with the inner index by rows, and with the outer one from element to element.
fn strides(w: &Writer, body: &Block, outer: VarId, inner: VarId) -> bool {
    let (mut found, mut straight) = (false, true);
    let mut look = |array: VarId, index: &[Expr]| {
        let Some((last, rest)) = index.split_last() else { return };
        let mut terms = Vec::new();
        sum(last, &mut terms);
        let is_outer = |e: &&Expr| matches!(e.kind, ExprKind::Var(v) if v == outer);
        let follows = terms.iter().filter(|e| is_outer(e)).count() == 1
            && terms.iter().filter(|e| !is_outer(e)).all(|e| !reads(e, outer))
            && !terms.iter().any(|e| matches!(e.kind, ExprKind::Var(v) if v == inner));
        let by_rows = rest.iter().chain(terms).any(|e| reads(e, inner));
        found |= follows && by_rows && w.reprs[array.index()] == Repr::View;
    };
    walk::for_each_stmt(body, &mut |s| match &s.kind {
        StmtKind::Let { .. } | StmtKind::Assign { .. } | StmtKind::If { .. } => {}
        StmtKind::Store { array, index, .. } => look(*array, index),
        _ => straight = false,
    });
    walk::for_each_expr(body, &mut |e| {
        if let ExprKind::Index { array, index } = &e.kind {
            look(*array, index);
        }
    });
    found && straight
}

/// The terms of a sum.
fn sum<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &e.kind {
        ExprKind::Check { value, .. } => sum(value, out),
        ExprKind::Binary(BinOp::Add, a, b) => {
            sum(a, out);
            sum(b, out);
        }
        // What is taken away does not go on from element to element, but for what is neither index.
        ExprKind::Binary(BinOp::Sub, a, b) if matches!(b.kind, ExprKind::Const(_)) => sum(a, out),
        _ => out.push(e),
    }
}

fn reads(e: &Expr, var: VarId) -> bool {
    let mut found = false;
    walk::for_each_read(e, &mut |v| found |= v == var);
    found
}
