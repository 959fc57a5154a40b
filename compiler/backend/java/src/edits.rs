//! Replacements in source text, which nest: a replacement is made of new text and of pieces of the source, and the replacements
//! inside those pieces are done as well. Everything outside of replacements stays as the programmer wrote it.

use somd_syntax::source::Span;

#[derive(Debug)]
pub enum Part {
    Text(String),
    /// A piece of the source, with the replacements in it.
    Source(Span),
}

impl From<&str> for Part {
    fn from(text: &str) -> Part {
        Part::Text(text.to_string())
    }
}

impl From<String> for Part {
    fn from(text: String) -> Part {
        Part::Text(text)
    }
}

impl From<Span> for Part {
    fn from(span: Span) -> Part {
        Part::Source(span)
    }
}

#[derive(Debug)]
struct Edit {
    span: Span,
    parts: Vec<Part>,
}

/// The replacements in one file. Of two of one span the one added first is the outer one.
#[derive(Debug, Default)]
pub struct Edits {
    list: Vec<Edit>,
}

impl Edits {
    pub fn replace(&mut self, span: Span, parts: Vec<Part>) {
        self.list.push(Edit { span, parts });
    }

    pub fn text(&mut self, span: Span, text: impl Into<String>) {
        self.replace(span, vec![Part::Text(text.into())]);
    }

    pub fn insert(&mut self, at: u32, text: impl Into<String>) {
        self.text(Span { lo: at, hi: at }, text);
    }

    /// The text of a span of the file that starts at position `base`.
    pub fn apply(mut self, source: &str, base: u32, span: Span) -> String {
        self.list.sort_by_key(|e| (e.span.lo, u32::MAX - e.span.hi));
        let mut out = String::with_capacity(source.len());
        Rendering { edits: &self.list, source, base, out: &mut out }.render(span, 0);
        out
    }
}

struct Rendering<'a> {
    edits: &'a [Edit],
    source: &'a str,
    base: u32,
    out: &'a mut String,
}

impl Rendering<'_> {
    fn copy(&mut self, lo: u32, hi: u32) {
        self.out.push_str(self.source.get((lo - self.base) as usize..(hi - self.base) as usize).unwrap_or_default());
    }

    /// Renders a span with the replacements from number `from` on.
    fn render(&mut self, span: Span, from: usize) {
        let mut at = span.lo;
        let first = self.edits.partition_point(|e| e.span.lo < span.lo).max(from);
        for (i, edit) in self.edits.iter().enumerate().skip(first) {
            if edit.span.lo > span.hi {
                break;
            }
            // Those inside a replacement that is done already are done with it, or gone with what it replaced.
            if edit.span.lo < at || edit.span.hi > span.hi {
                continue;
            }
            self.copy(at, edit.span.lo);
            for part in &edit.parts {
                match part {
                    Part::Text(text) => self.out.push_str(text),
                    Part::Source(inner) => self.render(*inner, i + 1),
                }
            }
            at = edit.span.hi;
        }
        self.copy(at, span.hi);
    }
}
