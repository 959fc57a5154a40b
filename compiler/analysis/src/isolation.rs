//! Which workers of task graphs may run on any thread.
//!
//! A worker is isolated where it is a pure function of its item, where its item and result can cross threads, and where no code
//! that it can reach touches what threads share: counts of references are not atomic, so even a reference in a final static field
//! stays with the host.

use super::effects::Effects;
use somd_hir::walk;
use somd_hir::*;
use somd_syntax::source::Span;
use std::collections::BTreeSet;

/// Why a worker has to stay on the thread that runs its graph, and where that stands.
pub fn why_not(program: &Program, effects: &Effects, id: MethodId) -> Option<(String, Span)> {
    let m = program.method(id);
    if !m.is_static {
        return Some((format!("`{}` works on an object, which belongs to the graph's thread", m.display), m.name_span));
    }
    if let Some(impurity) = effects.why_impure(program, id) {
        return Some(impurity.explain(program, id));
    }
    for p in &m.params {
        let p = &m.locals[p.index()];
        if !crosses(program, &p.ty) {
            return Some((format!("the parts of `{}` are counted, so it cannot cross threads", p.name), p.span));
        }
    }
    if !crosses(program, &m.ret) {
        let reason = format!("the parts of the result of `{}` are counted, so it cannot cross threads", m.display);
        return Some((reason, m.name_span));
    }
    shares(program, id)
}

/// Values that the runtime can hand to another thread: they have no parts that are counted on their own, other than the
/// rows of a value array.
pub fn crosses(program: &Program, ty: &Ty) -> bool {
    let string = program.known.classes.get("java.lang.String");
    match ty {
        Ty::Void => true,
        Ty::ValueArray { elem, .. } => elem.is_primitive(),
        Ty::Class(c) if Some(c) == string => true,
        Ty::Class(c) => {
            let class = program.class(*c);
            let plain = |c: &Class| {
                let own = c.fields.iter().map(|&f| program.field(f));
                own.filter(|f| !f.is_static).all(|f| f.ty.is_primitive())
            };
            let family = (0..program.classes.len() as u32).map(ClassId);
            class.is_value
                && class.kind != ClassKind::Enum
                && family
                    .filter(|&s| program.is_subclass(s, *c) || program.is_subclass(*c, s))
                    .all(|s| plain(program.class(s)))
        }
        ty => ty.is_primitive(),
    }
}

/// The first place that a call of `id` can reach where threads would meet.
fn shares(program: &Program, id: MethodId) -> Option<(String, Span)> {
    let string = program.known.classes.get("java.lang.String");
    let plain = |ty: &Ty| ty.is_primitive() || *ty == Ty::Null || matches!(ty, Ty::Class(c) if Some(c) == string);
    let mut seen = BTreeSet::new();
    let mut work = vec![id];
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        let m = program.method(id);
        let Some(body) = &m.body else { continue };
        let mut found: Option<(String, Span)> = None;
        let mut look = |e: &Expr| {
            let wrong = match &e.kind {
                ExprKind::Field { object: None, field } => {
                    let f = program.field(*field);
                    let shared = || format!("the static field `{}` holds an object, which threads would share", f.name);
                    (!f.ty.is_primitive()).then(shared)
                }
                ExprKind::Concat(parts) if !parts.iter().all(|p| plain(&p.ty)) => {
                    Some("it makes the text of an object, which its class says".to_string())
                }
                ExprKind::ClassLit(_) => Some("it uses a class object, which threads would share".to_string()),
                ExprKind::Call { kind: CallKind::Virtual, method, .. } => {
                    work.extend(program.classes.iter().filter_map(|c| c.vtable.get(method)));
                    None
                }
                ExprKind::Call { method, .. }
                | ExprKind::New { constructor: method, .. }
                | ExprKind::Map { method, .. }
                | ExprKind::ReduceMethod { method, .. } => {
                    work.push(*method);
                    None
                }
                _ => None,
            };
            if let (Some(reason), None) = (wrong, &found) {
                found = Some((reason, e.span));
            }
        };
        walk::exprs_in(body, &mut look);
        if found.is_some() {
            return found;
        }
    }
    None
}
