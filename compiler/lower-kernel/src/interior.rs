//! What an iteration asks of its place, answered once for those that are far enough from the border.
//!
//! A body that looks at its neighbours tests for each of them whether there is one: `i + u < 0`, `min(max(x + u, 0), w - 1)`, `(y + v + h) % h`, an
//! index check. All these are decided by where the iteration is and by what is the same for all. So the body is written a second time, in which
//! each such question has the answer that it has inside, and its conditions say where that is: sums of the iteration's indices and of
//! what is known in front of the kernel, that must not be negative. They are in 64 bits, in which nothing here wraps.
//!
//! A value is known by its ends: the least and the greatest that it has in all iterations of a work item and all turns of the loops around it.

use super::body::Body;
use super::code::Prec;
use somd_core::ir::*;
use somd_core::walk;
use std::collections::{BTreeMap, BTreeSet};

/// A number and multiples of what has a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sum {
    terms: BTreeMap<Term, i64>,
    number: i64,
}

/// What is added up, in the order of its text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Term {
    /// In C.
    text: String,
    kind: TermKind,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum TermKind {
    /// A variable or a length.
    Name,
    /// A value of several names.
    Expression,
    /// How many iterations a work item has.
    Items,
    /// A term that is none itself, and what it is multiplied by, in 64 bits.
    Product(Box<Term>, Box<Term>),
}

impl Term {
    fn name(text: &str) -> Term {
        Term { text: text.into(), kind: TermKind::Name }
    }

    fn items() -> Term {
        Term { text: "ITEMS".into(), kind: TermKind::Items }
    }

    /// Of three factors 64 bits are not enough, and values of several names are not multiplied.
    fn times(&self, by: &Term) -> Option<Term> {
        let kind = TermKind::Product(Box::new(self.clone()), Box::new(by.clone()));
        let text = format!("(long){} * {}", self.text, by.text);
        self.is_single().then_some(Term { text, kind })
    }

    fn is_single(&self) -> bool {
        matches!(self.kind, TermKind::Name | TermKind::Items)
    }

    /// Whether it is a term or a product of it.
    fn has(&self, term: &Term) -> bool {
        self == term || matches!(&self.kind, TermKind::Product(a, _) if **a == *term)
    }

    /// In 64 bits, with other texts for names.
    fn wide(&self, name: &dyn Fn(&Term) -> String) -> String {
        match &self.kind {
            TermKind::Product(a, b) => format!("(long){} * {}", name(a), name(b)),
            _ => format!("(long){}", name(self)),
        }
    }
}

impl Sum {
    fn number(number: i64) -> Sum {
        Sum { terms: BTreeMap::new(), number }
    }

    fn term(term: Term) -> Sum {
        Sum { terms: BTreeMap::from([(term, 1)]), number: 0 }
    }

    fn name(name: &str) -> Sum {
        Sum::term(Term::name(name))
    }

    /// The term that it is.
    fn alone(&self) -> Option<Term> {
        let (name, n) = self.terms.first_key_value()?;
        (self.terms.len() == 1 && *n == 1 && self.number == 0).then(|| name.clone())
    }

    fn times(&self, by: i64) -> Option<Sum> {
        let mut terms = BTreeMap::new();
        for (name, n) in &self.terms {
            terms.insert(name.clone(), n.checked_mul(by).filter(|n| n.abs() <= FACTOR)?);
        }
        terms.retain(|_, n| *n != 0);
        Some(Sum { terms, number: self.number.checked_mul(by).filter(|n| n.abs() <= NUMBER)? })
    }

    fn plus(&self, other: &Sum) -> Option<Sum> {
        let mut sum = self.clone();
        for (name, n) in &other.terms {
            let of = sum.terms.entry(name.clone()).or_default();
            *of += n;
            if of.abs() > FACTOR {
                return None;
            }
        }
        sum.terms.retain(|_, n| *n != 0);
        sum.number = Some(sum.number + other.number).filter(|n| n.abs() <= NUMBER)?;
        (sum.terms.len() <= TERMS).then_some(sum)
    }

    fn minus(&self, other: &Sum) -> Option<Sum> {
        self.plus(&other.times(-1)?)
    }

    /// What it is where a work item has one iteration.
    fn of_one_item(&self) -> Sum {
        let mut sum = Sum::number(self.number);
        for (term, n) in &self.terms {
            match &term.kind {
                TermKind::Product(a, by) if a.kind == TermKind::Items => {
                    *sum.terms.entry((**by).clone()).or_default() += n
                }
                TermKind::Items => sum.number += n,
                _ => *sum.terms.entry(term.clone()).or_default() += n,
            }
        }
        sum.terms.retain(|_, n| *n != 0);
        sum
    }

    /// Each term times a term.
    fn of_each(&self, by: &Term) -> Option<Sum> {
        let mut terms = BTreeMap::new();
        for (term, n) in &self.terms {
            terms.insert(term.times(by)?, *n);
        }
        if self.number != 0 {
            *terms.entry(by.clone()).or_default() += self.number;
        }
        terms.values().all(|n| n.abs() <= FACTOR).then_some(Sum { terms, number: 0 })
    }
}

/// So that no sum leaves 64 bits: a product of two ints, so often, and so many of them.
const FACTOR: i64 = 16;
const TERMS: usize = 8;
const NUMBER: i64 = 1 << 40;

/// The ends of a value.
#[derive(Clone, Debug, PartialEq)]
struct Range {
    least: Sum,
    greatest: Sum,
}

impl Range {
    fn of(sum: Sum) -> Range {
        Range { least: sum.clone(), greatest: sum }
    }
}

/// A name's own ends.
#[derive(Clone, Copy)]
struct Bounds(i64, i64);

const INT: Bounds = Bounds(i32::MIN as i64, i32::MAX as i64);

/// The body for iterations inside, and where that is.
pub(super) struct Inside {
    pub body: Block,
    pub conditions: Vec<Condition>,
    /// Other questions than index checks were answered.
    pub answers: bool,
    /// Iterations of one work item read what others of it read.
    pub shares: bool,
}

/// `outer`: the index that a work item's iterations differ in, and the name of its value in the first of `ITEMS`; `others`: those that do not.
pub(super) fn inside(body: &mut Body, par: &Par, outer: (VarId, &str), others: &[(VarId, String)]) -> Option<Inside> {
    let mut search = Search {
        body,
        ranges: BTreeMap::new(),
        bounds: BTreeMap::from([(Term::items(), Bounds(1, 8))]),
        places: BTreeSet::new(),
        needs: Vec::new(),
        answers: false,
        reads: BTreeMap::new(),
        shares: false,
        first: Term::name(outer.1),
    };
    let (var, first) = outer;
    let last = Sum { terms: BTreeMap::from([(Term::name(first), 1), (Term::items(), 1)]), number: -1 };
    search.ranges.insert(var, Range { least: Sum::name(first), greatest: last });
    search.bounds.insert(Term::name(first), INT);
    search.places.insert(Term::name(first));
    for (var, name) in others {
        search.ranges.insert(*var, Range::of(Sum::name(name)));
        search.bounds.insert(Term::name(name), INT);
        search.places.insert(Term::name(name));
    }
    let mut block = par.body.clone();
    // Both texts stand in one kernel, where a label is one.
    let labels = walk::labels(&block);
    walk::for_each_stmt_mut(&mut block, &mut |s| match &mut s.kind {
        StmtKind::For { label, .. }
        | StmtKind::While { label, .. }
        | StmtKind::Labeled { label, .. }
        | StmtKind::Break(label)
        | StmtKind::Continue(label) => label.0 += labels,
        _ => {}
    });
    let block = search.block(&block);
    let (answers, shares) = (search.answers, search.shares);
    let conditions = search.conditions();
    Some(Inside { body: block, conditions, answers, shares })
}

struct Search<'s, 'u, 'a> {
    body: &'s mut Body<'u, 'a>,
    ranges: BTreeMap<VarId, Range>,
    bounds: BTreeMap<Term, Bounds>,
    /// Terms that differ between iterations.
    places: BTreeSet<Term>,
    /// None of these may be negative.
    needs: Vec<Need>,
    answers: bool,
    /// How far from the first iteration's own place arrays are read.
    reads: BTreeMap<VarId, Range>,
    shares: bool,
    first: Term,
}

#[derive(Clone)]
enum Need {
    /// It is not negative.
    Sum(Sum),
    /// It holds.
    Text(String),
}

impl Search<'_, '_, '_> {
    fn block(&mut self, block: &Block) -> Block {
        let mut stmts = Vec::new();
        self.stmts(&block.stmts, &mut stmts);
        Block { stmts }
    }

    fn stmts(&mut self, from: &[Stmt], to: &mut Vec<Stmt>) {
        for stmt in from {
            let mut stmt = stmt.clone();
            match &mut stmt.kind {
                StmtKind::If { cond, then, otherwise } => {
                    *cond = self.expr(cond).0;
                    if let ExprKind::Const(Const::Bool(came)) = cond.kind {
                        let branch = std::mem::take(if came { then } else { otherwise });
                        self.stmts(&branch.stmts, to);
                        continue;
                    }
                    *then = self.block(then);
                    *otherwise = self.block(otherwise);
                }
                StmtKind::For { var, lo, hi, step, body, .. } => {
                    let ((new_lo, from), (new_hi, end)) = (self.expr(lo), self.expr(hi));
                    (*lo, *hi) = (new_lo, new_hi);
                    let up = matches!(step.kind, ExprKind::Const(Const::Int(n)) if n > 0);
                    if let (Some(from), Some(end), true) = (from, end, up)
                        && let Some(greatest) = end.greatest.plus(&Sum::number(-1))
                        && let (Some(low), Some(high)) = (self.exact(&from), self.exact(&end))
                        && self.need(low.into_iter().chain(high))
                    {
                        self.ranges.insert(*var, Range { least: from.least, greatest });
                    }
                    *body = self.block(body);
                }
                StmtKind::Let { var, init: Some(init) } => {
                    let (value, range) = self.expr(init);
                    *init = value;
                    if let Some(range) = range
                        && !self.body.func.vars[var.index()].mutable
                    {
                        self.ranges.insert(*var, range);
                    }
                }
                _ => {
                    walk::stmt_exprs_mut(&mut stmt, &mut |e| *e = self.expr(e).0);
                    walk::stmt_blocks_mut(&mut stmt, &mut |b| *b = self.block(b));
                }
            }
            to.push(stmt);
        }
    }

    /// The expression inside, and its ends, where they are known and 32 bits have its values.
    fn expr(&mut self, e: &Expr) -> (Expr, Option<Range>) {
        let mut new = e.clone();
        let bool = |b: bool| Expr::new(ExprKind::Const(Const::Bool(b)), Ty::Bool, e.span);
        let range = match &mut new.kind {
            ExprKind::Const(Const::Int(n)) if e.ty == Ty::I32 => Some(Range::of(Sum::number(*n))),
            ExprKind::Var(v) if self.ranges.contains_key(v) => self.ranges.get(v).cloned(),
            ExprKind::Var(_) | ExprKind::Len { .. } => self.same(e),
            ExprKind::Binary(_, a, _) if a.ty == Ty::I32 => return self.binary(e),
            ExprKind::Math(op @ (MathOp::Min | MathOp::Max), args) if e.ty == Ty::I32 && args.len() == 2 => {
                let op = *op;
                let ((a, of_a), (b, of_b)) = (self.expr(&args[0]), self.expr(&args[1]));
                if let Some((x, y)) = of_a.zip(of_b)
                    && let Some(less) = self.compare(BinOp::Le, &x, &y)
                {
                    return if less == (op == MathOp::Min) { (a, Some(x)) } else { (b, Some(y)) };
                }
                *args = vec![a, b];
                self.same(e)
            }
            ExprKind::Unary(UnOp::Not, a) => {
                let inner = self.expr(a).0;
                if let ExprKind::Const(Const::Bool(b)) = inner.kind {
                    return (bool(!b), None);
                }
                **a = inner;
                None
            }
            ExprKind::Unary(UnOp::Neg, a) if e.ty == Ty::I32 => {
                let (inner, range) = self.expr(a);
                **a = inner;
                let zero = Range::of(Sum::number(0));
                range.and_then(|r| self.arithmetic(BinOp::Sub, &zero, &r)).or_else(|| self.same(e))
            }
            ExprKind::And(..) | ExprKind::Or(..) => return self.logical(e),
            ExprKind::Select(c, a, b) => {
                let cond = self.expr(c).0;
                if let ExprKind::Const(Const::Bool(came)) = cond.kind {
                    return self.expr(if came { a } else { b });
                }
                **c = cond;
                **a = self.expr(a).0;
                **b = self.expr(b).0;
                None
            }
            ExprKind::Check { kind: CheckKind::Index { .. } | CheckKind::NonZero, .. } => return self.check(e),
            ExprKind::Call { .. } => return self.called(e),
            ExprKind::Index { array, index } => {
                let array = *array;
                let mut ends = Vec::new();
                for i in index.iter_mut() {
                    let (value, range) = self.expr(i);
                    *i = value;
                    ends.push(range);
                }
                if let Some(Some(range)) = ends.first().cloned() {
                    self.read(array, range, ends.len() == 1);
                }
                None
            }
            _ => {
                walk::expr_children_mut(&mut new, &mut |c| *c = self.expr(c).0);
                None
            }
        };
        (new, range)
    }

    /// Arithmetic and comparisons of ints.
    fn binary(&mut self, e: &Expr) -> (Expr, Option<Range>) {
        let mut new = e.clone();
        let bool = |b: bool| Expr::new(ExprKind::Const(Const::Bool(b)), Ty::Bool, e.span);
        let range = match &mut new.kind {
            ExprKind::Binary(op, a, b) => {
                let ((new_a, of_a), (new_b, of_b)) = (self.expr(a), self.expr(b));
                (**a, **b) = (new_a, new_b);
                let op = *op;
                let ends = of_a.zip(of_b);
                match op {
                    BinOp::Add | BinOp::Sub | BinOp::Mul => {
                        let known = ends.and_then(|(x, y)| self.arithmetic(op, &x, &y));
                        known.or_else(|| self.same(e))
                    }
                    BinOp::Rem => match ends.and_then(|(x, y)| self.remainder(&x, &y)) {
                        Some((rest, 0)) => return ((**a).clone(), Some(rest)),
                        Some((rest, times)) => {
                            let (mut left, right) = ((**a).clone(), b.unchecked().clone());
                            for _ in 0..times {
                                let kind = ExprKind::Binary(BinOp::Sub, Box::new(left), Box::new(right.clone()));
                                left = Expr::new(kind, Ty::I32, e.span);
                            }
                            return (left, Some(rest));
                        }
                        None => self.same(e),
                    },
                    BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge | BinOp::Eq | BinOp::Ne => {
                        if let Some(answer) = ends.and_then(|(x, y)| self.compare(op, &x, &y)) {
                            return (bool(answer), None);
                        }
                        None
                    }
                    _ => self.same(e),
                }
            }
            _ => None,
        };
        (new, range)
    }

    /// `&&` and `||`
    fn logical(&mut self, e: &Expr) -> (Expr, Option<Range>) {
        let mut new = e.clone();
        let range = match &mut new.kind {
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let ends = matches!(e.kind, ExprKind::Or(..));
                let (left, right) = (self.expr(a).0, self.expr(b).0);
                match (&left.kind, &right.kind) {
                    (ExprKind::Const(Const::Bool(l)), _) => {
                        return if *l == ends { (left, None) } else { (right, None) };
                    }
                    (_, ExprKind::Const(Const::Bool(r))) if *r != ends => return (left, None),
                    _ => (**a, **b) = (left, right),
                }
                None
            }
            _ => None,
        };
        (new, range)
    }

    /// A check that holds inside is no longer made.
    fn check(&mut self, e: &Expr) -> (Expr, Option<Range>) {
        let mut new = e.clone();
        let range = match &mut new.kind {
            ExprKind::Check { kind: CheckKind::Index { array, dim }, value, .. } => {
                let (inner, range) = self.expr(value);
                let known = self.body.places.get(array).and_then(|p| p.dims.get(*dim as usize).cloned());
                if let (Some(range), Some(length)) = (&range, known)
                    && let Some(length) = self.length(&length)
                    && let Some(last) = length.minus(&range.greatest).and_then(|l| l.plus(&Sum::number(-1)))
                    && self.need([range.least.clone(), last])
                {
                    return (inner, Some(range.clone()));
                }
                // What is left of checks must be made.
                **value = inner;
                None
            }
            ExprKind::Check { kind: CheckKind::NonZero, value, .. } => {
                let (inner, range) = self.expr(value);
                if let Some(text) = self.uniform(&inner) {
                    self.needs.push(Need::Text(format!("{text} != 0")));
                    return (inner, range);
                }
                **value = inner;
                None
            }
            _ => None,
        };
        (new, range)
    }

    /// A call of a function that is known inside is its result.
    fn called(&mut self, e: &Expr) -> (Expr, Option<Range>) {
        let mut new = e.clone();
        let range = match &mut new.kind {
            ExprKind::Call { func, args } => {
                let callee = *func;
                let mut known = Vec::new();
                for a in args.iter_mut() {
                    let (value, range) = self.expr(a);
                    *a = value.clone();
                    known.push((value, range));
                }
                let needs = self.needs.clone();
                if let Some(found) = self.call(callee, &known) {
                    return found;
                }
                self.needs = needs;
                None
            }
            _ => None,
        };
        (new, range)
    }

    /// A function of numbers that is one choice after another.
    fn call(&mut self, func: FuncId, args: &[(Expr, Option<Range>)]) -> Option<(Expr, Option<Range>)> {
        let func = self.body.unit.program.func(func);
        if func.params.len() != args.len() || func.params.iter().any(|p| func.vars[p.index()].ty != Ty::I32) {
            return None;
        }
        let mut values: BTreeMap<VarId, Expr> =
            func.params.iter().copied().zip(args.iter().map(|(value, _)| value.clone())).collect();
        let mut stmts = func.body.stmts.as_slice();
        let mut steps = 0;
        while let Some((stmt, rest)) = stmts.split_first() {
            steps += 1;
            match &stmt.kind {
                StmtKind::Let { var, init: Some(init) } if !func.vars[var.index()].mutable => {
                    let value = self.expr(&put(init, &values)?).0;
                    values.insert(*var, value);
                    stmts = rest;
                }
                StmtKind::If { cond, then, otherwise } => {
                    let ExprKind::Const(Const::Bool(came)) = self.expr(&put(cond, &values)?).0.kind else {
                        return None;
                    };
                    let branch = if came { &then.stmts } else { &otherwise.stmts };
                    // A branch that does not end the function is followed by the rest.
                    stmts = if branch.is_empty() { rest } else { branch };
                }
                StmtKind::Return(result) => {
                    let [value] = result.as_slice() else { return None };
                    let found = self.expr(&put(value, &values)?);
                    return (steps <= 16).then_some(found);
                }
                _ => return None,
            }
        }
        None
    }

    /// What is the same for all iterations, as a name.
    fn same(&mut self, e: &Expr) -> Option<Range> {
        if e.ty != Ty::I32 {
            return None;
        }
        let text = self.uniform(e)?;
        if let ExprKind::Len { .. } = e.kind {
            return self.length(&text).map(Range::of);
        }
        let kind = if is_single(e) { TermKind::Name } else { TermKind::Expression };
        let term = Term { text, kind };
        self.bounds.entry(term.clone()).or_insert(INT);
        Some(Range::of(Sum::term(term)))
    }

    fn length(&mut self, text: &str) -> Option<Sum> {
        if let Ok(number) = text.parse::<i64>() {
            return Some(Sum::number(number));
        }
        self.bounds.insert(Term::name(text), Bounds(0, i32::MAX as i64));
        Some(Sum::name(text))
    }

    /// The text of a value that is the same for all iterations.
    fn uniform(&mut self, e: &Expr) -> Option<String> {
        fn same(body: &Body, e: &Expr) -> bool {
            let own = match &e.kind {
                ExprKind::Const(_) => true,
                ExprKind::Len { array, .. } => body.places.contains_key(array),
                ExprKind::Var(v) => body.uniforms.contains(v),
                ExprKind::Binary(op, ..) => !matches!(op, BinOp::Div | BinOp::Rem),
                ExprKind::Unary(..) | ExprKind::Math(..) => e.ty.is_int(),
                _ => false,
            };
            let mut all = own;
            walk::expr_children(e, &mut |c| all &= same(body, c));
            all
        }
        if !same(self.body, e) {
            return None;
        }
        let (code, before) = self.body.apart(|b| b.expr(e)).ok()?;
        before.is_empty().then(|| code.at(Prec::Postfix))
    }

    fn arithmetic(&mut self, op: BinOp, a: &Range, b: &Range) -> Option<Range> {
        Some(match op {
            BinOp::Add => Range { least: a.least.plus(&b.least)?, greatest: a.greatest.plus(&b.greatest)? },
            BinOp::Sub => Range { least: a.least.minus(&b.greatest)?, greatest: a.greatest.minus(&b.least)? },
            _ => {
                let fixed = |r: &Range| r.least == r.greatest;
                let (of, by) = if fixed(b) && !self.varies(&b.least) { (a, &b.least) } else { (b, &a.least) };
                if !fixed(if std::ptr::eq(of, a) { b } else { a }) || self.varies(by) {
                    return None;
                }
                if by.terms.is_empty() {
                    let (x, y) = (of.least.times(by.number)?, of.greatest.times(by.number)?);
                    return Some(if by.number < 0 {
                        Range { least: y, greatest: x }
                    } else {
                        Range { least: x, greatest: y }
                    });
                }
                let by_term = by.alone().filter(Term::is_single)?;
                if !self.need([by.clone()]) {
                    return None;
                }
                for sum in [&of.least, &of.greatest] {
                    for term in sum.terms.keys().filter(|t| self.places.contains(*t)).cloned().collect::<Vec<_>>() {
                        self.places.extend(term.times(&by_term));
                    }
                }
                Range { least: of.least.of_each(&by_term)?, greatest: of.greatest.of_each(&by_term)? }
            }
        })
    }

    /// Whether it differs between iterations.
    fn varies(&self, sum: &Sum) -> bool {
        sum.terms.keys().any(|t| self.places.contains(t))
    }

    /// Which side of 0 a difference between these ends is on inside: behind the first places, and in front of what an array's length or the like
    /// takes away. (What takes away at one end alone, as the radius of a neighbourhood does, does not count.) None where the iteration's place does
    /// not come in.
    fn positive(&self, low: &Sum, high: &Sum) -> Option<bool> {
        let mut side = None;
        for (name, n) in low.terms.iter().chain(&high.terms) {
            if self.places.contains(name) {
                if side.is_some_and(|s| s != (*n > 0)) {
                    return None;
                }
                side = Some(*n > 0);
            }
        }
        let side = side?;
        let items = Term::items();
        let against = |(name, n): (&Term, &i64)| {
            let fixed = !self.places.contains(name) && !name.has(&items) && high.terms.get(name) == Some(n);
            fixed && (*n > 0) != side
        };
        Some(side != low.terms.iter().any(against))
    }

    /// The answer inside.
    fn compare(&mut self, op: BinOp, a: &Range, b: &Range) -> Option<bool> {
        let (low, high) = (a.least.minus(&b.greatest)?, a.greatest.minus(&b.least)?);
        let positive = self.positive(&low, &high)?;
        // How far from 0 the difference must be.
        let (answer, by) = match (op, positive) {
            (BinOp::Lt, false) | (BinOp::Gt, true) => (true, 1),
            (BinOp::Le, false) | (BinOp::Ge, true) => (true, 0),
            (BinOp::Lt, true) | (BinOp::Gt, false) => (false, 0),
            (BinOp::Le, true) | (BinOp::Ge, false) => (false, 1),
            (BinOp::Eq, _) => (false, 1),
            _ => (true, 1),
        };
        let far = if positive { low } else { high.times(-1)? };
        let mut needs = vec![far.plus(&Sum::number(-by))?];
        for r in [a, b] {
            needs.extend(self.exact(r)?);
        }
        let found = self.need(needs);
        self.answers |= found;
        found.then_some(answer)
    }

    /// What must hold so that 32 bits have the value.
    fn exact(&self, r: &Range) -> Option<[Sum; 2]> {
        Some([r.least.plus(&Sum::number(1 << 31))?, Sum::number(i32::MAX as i64).minus(&r.greatest)?])
    }

    /// `a % b` inside is `a` without so many times `b`: that, and how often.
    fn remainder(&mut self, a: &Range, b: &Range) -> Option<(Range, usize)> {
        if b.least != b.greatest || self.varies(&b.least) || !self.varies(&a.least) {
            return None;
        }
        let name = b.least.alone()?;
        let times = a.least.terms.get(&name).copied().unwrap_or(0);
        if !(0..=2).contains(&times) || a.greatest.terms.get(&name).copied().unwrap_or(0) != times {
            return None;
        }
        let taken = b.least.times(times)?;
        let rest = Range { least: a.least.minus(&taken)?, greatest: a.greatest.minus(&taken)? };
        let mut needs = vec![rest.least.clone(), b.least.minus(&rest.greatest)?.plus(&Sum::number(-1))?];
        needs.extend(self.exact(a)?);
        let found = self.need(needs);
        self.answers |= found;
        found.then_some((rest, times as usize))
    }

    /// Whether these can be not negative; that they are is a condition then.
    fn need(&mut self, sums: impl IntoIterator<Item = Sum>) -> bool {
        let sums: Vec<Sum> = sums.into_iter().collect();
        if sums.iter().any(|s| s.terms.is_empty() && s.number < 0) {
            return false;
        }
        self.needs.extend(sums.into_iter().map(Need::Sum));
        true
    }

    /// Notes which rows are read (of a flat array, which elements), to see whether neighbours read the same.
    fn read(&mut self, array: VarId, range: Range, flat: bool) {
        if !range.least.terms.keys().any(|t| t.has(&self.first)) {
            return;
        }
        let apart = |a: &Sum, b: &Sum| {
            let distance = a.minus(b).map(|d| d.of_one_item());
            distance.is_some_and(|d| !d.terms.is_empty() || d.number != 0 && !flat)
        };
        let first = self.reads.entry(array).or_insert_with(|| range.clone());
        self.shares |= apart(&range.greatest, &range.least) || apart(&range.least, &first.least);
    }

    /// The conditions, without those that follow from others.
    fn conditions(self) -> Vec<Condition> {
        let mut sums: Vec<Sum> = Vec::new();
        let mut texts = Vec::new();
        for need in &self.needs {
            match need {
                Need::Sum(sum) if !sums.contains(sum) => sums.push(sum.clone()),
                Need::Text(text) if !texts.contains(text) => texts.push(text.clone()),
                _ => {}
            }
        }
        // Whether one that is never negative is left when the other is taken away.
        let follows = |sum: &Sum, from: Option<&Sum>| {
            let Some(left) = from.map_or(Some(sum.clone()), |f| sum.minus(f)) else { return false };
            let mut least = left.number;
            for (name, n) in &left.terms {
                let Some(Bounds(low, high)) = self.bounds.get(name) else { return false };
                least += n * if *n > 0 { low } else { high };
            }
            least >= 0
        };
        let mut n = 0;
        while n < sums.len() {
            let others = sums.iter().enumerate().filter(|(m, _)| *m != n);
            let redundant = follows(&sums[n], None) || others.into_iter().any(|(_, o)| follows(&sums[n], Some(o)));
            if redundant {
                sums.remove(n);
            } else {
                n += 1;
            }
        }
        texts.into_iter().map(Condition::Text).chain(sums.into_iter().map(Condition::Sum)).collect()
    }
}

/// Whether the text of a value that is the same for all iterations has one name alone.
fn is_single(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Len { .. } => true,
        ExprKind::Unary(UnOp::BitNot, a) => is_single(a),
        _ => false,
    }
}

/// Where an iteration is inside.
pub(super) enum Condition {
    /// It is not negative.
    Sum(Sum),
    /// In C; it names no index.
    Text(String),
}

impl Condition {
    /// In C, with another text for an index.
    pub fn text(&self, index: &str, by: &str) -> String {
        let index = Term::name(index);
        match self {
            Condition::Sum(sum) => text(sum, &|t| if *t == index { by.to_string() } else { t.text.clone() }),
            Condition::Text(text) => text.clone(),
        }
    }
}

/// `(long)i + 2 < n`
fn text(sum: &Sum, name: &dyn Fn(&Term) -> String) -> String {
    let side = |sign: i64| {
        let mut parts = Vec::new();
        for (term, n) in sum.terms.iter().filter(|(_, n)| n.signum() == sign) {
            let wide = term.wide(name);
            parts.push(if n.abs() == 1 { wide } else { format!("{} * {wide}", n.abs()) });
        }
        parts
    };
    let (mut left, mut right) = (side(1), side(-1));
    // What is small stands on the right.
    match sum.number {
        n if n > 0 && right.is_empty() => right.push(format!("-{n}")),
        n if n > 0 => left.push(n.to_string()),
        n if n < 0 && left.is_empty() => {
            return format!("{} <= {n}", right.join(" + "));
        }
        n if n < 0 => right.push((-n).to_string()),
        _ => {}
    }
    let or_zero = |parts: Vec<String>| if parts.is_empty() { "0".to_string() } else { parts.join(" + ") };
    format!("{} >= {}", or_zero(left), or_zero(right))
}

/// A function's expression with values in the place of its variables.
fn put(e: &Expr, values: &BTreeMap<VarId, Expr>) -> Option<Expr> {
    let mut new = e.clone();
    if let ExprKind::Var(v) = e.kind {
        return values.get(&v).cloned();
    }
    if walk::expr_var(e).is_some() {
        return None;
    }
    let mut whole = true;
    walk::expr_children_mut(&mut new, &mut |c| match put(c, values) {
        Some(value) => *c = value,
        None => whole = false,
    });
    whole.then_some(new)
}
