//! Arrays that a region is given under two names. In a region every array is a value; in Java two parameters may be one array, a row of one
//! the other, or two rows of a matrix the same. What a region changes must be nothing that it has another name for, which is asked as the
//! program runs, unless each iteration reads only the element that it changes, and before it does.

use super::columns::library;
use crate::Cx;
use crate::error::Result;
use crate::rows::rank;
use somd_core::ir::{
    ArraySource, Block, Expr, ExprKind, Func, FuncId, FuncKind, Output, OutputKind, Par, Stmt, StmtKind, VarId,
};
use somd_core::walk as core_walk;
use somd_hir::{self as hir, BinOp, LocalId, Ty};
use std::collections::BTreeSet;

/// An array that a region works on.
pub struct Given {
    pub array: hir::Expr,
    pub changed: bool,
    /// The region's parameter; None where it is gathered.
    pub param: Option<VarId>,
}

/// The arrays among the arguments of a region, but for those that only the region's surroundings know.
pub fn given(cx: &Cx<'_>, func: FuncId, args: &[hir::Expr], own: &BTreeSet<LocalId>) -> Vec<Given> {
    let func = cx.core.func(func);
    let FuncKind::Region { updates, .. } = &func.kind else { return Vec::new() };
    let arrays = func.params.iter().zip(args).filter(|(_, e)| match (&e.kind, &e.ty) {
        (hir::ExprKind::Local(l), Ty::Array { .. }) => !own.contains(l),
        (_, ty) => matches!(ty, Ty::Array { .. }),
    });
    arrays.map(|(&p, e)| Given { array: e.clone(), changed: updates.contains(&Some(p)), param: Some(p) }).collect()
}

/// Whether no array that the region changes is part of another; None where nothing is to be asked.
pub fn question(cx: &Cx<'_>, func: FuncId, all: &[Given]) -> Result<Option<hir::Expr>> {
    let region = cx.core.func(func);
    let mut asked: Option<hir::Expr> = None;
    let mut ask = |q: hir::Expr| {
        let span = q.span;
        asked = Some(match asked.take() {
            None => q,
            Some(before) => boolean(hir::ExprKind::And(Box::new(before), Box::new(q)), span),
        });
    };
    for (k, array) in all.iter().enumerate().filter(|(_, g)| g.changed) {
        let partners = all.iter().enumerate().filter(|(j, other)| {
            let once = !other.changed || *j > k;
            *j != k && once && leaf(&other.array.ty) == leaf(&array.array.ty)
        });
        for (_, other) in partners {
            let span = array.array.span;
            let apart = || library(cx, "separate", vec![array.array.clone(), other.array.clone()], span);
            let harmless = other.array.ty == array.array.ty
                && !other.changed
                && array.param.zip(other.param).is_some_and(|(a, o)| reads_own_elements(region, a, o));
            if !harmless {
                ask(apart()?);
            } else if rank(&array.array.ty) > 1 {
                // One array may have the other's rows in another order.
                let (a, o) = (Box::new(array.array.clone()), Box::new(other.array.clone()));
                let one = boolean(hir::ExprKind::Binary(BinOp::Eq, a, o), span);
                ask(boolean(hir::ExprKind::Or(Box::new(one), Box::new(apart()?)), span));
            }
        }
    }
    Ok(asked)
}

/// A parameter that the region `func` changes, and another that has the same array, where that is not as good as two arrays.
pub fn given_twice(func: &Func, arrays: &[Option<VarId>]) -> Option<(VarId, VarId)> {
    let FuncKind::Region { updates, .. } = &func.kind else { return None };
    let all = || func.params.iter().zip(arrays).filter_map(|(&p, &a)| Some((p, a?)));
    let changed = all().filter(|(p, _)| updates.contains(&Some(*p)));
    changed
        .flat_map(|(p, a)| all().filter(move |(q, b)| *q != p && *b == a).map(move |(q, _)| (p, q)))
        .find(|&(p, q)| updates.contains(&Some(q)) || !reads_own_elements(func, p, q))
}

fn boolean(kind: hir::ExprKind, span: somd_syntax::source::Span) -> hir::Expr {
    hir::Expr { kind, ty: Ty::Boolean, span }
}

fn leaf(ty: &Ty) -> &Ty {
    match ty {
        Ty::Array { elem, .. } => leaf(elem),
        _ => ty,
    }
}

/// Whether the region means the same where `other` is the array that it changes: one loop changes it, nothing else looks at either, and each
/// iteration reads `other` only where it stores, before it does.
fn reads_own_elements(func: &Func, array: VarId, other: VarId) -> bool {
    let updated = |o: &Output| matches!(&o.kind, OutputKind::Array(ArraySource::Update { old }) if *old == array);
    let loops = func.body.stmts.iter().filter_map(|s| match &s.kind {
        StmtKind::Par(par) => par.outputs.iter().find(|o| updated(o)).map(|o| (par, o.result)),
        _ => None,
    });
    let [(par, result)] = loops.collect::<Vec<_>>()[..] else { return false };
    let named = [array, other, result];
    let elsewhere = func.body.stmts.iter().any(|s| match &s.kind {
        StmtKind::Par(p) if std::ptr::eq(p, par) => bounds(p).any(|e| reads(e, &named)),
        StmtKind::Return(values) => values.iter().any(|e| e.kind != ExprKind::Var(result) && reads(e, &named)),
        _ => mentions(s, &named),
    });
    let mut own = Own { result, other, at: Vec::new(), func };
    !elsewhere && own.places(&par.body) && own.block(&par.body)[0].is_some()
}

fn bounds(par: &Par) -> impl Iterator<Item = &Expr> {
    par.space.iter().flat_map(|d| [&d.lo, &d.hi])
}

/// Whether elements are read, rather than lengths.
fn reads(e: &Expr, named: &[VarId]) -> bool {
    let mut found = match &e.kind {
        ExprKind::Var(v) => named.contains(v),
        ExprKind::Index { array, .. } | ExprKind::Row { array, .. } => named.contains(array),
        _ => false,
    };
    core_walk::expr_children(e, &mut |c| found |= reads(c, named));
    found
}

fn mentions(s: &Stmt, named: &[VarId]) -> bool {
    let mut found = false;
    core_walk::for_each_stmt(&Block { stmts: vec![s.clone()] }, &mut |s| {
        core_walk::stmt_vars(s, &mut |v, _| found |= named.contains(&v));
        core_walk::stmt_exprs(s, &mut |e| found |= reads(e, named));
    });
    found
}

/// Whether the element may have been stored, where it was not before and where it was; None where the other array is read when it may have been.
type After = [Option<bool>; 2];

/// Follows an iteration.
struct Own<'f> {
    func: &'f Func,
    result: VarId,
    other: VarId,
    /// Where it stores.
    at: Vec<Expr>,
}

impl Own<'_> {
    /// All stores, and all reads of the other array, are at one place, which has one value during an iteration.
    fn places(&mut self, body: &Block) -> bool {
        let mut all: Vec<Vec<Expr>> = Vec::new();
        core_walk::for_each_stmt(body, &mut |s| {
            if let StmtKind::Store { array, index, .. } = &s.kind
                && *array == self.result
            {
                all.push(index.clone());
            }
        });
        let Some(first) = all.first() else { return false };
        let same = |index: &[Expr]| {
            index.len() == first.len() && index.iter().zip(first).all(|(a, b)| core_walk::same_value(a, b))
        };
        let mut wrong = all.iter().any(|index| !same(index));
        core_walk::for_each_expr(body, &mut |e| match &e.kind {
            ExprKind::Index { array, index } if *array == self.other => wrong |= !same(index),
            ExprKind::Var(v) | ExprKind::Row { array: v, .. } => wrong |= *v == self.other,
            _ => {}
        });
        let mut changes = |e: &Expr| {
            core_walk::for_each_read(e, &mut |v| wrong |= self.func.vars[v.index()].mutable);
        };
        first.iter().for_each(&mut changes);
        self.at = first.iter().map(|e| e.unchecked().clone()).collect();
        !wrong
    }

    /// What is so after the block. Each block is gone through once.
    fn block(&self, b: &Block) -> After {
        let mut after = [Some(false), Some(true)];
        for s in &b.stmts {
            let step = self.stmt(s);
            after = after.map(|stored| step[usize::from(stored?)]);
        }
        after
    }

    fn stmt(&self, s: &Stmt) -> After {
        let mut reads_other = false;
        core_walk::stmt_exprs(s, &mut |e| reads_other |= reads(e, &[self.other]));
        let inner = match &s.kind {
            StmtKind::Store { array, .. } => [Some(*array == self.result), Some(true)],
            StmtKind::If { then, otherwise, .. } => {
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                [0, 1].map(|stored| Some(then[stored]? | otherwise[stored]?))
            }
            // Each turn has an element of its own.
            StmtKind::For { var, body, .. } if self.at.iter().any(|e| e.kind == ExprKind::Var(*var)) => {
                self.block(body)
            }
            StmtKind::For { body, .. } | StmtKind::While { body, .. } => {
                let body = self.block(body);
                body.map(|after| after.filter(|stored| !stored || !reads_other && body[1].is_some()))
            }
            StmtKind::Labeled { body, .. } => self.block(body),
            _ => [Some(false), Some(true)],
        };
        if reads_other { [inner[0], None] } else { inner }
    }
}
