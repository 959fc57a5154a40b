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

use crate::diagnostics::Diagnostic;
use crate::lexer::{Positions, Tok, Token};

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
/// How deep type arguments may nest in one another.
const MAX_NESTING: u32 = 40;

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
    };
    let mut i = 0;
    while i < tokens.len() {
        i = filter.step(i);
    }
    Filtered { tokens: filter.out, class_bodies: filter.class_bodies }
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
        self.skip_type(i).is_some_and(|(end, _)| self.is(end, Tok::Ident))
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

    /// Puts the mark of a declaration or of a type in an expression before token `i` where one belongs.
    fn type_marks(&mut self, i: usize, start: u8) {
        if start & START != 0
            && matches!(self.top(), Frame::Block { .. } | Frame::For | Frame::Resources)
            && let Some((end, certain)) = self.skip_type(i)
        {
            let named = self.is(end, Tok::Ident) && !self.is(end + 1, Tok::LParen);
            let primitive = certain
                && self.tok(i) != Some(Tok::Ident)
                && !matches!(self.tok(end), Some(Tok::Dot | Tok::ColonColon));
            if named || primitive {
                return self.mark(Tok::DeclMark, i);
            }
        }
        if self.operand || matches!(self.before(i), Some(Tok::Dot | Tok::New | Tok::At)) {
            return;
        }
        if let Some((end, true)) = self.skip_type(i)
            && (self.is(end, Tok::ColonColon) || self.is(end, Tok::Dot) && self.is(end + 1, Tok::Class))
        {
            self.mark(Tok::TypeMark, i);
            if self.is(end, Tok::Dot) {
                self.flag(end, TYPE_DOT);
            }
        }
    }

    /// The end of the type that starts at `i`, and whether it can be nothing but a type.
    fn skip_type(&self, i: usize) -> Option<(usize, bool)> {
        self.skip_type_within(i, MAX_NESTING)
    }

    fn skip_type_within(&self, mut i: usize, depth: u32) -> Option<(usize, bool)> {
        let mut certain = false;
        match self.tok(i)? {
            tok if is_primitive(tok) => {
                certain = true;
                i += 1;
            }
            Tok::Ident => loop {
                i += 1;
                if self.is(i, Tok::Lt) {
                    match self.skip_type_args(i, depth) {
                        Some(end) => {
                            certain = true;
                            i = end;
                        }
                        None => break,
                    }
                }
                if self.is(i, Tok::Dot) && self.is(i + 1, Tok::Ident) {
                    i += 1;
                } else {
                    break;
                }
            },
            _ => return None,
        }
        while self.is(i, Tok::LBracket) {
            let close = self.partner_of(i)?;
            certain |= close == i + 1 || self.is(i + 1, Tok::LBracket);
            i = close + 1;
        }
        Some((i, certain))
    }

    /// The end of the type arguments or type parameters whose `<` is at `i`; None: it is no such thing.
    fn skip_type_args(&self, i: usize, depth: u32) -> Option<usize> {
        let depth = depth.checked_sub(1)?;
        let mut i = i + 1;
        if self.is(i, Tok::Gt) {
            return Some(i + 1);
        }
        loop {
            while self.is(i, Tok::At) && self.is(i + 1, Tok::Ident) {
                i = self.skip_annotation(i);
            }
            if self.is(i, Tok::Question) {
                i += 1;
                if !matches!(self.tok(i), Some(Tok::Extends | Tok::Super)) {
                    match self.tok(i)? {
                        Tok::Comma => i += 1,
                        Tok::Gt => return Some(i + 1),
                        _ => return None,
                    }
                    continue;
                }
            } else {
                if self.word(i) == "value" && self.is(i + 1, Tok::Ident) {
                    i += 1;
                }
                i = self.skip_type_within(i, depth)?.0;
            }
            // `a < b & c > d` compares; only behind `extends` does `&` join types.
            let mut bounded = false;
            while matches!(self.tok(i), Some(Tok::Extends | Tok::Super)) || bounded && self.is(i, Tok::Amp) {
                bounded |= self.is(i, Tok::Extends);
                i = self.skip_type_within(i + 1, depth)?.0;
            }
            match self.tok(i)? {
                Tok::Comma => i += 1,
                Tok::Gt => return Some(i + 1),
                _ => return None,
            }
        }
    }

    /// A `<` of generics is open.
    fn in_type_parameters(&self) -> bool {
        let mut depth = 0;
        for t in self.out.iter().rev() {
            match t.tok {
                Tok::GenericClose => depth += 1,
                Tok::GenericOpen if depth == 0 => return true,
                Tok::GenericOpen => depth -= 1,
                Tok::LParen | Tok::RParen | Tok::LBrace | Tok::RBrace | Tok::Semi => return false,
                _ => {}
            }
        }
        false
    }

    /// The end of the annotation whose `@` is at `i`.
    fn skip_annotation(&self, i: usize) -> usize {
        let mut end = i + 2;
        while self.is(end, Tok::Dot) && self.is(end + 1, Tok::Ident) {
            end += 2;
        }
        match self.partner_of(end) {
            Some(close) if self.is(end, Tok::LParen) => close + 1,
            _ => end,
        }
    }

    /// `<`: the start of type arguments, or less than.
    fn less(&mut self, i: usize, start: u8) -> usize {
        if !self.has(i, GENERIC)
            && let Some(end) = self.skip_type_args(i, MAX_NESTING).filter(|&end| self.opens_generics(i, end, start))
        {
            for j in i..end {
                if matches!(self.tokens[j].tok, Tok::Lt | Tok::Gt) {
                    self.flag(j, GENERIC);
                }
            }
        }
        let tok = if self.has(i, GENERIC) { Tok::GenericOpen } else { Tok::Lt };
        if start != 0 && tok == Tok::GenericOpen {
            // `<T> void f()`: behind a method's type parameters stands its type.
            if let Some(end) = self.skip_type_args(i, MAX_NESTING) {
                self.flag(end, AFTER_MODIFIERS);
            }
        }
        self.plain(tok, i, i, false)
    }

    /// Whether what has been put out ends in `new <…>` and a class's name.
    fn constructor_arguments(&self) -> bool {
        let mut before = self.out.iter().rev().map(|t| &t.tok).skip_while(|t| matches!(t, Tok::Ident | Tok::Dot));
        if before.next() != Some(&Tok::GenericClose) {
            return false;
        }
        let mut open = 1;
        for tok in before.by_ref() {
            match tok {
                Tok::GenericClose => open += 1,
                Tok::GenericOpen => open -= 1,
                _ => {}
            }
            if open == 0 {
                break;
            }
        }
        before.next() == Some(&Tok::New)
    }

    /// Decides for `<` at `i`, which reads as type arguments up to `end`, by what stands around it.
    fn opens_generics(&self, i: usize, end: usize, start: u8) -> bool {
        if start != 0 || matches!(self.before(i), Some(Tok::Dot | Tok::ColonColon | Tok::New)) {
            return true;
        }
        if self.before(i) != Some(Tok::Ident) {
            return false;
        }
        let mut name = i - 1;
        while name >= 2 && self.is(name - 1, Tok::Dot) && self.is(name - 2, Tok::Ident) {
            name -= 2;
        }
        let certain = matches!(
            self.before(name),
            Some(Tok::New | Tok::InstanceOf | Tok::Extends | Tok::Implements | Tok::Throws)
        ) || self.out.len() >= 2 && self.out[self.out.len() - 2].tok == Tok::Task
            || self.constructor_arguments();
        if certain || self.header != Header::None {
            return true;
        }
        match self.tok(end) {
            Some(Tok::Ident | Tok::This) => {
                // `f(a < b, c > d)` is two comparisons; only where a declaration may stand is it a type and a name.
                let several = (i..end).any(|j| self.is(j, Tok::Comma));
                !(several && matches!(self.top(), Frame::Paren | Frame::Init | Frame::Bracket))
            }
            Some(tok) => matches!(
                tok,
                Tok::RParen
                    | Tok::Comma
                    | Tok::Dot
                    | Tok::ColonColon
                    | Tok::LBracket
                    | Tok::LBrace
                    | Tok::Ellipsis
                    | Tok::Amp
                    | Tok::Semi
                    | Tok::Assign
                    | Tok::At
                    | Tok::Extends
                    | Tok::Implements
            ),
            None => false,
        }
    }

    /// `>` and `>=`, joined with what `>` touch them.
    fn greater(&mut self, i: usize) -> usize {
        if self.has(i, GENERIC) {
            return self.plain(Tok::GenericClose, i, i, true);
        }
        let joins = |f: &Self, j: usize| f.adjacent(j) && !f.has(j, GENERIC);
        if self.is(i, Tok::Gt) && joins(self, i + 1) {
            let second = self.tok(i + 1);
            if second == Some(Tok::Gt) && joins(self, i + 2) {
                match self.tok(i + 2) {
                    Some(Tok::Gt) => return self.plain(Tok::UShr, i, i + 2, false),
                    Some(Tok::Ge) => return self.plain(Tok::UShrEq, i, i + 2, false),
                    _ => {}
                }
            }
            match second {
                Some(Tok::Gt) => return self.plain(Tok::Shr, i, i + 1, false),
                Some(Tok::Ge) => return self.plain(Tok::ShrEq, i, i + 1, false),
                _ => {}
            }
        }
        self.plain(self.tokens[i].tok, i, i, false)
    }

    // ---- `case`, `@` --------------------------------------------------------------------------------------------

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

    fn open_paren(&mut self, i: usize) -> usize {
        let after = self.partner_of(i).map_or(NONE, |close| close + 1);
        let last = self.out.last().map(|t| t.tok);
        let (tok, frame) = match last {
            _ if self.has(i, ANNOTATION) => (Tok::LParen, Frame::Paren),
            Some(Tok::If | Tok::While) => (Tok::LParen, Frame::Condition),
            Some(Tok::For) => {
                self.next_start = START;
                (Tok::LParen, Frame::For)
            }
            Some(Tok::Try) => {
                self.next_start = START;
                (Tok::LParen, Frame::Resources)
            }
            Some(Tok::Catch) => {
                self.next_start = START;
                (Tok::LParen, Frame::Params)
            }
            Some(Tok::Dist) => {
                // `dist(<1,1>)` lacks `view =`, which the grammar's action says.
                self.view(i + 1);
                (Tok::LParen, Frame::Dist)
            }
            Some(Tok::Switch | Tok::SwitchExpr | Tok::Synchronized | Tok::Sync | Tok::Reduce) => {
                (Tok::LParen, Frame::Paren)
            }
            _ if after != NONE && self.is(after, Tok::Arrow) && !self.has(after, CASE_ARROW) => {
                self.next_start = START;
                (Tok::LambdaOpen, Frame::Params)
            }
            _ if self.operand => {
                if self.opens_parameters(i, after) {
                    self.next_start = START;
                    (Tok::LParen, Frame::Params)
                } else {
                    (Tok::LParen, Frame::Paren)
                }
            }
            _ => match self.cast(i) {
                Some(tok) => (tok, Frame::Cast),
                None => (Tok::LParen, Frame::Paren),
            },
        };
        self.stack.push(frame);
        self.plain(tok, i, i, false)
    }

    /// `(` behind a name opens the parameters of a declaration, not the arguments of a call.
    fn opens_parameters(&self, i: usize, after: usize) -> bool {
        if self.header != Header::None {
            return true;
        }
        if !self.in_members() {
            return false;
        }
        // Class bodies hold calls only behind `=`, which `in_members` excludes.
        after == NONE || self.before(i) == Some(Tok::Ident)
    }

    /// The kind of cast that `(` at `i`, in front of an operand, opens.
    fn cast(&self, i: usize) -> Option<Tok> {
        let close = self.partner_of(i)?;
        let (mut end, mut certain) = self.skip_type(i + 1)?;
        while self.is(end, Tok::Amp) {
            let (next, also) = self.skip_type(end + 1)?;
            certain |= also;
            end = next;
        }
        if end != close {
            return None;
        }
        if self.starts_lambda(close + 1)
            || self.is(close + 1, Tok::LParen) && self.cast(close + 1) == Some(Tok::LambdaCastOpen)
        {
            return Some(Tok::LambdaCastOpen);
        }
        let operand = match self.tok(close + 1)? {
            Tok::Ident
            | Tok::Literal
            | Tok::MinInt
            | Tok::MinLong
            | Tok::True
            | Tok::False
            | Tok::Null
            | Tok::LParen
            | Tok::Not
            | Tok::Tilde
            | Tok::This
            | Tok::Super
            | Tok::New
            | Tok::Switch => true,
            Tok::Plus | Tok::Minus | Tok::PlusPlus | Tok::MinusMinus | Tok::At => certain,
            Tok::Star | Tok::Amp | Tok::Bar | Tok::Caret => certain && self.is(close + 2, Tok::Not),
            tok => is_primitive(tok),
        };
        // `(int)` alone is a cast that lacks its operand, which the grammar then says.
        (operand || certain && is_primitive(self.tok(i + 1)?) && end == i + 2).then_some(Tok::CastOpen)
    }

    fn starts_lambda(&self, i: usize) -> bool {
        let arrow = match self.tok(i) {
            Some(Tok::Ident) => i + 1,
            Some(Tok::LParen) => self.partner_of(i).map_or(NONE, |close| close + 1),
            _ => return false,
        };
        arrow != NONE && self.is(arrow, Tok::Arrow) && !self.has(arrow, CASE_ARROW)
    }

    fn open_brace(&mut self, i: usize, start: u8) -> usize {
        let frame = match (self.header, self.top(), self.before(i)) {
            (Header::Enum, ..) => Frame::Class { constants: true, init: false },
            (Header::Class, ..) => Frame::Class { constants: false, init: false },
            (_, _, Some(Tok::RParen)) => self.brace_after_paren(i),
            (_, Frame::Class { constants: true, .. }, _) => Frame::Class { constants: false, init: false },
            (_, Frame::Class { init: false, .. } | Frame::Block { .. }, before)
                if before != Some(Tok::Assign) && before != Some(Tok::RBracket) =>
            {
                Frame::Block { switch: false }
            }
            (_, _, Some(Tok::Arrow | Tok::Else | Tok::Do | Tok::Try | Tok::Finally)) => Frame::Block { switch: false },
            _ if start != 0 => Frame::Block { switch: false },
            _ => Frame::Init,
        };
        let is_method =
            self.header == Header::None && self.in_members() && start == 0 && self.before(i) != Some(Tok::Static);
        if let (Bodies::LeftOut, true, Some(close)) = (self.bodies, is_method, self.partner_of(i)) {
            self.next_start = START;
            self.plain(Tok::LBrace, i, i, false);
            return self.plain(Tok::RBrace, close, close, true);
        }
        self.header = Header::None;
        if matches!(frame, Frame::Class { .. }) {
            self.class_bodies.push(self.tokens[i].lo);
        }
        self.stack.push(frame);
        if frame != Frame::Init {
            self.next_start = START;
        }
        self.plain(Tok::LBrace, i, i, false)
    }

    /// `) {`: a method's body, a statement's, an anonymous class's, an enum constant's or an initialiser.
    fn brace_after_paren(&self, i: usize) -> Frame {
        let class = Frame::Class { constants: false, init: false };
        let Some(open) = self.partner_of(i - 1) else { return Frame::Block { switch: false } };
        if self.before(open) == Some(Tok::Switch) {
            return Frame::Block { switch: true };
        }
        if self.top() == (Frame::Class { constants: true, init: false }) {
            return class;
        }
        // Back over the type to the `new` of an anonymous class.
        let mut j = open;
        let mut depth = 0;
        while j > 0 {
            j -= 1;
            match self.tokens[j].tok {
                Tok::Gt => depth += 1,
                Tok::Lt if depth > 0 => depth -= 1,
                Tok::New if depth == 0 => return class,
                Tok::Ident | Tok::Dot => {}
                _ if depth > 0 => {}
                _ => break,
            }
        }
        Frame::Block { switch: false }
    }

    fn close(&mut self, tok: Tok, i: usize) -> usize {
        let frame = self.stack.pop();
        let mut operand = true;
        match frame {
            Some(Frame::Condition | Frame::For) => {
                self.next_start = START;
                operand = false;
            }
            Some(Frame::Cast) => operand = false,
            Some(Frame::Class { .. } | Frame::Block { .. }) => {
                if matches!(self.top(), Frame::Block { .. } | Frame::Class { init: false, .. }) {
                    self.next_start = START;
                }
            }
            _ => {}
        }
        self.plain(tok, i, i, operand)
    }
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
