//! The plan as text, a method at a time, for people and tests.

use crate::HostPlan;
use crate::locals::{Use, locals};
use crate::walk::{self, Node};
use somd_hir::*;
use std::collections::BTreeSet;

/// What is decided of the program's own methods that can run, in the order in which they are declared.
pub fn print(plan: &HostPlan) -> String {
    let own = |m: &&MethodId| !plan.program.class(plan.program.method(**m).class).is_library;
    plan.reach.methods.iter().filter(own).map(|&m| method(plan, m)).collect()
}

fn method(plan: &HostPlan, id: MethodId) -> String {
    let m = plan.program.method(id);
    let mut out = format!("{}{}\n", m.display, listed(": ", forms(plan, id)));
    let locals = locals(plan, id, m);
    for (i, local) in m.locals.iter().enumerate() {
        let l = LocalId(i as u32);
        let what = if m.params.contains(&l) { "parameter" } else { "local" };
        let mut how = uses(&locals.uses[i], &local.ty);
        if locals.stack_arrays.contains(&l) {
            how.push("an array on the stack".into());
        }
        if let Some(c) = plan.stack_local(id, l) {
            how.push(format!("a {} on the stack", plan.program.class(c).name));
        }
        out += &format!("    {what} {}{}\n", local.name, listed(": ", how));
    }
    if !locals.moved_out.reads.is_empty() || !locals.moved_out.exchanges.is_empty() {
        let (reads, exchanges) = (locals.moved_out.reads.len(), locals.moved_out.exchanges.len());
        out += &format!("    destructive reads {reads}, exchanges {exchanges}\n");
    }
    for call in m.body.iter().flat_map(|b| virtual_calls(plan, b)) {
        out += &format!("    {call}\n");
    }
    out
}

/// The forms that a method has, and what is said of it as a whole.
fn forms(plan: &HostPlan, id: MethodId) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut note = |holds: bool, text: &str| out.extend(holds.then(|| text.to_string()));
    note(plan.recursion.methods.contains(&id), "recursive");
    note(plan.recursion.checked.contains(&id), "looks at the stack");
    note(plan.results.contains(&id), "gives back what it throws");
    note(plan.receiver_returns.contains(&id), "lends its receiver");
    note(plan.borrowed_returns.contains_key(&id), "lends its result");
    note(plan.escape.part_of_callers.contains(&id) || plan.leaves.contains(&id), "part of its callers");
    note(plan.fast_paths.heads.contains(&id), "a fast path");
    note(plan.fast_paths.rest.contains(&id), "behind a fast path");
    note(plan.arithmetic.contains(&id), "arithmetic");
    note(plan.stores.get(&id).is_some_and(|s| s.is_nothing()), "stores no reference");
    if let Some(c) = plan.returned_class(id) {
        out.push(format!("makes a {}", plan.program.class(c).name));
    }
    out
}

fn uses(u: &Use, ty: &Ty) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut note = |holds: bool, text: &str| out.extend(holds.then(|| text.to_string()));
    note(!u.read, "not read");
    note(u.written, "assigned");
    if ty.is_reference() {
        note(u.borrowed, "borrowed");
        note(u.taken, "handed over");
        note(!u.borrowed && !u.taken, "counted");
    }
    out
}

/// The virtual calls of a body, each once, with what they run.
fn virtual_calls(plan: &HostPlan, body: &Block) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    walk::block(body, &mut |n| {
        let Node::Expr(Expr { kind: ExprKind::Call { kind: CallKind::Virtual, method, receiver, .. }, .. }) = n else {
            return;
        };
        let targets = plan.targets(*method, receiver.as_deref());
        let names: Vec<&str> = targets.iter().map(|(m, _)| plan.program.method(*m).display.as_str()).collect();
        let how = match names.as_slice() {
            [] => "never runs".to_string(),
            [only] => format!("runs {only}"),
            all => format!("runs one of {}", all.join(", ")),
        };
        out.insert(format!("call {}: {how}", plan.program.method(*method).display));
    });
    out
}

fn listed(before: &str, parts: Vec<String>) -> String {
    if parts.is_empty() { String::new() } else { format!("{before}{}", parts.join(", ")) }
}
