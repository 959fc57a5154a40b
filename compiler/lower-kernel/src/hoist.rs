//! Index checks that a loop would make in each turn, made once in front of it.
//!
//! `for k in lo..hi { … check a k … }` fails for some k exactly where `lo < hi` and `lo < 0` or `hi` is beyond the length, if every turn
//! comes to the check: which turn fails first does not matter here, because the host runs the failing iteration again. The same
//! holds for an index that does not change in the loop, for sums of both and numbers, and for checks in loops inside of this one. Checks
//! that differ in a number only, as those of `a[8 * i]`, …, `a[8 * i + 7]`, become one of the least and one of the greatest.

use super::body::Body;
use super::code::Prec;
use super::emitted::Refusal;
use super::state::Proved;
use somd_core::ir::*;
use somd_core::walk;
use std::collections::{BTreeMap, BTreeSet};

/// A loop upwards.
#[derive(Clone, Copy)]
struct Turns<'e> {
    var: VarId,
    lo: &'e Expr,
    hi: &'e Expr,
    step: i64,
}

impl Turns<'_> {
    /// First and last, where they are known and there is one.
    fn numbers(&self) -> Option<(i64, i64)> {
        let (lo, hi) = (constant(self.lo)?, constant(self.hi)?);
        (lo < hi).then(|| (lo, lo + (hi - 1 - lo) / self.step * self.step))
    }
}

fn constant(e: &Expr) -> Option<i64> {
    if let ExprKind::Const(Const::Int(n)) = e.kind { Some(n) } else { None }
}

/// The indices that a check sees in all turns of the loops around it: what is fixed, and the numbers from `least` to `greatest`, plus the
/// variable of at most one loop whose bounds are not numbers, times `scale`. All modulo 2^32; where the two ends are in range, so are those between.
#[derive(Clone, Debug)]
struct Range {
    fixed: Option<Expr>,
    turn: Option<VarId>,
    scale: i64,
    least: i64,
    greatest: i64,
}

impl Range {
    fn numbers(least: i64, greatest: i64) -> Range {
        Range { fixed: None, turn: None, scale: 1, least, greatest }
    }

    fn plus(self, other: Range) -> Option<Range> {
        let fixed = match (self.fixed, other.fixed) {
            (Some(a), Some(b)) => {
                let span = a.span;
                Some(Expr::new(ExprKind::Binary(BinOp::Add, Box::new(a), Box::new(b)), Ty::I32, span))
            }
            (a, b) => a.or(b),
        };
        let (turn, scale) = match (self.turn, other.turn) {
            (Some(_), Some(_)) => return None,
            (Some(_), None) => (self.turn, self.scale),
            (None, _) => (other.turn, other.scale),
        };
        let (least, greatest) = (self.least + other.least, self.greatest + other.greatest);
        Some(Range { fixed, turn, scale, least, greatest })
    }

    /// Not more numbers than half of all, so that no range goes around.
    fn bounded(self) -> Option<Range> {
        const MOST: i64 = 1 << 29;
        let small = self.least >= -MOST && self.greatest <= MOST;
        let fits = match (&self.fixed, self.turn) {
            (None, None) => self.least >= 0,
            (_, None) => true,
            (None, Some(_)) => true,
            (Some(_), Some(_)) => self.scale > 1 || self.least == self.greatest,
        };
        (small && fits).then_some(self)
    }

    /// Whether one test can be of both.
    fn joins(&self, other: &Range) -> bool {
        let same = match (&self.fixed, &other.fixed) {
            (Some(a), Some(b)) => walk::equal(a, b),
            (None, None) => true,
            _ => false,
        };
        let turn = (self.turn, self.scale) == (other.turn, other.scale);
        same && turn && (self.turn.is_none() || self.fixed.is_none() || self.scale > 1)
    }
}

/// A check with the loops around it, outermost first, and the conditions.
struct Found<'e> {
    array: VarId,
    dim: u32,
    index: &'e Expr,
    range: Range,
    loops: Vec<Turns<'e>>,
    under: Vec<(&'e Expr, bool)>,
}

struct Search<'e> {
    func: &'e Func,
    /// Declared inside of the outermost loop: not to be named in front of it.
    own: BTreeSet<VarId>,
    loops: Vec<Turns<'e>>,
    /// Conditions that do not change.
    under: Vec<(&'e Expr, bool)>,
    /// What variables of their own stand for.
    lets: BTreeMap<VarId, &'e Expr>,
    found: Vec<Found<'e>>,
    /// Elements that are read whenever the loop is run.
    reads: Vec<(VarId, &'e Expr)>,
}

impl<'e> Search<'e> {
    fn new(func: &'e Func, own: BTreeSet<VarId>) -> Search<'e> {
        let (loops, under, found, reads) = Default::default();
        Search { func, own, loops, under, lets: BTreeMap::new(), found, reads }
    }

    /// A condition that is known in front of the loop, and the same in each turn.
    fn steady(&self, cond: &Expr) -> bool {
        match &cond.kind {
            ExprKind::Var(_) => self.fixed(cond),
            ExprKind::Unary(UnOp::Not, a) => self.steady(a),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => self.steady(a) && self.steady(b),
            ExprKind::Binary(_, a, b) => [a, b].iter().all(|e| e.ty.is_int() && self.fixed(e)),
            _ => false,
        }
    }

    /// Known in front of the loop, and the same in each turn.
    fn fixed(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Const(_) => true,
            ExprKind::Len { array, .. } => !self.own.contains(array),
            ExprKind::Var(v) => !self.own.contains(v) && !self.func.vars[v.index()].mutable,
            ExprKind::Binary(BinOp::Div | BinOp::Rem, a, b) => self.fixed(a) && constant(b).is_some_and(|n| n > 0),
            ExprKind::Binary(_, a, b) => e.ty.is_int() && self.fixed(a) && self.fixed(b),
            _ => false,
        }
    }

    fn range(&self, e: &Expr) -> Option<Range> {
        let sum = match &e.kind {
            _ if e.ty != Ty::I32 => None,
            ExprKind::Const(Const::Int(n)) => Some(Range::numbers(*n, *n)),
            ExprKind::Var(v) => self
                .loops
                .iter()
                .find(|l| l.var == *v)
                .map(|turns| {
                    let turn = Range { turn: Some(*v), ..Range::numbers(0, 0) };
                    turns.numbers().map_or(turn, |(first, last)| Range::numbers(first, last))
                })
                .or_else(|| self.range(self.lets.get(v)?)),
            ExprKind::Binary(BinOp::Add, a, b) => {
                self.range(a).and_then(|a| a.plus(self.range(b)?)).and_then(Range::bounded)
            }
            ExprKind::Binary(BinOp::Sub, a, b) => constant(b).and_then(|n| self.range(a)?.plus(Range::numbers(-n, -n))),
            ExprKind::Binary(BinOp::Mul, a, b) => {
                let (factor, times) = if constant(a).is_some() { (b, a) } else { (a, b) };
                constant(times).filter(|m| (0..1 << 29).contains(m)).and_then(|m| {
                    let a = self.range(factor).filter(|a| a.fixed.is_none() && (a.turn.is_none() || m > 0))?;
                    let scale = if a.turn.is_some() { a.scale.checked_mul(m).filter(|s| *s < 1 << 29)? } else { 1 };
                    Some(Range { scale, least: a.least.checked_mul(m)?, greatest: a.greatest.checked_mul(m)?, ..a })
                })
            }
            _ => None,
        };
        let whole = || self.fixed(e).then(|| Range { fixed: Some(e.clone()), ..Range::numbers(0, 0) });
        sum.and_then(Range::bounded).or_else(whole)
    }

    /// What every run of the statements evaluates.
    fn block(&mut self, stmts: &'e [Stmt]) {
        for stmt in stmts {
            // What follows is not always reached.
            if leaves(stmt) {
                return;
            }
            stmt_exprs(stmt, &mut |e| self.expr(e));
            match &stmt.kind {
                StmtKind::Let { var, init: Some(e) } if !self.func.vars[var.index()].mutable => {
                    self.lets.insert(*var, e);
                }
                StmtKind::If { cond, then, otherwise } if self.steady(cond) => {
                    for (branch, came) in [(then, true), (otherwise, false)] {
                        self.under.push((cond, came));
                        self.block(&branch.stmts);
                        self.under.pop();
                    }
                }
                _ => {}
            }
            if let StmtKind::For { var, lo, hi, step, body, label } = &stmt.kind
                && let Some(step) = plain(lo, hi, step, body, *label)
                && self.fixed(lo)
                && self.fixed(hi)
            {
                self.loops.push(Turns { var: *var, lo, hi, step });
                self.block(&body.stmts);
                self.loops.pop();
            }
        }
    }

    /// What is evaluated whenever the expression is.
    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::And(a, _) | ExprKind::Or(a, _) | ExprKind::Select(a, _, _) => return self.expr(a),
            _ => expr_children(e, &mut |c| self.expr(c)),
        }
        if let ExprKind::Index { array, index } = &e.kind
            && let [index] = index.as_slice()
            && self.under.is_empty()
        {
            self.reads.push((*array, index));
        }
        let ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } = &e.kind else { return };
        let holds =
            |f: &Found| f.under.iter().all(|(e, came)| self.under.iter().any(|(o, c)| c == came && walk::equal(o, e)));
        let known = |f: &Found| f.array == *array && f.dim == *dim && walk::equal(f.index, value) && holds(f);
        if self.own.contains(array) || self.found.iter().any(known) {
            return;
        }
        if let Some(range) = self.range(value) {
            // From below 0 a loop may have more turns than there are indices.
            let turns = self.loops.iter().find(|l| range.turn == Some(l.var));
            if range.scale == 1
                && range.fixed.is_some()
                && turns.is_some_and(|l| constant(l.lo).is_none_or(|lo| lo < 0))
            {
                return;
            }
            let (loops, under) = (self.loops.clone(), self.under.clone());
            self.found.push(Found { array: *array, dim: *dim, index: value, range, loops, under });
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

/// Whether a statement may end more than itself, other than by a failure.
fn leaves(stmt: &Stmt) -> bool {
    let (mut inside, mut jumps, mut returns) = (BTreeSet::new(), Vec::new(), false);
    each_stmt(stmt, &mut |s| match &s.kind {
        StmtKind::For { label, .. } | StmtKind::While { label, .. } | StmtKind::Labeled { label, .. } => {
            inside.insert(*label);
        }
        StmtKind::Break(l) | StmtKind::Continue(l) => jumps.push(*l),
        StmtKind::Return(_) => returns = true,
        _ => {}
    });
    returns || jumps.iter().any(|l| !inside.contains(l))
}

fn each_stmt(stmt: &Stmt, f: &mut dyn FnMut(&Stmt)) {
    f(stmt);
    walk::stmt_blocks(stmt, &mut |b| b.stmts.iter().for_each(|s| each_stmt(s, f)));
}

/// The step of a loop upwards that nothing leaves early but a failure.
fn plain(lo: &Expr, hi: &Expr, step: &Expr, body: &Block, label: LabelId) -> Option<i64> {
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
    constant(step).filter(|s| *s > 0 && !leaves && int(lo) && int(hi))
}

/// The elements of arrays of one dimension that every run of a body reads.
pub(super) fn certain_reads<'e>(func: &'e Func, body: &'e Block) -> Vec<(VarId, &'e Expr)> {
    let mut search = Search::new(func, BTreeSet::new());
    search.block(&body.stmts);
    search.reads
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
        let Some(step) = plain(lo, hi, step, body, label).filter(|_| self.hoists) else { return Ok(before) };
        let mut own = BTreeSet::from([var]);
        walk::for_each_stmt(body, &mut |s| {
            walk::stmt_vars(s, &mut |v, role| {
                if role == walk::Role::Declare {
                    own.insert(v);
                }
            })
        });
        let func = self.func;
        let mut search = Search::new(func, own);
        if !search.fixed(lo) || !search.fixed(hi) {
            return Ok(before);
        }
        search.loops.push(Turns { var, lo, hi, step });
        search.block(&body.stmts);
        let mut tests: Vec<(Vec<String>, Found)> = Vec::new();
        for mut found in search.found {
            let under: Vec<(Expr, bool)> = found.under.iter().map(|(e, came)| ((*e).clone(), *came)).collect();
            let around = self.under.len();
            self.under.extend(under.iter().cloned());
            let made = self.is_proved(found.array, found.dim, found.index);
            self.under.truncate(around);
            if made || !self.places.contains_key(&found.array) {
                continue;
            }
            if self.uniform && !(under.is_empty() && self.same_for_all(found.index, &found.loops)) {
                continue;
            }
            let mut runs = Vec::new();
            for (cond, came) in &under {
                let cond = self.expr(cond)?;
                runs.push(if *came { cond.at(Prec::And) } else { format!("!{}", cond.at(Prec::Unary)) });
            }
            for turns in &found.loops {
                if turns.numbers().is_none() {
                    let (lo, hi) = (self.expr(turns.lo)?, self.expr(turns.hi)?);
                    runs.push(format!("{} < {}", lo.at(Prec::Shift), hi.at(Prec::Shift)));
                }
            }
            let (array, dim, index) = (found.array, found.dim, found.index.clone());
            self.proved.push(Proved { array, dim, index, under });
            let joined = tests.iter_mut().find(|(r, f)| {
                *r == runs && f.array == found.array && f.dim == found.dim && f.range.joins(&found.range)
            });
            match joined {
                Some((_, f)) => {
                    f.range.least = f.range.least.min(found.range.least);
                    f.range.greatest = f.range.greatest.max(found.range.greatest);
                }
                None => {
                    found.loops.retain(|l| found.range.turn == Some(l.var));
                    tests.push((runs, found));
                }
            }
        }
        for (mut parts, found) in tests {
            let beyond = self.beyond(&found)?;
            if !beyond.is_empty() {
                parts.push(alternatives(beyond));
                self.fail_if(&parts.join(" && "));
            }
        }
        Ok(before)
    }

    /// Tests of which one holds where an index of the range is out of range; none where none can be.
    fn beyond(&mut self, found: &Found) -> Result<Vec<String>, Refusal> {
        let length = self.place(found.array, found.index)?.dims[found.dim as usize].clone();
        let Range { fixed, least, greatest, .. } = &found.range;
        let Some(Turns { lo, hi, step, .. }) = found.loops.first() else {
            let mut ends = vec![*least];
            if fixed.is_none() || greatest > least {
                ends.push(*greatest);
            }
            if fixed.is_none() {
                ends.remove(0);
            }
            let mut tests = Vec::new();
            for end in ends {
                let index = sum(fixed.iter().cloned(), end);
                tests.push(format!("(uint){} >= (uint){length}", self.expr(&index)?.at(Prec::Unary)));
            }
            return Ok(tests);
        };
        let mut tests = Vec::new();
        if found.range.scale > 1 {
            // In 64 bits: the last index may be far beyond.
            let scale = found.range.scale;
            let (low, high) = (self.named(lo)?, self.named(hi)?);
            let by = Expr::int(scale as i32, Default::default());
            let ahead = (constant(lo) != Some(0)).then(|| {
                Expr::new(
                    ExprKind::Binary(BinOp::Mul, Box::new((*lo).clone()), Box::new(by)),
                    Ty::I32,
                    Default::default(),
                )
            });
            let first = self.expr(&sum(fixed.iter().cloned().chain(ahead), *least))?.cast("uint").at(Prec::Sum);
            let low = if constant(lo) == Some(0) { String::new() } else { format!(" - {low}") };
            let mut turns = format!("({high} - 1u{low})");
            if *step > 1 {
                turns = format!("({turns} / {step} * {step})");
            }
            let last = format!("{first} + {scale}ul * {turns}");
            let last = if greatest > least { format!("{last} + {}", greatest - least) } else { last };
            return Ok(vec![format!("{first} >= (uint){length}"), format!("{last} >= (uint){length}")]);
        }
        if let (None, 0, 0, 1) = (fixed, *least, *greatest, *step) {
            let high = self.expr(hi)?.at(Prec::Shift);
            // A loop to the very length ends in range.
            let ends = high == length;
            if constant(lo).is_none_or(|lo| lo < 0) {
                tests.push(format!("{} < 0", self.expr(lo)?.at(Prec::Shift)));
            }
            if !ends {
                tests.push(format!("{high} > {length}"));
            }
            return Ok(tests);
        }
        let first = self.named(lo)?;
        match fixed {
            None if constant(lo).is_some_and(|lo| lo + least >= 0) => {}
            None => tests.push(format!("{first} < {}", -least)),
            Some(_) => {
                let first = sum(fixed.iter().cloned().chain([(*lo).clone()]), *least);
                tests.push(format!("(uint){} >= (uint){length}", self.expr(&first)?.at(Prec::Unary)));
            }
        }
        let last = if *step == 1 {
            let last = sum(fixed.iter().cloned().chain([(*hi).clone()]), greatest - 1);
            self.expr(&last)?.cast("uint").text()
        } else {
            let high = self.named(hi)?;
            let by = match (fixed, *greatest) {
                (None, 0) => String::new(),
                (None, by) if by < 0 => format!(" - {}u", -by),
                (None, by) => format!(" + {by}u"),
                (Some(_), by) => format!(" + {}", self.expr(&sum(fixed.iter().cloned(), by))?.at(Prec::Product)),
            };
            format!("{first} + ({high} - 1u - {first}) / {step} * {step}{by}")
        };
        tests.push(format!("{last} >= (uint){length}"));
        Ok(tests)
    }

    /// A name or number for a value.
    fn named(&mut self, e: &Expr) -> Result<String, Refusal> {
        let code = self.expr(e)?;
        if matches!(e.kind, ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Len { .. }) {
            return Ok(code.at(Prec::Product));
        }
        let name = self.names.fresh("end");
        self.line(format!("const int {name} = {};", code.text()));
        Ok(name)
    }

    /// Whether an index check is left in an expression.
    pub fn makes_checks(&self, e: &Expr) -> bool {
        let ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } = &e.kind else {
            let mut found = false;
            walk::expr_children(e, &mut |c| found |= self.makes_checks(c));
            return found;
        };
        !self.is_proved(*array, *dim, value) || self.makes_checks(value)
    }

    pub fn is_proved(&self, array: VarId, dim: u32, index: &Expr) -> bool {
        let holds = |(e, came): &(Expr, bool)| self.under.iter().any(|(o, c)| c == came && walk::equal(o, e));
        let same = |p: &Proved| p.array == array && p.dim == dim && walk::equal(&p.index, index);
        self.proved.iter().any(|p| same(p) && p.under.iter().all(holds))
    }

    /// Writes the checks that all runs of the statements come to in the end, of indices that are known in front of them, all in front, so that
    /// no load waits for another one's check.
    pub fn hoist_known_checks(&mut self, stmts: &[Stmt]) -> Result<(), Refusal> {
        // One check alone is as well where it stands.
        self.hoist_known_checks_of(stmts, 2)
    }

    /// The same, where there are at least so many of them.
    pub fn hoist_known_checks_of(&mut self, stmts: &[Stmt], least: usize) -> Result<(), Refusal> {
        if !self.hoists {
            return Ok(());
        }
        let (own, _) = walk::named(stmts);
        let func = self.func;
        let mut search = Search::new(func, own);
        search.block(stmts);
        let certain = |f: &Found| f.under.is_empty() && f.loops.iter().all(|l| l.numbers().is_some());
        let new = |f: &Found| self.places.contains_key(&f.array) && !self.is_proved(f.array, f.dim, f.index);
        let found: Vec<Found> = search.found.into_iter().filter(|f| certain(f) && new(f)).collect();
        if found.len() < least {
            return Ok(());
        }
        let mut tests: Vec<Found> = Vec::new();
        for mut found in found {
            self.proved.push(Proved::always(found.array, found.dim, found.index.clone()));
            found.loops.clear();
            match tests.iter_mut().find(|f| f.array == found.array && f.dim == found.dim && f.range.joins(&found.range))
            {
                Some(f) => {
                    f.range.least = f.range.least.min(found.range.least);
                    f.range.greatest = f.range.greatest.max(found.range.greatest);
                }
                None => tests.push(found),
            }
        }
        let mut parts = Vec::new();
        for test in &tests {
            parts.extend(self.beyond(test)?);
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
    fn same_for_all(&self, index: &Expr, loops: &[Turns]) -> bool {
        fn uniform(body: &Body, e: &Expr, inner: &dyn Fn(VarId) -> bool) -> bool {
            match &e.kind {
                ExprKind::Const(_) | ExprKind::Len { .. } => true,
                ExprKind::Var(v) => body.uniforms.contains(v) || inner(*v),
                ExprKind::Binary(_, a, b) => uniform(body, a, inner) && uniform(body, b, inner),
                _ => false,
            }
        }
        uniform(self, index, &|v| loops.iter().any(|l| l.var == v))
            && loops.iter().all(|l| uniform(self, l.lo, &|_| false) && uniform(self, l.hi, &|_| false))
    }
}

/// The sum of what there is and a number.
fn sum(parts: impl Iterator<Item = Expr>, by: i64) -> Expr {
    let number = Expr::int(by as i32, Default::default());
    let add = |a: Expr, b: Expr| {
        Expr::new(ExprKind::Binary(BinOp::Add, Box::new(a), Box::new(b)), Ty::I32, Default::default())
    };
    match parts.reduce(add) {
        Some(all) if by == 0 => all,
        Some(all) => add(all, number),
        None => number,
    }
}

fn alternatives(tests: Vec<String>) -> String {
    if tests.len() == 1 { tests.concat() } else { format!("({})", tests.join(" || ")) }
}
