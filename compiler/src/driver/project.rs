//! Writes the cargo project of a compiled program, and builds and runs it.

use super::folders::{self, Files};
use super::home;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

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
    /// The crates that it needs lie in it, in `vendor`.
    pub vendored: bool,
    /// Where it runs its parallel code, unless its environment says otherwise.
    pub target: Option<String>,
    /// What a library has in place of a `main`.
    pub library: Option<LibraryFiles>,
}

/// What a project has that is a library.
#[derive(Clone)]
pub struct LibraryFiles {
    /// What callers know it by: `libNAME.so`.
    pub name: String,
    /// `src/lib.rs` and its modules, by path in `src`.
    pub sources: Vec<(String, String)>,
    /// What it needs of the runtime: `java`, `python`.
    pub features: Vec<&'static str>,
}

/// Where a project's runtime lies, and what cargo builds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In the cache, for all projects.
    Shared,
    /// In the project, which needs nothing outside of it.
    Own,
}

/// A name that cargo and the linker take, made of a file's or folder's.
pub fn crate_name(path: &Path) -> String {
    let stem = path.file_stem().map(|s| s.to_string_lossy().to_lowercase()).unwrap_or_default();
    let mut name: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.insert_str(0, "somd_");
    }
    if kept_for_others(&name) {
        name.push_str("_program");
    }
    name
}

/// Names that Rust, cargo, a file system or a crate of the project has for itself.
pub fn kept_for_others(name: &str) -> bool {
    let folders = ["build", "debug", "deps", "examples", "incremental", "release", "package", "doc"];
    let crates = ["alloc", "core", "main", "proc_macro", "program", "std", "test"];
    let devices = ["aux", "con", "nul", "prn"];
    let numbered = |n: &str| ["com", "lpt"].iter().any(|d| n.strip_prefix(d).is_some_and(|n| n.len() == 1));
    let dependency = || {
        let lock = home::lock_file("");
        lock.lines()
            .any(|l| l.strip_prefix("name = \"").is_some_and(|n| n.trim_end_matches('"').replace('-', "_") == name))
    };
    folders.contains(&name)
        || crates.contains(&name)
        || devices.contains(&name)
        || numbered(name)
        || somd_rust::is_keyword(name)
        || dependency()
}

/// Crates are taken from the project's own folder.
const VENDORED: &str =
    "\n[source.crates-io]\nreplace-with = \"vendored-sources\"\n\n[source.vendored-sources]\ndirectory = \"vendor\"\n";

/// Without a network, crates that are not on the machine are missing.
const NO_CRATES: &str = "cargo could not get the crates that the runtime is built from: they are not on this machine, and the registry cannot be reached \
     (no network, `CARGO_NET_OFFLINE`, or a proxy or mirror in cargo's configuration that does not answer). With a network, `somdc setup` gets them once; \
     later builds need none. `somdc run --target interp` needs none at all";

/// LLVM merges neither calls that throw nor the ends of blocks.
const APART: &str = "-simplifycfg-sink-common=false -enable-tail-merge=false";

impl Project {
    /// The Rust files (formatted) and the kernels, by path in the project.
    pub fn sources(&self) -> BTreeMap<PathBuf, String> {
        let mut files: BTreeMap<PathBuf, String> = BTreeMap::new();
        let root = match &self.library {
            None => {
                files.insert("src/main.rs".into(), self.main());
                "src/main.rs"
            }
            Some(library) => {
                let sources = library.sources.iter().map(|(path, text)| (Path::new("src").join(path), text.clone()));
                files.extend(sources);
                "src/lib.rs"
            }
        };
        for (path, text) in &self.modules {
            files.insert(Path::new("src/program").join(path), text.clone());
        }
        for (path, text) in &self.kernels {
            files.insert(Path::new("kernels").join(path), text.clone());
        }
        format(&mut files, Path::new(root));
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

    /// Writes the project into a folder that the user named.
    ///
    /// # Errors
    /// Where that would take something of the user's ([`folders::replace`]), or a file cannot be written.
    pub fn write(&self, folder: &Path, place: Place) -> io::Result<()> {
        folders::replace(folder, &self.files(place)?)?;
        // Only where there is none: cargo adapts it to the project, and what it wrote is kept.
        let lock = folder.join("Cargo.lock");
        if lock.symlink_metadata().is_err() {
            folders::whole(folder, &lock, home::lock_file(&self.name).as_bytes())?;
        }
        Ok(())
    }

    /// Copies the crates that a written project needs into its folder `vendor`, and tells cargo to take them from there.
    ///
    /// # Errors
    /// Where cargo cannot get them, or a file cannot be written.
    pub fn vendor(&self, folder: &Path, place: Place) -> Result<(), String> {
        let terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
        let mut cargo = cargo(folder);
        // The user's mirrors are asked, not those of the project.
        cargo.args(["vendor", "--respect-source-config", "--versioned-dirs", "vendor"]).stdout(Stdio::null());
        if !terminal {
            cargo.arg("--quiet");
        }
        let done = wait(cargo, "copying the crates that the project needs")?;
        if !done {
            return Err(NO_CRATES.into());
        }
        let vendored = Project {
            name: self.name.clone(),
            modules: self.modules.clone(),
            kernels: self.kernels.clone(),
            target_cpu: self.target_cpu.clone(),
            vendored: true,
            library: self.library.clone(),
            target: self.target.clone(),
        };
        vendored.write(folder, place).map_err(|e| format!("cannot write `{}`: {e}", folder.display()))
    }

    /// Writes the project into a folder of the cache, and makes all that cargo would read there what it must be.
    ///
    /// # Errors
    /// Where a file cannot be written.
    pub fn write_cached(&self, folder: &Path) -> io::Result<()> {
        let mut files = self.files(Place::Shared)?;
        files.insert("Cargo.lock".into(), home::lock_file(&self.name).into_bytes());
        folders::mirror(folder, &files, &[])
    }

    fn files(&self, place: Place) -> io::Result<Files> {
        let mut files: Files = self.sources().into_iter().map(|(path, text)| (path, text.into_bytes())).collect();
        let runtime = match place {
            Place::Shared => home::runtime()?,
            Place::Own => {
                let runtime = home::runtime_files().into_iter();
                files.extend(runtime.map(|(path, text)| (Path::new("runtime").join(path), text)));
                PathBuf::from("runtime")
            }
        };
        files.insert("Cargo.toml".into(), self.manifest(&toml_string(&runtime)?).into_bytes());
        files.insert("rustfmt.toml".into(), FORMAT.into());
        if let Some(library) = &self.library {
            files.insert("build.rs".into(), build_script(&library.name).into_bytes());
        }
        files.insert(".cargo/config.toml".into(), self.cargo_config(place)?.into_bytes());
        Ok(files)
    }

    /// `runtime`: the runtime's folder, as a string of TOML.
    fn manifest(&self, runtime: &str) -> String {
        let name = &self.name;
        // Without kernels nothing of OpenCL is compiled.
        let devices = (!self.kernels.is_empty()).then_some("devices");
        let features: Vec<String> = devices
            .into_iter()
            .chain(self.library.iter().flat_map(|l| l.features.iter().copied()))
            .map(|f| format!("\"{f}\""))
            .collect();
        let features = match features.as_slice() {
            [] => String::new(),
            all => format!(", features = [{}]", all.join(", ")),
        };
        // The crate's name is also that of its files in the target folder that all projects share.
        let (build, what) = match &self.library {
            None => ("false", format!("[[bin]]\nname = \"{name}\"\npath = \"src/main.rs\"")),
            Some(_) => (
                "\"build.rs\"",
                format!(
                    "[lib]\nname = \"{}\"\npath = \"src/lib.rs\"\ncrate-type = [\"cdylib\", \"staticlib\"]\ntest = false\ndoctest = false",
                    name.replace('-', "_")
                ),
            ),
        };
        format!(
            r#"# Written by somdc.
[package]
name = "{name}"
version = "0.1.0"
edition = "2024"
publish = false
# Only what is listed is built.
build = {build}
autobins = false
autoexamples = false
autotests = false
autobenches = false

{what}

[dependencies]
somd-runtime = {{ path = {runtime}{features} }}

[workspace]

# Java's integer arithmetic wraps: in the generated code, `+` is wrapping addition.
[profile.dev]
opt-level = 1
overflow-checks = false
debug = "line-tables-only"

# After a change, what did not change is not compiled again. The units are those of a build without that, so that as much is inlined.
[profile.release]
overflow-checks = false
debug = "line-tables-only"
incremental = true
codegen-units = 16

# Of what the runtime depends on, little runs long.
[profile.release.package."*"]
opt-level = 0
debug = false

[profile.release.package]
somd-runtime = {{ opt-level = 3, incremental = false, debug = "line-tables-only" }}
crossbeam-channel.opt-level = 3
crossbeam-utils.opt-level = 3
memchr.opt-level = 3
"#
        )
    }

    fn cargo_config(&self, place: Place) -> io::Result<String> {
        let cpu = &self.target_cpu;
        let target = match place {
            Place::Shared => format!(
                "# All programs share a target folder, so that the runtime is compiled once.\ntarget-dir = {}\n",
                toml_string(&home::target()?)?
            ),
            Place::Own => String::new(),
        };
        Ok(format!(
            "# Written by somdc.\n[build]\n{target}\
             # Frame pointers: exceptions capture their stack trace by walking them. And calls that throw from two lines stay\n\
             # two calls, so that each is known by its line.\n\
             rustflags = [\"-C\", \"target-cpu={cpu}\", \"-C\", \"force-frame-pointers=yes\", \"-C\", \"llvm-args={APART}\"]\n{}",
            if self.vendored { VENDORED } else { "" }
        ))
    }

    fn main(&self) -> String {
        let target =
            self.target.as_ref().map_or(String::new(), |t| format!("    somd_runtime::target::built_for({t:?});\n"));
        format!(
            "//! `{}`, written by somdc.\n\nmod program;\n\n/// Where memory ends, Java throws.\n#[global_allocator]\nstatic ALLOCATOR: somd_runtime::memory::Allocator = somd_runtime::memory::Allocator;\n\nfn main() {{\n{target}    std::process::exit(program::java_main(std::env::args().skip(1).collect()));\n}}\n",
            self.name
        )
    }
}

/// The script that gives a shared library the name that callers find it by.
fn build_script(name: &str) -> String {
    format!(
        "//! The library's name, by which the loader finds it.\n\nfn main() {{\n    println!(\"cargo:rerun-if-changed=build.rs\");\n    \
         println!(\"cargo:rustc-cdylib-link-arg=-Wl,-soname,lib{name}.so\");\n}}\n"
    )
}

/// A name of its own for what is built in the target folder that all projects share: of two programs of one name, neither is taken for the other.
pub fn own_name(name: &str, of: impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    format!("{name}-{:016x}", hasher.finish())
}

/// A path as a string of TOML, with its quotes.
fn toml_string(path: &Path) -> io::Result<String> {
    let text = path.to_str().ok_or_else(|| {
        io::Error::other(format!(
            "cargo takes no path that is not Unicode: `{}`; `SOMDC_HOME` names another",
            path.display()
        ))
    })?;
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out += &format!("\\u{:04X}", c as u32),
            c => out.push(c),
        }
    }
    Ok(out + "\"")
}

/// Formats the Rust files as `rustfmt` does; where there is none, or it fails, they stay as they were printed.
pub fn format(files: &mut BTreeMap<PathBuf, String>, root: &Path) {
    let is_rust = |p: &Path| p.extension().is_some_and(|e| e == "rs");
    let work = || -> io::Result<BTreeMap<PathBuf, String>> {
        let folder = tempfile::tempdir()?;
        for (path, text) in files.iter().filter(|(p, _)| is_rust(p)) {
            let at = folder.path().join(path);
            std::fs::create_dir_all(at.parent().unwrap_or(folder.path()))?;
            std::fs::write(at, text)?;
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
///
/// # Errors
/// What went wrong, for the user: without the crates that the runtime needs, that they cannot be had.
pub fn build(folder: &Path, name: &str, release: bool) -> Result<PathBuf, String> {
    build_in(folder, release)?;
    program(name, release).map_err(|e| e.to_string())
}

/// Where a project's program lies once it is built.
///
/// # Errors
/// Where there is no folder for it ([`home::home`]).
pub fn program(name: &str, release: bool) -> io::Result<PathBuf> {
    Ok(built_in(release)?.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}

fn built_in(release: bool) -> io::Result<PathBuf> {
    Ok(home::target()?.join(if release { "release" } else { "debug" }))
}

/// As [`build`], of a library: gives the shared and the static one.
///
/// # Errors
/// As there.
pub fn build_library(folder: &Path, name: &str) -> Result<(PathBuf, PathBuf), String> {
    let built = build_in(folder, true)?;
    let file = |end: &str| built.join(format!("lib{}{end}", name.replace('-', "_")));
    Ok((file(std::env::consts::DLL_SUFFIX), file(".a")))
}

/// Builds, and gives the folder that it is in.
fn build_in(folder: &Path, release: bool) -> Result<PathBuf, String> {
    let terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let mut cargo = cargo(folder);
    cargo.arg("build");
    if release {
        cargo.arg("--release");
    }
    if !terminal {
        cargo.arg("--quiet");
    }
    cargo.stdout(Stdio::null());
    if !wait(cargo, "building the program; the first time, the runtime is compiled too, which takes a minute or so")? {
        return Err(why_not_built(folder));
    }
    built_in(release).map_err(|e| e.to_string())
}

/// Gets the crates of a project for all kinds of machines, where there is a network; without one, those that are here must do.
pub fn fetch(folder: &Path) {
    let mut cargo = cargo(folder);
    cargo.args(["fetch", "--quiet"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // What is missing is said by the build that needs it.
    let _ = wait(cargo, "getting crates");
}

/// How long a step is silent where nobody sees cargo's own progress.
const SILENT: Duration = Duration::from_secs(3);

/// Does some work. What it is, is said once where it takes longer, unless standard error is a terminal, where there is other progress.
pub fn said_late<R>(what: &str, work: impl FnOnce() -> R) -> R {
    let (done, waits) = std::sync::mpsc::channel::<()>();
    let terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if waits.recv_timeout(SILENT) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) && !terminal {
                eprintln!("somdc: {what}");
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Runs cargo, and gives whether it succeeded. What takes longer is said once, where standard error is no terminal.
fn wait(mut cargo: Command, what: &str) -> Result<bool, String> {
    let missing = "cannot run cargo: install Rust (https://rustup.rs) to build the generated project";
    let mut running = cargo.spawn().map_err(|e| format!("{missing} ({e})"))?;
    let status = said_late(what, || running.wait());
    status.map(|s| s.success()).map_err(|e| format!("cannot wait for cargo: {e}"))
}

/// Cargo in a project's folder. Where the user's cargo finds crates stays as it is: registries, mirrors, proxies, and whether it may ask the network.
fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder);
    // What an outer cargo says of its own build is not this project's.
    std::env::vars_os().filter(|(key, _)| !is_users(&key.to_string_lossy())).for_each(|(key, _)| {
        cargo.env_remove(key);
    });
    cargo
}

/// Whether a variable of the environment is one that a build of another project may see.
fn is_users(key: &str) -> bool {
    const USERS: [&str; 8] = [
        "CARGO_HOME",
        "CARGO_NET_",
        "CARGO_HTTP_",
        "CARGO_REGISTRY_",
        "CARGO_REGISTRIES_",
        "CARGO_SOURCE_",
        "CARGO_TERM_",
        "CARGO_RESOLVER_",
    ];
    let cargos = key.starts_with("CARGO_") && !USERS.iter().any(|u| key.starts_with(u));
    let compilers = ["RUSTFLAGS", "RUSTC", "RUSTDOC", "RUSTDOCFLAGS", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER"];
    !cargos && !compilers.contains(&key)
}

/// Cargo has said on standard error what failed; this says whose matter it is.
fn why_not_built(folder: &Path) -> String {
    let asked = |arguments: &[&str]| {
        cargo(folder).args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()
    };
    // It reads the manifests of all crates that are built, so it fails where one is not on this machine.
    if asked(&["tree", "--offline"]).is_ok_and(|s| !s.success()) {
        return NO_CRATES.into();
    }
    "cargo could not build the generated project, for the reason above. Where that is an error in the generated code, it is a defect of somdc: \
     please report it"
        .into()
}

/// Where it is kept how a program's kernels run best.
pub fn tuning(program: &Path) -> PathBuf {
    program.with_extension("tuning")
}

/// The `somd.rules` beside the sources: in a folder that is given, or beside a file.
pub fn rules(sources: &[PathBuf]) -> Option<PathBuf> {
    sources.iter().find_map(|path| {
        let folder = if path.is_dir() { path.as_path() } else { path.parent()? };
        let rules = folder.join("somd.rules");
        if rules.is_file() { std::fs::canonicalize(rules).ok() } else { None }
    })
}

/// Puts the rules beside a program that has been built, or takes away those that are no more.
///
/// # Errors
/// Where the file cannot be written.
pub fn place_rules(program: &Path, rules: Option<&Path>) -> io::Result<()> {
    let own = program.with_extension("rules");
    match rules {
        Some(rules) => std::fs::copy(rules, own).map(drop),
        None if own.exists() => std::fs::remove_file(own),
        None => Ok(()),
    }
}

/// How a program is run.
pub struct Start<'a> {
    pub target: &'a str,
    /// Of the target `cluster`.
    pub ranks: Option<u32>,
    /// It says where its kernels ran.
    pub decisions: bool,
    pub rules: Option<&'a Path>,
    /// Where its profile goes.
    pub trace: Option<&'a Path>,
}

/// Starts a built program with its arguments; standard streams are the caller's. `rules` is the file that says where methods run, as long as the
/// environment names none.
///
/// # Errors
/// Where it cannot be started.
pub fn start(program: &Path, args: &[String], how: &Start) -> io::Result<Child> {
    let Start { target, ranks, decisions, rules, trace } = *how;
    let mut command = Command::new(program);
    if let Some(rules) = rules.filter(|_| std::env::var_os("SOMD_RULES").is_none()) {
        command.env("SOMD_RULES", rules);
    }
    command.args(args);
    if decisions {
        command.env("SOMD_DECISIONS", "1");
    }
    if target == "cluster" {
        let cores = || std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
        if ranks.is_some() || std::env::var_os("SOMD_RANKS").is_none() {
            command.env("SOMD_RANKS", ranks.unwrap_or_else(cores).to_string());
        }
    }
    if target != "auto" || std::env::var_os("SOMD_TARGET").is_none() {
        command.env("SOMD_TARGET", target);
    }
    if let Some(trace) = trace {
        command.env("SOMD_PROFILE", trace);
    }
    command.spawn()
}

#[cfg(test)]
mod tests {
    use super::{Place, Project, crate_name, is_users, own_name, toml_string};
    use std::path::Path;

    #[test]
    fn a_project_of_its_own_names_no_folder_outside() {
        let folder = tempfile::tempdir().expect("tests may write temporary files");
        let modules = vec![("mod.rs".into(), "pub fn java_main(_args: Vec<String>) -> i32 {\n    0\n}\n".into())];
        let project = Project {
            name: "own".into(),
            modules,
            kernels: Vec::new(),
            target_cpu: "native".into(),
            vendored: false,
            library: None,
            target: None,
        };
        project.write(folder.path(), Place::Own).expect("a project can be written");
        let text = |path: &str| std::fs::read_to_string(folder.path().join(path)).expect(path);
        assert!(text("Cargo.toml").contains("somd-runtime = { path = \"runtime\" }"));
        // Of a changed program, what did not change is kept; the runtime does not change.
        let manifest = text("Cargo.toml");
        assert!(manifest.contains("\nincremental = true\n") && manifest.contains("incremental = false"), "{manifest}");
        assert!(text("runtime/Cargo.toml").contains("name = \"somd-runtime\""));
        assert!(!text(".cargo/config.toml").contains("target-dir"));
        assert!(text("Cargo.lock").contains("name = \"own\""));
    }

    #[test]
    fn names_are_those_that_cargo_takes() {
        let name = |path: &str| crate_name(Path::new(path));
        assert_eq!(name("a/Saxpy.somd"), "saxpy");
        assert_eq!(name("\u{e9}\u{53d8}.somd"), "somd___");
        assert_eq!((name("2d.somd"), name("a b.java")), ("somd_2d".into(), "a_b".into()));
        for kept in [
            "std",
            "core",
            "test",
            "Con",
            "COM1",
            "nul",
            "build",
            "release",
            "libc",
            "somd-runtime",
            "fn",
            "Self",
            "super",
        ] {
            assert!(name(kept).ends_with("_program"), "{kept}: {}", name(kept));
        }
    }

    #[test]
    fn programs_of_one_name_in_two_places_have_two_names() {
        assert_ne!(own_name("main", Path::new("/a/Main.somd")), own_name("main", Path::new("/b/Main.somd")));
        assert_eq!(own_name("main", "x"), own_name("main", "x"));
    }

    #[test]
    fn paths_are_strings_of_toml() {
        let text = |path: &str| toml_string(Path::new(path)).expect("it is Unicode");
        assert_eq!(text("/a b/$c/it's"), "\"/a b/$c/it's\"");
        assert_eq!(text("/a\"b\\c\n"), "\"/a\\\"b\\\\c\\u000A\"");
    }

    #[test]
    fn cargo_keeps_where_the_user_gets_crates_from() {
        for kept in [
            "CARGO_HOME",
            "CARGO_NET_OFFLINE",
            "CARGO_HTTP_PROXY",
            "CARGO_REGISTRIES_OURS_INDEX",
            "HTTPS_PROXY",
            "PATH",
        ] {
            assert!(is_users(kept), "{kept}");
        }
        for other in
            ["CARGO_PKG_NAME", "CARGO_TARGET_DIR", "CARGO_BUILD_TARGET", "CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS"]
        {
            assert!(!is_users(other), "{other}");
        }
    }
}
