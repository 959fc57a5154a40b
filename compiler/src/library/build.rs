//! Builds a library and lays out what its callers need.

use super::surface::Surface;
use super::{c, entry as door, java, native, python, rust};
use crate::driver::folders::{self, Files};
use crate::driver::home;
use crate::driver::project::{self, LibraryFiles, Place, Project};
use clap::ValueEnum;
use somd_java::JavaFile;
use std::path::{Path, PathBuf};

/// Who calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    Java,
    Python,
    C,
    Rust,
}

/// The class by which calls come in: its file, its text, and its name.
pub fn entry(surface: &Surface) -> (String, String, String) {
    (format!("{}.somd", door::CLASS), door::text(surface), door::qualified(surface))
}

/// A library to be built.
pub struct Library<'a> {
    pub name: &'a str,
    pub surface: &'a Surface,
    pub language: Language,
    /// Where what callers need goes.
    pub folder: &'a Path,
}

impl Library<'_> {
    /// Whether it has the program as plain Java in it.
    pub fn needs_java(&self) -> bool {
        self.language == Language::Java
    }

    /// Builds it from the program's project, and gives the files that callers name.
    ///
    /// # Errors
    /// What went wrong, for the user.
    pub fn build(&self, project: Project, erased: Option<Vec<JavaFile>>) -> Result<Vec<PathBuf>, String> {
        let (name, surface) = (self.name, self.surface);
        let cannot = |e: std::io::Error| format!("cannot write `{}`: {e}", self.folder.display());
        let modules: &[&str] = if self.language == Language::Java { &["java"] } else { &[] };
        let mut sources = vec![("lib.rs".to_string(), native::text(name, surface, modules))];
        if self.language == Language::Java {
            sources.push(("java.rs".into(), java::native(name, surface)));
        }
        let own_name = project::own_name(name, std::path::absolute(self.folder).map_err(cannot)?);
        let library = Some(LibraryFiles { name: name.into(), sources, java: self.language == Language::Java });
        let project = Project { name: own_name, library, ..project };
        let native = self.folder.join("native");
        let _lock = home::lock(&native).map_err(cannot)?;
        project.write(&native, Place::Shared).map_err(cannot)?;
        let (shared, archive) = project::build_library(&native, &project.name)?;
        let bytes = |path: &Path| std::fs::read(path).map_err(|e| format!("cannot read `{}`: {e}", path.display()));
        let file = format!("lib{name}.so");
        let mut files = Files::new();
        let named = match self.language {
            Language::C => {
                files.insert(file.clone().into(), bytes(&shared)?);
                files.insert(format!("lib{name}.a").into(), bytes(&archive)?);
                files.insert(format!("{name}.h").into(), c::header(name, surface).into_bytes());
                files.insert(format!("{name}.pc").into(), c::pkg_config(name).into_bytes());
                vec![format!("{name}.h"), file, format!("lib{name}.a"), format!("{name}.pc")]
            }
            Language::Rust => {
                files.insert(Path::new("lib").join(&file), bytes(&shared)?);
                files.insert("Cargo.toml".into(), rust::manifest(name).into_bytes());
                let mut texts = [("src/lib.rs", rust::text(name, surface)), ("src/loaded.rs", rust::loaded(name))]
                    .map(|(path, text)| (PathBuf::from(path), text))
                    .into();
                project::format(&mut texts, Path::new("src/lib.rs"));
                files.extend(texts.into_iter().map(|(path, text)| (path, text.into_bytes())));
                vec!["Cargo.toml".into()]
            }
            Language::Python => {
                files.insert(Path::new(name).join(&file), bytes(&shared)?);
                files.extend(python::files(name, surface));
                vec!["pyproject.toml".into()]
            }
            Language::Java => {
                files.extend(java::files(name, surface, erased.unwrap_or_default())?);
                files.insert(Path::new("classes").join(java::resource(name)), bytes(&shared)?);
                vec![format!("{name}.jar")]
            }
        };
        folders::add(self.folder, &files).map_err(cannot)?;
        match self.language {
            Language::Java => java::pack(name, self.folder)?,
            Language::Python => return python::pack(name, self.folder),
            Language::C | Language::Rust => {}
        }
        Ok(named.into_iter().map(|n| self.folder.join(n)).collect())
    }
}
