//! Core: the one form in which all parallelism of a program meets.
//!
//! # What it means
//! A [`Program`] is a list of functions over scalars, small structures and arrays. Nothing aliases: **an array variable is a value**.
//! A [`Stmt::Par`] that updates an array makes a *new* value under a new name, and the old name keeps the old contents; whether that
//! costs a second buffer is the schedule's business (it costs none where the old name is dead and each iteration reads only
//! what it owns). Scalars are values too; a scalar that changes is declared mutable, and only [`Stmt::Assign`] changes it.
//!
//! Two kinds of function ([`FuncKind`]):
//! - a **region** is what host code calls: parallel instructions in sequence inside ordinary control flow. It runs once, on the
//!   host's side, and each [`Par`] in it is a loop on the pool or a kernel;
//! - a **scalar function** is what the body of a parallel instruction calls. It holds no parallel instruction.
//!
//! **[`Par`] is the one parallel instruction**: an index space, a body that runs once for every point of it, and a list of outputs.
//! `C @ f(x)`, a distributed loop, `+! a` and an array function all become this, so fusion, scheduling and each back end are written
//! once; fused instructions are one `Par` with several outputs. Iterations are independent but for their outputs:
//! - [`OutputKind::Array`]: the body stores to the *result* name ([`Stmt::Store`]), and no two iterations store to one element.
//!   Reading the result name reads what this very iteration stored (or the old contents); reading the old name always reads
//!   the contents from before the instruction, which is the snapshot meaning of `sync`.
//! - [`OutputKind::Reduce`]: the body sees a mutable accumulator that starts at the operator's identity and may be folded into any
//!   number of times. The *shape* of the reduction, that is which iterations share an accumulator and in which order
//!   accumulators are combined, is fixed by the number of iterations alone (see [`shape`](super::shape)), so that every back end
//!   gives the same bits. The initial value is combined once, at the front.
//! - [`OutputKind::Fold`]: the same for a user's combinator, which has no known identity and need not commute: the body assigns one
//!   value an iteration, and combination keeps the order of iterations.
//! - [`OutputKind::First`]: a search. The result is the number of the first iteration that sets `found`, or that fails: an iteration
//!   behind it need not run, and what fails behind it is no failure. Whoever asked runs that iteration again, which then leaves the loop
//!   or throws.
//! - [`OutputKind::Accumulate`]: a histogram or scatter with a combinator, integer operators only (their order cannot be seen).
//!
//! **Checks are explicit.** `check` nodes ([`ExprKind::Check`]) wrap the value that Java would check; their value is their operand, and
//! they throw the exception of their [`Site`] where it fails. An index without one is in range, proved by a pass or by the lowering.
//! Evaluation is left to right and innermost first, as in Java, so the first failing check of the first failing iteration is the
//! one Java would report.
//!
//! **Everything says where it comes from**: statements and parallel instructions carry the set of source spans they stand for
//! ([`Prov`]), joined by fusion.
//!
//! The invariants in full are in [`verify`](super::verify), which runs after every pass. A program that passes compiles on every back end.

use crate::nulls::Nulls;
use smol_str::SmolStr;
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

macro_rules! id {
    ($(#[$m:meta])* $name:ident) => {
        $(#[$m])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);
        impl $name {
            pub fn index(self) -> usize { self.0 as usize }
        }
    };
}
pub use somd_hir::CoreFuncId as FuncId;
id!(/// Index into the [`Func::vars`] of one function.
    VarId);
id!(/// Index into [`Program::structs`].
    StructId);
id!(/// Index into [`Program::sites`].
    SiteId);
id!(/// A loop or block that `break` and `continue` name, unique in its function.
    LabelId);

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    pub funcs: Vec<Func>,
    pub structs: Vec<Struct>,
    pub sites: Vec<Site>,
    /// What Java says of arrays that are null.
    pub nulls: Nulls,
}

impl Program {
    pub fn func(&self, id: FuncId) -> &Func {
        &self.funcs[id.index()]
    }
}

/// A value class.
#[derive(Clone, Debug, PartialEq)]
pub struct Struct {
    pub name: SmolStr,
    pub fields: Vec<(SmolStr, Ty)>,
}

/// Where something may fail, for the exception's message and trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    pub span: Span,
    /// `Main.sum(int[])`
    pub method: SmolStr,
    /// What the source says there, for messages: `a[i + 1]`.
    pub text: SmolStr,
}

/// Source spans something stands for: sorted, without repeats.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Prov(pub Vec<Span>);

impl Prov {
    pub fn one(span: Span) -> Prov {
        Prov(vec![span])
    }
    pub fn join(&mut self, other: &Prov) {
        self.0.extend_from_slice(&other.0);
        self.0.sort();
        self.0.dedup();
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Ty {
    Bool,
    I8,
    I16,
    /// Java's `char`.
    U16,
    I32,
    I64,
    F32,
    F64,
    Struct(StructId),
    Array(ArrayTy),
}

/// A rectangular array, row-major. In a private array (see [`Expr::NewPrivate`]) every dimension has a bound.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ArrayTy {
    /// A scalar or a structure of scalars.
    pub elem: Box<Ty>,
    /// Outermost first; a bound where the size is known.
    pub dims: Vec<Option<u32>>,
}

impl ArrayTy {
    /// Elements of an array all of whose sizes are known.
    pub fn count(&self) -> u32 {
        self.dims.iter().map(|d| d.unwrap_or(0)).product()
    }

    /// The indices of its `n`th element, row-major.
    pub fn place(&self, n: u32, span: Span) -> Vec<Expr> {
        let mut rest = n;
        let mut index: Vec<Expr> = self
            .dims
            .iter()
            .rev()
            .map(|d| {
                let size = d.unwrap_or(1).max(1);
                let at = rest % size;
                rest /= size;
                Expr::int(at as i32, span)
            })
            .collect();
        index.reverse();
        index
    }
}

impl Ty {
    pub fn array(elem: Ty, rank: usize) -> Ty {
        Ty::Array(ArrayTy { elem: Box::new(elem), dims: vec![None; rank] })
    }
    pub fn is_float(&self) -> bool {
        matches!(self, Ty::F32 | Ty::F64)
    }
    pub fn is_int(&self) -> bool {
        matches!(self, Ty::I8 | Ty::I16 | Ty::U16 | Ty::I32 | Ty::I64)
    }
    pub fn is_number(&self) -> bool {
        self.is_float() || self.is_int()
    }
    pub fn is_scalar(&self) -> bool {
        *self == Ty::Bool || self.is_float() || self.is_int()
    }
    pub fn as_array(&self) -> Option<&ArrayTy> {
        match self {
            Ty::Array(a) => Some(a),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Func {
    /// Unique, made of the source's names: `VectorAdd_add`, `NBody_computeForces_map1`.
    pub name: SmolStr,
    pub kind: FuncKind,
    /// The first variables of `vars`.
    pub params: Vec<VarId>,
    /// Empty: nothing. More than one value only in regions (a result, and the new values of arrays the caller sees changed).
    pub ret: Vec<Ty>,
    pub vars: Vec<Var>,
    pub body: Block,
    pub fast_math: bool,
    /// Called for few arguments: see `@Cold`.
    pub cold: bool,
    pub prov: Prov,
    /// For messages: `Main.sum(int[])`.
    pub display: SmolStr,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FuncKind {
    Region {
        /// For every returned array that is the new value of a parameter: which parameter. The caller's array then holds it
        /// (SOMD's "a write to a `dist` parameter is seen by the caller"); the back ends write in place.
        updates: Vec<Option<VarId>>,
        /// What host code passes and gets, where that is not what `params` and `ret` say.
        outside: Option<Box<Outside>>,
        /// Parameters whose elements are constants of the program: no code changes them.
        tables: BTreeMap<VarId, Table>,
        /// Arrays that may be null. What the region does with one of them is look at and store to elements whose indices are checked:
        /// the checks fail there, as for an array without elements, and throw a `NullPointerException`.
        optional: BTreeSet<VarId>,
    },
    Scalar,
}

impl FuncKind {
    /// A region that returns nothing.
    pub fn region() -> FuncKind {
        FuncKind::Region { updates: Vec::new(), outside: None, tables: BTreeMap::new(), optional: BTreeSet::new() }
    }
}

impl Func {
    /// The arrays that may be null: optional parameters, and their new values.
    pub fn nullable(&self) -> BTreeSet<VarId> {
        let FuncKind::Region { optional, .. } = &self.kind else { return BTreeSet::new() };
        let mut all = optional.clone();
        super::walk::for_each_stmt(&self.body, &mut |s| {
            let StmtKind::Par(par) = &s.kind else { return };
            for output in &par.outputs {
                if let OutputKind::Array(ArraySource::Update { old }) = &output.kind
                    && all.contains(old)
                {
                    all.insert(output.result);
                }
            }
        });
        all
    }
}

/// The elements of a rectangular array that are known before the program runs, row-major.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub dims: Vec<u32>,
    pub values: Vec<Const>,
}

/// How a region looks from the host once arrays of structures have been taken apart: in `params` and `ret` (and `updates`), one
/// column for every scalar of the structure ([`leaves`]) stands in the place of such an array.
#[derive(Clone, Debug, PartialEq)]
pub struct Outside {
    pub params: Vec<Ty>,
    pub ret: Vec<Ty>,
}

impl Outside {
    /// How many columns a type has; None where it is passed as it is.
    pub fn columns(program: &Program, ty: &Ty) -> Option<usize> {
        ty.as_array()
            .filter(|a| matches!(*a.elem, Ty::Struct(_)))
            .map(|a| leaves(program, &a.elem).len())
            .filter(|n| *n > 0)
    }
}

/// A scalar within a structure: the fields that lead to it, their names joined, and its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    pub path: Vec<u32>,
    pub name: String,
    pub ty: Ty,
}

/// The scalars of a structure, nested ones in the place of their field; a scalar is its own.
pub fn leaves(program: &Program, ty: &Ty) -> Vec<Leaf> {
    let Ty::Struct(s) = ty else {
        return vec![Leaf { path: Vec::new(), name: String::new(), ty: ty.clone() }];
    };
    let mut all = Vec::new();
    for (k, (field, ty)) in program.structs[s.index()].fields.iter().enumerate() {
        for leaf in leaves(program, ty) {
            let mut path = vec![k as u32];
            path.extend(leaf.path);
            let name = if leaf.name.is_empty() { field.to_string() } else { format!("{field}_{}", leaf.name) };
            all.push(Leaf { path, name, ty: leaf.ty });
        }
    }
    all
}

#[derive(Clone, Debug, PartialEq)]
pub struct Var {
    /// As in the source; need not be unique.
    pub name: SmolStr,
    pub ty: Ty,
    /// Changed by [`Stmt::Assign`] after its declaration (a scalar), or by [`Stmt::Store`] (a private array).
    pub mutable: bool,
    pub span: Span,
    /// Of a private array: the accumulators of a reduction in the fixed shape by this operator. The reduction is the block that declares them; it
    /// ends with the assignment of what it gives, and leaves nothing else behind.
    pub folds: Option<ReduceOp>,
}

#[derive(Clone, Debug, PartialEq, Default)]
pub struct Block {
    pub stmts: Vec<Stmt>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    pub kind: StmtKind,
    pub prov: Prov,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// Declares a variable. None only for a mutable scalar that every path assigns before reading.
    Let {
        var: VarId,
        init: Option<Expr>,
    },
    /// A mutable scalar or structure; in a region also a mutable array variable, which is given the new value that a [`Par`] or a
    /// called region has made of it (`g = g'`): the back ends update in place, so this costs nothing.
    Assign {
        var: VarId,
        value: Expr,
    },
    /// To a private array of this function or an array output of the enclosing [`Par`]. In a region also, outside every [`Par`], to one of its
    /// arrays, which then holds the changed contents (such a statement runs on the host). In Java's order (JLS 15.26.1): the indices, the value,
    /// and only then the last check of the last index ([`Expr::last_check`]).
    Store {
        array: VarId,
        index: Vec<Expr>,
        value: Expr,
    },
    /// To an [`OutputKind::Accumulate`] output: `array[index] op= value`.
    Accumulate {
        array: VarId,
        index: Vec<Expr>,
        value: Expr,
    },
    If {
        cond: Expr,
        then: Block,
        otherwise: Block,
    },
    /// `for var in lo..hi step` (step is not zero; negative counts down, `hi` exclusive still). Bounds are evaluated once; the body does not
    /// assign `var`.
    For {
        var: VarId,
        lo: Expr,
        hi: Expr,
        step: Expr,
        body: Block,
        label: LabelId,
    },
    While {
        cond: Expr,
        body: Block,
        label: LabelId,
    },
    /// A block that `break label` leaves.
    Labeled {
        label: LabelId,
        body: Block,
    },
    Break(LabelId),
    Continue(LabelId),
    /// In scalar functions anywhere outside a [`Par`]; in regions only as the last statement.
    Return(Vec<Expr>),
    /// Throws `class` (binary Java name of an exception), made by its constructor without parameters or with a `String`.
    Throw {
        class: SmolStr,
        message: Option<Vec<Piece>>,
        site: SiteId,
    },
    /// A call of a scalar function for the arrays it writes (private arrays passed by reference).
    Call {
        func: FuncId,
        args: Vec<Expr>,
    },
    /// A call of another region; binds its results. Only in regions.
    CallRegion {
        results: Vec<VarId>,
        func: FuncId,
        args: Vec<Expr>,
    },
    Par(Box<Par>),
}

/// A piece of an exception's message.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    Text(SmolStr),
    /// A scalar, as `String.valueOf` shows it.
    Value(Expr),
}

/// See the module's documentation.
#[derive(Clone, Debug, PartialEq)]
pub struct Par {
    /// Unique in the program, made of the source's names; kernels are called by it.
    pub name: SmolStr,
    /// Outermost first, one to three dimensions; bounds are evaluated once, before anything runs.
    pub space: Vec<Dim>,
    pub outputs: Vec<Output>,
    pub body: Block,
}

/// `index` takes lo, lo+1, … below hi (no iteration where hi <= lo).
#[derive(Clone, Debug, PartialEq)]
pub struct Dim {
    pub index: VarId,
    pub lo: Expr,
    pub hi: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Bound after the instruction; inside the body only stores (and reads of own elements) name it.
    pub result: VarId,
    pub kind: OutputKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum OutputKind {
    Array(ArraySource),
    /// `acc` is a mutable variable inside the body, at first the identity of `op`.
    Reduce {
        op: ReduceOp,
        acc: VarId,
        init: Expr,
    },
    /// `value` is assigned once an iteration. `init` is combined at the front; without one an empty space throws `EmptyReduction`. `captured`:
    /// numbers from outside, which the combinator takes behind the two values.
    Fold {
        func: FuncId,
        captured: Vec<VarId>,
        value: VarId,
        init: Option<Expr>,
        site: SiteId,
    },
    /// The number of the first iteration (row-major, from 0) that sets `found`, at first false, or fails; the greatest `i64` where
    /// none does. The only output of its instruction.
    First {
        found: VarId,
    },
    /// Element-wise accumulation into the old array with an integer operator.
    Accumulate {
        op: ReduceOp,
        array: VarId,
    },
    /// Inclusive scan of one value an iteration; the result has one element an iteration. One-dimensional spaces.
    Scan {
        op: ReduceOp,
        value: VarId,
        init: Expr,
    },
    /// The values of those iterations that keep theirs, in order. One-dimensional spaces.
    Filter {
        value: VarId,
        keep: VarId,
    },
    /// The elements of an array in ascending order, as Java's `Arrays.sort` has it, or the `places` in the array that they have; equal ones
    /// stay in the order of their places. The only output of its instruction, whose space is the array's one dimension, and whose body is empty.
    /// Of an array of two dimensions each row by itself; the space is the rows, and there are no places.
    Sort {
        array: VarId,
        places: bool,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum ArraySource {
    /// A new array of these sizes. `zeroed` where some element may not be stored to; else the body stores to every one.
    New { sizes: Vec<Expr>, zeroed: bool },
    /// The new value of an existing array: elements not stored to keep their contents.
    Update { old: VarId },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Const {
    Bool(bool),
    /// `i8` to `i64` by the expression's type.
    Int(i64),
    F32(f32),
    F64(f64),
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Const(Const),
    Var(VarId),
    Unary(UnOp, Box<Expr>),
    /// Operands have one type, but for shifts, whose right operand is `i32` and is masked as in Java.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// Java's conversion between scalar types (saturating from floats, wrapping between integers).
    Convert(Box<Expr>),
    /// The bits of a float as an integer of its size, or back.
    Bitcast(Box<Expr>),
    /// Both sides are evaluated only as needed.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    /// Correctly rounded everywhere.
    Math(MathOp, Vec<Expr>),
    /// The size of a dimension.
    Len {
        array: VarId,
        dim: u32,
    },
    /// A scalar element (as many indices as dimensions), in range.
    Index {
        array: VarId,
        index: Vec<Expr>,
    },
    /// A row or plane: fewer indices than dimensions. Only as an argument, in [`StmtKind::Let`] or as the value of a store to a bounded row.
    Row {
        array: VarId,
        index: Vec<Expr>,
    },
    Check {
        kind: CheckKind,
        value: Box<Expr>,
        site: SiteId,
    },
    /// A scalar function.
    Call {
        func: FuncId,
        args: Vec<Expr>,
    },
    MakeStruct(Vec<Expr>),
    Field(Box<Expr>, u32),
    /// A zeroed private array: the type has all bounds. Only in [`StmtKind::Let`].
    NewPrivate,
    /// A zeroed array made by a region. Only in [`StmtKind::Let`] of a region.
    NewArray {
        sizes: Vec<Expr>,
    },
    /// A private array or row of a bounded dimension from its elements.
    ArrayLit(Vec<Expr>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum CheckKind {
    /// 0 <= value < len(array, dim), else ArrayIndexOutOfBoundsException.
    Index { array: VarId, dim: u32 },
    /// 0 <= value < length, for a row with a length of its own, else ArrayIndexOutOfBoundsException; of a string's characters
    /// StringIndexOutOfBoundsException.
    Below { length: Box<Expr>, text: bool },
    /// value != 0, else ArithmeticException `/ by zero`.
    NonZero,
    /// value >= 0, else NegativeArraySizeException.
    Size,
    /// value == other, else `somd.LengthMismatch`; for the lengths of mapped arguments.
    SameLength { other: Box<Expr> },
    /// -before <= value <= after, else `somd.PartitionException`: how far the element of `array` that is read lies from the iteration's
    /// own in a dimension.
    View { array: SmolStr, dim: u32, before: u32, after: u32 },
}

/// What the exception says where a read leaves a view.
pub fn view_message(distance: i64, array: &str, dim: u32, before: u32, after: u32) -> String {
    format!(
        "the element {distance} from the own one in dimension {} is read, and the view of {array} has {before} before and {after} behind there",
        dim + 1
    )
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnOp {
    Neg,
    /// `~`
    BitNot,
    /// `!`
    Not,
}

pub use somd_hir::BinOp;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MathOp {
    Sqrt,
    Abs,
    Floor,
    Ceil,
    Rint,
    /// Fused multiply-add.
    Fma,
    /// With Java's NaN and -0.
    Min,
    Max,
}

impl Expr {
    pub fn new(kind: ExprKind, ty: Ty, span: Span) -> Expr {
        Expr { kind, ty, span }
    }
    pub fn var(var: VarId, ty: Ty, span: Span) -> Expr {
        Expr::new(ExprKind::Var(var), ty, span)
    }
    pub fn int(value: i32, span: Span) -> Expr {
        Expr::new(ExprKind::Const(Const::Int(value as i64)), Ty::I32, span)
    }

    /// The check that a store makes behind its value, where this is its last index: the one around it, or, where rows with lengths of their
    /// own lie one behind the other, the one around the right side of `start + place`.
    pub fn last_check(&self) -> Option<&Expr> {
        match &self.kind {
            ExprKind::Check { .. } => Some(self),
            ExprKind::Binary(BinOp::Add, _, place) if place.is_below() => Some(place),
            _ => None,
        }
    }

    /// As [`Expr::last_check`], to be changed; also what is evaluated before what it checks.
    pub fn last_check_mut(&mut self) -> (Option<&mut Expr>, Option<&mut Expr>) {
        if matches!(self.kind, ExprKind::Check { .. }) {
            return (None, Some(self));
        }
        if self.last_check().is_none() {
            return (Some(self), None);
        }
        match &mut self.kind {
            ExprKind::Binary(_, start, place) => (Some(start), Some(place)),
            _ => (None, None),
        }
    }

    /// What a store whose last index this is evaluates of it before its value, in order.
    pub fn before_last_check(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Check { value, .. } => vec![value],
            ExprKind::Binary(BinOp::Add, start, place) => match &place.kind {
                ExprKind::Check { kind: CheckKind::Below { .. }, value, .. } => vec![start, value],
                _ => vec![self],
            },
            _ => vec![self],
        }
    }

    fn is_below(&self) -> bool {
        matches!(self.kind, ExprKind::Check { kind: CheckKind::Below { .. }, .. })
    }

    /// Without the checks around it.
    pub fn unchecked(&self) -> &Expr {
        match &self.kind {
            ExprKind::Check { value, .. } => value.unchecked(),
            _ => self,
        }
    }
}

/// The value that an operator leaves unchanged: what an accumulator starts at. None for `-`, which has none on the left.
pub fn identity(op: ReduceOp, ty: &Ty) -> Option<Const> {
    let (min, max) = match ty {
        Ty::I8 => (i8::MIN as i64, i8::MAX as i64),
        Ty::I16 => (i16::MIN as i64, i16::MAX as i64),
        Ty::U16 => (0, u16::MAX as i64),
        Ty::I32 => (i32::MIN as i64, i32::MAX as i64),
        _ => (i64::MIN, i64::MAX),
    };
    Some(match (op, ty) {
        // -0.0, not 0.0: the sum of no elements and -0.0 must stay -0.0.
        (ReduceOp::Add | ReduceOp::Sub, Ty::F32) => Const::F32(-0.0),
        (ReduceOp::Add | ReduceOp::Sub, Ty::F64) => Const::F64(-0.0),
        (ReduceOp::Mul, Ty::F32) => Const::F32(1.0),
        (ReduceOp::Mul, Ty::F64) => Const::F64(1.0),
        (ReduceOp::Min, Ty::F32) => Const::F32(f32::INFINITY),
        (ReduceOp::Min, Ty::F64) => Const::F64(f64::INFINITY),
        (ReduceOp::Max, Ty::F32) => Const::F32(f32::NEG_INFINITY),
        (ReduceOp::Max, Ty::F64) => Const::F64(f64::NEG_INFINITY),
        (ReduceOp::And, Ty::Bool) => Const::Bool(true),
        (ReduceOp::Or | ReduceOp::Xor, Ty::Bool) => Const::Bool(false),
        (ReduceOp::Add | ReduceOp::Sub | ReduceOp::Or | ReduceOp::Xor, t) if t.is_int() => Const::Int(0),
        (ReduceOp::Mul, t) if t.is_int() => Const::Int(1),
        (ReduceOp::And, Ty::U16) => Const::Int(max),
        (ReduceOp::And, t) if t.is_int() => Const::Int(-1),
        (ReduceOp::Min, t) if t.is_int() => Const::Int(max),
        (ReduceOp::Max, t) if t.is_int() => Const::Int(min),
        _ => return None,
    })
}
