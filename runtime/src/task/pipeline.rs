//! The thread that called `finish`: it runs the stages that are not isolated, and gives the others to their crews.

use super::crew::Crew;
use super::parcel::Packed;
use super::queue::{End, Inlet, Outlet, way};
use super::{Crewed, Item, Lending, Stage, Work, crewed_stage, is_function, is_offloadable, is_underflow, run_stages};
use crate::exception::{Thrown, catch_java};
use crate::object::{Object, Ref};
use crossbeam::channel::{Select, TryRecvError};
use std::ops::Range;
use std::panic::resume_unwind;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Items that a segment may take before those nearer to the end are asked again.
const AT_ONCE: usize = 16;

/// Neighbouring stages that run on the thread that called `finish`.
struct Segment {
    /// Of these stages, those in `range`.
    stages: Rc<[Stage<Work>]>,
    range: Range<usize>,
    /// Where a device may run some of them, the first behind the last such: from there on stages take the item before, so that the device
    /// computes while what is in front of them makes the next item. Else the range's end.
    split: usize,
    /// What is to be taken there.
    behind: Option<Item>,
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

impl Segment {
    fn new(
        (stages, range): (&Rc<[Stage<Work>]>, Range<usize>),
        number: usize,
        input: Option<Inlet>,
        output: Option<Outlet>,
    ) -> Segment {
        let items = Vec::new().into_iter();
        let offloaded = stages[range.clone()].iter().rposition(is_offloadable);
        Segment {
            stages: stages.clone(),
            split: offloaded.map_or(range.end, |n| range.start + n + 1),
            behind: None,
            range,
            number,
            input,
            output,
            items,
            end: None,
            failure: None,
            state: State::Running,
        }
    }

    /// Some steps, as long as items come quickly; false where it waits for items or for room.
    fn steps(&mut self) -> bool {
        let moved = self.step();
        let mut count = 1;
        while moved && count < AT_ONCE && !self.output.as_ref().is_some_and(|o| o.is_slow) && self.step() {
            count += 1;
        }
        moved
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
        let item = match (&mut self.input, self.items.next()) {
            (None, _) => Item::NONE,
            (Some(_), Some(item)) => item.open(),
            (Some(input), None) => {
                if let Some(end) = self.end.take() {
                    let before = self.behind.take();
                    if before.is_none_or(|item| self.pass_on(item)) {
                        self.finish(end);
                    }
                    return true;
                }
                match input.next() {
                    Ok(batch) => {
                        self.items = batch.items.into_iter();
                        self.end = batch.end;
                        return true;
                    }
                    // Nothing comes that could be made meanwhile.
                    Err(TryRecvError::Empty) if self.behind.is_some() => {
                        if let Some(item) = self.behind.take() {
                            self.pass_on(item);
                        }
                        return true;
                    }
                    // Nothing else to do: what is there goes on although more could come with it.
                    Err(TryRecvError::Empty) => return self.output.as_mut().is_some_and(Outlet::offer),
                    Err(TryRecvError::Disconnected) => lost_thread(),
                }
            }
        };
        let made = catch_java(|| run_stages(&self.stages[self.range.start..self.split], item));
        let offloaded = self.split > self.range.start && is_offloadable(&self.stages[self.split - 1]);
        match made {
            Ok(item) if offloaded => {
                if let Some(before) = self.behind.replace(item) {
                    self.pass_on(before);
                }
            }
            Ok(item) => {
                self.pass_on(item);
            }
            Err(exception) => {
                // What is thrown comes after the item before it.
                let before = self.behind.take();
                if before.is_none_or(|item| self.pass_on(item)) {
                    self.fail(exception);
                }
            }
        }
        true
    }

    /// Runs an item through the stages from the split on; false where these end the stream.
    fn pass_on(&mut self, item: Item) -> bool {
        match catch_java(|| run_stages(&self.stages[self.split..self.range.end], item)) {
            Ok(item) => {
                if let Some(output) = &mut self.output {
                    output.push(item);
                }
                true
            }
            Err(exception) => {
                self.fail(exception);
                false
            }
        }
    }

    /// The stream ends with what a stage has thrown.
    fn fail(&mut self, exception: Ref<Object>) {
        if is_underflow(&exception) {
            return self.finish(End::Finished);
        }
        self.failure = Some(exception);
        self.finish(End::FailedHere(self.number));
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
        self.behind = None;
        self.items = Vec::new().into_iter();
        self.end = None;
    }
}

/// A thread that ends sends an end first.
#[cold]
fn lost_thread() -> ! {
    panic!("a thread of a task graph ended without a word")
}

pub struct Pipeline {
    segments: Vec<Segment>,
    /// `crews[i]` is behind segment `i`. Dropped after the segments, whose queues then are closed.
    crews: Vec<Crew>,
    /// What the crews work on, which is this thread's again when they are gone.
    _lent: Lending,
}

impl Pipeline {
    /// Crews for the stages of a graph that need not be on this thread, as its source is: all that are functions, and those with objects that
    /// `lends` says of, by their places.
    pub fn new(stages: &Rc<[Stage<Work>]>, processors: usize, lends: &dyn Fn(usize) -> bool) -> Pipeline {
        let (mut segments, mut crews, mut lent) = (Vec::new(), Vec::new(), Lending::default());
        let functions: Vec<bool> = stages.iter().map(is_function).collect();
        let mut crewed = |(i, s): (usize, &Stage<Work>)| match i {
            0 => None,
            _ if functions[i] => crewed_stage(s, &mut None),
            _ if lends(i) => crewed_stage(s, &mut Some(&mut lent)),
            _ => None,
        };
        let crewed: Vec<Option<Stage<Crewed>>> = stages.iter().enumerate().map(&mut crewed).collect();
        let is_first =
            |i: &usize| functions[*i] && crewed[*i].is_some() && !(functions[i - 1] && crewed[i - 1].is_some());
        let runs = (1..stages.len()).filter(is_first).count().max(1);
        let mut input = None;
        let mut at = 0;
        while at < stages.len() {
            let first = at;
            while at < stages.len() && crewed[at].is_none() {
                at += 1;
            }
            let here = (stages, first..at);
            if at == stages.len() {
                segments.push(Segment::new(here, segments.len(), input.take(), None));
                return Pipeline { segments, crews, _lent: lent };
            }
            let (outlet, inlet, member) = way();
            segments.push(Segment::new(here, segments.len(), input.replace(inlet), Some(outlet)));
            let of_functions = functions[at];
            let together = (at..stages.len()).take_while(|&i| i == at || of_functions && functions[i]);
            let run: Vec<Stage<Crewed>> = together.map_while(|i| crewed[i].clone()).collect();
            at += run.len();
            // An object sees the items in order.
            let most = if of_functions { (processors / runs).max(1) } else { 1 };
            crews.push(Crew::new(run, member, most));
        }
        // The results of the last stage go nowhere.
        segments.push(Segment::new((stages, 0..0), segments.len(), input, None));
        Pipeline { segments, crews, _lent: lent }
    }

    /// Runs what stands before the first crew until it has to wait, or for so long. What it throws is kept for [`Pipeline::run`].
    pub fn run_ahead(&mut self, time: Duration) {
        let limit = Instant::now() + time;
        let Some(first) = self.segments.first_mut() else { return };
        while first.step() && Instant::now() < limit {}
        if let Some(output) = &mut first.output {
            output.offer();
        }
    }

    pub fn run(mut self) {
        let end = loop {
            // Nearest to the end first. Every other segment than the last has an output.
            while self.segments.iter_mut().rev().any(Segment::steps) {}
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
    fn wait(&mut self) {
        let mut select = Select::new();
        for (i, segment) in self.segments.iter().enumerate().filter(|(_, s)| s.state != State::Done) {
            let output = segment.output.as_ref();
            let full = output.is_some_and(Outlet::is_full);
            if full && let Some(crew) = self.crews.get_mut(i) {
                crew.help();
            }
            // What may not be sent yet is waited for at the far end, which a later segment takes from.
            if let Some(output) = output.filter(|o| !o.is_empty() && o.may_send()) {
                select.send(&output.sender);
            }
            if let Some(input) = segment.input.as_ref().filter(|_| !full) {
                select.recv(&input.receiver);
            }
        }
        select.ready();
    }
}
