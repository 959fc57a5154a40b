//! The threads that run neighbouring isolated stages: as many as the stream can keep busy and the machine has processors for.
//!
//! A stage whose worker has an object has a crew of one, so that the object sees the items in order. Stages
//! without state are functions, so every thread of a crew runs all of them, each on a batch of its own. Such a crew begins with one;
//! another joins when the thread that runs the graph would otherwise wait for it, which is when these stages are what the
//! stream waits for.

use super::parcel::Packed;
use super::queue::{Batch, End, Member};
use super::{Crewed, Stage, is_underflow, run_stages};
use crate::exception::{self, Thrown};
use crate::memory;
use crate::program;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;
use std::time::Instant;

/// The stack of a thread that runs isolated stages; its pages are taken from the system as they are used.
const STACK: usize = 64 << 20;

/// Batches until the stream ends or nobody wants their results.
fn serve(stages: &[Stage<Crewed>], member: &Member) {
    while let Ok(batch) = member.jobs.recv() {
        let began = Instant::now();
        let count = batch.items.len();
        let mut done = Batch { number: batch.number, items: Vec::with_capacity(count), end: batch.end };
        for item in batch.items {
            if member.way.is_closed() {
                return;
            }
            match catch_unwind(AssertUnwindSafe(|| run_stages(stages, item.open()))) {
                Ok(item) => done.items.push(Packed::of(item)),
                Err(payload) => {
                    // The exception goes to another thread: nothing here may remember any part of it.
                    memory::collect_cycles();
                    done.end = Some(match payload.downcast_ref::<Thrown>() {
                        Some(thrown) if is_underflow(&thrown.0) => End::Finished,
                        _ => End::Failed(payload),
                    });
                    break;
                }
            }
        }
        if count > 0 {
            member.way.took(count, began.elapsed());
        }
        let ends = done.end.is_some();
        if ends {
            member.way.end();
        }
        if member.done.send(done).is_err() || ends {
            return;
        }
    }
}

pub struct Crew {
    stages: Arc<[Stage<Crewed>]>,
    member: Member,
    most: usize,
    threads: Vec<JoinHandle<()>>,
}

impl Crew {
    /// A crew of one.
    pub fn new(stages: Vec<Stage<Crewed>>, member: Member, most: usize) -> Crew {
        let mut crew = Crew { stages: stages.into(), member, most, threads: Vec::new() };
        if let Err(e) = crew.hire() {
            let message = format!("unable to create native thread: {e}");
            exception::throw_new(exception::ExceptionKind::OutOfMemory, Some(&message));
        }
        crew
    }

    /// The stream waits for this crew: one more, if the machine has a processor for it.
    pub fn help(&mut self) {
        if self.threads.len() < self.most && self.hire().is_err() {
            // Those that are there do all the work.
            self.most = self.threads.len();
        }
    }

    fn hire(&mut self) -> std::io::Result<()> {
        let program = program::current();
        let (stages, member) = (self.stages.clone(), self.member.clone());
        let thread = std::thread::Builder::new().name("somd-task".to_string()).stack_size(STACK);
        let handle = thread.spawn(move || {
            program::with(program, || {
                exception::set_stack_limit(STACK);
                serve(&stages, &member);
                // What was lent to this thread goes back: nothing here may remember any part of it.
                memory::collect_cycles();
            })
        })?;
        self.member.way.members.fetch_add(1, Ordering::Relaxed);
        self.threads.push(handle);
        Ok(())
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        for handle in self.threads.drain(..) {
            // A worker's unwind has been caught and passed on.
            let _ = handle.join();
        }
    }
}
