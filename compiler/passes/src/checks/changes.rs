//! Variables that change.
//!
//! In a loop that assigns it a variable has a value that it had in front of the loop, or one that it was assigned. That it stays at least, or at
//! most, what it was in front is supposed, and the body gone through on trial: what an assignment does not bear out is dropped, until all that is
//! supposed holds (by induction over the turns). What all assigned values are at least or at most then holds too.

use super::facts::Fact;
use super::{Analysis, Bound, Symbol, assigned_in, constant};
use somd_core::ir::*;
use somd_core::walk;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// That a variable is at most, or at least, what it was in front of a loop.
pub(super) struct Supposed {
    var: VarId,
    upper: bool,
    bound: Bound,
    holds: bool,
}

/// What a variable was assigned: bounds from below and from above.
pub(super) struct Assigned {
    var: VarId,
    lower: Vec<Bound>,
    upper: Vec<Bound>,
}

/// Of variables, from below and from above.
type Limits = HashMap<VarId, (Vec<Bound>, Vec<Bound>)>;

/// Loops around a loop that is gone through on trial: each doubles the work.
const TRIALS: usize = 2;
/// Bounds that are kept of a value.
const KEPT: usize = 4;

impl Analysis<'_> {
    /// A mutable variable takes a value.
    pub(super) fn set(&mut self, var: VarId, value: &Expr) {
        if !value.ty.is_int() {
            return;
        }
        let (exact, (lower, upper)) = (self.exact(value), self.bounds(value));
        match exact {
            Some(b) => {
                self.current.insert(var, b);
            }
            None => self.fresh(var, lower, upper),
        }
    }

    /// The variable has another value, of which these bounds are known.
    pub(super) fn fresh(&mut self, var: VarId, lower: Vec<Bound>, upper: Vec<Bound>) {
        let number = self.values;
        let value = Bound { base: Some(Symbol::Value(var, number)), add: 0 };
        self.values += 1;
        for (bounds, upper) in [(lower, false), (upper, true)] {
            let (lo, hi) = self.type_range(Symbol::Value(var, number));
            // What its type says is no fact; what is known of other values through this one is nothing new.
            let says = |b: &Bound| b.base.is_some() || if upper { b.add < hi } else { b.add > lo };
            let facts = bounds.into_iter().filter(says).take(KEPT);
            self.facts.extend(facts.map(|bound| Fact { symbol: Symbol::Value(var, number), upper, bound }));
        }
        self.current.insert(var, value);
    }

    pub(super) fn assign(&mut self, var: VarId, value: &Expr) {
        if !value.ty.is_int() {
            return;
        }
        let broken: Vec<usize> = (0..self.supposed.len())
            .filter(|i| {
                let s = &self.supposed[*i];
                s.var == var
                    && !if s.upper { self.is_at_most(value, s.bound) } else { self.is_at_least(value, s.bound) }
            })
            .collect();
        broken.into_iter().for_each(|i| self.supposed[i].holds = false);
        let (lower, upper) = self.bounds(value);
        let (lower, upper) = (self.followed(lower, false), self.followed(upper, true));
        self.assigned.push(Assigned { var, lower, upper });
        self.set(var, value);
    }

    /// These bounds, and those that facts lead to from them.
    pub(super) fn followed(&self, mut bounds: Vec<Bound>, upper: bool) -> Vec<Bound> {
        let mut at = 0;
        while at < bounds.len() && bounds.len() < KEPT {
            let b = bounds[at];
            at += 1;
            let further = b.base.map_or(&[][..], |symbol| self.facts.of(symbol, upper));
            bounds.extend(further.iter().map(|f| f.plus(b.add)));
            let (lo, hi) = self.range(b);
            bounds.push(constant(if upper { hi } else { lo }));
            // The first is what it is, and what does not change comes late.
            bounds.dedup();
        }
        bounds
    }

    /// Behind statements that have assigned what the log has there, where a variable is what it was before or one of these. Which ones changed.
    pub(super) fn join(&mut self, log: Range<usize>, values: u32, inside: &[&mut Block]) -> Vec<VarId> {
        let mut vars: Vec<VarId> = self.assigned[log.clone()].iter().map(|a| a.var).collect();
        vars.sort_unstable();
        vars.dedup();
        for &var in &vars {
            let (lower, upper) = self.of_all(var, log.clone(), values, None, inside);
            self.fresh(var, lower, upper);
        }
        vars
    }

    /// Bounds that what a variable was before and all it was assigned have in common, among those that mean something outside.
    pub(super) fn of_all(
        &self,
        var: VarId,
        log: Range<usize>,
        values: u32,
        index: Option<VarId>,
        inside: &[&mut Block],
    ) -> (Vec<Bound>, Vec<Bound>) {
        // A loop's index is another in each turn.
        let mut declared: HashSet<VarId> = index.into_iter().collect();
        for block in inside {
            walk::for_each_stmt(block, &mut |s| {
                walk::stmt_vars(s, &mut |v, role| {
                    if role == walk::Role::Declare {
                        declared.insert(v);
                    }
                });
            });
        }
        // What was declared inside was nothing before.
        if declared.contains(&var) {
            return (Vec::new(), Vec::new());
        }
        let Some(before) = self.current.get(&var).copied() else { return (Vec::new(), Vec::new()) };
        let outside = |b: &Bound| match b.base {
            None => true,
            Some(Symbol::Var(v) | Symbol::Len(v, _)) => !declared.contains(&v),
            Some(Symbol::Value(_, n)) => n < values,
        };
        let all: Vec<&Assigned> = self.assigned[log].iter().filter(|a| a.var == var).collect();
        let common = |upper: bool| {
            let of = |a: &Assigned| if upper { a.upper.clone() } else { a.lower.clone() };
            let within = |b: Bound, limit: Bound| {
                if upper { self.at_most(b, limit) } else { self.at_most(limit, b) }
            };
            let (lo, hi) = self.range(before);
            let mut limits = self.followed(vec![before], upper);
            limits.push(constant(if upper { hi } else { lo }));
            limits.extend(all.iter().flat_map(|a| of(a)));
            limits.retain(|l| {
                outside(l)
                    && within(before, *l)
                    && all.iter().all(|a| of(a).into_iter().filter(outside).any(|b| within(b, *l)))
            });
            limits.truncate(KEPT);
            limits
        };
        (common(false), common(true))
    }

    /// The turns of a loop, whose condition is asked in front of each. Facts from `facts` on hold in them alone.
    pub(super) fn turns(&mut self, facts: usize, index: Option<VarId>, cond: &mut [Expr], body: &mut Block) {
        let mut vars = Vec::new();
        assigned_in(body, &mut |v| vars.push(v));
        vars.sort_unstable();
        vars.dedup();
        let turn = |a: &mut Self, cond: &mut [Expr], body: &mut Block| {
            a.scoped(|a| {
                for c in &mut *cond {
                    a.expr(c);
                }
                for c in &*cond {
                    a.assume(c, true);
                }
                a.block(body);
            });
        };
        if vars.is_empty() {
            turn(self, cond, body);
            return self.facts.truncate(facts);
        }
        let (before, logged, values, in_turns) =
            (self.current.clone(), self.assigned.len(), self.values, self.facts.len());
        let mut holds: Vec<(VarId, bool)> = vars.iter().flat_map(|v| [(*v, true), (*v, false)]).collect();
        holds.retain(|(v, _)| before.contains_key(v));
        // Of what they are in a turn, and behind the loop, which may have had no turn.
        let (mut limits, mut behind) = (Limits::new(), Limits::new());
        let start = |a: &mut Self, holds: &[(VarId, bool)], limits: &Limits| {
            for &v in &vars {
                let (mut lower, mut upper) = limits.get(&v).cloned().unwrap_or_default();
                for (_, up) in holds.iter().filter(|(var, _)| *var == v) {
                    if *up { upper.push(before[&v]) } else { lower.push(before[&v]) }
                }
                a.fresh(v, lower, upper);
            }
        };
        if self.trials < TRIALS {
            self.trials += 1;
            loop {
                let (mut cond, mut trial) = (cond.to_vec(), body.clone());
                let outer = self.supposed.len();
                self.supposed.extend(holds.iter().map(|&(var, upper)| Supposed {
                    var,
                    upper,
                    bound: before[&var],
                    holds: true,
                }));
                start(self, &holds, &limits);
                turn(self, &mut cond, &mut trial);
                let held: Vec<(VarId, bool)> =
                    self.supposed.drain(outer..).filter(|s| s.holds).map(|s| (s.var, s.upper)).collect();
                self.facts.truncate(in_turns);
                self.current = before.clone();
                let done = held.len() == holds.len();
                if done {
                    let log = logged..self.assigned.len();
                    for &v in &vars {
                        limits.insert(v, self.of_all(v, log.clone(), values, index, &[&mut *body]));
                    }
                    let of_turns = self.facts.split_off(facts);
                    for &v in &vars {
                        behind.insert(v, self.of_all(v, log.clone(), values, index, &[&mut *body]));
                    }
                    self.facts.extend(of_turns);
                }
                self.assigned.truncate(logged);
                holds = held;
                if done {
                    break;
                }
            }
            self.trials -= 1;
        } else {
            holds.clear();
        }
        start(self, &holds, &limits);
        turn(self, cond, body);
        self.facts.truncate(facts);
        self.current = before.clone();
        start(self, &holds, &behind);
    }
}
