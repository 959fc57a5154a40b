//! What the runtime and the choice of a form ask of an instruction: what it touches, and whether data decide how long it takes.

use somd_core::interface::{captures, updates_in_place};
use somd_core::ir::*;
use somd_core::walk;
use somd_runtime::kernel::Rows;
use somd_syntax::ast::ReduceOp;

/// Whether the data decide where a loop ends.
pub fn uneven(program: &Program, block: &Block) -> bool {
    let mut found = false;
    walk::for_each_stmt(block, &mut |s| match &s.kind {
        StmtKind::While { .. } => found = true,
        StmtKind::Call { func, .. } => found |= uneven(program, &program.func(*func).body),
        _ => {}
    });
    walk::for_each_expr(block, &mut |e| {
        if let ExprKind::Call { func, .. } = &e.kind {
            found |= uneven(program, &program.func(*func).body);
        }
    });
    found
}

/// What of arrays an iteration touches: see [`Rows`].
pub fn own_rows(func: &Func, par: &Par) -> Rows {
    let Some(own) = par.space.first().map(|d| d.index) else { return Rows::Any };
    if par.outputs.iter().any(|o| !matches!(o.kind, OutputKind::Array(_))) {
        return Rows::Any;
    }
    let outside = captures(par);
    let is_own = |e: &Expr| matches!(e.kind, ExprKind::Var(v) if v == own);
    // How often the index is named, and how often as that of a row.
    let (mut named, mut as_index, mut rows) = (0, 0, true);
    let mut of = |array: VarId, index: &[Expr]| {
        let known = outside.contains(&array) || par.outputs.iter().any(|o| o.result == array);
        let own = index.first().is_some_and(is_own);
        as_index += usize::from(own);
        rows &= own || !known;
    };
    let mut whole = false;
    walk::for_each_expr(&par.body, &mut |e| match &e.kind {
        ExprKind::Index { array, index } | ExprKind::Row { array, index } => of(*array, index),
        ExprKind::Var(v) => {
            named += usize::from(*v == own);
            whole |= func.vars[v.index()].ty.as_array().is_some() && outside.contains(v);
        }
        _ => {}
    });
    walk::for_each_stmt(&par.body, &mut |s| {
        if let StmtKind::Store { array, index, .. } | StmtKind::Accumulate { array, index, .. } = &s.kind {
            of(*array, index);
        }
    });
    match (rows && !whole, named == as_index) {
        (false, _) => Rows::Any,
        (true, false) => Rows::Own,
        (true, true) => Rows::OwnOnly,
    }
}

/// Whether the body reads an array that it writes, by its old or its new name.
pub fn reads_own(par: &Par) -> bool {
    let mut own = Vec::new();
    for output in &par.outputs {
        match &output.kind {
            OutputKind::Array(ArraySource::Update { old }) => own.extend([output.result, *old]),
            OutputKind::Accumulate { array, .. } => own.extend([output.result, *array]),
            OutputKind::Array(_) => own.push(output.result),
            _ => {}
        }
    }
    let mut found = false;
    walk::for_each_expr(&par.body, &mut |e| {
        if !matches!(e.kind, ExprKind::Len { .. } | ExprKind::Check { .. }) {
            found |= walk::expr_var(e).is_some_and(|v| own.contains(&v));
        }
    });
    // Adding twice is not adding once.
    found || par.outputs.iter().any(|o| matches!(o.kind, OutputKind::Accumulate { .. }))
}

/// The instruction, where it fills a second array with what it stores at its own index, and can carry over the rest itself. Its body then
/// reads the old array only.
pub fn carried(func: &Func, par: &Par) -> Option<Par> {
    let [Output { result, kind: OutputKind::Array(ArraySource::Update { old }) }] = par.outputs.as_slice() else {
        return None;
    };
    let rank = func.vars[result.index()].ty.as_array()?.dims.len();
    if rank != par.space.len() || updates_in_place(func, par, *result, *old) || !captures(par).contains(old) {
        return None;
    }
    let is_own = |index: &[Expr]| {
        let own = |(e, d): (&Expr, &Dim)| matches!(e.kind, ExprKind::Var(v) if v == d.index);
        index.len() == rank && index.iter().zip(&par.space).all(own)
    };
    // One store, the last thing that an iteration does.
    let (last, before) = par.body.stmts.split_last()?;
    let mut stores = 0;
    walk::for_each_stmt(&par.body, &mut |s| {
        stores += usize::from(matches!(s.kind, StmtKind::Store { array, .. } if array == *result));
        stores += 2 * usize::from(matches!(s.kind, StmtKind::Call { .. } | StmtKind::Return(_)));
    });
    let stores_last = matches!(&last.kind, StmtKind::Store { array, index, .. } if array == result && is_own(index));
    if !stores_last || stores != 1 || before.iter().any(|s| matches!(s.kind, StmtKind::Labeled { .. })) {
        return None;
    }
    let mut own_only = true;
    walk::for_each_expr(&par.body, &mut |e| match &e.kind {
        ExprKind::Index { array, index } if array == result => own_only &= is_own(index),
        ExprKind::Len { .. } | ExprKind::Check { .. } => {}
        _ => own_only &= walk::expr_var(e) != Some(*result),
    });
    let mut carried = par.clone();
    walk::map_exprs(&mut carried.body, &mut |e| {
        if let ExprKind::Index { array, .. } = &mut e.kind
            && array == result
        {
            *array = *old;
        }
    });
    own_only.then_some(carried)
}

/// Whether an instruction only accumulates, by operators that local memory has.
pub fn accumulates(func: &Func, par: &Par) -> bool {
    !par.outputs.is_empty()
        && par.outputs.iter().all(|o| {
            let elem = func.vars[o.result.index()].ty.as_array().map(|a| (*a.elem).clone());
            matches!(o.kind, OutputKind::Accumulate { op, .. } if op != ReduceOp::Mul)
                && matches!(elem, Some(Ty::I8 | Ty::I16 | Ty::U16 | Ty::I32))
        })
}
