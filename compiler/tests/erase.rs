//! Every sample as plain Java prints what it is expected to print.

use somdc::driver::stages::{Compilation, Settings};
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn samples_as_java() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let samples = std::fs::read_dir(root.join("samples")).expect("the samples are part of the project");
    let mut folders: Vec<PathBuf> = samples.flatten().map(|e| e.path()).filter(|p| p.is_dir()).collect();
    folders.sort();
    let mut wrong = Vec::new();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Err(what) = sample(&root, &folder) {
            wrong.push(format!("== {name}\n{what}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn sample(root: &Path, folder: &Path) -> Result<(), String> {
    let expected = std::fs::read_to_string(folder.join("expected.txt")).map_err(|e| e.to_string())?;
    let mut c = Compilation::of_paths(&[folder.to_path_buf()], Settings::default()).map_err(|e| e.to_string())?;
    let Some(files) = c.erase() else { return Err(format!("{:?}", c.diagnostics)) };
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut javac = Command::new("javac");
    javac.args(["-nowarn", "-d"]).arg(work.path().join("out"));
    for (path, text) in &files {
        let path = work.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(root))
            .and_then(|()| std::fs::write(&path, text))
            .map_err(|e| e.to_string())?;
        javac.arg(path);
    }
    let compiled = javac.output().map_err(|e| e.to_string())?;
    if !compiled.status.success() {
        return Err(format!("{}\n{}", String::from_utf8_lossy(&compiled.stderr), files[0].1));
    }
    let main = files
        .iter()
        .find(|(_, text)| text.contains(" main(String"))
        .map_or("Main", |(path, _)| path.trim_end_matches(".java"));
    let ran = Command::new("java")
        .arg("-cp")
        .arg(work.path().join("out"))
        .arg(main)
        .current_dir(root)
        .output()
        .map_err(|e| e.to_string())?;
    let out = String::from_utf8_lossy(&ran.stdout);
    if out != expected {
        return Err(format!(
            "{}\n--- printed\n{out}\n--- expected\n{expected}\n{}",
            String::from_utf8_lossy(&ran.stderr),
            files[0].1
        ));
    }
    Ok(())
}
