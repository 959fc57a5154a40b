//! Regions as Rust: the module `kernels` of a generated program.
//!
//! A region becomes two functions: one that host code calls, which takes Java arrays and gives back what Java expects, and one over
//! [grids](somd_runtime::grid), which other regions call. Each parallel instruction in it becomes a body function over a range of
//! iterations; the region hands it to the pool (or, first, its kernel to a device). Bodies work on plain pointers and sizes that
//! are taken once; nothing in them counts references, and only Core's own checks check.
//!
//! What has no Rust form yet is refused with a diagnostic.

mod bands;
mod body;
mod gather;
mod host_loops;
mod lanes;
mod little;
mod liveness;
mod par;
mod places;
mod range_tests;
mod region;
mod registers;
mod spare;
mod work;

use super::apart;
use super::code::{Code, Prec, ident, string_literal};
use smol_str::SmolStr;
use somd_core::ir::*;
use somd_core::print::unique_names;
use somd_hir::ClassId;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::{SourceMap, Span};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// What the text depends on beside the program.
pub struct Plan<'a> {
    pub sources: &'a SourceMap,
    /// The classes that structures stand for, by their number.
    pub classes: &'a [Option<ClassId>],
    /// Parallel instructions that have a kernel.
    pub kernels: BTreeMap<String, Launched>,
    /// How rules name regions beside the methods that they stand in, by the name of the function.
    pub named: BTreeMap<SmolStr, Named>,
}

/// A kernel, as host code launches it.
#[derive(Clone, Debug)]
pub struct Launched {
    /// The descriptor, as the OpenCL back end writes it.
    pub descriptor: String,
    /// An iteration may throw.
    pub checked: bool,
}

/// A region's names.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// The functions that it maps.
    pub functions: Vec<String>,
    /// `Main.somd:12`
    pub place: String,
}

/// The module, and what host code calls in it.
#[derive(Clone, Debug)]
pub struct Module {
    pub text: String,
    /// The functions of the Core program, by their number.
    pub names: Vec<String>,
    /// There are kernels.
    pub has_kernels: bool,
    /// The structures that stand for value classes at the border of regions, with their fields' names.
    pub structs: BTreeMap<ClassId, PlainStruct>,
}

/// A value class as parallel code has it.
#[derive(Clone, Debug)]
pub struct PlainStruct {
    pub name: String,
    /// As the class declares them.
    pub fields: Vec<String>,
}

/// The module of a program's parallel regions.
pub fn module(program: &Program, plan: &Plan) -> Result<Module, Vec<Diagnostic>> {
    let names = program.funcs.iter().map(|f| ident(&f.name)).collect();
    let border = at_border(program);
    let plain =
        |s: &Struct| PlainStruct { name: struct_name(s), fields: s.fields.iter().map(|(n, _)| ident(n)).collect() };
    let structs = program.structs.iter().zip(plan.classes).enumerate();
    let structs = structs.filter(|(k, _)| border.contains(k)).filter_map(|(_, (s, &c))| Some((c?, plain(s)))).collect();
    let has_kernels = !plan.kernels.is_empty();
    Ok(Module { text: emit_kernels(program, plan)?, names, has_kernels, structs })
}

/// The structures that host code passes to regions or gets from them, and those inside them.
fn at_border(program: &Program) -> BTreeSet<usize> {
    fn note(program: &Program, ty: &Ty, found: &mut BTreeSet<usize>) {
        match ty {
            Ty::Struct(s) if found.insert(s.index()) => {
                program.structs[s.index()].fields.iter().for_each(|(_, t)| note(program, t, found))
            }
            Ty::Array(a) => note(program, &a.elem, found),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    for func in &program.funcs {
        let FuncKind::Region { outside, .. } = &func.kind else { continue };
        let inside = func.params.iter().map(|p| &func.vars[p.index()].ty).chain(&func.ret);
        let outside = outside.iter().flat_map(|o| o.params.iter().chain(&o.ret));
        inside.chain(outside).for_each(|t| note(program, t, &mut found));
    }
    found
}

/// The text of the module.
pub fn emit_kernels(program: &Program, plan: &Plan) -> Result<String, Vec<Diagnostic>> {
    let cx = Cx {
        program,
        plan,
        throwing: somd_passes::throwing(program),
        elementary: lanes::Elementary::of(program),
        errors: RefCell::default(),
        sites: RefCell::default(),
        usual: RefCell::default(),
    };
    let structs: String = program.structs.iter().map(|s| cx.structure(s)).collect();
    let is_region = |f: &Func| matches!(f.kind, FuncKind::Region { .. });
    let regions: Vec<String> =
        program.funcs.iter().map(|f| if is_region(f) { region::emit(&cx, f) } else { String::new() }).collect();
    // The regions have said which functions they want the usual text of.
    let usual: Vec<Func> = cx.usual.borrow().iter().map(|&f| lanes::usual(&cx, f)).collect();
    let mut always = BTreeSet::new();
    usual.iter().for_each(|f| lanes::callees(program, f, &mut always));
    let mut funcs = structs;
    for ((k, func), region) in program.funcs.iter().enumerate().zip(&regions) {
        if is_region(func) {
            funcs += &in_module(program, func, region);
        } else {
            funcs += &body::scalar(&cx, func, always.contains(&FuncId(k as u32)));
        }
    }
    for func in &usual {
        funcs += &body::scalar(&cx, func, true);
    }
    let errors = cx.errors.take();
    if !errors.is_empty() {
        return Err(errors);
    }
    let sites = cx.sites.take();
    let mut out = String::from(
        "//! The program's parallel methods. Each is a function over Java arrays; its loops are functions over ranges of iterations.\n\n\
         #![allow(non_snake_case, non_upper_case_globals, unused_parens, unused_mut, unused_variables, unused_assignments)]\n\
         #![allow(dead_code, unused_imports, unused_labels, unreachable_code, arithmetic_overflow, clippy::all)]\n\n\
         use somd_runtime::check::{self, Site};\n\
         use somd_runtime::cluster::{ArrayReach, Divisible, Reach, Reads, Stride, Writes};\n\
         use somd_runtime::grid::{self, Below, Grid, Held, View};\n\
         use somd_runtime::kernel::{Arg, ArgKind, Bytes, Elem, Form, Kernel, Operator, Out, OutputKind, Param, Rows, Scalar};\n\
         use somd_runtime::ops;\n\
         use somd_runtime::par::{self, BLOCK, Block, LANES, PART, Parts, Privates, Run, SMALL, STRIP, Space, Spare};\n\
         use somd_runtime::plain::{self, Plain, Unboxed};\n\
         use somd_runtime::target::Choice;\n\
         use somd_runtime::{Array, Ref};\n\
         use std::mem::take;\n\
         use std::ops::Range;\n\n",
    );
    for site in sites {
        let s = &program.sites[site.index()];
        let (file, line) = match plan.sources.locate(s.span) {
            Some((file, line, _)) => (file.name.as_str(), line),
            None => ("", 0),
        };
        let file = file.rsplit('/').next().unwrap_or(file);
        let method = s.method.split('(').next().unwrap_or(&s.method);
        out += &format!(
            "/// `{}`\nstatic SITE_{}: Site = Site {{ method: {method:?}, file: {file:?}, line: {line} }};\n",
            s.text.replace('`', "'").split_whitespace().collect::<Vec<_>>().join(" "),
            site.0
        );
    }
    out.push('\n');
    Ok(out + &funcs)
}

/// A region has a module of its own: rustc compiles modules side by side, and again only those that changed.
fn in_module(program: &Program, func: &Func, text: &str) -> String {
    let mut name = format!("{}_loops", ident(&func.name));
    while program.structs.iter().any(|s| struct_name(s) == name) {
        name.push('_');
    }
    format!("pub use {name}::*;\n\nmod {name} {{\n    use super::*;\n\n{text}}}\n\n")
}

struct Cx<'a> {
    program: &'a Program,
    plan: &'a Plan<'a>,
    /// Which functions may throw.
    throwing: Vec<bool>,
    elementary: lanes::Elementary<'a>,
    errors: RefCell<Vec<Diagnostic>>,
    /// The elementary functions that loops over lanes call: see [`lanes`].
    usual: RefCell<BTreeSet<FuncId>>,
    /// The sites that checks name.
    sites: RefCell<BTreeSet<SiteId>>,
}

impl Cx<'_> {
    fn unsupported(&self, span: Span, what: &str) -> Code {
        let mut errors = self.errors.borrow_mut();
        errors.push(Diagnostic::error("E0900", format!("not supported yet: {what}"), span));
        Code::block("unreachable!()")
    }

    fn site(&self, site: SiteId) -> String {
        self.sites.borrow_mut().insert(site);
        format!("&SITE_{}", site.0)
    }

    /// A scalar, a structure, or a private array.
    fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Bool => "bool".into(),
            Ty::I8 => "i8".into(),
            Ty::I16 => "i16".into(),
            Ty::U16 => "u16".into(),
            Ty::I32 => "i32".into(),
            Ty::I64 => "i64".into(),
            Ty::F32 => "f32".into(),
            Ty::F64 => "f64".into(),
            Ty::Struct(s) => struct_name(&self.program.structs[s.index()]),
            Ty::Array(a) if is_private(ty) => {
                a.dims.iter().rev().flatten().fold(self.ty(&a.elem), |t, d| format!("[{t}; {d}]"))
            }
            Ty::Array(a) => format!("View<{}, {}>", self.ty(&a.elem), a.dims.len()),
        }
    }

    fn grid_ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Array(a) => format!("Grid<{}, {}>", self.ty(&a.elem), a.dims.len()),
            scalar => self.ty(scalar),
        }
    }

    /// As host code has it.
    fn host_ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Array(a) => (0..a.dims.len()).fold(self.host_ty(&a.elem), |t, _| format!("Ref<Array<{t}>>")),
            Ty::Struct(_) => format!("Ref<<{} as Plain>::Object>", self.ty(ty)),
            scalar => self.ty(scalar),
        }
    }

    fn zero(&self, ty: &Ty) -> String {
        match ty {
            Ty::Bool => "false".into(),
            Ty::F32 | Ty::F64 => "0.0".into(),
            Ty::Struct(s) => {
                let s = &self.program.structs[s.index()];
                let fields: Vec<_> = s.fields.iter().map(|(n, t)| format!("{}: {}", ident(n), self.zero(t))).collect();
                format!("{} {{ {} }}", struct_name(s), fields.join(", "))
            }
            Ty::Array(a) => a.dims.iter().rev().fold(self.zero(&a.elem), |t, d| format!("[{t}; {}]", d.unwrap_or(0))),
            _ => "0".into(),
        }
    }

    fn structure(&self, s: &Struct) -> String {
        let name = struct_name(s);
        let fields: String = s.fields.iter().map(|(n, t)| format!("    pub {}: {},\n", ident(n), self.ty(t))).collect();
        let puts: String = s
            .fields
            .iter()
            .map(|(n, _)| ident(n))
            .map(|n| format!("        self.{n}.put(&mut to[std::mem::offset_of!({name}, {n})..]);\n"))
            .collect();
        format!(
            "#[repr(C)]\n#[derive(Clone, Copy, Default, PartialEq)]\npub struct {name} {{\n{fields}}}\n\n\
             impl Bytes for {name} {{\n    fn put(self, to: &mut [u8]) {{\n{puts}    }}\n}}\n\n\
             impl From<{name}> for Arg<'_> {{\n    fn from(s: {name}) -> Self {{\n        Arg::structure(s)\n    }}\n}}\n\n\
             impl From<Scalar> for {name} {{\n    fn from(s: Scalar) -> {name} {{\n        \
             // SAFETY: kernels lay it out as C does, and it holds numbers only.\n        \
             unsafe {{ s.structure() }}\n    }}\n}}\n\n"
        )
    }

    /// `// Main.somd:6: c[i] = a[i] + b[i];`, one line for each line of source.
    fn comment(&self, prov: &Prov, indent: usize) -> String {
        let mut lines = BTreeSet::new();
        for span in &prov.0 {
            if let Some((file, line, _)) = self.plan.sources.locate(*span) {
                let name = file.name.rsplit('/').next().unwrap_or(&file.name);
                lines.insert((name.to_string(), line, file.line(line).trim().to_string()));
            }
        }
        let pad = "    ".repeat(indent);
        lines.iter().map(|(file, line, text)| format!("{pad}// {file}:{line}: {text}\n")).collect()
    }
}

/// An array all of whose sizes are known: a Rust array inside bodies.
fn is_private(ty: &Ty) -> bool {
    ty.as_array().is_some_and(|a| a.dims.iter().all(Option::is_some))
}

/// How a variable stands in the Rust text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Repr {
    /// A scalar or structure.
    Scalar,
    /// An array of a region.
    Grid,
    /// A pointer with sizes.
    View,
    /// A Rust array of this function.
    Private,
    /// A borrowed Rust array.
    Borrowed,
}

/// The Rust name of a value class's structure.
fn struct_name(s: &Struct) -> String {
    apart::item(&ident(&s.name))
}

/// Rust names of a function's variables.
fn names(func: &Func) -> Vec<String> {
    const TAKEN: &[&str] = &[
        "space", "range", "run", "take", "check", "ops", "par", "at", "block", "lane", "lanes", "strip", "result",
        "kernel", "gang", "row",
    ];
    let mut seen = BTreeSet::new();
    unique_names(&func.vars)
        .iter()
        .map(|n| {
            let base = ident(&n.trim_matches('`').replace(['.', '$'], "_"));
            let mut name = if TAKEN.contains(&base.as_str()) { format!("{base}_") } else { base.clone() };
            let mut k = 2;
            while !seen.insert(name.clone()) {
                name = format!("{base}_{k}");
                k += 1;
            }
            apart::local(&name)
        })
        .collect()
}
