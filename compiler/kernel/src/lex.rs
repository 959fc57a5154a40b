//! The words of the text form.

use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Word(String),
    /// A number as it is written.
    Number(String),
    /// Between quotation marks.
    Text(String),
    Sign(&'static str),
    /// To the end of its line, without the slashes.
    Comment(String),
    /// A line that begins with `#`, without it.
    Directive(String),
}

/// A token, and whether an empty line stands before it, or a line's end.
#[derive(Clone, Debug)]
pub(crate) struct Lexed {
    pub token: Token,
    pub blank: bool,
    pub fresh: bool,
    pub line: usize,
}

/// Why a text is none of the form.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// Its line, the first is 1.
    pub line: usize,
    pub message: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// The longest first.
const SIGNS: &[&str] = &[
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "::", "(", ")", "[", "]", "{", "}", ";", ",", "?", ":", "=", "<", ">", "+", "-", "*", "/",
    "%", "&", "|", "^", "~", "!", ".", "#",
];

/// Whether a character may stand in a name. Names of the program may bear a mark: see the lowering.
pub(crate) fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\u{aa}'
}

pub(crate) fn lex(text: &str) -> Result<Vec<Lexed>, Wrong> {
    let mut out = Vec::new();
    let mut blank = false;
    for (n, line) in text.lines().enumerate() {
        let number = n + 1;
        let mut rest = line.trim();
        if rest.is_empty() {
            blank = true;
            continue;
        }
        let mut fresh = true;
        let mut push = |token: Token| {
            out.push(Lexed { token, blank, fresh, line: number });
            (blank, fresh) = (false, false);
        };
        if let Some(directive) = rest.strip_prefix('#') {
            push(Token::Directive(directive.trim().to_string()));
            continue;
        }
        while let Some(c) = rest.chars().next() {
            if c.is_whitespace() {
                rest = rest.trim_start();
            } else if let Some(comment) = rest.strip_prefix("//") {
                push(Token::Comment(comment.trim_start().to_string()));
                rest = "";
            } else if is_part(c) && !c.is_ascii_digit() {
                let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
                push(Token::Word(rest[..end].to_string()));
                rest = &rest[end..];
            } else if c.is_ascii_digit() {
                let end = number_end(rest);
                push(Token::Number(rest[..end].to_string()));
                rest = &rest[end..];
            } else if let Some(after) = rest.strip_prefix('"') {
                let end = after.find('"').ok_or(Wrong { line: number, message: "a text has no end".into() })?;
                push(Token::Text(after[..end].to_string()));
                rest = &after[end + 1..];
            } else if let Some(sign) = sign_of(rest) {
                push(Token::Sign(sign));
                rest = &rest[sign.len()..];
            } else {
                return Err(Wrong { line: number, message: format!("`{c}` begins no word") });
            }
        }
    }
    Ok(out)
}

/// The sign that a text begins with. Most differ in their first byte, which is compared first: kernels are made of many.
fn sign_of(text: &str) -> Option<&'static str> {
    let first = text.as_bytes().first();
    SIGNS.iter().find(|s| s.as_bytes().first() == first && text.starts_with(**s)).copied()
}

/// Where a number ends: the sign of an exponent belongs to it.
fn number_end(text: &str) -> usize {
    let hex = text.starts_with("0x");
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let sign = (c == '+' || c == '-') && !hex && matches!(before, 'e' | 'E');
        if !(c.is_ascii_alphanumeric() || c == '.' || sign) {
            return at;
        }
        before = c;
    }
    text.len()
}
