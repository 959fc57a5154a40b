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

pub mod assemble;
pub mod body;
pub mod declare;
mod inherit;
mod made;
pub mod members;
pub mod scope;
mod shape;
pub mod subtype;
pub mod table;
pub mod types;

pub use body::Library;

use crate::hir;
use somd_syntax::ast::CompilationUnit;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::SourceMap;

#[cfg(test)]
mod table_tests;

/// The whole front end behind the parser. `units`: each file's tree, and whether it belongs to the library; bodies
/// that the parser left out of library files are read from `sources` where they are needed. There is a program
/// where nothing is wrong with it (warnings aside).
pub fn check(
    units: Vec<(CompilationUnit, bool)>,
    sources: &SourceMap,
    library: Library,
) -> (Option<hir::Program>, Vec<Diagnostic>) {
    let mut diags = Vec::new();
    let mut table = declare::declare(&units, &mut diags);
    let bodies = body::attribute(&mut table, sources, library, &mut diags);
    diags.sort_by_key(|d| (d.primary.span.lo, d.primary.span.hi));
    if diags.iter().any(Diagnostic::is_error) {
        return (None, diags);
    }
    (Some(assemble::assemble(&table, bodies)), diags)
}
