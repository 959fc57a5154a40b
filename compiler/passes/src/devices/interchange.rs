//! Loops of an iteration that go over the same elements again in each turn of a loop around them, turned inside out.
//!
//! `for k … for j … c[i][j] += a[i][k] * b[k][j]` reads rows of `b` as a cache likes it, and is how one writes it for a processor. Turned,
//! `for j … for k …`, the turns of the loop in front are independent: work items can share them, and each keeps its element in
//! a register ([`store_promotion`](crate::store_promotion)). Loops over the same `j` in front join in. What happens to an element happens
//! in the order in which it did before.

use crate::store_promotion::leaves;
use somd_core::ir::*;
use somd_core::walk::{self, named};
use std::collections::BTreeSet;

/// The instruction with such loops turned; None where it has none.
pub(super) fn interchange(func: &Func, par: &Par) -> Option<(Func, Par)> {
    let arrays = par.outputs.iter().map(|o| match o.kind {
        OutputKind::Array(ArraySource::Update { old }) => Some(vec![o.result, old]),
        OutputKind::Array(ArraySource::New { .. }) => Some(vec![o.result]),
        _ => None,
    });
    let arrays: BTreeSet<VarId> = arrays.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
    let [before @ .., last] = par.body.stmts.as_slice() else { return None };
    let (var, lo, hi) = across(last)?;
    // A loop over them alone has nothing to be turned.
    if matches!(&last.kind, StmtKind::For { var: v, .. } if *v == var) || par.space.len() > 2 {
        return None;
    }
    let counter = VarId(func.vars.len() as u32);
    let nest = Nest { func, arrays: &arrays, own: named(&par.body.stmts).0, counter, lo, hi };
    if !nest.fixed(lo) || !nest.fixed(hi) {
        return None;
    }
    let (mut turned, mut checks) = (nest.turned(last)?, nest.checks(last));
    let mut first = before.len();
    while let Some(stmt) = before[..first].last()
        && let Some(more) = nest.turned(stmt)
    {
        turned.splice(0..0, more);
        checks.splice(0..0, nest.checks(stmt));
        first -= 1;
    }
    let body = Block { stmts: turned };
    if !nest.apart(&body) {
        return None;
    }
    let mut func = func.clone();
    func.vars.push(Var { mutable: false, ..func.vars[var.index()].clone() });
    func.vars.push(Var { name: "checked".into(), ty: Ty::Bool, mutable: false, span: Default::default(), folds: None });
    let number = Expr::int(1, Default::default());
    let label = LabelId(walk::labels(&par.body));
    let kind = StmtKind::For { var: counter, lo: lo.clone(), hi: hi.clone(), step: number, body, label };
    let mut stmts = before[..first].to_vec();
    stmts.extend(checks);
    stmts.push(Stmt { kind, prov: last.prov.clone() });
    Some((func, Par { body: Block { stmts }, ..par.clone() }))
}

/// The innermost loop at the end of loops: its variable and bounds.
fn across(stmt: &Stmt) -> Option<(VarId, &Expr, &Expr)> {
    match &stmt.kind {
        StmtKind::For { var, lo, hi, body, .. } => body.stmts.last().and_then(across).or(Some((*var, lo, hi))),
        StmtKind::If { then, otherwise, .. } if otherwise.stmts.is_empty() => across(then.stmts.last()?),
        _ => None,
    }
}

struct Nest<'e> {
    func: &'e Func,
    /// The outputs, by their new and old names.
    arrays: &'e BTreeSet<VarId>,
    /// Declared in the iteration.
    own: BTreeSet<VarId>,
    /// Takes the place of the loops' variables.
    counter: VarId,
    lo: &'e Expr,
    hi: &'e Expr,
}

impl Nest<'_> {
    /// The same throughout the iteration.
    fn fixed(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Const(_) | ExprKind::Len { .. } => true,
            ExprKind::Var(v) => !self.own.contains(v) && !self.func.vars[v.index()].mutable,
            ExprKind::Binary(op, a, b) => {
                !matches!(op, BinOp::Div | BinOp::Rem) && e.ty == Ty::I32 && self.fixed(a) && self.fixed(b)
            }
            _ => false,
        }
    }

    /// What a statement does for one value of the counter, where it is a loop over its values or loops around such.
    fn turned(&self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        let inner = |block: &Block| {
            let (mut stmts, mut turns) = (Vec::new(), false);
            for stmt in &block.stmts {
                if self.moves(stmt) {
                    stmts.push(stmt.clone());
                } else {
                    stmts.append(&mut self.turned(stmt)?);
                    turns = true;
                }
            }
            turns.then_some(Block { stmts })
        };
        let kind = match &stmt.kind {
            StmtKind::For { var, lo, hi, step, body, .. }
                if walk::equal(lo, self.lo)
                    && walk::equal(hi, self.hi)
                    && step.kind == ExprKind::Const(Const::Int(1)) =>
            {
                let mut body = body.clone();
                walk::rename_block(&mut body, &mut |v| if v == *var { self.counter } else { v });
                return (!leaves(&body)).then_some(body.stmts);
            }
            StmtKind::For { var, lo, hi, step, body, label } => {
                let plain = [lo, hi, step].into_iter().all(|e| self.looks_elsewhere(e));
                let (lo, hi, step) = (lo.clone(), hi.clone(), step.clone());
                let body = inner(body).filter(|b| plain && !leaves(b))?;
                StmtKind::For { var: *var, lo, hi, step, body, label: *label }
            }
            StmtKind::If { cond, then, otherwise } if otherwise.stmts.is_empty() && self.looks_elsewhere(cond) => {
                StmtKind::If { cond: cond.clone(), then: inner(then)?, otherwise: Block::default() }
            }
            _ => return None,
        };
        Some(vec![Stmt { kind, prov: stmt.prov.clone() }])
    }

    /// A value that may be computed once for each value of the counter.
    fn moves(&self, stmt: &Stmt) -> bool {
        matches!(&stmt.kind, StmtKind::Let { var, init: Some(init) }
            if init.ty.is_scalar() && !self.func.vars[var.index()].mutable && self.looks_elsewhere(init))
    }

    /// It neither reads outputs nor calls anything.
    fn looks_elsewhere(&self, e: &Expr) -> bool {
        let own = match &e.kind {
            ExprKind::Len { .. } | ExprKind::Check { kind: CheckKind::Index { .. }, .. } => true,
            ExprKind::Call { .. } => false,
            _ => walk::expr_var(e).is_none_or(|v| !self.arrays.contains(&v)),
        };
        let mut elsewhere = own;
        walk::expr_children(e, &mut |c| elsewhere &= self.looks_elsewhere(c));
        elsewhere
    }

    /// The checks that are made even where the counter has no value: loops of what moves into the new one.
    fn checks(&self, stmt: &Stmt) -> Vec<Stmt> {
        let checks = |e: &Expr| {
            let mut found = false;
            let value = StmtKind::Return(vec![e.clone()]);
            let block = Block { stmts: vec![Stmt { kind: value, prov: Prov::default() }] };
            walk::for_each_expr(&block, &mut |e| found |= matches!(e.kind, ExprKind::Check { .. }));
            found
        };
        let inner = |block: &Block| Block { stmts: block.stmts.iter().flat_map(|s| self.checks(s)).collect() };
        let kind = match &stmt.kind {
            StmtKind::For { lo, hi, .. } if walk::equal(lo, self.lo) && walk::equal(hi, self.hi) => return Vec::new(),
            StmtKind::Let { .. } => stmt.kind.clone(),
            StmtKind::For { var, lo, hi, step, body, label } => {
                let body = inner(body);
                let mut needed = checks(lo) || checks(hi) || checks(step);
                walk::for_each_expr(&body, &mut |e| needed |= matches!(e.kind, ExprKind::Check { .. }));
                if !needed {
                    return Vec::new();
                }
                let (lo, hi, step) = (lo.clone(), hi.clone(), step.clone());
                StmtKind::For { var: *var, lo, hi, step, body, label: *label }
            }
            StmtKind::If { cond, then, .. } => {
                let then = inner(then);
                let mut needed = checks(cond);
                walk::for_each_expr(&then, &mut |e| needed |= matches!(e.kind, ExprKind::Check { .. }));
                match (needed, then.stmts.is_empty()) {
                    (false, _) => return Vec::new(),
                    (_, true) => StmtKind::Let { var: VarId(self.counter.0 + 1), init: Some(cond.clone()) },
                    _ => StmtKind::If { cond: cond.clone(), then, otherwise: Block::default() },
                }
            }
            _ => return Vec::new(),
        };
        vec![Stmt { kind, prov: stmt.prov.clone() }]
    }

    /// Whether values of the counter have nothing to do with each other: they name elements of their own, and change what they declare.
    fn apart(&self, body: &Block) -> bool {
        let (own, _) = named(&body.stmts);
        let mut apart = true;
        // Of each output, the place of the counter in the index.
        let mut places: Vec<(VarId, usize)> = Vec::new();
        let mut element = |array: VarId, index: &[Expr]| {
            let place = index.iter().position(|e| matches!(e.unchecked().kind, ExprKind::Var(v) if v == self.counter));
            match (place, places.iter().find(|(a, _)| *a == array)) {
                (None, _) => apart = false,
                (Some(place), None) => places.push((array, place)),
                (Some(place), Some((_, known))) => apart &= place == *known,
            }
        };
        walk::for_each_expr(body, &mut |e| {
            if let ExprKind::Index { array, index } = &e.kind
                && self.arrays.contains(array)
            {
                element(*array, index);
            }
        });
        walk::for_each_stmt(body, &mut |s| {
            if let StmtKind::Store { array, index, .. } = &s.kind
                && self.arrays.contains(array)
            {
                element(*array, index);
            }
        });
        let same = places.iter().all(|(_, p)| *p == places[0].1);
        walk::for_each_expr(body, &mut |e| match &e.kind {
            ExprKind::Row { array, .. } | ExprKind::Var(array) => apart &= !self.arrays.contains(array),
            ExprKind::NewPrivate => apart = false,
            _ => {}
        });
        walk::for_each_stmt(body, &mut |s| match &s.kind {
            StmtKind::Let { .. } | StmtKind::If { .. } | StmtKind::For { .. } | StmtKind::While { .. } => {}
            StmtKind::Assign { var, .. } => apart &= own.contains(var),
            StmtKind::Store { array, .. } => apart &= self.arrays.contains(array),
            _ => apart = false,
        });
        apart && same && !places.is_empty()
    }
}
