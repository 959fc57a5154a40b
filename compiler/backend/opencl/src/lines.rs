//! Lines of a kernel. What a line does that others ask about it says itself, from when it was made: it reports a failure, is a label, a directive. How it is
//! written nobody else looks at.

use super::code::is_part;
use std::fmt;

#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Steps of four spaces.
    indent: usize,
    text: String,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Plain,
    /// It may tell that an iteration has failed.
    Report,
    /// What a jump goes to.
    Label,
    /// It is the preprocessor's.
    Directive,
}

impl Line {
    pub fn new(indent: usize, text: impl Into<String>) -> Line {
        Line { indent, text: text.into(), kind: Kind::Plain }
    }

    pub fn report(indent: usize, text: impl Into<String>) -> Line {
        Line { kind: Kind::Report, ..Line::new(indent, text) }
    }

    pub fn label(indent: usize, label: &str) -> Line {
        Line { kind: Kind::Label, ..Line::new(indent, format!("{label}: ;")) }
    }

    pub fn directive(text: impl Into<String>) -> Line {
        Line { kind: Kind::Directive, ..Line::new(0, text) }
    }

    pub fn reports(&self) -> bool {
        self.kind == Kind::Report
    }

    pub fn is_label(&self) -> bool {
        self.kind == Kind::Label
    }

    /// The same line so many steps further in.
    pub fn further(mut self, steps: usize) -> Line {
        self.indent += steps;
        self
    }

    /// The same line a step further out.
    pub fn less(mut self) -> Line {
        self.indent = self.indent.saturating_sub(1);
        self
    }

    /// Whether it names an identifier, other than in a comment.
    pub fn names(&self, name: &str) -> bool {
        let code = self.text.split("//").next().unwrap_or("");
        code.match_indices(name)
            .any(|(at, _)| !code[..at].ends_with(is_part) && !code[at + name.len()..].starts_with(is_part))
    }

    /// Whether it reads or fills memory in a way that is written for global memory: what it names must stay there.
    pub fn is_of_global_memory(&self) -> bool {
        let with = |part: &str| self.text.contains(part);
        self.kind == Kind::Directive || with("__global") || with("BYTE(") || with("[lane] =")
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", "    ".repeat(self.indent), self.text)
    }
}

/// The text of lines, without an end of line behind the last one.
pub(super) fn text(lines: &[Line]) -> String {
    lines.iter().map(Line::to_string).collect::<Vec<_>>().join("\n")
}

/// Whether one of the lines names an identifier.
pub(super) fn name(lines: &[Line], identifier: &str) -> bool {
    lines.iter().any(|l| l.names(identifier))
}
