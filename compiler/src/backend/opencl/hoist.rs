//! Index checks that a loop would make in each turn, made once in front of it.
//!
//! `for k in lo..hi { … check a k … }` fails for some k exactly where `lo < hi` and `lo < 0` or `hi` is beyond the length, if every turn
//! comes to the check: which turn fails first does not matter here, because the host runs the failing iteration again. The same
//! holds for an index that does not change in the loop, for sums of both and numbers, and for checks in loops inside of this one. Checks
//! that differ in a number only, as those of `a[8 * i]`, …, `a[8 * i + 7]`, become one of the least and one of the greatest.

use super::Refusal;
use super::body::Body;
use super::code::Prec;
use crate::backend::interface::equal;
use crate::core::ir::*;
use crate::core::walk;
use std::collections::BTreeSet;

/// A check that has been made already: of this index against this dimension of the array.
pub(super) type Proved = (VarId, u32, Expr);

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
/// variable of at most one loop whose bounds are not numbers. All modulo 2^32; where the two ends are in range, so are those between.
#[derive(Clone, Debug)]
struct Range {
    fixed: Option<Expr>,
    turn: Option<VarId>,
    least: i64,
    greatest: i64,
}

impl Range {
    fn numbers(least: i64, greatest: i64) -> Range {
        Range { fixed: None, turn: None, least, greatest }
    }

    fn plus(self, other: Range) -> Option<Range> {
        let fixed = match (self.fixed, other.fixed) {
            (Some(a), Some(b)) => {
                let span = a.span;
                Some(Expr::new(ExprKind::Binary(BinOp::Add, Box::new(a), Box::new(b)), Ty::I32, span))
            }
            (a, b) => a.or(b),
        };
        let turn = match (self.turn, other.turn) {
            (Some(_), Some(_)) => return None,
            (a, b) => a.or(b),
        };
        let (least, greatest) = (self.least + other.least, self.greatest + other.greatest);
        Some(Range { fixed, turn, least, greatest })
    }

    /// Not more numbers than half of all, so that no range goes around.
    fn bounded(self) -> Option<Range> {
        const MOST: i64 = 1 << 29;
        let small = self.least >= -MOST && self.greatest <= MOST;
        let fits = match (&self.fixed, self.turn) {
            (None, None) => self.least >= 0,
            (_, None) => true,
            (None, Some(_)) => true,
            (Some(_), Some(_)) => self.least == self.greatest,
        };
        (small && fits).then_some(self)
    }

    /// Whether one test can be of both.
    fn joins(&self, other: &Range) -> bool {
        let same = match (&self.fixed, &other.fixed) {
            (Some(a), Some(b)) => equal(a, b),
            (None, None) => true,
            _ => false,
        };
        same && self.turn == other.turn && (self.turn.is_none() || self.fixed.is_none())
    }
}

/// A check with the loops around it, outermost first.
struct Found<'e> {
    array: VarId,
    dim: u32,
    index: &'e Expr,
    range: Range,
    loops: Vec<Turns<'e>>,
}

struct Search<'e> {
    func: &'e Func,
    /// Declared inside of the outermost loop: not to be named in front of it.
    own: BTreeSet<VarId>,
    loops: Vec<Turns<'e>>,
    found: Vec<Found<'e>>,
    /// Elements that are read whenever the loop is run.
    reads: Vec<(VarId, &'e Expr)>,
}

impl<'e> Search<'e> {
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
            ExprKind::Var(v) => self.loops.iter().find(|l| l.var == *v).map(|turns| {
                let turn = Range { turn: Some(*v), ..Range::numbers(0, 0) };
                turns.numbers().map_or(turn, |(first, last)| Range::numbers(first, last))
            }),
            ExprKind::Binary(BinOp::Add, a, b) => {
                self.range(a).and_then(|a| a.plus(self.range(b)?)).and_then(Range::bounded)
            }
            ExprKind::Binary(BinOp::Sub, a, b) => constant(b).and_then(|n| self.range(a)?.plus(Range::numbers(-n, -n))),
            ExprKind::Binary(BinOp::Mul, a, b) => constant(b).filter(|m| (0..1 << 29).contains(m)).and_then(|m| {
                let a = self.range(a).filter(|a| a.fixed.is_none() && a.turn.is_none())?;
                Some(Range::numbers(a.least.checked_mul(m)?, a.greatest.checked_mul(m)?))
            }),
            _ => None,
        };
        let whole = || self.fixed(e).then(|| Range { fixed: Some(e.clone()), ..Range::numbers(0, 0) });
        sum.and_then(Range::bounded).or_else(whole)
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
                && let Some(step) = plain(lo, hi, step, body, *label)
                && self.fixed(lo)
                && self.fixed(hi)
            {
                self.loops.push(Turns { var: *var, lo, hi, step });
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
        if let ExprKind::Index { array, index } = &e.kind
            && let [index] = index.as_slice()
        {
            self.reads.push((*array, index));
        }
        let ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } = &e.kind else { return };
        let known = |f: &Found| f.array == *array && f.dim == *dim && equal(f.index, value);
        if self.own.contains(array) || self.found.iter().any(known) {
            return;
        }
        if let Some(range) = self.range(value) {
            // From below 0 a loop may have more turns than there are indices.
            let turns = self.loops.iter().find(|l| range.turn == Some(l.var));
            if range.fixed.is_some() && turns.is_some_and(|l| constant(l.lo).is_none_or(|lo| lo < 0)) {
                return;
            }
            let loops = self.loops.clone();
            self.found.push(Found { array: *array, dim: *dim, index: value, range, loops });
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
    let mut search = Search { func, own: BTreeSet::new(), loops: Vec::new(), found: Vec::new(), reads: Vec::new() };
    search.block(body, LabelId(u32::MAX));
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
        let mut search = Search { func, own, loops: Vec::new(), found: Vec::new(), reads: Vec::new() };
        if !search.fixed(lo) || !search.fixed(hi) {
            return Ok(before);
        }
        search.loops.push(Turns { var, lo, hi, step });
        search.block(body, label);
        let mut tests: Vec<(Vec<String>, Found)> = Vec::new();
        for mut found in search.found {
            if self.is_proved(found.array, found.dim, found.index) || !self.places.contains_key(&found.array) {
                continue;
            }
            if self.uniform && !self.same_for_all(found.index, &found.loops) {
                continue;
            }
            let mut runs = Vec::new();
            for turns in &found.loops {
                if turns.numbers().is_none() {
                    let (lo, hi) = (self.expr(turns.lo)?, self.expr(turns.hi)?);
                    runs.push(format!("{} < {}", lo.at(Prec::Shift), hi.at(Prec::Shift)));
                }
            }
            self.proved.push((found.array, found.dim, found.index.clone()));
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
            self.expr(&last)?.cast("uint").text
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
        self.line(format!("const int {name} = {};", code.text));
        Ok(name)
    }

    pub fn is_proved(&self, array: VarId, dim: u32, index: &Expr) -> bool {
        self.proved.iter().any(|(a, d, e)| *a == array && *d == dim && equal(e, index))
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
        let mut search = Search { func, own, loops: Vec::new(), found: Vec::new(), reads: Vec::new() };
        // Nothing at the top of a body is left early: loops and blocks with jumps are not looked into.
        search.block(body, LabelId(u32::MAX));
        let certain = |f: &Found| !returns && f.loops.iter().all(|l| l.numbers().is_some());
        let found: Vec<Found> =
            search.found.into_iter().filter(certain).filter(|f| self.places.contains_key(&f.array)).collect();
        if found.len() < 2 {
            return Ok(());
        }
        let mut tests: Vec<Found> = Vec::new();
        for mut found in found {
            self.proved.push((found.array, found.dim, found.index.clone()));
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
