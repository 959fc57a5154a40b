//! The threads that run iterations.
//!
//! [`run`] offers a job of numbered tasks. The calling thread works on it too, and returns when every task that was begun has
//! ended; so a job never waits for a worker to be free, and neither a job started within a task nor jobs of several threads at once
//! can deadlock. Workers look for work for a short while before they sleep: calls that follow one another closely find them awake.
//!
//! The tasks of a job are divided into as many runs of neighbours as there are threads. A thread begins with its own and then helps
//! with the others: of jobs alike that follow one another, as the rounds of a time loop, each thread gets the same part, which its
//! cache still holds.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// A job on the stack of the thread that offers it.
struct Job {
    /// Runs one task. Valid while the job is listed or someone is `inside`.
    body: *const (dyn Fn(usize) + Sync),
    shares: Vec<Share>,
    /// Workers that use the job.
    inside: AtomicUsize,
    /// What a task unwound with, other than what its body catches.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

/// The tasks that one thread begins with. Threads do not disturb each other's: a cache line, and what is fetched with it.
#[repr(align(128))]
struct Share {
    next: AtomicUsize,
    end: usize,
}

impl Share {
    fn take(&self) -> Option<usize> {
        // Looked at first, so that the number cannot run away.
        if !self.open() {
            return None;
        }
        Some(self.next.fetch_add(1, Ordering::Relaxed)).filter(|&task| task < self.end)
    }

    fn open(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.end
    }
}

impl Job {
    fn shares(tasks: usize, threads: usize) -> Vec<Share> {
        let count = threads.min(tasks);
        let end = |k: usize| k * tasks / count;
        (0..count).map(|k| Share { next: AtomicUsize::new(end(k)), end: end(k + 1) }).collect()
    }

    /// Takes tasks until none is left, those of this thread first.
    fn work(&self) {
        let own = WORKER.get() % self.shares.len();
        let (before, from) = self.shares.split_at(own);
        for share in from.iter().chain(before) {
            while let Some(task) = share.take() {
                // SAFETY: whoever works is counted inside or is the owner, and the owner keeps the body until then.
                let body = unsafe { &*self.body };
                if let Err(payload) = catch_unwind(AssertUnwindSafe(|| body(task))) {
                    self.shares.iter().for_each(|s| s.next.store(s.end, Ordering::Relaxed));
                    lock(&self.panic).get_or_insert(payload);
                }
            }
        }
    }

    fn open(&self) -> bool {
        self.shares.iter().any(Share::open)
    }
}

/// A listed job.
#[derive(Clone, Copy, PartialEq)]
struct Listed(*const Job);
// SAFETY: a job is made of atomics, a mutex, and a body that is `Sync`; the list says how long it lives.
unsafe impl Send for Listed {}

struct Pool {
    jobs: Mutex<Vec<Listed>>,
    /// How many jobs are listed; looked at without the lock.
    listed: AtomicUsize,
    sleepers: AtomicU32,
    wake: Condvar,
    threads: usize,
}

/// How long a worker looks for work before it sleeps.
const SPIN: Duration = Duration::from_micros(60);

thread_local! {
    /// Which of the pool's threads this is; the threads that call have number 0.
    static WORKER: Cell<usize> = const { Cell::new(0) };
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing unwinds while a lock of this module is held.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    static STARTED: AtomicBool = AtomicBool::new(false);
    let pool = POOL.get_or_init(|| Pool {
        jobs: Mutex::new(Vec::new()),
        listed: AtomicUsize::new(0),
        sleepers: AtomicU32::new(0),
        wake: Condvar::new(),
        threads: thread_count(),
    });
    if !STARTED.load(Ordering::Relaxed) && !STARTED.swap(true, Ordering::AcqRel) {
        for number in 1..pool.threads {
            let thread = std::thread::Builder::new().name(format!("somd-{number}")).stack_size(16 << 20);
            // Without its workers the callers do the work.
            let _ = thread.spawn(move || {
                WORKER.set(number);
                pool.worker()
            });
        }
    }
    pool
}

fn thread_count() -> usize {
    let asked = std::env::var("SOMD_THREADS").ok().and_then(|v| v.trim().parse().ok()).filter(|&n: &usize| n > 0);
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get()))
}

/// How many threads work on a job.
pub fn threads() -> usize {
    pool().threads
}

impl Pool {
    fn worker(&self) {
        let mut idle_since = Instant::now();
        loop {
            if self.listed.load(Ordering::Acquire) > 0 {
                if self.help() {
                    idle_since = Instant::now();
                    continue;
                }
                // All tasks are taken: their owner needs the lock more.
                for _ in 0..32 {
                    std::hint::spin_loop();
                }
            }
            if idle_since.elapsed() < SPIN {
                // A clock is read now and then, the list all the time: the answer must be quick.
                for _ in 0..64 {
                    if self.listed.load(Ordering::Relaxed) > 0 {
                        break;
                    }
                    std::hint::spin_loop();
                }
                continue;
            }
            let mut jobs = lock(&self.jobs);
            self.sleepers.fetch_add(1, Ordering::SeqCst);
            // SAFETY: listed jobs live.
            while !jobs.iter().any(|j| unsafe { &*j.0 }.open()) {
                jobs = self.wake.wait(jobs).unwrap_or_else(PoisonError::into_inner);
            }
            self.sleepers.fetch_sub(1, Ordering::SeqCst);
            drop(jobs);
            idle_since = Instant::now();
        }
    }

    /// Works on a listed job; false where there is none with tasks left.
    fn help(&self) -> bool {
        let jobs = lock(&self.jobs);
        // The youngest first: an older one may be waiting for it.
        // SAFETY: listed jobs live, and one that is entered under the lock lives until it is left.
        let Some(job) = jobs.iter().rev().map(|j| unsafe { &*j.0 }).find(|j| j.open()) else { return false };
        job.inside.fetch_add(1, Ordering::Relaxed);
        drop(jobs);
        job.work();
        job.inside.fetch_sub(1, Ordering::Release);
        true
    }
}

/// Runs `body(0)`, `body(1)`, … `body(tasks - 1)`, each once, on all threads.
pub fn run(tasks: usize, body: &(dyn Fn(usize) + Sync)) {
    let pool = pool();
    if tasks <= 1 || pool.threads == 1 {
        (0..tasks).for_each(body);
        return;
    }
    // SAFETY: only the lifetime changes; the job is not used after this function, which waits for all who are inside.
    let body: *const (dyn Fn(usize) + Sync + 'static) =
        unsafe { std::mem::transmute(body as *const (dyn Fn(usize) + Sync)) };
    let shares = Job::shares(tasks, pool.threads);
    let job = Job { body, shares, inside: AtomicUsize::new(0), panic: Mutex::new(None) };
    let listed = Listed(&job);
    let mut jobs = lock(&pool.jobs);
    jobs.push(listed);
    pool.listed.store(jobs.len(), Ordering::Release);
    let asleep = pool.sleepers.load(Ordering::SeqCst);
    drop(jobs);
    if asleep > 0 {
        if tasks > 2 { pool.wake.notify_all() } else { pool.wake.notify_one() }
    }
    job.work();
    let mut jobs = lock(&pool.jobs);
    jobs.retain(|j| *j != listed);
    pool.listed.store(jobs.len(), Ordering::Release);
    drop(jobs);
    let mut rounds = 0u32;
    while job.inside.load(Ordering::Acquire) > 0 {
        rounds += 1;
        if rounds < 10_000 { std::hint::spin_loop() } else { std::thread::yield_now() }
    }
    let payload = lock(&job.panic).take();
    if let Some(payload) = payload {
        resume_unwind(payload);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_runs_once() {
        for tasks in [0, 1, 2, 3, 100, 10_000] {
            let ran: Vec<AtomicU32> = (0..tasks).map(|_| AtomicU32::new(0)).collect();
            run(tasks, &|t| {
                ran[t].fetch_add(1, Ordering::Relaxed);
            });
            assert!(ran.iter().all(|n| n.load(Ordering::Relaxed) == 1));
        }
    }

    #[test]
    fn jobs_nest_and_callers_do_not_wait_for_each_other() {
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
