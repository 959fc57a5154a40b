//! What may be written next: members behind a dot, names elsewhere, and the parameters of a call.
//!
//! The text around the cursor is half-written, and what a receiver is only the compiler can tell. So it is asked about a text in which a
//! variable of an inferred type takes the receiver, inside a call that gives whatever is wanted there.

use crate::index::{Symbol, methods_of};
use crate::server::{Server, Snapshot, comment, described, head};
use crate::text::range;
use serde_json::{Value, json};
use somd_hir::{self as hir, ClassId, MethodKind, Ty};
use somd_syntax::source::{SourceFile, Span};
use std::collections::BTreeSet;
use std::path::Path;

/// The class with that method, and the variable.
const PROBE: &str = "SomdcProbe";
const PROBE_TEXT: &str = "class SomdcProbe { static <T> T of(java.util.function.Supplier<Object> s) { return null; } }";
const VARIABLE: &str = "somdc$probe";

const WORDS: &[&str] = &[
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "continue",
    "default",
    "dist",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "final",
    "finally",
    "float",
    "for",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "local",
    "long",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "record",
    "reduce",
    "return",
    "shared",
    "short",
    "single",
    "static",
    "super",
    "switch",
    "sync",
    "task",
    "this",
    "throw",
    "throws",
    "try",
    "value",
    "var",
    "void",
    "while",
    "true",
    "false",
];

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Where the expression begins that ends at `end`: a chain of names, calls and indices.
fn receiver_start(text: &str, end: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = end;
    loop {
        let before = at;
        // Brackets, from their closing ones back.
        while at > 0 && matches!(bytes[at - 1], b')' | b']') {
            let mut depth = 0;
            while at > 0 {
                at -= 1;
                match bytes[at] {
                    b')' | b']' => depth += 1,
                    b'(' | b'[' => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
            }
        }
        if at > 0 && bytes[at - 1] == b'"' {
            at = text[..at - 1].rfind('"').unwrap_or(at - 1);
        }
        at = text[..at].trim_end_matches(is_word).len();
        let spaces = text[..at].trim_end();
        if spaces.ends_with('.') && !spaces.ends_with("..") {
            at = spaces.trim_end_matches('.').trim_end().len();
            continue;
        }
        // `new A().`
        if let Some(rest) = spaces.strip_suffix("new").filter(|r| !r.ends_with(is_word)) {
            at = rest.len();
        }
        return if at > before { before } else { at };
    }
}

/// The end of what belongs to the statement from `from` on and would stand behind a finished expression: further links of a chain.
fn chain_end(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from + text[from..].find(|c: char| !is_word(c)).unwrap_or(text.len() - from);
    loop {
        match bytes.get(at) {
            Some(b'(' | b'[') => {
                let mut depth = 0;
                let mut k = at;
                let closed = loop {
                    match bytes.get(k) {
                        Some(b'(' | b'[' | b'{') => depth += 1,
                        Some(b')' | b']' | b'}') => depth -= 1,
                        Some(b'\n' | b';') | None => break None,
                        _ => {}
                    }
                    k += 1;
                    if depth == 0 {
                        break Some(k);
                    }
                };
                match closed {
                    Some(end) => at = end,
                    None => return at,
                }
            }
            Some(b'.') if bytes.get(at + 1).is_some_and(|&b| is_word(char::from(b))) => {
                at += 1;
                at += text[at..].find(|c: char| !is_word(c)).unwrap_or(text.len() - at);
            }
            _ => return at,
        }
    }
}

/// What a receiver is: an object of a type, or a class.
enum Receiver {
    Object(Ty),
    Class(ClassId),
}

/// Asks the compiler what the expression from `lo` to `hi` of a file is; `end` is where the text goes on behind it.
fn receiver(
    server: &Server,
    snapshot: &Snapshot,
    file: &SourceFile,
    lo: usize,
    hi: usize,
    end: usize,
) -> Option<(Receiver, Snapshot)> {
    let expr = &file.text[lo..hi];
    let name = Path::new(&file.name);
    let before = &file.text[..lo];
    // The rest of the line is the user's: a `;` is put in where nothing else ends the statement.
    let rest = &file.text[end..];
    let semi = if rest.trim_start_matches([' ', '\t']).starts_with(['\n', '\r', '}']) || rest.trim().is_empty() {
        ";"
    } else {
        ""
    };
    let opening = format!("{PROBE}.of(() -> {{ var {VARIABLE} = ");
    let probed = format!("{before}{opening}{expr}; return null; }}){semi}{rest}");
    let mut texts = snapshot.texts.clone();
    texts.iter_mut().filter(|(p, _)| p == name).for_each(|(_, t)| *t = probed.clone());
    texts.push((name.with_file_name(format!("{PROBE}.somd")), PROBE_TEXT.to_string()));
    let asked = server.snapshot(texts);
    let base = asked.analysis.sources.files().iter().find(|f| !f.library && f.name == file.name)?.base;
    let start = base + (lo + opening.len()) as u32;
    let span = Span { lo: start, hi: start + expr.len() as u32 };
    let last = asked.index.occurrences.iter().find(|o| span.contains(o.span) && o.span.hi == span.hi);
    if let Some(Symbol::Class(c)) = last.map(|o| o.symbol) {
        return Some((Receiver::Class(c), asked));
    }
    let of_methods = asked.analysis.program.iter().flat_map(|p| &p.methods).flat_map(|m| &m.locals);
    let taken = of_methods.filter(|l| l.name == VARIABLE).map(|l| l.ty.clone()).next();
    let found = taken.or_else(|| asked.index.types.get(&span).cloned())?;
    Some((Receiver::Object(found), asked))
}

/// Where a name that is being written starts, and where its receiver does if a dot stands before it.
fn written(text: &str, at: usize) -> (usize, Option<(usize, usize)>) {
    let start = text[..at].trim_end_matches(is_word).len();
    let before = text[..start].trim_end();
    let dotted = before.ends_with('.') && !before.ends_with("..");
    let receiver = dotted.then(|| {
        let hi = before.trim_end_matches('.').trim_end().len();
        (receiver_start(text, hi), hi)
    });
    (start, receiver.filter(|(lo, hi)| lo < hi))
}

pub fn completion(server: &Server, snapshot: &Snapshot, file: &SourceFile, at: u32) -> Value {
    let offset = (at - file.base) as usize;
    let (start, dotted) = written(&file.text, offset);
    let mut items = match dotted {
        Some((lo, hi)) => {
            let end = chain_end(&file.text, offset);
            receiver(server, snapshot, file, lo, hi, end).map_or_else(Vec::new, |(r, asked)| members(&asked, &r))
        }
        None => names(server, snapshot, at),
    };
    let range = range(file, start, offset);
    for item in &mut items {
        let text = item["label"].clone();
        item["textEdit"] = json!({ "range": range, "newText": text });
    }
    json!({ "isIncomplete": false, "items": items })
}

fn item(label: &str, kind: u32, detail: String) -> Value {
    json!({ "label": label, "kind": kind, "detail": detail })
}

fn members(asked: &Snapshot, receiver: &Receiver) -> Vec<Value> {
    let Some(program) = &asked.analysis.program else { return Vec::new() };
    let (class, only_static) = match receiver {
        Receiver::Object(Ty::Class(c)) => (*c, false),
        Receiver::Object(Ty::Array { .. } | Ty::ValueArray { .. }) => {
            let value = matches!(receiver, Receiver::Object(Ty::ValueArray { .. }));
            let more: &[&str] =
                if value { &["map", "reduce", "scan", "filter", "sort", "toArray"] } else { &["clone"] };
            let length = item("length", 5, "int length".into());
            return std::iter::once(length).chain(more.iter().map(|m| item(m, 2, (*m).to_string()))).collect();
        }
        Receiver::Object(_) => return Vec::new(),
        Receiver::Class(c) => (*c, true),
    };
    let mut out = members_of(asked, program, class, only_static);
    if only_static {
        out.push(item("class", 14, "class".into()));
        let inner = program.classes.iter().filter(|c| {
            c.outer == Some(class)
                && matches!(
                    c.kind,
                    hir::ClassKind::Class | hir::ClassKind::Enum | hir::ClassKind::Interface | hir::ClassKind::Record
                )
        });
        out.extend(
            inner
                .filter_map(|c| c.name.rsplit('.').next())
                .filter(|n| !n.starts_with(|c: char| c.is_ascii_digit()))
                .map(|n| item(n, 7, n.to_string())),
        );
    }
    out
}

/// The members of a class and what is above it, each name and signature once.
fn members_of(snapshot: &Snapshot, program: &hir::Program, class: ClassId, only_static: bool) -> Vec<Value> {
    let mut seen = BTreeSet::new();
    let mut out = Vec::new();
    let own = |c: ClassId| !program.class(c).is_library;
    for c in std::iter::once(class).chain(program.class(class).supertypes.iter().copied()) {
        for &f in &program.class(c).fields {
            let field = program.field(f);
            let written = snapshot.analysis.sources.text(field.span);
            let hidden = field.name.contains('$')
                || !written.starts_with(field.name.as_str())
                || !own(c) && !public(snapshot, field.span);
            if field.is_static == only_static && !hidden && seen.insert(field.name.to_string()) {
                out.push(item(&field.name, 5, format!("{} {}", hir::print::ty(program, &field.ty), field.name)));
            }
        }
        for &m in &program.class(c).methods {
            let method = program.method(m);
            let hidden = method.kind != MethodKind::Method
                || method.name.contains('$')
                || method.name_span.is_none()
                || !own(c) && !public(snapshot, method.name_span);
            if hidden || method.is_static != only_static {
                continue;
            }
            let signature = method.display.rsplit_once(&format!(".{}(", method.name)).map_or("", |(_, p)| p);
            if seen.insert(format!("{}({signature}", method.name)) {
                let mut found = item(&method.name, 2, head(snapshot, method.span));
                if let Some(doc) = comment(snapshot, method.span) {
                    found["documentation"] = json!({ "kind": "markdown", "value": doc });
                }
                out.push(found);
            }
        }
    }
    out
}

/// Whether a declaration of the library says `public`, or stands in an interface.
fn public(snapshot: &Snapshot, name: Span) -> bool {
    let Some(file) = snapshot.analysis.sources.file_at(name.lo) else { return false };
    let before = &file.text[..(name.lo - file.base) as usize];
    let start = before.rfind(['\n', ';', '{', '}']).map_or(0, |i| i + 1);
    let modifiers: Vec<&str> = before[start..].split_whitespace().collect();
    modifiers.contains(&"public") || !modifiers.contains(&"private") && file.text.contains("interface ")
}

fn names(server: &Server, snapshot: &Snapshot, at: u32) -> Vec<Value> {
    let mut out: Vec<Value> = Vec::new();
    for v in snapshot.index.in_scope(at) {
        let detail = described(snapshot, Symbol::Local(v.declared)).map_or(String::new(), |(d, _)| d);
        out.push(item(&v.name, 6, detail));
    }
    let mut classes = BTreeSet::new();
    if let Some(program) = &snapshot.analysis.program {
        for class in snapshot.index.around(at) {
            out.extend(members_of(snapshot, program, class, false));
            out.extend(members_of(snapshot, program, class, true));
        }
        for class in program.classes.iter().filter(|c| !c.is_library) {
            let name = class.name.rsplit('.').next().unwrap_or_default();
            if !name.starts_with(|c: char| c.is_ascii_digit() || c.is_lowercase()) {
                classes.insert((name.to_string(), class.name.to_string()));
            }
        }
    }
    for class in server.engine.library_classes() {
        classes.insert((class.rsplit('.').next().unwrap_or_default().to_string(), class));
    }
    out.extend(classes.into_iter().map(|(name, full)| item(&name, 7, full)));
    out.extend(WORDS.iter().map(|w| item(w, 14, String::new())));
    out
}

/// The call around a position: where its name ends, and which argument is being written.
fn call_around(text: &str, at: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let (mut depth, mut commas) = (0, 0);
    for i in (0..at).rev() {
        match bytes[i] {
            b')' | b']' | b'}' => depth += 1,
            b'(' if depth == 0 => {
                let name_end = text[..i].trim_end().len();
                return text[..name_end].ends_with(is_word).then_some((name_end, commas));
            }
            b'(' | b'[' | b'{' if depth > 0 => depth -= 1,
            b'{' | b';' => return None,
            b',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    None
}

pub fn signatures(server: &Server, snapshot: &Snapshot, file: &SourceFile, at: u32) -> Value {
    let offset = (at - file.base) as usize;
    let Some((name_end, argument)) = call_around(&file.text, offset) else { return Value::Null };
    let (start, dotted) = written(&file.text, name_end);
    let name = &file.text[start..name_end];
    let constructed = file.text[..start].trim_end().ends_with("new");
    let written_name = name;
    let find = |snapshot: &Snapshot, classes: Vec<ClassId>, name: &str| -> Vec<Value> {
        let Some(program) = &snapshot.analysis.program else { return Vec::new() };
        let methods = classes.into_iter().map(|c| methods_of(program, c, name, argument + 1)).find(|m| !m.is_empty());
        let mut seen = BTreeSet::new();
        let written = methods.into_iter().flatten().filter(|&m| !program.method(m).span.is_none());
        written
            .filter_map(|m| described(snapshot, Symbol::Method(m)))
            .filter(|(head, _)| seen.insert(head.clone()))
            .map(|(head, doc)| signature(&head, written_name, doc))
            .collect()
    };
    let found = match dotted {
        Some((lo, hi)) if !constructed => {
            // A call that is not closed takes the rest of its line.
            let end = match chain_end(&file.text, name_end) {
                end if end > name_end => end,
                _ => file.text[offset..].find('\n').map_or(file.text.len(), |n| offset + n),
            };
            match receiver(server, snapshot, file, lo, hi, end) {
                Some((Receiver::Object(Ty::Class(c)) | Receiver::Class(c), asked)) => find(&asked, vec![c], name),
                _ => Vec::new(),
            }
        }
        _ if constructed => {
            let span = Span { lo: file.base + start as u32, hi: file.base + name_end as u32 };
            let class = snapshot.index.occurrences.iter().find(|o| o.span == span).map(|o| o.symbol);
            let program = snapshot.analysis.program.as_ref();
            let class = match (class, program) {
                (Some(Symbol::Class(c)), _) => Some(c),
                (Some(Symbol::Method(m)), Some(p)) => Some(p.method(m).class),
                (_, Some(p)) => {
                    (0..p.classes.len() as u32).map(ClassId).find(|&c| p.class(c).name.rsplit('.').next() == Some(name))
                }
                _ => None,
            };
            find(snapshot, class.into_iter().collect(), "<init>")
        }
        _ => find(snapshot, snapshot.index.around(at), name),
    };
    let found = if found.is_empty() && dotted.is_none() {
        without_call(server, snapshot, file, start, offset, &find)
    } else {
        found
    };
    if found.is_empty() {
        return Value::Null;
    }
    let active = found.iter().position(|s| s["parameters"].as_array().is_some_and(|p| p.len() > argument)).unwrap_or(0);
    json!({ "signatures": found, "activeSignature": active, "activeParameter": argument })
}

/// The signatures of a call's name where the half-written call leaves nothing known of the rest: of the text without it.
fn without_call(
    server: &Server,
    snapshot: &Snapshot,
    file: &SourceFile,
    start: usize,
    at: usize,
    find: &dyn Fn(&Snapshot, Vec<ClassId>, &str) -> Vec<Value>,
) -> Vec<Value> {
    let text = &file.text;
    let name = &text[start..start + text[start..].find(|c: char| !is_word(c)).unwrap_or(0)];
    let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
    let mut texts = snapshot.texts.clone();
    let path = Path::new(&file.name);
    let without = format!("{};{}", &text[..start], &text[end..]);
    texts.iter_mut().filter(|(p, _)| p == path).for_each(|(_, t)| *t = without.clone());
    let asked = server.snapshot(texts);
    let base = asked.analysis.sources.files().iter().find(|f| !f.library && f.name == file.name).map_or(0, |f| f.base);
    let around = asked.index.around(base + start as u32);
    find(&asked, around, name)
}

/// A declaration's head as a signature, with its parameters: what stands behind the name between parentheses.
fn signature(head: &str, name: &str, doc: Option<String>) -> Value {
    let mut parameters = Vec::new();
    let open = head.match_indices(&format!("{name}(")).map(|(i, m)| i + m.len()).last().unwrap_or(head.len());
    let (mut depth, mut start) = (0, open);
    for (i, c) in head[open..].char_indices().map(|(i, c)| (open + i, c)) {
        let ends = depth == 0 && matches!(c, ',' | ')');
        if ends && !head[start..i].trim().is_empty() {
            parameters.push(json!({ "label": head[start..i].trim() }));
        }
        match c {
            ')' if depth == 0 => break,
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            ',' if ends => start = i + 1,
            _ => {}
        }
    }
    let mut signature = json!({ "label": head, "parameters": parameters });
    if let Some(doc) = doc {
        signature["documentation"] = json!({ "kind": "markdown", "value": doc });
    }
    signature
}
