//! Libraries that other languages call: `somdc build --lib java|python|c|rust`.
//!
//! [`surface`] says what a program exports, as data. [`entry`] makes of it a class of the program's own language, by which every call comes in,
//! so that all later stages see a program like any other. [`native`] prints the C functions around that; [`c`], [`rust`], [`python`] and [`java`]
//! print what callers see, over those. [`build`] puts a library together.

pub mod build;
mod c;
pub mod docs;
mod entry;
mod java;
mod native;
mod python;
mod rust;
pub mod surface;
mod views;
