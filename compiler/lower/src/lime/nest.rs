//! A map of a method that only maps another one: one instruction of two dimensions, as two loops around each other are.
//!
//! `a.allPairs(b, f)` is `a.map(x -> b.map(y -> f(x, y)))`, and so may a program write it. Every iteration is a pair then, so the
//! schedule sees the nest that it sees of loops: a product is tiled, and threads share the pairs of few rows.

use super::super::builder::{Binding, Sink, math_op};
use super::super::error::{LowerError, Result};
use super::super::{rows, walk};
use super::Region;
use somd_core::ir::{ArrayTy, Expr, ExprKind, Stmt, StmtKind, Ty};
use somd_hir::{self as hir, MapArg, MethodId};
use somd_syntax::source::Span;

/// The method that is mapped within, and where its arguments come from.
pub struct Nest {
    method: MethodId,
    /// The argument of the outer map that each is, and whether the inner map takes its elements.
    args: Vec<(usize, bool)>,
    /// The one whose elements it takes.
    over: usize,
}

/// The nest that a map is; None where its method does more, or the rows have a length that their type tells: those are registers.
pub fn of(program: &hir::Program, method: MethodId, args: &[MapArg], values: &[Expr]) -> Option<Nest> {
    let m = program.method(method);
    let body = m.body.as_ref()?;
    let [hir::Stmt { kind: hir::StmtKind::Return(Some(value)), .. }] = body.stmts.as_slice() else { return None };
    let hir::ExprKind::Map { method: inner, args: within } = &value.kind else { return None };
    if !walk::assigned_in(body).is_empty() {
        return None;
    }
    let mut all = Vec::new();
    for arg in within {
        let hir::ExprKind::Local(local) = &arg.expr.kind else { return None };
        let place = m.params.iter().position(|p| p == local)?;
        if arg.expr.ty != m.locals[local.index()].ty {
            return None;
        }
        all.push((place, arg.mapped));
    }
    let mut over = all.iter().filter(|a| a.1).map(|a| a.0);
    let (Some(first), None) = (over.next(), over.next()) else { return None };
    let ty = values.get(first)?.ty.as_array()?;
    let dim = usize::from(args.get(first)?.mapped);
    let callee = program.method(*inner);
    let fits = callee.is_static && matches!(ty.dims.get(dim), Some(None));
    fits.then_some(Nest { method: *inner, args: all, over: first })
}

impl<'a> Region<'_, 'a> {
    /// The instruction that it is; `n` is the length of what the outer map takes.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn nest(
        &mut self,
        nest: Nest,
        args: &[MapArg],
        values: Vec<Expr>,
        n: Expr,
        ty: ArrayTy,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let hir: &'a hir::Program = self.b.cx.hir;
        let Nest { method, args: within, over } = nest;
        let callee = hir.method(method);
        let class = hir.class(callee.class);
        let dim = u32::from(args[over].mapped);
        let ExprKind::Var(array) = values[over].kind else { return Err(LowerError::internal()) };
        let m = Expr::new(ExprKind::Len { array, dim }, Ty::I32, span);
        let rows = (ty.dims.len() > 2).then(|| {
            let mut known = rows::Known::default();
            for (&p, (k, mapped)) in callee.params.iter().zip(&within) {
                let (value, outer) = (&values[*k], args[*k].mapped);
                if let Some(sizes) = rows::sizes_of(value, usize::from(outer) + usize::from(*mapped)) {
                    known.arrays.insert(p, sizes);
                } else if value.ty == Ty::I32 && !outer && !mapped {
                    known.numbers.insert(p, value.clone());
                }
            }
            rows::returned(hir, method, &known)
        });
        let elem = *ty.elem.clone();
        self.mapped = Some(format!("{}_{}", class.binary_name, callee.name));
        self.new_array(ty, vec![n, m], rows.flatten(), span, out, |this, i, result, stmts| {
            let mut elements = Vec::new();
            for &(k, mapped) in &within {
                let mut at = Vec::new();
                at.extend(args[k].mapped.then(|| i[0].clone()));
                at.extend(mapped.then(|| i[1].clone()));
                elements.push(match &values[k].kind {
                    ExprKind::Var(array) if !at.is_empty() => this.element(*array, &at, span)?,
                    _ => values[k].clone(),
                });
            }
            if let Some(op) = math_op(&class.name, &callee.name, elements.len()) {
                let value = Expr::new(ExprKind::Math(op, elements), elem, span);
                this.b.emit(stmts, StmtKind::Store { array: result, index: i.to_vec(), value }, span);
                return Ok(());
            }
            if callee.body.is_none() {
                return Err(LowerError::new(span, format!("`{}` cannot be mapped in parallel", callee.display)));
            }
            let mut bindings: Vec<(hir::LocalId, Binding)> = Vec::new();
            for ((&param, value), (k, _)) in callee.params.iter().zip(elements).zip(&within) {
                let binding = match this.object_binding(&args[*k].expr).filter(|_| !args[*k].mapped) {
                    Some(object) => object,
                    None => this.b.parameter(method, param, value, stmts)?,
                };
                bindings.push((param, binding));
            }
            let sink = Sink::Store { array: result, prefix: i.to_vec() };
            this.b.inline(method, None, bindings, sink, span, stmts)
        })
    }
}
