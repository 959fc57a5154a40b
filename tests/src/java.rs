//! Runs programs by `javac` and `java`: the erased ones, references, and plain Java as it is. One virtual machine runs them all.

use crate::case::{self, RunTest};
use crate::tools::{self, Ran};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A program for the virtual machine: its test, and the folder it has been prepared in.
pub struct Program<'a> {
    pub test: &'a RunTest,
    pub folder: PathBuf,
    /// The class whose `main` is run, where it is not told by the test and the names of files.
    pub main: Option<String>,
}

/// A test's reference, copied to where it can be compiled.
pub fn reference<'a>(test: &'a RunTest, path: &Path, folder: PathBuf) -> Result<Program<'a>, String> {
    let failed = |e: io::Error| format!("{}: {e}", path.display());
    let text = fs::read_to_string(path).map_err(failed)?;
    let main = main_in(&text).ok_or_else(|| format!("{}: no class with a `main`", path.display()))?;
    let source = prepare(&folder, test).map_err(failed)?;
    fs::write(source.join(format!("{main}.java")), text).map_err(failed)?;
    Ok(Program { test, folder, main: Some(main) })
}

/// The class at the top of a file that has the first `main`. Such classes begin at the start of a line.
fn main_in(text: &str) -> Option<String> {
    let mut class = None;
    for line in text.lines() {
        let mut words = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
        let modifier = |w: &&str| matches!(*w, "public" | "final" | "abstract" | "sealed" | "strictfp");
        let kind = if line.starts_with([' ', '\t']) { None } else { words.find(|w| !modifier(w)) };
        if matches!(kind, Some("class" | "interface" | "enum" | "record")) {
            class = words.next().map(String::from);
        }
        if line.contains("static void main(") {
            return class;
        }
    }
    None
}

/// An empty folder for a program, with its standard input.
pub fn prepare(folder: &Path, test: &RunTest) -> io::Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let source = folder.join("source");
    fs::create_dir_all(&source)?;
    fs::write(folder.join("in"), &test.input)?;
    Ok(source)
}

/// Copies a plain Java program's sources.
pub fn copy_sources(path: &Path, to: &Path) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            let entry = entry?.path();
            let target = to.join(entry.file_name().unwrap_or_default());
            if entry.is_dir() {
                fs::create_dir_all(&target)?;
                copy_sources(&entry, &target)?;
            } else if entry.extension().is_some_and(|e| e == "java") && !case::is_reference(&entry) {
                fs::copy(&entry, target)?;
            }
        }
        return Ok(());
    }
    fs::copy(path, to.join(path.file_name().unwrap_or_default())).map(|_| ())
}

/// The class whose `main` is run: the one the test names, or the first whose file has one.
fn main_class(test: &RunTest, source: &Path) -> Option<String> {
    if let Some(main) = &test.main {
        return Some(main.clone());
    }
    let mut found = Vec::new();
    find_mains(source, source, &mut found);
    found.sort();
    // The file's own name wins over a helper's.
    let stem = test.path.file_stem()?.to_string_lossy().into_owned();
    let own = found.iter().find(|c| c.rsplit('.').next() == Some(stem.as_str()));
    own.or(found.first()).cloned()
}

fn find_mains(root: &Path, folder: &Path, out: &mut Vec<String>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()) {
        if path.is_dir() {
            find_mains(root, &path, out);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        if text.contains("static void main(") || text.contains("void main(String") {
            let class = path.strip_prefix(root).unwrap_or(&path).with_extension("");
            out.push(class.iter().map(|p| p.to_string_lossy()).collect::<Vec<_>>().join("."));
        }
    }
}

/// Runs all programs; what each gave, in order.
pub fn run(root: &Path, work: &Path, programs: &[Program<'_>]) -> Result<Vec<Result<Ran, String>>, String> {
    let classes = work.join("harness");
    fs::create_dir_all(&classes).map_err(|e| e.to_string())?;
    let compiled = tools::run(
        Command::new("javac")
            .args(["-nowarn", "-Xlint:none", "-d"])
            .arg(&classes)
            .arg(root.join("tests/java/Harness.java")),
        &[],
        Duration::from_secs(120),
    )?;
    if compiled.code != 0 {
        return Err(String::from_utf8_lossy(&compiled.err).into_owned());
    }
    let mut list = String::new();
    for p in programs {
        let main = p.main.clone().or_else(|| main_class(p.test, &p.folder.join("source")));
        let main = main.unwrap_or_else(|| "Main".into());
        list.push_str(&format!("{}\t{main}", p.folder.display()));
        p.test.args.iter().for_each(|a| list.push_str(&format!("\t{a}")));
        list.push('\n');
    }
    let file = work.join("programs.txt");
    fs::write(&file, list).map_err(|e| e.to_string())?;
    let ran = tools::run(
        Command::new("java")
            // The optimising compiler takes `m = a[i] < m ? a[i] : m` of floats for a minimum that orders zeros, which Java's is not.
            .args(["-XX:TieredStopAtLevel=1", "-Djava.security.manager=allow", "-Xss512k", "-cp"])
            .arg(&classes)
            .arg("Harness")
            .arg(&file)
            .current_dir(root),
        &[],
        Duration::from_secs(1800),
    )?;
    if ran.code != 0 {
        return Err(format!("the virtual machine failed:\n{}", String::from_utf8_lossy(&ran.err)));
    }
    Ok(programs.iter().map(|p| result(&p.folder)).collect())
}

fn result(folder: &Path) -> Result<Ran, String> {
    if let Ok(messages) = fs::read_to_string(folder.join("javac")) {
        return Err(format!("javac: {messages}"));
    }
    let read = |name: &str| fs::read(folder.join(name)).map_err(|e| format!("no {name}: {e}"));
    let code = String::from_utf8_lossy(&read("code")?).trim().parse().map_err(|e| format!("exit code: {e}"))?;
    Ok(Ran { code, out: read("out")?, err: read("err")? })
}

#[cfg(test)]
mod tests {
    use super::main_in;

    #[test]
    fn the_class_that_has_main_is_found() {
        let text = "import java.util.*;\n\nclass Helper {\n    int n;\n}\n\npublic final class Sums {\n    static class In { }\n\n    public static void main(String[] args) { }\n}\n";
        assert_eq!(main_in(text).as_deref(), Some("Sums"));
        assert_eq!(
            main_in("record P(int x) {\n    public static void main(String[] a) { }\n}\n").as_deref(),
            Some("P")
        );
        assert_eq!(main_in("class A { }\n"), None);
    }
}
