//! The SOMD compiler as a library: one function a stage, from one data type to the next.
//!
//! `syntax` gives the tree; `sema` gives [`hir`]; `analysis` checks and annotates it; parallel regions are lowered to
//! [`core`]; `passes` and `schedule` rewrite that; `backend` prints. The library reads no file, no clock and no
//! environment: `driver` and `cli` own those.

pub use somd_syntax as syntax;

pub mod analysis;
pub mod backend;
pub mod cli;
pub mod core;
pub mod diagnostics;
pub mod driver;
pub mod explain;
pub mod hir;
pub mod hir_print;
#[cfg(test)]
mod hir_testing;
pub mod interp;
pub mod lower;
pub mod passes;
pub mod schedule;
pub mod sema;
