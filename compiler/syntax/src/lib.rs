//! The front of the compiler: source text to syntax tree.
//!
//! `source text ─ lexer (logos) ─ token filter ─ parser (lalrpop) ─▶ ast`
//!
//! Parsing never fails: it gives a tree and a list of diagnostics. This crate knows nothing of types or of what a name
//! stands for. It is a crate of its own because the generated parser dominates build time.

mod actions;
pub mod ast;
mod balance;
pub mod diagnostics;
mod filter;
mod headers;
mod layout;
mod lexer;
mod newer;
mod parse;
pub mod printer;
mod recover;
pub mod source;
pub mod tokens;
mod type_annotations;

pub use parse::{CODES, parse, parse_body, parse_headers, parse_headers_by_grammar, parse_headers_by_hand};

lalrpop_util::lalrpop_mod!(
    #[allow(clippy::all, unused, dead_code)]
    grammar
);
