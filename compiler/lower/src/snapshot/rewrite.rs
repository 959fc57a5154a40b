//! Puts the calls of the snapshot into a block or a copied method.

use super::facts::{Facts, Own, Path, Root, follow, kind_of, mentions, place_mentions};
use super::touches::{self, Callee};
use super::{Access, Library, Planner, Stored, Text, add_local, refused};
use crate::error::LowerError;
use crate::walk;
use somd_hir::walk::{NodeMut, of_expr_mut, of_place_mut, of_stmt_mut};
use somd_hir::{Block, CallKind, Expr, ExprKind, FieldId, Lit, LocalId, MethodId, Place, Program, Stmt, StmtKind, Ty};
use somd_syntax::source::Span;
use std::sync::Arc;

pub struct Rewriter<'r> {
    planner: &'r mut Planner,
    program: &'r mut Program,
    /// Whose locals these are.
    method: MethodId,
    snapshot: LocalId,
    library: Library,
    facts: Facts,
    stored: Stored,
    /// Inside an iteration: what it owns.
    own: Option<Own>,
    /// Where the arrays begin that statements of the block before have stored to; None for one without a name.
    earlier: Vec<Option<Root>>,
    pub text: Text,
    pub error: Option<LowerError>,
}

impl<'r> Rewriter<'r> {
    pub fn new(
        planner: &'r mut Planner,
        program: &'r mut Program,
        method: MethodId,
        snapshot: LocalId,
        library: Library,
        facts: Facts,
        stored: Stored,
    ) -> Rewriter<'r> {
        let text = Text::default();
        Rewriter {
            planner,
            program,
            method,
            snapshot,
            library,
            facts,
            stored,
            own: None,
            earlier: Vec::new(),
            text,
            error: None,
        }
    }

    /// The block is what an iteration elsewhere calls.
    pub fn iteration_of(&mut self, block: &Block) {
        let mut own = Own::default();
        walk::exprs_in(block, &mut |e| self.stored_path(e, &mut own));
        self.own = Some(own);
    }

    fn refuse(&mut self, at: Span, message: &str) {
        self.error.get_or_insert_with(|| refused(at, message));
    }

    pub fn block(&mut self, b: &mut Block) {
        b.stmts.iter_mut().for_each(|s| self.stmt(s));
    }

    fn node(&mut self, n: NodeMut<'_>) {
        match n {
            NodeMut::Expr(e) => self.expr(e),
            NodeMut::Place(p) => of_place_mut(p, &mut |n| self.node(n)),
            NodeMut::Stmt(s) => self.stmt(s),
            NodeMut::Declare(_) => {}
        }
    }

    // ---- statements -----------------------------------------------------------------------------------------------

    fn stmt(&mut self, s: &mut Stmt) {
        if self.own.is_some() {
            return self.one(s);
        }
        let stores = self.stores_of(s);
        let rounds = matches!(s.kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. });
        if rounds && !self.is_iteration(s) {
            // A second round sees the first one's stores.
            self.earlier.extend(stores);
            self.one(s);
        } else {
            self.one(s);
            self.earlier.extend(stores);
        }
    }

    /// Where the arrays begin that a statement stores to.
    fn stores_of(&self, s: &Stmt) -> Vec<Option<Root>> {
        let root = |path: Option<Path>| path.map(|p| p.root().clone());
        let mut found = Vec::new();
        walk::exprs_in_stmt(s, &mut |e| match &e.kind {
            ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::IncDec { place, .. }
                if self.access(place).is_some() =>
            {
                found.push(root(self.facts.place(place)));
            }
            ExprKind::Call { receiver, args, .. } => {
                let (callees, _) = touches::callees(self.program, &self.facts, e);
                if callees.iter().any(|c| matches!(c, Callee::Known(id, _) if self.stored.storing.contains(id))) {
                    let given = receiver.as_deref().into_iter().chain(args).filter(|a| a.ty.is_reference());
                    found.extend(given.map(|a| root(self.facts.path(a))));
                }
            }
            _ => {}
        });
        found
    }

    /// Whether an iteration reads of what statements of the block before have stored to.
    fn is_of_earlier(&self, root: Option<&Root>) -> bool {
        self.own.is_some()
            && match root {
                Some(root) => self.earlier.iter().any(|e| e.as_ref().is_none_or(|e| e == root)),
                None => !self.earlier.is_empty(),
            }
    }

    /// Of an element that may be the iteration's own or not: the one would be read as it is, and the other as it was before the block.
    fn refuse_second(&mut self, at: Span) {
        self.error.get_or_insert_with(|| {
            refused(at, "whether this element is the iteration's own is not known")
                .note("a statement of the block before has stored to the array: the iteration's own element is read as that has left it, and others as they were before the block")
                .note("name the own element as the loop's stores do, another one by a number that is added to that, or give the loop a `sync` block of its own")
        });
    }

    fn one(&mut self, s: &mut Stmt) {
        match &mut s.kind {
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => return self.a_loop(s),
            StmtKind::Sync { .. } => self.refuse(s.span, "a `sync` block stands within another"),
            StmtKind::Single(b) => {
                let inside = std::mem::take(b);
                s.kind = StmtKind::Block(inside);
            }
            StmtKind::Try { body, .. } => {
                let mut loops = false;
                walk::stmts_in(body, &mut |s| loops |= self.is_iteration(s));
                if loops {
                    self.refuse(s.span, "a `try` statement stands around a loop of a `sync` block");
                }
            }
            _ => {}
        }
        of_stmt_mut(s, &mut |n| self.node(n));
    }

    fn a_loop(&mut self, s: &mut Stmt) {
        if !self.is_iteration(s) {
            return of_stmt_mut(s, &mut |n| self.node(n));
        }
        let span = s.span;
        let outer = self.own.clone();
        let mut own = outer.clone().unwrap_or_default();
        if outer.is_none() {
            walk::exprs_in_stmt(s, &mut |e| self.stored_path(e, &mut own));
        }
        own.indices.extend(self.facts.indices(s));
        self.own = Some(own);
        let mut head = 0;
        let inside = |this: &mut Self, body: &mut Block| {
            this.block(body);
            let next = this.call("next", Vec::new(), Ty::Void, span);
            body.stmts.insert(0, Stmt { kind: StmtKind::Expr(next), span });
        };
        match &mut s.kind {
            StmtKind::For { init, cond, update, body, .. } => {
                let before = self.planner.reads;
                cond.iter_mut().chain(update).for_each(|e| self.expr(e));
                head = self.planner.reads - before;
                inside(self, body);
                self.own.clone_from(&outer);
                init.iter_mut().for_each(|s| self.stmt(s));
            }
            StmtKind::While { cond, body, .. } | StmtKind::DoWhile { cond, body, .. } => {
                let before = self.planner.reads;
                self.expr(cond);
                head = self.planner.reads - before;
                inside(self, body);
            }
            _ => {}
        }
        self.own = outer;
        if head > 0 {
            self.refuse(span, "the head of this loop reads what the `sync` block stores to");
        }
        self.text.loops.insert(span);
        let mark = add_local(&mut self.program.methods[self.method.index()], "mark$", Ty::Long, span);
        let made = |kind| Stmt { kind, span };
        let init = Some(self.call("mark", Vec::new(), Ty::Long, span));
        let marked = Expr { kind: ExprKind::Local(mark), ty: Ty::Long, span };
        let back = self.call("back", vec![marked], Ty::Void, span);
        let itself = std::mem::replace(s, made(StmtKind::Break(somd_hir::LabelId(0))));
        let stmts = vec![made(StmtKind::Local { local: mark, init }), itself, made(StmtKind::Expr(back))];
        s.kind = StmtKind::Block(Block { stmts, span });
    }

    /// Whether a loop's variable says which elements its iterations own.
    fn is_iteration(&self, s: &Stmt) -> bool {
        if !matches!(s.kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }) {
            return false;
        }
        let indices = self.facts.indices(s);
        if indices.is_empty() {
            return false;
        }
        let names = follow(s, indices);
        let (mut owns, mut stores, mut reads) = (false, false, false);
        walk::exprs_in_stmt(s, &mut |e| match &e.kind {
            ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::IncDec { place, .. }
                if self.access(place).is_some() =>
            {
                stores = true;
                owns |= place_mentions(place, &names);
            }
            ExprKind::Index { .. } => reads |= mentions(e, &names),
            ExprKind::Call { .. } => {
                let (callees, _) = touches::callees(self.program, &self.facts, e);
                let stores_there = |c: &Callee| matches!(c, Callee::Known(id, _) if self.stored.storing.contains(id));
                if callees.iter().any(stores_there) {
                    stores = true;
                    owns |= mentions(e, &names);
                }
            }
            _ => {}
        });
        owns || (reads && !stores && self.own.is_none())
    }

    fn stored_path(&self, e: &Expr, own: &mut Own) {
        if let ExprKind::Assign { place, .. } | ExprKind::CompoundAssign { place, .. } | ExprKind::IncDec { place, .. } =
            &e.kind
            && self.access(place).is_some()
        {
            own.stores.extend(self.facts.place(place));
        }
    }

    // ---- expressions ----------------------------------------------------------------------------------------------

    /// What a store to a place changes, where the snapshot is told of it.
    fn access(&self, place: &Place) -> Option<Access> {
        match place {
            Place::Index { array, .. } => {
                let kind = kind_of(&array.ty)?;
                (self.stored.kinds.contains(&kind) && !self.facts.is_fresh(array)).then_some(Access::Element)
            }
            Place::Field { object: Some(object), field } => {
                (self.stored.fields.contains(field) && self.may_be_element(object)).then_some(Access::Field(*field))
            }
            _ => None,
        }
    }

    /// An object that an array may hold; the method's own is not reached through one.
    fn may_be_element(&self, object: &Expr) -> bool {
        !matches!(object.kind, ExprKind::This) || self.facts.through(object)
    }

    fn expr(&mut self, e: &mut Expr) {
        let span = e.span;
        let read = match &e.kind {
            ExprKind::Index { array, index } => {
                let is_stored = kind_of(&array.ty).is_some_and(|k| self.stored.kinds.contains(&k));
                (is_stored && !self.facts.is_fresh(array))
                    .then(|| (Access::Element, self.facts.index_path(array, index)))
            }
            ExprKind::Field { object: Some(object), field } => (self.stored.fields.contains(field)
                && self.may_be_element(object))
            .then(|| (Access::Field(*field), self.facts.field_path(object, *field))),
            _ => None,
        };
        let own = |path: &Option<_>| match (path, &self.own) {
            (Some(path), Some(own)) => self.facts.is_own(path, own),
            _ => false,
        };
        let read = read.filter(|(_, path)| !own(path));
        if let (Some((_, path)), Some(own)) = (&read, &self.own)
            && self.is_of_earlier(path.as_ref().map(Path::root))
            && !path.as_ref().is_some_and(|p| self.facts.is_others(p, own))
        {
            self.refuse_second(span);
        }
        let read = read.map(|(access, _)| access);
        let stored = match &e.kind {
            ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::IncDec { place, .. } => self.access(place),
            _ => None,
        };
        let copied = match &e.kind {
            ExprKind::Call { .. } => {
                let (callees, _) = touches::callees(self.program, &self.facts, e);
                callees.into_iter().find_map(|c| match c {
                    Callee::Known(id, through) if self.stored.copied.contains(&id) => Some((id, through)),
                    _ => None,
                })
            }
            _ => None,
        };
        let looks_at_earlier = match &e.kind {
            ExprKind::Call { receiver, args, .. } => {
                let mut given = receiver.as_deref().into_iter().chain(args).filter(|a| a.ty.is_reference());
                given.any(|a| self.is_of_earlier(self.facts.path(a).as_ref().map(Path::root)))
            }
            _ => false,
        };
        let mut wholes = touches::looked_at(self.program, &self.facts, e);
        wholes.retain(|(_, kind)| self.stored.kinds.contains(kind));
        of_expr_mut(e, &mut |n| self.node(n));
        if !wholes.is_empty() {
            if looks_at_earlier {
                self.refuse_second(span);
            }
            self.wholes(e, &wholes);
        }
        if let Some(access) = read {
            self.planner.reads += 1;
            self.text.reads.insert(span, access);
            self.read(e, access);
        }
        if let Some(access) = stored {
            self.text.stores.insert(span, access);
            self.store(e, access);
        }
        if let Some((id, through)) = copied {
            let iteration = self.own.is_some();
            let before = self.planner.reads;
            match self.planner.copy(self.program, id, through, iteration, &self.stored) {
                Ok(copy) => {
                    self.text.calls.insert(span, copy);
                    let snapshot = self.snapshot(span);
                    if let ExprKind::Call { kind, method, args, .. } = &mut e.kind {
                        *method = copy;
                        if *kind == CallKind::Virtual {
                            *kind = CallKind::Special;
                        }
                        args.push(snapshot);
                    }
                }
                Err(why) => self.error = self.error.take().or(Some(why)),
            }
            if self.planner.reads > before && looks_at_earlier {
                self.refuse_second(span);
            }
        }
    }

    /// Arrays that a call looks at: `f(a)` is `f(sync.whole(a))`.
    fn wholes(&mut self, call: &mut Expr, positions: &[(usize, Ty)]) {
        for (k, given) in touches::given_mut(call).into_iter().enumerate() {
            if positions.iter().any(|(p, _)| *p == k) {
                self.whole(given);
            }
        }
    }

    fn whole(&mut self, given: &mut Expr) {
        match &mut given.kind {
            ExprKind::Upcast(inner) => self.whole(inner),
            _ => {
                let (ty, span) = (given.ty.clone(), given.span);
                let array = std::mem::replace(given, Expr { kind: ExprKind::This, ty: Ty::Void, span });
                *given = self.typed_call("whole", vec![array], &ty, span);
                self.planner.reads += 1;
                self.text.wholes.insert(span, ());
            }
        }
    }

    /// `a[i]`: `sync.of(a, i)`; `o.f`: `{ t = o; sync.of(t, number, t.f) }`.
    fn read(&mut self, e: &mut Expr, access: Access) {
        let span = e.span;
        let ty = e.ty.clone();
        let taken = std::mem::replace(&mut e.kind, ExprKind::This);
        match (access, taken) {
            (Access::Element, ExprKind::Index { array, index }) => {
                *e = self.typed_call("of", vec![*array, *index], &ty, span);
            }
            (Access::Field(field), ExprKind::Field { object: Some(object), .. }) => {
                let (set, object) = self.named(*object, span);
                let now = Expr {
                    kind: ExprKind::Field { object: Some(Box::new(object.clone())), field },
                    ty: ty.clone(),
                    span,
                };
                let asked = self.typed_call("of", vec![object, number(field, span), now], &ty, span);
                e.kind = ExprKind::Sequence(vec![set], Box::new(asked));
            }
            (_, other) => e.kind = other,
        }
    }

    /// `a[i] = v`: `sync.keep(a)[sync.at(i)] = v`; `o.f = v`: `{ t = o; if (t != null) sync.keep(t, number, t.f); t }.f = v`.
    fn store(&mut self, e: &mut Expr, access: Access) {
        let span = e.span;
        let (ExprKind::Assign { place, .. } | ExprKind::CompoundAssign { place, .. } | ExprKind::IncDec { place, .. }) =
            &mut e.kind
        else {
            return;
        };
        match (access, place) {
            (Access::Element, Place::Index { array, index }) => {
                let ty = array.ty.clone();
                let given = std::mem::replace(&mut **array, Expr { kind: ExprKind::This, ty: Ty::Void, span });
                **array = self.typed_call("keep", vec![given], &ty, span);
                let given = std::mem::replace(&mut **index, Expr { kind: ExprKind::This, ty: Ty::Void, span });
                **index = self.call("at", vec![given], Ty::Int, span);
            }
            (Access::Field(field), Place::Field { object: Some(object), .. }) => {
                let ty = self.program.field(field).ty.clone();
                let given = std::mem::replace(&mut **object, Expr { kind: ExprKind::This, ty: Ty::Void, span });
                let (set, named) = self.named(given, span);
                let now = Expr { kind: ExprKind::Field { object: Some(Box::new(named.clone())), field }, ty, span };
                let keep = self.call("keep", vec![named.clone(), number(field, span), now], Ty::Void, span);
                let null = Expr { kind: ExprKind::Lit(Lit::Null), ty: named.ty.clone(), span };
                let differs = ExprKind::Binary(somd_hir::BinOp::Ne, Box::new(named.clone()), Box::new(null));
                let cond = Expr { kind: differs, ty: Ty::Boolean, span };
                let then = Block { stmts: vec![Stmt { kind: StmtKind::Expr(keep), span }], span };
                let keep = Stmt { kind: StmtKind::If { cond, then, otherwise: None }, span };
                let ty = named.ty.clone();
                **object = Expr { kind: ExprKind::Sequence(vec![set, keep], Box::new(named)), ty, span };
            }
            _ => {}
        }
    }

    /// A local that is given a value, and its name.
    fn named(&mut self, value: Expr, span: Span) -> (Stmt, Expr) {
        let ty = value.ty.clone();
        let local = add_local(&mut self.program.methods[self.method.index()], "object$", ty.clone(), span);
        let set = Stmt { kind: StmtKind::Local { local, init: Some(value) }, span };
        (set, Expr { kind: ExprKind::Local(local), ty, span })
    }

    fn snapshot(&self, span: Span) -> Expr {
        Expr { kind: ExprKind::Local(self.snapshot), ty: Ty::Class(self.library.class), span }
    }

    /// A call whose result has this type, where the method gives it as an object.
    fn typed_call(&self, name: &str, args: Vec<Expr>, ty: &Ty, span: Span) -> Expr {
        let call = self.call(name, args, ty.clone(), span);
        if call.ty == *ty {
            return call;
        }
        Expr { kind: ExprKind::CheckCast(Box::new(call)), ty: ty.clone(), span }
    }

    /// `sync.name(args)`
    fn call(&self, name: &str, args: Vec<Expr>, ty: Ty, span: Span) -> Expr {
        let object = self.library.object.clone();
        let erased = |e: &Expr, k: usize| match &e.ty {
            Ty::Array { elem, .. } if k == 0 && elem.is_primitive() => Ty::array((**elem).clone()),
            Ty::Array { .. } if k == 0 => Ty::Array { elem: Arc::new(object.clone()), bound: None },
            ty if ty.is_reference() => object.clone(),
            ty => ty.clone(),
        };
        let wanted: Vec<Ty> = args.iter().enumerate().map(|(k, e)| erased(e, k)).collect();
        let takes = |m: &&MethodId| {
            let m = self.program.method(**m);
            m.name == name && m.params.iter().map(|p| &m.locals[p.index()].ty).eq(wanted.iter())
        };
        // The class has a method for each type.
        let Some(&method) = self.library.methods.iter().find(takes) else {
            return Expr { kind: ExprKind::This, ty, span };
        };
        let args = args
            .into_iter()
            .zip(wanted)
            .map(|(e, ty)| match e.ty == ty {
                true => e,
                false => Expr { kind: ExprKind::Upcast(Box::new(e)), ty, span },
            })
            .collect();
        let ty = self.program.method(method).ret.clone();
        let receiver = Some(Box::new(self.snapshot(span)));
        Expr { kind: ExprKind::Call { kind: CallKind::Virtual, method, receiver, args }, ty, span }
    }
}

/// The number of a field, by which the snapshot knows it.
fn number(field: FieldId, span: Span) -> Expr {
    Expr { kind: ExprKind::Lit(Lit::Int(field.0 as i32)), ty: Ty::Int, span }
}
