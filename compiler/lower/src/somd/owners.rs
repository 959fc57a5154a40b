//! Who owns what: that no two iterations write one element, and which value a read sees.

use super::Region;
use crate::affine;
use crate::affine::{Doubt, Flat, Poly, Subscripts, separated};
use crate::builder::Binding;
use crate::error::{LowerError, Result};
use crate::view;
use crate::{error, reduction, walk};
use smol_str::SmolStr;
use somd_core::ir::{ArraySource, BinOp, Const, Expr, ExprKind, Output, OutputKind, SiteId, Stmt, StmtKind, Ty, VarId};
use somd_core::walk as core_walk;
use somd_hir as hir;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A dimension is taken for so many more at the most.
const MOST_FLATS: usize = 2;

type Viewed<'a> = BTreeMap<VarId, (SmolStr, &'a hir::Dist)>;

impl<'r, 'b, 'a: 'r> Region<'r, 'b, 'a> {
    /// Finds the arrays that the body stores to, checks that iterations keep apart, and renames: stores and own reads go to the
    /// new value, other reads to the old one.
    /// `space` has the variables of the index space, `values` what the loops' indices are for them; they are `long`, and these their low halves.
    pub(super) fn array_outputs(
        &mut self,
        space: &[VarId],
        values: &[VarId],
        long: bool,
        stmts: &mut [Stmt],
        span: Span,
    ) -> Result<Vec<Output>> {
        let mut private = BTreeSet::new();
        let mut stores: BTreeMap<VarId, Vec<(Subscripts, Span)>> = BTreeMap::new();
        let facts = &self.b.facts;
        let subscripts = |index: &[Expr]| -> Subscripts { index.iter().map(|e| facts.poly(e)).collect() };
        guarded_stmts(stmts, &mut Vec::new(), &mut |s, guards| match &s.kind {
            StmtKind::Let { var, init: Some(Expr { kind: ExprKind::NewPrivate | ExprKind::ArrayLit(_), .. }) } => {
                private.insert(*var);
            }
            StmtKind::Store { array, index, .. } => {
                let at = s.prov.0.first().copied().unwrap_or(span);
                let mut polys = subscripts(index);
                // Where `i == 0` holds, the subscript 0 is `i`.
                for &(k, c) in guards.iter().filter(|(k, _)| space.contains(k)) {
                    for p in polys.iter_mut().flatten().filter(|p| p.as_constant() == Some(c)) {
                        *p = Poly::sym(affine::Sym::Var(k));
                    }
                }
                stores.entry(*array).or_default().push((polys, at));
            }
            _ => {}
        });
        let mut loads: BTreeMap<VarId, Vec<(Subscripts, Span)>> = BTreeMap::new();
        walk::core_stmts(stmts, &mut |s| {
            walk::core_stmt_exprs(s, &mut |e| {
                if let ExprKind::Index { array, index } | ExprKind::Row { array, index } = &e.kind {
                    loads.entry(*array).or_default().push((subscripts(index), e.span));
                }
            })
        });
        stores.retain(|array, _| !private.contains(array));
        let inside = |v: VarId| space.contains(&v) || facts.own_from.is_some_and(|first| v >= first);
        let viewed = self.viewed();
        for (array, reads) in &loads {
            let Some((name, dist)) = viewed.get(&facts.root(*array)) else { continue };
            let all = stores.get(array).map(Vec::as_slice).unwrap_or_default();
            let all: Vec<Subscripts> = all.iter().map(|(s, _)| s.clone()).collect();
            view::check(name, dist, &inside, &all, reads)?;
        }
        self.guard_views(&viewed, &loads, space, values, stmts, span);
        let mut outputs = Vec::new();
        let mut doubt = Doubt::default();
        let as_written = stmts.to_vec();
        let mut owned = BTreeMap::new();
        for (array, stores) in stores {
            let name = self.b.vars[array.index()].name.clone();
            let ty = self.b.ty(array);
            let all: Vec<Subscripts> = stores.iter().map(|(s, _)| s.clone()).collect();
            owned.insert(array, all.clone());
            let reads = loads.get(&array).map(Vec::as_slice).unwrap_or_default();
            let result = self.b.var(name.clone(), ty.clone(), false, span);
            let own = |v: VarId| inside_space(space, self.b.facts.own_from, v);
            let read: Vec<Subscripts> = reads.iter().map(|(r, _)| r.clone()).collect();
            let mut way = self.way(space, &all, &read);
            let mut flats = Vec::new();
            if self.meets(&way, space, &all, &read)
                && let Some((as_rows, asked)) = self.laid_flat(space, &all, &read)
            {
                flats = as_rows;
                way = Way::If(asked);
            }
            let shaped = |s: &Subscripts| flats.iter().try_fold(s.clone(), |s, f: &Flat| f.apply(&s));
            let all: Vec<Subscripts> = all.iter().filter_map(shaped).collect();
            if way == Way::Meet || matches!(&way, Way::If(d) if d.is_hopeless(&self.b.facts, &own)) {
                // Elements that a variable names which grows from iteration to iteration.
                if let Some((names, grows)) = self.kept_apart(stmts, array, values) {
                    doubt.join(grows);
                    reduction::rename(stmts, array, result, &mut |index| {
                        let named = |e: &Expr| core_walk::expr_var(e.unchecked()).is_some_and(|v| names.contains(&v));
                        index.iter().any(named)
                    });
                    outputs.push(Output { result, kind: OutputKind::Array(ArraySource::Update { old: array }) });
                    continue;
                }
                if let Some(guarded) = self.apart_where_guarded(stmts, array, space, &all) {
                    doubt.join(guarded);
                    reduction::rename(stmts, array, result, &mut |_| true);
                    outputs.push(Output { result, kind: OutputKind::Array(ArraySource::Update { old: array }) });
                    continue;
                }
                let is_this = |l: &hir::LocalId| match self.b.binding(*l) {
                    Some(Binding::Var(v)) => self.b.facts.root(*v) == self.b.facts.root(array),
                    _ => false,
                };
                if self.paired.iter().any(is_this) || self.meet_in_the_middle(&all, &read) {
                    reduction::rename(stmts, array, result, &mut |_| true);
                    outputs.push(Output { result, kind: OutputKind::Array(ArraySource::Update { old: array }) });
                    continue;
                }
                if let Some(op) = reduction::histogram(stmts, array, &ty) {
                    reduction::to_accumulate(stmts, array, result);
                    outputs.push(Output { result, kind: OutputKind::Accumulate { op, array } });
                    continue;
                }
                let others: Vec<Span> = stores.iter().map(|s| s.1).collect();
                let by_data = all.iter().flatten().any(Option::is_none);
                return Err(may_meet(&name, &others, way != Way::Meet).by_data(by_data));
            }
            if let Way::If(asked) = way {
                doubt.join(asked);
            }
            for (read, at) in reads {
                let own = shaped(read).is_some_and(|read| own_or_apart(&self.b.facts, space, &all, &read));
                if !own && self.sync.is_none() {
                    let store = stores[0].1;
                    return Err(LowerError::new(*at, format!("this element of `{name}` may belong to another method instance, which writes it"))
                        .code(error::UNSYNCED_READ)
                        .also(store, format!("`{name}` is written here"))
                        .note("put the loop in a `sync { … }` block: reads of other instances' elements then see the values from before the block")
                        .note("or write the results into another array"));
                }
            }
            let facts = &self.b.facts;
            reduction::rename(stmts, array, result, &mut |index| {
                let read: Subscripts = index.iter().map(|e| facts.poly(e)).collect();
                shaped(&read).is_some_and(|read| own_or_apart(facts, space, &all, &read))
            });
            outputs.push(Output { result, kind: OutputKind::Array(ArraySource::Update { old: array }) });
        }
        let updates = |o: &Output| matches!(o.kind, OutputKind::Array(_));
        doubt.long = long && outputs.iter().any(updates);
        self.doubted = (!doubt.is_empty()).then_some(Doubted { doubt, stmts: as_written, owned });
        Ok(outputs)
    }
}

impl<'r, 'b, 'a: 'r> Region<'r, 'b, 'a> {
    /// In a loop whose two counters go towards one another: all that is touched is what the two name.
    fn meet_in_the_middle(&self, stores: &[Subscripts], reads: &[Subscripts]) -> bool {
        let Some(locals) = self.meeting else { return false };
        let poly = |l: hir::LocalId| match self.b.binding(l) {
            Some(Binding::Var(v)) => self.b.facts.poly(&self.b.read(*v, Span::NONE)),
            _ => None,
        };
        let [Some(low), Some(high)] = locals.map(poly) else { return false };
        let named = |s: &Subscripts| matches!(s.as_slice(), [Some(p)] if *p == low || *p == high);
        stores.iter().chain(reads).all(named)
    }
}

/// The stores of a loop to an array, and the subscripts that they have, may meet.
fn may_meet(name: &str, stores: &[Span], wraps: bool) -> LowerError {
    let first = stores[0];
    let message = format!("two iterations of this distributed loop may write the same element of `{name}`");
    let mut e =
        LowerError::new(first, message).code(error::RACE).label("this write is not provably the iteration's own");
    if let Some(other) = stores.iter().find(|at| **at != first) {
        e = e.also(*other, "this write may meet it");
    }
    if wraps {
        e = e.note("nothing bounds a factor of the subscript: a product that wraps around an `int` may be another iteration's element");
    }
    e.note("an iteration owns the elements that its index subscripts: `a[i]`, `a[i + 1]`, `a[8 * k + 3]`, `a[i * n + j]` with 0 <= j < n")
        .note("counting into an array with `h[x] += 1` is a reduction, and allowed for integers")
        .note("so is `h[x] = Math.max(h[x], v)`, also for floats; write `h[x]` first where computing `v` can throw")
}

/// A loop whose iterations are independent if nothing in its subscripts wraps around.
pub(super) struct Doubted {
    pub doubt: Doubt,
    /// An iteration, before its arrays were given new names.
    pub stmts: Vec<Stmt>,
    /// What an iteration stores to, of each array.
    pub owned: BTreeMap<VarId, Vec<Subscripts>>,
}

/// Whether the stores of two iterations to an array keep apart.
#[derive(PartialEq)]
enum Way {
    Surely,
    If(Doubt),
    Meet,
}

fn inside_space(space: &[VarId], own_from: Option<VarId>, v: VarId) -> bool {
    space.contains(&v) || own_from.is_some_and(|first| v >= first)
}

impl<'r, 'b, 'a: 'r> Region<'r, 'b, 'a> {
    /// Whether `stores` keep iterations apart, and which of `reads` are an iteration's own with them, whatever the program is given or if nothing
    /// wraps around.
    fn way(&self, space: &[VarId], stores: &[Subscripts], reads: &[Subscripts]) -> Way {
        let facts = &self.b.facts;
        let own = |v: VarId| inside_space(space, facts.own_from, v);
        let apart = separated(facts, space, stores);
        let mine: Vec<bool> = reads.iter().map(|r| apart && own_or_apart(facts, space, stores, r)).collect();
        if !apart {
            return Way::Meet;
        }
        let touched: Vec<Subscripts> =
            stores.iter().chain(reads.iter().zip(&mine).filter(|(_, m)| **m).map(|(r, _)| r)).cloned().collect();
        let sure = facts.sure();
        let plain = sure.plain_dimensions(&own, &touched);
        let only = |s: &Subscripts| -> Subscripts {
            s.iter().enumerate().map(|(dim, p)| p.clone().filter(|_| plain.contains(&dim))).collect()
        };
        let all: Vec<Subscripts> = stores.iter().map(only).collect();
        let same = |(read, mine): (&Subscripts, &bool)| {
            !mine || stores.contains(read) || own_or_apart(&sure, space, &all, &only(read))
        };
        if separated(&sure, space, &all)
            && reads.iter().zip(&mine).all(same)
            && sure.owed.borrow().iter().all(|p| facts.inside_int(p))
        {
            return Way::Surely;
        }
        let mut doubt = Doubt::default();
        doubt.add(facts, &own, &touched);
        if doubt.is_empty() { Way::Surely } else { Way::If(doubt) }
    }

    /// Whether two iterations may touch one element, as far as is known of the subscripts as they stand.
    fn meets(&self, way: &Way, space: &[VarId], stores: &[Subscripts], reads: &[Subscripts]) -> bool {
        let facts = &self.b.facts;
        let own = |v: VarId| inside_space(space, facts.own_from, v);
        *way == Way::Meet
            || matches!(way, Way::If(d) if d.is_hopeless(facts, &own))
            || self.sync.is_none() && !reads.iter().all(|r| own_or_apart(facts, space, stores, r))
    }

    /// The dimensions in which an array is a matrix laid flat whose elements tell iterations apart, and the question whether no row
    /// reaches into the next.
    fn laid_flat(&self, space: &[VarId], stores: &[Subscripts], reads: &[Subscripts]) -> Option<(Vec<Flat>, Doubt)> {
        let facts = &self.b.facts;
        let own = |v: VarId| inside_space(space, facts.own_from, v);
        let touched: Vec<Subscripts> = stores.iter().chain(reads).cloned().collect();
        let mut doubt = Doubt::default();
        doubt.add(facts, &own, &touched);
        if doubt.is_hopeless(facts, &own) || touched.iter().flatten().any(Option::is_none) {
            return None;
        }
        // A cube is a matrix of matrices.
        let mut forms: Vec<(Vec<Flat>, Vec<Subscripts>, Vec<(Poly, Poly)>)> = vec![(Vec::new(), touched, Vec::new())];
        for _ in 0..MOST_FLATS {
            let mut further = Vec::new();
            for (flats, touched, asked) in &forms {
                for flat in Flat::candidates(&own, touched) {
                    let Some(shaped) = touched.iter().map(|s| flat.apply(s)).collect::<Option<Vec<_>>>() else {
                        continue;
                    };
                    let Some(more) = flat.within(facts, &own, &shaped) else { continue };
                    let flats = [flats.as_slice(), &[flat]].concat();
                    let asked = [asked.as_slice(), &more].concat();
                    let (stores, reads) = shaped.split_at(stores.len());
                    if separated(facts, space, stores)
                        && (self.sync.is_some() || reads.iter().all(|r| own_or_apart(facts, space, stores, r)))
                    {
                        doubt.rows = asked;
                        return Some((flats, doubt));
                    }
                    further.push((flats, shaped, asked));
                }
            }
            forms = further;
        }
        None
    }

    /// Whether the conditions around the stores to an array keep iterations apart (`if (k >= 0 && k < m) a[i * m + k] = …`), and all that is
    /// read of it is the iteration's own.
    fn apart_where_guarded(
        &mut self,
        stmts: &[Stmt],
        array: VarId,
        space: &[VarId],
        plain: &[Subscripts],
    ) -> Option<Doubt> {
        let fixed = |b: &Self, e: &Expr| {
            let mut fixed = true;
            walk::core_exprs(e, &mut |e| {
                fixed &= core_walk::expr_var(e).is_none_or(|v| {
                    let var = &b.b.vars[v.index()];
                    !var.mutable || var.ty.as_array().is_some()
                })
            });
            fixed
        };
        // Numbers that are compared are known by their names.
        let mut compared = BTreeSet::new();
        walk::core_stmts(stmts, &mut |s| {
            let StmtKind::If { cond, .. } = &s.kind else { return };
            walk::core_exprs(cond, &mut |e| {
                let ExprKind::Binary(_, a, b) = &e.kind else { return };
                for side in [a, b] {
                    if let ExprKind::Var(v) = side.kind
                        && side.ty == Ty::I32
                        && !self.b.vars[v.index()].mutable
                    {
                        compared.insert(v);
                    }
                }
            });
        });
        if compared.is_empty() && !stmts.iter().any(has_guard) {
            return None;
        }
        let owed = self.b.facts.owed.borrow().clone();
        for v in compared {
            if !self.b.facts.values.contains_key(&v) {
                self.b.facts.ranges.entry(v).or_default();
            }
        }
        let mut touched: Vec<(Subscripts, Vec<Poly>, bool)> = Vec::new();
        let facts = &self.b.facts;
        let this = &*self;
        under_guards(
            stmts,
            &mut Vec::new(),
            &|c, truth, known| {
                if fixed(this, c) {
                    facts.holds(c, truth, known);
                }
            },
            &mut |s, known| {
                let polys = |index: &[Expr]| -> Subscripts { index.iter().map(|e| facts.poly(e)).collect() };
                walk::core_stmt_exprs(s, &mut |e| {
                    if let ExprKind::Index { array: a, index } | ExprKind::Row { array: a, index } = &e.kind
                        && *a == array
                    {
                        touched.push((polys(index), known.to_vec(), false));
                    }
                });
                if let StmtKind::Store { array: a, index, .. } = &s.kind
                    && *a == array
                {
                    touched.push((polys(index), known.to_vec(), true));
                }
            },
        );
        let first = space.first().copied();
        let own_from = self.b.facts.own_from;
        let may = |v: VarId| Some(v) != first && own_from.is_some_and(|own| v >= own);
        let mut made = Vec::new();
        let vars = &mut self.b.vars;
        let mut bounded = Vec::new();
        for (polys, known, store) in touched {
            let mut further = || {
                let (name, ty) = ("bounded".into(), Ty::I32);
                vars.push(somd_core::ir::Var { name, ty, mutable: false, span: Span::NONE, folds: None });
                VarId(vars.len() as u32 - 1)
            };
            let facts = &mut self.b.facts;
            let polys: Subscripts =
                polys.iter().map(|p| Some(facts.bounded(p.as_ref()?, &known, &may, &mut further, &mut made))).collect();
            bounded.push((polys, store));
        }
        let stores: Vec<Subscripts> = bounded.iter().filter(|b| b.1).map(|b| b.0.clone()).collect();
        let facts = &self.b.facts;
        let apart = affine::separated_in(facts, space, &[&stores, plain])
            && bounded.iter().all(|(read, store)| {
                let with = || -> Vec<Subscripts> { stores.iter().cloned().chain([read.clone()]).collect() };
                *store || stores.contains(read) || separated(facts, space, &with())
            });
        let own = |v: VarId| inside_space(space, own_from, v);
        let mut doubt = Doubt::default();
        if apart {
            let touched: Vec<Subscripts> = bounded.into_iter().map(|b| b.0).collect();
            doubt.add(facts, &own, &touched);
        }
        let hopeless = doubt.is_hopeless(facts, &own);
        // What was compared counts for this array alone.
        *self.b.facts.owed.borrow_mut() = owed;
        (apart && !hopeless).then_some(doubt)
    }

    /// The arrays with a view, and the columns of arrays of objects with one, under the name of the array.
    fn viewed(&self) -> Viewed<'a> {
        let m = self.b.method();
        let name = |v: VarId| self.b.vars[v.index()].name.clone();
        let arrays = self.dists.iter().map(|(v, d)| (*v, (name(*v), *d)));
        let columns = self.b.groups.iter().flat_map(|g| {
            let local = &m.locals[g.local.index()];
            let dist = local.dist.as_ref();
            g.columns.values().filter_map(move |c| Some((c.first, (local.name.clone(), dist?))))
        });
        arrays.chain(columns).filter(|(_, (_, d))| d.view.is_some()).collect()
    }

    /// Reads of arrays with a view of which the text does not tell how far they reach are checked as they are made.
    fn guard_views(
        &mut self,
        viewed: &Viewed<'_>,
        loads: &BTreeMap<VarId, Vec<(Subscripts, Span)>>,
        space: &[VarId],
        values: &[VarId],
        stmts: &mut [Stmt],
        span: Span,
    ) {
        if viewed.is_empty() {
            return;
        }
        // An iteration owns what it stores to, else what its indices say.
        let first = self.b.facts.own_from;
        let known = |e: &Expr| {
            let mut known = true;
            walk::core_exprs(e, &mut |e| {
                known &= core_walk::expr_var(e).is_none_or(|v| space.contains(&v) || first.is_none_or(|f| v < f));
                known &= !matches!(e.kind, ExprKind::Index { .. } | ExprKind::Row { .. } | ExprKind::Call { .. });
            });
            known
        };
        let mut own: BTreeMap<VarId, Vec<Option<Expr>>> = BTreeMap::new();
        walk::core_stmts(stmts, &mut |s| {
            if let StmtKind::Store { array, index, .. } = &s.kind
                && index.iter().all(known)
            {
                own.entry(self.b.facts.root(*array))
                    .or_insert_with(|| index.iter().map(|e| Some(e.unchecked().clone())).collect());
            }
        });
        let index_of = |v: &VarId| Expr::var(*v, Ty::I32, span);
        let mut read: BTreeMap<VarId, Vec<Subscripts>> = BTreeMap::new();
        for (array, reads) in loads {
            read.entry(self.b.facts.root(*array)).or_default().extend(reads.iter().map(|(s, _)| s.clone()));
        }
        let mut parts: BTreeMap<VarId, Vec<Subscripts>> = BTreeMap::new();
        walk::core_stmts(stmts, &mut |s| {
            walk::core_stmt_exprs(s, &mut |e| {
                if let ExprKind::Index { array, index } | ExprKind::Row { array, index } = &e.kind {
                    let of = index.iter().map(|i| view::part(i, &self.b.facts)).collect();
                    parts.entry(self.b.facts.root(*array)).or_default().push(of);
                }
            })
        });
        for (root, reads) in read {
            let parts = parts.get(&root).map_or(&[][..], Vec::as_slice);
            let rank = reads.iter().map(Vec::len).max().unwrap_or(0);
            let poly = |v: &VarId| self.b.facts.poly(&index_of(v)).unwrap_or_else(|| Poly::sym(affine::Sym::Var(*v)));
            let indices: Vec<Poly> = values.iter().map(poly).collect();
            let ordered = || {
                view::order(&indices, rank, &reads, parts).into_iter().map(|k| Some(index_of(&values[k?]))).collect()
            };
            own.entry(root).or_insert_with(ordered);
        }
        let mut sites = BTreeMap::new();
        walk::core_stmts(stmts, &mut |s| {
            walk::core_stmt_exprs(s, &mut |e| {
                if let ExprKind::Index { index, .. } | ExprKind::Row { index, .. } = &e.kind {
                    sites.insert(index[0].span, e.span);
                }
            })
        });
        let sites: BTreeMap<Span, SiteId> = sites.into_iter().map(|(at, e)| (at, self.b.site(e))).collect();
        let facts = &self.b.facts;
        reduction::each_index(stmts, &mut |array, index| {
            let root = facts.root(array);
            let (Some((name, dist)), Some(&site)) = (viewed.get(&root), sites.get(&index[0].span)) else { return };
            if let Some(own) = own.get(&root) {
                view::guard(name, dist, own, index, facts, site);
            }
        });
    }
}

/// Whether what is read is the iteration's own, or nobody's: then no other iteration stores to it.
pub(super) fn own_or_apart(facts: &affine::Facts, space: &[VarId], stores: &[Subscripts], read: &Subscripts) -> bool {
    if stores.contains(read) {
        return true;
    }
    let with_read: Vec<Subscripts> = stores.iter().cloned().chain([read.clone()]).collect();
    separated(facts, space, &with_read)
        || facts.apart(space, read, stores)
        || stores.iter().all(|store| affine::never_meet(facts, space, read, store))
}

fn has_guard(s: &Stmt) -> bool {
    let mut found = matches!(s.kind, StmtKind::If { .. });
    core_walk::stmt_blocks(s, &mut |b| found |= b.stmts.iter().any(has_guard));
    found
}

/// Calls `f` on every statement with what `holds` says of the conditions around it and of those that have not left the block before it.
fn under_guards(
    stmts: &[Stmt],
    known: &mut Vec<Poly>,
    holds: &dyn Fn(&Expr, bool, &mut Vec<Poly>),
    f: &mut dyn FnMut(&Stmt, &[Poly]),
) {
    let leaves = |b: &[Stmt]| {
        matches!(
            b.last().map(|s| &s.kind),
            Some(StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Return(_) | StmtKind::Throw { .. })
        )
    };
    let outside = known.len();
    for s in stmts {
        f(s, known);
        if let StmtKind::If { cond, then, otherwise } = &s.kind {
            let before = known.len();
            for (block, truth) in [(then, true), (otherwise, false)] {
                holds(cond, truth, known);
                under_guards(&block.stmts, known, holds, f);
                known.truncate(before);
            }
            if leaves(&then.stmts) {
                holds(cond, false, known);
            } else if leaves(&otherwise.stmts) {
                holds(cond, true, known);
            }
            continue;
        }
        core_walk::stmt_blocks(s, &mut |b| under_guards(&b.stmts, known, holds, f));
    }
    known.truncate(outside);
}

/// Calls `f` on every statement with the equalities `index == constant` that hold where it stands.
pub(super) fn guarded_stmts<'s>(
    stmts: &'s [Stmt],
    guards: &mut Vec<(VarId, i64)>,
    f: &mut dyn FnMut(&'s Stmt, &[(VarId, i64)]),
) {
    for s in stmts {
        f(s, guards);
        match &s.kind {
            StmtKind::If { cond, then, otherwise } => {
                let guard = match &cond.kind {
                    ExprKind::Binary(BinOp::Eq, a, b) => match (&a.kind, &b.kind) {
                        (ExprKind::Var(k), ExprKind::Const(Const::Int(c)))
                        | (ExprKind::Const(Const::Int(c)), ExprKind::Var(k)) => Some((*k, *c)),
                        _ => None,
                    },
                    _ => None,
                };
                let before = guards.len();
                guards.extend(guard);
                guarded_stmts(&then.stmts, guards, f);
                guards.truncate(before);
                guarded_stmts(&otherwise.stmts, guards, f);
            }
            StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::Labeled { body, .. } => {
                guarded_stmts(&body.stmts, guards, f)
            }
            _ => {}
        }
    }
}
