//! The typed program: every name resolved, every conversion explicit, Java's convenience forms taken apart.
//!
//! What `sema` guarantees to every later stage, and what no later stage decides again:
//! - Types are erased, as in Java's class files: a type variable is its bound. Where a generic result is used at a more
//!   precise type there is an explicit [`ExprKind::CheckCast`]. Boxing and unboxing are calls of `valueOf` and `intValue`.
//! - Binary operators have operands of one type (shifts excepted: the right one is `int`). Numeric conversions are
//!   [`ExprKind::Convert`].
//! - Constant expressions are folded to [`ExprKind::Lit`].
//! - Inner classes hold their captured variables and outer object in fields that `sema` made; lambdas and method
//!   references are `new` of a class that `sema` made (see [`ClassKind::Lambda`]); enums and records have their methods.
//! - Enhanced `for`, try-with-resources, string switch and `assert` are taken apart into simpler statements.
//! - Every path of a non-void method returns; every local is assigned before it is read; checked exceptions are declared.
//! - Evaluation order is the order of the fields of each node: Java's, left to right.
//!
//! SOMD's and Lime's constructs are kept as nodes of their own. Arenas are indexed by typed ids; all maps are ordered.

use smol_str::SmolStr;
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

pub mod full;
pub mod operator;
pub mod print;
pub mod testing;
pub mod walk;

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
id!(/// Index into [`Program::classes`].
    ClassId);
id!(/// Index into [`Program::methods`].
    MethodId);
id!(/// Index into [`Program::fields`].
    FieldId);
id!(/// Index into the [`Method::locals`] of one method.
    LocalId);
id!(/// Index into the functions of the Core program.
    CoreFuncId);
id!(/// A statement that `break` and `continue` name, unique in its method.
    LabelId);

#[derive(Clone, Debug, Default)]
pub struct Program {
    pub classes: Vec<Class>,
    pub methods: Vec<Method>,
    pub fields: Vec<Field>,
    /// The classes with a `public static void main(String[])`, in source order.
    pub mains: Vec<MethodId>,
    /// The classes that the compiler and the runtime know by name.
    pub known: Known,
    /// What a call throws, where that is not what its method declares: by the call's place and its method.
    pub thrown_by_call: ThrownByCall,
    /// Where the program uses what Java's library has and this one lacks.
    pub outside: Vec<OutsideUse>,
    /// Loops and declarations of local variables under an `@AssertOffload`: where that stands, and the declaration, or the place where the loop
    /// begins.
    pub asserted: Vec<(Span, Span)>,
    /// What the types of this program do not say because they are erased.
    pub generics: Arc<full::Generics>,
    /// The names of methods with a reduction that run as one instance, since parts of it may give something else.
    pub one_instance: Vec<Span>,
}

/// A use of what is outside the library.
#[derive(Clone, Debug)]
pub struct OutsideUse {
    pub at: Span,
    pub owner: Owner,
}

/// Whose text it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    Method(MethodId),
    /// The fields that one declaration declares.
    Fields(Vec<FieldId>),
    StaticInit(ClassId),
    /// What runs when an object of the class is made.
    Objects(ClassId),
    /// The class itself: what it extends.
    Class(ClassId),
}

pub type ThrownByCall = BTreeMap<(Span, MethodId), Vec<ClassId>>;

/// Library classes that later stages must find. Each is in the program even where the source does not name it.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// By qualified name: `java.lang.Object`, `java.lang.String`, `java.lang.Throwable`, the exceptions the runtime throws, boxes.
    pub classes: BTreeMap<SmolStr, ClassId>,
}

impl Program {
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.index()]
    }
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }

    /// What a field of a lambda keeps, as the virtual machine calls it: a lambda's body is a method of the class around it, which is
    /// given what it captures.
    pub fn captured(&self, field: FieldId) -> Option<String> {
        let class = self.class(self.field(field).class);
        let value = |f: FieldId| self.field(f).name.strip_prefix("val$");
        let of_lambda = matches!(class.kind, ClassKind::Lambda { .. });
        of_lambda.then(|| match value(field) {
            None => "this".into(),
            Some(name) if class.is_library => name.into(),
            Some(_) => {
                let before = class.fields.iter().take_while(|&&f| f != field).filter(|&&f| value(f).is_some()).count();
                format!("<parameter{}>", before + 1)
            }
        })
    }

    /// The method that a virtual call of `method` runs on an object whose class is exactly `class`.
    pub fn dispatch(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        self.class(class).vtable.get(&method).copied()
    }

    /// `sub` is `sup` or inherits from it (class or interface).
    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        sub == sup || self.class(sub).supertypes.contains(&sup)
    }

    /// What a variable of a value enum holds before it is assigned, since a value is never null: the first constant.
    pub fn first_constant(&self, class: ClassId) -> Option<FieldId> {
        let def = self.class(class);
        def.constants.first().copied().filter(|_| def.is_value)
    }

    /// The field of `java.lang.Enum` that says which constant an object of an enum is.
    pub fn ordinal_field(&self, class: ClassId) -> Option<FieldId> {
        let above = self.class(class).superclass.filter(|_| self.class(class).kind == ClassKind::Enum)?;
        self.class(above).fields.iter().copied().find(|&f| self.field(f).name == "ordinal")
    }
}

// ---- types ------------------------------------------------------------------------------------------------------

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ty {
    Void,
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    /// The type of `null`.
    Null,
    /// A class, interface, enum, record; a value where [`Class::is_value`].
    Class(ClassId),
    /// A Java array, `T[]`, or a bounded mutable one, `T[4]`.
    Array {
        elem: Arc<Ty>,
        bound: Option<u32>,
    },
    /// A value array: immutable, rectangular in `dims`, outermost first; None is an unbounded dimension. `elem` is no
    /// value array.
    ValueArray {
        elem: Arc<Ty>,
        dims: Arc<[Option<u32>]>,
    },
}

impl Ty {
    pub fn array(elem: Ty) -> Ty {
        Ty::Array { elem: Arc::new(elem), bound: None }
    }
    /// Java's word for it; None of arrays, classes and null.
    pub fn keyword(&self) -> Option<&'static str> {
        Some(match self {
            Ty::Void => "void",
            Ty::Boolean => "boolean",
            Ty::Byte => "byte",
            Ty::Short => "short",
            Ty::Char => "char",
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Float => "float",
            Ty::Double => "double",
            Ty::Null | Ty::Class(_) | Ty::Array { .. } | Ty::ValueArray { .. } => return None,
        })
    }
    pub fn is_primitive(&self) -> bool {
        matches!(self, Ty::Boolean) || self.is_numeric()
    }
    pub fn is_numeric(&self) -> bool {
        self.is_integral() || self.is_floating()
    }
    pub fn is_integral(&self) -> bool {
        matches!(self, Ty::Byte | Ty::Short | Ty::Char | Ty::Int | Ty::Long)
    }
    pub fn is_floating(&self) -> bool {
        matches!(self, Ty::Float | Ty::Double)
    }
    /// The lengths that an array type tells of its dimensions, outermost first, as far as it tells any.
    pub fn bounds(&self) -> Vec<Option<u32>> {
        fn collect(ty: &Ty, out: &mut Vec<Option<u32>>) {
            match ty {
                Ty::Array { elem, bound } => {
                    out.push(*bound);
                    collect(elem, out);
                }
                Ty::ValueArray { elem, dims } => {
                    out.extend(dims.iter());
                    collect(elem, out);
                }
                _ => {}
            }
        }
        let mut bounds = Vec::new();
        collect(self, &mut bounds);
        let told = bounds.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        bounds.truncate(told);
        bounds
    }
    /// How many dimensions of an array type, from the outermost on, are mutable arrays, and how many it has in all: those of value arrays
    /// are behind all others. Of other types none.
    pub fn array_kind(&self) -> (u32, u32) {
        match self {
            Ty::Array { elem, .. } => {
                let (mutable, dims) = elem.array_kind();
                (mutable + 1, dims + 1)
            }
            Ty::ValueArray { dims, .. } => (0, dims.len() as u32),
            _ => (0, 0),
        }
    }
    /// Whether the type tells a length that `from` does not: a value of that type is not surely one of this.
    pub fn claims(&self, from: &Ty) -> bool {
        let (told, known) = (self.bounds(), from.bounds());
        told.iter().enumerate().any(|(d, bound)| bound.is_some() && known.get(d) != Some(bound))
    }
    /// Null, a class, an array: what a reference may be at run time.
    pub fn is_reference(&self) -> bool {
        !self.is_primitive() && *self != Ty::Void
    }
}

// ---- declarations -----------------------------------------------------------------------------------------------

#[derive(Clone, Debug)]
pub struct Class {
    /// Qualified as in the source, `a.b.Outer.Inner`; `a.b.Outer.1` for an anonymous class.
    pub name: SmolStr,
    /// Java's binary name, `a.b.Outer$Inner`.
    pub binary_name: SmolStr,
    pub kind: ClassKind,
    pub is_abstract: bool,
    pub is_final: bool,
    /// Lime's `value`: immutable, compared by contents, never null.
    pub is_value: bool,
    pub is_library: bool,
    /// None for `java.lang.Object` and interfaces.
    pub superclass: Option<ClassId>,
    pub interfaces: Vec<ClassId>,
    /// All superclasses and superinterfaces, sorted.
    pub supertypes: Vec<ClassId>,
    /// In declaration order, captured variables last.
    pub fields: Vec<FieldId>,
    /// The fields that hold an enum's constants, by ordinal.
    pub constants: Vec<FieldId>,
    /// Declared here, made ones included; constructors too.
    pub methods: Vec<MethodId>,
    /// For every virtual method of this class and its supertypes (each declaration that a call may name): what runs.
    pub vtable: BTreeMap<MethodId, MethodId>,
    /// Static initialiser: a static method that runs initialisers and `static` blocks in source order.
    pub static_init: Option<MethodId>,
    /// The class whose source this one is nested in.
    pub outer: Option<ClassId>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassKind {
    Class,
    Interface,
    Enum,
    Record,
    /// Made from a lambda or method reference; `method` is its one method, whose body is the lambda's.
    Lambda {
        method: MethodId,
        /// The method's name in stack traces; None for a method reference, which does not stand there.
        frame: Option<SmolStr>,
    },
}

#[derive(Clone, Debug)]
pub struct Field {
    pub class: ClassId,
    pub name: SmolStr,
    pub ty: Ty,
    pub is_static: bool,
    pub is_final: bool,
    /// A static final field whose value is a constant expression; reads of it are already folded.
    pub constant: Option<Lit>,
    pub span: Span,
}

pub fn without_upcast(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Upcast(inner) => without_upcast(inner),
        _ => e,
    }
}

/// What a worker takes and gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Items {
    pub takes: Vec<Ty>,
    pub gives: Ty,
}

impl Program {
    /// What flows into and out of a worker.
    pub fn items(&self, worker: MethodId, known: Option<&Items>) -> Items {
        known.cloned().unwrap_or_else(|| {
            let m = self.method(worker);
            Items { takes: m.params.iter().map(|p| m.locals[p.index()].ty.clone()).collect(), gives: m.ret.clone() }
        })
    }

    /// The primitive type in a box.
    pub fn unboxed(&self, ty: &Ty) -> Option<Ty> {
        let Ty::Class(c) = ty else { return None };
        Some(match self.class(*c).name.as_str() {
            "java.lang.Boolean" => Ty::Boolean,
            "java.lang.Byte" => Ty::Byte,
            "java.lang.Short" => Ty::Short,
            "java.lang.Character" => Ty::Char,
            "java.lang.Integer" => Ty::Int,
            "java.lang.Long" => Ty::Long,
            "java.lang.Float" => Ty::Float,
            "java.lang.Double" => Ty::Double,
            _ => return None,
        })
    }

    /// `valueOf` of a box's class, which makes one of its primitive type.
    pub fn boxing(&self, ty: &Ty) -> Option<MethodId> {
        let (Ty::Class(c), Some(primitive)) = (ty, self.unboxed(ty)) else { return None };
        let fits = |m: &Method| {
            m.name == "valueOf" && matches!(m.params.as_slice(), [p] if m.locals[p.index()].ty == primitive)
        };
        self.class(*c).methods.iter().copied().find(|&m| fits(self.method(m)))
    }
}

/// The library's class in which natives like this one have twins, methods of the same names in plain arithmetic and loops: what parallel code
/// calls in their place.
pub fn plain_twins(native: &str) -> Option<&'static str> {
    match native {
        _ if native.starts_with("number.") => Some("somd.Bits"),
        _ if native.starts_with("character.") => Some("somd.Characters"),
        "system.arraycopy" => Some("somd.PlainArrays"),
        _ if native.starts_with("array.sort") => Some("somd.PlainArrays"),
        _ => None,
    }
}

#[derive(Clone, Debug)]
pub struct Method {
    pub class: ClassId,
    /// `<init>` for constructors, `<clinit>` for static initialisers.
    pub name: SmolStr,
    /// With parameter types, for messages: `Main.sum(int[])`.
    pub display: SmolStr,
    pub kind: MethodKind,
    pub is_static: bool,
    pub is_abstract: bool,
    /// May be called virtually: neither static nor private nor a constructor.
    pub is_virtual: bool,
    /// The first entries of `locals`; `this` is not among them.
    pub params: Vec<LocalId>,
    pub locals: Vec<Local>,
    /// What the virtual machine calls them where class files have no names for them; none of a method of the library, whose class files do.
    pub slots: Vec<Slot>,
    pub ret: Ty,
    /// Declared thrown classes, erased.
    pub throws: Vec<ClassId>,
    pub body: Option<Block>,
    /// Where the method is implemented by the runtime: the name in its registry (`@Native("string.charAt")`).
    pub native: Option<SmolStr>,
    /// `local` is written on it.
    pub declared_local: Option<Span>,
    pub somd: Option<Somd>,
    pub fast_math: bool,
    /// Called for few arguments (`@Cold`): its text stays out of its callers'.
    pub cold: bool,
    pub assert_offload: Option<Span>,
    pub name_span: Span,
    pub span: Span,
}

/// A place of a local variable in a frame of the virtual machine.
#[derive(Clone, Debug)]
pub struct Slot {
    pub number: u32,
    /// Which parameter it is, from 1 on, where it is one, and where in the source something is first assigned to it.
    pub parameter: Option<(u32, u32)>,
    /// Where a `switch` on strings reads it, and the slot of the copy that javac makes for that.
    pub copies: Vec<(u32, u32)>,
    /// What stands in messages instead, where the program as it was written has no such variable.
    pub written: Option<SmolStr>,
}

impl Slot {
    /// Of a variable that Java does not have.
    pub fn none() -> Slot {
        Slot { number: u32::MAX, parameter: None, copies: Vec::new(), written: None }
    }
}

impl Method {
    /// A local's name in the message of an exception that is thrown at `at`.
    pub fn told(&self, local: LocalId, at: Span) -> SmolStr {
        let slot = self.slots.get(local.index());
        if let Some((_, copy)) = slot.and_then(|s| s.copies.iter().find(|(from, _)| *from == at.lo)) {
            return format!("<local{copy}>").into();
        }
        match slot {
            Some(Slot { written: Some(text), .. }) => text.clone(),
            Some(Slot { parameter: Some((n, assigned)), .. }) if at.lo <= *assigned => format!("<parameter{n}>").into(),
            Some(slot) if slot.number != u32::MAX => format!("<local{}>", slot.number).into(),
            _ => self.locals[local.index()].name.clone(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodKind {
    Method,
    Constructor,
    StaticInit,
}

#[derive(Clone, Debug)]
pub struct Local {
    pub name: SmolStr,
    pub ty: Ty,
    /// Assigned once, where declared.
    pub is_final: bool,
    pub dist: Option<Dist>,
    /// SOMD `shared`.
    pub shared: bool,
    pub blank: Option<Blank>,
    pub span: Span,
}

/// A variable declared without a value, of which flow analysis sees that it gets one once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blank {
    /// It is `final`.
    Final,
    /// A lambda or inner class uses it here, or a `try` closes it.
    Used { at: Span, closed: bool },
}

/// What makes a method a SOMD method.
#[derive(Clone, Debug)]
pub struct Somd {
    pub reduce: Option<(Reduce, Span)>,
    /// The parameter that has the instances' ranges, as a partitioner of the program's own gave them.
    pub ranges: Option<LocalId>,
    /// Made from a parallel operation of Java's library, which this is in words: how its accumulators are combined they say themselves, and what
    /// cannot be done in parallel is done in order.
    pub library: Option<&'static str>,
    /// Its loops that fold floats in any order by an operator, and the variable that each folds in: in an iteration too they take the fixed shape.
    pub folds: BTreeMap<LabelId, (LocalId, ReduceOp)>,
}

#[derive(Clone, Debug)]
pub enum Reduce {
    Op(ReduceOp),
    SelfReduce,
    /// An expression that makes the `somd.Reduction`.
    User(Box<Expr>),
}

#[derive(Clone, Debug)]
pub struct Dist {
    /// 0-based dimensions that are split; None: all.
    pub dims: Option<Vec<u32>>,
    /// How far reads reach before and after, a pair a dimension.
    pub view: Option<Vec<(u32, u32)>>,
    pub corners: bool,
    /// An expression that makes the `somd.Partitioner`.
    pub partitioner: Option<Box<Expr>>,
    pub span: Span,
}

// ---- statements -------------------------------------------------------------------------------------------------

#[derive(Clone, Debug, Default)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Declares a local; without `init` it is assigned before it is read.
    Local {
        local: LocalId,
        init: Option<Expr>,
    },
    Expr(Expr),
    Block(Block),
    If {
        cond: Expr,
        then: Block,
        otherwise: Option<Block>,
    },
    /// `while`; `for` where it is not canonical has been made one of these only if it declares nothing and updates nothing.
    While {
        cond: Expr,
        body: Block,
        label: LabelId,
    },
    DoWhile {
        body: Block,
        cond: Expr,
        label: LabelId,
    },
    /// `continue` goes to `update`.
    For {
        init: Vec<Stmt>,
        cond: Option<Expr>,
        update: Vec<Expr>,
        body: Block,
        label: LabelId,
    },
    /// A labelled block: `break` leaves it.
    Labeled {
        label: LabelId,
        body: Block,
    },
    /// On `int` (chars, enums' ordinals and strings' cases have been made so). Arms in order; an arm that does not end in
    /// a jump falls into the next.
    Switch {
        scrutinee: Expr,
        arms: Vec<SwitchArm>,
        label: LabelId,
    },
    Break(LabelId),
    Continue(LabelId),
    Return(Option<Expr>),
    Throw(Expr),
    Try {
        body: Block,
        catches: Vec<Catch>,
        finally: Option<Block>,
    },
    /// SOMD `sync`: an empty `vars` means all shared memory.
    Sync {
        reduce: Option<(Reduce, Span)>,
        vars: Vec<LocalId>,
        body: Block,
    },
    /// SOMD `single`.
    Single(Block),
}

#[derive(Clone, Debug)]
pub struct SwitchArm {
    pub values: Vec<i32>,
    pub is_default: bool,
    pub body: Block,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Catch {
    /// Any of these classes.
    pub classes: Vec<ClassId>,
    pub local: LocalId,
    pub body: Block,
    pub span: Span,
}

// ---- expressions ------------------------------------------------------------------------------------------------

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Lit {
    Boolean(bool),
    /// `byte`, `short`, `char`, `int` by the expression's type; the value is sign- or zero-extended.
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    /// UTF-16. Equal literals are one object.
    String(Arc<[u16]>),
    Null,
    /// The zero of a value class.
    Zero,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Lit(Lit),
    Local(LocalId),
    This,
    /// None as object: a static field.
    Field {
        object: Option<Box<Expr>>,
        field: FieldId,
    },
    Length(Box<Expr>),
    Index {
        array: Box<Expr>,
        index: Box<Expr>,
    },
    Call {
        kind: CallKind,
        method: MethodId,
        receiver: Option<Box<Expr>>,
        args: Vec<Expr>,
    },
    /// Makes an object and runs a constructor on it. For [`ClassKind::Lambda`] the arguments are the captured values.
    New {
        class: ClassId,
        constructor: MethodId,
        args: Vec<Expr>,
    },
    /// `new T[sizes…][]…`: the expression's type is the array's.
    NewArray {
        sizes: Vec<Expr>,
    },
    /// `new T[]{…}`
    ArrayLit(Vec<Expr>),
    Neg(Box<Expr>),
    BitNot(Box<Expr>),
    Not(Box<Expr>),
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `&&`
    And(Box<Expr>, Box<Expr>),
    /// `||`
    Or(Box<Expr>, Box<Expr>),
    /// From one primitive type to another, as Java's casts do it.
    Convert(Box<Expr>),
    /// A reference to a more precise type, checked at run time; to a less precise one, free.
    CheckCast(Box<Expr>),
    Upcast(Box<Expr>),
    InstanceOf {
        expr: Box<Expr>,
        ty: Ty,
        binding: Option<LocalId>,
    },
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The value is the assigned one.
    Assign {
        place: Place,
        value: Box<Expr>,
    },
    /// `place = (T)(place op value)`, the place evaluated once; `op_ty` is the type the operation is done in. For strings
    /// `op` is Add and `op_ty` the string type.
    CompoundAssign {
        place: Place,
        op: BinOp,
        op_ty: Ty,
        value: Box<Expr>,
    },
    /// `++x`, `x++`, `--x`, `x--` on a primitive place (boxed ones have been taken apart).
    IncDec {
        place: Place,
        decrement: bool,
        prefix: bool,
    },
    /// String concatenation, at least two parts of any type.
    Concat(Vec<Expr>),
    /// A switch with a value, see [`SwitchExpr`].
    Switch(Box<SwitchExpr>),
    /// Statements, then a value: how `sema` takes forms apart that need a temporary.
    Sequence(Vec<Stmt>, Box<Expr>),
    /// A method of a value array whose result has an order.
    ArrayStep(Box<ArrayStep>),
    /// `T.class`
    ClassLit(Ty),

    // Lime
    /// `C @ f(a, b)`: every mapped argument is an array of the parameter's type. The type is the result's value array.
    Map {
        method: MethodId,
        args: Vec<MapArg>,
    },
    /// An operator mapped over arrays (`a @+ b`, `a @* 2.0f`); scalars are whole arguments. Element types are converted.
    MapBinary {
        op: BinOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    MapUnary {
        op: MapUnaryOp,
        array: Box<Expr>,
    },
    /// `@(float) a`; the element type is in the expression's type.
    MapConvert(Box<Expr>),
    ReduceOp {
        op: ReduceOp,
        array: Box<Expr>,
    },
    ReduceMethod {
        method: MethodId,
        /// The operator that the method is, if it is one: then this is its reduction, and the initial value, where there is one,
        /// stands left of that. [`operator::recognise`] writes it.
        operator: Option<operator::Known>,
        array: Box<Expr>,
        init: Option<Box<Expr>>,
        /// What a lambda takes from outside, passed behind the two values that it combines.
        captured: Vec<Expr>,
    },
    /// `task C.m`, or `task C(args).m` where `instance` makes the object.
    Task {
        method: MethodId,
        instance: Option<Box<Expr>>,
        /// Where the worker's own types are those of type variables: what these stand for.
        items: Option<Box<Items>>,
    },
    /// `a => b`; a tuple of tasks on either side.
    Connect {
        from: Vec<Expr>,
        to: Vec<Expr>,
    },
    /// `new T[[]](a)`: a value array of the expression's type from an array.
    Freeze(Box<Expr>),
    /// `v.toArray()`: a new mutable array from a value array.
    Thaw(Box<Expr>),
    /// A parallel region, lowered: calls function `func` of the [`somd_core`] program. Only `lower` makes these, in place
    /// of the nodes above and of the bodies of SOMD methods; what it leaves runs on the host, one element after another.
    CoreCall {
        func: CoreFuncId,
        args: Vec<Expr>,
        /// Where a part of a method was taken out: the locals that take the scalars it returns. The expression then has no value.
        results: Vec<Place>,
    },
}

#[derive(Clone, Debug)]
pub struct MapArg {
    pub expr: Expr,
    /// Mapped over, as against passed whole.
    pub mapped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapUnaryOp {
    Neg,
    BitNot,
    Not,
}

/// A step over a value array: what parallel code is made from, and the loop that it means, which runs where it is not.
#[derive(Clone, Debug)]
pub struct ArrayStep {
    pub kind: ArrayStepKind,
    /// The function that it is given; a sort need not have one.
    pub method: Option<MethodId>,
    /// Variables: the array, then a scan's initial value, a histogram's bins, or a scatter's indices and first array.
    pub operands: Vec<Expr>,
    /// What a lambda takes from outside, passed behind its own parameters.
    pub captured: Vec<Expr>,
    pub host: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArrayStepKind {
    Scan { inclusive: bool },
    Filter,
    Histogram,
    Scatter,
    Sort,
}

/// A switch expression: as [`StmtKind::Switch`], but an arm gives its value by assigning `result` and breaking `label`.
#[derive(Clone, Debug)]
pub struct SwitchExpr {
    pub switch: Stmt,
    pub result: LocalId,
}

#[derive(Clone, Debug)]
pub enum Place {
    Local(LocalId),
    Field { object: Option<Box<Expr>>, field: FieldId },
    Index { array: Box<Expr>, index: Box<Expr> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    Static,
    /// The named method itself: constructors (`super(…)`), private methods, `super.m()`.
    Special,
    /// By the receiver's class, through [`Class::vtable`].
    Virtual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    UShr,
    And,
    Or,
    Xor,
    Lt,
    Le,
    Gt,
    Ge,
    /// On primitives, and identity on references (contents on values).
    Eq,
    Ne,
}

impl BinOp {
    pub fn is_comparison(self) -> bool {
        matches!(self, BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge | BinOp::Eq | BinOp::Ne)
    }
    pub fn is_shift(self) -> bool {
        matches!(self, BinOp::Shl | BinOp::Shr | BinOp::UShr)
    }
}
