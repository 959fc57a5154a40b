//! Pieces of Rust text that know how tightly they bind, so that parentheses stand only where Rust needs them.

use super::apart;

/// Rust's precedence, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Prec {
    /// Ends in a block (`if`, `match`, `{ … }`), or diverges: parenthesised as an operand.
    Block,
    Or,
    And,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Cast,
    Unary,
    Postfix,
}

#[derive(Clone, Debug)]
pub struct Code {
    pub text: String,
    pub prec: Prec,
}

impl Code {
    pub fn new(text: impl Into<String>, prec: Prec) -> Code {
        Code { text: text.into(), prec }
    }
    pub fn atom(text: impl Into<String>) -> Code {
        Code::new(text, Prec::Postfix)
    }
    pub fn block(text: impl Into<String>) -> Code {
        Code::new(text, Prec::Block)
    }
    /// The text where an operand that binds at least as tightly as `prec` may stand.
    pub fn at(&self, prec: Prec) -> String {
        if self.prec >= prec { self.text.clone() } else { format!("({})", self.text) }
    }
    /// The text before `.method()`.
    pub fn recv(&self) -> String {
        self.at(Prec::Postfix)
    }
    pub fn borrow(&self) -> Code {
        Code::new(format!("&{}", self.at(Prec::Unary)), Prec::Unary)
    }
    /// `-x`; of what is negative itself `-(-x)`, for `--x` reads like another language's decrement.
    pub fn negate(&self) -> Code {
        let operand = self.at(Prec::Unary);
        let text = if operand.starts_with('-') { format!("-({operand})") } else { format!("-{operand}") };
        Code::new(text, Prec::Unary)
    }
    pub fn cast(&self, ty: &str) -> Code {
        Code::new(format!("{} as {ty}", self.at(Prec::Cast)), Prec::Cast)
    }
    pub fn method(&self, call: &str) -> Code {
        Code::atom(format!("{}.{call}", self.recv()))
    }
    pub fn binary(left: &Code, op: &str, prec: Prec, right: &Code) -> Code {
        // Few know how bit operators bind against arithmetic: `a & b - 1` is `a & (b - 1)`.
        let bits = matches!(prec, Prec::BitOr | Prec::BitXor | Prec::BitAnd | Prec::Shift);
        let unclear = |operand: &Code| bits && matches!(operand.prec, Prec::Sum | Prec::Product);
        // All of Rust's binary operators associate to the left; comparisons do not associate at all.
        let least = if prec == Prec::Compare { Prec::BitOr } else { prec };
        let mut l = if unclear(left) { format!("({})", left.text) } else { left.at(least) };
        let alone = unclear(right) || (right.prec == prec && prec != Prec::Compare);
        let r = if alone { format!("({})", right.text) } else { right.at(least) };
        // `x as i32 < y` would open type arguments.
        if op.starts_with('<') && ends_in_cast(&l) {
            l = format!("({l})");
        }
        Code::new(format!("{l} {op} {r}"), prec)
    }
}

fn ends_in_cast(text: &str) -> bool {
    let mut words = text.rsplit(' ');
    let last = words.next().unwrap_or("");
    !last.ends_with(')') && words.next() == Some("as")
}

/// A string literal of Rust.
pub fn string_literal(s: &str) -> String {
    let mut out = String::from("\"");
    for c in s.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            // rustc refuses what changes the direction of text, and nobody sees what has no form.
            c if c.is_control()
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}') =>
            {
                out.push_str(&format!("\\u{{{:x}}}", c as u32))
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Rust's keywords, of now and reserved.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "Self", "static", "struct", "super", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Whether Rust has a word for itself.
pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

/// A name of the source as a Rust identifier.
pub fn ident(name: &str) -> String {
    // What Rust's prelude lets nothing shadow, and constants that regions' modules import.
    const OTHERS: &[&str] = &["None", "Some", "Ok", "Err", "BLOCK", "LANES", "PART", "SMALL", "STRIP"];
    let mut out: String = String::new();
    for c in name.chars() {
        match c {
            c if apart::is_mark(c) => out += &format!("u{:x}", c as u32),
            c if c.is_alphanumeric() || c == '_' => out.push(c),
            _ => out.push('_'),
        }
    }
    // Clippy wants a letter in a name.
    if out.starts_with(|c: char| c.is_ascii_digit()) || out.chars().all(|c| c == '_' || c.is_ascii_digit()) {
        out.insert(0, 'x');
    }
    if is_keyword(&out) || OTHERS.contains(&out.as_str()) {
        out.push('_');
    }
    out
}
