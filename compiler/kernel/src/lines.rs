//! Statements as they are written one after the other, before it is known what will stand around them: the beginning of a loop, what is in it, its end.
//!
//! A lowering writes a body from the front to the back, sets parts of it aside, looks at them, and puts them where they belong. [`fold`] makes
//! statements of what it has written.

use crate::ir::*;
use crate::lex::Token;
use crate::read::{Directive, Reader, Wrong};

/// A part of a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Stmt(Stmt),
    /// What governs the parts up to its end.
    Open(Head),
    /// The other side of an `if`, which may be another one.
    Else(Option<Expr>),
    Close,
    Choice(Cond),
    ChoiceElse,
    ChoiceEnd,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Head {
    If(Expr),
    For { init: Option<Box<Stmt>>, cond: Option<Expr>, next: Option<Expr> },
    While(Expr),
    Block,
}

impl Part {
    /// Calls `f` on each expression in it.
    pub fn each<'p>(&'p self, f: &mut dyn FnMut(&'p Expr)) {
        match self {
            Part::Stmt(s) => s.each(f),
            Part::Open(Head::If(e) | Head::While(e)) | Part::Else(Some(e)) | Part::Choice(Cond::Value(e)) => e.each(f),
            Part::Open(Head::For { init, cond, next }) => {
                init.iter().for_each(|s| s.each(f));
                cond.iter().chain(next).for_each(|e| e.each(f));
            }
            _ => {}
        }
    }

    /// Whether it names this.
    pub fn names(&self, name: &str) -> bool {
        let mut found = false;
        self.each(&mut |e| found |= matches!(&e.kind, Kind::Name(n) | Kind::Call(n, _) if n == name));
        found || self.declares(name)
    }

    /// Whether it declares this.
    fn declares(&self, name: &str) -> bool {
        let of = |s: &Stmt| matches!(s, Stmt::Declare(d) if d.names.iter().any(|n| n.name == name));
        match self {
            Part::Stmt(s) => {
                let mut found = false;
                s.all(&mut |s| found |= of(s) || matches!(s, Stmt::For { init: Some(i), .. } if of(i)));
                found
            }
            Part::Open(Head::For { init: Some(init), .. }) => of(init),
            _ => false,
        }
    }

    /// Whether it tells the host of a failure.
    pub fn reports(&self) -> bool {
        let mut found = false;
        if let Part::Stmt(s) = self {
            s.all(&mut |s| found |= matches!(s, Stmt::Report { .. }));
        }
        found
    }

    /// Whether a jump goes there.
    pub fn is_label(&self) -> bool {
        matches!(self, Part::Stmt(Stmt::Label(_)))
    }

    /// Whether it belongs to a choice that is made when the kernel is built.
    pub fn is_choice(&self) -> bool {
        matches!(self, Part::Choice(_) | Part::ChoiceElse | Part::ChoiceEnd)
    }
}

/// Reads parts of a body.
pub fn parts(text: &str) -> Result<Vec<Part>, Wrong> {
    let mut r = Reader::new(text)?;
    let mut all = Vec::new();
    while !r.is_end() {
        all.push(part(&mut r)?);
    }
    Ok(all)
}

fn part(r: &mut Reader) -> Result<Part, Wrong> {
    if let Some(Token::Directive(text)) = r.peek().cloned() {
        let directive = r.directive(&text)?;
        r.skip();
        return match directive {
            Directive::If(cond) => Ok(Part::Choice(cond)),
            Directive::Else => Ok(Part::ChoiceElse),
            Directive::End => Ok(Part::ChoiceEnd),
            Directive::Item(_) => r.wrong("no such directive stands there"),
        };
    }
    if r.takes("}") {
        if !r.takes_word("else") {
            return Ok(Part::Close);
        }
        let cond = if r.is_word("if") { Some(r.if_head()?) } else { None };
        r.sign("{")?;
        return Ok(Part::Else(cond));
    }
    let start = r.place();
    if let Some(head) = head(r)?
        && r.takes("{")
        && !closes(r)
    {
        return Ok(Part::Open(head));
    }
    r.back(start);
    let mut stmts = Vec::new();
    r.stmt(&mut stmts)?;
    match stmts.pop() {
        Some(stmt) => Ok(Part::Stmt(stmt)),
        None => r.wrong("a statement was expected"),
    }
}

fn head(r: &mut Reader) -> Result<Option<Head>, Wrong> {
    Ok(Some(match r.peek() {
        Some(Token::Sign("{")) => Head::Block,
        Some(Token::Word(w)) => match w.as_str() {
            "if" => Head::If(r.if_head()?),
            "while" => Head::While(r.while_head()?),
            "for" => {
                let (init, cond, next) = r.for_head()?;
                Head::For { init, cond, next }
            }
            _ => return Ok(None),
        },
        _ => return Ok(None),
    }))
}

/// Whether what was opened just now is closed in the same text.
fn closes(r: &Reader) -> bool {
    let mut open = 1;
    for token in r.rest() {
        match token {
            Token::Sign("{") => open += 1,
            Token::Sign("}") => open -= 1,
            _ => {}
        }
        if open == 0 {
            return true;
        }
    }
    false
}

/// What is not yet closed.
enum Around {
    Head(Head),
    /// The first side is there, and which of the sides the statement is in.
    If(Expr, Vec<Stmt>),
    /// An `else if`, whose end is that of the `if` before it.
    Nested(Expr),
    Choice(Cond),
    Otherwise(Cond, Vec<Stmt>),
}

/// The statements that parts are. None where something is closed that was not opened, or the other way round.
pub fn fold(parts: impl IntoIterator<Item = Part>) -> Option<Vec<Stmt>> {
    let mut around: Vec<(Around, Vec<Stmt>)> = Vec::new();
    let mut now = Vec::new();
    for part in parts {
        match part {
            Part::Stmt(s) => now.push(s),
            Part::Open(head) => around.push((Around::Head(head), std::mem::take(&mut now))),
            Part::Else(cond) => {
                let Some((Around::Head(Head::If(first)), before)) = around.pop() else { return None };
                around.push((Around::If(first, std::mem::take(&mut now)), before));
                if let Some(cond) = cond {
                    around.push((Around::Nested(cond), Vec::new()));
                }
            }
            Part::Close => {
                let (ended, before) = around.pop()?;
                let stmt = match ended {
                    Around::Nested(cond) => {
                        let inner = Stmt::If { cond, then: block(std::mem::take(&mut now)), otherwise: None };
                        let (Around::If(first, then), outer) = around.pop()? else { return None };
                        now = outer;
                        let otherwise = Body { stmts: vec![inner], style: Style::Bare };
                        now.push(Stmt::If { cond: first, then: block(then), otherwise: Some(otherwise) });
                        continue;
                    }
                    Around::If(cond, then) => {
                        Stmt::If { cond, then: block(then), otherwise: Some(block(std::mem::take(&mut now))) }
                    }
                    Around::Head(Head::If(cond)) => {
                        Stmt::If { cond, then: block(std::mem::take(&mut now)), otherwise: None }
                    }
                    Around::Head(Head::For { init, cond, next }) => {
                        Stmt::For { init, cond, next, body: block(std::mem::take(&mut now)) }
                    }
                    Around::Head(Head::While(cond)) => Stmt::While { cond, body: block(std::mem::take(&mut now)) },
                    Around::Head(Head::Block) => Stmt::Block(std::mem::take(&mut now)),
                    Around::Choice(_) | Around::Otherwise(..) => return None,
                };
                now = before;
                now.push(stmt);
            }
            Part::Choice(cond) => around.push((Around::Choice(cond), std::mem::take(&mut now))),
            Part::ChoiceElse => {
                let Some((Around::Choice(cond), before)) = around.pop() else { return None };
                around.push((Around::Otherwise(cond, std::mem::take(&mut now)), before));
            }
            Part::ChoiceEnd => {
                let (ended, before) = around.pop()?;
                let last = std::mem::replace(&mut now, before);
                now.push(Stmt::Choice(match ended {
                    Around::Choice(cond) => Choice { cond, then: last, otherwise: Vec::new() },
                    Around::Otherwise(cond, then) => Choice { cond, then, otherwise: last },
                    _ => return None,
                }));
            }
        }
    }
    around.is_empty().then_some(now)
}

fn block(stmts: Vec<Stmt>) -> Body {
    Body { stmts, style: Style::Block }
}
