//! The command line and the driver: all that reads files, the clock and the environment, and starts processes.
//!
//! The pipeline itself lies in crates of its own, one a stage, each a function from one data type to the next: `somd-syntax` gives the
//! tree; `somd-sema` gives `somd-hir`; `somd-analysis` checks and annotates it; `somd-lower` lowers parallel regions to `somd-core`;
//! `somd-passes` rewrites that and `somd-schedule` plans how it runs; `somd-rust`, `somd-opencl`, `somd-cuda` and `somd-java` print; `somd-interp`
//! runs. [`driver::stages`] puts them together.

#[macro_use]
pub mod out;

pub mod cli;
pub mod diagnostics;
pub mod driver;
pub mod explain;
pub mod library;
