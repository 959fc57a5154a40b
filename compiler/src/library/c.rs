//! What callers in C and C++ see: a header and a file for `pkg-config`.

use super::docs::Docs;
use super::native::{self, Kind};
use super::surface::{Exported, ExportedClass, Primitive, Surface, Type};

fn c_type(p: Primitive) -> &'static str {
    match p {
        Primitive::Boolean => "bool",
        Primitive::Byte => "int8_t",
        Primitive::Short => "int16_t",
        Primitive::Char => "uint16_t",
        Primitive::Int => "int32_t",
        Primitive::Long => "int64_t",
        Primitive::Float => "float",
        Primitive::Double => "double",
    }
}

/// A name of the source as C and C++ take it.
fn c_name(name: &str) -> String {
    const KEPT: &[&str] = &[
        "alignas",
        "alignof",
        "and",
        "asm",
        "auto",
        "bool",
        "break",
        "case",
        "catch",
        "char",
        "class",
        "concept",
        "const",
        "constexpr",
        "continue",
        "decltype",
        "default",
        "delete",
        "do",
        "double",
        "else",
        "enum",
        "explicit",
        "export",
        "extern",
        "false",
        "float",
        "for",
        "friend",
        "goto",
        "if",
        "inline",
        "int",
        "long",
        "mutable",
        "namespace",
        "new",
        "noexcept",
        "not",
        "nullptr",
        "operator",
        "or",
        "private",
        "protected",
        "public",
        "register",
        "requires",
        "restrict",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "struct",
        "switch",
        "template",
        "this",
        "throw",
        "true",
        "try",
        "typedef",
        "typeid",
        "typename",
        "union",
        "unsigned",
        "using",
        "virtual",
        "void",
        "volatile",
        "while",
        "xor",
        "result",
        "errno",
        "linux",
        "unix",
        "stdin",
        "stdout",
        "stderr",
        "NULL",
    ];
    if KEPT.contains(&name) { format!("{name}_") } else { name.replace('$', "_") }
}

fn slot_type(name: &str, surface: &Surface, kind: &Kind) -> String {
    match kind {
        Kind::Primitive(p) => format!("{} ", c_type(*p)),
        Kind::Text => "const char *".into(),
        Kind::Texts => "const char *const *".into(),
        Kind::Elements { of, written: true } => format!("{} *", c_type(*of)),
        Kind::Elements { of, written: false } => format!("const {} *", c_type(*of)),
        Kind::Rows { of, written: true } => format!("{} *const *", c_type(*of)),
        Kind::Rows { of, written: false } => format!("const {} *const *", c_type(*of)),
        Kind::Given => format!("const {name}_array *"),
        Kind::Length => "size_t ".into(),
        Kind::Lengths => "const size_t *".into(),
        Kind::Structure(s) | Kind::Structures(s) => format!("const {} *", surface.structures[*s].name),
    }
}

fn result_type(surface: &Surface, name: &str, ty: &Type) -> Option<String> {
    Some(match ty {
        Type::Void => return None,
        Type::Primitive(p) => format!("{} *", c_type(*p)),
        Type::Text => "char **".into(),
        Type::Structure(s) => format!("{} *", surface.structures[*s].name),
        _ => format!("{name}_array **"),
    })
}

/// The header.
pub fn header(name: &str, surface: &Surface) -> String {
    let upper = name.to_uppercase();
    let guard = format!("{upper}_H");
    let mut out = format!(
        "/* The library {name}, written by somdc.\n *\n \
         * Every function returns 0, or 1 where it threw: {name}_error_class() and its like tell what. Then nothing is stored in *result.\n \
         * An array that is passed stays the caller's. One that comes back is freed with {name}_array_free, a string with {name}_text_free.\n \
         * A pointer NULL with the length {upper}_NULL is Java's null, as is a result NULL. Any thread may call. */\n\
         #ifndef {guard}\n#define {guard}\n\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\n\
         #define {upper}_NULL ((size_t)-1)\n\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n\
         /* An array that a call gave, or that was made to be passed. */\ntypedef struct {name}_array {name}_array;\n\n"
    );
    for s in &surface.structures {
        out += &comment(&s.docs, "");
        out += "typedef struct {\n";
        for c in &s.components {
            let ty = match &c.ty {
                Type::Primitive(p) => format!("{} ", c_type(*p)),
                Type::Structure(inner) => format!("{} ", surface.structures[*inner].name),
                ty if ty.array().is_some() => format!("{name}_array *"),
                _ => "const char *".into(),
            };
            out += &format!("    {ty}{};\n", c_name(&c.name));
        }
        out += &format!("}} {};\n\n", s.name);
    }
    for (class, m) in surface.methods() {
        out += &function(name, surface, class, m);
    }
    out += &format!(
        "/* What this thread's last call threw: the class, as Java names it, the message, and lines of frames \"Main.f(Main.java:12)\", innermost\n \
         * first. NULL where there is none. Valid until this thread's next call. */\n\
         const char *{name}_error_class(void);\nconst char *{name}_error_message(void);\nconst char *{name}_error_frames(void);\n\n\
         /* The length of an array; of a matrix, how many rows it has. 0 for NULL. */\nsize_t {name}_array_length(const {name}_array *array);\n\
         /* A row of a matrix, which goes with it. */\nconst {name}_array *{name}_array_row(const {name}_array *array, size_t index);\n\
         void {name}_array_free({name}_array *array);\nvoid {name}_text_free(char *text);\n\n\
         /* The elements, to be read as what they are. */\nconst void *{name}_array_data(const {name}_array *array);\n"
    );
    out += &builders(name);
    let mut reader = |what: &str, ty: &str| {
        out += &format!(
            "static inline {ty}{name}_array_{what}(const {name}_array *array) {{ return ({ty}){name}_array_data(array); }}\n"
        );
    };
    for p in Primitive::ALL {
        reader(&format!("{}s", p.java()), &format!("const {} *", c_type(p)));
    }
    reader("texts", "const char *const *");
    for s in &surface.structures {
        reader(&s.name, &format!("const {} *", s.name));
    }
    out + &format!("\n#ifdef __cplusplus\n}}\n#endif\n\n#endif /* {guard} */\n")
}

/// The functions that make arrays, for parameters of more than two dimensions and for components.
fn builders(name: &str) -> String {
    let mut out = format!(
        "/* Arrays to be passed where a parameter or a component is one: of elements, of strings, of arrays, which belong to it from then on, and of\n \
         * elements in row-major order. All is copied, and freed with {name}_array_free. A method that writes to one writes to what is read of it. */\n\
         {name}_array *{name}_array_of(const void *data, size_t length, size_t size);\n\
         {name}_array *{name}_array_of_texts(const char *const *texts, size_t length);\n\
         {name}_array *{name}_array_of_rows({name}_array *const *rows, size_t length);\n\
         {name}_array *{name}_array_of_grid(const void *data, const size_t *shape, size_t dimensions, size_t size);\n"
    );
    for p in Primitive::ALL {
        let (many, ty) = (format!("{}s", p.java()), c_type(p));
        out += &format!(
            "static inline {name}_array *{name}_array_of_{many}(const {ty} *data, size_t length) {{ return {name}_array_of(data, length, sizeof *data); }}\n\
             static inline {name}_array *{name}_array_of_{many}_grid(const {ty} *data, const size_t *shape, size_t dimensions) {{ return {name}_array_of_grid(data, shape, \
             dimensions, sizeof *data); }}\n"
        );
    }
    out + "\n"
}

fn function(name: &str, surface: &Surface, class: &ExportedClass, m: &Exported) -> String {
    let mut params = Vec::new();
    for p in &m.params {
        for s in native::slots(&p.name, &p.ty, p.written) {
            params.push(format!("{}{}", slot_type(name, surface, &s.kind), c_name(&s.name)));
        }
    }
    params.extend(result_type(surface, name, &m.result).map(|t| format!("{t}result")));
    let params = if params.is_empty() { "void".into() } else { params.join(", ") };
    format!("{}int {}({params});\n\n", comment(&m.docs, &m.display), native::symbol(class, m))
}

/// A comment of C; `display` is what the source calls it.
fn comment(docs: &Docs, display: &str) -> String {
    let mut lines: Vec<String> = docs.text.clone();
    lines.extend((!display.is_empty()).then(|| format!("Java: {display}")));
    lines.extend(docs.params.iter().map(|(name, what)| format!("{}: {what}", c_name(name))));
    lines.extend(docs.returns.iter().map(|what| format!("Result: {what}")));
    lines.extend(docs.throws.iter().map(|(class, what)| format!("Throws {class}: {what}")));
    if lines.is_empty() {
        return String::new();
    }
    format!("/* {} */\n", lines.join("\n * ").replace("*/", "* /"))
}

/// For `pkg-config`, which finds the files beside it.
pub fn pkg_config(name: &str) -> String {
    format!(
        "prefix=${{pcfiledir}}\n\nName: {name}\nDescription: the library {name}, written by somdc\nVersion: 0.1.0\nCflags: -I${{prefix}}\n\
         Libs: -L${{prefix}} -l{name}\nLibs.private: -lgcc_s -lpthread -lm -ldl -lc\n"
    )
}
