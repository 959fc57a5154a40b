//! What the grammar's rules do beyond building a node: positions, literals, and the checks of form that a grammar would
//! say worse than a message does.

use crate::ast::*;
use crate::diagnostics::Diagnostic;
use crate::lexer::{Positions, Token};
use crate::source::Span;
use smol_str::SmolStr;
use std::cell::RefCell;
use std::sync::Arc;

/// What every rule may use: the text, the decoded literals, the positions.
pub struct Context<'a> {
    pub text: &'a str,
    pub literals: &'a [(u32, Literal)],
    pub positions: &'a Positions,
    pub diagnostics: RefCell<Vec<Diagnostic>>,
}

pub enum ModifierItem {
    Plain(Modifier, Span),
    Annotation(Annotation),
    Dist(DistSpec),
    Reduce(ReduceSpec),
}

/// One item between the parentheses of `dist`.
pub enum DistItem {
    Dim(Expr),
    /// The first pair of a `view` or, with corners, a `polyview`.
    View(bool, (Expr, Expr)),
    MoreView((Expr, Expr)),
    /// A further dimension behind `dim =`, or a partitioner.
    Other(Expr),
}

pub type TypeHeader = (Ident, Option<Vec<TypeParam>>, Vec<Clause>);

pub enum Clause {
    Extends(Vec<Type>),
    Implements(Vec<Type>),
    Permits(Vec<Type>),
}

pub enum Suffix {
    Dim(ArrayDim),
    Value((Vec<ArrayDim>, Span)),
}

/// A binary operator; `map`: it stands behind `@`.
pub struct Operator {
    pub op: BinaryOp,
    pub map: bool,
    pub span: Span,
}

impl Context<'_> {
    pub fn span(&self, lo: u32, hi: u32) -> Span {
        // An empty rule ends before it begins: its neighbours are not its own.
        self.positions.span(lo, hi.max(lo))
    }

    fn report(&self, diagnostic: Diagnostic) {
        self.diagnostics.borrow_mut().push(diagnostic);
    }

    pub fn file(
        &self,
        package: Option<(Modifiers, QualName)>,
        imports: Vec<Option<Import>>,
        types: Vec<Option<Arc<TypeDecl>>>,
    ) -> CompilationUnit {
        let (modifiers, package) = package.map_or_else(Default::default, |(m, name)| (m, Some(name)));
        let plain = modifiers.list.iter().map(|&(m, span)| (modifier_word(m), span));
        let dist = modifiers.dist.iter().map(|d| ("dist", d.span));
        for (word, span) in plain.chain(dist).chain(modifiers.reduce.iter().map(|r| ("reduce", r.span))) {
            self.report(
                Diagnostic::error("E0117", format!("a package cannot be `{word}`"), span)
                    .label("not allowed here")
                    .suggest("remove it", span, ""),
            );
        }
        let types = types.into_iter().flatten().collect();
        let imports = imports.into_iter().flatten().collect();
        CompilationUnit { annotations: modifiers.annotations, package, imports, types, ..CompilationUnit::default() }
    }

    pub fn ident(&self, lo: u32, hi: u32) -> Ident {
        let name = self.text.get(lo as usize..hi as usize).unwrap_or("");
        if name == "_" {
            self.report(
                Diagnostic::error(
                    "E0029",
                    "unnamed variables (`_`) are Java 22; somdc accepts Java 17",
                    self.span(lo, hi),
                )
                .label("give it a name")
                .about("unnamed variables"),
            );
        }
        Ident { name: SmolStr::new(name), span: self.span(lo, hi) }
    }

    pub fn qualified(&self, name: &[Token]) -> Option<QualName> {
        let span = self.span(name.first()?.lo, name.last()?.hi);
        Some(QualName { parts: name.iter().map(|t| self.ident(t.lo, t.hi)).collect(), span })
    }

    pub fn literal(&self, lo: u32) -> Literal {
        match self.literals.binary_search_by_key(&lo, |(at, _)| *at) {
            Ok(i) => self.literals[i].1.clone(),
            Err(_) => Literal::Null,
        }
    }

    // ---- modifiers ----------------------------------------------------------------------------------------------

    pub fn add_modifier(&self, mut list: Modifiers, item: ModifierItem) -> Modifiers {
        let repeated = |what: &str, again: Span, first: Span| {
            self.report(
                Diagnostic::error("E0030", format!("repeated `{what}`"), again)
                    .label("written twice")
                    .also(first, "first here")
                    .suggest("remove it", again, ""),
            );
        };
        let span = match item {
            ModifierItem::Plain(modifier, span) => {
                match list.span_of(modifier) {
                    Some(first) => repeated(modifier_word(modifier), span, first),
                    None => list.list.push((modifier, span)),
                }
                span
            }
            ModifierItem::Annotation(annotation) => {
                let span = annotation.span;
                list.annotations.push(annotation);
                span
            }
            ModifierItem::Dist(dist) => {
                let span = dist.span;
                if let Some(first) = list.dist.replace(Box::new(dist)) {
                    repeated("dist", span, first.span);
                }
                span
            }
            ModifierItem::Reduce(reduce) => {
                let span = reduce.span;
                if let Some(first) = list.reduce.replace(Box::new(reduce)) {
                    repeated("reduce", span, first.span);
                }
                span
            }
        };
        list.span = list.span.to(span);
        list
    }

    pub fn dist(&self, items: Vec<DistItem>, span: Span) -> DistSpec {
        let mut dist = DistSpec { span, ..DistSpec::default() };
        let mut dims_open = false;
        for item in items {
            match item {
                DistItem::Dim(e) => {
                    dist.dims.push(e);
                    dims_open = true;
                    continue;
                }
                DistItem::Other(e) if dims_open && !matches!(e.kind, ExprKind::Call { .. }) => {
                    dist.dims.push(e);
                    continue;
                }
                DistItem::View(corners, pair) => {
                    if !dist.view.is_empty() {
                        self.report(
                            Diagnostic::error("E0031", "a `dist` has one `view`", span)
                                .label("more than one view here"),
                        );
                    }
                    dist.corners = corners;
                    dist.view = vec![pair];
                }
                DistItem::MoreView(pair) => {
                    if dist.view.is_empty() {
                        let at = pair.0.span.to(pair.1.span);
                        self.report(
                            Diagnostic::error("E0031", "`view =` is missing", at)
                                .label("write `view = <…>` or `polyview = <…>`"),
                        );
                    }
                    dist.view.push(pair);
                }
                DistItem::Other(e) => {
                    let at = e.span;
                    let (class, args) = match e.kind {
                        ExprKind::Call { target, name, args, .. } => (selected(target, name, at), args),
                        kind => (Expr { kind, span: at }, Vec::new()),
                    };
                    if dist.partitioner.is_some() {
                        self.report(
                            Diagnostic::error("E0031", "a `dist` has one partitioner", at).label("this is the second"),
                        );
                    }
                    dist.partitioner = Some((self.type_of_expr(class), args));
                }
            }
            dims_open = false;
        }
        dist
    }

    // ---- declarations -------------------------------------------------------------------------------------------

    /// A declaration with its header; modifiers, body and span are filled in by the rule.
    pub fn type_decl(&self, kind: TypeKind, (name, type_params, clauses): TypeHeader) -> TypeDecl {
        let mut decl = TypeDecl {
            kind,
            modifiers: Modifiers::default(),
            span: name.span,
            name,
            type_params: type_params.unwrap_or_default(),
            components: Vec::new(),
            extends: Vec::new(),
            implements: Vec::new(),
            permits: Vec::new(),
            constants: Vec::new(),
            members: Vec::new(),
        };
        for clause in clauses {
            let (word, types) = match &clause {
                Clause::Extends(types) => ("extends", types),
                Clause::Implements(types) => ("implements", types),
                Clause::Permits(types) => ("permits", types),
            };
            let misplaced = match kind {
                TypeKind::Class => false,
                TypeKind::Interface => word == "implements",
                TypeKind::Record => word == "permits",
                TypeKind::Enum => word != "implements",
                TypeKind::Annotation => true,
            };
            if let (true, Some(first)) = (misplaced, types.first()) {
                let (what, note) = match kind {
                    TypeKind::Enum => ("an enum", "an enum can implement interfaces"),
                    TypeKind::Record => ("a record", "a record is final"),
                    TypeKind::Annotation => ("an annotation", "it inherits from nothing else"),
                    _ => ("an interface", "an interface inherits from others with `extends`"),
                };
                self.report(
                    Diagnostic::error("E0020", format!("{what} has no `{word}`"), first.span)
                        .label("nothing may stand here")
                        .note(note),
                );
            }
            let (list, types) = match clause {
                Clause::Extends(types) => (&mut decl.extends, types),
                Clause::Implements(types) => (&mut decl.implements, types),
                Clause::Permits(types) => (&mut decl.permits, types),
            };
            list.extend(types);
        }
        decl
    }

    pub fn initialiser(&self, modifiers: Modifiers, body: Block) -> Member {
        let is_static = modifiers.has(Modifier::Static);
        for &(modifier, span) in modifiers.list.iter().filter(|(m, _)| *m != Modifier::Static) {
            let title = format!("`{}` cannot stand before an initialiser", modifier_word(modifier));
            self.report(Diagnostic::error("E0032", title, span).label("an initialiser is `{ … }` or `static { … }`"));
        }
        Member::Init { is_static, body }
    }

    // ---- types --------------------------------------------------------------------------------------------------

    /// `T a[]`: brackets behind the name belong inside those of the type, since they are read from left to right after it.
    pub fn array_of(&self, ty: Type, dims: Vec<ArrayDim>) -> Type {
        dims.into_iter().rev().fold(ty, |ty, dim| {
            let span = ty.span;
            Type { kind: TypeExprKind::Array(Box::new(ty), dim), span }
        })
    }

    /// `int a[3]` as in C: there the declaration makes the array, here it does not.
    pub fn behind_name(&self, mut dims: Vec<ArrayDim>) -> Vec<ArrayDim> {
        for dim in &mut dims {
            if dim.bound.take().is_some() {
                self.report(
                    Diagnostic::error("E0041", "an array's length cannot stand behind the variable's name", dim.span)
                        .label("this declares a variable, and makes no array")
                        .suggest("leave the length out, and make the array: `int[] a = new int[3];`", dim.span, "[]"),
                );
            }
        }
        dims
    }

    pub fn varargs(&self, ty: Type, ellipsis: Span) -> Type {
        let span = ty.span.to(ellipsis);
        Type { kind: TypeExprKind::Array(Box::new(ty), ArrayDim { bound: None, span: ellipsis }), span }
    }

    /// Brackets in a row are outermost first: `T[][4]` is an array of `T[4]`. A value array is an element like any other.
    pub fn with_suffixes(&self, base: Type, suffixes: Vec<Suffix>) -> Type {
        let mut ty = base;
        let mut run: Vec<ArrayDim> = Vec::new();
        for suffix in suffixes {
            match suffix {
                Suffix::Dim(dim) => run.push(dim),
                Suffix::Value((dims, span)) => {
                    ty = wrap(ty, std::mem::take(&mut run));
                    let span = ty.span.to(span);
                    ty = Type { kind: TypeExprKind::ValueArray(Box::new(ty), dims), span };
                }
            }
        }
        wrap(ty, run)
    }

    /// Reads an expression as the type it names.
    pub fn type_of_expr(&self, e: Expr) -> Type {
        let span = e.span;
        match class_parts(e) {
            Some(parts) => Type { kind: TypeExprKind::Class(parts), span },
            None => {
                self.report(
                    Diagnostic::error("E0033", "a type is needed here", span).label("this is not the name of a type"),
                );
                Type { kind: TypeExprKind::Error, span }
            }
        }
    }

    // ---- statements ---------------------------------------------------------------------------------------------

    pub fn expr_stmt(&self, e: Expr) -> Stmt {
        self.check_statement(&e);
        Stmt { span: e.span, kind: StmtKind::Expr(e) }
    }

    /// An expression that stands as a statement must do something.
    pub fn check_statement(&self, e: &Expr) {
        let title = match &e.kind {
            ExprKind::Assign(..)
            | ExprKind::CompoundAssign(..)
            | ExprKind::Call { .. }
            | ExprKind::New { .. }
            | ExprKind::Error
            | ExprKind::Unary(UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec, _) => return,
            ExprKind::Binary(BinaryOp::Eq, op, ..) => {
                self.report(
                    Diagnostic::error("E0025", "this comparison does nothing", e.span)
                        .label("`==` compares; its result is not used")
                        .suggest("to assign, write `=`", *op, "="),
                );
                return;
            }
            ExprKind::Name(name) if name == "dist" || name == "shared" => {
                self.report(
                    Diagnostic::error("E0025", format!("`{name}` is not a statement"), e.span)
                        .label("it stands before the type of a parameter or variable: `dist int[] a`")
                        .note("a loop over the elements of a `dist` array is parallel; nothing is written at the loop"),
                );
                return;
            }
            ExprKind::Name(name) => {
                let words = ["continue", "break", "return", "else", "finally", "try", "super", "this"];
                if let Some(word) = closest(name, &words) {
                    self.report(
                        Diagnostic::error("E0028", format!("`{name}` is not a statement"), e.span)
                            .label("a name alone does nothing")
                            .suggest(format!("did you mean `{word}`?"), e.span, word),
                    );
                    return;
                }
                "a name alone is not a statement"
            }
            _ => "not a statement",
        };
        self.report(
            Diagnostic::error("E0025", title, e.span).label("its value is not used; assign it, pass it or remove it"),
        );
    }

    pub fn switch(&self, lo: u32, (scrutinee, cases, hi): (Expr, Vec<SwitchCase>, u32)) -> Switch {
        let arrow = |case: &SwitchCase| !matches!(case.body, CaseBody::Group(_));
        if let Some(first) = cases.first()
            && let Some(other) = cases.iter().find(|case| arrow(case) != arrow(first))
        {
            self.report(
                Diagnostic::error("E0034", "a `switch` uses `:` or `->`, not both", other.span)
                    .label("this case uses the other form")
                    .also(first.span, "the first case is here"),
            );
        }
        Switch { scrutinee: Box::new(scrutinee), cases, span: self.span(lo, hi) }
    }

    pub fn try_stmt(&self, at: Span, stmt: Try) -> StmtKind {
        if stmt.resources.is_empty() && stmt.catches.is_empty() && stmt.finally.is_none() {
            self.report(
                Diagnostic::error("E0035", "`try` without `catch` or `finally`", at)
                    .label("nothing handles what its block throws")
                    .suggest("add a `finally`", Span { lo: stmt.body.span.hi, hi: stmt.body.span.hi }, " finally { }"),
            );
        }
        StmtKind::Try(stmt)
    }

    // ---- expressions --------------------------------------------------------------------------------------------

    pub fn binary(&self, o: Operator, a: Expr, b: Expr, span: Span) -> Expr {
        let (a, b) = (Box::new(a), Box::new(b));
        let kind = if o.map { ExprKind::MapBinary(o.op, a, b) } else { ExprKind::Binary(o.op, o.span, a, b) };
        Expr { kind, span }
    }

    pub fn check_place(&self, e: &Expr) {
        let mut inner = e;
        while let ExprKind::Paren(e) = &inner.kind {
            inner = e;
        }
        if !matches!(inner.kind, ExprKind::Name(_) | ExprKind::Field(..) | ExprKind::Index(..) | ExprKind::Error) {
            let mut diagnostic = Diagnostic::error("E0026", "cannot assign to this", e.span)
                .label("only a variable, a field or an array element can be assigned to");
            if matches!(e.kind, ExprKind::Binary(..)) {
                diagnostic = diagnostic.note("`=` assigns; to compare, write `==`");
            }
            self.report(diagnostic);
        }
    }

    pub fn lambda_param(
        &self,
        modifiers: Modifiers,
        ty: Type,
        name: Ident,
        dims: Vec<ArrayDim>,
    ) -> (LambdaParam, ParamForm) {
        let ty = local_type(self.array_of(ty, dims));
        if matches!(ty.kind, TypeExprKind::Var) {
            return (LambdaParam { modifiers, ty: None, name }, ParamForm::Var);
        }
        (LambdaParam { modifiers, ty: Some(ty), name }, ParamForm::Typed)
    }

    /// All are names, or all have `var`, or all have types (JLS 15.27.1).
    pub fn lambda_params(&self, params: Vec<(LambdaParam, ParamForm)>) -> Vec<LambdaParam> {
        if let Some((other, _)) = params.iter().find(|(_, form)| *form != params[0].1) {
            self.report(
                Diagnostic::error("E0040", "the parameters of a lambda are written in different ways", other.name.span)
                    .label("not as those before it")
                    .note("write a type for each, or `var` for each, or for each its name alone"),
            );
        }
        params.into_iter().map(|(p, _)| p).collect()
    }

    /// `C.f! a` and `C.f!(a, init)`.
    pub fn reduce_method(&self, combinator: Expr, operand: Expr) -> ExprKind {
        let span = combinator.span;
        let (class, method) = match combinator.kind {
            ExprKind::Field(class, method) => (*class, method),
            kind => (Expr { kind, span }, Ident { name: SmolStr::default(), span }),
        };
        let (array, init) = match operand.kind {
            ExprKind::TaskTuple(mut both) if both.len() == 2 => {
                let init = both.pop();
                (both.pop(), init)
            }
            kind => (Some(Expr { kind, span: operand.span }), None),
        };
        let array = array.unwrap_or(Expr { kind: ExprKind::Error, span: operand.span });
        ExprKind::ReduceMethod {
            class: self.type_of_expr(class),
            method,
            array: Box::new(array),
            init: init.map(Box::new),
        }
    }

    /// `task C.m`: the last part of the name is the method.
    pub fn static_task(&self, ty: Type) -> ExprKind {
        let span = ty.span;
        let TypeExprKind::Class(mut parts) = ty.kind else { return ExprKind::Error };
        match parts.pop() {
            Some((method, None)) if !parts.is_empty() => {
                let class_span = parts.iter().fold(Span::NONE, |s, (name, _)| s.to(name.span));
                ExprKind::Task {
                    class: Type { kind: TypeExprKind::Class(parts), span: class_span },
                    args: None,
                    method,
                }
            }
            _ => {
                self.report(
                    Diagnostic::error("E0036", "`task` needs a method", span)
                        .label("write `task Class.method` or `task Class(…).method`"),
                );
                ExprKind::Error
            }
        }
    }

    pub fn new_object(
        &self,
        type_args: Vec<TypeArg>,
        ty: Type,
        mut args: Vec<Expr>,
        body: Option<Vec<Member>>,
        span: Span,
    ) -> ExprKind {
        match &ty.kind {
            TypeExprKind::ValueArray(..) => {
                if args.len() != 1 || body.is_some() {
                    self.report(
                        Diagnostic::error("E0037", "freezing takes one array", span).label("write `new T[[]](array)`"),
                    );
                }
                match args.pop() {
                    Some(arg) => ExprKind::NewValueArray { ty, arg: ValueArrayArg::Freeze(Box::new(arg)) },
                    None => ExprKind::Error,
                }
            }
            TypeExprKind::Class(_) => ExprKind::New { outer: None, type_args, ty, args, body },
            _ => {
                self.report(
                    Diagnostic::error("E0037", "a primitive type has no constructor", ty.span)
                        .label("for an array write `[…]` behind it"),
                );
                ExprKind::Error
            }
        }
    }

    pub fn new_value_array(&self, ty: Type, init: Expr) -> ExprKind {
        if !matches!(ty.kind, TypeExprKind::ValueArray(..)) {
            self.report(
                Diagnostic::error("E0037", "`{` cannot follow this type", init.span)
                    .label("only an array type takes a list of elements: write `[]` before it"),
            );
        }
        ExprKind::NewValueArray { ty, arg: ValueArrayArg::Init(Box::new(init)) }
    }

    pub fn new_array(&self, element: Type, mut dims: Vec<ArrayDim>, init: Option<Expr>) -> ExprKind {
        let mut sizes = Vec::new();
        if let (Some(_), Some(dim)) = (&init, dims.iter().find(|d| d.bound.is_some())) {
            self.report(
                Diagnostic::error("E0037", "an array is made from a size or from its elements, not both", dim.span)
                    .label("the elements say how many there are")
                    .suggest("leave the size out", dim.span, "[]"),
            );
        }
        if init.is_none() {
            for dim in &mut dims {
                match dim.bound.take() {
                    Some(size) => sizes.push(*size),
                    None => break,
                }
            }
            if sizes.is_empty() {
                let span = dims.first().map_or(element.span, |d| d.span);
                self.report(
                    Diagnostic::error("E0038", "array size missing", span)
                        .label("give a size here, or the elements in `{ … }` behind it"),
                );
            }
        }
        ExprKind::NewArray { ty: wrap(element, dims), sizes, init: init.map(Box::new) }
    }
}

pub fn wrap(ty: Type, dims: Vec<ArrayDim>) -> Type {
    let base = ty.span;
    let mut end = Span::NONE;
    dims.into_iter().rev().fold(ty, |ty, dim| {
        end = end.to(dim.span);
        Type { kind: TypeExprKind::Array(Box::new(ty), dim), span: base.to(end) }
    })
}

fn selected(target: Option<Box<Expr>>, name: Ident, span: Span) -> Expr {
    let kind = match target {
        Some(target) => ExprKind::Field(target, name),
        None => ExprKind::Name(name.name),
    };
    Expr { kind, span }
}

fn class_parts(e: Expr) -> Option<Vec<(Ident, Option<Vec<TypeArg>>)>> {
    match e.kind {
        ExprKind::Name(name) => Some(vec![(Ident { name, span: e.span }, None)]),
        ExprKind::Field(outer, name) => {
            let mut parts = class_parts(*outer)?;
            parts.push((name, None));
            Some(parts)
        }
        _ => None,
    }
}

/// `var` is a type of its own where a local variable's type stands.
pub fn local_type(ty: Type) -> Type {
    match &ty.kind {
        TypeExprKind::Class(parts) => match parts.as_slice() {
            [(name, None)] if name.name == "var" => Type { kind: TypeExprKind::Var, span: ty.span },
            _ => ty,
        },
        _ => ty,
    }
}

pub fn method_ref(target: MethodRefTarget, (type_args, name): (Option<Vec<TypeArg>>, Ident)) -> ExprKind {
    ExprKind::MethodRef { target, type_args: type_args.unwrap_or_default(), name }
}

pub fn super_target(e: Expr) -> MethodRefTarget {
    match e.kind {
        ExprKind::Super(qualifier) => MethodRefTarget::Super(qualifier),
        kind => MethodRefTarget::Expr(Box::new(Expr { kind, span: e.span })),
    }
}

/// How a lambda's parameter is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ParamForm {
    Name,
    Var,
    Typed,
}

pub fn inferred(name: Ident) -> LambdaParam {
    LambdaParam { modifiers: Modifiers::default(), ty: None, name }
}

pub fn union_of(types: Vec<Type>, span: Span) -> Type {
    one_or(types, |types| Type { kind: TypeExprKind::Union(types), span })
}

pub fn intersection_of(types: Vec<Type>, span: Span) -> Type {
    one_or(types, |types| Type { kind: TypeExprKind::Intersection(types), span })
}

fn one_or(mut types: Vec<Type>, many: impl FnOnce(Vec<Type>) -> Type) -> Type {
    match types.pop() {
        Some(ty) if types.is_empty() => ty,
        last => {
            types.extend(last);
            many(types)
        }
    }
}

/// `reduce(min)` and `reduce(self)` are words; all else names a class.
pub fn reduce_kind(ty: Type, args: Option<Vec<Expr>>) -> ReduceKind {
    if let (TypeExprKind::Class(parts), None) = (&ty.kind, &args)
        && let [(name, None)] = parts.as_slice()
    {
        match name.name.as_str() {
            "self" => return ReduceKind::SelfReduce,
            "min" => return ReduceKind::Op(ReduceOp::Min),
            "max" => return ReduceKind::Op(ReduceOp::Max),
            _ => {}
        }
    }
    ReduceKind::User(ty, args.unwrap_or_default())
}

pub fn named_arg(e: Expr) -> (Option<Ident>, Expr) {
    match e.kind {
        ExprKind::Assign(to, value) => match to.kind {
            ExprKind::Name(name) => (Some(Ident { name, span: to.span }), *value),
            kind => {
                (None, Expr { kind: ExprKind::Assign(Box::new(Expr { kind, span: to.span }), value), span: e.span })
            }
        },
        kind => (None, Expr { kind, span: e.span }),
    }
}

/// An annotation inside another. Annotations mean nothing to the compiler beyond their names, so the tree has no node of
/// its own for it: it is kept as a call.
pub fn annotation_value(annotation: Annotation) -> Expr {
    let mut parts = annotation.name.parts.into_iter();
    let span = annotation.span;
    let last = parts.next_back().unwrap_or(Ident { name: SmolStr::default(), span });
    let target = parts.fold(None, |outer: Option<Box<Expr>>, part| {
        let at = part.span;
        Some(Box::new(selected(outer, part, at)))
    });
    let args = annotation
        .args
        .into_iter()
        .map(|(name, value)| match name {
            Some(name) => {
                let span = name.span.to(value.span);
                let to = Expr { span: name.span, kind: ExprKind::Name(name.name) };
                Expr { kind: ExprKind::Assign(Box::new(to), Box::new(value)), span }
            }
            None => value,
        })
        .collect();
    Expr { kind: ExprKind::Call { target, type_args: Vec::new(), name: last, args }, span }
}

pub fn modifier_word(modifier: Modifier) -> &'static str {
    match modifier {
        Modifier::Public => "public",
        Modifier::Protected => "protected",
        Modifier::Private => "private",
        Modifier::Static => "static",
        Modifier::Final => "final",
        Modifier::Abstract => "abstract",
        Modifier::Native => "native",
        Modifier::Synchronized => "synchronized",
        Modifier::Transient => "transient",
        Modifier::Volatile => "volatile",
        Modifier::Strictfp => "strictfp",
        Modifier::Default => "default",
        Modifier::Sealed => "sealed",
        Modifier::NonSealed => "non-sealed",
        Modifier::Value => "value",
        Modifier::Local => "local",
        Modifier::Shared => "shared",
    }
}

/// The word of the list that is one slip away from `name`: a letter more, less, other, or two exchanged.
pub fn closest<'w>(name: &str, words: &[&'w str]) -> Option<&'w str> {
    let name: Vec<char> = name.chars().collect();
    words.iter().copied().find(|word| {
        let word: Vec<char> = word.chars().collect();
        if name == word || name.len() < 2 {
            return false;
        }
        let same = name.iter().zip(&word).take_while(|(a, b)| a == b).count();
        let tail = name.iter().rev().zip(word.iter().rev()).take_while(|(a, b)| a == b).count();
        match name.len() as isize - word.len() as isize {
            0 => {
                same + tail + 1 >= name.len()
                    || same + tail + 2 == name.len() && name[same] == word[same + 1] && name[same + 1] == word[same]
            }
            1 => same + tail >= word.len(),
            -1 => same + tail >= name.len(),
            _ => name.iter().map(char::to_ascii_lowercase).eq(word.iter().copied()),
        }
    })
}
