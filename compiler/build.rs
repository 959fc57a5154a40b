//! Makes a table of the library, whose texts the compiler holds: its files, which classes each declares, and which other files each leads to. So
//! a compilation looks through the program's words only. Of each file there is a second text, the headers alone: comments and the bodies of methods
//! are blank in it, at the same positions, so that it is read fast.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=../stdlib");
    println!("cargo:rerun-if-changed=src/explain/pages");
    println!("cargo:rerun-if-changed=build.rs");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("../stdlib");
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let mut files = BTreeMap::new();
    collect(&root, "", &mut files)?;
    fs::write(out.join("library.rs"), table(&files, &root, &out)?)
}

/// The library's files by their paths below its root, with `/`.
fn collect(folder: &Path, below: &str, files: &mut BTreeMap<String, String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|n| n.to_str()) else { continue };
        if path.is_dir() {
            collect(&path, &format!("{below}{name}/"), files)?;
        } else if name.ends_with(".somd") {
            files.insert(format!("{below}{name}"), fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

fn table(files: &BTreeMap<String, String>, root: &Path, out: &Path) -> io::Result<String> {
    let mut classes: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (index, text) in files.values().enumerate() {
        for class in declared(text) {
            classes.entry(class).or_default().insert(index);
        }
    }
    let mut code = String::from("static FILES: &[LibraryFile] = &[\n");
    for (index, (path, text)) in files.iter().enumerate() {
        let leads: BTreeSet<usize> = words(text).filter_map(|w| classes.get(w)).flatten().copied().collect();
        let headers = out.join(format!("headers_{index}"));
        fs::write(&headers, blanked(text))?;
        let _ = writeln!(
            code,
            "    LibraryFile {{ path: {path:?}, text: include_str!({:?}), headers: include_str!({headers:?}), leads: &{leads:?} }},",
            root.join(path),
            leads = Vec::from_iter(leads),
        );
    }
    code += "];\nstatic CLASSES: &[(&str, &[usize])] = &[\n";
    for (class, files) in classes {
        let _ = writeln!(code, "    ({class:?}, &{:?}),", Vec::from_iter(files));
    }
    Ok(code + "];\n")
}

/// The classes that a library file declares at its top: words after `class`, `interface`, `enum` or `record` at the start of a line.
fn declared(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|l| !l.starts_with([' ', '\t', '*', '/'])).filter_map(|line| {
        let mut words = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '@'));
        words.find(|w| matches!(*w, "class" | "interface" | "enum" | "record" | "@interface"))?;
        words.find(|w| !w.is_empty())
    })
}

include!("src/driver/words.rs");

/// The text without its comments and what stands in the bodies of methods, blanks in their place.
fn blanked(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    // For each class that is open, whether the constants of an enum are being listed.
    let mut constants: Vec<bool> = Vec::new();
    // The words of the present member so far, and whether its last bracket was a `)`.
    let (mut header, mut parameters): (Vec<&str>, bool) = (Vec::new(), false);
    let mut i = 0;
    while let Some(&b) = bytes.get(i) {
        if let Some((end, comment)) = skipped(bytes, i) {
            if comment {
                out[i..end].fill(b' ');
            }
            i = end;
            continue;
        }
        let is_class = || header.iter().any(|w| matches!(*w, "class" | "interface" | "enum" | "record"));
        match b {
            _ if is_word(b) => {
                let end = (i..bytes.len()).find(|&j| !is_word(bytes[j])).unwrap_or(bytes.len());
                header.push(&text[i..end]);
                i = end;
                continue;
            }
            b'(' => {
                i = closing(bytes, i);
                parameters = true;
            }
            // A field's initial value.
            b'=' => {
                i = value_end(bytes, i);
                continue;
            }
            b'{' if is_class() => constants.push(header.contains(&"enum")),
            // The body of an enum's constant.
            b'{' if constants.last() == Some(&true) => constants.push(false),
            b'{' => {
                let end = closing(bytes, i);
                if parameters {
                    out[i + 1..end].fill(b' ');
                }
                i = end;
            }
            b'}' => drop(constants.pop()),
            b';' => constants.last_mut().into_iter().for_each(|c| *c = false),
            _ => {}
        }
        if matches!(b, b'{' | b'}' | b';') {
            header.clear();
            parameters = false;
        }
        i += 1;
    }
    // Characters were replaced whole.
    String::from_utf8(out).unwrap_or_else(|_| text.to_string())
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$')
}

/// Where a comment, string, text block or character that begins here ends, and whether it is a comment.
fn skipped(bytes: &[u8], i: usize) -> Option<(usize, bool)> {
    let find = |what: &[u8], from: usize| {
        let found = bytes[from..].windows(what.len()).position(|w| w == what);
        found.map_or(bytes.len(), |k| from + k)
    };
    let rest = &bytes[i..];
    if rest.starts_with(b"//") {
        return Some((find(b"\n", i), true));
    }
    if rest.starts_with(b"/*") {
        return Some(((find(b"*/", i + 2) + 2).min(bytes.len()), true));
    }
    let quote: &[u8] = if rest.starts_with(b"\"\"\"") { b"\"\"\"" } else { rest.get(..1)? };
    if !matches!(quote[0], b'"' | b'\'') {
        return None;
    }
    let mut j = i + quote.len();
    while j < bytes.len() && !bytes[j..].starts_with(quote) {
        j += if bytes[j] == b'\\' { 2 } else { 1 };
    }
    Some(((j + quote.len()).min(bytes.len()), false))
}

/// The end of the bracket that opens at `i`.
fn closing(bytes: &[u8], i: usize) -> usize {
    end_of(bytes, i, |b, depth| depth == 0 && matches!(b, b'}' | b')' | b']'))
}

/// The `;` behind what begins at `i`, outside brackets.
fn value_end(bytes: &[u8], i: usize) -> usize {
    end_of(bytes, i, |b, depth| depth == 0 && b == b';')
}

fn end_of(bytes: &[u8], mut i: usize, is_end: impl Fn(u8, usize) -> bool) -> usize {
    let mut depth = 0usize;
    while i < bytes.len() {
        if let Some((end, _)) = skipped(bytes, i) {
            i = end;
            continue;
        }
        match bytes[i] {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if is_end(bytes[i], depth) {
            return i;
        }
        i += 1;
    }
    i
}
