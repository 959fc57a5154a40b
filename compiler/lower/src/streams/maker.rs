//! The method that a parallel stream becomes, while it is made: its parameters are what the stream takes from around it.

use super::chain::stripped;
use super::inline::Function;
use super::tree::expr;
use smol_str::SmolStr;
use somd_hir::walk;
use somd_hir::{
    Block, CallKind, ClassId, ClassKind, Expr, ExprKind, LabelId, Local, LocalId, Method, MethodId, MethodKind,
    Program, Somd, Stmt, StmtKind, Ty,
};
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

pub struct Maker<'p> {
    pub program: &'p Program,
    within: MethodId,
    /// The whole expression: the loop that it becomes has its place.
    pub at: Span,
    pub locals: Vec<Local>,
    params: Vec<LocalId>,
    /// What the parameters are given, in the terms of the method around.
    args: Vec<Expr>,
    pub labels: u32,
    /// Inside this many methods that stand in place of their calls.
    pub depth: u32,
    /// Inside this many streams of iterations.
    pub inside: u32,
    /// What comes before all else.
    pub prologue: Vec<Stmt>,
    /// The object that `this` is, in those terms.
    this: Option<Expr>,
    /// The lambdas whose bodies have been put in their place.
    pub inlined: BTreeSet<MethodId>,
    /// See [`Somd::folds`].
    pub folds: BTreeMap<LabelId, (LocalId, ReduceOp)>,
}

impl<'p> Maker<'p> {
    pub fn new(program: &'p Program, within: MethodId, at: Span) -> Maker<'p> {
        Maker {
            program,
            within,
            at,
            locals: Vec::new(),
            params: Vec::new(),
            args: Vec::new(),
            labels: 0,
            depth: 0,
            inside: 0,
            prologue: Vec::new(),
            this: None,
            inlined: BTreeSet::new(),
            folds: BTreeMap::new(),
        }
    }

    /// A new local variable, read.
    pub fn local(&mut self, name: &str, ty: &Ty, span: Span) -> Expr {
        let local = LocalId(self.locals.len() as u32);
        let name = name.into();
        self.locals.push(Local { name, ty: ty.clone(), is_final: false, dist: None, shared: false, blank: None, span });
        expr(ExprKind::Local(local), ty.clone(), span)
    }

    pub fn label(&mut self) -> LabelId {
        self.labels += 1;
        LabelId(self.labels - 1)
    }

    /// `e` of the method around, evaluated before the call.
    pub fn take(&mut self, e: &Expr) -> Expr {
        if matches!(e.kind, ExprKind::Lit(_)) {
            return e.clone();
        }
        let same = |a: &Expr| match (&a.kind, &e.kind) {
            (ExprKind::This, ExprKind::This) => true,
            (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
            (ExprKind::Field { object: Some(a), field: f }, ExprKind::Field { object: Some(b), field: g }) => {
                f == g && matches!(a.kind, ExprKind::This) && matches!(b.kind, ExprKind::This) && self.in_lambda()
            }
            _ => false,
        };
        if self.this.as_ref().is_some_and(same) {
            return Expr { kind: ExprKind::This, ..e.clone() };
        }
        if let Some(k) = self.args.iter().position(same) {
            return expr(ExprKind::Local(self.params[k]), e.ty.clone(), e.span);
        }
        if self.this.is_none() && self.is_this(e) {
            self.this = Some(e.clone());
            return Expr { kind: ExprKind::This, ..e.clone() };
        }
        let m = self.program.method(self.within);
        let name: SmolStr = match &e.kind {
            ExprKind::Local(l) => m.locals[l.index()].name.clone(),
            ExprKind::Field { field, .. } => {
                let name = &self.program.field(*field).name;
                name.strip_prefix("val$").unwrap_or(name).into()
            }
            _ => "given".into(),
        };
        let param = self.local(&name, &e.ty, e.span);
        self.params.push(LocalId(self.locals.len() as u32 - 1));
        self.args.push(e.clone());
        param
    }

    /// A parameter or a literal.
    pub fn is_param(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Lit(_) => true,
            ExprKind::Local(l) => self.params.contains(l),
            _ => false,
        }
    }

    fn in_lambda(&self) -> bool {
        let class = self.program.method(self.within).class;
        matches!(self.program.class(class).kind, ClassKind::Lambda { .. })
    }

    /// `this`, or the object around a lambda.
    fn is_this(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::This => !self.in_lambda(),
            ExprKind::Field { object: Some(object), field } => {
                matches!(object.kind, ExprKind::This)
                    && self.in_lambda()
                    && self.program.field(*field).name.starts_with("this$")
            }
            _ => false,
        }
    }

    /// A function that the method around gives the stream.
    pub fn function(&mut self, e: &Expr) -> Option<Function> {
        let e = &self.known(e);
        Function::of(self.program, e, &mut |e| self.take(e))
    }

    /// The lambda that a function is: in a variable that is given no other, or what `Function.identity()` gives.
    pub fn known(&self, e: &Expr) -> Expr {
        let found = match &stripped(e).kind {
            ExprKind::Call { method, receiver: None, args, .. } if args.is_empty() => {
                let m = self.program.method(*method);
                let of_functions = self.program.class(m.class).name.starts_with("java.util.function.");
                match m.body.as_ref().filter(|_| of_functions).map(|b| b.stmts.as_slice()) {
                    Some([Stmt { kind: StmtKind::Return(Some(made)), .. }]) => Some(made),
                    _ => None,
                }
            }
            ExprKind::Local(local) if self.inside == 0 => self.declared(*local),
            _ => None,
        };
        found.unwrap_or(e).clone()
    }

    /// What a variable of the method around is declared as, where nothing else is assigned to it.
    fn declared(&self, local: LocalId) -> Option<&Expr> {
        let body = self.program.method(self.within).body.as_ref()?;
        let mut found = None;
        walk::stmts_in(body, &mut |s| {
            if let StmtKind::Local { local: l, init: Some(init) } = &s.kind
                && *l == local
            {
                found = Some(init);
            }
        });
        found.filter(|_| !crate::walk::assigned_in(body).contains(&local))
    }

    /// `value.intValue()` of a box.
    pub fn unboxing(&self, value: Expr, ty: &Ty) -> Option<Expr> {
        let Ty::Class(class) = value.ty else { return None };
        let name = format!("{}Value", super::primitive_name(ty)?);
        let takes_out = |m: &&MethodId| {
            let m = self.program.method(**m);
            m.name == name && m.params.is_empty() && (m.body.is_some() || m.native.is_some())
        };
        let method = *self.program.class(class).methods.iter().find(takes_out)?;
        let (span, receiver) = (value.span, Some(Box::new(value)));
        let kind = ExprKind::Call { kind: CallKind::Virtual, method, receiver, args: Vec::new() };
        Some(expr(kind, ty.clone(), span))
    }

    pub fn is_own_param(&self, local: LocalId) -> bool {
        self.params.contains(&local)
    }

    /// The class that the method is to be in.
    pub fn class(&self) -> ClassId {
        let mut class = self.program.method(self.within).class;
        if let Some(Expr { ty: Ty::Class(c), .. }) = &self.this {
            return *c;
        }
        while let (ClassKind::Lambda { .. }, Some(outer)) =
            (&self.program.class(class).kind, self.program.class(class).outer)
        {
            class = outer;
        }
        class
    }

    /// The method with this body, which a program is to have as `id`, and its call in the place of the stream.
    pub fn finish(mut self, id: MethodId, stmts: Vec<Stmt>, ret: &Ty, what: Option<&'static str>) -> (Method, Expr) {
        // No variable of Java hides another of its method.
        let mut names = BTreeSet::new();
        for local in &mut self.locals {
            let (name, mut n) = (local.name.clone(), 1);
            while !names.insert(local.name.clone()) {
                n += 1;
                local.name = format!("{name}{n}").into();
            }
        }
        let mut prologue = std::mem::take(&mut self.prologue);
        prologue.extend(stmts);
        let stmts = prologue;
        let within = self.program.method(self.within);
        let at = self.at;
        let class = self.class();
        let is_static = self.this.is_none();
        let method = Method {
            class,
            name: self.free_name(class),
            display: within.display.clone(),
            kind: MethodKind::Method,
            is_static,
            is_abstract: false,
            is_virtual: false,
            params: self.params,
            locals: self.locals,
            slots: Vec::new(),
            ret: ret.clone(),
            throws: Vec::new(),
            body: Some(Block { stmts, span: at }),
            native: None,
            declared_local: None,
            somd: what.map(|what| Somd { reduce: None, ranges: None, library: Some(what), folds: self.folds }),
            fast_math: within.fast_math,
            cold: false,
            assert_offload: None,
            name_span: at,
            span: at,
        };
        let kind = if is_static { CallKind::Static } else { CallKind::Special };
        let call = ExprKind::Call { kind, method: id, receiver: self.this.map(Box::new), args: self.args };
        (method, expr(call, ret.clone(), at))
    }

    /// After the method that the stream stands in: `product_stream`, `product_stream2`.
    fn free_name(&self, class: ClassId) -> SmolStr {
        let program = self.program;
        let within = program.method(self.within).name.as_str();
        let plain = !within.is_empty() && within.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let wish = if plain { format!("{within}_stream") } else { "stream".into() };
        let taken = |name: &str| program.class(class).methods.iter().any(|m| program.method(*m).name == name);
        let further = (2..).map(|n| format!("{wish}{n}"));
        std::iter::once(wish.clone()).chain(further).find(|name| !taken(name)).unwrap_or_default().into()
    }

    pub fn is_value(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Class(c) if self.program.class(*c).is_value)
    }

    /// A static method of the library that takes these types, where the program has its body.
    pub fn library(&self, class: &str, name: &str, types: &[Ty]) -> Option<MethodId> {
        let class = self.program.classes.iter().find(|c| c.name == class)?;
        class.methods.iter().copied().find(|&m| {
            let m = self.program.method(m);
            let takes = m.params.iter().map(|p| &m.locals[p.index()].ty);
            m.name == name && m.is_static && takes.eq(types) && (m.body.is_some() || m.native.is_some())
        })
    }

    pub fn call(&self, method: MethodId, args: Vec<Expr>, span: Span) -> Expr {
        let ret = self.program.method(method).ret.clone();
        expr(ExprKind::Call { kind: CallKind::Static, method, receiver: None, args }, ret, span)
    }

    /// `value` in a box.
    pub fn boxing(&self, value: Expr) -> Option<Expr> {
        let name = match value.ty {
            Ty::Boolean => "java.lang.Boolean",
            Ty::Byte => "java.lang.Byte",
            Ty::Short => "java.lang.Short",
            Ty::Char => "java.lang.Character",
            Ty::Int => "java.lang.Integer",
            Ty::Long => "java.lang.Long",
            Ty::Float => "java.lang.Float",
            Ty::Double => "java.lang.Double",
            _ => return None,
        };
        let class = self.program.classes.iter().position(|c| c.name == name)?;
        let method = self.program.boxing(&Ty::Class(ClassId(class as u32)))?;
        let span = value.span;
        Some(self.call(method, vec![value], span))
    }

    /// A local variable that has this value.
    pub fn keep(&mut self, name: &str, value: Expr, out: &mut Vec<Stmt>) -> Expr {
        let span = value.span;
        let read = self.local(name, &value.ty, span);
        if let ExprKind::Local(local) = read.kind {
            out.push(Stmt { kind: StmtKind::Local { local, init: Some(value) }, span });
        }
        read
    }
}

/// The local that an expression reads.
pub fn local_of(e: &Expr) -> LocalId {
    match e.kind {
        ExprKind::Local(l) => l,
        // Every caller has it from `Maker::local`.
        _ => LocalId(0),
    }
}
