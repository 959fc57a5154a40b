//! Repairs of the token sequence where the parser stopped, and the messages that go with them.

use crate::actions::closest;
use crate::diagnostics::Diagnostic;
use crate::filter::{is_modifier, is_primitive, partners};
use crate::lexer::{Positions, Tok, Token};
use crate::parse::{OUTSIDE, Stop};
use crate::source::Span;

/// Keywords that a misspelt word may have meant.
const KEYWORDS: &[(&str, Tok)] = &[
    ("abstract", Tok::Abstract),
    ("assert", Tok::Assert),
    ("boolean", Tok::Boolean),
    ("break", Tok::Break),
    ("case", Tok::Case),
    ("catch", Tok::Catch),
    ("class", Tok::Class),
    ("continue", Tok::Continue),
    ("default", Tok::Default),
    ("double", Tok::Double),
    ("else", Tok::Else),
    ("enum", Tok::Enum),
    ("extends", Tok::Extends),
    ("final", Tok::Final),
    ("finally", Tok::Finally),
    ("float", Tok::Float),
    ("for", Tok::For),
    ("implements", Tok::Implements),
    ("import", Tok::Import),
    ("instanceof", Tok::InstanceOf),
    ("interface", Tok::Interface),
    ("new", Tok::New),
    ("package", Tok::Package),
    ("private", Tok::Private),
    ("protected", Tok::Protected),
    ("public", Tok::Public),
    ("return", Tok::Return),
    ("static", Tok::Static),
    ("super", Tok::Super),
    ("switch", Tok::Switch),
    ("synchronized", Tok::Synchronized),
    ("this", Tok::This),
    ("throw", Tok::Throw),
    ("throws", Tok::Throws),
    ("void", Tok::Void),
    ("while", Tok::While),
    ("try", Tok::Try),
];

pub struct Repairer<'a> {
    text: &'a str,
    positions: &'a Positions,
    tokens: Vec<Token>,
    lexical: Vec<Span>,
    pub diagnostics: Vec<Diagnostic>,
    /// Up to here errors are consequences of a repair: they are mended without a message.
    quiet_until: Option<u32>,
    /// Where the parser stopped before, and how often in a row.
    last_stop: (u32, u32),
}

impl<'a> Repairer<'a> {
    /// `lexical`: the tokens about which something has been said.
    pub fn new(text: &'a str, positions: &'a Positions, tokens: Vec<Token>, lexical: Vec<Span>) -> Repairer<'a> {
        Repairer {
            text,
            positions,
            tokens,
            lexical,
            diagnostics: Vec::new(),
            quiet_until: None,
            last_stop: (u32::MAX, 0),
        }
    }

    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    fn span(&self, token: Token) -> Span {
        self.positions.span(token.lo, token.hi)
    }

    fn word(&self, i: usize) -> &'a str {
        self.tokens.get(i).and_then(|t| self.text.get(t.lo as usize..t.hi as usize)).unwrap_or("")
    }

    fn tok(&self, i: usize) -> Option<Tok> {
        self.tokens.get(i).map(|t| t.tok)
    }

    fn report(&mut self, at: u32, diagnostic: Diagnostic) {
        let position = self.positions.at(at);
        let bad_token = self.lexical.iter().any(|s| s.lo <= position && position < s.hi);
        if self.quiet_until.is_none_or(|end| at > end) && !bad_token {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Mends the sequence where the parser stopped; false: nothing is left to mend.
    pub fn repair(&mut self, stop: Stop, class_bodies: &[u32]) -> bool {
        let at = self.tokens.partition_point(|t| t.lo < stop.lo);
        if self.tokens.is_empty() {
            return false;
        }
        let again = self.last_stop.0 == stop.lo;
        self.last_stop = (stop.lo, if again { self.last_stop.1 + 1 } else { 0 });
        if again && self.last_stop.1 > 1 {
            // Mending did not help: leave the token out.
            let at = at.min(self.tokens.len() - 1);
            let removed = self.tokens.remove(at);
            self.quiet_until = Some(removed.hi.max(stop.lo));
            return true;
        }
        let mended = !again
            && (self.operator(at)
                || self.late_modifier(at, class_bodies)
                || self.condition(at)
                || self.borrowed(at, &stop, class_bodies)
                || self.semicolon(at, &stop)
                || self.colon(at, &stop, class_bodies)
                || self.keyword(at, class_bodies)
                || self.name(at, &stop)
                || self.expression(at, &stop));
        if !mended {
            self.region(at, &stop, class_bodies);
        }
        true
    }

    /// `=<`, `=!`, `<>`.
    fn operator(&mut self, at: usize) -> bool {
        if at == 0 || at >= self.tokens.len() || self.tokens[at - 1].hi != self.tokens[at].lo {
            return false;
        }
        let (written, meant, tok) = match (self.tokens[at - 1].tok, self.tokens[at].tok) {
            (Tok::Assign, Tok::Lt) => ("=<", "<=", Tok::Le),
            (Tok::Lt, Tok::Gt) if self.tok(at + 1) == Some(Tok::LParen) => return self.creation(at),
            (Tok::Lt, Tok::Gt) => ("<>", "!=", Tok::Ne),
            (Tok::EqEq, Tok::Assign) => ("===", "==", Tok::EqEq),
            (Tok::Ne, Tok::Assign) => ("!==", "!=", Tok::Ne),
            _ => return false,
        };
        let joined = Token { tok, lo: self.tokens[at - 1].lo, hi: self.tokens[at].hi };
        let span = self.span(joined);
        let diagnostic = Diagnostic::error("E0027", format!("`{written}` is not an operator"), span)
            .label("no such operator")
            .suggest(format!("write `{meant}`"), span, meant);
        self.report(joined.lo, diagnostic);
        self.tokens.splice(at - 1..=at, [joined]);
        true
    }

    /// `C<>(…)` without its `new`; the parser stopped at the `>`.
    fn creation(&mut self, at: usize) -> bool {
        let Some(class) = at.checked_sub(2).filter(|&i| self.tok(i) == Some(Tok::Ident)) else { return false };
        let token = self.tokens[class];
        let place = self.positions.span(token.lo, token.lo);
        let diagnostic =
            Diagnostic::error("E0020", format!("missing `new` before `{}`", self.word(class)), self.span(token))
                .label("a class is not called")
                .suggest("to make an object, add `new`", place, "new ");
        self.report(token.lo, diagnostic);
        self.tokens.insert(class, Token { tok: Tok::New, lo: token.lo, hi: token.lo });
        self.quiet_until = Some(token.hi);
        true
    }

    /// `public void static m()`: a modifier behind the type.
    fn late_modifier(&mut self, at: usize, class_bodies: &[u32]) -> bool {
        let Some(&token) = self.tokens.get(at) else { return false };
        let (start, in_class) = self.bounds(at, class_bodies);
        let behind_type = at > start
            && (self.tokens[at - 1].tok == Tok::Void || is_primitive(self.tokens[at - 1].tok))
            && self.tok(at + 1) == Some(Tok::Ident);
        if !in_class || !behind_type || !is_modifier(token.tok) {
            return false;
        }
        let before = self.tokens[at - 1];
        let (modifier, ty) = (self.word(at), self.word(at - 1));
        let both = self.positions.span(before.lo, token.hi);
        let diagnostic = Diagnostic::error("E0020", format!("`{modifier}` belongs before `{ty}`"), self.span(token))
            .label("a modifier comes before the type")
            .suggest("exchange them", both, format!("{modifier} {ty}"));
        self.report(token.lo, diagnostic);
        self.tokens.remove(at);
        self.tokens.insert(at - 1, Token { tok: token.tok, lo: before.lo, hi: before.lo });
        self.quiet_until = Some(token.hi);
        true
    }

    /// `if (a) && (b) {`: the whole condition needs parentheses of its own.
    fn condition(&mut self, at: usize) -> bool {
        let operator = match self.tok(at) {
            Some(Tok::AndAnd) => "&&",
            Some(Tok::OrOr) => "||",
            _ => return false,
        };
        let partner = partners(&self.tokens);
        let Some(open) = at.checked_sub(1).filter(|&i| self.tokens[i].tok == Tok::RParen).map(|i| partner[i]) else {
            return false;
        };
        let Some(word) = open.checked_sub(1).filter(|&i| matches!(self.tok(i), Some(Tok::If | Tok::While))) else {
            return false;
        };
        // To the body's brace.
        let mut end = at;
        while let Some(tok) = self.tok(end) {
            match tok {
                Tok::LBrace => break,
                Tok::LParen | Tok::LBracket if partner[end] < self.tokens.len() => end = partner[end],
                Tok::Semi | Tok::RBrace | Tok::RParen | Tok::LParen => return false,
                _ => {}
            }
            end += 1;
        }
        if end >= self.tokens.len() {
            return false;
        }
        let (first, last, token) = (self.tokens[open], self.tokens[end - 1], self.tokens[at]);
        let whole = self.positions.span(first.lo, last.hi);
        let text = self.text.get(first.lo as usize..last.hi as usize).unwrap_or("");
        let diagnostic = Diagnostic::error(
            "E0020",
            format!("the condition of `{}` ends before `{operator}`", self.word(word)),
            self.span(token),
        )
        .label("outside of the parentheses")
        .also(self.span(self.tokens[at - 1]), "closed here")
        .suggest("put parentheses around all of it", whole, format!("({text})"));
        self.report(token.lo, diagnostic);
        self.tokens.insert(end, Token { tok: Tok::RParen, lo: last.hi, hi: last.hi });
        self.tokens.insert(open, Token { tok: Tok::LParen, lo: first.lo, hi: first.lo });
        true
    }

    /// What other languages write: `and`, `in`, `elif`, `foreach`.
    fn borrowed(&mut self, at: usize, stop: &Stop, class_bodies: &[u32]) -> bool {
        let (start, in_class) = self.bounds(at, class_bodies);
        let in_for = start + 1 < at && self.tok(start) == Some(Tok::For);
        let (i, meant, toks): (usize, &str, &[Tok]) = match (self.word(at), self.word(start)) {
            ("and", _) if expects(stop, "&&") => (at, "&&", &[Tok::AndAnd]),
            ("or", _) if expects(stop, "||") => (at, "||", &[Tok::OrOr]),
            ("in" | "of", _) if in_for && expects(stop, ":") => (at, ":", &[Tok::Colon]),
            (_, "elif" | "elseif" | "elsif") if !in_class => (start, "else if", &[Tok::Else, Tok::If]),
            (_, "foreach") if !in_class => (start, "for", &[Tok::For]),
            _ => return false,
        };
        let token = self.tokens[i];
        let span = self.span(token);
        let diagnostic = Diagnostic::error("E0028", format!("unexpected `{}`", self.word(i)), span)
            .label("not a word of Java")
            .suggest(format!("write `{meant}`"), span, meant);
        self.report(token.lo, diagnostic);
        let made = toks.iter().enumerate().map(|(k, &tok)| Token { lo: token.lo + k as u32, tok, ..token });
        self.tokens.splice(i..=i, made.collect::<Vec<_>>());
        self.quiet_until = Some(token.hi);
        true
    }

    /// A statement ended without its `;`.
    fn semicolon(&mut self, at: usize, stop: &Stop) -> bool {
        if at == 0 || !expects(stop, ";") {
            return false;
        }
        // Between classes a `;` may stand, and means nothing.
        if expects(stop, "class") && matches!(self.tokens[at - 1].tok, Tok::Semi | Tok::RBrace) {
            return false;
        }
        let last = self.tokens[at - 1];
        let between = self.text.get(last.hi as usize..stop.lo as usize).unwrap_or("");
        let begins = match self.tok(at) {
            None | Some(Tok::RBrace) => true,
            Some(Tok::Import) if last.tok == Tok::RBrace => false,
            Some(tok) => {
                let statement = is_primitive(tok)
                    || is_modifier(tok)
                    || matches!(
                        tok,
                        Tok::If
                            | Tok::For
                            | Tok::While
                            | Tok::Do
                            | Tok::Return
                            | Tok::Break
                            | Tok::Continue
                            | Tok::Throw
                            | Tok::Try
                            | Tok::Switch
                            | Tok::Case
                            | Tok::Class
                            | Tok::Interface
                            | Tok::Enum
                            | Tok::Assert
                            | Tok::Import
                    );
                statement
                    || between.contains('\n')
                        && matches!(
                            tok,
                            Tok::Ident
                                | Tok::This
                                | Tok::Super
                                | Tok::New
                                | Tok::LBrace
                                | Tok::At
                                | Tok::LParen
                                | Tok::PlusPlus
                                | Tok::MinusMinus
                                | Tok::Else
                        )
            }
        };
        // Where an expression or a name may still come, that is what is missing.
        let only = stop.expected.len() == 1;
        if !(begins || only)
            || expects(stop, "literal")
            || self.misspelt(at - 1).is_some() && self.tokens[at - 1].tok == Tok::Ident && self.starts_line(at - 1)
        {
            return false;
        }
        if self.tok(at) == Some(Tok::Comma) {
            let span = self.span(self.tokens[at]);
            let diagnostic = Diagnostic::error("E0021", "expected `;`, found `,`", span)
                .label("the parts of a `for` are separated by `;`")
                .suggest("write `;`", span, ";");
            self.report(stop.lo, diagnostic);
            self.tokens[at].tok = Tok::Semi;
            return true;
        }
        let place = self.positions.span(last.hi, last.hi);
        let after = match last.tok {
            Tok::RParen | Tok::Ident | Tok::Literal | Tok::RBracket => "statement",
            _ => "line",
        };
        let diagnostic = Diagnostic::error("E0021", format!("missing `;` after this {after}"), place)
            .label("expected `;` here")
            .suggest("add `;`", place, ";");
        // An unterminated string took the `;` with it.
        if !self.unterminated(at - 1) {
            self.report(last.hi, diagnostic);
        }
        self.tokens.insert(at, Token { tok: Tok::Semi, lo: last.hi, hi: last.hi });
        self.quiet_until = Some(last.hi);
        true
    }

    fn unterminated(&self, i: usize) -> bool {
        let word = self.word(i);
        word.starts_with('"') && (word.len() == 1 || !word.ends_with('"'))
    }

    /// A `case` label ended without its `:`.
    fn colon(&mut self, at: usize, stop: &Stop, class_bodies: &[u32]) -> bool {
        let (start, _) = self.bounds(at, class_bodies);
        if at == 0 || !expects(stop, ":") || !matches!(self.tok(start), Some(Tok::Case | Tok::Default)) {
            return false;
        }
        let last = self.tokens[at - 1];
        let place = self.positions.span(last.hi, last.hi);
        let diagnostic = Diagnostic::error("E0020", "missing `:` after this `case`", place)
            .label("expected `:` or `->` here")
            .suggest("add `:`", place, ":");
        self.report(last.hi, diagnostic);
        self.tokens.insert(at, Token { tok: Tok::Colon, lo: last.hi, hi: last.hi });
        self.quiet_until = Some(last.hi);
        true
    }

    fn starts_line(&self, i: usize) -> bool {
        i == 0
            || self
                .text
                .get(self.tokens[i - 1].hi as usize..self.tokens[i].lo as usize)
                .is_some_and(|gap| gap.contains('\n'))
    }

    /// The keyword that token `i` may have meant.
    fn misspelt(&self, i: usize) -> Option<(&'static str, Tok)> {
        if self.tok(i) != Some(Tok::Ident) || self.word(i).len() < 4 {
            return None;
        }
        let words: Vec<&'static str> = KEYWORDS.iter().map(|&(word, _)| word).collect();
        let meant = closest(self.word(i), &words)?;
        KEYWORDS.iter().copied().find(|&(word, _)| word == meant)
    }

    /// A word near the stop is one slip away from a keyword.
    fn keyword(&mut self, at: usize, class_bodies: &[u32]) -> bool {
        let (start, in_class) = self.bounds(at, class_bodies);
        let near = at.saturating_sub(2).max(start);
        let found = (near..=at).rev().chain(start..(start + 1).min(at)).find_map(|i| Some((i, self.misspelt(i)?)));
        let Some((i, (meant, tok))) = found else { return false };
        let declares = is_modifier(tok)
            || is_primitive(tok)
            || matches!(
                tok,
                Tok::Class
                    | Tok::Interface
                    | Tok::Enum
                    | Tok::Import
                    | Tok::Package
                    | Tok::Extends
                    | Tok::Implements
                    | Tok::Throws
                    | Tok::New
            );
        if in_class && !declares {
            return false;
        }
        let span = self.span(self.tokens[i]);
        let diagnostic = Diagnostic::error("E0028", format!("unexpected `{}`", self.word(i)), span)
            .label(format!("did you mean `{meant}`?"))
            .suggest(format!("write `{meant}`"), span, meant);
        self.report(self.tokens[i].lo, diagnostic);
        self.tokens[i].tok = tok;
        self.quiet_until = Some(self.tokens[i].hi);
        true
    }

    /// A keyword stands where a name must.
    fn name(&mut self, at: usize, stop: &Stop) -> bool {
        if !expects(stop, "identifier") || expects(stop, "literal") || expects(stop, "int") {
            return false;
        }
        let Some(&token) = self.tokens.get(at) else { return false };
        let word = self.word(at);
        let keyword =
            word.starts_with(|c: char| c.is_ascii_alphabetic()) && token.tok != Tok::Literal && token.tok != Tok::Ident;
        if keyword && !matches!(self.tok(at + 1), Some(Tok::Ident)) {
            let diagnostic = Diagnostic::error("E0029", format!("`{word}` is a keyword"), self.span(token))
                .label("a name is needed here, and a keyword cannot be one");
            self.report(token.lo, diagnostic);
            self.tokens[at].tok = Tok::Ident;
            return true;
        }
        false
    }

    /// An expression is missing.
    fn expression(&mut self, at: usize, stop: &Stop) -> bool {
        if !expects(stop, "literal") || !expects(stop, "error expression") {
            return false;
        }
        let (Some(&token), Some(last)) = (self.tokens.get(at), at.checked_sub(1).map(|i| self.tokens[i])) else {
            return false;
        };
        let closes = matches!(
            token.tok,
            Tok::RParen
                | Tok::RBracket
                | Tok::RBrace
                | Tok::Semi
                | Tok::Comma
                | Tok::Colon
                | Tok::Question
                | Tok::EqEq
                | Tok::Ne
                | Tok::Lt
                | Tok::Gt
                | Tok::Le
                | Tok::Ge
                | Tok::AndAnd
                | Tok::OrOr
                | Tok::Star
                | Tok::Slash
                | Tok::Percent
                | Tok::Assign
                | Tok::Dot
                | Tok::Bar
                | Tok::Caret
                | Tok::Amp
        );
        // A statement that begins with such a token is no lone gap.
        if !closes || matches!(last.tok, Tok::LBrace | Tok::RBrace | Tok::Semi) {
            return false;
        }
        let diagnostic = if (last.tok, token.tok) == (Tok::Star, Tok::Star) && last.hi == token.lo {
            Diagnostic::error("E0027", "`**` is not an operator", self.positions.span(last.lo, token.hi))
                .label("no such operator")
                .note("a power is `Math.pow(x, y)`")
        } else {
            let found = self.describe(at);
            Diagnostic::error("E0024", format!("expected an expression, found {found}"), self.span(token))
                .label(format!("an expression is missing behind {}", self.describe(at - 1)))
        };
        self.report(token.lo, diagnostic);
        self.tokens.insert(at, Token { tok: Tok::ErrorExpr, lo: token.lo, hi: token.lo });
        self.quiet_until = Some(token.lo);
        true
    }

    /// What is written well and stands where it cannot: title and label.
    fn misplaced(&self, at: usize, stop: &Stop, class_bodies: &[u32]) -> Option<(String, String)> {
        let (start, in_class) = self.bounds(at, class_bodies);
        let is_path = |end: usize| {
            start < end
                && (start..end).all(|i| matches!(self.tok(i), Some(Tok::Ident | Tok::Dot | Tok::This | Tok::Super)))
        };
        let before = at.checked_sub(1).and_then(|i| self.tok(i));
        let (title, label) = match self.tok(at)? {
            Tok::Import if !expects(stop, "import") => {
                ("an `import` after a class".to_string(), "imports stand at the top of a file, before its classes")
            }
            Tok::LParen | Tok::Assign | Tok::PlusPlus | Tok::MinusMinus
                if in_class && start > 0 && is_path(at) && (self.tok(at) != Some(Tok::LParen) || at > start + 2) =>
            {
                (OUTSIDE.to_string(), "a class holds fields, methods and classes")
            }
            Tok::For | Tok::While | Tok::Do | Tok::If | Tok::Return | Tok::Throw | Tok::Switch | Tok::Try
                if in_class && at == start && start > 0 =>
            {
                (OUTSIDE.to_string(), "a class holds fields, methods and classes")
            }
            Tok::RParen | Tok::Comma
                if before == Some(Tok::Ident)
                    && matches!(at.checked_sub(2).and_then(|i| self.tok(i)), Some(Tok::LParen | Tok::Comma))
                    && in_class
                    && expects(stop, "identifier") =>
            {
                (format!("parameter `{}` has no type", self.word(at - 1)), "its type stands before its name: `int x`")
            }
            Tok::LParen
                if !in_class
                    && before == Some(Tok::Ident)
                    && (self.tok(start) == Some(Tok::Void)
                        || self.tok(start).is_some_and(is_primitive)
                        || at == start + 2)
                    && at <= start + 2
                    && expects(stop, ";") =>
            {
                (format!("method `{}` inside of a method", self.word(at - 1)), "methods stand side by side in a class")
            }
            Tok::Void | Tok::Int | Tok::Ident | Tok::LParen
                if expects(stop, "error member") && self.is_method_of_no_class(start) =>
            {
                (
                    "a method outside of a class".to_string(),
                    "put it into one: methods without a class are Java 25, and somdc accepts Java 17",
                )
            }
            Tok::Lt if before == Some(Tok::Ident) && expects(stop, "identifier") && !expects(stop, "literal") => {
                ("this `<` has no `>`".to_string(), "type arguments end with `>`")
            }
            Tok::LBrace if before == Some(Tok::Assign) && expects(stop, "literal") => (
                "an array initialiser without its type".to_string(),
                "outside of a declaration, write `new int[] { … }`",
            ),
            _ => match self.word(at) {
                "const" => ("`const` has no meaning".to_string(), "a constant is declared with `final`"),
                "goto" => ("`goto` has no meaning".to_string(), "use `break` or `continue`, with a label where needed"),
                _ => return None,
            },
        };
        Some((title, label.to_string()))
    }

    /// Whether a method begins at `start`, and no class is around it.
    fn is_method_of_no_class(&self, start: usize) -> bool {
        let mut depth = 0;
        for token in &self.tokens[..start] {
            depth += isize::from(token.tok == Tok::LBrace) - isize::from(token.tok == Tok::RBrace);
        }
        let head = self.tokens[start..]
            .iter()
            .take_while(|t| !matches!(t.tok, Tok::Semi | Tok::LBrace | Tok::Class | Tok::Assign));
        let open = start + head.clone().take_while(|t| t.tok != Tok::LParen).count();
        depth == 0 && open >= start + 2 && self.tok(open) == Some(Tok::LParen) && self.tok(open - 1) == Some(Tok::Ident)
    }

    /// Replaces the statement or member around the stop by an error token.
    fn region(&mut self, at: usize, stop: &Stop, class_bodies: &[u32]) {
        let found = self.describe(at);
        let late_reduce = self.late_reduce(at);
        let span = match self.tokens.get(late_reduce.unwrap_or(at)) {
            Some(&token) => self.span(token),
            None => self.positions.span(stop.lo, stop.lo),
        };
        let (title, label) = match (self.tok(at), at.checked_sub(1)) {
            _ if late_reduce.is_some() => (
                "`reduce(…)` must stand before the method's result type".to_string(),
                "move it to the modifiers, as in `static reduce(+) long sum(…)`".to_string(),
            ),
            (Some(Tok::Ident), Some(before)) if self.word(before) == "task" => (
                "a `task` names a method with its class".to_string(),
                "write `task Main.f`, or `task Main(…).f` for a method of a new object".to_string(),
            ),
            (Some(_), Some(before)) if self.word(before) == "reduce" && self.tok(at) != Some(Tok::LParen) => (
                "`reduce` needs the operator or method that combines the results".to_string(),
                "write `reduce(+)`, or `reduce(Class.method)`, and then the type".to_string(),
            ),
            (Some(Tok::Gt), Some(_)) if self.is_lone_width(at) => (
                "a view needs two widths for each dimension".to_string(),
                "write `<before, after>`, as in `dist(view = <1,1>)`".to_string(),
            ),
            (Some(Tok::Else), _) => {
                ("`else` without `if`".to_string(), "no `if` is open that this could belong to".to_string())
            }
            (Some(word @ (Tok::Catch | Tok::Finally)), _) => {
                let word = if word == Tok::Catch { "catch" } else { "finally" };
                (format!("`{word}` without `try`"), "no `try` block stands before this".to_string())
            }
            (Some(Tok::Case), _) => {
                ("`case` outside a `switch`".to_string(), "a `case` stands in the block of a `switch`".to_string())
            }
            _ => self.misplaced(at, stop, class_bodies).unwrap_or_else(|| match wanted(stop) {
                Some(wanted) => (format!("expected {wanted}, found {found}"), format!("expected {wanted}")),
                None => (format!("unexpected {found}"), "this cannot stand here".to_string()),
            }),
        };
        self.report(stop.lo, Diagnostic::error("E0020", title, span).label(label));
        let follow_up = self.quiet_until.is_some_and(|end| stop.lo <= end);
        let (mut start, mut in_class) = self.bounds(at, class_bodies);
        let mut end = self.region_end(at);
        if follow_up && start > 0 {
            // The error token does not fit here either: take in the statement before, or the one around.
            match self.tokens[start - 1].tok {
                Tok::RBrace => {
                    (start, in_class) = self.bounds(partners(&self.tokens)[start - 1].min(start - 1), class_bodies)
                }
                Tok::LBrace => {
                    end = end.max(partners(&self.tokens)[start - 1].saturating_add(1)).min(self.tokens.len());
                    (start, in_class) = self.bounds(start - 1, class_bodies);
                }
                _ => (start, in_class) = self.bounds(start - 1, class_bodies),
            }
        }
        let of_file = in_class && !self.tokens[..start].iter().any(|t| t.tok == Tok::LBrace);
        if of_file && self.tokens[start..].iter().take_while(|t| t.tok != Tok::LBrace).any(|t| t.tok == Tok::Import) {
            // It leaves nothing: behind an error token, no further import could stand.
            let next = (start + 1..end).find(|&i| self.tokens[i].tok == Tok::Import).unwrap_or(end);
            let hi = self.tokens.get(next.saturating_sub(1)).map_or(stop.lo, |t| t.hi);
            self.tokens.drain(start..next.max(start + 1));
            self.quiet_until = Some(hi);
            return;
        }
        let tok = if in_class { Tok::ErrorMember } else { Tok::ErrorStmt };
        let lo = self.tokens.get(start).map_or(stop.lo, |t| t.lo);
        let hi = end.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or(stop.lo, |t| t.hi).max(stop.lo);
        self.tokens.splice(start..end.max(start), [Token { tok, lo, hi: lo }]);
        self.quiet_until = Some(hi);
    }

    /// Whether the statement behind the block of the `try` at `at` could not be read: its `catch` went with that.
    pub fn took_handler(&self, at: Span) -> bool {
        let Some(word) = self.tokens.iter().position(|&t| self.span(t) == at) else { return false };
        let partner = partners(&self.tokens);
        let behind = |i: usize| partner.get(i).filter(|&&p| p < self.tokens.len()).map_or(i, |p| p + 1);
        let block = if self.tok(word + 1) == Some(Tok::LParen) { behind(word + 1) } else { word + 1 };
        self.tok(behind(block)) == Some(Tok::ErrorStmt)
    }

    /// The word of a `reduce(` that begins just before `at`, behind a type.
    fn late_reduce(&self, at: usize) -> Option<usize> {
        let open = (at.saturating_sub(2)..=at).rev().find(|&i| self.tok(i) == Some(Tok::LParen))?;
        let word = open.checked_sub(1)?;
        let behind_type = matches!(self.tok(word.checked_sub(1)?), Some(Tok::Ident | Tok::RBracket | Tok::Gt))
            || matches!(
                self.word(word - 1),
                "boolean" | "byte" | "short" | "char" | "int" | "long" | "float" | "double" | "void"
            );
        (self.word(word) == "reduce" && behind_type).then_some(word)
    }

    /// `view = <2` before the `>` at `at`.
    fn is_lone_width(&self, at: usize) -> bool {
        let Some(view) = at.checked_sub(4) else { return false };
        ["view", "polyview"].contains(&self.word(view))
            && (self.tok(view + 1), self.tok(view + 2)) == (Some(Tok::Assign), Some(Tok::Lt))
    }

    /// Where the statement or member around `at` starts, and whether it is a member.
    fn bounds(&self, at: usize, class_bodies: &[u32]) -> (usize, bool) {
        let partner = partners(&self.tokens);
        let mut i = at;
        let mut start = None;
        while i > 0 {
            let token = self.tokens[i - 1];
            match token.tok {
                Tok::Semi | Tok::ErrorStmt | Tok::ErrorMember => {
                    start.get_or_insert(i);
                }
                Tok::RBrace => {
                    start.get_or_insert(i);
                    i = partner[i - 1].min(i - 1);
                    continue;
                }
                Tok::RParen | Tok::RBracket => {
                    i = partner[i - 1].min(i - 1);
                    continue;
                }
                // A `;` inside these is no end of a statement.
                Tok::LParen | Tok::LBracket => start = None,
                Tok::LBrace => {
                    if !self.is_initialiser(i - 1) {
                        return (start.unwrap_or(i), class_bodies.contains(&token.lo));
                    }
                    start = None;
                }
                _ => {}
            }
            i -= 1;
        }
        (start.unwrap_or(0), true)
    }

    /// Behind the `;` or the block that ends the statement or member around `at`, or at the `}` of what it stands in.
    fn region_end(&self, at: usize) -> usize {
        let partner = partners(&self.tokens);
        let mut i = at;
        while i < self.tokens.len() {
            match self.tokens[i].tok {
                Tok::Semi => return i + 1,
                Tok::LBrace => {
                    let after = partner[i].checked_add(1).unwrap_or(self.tokens.len());
                    match self.tok(after) {
                        // Elements of an array.
                        _ if i > at && self.is_initialiser(i) => i = after,
                        // The block belongs to more: `try { } catch …`, `new C() { }.f()`, `{1, 2};`.
                        Some(Tok::Semi) => return after + 1,
                        Some(Tok::Else | Tok::Catch | Tok::Finally | Tok::Dot | Tok::Comma | Tok::RParen) => i = after,
                        _ => return after.min(self.tokens.len()),
                    }
                    continue;
                }
                Tok::LParen | Tok::LBracket => i = partner[i].min(self.tokens.len()),
                // Of the array initialiser that it stands in.
                Tok::RBrace if partner[i] < at && self.is_initialiser(partner[i]) => {}
                Tok::RBrace => return i,
                _ => {}
            }
            i += 1;
        }
        self.tokens.len()
    }

    /// Whether the `{` at `open` begins the elements of an array.
    fn is_initialiser(&self, open: usize) -> bool {
        let outermost = (0..=open).rev().take_while(|&i| self.tok(i) == Some(Tok::LBrace)).last().unwrap_or(open);
        let before = outermost.checked_sub(1).and_then(|i| self.tok(i));
        matches!(before, Some(Tok::Assign | Tok::RBracket | Tok::Comma | Tok::LParen))
    }

    /// A token in words.
    fn describe(&self, i: usize) -> String {
        match self.tok(i) {
            None => "the end of the file".to_string(),
            Some(Tok::Literal) => format!("`{}`", self.word(i).lines().next().unwrap_or("")),
            Some(_) if self.word(i).is_empty() => "the end of this statement".to_string(),
            Some(_) => format!("`{}`", self.word(i)),
        }
    }
}

fn expects(stop: &Stop, terminal: &str) -> bool {
    stop.expected.iter().any(|e| e.trim_matches('"') == terminal)
}

/// The expected terminals in a Java programmer's words; None: too many to be of use.
fn wanted(stop: &Stop) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    if expects(stop, "error statement") {
        return Some("a statement".to_string());
    }
    if expects(stop, "error member") {
        return Some(
            if expects(stop, "import") || !expects(stop, "int") {
                "a class or interface"
            } else {
                "a field, a method or a class"
            }
            .to_string(),
        );
    }
    if expects(stop, "literal") {
        words.push("an expression".to_string());
    } else if expects(stop, "int") {
        words.push("a type".to_string());
    } else if expects(stop, "identifier") {
        words.push("a name".to_string());
    }
    for sign in [";", ")", "]", "}", "(", "{", ",", ":", "->", "=", "while", "class"] {
        if expects(stop, sign) || sign == ">" && expects(stop, "generic >") {
            words.push(format!("`{sign}`"));
        }
    }
    // An operator could always follow an expression: only what ends it is worth saying.
    let last = words.pop()?;
    match words.len() {
        0 => Some(last),
        1..=3 => Some(format!("{} or {last}", words.join(", "))),
        _ => None,
    }
}
