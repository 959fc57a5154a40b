//! Parentheses and braces: casts, lambdas, parameters, blocks.

use super::*;

impl<'a> Filter<'a> {
    pub(super) fn open_paren(&mut self, i: usize) -> usize {
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
    pub(super) fn opens_parameters(&self, i: usize, after: usize) -> bool {
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
    pub(super) fn cast(&self, i: usize) -> Option<Tok> {
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

    pub(super) fn starts_lambda(&self, i: usize) -> bool {
        let arrow = match self.tok(i) {
            Some(Tok::Ident) => i + 1,
            Some(Tok::LParen) => self.partner_of(i).map_or(NONE, |close| close + 1),
            _ => return false,
        };
        arrow != NONE && self.is(arrow, Tok::Arrow) && !self.has(arrow, CASE_ARROW)
    }

    pub(super) fn open_brace(&mut self, i: usize, start: u8) -> usize {
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
    pub(super) fn brace_after_paren(&self, i: usize) -> Frame {
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

    pub(super) fn close(&mut self, tok: Tok, i: usize) -> usize {
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
