//! The parallel intermediate form and everything that is stated over it alone: text, invariants, meaning.

pub mod arith;
pub mod interface;
pub mod interp;
pub mod ir;
pub mod npe;
pub mod nulls;
pub mod parse;
pub mod print;
pub mod races;
pub mod shape;
pub mod table;
pub mod value;
pub mod verify;
pub mod walk;

#[cfg(test)]
mod tests;
