//! What stands between tokens: comments and line breaks.

use crate::Refusal;
use crate::doc::{Comment, Piece};
use somd_syntax::tokens::{Tok, Written};

pub struct Read {
    /// One for each token, and one for the end.
    pub pieces: Vec<Piece>,
    /// Whether a line ends between a token and the one before.
    pub newline: Vec<bool>,
    /// Whether an empty line stands in front of a token and the comments before it.
    pub blank: Vec<bool>,
}

/// A comment in a gap: its bytes, and how many lines end between it and what is before.
struct Found<'a> {
    text: &'a str,
    lines_before: usize,
}

/// The comments of a gap, and how many lines end behind the last.
fn gap(text: &str) -> Option<(Vec<Found<'_>>, usize)> {
    let (mut found, mut rest, mut lines) = (Vec::new(), text, 0);
    loop {
        let trimmed = rest.trim_start_matches([' ', '\t', '\r', '\n', '\x0c']);
        lines += line_ends(&rest[..rest.len() - trimmed.len()]);
        let end = if trimmed.starts_with("//") {
            trimmed.find(['\n', '\r']).unwrap_or(trimmed.len())
        } else if let Some(inside) = trimmed.strip_prefix("/*") {
            inside.find("*/")? + 4
        } else if trimmed.is_empty() || trimmed == "\x1a" {
            return Some((found, lines));
        } else {
            return None;
        };
        found.push(Found { text: &trimmed[..end], lines_before: lines });
        (lines, rest) = (0, &trimmed[end..]);
    }
}

fn line_ends(text: &str) -> usize {
    // `\r\n` ends one line.
    let lone = text.bytes().enumerate().filter(|&(i, b)| b == b'\r' && text.as_bytes().get(i + 1) != Some(&b'\n'));
    text.bytes().filter(|&b| b == b'\n').count() + lone.count()
}

pub fn read(text: &str, tokens: &[Written]) -> Result<Read, Refusal> {
    let mut pieces: Vec<Piece> = Vec::with_capacity(tokens.len() + 16);
    let (mut newline, mut blank) = (Vec::with_capacity(tokens.len() + 1), Vec::with_capacity(tokens.len() + 1));
    let mut at = 0;
    for i in 0..=tokens.len() {
        let (lo, hi) = tokens.get(i).map_or((text.len(), text.len()), |t| (t.lo as usize, t.hi as usize));
        let unusual = || Refusal::Unusual("a unicode escape that is white space or begins a comment", at..lo);
        let (found, last_lines) = text.get(at..lo).and_then(gap).ok_or_else(unusual)?;
        newline.push(i == 0 || last_lines + found.iter().map(|c| c.lines_before).sum::<usize>() > 0);
        let ends_line: Vec<bool> =
            (1..=found.len()).map(|k| found.get(k).map_or(last_lines, |c| c.lines_before) > 0).collect();
        // Comments behind a token on its line, up to the end of the line, are its own.
        let own = found.iter().position(|c| c.lines_before > 0).unwrap_or(found.len());
        let own = if i == 0 || own == 0 || !(ends_line[own - 1] || i == tokens.len()) { 0 } else { own };
        let to_end = own > 0 && found[own - 1].text.starts_with("//");
        let own = if own > 0 && (to_end || ends_statement(tokens, i - 1)) { own } else { 0 };
        let mut leading = Vec::new();
        for (k, comment) in found.iter().enumerate() {
            let printed = printed(comment, comment.lines_before > 0 || i == 0 && ends_line[k]);
            if k < own {
                pieces[i - 1].trailing.push(printed);
            } else {
                leading.push(printed);
            }
        }
        let first = found.get(own).map_or(last_lines, |c| c.lines_before);
        blank.push(i > 0 && first > 1);
        let closing = tokens.get(i).is_none_or(|t| {
            matches!(t.tok, Tok::RParen | Tok::RBrace | Tok::RBracket | Tok::GenericClose | Tok::Comma | Tok::Semi)
        });
        pieces.push(Piece {
            text: text[lo..hi].to_string(),
            blank_before: last_lines > 1 && !leading.is_empty(),
            leading,
            trailing: Vec::new(),
            closing,
        });
        at = hi;
    }
    Ok(Read { pieces, newline, blank })
}

/// Whether what follows token `i` always starts a line or stands behind a blank.
fn ends_statement(tokens: &[Written], i: usize) -> bool {
    use Tok::*;
    match tokens[i].tok {
        Semi | Comma | RBrace => true,
        LBrace => i > 0 && !matches!(tokens[i - 1].tok, Assign | RBracket | Comma | LParen | LBrace | Default),
        _ => false,
    }
}

/// A comment as it is printed; `own_line`: on a line of its own.
fn printed(comment: &Found, own_line: bool) -> Comment {
    let written: Vec<&str> = comment.text.split('\n').collect();
    let aligned = written.len() > 1 && written[1..].iter().all(|l| l.trim_start().starts_with('*'));
    let line = |(k, l): (usize, &&str)| if aligned && k > 0 { l.trim() } else { l.trim_end() }.to_string();
    Comment {
        lines: written.iter().enumerate().map(line).collect(),
        aligned,
        to_line_end: comment.text.starts_with("//"),
        own_line,
        blank_before: comment.lines_before > 1,
    }
}

/// The comments of a text, each with the number of the token it follows, without the blanks around their lines.
pub fn comments(text: &str, tokens: &[Written]) -> Vec<(usize, Vec<String>)> {
    let mut out = Vec::new();
    let mut at = 0;
    for i in 0..=tokens.len() {
        let lo = tokens.get(i).map_or(text.len(), |t| t.lo as usize);
        for comment in text.get(at..lo).and_then(gap).map_or(Vec::new(), |(found, _)| found) {
            out.push((i, comment.text.split('\n').map(|l| l.trim().to_string()).collect()));
        }
        at = tokens.get(i).map_or(text.len(), |t| t.hi as usize);
    }
    out
}
