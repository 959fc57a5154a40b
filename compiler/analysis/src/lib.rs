//! What is true of a typed program along its paths: checked here on HIR, after `sema` and before `lower`.
//!
//! [`flow`] holds Java's rules (definite assignment, reachability, checked exceptions); [`effects`] infers what every method
//! may touch, checks Lime's `local`, and answers later stages' questions about purity; [`purity`] checks what maps and reductions run; [`isolation`] says which workers of task graphs may run on any thread, and [`world`] what a part of the program can reach; [`outside`]
//! puts out what the program cannot run and this library could not.

pub mod effects;
pub mod flow;
pub mod isolation;
pub mod outside;
pub mod purity;
pub mod world;
