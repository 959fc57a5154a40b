//! What callers in Java see.

use super::surface::Surface;
use crate::driver::folders::Files;
use somd_java::JavaFile;
use std::path::{Path, PathBuf};

pub fn native(_surface: &Surface) -> String {
    String::new()
}

pub fn files(_name: &str, _surface: &Surface, _erased: Vec<JavaFile>) -> Result<Files, String> {
    Err("`--lib java` is not there yet".into())
}

pub fn resource(_name: &str) -> PathBuf {
    PathBuf::new()
}

pub fn pack(_name: &str, _folder: &Path) -> Result<(), String> {
    Ok(())
}
