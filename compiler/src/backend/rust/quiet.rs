//! Which code stores no reference: while it runs, a reference in a field, a static or an array stays where it is, and may
//! be looked at without being counted.
//!
//! A reference that is read from such a place is kept alive by the place, as long as nothing is stored there. So a receiver,
//! an argument or a local that comes from one is borrowed where everything that runs during its use is *quiet*: it assigns
//! no reference to a field, static or element of an object that others know, and calls quiet methods only. What a
//! constructor stores in its new object does not count for its callers: they know nothing of what was there before.

use super::Context;
use super::walk::{self, Node};
use crate::hir::*;
use std::collections::BTreeSet;

/// Natives of these modules neither store references nor call the program back.
const QUIET_NATIVES: &[&str] = &["math.", "string.", "character.", "number.", "builder.", "throwable."];

/// The methods of the program that can run and are quiet: the greatest set that calls only itself.
pub fn quiet_methods(cx: &Context) -> BTreeSet<MethodId> {
    let mut quiet = cx.reach.methods.clone();
    loop {
        let loud: Vec<MethodId> = quiet.iter().copied().filter(|&m| !method_is_quiet(cx, &quiet, m)).collect();
        if loud.is_empty() {
            return quiet;
        }
        for m in loud {
            quiet.remove(&m);
        }
    }
}

/// The static methods that compute on primitive values alone: they read and write no field and no array.
pub fn arithmetic_methods(cx: &Context) -> BTreeSet<MethodId> {
    let mut found = cx.reach.methods.clone();
    loop {
        let other: Vec<MethodId> = found.iter().copied().filter(|&m| !is_arithmetic(cx, &found, m)).collect();
        if other.is_empty() {
            return found;
        }
        for m in other {
            found.remove(&m);
        }
    }
}

fn is_arithmetic(cx: &Context, found: &BTreeSet<MethodId>, m: MethodId) -> bool {
    let method = cx.program.method(m);
    if !method.is_static || method.locals.iter().any(|l| l.ty.is_reference()) || method.ret.is_reference() {
        return false;
    }
    if let Some(native) = &method.native {
        return native.starts_with("math.");
    }
    let Some(body) = &method.body else { return false };
    let mut ok = true;
    walk::block(body, &mut |n| {
        use ExprKind::*;
        ok &= match &n {
            Node::Expr(e) => match &e.kind {
                Lit(_)
                | Local(_)
                | Neg(_)
                | BitNot(_)
                | Not(_)
                | Binary(..)
                | And(..)
                | Or(..)
                | Convert(_)
                | Cond(..)
                | Assign { .. }
                | CompoundAssign { .. }
                | IncDec { .. } => true,
                Call { method: callee, receiver: None, .. } => {
                    found.contains(callee) && cx.class_guard(method, cx.program.method(*callee).class).is_none()
                }
                _ => false,
            },
            Node::Place(p) => matches!(p, Place::Local(_)),
            Node::Stmt(s) => !matches!(
                s.kind,
                StmtKind::Throw(_) | StmtKind::Try { .. } | StmtKind::Sync { .. } | StmtKind::Single(_)
            ),
            Node::Declare(_) => true,
        }
    });
    ok
}

fn method_is_quiet(cx: &Context, quiet: &BTreeSet<MethodId>, m: MethodId) -> bool {
    let method = cx.program.method(m);
    if let Some(native) = &method.native {
        return QUIET_NATIVES.iter().any(|module| native.starts_with(module));
    }
    let Some(body) = &method.body else { return false };
    let making = method.kind == MethodKind::Constructor;
    let mut ok = true;
    walk::block(body, &mut |n| ok &= node_is_quiet(cx, quiet, method, making, &n));
    ok
}

pub fn node_is_quiet(cx: &Context, quiet: &BTreeSet<MethodId>, method: &Method, making: bool, n: &Node<'_>) -> bool {
    match n {
        Node::Expr(e) => expr_is_quiet(cx, quiet, method, e),
        Node::Place(place) => match place {
            Place::Local(_) => true,
            Place::Field { object, field } => {
                let new = making && matches!(object.as_deref(), Some(Expr { kind: ExprKind::This, .. }));
                let guarded = object.is_none() && cx.guard(method, *field).is_some();
                !guarded && (new || !cx.program.field(*field).ty.is_reference())
            }
            Place::Index { array, .. } => !super::assign::element_ty(&array.ty).is_reference(),
        },
        Node::Stmt(s) => !matches!(s.kind, StmtKind::Sync { .. } | StmtKind::Single(_)),
        Node::Declare(_) => true,
    }
}

/// Only the expression's own operation, not its operands.
fn expr_is_quiet(cx: &Context, quiet: &BTreeSet<MethodId>, method: &Method, e: &Expr) -> bool {
    use ExprKind::*;
    match &e.kind {
        Lit(_)
        | Local(_)
        | This
        | Length(_)
        | Index { .. }
        | Neg(_)
        | BitNot(_)
        | Not(_)
        | Binary(..)
        | And(..)
        | Or(..)
        | Convert(_)
        | CheckCast(_)
        | Upcast(_)
        | InstanceOf { .. }
        | Cond(..)
        | NewArray { .. }
        | ArrayLit(_)
        | Assign { .. }
        | CompoundAssign { .. }
        | IncDec { .. }
        | Switch(_)
        | Sequence(..) => true,
        Field { object, field } => object.is_some() || cx.guard(method, *field).is_none(),
        Call { kind, method: callee, receiver, .. } => {
            call_is_quiet(cx, quiet, method, *kind, *callee, receiver.as_deref())
        }
        New { class, constructor, .. } => {
            let made = matches!(cx.program.class(*class).kind, ClassKind::Lambda { .. });
            cx.class_guard(method, *class).is_none() && (made || quiet.contains(constructor))
        }
        // `toString` of an object may do anything.
        Concat(parts) => parts.iter().all(|p| {
            let ty = &super::expr::strip_upcast(p).ty;
            ty.is_primitive() || *ty == Ty::Null || matches!(ty, Ty::Class(c) if Some(*c) == cx.names.string)
        }),
        _ => false,
    }
}

fn call_is_quiet(
    cx: &Context,
    quiet: &BTreeSet<MethodId>,
    from: &Method,
    kind: CallKind,
    callee: MethodId,
    receiver: Option<&Expr>,
) -> bool {
    let m = cx.program.method(callee);
    if kind == CallKind::Virtual {
        return cx.targets(callee, receiver).iter().all(|(t, _)| quiet.contains(t));
    }
    (receiver.is_some() || cx.class_guard(from, m.class).is_none()) && quiet.contains(&callee)
}

impl Context<'_> {
    /// Running this call stores no reference.
    pub fn quiet_call(&self, from: &Method, kind: CallKind, callee: MethodId, receiver: Option<&Expr>) -> bool {
        call_is_quiet(self, &self.quiet, from, kind, callee, receiver)
    }

    /// Evaluating `e` stores no reference, in locals neither, so that what was borrowed before stays.
    pub fn keeps_references(&self, from: &Method, e: &Expr) -> bool {
        let mut ok = true;
        walk::expr(e, &mut |n| {
            ok &= node_is_quiet(self, &self.quiet, from, false, &n);
            ok &= match &n {
                Node::Stmt(_) => false,
                Node::Place(Place::Local(l)) | Node::Declare(l) => !from.locals[l.index()].ty.is_reference(),
                _ => true,
            };
        });
        ok
    }

    /// Running `stmts` stores no reference, except in locals.
    fn keeps_heap(&self, from: &Method, stmts: &[Stmt]) -> bool {
        let mut ok = true;
        for s in stmts {
            walk::stmt(s, &mut |n| ok = ok && node_is_quiet(self, &self.quiet, from, false, &n));
        }
        ok
    }
}

/// Locals that only ever hold references that others keep alive while the local is in scope: they are `&Ref<T>`.
///
/// All that runs in the local's scope is quiet, and each value it gets is null or is reached from the receiver, a borrowed
/// parameter, a static, another such local, or a local that was declared before it and is never assigned again, through
/// fields and elements. What is such a local itself, or a cast of it, stays whatever runs.
pub struct Cursors<'a, 'c> {
    cx: &'c Context<'a>,
    method: &'c Method,
    /// Locals that are never assigned after their declaration.
    fixed: Vec<bool>,
    candidates: BTreeSet<LocalId>,
    /// Per candidate: what it is given, and the locals in scope where it is declared.
    given: Vec<(LocalId, &'c Expr, BTreeSet<LocalId>)>,
    scopes: std::collections::BTreeMap<LocalId, BTreeSet<LocalId>>,
}

/// The cursors of a method, and the locals they are reached from, which stay where they are meanwhile.
#[derive(Default)]
pub struct CursorSet {
    pub locals: BTreeSet<LocalId>,
    pub roots: BTreeSet<LocalId>,
}

/// `fixed`: by local, whether it is one that only its declaration, or the call, gives a value.
pub fn cursors<'a, 'c>(cx: &'c Context<'a>, method: &'c Method, fixed: Vec<bool>) -> CursorSet {
    let Some(body) = &method.body else { return CursorSet::default() };
    let mut c =
        Cursors { cx, method, fixed, candidates: BTreeSet::new(), given: Vec::new(), scopes: Default::default() };
    let scope: BTreeSet<LocalId> = method.params.iter().copied().collect();
    c.block(&body.stmts, scope);
    if c.candidates.is_empty() {
        return CursorSet::default();
    }
    // Every assignment must be a statement of its own; other ways of getting a value rule a local out.
    let mut statements: std::collections::BTreeMap<LocalId, i32> = Default::default();
    let mut note = |e: &'c Expr, c: &mut Cursors<'a, 'c>| {
        if let ExprKind::Assign { place: Place::Local(l), value } = &e.kind
            && let Some(scope) = c.scopes.get(l)
        {
            *statements.entry(*l).or_default() += 1;
            c.given.push((*l, value, scope.clone()));
        }
    };
    let mut places: Vec<LocalId> = Vec::new();
    let mut exprs: Vec<&'c Expr> = Vec::new();
    let mut declares: std::collections::BTreeMap<LocalId, i32> = Default::default();
    walk::block(body, &mut |n| match n {
        Node::Stmt(s) => match &s.kind {
            StmtKind::Expr(e) => exprs.push(e),
            StmtKind::For { update, .. } => exprs.extend(update),
            _ => {}
        },
        Node::Place(Place::Local(l)) => places.push(*l),
        Node::Declare(l) => *declares.entry(l).or_default() += 1,
        _ => {}
    });
    for e in exprs {
        note(e, &mut c);
    }
    for l in places {
        *statements.entry(l).or_default() -= 1;
    }
    c.candidates.retain(|l| statements.get(l).is_none_or(|n| *n == 0) && declares.get(l) == Some(&1));
    // A candidate whose value comes from one that falls away falls away too.
    loop {
        let bad: Vec<LocalId> = c
            .given
            .iter()
            .filter(|(l, e, scope)| c.candidates.contains(l) && !c.kept(*l, e, scope))
            .map(|g| g.0)
            .collect();
        if bad.is_empty() {
            return c.found();
        }
        for l in bad {
            c.candidates.remove(&l);
        }
    }
}

impl<'a, 'c> Cursors<'a, 'c> {
    fn found(self) -> CursorSet {
        let mut roots = BTreeSet::new();
        for (_, e, _) in self.given.iter().filter(|(l, _, _)| self.candidates.contains(l)) {
            walk::expr(e, &mut |n| {
                if let Node::Expr(Expr { kind: ExprKind::Local(l), .. }) = n {
                    roots.insert(*l);
                }
            });
        }
        CursorSet { locals: self.candidates, roots }
    }

    fn block(&mut self, stmts: &'c [Stmt], mut scope: BTreeSet<LocalId>) {
        for (i, s) in stmts.iter().enumerate() {
            if let StmtKind::Local { local, init } = &s.kind {
                self.declare(*local, init.as_ref(), &stmts[i..], &scope);
                scope.insert(*local);
            } else {
                self.stmt(s, &scope);
            }
        }
    }

    fn declare(&mut self, local: LocalId, init: Option<&'c Expr>, region: &[Stmt], scope: &BTreeSet<LocalId>) {
        let ty = &self.method.locals[local.index()].ty;
        let held = || {
            init.is_some_and(|e| self.is_alias(e, scope))
                && self.fixed[local.index()]
                && !self.is_given_away(local, region)
        };
        if ty.is_reference() && self.cx.value_class(ty).is_none() && (self.cx.keeps_heap(self.method, region) || held())
        {
            self.candidates.insert(local);
            self.scopes.insert(local, scope.clone());
            if let Some(e) = init {
                self.given.push((local, e, scope.clone()));
            }
        }
    }

    fn stmt(&mut self, s: &'c Stmt, scope: &BTreeSet<LocalId>) {
        match &s.kind {
            StmtKind::For { init, body, .. } => {
                let mut scope = scope.clone();
                for i in init {
                    if let StmtKind::Local { local, init } = &i.kind {
                        self.declare(*local, init.as_ref(), std::slice::from_ref(s), &scope);
                        scope.insert(*local);
                    }
                }
                self.block(&body.stmts, scope);
            }
            StmtKind::Block(b)
            | StmtKind::Labeled { body: b, .. }
            | StmtKind::While { body: b, .. }
            | StmtKind::DoWhile { body: b, .. } => self.block(&b.stmts, scope.clone()),
            StmtKind::If { then, otherwise, .. } => {
                self.block(&then.stmts, scope.clone());
                if let Some(b) = otherwise {
                    self.block(&b.stmts, scope.clone());
                }
            }
            // In the arms of a switch and in a `try`, whose bodies are printed in other places, locals own.
            _ => {}
        }
    }

    /// `e` is the receiver, another local that keeps what it has, or what final fields of these refer to; cast perhaps.
    fn is_alias(&self, e: &Expr, scope: &BTreeSet<LocalId>) -> bool {
        match &e.kind {
            ExprKind::Upcast(i) | ExprKind::CheckCast(i) => self.is_alias(i, scope),
            ExprKind::Local(l) => scope.contains(l) && self.fixed[l.index()] && self.cx.value_class(&e.ty).is_none(),
            ExprKind::This => true,
            ExprKind::Field { object: Some(o), field } => {
                let constructs = self.method.kind == MethodKind::Constructor;
                self.cx.program.field(*field).is_final && !constructs && self.is_alias(o, scope)
            }
            _ => false,
        }
    }

    /// The local's reference is stored or returned, which costs nothing where the local owns it.
    fn is_given_away(&self, local: LocalId, region: &[Stmt]) -> bool {
        let is_local = |e: &Expr| matches!(super::expr::strip_upcast(e).kind, ExprKind::Local(l) if l == local);
        let mut given = false;
        for s in region {
            walk::stmt(s, &mut |n| match n {
                Node::Stmt(s) => match &s.kind {
                    StmtKind::Return(Some(e)) | StmtKind::Throw(e) => given |= is_local(e),
                    _ => {}
                },
                Node::Expr(e) => match &e.kind {
                    ExprKind::Assign { value, .. } => given |= is_local(value),
                    ExprKind::ArrayLit(all) => given |= all.iter().any(is_local),
                    ExprKind::New { args, .. } => given |= args.iter().any(is_local),
                    _ => {}
                },
                _ => {}
            });
        }
        given
    }

    /// What `e` gives is kept alive by something that outlives the local.
    fn kept(&self, own: LocalId, e: &Expr, scope: &BTreeSet<LocalId>) -> bool {
        if self.cx.value_class(&e.ty).is_some() {
            return false;
        }
        match &e.kind {
            ExprKind::Lit(Lit::Null) | ExprKind::This => true,
            // Its own value, moved on.
            ExprKind::Local(l) => {
                *l == own || scope.contains(l) && (self.fixed[l.index()] || self.candidates.contains(l))
            }
            ExprKind::Upcast(i) | ExprKind::CheckCast(i) => self.kept(own, i, scope),
            ExprKind::Field { object: None, field } => self.cx.guard(self.method, *field).is_none(),
            ExprKind::Field { object: Some(o), .. } => self.kept(own, o, scope),
            ExprKind::Index { array, index } if matches!(array.ty, Ty::Array { .. }) => {
                self.kept(own, array, scope) && self.cx.keeps_references(self.method, index)
            }
            _ => false,
        }
    }
}
