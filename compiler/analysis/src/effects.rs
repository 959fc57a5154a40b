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
    fn verb(self) -> &'static str {
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
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    causes: [Option<Cause>; Effect::ALL.len()],
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

    /// Reads and writes no static state, no input or output, starts no tasks.
    pub fn is_local(&self) -> bool {
        !self.effects().any(Effect::breaks_isolation)
    }

    /// Of the effects for which `counts` holds, the one that says most: what prints also reads `System.out`.
    fn telling(&self, counts: impl Fn(Effect) -> bool) -> Option<Effect> {
        let all = || self.effects().filter(|&e| counts(e));
        all().find(|e| matches!(e, Effect::Io | Effect::Tasks)).or_else(|| all().next())
    }

    fn add(&mut self, effect: Effect, cause: Cause) -> bool {
        let slot = &mut self.causes[effect as usize];
        let new = slot.is_none();
        if new {
            *slot = Some(cause);
        }
        new
    }
}

/// The summaries of all methods of a program.
#[derive(Clone, Debug)]
pub struct Effects {
    summaries: Vec<Summary>,
}

/// One step of a chain that leaves isolation: in `method`, at `span`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub method: MethodId,
    pub cause: Cause,
}

impl Effects {
    /// Infers the summaries of all methods.
    pub fn infer(program: &Program) -> Effects {
        let facts: Vec<Facts> = program.methods.iter().map(|m| Facts::of(program, m)).collect();
        let mut targets = Targets::new(program);
        // For each method, its calls, each with the list of what it may run.
        let calls: Vec<Vec<(&Call, usize)>> =
            facts.iter().map(|f| f.calls.iter().map(|call| (call, targets.of(call))).collect()).collect();
        let mut callers: Vec<Vec<u32>> = vec![Vec::new(); program.methods.len()];
        for (caller, calls) in calls.iter().enumerate() {
            for &(_, list) in calls {
                for target in &targets.lists[list] {
                    let callers = &mut callers[target.index()];
                    if callers.last() != Some(&(caller as u32)) {
                        callers.push(caller as u32);
                    }
                }
            }
        }
        let mut summaries: Vec<Summary> = facts.iter().map(|f| f.own.clone()).collect();
        // Lowest first, so that the causes, which the first call found gives, do not depend on the order of work.
        let mut work: BTreeSet<u32> = (0..program.methods.len() as u32).collect();
        while let Some(index) = work.pop_first() {
            let mut summary = summaries[index as usize].clone();
            let mut changed = false;
            for &(call, list) in &calls[index as usize] {
                for &target in &targets.lists[list] {
                    let callee = &summaries[target.index()];
                    for effect in callee.effects() {
                        let Some(effect) = at_call(effect, call) else { continue };
                        let field = callee.cause(effect).and_then(|c| c.field);
                        let cause = Cause { span: call.span, callee: Some(target), field };
                        changed |= summary.add(effect, cause);
                    }
                }
            }
            if changed {
                summaries[index as usize] = summary;
                work.extend(&callers[index as usize]);
            }
        }
        Effects { summaries }
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
        let mut steps = Vec::new();
        let mut seen = BTreeSet::new();
        let mut at = Some(method);
        while let Some(method) = at.filter(|&m| seen.insert(m)) {
            let Some(cause) = self.of(method).cause(effect) else { break };
            steps.push(Step { method, cause });
            at = cause.callee;
        }
        steps
    }

    /// Checks every written `local`.
    pub fn check(&self, program: &Program) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for (index, method) in program.methods.iter().enumerate() {
            let id = MethodId(index as u32);
            let Some(written) = method.declared_local else { continue };
            if let Some(effect) = self.of(id).telling(Effect::breaks_isolation) {
                diagnostics.push(self.isolation_error(program, id, effect, written));
            }
        }
        diagnostics.sort_by_key(|d| d.primary.span);
        diagnostics
    }

    fn isolation_error(&self, program: &Program, id: MethodId, effect: Effect, written: Span) -> Diagnostic {
        let method = program.method(id);
        let chain = self.chain(id, effect);
        let code = match effect {
            Effect::ReadsStatic => "E0401",
            Effect::WritesStatic => "E0402",
            Effect::Tasks => "E0404",
            _ => "E0403",
        };
        let title = format!("`local` method `{}` {}", method.display, effect.verb());
        let Some(first) = chain.first() else {
            return Diagnostic::error(code, title, written);
        };
        let say = |step: &Step| match (step.cause.callee, step.cause.field) {
            (Some(callee), _) => format!("calls `{}`, which {}", program.method(callee).display, effect.verb()),
            (None, Some(field)) => {
                let field = program.field(field);
                let kind =
                    if field.is_final { "which is final but can be changed inside" } else { "which is not final" };
                match effect {
                    Effect::WritesStatic => format!("writes the static field `{}`", field.name),
                    _ => format!("reads the static field `{}`, {kind}", field.name),
                }
            }
            (None, None) => effect.verb().to_string(),
        };
        let at = if first.cause.span.is_none() { method.name_span } else { first.cause.span };
        let mut diagnostic =
            Diagnostic::error(code, title, at).label(say(first)).also(written, "declared `local` here");
        for step in &chain[1..] {
            let name = &program.method(step.method).display;
            let callee = program.method(step.method);
            if program.class(callee.class).is_library || step.cause.span.is_none() {
                // The library's inside is no place that a user can change.
                diagnostic = diagnostic.note(format!("`{name}` {}", effect.verb()));
                break;
            }
            diagnostic = diagnostic.also(step.cause.span, format!("`{name}` {}", say(step)));
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
                (format!("parameter `{}` is no value: it can be changed or shared", param.name), param.span)
            }
            Impurity::Result => (format!("the result of `{}` is no value", def.display), def.name_span),
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
    /// Where the most exposed of the arguments that are references comes from.
    args: Origin,
}

/// Where a reference comes from, from the harmless to the exposed: whether writing through it is seen outside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Origin {
    /// Made in this method, and so far nowhere else; or no reference at all.
    Fresh,
    This,
    Given,
}

/// The effect that a callee's effect is for the caller; None: it stays inside what the caller made.
fn at_call(effect: Effect, call: &Call) -> Option<Effect> {
    let written = match effect {
        Effect::WritesThis => call.receiver,
        Effect::WritesParameter => call.args.max(call.receiver),
        other => return Some(other),
    };
    match written {
        Origin::Fresh => None,
        Origin::This => Some(Effect::WritesThis),
        Origin::Given => Some(Effect::WritesParameter),
    }
}

/// The methods that calls may run, a list for each receiver and method; most calls are of few.
struct Targets<'a> {
    program: &'a Program,
    /// For each class, those that objects can be of.
    concrete: Vec<Vec<ClassId>>,
    found: HashMap<(Option<ClassId>, MethodId), usize>,
    lists: Vec<Vec<MethodId>>,
}

impl<'a> Targets<'a> {
    fn new(program: &'a Program) -> Targets<'a> {
        let mut concrete: Vec<Vec<ClassId>> = vec![Vec::new(); program.classes.len()];
        for (i, class) in program.classes.iter().enumerate().filter(|(_, c)| !c.is_abstract) {
            let id = ClassId(i as u32);
            for sup in class.supertypes.iter().chain([&id]) {
                concrete[sup.index()].push(id);
            }
        }
        Targets { program, concrete, found: HashMap::new(), lists: Vec::new() }
    }

    /// The index of the call's list.
    fn of(&mut self, call: &Call) -> usize {
        *self.found.entry((call.dispatch, call.method)).or_insert_with(|| {
            let mut targets: Vec<MethodId> = match call.dispatch {
                None => Vec::new(),
                Some(receiver) => self.concrete[receiver.index()]
                    .iter()
                    .filter_map(|&c| self.program.class(c).vtable.get(&call.method).copied())
                    .collect(),
            };
            if targets.is_empty() {
                targets.push(call.method);
            }
            targets.sort();
            targets.dedup();
            self.lists.push(targets);
            self.lists.len() - 1
        })
    }
}

#[derive(Default)]
struct Facts {
    own: Summary,
    calls: Vec<Call>,
}

struct Collector<'a> {
    program: &'a Program,
    method: &'a Method,
    origins: Vec<Origin>,
    facts: Facts,
}

impl Facts {
    fn of(program: &Program, method: &Method) -> Facts {
        let mut origins = vec![Origin::Fresh; method.locals.len()];
        for param in &method.params {
            origins[param.index()] = Origin::Given;
        }
        let mut collector = Collector { program, method, origins, facts: Facts::default() };
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

/// The registry modules whose natives touch nothing but their arguments. Every other native counts as input and output.
const QUIET_MODULES: &[&str] = &["array", "character", "math", "number", "object", "rows", "string", "throwable"];

/// Of those, and besides them, the natives that write to an argument.
const WRITING_NATIVES: &[&str] = &["system.arraycopy", "string.getChars", "rows.giveBack"];

impl Collector<'_> {
    fn native(&mut self, name: &str) {
        let module = name.split('.').next().unwrap_or(name);
        let cause = Cause { span: self.method.name_span, callee: None, field: None };
        let writes = WRITING_NATIVES.contains(&name) || name.starts_with("array.sort");
        if writes {
            self.facts.own.add(Effect::WritesParameter, cause);
        } else if module == "task" {
            self.facts.own.add(Effect::Tasks, cause);
        } else if !QUIET_MODULES.contains(&module) {
            self.facts.own.add(Effect::Io, cause);
        }
    }

    fn add(&mut self, effect: Effect, span: Span, field: Option<FieldId>) {
        self.facts.own.add(effect, Cause { span, callee: None, field });
    }

    /// Finds for every local the most exposed reference that is ever assigned to it.
    fn settle_origins(&mut self, body: &Block) {
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
                if origin > *slot {
                    *slot = origin;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn origin(&self, expr: &Expr) -> Origin {
        if is_value_type(self.program, &expr.ty) {
            return Origin::Fresh;
        }
        match &expr.kind {
            ExprKind::Local(local) => self.origins[local.index()],
            ExprKind::This => Origin::This,
            ExprKind::New { .. }
            | ExprKind::NewArray { .. }
            | ExprKind::ArrayLit(_)
            | ExprKind::Thaw(_)
            | ExprKind::Lit(_)
            | ExprKind::Concat(_) => Origin::Fresh,
            ExprKind::Upcast(inner) | ExprKind::CheckCast(inner) => self.origin(inner),
            ExprKind::Cond(_, a, b) => self.origin(a).max(self.origin(b)),
            ExprKind::Assign { value, .. } => self.origin(value),
            ExprKind::Sequence(_, value) => self.origin(value),
            ExprKind::ArrayStep(step) => self.origin(&step.host),
            // The rows of a new matrix are new; an object's field may hold what others hold too.
            ExprKind::Index { array, .. } => self.origin(array),
            ExprKind::Field { object: Some(object), .. } => match self.origin(object) {
                Origin::Fresh => Origin::Given,
                other => other,
            },
            _ => Origin::Given,
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
                if constructing { Origin::Fresh } else { self.origin(object) }
            }
            Place::Index { array, .. } => self.origin(array),
        };
        match origin {
            Origin::Fresh => {}
            Origin::This => self.add(Effect::WritesThis, span, None),
            Origin::Given => self.add(Effect::WritesParameter, span, None),
        }
    }

    fn call(&mut self, method: MethodId, dispatch: Option<ClassId>, span: Span, receiver: Origin, args: &[&Expr]) {
        let args = args.iter().map(|a| self.origin(a)).max().unwrap_or(Origin::Fresh);
        self.facts.calls.push(Call { method, dispatch, span, receiver, args });
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
                let dispatch = match (kind, receiver) {
                    (CallKind::Virtual, Some(receiver)) => Some(match receiver.ty {
                        Ty::Class(class) => class,
                        _ => self.program.method(*method).class,
                    }),
                    _ => None,
                };
                let constructing = self.program.method(*method).kind == MethodKind::Constructor;
                let origin = match receiver {
                    // `super(…)` in a constructor initialises the same new object.
                    _ if constructing => Origin::Fresh,
                    Some(receiver) => self.origin(receiver),
                    None => Origin::Fresh,
                };
                let args: Vec<&Expr> = args.iter().collect();
                self.call(*method, dispatch, expr.span, origin, &args);
            }
            ExprKind::New { class, constructor, args } => {
                self.add(Effect::Allocates, expr.span, None);
                if !matches!(self.program.class(*class).kind, ClassKind::Lambda { .. }) {
                    let args: Vec<&Expr> = args.iter().collect();
                    self.call(*constructor, None, expr.span, Origin::Fresh, &args);
                }
            }
            ExprKind::NewArray { .. } | ExprKind::ArrayLit(_) | ExprKind::Freeze(_) | ExprKind::Thaw(_) => {
                self.add(Effect::Allocates, expr.span, None);
            }
            ExprKind::Map { method, args } => {
                let args: Vec<&Expr> = args.iter().map(|a| &a.expr).collect();
                self.call(*method, None, expr.span, Origin::Fresh, &args);
            }
            ExprKind::ReduceMethod { method, .. } => self.call(*method, None, expr.span, Origin::Fresh, &[]),
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

/// Calls `f` with every declaration that has an initial value, wherever it stands.
fn declared_locals<'a>(block: &'a Block, f: &mut dyn FnMut(LocalId, &'a Expr)) {
    walk::stmts_in(block, &mut |stmt| {
        if let StmtKind::Local { local, init: Some(init) } = &stmt.kind {
            f(*local, init);
        }
    });
}

#[cfg(test)]
#[path = "effects_tests.rs"]
mod tests;
