//! Whether what a `sync` block became keeps its meaning: an element that is not the iteration's own is read as it was when the block was
//! entered. One parallel instruction reads the values from before itself, so that of several in one block none may read what another stores
//! to, nor may statements between them; and in an iteration's own loops each element has an owner too.
//!
//! A block that does not keep it is no region. It runs as [`snapshot`](crate::snapshot) has it.

use super::Region;
use super::owners::own_or_apart;
use crate::affine::Subscripts;
use crate::error::{LowerError, Result};
use crate::walk;
use somd_core::ir::{ArraySource, Expr, ExprKind, OutputKind, Par, Stmt, StmtKind, VarId};
use somd_core::walk as core_walk;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The arrays that are looked at, each with the subscripts.
fn loads(stmts: &[Stmt], f: &mut dyn FnMut(VarId, &[Expr])) {
    walk::core_stmts(stmts, &mut |s| {
        walk::core_stmt_exprs(s, &mut |e| {
            if let ExprKind::Index { array, index } | ExprKind::Row { array, index } = &e.kind {
                f(*array, index);
            }
        });
    });
}

/// The statements of a loop.
fn looped(s: &Stmt) -> Option<&[Stmt]> {
    match &s.kind {
        StmtKind::For { body, .. } | StmtKind::While { body, .. } => Some(&body.stmts),
        _ => None,
    }
}

impl<'r, 'b, 'a: 'r> Region<'r, 'b, 'a> {
    /// Of the statements that the block at `span` became.
    pub(super) fn keeps_snapshot(&self, stmts: &[Stmt], span: Span) -> Result<()> {
        let mut stored = BTreeSet::new();
        match self.keep(stmts, &mut stored) {
            true => Ok(()),
            false => Err(LowerError::new(span, "what this `sync` block reads from before it is kept on the host")
                .note("one loop nest in a block, whose loops stand directly in one another, runs in parallel")),
        }
    }

    /// `stored` are the arrays that statements before have stored to.
    fn keep(&self, stmts: &[Stmt], stored: &mut BTreeSet<VarId>) -> bool {
        let root = |v: VarId| self.b.facts.root(v);
        stmts.iter().all(|s| match &s.kind {
            StmtKind::Par(par) => {
                let kept = self.par_keeps(par, stored);
                stored.extend(par.outputs.iter().filter_map(|o| match &o.kind {
                    OutputKind::Array(ArraySource::Update { old }) | OutputKind::Accumulate { array: old, .. } => {
                        Some(root(*old))
                    }
                    _ => None,
                }));
                kept
            }
            StmtKind::Store { .. } | StmtKind::CallRegion { .. } => false,
            StmtKind::If { cond, then, otherwise } => {
                let mut fine = true;
                self.looks(cond, stored, &mut fine);
                let mut other = stored.clone();
                fine &= self.keep(&then.stmts, stored);
                // What runs where the parallel loop cannot has its own copy, or reads nothing from before.
                let first = then.stmts.iter().find_map(|s| match &s.kind {
                    StmtKind::Par(par) => Some(par),
                    _ => None,
                });
                let stands = first.is_some_and(|par| {
                    self.in_order.contains(&par.name) || self.budgeted.contains(&par.name) && !reads_before(par)
                });
                fine = fine && (stands || self.keep(&otherwise.stmts, &mut other));
                stored.append(&mut other);
                fine
            }
            _ => {
                let mut fine = true;
                walk::core_stmt_exprs(s, &mut |e| self.looks(e, stored, &mut fine));
                if looped(s).is_some() {
                    // A second round sees the first one's stores.
                    core_walk::stmt_blocks(s, &mut |b| {
                        fine = fine && self.keep(&b.stmts, stored) && self.keep(&b.stmts, stored);
                    });
                } else {
                    core_walk::stmt_blocks(s, &mut |b| fine = fine && self.keep(&b.stmts, stored));
                }
                fine
            }
        })
    }

    fn looks(&self, e: &Expr, stored: &BTreeSet<VarId>, fine: &mut bool) {
        walk::core_exprs(e, &mut |e| {
            if let ExprKind::Index { array, .. } | ExprKind::Row { array, .. } = &e.kind {
                *fine &= !stored.contains(&self.b.facts.root(*array));
            }
        });
    }

    fn par_keeps(&self, par: &Par, stored: &BTreeSet<VarId>) -> bool {
        let facts = &self.b.facts;
        let subscripts = |index: &[Expr]| -> Subscripts { index.iter().map(|e| facts.poly(e)).collect() };
        let is_index = |e: &Expr, v: VarId| {
            core_walk::expr_var(e.unchecked()).is_some_and(|x| x == v || self.b.narrow.get(&v) == Some(&x))
        };
        let mut updated: BTreeMap<VarId, VarId> = BTreeMap::new();
        for o in &par.outputs {
            if let OutputKind::Array(ArraySource::Update { old }) = &o.kind {
                updated.insert(o.result, *old);
            }
        }
        let mut fine = true;
        loads(&par.body.stmts, &mut |array, index| {
            if updated.contains_key(&array) || !stored.contains(&facts.root(array)) {
                return;
            }
            // What another loop of the block has stored to: the iteration's own is as it is now.
            let own = !updated.values().any(|&old| old == array)
                && index.len() == par.space.len()
                && index.iter().zip(&par.space).all(|(e, d)| is_index(e, d.index));
            fine &= own;
        });
        for (&result, &old) in &updated {
            let mut stores: Vec<Subscripts> = Vec::new();
            walk::core_stmts(&par.body.stmts, &mut |s| {
                if let StmtKind::Store { array, index, .. } = &s.kind
                    && *array == result
                {
                    stores.push(subscripts(index));
                }
            });
            let inner = inner_indices(&par.body.stmts, result);
            if !inner.is_empty() {
                // An element of the iteration has an owner of its own.
                let space: Vec<VarId> = par.space.iter().map(|d| d.index).chain(inner).collect();
                let space: Vec<VarId> =
                    space.into_iter().map(|v| self.b.narrow.get(&v).copied().unwrap_or(v)).collect();
                loads(&par.body.stmts, &mut |array, index| {
                    fine &= array != result || own_or_apart(facts, &space, &stores, &subscripts(index));
                });
            }
            if stored.contains(&facts.root(old)) {
                // What no iteration here stores to another loop may have.
                loads(&par.body.stmts, &mut |array, index| {
                    let at = subscripts(index);
                    fine &= array != result || (at.iter().all(Option::is_some) && stores.contains(&at));
                });
            }
            let apart = |index: &[Expr]| {
                let at = subscripts(index);
                stores.iter().all(|store| {
                    store.iter().zip(&at).any(|(a, b)| match (a, b) {
                        (Some(a), Some(b)) => a.plus(b, -1).as_constant().is_some_and(|d| d != 0),
                        _ => false,
                    })
                })
            };
            let mut before = false;
            fine &= self.reads_are_others(&par.body.stmts, result, old, &mut before, &apart);
        }
        fine
    }

    /// Whether no read of the value from before may be of what the iteration has stored to itself.
    fn reads_are_others(
        &self,
        stmts: &[Stmt],
        result: VarId,
        old: VarId,
        before: &mut bool,
        apart: &dyn Fn(&[Expr]) -> bool,
    ) -> bool {
        let mut fine = true;
        for s in stmts {
            if looped(s).is_some() {
                walk::core_stmts(std::slice::from_ref(s), &mut |s| {
                    *before |= matches!(&s.kind, StmtKind::Store { array, .. } if *array == result);
                });
            }
            walk::core_stmt_exprs(s, &mut |e| {
                if let ExprKind::Index { array, index } | ExprKind::Row { array, index } = &e.kind
                    && *array == old
                    && *before
                {
                    fine &= apart(index);
                }
            });
            *before |= matches!(&s.kind, StmtKind::Store { array, .. } if *array == result);
            core_walk::stmt_blocks(s, &mut |b| fine &= self.reads_are_others(&b.stmts, result, old, before, apart));
        }
        fine
    }
}

/// The variables of the loops in an iteration in whose rounds it stores to different elements.
fn inner_indices(stmts: &[Stmt], result: VarId) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    walk::core_stmts(stmts, &mut |s| {
        let Some(inside) = looped(s) else { return };
        let declared = declared_in(s);
        let mut differ = false;
        walk::core_stmts(inside, &mut |s| {
            if let StmtKind::Store { array, index, .. } = &s.kind
                && *array == result
            {
                for e in index {
                    walk::core_exprs(e, &mut |e| {
                        differ |= core_walk::expr_var(e).is_some_and(|v| declared.contains(&v))
                    });
                }
            }
        });
        if differ {
            match &s.kind {
                StmtKind::For { var, .. } => found.insert(*var),
                _ => declared.iter().next().is_some_and(|v| found.insert(*v)),
            };
        }
    });
    found
}

/// The variables of a loop and of the statements in it.
fn declared_in(s: &Stmt) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    walk::core_stmts(std::slice::from_ref(s), &mut |s| match &s.kind {
        StmtKind::For { var, .. } | StmtKind::Let { var, .. } | StmtKind::Assign { var, .. } => {
            found.insert(*var);
        }
        _ => {}
    });
    found
}

/// Whether an instruction reads of what it changes what was there before.
fn reads_before(par: &Par) -> bool {
    let old: BTreeSet<VarId> = par
        .outputs
        .iter()
        .filter_map(|o| match &o.kind {
            OutputKind::Array(ArraySource::Update { old }) => Some(*old),
            _ => None,
        })
        .collect();
    let mut found = false;
    loads(&par.body.stmts, &mut |array, _| found |= old.contains(&array));
    found
}
