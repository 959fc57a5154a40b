//! A loop nest as one parallel instruction: its index space, what it accumulates, and the iteration that is its body.

use super::{Region, any_stmt, breaks_from, exchange, symbol};
use crate::affine::{self, Poly};
use crate::builder;
use crate::builder::Binding;
use crate::deciding;
use crate::error::{LowerError, Result};
use crate::reduction::Accumulator;
use crate::stmts::{Canonical, canonical};
use crate::work_arrays::{self, Work, WorkArray};
use crate::{Cx, best, error, reduction, walk};
use somd_core::ir::{
    ArraySource, BinOp, Block, CheckKind, Const, Dim, Expr, ExprKind, MathOp, Output, OutputKind, Par, Stmt, StmtKind,
    Ty, VarId,
};
use somd_core::walk as core_walk;
use somd_hir as hir;
use somd_hir::LocalId;
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The deepest loop nest that becomes one index space.
const MAX_RANK: usize = 3;

impl<'r, 'b, 'a: 'r> Region<'r, 'b, 'a> {
    /// Makes a loop nest one parallel instruction, of as many dimensions as its iterations are independent in.
    pub(super) fn distributed_loop(
        &mut self,
        c: &Canonical<'a>,
        body: &'a hir::Block,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Attempt> {
        let key = (self.b.method_id(), c.label);
        if let Some(early) = self.b.cx.leaving.get(&key) {
            let saved = self.save();
            let mut stmts = Vec::new();
            let done = self.leaving_loop(c, body, early, span, &mut stmts);
            match done {
                Ok(()) => out.append(&mut stmts),
                Err(_) => self.restore(saved),
            }
            return done.map(|()| Attempt::Done);
        }
        let nest = self.nest(c, body);
        let mut first_error = None;
        for rank in (1..=nest.len()).rev() {
            let saved = self.save();
            let mut stmts = Vec::new();
            match self.parallel(&nest[..rank], span, &mut stmts) {
                Ok(()) => {
                    // What the innermost loop adds up in one element is the element's iteration: two dimensions are enough.
                    if rank == MAX_RANK && accumulates(&stmts) {
                        let most = self.save();
                        self.worked = None;
                        self.restore(saved);
                        let saved = self.save();
                        let mut fewer = Vec::new();
                        if self.parallel(&nest[..rank - 1], span, &mut fewer).is_ok()
                            && self.worked.is_none()
                            && !accumulates(&fewer)
                        {
                            out.append(&mut fewer);
                            return Ok(Attempt::Done);
                        }
                        self.worked = None;
                        self.restore(saved);
                        self.restore(most);
                        out.append(&mut stmts);
                        return Ok(Attempt::Done);
                    }
                    if self.worked.take().is_some() {
                        self.restore(saved);
                        self.within_budget(&nest[..rank], c, body, span, out)?;
                    } else {
                        out.append(&mut stmts);
                    }
                    return Ok(Attempt::Done);
                }
                Err(e) => {
                    self.restore(saved);
                    // What an iteration adds up for itself is no part of the method's result.
                    if e.code == error::OWN_SUM {
                        self.note_in_order(span, e);
                        return Ok(Attempt::Sequential);
                    }
                    // What only the outer loop shows is the clearer reason.
                    first_error = Some(e);
                }
            }
        }
        let error = first_error.ok_or_else(LowerError::internal)?;
        if error.code == error::VIEW {
            return Err(error);
        }
        if error.code == error::RACE {
            let saved = self.save();
            let mut stmts = Vec::new();
            if self.divided_loop(c, body, span, &mut stmts)?.is_some() {
                out.append(&mut stmts);
                return Ok(Attempt::Done);
            }
            self.restore(saved);
        }
        // A loop that does not walk over a distributed array may be what every instance does for itself.
        if !subscripts_distributed(self.b.method(), c.index, body) {
            self.note_in_order(span, error.clone());
            if !error.is_dependence() || !subscripts_from(self.b.method(), c.index, body) {
                return Ok(Attempt::Sequential);
            }
            let saved = self.save();
            let mut stmts = Vec::new();
            // What loops within an iteration need of one another is nothing that the program must say.
            return match self.counted_loop(c, body, c.label, span, &mut stmts) {
                Err(e) if e.is_dependence() => Err(LowerError { code: error::NOT_PARALLEL, ..error }),
                Err(e) => Err(e),
                Ok(()) => {
                    out.append(&mut stmts);
                    Ok(Attempt::Done)
                }
            }
            .inspect_err(|_| self.restore(saved));
        }
        let dependence = error.is_dependence();
        let done = match dependence && self.has_inner_work(body) {
            true => self.inner_loops(c, body, error, span, out),
            false => Err(error),
        };
        match done {
            // Another loop beside this one, or in one beside it, may be parallel. (Inside `sync` what runs in order would see what was just written.)
            Err(e) if self.in_part && self.sync.is_none() && dependence && e.is_dependence() => {
                self.note_in_order(span, e);
                Ok(Attempt::Sequential)
            }
            done => done,
        }
    }

    /// Why the loop at `span` is no parallel instruction.
    fn note_in_order(&mut self, span: Span, why: LowerError) {
        let key = (self.b.method_id(), span);
        self.b.cx.in_order.insert(key, why);
    }

    /// A loop whose iterations make work arrays is parallel where these are not too large together.
    fn within_budget(
        &mut self,
        nest: &[(Canonical<'a>, &'a hir::Block)],
        c: &Canonical<'a>,
        body: &'a hir::Block,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        self.prepare(&body.stmts, span, out);
        let mut stmts = Vec::new();
        self.b.depth += 1;
        let done = self.parallel(nest, span, &mut stmts);
        self.b.depth -= 1;
        done?;
        let worked = self.worked.take().ok_or_else(LowerError::internal)?;
        let then = stmts.split_off(worked.from);
        out.append(&mut stmts);
        let saved = self.save();
        self.b.depth += 1;
        self.single += 1;
        let done = self.counted_loop(c, body, c.label, span, &mut stmts);
        self.single -= 1;
        self.b.depth -= 1;
        if done.is_err() {
            self.restore(saved);
            out.extend(then);
            return Ok(());
        }
        self.budgeted.extend(then.iter().filter_map(|s| match &s.kind {
            StmtKind::Par(par) => Some(par.name.clone()),
            _ => None,
        }));
        let kind = StmtKind::If { cond: worked.fits, then: Block { stmts: then }, otherwise: Block { stmts } };
        self.b.emit(out, kind, span);
        Ok(())
    }

    /// Where iterations need those before, a loop within them may be what is divided: of an elimination, the rows below a pivot.
    fn inner_loops(
        &mut self,
        c: &Canonical<'a>,
        body: &'a hir::Block,
        error: LowerError,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Attempt> {
        let mut failed = None;
        let in_part = self.in_part;
        // All of the inner loops are parallel, or at least one of them is.
        for part in if in_part { [true].as_slice() } else { &[false, true] } {
            let saved = self.save();
            let mut stmts = Vec::new();
            let around = self.iterations_own.clone();
            self.iterations_own.extend(reduction::declared_in(body));
            self.in_part = *part;
            let done = self.counted_loop(c, body, c.label, span, &mut stmts);
            self.in_part = in_part;
            self.iterations_own = around;
            let mut divided = false;
            walk::core_stmts(&stmts, &mut |s| divided |= matches!(s.kind, StmtKind::Par(_)));
            if done.is_ok() && divided {
                self.note_in_order(span, error);
                out.append(&mut stmts);
                return Ok(Attempt::Done);
            }
            self.restore(saved);
            failed = failed.or(done.err());
        }
        // A read that the inner loop alone does not own is the narrower reason. What no region can have, such as arrays that change places, the
        // host may do between the inner loops.
        let narrower = failed.filter(|e| match e.code {
            error::UNSYNCED_READ => error.code == error::RACE,
            code => code == error::NOT_PARALLEL,
        });
        Err(narrower.unwrap_or(error))
    }

    /// The loops of a perfect nest whose bounds do not depend on outer indices, outermost first, each with its body.
    pub(super) fn nest(&self, c: &Canonical<'a>, body: &'a hir::Block) -> Vec<(Canonical<'a>, &'a hir::Block)> {
        let mut nest = vec![(c.clone(), body)];
        let mut at = body;
        while nest.len() < MAX_RANK {
            let only = match at.stmts.as_slice() {
                [hir::Stmt { kind: hir::StmtKind::Block(b), .. }] => {
                    at = b;
                    continue;
                }
                [s] => s,
                _ => break,
            };
            let hir::StmtKind::For { body: inner, label, .. } = &only.kind else { break };
            let Some(next) = canonical(self.b.cx.pure, self.b.method(), only) else { break };
            let outer: BTreeSet<LocalId> = nest.iter().map(|(c, _)| c.index).collect();
            let depends = |e: &hir::Expr| depends_on(e, &outer, !self.b.rows.is_empty());
            let leaves = inner.stmts.iter().any(|s| breaks_from(s, *label));
            if depends(next.lo) || next.bounds.iter().any(|b| depends(b.value)) || leaves || outer.contains(&next.index)
            {
                break;
            }
            nest.push((next, inner));
            at = inner;
        }
        nest
    }

    pub(super) fn parallel(
        &mut self,
        nest: &[(Canonical<'a>, &'a hir::Block)],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let body = nest.last().map(|(_, b)| *b).ok_or_else(LowerError::internal)?;
        let outer: BTreeSet<LocalId> = nest.iter().map(|(c, _)| c.index).collect();

        // The index space. A step other than 1 counts iterations, and the body computes the index.
        let mut space = Vec::new();
        let mut stmts = Vec::new();
        let limit = self.limit.take();
        let mut extents = Vec::new();
        self.carried.clear();
        let wholes: Vec<Option<Binding>> = nest.iter().map(|(c, _)| self.b.binding(c.index).cloned()).collect();
        for (c, _) in nest {
            let (extent, first) = match &limit {
                Some(limit) => (limit.extent.clone(), Some(limit.first)),
                None => {
                    let before = out.len();
                    let extent = self.extent(c, &outer, span, out)?;
                    guard_bounds(&space, &mut out[before..], span);
                    (extent, None)
                }
            };
            if nest.len() == 1 && limit.is_none() {
                self.carried = self.carried(c, body, &extent, span, out);
            }
            for check in &extent.rows {
                self.b.keep(check.clone(), "row", &mut stmts);
            }
            space.push(self.axis(c, &extent, first, span, out, &mut stmts)?);
            extents.push(extent);
        }
        self.look_for_rows(nest, &extents, span, out);

        let outer_own = self.b.facts.own_from.replace(VarId(self.b.vars.len() as u32));
        self.b.name_rows(&space, span, &mut stmts);
        let done = self.parallel_body(nest, body, span, space, stmts, out);
        self.b.facts.own_from = outer_own;
        done?;
        if limit.is_none() {
            for (((c, _), extent), whole) in nest.iter().zip(&extents).zip(wholes) {
                self.index_after(c, extent, whole, span, out)?;
            }
        }
        Ok(())
    }

    /// The instruction over `space`, whose body begins with `stmts`.
    pub(super) fn parallel_body(
        &mut self,
        nest: &[(Canonical<'a>, &'a hir::Block)],
        body: &'a hir::Block,
        span: Span,
        space: Vec<Dim>,
        mut stmts: Vec<Stmt>,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let method = self.b.method();
        let outer: BTreeSet<LocalId> = nest.iter().map(|(c, _)| c.index).collect();

        // Scalars that the body assigns: accumulators, or variables that every iteration sets for itself.
        let declared = reduction::declared_in(body);
        let mut outputs = Vec::new();
        let mut after = Vec::new();
        let mut assigned = walk::assigned_in(body);
        assigned.retain(|&l| {
            !declared.contains(&l)
                && !outer.contains(&l)
                && !reduction::heads_inner_loop(self.b.cx.pure, method, body, l)
        });
        let mut bests = Vec::new();
        for best in best::bests(body, &assigned) {
            let at_most =
                |l: &LocalId| matches!(reduction::accumulator(self.b.cx.hir, method, body, *l), Accumulator::No { .. });
            if best.sets.iter().all(at_most) {
                assigned.retain(|l| !best.sets.contains(l));
                let best = self.best_output(best, nest, &mut outputs, &mut stmts, span)?;
                if best.searches && space.iter().any(|d| self.b.ty(d.index) == Ty::I64) {
                    return Err(LowerError::new(
                        best.best.at,
                        "what belongs to the best iteration of a loop of `long`s",
                    )
                    .note("it is found where the loop's bounds are `int`s"));
                }
                bests.push(best);
            }
        }
        let accumulators = assigned.clone();
        let mut counters = Vec::new();
        for local in assigned {
            if let (Some(by), [dim]) = (self.counter(body, local), space.as_slice()) {
                counters.push(self.count_along(local, by, dim, span, &mut stmts)?);
                continue;
            }
            if let (Some(n), [dim]) = (self.carried.iter().position(|c| c.local == local), space.as_slice()) {
                let carried = self.carried[n].clone();
                self.carried[n].own = Some(self.value_before(&carried, dim, span, &mut stmts)?);
                continue;
            }
            let info = &method.locals[local.index()];
            let Some(Binding::Var(whole)) = self.b.frame().locals.get(&local).cloned() else {
                return Err(LowerError::new(span, format!("`{}` cannot be assigned in a distributed loop", info.name)));
            };
            let kind = match self.flags.is_some_and(|f| f.contains(&local)) {
                true => Accumulator::Private,
                false => reduction::accumulator(self.b.cx.hir, method, body, local),
            };
            match kind {
                Accumulator::Of(op, at) => {
                    self.accept_accumulator(op, at, local)?;
                    self.supposes |= deciding::supposes(self.b.cx.pure, nest, body, local);
                    let ty = self.b.ty(whole);
                    // `-=` subtracts in each instance and adds the instances' results.
                    let op = if op == ReduceOp::Sub { ReduceOp::Add } else { op };
                    if somd_core::ir::identity(op, &ty).is_none() {
                        return Err(LowerError::new(
                            at,
                            format!("`{}` has a type that this reduction does not work on", info.name),
                        ));
                    }
                    let acc = self.b.var(info.name.clone(), ty.clone(), true, info.span);
                    let result = self.b.var(info.name.clone(), ty, false, info.span);
                    self.b.bind(local, Binding::Var(acc));
                    let init = self.b.read(whole, span);
                    outputs.push(Output { result, kind: OutputKind::Reduce { op, acc, init } });
                    after.push((local, whole, result));
                }
                Accumulator::Private => {
                    let ty = self.b.ty(whole);
                    let own = self.b.var(info.name.clone(), ty, true, info.span);
                    self.b.emit(&mut stmts, StmtKind::Let { var: own, init: None }, span);
                    self.b.bind(local, Binding::Var(own));
                    after.push((local, whole, whole));
                }
                Accumulator::No { at, other } => {
                    let e = LowerError::new(
                        at,
                        format!("every iteration of this distributed loop assigns `{}`", info.name),
                    )
                    .code(error::SHARED_SCALAR)
                    .label("assigned by many method instances");
                    let e = match other {
                        Some(other) => e.also(other, "and read here, perhaps by another instance"),
                        None => e,
                    };
                    let e = e.note(format!(
                        "an accumulator changes only by one operator (`{0} += …`) and is read only after the loop; a variable of one iteration is declared inside it",
                        info.name
                    ));
                    // The best one's index, where not all iterations are looked at.
                    let mut is_index = false;
                    walk::exprs_in(body, &mut |e| {
                        if let hir::ExprKind::Assign { place: hir::Place::Local(l), value } = &e.kind {
                            let of = |i: &LocalId| nest.iter().any(|(c, _)| c.index == *i);
                            is_index |= *l == local && matches!(&value.kind, hir::ExprKind::Local(i) if of(i));
                        }
                    });
                    if is_index {
                        let index = &info.name;
                        return Err(e.note(format!(
                            "where not every iteration is a candidate, keep the best value too: `if (ok[i] && a[i] > most) {{ most = a[i]; {index} = i; }}`"
                        )));
                    }
                    return Err(e
                        .note("a running sum or a counter may be read in the loop if it changes by a single operator and the amount does not depend on it; one of floats may change once an iteration")
                        .note("other loops whose iterations follow from one another run once and in order in a `single { … }` block"));
                }
            }
        }

        let first_own = space.iter().map(|d| d.index).chain(self.b.facts.own_from).min().unwrap_or(VarId(0));
        let around = self.b.work.replace(Work {
            space: space.clone(),
            first_own,
            made: Vec::new(),
            result: None,
            frames: self.b.frames.len(),
            lengths: BTreeMap::new(),
        });
        let done = self.one_iteration(nest, body, span, &mut stmts);
        let work = std::mem::replace(&mut self.b.work, around);
        done?;
        for best in &bests {
            self.note_zeros(best, &space, &mut stmts, span)?;
        }

        // Arrays: every store must be this iteration's own.
        // (Of a `long` index the low half stands in subscripts.)
        let indices: Vec<VarId> =
            space.iter().map(|d| self.b.narrow.get(&d.index).copied().unwrap_or(d.index)).collect();
        let value = |(c, _): &(Canonical<'a>, _)| match self.b.binding(c.index) {
            Some(Binding::Var(v)) => Some(self.b.narrow.get(v).copied().unwrap_or(*v)),
            _ => None,
        };
        let values = nest.iter().map(value).collect::<Option<Vec<_>>>().ok_or_else(LowerError::internal)?;
        self.paired = match nest {
            [(c, body)] => exchange::paired(c, body),
            _ => BTreeSet::new(),
        };
        self.meeting = match nest {
            [(c, _)] => self.b.cx.meeting.get(&(self.b.method_id(), c.label)).copied(),
            _ => None,
        };
        let long = space.iter().any(|d| self.b.ty(d.index) == Ty::I64);
        let mut arrays = self.array_outputs(&indices, &values, long, &mut stmts, span)?;
        let doubted = self.doubted.take();
        let mut stored: Vec<(VarId, VarId)> = arrays
            .iter()
            .filter_map(|o| match &o.kind {
                OutputKind::Array(ArraySource::Update { old }) => Some((*old, o.result)),
                OutputKind::Accumulate { array, .. } => Some((*array, o.result)),
                _ => None,
            })
            .collect();
        let array_store = arrays.first().map(|o| self.b.vars[o.result.index()].span);
        outputs.append(&mut arrays);
        if bests.iter().all(|b| b.result.is_none()) && !bests.is_empty() && outputs.is_empty() {
            // Only the search is needed.
            for best in &bests {
                self.keep_best(best, &bests, &accumulators, nest, body, span, out)?;
            }
            return Ok(());
        }
        let carried = std::mem::take(&mut self.carried);
        if outputs.is_empty() && carried.is_empty() {
            return Err(LowerError::new(span, "this distributed loop has no effect")
                .note("it assigns nothing that lives on after it"));
        }
        let made = work.map_or(Vec::new(), |w| w.made);
        if !made.is_empty() {
            self.worked = Some(Worked { from: out.len(), fits: work_arrays::fits(&made, &self.b.vars, span) });
        }
        let own: BTreeSet<VarId> = made.iter().map(|w| w.array).collect();
        for WorkArray { local, array, sizes, span } in made {
            self.b.vars[array.index()].mutable |= doubted.is_some();
            let init = Expr::new(ExprKind::NewArray { sizes }, self.b.ty(array), span);
            self.b.emit(out, StmtKind::Let { var: array, init: Some(init) }, span);
            if let Some(local) = local {
                self.b.frame().locals.remove(&local);
            }
            // Nobody looks at it after the loop.
            stored.retain(|(old, _)| *old != array);
        }
        let wish = self.name.clone();
        let name = self.b.cx.unique(&format!("{wish}_{}", self.b.cx.line_name(span)));
        if !outputs.is_empty() {
            let par = Par { name, space, outputs, body: Block { stmts } };
            match doubted {
                None => self.b.emit_par(par, span, out),
                Some(_) if !bests.is_empty() => {
                    return Err(LowerError::new(
                        span,
                        "this loop keeps the best of its iterations, and stores where a subscript may wrap around",
                    )
                    .code(error::RACE)
                    .note("write two loops: one that stores, one that looks for the best"));
                }
                Some(doubted) => {
                    stored.clear();
                    self.unless_wrapping(par, &indices, doubted, &own, &mut after, span, out)?;
                }
            }
        }
        for (old, new) in stored {
            self.b.replace_array(old, new, span, out);
        }
        if let (Some(best), Some(store)) = (bests.iter().find(|b| b.searches), array_store) {
            return Err(LowerError::new(
                best.best.at,
                "this loop keeps the best of its iterations, and stores to an array",
            )
            .code(error::SHARED_SCALAR)
            .label("what belongs to the best is found by a second look at the loop")
            .also(store, "which must not store")
            .note("write two loops: one that stores, one that looks for the best"));
        }
        for (local, whole, end) in counters {
            self.b.vars[whole.index()].mutable = true;
            self.b.emit(out, StmtKind::Assign { var: whole, value: end }, span);
            self.b.bind(local, Binding::Var(whole));
        }
        for c in &carried {
            self.value_after(c, span, out);
        }
        for (local, whole, result) in after {
            if whole != result {
                let value = self.b.read(result, span);
                self.b.vars[whole.index()].mutable = true;
                self.b.emit(out, StmtKind::Assign { var: whole, value }, span);
            }
            self.b.bind(local, Binding::Var(whole));
        }
        for best in &bests {
            self.keep_best(best, &bests, &accumulators, nest, body, span, out)?;
        }
        Ok(())
    }

    /// By how much every iteration changes a local that is more than an accumulator: other iterations' values are known then.
    pub(super) fn counter(&self, body: &hir::Block, local: LocalId) -> Option<i32> {
        let method = self.b.method();
        let by = reduction::induction(body, local).filter(|_| method.locals[local.index()].ty == hir::Ty::Int)?;
        let other = matches!(reduction::accumulator(self.b.cx.hir, method, body, local), Accumulator::No { .. });
        // A jump out of an iteration would leave steps out.
        let jumps = body.stmts.iter().any(|s| any_stmt(s, &mut |s| matches!(s.kind, hir::StmtKind::Continue(_))));
        (other && !jumps).then_some(by)
    }

    /// Gives a counter its value at the beginning of an iteration; what it is, outside, and its value after the loop.
    pub(super) fn count_along(
        &mut self,
        local: LocalId,
        by: i32,
        dim: &Dim,
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) -> Result<(LocalId, VarId, Expr)> {
        let info = &self.b.method().locals[local.index()];
        if self.b.ty(dim.index) == Ty::I64 {
            return Err(LowerError::new(span, format!("`{}` counts the iterations of a loop of `long`s", info.name))
                .note("a counter beside the index can be computed from it where the loop's bounds are `int`s"));
        }
        let Some(Binding::Var(whole)) = self.b.binding(local).cloned() else { return Err(LowerError::internal()) };
        let int = |kind| Expr::new(kind, Ty::I32, span);
        let binary = |op, a: Expr, b: Expr| int(ExprKind::Binary(op, Box::new(a), Box::new(b)));
        let is_zero = matches!(dim.lo.kind, ExprKind::Const(Const::Int(0)));
        let after = |this: &Self, rounds: Expr| {
            let rounds = if is_zero { rounds } else { binary(BinOp::Sub, rounds, dim.lo.clone()) };
            binary(BinOp::Add, this.b.read(whole, span), binary(BinOp::Mul, rounds, Expr::int(by, span)))
        };
        let own = self.b.var(info.name.clone(), Ty::I32, true, info.span);
        let start = after(self, self.b.read(dim.index, span));
        self.b.emit(stmts, StmtKind::Let { var: own, init: Some(start) }, span);
        self.b.bind(local, Binding::Var(own));
        let last = int(ExprKind::Math(MathOp::Max, vec![dim.hi.clone(), dim.lo.clone()]));
        Ok((local, whole, after(self, last)))
    }

    /// The body of a nest, where `continue` of the innermost loop leaves it.
    pub fn one_iteration(
        &mut self,
        nest: &[(Canonical<'a>, &'a hir::Block)],
        body: &'a hir::Block,
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) -> Result<()> {
        let at_region_level = std::mem::replace(&mut self.b.at_region_level, false);
        let rest = self.b.label();
        let innermost = nest.last().map(|(c, _)| c.label).ok_or_else(LowerError::internal)?;
        let target = builder::Target { break_to: rest, continue_to: builder::Continue::LeaveBlock(rest) };
        self.b.frame().continue_only.insert(innermost);
        self.b.frame().labels.insert(innermost, target);
        let mut inside = Vec::new();
        let done = self.b.block(body, &mut inside);
        self.b.frame().labels.remove(&innermost);
        self.b.frame().continue_only.remove(&innermost);
        self.b.at_region_level = at_region_level;
        done?;
        if walk::breaks_to(&inside, rest) {
            self.b.emit(stmts, StmtKind::Labeled { label: rest, body: Block { stmts: inside } }, span);
        } else {
            stmts.append(&mut inside);
        }
        Ok(())
    }

    pub(super) fn accept_accumulator(&mut self, op: ReduceOp, at: Span, local: LocalId) -> Result<()> {
        let name = &self.b.method().locals[local.index()].name;
        if self.iterations_own.contains(&local) {
            let e = LowerError::new(at, format!("`{name}` belongs to one iteration of a loop around this one"));
            return Err(e.code(error::OWN_SUM));
        }
        if let Some(Some(reduce)) = self.sync {
            if let hir::Reduce::Op(wanted) = reduce
                && *wanted != op
            {
                return Err(LowerError::new(
                    at,
                    format!("`{name}` is accumulated with another operator than the `sync reduce` names"),
                )
                .code(error::REDUCE_MISMATCH));
            }
            return Ok(());
        }
        self.accumulated.push((op, at, name.to_string()));
        Ok(())
    }

    /// Holds the method's `reduce` against what it accumulates.
    pub(super) fn check_reduce(&mut self, m: &hir::Method) -> Result<()> {
        let Some((op, at, name)) = self.accumulated.first().cloned() else { return Ok(()) };
        if m.somd.as_ref().is_some_and(|s| s.library.is_some()) {
            return Ok(());
        }
        match self.reduce {
            None => Err(LowerError::new(at, format!("each method instance has only a part of `{name}`"))
                .code(error::NEEDS_REDUCE)
                .label(format!("`{name}` is accumulated over a distributed loop"))
                .also(m.name_span, "and this method has no `reduce`")
                .note(format!(
                    "write `reduce({})` before the method, or accumulate inside `sync reduce({0}) ({name}) {{ … }}`",
                    symbol(op)
                ))),
            Some((hir::Reduce::Op(wanted), span)) if self.accumulated.iter().all(|a| a.0 != *wanted) => {
                let w = LowerError::new(
                    *span,
                    format!("this `reduce({})` does not match how the method accumulates", symbol(*wanted)),
                )
                .code(error::REDUCE_MISMATCH)
                .label("the result is that of one instance, whatever is written here")
                .also(at, format!("`{name}` is accumulated with `{}`", symbol(op)));
                self.warnings.push(w);
                Ok(())
            }
            Some(_) => Ok(()),
        }
    }

    /// One dimension of the index space; the HIR index is bound for the body.
    pub(super) fn dimension(
        &mut self,
        c: &Canonical<'a>,
        nest: &BTreeSet<LocalId>,
        span: Span,
        out: &mut Vec<Stmt>,
        body: &mut Vec<Stmt>,
    ) -> Result<Dim> {
        let extent = self.extent(c, nest, span, out)?;
        self.axis(c, &extent, None, span, out, body)
    }

    /// The bounds of a loop, computed once, before it.
    pub(super) fn extent(
        &mut self,
        c: &Canonical<'a>,
        nest: &BTreeSet<LocalId>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Extent> {
        let mut first = Vec::new();
        let (lo, hi) = self.b.bounds(c, &mut first)?;
        // `g[i].length` of a rectangular array is the size of its second dimension; whether there is a row `i` is another question.
        let index = |l: &LocalId| match self.b.binding(*l) {
            Some(Binding::Var(v)) => Some(*v),
            _ => None,
        };
        let indices: BTreeSet<VarId> = nest.iter().filter(|&&l| l != c.index).filter_map(index).collect();
        let mut rows = Vec::new();
        first.retain(|s| {
            let mut row = false;
            walk::core_stmt_exprs(s, &mut |e| row |= matches!(e.kind, ExprKind::Var(v) if indices.contains(&v)));
            if let (true, StmtKind::Let { init: Some(check), .. }) = (row, &s.kind)
                && !self.is_inside(check)
            {
                rows.push(check.clone());
            }
            !row
        });
        out.append(&mut first);
        let as_int = |e: &Expr| narrowed(e.clone()).filter(|e| e.ty == Ty::I32);
        let (lo, hi) = match (as_int(&lo), as_int(&hi)) {
            (Some(lo), Some(hi)) => (lo, hi),
            _ if nest.len() > 1 => {
                return Err(LowerError::new(span, "in a nest of distributed loops the bounds must be `int`s")
                    .note("an index may be a `long` where its bounds are `int`s, such as the length of an array"));
            }
            _ => (builder::convert(lo, Ty::I64, span), builder::convert(hi, Ty::I64, span)),
        };
        // Sums and products are computed once, before the loop.
        let lo = self.b.keep(lo, "lo", out);
        let hi = match &hi.kind {
            ExprKind::Var(_) | ExprKind::Const(_) | ExprKind::Len { .. } => hi,
            _ => self.b.keep(hi, "hi", out),
        };
        let mut count = None;
        if c.step != 1 {
            // count = (hi - lo + step - sign) / step, at least 0: in `long`, which a distance of `int`s cannot leave.
            let long = |n: i64| Expr::new(ExprKind::Const(Const::Int(n)), Ty::I64, span);
            let binary =
                |op, a: Expr, b: Expr| Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), Ty::I64, span);
            let step = i64::from(c.step);
            let wide = |e: &Expr| builder::convert(e.clone(), Ty::I64, span);
            let distance = binary(BinOp::Sub, wide(&hi), wide(&lo));
            let rounded = binary(BinOp::Add, distance, long(step - step.signum()));
            let rounds = binary(BinOp::Div, rounded, long(step));
            let rounds = Expr::new(ExprKind::Math(MathOp::Max, vec![rounds, long(0)]), Ty::I64, span);
            count = Some(self.b.keep(builder::convert(rounds, lo.ty.clone(), span), "count", out));
        }
        Ok(Extent { lo, hi, count, rows })
    }

    /// A check of an index of the loops around that surely succeeds.
    fn is_inside(&self, check: &Expr) -> bool {
        let ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } = &check.kind else { return false };
        let length = ExprKind::Len { array: *array, dim: *dim };
        let length = self.b.facts.poly(&Expr::new(length, Ty::I32, check.span));
        let (ExprKind::Var(v), Some(length)) = (&value.kind, length) else { return false };
        let Some(range) = self.b.facts.ranges.get(v) else { return false };
        let behind = |hi: &Poly| hi.plus(&length, -1).plus(&Poly::constant(1), 1);
        range.upper.iter().any(|hi| behind(hi).as_constant().is_some_and(|c| c <= 0))
            && range.lower.iter().any(|lo| lo.as_constant().is_some_and(|c| c >= 0))
    }

    /// Java looks for the rows whose lengths are bounds of inner loops also where these loops have no iteration. The iterations look for theirs;
    /// where there are none, this does.
    fn look_for_rows(
        &mut self,
        nest: &[(Canonical<'a>, &'a hir::Block)],
        extents: &[Extent],
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let Some(first) = extents.iter().position(|e| !e.rows.is_empty()) else { return };
        let binary = |op, a, b, ty: &Ty| Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty.clone(), span);
        let none = |(e, (c, _)): (&Extent, &(Canonical<'a>, &hir::Block))| {
            let op = if c.step > 0 { BinOp::Ge } else { BinOp::Le };
            binary(op, e.lo.clone(), e.hi.clone(), &Ty::Bool)
        };
        let either = |a, b| Expr::new(ExprKind::Or(Box::new(a), Box::new(b)), Ty::Bool, span);
        let Some(cond) = extents.iter().zip(nest).skip(first).map(none).reduce(either) else { return };
        let last = extents.iter().rposition(|e| !e.rows.is_empty()).unwrap_or(first);
        let mut renamed: BTreeMap<VarId, VarId> = BTreeMap::new();
        let vars: Vec<VarId> = nest[..last]
            .iter()
            .map(|(c, _)| {
                let var = self.b.var(self.b.method().locals[c.index.index()].name.clone(), Ty::I32, false, span);
                if let Some(Binding::Var(index)) = self.b.binding(c.index) {
                    renamed.insert(*index, var);
                }
                var
            })
            .collect();
        // From the inside: what a loop does before the loop in it, and then that.
        let mut inner: Vec<Stmt> = Vec::new();
        for k in (0..last).rev() {
            let mut stmts = Vec::new();
            for check in &extents[k + 1].rows {
                let mut check = check.clone();
                core_walk::rename_expr(&mut check, &mut |v| renamed.get(&v).copied().unwrap_or(v));
                self.b.keep(check, "row", &mut stmts);
            }
            stmts.append(&mut inner);
            let (e, (c, _)) = (&extents[k], &nest[k]);
            let (label, step) = (self.b.label(), Expr::int(c.step, span));
            let (lo, hi) = (e.lo.clone(), e.hi.clone());
            self.b.emit(&mut inner, StmtKind::For { var: vars[k], lo, hi, step, body: Block { stmts }, label }, span);
        }
        self.b.emit(out, StmtKind::If { cond, then: Block { stmts: inner }, otherwise: Block::default() }, span);
    }

    /// The dimension of these bounds; where there is a `limit`, of the iterations before it.
    pub(super) fn axis(
        &mut self,
        c: &Canonical<'a>,
        extent: &Extent,
        limit: Option<VarId>,
        span: Span,
        out: &mut Vec<Stmt>,
        body: &mut Vec<Stmt>,
    ) -> Result<Dim> {
        let Extent { lo, hi, count, .. } = extent;
        let ty = lo.ty.clone();
        let end = count.as_ref().unwrap_or(hi);
        let limited = limit.map(|first| {
            // The number of the iteration that is not reached, or all.
            let none = Expr::new(ExprKind::Const(Const::Int(i64::MAX)), Ty::I64, span);
            let all = ExprKind::Binary(BinOp::Eq, Box::new(self.b.read(first, span)), Box::new(none));
            let all = Expr::new(all, Ty::Bool, span);
            let number = builder::convert(self.b.read(first, span), ty.clone(), span);
            let upto = if count.is_some() {
                number
            } else {
                Expr::new(ExprKind::Binary(BinOp::Add, Box::new(lo.clone()), Box::new(number)), ty.clone(), span)
            };
            let upto = ExprKind::Select(Box::new(all), Box::new(end.clone()), Box::new(upto));
            self.b.keep(Expr::new(upto, ty.clone(), span), "end", out)
        });
        let to = limited.unwrap_or_else(|| end.clone());
        if count.is_none() {
            if ty == Ty::I64 {
                return Ok(self.long_axis(c, lo.clone(), to, span, body));
            }
            let index = self.int_index(c, span, body);
            let range = self.b.facts.range(lo, hi, true);
            self.b.facts.ranges.insert(index, range);
            return Ok(Dim { index, lo: lo.clone(), hi: to });
        }
        let k = self.b.var("k", ty.clone(), false, span);
        // The index, as an `int`: where the loop's is a `long`, its low half, which a checked subscript tells from all others.
        let mut number = self.b.read(k, span);
        if ty == Ty::I64 {
            let low = self.b.var("k", Ty::I32, false, span);
            self.b.emit(body, StmtKind::Let { var: low, init: Some(builder::convert(number, Ty::I32, span)) }, span);
            self.b.narrow.insert(k, low);
            number = self.b.read(low, span);
        } else {
            let range = self.b.facts.range(&Expr::int(0, span), end, true);
            self.b.facts.ranges.insert(k, range);
        }
        let int = |kind| Expr::new(kind, Ty::I32, span);
        let binary = |op, a: Expr, b: Expr| int(ExprKind::Binary(op, Box::new(a), Box::new(b)));
        let start = builder::convert(lo.clone(), Ty::I32, span);
        let start = if ty == Ty::I64 { self.b.keep(start, "low", out) } else { start };
        let value = binary(BinOp::Add, start, binary(BinOp::Mul, number, Expr::int(c.step, span)));
        let value = self.b.keep(value, "at", body);
        let ExprKind::Var(index) = value.kind else { return Err(LowerError::internal()) };
        if ty == Ty::I32 {
            self.b.facts.indices.insert(index);
        }
        if ty == Ty::I64 {
            let long = |kind| Expr::new(kind, Ty::I64, span);
            let step = long(ExprKind::Const(Const::Int(c.step.into())));
            let scaled = long(ExprKind::Binary(BinOp::Mul, Box::new(self.b.read(k, span)), Box::new(step)));
            let whole = long(ExprKind::Binary(BinOp::Add, Box::new(lo.clone()), Box::new(scaled)));
            let name = self.b.method().locals[c.index.index()].name.clone();
            let var = self.b.var(name, Ty::I64, false, span);
            self.b.emit(body, StmtKind::Let { var, init: Some(whole) }, span);
            self.b.narrow.insert(var, index);
            self.b.bind(c.index, Binding::Var(var));
        } else {
            self.b.bind_index(c, index, span, body);
        }
        let zero = Expr::new(ExprKind::Const(Const::Int(0)), ty, span);
        Ok(Dim { index: k, lo: zero, hi: to })
    }

    /// A dimension of `long`s. A subscript has the low half of the index. Of numbers that follow one another, those whose low halves are
    /// all subscripts in range differ in these: on the way round lie the negative ones.
    fn long_axis(&mut self, c: &Canonical<'_>, lo: Expr, hi: Expr, span: Span, body: &mut Vec<Stmt>) -> Dim {
        let name = self.b.method().locals[c.index.index()].name.clone();
        let index = self.b.var(name.clone(), Ty::I64, false, span);
        let low = self.b.var(name, Ty::I32, false, span);
        let value = builder::convert(self.b.read(index, span), Ty::I32, span);
        self.b.emit(body, StmtKind::Let { var: low, init: Some(value) }, span);
        self.b.narrow.insert(index, low);
        self.b.bind(c.index, Binding::Var(index));
        Dim { index, lo, hi }
    }

    /// Gives an index that is declared outside its loop the value that it has after it.
    pub(super) fn index_after(
        &mut self,
        c: &Canonical<'a>,
        extent: &Extent,
        whole: Option<Binding>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        if c.declared {
            return Ok(());
        }
        let Some(Binding::Var(whole)) = whole else { return Ok(()) };
        self.b.bind(c.index, Binding::Var(whole));
        if !self.b.cx.read_outside_its_loops(self.b.method(), c.index) {
            return Ok(());
        }
        let Extent { lo, hi, count, .. } = extent;
        let ty = lo.ty.clone();
        let new = |kind| Expr::new(kind, ty.clone(), span);
        let value = match count {
            None => new(ExprKind::Math(MathOp::Max, vec![lo.clone(), hi.clone()])),
            Some(count) => {
                let step = new(ExprKind::Const(Const::Int(c.step.into())));
                let covered = new(ExprKind::Binary(BinOp::Mul, Box::new(count.clone()), Box::new(step)));
                new(ExprKind::Binary(BinOp::Add, Box::new(lo.clone()), Box::new(covered)))
            }
        };
        let value = builder::convert(value, self.b.ty(whole), span);
        self.b.vars[whole.index()].mutable = true;
        self.b.emit(out, StmtKind::Assign { var: whole, value }, span);
        Ok(())
    }

    /// A variable of the index space; the HIR index, which may be a `long`, stands for its value.
    fn int_index(&mut self, c: &Canonical<'_>, span: Span, body: &mut Vec<Stmt>) -> VarId {
        let name = self.b.method().locals[c.index.index()].name.clone();
        let index = self.b.var(name, Ty::I32, false, span);
        self.b.facts.indices.insert(index);
        self.b.bind_index(c, index, span, body);
        index
    }

    pub(super) fn save(&self) -> Saved {
        Saved {
            vars: self.b.vars.clone(),
            locals: self.b.frames.last().map(|f| f.locals.clone()).unwrap_or_default(),
            facts: self.b.facts.clone(),
            accumulated: self.accumulated.clone(),
        }
    }

    pub(super) fn restore(&mut self, saved: Saved) {
        // Captured fields made during the attempt stay: their variables must keep their numbers.
        let extra = self.b.vars.split_off(saved.vars.len());
        self.b.vars.clone_from(&saved.vars);
        self.b.vars.extend(extra);
        self.b.frame().locals = saved.locals;
        self.b.facts = saved.facts;
        self.accumulated = saved.accumulated;
    }
}

fn accumulates(stmts: &[Stmt]) -> bool {
    let mut found = false;
    walk::core_stmts(stmts, &mut |s| {
        if let StmtKind::Par(par) = &s.kind {
            found |= par.outputs.iter().any(|o| matches!(o.kind, OutputKind::Accumulate { .. }));
        }
    });
    found
}

pub(super) enum Attempt {
    Done,
    Sequential,
}

/// A loop whose iterations make work arrays was made parallel.
pub(super) struct Worked {
    /// Where the statements begin that need all of their memory.
    from: usize,
    /// It is not too much.
    fits: Expr,
}

/// What computes the bounds of an inner loop is not evaluated in Java where the loops around have no iteration: an element that is looked at,
/// or a check, is guarded by that.
fn guard_bounds(around: &[Dim], stmts: &mut [Stmt], span: Span) {
    let bool = |kind| Expr::new(kind, Ty::Bool, span);
    let any = |d: &Dim| bool(ExprKind::Binary(BinOp::Lt, Box::new(d.lo.clone()), Box::new(d.hi.clone())));
    let both = |a, b| bool(ExprKind::And(Box::new(a), Box::new(b)));
    let Some(cond) = around.iter().map(any).reduce(both) else { return };
    for s in stmts {
        let StmtKind::Let { init: Some(init), .. } = &mut s.kind else { continue };
        let mut looks = false;
        walk::core_exprs(init, &mut |e| looks |= matches!(e.kind, ExprKind::Check { .. } | ExprKind::Index { .. }));
        if looks && init.ty.is_int() {
            let ty = init.ty.clone();
            let zero = Expr::new(ExprKind::Const(Const::Int(0)), ty.clone(), span);
            let kind = ExprKind::Select(Box::new(cond.clone()), Box::new(init.clone()), Box::new(zero));
            *init = Expr::new(kind, ty, span);
        }
    }
}

/// The bounds of a loop. Both of one type, `int` or `long`.
#[derive(Clone)]
pub(super) struct Extent {
    pub lo: Expr,
    pub hi: Expr,
    /// The number of iterations, where the step is not 1.
    pub count: Option<Expr>,
    /// Checks of rows of the loops around, whose lengths the bounds are; those that may fail.
    pub rows: Vec<Expr>,
}

/// The loop has these bounds, and ends before the iteration with this number.
pub(super) struct Limit {
    pub first: VarId,
    pub extent: Extent,
}

impl Saved {
    pub fn locals(&self) -> &BTreeMap<LocalId, Binding> {
        &self.locals
    }
}

pub(super) struct Saved {
    vars: Vec<somd_core::ir::Var>,
    locals: BTreeMap<LocalId, Binding>,
    facts: affine::Facts,
    accumulated: Vec<(ReduceOp, Span, String)>,
}

/// A loop that can be tried as a parallel one: nothing in it belongs to the region alone, and it is `asked` for or subscripts arrays.
pub(super) fn may_distribute(body: &hir::Block, asked: bool, cx: &Cx<'_>) -> bool {
    fn blocked(s: &hir::Stmt) -> bool {
        match &s.kind {
            hir::StmtKind::Sync { .. } | hir::StmtKind::Single(_) => true,
            hir::StmtKind::Block(b) | hir::StmtKind::Labeled { body: b, .. } => b.stmts.iter().any(blocked),
            hir::StmtKind::If { then, otherwise, .. } => {
                then.stmts.iter().any(blocked) || otherwise.iter().any(|o| o.stmts.iter().any(blocked))
            }
            hir::StmtKind::For { body, .. }
            | hir::StmtKind::While { body, .. }
            | hir::StmtKind::DoWhile { body, .. } => body.stmts.iter().any(blocked),
            _ => false,
        }
    }
    let mut calls_somd = false;
    let mut subscripts = asked;
    walk::exprs_in(body, &mut |e| match &e.kind {
        hir::ExprKind::Call { method, args, .. } => {
            // A parallel stream is a loop of the iteration.
            calls_somd |= cx.hir.method(*method).somd.as_ref().is_some_and(|s| s.library.is_none());
            // The method that is called may have the subscripts.
            subscripts |= args.iter().any(|a| matches!(a.ty, hir::Ty::Array { .. }));
        }
        hir::ExprKind::Index { .. }
        | hir::ExprKind::Assign { place: hir::Place::Index { .. }, .. }
        | hir::ExprKind::IncDec { place: hir::Place::Index { .. }, .. } => subscripts = true,
        hir::ExprKind::CompoundAssign { .. } => subscripts = true,
        _ => {}
    });
    subscripts && !calls_somd && !body.stmts.iter().any(blocked)
}

/// Whether the loop's index stands in a subscript of an array that comes from outside the loop.
pub(super) fn subscripts_distributed(method: &hir::Method, index: LocalId, body: &hir::Block) -> bool {
    subscripts_any(method, &BTreeSet::from([index]), body)
}

/// The same of the index or a local that is computed from it: `int o = n * i; … a[o + k]`.
pub(super) fn subscripts_from(method: &hir::Method, index: LocalId, body: &hir::Block) -> bool {
    let mut names = BTreeSet::from([index]);
    let mut look = |s: &hir::Stmt| {
        if let hir::StmtKind::Local { local, init: Some(init) } = &s.kind {
            let mut reads = walk::Reads::default();
            reads.expr(init);
            if !reads.locals.is_disjoint(&names) {
                names.insert(*local);
            }
        }
        false
    };
    body.stmts.iter().for_each(|s| _ = any_stmt(s, &mut look));
    subscripts_any(method, &names, body)
}

fn subscripts_any(method: &hir::Method, names: &BTreeSet<LocalId>, body: &hir::Block) -> bool {
    let inside = reduction::declared_in(body);
    let mut found = false;
    let mut test = |array: &hir::Expr, at: &hir::Expr| {
        let mut reads = walk::Reads::default();
        reads.expr(at);
        let mut base = walk::Reads::default();
        base.expr(array);
        let from_outside =
            base.locals.iter().any(|l| !inside.contains(l) && method.locals[l.index()].ty.is_reference());
        found |= !reads.locals.is_disjoint(names) && from_outside;
    };
    walk::exprs_in(body, &mut |e| match &e.kind {
        // The method that is called may name elements by it.
        hir::ExprKind::Call { args, .. } => {
            for array in args.iter().filter(|a| matches!(a.ty, hir::Ty::Array { .. })) {
                args.iter().filter(|at| !std::ptr::eq(*at, array)).for_each(|at| test(array, at));
            }
        }
        hir::ExprKind::Index { array, index } => test(array, index),
        hir::ExprKind::Assign { place: hir::Place::Index { array, index }, .. }
        | hir::ExprKind::CompoundAssign { place: hir::Place::Index { array, index }, .. }
        | hir::ExprKind::IncDec { place: hir::Place::Index { array, index }, .. } => test(array, index),
        _ => {}
    });
    found
}

/// A bound of a `long` index as the `int` that it was widened from; an `int` as it is.
fn narrowed(e: Expr) -> Option<Expr> {
    let span = e.span;
    match e.kind {
        _ if e.ty == Ty::I32 => Some(e),
        ExprKind::Const(Const::Int(n)) => i32::try_from(n).ok().map(|n| Expr::int(n, span)),
        ExprKind::Convert(inner) if inner.ty == Ty::I32 => Some(*inner),
        // What is less than a length has not left the range.
        ExprKind::Binary(BinOp::Sub, a, b) => {
            let (a, b) = (narrowed(*a)?, narrowed(*b)?);
            if let (ExprKind::Const(Const::Int(x)), ExprKind::Const(Const::Int(y))) = (&a.kind, &b.kind) {
                return i32::try_from(x - y).ok().map(|n| Expr::int(n, span));
            }
            let small = matches!((&a.kind, &b.kind), (ExprKind::Len { .. }, ExprKind::Const(Const::Int(0..))));
            small.then(|| Expr::new(ExprKind::Binary(BinOp::Sub, Box::new(a), Box::new(b)), Ty::I32, span))
        }
        _ => None,
    }
}

/// Whether an expression changes with the outer indices of a nest. `g[i].length` does not where arrays are rectangular.
fn depends_on(e: &hir::Expr, outer: &BTreeSet<LocalId>, ragged: bool) -> bool {
    let is_outer = |e: &hir::Expr| matches!(&e.kind, hir::ExprKind::Local(l) if outer.contains(l));
    let (mut reads, mut lengths) = (0, 0);
    walk::exprs(e, &mut |e| {
        reads += is_outer(e) as usize;
        if let hir::ExprKind::Length(row) = &e.kind
            && let hir::ExprKind::Index { index, .. } = &row.kind
        {
            lengths += is_outer(index) as usize;
        }
    });
    reads > if ragged { 0 } else { lengths }
}
