//! Diagnostics as people and tools read them. The only place that knows how they are rendered.

use crate::driver::sources::is_unsafe_to_show;
use codespan_reporting::diagnostic as cs;
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::{self, termcolor::Buffer};
use serde_json::{Value, json};
use somd_syntax::diagnostics::{Diagnostic, Label, Severity};
use somd_syntax::source::{SourceFile, SourceMap, Span};
use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

/// The source map in the shape that codespan wants: a file id is the file's place in the map.
struct FilesOf<'a> {
    sources: &'a SourceMap,
    /// What is shown of each file.
    texts: Vec<Cow<'a, str>>,
}

impl<'a> FilesOf<'a> {
    fn new(sources: &'a SourceMap) -> FilesOf<'a> {
        let text = |f: &'a SourceFile| if f.library { Cow::Borrowed(f.text.as_ref()) } else { visible(&f.text) };
        FilesOf { sources, texts: sources.files().iter().map(text).collect() }
    }
}

/// A text that a terminal shows as it is: for each control character, and each that changes the direction of text, one of as many bytes that
/// does nothing.
fn visible(text: &str) -> Cow<'_, str> {
    let acts = |c: char| is_unsafe_to_show(c) && !matches!(c, '\n' | '\t');
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut all = text.chars().peekable();
    while let Some(c) = all.next() {
        match c.len_utf8() {
            _ if !acts(c) || c == '\r' && all.peek() == Some(&'\n') => out.push(c),
            1 => out.push('?'),
            2 => out.push('\u{bf}'),
            _ => out.push(char::REPLACEMENT_CHARACTER),
        }
    }
    Cow::Owned(out)
}

impl<'a> Files<'a> for FilesOf<'a> {
    type FileId = usize;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: usize) -> Result<&'a str, Error> {
        self.sources.files().get(id).map(|f| f.name.as_str()).ok_or(Error::FileMissing)
    }

    fn source(&'a self, id: usize) -> Result<&'a str, Error> {
        self.texts.get(id).map(Cow::as_ref).ok_or(Error::FileMissing)
    }

    fn line_index(&'a self, id: usize, byte: usize) -> Result<usize, Error> {
        let file = self.sources.files().get(id).ok_or(Error::FileMissing)?;
        Ok(file.line_col(file.base + byte as u32).0 as usize - 1)
    }

    fn line_range(&'a self, id: usize, line: usize) -> Result<Range<usize>, Error> {
        let file = self.sources.files().get(id).ok_or(Error::FileMissing)?;
        file.line_range(line).ok_or(Error::LineTooLarge { given: line, max: 0 })
    }
}

fn file_and_range(sources: &SourceMap, span: Span) -> Option<(usize, Range<usize>)> {
    if span.is_none() {
        return None;
    }
    let id = sources.files().partition_point(|f| f.base <= span.lo).checked_sub(1)?;
    let file = sources.files().get(id)?;
    let at = |pos: u32| (pos.saturating_sub(file.base) as usize).min(file.text.len());
    Some((id, at(span.lo)..at(span.hi.max(span.lo))))
}

fn to_codespan(d: &Diagnostic, sources: &SourceMap) -> cs::Diagnostic<usize> {
    let severity = match d.severity {
        Severity::Error => cs::Severity::Error,
        Severity::Warning => cs::Severity::Warning,
        Severity::Note => cs::Severity::Note,
    };
    let mut out = cs::Diagnostic::new(severity).with_code(d.code).with_message(visible(&d.title));
    if let Some((id, range)) = file_and_range(sources, d.primary.span) {
        out.labels.push(cs::Label::primary(id, range).with_message(visible(&d.primary.text)));
    }
    for label in &d.secondary {
        if let Some((id, range)) = file_and_range(sources, label.span) {
            out.labels.push(cs::Label::secondary(id, range).with_message(visible(&label.text)));
        }
    }
    out.notes.extend(d.notes.iter().map(|n| format!("note: {n}")));
    for s in &d.suggestions {
        let place = sources.locate(s.span).map(|(_, line, col)| format!("{line}:{col}"));
        let old = sources.text(s.span).trim();
        let new = s.text.trim();
        // What stands at the span that is shown, and is named already, is said once.
        let said = match new.is_empty() {
            true => s.message.starts_with("remove"),
            false => s.message.contains(&format!("`{new}`")),
        };
        out.notes.push(match place {
            None => format!("help: {}", s.message),
            Some(_) if said && s.span.lo == d.primary.span.lo => format!("help: {}", s.message),
            Some(at) if said => format!("help: {} at {at}", s.message),
            Some(at) if new.is_empty() => format!("help: {}: remove `{old}` at {at}", s.message),
            Some(at) if old.is_empty() => format!("help: {}: insert `{new}` at {at}", s.message),
            Some(at) => format!("help: {}: replace `{old}` by `{new}` at {at}", s.message),
        });
    }
    out.notes.iter_mut().for_each(|note| *note = visible(note).into_owned());
    out
}

/// The diagnostics as text, with colours where asked for.
pub fn render(diagnostics: &[Diagnostic], sources: &SourceMap, color: bool) -> String {
    let config = term::Config { tab_width: 4, ..term::Config::default() };
    let files = FilesOf::new(sources);
    let mut buffer = if color { Buffer::ansi() } else { Buffer::no_color() };
    for d in diagnostics {
        // Writing to memory fails only for a span outside its file, which `file_and_range` has cut off.
        let _ = term::emit_to_write_style(&mut buffer, &config, &files, &to_codespan(d, sources));
    }
    String::from_utf8_lossy(buffer.as_slice()).into_owned()
}

/// One JSON object a line: severity, code, message, spans (file, line, column, byte offsets), notes, suggestions.
pub fn render_json(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let place = |span: Span| -> Value {
        let Some((file, line, column)) = sources.locate(span) else { return Value::Null };
        let (end_line, end_column) = file.line_col(span.hi);
        json!({
            "file": file.name, "line": line, "column": column, "end_line": end_line, "end_column": end_column,
            "start": span.lo - file.base, "end": span.hi.max(span.lo) - file.base,
        })
    };
    let mut out = String::new();
    for d in diagnostics {
        let severity = match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let labels: Vec<Value> = d.secondary.iter().map(|l| json!({ "span": place(l.span), "text": l.text })).collect();
        let suggestions: Vec<Value> = d
            .suggestions
            .iter()
            .map(|s| json!({ "message": s.message, "span": place(s.span), "replacement": s.text }))
            .collect();
        let line = json!({
            "severity": severity, "code": d.code, "message": d.title,
            "span": place(d.primary.span), "label": d.primary.text,
            "related": labels, "notes": d.notes, "suggestions": suggestions,
        });
        out.push_str(&line.to_string());
        out.push('\n');
    }
    out
}

/// Messages about a name that is not there, or is not what its uses take it for: each use gives them again.
const OF_EACH_USE: [&str; 6] = ["E0102", "E0200", "E0220", "E0225", "E0230", "E0247"];

/// Messages for a person to read: what each use of one missing name gives again is said at the first, with the places of the others. Tools that
/// mark or change each place take them as they are.
pub fn merged(diagnostics: Vec<Diagnostic>, sources: &SourceMap) -> Vec<Diagnostic> {
    let mut first: HashMap<(&str, String, u32), usize> = HashMap::new();
    let mut out: Vec<Diagnostic> = Vec::new();
    for d in diagnostics {
        let file = sources.file_at(d.primary.span.lo).map(|f| f.base).filter(|_| OF_EACH_USE.contains(&d.code));
        let Some(file) = file.filter(|_| d.is_error()) else {
            out.push(d);
            continue;
        };
        match first.entry((d.code, d.title.clone(), file)) {
            Entry::Vacant(entry) => {
                entry.insert(out.len());
                out.push(d);
            }
            Entry::Occupied(entry) => {
                let labels = &mut out[*entry.get()].secondary;
                if labels.len() < PLACES {
                    labels.push(Label { span: d.primary.span, text: "here too".into() });
                }
            }
        }
    }
    out
}

/// How many further places are shown of errors about one matter.
const PLACES: usize = 4;

/// Errors first by place; what is said twice of one place is said once, and what is said of one matter at its first.
pub fn sorted(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|d| (d.primary.span.lo, d.severity));
    diagnostics.dedup_by(|a, b| a.primary.span == b.primary.span && a.code == b.code && a.title == b.title);
    let mut shown: Vec<Diagnostic> = Vec::new();
    for d in diagnostics {
        let first = shown.iter_mut().find(|s| d.matter.is_some() && s.matter == d.matter);
        match first {
            Some(first) if first.secondary.len() < PLACES => {
                first.secondary.push(Label { span: d.primary.span, text: "here too".into() });
            }
            Some(_) => {}
            None => shown.push(d),
        }
    }
    shown
}
