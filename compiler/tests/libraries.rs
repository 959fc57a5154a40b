//! Libraries, called by their real clients: C and C++ compilers, cargo, Python with NumPy, a JVM.
//!
//! The clients stand in `tests/libraries` and hold what they find against what Java gives. What a client needs and this machine lacks is said, and
//! left out.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn client(name: &str) -> PathBuf {
    root().join("tests/libraries").join(name)
}

/// What is built is kept beside the compiler: the runtime is compiled once.
fn home() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_somdc")).with_file_name("libraries-test-home")
}

/// The settings of the programs that `somdc` builds here: calls are what is tested, and not speed.
fn fast_builds() {
    const SETTINGS: &str = "[profile.release]\nopt-level = 0\ncodegen-units = 16\n\n\
        [profile.release.package.somd-runtime]\nopt-level = 1\n";
    std::fs::create_dir_all(home().join(".cargo")).expect("tests may write beside the compiler");
    std::fs::write(home().join(".cargo/config.toml"), SETTINGS).expect("tests may write beside the compiler");
}

fn run(command: &mut Command) -> Output {
    let out = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(
        out.status.success(),
        "{command:?}: {}\n{}{}",
        out.status,
        String::from_utf8_lossy(&out.stdout),
        String::from_utf8_lossy(&out.stderr)
    );
    out
}

/// All that this machine can make a library for: of one set, so that the runtime is compiled once.
fn languages() -> &'static str {
    if has("javac", "-version") { "c,rust,python,java" } else { "c,rust,python" }
}

/// Builds the library of a source, once for all languages that this machine has; gives its folder, and what the compiler said.
fn library(source: &str) -> (PathBuf, String) {
    fast_builds();
    let name = source.trim_end_matches(".somd").to_lowercase();
    let folder = home().join("libraries").join(&name);
    let mut somdc = Command::new(env!("CARGO_BIN_EXE_somdc"));
    somdc.args(["build", "--lib", languages(), "--name", &name, "-o"]).arg(&folder).arg(client(source));
    // Valgrind knows no later processors.
    if cfg!(target_arch = "x86_64") {
        somdc.args(["--target-cpu", "x86-64-v3"]);
    }
    let out = run(somdc.env("SOMDC_HOME", home()));
    (folder, String::from_utf8_lossy(&out.stderr).into_owned())
}

/// Whether a tool can be run.
fn has(tool: &str, argument: &str) -> bool {
    let there = Command::new(tool).arg(argument).output().is_ok_and(|o| o.status.success());
    if !there {
        eprintln!("left out: this machine has no `{tool}`");
    }
    there
}

fn says(out: &Output, text: &str) {
    assert_eq!(String::from_utf8_lossy(&out.stdout), format!("{text}\n"));
}

#[test]
fn all_languages_call() {
    let (folder, said) = library("Filters.somd");
    assert!(said.contains("not exported: Filters.list(): its result is a `java.util.List`"), "{said}");
    assert!(said.contains("not exported: Filters.same(T): it is generic"), "{said}");
    c_and_cpp_call(&folder);
    python_calls(&folder);
    rust_calls(&folder);
    if has("javac", "-version") {
        java_calls(&folder);
    }
    two_libraries(&folder, &library("Second.somd").0);
}

fn two_libraries(first: &Path, second: &Path) {
    let program = second.join("two");
    let mut cc = Command::new("cc");
    cc.args(["-Wall", "-Werror", "-o"]).arg(&program).arg(client("two.c"));
    for (folder, name) in [(first, "-lfilters"), (second, "-lsecond")] {
        cc.arg("-I").arg(folder).arg("-L").arg(folder).arg(name).arg(format!("-Wl,-rpath,{}", folder.display()));
    }
    run(&mut cc);
    says(&run(&mut Command::new(program)), "ok");
    let Some(python) = python() else { return };
    let path = format!("{}:{}", first.display(), second.display());
    let two = |target: &str, aside: &[&str]| {
        let mut two = Command::new(&python);
        two.arg(client("two.py")).args(aside).env("PYTHONPATH", &path).env("SOMD_TARGET", target);
        says(&run(&mut two), "ok");
    };
    // Where there is a device, its copies of arrays belong to one thread.
    two("cpu", &["aside"]);
    two("gpu", &[]);
}

fn c_and_cpp_call(folder: &Path) {
    let linked = |compiler: &str, language: &str, program: &str| {
        let program = folder.join(program);
        let mut cc = Command::new(compiler);
        cc.args(["-Wall", "-Wextra", "-Werror", "-x", language])
            .arg(client("client.c"))
            .args(["-x", "none", "-o"])
            .arg(&program);
        cc.arg("-I").arg(folder);
        (cc, program)
    };
    let (mut cc, shared) = linked("cc", "c", "client");
    let rpath = format!("-Wl,-rpath,{}", folder.display());
    run(cc.arg("-L").arg(folder).args(["-lfilters", "-lpthread", &rpath]));
    says(&run(&mut Command::new(&shared)), "ok");
    if has("c++", "--version") {
        let (mut cpp, program) = linked("c++", "c++", "client_cpp");
        run(cpp.arg("-Wno-missing-field-initializers").arg(folder.join("libfilters.a")).args([
            "-lpthread",
            "-ldl",
            "-lm",
        ]));
        says(&run(&mut Command::new(program)), "ok");
    }
    if has("valgrind", "--version") {
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite", "-q"]);
        // Without the large array.
        says(&run(valgrind.arg(&shared).arg("small")), "ok");
    }
}

fn rust_calls(folder: &Path) {
    let user = home().join("libraries/rust-client");
    std::fs::create_dir_all(user.join("src")).expect("tests may write beside the compiler");
    let manifest = |views: &str, ndarray: &str| {
        let text = format!(
            "[package]\nname = \"client\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[features]\nviews = [{views}]\n\n[dependencies]\nfilters = {{ path = {:?} }}\n{ndarray}\n\
             [workspace]\n",
            folder.display().to_string()
        );
        std::fs::write(user.join("Cargo.toml"), text).expect("tests may write beside the compiler");
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(&user).env_remove("CARGO_TARGET_DIR").env("RUSTFLAGS", "-D warnings");
        cargo
    };
    std::fs::copy(client("client.rs"), user.join("src/main.rs")).expect("tests may write beside the compiler");
    let with_views =
        || manifest("\"dep:ndarray\", \"filters/ndarray\"", "ndarray = { version = \"0.16\", optional = true }");
    if with_views().args(["fetch", "--quiet"]).output().is_ok_and(|o| o.status.success()) {
        says(&run(with_views().args(["run", "--quiet", "--offline", "--features", "views"])), "ok");
    } else {
        eprintln!("left out: cargo cannot get `ndarray` here");
        says(&run(manifest("", "").args(["run", "--quiet", "--offline"])), "ok");
    }
}

/// A Python with NumPy, in an environment of its own; None where there is none to be had.
fn python() -> Option<PathBuf> {
    // Two tests ask for it.
    static MADE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _one = MADE.lock();
    if !has("python3", "--version") {
        return None;
    }
    let venv = home().join("libraries/venv");
    let python = venv.join("bin/python");
    if !python.is_file() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&venv));
    }
    let numpy = Command::new(&python).args(["-c", "import numpy"]).output().is_ok_and(|o| o.status.success());
    if !numpy && !pip(&python, &["numpy"]).output().is_ok_and(|o| o.status.success()) {
        eprintln!("left out: pip cannot get NumPy here");
        return None;
    }
    Some(python)
}

fn pip(python: &Path, arguments: &[&str]) -> Command {
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(arguments);
    pip
}

fn python_calls(folder: &Path) {
    let Some(python) = python() else { return };
    run(pip(&python, &["--force-reinstall", "--no-deps"]).arg(folder));
    says(&run(Command::new(&python).arg(client("client.py"))), "ok");
}

fn java_calls(folder: &Path) {
    let classes = folder.join("client-java");
    let jar = folder.join("filters.jar");
    run(Command::new("javac").arg("-cp").arg(&jar).arg("-d").arg(&classes).arg(client("Client.java")));
    let path = format!("{}:{}", jar.display(), classes.display());
    let java = |options: &[&str]| run(Command::new("java").args(options).args(["-cp", &path, "Client"]));
    says(&java(&["-Xcheck:jni"]), "native ok");
    says(&java(&["-Dsomd.native=false"]), "java ok");
}

/// Which of the samples' clients runs: a third of the commits each, or the one that `SOMD_SAMPLE` names.
fn sample_in_turn() -> String {
    let named = std::env::var("SOMD_SAMPLE").ok();
    named.unwrap_or_else(|| {
        let git = Command::new("git").args(["rev-list", "--count", "HEAD"]).current_dir(root()).output();
        let count = git.ok().and_then(|o| String::from_utf8_lossy(&o.stdout).trim().parse::<usize>().ok()).unwrap_or(0);
        ["from-c", "from-python", "from-java"][count % 3].to_string()
    })
}

#[test]
fn a_samples_client_calls() {
    fast_builds();
    let sample = sample_in_turn();
    let folder = home().join("samples").join(&sample);
    let source = |file: &str| root().join("samples").join(&sample).join(file);
    let text = |file: &str| std::fs::read_to_string(source(file)).expect(file);
    let build = |file: &str| {
        let mut somdc = Command::new(env!("CARGO_BIN_EXE_somdc"));
        somdc.args(["build", "--lib", languages(), "-o"]).arg(&folder).arg(source(file)).env("SOMDC_HOME", home());
        if cfg!(target_arch = "x86_64") {
            somdc.args(["--target-cpu", "x86-64-v3"]);
        }
        run(&mut somdc)
    };
    let found = match sample.as_str() {
        "from-c" => {
            build("Heat.somd");
            let program = folder.join("rod");
            let mut cc = Command::new("cc");
            cc.arg(source("rod.c")).arg("-I").arg(&folder).arg("-L").arg(&folder).arg("-lheat").arg("-o").arg(&program);
            run(cc.arg(format!("-Wl,-rpath,{}", folder.display())));
            let out = run(&mut Command::new(program));
            assert_eq!(String::from_utf8_lossy(&out.stdout), text("rod.txt"));
            return;
        }
        "from-java" if has("javac", "-version") => {
            build("ImageFilters.java");
            let (jar, app) = (folder.join("imagefilters.jar"), folder.join("app"));
            run(Command::new("javac").arg("-cp").arg(&jar).arg("-d").arg(&app).arg(source("App.java")));
            let path = format!("{}:{}", jar.display(), app.display());
            let out = run(Command::new("java").args(["-cp", &path, "App"]));
            assert_eq!(String::from_utf8_lossy(&out.stderr), "");
            (String::from_utf8_lossy(&out.stdout).into_owned(), text("expected.txt"))
        }
        "from-python" => {
            let Some(python) = python() else { return };
            build("BlackScholes.somd");
            let mut options = Command::new(python);
            options.arg(source("options.py")).arg("1000").env("PYTHONPATH", &folder);
            let out = run(&mut options);
            let expected = "the same prices: True\njava.lang.IllegalArgumentException\n";
            (String::from_utf8_lossy(&out.stdout).into_owned(), expected.into())
        }
        _ => return,
    };
    assert_eq!(found.0, found.1);
}
