//! The queues of a device: one for kernels and what is done within the device, one for sending to it and one for fetching from it, so that
//! all three go on at once.
//!
//! Each takes its commands in order. Between queues events order them: a buffer remembers the last command on each of its parts
//! ([`Trail`]), and whoever enqueues a command on another queue makes it wait for those.

use super::platform::Device;
use opencl3::command_queue::CommandQueue;
use opencl3::event::Event;
use opencl3::types::cl_event;
use std::ops::Range;
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    Compute,
    Upload,
    Download,
}

pub struct Queues {
    pub compute: CommandQueue,
    pub upload: CommandQueue,
    pub download: CommandQueue,
}

impl Queues {
    pub fn of(&self, lane: Lane) -> &CommandQueue {
        match lane {
            Lane::Compute => &self.compute,
            Lane::Upload => &self.upload,
            Lane::Download => &self.download,
        }
    }
}

/// The last commands on a buffer, by its bytes.
#[derive(Default)]
pub struct Trail(Vec<(Range<usize>, Lane, Arc<Event>)>);

impl Trail {
    /// The events that a command on these bytes must wait for, and which queues they come from.
    pub fn before(&self, bytes: &Range<usize>, lane: Lane, device: &Device, events: &mut Vec<cl_event>) {
        for (part, from, event) in &self.0 {
            if *from != lane && part.start < bytes.end && bytes.start < part.end {
                // What another queue waits for must be on its way.
                if let Err(e) = device.queues.of(*from).flush() {
                    device.lose(&format!("{} takes no commands ({e})", device.name));
                }
                events.push(event.get());
            }
        }
    }

    /// The command that was enqueued last.
    pub fn last(&self) -> Option<Arc<Event>> {
        self.0.last().map(|(_, _, event)| event.clone())
    }

    /// Waits for all of them. One that failed has ended too.
    pub fn wait(&self) {
        for (_, _, event) in &self.0 {
            let _ = event.wait();
        }
    }

    /// A command on these bytes was enqueued, which comes after all before.
    pub fn note(&mut self, bytes: Range<usize>, lane: Lane, event: &Arc<Event>) {
        self.0.retain(|(part, _, _)| part.start < bytes.start || part.end > bytes.end);
        self.0.push((bytes, lane, event.clone()));
    }
}
