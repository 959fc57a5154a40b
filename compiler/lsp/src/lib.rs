//! The language server: what editors ask of the compiler, over standard input and output.
//!
//! It knows the protocol and what stands where in a program ([`index`]); reading files and compiling is for an [`Engine`] to do. The
//! messages are JSON values, so that no crate with the protocol's types has to be built.

mod complete;
pub mod index;
mod server;
pub mod text;

pub use server::{Server, serve};

use somd_hir as hir;
use somd_lower::Verdict;
use somd_syntax::ast::CompilationUnit;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::{SourceMap, Span};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What was found out about a program.
#[derive(Default)]
pub struct Analysis {
    pub sources: SourceMap,
    /// The trees of the program's own files.
    pub units: Vec<CompilationUnit>,
    /// There is one where nothing is wrong with the program's declarations.
    pub program: Option<hir::Program>,
    pub diagnostics: Vec<Diagnostic>,
    /// Where nothing is wrong: what becomes of each parallel construct.
    pub verdicts: Vec<Verdict>,
    /// The names of methods that are isolated without saying so.
    pub isolated: Vec<Span>,
}

/// What to show of the construct under the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Kernel,
    Core,
    Rust,
}

/// A file's path and text.
pub type Text = (PathBuf, String);

/// The compiler, as the server needs it.
pub trait Engine {
    /// The files that make a program with `file`, itself among them; `open` has the texts that differ from the disk's.
    fn program_of(&self, file: &Path, open: &BTreeMap<PathBuf, String>) -> Vec<Text>;
    fn analyse(&self, texts: &[Text]) -> Analysis;
    /// A part of what is made of a program, of the construct around the 1-based `line` of `file`.
    fn show(&self, texts: &[Text], shown: Shown, file: &Path, line: u32) -> String;
    /// A file on disk with a text of the library, to look at.
    fn library_file(&self, name: &str, text: &str) -> Option<PathBuf>;
    /// The names of the library's classes, with their packages.
    fn library_classes(&self) -> Vec<String>;
}
