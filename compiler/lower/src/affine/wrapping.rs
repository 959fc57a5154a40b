//! What subscripts may come to, and whether they may wrap around.
//!
//! [`Facts::sure`] and [`Facts::inside_int`] say what holds whatever the program is given. [`Doubt`] collects what else a proof takes for
//! granted, and [`Asked`] is how the program answers: intervals in `double`, which are exact as long as they matter.

use super::{Facts, Poly, Range, Subscripts, Sym};
use somd_core::ir::{BinOp, Const, Dim, Expr, ExprKind, MathOp, StmtKind, Ty, VarId};
use somd_syntax::source::Span;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Both ends belong to it.
type Interval = (i128, i128);

const INT: Interval = (i32::MIN as i128, i32::MAX as i128);
const LONG: Interval = (i64::MIN as i128, i64::MAX as i128);
/// Numbers that lie less than this apart are different `int`s.
const ROUND: i128 = 1 << 32;
/// Up to here every integer is a `double`.
const EXACT: f64 = (1u64 << 52) as f64;
/// Bounds that rest on bounds are followed so far.
const DEEPEST: u32 = 5;

fn product((a, b): Interval, (c, d): Interval) -> Interval {
    let all = [a.saturating_mul(c), a.saturating_mul(d), b.saturating_mul(c), b.saturating_mul(d)];
    all.into_iter().fold((i128::MAX, i128::MIN), |(lo, hi), n| (lo.min(n), hi.max(n)))
}

impl Facts {
    /// What `poly` may be, as an integer, whatever the program is given.
    fn interval(&self, poly: &Poly, depth: u32) -> Interval {
        let term = |(symbols, &c): (&Vec<Sym>, &i64)| {
            symbols.iter().fold((i128::from(c), i128::from(c)), |all, &s| product(all, self.symbol(s, depth)))
        };
        let add = |a: Interval, b: Interval| (a.0.saturating_add(b.0), a.1.saturating_add(b.1));
        poly.0.iter().map(term).fold((0, 0), add)
    }

    fn symbol(&self, sym: Sym, depth: u32) -> Interval {
        match sym {
            Sym::Len(..) => (0, INT.1),
            Sym::Triangle(v) => {
                let of = self.symbol(Sym::Var(v), depth);
                let (lo, hi) = product(of, (of.0.saturating_add(1), of.1.saturating_add(1)));
                (lo.saturating_div(2), hi.saturating_div(2))
            }
            Sym::Var(v) => {
                let (mut lo, mut hi) = if self.longs.borrow().contains(&v) { LONG } else { INT };
                let Some(range) = self.ranges.get(&v) else { return (lo, hi) };
                lo = lo.max(range.surely.0.map_or(lo, i128::from));
                hi = hi.min(range.surely.1.map_or(hi, i128::from));
                if depth == 0 {
                    return (lo, hi);
                }
                let inside = |of: &[Poly]| of.iter().all(|p| within(self.interval(p, depth - 1), INT));
                if !range.lower.is_empty() && inside(&range.of_lower) {
                    lo = range.lower.iter().fold(lo, |lo, p| lo.max(self.interval(p, depth - 1).0));
                }
                if !range.upper.is_empty() && inside(&range.of_upper) {
                    hi = range.upper.iter().fold(hi, |hi, p| hi.min(self.interval(p, depth - 1).1));
                }
                (lo, hi)
            }
        }
    }

    /// Whether a number stays inside `int`, whatever the program is given.
    pub fn inside_int(&self, poly: &Poly) -> bool {
        within(self.interval(poly, DEEPEST), INT)
    }

    /// What holds whatever wraps around. Nothing is copied: a method has as many loops as it likes.
    pub fn sure(&self) -> Facts {
        Facts { surely: Some(RefCell::default()), ..self.clone() }
    }

    /// The bounds of a number.
    pub fn range_at(&self, v: VarId) -> Option<Cow<'_, Range>> {
        let range = self.ranges.get(&v)?;
        let Some(surely) = &self.surely else { return Some(Cow::Borrowed(range)) };
        let known = surely.borrow().get(&v).copied();
        let (lower, upper) = known.unwrap_or_else(|| {
            let inside = |of: &[Poly]| of.iter().all(|p| self.inside_int(p));
            let found = (inside(&range.of_lower), inside(&range.of_upper));
            surely.borrow_mut().insert(v, found);
            found
        });
        if lower && upper {
            return Some(Cow::Borrowed(range));
        }
        let mut kept = range.clone();
        if !lower {
            kept.lower.clear();
        }
        if !upper {
            kept.upper.clear();
        }
        Some(Cow::Owned(kept))
    }

    /// The dimensions in which subscripts, whatever the program is given, lie so near to one another that different numbers are different
    /// subscripts.
    pub fn plain_dimensions(&self, own: &dyn Fn(VarId) -> bool, all: &[Subscripts]) -> BTreeSet<usize> {
        let rank = all.iter().map(Vec::len).max().unwrap_or(0);
        (0..rank).filter(|&dim| self.near(&together(own, all, dim))).collect()
    }

    /// Whether all numbers of a group surely lie less than 2³² apart.
    fn near(&self, group: &[Poly]) -> bool {
        let intervals = group.iter().map(|p| self.interval(p, DEEPEST));
        let (lo, hi) = intervals.fold((i128::MAX, i128::MIN), |(lo, hi), (a, b)| (lo.min(a), hi.max(b)));
        group.is_empty() || hi.saturating_sub(lo) < ROUND
    }
}

fn within((lo, hi): Interval, (least, most): Interval) -> bool {
    least <= lo && hi <= most
}

/// The subscripts of one dimension, without what is the same in all of them, and without those that lie between others.
fn together(own: &dyn Fn(VarId) -> bool, all: &[Subscripts], dim: usize) -> Vec<Poly> {
    let polys: Vec<&Poly> = all.iter().filter_map(|s| s.get(dim)?.as_ref()).collect();
    let Some((_, fixed)) = polys.first().map(|p| p.parted(own)) else { return Vec::new() };
    let mut ends: BTreeMap<Poly, (i64, i64)> = BTreeMap::new();
    for p in polys {
        let mut p = p.plus(&fixed, -1);
        let constant = p.0.remove(&Vec::new()).unwrap_or(0);
        let end = ends.entry(p).or_insert((constant, constant));
        *end = (end.0.min(constant), end.1.max(constant));
    }
    let with = |p: &Poly, c: i64| p.plus(&Poly::constant(c), 1);
    let mut group: Vec<Poly> = ends.iter().flat_map(|(p, &(lo, hi))| [with(p, lo), with(p, hi)]).collect();
    group.dedup();
    group
}

/// What a proof takes for granted that the text does not say.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Doubt {
    /// These are inside `int`.
    inside: BTreeSet<Poly>,
    /// The numbers of each group lie less than 2³² apart.
    near: Vec<Vec<Poly>>,
    /// An iteration counts so many at the most, and all together count less than 2³².
    pub counted: Option<i64>,
    /// What iterations have counted never shrinks: the scan, and where it begins. An iteration by itself counts less than 2³².
    pub scans: Vec<(VarId, VarId)>,
    /// The low half of an index tells iterations apart.
    pub long: bool,
    /// Each first number is not negative, and less than the second.
    pub rows: Vec<(Poly, Poly)>,
}

impl Doubt {
    pub fn is_empty(&self) -> bool {
        let wraps = !self.inside.is_empty() || !self.near.is_empty();
        !wraps && self.counted.is_none() && self.scans.is_empty() && !self.long && self.rows.is_empty()
    }

    /// Both.
    pub fn join(&mut self, other: Doubt) {
        self.inside.extend(other.inside);
        self.near.extend(other.near);
        self.counted = self.counted.max(other.counted);
        self.scans.extend(other.scans);
        self.long |= other.long;
        self.rows.extend(other.rows);
    }

    /// Adds what the separation of these subscripts of one array rests on, where `own` says which variables may be different for two iterations.
    pub fn add(&mut self, facts: &Facts, own: &dyn Fn(VarId) -> bool, all: &[Subscripts]) {
        let rank = all.iter().map(Vec::len).max().unwrap_or(0);
        let mut new: Vec<Poly> = facts.owed.borrow().iter().cloned().collect();
        let mut seen = BTreeSet::new();
        let mut follow: Vec<Poly> = all.iter().flatten().flatten().cloned().chain(new.iter().cloned()).collect();
        while let Some(p) = follow.pop() {
            for s in p.syms() {
                let (Sym::Var(v) | Sym::Triangle(v)) = s else { continue };
                let Some(range) = facts.ranges.get(&v).filter(|_| seen.insert(v)) else { continue };
                let computed = range.of_lower.iter().chain(&range.of_upper);
                new.extend(computed.clone().cloned());
                follow.extend(computed.chain(&range.lower).chain(&range.upper).cloned());
            }
        }
        self.inside.extend(new.into_iter().filter(|p| !facts.inside_int(p)));
        let groups = (0..rank).map(|dim| together(own, all, dim));
        for group in groups.filter(|g| !facts.near(g)) {
            if !self.near.contains(&group) {
                self.near.push(group);
            }
        }
    }

    /// Whether the answer could never be yes: a product has a factor of which nothing is known.
    pub fn is_hopeless(&self, facts: &Facts, own: &dyn Fn(VarId) -> bool) -> bool {
        let unknown = |s: &Sym| match s {
            Sym::Var(v) => own(*v) && facts.ranges.get(v).is_none_or(|r| r.lower.is_empty() || r.upper.is_empty()),
            _ => false,
        };
        let hopeless = |p: &Poly| p.0.iter().any(|(s, c)| s.iter().any(unknown) && (s.len() > 1 || c.abs() > 1));
        self.inside.iter().chain(self.near.iter().flatten()).any(hopeless)
    }
}

/// The question of a [`Doubt`], as it is made: statements that compute the ends of intervals, and a condition.
pub struct Asked<'a> {
    pub facts: &'a Facts,
    /// The iterations.
    pub space: &'a [Dim],
    /// The space's variables as they stand in subscripts.
    pub indices: &'a [VarId],
    pub own: &'a dyn Fn(VarId) -> bool,
    /// A variable of today for the array of which a polynomial has the length.
    pub array: &'a dyn Fn(VarId) -> VarId,
    /// Makes a variable of type `double`.
    pub var: &'a mut dyn FnMut() -> VarId,
    pub ty: &'a dyn Fn(VarId) -> Ty,
    pub span: Span,
    pub lets: Vec<StmtKind>,
    pub known: BTreeMap<Sym, (Expr, Expr)>,
}

impl Asked<'_> {
    /// True where nothing wraps around.
    pub fn condition(&mut self, doubt: &Doubt) -> Expr {
        let mut all = Vec::new();
        for dim in self.space.iter().filter(|d| d.lo.ty == Ty::I64) {
            let (lo, hi) = (self.double(dim.lo.clone()), self.double(dim.hi.clone()));
            all.push(self.compare(BinOp::Ge, lo, INT.0 as f64));
            all.push(self.compare(BinOp::Le, hi, INT.1 as f64 + 1.0));
        }
        for p in &doubt.inside {
            let (lo, hi) = self.ends(p, DEEPEST);
            all.push(self.compare(BinOp::Ge, lo, INT.0 as f64));
            all.push(self.compare(BinOp::Le, hi, INT.1 as f64));
        }
        for group in &doubt.near {
            let ends: Vec<(Expr, Expr)> = group.iter().map(|p| self.ends(p, DEEPEST)).collect();
            let nearest = |this: &mut Self, op, all: Vec<Expr>| {
                let one = all.into_iter().reduce(|a, b| this.nearer(op, a, b));
                one.map(|e| this.keep(e))
            };
            let (lows, highs) = ends.into_iter().unzip();
            let (Some(lo), Some(hi)) = (nearest(self, MathOp::Min, lows), nearest(self, MathOp::Max, highs)) else {
                continue;
            };
            all.push(self.compare(BinOp::Ge, lo.clone(), -EXACT));
            all.push(self.compare(BinOp::Le, hi.clone(), EXACT));
            let width = self.binary(BinOp::Sub, hi, lo);
            all.push(self.compare(BinOp::Lt, width, ROUND as f64));
        }
        for (p, end) in &doubt.rows {
            let ((lo, hi), (end, _)) = (self.ends(p, DEEPEST), self.ends(end, DEEPEST));
            let over = self.binary(BinOp::Sub, hi, end);
            all.push(self.compare(BinOp::Ge, lo, 0.0));
            all.push(self.compare(BinOp::Lt, over, 0.0));
        }
        if let (Some(each), [dim]) = (doubt.counted, self.space) {
            let (lo, hi) = (self.double(dim.lo.clone()), self.double(dim.hi.clone()));
            let count = self.binary(BinOp::Sub, hi, lo);
            let total = self.binary(BinOp::Mul, count, self.number(each as f64));
            all.push(self.compare(BinOp::Lt, total, ROUND as f64));
        }
        let truth = |b| Expr::new(ExprKind::Const(Const::Bool(b)), Ty::Bool, self.span);
        let and = |a, b| Expr::new(ExprKind::And(Box::new(a), Box::new(b)), Ty::Bool, self.span);
        all.into_iter().reduce(and).unwrap_or_else(|| truth(true))
    }

    /// The least and the greatest that `poly` may be in any iteration.
    fn ends(&mut self, poly: &Poly, depth: u32) -> (Expr, Expr) {
        let mut sum = (self.number(0.0), self.number(0.0));
        for (symbols, &c) in &poly.0 {
            let mut term = (self.number(c as f64), self.number(c as f64));
            for &s in symbols {
                let of = self.symbol(s, depth);
                term = self.product(term, of);
            }
            sum = (self.binary(BinOp::Add, sum.0, term.0), self.binary(BinOp::Add, sum.1, term.1));
        }
        (self.keep(sum.0), self.keep(sum.1))
    }

    fn symbol(&mut self, sym: Sym, depth: u32) -> (Expr, Expr) {
        if let Some(known) = self.known.get(&sym) {
            return known.clone();
        }
        let ends = match sym {
            Sym::Len(array, dim) => {
                let kind = ExprKind::Len { array: (self.array)(array), dim };
                let length = self.double(Expr::new(kind, Ty::I32, self.span));
                (length.clone(), length)
            }
            Sym::Triangle(v) => {
                let of = self.symbol(Sym::Var(v), depth);
                let one = self.number(1.0);
                let next =
                    (self.binary(BinOp::Add, of.0.clone(), one.clone()), self.binary(BinOp::Add, of.1.clone(), one));
                let (lo, hi) = self.product(of, next);
                let half = self.number(0.5);
                (self.binary(BinOp::Mul, lo, half.clone()), self.binary(BinOp::Mul, hi, half))
            }
            Sym::Var(v) => self.variable(v, depth),
        };
        let ends = (self.keep(ends.0), self.keep(ends.1));
        if depth == DEEPEST {
            self.known.insert(sym, ends.clone());
        }
        ends
    }

    fn variable(&mut self, v: VarId, depth: u32) -> (Expr, Expr) {
        if let Some(n) = self.indices.iter().position(|i| *i == v) {
            let (lo, hi) = (self.double(self.space[n].lo.clone()), self.double(self.space[n].hi.clone()));
            let one = self.number(1.0);
            return (lo, self.binary(BinOp::Sub, hi, one));
        }
        if !(self.own)(v) {
            let value = self.double(Expr::var(v, (self.ty)(v), self.span));
            return (value.clone(), value);
        }
        let (least, most) = self.facts.symbol(Sym::Var(v), DEEPEST);
        let mut ends = (self.number(least as f64), self.number(most as f64));
        let range = self.facts.ranges.get(&v).filter(|_| depth > 0).cloned().unwrap_or_default();
        // One bound is as good as another where all rest on what is asked for; the nearest is the best.
        for p in &range.lower {
            let (lo, _) = self.ends(p, depth - 1);
            ends.0 = self.nearer(MathOp::Max, ends.0, lo);
        }
        for p in &range.upper {
            let (_, hi) = self.ends(p, depth - 1);
            ends.1 = self.nearer(MathOp::Min, ends.1, hi);
        }
        ends
    }

    fn product(&mut self, a: (Expr, Expr), b: (Expr, Expr)) -> (Expr, Expr) {
        let is_point = |e: &(Expr, Expr)| e.0 == e.1;
        let mut times = |x: &Expr, y: &Expr| {
            let product = self.binary(BinOp::Mul, x.clone(), y.clone());
            self.keep(product)
        };
        let all = match (is_point(&a), is_point(&b)) {
            (true, true) => vec![times(&a.0, &b.0)],
            (true, false) => vec![times(&a.0, &b.0), times(&a.0, &b.1)],
            (false, true) => vec![times(&a.0, &b.0), times(&a.1, &b.0)],
            (false, false) => vec![times(&a.0, &b.0), times(&a.0, &b.1), times(&a.1, &b.0), times(&a.1, &b.1)],
        };
        let nearest = |op| {
            let one = all.iter().cloned().reduce(|a, b| self.nearer(op, a, b));
            one.unwrap_or_else(|| self.number(0.0))
        };
        (nearest(MathOp::Min), nearest(MathOp::Max))
    }

    fn number(&self, n: f64) -> Expr {
        Expr::new(ExprKind::Const(Const::F64(n)), Ty::F64, self.span)
    }

    fn double(&self, e: Expr) -> Expr {
        match e.kind {
            ExprKind::Const(Const::Int(n)) => self.number(n as f64),
            _ => Expr::new(ExprKind::Convert(Box::new(e)), Ty::F64, self.span),
        }
    }

    /// A variable for it, where it is more than one.
    fn keep(&mut self, e: Expr) -> Expr {
        if matches!(e.kind, ExprKind::Const(_) | ExprKind::Var(_)) {
            return e;
        }
        let var = (self.var)();
        self.lets.push(StmtKind::Let { var, init: Some(e) });
        Expr::var(var, Ty::F64, self.span)
    }

    fn binary(&self, op: BinOp, a: Expr, b: Expr) -> Expr {
        let constant = |e: &Expr| match e.kind {
            ExprKind::Const(Const::F64(n)) => Some(n),
            _ => None,
        };
        match (op, constant(&a), constant(&b)) {
            (BinOp::Add, Some(a), Some(b)) => self.number(a + b),
            (BinOp::Sub, Some(a), Some(b)) => self.number(a - b),
            (BinOp::Mul, Some(a), Some(b)) => self.number(a * b),
            (BinOp::Add, Some(0.0), _) | (BinOp::Mul, Some(1.0), _) => b,
            (BinOp::Add | BinOp::Sub, _, Some(0.0)) | (BinOp::Mul, _, Some(1.0)) => a,
            _ => Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), Ty::F64, self.span),
        }
    }

    fn nearer(&self, op: MathOp, a: Expr, b: Expr) -> Expr {
        match (&a.kind, &b.kind) {
            (ExprKind::Const(Const::F64(x)), ExprKind::Const(Const::F64(y))) => {
                self.number(if op == MathOp::Min { x.min(*y) } else { x.max(*y) })
            }
            _ if a == b => a,
            _ => Expr::new(ExprKind::Math(op, vec![a, b]), Ty::F64, self.span),
        }
    }

    fn compare(&self, op: BinOp, a: Expr, with: f64) -> Expr {
        Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(self.number(with))), Ty::Bool, self.span)
    }
}
