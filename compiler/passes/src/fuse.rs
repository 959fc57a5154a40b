//! Fusion: two parallel instructions over one space become one.
//!
//! A consumer that reads the producer's array only at its own index takes the value as it is made (map into map, map into reduce);
//! instructions that have nothing to do with each other share a loop (siblings). An array that nothing else reads is then never
//! made. Between the two may stand only pure declarations that do not read the producer's results; the fused instruction stands in the
//! consumer's place.
//!
//! **Which exception is seen** must not change. Run apart, all of the producer's iterations come before the first of the consumer's. So
//! two are fused only where at most one of them may throw, its header (sizes, bounds, initial values) included: then the first failing
//! iteration is the same one. A throw discards the whole region's result, so nothing else can be told. A check of the consumer that every
//! iteration of the producer has made before it, of numbers that are the same in all iterations, throws nothing more ([`facts`]). A producer
//! that cannot throw may also come after a check, as that of the lengths of arrays that are mapped together, or after another instruction.
//!
//! **Lengths.** Behind `check_length(len y, len x)` the two are one number, so spaces over `x` and over `y` are the same.
//!
//! **Filters.** A reduction whose grouping nobody can tell combines a filter's values as they are found ([`filtered`]).
//!
//! **No lost kernels.** Devices take a scan or a filter that has its loop to itself, and a sort is no loop.
//!
//! **No new copies.** An instruction that updates an array in place is not fused with one that reads the old contents, since the old
//! contents would then have to be kept.

mod facts;
mod filtered;

use super::{may_throw, own_index, reads, throwing};
use facts::Lengths;
use somd_core::ir::*;
use somd_core::walk::{self, Role};
use somd_syntax::source::Span;
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
        let p_throws = may_throw(&b.stmts[first], throwing);
        for second in first + 1..b.stmts.len() {
            let stmt = &b.stmts[second];
            match &stmt.kind {
                // A check in the producer's header may be why an index in the declaration needs none.
                StmtKind::Let { init: Some(init), .. }
                    if !mentions(stmt, &results(p))
                        && (!p_throws || walk::is_pure(init) && !may_throw(&header(p), throwing)) => {}
                StmtKind::Par(q) => {
                    let q_throws = may_throw(stmt, throwing);
                    let lengths = Lengths::before(b, second);
                    let apart = p_throws && q_throws && !facts::implied(p, q, vars, throwing);
                    if !apart && filtered::fits(p, q, vars, reads, &lengths) {
                        filtered::join(b, first, second, vars);
                        return true;
                    }
                    if !apart && fusible(p, q, vars, &lengths) && keeps_devices(p, q, reads) {
                        join(b, first, second, vars, reads, &lengths);
                        return true;
                    }
                    // The producer may go past what it has nothing to do with.
                    if p_throws && q_throws || mentions(stmt, &results(p)) || meddles(p, q) {
                        break;
                    }
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

/// Whether one of the instructions updates an array that the other one works on.
fn meddles(p: &Par, q: &Par) -> bool {
    let whole = |par: &Par| Stmt { kind: StmtKind::Par(Box::new(par.clone())), prov: Prov::default() };
    let (by_p, by_q) = (updated(p), updated(q));
    mentions(&whole(q), &by_p) || mentions(&whole(p), &by_q)
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

/// How an iteration stores its own element of an array, where nothing else in the body reads or stores to it.
enum OwnStore {
    /// The statement with this place in the body does, and no other.
    At(usize),
    /// Under conditions: `always` where every path stores.
    Under { always: bool },
}

fn own_store(par: &Par, array: VarId) -> Option<OwnStore> {
    let (mut stores, mut own) = (0, true);
    walk::for_each_stmt(&par.body, &mut |s| {
        if let StmtKind::Store { array: a, index, value } = &s.kind
            && *a == array
        {
            stores += 1;
            own &= own_index(par, index) && value.ty.as_array().is_none();
        }
    });
    if stores == 0 || !own || block_mentions(&par.body, &[array]) {
        return None;
    }
    let stored = |s: &Stmt| matches!(&s.kind, StmtKind::Store { array: a, .. } if *a == array);
    if stores == 1
        && let Some(at) = par.body.stmts.iter().position(stored)
    {
        return Some(OwnStore::At(at));
    }
    let new = par.outputs.iter().any(|o| {
        // Of an array that is updated an element that no path stores to keeps what it held.
        o.result == array && matches!(o.kind, OutputKind::Array(ArraySource::New { .. }))
    });
    new.then(|| OwnStore::Under { always: always_stores(&par.body, array) })
}

/// Whether every path through the statements stores to the array.
fn always_stores(b: &Block, array: VarId) -> bool {
    b.stmts.iter().any(|s| match &s.kind {
        StmtKind::Store { array: a, .. } => *a == array,
        StmtKind::If { then, otherwise, .. } => always_stores(then, array) && always_stores(otherwise, array),
        _ => false,
    }) && !leaves(b)
}

/// Whether a path may leave the statements before their end.
fn leaves(b: &Block) -> bool {
    let mut found = false;
    walk::for_each_stmt(b, &mut |s| found |= matches!(s.kind, StmtKind::Break(_) | StmtKind::Continue(_)));
    found
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

fn fusible(p: &Par, q: &Par, vars: &[Var], lengths: &Lengths) -> bool {
    let space = p.space.len() == q.space.len()
        && p.space.iter().zip(&q.space).all(|(a, b)| {
            lengths.same(&a.lo, &b.lo)
                && lengths.same(&a.hi, &b.hi)
                && vars[a.index.index()].ty == vars[b.index.index()].ty
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
        let array = matches!(o.kind, OutputKind::Array(_))
            && own_store(p, o.result).is_some_and(|own| match own {
                OwnStore::At(_) => true,
                OwnStore::Under { .. } => element(o.result, vars).is_some_and(|ty| zero(&ty).is_some()),
            });
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

fn element(array: VarId, vars: &[Var]) -> Option<Ty> {
    vars[array.index()].ty.as_array().map(|a| (*a.elem).clone())
}

/// What an element holds that nothing has been stored to.
fn zero(ty: &Ty) -> Option<Const> {
    Some(match ty {
        Ty::Bool => Const::Bool(false),
        Ty::F32 => Const::F32(0.0),
        Ty::F64 => Const::F64(0.0),
        t if t.is_int() => Const::Int(0),
        _ => return None,
    })
}

fn join(b: &mut Block, first: usize, second: usize, vars: &mut Vec<Var>, reads: &[usize], lengths: &Lengths) {
    let consumer = b.stmts.remove(second);
    let producer = b.stmts.remove(first);
    let (StmtKind::Par(mut p), StmtKind::Par(mut q)) = (producer.kind, consumer.kind) else { return };
    lengths.settle(&mut p);
    lengths.settle(&mut q);
    let indices: HashMap<VarId, VarId> = q.space.iter().zip(&p.space).map(|(a, b)| (a.index, b.index)).collect();
    let mut dropped = Vec::new();
    for o in p.outputs.clone() {
        let array = o.result;
        let mut inside = 0;
        walk::for_each_expr(&q.body, &mut |e| inside += (walk::expr_var(e) == Some(array)) as usize);
        if inside == 0 {
            continue;
        }
        let Some(own) = own_store(&p, array) else { continue };
        // A size that may throw must still be evaluated.
        let free = match &o.kind {
            OutputKind::Array(ArraySource::New { sizes, .. }) => sizes.iter().all(walk::is_pure),
            _ => true,
        };
        let kept = reads[array.index()] != inside || !free;
        let value = match own {
            OwnStore::At(at) => handed_on(&mut p.body, at, kept, vars),
            OwnStore::Under { always } => chosen(&mut p.body, array, always, kept, vars),
        };
        let Some(value) = value else { continue };
        if !kept {
            dropped.push(array);
        }
        walk::map_exprs(&mut q.body, &mut |e| {
            if matches!(&e.kind, ExprKind::Index { array: a, .. } if *a == array) {
                e.kind = ExprKind::Var(value);
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

/// A variable of the value that a statement stores, which stays a store where the array does.
fn handed_on(body: &mut Block, at: usize, kept: bool, vars: &mut Vec<Var>) -> Option<VarId> {
    let store = &mut body.stmts[at];
    let StmtKind::Store { array, index, value } = &mut store.kind else { return None };
    let (name, span) = (vars[array.index()].name.clone(), value.span);
    let var = new_var(vars, name, value.ty.clone(), false, span);
    let read = Expr::var(var, value.ty.clone(), span);
    let (array, index) = (*array, std::mem::take(index));
    let value = std::mem::replace(value, read.clone());
    let mut stored = store.clone();
    stored.kind = StmtKind::Store { array, index, value: read };
    store.kind = StmtKind::Let { var, init: Some(value) };
    if kept {
        body.stmts.insert(at + 1, stored);
    }
    Some(var)
}

/// A variable that is given what the paths store.
fn chosen(body: &mut Block, array: VarId, always: bool, kept: bool, vars: &mut Vec<Var>) -> Option<VarId> {
    let (ty, Var { name, span, .. }) = (element(array, vars)?, vars[array.index()].clone());
    let first = zero(&ty).filter(|_| !always).map(|c| Expr::new(ExprKind::Const(c), ty.clone(), span));
    let var = new_var(vars, name, ty.clone(), true, span);
    let prov = body.stmts.first().map(|s| s.prov.clone()).unwrap_or_default();
    assigned(body, array, var, kept);
    body.stmts.insert(0, Stmt { kind: StmtKind::Let { var, init: first }, prov });
    Some(var)
}

fn assigned(body: &mut Block, array: VarId, var: VarId, kept: bool) {
    let mut k = 0;
    while k < body.stmts.len() {
        let stmt = &mut body.stmts[k];
        walk::stmt_blocks_mut(stmt, &mut |inner| assigned(inner, array, var, kept));
        if let StmtKind::Store { array: a, value, .. } = &mut stmt.kind
            && *a == array
        {
            let read = Expr::var(var, value.ty.clone(), value.span);
            let value = std::mem::replace(value, read);
            let assign = Stmt { kind: StmtKind::Assign { var, value }, prov: stmt.prov.clone() };
            if kept {
                body.stmts.insert(k, assign);
                k += 1;
            } else {
                *stmt = assign;
            }
        }
        k += 1;
    }
}

fn new_var(vars: &mut Vec<Var>, name: smol_str::SmolStr, ty: Ty, mutable: bool, span: Span) -> VarId {
    vars.push(Var { name, ty, mutable, span, folds: None });
    VarId(vars.len() as u32 - 1)
}
