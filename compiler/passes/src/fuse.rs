//! Fusion: two parallel instructions over one space become one.
//!
//! A consumer that reads the producer's array only at its own index takes the value as it is made (map into map, map into reduce);
//! instructions that have nothing to do with each other share a loop (siblings). An array that nothing else reads is then never
//! made. Between the two may stand only pure declarations that do not read the producer's results; the fused instruction stands in the
//! consumer's place.
//!
//! **Which exception is seen** must not change. Run apart, all of the producer's iterations come before the first of the consumer's. So
//! two are fused only where at most one of them may throw, its header (sizes, bounds, initial values) included: then the first failing
//! iteration is the same one. A throw discards the whole region's result, so nothing else can be told.
//!
//! **No lost kernels.** Devices take a scan or a filter that has its loop to itself, and a sort is no loop.
//!
//! **No new copies.** An instruction that updates an array in place is not fused with one that reads the old contents, since the old
//! contents would then have to be kept.

use super::{may_throw, own_index, reads, same, throwing};
use somd_core::ir::*;
use somd_core::walk::{self, Role};
use std::collections::HashMap;

pub fn fuse(mut program: Program) -> Program {
    let throwing = throwing(&program);
    for func in &mut program.funcs {
        if !matches!(func.kind, FuncKind::Region { .. }) {
            continue;
        }
        let mut body = std::mem::take(&mut func.body);
        loop {
            func.body = body;
            let counts = reads(func);
            body = std::mem::take(&mut func.body);
            if !block(&mut body, &mut func.vars, &counts, &throwing) {
                break;
            }
        }
        func.body = body;
    }
    program
}

/// Fuses one pair, if there is one.
fn block(b: &mut Block, vars: &mut Vec<Var>, reads: &[usize], throwing: &[bool]) -> bool {
    for first in 0..b.stmts.len() {
        let StmtKind::Par(p) = &b.stmts[first].kind else { continue };
        for second in first + 1..b.stmts.len() {
            match &b.stmts[second].kind {
                // A check in the producer's header may be why an index in the declaration needs none.
                StmtKind::Let { init: Some(init), .. }
                    if walk::is_pure(init)
                        && !mentions(&b.stmts[second], &results(p))
                        && !may_throw(&header(p), throwing) => {}
                StmtKind::Par(q) => {
                    let both = may_throw(&b.stmts[first], throwing) && may_throw(&b.stmts[second], throwing);
                    if !both && fusible(p, q, vars) && keeps_devices(p, q, reads) {
                        join(b, first, second, vars, reads);
                        return true;
                    }
                    break;
                }
                _ => break,
            }
        }
    }
    b.stmts.iter_mut().any(|stmt| {
        let mut done = false;
        if !matches!(stmt.kind, StmtKind::Par(_)) {
            walk::stmt_blocks_mut(stmt, &mut |inner| done = done || block(inner, vars, reads, throwing));
        }
        done
    })
}

fn results(par: &Par) -> Vec<VarId> {
    par.outputs.iter().map(|o| o.result).collect()
}

fn mentions(stmt: &Stmt, vars: &[VarId]) -> bool {
    let mut found = false;
    let whole = Block { stmts: vec![stmt.clone()] };
    walk::for_each_expr(&whole, &mut |e| found |= walk::expr_var(e).is_some_and(|v| vars.contains(&v)));
    walk::for_each_stmt(&whole, &mut |s| {
        walk::stmt_vars(s, &mut |v, role| found |= role == Role::Read && vars.contains(&v))
    });
    found
}

fn block_mentions(b: &Block, vars: &[VarId]) -> bool {
    b.stmts.iter().any(|s| mentions(s, vars))
}

/// The statement of a body that stores an iteration's own element of an array on every path, where it is the only store and nothing in
/// the body reads the array.
fn own_store(par: &Par, array: VarId) -> Option<usize> {
    let mut stores = 0;
    walk::for_each_stmt(&par.body, &mut |s| {
        stores += matches!(s.kind, StmtKind::Store { array: a, .. } if a == array) as usize
    });
    if stores != 1 || block_mentions(&par.body, &[array]) {
        return None;
    }
    par.body.stmts.iter().position(
        |s| matches!(&s.kind, StmtKind::Store { array: a, index, value } if *a == array && own_index(par, index) && value.ty.as_array().is_none()),
    )
}

/// Arrays that an instruction updates in place.
fn updated(par: &Par) -> Vec<VarId> {
    let olds = par.outputs.iter().filter_map(|o| match o.kind {
        OutputKind::Array(ArraySource::Update { old }) | OutputKind::Accumulate { array: old, .. } => Some(old),
        _ => None,
    });
    olds.collect()
}

/// The instruction without its body.
fn header(par: &Par) -> Stmt {
    Stmt { kind: StmtKind::Par(Box::new(Par { body: Block::default(), ..par.clone() })), prov: Prov::default() }
}

fn fusible(p: &Par, q: &Par, vars: &[Var]) -> bool {
    let space = p.space.len() == q.space.len()
        && p.space.iter().zip(&q.space).all(|(a, b)| {
            same(&a.lo, &b.lo) && same(&a.hi, &b.hi) && vars[a.index.index()].ty == vars[b.index.index()].ty
        });
    if !space {
        return false;
    }
    let made = results(p);
    // The consumer's header is evaluated before the first iteration.
    if mentions(&header(q), &made) {
        return false;
    }
    let (by_p, by_q) = (updated(p), updated(q));
    if block_mentions(&q.body, &by_p) || block_mentions(&p.body, &by_q) || by_p.iter().any(|v| by_q.contains(v)) {
        return false;
    }
    // Everything the consumer reads of the producer is the element of this iteration.
    p.outputs.iter().all(|o| {
        if !block_mentions(&q.body, &[o.result]) {
            return true;
        }
        let array = matches!(o.kind, OutputKind::Array(_)) && own_store(p, o.result).is_some();
        let mut own = true;
        walk::for_each_expr(&q.body, &mut |e| match &e.kind {
            ExprKind::Index { array, index } if *array == o.result => own &= own_index(q, index),
            _ => own &= walk::expr_var(e) != Some(o.result),
        });
        array && own
    })
}

/// A scan, filter or sort has kernels where it is alone, and so have folds and reductions where they are apart.
fn keeps_devices(p: &Par, q: &Par, reads: &[usize]) -> bool {
    let gathers =
        |o: &Output| matches!(o.kind, OutputKind::Scan { .. } | OutputKind::Filter { .. } | OutputKind::Sort { .. });
    let left = p.outputs.iter().filter(|o| {
        let mut inside = 0;
        walk::for_each_expr(&q.body, &mut |e| inside += (walk::expr_var(e) == Some(o.result)) as usize);
        inside == 0 || inside != reads[o.result.index()]
    });
    let all: Vec<&Output> = left.chain(&q.outputs).collect();
    let some = |what: &dyn Fn(&Output) -> bool| all.iter().any(|o| what(o));
    let mixed =
        some(&|o| matches!(o.kind, OutputKind::Fold { .. })) && some(&|o| matches!(o.kind, OutputKind::Reduce { .. }));
    !mixed && (all.len() == 1 || !all.iter().any(|o| gathers(o)))
}

fn join(b: &mut Block, first: usize, second: usize, vars: &mut Vec<Var>, reads: &[usize]) {
    let consumer = b.stmts.remove(second);
    let producer = b.stmts.remove(first);
    let (StmtKind::Par(mut p), StmtKind::Par(mut q)) = (producer.kind, consumer.kind) else { return };
    let indices: HashMap<VarId, VarId> = q.space.iter().zip(&p.space).map(|(a, b)| (a.index, b.index)).collect();
    let mut dropped = Vec::new();
    for o in &p.outputs {
        let mut inside = 0;
        walk::for_each_expr(&q.body, &mut |e| inside += (walk::expr_var(e) == Some(o.result)) as usize);
        if inside == 0 {
            continue;
        }
        let Some(at) = own_store(&p, o.result) else { continue };
        let store = &mut p.body.stmts[at];
        let StmtKind::Store { array, index, value } = &mut store.kind else { continue };
        let value_var = VarId(vars.len() as u32);
        let name = vars[array.index()].name.clone();
        vars.push(Var { name, ty: value.ty.clone(), mutable: false, span: value.span });
        let read = Expr::var(value_var, value.ty.clone(), value.span);
        let (array, index) = (*array, std::mem::take(index));
        let value = std::mem::replace(value, read.clone());
        let mut stored = store.clone();
        stored.kind = StmtKind::Store { array, index, value: read.clone() };
        store.kind = StmtKind::Let { var: value_var, init: Some(value) };
        // A size that may throw must still be evaluated.
        let free = match &o.kind {
            OutputKind::Array(ArraySource::New { sizes, .. }) => sizes.iter().all(walk::is_pure),
            _ => true,
        };
        if reads[array.index()] == inside && free {
            dropped.push(array);
        } else {
            p.body.stmts.insert(at + 1, stored);
        }
        walk::map_exprs(&mut q.body, &mut |e| {
            if matches!(&e.kind, ExprKind::Index { array: a, .. } if *a == array) {
                e.kind = read.kind.clone();
            }
        });
    }
    walk::rename_block(&mut q.body, &mut |v| indices.get(&v).copied().unwrap_or(v));
    p.outputs.retain(|o| !dropped.contains(&o.result));
    p.outputs.append(&mut q.outputs);
    p.body.stmts.append(&mut q.body.stmts);
    let mut prov = producer.prov;
    prov.join(&consumer.prov);
    b.stmts.insert(second - 1, Stmt { kind: StmtKind::Par(p), prov });
}
