//! Files that cannot be written, were cut off, or have names that nobody gives.

use crate::{done, folder, somdc};
use std::fs::{self, File};
use std::process::Stdio;

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_no_success() {
    let folder = folder();
    let full = || File::options().write(true).open("/dev/full").expect("Linux has it");
    for args in [&["explain", "E0201"][..], &["info"], &["erase", "Main.somd"], &["completions", "bash"], &["man"]] {
        let out =
            somdc(folder.path(), args).stdout(full()).stderr(Stdio::piped()).output().expect("somdc has been built");
        let said = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(1), "{args:?}: {said}");
        assert_eq!(said.matches("cannot write to standard output").count(), 1, "{args:?}: {said}");
        // Who has stopped reading wants no message.
        let (reader, writer) = std::io::pipe().expect("there are pipes");
        drop(reader);
        let out =
            somdc(folder.path(), args).stdout(writer).stderr(Stdio::piped()).output().expect("somdc has been built");
        assert_eq!((out.status.code(), String::from_utf8_lossy(&out.stderr).as_ref()), (Some(0), ""), "{args:?}");
    }
    let status = somdc(folder.path(), &["check", "None.somd"]).stderr(full()).status().expect("somdc has been built");
    assert_eq!(status.code(), Some(2));
}

#[test]
fn a_path_that_would_break_texts_is_refused() {
    let folder = folder();
    for name in ["a\nfn evil() {}.somd", "a\r.somd", "a\u{1b}[31m.somd", "a\u{202e}b.somd"] {
        let inside = folder.path().join("in");
        fs::create_dir_all(&inside).expect("tests may write temporary files");
        fs::copy(folder.path().join("Main.somd"), inside.join(name)).expect("tests may write temporary files");
        for args in [&["check", "in"][..], &["in", "-o", "out"]] {
            let (code, _, err) = done(somdc(folder.path(), args));
            assert!(code == 2 && err.contains("a control character is in the path"), "{name:?}: {code} {err}");
            assert!(!err.trim_end().contains(|c: char| c.is_control() || c == '\u{202e}'), "{err:?}");
        }
        fs::remove_dir_all(&inside).expect("it was made above");
    }
    assert!(!folder.path().join("out").exists());
}

/// What acts on a terminal is shown as something that does not.
#[test]
fn messages_show_no_control_characters() {
    let folder = folder();
    let text = "class A {\r\n\tint x = \"a\u{1b}[31m\u{7}\u{9b}\u{202e}é\"; // \u{1b}]0;t\r\n}\r\n";
    fs::write(folder.path().join("A.somd"), text).expect("tests may write temporary files");
    let (code, _, err) = done(somdc(folder.path(), &["check", "A.somd"]));
    assert_eq!(code, 1);
    assert!(err.contains("é") && err.contains("?[31m"), "{err}");
    assert!(!err.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'), "{err:?}");
}

/// A run that was ended amid writing leaves a file that is not whole, or a list that is not.
#[test]
fn an_interrupted_output_is_gone_on_with() {
    let folder = folder();
    let out = folder.path().join("out");
    let (code, _, err) = done(somdc(folder.path(), &["Main.somd", "-o", "out"]));
    assert_eq!(code, 0, "{err}");
    fs::write(out.join(".somdc-unfinished"), "half").expect("tests may write temporary files");
    fs::remove_file(out.join("src/main.rs")).expect("it was written");
    let (code, _, err) = done(somdc(folder.path(), &["Main.somd", "-o", "out"]));
    assert_eq!(code, 0, "{err}");
    assert!(out.join("src/main.rs").is_file());
}

/// Several at once into one folder: one after another, and what is there is whole.
#[test]
fn runs_at_once_do_not_mix() {
    let folder = folder();
    let start = || {
        let mut command = somdc(folder.path(), &["Main.somd", "-o", "out"]);
        command.stderr(Stdio::piped()).spawn().expect("somdc has been built")
    };
    let all: Vec<_> = (0..3).map(|_| start()).collect();
    for one in all {
        let out = one.wait_with_output().expect("it was started");
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    }
    let written = |name: &str| fs::read_to_string(folder.path().join("out").join(name)).expect("it was written");
    let once = (written(".somdc-files"), written("src/main.rs"), written("Cargo.lock"));
    let (code, _, err) = done(somdc(folder.path(), &["Main.somd", "-o", "out"]));
    assert_eq!(code, 0, "{err}");
    assert_eq!((written(".somdc-files"), written("src/main.rs"), written("Cargo.lock")), once);
}
