//! Which workers of task graphs may leave the thread that runs the graph.
//!
//! A static worker may run on any thread, and on several at once, where it is a function of its item. One that is a method of an object
//! keeps something between items; it may run on a thread of its own where nobody else knows that object or any part of it. Both ask that
//! items and results can cross threads ([`obstacle`]), and that no code which the worker can reach touches what threads share: counts of
//! references are not atomic. Constants are the exception: what a static final field holds that never changes is shared before
//! threads begin, and counted no more ([`Shared`]).

use super::effects::{Effect, Effects, Impurity};
use super::world::World;
use somd_hir::walk;
use somd_hir::*;
use somd_syntax::source::Span;
use std::collections::BTreeSet;

/// What a worker's code takes from its program: it is made ready before other threads run the code.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// Static final fields that hold constants.
    pub fields: BTreeSet<FieldId>,
    /// Classes that may be initialised by the code.
    pub classes: BTreeSet<ClassId>,
}

/// What runs for an item: an instance's class is known, so no other override does.
pub fn worker(program: &Program, method: MethodId, instance: Option<&Expr>) -> MethodId {
    match instance.map(|i| &i.ty) {
        Some(Ty::Class(c)) => program.dispatch(*c, method).unwrap_or(method),
        _ => method,
    }
}

/// Why a worker has to stay on the thread that runs its graph, and where that stands. `from` is the class in whose code the task is made.
pub fn why_not(program: &Program, effects: &Effects, task: &Expr, from: ClassId) -> Option<(String, Span)> {
    let ExprKind::Task { method, instance, items } = &task.kind else {
        return Some(("it is not a task".into(), task.span));
    };
    let instance = instance.as_deref();
    let id = worker(program, *method, instance);
    let m = program.method(id);
    let items = program.items(id, items.as_deref());
    if items.gives == Ty::Void {
        return Some(Impurity::NoResult.explain(program, id));
    }
    if let Some(effect) = effects.of(id).telling(|e| leaves(m, e)) {
        return Some(Impurity::Effect(effect, effects.chain(id, effect)).explain(program, id));
    }
    if let Some(instance) = instance
        && let Some(why) = known_elsewhere(program, effects, instance)
    {
        return Some(why);
    }
    for (p, ty) in m.params.iter().zip(&items.takes) {
        let p = &m.locals[p.index()];
        if let Some(why) = obstacle(program, ty) {
            return Some((format!("the item `{}` cannot cross threads: {why}", p.name), p.span));
        }
    }
    if let Some(why) = obstacle(program, &items.gives) {
        return Some((format!("the result of `{}` cannot cross threads: {why}", m.display), m.name_span));
    }
    let shared = match shared(program, id, &items) {
        Ok(shared) => shared,
        Err(why) => return Some(why),
    };
    initialised_first(program, effects, &shared, from)
}

/// A worker with this effect is seen outside, or sees what is there. Writing to its object is what a method of an object is for.
fn leaves(m: &Method, effect: Effect) -> bool {
    effect.breaks_isolation() || effect == Effect::WritesParameter || m.is_static && effect == Effect::WritesThis
}

/// The static initialiser that using a class would run, where it does more than to make the class's constants.
fn initialiser_with_effects(program: &Program, effects: &Effects, c: ClassId, from: ClassId) -> Option<MethodId> {
    let mut at = Some(c);
    while let Some(k) = at {
        let class = program.class(k);
        let done = program.is_subclass(from, k) || class.is_library || is_main(program, k);
        if let Some(init) = class.static_init.filter(|_| !done)
            && !effects.of(init).is_local()
        {
            return Some(init);
        }
        at = class.superclass;
    }
    None
}

/// A class that the program begins with, which is initialised before everything else.
fn is_main(program: &Program, c: ClassId) -> bool {
    program.class(c).methods.iter().any(|&m| {
        let m = program.method(m);
        m.is_static && m.name == "main" && m.ret == Ty::Void && m.params.len() == 1
    })
}

// ---- instances ----------------------------------------------------------------------------------------------------

/// The function object of a call of `somd.Instances.run`, and the method that runs for each instance.
pub fn instances<'e>(program: &Program, e: &'e Expr) -> Option<(&'e Expr, MethodId)> {
    let ExprKind::Call { method, args, receiver: None, .. } = &e.kind else { return None };
    let called = program.method(*method);
    if called.name != "run" || program.class(called.class).name != "somd.Instances" {
        return None;
    }
    let body = without_upcast(args.get(1)?);
    let ExprKind::New { class, .. } = &body.kind else { return None };
    let of_body = |m: &MethodId| program.class(program.method(*m).class).name == "somd.InstanceBody";
    let run = program.class(*class).vtable.iter().find(|(declared, _)| of_body(declared))?;
    Some((body, *run.1))
}

/// Why the instances of such a call run on one core, and where that stands. They may run on several threads where they are functions of what they
/// are given: values, and arrays of numbers, which they do not change. `from` is the class in whose code the call stands.
pub fn instances_why_not(program: &Program, effects: &Effects, e: &Expr, from: ClassId) -> Option<(String, Span)> {
    let (body, run) = instances(program, e)?;
    let world = World::of(program, run);
    let inside = Effects::within(program, &world);
    let ExprKind::New { args, .. } = &body.kind else { return None };
    if let Some(effect) = inside.of(run).telling(|e| e.breaks_isolation() || e == Effect::WritesParameter) {
        return Some(Impurity::Effect(effect, inside.chain(run, effect)).explain(program, run));
    }
    for a in args {
        let mut leaf = &a.ty;
        while let Ty::Array { elem, .. } = leaf {
            leaf = elem;
        }
        if let Some(why) = obstacle(program, leaf).filter(|_| !leaf.is_primitive()) {
            return Some((format!("all instances would share an object: {why}"), a.span));
        }
        if a.ty.is_reference() && matches!(a.ty, Ty::Array { .. }) && !leaf.is_primitive() {
            return Some(("all instances would share an array of objects".into(), a.span));
        }
    }
    let shared = match instances_share(program, run, &world) {
        Ok(shared) => shared,
        Err(why) => return Some(why),
    };
    initialised_first(program, effects, &shared, from)
}

/// What the instances take from the program, or the first place where threads would meet.
pub fn instances_share(program: &Program, run: MethodId, world: &World) -> Result<Shared, (String, Span)> {
    reached(program, run, &program.items(run, None), Some(world))
}

/// A class that the code may be the first to use, where that does more than to make the class's constants.
fn initialised_first(program: &Program, effects: &Effects, shared: &Shared, from: ClassId) -> Option<(String, Span)> {
    shared.classes.iter().find_map(|&c| {
        let init = initialiser_with_effects(program, effects, c, from)?;
        let effect = effects.of(init).telling(Effect::breaks_isolation)?;
        let class = program.class(program.method(init).class);
        Some((
            format!("it may be the first to use `{}`, whose static initialiser {}", class.name, effect.verb()),
            class.span,
        ))
    })
}

// ---- types ------------------------------------------------------------------------------------------------------

/// Why items of a type cannot go to another thread: what in it can change, or has an identity that a copy would not have. Values cross,
/// whatever they hold, and so do boxes, and enums whose constants never change.
pub fn obstacle(program: &Program, ty: &Ty) -> Option<String> {
    match ty {
        Ty::Void | Ty::Null | Ty::ValueArray { .. } => None,
        Ty::Array { elem, .. } => {
            let shown = print::ty(program, elem);
            let instead = if super::effects::is_value_type(program, elem) {
                format!("; a value array `{shown}[[]]` cannot")
            } else {
                String::new()
            };
            Some(format!("an array `{shown}[]` can change{instead}"))
        }
        Ty::Class(c) => class_obstacle(program, *c, &mut BTreeSet::new()),
        _ => None,
    }
}

/// Types whose objects cross although no `value` says so.
fn is_plain_library_value(program: &Program, c: ClassId) -> bool {
    let known = ["String", "Boolean", "Byte", "Short", "Character", "Integer", "Long", "Float", "Double"];
    program.class(c).name.strip_prefix("java.lang.").is_some_and(|n| known.contains(&n))
}

fn class_obstacle(program: &Program, c: ClassId, seen: &mut BTreeSet<ClassId>) -> Option<String> {
    let class = program.class(c);
    if class.is_value || is_plain_library_value(program, c) || !seen.insert(c) {
        return None;
    }
    let name = &class.name;
    if class.kind == ClassKind::Interface || class.name == "java.lang.Object" {
        return Some(format!("an object of any class may stand for `{name}`"));
    }
    // Constants with bodies have classes of their own.
    let family = (0..program.classes.len() as u32).map(ClassId);
    let family = family.filter(|&k| program.is_subclass(k, c) || program.is_subclass(c, k));
    for f in family.flat_map(|k| program.class(k).fields.iter()) {
        let field = program.field(*f);
        let owner = program.class(field.class);
        if field.is_static || owner.name == "java.lang.Enum" {
            continue;
        }
        let (of, what) = (&owner.name, &field.name);
        if owner.is_library {
            return Some(format!("a `{name}` can change, or has an identity"));
        }
        if !field.is_final {
            return Some(format!("the field `{what}` of `{of}` can be assigned"));
        }
        let inner = match &field.ty {
            Ty::Class(k) => class_obstacle(program, *k, seen),
            ty => obstacle(program, ty),
        };
        if let Some(inner) = inner {
            return Some(format!("through the field `{what}` of `{of}`: {inner}"));
        }
    }
    match class.kind {
        ClassKind::Enum => None,
        ClassKind::Record => Some(format!("`{name}` has an identity; a `value record` has none")),
        _ => Some(format!("`{name}` has an identity; a `value class` has none")),
    }
}

// ---- objects of a worker's own ----------------------------------------------------------------------------------

/// Why somebody else may know the object that a task is made of, or a part of it.
fn known_elsewhere(program: &Program, effects: &Effects, instance: &Expr) -> Option<(String, Span)> {
    let ExprKind::New { class, constructor, args } = &without_upcast(instance).kind else {
        return Some(("its object may be known elsewhere".into(), instance.span));
    };
    if let Some(effect) = effects.of(*constructor).telling(Effect::breaks_isolation) {
        let chain = effects.chain(*constructor, effect);
        let (_, at) = Impurity::Effect(effect, chain).explain(program, *constructor);
        let name = &program.class(*class).name;
        let at = if at.is_none() { instance.span } else { at };
        return Some((format!("the constructor of `{name}` {}", effect.verb()), at));
    }
    if let Err(why) = shared(program, *constructor, &program.items(*constructor, None)) {
        return Some(why);
    }
    args.iter().find_map(|a| not_owned(program, effects, a))
}

/// Why somebody else may know what an argument of a constructor gives.
fn not_owned(program: &Program, effects: &Effects, arg: &Expr) -> Option<(String, Span)> {
    if arg.ty.is_primitive() || obstacle(program, &arg.ty).is_none() {
        return None;
    }
    let all = |args: &[Expr]| args.iter().find_map(|a| not_owned(program, effects, a));
    match &arg.kind {
        ExprKind::Upcast(inner) | ExprKind::CheckCast(inner) => not_owned(program, effects, inner),
        ExprKind::Lit(_) | ExprKind::Thaw(_) => None,
        ExprKind::Cond(_, a, b) => not_owned(program, effects, a).or_else(|| not_owned(program, effects, b)),
        ExprKind::ArrayLit(elements) => all(elements),
        ExprKind::NewArray { .. } => None,
        ExprKind::New { class, args, .. } if matches!(program.class(*class).kind, ClassKind::Lambda { .. }) => {
            all(args)
        }
        ExprKind::New { .. } => known_elsewhere(program, effects, arg),
        ExprKind::This => Some(("its object knows the one around it".into(), arg.span)),
        _ => {
            let why = obstacle(program, &arg.ty).unwrap_or_default();
            Some((format!("its object is given what others may know: {why}"), arg.span))
        }
    }
}

// ---- code -------------------------------------------------------------------------------------------------------

/// What a call of `id` takes from the program, or the first place where threads would meet.
pub fn shared(program: &Program, id: MethodId, items: &Items) -> Result<Shared, (String, Span)> {
    reached(program, id, items, None)
}

fn reached(program: &Program, id: MethodId, items: &Items, world: Option<&World>) -> Result<Shared, (String, Span)> {
    let (seen, types) = (BTreeSet::new(), BTreeSet::new());
    let mut reach = Reach { program, world, shared: Shared::default(), seen, work: vec![id], types };
    items.takes.iter().chain([&items.gives]).for_each(|t| reach.ty(t));
    while let Some(id) = reach.work.pop() {
        if !reach.seen.insert(id) {
            continue;
        }
        let m = program.method(id);
        if m.is_static {
            reach.shared.classes.insert(m.class);
        }
        m.locals.iter().map(|l| &l.ty).chain([&m.ret]).for_each(|t| reach.ty(t));
        let mut found = None;
        if let Some(body) = &m.body {
            walk::exprs_in(body, &mut |e| {
                if found.is_none() {
                    found = reach.expr(e).map(|why| (why, e.span));
                }
            });
        }
        if let Some(found) = found {
            return Err(found);
        }
    }
    Ok(reach.shared)
}

struct Reach<'a> {
    program: &'a Program,
    /// Objects are of no other classes than these.
    world: Option<&'a World>,
    shared: Shared,
    seen: BTreeSet<MethodId>,
    work: Vec<MethodId>,
    /// The classes of values whose parts have been looked at.
    types: BTreeSet<ClassId>,
}

impl Reach<'_> {
    fn expr(&mut self, e: &Expr) -> Option<String> {
        self.ty(&e.ty);
        match &e.kind {
            ExprKind::Field { object: None, field } => return self.constant(*field),
            ExprKind::Concat(parts) => parts.iter().for_each(|p| self.text(&p.ty)),
            ExprKind::ClassLit(_) => return Some("it uses a class object, which threads would share".to_string()),
            ExprKind::Call { kind: CallKind::Virtual, method, receiver, .. } => {
                let of = match receiver.as_ref().map(|r| &r.ty) {
                    Some(Ty::Class(c)) => *c,
                    _ => self.program.method(*method).class,
                };
                self.overrides(*method, of);
            }
            ExprKind::New { class, constructor, .. } => {
                self.shared.classes.insert(*class);
                self.work.push(*constructor);
            }
            ExprKind::Call { method, .. } | ExprKind::Map { method, .. } | ExprKind::ReduceMethod { method, .. } => {
                self.work.push(*method);
            }
            ExprKind::ArrayStep(step) => self.work.extend(step.method),
            _ => {}
        }
        None
    }

    /// Every method that a call on an object of the class may run.
    fn overrides(&mut self, method: MethodId, of: ClassId) {
        for (i, class) in self.program.classes.iter().enumerate() {
            let id = ClassId(i as u32);
            if self.program.is_subclass(id, of) && self.world.is_none_or(|w| w.classes.contains(&id)) {
                self.work.extend(class.vtable.get(&method));
            }
        }
        if self.world.is_none() {
            self.work.push(method);
        }
    }

    /// The text of a value of this type is asked for.
    fn text(&mut self, ty: &Ty) {
        match ty {
            Ty::Class(c) => {
                let object = self.program.known.classes.get("java.lang.Object");
                let methods = object.map_or(&[][..], |&o| self.program.class(o).methods.as_slice());
                let text = methods.iter().find(|&&m| self.program.method(m).name == "toString");
                if let Some(&text) = text {
                    self.overrides(text, *c);
                }
            }
            Ty::ValueArray { elem, .. } => self.text(elem),
            _ => {}
        }
    }

    /// A static field is read.
    fn constant(&mut self, id: FieldId) -> Option<String> {
        let f = self.program.field(id);
        let class = self.program.class(f.class);
        self.shared.classes.insert(f.class);
        if f.ty.is_primitive() || f.constant.is_some() {
            return None;
        }
        let why = match &f.ty {
            _ if !f.is_final => Some("it can be assigned".to_string()),
            // The library's own tables never change once they are made.
            Ty::Array { .. } if class.is_library => None,
            ty => obstacle(self.program, ty),
        };
        if why.is_none() {
            self.shared.fields.insert(id);
        }
        why.map(|why| format!("threads would share what the static field `{}` holds: {why}", f.name))
    }

    /// The constants of enums are where values of their types are, whether the code names them or not.
    fn ty(&mut self, ty: &Ty) {
        match ty {
            Ty::Array { elem, .. } | Ty::ValueArray { elem, .. } => self.ty(elem),
            Ty::Class(c) if self.types.insert(*c) => {
                let class = self.program.class(*c);
                if class.kind == ClassKind::Enum && class_obstacle(self.program, *c, &mut BTreeSet::new()).is_none() {
                    self.shared.fields.extend(&class.constants);
                    self.shared.classes.insert(*c);
                } else if class.is_value {
                    for &f in &class.fields {
                        self.ty(&self.program.field(f).ty);
                    }
                }
            }
            _ => {}
        }
    }
}
