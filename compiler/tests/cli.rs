//! The command line as a newcomer meets it: what is misspelt, what is missing, and what cargo is asked, by a `cargo` that only notes it.
#![cfg(unix)]

#[path = "cli/files.rs"]
mod files;
#[path = "cli/killed.rs"]
mod killed;
#[path = "cli/more.rs"]
mod more;
#[path = "cli/test.rs"]
mod test;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str =
    "public class Main { public static void main(String[] args) { System.out.println(\"here\"); } }\n";

/// A folder with `Main.somd` in it.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("tests may write temporary files");
    std::fs::write(folder.path().join("Main.somd"), PROGRAM).expect("tests may write temporary files");
    folder
}

/// `somdc` in a folder, with its cache there, and no settings from outside.
fn somdc(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_somdc"));
    command.args(args).current_dir(folder).env("SOMDC_HOME", folder.join("cache")).env_remove("CARGO_NET_OFFLINE");
    command
}

/// A program that is run in cargo's place.
fn fake_cargo(folder: &Path, script: &str) -> std::path::PathBuf {
    let path = folder.join("cargo.sh");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("tests may write temporary files");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("the file was just written");
    path
}

fn done(mut command: Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().expect("somdc has been built");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("somdc writes UTF-8");
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

#[test]
fn a_misspelt_word_is_answered_with_the_nearest() {
    let folder = folder();
    let said = |args: &[&str]| done(somdc(folder.path(), args));
    let (code, _, err) = said(&["chekc", "Main.somd"]);
    assert!(code == 2 && err.contains("did you mean `somdc check`?"), "{err}");
    let (code, _, err) = said(&["check", "Mian.somd"]);
    assert!(code == 2 && err.contains("did you mean `Main.somd`?"), "{err}");
    let (code, _, err) = said(&["run", "Main.somd", "100"]);
    assert!(code == 2 && err.contains("`somdc run Main.somd -- 100`"), "{err}");
    let (code, _, err) = said(&["run", "Main.somd", "--targt", "cpu"]);
    assert!(code == 2 && err.contains("'--target'"), "{err}");
    let (code, _, err) = said(&["run", "Main.somd", "--target", "tpu"]);
    assert!(code == 2 && err.contains("interp, seq, cpu, gpu, gpu:N, gpus, cluster and auto"), "{err}");
    let (code, _, err) = said(&["explain", "E502"]);
    assert!(code == 2 && err.contains("did you mean `E0502`?"), "{err}");
}

#[test]
fn options_stand_on_either_side_of_the_command() {
    let folder = folder();
    for args in [["--color", "never", "check", "Main.somd"], ["check", "--color", "never", "Main.somd"]] {
        let (code, _, err) = done(somdc(folder.path(), &args));
        assert_eq!((code, err.as_str()), (0, ""));
    }
}

#[test]
fn no_network_is_reported_as_that() {
    let folder = folder();
    let cargo = fake_cargo(folder.path(), "exit 101");
    for args in [&["setup"][..], &["run", "Main.somd"], &["Main.somd", "-o", "out", "--vendor"]] {
        let mut command = somdc(folder.path(), args);
        command.env("CARGO", &cargo);
        let (code, _, err) = done(command);
        assert_eq!(code, 1, "{err}");
        assert!(err.contains("registry cannot be reached") && err.contains("`somdc setup`"), "{err}");
        assert!(!err.contains("defect"), "{err}");
    }
}

#[test]
fn cargo_is_asked_as_the_user_has_set_it_up() {
    let folder = folder();
    let cargo = fake_cargo(
        folder.path(),
        "echo \"$CARGO_NET_OFFLINE $HTTPS_PROXY $CARGO_REGISTRIES_OURS_INDEX $*\" >> ../../../asked",
    );
    let mut command = somdc(folder.path(), &["setup"]);
    command.env("CARGO", &cargo).env("CARGO_NET_OFFLINE", "true").env("HTTPS_PROXY", "proxy:1");
    command.env("CARGO_REGISTRIES_OURS_INDEX", "index");
    let (code, out, err) = done(command);
    assert!(code == 0 && out.contains("without a network"), "{out}{err}");
    let asked = std::fs::read_to_string(folder.path().join("asked")).expect("cargo was run");
    assert_eq!(asked, "true proxy:1 index fetch --quiet\ntrue proxy:1 index build --release --quiet\n".repeat(2));
}

#[test]
fn a_long_step_is_said_once() {
    let folder = folder();
    let cargo = fake_cargo(folder.path(), "sleep 4; exit 101");
    let mut command = somdc(folder.path(), &["run", "Main.somd"]);
    command.env("CARGO", &cargo);
    let (_, _, err) = done(command);
    assert_eq!(err.matches("building the program").count(), 1, "{err}");
}

#[test]
fn a_vendored_project_names_its_own_crates() {
    let folder = folder();
    let cargo = fake_cargo(folder.path(), "mkdir vendor; echo \"$*\" > vendor/asked");
    let mut command = somdc(folder.path(), &["Main.somd", "-o", "out", "--vendor"]);
    command.env("CARGO", &cargo);
    let (code, _, err) = done(command);
    assert_eq!(code, 0, "{err}");
    let read = |path: &str| std::fs::read_to_string(folder.path().join(path)).expect(path);
    assert!(read("out/vendor/asked").starts_with("vendor --respect-source-config"));
    assert!(read("out/.cargo/config.toml").contains("directory = \"vendor\""));
    // A folder that is somebody's is not written to.
    let (code, _, err) = done(somdc(folder.path(), &["Main.somd", "-o", "."]));
    assert!(code == 1 && err.contains("did not write"), "{err}");
}

#[test]
fn the_cache_is_shown_and_emptied() {
    let folder = folder();
    let built = folder.path().join("cache/target/release");
    std::fs::create_dir_all(&built).expect("tests may write temporary files");
    std::fs::set_permissions(folder.path().join("cache"), std::fs::Permissions::from_mode(0o700)).expect("it is there");
    std::fs::write(built.join("x"), vec![0; 2_000_000]).expect("tests may write temporary files");
    std::fs::write(folder.path().join("cache/mine"), "mine").expect("tests may write temporary files");
    let (code, out, _) = done(somdc(folder.path(), &["info"]));
    assert!(
        code == 0 && out.contains("2.0 MB") && out.contains(&*folder.path().join("cache").to_string_lossy()),
        "{out}"
    );
    let (code, out, _) = done(somdc(folder.path(), &["clean"]));
    assert_eq!((code, out.as_str()), (0, "Removed 2.0 MB.\n"));
    assert!(!built.exists() && folder.path().join("cache/mine").exists());
}

#[test]
fn sources_are_formatted_in_place_or_checked() {
    let folder = folder();
    let said = |args: &[&str]| done(somdc(folder.path(), args));
    let text = || std::fs::read_to_string(folder.path().join("A.somd")).expect("the file is there");
    let write =
        |text: &str| std::fs::write(folder.path().join("A.somd"), text).expect("tests may write temporary files");
    write("class A {\n  int  a;\n  int  b;\n}\n");
    let (code, out, _) = said(&["fmt", "--check", "A.somd"]);
    assert!(
        code == 1 && out.starts_with("A.somd\n") && out.contains("-  int  a;\n") && out.contains("+    int a;\n"),
        "{out}"
    );
    assert_eq!(said(&["fmt", "--range", "3:3", "A.somd"]).0, 0);
    assert_eq!(text(), "class A {\n  int  a;\n    int b;\n}\n");
    assert_eq!(said(&["fmt", "A.somd"]).0, 0);
    assert_eq!(text(), "class A {\n    int a;\n    int b;\n}\n");
    assert_eq!(said(&["fmt", "--check", "A.somd"]), (0, String::new(), String::new()));
    write("class A { int a }");
    let (code, _, err) = said(&["fmt", "."]);
    assert!(code == 1 && err.contains("E0021") && err.contains("`./A.somd` is left as it is"), "{err}");
    assert_eq!(text(), "class A { int a }");
}
