//! Statements. Enhanced `for`, try-with-resources, `synchronized` and `assert` become simpler ones here.

use super::env::{Jump, Return};
use super::{Attr, Ex, Expect};
use crate::types::Type;
use crate::{annotations, assemble, shape};
use smol_str::SmolStr;
use somd_hir::{self as hir, Block, Catch, Expr, ExprKind, LabelId, Lit, Place, Stmt, StmtKind, Ty};
use somd_syntax::ast::{self, StmtKind as S};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;

impl Attr<'_> {
    pub fn block(&mut self, b: &ast::Block) -> Block {
        self.push_scope();
        let n = self.scope.local_classes.len();
        let stmts = self.statements(&b.stmts);
        self.scope.local_classes.truncate(n);
        self.pop_scope();
        Block { stmts, span: b.span }
    }

    pub fn statements(&mut self, stmts: &[ast::Stmt]) -> Vec<Stmt> {
        let mut out = Vec::new();
        for s in stmts {
            self.statement(s, &mut out);
        }
        out
    }

    /// A statement where one block is wanted: a loop's body, a branch.
    fn body(&mut self, s: &ast::Stmt) -> Block {
        if let S::Block(b) = &s.kind {
            return self.block(b);
        }
        self.push_scope();
        let mut stmts = Vec::new();
        if let S::Local(_) | S::LocalType(_) = s.kind {
            self.error("E0250", "a declaration cannot stand here alone", s.span, "put it into braces");
        }
        self.statement(s, &mut stmts);
        self.pop_scope();
        Block { stmts, span: s.span }
    }

    fn statement(&mut self, s: &ast::Stmt, out: &mut Vec<Stmt>) {
        self.labelled(s, None, out);
    }

    fn labelled(&mut self, s: &ast::Stmt, label: Option<&ast::Ident>, out: &mut Vec<Stmt>) {
        let span = s.span;
        let kind = match &s.kind {
            S::Empty | S::Error => return,
            S::Local(decl) => return self.local(decl, span, out),
            S::LocalType(decl) => return self.local_class(decl),
            S::Expr(e) => {
                let ex = self.expr(e, &Expect::None);
                // The parser has refused expressions that do nothing.
                StmtKind::Expr(discarded(ex.hir))
            }
            S::Block(b) => StmtKind::Block(self.block(b)),
            S::If { cond, then, otherwise } => {
                let (c, binds) = self.cond(cond);
                let cond = self.boolean(c);
                let then = self.in_scope(&binds.when_true, |attr| attr.body(then));
                let otherwise = otherwise.as_ref().map(|o| self.in_scope(&binds.when_false, |attr| attr.body(o)));
                if !completes(&then) {
                    self.bring_in(&binds.when_false);
                }
                if otherwise.as_ref().is_some_and(|o| !completes(o)) {
                    self.bring_in(&binds.when_true);
                }
                StmtKind::If { cond, then, otherwise }
            }
            S::While { cond, body } => {
                let (c, binds) = self.cond(cond);
                let cond = self.boolean(c);
                let id = self.new_label();
                let body = self.in_scope(&binds.when_true, |attr| attr.looped(id, label, |attr| attr.body(body)));
                if !breaks(&body, id) {
                    self.bring_in(&binds.when_false);
                }
                StmtKind::While { cond, body, label: id }
            }
            S::DoWhile { body, cond } => {
                let id = self.new_label();
                let body = self.looped(id, label, |attr| attr.body(body));
                let (c, binds) = self.cond(cond);
                let cond = self.boolean(c);
                if !breaks(&body, id) {
                    self.bring_in(&binds.when_false);
                }
                StmtKind::DoWhile { body, cond, label: id }
            }
            S::For { init, cond, update, body } => {
                self.push_scope();
                let id = self.new_label();
                let mut start = Vec::new();
                for s in init {
                    self.statement(s, &mut start);
                }
                let (cond, binds) = match cond {
                    Some(c) => {
                        let (ex, binds) = self.cond(c);
                        (Some(self.boolean(ex)), binds)
                    }
                    None => (None, Default::default()),
                };
                let (update, body) = self.in_scope(&binds.when_true, |attr| {
                    let update = update.iter().map(|u| discarded(attr.expr(u, &Expect::None).hir)).collect();
                    (update, attr.looped(id, label, |attr| attr.body(body)))
                });
                self.pop_scope();
                if !breaks(&body, id) {
                    self.bring_in(&binds.when_false);
                }
                StmtKind::For { init: start, cond, update, body, label: id }
            }
            S::ForEach { modifiers, ty, var, iter, body } => self.for_each(modifiers, ty, var, iter, body, label, span),
            S::Labeled { label: name, body } => {
                if self.frame().jumps.iter().any(|j| j.name.as_ref() == Some(&name.name)) {
                    let title = format!("label `{}` is in use here", name.name);
                    self.error("E0257", title, name.span, "a statement around this one has the same label");
                }
                let is_loop =
                    matches!(body.kind, S::While { .. } | S::DoWhile { .. } | S::For { .. } | S::ForEach { .. });
                if is_loop {
                    return self.labelled(body, Some(name), out);
                }
                let id = self.new_label();
                let jump =
                    Jump { label: id, name: Some(name.name.clone()), is_loop: false, is_switch: false, yields: None };
                self.frame().jumps.push(jump);
                let block = self.body(body);
                self.frame().jumps.pop();
                StmtKind::Labeled { label: id, body: block }
            }
            S::Switch(sw) => {
                self.switch_stmt(sw, out);
                return;
            }
            S::Return(value) => self.return_stmt(value.as_ref(), span),
            S::Break(name) => match self.jump(name.as_ref(), false, span) {
                Some(l) => StmtKind::Break(l),
                None => return,
            },
            S::Continue(name) => match self.jump(name.as_ref(), true, span) {
                Some(l) => StmtKind::Continue(l),
                None => return,
            },
            S::Yield(value) => {
                self.yield_value(value, span, out);
                return;
            }
            S::Throw(e) => {
                let ex = self.expr(e, &Expect::None);
                let throwable = self.t.library_type("java.lang.Throwable");
                if !ex.is_error() && !self.fits(&ex, &throwable, false, false) {
                    let shown = self.show(&ex.ty);
                    self.error("E0252", format!("{shown} cannot be thrown"), e.span, "only a Throwable can be");
                }
                StmtKind::Throw(ex.hir)
            }
            S::Try(t) => self.try_stmt(t, span),
            S::Synchronized { lock, body } => {
                let lock = self.expr(lock, &Expect::None);
                if lock.ty.is_primitive() || lock.ty == Type::Null {
                    let shown = self.show(&lock.ty);
                    self.error("E0253", format!("{shown} is not a lock"), lock.span(), "an object is needed");
                }
                let mut stmts = Vec::new();
                let (ty, at) = (lock.ty.clone(), lock.span());
                if matches!(lock.hir.kind, ExprKind::This | ExprKind::ClassLit(_)) {
                    // Never null; javac keeps a copy of it all the same, which has a slot.
                    let local = self.temp("lock", ty, at);
                    stmts.push(Stmt { kind: StmtKind::Local { local, init: None }, span: at });
                } else if !lock.is_error() {
                    let local = self.temp("lock", ty.clone(), at);
                    stmts.push(Stmt { kind: StmtKind::Local { local, init: Some(lock.hir) }, span: at });
                    let read = self.ex(ExprKind::Local(local), ty, at);
                    stmts.extend(self.null_check(read, at));
                }
                stmts.extend(self.block(body).stmts);
                StmtKind::Block(Block { stmts, span })
            }
            S::Assert { cond, message } if self.t.assertions && !self.t.class(self.current_class()).is_library => {
                return self.statement(&assertion(cond, message.as_ref(), span), out);
            }
            // Disabled, as Java's are unless asked for: checked, and nothing of it runs.
            S::Assert { cond, message } => {
                let (c, _) = self.cond(cond);
                self.boolean(c);
                if let Some(m) = message {
                    self.expr(m, &Expect::None);
                }
                return;
            }
            S::ConstructorCall { is_super, .. } => {
                let what = if *is_super { "super(…)" } else { "this(…)" };
                self.error("E0254", format!("`{what}` is the first statement of a constructor"), span, "not here");
                return;
            }
            S::Sync { reduce, vars, body } => self.sync_stmt(reduce.as_ref(), vars, body),
            S::Single(b) => StmtKind::Single(self.block(b)),
        };
        out.push(Stmt { kind, span });
    }

    fn null_check(&mut self, value: Ex, span: Span) -> Option<Stmt> {
        let class = self.library("java.lang.NullPointerException")?;
        let site = Type::class(class);
        let (chosen, _) = self.resolve_constructor(&site, &[], &mut [], &Expect::None, span)?;
        let null = Expr { kind: ExprKind::Lit(Lit::Null), ty: value.hir.ty.clone(), span };
        let cond =
            Expr { kind: ExprKind::Binary(hir::BinOp::Eq, Box::new(value.hir), Box::new(null)), ty: Ty::Boolean, span };
        let new = ExprKind::New { class, constructor: chosen.method, args: Vec::new() };
        let throw = StmtKind::Throw(Expr { kind: new, ty: Ty::Class(class), span });
        let then = Block { stmts: vec![Stmt { kind: throw, span }], span };
        Some(Stmt { kind: StmtKind::If { cond, then, otherwise: None }, span })
    }

    fn local(&mut self, decl: &ast::LocalDecl, span: Span, out: &mut Vec<Stmt>) {
        let is_var = decl.ty.kind == ast::TypeExprKind::Var;
        let allowed = |m: ast::Modifier| matches!(m, ast::Modifier::Final | ast::Modifier::Shared);
        if let Some(&(m, at)) = decl.modifiers.list.iter().find(|(m, _)| !allowed(*m)) {
            self.report(
                Diagnostic::error("E0117", format!("a local variable cannot be `{}`", shape::word(m)), at)
                    .label("not allowed here")
                    .suggest("remove it", at, ""),
            );
        }
        let mut found = Vec::new();
        annotations::check_modifiers(self.t, &self.scope, &decl.modifiers, annotations::Place::Local, &mut found);
        self.diags.append(&mut found);
        let asserts = assemble::find_annotation(&decl.modifiers, annotations::ASSERT_OFFLOAD);
        self.out.asserted.extend(asserts.map(|at| (at, span)));
        if let (true, Some(second)) = (is_var, decl.vars.get(1)) {
            let title = "`var` declares one variable at a time";
            self.error("E0255", title, second.name.span, "needs a statement of its own");
        }
        for v in &decl.vars {
            if is_var {
                let ty = match &v.init {
                    Some(init) if !matches!(init.kind, ast::ExprKind::ArrayInit(_)) => {
                        let ex = self.expr(init, &Expect::None);
                        let ty = self.t.upward(&ex.ty);
                        let ty = match ty {
                            Type::Null | Type::Void => {
                                let what = if ty == Type::Void { "a `void` call" } else { "`null`" };
                                self.error(
                                    "E0255",
                                    format!("`var` cannot tell a type from {what}"),
                                    init.span,
                                    "write the type",
                                );
                                Type::Error
                            }
                            t => t,
                        };
                        let local = self.declare(&v.name, ty, Some(&decl.modifiers), true);
                        self.local_modifiers(local, &decl.modifiers);
                        out.push(Stmt { kind: StmtKind::Local { local, init: Some(ex.hir) }, span });
                        continue;
                    }
                    _ => {
                        self.error("E0255", "`var` needs an initialiser", v.name.span, "its type comes from there");
                        Type::Error
                    }
                };
                self.declare(&v.name, ty, Some(&decl.modifiers), true);
                continue;
            }
            let mut found = Vec::new();
            self.note_constants();
            let ty = self.t.resolve_declarator(&self.scope, &decl.ty, &v.extra_dims, &mut found);
            self.diags.append(&mut found);
            if ty == Type::Void {
                self.error("E0256", "a variable cannot be void", decl.ty.span, "no value is of this type");
                continue;
            }
            let local = self.declare(&v.name, ty.clone(), Some(&decl.modifiers), v.init.is_some());
            self.local_modifiers(local, &decl.modifiers);
            let init = v.init.as_ref().map(|i| self.initialiser(i, &ty));
            if let (Some(Expr { kind: ExprKind::Lit(lit), .. }), true) =
                (&init, decl.modifiers.has(ast::Modifier::Final))
                && (ty.is_primitive() || self.t.is_string(&ty))
                && *lit != Lit::Null
            {
                self.frame().vars[local.index()].constant = Some(lit.clone());
            }
            let at = if decl.vars.len() == 1 { span } else { v.span };
            out.push(Stmt { kind: StmtKind::Local { local, init }, span: at });
        }
    }

    fn looped<R>(&mut self, label: LabelId, name: Option<&ast::Ident>, f: impl FnOnce(&mut Self) -> R) -> R {
        let name: Option<SmolStr> = name.map(|n| n.name.clone());
        self.frame().jumps.push(Jump { label, name, is_loop: true, is_switch: false, yields: None });
        let out = f(self);
        self.frame().jumps.pop();
        out
    }

    fn jump(&mut self, name: Option<&ast::Ident>, is_continue: bool, span: Span) -> Option<LabelId> {
        let what = if is_continue { "continue" } else { "break" };
        let found = {
            let jumps = &self.frame().jumps;
            // A jump does not leave a switch expression.
            let inside = jumps.iter().rposition(|j| j.yields.is_some()).map_or(0, |i| i + 1);
            jumps[inside..]
                .iter()
                .rev()
                .find(|j| match name {
                    Some(n) => j.name.as_ref() == Some(&n.name),
                    None => j.is_loop || (!is_continue && j.is_switch),
                })
                .map(|j| (j.label, j.is_loop))
        };
        match (found, name) {
            (Some((label, is_loop)), _) if is_loop || !is_continue => Some(label),
            (Some(_), Some(n)) => {
                self.error("E0257", format!("`{}` is not a loop", n.name), n.span, "`continue` needs a loop");
                None
            }
            (_, Some(n)) => {
                self.error(
                    "E0257",
                    format!("no label `{}` around this", n.name),
                    n.span,
                    "not the label of a statement around",
                );
                None
            }
            (_, None) => {
                self.error("E0257", format!("`{what}` outside of a loop"), span, "nothing here to leave");
                None
            }
        }
    }

    fn return_stmt(&mut self, value: Option<&ast::Expr>, span: Span) -> StmtKind {
        if self.frame().jumps.iter().any(|j| j.yields.is_some()) {
            self.error("E0258", "`return` cannot leave a switch expression", span, "use `yield`");
        }
        let ret = self.frame().ret.clone();
        match (ret, value) {
            (Return::Forbidden, _) => {
                let constructor = self.frame().method.filter(|_| self.frame().is_constructor);
                if let Some(constructor) = constructor {
                    let name = self.t.method(constructor).name_span;
                    self.report(
                        Diagnostic::error("E0258", "a compact constructor has no `return`", name)
                            .label("at its end the components get their values")
                            .also(span, "it would end here without them"),
                    );
                } else {
                    self.error("E0258", "an initialiser returns nothing", span, "`return` is for methods");
                }
                StmtKind::Return(None)
            }
            (Return::Type(Type::Void), Some(v)) => {
                let ex = self.expr(v, &Expect::None);
                if !ex.is_error() {
                    self.error("E0259", "a `void` method returns no value", v.span, "this value goes nowhere");
                }
                StmtKind::Return(None)
            }
            (Return::Lambda { target: Type::Void, .. }, Some(v)) => {
                self.expr(v, &Expect::None);
                self.error("E0259", "this lambda returns no value", v.span, "the interface's method is `void`");
                StmtKind::Return(None)
            }
            (Return::Inferred, Some(v)) => {
                let ex = self.expr(v, &Expect::None);
                let settled = self.settle(&ex.ty);
                let mut ty = self.t.upward(&settled);
                if matches!(ty, Type::Void | Type::Null) {
                    self.error("E0229", "this lambda gives no value", v.span, "its type must be known here");
                    ty = Type::Error;
                }
                self.frame().ret = Return::Type(ty);
                StmtKind::Return(Some(ex.hir))
            }
            (Return::Inferred, None) => {
                self.error("E0229", "this lambda gives no value", span, "a value must be returned");
                StmtKind::Return(None)
            }
            (Return::Type(Type::Void) | Return::Lambda { target: Type::Void, .. }, None) => StmtKind::Return(None),
            (Return::Type(ty), Some(v)) => StmtKind::Return(Some(self.initialiser(v, &ty))),
            (Return::Lambda { target, declared }, Some(v)) => {
                let target = self.zonk(&target);
                let ex = self.expr(v, &Expect::To(target.clone()));
                StmtKind::Return(Some(self.lambda_result(ex, &target, &declared)))
            }
            (Return::Type(ty) | Return::Lambda { target: ty, .. }, None) => {
                let shown = self.show(&ty);
                self.error("E0259", format!("a value of type {shown} must be returned"), span, "no value here");
                StmtKind::Return(None)
            }
        }
    }

    // ---- enhanced for -----------------------------------------------------------------------------------------------------

    #[allow(clippy::too_many_arguments)]
    fn for_each(
        &mut self,
        modifiers: &ast::Modifiers,
        ty: &ast::Type,
        var: &ast::Ident,
        iter: &ast::Expr,
        body: &ast::Stmt,
        label: Option<&ast::Ident>,
        span: Span,
    ) -> StmtKind {
        let source = self.expr(iter, &Expect::None);
        let id = self.new_label();
        self.push_scope();
        let elem = if source.ty.is_array() {
            source.ty.element()
        } else if source.is_error() {
            None
        } else {
            match self.iterated(&source.ty) {
                Some(t) => Some(t),
                None => {
                    let shown = self.show(&source.ty);
                    let mut d = Diagnostic::error("E0260", format!("{shown} cannot be iterated"), iter.span)
                        .label("neither an array nor an Iterable");
                    let has = |name: &str| !self.t.methods_named(&source.ty, name).is_empty();
                    if source.ty.is_reference() && has("entrySet") && has("keySet") {
                        d = d.note("of a map, iterate over `keySet()`, `values()` or `entrySet()`");
                    } else if self.t.is_string(&source.ty) {
                        d = d.note("of a string, iterate over `toCharArray()`");
                    }
                    self.report(d);
                    None
                }
            }
        };
        let declared = if ty.kind == ast::TypeExprKind::Var {
            elem.as_ref().map_or(Type::Error, |e| self.t.upward(e))
        } else {
            self.resolve(ty)
        };
        let result = match elem {
            None => {
                self.declare(var, declared, Some(modifiers), true);
                self.looped(id, label, |attr| attr.body(body));
                StmtKind::Block(Block { stmts: Vec::new(), span })
            }
            Some(elem) if source.ty.is_array() => {
                self.for_array(source, elem, declared, modifiers, var, body, id, label, span)
            }
            Some(elem) => self.for_iterable(source, elem, declared, modifiers, var, body, id, label),
        };
        self.pop_scope();
        result
    }

    /// What an Iterable gives.
    fn iterated(&mut self, ty: &Type) -> Option<Type> {
        let iterable = self.library("java.lang.Iterable")?;
        let captured = self.t.capture_site(ty);
        let sup = self.t.as_super(&captured, iterable)?;
        Some(match sup.args.first() {
            Some(crate::types::TypeArg::Is(t) | crate::types::TypeArg::Extends(t)) => t.clone(),
            Some(_) => self.t.object(),
            None => self.t.object(),
        })
    }

    #[allow(clippy::too_many_arguments)]
    fn for_array(
        &mut self,
        source: Ex,
        elem: Type,
        declared: Type,
        modifiers: &ast::Modifiers,
        var: &ast::Ident,
        body: &ast::Stmt,
        id: LabelId,
        label: Option<&ast::Ident>,
        span: Span,
    ) -> StmtKind {
        let at = source.span();
        let ty = source.ty.clone();
        let array = self.temp("array", ty.clone(), at);
        let i = self.temp("i", Type::INT, at);
        let read = |attr: &Self, l, ty: &Type| attr.ex(ExprKind::Local(l), ty.clone(), at).hir;
        let keep = Stmt { kind: StmtKind::Local { local: array, init: Some(source.hir) }, span: at };
        let start = Stmt { kind: StmtKind::Local { local: i, init: Some(Self::int_lit(0, at)) }, span: at };
        self.frame().vars[i.index()].assigned.push(at);
        let length = Expr { kind: ExprKind::Length(Box::new(read(self, array, &ty))), ty: Ty::Int, span: at };
        let cond = Expr {
            kind: ExprKind::Binary(hir::BinOp::Lt, Box::new(read(self, i, &Type::INT)), Box::new(length)),
            ty: Ty::Boolean,
            span: at,
        };
        let step = ExprKind::IncDec { place: Place::Local(i), decrement: false, prefix: false };
        let update = vec![Expr { kind: step, ty: Ty::Int, span: at }];
        let kind =
            ExprKind::Index { array: Box::new(read(self, array, &ty)), index: Box::new(read(self, i, &Type::INT)) };
        let value = self.at_type(kind, self.erase(&elem), elem, at);
        let value = self.assign_to(value, &declared);
        let local = self.declare(var, declared, Some(modifiers), true);
        let mut stmts = vec![Stmt { kind: StmtKind::Local { local, init: Some(value) }, span: var.span }];
        let block = self.looped(id, label, |attr| attr.body(body));
        stmts.extend(block.stmts);
        let body = Block { stmts, span: block.span };
        // The array stands outside, so that the loop itself has the canonical form.
        let inner = Stmt { kind: StmtKind::For { init: vec![start], cond: Some(cond), update, body, label: id }, span };
        StmtKind::Block(Block { stmts: vec![keep, inner], span })
    }

    #[allow(clippy::too_many_arguments)]
    fn for_iterable(
        &mut self,
        source: Ex,
        elem: Type,
        declared: Type,
        modifiers: &ast::Modifiers,
        var: &ast::Ident,
        body: &ast::Stmt,
        id: LabelId,
        label: Option<&ast::Ident>,
    ) -> StmtKind {
        let at = source.span();
        let (Some(iterator), Some(has_next), Some(next)) = (
            self.library_method("java.lang.Iterable", "iterator", 0, at),
            self.library_method("java.util.Iterator", "hasNext", 0, at),
            self.library_method("java.util.Iterator", "next", 0, at),
        ) else {
            return StmtKind::Block(Block::default());
        };
        let made = self.call_virtual(iterator, source.hir, Vec::new(), at);
        let it_ty = self.t.library_type("java.util.Iterator");
        let it = self.temp("it", it_ty.clone(), at);
        let read = self.ex(ExprKind::Local(it), it_ty, at).hir;
        let cond = self.call_virtual(has_next, read.clone(), Vec::new(), at);
        let got = self.call_virtual(next, read, Vec::new(), at);
        let value = self.at_type(got.kind, got.ty, elem, at);
        let value = self.assign_to(value, &declared);
        let local = self.declare(var, declared, Some(modifiers), true);
        let mut stmts = vec![Stmt { kind: StmtKind::Local { local, init: Some(value) }, span: var.span }];
        let block = self.looped(id, label, |attr| attr.body(body));
        stmts.extend(block.stmts);
        let body = Block { stmts, span: block.span };
        let init = vec![Stmt { kind: StmtKind::Local { local: it, init: Some(made) }, span: at }];
        StmtKind::For { init, cond: Some(cond), update: Vec::new(), body, label: id }
    }

    // ---- try ------------------------------------------------------------------------------------------------------------

    fn try_stmt(&mut self, t: &ast::Try, span: Span) -> StmtKind {
        let body = if t.resources.is_empty() {
            self.block(&t.body)
        } else {
            self.push_scope();
            let stmts = self.with_resources(&t.resources, &t.body, span);
            self.pop_scope();
            Block { stmts, span: t.body.span }
        };
        if !t.resources.is_empty() && t.catches.is_empty() && t.finally.is_none() {
            return StmtKind::Block(body);
        }
        let mut catches: Vec<Catch> = Vec::new();
        for c in &t.catches {
            let types: Vec<Type> = match &c.ty.kind {
                ast::TypeExprKind::Union(parts) => parts.iter().map(|p| self.resolve(p)).collect(),
                _ => vec![self.resolve(&c.ty)],
            };
            let throwable = self.t.library_type("java.lang.Throwable");
            if let Some((a, b)) = related(self.t, &types) {
                let (a, b) = (self.show(a), self.show(b));
                self.error("E0261", format!("{a} is a {b}"), c.ty.span, format!("`{b}` alone catches both"));
            }
            let mut classes = Vec::new();
            for ty in &types {
                if ty.is_error() {
                    continue;
                }
                if !self.sub(ty, &throwable) {
                    let shown = self.show(ty);
                    self.error(
                        "E0252",
                        format!("{shown} is never thrown"),
                        c.ty.span,
                        "only a Throwable can be caught",
                    );
                    continue;
                }
                if let Type::Var(_) = ty {
                    let shown = self.show(ty);
                    self.error(
                        "E0252",
                        format!("`{shown}` cannot be caught"),
                        c.ty.span,
                        "a type variable is unknown when the program runs",
                    );
                    continue;
                }
                if let Some(class) = ty.class_id() {
                    for earlier in &catches {
                        if earlier.classes.iter().any(|&e| self.t.is_subclass(class, e)) {
                            let shown = self.show(ty);
                            self.report(
                                Diagnostic::error("E0261", format!("{shown} has been caught already"), c.ty.span)
                                    .label("never gets here")
                                    .also(earlier.span, "caught by this"),
                            );
                        }
                    }
                    classes.push(class);
                }
            }
            self.push_scope();
            let ty = if let [one] = types.as_slice() { one.clone() } else { self.t.lub(&types) };
            let local = self.declare(&c.name, ty, Some(&c.modifiers), true);
            // JLS 14.20: what several types are caught in is final.
            self.frame().vars[local.index()].declared_final |= types.len() > 1;
            let body = self.block(&c.body);
            self.pop_scope();
            if !classes.is_empty() {
                catches.push(Catch { classes, local, body, span: c.ty.span });
            }
        }
        let finally = t.finally.as_ref().map(|f| self.block(f));
        if catches.is_empty() && finally.is_none() {
            return StmtKind::Block(body);
        }
        StmtKind::Try { body, catches, finally }
    }

    /// A variable that is a resource is final, or might be (JLS 14.20.3).
    fn must_not_change(&mut self, resource: &Ex, span: Span) {
        match &resource.hir.kind {
            ExprKind::Local(local) => {
                self.frame().vars[local.index()].closed.get_or_insert(span);
            }
            ExprKind::Field { field, .. } if !self.t.field(*field).modifiers.has(ast::Modifier::Final) => {
                let declared = self.t.field(*field).span;
                let name = self.t.field(*field).name.clone();
                self.report(
                    Diagnostic::error("E0262", format!("`{name}` is not final, so it cannot be a resource"), span)
                        .label("what is closed would not be clear")
                        .also(declared, "declared here"),
                );
            }
            _ => {}
        }
    }

    /// JLS 14.20.3.1: the resource is closed on every path; what closing throws is suppressed if something was thrown before.
    fn with_resources(&mut self, resources: &[ast::Resource], body: &ast::Block, span: Span) -> Vec<Stmt> {
        let Some((first, rest)) = resources.split_first() else { return self.block(body).stmts };
        let mut stmts = Vec::new();
        let (local, ty, at) = match first {
            ast::Resource::Decl { modifiers, ty, name, init } => {
                let (ty, value) = if ty.kind == ast::TypeExprKind::Var {
                    let ex = self.expr(init, &Expect::None);
                    (self.t.upward(&ex.ty), ex.hir)
                } else {
                    let ty = self.resolve(ty);
                    let value = self.initialiser(init, &ty);
                    (ty, value)
                };
                let local = self.declare(name, ty.clone(), Some(modifiers), true);
                self.frame().vars[local.index()].declared_final = true;
                stmts.push(Stmt { kind: StmtKind::Local { local, init: Some(value) }, span: name.span });
                (local, ty, name.span)
            }
            ast::Resource::Expr(e) => {
                let ex = self.expr(e, &Expect::None);
                self.must_not_change(&ex, e.span);
                let ty = ex.ty.clone();
                let local = self.temp("resource", ty.clone(), e.span);
                stmts.push(Stmt { kind: StmtKind::Local { local, init: Some(ex.hir) }, span: e.span });
                (local, ty, e.span)
            }
        };
        let closeable = self.t.library_type("java.lang.AutoCloseable");
        if ty.is_error() || !self.sub(&ty, &closeable) {
            if !ty.is_error() {
                let shown = self.show(&ty);
                self.error("E0262", format!("{shown} cannot be closed"), at, "a resource must be an AutoCloseable");
            }
            stmts.extend(self.with_resources(rest, body, span));
            return stmts;
        }
        let throwable = self.t.library_type("java.lang.Throwable");
        let close = self.t.methods_named(&ty, "close").into_iter().find(|&m| self.t.method(m).params.is_empty());
        let (Some(close), Some(suppress), Some(class)) =
            (close, self.library_method("java.lang.Throwable", "addSuppressed", 1, at), throwable.class_id())
        else {
            return stmts;
        };
        let primary = self.temp("primary", throwable.clone(), at);
        let erased = self.erase(&throwable);
        let null = |ty: &Ty| Expr { kind: ExprKind::Lit(Lit::Null), ty: ty.clone(), span: at };
        stmts.push(Stmt { kind: StmtKind::Local { local: primary, init: Some(null(&erased)) }, span: at });
        self.frame().vars[primary.index()].assigned.push(at);
        let inner = self.with_resources(rest, body, span);
        let expr_stmt = |e: Expr| Stmt { kind: StmtKind::Expr(e), span: at };
        let block = |stmts: Vec<Stmt>| Block { stmts, span: at };
        let read = |attr: &Self, l, ty: &Type| attr.ex(ExprKind::Local(l), ty.clone(), at).hir;
        let not_null = |e: Expr| {
            let n = null(&e.ty);
            Expr { kind: ExprKind::Binary(hir::BinOp::Ne, Box::new(e), Box::new(n)), ty: Ty::Boolean, span: at }
        };
        // catch (Throwable t) { primary = t; throw t; }
        let thrown = self.temp("thrown", throwable.clone(), at);
        let remember = Expr {
            kind: ExprKind::Assign { place: Place::Local(primary), value: Box::new(read(self, thrown, &throwable)) },
            ty: erased.clone(),
            span: at,
        };
        let rethrow = Stmt { kind: StmtKind::Throw(read(self, thrown, &throwable)), span: at };
        let catch =
            Catch { classes: vec![class], local: thrown, body: block(vec![expr_stmt(remember), rethrow]), span: at };
        let close_call = self.call_virtual(close, read(self, local, &ty), Vec::new(), at);
        let later = self.temp("later", throwable.clone(), at);
        let add = self.call_virtual(suppress, read(self, primary, &throwable), vec![read(self, later, &throwable)], at);
        let quiet = StmtKind::Try {
            body: block(vec![expr_stmt(close_call.clone())]),
            catches: vec![Catch { classes: vec![class], local: later, body: block(vec![expr_stmt(add)]), span: at }],
            finally: None,
        };
        let choose = StmtKind::If {
            cond: not_null(read(self, primary, &throwable)),
            then: block(vec![Stmt { kind: quiet, span: at }]),
            otherwise: Some(block(vec![expr_stmt(close_call)])),
        };
        let finally = StmtKind::If {
            cond: not_null(read(self, local, &ty)),
            then: block(vec![Stmt { kind: choose, span: at }]),
            otherwise: None,
        };
        stmts.push(Stmt {
            kind: StmtKind::Try {
                body: Block { stmts: inner, span: body.span },
                catches: vec![catch],
                finally: Some(block(vec![Stmt { kind: finally, span: at }])),
            },
            span,
        });
        stmts
    }
}

/// A value that nobody looks at needs no cast that erasure asked for.
pub(crate) fn discarded(e: Expr) -> Expr {
    match e.kind {
        ExprKind::CheckCast(inner) | ExprKind::Upcast(inner) => discarded(*inner),
        kind => Expr { kind, ..e },
    }
}

/// Whether control may reach the end of a block, as far as its last statement says (JLS 14.22, for pattern variables' scope).
pub(crate) fn completes(b: &Block) -> bool {
    let endless = |cond: &hir::Expr| matches!(cond.kind, ExprKind::Lit(Lit::Boolean(true)));
    match b.stmts.last().map(|s| &s.kind) {
        Some(StmtKind::Return(_) | StmtKind::Throw(_) | StmtKind::Break(_) | StmtKind::Continue(_)) => false,
        Some(StmtKind::Block(b) | StmtKind::Single(b)) => completes(b),
        Some(StmtKind::Labeled { label, body }) => completes(body) || breaks(body, *label),
        Some(StmtKind::If { then, otherwise: Some(o), .. }) => completes(then) || completes(o),
        Some(StmtKind::While { cond, body, label }) => !endless(cond) || breaks(body, *label),
        Some(StmtKind::For { cond, body, label, .. }) => {
            cond.as_ref().is_some_and(|c| !endless(c)) || breaks(body, *label)
        }
        Some(StmtKind::DoWhile { body, cond, label }) => {
            let again = completes(body) || jumps(body, &|s| matches!(s, StmtKind::Continue(l) if l == label));
            again && !endless(cond) || breaks(body, *label)
        }
        Some(StmtKind::Switch { arms, label, .. }) => {
            !arms.iter().any(|a| a.is_default)
                || arms.last().is_none_or(|a| completes(&a.body))
                || arms.iter().any(|a| breaks(&a.body, *label))
        }
        Some(StmtKind::Try { body, catches, finally }) => {
            finally.as_ref().is_none_or(completes) && (completes(body) || catches.iter().any(|c| completes(&c.body)))
        }
        _ => true,
    }
}

/// Whether a `break` of this label is in the block.
fn breaks(b: &Block, label: LabelId) -> bool {
    jumps(b, &|s| matches!(s, StmtKind::Break(l) if *l == label))
}

/// Whether such a jump is in the block.
fn jumps(b: &Block, is_it: &dyn Fn(&StmtKind) -> bool) -> bool {
    b.stmts.iter().any(|s| match &s.kind {
        StmtKind::Block(b) | StmtKind::Labeled { body: b, .. } | StmtKind::Single(b) => jumps(b, is_it),
        StmtKind::If { then, otherwise, .. } => {
            jumps(then, is_it) || otherwise.as_ref().is_some_and(|o| jumps(o, is_it))
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::Sync { body, .. } => jumps(body, is_it),
        StmtKind::Switch { arms, .. } => arms.iter().any(|a| jumps(&a.body, is_it)),
        StmtKind::Try { body, catches, finally } => {
            jumps(body, is_it)
                || catches.iter().any(|c| jumps(&c.body, is_it))
                || finally.as_ref().is_some_and(|f| jumps(f, is_it))
        }
        jump => is_it(jump),
    })
}

/// `assert cond : message`, switched on: `{ if (!cond) throw new AssertionError(message); }`. The braces keep the variables of a pattern in it.
fn assertion(cond: &ast::Expr, message: Option<&ast::Expr>, span: Span) -> ast::Stmt {
    let part = |name: &str| (ast::Ident { name: name.into(), span }, None);
    let name = ast::TypeExprKind::Class(["java", "lang", "AssertionError"].map(part).to_vec());
    let new = ast::ExprKind::New {
        outer: None,
        type_args: Vec::new(),
        ty: ast::Type { kind: name, span },
        args: message.cloned().into_iter().collect(),
        body: None,
    };
    let stmt = |kind: S| ast::Stmt { kind, span };
    let throw = stmt(S::Throw(ast::Expr { kind: new, span }));
    let cond = ast::Expr { kind: ast::ExprKind::Paren(Box::new(cond.clone())), span: cond.span };
    let fails = ast::Expr { kind: ast::ExprKind::Unary(ast::UnaryOp::Not, Box::new(cond)), span };
    let test = stmt(S::If { cond: fails, then: Box::new(throw), otherwise: None });
    stmt(S::Block(ast::Block { stmts: vec![test], span }))
}

/// Two alternatives of a `catch`, the first a subclass of the second.
fn related<'a>(table: &crate::table::ClassTable, types: &'a [Type]) -> Option<(&'a Type, &'a Type)> {
    types.iter().enumerate().find_map(|(i, a)| {
        let wider = |(j, b): &(usize, &Type)| i != *j && !a.is_error() && !b.is_error() && table.is_subtype(a, b);
        types.iter().enumerate().find(wider).map(|(_, b)| (a, b))
    })
}
