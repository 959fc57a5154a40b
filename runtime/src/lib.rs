//! What programs compiled by somdc link against.
//!
//! The modules, from the ground up:
//! - [`object`]: references, headers, class information; [`boxes`]: references that are values; [`memory`]: allocation, freeing, cycles; [`native_object`] and
//!   [`dyn_object`]: objects of the runtime and of the interpreter.
//! - [`string`], [`text_view`] and [`number_text`]: `java.lang.String` and the text of numbers; [`array`]: Java's and Lime's arrays;
//!   [`value_array`]: the ways between the two.
//! - [`ops`]: arithmetic where Java and Rust differ; [`exception`]: Java exceptions over unwinding; [`trace`]: their stack
//!   traces; [`console`]: standard output and error.
//! - [`program`]: what the running program tells the runtime of itself, and how it is run.
//! - [`library`]: programs that are called from other languages; `java`: by the JVM (feature `java`); `python`: by CPython
//!   (feature `python`).
//! - [`kernel`]: parallel instructions as devices see them; [`device`]: those devices (feature `devices`); [`target`]: where a method runs.
//! - [`grid`]: rectangular arrays of a region; [`par`]: its loops, on the [`pool`] or on one thread; [`check`]: their checks.
//! - [`sort`]: sorts of primitives, on one thread and on the pool.
//! - [`cluster`]: several processes that run one program.
//! - [`profile`]: when what ran; [`work`]: how much that was. [`task`]: graphs of sources, filters and sinks.
//! - [`value`] and [`natives`]: the library's methods that are written in Rust, for compiled code and for the interpreter.

pub mod array;
pub mod boxes;
pub mod check;
pub mod cluster;
pub mod concat;
pub mod console;
#[cfg(feature = "devices")]
pub mod device;
#[cfg(not(feature = "devices"))]
#[path = "no_devices.rs"]
pub mod device;
pub mod dyn_object;
pub mod emitted;
pub mod exception;
pub mod grid;
#[cfg(feature = "java")]
pub mod java;
pub mod kernel;
pub mod library;
pub mod lime;
pub mod memory;
pub mod native_object;
pub mod natives;
pub mod number_text;
pub mod object;
pub mod ops;
pub mod par;
pub mod plain;
pub mod pool;
pub mod private;
pub mod profile;
pub mod program;
#[cfg(feature = "python")]
pub mod python;
pub mod sort;
pub mod string;
pub mod target;
pub mod task;
pub mod text_view;
pub mod trace;
pub mod value;
pub mod value_array;
pub mod verdict;
pub mod work;

#[cfg(test)]
mod test_program;

pub use array::Array;
pub use object::{Extends, Object, Ref, Slot};
pub use string::{Literal, Str};
pub use value::Value;
