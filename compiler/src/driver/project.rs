//! Writes the cargo project of a compiled program, and builds and runs it.

use super::home::{self, write_if_changed};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

/// How generated Rust is formatted: `rustfmt.toml`.
const FORMAT: &str = "max_width = 120\nuse_small_heuristics = \"Max\"\n";

/// The files of a generated project, by path in it.
pub struct Project {
    /// The crate's and the binary's name.
    pub name: String,
    /// Module tree of the program: `mod.rs` and its siblings.
    pub modules: Vec<(String, String)>,
    /// `kernels/NAME.cl`
    pub kernels: Vec<(String, String)>,
    /// The processor to compile for: `native`, or a name that rustc knows.
    pub target_cpu: String,
}

/// Where a project's runtime lies, and what cargo builds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In the cache, for all projects.
    Shared,
    /// In the project, which needs nothing outside of it.
    Own,
}

/// A name that cargo takes, made of a file's or folder's.
pub fn crate_name(path: &Path) -> String {
    let stem = path.file_stem().map(|s| s.to_string_lossy().to_lowercase()).unwrap_or_default();
    let mut name: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.insert_str(0, "somd_");
    }
    // Words that cargo or rustc keep for themselves.
    if matches!(
        name.as_str(),
        "test" | "core" | "std" | "alloc" | "build" | "deps" | "examples" | "incremental" | "main"
    ) {
        name.push_str("_program");
    }
    name
}

/// LLVM merges neither calls that throw nor the ends of blocks.
const APART: &str = "-simplifycfg-sink-common=false -enable-tail-merge=false";

impl Project {
    /// The Rust files (formatted) and the kernels, by path in the project.
    pub fn sources(&self) -> BTreeMap<PathBuf, String> {
        let mut files: BTreeMap<PathBuf, String> = BTreeMap::new();
        files.insert("src/main.rs".into(), self.main());
        for (path, text) in &self.modules {
            files.insert(Path::new("src/program").join(path), text.clone());
        }
        for (path, text) in &self.kernels {
            files.insert(Path::new("kernels").join(path), text.clone());
        }
        format(&mut files, Path::new("src/main.rs"));
        // Only now is it known which line of the Rust came from which line of the source.
        let program: Vec<(String, String)> = files
            .iter()
            .filter_map(|(path, text)| {
                Some((path.strip_prefix("src/program").ok()?.display().to_string(), text.clone()))
            })
            .collect();
        let table = somd_rust::lines::line_table("src/program/", &program);
        files.insert("src/program/lines.rs".into(), table);
        files
    }

    /// Writes what has changed into `folder` and removes what the project no longer has, so that cargo rebuilds only what it must.
    pub fn write(&self, folder: &Path, place: Place) -> io::Result<()> {
        let runtime = match place {
            Place::Shared => home::runtime()?,
            Place::Own => {
                home::unpack_runtime(&folder.join("runtime"))?;
                PathBuf::from("runtime")
            }
        };
        let mut files = self.sources();
        let version = match place {
            Place::Shared => format!("0.1.0+{:016x}", place_of(folder)?),
            Place::Own => "0.1.0".to_string(),
        };
        files.insert("Cargo.toml".into(), self.manifest(&runtime, &version));
        files.insert("rustfmt.toml".into(), FORMAT.to_string());
        files.insert(".cargo/config.toml".into(), self.cargo_config(place));
        remove_others(&folder.join("src"), Path::new("src"), &files)?;
        remove_others(&folder.join("kernels"), Path::new("kernels"), &files)?;
        for (path, text) in &files {
            write_if_changed(&folder.join(path), text.as_bytes())?;
        }
        // Only where there is none: cargo adapts it to the project, and what it wrote is kept.
        let lock = folder.join("Cargo.lock");
        if !lock.exists() {
            std::fs::write(lock, home::lock_file())?;
        }
        Ok(())
    }

    fn manifest(&self, runtime: &Path, version: &str) -> String {
        let name = &self.name;
        let runtime = runtime.display();
        // Without kernels nothing of OpenCL is compiled.
        let features = if self.kernels.is_empty() { "" } else { ", features = [\"devices\"]" };
        format!(
            r#"# Written by somdc.
[package]
name = "{name}"
version = "{version}"
edition = "2024"
publish = false

[dependencies]
somd-runtime = {{ path = "{runtime}"{features} }}

[workspace]

# Java's integer arithmetic wraps: in the generated code, `+` is wrapping addition.
[profile.dev]
opt-level = 1
overflow-checks = false
debug = "line-tables-only"

[profile.release]
overflow-checks = false
debug = "line-tables-only"

# Of what the runtime depends on, little runs long.
[profile.release.package."*"]
opt-level = 0
debug = false

[profile.release.package]
somd-runtime = {{ opt-level = 3, debug = "line-tables-only" }}
crossbeam-channel.opt-level = 3
crossbeam-utils.opt-level = 3
memchr.opt-level = 3
"#
        )
    }

    fn cargo_config(&self, place: Place) -> String {
        let cpu = &self.target_cpu;
        let target = match place {
            Place::Shared => format!(
                "# All programs share a target folder, so that the runtime is compiled once.\ntarget-dir = {:?}\n",
                home::target().display().to_string()
            ),
            Place::Own => String::new(),
        };
        format!(
            "# Written by somdc.\n[build]\n{target}\
             # Frame pointers: exceptions capture their stack trace by walking them. And calls that throw from two lines stay\n\
             # two calls, so that each is known by its line.\n\
             rustflags = [\"-C\", \"target-cpu={cpu}\", \"-C\", \"force-frame-pointers=yes\", \"-C\", \"llvm-args={APART}\"]\n"
        )
    }

    fn main(&self) -> String {
        format!(
            "//! `{}`, written by somdc.\n\nmod program;\n\nfn main() {{\n    std::process::exit(program::java_main(std::env::args().skip(1).collect()));\n}}\n",
            self.name
        )
    }
}

/// A number for a folder. In the target folder that all share, cargo knows a package by its name and version alone: without it, it would take what
/// it has built of one program for another of the same name.
fn place_of(folder: &Path) -> io::Result<u64> {
    let mut hasher = DefaultHasher::new();
    std::path::absolute(folder)?.hash(&mut hasher);
    Ok(hasher.finish())
}

fn remove_others(folder: &Path, inside: &Path, files: &BTreeMap<PathBuf, String>) -> io::Result<()> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        let (path, inside) = (entry.path(), inside.join(entry.file_name()));
        if path.is_dir() {
            remove_others(&path, &inside, files)?;
        } else if !files.contains_key(&inside) {
            std::fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Formats the Rust files as `rustfmt` does; where there is none, or it fails, they stay as they were printed.
pub fn format(files: &mut BTreeMap<PathBuf, String>, root: &Path) {
    let is_rust = |p: &Path| p.extension().is_some_and(|e| e == "rs");
    let work = || -> io::Result<BTreeMap<PathBuf, String>> {
        let folder = tempfile::tempdir()?;
        for (path, text) in files.iter().filter(|(p, _)| is_rust(p)) {
            write_if_changed(&folder.path().join(path), text.as_bytes())?;
        }
        std::fs::write(folder.path().join("rustfmt.toml"), FORMAT)?;
        // From the root file it follows `mod` lines to all others.
        let status = Command::new("rustfmt")
            .args(["--edition", "2024"])
            .arg(folder.path().join(root))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        if !status.success() {
            return Err(io::Error::other("rustfmt refuses the files"));
        }
        let rust = files.keys().filter(|p| is_rust(p));
        rust.map(|p| Ok((p.clone(), std::fs::read_to_string(folder.path().join(p))?))).collect()
    };
    if let Ok(formatted) = work() {
        files.extend(formatted);
    }
}

/// Runs `cargo build` in a project: with cargo's progress on a terminal, silent when piped. Gives the program's path.
pub fn build(folder: &Path, name: &str, release: bool) -> Result<PathBuf, String> {
    let terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.arg("build").current_dir(folder);
    // An outer cargo's settings are not this project's.
    for (key, _) in std::env::vars_os() {
        let key_text = key.to_string_lossy();
        if key_text.starts_with("CARGO_") && key_text != "CARGO_HOME"
            || matches!(key_text.as_ref(), "RUSTFLAGS" | "RUSTC" | "RUSTDOC")
        {
            cargo.env_remove(key);
        }
    }
    if release {
        cargo.arg("--release");
    }
    if !terminal {
        cargo.arg("--quiet");
    }
    let missing = "cannot run cargo: install Rust (https://rustup.rs) to build the generated project";
    let status = cargo.stdout(Stdio::null()).status().map_err(|e| format!("{missing} ({e})"))?;
    if !status.success() {
        return Err("cargo could not build the generated project: this is a defect of somdc, please report it".into());
    }
    let profile = if release { "release" } else { "debug" };
    Ok(home::target().join(profile).join(name))
}

/// Where it is kept how a program's kernels run best.
pub fn tuning(program: &Path) -> PathBuf {
    program.with_extension("tuning")
}

/// Runs a built program with its arguments; standard streams are the caller's.
pub fn run(program: &Path, args: &[String], target: &str) -> io::Result<ExitStatus> {
    let mut command = Command::new(program);
    command.args(args);
    if target != "auto" || std::env::var_os("SOMD_TARGET").is_none() {
        command.env("SOMD_TARGET", target);
    }
    command.status()
}

#[cfg(test)]
mod tests {
    use super::{Place, Project};

    #[test]
    fn a_project_of_its_own_names_no_folder_outside() {
        let folder = tempfile::tempdir().expect("tests may write temporary files");
        let modules = vec![("mod.rs".into(), "pub fn java_main(_args: Vec<String>) -> i32 {\n    0\n}\n".into())];
        let project = Project { name: "own".into(), modules, kernels: Vec::new(), target_cpu: "native".into() };
        project.write(folder.path(), Place::Own).expect("a project can be written");
        let text = |path: &str| std::fs::read_to_string(folder.path().join(path)).expect(path);
        assert!(text("Cargo.toml").contains("somd-runtime = { path = \"runtime\" }"));
        assert!(text("runtime/Cargo.toml").contains("name = \"somd-runtime\""));
        assert!(!text(".cargo/config.toml").contains("target-dir"));
    }
}
