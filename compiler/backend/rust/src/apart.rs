//! Keeps the program's names apart from the words that the printer writes itself.
//!
//! The printer marks the names that it makes of the program's: of [`local`] variables, and of [`item`]s: classes, modules. When all is printed,
//! what bears no mark is known to be its own: its variables, its functions, the runtime's types, Rust's. A name that is like one of these gets
//! an underscore; the others stay as they are. A local variable is kept apart from the classes too: where a class has no fields, its name would be
//! a pattern.

use std::collections::{BTreeMap, BTreeSet};

/// No text of the program has these in a name: [`ident`](super::code::ident) writes them otherwise.
const LOCAL: char = '\u{aa}';
const ITEM: char = '\u{ba}';

pub fn is_mark(c: char) -> bool {
    matches!(c, LOCAL | ITEM)
}

/// The marked name of a local variable.
pub fn local(name: &str) -> String {
    format!("{LOCAL}{name}{LOCAL}")
}

/// The marked name of what all files can name.
pub fn item(name: &str) -> String {
    format!("{ITEM}{name}{ITEM}")
}

/// A name without its marks.
pub fn plain(name: &str) -> String {
    name.chars().filter(|c| !is_mark(*c)).collect()
}

/// Gives the marked names of all files their forms. Paths have names of items.
pub fn resolve(files: Vec<(String, String)>) -> Vec<(String, String)> {
    let words: Vec<Vec<Word>> = files.iter().map(|(_, text)| split(text)).collect();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for word in words.iter().flatten().filter(|w| w.stands_alone && !w.text.contains(is_mark)) {
        taken.insert(word.text.to_string());
    }
    let mut items: BTreeMap<&str, String> = BTreeMap::new();
    for word in words.iter().flatten().filter(|w| w.text.contains(ITEM)) {
        items.entry(word.text).or_insert_with(|| free(&mut taken, word.text));
    }
    // Where a file's statics are imported, no local variable may have their names, as none may have those of classes.
    let statics = words.iter().flatten().filter(|w| w.is_static && !w.text.contains(is_mark));
    let everywhere: BTreeSet<String> = items.values().cloned().chain(statics.map(|w| w.text.to_string())).collect();
    let mut out = Vec::new();
    for ((path, text), words) in files.iter().zip(&words) {
        let mut taken = everywhere.clone();
        let own = words.iter().filter(|w| w.stands_alone && !w.before_path && !w.text.contains(is_mark));
        taken.extend(own.map(|w| w.text.to_string()));
        let mut locals: BTreeMap<&str, String> = BTreeMap::new();
        let mut resolved = String::with_capacity(text.len());
        let mut done = 0;
        for word in words.iter().filter(|w| w.text.contains(is_mark)) {
            resolved.push_str(&text[done..word.at]);
            done = word.at + word.text.len();
            match items.get(word.text) {
                _ if !word.code => resolved.push_str(&plain(word.text)),
                Some(name) => resolved.push_str(name),
                None => resolved.push_str(locals.entry(word.text).or_insert_with(|| free(&mut taken, word.text))),
            }
        }
        resolved.push_str(&text[done..]);
        let part = |p: &str| {
            let (stem, end) = p.split_once('.').map_or((p, ""), |(stem, end)| (stem, end));
            let stem = items.get(stem).cloned().unwrap_or_else(|| plain(stem));
            if end.is_empty() { stem } else { format!("{stem}.{end}") }
        };
        out.push((path.split('/').map(part).collect::<Vec<_>>().join("/"), resolved));
    }
    out
}

fn free(taken: &mut BTreeSet<String>, marked: &str) -> String {
    let mut name = plain(marked);
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    name
}

/// An identifier in Rust text.
struct Word<'a> {
    at: usize,
    text: &'a str,
    /// Not in a comment or literal.
    code: bool,
    /// It is found by its name alone: no field, method, label or part of a path but the first.
    stands_alone: bool,
    /// A path begins with it, or it is a macro.
    before_path: bool,
    /// A static or constant of a module is declared.
    is_static: bool,
}

/// All identifiers, and in comments and literals those with marks.
fn split(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    // Where the code before the next word ends.
    while at < bytes.len() {
        let rest = &text[at..];
        let skipped = match bytes[at] {
            b'/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            b'"' => literal(rest, '"'),
            // A character, not a label or lifetime.
            b'\'' if rest[1..].starts_with('\\') || rest.chars().nth(2) == Some('\'') => literal(rest, '\''),
            _ => 0,
        };
        if skipped > 0 {
            marked(text, at, at + skipped, &mut words);
            at += skipped;
            continue;
        }
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        if length == 0 {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let word = &rest[..length];
        if !word.starts_with(|c: char| c.is_ascii_digit()) {
            let (before, after) = (text[..at].trim_end(), rest[length..].trim_start());
            let member = before.ends_with("::") || before.ends_with('.') && !before.ends_with("..");
            let declares = before.ends_with("fn") || before.ends_with("pub") || text[..at].ends_with('\'');
            let bound = before.ends_with("let") || before.ends_with("mut");
            let named = after.starts_with(':') && !after.starts_with("::") && !bound;
            let line = before.rsplit('\n').next().unwrap_or_default();
            words.push(Word {
                at,
                text: word,
                code: true,
                stands_alone: !(member || declares || named),
                is_static: ["static", "const", "pub static", "pub const", "pub(crate) static", "pub(crate) const"]
                    .contains(&line),
                before_path: after.starts_with("::") || after.starts_with('!') && !after.starts_with("!="),
            });
        }
        at += length;
    }
    words
}

/// The length of a literal that begins here.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return i + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// The marked names in what is no code.
fn marked<'a>(text: &'a str, from: usize, to: usize, words: &mut Vec<Word<'a>>) {
    let mut at = from;
    while let Some(found) = text[at..to].find(is_mark) {
        let part = |c: char| c.is_alphanumeric() || c == '_';
        let start = text[from..at + found]
            .rfind(|c| !part(c))
            .map_or(from, |i| from + i + text[from + i..].chars().next().map_or(1, char::len_utf8));
        let end = text[at + found..to].find(|c| !part(c)).map_or(to, |i| at + found + i);
        words.push(Word {
            at: start,
            text: &text[start..end],
            code: false,
            stands_alone: false,
            before_path: false,
            is_static: false,
        });
        at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> String {
        resolve(vec![("a.rs".into(), text.into())]).remove(0).1
    }

    #[test]
    fn names_that_meet_the_printers_words_move() {
        let (x, value) = (local("x"), local("value_1"));
        assert_eq!(one(&format!("let {value} = {x}; let value_1 = 2;")), "let value_1_ = x; let value_1 = 2;");
        // Made of a name, and a name of its own.
        let (list, view) = (local("list"), local("list_view"));
        assert_eq!(one(&format!("{list}_view + {view}")), "list_view + list_view_");
        // Fields, methods, labels, parts of paths, and what is no code are apart anyway.
        let text = |n: &str| format!("'x: a.x + b.x() + C::x {{ x: {n} }} /*\"x\"*/ // x {n}\n'x'");
        assert_eq!(one(&text(&x)), text("x"));
        assert_eq!(one(&format!("let x: i32 = {x}; 0..x")), "let x: i32 = x_; 0..x");
    }

    #[test]
    fn locals_are_apart_from_items_and_items_from_types() {
        let (total, range) = (item("total"), item("Range"));
        let files = vec![
            (format!("{total}.rs"), format!("struct {range}; mod {total};")),
            ("b.rs".to_string(), format!("let {} = Range::new({total}::{}, \"{total}\");", local("total"), local("y"))),
        ];
        let resolved = resolve(files);
        assert_eq!(resolved[0], ("total.rs".to_string(), "struct Range_; mod total;".to_string()));
        assert_eq!(resolved[1].1, "let total_ = Range::new(total::y, \"total\");");
    }
}
