//! The lexer: text to tokens.
//!
//! Every word is lexed as Java lexes it; the words SOMD and Lime add, and Java's own contextual words, are plain
//! identifiers here and become keywords in the token filter. A run of `>` is always single tokens: the filter joins them
//! where they are an operator. Literals are decoded here, so that what is wrong with one is said once.
//!
//! Lexing works on the text with Java's `\uXXXX` escapes resolved (surrogates stay escaped, since a Rust string cannot
//! hold them). [`Positions`] leads back to the text as written.

use crate::ast::Literal;
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use logos::{FilterResult, Logos};

/// Where the offsets of the unescaped text lie in the space of source positions.
#[derive(Debug, Clone, Default)]
pub struct Positions {
    base: u32,
    /// (offset in the unescaped text, offset as written) after each resolved escape, ascending.
    shifts: Vec<(u32, u32)>,
}

impl Positions {
    pub fn at(&self, offset: u32) -> u32 {
        let i = self.shifts.partition_point(|&(new, _)| new <= offset);
        match i.checked_sub(1).and_then(|i| self.shifts.get(i)) {
            Some(&(new, old)) => self.base + old + (offset - new),
            None => self.base + offset,
        }
    }

    pub fn span(&self, lo: u32, hi: u32) -> Span {
        Span { lo: self.at(lo), hi: self.at(hi) }
    }
}

/// Resolves unicode escapes.
pub fn unescape(text: &str, base: u32) -> (String, Positions, Vec<Diagnostic>) {
    let mut positions = Positions { base, shifts: Vec::new() };
    let mut diagnostics = Vec::new();
    let mut out = String::with_capacity(text.len());
    let mut rest = 0;
    let bytes = text.as_bytes();
    let mut i = 0;
    // Whether the backslash before this one waits for its second, and whether it was a unicode escape itself. A written
    // backslash takes the next one with it, so that `\\u` is no escape; `\u005c` does not (JLS 3.3).
    let (mut waits, mut escaped) = (false, false);
    while let Some(found) = text[i..].find('\\') {
        let start = i + found;
        if found > 0 {
            (waits, escaped) = (false, false);
        }
        if waits && !escaped {
            (waits, i) = (false, start + 1);
            continue;
        }
        if bytes.get(start + 1) != Some(&b'u') {
            (waits, escaped, i) = (!waits, false, start + 1);
            continue;
        }
        let (digits, unit) = escape_at(text, start);
        let Some(unit) = unit else {
            let span = Span::new(base as usize + start, base as usize + digits);
            diagnostics.push(
                Diagnostic::error("E0010", "malformed unicode escape", span)
                    .label("`\\u` must be followed by four hexadecimal digits"),
            );
            i = digits;
            continue;
        };
        i = digits + 4;
        (waits, escaped) = (unit == 0x5c && !waits, true);
        // Two escapes make one character where they are a pair.
        let mut code = unit;
        if (0xd800..0xdc00).contains(&unit)
            && text[i..].starts_with("\\u")
            && let (digits, Some(low @ 0xdc00..0xe000)) = escape_at(text, i)
        {
            code = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
            i = digits + 4;
        }
        if let Some(c) = char::from_u32(code) {
            out.push_str(&text[rest..start]);
            out.push(c);
            rest = i;
            positions.shifts.push((out.len() as u32, i as u32));
        }
    }
    out.push_str(&text[rest..]);
    (out, positions, diagnostics)
}

/// Where the digits of the unicode escape at `start` are, and the number they say.
fn escape_at(text: &str, start: usize) -> (usize, Option<u32>) {
    let rest = &text[start + 1..];
    let digits = start + 1 + (rest.len() - rest.trim_start_matches('u').len());
    let number = text.get(digits..digits + 4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
    (digits, number.and_then(|d| u32::from_str_radix(d, 16).ok()))
}

/// What the lexer callbacks gather.
#[derive(Default)]
pub struct Extras {
    positions: Positions,
    /// Value of each literal, by the offset of its first byte, ascending.
    literals: Vec<(u32, Literal)>,
    diagnostics: Vec<Diagnostic>,
}

/// A token with its place in the unescaped text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub tok: Tok,
    pub lo: u32,
    pub hi: u32,
}

pub struct Lexed {
    pub tokens: Vec<Token>,
    pub literals: Vec<(u32, Literal)>,
    pub positions: Positions,
    pub diagnostics: Vec<Diagnostic>,
}

#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[logos(extras = Extras)]
#[logos(skip r"[ \t\r\n\x0C]+")]
#[logos(skip(r"//[^\n\r]*", allow_greedy = true))]
pub enum Tok {
    #[token("/*", block_comment)]
    Comment,
    #[regex(r"[\p{XID_Start}_$][\p{XID_Continue}$]*")]
    Ident,
    #[regex(r"[0-9]|\.[0-9]", number)]
    #[token("\"", string)]
    #[token("\"\"\"", text_block)]
    #[token("'", character)]
    Literal,
    /// 2147483648, which is an `int` only under a minus; the filter joins the two.
    MinInt,
    /// 9223372036854775808L
    MinLong,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("null")]
    Null,

    #[token("abstract")]
    Abstract,
    #[token("assert")]
    Assert,
    #[token("boolean")]
    Boolean,
    #[token("break")]
    Break,
    #[token("byte")]
    Byte,
    #[token("case")]
    Case,
    #[token("catch")]
    Catch,
    #[token("char")]
    Char,
    #[token("class")]
    Class,
    #[token("const")]
    Const,
    #[token("continue")]
    Continue,
    #[token("default")]
    Default,
    #[token("do")]
    Do,
    #[token("double")]
    Double,
    #[token("else")]
    Else,
    #[token("enum")]
    Enum,
    #[token("extends")]
    Extends,
    #[token("final")]
    Final,
    #[token("finally")]
    Finally,
    #[token("float")]
    Float,
    #[token("for")]
    For,
    #[token("goto")]
    Goto,
    #[token("if")]
    If,
    #[token("implements")]
    Implements,
    #[token("import")]
    Import,
    #[token("instanceof")]
    InstanceOf,
    #[token("int")]
    Int,
    #[token("interface")]
    Interface,
    #[token("long")]
    Long,
    #[token("native")]
    Native,
    #[token("new")]
    New,
    #[token("package")]
    Package,
    #[token("private")]
    Private,
    #[token("protected")]
    Protected,
    #[token("public")]
    Public,
    #[token("return")]
    Return,
    #[token("short")]
    Short,
    #[token("static")]
    Static,
    #[token("strictfp")]
    Strictfp,
    #[token("super")]
    Super,
    #[token("switch")]
    Switch,
    #[token("synchronized")]
    Synchronized,
    #[token("this")]
    This,
    #[token("throw")]
    Throw,
    #[token("throws")]
    Throws,
    #[token("transient")]
    Transient,
    #[token("try")]
    Try,
    #[token("void")]
    Void,
    #[token("volatile")]
    Volatile,
    #[token("while")]
    While,

    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token("[")]
    LBracket,
    #[token("]")]
    RBracket,
    #[token(";")]
    Semi,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token("...")]
    Ellipsis,
    #[token("@")]
    At,
    #[token("::")]
    ColonColon,
    #[token("=")]
    Assign,
    #[token(">")]
    Gt,
    #[token("<")]
    Lt,
    #[token("!")]
    Not,
    #[token("~")]
    Tilde,
    #[token("?")]
    Question,
    #[token(":")]
    Colon,
    #[token("->")]
    Arrow,
    #[token("==")]
    EqEq,
    #[token(">=")]
    Ge,
    #[token("<=")]
    Le,
    #[token("!=")]
    Ne,
    #[token("&&")]
    AndAnd,
    #[token("||")]
    OrOr,
    #[token("++")]
    PlusPlus,
    #[token("--")]
    MinusMinus,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("&")]
    Amp,
    #[token("|")]
    Bar,
    #[token("^")]
    Caret,
    #[token("%")]
    Percent,
    #[token("<<")]
    Shl,
    #[token("+=")]
    PlusEq,
    #[token("-=")]
    MinusEq,
    #[token("*=")]
    StarEq,
    #[token("/=")]
    SlashEq,
    #[token("&=")]
    AmpEq,
    #[token("|=")]
    BarEq,
    #[token("^=")]
    CaretEq,
    #[token("%=")]
    PercentEq,
    #[token("<<=")]
    ShlEq,
    /// Lime: connect.
    #[token("=>")]
    Connect,

    // ---- made by the token filter -------------------------------------------------------------------------------
    Shr,
    UShr,
    ShrEq,
    UShrEq,
    /// `<` and `>` around type arguments, type parameters and views.
    GenericOpen,
    GenericClose,
    /// Stands, with no text, before the type of a local variable declared without modifiers.
    DeclMark,
    /// Stands, with no text, before a type in an expression: `int[]::new`, `List<String>::new`, `int[].class`.
    TypeMark,
    /// `.` of `int[].class`.
    TypeDot,
    /// `(` of a cast, of a cast whose operand is a lambda, of a lambda's parameters.
    CastOpen,
    LambdaCastOpen,
    LambdaOpen,
    /// `[` of `[[`.
    ValueOpen,
    /// `->` of a `case`, `default` of a `switch`, `switch` in an expression.
    CaseArrow,
    CaseDefault,
    SwitchExpr,
    /// `@interface`
    AtInterface,
    // Words that are keywords where they stand.
    Record,
    Yield,
    Sealed,
    NonSealed,
    Permits,
    Value,
    Local,
    Task,
    Dist,
    Reduce,
    Sync,
    Shared,
    Single,
    View,
    Polyview,
    Dim,
    /// `@` of `C @ f(a)`.
    MapAt,
    /// `@(` of `@(float) a`.
    MapCastOpen,
    // `@+`, `@-`, … between two operands.
    MapAdd,
    MapSub,
    MapMul,
    MapDiv,
    MapRem,
    MapShl,
    MapShr,
    MapUShr,
    MapLt,
    MapLe,
    MapGt,
    MapGe,
    MapEq,
    MapNe,
    MapAnd,
    MapXor,
    MapOr,
    MapLogAnd,
    MapLogOr,
    // `@-`, `@+`, `@!`, `@~` before an operand.
    MapNeg,
    MapPlus,
    MapNot,
    MapBitNot,
    /// `!` of `C.f! a`.
    ReduceBang,
    // `+!` and its like before an operand.
    ReduceAdd,
    ReduceSub,
    ReduceMul,
    ReduceAnd,
    ReduceOr,
    ReduceXor,

    // ---- made by error recovery: each stands for text that could not be parsed ----------------------------------
    ErrorStmt,
    ErrorMember,
    ErrorExpr,
}

/// Splits a text into tokens; what is wrong with a token is a diagnostic, and a bad character is left out.
pub fn lex(text: &str, positions: Positions) -> Lexed {
    let mut lexer = Tok::lexer_with_extras(text, Extras { positions, ..Extras::default() });
    let mut tokens = Vec::with_capacity(text.len() / 4);
    while let Some(result) = lexer.next() {
        let range = lexer.span();
        let (lo, hi) = (range.start as u32, range.end as u32);
        match result {
            Ok(tok) => tokens.push(Token { tok, lo, hi }),
            Err(()) => {
                // One message for a run of bad characters.
                let span = lexer.extras.positions.span(lo, hi);
                match lexer.extras.diagnostics.last_mut() {
                    Some(last) if last.code == "E0001" && last.primary.span.hi == span.lo => {
                        last.primary.span.hi = span.hi
                    }
                    _ => {
                        let title = format!("unexpected character `{}`", lexer.slice());
                        let diagnostic = Diagnostic::error("E0001", title, span).label("no token starts with this");
                        lexer.extras.diagnostics.push(diagnostic);
                    }
                }
            }
        }
    }
    let Extras { positions, literals, diagnostics } = lexer.extras;
    Lexed { tokens, literals, positions, diagnostics }
}

type Lexer<'a> = logos::Lexer<'a, Tok>;

/// An error over bytes `lo..hi` counted from the start of the present token.
fn error(lex: &mut Lexer, lo: usize, hi: usize, code: &'static str, title: &str, label: &str) {
    let start = lex.span().start;
    let span = lex.extras.positions.span((start + lo) as u32, (start + hi) as u32);
    lex.extras.diagnostics.push(Diagnostic::error(code, title, span).label(label));
}

/// Adds a suggestion to the last message.
fn suggest(lex: &mut Lexer, message: &str, span: Span, text: String) {
    if let Some(last) = lex.extras.diagnostics.pop() {
        lex.extras.diagnostics.push(last.suggest(message, span, text));
    }
}

fn literal(lex: &mut Lexer, value: Literal) {
    let at = lex.span().start as u32;
    lex.extras.literals.push((at, value));
}

fn block_comment(lex: &mut Lexer) -> FilterResult<(), ()> {
    match lex.remainder().find("*/") {
        Some(end) => lex.bump(end + 2),
        None => {
            error(lex, 0, 2, "E0004", "unterminated comment", "this comment is never closed");
            lex.bump(lex.remainder().len());
        }
    }
    FilterResult::Skip
}

fn string(lex: &mut Lexer) {
    let rest = lex.remainder();
    let bytes = rest.as_bytes();
    let mut i = 0;
    loop {
        match bytes.get(i) {
            Some(b'"') => {
                let body = &rest[..i];
                lex.bump(i + 1);
                let value = unescape_literal(lex, body, 1);
                return literal(lex, Literal::String(value));
            }
            Some(b'\\') if !matches!(bytes.get(i + 1), None | Some(b'\n' | b'\r')) => i += 2,
            None | Some(b'\n' | b'\r') => {
                lex.bump(i);
                error(lex, 0, i + 1, "E0002", "unterminated string", "this string has no closing `\"` on its line");
                return literal(lex, Literal::String(rest[..i].encode_utf16().collect()));
            }
            Some(_) => i += 1,
        }
    }
}

fn text_block(lex: &mut Lexer) {
    let rest = lex.remainder();
    let bytes = rest.as_bytes();
    let mut i = 0;
    let body = loop {
        match bytes.get(i) {
            Some(b'\\') => i += 2,
            Some(b'"') if rest[i..].starts_with("\"\"\"") => break &rest[..i],
            Some(_) => i += 1,
            None => {
                lex.bump(rest.len());
                error(lex, 0, 3, "E0003", "unterminated text block", "this text block has no closing `\"\"\"`");
                return literal(lex, Literal::String(Vec::new()));
            }
        }
    };
    lex.bump(i + 3);
    let Some((first, content)) = body.split_once('\n').filter(|(first, _)| first.trim().is_empty()) else {
        error(lex, 0, 3, "E0003", "malformed text block", "a text block's text starts on the line after `\"\"\"`");
        let value = unescape_literal(lex, body, 3);
        return literal(lex, Literal::String(value));
    };
    let offset = 3 + first.len() + 1;
    if content.contains('\\') {
        // Wrong escapes are told where they are, which the text without its indentation does not know.
        unescape_literal(lex, content, offset);
    }
    let told = lex.extras.diagnostics.len();
    let value = unescape_literal(lex, &strip_indent(content), offset);
    lex.extras.diagnostics.truncate(told);
    literal(lex, Literal::String(value));
}

/// Takes the common indentation and trailing blanks off the lines of a text block (Java 17, section 3.10.6).
fn strip_indent(content: &str) -> String {
    let content = content.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = content.split('\n').collect();
    let indent_of = |line: &str| line.chars().take_while(|c| c.is_whitespace()).count();
    let last = lines.len() - 1;
    let indent = lines
        .iter()
        .enumerate()
        .filter(|&(i, line)| i == last || !line.trim().is_empty())
        .map(|(_, line)| indent_of(line))
        .min()
        .unwrap_or(0);
    let strip = |line: &&str| -> String {
        let kept: String = line.chars().skip(indent).collect();
        kept.trim_end_matches([' ', '\t', '\x0C']).to_string()
    };
    lines.iter().map(strip).collect::<Vec<_>>().join("\n")
}

fn character(lex: &mut Lexer) {
    let rest = lex.remainder();
    let bytes = rest.as_bytes();
    let mut i = 0;
    // `'''` is a quote nobody escaped: take it as the character it means.
    if rest.starts_with("''") {
        i = 1;
    }
    while !matches!(bytes.get(i), None | Some(b'\'' | b'\n' | b'\r')) {
        i += if bytes[i] == b'\\' && !matches!(bytes.get(i + 1), None | Some(b'\n' | b'\r')) { 2 } else { 1 };
    }
    if bytes.get(i) != Some(&b'\'') {
        // The quote stands alone: take one character with it, so that the rest of the line is still read.
        let width = rest.chars().next().filter(|c| !c.is_whitespace()).map_or(0, char::len_utf8);
        lex.bump(width);
        error(lex, 0, 1, "E0006", "unterminated character literal", "no closing `'` on this line");
        return literal(lex, Literal::Char(0));
    }
    let body = &rest[..i];
    lex.bump(i + 1);
    let known = lex.extras.diagnostics.len();
    let units = unescape_literal(lex, body, 1);
    match units[..] {
        _ if lex.extras.diagnostics.len() > known => literal(lex, Literal::Char(0)),
        [unit] if body != "'" => literal(lex, Literal::Char(unit)),
        _ => {
            let label = match units.len() {
                0 => "a character literal holds one character",
                1 => "write `'\\''`",
                _ => "a character literal holds one character; write `\"…\"` for a string",
            };
            error(lex, 0, i + 2, "E0006", "malformed character literal", label);
            if units.len() > 1 && !body.contains('"') {
                let start = lex.span().start;
                let span = lex.extras.positions.span(start as u32, (start + i + 2) as u32);
                suggest(lex, "write a string", span, format!("\"{body}\""));
            }
            literal(lex, Literal::Char(units.first().copied().unwrap_or(0)));
        }
    }
}

/// Resolves `\n`, `\101`, `\s`, escaped line ends and what unicode escapes are left; `offset` is where `body` starts in the
/// token, for messages.
fn unescape_literal(lex: &mut Lexer, body: &str, offset: usize) -> Vec<u16> {
    if !body.contains('\\') {
        return body.encode_utf16().collect();
    }
    let mut out = Vec::with_capacity(body.len());
    let mut chars = body.char_indices().peekable();
    let mut buffer = [0; 2];
    while let Some((i, c)) = chars.next() {
        if c != '\\' {
            out.extend_from_slice(c.encode_utf16(&mut buffer));
            continue;
        }
        let Some((_, escape)) = chars.next() else { break };
        let unit = match escape {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'b' => 8,
            'f' => 12,
            's' => 32,
            '\\' | '\'' | '"' => escape as u16,
            '\n' => continue,
            '0'..='7' => {
                let mut value = escape as u16 - 48;
                let more = if escape <= '3' { 2 } else { 1 };
                for _ in 0..more {
                    let Some(&(_, digit @ '0'..='7')) = chars.peek() else { break };
                    value = value * 8 + digit as u16 - 48;
                    chars.next();
                }
                value
            }
            'u' => {
                while chars.next_if(|&(_, c)| c == 'u').is_some() {}
                let mut value = 0;
                for _ in 0..4 {
                    let Some(digit) = chars.peek().and_then(|&(_, c)| c.to_digit(16)) else { break };
                    value = value * 16 + digit as u16;
                    chars.next();
                }
                value
            }
            _ => {
                let (lo, hi) = (offset + i, offset + i + 1 + escape.len_utf8());
                let label = match escape {
                    '{' => "values stand in no text; join them: `\"a = \" + a`, or `String.format(\"a = %d\", a)`",
                    _ => "escapes are \\b \\s \\t \\n \\f \\r \\\" \\' \\\\, octal and \\uXXXX",
                };
                error(lex, lo, hi, "E0005", "unknown escape", label);
                continue;
            }
        };
        out.push(unit);
    }
    out
}

/// Takes the whole of a number and decodes it.
fn number(lex: &mut Lexer) -> Tok {
    let first = lex.slice().len();
    let text = &lex.source()[lex.span().start..];
    let bytes = text.as_bytes();
    let hex = bytes.first() == Some(&b'0') && matches!(bytes.get(1), Some(b'x' | b'X'));
    let mut end = first;
    let mut dotted = text.starts_with('.');
    while let Some(&b) = bytes.get(end) {
        match b {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' => end += 1,
            // A dot that a name follows selects a member; `1.f` and `1.e3` are still numbers.
            b'.' if !dotted && bytes.get(end + 1) != Some(&b'.') => {
                dotted = true;
                end += 1;
            }
            b'+' | b'-' if matches!((hex, bytes[end - 1]), (false, b'e' | b'E') | (true, b'p' | b'P')) => end += 1,
            _ => break,
        }
    }
    let text = &text[..end];
    lex.bump(end - first);
    match decode_number(text, hex) {
        Number::Value(value) => literal(lex, value),
        Number::MinInt => return Tok::MinInt,
        Number::MinLong => return Tok::MinLong,
        Number::Bad(code, title, label, value) => {
            error(lex, 0, end, code, title, label);
            if label == INT_FOR_LONG {
                let at = (lex.span().start + end) as u32;
                let at = lex.extras.positions.span(at, at);
                suggest(lex, "write `L` at its end", at, "L".into());
            }
            literal(lex, value);
        }
    }
    Tok::Literal
}

/// Said of a number that is one of `long`.
const INT_FOR_LONG: &str = "an `int` holds 32 bits; write `L` at its end for a `long`";

enum Number {
    Value(Literal),
    MinInt,
    MinLong,
    Bad(&'static str, &'static str, &'static str, Literal),
}

fn decode_number(text: &str, hex: bool) -> Number {
    let misplaced = text.ends_with('_')
        || ["_.", "._", "_l", "_L", "_f", "_F", "_d", "_D"]
            .iter()
            .any(|p| text.contains(p) && !(hex && !p.contains(['.', 'l', 'L'])));
    let malformed = |label| Number::Bad("E0008", "malformed number", label, Literal::Int(0));
    if misplaced {
        return malformed("underscores may stand between digits only");
    }
    let clean: String = text.chars().filter(|&c| c != '_').collect();
    let lower = clean.to_ascii_lowercase();
    let float = if hex { lower.contains('p') || lower.contains('.') } else { lower.contains(['.', 'e', 'f', 'd']) };
    if float && !lower.starts_with("0b") {
        return decode_float(&lower, hex);
    }
    let (digits, long) = match lower.strip_suffix('l') {
        Some(digits) => (digits, true),
        None => (lower.as_str(), false),
    };
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x', ..] => (16, &digits[2..]),
        [b'0', b'b', ..] => (2, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return malformed(match radix {
            2 => "a binary number has the digits 0 and 1",
            8 => "a number that starts with 0 is octal: its digits are 0 to 7",
            16 => "a hexadecimal number needs digits 0 to 9 and a to f",
            _ => "this is not a number of any kind",
        });
    }
    let value = u64::from_str_radix(digits, radix).ok();
    match (long, radix, value) {
        (false, 10, Some(v)) if v <= i32::MAX as u64 => Number::Value(Literal::Int(v as i32)),
        (false, 10, Some(0x8000_0000)) => Number::MinInt,
        (false, 2 | 8 | 16, Some(v)) if v <= u64::from(u32::MAX) => Number::Value(Literal::Int(v as u32 as i32)),
        (true, 10, Some(v)) if v <= i64::MAX as u64 => Number::Value(Literal::Long(v as i64)),
        (true, 10, Some(0x8000_0000_0000_0000)) => Number::MinLong,
        (true, 2 | 8 | 16, Some(v)) => Number::Value(Literal::Long(v as i64)),
        (false, _, Some(v)) if radix != 10 || v <= i64::MAX as u64 => {
            Number::Bad("E0007", "integer too large", INT_FOR_LONG, Literal::Int(0))
        }
        _ => Number::Bad("E0007", "integer too large", "a `long` holds 64 bits", Literal::Long(0)),
    }
}

fn decode_float(lower: &str, hex: bool) -> Number {
    let (digits, single) = match lower.as_bytes().last() {
        Some(b'f') => (&lower[..lower.len() - 1], true),
        Some(b'd') => (&lower[..lower.len() - 1], false),
        _ => (lower, false),
    };
    let value = if hex {
        hex_float(&digits[2..], single)
    } else if single {
        digits.parse::<f32>().ok().map(f64::from)
    } else {
        digits.parse::<f64>().ok()
    };
    let Some(value) = value else {
        let label = if hex {
            "a hexadecimal floating-point number needs an exponent such as `p0`"
        } else {
            "the exponent is malformed"
        };
        return Number::Bad("E0008", "malformed number", label, Literal::Double(0.0));
    };
    let literal = if single { Literal::Float(value as f32) } else { Literal::Double(value) };
    let mantissa = digits.trim_start_matches("0x").split(if hex { 'p' } else { 'e' }).next().unwrap_or("");
    let zero_written = mantissa.chars().all(|c| c == '0' || c == '.');
    if value.is_infinite() {
        return Number::Bad("E0009", "floating-point number out of range", "too large for its type", literal);
    }
    if value == 0.0 && !zero_written {
        return Number::Bad(
            "E0009",
            "floating-point number out of range",
            "too small for its type: it would round to zero",
            literal,
        );
    }
    Number::Value(literal)
}

/// Reads `1.8p3` (what follows `0x`), rounded once to the type asked for.
fn hex_float(text: &str, single: bool) -> Option<f64> {
    let (mantissa, exponent) = text.split_once('p')?;
    let mut exponent: i64 = exponent.parse::<i64>().ok()?.clamp(-100_000, 100_000);
    let (mut bits, mut sticky, mut fraction, mut digits) = (0u64, false, false, 0);
    for c in mantissa.chars() {
        if c == '.' {
            fraction = true;
            continue;
        }
        let digit = u64::from(c.to_digit(16)?);
        digits += 1;
        if bits >> 58 == 0 {
            bits = bits << 4 | digit;
            exponent -= if fraction { 4 } else { 0 };
        } else {
            sticky |= digit != 0;
            exponent += if fraction { 0 } else { 4 };
        }
    }
    if digits == 0 {
        return None;
    }
    if bits == 0 {
        return Some(0.0);
    }
    let (precision, lowest) = if single { (24, -149) } else { (53, -1074) };
    let width = 64 - i64::from(bits.leading_zeros());
    // How many low bits do not fit, by precision or because the number is subnormal.
    let drop = (width - precision).max(lowest - exponent);
    let rounded = if drop <= 0 {
        bits
    } else if drop > 64 {
        0
    } else {
        let wide = u128::from(bits);
        let (kept, half) = (wide >> drop, 1u128 << (drop - 1));
        let low = wide & ((1u128 << drop) - 1);
        let up = low > half || (low == half && (sticky || kept & 1 == 1));
        (kept + u128::from(up)) as u64
    };
    let exponent = exponent + drop.max(0);
    // `rounded` fits the precision, so scaling is exact; two steps keep the factors in range.
    let half = (exponent / 2) as i32;
    let value = rounded as f64 * 2f64.powi(half) * 2f64.powi(exponent as i32 - half);
    Some(if single { f64::from(value as f32) } else { value })
}
