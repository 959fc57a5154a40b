//! Variables whose value an iteration takes over from the one before: running sums (`s += a[i]; out[i] = s;`), and the number of what is
//! kept (`if (a[i] > 0) out[n++] = a[i];`).
//!
//! Where a loop changes such a variable by one associative operator only, with values that do not depend on it, a first look at the loop
//! finds what each iteration combines into it, and a scan what it is before each. Then the iterations are independent. As everywhere,
//! no grouping may show: sums of floats are scanned in order, and an iteration adds to them once.
//!
//! The first look leaves out whatever the variable does not depend on, and throws nothing: where an iteration fails, so it does in the
//! second, and what those behind it would do is nobody's business.

use super::Region;
use super::distributed::Extent;
use crate::affine::{Doubt, Facts, Poly, Subscripts, Sym};
use crate::best;
use crate::builder::Binding;
use crate::error::Result;
use crate::reduction::{self, Accumulator};
use crate::stmts::Canonical;
use crate::{types, walk};
use somd_core::ir::{
    BinOp, Block, CheckKind, Const, Dim, Expr, ExprKind, LabelId, MathOp, Output, OutputKind, Par, Stmt, StmtKind, Ty,
    VarId, identity,
};
use somd_core::walk as core_walk;
use somd_hir::{self as hir, LocalId};
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A variable whose values before all iterations are known.
#[derive(Clone)]
pub(super) struct Carried {
    pub local: LocalId,
    /// The variable, outside the loop.
    whole: VarId,
    /// What it is after each iteration.
    scanned: VarId,
    /// What it is within an iteration, where that is translated.
    pub own: Option<VarId>,
    /// It is not greater than the index when the loop begins, and grows at most once an iteration.
    behind: bool,
}

impl<'r, 'b, 'a: 'r> Region<'r, 'b, 'a> {
    /// The variables that the loop's iterations hand on, scanned. None where one of them is beyond this: the loop then has an error.
    pub(super) fn carried(
        &mut self,
        c: &Canonical<'a>,
        body: &'a hir::Block,
        extent: &Extent,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Vec<Carried> {
        let (wanted, others) = self.handed_on(c, body);
        if wanted.is_empty() || extent.lo.ty != Ty::I32 {
            return Vec::new();
        }
        let before = self.save();
        let around = self.b.work.take();
        let mut stmts = Vec::new();
        // A scan has as many elements as the loop has iterations; with more than an array can have it is no loop to take that way.
        if extent.count.is_none() && !self.b.facts.at_least(&extent.lo, 0) {
            let int = |kind| Expr::new(kind, Ty::I32, span);
            let end = int(ExprKind::Math(MathOp::Max, vec![extent.hi.clone(), extent.lo.clone()]));
            let rounds = int(ExprKind::Binary(BinOp::Sub, Box::new(end), Box::new(extent.lo.clone())));
            let site = self.b.site(span);
            let rounds = int(ExprKind::Check { kind: CheckKind::Size, value: Box::new(rounds), site });
            let var = self.b.var("rounds", Ty::I32, false, span);
            self.b.emit(&mut stmts, StmtKind::Let { var, init: Some(rounds) }, span);
        }
        let mut done: Vec<Carried> = Vec::new();
        while done.len() < wanted.len() {
            let ready = wanted.iter().filter(|l| done.iter().all(|d| d.local != **l)).copied().collect::<Vec<_>>();
            let next = ready.iter().find_map(|&local| {
                let saved = self.save();
                let mut first = Vec::new();
                let unknown: Vec<LocalId> =
                    ready.iter().copied().filter(|&l| l != local).chain(others.iter().copied()).collect();
                let found = self.first_look(c, body, extent, local, &done, &unknown, span, &mut first);
                let found = found.ok().flatten();
                if found.is_some() {
                    stmts.append(&mut first);
                    self.b.frame().locals = saved.locals().clone();
                } else {
                    self.restore(saved);
                }
                found
            });
            let Some(next) = next else {
                self.restore(before);
                self.b.work = around;
                return Vec::new();
            };
            done.push(next);
        }
        self.b.work = around;
        out.append(&mut stmts);
        done
    }

    /// What iterations hand on, and the other variables that they assign.
    fn handed_on(&mut self, c: &Canonical<'a>, body: &'a hir::Block) -> (Vec<LocalId>, Vec<LocalId>) {
        let method = self.b.method();
        let declared = reduction::declared_in(body);
        let mut assigned = walk::assigned_in(body);
        assigned.retain(|&l| {
            !declared.contains(&l) && l != c.index && !reduction::heads_inner_loop(self.b.cx.pure, method, body, l)
        });
        let mut rest: BTreeSet<LocalId> = assigned.clone();
        let no =
            |l: &LocalId| matches!(reduction::accumulator(self.b.cx.hir, method, body, *l), Accumulator::No { .. });
        for best in best::bests(body, &assigned) {
            if best.sets.iter().all(no) {
                rest.retain(|l| !best.sets.contains(l));
            }
        }
        let wanted: Vec<LocalId> = rest.iter().copied().filter(|l| no(l) && self.counter(body, *l).is_none()).collect();
        let others = assigned.into_iter().filter(|l| !wanted.contains(l)).collect();
        (wanted, others)
    }

    /// The scan of what the iterations combine into `local`; none where that is not told without knowing it.
    #[allow(clippy::too_many_arguments)]
    fn first_look(
        &mut self,
        c: &Canonical<'a>,
        body: &'a hir::Block,
        extent: &Extent,
        local: LocalId,
        known: &[Carried],
        unknown: &[LocalId],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Option<Carried>> {
        let info = &self.b.method().locals[local.index()];
        let Some(Binding::Var(whole)) = self.b.binding(local).cloned() else { return Ok(None) };
        let ty = self.b.ty(whole);
        if !matches!(ty, Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64) {
            return Ok(None);
        }
        let starts = self.b.read(whole, span);
        let behind = c.step == 1 && self.b.facts.never_greater(&starts, &extent.lo);
        let outer_own = self.b.facts.own_from.replace(VarId(self.b.vars.len() as u32));
        let mut stmts = Vec::new();
        let dim = self.axis(c, extent, None, span, out, &mut stmts)?;
        self.b.name_rows(std::slice::from_ref(&dim), span, &mut stmts);
        for k in known {
            self.value_before(k, &dim, span, &mut stmts)?;
        }
        // What every iteration sets for itself is known.
        let method = self.b.method();
        let mut unset = Vec::new();
        for &other in unknown {
            if let Some(by) = self.counter(body, other) {
                self.count_along(other, by, &dim, span, &mut stmts)?;
            } else if let Accumulator::Private = reduction::accumulator(self.b.cx.hir, method, body, other) {
                self.stand_ins(&[other], span, &mut stmts)?;
            } else {
                unset.push(other);
            }
        }
        let first_unknown = VarId(self.b.vars.len() as u32);
        self.stand_ins(&unset, span, &mut stmts)?;
        let step = self.b.var(info.name.clone(), ty.clone(), true, info.span);
        let is_unknown = move |v: VarId| (first_unknown..step).contains(&v);
        let kept = stmts.len();
        self.b.bind(local, Binding::Var(step));
        // What the variable holds is no number to reckon with.
        self.b.facts.forget(step);
        let done = self.one_iteration(&[(c.clone(), body)], body, span, &mut stmts);
        let mut stmts_in = stmts.split_off(kept);
        let stored = done.and_then(|()| self.drop_stores(&mut stmts_in, span));
        self.b.facts.own_from = outer_own;
        stored?;
        let (mut slice, _) = dependence(&stmts_in, BTreeSet::from([step]), BTreeSet::new());
        let (mut ends, _) = while_loops(&slice);
        let (mut supposed, mut endless) = (false, false);
        if !self.harmless(&mut slice, &mut supposed) || !self.harmless(&mut ends, &mut endless) {
            return Ok(None);
        }
        // With values that no program has, a loop might not end.
        if endless || supposed && while_loops(&stmts_in).1.contains(&step) {
            return Ok(None);
        }
        let Some((op, most)) = Steps::of(&slice, step, &ty, &self.b.vars) else { return Ok(None) };
        let rounds = ty.is_float() && matches!(op, ReduceOp::Add | ReduceOp::Mul);
        let mut fits = !rounds || most <= 1;
        walk::core_stmts(&slice, &mut |s| {
            walk::core_stmt_exprs(s, &mut |e| fits &= core_walk::expr_var(e).is_none_or(|v| !is_unknown(v)));
        });
        let Some(start) = identity(op, &ty).filter(|_| fits) else { return Ok(None) };
        // Of the stand-ins nothing is needed.
        stmts.retain(|s| !matches!(&s.kind, StmtKind::Let { var, .. } if is_unknown(*var)));
        let start = Expr::new(ExprKind::Const(start), ty.clone(), span);
        self.b.emit(&mut stmts, StmtKind::Let { var: step, init: Some(start) }, span);
        stmts.append(&mut slice);
        let value = self.b.var("value", ty.clone(), true, span);
        let combined = self.b.read(step, span);
        self.b.emit(&mut stmts, StmtKind::Assign { var: value, value: combined }, span);
        let scanned = self.b.var(info.name.clone(), Ty::array(ty.clone(), 1), false, info.span);
        let init = self.b.read(whole, span);
        let outputs = vec![Output { result: scanned, kind: OutputKind::Scan { op, value, init } }];
        let name = format!("{}_{}_{}", self.name, self.b.cx.line_name(span), info.name);
        let name = self.b.cx.unique(&name);
        let par = Par { name, space: vec![dim], outputs, body: Block { stmts } };
        self.b.emit(out, StmtKind::Par(Box::new(par)), span);
        let behind = behind && most <= 1 && op == ReduceOp::Add;
        Ok(Some(Carried { local, whole, scanned, own: None, behind }))
    }

    /// In an iteration: gives the variable the value that the iteration before has left in it.
    pub(super) fn value_before(
        &mut self,
        carried: &Carried,
        dim: &Dim,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<VarId> {
        let int = |kind| Expr::new(kind, Ty::I32, span);
        let minus = |a: Expr, b: Expr| int(ExprKind::Binary(BinOp::Sub, Box::new(a), Box::new(b)));
        let index = self.b.read(dim.index, span);
        let number = match dim.lo.kind {
            ExprKind::Const(Const::Int(0)) => index,
            _ => minus(index, dim.lo.clone()),
        };
        let first = ExprKind::Binary(BinOp::Eq, Box::new(number.clone()), Box::new(Expr::int(0, span)));
        let first = Expr::new(first, Ty::Bool, span);
        let at = int(ExprKind::Math(MathOp::Max, vec![minus(number, Expr::int(1, span)), Expr::int(0, span)]));
        let ty = self.b.ty(carried.whole);
        let before = Expr::new(ExprKind::Index { array: carried.scanned, index: vec![at] }, ty.clone(), span);
        let whole = self.b.read(carried.whole, span);
        let value = ExprKind::Select(Box::new(first), Box::new(whole), Box::new(before));
        let info = &self.b.method().locals[carried.local.index()];
        let base = self.b.var(info.name.clone(), ty.clone(), false, info.span);
        self.b.emit(out, StmtKind::Let { var: base, init: Some(Expr::new(value, ty.clone(), span)) }, span);
        // A number like an index: subscripts may be told apart by it.
        self.b.facts.ranges.entry(base).or_default();
        let own = self.b.var(info.name.clone(), ty, true, info.span);
        let value = self.b.read(base, span);
        self.b.emit(out, StmtKind::Let { var: own, init: Some(value) }, span);
        self.b.bind(carried.local, Binding::Var(own));
        Ok(own)
    }

    /// After the loop: what the last iteration has left.
    pub(super) fn value_after(&mut self, carried: &Carried, span: Span, out: &mut Vec<Stmt>) {
        let int = |kind| Expr::new(kind, Ty::I32, span);
        let count = int(ExprKind::Len { array: carried.scanned, dim: 0 });
        let last = int(ExprKind::Binary(BinOp::Sub, Box::new(count.clone()), Box::new(Expr::int(1, span))));
        let last = int(ExprKind::Math(MathOp::Max, vec![last, Expr::int(0, span)]));
        let any = ExprKind::Binary(BinOp::Gt, Box::new(count), Box::new(Expr::int(0, span)));
        let any = Expr::new(any, Ty::Bool, span);
        let ty = self.b.ty(carried.whole);
        let last = Expr::new(ExprKind::Index { array: carried.scanned, index: vec![last] }, ty.clone(), span);
        let whole = self.b.read(carried.whole, span);
        let value = Expr::new(ExprKind::Select(Box::new(any), Box::new(last), Box::new(whole)), ty, span);
        self.b.vars[carried.whole.index()].mutable = true;
        self.b.emit(out, StmtKind::Assign { var: carried.whole, value }, span);
        self.b.bind(carried.local, Binding::Var(carried.whole));
    }

    /// Makes the statements throw nothing: an element that is not there is zero, or is `supposed` to be. Whether that can be done.
    fn harmless(&self, stmts: &mut [Stmt], supposed: &mut bool) -> bool {
        let mut fine = true;
        for s in stmts {
            match &s.kind {
                StmtKind::Throw { .. } | StmtKind::Return(_) => fine = false,
                StmtKind::Call { func, .. } => {
                    fine &= !core_walk::throws(&self.b.cx.core, &self.b.cx.core.func(*func).body);
                }
                _ => {}
            }
            core_walk::stmt_exprs_mut(s, &mut |e| fine &= self.harmless_expr(e, supposed));
            core_walk::stmt_blocks_mut(s, &mut |b| fine &= self.harmless(&mut b.stmts, supposed));
        }
        fine
    }

    fn harmless_expr(&self, e: &mut Expr, supposed: &mut bool) -> bool {
        let mut fine = true;
        core_walk::expr_children_mut(e, &mut |c| {
            // The check of a subscript or a divisor belongs to the element or the division.
            match &mut c.kind {
                ExprKind::Check { value, .. } => fine &= self.harmless_expr(value, supposed),
                _ => fine &= self.harmless_expr(c, supposed),
            }
        });
        let span = e.span;
        let boolean = |kind| Expr::new(kind, Ty::Bool, span);
        let mut conditions: Vec<Expr> = Vec::new();
        let mut test = |c: &mut Expr| {
            let ExprKind::Check { kind, value, .. } = &c.kind else { return true };
            let value = value.as_ref().clone();
            let compare = |op, a: &Expr, b: Expr| boolean(ExprKind::Binary(op, Box::new(a.clone()), Box::new(b)));
            match kind {
                CheckKind::Index { array, dim } => {
                    let length = Expr::new(ExprKind::Len { array: *array, dim: *dim }, Ty::I32, span);
                    if !self.b.facts.at_least(&value, 0) {
                        conditions.push(compare(BinOp::Ge, &value, Expr::int(0, span)));
                    }
                    let last = ExprKind::Binary(BinOp::Sub, Box::new(length.clone()), Box::new(Expr::int(1, span)));
                    if !self.b.facts.never_greater(&value, &Expr::new(last, Ty::I32, span)) {
                        conditions.push(compare(BinOp::Lt, &value, length));
                    }
                }
                CheckKind::NonZero if matches!(value.kind, ExprKind::Const(Const::Int(n)) if n != 0) => {}
                CheckKind::NonZero => {
                    let zero = Expr::new(ExprKind::Const(Const::Int(0)), value.ty.clone(), span);
                    conditions.push(compare(BinOp::Ne, &value, zero));
                }
                CheckKind::View { .. } => {}
                CheckKind::Below { .. } | CheckKind::Size | CheckKind::SameLength { .. } => return false,
            }
            *c = value;
            true
        };
        match &mut e.kind {
            ExprKind::Index { index, .. } => fine &= index.iter_mut().all(&mut test),
            ExprKind::Binary(BinOp::Div | BinOp::Rem, _, b) => fine &= test(b),
            ExprKind::Check { .. } => fine = false,
            ExprKind::Call { func, .. } => {
                fine &= !core_walk::throws(&self.b.cx.core, &self.b.cx.core.func(*func).body);
            }
            _ => {}
        }
        core_walk::expr_children(e, &mut |c| fine &= !matches!(c.kind, ExprKind::Check { .. }));
        let all = conditions.into_iter().reduce(|a, b| boolean(ExprKind::And(Box::new(a), Box::new(b))));
        if let (Some(all), true) = (all, fine) {
            *supposed = true;
            let Some(zero) = types::zero(self.b.cx, &e.ty, span) else { return false };
            let ty = e.ty.clone();
            let kind = ExprKind::Select(Box::new(all), Box::new(e.clone()), Box::new(zero));
            *e = Expr::new(kind, ty, span);
        }
        fine
    }

    /// Whether iterations keep apart what they store to `array`, since each stores only from the number that a variable has when the
    /// iteration begins to before the one that it has when it ends. And the subscripts that name such elements.
    /// They do if the variable does not come round to where it was.
    pub(super) fn kept_apart(
        &self,
        stmts: &[Stmt],
        array: VarId,
        values: &[VarId],
    ) -> Option<(BTreeSet<VarId>, Doubt)> {
        let mut reads = false;
        walk::core_stmts(stmts, &mut |s| {
            walk::core_stmt_exprs(s, &mut |e| {
                reads |=
                    matches!(&e.kind, ExprKind::Index { array: a, .. } | ExprKind::Row { array: a, .. } if *a == array)
            })
        });
        self.carried.iter().filter_map(|c| Some((c, c.own?))).find_map(|(c, own)| {
            let mut growth =
                Growth { vars: &self.b.vars, own, array, dim: None, temps: BTreeSet::from([own]), stride: 0 };
            let mut state = State { least: 0, most: Some(0), temps: BTreeMap::new(), open: Vec::new() };
            growth.block(stmts, &mut state)?;
            if !Growth::closed(&state) {
                return None;
            }
            let in_front = || c.behind && growth.stride <= 1 && in_front(&self.b.facts, stmts, array, values);
            let mut doubt = Doubt::default();
            match state.most {
                // A loop has less than 2³² iterations.
                Some(0 | 1) => {}
                Some(most) => doubt.counted = Some(most),
                None => doubt.scans.push((c.scanned, c.whole)),
            }
            (!reads || self.sync.is_none() && in_front()).then_some((growth.temps, doubt))
        })
    }
}

/// Whether every element of the array that is read lies at the iteration's index before anything is stored, or behind it: it has its
/// old value, where no store of this or an earlier iteration is at a greater index.
fn in_front(facts: &Facts, stmts: &[Stmt], array: VarId, values: &[VarId]) -> bool {
    let &[index] = values else { return false };
    let own = Poly::sym(Sym::Var(index));
    let mut stored = false;
    let mut fine = true;
    walk::core_stmts(stmts, &mut |s| {
        // What a loop stores it may read in its next round.
        if matches!(s.kind, StmtKind::For { .. } | StmtKind::While { .. }) {
            core_walk::stmt_blocks(s, &mut |b| {
                core_walk::for_each_stmt(b, &mut |s| {
                    stored |= matches!(&s.kind, StmtKind::Store { array: a, .. } if *a == array)
                })
            });
        }
        walk::core_stmt_exprs(s, &mut |e| match &e.kind {
            ExprKind::Row { array: a, .. } => fine &= *a != array,
            ExprKind::Index { array: a, index } if *a == array => {
                let at: Subscripts = index.iter().map(|e| facts.poly(e)).collect();
                let distance = match at.as_slice() {
                    [Some(p)] => p.plus(&own, -1).as_constant(),
                    _ => None,
                };
                fine &= distance.is_some_and(|d| (1..1 << 31).contains(&d) || d == 0 && !stored);
            }
            _ => {}
        });
        stored |= matches!(&s.kind, StmtKind::Store { array: a, .. } if *a == array);
    });
    fine
}

// ---- what a variable depends on ---------------------------------------------------------------------------------

/// The statements that the values of variables after them depend on, or where they leave loops, and all variables that these read.
fn dependence(
    stmts: &[Stmt],
    mut needed: BTreeSet<VarId>,
    mut labels: BTreeSet<LabelId>,
) -> (Vec<Stmt>, BTreeSet<VarId>) {
    loop {
        let before = (needed.len(), labels.len());
        let kept = sliced(stmts, &mut needed, &mut labels);
        if before == (needed.len(), labels.len()) {
            return (kept, needed);
        }
    }
}

/// The same of when the `while` loops among them end.
fn while_loops(stmts: &[Stmt]) -> (Vec<Stmt>, BTreeSet<VarId>) {
    let (mut read, mut labels) = (BTreeSet::new(), BTreeSet::new());
    walk::core_stmts(stmts, &mut |s| {
        if let StmtKind::While { cond, label, .. } = &s.kind {
            labels.insert(*label);
            core_walk::for_each_read(cond, &mut |v| _ = read.insert(v));
        }
    });
    if labels.is_empty() {
        return (Vec::new(), read);
    }
    dependence(stmts, read, labels)
}

/// `labels`: loops and blocks with such statements in them, which jumps may leave out.
fn sliced(stmts: &[Stmt], needed: &mut BTreeSet<VarId>, labels: &mut BTreeSet<LabelId>) -> Vec<Stmt> {
    let mut out = Vec::new();
    for s in stmts {
        let mut s = s.clone();
        let mut live = match &s.kind {
            StmtKind::Let { var, .. } | StmtKind::Assign { var, .. } => needed.contains(var),
            StmtKind::Store { array, .. } | StmtKind::Accumulate { array, .. } => needed.contains(array),
            StmtKind::Break(label) | StmtKind::Continue(label) => labels.contains(label),
            StmtKind::Call { args, .. } => {
                let mut any = false;
                args.iter().for_each(|e| core_walk::for_each_read(e, &mut |v| any |= needed.contains(&v)));
                any
            }
            StmtKind::Throw { .. } => false,
            _ => false,
        };
        core_walk::stmt_blocks_mut(&mut s, &mut |b| {
            b.stmts = sliced(&b.stmts, needed, labels);
            live |= !b.stmts.is_empty();
        });
        if !live {
            continue;
        }
        if let StmtKind::For { label, .. } | StmtKind::While { label, .. } | StmtKind::Labeled { label, .. } = &s.kind {
            labels.insert(*label);
        }
        core_walk::stmt_exprs(&s, &mut |e| core_walk::for_each_read(e, &mut |v| _ = needed.insert(v)));
        out.push(s);
    }
    out
}

/// How a variable changes.
struct Steps<'s> {
    var: VarId,
    ty: &'s Ty,
    /// Variables that hold what it was at some time.
    copies: BTreeSet<VarId>,
    op: Option<ReduceOp>,
}

impl Steps<'_> {
    /// The operator by which alone the statements change the variable, and how often at the most (2: perhaps more often); none where its
    /// value decides anything else.
    fn of(stmts: &[Stmt], var: VarId, ty: &Ty, vars: &[somd_core::ir::Var]) -> Option<(ReduceOp, u32)> {
        let mut copies = BTreeSet::new();
        walk::core_stmts(stmts, &mut |s| {
            if let StmtKind::Let { var: copy, init: Some(init) } = &s.kind
                && matches!(init.kind, ExprKind::Var(v) if v == var)
                && !vars[copy.index()].mutable
            {
                copies.insert(*copy);
            }
        });
        let mut steps = Steps { var, ty, copies, op: None };
        let most = steps.block(stmts, &mut BTreeSet::from([var]))?;
        Some((steps.op?, most))
    }

    fn names(&self, e: &Expr) -> bool {
        let mut found = false;
        core_walk::for_each_read(e, &mut |v| found |= v == self.var || self.copies.contains(&v));
        found
    }

    /// `now`: the variables that have the present value.
    fn block(&mut self, stmts: &[Stmt], now: &mut BTreeSet<VarId>) -> Option<u32> {
        let mut most = 0;
        for s in stmts {
            most += self.stmt(s, now)?;
        }
        Some(most.min(2))
    }

    fn stmt(&mut self, s: &Stmt, now: &mut BTreeSet<VarId>) -> Option<u32> {
        match &s.kind {
            StmtKind::Let { var, .. } if self.copies.contains(var) => {
                now.insert(*var);
                return Some(0);
            }
            StmtKind::Assign { var, value } if *var == self.var => {
                let op = self.step(value, now)?;
                self.operator(op)?;
                *now = BTreeSet::from([self.var]);
                return Some(1);
            }
            // `if (x > m) m = x;`
            StmtKind::If { cond, then, otherwise } if self.names(cond) => {
                let [Stmt { kind: StmtKind::Assign { var, value }, .. }] = then.stmts.as_slice() else { return None };
                if *var != self.var || !otherwise.stmts.is_empty() || !self.ty.is_int() || self.names(value) {
                    return None;
                }
                let op = self.nearer(cond, value, now)?;
                self.operator(op)?;
                *now = BTreeSet::from([self.var]);
                return Some(1);
            }
            _ => {}
        }
        let mut named = false;
        core_walk::stmt_exprs(s, &mut |e| named |= self.names(e));
        if named {
            return None;
        }
        let repeats = matches!(s.kind, StmtKind::For { .. } | StmtKind::While { .. });
        // A copy that was made in front of a branch or a round may be old behind it.
        let before = now.clone();
        let mut most = 0u32;
        let mut fine = true;
        core_walk::stmt_blocks(s, &mut |b| {
            let mut within = if repeats { BTreeSet::from([self.var]) } else { before.clone() };
            match self.block(&b.stmts, &mut within) {
                Some(n) => most = most.max(n),
                None => fine = false,
            }
            now.retain(|v| within.contains(v));
        });
        let most = if repeats { 2 * most } else { most };
        fine.then_some(most.min(2))
    }

    fn operator(&mut self, op: ReduceOp) -> Option<()> {
        (*self.op.get_or_insert(op) == op).then_some(())
    }

    /// The operator, where the value is that of the variable and another.
    fn step(&self, value: &Expr, now: &BTreeSet<VarId>) -> Option<ReduceOp> {
        let is_var = |e: &Expr| matches!(e.kind, ExprKind::Var(v) if now.contains(&v));
        let one = |a: &Expr, b: &Expr| is_var(a) && !self.names(b);
        let either = |a: &Expr, b: &Expr| one(a, b) || one(b, a);
        match &value.kind {
            ExprKind::Binary(BinOp::Sub, a, b) if one(a, b) => Some(ReduceOp::Add),
            ExprKind::Binary(op, a, b) if either(a, b) => hir::operator::folding(*op),
            ExprKind::Math(op @ (MathOp::Min | MathOp::Max), args) => {
                let [a, b] = args.as_slice() else { return None };
                either(a, b).then_some(if *op == MathOp::Min { ReduceOp::Min } else { ReduceOp::Max })
            }
            // `m = x > m ? x : m`, of which a zero or a NaN may tell the order.
            ExprKind::Select(cond, a, b) if self.ty.is_int() => {
                let x = if is_var(b) { a } else { Some(b).filter(|_| is_var(a))? };
                let nearer = self.nearer(cond, x, now)?;
                match (is_var(b), nearer) {
                    (true, op) => Some(op),
                    (false, ReduceOp::Min) => Some(ReduceOp::Max),
                    (false, _) => Some(ReduceOp::Min),
                }
            }
            _ => None,
        }
    }

    /// Whether the condition says that `x` is less (or greater) than the variable.
    fn nearer(&self, cond: &Expr, x: &Expr, now: &BTreeSet<VarId>) -> Option<ReduceOp> {
        let ExprKind::Binary(op, a, b) = &cond.kind else { return None };
        let is_var = |e: &Expr| matches!(e.kind, ExprKind::Var(v) if now.contains(&v));
        let less = match op {
            BinOp::Lt | BinOp::Le => true,
            BinOp::Gt | BinOp::Ge => false,
            _ => return None,
        };
        let flipped = is_var(a);
        let other = if flipped { b } else { Some(a).filter(|_| is_var(b))? };
        let fits = !self.names(x) && core_walk::same_value(other, x);
        fits.then_some(if less != flipped { ReduceOp::Min } else { ReduceOp::Max })
    }
}

// ---- what a variable that grows keeps apart ---------------------------------------------------------------------

/// The stores of an iteration to an array, held against a variable that never shrinks.
struct Growth<'v> {
    vars: &'v [somd_core::ir::Var],
    own: VarId,
    array: VarId,
    /// The dimension in which the variable is the subscript.
    dim: Option<usize>,
    /// The variable, and those that hold what it was.
    temps: BTreeSet<VarId>,
    /// By how much it grows at a time, at the most.
    stride: i64,
}

#[derive(Clone)]
struct State {
    /// By how much the variable has grown at the least.
    least: i64,
    /// And at the most, where that is known.
    most: Option<i64>,
    temps: BTreeMap<VarId, Temp>,
    /// By how much it must still grow until the iteration ends, for every store so far.
    open: Vec<i64>,
}

/// A value that the variable had, or a number more.
#[derive(Clone, Copy)]
struct Temp {
    /// How far the variable is beyond it now, at the least, and whether that is exact.
    behind: i64,
    exact: bool,
    /// How far it is beyond what the variable was at first, at the least.
    above: i64,
}

impl Growth<'_> {
    fn closed(state: &State) -> bool {
        state.open.iter().all(|&n| n <= 0)
    }

    fn temp(&self, e: &Expr, state: &State) -> Option<Temp> {
        match &e.unchecked().kind {
            ExprKind::Var(v) if *v == self.own => Some(Temp { behind: 0, exact: true, above: state.least }),
            ExprKind::Var(v) => state.temps.get(v).copied(),
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
                let ExprKind::Const(Const::Int(n)) = b.kind else { return None };
                let n = if *op == BinOp::Add { n } else { -n };
                let t = self.temp(a, state)?;
                Some(Temp { behind: t.behind - n, above: t.above + n, ..t })
            }
            _ => None,
        }
    }

    fn block(&mut self, stmts: &[Stmt], state: &mut State) -> Option<()> {
        stmts.iter().try_for_each(|s| self.stmt(s, state))
    }

    fn stmt(&mut self, s: &Stmt, state: &mut State) -> Option<()> {
        match &s.kind {
            StmtKind::Let { var, init: Some(init) } if !self.vars[var.index()].mutable => {
                if let Some(t) = self.temp(init, state) {
                    state.temps.insert(*var, t);
                    self.temps.insert(*var);
                }
            }
            StmtKind::Let { var, .. } if *var == self.own => {}
            StmtKind::Assign { var, value } if *var == self.own => {
                let t = self.temp(value, state)?;
                let by = -t.behind;
                if !t.exact || by < 0 {
                    return None;
                }
                self.stride = self.stride.max(by);
                state.least += by;
                state.most = state.most.and_then(|n| n.checked_add(by));
                state.temps.values_mut().for_each(|t| t.behind += by);
                state.open.iter_mut().for_each(|n| *n -= by);
            }
            StmtKind::Store { array, index, .. } if *array == self.array => {
                let found = |d: &usize| self.temp(&index[*d], state).filter(|t| t.above >= 0).map(|t| (*d, t));
                let (dim, t) = match self.dim {
                    Some(d) => found(&d)?,
                    None => (0..index.len()).find_map(|d| found(&d))?,
                };
                self.dim = Some(dim);
                state.open.push(1 - t.behind);
            }
            StmtKind::If { then, otherwise, .. } => {
                let (mut a, mut b) = (state.clone(), state.clone());
                self.block(&then.stmts, &mut a)?;
                self.block(&otherwise.stmts, &mut b)?;
                let old = state.open.len();
                let more = b.open.split_off(old);
                state.open = a.open;
                state.open.iter_mut().zip(&b.open).for_each(|(n, m)| *n = (*n).max(*m));
                state.open.extend(more);
                let grown = a.least == b.least;
                state.most = a.most.zip(b.most).map(|(a, b)| a.max(b));
                state.least = a.least.min(b.least);
                for (v, t) in &mut state.temps {
                    let (Some(x), Some(y)) = (a.temps.get(v), b.temps.get(v)) else { continue };
                    t.exact = t.exact && x.exact && y.exact && grown && x.behind == y.behind;
                    t.behind = x.behind.min(y.behind);
                }
            }
            StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::Labeled { body, .. } => {
                let mut within = state.clone();
                // In a later round the variable may be further.
                let repeats = !matches!(s.kind, StmtKind::Labeled { .. });
                if repeats {
                    within.temps.values_mut().for_each(|t| t.exact = false);
                }
                self.block(&body.stmts, &mut within)?;
                if within.most != state.most {
                    state.most = within.most.filter(|_| !repeats);
                }
                let old = state.open.len();
                state.temps.values_mut().for_each(|t| t.exact = false);
                state.open.extend(within.open.split_off(old));
            }
            // What is open must have been made good by then.
            StmtKind::Break(_) | StmtKind::Continue(_) => return Growth::closed(state).then_some(()),
            StmtKind::Accumulate { array, .. } if *array == self.array => return None,
            _ => {}
        }
        Some(())
    }
}
