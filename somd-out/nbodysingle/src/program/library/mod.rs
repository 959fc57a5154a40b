//! The classes of Java's library that the program may need.

use super::*;

mod character;
mod class;
mod comparator;
mod exceptions;
mod exceptions_2;
mod exceptions_4;
mod file_input_stream;
mod filter_output_stream;
mod float;
mod input_stream;
mod integer;
mod io;
mod long;
mod number;
mod object;
mod output_stream;
mod print_stream;
mod random;
mod string;
mod system;
mod task_2;
mod throwable;

pub use character::*;
pub use class::*;
pub use comparator::*;
pub use exceptions::*;
pub use exceptions_2::*;
pub use exceptions_4::*;
pub use file_input_stream::*;
pub use filter_output_stream::*;
pub use float::*;
pub use input_stream::*;
pub use integer::*;
pub use io::*;
pub use long::*;
pub use number::*;
pub use object::*;
pub use output_stream::*;
pub use print_stream::*;
pub use random::*;
pub use string::*;
pub use system::*;
pub use task_2::*;
pub use throwable::*;
