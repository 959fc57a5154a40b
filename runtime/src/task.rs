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
//! threads, neighbouring isolated stages run on threads of their own, as many as the machine has processors to run them; all
//! other stages run on the thread that called `finish`, the one nearest to the end first, so a source gets ahead only while later
//! stages have nothing to do. On one processor, with the target `seq`, or where no stage is isolated, everything runs on that
//! thread, one item at a time.
//!
//! *Crossing.* Objects belong to one thread, for their counts are not atomic. An item that goes to another thread is therefore
//! handed over whole: one that nobody else refers to as it is, any other as a copy ([`Parcel`]). The compiler makes a worker
//! isolated only where its parameter and result are primitives, strings, value arrays of primitives, or value objects of
//! primitive fields.
//!
//! *Cost.* Items cross in batches: one that waits while the other side is busy, or that fills within microseconds. An item that
//! was slow to come does not wait, so neither a slow source nor a slow stage makes others wait for company. A source, a filter and
//! a sink of `int`s that do nothing take 30 ns an item on one thread, and 160 ns of processor time where the filter has its own
//! (measured over 5 million items on a loaded machine with two processors).

use crate::exception::{self, Thrown, catch_java};
use crate::memory;
use crate::native_object::Native;
use crate::object::{IMMORTAL, Object, Ref, class_id};
use crate::program::{self, Program};
use crate::string::Str;
use crate::target::{Place, settings};
use crate::value::{FromValue, Value};
use crate::{pool, value_array};
use crossbeam::channel::{Receiver, Select, Sender, TryRecvError, TrySendError, bounded};
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
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
    /// Has an object of its own, or touches what others do.
    Host(Rc<dyn Fn(&[Value]) -> Value>),
}

trait Run {
    fn run(&self, item: &[Value]) -> Value;
}

impl Run for Work {
    fn run(&self, item: &[Value]) -> Value {
        match self {
            Work::Isolated(f) => f(item),
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

/// The content of a `somd.Task`.
struct Graph {
    stages: Vec<Stage<Work>>,
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

fn run_stage<W: Run>(stage: &Stage<W>, item: &Item) -> Item {
    match stage {
        Stage::Worker(worker) => match worker.run(item.values()) {
            Value::Void => Item::NONE,
            value => Item::One(value),
        },
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
    stages.iter().fold(item, |item, stage| run_stage(stage, &item))
}

/// The stage as one that other threads may run, where it is one.
fn isolated_stage(stage: &Stage<Work>) -> Option<Stage<Isolated>> {
    Some(match stage {
        Stage::Worker(Work::Isolated(f)) => Stage::Worker(*f),
        Stage::Worker(Work::Host(_)) => return None,
        Stage::Together(graphs) => {
            let graphs: Option<Vec<Vec<_>>> = graphs.iter().map(|g| g.iter().map(isolated_stage).collect()).collect();
            Stage::Together(graphs?.into())
        }
    })
}

// ---- what generated code calls ----------------------------------------------------------------------------------

/// A worker that is a function of its item, whose parameter and result can cross threads, and that reads no state that anyone
/// writes. The compiler vouches for it.
pub fn isolated(work: Isolated) -> Ref<Object> {
    new_graph(vec![Stage::Worker(Work::Isolated(work))])
}

/// Any other worker.
pub fn host(work: impl Fn(&[Value]) -> Value + 'static) -> Ref<Object> {
    new_graph(vec![Stage::Worker(Work::Host(Rc::new(work)))])
}

/// `from => to`
pub fn connect(from: &[Ref<Object>], to: &[Ref<Object>]) -> Ref<Object> {
    let mut stages = side(from);
    stages.extend(side(to));
    new_graph(stages)
}

fn side(graphs: &[Ref<Object>]) -> Vec<Stage<Work>> {
    let stages = |g: &Ref<Object>| Native::get::<Graph>(g).stages.clone();
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

/// The types of `=>` let graphs be put together at run time that do not fit.
#[cold]
fn missing_item() -> ! {
    exception::throw_named(
        "java.lang.IllegalStateException",
        Some("a task takes an item that the task before it does not give"),
    )
}

fn new_graph(stages: Vec<Stage<Work>>) -> Ref<Object> {
    Native::new(Graph { stages })
}

/// `g.start()`. The source runs on the thread that calls `finish`, so until then there is nothing to do; a null graph throws.
pub fn start(graph: &Ref<Object>) {
    Native::get::<Graph>(graph);
}

/// How long a graph runs on the thread that called `finish` before it gets threads: about what starting them costs.
const ALONE: Duration = Duration::from_micros(200);

/// `g.finish()`: runs the graph to completion.
pub fn finish(graph: &Ref<Object>) {
    let stages = &Native::get::<Graph>(graph).stages;
    // A device's copies of arrays belong to the thread that made them.
    let settings = settings();
    let alone = settings.place == Place::Seq || settings.may_use_devices() || pool::threads() == 1;
    if alone || !stages.iter().skip(1).any(|s| isolated_stage(s).is_some()) {
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

// ---- crossing ---------------------------------------------------------------------------------------------------

/// A value on its way to another thread: nobody else refers to any part of it that is counted.
struct Parcel(Value);

// SAFETY: `Parcel::of` makes sure that nothing outside refers to the object or to its parts, or that it is immortal.
unsafe impl Send for Parcel {}

impl Parcel {
    fn of(value: Value) -> Parcel {
        match value {
            Value::Ref(object) if !object.is_null() && object.count() != IMMORTAL => {
                Parcel(Value::Ref(detached(object)))
            }
            other => Parcel(other),
        }
    }

    /// About how much memory it holds.
    fn bytes(&self) -> usize {
        match &self.0 {
            Value::Ref(object) if !object.is_null() => object_bytes(object),
            _ => size_of::<Value>(),
        }
    }
}

/// The object itself where this is the only reference to it, else a copy.
fn detached(object: Ref<Object>) -> Ref<Object> {
    match object.class() {
        class_id::STRING if object.count() == 1 => object,
        // SAFETY: the class number says so.
        class_id::STRING => unsafe { object.cast::<Str>() }.copy().into_up(),
        class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY => value_array::detached(object),
        _ if object.count() == 1 => object,
        _ => memory::copy_plain(&object),
    }
}

fn object_bytes(object: &Ref<Object>) -> usize {
    match object.class() {
        // SAFETY: the class number says so.
        class_id::STRING => 32 + 2 * unsafe { object.cast::<Str>() }.len() as usize,
        class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY => 64 + value_array::bytes(object),
        class => 16 + program::class_info(class).size,
    }
}

/// An item on its way.
enum Packed {
    One(Parcel),
    Many(Vec<Parcel>),
}

impl Packed {
    fn of(item: Item) -> Packed {
        match item {
            Item::One(value) => Packed::One(Parcel::of(value)),
            Item::Many(values) => Packed::Many(values.into_iter().map(Parcel::of).collect()),
        }
    }

    fn open(self) -> Item {
        match self {
            Packed::One(parcel) => Item::One(parcel.0),
            Packed::Many(parcels) => Item::Many(parcels.into_iter().map(|p| p.0).collect()),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Packed::One(parcel) => parcel.bytes(),
            Packed::Many(parcels) => parcels.iter().map(Parcel::bytes).sum(),
        }
    }
}

// ---- queues -----------------------------------------------------------------------------------------------------

/// Items that cross together, and how the stream ends where it ends after them.
#[derive(Default)]
struct Batch {
    items: Vec<Packed>,
    end: Option<End>,
}

enum End {
    Finished,
    /// What an isolated worker unwound with; nobody else refers to it.
    Failed(Box<dyn Any + Send>),
    /// A worker threw on the thread that called `finish`: the number of its segment.
    FailedHere(usize),
}

/// Batches that a queue holds.
const QUEUE: usize = 4;
const BATCH_ITEMS: usize = 256;
const BATCH_BYTES: usize = 64 << 10;
/// How long items that follow one another quickly wait for more, though the other side is idle: some times what waking it costs.
const LINGER: Duration = Duration::from_micros(20);

fn queue() -> (Outlet, Inlet) {
    let (sender, receiver) = bounded(QUEUE);
    let closed = Arc::new(AtomicBool::new(false));
    let now = Instant::now();
    let outlet = Outlet {
        sender,
        batch: Batch::default(),
        bytes: 0,
        first: now,
        last: now,
        is_slow: true,
        closed: closed.clone(),
    };
    (outlet, Inlet { receiver, closed })
}

/// The far end of a queue. Dropping it tells the near end that nobody takes any more.
struct Inlet {
    receiver: Receiver<Batch>,
    closed: Arc<AtomicBool>,
}

impl Drop for Inlet {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}

/// The near end of a queue, with the batch that grows there.
struct Outlet {
    sender: Sender<Batch>,
    batch: Batch,
    bytes: usize,
    /// When the batch's first item came, and the last of all.
    first: Instant,
    last: Instant,
    /// The last item took so long to come that it waits for no other.
    is_slow: bool,
    closed: Arc<AtomicBool>,
}

impl Outlet {
    fn push(&mut self, item: Item) {
        let item = Packed::of(item);
        self.bytes += item.bytes();
        let now = Instant::now();
        self.is_slow = now - self.last >= LINGER;
        self.last = now;
        if self.batch.items.is_empty() {
            self.first = now;
        }
        self.batch.items.push(item);
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    fn is_empty(&self) -> bool {
        self.batch.items.is_empty() && self.batch.end.is_none()
    }

    fn is_full(&self) -> bool {
        self.batch.items.len() >= BATCH_ITEMS || self.bytes >= BATCH_BYTES || self.batch.end.is_some()
    }

    /// The batch is worth sending now: it is full, or the other side has nothing to do and it has waited for that.
    fn is_due(&self) -> bool {
        let is_old = || self.is_slow || self.last - self.first >= LINGER;
        self.is_full() || !self.is_empty() && is_old() && self.sender.is_empty()
    }

    fn take(&mut self) -> Batch {
        self.bytes = 0;
        std::mem::take(&mut self.batch)
    }

    /// Sends the batch if there is room; whether it did.
    fn offer(&mut self) -> bool {
        if self.is_empty() {
            return false;
        }
        let bytes = self.bytes;
        let batch = self.take();
        match self.sender.try_send(batch) {
            Err(TrySendError::Full(batch)) => {
                self.batch = batch;
                self.bytes = bytes;
                false
            }
            // Where nobody takes it, the flag says so.
            Ok(()) | Err(TrySendError::Disconnected(_)) => true,
        }
    }

    /// Sends the batch, waiting for room.
    fn send(&mut self) {
        if !self.is_empty() {
            let batch = self.take();
            // Where nobody takes it, the flag says so.
            let _ = self.sender.send(batch);
        }
    }
}

// ---- isolated stages --------------------------------------------------------------------------------------------

/// The stack of a thread that runs isolated stages; its pages are taken from the system as they are used.
const STACK: usize = 64 << 20;

/// Runs stages until the stream ends or nobody wants their results.
fn serve(stages: &[Stage<Isolated>], input: &Inlet, output: &mut Outlet) {
    loop {
        let batch = match input.receiver.try_recv() {
            Ok(batch) => batch,
            Err(TryRecvError::Empty) => {
                output.send();
                match input.receiver.recv() {
                    Ok(batch) => batch,
                    Err(_) => return,
                }
            }
            Err(TryRecvError::Disconnected) => return,
        };
        let mut end = batch.end;
        for item in batch.items {
            match catch_unwind(AssertUnwindSafe(|| run_stages(stages, item.open()))) {
                Ok(item) => output.push(item),
                Err(payload) => {
                    // The exception goes to another thread: nothing here may remember any part of it.
                    memory::collect_cycles();
                    end = Some(match payload.downcast_ref::<Thrown>() {
                        Some(thrown) if is_underflow(&thrown.0) => End::Finished,
                        _ => End::Failed(payload),
                    });
                    break;
                }
            }
            if output.is_due() {
                output.send();
            }
            if output.is_closed() {
                return;
            }
        }
        if end.is_some() {
            output.batch.end = end;
            return output.send();
        }
    }
}

/// Threads that are waited for.
#[derive(Default)]
struct Threads(Vec<JoinHandle<()>>);

impl Threads {
    fn spawn(&mut self, stages: Vec<Stage<Isolated>>, input: Inlet, mut output: Outlet) {
        let program = program::current();
        let thread = std::thread::Builder::new().name("somd-task".to_string()).stack_size(STACK);
        let spawned = thread.spawn(move || {
            program::with(program, || {
                exception::set_stack_limit(STACK);
                serve(&stages, &input, &mut output);
            })
        });
        match spawned {
            Ok(handle) => self.0.push(handle),
            Err(e) => exception::throw_new(
                exception::ExceptionKind::OutOfMemory,
                Some(&format!("unable to create native thread: {e}")),
            ),
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        for handle in self.0.drain(..) {
            // A worker's unwind has been caught and passed on; what else ends a thread is told where the stream breaks off.
            let _ = handle.join();
        }
    }
}

// ---- the thread that called finish ------------------------------------------------------------------------------

/// Neighbouring stages that run on the thread that called `finish`.
struct Segment<'a> {
    stages: &'a [Stage<Work>],
    /// Its place among the segments of this thread.
    number: usize,
    /// None for the source's.
    input: Option<Inlet>,
    /// None for the last.
    output: Option<Outlet>,
    /// What has been taken from the input and is still to do.
    items: std::vec::IntoIter<Packed>,
    /// How the stream ends after these items; for the last segment also that it has.
    end: Option<End>,
    /// What a worker of this segment threw. It stays on this thread: others may refer to it.
    failure: Option<Ref<Object>>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Running,
    /// No more items, but the end may still have to be sent.
    Ending,
    Done,
}

impl<'a> Segment<'a> {
    fn new(stages: &'a [Stage<Work>], number: usize, input: Option<Inlet>, output: Option<Outlet>) -> Segment<'a> {
        let items = Vec::new().into_iter();
        Segment { stages, number, input, output, items, end: None, failure: None, state: State::Running }
    }

    /// Runs one item through, or moves a batch; false where it waits for items or for room.
    fn step(&mut self) -> bool {
        if self.state == State::Done {
            return false;
        }
        if let Some(output) = &mut self.output {
            if output.is_closed() {
                self.stop(State::Done);
                return true;
            }
            if output.is_due() && !output.offer() && output.is_full() {
                return false;
            }
        }
        if self.state == State::Ending {
            self.state = State::Done;
            return true;
        }
        let item = match (&self.input, self.items.next()) {
            (None, _) => Item::NONE,
            (Some(_), Some(item)) => item.open(),
            (Some(input), None) => {
                if let Some(end) = self.end.take() {
                    self.finish(end);
                    return true;
                }
                match input.receiver.try_recv() {
                    Ok(batch) => {
                        self.items = batch.items.into_iter();
                        self.end = batch.end;
                        return true;
                    }
                    // Nothing else to do: what is there goes on although more could come with it.
                    Err(TryRecvError::Empty) => return self.output.as_mut().is_some_and(Outlet::offer),
                    Err(TryRecvError::Disconnected) => lost_thread(),
                }
            }
        };
        match catch_java(|| run_stages(self.stages, item)) {
            Ok(item) => {
                if let Some(output) = &mut self.output {
                    output.push(item);
                }
            }
            Err(exception) if is_underflow(&exception) => self.finish(End::Finished),
            Err(exception) => {
                self.failure = Some(exception);
                self.finish(End::FailedHere(self.number));
            }
        }
        true
    }

    /// The stream ends here.
    fn finish(&mut self, end: End) {
        self.stop(State::Ending);
        match &mut self.output {
            Some(output) => output.batch.end = Some(end),
            None => {
                self.end = Some(end);
                self.state = State::Done;
            }
        }
    }

    /// Takes no more.
    fn stop(&mut self, state: State) {
        self.state = state;
        self.input = None;
        self.items = Vec::new().into_iter();
        self.end = None;
    }
}

/// A thread that ends sends an end first.
#[cold]
fn lost_thread() -> ! {
    panic!("a thread of a task graph ended without a word")
}

struct Pipeline<'a> {
    segments: Vec<Segment<'a>>,
    // Dropped after the segments, whose queues then are closed.
    _threads: Threads,
}

impl<'a> Pipeline<'a> {
    /// Starts the threads of the isolated stages of a graph whose source is on this thread.
    fn new(stages: &'a [Stage<Work>], processors: usize) -> Pipeline<'a> {
        let mut threads = Threads::default();
        let mut segments = Vec::new();
        let isolated: Vec<Option<Stage<Isolated>>> =
            stages.iter().enumerate().map(|(i, s)| if i == 0 { None } else { isolated_stage(s) }).collect();
        let runs = isolated.windows(2).filter(|w| w[0].is_none() && w[1].is_some()).count();
        let mut input = None;
        let mut at = 0;
        while at < stages.len() {
            let first = at;
            while at < stages.len() && isolated[at].is_none() {
                at += 1;
            }
            let here = &stages[first..at];
            if at == stages.len() {
                segments.push(Segment::new(here, segments.len(), input.take(), None));
                return Pipeline { segments, _threads: threads };
            }
            let (outlet, inlet) = queue();
            segments.push(Segment::new(here, segments.len(), input.take(), Some(outlet)));
            let run: Vec<Stage<Isolated>> = isolated[at..].iter().map_while(Clone::clone).collect();
            at += run.len();
            // This thread has work too; more threads than processors gain nothing.
            let groups = ((processors - 1) / runs).clamp(1, run.len());
            let mut from = inlet;
            for g in 0..groups {
                let (outlet, inlet) = queue();
                let part = run[g * run.len() / groups..(g + 1) * run.len() / groups].to_vec();
                threads.spawn(part, from, outlet);
                from = inlet;
            }
            input = Some(from);
        }
        // The last stage is isolated: its results go nowhere.
        segments.push(Segment::new(&[], segments.len(), input, None));
        Pipeline { segments, _threads: threads }
    }

    fn run(mut self) {
        let end = loop {
            // Nearest to the end first. Every other segment than the last has an output.
            while self.segments.iter_mut().rev().any(Segment::step) {}
            if let Some(end) = self.segments.last_mut().and_then(|s| s.end.take().filter(|_| s.state == State::Done)) {
                break end;
            }
            self.wait();
        };
        let failure = match end {
            End::Finished => return,
            End::Failed(payload) => payload,
            End::FailedHere(number) => match self.segments[number].failure.take() {
                Some(exception) => Box::new(Thrown(exception)),
                None => lost_thread(),
            },
        };
        drop(self);
        resume_unwind(failure);
    }

    /// Until a segment has an item or room.
    fn wait(&self) {
        let mut select = Select::new();
        for segment in self.segments.iter().filter(|s| s.state != State::Done) {
            match (&segment.output, &segment.input) {
                (Some(output), _) if output.is_full() => drop(select.send(&output.sender)),
                (output, Some(input)) => {
                    select.recv(&input.receiver);
                    if let Some(output) = output.as_ref().filter(|o| !o.is_empty()) {
                        select.send(&output.sender);
                    }
                }
                _ => {}
            }
        }
        select.ready();
    }
}

#[cfg(test)]
#[path = "task_tests.rs"]
mod tests;
