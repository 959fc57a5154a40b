//! Locals that look at references where they are, without counting them.

use crate::HostPlan;
use crate::last_use::stores_before_last_look;
use crate::mod_ref::Stores;
use crate::walk::{self, Node};
use somd_hir::walk::strip_upcast;
use somd_hir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Locals that only ever hold references that others keep alive while the local is in scope: they are `&Ref<T>`.
///
/// Each value it gets is null or is reached from the receiver, a borrowed parameter, a static, another such local, or a local that
/// was declared before it and is never assigned again, through fields and elements in which nothing is stored before the last look.
/// What is such a local itself, or a cast of it, or reached through final fields, stays whatever runs.
pub struct Cursors<'a, 'c> {
    cx: &'c HostPlan<'a>,
    method: &'c Method,
    /// Locals that are never assigned after their declaration.
    fixed: Vec<bool>,
    candidates: BTreeSet<LocalId>,
    /// Per candidate: what it is given, and the locals in scope where it is declared.
    given: Vec<(LocalId, &'c Expr, BTreeSet<LocalId>)>,
    scopes: BTreeMap<LocalId, BTreeSet<LocalId>>,
    /// Per candidate: the statements among which it is declared.
    lists: BTreeMap<LocalId, *const Stmt>,
    /// Per candidate: what is stored before the last look at what it, or a local that is reached from it, refers to.
    stores: BTreeMap<LocalId, Stores>,
}

/// The cursors of a method.
#[derive(Default)]
pub struct CursorSet {
    pub locals: BTreeSet<LocalId>,
    /// Per cursor: the locals that it is reached from, which stay where they are until it is read for the last time.
    pub roots: BTreeMap<LocalId, BTreeSet<LocalId>>,
    /// Fields and elements in which they look at references.
    pub places: Stores,
}

/// `fixed`: by local, whether it is one that only its declaration, or the call, gives a value.
pub fn cursors<'a, 'c>(cx: &'c HostPlan<'a>, method: &'c Method, fixed: Vec<bool>) -> CursorSet {
    let Some(body) = &method.body else { return CursorSet::default() };
    let mut c = Cursors {
        cx,
        method,
        fixed,
        candidates: BTreeSet::new(),
        given: Vec::new(),
        scopes: BTreeMap::new(),
        lists: BTreeMap::new(),
        stores: BTreeMap::new(),
    };
    let scope: BTreeSet<LocalId> = method.params.iter().copied().collect();
    c.block(&body.stmts, scope);
    if c.candidates.is_empty() {
        return CursorSet::default();
    }
    // Every assignment must be a statement of its own, or compared with null; other ways of getting a value rule a local out.
    let mut statements: BTreeMap<LocalId, i32> = Default::default();
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
    let mut declares: BTreeMap<LocalId, i32> = Default::default();
    walk::block(body, &mut |n| match n {
        Node::Stmt(s) => match &s.kind {
            StmtKind::Expr(e) => exprs.push(e),
            StmtKind::For { update, .. } => exprs.extend(update),
            _ => {}
        },
        Node::Expr(Expr { kind: ExprKind::Binary(_, a, b), .. }) => {
            let (a, b) = (strip_upcast(a), strip_upcast(b));
            let is_null = |e: &Expr| matches!(e.kind, ExprKind::Lit(Lit::Null));
            exprs.extend(is_null(b).then_some(a).or(is_null(a).then_some(b)));
        }
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
        let mut roots: BTreeMap<LocalId, BTreeSet<LocalId>> = BTreeMap::new();
        let mut places = Stores::NOTHING;
        for (cursor, e, _) in self.given.iter().filter(|(l, _, _)| self.candidates.contains(l)) {
            let of_cursor = roots.entry(*cursor).or_default();
            walk::expr(e, &mut |n| {
                let Node::Expr(e) = n else { return };
                match &e.kind {
                    ExprKind::Local(l) => {
                        of_cursor.insert(*l);
                    }
                    ExprKind::Field { field, .. } => places.add_field(*field),
                    ExprKind::Index { array, .. } => places.add_elements(&self.cx.points_to.sites(array)),
                    ExprKind::Call { .. } => match self.cx.as_getter(e) {
                        Some(getter) => places.add_field(getter.field),
                        None => {
                            places.add(&Stores::ANYTHING);
                        }
                    },
                    _ => {}
                }
            });
        }
        // What a cursor is reached from that is one itself is reached from others.
        loop {
            let mut more = false;
            for cursor in &self.candidates {
                let Some(direct) = roots.get(cursor) else { continue };
                let further: BTreeSet<LocalId> =
                    direct.iter().filter_map(|l| roots.get(l)).flatten().copied().collect();
                let all = roots.entry(*cursor).or_default();
                let before = all.len();
                all.extend(further);
                more |= all.len() > before;
            }
            if !more {
                return CursorSet { locals: self.candidates, roots, places };
            }
        }
    }

    fn block(&mut self, stmts: &'c [Stmt], mut scope: BTreeSet<LocalId>) {
        for (i, s) in stmts.iter().enumerate() {
            if let StmtKind::Local { local, init } = &s.kind {
                self.declare(*local, init.as_ref(), &stmts[i..], &scope);
                self.lists.insert(*local, stmts.as_ptr());
                scope.insert(*local);
            } else {
                self.stmt(s, &scope);
            }
        }
    }

    fn declare(&mut self, local: LocalId, init: Option<&'c Expr>, region: &[Stmt], scope: &BTreeSet<LocalId>) {
        let ty = &self.method.locals[local.index()].ty;
        if !ty.is_reference() || self.cx.value_class(ty).is_some() {
            return;
        }
        let mut stores = self.cx.stores_in(self.method, |f| region.iter().for_each(|s| walk::stmt(s, f)));
        let alias = || init.is_some_and(|e| self.is_alias(e, scope)) && self.fixed[local.index()];
        let looks = if stores.is_nothing() {
            true
        } else {
            // What is stored or returned costs nothing where a local owns it; one that walks would count each step.
            let given_away = || self.fixed[local.index()] && self.is_given_away(local, region);
            stores = stores_before_last_look(self.cx, self.method, local, region);
            (!stores.is_anything() || alias()) && !given_away()
        };
        if looks {
            self.candidates.insert(local);
            self.scopes.insert(local, scope.clone());
            self.stores.insert(local, stores);
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
            ExprKind::Field { object: Some(o), field } => self.is_final(*field) && self.is_alias(o, scope),
            _ => false,
        }
    }

    /// The local's reference is stored or returned, which costs nothing where the local owns it.
    fn is_given_away(&self, local: LocalId, region: &[Stmt]) -> bool {
        let is_local = |e: &Expr| matches!(somd_hir::walk::strip_upcast(e).kind, ExprKind::Local(l) if l == local);
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
        let Some(stores) = self.stores.get(&own) else { return false };
        match &e.kind {
            ExprKind::Lit(Lit::Null) | ExprKind::This => true,
            // Its own value, moved on.
            ExprKind::Local(l) => {
                *l == own
                    || scope.contains(l) && self.fixed[l.index()]
                    || self.candidates.contains(l) && (scope.contains(l) || self.end_together(own, *l))
            }
            ExprKind::Upcast(i) | ExprKind::CheckCast(i) => self.kept(own, i, scope),
            // A search of a tree goes left or right.
            ExprKind::Cond(_, a, b) => self.kept(own, a, scope) && self.kept(own, b, scope),
            ExprKind::Field { object: None, field } => {
                self.cx.field_needs_initialiser(self.method, *field).is_none() && !stores.has_field(*field)
            }
            ExprKind::Field { object: Some(o), field } => {
                (self.is_final(*field) || !stores.has_field(*field)) && self.kept(own, o, scope)
            }
            ExprKind::Index { array, index } if matches!(array.ty, Ty::Array { .. }) => {
                !stores.has_elements_of(&self.cx.points_to.sites(array))
                    && self.kept(own, array, scope)
                    && self.cx.keeps_references(self.method, index)
            }
            ExprKind::Call { .. } => match (self.cx.as_getter(e), self.cx.as_look(self.method, e)) {
                (Some(g), _) => {
                    (self.is_final(g.field) || !stores.has_field(g.field)) && self.kept(own, g.object, scope)
                }
                (None, Some(look)) => {
                    look.is_left_by(stores)
                        && look.object.into_iter().chain(look.roots()).all(|o| self.kept(own, o, scope))
                        && look.roots().all(|a| !matches!(a.kind, ExprKind::Lit(_)))
                        && look.keeps_references(self.cx, self.method)
                }
                (None, None) => false,
            },
            _ => false,
        }
    }

    /// Two candidates are in scope up to the same place, so that what is stored before the last look at what one is given from the
    /// other is known of the other too.
    fn end_together(&self, a: LocalId, b: LocalId) -> bool {
        self.lists.get(&a).is_some_and(|list| self.lists.get(&b) == Some(list))
    }

    /// The field is never assigned while this method runs.
    fn is_final(&self, field: FieldId) -> bool {
        self.cx.program.field(field).is_final && self.method.kind != MethodKind::Constructor
    }
}
