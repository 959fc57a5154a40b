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
//! parameter and result are primitives, boxes, strings, enums, value arrays or value objects.
//!
//! *Cost.* Items cross in batches, whose size follows from what an item costs: one that waits while the other side is busy, or that
//! fills within microseconds. An item that was slow to come does not wait, so neither a slow source nor a slow stage makes others wait
//! for company. A source, a filter and a sink of `int`s that do nothing take 50 ns an item on one thread, and about 190 ns where the
//! filter has its own (`tests/bench/lime/Stages.somd`, 5 million items, on a loaded machine with two processors).

mod constants;
mod crew;
mod instances;
mod lend;
mod parcel;
mod pipeline;
mod queue;

use crate::boxes::{self, Boxable};
use crate::cluster;
use crate::exception::{self, catch_java};
use crate::native_object::Native;
use crate::object::{Object, Ref};
use crate::pool;
use crate::profile;
use crate::program::{self, Program};
use crate::target::{Place, settings};
use crate::value::{FromValue, Value};
pub use instances::instances;
use lend::{Lending, Own};
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

/// What has to be done before other threads run a worker: it makes the constants ready that the worker's code reads.
type Prepare = fn();

#[derive(Clone)]
enum Work {
    Isolated(Isolated, Prepare),
    /// Isolated, and with parallel regions, which a device may run.
    Offloadable(Isolated, Prepare),
    /// Works on an object that nobody else knows.
    Stateful {
        own: Rc<Own>,
        run: Stateful,
        prepare: Prepare,
        may_offload: bool,
    },
    /// Touches what others do.
    Host {
        run: Rc<dyn Fn(&[Value]) -> Value>,
        touches: u8,
    },
}

/// The work of a worker for its object and an item.
type Stateful = fn(&Ref<Object>, &[Value]) -> Value;

/// A worker as a thread has it.
#[derive(Clone, Copy)]
enum Crewed {
    Function(Isolated),
    /// The address of the object, which is lent to that thread.
    Stateful(usize, Stateful),
}

impl Run for Crewed {
    fn run(&self, item: &[Value]) -> Value {
        match self {
            Crewed::Function(f) => f(item),
            Crewed::Stateful(address, f) => f(&lend::borrowed(*address), item),
        }
    }
}

trait Run {
    fn run(&self, item: &[Value]) -> Value;
}

impl Run for Work {
    fn run(&self, item: &[Value]) -> Value {
        match self {
            Work::Isolated(f, _) | Work::Offloadable(f, _) => f(item),
            Work::Stateful { own, run, .. } => run(&own.object, item),
            Work::Host { run, .. } => run(item),
        }
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
            let _span = profile::span("task", "").map(|s| s.named(format!("stage {number}")));
            match worker.run(item.values()) {
                Value::Void => Item::NONE,
                value => Item::One(value),
            }
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

/// The stage as one that other threads may run, where it is one. Objects are lent where there is a place to note that.
fn crewed_stage(stage: &Stage<Work>, lending: &mut Option<&mut Lending>) -> Option<Stage<Crewed>> {
    // A device's copies of arrays belong to the thread that made them.
    let offloads = settings().may_use_devices();
    Some(match stage {
        Stage::Worker(Work::Isolated(f, prepare)) if is_done(*prepare) => Stage::Worker(Crewed::Function(*f)),
        Stage::Worker(Work::Offloadable(f, prepare)) if !offloads && is_done(*prepare) => {
            Stage::Worker(Crewed::Function(*f))
        }
        Stage::Worker(Work::Stateful { own, run, prepare, may_offload }) if !(*may_offload && offloads) => {
            let lending = lending.as_mut()?;
            if !is_done(*prepare) || !lending.lend(own) {
                return None;
            }
            Stage::Worker(Crewed::Stateful(own.object.addr(), *run))
        }
        Stage::Worker(_) => return None,
        Stage::Together(graphs) => {
            let stages = |g: &Vec<Stage<Work>>| g.iter().map(|s| crewed_stage(s, lending)).collect();
            let graphs: Option<Vec<Vec<_>>> = graphs.iter().map(stages).collect();
            Stage::Together(graphs?.into())
        }
    })
}

/// Makes a worker ready for other threads; false where that fails, so that it has to stay where its failure is thrown.
fn is_done(prepare: Prepare) -> bool {
    catch_java(prepare).is_ok()
}

/// Any thread may run the stage.
fn is_function(stage: &Stage<Work>) -> bool {
    match stage {
        Stage::Worker(Work::Isolated(..)) => true,
        Stage::Worker(Work::Offloadable(..)) => !settings().may_use_devices(),
        Stage::Worker(_) => false,
        Stage::Together(graphs) => graphs.iter().flatten().all(is_function),
    }
}

/// A thread of its own may run the stage.
fn is_lendable(stage: &Stage<Work>) -> bool {
    match stage {
        Stage::Worker(Work::Stateful { may_offload, .. }) => !(*may_offload && settings().may_use_devices()),
        Stage::Worker(_) => is_function(stage),
        Stage::Together(graphs) => graphs.iter().flatten().all(is_lendable),
    }
}

/// The objects of a stage's workers, by their addresses.
fn owned(stage: &Stage<Work>, all: &mut Vec<usize>) {
    match stage {
        Stage::Worker(Work::Stateful { own, .. }) => all.push(own.object.addr()),
        Stage::Worker(_) => {}
        Stage::Together(graphs) => graphs.iter().flatten().for_each(|s| owned(s, all)),
    }
}

/// Whether no worker of the stage is in the graph a second time: both work on one object, and so on one thread.
fn is_there_once(stages: &[Stage<Work>], i: usize) -> bool {
    let (mut all, mut own) = (Vec::new(), Vec::new());
    stages.iter().for_each(|s| owned(s, &mut all));
    owned(&stages[i], &mut own);
    own.iter().all(|o| all.iter().filter(|other| *other == o).count() == 1)
}

/// A worker reads static state that can change.
pub const READS: u8 = 1;
/// A worker writes static state.
pub const WRITES: u8 = 2;
/// A worker does input or output.
pub const IO: u8 = 4;
/// A worker may run other graphs, in which any worker may be.
pub const TASKS: u8 = 8;

/// What the workers of a stage touch that others see.
fn touches(stage: &Stage<Work>) -> u8 {
    match stage {
        Stage::Worker(Work::Host { touches, .. }) => *touches,
        Stage::Worker(_) => 0,
        Stage::Together(graphs) => graphs.iter().flatten().map(touches).fold(0, |a, b| a | b),
    }
}

/// Objects are lent only where nobody could tell: not where two stages see what the other does, since one may get ahead then.
fn may_lend(stages: &[Stage<Work>]) -> bool {
    let all: Vec<u8> = stages.iter().map(touches).collect();
    let count = |of: u8| all.iter().filter(|t| **t & of != 0).count();
    count(TASKS) == 0 && count(IO) < 2 && (count(WRITES) == 0 || count(READS | WRITES) < 2)
}

/// A device may run what the stage does.
fn is_offloadable(stage: &Stage<Work>) -> bool {
    match stage {
        Stage::Worker(work) => matches!(work, Work::Offloadable(..)),
        Stage::Together(graphs) => graphs.iter().flatten().any(is_offloadable),
    }
}

// ---- what generated code calls ----------------------------------------------------------------------------------

/// A worker that is a function of its item, whose parameter and result can cross threads, and that reads no state that anyone
/// writes. The compiler vouches for it.
pub fn isolated(work: Isolated) -> Ref<Object> {
    new_graph(vec![Stage::Worker(Work::Isolated(work, || {}))], None)
}

/// As [`isolated`], of a worker with parallel regions.
pub fn offloadable(work: Isolated) -> Ref<Object> {
    new_graph(vec![Stage::Worker(Work::Offloadable(work, || {}))], None)
}

/// The worker with what has to be done before other threads run it: initialise the classes and [`share`] the constants that it uses.
pub fn prepared(worker: Ref<Object>, prepare: Prepare) -> Ref<Object> {
    let with = |stage: &Stage<Work>| match stage {
        Stage::Worker(Work::Isolated(f, _)) => Stage::Worker(Work::Isolated(*f, prepare)),
        Stage::Worker(Work::Offloadable(f, _)) => Stage::Worker(Work::Offloadable(*f, prepare)),
        Stage::Worker(Work::Stateful { own, run, may_offload, .. }) => {
            Stage::Worker(Work::Stateful { own: own.clone(), run: *run, prepare, may_offload: *may_offload })
        }
        other => other.clone(),
    };
    let stages = Native::get::<Graph>(&worker).stages.iter().map(with).collect();
    new_graph(stages, None)
}

/// What a static final field holds may be read by other threads from now on.
pub fn share<T>(constant: &Ref<T>) {
    constants::share(constant.up());
}

/// Any other worker.
pub fn host(work: impl Fn(&[Value]) -> Value + 'static) -> Ref<Object> {
    new_graph(vec![Stage::Worker(Work::Host { run: Rc::new(work), touches: 0 })], None)
}

/// As [`host`], of a worker that touches what others see: a sum of [`READS`], [`WRITES`], [`IO`] and [`TASKS`].
pub fn touching(touches: u8, work: impl Fn(&[Value]) -> Value + 'static) -> Ref<Object> {
    new_graph(vec![Stage::Worker(Work::Host { run: Rc::new(work), touches })], None)
}

/// A worker that works on an object of its own: nobody else knows that or any part of it that can change, and apart from it the
/// worker is as [`isolated`] has it. `may_offload`: it has parallel regions.
pub fn stateful<T: 'static>(may_offload: bool, object: Ref<T>, run: Stateful) -> Ref<Object> {
    let own = Own::new(object.into_up());
    new_graph(vec![Stage::Worker(Work::Stateful { own, run, prepare: || {}, may_offload })], None)
}

/// A worker's object as one of its class.
#[inline]
pub fn own<T: 'static>(object: &Ref<Object>) -> &Ref<T> {
    // SAFETY: `stateful` was given one, and the compiler passes both the same class.
    unsafe { object.cast() }
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

/// As [`take`], of a number, which may come in a box.
#[inline]
pub fn number<T: Boxable + for<'a> FromValue<'a>>(item: &[Value], index: usize) -> T {
    match item.get(index) {
        Some(Value::Ref(object)) if object.is_null() => {
            exception::throw_null_pointer("a task takes a number, and the item is null")
        }
        // SAFETY: items have the types that the graph was checked for: it is a box of this number.
        Some(Value::Ref(object)) => unsafe { boxes::number_in(object) },
        _ => take(item, index),
    }
}

/// As [`take`], of a box, which `make` makes where the item is a number.
pub fn boxed<T: 'static, P: for<'a> FromValue<'a>>(item: &[Value], index: usize, make: fn(P) -> Ref<T>) -> Ref<T> {
    match item.get(index) {
        Some(Value::Ref(_)) => take::<&Ref<T>>(item, index).clone(),
        _ => make(take(item, index)),
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

/// What an item must cost a worker with an object for that to get a thread: many times what crossing costs.
const WORTH_A_THREAD: Duration = Duration::from_micros(2);

/// Whether stages for which `may` holds have threads to run on.
fn has_crews(stages: &[Stage<Work>], may: fn(&Stage<Work>) -> bool) -> bool {
    settings().place != Place::Seq && pool::threads() > 1 && stages.iter().skip(1).any(may)
}

/// `g.start()`: the isolated stages go on in the background with what the source has given until its queue is full, or for as long
/// as this may take. The rest of the stream waits for `finish`, on whose thread the other stages belong.
pub fn start(graph: &Ref<Object>) {
    let graph = Native::get::<Graph>(graph);
    cluster::alone(|| start_graph(graph));
}

fn start_graph(graph: &Graph) {
    if graph.started.borrow().is_some() || !has_crews(&graph.stages, is_function) {
        return;
    }
    let mut pipeline = Pipeline::new(&graph.stages, pool::threads(), &|_| false);
    pipeline.run_ahead(ALONE);
    *graph.started.borrow_mut() = Some(pipeline);
}

/// `g.finish()`: runs the graph to completion.
pub fn finish(graph: &Ref<Object>) {
    let graph = Native::get::<Graph>(graph);
    cluster::alone(|| finish_graph(graph));
}

fn finish_graph(graph: &Graph) {
    let started = graph.started.borrow_mut().take();
    if let Some(pipeline) = started {
        return pipeline.run();
    }
    let stages = &graph.stages;
    let devices = settings().place != Place::Seq && settings().may_use_devices();
    let may = if may_lend(stages) { is_lendable } else { is_function };
    if let Some(last) = stages.iter().rposition(is_offloadable).filter(|_| devices && !has_crews(stages, may)) {
        return one_ahead(stages.split_at(last + 1));
    }
    if !has_crews(stages, may) {
        one_at_a_time(stages, None);
        return;
    }
    let mut costs = vec![Duration::ZERO; stages.len()];
    if let Stream::GoesOn(items) = one_at_a_time(stages, Some((ALONE, &mut costs))) {
        let lends = |i: usize| may(&stages[i]) && costs[i] >= WORTH_A_THREAD * items && is_there_once(stages, i);
        if stages.iter().enumerate().skip(1).any(|(i, s)| is_function(s) || lends(i)) {
            Pipeline::new(stages, pool::threads(), &lends).run();
        } else {
            one_at_a_time(stages, None);
        }
    }
}

enum Stream {
    Ended,
    /// After so many items.
    GoesOn(u32),
}

/// Runs item after item through the whole graph, to the end of the stream or for some time; then adds what the stages cost.
fn one_at_a_time(stages: &[Stage<Work>], time: Option<(Duration, &mut Vec<Duration>)>) -> Stream {
    let mut items = 0;
    let result = catch_java(|| match time {
        None => loop {
            drop(run_stages(stages, Item::NONE));
        },
        Some((time, costs)) => {
            let began = Instant::now();
            let mut at = began;
            while at - began < time {
                let mut item = Item::NONE;
                for (n, (stage, cost)) in stages.iter().zip(costs.iter_mut()).enumerate() {
                    item = run_stage(stage, &item, n + 1);
                    let now = Instant::now();
                    *cost += now - at;
                    at = now;
                }
                items += 1;
            }
        }
    });
    match result {
        Ok(()) => Stream::GoesOn(items),
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
