//! Trees that all stand at one place, for the methods that instances are made of.

use super::RANGES;
use super::ranges_name;
use somd_syntax::ast::*;
use somd_syntax::source::Span;
use std::sync::Arc;

/// As a reference, for the cast from what `combine` gives.
pub fn boxed(ty: &Type, at: &Text) -> Type {
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
pub struct Text {
    pub span: Span,
}

impl Text {
    pub fn expr(&self, kind: ExprKind) -> Expr {
        Expr { kind, span: self.span }
    }
    pub fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, span: self.span }
    }
    pub fn ident(&self, name: &str) -> Ident {
        Ident { name: name.into(), span: self.span }
    }
    pub fn name(&self, name: &str) -> Expr {
        self.expr(ExprKind::Name(name.into()))
    }
    pub fn int(&self, value: i32) -> Expr {
        self.expr(ExprKind::Literal(Literal::Int(value)))
    }
    pub fn index(&self, array: Expr, index: Expr) -> Expr {
        self.expr(ExprKind::Index(Box::new(array), Box::new(index)))
    }
    pub fn binary(&self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        self.expr(ExprKind::Binary(op, self.span, Box::new(a), Box::new(b)))
    }
    pub fn assign(&self, place: Expr, value: Expr) -> Expr {
        self.expr(ExprKind::Assign(Box::new(place), Box::new(value)))
    }
    pub fn cast(&self, ty: Type, e: Expr) -> Expr {
        let cast = self.expr(ExprKind::Cast(ty, Box::new(e)));
        self.expr(ExprKind::Paren(Box::new(cast)))
    }
    pub fn call(&self, target: Option<Expr>, name: &str, args: Vec<Expr>) -> Expr {
        let (target, name) = (target.map(Box::new), self.ident(name));
        self.expr(ExprKind::Call { target, type_args: Vec::new(), name, args })
    }
    pub fn make(&self, ty: &Type, args: &[Expr]) -> Expr {
        let kind =
            ExprKind::New { outer: None, type_args: Vec::new(), ty: ty.clone(), args: args.to_vec(), body: None };
        Expr { kind, span: ty.span }
    }
    pub fn qualified(&self, parts: &[&str]) -> Expr {
        let first = self.name(parts[0]);
        parts[1..].iter().fold(first, |e, p| self.expr(ExprKind::Field(Box::new(e), self.ident(p))))
    }
    pub fn library_name(&self, class: &str) -> Expr {
        self.qualified(&["somd", class])
    }
    pub fn math(&self, name: &str, a: Expr, b: Expr) -> Expr {
        self.call(Some(self.qualified(&["java", "lang", "Math"])), name, vec![a, b])
    }
    pub fn class(&self, parts: &[&str]) -> Type {
        let parts = parts.iter().map(|p| (self.ident(p), None)).collect();
        Type { kind: TypeExprKind::Class(parts), span: self.span }
    }
    pub fn library(&self, class: &str) -> Type {
        self.class(&["somd", class])
    }
    pub fn dim(&self) -> ArrayDim {
        ArrayDim { bound: None, span: self.span }
    }
    /// `int`, `int[]`, `int[][]`.
    pub fn ints(&self, rank: usize) -> Type {
        let int = Type { kind: TypeExprKind::Prim(PrimType::Int), span: self.span };
        (0..rank).fold(int, |t, _| Type { kind: TypeExprKind::Array(Box::new(t), self.dim()), span: self.span })
    }
    pub fn local(&self, ty: Type, name: &str, init: Expr) -> Stmt {
        let var =
            Declarator { name: self.ident(name), extra_dims: Vec::new(), init: Some(Arc::new(init)), span: self.span };
        self.stmt(StmtKind::Local(LocalDecl { modifiers: Modifiers::default(), ty, vars: vec![var] }))
    }
    pub fn param(&self, ty: Type, name: &str) -> Param {
        Param { modifiers: Modifiers::default(), ty, varargs: false, name: self.ident(name), span: self.span }
    }
    /// `int[][] ranges$ = somd.Instances.ranges(new P(args), a);`, the later ones with as many as the first; `divided` in the place of `ranges`
    /// where no results of instances are combined.
    pub fn ranges(&self, p: &Param, k: usize, divided: bool) -> Stmt {
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

    /// A method's own parameters, passed on.
    pub fn passed(&self, decl: &MethodDecl) -> Vec<Expr> {
        decl.params.iter().map(|p| self.name(&p.name.name)).collect()
    }
    /// The same, and behind them the ends of the k-th range of each divided array.
    pub fn range_values(&self, decl: &MethodDecl, arrays: usize) -> Vec<Expr> {
        let mut values = self.passed(decl);
        for k in 0..arrays {
            for end in 0..2 {
                values.push(self.index(self.index(self.name(&ranges_name(k)), self.name("k$")), self.int(end)));
            }
        }
        values
    }
    /// How many ranges there are.
    pub fn count(&self) -> Expr {
        self.expr(ExprKind::Field(Box::new(self.name(RANGES)), self.ident("length")))
    }
    /// `for (int k$ = 0; k$ < ranges$.length; k$++) body`
    pub fn each_range(&self, body: Stmt) -> Stmt {
        self.stmt(StmtKind::For {
            init: vec![self.local(self.ints(0), "k$", self.int(0))],
            cond: Some(Box::new(self.binary(BinaryOp::Lt, self.name("k$"), self.count()))),
            update: vec![self.expr(ExprKind::Unary(UnaryOp::PostInc, Box::new(self.name("k$"))))],
            body: Box::new(body),
        })
    }
    /// `java.util.ArrayList<R> results$ = new java.util.ArrayList<R>();`
    pub fn list(&self, ret: &Type) -> Stmt {
        let of = Some(vec![TypeArg::Type(boxed(ret, self))]);
        let parts = vec![(self.ident("java"), None), (self.ident("util"), None), (self.ident("ArrayList"), of)];
        let ty = Type { kind: TypeExprKind::Class(parts), span: self.span };
        self.local(ty.clone(), "results$", self.make(&ty, &[]))
    }
    /// `name -> value`
    pub fn lambda(&self, name: &str, value: Expr) -> Expr {
        let param = LambdaParam { modifiers: Modifiers::default(), ty: None, name: self.ident(name) };
        self.expr(ExprKind::Lambda { params: vec![param], body: LambdaBody::Expr(Box::new(value)) })
    }
    /// `results$.add(result);`
    pub fn added(&self, result: Expr) -> Stmt {
        self.stmt(StmtKind::Expr(self.call(Some(self.name("results$")), "add", vec![result])))
    }
    /// Makes the reduction, and returns what it makes of the results.
    pub fn combined(&self, ret: &Type, (ty, args): (&Type, &[Expr]), results: Expr) -> [Stmt; 2] {
        let made = self.local(self.library("Reduction"), "reduction$", self.make(ty, args));
        let combined = self.call(Some(self.name("reduction$")), "combine", vec![results]);
        let combined = self.cast(boxed(ret, self), combined);
        [made, self.stmt(StmtKind::Return(Some(combined)))]
    }
}
