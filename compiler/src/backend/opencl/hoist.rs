//! Index checks that a loop would make in each turn, made once in front of it.
//!
//! `for k in lo..hi { … check a k … }` fails for some k exactly where `lo < hi` and `lo < 0` or `hi` is beyond the length, if every turn
//! comes to the check: which turn fails first does not matter here, because the host runs the failing iteration again. The same
//! holds for an index that does not change in the loop, and for checks in loops inside of this one.

use super::Refusal;
use super::body::Body;
use super::code::Prec;
use crate::core::ir::*;
use crate::core::walk;
use std::collections::BTreeSet;

/// A check that has been made already: of this index against this dimension of the array.
pub(super) type Proved = (VarId, u32, Index);

/// An index that is looked at: a variable that does not change, or a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Index {
    Var(VarId),
    Number(i64),
}

impl Index {
    pub fn of(e: &Expr) -> Option<Index> {
        match e.kind {
            ExprKind::Var(v) => Some(Index::Var(v)),
            ExprKind::Const(Const::Int(n)) => Some(Index::Number(n)),
            _ => None,
        }
    }
}

/// A loop of consecutive indices.
struct Turns<'e> {
    var: VarId,
    lo: &'e Expr,
    hi: &'e Expr,
}

/// A check with the loops around it, outermost first.
struct Found<'e> {
    proved: Proved,
    index: &'e Expr,
    loops: Vec<(VarId, &'e Expr, &'e Expr)>,
}

struct Search<'e> {
    func: &'e Func,
    /// Declared inside of the outermost loop: not to be named in front of it.
    own: BTreeSet<VarId>,
    loops: Vec<Turns<'e>>,
    found: Vec<Found<'e>>,
}

impl<'e> Search<'e> {
    /// Known in front of the loop, and the same in each turn.
    fn fixed(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Const(_) | ExprKind::Len { .. } => true,
            ExprKind::Var(v) => !self.own.contains(v) && !self.func.vars[v.index()].mutable,
            ExprKind::Binary(BinOp::Add | BinOp::Sub, a, b) => self.fixed(a) && self.fixed(b),
            _ => false,
        }
    }

    /// What every run of the block evaluates. False: what follows is not always reached.
    fn block(&mut self, block: &'e Block, label: LabelId) -> bool {
        for stmt in &block.stmts {
            let single = std::slice::from_ref(stmt);
            let mut jumps = false;
            single.iter().for_each(|s| {
                each_stmt(s, &mut |s| jumps |= matches!(s.kind, StmtKind::Continue(l) if l == label));
            });
            if jumps {
                return false;
            }
            stmt_exprs(stmt, &mut |e| self.expr(e));
            if let StmtKind::For { var, lo, hi, step, body, label } = &stmt.kind
                && plain(lo, hi, step, body, *label)
                && self.fixed(lo)
                && self.fixed(hi)
            {
                self.loops.push(Turns { var: *var, lo, hi });
                self.block(body, *label);
                self.loops.pop();
            }
        }
        true
    }

    /// What is evaluated whenever the expression is.
    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::And(a, _) | ExprKind::Or(a, _) | ExprKind::Select(a, _, _) => return self.expr(a),
            _ => expr_children(e, &mut |c| self.expr(c)),
        }
        let ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } = &e.kind else { return };
        let Some(index) = Index::of(value) else { return };
        let known = self.loops.iter().any(|l| Index::Var(l.var) == index) || self.fixed(value);
        let proved = (*array, *dim, index);
        if known && !self.own.contains(array) && !self.found.iter().any(|f| f.proved == proved) {
            let loops = self.loops.iter().map(|l| (l.var, l.lo, l.hi)).collect();
            self.found.push(Found { proved, index: value, loops });
        }
    }
}

/// The walkers' closures borrow for less than the tree lives; these hand out the tree's own references.
fn expr_children<'e>(e: &'e Expr, f: &mut dyn FnMut(&'e Expr)) {
    match &e.kind {
        ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Bitcast(a) | ExprKind::Field(a, _) => f(a),
        ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => [a, b].into_iter().for_each(|e| f(e)),
        ExprKind::Math(_, args)
        | ExprKind::Call { args, .. }
        | ExprKind::MakeStruct(args)
        | ExprKind::ArrayLit(args)
        | ExprKind::Index { index: args, .. }
        | ExprKind::Row { index: args, .. } => args.iter().for_each(f),
        ExprKind::Check { value, .. } => f(value),
        _ => {}
    }
}

fn stmt_exprs<'e>(stmt: &'e Stmt, f: &mut dyn FnMut(&'e Expr)) {
    match &stmt.kind {
        StmtKind::Let { init: Some(e), .. } | StmtKind::Assign { value: e, .. } => f(e),
        StmtKind::If { cond, .. } | StmtKind::While { cond, .. } => f(cond),
        StmtKind::Store { index, value, .. } | StmtKind::Accumulate { index, value, .. } => {
            index.iter().for_each(&mut *f);
            f(value);
        }
        _ => {}
    }
}

fn each_stmt(stmt: &Stmt, f: &mut dyn FnMut(&Stmt)) {
    f(stmt);
    walk::stmt_blocks(stmt, &mut |b| b.stmts.iter().for_each(|s| each_stmt(s, f)));
}

/// A loop by steps of 1 that nothing leaves early but a failure.
fn plain(lo: &Expr, hi: &Expr, step: &Expr, body: &Block, label: LabelId) -> bool {
    let mut inside = BTreeSet::new();
    walk::for_each_stmt(body, &mut |s| match &s.kind {
        StmtKind::For { label, .. } | StmtKind::While { label, .. } | StmtKind::Labeled { label, .. } => {
            inside.insert(*label);
        }
        _ => {}
    });
    let mut leaves = false;
    walk::for_each_stmt(body, &mut |s| match &s.kind {
        StmtKind::Break(l) => leaves |= !inside.contains(l),
        StmtKind::Continue(l) => leaves |= !inside.contains(l) && *l != label,
        StmtKind::Return(_) => leaves = true,
        _ => {}
    });
    let int = |e: &Expr| e.ty == Ty::I32;
    !leaves && int(lo) && int(hi) && step.kind == ExprKind::Const(Const::Int(1))
}

impl Body<'_, '_> {
    /// Writes the checks of a loop that can stand in front of it. The result says how many, for [`Body::loop_ends`].
    pub fn hoist_checks(
        &mut self,
        var: VarId,
        lo: &Expr,
        hi: &Expr,
        step: &Expr,
        body: &Block,
        label: LabelId,
    ) -> Result<usize, Refusal> {
        let before = self.proved.len();
        if !self.hoists || !plain(lo, hi, step, body, label) {
            return Ok(before);
        }
        let mut own = BTreeSet::from([var]);
        walk::for_each_stmt(body, &mut |s| {
            walk::stmt_vars(s, &mut |v, role| {
                if role == walk::Role::Declare {
                    own.insert(v);
                }
            })
        });
        let func = self.func;
        let mut search = Search { func, own, loops: Vec::new(), found: Vec::new() };
        if !search.fixed(lo) || !search.fixed(hi) {
            return Ok(before);
        }
        search.loops.push(Turns { var, lo, hi });
        search.block(body, label);
        for found in search.found {
            let (array, dim, index) = found.proved;
            if self.proved.contains(&found.proved) || !self.places.contains_key(&array) {
                continue;
            }
            if self.uniform && !self.same_for_all(found.index, &found.loops) {
                continue;
            }
            let length = self.place(array, found.index)?.dims[dim as usize].clone();
            let mut parts = Vec::new();
            let mut never = false;
            for (_, lo, hi) in &found.loops {
                match (&lo.kind, &hi.kind) {
                    (ExprKind::Const(Const::Int(a)), ExprKind::Const(Const::Int(b))) => never |= a >= b,
                    _ => {
                        let (lo, hi) = (self.expr(lo)?, self.expr(hi)?);
                        parts.push(format!("{} < {}", lo.at(Prec::Shift), hi.at(Prec::Shift)));
                    }
                }
            }
            let beyond = match found.loops.iter().find(|(v, _, _)| Index::Var(*v) == index) {
                Some((_, lo, hi)) => {
                    let high = self.expr(hi)?.at(Prec::Shift);
                    // A loop to the very length ends in range.
                    let ends = high == length;
                    match lo.kind {
                        ExprKind::Const(Const::Int(n)) if n >= 0 => {
                            never |= ends;
                            format!("{high} > {length}")
                        }
                        _ if ends => format!("{} < 0", self.expr(lo)?.at(Prec::Shift)),
                        _ => format!("({} < 0 || {high} > {length})", self.expr(lo)?.at(Prec::Shift)),
                    }
                }
                None => format!("(uint){} >= (uint){length}", self.expr(found.index)?.at(Prec::Unary)),
            };
            parts.push(beyond);
            if !never {
                self.fail_if(&parts.join(" && "));
            }
            self.proved.push(found.proved);
        }
        Ok(before)
    }

    /// Writes the checks of the iteration's own indices that every iteration makes in the end, all in front, so that no load waits for
    /// another one's check.
    pub fn hoist_own_checks(&mut self, body: &Block) -> Result<(), Refusal> {
        if !self.hoists {
            return Ok(());
        }
        let mut own = BTreeSet::new();
        let mut returns = false;
        walk::for_each_stmt(body, &mut |s| {
            returns |= matches!(s.kind, StmtKind::Return(_));
            walk::stmt_vars(s, &mut |v, role| {
                if role == walk::Role::Declare {
                    own.insert(v);
                }
            })
        });
        let func = self.func;
        let mut search = Search { func, own, loops: Vec::new(), found: Vec::new() };
        // Nothing at the top of a body is left early: loops and blocks with jumps are not looked into.
        search.block(body, LabelId(u32::MAX));
        let found: Vec<Found> = search.found.into_iter().filter(|f| f.loops.is_empty() && !returns).collect();
        if found.len() < 2 {
            return Ok(());
        }
        let mut parts = Vec::new();
        for found in found {
            let (array, dim, _) = found.proved;
            if !self.places.contains_key(&array) {
                continue;
            }
            let length = self.place(array, found.index)?.dims[dim as usize].clone();
            parts.push(format!("(uint){} >= (uint){length}", self.expr(found.index)?.at(Prec::Unary)));
            self.proved.push(found.proved);
        }
        if !parts.is_empty() {
            self.fail_if(&parts.join(" || "));
        }
        Ok(())
    }

    /// Forgets what held in a loop only.
    pub fn loop_ends(&mut self, before: usize) {
        self.proved.truncate(before);
    }

    /// Whether a check comes out alike for all iterations of the kernel.
    fn same_for_all(&self, index: &Expr, loops: &[(VarId, &Expr, &Expr)]) -> bool {
        let uniform = |e: &Expr| match &e.kind {
            ExprKind::Const(_) | ExprKind::Len { .. } => true,
            ExprKind::Var(v) => self.uniforms.contains(v),
            _ => false,
        };
        let in_loop = matches!(index.kind, ExprKind::Var(v) if loops.iter().any(|l| l.0 == v));
        (in_loop || uniform(index)) && loops.iter().all(|(_, lo, hi)| uniform(lo) && uniform(hi))
    }
}
