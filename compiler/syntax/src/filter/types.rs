//! Types among the tokens: where one ends, and which `<` opens type arguments.

use super::*;

impl<'a> Filter<'a> {
    /// Puts the mark of a declaration or of a type in an expression before token `i` where one belongs.
    pub(super) fn type_marks(&mut self, i: usize, start: u8) {
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
    pub(super) fn skip_type(&self, i: usize) -> Option<(usize, bool)> {
        self.skip_type_within(i, MAX_NESTING)
    }

    pub(super) fn skip_type_within(&self, mut i: usize, depth: u32) -> Option<(usize, bool)> {
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
    pub(super) fn skip_type_args(&self, i: usize, depth: u32) -> Option<usize> {
        let Some(depth) = depth.checked_sub(1) else {
            self.too_deep.set(self.too_deep.get().or(Some(i)));
            return None;
        };
        let mut i = i + 1;
        if self.is(i, Tok::Gt) {
            return Some(i + 1);
        }
        loop {
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
    pub(super) fn in_type_parameters(&self) -> bool {
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
    pub(super) fn skip_annotation(&self, i: usize) -> usize {
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
    pub(super) fn less(&mut self, i: usize, start: u8) -> usize {
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

    /// Whether what has been put out ends in `new`, maybe the constructor's own type arguments, and a class's name, of which
    /// each part may have arguments: `new <T> Outer<A>.Inner`.
    pub(super) fn constructor_arguments(&self) -> bool {
        let mut open = 0;
        for token in self.out.iter().rev() {
            match token.tok {
                Tok::GenericClose => open += 1,
                Tok::GenericOpen if open > 0 => open -= 1,
                Tok::Ident | Tok::Dot => {}
                tok if open == 0 => return tok == Tok::New,
                Tok::LParen | Tok::RParen | Tok::LBrace | Tok::RBrace | Tok::Semi => return false,
                _ => {}
            }
        }
        false
    }

    /// Whether the last `n` tokens are the name in `reduce(Name`.
    fn names_reduction(&self, n: usize) -> bool {
        let before = self.out.len().checked_sub(n + 2).map(|at| [self.out[at].tok, self.out[at + 1].tok]);
        matches!(before, Some([Tok::Reduce | Tok::Dist, Tok::LParen]))
    }

    /// Decides for `<` at `i`, which reads as type arguments up to `end`, by what stands around it.
    pub(super) fn opens_generics(&self, i: usize, end: usize, start: u8) -> bool {
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
            || self.constructor_arguments()
            || self.names_reduction(i - name);
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
    pub(super) fn greater(&mut self, i: usize) -> usize {
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
}
