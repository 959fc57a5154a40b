//! The functions of a library as C calls them, in Rust: what every other language goes through too.
//!
//! Each returns whether it threw. An array is a pointer and a length, a matrix pointers to rows and their lengths, a structure a pointer; a result
//! is stored where the last parameter points to.

use super::surface::{Deep, Exported, ExportedClass, Structure, Surface, Type};
use std::fmt::Write;

/// A parameter of such a function.
pub struct Slot {
    pub name: String,
    pub kind: Kind,
}

/// What it is, for each language to write.
pub enum Kind {
    Primitive(super::surface::Primitive),
    /// `const char *`
    Text,
    /// `const char *const *`
    Texts,
    /// Elements; `written` where the function may write to them.
    Elements {
        of: super::surface::Primitive,
        written: bool,
    },
    /// Pointers to rows.
    Rows {
        of: super::surface::Primitive,
        written: bool,
    },
    /// An array that the caller has built, or was given: `const NAME_array *`.
    Given,
    /// A length.
    Length,
    /// Lengths of rows.
    Lengths,
    Structure(usize),
    Structures(usize),
}

/// The parameters that one of the source's becomes.
pub fn slots(name: &str, ty: &Type, written: bool) -> Vec<Slot> {
    let slot = |suffix: &str, kind| Slot { name: format!("{name}{suffix}"), kind };
    match ty {
        Type::Void => Vec::new(),
        Type::Primitive(p) => vec![slot("", Kind::Primitive(*p))],
        Type::Text => vec![slot("", Kind::Text)],
        Type::Texts => vec![slot("", Kind::Texts), slot("_length", Kind::Length)],
        Type::Array { of, .. } => vec![slot("", Kind::Elements { of: *of, written }), slot("_length", Kind::Length)],
        Type::Rows { of, .. } => {
            let rows = slot("", Kind::Rows { of: *of, written });
            vec![rows, slot("_lengths", Kind::Lengths), slot("_count", Kind::Length)]
        }
        Type::Deep(_) => vec![slot("", Kind::Given)],
        Type::Structure(s) => vec![slot("", Kind::Structure(*s))],
        Type::Structures(s) => vec![slot("", Kind::Structures(*s)), slot("_length", Kind::Length)],
    }
}

/// The type as the runtime has it.
pub fn array_type(deep: Deep) -> String {
    match deep.of {
        Some(of) => format!("ArrayType::of::<{}>({}, {})", of.rust(), deep.dimensions, deep.value),
        None => format!("ArrayType::texts({})", deep.dimensions),
    }
}

/// The type of a structure's component, which is itself where it is one.
pub fn field_type(ty: &Type, structure: &dyn Fn(usize) -> String) -> String {
    match ty {
        Type::Primitive(p) => p.rust().into(),
        Type::Structure(inner) => structure(*inner),
        ty if ty.array().is_some() => "*mut Handle".into(),
        _ => "*const c_char".into(),
    }
}

/// The name of the function in the library.
pub fn symbol(class: &ExportedClass, m: &Exported) -> String {
    format!("{}_{}", class.name, m.name)
}

/// A parameter's type in Rust; structures by `structure`'s names.
pub fn rust_type(kind: &Kind, structure: &dyn Fn(usize) -> String) -> String {
    match kind {
        Kind::Primitive(p) => p.rust().into(),
        Kind::Text => "*const c_char".into(),
        Kind::Texts => "*const *const c_char".into(),
        Kind::Elements { of, written: true } => format!("*mut {}", of.rust()),
        Kind::Elements { of, written: false } => format!("*const {}", of.rust()),
        Kind::Rows { of, written: true } => format!("*const *mut {}", of.rust()),
        Kind::Rows { of, written: false } => format!("*const *const {}", of.rust()),
        Kind::Given => "*const Handle".into(),
        Kind::Length => "usize".into(),
        Kind::Lengths => "*const usize".into(),
        Kind::Structure(s) | Kind::Structures(s) => format!("*const {}", structure(*s)),
    }
}

/// The type of what a function stores its result as.
pub fn result_type(ty: &Type, structure: &dyn Fn(usize) -> String, handle: &str) -> Option<String> {
    Some(match ty {
        Type::Void => return None,
        Type::Primitive(p) => p.rust().into(),
        Type::Text => "*mut c_char".into(),
        Type::Structure(s) => structure(*s),
        _ => format!("*mut {handle}"),
    })
}

/// `src/lib.rs` of the library's project. `modules`: further ones, with what each needs.
pub fn text(name: &str, surface: &Surface, modules: &[&str]) -> String {
    let mut out = format!(
        "//! The library `{name}`, written by somdc: its functions as C calls them.\n\n\
         // Names are the source's, and what is passed is told in the header.\n\
         #![allow(non_snake_case, non_camel_case_types, clippy::missing_safety_doc, clippy::too_many_arguments)]\n\n\
         {}mod program;\n\n\
         use program::LIBRARY;\n#[allow(unused_imports, reason = \"not every library has structures or arrays of more dimensions\")]\n\
         use somd_runtime::library::{{self, Arguments, ArrayType, Handle, Results}};\nuse std::ffi::c_char;\n\n\
         /// Where memory ends, Java throws.\n#[global_allocator]\n\
         static ALLOCATOR: somd_runtime::memory::Allocator = somd_runtime::memory::Allocator;\n\n",
        modules.iter().map(|m| format!("mod {m};\n")).collect::<String>()
    );
    for (i, s) in surface.structures.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = structure(&mut out, surface, i, s);
    }
    for (class, m) in surface.methods() {
        let _ = function(&mut out, surface, class, m);
    }
    out + &helpers(name)
}

fn structure_name(surface: &Surface) -> impl Fn(usize) -> String + '_ {
    |s| surface.structures[s].name.clone()
}

fn structure(out: &mut String, surface: &Surface, i: usize, s: &Structure) -> std::fmt::Result {
    let name = &s.name;
    writeln!(out, "/// `{}`\n#[derive(Clone, Copy)]\n#[repr(C)]\npub struct {name} {{", s.qualified)?;
    for c in &s.components {
        let ty = field_type(&c.ty, &structure_name(surface));
        writeln!(out, "    {}: {ty},", rust_name(&c.name))?;
    }
    writeln!(
        out,
        "}}\n\n#[allow(dead_code, reason = \"a structure may only be given, or only taken\")]\nimpl {name} {{"
    )?;
    let leaves = surface.leaves(i);
    let path = |path: &[&str]| path.iter().map(|p| rust_name(p)).collect::<Vec<_>>().join(".");
    writeln!(
        out,
        "    /// # Safety\n    /// `s` is null or one.\n    unsafe fn pass(s: *const {name}, arguments: &mut Arguments) {{\n        \
         // SAFETY: as the caller's.\n        let s = unsafe {{ s.as_ref() }};\n        arguments.boolean(s.is_some());"
    )?;
    for (p, ty) in &leaves {
        let read = format!("s.map_or({}, |s| s.{})", zero(ty), path(p));
        match ty {
            Type::Primitive(prim) => writeln!(out, "        arguments.{}({read});", prim.java())?,
            ty => {
                let pass = match ty.array() {
                    Some(deep) => format!("handle({read}, {})", array_type(deep)),
                    None => format!("text({read})"),
                };
                writeln!(out, "        // SAFETY: as the caller's.\n        unsafe {{ arguments.{pass} }};")?;
            }
        }
    }
    writeln!(
        out,
        "    }}\n\n    /// # Safety\n    /// `all` are `n` of them, or `n` says that there is no array.\n    \
         unsafe fn pass_all(all: *const {name}, n: usize, arguments: &mut Arguments) {{\n        \
         // SAFETY: as the caller's.\n        let all = unsafe {{ library::all(all, n) }};"
    )?;
    for (p, ty) in &leaves {
        let parts = format!("all.iter().map(|s| s.{})", path(p));
        let column = format!("{parts}.collect::<Vec<_>>()");
        match ty {
            Type::Primitive(_) => writeln!(out, "        arguments.column(n, {column});")?,
            ty => {
                let pass = match ty.array() {
                    Some(deep) => {
                        format!("handles(n, {parts}.map(<*mut Handle>::cast_const).collect(), {})", array_type(deep))
                    }
                    None => format!("texts({column}.as_ptr(), n)"),
                };
                writeln!(out, "        // SAFETY: as the caller's.\n        unsafe {{ arguments.{pass} }};")?;
            }
        }
    }
    writeln!(
        out,
        "    }}\n\n    fn take(results: &mut Results) -> Option<{name}> {{\n        if !results.boolean() {{\n            return None;\n        }}"
    )?;
    let mut part = |ty: &Type| match ty {
        Type::Primitive(p) => format!("results.{}()", p.java()),
        ty if ty.array().is_some() => "results.array()".to_string(),
        _ => "results.text()".to_string(),
    };
    writeln!(out, "        Some({})\n    }}\n", made(surface, i, &mut part))?;
    writeln!(out, "    fn take_all(results: &mut Results) -> *mut Handle {{")?;
    for (n, (_, ty)) in leaves.iter().enumerate() {
        let take = match ty {
            Type::Primitive(p) => format!("elements::<{}>()", p.rust()),
            ty if ty.array().is_some() => "handles()".into(),
            _ => "strings()".into(),
        };
        writeln!(out, "        let c{n} = results.{take};")?;
    }
    let columns: Vec<String> = (0..leaves.len()).map(|n| format!("c{n}")).collect();
    let columns = columns.join(", ");
    let pattern: Vec<String> = (0..leaves.len()).map(|n| format!("Some(c{n})")).collect();
    let mut n = 0;
    let mut element = |_: &Type| {
        n += 1;
        format!("c{}[i]", n - 1)
    };
    let element = made(surface, i, &mut element);
    let (open, close) = if leaves.len() == 1 { ("", "") } else { ("(", ")") };
    writeln!(
        out,
        "        let {open}{}{close} = {open}{columns}{close} else {{ return std::ptr::null_mut() }};\n        \
         let all = (0..c0.len()).map(|i| {element}).collect();\n        Handle::structures(all, {name}::free_all)\n    }}\n",
        pattern.join(", ")
    )?;
    let freed = |(p, ty): &(Vec<&str>, &Type)| match ty {
        Type::Text => Some(format!("free_text(s.{}.cast_mut())", path(p))),
        ty => ty.array().map(|_| format!("free_here(s.{})", path(p))),
    };
    let frees: Vec<String> = leaves.iter().filter_map(freed).collect();
    writeln!(
        out,
        "    /// # Safety\n    /// They are as many, made by `take_all`, and not used any more.\n    \
         unsafe fn free_all(all: *mut u8, n: usize) {{\n        // SAFETY: as the caller's.\n        \
         let all = unsafe {{ library::own_all::<{name}>(all, n) }};"
    )?;
    if frees.is_empty() {
        writeln!(out, "        drop(all);")?;
    } else {
        writeln!(out, "        for s in all {{")?;
        for free in frees {
            writeln!(out, "            // SAFETY: as the caller's.\n            unsafe {{ library::{free} }};")?;
        }
        writeln!(out, "        }}")?;
    }
    writeln!(out, "    }}\n}}\n")
}

fn zero(ty: &Type) -> &'static str {
    match ty {
        Type::Primitive(super::surface::Primitive::Boolean) => "false",
        Type::Primitive(super::surface::Primitive::Float | super::surface::Primitive::Double) => "0.0",
        Type::Primitive(_) => "0",
        ty if ty.array().is_some() => "std::ptr::null_mut()",
        _ => "std::ptr::null()",
    }
}

/// `Point { x: …, y: … }`, whose parts `part` gives.
fn made(surface: &Surface, structure: usize, part: &mut dyn FnMut(&Type) -> String) -> String {
    let s = &surface.structures[structure];
    let mut fields = Vec::new();
    for c in &s.components {
        let value = match &c.ty {
            Type::Structure(inner) => made(surface, *inner, part),
            ty => part(ty),
        };
        fields.push(format!("{}: {value}", rust_name(&c.name)));
    }
    format!("{} {{ {} }}", s.name, fields.join(", "))
}

/// A name of the source as Rust takes it, and apart from those that the functions have for themselves.
pub fn rust_name(name: &str) -> String {
    const OWN: &[&str] = &[
        "arguments",
        "env",
        "functions",
        "given",
        "library",
        "loaded",
        "raw",
        "result_",
        "results",
        "self",
        "Self",
        "super",
        "crate",
        "taken",
        "texts",
        "threw",
    ];
    match name {
        _ if OWN.contains(&name) => format!("{name}_"),
        _ if somd_rust::is_keyword(name) => format!("r#{name}"),
        _ => name.replace('$', "_"),
    }
}

fn function(out: &mut String, surface: &Surface, class: &ExportedClass, m: &Exported) -> std::fmt::Result {
    let names = structure_name(surface);
    let mut params = Vec::new();
    let mut passes = String::new();
    for p in &m.params {
        let slots = slots(&p.name, &p.ty, p.written);
        let name = rust_name(&p.name);
        for s in &slots {
            params.push(format!("{}: {}", rust_name(&s.name), rust_type(&s.kind, &names)));
        }
        let [length, lengths, count] = ["length", "lengths", "count"].map(|s| rust_name(&format!("{}_{s}", p.name)));
        let written = p.written;
        let pass = match &p.ty {
            Type::Void => continue,
            Type::Primitive(prim) => {
                writeln!(passes, "            arguments.{}({name});", prim.java())?;
                continue;
            }
            Type::Text => format!("arguments.text({name})"),
            Type::Texts => format!("arguments.texts({name}, {length})"),
            Type::Array { value: true, .. } => format!("arguments.values({name}, {length})"),
            Type::Array { .. } if written => format!("arguments.array({name}, {length}, true)"),
            Type::Array { .. } => format!("arguments.array({name}.cast_mut(), {length}, false)"),
            Type::Rows { value: true, .. } => format!("arguments.value_rows({name}, {lengths}, {count})"),
            Type::Rows { of, .. } => {
                format!("arguments.rows({name}.cast::<*mut {}>(), {lengths}, {count}, {written})", of.rust())
            }
            Type::Deep(deep) => format!("arguments.handle({name}, {})", array_type(*deep)),
            Type::Structure(s) => format!("{}::pass({name}, arguments)", surface.structures[*s].name),
            Type::Structures(s) => format!("{}::pass_all({name}, {length}, arguments)", surface.structures[*s].name),
        };
        writeln!(passes, "            // SAFETY: as the caller's.\n            unsafe {{ {pass} }};")?;
    }
    let result = result_type(&m.result, &names, "Handle");
    params.extend(result.iter().map(|r| format!("result_: *mut {r}")));
    let take = match &m.result {
        Type::Void => "".to_string(),
        Type::Primitive(p) => format!("results.{}()", p.java()),
        Type::Text => "results.text()".into(),
        Type::Structure(s) => format!("{}::take(results)", surface.structures[*s].name),
        Type::Structures(s) => format!("{}::take_all(results)", surface.structures[*s].name),
        _ => "results.array()".into(),
    };
    writeln!(
        out,
        "/// `{}`\n#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn {}({}) -> i32 {{",
        m.display,
        symbol(class, m),
        params.join(", ")
    )?;
    let aside = aside(m.aside && !takes_handles(surface, m));
    let (arguments, results) = (used("arguments", passes.is_empty()), used("results", m.result == Type::Void));
    writeln!(
        out,
        "{}    let given = library::call(\n        &LIBRARY,\n        {},\n        {},\n        |{arguments}| {{\n{passes}        }},\n        |{results}| {{ {take} }},\n    );",
        aside.0, m.number, aside.1
    )?;
    match &m.result {
        Type::Void => writeln!(out, "    i32::from(given.is_none())\n}}\n"),
        Type::Structure(_) => writeln!(
            out,
            "    let Some(given) = given else {{ return 1 }};\n    let Some(given) = given else {{\n        library::gave_null({:?});\n        return 1;\n    }};\n    \
             // SAFETY: as the caller's.\n    unsafe {{ result_.write(given) }};\n    0\n}}\n",
            m.display
        ),
        _ => writeln!(
            out,
            "    let Some(given) = given else {{ return 1 }};\n    // SAFETY: as the caller's.\n    unsafe {{ result_.write(given) }};\n    0\n}}\n"
        ),
    }
}

/// What a method that may run beside others has in its function, and gives to the call.
pub fn aside(may: bool) -> (&'static str, &'static str) {
    if may { ("    static ASIDE: library::Aside = library::Aside::new();\n", "Some(&ASIDE)") } else { ("", "None") }
}

/// Whether arguments may be arrays that the library has.
fn takes_handles(surface: &Surface, m: &Exported) -> bool {
    m.params.iter().any(|p| match &p.ty {
        Type::Deep(_) => true,
        Type::Structure(s) | Type::Structures(s) => surface.leaves(*s).iter().any(|(_, ty)| ty.array().is_some()),
        _ => false,
    })
}

fn used(name: &str, unused: bool) -> String {
    if unused { format!("_{name}") } else { name.to_string() }
}

/// The functions that every library has.
fn helpers(name: &str) -> String {
    format!(
        r#"/// The class of what this thread's last call threw; null where it threw nothing. Valid until its next call.
#[unsafe(no_mangle)]
pub extern "C" fn {name}_error_class() -> *const c_char {{
    library::failure_text(library::Part::Class)
}}

/// Its message; null where it has none.
#[unsafe(no_mangle)]
pub extern "C" fn {name}_error_message() -> *const c_char {{
    library::failure_text(library::Part::Message)
}}

/// Its frames, a line `Main.f(Main.java:12)` each, innermost first.
#[unsafe(no_mangle)]
pub extern "C" fn {name}_error_frames() -> *const c_char {{
    library::failure_text(library::Part::Frames)
}}

/// The length of an array that a call gave; 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn {name}_array_length(array: *const Handle) -> usize {{
    // SAFETY: as the caller's.
    unsafe {{ array.as_ref() }}.map_or(0, Handle::length)
}}

/// Its elements, where these are primitives, strings or structures.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn {name}_array_data(array: *const Handle) -> *const u8 {{
    // SAFETY: as the caller's.
    unsafe {{ array.as_ref() }}.map_or(std::ptr::null(), Handle::data)
}}

/// A row; null where there is none. It goes with the array.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn {name}_array_row(array: *const Handle, index: usize) -> *const Handle {{
    // SAFETY: as the caller's.
    unsafe {{ array.as_ref() }}.and_then(|a| a.row(index)).map_or(std::ptr::null(), |row| row)
}}

/// An array of `length` elements of `size` bytes, copied, to be passed in one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn {name}_array_of(data: *const u8, length: usize, size: usize) -> *mut Handle {{
    // SAFETY: as the caller's.
    unsafe {{ library::new_elements(data, length, size) }}
}}

/// An array of strings, copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn {name}_array_of_texts(texts: *const *const c_char, length: usize) -> *mut Handle {{
    // SAFETY: as the caller's.
    unsafe {{ library::new_texts(texts, length) }}
}}

/// An array of arrays, which it takes over; null is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn {name}_array_of_rows(rows: *const *mut Handle, length: usize) -> *mut Handle {{
    // SAFETY: as the caller's.
    unsafe {{ library::new_rows(rows, length) }}
}}

/// An array of so many dimensions of elements in row-major order, copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn {name}_array_of_grid(
    data: *const u8,
    shape: *const usize,
    dimensions: usize,
    size: usize,
) -> *mut Handle {{
    // SAFETY: as the caller's.
    unsafe {{ library::new_grid(data, shape, dimensions, size) }}
}}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn {name}_array_free(array: *mut Handle) {{
    // SAFETY: as the caller's.
    unsafe {{ library::free(array) }}
}}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn {name}_text_free(text: *mut c_char) {{
    // SAFETY: as the caller's.
    unsafe {{ library::free_text(text) }}
}}
"#
    )
}
