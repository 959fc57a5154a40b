//! Where the compiler keeps things: the unpacked runtime, and what generated projects build.
//!
//! Everything lies in one folder, which can be deleted at any time: `SOMDC_HOME`, or the user's cache folder, or, where there is no such folder or it
//! cannot be written, one of this user in the folder for temporary files. What lies there is built and run, so it must be this user's alone
//! ([`private`]), and sources are compared with what they must be before each build.

use super::folders::{self, Files};
use include_dir::{Dir, include_dir};
use somd_runtime::private;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

/// The runtime's sources, as part of the compiler.
static RUNTIME: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../runtime");
/// Exact versions of the runtime's dependencies, so that a second build asks no registry.
static LOCK: &str = include_str!("../../../Cargo.lock");

/// The folder for all of it, made where it is missing.
///
/// # Errors
/// Where it is not this user's alone, or cannot be made.
pub fn home() -> io::Result<PathBuf> {
    let set = std::env::var_os("SOMDC_HOME").filter(|v| !v.is_empty()).map(PathBuf::from);
    let users = directories::ProjectDirs::from("", "", "somdc").map(|d| d.cache_dir().to_path_buf());
    home_of(set, users, &std::env::temp_dir())
}

fn home_of(set: Option<PathBuf>, users: Option<PathBuf>, temporary: &Path) -> io::Result<PathBuf> {
    let private = |folder: PathBuf| {
        private::folder(&folder).map(|()| folder.clone()).map_err(|e| {
            let (folder, advice) = (folder.display(), "`SOMDC_HOME` names the folder where somdc keeps what it builds");
            io::Error::new(
                e.kind(),
                format!("the folder `{folder}` cannot be used: {e}; {advice}: set it to one of yours"),
            )
        })
    };
    if let Some(set) = set {
        return private(std::path::absolute(set)?);
    }
    // There may be no home folder, or one that cannot be written to. One that is there and is not safe is an error.
    if let Some(users) = users.filter(|d| d.symlink_metadata().is_ok() || private::folder(d).is_ok()) {
        return private(users);
    }
    private(temporary.join(format!("somdc-{}", private::user())))
}

/// Removes what the compiler keeps there, and nothing else; gives how many bytes that were.
///
/// # Errors
/// Where there is no such folder ([`home`]), or something in it cannot be removed.
pub fn clean() -> io::Result<u64> {
    let folder = home()?;
    let mut removed = 0;
    for entry in std::fs::read_dir(&folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let ours = ["target", "programs", "locks", "play"].iter().any(|n| name == *n)
            || name.to_string_lossy().starts_with("runtime-");
        if ours && entry.file_type()?.is_dir() {
            removed += size(&entry.path())?;
            std::fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(removed)
}

/// How many bytes the files in a folder have; what links lead to is not counted.
///
/// # Errors
/// Where it cannot be read.
pub fn size(folder: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let found = entry.metadata()?;
        bytes += if found.is_dir() { size(&entry.path())? } else { found.len() };
    }
    Ok(bytes)
}

/// The target folder that all generated projects share: the runtime is compiled once.
pub fn target() -> io::Result<PathBuf> {
    Ok(home()?.join("target"))
}

/// The lock file for a generated project of this name: the runtime's dependencies alone, as cargo writes it.
pub fn lock_file(name: &str) -> String {
    let mut blocks: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for block in LOCK.split("[[package]]\n").skip(1) {
        let package = block.lines().find_map(|l| l.strip_prefix("name = \"")?.strip_suffix('"')).unwrap_or_default();
        blocks.entry(package).or_default().push(block.trim_end());
    }
    let mut needed = BTreeSet::new();
    let mut queue = vec!["somd-runtime"];
    while let Some(package) = queue.pop() {
        if needed.insert(package) {
            let dependencies = blocks.get(package).into_iter().flatten().flat_map(|b| b.lines());
            // A line ` "NAME",` or, where there are several versions, ` "NAME VERSION",`.
            queue.extend(dependencies.filter_map(|l| l.strip_prefix(" \"")?.split(['"', ' ']).next()));
        }
    }
    let own = format!("name = \"{name}\"\nversion = \"0.1.0\"\ndependencies = [\n \"somd-runtime\",\n]");
    let mut all: Vec<(&str, &str)> = vec![(name, &own)];
    all.extend(needed.iter().flat_map(|n| blocks[n].iter().map(move |b| (*n, *b))));
    all.sort();
    let head = LOCK.split("[[package]]\n").next().unwrap_or_default();
    let packages: Vec<String> = all.iter().map(|(_, block)| format!("[[package]]\n{block}\n")).collect();
    format!("{head}{}", packages.join("\n"))
}

/// The runtime crate, unpacked, with the contents that it must have; its folder's name is made of them, so versions live side by side.
///
/// # Errors
/// Where there is no folder for it ([`home`]), or it cannot be written.
pub fn runtime() -> io::Result<PathBuf> {
    let files = runtime_files();
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    let folder = home()?.join(format!("runtime-{:016x}", hasher.finish()));
    // One after another: none builds from what another is writing.
    let _lock = lock(&folder)?;
    folders::mirror(&folder, &files, &[])?;
    Ok(folder)
}

/// Waits until no other process has this folder's lock, and takes it. It ends with the value.
///
/// # Errors
/// Where there is no folder for locks ([`home`]), or the file cannot be made.
pub fn lock(folder: &Path) -> io::Result<std::fs::File> {
    let mut hasher = DefaultHasher::new();
    std::path::absolute(folder)?.hash(&mut hasher);
    let locks = home()?.join("locks");
    private::folder(&locks)?;
    let file = private::create(&locks.join(format!("{:016x}", hasher.finish())))?;
    file.lock()?;
    Ok(file)
}

/// The runtime crate's files, by path in its folder.
pub fn runtime_files() -> Files {
    let mut files = Files::new();
    add(&RUNTIME, &mut files);
    let manifest = RUNTIME.get_file("Cargo.toml").and_then(|f| f.contents_utf8()).unwrap_or_default();
    files.insert("Cargo.toml".into(), standalone(manifest).into_bytes());
    files
}

fn add(dir: &Dir<'_>, files: &mut Files) {
    files.extend(dir.files().map(|f| (f.path().to_path_buf(), f.contents().to_vec())));
    dir.dirs().for_each(|d| add(d, files));
}

/// The runtime's manifest without what it takes from its workspace.
fn standalone(manifest: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut out = String::new();
    let mut lints = false;
    for line in manifest.lines() {
        lints = if line.starts_with('[') { line == "[lints]" } else { lints };
        let line = match line.trim() {
            _ if lints => continue,
            // Nothing is run at build time, even if somebody puts it there.
            "[package]" => "[package]\nbuild = false".to_string(),
            "version.workspace = true" => format!("version = \"{version}\""),
            "edition.workspace = true" => "edition = \"2024\"".to_string(),
            "license.workspace = true" => "license = \"MIT OR Apache-2.0\"".to_string(),
            _ => line.to_string(),
        };
        out.push_str(&line);
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_has_what_the_runtime_needs_and_no_more() {
        let text = lock_file("a_program");
        let names: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("name = ")).collect();
        assert!(names.contains(&"\"a_program\"") && names.contains(&"\"somd-runtime\"") && names.contains(&"\"libc\""));
        assert!(!names.contains(&"\"somdc\"") && !names.contains(&"\"clap\""));
        assert!(names.is_sorted(), "{names:?}");
    }

    #[test]
    fn a_folder_has_the_size_of_its_files() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        std::fs::create_dir(folder.path().join("a"))?;
        std::fs::write(folder.path().join("a/b"), "12345")?;
        std::fs::write(folder.path().join("c"), "1")?;
        assert_eq!(size(folder.path())?, 6);
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn the_folder_is_private_or_an_error_that_says_what_to_set() -> io::Result<()> {
        use std::fs::{self, Permissions};
        use std::os::unix::fs::{PermissionsExt, symlink};
        let base = tempfile::tempdir()?;
        let at = |name: &str| base.path().join(name);
        let said = |r: io::Result<PathBuf>| r.expect_err("it is refused").to_string();
        assert_eq!(home_of(Some(at("set")), Some(at("users")), base.path())?, at("set"));
        assert_eq!(home_of(None, Some(at("users")), base.path())?, at("users"));
        fs::write(at("file"), "")?;
        let own = base.path().join(format!("somdc-{}", private::user()));
        assert_eq!(home_of(None, Some(at("file/below")), base.path())?, own);
        assert_eq!(fs::metadata(&own)?.permissions().mode() & 0o777, 0o700);
        // Another was first.
        fs::set_permissions(&own, Permissions::from_mode(0o777))?;
        assert!(said(home_of(None, None, base.path())).contains("SOMDC_HOME"));
        fs::remove_dir(&own)?;
        symlink(at("set"), &own)?;
        assert!(said(home_of(None, None, base.path())).contains("symbolic link"));
        fs::set_permissions(at("users"), Permissions::from_mode(0o777))?;
        assert!(said(home_of(None, Some(at("users")), base.path())).contains("other users"));
        assert!(said(home_of(Some(at("users")), None, base.path())).contains("other users"));
        Ok(())
    }
}
