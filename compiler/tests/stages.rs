//! What stages make of small programs, as text.
//!
//! Beside each `tests/stages/NAME.somd` stand files with what one stage makes of it: `NAME.core` of the lowering (no pass has run), `NAME.plan` of
//! the schedule, `NAME.cl` of the kernels, `NAME.host` of the plan of the host code, `NAME.rs` of the host code of the class `NAME`. Each `tests/options/NAME.diff` names a program, and
//! holds what the device option `NAME` changes in its kernels, or the first [`SHOWN`] lines of that.
//!
//! `SOMD_BLESS=1 cargo test -p somdc --test stages` rewrites the files that are there, to be reviewed as a diff. An empty `.diff` is given the
//! program whose kernels the option changes least.

use similar::TextDiff;
use somd_core::parse::parse;
use somd_core::print::{Provenance, print};
use somd_schedule::Options;
use somd_syntax::source::SourceMap;
use somdc::driver::stages::{Compilation, Compiled, Settings};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Lines of a difference: more say nothing that these do not.
const SHOWN: usize = 120;

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests")
}

fn files(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(tests().join(folder)).unwrap_or_else(|e| panic!("{folder}: {e}"));
    let has = |p: &Path| p.extension().is_some_and(|e| extensions.iter().any(|x| e == *x));
    let mut found: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(|p| has(p)).collect();
    found.sort();
    found
}

/// On all cores; fails with all that is wrong, not only with the first.
fn each(files: &[PathBuf], check: impl Fn(&Path) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut faults = Vec::new();
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            faults.extend(check(file).err().map(|e| format!("{}: {e}", file.display())));
        }
        faults
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let faults: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        running.into_iter().flat_map(|t| t.join().unwrap_or_else(|_| vec!["a thread failed".into()])).collect()
    });
    assert!(!files.is_empty() && faults.is_empty(), "{}", faults.join("\n"));
}

fn blesses() -> bool {
    std::env::var_os("SOMD_BLESS").is_some()
}

/// A file has this text.
fn is(file: &Path, found: &str) -> Result<(), String> {
    if blesses() {
        return std::fs::write(file, found).map_err(|e| e.to_string());
    }
    let expected = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    if expected == found {
        return Ok(());
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Err(TextDiff::from_lines(&expected, found).unified_diff().header(&name, "found").to_string())
}

fn compilation(file: &Path, without: &[&str]) -> Result<Compilation, String> {
    let without_passes = without.iter().map(|p| p.to_string()).collect();
    let settings = Settings { without_passes, ..Settings::default() };
    Compilation::of_paths(&[file.to_path_buf()], settings).map_err(|e| e.to_string())
}

fn compiled(file: &Path, without: &[&str]) -> Result<(Compilation, Compiled), String> {
    let mut c = compilation(file, without)?;
    let program = c.compile().ok_or_else(|| format!("{:?}", c.diagnostics))?;
    Ok((c, program))
}

fn kernels(program: &Compiled) -> String {
    program.kernels.kernels.iter().map(|k| k.text.as_str()).collect()
}

#[test]
fn stages() {
    each(&files("stages", &["somd"]), |file| {
        let beside = |extension: &str| Some(file.with_extension(extension)).filter(|p| p.exists());
        if let Some(core) = beside("core") {
            let mut c = compilation(file, &[])?;
            let hir = c.check().ok_or_else(|| format!("{:?}", c.diagnostics))?;
            let (lowered, _) = somd_lower::lower(hir, &c.sources);
            is(&core, &print(&lowered.core, Provenance::None))?;
        }
        let (c, program) = compiled(file, &[])?;
        if let Some(plan) = beside("plan") {
            let plan_of = somd_schedule::plan(&program.core, &c.device_options());
            is(&plan, &somd_schedule::print(&program.core, &plan_of, None))?;
        }
        if let Some(text) = beside("cl") {
            is(&text, &kernels(&program))?;
        }
        if let Some(text) = beside("host") {
            is(&text, &emitted(file, "host")?)?;
        }
        if let Some(rust) = beside("rs") {
            is(&rust, &host(file)?)?;
        }
        Ok(())
    });
}

/// The host code of the file's class.
fn host(file: &Path) -> Result<String, String> {
    let text = emitted(file, "rust")?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let part = text.split("// ---- ").find_map(|p| p.strip_prefix(&format!("src/program/{name}.rs\n")));
    part.map(String::from).ok_or_else(|| "there is no host code".to_string())
}

/// What `somdc --emit STAGE` prints.
fn emitted(file: &Path, stage: &str) -> Result<String, String> {
    let mut somdc = Command::new(env!("CARGO_BIN_EXE_somdc"));
    let out = somdc.args(["--emit", stage]).arg(file).output().map_err(|e| e.to_string())?;
    let errors = String::from_utf8_lossy(&out.stderr);
    if out.status.success() { Ok(String::from_utf8_lossy(&out.stdout).into_owned()) } else { Err(errors.into_owned()) }
}

/// The kernels of a program, of `somdc`'s language or Core, without a device option.
fn kernels_without(file: &Path, option: Option<&str>) -> Result<String, String> {
    if file.extension().is_some_and(|e| e == "somd") {
        return compiled(file, option.as_slice()).map(|(_, program)| kernels(&program));
    }
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let program = parse(text.split("--- ").next().unwrap_or_default()).map_err(|e| e.to_string())?;
    let mut options = Options::ALL;
    if let Some(name) = option {
        *options.flag(name).ok_or("no such option")? = false;
    }
    let emitted = somd_lower_kernel::emit(
        &program,
        &somd_schedule::plan(&program, &options),
        &SourceMap::default(),
        &somd_opencl::text,
    );
    Ok(emitted.kernels.iter().map(|k| k.text.as_str()).collect())
}

/// What an option changes in a program's kernels, from those without it to those with it.
fn changed(program: &str, option: &str) -> Result<String, String> {
    let file = tests().join(program);
    let (without, with) = (kernels_without(&file, Some(option))?, kernels_without(&file, None)?);
    let difference = TextDiff::from_lines(&without, &with).unified_diff().context_radius(1).to_string();
    if difference.is_empty() {
        return Err(format!("{program} does not show it"));
    }
    Ok(difference.split_inclusive('\n').take(SHOWN).collect())
}

#[test]
fn options() {
    let files = files("options", &["diff"]);
    let named: Vec<_> = files.iter().filter_map(|f| f.file_stem()?.to_str()).collect();
    let missing: Vec<_> = Options::NAMES.iter().filter(|n| !named.contains(n)).collect();
    assert!(missing.is_empty(), "without a test: {missing:?}");
    each(&files, |file| {
        let option = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
        let program = match text.lines().next() {
            Some(line) => line.to_string(),
            None if blesses() => shown_best(&option)?,
            None => return Err("it names no program".into()),
        };
        is(file, &format!("{program}\n{}", changed(&program, &option)?))
    });
}

/// The program whose kernels an option changes least, one in Core if there is any.
fn shown_best(option: &str) -> Result<String, String> {
    let name = |p: &Path| format!("kernels/{}", p.file_name().unwrap_or_default().to_string_lossy());
    for kind in ["core", "somd"] {
        let programs = files("kernels", &[kind]);
        let shown = programs.iter().filter_map(|p| Some((changed(&name(p), option).ok()?.len(), name(p))));
        if let Some((_, program)) = shown.min() {
            return Ok(program);
        }
    }
    Err("no program shows it".into())
}
