//! One cargo project of all run tests: every program is a module of one of a few library crates, and one binary runs any of them by
//! name.
//!
//! A program keeps its crate, and files are written only where they changed, so that a second run compiles only the crates that
//! differ. A program whose Rust does not compile is reported and left out, and the others are built without it.
//!
//! Most of the time goes to LLVM: programs are not optimised but for those that measure or show something, which are built as users
//! build them.

use crate::case::RunTest;
use crate::sample;
use crate::tools;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Library crates: enough that a change of one program compiles little, few enough that the runtime's generic code is not compiled
/// often.
const PARTS: usize = 24;
/// Of these the last few are optimised: samples and benchmarks.
const OPTIMISED: usize = 4;

pub struct Generated {
    /// The binary.
    pub program: PathBuf,
    /// Tests that are not in it, and what rustc said.
    pub failed: BTreeMap<String, String>,
}

/// Where the generated project lies.
pub fn folder(work: &Path) -> PathBuf {
    work.join("generated")
}

/// The part that a module is in; it depends on its name alone. Of random loops a fifth is optimised. What one gate takes for the columns of every tenth lies in two parts, and among the
/// optimised ones.
fn part(module: &str) -> usize {
    let plain = PARTS - OPTIMISED;
    let hash = sample::hash(module);
    match module.starts_with("t_run_") {
        true => hash as usize % sample::TURNS as usize * (plain / sample::TURNS as usize) + (hash >> 20) as usize % 2,
        false if module.starts_with("t_loops_") && !hash.is_multiple_of(5) => hash as usize % plain,
        false => plain + hash as usize % OPTIMISED,
    }
}

/// Builds the binary of all tests whose projects lie in `projects/MODULE`.
pub fn build(root: &Path, work: &Path, tests: &[&RunTest], cpu: &str) -> Result<Generated, String> {
    let folder = folder(work);
    let mut modules: BTreeSet<String> = tests.iter().map(|t| t.module()).collect();
    let mut failed = BTreeMap::new();
    loop {
        write(root, &folder, &work.join("projects"), &modules, cpu)
            .map_err(|e| format!("writing {}: {e}", folder.display()))?;
        let Said { ok, errors, .. } = compile(&folder, &["build"])?;
        if ok {
            break;
        }
        let wrong: Vec<String> = modules.iter().filter(|m| errors.contains_key(*m)).cloned().collect();
        if wrong.is_empty() {
            return Err(format!(
                "the generated project does not build:\n{}",
                errors.into_values().collect::<Vec<_>>().join("\n")
            ));
        }
        for module in wrong {
            modules.remove(&module);
            let text = errors.get(&module).cloned().unwrap_or_default();
            failed.insert(module, format!("the generated Rust does not compile:\n{text}"));
        }
    }
    Ok(Generated { program: work.join("build/debug/programs"), failed })
}

fn write(root: &Path, folder: &Path, projects: &Path, modules: &BTreeSet<String>, cpu: &str) -> io::Result<()> {
    let mut files: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
    let parts: Vec<String> = (0..PARTS).map(|p| format!("part{p}")).collect();
    let members: Vec<String> = parts.iter().map(|p| format!("\"{p}\"")).collect();
    let runtime = root.join("runtime");
    let dependencies: String = parts.iter().map(|p| format!("{p} = {{ path = \"{p}\" }}\n")).collect();
    let optimised: String =
        (PARTS - OPTIMISED..PARTS).map(|p| format!("[profile.dev.package.part{p}]\nopt-level = 3\n\n")).collect();
    let manifest = format!(
        "# Written by the test runner.\n[workspace]\nmembers = [{}]\n\n[package]\nname = \"programs\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nsomd-runtime = {{ path = {:?}, features = [\"devices\"] }}\n{dependencies}\n\
         [profile.dev]\nopt-level = 0\noverflow-checks = false\ndebug = \"line-tables-only\"\nincremental = false\nlto = \"off\"\ncodegen-units = 1\n\n{optimised}\
         [profile.dev.package.somd-runtime]\nopt-level = 3\ncodegen-units = 16\n",
        members.join(", "),
        runtime.display().to_string()
    );
    files.insert("Cargo.toml".into(), manifest.into_bytes());
    // Also where this lies outside the repository.
    files.insert("rustfmt.toml".into(), fs::read(root.join("rustfmt.toml"))?);
    files.insert(
        ".cargo/config.toml".into(),
        format!(
            "# Written by the test runner.\n[build]\ntarget-dir = \"../build\"\nrustflags = [\"-C\", \"target-cpu={cpu}\", \"-C\", \"force-frame-pointers=yes\", \"-C\", \"llvm-args=-simplifycfg-sink-common=false -enable-tail-merge=false\"]\n"
        )
        .into_bytes(),
    );
    let mut arms = String::new();
    for (p, part_name) in parts.iter().enumerate() {
        let mut library = String::from("//! Programs of the tests.\n");
        for (i, module) in modules.iter().filter(|m| part(m) == p).enumerate() {
            library.push_str(if i == 0 { "\n" } else { "" });
            library.push_str(&format!("pub mod {module};\n"));
            arms.push_str(&format!("        \"{module}\" => {part_name}::{module}::java_main(args),\n"));
            let project = projects.join(module);
            add(&project.join("src/program"), &Path::new(part_name).join("src").join(module), &mut files)?;
            add(&project.join("kernels"), &Path::new(part_name).join("src").join(module).join("kernels"), &mut files)?;
            // Kernels lie beside their program (a path of the same length: rustfmt has seen it), and the line table names the
            // program's own files.
            for (file, from, to) in [
                ("kernels.rs", "../../kernels/", "./././kernels/".to_string()),
                ("lines.rs", "src/program/", format!("src/{module}/")),
            ] {
                if let Some(bytes) = files.get_mut(&Path::new(part_name).join("src").join(module).join(file)) {
                    *bytes = String::from_utf8_lossy(bytes).replace(from, &to).into_bytes();
                }
            }
        }
        files.insert(Path::new(part_name).join("src/lib.rs"), library.into_bytes());
        let manifest = format!(
            "# Written by the test runner.\n[package]\nname = \"{part_name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[lib]\ntest = false\ndoctest = false\n\n[dependencies]\nsomd-runtime = {{ path = {:?}, features = [\"devices\"] }}\n",
            runtime.display().to_string()
        );
        files.insert(Path::new(part_name).join("Cargo.toml"), manifest.into_bytes());
    }
    let main = format!(
        "//! Runs the program that the first argument names.\n\n#[global_allocator]\nstatic ALLOCATOR: somd_runtime::memory::Allocator = somd_runtime::memory::Allocator;\n\nfn main() {{\n    let mut args: Vec<String> = std::env::args().skip(1).collect();\n    let name = args.remove(0);\n    let code = match name.as_str() {{\n{arms}        _ => panic!(\"no program {{name}}\"),\n    }};\n    std::process::exit(code);\n}}\n"
    );
    files.insert("src/main.rs".into(), main.into_bytes());
    remove_others(folder, Path::new(""), &files)?;
    for (path, bytes) in &files {
        let path = folder.join(path);
        if fs::read(&path).is_ok_and(|old| old == *bytes) {
            continue;
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, bytes)?;
    }
    let lock = folder.join("Cargo.lock");
    if !lock.exists() {
        // The versions that the repository has been tested with; cargo drops what is not needed.
        fs::copy(root.join("Cargo.lock"), lock)?;
    }
    Ok(())
}

/// The files of a folder, under another path.
fn add(from: &Path, to: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(from) else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            add(&path, &to, files)?;
        } else {
            files.insert(to, fs::read(path)?);
        }
    }
    Ok(())
}

fn remove_others(folder: &Path, inside: &Path, files: &BTreeMap<PathBuf, Vec<u8>>) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        let (path, inside) = (entry.path(), inside.join(entry.file_name()));
        if path.is_dir() {
            remove_others(&path, &inside, files)?;
        } else if !files.contains_key(&inside) && inside != Path::new("Cargo.lock") {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// What rustc, clippy and rustfmt have against the generated code of these modules, by module (the empty name for what is of none).
pub fn style(work: &Path, modules: &[String]) -> Result<BTreeMap<String, String>, String> {
    let folder = folder(work);
    let parts: BTreeSet<String> = modules.iter().map(|m| format!("part{}", part(m))).collect();
    let packages: Vec<&str> = parts.iter().flat_map(|p| ["-p", p]).collect();
    let mut clippy = vec!["clippy"];
    clippy.extend(&packages);
    let Said { ok, errors, warnings: mut said } = compile(&folder, &clippy)?;
    if !ok {
        return Err(format!("clippy ends with errors:\n{}", errors.into_values().collect::<String>()));
    }
    let mut cargo = tools::cargo();
    cargo.arg("fmt").args(&packages).current_dir(&folder);
    let ran = tools::run(cargo.args(["-p", "programs", "--check"]), &[], Duration::from_secs(600))?;
    let differences = String::from_utf8_lossy(&ran.out).into_owned();
    for difference in differences.split("Diff in ").skip(1) {
        let path = difference.split(':').next().unwrap_or_default();
        let module = path.split(['/', '\\']).find(|w| w.starts_with("t_")).unwrap_or_default();
        let text = said.entry(module.to_string()).or_default();
        if text.len() < 2000 {
            text.push_str(&format!("rustfmt writes {difference}"));
        }
    }
    if ran.code != 0 && said.is_empty() {
        said.insert(String::new(), String::from_utf8_lossy(&ran.err).into_owned());
    }
    said.retain(|module, _| module.is_empty() || modules.contains(module));
    Ok(said)
}

/// What a build came to: rustc's errors and warnings by module (the empty name for those of no module).
struct Said {
    ok: bool,
    errors: BTreeMap<String, String>,
    warnings: BTreeMap<String, String>,
}

/// Builds or checks the project: a command of cargo's, and its packages.
fn compile(folder: &Path, command: &[&str]) -> Result<Said, String> {
    let mut cargo = tools::cargo();
    cargo.args(command).args(["--message-format=json", "--keep-going"]).current_dir(folder);
    cargo.env_remove("CARGO_TARGET_DIR");
    let ran = tools::run(&mut cargo, &[], Duration::from_secs(3600))?;
    let (mut errors, mut warnings): (BTreeMap<String, String>, BTreeMap<String, String>) = Default::default();
    for line in ran.out.split(|&b| b == b'\n') {
        let Ok(message) = serde_json::from_slice::<serde_json::Value>(line) else { continue };
        let message = &message["message"];
        let of_level = match message["level"].as_str() {
            Some("error") => &mut errors,
            Some("warning") => &mut warnings,
            _ => continue,
        };
        let spans = message["spans"].as_array().map(Vec::as_slice).unwrap_or_default();
        // `part0/src/MODULE/file.rs`
        let module = spans
            .iter()
            .find_map(|s| s["file_name"].as_str()?.split(['/', '\\']).find(|w| w.starts_with("t_")))
            .unwrap_or_default();
        let text = of_level.entry(module.trim_end_matches(".rs").to_string()).or_default();
        // The first messages tell most.
        if text.len() < 2000 {
            text.push_str(message["rendered"].as_str().unwrap_or_default());
        }
    }
    if ran.code != 0 && errors.is_empty() {
        errors.insert(String::new(), String::from_utf8_lossy(&ran.err).into_owned());
    }
    Ok(Said { ok: ran.code == 0, errors, warnings })
}
