//! The Rust back end: host code that a person can read, one module a source file, over `somd-runtime`.
//!
//! What is emitted is what can run ([`reachability`]); virtual calls are matches on the class number, or direct calls where one
//! target is left. The result is a module tree (`mod.rs` and a file for each source file) that does not care whether it is a
//! crate's program or one of many in a crate. Generated crates switch overflow checks off, so that `+` is Java's.
//!
//! Nothing here decides what a program means: HIR has said it. What cannot be printed yet is reported, never faked.

mod apart;
mod assign;
mod box_methods;
mod call;
mod chained;
mod class;
mod code;
pub use code::is_keyword;
mod copies;
mod expr;
mod forms;
mod func;
mod getters;
pub mod kernels;
mod lime;
pub mod lines;
mod loop_invariants;
mod loops;
mod names;
mod statics;
mod stmt;
mod supertypes;
mod table;
mod task;

use code::Code;
use names::Names;
use smol_str::SmolStr;
use somd_analysis::effects::Effects;
use somd_hir::*;
use somd_host::HostPlan;
use somd_host::reachability::{self, Roots};
use somd_host::walk::element_ty;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::{SourceMap, Span};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// A module tree: paths relative to its folder, with `mod.rs` as the root.
#[derive(Debug, Default)]
pub struct RustCrate {
    pub files: Vec<(String, String)>,
}

/// A parallel construct, as the generated program knows it: see `somd_runtime::verdict`.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The method that it stands in, or is.
    pub method: MethodId,
    pub what: String,
    /// `Main.somd:12`
    pub place: String,
    pub display: String,
    pub names: Vec<String>,
    pub runs: somd_runtime::verdict::Runs,
    pub outcome: String,
    pub asked: bool,
    pub library: bool,
    pub by_place: bool,
}

#[derive(Clone, Debug)]
pub struct Options {
    /// Each statement's source line above it.
    pub source_comments: bool,
    /// The module of parallel regions, where the program has any.
    pub kernels: Option<kernels::Module>,
    /// The classes of exceptions that parallel code throws.
    pub thrown: Vec<SmolStr>,
    /// What became of the program's parallel constructs.
    pub verdicts: Vec<Verdict>,
    /// `main` is what callers from outside enter by, as often as they call.
    pub library: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { source_comments: true, kernels: None, thrown: Vec::new(), verdicts: Vec::new(), library: false }
    }
}

/// What is decided of the host code of the program that starts at `main`.
pub fn plan<'a>(program: &'a Program, options: &Options, main: MethodId) -> HostPlan<'a> {
    let crossing = options.kernels.iter().flat_map(|k| k.structs.keys().copied()).collect();
    let thrown = options.thrown.iter().map(SmolStr::as_str).collect();
    HostPlan::new(program, main, &Roots { thrown, crossing, has_regions: options.kernels.is_some() })
}

/// The Rust host code of the program that starts at `main`.
pub fn emit(
    program: &Program,
    sources: &SourceMap,
    options: &Options,
    main: MethodId,
) -> Result<RustCrate, Vec<Diagnostic>> {
    let plan = plan(program, options, main);
    // Of the library there is what the program may run, and no less.
    let lacks = |m: &&Method| m.body.is_none() && !m.is_abstract && m.native.is_none();
    let lacking = plan.reach.methods.iter().map(|&m| program.method(m)).find(lacks);
    debug_assert!(lacking.is_none(), "`{}` has no body", lacking.map_or("", |m| &m.display));
    let cx = Context {
        names: Names::new(program, sources, &plan.reach),
        plan,
        sources,
        options,
        looks_used: RefCell::default(),
        near_used: RefCell::default(),
        fields_used: RefCell::default(),
        bodies: RefCell::default(),
        dispatched: RefCell::default(),
        tested: RefCell::default(),
        gotten: RefCell::default(),
        strings: RefCell::default(),
        errors: RefCell::default(),
        numbers: RefCell::default(),
        last_number: std::cell::Cell::new(0),
        effects: std::cell::OnceCell::new(),
    };
    let crate_ = table::assemble(&cx);
    let errors = cx.errors.into_inner();
    if errors.is_empty() { Ok(RustCrate { files: apart::resolve(crate_.files) }) } else { Err(errors) }
}

/// What all parts of the printer know of the program, and what they have asked for.
pub struct Context<'a> {
    /// What is decided.
    plan: HostPlan<'a>,
    sources: &'a SourceMap,
    options: &'a Options,
    names: Names,
    /// Methods whose form that lends what they return is called; see [`forms`].
    looks_used: RefCell<BTreeSet<MethodId>>,
    /// Methods whose form that gives back what they throw is called.
    near_used: RefCell<BTreeSet<MethodId>>,
    /// Methods and constructors whose form that gives fields is called.
    fields_used: RefCell<BTreeSet<MethodId>>,
    bodies: RefCell<BTreeMap<MethodId, String>>,
    /// Methods whose dispatcher is called.
    dispatched: RefCell<BTreeSet<MethodId>>,
    /// Classes that are cast to or tested for.
    tested: RefCell<BTreeSet<ClassId>>,
    /// Static fields that are read by a function.
    gotten: RefCell<BTreeSet<FieldId>>,
    /// String literals and the names of their statics.
    strings: RefCell<BTreeMap<Vec<u16>, String>>,
    errors: RefCell<Vec<Diagnostic>>,
    /// First and last number of each emitted class.
    numbers: RefCell<BTreeMap<ClassId, (u32, u32)>>,
    last_number: std::cell::Cell<u32>,
    /// Inferred where a task asks for them.
    effects: std::cell::OnceCell<Effects>,
}

/// The printer asks the plan as if it were its own.
impl<'a> std::ops::Deref for Context<'a> {
    type Target = HostPlan<'a>;

    fn deref(&self) -> &HostPlan<'a> {
        &self.plan
    }
}

impl Context<'_> {
    fn unsupported(&self, span: Span, what: &str) -> Code {
        let d = Diagnostic::error("E0900", format!("not supported yet: {what}"), span);
        self.errors.borrow_mut().push(d);
        Code::block("unreachable!()")
    }

    // ---- types ----------------------------------------------------------------------------------------------------

    fn ty(&self, ty: &Ty) -> String {
        self.names.ty(self.program, ty)
    }

    fn target(&self, ty: &Ty) -> String {
        self.names.target(self.program, ty)
    }

    fn object_ty(&self, c: ClassId) -> String {
        self.names.object_ty(self.program, c)
    }

    fn class(&self, c: ClassId) -> String {
        self.names.class(c).to_string()
    }

    /// The name of a class whose `is` and `cast` are used.
    fn tested_class(&self, c: ClassId) -> String {
        self.tested.borrow_mut().insert(c);
        self.class(c)
    }

    /// Rust knows that a reference of type `from` is one of type `to`.
    fn extends(&self, from: &Ty, to: &Ty) -> bool {
        let (f, t) = (self.target(from), self.target(to));
        if t == "Object" || f == t {
            return true;
        }
        match (from, to) {
            (Ty::Class(a), Ty::Class(b)) => self.program.is_subclass(*a, *b),
            _ => false,
        }
    }

    /// The runtime's description of a reference type.
    fn ref_type(&self, ty: &Ty) -> String {
        let mut dims = 0;
        let mut at = ty.clone();
        while let Ty::Array { .. } | Ty::ValueArray { .. } = at {
            dims += 1;
            at = element_ty(&at);
        }
        let base = match &at {
            Ty::Class(c) if Some(*c) == self.names.object => "class_id::OBJECT".to_string(),
            Ty::Class(c) if Some(*c) == self.names.string => "class_id::STRING".to_string(),
            Ty::Class(c) => format!("{}::ID", self.class(*c)),
            primitive => {
                dims -= 1;
                let name = match primitive {
                    Ty::Boolean => "BOOLEAN",
                    Ty::Byte => "BYTE",
                    Ty::Short => "SHORT",
                    Ty::Char => "CHAR",
                    Ty::Int => "INT",
                    Ty::Long => "LONG",
                    Ty::Float => "FLOAT",
                    _ => "DOUBLE",
                };
                format!("class_id::{name}_ARRAY")
            }
        };
        if dims == 0 { format!("RefType::class({base})") } else { format!("RefType::array({base}, {dims})") }
    }

    /// The lengths that a type tells, as the runtime is given them: none, or `, &[-1, 4]`.
    fn told_bounds(&self, ty: &Ty) -> Option<String> {
        let bounds = ty.bounds();
        let texts: Vec<String> = bounds.iter().map(|b| b.map_or("-1".to_string(), |n| n.to_string())).collect();
        (!texts.is_empty()).then(|| format!("&[{}]", texts.join(", ")))
    }

    /// The cast of `object` from one type to an array type, in the code of `class`: `cast_array`, or with `by_ref` that of a reference that
    /// stays in its place.
    fn cast_to_array(&self, (from, ty): (&Ty, &Ty), object: &str, by_ref: bool, class: ClassId) -> String {
        let (target, type_of) = (self.target(ty), self.ref_type(ty));
        let suffix = if by_ref { "_ref" } else { "" };
        let cast = match self.told_bounds(ty) {
            Some(bounds) => format!("cast_bounded{suffix}::<{target}>({object}, {type_of}, {bounds})"),
            None => format!("cast_array{suffix}::<{target}>({object}, {type_of})"),
        };
        match self.told_kind(from, ty, class) {
            Some(kind) => format!("of_kind{suffix}({cast}, {kind})"),
            None => cast,
        }
    }

    /// How many dimensions are mutable arrays, and how many there are: `1, 2`. None where nobody asks: the library works on both kinds, and what
    /// had the type of a value array is one.
    fn told_kind(&self, from: &Ty, ty: &Ty, class: ClassId) -> Option<String> {
        let (mutable, dims) = ty.array_kind();
        let asked = dims > 0 && !matches!(from, Ty::ValueArray { .. }) && !self.program.class(class).is_library;
        asked.then(|| format!("{mutable}, {dims}"))
    }

    /// `T.class`, by the library's `Class.named`.
    fn class_literal(&self, ty: &Ty, span: Span) -> Code {
        let Some(named) = reachability::class_named(self.program) else {
            return self.unsupported(span, "class literals");
        };
        let name: Vec<u16> = names::class_name(self.program, ty).encode_utf16().collect();
        Code::atom(format!("{}({})", self.function(named), self.string(&name)))
    }

    // ---- methods --------------------------------------------------------------------------------------------------

    /// The path of the function that runs a method.
    fn function(&self, m: MethodId) -> String {
        let method = self.program.method(m);
        if let Some(native) = &method.native {
            return native_path(native);
        }
        let class = self.names.class(method.class);
        match self.names.methods.get(&m) {
            Some(name) => format!("{class}::{name}"),
            None => format!("{class}::{}", code::ident(&method.name)),
        }
    }

    fn init_function(&self, m: MethodId) -> String {
        let class = self.names.class(self.program.method(m).class);
        let name = self.names.methods.get(&m).map_or("new", String::as_str);
        format!("{class}::{}", names::init_name(name))
    }

    fn dispatcher(&self, m: MethodId) -> String {
        self.dispatched.borrow_mut().insert(m);
        format!("{}::{}", self.names.class(self.program.method(m).class), self.dispatcher_name(m))
    }

    fn dispatcher_name(&self, m: MethodId) -> String {
        match self.names.dispatchers.get(&m) {
            Some(name) => name.clone(),
            None => format!("{}_dyn", code::ident(&self.program.method(m).name)),
        }
    }

    /// The result of a call of `m`'s function, as the method's type.
    fn returned(&self, m: &Method, call: Code) -> Code {
        let (from, to) = (self.target(&self.passed_ty(m, &m.ret)), self.target(&m.ret));
        if m.ret.is_reference() && from != to {
            Code::atom(format!("narrow_owned!({}, {to})", call.text))
        } else {
            call
        }
    }

    /// The methods of a class that have text.
    fn methods_of(&self, c: ClassId) -> Vec<MethodId> {
        let bodies = self.bodies.borrow();
        bodies.keys().copied().filter(|&m| self.program.method(m).class == c).collect()
    }

    // ---- fields and initialisers ----------------------------------------------------------------------------------

    fn field_name(&self, f: FieldId) -> String {
        let field = self.program.field(f);
        if field.is_static {
            self.names.used.borrow_mut().insert(field.class);
        }
        self.names.fields.get(&f).cloned().unwrap_or_else(|| code::ident(&field.name))
    }

    /// `base.base.` from an object of a static type to the part that declares the field.
    fn base_path(&self, object: &Ty, field: FieldId) -> String {
        let owner = self.program.field(field).class;
        let mut path = String::new();
        if let Ty::Class(c) = object {
            let mut at = *c;
            while at != owner {
                match self.program.class(at).superclass {
                    Some(s) => at = s,
                    None => return String::new(),
                }
                path.push_str("base.");
            }
        }
        path
    }

    /// What a static field holds, where its class is initialised.
    fn static_value(&self, f: FieldId) -> String {
        let name = self.field_name(f);
        let is_first = |c| self.program.first_constant(c) == Some(f);
        match self.zeroed(&self.program.field(f).ty).filter(|&c| !is_first(c)) {
            Some(c) => format!("lime::or_zero({name}.get(), {})", self.zero_function(c)),
            None => format!("{name}.get()"),
        }
    }

    /// A call of the function that gives a static field's value and makes sure that its class is initialised.
    fn getter(&self, f: FieldId) -> String {
        self.gotten.borrow_mut().insert(f);
        format!("{}()", self.getter_path(f))
    }

    fn getter_path(&self, f: FieldId) -> String {
        let class = self.names.class(self.program.field(f).class);
        format!("{class}::{}", self.names.getters[&f])
    }

    fn init_flag(&self, c: ClassId) -> String {
        format!("{}_initialised", self.names.class(c))
    }

    /// The call that makes sure that a class is initialised, where its initialiser does anything.
    fn any_guard(&self, c: ClassId) -> Option<String> {
        self.initialised_by(c).map(|k| format!("{}::clinit()", self.names.class(k)))
    }

    /// As [`Context::any_guard`], where code of `from` does not imply that the class is initialised.
    fn class_guard(&self, from: &Method, c: ClassId) -> Option<String> {
        self.needs_initialiser(from, c).and_then(|c| self.any_guard(c))
    }

    fn guard(&self, from: &Method, field: FieldId) -> Option<String> {
        self.class_guard(from, self.program.field(field).class)
    }

    // ---- classes --------------------------------------------------------------------------------------------------

    fn number_of(&self, c: ClassId) -> Option<(u32, u32)> {
        self.numbers.borrow().get(&c).copied()
    }

    /// The paths of all reference fields, inherited ones included.
    fn traced_fields(&self, c: ClassId) -> Vec<String> {
        let mut out = Vec::new();
        let mut prefix = String::new();
        let mut at = Some(c);
        while let Some(k) = at {
            for f in self.instance_fields(k) {
                if self.program.field(f).ty.is_reference() && self.inline_field(f).is_none() {
                    out.push(format!("{prefix}{}", self.field_name(f)));
                }
            }
            prefix.push_str("base.");
            at = self.program.class(k).superclass;
        }
        out
    }

    /// The expression for a string literal, a `&Ref<Str>`.
    fn string(&self, text: &[u16]) -> String {
        let mut strings = self.strings.borrow_mut();
        if let Some(name) = strings.get(text) {
            return format!("{name}.get()");
        }
        let words: String = String::from_utf16_lossy(text)
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' })
            .take(24)
            .collect();
        let base = format!("TEXT_{}", words.trim_matches('_'));
        let mut name = base.trim_end_matches('_').to_string();
        let mut n = 2;
        while strings.values().any(|v| *v == name) {
            name = format!("{base}_{n}");
            n += 1;
        }
        strings.insert(text.to_vec(), name.clone());
        format!("{name}.get()")
    }
}

/// `string.charAt` is `natives::string::char_at`.
fn native_path(name: &str) -> String {
    let mut out = String::from("natives::");
    for (i, part) in name.split('.').enumerate() {
        if i > 0 {
            out.push_str("::");
        }
        for (j, c) in part.chars().enumerate() {
            if c.is_uppercase() {
                if j > 0 {
                    out.push('_');
                }
                out.extend(c.to_lowercase());
            } else {
                out.push(c);
            }
        }
    }
    out
}
