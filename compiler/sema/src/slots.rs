//! What the virtual machine calls local variables in the messages of its exceptions: without `javac -g`, class files have no names for them,
//! and a variable is its slot, `<local4>`, or `<parameter1>` for a parameter that nothing is assigned to (JEP 358; HotSpot's
//! `bytecodeUtils.cpp`). Slots are given out in the order of declarations and taken back at the end of blocks, as javac's code generator
//! does it; what javac declares for a loop over an array, a `switch` on strings or a `try` with resources counts too.

use somd_hir::walk::{self, Node};
use somd_hir::{
    Block, ClassKind, Expr, ExprKind, FieldId, Lit, LocalId, MethodId, Place, Program, Slot, Stmt, StmtKind, Ty,
};

/// The slots of a method's locals, in their order.
pub fn slots(program: &Program, id: MethodId) -> Vec<Slot> {
    let method = program.method(id);
    let none = Slot::none();
    let mut slots = Slots { program, method: id, next: 0, slots: vec![none; method.locals.len()] };
    let Some(body) = &method.body else { return slots.slots };
    let mut parameter = 1;
    match program.class(method.class).kind {
        // Its body is a method of the class around it, which what it has captured is passed to first.
        ClassKind::Lambda { method: of, .. } if of == id => {
            for &field in &program.class(method.class).fields {
                let is_value = is_captured_value(program, field);
                slots.next += if is_value { size(&program.field(field).ty) } else { 1 };
                parameter += u32::from(is_value);
            }
        }
        _ => slots.next = u32::from(!method.is_static),
    }
    for (&local, n) in method.params.iter().zip(parameter..) {
        slots.declare(local);
        slots.slots[local.index()].parameter = Some((n, first_assigned(body, local)));
    }
    // A lambda that is called with objects has parameters of its own types, of which the casts are made here.
    let cast = |s: &Stmt| {
        let StmtKind::Local { local, init: Some(init) } = &s.kind else { return None };
        let ExprKind::Local(param) = uncast(init).kind else { return None };
        let of = method.locals[param.index()].name.strip_suffix('$');
        let same = method.params.contains(&param) && of == Some(method.locals[local.index()].name.as_str());
        same.then_some((*local, param))
    };
    let mut stmts = body.stmts.as_slice();
    while let Some((first, rest)) = stmts.split_first()
        && let Some((local, param)) = cast(first)
    {
        slots.slots[local.index()] = slots.slots[param.index()].clone();
        stmts = rest;
    }
    slots.stmts(stmts);
    slots.slots
}

fn uncast(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::CheckCast(inner) | ExprKind::Upcast(inner) => uncast(inner),
        _ => e,
    }
}

/// A field of a lambda that holds a variable, not the object around it.
fn is_captured_value(program: &Program, field: FieldId) -> bool {
    program.field(field).name.starts_with("val$")
}

fn size(ty: &Ty) -> u32 {
    if matches!(ty, Ty::Long | Ty::Double) { 2 } else { 1 }
}

/// Where something is assigned to a parameter first.
fn first_assigned(body: &Block, param: LocalId) -> u32 {
    let mut first = u32::MAX;
    walk::block(body, &mut |node| {
        if let Node::Expr(Expr { kind, span, .. }) = node
            && let ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::IncDec { place, .. } = kind
            && matches!(place, Place::Local(l) if *l == param)
        {
            first = first.min(span.lo);
        }
    });
    first
}

struct Slots<'a> {
    program: &'a Program,
    method: MethodId,
    next: u32,
    slots: Vec<Slot>,
}

impl Slots<'_> {
    fn declare(&mut self, local: LocalId) {
        self.slots[local.index()] = Slot { number: self.next, ..Slot::none() };
        self.next += size(&self.program.method(self.method).locals[local.index()].ty);
    }

    /// Gives back what `f` declares.
    fn scoped(&mut self, f: impl FnOnce(&mut Self)) {
        let before = self.next;
        f(self);
        self.next = before;
    }

    fn block(&mut self, block: &Block) {
        self.scoped(|s| s.stmts(&block.stmts));
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        let mut at = 0;
        while let Some(stmt) = stmts.get(at) {
            // The variables of a `switch` on strings stand in front of it here, but behind what javac declares for the text.
            let hoisted =
                stmts[at..].iter().take_while(|s| matches!(s.kind, StmtKind::Local { init: None, .. })).count();
            match stmts.get(at + hoisted).map(|s| &s.kind) {
                Some(StmtKind::Switch { scrutinee, .. })
                    if hoisted > 0
                        && self.text_of(scrutinee).is_some()
                        && stmts[at + hoisted].span.lo <= stmt.span.lo =>
                {
                    self.scoped(|s| {
                        s.next += 2;
                        stmts[at..at + hoisted].iter().for_each(|v| s.stmt(v));
                        s.next -= 2;
                        s.stmt(&stmts[at + hoisted]);
                    });
                    at += hoisted + 1;
                    continue;
                }
                _ => {}
            }
            // `Throwable primary = null`, which says whether the body of a `try` with resources has thrown: javac needs none.
            let is_primary = matches!(&stmt.kind, StmtKind::Local { init: Some(init), .. }
                if init.span == stmt.span && matches!(init.kind, ExprKind::Lit(Lit::Null)));
            if !is_primary {
                let before = self.next;
                self.bindings(stmt);
                let bound = self.next;
                self.stmt(stmt);
                // What a pattern binds is declared in front of its statement, and lives on where later ones read it.
                if bound > before && !self.read_later(stmt, &stmts[at + 1..]) {
                    self.next -= bound - before;
                }
            }
            at += 1;
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Local { local, init } => {
                self.declare(*local);
                init.iter().for_each(|e| self.expr(e));
            }
            StmtKind::Block(b) => match b.stmts.as_slice() {
                // `for (T x : array)`: the array, its length, the index.
                [keep, Stmt { kind: StmtKind::For { init, body, .. }, .. }]
                    if matches!(keep.kind, StmtKind::Local { init: Some(_), .. })
                        && matches!(init.as_slice(), [start] if start.span == keep.span) =>
                {
                    self.scoped(|s| {
                        s.stmt(keep);
                        s.next += 1;
                        s.stmts(init);
                        s.block(body);
                    });
                }
                _ => self.block(b),
            },
            StmtKind::For { init, cond, update, body, .. } => self.scoped(|s| {
                s.stmts(init);
                cond.iter().chain(update).for_each(|e| s.expr(e));
                s.block(body);
            }),
            StmtKind::Switch { scrutinee, arms, .. } => self.scoped(|s| {
                if let Some((text, at)) = s.text_of(scrutinee) {
                    let copy = (at, s.next);
                    s.next += 2;
                    s.expr(scrutinee);
                    s.slots[text.index()].copies.push(copy);
                } else {
                    s.expr(scrutinee);
                }
                arms.iter().for_each(|arm| s.stmts(&arm.body.stmts));
            }),
            StmtKind::Try { body, catches, finally } => {
                self.block(body);
                for catch in catches {
                    self.scoped(|s| {
                        s.declare(catch.local);
                        s.stmts(&catch.body.stmts);
                    });
                }
                finally.iter().for_each(|b| self.block(b));
            }
            StmtKind::If { cond, then, otherwise } => {
                self.expr(cond);
                self.block(then);
                otherwise.iter().for_each(|b| self.block(b));
            }
            StmtKind::While { cond, body, .. } | StmtKind::DoWhile { body, cond, .. } => {
                self.expr(cond);
                self.block(body);
            }
            StmtKind::Labeled { body, .. } | StmtKind::Single(body) | StmtKind::Sync { body, .. } => self.block(body),
            StmtKind::Expr(e) => match &e.kind {
                // `boxed++`, whose value nobody wants.
                ExprKind::Sequence(stmts, _) if stmts.first().and_then(copied).is_some() => {
                    if let Some((old, of)) = stmts.first().and_then(copied) {
                        self.slots[old.index()] = self.slots[of.index()].clone();
                    }
                }
                _ => self.expr(e),
            },
            StmtKind::Throw(e) | StmtKind::Return(Some(e)) => self.expr(e),
            StmtKind::Return(None) | StmtKind::Break(_) | StmtKind::Continue(_) => {}
        }
    }

    /// What is declared within an expression: in the arms of a `switch`.
    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Switch(s) => self.scoped(|slots| {
                // An exception would clear the stack: the value is kept in a variable.
                slots.next += if contains_try(&s.switch) { size(&e.ty) } else { 0 };
                slots.stmt(&s.switch);
            }),
            ExprKind::Sequence(stmts, value) => self.scoped(|slots| {
                slots.stmts(stmts);
                slots.expr(value);
            }),
            _ => walk::of_expr(e, &mut |node| {
                if let Node::Expr(e) = node {
                    self.expr(e);
                }
            }),
        }
    }

    /// Declares what patterns in a statement's own expressions bind.
    fn bindings(&mut self, stmt: &Stmt) {
        let mut found = Vec::new();
        walk::of_stmt(stmt, &mut |node| {
            if let Node::Expr(e) = node {
                bound_in(e, &mut found);
            }
        });
        found.into_iter().for_each(|l| self.declare(l));
    }

    fn read_later(&self, stmt: &Stmt, later: &[Stmt]) -> bool {
        let mut found = Vec::new();
        walk::of_stmt(stmt, &mut |node| {
            if let Node::Expr(e) = node {
                bound_in(e, &mut found);
            }
        });
        let later = Block { stmts: later.to_vec(), span: stmt.span };
        let mut read = false;
        walk::block(&later, &mut |node| {
            read |= matches!(node, Node::Expr(Expr { kind: ExprKind::Local(l), .. }) if found.contains(l));
        });
        read
    }

    /// The variable with the text of a `switch` on strings, and where its hash code is asked for.
    fn text_of(&self, scrutinee: &Expr) -> Option<(LocalId, u32)> {
        match &scrutinee.kind {
            ExprKind::Sequence(_, value) => self.text_of(value),
            ExprKind::Switch(s) if s.switch.span == scrutinee.span => {
                let StmtKind::Switch { scrutinee: hash, .. } = &s.switch.kind else { return None };
                let ExprKind::Call { method, receiver: Some(text), .. } = &hash.kind else { return None };
                match text.kind {
                    ExprKind::Local(l) if self.program.method(*method).name == "hashCode" => Some((l, text.span.lo)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// A variable that is given another's value.
fn copied(stmt: &Stmt) -> Option<(LocalId, LocalId)> {
    let StmtKind::Local { local, init: Some(init) } = &stmt.kind else { return None };
    if let ExprKind::Local(of) = init.kind { Some((*local, of)) } else { None }
}

fn contains_try(stmt: &Stmt) -> bool {
    let mut found = false;
    walk::stmt(stmt, &mut |node| found |= matches!(node, Node::Stmt(Stmt { kind: StmtKind::Try { .. }, .. })));
    found
}

fn bound_in(e: &Expr, found: &mut Vec<LocalId>) {
    if let ExprKind::InstanceOf { binding: Some(local), .. } = e.kind {
        found.push(local);
    }
    walk::of_expr(e, &mut |node| {
        if let Node::Expr(e) = node {
            bound_in(e, found);
        }
    });
}
