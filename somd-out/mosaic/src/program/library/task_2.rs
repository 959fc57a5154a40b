//! The classes of `Task.somd`.

use super::*;

/// `somd.Task`
#[repr(C)]
#[derive(Default)]
pub struct Task {
    pub graph: Slot<Object>,
}

impl Task {
    pub const ID: u32 = 63;
    pub const LAST: u32 = 63;

    /// `new somd.Task`
    pub fn new(graph: &Ref<Object>) -> Ref<Task> {
        let this = Ref::alloc_cyclic(Self::ID, Task::default());
        Self::init(&this, graph);
        this
    }

    /// somd.Task.<init>: `somd.Task(java.lang.Object graph)`
    pub fn init(this: &Ref<Task>, graph: &Ref<Object>) {
        // Task.somd:7: Task(Object graph) { this.graph = graph; }

        this.graph.set(graph.clone());
    }

    /// somd.Task.finish: `void finish()`
    pub fn finish(this: &Ref<Task>) {
        // Task.somd:22: public void finish() { finish(graph); }
        natives::task::finish(peek!(this.graph));
    }
}
