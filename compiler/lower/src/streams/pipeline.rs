//! The loop that a stream means: its stages are the loop's body, one value after another.

use super::chain::{Chain, Counting, Prefix, Source, Stage, Terminal, Values, stripped};
use super::inline::{Function, boxed};
use super::maker::{Maker, local_of};
use super::tree::{self, binary, block, boolean, change, convert, counted, expr, index, int, length, stmt};
use somd_core::ir::BinOp;
use somd_hir::{self as hir, Block, Expr, ExprKind, LabelId, Lit, Stmt, StmtKind, Ty};
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;

/// A reduction by a function of the program's own folds this many parts, where there are as many values.
const PARTS: i32 = 1024;

/// Keys that reach further than this beyond their number are counted in a map.
const NEAR: i32 = 4096;

/// A stream in the terms of the method that is made.
pub struct Pipe {
    source: Loop,
    stages: Vec<Step>,
    values: Values,
    /// The source's numbers are in boxes.
    boxes: bool,
}

enum Step {
    Map(Function, Values),
    Convert(Values),
    Boxed,
    Filter(Function),
}

/// What a loop goes over.
#[derive(Clone)]
struct Loop {
    lo: Expr,
    /// Behind the last.
    hi: Expr,
    /// A value is the index, this much further.
    shift: Option<Expr>,
    array: Option<Expr>,
    /// The string whose characters the values are.
    text: Option<Expr>,
}

/// What is done with a value, at its index.
type Sink<'s, 'p> = &'s mut dyn FnMut(&mut Maker<'p>, Expr, &Expr, &mut Vec<Stmt>) -> Option<()>;

impl Values {
    fn ty(self) -> Option<Ty> {
        match self {
            Values::Ints => Some(Ty::Int),
            Values::Longs => Some(Ty::Long),
            Values::Doubles => Some(Ty::Double),
            Values::Objects => None,
        }
    }
}

fn literal(e: &Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Lit(Lit::Int(v)) => Some((*v).into()),
        ExprKind::Lit(Lit::Long(v)) => Some(*v),
        _ => None,
    }
}

impl<'p> Maker<'p> {
    /// The stream `chain`, whose parts `take` brings to the terms of the method that is made.
    fn pipe(
        &mut self,
        (from, chain_stages, values): (Source<'_>, &[Stage<'_>], Values),
        taken: Option<Ty>,
        take: &mut dyn FnMut(&mut Self, &Expr, &mut Vec<Stmt>) -> Expr,
        outer: bool,
        out: &mut Vec<Stmt>,
    ) -> Option<Pipe> {
        let source = match from {
            Source::Range { lo, hi, closed } => {
                let lo = take(self, lo, out);
                let hi = take(self, hi, out);
                self.range(lo, hi, closed, out)?
            }
            Source::Array(a) => {
                let array = take(self, stripped(a), out);
                if !matches!(array.ty, Ty::Array { .. }) {
                    return None;
                }
                Loop { lo: int(0, self.at), hi: length(array.clone()), shift: None, text: None, array: Some(array) }
            }
            Source::Chars(text) => {
                let text = take(self, text, out);
                let hi = self.of_string("length", text.clone(), Vec::new())?;
                Loop { lo: int(0, self.at), hi, shift: None, text: Some(text), array: None }
            }
            Source::List(list) if outer => {
                let list = take(self, list, out);
                let array = self.elements(taken?, list, out)?;
                Loop { lo: int(0, self.at), hi: length(array.clone()), shift: None, text: None, array: Some(array) }
            }
            Source::List(_) => return None,
        };
        let mut stages = Vec::new();
        for s in chain_stages {
            stages.push(match s {
                Stage::Map(Some(f), to) => Step::Map(self.taken(f, take, out)?, *to),
                Stage::Map(None, to) => Step::Convert(*to),
                Stage::Boxed => Step::Boxed,
                Stage::Filter(f) => Step::Filter(self.taken(f, take, out)?),
            });
        }
        let of_list = matches!(from, Source::List(_));
        let boxes = of_list && source.array.as_ref().is_some_and(|a| tree::element(&a.ty).is_primitive());
        Some(Pipe { source, stages, values, boxes })
    }

    /// A call of a method of `String`.
    fn of_string(&self, name: &str, text: Expr, args: Vec<Expr>) -> Option<Expr> {
        let class = self.class_named("java.lang.String")?;
        let named = |m: &&hir::MethodId| {
            let m = self.program.method(**m);
            m.name == name && m.params.len() == args.len()
        };
        let method = *self.program.class(class).methods.iter().find(named)?;
        let ret = self.program.method(method).ret.clone();
        let kind = hir::CallKind::Virtual;
        let kind = ExprKind::Call { kind, method, receiver: Some(Box::new(text)), args };
        Some(expr(kind, ret, self.at))
    }

    /// What is in a collection, as an array of its own type, of the numbers where they are in boxes. The thread that has the objects makes it.
    fn elements(&mut self, ty: Ty, list: Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        let (program, at) = (self.program, self.at);
        let of = program.classes.iter().find(|c| c.name == "java.util.Collection")?;
        let no_params = |m: &&hir::MethodId| {
            let m = program.method(**m);
            m.name == "toArray" && m.params.is_empty()
        };
        let to_array = *of.methods.iter().find(no_params)?;
        let given = program.method(to_array).ret.clone();
        let kind = ExprKind::Call {
            kind: hir::CallKind::Virtual,
            method: to_array,
            receiver: Some(Box::new(list)),
            args: Vec::new(),
        };
        let objects = self.keep("objects", expr(kind, given, at), out);
        let elem = program.unboxed(&ty).unwrap_or_else(|| ty.clone());
        let size = length(objects.clone());
        let array = expr(ExprKind::NewArray { sizes: vec![size.clone()] }, Ty::array(elem.clone()), at);
        let array = self.keep("items", array, out);
        let k = self.local("k", &Ty::Int, at);
        let object = index(objects, k.clone());
        let mut value = expr(ExprKind::CheckCast(Box::new(object)), ty.clone(), at);
        if elem != ty {
            value = self.unboxing(value, &elem)?;
        }
        let body = vec![tree::store(array.clone(), k.clone(), value)];
        let label = self.label();
        let copy = counted(k, int(0, at), size, body, label, at);
        out.push(stmt(StmtKind::Single(block(vec![copy], at)), at));
        Some(array)
    }

    /// What the first function of a stream of objects takes: it casts what it is given.
    fn taken_type(&self, stages: &[Stage<'_>], last: Option<&Expr>) -> Option<Ty> {
        let first = match stages.first() {
            Some(Stage::Map(Some(f), _) | Stage::Filter(f)) => f,
            None => last?,
            _ => return None,
        };
        let f = Function::of(self.program, first, &mut Expr::clone)?;
        let m = self.program.method(f.method);
        match &m.body.as_ref()?.stmts.first()?.kind {
            StmtKind::Local { init: Some(Expr { kind: ExprKind::CheckCast(raw), ty, .. }), .. } => {
                let ExprKind::Local(param) = raw.kind else { return None };
                m.params.contains(&param).then(|| ty.clone())
            }
            _ => None,
        }
    }

    fn taken(
        &mut self,
        f: &Expr,
        take: &mut dyn FnMut(&mut Self, &Expr, &mut Vec<Stmt>) -> Expr,
        out: &mut Vec<Stmt>,
    ) -> Option<Function> {
        let program = self.program;
        let f = &self.known(f);
        Function::of(program, f, &mut |e| take(self, e, out))
    }

    fn range(&mut self, lo: Expr, hi: Expr, closed: bool, out: &mut Vec<Stmt>) -> Option<Loop> {
        if !closed {
            return Some(Loop { lo, hi, shift: None, text: None, array: None });
        }
        let (ty, span) = (lo.ty.clone(), lo.span);
        let least = if ty == Ty::Long { i64::MIN } else { i32::MIN.into() };
        let most = if ty == Ty::Long { i64::MAX } else { i32::MAX.into() };
        let number = |v: i64| match ty {
            Ty::Long => expr(ExprKind::Lit(Lit::Long(v)), Ty::Long, span),
            _ => int(v as i32, span),
        };
        match (literal(&lo), literal(&hi)) {
            (_, Some(v)) if v != most => Some(Loop { lo, hi: number(v + 1), shift: None, text: None, array: None }),
            (Some(v), _) if v != least => {
                Some(Loop { lo: number(v - 1), hi, shift: Some(number(1)), text: None, array: None })
            }
            // From the least number on there is none before.
            _ => {
                let first = binary(BinOp::Eq, lo.clone(), number(least));
                let shift = self.either(first, number(0), number(1));
                let shift = self.keep("shift", shift, out);
                let before = self.keep("first", binary(BinOp::Sub, lo, shift.clone()), out);
                let behind = binary(BinOp::Add, hi, binary(BinOp::Sub, number(1), shift.clone()));
                let behind = self.keep("behind", behind, out);
                Some(Loop { lo: before, hi: behind, shift: Some(shift), text: None, array: None })
            }
        }
    }

    /// The loop: `sink` is what it does with the values that come out.
    fn each(&mut self, pipe: &Pipe, label: LabelId, sink: Sink<'_, 'p>) -> Option<Stmt> {
        let source = pipe.source.clone();
        self.part(pipe, (source.lo, source.hi), label, sink)
    }

    /// The same from one index to another.
    fn part(&mut self, pipe: &Pipe, (lo, hi): (Expr, Expr), label: LabelId, sink: Sink<'_, 'p>) -> Option<Stmt> {
        let (at, ty) = (self.at, lo.ty.clone());
        let i = self.local("i", &ty, at);
        let mut body = Vec::new();
        let value = match &pipe.source.array {
            Some(array) => self.element(pipe, array.clone(), i.clone(), &mut body)?,
            None => match (&pipe.source.text, &pipe.source.shift) {
                (Some(text), _) => {
                    let c = self.of_string("charAt", text.clone(), vec![i.clone()])?;
                    self.keep("v", convert(c, &Ty::Int), &mut body)
                }
                (None, None) => i.clone(),
                (None, Some(by)) => self.keep("v", binary(BinOp::Add, i.clone(), by.clone()), &mut body),
            },
        };
        self.steps(&pipe.stages, value, &i, sink, &mut body)?;
        Some(counted(i, lo, hi, body, label, at))
    }

    fn steps(&mut self, stages: &[Step], value: Expr, i: &Expr, sink: Sink<'_, 'p>, out: &mut Vec<Stmt>) -> Option<()> {
        let Some((first, rest)) = stages.split_first() else { return sink(self, value, i, out) };
        let span = value.span;
        match first {
            Step::Map(f, to) => {
                let made = self.apply(f, vec![value], out)??;
                let made = match to.ty() {
                    Some(ty) => convert(made, &ty),
                    None => made,
                };
                let next = self.held(made, out)?;
                self.steps(rest, next, i, sink, out)
            }
            Step::Convert(to) => {
                let next = self.keep("v", convert(value, &to.ty()?), out);
                self.steps(rest, next, i, sink, out)
            }
            Step::Boxed => {
                let next = self.boxing(value)?;
                self.steps(rest, next, i, sink, out)
            }
            Step::Filter(f) => {
                let cond = self.apply(f, vec![value.clone()], out)??;
                let mut then = Vec::new();
                self.steps(rest, value, i, sink, &mut then)?;
                out.push(tree::when(cond, then, span));
                Some(())
            }
        }
    }

    /// A value in a variable; of a box the number is.
    fn held(&mut self, value: Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        let value = match value.kind {
            ExprKind::Local(_) | ExprKind::Lit(_) => return Some(value),
            ExprKind::Sequence(stmts, value) => {
                out.extend(stmts);
                return self.held(*value, out);
            }
            kind => Expr { kind, ..value },
        };
        match boxed(self.program, &value) {
            Some(x) => {
                let x = x.clone();
                let ExprKind::Call { method, .. } = stripped(&value).kind else { return None };
                let held = self.keep("v", x, out);
                let span = held.span;
                Some(self.call(method, vec![held], span))
            }
            None => Some(self.keep("v", value, out)),
        }
    }

    /// An element of an array; where the stream is one of objects, a number is in a box.
    fn element(&mut self, pipe: &Pipe, array: Expr, i: Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        let value = self.keep("v", index(array, i), out);
        if pipe.boxes { self.boxing(value) } else { Some(value) }
    }

    /// How many values the source has.
    fn size(&mut self, pipe: &Pipe, out: &mut Vec<Stmt>) -> Expr {
        let (lo, hi, at) = (pipe.source.lo.clone(), pipe.source.hi.clone(), self.at);
        if literal(&lo) == Some(0) && (pipe.source.array.is_some() || pipe.source.text.is_some()) {
            return hi;
        }
        let ty = lo.ty.clone();
        if let (Some(lo), Some(hi)) = (literal(&lo), literal(&hi))
            && let Ok(n) = i32::try_from(hi.saturating_sub(lo).max(0))
        {
            return tree::whole(n, &ty, at);
        }
        // What is the same in all iterations is computed before them.
        if self.is_param(&lo) && self.is_param(&hi) {
            let mut before = std::mem::take(&mut self.prologue);
            let n = self.length_of(lo, hi, ty, &mut before);
            self.prologue = before;
            return n;
        }
        let (lo, hi) = (self.keep("lo", lo, out), self.keep("hi", hi, out));
        self.length_of(lo, hi, ty, out)
    }

    fn length_of(&mut self, lo: Expr, hi: Expr, ty: Ty, out: &mut Vec<Stmt>) -> Expr {
        let at = self.at;
        let some = binary(BinOp::Lt, lo.clone(), hi.clone());
        let size =
            ExprKind::Cond(Box::new(some), Box::new(binary(BinOp::Sub, hi, lo)), Box::new(tree::whole(0, &ty, at)));
        self.keep("n", expr(size, ty, at), out)
    }

    /// What the stream is, as a loop in `out`, and its value. `outer`: the loop is to be divided; else it is part of an iteration.
    pub fn stream(
        &mut self,
        chain: &Chain<'_>,
        take: &mut dyn FnMut(&mut Self, &Expr, &mut Vec<Stmt>) -> Expr,
        outer: bool,
        out: &mut Vec<Stmt>,
    ) -> Option<Option<Expr>> {
        let last = match chain.terminal {
            Terminal::ForEach(f, _) | Terminal::Reduce(_, f) | Terminal::Match(f, ..) => Some(f),
            _ => None,
        };
        let ty = self.taken_type(&chain.stages, last);
        let pipe = self.pipe((chain.source, &chain.stages, chain.values), ty, take, outer, out)?;
        let at = self.at;
        let label = self.label();
        match chain.terminal {
            Terminal::ForEach(f, _) => {
                let f = self.taken(f, take, out)?;
                let made = self.each(&pipe, label, &mut |m, v, _, body| m.apply(&f, vec![v], body).map(|_| ()))?;
                out.push(made);
                Some(None)
            }
            Terminal::Sum => self.sum(&pipe, label, outer || chain.parallel, out).map(Some),
            Terminal::Count if chain.keeps_all() => None,
            Terminal::Count => {
                let n = self.keep("n", expr(ExprKind::Lit(Lit::Long(0)), Ty::Long, at), out);
                let one = expr(ExprKind::Lit(Lit::Long(1)), Ty::Long, at);
                let made = self.each(&pipe, label, &mut |_, _, _, body| {
                    body.push(change(local_of(&n), BinOp::Add, one.clone()));
                    Some(())
                })?;
                out.push(made);
                Some(Some(n))
            }
            Terminal::Average => self.average(&pipe, label, outer || chain.parallel, out).map(Some),
            Terminal::Least(least) => self.least(&pipe, label, least, chain.keeps_all(), out).map(Some),
            Terminal::Reduce(identity, f) => {
                // In a box there is a number.
                let inner = |e| boxed(self.program, e).unwrap_or_else(|| stripped(e));
                let identity = identity.map(inner).map(|e| take(self, e, out));
                let f = self.taken(f, take, out)?;
                let order = (outer, outer || chain.parallel, chain.keeps_all());
                let folded = self.reduce(&pipe, label, identity, &f, order, out)?;
                // A stream of objects gives one.
                let boxes = pipe.values == Values::Objects && folded.ty.is_primitive();
                Some(Some(if boxes { self.boxing(folded)? } else { folded }))
            }
            Terminal::ToArray(generator) => {
                let elem = match (pipe.values.ty(), generator) {
                    (Some(ty), _) => ty,
                    (None, generator) => self.generated(generator?)?,
                };
                self.to_array(&pipe, label, &elem, chain.keeps_all(), out).map(Some)
            }
            Terminal::Match(f, ends, then) => {
                let f = self.taken(f, take, out)?;
                let found = self.keep("found", boolean(!then, at), out);
                let made = self.each(&pipe, label, &mut |m, v, _, body| {
                    let cond = m.apply(&f, vec![v], body)??;
                    let cond = if ends { cond } else { tree::not(cond) };
                    let leave = vec![tree::set(local_of(&found), boolean(then, at)), stmt(StmtKind::Break(label), at)];
                    body.push(tree::when(cond, leave, at));
                    Some(())
                })?;
                out.push(made);
                Some(Some(found))
            }
        }
    }

    /// The element type of the arrays that a generator makes: `double[][]::new`.
    fn generated(&mut self, generator: &Expr) -> Option<Ty> {
        let f = Function::of(self.program, generator, &mut Expr::clone)?;
        let body = self.program.method(f.method).body.as_ref()?;
        let [Stmt { kind: StmtKind::Return(Some(made)), .. }] = body.stmts.as_slice() else { return None };
        match (&stripped(made).kind, &stripped(made).ty) {
            (ExprKind::NewArray { .. }, Ty::Array { elem, .. }) => Some((**elem).clone()),
            _ => None,
        }
    }

    fn sum(&mut self, pipe: &Pipe, label: LabelId, any_order: bool, out: &mut Vec<Stmt>) -> Option<Expr> {
        let at = self.at;
        let ty = pipe.values.ty()?;
        if ty == Ty::Double && !any_order {
            return self.compensated(pipe, label, None, out);
        }
        let sum = self.keep("sum", tree::zero(&ty, false, at), out);
        self.folds_in_any_order(label, &sum, ReduceOp::Add);
        let made = self.each(pipe, label, &mut |_, v, _, body| {
            body.push(change(local_of(&sum), BinOp::Add, v));
            Some(())
        })?;
        out.push(made);
        Some(sum)
    }

    /// Java leaves the order open: the loop takes that of the fixed shape, wherever it stands.
    fn folds_in_any_order(&mut self, label: LabelId, acc: &Expr, op: ReduceOp) {
        if matches!(acc.ty, Ty::Float | Ty::Double) && matches!(op, ReduceOp::Add | ReduceOp::Mul) {
            self.folds.insert(label, (local_of(acc), op));
        }
    }

    fn average(&mut self, pipe: &Pipe, label: LabelId, any_order: bool, out: &mut Vec<Stmt>) -> Option<Expr> {
        let at = self.at;
        let ty = if pipe.values == Values::Doubles { Ty::Double } else { Ty::Long };
        let some = self.library("java.util.OptionalDouble", "of", &[Ty::Double])?;
        let none = self.library("java.util.OptionalDouble", "empty", &[])?;
        let n = self.keep("n", tree::whole(0, &Ty::Long, at), out);
        let sum = match ty == Ty::Double && !any_order {
            true => self.compensated(pipe, label, Some(&n), out)?,
            false => {
                let sum = self.keep("sum", tree::zero(&ty, false, at), out);
                self.folds_in_any_order(label, &sum, ReduceOp::Add);
                let made = self.each(pipe, label, &mut |_, v, _, body| {
                    body.push(change(local_of(&n), BinOp::Add, tree::whole(1, &Ty::Long, at)));
                    body.push(change(local_of(&sum), BinOp::Add, convert(v, &ty)));
                    Some(())
                })?;
                out.push(made);
                sum
            }
        };
        let mean = binary(BinOp::Div, convert(sum, &Ty::Double), convert(n.clone(), &Ty::Double));
        let is_empty = binary(BinOp::Eq, n, tree::whole(0, &Ty::Long, at));
        Some(self.either(is_empty, self.call(none, Vec::new(), at), self.call(some, vec![mean], at)))
    }

    /// The sum of a stream of `double`s in order, as Java's library makes it: with what is lost in rounding. `n` counts.
    fn compensated(&mut self, pipe: &Pipe, label: LabelId, n: Option<&Expr>, out: &mut Vec<Stmt>) -> Option<Expr> {
        let at = self.at;
        let zero = || tree::zero(&Ty::Double, false, at);
        let high = self.keep("high", zero(), out);
        let low = self.keep("low", zero(), out);
        let simple = self.keep("simple", zero(), out);
        let made = self.each(pipe, label, &mut |m, v, _, body| {
            if let Some(n) = n {
                body.push(change(local_of(n), BinOp::Add, tree::whole(1, &Ty::Long, at)));
            }
            let t = m.keep("t", binary(BinOp::Sub, v.clone(), low.clone()), body);
            let u = m.keep("u", binary(BinOp::Add, high.clone(), t.clone()), body);
            let lost = binary(BinOp::Sub, binary(BinOp::Sub, u.clone(), high.clone()), t);
            body.push(tree::set(local_of(&low), lost));
            body.push(tree::set(local_of(&high), u));
            body.push(change(local_of(&simple), BinOp::Add, v));
            Some(())
        })?;
        out.push(made);
        let sum = self.keep("sum", binary(BinOp::Sub, high, low), out);
        let infinite = |v: f64| {
            let v = expr(ExprKind::Lit(Lit::Double(v)), Ty::Double, at);
            Box::new(binary(BinOp::Eq, simple.clone(), v))
        };
        let either = expr(ExprKind::Or(infinite(f64::INFINITY), infinite(f64::NEG_INFINITY)), Ty::Boolean, at);
        let undefined = Box::new(binary(BinOp::Ne, sum.clone(), sum.clone()));
        let cond = expr(ExprKind::And(undefined, Box::new(either)), Ty::Boolean, at);
        Some(self.either(cond, simple, sum))
    }

    fn either(&self, cond: Expr, a: Expr, b: Expr) -> Expr {
        let ty = a.ty.clone();
        expr(ExprKind::Cond(Box::new(cond), Box::new(a), Box::new(b)), ty, self.at)
    }

    /// `OptionalInt.of(value)`, or the empty one.
    fn optional(&self, is_empty: Expr, value: Expr) -> Option<Expr> {
        let class = match value.ty {
            Ty::Int => "java.util.OptionalInt",
            Ty::Long => "java.util.OptionalLong",
            Ty::Double => "java.util.OptionalDouble",
            _ => return None,
        };
        let some = self.library(class, "of", std::slice::from_ref(&value.ty))?;
        let none = self.library(class, "empty", &[])?;
        Some(self.either(is_empty, self.call(none, Vec::new(), self.at), self.call(some, vec![value], self.at)))
    }

    fn least(
        &mut self,
        pipe: &Pipe,
        label: LabelId,
        least: bool,
        keeps_all: bool,
        out: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let at = self.at;
        let ty = pipe.values.ty()?;
        let first = match (&ty, least) {
            (Ty::Int, true) => Lit::Int(i32::MAX),
            (Ty::Int, false) => Lit::Int(i32::MIN),
            (Ty::Long, true) => Lit::Long(i64::MAX),
            (Ty::Long, false) => Lit::Long(i64::MIN),
            (_, true) => Lit::Double(f64::INFINITY),
            (_, false) => Lit::Double(f64::NEG_INFINITY),
        };
        let best = self.keep("best", expr(ExprKind::Lit(first), ty.clone(), at), out);
        let n = match keeps_all {
            true => None,
            false => Some(self.keep("n", tree::whole(0, &Ty::Long, at), out)),
        };
        let size = match &n {
            Some(n) => n.clone(),
            None => self.size(pipe, out),
        };
        let one = tree::whole(1, &Ty::Long, at);
        let made = self.each(pipe, label, &mut |m, v, _, body| {
            if let Some(n) = &n {
                body.push(change(local_of(n), BinOp::Add, one.clone()));
            }
            body.push(tree::set(local_of(&best), m.nearer(least, best.clone(), v)?));
            Some(())
        })?;
        out.push(made);
        let zero = tree::whole(0, &size.ty, at);
        self.optional(binary(BinOp::Eq, size, zero), best)
    }

    /// The operator that a function is of its two values.
    fn operator(&mut self, f: &Function, ty: &Ty) -> Option<ReduceOp> {
        let mark = (self.locals.len(), self.labels);
        let at = self.at;
        let (a, b) = (self.local("a", ty, at), self.local("b", ty, at));
        let mut stmts = Vec::new();
        let (x, y) = match self.program.method(f.method).ret.is_primitive() {
            true => (a.clone(), b.clone()),
            false => (self.boxing(a.clone())?, self.boxing(b.clone())?),
        };
        let made = self.apply(f, vec![x, y], &mut stmts);
        self.locals.truncate(mark.0);
        self.labels = mark.1;
        let made = made??;
        let made = boxed(self.program, &made).unwrap_or(&made);
        let both = |p: &Expr, q: &Expr| {
            let is = |e: &Expr, l: &Expr| matches!(e.kind, ExprKind::Local(x) if x == local_of(l));
            (is(p, &a) && is(q, &b)) || (is(p, &b) && is(q, &a))
        };
        if !stmts.is_empty() || made.ty != *ty {
            return None;
        }
        match &made.kind {
            ExprKind::Binary(op, p, q) if both(p, q) => match op {
                BinOp::Add => Some(ReduceOp::Add),
                BinOp::Mul => Some(ReduceOp::Mul),
                BinOp::And => Some(ReduceOp::And),
                BinOp::Or => Some(ReduceOp::Or),
                BinOp::Xor => Some(ReduceOp::Xor),
                _ => None,
            },
            ExprKind::Call { method, receiver: None, args, .. } if args.len() == 2 && both(&args[0], &args[1]) => {
                hir::operator::operator(self.program, *method).map(|k| k.op)
            }
            _ => None,
        }
    }

    /// `Math.min(a, b)`, `Math.max(a, b)`
    fn nearer(&self, least: bool, a: Expr, b: Expr) -> Option<Expr> {
        let types = [a.ty.clone(), b.ty.clone()];
        let method = self.library("java.lang.Math", if least { "min" } else { "max" }, &types)?;
        Some(self.call(method, vec![a, b], self.at))
    }

    fn reduce(
        &mut self,
        pipe: &Pipe,
        label: LabelId,
        identity: Option<Expr>,
        f: &Function,
        (outer, any_order, keeps_all): (bool, bool, bool),
        out: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let ty = match (pipe.values.ty(), &identity) {
            (Some(ty), _) => ty,
            (None, Some(identity)) => identity.ty.clone(),
            (None, None) => return None,
        };
        let is_boxed = !self.program.method(f.method).ret.is_primitive();
        if let Some(identity) = &identity
            && let Some(op) = self.operator(f, &ty)
            && let Some(sum) = self.by_operator(pipe, label, (op, any_order), identity, out)
        {
            return Some(sum);
        }
        let fold = move |m: &mut Maker<'p>, acc: &Expr, v: Expr, body: &mut Vec<Stmt>| -> Option<()> {
            let (a, v) = match is_boxed && acc.ty.is_primitive() {
                true => {
                    let v = boxed(m.program, &v).cloned().unwrap_or(v);
                    (m.boxing(acc.clone())?, m.boxing(v)?)
                }
                false => (acc.clone(), v),
            };
            let next = m.apply(f, vec![a, v], body)??;
            let next = boxed(m.program, &next).cloned().unwrap_or(next);
            if next.ty != acc.ty {
                return None;
            }
            body.push(tree::set(local_of(acc), next));
            Some(())
        };
        if !outer {
            return self.in_order(pipe, label, identity, &ty, &fold, out);
        }
        self.in_parts(pipe, label, identity, &ty, keeps_all, &fold, out)
    }

    fn by_operator(
        &mut self,
        pipe: &Pipe,
        label: LabelId,
        (op, any_order): (ReduceOp, bool),
        identity: &Expr,
        out: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let acc = self.keep("folded", identity.clone(), out);
        if any_order {
            self.folds_in_any_order(label, &acc, op);
        }
        let made = self.each(pipe, label, &mut |m, v, _, body| {
            let v = boxed(m.program, &v).cloned().unwrap_or(v);
            body.push(match operator(op) {
                Some(op) => change(local_of(&acc), op, v),
                None => {
                    let next = m.nearer(op == ReduceOp::Min, acc.clone(), v)?;
                    tree::set(local_of(&acc), next)
                }
            });
            Some(())
        })?;
        out.push(made);
        Some(acc)
    }
}

/// An operator that is written between its values.
fn operator(op: ReduceOp) -> Option<BinOp> {
    match op {
        ReduceOp::Add => Some(BinOp::Add),
        ReduceOp::Mul => Some(BinOp::Mul),
        ReduceOp::And => Some(BinOp::And),
        ReduceOp::Or => Some(BinOp::Or),
        ReduceOp::Xor => Some(BinOp::Xor),
        ReduceOp::Sub | ReduceOp::Min | ReduceOp::Max => None,
    }
}

/// Folds a value into an accumulator.
type Fold<'f, 'p> = &'f dyn Fn(&mut Maker<'p>, &Expr, Expr, &mut Vec<Stmt>) -> Option<()>;

impl<'p> Maker<'p> {
    /// `acc = has ? f(acc, v) : v`
    fn fold_into(
        &mut self,
        acc: &Expr,
        has: Option<&Expr>,
        fold: Fold<'_, 'p>,
        v: Expr,
        body: &mut Vec<Stmt>,
    ) -> Option<()> {
        let at = self.at;
        let Some(has) = has else { return fold(self, acc, v, body) };
        let mut then = Vec::new();
        let first = boxed(self.program, &v).cloned().unwrap_or_else(|| v.clone());
        fold(self, acc, v, &mut then)?;
        let otherwise = vec![tree::set(local_of(acc), first), tree::set(local_of(has), boolean(true, at))];
        let kind = StmtKind::If { cond: has.clone(), then: block(then, at), otherwise: Some(block(otherwise, at)) };
        body.push(stmt(kind, at));
        Some(())
    }

    fn in_order(
        &mut self,
        pipe: &Pipe,
        label: LabelId,
        identity: Option<Expr>,
        ty: &Ty,
        fold: Fold<'_, 'p>,
        out: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let at = self.at;
        let has = match identity {
            Some(_) => None,
            None => Some(self.keep("has", boolean(false, at), out)),
        };
        let has_identity = identity.is_some();
        let first = identity.unwrap_or_else(|| tree::zero(ty, self.is_value(ty), at));
        let acc = self.keep("folded", first, out);
        let made = self.each(pipe, label, &mut |m, v, _, body| m.fold_into(&acc, has.as_ref(), fold, v, body))?;
        out.push(made);
        match has {
            Some(has) if !has_identity => self.optional(tree::not(has), acc),
            _ => Some(acc),
        }
    }

    /// Parts of the values are folded by themselves, then the parts in order: a function that is associative, as Java asks, gives the same.
    #[allow(clippy::too_many_arguments)]
    fn in_parts(
        &mut self,
        pipe: &Pipe,
        label: LabelId,
        identity: Option<Expr>,
        ty: &Ty,
        keeps_all: bool,
        fold: Fold<'_, 'p>,
        out: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let at = self.at;
        let size = self.size(pipe, out);
        let long = |e: Expr| convert(e, &Ty::Long);
        let most = tree::whole(PARTS, &size.ty, at);
        let fewer = binary(BinOp::Lt, size.clone(), most);
        let parts = convert(self.either(fewer, size.clone(), tree::whole(PARTS, &size.ty, at)), &Ty::Int);
        let parts = self.keep("parts", parts, out);
        let new_array = |elem: &Ty| {
            let sizes = vec![parts.clone()];
            expr(ExprKind::NewArray { sizes }, Ty::array(elem.clone()), at)
        };
        let (of_parts, of_some) = (new_array(ty), new_array(&Ty::Boolean));
        let folded = self.keep("folded", of_parts, out);
        let optional = identity.is_none();
        let some = (optional && !keeps_all).then(|| self.keep("some", of_some, out));

        // One part.
        let p = self.local("part", &Ty::Int, at);
        let mut body = Vec::new();
        let index_ty = pipe.source.lo.ty.clone();
        let border = |m: &mut Maker<'p>, part: Expr, name: &str, body: &mut Vec<Stmt>| {
            let share = binary(BinOp::Mul, long(size.clone()), long(part));
            let share = convert(binary(BinOp::Div, share, long(parts.clone())), &index_ty);
            m.keep(name, binary(BinOp::Add, pipe.source.lo.clone(), share), body)
        };
        let lo = border(self, p.clone(), "from", &mut body);
        let next = binary(BinOp::Add, p.clone(), int(1, at));
        let hi = border(self, next, "to", &mut body);
        let first = identity.clone().unwrap_or_else(|| tree::zero(ty, self.is_value(ty), at));
        let acc = self.keep("own", first, &mut body);
        let has = optional.then(|| self.keep("has", boolean(false, at), &mut body));
        let inner = self.label();
        let made =
            self.part(pipe, (lo, hi), inner, &mut |m, v, _, body| m.fold_into(&acc, has.as_ref(), fold, v, body))?;
        body.push(made);
        body.push(tree::store(folded.clone(), p.clone(), acc));
        if let (Some(some), Some(has)) = (&some, &has) {
            body.push(tree::store(some.clone(), p.clone(), has.clone()));
        }
        out.push(counted(p, int(0, at), parts.clone(), body, label, at));

        // All parts.
        let first = identity.unwrap_or_else(|| tree::zero(ty, self.is_value(ty), at));
        let all = self.keep("all", first, out);
        let has = optional.then(|| self.keep("any", boolean(false, at), out));
        let k = self.local("k", &Ty::Int, at);
        let mut body = Vec::new();
        let mut then = Vec::new();
        let v = self.keep("v", index(folded, k.clone()), &mut then);
        self.fold_into(&all, has.as_ref(), fold, v, &mut then)?;
        match some {
            Some(some) => body.push(tree::when(index(some, k.clone()), then, at)),
            None => body = then,
        }
        let label = self.label();
        let combine = counted(k, int(0, at), parts, body, label, at);
        out.push(stmt(StmtKind::Single(block(vec![combine], at)), at));
        match has {
            Some(has) => self.optional(tree::not(has), all),
            None => Some(all),
        }
    }

    fn to_array(
        &mut self,
        pipe: &Pipe,
        label: LabelId,
        elem: &Ty,
        keeps_all: bool,
        out: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let at = self.at;
        let size = self.size(pipe, out);
        let size = convert(size, &Ty::Int);
        let array =
            |n: &Expr, elem: &Ty| expr(ExprKind::NewArray { sizes: vec![n.clone()] }, Ty::array(elem.clone()), at);
        let all = self.keep("all", array(&size, elem), out);
        let keep = (!keeps_all).then(|| self.keep("kept", array(&size, &Ty::Boolean), out));
        let lo = pipe.source.lo.clone();
        let made = self.each(pipe, label, &mut |m, v, i, body| {
            let v = match elem.is_primitive() {
                true => boxed(m.program, &v).cloned().unwrap_or(v),
                false => v,
            };
            let k = match literal(&lo) {
                Some(0) => i.clone(),
                _ => binary(BinOp::Sub, i.clone(), lo.clone()),
            };
            let k = convert(k, &Ty::Int);
            if let Some(keep) = &keep {
                body.push(tree::store(keep.clone(), k.clone(), boolean(true, at)));
            }
            if v.ty.is_primitive() != elem.is_primitive() || (v.ty.is_primitive() && v.ty != *elem) {
                return None;
            }
            body.push(tree::store(all.clone(), k, v));
            Some(())
        })?;
        out.push(made);
        let Some(keep) = keep else { return Some(all) };
        // Those that are kept, closed up in order.
        let n = self.keep("n", int(0, at), out);
        let kept = self.local("result", &Ty::array(elem.clone()), at);
        let once = |m: &mut Maker<'p>, then: &dyn Fn(&Expr) -> Vec<Stmt>| {
            let k = m.local("k", &Ty::Int, at);
            let label = m.label();
            let chosen = tree::when(index(keep.clone(), k.clone()), then(&k), at);
            counted(k, int(0, at), size.clone(), vec![chosen], label, at)
        };
        let add = || change(local_of(&n), BinOp::Add, int(1, at));
        let count = once(self, &|_| vec![add()]);
        let new = tree::set(local_of(&kept), array(&n, elem));
        let again = tree::set(local_of(&n), int(0, at));
        let copy = once(self, &|k| vec![tree::store(kept.clone(), n.clone(), index(all.clone(), k.clone())), add()]);
        let local = local_of(&kept);
        out.push(stmt(StmtKind::Local { local, init: None }, at));
        out.push(stmt(StmtKind::Single(block(vec![count, new, again, copy], at)), at));
        Some(kept)
    }

    /// `Arrays.parallelSetAll(array, f)`, `Arrays.setAll`
    pub fn set_all(&mut self, array: Expr, f: &Function, out: &mut Vec<Stmt>) -> Option<()> {
        let at = self.at;
        let i = self.local("i", &Ty::Int, at);
        let mut body = Vec::new();
        let value = self.apply(f, vec![i.clone()], &mut body)??;
        let elem = tree::element(&array.ty);
        if value.ty.is_primitive() != elem.is_primitive() || !matches!(array.ty, Ty::Array { .. }) {
            return None;
        }
        let value = if elem.is_primitive() { convert(value, &elem) } else { value };
        body.push(tree::store(array.clone(), i.clone(), value));
        let label = self.label();
        out.push(counted(i, int(0, at), length(array), body, label, at));
        Some(())
    }

    /// Streams in the body of a function that has been put in its place become loops of it.
    pub fn expand(&mut self, b: &mut Block) {
        let stmts = std::mem::take(&mut b.stmts);
        for mut s in stmts {
            if let StmtKind::Expr(e) = &s.kind
                && let Some(inner) = self.inner(e)
            {
                let (made, value) = inner;
                if value.is_none() {
                    b.stmts.push(stmt(StmtKind::Block(block(made, s.span)), s.span));
                    continue;
                }
            }
            if let StmtKind::Expr(e) = &s.kind
                && let Some(made) = self.called(e)
            {
                b.stmts.push(stmt(StmtKind::Block(block(made, s.span)), s.span));
                continue;
            }
            self.expand_inside(&mut s);
            if let StmtKind::Local { init: Some(init), .. } = &mut s.kind
                && let ExprKind::Sequence(..) = stripped(init).kind
                && let Expr { kind: ExprKind::Sequence(stmts, value), .. } = stripped(init).clone()
            {
                b.stmts.extend(stmts);
                *init = if value.ty == init.ty { *value } else { cast(*value, &init.ty) };
            }
            b.stmts.push(s);
        }
    }

    fn expand_inside(&mut self, s: &mut Stmt) {
        match &mut s.kind {
            StmtKind::Block(b) | StmtKind::Labeled { body: b, .. } => self.expand(b),
            StmtKind::If { cond, then, otherwise } => {
                self.expand_expr(cond);
                self.expand(then);
                otherwise.iter_mut().for_each(|o| self.expand(o));
            }
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::For { body, .. } => {
                self.expand(body);
            }
            StmtKind::Local { init: Some(e), .. }
            | StmtKind::Expr(e)
            | StmtKind::Return(Some(e))
            | StmtKind::Throw(e) => self.expand_expr(e),
            StmtKind::Switch { arms, .. } => arms.iter_mut().for_each(|a| self.expand(&mut a.body)),
            StmtKind::Try { body, catches, finally } => {
                self.expand(body);
                catches.iter_mut().for_each(|c| self.expand(&mut c.body));
                finally.iter_mut().for_each(|f| self.expand(f));
            }
            _ => {}
        }
    }

    fn expand_expr(&mut self, e: &mut Expr) {
        crate::walk::rewrite_expr(e, &mut |e| {
            if self.of_optional(e).is_some() {
                return false;
            }
            let made =
                self.inner(e).and_then(|(made, value)| Some((made, value?))).or_else(|| self.called_for_value(e));
            let Some((made, value)) = made else { return true };
            let value = if value.ty == e.ty { value } else { cast(value, &e.ty) };
            *e = expr(ExprKind::Sequence(made, Box::new(value)), e.ty.clone(), e.span);
            false
        });
    }

    /// `stream.max().getAsInt()` and the like, without the object between.
    fn of_optional(&mut self, e: &mut Expr) -> Option<()> {
        let program = self.program;
        let ExprKind::Call { method, receiver: Some(receiver), args, .. } = &e.kind else { return None };
        let m = program.method(*method);
        let class = program.class(m.class).name.as_str();
        if !["java.util.OptionalInt", "java.util.OptionalLong", "java.util.OptionalDouble"].contains(&class) {
            return None;
        }
        let (name, args, span) = (m.name.clone(), args.clone(), e.span);
        let simple = |e: &Expr| matches!(e.kind, ExprKind::Lit(_) | ExprKind::Local(_));
        let known = match (name.as_str(), args.as_slice()) {
            ("getAsInt" | "getAsLong" | "getAsDouble" | "orElseThrow" | "isPresent" | "isEmpty", []) => true,
            ("orElse", [other]) => simple(other),
            _ => false,
        };
        if !known {
            return None;
        }
        let (mut stmts, value) = self.inner(receiver)?;
        // As `optional` makes it.
        let ExprKind::Cond(is_empty, _, some) = value?.kind else { return None };
        let ExprKind::Call { args: some, .. } = some.kind else { return None };
        let value = some.into_iter().next()?;
        let value = match (name.as_str(), args.into_iter().next()) {
            ("isPresent", _) => tree::not(*is_empty),
            ("isEmpty", _) => *is_empty,
            (_, Some(other)) => self.either(*is_empty, other, value),
            _ => {
                let thrown = self.no_value(span)?;
                stmts.push(tree::when(*is_empty, vec![thrown], span));
                value
            }
        };
        *e = expr(ExprKind::Sequence(stmts, Box::new(value)), e.ty.clone(), span);
        Some(())
    }

    /// `throw new NoSuchElementException("No value present");`
    fn no_value(&self, span: Span) -> Option<Stmt> {
        let program = self.program;
        let class = self.class_named("java.util.NoSuchElementException")?;
        let string = Ty::Class(self.class_named("java.lang.String")?);
        let takes_text = |m: &&hir::MethodId| {
            let m = program.method(**m);
            let takes = m.params.iter().map(|p| &m.locals[p.index()].ty);
            m.kind == hir::MethodKind::Constructor && m.body.is_some() && takes.eq([&string])
        };
        let constructor = *program.class(class).methods.iter().find(takes_text)?;
        let text = ExprKind::Lit(Lit::String("No value present".encode_utf16().collect()));
        let args = vec![expr(text, string.clone(), span)];
        let new = expr(ExprKind::New { class, constructor, args }, Ty::Class(class), span);
        Some(stmt(StmtKind::Throw(new), span))
    }

    /// A stream, or `Arrays.setAll`, in the terms of the method that is made: the loop, and its value.
    fn inner(&mut self, e: &Expr) -> Option<(Vec<Stmt>, Option<Expr>)> {
        let around = std::mem::replace(&mut self.at, e.span);
        self.inside += 1;
        let (labels, inlined) = (self.labels, self.inlined.clone());
        let mut out = Vec::new();
        let made = self.inner_loop(e, &mut out);
        self.at = around;
        self.inside -= 1;
        if made.is_none() {
            self.labels = labels.max(self.labels);
            self.inlined = inlined;
        }
        made.map(|value| (out, value))
    }

    fn inner_loop(&mut self, e: &Expr, out: &mut Vec<Stmt>) -> Option<Option<Expr>> {
        if let Some((array, f)) = super::set_all(self.program, e, &["setAll", "parallelSetAll"]) {
            let array = self.held(stripped(array).clone(), out)?;
            let f = Function::of(self.program, f, &mut Expr::clone)?;
            self.set_all(array, &f, out)?;
            return Some(None);
        }
        let chain = Chain::of(self.program, e)?;
        let mut take = |m: &mut Maker<'p>, e: &Expr, out: &mut Vec<Stmt>| match &e.kind {
            ExprKind::Lit(_) | ExprKind::Local(_) | ExprKind::This => e.clone(),
            _ => m.keep("given", e.clone(), out),
        };
        self.stream(&chain, &mut take, false, out)
    }
}

/// A value as one of the type that the stream gives.
pub fn cast(value: Expr, ty: &Ty) -> Expr {
    let span = value.span;
    expr(ExprKind::Upcast(Box::new(value)), ty.clone(), span)
}

impl<'p> Maker<'p> {
    /// A stream whose values are used further: they are made, and are a stream again.
    pub fn prefix(&mut self, prefix: &Prefix<'_>, out: &mut Vec<Stmt>) -> Option<Expr> {
        if !prefix.stages.iter().any(|s| matches!(s, Stage::Map(Some(_), _) | Stage::Filter(_))) {
            return None;
        }
        let (values, is_boxed) = self.gathered(prefix, None, out)?;
        let name = if is_boxed { "boxes" } else { "of" };
        let elem = tree::element(&values.ty);
        let given = match elem.is_primitive() {
            true => values.ty.clone(),
            false => Ty::array(Ty::Class(self.class_named("java.lang.Object")?)),
        };
        let method = self.library("somd.StreamParts", name, std::slice::from_ref(&given))?;
        let values = if values.ty == given { values } else { cast(values, &given) };
        Some(self.call(method, vec![values], self.at))
    }

    /// The values of a stream, mapped once more, in an array; and whether each was in a box.
    fn gathered(&mut self, prefix: &Prefix<'_>, last: Option<&Expr>, out: &mut Vec<Stmt>) -> Option<(Expr, bool)> {
        let ty = self.taken_type(&prefix.stages, last);
        let mut take = |m: &mut Self, e: &Expr, _: &mut Vec<Stmt>| m.take(e);
        let mut pipe = self.pipe((prefix.source, &prefix.stages, prefix.values), ty, &mut take, true, out)?;
        if let Some(f) = last {
            pipe.stages.push(Step::Map(self.function(f)?, Values::Objects));
        }
        // What one of them is tells the type of all.
        let mut kind = None;
        let mark = (self.locals.len(), self.labels);
        let label = self.label();
        self.each(&pipe, label, &mut |m, v, _, _| {
            kind = Some(match boxed(m.program, &v) {
                Some(x) => (x.ty.clone(), true),
                None => (v.ty.clone(), false),
            });
            Some(())
        })?;
        self.locals.truncate(mark.0);
        self.labels = mark.1;
        let (elem, is_boxed) = kind?;
        let fits = match &elem {
            Ty::Int | Ty::Long | Ty::Double => true,
            Ty::Array { .. } => true,
            ty => self.is_value(ty),
        };
        if !fits {
            return None;
        }
        let keeps_all = !pipe.stages.iter().any(|s| matches!(s, Step::Filter(_)));
        let label = self.label();
        let values = self.to_array(&pipe, label, &elem, keeps_all, out)?;
        Some((values, is_boxed))
    }

    /// How often each key of a stream occurs, where keys are `int`s: a histogram, where they lie near one another.
    pub fn counting(&mut self, c: &Counting<'_>, out: &mut Vec<Stmt>) -> Option<Expr> {
        let at = self.at;
        let prefix = Prefix::of(self.program, c.stream)?;
        let map = c.map.map(|m| self.take(m));
        let (keys, _) = self.gathered(&prefix, Some(c.key), out)?;
        if tree::element(&keys.ty) != Ty::Int {
            return None;
        }
        let n = length(keys.clone());
        let source = Loop { lo: int(0, at), hi: n.clone(), shift: None, text: None, array: Some(keys.clone()) };
        let pipe = Pipe { source, stages: Vec::new(), values: Values::Ints, boxes: false };
        let least = self.keep("least", int(i32::MAX, at), out);
        let most = self.keep("most", int(i32::MIN, at), out);
        let label = self.label();
        let made = self.each(&pipe, label, &mut |m, v, _, body| {
            body.push(tree::set(local_of(&least), m.nearer(true, least.clone(), v.clone())?));
            body.push(tree::set(local_of(&most), m.nearer(false, most.clone(), v)?));
            Some(())
        })?;
        out.push(made);
        let supplier = map.as_ref().map(|m| m.ty.clone());
        let types = |first: &[Ty]| first.iter().cloned().chain(supplier.clone()).collect::<Vec<_>>();
        let (longs, ints) = (Ty::array(Ty::Long), Ty::array(Ty::Int));
        let near = self.library("somd.StreamParts", "counts", &types(&[ints.clone(), longs.clone(), Ty::Int]))?;
        let far = self.library("somd.StreamParts", "counts", &types(&[ints]))?;
        let ret = self.program.method(near).ret.clone();
        let result = self.local("result", &ret, at);
        out.push(stmt(StmtKind::Local { local: local_of(&result), init: None }, at));
        let long = |e: &Expr| convert(e.clone(), &Ty::Long);
        let reach = binary(BinOp::Sub, long(&most), long(&least));
        let room = binary(BinOp::Add, long(&n), tree::whole(NEAR, &Ty::Long, at));
        let mut then = Vec::new();
        let bins = binary(BinOp::Add, binary(BinOp::Sub, most, least.clone()), int(1, at));
        let bins = self.either(binary(BinOp::Eq, n, int(0, at)), int(0, at), bins);
        let bins = self.keep("bins", bins, &mut then);
        let counted = expr(ExprKind::NewArray { sizes: vec![bins] }, longs, at);
        let counted = self.keep("counted", counted, &mut then);
        let label = self.label();
        let made = self.each(&pipe, label, &mut |_, v, _, body| {
            let array = Box::new(counted.clone());
            let place = hir::Place::Index { array, index: Box::new(binary(BinOp::Sub, v, least.clone())) };
            let one = Box::new(tree::whole(1, &Ty::Long, at));
            let kind = ExprKind::CompoundAssign { place, op: BinOp::Add, op_ty: Ty::Long, value: one };
            body.push(stmt(StmtKind::Expr(expr(kind, Ty::Long, at)), at));
            Some(())
        })?;
        then.push(made);
        let args = |first: Vec<Expr>| first.into_iter().chain(map.clone()).collect::<Vec<_>>();
        let made = self.call(near, args(vec![keys.clone(), counted, least]), at);
        then.push(stmt(StmtKind::Single(block(vec![tree::set(local_of(&result), made)], at)), at));
        let made = self.call(far, args(vec![keys]), at);
        let otherwise = vec![tree::set(local_of(&result), made)];
        let otherwise = vec![stmt(StmtKind::Single(block(otherwise, at)), at)];
        let cond = binary(BinOp::Lt, reach, room);
        let kind = StmtKind::If { cond, then: block(then, at), otherwise: Some(block(otherwise, at)) };
        out.push(stmt(kind, at));
        Some(result)
    }

    fn class_named(&self, name: &str) -> Option<hir::ClassId> {
        let at = self.program.classes.iter().position(|c| c.name == name)?;
        Some(hir::ClassId(at as u32))
    }

    /// `Arrays.parallelPrefix(array, f)`, where `f` is an operator.
    pub fn prefix_sums(&mut self, array: Expr, f: &Function, out: &mut Vec<Stmt>) -> Option<()> {
        let at = self.at;
        let ty = tree::element(&array.ty);
        let op = self.operator(f, &ty)?;
        let i = self.local("i", &Ty::Int, at);
        let before = index(array.clone(), binary(BinOp::Sub, i.clone(), int(1, at)));
        let own = index(array.clone(), i.clone());
        let value = match operator(op) {
            Some(op) => binary(op, before, own),
            None => self.nearer(op == ReduceOp::Min, before, own)?,
        };
        let body = vec![tree::store(array.clone(), i.clone(), value)];
        let label = self.label();
        out.push(counted(i, int(1, at), length(array), body, label, at));
        Some(())
    }
}
