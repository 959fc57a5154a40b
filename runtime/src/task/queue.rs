//! Queues between the thread that runs a graph and a crew of threads that run its isolated stages.
//!
//! Items cross in batches, each with its number in the stream. Whoever of the crew is free takes the next batch, and gives one batch
//! back for it; the far end puts them in order again. So order is kept whatever an item costs, and however many there are
//! in the crew. How many items make a batch follows from what one costs: [`GRAIN`] of work at a time.

use super::Item;
use super::parcel::Packed;
use crossbeam::channel::{Receiver, Sender, TryRecvError, TrySendError, bounded};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Items that cross together, and how the stream ends where it ends after them.
#[derive(Default)]
pub struct Batch {
    /// Its place in the stream.
    pub number: u64,
    pub items: Vec<Packed>,
    pub end: Option<End>,
}

pub enum End {
    Finished,
    /// What an isolated worker unwound with; nobody else refers to it.
    Failed(Box<dyn Any + Send>),
    /// A worker threw on the thread that called `finish`: the number of its segment.
    FailedHere(usize),
}

/// Batches that wait to be taken.
const QUEUE: usize = 4;
const BATCH_ITEMS: usize = 256;
const BATCH_BYTES: usize = 64 << 10;
/// The work of a batch: many times what its crossing costs, and little enough for the crew to share the last of it.
const GRAIN: Duration = Duration::from_micros(100);
/// How long items that follow one another quickly wait for more, though the other side is idle: some times what waking it costs.
const LINGER: Duration = Duration::from_micros(20);

/// What the ends of a stream's way through a crew know together.
pub struct Way {
    /// The far end takes no more.
    closed: AtomicBool,
    /// One of the crew has met the end of the stream: what comes after is not wanted.
    ended: AtomicBool,
    /// Batches sent to the crew and not yet received, in order, behind it: those that overtook others are bounded too.
    under_way: AtomicU64,
    /// Of the crew: each holds a batch.
    pub members: AtomicUsize,
    /// Items that make a batch.
    grain: AtomicUsize,
}

impl Way {
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    pub fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// So many items took so long.
    pub fn took(&self, items: usize, time: Duration) {
        let fit = (GRAIN.as_nanos() * items as u128).checked_div(time.as_nanos()).unwrap_or(u128::MAX);
        self.grain.store((fit as usize).clamp(1, BATCH_ITEMS), Ordering::Relaxed);
    }

    /// Batches that may be under way.
    fn room(&self) -> u64 {
        (2 * self.members.load(Ordering::Relaxed) + QUEUE) as u64
    }
}

/// The two ends of a crew's way, for the thread that runs the graph, and what a member needs.
pub fn way() -> (Outlet, Inlet, Member) {
    let (to_crew, jobs) = bounded(QUEUE);
    let (done, from_crew) = bounded(QUEUE);
    let way = Arc::new(Way {
        closed: AtomicBool::new(false),
        ended: AtomicBool::new(false),
        under_way: AtomicU64::new(0),
        members: AtomicUsize::new(0),
        // Until it is known what an item costs.
        grain: AtomicUsize::new(1),
    });
    let now = Instant::now();
    let outlet = Outlet {
        sender: to_crew,
        batch: Batch::default(),
        bytes: 0,
        first: now,
        last: now,
        is_slow: true,
        way: way.clone(),
    };
    let inlet = Inlet { receiver: from_crew, next: 0, early: BTreeMap::new(), way: way.clone() };
    (outlet, inlet, Member { jobs, done, way })
}

/// What one of a crew works with.
#[derive(Clone)]
pub struct Member {
    pub jobs: Receiver<Batch>,
    pub done: Sender<Batch>,
    pub way: Arc<Way>,
}

// ---- behind the crew --------------------------------------------------------------------------------------------

/// The end that takes what the crew has done. Dropping it tells all others that nobody takes any more.
pub struct Inlet {
    pub receiver: Receiver<Batch>,
    /// The number of the batch that comes next.
    next: u64,
    /// Batches that overtook it.
    early: BTreeMap<u64, Batch>,
    way: Arc<Way>,
}

impl Inlet {
    /// The next batch of the stream, if it is there.
    pub fn next(&mut self) -> Result<Batch, TryRecvError> {
        loop {
            if let Some(batch) = self.early.remove(&self.next) {
                self.next += 1;
                self.way.under_way.fetch_sub(1, Ordering::Relaxed);
                return Ok(batch);
            }
            let batch = self.receiver.try_recv()?;
            self.early.insert(batch.number, batch);
        }
    }
}

impl Drop for Inlet {
    fn drop(&mut self) {
        self.way.closed.store(true, Ordering::Relaxed);
    }
}

// ---- before the crew --------------------------------------------------------------------------------------------

/// The end that gives the crew its work, with the batch that grows there.
pub struct Outlet {
    pub sender: Sender<Batch>,
    pub batch: Batch,
    bytes: usize,
    /// When the batch's first item came, and the last of all.
    first: Instant,
    last: Instant,
    /// The last item took so long to come that it waits for no other.
    pub is_slow: bool,
    pub way: Arc<Way>,
}

impl Outlet {
    pub fn push(&mut self, item: Item) {
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

    /// What is sent from now on nobody uses.
    pub fn is_closed(&self) -> bool {
        self.way.is_closed() || self.way.ended.load(Ordering::Relaxed)
    }

    pub fn is_empty(&self) -> bool {
        self.batch.items.is_empty() && self.batch.end.is_none()
    }

    pub fn is_full(&self) -> bool {
        let grain = self.way.grain.load(Ordering::Relaxed);
        self.batch.items.len() >= grain || self.bytes >= BATCH_BYTES || self.batch.end.is_some()
    }

    /// The batch is worth sending now: it is full, or some of the crew has nothing to do and it has waited for that.
    pub fn is_due(&self) -> bool {
        let is_old = || self.is_slow || self.last - self.first >= LINGER;
        self.is_full() || !self.is_empty() && is_old() && self.sender.is_empty()
    }

    /// The crew may be given one more batch before the far end has got an earlier one.
    pub fn may_send(&self) -> bool {
        self.way.under_way.load(Ordering::Relaxed) < self.way.room()
    }

    /// Sends the batch if there is room; whether it did.
    pub fn offer(&mut self) -> bool {
        if self.is_empty() || !self.may_send() {
            return false;
        }
        let number = self.batch.number;
        let batch = std::mem::replace(&mut self.batch, Batch { number: number + 1, ..Batch::default() });
        match self.sender.try_send(batch) {
            Err(TrySendError::Full(batch)) => {
                self.batch = batch;
                false
            }
            // Where nobody takes it, the flag says so.
            Ok(()) | Err(TrySendError::Disconnected(_)) => {
                self.bytes = 0;
                self.way.under_way.fetch_add(1, Ordering::Relaxed);
                true
            }
        }
    }
}
