//! `somdc run --watch`: runs the program again whenever one of its files has changed.
//!
//! Times and sizes of the files are compared a few times a second: it needs nothing of the system, works on every file system, and a program has few
//! files.

use crate::driver::sources;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, SystemTime};

/// How long a change may go unseen.
const PAUSE: Duration = Duration::from_millis(200);

type Stamps = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// The files of a program with their times and sizes; of those that cannot be read now, nothing.
fn stamps(paths: &[PathBuf]) -> Stamps {
    let files = sources::files(paths).unwrap_or_default();
    let manifest = crate::driver::manifest::find(Path::new("."));
    let stamp = |p: PathBuf| {
        let found = std::fs::metadata(&p).ok()?;
        Some((p, (found.modified().ok(), found.len())))
    };
    files.into_iter().chain(manifest).filter_map(stamp).collect()
}

/// Starts the program, by `start`, which says what is wrong where it cannot, and again after each change. It ends with the process.
pub fn watch(paths: &[PathBuf], start: &mut dyn FnMut() -> Option<Child>) -> ! {
    loop {
        let before = stamps(paths);
        let mut running = start();
        let mut told = running.is_none();
        let changed = loop {
            std::thread::sleep(PAUSE);
            if let Some(Ok(Some(status))) = running.as_mut().filter(|_| !told).map(Child::try_wait) {
                told = true;
                eprintln!("somdc: the program ended ({status}); waiting for a change");
            }
            let now = stamps(paths);
            if now != before {
                let differs = |p: &&PathBuf| now.get(*p) != before.get(*p);
                break now.keys().chain(before.keys()).find(differs).cloned().unwrap_or_default();
            }
        };
        if let Some(child) = &mut running {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
        eprintln!("somdc: `{}` has changed", changed.display());
    }
}
