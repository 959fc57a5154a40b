//! The stores of an iteration, taken out of a search for the first one that leaves.
//!
//! A search runs before any iteration stores. An element that the iteration has not stored to has its old value then, as it would
//! in order (other iterations' stores are judged with the loop itself); one that it has stored to is read from the variable that
//! the store becomes here.

use super::Region;
use crate::affine::{Facts, Subscripts, surely_separated};
use crate::builder::Builder;
use crate::error::{LowerError, Result};
use crate::walk;
use somd_core::ir::{Expr, ExprKind, Prov, Stmt, StmtKind, VarId};
use somd_core::walk as core_walk;
use somd_syntax::source::Span;
use std::collections::BTreeSet;

impl<'r, 'b, 'a: 'r> Region<'r, 'b, 'a> {
    /// Whether there were any stores.
    pub(super) fn drop_stores(&mut self, stmts: &mut Vec<Stmt>, span: Span) -> Result<bool> {
        let mut private = BTreeSet::new();
        let mut arrays = BTreeSet::new();
        walk::core_stmts(stmts, &mut |s| match &s.kind {
            StmtKind::Let { var, init: Some(Expr { kind: ExprKind::NewPrivate | ExprKind::ArrayLit(_), .. }) } => {
                private.insert(*var);
            }
            StmtKind::Store { array, .. } => {
                arrays.insert(*array);
            }
            _ => {}
        });
        arrays.retain(|array| !private.contains(array));
        if arrays.is_empty() {
            return Ok(false);
        }
        let in_sync = self.sync.is_some();
        let mut forward = Forward { b: &mut self.b, arrays: &arrays, in_sync, made: BTreeSet::new() };
        forward.block(stmts, &mut Elements::default(), span)?;
        let mut made = forward.made;
        // What nothing reads in the end is not computed.
        loop {
            let mut used = BTreeSet::new();
            walk::core_stmts(stmts, &mut |s| walk::core_stmt_exprs(s, &mut |e| used.extend(core_walk::expr_var(e))));
            let unused: BTreeSet<VarId> = made.difference(&used).copied().collect();
            if unused.is_empty() {
                return Ok(true);
            }
            made.retain(|v| !unused.contains(v));
            without(stmts, &unused);
        }
    }
}

fn without(stmts: &mut Vec<Stmt>, vars: &BTreeSet<VarId>) {
    stmts.retain(|s| match &s.kind {
        StmtKind::Let { var, .. } | StmtKind::Assign { var, .. } => !vars.contains(var),
        _ => true,
    });
    for s in stmts {
        core_walk::stmt_blocks_mut(s, &mut |b| without(&mut b.stmts, vars));
    }
}

#[derive(Clone)]
struct Element {
    array: VarId,
    at: Subscripts,
}

impl Element {
    fn same(&self, other: &Element) -> bool {
        self.array == other.array && self.at == other.at && self.at.iter().all(Option::is_some)
    }

    /// The two may be one.
    fn may_meet(&self, other: &Element) -> bool {
        let differs = |(a, b): (&Option<_>, &Option<_>)| match (a, b) {
            // They are equal up to multiples of 2³².
            (Some(a), Some(b)) => crate::affine::Poly::plus(a, b, -1).as_constant().is_some_and(|c| c as u32 != 0),
            _ => false,
        };
        self.array == other.array && !self.at.iter().zip(&other.at).any(differs)
    }
}

/// What is known of elements where a statement stands.
#[derive(Clone, Default)]
struct Elements {
    /// Read on every way to here: their subscripts are in range.
    seen: Vec<Element>,
    /// Stored to on some way to here, and where.
    stored: Vec<(Element, Span)>,
    /// The variables that have their present values.
    held: Vec<(Element, VarId)>,
}

struct Forward<'f, 'b, 'a> {
    b: &'f mut Builder<'b, 'a>,
    arrays: &'f BTreeSet<VarId>,
    in_sync: bool,
    made: BTreeSet<VarId>,
}

impl Forward<'_, '_, '_> {
    fn block(&mut self, stmts: &mut Vec<Stmt>, known: &mut Elements, span: Span) -> Result<()> {
        let mut out = Vec::new();
        for mut s in std::mem::take(stmts) {
            let at = s.prov.0.first().copied().unwrap_or(span);
            match &mut s.kind {
                // What is stored in a loop may have been stored in the round before.
                StmtKind::For { body, .. } | StmtKind::While { body, .. } => {
                    let mut inside = std::mem::take(&mut body.stmts);
                    let all = inside.clone();
                    let rounds = match &s.kind {
                        StmtKind::For { var, .. } => self.apart_in(*var, &all),
                        _ => BTreeSet::new(),
                    };
                    self.exprs(&mut s, known)?;
                    let mut within = known.clone();
                    self.unknown_after(&all, &mut within, &rounds);
                    self.block(&mut inside, &mut within, at)?;
                    if let StmtKind::For { body, .. } | StmtKind::While { body, .. } = &mut s.kind {
                        body.stmts = inside;
                    }
                    // The condition of a `while` is asked again.
                    self.unknown_after(&all, known, &BTreeSet::new());
                    if matches!(s.kind, StmtKind::While { .. }) {
                        self.exprs(&mut s, known)?;
                    }
                    out.push(s);
                    continue;
                }
                StmtKind::Labeled { body, .. } => {
                    let inside = body.stmts.clone();
                    self.block(&mut body.stmts, &mut known.clone(), at)?;
                    self.unknown_after(&inside, known, &BTreeSet::new());
                    out.push(s);
                    continue;
                }
                _ => {}
            }
            self.exprs(&mut s, known)?;
            match &mut s.kind {
                StmtKind::If { then, otherwise, .. } => {
                    self.hold(&[&then.stmts, &otherwise.stmts], known, at, &mut out);
                    let both = [then.stmts.clone(), otherwise.stmts.clone()].concat();
                    self.block(&mut then.stmts, &mut known.clone(), at)?;
                    self.block(&mut otherwise.stmts, &mut known.clone(), at)?;
                    let held = std::mem::take(&mut known.held);
                    self.unknown_after(&both, known, &BTreeSet::new());
                    // These were assigned where their elements were stored to.
                    known.held = held.into_iter().filter(|(e, _)| self.exact(e, &both)).collect();
                }
                StmtKind::Store { array, index, value } if self.arrays.contains(array) => {
                    let element = self.element(*array, index);
                    let value = value.clone();
                    known.stored.push((element.clone(), at));
                    let assigned = known.held.iter().find(|(e, _)| e.same(&element)).map(|(_, v)| *v);
                    known.held.retain(|(e, v)| assigned == Some(*v) || !e.may_meet(&element));
                    s.kind = match assigned {
                        Some(var) => StmtKind::Assign { var, value },
                        None => {
                            let var = self.variable(&element, value.ty.clone(), at);
                            if element.at.iter().all(Option::is_some) {
                                known.held.push((element, var));
                            }
                            StmtKind::Let { var, init: Some(value) }
                        }
                    };
                }
                _ => {}
            }
            out.push(s);
        }
        *stmts = out;
        Ok(())
    }

    fn variable(&mut self, element: &Element, ty: somd_core::ir::Ty, span: Span) -> VarId {
        let name = self.b.vars[element.array.index()].name.clone();
        let var = self.b.var(name, ty, true, span);
        self.made.insert(var);
        var
    }

    fn element(&self, array: VarId, index: &[Expr]) -> Element {
        let facts: &Facts = &self.b.facts;
        Element { array, at: index.iter().map(|e| facts.poly(e)).collect() }
    }

    /// The elements that these statements store to.
    fn stores(&self, stmts: &[Stmt]) -> Vec<(Element, Vec<Expr>, Span)> {
        let mut found = Vec::new();
        walk::core_stmts(stmts, &mut |s| {
            if let StmtKind::Store { array, index, .. } = &s.kind
                && self.arrays.contains(array)
            {
                let at = s.prov.0.first().copied().unwrap_or(index[0].span);
                found.push((self.element(*array, index), index.clone(), at));
            }
        });
        found
    }

    /// The arrays of which no two rounds of a loop touch one element.
    fn apart_in(&self, index: VarId, body: &[Stmt]) -> BTreeSet<VarId> {
        let facts = &self.b.facts;
        let apart = |array: &VarId| {
            let mut touched: Vec<Subscripts> = Vec::new();
            walk::core_stmts(body, &mut |s| {
                if let StmtKind::Store { array: a, index, .. } = &s.kind
                    && a == array
                {
                    touched.push(index.iter().map(|e| facts.poly(e)).collect());
                }
                walk::core_stmt_exprs(s, &mut |e| {
                    if let ExprKind::Index { array: a, index } | ExprKind::Row { array: a, index } = &e.kind
                        && a == array
                    {
                        touched.push(index.iter().map(|e| facts.poly(e)).collect());
                    }
                });
            });
            surely_separated(facts, index, &touched)
        };
        self.arrays.iter().copied().filter(apart).collect()
    }

    /// After these statements, of which those that store to arrays in `but` are left out.
    fn unknown_after(&self, stmts: &[Stmt], known: &mut Elements, but: &BTreeSet<VarId>) {
        for (element, _, at) in self.stores(stmts) {
            if but.contains(&element.array) {
                continue;
            }
            known.held.retain(|(e, _)| !e.may_meet(&element));
            known.stored.push((element, at));
        }
    }

    /// All stores in these statements, none in an inner loop, that may meet the element are to itself.
    fn exact(&self, element: &Element, stmts: &[Stmt]) -> bool {
        let mut loops = false;
        walk::core_stmts(stmts, &mut |s| {
            loops |= matches!(s.kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Labeled { .. })
        });
        self.stores(stmts).iter().all(|(e, ..)| !e.may_meet(element) || !loops && e.same(element))
    }

    /// Before branches that store to an element that has been read: a variable for it.
    fn hold(&mut self, branches: &[&Vec<Stmt>], known: &mut Elements, span: Span, out: &mut Vec<Stmt>) {
        for stmts in branches {
            for (element, mut index, _) in self.stores(stmts) {
                let held = known.held.iter().any(|(e, _)| e.same(&element));
                let written = known.stored.iter().any(|(e, _)| e.may_meet(&element));
                if held || written || !known.seen.iter().any(|e| e.same(&element)) {
                    continue;
                }
                // Its subscript may stand in a variable of the branch: the loop's own is what it is made of.
                index.iter_mut().for_each(unchecked);
                let mut outside = true;
                for e in &index {
                    walk::core_exprs(e, &mut |e| {
                        let declared = |v| {
                            let mut found = false;
                            walk::core_stmts(stmts, &mut |s| {
                                found |= matches!(&s.kind, StmtKind::Let { var, .. } if *var == v)
                            });
                            found
                        };
                        outside &= core_walk::expr_var(e).is_none_or(|v| !declared(v));
                    });
                }
                let Some(elem) = self.b.ty(element.array).as_array().map(|a| *a.elem.clone()) else { continue };
                if !outside {
                    continue;
                }
                let now = Expr::new(ExprKind::Index { array: element.array, index }, elem.clone(), span);
                let var = self.variable(&element, elem, span);
                out.push(Stmt { kind: StmtKind::Let { var, init: Some(now) }, prov: Prov::one(span) });
                known.held.push((element, var));
            }
        }
    }

    /// The reads of a statement itself.
    fn exprs(&mut self, s: &mut Stmt, known: &mut Elements) -> Result<()> {
        let mut wrong = None;
        let this = &*self;
        core_walk::stmt_exprs_mut(s, &mut |e| this.expr(e, known, &mut wrong));
        let Some((read, store)) = wrong else { return Ok(()) };
        let e = LowerError::new(read, "a loop that may be left early reads an array that it stores to");
        Err(match store {
            Some(store) => e
                .also(store, "stored to before, perhaps the same element")
                .note("whether an iteration leaves is found out before any iteration stores")
                .note("what it reads of the array, read before it stores there, or keep what it stores in a variable"),
            None => e
                .note("in a `sync` block such a read may see the value from before the block, which the iteration that leaves has not")
                .note("find the first iteration that leaves in a loop of its own"),
        })
    }

    fn expr(&self, e: &mut Expr, known: &mut Elements, wrong: &mut Option<(Span, Option<Span>)>) {
        let maybe = matches!(e.kind, ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Select(..));
        let mut certain = true;
        core_walk::expr_children_mut(e, &mut |inner| {
            let seen = known.seen.len();
            self.expr(inner, known, wrong);
            if !certain {
                known.seen.truncate(seen);
            }
            certain = !maybe;
        });
        let (array, index, whole) = match &e.kind {
            ExprKind::Index { array, index } => (*array, index, true),
            ExprKind::Row { array, index } => (*array, index, false),
            _ => return,
        };
        if !self.arrays.contains(&array) {
            return;
        }
        if self.in_sync {
            *wrong = Some((e.span, None));
            return;
        }
        let element = self.element(array, index);
        if let (Some((_, var)), true) = (known.held.iter().find(|(held, _)| held.same(&element)), whole) {
            *e = Expr::var(*var, e.ty.clone(), e.span);
        } else if let Some((_, store)) = known.stored.iter().find(|(stored, _)| stored.may_meet(&element)) {
            *wrong = Some((e.span, Some(*store)));
        } else if whole {
            known.seen.push(element);
        }
    }
}

fn unchecked(e: &mut Expr) {
    while let ExprKind::Check { value, .. } = &mut e.kind {
        let inner = value.as_ref().clone();
        *e = inner;
    }
}
