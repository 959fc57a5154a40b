//! Lambdas and method references: each becomes a class with one method and the captured values as fields.

use super::env::{Capture, ClassCtx, Env, Frame, Return};
use super::library::Finished;
use super::names::Named;
use super::overload::Arg;
use super::{Attr, Ex, Expect};
use crate::assemble::MethodBody;
use crate::members::MethodSig;
use crate::table::{ClassDef, Made, MadeOf, MethodDef};
use crate::types::{ClassType, Subst, Type, TypeArg};
use smol_str::SmolStr;
use somd_hir::{
    self as hir, Blank, Block, ClassId, Expr, ExprKind, Local, LocalId, MethodId, Place, Stmt, StmtKind, Ty,
};
use somd_syntax::ast::{self, ExprKind as A, LambdaBody};
use somd_syntax::source::Span;

/// A lambda's class while its body is attributed.
struct Open {
    class: ClassId,
    method: MethodId,
    /// Erased, as the interface declares it.
    ret: Ty,
}

impl Attr<'_> {
    /// The interface that a lambda or reference implements, its method, and what else its target says that it is:
    /// `(Runnable & Named) () -> …`.
    fn function(&mut self, expect: &Expect, what: &str, span: Span) -> Option<(Type, MethodSig, Vec<Type>)> {
        let target = match expect.ty() {
            Some(t) => self.zonk(t),
            None => {
                self.error(
                    "E0227",
                    format!("a {what} needs to know its interface"),
                    span,
                    "nothing here says which interface it implements",
                );
                return None;
            }
        };
        if target.is_error() {
            return None;
        }
        let target = if matches!(target, Type::Infer(_)) { self.settle(&target) } else { target };
        let function = self.t.function_type(&target).unwrap_or_else(|| target.clone());
        match self.t.functional_method(&function) {
            Some(sig) => {
                let also = match &target {
                    Type::Intersection(parts) => {
                        let others = parts.iter().filter(|p| p.class_id() != function.class_id());
                        others.map(|p| self.t.erasure(p)).collect()
                    }
                    _ => Vec::new(),
                };
                Some((function, sig, also))
            }
            None => {
                let shown = self.show(&target);
                self.error(
                    "E0227",
                    format!("{shown} is not a functional interface"),
                    span,
                    format!("a {what} cannot be a {shown}"),
                );
                None
            }
        }
    }

    pub fn lambda(&mut self, params: &[ast::LambdaParam], body: &LambdaBody, expect: &Expect, span: Span) -> Ex {
        let typed = self.typed_target(params, expect).map(Expect::To);
        let expect = typed.as_ref().unwrap_or(expect);
        let Some((target, sig, also)) = self.function(expect, "lambda", span) else { return self.error_ex(span) };
        if sig.params.len() != params.len() {
            let n = sig.params.len();
            let shown = self.show(&target);
            self.error(
                "E0228",
                format!("{shown} has {n} parameters"),
                span,
                format!("this lambda has {}", params.len()),
            );
            return self.error_ex(span);
        }
        let mut types = Vec::new();
        for (p, formal) in params.iter().zip(&sig.params) {
            types.push(match &p.ty {
                Some(ty) if ty.kind != ast::TypeExprKind::Var => {
                    let ty = self.resolve(ty);
                    if !self.equal(&ty, formal) {
                        let (a, b) = (self.show(&ty), self.show(formal));
                        self.error(
                            "E0201",
                            format!("mismatched types: expected {b}, found {a}"),
                            p.name.span,
                            format!("the interface gives {b}"),
                        );
                    }
                    ty
                }
                _ => {
                    let t = self.settle(formal);
                    self.t.upward(&t)
                }
            });
        }
        let within = Some(self.current_method_name());
        let open = self.open_lambda(&target, also, &sig, within, span);
        let names: Vec<&ast::Ident> = params.iter().map(|p| &p.name).collect();
        let mut stmts = self.lambda_params(&open, &names, &types);
        for (p, name) in params.iter().zip(&names) {
            if p.modifiers.has(ast::Modifier::Final)
                && let Some((_, l)) = self.find_local(&name.name)
            {
                self.frame().vars[l.index()].declared_final = true;
            }
        }
        let ret = self.zonk(&sig.ret);
        match body {
            LambdaBody::Expr(e) => {
                if ret == Type::Void {
                    let ex = self.expr(e, &Expect::None);
                    if !is_statement(e) && !ex.is_error() {
                        self.error("E0229", "this lambda gives no value", e.span, "an expression that does nothing");
                    }
                    stmts.push(Stmt { kind: StmtKind::Expr(super::stmt::discarded(ex.hir)), span: e.span });
                } else {
                    let ex = self.expr(e, &Expect::To(ret.clone()));
                    let value = self.lambda_result(ex, &ret, &open.ret);
                    stmts.push(Stmt { kind: StmtKind::Return(Some(value)), span: e.span });
                }
            }
            LambdaBody::Block(b) => {
                self.frame().ret = Return::Lambda { target: ret, declared: open.ret.clone() };
                let block = self.block(b);
                stmts.extend(block.stmts);
            }
        }
        let block = Block { stmts, span };
        self.learn_throws(&sig, &block);
        self.close_lambda(open, target, block, span)
    }

    /// The parameterisation that the written types of a lambda's parameters choose among those a target with wildcards allows
    /// (JLS 18.5.3).
    fn typed_target(&mut self, params: &[ast::LambdaParam], expect: &Expect) -> Option<Type> {
        let target = self.zonk(expect.ty()?);
        let Type::Class(class) = &target else { return None };
        let untyped = |p: &ast::LambdaParam| p.ty.as_ref().is_none_or(|ty| ty.kind == ast::TypeExprKind::Var);
        if !class.args.iter().any(TypeArg::is_wildcard) || params.iter().any(untyped) {
            return None;
        }
        let type_params = self.t.class(class.class).type_params.clone();
        let fresh = self.fresh_at(&type_params, &Subst::default());
        let unknown: Vec<Type> = type_params.iter().map(|&v| fresh.apply(&Type::Var(v))).collect();
        let args = unknown.iter().cloned().map(TypeArg::Is).collect();
        let sig = self.t.functional_method(&Type::Class(ClassType { class: class.class, args }))?;
        for (p, formal) in params.iter().zip(&sig.params) {
            let ty = self.resolve(p.ty.as_ref()?);
            if !self.equal(&ty, formal) {
                return None;
            }
        }
        let args = unknown.iter().zip(class.args.iter()).map(|(unknown, arg)| match self.zonk(unknown) {
            Type::Infer(_) => arg.clone(),
            ty => TypeArg::Is(ty),
        });
        let chosen = Type::Class(ClassType { class: class.class, args: args.collect() });
        self.sub(&chosen, &target).then_some(chosen)
    }

    /// What the written types of a lambda's parameters say about the unknowns of the interface it is for, before anything else
    /// about it is read (JLS 18.2.1).
    pub fn learn_typed(&mut self, params: &[ast::LambdaParam], formal: &Type) {
        let typed = |p: &ast::LambdaParam| p.ty.as_ref().is_some_and(|ty| ty.kind != ast::TypeExprKind::Var);
        if params.is_empty() || !Self::has_infer(formal) || !params.iter().all(typed) {
            return;
        }
        let (before, told) = (self.infer.clone(), self.diags.len());
        if !self.typed_fit(params, formal) {
            self.infer = before;
        }
        self.diags.truncate(told);
    }

    fn typed_fit(&mut self, params: &[ast::LambdaParam], formal: &Type) -> bool {
        let formal = self.zonk(formal);
        if matches!(&formal, Type::Class(c) if c.args.iter().any(TypeArg::is_wildcard)) {
            return self.typed_target(params, &Expect::To(formal)).is_some();
        }
        let Some(sig) = self.t.functional_method(&formal) else { return false };
        sig.params.len() == params.len()
            && params.iter().zip(&sig.params).all(|(p, formal)| {
                let Some(ty) = &p.ty else { return false };
                let ty = self.resolve(ty);
                self.equal(&ty, formal)
            })
    }

    /// A lambda's value as the interface's erased result; an unknown result type learns from it.
    pub fn lambda_result(&mut self, ex: Ex, ret: &Type, declared: &Ty) -> Expr {
        if ex.ty == Type::Void || !self.fits(&ex, ret, true, true) {
            self.mismatch(&ex, ret);
            return ex.hir;
        }
        self.arg_value(ex, ret, declared)
    }

    fn open_lambda(
        &mut self,
        target: &Type,
        also: Vec<Type>,
        sig: &MethodSig,
        within: Option<SmolStr>,
        span: Span,
    ) -> Open {
        let outer = self.current_class();
        let top = self.t.class(outer);
        let (unit, package, is_library) = (top.unit, top.package.clone(), top.is_library);
        let (outer_name, outer_binary) = (top.name.clone(), top.binary_name.clone());
        let n = self.lambda_count.entry(outer).and_modify(|n| *n += 1).or_insert(0).to_owned();
        let target = self.zonk_erasable(target);
        let erased = self.t.erasure(&target);
        let class = self.t.add_class(ClassDef {
            simple_name: format!("lambda{n}").into(),
            name: format!("{outer_name}.lambda{n}").into(),
            binary_name: format!("{outer_binary}$lambda${n}").into(),
            package,
            kind: ast::TypeKind::Class,
            modifiers: ast::Modifiers { list: vec![(ast::Modifier::Final, Span::NONE)], ..Default::default() },
            is_value: false,
            is_library,
            lambda: None,
            outer: Some(outer),
            is_inner: false,
            outer_this: None,
            type_params: Vec::new(),
            outer_params: 0,
            superclass: Some(self.t.object()),
            interfaces: std::iter::once(erased).chain(also).collect(),
            permits: Vec::new(),
            fields: Default::default(),
            methods: Default::default(),
            constructors: Vec::new(),
            member_types: Default::default(),
            constants: Vec::new(),
            components: Vec::new(),
            local_scope: None,
            decl: None,
            unit,
            lacks_supertype: false,
            span,
        });
        let declared = self.t.method(sig.method);
        let (name, declared_throws) = (declared.name.clone(), declared.throws.clone());
        let params: Vec<Type> = declared.params.clone().iter().map(|p| self.t.erasure(p)).collect();
        let ret = self.t.erasure(&self.t.method(sig.method).ret.clone());
        let erased_ret = self.erase(&ret);
        // What the target's type arguments make of a type variable; one that is not decided yet takes all that its bound allows.
        let throws = sig.throws.iter().zip(&declared_throws).map(|(t, declared)| match self.zonk(t) {
            t if Self::has_infer(&t) => self.t.erasure(declared),
            t => self.t.erasure(&t),
        });
        let throws = throws.collect();
        let names = (0..params.len()).map(|i| format!("p{i}").into()).collect();
        let method = self.t.add_method(made_method(class, &name, params, names, ret, throws, span));
        self.t.class_mut(class).lambda = Some(MadeOf { method, within });
        self.env.push(Env::Class(ClassCtx {
            class,
            is_lambda: true,
            is_static: false,
            captures: Vec::new(),
            parameters: None,
            self_instantiated: false,
            made_without_object: None,
        }));
        self.env.push(Env::Frame(Box::new(Frame::new(Some(method), false, Return::Forbidden))));
        Open { class, method, ret: erased_ret }
    }

    fn zonk_erasable(&mut self, ty: &Type) -> Type {
        match ty {
            Type::Class(c) => Type::class(c.class),
            t => self.settle(t),
        }
    }

    /// Declares the parameters; one whose type the interface erases gets a local of its own type.
    fn lambda_params(&mut self, open: &Open, names: &[&ast::Ident], types: &[Type]) -> Vec<Stmt> {
        let declared: Vec<Ty> = self.t.method(open.method).params.clone().iter().map(|p| self.erase(p)).collect();
        let mut stmts = Vec::new();
        let mut precise = Vec::new();
        for ((name, ty), declared) in names.iter().zip(types).zip(&declared) {
            if self.erase(ty) == *declared {
                self.declare(name, ty.clone(), None, true);
            } else {
                let raw = self.temp(&format!("{}$", name.name), self.t.object(), name.span);
                self.frame().locals[raw.index()].ty = declared.clone();
                precise.push((raw, *name, ty));
            }
        }
        for (raw, name, ty) in precise {
            let raw_ty = self.frame().locals[raw.index()].ty.clone();
            let local = self.declare(name, ty.clone(), None, true);
            let wanted = self.erase(ty);
            let read = Expr { kind: ExprKind::Local(raw), ty: raw_ty, span: name.span };
            let init = Some(self.reference_to(read, &wanted));
            stmts.push(Stmt { kind: StmtKind::Local { local, init }, span: name.span });
        }
        stmts
    }

    fn close_lambda(&mut self, open: Open, target: Type, block: Block, span: Span) -> Ex {
        let count = self.t.method(open.method).params.len();
        self.finish_frame(open.method, count, Some(block), None);
        let captures = match self.env.pop() {
            Some(Env::Class(c)) => c.captures,
            _ => Vec::new(),
        };
        let constructor = self.capture_constructor(open.class, &captures, span);
        let args: Vec<Expr> = captures.iter().map(|c| self.capture_value(c)).collect();
        let owner = Ty::Class(open.class);
        let new = Expr { kind: ExprKind::New { class: open.class, constructor, args }, ty: owner, span };
        let wanted = self.erase(&target);
        Ex { hir: self.reference_to(new, &wanted), ty: target }
    }

    /// A constructor that only stores the captured values.
    fn capture_constructor(&mut self, class: ClassId, captures: &[Capture], span: Span) -> MethodId {
        let params: Vec<Type> = captures.iter().map(|c| self.t.erasure(&c.ty)).collect();
        let names = captures.iter().map(|c| c.name.clone()).collect();
        let id = self.t.add_method(made_method(class, "<init>", params, names, Type::Void, Vec::new(), span));
        let mut body = MethodBody::default();
        let mut stmts = Vec::new();
        for c in captures {
            let ty = self.erase(&c.ty);
            let local = LocalId(body.locals.len() as u32);
            body.locals.push(Local {
                name: c.name.clone(),
                ty: ty.clone(),
                is_final: true,
                dist: None,
                shared: false,
                blank: None,
                span,
            });
            body.params.push(local);
            stmts.push(self.store_field(class, c.field, Expr { kind: ExprKind::Local(local), ty, span }, span));
        }
        body.block = Some(Block { stmts, span });
        self.keep(id, body);
        id
    }

    pub fn store_field(&self, class: ClassId, field: hir::FieldId, value: Expr, span: Span) -> Stmt {
        let this = Expr { kind: ExprKind::This, ty: Ty::Class(class), span };
        let ty = value.ty.clone();
        let place = Place::Field { object: Some(Box::new(this)), field };
        Stmt { kind: StmtKind::Expr(Expr { kind: ExprKind::Assign { place, value: Box::new(value) }, ty, span }), span }
    }

    /// For a class that captures: a constructor that takes the captured values after the others, stores them, and goes on to
    /// the one the source has.
    pub fn wrap_constructor(&mut self, class: ClassId, inner: MethodId, captures: &[Capture], span: Span) {
        let def = self.t.method(inner);
        let mut params: Vec<(smol_str::SmolStr, Type)> = def.hidden.clone();
        params.extend(def.param_names.iter().cloned().zip(def.params.iter().cloned()));
        let own = params.len();
        params.extend(captures.iter().map(|c| (c.name.clone(), c.ty.clone())));
        let types: Vec<Type> = params.iter().map(|(_, t)| self.t.erasure(t)).collect();
        let names = params.iter().map(|(n, _)| n.clone()).collect();
        let throws = self.t.method(inner).throws.clone();
        let id = self.t.add_method(made_method(class, "<init>", types.clone(), names, Type::Void, throws, span));
        let mut body = MethodBody::default();
        let mut reads = Vec::new();
        for ((name, _), ty) in params.iter().zip(&types) {
            let ty = self.erase(ty);
            let local = LocalId(body.locals.len() as u32);
            body.locals.push(Local {
                name: name.clone(),
                ty: ty.clone(),
                is_final: true,
                dist: None,
                shared: false,
                blank: None,
                span,
            });
            body.params.push(local);
            reads.push(Expr { kind: ExprKind::Local(local), ty, span });
        }
        let values = reads.split_off(own);
        let mut stmts: Vec<Stmt> =
            captures.iter().zip(values).map(|(c, v)| self.store_field(class, c.field, v, span)).collect();
        let this = Expr { kind: ExprKind::This, ty: Ty::Class(class), span };
        let call =
            ExprKind::Call { kind: hir::CallKind::Special, method: inner, receiver: Some(Box::new(this)), args: reads };
        stmts.push(Stmt { kind: StmtKind::Expr(Expr { kind: call, ty: Ty::Void, span }), span });
        body.block = Some(Block { stmts, span });
        self.keep(id, body);
        self.wrappers.insert(inner, id);
    }

    // ---- method references ----------------------------------------------------------------------------------------------

    pub fn method_ref(
        &mut self,
        target: &ast::MethodRefTarget,
        type_args: &[ast::TypeArg],
        name: &ast::Ident,
        expect: &Expect,
        span: Span,
    ) -> Ex {
        let Some((function, sig, also)) = self.function(expect, "method reference", span) else {
            return self.error_ex(span);
        };
        let explicit = self.explicit_args(type_args);
        // The receiver is evaluated when the reference is, and kept.
        let mut prologue = None;
        let mut on_this = false;
        let mut is_super = false;
        let site: Type;
        let mut bound: Option<(usize, LocalId)> = None;
        match target {
            ast::MethodRefTarget::Type(t) => site = self.resolve(t),
            ast::MethodRefTarget::Super(qualifier) => {
                let object = self.super_object(qualifier.as_deref(), span);
                site = object.ty;
                on_this = true;
                is_super = true;
            }
            ast::MethodRefTarget::Expr(e) => {
                let named = match &e.kind {
                    A::Name(_) | A::Field(..) => self.named(e),
                    A::This => {
                        on_this = true;
                        Named::Value(self.expr(e, &Expect::None))
                    }
                    _ => Named::Value(self.expr(e, &Expect::None)),
                };
                match named {
                    Named::Type(t) => site = t,
                    Named::Package(p) => {
                        self.error("E0200", format!("`{p}` is not known"), e.span, "no variable or class of this name");
                        return self.error_ex(span);
                    }
                    Named::Value(ex) => {
                        site = self.settle(&ex.ty);
                        if !on_this && !site.is_error() {
                            let frame = self.env.iter().rposition(|e| matches!(e, Env::Frame(_))).unwrap_or(0);
                            let local = self.temp("receiver", site.clone(), e.span);
                            bound = Some((frame, local));
                            let object = self.not_null(ex.hir, e.span);
                            prologue = Some(Stmt { kind: StmtKind::Local { local, init: Some(object) }, span: e.span });
                        }
                    }
                }
            }
        }
        if site.is_error() {
            return self.error_ex(span);
        }
        let unbound_type = bound.is_none() && !on_this;
        if unbound_type && name.name != "new" {
            self.learn_receiver(&site, name, &sig);
        }
        let types: Vec<Type> = sig
            .params
            .iter()
            .map(|p| {
                let t = self.settle(p);
                self.t.upward(&t)
            })
            .collect();
        let open = self.open_lambda(&function, also, &sig, None, span);
        let idents: Vec<ast::Ident> =
            (0..types.len()).map(|i| ast::Ident { name: format!("a{i}$").into(), span }).collect();
        let mut stmts = self.lambda_params(&open, &idents.iter().collect::<Vec<_>>(), &types);
        let found: Vec<(usize, LocalId)> = idents.iter().filter_map(|id| self.find_local(&id.name)).collect();
        let values: Vec<Ex> = found.into_iter().map(|(f, l)| self.read_local(f, l, span)).collect();
        let ret = self.zonk(&sig.ret);
        let result = if name.name == "new" {
            self.referred_constructor(&site, &explicit, values, Some(&ret), span)
        } else {
            let receiver = match bound {
                Some((f, l)) => Some(self.read_local(f, l, span)),
                None if on_this => match self.enclosing(|_| true) {
                    Some((at, true)) => {
                        let object = self.this_at(at, span);
                        let erased = self.erase(&site);
                        Some(Ex { hir: self.reference_to(object.hir, &erased), ty: site.clone() })
                    }
                    _ => Some(self.no_this("`this`", Span::NONE, span)),
                },
                None => None,
            };
            // What the interface gives says what the method's own type parameters are (JLS 18.2.1).
            let expect = if ret == Type::Void { Expect::Arg } else { Expect::To(ret.clone()) };
            self.referred_method(&site, receiver, is_super, name, &explicit, values, &expect, span)
        };
        let ret = self.zonk(&ret);
        if ret == Type::Void {
            stmts.push(Stmt { kind: StmtKind::Expr(super::stmt::discarded(result.hir)), span });
        } else {
            let value = self.lambda_result(result, &ret, &open.ret);
            stmts.push(Stmt { kind: StmtKind::Return(Some(value)), span });
        }
        let block = Block { stmts, span };
        self.learn_throws(&sig, &block);
        let made = self.close_lambda(open, function, block, span);
        match prologue {
            Some(stmt) => {
                let ty = made.ty.clone();
                self.ex(ExprKind::Sequence(vec![stmt], Box::new(made.hir)), ty, span)
            }
            None => made,
        }
    }

    /// `Person::name` says that the first parameter is a `Person`, where nothing else does.
    fn learn_receiver(&mut self, site: &Type, name: &ast::Ident, sig: &MethodSig) {
        let Some(first) = sig.params.first().map(|p| self.zonk(p)) else { return };
        if !Self::has_infer(&first) {
            return;
        }
        let methods = self.t.methods_named(site, &name.name);
        let n = sig.params.len();
        if !methods.is_empty()
            && methods.iter().all(|&m| !self.t.method(m).is_static && self.t.method(m).params.len() + 1 == n)
        {
            let site = self.generic_site(site);
            self.sub(&first, &site);
        } else if let [m] = methods.as_slice()
            && self.t.method(*m).is_static
            && self.t.method(*m).type_params.is_empty()
        {
            let params = self.t.method(*m).params.clone();
            for (p, q) in sig.params.clone().iter().zip(&params) {
                let q = match q {
                    Type::Prim(p) => self.t.boxed(*p),
                    t => t.clone(),
                };
                self.sub(p, &q);
            }
        }
    }

    /// A raw class name as the site of a reference: its arguments are unknowns.
    fn generic_site(&mut self, site: &Type) -> Type {
        match site {
            Type::Class(c) if c.args.is_empty() && !self.t.class(c.class).type_params.is_empty() => {
                let params = self.t.class(c.class).type_params.clone();
                let subst = self.fresh_for(&params);
                Type::Class(subst.apply_class(&self.t.this_type(c.class)))
            }
            t => t.clone(),
        }
    }

    /// What `C::new` gives for values; `ret` is what is wanted, where that is known.
    pub(super) fn referred_constructor(
        &mut self,
        site: &Type,
        explicit: &[crate::types::TypeArg],
        values: Vec<Ex>,
        ret: Option<&Type>,
        span: Span,
    ) -> Ex {
        if site.is_array() {
            let sizes = values.into_iter().map(|v| self.index_value(v)).collect();
            return self.ex(ExprKind::NewArray { sizes }, site.clone(), span);
        }
        let site = self.generic_site(site);
        let Some(class) = site.class_id() else {
            self.error("E0226", format!("{} cannot be made with `new`", self.show(&site)), span, "not a class");
            return self.error_ex(span);
        };
        let def = self.t.class(class);
        if def.is_abstract() || def.is_interface() || def.kind == ast::TypeKind::Enum {
            self.cannot_be_made(class, span);
            return self.error_ex(span);
        }
        let dummy = ast::Expr { kind: A::Error, span };
        let mut args: Vec<Arg<'_>> = values.into_iter().map(|v| Arg { ast: &dummy, ex: Some(v) }).collect();
        let ret = ret.map(|r| self.zonk(r)).filter(Type::is_reference);
        let expect = ret.map_or(Expect::None, Expect::To);
        let Some((chosen, site)) = self.resolve_constructor(&site, explicit, &mut args, &expect, span) else {
            return self.error_ex(span);
        };
        let values = self.passed(&chosen, args, span);
        let ty = self.zonk(&site);
        self.emit_new(class, chosen.method, None, values, ty, span)
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn referred_method(
        &mut self,
        site: &Type,
        receiver: Option<Ex>,
        is_super: bool,
        name: &ast::Ident,
        explicit: &[crate::types::TypeArg],
        mut values: Vec<Ex>,
        expect: &Expect,
        span: Span,
    ) -> Ex {
        let mut receiver = receiver;
        let mut site = site.clone();
        if receiver.is_none() {
            // `T::m`: a static method of all parameters, or a method of the first.
            let n = values.len();
            let methods = self.t.methods_named(&site, &name.name);
            let as_static = methods.iter().any(|&m| {
                let d = self.t.method(m);
                d.is_static && (d.params.len() == n || d.varargs)
            });
            let as_instance = n > 0
                && methods.iter().any(|&m| {
                    let d = self.t.method(m);
                    !d.is_static && (d.params.len() + 1 == n || d.varargs)
                });
            let first_fits = n > 0 && {
                let raw = self.t.erasure(&site);
                self.trial_sub(&values[0].ty.clone(), &raw)
            };
            let static_fits = as_static && (!as_instance || !first_fits || self.static_fits(&site, &methods, &values));
            if as_instance && first_fits && !static_fits {
                let first = values.remove(0);
                if self.t.is_raw(&site) || site.is_array() {
                    site = match site.class_id().and_then(|c| self.t.as_super(&first.ty, c)) {
                        Some(c) => Type::Class(c),
                        None => first.ty.clone(),
                    };
                }
                let erased = self.erase(&site);
                receiver = Some(Ex { hir: self.reference_to(first.hir, &erased), ty: site.clone() });
            }
        }
        self.call_with(site, receiver, is_super, name, explicit, values, expect, span)
    }

    fn trial_sub(&mut self, a: &Type, b: &Type) -> bool {
        let before = self.infer.clone();
        let a = match a {
            Type::Prim(p) => self.t.boxed(*p),
            t => t.clone(),
        };
        let out = self.sub(&a, b);
        self.infer = before;
        out
    }

    fn static_fits(&mut self, site: &Type, methods: &[MethodId], values: &[Ex]) -> bool {
        let before = self.infer.clone();
        let out = methods.iter().any(|&m| {
            let sig = self.t.method_sig_in(site, m);
            if !self.t.method(m).is_static || sig.params.len() != values.len() {
                return false;
            }
            let subst: Subst = self.fresh_at(&sig.type_params, &sig.site);
            values.iter().zip(&sig.params).all(|(v, p)| {
                let p = subst.apply(p);
                self.fits(v, &p, true, false)
            })
        });
        self.infer = before;
        out
    }

    /// Ends the innermost frame: its HIR goes to the output.
    pub fn finish_frame(&mut self, method: MethodId, params: usize, block: Option<Block>, somd: Option<hir::Somd>) {
        if let Some(body) = self.end_frame(params, block, somd) {
            self.keep(method, body);
        }
    }

    pub(super) fn keep(&mut self, method: MethodId, body: MethodBody) {
        self.out.methods.insert(method, body);
        self.demand.finished.push(Finished::Method(method));
    }

    pub fn end_frame(&mut self, params: usize, block: Option<Block>, somd: Option<hir::Somd>) -> Option<MethodBody> {
        let Some(Env::Frame(mut frame)) = self.env.pop() else { return None };
        for (local, info) in frame.locals.iter_mut().zip(&frame.vars) {
            local.is_final = info.initialised && info.assigned.is_empty();
            let effectively_final = info.declared_final || !info.initialised || info.assigned.is_empty();
            let used = info.closed.or(info.captured.map(|(at, _)| at));
            if let Some(at) = used.filter(|_| !info.initialised && !info.declared_final) {
                local.blank = Some(Blank::Used { at, closed: info.closed.is_some() });
            }
            if let (Some(used), false) = (info.closed, effectively_final) {
                let mut d = somd_syntax::diagnostics::Diagnostic::error(
                    "E0262",
                    format!("`{}` changes, so it cannot be a resource", local.name),
                    used,
                )
                .label("what is closed would not be clear")
                .also(local.span, "declared here");
                if let Some(&at) = info.assigned.last() {
                    d = d.also(at, "changed here");
                }
                self.diags.push(d.note("declare a variable for it in the `try`"));
            }
            if let (Some((used, _)), false) = (info.captured, effectively_final) {
                let mut d = somd_syntax::diagnostics::Diagnostic::error(
                    "E0236",
                    format!("`{}` changes, so a lambda or inner class cannot use it", local.name),
                    used,
                )
                .label("used here, from the inside")
                .also(local.span, "declared here");
                if let Some(&at) = info.assigned.last() {
                    d = d.also(at, "changed here");
                }
                self.diags.push(d.note("copy it into a variable that does not change"));
            }
        }
        let ids = (0..params as u32).map(LocalId).collect();
        let types = frame.vars.iter().enumerate().map(|(i, info)| (LocalId(i as u32), self.zonk(&info.ty)));
        let full = types.filter_map(|(local, ty)| Some((local, self.t.more_than_erased(&ty)?))).collect();
        Some(MethodBody { params: ids, locals: frame.locals, block, somd, full })
    }
}

pub(crate) fn made_method(
    class: ClassId,
    name: &str,
    params: Vec<Type>,
    param_names: Vec<smol_str::SmolStr>,
    ret: Type,
    throws: Vec<Type>,
    span: Span,
) -> MethodDef {
    MethodDef {
        class,
        name: name.into(),
        modifiers: ast::Modifiers { list: vec![(ast::Modifier::Public, Span::NONE)], ..Default::default() },
        is_static: false,
        is_abstract: false,
        type_params: Vec::new(),
        hidden: Vec::new(),
        params,
        param_names,
        varargs: false,
        ret,
        throws,
        native: None,
        made: Some(Made::Body),
        decl: None,
        name_span: span,
        span,
    }
}

/// May stand as a statement (JLS 14.8).
pub(crate) fn is_statement(e: &ast::Expr) -> bool {
    use ast::UnaryOp as U;
    match &e.kind {
        A::Call { .. } | A::New { .. } | A::Assign(..) | A::CompoundAssign(..) => true,
        A::Unary(op, _) => matches!(op, U::PreInc | U::PreDec | U::PostInc | U::PostDec),
        A::Connect(..) | A::Map { .. } | A::Error => true,
        A::Paren(_) => false,
        _ => false,
    }
}
