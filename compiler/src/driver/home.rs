//! Where the compiler keeps things: the unpacked runtime, and what generated projects build.
//!
//! Everything lies in the user's cache folder (or `SOMDC_HOME`), so it can be deleted at any time.

use include_dir::{Dir, include_dir};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

/// The runtime's sources, as part of the compiler.
static RUNTIME: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../runtime");
/// Exact versions of the runtime's dependencies, so that a second build asks no registry.
static LOCK: &str = include_str!("../../../Cargo.lock");

/// The folder for all of it.
pub fn home() -> PathBuf {
    if let Some(set) = std::env::var_os("SOMDC_HOME") {
        return PathBuf::from(set);
    }
    directories::ProjectDirs::from("", "", "somdc")
        .map(|d| d.cache_dir().to_path_buf())
        // There may be no home folder, or one that cannot be written to.
        .filter(|d| std::fs::create_dir_all(d).is_ok())
        .unwrap_or_else(|| std::env::temp_dir().join("somdc"))
}

/// The target folder that all generated projects share: the runtime is compiled once.
pub fn target() -> PathBuf {
    home().join("target")
}

/// The lock file for a generated project.
pub fn lock_file() -> &'static str {
    LOCK
}

/// The runtime crate, unpacked; its folder's name is made of its contents, so versions live side by side.
pub fn runtime() -> io::Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    hash(&RUNTIME, &mut hasher);
    let folder = home().join(format!("runtime-{:016x}", hasher.finish()));
    if folder.join("Cargo.toml").exists() {
        return Ok(folder);
    }
    // Unpacked beside its place and renamed, so that an interrupted or concurrent run leaves no half of it.
    std::fs::create_dir_all(home())?;
    let fresh = tempfile::Builder::new().prefix("runtime-").tempdir_in(home())?;
    unpack_runtime(fresh.path())?;
    match std::fs::rename(fresh.path(), &folder) {
        Ok(()) => {
            // It has a new name and must stay.
            let _ = fresh.keep();
            Ok(folder)
        }
        Err(_) if folder.join("Cargo.toml").exists() => Ok(folder),
        Err(e) => Err(e),
    }
}

/// Writes the runtime crate into a folder, where it differs from what is there.
pub fn unpack_runtime(folder: &Path) -> io::Result<()> {
    unpack(&RUNTIME, folder)?;
    let manifest = RUNTIME.get_file("Cargo.toml").and_then(|f| f.contents_utf8()).unwrap_or_default();
    write_if_changed(&folder.join("Cargo.toml"), standalone(manifest).as_bytes())
}

/// Leaves a file that is already so as it is: cargo rebuilds what is newer.
pub fn write_if_changed(path: &Path, contents: &[u8]) -> io::Result<()> {
    if std::fs::read(path).is_ok_and(|old| old == contents) {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(path, contents)
}

fn hash(dir: &Dir<'_>, hasher: &mut DefaultHasher) {
    for file in dir.files() {
        file.path().hash(hasher);
        file.contents().hash(hasher);
    }
    dir.dirs().for_each(|d| hash(d, hasher));
}

fn unpack(dir: &Dir<'_>, to: &Path) -> io::Result<()> {
    for file in dir.files().filter(|f| f.path() != Path::new("Cargo.toml")) {
        write_if_changed(&to.join(file.path()), file.contents())?;
    }
    dir.dirs().try_for_each(|d| unpack(d, to))
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
