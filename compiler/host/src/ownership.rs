//! Who counts a reference: locals are moved where they are read for the last time, and parameters that end up stored, returned
//! or handed on are *owned*, so that what a caller makes, or is done with, gets there without a count.
//!
//! - [`last_uses`] is liveness, backwards over the structured body. A local is moved where no path leads from the read to another
//!   one; where rustc would not see that (in the body of a `try`, which is a closure; behind a pattern), it is cloned.
//! - [`owned_parameters`] is the least set that holds every parameter which some path moves out of its method.
//!   A call of a dispatcher hands over what any of the methods behind it owns.

use crate::HostPlan;
use crate::borrowed_locals::{self, CursorSet};
use crate::reachability;
use crate::walk::{self, Node};
use somd_hir::walk::strip_upcast;
use somd_hir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Reads, by the address of their expression in what is looked at, after which the local is dead.
pub type LastUses = BTreeSet<*const Expr>;

/// The parameters that are passed by value, by method and position.
pub type Owned = BTreeSet<(MethodId, usize)>;

// ---- parameters -------------------------------------------------------------------------------------------------

pub fn owned_parameters(cx: &HostPlan) -> Owned {
    let pinned = pinned_methods(cx);
    let candidates: Vec<MethodId> = cx.reach.methods.iter().copied().filter(|m| !pinned.contains(m)).collect();
    let mut owned = Owned::new();
    let mut handed: Vec<(MethodId, usize, Vec<(MethodId, usize)>)> = Vec::new();
    for &m in &candidates {
        let method = cx.program.method(m);
        let (Some(body), None) = (&method.body, &method.native) else { continue };
        if !method.params.iter().any(|p| method.locals[p.index()].ty.is_reference()) {
            continue;
        }
        let cursors = borrowed_locals::cursors(cx, method, fixed_locals(method));
        let last = last_uses(cx, method, &body.stmts, &cursors);
        let position = |e: &Expr| match &e.kind {
            ExprKind::Local(l) if last.contains(&(e as *const Expr)) => method.params.iter().position(|p| p == l),
            _ => None,
        };
        let mut given = Vec::new();
        let mut passed = Vec::new();
        walk::block(body, &mut |n| taken(cx, &cursors, &n, &mut given, &mut passed));
        for e in given {
            values(e, &mut |e| owned.extend(position(e).map(|i| (m, i))));
        }
        for (e, to) in passed {
            values(e, &mut |e| {
                if let Some(i) = position(e) {
                    handed.push((m, i, to.clone()));
                }
            });
        }
        let written = walk::assigned_in_block(body);
        owned.extend(method.params.iter().enumerate().filter(|(_, p)| written.contains(p)).map(|(i, _)| (m, i)));
    }
    let is_reference = |m: MethodId, i: usize| {
        let method = cx.program.method(m);
        let ty = &method.locals[method.params[i].index()].ty;
        ty.is_reference() && cx.value_class(ty).is_none()
    };
    owned.retain(|&(m, i)| is_reference(m, i));
    loop {
        let before = owned.len();
        for (m, i, to) in &handed {
            if is_reference(*m, *i) && to.iter().any(|t| owned.contains(t)) {
                owned.insert((*m, *i));
            }
        }
        if owned.len() == before {
            return owned;
        }
    }
}

/// Collects the expressions whose value something keeps, and the arguments with the parameters they may become.
fn taken<'a>(
    cx: &HostPlan,
    cursors: &CursorSet,
    n: &Node<'a>,
    given: &mut Vec<&'a Expr>,
    passed: &mut Vec<(&'a Expr, Vec<(MethodId, usize)>)>,
) {
    match n {
        Node::Stmt(s) => match &s.kind {
            StmtKind::Local { local, init: Some(e) } if !cursors.locals.contains(local) => given.push(e),
            StmtKind::Return(Some(e)) | StmtKind::Throw(e) => given.push(e),
            _ => {}
        },
        Node::Expr(e) => match &e.kind {
            ExprKind::Assign { place: Place::Local(l), .. } if cursors.locals.contains(l) => {}
            ExprKind::Assign { value, .. } => given.push(value),
            ExprKind::ArrayLit(elements) => given.extend(elements),
            ExprKind::New { class, constructor, args } => {
                if let ClassKind::Lambda { .. } = cx.program.class(*class).kind {
                    given.extend(args);
                } else {
                    passed.extend(args.iter().enumerate().map(|(i, a)| (a, vec![(*constructor, i)])));
                }
            }
            ExprKind::Call { kind, method, receiver, args } => {
                let runs = call_targets(cx, *kind, *method, receiver.as_deref());
                for (i, a) in args.iter().enumerate() {
                    passed.push((a, runs.iter().map(|&m| (m, i)).collect()));
                }
            }
            _ => {}
        },
        _ => {}
    }
}

/// The methods that a call can run.
pub fn call_targets(cx: &HostPlan, kind: CallKind, method: MethodId, receiver: Option<&Expr>) -> Vec<MethodId> {
    if kind != CallKind::Virtual {
        return vec![method];
    }
    cx.targets(method, receiver).into_iter().map(|(m, _)| m).collect()
}

/// The expressions that `e`'s value can come from as it is.
fn values<'a>(e: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    match &e.kind {
        ExprKind::Upcast(i) | ExprKind::CheckCast(i) | ExprKind::Sequence(_, i) => values(i, f),
        ExprKind::ArrayStep(step) => values(&step.host, f),
        ExprKind::Cond(_, a, b) => {
            values(a, f);
            values(b, f);
        }
        _ => f(e),
    }
}

/// Methods that others than calls in Java code run: the runtime, tasks, parallel code. They borrow all parameters.
pub fn pinned_methods(cx: &HostPlan) -> BTreeSet<MethodId> {
    let program = cx.program;
    let mut pinned = BTreeSet::from([cx.main]);
    let mut pin = |m: MethodId| {
        pinned.insert(m);
        let class = program.method(m).class;
        pinned.extend(cx.reach.targets(program, class, m).into_iter().map(|(t, _)| t));
    };
    for name in ["toString", "equals", "hashCode"] {
        reachability::object_method(program, name).into_iter().for_each(&mut pin);
    }
    reachability::class_named(program).into_iter().for_each(&mut pin);
    reachability::report_method(program).into_iter().for_each(&mut pin);
    reachability::initialiser_error(program).into_iter().for_each(|(_, m)| pin(m));
    reachability::task_class(program).into_iter().for_each(|t| pin(t.constructor));
    for &m in &cx.reach.methods {
        let Some(body) = &program.method(m).body else { continue };
        walk::block(body, &mut |n| {
            if let Node::Expr(e) = n
                && let ExprKind::Map { method, .. }
                | ExprKind::ReduceMethod { method, .. }
                | ExprKind::Task { method, .. } = &e.kind
            {
                pin(*method);
            }
        });
    }
    pinned
}

impl HostPlan<'_> {
    pub fn is_owned(&self, m: MethodId, position: usize) -> bool {
        self.owned.contains(&(m, position))
    }

    /// The positions at which the dispatcher of `m` takes references over.
    pub fn dispatcher_owned(&self, m: MethodId) -> BTreeSet<usize> {
        let method = self.program.method(m);
        let targets = self.dispatched_targets(m);
        (0..method.params.len()).filter(|&i| targets.iter().any(|(t, _)| self.is_owned(*t, i))).collect()
    }

    /// The positions at which the function of `m` takes references over.
    pub fn owned_positions(&self, m: MethodId) -> BTreeSet<usize> {
        (0..self.program.method(m).params.len()).filter(|&i| self.is_owned(m, i)).collect()
    }
}

/// By local: not assigned after its declaration, and not by a pattern.
pub fn fixed_locals(method: &Method) -> Vec<bool> {
    let mut fixed = vec![true; method.locals.len()];
    if let Some(body) = &method.body {
        walk::block(body, &mut |n| match n {
            Node::Place(Place::Local(l)) => fixed[l.index()] = false,
            Node::Expr(Expr { kind: ExprKind::InstanceOf { binding: Some(b), .. }, .. }) => fixed[b.index()] = false,
            Node::Expr(Expr { kind: ExprKind::Switch(s), .. }) => fixed[s.result.index()] = false,
            _ => {}
        });
    }
    fixed
}

// ---- liveness ---------------------------------------------------------------------------------------------------

type Live = BTreeSet<LocalId>;

/// The reads in a method's statements after which a local that owns its reference is dead, and that can be moves in Rust.
pub fn last_uses(cx: &HostPlan, method: &Method, stmts: &[Stmt], cursors: &CursorSet) -> LastUses {
    let mut never: Live = cursors.locals.clone();
    for s in stmts {
        walk::stmt(s, &mut |n| match n {
            Node::Expr(Expr { kind: ExprKind::InstanceOf { binding: Some(b), .. }, .. }) => {
                never.insert(*b);
            }
            Node::Expr(Expr { kind: ExprKind::Switch(s), .. }) => {
                never.insert(s.result);
            }
            _ => {}
        });
    }
    for (i, l) in method.locals.iter().enumerate() {
        if !l.ty.is_reference() || l.shared || cx.value_class(&l.ty).is_some() {
            never.insert(LocalId(i as u32));
        }
    }
    let mut w = Liveness {
        never,
        roots: &cursors.roots,
        last: LastUses::new(),
        recording: true,
        fixed_inside: 0,
        closures: 0,
        declared_in: BTreeMap::new(),
        handlers: Vec::new(),
        targets: BTreeMap::new(),
        mentions: BTreeMap::new(),
        nested: 0,
    };
    w.declarations(stmts, 0);
    w.stmts(stmts, Live::new());
    w.last
}

struct Liveness<'a> {
    /// Locals that are not moved at all.
    never: Live,
    /// Who reads one of these locals reads those that it is reached from.
    roots: &'a BTreeMap<LocalId, BTreeSet<LocalId>>,
    last: LastUses,
    /// Off while the entry of a loop is still being found.
    recording: bool,
    /// Above 0, nothing is moved: in a `finally`, which runs on the way to anywhere, and in parallel expressions.
    fixed_inside: u32,
    /// How many closures enclose the code: only a local of the innermost can be moved.
    closures: u32,
    declared_in: BTreeMap<LocalId, u32>,
    /// What is live where the enclosing `try`s go when something is thrown.
    handlers: Vec<Live>,
    /// Live at `break` and at `continue`.
    targets: BTreeMap<LabelId, (Live, Live)>,
    /// How often the statement's expression names each local, fields that are numbers apart: one that it names again is borrowed
    /// there.
    mentions: BTreeMap<LocalId, i32>,
    nested: u32,
}

impl Liveness<'_> {
    /// Notes in which closure each local is declared. Parameters are in none.
    fn declarations(&mut self, stmts: &[Stmt], depth: u32) {
        for s in stmts {
            self.declarations_of(s, depth);
        }
    }

    fn declarations_of(&mut self, s: &Stmt, depth: u32) {
        match &s.kind {
            StmtKind::Local { local, init } => {
                self.declared_in.insert(*local, depth);
                init.iter().for_each(|e| self.declarations_in(e, depth));
            }
            StmtKind::Expr(e) | StmtKind::Throw(e) | StmtKind::Return(Some(e)) => self.declarations_in(e, depth),
            StmtKind::Block(b)
            | StmtKind::Single(b)
            | StmtKind::Labeled { body: b, .. }
            | StmtKind::Sync { body: b, .. } => self.declarations(&b.stmts, depth),
            StmtKind::While { cond, body, .. } | StmtKind::DoWhile { body, cond, .. } => {
                self.declarations_in(cond, depth);
                self.declarations(&body.stmts, depth);
            }
            StmtKind::If { cond, then, otherwise } => {
                self.declarations_in(cond, depth);
                self.declarations(&then.stmts, depth);
                otherwise.iter().for_each(|b| self.declarations(&b.stmts, depth));
            }
            StmtKind::For { init, cond, update, body, .. } => {
                self.declarations(init, depth);
                cond.iter().chain(update).for_each(|e| self.declarations_in(e, depth));
                self.declarations(&body.stmts, depth);
            }
            StmtKind::Switch { scrutinee, arms, .. } => {
                self.declarations_in(scrutinee, depth);
                arms.iter().for_each(|a| self.declarations(&a.body.stmts, depth));
            }
            StmtKind::Try { body, catches, finally } => {
                let outer = depth + u32::from(finally.is_some());
                let inner = outer + u32::from(finally.is_none() || !catches.is_empty());
                self.declarations(&body.stmts, inner);
                for c in catches {
                    self.declared_in.insert(c.local, outer);
                    self.declarations(&c.body.stmts, outer);
                }
                finally.iter().for_each(|b| self.declarations(&b.stmts, depth));
            }
            StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Return(None) => {}
        }
    }

    /// Of the statements in an expression: each sees to those in it.
    fn declarations_in(&mut self, e: &Expr, depth: u32) {
        fn part(w: &mut Liveness<'_>, n: Node<'_>, depth: u32) {
            match n {
                Node::Expr(e) => w.declarations_in(e, depth),
                Node::Stmt(s) => w.declarations_of(s, depth),
                Node::Place(p) => walk::of_place(p, &mut |n| part(w, n, depth)),
                Node::Declare(_) => {}
            }
        }
        walk::of_expr(e, &mut |n| part(self, n, depth));
    }

    /// From what is live behind the block to what is live before it; so do all that follow.
    fn block(&mut self, b: &Block, live: Live) -> Live {
        self.stmts(&b.stmts, live)
    }

    fn stmts(&mut self, stmts: &[Stmt], mut live: Live) -> Live {
        for s in stmts.iter().rev() {
            live = self.stmt(s, live);
        }
        live
    }

    fn stmt(&mut self, s: &Stmt, mut live: Live) -> Live {
        match &s.kind {
            StmtKind::Local { local, init } => {
                live.remove(local);
                match init {
                    Some(e) => self.top(e, live),
                    None => live,
                }
            }
            StmtKind::Expr(e) => self.top(e, live),
            StmtKind::Throw(e) | StmtKind::Return(Some(e)) => self.top(e, Live::new()),
            StmtKind::Return(None) => Live::new(),
            StmtKind::Block(b) | StmtKind::Single(b) | StmtKind::Sync { body: b, .. } => self.block(b, live),
            StmtKind::Labeled { label, body } => {
                self.targets.insert(*label, (live.clone(), live.clone()));
                self.block(body, live)
            }
            StmtKind::If { cond, then, otherwise } => {
                let mut before = self.block(then, live.clone());
                before.extend(match otherwise {
                    Some(b) => self.block(b, live),
                    None => live,
                });
                self.top(cond, before)
            }
            StmtKind::While { cond, body, label } => self.fixpoint(&mut |w, head| {
                w.targets.insert(*label, (live.clone(), head.clone()));
                let mut before = w.block(body, head);
                before.extend(&live);
                w.top(cond, before)
            }),
            StmtKind::DoWhile { body, cond, label } => self.fixpoint(&mut |w, head| {
                let mut behind = live.clone();
                behind.extend(head);
                let test = w.top(cond, behind);
                w.targets.insert(*label, (live.clone(), test.clone()));
                w.block(body, test)
            }),
            StmtKind::For { init, cond, update, body, label } => {
                let head = self.fixpoint(&mut |w, head| {
                    let mut next = head;
                    for e in update.iter().rev() {
                        next = w.top(e, next);
                    }
                    w.targets.insert(*label, (live.clone(), next.clone()));
                    let mut before = w.block(body, next);
                    before.extend(&live);
                    match cond {
                        Some(c) => w.top(c, before),
                        None => before,
                    }
                });
                self.stmts(init, head)
            }
            StmtKind::Switch { scrutinee, arms, label } => {
                self.targets.insert(*label, (live.clone(), live.clone()));
                let mut before = live.clone();
                let mut next = live;
                for a in arms.iter().rev() {
                    next = self.block(&a.body, next);
                    before.extend(&next);
                }
                self.top(scrutinee, before)
            }
            StmtKind::Break(l) => self.targets.get(l).map_or_else(Live::new, |t| t.0.clone()),
            StmtKind::Continue(l) => self.targets.get(l).map_or_else(Live::new, |t| t.1.clone()),
            StmtKind::Try { body, catches, finally } => {
                let behind = match finally {
                    Some(f) => {
                        self.fixed_inside += 1;
                        let before = self.block(f, live);
                        self.fixed_inside -= 1;
                        before
                    }
                    None => live,
                };
                let outer = u32::from(finally.is_some());
                let inner = u32::from(finally.is_none() || !catches.is_empty());
                self.handlers.push(behind.clone());
                self.closures += outer;
                let mut caught = behind.clone();
                for c in catches {
                    let mut before = self.block(&c.body, behind.clone());
                    before.remove(&c.local);
                    caught.extend(before);
                }
                self.handlers.push(caught.clone());
                self.closures += inner;
                let mut before = self.block(body, behind);
                self.closures -= outer + inner;
                self.handlers.truncate(self.handlers.len() - 2);
                before.extend(caught);
                before
            }
        }
    }

    /// The smallest set that is live before a loop, where `round` goes from the set before the next round to the one before this.
    fn fixpoint(&mut self, round: &mut dyn FnMut(&mut Self, Live) -> Live) -> Live {
        let recording = std::mem::replace(&mut self.recording, false);
        let mut head = Live::new();
        loop {
            let mut next = round(self, head.clone());
            next.extend(&head);
            if next == head {
                break;
            }
            head = next;
        }
        self.recording = recording;
        if recording {
            round(self, head.clone());
        }
        head
    }

    /// An expression that stands by itself in a statement.
    fn top(&mut self, e: &Expr, mut live: Live) -> Live {
        if self.nested > 0 {
            return self.expr(e, live);
        }
        self.mentions.clear();
        let (mentions, roots) = (&mut self.mentions, self.roots);
        // `l = f(l)` names `l` again only where its new value is there.
        let e = match &e.kind {
            ExprKind::Assign { place: Place::Local(l), value } => {
                live.remove(l);
                value
            }
            _ => e,
        };
        walk::expr(e, &mut |n| match n {
            Node::Expr(Expr { kind: ExprKind::Local(l), .. }) | Node::Place(Place::Local(l)) => {
                for l in roots.get(l).into_iter().flatten().chain([l]) {
                    *mentions.entry(*l).or_default() += 1;
                }
            }
            // A number that is read on the way borrows nothing any more when the local moves.
            Node::Expr(Expr { kind: ExprKind::Field { object: Some(o), .. }, ty, .. }) if ty.is_primitive() => {
                if let ExprKind::Local(l) = strip_upcast(o).kind {
                    *mentions.entry(l).or_default() -= 1;
                }
            }
            _ => {}
        });
        self.nested += 1;
        let live = self.expr(e, live);
        self.nested -= 1;
        live
    }

    fn read(&mut self, e: &Expr, l: LocalId, live: &mut Live) {
        live.extend(self.roots.get(&l).into_iter().flatten());
        let dead = live.insert(l) && self.handlers.iter().all(|h| !h.contains(&l));
        let here = self.declared_in.get(&l).copied().unwrap_or(0) == self.closures;
        if dead
            && here
            && self.recording
            && self.fixed_inside == 0
            && self.mentions.get(&l) == Some(&1)
            && !self.never.contains(&l)
        {
            self.last.insert(e);
        }
    }

    fn all(&mut self, exprs: &[Expr], mut live: Live) -> Live {
        for e in exprs.iter().rev() {
            live = self.expr(e, live);
        }
        live
    }

    fn place(&mut self, p: &Place, live: Live) -> Live {
        match p {
            Place::Local(_) | Place::Field { object: None, .. } => live,
            Place::Field { object: Some(o), .. } => self.expr(o, live),
            Place::Index { array, index } => {
                let live = self.expr(index, live);
                self.expr(array, live)
            }
        }
    }

    fn expr(&mut self, e: &Expr, mut live: Live) -> Live {
        use ExprKind::*;
        match &e.kind {
            Lit(_) | This | ClassLit(_) => live,
            Local(l) => {
                self.read(e, *l, &mut live);
                live
            }
            Field { object, .. } => match object {
                Some(o) => self.expr(o, live),
                None => live,
            },
            Length(a) | Neg(a) | BitNot(a) | Not(a) | Convert(a) | CheckCast(a) | Upcast(a) => self.expr(a, live),
            InstanceOf { expr, .. } => self.expr(expr, live),
            Index { array: a, index: b } | Binary(_, a, b) => {
                let live = self.expr(b, live);
                self.expr(a, live)
            }
            And(a, b) | Or(a, b) => {
                let right = self.expr(b, live.clone());
                live.extend(right);
                self.expr(a, live)
            }
            Cond(c, a, b) => {
                let other = self.expr(b, live.clone());
                let mut live = self.expr(a, live);
                live.extend(other);
                self.expr(c, live)
            }
            Call { receiver, args, .. } => {
                let live = self.all(args, live);
                match receiver {
                    Some(r) => self.expr(r, live),
                    None => live,
                }
            }
            New { args, .. } | NewArray { sizes: args } | ArrayLit(args) | Concat(args) => self.all(args, live),
            Assign { place, value } => {
                if let Place::Local(l) = place {
                    live.remove(l);
                }
                let live = self.expr(value, live);
                self.place(place, live)
            }
            CompoundAssign { place, value, .. } => {
                let mut live = self.expr(value, live);
                if let Place::Local(l) = place {
                    live.insert(*l);
                }
                self.place(place, live)
            }
            IncDec { place, .. } => self.place(place, live),
            Switch(s) => {
                let live = self.stmt(&s.switch, live);
                live.into_iter().filter(|l| *l != s.result).collect()
            }
            Sequence(stmts, v) => {
                let live = self.expr(v, live);
                self.stmts(stmts, live)
            }
            ArrayStep(step) => self.expr(&step.host, live),
            Map { .. }
            | MapBinary { .. }
            | MapUnary { .. }
            | MapConvert(_)
            | ReduceOp { .. }
            | ReduceMethod { .. }
            | Task { .. }
            | Connect { .. }
            | Freeze(_)
            | Thaw(_)
            | CoreCall { .. } => {
                // Their operands are read more than once, or elsewhere.
                walk::expr(e, &mut |n| {
                    if let Node::Expr(Expr { kind: Local(l), .. }) = n {
                        live.insert(*l);
                        live.extend(self.roots.get(l).into_iter().flatten());
                    }
                });
                live
            }
        }
    }
}
