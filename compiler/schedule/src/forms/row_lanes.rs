//! Iterations that fold rows of their own in an order that does not matter, or in the fixed shape: several neighbouring work items, the *lanes* of a row,
//! take an iteration together. Each folds every so many elements, and they put together what they have: neighbours read neighbouring elements, and
//! no lane waits for another in a loop.
//!
//! All else in the iteration every lane computes for itself, from values that they have alike. So nothing need be told from one to another but what loops
//! fold and what they store to results.

use super::group_per_row::LONG;
use crate::independence::{constant, each_expr, independent, reads, stores, written};
use somd_core::interface::captures;
use somd_core::ir::*;
use somd_core::walk::{self, named};
use somd_syntax::ast::ReduceOp;
use std::collections::{BTreeMap, BTreeSet};

/// Up to so many elements are folded in order in the fixed shape.
const SMALL: i64 = 32;

/// An instruction's iterations as lanes run them.
pub struct Plan<'p> {
    pub steps: Vec<Step<'p>>,
}

pub struct Step<'p> {
    pub kind: Kind<'p>,
    /// Results that other lanes have looked at or stored to by then are stored to or looked at.
    pub waits: bool,
}

pub enum Kind<'p> {
    /// By every lane alike; stores are one lane's.
    Same(&'p Stmt),
    /// A loop that folds.
    Folded(Folded<'p>),
    /// The fixed shape over more than a few elements, in order over a few.
    Shaped(Shaped<'p>),
    /// A loop whose turns are independent.
    Each(Turns<'p>),
}

pub struct Turns<'p> {
    pub prov: &'p Prov,
    pub var: VarId,
    pub lo: &'p Expr,
    pub hi: &'p Expr,
    pub label: LabelId,
    pub turn: &'p Block,
}

pub struct Folded<'p> {
    pub turns: Turns<'p>,
    /// What lasts, and by what operator.
    pub folds: BTreeMap<VarId, ReduceOp>,
}

pub struct Shaped<'p> {
    pub prov: &'p Prov,
    /// `length <= 32`
    pub few: &'p Expr,
    pub length: &'p Expr,
    /// What is done for a few.
    pub in_order: &'p Block,
    /// The loop's variable there, what its turns begin with, and what they fold.
    pub var: VarId,
    pub lets: &'p [Stmt],
    pub value: &'p Expr,
    pub op: ReduceOp,
    pub acc: VarId,
}

/// What is asked about.
struct Search<'p> {
    func: &'p Func,
    par: &'p Par,
    own: VarId,
    captured: BTreeSet<VarId>,
    arrays: BTreeSet<VarId>,
}

/// The plan; None where no loop folds a row of the iteration's own, or something else cannot be shared.
pub fn find<'p>(func: &'p Func, par: &'p Par) -> Option<Plan<'p>> {
    let [dim] = par.space.as_slice() else { return None };
    let arrays = written(par)?;
    if func.vars[dim.index.index()].ty != Ty::I32 {
        return None;
    }
    let loops = |s: &Stmt| matches!(s.kind, StmtKind::For { .. } | StmtKind::If { .. });
    if !par.body.stmts.iter().any(loops) {
        return None;
    }
    let search = Search { func, par, own: dim.index, captured: captures(par).into_iter().collect(), arrays };
    let mut steps = Vec::new();
    let (mut folds, mut looked, mut stored) = (false, false, false);
    for stmt in &par.body.stmts {
        let kind = search.kind(stmt)?;
        folds |= matches!(kind, Kind::Folded(_) | Kind::Shaped(_));
        let mut looks = false;
        each_expr(stmt, &mut |e| looks |= reads(e, &search.arrays));
        let keeps = stores(stmt, &search.arrays);
        let waits = keeps && (looked || stored) || looks && stored;
        (looked, stored) = if waits { (looks, keeps) } else { (looked || looks, stored || keeps) };
        steps.push(Step { kind, waits });
    }
    folds.then_some(Plan { steps })
}

impl<'p> Search<'p> {
    fn kind(&self, stmt: &'p Stmt) -> Option<Kind<'p>> {
        if !self.knows_own(stmt) {
            return None;
        }
        if let Some(shaped) = self.shaped(stmt) {
            return Some(Kind::Shaped(shaped));
        }
        let turns = match &stmt.kind {
            StmtKind::For { lo, hi, .. } if few(lo, hi) => None,
            StmtKind::For { .. } => Some(turns(self.func, stmt)?),
            _ => None,
        };
        let Some(turns) = turns else { return self.same(stmt).then_some(Kind::Same(stmt)) };
        if stores(stmt, &self.arrays) {
            let free = independent(self.func, self.par, turns.var, 1, turns.turn, turns.label);
            return free.then_some(Kind::Each(turns));
        }
        let (declared, changed) = named(&turns.turn.stmts);
        let lasting: BTreeSet<VarId> = changed.into_iter().filter(|v| !declared.contains(v)).collect();
        let mut folds = BTreeMap::new();
        let fold = Fold { func: self.func, lasting: &lasting };
        let whole = fold.block(turns.turn, turns.label, &mut folds) && folds.len() == lasting.len();
        let along = self.goes_along(turns.var, &turns.turn.stmts, &[turns.lo, turns.hi], None);
        (whole && along && !folds.is_empty()).then_some(Kind::Folded(Folded { turns, folds }))
    }

    /// Whether a statement looks at results, and stores to them, only in what is the iteration's own, and does not leave it.
    fn knows_own(&self, stmt: &Stmt) -> bool {
        let mine = |index: &[Expr]| {
            index.first().is_some_and(|e| matches!(e.unchecked().kind, ExprKind::Var(v) if v == self.own))
        };
        let block = Block { stmts: vec![stmt.clone()] };
        let mut known = true;
        walk::for_each_expr(&block, &mut |e| match &e.kind {
            ExprKind::Len { .. } | ExprKind::Check { .. } => {}
            ExprKind::Index { array, index } if self.arrays.contains(array) => known &= mine(index),
            _ => known &= walk::expr_var(e).is_none_or(|v| !self.arrays.contains(&v)),
        });
        walk::for_each_stmt(&block, &mut |s| match &s.kind {
            StmtKind::Store { array, index, .. } if self.arrays.contains(array) => known &= mine(index),
            StmtKind::Return(_) | StmtKind::Throw { .. } | StmtKind::Accumulate { .. } => known = false,
            StmtKind::Call { .. } | StmtKind::CallRegion { .. } | StmtKind::Par(_) => known = false,
            _ => {}
        });
        known
    }

    /// Whether it is worth computing by all lanes: no loop in it has many turns.
    fn same(&self, stmt: &Stmt) -> bool {
        let mut short = true;
        walk::for_each_stmt(&Block { stmts: vec![stmt.clone()] }, &mut |s| match &s.kind {
            StmtKind::For { lo, hi, .. } => short &= few(lo, hi),
            StmtKind::While { .. } | StmtKind::Labeled { .. } => short = false,
            _ => {}
        });
        short
    }

    /// Whether a loop's turns read, from outside, what is both the iteration's and the turn's own, and their neighbours are turns rather than iterations.
    /// What others read too is better shared between iterations.
    fn goes_along(&self, var: VarId, turn: &[Stmt], bounds: &[&Expr], value: Option<&Expr>) -> bool {
        let ragged = bounds.iter().any(|e| !self.uniform(e));
        let (inside, _) = named(turn);
        let mut turns = BTreeSet::from([var]);
        for s in turn {
            if let StmtKind::Let { var, init: Some(e) } = &s.kind {
                let mut by = false;
                walk::for_each_read(e, &mut |v| by |= turns.contains(&v));
                if by && e.ty.is_int() {
                    turns.insert(*var);
                }
            }
        }
        let (mut alone, mut along, mut across) = (false, 0, 0);
        let mut look = |e: &Expr| {
            let ExprKind::Index { array, index } = &e.kind else { return };
            if !self.captured.contains(array) && !self.arrays.contains(array) {
                return;
            }
            let (mut by_turn, mut by_iteration) = (false, ragged);
            for e in index {
                walk::for_each_read(e, &mut |v| {
                    by_turn |= turns.contains(&v);
                    by_iteration |= v != var && !self.captured.contains(&v) && !inside.contains(&v);
                });
            }
            alone |= by_turn && by_iteration;
            let own = matches!(index.last().map(|e| &e.unchecked().kind), Some(ExprKind::Var(v)) if *v == self.own);
            across += usize::from(by_turn && own);
            along += usize::from(by_turn && !own);
        };
        walk::for_each_expr(&Block { stmts: turn.to_vec() }, &mut look);
        if let Some(value) = value {
            crate::forms::segmented::each(value, &mut look);
        }
        alone && along >= across
    }

    /// Whether it is the same for all iterations.
    fn uniform(&self, e: &Expr) -> bool {
        let mut uniform = walk::is_pure(e);
        crate::forms::segmented::each(e, &mut |e| {
            uniform &= match &e.kind {
                ExprKind::Len { array, .. } => self.captured.contains(array) || self.arrays.contains(array),
                ExprKind::Var(v) => self.captured.contains(v),
                ExprKind::Index { .. } | ExprKind::Row { .. } => false,
                _ => true,
            }
        });
        uniform
    }

    /// The choice that the lowering makes of a reduction of floats whose length it does not know: see [`shaped`].
    fn shaped(&self, stmt: &'p Stmt) -> Option<Shaped<'p>> {
        let StmtKind::If { cond, then, otherwise } = &stmt.kind else { return None };
        let ExprKind::Binary(BinOp::Le, length, few) = &cond.kind else { return None };
        let [Stmt { kind: StmtKind::For { var, lo, hi, step, body, .. }, .. }] = then.stmts.as_slice() else {
            return None;
        };
        let (last, lets) = body.stmts.split_last()?;
        let StmtKind::Assign { var: acc, value } = &last.kind else { return None };
        let ExprKind::Binary(op, left, value) = &value.kind else { return None };
        let op = match op {
            BinOp::Add => ReduceOp::Add,
            BinOp::Mul => ReduceOp::Mul,
            _ => return None,
        };
        let whole = constant(few) == Some(SMALL)
            && (constant(lo), constant(step)) == (Some(0), Some(1))
            && walk::equal(hi, length)
            && left.ty.is_float()
            && matches!(left.kind, ExprKind::Var(v) if v == *acc);
        let mut again = false;
        let mut look = |e: &Expr| again |= matches!(e.kind, ExprKind::Var(v) if v == *acc);
        crate::forms::segmented::each(value, &mut look);
        walk::for_each_expr(&Block { stmts: lets.to_vec() }, &mut look);
        let plain = lets
            .iter()
            .all(|s| matches!(&s.kind, StmtKind::Let { var, .. } if self.func.vars[var.index()].ty.is_scalar()));
        let fits = whole
            && plain
            && !again
            && self.uniform(length)
            && is_shape(self.func, otherwise, *acc, op)
            && self.goes_along(*var, lets, &[], Some(value));
        let in_order = then;
        fits.then_some(Shaped { prov: &stmt.prov, few: cond, length, in_order, var: *var, lets, value, op, acc: *acc })
    }
}

fn few(lo: &Expr, hi: &Expr) -> bool {
    constant(lo).zip(constant(hi)).is_some_and(|(lo, hi)| hi - lo < LONG)
}

/// A loop that goes up one by one and is left at its end alone.
fn turns<'p>(func: &Func, stmt: &'p Stmt) -> Option<Turns<'p>> {
    let StmtKind::For { var, lo, hi, step, body, label } = &stmt.kind else { return None };
    let mut leaves = false;
    walk::for_each_stmt(body, &mut |s| leaves |= matches!(&s.kind, StmtKind::Break(l) if l == label));
    let fits = constant(step) == Some(1) && func.vars[var.index()].ty == Ty::I32 && !leaves;
    fits.then_some(Turns { prov: &stmt.prov, var: *var, lo, hi, label: *label, turn: body })
}

/// Whether statements are a reduction in the fixed shape, as the lowering says by [`Var::folds`]. Nothing but its accumulators is stored to, and it ends
/// where its statements do.
fn is_shape(func: &Func, block: &Block, acc: VarId, op: ReduceOp) -> bool {
    let folds = |v: &VarId| func.vars[v.index()].folds == Some(op) && func.vars[v.index()].ty.as_array().is_some();
    let (mut declared, mut only) = (false, true);
    walk::for_each_stmt(block, &mut |s| match &s.kind {
        StmtKind::Let { var, .. } => declared |= folds(var),
        StmtKind::Store { array, .. } => only &= folds(array),
        StmtKind::For { .. } | StmtKind::Assign { .. } | StmtKind::If { .. } => {}
        _ => only = false,
    });
    let (inside, changed) = named(&block.stmts);
    let last = block.stmts.last().map(|s| &s.kind);
    let ends = matches!(last, Some(StmtKind::Assign { var, .. }) if *var == acc);
    declared && only && ends && changed.iter().all(|v| *v == acc || inside.contains(v))
}

/// Turns that leave nothing to the next but what operators fold.
struct Fold<'f> {
    func: &'f Func,
    lasting: &'f BTreeSet<VarId>,
}

impl Fold<'_> {
    fn block(&self, block: &Block, label: LabelId, folds: &mut BTreeMap<VarId, ReduceOp>) -> bool {
        block.stmts.iter().all(|s| self.stmt(s, label, folds))
    }

    fn stmt(&self, stmt: &Stmt, label: LabelId, folds: &mut BTreeMap<VarId, ReduceOp>) -> bool {
        match &stmt.kind {
            StmtKind::Assign { var, value } if self.lasting.contains(var) => {
                let Some(op) = self.operator(*var, value) else { return false };
                *folds.entry(*var).or_insert(op) == op
            }
            StmtKind::Let { .. } | StmtKind::Assign { .. } | StmtKind::Store { .. } => self.clear_of(stmt),
            StmtKind::If { cond, then, otherwise } => {
                self.clear(cond) && self.block(then, label, folds) && self.block(otherwise, label, folds)
            }
            StmtKind::For { lo, hi, step, body, .. } => {
                [lo, hi, step].iter().all(|e| self.clear(e)) && self.block(body, label, folds)
            }
            StmtKind::While { cond, body, .. } => self.clear(cond) && self.block(body, label, folds),
            StmtKind::Labeled { body, .. } => self.block(body, label, folds),
            StmtKind::Break(l) => *l != label,
            StmtKind::Continue(_) => true,
            _ => false,
        }
    }

    /// Whether an expression does not look at what lasts.
    fn clear(&self, e: &Expr) -> bool {
        let mut clear = true;
        walk::for_each_read(e, &mut |v| clear &= !self.lasting.contains(&v));
        clear
    }

    fn clear_of(&self, stmt: &Stmt) -> bool {
        let mut clear = true;
        walk::stmt_exprs(stmt, &mut |e| clear &= self.clear(e));
        clear
    }

    /// The operator by which a variable takes in something: any grouping and any order give the same.
    fn operator(&self, var: VarId, value: &Expr) -> Option<ReduceOp> {
        let ty = &self.func.vars[var.index()].ty;
        let is = |e: &Expr| matches!(e.kind, ExprKind::Var(v) if v == var);
        let takes = |a: &Expr, b: &Expr| is(a) && self.clear(b) || is(b) && self.clear(a);
        let whole = matches!(ty, Ty::I32 | Ty::I64);
        match &value.kind {
            ExprKind::Binary(BinOp::Sub, a, b) if whole && is(a) && self.clear(b) => Some(ReduceOp::Add),
            ExprKind::Binary(op, a, b) if takes(a, b) => match op {
                BinOp::Add if whole => Some(ReduceOp::Add),
                BinOp::Mul if whole => Some(ReduceOp::Mul),
                BinOp::And if whole || *ty == Ty::Bool => Some(ReduceOp::And),
                BinOp::Or if whole || *ty == Ty::Bool => Some(ReduceOp::Or),
                BinOp::Xor if whole || *ty == Ty::Bool => Some(ReduceOp::Xor),
                _ => None,
            },
            ExprKind::And(a, b) if is(a) && self.clear(b) => Some(ReduceOp::And),
            ExprKind::Or(a, b) if is(a) && self.clear(b) => Some(ReduceOp::Or),
            ExprKind::Math(op, args) => match (op, args.as_slice()) {
                (MathOp::Min, [a, b]) if takes(a, b) => Some(ReduceOp::Min),
                (MathOp::Max, [a, b]) if takes(a, b) => Some(ReduceOp::Max),
                _ => None,
            },
            ExprKind::Select(c, a, b) if self.clear(c) => match (is(a), is(b)) {
                (false, true) => self.operator(var, a),
                (true, false) => self.operator(var, b),
                _ => None,
            },
            _ => None,
        }
    }
}
