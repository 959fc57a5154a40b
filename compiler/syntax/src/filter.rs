//! The token filter: settles by looking ahead over tokens what an LALR(1) grammar cannot.
//!
//! - `<` that opens type arguments, type parameters or a view becomes [`Tok::GenericOpen`], its `>` becomes
//!   [`Tok::GenericClose`]; the other `>` are joined to `>>`, `>>>`, `>>=`, `>>>=`.
//! - `(` of casts and lambdas gets a token of its own; a mark stands before local declarations and types in expressions.
//! - Contextual words (`task`, `value`, `record`, `yield`, …) become keywords where nothing else could be meant, and stay
//!   identifiers everywhere else, so every Java program that uses one as a name still parses.
//! - `@` before an operator maps, `!` after one reduces: `"s" +!flag` stays Java's, since `+!` reduces only where a prefix
//!   operator may stand.
//!
//! The filter keeps a stack of the brackets that are open, which tells a class body from a block from an initialiser.
//! It works on any token sequence, balanced or not.

mod brackets;
mod types;

use crate::diagnostics::Diagnostic;
use crate::lexer::{Positions, Tok, Token};
use std::cell::Cell;

/// What the filter knows about a token before it reaches it.
const GENERIC: u8 = 1;
/// A statement or member starts here.
const START: u8 = 2;
/// Modifiers or annotations stand before this, with nothing else.
const AFTER_MODIFIERS: u8 = 4;
const CASE_ARROW: u8 = 8;
/// The parenthesis of an annotation.
const ANNOTATION: u8 = 16;
/// The `.` between a marked type and `class`.
const TYPE_DOT: u8 = 32;

const NONE: usize = usize::MAX;
/// How deep type arguments may nest in one another: what recurses over types has a stack.
pub const MAX_NESTING: u32 = 200;

/// What an open bracket holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Frame {
    /// A class body: `constants` while the constants of an enum are listed, `init` behind a field's `=`.
    Class {
        constants: bool,
        init: bool,
    },
    Block {
        switch: bool,
    },
    /// `{` of an array initialiser.
    Init,
    Paren,
    /// After `(` comes a parameter.
    Params,
    /// After `)` comes a statement.
    Condition,
    For,
    Resources,
    Cast,
    Dist,
    Bracket,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Header {
    None,
    Class,
    Enum,
}

/// Whether what stands in the braces of methods and constructors is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bodies {
    Read,
    LeftOut,
}

/// The tokens as the grammar reads them, and where each class body's `{` stands.
pub struct Filtered {
    pub tokens: Vec<Token>,
    pub class_bodies: Vec<u32>,
    /// Where type arguments nest more than [`MAX_NESTING`] deep.
    pub too_deep: Option<u32>,
}

pub fn filter(
    text: &str,
    tokens: &[Token],
    positions: &Positions,
    bodies: Bodies,
    diagnostics: &mut Vec<Diagnostic>,
) -> Filtered {
    let mut filter = Filter {
        text,
        bodies,
        tokens,
        positions,
        diagnostics,
        partner: partners(tokens),
        flags: vec![0; tokens.len() + 2],
        out: Vec::with_capacity(tokens.len() + tokens.len() / 8),
        class_bodies: Vec::new(),
        stack: Vec::new(),
        operand: false,
        header: Header::None,
        next_start: START,
        too_deep: Cell::new(None),
    };
    let mut i = 0;
    while i < tokens.len() {
        i = filter.step(i);
    }
    let too_deep = filter.too_deep.get().map(|i| tokens[i].lo);
    Filtered { tokens: filter.out, class_bodies: filter.class_bodies, too_deep }
}

/// For each bracket the index of the one that closes or opens it, [`NONE`] for all else.
pub fn partners(tokens: &[Token]) -> Vec<usize> {
    let mut partner = vec![NONE; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let opener = match token.tok {
            Tok::LParen | Tok::LBrace | Tok::LBracket => {
                open.push(i);
                continue;
            }
            Tok::RParen => Tok::LParen,
            Tok::RBrace => Tok::LBrace,
            Tok::RBracket => Tok::LBracket,
            _ => continue,
        };
        if let Some(&o) = open.last().filter(|&&o| tokens[o].tok == opener) {
            open.pop();
            partner[o] = i;
            partner[i] = o;
        }
    }
    partner
}

struct Filter<'a> {
    text: &'a str,
    bodies: Bodies,
    tokens: &'a [Token],
    positions: &'a Positions,
    diagnostics: &'a mut Vec<Diagnostic>,
    partner: Vec<usize>,
    flags: Vec<u8>,
    out: Vec<Token>,
    class_bodies: Vec<u32>,
    stack: Vec<Frame>,
    /// The last token ends an operand, so an operator that follows is binary.
    operand: bool,
    /// The header of a type declaration is being read: its body has not begun.
    header: Header,
    next_start: u8,
    /// The `<` of the first type arguments that are too deep in others.
    too_deep: Cell<Option<usize>>,
}

impl<'a> Filter<'a> {
    fn tok(&self, i: usize) -> Option<Tok> {
        self.tokens.get(i).map(|t| t.tok)
    }

    fn is(&self, i: usize, tok: Tok) -> bool {
        self.tok(i) == Some(tok)
    }

    fn before(&self, i: usize) -> Option<Tok> {
        i.checked_sub(1).and_then(|i| self.tok(i))
    }

    fn word(&self, i: usize) -> &'a str {
        match self.tokens.get(i) {
            Some(t) if t.tok == Tok::Ident => self.text.get(t.lo as usize..t.hi as usize).unwrap_or(""),
            _ => "",
        }
    }

    /// Token `i` touches the one before it.
    fn adjacent(&self, i: usize) -> bool {
        i > 0 && i < self.tokens.len() && self.tokens[i - 1].hi == self.tokens[i].lo
    }

    fn has(&self, i: usize, flag: u8) -> bool {
        self.flags.get(i).is_some_and(|f| f & flag != 0)
    }

    fn flag(&mut self, i: usize, flag: u8) {
        if let Some(f) = self.flags.get_mut(i) {
            *f |= flag;
        }
    }

    fn partner_of(&self, i: usize) -> Option<usize> {
        self.partner.get(i).copied().filter(|&p| p != NONE)
    }

    fn emit(&mut self, tok: Tok, first: usize, last: usize) {
        self.out.push(Token { tok, lo: self.tokens[first].lo, hi: self.tokens[last].hi });
    }

    fn mark(&mut self, tok: Tok, i: usize) {
        let lo = self.tokens[i].lo;
        self.out.push(Token { tok, lo, hi: lo });
    }

    fn top(&self) -> Frame {
        self.stack.last().copied().unwrap_or(Frame::Class { constants: false, init: false })
    }

    /// Members or types are declared here.
    fn in_members(&self) -> bool {
        matches!(self.top(), Frame::Class { constants: false, init: false })
    }

    fn in_block(&self) -> bool {
        matches!(self.top(), Frame::Block { .. })
    }

    /// Deals with token `i` (and those joined to it) and gives the index of the next.
    fn step(&mut self, i: usize) -> usize {
        let tok = self.tokens[i].tok;
        let start = self.next_start | (self.flags[i] & (START | AFTER_MODIFIERS));
        self.next_start = 0;
        match tok {
            Tok::Ident => self.ident(i, start),
            Tok::Public
            | Tok::Protected
            | Tok::Private
            | Tok::Static
            | Tok::Final
            | Tok::Abstract
            | Tok::Native
            | Tok::Transient
            | Tok::Volatile
            | Tok::Strictfp
            | Tok::Synchronized => self.modifier(tok, i, i, start),
            Tok::Default if !self.is(i + 1, Tok::Colon) && !self.is(i + 1, Tok::Arrow) => {
                self.modifier(tok, i, i, start)
            }
            Tok::Default => {
                self.case_end(i + 1);
                self.plain(Tok::CaseDefault, i, i, false)
            }
            Tok::Case => {
                self.case_label(i);
                self.plain(tok, i, i, false)
            }
            Tok::Switch if start != 0 && self.in_block() => self.plain(tok, i, i, false),
            Tok::Switch => self.plain(Tok::SwitchExpr, i, i, false),
            Tok::Class | Tok::Interface | Tok::Enum => {
                if self.before(i) != Some(Tok::Dot) {
                    self.header = if tok == Tok::Enum { Header::Enum } else { Header::Class };
                }
                self.plain(tok, i, i, true)
            }
            Tok::Else | Tok::Do => {
                self.next_start = START;
                self.plain(tok, i, i, false)
            }
            Tok::Boolean
            | Tok::Byte
            | Tok::Char
            | Tok::Double
            | Tok::Float
            | Tok::Int
            | Tok::Long
            | Tok::Short
            | Tok::Void => {
                self.type_marks(i, start);
                self.plain(tok, i, i, true)
            }
            Tok::Literal
            | Tok::True
            | Tok::False
            | Tok::Null
            | Tok::This
            | Tok::Super
            | Tok::PlusPlus
            | Tok::MinusMinus => self.plain(tok, i, i, true),
            Tok::MinInt | Tok::MinLong => {
                let t = self.tokens[i];
                let (kind, what) =
                    if tok == Tok::MinInt { ("int", "2147483648") } else { ("long", "9223372036854775808L") };
                let cure =
                    if tok == Tok::MinInt { "write `L` at its end for a `long`" } else { "a `long` holds 64 bits" };
                let diagnostic = Diagnostic::error("E0007", "integer too large", self.positions.span(t.lo, t.hi))
                    .label(format!("{what} is an `{kind}` only under a minus; {cure}"));
                self.diagnostics.push(diagnostic);
                self.plain(tok, i, i, true)
            }
            Tok::Minus if !self.operand && matches!(self.tok(i + 1), Some(Tok::MinInt | Tok::MinLong)) => {
                let joined = self.tokens[i + 1].tok;
                self.plain(joined, i, i + 1, true)
            }
            Tok::Plus | Tok::Minus | Tok::Star | Tok::Amp | Tok::Bar | Tok::Caret
                if !self.operand && self.is(i + 1, Tok::Not) && self.adjacent(i + 1) =>
            {
                let joined = match tok {
                    Tok::Plus => Tok::ReduceAdd,
                    Tok::Minus => Tok::ReduceSub,
                    Tok::Star => Tok::ReduceMul,
                    Tok::Amp => Tok::ReduceAnd,
                    Tok::Bar => Tok::ReduceOr,
                    _ => Tok::ReduceXor,
                };
                self.plain(joined, i, i + 1, false)
            }
            Tok::Not if self.operand && self.before(i) == Some(Tok::Ident) && self.before_name_is_dot(i) => {
                self.plain(Tok::ReduceBang, i, i, false)
            }
            Tok::At => self.at(i, start),
            Tok::Lt => self.less(i, start),
            Tok::Gt | Tok::Ge => self.greater(i),
            Tok::LParen => self.open_paren(i),
            Tok::LBrace => self.open_brace(i, start),
            Tok::LBracket => {
                self.stack.push(Frame::Bracket);
                let tok = if self.is(i + 1, Tok::LBracket) { Tok::ValueOpen } else { tok };
                self.plain(tok, i, i, false)
            }
            Tok::RParen | Tok::RBrace | Tok::RBracket => self.close(tok, i),
            Tok::Semi => {
                match self.stack.last_mut() {
                    Some(Frame::Class { constants, init }) => (*constants, *init) = (false, false),
                    Some(Frame::Block { .. } | Frame::Resources) | None => {}
                    Some(_) => return self.plain(tok, i, i, false),
                }
                self.header = Header::None;
                self.next_start = START;
                self.plain(tok, i, i, false)
            }
            Tok::Comma => {
                if matches!(self.top(), Frame::Params | Frame::Class { constants: true, .. }) {
                    self.next_start = START;
                }
                self.plain(tok, i, i, false)
            }
            Tok::Assign => {
                if let Some(Frame::Class { init, .. }) = self.stack.last_mut() {
                    *init = true;
                }
                self.plain(tok, i, i, false)
            }
            Tok::Dot if self.has(i, TYPE_DOT) => self.plain(Tok::TypeDot, i, i, false),
            Tok::Arrow if self.has(i, CASE_ARROW) => self.plain(Tok::CaseArrow, i, i, false),
            Tok::ErrorStmt | Tok::ErrorMember => {
                self.next_start = START;
                self.plain(tok, i, i, false)
            }
            Tok::ErrorExpr => self.plain(tok, i, i, true),
            _ => self.plain(tok, i, i, false),
        }
    }

    fn plain(&mut self, tok: Tok, first: usize, last: usize, operand: bool) -> usize {
        self.emit(tok, first, last);
        self.operand = operand;
        last + 1
    }

    /// Emits a modifier: what follows it is a declaration if it stood where one may start.
    fn modifier(&mut self, tok: Tok, first: usize, last: usize, start: u8) -> usize {
        if start != 0 {
            self.next_start = AFTER_MODIFIERS;
        }
        self.plain(tok, first, last, false)
    }

    /// `.` stands before the name that ends before `i`.
    fn before_name_is_dot(&self, i: usize) -> bool {
        i >= 2 && self.is(i - 2, Tok::Dot)
    }

    // ---- names and contextual words -----------------------------------------------------------------------------

    fn ident(&mut self, i: usize, start: u8) -> usize {
        if let Some(next) = self.contextual(i, start) {
            return next;
        }
        if start != 0 && self.in_block() && self.is(i + 1, Tok::Colon) {
            self.flag(i + 2, START);
        } else {
            self.type_marks(i, start);
        }
        self.plain(Tok::Ident, i, i, true)
    }

    /// The token a contextual word is where it stands; None: a name.
    fn contextual(&mut self, i: usize, start: u8) -> Option<usize> {
        let next = self.tok(i + 1);
        let begins = start != 0;
        match self.word(i) {
            "record"
                if begins && next == Some(Tok::Ident) && matches!(self.tok(i + 2), Some(Tok::LParen | Tok::Lt)) =>
            {
                self.header = Header::Class;
                Some(self.plain(Tok::Record, i, i, false))
            }
            "value" if begins && self.starts_type_declaration(i + 1) => Some(self.modifier(Tok::Value, i, i, start)),
            "value"
                if matches!(self.before(i), Some(Tok::Lt | Tok::Comma))
                    && next == Some(Tok::Ident)
                    && self.out.last().is_some_and(|t| t.tok == Tok::GenericOpen || t.tok == Tok::Comma)
                    && (self.before(i) == Some(Tok::Lt) || self.in_type_parameters()) =>
            {
                Some(self.plain(Tok::Value, i, i, false))
            }
            "sealed" if begins && self.starts_type_declaration(i + 1) => Some(self.modifier(Tok::Sealed, i, i, start)),
            "non"
                if begins
                    && next == Some(Tok::Minus)
                    && self.word(i + 2) == "sealed"
                    && self.starts_type_declaration(i + 3) =>
            {
                Some(self.modifier(Tok::NonSealed, i, i + 2, start))
            }
            "permits"
                if self.header != Header::None
                    && next == Some(Tok::Ident)
                    && !matches!(
                        self.before(i),
                        Some(Tok::Class | Tok::Interface | Tok::Dot | Tok::Extends | Tok::Implements)
                    ) =>
            {
                Some(self.plain(Tok::Permits, i, i, false))
            }
            "local" if begins && self.in_members() && self.starts_method_after(i + 1) => {
                Some(self.modifier(Tok::Local, i, i, start))
            }
            "shared" if begins && self.declares(i + 1) => Some(self.modifier(Tok::Shared, i, i, start)),
            "dist" if begins && next == Some(Tok::LParen) => {
                let close = self.partner_of(i + 1)?;
                if !self.declares(close + 1) {
                    return None;
                }
                self.flag(close + 1, AFTER_MODIFIERS);
                Some(self.plain(Tok::Dist, i, i, false))
            }
            "dist" if begins && self.declares(i + 1) => Some(self.modifier(Tok::Dist, i, i, start)),
            "reduce" if next == Some(Tok::LParen) && (begins && self.in_members() || self.after_sync()) => {
                let close = self.partner_of(i + 1)?;
                let follows = self.tok(close + 1)?;
                if self.after_sync() {
                    return Some(self.plain(Tok::Reduce, i, i, false));
                }
                let declared = follows == Tok::Ident && self.word(close + 1) != "default"
                    || matches!(follows, Tok::At | Tok::Lt)
                    || is_primitive(follows)
                    || is_modifier(follows);
                if !declared {
                    return None;
                }
                self.flag(close + 1, AFTER_MODIFIERS);
                Some(self.plain(Tok::Reduce, i, i, false))
            }
            "sync" if begins && self.in_block() => {
                let block = match next? {
                    Tok::LBrace => true,
                    Tok::LParen => self.partner_of(i + 1).is_some_and(|close| self.is(close + 1, Tok::LBrace)),
                    Tok::Ident => self.word(i + 1) == "reduce" && self.is(i + 2, Tok::LParen),
                    _ => false,
                };
                block.then(|| self.plain(Tok::Sync, i, i, false))
            }
            "single" if begins && self.in_block() && next == Some(Tok::LBrace) => {
                Some(self.plain(Tok::Single, i, i, false))
            }
            "yield" if begins && self.in_block() && self.starts_yield(i + 1) => {
                Some(self.plain(Tok::Yield, i, i, false))
            }
            "task"
                if !self.operand
                    && !(begins && self.in_members())
                    && self.before(i) != Some(Tok::Dot)
                    && next == Some(Tok::Ident)
                    && matches!(self.tok(i + 2), Some(Tok::Dot | Tok::LParen | Tok::Lt)) =>
            {
                Some(self.plain(Tok::Task, i, i, false))
            }
            "view" | "polyview" if self.top() == Frame::Dist && next == Some(Tok::Assign) => {
                let tok = if self.word(i) == "view" { Tok::View } else { Tok::Polyview };
                self.view(i + 2);
                Some(self.plain(tok, i, i, false))
            }
            "dim" if self.top() == Frame::Dist && next == Some(Tok::Assign) => Some(self.plain(Tok::Dim, i, i, false)),
            _ => None,
        }
    }

    /// Marks the brackets of `<1,1>, <2,0>`.
    fn view(&mut self, mut i: usize) {
        while self.is(i, Tok::Lt) {
            let mut j = i + 1;
            while let Some(tok) = self.tok(j) {
                match tok {
                    Tok::Gt => break,
                    Tok::LParen | Tok::LBracket => j = self.partner_of(j).unwrap_or(j),
                    Tok::RParen | Tok::Semi | Tok::LBrace | Tok::RBrace => return,
                    _ => {}
                }
                j += 1;
            }
            self.flag(i, GENERIC);
            self.flag(j, GENERIC);
            i = if self.is(j + 1, Tok::Comma) { j + 2 } else { return };
        }
    }

    fn after_sync(&self) -> bool {
        self.out.last().is_some_and(|t| t.tok == Tok::Sync)
    }

    /// Modifiers, then the declaration of a type.
    fn starts_type_declaration(&self, mut i: usize) -> bool {
        loop {
            match self.tok(i) {
                Some(Tok::Class | Tok::Interface | Tok::Enum) => return true,
                Some(Tok::At) => return self.is(i + 1, Tok::Interface) || self.is(i + 1, Tok::Ident),
                Some(tok) if is_modifier(tok) => i += 1,
                Some(Tok::Ident) => match self.word(i) {
                    "record" => {
                        return self.is(i + 1, Tok::Ident) && matches!(self.tok(i + 2), Some(Tok::LParen | Tok::Lt));
                    }
                    "value" | "sealed" => i += 1,
                    "non" if self.is(i + 1, Tok::Minus) && self.word(i + 2) == "sealed" => i += 3,
                    _ => return false,
                },
                _ => return false,
            }
        }
    }

    /// A method's or constructor's declaration goes on here, so what stands before is a modifier.
    fn starts_method_after(&self, i: usize) -> bool {
        match self.tok(i) {
            Some(Tok::At | Tok::Lt) => true,
            Some(tok) if is_modifier(tok) || is_primitive(tok) => true,
            Some(Tok::Ident) if self.word(i) == "reduce" && self.is(i + 1, Tok::LParen) => true,
            // A constructor's name begins with a capital by every convention; a method's does not.
            Some(Tok::Ident) if self.is(i + 1, Tok::LParen) => self.word(i).starts_with(char::is_uppercase),
            _ => self.declares(i),
        }
    }

    /// A type with a name behind it.
    fn declares(&self, i: usize) -> bool {
        if self.is(i, Tok::Final) || self.word(i) == "dist" && (self.is(i + 1, Tok::LParen) || self.declares(i + 1)) {
            return true;
        }
        // `int... xs` is an array's declaration too.
        let name = |end| if self.is(end, Tok::Ellipsis) { end + 1 } else { end };
        self.skip_type(i).is_some_and(|(end, _)| self.is(name(end), Tok::Ident))
    }

    fn starts_yield(&self, i: usize) -> bool {
        match self.tok(i) {
            Some(Tok::LParen) => {
                // A call of a method named `yield` has nothing behind it, but so has `yield (x);`: a switch decides.
                let in_switch = self.stack.contains(&Frame::Block { switch: true });
                let call = self.partner_of(i).is_some_and(|close| self.is(close + 1, Tok::Semi));
                !call || in_switch
            }
            Some(Tok::PlusPlus | Tok::MinusMinus) => !self.is(i + 1, Tok::Semi),
            Some(Tok::Ident) => {
                !matches!(self.tok(i + 1), Some(Tok::Assign | Tok::Ident))
                    || self.is(i + 1, Tok::Assign) && self.in_switch()
            }
            Some(tok) => {
                matches!(
                    tok,
                    Tok::Literal
                        | Tok::MinInt
                        | Tok::MinLong
                        | Tok::True
                        | Tok::False
                        | Tok::Null
                        | Tok::This
                        | Tok::Super
                        | Tok::New
                        | Tok::Switch
                        | Tok::Not
                        | Tok::Tilde
                        | Tok::Minus
                        | Tok::Plus
                        | Tok::At
                ) || is_primitive(tok)
            }
            None => false,
        }
    }

    fn in_switch(&self) -> bool {
        self.stack.contains(&Frame::Block { switch: true })
    }

    // ---- types --------------------------------------------------------------------------------------------------

    /// Finds the `:` or `->` that ends the labels of the `case` at `i`.
    fn case_label(&mut self, i: usize) {
        let (mut j, mut questions) = (i + 1, 0);
        while let Some(tok) = self.tok(j) {
            match tok {
                Tok::LParen | Tok::LBracket => j = self.partner_of(j).unwrap_or(j),
                Tok::Question => questions += 1,
                Tok::Colon if questions > 0 => questions -= 1,
                Tok::Colon | Tok::Arrow => return self.case_end(j),
                Tok::Semi | Tok::LBrace | Tok::RBrace => return,
                _ => {}
            }
            j += 1;
        }
    }

    /// Token `i` is the `:` or `->` that ends a case label.
    fn case_end(&mut self, i: usize) {
        if self.is(i, Tok::Colon) {
            self.flag(i + 1, START);
        } else {
            self.flag(i, CASE_ARROW);
        }
    }

    fn at(&mut self, i: usize, start: u8) -> usize {
        match self.tok(i + 1) {
            Some(Tok::Interface) => {
                self.header = Header::Class;
                return self.plain(Tok::AtInterface, i, i + 1, false);
            }
            Some(Tok::Ident) => {
                let name = matches!(self.before(i), Some(Tok::Ident | Tok::Gt));
                if start == 0 && self.operand && name {
                    return self.plain(Tok::MapAt, i, i, false);
                }
                let end = self.skip_annotation(i);
                if self.partner_of(end.wrapping_sub(1)).is_some() {
                    let open = self.partner[end - 1];
                    self.flag(open, ANNOTATION);
                }
                if start != 0 {
                    self.flag(end, AFTER_MODIFIERS);
                }
                return self.plain(Tok::At, i, i, false);
            }
            Some(Tok::LParen) if !self.operand => {
                self.stack.push(Frame::Cast);
                return self.plain(Tok::MapCastOpen, i, i + 1, false);
            }
            _ => {}
        }
        let joined = if self.operand { self.map_binary(i + 1) } else { self.map_unary(i + 1) };
        match joined {
            Some((tok, last)) => self.plain(tok, i, last, false),
            None => self.plain(Tok::At, i, i, false),
        }
    }

    fn map_unary(&self, i: usize) -> Option<(Tok, usize)> {
        let tok = match self.tok(i)? {
            Tok::Minus => Tok::MapNeg,
            Tok::Plus => Tok::MapPlus,
            Tok::Not => Tok::MapNot,
            Tok::Tilde => Tok::MapBitNot,
            _ => return None,
        };
        Some((tok, i))
    }

    fn map_binary(&self, i: usize) -> Option<(Tok, usize)> {
        let tok = match self.tok(i)? {
            Tok::Plus => Tok::MapAdd,
            Tok::Minus => Tok::MapSub,
            Tok::Star => Tok::MapMul,
            Tok::Slash => Tok::MapDiv,
            Tok::Percent => Tok::MapRem,
            Tok::Shl => Tok::MapShl,
            Tok::Lt => Tok::MapLt,
            Tok::Le => Tok::MapLe,
            Tok::Ge => Tok::MapGe,
            Tok::EqEq => Tok::MapEq,
            Tok::Ne => Tok::MapNe,
            Tok::Amp => Tok::MapAnd,
            Tok::Caret => Tok::MapXor,
            Tok::Bar => Tok::MapOr,
            Tok::AndAnd => Tok::MapLogAnd,
            Tok::OrOr => Tok::MapLogOr,
            Tok::Gt => {
                let more = (1..3).take_while(|&n| self.is(i + n, Tok::Gt) && self.adjacent(i + n)).count();
                return Some(([Tok::MapGt, Tok::MapShr, Tok::MapUShr][more], i + more));
            }
            _ => return None,
        };
        Some((tok, i))
    }

    // ---- brackets -----------------------------------------------------------------------------------------------
}

pub fn is_primitive(tok: Tok) -> bool {
    matches!(
        tok,
        Tok::Boolean | Tok::Byte | Tok::Char | Tok::Double | Tok::Float | Tok::Int | Tok::Long | Tok::Short | Tok::Void
    )
}

pub fn is_modifier(tok: Tok) -> bool {
    matches!(
        tok,
        Tok::Public
            | Tok::Protected
            | Tok::Private
            | Tok::Static
            | Tok::Final
            | Tok::Abstract
            | Tok::Native
            | Tok::Transient
            | Tok::Volatile
            | Tok::Strictfp
            | Tok::Synchronized
            | Tok::Default
    )
}
