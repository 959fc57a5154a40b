//! Commands without names of files take them from the `somdc.toml` of the folder, or of one above it.

use super::commands::USAGE;
use super::{Common, parse_target};
use crate::driver::manifest::{self, Manifest};
use std::path::{Path, PathBuf};

/// Fills in what the command line leaves open. With `tests`, the project's tests are part of the program.
///
/// # Errors
/// The exit code, where there are no files and no project, or the project's file is wrong.
pub fn apply(paths: &mut Vec<PathBuf>, common: &mut Common, tests: bool) -> Result<Manifest, i32> {
    let file = match paths.as_slice() {
        [] => manifest::find(Path::new(".")),
        [folder] => Some(folder.join(manifest::NAME)).filter(|p| p.is_file()),
        _ => None,
    };
    let Some(file) = file else {
        if paths.is_empty() {
            eprintln!(
                "somdc: no source files given, and no `{}` in this folder or above it; `somdc --help` shows how it is used",
                manifest::NAME
            );
            return Err(USAGE);
        }
        return Ok(Manifest::default());
    };
    let known = |target: &str| parse_target(target).map(drop);
    let manifest = manifest::read(&file, Path::new("."), &known).map_err(|e| {
        eprintln!("somdc: {e}");
        USAGE
    })?;
    *paths = manifest.sources.clone();
    if tests {
        paths.extend(manifest.tests.iter().cloned());
    }
    common.main = common.main.take().or(manifest.main.clone());
    common.fast_math |= manifest.fast_math;
    common.assertions |= manifest.assertions;
    common.name = Some(manifest.name.clone());
    common.rules = manifest.rules.clone();
    Ok(manifest)
}
