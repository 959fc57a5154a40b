//! Task graphs, run one item at a time: what a stream's source gives goes through all stages before the next item is asked for.
//!
//! That is one of the orders that a graph allows, and streams keep their order, so what a graph computes is the same as when
//! its stages overlap. A `somd.Task` is an ordinary object whose first field holds its graph, a runtime object.

use super::{Frame, Interp, internal, rt};
use somd_hir::{Expr, Items, MethodId, Ty};
use somd_runtime::native_object::Native;
use somd_runtime::value::Value;
use somd_syntax::source::Span;
use std::rc::Rc;

/// What runs when an item comes.
#[derive(Clone)]
pub enum Graph {
    /// `task C.m`, or `task C(args).m` with its instance.
    Worker { method: MethodId, instance: Value, items: Rc<Items> },
    /// `a => b`
    Chain(Rc<Graph>, Rc<Graph>),
    /// `(a, b)`: every item goes to all, and their results go on together.
    Together(Rc<[Graph]>),
}

impl Interp {
    pub(super) fn task(
        &self,
        (method, items): (MethodId, Items),
        instance: Option<&Expr>,
        expr: &Expr,
        frame: &mut Frame,
    ) -> Value {
        let instance = instance.map_or(Value::Void, |i| self.eval(i, frame));
        self.new_task(Graph::Worker { method, instance, items: Rc::new(items) }, &expr.ty, expr.span)
    }

    pub(super) fn connect(&self, from: &[Expr], to: &[Expr], expr: &Expr, frame: &mut Frame) -> Value {
        let from = self.side(from, frame);
        let to = self.side(to, frame);
        self.check_flow(&from, &to);
        self.new_task(Graph::Chain(Rc::new(from), Rc::new(to)), &expr.ty, expr.span)
    }

    /// One side of a `=>`.
    fn side(&self, tasks: &[Expr], frame: &mut Frame) -> Graph {
        let mut graphs: Vec<Graph> = Vec::with_capacity(tasks.len());
        for task in tasks {
            let value = self.eval(task, frame);
            self.not_null(&value, task, || "Cannot invoke \"somd.Task.connect(somd.Task)\"".into(), frame);
            graphs.push(self.graph_of(&value));
        }
        if graphs.len() == 1 { graphs.swap_remove(0) } else { Graph::Together(graphs.into()) }
    }

    fn new_task(&self, graph: Graph, ty: &Ty, span: Span) -> Value {
        let class = match ty {
            Ty::Class(class) => Some(*class),
            _ => self.known_class("somd.Task"),
        };
        let Some(class) = class.filter(|c| !self.layouts[c.index()].is_empty()) else {
            internal(span, "`somd.Task` has no field for its graph");
        };
        let object = self.allocate(class);
        rt::set_field(&object, 0, Value::Ref(Native::new(graph)));
        object
    }

    fn graph_of(&self, task: &Value) -> Graph {
        content(&rt::get_field(task, 0))
    }

    /// `a.connect(b)`, which `a => b` is where the tasks are not written out: the graph of both graphs.
    pub(super) fn connect_graphs(&self, from: &Value, to: &Value) -> Value {
        let (from, to) = (content(from), content(to));
        self.check_flow(&from, &to);
        Value::Ref(Native::new(Graph::Chain(Rc::new(from), Rc::new(to))))
    }

    /// Throws where `to` does not take what `from` gives.
    fn check_flow(&self, from: &Graph, to: &Graph) {
        let gives = self.gives(from);
        let next = match to {
            Graph::Together(graphs) => graphs.to_vec(),
            one => vec![one.clone()],
        };
        if let Some(takes) = next.iter().map(|graph| self.takes(graph)).find(|takes| *takes != gives) {
            let [gives, takes] = [&gives, &takes].map(|types| types.iter().map(String::as_str).collect::<Vec<_>>());
            let message = somd_runtime::task::no_flow(&gives, &takes);
            self.throw_known("java.lang.IllegalArgumentException", &message)
        }
    }

    /// The types of the items that a graph takes.
    fn takes(&self, graph: &Graph) -> Vec<String> {
        match graph {
            Graph::Worker { items, .. } => {
                items.takes.iter().map(|ty| somd_hir::print::item(&self.program, ty)).collect()
            }
            Graph::Chain(first, _) => self.takes(first),
            Graph::Together(graphs) => graphs.first().map(|graph| self.takes(graph)).unwrap_or_default(),
        }
    }

    /// The types of the items that a graph gives.
    fn gives(&self, graph: &Graph) -> Vec<String> {
        match graph {
            Graph::Worker { items, .. } => {
                let gives = &items.gives;
                if *gives == Ty::Void { Vec::new() } else { vec![somd_hir::print::item(&self.program, gives)] }
            }
            Graph::Chain(_, last) => self.gives(last),
            Graph::Together(graphs) => graphs.iter().flat_map(|graph| self.gives(graph)).collect(),
        }
    }

    /// `g.finish()`: runs the graph until a worker says that there is no more.
    pub(super) fn finish_graph(&self, graph: &Value) {
        let graph = content(graph);
        let mut stages = Vec::new();
        flatten(&graph, &mut stages);
        let Some((source, rest)) = stages.split_first() else { return };
        let underflow = self.known_class("somd.Underflow");
        loop {
            let one = || {
                let first = self.run_stage(source, &[]);
                rest.iter().fold(first, |item, stage| self.run_stage(stage, &item));
            };
            if let Err(exception) = rt::catch(one) {
                let class = rt::class_of(self, &exception);
                // Whoever throws it, it ends the stream.
                if underflow.is_some_and(|u| self.program.is_subclass(class, u)) {
                    return;
                }
                rt::throw(exception)
            }
        }
    }

    /// Gives one item, the results of all tasks of the stage before, to a stage.
    fn run_stage(&self, stage: &Graph, item: &[Value]) -> Vec<Value> {
        match stage {
            Graph::Worker { method, instance, items } => {
                self.initialize(self.program.method(*method).class);
                let Some(item) = item.get(..self.program.method(*method).params.len()) else {
                    let message = "a task takes an item that the task before it does not give";
                    self.throw_known("java.lang.IllegalStateException", message)
                };
                let args = item.iter().zip(&items.takes).map(|(value, ty)| self.as_item(value, ty)).collect();
                match self.invoke(*method, instance.clone(), args) {
                    Value::Void => Vec::new(),
                    value => vec![value],
                }
            }
            Graph::Chain(first, second) => {
                let between = self.run_stage(first, item);
                self.run_stage(second, &between)
            }
            Graph::Together(graphs) => graphs.iter().flat_map(|graph| self.run_stage(graph, item)).collect(),
        }
    }

    /// A box where a worker takes boxes, and the number in it where that takes numbers.
    fn as_item(&self, value: &Value, ty: &Ty) -> Value {
        match value {
            Value::Ref(_) if ty.is_primitive() => {
                if rt::is_null(value) {
                    rt::throw_null_pointer("a task takes a number, and the item is null");
                }
                rt::get_field(value, 0)
            }
            Value::Ref(_) | Value::Void => value.clone(),
            number => match self.program.boxing(ty) {
                Some(make) => {
                    self.initialize(self.program.method(make).class);
                    self.invoke(make, Value::Void, vec![number.clone()])
                }
                None => number.clone(),
            },
        }
    }
}

/// The graph in a runtime object that `new_task` or `connect_graphs` made.
fn content(graph: &Value) -> Graph {
    Native::get::<Graph>(rt::object(graph)).clone()
}

/// The stages of a graph in order.
fn flatten(graph: &Graph, stages: &mut Vec<Graph>) {
    match graph {
        Graph::Chain(first, second) => {
            flatten(first, stages);
            flatten(second, stages);
        }
        other => stages.push(other.clone()),
    }
}
