//! Pieces of C text that know how tightly they bind, and how names, types and literals of Core are written in OpenCL C.

use somd_core::ir::*;
use std::collections::HashSet;

/// C's precedence, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Prec {
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

#[derive(Clone, Debug)]
pub struct Code {
    pub text: String,
    pub prec: Prec,
}

impl Code {
    pub fn new(text: impl Into<String>, prec: Prec) -> Code {
        Code { text: text.into(), prec }
    }
    pub fn atom(text: impl Into<String>) -> Code {
        Code::new(text, Prec::Postfix)
    }
    /// The text where an operand that binds at least as tightly as `prec` may stand.
    pub fn at(&self, prec: Prec) -> String {
        if self.prec >= prec { self.text.clone() } else { format!("({})", self.text) }
    }
    pub fn cast(&self, ty: &str) -> Code {
        Code::new(format!("({ty}){}", self.at(Prec::Unary)), Prec::Unary)
    }
    pub fn binary(left: &Code, op: &str, prec: Prec, right: &Code) -> Code {
        // Where C's precedence surprises people, parentheses stand although C does not ask for them.
        let operand = match prec {
            Prec::BitAnd | Prec::BitOr | Prec::BitXor | Prec::Shift | Prec::Equality | Prec::Relation => Prec::Sum,
            p => p,
        };
        let l = if operand == Prec::Sum && prec != Prec::Sum && left.prec < Prec::Unary && prec < Prec::Equality {
            left.at(Prec::Unary)
        } else {
            left.at(operand)
        };
        let r = if right.prec == prec || (prec < Prec::Equality && operand == Prec::Sum) {
            right.at(Prec::Unary)
        } else {
            right.at(operand)
        };
        Code::new(format!("{l} {op} {r}"), prec)
    }
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
        Ty::Struct(s) => identifier(&program.structs[s.index()].name),
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
    let negative = |text: String| {
        if text.starts_with('-') { Code::new(text, Prec::Unary) } else { Code::atom(text) }
    };
    match c {
        Const::Bool(b) => Code::atom(if *b { "true" } else { "false" }),
        Const::Int(n) if *ty == Ty::I64 => {
            if *n == i64::MIN {
                Code::atom("LONG_MIN")
            } else {
                negative(format!("{n}L"))
            }
        }
        Const::Int(n) if *n == i32::MIN as i64 => Code::atom("INT_MIN"),
        Const::Int(n) => negative(n.to_string()),
        Const::F32(x) if x.is_nan() => Code::atom("NAN"),
        Const::F64(x) if x.is_nan() => Code::atom("NAN").cast("double"),
        Const::F32(x) if x.is_infinite() => negative(if *x > 0.0 { "INFINITY" } else { "-INFINITY" }.into()),
        Const::F64(x) if x.is_infinite() => {
            Code::atom(if *x > 0.0 { "INFINITY" } else { "(-INFINITY)" }).cast("double")
        }
        Const::F32(x) => negative(format!("{x:?}f")),
        Const::F64(x) => negative(format!("{x:?}")),
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
    "ITEMS",
    "FIXED",
    "bank",
    "next",
    "next_inside",
];

/// Gives names that are no word of OpenCL and unlike each other.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: HashSet<String>,
}

impl Names {
    pub fn fresh(&mut self, wish: &str) -> String {
        let base = identifier(wish);
        let reserved = |name: &str| {
            RESERVED.contains(&name) || name.starts_with("__") || (name.starts_with("convert_") || vector_type(name))
        };
        let mut name = if reserved(&base) { format!("{base}_") } else { base.clone() };
        let mut n = 1;
        while !self.taken.insert(name.clone()) {
            name = format!("{base}_{n}");
            n += 1;
        }
        name
    }
}

/// `float4` and its like.
fn vector_type(name: &str) -> bool {
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    base.len() < name.len()
        && ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "half"]
            .contains(&base)
}
