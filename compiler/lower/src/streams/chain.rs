//! What a call of `java.util.stream` is: a source, stages, and what is made of the values.

use somd_hir::{Expr, ExprKind, MethodId, Program, without_upcast};

/// Where values come from.
#[derive(Clone, Copy)]
pub enum Source<'e> {
    /// `IntStream.range(lo, hi)` and the like; `closed`: with `hi`.
    Range { lo: &'e Expr, hi: &'e Expr, closed: bool },
    /// `Arrays.stream(a)`, `IntStream.of(a)`
    Array(&'e Expr),
    /// `string.chars()`
    Chars(&'e Expr),
    /// `list.parallelStream()`, `list.stream()`
    List(&'e Expr),
}

#[derive(Clone, Copy)]
pub enum Stage<'e> {
    /// By a function; None converts to the stream's own type (`asDoubleStream`).
    Map(Option<&'e Expr>, Values),
    Boxed,
    Filter(&'e Expr),
}

/// What a stream holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    Ints,
    Longs,
    Doubles,
    Objects,
}

#[derive(Clone, Copy)]
pub enum Terminal<'e> {
    /// In order: `forEachOrdered`.
    ForEach(&'e Expr, bool),
    Sum,
    Count,
    Average,
    Least(bool),
    Reduce(Option<&'e Expr>, &'e Expr),
    /// The generator of the array, where it is given one.
    ToArray(Option<&'e Expr>),
    /// `anyMatch` is (true, true): what a value of the predicate ends it, and what is the result then.
    Match(&'e Expr, bool, bool),
}

pub struct Chain<'e> {
    pub source: Source<'e>,
    pub stages: Vec<Stage<'e>>,
    pub terminal: Terminal<'e>,
    /// What the last stage holds.
    pub values: Values,
    pub parallel: bool,
}

/// The values of a stream's class.
fn values(program: &Program, method: MethodId) -> Option<Values> {
    match program.class(program.method(method).class).name.as_str() {
        "java.util.stream.IntStream" => Some(Values::Ints),
        "java.util.stream.LongStream" => Some(Values::Longs),
        "java.util.stream.DoubleStream" => Some(Values::Doubles),
        "java.util.stream.Stream" => Some(Values::Objects),
        _ => None,
    }
}

/// A stream that is used further.
pub struct Prefix<'e> {
    pub source: Source<'e>,
    pub stages: Vec<Stage<'e>>,
    pub values: Values,
}

/// `stream.collect(groupingBy(key, map, counting()))`
pub struct Counting<'e> {
    pub stream: &'e Expr,
    pub key: &'e Expr,
    pub map: Option<&'e Expr>,
}

impl<'e> Counting<'e> {
    pub fn of(program: &Program, e: &'e Expr) -> Option<Counting<'e>> {
        let called = |e: &'e Expr, name: &str| match &stripped(e).kind {
            ExprKind::Call { method, receiver, args, .. } => {
                let m = program.method(*method);
                let of_streams = program.class(m.class).name.starts_with("java.util.stream.");
                (of_streams && m.name == name).then_some((receiver.as_deref(), args.as_slice()))
            }
            _ => None,
        };
        let (stream, [collector]) = called(e, "collect")? else { return None };
        let (None, grouping) = called(collector, "groupingBy")? else { return None };
        let (key, map, down) = match grouping {
            [key, down] => (key, None, down),
            [key, map, down] => (key, Some(map), down),
            _ => return None,
        };
        called(down, "counting")?;
        Some(Counting { stream: stream?, key, map })
    }
}

impl<'e> Prefix<'e> {
    /// The parallel stream that `e` is, as far as that is known.
    pub fn of(program: &Program, e: &'e Expr) -> Option<Prefix<'e>> {
        let ExprKind::Call { method, .. } = &stripped(e).kind else { return None };
        let values = of_type(program, &program.method(*method).ret)?;
        let (mut stages, mut parallel) = (Vec::new(), None);
        let source = source(program, e, &mut stages, &mut parallel)?;
        stages.reverse();
        (parallel == Some(true)).then_some(Prefix { source, stages, values })
    }
}

impl<'e> Chain<'e> {
    /// The stream that `e` is the last call of.
    pub fn of(program: &Program, e: &'e Expr) -> Option<Chain<'e>> {
        let ExprKind::Call { method, receiver: Some(receiver), args, .. } = &e.kind else { return None };
        let values = values(program, *method)?;
        let terminal = match (program.method(*method).name.as_str(), args.as_slice()) {
            ("forEach", [f]) => Terminal::ForEach(f, false),
            ("forEachOrdered", [f]) => Terminal::ForEach(f, true),
            ("sum", []) => Terminal::Sum,
            ("count", []) => Terminal::Count,
            ("average", []) => Terminal::Average,
            ("min", []) => Terminal::Least(true),
            ("max", []) => Terminal::Least(false),
            ("reduce", [f]) => Terminal::Reduce(None, f),
            ("reduce", [identity, f]) => Terminal::Reduce(Some(identity), f),
            ("toArray", []) => Terminal::ToArray(None),
            ("toArray", [f]) => Terminal::ToArray(Some(f)),
            ("anyMatch", [f]) => Terminal::Match(f, true, true),
            ("allMatch", [f]) => Terminal::Match(f, false, false),
            ("noneMatch", [f]) => Terminal::Match(f, true, false),
            _ => return None,
        };
        let (mut stages, mut parallel) = (Vec::new(), None);
        let source = source(program, receiver, &mut stages, &mut parallel)?;
        stages.reverse();
        Some(Chain { source, stages, terminal, values, parallel: parallel.unwrap_or(false) })
    }

    /// How many values come out is known before.
    pub fn keeps_all(&self) -> bool {
        !self.stages.iter().any(|s| matches!(s, Stage::Filter(_)))
    }
}

/// The source of the stream that `e` is, with its stages, last ones first, and whether the last word on it is `parallel()`.
fn source<'e>(
    program: &Program,
    e: &'e Expr,
    stages: &mut Vec<Stage<'e>>,
    parallel: &mut Option<bool>,
) -> Option<Source<'e>> {
    let ExprKind::Call { method, receiver, args, .. } = &stripped(e).kind else { return None };
    let m = program.method(*method);
    let class = program.class(m.class).name.as_str();
    let Some(receiver) = receiver else {
        let streams = class.starts_with("java.util.stream.");
        return match (m.name.as_str(), args.as_slice()) {
            ("range", [lo, hi]) if streams => Some(Source::Range { lo, hi, closed: false }),
            ("rangeClosed", [lo, hi]) if streams => Some(Source::Range { lo, hi, closed: true }),
            ("stream", [array]) if class == "java.util.Arrays" => Some(Source::Array(array)),
            ("of", [array]) if streams && matches!(array.ty, somd_hir::Ty::Array { .. }) => Some(Source::Array(array)),
            _ => None,
        };
    };
    let of_collection = class.starts_with("java.util.") && !class.starts_with("java.util.stream.");
    match (m.name.as_str(), args.as_slice()) {
        ("parallelStream", []) if of_collection => {
            parallel.get_or_insert(true);
            return Some(Source::List(receiver));
        }
        ("stream", []) if of_collection => return Some(Source::List(receiver)),
        _ => {}
    }
    if m.name == "chars" && args.is_empty() {
        let string = matches!(receiver.ty, somd_hir::Ty::Class(c) if program.class(c).name == "java.lang.String");
        return string.then_some(Source::Chars(receiver));
    }
    if !class.starts_with("java.util.stream.") {
        return None;
    }
    let to = values(program, *method).and_then(|_| of_type(program, &m.ret));
    match (m.name.as_str(), args.as_slice()) {
        ("parallel", []) => {
            parallel.get_or_insert(true);
        }
        ("sequential", []) => {
            parallel.get_or_insert(false);
        }
        ("unordered", []) => {}
        ("boxed", []) => stages.push(Stage::Boxed),
        ("asLongStream" | "asDoubleStream", []) => stages.push(Stage::Map(None, to?)),
        ("map" | "mapToObj" | "mapToInt" | "mapToLong" | "mapToDouble", [f]) => stages.push(Stage::Map(Some(f), to?)),
        ("filter", [f]) => stages.push(Stage::Filter(f)),
        _ => return None,
    }
    source(program, receiver, stages, parallel)
}

fn of_type(program: &Program, ty: &somd_hir::Ty) -> Option<Values> {
    let somd_hir::Ty::Class(c) = ty else { return None };
    match program.class(*c).name.as_str() {
        "java.util.stream.IntStream" => Some(Values::Ints),
        "java.util.stream.LongStream" => Some(Values::Longs),
        "java.util.stream.DoubleStream" => Some(Values::Doubles),
        "java.util.stream.Stream" => Some(Values::Objects),
        _ => None,
    }
}

/// Without casts.
pub fn stripped(e: &Expr) -> &Expr {
    match &without_upcast(e).kind {
        ExprKind::CheckCast(inner) => stripped(inner),
        _ => without_upcast(e),
    }
}
