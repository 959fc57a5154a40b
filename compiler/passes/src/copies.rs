//! Rows that are made in an array of the iterations' own and then go to the result, element by element, are made in the result; and rows of zeros that a
//! loop fills anyway are not zeroed before. A step on rows lowers to both: `m.map(r -> r.scan(0, f))`.

use super::{reads, same};
use somd_core::ir::*;
use somd_core::walk;

pub fn copies(mut program: Program) -> Program {
    for func in &mut program.funcs {
        let counts = reads(func);
        let mut body = std::mem::take(&mut func.body);
        let vars = &func.vars;
        walk::for_each_stmt_mut(&mut body, &mut |stmt| {
            if let StmtKind::Par(par) = &mut stmt.kind {
                while let Some((from, to)) = copied(par, vars, &counts) {
                    make_there(par, from, to);
                }
                while let Some(at) = zeroed(par) {
                    par.body.stmts.remove(at);
                }
            }
        });
        func.body = body;
    }
    program
}

/// `for k in 0..n { array[i, k] = value }` with what stands in front of the store.
struct Fill<'p> {
    array: VarId,
    length: &'p Expr,
    own: &'p Expr,
    lets: &'p [Stmt],
    value: &'p Expr,
    var: VarId,
}

fn fill<'p>(par: &Par, stmt: &'p Stmt) -> Option<Fill<'p>> {
    let [dim] = par.space.as_slice() else { return None };
    let StmtKind::For { var, lo, hi, step, body, .. } = &stmt.kind else { return None };
    let (last, lets) = body.stmts.split_last()?;
    let StmtKind::Store { array, index, value } = &last.kind else { return None };
    let [own, place] = index.as_slice() else { return None };
    let is = |e: &Expr, v: VarId| matches!(e.kind, ExprKind::Var(x) if x == v);
    let int = |e: &Expr, n: i64| matches!(e.kind, ExprKind::Const(Const::Int(x)) if x == n);
    let whole = int(lo, 0) && int(step, 1) && is(own, dim.index) && is(place, *var);
    whole.then_some(Fill { array: *array, length: hi, own, lets, value, var: *var })
}

/// The sizes of a new matrix of the instruction, and whether it has been zeroed.
fn made(par: &Par, array: VarId) -> Option<&[Expr]> {
    par.outputs.iter().find(|o| o.result == array).and_then(|o| match &o.kind {
        OutputKind::Array(ArraySource::New { sizes, .. }) => Some(sizes.as_slice()),
        _ => None,
    })
}

/// Whether an array is named by other statements than the one at `except`; of `own` rows only, where that is given.
fn named(par: &Par, array: VarId, except: usize, own: Option<&Expr>) -> bool {
    let mut found = false;
    let other = |index: &[Expr]| own.is_none_or(|own| index.first().is_none_or(|e| !same(e, own)));
    for (_, stmt) in par.body.stmts.iter().enumerate().filter(|(n, _)| *n != except) {
        let block = Block { stmts: vec![stmt.clone()] };
        walk::for_each_expr(&block, &mut |e| match &e.kind {
            ExprKind::Index { array: a, index } | ExprKind::Row { array: a, index } if *a == array => {
                found |= other(index)
            }
            ExprKind::Len { array: a, .. } if *a == array => found |= own.is_none(),
            _ => found |= walk::expr_var(e) == Some(array),
        });
        walk::for_each_stmt(&block, &mut |s| match &s.kind {
            StmtKind::Store { array: a, index, .. } if *a == array => found |= other(index),
            StmtKind::Store { .. } => {}
            _ => walk::stmt_vars(s, &mut |v, _| found |= v == array),
        });
    }
    found
}

/// The array of rows that the last statement takes, element by element, to the rows of another one, and which nobody reads later.
fn copied(par: &Par, vars: &[Var], reads: &[usize]) -> Option<(VarId, VarId)> {
    let last = par.body.stmts.len().checked_sub(1)?;
    let Fill { array: to, length, own, lets, value, var } = fill(par, &par.body.stmts[last])?;
    let to_sizes = made(par, to)?;
    if named(par, to, last, None) {
        return None;
    }
    let straight = lets.iter().all(|s| matches!(s.kind, StmtKind::Let { .. }));
    par.outputs.iter().map(|o| o.result).find_map(|from| {
        let from_sizes = made(par, from)?;
        let alike = from_sizes.len() == 2
            && to_sizes.len() == 2
            && from_sizes.iter().zip(to_sizes).all(|(a, b)| same(a, b))
            && same(length, &to_sizes[1])
            && vars[from.index()].ty == vars[to.index()].ty;
        // Each turn looks at no more than the element that it stores.
        let (mut looks, mut elsewhere, mut inside) = (false, false, 0);
        let here =
            |index: &[Expr]| matches!(index, [a, b] if same(a, own) && matches!(b.kind, ExprKind::Var(v) if v == var));
        walk::for_each_expr(&Block { stmts: vec![par.body.stmts[last].clone()] }, &mut |e| match &e.kind {
            ExprKind::Index { array, index } if *array == from => {
                (looks, elsewhere) = (true, elsewhere || !here(index))
            }
            ExprKind::Len { .. } => {}
            _ => elsewhere |= walk::expr_var(e).is_some_and(|v| v == from || v == to),
        });
        walk::for_each_expr(&par.body, &mut |e| inside += usize::from(walk::expr_var(e) == Some(from)));
        let fits = from != to
            && straight
            && alike
            && looks
            && !elsewhere
            && !mentions_in(value, to)
            && reads[from.index()] == inside
            && !named(par, from, last, Some(own));
        fits.then_some((from, to))
    })
}

/// What is stored to one array is stored to the other.
fn make_there(par: &mut Par, from: VarId, to: VarId) {
    let zeros = |o: &Output| matches!(o.kind, OutputKind::Array(ArraySource::New { zeroed: true, .. }));
    let zeroes = par.outputs.iter().any(|o| o.result == from && zeros(o));
    par.outputs.retain(|o| o.result != from);
    for output in par.outputs.iter_mut().filter(|o| o.result == to) {
        if let OutputKind::Array(ArraySource::New { zeroed, .. }) = &mut output.kind {
            *zeroed |= zeroes;
        }
    }
    walk::rename_block(&mut par.body, &mut |v| if v == from { to } else { v });
    // A row is its own copy.
    let last = par.body.stmts.last().and_then(|s| fill(par, s));
    let copy = last.is_some_and(|f| {
        f.lets.is_empty()
            && matches!(&f.value.kind, ExprKind::Index { array, index } if *array == to
                && matches!(index.as_slice(), [_, k] if matches!(k.kind, ExprKind::Var(v) if v == f.var)))
    });
    if copy {
        par.body.stmts.pop();
    }
}

/// The statement that fills a new row with a number, where a later one fills it again before anything looks at it.
fn zeroed(par: &Par) -> Option<usize> {
    let stmts = &par.body.stmts;
    stmts.iter().enumerate().find_map(|(at, stmt)| {
        let zeros = fill(par, stmt).filter(|f| f.lets.is_empty() && matches!(f.value.kind, ExprKind::Const(_)))?;
        made(par, zeros.array)?;
        let later = stmts[at + 1..].iter().position(|s| mentions(s, zeros.array))? + at + 1;
        let again = fill(par, &stmts[later])?;
        let mut looks = mentions_in(again.value, zeros.array);
        again.lets.iter().for_each(|s| looks |= mentions(s, zeros.array));
        // Nothing in a turn goes round its store.
        let mut straight = true;
        walk::for_each_stmt(&Block { stmts: again.lets.to_vec() }, &mut |s| {
            straight &= matches!(s.kind, StmtKind::Let { .. } | StmtKind::Assign { .. } | StmtKind::If { .. });
        });
        let fits = again.array == zeros.array && same(again.length, zeros.length) && straight && !looks;
        fits.then_some(at)
    })
}

fn mentions(stmt: &Stmt, array: VarId) -> bool {
    let mut found = false;
    let block = Block { stmts: vec![stmt.clone()] };
    let own = |e: &Expr| !matches!(e.kind, ExprKind::Len { .. });
    walk::for_each_expr(&block, &mut |e| found |= own(e) && walk::expr_var(e) == Some(array));
    walk::for_each_stmt(&block, &mut |s| walk::stmt_vars(s, &mut |v, _| found |= v == array));
    found
}

fn mentions_in(e: &Expr, array: VarId) -> bool {
    let mut found = false;
    walk::for_each_read(e, &mut |v| found |= v == array);
    found
}
