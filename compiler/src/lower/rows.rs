//! How long the rows are that a mapped method gives, where its type does not tell: `float[[]] scaled(float[[]] row)` gives rows as
//! long as it takes, if it maps over them.

use crate::core::ir::{Expr, ExprKind, Ty};
use crate::hir::{self, LocalId, MethodId};
use std::collections::BTreeMap;

/// The sizes of arrays that a method sees, by its locals.
pub type Known = BTreeMap<LocalId, Vec<Expr>>;

/// The sizes of what a method returns; None where they depend on more than the sizes of what it takes.
pub fn returned(program: &hir::Program, method: MethodId, known: &Known) -> Option<Vec<Expr>> {
    let m = program.method(method);
    let (last, before) = m.body.as_ref()?.stmts.split_last()?;
    let hir::StmtKind::Return(Some(value)) = &last.kind else { return None };
    let mut known = known.clone();
    for s in before {
        match &s.kind {
            hir::StmtKind::Local { local, init } => {
                if let Some(sizes) = init.as_ref().and_then(|init| of(program, init, &known)) {
                    known.insert(*local, sizes);
                }
            }
            hir::StmtKind::Expr(_) => {}
            // Another return may be in it.
            _ => return None,
        }
    }
    of(program, value, &known)
}

fn of(program: &hir::Program, e: &hir::Expr, known: &Known) -> Option<Vec<Expr>> {
    match &e.kind {
        hir::ExprKind::Local(local) => known.get(local).cloned(),
        hir::ExprKind::Freeze(x) | hir::ExprKind::Upcast(x) | hir::ExprKind::Thaw(x) => of(program, x, known),
        hir::ExprKind::MapUnary { array: x, .. } | hir::ExprKind::MapConvert(x) => of(program, x, known),
        hir::ExprKind::MapBinary { left, right, .. } => of(program, left, known).or_else(|| of(program, right, known)),
        hir::ExprKind::Index { array, .. } => of(program, array, known).and_then(|s| Some(s.get(1..)?.to_vec())),
        hir::ExprKind::Call { method, receiver: None, args, .. } => {
            let callee = program.method(*method);
            let passed = callee.params.iter().zip(args).filter_map(|(&p, a)| Some((p, of(program, a, known)?)));
            returned(program, *method, &passed.collect())
        }
        hir::ExprKind::Map { method, args } => {
            let first = args.iter().find(|a| a.mapped)?;
            let length = of(program, &first.expr, known)?.first()?.clone();
            let mut sizes = vec![length];
            if matches!(program.method(*method).ret, hir::Ty::Array { .. } | hir::Ty::ValueArray { .. }) {
                let callee = program.method(*method);
                let passed = callee.params.iter().zip(args).filter_map(|(&p, a)| {
                    let sizes = of(program, &a.expr, known)?;
                    Some((p, sizes.get(usize::from(a.mapped)..)?.to_vec()))
                });
                sizes.extend(returned(program, *method, &passed.collect())?);
            }
            Some(sizes)
        }
        _ => None,
    }
}

/// The sizes of an array variable's dimensions from number `first` on.
pub fn sizes_of(array: &Expr, first: usize) -> Option<Vec<Expr>> {
    let (ExprKind::Var(v), Ty::Array(ty)) = (&array.kind, &array.ty) else { return None };
    let dims = ty.dims.iter().enumerate().skip(first);
    let size = |(dim, bound): (usize, &Option<u32>)| match bound {
        Some(n) => Expr::int(*n as i32, array.span),
        None => Expr::new(ExprKind::Len { array: *v, dim: dim as u32 }, Ty::I32, array.span),
    };
    Some(dims.map(size).collect())
}
