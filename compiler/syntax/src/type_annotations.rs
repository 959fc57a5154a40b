//! Annotations of types, and receiver parameters: both say something to tools and nothing to a compiler, and they may stand at
//! so many places (`(@A int) x`, `new @A int @B [n]`, `Map.@A Entry`, `T extends @A B & @C D`) that the grammar reads the
//! tokens without them. An annotation that may belong to a declaration stays.

use crate::filter::{is_primitive, partners};
use crate::lexer::{Tok, Token};

/// The tokens without them, and the tokens of their names.
pub fn without_type_annotations(tokens: Vec<Token>) -> LeftOut {
    let (mut names, mut of_loops) = (Vec::new(), Vec::new());
    if !tokens.iter().any(|t| matches!(t.tok, Tok::At | Tok::This)) {
        return LeftOut { tokens, names, of_loops };
    }
    let reader = Reader { partner: partners(&tokens), tokens: &tokens };
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while i < tokens.len() {
        let before = out.last().map(|t| t.tok);
        if let Some(end) = reader.annotation(i) {
            if let Some(at) = reader.annotates_loop(before, end) {
                of_loops.push(OfLoop { name: reader.name(i, end), lo: tokens[i].lo, hi: tokens[end - 1].hi, at });
                i = end;
                continue;
            }
            if !reader.annotates_type(before, end) {
                reader.keep(i, end, &mut out, &mut names);
                // What follows belongs to the same declaration.
                i = end;
                while let Some(end) = reader.annotation(i) {
                    reader.keep(i, end, &mut out, &mut names);
                    i = end;
                }
                continue;
            }
            names.push(reader.name(i, end));
            i = end;
        } else if before == Some(Tok::LParen)
            && let Some(end) = reader.receiver(i)
        {
            i = end;
        } else {
            out.push(tokens[i]);
            i += 1;
        }
    }
    LeftOut { tokens: out, names, of_loops }
}

/// The tokens without these annotations, the names of those of types and parameters, and those of loops.
pub struct LeftOut {
    pub tokens: Vec<Token>,
    pub names: Vec<Vec<Token>>,
    pub of_loops: Vec<OfLoop>,
}

/// An annotation in front of a loop that begins at `at`; all are positions in the text.
pub struct OfLoop {
    pub name: Vec<Token>,
    pub lo: u32,
    pub hi: u32,
    pub at: u32,
}

struct Reader<'a> {
    tokens: &'a [Token],
    partner: Vec<usize>,
}

impl Reader<'_> {
    fn tok(&self, i: usize) -> Option<Tok> {
        self.tokens.get(i).map(|t| t.tok)
    }

    /// The end of the annotation that starts at `i`.
    fn annotation(&self, i: usize) -> Option<usize> {
        if self.tok(i) != Some(Tok::At) || self.tok(i + 1) != Some(Tok::Ident) {
            return None;
        }
        let mut end = i + 2;
        while self.tok(end) == Some(Tok::Dot) && self.tok(end + 1) == Some(Tok::Ident) {
            end += 2;
        }
        match self.partner.get(end) {
            Some(&close) if self.tok(end) == Some(Tok::LParen) && close < self.tokens.len() => Some(close + 1),
            _ => Some(end),
        }
    }

    /// The name of the annotation from `start` to `end`.
    fn name(&self, start: usize, end: usize) -> Vec<Token> {
        let name = self.tokens[start + 1..end].iter().take_while(|t| t.tok != Tok::LParen);
        name.filter(|t| t.tok == Tok::Ident).copied().collect()
    }

    /// An annotation of a declaration, from `start` to `end`. Of those in its arguments, one in front of a type is of the type,
    /// as in a cast, and any other one a value.
    fn keep(&self, start: usize, end: usize, out: &mut Vec<Token>, names: &mut Vec<Vec<Token>>) {
        out.push(self.tokens[start]);
        let mut i = start + 1;
        while i < end {
            let mut next = i;
            while let Some(end) = self.annotation(next) {
                next = end;
            }
            match self.annotation(i) {
                Some(close) if self.tok(next).is_some_and(|tok| tok == Tok::Ident || is_primitive(tok)) => {
                    names.push(self.name(i, close));
                    i = close;
                }
                _ => {
                    out.push(self.tokens[i]);
                    i += 1;
                }
            }
        }
    }

    /// Where the loop begins that the annotation which ends at `end` stands in front of.
    fn annotates_loop(&self, before: Option<Tok>, end: usize) -> Option<u32> {
        let starts = matches!(
            before,
            Some(Tok::LBrace | Tok::RBrace | Tok::Semi | Tok::RParen | Tok::Else | Tok::Do | Tok::Colon)
        );
        let mut next = end;
        while let Some(end) = self.annotation(next) {
            next = end;
        }
        let is_loop = matches!(self.tok(next), Some(Tok::For | Tok::While | Tok::Do));
        (starts && is_loop).then(|| self.tokens[next].lo)
    }

    /// Whether the annotation that ends at `end` stands where no declaration begins. Behind a name or a type `@` may be a
    /// map as well, which has arguments and may be subscripted: there an annotation is what stands in front of empty brackets,
    /// or of others without arguments of its own, or of a method's type.
    fn annotates_type(&self, before: Option<Tok>, end: usize) -> bool {
        let mut next = end;
        while let Some(end) = self.annotation(next) {
            next = end;
        }
        let empty = matches!((self.tok(next), self.tok(next + 1)), (Some(Tok::LBracket), Some(Tok::RBracket)));
        let not_map = self.tok(end - 1) == Some(Tok::Ident) || empty || self.tok(next) == Some(Tok::Ellipsis);
        let brackets = matches!(self.tok(next), Some(Tok::LBracket | Tok::Ellipsis));
        match before {
            Some(Tok::Ident) => not_map && brackets,
            Some(Tok::RBracket) => brackets,
            Some(Tok::Gt) => {
                not_map && brackets || self.tok(next).is_some_and(|tok| tok == Tok::Ident || is_primitive(tok))
            }
            Some(tok) if is_primitive(tok) => brackets,
            Some(tok) => matches!(
                tok,
                Tok::LParen
                    | Tok::Comma
                    | Tok::Lt
                    | Tok::Dot
                    | Tok::New
                    | Tok::InstanceOf
                    | Tok::Extends
                    | Tok::Super
                    | Tok::Implements
                    | Tok::Throws
                    | Tok::Amp
                    | Tok::Bar
                    | Tok::Question
                    | Tok::Assign
                    | Tok::Return
                    | Tok::Arrow
            ),
            None => false,
        }
    }

    /// The end of the receiver parameter that starts at `i`: `Outer.Inner<T> this`, `Outer Outer.this`, and the comma
    /// behind it.
    fn receiver(&self, i: usize) -> Option<usize> {
        let mut at = i;
        loop {
            match self.tok(at)? {
                Tok::This => break,
                Tok::Ident | Tok::Dot | Tok::Lt | Tok::Gt | Tok::Question | Tok::Extends => at += 1,
                _ => at = self.annotation(at)?,
            }
        }
        let mut name = at;
        while name > i + 1 && self.tok(name - 1) == Some(Tok::Dot) {
            name -= 2;
        }
        if name == i || !matches!(self.tok(name - 1), Some(Tok::Ident | Tok::Gt)) {
            return None;
        }
        match self.tok(at + 1)? {
            Tok::RParen => Some(at + 1),
            Tok::Comma => Some(at + 2),
            _ => None,
        }
    }
}
