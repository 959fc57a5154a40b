//! Arrays that a region is given and that may be null. Java throws where an array is used, and not at all where it is not: an optional
//! table of weights, a method without iterations. So a region must not fail when it is called.
//!
//! An array whose length the first loop's head asks for is asked for it by Java at the same time. Any other array may be null
//! ([`FuncKind::Region`], `optional`) where all that the region does with it is look at and store to elements whose indices are checked: it
//! is as an array without elements, whose checks throw what Java throws. Of the rest the host asks, and runs the loop as it is written.

use super::aliases::Given;
use super::columns;
use crate::Cx;
use somd_core::ir::{
    ArraySource, Block, CheckKind, Expr, ExprKind, Func, FuncId, FuncKind, Output, OutputKind, StmtKind, VarId,
};
use somd_core::walk;
use somd_hir::{self as hir, BinOp, Ty};
use std::collections::BTreeSet;

/// Tells the region `func` which of the given arrays may be null. The result is what the host asks of the others.
pub fn question(cx: &mut Cx<'_>, func: FuncId, given: &[Given]) -> Option<hir::Expr> {
    let mut asked: Option<hir::Expr> = None;
    for array in given {
        let Ty::Array { elem, .. } = &array.array.ty else { continue };
        let Some(param) = array.param.filter(|_| !matches!(**elem, Ty::Array { .. })) else { continue };
        let region = cx.core.func(func);
        if asked_at_entry(region, param) {
            continue;
        }
        if is_optional(region, param) {
            if let FuncKind::Region { optional, .. } = &mut cx.core.funcs[func.index()].kind {
                optional.insert(param);
            }
            continue;
        }
        let span = array.array.span;
        let null = hir::Expr { kind: hir::ExprKind::Lit(hir::Lit::Null), ty: Ty::Null, span };
        let kind = hir::ExprKind::Binary(BinOp::Ne, Box::new(array.array.clone()), Box::new(null));
        let there = hir::Expr { kind, ty: Ty::Boolean, span };
        asked = Some(columns::and(asked.take(), there));
    }
    asked
}

/// Whether the first loop's head reads the array's length, and nothing before it can fail.
fn asked_at_entry(func: &Func, param: VarId) -> bool {
    let mut reads = false;
    for s in &func.body.stmts {
        walk_heads(s, &mut |e| reads |= reads_length(e, param));
        match &s.kind {
            _ if reads => return true,
            StmtKind::Let { init, .. } if !init.as_ref().is_some_and(may_fail) => {}
            _ => return false,
        }
    }
    false
}

fn walk_heads(s: &somd_core::ir::Stmt, f: &mut dyn FnMut(&Expr)) {
    match &s.kind {
        StmtKind::Par(par) => par.space.iter().flat_map(|d| [&d.lo, &d.hi]).for_each(f),
        StmtKind::Let { init, .. } => init.iter().for_each(f),
        _ => {}
    }
}

/// Whether the length is read whatever the expression's conditions are.
fn reads_length(e: &Expr, param: VarId) -> bool {
    match &e.kind {
        ExprKind::Len { array, .. } => *array == param,
        ExprKind::Select(first, ..) | ExprKind::And(first, _) | ExprKind::Or(first, _) => reads_length(first, param),
        _ => {
            let mut found = false;
            walk::expr_children(e, &mut |c| found |= reads_length(c, param));
            found
        }
    }
}

fn may_fail(e: &Expr) -> bool {
    let mut found = matches!(e.kind, ExprKind::Check { .. } | ExprKind::Call { .. });
    walk::expr_children(e, &mut |c| found |= may_fail(c));
    found
}

/// Whether the array is used only where an index into it is checked.
fn is_optional(func: &Func, param: VarId) -> bool {
    let checked = func.vars[param.index()].ty.as_array().is_some_and(|a| a.dims == [None] && a.elem.is_scalar());
    checked && Uses { param, names: BTreeSet::from([param]) }.block(&func.body)
}

struct Uses {
    param: VarId,
    /// The parameter, and what updates made of it.
    names: BTreeSet<VarId>,
}

impl Uses {
    fn block(&mut self, block: &Block) -> bool {
        block.stmts.iter().all(|s| {
            let stands = match &s.kind {
                StmtKind::Store { array, index, value } if self.names.contains(array) => {
                    index.iter().all(|i| self.is_checked(i) && self.expr(i)) && self.expr(value)
                }
                // What an update made is not the result: that is the caller's array.
                StmtKind::Return(values) => values.iter().all(|v| match v.kind {
                    ExprKind::Var(v) => v != self.param,
                    _ => self.expr(v),
                }),
                StmtKind::Par(par) => {
                    let mut stands = par.outputs.iter().all(|o| self.output(o));
                    walk::stmt_exprs(s, &mut |e| stands &= self.expr(e));
                    stands
                }
                _ => {
                    let mut stands = true;
                    walk::stmt_vars(s, &mut |v, _| stands &= !self.names.contains(&v));
                    walk::stmt_exprs(s, &mut |e| stands &= self.expr(e));
                    stands
                }
            };
            let mut inner = stands;
            walk::stmt_blocks(s, &mut |b| inner = inner && self.block(b));
            inner
        })
    }

    fn output(&mut self, output: &Output) -> bool {
        match &output.kind {
            OutputKind::Array(ArraySource::Update { old }) if self.names.contains(old) => {
                self.names.insert(output.result)
            }
            // What these do with their arrays is not seen in their bodies.
            OutputKind::Accumulate { array, .. } | OutputKind::Sort { array, .. } => !self.names.contains(array),
            OutputKind::Fold { captured, .. } => captured.iter().all(|v| !self.names.contains(v)),
            _ => true,
        }
    }

    fn is_checked(&self, index: &Expr) -> bool {
        matches!(&index.kind, ExprKind::Check { kind: CheckKind::Index { array, .. }, .. } if self.names.contains(array))
    }

    fn expr(&self, e: &Expr) -> bool {
        let own = match &e.kind {
            ExprKind::Index { array, index } if self.names.contains(array) => index.iter().all(|i| self.is_checked(i)),
            ExprKind::Check { kind: CheckKind::Index { .. }, .. } => true,
            _ => walk::expr_var(e).is_none_or(|v| !self.names.contains(&v)),
        };
        let mut stands = own;
        walk::expr_children(e, &mut |c| stands = stands && self.expr(c));
        stands
    }
}
