//! Removes the checks that always pass.
//!
//! A small range analysis over what does not change: immutable integer variables, values that mutable ones have for a while, and lengths of
//! arrays, each a *symbol*. Facts say that a symbol is at least or at most another symbol plus a constant, in the integers without wrap-around;
//! they come from the bounds of loops and spaces, from conditions that dominate, and from checks that passed before. An expression is a symbol plus
//! a constant only where its arithmetic is proved not to wrap. What cannot be proved stays.
//!
//! Variables that change, and loops: [`changes`].

mod changes;
mod facts;

use changes::{Assigned, Supposed};
use facts::{Fact, Facts};
use somd_core::ir::*;
use somd_core::verify::completes;
use somd_core::walk;
use std::collections::HashMap;

pub fn remove_checks(mut program: Program) -> Program {
    for func in &mut program.funcs {
        let mut body = std::mem::take(&mut func.body);
        let mut a = Analysis::new(func);
        a.find_roots(&func.params, &body);
        a.block(&mut body);
        func.body = body;
    }
    program
}

/// The integer variables that statements assign.
fn assigned_in(block: &Block, f: &mut dyn FnMut(VarId)) {
    walk::for_each_stmt(block, &mut |s| {
        if let StmtKind::Assign { var, value } = &s.kind
            && value.ty.is_int()
        {
            f(*var);
        }
    });
}

/// Whether a loop of this label is left from inside.
fn leaves(body: &Block, label: LabelId) -> bool {
    let mut found = false;
    walk::for_each_stmt(body, &mut |s| found |= matches!(s.kind, StmtKind::Break(l) if l == label));
    found
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Symbol {
    Var(VarId),
    /// A value of a mutable variable, numbered.
    Value(VarId, u32),
    /// Of the array that all arrays of this length go back to.
    Len(VarId, u32),
}

/// `base + add`; a constant without a base.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Bound {
    base: Option<Symbol>,
    add: i64,
}

impl Bound {
    fn plus(self, n: i64) -> Bound {
        Bound { add: self.add.saturating_add(n), ..self }
    }
}

fn constant(add: i64) -> Bound {
    Bound { base: None, add }
}

/// What is known of an expression: that it is a symbol plus a constant, or bounds.
#[derive(Default)]
struct Value {
    exact: Option<Bound>,
    lower: Vec<Bound>,
    upper: Vec<Bound>,
}

/// Bounds of an expression that are kept: those of the first bases, the strongest for each.
const BOUNDS: usize = 8;

fn strongest(bounds: Vec<Bound>, upper: bool) -> Vec<Bound> {
    let mut kept: Vec<Bound> = Vec::new();
    let mut number = constant(if upper { i64::MAX } else { i64::MIN });
    for b in bounds {
        let better = |add: i64| if upper { add.min(b.add) } else { add.max(b.add) };
        if b.base.is_none() {
            number.add = better(number.add);
        } else if let Some(k) = kept.iter_mut().find(|k| k.base == b.base) {
            k.add = better(k.add);
        } else if kept.len() < BOUNDS {
            kept.push(b);
        }
    }
    kept.push(number);
    kept
}

struct Analysis<'a> {
    vars: &'a [Var],
    /// For every array the one it has its lengths from; none for a variable whose lengths change.
    roots: HashMap<VarId, Option<VarId>>,
    /// Immutable variables that are a symbol plus a constant.
    known: HashMap<VarId, Bound>,
    /// What mutable integer variables are, where that is known.
    current: HashMap<VarId, Bound>,
    /// Values that have a number.
    values: u32,
    /// Lengths of arrays made here.
    sizes: HashMap<(VarId, u32), Bound>,
    facts: Facts,
    /// Of the loops around.
    supposed: Vec<Supposed>,
    /// What has been assigned, in the order of the walk.
    assigned: Vec<Assigned>,
    /// Trials under way.
    trials: usize,
}

impl<'a> Analysis<'a> {
    fn new(func: &'a Func) -> Analysis<'a> {
        Analysis {
            vars: &func.vars,
            roots: HashMap::new(),
            known: HashMap::new(),
            current: HashMap::new(),
            values: 0,
            sizes: HashMap::new(),
            facts: Facts::default(),
            supposed: Vec::new(),
            assigned: Vec::new(),
            trials: 0,
        }
    }

    // Lengths of arrays

    fn root(&self, array: VarId) -> Option<VarId> {
        self.roots.get(&array).copied().unwrap_or(Some(array))
    }

    fn find_roots(&mut self, params: &[VarId], body: &Block) {
        for &p in params {
            self.roots.insert(p, Some(p));
        }
        // A variable is first taken to keep the lengths it starts with; where an assignment does not bear that out, it has none.
        loop {
            walk::for_each_stmt(body, &mut |s| match &s.kind {
                StmtKind::Let { var, init: Some(Expr { kind: ExprKind::Var(from), ty: Ty::Array(_), .. }) }
                    if !matches!(self.roots.get(var), Some(None)) =>
                {
                    let root = self.root(*from);
                    let own = if self.vars[var.index()].mutable { None } else { Some(*var) };
                    self.roots.insert(*var, root.or(own));
                }
                StmtKind::Par(par) => {
                    for o in &par.outputs {
                        if let OutputKind::Array(ArraySource::Update { old })
                        | OutputKind::Accumulate { array: old, .. } = o.kind
                        {
                            let root = self.root(old).or(Some(o.result));
                            self.roots.insert(o.result, root);
                        }
                    }
                }
                _ => {}
            });
            let mut changed = false;
            walk::for_each_stmt(body, &mut |s| {
                if let StmtKind::Assign { var, value } = &s.kind
                    && value.ty.as_array().is_some()
                    && let Some(root) = self.root(*var)
                {
                    let same = matches!(value.kind, ExprKind::Var(v) if self.root(v) == Some(root));
                    if !same {
                        self.roots.insert(*var, None);
                        changed = true;
                    }
                }
            });
            if !changed {
                return;
            }
        }
    }

    fn length(&self, array: VarId, dim: u32) -> Option<Bound> {
        if let Some(Some(n)) = self.vars[array.index()].ty.as_array().and_then(|a| a.dims.get(dim as usize)) {
            return Some(constant(*n as i64));
        }
        let root = self.root(array)?;
        let size = self.sizes.get(&(root, dim)).copied();
        Some(size.unwrap_or(Bound { base: Some(Symbol::Len(root, dim)), add: 0 }))
    }

    // Ranges

    /// Least and greatest value.
    fn range(&self, b: Bound) -> (i64, i64) {
        (self.extreme(&self.facts.reached(b, false), false), self.extreme(&self.facts.reached(b, true), true))
    }

    /// The least (`upper`) of what these are at most, or the greatest of what they are at least.
    fn extreme(&self, reached: &HashMap<Option<Symbol>, i64>, upper: bool) -> i64 {
        let ends = reached.iter().map(|(base, add)| {
            let (lo, hi) = base.map_or((0, 0), |symbol| self.type_range(symbol));
            (if upper { hi } else { lo }).saturating_add(*add)
        });
        if upper { ends.min().unwrap_or(i64::MAX) } else { ends.max().unwrap_or(i64::MIN) }
    }

    fn type_range(&self, symbol: Symbol) -> (i64, i64) {
        match symbol {
            Symbol::Len(..) => (0, i32::MAX as i64),
            Symbol::Var(v) | Symbol::Value(v, _) => match self.vars[v.index()].ty {
                Ty::I8 => (i8::MIN as i64, i8::MAX as i64),
                Ty::I16 => (i16::MIN as i64, i16::MAX as i64),
                Ty::U16 => (0, u16::MAX as i64),
                Ty::I32 => (i32::MIN as i64, i32::MAX as i64),
                _ => (i64::MIN, i64::MAX),
            },
        }
    }

    fn at_most(&self, a: Bound, b: Bound) -> bool {
        if a.base == b.base && a.add <= b.add {
            return true;
        }
        let (above, below) = (self.facts.reached(a, true), self.facts.reached(b, false));
        above.iter().any(|(base, add)| below.get(base).is_some_and(|most| add <= most))
            || self.extreme(&above, true) <= self.extreme(&below, false)
    }

    /// The expression as a symbol plus a constant.
    fn exact(&self, e: &Expr) -> Option<Bound> {
        match &e.kind {
            // Far enough from the ends for sums of bounds to stay exact.
            ExprKind::Const(Const::Int(n)) if n.unsigned_abs() < 1 << 61 => Some(constant(*n)),
            ExprKind::Var(v) if !self.vars[v.index()].mutable && e.ty.is_int() => {
                Some(self.known.get(v).copied().unwrap_or(Bound { base: Some(Symbol::Var(*v)), add: 0 }))
            }
            ExprKind::Var(v) if e.ty.is_int() => self.current.get(v).copied(),
            ExprKind::Len { array, dim } => self.length(*array, *dim),
            ExprKind::Check { value, .. } => self.exact(value),
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
                let exact = |e: &Expr| Some(Value { exact: Some(self.exact(e)?), ..Value::default() });
                self.exact_of(*op, &exact(a)?, &exact(b)?, &e.ty)
            }
            _ => None,
        }
    }

    fn fits(&self, (lo, hi): (i64, i64), ty: &Ty) -> bool {
        match ty {
            Ty::I32 => lo >= i32::MIN as i64 && hi <= i32::MAX as i64,
            // The ends may be where saturation stopped.
            _ => lo > i64::MIN && hi < i64::MAX,
        }
    }

    /// Bounds from below and from above.
    fn bounds(&self, e: &Expr) -> (Vec<Bound>, Vec<Bound>) {
        let known = self.value(e);
        (known.lower, known.upper)
    }

    /// What is known of an expression. Each part of it is looked at once.
    fn value(&self, e: &Expr) -> Value {
        let exact = |b: Bound| Value { exact: Some(b), lower: vec![b], upper: vec![b] };
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        match &e.kind {
            ExprKind::Check { value, .. } => return self.value(value),
            ExprKind::Binary(op, a, b) if e.ty.is_int() => {
                let (a, b) = (self.value(a), self.value(b));
                if let Some(sum) = self.exact_of(*op, &a, &b, &e.ty) {
                    return exact(sum);
                }
                self.of_operands(*op, &a, &b, &e.ty, &mut lower, &mut upper);
            }
            ExprKind::Math(op @ (MathOp::Min | MathOp::Max), args) if e.ty.is_int() => {
                let (a, b) = (self.value(&args[0]), self.value(&args[1]));
                self.of_extremes(*op == MathOp::Max, &a, &b, &mut lower, &mut upper);
            }
            ExprKind::Convert(a) if e.ty == Ty::I32 && matches!(a.ty, Ty::I8 | Ty::I16 | Ty::U16) => {
                let (lo, hi) = match a.ty {
                    Ty::I8 => (i8::MIN as i64, i8::MAX as i64),
                    Ty::I16 => (i16::MIN as i64, i16::MAX as i64),
                    _ => (0, u16::MAX as i64),
                };
                lower.push(constant(lo));
                upper.push(constant(hi));
            }
            _ => {
                if let Some(b) = self.exact(e) {
                    return exact(b);
                }
            }
        }
        // The middle of two: as a number without a sign their sum does not wrap.
        if let ExprKind::Binary(BinOp::UShr, sum, by) = &e.kind
            && e.ty == Ty::I32
            && matches!(by.kind, ExprKind::Const(Const::Int(1)))
            && let ExprKind::Binary(BinOp::Add, a, b) = &sum.kind
        {
            self.of_middle(&self.value(a), &self.value(b), &mut lower, &mut upper);
        }
        let (lo, hi) = match e.ty {
            Ty::I64 => (i64::MIN, i64::MAX),
            _ => (i32::MIN as i64, i32::MAX as i64),
        };
        lower.push(constant(lo));
        upper.push(constant(hi));
        Value { exact: None, lower: strongest(lower, false), upper: strongest(upper, true) }
    }

    fn least(&self, v: &Value) -> i64 {
        v.lower.iter().map(|b| self.range(*b).0).max().unwrap_or(i64::MIN)
    }

    fn most(&self, v: &Value) -> i64 {
        v.upper.iter().map(|b| self.range(*b).1).min().unwrap_or(i64::MAX)
    }

    /// A sum or difference that is a symbol plus a constant and does not wrap.
    fn exact_of(&self, op: BinOp, a: &Value, b: &Value, ty: &Ty) -> Option<Bound> {
        let (a, b) = (a.exact?, b.exact?);
        let sum = match (op, a.base, b.base) {
            (BinOp::Add, _, None) => a.plus(b.add),
            (BinOp::Add, None, _) => b.plus(a.add),
            (BinOp::Sub, _, None) => a.plus(b.add.checked_neg()?),
            (BinOp::Sub, x, y) if x == y => constant(a.add.checked_sub(b.add)?),
            _ => return None,
        };
        self.fits(self.range(sum), ty).then_some(sum)
    }

    fn of_operands(&self, op: BinOp, a: &Value, b: &Value, ty: &Ty, lower: &mut Vec<Bound>, upper: &mut Vec<Bound>) {
        let shifted = |bounds: &[Bound], n: i64| bounds.iter().map(|b| b.plus(n)).collect::<Vec<_>>();
        match op {
            BinOp::And => {
                for side in [a, b] {
                    if self.least(side) >= 0 {
                        lower.push(constant(0));
                        upper.extend(&side.upper);
                    }
                }
            }
            BinOp::Rem if self.least(b) > 0 => {
                upper.extend(shifted(&b.upper, -1));
                if self.least(a) >= 0 {
                    lower.push(constant(0));
                    upper.extend(&a.upper);
                }
            }
            BinOp::Div if self.least(b) > 0 && self.least(a) >= 0 => {
                lower.push(constant(0));
                upper.extend(&a.upper);
                upper.push(constant(self.most(a) / self.least(b)));
            }
            BinOp::Shr | BinOp::UShr if self.least(a) >= 0 => {
                lower.push(constant(0));
                upper.extend(&a.upper);
            }
            BinOp::Add | BinOp::Sub if *ty == Ty::I32 => {
                let (alo, ahi, blo, bhi) = (self.least(a), self.most(a), self.least(b), self.most(b));
                let (blo, bhi) =
                    if op == BinOp::Add { (blo, bhi) } else { (bhi.saturating_neg(), blo.saturating_neg()) };
                if !self.fits((alo.saturating_add(blo), ahi.saturating_add(bhi)), ty) {
                    return;
                }
                lower.extend(shifted(&a.lower, blo));
                upper.extend(shifted(&a.upper, bhi));
                if op == BinOp::Add {
                    lower.extend(shifted(&b.lower, alo));
                    upper.extend(shifted(&b.upper, ahi));
                } else {
                    self.of_difference(a, b, lower);
                }
            }
            BinOp::Mul if *ty == Ty::I32 => {
                let (al, ah, bl, bh) = (self.least(a), self.most(a), self.least(b), self.most(b));
                let ends = [(al, bl), (al, bh), (ah, bl), (ah, bh)].map(|(x, y)| x.saturating_mul(y));
                let (lo, hi) = ends.iter().fold((i64::MAX, i64::MIN), |(l, h), x| (l.min(*x), h.max(*x)));
                if self.fits((lo, hi), ty) {
                    lower.push(constant(lo));
                    upper.push(constant(hi));
                }
            }
            _ => {}
        }
    }

    /// `n - 1 - i`, where `i` is at most `n - 1`.
    fn of_difference(&self, a: &Value, b: &Value, lower: &mut Vec<Bound>) {
        for x in &a.lower {
            for y in &b.upper {
                let above = self.facts.reached(*y, true);
                if let Some(add) = above.get(&x.base) {
                    lower.push(constant(x.add.saturating_sub(*add)));
                }
                if self.at_most(*y, *x) {
                    lower.push(constant(0));
                }
            }
        }
    }

    /// The least of two is at most either, and at least what both are at least; the greatest the other way round.
    fn of_extremes(&self, greatest: bool, a: &Value, b: &Value, lower: &mut Vec<Bound>, upper: &mut Vec<Bound>) {
        let both = |x: &[Bound], y: &[Bound]| {
            let within = |p: Bound, q: Bound| if greatest { self.at_most(p, q) } else { self.at_most(q, p) };
            x.iter().copied().filter(|u| y.iter().any(|v| within(*v, *u))).collect::<Vec<_>>()
        };
        if greatest {
            lower.extend(a.lower.iter().chain(&b.lower));
            upper.push(constant(self.most(a).max(self.most(b))));
            upper.extend(both(&a.upper, &b.upper));
            upper.extend(both(&b.upper, &a.upper));
        } else {
            upper.extend(a.upper.iter().chain(&b.upper));
            lower.push(constant(self.least(a).min(self.least(b))));
            lower.extend(both(&a.lower, &b.lower));
            lower.extend(both(&b.lower, &a.lower));
        }
    }

    fn of_middle(&self, a: &Value, b: &Value, lower: &mut Vec<Bound>, upper: &mut Vec<Bound>) {
        let (alo, blo) = (self.least(a), self.least(b));
        if alo >= 0 && blo >= 0 {
            lower.push(constant(alo.min(blo)));
            let above = |bounds: &[Bound], u: Bound| bounds.iter().any(|x| self.at_most(*x, u));
            upper.extend(a.upper.iter().copied().filter(|u| above(&b.upper, *u)));
            upper.extend(b.upper.iter().copied().filter(|u| above(&a.upper, *u)));
        }
    }

    fn is_at_least(&self, e: &Expr, b: Bound) -> bool {
        self.bounds(e).0.iter().any(|l| self.at_most(b, *l))
    }

    fn is_at_most(&self, e: &Expr, b: Bound) -> bool {
        self.bounds(e).1.iter().any(|u| self.at_most(*u, b))
    }

    // Facts

    /// `a <= b`
    fn learn(&mut self, a: Bound, b: Bound) {
        if let Some(symbol) = a.base {
            self.facts.push(Fact { symbol, upper: true, bound: b.plus(-a.add) });
        }
        if let Some(symbol) = b.base {
            self.facts.push(Fact { symbol, upper: false, bound: a.plus(-b.add) });
        }
    }

    /// That `a + gap <= b`.
    fn learn_order(&mut self, a: &Expr, gap: i64, b: &Expr) {
        if !a.ty.is_int() {
            return;
        }
        if let Some(l) = self.exact(a) {
            for u in self.bounds(b).1 {
                self.learn(l.plus(gap), u);
            }
        }
        if let Some(u) = self.exact(b) {
            for l in self.bounds(a).0 {
                self.learn(l.plus(gap), u);
            }
        }
    }

    fn assume(&mut self, cond: &Expr, holds: bool) {
        match &cond.kind {
            ExprKind::Unary(UnOp::Not, a) => self.assume(a, !holds),
            ExprKind::And(a, b) if holds => {
                self.assume(a, true);
                self.assume(b, true);
            }
            ExprKind::Or(a, b) if !holds => {
                self.assume(a, false);
                self.assume(b, false);
            }
            ExprKind::Binary(op, a, b) => match (op, holds) {
                (BinOp::Lt, true) | (BinOp::Ge, false) => self.learn_order(a, 1, b),
                (BinOp::Le, true) | (BinOp::Gt, false) => self.learn_order(a, 0, b),
                (BinOp::Gt, true) | (BinOp::Le, false) => self.learn_order(b, 1, a),
                (BinOp::Ge, true) | (BinOp::Lt, false) => self.learn_order(b, 0, a),
                (BinOp::Eq, true) | (BinOp::Ne, false) => {
                    self.learn_order(a, 0, b);
                    self.learn_order(b, 0, a);
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn scoped(&mut self, f: impl FnOnce(&mut Self)) {
        let facts = self.facts.len();
        f(self);
        self.facts.truncate(facts);
    }

    /// `lo <= var < hi`, as upward loops and spaces have it.
    fn index(&mut self, var: VarId, lo: &Expr, hi: &Expr) {
        let v = Bound { base: Some(Symbol::Var(var)), add: 0 };
        for l in self.bounds(lo).0 {
            self.learn(l, v);
        }
        for u in self.bounds(hi).1 {
            self.learn(v, u.plus(-1));
        }
    }

    // The walk, in order of evaluation

    fn block(&mut self, block: &mut Block) {
        self.scoped(|a| {
            for stmt in &mut block.stmts {
                a.stmt(stmt);
            }
        });
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::If { cond, then, otherwise } => {
                self.expr(cond);
                let (before, values) = (self.current.clone(), self.values);
                let first = self.assigned.len();
                self.scoped(|a| {
                    a.assume(cond, true);
                    a.block(then);
                });
                let second = self.assigned.len();
                self.current = before.clone();
                self.scoped(|a| {
                    a.assume(cond, false);
                    a.block(otherwise);
                });
                let ends = (completes(then), completes(otherwise));
                let from = if ends.0 { first } else { second };
                let to = if ends.1 { self.assigned.len() } else { second };
                self.current = before;
                let changed = self.join(from..to.max(from), values, &[then, otherwise]);
                let mut same = true;
                walk::for_each_read(cond, &mut |v| same &= !changed.contains(&v));
                match ends {
                    (false, true) if same => self.assume(cond, false),
                    (true, false) if same => self.assume(cond, true),
                    _ => {}
                }
            }
            StmtKind::For { var, lo, hi, step, body, .. } => {
                for e in [&mut *lo, &mut *hi, &mut *step] {
                    self.expr(e);
                }
                let facts = self.facts.len();
                match step.kind {
                    ExprKind::Const(Const::Int(n)) if n > 0 => self.index(*var, lo, hi),
                    ExprKind::Const(Const::Int(_)) => {
                        let v = Bound { base: Some(Symbol::Var(*var)), add: 0 };
                        for l in self.bounds(hi).0 {
                            self.learn(l.plus(1), v);
                        }
                        for u in self.bounds(lo).1 {
                            self.learn(v, u);
                        }
                    }
                    _ => {}
                }
                self.turns(facts, Some(*var), &mut [], body);
            }
            StmtKind::While { cond, body, label } => {
                self.turns(self.facts.len(), None, std::slice::from_mut(cond), body);
                if !leaves(body, *label) {
                    self.assume(cond, false);
                }
            }
            StmtKind::Labeled { body, .. } => {
                let (before, first, values) = (self.current.clone(), self.assigned.len(), self.values);
                self.block(body);
                self.current = before;
                self.join(first..self.assigned.len(), values, &[body]);
            }
            // The element is looked for last: what was asked for the value is known then, and not the other way round.
            StmtKind::Store { index, value, .. } => {
                if let Some((last, rows)) = index.split_last_mut() {
                    rows.iter_mut().for_each(|e| self.expr(e));
                    let (before, mut late) = last.last_check_mut();
                    before.into_iter().for_each(|e| self.expr(e));
                    if let Some(ExprKind::Check { value, .. }) = late.as_mut().map(|check| &mut check.kind) {
                        self.expr(value);
                    }
                    self.expr(value);
                    if let Some(check) = late {
                        if let ExprKind::Check { kind, .. } = &mut check.kind {
                            self.length_of_check(kind);
                        }
                        self.check(check);
                    }
                }
            }
            StmtKind::Par(_) => {
                walk::stmt_exprs_mut(stmt, &mut |e| self.expr(e));
                let StmtKind::Par(par) = &mut stmt.kind else { return };
                for o in &par.outputs {
                    if let OutputKind::Array(ArraySource::New { sizes, .. }) = &o.kind {
                        self.made(o.result, sizes);
                    }
                }
                self.scoped(|a| {
                    for d in &par.space {
                        a.index(d.index, &d.lo, &d.hi);
                    }
                    // Accumulators go from iteration to iteration.
                    let before = a.current.clone();
                    assigned_in(&par.body, &mut |v| {
                        a.current.remove(&v);
                    });
                    a.block(&mut par.body);
                    a.current = before;
                });
            }
            _ => {
                walk::stmt_exprs_mut(stmt, &mut |e| self.expr(e));
                match &stmt.kind {
                    StmtKind::Let { var, init: Some(init) } if self.vars[var.index()].mutable => self.set(*var, init),
                    StmtKind::Let { var, init: Some(init) } => self.bind(*var, init),
                    StmtKind::Let { var, init: None } => {
                        self.current.remove(var);
                    }
                    StmtKind::Assign { var, value } => self.assign(*var, value),
                    _ => {}
                }
            }
        }
    }

    fn made(&mut self, array: VarId, sizes: &[Expr]) {
        for (dim, size) in sizes.iter().enumerate() {
            // What a trial found may not hold.
            match self.exact(size) {
                Some(b) => self.sizes.insert((array, dim as u32), b),
                None => self.sizes.remove(&(array, dim as u32)),
            };
        }
    }

    fn bind(&mut self, var: VarId, init: &Expr) {
        if self.vars[var.index()].mutable {
            return;
        }
        if let ExprKind::NewArray { sizes } = &init.kind {
            self.made(var, sizes);
        }
        if let ExprKind::Row { array, index } = &init.kind {
            let rank = self.vars[array.index()].ty.as_array().map_or(0, |a| a.dims.len());
            for dim in index.len()..rank {
                if let Some(b) = self.length(*array, dim as u32) {
                    self.sizes.insert((var, (dim - index.len()) as u32), b);
                }
            }
        }
        if !init.ty.is_int() {
            return;
        }
        // What a trial found may not hold.
        self.known.remove(&var);
        if let Some(b) = self.exact(init) {
            self.known.insert(var, b);
            return;
        }
        let v = Bound { base: Some(Symbol::Var(var)), add: 0 };
        let (lower, upper) = self.bounds(init);
        lower.into_iter().for_each(|l| self.learn(l, v));
        upper.into_iter().for_each(|u| self.learn(v, u));
    }

    fn expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::And(a, b) => {
                self.expr(a);
                self.scoped(|s| {
                    s.assume(a, true);
                    s.expr(b);
                });
            }
            ExprKind::Or(a, b) => {
                self.expr(a);
                self.scoped(|s| {
                    s.assume(a, false);
                    s.expr(b);
                });
            }
            ExprKind::Select(c, a, b) => {
                self.expr(c);
                self.scoped(|s| {
                    s.assume(c, true);
                    s.expr(a);
                });
                self.scoped(|s| {
                    s.assume(c, false);
                    s.expr(b);
                });
            }
            ExprKind::Check { kind, value, .. } => {
                self.expr(value);
                self.length_of_check(kind);
                self.check(e);
            }
            _ => walk::expr_children_mut(e, &mut |child| self.expr(child)),
        }
    }

    fn length_of_check(&mut self, kind: &mut CheckKind) {
        if let CheckKind::SameLength { other } | CheckKind::Below { length: other, .. } = kind {
            self.expr(other);
        }
    }

    /// A check whose operands have been looked at. To look at an expression twice would remove the checks in it for their own facts.
    fn check(&mut self, e: &mut Expr) {
        let ExprKind::Check { kind, value, .. } = &e.kind else { return };
        if self.passes(kind, value) {
            *e = (**value).clone();
        } else {
            self.passed(kind, value);
        }
    }

    fn passes(&self, kind: &CheckKind, value: &Expr) -> bool {
        match kind {
            CheckKind::Index { array, dim } => {
                let len = self.length(*array, *dim);
                self.is_at_least(value, constant(0)) && len.is_some_and(|n| self.is_at_most(value, n.plus(-1)))
            }
            CheckKind::Below { length, .. } => {
                let length = self.exact(length);
                self.is_at_least(value, constant(0)) && length.is_some_and(|n| self.is_at_most(value, n.plus(-1)))
            }
            CheckKind::NonZero => self.is_at_least(value, constant(1)) || self.is_at_most(value, constant(-1)),
            CheckKind::Size => self.is_at_least(value, constant(0)),
            CheckKind::View { before, after, .. } => {
                self.is_at_least(value, constant(-i64::from(*before)))
                    && self.is_at_most(value, constant((*after).into()))
            }
            CheckKind::SameLength { other } => {
                self.exact(other).is_some_and(|b| self.is_at_least(value, b) && self.is_at_most(value, b))
            }
        }
    }

    fn passed(&mut self, kind: &CheckKind, value: &Expr) {
        match kind {
            CheckKind::Index { array, dim } => {
                if let (Some(v), Some(n)) = (self.exact(value), self.length(*array, *dim)) {
                    self.learn(constant(0), v);
                    self.learn(v, n.plus(-1));
                }
            }
            CheckKind::Below { length, .. } => {
                if let (Some(v), Some(n)) = (self.exact(value), self.exact(length)) {
                    self.learn(constant(0), v);
                    self.learn(v, n.plus(-1));
                }
            }
            CheckKind::Size => {
                if let Some(v) = self.exact(value) {
                    self.learn(constant(0), v);
                }
            }
            CheckKind::SameLength { other } => {
                if let (Some(a), Some(b)) = (self.exact(value), self.exact(other)) {
                    self.learn(a, b);
                    self.learn(b, a);
                }
            }
            CheckKind::NonZero | CheckKind::View { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    /// Facts that are followed for a sum of so many elements, each with its check.
    fn steps(terms: usize) -> usize {
        let mut text = String::from("site #0 \"Main.f(int[])\" \"a[i]\"\n\nregion f(a: [i32]) -> (i32) {\n");
        let sum: Vec<String> = (0..terms).map(|k| format!("a[check_index(a, i + {k}) #0]")).collect();
        // Infallible: a String takes all.
        let _ = write!(
            text,
            "  let n: i32 = len a - {terms}\n  s: i32 = par f_1 (i: 0..n) -> reduce(+) acc from 0 {{\n    let t: i32 = {}\n    acc = acc + t\n  }}\n  return s\n}}\n",
            sum.join(" + ")
        );
        let mut program = somd_core::parse::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let func = &mut program.funcs[0];
        let mut body = std::mem::take(&mut func.body);
        let mut a = Analysis::new(func);
        a.find_roots(&func.params, &body);
        a.block(&mut body);
        a.facts.steps.get()
    }

    #[test]
    fn a_sum_takes_time_in_proportion_to_its_terms() {
        let (some, twice) = (steps(32), steps(64));
        assert!(some > 0 && twice <= 3 * some, "{some} for 32 terms, {twice} for 64");
    }
}
