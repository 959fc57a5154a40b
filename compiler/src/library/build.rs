//! Builds a library and lays out what its callers need.

use super::surface::Surface;
use super::{c, entry as door, java, native, python, rust, views};
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
    pub languages: &'a [Language],
    /// Where what callers need goes.
    pub folder: &'a Path,
}

impl Library<'_> {
    /// Whether it has the program as plain Java in it.
    pub fn needs_java(&self) -> bool {
        self.languages.contains(&Language::Java)
    }

    /// Builds it from the program's project, and gives the files that callers name.
    ///
    /// # Errors
    /// What went wrong, for the user.
    pub fn build(&self, project: Project, mut erased: Option<Vec<JavaFile>>) -> Result<Vec<PathBuf>, String> {
        let (name, surface) = (self.name, self.surface);
        let cannot = |e: std::io::Error| format!("cannot write `{}`: {e}", self.folder.display());
        // What the JVM and Python call beside C's functions; the runtime's features have the modules' names.
        let mut sources = Vec::new();
        let mut features = Vec::new();
        let mut further = |language: Language, module: &'static str, text: &dyn Fn() -> String| {
            if self.languages.contains(&language) {
                features.push(module);
                sources.push((format!("{module}.rs"), text()));
            }
        };
        further(Language::Java, "java", &|| java::native(name, surface));
        further(Language::Python, "python", &|| python::native(name, surface));
        sources.push(("lib.rs".to_string(), native::text(name, surface, &features)));
        let own_name = project::own_name(name, std::path::absolute(self.folder).map_err(cannot)?);
        let library = Some(LibraryFiles { name: name.into(), sources, features });
        let project = Project { name: own_name, library, ..project };
        let native = self.folder.join("native");
        let _lock = home::lock(&native).map_err(cannot)?;
        project.write(&native, Place::Shared).map_err(cannot)?;
        let (shared, archive) = project::build_library(&native, &project.name)?;
        let bytes = |path: &Path| std::fs::read(path).map_err(|e| format!("cannot read `{}`: {e}", path.display()));
        let file = format!("lib{name}.so");
        let mut files = Files::new();
        let mut named = Vec::new();
        for language in self.languages {
            match language {
                Language::C => {
                    files.insert(file.clone().into(), bytes(&shared)?);
                    files.insert(format!("lib{name}.a").into(), bytes(&archive)?);
                    files.insert(format!("{name}.h").into(), c::header(name, surface).into_bytes());
                    files.insert(format!("{name}.pc").into(), c::pkg_config(name).into_bytes());
                    named.extend([format!("{name}.h"), file.clone(), format!("lib{name}.a"), format!("{name}.pc")]);
                }
                Language::Rust => {
                    files.insert(Path::new("lib").join(&file), bytes(&shared)?);
                    files.insert("Cargo.toml".into(), rust::manifest(name).into_bytes());
                    let mut texts = [
                        ("src/lib.rs", rust::text(name, surface)),
                        ("src/loaded.rs", rust::loaded(name)),
                        ("src/views.rs", views::text(surface)),
                    ]
                    .map(|(path, text)| (PathBuf::from(path), text))
                    .into();
                    project::format(&mut texts, Path::new("src/lib.rs"));
                    files.extend(texts.into_iter().map(|(path, text)| (path, text.into_bytes())));
                    named.push("Cargo.toml".into());
                }
                Language::Python => {
                    files.insert(Path::new(name).join(python::EXTENSION), bytes(&shared)?);
                    files.extend(python::files(name, surface));
                }
                Language::Java => {
                    let erased = erased.take().unwrap_or_default();
                    files.extend(java::files(name, surface, erased)?);
                    files.insert(Path::new("classes").join(java::resource(name)), bytes(&shared)?);
                    named.push(format!("{name}.jar"));
                }
            }
        }
        folders::add(self.folder, &files).map_err(cannot)?;
        if self.needs_java() {
            java::pack(name, self.folder)?;
        }
        if self.languages.contains(&Language::Python) {
            named.push(python::pack(self.folder)?);
        }
        Ok(named.into_iter().map(|n| self.folder.join(n)).collect())
    }
}
