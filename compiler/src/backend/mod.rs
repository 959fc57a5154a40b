//! Printers of target text: each takes a checked program and gives source files as data.

pub mod java;
pub mod opencl;
pub mod rust;

pub mod interface;
mod own;
