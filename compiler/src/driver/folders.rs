//! Folders that the compiler writes files into, without harm to what others have put there.
//!
//! A folder that the user names with `-o` keeps a list of what was written ([`LIST`]), with a sum over each file's contents. Only a file that stands
//! there, with the contents that it was given, is ever replaced or removed. A folder that holds other things is refused, and no symbolic link inside
//! is followed. All is looked at before anything is written. A folder of the cache is the compiler's own, and [`mirror`] makes it what it must be.

use somd_runtime::private;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

/// Contents by path in the folder.
pub type Files = BTreeMap<PathBuf, Vec<u8>>;

/// The list of the files that were written.
pub const LIST: &str = ".somdc-files";
/// What is being written, until it is whole. What an interrupted run leaves of it the next one writes over.
const UNFINISHED: &str = ".somdc-unfinished";
/// The first line of a list, with the number of its format.
const FORMAT: &str = "somdc files 1";

/// Makes `files` what the compiler has in a folder: what it wrote before and has no more goes.
///
/// # Errors
/// Where the folder is not the compiler's own, or a file of it was changed since, and where files cannot be read or written.
pub fn replace(folder: &Path, files: &Files) -> io::Result<()> {
    let _lock = locked(folder)?;
    let known = match listed(folder)? {
        Some(known) => known,
        None if is_empty(folder)? => Known::new(),
        None => {
            return Err(io::Error::other(format!(
                "the folder holds files that somdc did not write (it has no `{LIST}`); name a new or empty folder with `-o`"
            )));
        }
    };
    write(folder, files, known, true)
}

/// Adds files to a folder, which may hold anything else.
///
/// # Errors
/// Where a file of that name is there that the compiler did not write, or that was changed since, and where files cannot be read or written.
pub fn add(folder: &Path, files: &Files) -> io::Result<()> {
    let _lock = locked(folder)?;
    let known = listed(folder)?.unwrap_or_default();
    write(folder, files, known, false)
}

/// Makes a folder where there is none, and waits until no other process writes into it. None where its file system knows no locks.
fn locked(folder: &Path) -> io::Result<Option<fs::File>> {
    listed(folder)?;
    fs::create_dir_all(folder)?;
    Ok(fs::File::open(folder).and_then(|f| f.lock().map(|()| f)).ok())
}

/// Makes a folder hold these files and nothing else, but for what `kept` names. For the cache.
///
/// # Errors
/// Where files cannot be read, written or removed.
pub fn mirror(folder: &Path, files: &Files, kept: &[&str]) -> io::Result<()> {
    private::folder(folder)?;
    remove_others(folder, Path::new(""), files, kept)?;
    files.iter().try_for_each(|(path, text)| put(folder, path, text))
}

/// Sums of the contents that the compiler gave a file, by its path: of an interrupted run, the old and the new.
type Known = BTreeMap<PathBuf, BTreeSet<String>>;

/// What a folder's list says; none where it has none.
fn listed(folder: &Path) -> io::Result<Option<Known>> {
    match fs::metadata(folder) {
        Ok(found) if !found.is_dir() => return Err(io::Error::other("it is a file; name a folder with `-o`")),
        Ok(_) => {}
        Err(e) if e.kind() == io::ErrorKind::NotFound && fs::symlink_metadata(folder).is_ok() => {
            return Err(io::Error::other("it is a symbolic link to nothing; name a folder with `-o`"));
        }
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(e),
    }
    let text = match state(folder, Path::new(LIST))? {
        State::Absent => return Ok(None),
        State::File(bytes) => String::from_utf8(bytes).unwrap_or_default(),
        State::Other(what) => return Err(io::Error::other(format!("`{LIST}` in it is {what}; name another folder"))),
    };
    let mut lines = text.lines();
    let known = (lines.next() == Some(FORMAT)).then(|| lines.map(entry).collect::<Option<Vec<_>>>()).flatten();
    let Some(entries) = known else {
        return Err(io::Error::other(format!(
            "`{LIST}` in it is of another version of somdc; remove the folder, or name another with `-o`"
        )));
    };
    let mut known = Known::new();
    for (path, sum) in entries {
        known.entry(path).or_default().insert(sum);
    }
    Ok(Some(known))
}

/// A line of a list: the sum, and a path that stays in the folder.
fn entry(line: &str) -> Option<(PathBuf, String)> {
    let (sum, path) = line.split_once(' ')?;
    let path = PathBuf::from(path);
    let inside = path.components().all(|c| matches!(c, Component::Normal(_))) && path.components().next().is_some();
    inside.then(|| (path, sum.to_string()))
}

fn list(known: &Known) -> String {
    let lines = known.iter().flat_map(|(path, sums)| sums.iter().map(move |s| format!("{s} {}\n", path.display())));
    format!("{FORMAT}\n{}", lines.collect::<String>())
}

fn is_empty(folder: &Path) -> io::Result<bool> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.all(|e| e.is_ok_and(|e| e.file_name() == UNFINISHED))),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(e) => Err(e),
    }
}

fn write(folder: &Path, files: &Files, known: Known, alone: bool) -> io::Result<()> {
    let (mut changed, mut in_the_way) = (Vec::new(), Vec::new());
    let mut gone = Vec::new();
    for (path, text) in files {
        match state(folder, path)? {
            State::Absent => {}
            State::File(found) if found == *text || wrote(&known, path, &found) => {}
            State::File(_) if known.contains_key(path) => changed.push(format!("`{}`", path.display())),
            State::File(_) => in_the_way.push(format!("`{}` is a file that somdc did not write", path.display())),
            State::Other(what) => in_the_way.push(format!("`{}` is {what}", path.display())),
        }
    }
    for path in known.keys().filter(|p| alone && !files.contains_key(*p)) {
        match state(folder, path)? {
            State::File(found) if wrote(&known, path, &found) => gone.push(path.clone()),
            State::File(_) => changed.push(format!("`{}`", path.display())),
            // What stands there now is not the compiler's.
            State::Absent | State::Other(_) => {}
        }
    }
    if !in_the_way.is_empty() {
        return Err(io::Error::other(format!("{}; move it away, or name another folder", in_the_way.join(", "))));
    }
    if !changed.is_empty() {
        return Err(io::Error::other(format!(
            "since somdc wrote them, these files in it were changed, and the changes would be lost: {}; move them away, or name another folder",
            changed.join(", ")
        )));
    }
    fs::create_dir_all(folder)?;
    // What an interrupted run leaves is the compiler's too, whether it is of before or of now.
    let mut now = if alone { Known::new() } else { known.clone() };
    now.extend(files.iter().map(|(path, text)| (path.clone(), BTreeSet::from([sum(text)]))));
    let mut both = known;
    for (path, sums) in &now {
        both.entry(path.clone()).or_default().extend(sums.iter().cloned());
    }
    put(folder, Path::new(LIST), list(&both).as_bytes())?;
    for path in gone {
        fs::remove_file(folder.join(&path))?;
        // A folder that is empty now; the first that is not ends it.
        let mut parents = path.ancestors().skip(1).filter(|p| !p.as_os_str().is_empty());
        while parents.next().is_some_and(|p| fs::remove_dir(folder.join(p)).is_ok()) {}
    }
    files.iter().try_for_each(|(path, text)| put(folder, path, text))?;
    put(folder, Path::new(LIST), list(&now).as_bytes())
}

fn wrote(known: &Known, path: &Path, found: &[u8]) -> bool {
    known.get(path).is_some_and(|sums| sums.contains(&sum(found)))
}

/// What stands at a path in a folder.
enum State {
    Absent,
    File(Vec<u8>),
    /// What it is, in words.
    Other(&'static str),
}

fn state(folder: &Path, path: &Path) -> io::Result<State> {
    let mut at = folder.to_path_buf();
    let mut parts = path.components().peekable();
    while let Some(part) = parts.next() {
        at.push(part);
        let found = match fs::symlink_metadata(&at) {
            Ok(found) => found.file_type(),
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(State::Absent),
            Err(e) => return Err(e),
        };
        let last = parts.peek().is_none();
        if found.is_symlink() {
            return Ok(State::Other(if last { "a symbolic link" } else { "behind a symbolic link" }));
        }
        match (found.is_dir(), last) {
            (true, true) => return Ok(State::Other("a folder")),
            (false, false) => return Ok(State::Other("behind a file")),
            (false, true) if !found.is_file() => return Ok(State::Other("no plain file")),
            _ => {}
        }
    }
    Ok(State::File(fs::read(at)?))
}

/// Writes a file where it differs: cargo rebuilds what is newer. It is there with all its contents or as it was, whenever the process ends.
fn put(folder: &Path, path: &Path, text: &[u8]) -> io::Result<()> {
    let at = folder.join(path);
    let named = |e: io::Error| io::Error::new(e.kind(), format!("`{}`: {e}", path.display()));
    if matches!(state(folder, path)?, State::File(found) if found == text) {
        return Ok(());
    }
    if let Some(parent) = at.parent() {
        fs::create_dir_all(parent).map_err(named)?;
    }
    whole(folder, &at, text).map_err(named)
}

/// Writes a file in a folder: whenever the process ends, all of it is there or nothing of it.
///
/// # Errors
/// Where it cannot be written; nothing is left of it then.
pub fn whole(folder: &Path, at: &Path, text: &[u8]) -> io::Result<()> {
    let beside = folder.join(UNFINISHED);
    let written = private::create(&beside).and_then(|mut f| f.write_all(text)).and_then(|()| fs::rename(&beside, at));
    if written.is_err() {
        // Of a disk that is full, it takes nothing.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn remove_others(folder: &Path, inside: &Path, files: &Files, kept: &[&str]) -> io::Result<()> {
    for entry in fs::read_dir(folder.join(inside))? {
        let entry = entry?;
        let path = inside.join(entry.file_name());
        if kept.iter().any(|k| Path::new(k) == path) {
            continue;
        }
        // Of the entry itself: a link is removed, not what it leads to.
        let is_folder = entry.file_type()?.is_dir();
        if is_folder && files.keys().any(|p| p.starts_with(&path)) {
            remove_others(folder, &path, files, kept)?;
        } else if is_folder {
            fs::remove_dir_all(entry.path())?;
        } else if !entry.file_type()?.is_file() || !files.contains_key(&path) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Length and FNV-1a of some contents: the same in every version of the compiler. It tells a changed file from one that is not.
fn sum(contents: &[u8]) -> String {
    let hash = contents.iter().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3));
    format!("{}-{hash:016x}", contents.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(of: &[(&str, &str)]) -> Files {
        of.iter().map(|(path, text)| (PathBuf::from(path), text.as_bytes().to_vec())).collect()
    }

    /// What lies in a folder but for the list.
    fn found(folder: &Path) -> BTreeMap<String, String> {
        fn add(root: &Path, folder: &Path, out: &mut BTreeMap<String, String>) {
            for entry in fs::read_dir(folder).expect("the folder can be read") {
                let path = entry.expect("the folder can be read").path();
                if path.is_dir() {
                    add(root, &path, out);
                } else if path.file_name() != Some(LIST.as_ref()) {
                    let name = path.strip_prefix(root).expect("it is inside").display().to_string();
                    out.insert(name, fs::read_to_string(&path).unwrap_or_default());
                }
            }
        }
        let mut out = BTreeMap::new();
        add(folder, folder, &mut out);
        out
    }

    fn names(folder: &Path) -> Vec<String> {
        found(folder).into_keys().collect()
    }

    fn refusal(result: io::Result<()>) -> String {
        result.expect_err("it is refused").to_string()
    }

    #[test]
    fn what_was_written_is_replaced_and_removed() -> io::Result<()> {
        let base = tempfile::tempdir()?;
        let folder = base.path().join("new/out");
        replace(&folder, &files(&[("src/a.rs", "1"), ("src/deep/b.rs", "2"), ("c", "3")]))?;
        replace(&folder, &files(&[("src/a.rs", "4"), ("d", "5")]))?;
        assert_eq!(found(&folder), [("src/a.rs", "4"), ("d", "5")].map(|(a, b)| (a.into(), b.into())).into());
        assert!(!folder.join("src/deep").exists());
        // An empty folder is as good as none.
        let empty = base.path().join("empty");
        fs::create_dir(&empty)?;
        replace(&empty, &files(&[("a", "1")]))
    }

    #[test]
    fn a_folder_of_the_users_is_refused_and_stays() -> io::Result<()> {
        let base = tempfile::tempdir()?;
        let folder = base.path();
        fs::create_dir(folder.join("src"))?;
        fs::write(folder.join("src/Main.somd"), "class Main { }")?;
        fs::write(folder.join("notes.txt"), "mine")?;
        let before = found(folder);
        assert!(refusal(replace(folder, &files(&[("src/main.rs", "1")]))).contains("did not write"));
        assert!(refusal(replace(&folder.join("notes.txt"), &files(&[("a", "1")]))).contains("it is a file"));
        assert_eq!(found(folder), before);
        Ok(())
    }

    #[test]
    fn what_the_user_adds_stays_and_what_he_changes_is_named() -> io::Result<()> {
        let base = tempfile::tempdir()?;
        let folder = base.path();
        replace(folder, &files(&[("src/a.rs", "1"), ("src/b.rs", "2"), ("src/c.rs", "3")]))?;
        fs::write(folder.join("src/mine.rs"), "mine")?;
        replace(folder, &files(&[("src/a.rs", "4"), ("src/b.rs", "2")]))?;
        assert_eq!(names(folder), ["src/a.rs", "src/b.rs", "src/mine.rs"]);
        fs::write(folder.join("src/a.rs"), "changed")?;
        fs::write(folder.join("src/b.rs"), "changed")?;
        let before = found(folder);
        // Neither written over nor removed.
        let said = refusal(replace(folder, &files(&[("src/a.rs", "5"), ("src/new.rs", "6")])));
        assert!(said.contains("`src/a.rs`, `src/b.rs`"), "{said}");
        assert_eq!(found(folder), before);
        // A file of the user's where one must be written.
        fs::write(folder.join("src/a.rs"), "4")?;
        fs::write(folder.join("src/b.rs"), "2")?;
        let said = refusal(replace(folder, &files(&[("src/mine.rs", "7")])));
        assert!(said.contains("`src/mine.rs` is a file that somdc did not write"), "{said}");
        assert_eq!(fs::read_to_string(folder.join("src/mine.rs"))?, "mine");
        Ok(())
    }

    /// Whatever was done of it when the process ended, the next run goes on from there.
    #[test]
    fn an_interrupted_run_is_gone_on_with() -> io::Result<()> {
        let (before, after) = (files(&[("src/a.rs", "1"), ("b", "2")]), files(&[("src/a.rs", "345"), ("c", "6")]));
        // The first run of all was ended in its first file.
        let base = tempfile::tempdir()?;
        fs::write(base.path().join(UNFINISHED), "somdc fi")?;
        replace(base.path(), &after)?;
        assert_eq!(names(base.path()), ["c", "src/a.rs"]);
        for written in [&[][..], &[("src/a.rs", "345")], &[("src/a.rs", "345"), ("c", "6")]] {
            let base = tempfile::tempdir()?;
            let folder = base.path();
            replace(folder, &before)?;
            // As `write` begins: the list of both, and a file that is not whole.
            let mut both = listed(folder)?.unwrap_or_default();
            for (path, text) in &after {
                both.entry(path.clone()).or_default().insert(sum(text));
            }
            fs::write(folder.join(LIST), list(&both))?;
            fs::write(folder.join(UNFINISHED), "34")?;
            fs::remove_file(folder.join("b"))?;
            written.iter().try_for_each(|(path, text)| fs::write(folder.join(path), text))?;
            replace(folder, &after)?;
            assert_eq!(names(folder), ["c", "src/a.rs"]);
            assert_eq!(fs::read_to_string(folder.join("src/a.rs"))?, "345");
        }
        Ok(())
    }

    #[test]
    fn lists_of_other_formats_are_refused() -> io::Result<()> {
        let base = tempfile::tempdir()?;
        let folder = base.path();
        for text in ["", "somdc files 0\n", "somdc files 1\nno-path\n", "somdc files 1\n0-1 ../outside\n", "\u{0}"] {
            fs::write(folder.join(LIST), text)?;
            let said = refusal(replace(folder, &files(&[("a", "1")])));
            assert!(said.contains("another version"), "{said}");
            assert!(!folder.join("a").exists());
        }
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() -> io::Result<()> {
        use std::os::unix::fs::symlink;
        let base = tempfile::tempdir()?;
        let (folder, outside) = (base.path().join("out"), base.path().join("outside"));
        fs::create_dir(&outside)?;
        fs::write(outside.join("a.rs"), "1")?;
        fs::write(outside.join("b.rs"), "mine")?;
        replace(&folder, &files(&[("src/a.rs", "1"), ("c", "2")]))?;
        // A folder in it becomes a link to one with the same file.
        fs::remove_dir_all(folder.join("src"))?;
        symlink(&outside, folder.join("src"))?;
        let said = refusal(replace(&folder, &files(&[("src/a.rs", "3")])));
        assert!(said.contains("behind a symbolic link"), "{said}");
        replace(&folder, &files(&[("c", "2")]))?;
        fs::remove_file(folder.join("c"))?;
        symlink(outside.join("b.rs"), folder.join("c"))?;
        assert!(refusal(replace(&folder, &files(&[("c", "4")]))).contains("`c` is a symbolic link"));
        symlink(outside.join("none"), folder.join("d"))?;
        assert!(refusal(add(&folder, &files(&[("d", "4")]))).contains("`d` is a symbolic link"));
        assert_eq!(names(&outside), ["a.rs", "b.rs"]);
        assert_eq!(fs::read_to_string(outside.join("b.rs"))?, "mine");
        // In the cache, links and others' files go; what links lead to stays.
        symlink(&outside, folder.join("e"))?;
        mirror(&folder, &files(&[("src/a.rs", "5")]), &[])?;
        assert_eq!(names(&folder), ["src/a.rs"]);
        assert_eq!(found(&outside), [("a.rs", "1"), ("b.rs", "mine")].map(|(a, b)| (a.into(), b.into())).into());
        Ok(())
    }

    #[test]
    fn files_are_added_to_what_is_there_but_over_nothing() -> io::Result<()> {
        let base = tempfile::tempdir()?;
        let folder = base.path();
        fs::write(folder.join("Main.java"), "mine")?;
        add(folder, &files(&[("A.java", "1")]))?;
        add(folder, &files(&[("B.java", "2")]))?;
        add(folder, &files(&[("A.java", "3")]))?;
        assert_eq!(names(folder), ["A.java", "B.java", "Main.java"]);
        assert!(refusal(add(folder, &files(&[("Main.java", "4"), ("C.java", "5")]))).contains("`Main.java`"));
        assert_eq!(names(folder), ["A.java", "B.java", "Main.java"]);
        // What says what must be written is no harm.
        add(folder, &files(&[("Main.java", "mine")]))
    }
}
