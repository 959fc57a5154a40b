//! Runs that are ended at any moment, by `kill -9` or a full disk: the next run succeeds, and what it writes is whole.

use crate::{done, fake_cargo, folder, somdc};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// How many runs are ended.
const KILLED: u32 = 50;

/// A program of its own for each number, with several files.
fn program(number: u32) -> String {
    let classes: String =
        (0..number % 3 + 1).map(|n| format!("class C{n} {{ static int f() {{ return {number}; }} }}\n")).collect();
    format!(
        "{classes}public class Main {{ public static void main(String[] args) {{ System.out.println(C0.f()); }} }}\n"
    )
}

/// All files in a folder with their contents.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("it is a folder") {
        let path = entry.expect("it was just read").path();
        if path.is_dir() {
            let below = contents(&path).into_iter();
            found.extend(
                below.map(|(name, text)| (format!("{}/{name}", path.file_name().unwrap_or_default().display()), text)),
            );
        } else {
            found.push((
                path.file_name().unwrap_or_default().display().to_string(),
                fs::read(&path).expect("it is a file"),
            ));
        }
    }
    found.sort();
    found
}

/// Starts the command again and again and ends it at moments between its start and its end, the first and the last parts of it too.
fn killed(mut command: impl FnMut(u32) -> Command) {
    let mut quiet = |n| {
        let mut command = command(n);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let start = Instant::now();
    quiet(0).status().expect("somdc has been built");
    let whole = start.elapsed();
    for n in 1..=KILLED {
        let mut running = quiet(n).spawn().expect("somdc has been built");
        // Steps of a prime, so that the moments are spread whatever the order.
        std::thread::sleep(whole.mul_f64(f64::from(n * 37 % KILLED) / f64::from(KILLED)));
        running.kill().expect("it is ours");
        running.wait().expect("it has been ended");
    }
}

#[test]
fn a_project_is_whole_after_runs_that_were_killed() {
    let folder = folder();
    let write =
        |n: u32| fs::write(folder.path().join("Main.somd"), program(n)).expect("tests may write temporary files");
    killed(|n| {
        write(n);
        somdc(folder.path(), &["Main.somd", "-o", "out"])
    });
    let (code, _, err) = done(somdc(folder.path(), &["Main.somd", "-o", "out"]));
    assert_eq!(code, 0, "{err}");
    let (code, _, err) = done(somdc(folder.path(), &["Main.somd", "-o", "fresh"]));
    assert_eq!(code, 0, "{err}");
    let names = |files: Vec<(String, Vec<u8>)>| files.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let source = |of: &str| fs::read_to_string(folder.path().join(of).join("src/main.rs")).expect("it was written");
    assert_eq!(names(contents(&folder.path().join("out"))), names(contents(&folder.path().join("fresh"))));
    assert_eq!(source("out"), source("fresh"));
}

/// A cargo that takes a while, and leaves a program.
const CARGO: &str = "dir=../../target/release; mkdir -p $dir; name=$(sed -n 's/^name = \"\\(.*\\)\"/\\1/p' Cargo.toml | head -1)\n\
     printf '#!/bin/sh\\necho built\\n' > $dir/$name.part; chmod +x $dir/$name.part; mv $dir/$name.part $dir/$name";

#[test]
fn the_cache_is_whole_after_runs_that_were_killed() {
    let folder = folder();
    let cargo = fake_cargo(folder.path(), CARGO);
    let run = |_| {
        let mut command = somdc(folder.path(), &["run", "Main.somd", "--target", "seq"]);
        command.env("CARGO", &cargo);
        command
    };
    killed(|n| {
        // What is there already would not be written again.
        if n % 5 == 0 {
            let _ = fs::remove_dir_all(folder.path().join("cache"));
        }
        run(n)
    });
    assert_eq!(done(run(0)), (0, "built\n".into(), String::new()));
    // Two at once on a cache that is not there.
    fs::remove_dir_all(folder.path().join("cache")).expect("it was made");
    let both: Vec<_> = (0..2)
        .map(|n| run(n).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("somdc has been built"))
        .collect();
    for one in both {
        let out = one.wait_with_output().expect("it was started");
        assert_eq!(String::from_utf8_lossy(&out.stdout), "built\n", "{}", String::from_utf8_lossy(&out.stderr));
    }
}

#[test]
fn a_damaged_cache_is_made_anew() {
    let folder = folder();
    let cargo = fake_cargo(folder.path(), CARGO);
    let run = || {
        let mut command = somdc(folder.path(), &["run", "Main.somd", "--target", "seq"]);
        command.env("CARGO", &cargo);
        done(command)
    };
    let right = (0, "built\n".to_string(), String::new());
    assert_eq!(run(), right);
    let cache = folder.path().join("cache");
    let files = |below: &str| {
        contents(&cache.join(below)).into_iter().map(|(name, _)| cache.join(below).join(name)).collect::<Vec<_>>()
    };
    let runtime =
        fs::read_dir(&cache).expect("it is there").filter_map(Result::ok).map(|e| e.file_name().display().to_string());
    let runtime = runtime.into_iter().find(|n| n.starts_with("runtime-")).expect("it was unpacked");
    for (at, path) in files("programs").into_iter().chain(files(&runtime).into_iter().step_by(20)).enumerate() {
        let before = fs::read(&path).expect("it is a file");
        let mut bytes = before.clone();
        match at % 3 {
            0 => bytes.truncate(before.len() / 2),
            1 => bytes.iter_mut().step_by(7).for_each(|b| *b ^= 0x55),
            _ => bytes = vec![0xff; 100],
        }
        fs::write(&path, bytes).expect("tests may write temporary files");
    }
    assert_eq!(run(), right);
    let text = fs::read_to_string(cache.join(&runtime).join("Cargo.toml")).expect("it is text again");
    assert!(text.contains("somd-runtime"));
}

/// With a limit on the size of files, as with a disk that is full, a write ends amid a file.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_gone_on_from() {
    let folder = folder();
    fs::write(folder.path().join("Main.somd"), program(2)).expect("tests may write temporary files");
    let limited = |blocks: u32, args: &str| {
        let mut command = Command::new("sh");
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec '{}' {args}", env!("CARGO_BIN_EXE_somdc"));
        command.args(["-c", &script]).current_dir(folder.path()).env("SOMDC_HOME", folder.path().join("cache"));
        done(command)
    };
    for blocks in [0, 1, 2] {
        let (code, _, err) = limited(blocks, "Main.somd -o out");
        assert!(
            code == 1 && err.contains("out") && err.contains("too large") && !err.contains("defect"),
            "{code}: {err}"
        );
    }
    let (code, _, err) = limited(0, "run Main.somd --target seq");
    assert!(code == 1 && !err.contains("defect") && !err.contains("panicked"), "{code}: {err}");
    let (code, _, err) = done(somdc(folder.path(), &["Main.somd", "-o", "out"]));
    assert_eq!(code, 0, "{err}");
}

/// What cannot be written to: Linux lets nobody make files there, the superuser neither.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = folder();
    let (code, _, err) = done(somdc(folder.path(), &["Main.somd", "-o", "/proc/out"]));
    assert!(code == 1 && err.contains("/proc/out"), "{code}: {err}");
    let mut command = somdc(folder.path(), &["run", "Main.somd", "--target", "seq"]);
    command.env("SOMDC_HOME", "/proc/somdc");
    let (code, _, err) = done(command);
    assert!(code == 1 && err.contains("/proc/somdc") && err.contains("SOMDC_HOME"), "{code}: {err}");
}
