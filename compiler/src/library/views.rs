//! What callers in Rust see who have their arrays in `ndarray`'s: the same functions, over its views, behind the crate's feature `ndarray`.
//!
//! Each calls the one that takes slices: a view whose elements lie one behind the other is passed as it is, another one is copied, and copied back
//! where the method may write to it.

use super::native::rust_name;
use super::rust::{comment, owned, param_type};
use super::surface::{Deep, Exported, ExportedClass, Parameter, Primitive, Surface};

/// `ndarray` has no more dimensions of a fixed number.
const MOST: usize = 6;

/// An array of numbers, whose dimensions `ndarray` has.
fn viewed(deep: Option<Deep>) -> Option<(Primitive, usize)> {
    deep.and_then(|d| Some((d.of?, d.dimensions))).filter(|(_, n)| *n <= MOST)
}

/// `src/views.rs`.
pub fn text(surface: &Surface) -> String {
    let mut out = include_str!("views.rs.txt").to_string();
    for class in &surface.classes {
        let methods: String = class.methods.iter().map(|m| function(surface, class, m)).collect();
        out += &format!(
            "{}pub enum {} {{}}\n\nimpl {1} {{\n{methods}}}\n\n",
            comment(&class.docs, "", "", &[]),
            class.name
        );
    }
    out
}

fn function(surface: &Surface, class: &ExportedClass, m: &Exported) -> String {
    let (mut params, mut args) = (Vec::new(), Vec::new());
    let (mut before, mut after) = (String::new(), String::new());
    for p in &m.params {
        let name = rust_name(&p.name);
        let Some((of, n)) = viewed(p.ty.array()) else {
            params.push(format!("{name}: {}", param_type(surface, p)));
            args.push(name);
            continue;
        };
        if p.written {
            params.push(format!("mut {name}: ArrayViewMut<'_, {}, Ix{n}>", of.rust()));
            args.push(written(p, &name, n, &mut before, &mut after));
        } else {
            params.push(format!("{name}: ArrayView<'_, {}, Ix{n}>", of.rust()));
            args.push(read(p, &name, n, &mut before));
        }
    }
    let result = viewed(m.result.array());
    let ty = result.map_or_else(|| owned(surface, &m.result), |(of, n)| format!("Array<{}, Ix{n}>", of.rust()));
    let give = if result.is_some() { "given.and_then(grid)" } else { "given" };
    let params_docs: Vec<(String, String)> = m.docs.params.iter().map(|(n, w)| (rust_name(n), w.clone())).collect();
    format!(
        "{}    pub fn {}({}) -> Result<{ty}, Exception> {{\n{before}        let given = super::{}::{1}({});\n{after}        {give}\n    }}\n\n",
        comment(&m.docs, "    ", &format!("`{}`", m.display), &params_docs),
        rust_name(&m.name),
        params.join(", "),
        class.name,
        args.join(", ")
    )
}

/// The vectors of an array of `n` dimensions.
fn vectors(of: &str, n: usize) -> String {
    if n == 1 {
        return format!("{of}.to_vec()");
    }
    format!("{of}.outer_iter().map(|r| {}).collect::<Vec<_>>()", vectors("r", n - 1))
}

/// An argument that is read.
fn read(p: &Parameter, name: &str, n: usize, before: &mut String) -> String {
    let rows = format!("{}_rows", p.name);
    match n {
        1 | 2 => *before += &format!("        let {name} = {name}.as_standard_layout();\n"),
        _ => *before += &format!("        let {rows} = {};\n", vectors(name, n)),
    }
    match n {
        1 => format!("{name}.as_slice().unwrap_or_default()"),
        2 => {
            let view = format!("{}_view", p.name);
            *before += &format!(
                "        let {view} = {name}.view();\n        let {rows}: Vec<_> = {view}.outer_iter().map(|r| r.to_slice().unwrap_or_default()).collect();\n"
            );
            format!("&{rows}")
        }
        _ => format!("&{rows}"),
    }
}

/// An argument that may be written.
fn written(p: &Parameter, name: &str, n: usize, before: &mut String, after: &mut String) -> String {
    let (rows, copy) = (format!("{}_rows", p.name), format!("{}_copy", p.name));
    if n > 2 {
        *before += &format!("        let mut {rows} = {};\n", vectors(name, n));
        let flat = ".flatten()".repeat(n - 1);
        *after += &format!("        {name}.iter_mut().zip({rows}.iter(){flat}).for_each(|(to, from)| *to = *from);\n");
        return format!("&mut {rows}");
    }
    *before += &format!(
        "        let mut {copy} = (!{name}.is_standard_layout()).then(|| {name}.as_standard_layout().into_owned());\n"
    );
    *after += &format!("        if let Some(copy) = {copy} {{\n            {name}.assign(&copy);\n        }}\n");
    if n == 1 {
        return format!(
            "{copy}.as_mut().map_or_else(|| {name}.as_slice_mut(), |c| c.as_slice_mut()).unwrap_or_default()"
        );
    }
    *before += &format!(
        "        let mut {rows}: Vec<_> = match &mut {copy} {{\n            Some(copy) => copy.outer_iter_mut(),\n            None => {name}.outer_iter_mut(),\n        }}\n        \
         .map(|r| r.into_slice().unwrap_or_default())\n        .collect();\n"
    );
    format!("&mut {rows}")
}
