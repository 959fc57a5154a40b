//! The threads that run iterations: a gang.
//!
//! [`run`] gives the gang a *phase*: numbered tasks, which the members and the calling thread share. Publishing a phase is two stores,
//! joining and leaving it an atomic addition each, and the caller goes on when every member that joined has left: one barrier a
//! phase, and no lock. Members look for the next phase for a short while before they sleep; while a [`Gang`] is held, as a loop
//! over phases does, for much longer, so that each of its rounds costs the barrier alone.
//!
//! The calling thread works too, and never waits for a member that has not joined: neither a phase within a task of another, nor
//! phases of several threads at once, nor a member that the system does not let run can block it.
//!
//! The tasks of a phase are divided into as many runs of neighbours as there are threads. A thread begins with its own and then helps
//! with the others: of phases alike that follow one another, as the rounds of a time loop, each thread gets the same part, which its
//! cache still holds.

use crate::profile;
use std::any::Any;
use std::cell::{Cell, UnsafeCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering, fence};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

type Body = dyn Fn(usize) + Sync;

/// Where a thread publishes its phases. There are a few, for threads that call at the same time and for phases within tasks.
#[repr(align(128))]
struct Desk {
    /// The phase's number, how many members are inside, and whether it is open: see [`OPEN`].
    state: AtomicU64,
    /// A thread has this desk.
    taken: AtomicBool,
    /// Written by the thread that has the desk while no phase is open and nobody is inside.
    phase: UnsafeCell<Phase>,
    shares: Box<[Share]>,
    /// What a task unwound with, other than what its body catches.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

#[derive(Clone, Copy)]
struct Phase {
    body: *const Body,
    /// How many of the shares are used.
    shares: usize,
}

// SAFETY: `phase` is read by members only while they are inside an open phase, and written only when nobody is.
unsafe impl Sync for Desk {}
// SAFETY: as above; the body is `Sync`.
unsafe impl Send for Desk {}

/// The lowest bit of [`Desk::state`]: members may join.
const OPEN: u64 = 1;
/// One member, in [`Desk::state`].
const MEMBER: u64 = 2;
/// One phase, in [`Desk::state`].
const PHASE: u64 = 1 << 32;

/// The tasks that one thread begins with. Threads do not disturb each other's: a cache line, and what is fetched with it.
#[repr(align(128))]
struct Share {
    /// The thread that begins with it works on it, and will until nothing is left.
    owned: AtomicBool,
    next: AtomicUsize,
    end: AtomicUsize,
}

impl Share {
    fn take(&self) -> Option<usize> {
        let end = self.end.load(Ordering::Relaxed);
        // Looked at first, so that the number cannot run away.
        if self.next.load(Ordering::Relaxed) >= end {
            return None;
        }
        Some(self.next.fetch_add(1, Ordering::Relaxed)).filter(|&task| task < end)
    }

    /// For another thread than the one whose share it is. The last task is left to that one, where it is at work: it will come to it soon,
    /// and to have its part of an array brought over from its cache would cost more than to wait.
    fn help(&self) -> Option<usize> {
        let last = self.next.load(Ordering::Relaxed) + 1 >= self.end.load(Ordering::Relaxed);
        if last && self.owned.load(Ordering::Relaxed) { None } else { self.take() }
    }

    fn close(&self) {
        self.next.store(self.end.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

impl Desk {
    fn new(threads: usize) -> Desk {
        let share = |_| Share { owned: AtomicBool::new(false), next: AtomicUsize::new(0), end: AtomicUsize::new(0) };
        Desk {
            state: AtomicU64::new(0),
            taken: AtomicBool::new(false),
            phase: UnsafeCell::new(Phase { body: &|_| (), shares: 0 }),
            shares: (0..threads).map(share).collect(),
            panic: Mutex::new(None),
        }
    }

    /// Opens a phase. Only the thread that has the desk calls this, and [`Desk::close`] after it.
    fn open(&self, tasks: usize, body: *const Body) {
        let count = self.shares.len().min(tasks);
        let end = |k: usize| k * tasks / count;
        for (k, share) in self.shares[..count].iter().enumerate() {
            share.owned.store(false, Ordering::Relaxed);
            share.next.store(end(k), Ordering::Relaxed);
            share.end.store(end(k + 1), Ordering::Relaxed);
        }
        // SAFETY: no phase is open, and nobody is inside.
        unsafe { *self.phase.get() = Phase { body, shares: count } };
        let state = self.state.load(Ordering::Relaxed);
        self.state.store((state & !(PHASE - 1)).wrapping_add(PHASE) | OPEN, Ordering::Release);
    }

    /// Nobody joins any more; waits until all have left.
    fn close(&self) {
        self.state.fetch_and(!OPEN, Ordering::Relaxed);
        let mut rounds = 0u32;
        while self.state.load(Ordering::Acquire) & (PHASE - 1) != 0 {
            rounds += 1;
            if rounds < 4_000 { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
    }

    /// A member joins the open phase, if it is not the one it has `seen`; the number of the phase.
    fn join(&self, seen: u64) -> Option<u64> {
        let mut state = self.state.load(Ordering::Relaxed);
        loop {
            if state & OPEN == 0 || state / PHASE == seen {
                return None;
            }
            match self.state.compare_exchange_weak(state, state + MEMBER, Ordering::Acquire, Ordering::Relaxed) {
                Ok(_) => return Some(state / PHASE),
                Err(now) => state = now,
            }
        }
    }

    fn leave(&self) {
        self.state.fetch_sub(MEMBER, Ordering::Release);
    }

    /// Takes tasks until none is left, those of this thread first. The caller is inside, or has the desk.
    fn work(&self) {
        // SAFETY: nobody writes it while someone is inside.
        let phase = unsafe { *self.phase.get() };
        // SAFETY: the thread that opened the phase keeps its body until all have left.
        let body = unsafe { &*phase.body };
        let shares = &self.shares[..phase.shares];
        let (before, from) = shares.split_at(WORKER.get() % shares.len());
        from[0].owned.store(true, Ordering::Relaxed);
        for (k, share) in from.iter().chain(before).enumerate() {
            while let Some(task) = if k == 0 { share.take() } else { share.help() } {
                if let Err(payload) = catch_unwind(AssertUnwindSafe(|| body(task))) {
                    shares.iter().for_each(Share::close);
                    lock(&self.panic).get_or_insert(payload);
                }
            }
        }
    }
}

/// At most as many as [`Pool::open`] has bits.
const DESKS: usize = 16;

struct Pool {
    desks: Vec<Desk>,
    /// A bit for every desk with an open phase: what members look at.
    open: AtomicU64,
    /// How many [`Gang`]s are held.
    held: AtomicUsize,
    sleepers: AtomicUsize,
    asleep: Mutex<()>,
    wake: Condvar,
    threads: usize,
    /// How long members look for a phase before they sleep.
    patience: Duration,
}

/// How long a member looks for a phase before it sleeps; and while a gang is held.
const SPIN: Duration = Duration::from_micros(60);
const HELD_SPIN: Duration = Duration::from_millis(2);

thread_local! {
    /// Which of the pool's threads this is; the threads that call have number 0.
    static WORKER: Cell<usize> = const { Cell::new(0) };
}

/// How many threads the pool has started.
#[cfg(test)]
static SPAWNED: AtomicUsize = AtomicUsize::new(0);
#[cfg(test)]
thread_local! {
    /// How many phases this thread has opened.
    static PHASES: Cell<usize> = const { Cell::new(0) };
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing unwinds while a lock of this module is held.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    static STARTED: AtomicBool = AtomicBool::new(false);
    let pool = POOL.get_or_init(|| {
        let threads = thread_count();
        let cores = cores();
        Pool {
            desks: (0..DESKS).map(|_| Desk::new(threads)).collect(),
            open: AtomicU64::new(0),
            held: AtomicUsize::new(0),
            sleepers: AtomicUsize::new(0),
            asleep: Mutex::new(()),
            wake: Condvar::new(),
            threads,
            // Where there are more threads than cores, one that waits keeps another from its work.
            patience: if threads > cores { Duration::ZERO } else { SPIN },
        }
    });
    if !STARTED.load(Ordering::Relaxed) && !STARTED.swap(true, Ordering::AcqRel) {
        pool.start(1);
    }
    pool
}

/// The cores that this process may use. To count them reads files, so that is done once.
pub fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, |n| n.get()))
}

fn thread_count() -> usize {
    let asked = std::env::var("SOMD_THREADS").ok().and_then(|v| v.trim().parse().ok()).filter(|&n: &usize| n > 0);
    asked.unwrap_or_else(cores)
}

/// How many threads work on a phase.
pub fn threads() -> usize {
    pool().threads
}

impl Pool {
    /// Starts a member, which starts up to two more before it looks for work: a thread takes tens of microseconds to start, which are not to
    /// add up before the first phase.
    fn start(&'static self, number: usize) {
        if number >= self.threads {
            return;
        }
        let thread = std::thread::Builder::new().name(format!("somd-{number}")).stack_size(16 << 20);
        // Without its members the callers do the work.
        let spawned = thread.spawn(move || {
            WORKER.set(number);
            self.start(2 * number);
            self.start(2 * number + 1);
            self.member()
        });
        #[cfg(test)]
        SPAWNED.fetch_add(usize::from(spawned.is_ok()), Ordering::Relaxed);
        let _ = spawned;
    }

    fn member(&self) {
        let mut seen = [u64::MAX; DESKS];
        let mut idle_since = Instant::now();
        loop {
            if self.help(&mut seen) {
                idle_since = Instant::now();
                continue;
            }
            // A clock is read now and then, the phases all the time: the answer must be quick.
            let mut news = false;
            for _ in 0..64 {
                news = self.news(&seen, Ordering::Relaxed);
                if news {
                    break;
                }
                std::hint::spin_loop();
            }
            if news || idle_since.elapsed() < self.patience {
                continue;
            }
            if self.held.load(Ordering::Relaxed) > 0 && !self.patience.is_zero() && idle_since.elapsed() < HELD_SPIN {
                continue;
            }
            let mut guard = lock(&self.asleep);
            self.sleepers.fetch_add(1, Ordering::SeqCst);
            fence(Ordering::SeqCst);
            while !self.news(&seen, Ordering::SeqCst) {
                guard = self.wake.wait(guard).unwrap_or_else(PoisonError::into_inner);
            }
            self.sleepers.fetch_sub(1, Ordering::SeqCst);
            drop(guard);
            idle_since = Instant::now();
        }
    }

    /// Whether a phase is open that this member has not seen.
    fn news(&self, seen: &[u64; DESKS], order: Ordering) -> bool {
        let mut open = self.open.load(order);
        while open != 0 {
            let desk = open.trailing_zeros() as usize;
            let state = self.desks[desk].state.load(order);
            if state & OPEN != 0 && state / PHASE != seen[desk] {
                return true;
            }
            open &= open - 1;
        }
        false
    }

    /// Works on an open phase that this member has not seen; false where there is none.
    fn help(&self, seen: &mut [u64; DESKS]) -> bool {
        let mut open = self.open.load(Ordering::Relaxed);
        while open != 0 {
            let number = open.trailing_zeros() as usize;
            let desk = &self.desks[number];
            if let Some(phase) = desk.join(seen[number]) {
                seen[number] = phase;
                let span = profile::span("thread", "part of a loop");
                desk.work();
                drop(span);
                desk.leave();
                return true;
            }
            open &= open - 1;
        }
        false
    }

    /// A desk for this thread alone.
    fn desk(&self) -> Option<usize> {
        (0..DESKS).find(|&d| {
            let taken = &self.desks[d].taken;
            !taken.load(Ordering::Relaxed) && !taken.swap(true, Ordering::Acquire)
        })
    }
}

/// Runs `body(0)`, `body(1)`, … `body(tasks - 1)`, each once, on all threads.
pub fn run(tasks: usize, body: &(dyn Fn(usize) + Sync)) {
    let pool = pool();
    let desk = if tasks <= 1 || pool.threads == 1 { None } else { pool.desk() };
    let Some(number) = desk else {
        (0..tasks).for_each(body);
        return;
    };
    let (desk, bit) = (&pool.desks[number], 1 << number);
    // SAFETY: only the lifetime changes; the body is not used after `close`, which waits for all who are inside.
    let body: *const (dyn Fn(usize) + Sync + 'static) =
        unsafe { std::mem::transmute(body as *const (dyn Fn(usize) + Sync)) };
    desk.open(tasks, body);
    #[cfg(test)]
    PHASES.set(PHASES.get() + 1);
    pool.open.fetch_or(bit, Ordering::SeqCst);
    fence(Ordering::SeqCst);
    if pool.sleepers.load(Ordering::SeqCst) > 0 {
        // Who is about to sleep holds the lock until it does.
        drop(lock(&pool.asleep));
        if tasks > 2 { pool.wake.notify_all() } else { pool.wake.notify_one() }
    }
    desk.work();
    pool.open.fetch_and(!bit, Ordering::Relaxed);
    desk.close();
    let payload = lock(&desk.panic).take();
    desk.taken.store(false, Ordering::Release);
    if let Some(payload) = payload {
        resume_unwind(payload);
    }
}

/// The gang is kept together: phases will follow one another closely.
pub struct Gang(());

impl Gang {
    pub fn hold() -> Gang {
        pool().held.fetch_add(1, Ordering::Relaxed);
        Gang(())
    }
}

impl Drop for Gang {
    fn drop(&mut self) {
        pool().held.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_runs_once() {
        for tasks in [0, 1, 2, 3, 100, 10_000] {
            let ran: Vec<AtomicUsize> = (0..tasks).map(|_| AtomicUsize::new(0)).collect();
            run(tasks, &|t| {
                ran[t].fetch_add(1, Ordering::Relaxed);
            });
            assert!(ran.iter().all(|n| n.load(Ordering::Relaxed) == 1));
        }
    }

    #[test]
    fn phases_nest_and_callers_do_not_wait_for_each_other() {
        let total = AtomicUsize::new(0);
        std::thread::scope(|s| {
            for _ in 0..4 {
                s.spawn(|| {
                    for _ in 0..50 {
                        run(8, &|_| run(8, &|_| run(2, &|_| _ = total.fetch_add(1, Ordering::Relaxed))));
                    }
                });
            }
        });
        assert_eq!(total.into_inner(), 4 * 50 * 128);
    }

    /// A time loop over held phases: each round opens one phase, which is its one barrier, and starts no thread.
    #[test]
    fn a_round_is_one_barrier_and_no_spawn() {
        if threads() == 1 {
            return;
        }
        let tasks_of = || std::fs::read_dir("/proc/self/task").map_or(0, |threads| threads.count());
        let gang = Gang::hold();
        run(8, &|_| {});
        while SPAWNED.load(Ordering::Relaxed) < threads() - 1 {
            std::thread::yield_now();
        }
        let (spawned, phases) = (SPAWNED.load(Ordering::Relaxed), PHASES.get());
        let before = tasks_of();
        for _ in 0..1000 {
            run(8, &|_| {});
        }
        drop(gang);
        assert_eq!(PHASES.get() - phases, 1000);
        assert_eq!(SPAWNED.load(Ordering::Relaxed), spawned);
        assert_eq!(spawned, threads() - 1);
        // Other tests' threads come and go; the pool's do not.
        assert!(before == 0 || tasks_of() > spawned);
    }

    #[test]
    fn what_a_task_unwinds_with_comes_out() {
        let result = catch_unwind(|| {
            run(100, &|t| {
                if t == 7 {
                    resume_unwind(Box::new(7u8))
                }
            })
        });
        assert_eq!(result.expect_err("task 7 unwinds").downcast_ref::<u8>(), Some(&7));
        run(4, &|_| {});
    }
}
