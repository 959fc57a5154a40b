//! A filter whose values are only reduced: each is combined where it is found, and the array of them is never made.
//!
//! How a reduction groups its values follows from their number, which a filter tells at its end. So only operators are taken whose
//! grouping nobody can tell: those of whole numbers and truth values, the least and the greatest.

use super::facts::Lengths;
use super::{block_mentions, header, mentions};
use crate::own_index;
use somd_core::ir::*;
use somd_core::walk;
use somd_syntax::ast::ReduceOp;
use std::collections::HashMap;

/// Whether `q` reduces what `p` keeps, and nothing else asks for that.
pub fn fits(p: &Par, q: &Par, vars: &[Var], reads: &[usize], lengths: &Lengths) -> bool {
    let [Output { result, kind: OutputKind::Filter { .. } }] = p.outputs.as_slice() else { return false };
    let [dim] = q.space.as_slice() else { return false };
    let kept = *result;
    let over = matches!(dim.hi.kind, ExprKind::Len { array, dim: 0 } if array == kept)
        && matches!(dim.lo.kind, ExprKind::Const(Const::Int(0)));
    if !over || lengths.same(&dim.hi, &dim.lo) {
        return false;
    }
    let reduced = q.outputs.iter().all(|o| match &o.kind {
        OutputKind::Reduce { op, acc, .. } => {
            let exact = matches!(op, ReduceOp::Min | ReduceOp::Max) || !vars[acc.index()].ty.is_float();
            exact && *op != ReduceOp::Sub
        }
        _ => false,
    });
    let mut bare = header(q);
    if let StmtKind::Par(q) = &mut bare.kind {
        q.space[0].hi = Expr::int(0, q.space[0].hi.span);
    }
    if !reduced || mentions(&bare, &[kept]) {
        return false;
    }
    let (mut inside, mut own, mut index) = (0, true, 0);
    walk::for_each_expr(&q.body, &mut |e| match &e.kind {
        ExprKind::Index { array, index: at } if *array == kept => {
            inside += 1;
            own &= own_index(q, at);
        }
        ExprKind::Var(v) if *v == dim.index => index += 1,
        _ => own &= walk::expr_var(e) != Some(kept),
    });
    // The index is that among the kept values: only to fetch them.
    own && index == inside && reads[kept.index()] == inside + 1 && !block_mentions(&p.body, &[kept])
}

pub fn join(b: &mut Block, first: usize, second: usize, vars: &[Var]) {
    let consumer = b.stmts.remove(second);
    let producer = b.stmts.remove(first);
    let (StmtKind::Par(mut p), StmtKind::Par(mut q)) = (producer.kind, consumer.kind) else { return };
    let Some(Output { result, kind: OutputKind::Filter { value, keep } }) = p.outputs.pop() else { return };
    walk::map_exprs(&mut q.body, &mut |e| {
        if matches!(&e.kind, ExprKind::Index { array, .. } if *array == result) {
            e.kind = ExprKind::Var(value);
        }
    });
    let indices: HashMap<VarId, VarId> = q.space.iter().zip(&p.space).map(|(a, b)| (a.index, b.index)).collect();
    walk::rename_block(&mut q.body, &mut |v| indices.get(&v).copied().unwrap_or(v));
    let declared = |var: VarId| Stmt { kind: StmtKind::Let { var, init: None }, prov: producer.prov.clone() };
    p.body.stmts.splice(0..0, [declared(value), declared(keep)]);
    let cond = Expr::var(keep, Ty::Bool, vars[keep.index()].span);
    let when = StmtKind::If { cond, then: q.body, otherwise: Block::default() };
    p.body.stmts.push(Stmt { kind: when, prov: consumer.prov.clone() });
    p.outputs = q.outputs;
    let mut prov = producer.prov;
    prov.join(&consumer.prov);
    b.stmts.insert(second - 1, Stmt { kind: StmtKind::Par(p), prov });
}
