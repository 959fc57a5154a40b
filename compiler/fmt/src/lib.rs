//! The formatter: one style for all sources.
//!
//! `text ─ tokens with comments ─ document ─▶ text`
//!
//! A document is made of the tokens of the source and nothing else, and what is printed is read again and compared: no token and no
//! comment can be lost, added or changed. Formatting what has been formatted changes nothing.

mod doc;
mod layout;
mod trivia;

use doc::print;
use layout::Layout;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::tokens::{Written, tokens};
use std::ops::Range;

/// Why a text is left as it is.
#[derive(Debug)]
pub enum Refusal {
    /// Its syntax errors.
    Syntax(Vec<Diagnostic>),
    /// It has what this crate cannot keep as it is; what that is, and where in the text.
    Unusual(&'static str, Range<usize>),
}

/// How often a text is formatted until that changes nothing: a break of a line that the first time makes may be taken for the
/// author's the second time.
const ROUNDS: usize = 4;

/// A replacement of bytes of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub range: Range<usize>,
    pub text: String,
}

/// The formatted text. The spans of syntax errors count from `base`.
pub fn format(text: &str, base: u32) -> Result<String, Refusal> {
    let original = tokens(text, base).map_err(Refusal::Syntax)?;
    let mut now = once(text, &original)?;
    for _ in 1..ROUNDS {
        let again = tokens(&now, base).map_err(|_| differs(text))?;
        if !same(text, &original, &now, &again) {
            return Err(differs(text));
        }
        let next = once(&now, &again)?;
        if next == now {
            return Ok(now);
        }
        now = next;
    }
    Err(Refusal::Unusual("does not come to rest", 0..text.len()))
}

/// The edits that format the lines in `lines` (from 0, the end not included): tokens elsewhere stay where they are.
pub fn format_lines(text: &str, base: u32, lines: Range<usize>) -> Result<Vec<Edit>, Refusal> {
    let formatted = format(text, base)?;
    let before = tokens(text, base).map_err(Refusal::Syntax)?;
    let after = tokens(&formatted, base).map_err(|_| differs(text))?;
    let line_starts: Vec<usize> =
        std::iter::once(0).chain(text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i + 1)).collect();
    let start = line_starts.get(lines.start).copied().unwrap_or(text.len());
    let end = line_starts.get(lines.end).copied().unwrap_or(text.len());
    // The gaps between tokens, and those at the two ends, one behind the other.
    let gap = |tokens: &[Written], len: usize, i: usize| {
        let lo = i.checked_sub(1).map_or(0, |i| tokens[i].hi as usize);
        lo..tokens.get(i).map_or(len, |t| t.lo as usize)
    };
    if before.len() != after.len() {
        return Err(differs(text));
    }
    let mut edits = Vec::new();
    for i in 0..=before.len() {
        let old = gap(&before, text.len(), i);
        let new = &formatted[gap(&after, formatted.len(), i)];
        // What follows the gap is in the range.
        let inside = if i == before.len() {
            old.end >= start && old.start <= end && end == text.len()
        } else {
            (start..end).contains(&old.end)
        };
        if inside && &text[old.clone()] != new {
            edits.push(Edit { range: old, text: new.to_string() });
        }
    }
    Ok(edits)
}

/// The text with edits made, which are in order and apart.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for edit in edits {
        out.push_str(&text[at..edit.range.start]);
        out.push_str(&edit.text);
        at = edit.range.end;
    }
    out.push_str(&text[at..]);
    out
}

fn differs(text: &str) -> Refusal {
    Refusal::Unusual("cannot be kept as it is", 0..text.len())
}

fn once(text: &str, tokens: &[Written]) -> Result<String, Refusal> {
    let read = trivia::read(text, tokens)?;
    let layout = Layout::new(tokens, read.pieces, read.newline, read.blank);
    Ok(print(&layout.file(), &layout.pieces))
}

/// Whether two texts have the same tokens, read the same way, and the same comments between them.
fn same(a: &str, of_a: &[Written], b: &str, of_b: &[Written]) -> bool {
    let word = |text: &str, t: &Written| text[t.lo as usize..t.hi as usize].to_string();
    let tokens =
        of_a.len() == of_b.len() && of_a.iter().zip(of_b).all(|(x, y)| x.tok == y.tok && word(a, x) == word(b, y));
    tokens && trivia::comments(a, of_a) == trivia::comments(b, of_b)
}
