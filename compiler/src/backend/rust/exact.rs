//! The exact class of what a variable holds, where everything that is ever put there is made by one class's `new`.
//!
//! The whole program is known, so `List<Integer> list = new ArrayList<>()` says what `list.add(1)` runs, through fields,
//! parameters and results too: the flow of references from every `new` to locals, fields and results, without regard to the
//! order in which things run (O. Shivers's 0CFA, cut down to at most one class a variable). Null is of every class.

use super::Context;
use super::expr::strip_upcast;
use super::moves;
use super::walk::{self, Node};
use crate::hir::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What holds references.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Variable {
    Local(MethodId, LocalId),
    Field(FieldId),
    Result(MethodId),
}

/// Where a reference comes from.
#[derive(Clone, Copy)]
enum Source {
    New(ClassId),
    Variable(Variable),
    /// Elsewhere: an array, the runtime, an expression that is not looked into.
    Any,
}

/// The receivers of virtual calls that are of one class, by address.
#[derive(Default)]
pub struct Exact(HashMap<*const Expr, ClassId>);

/// How often it is looked at what calls run: a list's iterator, its elements' own lists, theirs.
pub const ROUNDS: u32 = 3;

/// The classes that a variable may hold: absent none so far, None more than one.
type Held = BTreeMap<Variable, Option<ClassId>>;

pub fn exact_receivers(cx: &Context) -> Exact {
    let mut flow = Flow { cx, edges: Vec::new() };
    let mut called: Vec<(&Expr, Vec<Source>)> = Vec::new();
    for &m in &cx.reach.methods {
        flow.method(m, &mut called);
    }
    for m in moves::pinned_methods(cx) {
        for &p in &cx.program.method(m).params {
            flow.edges.push((Variable::Local(m, p), Source::Any));
        }
    }
    let held = propagate(&flow.edges);
    let exact = called.into_iter().filter_map(|(receiver, sources)| {
        let mut classes = BTreeSet::new();
        for s in sources {
            classes.extend(class_of(&held, s));
        }
        match (classes.pop_first(), classes.is_empty()) {
            (Some(Some(class)), true) => Some((std::ptr::from_ref(receiver), class)),
            _ => None,
        }
    });
    Exact(exact.collect())
}

/// No class yet, one, or more.
fn class_of(held: &Held, source: Source) -> Option<Option<ClassId>> {
    match source {
        Source::New(c) => Some(Some(c)),
        Source::Variable(v) => held.get(&v).copied(),
        Source::Any => Some(None),
    }
}

fn propagate(edges: &[(Variable, Source)]) -> Held {
    let mut out: BTreeMap<Variable, Vec<Variable>> = BTreeMap::new();
    let mut held = Held::new();
    let mut work: Vec<(Variable, Option<ClassId>)> = Vec::new();
    for &(to, source) in edges {
        match source {
            Source::New(c) => work.push((to, Some(c))),
            Source::Any => work.push((to, None)),
            Source::Variable(from) => out.entry(from).or_default().push(to),
        }
    }
    while let Some((to, class)) = work.pop() {
        let joined = match held.get(&to) {
            None => class,
            Some(old) if *old == class => continue,
            Some(None) => continue,
            Some(Some(_)) => None,
        };
        held.insert(to, joined);
        work.extend(out.get(&to).into_iter().flatten().map(|&next| (next, joined)));
    }
    held
}

struct Flow<'a, 'c> {
    cx: &'c Context<'a>,
    edges: Vec<(Variable, Source)>,
}

impl<'a, 'c> Flow<'a, 'c> {
    fn put(&mut self, m: MethodId, to: Variable, value: &Expr) {
        if value.ty.is_reference() {
            let mut sources = Vec::new();
            self.sources(m, value, &mut sources);
            self.edges.extend(sources.into_iter().map(|s| (to, s)));
        }
    }

    fn pass(&mut self, m: MethodId, to: MethodId, args: &[Expr]) {
        let params = &self.cx.program.method(to).params;
        for (&p, a) in params.iter().zip(args) {
            self.put(m, Variable::Local(to, p), a);
        }
    }

    fn method(&mut self, m: MethodId, called: &mut Vec<(&'c Expr, Vec<Source>)>) {
        let program = self.cx.program;
        let Some(body) = &program.method(m).body else {
            self.edges.push((Variable::Result(m), Source::Any));
            return;
        };
        // Locals that get a value in a way of their own; those with an initialiser, by a pattern or of a switch are seen there.
        let mut declared = BTreeSet::new();
        let mut seen = BTreeSet::new();
        walk::block(body, &mut |n| match n {
            Node::Declare(l) => {
                declared.insert(l);
            }
            Node::Place(_) => {}
            Node::Stmt(s) => match &s.kind {
                StmtKind::Local { local, init } => {
                    seen.insert(*local);
                    if let Some(e) = init {
                        self.put(m, Variable::Local(m, *local), e);
                    }
                }
                StmtKind::Return(Some(e)) => self.put(m, Variable::Result(m), e),
                _ => {}
            },
            Node::Expr(e) => match &e.kind {
                ExprKind::InstanceOf { expr, binding: Some(b), .. } => {
                    seen.insert(*b);
                    self.put(m, Variable::Local(m, *b), expr);
                }
                ExprKind::Switch(s) => {
                    seen.insert(s.result);
                }
                ExprKind::Assign { place, value } => {
                    if let Some(to) = variable(m, place) {
                        self.put(m, to, value);
                    }
                }
                ExprKind::CompoundAssign { place, .. } => {
                    self.edges.extend(variable(m, place).map(|to| (to, Source::Any)));
                }
                ExprKind::CoreCall { results, .. } => {
                    self.edges.extend(results.iter().filter_map(|p| variable(m, p)).map(|to| (to, Source::Any)));
                }
                ExprKind::New { class, constructor, args } => match program.class(*class).kind {
                    ClassKind::Lambda { .. } => {
                        for (&f, a) in program.class(*class).fields.iter().zip(args) {
                            self.put(m, Variable::Field(f), a);
                        }
                    }
                    _ => self.pass(m, *constructor, args),
                },
                ExprKind::Call { kind, method, receiver, args } => {
                    for t in self.runs(*kind, *method, receiver.as_deref()) {
                        self.pass(m, t, args);
                    }
                    if let (CallKind::Virtual, Some(receiver)) = (kind, receiver) {
                        let receiver = strip_upcast(receiver);
                        let mut sources = Vec::new();
                        self.sources(m, receiver, &mut sources);
                        called.push((receiver, sources));
                    }
                }
                _ => {}
            },
        });
        let elsewhere = declared.difference(&seen).map(|&l| (Variable::Local(m, l), Source::Any));
        self.edges.extend(elsewhere);
    }

    /// The methods that a call can run, as far as the round before knows.
    fn runs(&self, kind: CallKind, method: MethodId, receiver: Option<&Expr>) -> Vec<MethodId> {
        if kind != CallKind::Virtual {
            return vec![method];
        }
        self.cx.targets(method, receiver).into_iter().map(|(m, _)| m).collect()
    }

    fn sources(&self, m: MethodId, e: &Expr, out: &mut Vec<Source>) {
        match &e.kind {
            ExprKind::Lit(Lit::Null) => {}
            ExprKind::New { class, .. } => out.push(Source::New(*class)),
            ExprKind::Upcast(i) | ExprKind::CheckCast(i) | ExprKind::Sequence(_, i) => self.sources(m, i, out),
            ExprKind::ArrayStep(step) => self.sources(m, &step.host, out),
            ExprKind::Assign { value, .. } => self.sources(m, value, out),
            ExprKind::Cond(_, a, b) => {
                self.sources(m, a, out);
                self.sources(m, b, out);
            }
            ExprKind::Local(l) => out.push(Source::Variable(Variable::Local(m, *l))),
            ExprKind::Field { field, .. } => out.push(Source::Variable(Variable::Field(*field))),
            ExprKind::Switch(s) => out.push(Source::Variable(Variable::Local(m, s.result))),
            ExprKind::Call { kind, method, receiver, .. } => {
                let runs = self.runs(*kind, *method, receiver.as_deref());
                out.extend(runs.into_iter().map(|t| Source::Variable(Variable::Result(t))));
            }
            _ => out.push(Source::Any),
        }
    }
}

fn variable(m: MethodId, place: &Place) -> Option<Variable> {
    match place {
        Place::Local(l) => Some(Variable::Local(m, *l)),
        Place::Field { field, .. } => Some(Variable::Field(*field)),
        Place::Index { .. } => None,
    }
}

impl Context<'_> {
    /// The class that a call's receiver is declared to be of.
    pub fn static_class(&self, method: MethodId, receiver: Option<&Expr>) -> ClassId {
        let declared = self.program.method(method).class;
        match receiver.map(|r| &strip_upcast(r).ty) {
            Some(Ty::Class(c)) if self.program.is_subclass(*c, declared) => *c,
            _ => declared,
        }
    }

    /// The distinct methods that a virtual call can run, each with the classes that run it.
    pub fn targets(&self, method: MethodId, receiver: Option<&Expr>) -> Vec<(MethodId, Vec<ClassId>)> {
        if let Some(r) = receiver
            && let Some(&class) = self.exact.0.get(&std::ptr::from_ref(strip_upcast(r)))
            && let Some(target) = self.program.dispatch(class, method)
        {
            return vec![(target, vec![class])];
        }
        self.reach.targets(self.program, self.static_class(method, receiver), method)
    }
}
