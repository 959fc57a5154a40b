//! `somd.Task`: see [`crate::task`].

use crate::object::{Object, Ref};
use crate::task;

natives! {
    /// `Task.start`
    "task.start" => pub fn start(graph: &Ref<Object>) { task::start(graph) }

    /// `Task.finish`
    "task.finish" => pub fn finish(graph: &Ref<Object>) { task::finish(graph) }

    /// `Task.connect`
    "task.connect" => pub fn connect(from: &Ref<Object>, to: &Ref<Object>) -> Ref<Object> {
        task::connect(std::slice::from_ref(from), std::slice::from_ref(to))
    }
}
