//! Subscripts that count along (`a[n++]`) in closed form.
//!
//! A counter is a mutable `int` whose value is known as a sum of immutable variables, each times a constant, and a constant. One that every
//! round of a loop changes by the same is, in round i, its value before the loop plus so much for each round before. Subscripts that
//! read counters are given that sum instead: what no longer changes is what other passes and the back ends can prove, test before a
//! loop, or compute side by side. (A variable that starts with what is not such a sum is left to `induction`.) Sums are those of
//! Java's `int`s, modulo 2^32, so nothing is assumed of their size.

use somd_core::ir::*;
use somd_core::walk;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

pub fn counters(mut program: Program) -> Program {
    for func in &mut program.funcs {
        let mut body = std::mem::take(&mut func.body);
        Counting { vars: &func.vars, values: BTreeMap::new(), rewrites: true, trials: 0 }.block(&mut body);
        func.body = body;
    }
    program
}

/// `Σ factor · variable + add`, modulo 2^32. No zero factors.
#[derive(Clone, PartialEq, Debug, Default)]
struct Sum {
    terms: BTreeMap<VarId, i32>,
    add: i32,
}

impl Sum {
    fn constant(add: i32) -> Sum {
        Sum { terms: BTreeMap::new(), add }
    }

    fn variable(v: VarId) -> Sum {
        Sum { terms: BTreeMap::from([(v, 1)]), add: 0 }
    }

    fn plus(mut self, other: &Sum, factor: i32) -> Sum {
        self.add = self.add.wrapping_add(other.add.wrapping_mul(factor));
        for (v, f) in &other.terms {
            let slot = self.terms.entry(*v).or_insert(0);
            *slot = slot.wrapping_add(f.wrapping_mul(factor));
        }
        self.terms.retain(|_, f| *f != 0);
        self
    }

    fn as_constant(&self) -> Option<i32> {
        self.terms.is_empty().then_some(self.add)
    }

    fn expr(&self, span: Span) -> Expr {
        let int = |kind| Expr::new(kind, Ty::I32, span);
        let mut sum: Option<Expr> = None;
        for (v, factor) in &self.terms {
            let var = Expr::var(*v, Ty::I32, span);
            let (op, size) =
                if *factor < 0 && sum.is_some() { (BinOp::Sub, factor.wrapping_neg()) } else { (BinOp::Add, *factor) };
            let term = match size {
                1 => var,
                _ => int(ExprKind::Binary(BinOp::Mul, Box::new(var), Box::new(Expr::int(size, span)))),
            };
            sum = Some(match sum {
                None => term,
                Some(sum) => int(ExprKind::Binary(op, Box::new(sum), Box::new(term))),
            });
        }
        match (sum, self.add) {
            (None, add) => Expr::int(add, span),
            (Some(sum), 0) => sum,
            (Some(sum), add) => {
                let (op, size) = if add < 0 && add != i32::MIN { (BinOp::Sub, -add) } else { (BinOp::Add, add) };
                int(ExprKind::Binary(op, Box::new(sum), Box::new(Expr::int(size, span))))
            }
        }
    }
}

struct Counting<'a> {
    vars: &'a [Var],
    /// Of counters, and of immutable variables that hold what one was.
    values: BTreeMap<VarId, Sum>,
    /// Otherwise a round is only looked at.
    rewrites: bool,
    /// Rounds that are only looked at, one in the other.
    trials: usize,
}

/// Each loop around doubles the work of a round that is only looked at.
const TRIALS: usize = 2;

impl Counting<'_> {
    fn sum(&self, e: &Expr) -> Option<Sum> {
        if e.ty != Ty::I32 {
            return None;
        }
        match &e.kind {
            ExprKind::Const(Const::Int(n)) => i32::try_from(*n).ok().map(Sum::constant),
            ExprKind::Var(v) => match self.values.get(v) {
                Some(sum) => Some(sum.clone()),
                None => (!self.vars[v.index()].mutable).then(|| Sum::variable(*v)),
            },
            ExprKind::Check { kind: CheckKind::Index { .. } | CheckKind::Below { .. }, value, .. } => self.sum(value),
            ExprKind::Unary(UnOp::Neg, a) => Some(Sum::default().plus(&self.sum(a)?, -1)),
            ExprKind::Binary(BinOp::Add, a, b) => Some(self.sum(a)?.plus(&self.sum(b)?, 1)),
            ExprKind::Binary(BinOp::Sub, a, b) => Some(self.sum(a)?.plus(&self.sum(b)?, -1)),
            ExprKind::Binary(BinOp::Mul, a, b) => {
                let (a, b) = (self.sum(a)?, self.sum(b)?);
                match (a.as_constant(), b.as_constant()) {
                    (_, Some(n)) => Some(Sum::default().plus(&a, n)),
                    (Some(n), _) => Some(Sum::default().plus(&b, n)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn counts(&self, e: &Expr) -> bool {
        let mut counts = false;
        walk::for_each_read(e, &mut |v| counts |= self.values.contains_key(&v));
        counts
    }

    fn block(&mut self, block: &mut Block) {
        block.stmts.iter_mut().for_each(|s| self.stmt(s));
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        if let StmtKind::While { body, .. } = &stmt.kind {
            // Its condition, too, is evaluated after rounds have assigned.
            let assigned = assigned(body);
            self.values.retain(|v, _| !assigned.contains(v));
        }
        if self.rewrites {
            walk::stmt_exprs_mut(stmt, &mut |e| self.subscripts(e));
            if let StmtKind::Store { index, .. } | StmtKind::Accumulate { index, .. } = &mut stmt.kind {
                index.iter_mut().for_each(|i| self.subscript(i));
            }
        }
        match &mut stmt.kind {
            StmtKind::Let { var, init: Some(value) } | StmtKind::Assign { var, value } => {
                let follow = self.vars[var.index()].mutable || self.counts(value);
                let counts = self.counts(value);
                match self.sum(value).filter(|_| follow) {
                    Some(sum) => {
                        // A counter that is read in subscripts alone is then not needed.
                        if self.rewrites && counts {
                            *value = sum.expr(value.span);
                        }
                        self.values.insert(*var, sum)
                    }
                    None => self.values.remove(var),
                };
            }
            StmtKind::If { then, otherwise, .. } => {
                let before = self.values.clone();
                self.block(then);
                let one = std::mem::replace(&mut self.values, before);
                self.block(otherwise);
                self.values.retain(|v, sum| one.get(v) == Some(sum));
            }
            StmtKind::For { var, lo, hi, step, body, label } => {
                let (entry, end) = self.rounds(*var, [lo, hi, step], body, *label);
                self.values = entry;
                self.block(body);
                self.values = end;
            }
            StmtKind::While { body, .. } | StmtKind::Labeled { body, .. } => {
                // Jumps may leave assignments out.
                let assigned = assigned(body);
                self.block(body);
                self.values.retain(|v, _| !assigned.contains(v));
            }
            StmtKind::Par(par) => {
                let before = self.values.clone();
                self.block(&mut par.body);
                self.values = before;
            }
            _ => {}
        }
    }

    /// What is known at the beginning of each round of a loop, and after it.
    fn rounds(
        &self,
        index: VarId,
        [lo, hi, step]: [&Expr; 3],
        body: &Block,
        label: LabelId,
    ) -> (BTreeMap<VarId, Sum>, BTreeMap<VarId, Sum>) {
        let assigned = assigned(body);
        let kept: BTreeMap<VarId, Sum> =
            self.values.iter().filter(|(v, _)| !assigned.contains(v)).map(|(v, s)| (*v, s.clone())).collect();
        let (mut entry, mut end) = (kept.clone(), kept);
        let ExprKind::Const(Const::Int(step)) = step.kind else { return (entry, end) };
        let (Some(first), Ok(step)) = (self.sum(lo), i32::try_from(step)) else { return (entry, end) };
        if assigned.is_empty() || self.trials == TRIALS || jumps(body, label) || self.vars[index.index()].ty != Ty::I32
        {
            return (entry, end);
        }
        // One round, from values that stand for themselves.
        let mut round = Counting { vars: self.vars, values: entry.clone(), rewrites: false, trials: self.trials + 1 };
        for &v in &assigned {
            round.values.insert(v, Sum::variable(v));
        }
        round.block(&mut body.clone());
        for v in assigned {
            let Some(start) = self.values.get(&v) else { continue };
            let by = round.values.get(&v).map(|s| s.clone().plus(&Sum::variable(v), -1)).and_then(|s| s.as_constant());
            let Some(by) = by.filter(|by| by.checked_rem(step) == Some(0)) else { continue };
            // `lo`, `lo + step`, …: the index says how many rounds there were.
            let along = by / step;
            entry.insert(v, start.clone().plus(&Sum::variable(index), along).plus(&first, along.wrapping_neg()));
            if let (1, Some(lo), Some(hi)) = (step, first.as_constant(), self.sum(hi).and_then(|h| h.as_constant())) {
                let rounds = hi.checked_sub(lo).map_or(0, |n| n.max(0));
                if lo <= hi {
                    end.insert(v, start.clone().plus(&Sum::constant(rounds), along));
                }
            }
        }
        (entry, end)
    }

    /// The subscripts in an expression.
    fn subscripts(&mut self, e: &mut Expr) {
        walk::expr_children_mut(e, &mut |child| self.subscripts(child));
        match &mut e.kind {
            ExprKind::Check { kind: CheckKind::Index { .. } | CheckKind::Below { .. }, value, .. } => {
                self.subscript(value)
            }
            ExprKind::Index { index, .. } | ExprKind::Row { index, .. } => {
                index.iter_mut().for_each(|i| self.subscript(i));
            }
            _ => {}
        }
    }

    fn subscript(&self, e: &mut Expr) {
        if matches!(e.kind, ExprKind::Check { .. }) || !self.counts(e) {
            return;
        }
        if let Some(sum) = self.sum(e) {
            *e = sum.expr(e.span);
        }
    }
}

/// What the block assigns.
fn assigned(block: &Block) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    walk::for_each_stmt(block, &mut |s| {
        if let StmtKind::Assign { var, .. } = s.kind {
            found.insert(var);
        }
    });
    found
}

/// A round may be left, for the next one or for what follows.
fn jumps(block: &Block, label: LabelId) -> bool {
    let mut own = BTreeSet::new();
    let mut jumps = false;
    walk::for_each_stmt(block, &mut |s| match s.kind {
        StmtKind::For { label, .. } | StmtKind::While { label, .. } | StmtKind::Labeled { label, .. } => {
            own.insert(label);
        }
        StmtKind::Break(to) | StmtKind::Continue(to) => jumps |= to == label || !own.contains(&to),
        _ => {}
    });
    jumps
}
