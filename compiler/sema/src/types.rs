//! Java's types as the checker sees them: with type arguments, type variables and wildcards. HIR has their erasure.

use smol_str::SmolStr;
use somd_hir::ClassId;
use somd_syntax::ast::PrimType;
use std::rc::Rc;

/// A type variable, declared by a class or a method or made by capture conversion; see
/// [`super::table::ClassTable::type_var`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeVarId(pub u32);

/// An unknown of the inference of one call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InferVarId(pub u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Prim(PrimType),
    Void,
    Null,
    Class(ClassType),
    /// `T[]`; `T[4]` has a bound.
    Array(Rc<Type>, Option<u32>),
    /// `T[[][4]]`, outermost dimension first.
    ValueArray(Rc<Type>, Rc<[Option<u32>]>),
    Var(TypeVarId),
    Infer(InferVarId),
    /// `A & B`; more than one part.
    Intersection(Rc<[Type]>),
    /// After an error that has been reported: fits everywhere, so that one mistake gives one message.
    Error,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ClassType {
    pub class: ClassId,
    /// As many as [`super::table::ClassDef::type_params`] (those of enclosing classes first, for inner member classes), or
    /// none: not generic, or raw.
    pub args: Rc<[TypeArg]>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeArg {
    Is(Type),
    /// `?`
    Any,
    /// `? extends T`
    Extends(Type),
    /// `? super T`
    Super(Type),
}

/// A type variable's declaration.
#[derive(Clone, Debug)]
pub struct TypeVar {
    pub name: SmolStr,
    /// At least one (`Object`).
    pub bounds: Vec<Type>,
    /// Only of a variable made by capture of `? super T`.
    pub lower: Option<Type>,
    pub is_value: bool,
    /// Made by capture conversion.
    pub is_capture: bool,
}

impl Type {
    pub const BOOLEAN: Type = Type::Prim(PrimType::Boolean);
    pub const BYTE: Type = Type::Prim(PrimType::Byte);
    pub const SHORT: Type = Type::Prim(PrimType::Short);
    pub const CHAR: Type = Type::Prim(PrimType::Char);
    pub const INT: Type = Type::Prim(PrimType::Int);
    pub const LONG: Type = Type::Prim(PrimType::Long);
    pub const FLOAT: Type = Type::Prim(PrimType::Float);
    pub const DOUBLE: Type = Type::Prim(PrimType::Double);

    /// A class type without arguments: not generic, or raw.
    pub fn class(class: ClassId) -> Type {
        Type::Class(ClassType::raw(class))
    }
    /// A class type with exact arguments.
    pub fn generic(class: ClassId, args: impl IntoIterator<Item = Type>) -> Type {
        Type::Class(ClassType { class, args: args.into_iter().map(TypeArg::Is).collect() })
    }
    pub fn array(elem: Type) -> Type {
        Type::Array(Rc::new(elem), None)
    }
    pub fn intersection(parts: Vec<Type>) -> Type {
        match <[Type; 1]>::try_from(parts) {
            Ok([one]) => one,
            Err(parts) => Type::Intersection(parts.into()),
        }
    }
    pub fn is_error(&self) -> bool {
        matches!(self, Type::Error)
    }
    pub fn is_primitive(&self) -> bool {
        matches!(self, Type::Prim(_))
    }
    /// Null, class, array, variable, intersection; the error type too.
    pub fn is_reference(&self) -> bool {
        !matches!(self, Type::Prim(_) | Type::Void)
    }
    pub fn is_numeric(&self) -> bool {
        matches!(self, Type::Prim(p) if *p != PrimType::Boolean)
    }
    pub fn is_integral(&self) -> bool {
        matches!(self, Type::Prim(PrimType::Byte | PrimType::Short | PrimType::Char | PrimType::Int | PrimType::Long))
    }
    pub fn as_class(&self) -> Option<&ClassType> {
        match self {
            Type::Class(c) => Some(c),
            _ => None,
        }
    }
    pub fn class_id(&self) -> Option<ClassId> {
        self.as_class().map(|c| c.class)
    }
    /// Element type of an array; of a value array, the value array of one dimension less, or its element.
    pub fn element(&self) -> Option<Type> {
        match self {
            Type::Array(elem, _) => Some((**elem).clone()),
            Type::ValueArray(elem, dims) if dims.len() > 1 => Some(Type::ValueArray(elem.clone(), dims[1..].into())),
            Type::ValueArray(elem, _) => Some((**elem).clone()),
            _ => None,
        }
    }
    pub fn is_array(&self) -> bool {
        matches!(self, Type::Array(..) | Type::ValueArray(..))
    }
}

impl ClassType {
    pub fn raw(class: ClassId) -> ClassType {
        thread_local! {
            /// One for all: most types have none.
            static NO_ARGS: Rc<[TypeArg]> = Rc::from([]);
        }
        ClassType { class, args: NO_ARGS.with(Rc::clone) }
    }
}

impl TypeArg {
    /// The type written in it, if any.
    pub fn ty(&self) -> Option<&Type> {
        match self {
            TypeArg::Is(t) | TypeArg::Extends(t) | TypeArg::Super(t) => Some(t),
            TypeArg::Any => None,
        }
    }
    pub fn is_wildcard(&self) -> bool {
        !matches!(self, TypeArg::Is(_))
    }
}

/// What stands for type variables: pairs in no order. Variables not in it stand for themselves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subst(pub Vec<(TypeVarId, TypeArg)>);

impl Subst {
    pub fn new(vars: &[TypeVarId], args: &[TypeArg]) -> Subst {
        Subst(vars.iter().copied().zip(args.iter().cloned()).collect())
    }
    pub fn of_types(vars: &[TypeVarId], types: &[Type]) -> Subst {
        Subst(vars.iter().copied().zip(types.iter().cloned().map(TypeArg::Is)).collect())
    }
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// First this one, then the next.
    pub fn then(&self, next: &Subst) -> Subst {
        let own = self.0.iter().map(|(v, a)| (*v, next.apply_arg(a)));
        Subst(own.chain(next.0.iter().cloned()).collect())
    }
    fn get(&self, var: TypeVarId) -> Option<&TypeArg> {
        self.0.iter().find(|(v, _)| *v == var).map(|(_, a)| a)
    }

    /// A wildcard that would stand outside a type argument becomes its upper bound (`Error` where it has none, which
    /// only arises from uncaptured types: see [`super::table::ClassTable::capture`]).
    pub fn apply(&self, ty: &Type) -> Type {
        if self.is_empty() {
            return ty.clone();
        }
        match ty {
            Type::Var(v) => match self.get(*v) {
                Some(TypeArg::Is(t) | TypeArg::Extends(t)) => t.clone(),
                Some(TypeArg::Any | TypeArg::Super(_)) => Type::Error,
                None => ty.clone(),
            },
            Type::Class(c) => Type::Class(self.apply_class(c)),
            Type::Array(elem, bound) => Type::Array(Rc::new(self.apply(elem)), *bound),
            Type::ValueArray(elem, dims) => Type::ValueArray(Rc::new(self.apply(elem)), dims.clone()),
            Type::Intersection(parts) => Type::intersection(parts.iter().map(|p| self.apply(p)).collect()),
            Type::Prim(_) | Type::Void | Type::Null | Type::Infer(_) | Type::Error => ty.clone(),
        }
    }

    pub fn apply_class(&self, ty: &ClassType) -> ClassType {
        if ty.args.is_empty() {
            return ty.clone();
        }
        ClassType { class: ty.class, args: ty.args.iter().map(|a| self.apply_arg(a)).collect() }
    }

    pub fn apply_arg(&self, arg: &TypeArg) -> TypeArg {
        match arg {
            TypeArg::Is(Type::Var(v)) => self.get(*v).cloned().unwrap_or_else(|| arg.clone()),
            TypeArg::Is(t) => TypeArg::Is(self.apply(t)),
            TypeArg::Any => TypeArg::Any,
            TypeArg::Extends(Type::Var(v)) => match self.get(*v) {
                Some(TypeArg::Is(t) | TypeArg::Extends(t)) => TypeArg::Extends(t.clone()),
                Some(TypeArg::Any | TypeArg::Super(_)) => TypeArg::Any,
                None => arg.clone(),
            },
            TypeArg::Extends(t) => TypeArg::Extends(self.apply(t)),
            TypeArg::Super(Type::Var(v)) => match self.get(*v) {
                Some(TypeArg::Is(t) | TypeArg::Super(t)) => TypeArg::Super(t.clone()),
                Some(TypeArg::Any | TypeArg::Extends(_)) => TypeArg::Any,
                None => arg.clone(),
            },
            TypeArg::Super(t) => TypeArg::Super(self.apply(t)),
        }
    }
}
