//! Source files and positions.
//!
//! All files of one compilation share one space of byte positions, so a [`Span`] is two numbers and still names its
//! file. Position 0 belongs to no file: it is the span of what the compiler made itself.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

/// A half-open range of bytes in the space of all source files of a compilation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    pub lo: u32,
    pub hi: u32,
}

impl Span {
    /// The span of what no source line stands for.
    pub const NONE: Span = Span { lo: 0, hi: 0 };

    pub fn new(lo: usize, hi: usize) -> Span {
        Span { lo: lo as u32, hi: hi as u32 }
    }

    /// The smallest span that covers both; [`Span::NONE`] adds nothing.
    pub fn to(self, other: Span) -> Span {
        match (self.is_none(), other.is_none()) {
            (true, _) => other,
            (_, true) => self,
            _ => Span { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) },
        }
    }

    pub fn contains(self, other: Span) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    pub fn is_none(self) -> bool {
        self.lo == 0
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.lo, self.hi)
    }
}

/// One source file: its name as messages show it, its text, and where it starts in the space of positions.
#[derive(Debug, Clone)]
pub struct SourceFile {
    pub name: String,
    /// The library's is part of the compiler, and not copied.
    pub text: Cow<'static, str>,
    pub base: u32,
    /// Part of the library that the compiler brings along: warnings about it are not shown to users.
    pub library: bool,
    /// Offset in `text` of the start of each line, once it is asked for.
    line_starts: OnceLock<Vec<u32>>,
}

impl SourceFile {
    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|&(_, b)| b == b'\n');
            std::iter::once(0).chain(ends.map(|(i, _)| i as u32 + 1)).collect()
        })
    }

    /// 1-based line and column (in characters) of a position inside this file.
    pub fn line_col(&self, pos: u32) -> (u32, u32) {
        let offset = pos.saturating_sub(self.base).min(self.text.len() as u32);
        let line = self.line_starts().partition_point(|&start| start <= offset).saturating_sub(1);
        let start = self.line_starts().get(line).copied().unwrap_or(0);
        let col = self.text.get(start as usize..offset as usize).map_or(0, |s| s.chars().count());
        (line as u32 + 1, col as u32 + 1)
    }

    /// The bytes of a 0-based line, its end of line included.
    pub fn line_range(&self, line: usize) -> Option<std::ops::Range<usize>> {
        let start = *self.line_starts().get(line)? as usize;
        let end = self.line_starts().get(line + 1).map_or(self.text.len(), |&e| e as usize);
        Some(start..end)
    }

    /// The text of a 1-based line, without its end of line.
    pub fn line(&self, line: u32) -> &str {
        let at = |i: u32| self.line_starts().get(i as usize).map(|&s| s as usize);
        let start = at(line.saturating_sub(1)).unwrap_or(self.text.len());
        let end = at(line).unwrap_or(self.text.len());
        self.text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r'])
    }
}

/// All source files of a compilation.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file and returns the position of its first byte.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Cow<'static, str>>, library: bool) -> u32 {
        let base = self.files.last().map_or(1, |f| f.base + f.text.len() as u32 + 1);
        let text = text.into();
        self.files.push(SourceFile { name: name.into(), text, base, library, line_starts: OnceLock::new() });
        base
    }

    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The file that holds a position; none for [`Span::NONE`].
    pub fn file_at(&self, pos: u32) -> Option<&SourceFile> {
        let i = self.files.partition_point(|f| f.base <= pos).checked_sub(1)?;
        self.files.get(i)
    }

    /// File, 1-based line and column of a span's start.
    pub fn locate(&self, span: Span) -> Option<(&SourceFile, u32, u32)> {
        if span.is_none() {
            return None;
        }
        let file = self.file_at(span.lo)?;
        let (line, col) = file.line_col(span.lo);
        Some((file, line, col))
    }

    /// The text a span covers.
    pub fn text(&self, span: Span) -> &str {
        self.file_at(span.lo)
            .filter(|_| !span.is_none())
            .and_then(|f| f.text.get((span.lo - f.base) as usize..(span.hi - f.base) as usize))
            .unwrap_or("")
    }
}
