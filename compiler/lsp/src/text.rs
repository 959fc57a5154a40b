//! Positions: lines and UTF-16 columns of the protocol, bytes of a text.

use serde_json::{Value, json};
use somd_syntax::source::{SourceFile, SourceMap, Span};
use std::path::{Path, PathBuf};

/// The byte at a line and a column in UTF-16 units, both from 0; the nearest one where there is none.
pub fn offset(text: &str, line: usize, column: usize) -> usize {
    let mut start = 0;
    for _ in 0..line {
        match text[start..].find('\n') {
            Some(n) => start += n + 1,
            None => return text.len(),
        }
    }
    let mut units = 0;
    for (i, c) in text[start..].char_indices() {
        if units >= column || c == '\n' {
            return start + i;
        }
        units += c.len_utf16();
    }
    text.len()
}

/// The position of a byte of a file, as the protocol has it.
pub fn position(file: &SourceFile, offset: usize) -> Value {
    let mut offset = offset.min(file.text.len());
    while !file.text.is_char_boundary(offset) {
        offset -= 1;
    }
    let line = file.line_col(file.base + offset as u32).0 as usize - 1;
    let start = file.line_range(line).map_or(0, |r| r.start);
    json!({ "line": line, "character": file.text[start..offset].encode_utf16().count() })
}

/// The byte that a position of the protocol names.
pub fn offset_of(text: &str, position: &Value) -> usize {
    let number = |key: &str| position[key].as_u64().unwrap_or(0) as usize;
    offset(text, number("line"), number("character"))
}

pub fn range(file: &SourceFile, lo: usize, hi: usize) -> Value {
    json!({ "start": position(file, lo), "end": position(file, hi.max(lo)) })
}

/// A span's file and range.
pub fn located(sources: &SourceMap, span: Span) -> Option<(&SourceFile, Value)> {
    let file = sources.file_at(span.lo).filter(|_| !span.is_none())?;
    let at = |p: u32| p.saturating_sub(file.base) as usize;
    Some((file, range(file, at(span.lo), at(span.hi))))
}

/// The path that a `file:` URI names.
pub fn path_of(uri: &str) -> PathBuf {
    let rest = uri.strip_prefix("file://").unwrap_or(uri);
    let mut bytes = Vec::with_capacity(rest.len());
    let mut at = rest.bytes();
    while let Some(b) = at.next() {
        let digit = |b: Option<u8>| b.and_then(|b| char::from(b).to_digit(16));
        match b {
            b'%' => match (digit(at.next()), digit(at.next())) {
                (Some(high), Some(low)) => bytes.push((high * 16 + low) as u8),
                _ => bytes.push(b'%'),
            },
            _ => bytes.push(b),
        }
    }
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

/// The `file:` URI of a path.
pub fn uri_of(path: &Path) -> String {
    let mut out = String::from("file://");
    for b in path.to_string_lossy().bytes() {
        if b.is_ascii_alphanumeric() || b"/-._~".contains(&b) {
            out.push(char::from(b));
        } else {
            out.push_str(&format!("%{b:02X}"));
        }
    }
    out
}
