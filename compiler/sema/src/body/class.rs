//! Classes: their methods, constructors and initialisers, in Java's order of initialisation; local and anonymous classes.

use super::env::{Capture, ClassCtx, Env, Frame, Return};
use super::library::Finished;
use super::stmt::completes;
use super::{Attr, Ex, Expect, Initialising};
use crate::declare;
use crate::table::{ConstantState, Made};
use crate::types::{ClassType, Type, TypeArg};
use somd_hir::walk;
use somd_hir::{Block, CallKind, ClassId, Expr, ExprKind, FieldId, LocalId, MethodId, Place, Stmt, StmtKind, Ty};
use somd_syntax::ast::{self, Member, Modifier};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

impl Attr<'_> {
    /// Attributes every class that is not the library's.
    pub fn whole_program(&mut self) {
        let tops: Vec<ClassId> = self
            .t
            .class_ids()
            .filter(|&c| self.t.class(c).outer.is_none() && self.t.class(c).local_scope.is_none())
            .filter(|&c| !self.t.class(c).is_library)
            .collect();
        for class in tops {
            self.infer.clear();
            self.class(class);
        }
    }

    pub fn report_once(&mut self) {
        // An initialiser that is inlined into several constructors is attributed once for each.
        let mut seen = BTreeSet::new();
        self.diags.retain(|d| seen.insert((d.primary.span, d.code, d.title.clone(), d.outside)));
    }

    /// Attributes everything in a class; its environment is the innermost.
    pub fn class(&mut self, class: ClassId) {
        let def = self.t.class(class);
        // The body around a local class says itself what can be reached from there.
        let in_body = matches!(self.env.last(), Some(Env::Frame(_)));
        let is_static = !def.is_inner && !(in_body && def.kind == ast::TypeKind::Class);
        let first_body = self.demand.finished.len();
        let outer_scope = std::mem::replace(&mut self.scope, self.t.class_scope(class, false));
        self.env.push(Env::Class(ClassCtx {
            class,
            is_lambda: false,
            is_static,
            captures: Vec::new(),
            parameters: None,
            self_instantiated: false,
            made_without_object: None,
        }));
        self.static_init(class);
        let def = self.t.class(class);
        let methods: Vec<MethodId> = def.methods.values().flatten().copied().collect();
        let constructors = def.constructors.clone();
        let members: Vec<ClassId> = def.member_types.values().copied().collect();
        for c in constructors {
            self.constructor(class, c);
        }
        for m in methods {
            self.method(m);
        }
        for m in members {
            if self.t.class(m).outer == Some(class) {
                self.class(m);
            }
        }
        self.scope = outer_scope;
        self.recursive_constructors(class);
        let Some(Env::Class(ctx)) = self.env.pop() else { return };
        if !ctx.captures.is_empty() {
            if let Some(at) = ctx.made_without_object {
                self.unsupported("a local class that captures variables, made where there is no object of it", at);
            }
            let span = self.t.class(class).span;
            for c in self.t.class(class).constructors.clone() {
                self.wrap_constructor(class, c, &ctx.captures, span);
            }
        }
        if ctx.self_instantiated {
            self.pass_captures_on(class, &ctx.captures, first_body);
        }
        if !ctx.captures.is_empty() {
            self.captures.insert(class, ctx.captures);
        }
    }

    /// Gives the objects that a local class makes of itself what it has captured: in each such `new`, the object that stands for
    /// the captured values gives way to them.
    fn pass_captures_on(&mut self, class: ClassId, captures: &[Capture], first_body: usize) {
        let types: Vec<Ty> = captures.iter().map(|c| self.erase(&c.ty)).collect();
        for finished in &self.demand.finished[first_body..] {
            let body = match finished {
                Finished::Method(m) => self.out.methods.get_mut(m),
                Finished::StaticInit(c) => self.out.static_inits.get_mut(c),
            };
            let Some(block) = body.and_then(|b| b.block.as_mut()) else { continue };
            walk::rewrite_block(block, &mut |e| {
                let (constructor, args) = match &mut e.kind {
                    ExprKind::New { class: made, constructor, args } if *made == class => (constructor, args),
                    ExprKind::Call { kind: CallKind::Special, method, args, .. } => (method, args),
                    _ => return true,
                };
                let def = self.t.method(*constructor);
                if def.class != class || !def.is_constructor() || args.len() != def.hidden.len() + def.params.len() + 1
                {
                    return true;
                }
                let Some(object) = args.pop() else { return true };
                for (c, ty) in captures.iter().zip(&types) {
                    let kind = ExprKind::Field { object: Some(Box::new(object.clone())), field: c.field };
                    args.push(Expr { kind, ty: ty.clone(), span: object.span });
                }
                if let Some(&wrapper) = self.wrappers.get(constructor) {
                    *constructor = wrapper;
                }
                true
            });
        }
    }

    /// `this(…)` calls that lead back to where they began (JLS 8.8.7).
    fn recursive_constructors(&mut self, class: ClassId) {
        let constructors = self.t.class(class).constructors.clone();
        for &first in &constructors {
            let mut at = first;
            for _ in 0..constructors.len() {
                let Some(&(next, _)) = self.this_calls.get(&at) else { break };
                at = next;
                if at == first {
                    break;
                }
            }
            if let (true, Some(&(_, span))) = (at == first, self.this_calls.get(&first)) {
                let (name, at) = (self.class_name(class), self.t.method(first).name_span);
                let title = format!("constructors of `{name}` call each other without end");
                let d = Diagnostic::error("E0268", title, at).label("called by itself in the end");
                self.report(d.also(span, "this call leads back here"));
                return;
            }
        }
    }

    pub fn method(&mut self, id: MethodId) {
        let def = self.t.method(id);
        if def.class != self.code_class() || def.made.is_some() {
            return;
        }
        let Some(decl) = def.decl.clone() else { return };
        let (is_static, ret) = (def.is_static, def.ret.clone());
        if self.env.len() <= 1 {
            self.infer.clear();
        }
        let outer_scope = std::mem::replace(&mut self.scope, self.t.method_scope(id));
        self.env.push(Env::Frame(Box::new(Frame::new(Some(id), is_static, Return::Type(ret)))));
        self.parameters(id, &decl);
        let block = self.body_of(self.t.method(id).class, &decl).map(|b| self.block(&b));
        let somd = self.somd_of(&decl);
        if block.is_some() || somd.is_some() {
            self.finish_frame(id, decl.params.len(), block, somd);
        } else {
            self.env.pop();
        }
        self.scope = outer_scope;
    }

    fn parameters(&mut self, id: MethodId, decl: &ast::MethodDecl) {
        let types = self.t.method(id).params.clone();
        let locals: Vec<_> =
            decl.params.iter().zip(types).map(|(p, ty)| self.declare(&p.name, ty, Some(&p.modifiers), true)).collect();
        // A partitioner's arguments may name any parameter, so all are declared first.
        for (p, local) in decl.params.iter().zip(locals) {
            self.local_modifiers(local, &p.modifiers);
        }
    }

    // ---- constructors -----------------------------------------------------------------------------------------------------

    pub fn constructor(&mut self, class: ClassId, id: MethodId) {
        let def = self.t.method(id);
        if matches!(def.made, Some(Made::RecordConstructor | Made::Body)) {
            return;
        }
        let (decl, hidden, params, names, span) =
            (def.decl.clone(), def.hidden.clone(), def.params.clone(), def.param_names.clone(), def.span);
        let outer_scope = std::mem::replace(&mut self.scope, self.t.method_scope(id));
        let compact = decl.as_ref().is_some_and(|d| d.kind == ast::MethodKind::CompactConstructor);
        let ret = if compact { Return::Forbidden } else { Return::Type(Type::Void) };
        let mut frame = Frame::new(Some(id), false, ret);
        frame.is_constructor = true;
        self.env.push(Env::Frame(Box::new(frame)));
        let hidden_locals: Vec<LocalId> = hidden.iter().map(|(n, t)| self.temp(n, t.clone(), span)).collect();
        match &decl {
            Some(d) if d.kind == ast::MethodKind::Constructor => self.parameters(id, d),
            _ => {
                for (name, ty) in names.iter().zip(&params) {
                    let ident = ast::Ident { name: name.clone(), span };
                    self.declare(&ident, ty.clone(), None, true);
                }
            }
        }
        let count = hidden_locals.len() + params.len();
        let mut stmts = Vec::new();
        // The outer object is stored first: the superclass's constructor may call methods that need it, and the arguments of
        // `this(…)` and `super(…)` may.
        let body = decl.as_ref().and_then(|d| self.body_of(class, d));
        let body = body.as_deref();
        let explicit =
            body.and_then(|b| b.stmts.first()).filter(|s| matches!(s.kind, ast::StmtKind::ConstructorCall { .. }));
        let calls_this =
            matches!(explicit.map(|s| &s.kind), Some(ast::StmtKind::ConstructorCall { is_super: false, .. }));
        if let Some(field) = self.t.class(class).outer_this
            && let Some(at) = hidden.iter().position(|(n, _)| n == "this$0")
        {
            let value = self.ex(ExprKind::Local(hidden_locals[at]), hidden[at].1.clone(), span).hir;
            stmts.push(self.store_field(class, field, value, span));
        }
        match explicit.map(|s| (&s.kind, s.span)) {
            Some((ast::StmtKind::ConstructorCall { outer, is_super, type_args, args }, at)) => {
                stmts.extend(self.constructor_call(
                    class,
                    outer.as_ref(),
                    *is_super,
                    type_args,
                    args,
                    &hidden,
                    &hidden_locals,
                    at,
                ));
            }
            _ => stmts.extend(self.implicit_super(class, id, &hidden, &hidden_locals, span)),
        }
        if !calls_this {
            self.instance_initialisers(class, &mut stmts);
        }
        if let Some(body) = body {
            let rest = if explicit.is_some() { &body.stmts[1..] } else { &body.stmts[..] };
            self.push_scope();
            let n = self.scope.local_classes.len();
            let more = self.statements(rest);
            self.scope.local_classes.truncate(n);
            self.pop_scope();
            stmts.extend(more);
        }
        if compact {
            let first = hidden_locals.len();
            for (i, field) in self.t.class(class).components.clone().into_iter().enumerate() {
                let value = self.ex(ExprKind::Local(LocalId((first + i) as u32)), params[i].clone(), span).hir;
                stmts.push(self.store_field(class, field, value, span));
            }
        }
        let block_span = body.map_or(span, |b| b.span);
        self.finish_frame(id, count, Some(Block { stmts, span: block_span }), None);
        self.scope = outer_scope;
    }

    /// `$name` and `$ordinal` of the constructor around, for the one it calls.
    fn pass_hidden(
        &mut self,
        callee: MethodId,
        hidden: &[(smol_str::SmolStr, Type)],
        locals: &[LocalId],
        span: Span,
    ) -> Vec<Expr> {
        let wanted = self.t.method(callee).hidden.clone();
        let mut out = Vec::new();
        for (name, _) in wanted.iter().filter(|(n, _)| n != "this$0") {
            if let Some(i) = hidden.iter().position(|(n, _)| n == name) {
                out.push(self.ex(ExprKind::Local(locals[i]), hidden[i].1.clone(), span).hir);
            }
        }
        out
    }

    #[allow(clippy::too_many_arguments)]
    fn constructor_call(
        &mut self,
        class: ClassId,
        outer: Option<&ast::Expr>,
        is_super: bool,
        type_args: &[ast::TypeArg],
        args: &[ast::Expr],
        hidden: &[(smol_str::SmolStr, Type)],
        locals: &[LocalId],
        span: Span,
    ) -> Vec<Stmt> {
        self.frame().before_super = true;
        let outer = outer.map(|o| self.expr(o, &Expect::None));
        let site = if is_super {
            self.t.class(class).superclass.clone().unwrap_or_else(|| self.t.object())
        } else {
            Type::Class(self.t.this_type(class))
        };
        let explicit = self.explicit_args(type_args);
        let mut args = self.args(args);
        let mut out = Vec::new();
        if let (Some((chosen, _)), Some(target)) =
            (self.resolve_constructor(&site, &explicit, &mut args, &Expect::None, span), site.class_id())
        {
            if let (false, Some(own)) = (is_super, self.frame().method) {
                self.this_calls.insert(own, (chosen.method, span));
            }
            let values = self.passed(&chosen, args, span);
            let mut all = Vec::new();
            if is_super {
                if let Some(o) = &outer {
                    self.check_outer(target, o);
                }
                all.extend(self.outer_object(target, outer, span));
            } else if let Some(i) = hidden.iter().position(|(n, _)| n == "this$0") {
                all.push(self.ex(ExprKind::Local(locals[i]), hidden[i].1.clone(), span).hir);
            }
            all.extend(self.pass_hidden(chosen.method, hidden, locals, span));
            all.extend(values);
            let constructor =
                if is_super { self.with_captures(target, chosen.method, &mut all, span) } else { chosen.method };
            out.push(self.special_call(constructor, target, all, span));
        }
        self.frame().before_super = false;
        out
    }

    /// `outer.super(…)`: of a class that has an object around it, and of that object's class.
    fn check_outer(&mut self, class: ClassId, outer: &Ex) {
        self.check_is_object(outer);
        let Some(field) = self.t.class(class).outer_this.filter(|_| self.t.class(class).is_inner) else {
            let name = self.class_name(class);
            self.report(
                Diagnostic::error("E0231", format!("{name} takes no object around it"), outer.span())
                    .label(format!("{name} is not an inner class"))
                    .note("write `super(…)`"),
            );
            return;
        };
        let wanted = self.t.field(field).ty.clone();
        let wanted = self.t.erasure(&wanted);
        if !self.fits(outer, &wanted, false, false) {
            self.mismatch(outer, &wanted);
        }
    }

    /// What an inner class's object is made in: not `null`.
    pub fn check_is_object(&mut self, outer: &Ex) {
        if outer.ty == Type::Null {
            self.error("E0231", "`null` is no object around another", outer.span(), "an object is needed");
        }
    }

    fn special_call(&mut self, constructor: MethodId, target: ClassId, args: Vec<Expr>, span: Span) -> Stmt {
        let this = self.plain_this(span).hir;
        let receiver = self.reference_to(this, &Ty::Class(target));
        let kind =
            ExprKind::Call { kind: CallKind::Special, method: constructor, receiver: Some(Box::new(receiver)), args };
        Stmt { kind: StmtKind::Expr(Expr { kind, ty: Ty::Void, span }), span }
    }

    fn implicit_super(
        &mut self,
        class: ClassId,
        id: MethodId,
        hidden: &[(smol_str::SmolStr, Type)],
        locals: &[LocalId],
        span: Span,
    ) -> Option<Stmt> {
        self.frame().before_super = true;
        let call = self.implicit_super_call(class, id, hidden, locals, span);
        self.frame().before_super = false;
        call
    }

    fn implicit_super_call(
        &mut self,
        class: ClassId,
        id: MethodId,
        hidden: &[(smol_str::SmolStr, Type)],
        locals: &[LocalId],
        span: Span,
    ) -> Option<Stmt> {
        let sup = self.t.class(class).superclass.clone()?;
        let target = sup.class_id()?;
        let mut all: Vec<Expr> = Vec::new();
        let constructor;
        if let Some(&chosen) = self.anonymous_super.get(&id) {
            let declared: Vec<Type> = self.t.method(id).params.clone();
            let read = |(i, ty)| self.ex(ExprKind::Local(LocalId((locals.len() + i) as u32)), ty, span);
            let mut values: VecDeque<Ex> = declared.into_iter().enumerate().map(read).collect();
            let outer = if self.anonymous_outer.contains(&id) { values.pop_front() } else { None };
            all.extend(self.outer_object(target, outer, span));
            all.extend(self.pass_hidden(chosen, hidden, locals, span));
            for (value, wanted) in values.into_iter().zip(self.t.method(chosen).params.clone()) {
                let wanted = self.erase(&wanted);
                all.push(self.reference_to(value.hir, &wanted));
            }
            constructor = chosen;
        } else if self.t.class(class).kind == ast::TypeKind::Enum {
            // `Enum(String name, int ordinal)`
            constructor = *self.t.class(target).constructors.first()?;
            for (i, (_, ty)) in hidden.iter().enumerate() {
                all.push(self.ex(ExprKind::Local(locals[i]), ty.clone(), span).hir);
            }
        } else {
            let at = self.t.method(id).name_span;
            let (chosen, _) = self.resolve_constructor(&sup, &[], &mut [], &Expect::None, at)?;
            all.extend(self.outer_object(target, None, span));
            all.extend(self.pass_hidden(chosen.method, hidden, locals, span));
            all.extend(self.passed(&chosen, Vec::new(), span));
            constructor = chosen.method;
        }
        let constructor = self.with_captures(target, constructor, &mut all, span);
        Some(self.special_call(constructor, target, all, span))
    }

    fn instance_initialisers(&mut self, class: ClassId, stmts: &mut Vec<Stmt>) {
        let Some(decl) = self.t.class(class).decl.clone() else { return };
        // The constructor's parameters are not in scope of field initialisers.
        let hidden: Vec<super::env::VarScope> = std::mem::take(&mut self.frame().scopes);
        self.push_scope();
        for member in &decl.members {
            match member {
                Member::Field(f) if !self.is_static_member(class, &f.modifiers) => {
                    for v in &f.vars {
                        let (Some(&field), Some(init)) = (self.t.class(class).fields.get(&v.name.name), &v.init) else {
                            continue;
                        };
                        stmts.push(self.field_init(class, field, init, v.span));
                    }
                }
                Member::Init { is_static: false, body } => {
                    self.initialising = Some(Initialising { class, is_static: false, field: None });
                    let block = self.block(body);
                    self.initialising = None;
                    self.must_complete(&block);
                    stmts.push(Stmt { span: body.span, kind: StmtKind::Block(block) });
                }
                _ => {}
            }
        }
        self.pop_scope();
        self.frame().scopes = hidden;
    }

    /// JLS 8.6, 8.7.
    fn must_complete(&mut self, block: &Block) {
        if !completes(block) {
            let brace = Span { lo: block.span.lo, hi: block.span.lo + 1 };
            self.error(
                "E0302",
                "an initialiser must be able to end normally",
                brace,
                "every path through it jumps away: nothing after it could run",
            );
        }
    }

    fn is_static_member(&self, class: ClassId, modifiers: &ast::Modifiers) -> bool {
        modifiers.has(Modifier::Static) || self.t.is_interface(class)
    }

    fn field_init(&mut self, class: ClassId, field: FieldId, init: &ast::Expr, span: Span) -> Stmt {
        let (ty, is_static) = (self.t.field(field).ty.clone(), self.t.field(field).is_static);
        self.initialising = Some(Initialising { class, is_static, field: Some(field) });
        let value = self.initialiser(init, &ty);
        self.initialising = None;
        let erased = self.erase(&ty);
        let object = (!is_static).then(|| Box::new(Expr { kind: ExprKind::This, ty: Ty::Class(class), span }));
        let place = Place::Field { object, field };
        let kind = ExprKind::Assign { place, value: Box::new(value) };
        Stmt { kind: StmtKind::Expr(Expr { kind, ty: erased, span }), span }
    }

    pub fn static_init(&mut self, class: ClassId) {
        let Some(decl) = self.t.class(class).decl.clone() else { return };
        let outer_scope = std::mem::replace(&mut self.scope, self.t.class_scope(class, true));
        self.env.push(Env::Frame(Box::new(Frame::new(None, true, Return::Forbidden))));
        let mut stmts = Vec::new();
        for (ordinal, constant) in decl.constants.iter().enumerate() {
            stmts.extend(self.enum_constant(class, ordinal, constant));
        }
        for member in &decl.members {
            match member {
                Member::Field(f) if self.is_static_member(class, &f.modifiers) => {
                    for v in &f.vars {
                        let (Some(&field), Some(init)) = (self.t.class(class).fields.get(&v.name.name), &v.init) else {
                            continue;
                        };
                        let before = self.diags.len();
                        let stmt = self.field_init(class, field, init, v.span);
                        // Reads of a constant are folded, and its field starts with the value.
                        let folded = self.constant_of(field).is_some() && self.diags.len() == before;
                        if !folded {
                            stmts.push(stmt);
                        }
                    }
                }
                Member::Init { is_static: true, body } => {
                    self.initialising = Some(Initialising { class, is_static: true, field: None });
                    let block = self.block(body);
                    self.initialising = None;
                    self.must_complete(&block);
                    stmts.push(Stmt { span: body.span, kind: StmtKind::Block(block) });
                }
                _ => {}
            }
        }
        let body = self.end_frame(0, Some(Block { stmts, span: decl.span }), None);
        self.scope = outer_scope;
        if let Some(body) = body
            && body.block.as_ref().is_some_and(|b| !b.stmts.is_empty())
        {
            self.out.static_inits.insert(class, body);
            self.demand.finished.push(Finished::StaticInit(class));
        }
        // Constants of fields that no expression has named yet.
        for field in self.t.class(class).fields.values().copied().collect::<Vec<_>>() {
            if self.t.field(field).constant == ConstantState::Unevaluated {
                self.constant_of(field);
            }
        }
    }

    fn enum_constant(&mut self, class: ClassId, ordinal: usize, c: &ast::EnumConstant) -> Option<Stmt> {
        let def = self.t.class(class).constants.get(ordinal)?.clone();
        let site = Type::class(class);
        let mut args = self.args(&c.args);
        let (chosen, _) = self.resolve_constructor(&site, &[], &mut args, &Expect::None, c.span)?;
        let values = self.passed(&chosen, args, c.span);
        let mut all = vec![self.string_lit(&c.name.name, c.span).hir, Self::int_lit(ordinal as i32, c.span)];
        all.extend(values);
        let (made, constructor) = match def.body {
            Some(body) => {
                let constructor = *self.t.class(body).constructors.first()?;
                self.adopt_constructor(constructor, chosen.method, None);
                self.class(body);
                (body, constructor)
            }
            None => (class, chosen.method),
        };
        let constructor = self.with_captures(made, constructor, &mut all, c.span);
        let new =
            Expr { kind: ExprKind::New { class: made, constructor, args: all }, ty: Ty::Class(made), span: c.span };
        let value = self.reference_to(new, &Ty::Class(class));
        let place = Place::Field { object: None, field: def.field };
        let kind = ExprKind::Assign { place, value: Box::new(value) };
        Some(Stmt { kind: StmtKind::Expr(Expr { kind, ty: Ty::Class(class), span: c.span }), span: c.span })
    }

    /// An anonymous class's constructor takes what the superclass's takes, behind the object that is to be around that one where
    /// it is written (`outer.new Inner() { … }`).
    fn adopt_constructor(&mut self, own: MethodId, sup: MethodId, outer: Option<&Type>) {
        if outer.is_some() {
            self.anonymous_outer.insert(own);
        }
        let params = self.t.method(sup).params.clone();
        let params: Vec<Type> = outer.into_iter().chain(&params).map(|p| self.t.erasure(p)).collect();
        let throws = self.t.method(sup).throws.clone();
        let def = self.t.method_mut(own);
        def.param_names = (0..params.len()).map(|i| format!("a{i}").into()).collect();
        def.params = params;
        def.throws = throws;
        self.anonymous_super.insert(own, sup);
    }

    // ---- local and anonymous classes ----------------------------------------------------------------------------------------

    pub fn local_class(&mut self, decl: &Arc<ast::TypeDecl>) {
        self.scope.is_static = self.in_static_context();
        let mut found = Vec::new();
        // A method's blocks share the names of classes; one inside a local class may hide those of the method around.
        let twice = self.scope.local_classes.iter().find(|(name, id)| {
            let around = self.t.class(*id).local_scope.as_ref().and_then(|s| s.class);
            *name == decl.name.name && around == self.scope.class
        });
        if let Some(&(_, first)) = twice {
            found.push(
                Diagnostic::error("E0101", format!("class `{}` is declared twice", decl.name.name), decl.name.span)
                    .label("declared again in this method")
                    .also(self.t.class(first).span, "first declared here"),
            );
        }
        let class = declare::declare_local_class(self.t, decl, &self.scope, &mut found);
        self.diags.append(&mut found);
        self.scope.local_classes.push((decl.name.name.clone(), class));
        self.class(class);
    }

    #[allow(clippy::too_many_arguments)]
    pub fn new_anonymous(
        &mut self,
        class_ty: ClassType,
        named: Span,
        outer: Option<Ex>,
        explicit: &[TypeArg],
        args: &[ast::Expr],
        members: &[Member],
        expect: &Expect,
        span: Span,
    ) -> Ex {
        let site = Type::Class(class_ty.clone());
        let is_interface = self.t.is_interface(class_ty.class);
        let mut args = self.args(args);
        let chosen = if is_interface {
            if let Expect::To(target) = expect {
                self.sub(&site, target);
            }
            if let Some(first) = args.first() {
                let at = first.ast.span;
                self.error("E0220", "an interface has no constructor to take arguments", at, "no arguments here");
            }
            args.clear();
            None
        } else {
            match self.resolve_constructor(&site, explicit, &mut args, expect, named) {
                Some((chosen, _)) => Some(chosen),
                None => return self.error_ex(span),
            }
        };
        let outer_type = outer.as_ref().map(|o| o.ty.clone());
        let mut values: Vec<Expr> = outer.into_iter().map(|o| self.not_null(o.hir, span)).collect();
        if let Some(c) = &chosen {
            values.extend(self.passed(c, args, span));
        }
        let site = self.settle(&site);
        self.scope.is_static = self.in_static_context();
        let mut found = Vec::new();
        let class = declare::declare_anonymous_class(self.t, site.clone(), members, span, &self.scope, &mut found);
        self.diags.append(&mut found);
        let Some(&constructor) = self.t.class(class).constructors.first() else { return self.error_ex(span) };
        if let Some(c) = &chosen {
            self.adopt_constructor(constructor, c.method, outer_type.as_ref());
        }
        self.class(class);
        // `var x = new Object() { int f; }` may use `f`: the type is the class itself.
        let made = self.emit_new(class, constructor, None, values, Type::class(class), span);
        match expect {
            // So does `id(new Object() { int f; })`, and what a lambda gives: `map(i -> new Object() { int square = i * i; })`.
            Expect::None | Expect::Arg => made,
            Expect::To(target) if matches!(self.zonk(target), Type::Infer(_)) => made,
            _ => {
                let erased = self.erase(&site);
                Ex { hir: self.reference_to(made.hir, &erased), ty: site }
            }
        }
    }

    /// Runs `f` where the initialisers of `class` stand.
    pub fn in_class_context<R>(&mut self, class: ClassId, f: impl FnOnce(&mut Self) -> R) -> R {
        let scope = std::mem::replace(&mut self.scope, self.t.class_scope(class, true));
        let is_local = {
            let mut c = Some(class);
            let mut local = false;
            while let Some(id) = c {
                local |= self.t.class(id).local_scope.is_some();
                c = self.t.class(id).outer;
            }
            local
        };
        let saved = if is_local {
            None
        } else {
            let mut chain = Vec::new();
            let mut c = Some(class);
            while let Some(id) = c {
                chain.push(id);
                c = self.t.class(id).outer;
            }
            let env = chain
                .into_iter()
                .rev()
                .map(|class| {
                    Env::Class(ClassCtx {
                        class,
                        is_lambda: false,
                        is_static: !self.t.class(class).is_inner,
                        captures: Vec::new(),
                        parameters: None,
                        self_instantiated: false,
                        made_without_object: None,
                    })
                })
                .collect();
            Some(std::mem::replace(&mut self.env, env))
        };
        self.env.push(Env::Frame(Box::new(Frame::new(None, true, Return::Forbidden))));
        let out = f(self);
        self.env.pop();
        if let Some(env) = saved {
            self.env = env;
        }
        self.scope = scope;
        out
    }
}
