//! From syntax to meaning: AST to HIR.
//!
//! Three steps, each over the whole program:
//! 1. `declare` enters every class, field and method of every file into the [`table::ClassTable`], resolves the types in their
//!    headers, and checks inheritance.
//! 2. `body` attributes method bodies and initialisers: names, overloads, generics inference, lambdas, constants. It writes HIR.
//! 3. `assemble` makes the HIR classes: dispatch tables, members of enums, records, values and inner classes.
//!
//! What is true of a program only along its paths (definite assignment, reachability, thrown exceptions) is checked
//! afterwards on HIR by `analysis::flow`.

mod annotations;
pub mod assemble;
pub mod body;
pub mod declare;
mod hash;
mod inherit;
pub mod instances;
mod made;
pub mod members;
mod outside;
pub mod scope;
mod shape;
mod slots;
pub mod subtype;
pub mod table;
pub mod types;

pub use body::Library;
pub use outside::follows;

use somd_hir as hir;
use somd_syntax::ast::{CompilationUnit, Modifier};
use somd_syntax::diagnostics::{Diagnostic, Severity};
use somd_syntax::source::{SourceMap, Span};
use std::collections::HashSet;
use table::ClassTable;

/// The whole front end behind the parser. `units`: each file's tree, and whether it belongs to the library; bodies
/// that the parser left out of library files are read from `sources` where they are needed. There is a program
/// where nothing is wrong with its declarations; where something in a body is, a null stands in its place.
/// With `assertions`, the program's `assert` statements run.
pub fn check(
    mut units: Vec<(CompilationUnit, bool)>,
    sources: &SourceMap,
    library: Library,
    assertions: bool,
) -> (Option<hir::Program>, Vec<Diagnostic>) {
    let (mut diags, mut one_instance) = (Vec::new(), Vec::new());
    for (unit, _) in units.iter_mut().filter(|(_, library)| !library) {
        instances::separate(unit, &mut one_instance);
    }
    // The text of a loop is known where it is a statement; here, where it begins.
    let on_loops: Vec<(Span, Span)> = units
        .iter()
        .flat_map(|(unit, _)| &unit.loop_annotations)
        .map(|a| (a.span, Span { lo: a.loop_at, hi: a.loop_at }))
        .collect();
    let place = |tree: &CompilationUnit| import_place(tree, sources);
    let mut table = declare::declare(&units, library != Library::Whole, &place, &mut diags);
    table.assertions = assertions;
    check_file_names(&table, sources, &mut diags);
    let declared = !diags.iter().any(|d| d.is_error() && d.outside.is_none());
    let bodies = body::attribute(&mut table, sources, library, &mut diags);
    let mut seen = HashSet::new();
    diags.retain(|d| seen.insert((d.primary.span, d.code, d.title.clone(), d.outside)));
    diags.extend(
        table.units.iter().flat_map(unused_imports).filter(|w| !seen.iter().any(|(s, ..)| *s == w.primary.span)),
    );
    diags.sort_by_key(|d| (d.primary.span.lo, d.primary.span.hi));
    let program = declared.then(|| {
        let outside = outside::uses(&table, &diags);
        let mut program = assemble::assemble(&table, bodies);
        program.asserted.extend(on_loops);
        hir::operator::recognise(&mut program);
        hir::Program { outside, one_instance, ..program }
    });
    diags.retain(|d| d.severity != Severity::Note);
    (program, diags)
}

/// Where a further import goes: before the others, behind the `package`, or before the first class and what is said of it; and what follows it
/// there.
fn import_place(tree: &CompilationUnit, sources: &SourceMap) -> Option<(Span, &'static str)> {
    if let Some(first) = tree.imports.first() {
        return Some((Span { lo: first.span.lo, hi: first.span.lo }, "\n"));
    }
    let known = tree.package.as_ref().map(|p| p.span.hi).or(tree.types.first().map(|t| t.span.lo))?;
    let file = sources.file_at(known)?;
    let at = (known - file.base) as usize;
    let text: &str = file.text.as_ref();
    let (place, behind) = if tree.package.is_some() {
        let line = text.get(at..)?.find('\n').map(|n| at + n + 1)?;
        (line, if text[line..].starts_with('\n') { "\n" } else { "\n\n" })
    } else {
        // A comment that no empty line follows belongs to the class.
        let before = text.get(..at)?;
        let line = before.rfind('\n').map_or(0, |n| n + 1);
        let lines = before[..line].split_inclusive('\n').rev();
        let above: usize = lines.take_while(|l| !l.trim().is_empty()).map(str::len).sum();
        (line - above, "\n\n")
    };
    let at = file.base + place as u32;
    Some((Span { lo: at, hi: at }, behind))
}

/// In a `.java` file a public class has the file's name, as `javac` wants it (JLS 7.6); other files may have any name.
fn check_file_names(table: &ClassTable, sources: &SourceMap, diags: &mut Vec<Diagnostic>) {
    for class in table.by_name.values().map(|&id| table.class(id)).filter(|c| !c.is_library) {
        let Some(decl) = class.decl.as_ref().filter(|_| class.modifiers.has(Modifier::Public)) else { continue };
        let Some(file) = sources.file_at(decl.span.lo) else { continue };
        let name = file.name.rsplit(['/', '\\']).next().unwrap_or(&file.name);
        if name.strip_suffix(".java").is_some_and(|stem| stem != class.simple_name) {
            diags.push(
                Diagnostic::error(
                    "E0130",
                    format!("public class `{0}` must be in a file named `{0}.java`", class.simple_name),
                    decl.name.span,
                )
                .label(format!("this file is `{name}`"))
                .note("rename the file, or leave `public` out"),
            );
        }
    }
}

/// Imports of classes that this library lacks. Where one is used that is an error at the same place.
fn unused_imports(unit: &scope::UnitScope) -> impl Iterator<Item = Diagnostic> {
    unit.missing.iter().map(|(_, name, span)| {
        let d =
            Diagnostic::warning("W0103", format!("`{name}` is not in somdc's library"), *span).label("nothing uses it");
        scope::instead_of(name).into_iter().fold(d, Diagnostic::note)
    })
}
