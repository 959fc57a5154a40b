//! The IR: modules of functions and kernels, statements, typed expressions, address spaces.
//!
//! A module is a kernel file: kernels, the functions that they call, structures, tables of constants, and *choices*, which are made when a kernel
//! is built for a device, with the numbers that it is built for. A choice is a node like others: both of its sides are in the module.
//!
//! Expressions have the type [`Type::Unknown`] when they are read; [`crate::verify`] gives each its type.

pub use smol_str::SmolStr as Name;

/// A kernel file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module {
    pub items: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Without the slashes.
    Comment(String),
    /// An empty line.
    Blank,
    /// Atomic operations on 64 bits are used; those that compare too.
    LongAtomics {
        extended: bool,
    },
    /// `a * b + c` is rounded twice.
    ExactArithmetic,
    /// Loops of the module ask to be unrolled.
    Unrolls,
    /// Functions of the module ask to stay calls.
    Calls,
    /// A number that is known when the kernel is built.
    Value {
        name: Name,
        value: Expr,
    },
    /// An expression by name, which stands for what it is called with.
    Inline {
        name: Name,
        params: Vec<Name>,
        body: Expr,
    },
    /// Another name of a type.
    TypeName {
        name: Name,
        ty: Type,
        volatile: bool,
    },
    /// Another name of an address space.
    SpaceName {
        name: Name,
        space: Space,
    },
    /// A parameter that is one of several.
    ParamName {
        name: Name,
        param: Param,
    },
    Choice(Choice<Item>),
    Struct {
        name: Name,
        fields: Vec<(Type, Name)>,
    },
    /// Constants of the program.
    Table {
        ty: Type,
        name: Name,
        values: Vec<Expr>,
        width: usize,
    },
    Function(Function),
}

/// What is known when a kernel is built for a device.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<T> {
    pub cond: Cond,
    pub then: Vec<T>,
    pub otherwise: Vec<T>,
}

/// What a choice asks.
#[derive(Clone, Debug, PartialEq)]
pub enum Cond {
    /// Whether the kernel is built with this.
    Given(Name),
    Absent(Name),
    /// Whether a number is not zero.
    Value(Expr),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub kind: FunctionKind,
    pub ret: Type,
    pub name: Name,
    pub params: Vec<Param>,
    pub body: Vec<Stmt>,
    /// It is written in one line.
    pub short: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FunctionKind {
    /// A kernel, with the size of its work groups where that is given.
    Kernel { group: Option<Expr> },
    /// A function; `apart`: compilers should not put it in place.
    Plain { apart: bool },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// A comment in front, without the slashes.
    pub comment: Option<String>,
    /// The parameter is there only where this holds.
    pub when: Option<Cond>,
    pub kind: ParamKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ParamKind {
    Typed {
        konst: bool,
        ty: Type,
        name: Name,
    },
    /// One of several: see [`Item::ParamName`].
    Named(Name),
}

impl Param {
    pub fn new(ty: Type, name: impl Into<Name>) -> Param {
        Param { comment: None, when: None, kind: ParamKind::Typed { konst: false, ty, name: name.into() } }
    }

    pub fn name(&self) -> &Name {
        match &self.kind {
            ParamKind::Typed { name, .. } | ParamKind::Named(name) => name,
        }
    }
}

/// Where memory is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Space {
    /// Of a work item.
    Private,
    /// Of all work groups.
    Global,
    /// Of a work group.
    Local,
    /// Of all, and nobody writes it.
    Constant,
    /// One of them: see [`Item::SpaceName`].
    Named(Name),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scalar {
    Bool,
    Char,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    /// As wide as an address.
    Size,
    Float,
    Double,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// Nobody has asked yet.
    Unknown,
    Void,
    Scalar(Scalar),
    Vector(Scalar, u8),
    /// A structure, or a name of a type.
    Named(Name),
    Pointer(Box<Pointer>),
    /// An array variable: its elements, and how many.
    Array(Box<Type>, Space, Vec<Expr>),
    /// An array as an image.
    Image,
}

/// What a pointer points to.
#[derive(Clone, Debug, PartialEq)]
pub struct Pointer {
    pub to: Type,
    pub space: Space,
    /// Nothing is written through it.
    pub konst: bool,
    pub volatile: bool,
    /// No other pointer leads there.
    pub restrict: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: Kind,
    pub ty: Type,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Name(Name),
    Int {
        value: u64,
        unsigned: bool,
        long: bool,
        hex: bool,
    },
    /// As it is written; with an `f` behind it a float.
    Float(Name),
    Bool(bool),
    Known(Known),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `a ? b : c`
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    Assign(Option<Binary>, Box<Expr>, Box<Expr>),
    /// `++` and `--`
    Step {
        target: Box<Expr>,
        up: bool,
    },
    /// One after the other; the value is the last one's.
    Sequence(Vec<Expr>),
    Cast(Type, Box<Expr>),
    /// The same bits in another type.
    Bits(Type, Box<Expr>),
    /// A vector of converted elements; saturating.
    Convert {
        ty: Type,
        saturates: bool,
        of: Box<Expr>,
    },
    /// A vector of its elements, or of one for all.
    Vector(Type, Vec<Expr>),
    /// A structure of its fields.
    Struct(Type, Vec<Expr>),
    Builtin(Builtin, Vec<Expr>),
    /// Of a function of the module, or of an [`Item::Inline`].
    Call(Name, Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Field(Box<Expr>, Name),
    /// An element of a vector.
    Lane(Box<Expr>, u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Neg,
    Not,
    BitNot,
    Deref,
    Address,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Shl,
    Shr,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// Numbers that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Nan,
    Infinity,
    IntMin,
    IntMax,
    UintMax,
    LongMin,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    /// Without the slashes.
    Comment(String),
    Declare(Declare),
    Do(Expr),
    /// Tells the host that the iteration of this number has failed.
    Report {
        flag: Expr,
        number: Expr,
    },
    If {
        cond: Expr,
        then: Body,
        otherwise: Option<Body>,
    },
    For {
        init: Option<Box<Stmt>>,
        cond: Option<Expr>,
        next: Option<Expr>,
        body: Body,
    },
    While {
        cond: Expr,
        body: Body,
    },
    DoWhile {
        body: Body,
        cond: Expr,
    },
    Block(Vec<Stmt>),
    Return(Option<Expr>),
    Break,
    Continue,
    /// A jump forward, to a label of a block around.
    Goto(Name),
    Label(Name),
    /// All work items of a group meet, and see what was written there.
    Barrier {
        local: bool,
        global: bool,
    },
    /// The loop that follows is worth unrolling; so many times.
    Unroll(Option<Expr>),
    Choice(Choice<Stmt>),
    /// An instruction of NVIDIA's, as text.
    Ptx(Ptx),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Ptx {
    pub text: String,
    pub outputs: Vec<(String, Expr)>,
    pub inputs: Vec<(String, Expr)>,
    pub volatile: bool,
    /// It orders accesses to memory.
    pub memory: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Declare {
    pub space: Space,
    pub konst: bool,
    pub volatile: bool,
    /// Of what the names are or point to.
    pub base: Type,
    pub names: Vec<Declared>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Declared {
    pub name: Name,
    /// A pointer, which may be constant itself.
    pub pointer: Option<bool>,
    pub dims: Vec<Expr>,
    pub init: Option<Init>,
    /// At an address that is a multiple of this.
    pub aligned: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Init {
    Value(Expr),
    List(Vec<Expr>),
}

/// What a statement governs.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    pub stmts: Vec<Stmt>,
    pub style: Style,
}

/// How it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// One statement behind its head.
    Bare,
    /// In braces, in the line of its head.
    Inline,
    Block,
}

/// What all languages of devices have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Builtin {
    GlobalId,
    LocalId,
    GroupId,
    GlobalSize,
    LocalSize,
    NumGroups,
    Min,
    Max,
    Abs,
    AddSat,
    PopCount,
    IsNan,
    Math(Math),
    Atomic(Atomic),
    /// On 64 bits.
    LongAtomic(Atomic),
    VectorLoad(u8),
    VectorStore(u8),
    ReadImage {
        float: bool,
    },
}

/// Functions of floating-point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Math(pub &'static str, pub u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atomic {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
    Inc,
    Dec,
    Exchange,
    CompareExchange,
}

impl Expr {
    pub fn new(kind: Kind) -> Expr {
        Expr { kind, ty: Type::Unknown }
    }

    pub fn name(name: impl Into<Name>) -> Expr {
        Expr::new(Kind::Name(name.into()))
    }

    pub fn int(value: u64) -> Expr {
        Expr::new(Kind::Int { value, unsigned: false, long: false, hex: false })
    }

    /// Calls `f` on each part.
    pub fn parts<'e>(&'e self, f: &mut dyn FnMut(&'e Expr)) {
        match &self.kind {
            Kind::Name(_) | Kind::Int { .. } | Kind::Float(_) | Kind::Bool(_) | Kind::Known(_) => {}
            Kind::Unary(_, a)
            | Kind::Step { target: a, .. }
            | Kind::Cast(_, a)
            | Kind::Bits(_, a)
            | Kind::Convert { of: a, .. }
            | Kind::Field(a, _)
            | Kind::Lane(a, _) => f(a),
            Kind::Binary(_, a, b) | Kind::Assign(_, a, b) | Kind::Index(a, b) => {
                f(a);
                f(b);
            }
            Kind::Select(a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
            Kind::Sequence(all)
            | Kind::Vector(_, all)
            | Kind::Struct(_, all)
            | Kind::Builtin(_, all)
            | Kind::Call(_, all) => all.iter().for_each(f),
        }
    }

    /// Calls `f` on the expression and all in it.
    pub fn each<'e>(&'e self, f: &mut dyn FnMut(&'e Expr)) {
        f(self);
        self.parts(&mut |part| part.each(f));
    }

    /// Calls `f` on all parts of the expression, and then on the expression.
    pub fn each_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        match &mut self.kind {
            Kind::Name(_) | Kind::Int { .. } | Kind::Float(_) | Kind::Bool(_) | Kind::Known(_) => {}
            Kind::Unary(_, a)
            | Kind::Step { target: a, .. }
            | Kind::Cast(_, a)
            | Kind::Bits(_, a)
            | Kind::Convert { of: a, .. }
            | Kind::Field(a, _)
            | Kind::Lane(a, _) => a.each_mut(f),
            Kind::Binary(_, a, b) | Kind::Assign(_, a, b) | Kind::Index(a, b) => {
                a.each_mut(f);
                b.each_mut(f);
            }
            Kind::Select(a, b, c) => [a, b, c].into_iter().for_each(|e| e.each_mut(f)),
            Kind::Sequence(all)
            | Kind::Vector(_, all)
            | Kind::Struct(_, all)
            | Kind::Builtin(_, all)
            | Kind::Call(_, all) => all.iter_mut().for_each(|e| e.each_mut(f)),
        }
        f(self);
    }

    /// Whether it names this: a variable, a function, a number that the kernel is built with.
    pub fn names(&self, name: &str) -> bool {
        let mut found = false;
        self.each(&mut |e| found |= matches!(&e.kind, Kind::Name(n) | Kind::Call(n, _) if n == name));
        found
    }

    pub fn is_name(&self, name: &str) -> bool {
        matches!(&self.kind, Kind::Name(n) if n == name)
    }
}

impl Stmt {
    /// Calls `f` on each expression of it, and of the statements in it.
    pub fn each<'s>(&'s self, f: &mut dyn FnMut(&'s Expr)) {
        let body = |b: &'s Body, f: &mut dyn FnMut(&'s Expr)| b.stmts.iter().for_each(|s| s.each(f));
        match self {
            Stmt::Comment(_) | Stmt::Break | Stmt::Continue | Stmt::Goto(_) | Stmt::Label(_) | Stmt::Barrier { .. } => {
            }
            Stmt::Declare(d) => {
                for name in &d.names {
                    name.dims.iter().for_each(|e| e.each(f));
                    match &name.init {
                        Some(Init::Value(e)) => e.each(f),
                        Some(Init::List(all)) => all.iter().for_each(|e| e.each(f)),
                        None => {}
                    }
                }
            }
            Stmt::Do(e) => e.each(f),
            Stmt::Report { flag, number } => {
                flag.each(f);
                number.each(f);
            }
            Stmt::If { cond, then, otherwise } => {
                cond.each(f);
                body(then, f);
                otherwise.iter().for_each(|b| body(b, f));
            }
            Stmt::For { init, cond, next, body: inner } => {
                init.iter().for_each(|s| s.each(f));
                cond.iter().chain(next).for_each(|e| e.each(f));
                body(inner, f);
            }
            Stmt::While { cond, body: inner } | Stmt::DoWhile { body: inner, cond } => {
                cond.each(f);
                body(inner, f);
            }
            Stmt::Block(stmts) => stmts.iter().for_each(|s| s.each(f)),
            Stmt::Return(e) | Stmt::Unroll(e) => e.iter().for_each(|e| e.each(f)),
            Stmt::Choice(c) => {
                if let Cond::Value(e) = &c.cond {
                    e.each(f);
                }
                c.then.iter().chain(&c.otherwise).for_each(|s| s.each(f));
            }
            Stmt::Ptx(p) => p.outputs.iter().chain(&p.inputs).for_each(|(_, e)| e.each(f)),
        }
    }

    /// Calls `f` on the statement and those in it.
    pub fn all<'s>(&'s self, f: &mut dyn FnMut(&'s Stmt)) {
        f(self);
        match self {
            Stmt::If { then, otherwise, .. } => {
                then.stmts.iter().for_each(|s| s.all(f));
                otherwise.iter().for_each(|b| b.stmts.iter().for_each(|s| s.all(f)));
            }
            Stmt::For { body, .. } | Stmt::While { body, .. } | Stmt::DoWhile { body, .. } => {
                body.stmts.iter().for_each(|s| s.all(f));
            }
            Stmt::Block(stmts) => stmts.iter().for_each(|s| s.all(f)),
            Stmt::Choice(c) => c.then.iter().chain(&c.otherwise).for_each(|s| s.all(f)),
            _ => {}
        }
    }
}

impl Scalar {
    pub const ALL: [(Scalar, &'static str); 12] = [
        (Scalar::Bool, "bool"),
        (Scalar::Char, "char"),
        (Scalar::UChar, "uchar"),
        (Scalar::Short, "short"),
        (Scalar::UShort, "ushort"),
        (Scalar::Int, "int"),
        (Scalar::UInt, "uint"),
        (Scalar::Long, "long"),
        (Scalar::ULong, "ulong"),
        (Scalar::Size, "size_t"),
        (Scalar::Float, "float"),
        (Scalar::Double, "double"),
    ];

    pub fn name(self) -> &'static str {
        Scalar::ALL.iter().find(|(s, _)| *s == self).map_or("", |(_, n)| n)
    }

    pub fn bytes(self) -> u32 {
        match self {
            Scalar::Bool | Scalar::Char | Scalar::UChar => 1,
            Scalar::Short | Scalar::UShort => 2,
            Scalar::Int | Scalar::UInt | Scalar::Float => 4,
            Scalar::Long | Scalar::ULong | Scalar::Size | Scalar::Double => 8,
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Scalar::Float | Scalar::Double)
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Scalar::Char | Scalar::Short | Scalar::Int | Scalar::Long)
    }
}

impl Type {
    pub const INT: Type = Type::Scalar(Scalar::Int);
    pub const UINT: Type = Type::Scalar(Scalar::UInt);
    pub const BOOL: Type = Type::Scalar(Scalar::Bool);

    /// The type of a name of one word: a scalar, a vector.
    pub fn builtin(name: &str) -> Option<Type> {
        if name == "void" {
            return Some(Type::Void);
        }
        if name == "image1d_buffer_t" {
            return Some(Type::Image);
        }
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let (scalar, _) = Scalar::ALL.iter().find(|(_, n)| *n == base || *n == name)?;
        match name[base.len()..].parse::<u8>() {
            Ok(n @ (2 | 3 | 4 | 8 | 16)) => Some(Type::Vector(*scalar, n)),
            Ok(_) => None,
            Err(_) => Some(Type::Scalar(*scalar)),
        }
    }

    /// The element type of an array, a pointer or a vector.
    pub fn element(&self) -> Option<Type> {
        match self {
            Type::Pointer(p) => Some(p.to.clone()),
            Type::Array(of, space, dims) if dims.len() > 1 => {
                Some(Type::Array(of.clone(), space.clone(), dims[1..].to_vec()))
            }
            Type::Array(of, ..) => Some((**of).clone()),
            Type::Vector(s, _) => Some(Type::Scalar(*s)),
            _ => None,
        }
    }

    /// Its scalar, or that of its elements.
    pub fn scalar(&self) -> Option<Scalar> {
        match self {
            Type::Scalar(s) | Type::Vector(s, _) => Some(*s),
            _ => None,
        }
    }
}

impl Binary {
    pub const ALL: [(Binary, &'static str); 18] = [
        (Binary::Or, "||"),
        (Binary::And, "&&"),
        (Binary::BitOr, "|"),
        (Binary::BitXor, "^"),
        (Binary::BitAnd, "&"),
        (Binary::Eq, "=="),
        (Binary::Ne, "!="),
        (Binary::Lt, "<"),
        (Binary::Le, "<="),
        (Binary::Gt, ">"),
        (Binary::Ge, ">="),
        (Binary::Shl, "<<"),
        (Binary::Shr, ">>"),
        (Binary::Add, "+"),
        (Binary::Sub, "-"),
        (Binary::Mul, "*"),
        (Binary::Div, "/"),
        (Binary::Rem, "%"),
    ];

    pub fn symbol(self) -> &'static str {
        Binary::ALL.iter().find(|(op, _)| *op == self).map_or("", |(_, s)| s)
    }

    pub fn prec(self) -> Prec {
        match self {
            Binary::Or => Prec::Or,
            Binary::And => Prec::And,
            Binary::BitOr => Prec::BitOr,
            Binary::BitXor => Prec::BitXor,
            Binary::BitAnd => Prec::BitAnd,
            Binary::Eq | Binary::Ne => Prec::Equality,
            Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => Prec::Relation,
            Binary::Shl | Binary::Shr => Prec::Shift,
            Binary::Add | Binary::Sub => Prec::Sum,
            Binary::Mul | Binary::Div | Binary::Rem => Prec::Product,
        }
    }

    pub fn is_comparison(self) -> bool {
        matches!(self.prec(), Prec::Equality | Prec::Relation | Prec::And | Prec::Or)
    }
}

/// How tightly an expression binds, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Prec {
    Sequence,
    Assignment,
    Conditional,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
    Postfix,
}

impl Expr {
    pub fn prec(&self) -> Prec {
        match &self.kind {
            Kind::Sequence(_) => Prec::Sequence,
            Kind::Assign(..) => Prec::Assignment,
            Kind::Select(..) => Prec::Conditional,
            Kind::Binary(op, ..) => op.prec(),
            Kind::Unary(..) | Kind::Cast(..) => Prec::Unary,
            // A vector is written as a cast is.
            Kind::Vector(..) | Kind::Struct(..) => Prec::Postfix,
            _ => Prec::Postfix,
        }
    }
}

impl Known {
    pub const ALL: [(Known, &'static str); 6] = [
        (Known::Nan, "NAN"),
        (Known::Infinity, "INFINITY"),
        (Known::IntMin, "INT_MIN"),
        (Known::IntMax, "INT_MAX"),
        (Known::UintMax, "UINT_MAX"),
        (Known::LongMin, "LONG_MIN"),
    ];

    pub fn name(self) -> &'static str {
        Known::ALL.iter().find(|(k, _)| *k == self).map_or("", |(_, n)| n)
    }
}

impl Atomic {
    pub const ALL: [(Atomic, &'static str); 10] = [
        (Atomic::Add, "add"),
        (Atomic::Min, "min"),
        (Atomic::Max, "max"),
        (Atomic::And, "and"),
        (Atomic::Or, "or"),
        (Atomic::Xor, "xor"),
        (Atomic::Inc, "inc"),
        (Atomic::Dec, "dec"),
        (Atomic::Exchange, "xchg"),
        (Atomic::CompareExchange, "cmpxchg"),
    ];

    pub fn name(self) -> &'static str {
        Atomic::ALL.iter().find(|(a, _)| *a == self).map_or("", |(_, n)| n)
    }
}

/// Functions of floating-point numbers, with how many arguments they have.
const MATH: &[Math] = &[
    Math("sqrt", 1),
    Math("rsqrt", 1),
    Math("fabs", 1),
    Math("floor", 1),
    Math("ceil", 1),
    Math("rint", 1),
    Math("fma", 3),
    Math("fmod", 2),
    Math("fmin", 2),
    Math("fmax", 2),
    Math("sin", 1),
    Math("cos", 1),
    Math("tan", 1),
    Math("asin", 1),
    Math("acos", 1),
    Math("atan", 1),
    Math("atan2", 2),
    Math("sinh", 1),
    Math("cosh", 1),
    Math("tanh", 1),
    Math("exp", 1),
    Math("exp2", 1),
    Math("exp10", 1),
    Math("expm1", 1),
    Math("log", 1),
    Math("log2", 1),
    Math("log10", 1),
    Math("log1p", 1),
    Math("pow", 2),
    Math("cbrt", 1),
    Math("hypot", 2),
];

const PLACES: [(Builtin, &str); 6] = [
    (Builtin::GlobalId, "get_global_id"),
    (Builtin::LocalId, "get_local_id"),
    (Builtin::GroupId, "get_group_id"),
    (Builtin::GlobalSize, "get_global_size"),
    (Builtin::LocalSize, "get_local_size"),
    (Builtin::NumGroups, "get_num_groups"),
];

const PLAIN: [(Builtin, &str); 16] = [
    (Builtin::Min, "min"),
    (Builtin::Max, "max"),
    (Builtin::Abs, "abs"),
    (Builtin::AddSat, "add_sat"),
    (Builtin::PopCount, "popcount"),
    (Builtin::IsNan, "isnan"),
    (Builtin::VectorLoad(2), "vload2"),
    (Builtin::VectorLoad(4), "vload4"),
    (Builtin::VectorLoad(8), "vload8"),
    (Builtin::VectorLoad(16), "vload16"),
    (Builtin::VectorStore(2), "vstore2"),
    (Builtin::VectorStore(4), "vstore4"),
    (Builtin::VectorStore(8), "vstore8"),
    (Builtin::VectorStore(16), "vstore16"),
    (Builtin::ReadImage { float: true }, "read_imagef"),
    (Builtin::ReadImage { float: false }, "read_imagei"),
];

impl Builtin {
    pub fn of(name: &str) -> Option<Builtin> {
        let atomic = |rest: &str| Atomic::ALL.iter().find(|(_, n)| *n == rest).map(|(a, _)| *a);
        if let Some(a) = name.strip_prefix("atomic_").and_then(atomic) {
            return Some(Builtin::Atomic(a));
        }
        if let Some(a) = name.strip_prefix("atom_").and_then(atomic) {
            return Some(Builtin::LongAtomic(a));
        }
        let listed = PLACES.iter().chain(&PLAIN).find(|(_, n)| *n == name).map(|(b, _)| *b);
        listed.or_else(|| MATH.iter().find(|m| m.0 == name).map(|m| Builtin::Math(*m)))
    }

    /// Its name in the text form.
    pub fn name(self) -> String {
        match self {
            Builtin::Math(m) => m.0.into(),
            Builtin::Atomic(a) => format!("atomic_{}", a.name()),
            Builtin::LongAtomic(a) => format!("atom_{}", a.name()),
            _ => PLACES.iter().chain(&PLAIN).find(|(b, _)| *b == self).map_or("", |(_, n)| n).into(),
        }
    }

    /// Whether it says where a work item is.
    pub fn is_place(self) -> bool {
        PLACES.iter().any(|(b, _)| *b == self)
    }
}
