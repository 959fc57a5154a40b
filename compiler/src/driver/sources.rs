//! Reads the files of a program, and those of the library that it may use.

use somd_syntax::source::SourceMap;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A file of the library, which is part of the compiler: it is there wherever the compiler is.
struct LibraryFile {
    path: &'static str,
    text: &'static str,
    /// The text with blanks in place of comments and methods' bodies.
    headers: &'static str,
    /// The files that declare the classes it names, as indices of [`FILES`].
    leads: &'static [usize],
}

// `FILES`, in the order of their paths, and `CLASSES`: of each class of the library, in order of their names, the files that declare it.
include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// Classes that the compiler and the runtime need of any program.
const ALWAYS: &[&str] = &[
    "Object",
    "String",
    "Throwable",
    "Exception",
    "RuntimeException",
    "Error",
    "Class",
    "Enum",
    "Record",
    "Iterable",
    "Iterator",
    "AutoCloseable",
    "Comparable",
    "CharSequence",
    "Cloneable",
    "Serializable",
    "Number",
    "Boolean",
    "Byte",
    "Short",
    "Character",
    "Integer",
    "Long",
    "Float",
    "Double",
    "Void",
    "Math",
    "System",
    "StringBuilder",
    "Objects",
    "Bits",
    "Columns",
    "AssertionError",
    "MatchException",
    "Override",
    "Deprecated",
    "FunctionalInterface",
    "SuppressWarnings",
    "SafeVarargs",
];

/// How the bytes of the program's files are text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    #[default]
    Utf8,
    Latin1,
    Ascii,
}

impl Encoding {
    /// By the names that Java's compiler takes, in any case.
    pub fn named(name: &str) -> Option<Encoding> {
        match name.to_ascii_uppercase().as_str() {
            "UTF-8" | "UTF8" => Some(Encoding::Utf8),
            "ISO-8859-1" | "ISO8859-1" | "ISO8859_1" | "LATIN1" | "LATIN-1" => Some(Encoding::Latin1),
            "US-ASCII" | "ASCII" => Some(Encoding::Ascii),
            _ => None,
        }
    }

    /// As the command line names it.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Latin1 => "ISO-8859-1",
            Encoding::Ascii => "US-ASCII",
        }
    }

    /// The text, or where the first byte is that cannot be read.
    fn decode(self, bytes: Vec<u8>) -> Result<String, (usize, u8)> {
        let at = match self {
            Encoding::Latin1 => return Ok(bytes.into_iter().map(char::from).collect()),
            Encoding::Ascii => bytes.iter().position(|b| !b.is_ascii()),
            Encoding::Utf8 => None,
        };
        let fault = |bytes: &[u8], at: usize| (bytes[..at].iter().filter(|&&b| b == b'\n').count() + 1, bytes[at]);
        match at {
            Some(at) => Err(fault(&bytes, at)),
            None => String::from_utf8(bytes).map_err(|e| fault(e.as_bytes(), e.utf8_error().valid_up_to())),
        }
    }
}

/// One file of a compilation.
pub struct File {
    pub base: u32,
    pub library: bool,
    pub index: usize,
    /// What of its text is parsed at first, where that is not all of it.
    pub headers: Option<&'static str>,
}

#[derive(Debug)]
pub enum ReadError {
    NotFound(PathBuf),
    Io(PathBuf, std::io::Error),
    /// The line and the byte that the encoding has no character for.
    Encoding {
        path: PathBuf,
        line: usize,
        byte: u8,
        encoding: Encoding,
    },
    /// A folder without a source file in it.
    Empty(PathBuf),
    /// A path with a line break or another control character: it would end a comment of what is written, or steer a terminal.
    Name(PathBuf),
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReadError::NotFound(p) => write!(f, "there is no file or folder `{}`", p.display()),
            ReadError::Io(p, e) => write!(f, "cannot read `{}`: {e}", p.display()),
            ReadError::Encoding { path, line, byte, encoding } => {
                let path = path.display();
                write!(f, "line {line} of `{path}` has the byte 0x{byte:02X}, which is not valid {}", encoding.name())?;
                match encoding {
                    Encoding::Latin1 => Ok(()),
                    _ => write!(f, "; where the text is Latin-1, `--encoding ISO-8859-1` reads it"),
                }
            }
            ReadError::Name(p) => {
                write!(
                    f,
                    "a control character is in the path {:?}; rename the file or its folder",
                    p.display().to_string()
                )
            }
            ReadError::Empty(p) => write!(f, "no `.somd` or `.java` file in `{}`", p.display()),
        }
    }
}

/// The files that are meant, in order of path: those given, and the `.somd` and `.java` files in folders.
///
/// # Errors
/// Where one is not there, or a folder has none or cannot be read.
pub fn files(paths: &[PathBuf]) -> Result<BTreeSet<PathBuf>, ReadError> {
    let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for path in paths {
        if path.is_dir() {
            let before = (found.len(), seen.len());
            collect(path, &mut seen, &mut found)?;
            // One that another path has led to already is not empty.
            if found.len() == before.0 && seen.len() > before.1 {
                return Err(ReadError::Empty(path.clone()));
            }
        } else if path.exists() {
            found.extend((!declares_module(path)).then(|| path.clone()));
        } else {
            return Err(ReadError::NotFound(path.clone()));
        }
    }
    Ok(found)
}

/// Reads files and folders and the library files they lead to. `made`: texts that the compiler adds to them, by name.
pub fn read(
    paths: &[PathBuf],
    encoding: Encoding,
    made: &[(String, String)],
    sources: &mut SourceMap,
) -> Result<Vec<File>, ReadError> {
    let mut texts = Vec::new();
    for path in files(paths)? {
        if path.display().to_string().contains(is_unsafe_to_show) {
            return Err(ReadError::Name(path));
        }
        let bytes = std::fs::read(&path).map_err(|e| ReadError::Io(path.clone(), e))?;
        let text = encoding.decode(bytes).map_err(|(line, byte)| ReadError::Encoding {
            path: path.clone(),
            line,
            byte,
            encoding,
        })?;
        texts.push((path.display().to_string(), text));
    }
    texts.extend(made.iter().cloned());
    Ok(add(texts, sources))
}

/// Line breaks, other control characters, and what changes the direction of text.
pub fn is_unsafe_to_show(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Adds program texts (name, text) and the library files they lead to.
pub fn add(texts: Vec<(String, String)>, sources: &mut SourceMap) -> Vec<File> {
    let mut files = Vec::new();
    for of_library in library_closure(texts.iter().map(|(_, t)| t.as_str())) {
        files.push(of_library.add_to(sources));
    }
    for (name, text) in texts {
        let index = sources.files().len();
        files.push(File { base: sources.add(name, text, false), library: false, index, headers: None });
    }
    files
}

impl LibraryFile {
    fn add_to(&self, sources: &mut SourceMap) -> File {
        let index = sources.files().len();
        let base = sources.add(format!("stdlib/{}", self.path), self.text, true);
        File { base, library: true, index, headers: Some(self.headers) }
    }
}

/// A module's declaration says what other modules may name of it, and a program is all of one.
fn declares_module(path: &Path) -> bool {
    path.file_name().is_some_and(|n| n == "module-info.java")
}

/// The source files in a folder and those in it; links to folders are not followed. `seen`: the folders it went through, since a folder may be given
/// twice.
fn collect(folder: &Path, seen: &mut BTreeSet<PathBuf>, out: &mut BTreeSet<PathBuf>) -> Result<(), ReadError> {
    let failed = |e| ReadError::Io(folder.to_path_buf(), e);
    if !seen.insert(std::fs::canonicalize(folder).map_err(failed)?) {
        return Ok(());
    }
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut paths = entries.map(|e| Ok(e.map_err(failed)?.path())).collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    for path in paths {
        let hidden = path.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden {
            if !path.is_symlink() {
                collect(&path, seen, out)?;
            }
        } else if path.extension().is_some_and(|e| e == "somd" || e == "java") && !hidden && !declares_module(&path) {
            out.insert(path);
        }
    }
    Ok(())
}

/// The library files whose classes the texts may name, directly or through other library files: a file belongs to it when an
/// identifier equal to one of its classes occurs. What is left out could not be named, so leaving it out changes nothing.
fn library_closure<'a>(texts: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'static LibraryFile> {
    let mut chosen = vec![false; FILES.len()];
    let mut queue: Vec<usize> = Vec::new();
    let mut need = |files: &[usize]| {
        for &file in files {
            if !std::mem::replace(&mut chosen[file], true) {
                queue.push(file);
            }
        }
    };
    let declaring = |class: &str| match CLASSES.binary_search_by_key(&class, |c| c.0) {
        Ok(at) => CLASSES[at].1,
        Err(_) => &[],
    };
    for class in ALWAYS {
        need(declaring(class));
    }
    // What the runtime throws it must be able to make.
    for (index, LibraryFile { path, .. }) in FILES.iter().enumerate() {
        if path.starts_with("java/lang/") && path.contains("Exception")
            || path.contains("/lang/") && path.contains("Error")
        {
            need(&[index]);
        }
    }
    for text in texts {
        words(text).for_each(|word| need(declaring(word)));
        for (signs, classes) in UNNAMED {
            if signs.iter().any(|sign| text.contains(sign)) {
                classes.iter().for_each(|class| need(declaring(class)));
            }
        }
    }
    while let Some(file) = queue.pop() {
        for &other in FILES[file].leads {
            if !std::mem::replace(&mut chosen[other], true) {
                queue.push(other);
            }
        }
    }
    FILES.iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(file, _)| file)
}

/// What texts use without naming it: where one of the signs stands, these classes may be used.
const UNNAMED: &[(&[&str], &[&str])] = &[
    // What divides arrays among instances has no name in a SOMD method with a reduction of its own.
    (&["reduce", "dist"], &["Instances", "Reduction"]),
    // Nor has what holds reads against a view.
    (&["view"], &["View"]),
    // Nor has what `sync` blocks read from.
    (&["sync"], &["Snapshot"]),
    // Nor has what shows a value array.
    (&["[["], &["ValueArrays"]),
    // Nor has what stands for natives on arrays in parallel code.
    (&["dist", "[["], &["PlainArrays"]),
    // Nor has what parallel streams become.
    (&["parallel"], &["StreamParts", "PlainArrays"]),
    // A graph can be written without the name of its type.
    (&["task "], &["Task"]),
];

include!("words.rs");

/// The classes of the library that have files of their own, with their packages.
pub fn library_classes() -> Vec<String> {
    let path = |f: &LibraryFile| f.path.trim_end_matches(".somd").replace('/', ".");
    FILES.iter().map(path).collect()
}

/// Every file of the library.
pub fn whole_library(sources: &mut SourceMap) -> Vec<File> {
    FILES.iter().map(|file| file.add_to(sources)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Encoding, FILES, read};
    use somd_syntax::source::SourceMap;

    /// A small program's check is short because the grammar is asked for little of the library.
    #[test]
    fn headers_are_read_by_hand_as_by_the_grammar() {
        for file in FILES {
            let (by_grammar, wrong) = somd_syntax::parse_headers_by_grammar(file.headers, 1);
            let by_hand = somd_syntax::parse_headers_by_hand(file.headers, 1);
            assert!(wrong.is_empty() && by_hand.as_ref() == Some(&by_grammar), "{}", file.path);
        }
    }

    #[test]
    fn headers_alone_read_as_in_the_whole_text() {
        for file in FILES {
            let (alone, whole) =
                (somd_syntax::parse_headers(file.headers, 1), somd_syntax::parse_headers(file.text, 1));
            assert!(alone.0 == whole.0 && alone.1.is_empty() && whole.1.is_empty(), "{}", file.path);
        }
        let blank = FILES.iter().map(|f| f.headers.bytes().filter(|b| *b == b' ').count()).sum::<usize>();
        assert!(blank > FILES.iter().map(|f| f.text.len()).sum::<usize>() / 2, "bodies are left out: {blank}");
    }

    #[test]
    fn a_modules_declaration_is_no_part_of_the_program() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let named = |name: &str| folder.path().join(name);
        std::fs::write(named("module-info.java"), "open module a.b { requires java.base; exports p; }")?;
        std::fs::write(named("Main.java"), "class Main { }")?;
        for paths in [vec![folder.path().to_path_buf()], vec![named("module-info.java"), named("Main.java")]] {
            let files = read(&paths, Encoding::Utf8, &[], &mut SourceMap::default()).expect("both files can be read");
            assert_eq!(files.iter().filter(|f| !f.library).count(), 1);
        }
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn links_to_folders_are_not_followed() -> std::io::Result<()> {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir()?;
        let named = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(named("a/b"))?;
        std::fs::write(named("a/b/Main.java"), "class Main { }")?;
        symlink(folder.path(), named("a/b/up"))?;
        symlink(named("a"), named("A"))?;
        symlink("itself", named("itself"))?;
        symlink(named("nowhere"), named("broken"))?;
        let outside = tempfile::tempdir()?;
        std::fs::write(outside.path().join("Other.java"), "class Other { }")?;
        symlink(outside.path(), named("a/outside"))?;
        let read = |paths: &[std::path::PathBuf]| read(paths, Encoding::Utf8, &[], &mut SourceMap::default());
        let own = |files: Vec<super::File>| files.iter().filter(|f| !f.library).count();
        assert_eq!(own(read(&[folder.path().to_path_buf()]).expect("the files can be read")), 1);
        // A link that is given itself is meant.
        assert_eq!(own(read(&[named("a/outside")]).expect("the file can be read")), 1);
        assert_eq!(own(read(&[named("a"), named("a/b")]).expect("the files can be read")), 1);
        Ok(())
    }

    #[test]
    fn bytes_are_text_as_the_encoding_says() {
        let bytes = b"a\n\xE9t\xC3\xA9".to_vec();
        assert_eq!(Encoding::Utf8.decode(bytes.clone()), Err((2, 0xE9)));
        assert_eq!(Encoding::Latin1.decode(bytes), Ok("a\n\u{E9}t\u{C3}\u{A9}".into()));
        assert_eq!(Encoding::Ascii.decode(b"\xC3\xA9".to_vec()), Err((1, 0xC3)));
        assert_eq!(Encoding::Utf8.decode(b"\xC3\xA9".to_vec()), Ok("\u{E9}".into()));
        assert_eq!(Encoding::named("iso-8859-1"), Some(Encoding::Latin1));
    }
}
