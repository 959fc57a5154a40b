//! `somdc.toml`: what makes a folder a project, so that commands in it need no names of files.
//!
//! It is TOML of strings, booleans and lists of strings, one key a line; a list may go over several lines. What is wrong in it is said with its line.

use somd_sema::scope::did_you_mean;
use std::path::{Path, PathBuf};

/// The name of the file.
pub const NAME: &str = "somdc.toml";

/// What the file says; paths are those of the file system already.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifest {
    /// The project's name: that of its folder.
    pub name: String,
    pub sources: Vec<PathBuf>,
    /// Sources for `somdc test` alone.
    pub tests: Vec<PathBuf>,
    pub main: Option<String>,
    pub target: Option<String>,
    pub rules: Option<PathBuf>,
    pub fast_math: bool,
    pub assertions: bool,
    /// The program's arguments, where the command line gives none.
    pub arguments: Vec<String>,
}

const KEYS: [&str; 8] = ["sources", "tests", "main", "target", "rules", "fast-math", "assertions", "arguments"];

enum Value {
    Text(String),
    Flag(bool),
    List(Vec<String>),
}

/// The file of this folder, or of the nearest above it that has one.
pub fn find(folder: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(folder).ok()?;
    folder.ancestors().map(|f| f.join(NAME)).find(|p| p.is_file())
}

/// Reads the file. Paths in it are shown as seen from the folder `from`; `known` says what is wrong with a target.
///
/// # Errors
/// What is wrong, with the file's name and the line.
pub fn read(path: &Path, from: &Path, known: &dyn Fn(&str) -> Result<(), String>) -> Result<Manifest, String> {
    let absolute = std::path::absolute(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let folder = absolute.parent().unwrap_or(Path::new("/"));
    let shown = std::path::absolute(from).ok().and_then(|from| Some(folder.strip_prefix(from).ok()?.to_path_buf()));
    let base = shown.unwrap_or_else(|| folder.to_path_buf());
    let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read `{}`: {e}", path.display()))?;
    let mut manifest =
        parse(&text, &base, known).map_err(|(line, what)| format!("{}:{line}: {what}", path.display()))?;
    manifest.name = folder.file_name().map_or("program".into(), |n| n.to_string_lossy().into_owned());
    Ok(manifest)
}

/// The file's text, with paths that are below `base`; an error has its line.
fn parse(text: &str, base: &Path, known: &dyn Fn(&str) -> Result<(), String>) -> Result<Manifest, (usize, String)> {
    let below = |path: &str| if path == "." && base != Path::new("") { base.to_path_buf() } else { base.join(path) };
    let mut manifest = Manifest::default();
    let mut given: Vec<String> = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        let number = at + 1;
        let line = uncommented(lines[at]);
        at += 1;
        if line.is_empty() {
            continue;
        }
        if line.starts_with('[') {
            return Err((number, format!("there are no tables like `{line}` in `{NAME}`: its keys stand alone")));
        }
        let Some((key, value)) = line.split_once('=') else {
            return Err((number, format!("a line is `key = value`; this is `{line}`")));
        };
        let key = key.trim().trim_matches('"');
        if !KEYS.contains(&key) {
            let near = did_you_mean(key, KEYS).map_or(String::new(), |k| format!(" did you mean `{k}`?"));
            return Err((number, format!("there is no key `{key}`;{near} The keys are {}", KEYS.join(", "))));
        }
        if given.iter().any(|g| g == key) {
            return Err((number, format!("`{key}` is given twice")));
        }
        given.push(key.to_string());
        // A list goes on until its bracket closes.
        let mut value = value.trim().to_string();
        while value.starts_with('[') && !closed(&value) && at < lines.len() {
            value += " ";
            value += uncommented(lines[at]);
            at += 1;
        }
        let value = self::value(&value).map_err(|what| (number, format!("`{key}`: {what}")))?;
        let wrong = |wanted: &str| Err((number, format!("`{key}` is {wanted}")));
        match (key, value) {
            ("sources", Value::List(list)) => manifest.sources = list.iter().map(|p| below(p)).collect(),
            ("tests", Value::List(list)) => manifest.tests = list.iter().map(|p| below(p)).collect(),
            ("arguments", Value::List(list)) => manifest.arguments = list,
            ("main", Value::Text(text)) => manifest.main = Some(text),
            ("target", Value::Text(text)) => {
                known(&text).map_err(|what| (number, format!("`target`: {what}")))?;
                manifest.target = Some(text);
            }
            ("rules", Value::Text(text)) => manifest.rules = Some(below(&text)),
            ("fast-math", Value::Flag(flag)) => manifest.fast_math = flag,
            ("assertions", Value::Flag(flag)) => manifest.assertions = flag,
            ("sources" | "tests" | "arguments", _) => return wrong("a list of strings: `[\"a\", \"b\"]`"),
            ("fast-math" | "assertions", _) => return wrong("`true` or `false`"),
            _ => return wrong("a string: `\"…\"`"),
        }
        let missing = |p: &&PathBuf| !p.exists();
        let paths: Vec<&PathBuf> = match key {
            "sources" => manifest.sources.iter().collect(),
            "tests" => manifest.tests.iter().collect(),
            "rules" => manifest.rules.iter().collect(),
            _ => Vec::new(),
        };
        if let Some(path) = paths.into_iter().find(missing) {
            return Err((number, format!("`{key}`: there is no file or folder `{}`", path.display())));
        }
    }
    if manifest.sources.is_empty() {
        manifest.sources = vec![if base == Path::new("") { PathBuf::from(".") } else { base.to_path_buf() }];
    }
    Ok(manifest)
}

/// A line without its comment and the blanks around.
fn uncommented(line: &str) -> &str {
    let mut quoted = false;
    let end = line.char_indices().find(|&(i, c)| {
        if c == '"' && !line[..i].ends_with('\\') {
            quoted = !quoted;
        }
        c == '#' && !quoted
    });
    line[..end.map_or(line.len(), |(i, _)| i)].trim()
}

/// Whether the bracket that a value begins with is closed in it.
fn closed(value: &str) -> bool {
    let mut quoted = false;
    value.char_indices().any(|(i, c)| {
        if c == '"' && !value[..i].ends_with('\\') {
            quoted = !quoted;
        }
        c == ']' && !quoted
    })
}

fn value(text: &str) -> Result<Value, String> {
    match text {
        "true" => return Ok(Value::Flag(true)),
        "false" => return Ok(Value::Flag(false)),
        _ => {}
    }
    if let Some(mut rest) = text.strip_prefix('[') {
        let mut list = Vec::new();
        loop {
            rest = rest.trim_start();
            if let Some(end) = rest.strip_prefix(']') {
                return if end.is_empty() {
                    Ok(Value::List(list))
                } else {
                    Err(format!("`{end}` stands behind the list"))
                };
            }
            let (item, after) = string(rest)?;
            list.push(item);
            rest = after.trim_start();
            match rest.strip_prefix(',') {
                Some(after) => rest = after,
                None if rest.starts_with(']') => {}
                None => return Err("between the strings of a list stand commas, and a `]` behind them".into()),
            }
        }
    }
    let (item, after) = string(text)?;
    if after.is_empty() { Ok(Value::Text(item)) } else { Err(format!("`{after}` stands behind the string")) }
}

/// A string at the start of a text, and what stands behind it.
fn string(text: &str) -> Result<(String, &str), String> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''));
    let Some(quote) = quote else {
        return Err(format!("`{text}` is no string: strings stand in quotes"));
    };
    let mut out = String::new();
    let mut chars = text[1..].char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            c if c == quote => return Ok((out, &text[1..][i + 1..])),
            '\\' if quote == '"' => match chars.next() {
                Some((_, 'n')) => out.push('\n'),
                Some((_, 't')) => out.push('\t'),
                Some((_, c @ ('"' | '\\'))) => out.push(c),
                _ => return Err("in a string, `\\` stands before `\\`, `\"`, `n` or `t`".into()),
            },
            c => out.push(c),
        }
    }
    Err("the string has no end".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> (usize, String) {
        parse(text, Path::new(""), &|_| Ok(())).expect_err("it is refused")
    }

    #[test]
    fn all_keys_are_read() {
        let text = "# a project\nmain = \"app.Main\" # here\ntarget = 'cpu'\nfast-math = true\narguments = [\n  \"a # b\", # one\n  \"\\\"]\",\n]\n";
        let read = parse(text, Path::new(""), &|_| Ok(())).expect("it is right");
        let expected = Manifest {
            sources: vec![".".into()],
            main: Some("app.Main".into()),
            target: Some("cpu".into()),
            fast_math: true,
            arguments: vec!["a # b".into(), "\"]".into()],
            ..Manifest::default()
        };
        assert_eq!(read, expected);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        assert!(matches!(wrong("\nmian = \"A\""), (2, w) if w.contains("did you mean `main`?")));
        assert!(matches!(wrong("main = \"A\"\n\nmain = \"B\""), (3, w) if w.contains("twice")));
        assert!(matches!(wrong("main = A"), (1, w) if w.contains("quotes")));
        assert!(matches!(wrong("fast-math = 1"), (1, w) if w.contains("no string")));
        assert!(matches!(wrong("fast-math = \"yes\""), (1, w) if w.contains("`true` or `false`")));
        assert!(matches!(wrong("sources = \"src\""), (1, w) if w.contains("a list of strings")));
        assert!(matches!(wrong("sources = [\"nowhere\"]"), (1, w) if w.contains("no file or folder `nowhere`")));
        assert!(matches!(wrong("[package]"), (1, w) if w.contains("tables")));
        assert!(matches!(wrong("arguments = [\"a\" \"b\"]"), (1, w) if w.contains("commas")));
    }
}
