//! Elements that an iteration reads and stores again and again live in a variable of its own, and are stored once, at its end.
//!
//! `c[i][j] = 0; for (…) c[i][j] += …` reads and stores the element in every turn, since a compiler of C or Rust cannot know that nobody
//! else looks at it. Here that is known: an instruction's iterations store to elements of their own, and what is renamed is only ever
//! named by one index. This is for texts in which an iteration that fails is run again as it stands, on what was there before.

use crate::same;
use somd_core::ir::*;
use somd_core::walk;
use std::collections::BTreeSet;

/// The instruction with such elements in variables; None where it has none.
pub fn own(func: &Func, par: &Par) -> Option<(Func, Par)> {
    // Where nothing is stored in a loop, nothing is copied to look.
    if !par.body.stmts.iter().any(has_loop) {
        return None;
    }
    let (mut func, mut body) = (func.clone(), par.body.clone());
    let mut counters: Vec<Counter> =
        par.space.iter().map(|d| Counter { var: d.index, lo: d.lo.clone(), hi: d.hi.clone() }).collect();
    let mut changed = false;
    for output in &par.outputs {
        if let OutputKind::Array(source) = &output.kind {
            let (old, filled) = match source {
                ArraySource::Update { old } => (Some(*old), true),
                ArraySource::New { zeroed, .. } => (None, *zeroed),
            };
            let array = Filled { result: output.result, old, filled };
            changed |= down(&mut func, &mut body, &mut counters, &array);
        }
    }
    changed.then(|| (func, Par { body, ..par.clone() }))
}

fn has_loop(stmt: &Stmt) -> bool {
    let mut found = matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. });
    walk::stmt_blocks(stmt, &mut |b| found |= b.stmts.iter().any(has_loop));
    found
}

/// An array output.
struct Filled {
    result: VarId,
    old: Option<VarId>,
    /// It holds something at first.
    filled: bool,
}

/// A variable that takes lo, lo + 1, … below hi.
struct Counter {
    var: VarId,
    lo: Expr,
    hi: Expr,
}

/// Does it for the outermost blocks where it can be done.
fn down(func: &mut Func, block: &mut Block, counters: &mut Vec<Counter>, output: &Filled) -> bool {
    if let Some(kept) = kept(func, block, counters, output) {
        *block = kept;
        return true;
    }
    let mut changed = false;
    for stmt in &mut block.stmts {
        let before = counters.len();
        if let StmtKind::For { var, lo, hi, step, .. } = &stmt.kind
            && step.kind == ExprKind::Const(Const::Int(1))
        {
            counters.push(Counter { var: *var, lo: lo.clone(), hi: hi.clone() });
        }
        walk::stmt_blocks_mut(stmt, &mut |inner| changed |= down(func, inner, counters, output));
        counters.truncate(before);
    }
    changed
}

/// The block with one output's element in a variable.
fn kept(func: &mut Func, block: &Block, counters: &[Counter], output: &Filled) -> Option<Block> {
    // What is read by the old array's name is what was there before all stores.
    let (result, filled) = (output.result, output.filled);
    let named = |array: VarId| array == result;
    let index = only_index(block, &named)?;
    let bare: Vec<Expr> = index.iter().map(|e| e.unchecked().clone()).collect();
    let counts = |e: &Expr| matches!(e.kind, ExprKind::Var(v) if counters.iter().any(|c| c.var == v));
    if leaves(block) || !bare.iter().all(counts) || !block.stmts.iter().any(|s| in_a_loop(s, &named)) {
        return None;
    }
    // What it is at first: what is stored there, or what is there already.
    let at = block.stmts.iter().position(|s| names(s, &named))?;
    let mut body = block.clone();
    let init = match &body.stmts[at].kind {
        _ if filled && surely_reads(&body.stmts[at], &named) => None,
        StmtKind::Store { array, value, .. } if named(*array) => Some(value.clone()),
        // A loop may have no turns: the space says that the element is there.
        _ if filled && bare == index && within(counters, &bare, output.old?) => None,
        _ => return None,
    };
    let Ty::Array(array) = func.vars[result.index()].ty.clone() else { return None };
    let var = Var {
        name: "element".into(),
        ty: array.elem.as_ref().clone(),
        mutable: true,
        span: Default::default(),
        folds: None,
    };
    let element = VarId(func.vars.len() as u32);
    func.vars.push(var);
    let prov = body.stmts[at].prov.clone();
    // The first of load and store makes the checks.
    let mut place = index;
    let init = match init {
        Some(value) => {
            body.stmts.remove(at);
            value
        }
        None => {
            let index = std::mem::replace(&mut place, bare);
            Expr::new(ExprKind::Index { array: result, index }, array.elem.as_ref().clone(), Default::default())
        }
    };
    let variable = || ExprKind::Var(element);
    walk::map_exprs(&mut body, &mut |e| {
        if matches!(&e.kind, ExprKind::Index { array, .. } if named(*array)) {
            e.kind = variable();
        }
    });
    walk::for_each_stmt_mut(&mut body, &mut |s| {
        if let StmtKind::Store { array, value, .. } = &mut s.kind
            && named(*array)
        {
            s.kind = StmtKind::Assign { var: element, value: value.clone() };
        }
    });
    let value = Expr::new(variable(), array.elem.as_ref().clone(), Default::default());
    let last = StmtKind::Store { array: result, index: place, value };
    body.stmts.push(Stmt { kind: last, prov: prov.clone() });
    let first = StmtKind::Let { var: element, init: Some(init) };
    body.stmts.insert(at, Stmt { kind: first, prov });
    Some(body)
}

/// The index by which a block names the array, where that is one and it names nothing else of it.
fn only_index(block: &Block, named: &dyn Fn(VarId) -> bool) -> Option<Vec<Expr>> {
    let (mut found, mut plain): (Vec<Vec<Expr>>, bool) = (Vec::new(), true);
    walk::for_each_expr(block, &mut |e| match &e.kind {
        ExprKind::Index { array, index } if named(*array) => found.push(index.clone()),
        ExprKind::Row { array, .. } | ExprKind::Var(array) if named(*array) => plain = false,
        _ => {}
    });
    walk::for_each_stmt(block, &mut |s| match &s.kind {
        StmtKind::Store { array, index, .. } if named(*array) => found.push(index.clone()),
        StmtKind::Accumulate { array, .. } if named(*array) => plain = false,
        _ => {}
    });
    let first = found.first()?;
    let alike = |i: &Vec<Expr>| i.iter().zip(first).all(|(a, b)| same(a.unchecked(), b.unchecked()));
    // The checked one, where there is one.
    let checks = |i: &Vec<Expr>| i.iter().filter(|e| matches!(e.kind, ExprKind::Check { .. })).count();
    let most = found.iter().max_by_key(|i| checks(i))?;
    (plain && found.iter().all(alike)).then(|| most.clone())
}

/// Whether a statement, with all in it, names the array.
fn names(stmt: &Stmt, named: &dyn Fn(VarId) -> bool) -> bool {
    let block = Block { stmts: vec![stmt.clone()] };
    let mut found = false;
    walk::for_each_expr(&block, &mut |e| found |= matches!(&e.kind, ExprKind::Index { array, .. } if named(*array)));
    walk::for_each_stmt(&block, &mut |s| {
        found |= matches!(&s.kind, StmtKind::Store { array, .. } if named(*array));
    });
    found
}

fn in_a_loop(stmt: &Stmt, named: &dyn Fn(VarId) -> bool) -> bool {
    let mut found = false;
    walk::for_each_stmt(&Block { stmts: vec![stmt.clone()] }, &mut |s| {
        if let StmtKind::For { body, .. } | StmtKind::While { body, .. } = &s.kind {
            found |= body.stmts.iter().any(|s| names(s, named));
        }
    });
    found
}

/// Whether a statement reads the array's element whenever it is run.
fn surely_reads(stmt: &Stmt, named: &dyn Fn(VarId) -> bool) -> bool {
    fn reads(e: &Expr, named: &dyn Fn(VarId) -> bool) -> bool {
        let mut found = matches!(&e.kind, ExprKind::Index { array, .. } if named(*array));
        match &e.kind {
            ExprKind::And(a, _) | ExprKind::Or(a, _) | ExprKind::Select(a, ..) => found |= reads(a, named),
            _ => walk::expr_children(e, &mut |c| found |= reads(c, named)),
        }
        found
    }
    let mut found = false;
    walk::stmt_exprs(stmt, &mut |e| found |= reads(e, named));
    found
}

/// Whether something leaves the block before its end.
pub fn leaves(block: &Block) -> bool {
    let (mut inside, mut jumps, mut returns) = (BTreeSet::new(), BTreeSet::new(), false);
    walk::for_each_stmt(block, &mut |s| match &s.kind {
        StmtKind::For { label, .. } | StmtKind::While { label, .. } | StmtKind::Labeled { label, .. } => {
            inside.insert(label.0);
        }
        StmtKind::Break(label) | StmtKind::Continue(label) => {
            jumps.insert(label.0);
        }
        StmtKind::Return(_) => returns = true,
        _ => {}
    });
    returns || !jumps.is_subset(&inside)
}

/// Whether the counters' bounds are those of the array, which so has an element for each of their values.
fn within(counters: &[Counter], index: &[Expr], array: VarId) -> bool {
    index.iter().enumerate().all(|(n, e)| {
        let counter = counters.iter().find(|c| matches!(e.kind, ExprKind::Var(v) if v == c.var));
        counter.is_some_and(|c| {
            matches!(c.lo.kind, ExprKind::Const(Const::Int(0..)))
                && matches!(c.hi.kind, ExprKind::Len { array: a, dim } if a == array && dim as usize == n)
        })
    })
}
