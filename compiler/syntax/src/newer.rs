//! Forms that Java got after version 17: each is named as what it is, with what Java 17 has for it, and taken out of the
//! token sequence, so that the parser goes on behind it and says nothing more of it.

use crate::diagnostics::Diagnostic;
use crate::filter::{is_primitive, partners};
use crate::lexer::{Positions, Tok, Token};
use crate::source::Span;

/// The tokens without them; what they are is added to the diagnostics.
pub fn without_newer_forms(
    text: &str,
    tokens: Vec<Token>,
    positions: &Positions,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Token> {
    let may_have = |t: &Token| matches!(t.tok, Tok::Case | Tok::InstanceOf | Tok::For | Tok::Import | Tok::Literal);
    if !tokens.iter().any(may_have) {
        return tokens;
    }
    let reader = Reader { text, partner: partners(&tokens), tokens: &tokens, positions };
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while i < tokens.len() {
        let token = tokens[i];
        match token.tok {
            Tok::Case => {
                out.push(token);
                i = reader.labels(i + 1, &mut out, diagnostics);
                continue;
            }
            Tok::InstanceOf => {
                if let Some((pattern, after)) = reader.record_pattern(i + 1) {
                    diagnostics.push(reader.of_record(&pattern));
                    out.extend(&tokens[i..pattern.type_end]);
                    // `instanceof P(int x) p`
                    i = after + usize::from(reader.tok(after) == Some(Tok::Ident));
                    continue;
                }
            }
            Tok::For if reader.tok(i + 1) == Some(Tok::LParen) => {
                if let Some((pattern, after)) = reader.record_pattern(i + 2)
                    && reader.tok(after) == Some(Tok::Colon)
                {
                    diagnostics.push(reader.of_record(&pattern));
                    let class = tokens[i + 2];
                    out.extend([token, tokens[i + 1], class, Token { lo: class.hi, hi: class.hi, ..class }]);
                    i = after;
                    continue;
                }
            }
            Tok::Import if reader.word(i + 1) == "module" && reader.tok(i + 2) == Some(Tok::Ident) => {
                let span = reader.span(i, i + 2);
                diagnostics.push(
                    newer("`import module` is Java 25", span)
                        .label("imports of modules came later")
                        .note("in Java 17: `import java.util.*;`, for each package"),
                );
                i = (i..tokens.len()).find(|&k| tokens[k].tok == Tok::Semi).map_or(tokens.len(), |k| k + 1);
                continue;
            }
            Tok::Literal if reader.is_template(i) => {
                let span = reader.span(i - 2, i);
                diagnostics.retain(|d| d.primary.span.lo < span.lo || d.primary.span.lo >= span.hi);
                diagnostics.push(
                    newer("string templates are Java 21", span)
                        .label("and later versions have them no more")
                        .note("in Java 17: `\"a = \" + a`, or `String.format(\"a = %d\", a)`"),
                );
                // Only the text stays.
                while out.last().is_some_and(|t| t.tok == Tok::Dot) {
                    out.truncate(out.len().saturating_sub(2));
                }
            }
            _ => {}
        }
        out.push(token);
        i += 1;
    }
    out
}

fn newer(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E0042", format!("{what}; somdc accepts Java 17"), span)
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    partner: Vec<usize>,
    positions: &'a Positions,
}

/// `Type(…)`: where it begins, where its type ends, and the name of its first component.
struct RecordPattern<'a> {
    start: usize,
    type_end: usize,
    first: Option<&'a str>,
}

impl<'a> Reader<'a> {
    fn tok(&self, i: usize) -> Option<Tok> {
        self.tokens.get(i).map(|t| t.tok)
    }

    fn word(&self, i: usize) -> &'a str {
        self.tokens.get(i).and_then(|t| self.text.get(t.lo as usize..t.hi as usize)).unwrap_or("")
    }

    fn span(&self, first: usize, last: usize) -> Span {
        self.positions.span(self.tokens[first].lo, self.tokens[last].hi)
    }

    /// `STR."…"`: a string behind a dot.
    fn is_template(&self, i: usize) -> bool {
        i >= 2
            && self.word(i).starts_with('"')
            && (self.tokens[i - 2].tok, self.tokens[i - 1].tok) == (Tok::Ident, Tok::Dot)
    }

    /// Takes the labels of a `case`, and gives where its `->` or `:` stands.
    fn labels(&self, mut i: usize, out: &mut Vec<Token>, diagnostics: &mut Vec<Diagnostic>) -> usize {
        loop {
            let found = self.pattern(i).or_else(|| self.null(i));
            let Some((diagnostic, mut after)) = found else { return i };
            if self.word(after) == "when" {
                after = self.guard_end(after);
            }
            let at = self.tokens[i].lo;
            out.push(Token { tok: Tok::ErrorExpr, lo: at, hi: at });
            diagnostics.push(diagnostic);
            if self.tok(after) != Some(Tok::Comma) {
                return after;
            }
            out.push(self.tokens[after]);
            i = after + 1;
        }
    }

    /// `Circle c` or `Circle(double r)` as a label.
    fn pattern(&self, i: usize) -> Option<(Diagnostic, usize)> {
        let start = i + usize::from(self.tok(i) == Some(Tok::Final));
        let ends = |k: usize| {
            matches!(self.tok(k), Some(Tok::Arrow | Tok::Colon | Tok::Comma | Tok::AndAnd)) || self.word(k) == "when"
        };
        if let Some((pattern, after)) = self.record_pattern(start) {
            let after = after + usize::from(self.tok(after) == Some(Tok::Ident) && self.word(after) != "when");
            return ends(after).then(|| (self.of_record(&pattern), after));
        }
        let name = self.type_end(start)?;
        if self.tok(name) != Some(Tok::Ident) || !ends(name + 1) {
            return None;
        }
        let selector = self.selector(start).unwrap_or("x");
        let shown = self.text.get(self.tokens[start].lo as usize..self.tokens[name].hi as usize).unwrap_or("");
        let diagnostic = newer("patterns in `switch` are Java 21", self.span(start, name))
            .label("a label is a constant")
            .note(format!("in Java 17: `if ({selector} instanceof {shown}) … else if …`"))
            .about("patterns in `switch`");
        Some((diagnostic, name + 1))
    }

    /// `case null`, also `case null, default`.
    fn null(&self, i: usize) -> Option<(Diagnostic, usize)> {
        let ends = matches!(self.tok(i + 1), Some(Tok::Arrow | Tok::Colon | Tok::Comma));
        if self.word(i) != "null" || !ends {
            return None;
        }
        let selector = self.selector(i).unwrap_or("x");
        let diagnostic = newer("`case null` is Java 21", self.span(i, i))
            .label("a label is a constant")
            .note(format!("in Java 17: `if ({selector} == null) …` before the `switch`"));
        Some((diagnostic, i + 1))
    }

    /// A record pattern that begins at `i`, and what stands behind it.
    fn record_pattern(&self, i: usize) -> Option<(RecordPattern<'a>, usize)> {
        let start = i + usize::from(self.tok(i) == Some(Tok::Final));
        let open = self.type_end(start).filter(|&open| self.tok(open) == Some(Tok::LParen))?;
        let close = Some(self.partner[open]).filter(|&close| close < self.tokens.len())?;
        // `f(x)` has no names behind types.
        let first = self.type_end(open + 1).filter(|&name| self.tok(name) == Some(Tok::Ident));
        let is_pattern = close == open + 1 || first.is_some() || self.record_pattern(open + 1).is_some();
        let first = first.map(|name| self.word(name));
        is_pattern.then_some((RecordPattern { start, type_end: open, first }, close + 1))
    }

    fn of_record(&self, pattern: &RecordPattern<'_>) -> Diagnostic {
        let class = self.word(pattern.type_end - 1);
        let class = if class == ">" { self.word(pattern.start) } else { class };
        let name: String = class.chars().take(1).flat_map(char::to_lowercase).collect();
        let component = pattern.first.unwrap_or("x");
        let open = pattern.type_end;
        newer("record patterns are Java 21", self.span(pattern.start, self.partner[open]))
            .label("the parts of a record are read by its methods")
            .note(format!("in Java 17: `instanceof {class} {name}`, and then `{name}.{component}()`"))
            .about("record patterns")
    }

    /// Behind the type that begins at `i`.
    fn type_end(&self, i: usize) -> Option<usize> {
        let mut end = i;
        if self.tok(end).is_some_and(is_primitive) {
            end += 1;
        } else {
            loop {
                if self.tok(end) != Some(Tok::Ident) {
                    return None;
                }
                end += 1;
                if self.tok(end) == Some(Tok::Lt) {
                    end = self.arguments_end(end)?;
                }
                if self.tok(end) != Some(Tok::Dot) {
                    break;
                }
                end += 1;
            }
        }
        while (self.tok(end), self.tok(end + 1)) == (Some(Tok::LBracket), Some(Tok::RBracket)) {
            end += 2;
        }
        Some(end)
    }

    fn arguments_end(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        for k in open..self.tokens.len() {
            match self.tokens[k].tok {
                Tok::Lt => depth += 1,
                Tok::Gt => depth -= 1,
                Tok::Ident | Tok::Dot | Tok::Comma | Tok::Question | Tok::Extends | Tok::Super => {}
                Tok::LBracket | Tok::RBracket => {}
                tok if is_primitive(tok) => {}
                _ => return None,
            }
            if depth == 0 {
                return Some(k + 1);
            }
        }
        None
    }

    /// The `->` or `:` behind a guard.
    fn guard_end(&self, when: usize) -> usize {
        let (mut k, mut choices) = (when + 1, 0);
        while k < self.tokens.len() {
            match self.tokens[k].tok {
                Tok::LParen | Tok::LBracket | Tok::LBrace => k = self.partner[k].min(self.tokens.len() - 1),
                Tok::Question => choices += 1,
                Tok::Colon if choices > 0 => choices -= 1,
                Tok::Colon | Tok::Arrow | Tok::Semi | Tok::RBrace => return k,
                _ => {}
            }
            k += 1;
        }
        k
    }

    /// What the `switch` around a label looks at.
    fn selector(&self, label: usize) -> Option<&'a str> {
        let mut k = label;
        while k > 0 {
            k -= 1;
            match self.tokens[k].tok {
                Tok::RBrace | Tok::RParen | Tok::RBracket => k = self.partner[k].min(k),
                Tok::LBrace => {
                    let close = k.checked_sub(1).filter(|&c| self.tokens[c].tok == Tok::RParen)?;
                    let open = Some(self.partner[close]).filter(|&open| open < close)?;
                    return self.text.get(self.tokens[open].hi as usize..self.tokens[close].lo as usize);
                }
                _ => {}
            }
        }
        None
    }
}
