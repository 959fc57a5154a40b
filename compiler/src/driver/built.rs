//! Whether a program that has been built is still what its sources say.
//!
//! Beside the projects of the cache lies a record of each that `somdc run` has built: a sum over all that made the program, and the file that came of it.
//! Where both are as they were, nothing is compiled and cargo is not asked. Only what gave no message is recorded, so that no warning falls silent.

use super::sources;
use super::stages::Settings;
use somd_runtime::private;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// What a program was made of, before it is made: what changes meanwhile is another state.
pub struct State(String);

impl State {
    /// `paths`: files and folders of the program, `project`: the name of its project. None where something cannot be read: compiling says what.
    pub fn of(paths: &[PathBuf], settings: &Settings, target_cpu: &str, project: &str) -> Option<State> {
        let mut sum = DefaultHasher::new();
        (format!("{settings:?}"), target_cpu, project, std::env::var_os("RUSTUP_TOOLCHAIN")).hash(&mut sum);
        // Another compiler makes another program.
        (env!("CARGO_PKG_VERSION"), stamp(&std::env::current_exe().ok()?)?).hash(&mut sum);
        for path in sources::files(paths).ok()? {
            // Files are named in stack traces.
            (&path, std::fs::read(&path).ok()?).hash(&mut sum);
        }
        Some(State(format!("{:016x}", sum.finish())))
    }

    /// Whether `program` is what was built of this state. `record`: what [`State::keep`] has written.
    pub fn is_built(&self, record: &Path, program: &Path) -> bool {
        self.record(program).is_some_and(|now| private::text(record).is_ok_and(|kept| kept == now))
    }

    /// Records that `program` was built of this state.
    ///
    /// # Errors
    /// Where the record cannot be written.
    pub fn keep(&self, record: &Path, program: &Path) -> io::Result<()> {
        let Some(text) = self.record(program) else { return Ok(()) };
        private::create(record)?.write_all(text.as_bytes())
    }

    fn record(&self, program: &Path) -> Option<String> {
        let (bytes, time) = stamp(program)?;
        Some(format!("{} {bytes} {time}\n", self.0))
    }
}

/// A file's length in bytes and when it was written, in nanoseconds.
fn stamp(file: &Path) -> Option<(u64, u128)> {
    let found = std::fs::metadata(file).ok()?;
    Some((found.len(), found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos()))
}
