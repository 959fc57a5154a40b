//! `somdc lsp`: the compiler as the language server needs it.

use super::{commands::QUIET, emit};
use crate::driver::sources;
use crate::driver::stages::{Compilation, Settings};
use crate::driver::{folders, home};
use somd_analysis::effects::Effects;
use somd_core::{ir, walk};
use somd_hir::MethodKind;
use somd_lower::Verdict;
use somd_lsp::{Analysis, Engine, Shown, Text};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Serves an editor on standard input and output.
pub fn lsp() -> i32 {
    match somd_lsp::serve(&Compiler) {
        Ok(()) => 0,
        Err(e) => {
            eprintln!("somdc: {e}");
            1
        }
    }
}

/// More files than this below a package's root are not looked through.
const MOST_FILES: usize = 5000;

struct Compiler;

fn compilation(texts: &[Text]) -> Compilation {
    let texts = texts.iter().map(|(path, text)| (path.display().to_string(), text.clone())).collect();
    let settings = Settings { allowed: QUIET.iter().map(|c| c.to_string()).collect(), ..Settings::default() };
    Compilation::of_texts(texts, settings)
}

/// The folder in which a file's package lies, and whether it has one.
fn root(file: &Path, text: &str) -> (PathBuf, bool) {
    let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
    let line = text.lines().find_map(|l| l.trim().strip_prefix("package ")?.trim().strip_suffix(';').map(str::trim));
    let Some(package) = line else { return (folder, false) };
    let below: PathBuf = package.split('.').map(str::trim).collect();
    let up = below.components().count();
    match folder.ends_with(&below) {
        true => (folder.ancestors().nth(up).unwrap_or(&folder).to_path_buf(), true),
        false => (folder, false),
    }
}

/// The source files that a program with `file` may have, by the classes that they are named after.
fn beside(file: &Path, text: &str) -> BTreeMap<String, PathBuf> {
    let (root, packaged) = root(file, text);
    let is_source = |p: &PathBuf| p.extension().is_some_and(|e| e == "somd" || e == "java");
    let files: Vec<PathBuf> = if packaged {
        sources::files(std::slice::from_ref(&root)).map_or(Vec::new(), |f| f.into_iter().take(MOST_FILES).collect())
    } else {
        let entries = std::fs::read_dir(&root).into_iter().flatten().flatten();
        entries.map(|e| e.path()).filter(is_source).collect()
    };
    let stem = |p: &PathBuf| p.file_stem().map(|s| s.to_string_lossy().into_owned());
    files.into_iter().filter_map(|p| Some((stem(&p)?, p))).collect()
}

impl Engine for Compiler {
    /// A file with those beside it, or below its package's root, that are named after classes it names, and so on.
    fn program_of(&self, file: &Path, open: &BTreeMap<PathBuf, String>) -> Vec<Text> {
        let read = |path: &Path| open.get(path).cloned().or_else(|| std::fs::read_to_string(path).ok());
        let Some(text) = read(file) else { return Vec::new() };
        let mut beside = beside(file, &text);
        beside.extend(
            open.keys()
                .filter(|p| p.parent() == file.parent())
                .filter_map(|p| Some((p.file_stem()?.to_string_lossy().into_owned(), p.clone()))),
        );
        let mut found = BTreeMap::from([(file.to_path_buf(), text)]);
        let mut work = vec![file.to_path_buf()];
        while let Some(path) = work.pop() {
            let words: BTreeSet<&str> = sources::words(&found[&path]).collect();
            let named: Vec<PathBuf> = words.into_iter().filter_map(|w| beside.get(w).cloned()).collect();
            for path in named {
                if !found.contains_key(&path)
                    && let Some(text) = read(&path)
                {
                    found.insert(path.clone(), text);
                    work.push(path);
                }
            }
        }
        found.into_iter().collect()
    }

    fn analyse(&self, texts: &[Text]) -> Analysis {
        let mut c = compilation(texts);
        c.keep_typed = true;
        let units = c.units.iter().filter(|(_, library)| !library).map(|(unit, _)| unit.clone()).collect();
        let compiled = c.compile();
        let diagnostics = c.shown();
        let program = c.typed.take();
        let mut isolated = Vec::new();
        if let (Some(_), Some(program)) = (&compiled, &program) {
            let effects = Effects::infer(program);
            let methods = (0..).map(somd_hir::MethodId).zip(&program.methods);
            isolated.extend(
                methods
                    .filter(|(id, m)| {
                        let own =
                            !program.class(m.class).is_library && m.kind == MethodKind::Method && m.somd.is_none();
                        own && m.body.is_some() && m.declared_local.is_none() && effects.is_local(*id)
                    })
                    .map(|(_, m)| m.name_span)
                    .filter(|s| s.lo < s.hi),
            );
        }
        let verdicts = compiled.map_or(Vec::new(), |c| c.verdicts);
        Analysis { sources: c.sources, units, program, diagnostics, verdicts, isolated }
    }

    fn show(&self, texts: &[Text], shown: Shown, file: &Path, line: u32) -> String {
        let mut c = compilation(texts);
        let Some(program) = c.compile() else { return "// the program has errors\n".into() };
        let name = file.display().to_string();
        let lines = |v: &Verdict| {
            let (of, from, _) = c.sources.locate(v.span)?;
            (of.name == name).then(|| (from, of.line_col(v.span.hi).0))
        };
        let here =
            |v: &&Verdict| lines(v).is_some_and(|(from, to)| (from..=to).contains(&line)) && !v.regions.is_empty();
        let size = |v: &&Verdict| lines(v).map_or(u32::MAX, |(from, to)| to - from);
        let Some(verdict) = program.verdicts.iter().filter(here).min_by_key(size) else {
            return "// nothing here became parallel code\n".into();
        };
        let mut out = format!("// {}: {}\n", verdict.what(), verdict.outcome());
        match shown {
            Shown::Core => {
                for &region in &verdict.regions {
                    out += &somd_core::print::print_func(&program.core, program.core.func(region));
                }
            }
            Shown::Kernel => {
                let mut names = BTreeSet::new();
                for &region in &verdict.regions {
                    walk::for_each_stmt(&program.core.func(region).body, &mut |s| {
                        if let ir::StmtKind::Par(par) = &s.kind {
                            names.insert(par.name.clone());
                        }
                    });
                }
                program.kernels.kernels.iter().filter(|k| names.contains(&k.name)).for_each(|k| out += &k.text);
                let refused = program.kernels.refused.iter().filter(|r| names.contains(&r.name));
                refused.for_each(|r| out += &format!("// no kernel {}: {}\n", r.name, r.reason));
            }
            Shown::Rust => {
                let Some(main) = program.main else {
                    return "// no class has a `main`, so nothing is written\n".into();
                };
                match emit::project(&c, &program, main, "shown".into(), "native") {
                    Ok(project) => {
                        out += &project.sources().remove(Path::new("src/program/kernels.rs")).unwrap_or_default()
                    }
                    Err(_) => return "// the program has errors\n".into(),
                }
            }
        }
        out
    }

    fn library_file(&self, name: &str, text: &str) -> Option<PathBuf> {
        let folder = home::home().ok()?.join("library").join(env!("CARGO_PKG_VERSION"));
        let path = folder.join(name);
        if std::fs::read_to_string(&path).ok().as_deref() != Some(text) {
            folders::add(&folder, &BTreeMap::from([(PathBuf::from(name), text.as_bytes().to_vec())])).ok()?;
        }
        Some(path)
    }

    fn library_classes(&self) -> Vec<String> {
        sources::library_classes()
    }
}
