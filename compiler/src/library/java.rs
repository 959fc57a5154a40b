//! What callers in Java see: the program's classes as plain Java, in which each exported method calls the native library where that could be
//! loaded, and itself as Java where it could not.

use super::native;
use super::surface::{self, Deep, Exported, ExportedClass, Primitive, Surface, Type};
use crate::driver::folders::Files;
use somd_java::JavaFile;
use somd_syntax::ast::{Member, MethodDecl, TypeDecl};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Where the native library lies in the jar.
pub fn resource(name: &str) -> PathBuf {
    PathBuf::from(format!("somd/library/{name}/{}-{}/lib{name}.so", std::env::consts::OS, std::env::consts::ARCH))
}

fn java_type(ty: &Type) -> String {
    match ty {
        Type::Void => "void".into(),
        Type::Primitive(p) => p.java().into(),
        Type::Text => "String".into(),
        Type::Texts => "String[]".into(),
        Type::Array { of, .. } => format!("{}[]", of.java()),
        Type::Rows { of, .. } => format!("{}[][]", of.java()),
        Type::Deep(deep) => deep.java(),
        Type::Structure(_) | Type::Structures(_) => "Object[]".into(),
    }
}

// ---- the Java side ----------------------------------------------------------------------------------------------

/// The sources of the jar, by path in the library's folder.
///
/// # Errors
/// Where an exported method is not where it must be in the plain Java.
pub fn files(name: &str, surface: &Surface, erased: Vec<JavaFile>) -> Result<Files, String> {
    let mut files = Files::new();
    let mut found = 0;
    for (path, text) in erased {
        let (unit, _) = somd_syntax::parse(&text, 1);
        let package: String = unit.package.iter().flat_map(|p| &p.parts).map(|i| format!("{}.", i.name)).collect();
        let mut edits = Vec::new();
        for t in &unit.types {
            found += class_edits(name, surface, &text, t, &package, &mut edits);
        }
        files.insert(Path::new("java").join(path), apply(text, edits).into_bytes());
    }
    let all = surface.methods().count();
    if found != all {
        return Err(format!("of {all} exported methods, {found} are in the program as plain Java"));
    }
    let native = include_str!("Native.java.txt")
        .replace("@NAME@", name)
        .replace("@RESOURCE@", &resource(name).display().to_string());
    files.insert(PathBuf::from(format!("java/somd/library/{name}/Native.java")), native.into_bytes());
    Ok(files)
}

/// Texts that are put in at places, which come in any order.
fn apply(text: String, mut edits: Vec<(usize, String)>) -> String {
    edits.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    let mut text = text;
    for (at, new) in edits {
        text.insert_str(at, &new);
    }
    text
}

/// Renames a class's exported methods and puts those that call the library beside them; gives how many there are.
fn class_edits(
    name: &str,
    surface: &Surface,
    text: &str,
    decl: &TypeDecl,
    around: &str,
    edits: &mut Vec<(usize, String)>,
) -> usize {
    let qualified = format!("{around}{}", decl.name.name);
    let mut found = 0;
    let mut made = String::new();
    let class = surface.classes.iter().find(|c| c.qualified == qualified);
    let mut left: Vec<&Exported> = class.iter().flat_map(|c| &c.methods).collect();
    for member in &decl.members {
        match member {
            Member::Type(inner) => found += class_edits(name, surface, text, inner, &format!("{qualified}."), edits),
            Member::Method(m) => {
                let Some(at) = left.iter().position(|e| is_it(surface, text, e, m)) else { continue };
                let exported = left.remove(at);
                edits.push((offset(m.name.span.hi), "$java".into()));
                made += &stub(name, surface, text, exported, m);
                found += 1;
            }
            _ => {}
        }
    }
    if let Some(class) = class {
        made += &helpers(surface, class);
        // In front of the class's last brace.
        edits.push((offset(decl.span.hi) - 1, made));
    }
    found
}

/// Where a position of the parser is in the text.
fn offset(position: u32) -> usize {
    position as usize - 1
}

fn slice(text: &str, lo: u32, hi: u32) -> &str {
    text.get(offset(lo)..offset(hi)).unwrap_or_default()
}

/// Whether a declaration is that of an exported method: of its name, with parameters of its types.
fn is_it(surface: &Surface, text: &str, exported: &Exported, m: &MethodDecl) -> bool {
    let type_of = |p: &somd_syntax::ast::Param| {
        slice(text, p.ty.span.lo, p.ty.span.hi).replace([' ', '\n'], "").replace("...", "[]")
    };
    let is = |written: &str, ty: &Type| match ty {
        Type::Structure(s) => same_class(written, &surface.structures[*s].qualified),
        Type::Structures(s) => {
            written.strip_suffix("[]").is_some_and(|w| same_class(w, &surface.structures[*s].qualified))
        }
        Type::Text | Type::Texts | Type::Deep(Deep { of: None, .. }) => {
            written.trim_start_matches("java.lang.") == java_type(ty)
        }
        ty => written == java_type(ty),
    };
    m.name.name == exported.java.as_str()
        && m.params.len() == exported.params.len()
        && m.params.iter().zip(&exported.params).all(|(p, e)| is(&type_of(p), &e.ty))
}

/// Whether a name, with its package or around it or without, is that of a class.
fn same_class(written: &str, qualified: &str) -> bool {
    written == qualified || qualified.ends_with(&format!(".{written}"))
}

/// The method that callers see, and the native one.
fn stub(name: &str, surface: &Surface, text: &str, exported: &Exported, m: &MethodDecl) -> String {
    let end = m.body.as_ref().map_or(m.span.hi, |b| b.span.lo);
    let header = slice(text, m.span.lo, end).trim();
    let names: Vec<&str> = m.params.iter().map(|p| p.name.name.as_str()).collect();
    let plain = format!("{}$java({})", exported.java, names.join(", "));
    let mut params = Vec::new();
    let mut args = Vec::new();
    let mut push = |ty: String, arg: String| {
        params.push(format!("{ty} p{}", params.len()));
        args.push(arg);
    };
    for (p, name) in exported.params.iter().zip(&names) {
        match &p.ty {
            Type::Structure(s) => {
                let value = surface.structures[*s].value;
                push("boolean".into(), if value { "true".into() } else { format!("{name} != null") });
                for (read, ty) in surface::reads(surface, *s) {
                    let read = format!("{name}.{read}");
                    push(java_type(ty), if value { read } else { format!("{name} == null ? {} : {read}", zero(ty)) });
                }
            }
            Type::Structures(s) => {
                for (n, (_, ty)) in surface::reads(surface, *s).iter().enumerate() {
                    push(format!("{}[]", java_type(ty)), format!("somd$column{s}_{n}({name})"));
                }
            }
            ty => push(java_type(ty), (*name).to_string()),
        }
    }
    let number = exported.number;
    let call = format!("somd${number}({})", args.join(", "));
    let (run, result) = match &exported.result {
        Type::Void => (format!("{call}; return;"), "return;"),
        Type::Structure(s) => (format!("return somd$made{s}({call});"), ""),
        Type::Structures(s) => (format!("return somd$all{s}({call});"), ""),
        _ => (format!("return {call};"), ""),
    };
    let otherwise = if result.is_empty() { format!("return {plain};") } else { format!("{plain};") };
    format!(
        "\n    {header} {{\n        if (somd.library.{name}.Native.LOADED) {{ {run} }}\n        {otherwise}\n    }}\n\n    private static native {} somd${number}({});\n",
        java_type(&exported.result),
        params.join(", ")
    )
}

fn zero(ty: &Type) -> String {
    match ty {
        Type::Primitive(Primitive::Boolean) => "false".into(),
        Type::Primitive(p) => format!("({}) 0", p.java()),
        _ => "null".into(),
    }
}

/// `new Point(…)` of parts, each of which `part` gives.
fn made(surface: &Surface, structure: usize, part: &mut dyn FnMut(&Type) -> String) -> String {
    let s = &surface.structures[structure];
    let one = |c: &super::surface::Component, part: &mut dyn FnMut(&Type) -> String| match &c.ty {
        Type::Structure(inner) => made(surface, *inner, part),
        ty => part(ty),
    };
    let parts: Vec<String> = s.components.iter().map(|c| one(c, part)).collect();
    format!("new {}({})", s.qualified, parts.join(", "))
}

/// The methods that take structures apart and make them, of those that a class's methods use.
fn helpers(surface: &Surface, class: &ExportedClass) -> String {
    let mut out = String::new();
    let params = |s: usize| class.methods.iter().any(|m| m.params.iter().any(|p| p.ty == Type::Structures(s)));
    let results = |ty: &Type| class.methods.iter().any(|m| m.result == *ty);
    for (i, s) in surface.structures.iter().enumerate() {
        let reads = surface::reads(surface, i);
        let of = &s.qualified;
        if params(i) {
            for (n, (read, ty)) in reads.iter().enumerate() {
                let ty = java_type(ty);
                // The length of the outermost dimension stands first.
                let (base, inner) = ty.split_at(ty.find('[').unwrap_or(ty.len()));
                out += &format!(
                    "\n    private static {ty}[] somd$column{i}_{n}({of}[] all) {{\n        if (all == null) return null;\n        \
                     {ty}[] column = new {base}[all.length]{inner};\n        for (int i = 0; i < all.length; i++) column[i] = all[i].{read};\n        \
                     return column;\n    }}\n"
                );
            }
        }
        if results(&Type::Structure(i)) {
            let mut n = 0;
            let one = made(surface, i, &mut |ty| {
                n += 1;
                match ty.array() {
                    Some(deep) => format!("({}) parts[{}]", deep.java(), n - 1),
                    None => format!("(({}[]) parts[{}])[0]", java_type(ty), n - 1),
                }
            });
            out += &format!(
                "\n    private static {of} somd$made{i}(Object[] parts) {{\n        return parts == null ? null : {one};\n    }}\n"
            );
        }
        if results(&Type::Structures(i)) {
            let columns: String = reads
                .iter()
                .enumerate()
                .map(|(n, (_, ty))| format!("        {0}[] c{n} = ({0}[]) columns[{n}];\n", java_type(ty)))
                .collect();
            let mut n = 0;
            let one = made(surface, i, &mut |_| {
                n += 1;
                format!("c{}[i]", n - 1)
            });
            out += &format!(
                "\n    private static {of}[] somd$all{i}(Object[] columns) {{\n        if (columns == null) return null;\n{columns}        \
                 {of}[] all = new {of}[c0.length];\n        for (int i = 0; i < all.length; i++) all[i] = {one};\n        return all;\n    }}\n"
            );
        }
    }
    out
}

// ---- the native side --------------------------------------------------------------------------------------------

/// A name as the JVM looks for it in a library.
fn mangled(name: &str) -> String {
    let one = |c: char| match c {
        '.' | '/' => "_".to_string(),
        '_' => "_1".to_string(),
        c if c.is_ascii_alphanumeric() => c.to_string(),
        c => c.encode_utf16(&mut [0; 2]).iter().map(|u| format!("_0{u:04x}")).collect(),
    };
    name.chars().map(one).collect()
}

/// `src/java.rs` of the library's project.
pub fn native(name: &str, surface: &Surface) -> String {
    let mut out = format!(
        "//! The library `{name}` as the JVM calls it.\n\n#![allow(unused_imports, unused_unsafe, reason = \"not every library needs all of them\")]\n\nuse crate::program::LIBRARY;\nuse somd_runtime::java::{{Env, jclass, jobject}};\nuse somd_runtime::library::{{self, ArrayType}};\n\n\
         /// The class that makes exceptions.\nconst NATIVE: &std::ffi::CStr = c\"somd/library/{name}/Native\";\n\n"
    );
    for (class, m) in surface.methods() {
        out += &function(surface, class, m);
    }
    out
}

fn function(surface: &Surface, class: &ExportedClass, m: &Exported) -> String {
    let mut params = Vec::new();
    let (mut before, mut passes, mut after) = (String::new(), String::new(), String::new());
    let mut one = |ty: &Type, written: bool| {
        let p = format!("p{}", params.len());
        let rust = match ty {
            Type::Primitive(prim) => prim.rust(),
            _ => "jobject",
        };
        params.push(format!("{p}: {rust}"));
        let read = |how: &str| {
            format!("    // SAFETY: the JVM passes what the method declares.\n    let {p} = unsafe {{ env.{how} }};\n")
        };
        match ty {
            Type::Primitive(prim) => passes += &format!("            arguments.{}({p});\n", prim.java()),
            Type::Text => {
                before += &read(&format!("text({p})"));
                passes += &format!("            arguments.text16({p}.as_deref());\n");
            }
            Type::Texts => {
                before += &read(&format!("texts({p})"));
                passes += &format!("            arguments.texts16({p}.as_deref());\n");
            }
            Type::Array { of, value } => {
                before += &read(&format!("lend::<{}>({p}, {written})", of.rust()));
                passes += &format!("            {p}.{}(arguments);\n", if *value { "pass_value" } else { "pass" });
                after += &format!("    drop({p});\n");
            }
            Type::Rows { of, value } => {
                before += &read(&format!("rows::<{}>({p}, {written})", of.rust()));
                passes += &format!("            {p}.{}(arguments);\n", if *value { "pass_value" } else { "pass" });
                if written {
                    after += &format!("    {p}.back();\n");
                }
            }
            Type::Deep(deep) => {
                before += &read(&format!("nested({p}, {}, {written})", native::array_type(*deep)));
                passes += &format!("            {p}.pass(arguments);\n");
                if written {
                    after += &format!("    {p}.back();\n");
                }
            }
            Type::Void | Type::Structure(_) | Type::Structures(_) => {}
        }
    };
    for p in &m.params {
        match &p.ty {
            Type::Structure(s) => {
                one(&Type::Primitive(Primitive::Boolean), false);
                surface.leaves(*s).iter().for_each(|(_, ty)| one(ty, false));
            }
            Type::Structures(s) => surface.leaves(*s).iter().for_each(|(_, ty)| one(&column(ty), false)),
            ty => one(ty, p.written),
        }
    }
    let (result, none) = match &m.result {
        Type::Void => ("", "return".to_string()),
        Type::Primitive(p) => {
            (p.rust(), format!("return {}", if *p == Primitive::Boolean { "false" } else { "Default::default()" }))
        }
        _ => ("jobject", "return std::ptr::null_mut()".into()),
    };
    let (take, give) = result_of(surface, &m.result);
    let symbol = format!("Java_{}_{}", mangled(&binary(surface, class)), mangled(&format!("somd${}", m.number)));
    let arrow = if result.is_empty() { String::new() } else { format!(" -> {result}") };
    let comma = if params.is_empty() { "" } else { ", " };
    let arguments = if passes.is_empty() { "_arguments" } else { "arguments" };
    let aside = native::aside(m.aside);
    let results = if m.result == Type::Void { "_results" } else { "results" };
    format!(
        "/// `{}`\n#[unsafe(no_mangle)]\npub unsafe extern \"system\" fn {symbol}(env: Env, _class: jclass{comma}{}){arrow} {{\n{}{before}    \
         let given = library::call(\n        &LIBRARY,\n        {},\n        {},\n        |{arguments}| {{\n{passes}        }},\n        |{results}| {{ {take} }},\n    );\n{after}    \
         let Some(given) = given else {{\n        env.fail(NATIVE);\n        {none};\n    }};\n    {give}\n}}\n\n",
        m.display,
        params.join(", "),
        aside.0,
        m.number,
        aside.1
    )
}

/// A column of such parts.
fn column(ty: &Type) -> Type {
    ty.array_of().unwrap_or(Type::Texts)
}

/// The class's name with `$` for nested ones.
fn binary(surface: &Surface, class: &ExportedClass) -> String {
    let _ = surface;
    let inner =
        class.qualified.strip_prefix(class.package.as_str()).unwrap_or(&class.qualified).trim_start_matches('.');
    let inner = inner.replace('.', "$");
    if class.package.is_empty() { inner } else { format!("{}.{inner}", class.package) }
}

/// How a result is taken in the call, and made of that behind it.
fn result_of(surface: &Surface, ty: &Type) -> (String, String) {
    let safe = |text: String| format!("// SAFETY: the result is of this type.\n    unsafe {{ {text} }}");
    match ty {
        Type::Void => (String::new(), "let () = given;".into()),
        Type::Primitive(p) => (format!("results.{}()", p.java()), "given".into()),
        Type::Text => ("results.text16()".into(), "env.new_text(given.as_deref())".into()),
        Type::Texts => ("results.texts16()".into(), "env.new_texts(given.as_deref())".into()),
        Type::Array { of, .. } => ("results.array()".into(), safe(format!("env.give::<{}>(given)", of.rust()))),
        Type::Rows { .. } | Type::Deep(_) => {
            let deep = ty.array().unwrap_or(Deep { of: None, dimensions: 1, value: false });
            let (take, give) = array_result(deep, "given");
            (take, safe(give))
        }
        Type::Structure(s) => {
            let leaves = surface.leaves(*s);
            let takes: Vec<String> = leaves
                .iter()
                .map(|(_, ty)| match ty {
                    Type::Primitive(p) => format!("results.{}()", p.java()),
                    ty => ty.array().map_or("results.text16()".into(), |deep| array_result(deep, "").0),
                })
                .collect();
            let gives: Vec<String> = leaves
                .iter()
                .enumerate()
                .map(|(n, (_, ty))| match ty {
                    Type::Primitive(_) => format!("env.new_array(&[given.{n}])"),
                    ty => match ty.array() {
                        Some(deep) => safe(array_result(deep, &format!("given.{n}")).1),
                        None => format!("env.new_texts(Some(&[given.{n}]))"),
                    },
                })
                .collect();
            (
                format!("results.boolean().then(|| ({},))", takes.join(", ")),
                format!(
                    "let Some(given) = given else {{ return std::ptr::null_mut() }};\n    let parts = [{}];\n    env.new_parts(&parts)",
                    gives.join(", ")
                ),
            )
        }
        Type::Structures(s) => {
            let leaves = surface.leaves(*s);
            let takes: Vec<String> = leaves
                .iter()
                .map(|(_, ty)| match ty {
                    Type::Primitive(p) => format!("results.elements::<{}>()", p.rust()),
                    ty => match ty.array_of().as_ref().and_then(Type::array).filter(|d| d.dimensions > 1) {
                        Some(deep) => array_result(deep, "").0,
                        None => "results.texts16()".into(),
                    },
                })
                .collect();
            let gives: Vec<String> = leaves
                .iter()
                .enumerate()
                .map(|(n, (_, ty))| match ty {
                    Type::Primitive(_) => format!("env.new_array(given.{n}.as_deref().unwrap_or_default())"),
                    ty => match ty.array_of().as_ref().and_then(Type::array).filter(|d| d.dimensions > 1) {
                        Some(deep) => safe(array_result(deep, &format!("given.{n}")).1),
                        None => format!("env.new_texts(given.{n}.as_deref())"),
                    },
                })
                .collect();
            (
                format!("({},)", takes.join(", ")),
                format!(
                    "if given.0.{} {{\n        return std::ptr::null_mut();\n    }}\n    let parts = [{}];\n    env.new_parts(&parts)",
                    match leaves[0].1.array() {
                        Some(Deep { of: Some(_), .. }) => "is_null()",
                        Some(_) => "is_null_words()",
                        None => "is_none()",
                    },
                    gives.join(", ")
                ),
            )
        }
    }
}

/// How an array is taken in the call, and made of `given` behind it.
fn array_result(deep: Deep, given: &str) -> (String, String) {
    match deep.of {
        Some(_) => ("results.array()".into(), format!("env.give_any({given}, {})", native::array_type(deep))),
        None => ("results.words()".into(), format!("env.new_words(&{given}, {})", deep.dimensions)),
    }
}

// ---- the jar ----------------------------------------------------------------------------------------------------

/// Compiles the sources and packs the jar.
///
/// # Errors
/// Where there is no JDK, or it refuses.
pub fn pack(name: &str, folder: &Path) -> Result<(), String> {
    let missing = |e: std::io::Error| format!("cannot run the JDK's tools, which make the jar: {e}");
    let mut sources = Vec::new();
    java_files(&folder.join("java"), Path::new("java"), &mut sources).map_err(|e| e.to_string())?;
    // The oldest Java that can run it: the program's own records and switches may need a later one.
    let mut said = String::new();
    let mut compiled = false;
    for release in ["8", "11", "17"] {
        let made = tool("javac", folder)
            .args(["--release", release, "-nowarn", "-encoding", "UTF-8", "-proc:none", "-d", "classes"])
            .args(&sources)
            .output()
            .map_err(missing)?;
        if made.status.success() {
            compiled = true;
            break;
        }
        said = text_of(&made);
    }
    if !compiled {
        return Err(format!("javac refuses the program as plain Java:\n{said}"));
    }
    let jar = format!("{name}.jar");
    let made = tool("jar", folder).args(["cf", &jar, "-C", "classes", "."]).output().map_err(missing)?;
    if made.status.success() { Ok(()) } else { Err(format!("cannot make `{jar}`:\n{}", text_of(&made))) }
}

fn text_of(made: &Output) -> String {
    String::from_utf8_lossy(&made.stderr).into_owned()
}

fn tool(name: &str, folder: &Path) -> Command {
    let home = std::env::var_os("JAVA_HOME").map(|h| PathBuf::from(h).join("bin").join(name)).filter(|p| p.is_file());
    let mut tool = Command::new(home.unwrap_or_else(|| name.into()));
    tool.current_dir(folder).stdin(Stdio::null());
    tool
}

fn java_files(folder: &Path, as_named: &Path, out: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = as_named.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            java_files(&entry.path(), &name, out)?;
        } else if name.extension().is_some_and(|e| e == "java") {
            out.push(name);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::mangled;

    #[test]
    fn names_are_the_jvms() {
        assert_eq!(mangled("a.b.Outer$In_ner"), "a_b_Outer_00024In_1ner");
    }
}
