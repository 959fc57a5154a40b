//! Compilations from files to files and processes: all that touches the world.
//!
//! [`sources`] reads programs and the library; [`stages`] runs the pipeline; [`project`] writes cargo projects and builds them;
//! [`built`] tells whether one that was built is still what its sources say; [`manifest`] reads `somdc.toml`; [`home`] is where the compiler keeps its runtime, its library and what it has built; [`folders`] writes files without harm to others'.

pub mod built;
#[cfg(test)]
mod erasure_tests;
pub mod folders;
pub mod home;
pub mod manifest;
pub mod project;
pub mod sources;
pub mod stages;
