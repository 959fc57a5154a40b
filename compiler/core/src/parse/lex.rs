//! The tokens of the text form.

use super::{ParseError, Result};
use smol_str::SmolStr;
use somd_syntax::source::Span;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tok {
    /// With the number that makes it unique, and whether it stood in backquotes.
    Name(SmolStr, u32, bool),
    Number(String),
    Text(String),
    Label(u32),
    Site(u32),
    Prov(Span),
    Symbol(&'static str),
    End,
}

pub(super) const SYMBOLS: &[&str] = &[
    ">>>", "..", "->", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "(", ")", "[", "]", "{", "}", ",", ":", ";",
    "=", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "<", ">", "?", ".",
];

pub(super) fn lex(text: &str) -> Result<Vec<(Tok, usize)>> {
    let chars: Vec<char> = text.chars().collect();
    let mut out = Vec::new();
    let (mut i, mut line) = (0, 1);
    let digits = |i: &mut usize| {
        let start = *i;
        while chars.get(*i).is_some_and(|c| c.is_ascii_digit()) {
            *i += 1;
        }
        chars[start..*i].iter().collect::<String>()
    };
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    while i < chars.len() {
        let c = chars[i];
        let next = chars.get(i + 1).copied().unwrap_or(' ');
        let fail = |message: String| ParseError { line, message };
        let number =
            |s: String| s.parse::<u32>().map_err(|_| ParseError { line, message: "a number is missing".into() });
        let tok = match c {
            '\n' => {
                line += 1;
                i += 1;
                continue;
            }
            c if c.is_whitespace() => {
                i += 1;
                continue;
            }
            '/' if next == '/' => {
                while i < chars.len() && chars[i] != '\n' {
                    i += 1;
                }
                continue;
            }
            '\'' => {
                i += 1;
                Tok::Label(number(digits(&mut i))?)
            }
            '#' => {
                i += 1;
                Tok::Site(number(digits(&mut i))?)
            }
            '@' => {
                i += 1;
                let lo = number(digits(&mut i))?;
                if chars.get(i) == Some(&':') {
                    // A line and column are for people.
                    i += 1;
                    digits(&mut i);
                    Tok::Prov(Span::NONE)
                } else {
                    i += 2;
                    Tok::Prov(Span { lo, hi: number(digits(&mut i))? })
                }
            }
            '"' => {
                let mut s = String::new();
                i += 1;
                loop {
                    match chars.get(i) {
                        None | Some('\n') => return Err(fail("a text does not end".into())),
                        Some('"') => break,
                        Some('\\') => {
                            i += 1;
                            match chars.get(i) {
                                Some('n') => s.push('\n'),
                                Some('t') => s.push('\t'),
                                Some('r') => s.push('\r'),
                                Some('0') => s.push('\0'),
                                Some('u') => {
                                    let end = chars[i..].iter().position(|c| *c == '}').unwrap_or(0);
                                    let hex: String = chars[i..i + end].iter().skip(2).collect();
                                    let code = u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32);
                                    s.push(code.ok_or_else(|| fail("no such character".into()))?);
                                    i += end;
                                }
                                Some(c) => s.push(*c),
                                None => {}
                            }
                        }
                        Some(c) => s.push(*c),
                    }
                    i += 1;
                }
                i += 1;
                Tok::Text(s)
            }
            '`' => {
                let end =
                    chars[i + 1..].iter().position(|c| *c == '`').ok_or_else(|| fail("a name does not end".into()))?;
                let name: String = chars[i + 1..i + 1 + end].iter().collect();
                i += end + 2;
                let suffix = suffix(&chars, &mut i);
                Tok::Name(name.into(), suffix, true)
            }
            c if c.is_ascii_digit() => {
                let mut s = digits(&mut i);
                if chars.get(i) == Some(&'.') && chars.get(i + 1).is_some_and(|c| c.is_ascii_digit()) {
                    i += 1;
                    s += ".";
                    s += &digits(&mut i);
                }
                if chars.get(i) == Some(&'e') {
                    i += 1;
                    s += "e";
                    if chars.get(i) == Some(&'-') {
                        i += 1;
                        s += "-";
                    }
                    s += &digits(&mut i);
                }
                while chars.get(i).is_some_and(|c| part(*c)) {
                    s.push(chars[i]);
                    i += 1;
                }
                Tok::Number(s)
            }
            c if part(c) => {
                let start = i;
                while chars.get(i).is_some_and(|c| part(*c)) {
                    i += 1;
                }
                let name: String = chars[start..i].iter().collect();
                let suffix = suffix(&chars, &mut i);
                Tok::Name(name.into(), suffix, false)
            }
            _ => {
                let symbol = SYMBOLS.iter().find(|s| s.chars().enumerate().all(|(k, c)| chars.get(i + k) == Some(&c)));
                let symbol = symbol.ok_or_else(|| fail(format!("`{c}` means nothing here")))?;
                i += symbol.len();
                Tok::Symbol(symbol)
            }
        };
        out.push((tok, line));
    }
    out.push((Tok::End, line));
    Ok(out)
}

/// The `.1` of `x.1`.
pub(super) fn suffix(chars: &[char], i: &mut usize) -> u32 {
    let mut end = *i + 1;
    while chars.get(end).is_some_and(|c| c.is_ascii_digit()) {
        end += 1;
    }
    if chars.get(*i) != Some(&'.') || end == *i + 1 {
        return 0;
    }
    let number: String = chars[*i + 1..end].iter().collect();
    *i = end;
    // More digits than fit name no variable that could have been printed.
    number.parse().unwrap_or(u32::MAX)
}
