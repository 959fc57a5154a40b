//! The syntax tree: what the programmer wrote, nothing decided yet.
//!
//! Every node has a span. Where Java's grammar cannot tell a package from a type from a variable (`a.b.c`), the tree
//! does not either: such chains are [`ExprKind::Name`] and [`ExprKind::Field`] and are told apart by `sema`.
//! SOMD's and Lime's constructs have nodes of their own.
//!
//! Declarations and initial values are shared ([`Arc`]): the class table keeps them without a copy.

use crate::source::Span;
use smol_str::SmolStr;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ident {
    pub name: SmolStr,
    pub span: Span,
}

/// `a.b.c`
#[derive(Clone, Debug, PartialEq)]
pub struct QualName {
    pub parts: Vec<Ident>,
    pub span: Span,
}

// ---- files and declarations -------------------------------------------------------------------------------------

#[derive(Clone, Debug, PartialEq, Default)]
pub struct CompilationUnit {
    /// The package's own, as `package-info.java` has them.
    pub annotations: Vec<Annotation>,
    pub package: Option<QualName>,
    pub imports: Vec<Import>,
    pub types: Vec<Arc<TypeDecl>>,
    /// The names of those that are written at types, which the tree leaves out, and of parameters.
    pub left_out_annotations: Vec<QualName>,
    /// Annotations of loops, which the tree leaves out.
    pub loop_annotations: Vec<LoopAnnotation>,
}

/// An annotation in front of a loop, where Java has none.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopAnnotation {
    pub name: QualName,
    /// With its `@` and its arguments.
    pub span: Span,
    /// Where the loop begins.
    pub loop_at: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    pub is_static: bool,
    pub name: QualName,
    /// `import a.b.*;`
    pub on_demand: bool,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeKind {
    Class,
    Interface,
    Enum,
    Record,
    /// `@interface`: accepted and ignored.
    Annotation,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TypeDecl {
    pub kind: TypeKind,
    pub modifiers: Modifiers,
    pub name: Ident,
    pub type_params: Vec<TypeParam>,
    /// Components of a record.
    pub components: Vec<Param>,
    pub extends: Vec<Type>,
    pub implements: Vec<Type>,
    pub permits: Vec<Type>,
    /// Constants of an enum.
    pub constants: Vec<EnumConstant>,
    pub members: Vec<Member>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct EnumConstant {
    pub annotations: Vec<Annotation>,
    pub name: Ident,
    pub args: Vec<Expr>,
    pub body: Option<Vec<Member>>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TypeParam {
    pub name: Ident,
    pub bounds: Vec<Type>,
    /// `value T` (Lime): only value types may stand for it.
    pub is_value: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Modifier {
    Public,
    Protected,
    Private,
    Static,
    Final,
    Abstract,
    Native,
    Synchronized,
    Transient,
    Volatile,
    Strictfp,
    Default,
    Sealed,
    NonSealed,
    /// Lime: `value class`, `value record`, `value enum`.
    Value,
    /// Lime: an isolated method.
    Local,
    /// SOMD: a scalar with one copy per method instance.
    Shared,
}

#[derive(Clone, Debug, PartialEq, Default)]
pub struct Modifiers {
    pub list: Vec<(Modifier, Span)>,
    pub annotations: Vec<Annotation>,
    /// SOMD: `reduce(…)` on a method.
    pub reduce: Option<Box<ReduceSpec>>,
    /// SOMD: `dist …` on a parameter or local.
    pub dist: Option<Box<DistSpec>>,
    pub span: Span,
}

impl Modifiers {
    pub fn has(&self, modifier: Modifier) -> bool {
        self.span_of(modifier).is_some()
    }

    pub fn span_of(&self, modifier: Modifier) -> Option<Span> {
        self.list.iter().find(|(m, _)| *m == modifier).map(|&(_, span)| span)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    pub name: QualName,
    /// `@A(x)` gives one pair with no name.
    pub args: Vec<(Option<Ident>, Expr)>,
    pub span: Span,
}

/// `dist`, `dist(dim = 2)`, `dist(view = <1,1>, <1,1>)`, `dist(polyview = …)`, `dist(MyPartitioner(args))`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DistSpec {
    /// 1-based dimensions that are split; empty: all.
    pub dims: Vec<Expr>,
    /// How far beyond its own part an instance reads, before and after, one pair a dimension.
    pub view: Vec<(Expr, Expr)>,
    /// The view includes the corners (`polyview`).
    pub corners: bool,
    pub partitioner: Option<(Type, Vec<Expr>)>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReduceSpec {
    pub kind: ReduceKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ReduceKind {
    Op(ReduceOp),
    /// `reduce(self)`: the method folds its own partial results.
    SelfReduce,
    User(Type, Vec<Expr>),
}

/// The operators that a reduction may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReduceOp {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Min,
    Max,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Member {
    Field(FieldDecl),
    Method(Arc<MethodDecl>),
    /// `{ … }` or `static { … }`.
    Init {
        is_static: bool,
        body: Block,
    },
    Type(Arc<TypeDecl>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct FieldDecl {
    pub modifiers: Modifiers,
    pub ty: Type,
    pub vars: Vec<Declarator>,
    pub span: Span,
}

/// One variable of a declaration; `extra_dims` are brackets after its name (`double g[][]`).
#[derive(Clone, Debug, PartialEq)]
pub struct Declarator {
    pub name: Ident,
    pub extra_dims: Vec<ArrayDim>,
    pub init: Option<Arc<Expr>>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MethodDecl {
    pub modifiers: Modifiers,
    pub type_params: Vec<TypeParam>,
    /// None for a constructor.
    pub ret: Option<Type>,
    pub name: Ident,
    pub params: Vec<Param>,
    pub throws: Vec<Type>,
    /// Empty where it is an annotation's element with a default.
    pub body: Option<Block>,
    pub kind: MethodKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodKind {
    Method,
    Constructor,
    /// A record's constructor without a parameter list.
    CompactConstructor,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub modifiers: Modifiers,
    /// Its last brackets are those of `T...` where `varargs` is set.
    pub ty: Type,
    pub varargs: bool,
    pub name: Ident,
    pub span: Span,
}

// ---- types ------------------------------------------------------------------------------------------------------

#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    pub kind: TypeExprKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PrimType {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TypeExprKind {
    Prim(PrimType),
    Void,
    /// `var` where a local variable's type may stand.
    Var,
    /// `a.b.C<X>.D<Y>`: each part with its type arguments (None: none written; Some of nothing: `<>`).
    Class(Vec<(Ident, Option<Vec<TypeArg>>)>),
    /// `T[]` or bounded `T[4]`. In `T[][4]` the outermost dimension is the first bracket: element `Array(T, bound 4)`.
    Array(Box<Type>, ArrayDim),
    /// `T[[][4]]`, a value array, outermost dimension first; `T[[]]` has one unbounded dimension.
    ValueArray(Box<Type>, Vec<ArrayDim>),
    /// `A & B` in a cast.
    Intersection(Vec<Type>),
    /// `A | B` in a catch.
    Union(Vec<Type>),
    /// Stands where a type could not be parsed; a diagnostic has been given.
    Error,
}

/// One bracket pair of an array type.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayDim {
    /// The bound written in it, a constant expression.
    pub bound: Option<Box<Expr>>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TypeArg {
    Type(Type),
    /// `?`, `? extends T`, `? super T`
    Wildcard {
        bound: Option<(WildcardBound, Type)>,
        span: Span,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WildcardBound {
    Extends,
    Super,
}

// ---- statements -------------------------------------------------------------------------------------------------

#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    Empty,
    Local(LocalDecl),
    LocalType(Arc<TypeDecl>),
    Expr(Expr),
    Block(Block),
    If {
        cond: Expr,
        then: Box<Stmt>,
        otherwise: Option<Box<Stmt>>,
    },
    While {
        cond: Expr,
        body: Box<Stmt>,
    },
    DoWhile {
        body: Box<Stmt>,
        cond: Expr,
    },
    For {
        init: Vec<Stmt>,
        cond: Option<Box<Expr>>,
        update: Vec<Expr>,
        body: Box<Stmt>,
    },
    ForEach {
        modifiers: Box<Modifiers>,
        ty: Type,
        var: Ident,
        iter: Box<Expr>,
        body: Box<Stmt>,
    },
    Labeled {
        label: Ident,
        body: Box<Stmt>,
    },
    Switch(Switch),
    Return(Option<Expr>),
    Break(Option<Ident>),
    Continue(Option<Ident>),
    Yield(Expr),
    Throw(Expr),
    Try(Try),
    /// `synchronized (lock) { … }`
    Synchronized {
        lock: Expr,
        body: Block,
    },
    Assert {
        cond: Expr,
        message: Option<Expr>,
    },
    /// `this(…)` or `super(…)`, also `outer.super(…)`.
    ConstructorCall {
        outer: Option<Expr>,
        is_super: bool,
        type_args: Vec<TypeArg>,
        args: Vec<Expr>,
    },
    /// SOMD: `sync { … }`, `sync (x, y) { … }`, `sync reduce(op) (x) { … }`.
    Sync {
        reduce: Option<ReduceSpec>,
        vars: Vec<Ident>,
        body: Block,
    },
    /// SOMD: `single { … }`.
    Single(Block),
    /// Stands where a statement could not be parsed; a diagnostic has been given.
    Error,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LocalDecl {
    pub modifiers: Modifiers,
    pub ty: Type,
    pub vars: Vec<Declarator>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    pub scrutinee: Box<Expr>,
    pub cases: Vec<SwitchCase>,
    pub span: Span,
}

/// One group: `case A: case B: …` of the old form is two cases, the first with an empty body that falls through.
#[derive(Clone, Debug, PartialEq)]
pub struct SwitchCase {
    pub labels: Vec<CaseLabel>,
    pub body: CaseBody,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum CaseLabel {
    Expr(Expr),
    Default(Span),
}

#[derive(Clone, Debug, PartialEq)]
pub enum CaseBody {
    /// `case X: statements` (falls through).
    Group(Vec<Stmt>),
    /// `case X -> expression;`
    Expr(Expr),
    /// `case X -> { … }`
    Block(Block),
    /// `case X -> throw e;`
    Throw(Stmt),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Try {
    pub resources: Vec<Resource>,
    pub body: Block,
    pub catches: Vec<Catch>,
    pub finally: Option<Block>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Resource {
    Decl { modifiers: Modifiers, ty: Type, name: Ident, init: Expr },
    Expr(Expr),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Catch {
    pub modifiers: Modifiers,
    /// A class type or a union.
    pub ty: Type,
    pub name: Ident,
    pub body: Block,
    pub span: Span,
}

// ---- expressions ------------------------------------------------------------------------------------------------

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Literal(Literal),
    /// A simple name: a variable, a type or a package.
    Name(SmolStr),
    This,
    /// `Outer.this`
    QualifiedThis(Box<Expr>),
    /// `super` where a member is selected of it: only inside [`ExprKind::Field`] and [`ExprKind::Call`]; `Iface.super` has the
    /// interface.
    Super(Option<Box<Expr>>),
    Field(Box<Expr>, Ident),
    /// `T.class`
    ClassLiteral(Type),
    Index(Box<Expr>, Box<Expr>),
    Call {
        target: Option<Box<Expr>>,
        type_args: Vec<TypeArg>,
        name: Ident,
        args: Vec<Expr>,
    },
    /// `new <T>C<…>(…) { … }`, `outer.new C(…)`; `type_args` are the constructor's own.
    New {
        outer: Option<Box<Expr>>,
        type_args: Vec<TypeArg>,
        ty: Type,
        args: Vec<Expr>,
        body: Option<Vec<Member>>,
    },
    /// `new T[3][4][]`, `new T[]{ … }`: `ty` is the whole array type, `sizes` the expressions of its first dimensions.
    NewArray {
        ty: Type,
        sizes: Vec<Expr>,
        init: Option<Box<Expr>>,
    },
    /// Lime: `new T[[]](a)` (freeze), `new T[[]]{ … }`.
    NewValueArray {
        ty: Type,
        arg: ValueArrayArg,
    },
    /// `{ a, b }` as an initialiser.
    ArrayInit(Vec<Expr>),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Span, Box<Expr>, Box<Expr>),
    InstanceOf {
        expr: Box<Expr>,
        ty: Type,
        binding: Option<Ident>,
    },
    Cast(Type, Box<Expr>),
    Assign(Box<Expr>, Box<Expr>),
    CompoundAssign(BinaryOp, Box<Expr>, Box<Expr>),
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    Lambda {
        params: Vec<LambdaParam>,
        body: LambdaBody,
    },
    /// `T::m`, `e::m`, `T::new`, `int[]::new`: the target is an expression where it can be read as one.
    MethodRef {
        target: MethodRefTarget,
        type_args: Vec<TypeArg>,
        name: Ident,
    },
    Switch(Switch),
    /// `(e)`: kept, because `(a) - b` and messages need it.
    Paren(Box<Expr>),
    /// Lime: `task C.m`, `task C(args).m`.
    Task {
        class: Type,
        args: Option<Vec<Expr>>,
        method: Ident,
    },
    /// Lime: `a => b`.
    Connect(Box<Expr>, Box<Expr>),
    /// Lime: `(task B.f, task C.g)` beside a `=>`.
    TaskTuple(Vec<Expr>),
    /// Lime: `C @ f(a, b)`.
    Map {
        class: Type,
        method: Ident,
        args: Vec<Expr>,
    },
    /// Lime: `a @+ b`.
    MapBinary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Lime: `@-a`, `@!a`, `@~a`.
    MapUnary(UnaryOp, Box<Expr>),
    /// Lime: `@(float) a`.
    MapCast(Type, Box<Expr>),
    /// Lime: `+! a`.
    ReduceOp(ReduceOp, Box<Expr>),
    /// Lime: `C.f! a`, `Math.max! a`, `C.f!(a, init)`.
    ReduceMethod {
        class: Type,
        method: Ident,
        array: Box<Expr>,
        init: Option<Box<Expr>>,
    },
    /// Stands where an expression could not be parsed; a diagnostic has been given.
    Error,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ValueArrayArg {
    Freeze(Box<Expr>),
    /// An [`ExprKind::ArrayInit`].
    Init(Box<Expr>),
}

/// A literal with its value decided; an `int` literal may hold 2147483648 or 9223372036854775808 only under a minus, which
/// the parser has folded into it.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Char(u16),
    /// UTF-16 is made of it later; escapes are resolved. Unpaired surrogates are kept (hence not a `String`).
    String(Vec<u16>),
    Boolean(bool),
    Null,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LambdaParam {
    pub modifiers: Modifiers,
    /// None: inferred (`x -> …`, `var x`).
    pub ty: Option<Type>,
    pub name: Ident,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LambdaBody {
    Expr(Box<Expr>),
    Block(Block),
}

#[derive(Clone, Debug, PartialEq)]
pub enum MethodRefTarget {
    /// A name, field, call or other expression; `sema` decides whether a name is a type.
    Expr(Box<Expr>),
    /// Can only be a type: has type arguments or brackets, or is primitive.
    Type(Type),
    /// `super::m`, `I.super::m`
    Super(Option<Box<Expr>>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnaryOp {
    Plus,
    Neg,
    /// `~`
    BitNot,
    /// `!`
    Not,
    PreInc,
    PreDec,
    PostInc,
    PostDec,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    UShr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `&&`
    LogAnd,
    /// `||`
    LogOr,
}
