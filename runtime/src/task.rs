//! Task graphs: streams of items through sources, filters and sinks.
//!
//! A graph is a sequence of stages; a stage is a worker, or several graphs that all get every item and whose results go on
//! together. What is guaranteed:
//! - A stream keeps its order, and every stage sees the items that it would see if each went through the whole graph before
//!   the next one is asked for. The exception that comes out of [`finish`] is the one of that order too: what a stage throws
//!   reaches the end after all items before it. A source may have been asked for more items than the rest took.
//! - `Underflow`, whichever worker throws it, ends the stream: what came before goes on to the end, and `finish` returns.
//! - Queues are bounded, in items and in bytes, so a fast source waits.
//! - When `finish` returns or throws, every thread of the graph has ended and every item on its way is freed.
//!
//! *Where workers run.* An [`isolated`] worker is a function of its item alone. Once a graph has run for long enough to be worth
//! threads, each run of neighbouring isolated stages gets a [crew](crew) of threads, of which every one runs them all: one at first,
//! and one more each time the stream would wait for them, as many as the machine has processors. All other stages run on the
//! thread that called `finish`, the one nearest to the end first, so a source gets ahead only while later stages have nothing to do.
//! `start` begins with the threads at once: they work in the background on what the source gives before its queue is full.
//! On one processor, with the target `seq`, or where no stage is isolated, everything runs on that thread, one item at a time. Stages with
//! parallel regions stay on that thread where a device may run these: beside the crews of the others, or, where there are none, with
//! the stages behind the last of them an item behind, so that a device computes while the host prepares the next item.
//!
//! *Types.* The compiler checks `a => b` where it sees both; a graph that is put together at run time is checked when it is: each graph
//! knows what it takes and gives ([`typed`]).
//!
//! *Crossing.* An item that goes to another thread is handed over whole ([`parcel`]). The compiler makes a worker isolated only where its
//! parameter and result are primitives, strings, value arrays of primitives, or value objects of primitive fields.
//!
//! *Cost.* Items cross in batches, whose size follows from what an item costs: one that waits while the other side is busy, or that
//! fills within microseconds. An item that was slow to come does not wait, so neither a slow source nor a slow stage makes others wait
//! for company. A source, a filter and a sink of `int`s that do nothing take 50 ns an item on one thread, and about 190 ns where the
//! filter has its own (`tests/bench/lime/Stages.somd`, 5 million items, on a loaded machine with two processors).

mod crew;
mod parcel;
mod pipeline;
mod queue;

use crate::exception::{self, catch_java};
use crate::native_object::Native;
use crate::object::{Object, Ref};
use crate::pool;
use crate::profile;
use crate::program::{self, Program};
use crate::target::{Place, settings};
use crate::value::{FromValue, Value};
use pipeline::Pipeline;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

// ---- graphs -----------------------------------------------------------------------------------------------------

/// A worker that may run on any thread: it captures nothing.
type Isolated = fn(&[Value]) -> Value;

/// What runs when an item comes. `W` says what a worker is.
enum Stage<W> {
    Worker(W),
    /// All get every item; what they give goes on together.
    Together(Arc<[Vec<Stage<W>>]>),
}

#[derive(Clone)]
enum Work {
    Isolated(Isolated),
    /// Isolated, and with parallel regions, which a device may run.
    Offloadable(Isolated),
    /// Has an object of its own, or touches what others do.
    Host(Rc<dyn Fn(&[Value]) -> Value>),
}

trait Run {
    fn run(&self, item: &[Value]) -> Value;
}

impl Run for Work {
    fn run(&self, item: &[Value]) -> Value {
        match self {
            Work::Isolated(f) | Work::Offloadable(f) => f(item),
            Work::Host(f) => f(item),
        }
    }
}

impl Run for Isolated {
    fn run(&self, item: &[Value]) -> Value {
        self(item)
    }
}

impl<W: Clone> Clone for Stage<W> {
    fn clone(&self) -> Stage<W> {
        match self {
            Stage::Worker(w) => Stage::Worker(w.clone()),
            Stage::Together(graphs) => Stage::Together(graphs.clone()),
        }
    }
}

/// The types of the items that a graph takes and gives, as the source writes them, one of each task at that end.
#[derive(Clone)]
struct Flow {
    takes: Rc<[&'static str]>,
    gives: Rc<[&'static str]>,
}

/// The content of a `somd.Task`.
struct Graph {
    stages: Rc<[Stage<Work>]>,
    /// None where nobody has said.
    flow: Option<Flow>,
    /// What `start` has begun and `finish` has not been called for.
    started: RefCell<Option<Pipeline>>,
}

/// What goes from stage to stage: the result of each task of the stage before.
enum Item {
    One(Value),
    Many(Vec<Value>),
}

impl Item {
    const NONE: Item = Item::Many(Vec::new());

    fn values(&self) -> &[Value] {
        match self {
            Item::One(value) => std::slice::from_ref(value),
            Item::Many(values) => values,
        }
    }
}

/// `number`: the stage's, from 1 on, for the profile.
fn run_stage<W: Run>(stage: &Stage<W>, item: &Item, number: usize) -> Item {
    match stage {
        Stage::Worker(worker) => {
            let start = profile::now();
            let result = match worker.run(item.values()) {
                Value::Void => Item::NONE,
                value => Item::One(value),
            };
            if let Some(start) = start {
                profile::task(number, start);
            }
            result
        }
        Stage::Together(graphs) => {
            let mut all = Vec::with_capacity(graphs.len());
            for graph in graphs.iter() {
                let copy = match item {
                    Item::One(value) => Item::One(value.clone()),
                    Item::Many(values) => Item::Many(values.clone()),
                };
                match run_stages(graph, copy) {
                    Item::One(value) => all.push(value),
                    Item::Many(values) => all.extend(values),
                }
            }
            Item::Many(all)
        }
    }
}

fn run_stages<W: Run>(stages: &[Stage<W>], item: Item) -> Item {
    stages.iter().enumerate().fold(item, |item, (n, stage)| run_stage(stage, &item, n + 1))
}

/// The stage as one that other threads may run, where it is one.
fn isolated_stage(stage: &Stage<Work>) -> Option<Stage<Isolated>> {
    Some(match stage {
        Stage::Worker(Work::Isolated(f)) => Stage::Worker(*f),
        // A device's copies of arrays belong to the thread that made them.
        Stage::Worker(Work::Offloadable(f)) if !settings().may_use_devices() => Stage::Worker(*f),
        Stage::Worker(Work::Host(_) | Work::Offloadable(_)) => return None,
        Stage::Together(graphs) => {
            let graphs: Option<Vec<Vec<_>>> = graphs.iter().map(|g| g.iter().map(isolated_stage).collect()).collect();
            Stage::Together(graphs?.into())
        }
    })
}

/// A device may run what the stage does.
fn is_offloadable(stage: &Stage<Work>) -> bool {
    match stage {
        Stage::Worker(work) => matches!(work, Work::Offloadable(_)),
        Stage::Together(graphs) => graphs.iter().flatten().any(is_offloadable),
    }
}

// ---- what generated code calls ----------------------------------------------------------------------------------

/// A worker that is a function of its item, whose parameter and result can cross threads, and that reads no state that anyone
/// writes. The compiler vouches for it.
pub fn isolated(work: Isolated) -> Ref<Object> {
    new_graph(vec![Stage::Worker(Work::Isolated(work))], None)
}

/// As [`isolated`], of a worker with parallel regions.
pub fn offloadable(work: Isolated) -> Ref<Object> {
    new_graph(vec![Stage::Worker(Work::Offloadable(work))], None)
}

/// Any other worker.
pub fn host(work: impl Fn(&[Value]) -> Value + 'static) -> Ref<Object> {
    new_graph(vec![Stage::Worker(Work::Host(Rc::new(work)))], None)
}

/// The worker with the types of its parameters and its result.
pub fn typed(worker: Ref<Object>, takes: &[&'static str], gives: &[&'static str]) -> Ref<Object> {
    let stages = Native::get::<Graph>(&worker).stages.to_vec();
    new_graph(stages, Some(Flow { takes: takes.into(), gives: gives.into() }))
}

/// `from => to => …`
pub struct Chain(Ref<Object>);

/// The first two of a chain.
pub fn chain(from: &[Ref<Object>], to: &[Ref<Object>]) -> Chain {
    Chain(connect(from, to))
}

impl Chain {
    pub fn to(self, next: &[Ref<Object>]) -> Chain {
        Chain(connect(&[self.0], next))
    }

    pub fn graph(self) -> Ref<Object> {
        self.0
    }
}

/// `from => to`
pub fn connect(from: &[Ref<Object>], to: &[Ref<Object>]) -> Ref<Object> {
    let flow = connected_flow(from, to);
    let mut stages = side(from);
    stages.extend(side(to));
    new_graph(stages, flow)
}

/// Throws where the items do not fit.
fn connected_flow(from: &[Ref<Object>], to: &[Ref<Object>]) -> Option<Flow> {
    let flows = |graphs: &[Ref<Object>]| -> Option<Vec<Flow>> {
        graphs.iter().map(|g| Native::get::<Graph>(g).flow.clone()).collect()
    };
    let gives = |flows: &[Flow]| -> Rc<[&'static str]> { flows.iter().flat_map(|f| f.gives.iter().copied()).collect() };
    let (from, to) = (flows(from)?, flows(to)?);
    let between = gives(&from);
    if let Some(next) = to.iter().find(|next| next.takes != between) {
        throw_no_flow(&between, &next.takes);
    }
    Some(Flow { takes: from.first()?.takes.clone(), gives: gives(&to) })
}

/// The exception of `a => b` where `b` does not take what `a` gives.
#[cold]
fn throw_no_flow(gives: &[&str], takes: &[&str]) -> ! {
    exception::throw_new(exception::ExceptionKind::IllegalArgument, Some(&no_flow(gives, takes)))
}

/// What that exception says.
pub fn no_flow(gives: &[&str], takes: &[&str]) -> String {
    let items = |types: &[&str]| if types.is_empty() { "nothing".to_string() } else { types.join(", ") };
    format!("{} does not flow into {}", items(gives), items(takes))
}

fn side(graphs: &[Ref<Object>]) -> Vec<Stage<Work>> {
    let stages = |g: &Ref<Object>| Native::get::<Graph>(g).stages.to_vec();
    match graphs {
        [one] => stages(one),
        many => vec![Stage::Together(many.iter().map(stages).collect())],
    }
}

/// The worker's parameter number `index`.
#[inline]
pub fn take<'a, T: FromValue<'a>>(item: &'a [Value], index: usize) -> T {
    match item.get(index) {
        Some(value) => T::from_value(value),
        None => missing_item(),
    }
}

/// A graph that begins with a filter or a sink is run.
#[cold]
fn missing_item() -> ! {
    exception::throw_named(
        "java.lang.IllegalStateException",
        Some("a task takes an item that the task before it does not give"),
    )
}

fn new_graph(stages: Vec<Stage<Work>>, flow: Option<Flow>) -> Ref<Object> {
    Native::new(Graph { stages: stages.into(), flow, started: RefCell::default() })
}

/// How long a graph runs on the thread that called `finish` before it gets threads: about what starting them costs. Also how long
/// `start` may take.
const ALONE: Duration = Duration::from_micros(200);

/// Whether stages of the graph have threads to run on.
fn has_crews(stages: &[Stage<Work>]) -> bool {
    settings().place != Place::Seq && pool::threads() > 1 && stages.iter().skip(1).any(|s| isolated_stage(s).is_some())
}

/// `g.start()`: the isolated stages go on in the background with what the source has given until its queue is full, or for as long
/// as this may take. The rest of the stream waits for `finish`, on whose thread the other stages belong.
pub fn start(graph: &Ref<Object>) {
    let graph = Native::get::<Graph>(graph);
    if graph.started.borrow().is_some() || !has_crews(&graph.stages) {
        return;
    }
    let mut pipeline = Pipeline::new(&graph.stages, pool::threads());
    pipeline.run_ahead(ALONE);
    *graph.started.borrow_mut() = Some(pipeline);
}

/// `g.finish()`: runs the graph to completion.
pub fn finish(graph: &Ref<Object>) {
    let graph = Native::get::<Graph>(graph);
    let started = graph.started.borrow_mut().take();
    if let Some(pipeline) = started {
        return pipeline.run();
    }
    let stages = &graph.stages;
    let devices = settings().place != Place::Seq && settings().may_use_devices();
    if let Some(last) = stages.iter().rposition(is_offloadable).filter(|_| devices && !has_crews(stages)) {
        one_ahead(stages.split_at(last + 1));
    } else if !has_crews(stages) {
        one_at_a_time(stages, None);
    } else if one_at_a_time(stages, Some(ALONE)) == Stream::GoesOn {
        Pipeline::new(stages, pool::threads()).run();
    }
}

#[derive(PartialEq, Eq)]
enum Stream {
    Ended,
    GoesOn,
}

/// Runs item after item through the whole graph, to the end of the stream or for some time.
fn one_at_a_time(stages: &[Stage<Work>], time: Option<Duration>) -> Stream {
    let limit = time.map(|time| Instant::now() + time);
    let result = catch_java(|| {
        loop {
            drop(run_stages(stages, Item::NONE));
            if limit.is_some_and(|limit| Instant::now() >= limit) {
                return;
            }
        }
    });
    match result {
        Ok(()) => Stream::GoesOn,
        Err(exception) if is_underflow(&exception) => Stream::Ended,
        Err(exception) => exception::throw(exception),
    }
}

/// Runs an item through the first stages before the last ones take the item before it: what those fetch from a device, the device
/// computed while the first stages made and sent the next item.
fn one_ahead((first, last): (&[Stage<Work>], &[Stage<Work>])) {
    let mut before: Option<Item> = None;
    loop {
        let made = catch_java(|| run_stages(first, Item::NONE));
        // What is thrown comes after the item before it.
        if let Some(ready) = before.take()
            && let Err(exception) = catch_java(|| drop(run_stages(last, ready)))
        {
            if is_underflow(&exception) {
                return;
            }
            exception::throw(exception);
        }
        match made {
            Ok(item) => before = Some(item),
            Err(exception) if is_underflow(&exception) => return,
            Err(exception) => exception::throw(exception),
        }
    }
}

fn is_underflow(exception: &Ref<Object>) -> bool {
    thread_local! {
        static CLASS: Cell<Option<(usize, Option<u32>)>> = const { Cell::new(None) };
    }
    let program = program::current() as *const Program as usize;
    let class = match CLASS.get() {
        Some((of, class)) if of == program => class,
        _ => {
            let class = program::class_by_name("somd.Underflow");
            CLASS.set(Some((program, class)));
            class
        }
    };
    class.is_some_and(|class| program::instance_of(exception, class))
}

#[cfg(test)]
#[path = "task_tests.rs"]
mod tests;
