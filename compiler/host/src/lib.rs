//! What the printer of host code does, decided before a line is printed.
//!
//! Analyses over HIR, one file each, whose results make the [`HostPlan`]: what can run, what variables hold, who counts references and
//! who borrows, what lies on the stack, which calls are direct. They know neither the text that is printed nor the names in it.

pub mod accessors;
pub mod arithmetic;
pub mod borrowed_locals;
pub mod borrowed_returns;
pub mod boxes;
mod components;
pub mod cycles;
pub mod destructive_reads;
pub mod escape;
pub mod exceptions_as_results;
pub mod fast_paths;
pub mod initialisers;
pub mod last_use;
mod leaves;
pub mod locals;
pub mod mod_ref;
pub mod ownership;
pub mod points_to;
mod print;
pub use print::print;
pub mod reachability;
pub mod receiver_returns;
pub mod recursion;
pub mod stack_arrays;
pub mod types;
pub mod walk;

use reachability::{Reach, Roots};
use somd_hir::*;
use std::collections::{BTreeMap, BTreeSet};

/// What is decided for a whole program.
pub struct HostPlan<'a> {
    pub program: &'a Program,
    /// The method that runs first.
    pub main: MethodId,
    /// `java.lang.Object`
    pub object: Option<ClassId>,
    /// `java.lang.String`
    pub string: Option<ClassId>,
    /// The program has parallel regions.
    pub has_regions: bool,
    /// What can run.
    pub reach: Reach,
    /// Which static initialisers do nothing but store literals.
    pub statics: initialisers::Statics,
    /// The classes of what variables hold.
    pub points_to: points_to::Held,
    /// The methods that can run again before they have ended.
    pub recursion: recursion::Recursion,
    /// Classes whose objects can be part of a cycle of references.
    pub cyclic: BTreeSet<ClassId>,
    /// What methods store references in.
    pub stores: BTreeMap<MethodId, mod_ref::Stores>,
    /// What they store before they have looked for the last time at what they are given.
    pub before_last_look: last_use::BeforeLastLook,
    /// Methods with a form that lends what they return.
    pub borrowed_returns: borrowed_returns::Looks,
    /// Methods that compute on primitive values alone.
    pub arithmetic: BTreeSet<MethodId>,
    /// Parameters that are passed by value.
    pub owned: ownership::Owned,
    /// Methods with a form that gives back what it throws.
    pub results: BTreeSet<MethodId>,
    /// Methods that give back their receiver, borrowed.
    pub receiver_returns: BTreeSet<MethodId>,
    /// Where new objects are.
    pub escape: escape::Placement,
    /// Small methods that call nothing: parts of their callers.
    pub leaves: BTreeSet<MethodId>,
    /// What is part of its callers, and what is never.
    pub fast_paths: fast_paths::FastPaths,
}

impl<'a> HostPlan<'a> {
    /// Decides for the program that starts at `main`; each analysis may ask those before it.
    pub fn new(program: &'a Program, main: MethodId, roots: &Roots) -> HostPlan<'a> {
        let reach = reachability::reach(program, main, roots);
        let mut plan = HostPlan {
            program,
            main,
            object: program.known.classes.get("java.lang.Object").copied(),
            string: program.known.classes.get("java.lang.String").copied(),
            has_regions: roots.has_regions,
            statics: initialisers::Statics::new(program, &reach),
            reach,
            points_to: Default::default(),
            recursion: Default::default(),
            cyclic: BTreeSet::new(),
            stores: BTreeMap::new(),
            before_last_look: BTreeMap::new(),
            borrowed_returns: borrowed_returns::Looks::new(),
            arithmetic: BTreeSet::new(),
            owned: BTreeSet::new(),
            results: BTreeSet::new(),
            receiver_returns: BTreeSet::new(),
            escape: Default::default(),
            leaves: BTreeSet::new(),
            fast_paths: Default::default(),
        };
        plan.points_to = points_to::Held::of(&plan);
        plan.recursion = recursion::of_methods(&plan);
        plan.cyclic = cycles::cyclic_classes(&plan);
        plan.stores = mod_ref::of_methods(&plan);
        last_use::of_parameters(&mut plan);
        borrowed_returns::find(&mut plan);
        plan.arithmetic = arithmetic::arithmetic_methods(&plan);
        plan.owned = ownership::owned_parameters(&plan);
        plan.results = exceptions_as_results::near_throwers(&plan);
        plan.receiver_returns = receiver_returns::chained_methods(&plan);
        plan.escape = escape::placement(&plan);
        plan.leaves = leaves::of_methods(&plan);
        plan.fast_paths = fast_paths::of_methods(&plan);
        plan
    }
}
