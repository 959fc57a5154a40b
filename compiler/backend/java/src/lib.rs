//! Erasure: a program as plain Java 17 with the same meaning and the same bits.
//!
//! The base language is Java, so the programmer's text is kept as it stands, comments included; only what SOMD and Lime add is
//! replaced ([`splice`]), by means of [`edits`] that nest. A program without such constructs comes out byte for byte as it was.
//!
//! - Annotations go: by the one-instance rule a SOMD method means what its text means without them. Two things have no text
//!   of their own in Java: the order in which a sum of floats is combined (a function of the extent alone), and the old values
//!   that `sync` lets an iteration see. The bodies of methods with one of these are printed from Core ([`core`]).
//! - Maps, operators over arrays and reductions become private helper methods with loops ([`lime`]); they call the
//!   programmer's methods, so Java checks the translation to Core as well.
//! - Value classes become classes with the members that their meaning asks for ([`value`]).
//! - What the library has beyond Java's lies in the package `somd` ([`support`]), and only what is used is written.

mod array_func;
mod arrays;
mod claims;
mod core;
mod edits;
mod gathered;
mod lime;
mod names;
mod regions;
mod splice;
mod support;
mod value;

use somd_hir as hir;
use somd_lower::Lowered;
use somd_syntax::ast::{CompilationUnit, Modifier, TypeDecl};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::{SourceMap, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A Java source file: its path inside a source root, and its text.
pub type JavaFile = (String, String);

/// The program's files as Java, and the support files they need. `hir` is the checked program before lowering, `units` the trees it
/// was made from, each with whether it belongs to the library.
pub fn erase(
    units: &[(CompilationUnit, bool)],
    sources: &SourceMap,
    hir: &hir::Program,
    lowered: &Lowered,
) -> Result<Vec<JavaFile>, Vec<Diagnostic>> {
    let mut names = names::Names::new(hir, sources);
    let mut used = support::Used::default();
    let mut files = BTreeMap::new();
    let mut errors = Vec::new();
    for (unit, _) in units.iter().filter(|(_, library)| !library) {
        let Some(file) = unit.types.first().and_then(|t| sources.file_at(t.span.lo)) else { continue };
        let span = Span { lo: file.base, hi: file.base + file.text.len() as u32 };
        names.enter_package(unit);
        let cx = splice::Cx { hir, lowered, sources, names: &names };
        let (edits, found) = splice::unit(&cx, unit, span, &mut used);
        errors.extend(found);
        let text = edits.apply(&file.text, file.base, span);
        if text.contains("somd.Elementary") {
            used.elementary();
        }
        files.insert(path(unit, &file.name), text);
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut files: Vec<JavaFile> = files.into_iter().collect();
    files.extend(used.files(units, sources));
    Ok(files)
}

/// The path that `javac` wants: the package's folders, and the name of the public class, else of the one with `main`.
fn path(unit: &CompilationUnit, source: &str) -> String {
    let is_public = |t: &&Arc<TypeDecl>| t.modifiers.has(Modifier::Public);
    let has_main = |t: &&Arc<TypeDecl>| {
        t.members.iter().any(|m| matches!(m, somd_syntax::ast::Member::Method(m) if m.name.name == "main" && m.modifiers.has(Modifier::Static)))
    };
    let class = unit.types.iter().find(is_public).or_else(|| unit.types.iter().find(has_main)).or(unit.types.first());
    let stem = source.rsplit('/').next().and_then(|n| n.split('.').next()).unwrap_or("Main");
    let name = class.map_or(stem, |c| c.name.name.as_str());
    let folder: String = unit.package.iter().flat_map(|p| &p.parts).map(|p| format!("{}/", p.name)).collect();
    format!("{folder}{name}.java")
}
