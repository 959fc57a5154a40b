//! Task graphs: workers as closures over an item, and which of them may leave the thread that runs the graph.
//!
//! A `somd.Task` is an object whose first field holds a graph of the runtime's module `task`. A worker is *isolated* there,
//! and may run on threads of its own, where [`isolation`] finds nothing against it and it cannot be what initialises a class.

use super::Context;
use super::code::{Code, string_literal};
use super::func::Function;
use somd_analysis::effects::{Effect, Effects};
use somd_analysis::isolation::{self, Shared};
use somd_analysis::world::World;
use somd_hir::*;
use somd_host::reachability;
use somd_host::walk::{self, Node};
use somd_syntax::source::Span;
use std::collections::BTreeSet;

impl Context<'_> {
    /// What a worker shares with other threads, where it may leave the one that runs the graph; `from` is where the task is made.
    fn isolated(&self, task: &Expr, from: ClassId) -> Option<Shared> {
        let ExprKind::Task { method, instance, items } = &task.kind else { return None };
        let effects = self.effects();
        let id = isolation::worker(self.program, *method, instance.as_deref());
        let items = self.program.items(id, items.as_deref());
        if items.takes.is_empty() || isolation::why_not(self.program, effects, task, from).is_some() {
            return None;
        }
        isolation::shared(self.program, id, &items).ok()
    }

    fn effects(&self) -> &Effects {
        self.effects.get_or_init(|| Effects::infer(self.program))
    }

    /// Objects of the class are constants of an enum that never change; those with bodies have classes of their own.
    pub fn is_constant(&self, id: ClassId) -> bool {
        let of_enum = std::iter::successors(Some(id), |&c| self.program.class(c).superclass)
            .find(|&c| self.program.class(c).kind == ClassKind::Enum);
        of_enum.is_some_and(|c| isolation::obstacle(self.program, &Ty::Class(c)).is_none())
    }

    /// Code that a call of `id` can reach has parallel regions.
    fn has_regions(&self, id: MethodId) -> bool {
        let mut seen = BTreeSet::new();
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            let Some(body) = &self.program.method(id).body else { continue };
            if !seen.insert(id) {
                continue;
            }
            let mut found = false;
            walk::block(body, &mut |n| found |= matches!(n, Node::Expr(Expr { kind: ExprKind::CoreCall { .. }, .. })));
            if found {
                return true;
            }
            work.extend(reachability::callees(self.program, &self.reach, id));
        }
        false
    }
}

impl Function<'_> {
    /// `task C.m`, `task C(args).m`
    pub fn task(&mut self, e: &Expr) -> Code {
        let graph = self.worker(e);
        self.new_task(graph, e.span)
    }

    /// The graph of one worker.
    fn worker(&mut self, e: &Expr) -> Code {
        let ExprKind::Task { method, instance, items } = &e.kind else {
            return self.cx.unsupported(e.span, "a task of another form");
        };
        let (program, instance) = (self.cx.program, instance.as_deref());
        let made = isolation::worker(program, *method, instance);
        let items = program.items(made, items.as_deref());
        let m = program.method(made);
        let types = self.cx.passed_params(m);
        let taken = items.takes.iter().zip(&types).enumerate();
        let mut args: Vec<String> = taken.map(|(i, (item, ty))| self.taken(i, item, ty)).collect();
        let mut before = String::new();
        let object = instance.map(|i| (self.temp("worker"), i));
        if let Some((worker, instance)) = &object {
            let v = self.value(instance);
            before = format!("let {worker} = {}; ", v.text);
            let owner = self.cx.passed_ty(m, &Ty::Class(m.class));
            let own = match self.cx.isolated(e, self.method.class) {
                Some(_) => Code::atom(format!("task::own::<{}>(own)", self.cx.target(&instance.ty))),
                None => Code::atom(worker.clone()).borrow(),
            };
            args.insert(0, self.convert_borrow(own, &instance.ty, &owner).text);
        }
        let item = if types.is_empty() { "_" } else { "item" };
        let call = self.cx.returned(m, Code::atom(format!("{}({})", self.cx.function(made), args.join(", "))));
        let guard = if m.is_static { self.cx.class_guard(self.method, m.class) } else { None };
        let guard = guard.map_or(String::new(), |g| format!("{g}; "));
        let result = if m.ret == Ty::Void {
            format!("{{ {guard}{}; Value::Void }}", call.text)
        } else {
            let given = self.given(call, &m.ret, &items.gives);
            if guard.is_empty() {
                format!("{}.into_value()", given.recv())
            } else {
                format!("{{ {guard}{}.into_value() }}", given.recv())
            }
        };
        let shared = self.cx.isolated(e, self.method.class);
        let graph = match (shared, &object) {
            (Some(shared), None) => {
                let kind = if self.cx.has_regions(made) { "offloadable" } else { "isolated" };
                self.prepared(format!("task::{kind}(|{item}| {result})"), &shared)
            }
            (Some(shared), Some((worker, _))) => {
                let may_offload = self.cx.has_regions(made);
                self.prepared(format!("task::stateful({may_offload}, {worker}, |own, {item}| {result})"), &shared)
            }
            (None, object) => {
                let effects = self.cx.effects().of(made);
                let all = [
                    (Effect::ReadsStatic, "task::READS"),
                    (Effect::WritesStatic, "task::WRITES"),
                    (Effect::Io, "task::IO"),
                    (Effect::Tasks, "task::TASKS"),
                ];
                let touched: Vec<&str> = all.iter().filter(|(e, _)| effects.has(*e)).map(|(_, name)| *name).collect();
                let moved = if object.is_some() { "move " } else { "" };
                Code::atom(match touched.is_empty() {
                    true => format!("task::host({moved}|{item}| {result})"),
                    false => format!("task::touching({}, {moved}|{item}| {result})", touched.join(" | ")),
                })
            }
        };
        let item = |ty: &Ty| string_literal(&print::item(program, ty));
        let takes: Vec<String> = items.takes.iter().map(item).collect();
        let gives = if items.gives == Ty::Void { String::new() } else { item(&items.gives) };
        let typed = Code::atom(format!("task::typed({}, &[{}], &[{gives}])", graph.text, takes.join(", ")));
        // A thread of the graph's may be the first to box an item: the boxes' classes are initialised before.
        let ends =
            items.takes.iter().chain([&items.gives, &m.ret]).chain(m.params.iter().map(|p| &m.locals[p.index()].ty));
        let boxes: BTreeSet<ClassId> =
            ends.filter_map(|ty| self.cx.program.boxing(ty)).map(|make| program.method(make).class).collect();
        for guard in boxes.into_iter().filter_map(|c| self.cx.class_guard(self.method, c)) {
            before += &format!("{guard}; ");
        }
        self.wrap(before, typed)
    }

    /// Item number `i`, of type `item`, for a parameter of type `ty`.
    fn taken(&self, i: usize, item: &Ty, ty: &Ty) -> String {
        if item.is_primitive() {
            return format!("task::number(item, {i})");
        }
        let taken = match self.cx.program.boxing(item) {
            Some(make) => {
                let taken = format!("task::boxed(item, {i}, {})", self.cx.function(make));
                Code::atom(taken).borrow()
            }
            None if self.cx.target(item) == self.cx.target(ty) => return format!("task::take(item, {i})"),
            None => Code::atom(format!("task::take::<&Ref<{}>>(item, {i})", self.cx.target(item))),
        };
        self.convert_borrow(taken, item, ty).text
    }

    /// What a worker returned, as an item: what a type variable stands for is tested, as where any other caller gets it.
    fn given(&self, call: Code, ret: &Ty, item: &Ty) -> Code {
        if ret == item || !item.is_reference() {
            return call;
        }
        let object = self.convert_ref(call, ret, &Ty::Null);
        match item {
            Ty::Class(c) => Code::atom(format!("{}::cast({})", self.cx.tested_class(*c), object.text)),
            _ => {
                let target = self.cx.target(item);
                Code::atom(format!("cast_array::<{target}>({}, {})", object.text, self.cx.ref_type(item)))
            }
        }
    }

    /// Nothing is against running the instances of `somd.Instances.run` on threads.
    pub fn on_threads(&self, e: &Expr) -> bool {
        isolation::instances_why_not(self.cx.program, self.cx.effects(), e, self.method.class).is_none()
    }

    /// `somd.Instances.run(count, k -> …)` on threads.
    pub fn instances(&mut self, e: &Expr) -> Code {
        let program = self.cx.program;
        let found = isolation::instances(program, e);
        let (Some((body, run)), ExprKind::Call { args, .. }) = (found, &e.kind) else {
            return self.cx.unsupported(e.span, "instances of another form");
        };
        let shared = isolation::instances_share(program, run, &World::of(program, run)).unwrap_or_default();
        let (m, class) = (program.method(run), body.ty.clone());
        let (count, object) = (self.value(&args[0]).text, self.value(body));
        let owner = self.cx.passed_ty(m, &Ty::Class(m.class));
        let own = Code::atom(format!("task::own::<{}>(own)", self.cx.target(&class)));
        let this = self.convert_borrow(own, &class, &owner).text;
        let call = self.cx.returned(m, Code::atom(format!("{}({this}, k)", self.cx.function(run))));
        let given = self.convert_ref(call, &m.ret, &Ty::Null).text;
        let (may_offload, ready) = (self.cx.has_regions(run), self.made_ready(&shared));
        let object = object.recv();
        Code::atom(format!(
            "task::instances({count}, {object}.into_up(), {may_offload}, |own, k| {given}, || {{ {ready} }})"
        ))
    }

    /// The worker with what makes its constants ready for other threads.
    fn prepared(&self, worker: String, shared: &Shared) -> Code {
        let steps = self.made_ready(shared);
        match steps.is_empty() {
            true => Code::atom(worker),
            false => Code::atom(format!("task::prepared({worker}, || {{ {steps} }})")),
        }
    }

    /// The steps that make what code takes from its program ready for other threads.
    fn made_ready(&self, shared: &Shared) -> String {
        let guards = shared.classes.iter().filter_map(|&c| self.cx.any_guard(c).map(|g| format!("{g}; ")));
        let used = shared.fields.iter().filter(|f| self.cx.reach.fields.contains(f));
        let fields = used.map(|&f| {
            let value = self.cx.getter(f);
            let by_value = if self.cx.is_fixed(f) { "" } else { "&" };
            format!("task::share({by_value}{value}); ")
        });
        // Two classes may have one initialised ancestor.
        let steps: BTreeSet<String> = guards.chain(fields).collect();
        String::from_iter(steps).trim_end().to_string()
    }

    /// `a => b`
    pub fn connect(&mut self, from: &[Expr], to: &[Expr], span: Span) -> Code {
        let Some(field) = reachability::task_class(self.program_of())
            .and_then(|t| self.cx.program.class(t.class).fields.first().copied())
        else {
            return self.cx.unsupported(span, "task graphs without `somd.Task`");
        };
        let field = self.cx.field_name(field);
        let graph = self.chain(from, to, &field);
        self.new_task(Code::atom(format!("{graph}.graph()")), span)
    }

    /// `a => b => c`, side by side: calls within calls would nest as deeply as a graph is long.
    fn chain(&mut self, from: &[Expr], to: &[Expr], field: &str) -> String {
        match from {
            [Expr { kind: ExprKind::Connect { from, to: next }, .. }] => {
                let first = self.chain(from, next, field);
                format!("{first}.to(&[{}])", self.graphs(to, field))
            }
            _ => format!("task::chain(&[{}], &[{}])", self.graphs(from, field), self.graphs(to, field)),
        }
    }

    fn graphs(&mut self, tasks: &[Expr], field: &str) -> String {
        let mut graphs = Vec::new();
        for t in tasks {
            if let ExprKind::Task { .. } = &t.kind {
                graphs.push(self.worker(t).text);
                continue;
            }
            let name = string_literal(&self.messages().name(t));
            let v = self.value(t);
            graphs.push(format!("{}.invoke(\"somd.Task.connect(somd.Task)\", {name}).{field}.get()", v.recv()));
        }
        graphs.join(", ")
    }

    /// The object that stands for a graph.
    fn new_task(&mut self, graph: Code, span: Span) -> Code {
        match reachability::task_class(self.program_of()) {
            Some(task) => Code::atom(format!("{}({})", self.cx.function(task.constructor), graph.borrow().text)),
            None => self.cx.unsupported(span, "task graphs without `somd.Task`"),
        }
    }

    fn program_of(&self) -> &Program {
        self.cx.program
    }
}
