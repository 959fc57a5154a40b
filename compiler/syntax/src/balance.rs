//! Brackets: makes every bracket of a token sequence have its partner, and says which had none.
//!
//! Where a `}` is missing, indentation tells which `{` lost it: the one whose `}` stands further left than its own line.

use crate::diagnostics::Diagnostic;
use crate::lexer::{Positions, Tok, Token};

pub fn balance(text: &str, tokens: Vec<Token>, positions: &Positions, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token> {
    let mut balancer = Balancer {
        text,
        positions,
        diagnostics,
        out: Vec::with_capacity(tokens.len()),
        open: Vec::new(),
        suspect: None,
        at_end: false,
    };
    for &token in &tokens {
        balancer.push(token);
    }
    balancer.finish();
    balancer.out
}

struct Balancer<'a> {
    text: &'a str,
    positions: &'a Positions,
    diagnostics: &'a mut Vec<Diagnostic>,
    out: Vec<Token>,
    /// Indices in `out` of the brackets that are open.
    open: Vec<usize>,
    /// The first `{` whose `}` is indented less than it, with that `}`.
    suspect: Option<(usize, usize)>,
    at_end: bool,
}

impl Balancer<'_> {
    fn push(&mut self, token: Token) {
        match token.tok {
            Tok::LParen | Tok::LBracket => self.open.push(self.out.len()),
            Tok::LBrace => {
                while self.header_ends() {
                    self.close_top();
                }
                self.open.push(self.out.len());
            }
            Tok::Semi => {
                while self.statement_ends() {
                    self.close_top();
                }
            }
            Tok::RParen | Tok::RBracket | Tok::RBrace if !self.close(token) => {
                return;
            }
            _ => {}
        }
        self.out.push(token);
    }

    fn top(&self) -> Option<Token> {
        self.open.last().map(|&i| self.out[i])
    }

    fn before_top(&self) -> Option<Tok> {
        let i = *self.open.last()?;
        i.checked_sub(1).map(|i| self.out[i].tok)
    }

    /// `if (x {`: the parenthesis of a statement is open, and what precedes the brace does not ask for one.
    fn header_ends(&self) -> bool {
        let Some(Token { tok: Tok::LParen, .. }) = self.top() else { return false };
        let last = self.out.last().map(|t| t.tok);
        let open = self.open[self.open.len() - 1];
        // `void f( {`: a brace right behind a parenthesis opens the values of an annotation, or nothing.
        if last == Some(Tok::LParen) && self.before_top() == Some(Tok::Ident) {
            return !self.out[..open]
                .iter()
                .rev()
                .skip(1)
                .take_while(|t| matches!(t.tok, Tok::Ident | Tok::Dot | Tok::At))
                .any(|t| t.tok == Tok::At);
        }
        let header = matches!(
            self.before_top(),
            Some(Tok::If | Tok::While | Tok::For | Tok::Catch | Tok::Switch | Tok::Synchronized)
        );
        header
            && !matches!(last, Some(Tok::Arrow | Tok::RBracket | Tok::Assign | Tok::Comma | Tok::LBrace | Tok::LParen))
            && self.out.iter().rev().take_while(|t| t.tok != Tok::Switch && t.tok != Tok::New).count()
                > self.out.len() - self.open[self.open.len() - 1]
    }

    /// `f(x;`: a parenthesis other than that of `for` and `try` is open.
    fn statement_ends(&self) -> bool {
        match self.top() {
            Some(Token { tok: Tok::LBracket, .. }) => true,
            // An array initialiser holds no `;`.
            Some(Token { tok: Tok::LBrace, .. }) => self.open.last().is_some_and(|&open| !self.is_block(open)),
            Some(Token { tok: Tok::LParen, .. }) => match self.before_top() {
                Some(Tok::Try) => false,
                Some(Tok::For) => {
                    // The `;` in the blocks of a switch or a lambda are not the header's own.
                    let (mut depth, mut semicolons) = (0, 0);
                    for token in &self.out[self.open[self.open.len() - 1]..] {
                        match token.tok {
                            Tok::LBrace => depth += 1,
                            Tok::RBrace => depth -= 1,
                            Tok::Semi if depth == 0 => semicolons += 1,
                            _ => {}
                        }
                    }
                    semicolons >= 2
                }
                _ => true,
            },
            _ => false,
        }
    }

    /// Takes a closing bracket; false: it has no partner and is left out.
    fn close(&mut self, token: Token) -> bool {
        let opener = match token.tok {
            Tok::RParen => Tok::LParen,
            Tok::RBracket => Tok::LBracket,
            _ => Tok::LBrace,
        };
        // `)` and `]` reach no further out than the block they stand in.
        let reach = self
            .open
            .iter()
            .rposition(|&i| self.out[i].tok == opener || opener != Tok::LBrace && self.out[i].tok == Tok::LBrace);
        match reach {
            Some(at) if self.out[self.open[at]].tok == opener => {
                while self.open.len() > at + 1 {
                    self.close_top();
                }
                if let Some(open) = self.open.pop() {
                    self.compare_indentation(open, token);
                }
                true
            }
            _ => {
                let what = &self.text[token.lo as usize..token.hi as usize];
                let span = self.positions.span(token.lo, token.hi);
                self.diagnostics.push(
                    Diagnostic::error("E0023", format!("unmatched `{what}`"), span)
                        .label("no bracket is open that this could close")
                        .suggest("remove it", span, ""),
                );
                false
            }
        }
    }

    fn compare_indentation(&mut self, open: usize, close: Token) {
        if self.suspect.is_some() || close.tok != Tok::RBrace {
            return;
        }
        if let (Some(inner), Some(outer)) =
            (self.indentation(self.out[open].lo, false), self.indentation(close.lo, true))
            && outer < inner
        {
            self.suspect = Some((open, self.out.len()));
        }
    }

    /// Blanks at the start of the line of an offset; with `first`, only where nothing else precedes it.
    fn indentation(&self, offset: u32, first: bool) -> Option<usize> {
        let before = self.text.get(..offset as usize)?;
        let line = &before[before.rfind('\n').map_or(0, |i| i + 1)..];
        let blanks = line.len() - line.trim_start().len();
        (!first || blanks == line.len()).then_some(blanks)
    }

    /// Closes the innermost open bracket behind the last token and says so.
    fn close_top(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.insert_closer(open, self.out.len());
    }

    fn insert_closer(&mut self, open: usize, at: usize) {
        let opener = self.out[open];
        let (tok, left, right) = match opener.tok {
            Tok::LParen => (Tok::RParen, "(", ")"),
            Tok::LBracket => (Tok::RBracket, "[", "]"),
            _ => (Tok::RBrace, "{", "}"),
        };
        let end = self.out.get(at.wrapping_sub(1)).map_or(opener.hi, |t| t.hi);
        let place = self.positions.span(end, end);
        let opened = self.positions.span(opener.lo, opener.hi);
        if self.at_end && self.diagnostics.iter().any(|d| d.code == "E0004") {
            // The unterminated comment took the bracket with it.
            self.out.insert(at, Token { tok, lo: end, hi: end });
            return;
        }
        let tokens_end = self.out.last().filter(|_| self.at_end).map(|t| t.hi);
        let diagnostic = if opener.tok == Tok::LBrace && self.is_block(open) {
            let last = tokens_end.map_or(place, |end| self.positions.span(end, end));
            let diagnostic = Diagnostic::error("E0022", "`}` missing: a `{` is never closed", last)
                .label("the file ends here")
                .also(opened, "this `{` has no `}`");
            if last == place { diagnostic } else { diagnostic.also(place, "`}` is missing here or before") }
        } else {
            Diagnostic::error("E0022", format!("missing `{right}`"), place)
                .label(format!("expected `{right}` here"))
                .also(opened, format!("this `{left}` is never closed"))
        };
        self.diagnostics.push(diagnostic.suggest(format!("add `{right}`"), place, right));
        self.out.insert(at, Token { tok, lo: end, hi: end });
    }

    /// A `{` that does not open an array initialiser.
    fn is_block(&self, open: usize) -> bool {
        let before = &self.out[..open];
        match before.last().map(|t| t.tok) {
            Some(Tok::Assign) => false,
            // `new int[] {`, but not `int f()[] {`.
            Some(Tok::RBracket) => {
                let back = before.iter().rev().map(|t| t.tok);
                back.take_while(|t| !matches!(t, Tok::RParen | Tok::Semi | Tok::LBrace | Tok::RBrace))
                    .all(|t| t != Tok::New)
            }
            _ => true,
        }
    }

    fn finish(&mut self) {
        self.at_end = true;
        while let Some(&open) = self.open.last() {
            if self.out[open].tok != Tok::LBrace {
                self.close_top();
                continue;
            }
            match self.suspect.take() {
                // The inner brace took the `}` of the outer: giving it its own sets all that follows right.
                Some((inner, close)) if inner > open => {
                    self.insert_closer(inner, close);
                    self.open.pop();
                }
                _ => self.close_top(),
            }
        }
    }
}
