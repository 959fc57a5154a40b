//! Task graphs: workers as closures over an item, and which of them may leave the thread that runs the graph.
//!
//! A `somd.Task` is an object whose first field holds a graph of the runtime's module `task`. A worker is *isolated* there,
//! and may run on threads of its own, where [`isolation`] finds nothing against it and it cannot be what initialises a class.

use super::Context;
use super::code::{Code, string_literal};
use super::func::Function;
use super::reach;
use super::walk::{self, Node};
use somd_analysis::effects::Effects;
use somd_analysis::isolation;
use somd_hir::*;
use somd_syntax::source::Span;
use std::collections::BTreeSet;

impl Context<'_> {
    /// A worker that any thread may run.
    fn is_isolated(&self, id: MethodId) -> bool {
        let effects = self.effects.get_or_init(|| Effects::infer(self.program));
        !self.program.method(id).params.is_empty()
            && isolation::why_not(self.program, effects, id).is_none()
            && self.initialises_nothing(id)
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
            work.extend(reach::callees(self.program, &self.reach, id));
        }
        false
    }

    /// No code that a call of `id` can reach might be the first to use a class.
    fn initialises_nothing(&self, id: MethodId) -> bool {
        let main = self.program.method(self.main).class;
        let initialised = |c: ClassId| self.any_guard(c).is_none() || self.implies(main, c);
        let mut seen = BTreeSet::new();
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            let m = self.program.method(id);
            let mut fine = !m.is_static || initialised(m.class);
            let Some(body) = &m.body else { continue };
            walk::block(body, &mut |n| match n {
                Node::Expr(Expr { kind: ExprKind::Field { object: None, field }, .. }) => {
                    fine &= initialised(self.program.field(*field).class);
                }
                Node::Expr(Expr { kind: ExprKind::New { class, .. }, .. }) => fine &= initialised(*class),
                _ => {}
            });
            if !fine {
                return false;
            }
            work.extend(reach::callees(self.program, &self.reach, id));
        }
        true
    }
}

impl Function<'_> {
    /// `task C.m`, `task C(args).m`
    pub fn task(&mut self, method: MethodId, instance: Option<&Expr>, span: Span) -> Code {
        let graph = self.worker(method, instance);
        self.new_task(graph, span)
    }

    /// The graph of one worker.
    fn worker(&mut self, method: MethodId, instance: Option<&Expr>) -> Code {
        let program = self.cx.program;
        let made = match instance.map(|i| &i.ty) {
            Some(Ty::Class(c)) => program.dispatch(*c, method).unwrap_or(method),
            _ => method,
        };
        let m = program.method(made);
        let types = self.cx.passed_params(m);
        let mut args: Vec<String> = (0..types.len()).map(|i| format!("task::take(item, {i})")).collect();
        let mut before = String::new();
        if let Some(instance) = instance {
            let worker = self.temp("worker");
            let v = self.value(instance);
            before = format!("let {worker} = {}; ", v.text);
            let owner = self.cx.passed_ty(m, &Ty::Class(m.class));
            args.insert(0, self.convert_borrow(Code::atom(worker).borrow(), &instance.ty, &owner).text);
        }
        let item = if types.is_empty() { "_" } else { "item" };
        let call = self.cx.returned(m, Code::atom(format!("{}({})", self.cx.function(made), args.join(", "))));
        let guard = if m.is_static { self.cx.class_guard(self.method, m.class) } else { None };
        let guard = guard.map_or(String::new(), |g| format!("{g}; "));
        let result = if m.ret == Ty::Void {
            format!("{{ {guard}{}; Value::Void }}", call.text)
        } else if guard.is_empty() {
            format!("{}.into_value()", call.recv())
        } else {
            format!("{{ {guard}{}.into_value() }}", call.recv())
        };
        let graph = if instance.is_none() && self.cx.is_isolated(made) {
            let kind = if self.cx.has_regions(made) { "offloadable" } else { "isolated" };
            Code::atom(format!("task::{kind}(|{item}| {result})"))
        } else {
            let moved = if instance.is_some() { "move " } else { "" };
            Code::atom(format!("task::host({moved}|{item}| {result})"))
        };
        let item = |ty: &Ty| string_literal(&somd_hir::print::ty(program, ty));
        let takes: Vec<String> = m.params.iter().map(|p| item(&m.locals[p.index()].ty)).collect();
        let gives = if m.ret == Ty::Void { String::new() } else { item(&m.ret) };
        let typed = Code::atom(format!("task::typed({}, &[{}], &[{gives}])", graph.text, takes.join(", ")));
        self.wrap(before, typed)
    }

    /// `a => b`
    pub fn connect(&mut self, from: &[Expr], to: &[Expr], span: Span) -> Code {
        let Some(field) =
            reach::task_class(self.program_of()).and_then(|t| self.cx.program.class(t.class).fields.first().copied())
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
            if let ExprKind::Task { method, instance } = &t.kind {
                graphs.push(self.worker(*method, instance.as_deref()).text);
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
        match reach::task_class(self.program_of()) {
            Some(task) => Code::atom(format!("{}({})", self.cx.function(task.constructor), graph.borrow().text)),
            None => self.cx.unsupported(span, "task graphs without `somd.Task`"),
        }
    }

    fn program_of(&self) -> &Program {
        self.cx.program
    }
}
