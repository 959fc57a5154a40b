//! What a compiler meets that nobody wrote on purpose: programs with a damaged token, bytes that are no program, files that were cut off or changed.
//!
//! All of it is made from seeds, so that a failure comes again. The tests take a few hundred cases; the longer runs are `#[ignore]`d:
//!
//! - `DAMAGE_CASES=5000 SEED=1 cargo test -p somdc --test robust damage -- --ignored --nocapture`
//! - `FUZZ_SECONDS=600 SEED=1 cargo test -p somdc --test robust fuzz -- --ignored --nocapture`

#[path = "robust/damage.rs"]
mod damage;
#[path = "robust/fuzz.rs"]
mod fuzz;
#[path = "robust/great.rs"]
mod great;

use somd_syntax::diagnostics::{Diagnostic, Severity};
use somdc::driver::stages::{Compilation, Settings};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Numbers that are the same in every run.
pub struct Numbers(u64);

impl Numbers {
    pub fn of(seed: u64) -> Numbers {
        // Neighbouring seeds begin far apart.
        let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        numbers.below(2);
        numbers
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// A number that the environment gives.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// Files below a folder of the repository with one of these endings, sorted.
pub fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    fn add(folder: &Path, endings: &[&str], out: &mut Vec<PathBuf>) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                add(&path, endings, out);
            } else if path.extension().and_then(|e| e.to_str()).is_some_and(|e| endings.contains(&e)) {
                out.push(path);
            }
        }
    }
    let mut out = Vec::new();
    add(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder), endings, &mut out);
    out.sort();
    assert!(!out.is_empty(), "there are files in `{folder}`");
    out
}

/// The programs of samples and run tests, by name.
pub fn programs() -> Vec<(String, String)> {
    let mut paths = files("samples", &["somd"]);
    paths.extend(files("tests/run", &["somd", "java"]));
    let name = |path: &Path| path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let text = |path: &PathBuf| Some((name(path), std::fs::read_to_string(path).ok()?));
    // References say another thing than the compiler's own language.
    paths.iter().filter(|p| !name(p).contains(".ref.")).filter_map(text).collect()
}

/// What the compiler shows for one file that it checks, and the text's first byte as its diagnostics count.
pub fn checked(name: &str, text: &str) -> (Vec<Diagnostic>, u32) {
    let mut c = Compilation::of_texts(vec![(name.to_string(), text.to_string())], Settings::default());
    c.check();
    let base = c.sources.files().iter().find(|f| !f.library).map_or(0, |f| f.base);
    (somdc::diagnostics::merged(c.shown(), &c.sources), base)
}

pub fn errors(found: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> {
    found.iter().filter(|d| d.severity == Severity::Error)
}

/// What a case does that it may not.
pub enum Fault {
    Panic(String),
    Hang,
}

/// Runs a case on a thread with a stack like the compiler's own. A case that hangs keeps its thread until the process ends.
pub fn guarded<R: Send + 'static>(limit: Duration, case: impl FnOnce() -> R + Send + 'static) -> Result<R, Fault> {
    let (send, receive) = std::sync::mpsc::channel();
    let work = move || {
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(case));
        // Nobody listens any more where it took too long.
        let _ = send.send(done);
    };
    std::thread::Builder::new().stack_size(1 << 30).spawn(work).expect("a thread can be started");
    match receive.recv_timeout(limit) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(e)) => {
            let text = e.downcast_ref::<String>().cloned();
            Err(Fault::Panic(text.or_else(|| e.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()))
        }
        Err(_) => Err(Fault::Hang),
    }
}
