//! What is put where: tokens to a document.
//!
//! It follows the brackets and the words that begin statements, and within a statement splits at the operators that bind weakest.
//! It needs no tree for that, since the token filter has told casts, lambdas, type arguments and initialisers apart. A line
//! break of the author's is kept in a few places, where it says something: before the body of `if` and loops without braces, in a block that
//! stands on one line, behind an annotation, between the rows of an array.

use crate::doc::{Doc, Fill, Piece};
use somd_syntax::tokens::{Tok, Written};

const NONE: usize = usize::MAX;

pub struct Layout<'a> {
    tokens: &'a [Written],
    partner: Vec<usize>,
    pub pieces: Vec<Piece>,
    /// Whether a line ends between a token and the one before.
    newline: Vec<bool>,
    /// Whether an empty line stands in front of a token and the comments before it.
    blank: Vec<bool>,
    /// The piece with the comments in front of a closing brace or the end.
    inner: Vec<usize>,
}

impl<'a> Layout<'a> {
    /// `pieces` has one for each token, and one for the end.
    pub fn new(tokens: &'a [Written], mut pieces: Vec<Piece>, newline: Vec<bool>, blank: Vec<bool>) -> Layout<'a> {
        let partner = partners(tokens);
        let mut inner = vec![NONE; pieces.len()];
        for i in 0..pieces.len() {
            let closes = tokens.get(i).is_none_or(|t| t.tok == Tok::RBrace);
            if closes && pieces[i].leading.iter().any(|c| c.own_line || c.to_line_end) {
                let leading = std::mem::take(&mut pieces[i].leading);
                inner[i] = pieces.len();
                pieces.push(Piece {
                    text: String::new(),
                    leading,
                    trailing: Vec::new(),
                    closing: false,
                    blank_before: false,
                });
            }
        }
        Layout { tokens, partner, pieces, newline, blank, inner }
    }

    pub fn file(&self) -> Doc {
        let n = self.tokens.len();
        let mut doc = vec![self.items(0, n, &Doc::Hard)];
        doc.extend(self.comments(n, n > 0));
        if self.inner[n] == NONE {
            doc.push(Doc::Token(n));
        }
        Doc::Cat(doc)
    }

    fn tok(&self, i: usize) -> Option<Tok> {
        self.tokens.get(i).map(|t| t.tok)
    }

    fn is(&self, i: usize, tok: Tok) -> bool {
        self.tok(i) == Some(tok)
    }

    /// Behind `i`, and behind its partner where it opens a bracket.
    fn behind(&self, i: usize) -> usize {
        match self.partner[i] {
            p if p != NONE && p > i => p + 1,
            _ => i + 1,
        }
    }

    fn group(&self, doc: Doc) -> Doc {
        doc.group(&|i| self.breaks(i))
    }

    fn breaks(&self, i: usize) -> bool {
        let piece = &self.pieces[i];
        piece.leading.iter().any(|c| c.own_line || c.to_line_end) || piece.trailing.iter().any(|c| c.to_line_end)
    }

    /// The comments in front of the closing token `i`, on lines of their own.
    fn comments(&self, i: usize, behind_something: bool) -> Option<Doc> {
        let inner = self.inner[i];
        let sep = if behind_something && self.blank[i] { Doc::Blank } else { Doc::Hard };
        (inner != NONE).then(|| Doc::Cat(vec![sep, Doc::Token(inner)]))
    }

    // ---- statements and members -----------------------------------------------------------------------------------

    /// Statements, members or declarations, one behind the other.
    fn items(&self, mut i: usize, end: usize, sep: &Doc) -> Doc {
        let mut docs = Vec::new();
        while i < end {
            if !docs.is_empty() {
                docs.push(if self.blank[i] { Doc::Blank } else { sep.clone() });
            }
            let (doc, next) = self.item(i, end);
            docs.push(doc);
            i = next.max(i + 1);
        }
        Doc::Cat(docs)
    }

    /// The statement or member that starts at `i`, and where the next one does.
    fn item(&self, i: usize, end: usize) -> (Doc, usize) {
        use Tok::*;
        let Some(tok) = self.tok(i) else { return (Doc::nil(), end) };
        match tok {
            LBrace => (self.block(i), self.behind(i)),
            Semi => (Doc::Token(i), i + 1),
            If | While | For if self.is(i + 1, LParen) => self.headed(i, end),
            Sync | Single | Synchronized if self.block_follows(i) => self.headed(i, end),
            Do => {
                let (body, next) = self.body(i + 1, end);
                let (rest, behind) = self.run(next, end);
                let sep = if self.is(next - 1, RBrace) { Doc::Space } else { Doc::Hard };
                (Doc::Cat(vec![Doc::Token(i), body, sep, rest]), behind)
            }
            Try => self.try_statement(i, end),
            Switch if self.is(i + 1, LParen) => self.headed(i, end),
            Case | CaseDefault => self.case(i, end),
            Ident if self.is(i + 1, Colon) => {
                let (doc, next) = self.item(i + 2, end);
                let sep = if self.newline[i + 2] { Doc::Hard } else { Doc::Space };
                (Doc::Cat(vec![Doc::Token(i), Doc::Token(i + 1), sep, doc]), next)
            }
            _ => self.run(i, end),
        }
    }

    /// Whether a word and the parentheses behind it are the head of a block.
    fn block_follows(&self, i: usize) -> bool {
        self.is(self.head_end(i), Tok::LBrace)
    }

    fn head_end(&self, i: usize) -> usize {
        let mut at = i + 1;
        while let Some(Tok::LParen | Tok::Reduce) = self.tok(at) {
            at = self.behind(at);
        }
        at
    }

    /// `if (…)`, `while (…)`, `for (…)`, `switch (…)`, `sync (…)`, with what they hold.
    fn headed(&self, i: usize, end: usize) -> (Doc, usize) {
        let at = if matches!(self.tok(i), Some(Tok::Sync | Tok::Single | Tok::Synchronized)) {
            self.head_end(i)
        } else {
            self.behind(i + 1)
        };
        let mut docs = vec![self.head(i, at)];
        let (body, mut next) = self.body(at, end);
        docs.push(body);
        if self.is(i, Tok::If) && self.is(next, Tok::Else) && next < end {
            docs.push(match () {
                _ if self.is(at, Tok::LBrace) => Doc::Space,
                _ if self.newline[next] => Doc::Hard,
                _ => self.group(Doc::Line),
            });
            docs.push(Doc::Token(next));
            let (body, behind) = if self.is(next + 1, Tok::If) {
                let (doc, behind) = self.item(next + 1, end);
                (Doc::Cat(vec![Doc::Space, doc]), behind)
            } else {
                self.body(next + 1, end)
            };
            docs.push(body);
            next = behind;
        }
        (Doc::Cat(docs), next)
    }

    /// The words and parentheses in front of a body: what wraps stands further right than the body.
    fn head(&self, i: usize, end: usize) -> Doc {
        let rest = self.level(i, end).nth(1).filter(|&next| next < end);
        let blank = rest.is_some_and(|next| self.blank_between(next));
        let rest = rest.map_or(Doc::nil(), |next| self.seq(next, end).indent());
        Doc::Cat(vec![Doc::Token(i), if blank { Doc::Space } else { Doc::nil() }, rest])
    }

    /// What a head holds: a block behind a blank, or one statement, on the same line or on the next.
    fn body(&self, i: usize, end: usize) -> (Doc, usize) {
        if self.is(i, Tok::Semi) {
            return (Doc::Token(i), i + 1);
        }
        let (doc, next) = self.item(i, end);
        let doc = match () {
            _ if self.is(i, Tok::LBrace) => Doc::Cat(vec![Doc::Space, doc]),
            _ if self.newline.get(i).is_some_and(|&n| n) => Doc::Cat(vec![Doc::Hard, doc]).indent(),
            _ => self.group(Doc::Cat(vec![Doc::Line, doc]).indent()),
        };
        (doc, next)
    }

    fn try_statement(&self, i: usize, end: usize) -> (Doc, usize) {
        let mut at = self.head_end(i);
        let mut docs = vec![self.head(i, at)];
        loop {
            let (body, next) = self.body(at, end);
            docs.push(body);
            match self.tok(next) {
                Some(Tok::Catch | Tok::Finally) if next < end => {
                    docs.push(Doc::Space);
                    at = self.head_end(next);
                    docs.push(self.head(next, at));
                }
                _ => return (Doc::Cat(docs), next),
            }
        }
    }

    /// One `case` with its statements; with the next ones that stand on its line where it has none.
    fn case(&self, i: usize, end: usize) -> (Doc, usize) {
        let mut at = i + 1;
        let mut questions = 0;
        while at < end {
            match self.tokens[at].tok {
                Tok::CaseArrow => break,
                Tok::Question => questions += 1,
                Tok::Colon if questions == 0 => break,
                Tok::Colon => questions -= 1,
                _ => {}
            }
            at = self.behind(at);
        }
        let mut docs = vec![Doc::Token(i)];
        if at > i + 1 {
            docs.extend([Doc::Space, self.expr(i + 1, at)]);
        }
        if self.is(at, Tok::CaseArrow) {
            docs.extend([Doc::Space, Doc::Token(at)]);
            let (body, next) = self.body(at + 1, end);
            docs.push(body);
            return (Doc::Cat(docs), next);
        }
        docs.push(Doc::Token(at));
        let first = at + 1;
        if matches!(self.tok(first), Some(Tok::Case | Tok::CaseDefault)) && !self.newline[first] && first < end {
            let (next, behind) = self.case(first, end);
            docs.extend([Doc::Space, next]);
            return (Doc::Cat(docs), behind);
        }
        let mut body = Vec::new();
        let mut at = first;
        while at < end && !matches!(self.tokens[at].tok, Tok::Case | Tok::CaseDefault) {
            let (doc, next) = self.item(at, end);
            let next = next.max(at + 1);
            if at == first && self.is(at, Tok::LBrace) && !self.newline[at] {
                docs.extend([Doc::Space, doc]);
            } else {
                body.push(match () {
                    _ if self.blank[at] && at > first => Doc::Blank,
                    _ if self.newline[at] => Doc::Hard,
                    _ => Doc::Line,
                });
                body.push(doc);
            }
            at = next;
        }
        docs.push(self.group(Doc::Cat(body).indent()));
        (Doc::Cat(docs), at)
    }

    /// Whether what the brace `open` holds stands on one line, and may stay there.
    fn on_one_line(&self, open: usize) -> bool {
        let close = self.partner[open];
        !(open + 1..=close).any(|i| self.newline[i])
            && !(open..close).any(|i| self.breaks(i))
            && self.inner[close] == NONE
    }

    /// The block from the `{` at `open`.
    fn block(&self, open: usize) -> Doc {
        let close = self.partner[open];
        let comments = self.comments(close, close > open + 1);
        if close == open + 1 && comments.is_none() && !self.breaks(open) {
            return Doc::Cat(vec![Doc::Token(open), Doc::Space, Doc::Token(close)]);
        }
        self.braces(open, |sep| self.items(open + 1, close, sep))
    }

    /// Braces around what `inside` lays out, given what goes between its parts.
    fn braces(&self, open: usize, inside: impl Fn(&Doc) -> Doc) -> Doc {
        let close = self.partner[open];
        let one_line = self.on_one_line(open);
        let sep = if one_line { Doc::Line } else { Doc::Hard };
        let mut inner = if close > open + 1 { vec![sep.clone(), inside(&sep)] } else { Vec::new() };
        inner.extend(self.comments(close, close > open + 1));
        let doc = Doc::Cat(vec![Doc::Token(open), Doc::Cat(inner).indent(), sep, Doc::Token(close)]);
        if one_line { self.group(doc) } else { doc }
    }

    /// The constants of an enum, and its members.
    fn enum_body(&self, open: usize) -> Doc {
        let close = self.partner[open];
        if close == open + 1 {
            return self.block(open);
        }
        let mut semi = open + 1;
        while semi < close && !self.is(semi, Tok::Semi) {
            semi = self.behind(semi);
        }
        self.braces(open, |sep| {
            let mut docs = vec![self.rows(open + 1, semi, true)];
            if semi < close {
                docs.push(Doc::Token(semi));
                if semi + 1 < close {
                    docs.push(if self.blank[semi + 1] { Doc::Blank } else { sep.clone() });
                    docs.push(self.items(semi + 1, close, sep));
                }
            }
            Doc::Cat(docs)
        })
    }

    /// Elements between commas: the author's line breaks between them are kept.
    fn rows(&self, start: usize, end: usize, keep: bool) -> Doc {
        let mut docs = Vec::new();
        let mut i = start;
        while i < end {
            let mut comma = i;
            while comma < end && !self.is(comma, Tok::Comma) {
                comma = self.behind(comma);
            }
            let mut element = vec![self.annotated(i, comma, |from| self.expr(from, comma))];
            if comma < end {
                element.push(Doc::Token(comma));
            }
            let element = Doc::Cat(element);
            docs.push(match () {
                _ if i == start => element,
                _ if keep && self.blank[i] => Doc::Cat(vec![Doc::Blank, element]),
                _ if keep && self.newline[i] => Doc::Cat(vec![Doc::Hard, element]),
                _ => element.fill(Fill::Whole),
            });
            i = comma + 1;
        }
        Doc::Cat(docs)
    }

    /// Annotations in front of a declaration from `i` to `end`, then the rest.
    fn annotated(&self, mut i: usize, end: usize, rest: impl Fn(usize) -> Doc) -> Doc {
        let mut docs = Vec::new();
        while self.is(i, Tok::At) && i < end {
            let mut behind = i + 2;
            while self.is(behind, Tok::Dot) {
                behind += 2;
            }
            if self.is(behind, Tok::LParen) {
                behind = self.behind(behind);
            }
            let behind = behind.min(end);
            docs.push(self.seq(i, behind));
            if behind < end {
                docs.push(if self.newline[behind] { Doc::Hard } else { Doc::Space });
            }
            i = behind;
        }
        if i < end {
            docs.push(rest(i));
        }
        Doc::Cat(docs)
    }

    /// A declaration or a simple statement from `i`: up to its `;` or its body.
    fn run(&self, i: usize, end: usize) -> (Doc, usize) {
        use Tok::*;
        let (mut at, mut value, mut is_enum) = (i, false, false);
        while at < end {
            match self.tokens[at].tok {
                Semi => {
                    let doc = self.annotated(i, at, |from| self.expr(from, at));
                    return (Doc::Cat(vec![doc, Doc::Token(at)]), at + 1);
                }
                LBrace if !value && !self.is_init(at) => {
                    let head = self.annotated(i, at, |from| self.expr(from, at));
                    let body = if is_enum { self.enum_body(at) } else { self.block(at) };
                    let sep = if at > i { Doc::Space } else { Doc::nil() };
                    return (Doc::Cat(vec![head, sep, body]), self.behind(at));
                }
                New | SwitchExpr | Arrow | Return | Throw | Yield | Assign => value = true,
                Enum => is_enum = true,
                _ => {}
            }
            at = self.behind(at);
        }
        (self.annotated(i, end, |from| self.expr(from, end)), end)
    }

    /// Whether the brace at `i` opens the elements of an array.
    fn is_init(&self, i: usize) -> bool {
        use Tok::*;
        let Some(before) = i.checked_sub(1) else { return false };
        match self.tokens[before].tok {
            Assign | RBracket | Comma | LParen | Default => true,
            LBrace => self.is_init(before),
            _ => false,
        }
    }

    // ---- expressions ----------------------------------------------------------------------------------------------

    /// The places of a bracket level from `a` to `b`: brackets are one each.
    fn level(&self, a: usize, b: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(a), move |&i| Some(self.behind(i))).take_while(move |&i| i < b)
    }

    /// What stands between brackets, or a simple statement without its `;`.
    fn expr(&self, a: usize, b: usize) -> Doc {
        self.parts(a, b).indent()
    }

    fn parts(&self, a: usize, b: usize) -> Doc {
        use Tok::*;
        if a >= b {
            return Doc::nil();
        }
        let at = |tok: Tok| self.level(a, b).find(|&i| self.tokens[i].tok == tok);
        if at(Semi).is_some() {
            return self.separated(a, b, Semi);
        }
        let comma = at(Comma);
        let extends = self.level(a, b).find(|&i| self.is_clause(i, a));
        if let Some(clause) = extends {
            let docs = vec![Doc::Token(clause), Doc::Space, self.parts(clause + 1, b)];
            return Doc::Cat(vec![self.parts(a, clause), Doc::Cat(docs).fill(Fill::Head)]);
        }
        if comma.is_some() {
            return self.separated(a, b, Comma);
        }
        let question = self.level(a, b).find(|&i| self.is(i, Question) && i > a && self.operand_end(i - 1));
        let right = self.level(a, b).find(|&i| self.tokens[i].tok == Arrow || is_assignment(self.tokens[i].tok));
        if let Some(op) = right.filter(|&op| question.is_none_or(|q| op < q)) {
            let rest = self.group(self.parts(op + 1, b));
            let left = vec![self.parts(a, op), Doc::Space, Doc::Token(op)];
            let rest = if self.is(op + 1, LBrace) { Doc::Cat(vec![Doc::Space, rest]) } else { rest.fill(Fill::Head) };
            return Doc::Cat(left.into_iter().chain([rest]).collect());
        }
        if at(Connect).is_some() {
            return self.binary(a, b, |i| self.is(i, Connect));
        }
        if let Some(question) = question {
            return self.conditional(a, question, b);
        }
        if let Some(colon) = at(Colon) {
            let rest = self.group(self.parts(colon + 1, b)).fill(Fill::Head);
            return Doc::Cat(vec![self.parts(a, colon), Doc::Space, Doc::Token(colon), rest]);
        }
        let strength = |i: usize| if i > a && self.operand_end(i - 1) { strength(self.tokens[i].tok) } else { None };
        match self.level(a, b).filter_map(strength).min() {
            Some(weakest) => self.binary(a, b, |i| strength(i) == Some(weakest)),
            None => self.chain(a, b),
        }
    }

    fn is_clause(&self, i: usize, start: usize) -> bool {
        // `? extends T` and `T extends U` are short.
        let in_type = start > 0 && self.is(start - 1, Tok::GenericOpen);
        !in_type
            && matches!(self.tokens[i].tok, Tok::Extends | Tok::Implements | Tok::Permits | Tok::Throws)
            && i > start
    }

    /// `a, b, c`, filling lines.
    fn separated(&self, a: usize, b: usize, separator: Tok) -> Doc {
        let mut docs = Vec::new();
        let view =
            a > 1 && self.is(a - 1, Tok::GenericOpen) && matches!(self.tokens[a - 2].tok, Tok::Assign | Tok::Comma);
        let mut i = a;
        let mut first = true;
        loop {
            let next = self.level(i, b).find(|&k| self.is(k, separator));
            let end = next.unwrap_or(b);
            let mut part = vec![if i < end { self.group(self.expr(i, end)) } else { Doc::nil() }];
            part.extend(next.map(Doc::Token));
            let part = Doc::Cat(part);
            docs.push(match () {
                // `for (;;)`
                _ if first || view || i == end && separator == Tok::Semi => part,
                _ => part.fill(Fill::Whole),
            });
            first = false;
            match next {
                Some(next) => i = next + 1,
                None => return Doc::Cat(docs),
            }
            if i == b && separator == Tok::Comma {
                return Doc::Cat(docs);
            }
        }
    }

    /// Operands and the operators between them that `is_op` tells: a line breaks before an operator.
    fn binary(&self, a: usize, b: usize, is_op: impl Fn(usize) -> bool) -> Doc {
        let mut ops: Vec<usize> = self.level(a, b).filter(|&i| is_op(i)).collect();
        ops.push(b);
        let mut docs = vec![self.group(self.parts(a, ops[0]))];
        for pair in ops.windows(2) {
            let operand = self.group(self.parts(pair[0] + 1, pair[1]));
            docs.push(Doc::Cat(vec![Doc::Token(pair[0]), Doc::Space, operand]).fill(Fill::Whole));
        }
        Doc::Cat(docs)
    }

    /// `a ? b : c`
    fn conditional(&self, a: usize, question: usize, b: usize) -> Doc {
        let mut open = 0;
        let mut colon = None;
        for i in self.level(question, b) {
            match self.tokens[i].tok {
                Tok::Question => open += 1,
                Tok::Colon => {
                    open -= 1;
                    if open == 0 {
                        colon = Some(i);
                        break;
                    }
                }
                _ => {}
            }
        }
        let Some(colon) = colon else { return self.chain(a, b) };
        let branch =
            |op: usize, end: usize| [Doc::Line, Doc::Token(op), Doc::Space, self.group(self.parts(op + 1, end))];
        let mut docs = vec![self.group(self.parts(a, question))];
        docs.extend(branch(question, colon));
        docs.extend(branch(colon, b));
        self.group(Doc::Cat(docs))
    }

    /// `a.b(…).c(…)`: where three calls or more do not fit on a line, each has its own.
    fn chain(&self, a: usize, b: usize) -> Doc {
        use Tok::*;
        let is_call = |i: usize| {
            let mut name = i + 1;
            if self.is(name, GenericOpen) {
                name = self.behind(name);
            }
            self.is(i, Dot) && i > a && name + 1 < b && self.is(name, Ident) && self.is(name + 1, LParen)
        };
        let mut calls: Vec<usize> = self.level(a, b).filter(|&i| is_call(i)).collect();
        let many = calls.len() > 2;
        // The first call stays with a name in front of it.
        if let Some(&first) = calls.first()
            && (a..first).all(|i| {
                matches!(
                    self.tokens[i].tok,
                    Ident | Dot | This | Super | New | Return | Yield | Throw | LBracket | RBracket
                )
            })
        {
            calls.remove(0);
        }
        if calls.is_empty() {
            return self.seq(a, b);
        }
        let mut docs = vec![self.seq(a, calls[0])];
        calls.push(b);
        for pair in calls.windows(2) {
            let call = self.seq(pair[0], pair[1]);
            if many {
                docs.extend([Doc::Soft, call]);
            } else {
                docs.push(call.fill(Fill::Tight));
            }
        }
        self.group(Doc::Cat(docs))
    }

    /// Tokens and brackets, with blanks between them where they belong.
    fn seq(&self, a: usize, b: usize) -> Doc {
        let mut docs = Vec::new();
        for i in self.level(a, b) {
            if i > a && self.blank_between(i) {
                docs.push(Doc::Space);
            }
            docs.push(if self.partner[i] != NONE && self.partner[i] > i { self.bracket(i) } else { Doc::Token(i) });
        }
        Doc::Cat(docs)
    }

    fn bracket(&self, open: usize) -> Doc {
        let close = self.partner[open];
        if self.is(open, Tok::LBrace) {
            let doc = if self.is_init(open) { self.elements(open) } else { self.block(open) };
            return doc.anchor();
        }
        self.group(Doc::Cat(vec![Doc::Token(open), self.parts(open + 1, close), Doc::Token(close)]))
    }

    /// `{1, 2, 3}`
    fn elements(&self, open: usize) -> Doc {
        let close = self.partner[open];
        let comments = self.comments(close, close > open + 1);
        if close == open + 1 && comments.is_none() {
            return Doc::Cat(vec![Doc::Token(open), Doc::Token(close)]);
        }
        let broken = close > open + 1 && self.newline[open + 1] || comments.is_some();
        let sep = if broken { Doc::Hard } else { Doc::Soft };
        let mut inner =
            if close > open + 1 { vec![sep.clone(), self.rows(open + 1, close, broken)] } else { Vec::new() };
        inner.extend(comments);
        self.group(Doc::Cat(vec![Doc::Token(open), Doc::Cat(inner).indent(), sep, Doc::Token(close)]))
    }

    /// Whether a value ends with token `i`, so that an operator behind it has two operands.
    fn operand_end(&self, i: usize) -> bool {
        use Tok::*;
        match self.tokens[i].tok {
            Ident | Literal | MinInt | MinLong | True | False | Null | This | Super | Class | RBracket | RBrace
            | GenericClose => true,
            PlusPlus | MinusMinus => i > 0 && self.operand_end(i - 1),
            RParen => !self.closes_cast(i),
            _ => false,
        }
    }

    fn closes_cast(&self, i: usize) -> bool {
        let open = self.partner[i];
        open != NONE && matches!(self.tokens[open].tok, Tok::CastOpen | Tok::LambdaCastOpen | Tok::MapCastOpen)
    }

    /// Whether a blank stands between token `i` and the one before.
    fn blank_between(&self, i: usize) -> bool {
        use Tok::*;
        let (before, tok) = (self.tokens[i - 1].tok, self.tokens[i].tok);
        match (before, tok) {
            (
                _,
                Comma | Semi | RParen | RBracket | GenericClose | Dot | TypeDot | ColonColon | Ellipsis | ReduceBang,
            ) => false,
            (_, PlusPlus | MinusMinus) if self.operand_end(i - 1) => false,
            (LParen | CastOpen | LambdaOpen | LambdaCastOpen | MapCastOpen | LBracket | ValueOpen | GenericOpen, _)
            | (Dot | TypeDot | ColonColon | At, _)
            | (_, LBracket | ValueOpen) => false,
            (Not | Tilde | MapNeg | MapPlus | MapNot | MapBitNot, _) => false,
            (Plus | Minus | PlusPlus | MinusMinus, _) => {
                // A sign; with what follows it could make another operator.
                matches!(tok, Plus | Minus | PlusPlus | MinusMinus | MinInt | MinLong | Not | ReduceAdd | ReduceSub)
                    && !self.operand_end(i - 1)
                    && self.pieces[i].text.starts_with(['+', '-', '!'])
            }
            (Ident | This | Super | Dist | Reduce | ReduceBang | GenericClose | RBracket, LParen) => false,
            (Ident, GenericOpen) => false,
            (GenericClose, Ident) => {
                let open = self.partner[i - 1];
                open == 0 || open == NONE || !matches!(self.tokens[open - 1].tok, Dot | ColonColon)
            }
            _ => true,
        }
    }
}

fn partners(tokens: &[Written]) -> Vec<usize> {
    use Tok::*;
    let mut partner = vec![NONE; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match token.tok {
            LParen | CastOpen | LambdaOpen | LambdaCastOpen | MapCastOpen | LBrace | LBracket | ValueOpen
            | GenericOpen => open.push(i),
            RParen | RBrace | RBracket | GenericClose => {
                if let Some(o) = open.pop() {
                    (partner[o], partner[i]) = (i, o);
                }
            }
            _ => {}
        }
    }
    partner
}

fn is_assignment(tok: Tok) -> bool {
    use Tok::*;
    matches!(
        tok,
        Assign | PlusEq | MinusEq | StarEq | SlashEq | AmpEq | BarEq | CaretEq | PercentEq | ShlEq | ShrEq | UShrEq
    )
}

/// How strongly an operator with two operands binds.
fn strength(tok: Tok) -> Option<u8> {
    use Tok::*;
    Some(match tok {
        OrOr | MapLogOr => 1,
        AndAnd | MapLogAnd => 2,
        Bar | MapOr => 3,
        Caret | MapXor => 4,
        Amp | MapAnd => 5,
        EqEq | Ne | MapEq | MapNe => 6,
        Lt | Gt | Le | Ge | InstanceOf | MapLt | MapLe | MapGt | MapGe => 7,
        Shl | Shr | UShr | MapShl | MapShr | MapUShr => 8,
        Plus | Minus | MapAdd | MapSub => 9,
        Star | Slash | Percent | MapMul | MapDiv | MapRem => 10,
        MapAt => 11,
        _ => return None,
    })
}
