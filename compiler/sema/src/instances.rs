//! SOMD methods whose instances a program can tell apart: those with a partitioner or a reduction of their own.
//!
//! All other SOMD methods mean what one instance does, so that nothing has to say how many there are. These say it in the
//! program's own terms, before types are checked, so that what is wrong with a partitioner's arguments is an ordinary error:
//! - `R m(dist(P(x)) int[] a)` asks the partitioner for ranges, checks them (`somd.Instances`), and calls `m$body(a, ranges)`, which
//!   may use what the ranges keep apart;
//! - `reduce(C(y)) R m(dist int[] a)` runs `m$instance(a, lo, hi)` for every range, whose loops over `a` go from lo to hi, and
//!   combines the results in the order of the ranges.
//!
//! How many ranges there are depends on the length alone, so results do not depend on threads.

use smol_str::SmolStr;
use somd_syntax::ast::*;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;
use std::sync::Arc;

/// The parameter of `m$body` that has the ranges of the instances.
pub const RANGES: &str = "ranges$";
/// What is behind a method's name where it is the part of another.
pub const BODY: &str = "$body";

pub fn separate(unit: &mut CompilationUnit, errors: &mut Vec<Diagnostic>) {
    unit.types.iter_mut().for_each(|t| type_decl(Arc::make_mut(t), errors));
}

fn type_decl(t: &mut TypeDecl, errors: &mut Vec<Diagnostic>) {
    let mut members = Vec::with_capacity(t.members.len());
    for mut m in std::mem::take(&mut t.members) {
        match &mut m {
            Member::Type(inner) => type_decl(Arc::make_mut(inner), errors),
            Member::Method(decl) => {
                if let Some(parts) = method(decl, errors) {
                    members.extend(parts.into_iter().map(|p| Member::Method(Arc::new(p))));
                    continue;
                }
            }
            _ => {}
        }
        members.push(m);
    }
    t.members = members;
}

/// The methods that stand for one with a partitioner or reduction of its own: first the one that is called.
pub fn method(decl: &MethodDecl, errors: &mut Vec<Diagnostic>) -> Option<[MethodDecl; 2]> {
    decl.body.as_ref()?;
    let reduction = match decl.modifiers.reduce.as_deref() {
        Some(ReduceSpec { kind: ReduceKind::User(ty, args), .. }) => Some((ty, args)),
        _ => None,
    };
    let dists: Vec<&Param> = decl.params.iter().filter(|p| p.modifiers.dist.is_some()).collect();
    let partitions = |p: &&&Param| p.modifiers.dist.as_ref().is_some_and(|d| d.partitioner.is_some());
    if dists.is_empty() || reduction.is_none() && !dists.iter().any(|p| partitions(&p)) {
        return None;
    }
    let at = Text { span: decl.name.span };
    let mut stmts = Vec::new();
    let divided: Vec<&Param> = dists.iter().filter(|p| reduction.is_some() || partitions(p)).copied().collect();
    for (k, p) in divided.iter().enumerate() {
        stmts.push(at.ranges(p, k, reduction.is_none()));
    }
    Some(match reduction {
        None => {
            let mut body = decl.clone();
            body.name.name = format!("{}{BODY}", decl.name.name).into();
            private(&mut body, &at);
            body.params.iter_mut().for_each(plain_dist);
            body.params.push(at.param(at.ints(2), RANGES));
            let mut args: Vec<Expr> = decl.params.iter().map(|p| at.name(&p.name.name)).collect();
            args.push(at.name(RANGES));
            let call = at.call(None, &body.name.name, args);
            let void = matches!(decl.ret.as_ref().map(|t| &t.kind), Some(TypeExprKind::Void));
            stmts.push(at.stmt(if void { StmtKind::Expr(call) } else { StmtKind::Return(Some(call)) }));
            [caller(decl, stmts), body]
        }
        Some((ty, args)) => {
            let ret = decl.ret.as_ref()?;
            let instance = instance(decl, &at, &divided, errors);
            let mut values: Vec<Expr> = decl.params.iter().map(|p| at.name(&p.name.name)).collect();
            for k in 0..divided.len() {
                for end in 0..2 {
                    values.push(at.index(at.index(at.name(&ranges_name(k)), at.name("k$")), at.int(end)));
                }
            }
            let count = || at.expr(ExprKind::Field(Box::new(at.name(RANGES)), at.ident("length")));
            let results = Type { kind: TypeExprKind::Array(Box::new(ret.clone()), at.dim()), span: at.span };
            let made = ExprKind::NewArray { ty: results.clone(), sizes: vec![count()], init: None };
            stmts.push(at.local(results, "results$", at.expr(made)));
            let run =
                at.assign(at.index(at.name("results$"), at.name("k$")), at.call(None, &instance.name.name, values));
            stmts.push(at.stmt(StmtKind::For {
                init: vec![at.local(at.ints(0), "k$", at.int(0))],
                cond: Some(Box::new(at.binary(BinaryOp::Lt, at.name("k$"), count()))),
                update: vec![at.expr(ExprKind::Unary(UnaryOp::PostInc, Box::new(at.name("k$"))))],
                body: Box::new(at.stmt(StmtKind::Expr(run))),
            }));
            stmts.push(at.local(at.library("Reduction"), "reduction$", at.make(ty, args)));
            let list = at.call(Some(at.library_name("Instances")), "list", vec![at.name("results$")]);
            let combined = at.call(Some(at.name("reduction$")), "combine", vec![list]);
            let combined = at.cast(boxed(ret, &at), combined);
            stmts.push(at.stmt(StmtKind::Return(Some(combined))));
            [caller(decl, stmts), instance]
        }
    })
}

/// The declared method, with these statements for a body.
fn caller(decl: &MethodDecl, stmts: Vec<Stmt>) -> MethodDecl {
    let mut caller = decl.clone();
    caller.modifiers.reduce = None;
    caller.params.iter_mut().for_each(plain_dist);
    if let Some(body) = &mut caller.body {
        body.stmts = stmts;
    }
    caller
}

/// What a partitioner divides need not be an array; what `dist` alone divides must be one.
fn plain_dist(p: &mut Param) {
    let is_array = matches!(p.ty.kind, TypeExprKind::Array(..));
    if let Some(d) = &mut p.modifiers.dist {
        d.partitioner = None;
        if !is_array {
            p.modifiers.dist = None;
        }
    }
}

fn private(decl: &mut MethodDecl, at: &Text) {
    let access = [Modifier::Public, Modifier::Protected, Modifier::Private, Modifier::Final];
    decl.modifiers.list.retain(|(m, _)| !access.contains(m));
    decl.modifiers.list.push((Modifier::Private, at.span));
    decl.modifiers.annotations.retain(|a| a.name.parts.last().is_some_and(|n| n.name == "FastMath"));
}

fn ranges_name(k: usize) -> String {
    if k == 0 { RANGES.to_string() } else { format!("{RANGES}{k}") }
}

/// The method that runs one instance: its loops over a divided array go over that instance's range.
fn instance(decl: &MethodDecl, at: &Text, divided: &[&Param], errors: &mut Vec<Diagnostic>) -> MethodDecl {
    let mut m = decl.clone();
    m.name.name = format!("{}$instance", decl.name.name).into();
    private(&mut m, at);
    m.modifiers.reduce = None;
    m.params.iter_mut().for_each(|p| p.modifiers.dist = None);
    for k in 0..divided.len() {
        m.params.push(at.param(at.ints(0), &format!("lo{k}$")));
        m.params.push(at.param(at.ints(0), &format!("hi{k}$")));
    }
    let names: Vec<SmolStr> = divided.iter().map(|p| p.name.name.clone()).collect();
    if let Some(body) = &mut m.body {
        let mut clamp = Clamp { at, names, errors };
        body.stmts.iter_mut().for_each(|s| clamp.stmt(s));
    }
    m
}

struct Clamp<'t, 'e> {
    at: &'t Text,
    /// The divided arrays.
    names: Vec<SmolStr>,
    errors: &'e mut Vec<Diagnostic>,
}

impl Clamp<'_, '_> {
    fn stmt(&mut self, s: &mut Stmt) {
        let span = s.span;
        match &mut s.kind {
            StmtKind::Block(b) | StmtKind::Synchronized { body: b, .. } => self.block(b),
            StmtKind::Single(_) | StmtKind::Sync { .. } => self.errors.push(
                Diagnostic::error("E0279", "a step of all instances in a method with a reduction of its own", span)
                    .label("the instances of this method run apart, and meet only in its reduction"),
            ),
            StmtKind::If { then, otherwise, .. } => {
                self.stmt(then);
                otherwise.iter_mut().for_each(|o| self.stmt(o));
            }
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::Labeled { body, .. } => {
                self.stmt(body)
            }
            StmtKind::ForEach { body, .. } => self.stmt(body),
            StmtKind::Try(t) => {
                self.block(&mut t.body);
                t.catches.iter_mut().for_each(|c| self.block(&mut c.body));
                t.finally.iter_mut().for_each(|f| self.block(f));
            }
            StmtKind::Local(d) => {
                d.modifiers.dist = None;
                d.modifiers.list.retain(|(m, _)| *m != Modifier::Shared);
            }
            StmtKind::For { init, cond, update, body } => {
                let divided = self.loop_over(init, cond, update, body);
                if !divided {
                    self.stmt(body);
                }
            }
            _ => {}
        }
    }

    fn block(&mut self, b: &mut Block) {
        b.stmts.iter_mut().for_each(|s| self.stmt(s));
    }

    /// Restricts a loop over a divided array; false where it is none.
    fn loop_over(
        &self,
        init: &mut [Stmt],
        cond: &mut Option<Box<Expr>>,
        update: &[Expr],
        body: &mut Box<Stmt>,
    ) -> bool {
        let ([init], [update]) = (init, update) else { return false };
        let (index, lo) = match &mut init.kind {
            StmtKind::Local(d) => match d.vars.as_mut_slice() {
                [Declarator { name, init: Some(lo), .. }] => (name.name.clone(), Arc::make_mut(lo)),
                _ => return false,
            },
            StmtKind::Expr(Expr { kind: ExprKind::Assign(place, lo), .. }) => match &place.kind {
                ExprKind::Name(name) => (name.clone(), lo.as_mut()),
                _ => return false,
            },
            _ => return false,
        };
        let Some(k) = self.names.iter().position(|n| subscripts(body, n, &index)) else { return false };
        let at = self.at;
        let (from, to) = (format!("lo{k}$"), format!("hi{k}$"));
        let is_index = |e: &Expr| matches!(&e.kind, ExprKind::Name(n) if *n == index);
        let by_one = match &update.kind {
            ExprKind::Unary(UnaryOp::PostInc | UnaryOp::PreInc, e) => is_index(e),
            _ => false,
        };
        let bound = match cond.as_mut().map(|c| &mut c.kind) {
            Some(ExprKind::Binary(op @ (BinaryOp::Lt | BinaryOp::Le), _, a, b)) if is_index(a) && by_one => {
                Some((*op, b))
            }
            _ => None,
        };
        if let Some((op, bound)) = bound {
            *lo = at.math("max", lo.clone(), at.name(&from));
            let last =
                if op == BinaryOp::Lt { at.name(&to) } else { at.binary(BinaryOp::Sub, at.name(&to), at.int(1)) };
            **bound = at.math("min", bound.as_ref().clone(), last);
            return true;
        }
        // Other steps, and counting down: who owns the index runs the iteration.
        let own = at.binary(
            BinaryOp::LogAnd,
            at.binary(BinaryOp::Ge, at.name(&index), at.name(&from)),
            at.binary(BinaryOp::Lt, at.name(&index), at.name(&to)),
        );
        let inner = std::mem::replace(&mut **body, at.stmt(StmtKind::Empty));
        **body = at.stmt(StmtKind::If { cond: own, then: Box::new(inner), otherwise: None });
        true
    }
}

/// Whether the index subscripts the array somewhere in the statement.
fn subscripts(body: &Stmt, array: &str, index: &str) -> bool {
    // The tree has no walk of its own for questions of this kind; its text answers this one.
    let text = somd_syntax::printer::print_stmt(body);
    let words: Vec<&str> = tokens(&text);
    words.windows(2).enumerate().any(|(i, w)| {
        let here = w == [array, "["] && (i == 0 || words[i - 1] != ".");
        here && {
            let mut depth = 0;
            let mut found = false;
            for word in &words[i + 1..] {
                match *word {
                    "[" => depth += 1,
                    "]" => {
                        depth -= 1;
                        if depth == 0 {
                            break;
                        }
                    }
                    w => found |= depth == 1 && w == index,
                }
            }
            found
        }
    })
}

fn tokens(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let end = if word(first) { rest.find(|c| !word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        out.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    out
}

/// As a reference, for the cast from what `combine` gives.
fn boxed(ty: &Type, at: &Text) -> Type {
    let name = match ty.kind {
        TypeExprKind::Prim(PrimType::Boolean) => "Boolean",
        TypeExprKind::Prim(PrimType::Byte) => "Byte",
        TypeExprKind::Prim(PrimType::Short) => "Short",
        TypeExprKind::Prim(PrimType::Char) => "Character",
        TypeExprKind::Prim(PrimType::Int) => "Integer",
        TypeExprKind::Prim(PrimType::Long) => "Long",
        TypeExprKind::Prim(PrimType::Float) => "Float",
        TypeExprKind::Prim(PrimType::Double) => "Double",
        _ => return ty.clone(),
    };
    at.class(&["java", "lang", name])
}

/// Makes trees that all stand at one place.
struct Text {
    span: Span,
}

impl Text {
    fn expr(&self, kind: ExprKind) -> Expr {
        Expr { kind, span: self.span }
    }
    fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, span: self.span }
    }
    fn ident(&self, name: &str) -> Ident {
        Ident { name: name.into(), span: self.span }
    }
    fn name(&self, name: &str) -> Expr {
        self.expr(ExprKind::Name(name.into()))
    }
    fn int(&self, value: i32) -> Expr {
        self.expr(ExprKind::Literal(Literal::Int(value)))
    }
    fn index(&self, array: Expr, index: Expr) -> Expr {
        self.expr(ExprKind::Index(Box::new(array), Box::new(index)))
    }
    fn binary(&self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        self.expr(ExprKind::Binary(op, self.span, Box::new(a), Box::new(b)))
    }
    fn assign(&self, place: Expr, value: Expr) -> Expr {
        self.expr(ExprKind::Assign(Box::new(place), Box::new(value)))
    }
    fn cast(&self, ty: Type, e: Expr) -> Expr {
        let cast = self.expr(ExprKind::Cast(ty, Box::new(e)));
        self.expr(ExprKind::Paren(Box::new(cast)))
    }
    fn call(&self, target: Option<Expr>, name: &str, args: Vec<Expr>) -> Expr {
        let (target, name) = (target.map(Box::new), self.ident(name));
        self.expr(ExprKind::Call { target, type_args: Vec::new(), name, args })
    }
    fn make(&self, ty: &Type, args: &[Expr]) -> Expr {
        let kind =
            ExprKind::New { outer: None, type_args: Vec::new(), ty: ty.clone(), args: args.to_vec(), body: None };
        Expr { kind, span: ty.span }
    }
    fn qualified(&self, parts: &[&str]) -> Expr {
        let first = self.name(parts[0]);
        parts[1..].iter().fold(first, |e, p| self.expr(ExprKind::Field(Box::new(e), self.ident(p))))
    }
    fn library_name(&self, class: &str) -> Expr {
        self.qualified(&["somd", class])
    }
    fn math(&self, name: &str, a: Expr, b: Expr) -> Expr {
        self.call(Some(self.qualified(&["java", "lang", "Math"])), name, vec![a, b])
    }
    fn class(&self, parts: &[&str]) -> Type {
        let parts = parts.iter().map(|p| (self.ident(p), None)).collect();
        Type { kind: TypeExprKind::Class(parts), span: self.span }
    }
    fn library(&self, class: &str) -> Type {
        self.class(&["somd", class])
    }
    fn dim(&self) -> ArrayDim {
        ArrayDim { bound: None, span: self.span }
    }
    /// `int`, `int[]`, `int[][]`.
    fn ints(&self, rank: usize) -> Type {
        let int = Type { kind: TypeExprKind::Prim(PrimType::Int), span: self.span };
        (0..rank).fold(int, |t, _| Type { kind: TypeExprKind::Array(Box::new(t), self.dim()), span: self.span })
    }
    fn local(&self, ty: Type, name: &str, init: Expr) -> Stmt {
        let var =
            Declarator { name: self.ident(name), extra_dims: Vec::new(), init: Some(Arc::new(init)), span: self.span };
        self.stmt(StmtKind::Local(LocalDecl { modifiers: Modifiers::default(), ty, vars: vec![var] }))
    }
    fn param(&self, ty: Type, name: &str) -> Param {
        Param { modifiers: Modifiers::default(), ty, varargs: false, name: self.ident(name), span: self.span }
    }
    /// `int[][] ranges$ = somd.Instances.ranges(new P(args), a);`, the later ones with as many as the first; `divided` in the place of `ranges`
    /// where no results of instances are combined.
    fn ranges(&self, p: &Param, k: usize, divided: bool) -> Stmt {
        let partitioner = p.modifiers.dist.as_ref().and_then(|d| d.partitioner.as_ref());
        let made = match partitioner {
            Some((ty, args)) => self.make(ty, args),
            None => self.make(&self.library("Block"), &[]),
        };
        let mut args = vec![made, self.name(&p.name.name)];
        if k > 0 {
            args.push(self.expr(ExprKind::Field(Box::new(self.name(RANGES)), self.ident("length"))));
        }
        let name = if divided && k == 0 { "divided" } else { "ranges" };
        let call = self.call(Some(self.library_name("Instances")), name, args);
        self.local(self.ints(2), &ranges_name(k), call)
    }
}
