//! Documents with optional line breaks, and the choice of the breaks (after Wadler, "A prettier printer", with the fill and the
//! group of Prettier).
//!
//! A document speaks of tokens by number, so that nothing can be printed that is not in the source.

/// Columns of a line.
pub const WIDTH: usize = 120;
const INDENT: usize = 4;

#[derive(Clone, Debug)]
pub enum Doc {
    /// A token, with the comments that belong to it.
    Token(usize),
    /// A blank that is never a line break.
    Space,
    /// A blank, or a line break where the group around it is broken.
    Line,
    /// Nothing, or a line break where the group around it is broken.
    Soft,
    /// A line break.
    Hard,
    /// A line break and an empty line.
    Blank,
    /// What follows line breaks in it stands further right.
    Indent(Box<Doc>),
    /// Indentation counts from the line on which this begins: for a block amid an expression.
    Anchor(Box<Doc>),
    /// All its own lines are broken, or none.
    Group(Box<Doc>, bool),
    /// A line break where the document does not fit behind it, a blank (or nothing) otherwise.
    Fill(Box<Doc>, Fill),
    Cat(Vec<Doc>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// A blank, and all of the document must fit.
    Whole,
    /// A blank, and the document must fit up to its first break.
    Head,
    /// Nothing, and all of the document must fit.
    Tight,
}

impl Doc {
    pub fn nil() -> Doc {
        Doc::Cat(Vec::new())
    }

    pub fn indent(self) -> Doc {
        Doc::Indent(Box::new(self))
    }

    pub fn anchor(self) -> Doc {
        Doc::Anchor(Box::new(self))
    }

    pub fn fill(self, kind: Fill) -> Doc {
        Doc::Fill(Box::new(self), kind)
    }

    /// A group; broken from the start where it holds a line break or a comment that ends its line.
    pub fn group(self, breaks: &dyn Fn(usize) -> bool) -> Doc {
        let broken = self.breaks(breaks);
        Doc::Group(Box::new(self), broken)
    }

    fn breaks(&self, of_token: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Doc::Hard | Doc::Blank => true,
            Doc::Token(i) => of_token(*i),
            Doc::Indent(d) | Doc::Anchor(d) | Doc::Fill(d, _) => d.breaks(of_token),
            Doc::Group(_, broken) => *broken,
            Doc::Cat(list) => list.iter().any(|d| d.breaks(of_token)),
            Doc::Space | Doc::Line | Doc::Soft => false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Flat,
    Break,
}

/// A comment as it is printed.
pub struct Comment {
    /// Its lines; those behind the first are indented as it is, where `aligned`.
    pub lines: Vec<String>,
    pub aligned: bool,
    /// `//`
    pub to_line_end: bool,
    /// It stood on a line of its own.
    pub own_line: bool,
    /// An empty line stood before it.
    pub blank_before: bool,
}

/// A token as it is printed.
pub struct Piece {
    pub text: String,
    pub leading: Vec<Comment>,
    pub trailing: Vec<Comment>,
    /// It closes or separates: comments before it have a blank on their other side.
    pub closing: bool,
    /// An empty line stood between its last comment and it.
    pub blank_before: bool,
}

pub fn print(doc: &Doc, pieces: &[Piece]) -> String {
    let mut printer = Printer {
        pieces,
        out: String::new(),
        column: 0,
        line_indent: 0,
        at_start: true,
        space: false,
        must_break: false,
    };
    let mut stack = vec![(0, Mode::Break, doc)];
    while let Some((indent, mode, doc)) = stack.pop() {
        match doc {
            Doc::Token(i) => printer.token(*i, indent),
            Doc::Space => printer.space = true,
            Doc::Line | Doc::Soft if mode == Mode::Flat => printer.space |= matches!(doc, Doc::Line),
            Doc::Line | Doc::Soft | Doc::Hard => printer.newline(indent),
            Doc::Blank => printer.blank(indent),
            Doc::Indent(d) => stack.push((indent + INDENT, mode, d)),
            Doc::Anchor(d) => {
                stack.push((printer.line_indent, mode, d));
            }
            Doc::Cat(list) => stack.extend(list.iter().rev().map(|d| (indent, mode, d))),
            Doc::Group(d, broken) => {
                let flat = mode == Mode::Flat && !broken || !broken && printer.fits(0, d, &stack, Mode::Flat);
                stack.push((indent, if flat { Mode::Flat } else { Mode::Break }, d));
            }
            Doc::Fill(d, kind) => {
                let blank = usize::from(*kind != Fill::Tight);
                let within = if *kind == Fill::Head { Mode::Break } else { Mode::Flat };
                if mode == Mode::Flat || printer.fits(blank, d, &stack, within) {
                    printer.space |= blank > 0;
                } else {
                    printer.newline(indent);
                }
                stack.push((indent, mode, d));
            }
        }
    }
    if !printer.out.is_empty() && !printer.out.ends_with('\n') {
        printer.out.push('\n');
    }
    printer.out
}

struct Printer<'a> {
    pieces: &'a [Piece],
    out: String,
    /// Characters of the line so far.
    column: usize,
    /// Of the line, which may be empty yet.
    line_indent: usize,
    /// Nothing is on the line yet.
    at_start: bool,
    /// A blank goes before what is printed next.
    space: bool,
    /// The last thing was a comment up to the end of its line.
    must_break: bool,
}

impl Printer<'_> {
    /// Ends the line, if anything is on it; the next one is indented by `indent`.
    fn newline(&mut self, indent: usize) {
        if !self.at_start {
            self.out.push('\n');
        }
        (self.column, self.at_start, self.space, self.must_break) = (0, true, false, false);
        self.line_indent = indent;
    }

    fn blank(&mut self, indent: usize) {
        self.newline(indent);
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    fn text(&mut self, text: &str, indent: usize) {
        if self.must_break {
            self.newline(indent);
        }
        if self.at_start {
            self.out.extend(std::iter::repeat_n(' ', self.line_indent));
            (self.column, self.at_start) = (self.line_indent, false);
        } else if self.space {
            self.out.push(' ');
            self.column += 1;
        }
        self.space = false;
        self.out.push_str(text);
        match text.rsplit_once('\n') {
            Some((_, last)) => self.column = last.chars().count(),
            None => self.column += width(text),
        }
    }

    fn comment(&mut self, comment: &Comment, indent: usize) {
        for (i, line) in comment.lines.iter().enumerate() {
            if i == 0 {
                self.text(line, indent);
            } else {
                self.out.push('\n');
                if comment.aligned {
                    self.out.extend(std::iter::repeat_n(' ', self.line_indent + 1));
                }
                self.out.push_str(line);
                self.column = self.line_indent + 1 + width(line);
            }
        }
        self.must_break = comment.to_line_end;
    }

    fn token(&mut self, i: usize, indent: usize) {
        let piece = &self.pieces[i];
        for comment in &piece.leading {
            if comment.own_line {
                if !self.at_start {
                    self.newline(indent);
                    if comment.blank_before {
                        self.blank(indent);
                    }
                }
                self.comment(comment, indent);
                self.must_break = true;
            } else {
                self.space |= piece.closing;
                self.comment(comment, indent);
                self.space = !piece.closing || piece.text == "}";
            }
        }
        if self.must_break && !piece.leading.is_empty() {
            let indent = if piece.leading.iter().any(|c| c.own_line) { self.line_indent } else { indent };
            self.newline(indent);
            if piece.blank_before {
                self.blank(indent);
            }
        }
        if piece.text.is_empty() {
            return;
        }
        self.text(&piece.text, indent);
        for comment in &piece.trailing {
            self.space = true;
            self.comment(comment, indent);
        }
    }

    /// Whether a document, and what follows it up to the next line break, fits on the line.
    fn fits(&self, blank: usize, doc: &Doc, rest: &[(usize, Mode, &Doc)], mode: Mode) -> bool {
        let used = if self.at_start { self.line_indent } else { self.column + usize::from(self.space) } + blank;
        let Some(mut left) = WIDTH.checked_sub(used) else { return false };
        let mut rest = rest.iter().rev();
        let mut stack = vec![(mode, doc)];
        loop {
            let Some((mode, doc)) = stack.pop() else {
                match rest.next() {
                    Some(&(_, mode, doc)) => stack.push((mode, doc)),
                    None => return true,
                }
                continue;
            };
            let taken = match doc {
                Doc::Token(i) => {
                    let piece = &self.pieces[*i];
                    if piece.leading.iter().any(|c| c.own_line || c.to_line_end) {
                        return true;
                    }
                    let leading: usize = piece.leading.iter().map(|c| 1 + c.width()).sum();
                    if piece.text.contains('\n') {
                        return width(piece.text.lines().next().unwrap_or("")) + leading <= left;
                    }
                    if piece.trailing.iter().any(|c| c.to_line_end) {
                        return width(&piece.text) + leading <= left;
                    }
                    width(&piece.text) + leading + piece.trailing.iter().map(|c| 1 + c.width()).sum::<usize>()
                }
                Doc::Space => 1,
                Doc::Line | Doc::Soft | Doc::Fill(..) if mode == Mode::Break => return true,
                Doc::Line => 1,
                Doc::Soft => 0,
                Doc::Hard | Doc::Blank => return true,
                Doc::Indent(d) | Doc::Anchor(d) => {
                    stack.push((mode, d));
                    0
                }
                Doc::Group(d, broken) => {
                    stack.push((if *broken { Mode::Break } else { mode }, d));
                    0
                }
                Doc::Fill(d, kind) => {
                    stack.push((mode, d));
                    usize::from(*kind != Fill::Tight)
                }
                Doc::Cat(list) => {
                    stack.extend(list.iter().rev().map(|d| (mode, d)));
                    0
                }
            };
            match left.checked_sub(taken) {
                Some(less) => left = less,
                None => return false,
            }
        }
    }
}

impl Comment {
    fn width(&self) -> usize {
        self.lines.first().map_or(0, |line| width(line))
    }
}

fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}
