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
use somd_core::ir::{ArraySource, BinOp, Expr, ExprKind, OutputKind, Par, Stmt, StmtKind, Ty, VarId};
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
    pub(super) fn keeps_snapshot(&self, stmts: &mut [Stmt], span: Span) -> Result<()> {
        let mut settled = BTreeSet::new();
        for s in stmts.iter_mut() {
            self.settle_own_reads(s, &mut settled);
        }
        let mut stored = BTreeSet::new();
        match self.keep(stmts, &mut stored, &settled) {
            true => Ok(()),
            false => Err(LowerError::new(span, "what this `sync` block reads from before it is kept on the host")
                .note("one loop nest in a block, whose loops stand directly in one another, runs in parallel")),
        }
    }

    /// `stored` are the arrays that statements before have stored to.
    fn keep(&self, stmts: &[Stmt], stored: &mut BTreeSet<VarId>, settled: &BTreeSet<VarId>) -> bool {
        let root = |v: VarId| self.b.facts.root(v);
        stmts.iter().all(|s| match &s.kind {
            StmtKind::Par(par) => {
                let kept = self.par_keeps(par, stored, settled);
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
                fine &= self.keep(&then.stmts, stored, settled);
                // What runs where the parallel loop cannot has its own copy, or reads nothing from before.
                let first = then.stmts.iter().find_map(|s| match &s.kind {
                    StmtKind::Par(par) => Some(par),
                    _ => None,
                });
                let stands = first.is_some_and(|par| {
                    self.in_order.contains(&par.name) || self.budgeted.contains(&par.name) && !reads_before(par)
                });
                fine = fine && (stands || self.keep(&otherwise.stmts, &mut other, settled));
                stored.append(&mut other);
                fine
            }
            _ => {
                let mut fine = true;
                walk::core_stmt_exprs(s, &mut |e| self.looks(e, stored, &mut fine));
                if looped(s).is_some() {
                    // A second round sees the first one's stores.
                    core_walk::stmt_blocks(s, &mut |b| {
                        fine = fine && self.keep(&b.stmts, stored, settled) && self.keep(&b.stmts, stored, settled);
                    });
                } else {
                    core_walk::stmt_blocks(s, &mut |b| fine = fine && self.keep(&b.stmts, stored, settled));
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

    fn par_keeps(&self, par: &Par, stored: &BTreeSet<VarId>, settled: &BTreeSet<VarId>) -> bool {
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
        // Where the stores of the loop have other subscripts, these say what is its own.
        let mut named = true;
        walk::core_stmts(&par.body.stmts, &mut |s| {
            if let StmtKind::Store { array, index, .. } = &s.kind
                && updated.contains_key(array)
            {
                named &=
                    index.len() == par.space.len() && index.iter().zip(&par.space).all(|(e, d)| is_index(e, d.index));
            }
        });
        loads(&par.body.stmts, &mut |array, index| {
            if updated.contains_key(&array) || !stored.contains(&facts.root(array)) {
                return;
            }
            // What another loop of the block has stored to: the iteration's own is as it is now.
            let own = named
                && !updated.values().any(|&old| old == array)
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
            let mut before = settled.contains(&result);
            fine &= before || self.reads_are_others(&par.body.stmts, result, old, &mut before, &apart);
        }
        fine
    }

    /// An index from a table may be the iteration's own: where the iteration may have stored to its element, which is `a[i]` alone, such a read
    /// asks which of the two it is. `settled` gets the new values of the arrays all of whose reads are told apart so.
    fn settle_own_reads(&self, s: &mut Stmt, settled: &mut BTreeSet<VarId>) {
        let StmtKind::Par(par) = &mut s.kind else {
            core_walk::stmt_blocks_mut(s, &mut |b| b.stmts.iter_mut().for_each(|s| self.settle_own_reads(s, settled)));
            return;
        };
        let updated: Vec<(VarId, VarId)> = par
            .outputs
            .iter()
            .filter_map(|o| match &o.kind {
                OutputKind::Array(ArraySource::Update { old }) => Some((o.result, *old)),
                _ => None,
            })
            .collect();
        for (result, old) in updated {
            let mut own: Option<Vec<Expr>> = None;
            let mut alone = true;
            walk::core_stmts(&par.body.stmts, &mut |s| {
                let StmtKind::Store { array, index, .. } = &s.kind else { return };
                if *array != result {
                    return;
                }
                let at: Vec<Expr> = index.iter().map(|e| e.unchecked().clone()).collect();
                let is_own = at.len() == par.space.len()
                    && at.iter().zip(&par.space).all(|(e, d)| {
                        core_walk::expr_var(e).is_some_and(|x| x == d.index || self.b.narrow.get(&d.index) == Some(&x))
                    });
                alone &= is_own;
                own.get_or_insert(at);
            });
            let mut looks = false;
            loads(&par.body.stmts, &mut |array, index| looks |= array == old && index.len() != par.space.len());
            let Some(own) = own.filter(|_| alone && !looks) else { continue };
            self.ask_for_own(&mut par.body.stmts, (result, old), &own, &mut false);
            settled.insert(result);
        }
    }

    fn ask_for_own(&self, stmts: &mut [Stmt], (result, old): (VarId, VarId), own: &[Expr], before: &mut bool) {
        let stores = |s: &Stmt| {
            let mut found = false;
            walk::core_stmts(std::slice::from_ref(s), &mut |s| {
                found |= matches!(&s.kind, StmtKind::Store { array, .. } if *array == result);
            });
            found
        };
        for s in stmts {
            *before |= looped(s).is_some() && stores(s);
            if *before {
                core_walk::stmt_exprs_mut(s, &mut |e| self.ask_in(e, (result, old), own));
            }
            *before |= matches!(&s.kind, StmtKind::Store { .. }) && stores(s);
            core_walk::stmt_blocks_mut(s, &mut |b| self.ask_for_own(&mut b.stmts, (result, old), own, before));
        }
    }

    fn ask_in(&self, e: &mut Expr, (result, old): (VarId, VarId), own: &[Expr]) {
        core_walk::expr_children_mut(e, &mut |c| self.ask_in(c, (result, old), own));
        let ExprKind::Index { array, index } = &e.kind else { return };
        let facts = &self.b.facts;
        let differ = |(a, b): (&Expr, &Expr)| match (facts.poly(a), facts.poly(b)) {
            (Some(a), Some(b)) => a.plus(&b, -1).as_constant().is_some_and(|d| d != 0),
            _ => false,
        };
        if *array != old || index.iter().zip(own).any(differ) {
            return;
        }
        let same = index.iter().zip(own).map(|(at, own)| {
            let (at, own) = (Box::new(at.unchecked().clone()), Box::new(own.clone()));
            Expr::new(ExprKind::Binary(BinOp::Eq, at, own), Ty::Bool, e.span)
        });
        let both = |a: Expr, b: Expr| Expr::new(ExprKind::And(Box::new(a), Box::new(b)), Ty::Bool, e.span);
        let Some(same) = same.reduce(both) else { return };
        // The iteration may store to its element, or not, so that its index is in range, or not.
        let at = index.iter().zip(own).map(|(at, own)| match &at.kind {
            ExprKind::Check { kind, site, .. } => {
                let kind = ExprKind::Check { kind: kind.clone(), value: Box::new(own.clone()), site: *site };
                Expr::new(kind, own.ty.clone(), at.span)
            }
            _ => own.clone(),
        });
        let now = Expr::new(ExprKind::Index { array: result, index: at.collect() }, e.ty.clone(), e.span);
        let was = e.clone();
        *e = Expr::new(ExprKind::Select(Box::new(same), Box::new(now), Box::new(was)), e.ty.clone(), e.span);
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
