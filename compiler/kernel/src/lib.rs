//! Kernels as data. The schedule says in which form an instruction runs; the lowering of that form builds a [`Module`]; printers print it, each in the
//! language of a device, and decide nothing.
//!
//! The text form of the IR is like C. Its reader is how modules are built: a template with names and expressions in it is read into nodes, and nothing
//! of its text is kept. The verifier gives each expression its type, and says what is wrong with a module.

mod groups;
pub mod interp;
pub mod ir;
mod lex;
pub mod lines;
pub mod print;
pub mod read;
#[cfg(test)]
mod tests;
pub mod verify;
pub mod words;

pub use ir::*;
