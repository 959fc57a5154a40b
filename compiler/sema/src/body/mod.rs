//! Attribution: from the bodies in the syntax tree to HIR.
//!
//! One walk over each body decides names, overloads, type arguments and conversions and writes the HIR at once. The walk
//! keeps an environment: a stack of classes and of the method bodies that enclose the point being attributed. Unknown type
//! arguments are inference variables that live until a use or a target decides them; since HIR is erased, nothing has to be
//! attributed twice.
//!
//! After an error that has been reported, the type is [`Type::Error`] and the expression a null literal: it fits everywhere.

pub mod array_func;
mod array_loops;
mod array_methods;
mod array_places;
mod call;
mod class;
mod convert;
mod env;
mod expr;
mod fold;
mod form;
mod lambda;
mod library;
mod lime;
mod names;
mod ops;
mod overload;
mod somd;
mod stmt;
mod switch;
mod thrown;
mod ty;
mod workers;

use super::assemble::Bodies;
use super::scope::Scope;
use super::table::ClassTable;
use super::types::Type;
use env::Env;
use smol_str::SmolStr;
use somd_hir::{self as hir, MethodId};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::{SourceMap, Span};
use std::collections::{BTreeMap, BTreeSet};

/// How much of the library is attributed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Library {
    /// The bodies that the program may run, and the dispatch tables of classes that it may make objects of.
    AsNeeded,
    /// The same bodies, and the tables of all classes that were read: for tools, which look up what overrides what.
    ForTools,
    /// All that was read: the library's own test.
    Whole,
}

/// Attributes every body of the program, and those of the library that it may run. Classes that it makes (anonymous, local,
/// lambdas) are added to the table.
pub fn attribute(table: &mut ClassTable, sources: &SourceMap, library: Library, diags: &mut Vec<Diagnostic>) -> Bodies {
    let mut attr = Attr {
        scope: table.class_scope(hir::ClassId(0), true),
        t: table,
        sources,
        demand: library::Demand::default(),
        diags: Vec::new(),
        out: Bodies::default(),
        env: Vec::new(),
        infer: Vec::new(),
        open_call: false,
        captures: BTreeMap::new(),
        wrappers: BTreeMap::new(),
        yielded: Vec::new(),
        operands: BTreeMap::new(),
        lambda_count: BTreeMap::new(),
        anonymous_super: BTreeMap::new(),
        flows: BTreeMap::new(),
        fitting_workers: BTreeMap::new(),
        anonymous_outer: BTreeSet::new(),
        this_calls: BTreeMap::new(),
        initialising: None,
        assigned_name: None,
    };
    attr.whole_program();
    // What is wrong in one body leaves the others to the later stages, which look into what they call. Where declarations are wrong, there is
    // no program.
    if library == Library::Whole || !diags.iter().any(|d| d.is_error() && d.outside.is_none()) {
        attr.library_bodies(library);
        if library == Library::AsNeeded {
            attr.out.needed = Some(attr.demand.needed());
        }
    }
    attr.report_once();
    diags.append(&mut attr.diags);
    attr.out
}

/// An attributed expression: HIR, and the type that HIR has erased.
#[derive(Debug, Clone)]
pub(crate) struct Ex {
    pub hir: hir::Expr,
    pub ty: Type,
}

impl Ex {
    pub fn span(&self) -> Span {
        self.hir.span
    }
    /// The value of a constant expression.
    pub fn constant(&self) -> Option<&hir::Lit> {
        match &self.hir.kind {
            hir::ExprKind::Lit(hir::Lit::Null | hir::Lit::Zero) => None,
            hir::ExprKind::Lit(lit) => Some(lit),
            _ => None,
        }
    }
    pub fn is_error(&self) -> bool {
        self.ty == Type::Error
    }
}

/// What the surroundings of an expression say of its type.
#[derive(Debug, Clone)]
pub(crate) enum Expect {
    /// Nothing: the expression decides its type alone.
    None,
    /// An argument of a call: what is not decided may stay open until the call is.
    Arg,
    /// It will be converted to this type.
    To(Type),
}

impl Expect {
    pub fn ty(&self) -> Option<&Type> {
        match self {
            Expect::To(t) => Some(t),
            _ => None,
        }
    }
}

/// Bounds of an unknown type argument.
#[derive(Debug, Clone, Default)]
pub(crate) struct InferVar {
    pub eq: Option<Type>,
    pub lower: Vec<Type>,
    pub upper: Vec<Type>,
    /// It stands in a `throws` clause.
    pub thrown: bool,
}

/// A conditional before its sides are made one type.
#[derive(Clone)]
pub(crate) struct Operands {
    pub cond: hir::Expr,
    pub sides: [Ex; 2],
}

/// A field's initial value or an initialiser block.
#[derive(Clone, Copy)]
pub(crate) struct Initialising {
    pub class: hir::ClassId,
    pub is_static: bool,
    /// The field that gets its value.
    pub field: Option<hir::FieldId>,
}

pub(crate) struct Attr<'t> {
    pub t: &'t mut ClassTable,
    /// Bodies of the library are read from here when they are needed.
    pub sources: &'t SourceMap,
    pub demand: library::Demand,
    pub diags: Vec<Diagnostic>,
    pub out: Bodies,
    pub env: Vec<Env>,
    pub infer: Vec<InferVar>,
    /// The call that is attributed next is an argument: a result of a type that nothing decides is left to the parameter.
    pub open_call: bool,
    /// What type names mean here.
    pub scope: Scope,
    /// Of local and anonymous classes whose bodies are done: what they capture.
    pub captures: BTreeMap<hir::ClassId, Vec<env::Capture>>,
    /// For constructors of classes that capture: the constructor that takes the captured values too.
    pub wrappers: BTreeMap<MethodId, MethodId>,
    /// Types of the values of a switch expression that is looked at for them alone.
    pub yielded: Vec<Type>,
    /// Conditionals among arguments that take their types from the parameter.
    pub operands: BTreeMap<Span, Operands>,
    /// How many lambdas each class has so far, less one.
    pub lambda_count: BTreeMap<hir::ClassId, u32>,
    /// Those of them that take the object around the superclass as their first argument.
    pub anonymous_outer: BTreeSet<MethodId>,
    /// Constructors that begin with `this(…)`: which they call, and where.
    pub this_calls: BTreeMap<MethodId, (MethodId, Span)>,
    /// The initialiser that is being attributed: fields declared further down cannot be read in it.
    pub initialising: Option<Initialising>,
    /// The name that is being assigned to, which is no read of it.
    pub assigned_name: Option<Span>,
    /// Of anonymous classes' constructors: the superclass's constructor that each passes its arguments to.
    pub anonymous_super: BTreeMap<MethodId, MethodId>,
    /// By the place of a `task` expression: what its worker takes and gives.
    pub flows: BTreeMap<Span, (Vec<Type>, Type)>,
    /// By the place of an overloaded worker's name: those that fit the tasks beside it.
    pub fitting_workers: BTreeMap<Span, Vec<MethodId>>,
}

impl Attr<'_> {
    pub fn report(&mut self, mut d: Diagnostic) {
        // What is found wrong in a class whose superclass is missing may follow from that.
        let mut around = std::iter::successors(self.scope.class, |&c| self.t.class(c).outer);
        if d.is_error() && around.any(|c| self.t.lacks_supertypes(c)) {
            d.outside.get_or_insert(d.primary.span);
        }
        self.diags.push(d);
    }

    pub fn error(&mut self, code: &'static str, title: impl Into<String>, span: Span, label: impl Into<String>) {
        self.report(Diagnostic::error(code, title, span).label(label));
    }

    pub fn unsupported(&mut self, what: &str, span: Span) -> Ex {
        self.error("E0900", format!("not supported yet: {what}"), span, "this is not supported yet");
        self.error_ex(span)
    }

    pub fn error_ex(&self, span: Span) -> Ex {
        Ex { hir: hir::Expr { kind: hir::ExprKind::Lit(hir::Lit::Null), ty: hir::Ty::Null, span }, ty: Type::Error }
    }

    pub fn class_name(&self, id: hir::ClassId) -> SmolStr {
        let c = self.t.class(id);
        if c.simple_name.is_empty() { c.name.clone() } else { c.simple_name.clone() }
    }
}
