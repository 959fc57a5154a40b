//! Removes the checks that always pass.
//!
//! A small range analysis over what does not change: immutable integer variables, values that mutable ones have for a while, and lengths of
//! arrays, each a *symbol*. Facts say that a symbol is at least or at most another symbol plus a constant, in the integers without wrap-around;
//! they come from the bounds of loops and spaces, from conditions that dominate, and from checks that passed before. An expression is a symbol plus
//! a constant only where its arithmetic is proved not to wrap. What cannot be proved stays.
//!
//! Variables that change, and loops: [`changes`].

mod changes;

use changes::{Assigned, Supposed};
use somd_core::ir::*;
use somd_core::verify::completes;
use somd_core::walk;
use std::collections::HashMap;

pub fn remove_checks(mut program: Program) -> Program {
    for func in &mut program.funcs {
        let mut body = std::mem::take(&mut func.body);
        let mut a = Analysis {
            vars: &func.vars,
            roots: HashMap::new(),
            known: HashMap::new(),
            current: HashMap::new(),
            values: 0,
            sizes: HashMap::new(),
            facts: Vec::new(),
            supposed: Vec::new(),
            assigned: Vec::new(),
            trials: 0,
        };
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

/// `symbol <= bound`, or `>=`.
struct Fact {
    symbol: Symbol,
    upper: bool,
    bound: Bound,
}

/// Facts are followed this many steps.
const DEPTH: usize = 5;
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
    facts: Vec<Fact>,
    /// Of the loops around.
    supposed: Vec<Supposed>,
    /// What has been assigned, in the order of the walk.
    assigned: Vec<Assigned>,
    /// Trials under way.
    trials: usize,
}

impl Analysis<'_> {
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
    fn range(&self, b: Bound, depth: usize) -> (i64, i64) {
        self.range_of(b, depth, &mut HashMap::new())
    }

    /// `found`: ranges of symbols, by how far facts are followed. Many facts name one symbol.
    fn range_of(&self, b: Bound, depth: usize, found: &mut HashMap<(Symbol, usize), (i64, i64)>) -> (i64, i64) {
        let Some(symbol) = b.base else { return (b.add, b.add) };
        let (lo, hi) = match found.get(&(symbol, depth)) {
            Some(&range) => range,
            None => {
                let (mut lo, mut hi) = self.type_range(symbol);
                if depth > 0 {
                    for f in self.facts.iter().filter(|f| f.symbol == symbol) {
                        let (l, h) = self.range_of(f.bound, depth - 1, found);
                        if f.upper {
                            hi = hi.min(h);
                        } else {
                            lo = lo.max(l);
                        }
                    }
                }
                found.insert((symbol, depth), (lo, hi));
                (lo, hi)
            }
        };
        (lo.saturating_add(b.add), hi.saturating_add(b.add))
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

    fn at_most(&self, a: Bound, b: Bound, depth: usize) -> bool {
        if a.base == b.base {
            return a.add <= b.add;
        }
        if self.range(a, DEPTH).1 <= self.range(b, DEPTH).0 {
            return true;
        }
        if depth == 0 {
            return false;
        }
        self.facts.iter().any(|f| {
            if f.upper && Some(f.symbol) == a.base {
                self.at_most(f.bound.plus(a.add), b, depth - 1)
            } else if !f.upper && Some(f.symbol) == b.base {
                self.at_most(a, f.bound.plus(b.add), depth - 1)
            } else {
                false
            }
        })
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
                let (a, b) = (self.exact(a)?, self.exact(b)?);
                let sum = match (op, a.base, b.base) {
                    (BinOp::Add, _, None) => a.plus(b.add),
                    (BinOp::Add, None, _) => b.plus(a.add),
                    (BinOp::Sub, _, None) => a.plus(b.add.checked_neg()?),
                    (BinOp::Sub, x, y) if x == y => constant(a.add.checked_sub(b.add)?),
                    _ => return None,
                };
                self.fits(self.range(sum, DEPTH), &e.ty).then_some(sum)
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
        if let Some(b) = self.exact(e) {
            return (vec![b], vec![b]);
        }
        let least = |e: &Expr| self.bounds(e).0.iter().map(|b| self.range(*b, DEPTH).0).max().unwrap_or(i64::MIN);
        let most = |e: &Expr| self.bounds(e).1.iter().map(|b| self.range(*b, DEPTH).1).min().unwrap_or(i64::MAX);
        let shifted = |bounds: Vec<Bound>, n: i64| bounds.into_iter().map(|b| b.plus(n)).collect::<Vec<_>>();
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        match &e.kind {
            ExprKind::Check { value, .. } => return self.bounds(value),
            ExprKind::Binary(BinOp::And, a, b) if e.ty.is_int() => {
                for side in [a, b] {
                    if least(side) >= 0 {
                        lower.push(constant(0));
                        upper.extend(self.bounds(side).1);
                    }
                }
            }
            ExprKind::Binary(BinOp::Rem, a, b) if e.ty.is_int() && least(b) > 0 => {
                upper.extend(shifted(self.bounds(b).1, -1));
                if least(a) >= 0 {
                    lower.push(constant(0));
                    upper.extend(self.bounds(a).1);
                }
            }
            ExprKind::Binary(BinOp::Div, a, b) if e.ty.is_int() && least(b) > 0 && least(a) >= 0 => {
                lower.push(constant(0));
                upper.extend(self.bounds(a).1);
                upper.push(constant(most(a) / least(b)));
            }
            // The middle of two: as a number without a sign their sum does not wrap.
            ExprKind::Binary(BinOp::UShr, sum, by)
                if e.ty == Ty::I32
                    && matches!(by.kind, ExprKind::Const(Const::Int(1)))
                    && let ExprKind::Binary(BinOp::Add, a, b) = &sum.kind
                    && least(a) >= 0
                    && least(b) >= 0 =>
            {
                lower.push(constant(least(a).min(least(b))));
                let (above_a, above_b) = (self.bounds(a).1, self.bounds(b).1);
                let above = |bounds: &[Bound], u: Bound| bounds.iter().any(|x| self.at_most(*x, u, DEPTH));
                upper.extend(above_a.iter().copied().filter(|u| above(&above_b, *u)));
                upper.extend(above_b.iter().copied().filter(|u| above(&above_a, *u)));
            }
            ExprKind::Binary(BinOp::Shr | BinOp::UShr, a, _) if least(a) >= 0 => {
                lower.push(constant(0));
                upper.extend(self.bounds(a).1);
            }
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) if e.ty == Ty::I32 => {
                let (alo, ahi, blo, bhi) = (least(a), most(a), least(b), most(b));
                let (blo, bhi) =
                    if *op == BinOp::Add { (blo, bhi) } else { (bhi.saturating_neg(), blo.saturating_neg()) };
                if self.fits((alo.saturating_add(blo), ahi.saturating_add(bhi)), &e.ty) {
                    lower.extend(shifted(self.bounds(a).0, blo));
                    upper.extend(shifted(self.bounds(a).1, bhi));
                    if *op == BinOp::Add {
                        lower.extend(shifted(self.bounds(b).0, alo));
                        upper.extend(shifted(self.bounds(b).1, ahi));
                    } else {
                        // `n - 1 - i`, where `i` is at most `n - 1`.
                        for x in self.bounds(a).0 {
                            for y in self.bounds(b).1 {
                                let facts = self.facts.iter().filter(|f| f.upper && Some(f.symbol) == y.base);
                                let above = facts.map(|f| f.bound.plus(y.add)).chain([y]);
                                for u in above {
                                    if u.base == x.base {
                                        lower.push(constant(x.add - u.add));
                                    } else if self.at_most(u, x, DEPTH) {
                                        lower.push(constant(0));
                                    }
                                }
                            }
                        }
                    }
                }
            }
            ExprKind::Binary(BinOp::Mul, a, b) if e.ty == Ty::I32 => {
                let product = |x: i64, y: i64| x.saturating_mul(y);
                let (al, ah, bl, bh) = (least(a), most(a), least(b), most(b));
                let ends = [product(al, bl), product(al, bh), product(ah, bl), product(ah, bh)];
                let (lo, hi) = ends.iter().fold((i64::MAX, i64::MIN), |(l, h), x| (l.min(*x), h.max(*x)));
                if self.fits((lo, hi), &e.ty) {
                    lower.push(constant(lo));
                    upper.push(constant(hi));
                }
            }
            ExprKind::Math(op @ (MathOp::Min | MathOp::Max), args) if e.ty.is_int() => {
                let (a, b) = (&args[0], &args[1]);
                if *op == MathOp::Min {
                    upper.extend(self.bounds(a).1);
                    upper.extend(self.bounds(b).1);
                    lower.push(constant(least(a).min(least(b))));
                } else {
                    lower.extend(self.bounds(a).0);
                    lower.extend(self.bounds(b).0);
                    upper.push(constant(most(a).max(most(b))));
                    // The greater of two is at most what both are at most.
                    for u in self.bounds(a).1 {
                        if self.bounds(b).1.iter().any(|x| self.at_most(*x, u, DEPTH)) {
                            upper.push(u);
                        }
                    }
                    for u in self.bounds(b).1 {
                        if self.bounds(a).1.iter().any(|x| self.at_most(*x, u, DEPTH)) {
                            upper.push(u);
                        }
                    }
                }
                if *op == MathOp::Min {
                    for l in self.bounds(a).0 {
                        if self.bounds(b).0.iter().any(|x| self.at_most(l, *x, DEPTH)) {
                            lower.push(l);
                        }
                    }
                    for l in self.bounds(b).0 {
                        if self.bounds(a).0.iter().any(|x| self.at_most(l, *x, DEPTH)) {
                            lower.push(l);
                        }
                    }
                }
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
            _ => {}
        }
        let (lo, hi) = match e.ty {
            Ty::I64 => (i64::MIN, i64::MAX),
            _ => (i32::MIN as i64, i32::MAX as i64),
        };
        lower.push(constant(lo));
        upper.push(constant(hi));
        (lower, upper)
    }

    fn is_at_least(&self, e: &Expr, b: Bound) -> bool {
        self.bounds(e).0.iter().any(|l| self.at_most(b, *l, DEPTH))
    }

    fn is_at_most(&self, e: &Expr, b: Bound) -> bool {
        self.bounds(e).1.iter().any(|u| self.at_most(*u, b, DEPTH))
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
                if let CheckKind::SameLength { other } | CheckKind::Below { length: other, .. } = kind {
                    self.expr(other);
                }
                if self.passes(kind, value) {
                    *e = (**value).clone();
                } else {
                    self.passed(kind, value);
                }
            }
            _ => walk::expr_children_mut(e, &mut |child| self.expr(child)),
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
