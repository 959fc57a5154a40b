//! What callers in Python see: a package around an extension module, which is the library itself; arrays are NumPy's.
//!
//! The module (`_native`) is written against Python's stable interface by the runtime's own hand (`somd_runtime::python`), and here is printed what it knows
//! of the methods, as data. The package's Python has the classes, the named tuples, and what NumPy is asked for.

use super::docs::Docs;
use super::native;
use super::surface::{Deep, Exported, ExportedClass, Primitive, Structure, Surface, Type};
use crate::driver::folders::Files;
use std::path::Path;
use std::process::{Command, Stdio};

/// The file of the extension module: every version of Python from 3.11 on loads it.
pub const EXTENSION: &str = "_native.abi3.so";

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
    files.insert(package.join("lazy.py"), lazy(name, surface).into_bytes());
    files.insert(package.join("lazy.pyi"), lazy_stubs(name, surface).into_bytes());
    files.insert(package.join("_library.py"), include_str!("library.py.txt").into());
    files.insert(package.join("py.typed"), Vec::new());
    files.insert("somd_build.py".into(), include_str!("build.py.txt").replace("@NAME@", name).into_bytes());
    files.insert(
        "pyproject.toml".into(),
        format!(
            "# Written by somdc.\n[build-system]\nrequires = []\nbuild-backend = \"somd_build\"\nbackend-path = [\".\"]\n\n[project]\nname = \"{name}\"\n\
             version = \"0.1.0\"\nrequires-python = \">=3.11\"\ndependencies = [\"numpy\"]\n"
        )
        .into_bytes(),
    );
    files
}

/// Makes the wheel, where there is a Python to do it; gives its path in the folder.
///
/// # Errors
/// Where it fails.
pub fn pack(folder: &Path) -> Result<String, String> {
    let script = "import os, somd_build; os.makedirs('dist', exist_ok=True); print(somd_build.build_wheel('dist'))";
    let made = Command::new("python3").args(["-c", script]).current_dir(folder).stdin(Stdio::null()).output();
    match made {
        Ok(made) if made.status.success() => {
            let wheel = String::from_utf8_lossy(&made.stdout).trim().to_string();
            Ok(format!("dist/{wheel}"))
        }
        Ok(made) => Err(format!("cannot make the wheel: {}", String::from_utf8_lossy(&made.stderr))),
        // `pip install` makes it.
        Err(_) => Ok("pyproject.toml".into()),
    }
}

fn module(name: &str, surface: &Surface) -> String {
    let mut out = format!(
        "\"\"\"The library `{name}`, written by somdc.\n\nArrays are NumPy's; those that are contiguous and of the right type are passed without a copy, and results \
         are\nthe library's memory (`{name}.lazy` has the same classes, whose arrays stay where they are). Java's exceptions are raised\nas `JavaException`s. Any thread may \
         call; the interpreter's lock is released during a call.\n\"\"\"\n\n\
         import typing as _t\n\nfrom . import _library as _l\nfrom . import _native as _n\nfrom ._library import Array, JavaException\n\n"
    );
    if surface.structures.iter().any(|s| s.components.iter().any(|c| c.ty.array().is_some())) {
        out = out.replacen(
            "from . import _library",
            "import numpy as _np\nimport numpy.typing as _npt\n\nfrom . import _library",
            1,
        );
    }
    let names = exported_names(surface);
    out += &format!("__all__ = [{}]\n\n\n", names.iter().map(|n| format!("\"{n}\"")).collect::<Vec<_>>().join(", "));
    for s in &surface.structures {
        out += &structure(surface, s);
    }
    let structures: String = surface.structures.iter().map(|s| format!("{}, ", s.name)).collect();
    out += &format!("_l.set_up(({structures}))\n\n");
    for class in &surface.classes {
        if surface.structures.iter().any(|s| s.name == class.name) {
            // The class is there: its functions join it.
            for m in &class.methods {
                let f = python_name(&m.name);
                out += &format!("{}.{f} = staticmethod(_n.call_{})\n", class.name, native::symbol(class, m));
            }
        } else {
            out += &class_of(class, "call");
        }
    }
    out
}

/// The class, whose functions are those of the extension module with a prefix.
fn class_of(class: &ExportedClass, prefix: &str) -> String {
    let function = |m: &Exported| {
        format!("    {} = staticmethod(_n.{prefix}_{})\n", python_name(&m.name), native::symbol(class, m))
    };
    let functions: String = class.methods.iter().map(function).collect();
    format!("\nclass {}:\n{}{functions}\n", class.name, doc(&class.docs, "    ", "", &[]))
}

/// `lazy.py`
fn lazy(name: &str, surface: &Surface) -> String {
    let classes: String = surface.classes.iter().map(|c| class_of(c, "lazy")).collect();
    let all: Vec<String> = surface.classes.iter().map(|c| format!("\"{}\"", c.name)).collect();
    format!(
        "\"\"\"The classes of `{name}`, whose arrays come back as `{name}.Array`s: they stay where they are, on a device too, until somebody looks at them.\"\"\"\n\n\
         from . import _native as _n\n\n__all__ = [{}]\n\n{classes}",
        all.join(", ")
    )
}

/// `lazy.pyi`
fn lazy_stubs(name: &str, surface: &Surface) -> String {
    let mut out = format!(
        "import typing as _t\n\nimport numpy as _np\nimport numpy.typing as _npt\n\nfrom {name} import Array{}\n",
        surface.structures.iter().map(|s| format!(", {0} as _{0}", s.name)).collect::<String>()
    );
    let hints = Hints { surface, lazy: true };
    for class in &surface.classes {
        out += &format!("\nclass {}:\n{}{}", class.name, doc(&class.docs, "    ", "", &[]), hints.methods(class));
    }
    out
}

fn exported_names(surface: &Surface) -> Vec<String> {
    let mut names: Vec<String> = surface.classes.iter().map(|c| c.name.clone()).collect();
    names.extend(surface.structures.iter().map(|s| s.name.clone()));
    names.extend(["Array".into(), "JavaException".into()]);
    names.sort();
    names.dedup();
    names
}

/// Python's types, in annotations.
struct Hints<'a> {
    surface: &'a Surface,
    /// Arrays come back lazy.
    lazy: bool,
}

impl Hints<'_> {
    fn structure(&self, s: usize) -> String {
        format!("{}{}", if self.lazy { "_" } else { "" }, self.surface.structures[s].name)
    }

    fn hint(&self, ty: &Type, param: bool) -> String {
        match ty {
            Type::Void => "None".into(),
            Type::Primitive(Primitive::Boolean) => "bool".into(),
            Type::Primitive(Primitive::Char) => "str".into(),
            Type::Primitive(Primitive::Float | Primitive::Double) => "float".into(),
            Type::Primitive(_) => "int".into(),
            Type::Text => "_t.Optional[str]".into(),
            Type::Structure(s) => self.structure(*s),
            Type::Structures(s) if param => format!("_t.Optional[_t.Sequence[{}]]", self.structure(*s)),
            Type::Structures(s) => format!("_t.Optional[_t.List[{}]]", self.structure(*s)),
            array => array.array().map_or("object".into(), |deep| self.array(deep, param)),
        }
    }

    fn array(&self, deep: Deep, param: bool) -> String {
        let lists = |of: String, n: usize, list: &str| (0..n).fold(of, |of, _| format!("_t.Optional[_t.{list}[{of}]]"));
        match deep.of {
            None => lists("str".into(), deep.dimensions, if param { "Sequence" } else { "List" }),
            Some(_) if param => "_t.Optional[_t.Union[_npt.ArrayLike, Array]]".into(),
            Some(_) if self.lazy && deep.dimensions == 1 => "_t.Optional[Array]".into(),
            Some(of) => {
                let array = if self.lazy { "Array".into() } else { format!("_npt.NDArray[_np.{}]", dtype(of)) };
                match deep.dimensions {
                    1 => format!("_t.Optional[{array}]"),
                    // Rows of several lengths.
                    _ => format!("_t.Optional[_t.Union[{array}, _t.List[_t.Any]]]"),
                }
            }
        }
    }

    fn methods(&self, class: &ExportedClass) -> String {
        let one = |m: &Exported| {
            let params: Vec<String> =
                m.params.iter().map(|p| format!("{}: {}", python_name(&p.name), self.hint(&p.ty, true))).collect();
            format!(
                "    @staticmethod\n    def {}({}) -> {}:\n{}        ...\n",
                python_name(&m.name),
                params.join(", "),
                self.hint(&m.result, false),
                doc(&m.docs, "        ", &m.display, &params_docs(m))
            )
        };
        class.methods.iter().map(one).collect()
    }
}

fn params_docs(m: &Exported) -> Vec<(String, String)> {
    m.docs.params.iter().map(|(n, w)| (python_name(n), w.clone())).collect()
}

fn fields(surface: &Surface, s: &Structure) -> String {
    let hints = Hints { surface, lazy: false };
    s.components.iter().map(|c| format!("    {}: {}\n", python_name(&c.name), hints.hint(&c.ty, false))).collect()
}

fn structure(surface: &Surface, s: &Structure) -> String {
    format!("class {}(_t.NamedTuple):\n{}{}\n\n", s.name, doc(&s.docs, "    ", "", &[]), fields(surface, s))
}

// ---- the extension module ---------------------------------------------------------------------------------------

/// `src/python.rs` of the library's project.
pub fn native(name: &str, surface: &Surface) -> String {
    let mut out = format!(
        "//! The library `{name}` as Python calls it.\n\n#![allow(unused_imports, reason = \"not every library needs all of them\")]\n\nuse crate::program::LIBRARY;\n\
         use somd_runtime::python::{{self, ArrayType, Function, Method, Obj, Param, Structure, Type}};\n\n"
    );
    for (i, s) in surface.structures.iter().enumerate() {
        let field = |c: &super::surface::Component| format!("(c{:?}, {})", python_name(&c.name), type_of(&c.ty));
        let fields: Vec<String> = s.components.iter().map(field).collect();
        out += &format!(
            "static S{i}: Structure = Structure {{ name: {:?}, number: {i}, fields: &[{}] }};\n\n",
            s.name,
            fields.join(", ")
        );
    }
    let mut functions = String::new();
    for (class, m) in surface.methods() {
        let n = m.number;
        let param = |p: &super::surface::Parameter| {
            let name = python_name(&p.name);
            format!("Param {{ name: {name:?}, ty: {}, written: {} }}", type_of(&p.ty), p.written)
        };
        let params: Vec<String> = m.params.iter().map(param).collect();
        let f = python_name(&m.name);
        let (aside, given_aside) = match m.aside {
            true => (format!("static A{n}: python::Aside = python::Aside::new();\n\n"), format!("Some(&A{n})")),
            false => (String::new(), "None".into()),
        };
        out += &format!(
            "{aside}/// `{}`\nstatic M{n}: Method = Method {{ library: &LIBRARY, number: {n}, name: {f:?}, aside: {}, params: &[{}], result: {} }};\n\n\
             unsafe extern \"C\" fn f{n}(this: Obj, args: *const Obj, count: isize, names: Obj) -> Obj {{\n    // SAFETY: Python calls.\n    \
             unsafe {{ python::call(&M{n}, this, args, count, names) }}\n}}\n\n",
            m.display,
            given_aside,
            params.join(", "),
            type_of(&m.result)
        );
        let names: Vec<String> = m.params.iter().map(|p| python_name(&p.name)).collect();
        let text = lines(&m.docs, &m.display, &params_docs(m)).join("\n");
        functions += &format!(
            "    Function {{\n        symbol: {:?},\n        name: c{f:?},\n        doc: {},\n        call: f{n},\n    }},\n",
            native::symbol(class, m),
            c_string(&format!("{f}({})\n--\n\n{text}", names.join(", ")))
        );
    }
    out + &format!(
        "static FUNCTIONS: &[Function] = &[\n{functions}];\n\n/// Python loads the library as a module.\n#[unsafe(no_mangle)]\n\
         pub unsafe extern \"C\" fn PyInit__native() -> Obj {{\n    // SAFETY: Python calls.\n    unsafe {{ python::module(c\"_native\", FUNCTIONS) }}\n}}\n"
    )
}

/// A string of C, as Rust writes it.
fn c_string(text: &str) -> String {
    let escaped: String = text
        .replace('\0', " ")
        .chars()
        .flat_map(|c| match c {
            '"' | '\\' => vec!['\\', c],
            c => vec![c],
        })
        .collect();
    format!("c\"{escaped}\"")
}

/// The type as the extension module knows it.
fn type_of(ty: &Type) -> String {
    match ty {
        Type::Void => "Type::Void".into(),
        Type::Primitive(p) => format!("Type::{p:?}"),
        Type::Text => "Type::Text".into(),
        Type::Structure(s) => format!("Type::Structure(&S{s})"),
        Type::Structures(s) => format!("Type::Structures(&S{s})"),
        array => array.array().map_or("Type::Void".into(), |deep| format!("Type::Array({})", native::array_type(deep))),
    }
}

/// A docstring.
fn doc(docs: &Docs, indent: &str, display: &str, params: &[(String, String)]) -> String {
    let lines = lines(docs, display, params);
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

/// The lines of a docstring.
fn lines(docs: &Docs, display: &str, params: &[(String, String)]) -> Vec<String> {
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
    lines
}

/// The class of lazy arrays.
const ARRAY_STUB: &str = r#"
class Array:
    """An array that stays where the library has it, on a device too, until it is looked at."""

    @property
    def shape(self) -> _t.Tuple[int, ...]: ...
    @property
    def dtype(self) -> _np.dtype[_t.Any]: ...
    @property
    def ndim(self) -> int: ...
    @property
    def size(self) -> int: ...
    def __array__(self, dtype: _t.Any = None, copy: _t.Optional[bool] = None) -> _npt.NDArray[_t.Any]: ...
    def __dlpack__(self, **options: _t.Any) -> _t.Any: ...
    def __dlpack_device__(self) -> _t.Tuple[int, int]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: _t.Any) -> _t.Any: ...
    def __iter__(self) -> _t.Iterator[_t.Any]: ...
    def tolist(self) -> _t.List[_t.Any]: ...
"#;

fn stubs(name: &str, surface: &Surface) -> String {
    let mut out = format!(
        "\"\"\"The library `{name}`, written by somdc.\"\"\"\n\nimport typing as _t\n\nimport numpy as _np\nimport numpy.typing as _npt\n\n\
         class JavaException(Exception):\n    java_class: str\n    message: _t.Optional[str]\n    frames: _t.List[str]\n{ARRAY_STUB}"
    );
    let hints = Hints { surface, lazy: false };
    for s in &surface.structures {
        let fields = fields(surface, s);
        let own = surface.classes.iter().find(|c| c.name == s.name).map(|c| hints.methods(c)).unwrap_or_default();
        out += &format!("\nclass {}(_t.NamedTuple):\n{}{fields}{own}", s.name, doc(&s.docs, "    ", "", &[]));
    }
    for class in surface.classes.iter().filter(|c| surface.structures.iter().all(|s| s.name != c.name)) {
        out += &format!("\nclass {}:\n{}{}", class.name, doc(&class.docs, "    ", "", &[]), hints.methods(class));
    }
    out
}
