//! The class table: every class of the program with its members' types. The questions that Java's typing rules ask of it
//! are in [`super::scope`] (what a name means), [`super::subtype`] (how types relate) and [`super::members`] (what a type
//! has). Bodies are not looked at here.

use super::hash::{HashMap, HashSet, Index};
use super::scope::{Scope, UnitScope};
use super::types::{ClassType, Type, TypeArg, TypeVar, TypeVarId};
use smol_str::SmolStr;
use somd_hir::{ClassId, FieldId, Lit, MethodId};
use somd_syntax::ast;
use somd_syntax::source::Span;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// Ids are those of the HIR: class `i` of the table is class `i` of the program, and so for fields and methods (`assemble`
/// adds methods of its own after those of the table).
#[derive(Default)]
pub struct ClassTable {
    pub classes: Vec<ClassDef>,
    pub methods: Vec<MethodDef>,
    pub fields: Vec<FieldDef>,
    /// Top-level classes by qualified name.
    pub by_name: Index<SmolStr, ClassId>,
    /// The same by package and simple name; of the package without a name, none.
    pub(super) in_packages: HashMap<SmolStr, HashMap<SmolStr, ClassId>>,
    /// The names of all member types: few names of types are among them.
    pub(super) member_type_names: HashSet<SmolStr>,
    /// The files: their packages and imports.
    pub units: Vec<UnitScope>,
    /// What the library's classes owe the types that they inherit from has been checked by the library's own test, not here.
    pub(super) trusts_library: bool,
    /// The program's `assert` statements run; else they are checked and left out.
    pub(super) assertions: bool,
    /// Behind a cell because capture conversion, which is a question, makes variables.
    type_vars: RefCell<Vec<Rc<TypeVar>>>,
    /// What [`ClassTable::class_methods_named`] has found, by name and class.
    pub(super) methods_found: RefCell<HashMap<SmolStr, HashMap<ClassId, Rc<[MethodId]>>>>,
    /// The library's classes that the program names as `C.class`: it may ask these for objects.
    pub(super) class_literals: RefCell<BTreeSet<ClassId>>,
    /// `java.lang.Object`, once it has been asked for and found.
    object_class: Cell<Option<ClassId>>,
    /// Of local and anonymous classes, to number the next.
    local_binary_names: BTreeSet<SmolStr>,
}

/// What a lambda's class was made of.
#[derive(Clone, Debug)]
pub struct MadeOf {
    pub method: MethodId,
    /// The method that a lambda's text stands in, as stack traces name it; None: a method reference, which has no body.
    pub within: Option<SmolStr>,
}

pub struct ClassDef {
    /// `Inner` of `a.b.Outer.Inner`; empty for anonymous classes.
    pub simple_name: SmolStr,
    /// `a.b.Outer.Inner`
    pub name: SmolStr,
    /// `a.b.Outer$Inner`, `a.b.Outer$1`, `a.b.Outer$1Local`
    pub binary_name: SmolStr,
    pub package: SmolStr,
    pub kind: ast::TypeKind,
    /// As written, implied ones (`static` of a nested enum, `abstract` of an interface, …) added with [`Span::NONE`].
    pub modifiers: ast::Modifiers,
    pub is_value: bool,
    pub is_library: bool,
    /// A lambda or method reference turned into a class by `body`.
    pub lambda: Option<MadeOf>,
    pub outer: Option<ClassId>,
    /// Has an enclosing instance: inner, and not in a static context.
    pub is_inner: bool,
    /// The field that holds the enclosing instance (`this$0`), where [`ClassDef::is_inner`].
    pub outer_this: Option<FieldId>,
    /// Those of enclosing classes first where this is an inner member class (`E` in `LinkedList<E>.Node`), then its own.
    pub type_params: Vec<TypeVarId>,
    /// How many of `type_params` belong to enclosing classes.
    pub outer_params: usize,
    /// None for interfaces and `java.lang.Object`. (Interfaces have `Object`'s members all the same.)
    pub superclass: Option<Type>,
    pub interfaces: Vec<Type>,
    pub permits: Vec<ClassId>,
    /// Members declared here, by simple name, in source order.
    pub fields: Index<SmolStr, FieldId>,
    pub methods: Index<SmolStr, Vec<MethodId>>,
    pub constructors: Vec<MethodId>,
    pub member_types: Index<SmolStr, ClassId>,
    /// Of an enum, in order.
    pub constants: Vec<EnumConstantDef>,
    /// Fields of a record's components, in order.
    pub components: Vec<FieldId>,
    /// Local and anonymous classes: what their declaration sees around it.
    pub local_scope: Option<Rc<Scope>>,
    /// An anonymous class's declaration is made from its body: kind `Class`, empty name.
    pub decl: Option<Arc<ast::TypeDecl>>,
    /// The file it stands in: an index into [`ClassTable::units`].
    pub unit: usize,
    /// A class or interface that it inherits from has not been found, which has been reported: it may have any member.
    pub lacks_supertype: bool,
    pub span: Span,
}

/// `A(args) { body }` of an enum. Its arguments are in the class's `decl.constants[i]`, `i` the ordinal.
#[derive(Clone, Debug)]
pub struct EnumConstantDef {
    pub field: FieldId,
    /// The class of its body, declared as an anonymous class of the enum.
    pub body: Option<ClassId>,
}

pub struct MethodDef {
    pub class: ClassId,
    /// `<init>` for constructors.
    pub name: SmolStr,
    /// As written, implied ones (`public`, `abstract` of an interface's) added with [`Span::NONE`].
    pub modifiers: ast::Modifiers,
    pub is_static: bool,
    pub is_abstract: bool,
    pub type_params: Vec<TypeVarId>,
    /// Constructors only: parameters before the declared ones, that source does not write: the enclosing instance
    /// (`this$0`) of an inner class; `$name` and `$ordinal` of an enum's. HIR's parameters are these, then `params`, then
    /// captured variables (which `body` finds).
    pub hidden: Vec<(SmolStr, Type)>,
    pub params: Vec<Type>,
    pub param_names: Vec<SmolStr>,
    pub varargs: bool,
    /// `void` for constructors.
    pub ret: Type,
    pub throws: Vec<Type>,
    pub native: Option<SmolStr>,
    /// Not in the source.
    pub made: Option<Made>,
    pub decl: Option<Arc<ast::MethodDecl>>,
    pub name_span: Span,
    pub span: Span,
}

/// A method that no source stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// `super()` and the instance initialisers: `body` writes it. An anonymous class's has the parameters of the super
    /// constructor it passes on.
    DefaultConstructor,
    /// `assemble` writes these bodies:
    RecordConstructor,
    RecordAccessor(FieldId),
    EnumValues,
    EnumValueOf,
    /// `equals`, `hashCode`, `toString` of a record or value class, by its fields.
    Equals,
    HashCode,
    ToString,
    /// What `java.lang.Class` asks of the whole program, by a class's binary name ([`Made::of_program`]).
    Describe,
    Construct,
    Constants,
    /// Added by `body` for its own ends (a lambda's method), which writes its body.
    Body,
}

pub struct FieldDef {
    pub class: ClassId,
    pub name: SmolStr,
    pub ty: Type,
    pub modifiers: ast::Modifiers,
    pub is_static: bool,
    pub is_final: bool,
    /// `Unevaluated` where it is final with an initialiser that may be a constant expression; `body` folds it on demand.
    pub constant: ConstantState,
    pub init: Option<Arc<ast::Expr>>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ConstantState {
    NotConstant,
    Unevaluated,
    Evaluating,
    Value(Lit),
}

impl ClassTable {
    /// Whether something that a class inherits from has not been found: it may have any member and any type.
    pub fn lacks_supertypes(&self, id: ClassId) -> bool {
        self.all_supertypes(id).into_iter().any(|s| self.class(s).lacks_supertype)
    }
    pub fn class(&self, id: ClassId) -> &ClassDef {
        &self.classes[id.index()]
    }
    pub fn class_mut(&mut self, id: ClassId) -> &mut ClassDef {
        &mut self.classes[id.index()]
    }
    pub fn method(&self, id: MethodId) -> &MethodDef {
        &self.methods[id.index()]
    }
    pub fn method_mut(&mut self, id: MethodId) -> &mut MethodDef {
        &mut self.methods[id.index()]
    }
    pub fn field(&self, id: FieldId) -> &FieldDef {
        &self.fields[id.index()]
    }
    pub fn field_mut(&mut self, id: FieldId) -> &mut FieldDef {
        &mut self.fields[id.index()]
    }
    pub fn type_var(&self, id: TypeVarId) -> Rc<TypeVar> {
        self.type_vars.borrow()[id.0 as usize].clone()
    }
    pub fn add_type_var(&self, var: TypeVar) -> TypeVarId {
        let mut vars = self.type_vars.borrow_mut();
        vars.push(Rc::new(var));
        TypeVarId(vars.len() as u32 - 1)
    }
    /// For bounds that refer to the variable itself: it is added first.
    pub fn set_bounds(&self, id: TypeVarId, bounds: Vec<Type>) {
        let mut vars = self.type_vars.borrow_mut();
        let var = &mut vars[id.0 as usize];
        *var = Rc::new(TypeVar { bounds, ..(**var).clone() });
    }

    pub fn class_ids(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.classes.len() as u32).map(ClassId)
    }

    /// Adds a class; its members are added with [`ClassTable::add_field`] and [`ClassTable::add_method`].
    pub fn add_class(&mut self, class: ClassDef) -> ClassId {
        self.classes.push(class);
        ClassId(self.classes.len() as u32 - 1)
    }
    pub fn add_field(&mut self, field: FieldDef) -> FieldId {
        let id = FieldId(self.fields.len() as u32);
        self.class_mut(field.class).fields.entry(field.name.clone()).or_insert(id);
        self.fields.push(field);
        id
    }
    /// Adds a method or, where its name is `<init>`, a constructor.
    pub fn add_method(&mut self, method: MethodDef) -> MethodId {
        self.methods_found.get_mut().remove(&method.name);
        let id = MethodId(self.methods.len() as u32);
        let class = self.class_mut(method.class);
        if method.name == "<init>" {
            class.constructors.push(id);
        } else {
            class.methods.entry(method.name.clone()).or_default().push(id);
        }
        self.methods.push(method);
        id
    }

    /// The next free binary name of a local (or, with an empty simple name, anonymous) class in a class, and its number.
    pub fn local_binary_name(&mut self, outer: &str, simple: &str) -> (u32, SmolStr) {
        let mut number = 1;
        loop {
            let name: SmolStr = format!("{outer}${number}{simple}").into();
            if self.local_binary_names.insert(name.clone()) {
                return (number, name);
            }
            number += 1;
        }
    }

    /// The class as a type whose arguments are its own parameters.
    pub fn this_type(&self, id: ClassId) -> ClassType {
        let args = self.class(id).type_params.iter().map(|&v| TypeArg::Is(Type::Var(v))).collect();
        ClassType { class: id, args }
    }

    /// A class by its name as source writes it, `a.b.Outer.Inner`; nested ones too.
    pub fn find_class(&self, name: &str) -> Option<ClassId> {
        if let Some(&id) = self.by_name.get(name) {
            return Some(id);
        }
        let (outer, simple) = name.rsplit_once('.')?;
        self.class(self.find_class(outer)?).member_types.get(simple).copied()
    }

    /// A library class as a type without arguments; the error type where the library lacks it.
    pub fn library_type(&self, name: &str) -> Type {
        self.find_class(name).map_or(Type::Error, Type::class)
    }
    pub fn object(&self) -> Type {
        self.object_class().map_or(Type::Error, Type::class)
    }
    fn object_class(&self) -> Option<ClassId> {
        if self.object_class.get().is_none() {
            self.object_class.set(self.find_class("java.lang.Object"));
        }
        self.object_class.get()
    }
    pub(super) fn is_object_class(&self, id: ClassId) -> bool {
        self.object_class() == Some(id)
    }
    pub fn string(&self) -> Type {
        self.library_type("java.lang.String")
    }
    pub fn is_object(&self, ty: &Type) -> bool {
        ty.class_id().is_some_and(|id| self.is_object_class(id))
    }
    pub fn is_string(&self, ty: &Type) -> bool {
        ty.class_id().is_some_and(|id| self.class(id).name == "java.lang.String")
    }

    pub fn is_interface(&self, id: ClassId) -> bool {
        self.class(id).is_interface()
    }
}

impl ClassDef {
    /// A class with nothing in it, to be filled in.
    pub fn new(kind: ast::TypeKind, simple_name: SmolStr, name: SmolStr, binary_name: SmolStr) -> ClassDef {
        ClassDef {
            simple_name,
            name,
            binary_name,
            package: SmolStr::default(),
            kind,
            modifiers: ast::Modifiers::default(),
            is_value: false,
            is_library: false,
            lambda: None,
            outer: None,
            is_inner: false,
            outer_this: None,
            type_params: Vec::new(),
            outer_params: 0,
            superclass: None,
            interfaces: Vec::new(),
            permits: Vec::new(),
            fields: Index::default(),
            methods: Index::default(),
            constructors: Vec::new(),
            member_types: Index::default(),
            constants: Vec::new(),
            components: Vec::new(),
            local_scope: None,
            decl: None,
            unit: 0,
            lacks_supertype: false,
            span: Span::NONE,
        }
    }
    pub fn is_interface(&self) -> bool {
        matches!(self.kind, ast::TypeKind::Interface | ast::TypeKind::Annotation)
    }
    pub fn is_static(&self) -> bool {
        self.modifiers.has(ast::Modifier::Static)
    }
    pub fn is_abstract(&self) -> bool {
        self.modifiers.has(ast::Modifier::Abstract)
    }
    pub fn is_final(&self) -> bool {
        self.modifiers.has(ast::Modifier::Final)
    }
    pub fn is_anonymous(&self) -> bool {
        self.simple_name.is_empty()
    }
    /// The parameters written on it, without those of enclosing classes.
    pub fn own_params(&self) -> &[TypeVarId] {
        &self.type_params[self.outer_params..]
    }
}

impl MethodDef {
    pub fn is_constructor(&self) -> bool {
        self.name == "<init>"
    }
    /// Where its result type is written.
    pub fn ret_span(&self) -> Option<Span> {
        self.decl.as_ref().and_then(|d| d.ret.as_ref()).map(|t| t.span)
    }
}

impl Made {
    /// Methods of the library that are about all classes of the program, by the name in their `@Native`.
    pub fn of_program(native: &str) -> Option<Made> {
        match native {
            "program.describe" => Some(Made::Describe),
            "program.construct" => Some(Made::Construct),
            "program.constants" => Some(Made::Constants),
            _ => None,
        }
    }

    /// Those: their bodies are as long as the program has classes, and few programs ask.
    pub fn is_of_program(self) -> bool {
        matches!(self, Made::Describe | Made::Construct | Made::Constants)
    }
}
