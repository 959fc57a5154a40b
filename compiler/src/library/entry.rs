//! The class by which calls come in, in the program's own language: it takes the arguments from `somd.Border`, calls the exported method, and gives
//! the result back. So every stage sees a whole program whose arguments can be anything.

use super::surface::{self, Exported, ExportedClass, Primitive, Structure, Surface, Type};
use std::fmt::Write;

/// The class's name; no source that a person writes has such a one.
pub const CLASS: &str = "Somd$Entry";

/// The class's package: that of all exported classes, where they have one in common.
pub fn package(surface: &Surface) -> &str {
    let mut packages = surface.classes.iter().map(|c| c.package.as_str());
    let first = packages.next().unwrap_or_default();
    if packages.all(|p| p == first) { first } else { "" }
}

/// The class's name with its package.
pub fn qualified(surface: &Surface) -> String {
    match package(surface) {
        "" => CLASS.to_string(),
        package => format!("{package}.{CLASS}"),
    }
}

/// The text of the class.
pub fn text(surface: &Surface) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write!(out, "{}", Entry(surface));
    out
}

struct Entry<'a>(&'a Surface);

impl std::fmt::Display for Entry<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Entry(surface) = self;
        let package = package(surface);
        if !package.is_empty() {
            writeln!(f, "package {package};\n")?;
        }
        writeln!(f, "/** Where callers in other languages come in. */\npublic final class {CLASS} {{")?;
        writeln!(
            f,
            "    public static void main(String[] args) {{\n        try {{\n            enter();\n        }} catch (Throwable e) {{\n            \
             somd.Border.thrown(e, \"{}\");\n        }}\n    }}\n",
            qualified(surface)
        )?;
        writeln!(f, "    private static void enter() throws Throwable {{\n        switch (somd.Border.method()) {{")?;
        for (_, m) in surface.methods() {
            writeln!(f, "            case {}: call{0}(); break;", m.number)?;
        }
        writeln!(f, "            default: throw new IllegalArgumentException();\n        }}\n    }}\n")?;
        for (class, m) in surface.methods() {
            call(f, surface, class, m)?;
        }
        for (i, s) in surface.structures.iter().enumerate() {
            structure(f, surface, i, s)?;
        }
        writeln!(f, "}}")
    }
}

/// How many arguments a structure takes, where it stands alone: whether there is one, and its parts.
fn width(surface: &Surface, ty: &Type) -> usize {
    match ty {
        Type::Structure(s) => 1 + surface.leaves(*s).len(),
        Type::Structures(s) => surface.leaves(*s).len(),
        _ => 1,
    }
}

fn call(f: &mut std::fmt::Formatter<'_>, surface: &Surface, class: &ExportedClass, m: &Exported) -> std::fmt::Result {
    let mut at = 0;
    let mut args = Vec::new();
    for p in &m.params {
        args.push(match &p.ty {
            Type::Structure(s) => format!("structure{s}({at})"),
            Type::Structures(s) => format!("structures{s}({at})"),
            ty => taken(ty, &at.to_string()),
        });
        at += width(surface, &p.ty);
    }
    let call = format!("{}.{}({})", class.qualified, m.java, args.join(", "));
    let body = match &m.result {
        Type::Void => format!("{call};"),
        Type::Structure(s) => format!("give{s}({call});"),
        Type::Structures(s) => format!("giveAll{s}({call});"),
        ty => given(ty, &call),
    };
    writeln!(
        f,
        "    /** {} */\n    private static void call{}() throws Throwable {{\n        {body}\n    }}\n",
        m.display, m.number
    )
}

/// The expression for the argument at a position, of a type that takes one.
fn taken(ty: &Type, at: &str) -> String {
    match ty {
        Type::Primitive(Primitive::Boolean) => format!("somd.Border.integer({at}) != 0"),
        Type::Primitive(Primitive::Int) => format!("somd.Border.integer({at})"),
        Type::Primitive(Primitive::Long) => format!("somd.Border.wide({at})"),
        Type::Primitive(Primitive::Float) => format!("somd.Border.single({at})"),
        Type::Primitive(Primitive::Double) => format!("somd.Border.real({at})"),
        Type::Primitive(narrow) => format!("({}) somd.Border.integer({at})", narrow.java()),
        ty => format!("({}) somd.Border.object({at})", source(ty)),
    }
}

/// The statement that gives an expression back, of a type that takes one place.
fn given(ty: &Type, value: &str) -> String {
    match ty {
        Type::Primitive(Primitive::Boolean) => format!("somd.Border.give({value} ? 1 : 0);"),
        Type::Primitive(Primitive::Byte | Primitive::Short | Primitive::Char) => {
            format!("somd.Border.give((int) {value});")
        }
        Type::Primitive(_) => format!("somd.Border.give({value});"),
        _ => format!("somd.Border.give((Object) {value});"),
    }
}

/// The type as the source writes it.
fn source(ty: &Type) -> String {
    match ty {
        Type::Primitive(p) => p.java().into(),
        Type::Text => "String".into(),
        Type::Texts => "String[]".into(),
        Type::Array { of, value: false } => format!("{}[]", of.java()),
        Type::Array { of, value: true } => format!("{}[[]]", of.java()),
        Type::Rows { of, value: false } => format!("{}[][]", of.java()),
        Type::Rows { of, value: true } => format!("{}[[][]]", of.java()),
        Type::Deep(deep) => deep.source(),
        Type::Void | Type::Structure(_) | Type::Structures(_) => "void".into(),
    }
}

/// The methods that make and take apart one kind of structure.
fn structure(f: &mut std::fmt::Formatter<'_>, surface: &Surface, i: usize, s: &Structure) -> std::fmt::Result {
    let class = &s.qualified;
    let leaves = surface.leaves(i);
    let mut at = 0;
    let one = made(surface, i, &mut |ty| {
        at += 1;
        taken(ty, &format!("at + {at}"))
    });
    // Of what is never null, there always is one.
    let none =
        if s.value { String::new() } else { "        if (somd.Border.integer(at) == 0) return null;\n".to_string() };
    writeln!(f, "    private static {class} structure{i}(int at) {{\n{none}        return {one};\n    }}\n")?;
    writeln!(f, "    private static void give{i}({class} s) {{")?;
    if s.value {
        writeln!(f, "        somd.Border.give(1);")?;
    } else {
        writeln!(f, "        somd.Border.give(s == null ? 0 : 1);\n        if (s == null) return;")?;
    }
    for (read, ty) in surface::reads(surface, i) {
        writeln!(f, "        {}", given(ty, &format!("s.{read}")))?;
    }
    writeln!(f, "    }}\n")?;
    let column = |ty: &Type| format!("{}[]", source(ty));
    writeln!(f, "    private static {class}[] structures{i}(int at) {{")?;
    for (n, (_, ty)) in leaves.iter().enumerate() {
        let ty = column(ty);
        writeln!(f, "        {ty} c{n} = ({ty}) somd.Border.object(at + {n});")?;
    }
    let mut n = 0;
    let element = made(surface, i, &mut |_| {
        n += 1;
        format!("c{}[i]", n - 1)
    });
    writeln!(
        f,
        "        if (c0 == null) return null;\n        {class}[] all = new {class}[c0.length];\n        for (int i = 0; i < all.length; i++) \
         all[i] = {element};\n        return all;\n    }}\n"
    )?;
    writeln!(f, "    private static void giveAll{i}({class}[] all) {{")?;
    for (n, (_, ty)) in leaves.iter().enumerate() {
        // The length of the outermost dimension stands first.
        let of = source(ty);
        let (base, inner) = of.split_at(of.find('[').unwrap_or(of.len()));
        writeln!(f, "        {} c{n} = all == null ? null : new {base}[all.length]{inner};", column(ty))?;
    }
    writeln!(f, "        for (int i = 0; all != null && i < all.length; i++) {{\n            {class} s = all[i];")?;
    for (n, (read, _)) in surface::reads(surface, i).iter().enumerate() {
        writeln!(f, "            c{n}[i] = s.{read};")?;
    }
    writeln!(f, "        }}")?;
    for n in 0..leaves.len() {
        writeln!(f, "        somd.Border.give((Object) c{n});")?;
    }
    writeln!(f, "    }}\n")
}

/// `new Point(x, y)`, whose parts `part` gives.
fn made(surface: &Surface, structure: usize, part: &mut dyn FnMut(&Type) -> String) -> String {
    let s = &surface.structures[structure];
    let parts: Vec<String> = s
        .components
        .iter()
        .map(|c| match &c.ty {
            Type::Structure(inner) => made(surface, *inner, part),
            ty => part(ty),
        })
        .collect();
    format!("new {}({})", s.qualified, parts.join(", "))
}
