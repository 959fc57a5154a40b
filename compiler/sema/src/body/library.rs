//! Which bodies of the library are attributed: those that the program may run.
//!
//! The library is part of every program, and most of it is not used by any one. All bodies of the program itself are attributed;
//! of the library follow the methods that what has been attributed may call, found as by rapid type analysis: a virtual call may
//! run every method of its name and number of parameters in the classes that are *live*, which are those that something makes
//! objects of, or names a static member of, and their supertypes. This is coarser than what the back ends do, which leave out what
//! `main` does not reach: whatever they emit has been attributed here.

use super::env::{ClassCtx, Env};
use super::{Attr, Library};
use crate::assemble::Needed;
use crate::made::made_body;
use crate::table::{ClassTable, Made};
use crate::types::Type;
use smol_str::SmolStr;
use somd_hir::plain_twins;
use somd_hir::walk;
use somd_hir::{Block, CallKind, ClassId, Expr, ExprKind, MethodId, Place, StmtKind, Ty};
use somd_syntax::ast;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet, VecDeque};

/// What the runtime calls without being told to: of any object, to sort, and to split and join in a SOMD method.
const CALLED_BY_RUNTIME: &[(&str, usize)] = &[
    ("toString", 0),
    ("equals", 1),
    ("hashCode", 0),
    ("compareTo", 1),
    ("compare", 2),
    ("run", 0),
    ("ranges", 2),
    ("combine", 1),
];

#[derive(Default)]
pub(crate) struct Demand {
    /// What has been asked for and is not attributed yet.
    queue: VecDeque<Work>,
    asked: BTreeSet<MethodId>,
    live: Vec<ClassId>,
    is_live: BTreeSet<ClassId>,
    /// Called virtually: name and number of parameters.
    called: HashSet<(SmolStr, usize)>,
    /// Bodies that have been attributed and not been looked at yet.
    pub finished: Vec<Finished>,
}

enum Work {
    Method(MethodId),
    StaticInit(ClassId),
}

pub(crate) enum Finished {
    Method(MethodId),
    StaticInit(ClassId),
}

impl Attr<'_> {
    /// Attributes what the program needs of the library, or all of it.
    pub fn library_bodies(&mut self, library: Library) {
        let of_library: Vec<ClassId> = self
            .t
            .class_ids()
            .filter(|&c| self.t.class(c).is_library && self.t.class(c).local_scope.is_none())
            .collect();
        if library == Library::Whole {
            for class in of_library {
                if self.t.class(class).outer.is_none() {
                    self.infer.clear();
                    self.class(class);
                }
            }
            return;
        }
        for &(name, params) in CALLED_BY_RUNTIME {
            self.demand.called.insert((name.into(), params));
        }
        let throwable = self.t.find_class("java.lang.Throwable");
        for &class in &of_library {
            // Whatever the runtime makes by itself, and the lowering calls: exceptions, the zeros of value classes, and what holds
            // reads against a view.
            let is_exception = throwable.is_some_and(|t| self.t.is_subclass(class, t));
            let def = self.t.class(class);
            if is_exception || def.is_value || matches!(def.name.as_str(), "java.lang.Object" | "somd.View") {
                self.demand.live(self.t, class);
                self.demand.whole_class(self.t, class);
            }
            // Strings too, but of their many methods only what is called.
            if def.name == "java.lang.String" {
                self.demand.live(self.t, class);
            }
        }
        for class in self.t.class_ids().filter(|&c| !self.t.class(c).is_library) {
            self.demand.live(self.t, class);
        }
        // What the lowering makes of a `sync` block.
        let has_sync = |b: &Block| {
            let mut found = false;
            walk::stmts_in(b, &mut |s| found |= matches!(s.kind, StmtKind::Sync { .. }));
            found
        };
        let mut bodies = self.out.methods.values().chain(self.out.static_inits.values());
        if bodies.any(|b| b.block.as_ref().is_some_and(has_sync))
            && let Some(class) = self.t.find_class("somd.Snapshot")
        {
            self.demand.live(self.t, class);
            self.demand.whole_class(self.t, class);
        }
        // What it makes of parallel streams.
        let mut bodies = self.out.methods.values().chain(self.out.static_inits.values());
        if bodies.any(|b| b.block.as_ref().is_some_and(|b| self.has_parallel_streams(b)))
            && let Some(class) = self.t.find_class("somd.StreamParts")
        {
            self.demand.live(self.t, class);
            self.demand.whole_class(self.t, class);
        }
        loop {
            for finished in std::mem::take(&mut self.demand.finished) {
                let body = match finished {
                    Finished::Method(m) => self.out.methods.get(&m),
                    Finished::StaticInit(c) => self.out.static_inits.get(&c),
                };
                let Some(body) = body else { continue };
                if let Some(block) = &body.block {
                    self.demand.body(self.t, block);
                }
            }
            match self.demand.queue.pop_front() {
                Some(Work::Method(m)) => self.attribute_member(m),
                Some(Work::StaticInit(c)) => self.within(c, |attr| attr.static_init(c)),
                None => break,
            }
        }
    }

    fn has_parallel_streams(&self, b: &Block) -> bool {
        let mut found = false;
        walk::exprs_in(b, &mut |e| {
            if let ExprKind::Call { method, .. } = &e.kind {
                let m = self.t.method(*method);
                found |= matches!(m.name.as_str(), "parallel" | "parallelStream") && self.t.class(m.class).is_library;
            }
        });
        found
    }

    fn attribute_member(&mut self, id: MethodId) {
        let def = self.t.method(id);
        let class = def.class;
        let is_constructor = def.is_constructor();
        self.within(class, |attr| if is_constructor { attr.constructor(class, id) } else { attr.method(id) });
    }

    /// Runs `f` in the environment of a class that is not local.
    fn within(&mut self, class: ClassId, f: impl FnOnce(&mut Self)) {
        self.infer.clear();
        let mut chain: Vec<ClassId> = std::iter::successors(Some(class), |&c| self.t.class(c).outer).collect();
        chain.reverse();
        for class in chain {
            let is_static = !self.t.class(class).is_inner;
            self.env.push(Env::Class(ClassCtx {
                class,
                is_lambda: false,
                is_static,
                captures: Vec::new(),
                parameters: None,
                self_instantiated: false,
                made_without_object: None,
            }));
        }
        self.scope = self.t.class_scope(class, false);
        f(self);
        self.env.clear();
    }

    /// The body of a method, which the parser leaves out in library files.
    pub fn body_of<'a>(&self, class: ClassId, decl: &'a ast::MethodDecl) -> Option<Cow<'a, ast::Block>> {
        let body = decl.body.as_ref()?;
        let text = self.sources.text(body.span);
        if !self.t.class(class).is_library || !body.stmts.is_empty() || text.is_empty() {
            return Some(Cow::Borrowed(body));
        }
        Some(Cow::Owned(somd_syntax::parse_body(text, body.span.lo)))
    }
}

impl Demand {
    /// What has been asked for, in the end.
    pub fn needed(&mut self) -> Needed {
        Needed { live: std::mem::take(&mut self.is_live), asked: std::mem::take(&mut self.asked) }
    }

    fn ask(&mut self, t: &ClassTable, method: MethodId) {
        let def = t.method(method);
        if !t.class(def.class).is_library || !self.asked.insert(method) {
            return;
        }
        // Those of a local class or a lambda are attributed with the body around it.
        if is_local(t, def.class) {
            return;
        }
        if let Some(native) = &def.native {
            // A native that makes objects of a class says so in its result type; some have a twin in plain arithmetic and loops.
            if let Some(made) = def.ret.class_id() {
                self.live(t, made);
            }
            if let Some(twins) = plain_twins(native).and_then(|name| t.find_class(name)) {
                for &twin in t.class(twins).methods.get(&def.name).into_iter().flatten() {
                    self.ask(t, twin);
                }
            }
        }
        // A description is made of texts alone.
        if def.made.is_some_and(|made| made.is_of_program() && made != Made::Describe) {
            self.made(t, method);
        }
        self.queue.push_back(Work::Method(method));
    }

    /// What the body uses of a method that no source stands for.
    fn made(&mut self, t: &ClassTable, method: MethodId) {
        if let Some(block) = made_body(t, method).and_then(|b| b.block) {
            self.body(t, &block);
        }
    }

    /// Objects or static members of the class are in use.
    fn live(&mut self, t: &ClassTable, class: ClassId) {
        if !self.is_live.insert(class) {
            return;
        }
        self.live.push(class);
        let def = t.class(class);
        for sup in def.superclass.iter().chain(&def.interfaces).filter_map(Type::class_id) {
            self.live(t, sup);
        }
        for &m in def.constructors.iter().chain(def.methods.values().flatten()) {
            if t.method(m).made.is_some_and(|made| !made.is_of_program()) {
                self.made(t, m);
            }
        }
        if !def.is_library {
            return;
        }
        if !is_local(t, class) {
            self.queue.push_back(Work::StaticInit(class));
        }
        if def.package == "somd" {
            // The back ends call these in ways of their own.
            self.whole_class(t, class);
            return;
        }
        for (name, methods) in &def.methods {
            for &m in methods {
                if self.called.contains(&(name.clone(), t.method(m).params.len())) {
                    self.ask(t, m);
                }
            }
        }
    }

    fn whole_class(&mut self, t: &ClassTable, class: ClassId) {
        let def = t.class(class);
        for &m in def.constructors.iter().chain(def.methods.values().flatten()) {
            self.ask(t, m);
        }
    }

    fn called(&mut self, t: &ClassTable, method: MethodId) {
        let def = t.method(method);
        if !self.called.insert((def.name.clone(), def.params.len())) {
            return;
        }
        for i in 0..self.live.len() {
            for &m in t.class(self.live[i]).methods.get(&def.name).map(Vec::as_slice).unwrap_or_default() {
                if t.method(m).params.len() == def.params.len() {
                    self.ask(t, m);
                }
            }
        }
    }

    /// What a body uses.
    fn body(&mut self, t: &ClassTable, block: &Block) {
        walk::exprs_in(block, &mut |e| self.expr(t, e));
    }

    fn expr(&mut self, t: &ClassTable, e: &Expr) {
        match &e.kind {
            ExprKind::Call { kind: CallKind::Virtual, method, .. } => self.called(t, *method),
            ExprKind::Call { method, .. } | ExprKind::Map { method, .. } | ExprKind::ReduceMethod { method, .. } => {
                self.direct(t, *method)
            }
            ExprKind::New { class, constructor, .. } => {
                self.live(t, *class);
                self.ask(t, *constructor);
            }
            ExprKind::Field { field, .. }
            | ExprKind::Assign { place: Place::Field { field, .. }, .. }
            | ExprKind::CompoundAssign { place: Place::Field { field, .. }, .. }
            | ExprKind::IncDec { place: Place::Field { field, .. }, .. } => {
                let field = t.field(*field);
                if field.is_static {
                    self.live(t, field.class);
                }
            }
            ExprKind::ClassLit(named) => {
                if let Ty::Class(named) = *named
                    && t.class(named).is_library
                    && let Some(constructor) = t.constructor_on_request(named)
                {
                    self.live(t, named);
                    self.ask(t, constructor);
                }
                if let Ty::Class(class) = e.ty {
                    self.live(t, class);
                    self.whole_class(t, class);
                }
            }
            ExprKind::Task { method, items, .. } => {
                // Items that come as primitives are boxed for a worker that takes boxes.
                let takes = match items {
                    Some(items) => items.takes.clone(),
                    None => t.method(*method).params.iter().map(|p| t.erase(p)).collect(),
                };
                takes.iter().for_each(|ty| self.boxing(t, ty));
                self.direct(t, *method);
                self.called(t, *method);
                self.task(t);
            }
            ExprKind::Connect { .. } => self.task(t),
            _ => {}
        }
    }

    /// `valueOf` of a box's class.
    fn boxing(&mut self, t: &ClassTable, ty: &Ty) {
        let Ty::Class(class) = *ty else { return };
        let ty = Type::class(class);
        if t.unboxed(&ty).is_some() {
            let made = t.methods_named(&ty, "valueOf");
            let primitive = |m: &MethodId| matches!(t.method(*m).params.as_slice(), [p] if p.is_primitive());
            made.into_iter().filter(primitive).for_each(|m| self.direct(t, m));
        }
    }

    fn direct(&mut self, t: &ClassTable, method: MethodId) {
        self.live(t, t.method(method).class);
        self.ask(t, method);
    }

    fn task(&mut self, t: &ClassTable) {
        if let Some(task) = t.find_class("somd.Task") {
            self.live(t, task);
        }
    }
}

/// In the body of a method, or made of a lambda.
fn is_local(t: &ClassTable, class: ClassId) -> bool {
    std::iter::successors(Some(class), |&c| t.class(c).outer)
        .any(|c| t.class(c).local_scope.is_some() || t.class(c).lambda.is_some())
}
