//! What maps, reductions and array functions run must be pure: nobody may tell in which order, or how often, it ran.
//!
//! A function that writes to an array or object from outside, to static state, or that prints, is an error which names the place. Reading
//! what others may change is allowed, since nothing changes it meanwhile. Of a call whose receiver can be of several classes only
//! what all of them do counts here; what this lets pass runs on the host, in order.

use crate::effects::{Calls, Cause, Effect, Effects, exact_classes, is_value_type};
use somd_hir::walk;
use somd_hir::*;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// One use of a function.
struct Use<'a> {
    function: MethodId,
    /// What is passed behind the elements.
    passed: Vec<&'a Expr>,
    /// The functions that are passed as objects, where their text is known.
    objects: Vec<MethodId>,
    at: Span,
    how: &'static str,
}

/// Checks every function of a map, reduction or array function; `told` are the places of which errors speak already.
pub fn check(program: &Program, told: &BTreeSet<Span>) -> Vec<Diagnostic> {
    let mut uses = Vec::new();
    for method in program.methods.iter().filter(|m| !program.class(m.class).is_library) {
        let Some(body) = &method.body else { continue };
        let before = uses.len();
        walk::exprs_in(body, &mut |e| uses_in(program, e, &mut uses));
        if uses.len() > before {
            let exact = exact_classes(method, body);
            for one in &mut uses[before..] {
                one.objects = one.passed.iter().filter_map(|e| made_function(program, e, &exact)).collect();
            }
        }
    }
    if uses.is_empty() {
        return Vec::new();
    }
    let effects = Effects::of_calls(program, Calls::Sure);
    let mut told = told.clone();
    let mut seen = BTreeSet::new();
    let mut found: BTreeMap<Span, Diagnostic> = BTreeMap::new();
    for one in &uses {
        if !seen.insert((one.function, one.at)) {
            continue;
        }
        judge(program, &effects, one, &mut told, &mut found);
    }
    found.into_values().collect()
}

fn uses_in<'a>(program: &Program, e: &'a Expr, uses: &mut Vec<Use<'a>>) {
    let mut add = |function: MethodId, passed: Vec<&'a Expr>, how: &'static str| {
        uses.push(Use { function, passed, objects: Vec::new(), at: e.span, how });
    };
    match &e.kind {
        ExprKind::Map { method, args } => {
            let passed = args.iter().filter(|a| !a.mapped).map(|a| &a.expr).collect();
            add(*method, passed, "mapped here");
        }
        ExprKind::ReduceMethod { method, captured, .. } => {
            add(*method, captured.iter().collect(), "combines the elements here");
        }
        ExprKind::ArrayStep(step) => {
            let Some(method) = step.method else { return };
            add(method, step.captured.iter().collect(), "given to an array function here");
        }
        // The functions of `iterate` and of stencils are called by loops.
        ExprKind::Call { kind: CallKind::Static, method, args, .. } if is_lifted(program, *method) => {
            add(*method, args.iter().collect(), "given to an array function here");
        }
        _ => {}
    }
}

/// A lambda that was given to an array function.
fn is_lifted(program: &Program, method: MethodId) -> bool {
    let m = program.method(method);
    m.is_static && m.name.starts_with("lambda$")
}

/// The method of a function object that is made where it is passed, or for the variable or constant that is.
fn made_function(program: &Program, e: &Expr, exact: &[Option<ClassId>]) -> Option<MethodId> {
    let class = match &without_upcast(e).kind {
        ExprKind::New { class, .. } => Some(*class),
        ExprKind::Local(local) => exact.get(local.index()).copied().flatten(),
        ExprKind::Field { object: None, field } if program.field(*field).is_final => constant_function(program, *field),
        _ => None,
    };
    match program.class(class?).kind {
        ClassKind::Lambda { method, .. } => Some(method),
        _ => None,
    }
}

/// The class of the object that a static final field is given.
fn constant_function(program: &Program, field: FieldId) -> Option<ClassId> {
    let init = program.class(program.field(field).class).static_init?;
    let mut made = None;
    walk::exprs_in(program.method(init).body.as_ref()?, &mut |e| {
        if let ExprKind::Assign { place: Place::Field { object: None, field: f }, value } = &e.kind
            && *f == field
            && let ExprKind::New { class, .. } = &without_upcast(value).kind
        {
            made = Some(*class);
        }
    });
    made
}

fn judge(
    program: &Program,
    effects: &Effects,
    one: &Use<'_>,
    told: &mut BTreeSet<Span>,
    found: &mut BTreeMap<Span, Diagnostic>,
) {
    let breaks = |e: Effect| {
        matches!(e, Effect::WritesStatic | Effect::WritesThis | Effect::WritesParameter | Effect::Io | Effect::Tasks)
    };
    for function in [one.function].into_iter().chain(one.objects.iter().copied()) {
        if program.class(program.method(function).class).is_library {
            continue;
        }
        for (effect, cause) in effects.telling_sites(function, breaks) {
            if effect == Effect::WritesParameter && !may_be_outside(program, one, function) {
                continue;
            }
            let chain = effects.chain_from(function, effect, cause);
            // The deepest place that the user wrote.
            let own = |m: MethodId| !program.class(program.method(m).class).is_library;
            let last = chain.iter().rposition(|s| own(s.method) && !s.cause.span.is_none());
            let Some(last) = last else { continue };
            let at = chain[last].cause.span;
            if told.contains(&at) || chain.iter().any(|s| told.contains(&s.cause.span)) {
                continue;
            }
            told.insert(at);
            found.insert(at, message(program, one, &chain, last, (effect, cause)));
        }
    }
}

/// Whether a function is given anything that others could see changed.
fn may_be_outside(program: &Program, one: &Use<'_>, function: MethodId) -> bool {
    let m = program.method(function);
    function != one.function || m.params.iter().any(|p| !is_value_type(program, &m.locals[p.index()].ty))
}

fn message(
    program: &Program,
    one: &Use<'_>,
    chain: &[crate::effects::Step],
    last: usize,
    (effect, cause): (Effect, Cause),
) -> Diagnostic {
    let place = &chain[last];
    let title = match place.effect {
        Effect::Io => "a function of arrays must be pure, and this one does input or output",
        Effect::Tasks => "a function of arrays must be pure, and this one runs tasks",
        _ => "a function of arrays must be pure, and this one stores into what others see",
    };
    let mut d =
        Diagnostic::error("E0405", title, place.cause.span).label(Effects::say(program, place)).also(one.at, one.how);
    for step in chain[..last].iter().rev() {
        d = d.also(step.cause.span, "called here");
    }
    if let Some(field) = cause.field.or(place.cause.field) {
        let def = program.field(field);
        if effect == Effect::WritesStatic && !def.span.is_none() && !program.class(def.class).is_library {
            d = d.also(def.span, "the field is declared here");
        }
    }
    d.note("elements are computed in any order, at once, or not at all; return what is to be kept, or write a loop")
}
