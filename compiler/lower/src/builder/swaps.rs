//! Arrays of an iteration that change places: `int[] t = last; last = next; next = t`, the two rows of a dynamic program.
//!
//! The arrays that a few variables hold in turn are the rows of one array, and a variable is the number of its row.

use crate::best::same;
use crate::builder::{Binding, Builder};
use crate::error::{LowerError, Result};
use crate::types;
use crate::{Cx, walk};
use somd_core::ir::{ArrayTy, Expr, ExprKind, Stmt, StmtKind, Ty, VarId};
use somd_hir::{self as hir, LocalId, MethodId};
use somd_syntax::source::Span;
use std::collections::BTreeMap;

/// Variables that hold each other's arrays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Those that are declared with an array of their own, in the order of their declarations.
    rows: Vec<LocalId>,
    /// Those that are assigned.
    moving: Vec<LocalId>,
}

/// Where a group's rows are, in the method that is being translated.
#[derive(Clone, Debug)]
pub struct Rows {
    pub group: Group,
    pub frame: usize,
    pub array: VarId,
    pub prefix: Vec<Expr>,
}

impl Cx<'_> {
    /// The group that a local of a method is in: each of its variables is given arrays of the same sizes, or what others of them hold.
    fn swapped(&self, method: MethodId, local: LocalId) -> Option<Group> {
        let m = self.hir.method(method);
        let body = m.body.as_ref()?;
        let is_array = |l: LocalId| matches!(m.locals[l.index()].ty, hir::Ty::Array { .. });
        if !is_array(local) {
            return None;
        }
        // What each local is given: an array of its own, or another's.
        let mut given: BTreeMap<LocalId, Vec<&hir::Expr>> = BTreeMap::new();
        walk::stmts_in(body, &mut |s| {
            if let hir::StmtKind::Local { local, init: Some(init) } = &s.kind
                && is_array(*local)
            {
                given.entry(*local).or_default().push(init);
            }
        });
        walk::exprs_in(body, &mut |e| {
            if let hir::ExprKind::Assign { place: hir::Place::Local(l), value } = &e.kind
                && is_array(*l)
            {
                given.entry(*l).or_default().push(value);
            }
        });
        let mut group = vec![local];
        loop {
            let before = group.len();
            for (l, values) in &given {
                for value in values {
                    let hir::ExprKind::Local(from) = value.kind else { continue };
                    let (has, gives) = (group.contains(l), group.contains(&from));
                    match (has, gives) {
                        (true, false) => group.push(from),
                        (false, true) => group.push(*l),
                        _ => {}
                    }
                }
            }
            if group.len() == before {
                break;
            }
        }
        group.sort();
        let moving: Vec<LocalId> = group.iter().copied().filter(|l| self.assigned(method, *l)).collect();
        let mut rows: Vec<(LocalId, &[hir::Expr])> = Vec::new();
        for l in &group {
            for value in given.get(l).filter(|_| !m.params.contains(l))? {
                match &value.kind {
                    hir::ExprKind::Local(_) => {}
                    hir::ExprKind::NewArray { sizes } if rows.last().is_none_or(|(last, _)| last != l) => {
                        rows.push((*l, sizes));
                    }
                    _ => return None,
                }
            }
        }
        let (first, sizes) = rows.first()?;
        let ty = |l: LocalId| &m.locals[l.index()].ty;
        let alike = rows.iter().all(|(l, other)| {
            ty(*l) == ty(*first) && sizes.len() == other.len() && sizes.iter().zip(*other).all(|(a, b)| same(a, b))
        });
        let stays = sizes.iter().all(|size| {
            let mut stays = true;
            walk::exprs(size, &mut |e| {
                stays &= match &e.kind {
                    hir::ExprKind::Local(l) => !self.assigned(method, *l),
                    hir::ExprKind::Field { object: None, .. } => true,
                    hir::ExprKind::Field { object: Some(o), .. } => matches!(o.kind, hir::ExprKind::This),
                    hir::ExprKind::Lit(_) | hir::ExprKind::This | hir::ExprKind::Length(_) => true,
                    hir::ExprKind::Binary(..) | hir::ExprKind::Convert(_) => true,
                    _ => false,
                };
            });
            stays
        });
        let rows = rows.iter().map(|(l, _)| *l).collect();
        (alike && stays && !moving.is_empty()).then_some(Group { rows, moving })
    }
}

impl Builder<'_, '_> {
    /// Declares a variable of such a group. False where it is none.
    pub fn swapped_local(
        &mut self,
        local: LocalId,
        declared: &ArrayTy,
        init: &hir::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<bool> {
        let Some(group) = self.cx.swapped(self.method_id(), local) else { return Ok(false) };
        let name = self.method().locals[local.index()].name.clone();
        let (array, prefix, row) = match &init.kind {
            hir::ExprKind::NewArray { sizes } => {
                let Some(n) = group.rows.iter().position(|l| *l == local) else { return Ok(false) };
                let Some((array, prefix)) = self.rows_of_group(&group, &name, declared, sizes, span, out)? else {
                    return Ok(false);
                };
                (array, prefix, Expr::int(n as i32, span))
            }
            _ => {
                let (array, mut index) = self.array(init, out)?;
                match index.pop().filter(|_| self.swaps.iter().any(|rows| rows.array == array)) {
                    Some(row) => (array, index, row),
                    None => return Ok(false),
                }
            }
        };
        let moves = group.moving.contains(&local);
        let number = self.var(format!("{name}_row"), Ty::I32, moves, span);
        self.emit(out, StmtKind::Let { var: number, init: Some(row) }, span);
        let index: Vec<Expr> = prefix.into_iter().chain([self.read(number, span)]).collect();
        if matches!(init.kind, hir::ExprKind::NewArray { .. }) {
            // Java's new arrays are of zeros, each time.
            let zero = types::zero(self.cx, &declared.elem, span).ok_or_else(LowerError::internal)?;
            let sizes = self.lengths_of(array, index.len(), span);
            let zeroed = self.zeroed(array, index.clone(), &sizes, zero, span);
            out.extend(zeroed);
        }
        self.bind(local, Binding::Row { array, index });
        Ok(true)
    }

    /// The array that has the group's arrays as its rows.
    fn rows_of_group(
        &mut self,
        group: &Group,
        name: &str,
        declared: &ArrayTy,
        sizes: &[hir::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Option<(VarId, Vec<Expr>)>> {
        let frame = self.frames.len();
        // A method that is translated in place once more has arrays of its own.
        let first = group.rows.first().is_some_and(|l| self.binding(*l).is_none());
        if !first && let Some(rows) = self.swaps.iter().rev().find(|rows| rows.frame == frame && rows.group == *group) {
            return Ok(Some((rows.array, rows.prefix.clone())));
        }
        if sizes.len() < declared.dims.len() {
            return Ok(None);
        }
        let count = group.rows.len() as u32;
        let known: Option<Vec<Option<u32>>> =
            sizes.iter().map(|s| types::constant_int(s).and_then(|n| u32::try_from(n).ok()).map(Some)).collect();
        let (array, prefix) = match known {
            Some(dims) => {
                let dims = std::iter::once(Some(count)).chain(dims).collect();
                let ty = Ty::Array(ArrayTy { elem: declared.elem.clone(), dims });
                let var = self.var(name, ty.clone(), true, span);
                self.emit(out, StmtKind::Let { var, init: Some(Expr::new(ExprKind::NewPrivate, ty, span)) }, span);
                (var, Vec::new())
            }
            None => {
                if self.work.is_none() {
                    return Ok(None);
                }
                let refs: Vec<&hir::Expr> = sizes.iter().collect();
                let sizes = self.operands(&refs, out)?;
                self.check_sizes(&sizes, span, out);
                let all: Vec<Expr> = std::iter::once(Expr::int(count as i32, span)).chain(sizes).collect();
                self.work_row(name, None, &declared.elem, &all, span)?
            }
        };
        self.swaps.push(Rows { group: group.clone(), frame, array, prefix: prefix.clone() });
        Ok(Some((array, prefix)))
    }

    /// `last = next`, where both are in a group: the number of the row. None where they are not.
    pub fn swap(&mut self, local: LocalId, value: &hir::Expr, span: Span, out: &mut Vec<Stmt>) -> Result<Option<Expr>> {
        let (Some(var), hir::ExprKind::Local(_)) = (self.row_number(local), &value.kind) else { return Ok(None) };
        let (from, mut index) = self.array(value, out)?;
        let Some(Binding::Row { array, index: own }) = self.binding(local).cloned() else { return Ok(None) };
        let Some(row) = index.pop().filter(|_| from == array) else {
            return Err(LowerError::several_arrays(&self.method().locals[local.index()].name, span));
        };
        self.emit(out, StmtKind::Assign { var, value: row }, span);
        Ok(Some(self.read_place((array, own), span)))
    }

    /// The variable that says which row a local of a group holds.
    pub fn row_number(&self, local: LocalId) -> Option<VarId> {
        let Some(Binding::Row { array, index }) = self.binding(local) else { return None };
        match index.last()?.kind {
            ExprKind::Var(v) if self.swaps.iter().any(|rows| rows.array == *array) => Some(v),
            _ => None,
        }
    }
}
