//! The package `somd` of erased programs: what SOMD's library and constructs need beyond Java's own library.
//!
//! What the library writes in plain Java (partitioners, reductions) is taken from there; the rest is Java sources of their own. All of
//! it is written out only where a program uses it.

use somd_hir as hir;
use somd_syntax::ast::CompilationUnit;
use somd_syntax::source::{SourceMap, Span};
use std::collections::BTreeSet;

/// Each class with its text and the classes of the package that it uses itself.
const CLASSES: &[(&str, &str, &[&str])] = &[
    (
        "Support",
        include_str!("support/Support.java"),
        &["EmptyReduction", "LengthMismatch", "DoubleLanes", "FloatLanes"],
    ),
    ("DoubleLanes", include_str!("support/DoubleLanes.java"), &[]),
    ("FloatLanes", include_str!("support/FloatLanes.java"), &[]),
    ("Task", include_str!("support/Task.java"), &["Underflow"]),
    ("Underflow", include_str!("support/Underflow.java"), &[]),
    ("LengthMismatch", include_str!("support/LengthMismatch.java"), &[]),
    ("View", include_str!("../../../../stdlib/somd/View.somd"), &[]),
    ("Snapshot", include_str!("../../../../stdlib/somd/Snapshot.somd"), &[]),
    ("Columns", include_str!("support/Columns.java"), &["Support"]),
    ("EmptyReduction", include_str!("support/EmptyReduction.java"), &[]),
    ("FloatMath", include_str!("support/FloatMath.java"), &[]),
    ("Elementary", include_str!("../../../../stdlib/java/lang/Elementary.somd"), &["StrictFunctions"]),
    ("StrictFunctions", include_str!("../../../../stdlib/java/lang/StrictMath.somd"), &[]),
    (
        "ArrayFunc",
        include_str!("support/ArrayFunc.java"),
        &["Tuple2", "Tuple3", "Tuple4", "Tuple5", "Tuple6", "Tuple7", "Tuple8"],
    ),
    ("Tuple2", include_str!("support/Tuple2.java"), &["Support"]),
    ("Tuple3", include_str!("support/Tuple3.java"), &["Support"]),
    ("Tuple4", include_str!("support/Tuple4.java"), &["Support"]),
    ("Tuple5", include_str!("support/Tuple5.java"), &["Support"]),
    ("Tuple6", include_str!("support/Tuple6.java"), &["Support"]),
    ("Tuple7", include_str!("support/Tuple7.java"), &["Support"]),
    ("Tuple8", include_str!("support/Tuple8.java"), &["Support"]),
    ("FastMath", include_str!("support/FastMath.java"), &[]),
    ("AssertOffload", include_str!("support/AssertOffload.java"), &[]),
    ("Bench", include_str!("support/Bench.java"), &[]),
    ("Export", include_str!("support/Export.java"), &[]),
];

/// Classes of `somd.io` of which the runtime is a part, in plain Java.
const IO_CLASSES: &[(&str, &str)] = &[("RawFile", include_str!("support/io/RawFile.java"))];

/// Classes that only generated code names.
const INTERNAL: &[&str] =
    &["Support", "DoubleLanes", "FloatLanes", "Elementary", "StrictFunctions", "View", "Snapshot", "Columns"];

/// The classes that a program uses.
#[derive(Default)]
pub struct Used {
    classes: BTreeSet<&'static str>,
    /// Classes that the library has in plain Java.
    from_library: bool,
    /// The package `somd.io`, which is in plain Java.
    pub io: bool,
}

impl Used {
    /// Notes a class of the package that the program itself may name; says whether there is one.
    pub fn library_class(&mut self, hir: &hir::Program, name: &str) -> bool {
        if !INTERNAL.contains(&name) && self.add(name) {
            return true;
        }
        let found = hir.classes.iter().any(|c| c.is_library && c.name.strip_prefix("somd.") == Some(name));
        self.from_library |= found;
        found
    }

    pub fn support(&mut self) {
        self.add("Support");
    }

    pub fn elementary(&mut self) {
        self.add("Elementary");
    }

    pub fn view(&mut self, hir: &hir::Program) {
        self.library_class(hir, "PartitionException");
        self.add("View");
    }

    pub fn snapshot(&mut self) {
        self.add("Snapshot");
    }

    pub fn columns(&mut self) {
        self.add("Columns");
    }

    pub fn task(&mut self) {
        self.add("Task");
    }

    fn add(&mut self, name: &str) -> bool {
        let Some((class, _, needs)) = CLASSES.iter().find(|c| c.0 == name) else { return false };
        if self.classes.insert(class) {
            for other in *needs {
                self.add(other);
            }
        }
        true
    }

    pub fn files(&self, units: &[(CompilationUnit, bool)], sources: &SourceMap) -> Vec<super::JavaFile> {
        let text = |name: &str| match (name, CLASSES.iter().find(|c| c.0 == name).map_or("", |c| c.1)) {
            // The library's own, which are Java, outside of their package.
            ("Elementary" | "StrictFunctions", text) => text
                .replace("StrictMath", "StrictFunctions")
                .replace("package java.lang;", "package somd;")
                .replace("@Cold\n    ", "")
                .replace("@Cold ", "")
                .replace("\nfinal class", "\npublic final class")
                .replace("\n    static double", "\n    public static double"),
            ("View", text) => text
                .replace("\nfinal class", "\npublic final class")
                .replace("\n    static int", "\n    public static int"),
            ("Snapshot", text) => public_members(text),
            (_, text) => text.to_string(),
        };
        let mut files: Vec<super::JavaFile> =
            self.classes.iter().map(|name| (format!("somd/{name}.java"), text(name))).collect();
        if self.from_library {
            for (unit, _) in units.iter().filter(|(u, library)| *library && in_package(u, &["somd"])) {
                files.extend(library_files(unit, sources, "somd"));
            }
        }
        if self.io {
            for (unit, _) in units.iter().filter(|(u, library)| *library && in_package(u, &["somd", "io"])) {
                files.extend(library_files(unit, sources, "somd.io"));
            }
        }
        files
    }
}

/// The library's class with its members for all packages.
fn public_members(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let member = line.strip_prefix("    ").is_some_and(|l| l.ends_with('{') && !l.starts_with([' ', '}']))
            && !line.starts_with("    private");
        match line.strip_prefix("    ").filter(|_| member) {
            Some(rest) => out += &format!("    public {rest}\n"),
            None if line.starts_with("final class") => out += &format!("public {line}\n"),
            None if line == "    Snapshot() { }" => out += "    public Snapshot() { }\n",
            None => out += &format!("{line}\n"),
        }
    }
    out
}

fn in_package(unit: &CompilationUnit, package: &[&str]) -> bool {
    unit.package.as_ref().is_some_and(|p| p.parts.iter().map(|n| n.name.as_str()).eq(package.iter().copied()))
}

/// The classes of a library file, each as a file of its own, but for those that have a Java source here, and those of which the runtime is a
/// part: erased programs do not name them.
fn library_files(unit: &CompilationUnit, sources: &SourceMap, package: &str) -> Vec<super::JavaFile> {
    let imports: String = unit.imports.iter().map(|i| format!("{}\n", sources.text(i.span))).collect();
    let before_first =
        unit.imports.last().map(|i| i.span.hi).or(unit.package.as_ref().map(|p| p.span.hi + 1)).unwrap_or_default();
    let mut from = before_first;
    let mut files = Vec::new();
    for t in &unit.types {
        // With the comment above it.
        let text = sources.text(Span { lo: from, hi: t.span.hi }).trim_start();
        from = t.span.hi;
        let path = format!("{}/{}.java", package.replace('.', "/"), t.name.name);
        let in_io = IO_CLASSES.iter().find(|c| package == "somd.io" && c.0 == t.name.name);
        if let Some((_, text)) = in_io {
            files.push((path, text.to_string()));
        } else if !CLASSES.iter().any(|c| c.0 == t.name.name) && !text.contains("@Native") {
            files.push((path, format!("package {package};\n\n{imports}\n{text}\n")));
        }
    }
    files
}
