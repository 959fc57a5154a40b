//! Index arithmetic as polynomials, and the test that no two iterations of a loop store to one element.
//!
//! Java programs index as `a[i]`, `a[i + 1]`, `a[8 * k + 3]` and `a[i * n + j]`. All of these are polynomials over loop indices
//! and values that do not change within the loop ([`Sym`]). Two iterations are kept apart by an index variable `k` where every store's
//! subscript in one dimension is `c·k + rest`, with one `c` for all stores, and all the `rest`s lie in one interval shorter than
//! `c` ([`separated`]); or where the stores of each iteration end before those of the next one begin, as the rows of a packed triangle
//! (`a[i * (i + 1) / 2 + j]`) do.
//!
//! # What the proofs assume, and where that is seen to
//! The proofs are about the integers, and programs compute in `int`, which wraps around. A subscript that wraps around may be a good one
//! again, and a guard may keep those from being checked that are not. So:
//! - *A subscript is its polynomial, up to multiples of 2³².* Sums, differences, products, shifts to the left and conversions keep that.
//!   Two different numbers are different subscripts if they lie less than 2³² apart: so must all that the loop's stores to an array may
//!   come to, with what it reads as its own ([`wrapping::Doubt`]).
//! - *What bounds an index is the number it is taken for.* Of the bounds of loops, the operands of `min`, `max` and comparisons it is kept what
//!   the program computes there ([`Range::of_lower`], [`Range::of_upper`]); it must lie inside `int`.
//! - *A dividend is the number it is taken for*, and so is what is known up to multiples of a number that is no power of two
//!   ([`Facts::owed`]).
//! - *A counter that grows from iteration to iteration* (`out[n++]`) must not come round to where it was (`somd::carried`).
//! - *The low half of a `long` index tells iterations apart*: the loop stays within the numbers of an `int`.
//! - *Numbers of elements and lengths* are not negative and below 2³¹: that is so in Java.
//! - *Two names are two arrays*: asked before the region is called (`somd::aliases`, `somd::columns`).
//! - *A loop ends where its bounds say*: one whose index would wrap around goes on for ever in Java.
//!
//! Where the text bounds all of this, there is nothing to ask ([`Facts::sure`]). Else it is asked as the program runs, before the loop, once for
//! all its iterations and in floating point, which does not wrap around; where the answer is no, the iterations run one after another
//! (`somd::in_order`). A loop of which the answer could never be yes is refused.

mod flat;
mod shared;
mod wrapping;

pub use flat::Flat;
pub use wrapping::{Asked, Doubt};

use shared::Shared;

use somd_core::ir::{BinOp, Const, Expr, ExprKind, MathOp, Ty, UnOp, VarId};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// What a polynomial is over: an immutable variable, or the size of an array's dimension.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sym {
    Var(VarId),
    /// `v · (v + 1) / 2` of a variable: where row `v` of a packed triangle begins.
    Triangle(VarId),
    Len(VarId, u32),
}

/// A sum of products with integer coefficients; the empty product is the constant. No zero coefficients.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Poly(BTreeMap<Vec<Sym>, i64>);

impl Poly {
    pub fn constant(value: i64) -> Poly {
        let mut p = Poly::default();
        p.add_term(Vec::new(), value);
        p
    }

    pub fn sym(sym: Sym) -> Poly {
        Poly(BTreeMap::from([(vec![sym], 1)]))
    }

    fn add_term(&mut self, product: Vec<Sym>, coefficient: i64) {
        let slot = self.0.entry(product.clone()).or_insert(0);
        *slot = slot.wrapping_add(coefficient);
        if *slot == 0 {
            self.0.remove(&product);
        }
    }

    pub fn plus(&self, other: &Poly, factor: i64) -> Poly {
        let mut out = self.clone();
        for (product, c) in &other.0 {
            out.add_term(product.clone(), c.wrapping_mul(factor));
        }
        out
    }

    pub fn times(&self, other: &Poly) -> Poly {
        let mut out = Poly::default();
        for (pa, ca) in &self.0 {
            for (pb, cb) in &other.0 {
                let mut product = [pa.as_slice(), pb.as_slice()].concat();
                product.sort();
                out.add_term(product, ca.wrapping_mul(*cb));
            }
        }
        out
    }

    /// The same up to multiples of `modulus`: coefficients from 0 to below it.
    fn modulo(&self, modulus: i64) -> Poly {
        let mut out = Poly::default();
        for (product, c) in &self.0 {
            out.add_term(product.clone(), c.rem_euclid(modulus));
        }
        out
    }

    /// Divided by a number that divides every coefficient.
    fn exactly_over(&self, by: i64) -> Option<Poly> {
        let divides = by > 0 && self.0.values().all(|c| c % by == 0);
        divides.then(|| Poly(self.0.iter().map(|(product, c)| (product.clone(), c / by)).collect()))
    }

    fn mentions(&self, own: &dyn Fn(VarId) -> bool) -> bool {
        self.0.keys().any(|product| mentions(product, own))
    }

    /// Half of the product of two numbers that may be squares: `v² + v` is even.
    fn half(&self) -> Option<Poly> {
        let (mut even, mut half) = (self.clone(), Poly::default());
        let squares = self.0.iter().filter_map(|(product, &c)| match product.as_slice() {
            &[Sym::Var(v), Sym::Var(w)] if v == w => Some((v, c)),
            _ => None,
        });
        for (v, c) in squares {
            half.add_term(vec![Sym::Triangle(v)], c);
            even.add_term(vec![Sym::Var(v), Sym::Var(v)], -c);
            even.add_term(vec![Sym::Var(v)], -c);
        }
        Some(half.plus(&even.exactly_over(2)?, 1))
    }

    /// What it is for the next value of a variable.
    fn next(&self, var: VarId) -> Poly {
        let one_more = Poly::sym(Sym::Var(var)).plus(&Poly::constant(1), 1);
        let mut out = Poly::default();
        for (product, &c) in &self.0 {
            let term = product.iter().fold(Poly::constant(c), |term, &s| {
                term.times(&match s {
                    Sym::Var(v) if v == var => one_more.clone(),
                    Sym::Triangle(v) if v == var => Poly::sym(s).plus(&one_more, 1),
                    _ => Poly::sym(s),
                })
            });
            out = out.plus(&term, 1);
        }
        out
    }

    pub fn as_constant(&self) -> Option<i64> {
        match self.0.len() {
            0 => Some(0),
            1 => self.0.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    pub fn syms(&self) -> impl Iterator<Item = Sym> + '_ {
        self.0.keys().flatten().copied()
    }

    /// `self` as `coefficient · sym + rest`; None where `sym` occurs squared.
    pub fn split(&self, sym: Sym) -> Option<(Poly, Poly)> {
        if let Sym::Var(v) = sym
            && self.syms().any(|s| s == Sym::Triangle(v))
        {
            return None;
        }
        let (mut coefficient, mut rest) = (Poly::default(), Poly::default());
        for (product, &c) in &self.0 {
            match product.iter().filter(|&&s| s == sym).count() {
                0 => rest.add_term(product.clone(), c),
                1 => coefficient.add_term(product.iter().copied().filter(|&s| s != sym).collect(), c),
                _ => return None,
            }
        }
        Some((coefficient, rest))
    }

    /// The products with a variable of these in them, and the others.
    fn parted(&self, of: &dyn Fn(VarId) -> bool) -> (Poly, Poly) {
        let (with, without) = self.0.iter().map(|(p, c)| (p.clone(), *c)).partition(|(p, _)| mentions(p, of));
        (Poly(with), Poly(without))
    }

    /// Of each product what does not vary.
    fn outer_factors(&self, varies: &dyn Fn(VarId) -> bool) -> Vec<Vec<Sym>> {
        let fixed = |product: &Vec<Sym>| product.iter().copied().filter(|s| !mentions(&[*s], varies)).collect();
        self.0.keys().map(fixed).collect()
    }

    fn negated(&self) -> Poly {
        Poly::default().plus(self, -1)
    }
}

/// Bounds of a number: all of these hold, and none where nothing is known.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Range {
    pub lower: Vec<Poly>,
    pub upper: Vec<Poly>,
    /// What the program computes in `int` where the lower bounds come from: they hold if none of these wraps around.
    pub of_lower: Vec<Poly>,
    /// The same for the upper bounds.
    pub of_upper: Vec<Poly>,
    /// The number is never less than this one, or greater than that, whatever wraps around.
    pub surely: (Option<i64>, Option<i64>),
}

impl Range {
    /// Of a number that is not less than this one.
    pub fn at_least(least: i32) -> Range {
        Range { lower: vec![Poly::constant(i64::from(least))], ..Range::default() }
    }
}

/// An end of what a polynomial may be, and differences that are not negative where it is reached.
type End = (Poly, Vec<Poly>);

/// A polynomial has no more ends than this: each variable in it may have several bounds.
const MOST_ENDS: usize = 16;

/// Bounds that depend on bounds are followed so far; nests are shallow.
const DEEPEST: usize = 8;

/// What is known of variables where an index expression stands.
#[derive(Clone, Default, Debug)]
pub struct Facts {
    /// Values of immutable variables, and of mutable ones at the point that the translation has reached.
    pub values: Shared<BTreeMap<VarId, Poly>>,
    /// Variables from this one on belong to one iteration: without a known value they may be anything.
    pub own_from: Option<VarId>,
    /// Of immutable variables that are no polynomials: indices of enclosing loops, the least of two numbers.
    pub ranges: Shared<BTreeMap<VarId, Range>>,
    /// A new value of an array stands for the array it was made from, as far as sizes go.
    pub roots: Shared<BTreeMap<VarId, VarId>>,
    /// Sizes of arrays made in the region.
    pub sizes: Shared<BTreeMap<(VarId, u32), Poly>>,
    /// What a variable is up to multiples of a number: of `x % 2`, and of the index of a loop of step 2.
    pub residues: Shared<BTreeMap<VarId, (i64, Poly)>>,
    /// Variables whose values, as polynomials, stay inside `int`: indices of loops.
    pub indices: Shared<BTreeSet<VarId>>,
    /// What has been taken for the number that it is, which it is if it does not wrap around: a dividend, a number that is compared.
    pub owed: RefCell<Shared<BTreeSet<Poly>>>,
    /// Variables of type `long` that occur in polynomials.
    pub longs: RefCell<Shared<BTreeSet<VarId>>>,
    /// Ranges hold only as far as they do whatever wraps around; whether both bounds of one do, as far as that has been asked.
    surely: Option<RefCell<BTreeMap<VarId, (bool, bool)>>>,
}

impl Facts {
    pub fn root(&self, mut array: VarId) -> VarId {
        while let Some(&older) = self.roots.get(&array) {
            array = older;
        }
        array
    }

    /// `expr` as a polynomial; None where it is anything but sums and products of integers.
    pub fn poly(&self, expr: &Expr) -> Option<Poly> {
        if !matches!(expr.ty, Ty::I32 | Ty::I64) {
            return None;
        }
        match &expr.kind {
            ExprKind::Const(Const::Int(v)) => Some(Poly::constant(*v)),
            ExprKind::Var(v) => match self.values.get(v) {
                Some(value) => Some(value.clone()),
                None if expr.ty == Ty::I64 && self.note_long(*v) => self.poly(expr),
                None if self.ranges.contains_key(v) || self.own_from.is_none_or(|first| *v < first) => {
                    Some(Poly::sym(Sym::Var(*v)))
                }
                None => None,
            },
            ExprKind::Len { array, dim } => {
                let root = self.root(*array);
                Some(self.sizes.get(&(root, *dim)).cloned().unwrap_or_else(|| Poly::sym(Sym::Len(root, *dim))))
            }
            ExprKind::Check { value, .. } => self.poly(value),
            ExprKind::Convert(e) if matches!(e.ty, Ty::I32 | Ty::I16 | Ty::I8 | Ty::U16) => self.poly(e),
            ExprKind::Unary(UnOp::Neg, e) => Some(Poly::default().plus(&self.poly(e)?, -1)),
            ExprKind::Binary(op @ (BinOp::Div | BinOp::Shr), a, b) if self.is_index(a) => {
                let by = self.poly(b)?.as_constant()?;
                let by = if *op == BinOp::Shr { 1i64.checked_shl(u32::try_from(by).ok()?)? } else { by };
                let dividend = self.poly(a)?;
                let quotient = dividend.exactly_over(by)?;
                self.owe(dividend);
                Some(quotient)
            }
            // `i * (i + 1) / 2`
            ExprKind::Binary(op @ (BinOp::Div | BinOp::Shr), a, b) if self.is_square(a) => {
                let by = self.poly(b)?.as_constant()?;
                let halves = by == if *op == BinOp::Shr { 1 } else { 2 };
                let dividend = self.poly(a).filter(|_| halves)?;
                let half = dividend.half()?;
                self.owe(dividend);
                Some(half)
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.poly(a)?, self.poly(b)?);
                match op {
                    BinOp::Add => Some(a.plus(&b, 1)),
                    BinOp::Sub => Some(a.plus(&b, -1)),
                    BinOp::Mul => Some(a.times(&b)),
                    BinOp::Shl => {
                        let by = b.as_constant().filter(|n| (0..31).contains(n))?;
                        Some(a.times(&Poly::constant(1 << by)))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What an index between `lo` and, exclusively, `hi` may be; where it counts down, of `lo` and `hi` the other way round.
    pub fn range(&self, lo: &Expr, hi: &Expr, up: bool) -> Range {
        let before = |p: Poly, by: i64| p.plus(&Poly::constant(by), 1);
        let (of_lo, of_hi) = (self.computed(lo), self.computed(hi));
        if up {
            let upper = self.bounds(hi, true).into_iter().map(|p| before(p, -1)).collect();
            // What lies below an `int` is not the last one.
            let surely = (None, (hi.ty == Ty::I32).then_some(i64::from(i32::MAX) - 1));
            Range { lower: self.bounds(lo, false), upper, of_lower: of_lo, of_upper: of_hi, surely }
        } else {
            let lower = self.bounds(hi, false).into_iter().map(|p| before(p, 1)).collect();
            let surely = ((hi.ty == Ty::I32).then_some(i64::from(i32::MIN) + 1), None);
            Range { lower, upper: self.bounds(lo, true), of_lower: of_hi, of_upper: of_lo, surely }
        }
    }

    /// What is known of the value of an expression that is no polynomial.
    pub fn range_of(&self, value: &Expr) -> Option<Range> {
        let (lower, upper) = (self.bounds(value, false), self.bounds(value, true));
        let known = !lower.is_empty() || !upper.is_empty();
        let computed = self.computed(value);
        known.then_some(Range { lower, upper, of_lower: computed.clone(), of_upper: computed, surely: (None, None) })
    }

    /// The sums and products that [`Facts::bounds`] takes for the numbers that they are.
    fn computed(&self, expr: &Expr) -> Vec<Poly> {
        if let Some(value) = self.poly(expr) {
            return vec![value];
        }
        let mut all = Vec::new();
        match &expr.kind {
            ExprKind::Check { value, .. } => return self.computed(value),
            ExprKind::Math(_, args) => args.iter().for_each(|e| all.extend(self.computed(e))),
            ExprKind::Select(cond, a, b) => {
                [a, b].into_iter().for_each(|e| all.extend(self.computed(e)));
                if let ExprKind::Binary(_, x, y) = &cond.kind {
                    all.extend([x, y].into_iter().filter_map(|e| self.poly(e)));
                }
            }
            // A mask bounds whatever it is given.
            ExprKind::Binary(BinOp::And, ..) => {}
            ExprKind::Binary(_, a, b) => {
                [a, b].into_iter().for_each(|e| all.extend(self.computed(e)));
                all.extend(self.bounds(expr, false));
                all.extend(self.bounds(expr, true));
            }
            _ => {}
        }
        all
    }

    /// Whether a sum (or difference) of numbers that are bounded is bounded as they are: whatever could take it out of the range of its
    /// type has a bound.
    fn stays(&self, a: &Expr, b: &Expr, subtracted: bool) -> bool {
        let known = |e: &Expr, upper| !self.bounds(e, upper).is_empty();
        match self.poly(b).and_then(|b| b.as_constant()) {
            Some(n) => known(a, (n > 0) != subtracted),
            None => [a, b].into_iter().all(|e| known(e, true) && known(e, false)),
        }
    }

    pub fn owe(&self, what: Poly) {
        if !self.owed.borrow().contains(&what) {
            self.owed.borrow_mut().insert(what);
        }
    }

    /// Whether it has not been noted before.
    fn note_long(&self, v: VarId) -> bool {
        !self.longs.borrow().contains(&v) && self.longs.borrow_mut().insert(v)
    }

    /// Numbers that `expr` is never greater than (or less): its value, or what is known of a least or greatest of several.
    pub fn bounds(&self, expr: &Expr, upper: bool) -> Vec<Poly> {
        if let Some(value) = self.poly(expr) {
            return vec![value];
        }
        let pairs = |a: Vec<Poly>, b: Vec<Poly>, f: &dyn Fn(&Poly, &Poly) -> Option<Poly>| -> Vec<Poly> {
            let all = a.iter().flat_map(|a| b.iter().filter_map(|b| f(a, b)));
            all.take(MOST_ENDS).collect()
        };
        // Of a choice between two only what bounds both; of the nearer of two what bounds either.
        let both = |a: &Expr, b: &Expr| {
            let further = |p: &Poly, q: &Poly| {
                let (p, q, over) = (p.clone(), q.clone(), p.plus(q, -1));
                let (is_less, is_greater) = (self.not_negative(&over.negated(), &[]), self.not_negative(&over, &[]));
                match upper {
                    true => is_less.then(|| q.clone()).or(is_greater.then_some(p)),
                    false => is_less.then_some(p).or(is_greater.then_some(q)),
                }
            };
            pairs(self.bounds(a, upper), self.bounds(b, upper), &further)
        };
        match &expr.kind {
            ExprKind::Var(v) => {
                self.range_at(*v).map_or(Vec::new(), |r| if upper { &r.upper } else { &r.lower }.clone())
            }
            ExprKind::Check { value, .. } => self.bounds(value, upper),
            ExprKind::Math(op @ (MathOp::Min | MathOp::Max), args) if expr.ty == Ty::I32 || expr.ty == Ty::I64 => {
                let [a, b] = args.as_slice() else { return Vec::new() };
                if (*op == MathOp::Min) == upper {
                    let mut either = self.bounds(a, upper);
                    either.extend(self.bounds(b, upper));
                    either
                } else {
                    both(a, b)
                }
            }
            ExprKind::Select(cond, a, b) if expr.ty == Ty::I32 => match self.nearer(cond, a, b, upper) {
                true => [self.bounds(a, upper), self.bounds(b, upper)].concat(),
                false => both(a, b),
            },
            ExprKind::Binary(BinOp::Add, a, b) if self.stays(a, b, false) => {
                pairs(self.bounds(a, upper), self.bounds(b, upper), &|a, b| Some(a.plus(b, 1)))
            }
            ExprKind::Binary(BinOp::Sub, a, b) if self.stays(a, b, true) => {
                pairs(self.bounds(a, upper), self.bounds(b, !upper), &|a, b| Some(a.plus(b, -1)))
            }
            ExprKind::Binary(op @ (BinOp::And | BinOp::Shr | BinOp::Div | BinOp::Rem), a, b) => {
                let by = self.poly(b).and_then(|b| b.as_constant());
                by.map_or(Vec::new(), |by| self.parts(*op, a, by, upper))
            }
            _ => Vec::new(),
        }
    }

    /// Bounds of `a & by`, `a >> by`, `a / by` and `a % by`.
    fn parts(&self, op: BinOp, a: &Expr, by: i64, upper: bool) -> Vec<Poly> {
        let number = |n: i64| vec![Poly::constant(n)];
        let divisor = match op {
            BinOp::Shr => (0..31).contains(&by).then(|| 1 << by),
            _ => Some(by),
        };
        let Some(by) = divisor.filter(|&by| by > 0) else { return Vec::new() };
        let ranged = |v: VarId| self.ranges.contains_key(&v);
        let constant = |upper| {
            let ends = self.bounds(a, upper).into_iter().flat_map(|p| self.ends(&p, &ranged, upper));
            ends.into_iter().find_map(|(end, _)| end.as_constant())
        };
        let positive = || self.bounds(a, false).iter().any(|low| self.not_negative(low, &[]));
        match (op, upper) {
            (BinOp::And, _) => number(if upper { by } else { 0 }),
            (BinOp::Rem, true) => number(by - 1),
            (BinOp::Rem, false) => number(if positive() { 0 } else { 1 - by }),
            (BinOp::Shr, _) => match constant(upper) {
                Some(n) => number(n.div_euclid(by)),
                None if !upper && positive() => number(0),
                None => Vec::new(),
            },
            (BinOp::Div, _) => match constant(upper) {
                Some(n) => number(n / by),
                None if !upper && positive() => number(0),
                None => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Whether `cond ? a : b` chooses the less of `a` and `b` (or the greater), as `i + w < n ? i + w : n` does.
    fn nearer(&self, cond: &Expr, a: &Expr, b: &Expr, least: bool) -> bool {
        let ExprKind::Binary(op, x, y) = &cond.kind else { return false };
        let (Some(a), Some(b), Some(x), Some(y)) = (self.poly(a), self.poly(b), self.poly(x), self.poly(y)) else {
            return false;
        };
        // By how much `x` is less than `y` at the least where `cond` holds, and at the most where it does not.
        let (difference, otherwise) = match op {
            BinOp::Lt => (y.plus(&x, -1).plus(&Poly::constant(1), -1), x.plus(&y, -1)),
            BinOp::Le => (y.plus(&x, -1), x.plus(&y, -1).plus(&Poly::constant(1), -1)),
            BinOp::Gt => (x.plus(&y, -1).plus(&Poly::constant(1), -1), y.plus(&x, -1)),
            BinOp::Ge => (x.plus(&y, -1), y.plus(&x, -1).plus(&Poly::constant(1), -1)),
            _ => return false,
        };
        let less = if least { b.plus(&a, -1) } else { a.plus(&b, -1) };
        self.not_negative(&less, &[difference]) && self.not_negative(&less.negated(), &[otherwise])
    }

    /// What holds where a condition is true (or false): numbers that are not negative.
    pub fn holds(&self, cond: &Expr, truth: bool, known: &mut Vec<Poly>) {
        match &cond.kind {
            ExprKind::Unary(UnOp::Not, e) => self.holds(e, !truth, known),
            ExprKind::And(a, b) if truth => [a, b].into_iter().for_each(|e| self.holds(e, truth, known)),
            ExprKind::Or(a, b) if !truth => [a, b].into_iter().for_each(|e| self.holds(e, truth, known)),
            ExprKind::Binary(op, a, b) if a.ty == Ty::I32 => {
                let (Some(a), Some(b)) = (self.poly(a), self.poly(b)) else { return };
                self.owe(a.clone());
                self.owe(b.clone());
                let one = Poly::constant(1);
                let (over, under) = (a.plus(&b, -1), b.plus(&a, -1));
                match (op, truth) {
                    (BinOp::Lt, true) | (BinOp::Ge, false) => known.push(under.plus(&one, -1)),
                    (BinOp::Le, true) | (BinOp::Gt, false) => known.push(under),
                    (BinOp::Gt, true) | (BinOp::Le, false) => known.push(over.plus(&one, -1)),
                    (BinOp::Ge, true) | (BinOp::Lt, false) => known.push(over),
                    (BinOp::Eq, true) | (BinOp::Ne, false) => known.extend([over, under]),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// `poly` with a variable of its own for each of those for which `may` says so, where what is known there bounds it. `further` makes
    /// such a variable.
    pub fn bounded(
        &mut self,
        poly: &Poly,
        known: &[Poly],
        may: &dyn Fn(VarId) -> bool,
        further: &mut dyn FnMut() -> VarId,
        made: &mut Vec<(VarId, i64, Range, VarId)>,
    ) -> Poly {
        let mut out = poly.clone();
        let vars: BTreeSet<VarId> =
            poly.syms().filter_map(|s| if let Sym::Var(v) = s { Some(v) } else { None }).collect();
        for v in vars.into_iter().filter(|&v| may(v)) {
            let parts = || {
                known.iter().filter_map(|k| {
                    let (c, rest) = k.split(Sym::Var(v))?;
                    Some((c.as_constant().filter(|&c| c != 0)?, rest))
                })
            };
            let Some(by) = parts().next().map(|(c, _)| c.abs()) else { continue };
            let Some((coefficient, rest)) = out.split(Sym::Var(v)) else { continue };
            let Some(coefficient) = coefficient.exactly_over(by) else { continue };
            // Of `by · v`.
            let scaled = |all: &[Poly]| all.iter().map(|p| p.times(&Poly::constant(by))).collect();
            let outer = self.ranges.get(&v).cloned().unwrap_or_default();
            let mut range =
                Range { lower: scaled(&outer.lower), upper: scaled(&outer.upper), surely: (None, None), ..outer };
            for (c, rest) in parts().filter(|(c, _)| c.abs() == by) {
                if c > 0 { range.lower.push(rest.negated()) } else { range.upper.push(rest) }
            }
            let same = made.iter().find(|(w, b, r, _)| (*w, *b) == (v, by) && *r == range).map(|m| m.3);
            let own = same.unwrap_or_else(|| {
                let own = further();
                self.ranges.insert(own, range.clone());
                made.push((v, by, range, own));
                own
            });
            out = rest.plus(&coefficient.times(&Poly::sym(Sym::Var(own))), 1);
        }
        out
    }

    /// Provably no less than the number, whatever wraps around.
    pub fn at_least(&self, expr: &Expr, least: i64) -> bool {
        let sure = self.sure();
        sure.stay_inside(expr)
            && sure.bounds(expr, false).iter().any(|p| sure.at_most_zero(&Poly::constant(least).plus(p, -1), &[]))
    }

    /// Provably `a <= b`, whatever wraps around.
    pub fn never_greater(&self, a: &Expr, b: &Expr) -> bool {
        let sure = self.sure();
        let lower = sure.bounds(b, false);
        sure.stay_inside(a)
            && sure.stay_inside(b)
            && sure.bounds(a, true).iter().any(|a| lower.iter().any(|b| sure.at_most_zero(&a.plus(b, -1), &[])))
    }

    fn stay_inside(&self, expr: &Expr) -> bool {
        self.computed(expr).iter().chain(self.owed.borrow().iter()).all(|p| self.inside_int(p))
    }

    /// The index of a loop or a length: one more is no wrapping around.
    pub fn has_next(&self, expr: &Expr) -> bool {
        match expr.kind {
            ExprKind::Var(v) => self.indices.contains(&v),
            ExprKind::Len { .. } => true,
            _ => false,
        }
    }

    /// From here on a variable may have any value: what was known in terms of the one that it had is gone.
    pub fn forget(&mut self, var: VarId) {
        self.values.remove(&var);
        let gone = |p: &Poly| p.mentions(&|v| v == var);
        self.values.retain(|_, p| !gone(p));
        for range in self.ranges.values_mut() {
            // What a bound rests on is known no more either, so neither is the bound.
            if range.of_lower.iter().any(gone) {
                (range.lower, range.of_lower) = Default::default();
            }
            if range.of_upper.iter().any(gone) {
                (range.upper, range.of_upper) = Default::default();
            }
            range.lower.retain(|p| !gone(p));
            range.upper.retain(|p| !gone(p));
        }
        self.owed.borrow_mut().retain(|p| !gone(p));
    }

    /// The index of a loop, or that and a constant, where wrapping around gives nothing that a subscript can be.
    fn is_index(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Var(v) => self.indices.contains(v),
            ExprKind::Check { value, .. } => self.is_index(value),
            ExprKind::Binary(BinOp::Add | BinOp::Sub, a, b) => {
                self.is_index(a) && matches!(b.kind, ExprKind::Const(Const::Int(n)) if n.abs() <= 1 << 16)
            }
            _ => false,
        }
    }

    fn is_square(&self, expr: &Expr) -> bool {
        matches!(&expr.kind, ExprKind::Binary(BinOp::Mul, a, b) if self.is_index(a) && self.is_index(b))
    }

    /// What `expr` is up to multiples of `modulus`. (Java's remainder has that property for negative numbers too.)
    pub fn residue(&self, expr: &Expr, modulus: i64) -> Option<Poly> {
        if let Some(poly) = self.poly(expr) {
            // Around `int` and `long` in a power of two of steps: remainders by such numbers stay.
            if modulus.count_ones() != 1 {
                self.owe(poly.clone());
            }
            return Some(poly);
        }
        match &expr.kind {
            ExprKind::Var(v) => self.residues.get(v).filter(|(m, _)| m % modulus == 0).map(|(_, p)| p.clone()),
            ExprKind::Check { value, .. } => self.residue(value, modulus),
            ExprKind::Binary(BinOp::Rem, a, b) => {
                let by = self.poly(b)?.as_constant()?;
                if by != 0 && by % modulus == 0 { self.residue(a, modulus) } else { None }
            }
            ExprKind::Binary(BinOp::And, a, b) => {
                let mask = self.poly(b)?.as_constant()?;
                if mask.checked_add(1)? % modulus == 0 { self.residue(a, modulus) } else { None }
            }
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
                let (a, b) = (self.residue(a, modulus)?, self.residue(b, modulus)?);
                Some(a.plus(&b, if *op == BinOp::Add { 1 } else { -1 }))
            }
            ExprKind::Binary(BinOp::Mul, a, b) => Some(self.residue(a, modulus)?.times(&self.residue(b, modulus)?)),
            _ => None,
        }
    }

    /// The number that a variable's value is known up to multiples of, where the value itself is not known.
    pub fn modulus_in(expr: &Expr) -> Option<i64> {
        match &expr.kind {
            ExprKind::Check { value, .. } => Facts::modulus_in(value),
            ExprKind::Binary(BinOp::Rem, _, b) => match b.unchecked().kind {
                ExprKind::Const(Const::Int(m)) if m > 1 => Some(m),
                _ => None,
            },
            ExprKind::Binary(BinOp::And, _, b) => match b.kind {
                ExprKind::Const(Const::Int(m)) if m > 0 && (m + 1).count_ones() == 1 => Some(m + 1),
                _ => None,
            },
            ExprKind::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul, a, b) => {
                Facts::modulus_in(a).or_else(|| Facts::modulus_in(b))
            }
            _ => None,
        }
    }

    /// Whether nothing that the stores of any iteration touch is ever read by `read`: in some dimension all of one lies before
    /// all of the other, or the two are of different colours, as in a red-black sweep.
    pub fn apart(&self, space: &[VarId], read: &Subscripts, stores: &[Subscripts]) -> bool {
        let own = &|v: VarId| space.contains(&v) || self.own_from.is_some_and(|first| v >= first);
        // Both are in iterations of the loop.
        let turn: Vec<Poly> = space.iter().flat_map(|&v| self.turns(v)).filter(|p| !p.mentions(own)).collect();
        let outside = |end: &&End| !end.0.mentions(own);
        let before = |a: &[End], b: &[End]| {
            let mut all = a.iter().filter(outside).flat_map(|a| b.iter().filter(outside).map(move |b| (a, b)));
            all.any(|(a, b)| self.less(a, b))
        };
        stores.iter().all(|store| {
            let beside = read.iter().zip(store).any(|(r, s)| {
                let (Some(r), Some(s)) = (r, s) else { return false };
                // What is outside is the same for both.
                let end = |p: &Poly, greatest| self.ends_where(p, &turn, own, greatest);
                before(&end(r, true), &end(s, false)) || before(&end(s, true), &end(r, false))
            });
            beside || self.other_colour(own, read, store)
        })
    }

    /// Whether a sum of subscripts has one remainder for all elements stored, and another for all those read.
    fn other_colour(&self, own: &dyn Fn(VarId) -> bool, read: &Subscripts, store: &Subscripts) -> bool {
        let moduli: std::collections::BTreeSet<i64> = self.residues.values().map(|(m, _)| *m).collect();
        let sum = |of: &Subscripts, weights: usize, modulus: i64| -> Option<Poly> {
            let mut sum = Poly::default();
            for (_, p) in of.iter().enumerate().filter(|(d, _)| weights >> d & 1 == 1) {
                sum = sum.plus(&self.reduced(p.as_ref()?, modulus)?, 1);
            }
            Some(sum.modulo(modulus))
        };
        let found = moduli.iter().find(|&&m| {
            (1..1usize << store.len()).any(|weights| {
                let (Some(s), Some(r)) = (sum(store, weights, m), sum(read, weights, m)) else { return false };
                !s.mentions(own) && r.plus(&s, -1).modulo(m).as_constant().is_some_and(|c| c != 0)
            })
        });
        if found.is_some_and(|m| m.count_ones() != 1) {
            read.iter().chain(store).flatten().for_each(|p| self.owe(p.clone()));
        }
        found.is_some()
    }

    /// The polynomial with the residues of variables in their place.
    fn reduced(&self, poly: &Poly, modulus: i64) -> Option<Poly> {
        let mut out = poly.modulo(modulus);
        for _ in 0..8 {
            let known = |s: Sym| match s {
                Sym::Var(v) => self.residues.get(&v).filter(|(m, _)| m % modulus == 0).map(|(_, p)| (v, p.clone())),
                Sym::Len(..) | Sym::Triangle(_) => None,
            };
            let Some((v, value)) = out.syms().find_map(known) else { return Some(out) };
            let (coefficient, rest) = out.split(Sym::Var(v))?;
            out = rest.plus(&coefficient.times(&value), 1).modulo(modulus);
        }
        None
    }

    /// The least or the greatest value of `poly`, as polynomials over what does not vary: each variable that does is replaced by its
    /// bounds, innermost first, since these mention indices further out. None where a bound is not known.
    fn ends(&self, poly: &Poly, varies: &dyn Fn(VarId) -> bool, greatest: bool) -> Vec<End> {
        self.ends_where(poly, &[], varies, greatest)
    }

    /// The same where the polynomials in `known` are not negative.
    fn ends_where(&self, poly: &Poly, known: &[Poly], varies: &dyn Fn(VarId) -> bool, greatest: bool) -> Vec<End> {
        let mut out = Vec::new();
        // Where it has a value, all loops over what varies have a turn.
        let indices =
            poly.syms().filter_map(|s| if let Sym::Var(v) = s { Some(v).filter(|&v| varies(v)) } else { None });
        let turns = indices.flat_map(|v| self.turns(v)).filter(|p| !p.mentions(varies));
        let mut known: Vec<Poly> = known.iter().cloned().chain(turns).collect();
        known.dedup();
        // Proofs try each in each step.
        known.truncate(2);
        self.follow(poly.clone(), known, varies, greatest, DEEPEST, &mut out);
        out
    }

    /// What is not negative where the loop over `index` has a turn.
    fn turns(&self, index: VarId) -> Vec<Poly> {
        let Some(range) = self.range_at(index) else { return Vec::new() };
        range.upper.iter().flat_map(|u| range.lower.iter().map(|l| u.plus(l, -1))).collect()
    }

    fn follow(
        &self,
        poly: Poly,
        mut known: Vec<Poly>,
        varies: &dyn Fn(VarId) -> bool,
        greatest: bool,
        depth: usize,
        out: &mut Vec<End>,
    ) {
        if poly.syms().any(|s| matches!(s, Sym::Triangle(v) if varies(v))) {
            return;
        }
        let innermost = poly.syms().filter_map(|s| match s {
            Sym::Var(v) => Some(v).filter(|&v| varies(v)),
            Sym::Len(..) | Sym::Triangle(_) => None,
        });
        let Some(v) = innermost.max() else {
            out.push((poly, known));
            return;
        };
        if depth == 0 || out.len() >= MOST_ENDS {
            return;
        }
        let (Some(range), Some((coefficient, rest))) = (self.range_at(v), poly.split(Sym::Var(v))) else { return };
        // The loop has this turn.
        known.extend(self.turns(v));
        let grows = self.not_negative(&coefficient, &known);
        if !grows && !self.not_negative(&coefficient.negated(), &known) {
            return;
        }
        let bounds = if grows == greatest { &range.upper } else { &range.lower };
        for bound in bounds {
            let replaced = rest.plus(&coefficient.times(bound), 1);
            self.follow(replaced, known.clone(), varies, greatest, depth - 1, out);
        }
    }

    /// Provably `a < b`, where what does not vary is the same for both.
    fn less(&self, a: &End, b: &End) -> bool {
        let known = [a.1.as_slice(), b.1.as_slice()].concat();
        self.at_most_zero(&a.0.plus(&b.0, -1).plus(&Poly::constant(1), 1), &known)
    }

    /// Provably at most zero, where the polynomials in `known` are not negative.
    fn at_most_zero(&self, poly: &Poly, known: &[Poly]) -> bool {
        let ranged = |v: VarId| self.ranges.contains_key(&v);
        self.not_negative(&poly.negated(), known)
            || self.ends(poly, &ranged, true).iter().any(|(end, more)| {
                let known = [known, more.as_slice()].concat();
                self.not_negative(&end.negated(), &known)
            })
    }

    /// Provably at least zero: each product has a coefficient that is not negative, and factors that are not.
    fn not_negative(&self, poly: &Poly, known: &[Poly]) -> bool {
        let by_terms = |p: &Poly, known: &[Poly]| {
            p.0.iter()
                .all(|(product, &c)| c >= 0 && product.iter().all(|&s| self.factor_not_negative(s, known, DEEPEST)))
        };
        by_terms(poly, known) || known.iter().any(|k| by_terms(&poly.plus(k, -1), known))
    }

    fn factor_not_negative(&self, sym: Sym, known: &[Poly], depth: usize) -> bool {
        let Sym::Var(v) = sym else { return true };
        if depth == 0 {
            return false;
        }
        let simply = |p: &Poly| {
            let factor = |&s: &Sym| s != sym && self.factor_not_negative(s, known, depth - 1);
            p.0.iter().all(|(product, &c)| c >= 0 && product.iter().all(factor))
        };
        // An array has been made with this size.
        self.sizes.values().any(|size| *size == Poly::sym(sym))
            || self.range_at(v).is_some_and(|r| r.lower.iter().any(simply))
            || known.iter().any(|k| {
                let part = k.split(sym);
                part.is_some_and(|(c, rest)| c.as_constant().is_some_and(|c| c > 0) && simply(&rest.negated()))
            })
    }
}

/// The subscripts of one store, one polynomial a dimension; None for a subscript that is no polynomial.
pub type Subscripts = Vec<Option<Poly>>;

/// Whether, for every pair of different points of the space, the stores at one never touch an element that the stores at the other
/// touch.
pub fn separated(facts: &Facts, space: &[VarId], stores: &[Subscripts]) -> bool {
    separated_in(facts, space, &[stores])
}

/// The same of the rounds of one loop, whatever wraps around.
pub fn surely_separated(facts: &Facts, index: VarId, stores: &[Subscripts]) -> bool {
    let own = |v: VarId| v == index || facts.own_from.is_some_and(|first| v >= first);
    let sure = facts.sure();
    let plain = sure.plain_dimensions(&own, stores);
    let only = |s: &Subscripts| s.iter().enumerate().map(|(d, p)| p.clone().filter(|_| plain.contains(&d))).collect();
    let stores: Vec<Subscripts> = stores.iter().map(only).collect();
    separated(&sure, &[index], &stores) && sure.owed.borrow().iter().all(|p| facts.inside_int(p))
}

/// The same of stores that may be described in several ways.
pub fn separated_in(facts: &Facts, space: &[VarId], ways: &[&[Subscripts]]) -> bool {
    let mut fixed: Vec<VarId> = Vec::new();
    let separates = |v, fixed: &[VarId]| ways.iter().any(|stores| separates(facts, v, space, fixed, stores));
    while let Some(&next) = space.iter().filter(|v| !fixed.contains(v)).find(|&&v| separates(v, &fixed)) {
        fixed.push(next);
    }
    fixed.len() == space.len()
        || ways.iter().any(|stores| {
            stores.iter().all(|a| stores.iter().all(|b| never_meet(facts, space, a, b)))
                || stores.iter().all(|a| stores.iter().all(|b| out_of_reach(facts, space, a, b)))
                || triangular(facts, space, stores)
                || one_after_another(facts, space, stores)
                || by_remainder(facts, space, stores)
        })
}

/// Whether all subscripts of some dimension are `p + m · …`, where `p` is of the space's indices alone, tells its points apart, and lies in
/// `0..m`: the elements `q * n + i` of `i` below `n`, whatever `q`, as of numbers of each kind behind one another.
fn by_remainder(facts: &Facts, space: &[VarId], stores: &[Subscripts]) -> bool {
    let in_space = |v: VarId| space.contains(&v);
    let inside = |v: VarId| in_space(v) || facts.own_from.is_some_and(|first| v >= first);
    let rank = stores.iter().map(Vec::len).min().unwrap_or(0);
    (0..rank).any(|dim| {
        let parts: Option<Vec<(Poly, Poly)>> =
            stores.iter().map(|s| Some(s.get(dim)?.as_ref()?.parted(&in_space))).collect();
        let Some(parts) = parts else { return false };
        let Some((own, _)) = parts.first() else { return false };
        if own.mentions(&|v| inside(v) && !in_space(v)) || parts.iter().any(|(p, _)| p != own) {
            return false;
        }
        let moduli: BTreeSet<Vec<Sym>> = parts.iter().flat_map(|(_, rest)| rest.outer_factors(&inside)).collect();
        let factor = parts.iter().flat_map(|(_, rest)| rest.0.values()).fold(0, |a, &b| gcd(a, b));
        factor != 0
            && moduli.into_iter().any(|product| {
                let modulus = Poly(BTreeMap::from([(product.clone(), factor)]));
                parts.iter().all(|(_, rest)| rest.0.keys().all(|p| is_multiple(p, &product)))
                    && facts.ends(own, &in_space, false).iter().any(|(low, known)| facts.not_negative(low, known))
                    && facts
                        .ends(own, &in_space, true)
                        .iter()
                        .any(|high| facts.less(high, &(modulus.clone(), Vec::new())))
                    && separated(facts, space, &[vec![Some(own.clone())]])
            })
    })
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.saturating_abs() } else { gcd(b, a % b) }
}

fn mentions(product: &[Sym], of: &dyn Fn(VarId) -> bool) -> bool {
    product.iter().any(|s| matches!(s, Sym::Var(v) | Sym::Triangle(v) if of(*v)))
}

/// Whether all factors of `of` are factors of `product`, as often.
fn is_multiple(product: &[Sym], of: &[Sym]) -> bool {
    let count = |of: &[Sym], s: &Sym| of.iter().filter(|x| *x == s).count();
    of.iter().all(|s| count(product, s) >= count(of, s))
}

/// Whether what an iteration stores to lies, in some dimension, before what the next one stores to, and no later iteration begins
/// before that.
fn one_after_another(facts: &Facts, space: &[VarId], stores: &[Subscripts]) -> bool {
    let &[k] = space else { return false };
    let inside = |v: VarId| v != k && facts.own_from.is_some_and(|first| v >= first);
    let rank = stores.iter().map(Vec::len).min().unwrap_or(0);
    (0..rank).any(|dim| {
        let ends = |greatest| -> Option<Vec<Vec<End>>> {
            stores.iter().map(|s| Some(facts.ends(s.get(dim)?.as_ref()?, &inside, greatest))).collect()
        };
        let (Some(lows), Some(highs)) = (ends(false), ends(true)) else { return false };
        lows.iter().all(|lows| {
            lows.iter().any(|(low, _)| {
                let next = low.next(k);
                let behind =
                    |(high, known): &End| facts.at_most_zero(&high.plus(&next, -1).plus(&Poly::constant(1), 1), known);
                facts.at_most_zero(&low.plus(&next, -1), &[]) && highs.iter().all(|h| h.iter().any(behind))
            })
        })
    })
}

/// Whether the subscripts of some dimension are equal for equal indices only, or lie further from one another than the loop is
/// long: `a[b + k]` and `a[b + k + half]` with `k` below `half`, the wings of a butterfly.
fn out_of_reach(facts: &Facts, space: &[VarId], a: &Subscripts, b: &Subscripts) -> bool {
    let &[k] = space else { return false };
    let own = |v: VarId| facts.own_from.is_some_and(|first| v >= first);
    let Some(range) = facts.range_at(k) else { return false };
    a.iter().zip(b).any(|(a, b)| {
        let part = |p: &Option<Poly>| {
            let (coefficient, rest) = p.as_ref()?.split(Sym::Var(k))?;
            Some((coefficient.as_constant().filter(|&c| c != 0)?, rest))
        };
        let (Some((c, a)), Some((d, b))) = (part(a), part(b)) else { return false };
        if c != d || a.mentions(&own) || b.mentions(&own) {
            return false;
        }
        let distance = a.plus(&b, -1);
        let reaches = || range.upper.iter().flat_map(|last| range.lower.iter().map(|first| last.plus(first, -1)));
        let beyond = |sign: i64| {
            let excess = |reach: Poly| Poly::constant(1).plus(&reach, c.abs()).plus(&distance, -sign);
            reaches().any(|reach| facts.at_most_zero(&excess(reach), &facts.turns(k)))
        };
        distance.as_constant() == Some(0) || beyond(1) || beyond(-1)
    })
}

/// Whether every store is to `[i][j]` or `[j][i]`, where `i` is the iteration's own and `j` is never greater, or never less: then `i` is
/// the greater subscript of all elements that the iteration stores to, or the less, and tells iterations apart. So is a matrix
/// transposed in place.
fn triangular(facts: &Facts, space: &[VarId], stores: &[Subscripts]) -> bool {
    let &[k] = space else { return false };
    let inside = |v: VarId| v != k && facts.own_from.is_some_and(|first| v >= first);
    let own = |p: &Poly| {
        let part = p.split(Sym::Var(k)).and_then(|(c, rest)| Some((c.as_constant()?, rest)));
        part.is_some_and(|(c, rest)| c != 0 && !rest.mentions(&inside))
    };
    let candidates = stores.first().into_iter().flatten().flatten();
    candidates.filter(|&p| own(p)).any(|i| {
        let distances: Option<Vec<Poly>> = stores
            .iter()
            .map(|store| {
                let [Some(a), Some(b)] = store.as_slice() else { return None };
                let j = if a == i { b } else { Some(a).filter(|_| b == i)? };
                Some(j.plus(i, -1))
            })
            .collect();
        let Some(distances) = distances else { return false };
        let never_greater =
            |p: &Poly| facts.ends(p, &inside, true).iter().any(|(p, known)| facts.at_most_zero(p, known));
        distances.iter().all(never_greater) || distances.iter().all(|p| never_greater(&p.negated()))
    })
}

/// Whether no two different points of the space meet in one element, one by the subscripts `a` and the other by `b`: the dimensions'
/// equations, taken together, have no solution in the distance between two points, or zero alone. So `h[i][d - i]` is told from
/// `h[i - 1][d - i - 1]`, which no dimension tells by itself.
pub fn never_meet(facts: &Facts, space: &[VarId], a: &Subscripts, b: &Subscripts) -> bool {
    let own = |v: VarId| !space.contains(&v) && facts.own_from.is_some_and(|first| v >= first);
    let mut rows: Vec<Vec<i128>> = Vec::new();
    for (a, b) in a.iter().zip(b) {
        let (Some(a), Some(b)) = (a, b) else { continue };
        // Coefficients that are numbers, the same in both, and a rest that differs by a number.
        let equation = || {
            let (mut a, mut b) = (a.clone(), b.clone());
            let mut row = Vec::new();
            for &v in space {
                let ((ca, ra), (cb, rb)) = (a.split(Sym::Var(v))?, b.split(Sym::Var(v))?);
                (a, b) = (ra, rb);
                row.push(i128::from(ca.as_constant().filter(|c| cb.as_constant() == Some(*c))?));
            }
            let fixed = !a.mentions(&own) && !b.mentions(&own);
            row.push(i128::from(a.plus(&b, -1).as_constant().filter(|_| fixed)?));
            Some(row)
        };
        rows.extend(equation());
    }
    only_zero(rows, space.len())
}

/// Whether equations (coefficients, then the right side) have no solution, or zero alone: Gauss's elimination without fractions.
fn only_zero(mut rows: Vec<Vec<i128>>, unknowns: usize) -> bool {
    let mut rank = 0;
    for column in 0..unknowns {
        let Some(pivot) = (rank..rows.len()).find(|&r| rows[r][column] != 0) else { continue };
        rows.swap(rank, pivot);
        let by = rows[rank].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(r, _)| *r != rank) {
            let (p, q) = (by[column], row[column]);
            for (x, y) in row.iter_mut().zip(&by) {
                let (Some(left), Some(right)) = (x.checked_mul(p), y.checked_mul(q)) else { return false };
                *x = left - right;
            }
        }
        rank += 1;
    }
    let contradiction = rows[rank..].iter().any(|r| r[unknowns] != 0);
    contradiction || rank == unknowns && rows[..rank].iter().all(|r| r[unknowns] == 0)
}

/// Whether index `k` tells stores apart in some dimension, where the indices in `fixed` are the same for both.
fn separates(facts: &Facts, k: VarId, space: &[VarId], fixed: &[VarId], stores: &[Subscripts]) -> bool {
    let rank = stores.iter().map(Vec::len).min().unwrap_or(0);
    (0..rank).any(|dim| separates_in(facts, k, space, fixed, stores, dim).is_some())
}

/// `coefficient · k + end` is never less (or never greater) than a subscript.
struct Line {
    coefficient: Poly,
    end: End,
}

fn separates_in(
    facts: &Facts,
    k: VarId,
    space: &[VarId],
    fixed: &[VarId],
    stores: &[Subscripts],
    dim: usize,
) -> Option<()> {
    // What two iterations may have different values of; outer indices, and those in `fixed`, are the same for both.
    let varies =
        |v: VarId| !fixed.contains(&v) && (space.contains(&v) || facts.own_from.is_some_and(|first| v >= first));
    let but_k = |v: VarId| v != k && varies(v);
    let lines = |subscript: &Poly, greatest: bool| -> Vec<Line> {
        let mut lines = Vec::new();
        // Inner indices may be bounded by `k` (`j <= k`): by what `k` is at most, or, where blocks follow one another
        // (`16 * k <= j < 16 * k + 16`), by a multiple of `k`.
        if let Some((coefficient, rest)) = subscript.split(Sym::Var(k)) {
            let ends = facts.ends(&rest, &varies, greatest);
            lines.extend(ends.into_iter().map(|end| Line { coefficient: coefficient.clone(), end }));
        }
        for (end, known) in facts.ends(subscript, &but_k, greatest) {
            if let Some((coefficient, rest)) = end.split(Sym::Var(k)) {
                lines.push(Line { coefficient, end: (rest, known) });
            }
        }
        lines.retain(|l| !l.coefficient.mentions(&varies) && l.coefficient.as_constant() != Some(0));
        lines
    };
    let ends: Option<Vec<(Vec<Line>, Vec<Line>)>> = stores
        .iter()
        .map(|store| {
            let subscript = store.get(dim)?.as_ref()?;
            Some((lines(subscript, false), lines(subscript, true)))
        })
        .collect();
    let ends = ends?;
    // Every highest end must lie less than one step of `k` over every lowest.
    let (first, _) = ends.first()?;
    let turns: Vec<Poly> = space.iter().flat_map(|&v| facts.turns(v)).collect();
    let apart = |shared: &Poly| {
        let step = |sign: i64| {
            let narrow = |low: &Line, high: &Line| {
                let (highest, known) = &high.end;
                let behind = low.end.0.plus(shared, sign);
                let known = [known.as_slice(), turns.as_slice()].concat();
                facts.less(&(highest.clone(), known), &(behind, low.end.1.clone()))
            };
            let with = |lines: &'_ [Line]| -> Vec<usize> {
                (0..lines.len()).filter(|&n| lines[n].coefficient == *shared).collect()
            };
            ends.iter().all(|(_, highs)| {
                ends.iter().all(|(lows, _)| {
                    with(highs).iter().any(|&h| with(lows).iter().any(|&l| narrow(&lows[l], &highs[h])))
                })
            })
        };
        step(1) || step(-1)
    };
    first.iter().any(|line| apart(&line.coefficient)).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(n: u32) -> Poly {
        Poly::sym(Sym::Var(VarId(n)))
    }
    fn number(n: i64) -> Poly {
        Poly::constant(n)
    }
    fn sum(terms: &[(&Poly, i64)]) -> Poly {
        terms.iter().fold(Poly::default(), |sum, (p, factor)| sum.plus(p, *factor))
    }
    fn range(lower: Poly, upper: Poly) -> Range {
        Range { lower: vec![lower], upper: vec![upper], ..Range::default() }
    }

    const N: u32 = 0;
    const M: u32 = 1;
    const I: u32 = 2;
    const J: u32 = 3;

    /// `i` from 0 to below `n` is the iteration, `j` within it goes from 0 to `last`.
    fn facts(last: Poly) -> Facts {
        let mut facts = Facts { own_from: Some(VarId(I)), ..Facts::default() };
        facts.ranges.insert(VarId(I), range(number(0), sum(&[(&var(N), 1), (&number(1), -1)])));
        facts.ranges.insert(VarId(J), range(number(0), last));
        facts.indices = BTreeSet::from([VarId(I), VarId(J)]).into();
        facts
    }
    fn apart(facts: &Facts, subscripts: &[Poly]) -> bool {
        let stores: Vec<Subscripts> = subscripts.iter().map(|p| vec![Some(p.clone())]).collect();
        separated(facts, &[VarId(I)], &stores)
    }
    fn below(p: &Poly) -> Poly {
        p.plus(&number(1), -1)
    }

    #[test]
    fn rows_of_a_matrix_laid_flat() {
        let at = sum(&[(&var(I).times(&var(M)), 1), (&var(J), 1)]);
        assert!(apart(&facts(below(&var(M))), std::slice::from_ref(&at)));
        // One element further is the next row's.
        assert!(!apart(&facts(var(M)), &[at]));
    }

    #[test]
    fn kinds_behind_one_another() {
        let at = |kind: &Poly, rest: i64| sum(&[(&kind.times(&var(N)), 1), (&var(I), 1), (&number(rest), 1)]);
        let facts = facts(number(8));
        assert!(apart(&facts, &[at(&number(0), 0), at(&number(1), 0), at(&number(4), 0)]));
        assert!(apart(&facts, &[at(&var(J), 0), at(&number(9), 0)]));
        // The next element may be another iteration's, of the same kind or the next.
        assert!(!apart(&facts, &[at(&var(J), 0), at(&var(J), 1)]));
        let wider = sum(&[(&var(J).times(&below(&var(N))), 1), (&var(I), 1)]);
        assert!(!apart(&facts, &[wider]));
    }

    #[test]
    fn strides() {
        let facts = facts(number(2));
        let at = |c, rest| sum(&[(&var(I), c), (&number(rest), 1)]);
        assert!(apart(&facts, &[at(3, 0), at(3, 1), at(3, 2)]));
        assert!(!apart(&facts, &[at(3, 0), at(3, 3)]));
        assert!(!apart(&facts, &[number(5)]));
    }

    #[test]
    fn packed_triangles() {
        let row = var(I).times(&var(I)).plus(&var(I), 1).half().expect("even");
        assert_eq!(row, Poly::sym(Sym::Triangle(VarId(I))));
        let lower = sum(&[(&row, 1), (&var(J), 1)]);
        assert!(apart(&facts(var(I)), std::slice::from_ref(&lower)));
        // The diagonal left out; one element too many.
        assert!(apart(&facts(below(&var(I))), std::slice::from_ref(&lower)));
        assert!(!apart(&facts(var(I).plus(&number(1), 1)), &[lower]));
        // i * (i - 1) / 2
        let before = var(I).times(&var(I)).plus(&var(I), -1).half().expect("even");
        assert_eq!(before, sum(&[(&row, 1), (&var(I), -1)]));
        // From the diagonal to the end of the row: i * n - i * (i - 1) / 2 + j.
        let upper = sum(&[(&var(I).times(&var(N)), 1), (&before, -1), (&var(J), 1)]);
        assert!(apart(&facts(below(&sum(&[(&var(N), 1), (&var(I), -1)]))), std::slice::from_ref(&upper)));
        assert!(!apart(&facts(var(N)), &[upper]));
        assert_eq!(var(I).times(&var(I)).half(), None);
    }

    #[test]
    fn the_next_row_of_a_triangle() {
        let row = Poly::sym(Sym::Triangle(VarId(I)));
        assert_eq!(row.next(VarId(I)), sum(&[(&row, 1), (&var(I), 1), (&number(1), 1)]));
        let square = var(I).times(&var(I));
        assert_eq!(square.next(VarId(I)), sum(&[(&square, 1), (&var(I), 2), (&number(1), 1)]));
    }

    #[test]
    fn what_a_guard_bounds() {
        let mut facts = facts(number(1000));
        let at = sum(&[(&var(I).times(&var(M)), 1), (&var(J), 2), (&number(1), 1)]);
        assert!(!apart(&facts, std::slice::from_ref(&at)));
        // 2 * j + 1 >= 0 && 2 * j + 1 < m
        let odd = sum(&[(&var(J), 2), (&number(1), 1)]);
        let known = [odd.clone(), below(&var(M).plus(&odd, -1))];
        let mut made = Vec::new();
        let bounded = facts.bounded(&at, &known, &|v| v == VarId(J), &mut || VarId(4), &mut made);
        assert!(apart(&facts, &[bounded]));
        // Without the upper bound nothing is known.
        let mut made = Vec::new();
        let bounded = facts.bounded(&at, &known[..1], &|v| v == VarId(J), &mut || VarId(5), &mut made);
        assert!(!apart(&facts, &[bounded]));
    }

    #[test]
    fn what_is_sure_is_not_copied() {
        let mut known = facts(var(M));
        known.owe(number(1));
        known.longs.borrow_mut().insert(VarId(N));
        let sure = known.sure();
        assert!(sure.values.is_one_with(&known.values) && sure.ranges.is_one_with(&known.ranges));
        assert!(sure.roots.is_one_with(&known.roots) && sure.sizes.is_one_with(&known.sizes));
        assert!(sure.residues.is_one_with(&known.residues) && sure.indices.is_one_with(&known.indices));
        // What is known already is no change either.
        sure.owe(number(1));
        sure.note_long(VarId(N));
        assert!(sure.owed.borrow().is_one_with(&known.owed.borrow()));
        assert!(sure.longs.borrow().is_one_with(&known.longs.borrow()));
        // `j` goes up to `m`, which is an `int`; a bound that is computed may have wrapped around.
        assert!(!sure.range_at(VarId(J)).expect("known").upper.is_empty());
        let far = var(M).times(&var(M));
        known.ranges.insert(VarId(J), Range { of_upper: vec![far.clone()], ..range(number(0), far) });
        let sure = known.sure();
        let bounds = sure.range_at(VarId(J)).expect("known").into_owned();
        assert!(bounds.upper.is_empty() && bounds.lower == [number(0)]);
        assert!(!known.range_at(VarId(J)).expect("known").upper.is_empty());
    }

    #[test]
    fn comparisons() {
        let span = somd_syntax::source::Span::NONE;
        let read = |v| Expr::var(VarId(v), Ty::I32, span);
        let boolean = |kind| Expr::new(kind, Ty::Bool, span);
        let binary = |op, a, b| boolean(ExprKind::Binary(op, Box::new(a), Box::new(b)));
        let mut facts = facts(number(9));
        facts.own_from = None;
        let either =
            ExprKind::Or(Box::new(binary(BinOp::Lt, read(J), read(M))), Box::new(binary(BinOp::Ge, read(J), read(N))));
        let mut known = Vec::new();
        facts.holds(&boolean(either.clone()), true, &mut known);
        assert!(known.is_empty());
        facts.holds(&boolean(either), false, &mut known);
        assert_eq!(known, [var(J).plus(&var(M), -1), below(&var(N).plus(&var(J), -1))]);
    }
}
