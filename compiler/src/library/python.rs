//! What callers in Python see: a package over the library's C functions, which `ctypes` calls with the interpreter's lock released; arrays are
//! NumPy's.

use super::docs::Docs;
use super::native::{self, Kind};
use super::surface::{Exported, ExportedClass, Primitive, Structure, Surface, Type};
use crate::driver::folders::Files;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The name of NumPy's type.
fn dtype(p: Primitive) -> &'static str {
    match p {
        Primitive::Boolean => "bool_",
        Primitive::Byte => "int8",
        Primitive::Short => "int16",
        Primitive::Char => "uint16",
        Primitive::Int => "int32",
        Primitive::Long => "int64",
        Primitive::Float => "float32",
        Primitive::Double => "float64",
    }
}

/// The name of the type in `ctypes`.
fn c_type(p: Primitive) -> &'static str {
    match p {
        Primitive::Boolean => "c_bool",
        Primitive::Byte => "c_int8",
        Primitive::Short => "c_int16",
        Primitive::Char => "c_uint16",
        Primitive::Int => "c_int32",
        Primitive::Long => "c_int64",
        Primitive::Float => "c_float",
        Primitive::Double => "c_double",
    }
}

/// A name of the source as Python takes it.
fn python_name(name: &str) -> String {
    const KEPT: &[&str] = &[
        "False", "None", "True", "and", "as", "assert", "async", "await", "class", "def", "del", "elif", "except",
        "from", "global", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "with", "yield",
    ];
    // What the functions use themselves begins with `_`.
    let name = name.trim_start_matches('_').replace('$', "_");
    if KEPT.contains(&name.as_str()) { format!("{name}_") } else { name }
}

/// The files of the package's folder, but for the library.
pub fn files(name: &str, surface: &Surface) -> Files {
    let mut files = Files::new();
    let package = Path::new(name);
    files.insert(package.join("__init__.py"), module(name, surface).into_bytes());
    files.insert(package.join("__init__.pyi"), stubs(name, surface).into_bytes());
    files.insert(package.join("_library.py"), include_str!("library.py.txt").replace("@NAME@", name).into_bytes());
    files.insert(package.join("py.typed"), Vec::new());
    files.insert("somd_build.py".into(), include_str!("build.py.txt").replace("@NAME@", name).into_bytes());
    files.insert(
        "pyproject.toml".into(),
        format!(
            "# Written by somdc.\n[build-system]\nrequires = []\nbuild-backend = \"somd_build\"\nbackend-path = [\".\"]\n\n[project]\nname = \"{name}\"\n\
             version = \"0.1.0\"\nrequires-python = \">=3.8\"\ndependencies = [\"numpy\"]\n"
        )
        .into_bytes(),
    );
    files
}

/// Makes the wheel, where there is a Python to do it.
///
/// # Errors
/// Where it fails.
pub fn pack(_name: &str, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let script = "import os, somd_build; os.makedirs('dist', exist_ok=True); print(somd_build.build_wheel('dist'))";
    let made = Command::new("python3").args(["-c", script]).current_dir(folder).stdin(Stdio::null()).output();
    match made {
        Ok(made) if made.status.success() => {
            let wheel = String::from_utf8_lossy(&made.stdout).trim().to_string();
            Ok(vec![folder.join("dist").join(wheel)])
        }
        Ok(made) => Err(format!("cannot make the wheel: {}", String::from_utf8_lossy(&made.stderr))),
        // `pip install` makes it.
        Err(_) => Ok(vec![folder.join("pyproject.toml")]),
    }
}

fn module(name: &str, surface: &Surface) -> String {
    let mut out = format!(
        "\"\"\"The library `{name}`, written by somdc.\n\nArrays are NumPy's; those that are contiguous and of the right type are passed without a copy, and results \
         are\nthe library's memory. Java's exceptions are raised as `JavaException`s. Any thread may call; calls run one at a time,\nwith the interpreter's lock released.\n\"\"\"\n\n\
         import ctypes as _c\nimport typing as _t\n\nimport numpy as _np\n\nfrom . import _library as _l\nfrom ._library import JavaException\n\n"
    );
    let names = exported_names(surface);
    out += &format!("__all__ = [{}]\n\n\n", names.iter().map(|n| format!("\"{n}\"")).collect::<Vec<_>>().join(", "));
    for (i, s) in surface.structures.iter().enumerate() {
        out += &structure(surface, i, s);
    }
    for (class, m) in surface.methods() {
        out += &declaration(surface, class, m);
    }
    out += "\n";
    for class in &surface.classes {
        let methods: String = class.methods.iter().map(|m| function(surface, class, m)).collect();
        let is_structure = surface.structures.iter().any(|s| s.name == class.name);
        if is_structure {
            // The class is there: its functions join it.
            let own = format!("_{}_functions", class.name);
            out += &format!("\nclass {own}:\n{methods}\n");
            for m in &class.methods {
                let f = python_name(&m.name);
                out += &format!("{}.{f} = staticmethod({own}.{f})\n", class.name);
            }
        } else {
            out += &format!("\nclass {}:\n{}{methods}\n", class.name, doc(&class.docs, "    ", "", &[]));
        }
    }
    out
}

fn exported_names(surface: &Surface) -> Vec<String> {
    let mut names: Vec<String> = surface.classes.iter().map(|c| c.name.clone()).collect();
    names.extend(surface.structures.iter().map(|s| s.name.clone()));
    names.push("JavaException".into());
    names.sort();
    names.dedup();
    names
}

/// Python's type of a value, in annotations.
fn hint(surface: &Surface, ty: &Type, param: bool, np: &str, t: &str) -> String {
    match ty {
        Type::Void => "None".into(),
        Type::Primitive(Primitive::Boolean) => "bool".into(),
        Type::Primitive(Primitive::Char) => "str".into(),
        Type::Primitive(Primitive::Float | Primitive::Double) => "float".into(),
        Type::Primitive(_) => "int".into(),
        Type::Text => format!("{t}.Optional[str]"),
        Type::Texts if param => format!("{t}.Optional[{t}.Sequence[str]]"),
        Type::Texts => format!("{t}.Optional[{t}.List[str]]"),
        Type::Array { .. } | Type::Rows { .. } if param => format!("{t}.Optional[_npt.ArrayLike]"),
        Type::Array { of, .. } => format!("{t}.Optional[_npt.NDArray[{np}.{}]]", dtype(*of)),
        Type::Rows { of, .. } => {
            let row = format!("_npt.NDArray[{np}.{}]", dtype(*of));
            format!("{t}.Optional[{t}.Union[{row}, {t}.List[{row}]]]")
        }
        Type::Structure(s) => surface.structures[*s].name.clone(),
        Type::Structures(s) if param => format!("{t}.Optional[{t}.Sequence[{}]]", surface.structures[*s].name),
        Type::Structures(s) => format!("{t}.Optional[{t}.List[{}]]", surface.structures[*s].name),
    }
}

fn structure(surface: &Surface, i: usize, s: &Structure) -> String {
    let name = &s.name;
    let mut fields = String::new();
    let mut raw = Vec::new();
    for c in &s.components {
        let field = python_name(&c.name);
        fields += &format!("    {field}: {}\n", hint(surface, &c.ty, false, "_np", "_t"));
        raw.push(match &c.ty {
            Type::Primitive(p) => format!("(\"{field}\", _c.{})", c_type(*p)),
            Type::Structure(inner) => format!("(\"{field}\", _{}Raw)", surface.structures[*inner].name),
            _ => format!("(\"{field}\", _c.c_char_p)"),
        });
    }
    let to = |c: &super::surface::Component| {
        let field = format!("s.{}", python_name(&c.name));
        match &c.ty {
            Type::Structure(inner) => format!("_to_{}({field})", surface.structures[*inner].name),
            Type::Text => format!("_l.text({field})"),
            Type::Primitive(Primitive::Char) => format!("ord({field})"),
            _ => field,
        }
    };
    let of = |c: &super::surface::Component| {
        let field = format!("r.{}", python_name(&c.name));
        match &c.ty {
            Type::Structure(inner) => format!("_of_{}({field})", surface.structures[*inner].name),
            Type::Text => format!("_l.read({field})"),
            Type::Primitive(Primitive::Char) => format!("chr({field})"),
            _ => field,
        }
    };
    let to: Vec<String> = s.components.iter().map(to).collect();
    let of: Vec<String> = s.components.iter().map(of).collect();
    let frees: String = surface
        .leaves(i)
        .iter()
        .filter(|(_, ty)| **ty == Type::Text)
        .map(|(path, _)| {
            let (last, outer) = path.split_last().map_or(("", &path[..0]), |(l, o)| (*l, o));
            let outer: String = outer.iter().map(|p| format!(".{}", python_name(p))).collect();
            format!("    _l.free_field(r{outer}, \"{}\")\n", python_name(last))
        })
        .collect();
    format!(
        "class {name}(_t.NamedTuple):\n{}{fields}\n\nclass _{name}Raw(_c.Structure):\n    _fields_ = [{}]\n\n\ndef _to_{name}(s):\n    return _{name}Raw({})\n\n\n\
         def _of_{name}(r):\n    return {name}({})\n\n\ndef _free_{name}(r):\n    pass\n{frees}\n\n",
        doc(&s.docs, "    ", "", &[]),
        raw.join(", "),
        to.join(", "),
        of.join(", ")
    )
}

/// The C function with its types.
fn declaration(surface: &Surface, class: &ExportedClass, m: &Exported) -> String {
    let mut types = Vec::new();
    for p in &m.params {
        for s in native::slots(&p.name, &p.ty, p.written) {
            types.push(match s.kind {
                Kind::Primitive(p) => format!("_c.{}", c_type(p)),
                Kind::Text => "_c.c_char_p".into(),
                Kind::Length => "_c.c_size_t".into(),
                _ => "_c.c_void_p".into(),
            });
        }
    }
    if m.result != Type::Void {
        types.push("_c.c_void_p".into());
    }
    let symbol = native::symbol(class, m);
    let _ = surface;
    format!("_{symbol} = _l.function(\"{symbol}\", [{}])\n", types.join(", "))
}

fn function(surface: &Surface, class: &ExportedClass, m: &Exported) -> String {
    let params: Vec<String> = m.params.iter().map(|p| python_name(&p.name)).collect();
    let mut before = String::new();
    let mut after = String::new();
    let mut args = Vec::new();
    for p in &m.params {
        let name = python_name(&p.name);
        let line = match &p.ty {
            Type::Void => continue,
            Type::Primitive(Primitive::Char) => {
                args.push(format!("ord({name})"));
                continue;
            }
            Type::Primitive(_) => {
                args.push(name);
                continue;
            }
            Type::Text => {
                args.push(format!("_l.text({name})"));
                continue;
            }
            Type::Texts => {
                args.push(format!("*_in_{name}"));
                format!("_in_{name} = _l.texts({name})")
            }
            Type::Array { of, .. } => {
                args.extend([format!("_in_{name}.data"), format!("_in_{name}.length")]);
                let written = if p.written { "written" } else { "lent" };
                if p.written {
                    after += &format!("        _in_{name}.back()\n");
                }
                format!("_in_{name} = _l.{written}({name}, _np.{})", dtype(*of))
            }
            Type::Rows { of, .. } => {
                args.extend([format!("_in_{name}.data"), format!("_in_{name}.lengths"), format!("_in_{name}.length")]);
                if p.written {
                    after += &format!("        _in_{name}.back()\n");
                }
                format!(
                    "_in_{name} = _l.Rows({name}, _np.{}, {})",
                    dtype(*of),
                    if p.written { "True" } else { "False" }
                )
            }
            Type::Structure(s) => {
                args.push(format!("_in_{name}"));
                format!("_in_{name} = _l.structure({name}, _to_{})", surface.structures[*s].name)
            }
            Type::Structures(s) => {
                args.push(format!("*_in_{name}"));
                let structure = &surface.structures[*s].name;
                format!("_in_{name} = _l.structures({name}, _{structure}Raw, _to_{structure})")
            }
        };
        before += &format!("        {line}\n");
    }
    let (make, take) = match &m.result {
        Type::Void => ("", String::new()),
        Type::Primitive(Primitive::Char) => ("_c.c_uint16()", "return chr(_r.value)".into()),
        Type::Primitive(p) => (c_type(*p), "return _r.value".into()),
        Type::Text => ("_c.c_void_p()", "return _l.take_text(_r)".into()),
        Type::Texts => ("_c.c_void_p()", "return _l.take_texts(_r)".into()),
        Type::Array { of, .. } => ("_c.c_void_p()", format!("return _l.take_array(_r, _np.{})", dtype(*of))),
        Type::Rows { of, .. } => ("_c.c_void_p()", format!("return _l.take_rows(_r, _np.{})", dtype(*of))),
        Type::Structure(s) => {
            let name = &surface.structures[*s].name;
            ("", format!("_taken = _of_{name}(_r)\n        _free_{name}(_r)\n        return _taken"))
        }
        Type::Structures(s) => {
            let name = &surface.structures[*s].name;
            ("_c.c_void_p()", format!("return _l.take_structures(_r, _{name}Raw, _of_{name})"))
        }
    };
    match &m.result {
        Type::Void => {}
        Type::Structure(s) => before += &format!("        _r = _{}Raw()\n", surface.structures[*s].name),
        Type::Primitive(p) if *p != Primitive::Char => before += &format!("        _r = _c.{make}()\n"),
        _ => before += &format!("        _r = {make}\n"),
    }
    if m.result != Type::Void {
        args.push("_c.byref(_r)".into());
    }
    let call = format!("        if _{}({}):\n            _l.fail()\n", native::symbol(class, m), args.join(", "));
    let call = if after.is_empty() {
        call
    } else {
        // What was written before an exception is written.
        format!("        try:\n{}        finally:\n{}", indented(&call), indented(&after))
    };
    let take = if take.is_empty() { String::new() } else { format!("        {take}\n") };
    let docs_params: Vec<(String, String)> = m.docs.params.iter().map(|(n, w)| (python_name(n), w.clone())).collect();
    format!(
        "\n    @staticmethod\n    def {}({}):\n{}{before}{call}{take}",
        python_name(&m.name),
        params.join(", "),
        doc(&m.docs, "        ", &m.display, &docs_params)
    )
}

fn indented(text: &str) -> String {
    text.lines().map(|l| format!("    {l}\n")).collect()
}

/// A docstring.
fn doc(docs: &Docs, indent: &str, display: &str, params: &[(String, String)]) -> String {
    let mut lines = docs.text.clone();
    let mut section = |title: &str, items: Vec<String>| {
        if !items.is_empty() {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.push(title.to_string());
            lines.extend(items);
        }
    };
    section("Args:", params.iter().map(|(name, what)| format!("    {name}: {what}")).collect());
    section("Returns:", docs.returns.iter().map(|what| format!("    {what}")).collect());
    section("Raises:", docs.throws.iter().map(|(class, what)| format!("    {class}: {what}")).collect());
    if lines.is_empty() && !display.is_empty() {
        lines.push(format!("Java's `{display}`."));
    }
    if lines.is_empty() {
        return String::new();
    }
    let text: Vec<String> = lines
        .iter()
        .map(|l| l.replace('\\', "\\\\").replace("\"\"\"", "'''"))
        .map(|l| if l.is_empty() { l } else { format!("{indent}{l}") })
        .collect();
    let text = text.join("\n");
    let text = text.trim_start();
    if lines.len() == 1 {
        format!("{indent}\"\"\"{text}\"\"\"\n")
    } else {
        format!("{indent}\"\"\"{text}\n{indent}\"\"\"\n")
    }
}

fn stubs(name: &str, surface: &Surface) -> String {
    let mut out = format!(
        "\"\"\"The library `{name}`, written by somdc.\"\"\"\n\nimport typing as _t\n\nimport numpy as _np\nimport numpy.typing as _npt\n\n\
         class JavaException(Exception):\n    java_class: str\n    message: _t.Optional[str]\n    frames: _t.List[str]\n"
    );
    let methods = |class: &ExportedClass| -> String {
        let one = |m: &Exported| {
            let params: Vec<String> = m
                .params
                .iter()
                .map(|p| format!("{}: {}", python_name(&p.name), hint(surface, &p.ty, true, "_np", "_t")))
                .collect();
            let docs_params: Vec<(String, String)> =
                m.docs.params.iter().map(|(n, w)| (python_name(n), w.clone())).collect();
            format!(
                "    @staticmethod\n    def {}({}) -> {}:\n{}        ...\n",
                python_name(&m.name),
                params.join(", "),
                hint(surface, &m.result, false, "_np", "_t"),
                doc(&m.docs, "        ", &m.display, &docs_params)
            )
        };
        class.methods.iter().map(one).collect()
    };
    for s in &surface.structures {
        let fields: String = s
            .components
            .iter()
            .map(|c| format!("    {}: {}\n", python_name(&c.name), hint(surface, &c.ty, false, "_np", "_t")))
            .collect();
        let own = surface.classes.iter().find(|c| c.name == s.name).map(methods).unwrap_or_default();
        out += &format!("\nclass {}(_t.NamedTuple):\n{}{fields}{own}", s.name, doc(&s.docs, "    ", "", &[]));
    }
    for class in surface.classes.iter().filter(|c| surface.structures.iter().all(|s| s.name != c.name)) {
        out += &format!("\nclass {}:\n{}{}", class.name, doc(&class.docs, "    ", "", &[]), methods(class));
    }
    out
}
