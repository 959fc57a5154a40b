//! Braces that do not come out even: the layout of the text tells where one is lost or too many, since people indent what they mean.
//!
//! It speaks only where the braces of a file do not come out even; text that is indented badly and right is never touched.

use crate::diagnostics::Diagnostic;
use crate::lexer::{Positions, Tok, Token};
use crate::source::Span;

/// How many braces a file may have too many or too few before it is left to [`balance`](super::balance).
const MOST: isize = 2;

/// The tokens with a brace put in or left out where the layout tells; what was done is added to the diagnostics.
pub fn mend(text: &str, tokens: Vec<Token>, positions: &Positions, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token> {
    let excess = |tokens: &[Token]| {
        let count = |tok| tokens.iter().filter(|t| t.tok == tok).count() as isize;
        count(Tok::LBrace) - count(Tok::RBrace)
    };
    let unclosed_comment = diagnostics.iter().any(|d| d.code == "E0004");
    let mut layout = Layout { text, tokens, lines: Vec::new(), positions, diagnostics };
    for _ in 0..MOST {
        let excess = excess(&layout.tokens);
        if excess == 0 || excess.abs() > MOST || unclosed_comment {
            break;
        }
        layout.lines = lines(text, &layout.tokens);
        if layout.breaks_off() {
            break;
        }
        let mended = layout.stray(excess) || if excess > 0 { layout.close_missing() } else { layout.open_missing() };
        if !mended {
            break;
        }
    }
    layout.tokens
}

struct Layout<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    /// Of each token.
    lines: Vec<Line>,
    positions: &'a Positions,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// The line of a token: its number, how far it is indented, and whether the token is the first on it.
#[derive(Clone, Copy)]
struct Line {
    number: usize,
    indent: usize,
    first: bool,
}

fn lines(text: &str, tokens: &[Token]) -> Vec<Line> {
    let (mut at, mut number, mut start) = (0, 0, 0);
    let mut out: Vec<Line> = Vec::with_capacity(tokens.len());
    for token in tokens {
        let lo = token.lo as usize;
        let gap = text.get(at..lo).unwrap_or("");
        number += gap.matches('\n').count();
        start = gap.rfind('\n').map_or(start, |n| at + n + 1);
        at = lo.max(at);
        let first = out.last().is_none_or(|l| l.number != number);
        let indent = match out.last() {
            Some(before) if !first => before.indent,
            _ => text.get(start..lo).map_or(0, |blanks| blanks.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum()),
        };
        out.push(Line { number, indent, first });
    }
    out
}

impl Layout<'_> {
    fn tok(&self, i: usize) -> Option<Tok> {
        self.tokens.get(i).map(|t| t.tok)
    }

    fn span(&self, i: usize) -> Span {
        self.positions.span(self.tokens[i].lo, self.tokens[i].hi)
    }

    fn ends_line(&self, i: usize) -> bool {
        self.lines.get(i + 1).is_none_or(|next| next.first)
    }

    /// The last token of the line of `i`.
    fn line_end(&self, i: usize) -> usize {
        (i..self.tokens.len()).find(|&k| self.ends_line(k)).unwrap_or(i)
    }

    fn remove(&mut self, i: usize, label: &str) -> bool {
        let brace = if self.tokens[i].tok == Tok::LBrace { "{" } else { "}" };
        let span = self.span(i);
        self.diagnostics.push(Diagnostic::error("E0023", format!("unmatched `{brace}`"), span).label(label).suggest(
            "remove it",
            span,
            "",
        ));
        self.tokens.remove(i);
        true
    }

    /// Whether a `;` ends a list of elements whose `}` is lost: the statement ends there, whatever the layout.
    fn breaks_off(&self) -> bool {
        let mut open: Vec<usize> = Vec::new();
        for (i, token) in self.tokens.iter().enumerate() {
            match token.tok {
                Tok::LBrace | Tok::LParen | Tok::LBracket => open.push(i),
                Tok::RBrace | Tok::RParen | Tok::RBracket => drop(open.pop()),
                Tok::Semi => {
                    let list = |o: &usize| {
                        matches!(o.checked_sub(1).and_then(|k| self.tok(k)), Some(Tok::RBracket | Tok::Assign))
                    };
                    if open.last().is_some_and(|o| self.tokens[*o].tok == Tok::LBrace && list(o))
                        && !self.ends_line(open[open.len() - 1])
                    {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// A brace amid a line where none can stand: between parentheses, or one right behind another.
    fn stray(&mut self, excess: isize) -> bool {
        let mut open: Vec<usize> = Vec::new();
        for i in 0..self.tokens.len() {
            let in_parentheses = open.last().is_some_and(|&o| {
                self.tokens[o].tok != Tok::LBrace && self.lines[o].number == self.lines[i].number && !self.ends_line(i)
            });
            let before = i.checked_sub(1).and_then(|k| self.tok(k));
            let array = matches!(before, Some(Tok::RBracket | Tok::Assign | Tok::Comma | Tok::LParen | Tok::LBrace));
            match self.tokens[i].tok {
                Tok::LBrace if excess > 0 => {
                    if in_parentheses && !array && !matches!(before, Some(Tok::Arrow | Tok::RParen)) {
                        return self.remove(i, "no block can stand here");
                    }
                    let of_array =
                        |k: usize| matches!(self.tok(k), Some(Tok::RBracket | Tok::Assign | Tok::Comma | Tok::LBrace));
                    if before == Some(Tok::LBrace) && !self.lines[i].first && i >= 2 && !of_array(i - 2) {
                        return self.remove(i, "a block has one `{`");
                    }
                    open.push(i);
                }
                Tok::RBrace if excess < 0 && in_parentheses => return self.remove(i, "no block is open here"),
                Tok::LBrace | Tok::LParen | Tok::LBracket => open.push(i),
                Tok::RBrace | Tok::RParen | Tok::RBracket => drop(open.pop()),
                _ => {}
            }
        }
        false
    }

    /// The first pair of braces that are indented differently: the `{`, if any, and the `}`.
    fn uneven(&self, differ: impl Fn(Line, Line) -> bool) -> Option<(usize, usize)> {
        let mut open: Vec<usize> = Vec::new();
        for (i, token) in self.tokens.iter().enumerate() {
            match token.tok {
                Tok::LBrace => open.push(i),
                Tok::RBrace => {
                    let opened = open.pop()?;
                    if self.lines[opened].number != self.lines[i].number && differ(self.lines[opened], self.lines[i]) {
                        return Some((opened, i));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The first `}` that no `{` stands before.
    fn unopened(&self) -> Option<usize> {
        let mut depth = 0;
        self.tokens.iter().position(|token| {
            depth += isize::from(token.tok == Tok::LBrace) - isize::from(token.tok == Tok::RBrace);
            depth < 0
        })
    }

    /// A `{` whose `}` stands further left: its own is lost, in front of the first line that is indented no more than it.
    fn close_missing(&mut self) -> bool {
        let Some((opened, closed)) = self.uneven(|open, close| close.first && close.indent < open.indent) else {
            return false;
        };
        let own = self.lines[opened];
        let leaves = |k: &usize| {
            let line = self.lines[*k];
            line.first && line.indent <= own.indent && !matches!(self.tokens[*k].tok, Tok::Case | Tok::Default)
        };
        let from = self.line_end(opened) + 1;
        let at = (from..closed).find(leaves).unwrap_or(closed);
        let end = self.tokens[at - 1].hi;
        let place = self.positions.span(end, end);
        self.diagnostics.push(
            Diagnostic::error("E0022", "`}` missing: a `{` is never closed", place)
                .label("`}` is missing here or before")
                .also(self.span(opened), "this `{` has no `}`")
                .suggest("add `}`", place, "}"),
        );
        self.tokens.insert(at, Token { tok: Tok::RBrace, lo: end, hi: end });
        true
    }

    /// A `}` that stands further right than the `{` it closes: its own is lost, at the end of the line that is indented as it is; or it is too many.
    fn open_missing(&mut self) -> bool {
        let uneven =
            self.uneven(|open, close| close.indent > open.indent).map(|(open, close)| (self.line_end(open) + 1, close));
        let Some((from, closed)) = uneven.or_else(|| Some((0, self.unopened()?))) else { return false };
        let own = self.lines[closed];
        let starts = (from..closed).rev().filter(|&k| self.lines[k].first && self.lines[k].number != own.number);
        let mut header = None;
        for k in starts.take_while(|&k| self.lines[k].indent >= own.indent) {
            let end = self.line_end(k);
            let deeper = self.lines.get(end + 1).is_some_and(|next| next.indent > own.indent);
            if self.lines[k].indent == own.indent {
                // `for (…) ;` in front of a deeper line has the one for the other.
                let instead = self.tokens[end].tok == Tok::Semi && self.tok(end.wrapping_sub(1)) == Some(Tok::RParen);
                let whole = matches!(self.tokens[end].tok, Tok::Semi | Tok::LBrace | Tok::RBrace | Tok::Colon);
                header = (own.first && deeper && (!whole || instead)).then_some(end);
                break;
            }
        }
        let Some(end) = header else { return self.remove(closed, "no bracket is open that this could close") };
        let hi = self.tokens[end].hi;
        let place = self.positions.span(hi, hi);
        self.diagnostics.push(
            Diagnostic::error("E0020", "missing `{`", place)
                .label("expected `{` here")
                .also(self.span(closed), "this `}` has no `{`")
                .suggest("add `{`", place, " {"),
        );
        let brace = Token { tok: Tok::LBrace, lo: hi, hi };
        match self.tokens[end].tok {
            Tok::Semi | Tok::Assign => self.tokens[end] = brace,
            _ => self.tokens.insert(end + 1, brace),
        }
        debug_assert!(self.text.is_char_boundary(hi as usize), "tokens end between characters");
        true
    }
}
