//! What is stored while somebody still looks: the stores after which a local, or one that was reached from it, may be read.
//!
//! `while (n.next != null) n = n.next; n.next = added;` stores where the search is over. So does the search for the place of a new
//! leaf, which stores it and returns. Such a local need not own what it looks at.

use super::Context;
use super::stores::Stores;
use super::walk::{self, Node};
use crate::hir::*;
use std::collections::{BTreeMap, BTreeSet};

/// What `region`, where `local` is in scope, stores before the last look at what the local, or what is reached from it, refers to.
pub fn stores_before_last_look(cx: &Context, method: &Method, local: LocalId, region: &[Stmt]) -> Stores {
    let mut lives =
        Lives { cx, method, group: group(local, region), targets: BTreeMap::new(), stores: Stores::NOTHING };
    lives.stmts(region, false);
    lives.stores
}

/// The local, and those that are given what mentions one of these.
fn group(local: LocalId, region: &[Stmt]) -> BTreeSet<LocalId> {
    let mut given: Vec<(LocalId, &Expr)> = Vec::new();
    for s in region {
        walk::stmt(s, &mut |n| match n {
            Node::Stmt(Stmt { kind: StmtKind::Local { local, init: Some(e) }, .. }) => given.push((*local, e)),
            Node::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(l), value }, .. }) => {
                given.push((*l, value))
            }
            Node::Expr(Expr { kind: ExprKind::InstanceOf { expr, binding: Some(b), .. }, .. }) => {
                given.push((*b, expr))
            }
            // The value of a `switch` comes from anywhere within.
            Node::Expr(e @ Expr { kind: ExprKind::Switch(s), .. }) => given.push((s.result, e)),
            _ => {}
        });
    }
    let mut group = BTreeSet::from([local]);
    loop {
        let before = group.len();
        for (l, e) in &given {
            if mentions(e, &group) {
                group.insert(*l);
            }
        }
        if group.len() == before {
            return group;
        }
    }
}

struct Lives<'a, 'c> {
    cx: &'c Context<'a>,
    method: &'c Method,
    group: BTreeSet<LocalId>,
    /// Whether one of the group may be read after `break` and after `continue`; others lead out of the scope.
    targets: BTreeMap<LabelId, (bool, bool)>,
    stores: Stores,
}

impl Lives<'_, '_> {
    /// `live`: one of the group may be read behind the statements. Whether one may be read from their beginning on.
    fn stmts(&mut self, stmts: &[Stmt], mut live: bool) -> bool {
        for s in stmts.iter().rev() {
            live = self.stmt(s, live);
        }
        live
    }

    fn stmt(&mut self, s: &Stmt, live: bool) -> bool {
        match &s.kind {
            StmtKind::Local { init: None, .. } => live,
            StmtKind::Local { init: Some(e), .. } => self.expr(e, live),
            StmtKind::Expr(e) => self.last_store(e, live),
            StmtKind::Return(Some(e)) | StmtKind::Throw(e) => self.expr(e, false),
            StmtKind::Return(None) => false,
            StmtKind::Break(l) => self.targets.get(l).is_some_and(|t| t.0),
            StmtKind::Continue(l) => self.targets.get(l).is_some_and(|t| t.1),
            StmtKind::Block(b) => self.stmts(&b.stmts, live),
            StmtKind::Labeled { label, body } => {
                self.targets.insert(*label, (live, live));
                self.stmts(&body.stmts, live)
            }
            StmtKind::If { cond, then, otherwise } => {
                let then = self.stmts(&then.stmts, live);
                let otherwise = otherwise.as_ref().map_or(live, |b| self.stmts(&b.stmts, live));
                self.expr(cond, then || otherwise)
            }
            StmtKind::While { cond, body, label } => {
                let head = live || self.names(s);
                self.targets.insert(*label, (live, head));
                self.stmts(&body.stmts, head);
                self.expr(cond, head)
            }
            StmtKind::DoWhile { body, cond, label } => {
                let head = live || self.names(s);
                self.targets.insert(*label, (live, head));
                self.expr(cond, head);
                self.stmts(&body.stmts, head)
            }
            StmtKind::For { init, cond, update, body, label } => {
                let head = live || self.names(s);
                self.targets.insert(*label, (live, head));
                for e in cond.iter().chain(update) {
                    self.expr(e, head);
                }
                self.stmts(&body.stmts, head);
                self.stmts(init, head)
            }
            // Control may leave these from anywhere within.
            StmtKind::Switch { .. } | StmtKind::Try { .. } | StmtKind::Sync { .. } | StmtKind::Single(_) => {
                let live = live || self.names(s) || jumps(s);
                if live {
                    self.stores.add(&self.cx.stores_in(self.method, |f| walk::stmt(s, f)));
                }
                live
            }
        }
    }

    fn expr(&mut self, e: &Expr, live: bool) -> bool {
        let live = live || mentions(e, &self.group);
        if live {
            self.stores.add(&self.cx.stores_in(self.method, |f| walk::expr(e, f)));
        }
        live
    }

    /// The object whose field is assigned is not looked at any more once the field has its value.
    fn last_store(&mut self, e: &Expr, live: bool) -> bool {
        match &e.kind {
            ExprKind::Assign { place: Place::Field { object: Some(o), .. }, value } if !live => {
                let live = mentions(o, &self.group);
                self.expr(value, live) | self.expr(o, live)
            }
            _ => self.expr(e, live),
        }
    }

    fn names(&self, s: &Stmt) -> bool {
        let mut named = false;
        walk::stmt(s, &mut |n| named |= names(&n, &self.group));
        named
    }
}

fn mentions(e: &Expr, group: &BTreeSet<LocalId>) -> bool {
    let mut named = false;
    walk::expr(e, &mut |n| named |= names(&n, group));
    named
}

fn names(n: &Node<'_>, group: &BTreeSet<LocalId>) -> bool {
    match n {
        Node::Expr(Expr { kind: ExprKind::Local(l), .. }) | Node::Place(Place::Local(l)) => group.contains(l),
        _ => false,
    }
}

fn jumps(s: &Stmt) -> bool {
    let mut jumps = false;
    walk::stmt(s, &mut |n| {
        jumps |= matches!(n, Node::Stmt(Stmt { kind: StmtKind::Break(_) | StmtKind::Continue(_), .. }));
    });
    jumps
}
