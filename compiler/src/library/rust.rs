//! What callers in Rust see: a crate with a type for each class, over the library's C functions, which it loads when it is first called.
//!
//! The crate has the built library in it and loads it as a shared library, since the program needs settings of its own: Java's integers wrap, and
//! a trace needs frame pointers. A crate that is compiled with its user's settings has neither.

use super::docs::Docs;
use super::native::{self, rust_name};
use super::surface::{Component, Deep, Exported, ExportedClass, Parameter, Primitive, Structure, Surface, Type};

/// The crate's manifest.
pub fn manifest(name: &str) -> String {
    format!(
        "# Written by somdc.\n[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\n# Its feature: `NAME::views` has the functions over `ndarray`'s views.\n\
         ndarray = {{ version = \"0.16\", optional = true }}\n\n[workspace]\n"
    )
}

/// `src/lib.rs`.
pub fn text(name: &str, surface: &Surface) -> String {
    let mut out = format!(
        "//! The library `{name}`, written by somdc.\n//!\n//! A method of Java's is a function of its class's type. Slices are passed without a copy; \
         what a method may write to is a `&mut`.\n//! Java's exceptions are [`Exception`]s. Any thread may call.\n\n\
         #![allow(non_snake_case, non_camel_case_types, clippy::too_many_arguments, clippy::type_complexity)]\n\n\
         mod loaded;\n#[cfg(feature = \"ndarray\")]\npub mod views;\n\npub use loaded::Exception;\n#[allow(unused_imports)]\nuse loaded::{{Given, Handle, Keep}};\nuse std::ffi::c_char;\n\n"
    );
    for (i, s) in surface.structures.iter().enumerate() {
        out += &structure(surface, i, s);
    }
    for class in &surface.classes {
        let is_structure = surface.structures.iter().any(|s| s.name == class.name);
        if !is_structure {
            out += &format!("{}pub enum {} {{}}\n\n", comment(&class.docs, "", "", &[]), class.name);
        }
        let methods: String = class.methods.iter().map(|m| function(surface, class, m)).collect();
        out += &format!("impl {} {{\n{methods}}}\n\n", class.name);
    }
    out += &table(surface);
    out
}

/// The functions of the library, by name.
fn table(surface: &Surface) -> String {
    let names = |s: usize| format!("{}Raw", surface.structures[s].name);
    let mut fields = String::new();
    let mut loads = String::new();
    for (class, m) in surface.methods() {
        let mut types = Vec::new();
        for p in &m.params {
            types.extend(native::slots(&p.name, &p.ty, p.written).iter().map(|s| native::rust_type(&s.kind, &names)));
        }
        types.extend(native::result_type(&m.result, &names, "Handle").map(|r| format!("*mut {r}")));
        let symbol = native::symbol(class, m);
        fields += &format!("    {symbol}: unsafe extern \"C\" fn({}) -> i32,\n", types.join(", "));
        loads += &format!("            {symbol}: std::mem::transmute(loaded::symbol(c\"{symbol}\")),\n");
    }
    format!(
        "/// The library's functions.\nstruct Functions {{\n{fields}}}\n\nfn functions() -> &'static Functions {{\n    \
         static FUNCTIONS: std::sync::OnceLock<Functions> = std::sync::OnceLock::new();\n    FUNCTIONS.get_or_init(|| {{\n        \
         // SAFETY: the library's functions have these types.\n        unsafe {{\n            Functions {{\n{loads}            }}\n        }}\n    }})\n}}\n"
    )
}

pub fn owned(surface: &Surface, ty: &Type) -> String {
    match ty {
        Type::Void => "()".into(),
        Type::Primitive(p) => p.rust().into(),
        Type::Text => "String".into(),
        Type::Texts => "Vec<String>".into(),
        Type::Array { of, .. } => format!("Vec<{}>", of.rust()),
        Type::Rows { of, .. } => format!("Vec<Vec<{}>>", of.rust()),
        Type::Deep(deep) => vec_of(*deep, deep.dimensions),
        Type::Structure(s) => surface.structures[*s].name.clone(),
        Type::Structures(s) => format!("Vec<{}>", surface.structures[*s].name),
    }
}

/// A vector of so many dimensions of what an array is of.
fn vec_of(deep: Deep, dimensions: usize) -> String {
    let base = deep.of.map_or("String", Primitive::rust).to_string();
    (0..dimensions).fold(base, |of, _| format!("Vec<{of}>"))
}

fn structure(surface: &Surface, i: usize, s: &Structure) -> String {
    let name = &s.name;
    let owns = surface.leaves(i).iter().any(|(_, ty)| !matches!(ty, Type::Primitive(_)));
    let derives = if owns { "Clone, Debug, PartialEq" } else { "Clone, Copy, Debug, PartialEq" };
    let fields: String =
        s.components.iter().map(|c| format!("    pub {}: {},\n", rust_name(&c.name), owned(surface, &c.ty))).collect();
    let raw: String = s
        .components
        .iter()
        .map(|c| {
            let ty = native::field_type(&c.ty, &|inner| format!("{}Raw", surface.structures[inner].name));
            format!("    {}: {ty},\n", rust_name(&c.name))
        })
        .collect();
    let to = |c: &Component| {
        let field = rust_name(&c.name);
        match &c.ty {
            Type::Structure(_) => format!("{field}: self.{field}.raw(keep)"),
            Type::Text => format!("{field}: keep.text(&self.{field})"),
            Type::Primitive(_) => format!("{field}: self.{field}"),
            _ => format!("{field}: keep.array(&self.{field})"),
        }
    };
    let from = |c: &Component| {
        let field = rust_name(&c.name);
        match &c.ty {
            Type::Structure(inner) => format!("{field}: {}::of(&raw.{field})", surface.structures[*inner].name),
            Type::Text => format!("{field}: loaded::read(raw.{field})"),
            Type::Primitive(_) => format!("{field}: raw.{field}"),
            _ => format!("{field}: loaded::vec(raw.{field})"),
        }
    };
    let to: Vec<String> = s.components.iter().map(to).collect();
    let from: Vec<String> = s.components.iter().map(from).collect();
    let free = |(path, ty): &(Vec<&str>, &Type)| {
        let path = path.iter().map(|p| rust_name(p)).collect::<Vec<_>>().join(".");
        match ty {
            Type::Text => Some(format!("        loaded::free_text(raw.{path}.cast_mut());\n")),
            Type::Primitive(_) => None,
            _ => Some(format!("        loaded::free(raw.{path});\n")),
        }
    };
    let frees: String = surface.leaves(i).iter().filter_map(free).collect();
    let raw_used = if frees.is_empty() { "_raw" } else { "raw" };
    format!(
        "{}#[derive({derives})]\npub struct {name} {{\n{fields}}}\n\n#[derive(Clone, Copy)]\n#[repr(C)]\nstruct {name}Raw {{\n{raw}}}\n\n\
         impl {name} {{\n    /// As C has it; `keep` has what it refers to.\n    fn raw(&self, keep: &mut Keep) -> {name}Raw {{\n        let _ = &keep;\n        \
         {name}Raw {{ {} }}\n    }}\n\n    fn of(raw: &{name}Raw) -> {name} {{\n        {name} {{ {} }}\n    }}\n\n    \
         /// Frees what one that a call gave refers to.\n    #[allow(dead_code)]\n    fn free({raw_used}: &{name}Raw) {{\n{frees}    }}\n}}\n\n",
        comment(&s.docs, "", "", &[]),
        to.join(", "),
        from.join(", ")
    )
}

/// The type of a parameter.
pub fn param_type(surface: &Surface, p: &Parameter) -> String {
    match (&p.ty, p.written) {
        (Type::Primitive(of), _) => of.rust().to_string(),
        (Type::Text, _) => "&str".into(),
        (Type::Texts, _) => "&[&str]".into(),
        (Type::Array { of, .. }, true) => format!("&mut [{}]", of.rust()),
        (Type::Array { of, .. }, false) => format!("&[{}]", of.rust()),
        (Type::Rows { of, .. }, true) => format!("&mut [&mut [{}]]", of.rust()),
        (Type::Rows { of, .. }, false) => format!("&[&[{}]]", of.rust()),
        (Type::Deep(deep), true) => format!("&mut [{}]", vec_of(*deep, deep.dimensions - 1)),
        (Type::Deep(deep), false) => format!("&[{}]", vec_of(*deep, deep.dimensions - 1)),
        (Type::Structure(s), _) => format!("&{}", surface.structures[*s].name),
        (Type::Structures(s), _) => format!("&[{}]", surface.structures[*s].name),
        (Type::Void, _) => "()".into(),
    }
}

fn function(surface: &Surface, class: &ExportedClass, m: &Exported) -> String {
    let params: Vec<String> =
        m.params.iter().map(|p| format!("{}: {}", rust_name(&p.name), param_type(surface, p))).collect();
    let (mut before, mut after) = (String::new(), String::new());
    let mut args = Vec::new();
    let mut keeps = false;
    for p in &m.params {
        let name = rust_name(&p.name);
        match &p.ty {
            Type::Void => {}
            Type::Primitive(_) => args.push(name),
            Type::Text => {
                before += &format!("        let {name} = loaded::text({name});\n");
                args.push(format!("{name}.as_ptr()"));
            }
            Type::Texts => {
                keeps = true;
                before += &format!(
                    "        let {name}: Vec<*const c_char> = {name}.iter().map(|t| keep.text(t)).collect();\n"
                );
                args.extend([format!("{name}.as_ptr()"), format!("{name}.len()")]);
            }
            Type::Array { .. } if p.written => args.extend([format!("{name}.as_mut_ptr()"), format!("{name}.len()")]),
            Type::Array { .. } => args.extend([format!("{name}.as_ptr()"), format!("{name}.len()")]),
            Type::Rows { .. } => {
                let (rows, lengths) = (format!("{}_rows", p.name), format!("{}_lengths", p.name));
                let (iter, ptr) = if p.written { ("iter_mut", "as_mut_ptr") } else { ("iter", "as_ptr") };
                before += &format!(
                    "        let {lengths}: Vec<usize> = {name}.iter().map(|r| r.len()).collect();\n        \
                     let {rows}: Vec<_> = {name}.{iter}().map(|r| r.{ptr}()).collect();\n"
                );
                args.extend([format!("{rows}.as_ptr()"), format!("{lengths}.as_ptr()"), format!("{lengths}.len()")]);
            }
            Type::Deep(_) => {
                let given = format!("{}_given", p.name);
                before += &format!("        let {given} = Given::new({name});\n");
                if p.written {
                    after += &format!("        {given}.back({name});\n");
                }
                args.push(format!("{given}.handle()"));
            }
            Type::Structure(_) => {
                keeps = true;
                before += &format!("        let {name} = {name}.raw(&mut keep);\n");
                args.push(format!("&{name}"));
            }
            Type::Structures(_) => {
                keeps = true;
                before += &format!("        let {name}: Vec<_> = {name}.iter().map(|s| s.raw(&mut keep)).collect();\n");
                args.extend([format!("{name}.as_ptr()"), format!("{name}.len()")]);
            }
        }
    }
    if keeps {
        before.insert_str(0, "        let mut keep = Keep::default();\n");
    }
    let names = |s: usize| format!("{}Raw", surface.structures[s].name);
    let result = native::result_type(&m.result, &names, "Handle");
    if result.is_some() {
        args.push("result_.as_mut_ptr()".into());
        before += "        let mut result_ = std::mem::MaybeUninit::uninit();\n";
    }
    let take = match &m.result {
        Type::Void => "Ok(())".into(),
        Type::Primitive(_) => "Ok(result_)".into(),
        Type::Text => format!("loaded::take_text(result_, {:?})", m.display),
        Type::Texts => format!("loaded::take(result_, {:?}, |h| loaded::texts(h))", m.display),
        Type::Array { .. } => format!("loaded::take(result_, {:?}, |h| loaded::elements(h).to_vec())", m.display),
        Type::Rows { .. } => format!("loaded::take(result_, {:?}, |h| loaded::rows(h))", m.display),
        Type::Deep(_) => format!("loaded::take(result_, {:?}, |h| loaded::vec(h))", m.display),
        Type::Structure(s) => {
            let name = &surface.structures[*s].name;
            format!(
                "{{\n            let taken = {name}::of(&result_);\n            {name}::free(&result_);\n            Ok(taken)\n        }}"
            )
        }
        Type::Structures(s) => {
            let name = &surface.structures[*s].name;
            format!(
                "loaded::take(result_, {:?}, |h| loaded::elements::<{name}Raw>(h).iter().map({name}::of).collect())",
                m.display
            )
        }
    };
    let assume = if result.is_some() {
        "        // SAFETY: a call that throws nothing stores its result.\n        let result_ = unsafe { result_.assume_init() };\n"
    } else {
        ""
    };
    let params_docs: Vec<(String, String)> = m.docs.params.iter().map(|(n, w)| (rust_name(n), w.clone())).collect();
    format!(
        "{}    pub fn {}({}) -> Result<{}, Exception> {{\n{before}        // SAFETY: the arguments live until the call has ended, and what may be written to is \
         borrowed mutably.\n        let threw = unsafe {{ (functions().{})({}) }};\n{after}        loaded::check(threw)?;\n{assume}        {take}\n    }}\n\n",
        comment(&m.docs, "    ", &format!("`{}`", m.display), &params_docs),
        rust_name(&m.name),
        params.join(", "),
        owned(surface, &m.result),
        native::symbol(class, m),
        args.join(", "),
    )
}

/// A doc comment.
pub fn comment(docs: &Docs, indent: &str, display: &str, params: &[(String, String)]) -> String {
    let mut lines = docs.text.clone();
    let mut section = |text: String| {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(text);
    };
    if !display.is_empty() {
        section(format!("Java: {display}"));
    }
    for (name, what) in params {
        section(format!("- `{name}`: {what}"));
    }
    if let Some(what) = &docs.returns {
        section(format!("Returns {what}"));
    }
    for (class, what) in &docs.throws {
        section(format!("# Errors\n`{class}` {what}"));
    }
    lines
        .iter()
        .flat_map(|l| l.lines().map(str::to_string).chain(l.is_empty().then(String::new)))
        .map(|l| format!("{indent}///{}{l}\n", if l.is_empty() { "" } else { " " }))
        .collect()
}

/// `src/loaded.rs`: how the library is loaded, and what all its functions share.
pub fn loaded(name: &str) -> String {
    include_str!("loaded.rs.txt").replace("@NAME@", name)
}
