//! What every method may touch, and Lime's isolation (`local`) that follows from it.
//!
//! Each method gets a [`Summary`]: for each effect that it may have, directly or through calls, the place where it comes
//! from. A place is either the method's own expression or a call to a method that has the effect, so following the places
//! gives the chain of calls that an error shows. Summaries are inferred for all methods at once, as a least fixed point over the
//! call graph; virtual calls may reach every override that the program has.
//!
//! A method is *local* (language reference, isolation) if it reads and writes no mutable static state, does no
//! input or output, and calls only local methods. A static local method whose parameters and result are values, and which
//! writes to nothing that it did not allocate, is *pure*: `lower` may run it anywhere, in any order, or not at all.

use super::world::World;
use somd_hir::walk;
use somd_hir::*;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;
use std::collections::{BTreeSet, HashMap};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Effect {
    /// Reads a static field that is not a constant of a value type.
    ReadsStatic,
    WritesStatic,
    /// Input, output, time, the process: what the runtime does outside the program's memory.
    Io,
    /// Makes objects or arrays.
    Allocates,
    /// Writes a field of `this` of a method that is no constructor, or memory reached through it.
    WritesThis,
    /// Writes a field or element of an object that it was given or read from another.
    WritesParameter,
    /// Starts or connects tasks.
    Tasks,
}

impl Effect {
    pub const ALL: [Effect; 7] = [
        Effect::ReadsStatic,
        Effect::WritesStatic,
        Effect::Io,
        Effect::Allocates,
        Effect::WritesThis,
        Effect::WritesParameter,
        Effect::Tasks,
    ];

    /// A method with this effect is not local.
    pub fn breaks_isolation(self) -> bool {
        matches!(self, Effect::ReadsStatic | Effect::WritesStatic | Effect::Io | Effect::Tasks)
    }

    /// What a message says happens.
    pub fn verb(self) -> &'static str {
        match self {
            Effect::ReadsStatic => "reads mutable static state",
            Effect::WritesStatic => "writes static state",
            Effect::Io => "does input or output",
            Effect::Allocates => "allocates",
            Effect::WritesThis => "writes to its object",
            Effect::WritesParameter => "writes to an object it was given",
            Effect::Tasks => "runs tasks",
        }
    }
}

/// Where a method gets an effect from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cause {
    pub span: Span,
    /// The call that brings it; None: this method does it itself.
    pub callee: Option<MethodId>,
    /// The static field that is read or written.
    pub field: Option<FieldId>,
    /// What it is where it happens: writing to a parameter is a write to static state where that is passed.
    pub from: Effect,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    causes: [Option<Cause>; Effect::ALL.len()],
    /// What is written to where that is given: see [`Effect::WritesParameter`].
    written: Origin,
}

impl Summary {
    pub fn has(&self, effect: Effect) -> bool {
        self.causes[effect as usize].is_some()
    }

    pub fn cause(&self, effect: Effect) -> Option<Cause> {
        self.causes[effect as usize]
    }

    pub fn effects(&self) -> impl Iterator<Item = Effect> + '_ {
        Effect::ALL.into_iter().filter(|&e| self.has(e))
    }

    /// Whether the method may write to what its parameter of this position refers to.
    pub fn writes_parameter(&self, index: usize) -> bool {
        self.written.has(Origin::parameter(index)) || self.written.has(Origin::UNKNOWN)
    }

    /// Reads and writes no static state, no input or output, starts no tasks.
    pub fn is_local(&self) -> bool {
        !self.effects().any(Effect::breaks_isolation)
    }

    /// Of the effects for which `counts` holds, the one that says most: what prints also reads `System.out`.
    pub fn telling(&self, counts: impl Fn(Effect) -> bool) -> Option<Effect> {
        let all = || self.effects().filter(|&e| counts(e));
        all().find(|e| matches!(e, Effect::Io | Effect::Tasks)).or_else(|| all().next())
    }

    fn add(&mut self, effect: Effect, written: Origin, cause: Cause) -> bool {
        let slot = &mut self.causes[effect as usize];
        let new = slot.is_none();
        if new {
            *slot = Some(cause);
        }
        let before = self.written;
        self.written = before.and(written);
        new || self.written != before
    }
}

/// The summaries of all methods of a program.
#[derive(Clone, Debug)]
pub struct Effects {
    summaries: Vec<Summary>,
    /// For each method, all places where an effect comes from, where a summary has the first.
    sites: Vec<Vec<(Effect, Cause)>>,
}

/// Checks every written `local`; where there is none, nothing is inferred.
pub fn check(program: &Program) -> Vec<Diagnostic> {
    if program.methods.iter().all(|m| m.declared_local.is_none()) {
        return Vec::new();
    }
    Effects::infer(program).check(program)
}

/// Which effects of a virtual call count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Calls {
    /// Those that any method has which may run: what must not happen.
    Any,
    /// Those that every one of them has, or most of the library's where the program has none: what a message may claim. A function
    /// object counts as called where it is made.
    Sure,
}

/// One step of a chain that leaves isolation: in `method`, at `span`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub method: MethodId,
    /// What it is in this method.
    pub effect: Effect,
    pub cause: Cause,
}

impl Effects {
    /// Infers the summaries of all methods.
    pub fn infer(program: &Program) -> Effects {
        Effects::of_calls(program, Calls::Any)
    }

    /// The same, with a rule for virtual calls.
    pub fn of_calls(program: &Program, rule: Calls) -> Effects {
        Effects::of_world(program, rule, None)
    }

    /// Infers the summaries of the methods that run in a world of a few classes.
    pub fn within(program: &Program, world: &World) -> Effects {
        Effects::of_world(program, Calls::Any, Some(world))
    }

    fn of_world(program: &Program, rule: Calls, world: Option<&World>) -> Effects {
        let mut targets = Targets::new(program, rule, world);
        let runs = |i: usize| world.is_none_or(|w| w.methods.contains(&MethodId(i as u32)));
        let first = |(i, m): (usize, &Method)| {
            if runs(i) { Facts::of(program, m, rule, None) } else { Facts::default() }
        };
        let mut facts: Vec<Facts> = program.methods.iter().enumerate().map(first).collect();
        let lists = |facts: &Facts, targets: &mut Targets<'_>| -> Vec<usize> {
            facts.calls.iter().map(|call| targets.of((call.dispatch, call.method))).collect()
        };
        // For each method and each of its calls, the list of what it may run.
        let calls: Vec<Vec<usize>> = facts.iter().map(|f| lists(f, &mut targets)).collect();
        let mut callers: Vec<Vec<u32>> = vec![Vec::new(); program.methods.len()];
        for (caller, calls) in calls.iter().enumerate() {
            for &list in calls {
                for target in &targets.lists[list] {
                    let callers = &mut callers[target.index()];
                    if callers.last() != Some(&(caller as u32)) {
                        callers.push(caller as u32);
                    }
                }
            }
        }
        let returns = returned_origins(program, &targets, &callers, &runs);
        for (index, (method, of)) in program.methods.iter().zip(&mut facts).enumerate() {
            if !calls[index].is_empty() {
                *of = Facts::of(program, method, rule, Some((&targets, &returns)));
            }
        }
        let mut summaries: Vec<Summary> = facts.iter().map(|f| f.own.clone()).collect();
        // Lowest first, so that the causes, which the first call found gives, do not depend on the order of work.
        let mut work: BTreeSet<u32> = (0..program.methods.len() as u32).collect();
        while let Some(index) = work.pop_first() {
            let mut summary = summaries[index as usize].clone();
            let mut changed = false;
            for (call, &list) in facts[index as usize].calls.iter().zip(&calls[index as usize]) {
                brought(&summaries, targets.list(list), rule, call, &mut |effect, written, cause| {
                    changed |= summary.add(effect, written, cause);
                });
            }
            if changed {
                summaries[index as usize] = summary;
                work.extend(&callers[index as usize]);
            }
        }
        let mut sites: Vec<Vec<(Effect, Cause)>> = Vec::new();
        for (facts, calls) in facts.iter().zip(&calls) {
            let mut all = facts.sites.clone();
            for (call, &list) in facts.calls.iter().zip(calls) {
                brought(&summaries, targets.list(list), rule, call, &mut |e, _, cause| {
                    if e != Effect::Allocates && !all.contains(&(e, cause)) {
                        all.push((e, cause));
                    }
                });
            }
            sites.push(all);
        }
        Effects { summaries, sites }
    }

    /// All places in a method's own text from which effects come, but allocation.
    pub fn sites(&self, method: MethodId) -> &[(Effect, Cause)] {
        &self.sites[method.index()]
    }

    pub fn of(&self, method: MethodId) -> &Summary {
        &self.summaries[method.index()]
    }

    pub fn is_local(&self, method: MethodId) -> bool {
        self.of(method).is_local()
    }

    /// Static, local, values in and out, and writes only to what it made itself.
    pub fn is_pure(&self, program: &Program, method: MethodId) -> bool {
        self.why_impure(program, method).is_none()
    }

    /// The first reason why a method is not pure, for `--explain-offload`.
    pub fn why_impure(&self, program: &Program, id: MethodId) -> Option<Impurity> {
        let method = program.method(id);
        if !method.is_static {
            let by_value = program.class(method.class).is_value;
            if !by_value {
                return Some(Impurity::NotStatic);
            }
        }
        if let Some(&param) = method.params.iter().find(|p| !is_value_type(program, &method.locals[p.index()].ty)) {
            return Some(Impurity::Parameter(param));
        }
        if method.ret == Ty::Void {
            return Some(Impurity::NoResult);
        }
        if !is_value_type(program, &method.ret) {
            return Some(Impurity::Result);
        }
        let summary = self.of(id);
        let breaks = |e: Effect| e.breaks_isolation() || matches!(e, Effect::WritesThis | Effect::WritesParameter);
        let effect = summary.telling(breaks)?;
        Some(Impurity::Effect(effect, self.chain(id, effect)))
    }

    /// From `method` along the calls to where the effect happens.
    pub fn chain(&self, method: MethodId, effect: Effect) -> Vec<Step> {
        self.of(method).cause(effect).map_or_else(Vec::new, |cause| self.chain_from(method, effect, cause))
    }

    /// The same, from one of the places in `method`.
    pub fn chain_from(&self, method: MethodId, effect: Effect, cause: Cause) -> Vec<Step> {
        let mut steps = vec![Step { method, effect, cause }];
        let mut seen = BTreeSet::from([method]);
        let mut next = (cause.callee, cause.from);
        while let (Some(method), effect) = next
            && seen.insert(method)
            && let Some(cause) = self.of(method).cause(effect)
        {
            steps.push(Step { method, effect, cause });
            next = (cause.callee, cause.from);
        }
        steps
    }

    /// Checks every written `local`.
    pub fn check(&self, program: &Program) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for (index, method) in program.methods.iter().enumerate() {
            let id = MethodId(index as u32);
            let Some(written) = method.declared_local else { continue };
            for (effect, cause) in self.telling_sites(id, Effect::breaks_isolation) {
                diagnostics.push(self.isolation_error(program, id, effect, cause, written));
            }
        }
        diagnostics.sort_by_key(|d| d.primary.span);
        diagnostics
    }

    /// The places in a method with the effects for which `counts` holds, one for each thing that happens: what prints also reads
    /// `System.out`, and a field that is assigned twice is told of once.
    pub fn telling_sites(&self, id: MethodId, counts: impl Fn(Effect) -> bool) -> Vec<(Effect, Cause)> {
        let mut sites: Vec<(Effect, Cause)> = self.sites(id).iter().copied().filter(|s| counts(s.0)).collect();
        // What says most comes first, and of calls the outer one.
        let rank = |e: Effect| match e {
            Effect::Io | Effect::Tasks => 0,
            Effect::WritesStatic | Effect::WritesParameter | Effect::WritesThis => 1,
            _ => 2,
        };
        sites.sort_by_key(|(e, c)| (rank(*e), c.span.lo, std::cmp::Reverse(c.span.hi)));
        let mut told: Vec<(Effect, Cause)> = Vec::new();
        for (effect, cause) in sites {
            let known = told.iter().any(|(e, c)| {
                let within = !c.span.is_none() && c.span.contains(cause.span);
                within || (effect == *e && (c.field, c.callee) == (cause.field, cause.callee) && c.field.is_some())
            });
            if !known {
                told.push((effect, cause));
            }
        }
        told.sort_by_key(|(_, c)| c.span);
        told
    }

    /// One step of a chain in words.
    pub fn say(program: &Program, step: &Step) -> String {
        match (step.cause.callee, step.cause.field) {
            (Some(callee), _) => {
                format!("calls `{}`, which {}", program.method(callee).display, step.cause.from.verb())
            }
            (None, Some(field)) => {
                let field = program.field(field);
                let kind =
                    if field.is_final { "which is final but can be changed inside" } else { "which is not final" };
                match step.effect {
                    Effect::WritesStatic if field.is_final => {
                        format!("writes to what the static field `{}` holds", field.name)
                    }
                    Effect::WritesStatic => format!("writes the static field `{}`", field.name),
                    _ => format!("reads the static field `{}`, {kind}", field.name),
                }
            }
            (None, None) => step.effect.verb().to_string(),
        }
    }

    fn isolation_error(
        &self,
        program: &Program,
        id: MethodId,
        effect: Effect,
        cause: Cause,
        written: Span,
    ) -> Diagnostic {
        let method = program.method(id);
        let chain = self.chain_from(id, effect, cause);
        let code = match effect {
            Effect::ReadsStatic => "E0401",
            Effect::WritesStatic => "E0402",
            Effect::Tasks => "E0404",
            _ => "E0403",
        };
        let title = format!("`local` method `{}` {}", method.display, effect.verb());
        let at = if cause.span.is_none() { method.name_span } else { cause.span };
        let diagnostic = Diagnostic::error(code, title, at)
            .label(Effects::say(program, &chain[0]))
            .also(written, "declared `local` here");
        Effects::follow(program, diagnostic, &chain)
    }

    /// Adds the steps behind the first to a message, down to where the library begins, and the field.
    pub fn follow(program: &Program, mut diagnostic: Diagnostic, chain: &[Step]) -> Diagnostic {
        for step in &chain[1..] {
            let callee = program.method(step.method);
            let name = &callee.display;
            if program.class(callee.class).is_library || step.cause.span.is_none() {
                // The library's inside is no place that a user can change.
                diagnostic = diagnostic.note(format!("`{name}` {}", step.effect.verb()));
                break;
            }
            diagnostic = diagnostic.also(step.cause.span, format!("`{name}` {}", Effects::say(program, step)));
        }
        if let Some(Step { cause: Cause { field: Some(field), .. }, .. }) = chain.last() {
            let span = program.field(*field).span;
            if !span.is_none() && !program.class(program.field(*field).class).is_library {
                diagnostic = diagnostic.also(span, "the field is declared here");
            }
        }
        diagnostic
    }
}

/// Why a method may not be run anywhere, in any order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Impurity {
    NotStatic,
    NoResult,
    /// The parameter's type is no value.
    Parameter(LocalId),
    /// The result's type is no value.
    Result,
    Effect(Effect, Vec<Step>),
}

impl Impurity {
    /// In words, for offload reports: a reason and where it stands.
    pub fn explain(&self, program: &Program, method: MethodId) -> (String, Span) {
        let def = program.method(method);
        match self {
            Impurity::NotStatic => (format!("`{}` is not static", def.display), def.name_span),
            Impurity::NoResult => (format!("`{}` returns nothing", def.display), def.name_span),
            Impurity::Parameter(param) => {
                let param = &def.locals[param.index()];
                (format!("parameter `{}` is not a value: it can be changed or shared", param.name), param.span)
            }
            Impurity::Result => (format!("the result of `{}` is not a value", def.display), def.name_span),
            Impurity::Effect(effect, chain) => {
                let calls: Vec<String> =
                    chain.iter().map(|s| format!("`{}`", program.method(s.method).display)).collect();
                let span = chain.first().map_or(def.name_span, |s| s.cause.span);
                (format!("{} {}", calls.join(" calls "), effect.verb()), span)
            }
        }
    }
}

/// Primitives, strings, value classes, enums of values and value arrays: what may cross between tasks and devices.
pub fn is_value_type(program: &Program, ty: &Ty) -> bool {
    match ty {
        Ty::Void | Ty::Null | Ty::Array { .. } => false,
        Ty::ValueArray { elem, .. } => is_value_type(program, elem),
        Ty::Class(class) => {
            program.class(*class).is_value || program.known.classes.get("java.lang.String") == Some(class)
        }
        _ => true,
    }
}

// ---- one method -------------------------------------------------------------------------------------------------

/// A call as one method's body has it.
struct Call {
    method: MethodId,
    /// The receiver's class where the call is virtual: its subclasses' overrides may run.
    dispatch: Option<ClassId>,
    span: Span,
    receiver: Origin,
    args: Vec<Origin>,
    /// The library's own static state, such as a cache, is nobody's business.
    private: bool,
}

/// Where a reference may come from: whether writing through it is seen outside, as a set of bits. Nothing: it was made in this method, and
/// is so far nowhere else, or it is no reference at all.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Origin(u64);

impl Origin {
    const FRESH: Origin = Origin(0);
    const THIS: Origin = Origin(1);
    /// Read from a static field, so known to the whole program.
    const SHARED: Origin = Origin(2);
    /// Given somehow.
    const UNKNOWN: Origin = Origin(4);
    const FIRST: usize = 3;

    /// The method's parameter of this number; the last bit is for all others.
    fn parameter(index: usize) -> Origin {
        Origin(1 << (Origin::FIRST + index).min(63))
    }

    fn and(self, other: Origin) -> Origin {
        Origin(self.0 | other.0)
    }

    fn has(self, other: Origin) -> bool {
        self.0 & other.0 != 0
    }

    /// Without `this` and static state.
    fn given(self) -> Origin {
        Origin(self.0 & !(Origin::THIS.0 | Origin::SHARED.0))
    }
}

/// What the caller passes, as far as it is given to the method.
fn passed(given: Origin, receiver: Origin, args: &[Origin]) -> Origin {
    let all = || args.iter().fold(receiver, |a, b| a.and(*b));
    if given.has(Origin::UNKNOWN) || given.has(Origin(1 << 63)) {
        return all();
    }
    let one = |(i, arg): (usize, &Origin)| if given.has(Origin::parameter(i)) { *arg } else { Origin::FRESH };
    args.iter().enumerate().map(one).fold(Origin::FRESH, Origin::and)
}

/// Calls `f` with the effects that one call brings, what of a method's parameters is written to, and why.
fn brought(
    summaries: &[Summary],
    (targets, own): (&[MethodId], bool),
    rule: Calls,
    call: &Call,
    f: &mut dyn FnMut(Effect, Origin, Cause),
) {
    for &target in targets {
        let callee = &summaries[target.index()];
        for effect in callee.effects() {
            if rule == Calls::Sure && !agreed(summaries, targets, effect, own) {
                continue;
            }
            let field = callee.cause(effect).and_then(|c| c.field);
            let cause = Cause { span: call.span, callee: Some(target), field, from: effect };
            let written = match effect {
                Effect::WritesThis => call.receiver,
                Effect::WritesParameter => passed(callee.written, call.receiver, &call.args),
                other => {
                    f(other, Origin::FRESH, cause);
                    continue;
                }
            };
            written_to(written, call.private, &mut |effect, given| f(effect, given, cause));
        }
    }
}

/// Calls `f` with the effects of writing to what comes from there.
fn written_to(origin: Origin, private: bool, f: &mut dyn FnMut(Effect, Origin)) {
    if origin.has(Origin::THIS) {
        f(Effect::WritesThis, Origin::FRESH);
    }
    if origin.has(Origin::SHARED) && !private {
        f(Effect::WritesStatic, Origin::FRESH);
    }
    if origin.given() != Origin::FRESH {
        f(Effect::WritesParameter, origin.given());
    }
}

/// Whether the methods that a call may run have an effect in common: all of the program's, or most of the library's, whose collections
/// hand on to each other.
fn agreed(summaries: &[Summary], targets: &[MethodId], effect: Effect, own: bool) -> bool {
    let with = targets.iter().filter(|t| summaries[t.index()].has(effect)).count();
    if own { with == targets.len() } else { 2 * with > targets.len() }
}

/// For each method whose result is a reference, where that comes from, as the method sees it.
fn returned_origins(
    program: &Program,
    targets: &Targets<'_>,
    callers: &[Vec<u32>],
    runs: &dyn Fn(usize) -> bool,
) -> Vec<Origin> {
    let counts = |m: &Method| m.ret.is_reference() && !is_value_type(program, &m.ret);
    let mut returns: Vec<Origin> = program
        .methods
        .iter()
        .map(|m| if counts(m) && m.body.is_none() { native_origin(m) } else { Origin::FRESH })
        .collect();
    let found =
        |i: u32| runs(i as usize) && counts(program.method(MethodId(i))) && program.method(MethodId(i)).body.is_some();
    let mut work: BTreeSet<u32> = (0..program.methods.len() as u32).filter(|&i| found(i)).collect();
    while let Some(index) = work.pop_first() {
        let method = program.method(MethodId(index));
        let Some(body) = &method.body else { continue };
        let mut collector = Collector::new(program, method, targets.rule, Some((targets, &returns)));
        collector.settle_origins(body);
        let mut origin = returns[index as usize];
        walk::stmts_in(body, &mut |s| {
            if let StmtKind::Return(Some(value)) = &s.kind {
                origin = origin.and(collector.origin(value));
            }
        });
        if origin != returns[index as usize] {
            returns[index as usize] = origin;
            work.extend(callers[index as usize].iter().copied().filter(|&c| found(c)));
        }
    }
    returns
}

/// What the runtime's methods return: those that copy give something new.
fn native_origin(method: &Method) -> Origin {
    match method.native.as_deref() {
        Some(name) if name.starts_with("array.") || name.starts_with("string.") => Origin::FRESH,
        _ => Origin::UNKNOWN,
    }
}

/// What is called, and for a virtual call the receiver's class.
type Callee = (Option<ClassId>, MethodId);

/// The methods that calls may run, a list for each receiver and method; most calls are of few.
struct Targets<'a> {
    program: &'a Program,
    rule: Calls,
    /// For each class, those that objects can be of.
    concrete: Vec<Vec<ClassId>>,
    /// The classes that the program's own text makes objects of.
    made: BTreeSet<ClassId>,
    /// Where only a part of the program runs: objects are of no other classes than these.
    world: Option<&'a World>,
    found: HashMap<Callee, usize>,
    lists: Vec<Vec<MethodId>>,
}

impl<'a> Targets<'a> {
    fn new(program: &'a Program, rule: Calls, world: Option<&'a World>) -> Targets<'a> {
        let mut concrete: Vec<Vec<ClassId>> = vec![Vec::new(); program.classes.len()];
        for (i, class) in program.classes.iter().enumerate().filter(|(_, c)| !c.is_abstract) {
            let id = ClassId(i as u32);
            for sup in class.supertypes.iter().chain([&id]) {
                concrete[sup.index()].push(id);
            }
        }
        let mut made = BTreeSet::new();
        for method in program.methods.iter().filter(|m| rule == Calls::Sure && !program.class(m.class).is_library) {
            let Some(body) = &method.body else { continue };
            walk::exprs_in(body, &mut |e| {
                if let ExprKind::New { class, .. } = &e.kind {
                    made.insert(*class);
                }
            });
        }
        Targets { program, rule, concrete, made, world, found: HashMap::new(), lists: Vec::new() }
    }

    /// The index of the call's list.
    fn of(&mut self, callee: Callee) -> usize {
        if let Some(&known) = self.found.get(&callee) {
            return known;
        }
        let (dispatch, method) = callee;
        let classes = dispatch.map_or(&[][..], |receiver| self.concrete[receiver.index()].as_slice());
        let any_made = classes.iter().any(|c| self.made.contains(c));
        let mut targets: Vec<MethodId> = classes
            .iter()
            .filter(|c| !any_made || self.made.contains(c))
            .filter(|c| self.world.is_none_or(|w| w.classes.contains(c)))
            .filter_map(|&c| self.program.class(c).vtable.get(&method).copied())
            .collect();
        targets.sort();
        targets.dedup();
        if self.rule == Calls::Sure {
            self.keep_likely(&mut targets);
        }
        if targets.is_empty() {
            targets.push(method);
        }
        self.lists.push(targets);
        self.found.insert(callee, self.lists.len() - 1);
        self.lists.len() - 1
    }

    /// The methods, and whether they are the program's.
    fn list(&self, index: usize) -> (&[MethodId], bool) {
        let list = &self.lists[index];
        let own = list.first().is_some_and(|&m| !self.program.class(self.program.method(m).class).is_library);
        (list, own)
    }

    /// Without methods that only throw, and without the library's where the program has some of its own.
    fn keep_likely(&self, targets: &mut Vec<MethodId>) {
        let m = |id: &MethodId| self.program.method(*id);
        let throws = |m: &Method| {
            m.body.as_ref().is_some_and(|b| matches!(b.stmts.as_slice(), [Stmt { kind: StmtKind::Throw(_), .. }]))
        };
        targets.retain(|t| !m(t).is_abstract && !throws(m(t)));
        let own = |t: &MethodId| !self.program.class(m(t).class).is_library;
        if targets.iter().any(own) {
            targets.retain(own);
        }
    }

    /// Where a call's result comes from, as the caller sees it.
    fn returned(&self, returns: &[Origin], callee: Callee, receiver: Origin, args: &[Origin]) -> Origin {
        let Some(&list) = self.found.get(&callee) else { return Origin::UNKNOWN };
        let one = |target: &MethodId| {
            let of = returns[target.index()];
            let this = if of.has(Origin::THIS) { receiver } else { Origin::FRESH };
            passed(of.given(), receiver, args).and(this).and(Origin(of.0 & Origin::SHARED.0))
        };
        self.lists[list].iter().map(one).fold(Origin::FRESH, Origin::and)
    }
}

#[derive(Default)]
struct Facts {
    own: Summary,
    /// All places of what `own` has the first of.
    sites: Vec<(Effect, Cause)>,
    calls: Vec<Call>,
}

/// What is known of the results of calls.
type Returns<'a> = (&'a Targets<'a>, &'a [Origin]);

struct Collector<'a> {
    program: &'a Program,
    method: &'a Method,
    rule: Calls,
    /// Its writes to static state do not count.
    private: bool,
    origins: Vec<Origin>,
    /// The class of what a local holds, where only objects of one are ever assigned to it.
    exact: Vec<Option<ClassId>>,
    returns: Option<Returns<'a>>,
    facts: Facts,
}

impl Facts {
    fn of(program: &Program, method: &Method, rule: Calls, returns: Option<Returns<'_>>) -> Facts {
        let mut collector = Collector::new(program, method, rule, returns);
        if let Some(native) = &method.native {
            collector.native(native);
        }
        if let Some(body) = &method.body {
            collector.settle_origins(body);
            walk::exprs_in(body, &mut |expr| collector.expr(expr));
        }
        collector.facts
    }
}

/// The library's classes whose static state programs see.
const STATEFUL: &[&str] = &["java.lang.Math", "java.lang.System", "java.util.Locale", "java.util.TimeZone"];

/// Beginnings of the names of library classes whose objects never change.
const IMMUTABLE: &[&str] = &[
    "java.lang.Boolean",
    "java.lang.Byte",
    "java.lang.Character",
    "java.lang.Double",
    "java.lang.Float",
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Short",
    "java.math.",
    "java.time.",
    "java.util.Optional",
    "java.util.UUID",
    "java.util.regex.Pattern",
];

/// The registry modules whose natives touch nothing but their arguments. Every other native counts as input and output.
const QUIET_MODULES: &[&str] = &["array", "character", "math", "number", "object", "rows", "string", "throwable"];

/// Of those, and besides them, the natives that write to an argument.
const WRITING_NATIVES: &[&str] = &["system.arraycopy", "string.getChars", "rows.giveBack"];

impl<'a> Collector<'a> {
    fn new(program: &'a Program, method: &'a Method, rule: Calls, returns: Option<Returns<'a>>) -> Collector<'a> {
        let mut origins = vec![Origin::FRESH; method.locals.len()];
        for (i, param) in method.params.iter().enumerate() {
            origins[param.index()] = Origin::parameter(i);
        }
        let exact = vec![None; method.locals.len()];
        let class = program.class(method.class);
        let private = rule == Calls::Sure && class.is_library && !STATEFUL.contains(&class.name.as_str());
        Collector { program, method, rule, private, origins, exact, returns, facts: Facts::default() }
    }

    fn native(&mut self, name: &str) {
        let module = name.split('.').next().unwrap_or(name);
        let at = self.method.name_span;
        let writes =
            WRITING_NATIVES.contains(&name) || name.starts_with("array.sort") || matches!(module, "builder" | "bytes");
        if writes {
            // What is copied from is not written to.
            let target = if name == "system.arraycopy" { Origin::parameter(2) } else { Origin::UNKNOWN };
            self.add_write(Effect::WritesParameter, target, at, None);
        } else if module == "task" {
            self.add(Effect::Tasks, at, None);
        } else if !QUIET_MODULES.contains(&module) {
            self.add(Effect::Io, at, None);
        }
    }

    fn add(&mut self, effect: Effect, span: Span, field: Option<FieldId>) {
        self.add_write(effect, Origin::FRESH, span, field);
    }

    fn add_write(&mut self, effect: Effect, written: Origin, span: Span, field: Option<FieldId>) {
        if self.private && effect == Effect::WritesStatic {
            return;
        }
        let cause = Cause { span, callee: None, field, from: effect };
        self.facts.own.add(effect, written, cause);
        if effect != Effect::Allocates {
            self.facts.sites.push((effect, cause));
        }
    }

    /// Objects of this type never change.
    fn is_immutable(&self, ty: &Ty) -> bool {
        let library = |c: &ClassId| {
            let class = self.program.class(*c);
            self.rule == Calls::Sure && class.is_library && IMMUTABLE.iter().any(|i| class.name.starts_with(i))
        };
        let boxed = self.program.unboxed(ty).is_some();
        boxed || is_value_type(self.program, ty) || matches!(ty, Ty::Class(c) if library(c))
    }

    /// Finds for every local the most exposed reference that is ever assigned to it.
    fn settle_origins(&mut self, body: &Block) {
        if self.rule == Calls::Sure {
            self.exact = exact_classes(self.method, body);
        }
        loop {
            let mut changed = false;
            let mut assigned: Vec<(LocalId, Origin)> = Vec::new();
            walk::exprs_in(body, &mut |expr| match &expr.kind {
                ExprKind::Assign { place: Place::Local(local), value } => assigned.push((*local, self.origin(value))),
                ExprKind::InstanceOf { expr: operand, binding: Some(local), .. } => {
                    assigned.push((*local, self.origin(operand)));
                }
                _ => {}
            });
            declared_locals(body, &mut |local, init| assigned.push((local, self.origin(init))));
            for (local, origin) in assigned {
                let slot = &mut self.origins[local.index()];
                let both = slot.and(origin);
                changed |= both != *slot;
                *slot = both;
            }
            if !changed {
                return;
            }
        }
    }

    /// What a call runs, by what is known of its receiver.
    fn callee(&self, kind: &CallKind, method: MethodId, receiver: Option<&Expr>) -> Callee {
        let (CallKind::Virtual, Some(receiver)) = (kind, receiver) else { return (None, method) };
        let exact = match &without_upcast(receiver).kind {
            ExprKind::New { class, .. } if self.rule == Calls::Sure => Some(*class),
            ExprKind::Local(local) => self.exact[local.index()],
            _ => None,
        };
        if let Some(runs) = exact.and_then(|class| self.program.dispatch(class, method)) {
            return (None, runs);
        }
        let class = match receiver.ty {
            Ty::Class(class) => class,
            _ => self.program.method(method).class,
        };
        (Some(class), method)
    }

    fn origin(&self, expr: &Expr) -> Origin {
        if self.is_immutable(&expr.ty) {
            return Origin::FRESH;
        }
        match &expr.kind {
            ExprKind::Local(local) => self.origins[local.index()],
            ExprKind::This => Origin::THIS,
            // What a function object captures is changed by calling it.
            ExprKind::New { class, args, .. } if self.captures(*class) => self.all_of(args),
            ExprKind::New { .. }
            | ExprKind::NewArray { .. }
            | ExprKind::ArrayLit(_)
            | ExprKind::Thaw(_)
            | ExprKind::Lit(_)
            | ExprKind::Concat(_) => Origin::FRESH,
            ExprKind::Upcast(inner) | ExprKind::CheckCast(inner) => self.origin(inner),
            ExprKind::Cond(_, a, b) => self.origin(a).and(self.origin(b)),
            ExprKind::Assign { value, .. } => self.origin(value),
            ExprKind::Sequence(_, value) => self.origin(value),
            ExprKind::ArrayStep(step) => self.origin(&step.host),
            // The rows of a new matrix are new; an object's field may hold what others hold too.
            ExprKind::Index { array, .. } => self.origin(array),
            ExprKind::Field { object: Some(object), .. } => match self.origin(object) {
                Origin::FRESH => Origin::UNKNOWN,
                other => other,
            },
            ExprKind::Field { object: None, .. } => Origin::SHARED,
            ExprKind::Call { kind, method, receiver, args } => match self.returns {
                Some((targets, returns)) => {
                    let callee = self.callee(kind, *method, receiver.as_deref());
                    let of = receiver.as_ref().map_or(Origin::FRESH, |r| self.origin(r));
                    let args: Vec<Origin> = args.iter().map(|a| self.origin(a)).collect();
                    targets.returned(returns, callee, of, &args)
                }
                None => Origin::UNKNOWN,
            },
            _ => Origin::UNKNOWN,
        }
    }

    fn all_of(&self, args: &[Expr]) -> Origin {
        args.iter().map(|a| self.origin(a)).fold(Origin::FRESH, Origin::and)
    }

    fn captures(&self, class: ClassId) -> bool {
        matches!(self.program.class(class).kind, ClassKind::Lambda { .. })
    }

    /// The static field that a place is reached from.
    fn root(&self, place: &Expr) -> Option<FieldId> {
        match &place.kind {
            ExprKind::Field { object: None, field } => Some(*field),
            ExprKind::Field { object: Some(inner), .. }
            | ExprKind::Index { array: inner, .. }
            | ExprKind::Upcast(inner)
            | ExprKind::CheckCast(inner) => self.root(inner),
            _ => None,
        }
    }

    fn write(&mut self, place: &Place, span: Span) {
        let origin = match place {
            Place::Local(_) => return,
            Place::Field { object: None, field } => {
                // A class's own initialiser gives its fields their first values before anyone can see them.
                let own =
                    self.method.kind == MethodKind::StaticInit && self.program.field(*field).class == self.method.class;
                if !own {
                    self.add(Effect::WritesStatic, span, Some(*field));
                }
                return;
            }
            Place::Field { object: Some(object), .. } => {
                let constructing = self.method.kind == MethodKind::Constructor && matches!(object.kind, ExprKind::This);
                if constructing { Origin::FRESH } else { self.origin(object) }
            }
            Place::Index { array, .. } => self.origin(array),
        };
        let root = match place {
            Place::Field { object: Some(inner), .. } | Place::Index { array: inner, .. } => self.root(inner),
            _ => None,
        };
        // A class's own initialiser fills its tables.
        let own =
            |f: FieldId| self.method.kind == MethodKind::StaticInit && self.program.field(f).class == self.method.class;
        let private = self.private || root.is_some_and(own);
        written_to(origin, private, &mut |effect, written| {
            let field = root.filter(|_| effect == Effect::WritesStatic);
            self.add_write(effect, written, span, field);
        });
    }

    fn call(&mut self, method: MethodId, dispatch: Option<ClassId>, span: Span, receiver: Origin, args: &[&Expr]) {
        let args = args.iter().map(|a| self.origin(a)).collect();
        self.facts.calls.push(Call { method, dispatch, span, receiver, args, private: self.private });
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Field { object: None, field } => {
                let def = self.program.field(*field);
                let fixed = def.is_final && (def.constant.is_some() || is_value_type(self.program, &def.ty));
                let own = self.method.kind == MethodKind::StaticInit && def.class == self.method.class;
                // Enum constants are final, and what they hold is as constant as the class makes it.
                let constant =
                    matches!(def.ty, Ty::Class(c) if self.program.class(c).kind == ClassKind::Enum) && def.is_final;
                // The library's own tables never change once they are made.
                let table =
                    def.is_final && matches!(def.ty, Ty::Array { .. }) && self.program.class(def.class).is_library;
                if !fixed && !own && !constant && !table {
                    self.add(Effect::ReadsStatic, expr.span, Some(*field));
                }
            }
            ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::IncDec { place, .. } => {
                self.write(place, expr.span);
            }
            ExprKind::Call { kind, method, receiver, args } => {
                let (dispatch, runs) = self.callee(kind, *method, receiver.as_deref());
                let constructing = self.program.method(*method).kind == MethodKind::Constructor;
                let origin = match receiver {
                    // `super(…)` in a constructor initialises the same new object.
                    _ if constructing => Origin::FRESH,
                    Some(receiver) => self.origin(receiver),
                    None => Origin::FRESH,
                };
                let args: Vec<&Expr> = args.iter().collect();
                self.call(runs, dispatch, expr.span, origin, &args);
            }
            ExprKind::New { class, constructor, args } => {
                self.add(Effect::Allocates, expr.span, None);
                match self.program.class(*class).kind {
                    ClassKind::Lambda { method, .. } => {
                        if self.rule == Calls::Sure {
                            let captured = self.all_of(args);
                            self.call(method, None, expr.span, captured, &[]);
                        }
                    }
                    _ => {
                        let args: Vec<&Expr> = args.iter().collect();
                        self.call(*constructor, None, expr.span, Origin::FRESH, &args);
                    }
                }
            }
            ExprKind::NewArray { .. } | ExprKind::ArrayLit(_) | ExprKind::Freeze(_) | ExprKind::Thaw(_) => {
                self.add(Effect::Allocates, expr.span, None);
            }
            ExprKind::Map { method, args } => {
                let args: Vec<&Expr> = args.iter().map(|a| &a.expr).collect();
                self.call(*method, None, expr.span, Origin::FRESH, &args);
            }
            ExprKind::ReduceMethod { method, captured, .. } => {
                let captured: Vec<&Expr> = captured.iter().collect();
                self.call(*method, None, expr.span, Origin::FRESH, &captured);
            }
            ExprKind::Concat(parts) => {
                for part in parts {
                    // The text of an object is what its `toString` says.
                    if let Ty::Class(class) = part.ty
                        && let Some(to_string) = self.to_string()
                        && !is_value_type(self.program, &part.ty)
                    {
                        let origin = self.origin(part);
                        self.call(to_string, Some(class), part.span, origin, &[]);
                    }
                }
            }
            ExprKind::Task { .. } | ExprKind::Connect { .. } => self.add(Effect::Tasks, expr.span, None),
            _ => {}
        }
    }

    fn to_string(&self) -> Option<MethodId> {
        let object = self.program.known.classes.get("java.lang.Object")?;
        let methods = &self.program.class(*object).methods;
        methods.iter().copied().find(|&m| self.program.method(m).name == "toString")
    }
}

/// For each local of a method the class of what it holds, where only objects of one class are made for it.
pub fn exact_classes(method: &Method, body: &Block) -> Vec<Option<ClassId>> {
    let mut given: Vec<(LocalId, Option<ClassId>)> = method.params.iter().map(|&p| (p, None)).collect();
    let of = |e: &Expr| match &without_upcast(e).kind {
        ExprKind::New { class, .. } => Some(*class),
        _ => None,
    };
    walk::exprs_in(body, &mut |e| match &e.kind {
        ExprKind::Assign { place: Place::Local(local), value } => given.push((*local, of(value))),
        ExprKind::InstanceOf { binding: Some(local), .. } => given.push((*local, None)),
        _ => {}
    });
    declared_locals(body, &mut |local, init| given.push((local, of(init))));
    walk::stmts_in(body, &mut |s| {
        if let StmtKind::Try { catches, .. } = &s.kind {
            given.extend(catches.iter().map(|c| (c.local, None)));
        }
    });
    let one = |k: usize| {
        let mut classes = given.iter().filter(|(l, _)| l.index() == k).map(|g| g.1);
        let first = classes.next().flatten();
        first.filter(|_| classes.all(|c| c == first))
    };
    (0..method.locals.len()).map(one).collect()
}

/// Calls `f` with every declaration that has an initial value, wherever it stands.
fn declared_locals<'a>(block: &'a Block, f: &mut dyn FnMut(LocalId, &'a Expr)) {
    walk::stmts_in(block, &mut |stmt| {
        if let StmtKind::Local { local, init: Some(init) } = &stmt.kind {
            f(*local, init);
        }
    });
}
