//! The tokens of a source text as they are written, with what the token filter found each to be.
//!
//! For tools that work on the text and not on the tree: such as a formatter, which must lose nothing. Type annotations, which the
//! tree leaves out, are among them.

use crate::diagnostics::Diagnostic;
use crate::filter::{Bodies, filter};
pub use crate::lexer::Tok;
use crate::lexer::{lex, unescape};
use crate::type_annotations::without_type_annotations;

/// A token and its bytes in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// As the grammar reads it; as the lexer does where the tree leaves it out.
    pub tok: Tok,
    pub lo: u32,
    pub hi: u32,
}

/// All tokens of a text in order, or what [`parse`](crate::parse) says of it at `base` where it has syntax errors. What the filter joins to one token is one here where its parts touch.
pub fn tokens(text: &str, base: u32) -> Result<Vec<Written>, Vec<Diagnostic>> {
    let (_, diagnostics) = crate::parse(text, base);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let (text, positions, _) = unescape(text, 0);
    let lexed = lex(&text, positions);
    let positions = lexed.positions;
    let left_out = without_type_annotations(lexed.tokens.clone());
    let filtered = filter(&text, &left_out.tokens, &positions, Bodies::Read, &mut Vec::new()).tokens;
    let mut filtered = filtered.iter().filter(|t| t.lo < t.hi).peekable();
    let mut out: Vec<Written> = Vec::with_capacity(lexed.tokens.len());
    let mut raw = lexed.tokens.iter().peekable();
    while let Some(token) = raw.next() {
        while filtered.next_if(|f| f.lo < token.lo).is_some() {}
        let (mut tok, mut end) = (token.tok, token.hi);
        if let Some(read) = filtered.next_if(|f| f.lo == token.lo) {
            while let Some(part) = raw.next_if(|part| part.lo == end && part.hi <= read.hi) {
                end = part.hi;
            }
            if end == read.hi {
                tok = read.tok;
            }
        }
        let span = positions.span(token.lo, end);
        out.push(Written { tok, lo: span.lo, hi: span.hi });
    }
    Ok(out)
}
