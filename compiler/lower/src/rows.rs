//! How long the rows are that a method gives, where its type does not tell: `float[[]] scaled(float[[]] row)` gives rows as long as it
//! takes, whether it maps over them or makes an array of that length.

use super::walk;
use somd_core::ir::{BinOp, Expr, ExprKind, Ty};
use somd_hir::{self as hir, LocalId, MethodId};
use somd_syntax::source::Span;
use std::collections::BTreeMap;

/// What is known of the locals of a method, in expressions of its caller.
#[derive(Clone, Default)]
pub struct Known {
    /// The sizes of arrays.
    pub arrays: BTreeMap<LocalId, Vec<Expr>>,
    /// The values of `int`s.
    pub numbers: BTreeMap<LocalId, Expr>,
    /// Calls around.
    depth: u32,
}

/// Calls that are followed.
const DEEPEST: u32 = 12;

/// The sizes of what a method returns; None where they depend on more than what is known of what it takes.
pub fn returned(program: &hir::Program, method: MethodId, known: &Known) -> Option<Vec<Expr>> {
    let m = program.method(method);
    if let Some(sizes) = bounds(&m.ret) {
        return Some(sizes);
    }
    let body = m.body.as_ref()?;
    let assigned = walk::assigned_in(body);
    let mut known = known.clone();
    known.depth += 1;
    if known.depth > DEEPEST {
        return None;
    }
    known.numbers.retain(|l, _| !assigned.contains(l));
    walk::stmts_in(body, &mut |s| {
        let (local, value) = match &s.kind {
            hir::StmtKind::Local { local, init: Some(value) } => (*local, value),
            // Of a variable without a first value.
            hir::StmtKind::Expr(hir::Expr {
                kind: hir::ExprKind::Assign { place: hir::Place::Local(local), value },
                ..
            }) if !known.arrays.contains_key(local) => (*local, &**value),
            _ => return,
        };
        if m.locals[local.index()].ty == hir::Ty::Int && !assigned.contains(&local) {
            if let Some(n) = number(program, value, &known) {
                known.numbers.insert(local, n);
            }
        } else if let Some(sizes) = of(program, value, &known) {
            known.arrays.insert(local, sizes);
        }
    });
    // What a variable is given must be as long each time.
    let mut steady = true;
    walk::exprs_in(body, &mut |e| {
        if let hir::ExprKind::Assign { place: hir::Place::Local(l), value } = &e.kind
            && let Some(sizes) = known.arrays.get(l)
        {
            steady &= of(program, value, &known).is_some_and(|s| same_sizes(&s, sizes));
        }
    });
    let mut all: Option<Vec<Expr>> = None;
    walk::stmts_in(body, &mut |s| {
        if let hir::StmtKind::Return(Some(value)) = &s.kind {
            match (of(program, value, &known), &all) {
                (Some(sizes), None) => all = Some(sizes),
                (Some(sizes), Some(others)) => steady &= same_sizes(&sizes, others),
                (None, _) => steady = false,
            }
        }
    });
    all.filter(|_| steady)
}

/// The local of a method's own whose contents are all that it returns, at its end.
pub fn result_local(m: &hir::Method) -> Option<LocalId> {
    fn local(e: &hir::Expr) -> Option<LocalId> {
        match &e.kind {
            hir::ExprKind::Local(l) => Some(*l),
            hir::ExprKind::Freeze(inner) | hir::ExprKind::Upcast(inner) => local(inner),
            _ => None,
        }
    }
    let body = m.body.as_ref()?;
    let mut returns = 0;
    walk::stmts_in(body, &mut |s| returns += u32::from(matches!(s.kind, hir::StmtKind::Return(_))));
    let hir::StmtKind::Return(Some(value)) = &body.stmts.last()?.kind else { return None };
    local(value).filter(|l| returns == 1 && !m.params.contains(l))
}

fn of(program: &hir::Program, e: &hir::Expr, known: &Known) -> Option<Vec<Expr>> {
    if let Some(sizes) = bounds(&e.ty) {
        return Some(sizes);
    }
    match &e.kind {
        hir::ExprKind::Local(local) => known.arrays.get(local).cloned(),
        hir::ExprKind::Freeze(x) | hir::ExprKind::Upcast(x) | hir::ExprKind::Thaw(x) => of(program, x, known),
        hir::ExprKind::MapUnary { array: x, .. } | hir::ExprKind::MapConvert(x) => of(program, x, known),
        hir::ExprKind::MapBinary { left, right, .. } => of(program, left, known).or_else(|| of(program, right, known)),
        hir::ExprKind::Index { array, .. } => of(program, array, known).and_then(|s| Some(s.get(1..)?.to_vec())),
        hir::ExprKind::NewArray { sizes } => {
            let inner = match &e.ty {
                hir::Ty::Array { elem, .. } => rank(elem),
                _ => return None,
            };
            (inner + 1 == sizes.len()).then(|| sizes.iter().map(|s| number(program, s, known)).collect())?
        }
        hir::ExprKind::Cond(_, a, b) => {
            let (a, b) = (of(program, a, known)?, of(program, b, known)?);
            same_sizes(&a, &b).then_some(a)
        }
        hir::ExprKind::Assign { value, .. } => of(program, value, known),
        hir::ExprKind::Call { method, receiver: None, args, .. } => {
            let callee = program.method(*method);
            let mut passed = Known { depth: known.depth, ..Known::default() };
            for (&p, a) in callee.params.iter().zip(args) {
                if let Some(sizes) = of(program, a, known) {
                    passed.arrays.insert(p, sizes);
                } else if let Some(n) = number(program, a, known) {
                    passed.numbers.insert(p, n);
                }
            }
            returned(program, *method, &passed)
        }
        hir::ExprKind::Sequence(stmts, value) => {
            let mut known = known.clone();
            for s in stmts {
                if let hir::StmtKind::Local { local, init: Some(init) } = &s.kind
                    && let Some(sizes) = of(program, init, &known)
                {
                    known.arrays.insert(*local, sizes);
                }
            }
            of(program, value, &known)
        }
        hir::ExprKind::ArrayStep(step) => {
            let like = match step.kind {
                hir::ArrayStepKind::Sort => step.operands.first()?,
                // What it counts in, or starts with.
                hir::ArrayStepKind::Histogram | hir::ArrayStepKind::Scatter => step.operands.last()?,
                hir::ArrayStepKind::Scan { .. } => {
                    let length = of(program, step.operands.first()?, known)?.first()?.clone();
                    return (rank(&e.ty) == 1).then(|| vec![length]);
                }
                hir::ArrayStepKind::Filter => return None,
            };
            of(program, like, known)
        }
        hir::ExprKind::Map { method, args } => {
            let first = args.iter().find(|a| a.mapped)?;
            let length = of(program, &first.expr, known)?.first()?.clone();
            let mut sizes = vec![length];
            if rank(&program.method(*method).ret) > 0 {
                let callee = program.method(*method);
                let mut passed = Known { depth: known.depth, ..Known::default() };
                for (&p, a) in callee.params.iter().zip(args) {
                    if let Some(sizes) = of(program, &a.expr, known) {
                        passed.arrays.insert(p, sizes.get(usize::from(a.mapped)..)?.to_vec());
                    } else if let Some(n) = number(program, &a.expr, known).filter(|_| !a.mapped) {
                        passed.numbers.insert(p, n);
                    }
                }
                sizes.extend(returned(program, *method, &passed)?);
            }
            Some(sizes)
        }
        _ => None,
    }
}

/// The value of an `int`.
fn number(program: &hir::Program, e: &hir::Expr, known: &Known) -> Option<Expr> {
    match &e.kind {
        hir::ExprKind::Lit(hir::Lit::Int(n)) => Some(Expr::int(*n, e.span)),
        hir::ExprKind::Local(local) => known.numbers.get(local).cloned(),
        hir::ExprKind::Length(array) => of(program, array, known)?.first().cloned(),
        hir::ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) if e.ty == hir::Ty::Int => {
            let (a, b) = (number(program, a, known)?, number(program, b, known)?);
            Some(Expr::new(ExprKind::Binary(*op, Box::new(a), Box::new(b)), Ty::I32, e.span))
        }
        _ => None,
    }
}

pub fn rank(ty: &hir::Ty) -> usize {
    match ty {
        hir::Ty::Array { elem, .. } => 1 + rank(elem),
        hir::Ty::ValueArray { elem, dims } => dims.len() + rank(elem),
        _ => 0,
    }
}

/// The sizes of a type that tells them all.
fn bounds(ty: &hir::Ty) -> Option<Vec<Expr>> {
    let mut at = ty;
    let mut all = Vec::new();
    loop {
        match at {
            hir::Ty::Array { elem, bound } => {
                all.push(*bound);
                at = elem;
            }
            hir::Ty::ValueArray { elem, dims } => {
                all.extend(dims.iter().copied());
                at = elem;
            }
            _ => break,
        }
    }
    if all.is_empty() {
        return None;
    }
    all.into_iter().map(|b| Some(Expr::int(b? as i32, Span::NONE))).collect()
}

/// Whether sizes are the same, wherever they are written.
pub fn same_sizes(a: &[Expr], b: &[Expr]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_number(a, b))
}

fn same_number(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Binary(p, a, b), ExprKind::Binary(q, c, d)) => p == q && same_number(a, c) && same_number(b, d),
        (ExprKind::Math(p, a), ExprKind::Math(q, b)) => p == q && same_sizes(a, b),
        (a, b) => a == b,
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
