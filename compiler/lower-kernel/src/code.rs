//! Expressions of kernels, and what names, types and literals of Core are in them.

use somd_core::ir::*;
use somd_kernel as kernel;
pub(super) use somd_kernel::{Binary, Prec};
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

/// An expression of a kernel. It is read from a template, or made of others.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    expr: kernel::Expr,
}

impl Code {
    /// Reads a template. One that is no expression is a fault of the lowering.
    pub fn read(text: impl AsRef<str>) -> Code {
        let text = text.as_ref();
        Code { expr: kernel::read::expr(text).unwrap_or_else(|e| panic!("no expression: {text}: {e}")) }
    }

    /// As a hole of a template takes it that stands alone.
    pub fn text(&self) -> String {
        kernel::print::expr(&self.expr)
    }

    /// The same where an operand that binds at least as tightly as `prec` may stand.
    pub fn at(&self, prec: Prec) -> String {
        kernel::print::expr_at(&self.expr, prec)
    }

    fn of(kind: kernel::Kind) -> Code {
        Code { expr: kernel::Expr::new(kind) }
    }

    pub fn cast(&self, ty: &str) -> Code {
        let ty = kernel::read::ty(ty).unwrap_or_else(|e| panic!("no type: {ty}: {e}"));
        Code::of(kernel::Kind::Cast(ty, Box::new(self.expr.clone())))
    }

    pub fn unary(op: kernel::Unary, of: &Code) -> Code {
        Code::of(kernel::Kind::Unary(op, Box::new(of.expr.clone())))
    }

    pub fn binary(left: &Code, op: Binary, right: &Code) -> Code {
        Code::of(kernel::Kind::Binary(op, Box::new(left.expr.clone()), Box::new(right.expr.clone())))
    }

    pub fn select(cond: &Code, then: &Code, otherwise: &Code) -> Code {
        let [c, a, b] = [cond, then, otherwise].map(|code| Box::new(code.expr.clone()));
        Code::of(kernel::Kind::Select(c, a, b))
    }
}

/// Reads what stands in a module, from a template.
pub(super) fn read_items(text: &str) -> Vec<kernel::Item> {
    kernel::read::items(text).unwrap_or_else(|e| panic!("no part of a module: {e}:\n{text}"))
}

/// The type of a scalar variable.
pub fn scalar_type(program: &Program, ty: &Ty) -> String {
    match ty {
        Ty::Bool => "bool".into(),
        Ty::I8 => "char".into(),
        Ty::I16 => "short".into(),
        Ty::U16 => "ushort".into(),
        Ty::I32 => "int".into(),
        Ty::I64 => "long".into(),
        Ty::F32 => "float".into(),
        Ty::F64 => "double".into(),
        Ty::Struct(s) => struct_name(program, *s),
        Ty::Array(a) => scalar_type(program, &a.elem),
    }
}

/// The type of an element in memory and of a kernel's parameter: `bool` has no fixed size there.
pub fn stored_type(program: &Program, ty: &Ty) -> String {
    match ty {
        Ty::Bool => "uchar".into(),
        Ty::Array(a) => stored_type(program, &a.elem),
        ty => scalar_type(program, ty),
    }
}

/// The unsigned type that wraps as Java's integers do.
pub fn unsigned_type(ty: &Ty) -> &'static str {
    if *ty == Ty::I64 { "ulong" } else { "uint" }
}

pub fn literal(c: &Const, ty: &Ty) -> Code {
    match c {
        Const::Bool(b) => Code::read(if *b { "true" } else { "false" }),
        Const::Int(n) if *ty == Ty::I64 => {
            if *n == i64::MIN {
                Code::read("LONG_MIN")
            } else {
                Code::read(format!("{n}L"))
            }
        }
        Const::Int(n) if *n == i32::MIN as i64 => Code::read("INT_MIN"),
        Const::Int(n) => Code::read(n.to_string()),
        Const::F32(x) if x.is_nan() => Code::read("NAN"),
        Const::F64(x) if x.is_nan() => Code::read("NAN").cast("double"),
        Const::F32(x) if x.is_infinite() => Code::read(if *x > 0.0 { "INFINITY" } else { "-INFINITY" }),
        Const::F64(x) if x.is_infinite() => {
            Code::read(if *x > 0.0 { "INFINITY" } else { "(-INFINITY)" }).cast("double")
        }
        Const::F32(x) => Code::read(format!("{x:?}f")),
        Const::F64(x) => Code::read(format!("{x:?}")),
    }
}

/// A name of the source as an identifier of C.
pub fn identifier(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        match c {
            c if c.is_ascii_alphanumeric() || c == '_' => out.push(c),
            '.' | '$' => out.push('_'),
            c => out.push_str(&format!("u{:x}", c as u32)),
        }
    }
    if out.starts_with(|c: char| c.is_ascii_digit()) || out.is_empty() {
        out.insert(0, '_');
    }
    out
}

/// Words that mean something to an OpenCL compiler, or that kernels use themselves.
const RESERVED: &[&str] = &[
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "bool",
    "true",
    "false",
    "half",
    "quad",
    "complex",
    "imaginary",
    "asm",
    "typeof",
    "inline",
    "va_list",
    "offsetof",
    "vec_step",
    "intptr_t",
    "uintptr_t",
    "image1d_t",
    "image1d_buffer_t",
    "image1d_array_t",
    "image2d_array_t",
    "signed",
    "uchar",
    "ushort",
    "uint",
    "ulong",
    "size_t",
    "ptrdiff_t",
    "event_t",
    "image2d_t",
    "image3d_t",
    "sampler_t",
    "kernel",
    "global",
    "local",
    "constant",
    "private",
    "read_only",
    "write_only",
    "read_write",
    "uniform",
    "pipe",
    "generic",
    // A statement of kernels' text form.
    "UNROLL",
    "lane",
    "row",
    "rows",
    "item",
    "block",
    "first",
    "turn",
    "copy",
    "slot",
    "load",
    "from",
    "whole",
    "more",
    "nth",
    "totals",
    "both",
    "scan_lanes",
    "scan_warp",
    "group_total",
    "tell",
    "look_back",
    "found",
    "own",
    "before",
    "left",
    "all",
    "stop",
    "at",
    "count",
    "failed",
    "width",
    "distance",
    "lanes",
    "first_failure",
    "stretch",
    "chained",
    "sound",
    "min",
    "max",
    "abs",
    "fabs",
    "sqrt",
    "floor",
    "ceil",
    "rint",
    "fma",
    "fmod",
    "barrier",
    "add_sat",
    "isnan",
    "signbit",
    "fmin",
    "fmax",
    "atomic_min",
    "atomic_add",
    "atomic_max",
    "atomic_and",
    "atomic_or",
    "atomic_xor",
    "atomic_cmpxchg",
    "get_global_id",
    "get_local_id",
    "get_group_id",
    "NAN",
    "INFINITY",
    "INT_MIN",
    "LONG_MIN",
    "NULL",
    "linux",
    "unix",
    "i386",
    "M_PI",
    "MAXFLOAT",
    "HUGE_VALF",
    "vload2",
    "vload4",
    "as_int",
    "as_float",
    "as_long",
    "as_double",
    "first",
    "part",
    "inside",
    "leads",
    "ITEMS",
    "FIXED",
    "bank",
    "next",
    "next_inside",
];

/// What the names of the program begin with while it is found out which words the printer writes itself. No identifier of C has it, nor
/// does [`identifier`] give it.
const MARK: char = '\u{aa}';

/// Gives names that are no word of OpenCL, none that the printer writes itself, and unlike each other.
///
/// The printer's own words are known from what it prints: see [`apart`].
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: HashSet<String>,
    /// Those of a function's body; else those of the file's functions.
    local: bool,
    shared: Rc<Shared>,
}

/// What all names of a file have in common.
#[derive(Debug, Default)]
struct Shared {
    marked: bool,
    /// What the printer writes.
    words: HashSet<String>,
    /// The file's functions, which no local name may hide.
    functions: HashSet<String>,
    given: RefCell<Given>,
}

/// Names without the mark.
#[derive(Debug, Default)]
struct Given {
    functions: HashSet<String>,
    locals: HashSet<String>,
}

impl Names {
    /// For the body of a function of the file.
    pub fn inside(&self) -> Names {
        Names { local: true, ..self.clone() }
    }

    pub fn fresh(&mut self, wish: &str) -> String {
        // A wish may be made of a name that was given.
        let mut base = identifier(&wish.replace(MARK, ""));
        if macro_of_opencl(&base) {
            base.insert(0, 'x');
        }
        let free = |name: &str| {
            let shared = &self.shared;
            !reserved(name) && !shared.words.contains(name) && (!self.local || !shared.functions.contains(name))
        };
        let builtin = !self.local && BUILTIN.iter().any(|b| base.starts_with(b));
        let mut name = if builtin || !free(&base) { format!("{base}_") } else { base.clone() };
        let mut n = 1;
        while !free(&name) || !self.taken.insert(name.clone()) {
            name = format!("{base}_{n}");
            n += 1;
        }
        let mut given = self.shared.given.borrow_mut();
        let of = if self.local { &mut given.locals } else { &mut given.functions };
        of.insert(name.clone());
        if self.shared.marked { format!("{MARK}{name}") } else { name }
    }
}

/// Prints a file whose names meet none of the words that the printer writes itself.
///
/// It is printed with marks first: what has none then, or is made of a name, is the printer's. Where one of the names is like one of these words, the
/// words are taken, and it is printed again, until all names are apart.
pub fn apart<R>(print: impl Fn(Names) -> R, module: impl Fn(&R) -> Option<&kernel::Module>) -> R {
    let (mut words, mut functions) = (HashSet::new(), HashSet::new());
    // Each time some name moves away from a word; names are finite, but a printer that made words of all of them would never end.
    for _ in 0..8 {
        let shared = Rc::new(Shared {
            marked: true,
            words: words.clone(),
            functions: functions.clone(),
            given: RefCell::default(),
        });
        let printed = print(Names { shared: shared.clone(), ..Names::default() });
        let Some(module) = module(&printed) else { return printed };
        let given = shared.given.borrow();
        let is_given = |name: &str| given.functions.contains(name) || given.locals.contains(name);
        let found: HashSet<String> = kernel::words::words(module)
            .iter()
            .filter(|w| !w.strip_prefix(MARK).is_some_and(is_given))
            .map(|w| w.replace(MARK, ""))
            .collect();
        let meet = found.iter().any(|w| is_given(w)) || !given.functions.is_disjoint(&given.locals);
        words.extend(found);
        functions.extend(given.functions.iter().cloned());
        if !meet {
            break;
        }
    }
    let shared = Rc::new(Shared { marked: false, words, functions, given: RefCell::default() });
    print(Names { shared, ..Names::default() })
}

/// A word that C or OpenCL has.
fn reserved(name: &str) -> bool {
    RESERVED.contains(&name) || macro_of_opencl(name) || vector_type(name)
}

/// A name of the kinds that OpenCL and its compilers keep for macros.
fn macro_of_opencl(name: &str) -> bool {
    const KINDS: &[&str] = &[
        "CHAR_", "CLK_", "CL_", "DBL_", "FLT_", "FP_", "HALF_", "HUGE_", "INT_", "LONG_", "M_", "SCHAR_", "SHRT_",
        "UCHAR_", "UINT_", "ULONG_", "USHRT_", "cl_", "convert_", "__",
    ];
    // `_Pragma` and its like are C's.
    let of_c = name.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    of_c || KINDS.iter().any(|kind| name.starts_with(kind))
}

/// The name of a field. Fields have a name space of their own; only C's words and macros disturb there.
pub fn field_name(name: &str) -> String {
    let name = identifier(&name.replace('$', "u24"));
    if macro_of_opencl(&name) {
        return format!("x{name}");
    }
    // What ends so already gets one more, so that two fields stay two.
    let plain = name.trim_end_matches('_');
    if reserved(plain) || is_macro(plain) { format!("{name}_") } else { name }
}

/// The name of a value class. The printer's own words begin with a small letter or have none but capitals.
pub fn struct_name(program: &Program, id: StructId) -> String {
    let name = |s: &Struct| {
        let name = identifier(&s.name);
        let plain = name.starts_with(|c: char| c.is_ascii_uppercase()) && !is_macro(&name) && !reserved(&name);
        if plain { name } else { format!("{name}_struct") }
    };
    let (before, rest) = program.structs.split_at(id.index());
    let own = name(&rest[0]);
    // `A.B` and `A_B`.
    let like = before.iter().filter(|s| name(s) == own).count();
    if like == 0 { own } else { format!("{own}_{like}") }
}

/// Whether a name looks as the names of macros do.
fn is_macro(name: &str) -> bool {
    name.len() > 1 && !name.contains(|c: char| c.is_ascii_lowercase())
}

/// What names of OpenCL's functions of several words begin with, which a class and its method may make together.
const BUILTIN: &[&str] = &[
    "add_",
    "as_",
    "async_",
    "atom_",
    "atomic_",
    "bit_",
    "get_",
    "half_",
    "mad_",
    "mem_",
    "mul_",
    "native_",
    "prefetch_",
    "read_",
    "sub_",
    "to_",
    "upsample_",
    "vload_",
    "vstore_",
    "vec_",
    "wait_",
    "work_",
    "write_",
];

/// `float4` and its like.
fn vector_type(name: &str) -> bool {
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    base.len() < name.len()
        && ["bool", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "half"]
            .contains(&base)
}
