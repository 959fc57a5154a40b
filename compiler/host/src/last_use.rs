//! Which borrows a store ends: the stores to a variable after which a local that borrows from it may still be read.
//!
//! `while (n.next != null) n = n.next; n.next = added;` stores where the search is over. So does the search for the place of a new
//! leaf, which stores it and returns. Such a local need not own what it looks at.
//!
//! The same holds for what a method is given: who calls `insert(t.left, n)`, where the leaf is stored and nobody looks at the tree behind
//! that, need not count `t.left`, though the call stores in fields of its name. [`of_parameters`] says what each method stores before the
//! last look at its receiver and at each parameter: the least sets, since a method may hand on what it is given.

use crate::mod_ref::Stores;
use crate::walk::{self, Node};
use crate::{HostPlan, boxes, reachability};
use somd_hir::*;
use std::collections::{BTreeMap, BTreeSet};

/// What a method is given: its receiver, or a parameter by its position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Given {
    Receiver,
    Parameter(usize),
}

/// What methods store before the last look at what they are given; what is not there is all that the method stores.
pub type BeforeLastLook = BTreeMap<(MethodId, Given), Stores>;

/// Finds those sets; they are added to the context's own, which it is given with none.
pub fn of_parameters(cx: &mut HostPlan) {
    let program = cx.program;
    let mut looked_at: Vec<(MethodId, Given)> = Vec::new();
    for &m in &cx.reach.methods {
        let method = program.method(m);
        let known = method.body.is_some()
            && method.native.is_none()
            && method.somd.is_none()
            && !boxes::is_shared(program, m)
            && reachability::object_clone(program) != Some(m)
            && !cx.stores.get(&m).is_none_or(Stores::is_nothing);
        if !known {
            continue;
        }
        let is_counted = |ty: &Ty| ty.is_reference() && cx.value_class(ty).is_none();
        if method.kind == MethodKind::Method && !method.is_static && is_counted(&Ty::Class(method.class)) {
            looked_at.push((m, Given::Receiver));
        }
        let params = method.params.iter().enumerate();
        looked_at.extend(
            params.filter(|(_, p)| is_counted(&method.locals[p.index()].ty)).map(|(i, _)| (m, Given::Parameter(i))),
        );
    }
    cx.before_last_look = looked_at.iter().map(|&g| (g, Stores::NOTHING)).collect();
    loop {
        let mut more = false;
        for &(m, given) in &looked_at {
            let method = program.method(m);
            let Some(body) = &method.body else { continue };
            let seed = match given {
                Given::Receiver => Group { this: true, locals: BTreeSet::new() },
                Given::Parameter(i) => Group { this: false, locals: BTreeSet::from([method.params[i]]) },
            };
            let stores = stores_before(cx, method, seed, &body.stmts);
            more |= cx.before_last_look.get_mut(&(m, given)).is_some_and(|known| known.add(&stores));
        }
        if !more {
            return;
        }
    }
}

/// What `region`, where `local` is in scope, stores before the last look at what the local, or what is reached from it, refers to.
pub fn stores_before_last_look(cx: &HostPlan, method: &Method, local: LocalId, region: &[Stmt]) -> Stores {
    stores_before(cx, method, Group { this: false, locals: BTreeSet::from([local]) }, region)
}

fn stores_before(cx: &HostPlan, method: &Method, seed: Group, region: &[Stmt]) -> Stores {
    let group = seed.closed(method, region);
    let mut lives = Lives { cx, method, group, targets: BTreeMap::new(), stores: Stores::NOTHING };
    lives.stmts(region, false);
    lives.stores
}

/// What is looked at.
struct Group {
    /// The receiver too.
    this: bool,
    locals: BTreeSet<LocalId>,
}

impl Group {
    /// With the locals that are given what mentions one of these, and can look at what that refers to.
    fn closed(mut self, method: &Method, region: &[Stmt]) -> Group {
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
        given.retain(|(l, _)| method.locals[l.index()].ty.is_reference());
        loop {
            let before = self.locals.len();
            for (l, e) in &given {
                if self.is_mentioned(e) {
                    self.locals.insert(*l);
                }
            }
            if self.locals.len() == before {
                return self;
            }
        }
    }

    fn is_mentioned(&self, e: &Expr) -> bool {
        let mut named = false;
        walk::expr(e, &mut |n| named |= self.has(&n));
        named
    }

    fn has(&self, n: &Node<'_>) -> bool {
        match n {
            Node::Expr(Expr { kind: ExprKind::Local(l), .. }) | Node::Place(Place::Local(l)) => self.locals.contains(l),
            Node::Expr(Expr { kind: ExprKind::This, .. }) => self.this,
            _ => false,
        }
    }
}

struct Lives<'a, 'c> {
    cx: &'c HostPlan<'a>,
    method: &'c Method,
    group: Group,
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
        if live {
            self.stores.add(&self.cx.stores_in(self.method, |f| walk::expr(e, f)));
        } else if self.group.is_mentioned(e) {
            self.last_look(e);
        } else {
            return false;
        }
        true
    }

    /// `e` looks at the group for the last time.
    fn last_look(&mut self, e: &Expr) {
        use ExprKind::*;
        match &e.kind {
            Upcast(a) | CheckCast(a) | Convert(a) | Neg(a) | Not(a) | BitNot(a) | Length(a) => {
                self.expr(a, false);
            }
            Field { object: Some(a), .. } | Assign { place: Place::Local(_), value: a } => {
                self.expr(a, false);
            }
            Binary(_, a, b) => {
                let live = self.expr(b, false);
                self.expr(a, live);
            }
            Call { kind, method, receiver, args } => {
                let receiver = receiver.as_deref();
                let given = args.iter().enumerate().map(|(i, a)| (Given::Parameter(i), a));
                for (given, e) in given.chain(receiver.map(|r| (Given::Receiver, r))) {
                    if self.group.is_mentioned(e) {
                        let during = self.cx.stores_during_look(self.method, *kind, *method, receiver, args, given);
                        self.stores.add(&during);
                    }
                }
                let operands = args.iter().chain(receiver);
                for e in operands {
                    self.stores.add(&self.cx.stores_in(self.method, |f| walk::expr(e, f)));
                }
            }
            _ => {
                self.stores.add(&self.cx.stores_in(self.method, |f| walk::expr(e, f)));
            }
        }
    }

    /// The object whose field is assigned is not looked at any more once the field has its value.
    fn last_store(&mut self, e: &Expr, live: bool) -> bool {
        match &e.kind {
            ExprKind::Assign { place: Place::Field { object: Some(o), .. }, value } if !live => {
                let live = self.group.is_mentioned(o);
                self.expr(value, live) | self.expr(o, live)
            }
            _ => self.expr(e, live),
        }
    }

    fn names(&self, s: &Stmt) -> bool {
        let mut named = false;
        walk::stmt(s, &mut |n| named |= self.group.has(&n));
        named
    }
}

fn jumps(s: &Stmt) -> bool {
    let mut jumps = false;
    walk::stmt(s, &mut |n| {
        jumps |= matches!(n, Node::Stmt(Stmt { kind: StmtKind::Break(_) | StmtKind::Continue(_), .. }));
    });
    jumps
}
