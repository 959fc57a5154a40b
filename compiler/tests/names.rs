//! Names of a program meet none of the words that the compiler writes itself.
//!
//! The words are collected from what is written for programs of `tests/run`: kernels, Rust, Java, Cargo's files. Programs whose variables,
//! parameters, fields, methods, classes and labels have these names must do what Java does, on every target.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Programs that between them have most forms of kernels.
const SOURCES: [&str; 12] = [
    "somd/DeviceForms.somd",
    "somd/Matrices.somd",
    "somd/NarrowHistograms.somd",
    "somd/Neighbours.somd",
    "somd/RunningSums.somd",
    "somd/SmallSorts.somd",
    "somd/names_meet.somd",
    "somd/narrow_reductions.somd",
    "lime/DeviceFolds.somd",
    "lime/ScanKinds.somd",
    "lime/Streams.somd",
    "lime/ValueColumnsInKernels.somd",
];

/// Words of Java, SOMD and Lime.
const WORDS: &str = "abstract assert boolean break byte case catch char class const continue default dist do double else enum extends final \
    finally float for goto if implements import instanceof instances int interface local long native new null package permits private \
    protected public range record reduce reducer return sealed shared short single static strictfp super switch sync synchronized task this \
    throw throws transient true false try value var view void volatile while yield _";

/// Names that mean something to Rust, OpenCL, cargo or a file system, whether or not a program's text has them.
const MORE: &str = "std core alloc i32 u8 f64 str usize self Self crate Vec Option Some Ok Err None Box main bool fn let mut impl match mod pub \
    use where type dyn ref move loop unsafe extern trait async await kernel global constant half uint NULL linux con nul a$b";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What is built is kept beside the compiler: the runtime is compiled once.
fn home() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_somdc")).with_file_name("names-test-home")
}

/// Names are for rustc to judge, so nothing is optimised here: cargo reads this above the folders of the programs.
fn fast_builds() {
    const SETTINGS: &str = "[profile.release]\nopt-level = 0\ndebug = false\ncodegen-units = 16\n\n\
        [profile.release.package.somd-runtime]\nopt-level = 1\ndebug = false\n";
    let file = home().join(".cargo/config.toml");
    if std::fs::read_to_string(&file).is_ok_and(|text| text == SETTINGS) {
        return;
    }
    std::fs::create_dir_all(file.parent().expect("it is in a folder")).expect("tests may write beside the compiler");
    std::fs::write(&file, SETTINGS).expect("tests may write beside the compiler");
}

fn somdc(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_somdc"));
    command.args(arguments).current_dir(folder).env("SOMDC_HOME", home()).env("SOMD_STRICT", "1");
    command.output().expect("the compiler can be run")
}

/// What the program that was built last under this name prints.
fn built(name: &str, target: &str) -> String {
    let folder = std::fs::read_dir(home().join("target/release")).expect("a program was built");
    let is_program = |p: &Path| {
        p.extension().is_none() && p.file_name().is_some_and(|f| f.to_string_lossy().starts_with(&format!("{name}-")))
    };
    let last = folder
        .flatten()
        .map(|e| e.path())
        .filter(|p| is_program(p))
        .max_by_key(|p| std::fs::metadata(p).and_then(|m| m.modified()).ok())
        .expect("the program is there");
    text(&Command::new(last).env("SOMD_TARGET", target).env("SOMD_STRICT", "1").output().expect("it can be run"))
}

fn text(out: &Output) -> String {
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn identifiers(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|w| w.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')).map(String::from).collect()
}

/// The words that are written in one stage for some programs and that are not made of a name of theirs.
fn written(stage: &str) -> BTreeSet<String> {
    let runs = root().join("tests/run");
    let mut words = BTreeSet::new();
    for source in SOURCES {
        let file = runs.join(source);
        let own = identifiers(&std::fs::read_to_string(&file).expect(source));
        // The library's methods are names of a program, not words of the printer's.
        let out = text(&somdc(&runs, &["--emit", stage, &file.display().to_string()]));
        let parts = out.split("// ---- ").filter(|p| !p.starts_with("src/program/library"));
        let lines = parts.flat_map(str::lines).map(|l| l.split("//").next().unwrap_or_default());
        let code = lines.collect::<Vec<_>>().join("\n");
        let is_own = |w: &String| w.split('_').any(|part| part.len() >= 2 && own.contains(part));
        words.extend(identifiers(&code).into_iter().filter(|w| !is_own(w)));
    }
    words
}

/// A word with its counters left out: `result_12_data` is written as `result_3_data` is.
fn uncounted(word: &str) -> String {
    let counter = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    word.split('_').map(|part| if counter(part) { "0" } else { part }).collect::<Vec<_>>().join("_")
}

/// Those of the words that a program can have as names; of words that differ in their counters alone, two.
fn names(mut words: BTreeSet<String>) -> Vec<String> {
    let mut forms: BTreeMap<String, usize> = BTreeMap::new();
    words.retain(|w| {
        let found = forms.entry(uncounted(w)).or_default();
        *found += 1;
        *found <= 2
    });
    words.extend(MORE.split_whitespace().map(String::from));
    // The programs name these classes, and every object has these methods.
    let library = [
        "Object",
        "String",
        "Integer",
        "Math",
        "System",
        "clone",
        "equals",
        "finalize",
        "getClass",
        "hashCode",
        "notify",
        "notifyAll",
        "toString",
        "wait",
    ];
    words.retain(|w| !WORDS.split_whitespace().any(|k| k == w) && !library.contains(&w.as_str()));
    words.into_iter().collect()
}

/// Variables, parameters and arrays of loops; as SOMD and as Java.
fn loops(words: &[String]) -> (String, String) {
    let (mut methods, mut calls) = (String::new(), String::new());
    for (n, w) in words.chunks_exact(6).enumerate() {
        let [a, b, i, t, u, k] = w else { unreachable!("chunks of six") };
        methods += &format!(
            "    static void m{n}(dist int[] {a}, int[] {b}, int {k}) {{\n        for (int {i} = 0; {i} < {a}.length; {i}++) {{\n            int {t} = {b}[{i}] * {k};\n            int {u} = {t} - {i};\n            if ({u} > 5) {u} -= 2;\n            {a}[{i}] = {a}[{i}] + {u} + {t};\n        }}\n    }}\n\
             \x20   static reduce(+) int r{n}(dist int[] {a}, int {k}) {{\n        int {t} = 0;\n        for (int {i} = 0; {i} < {a}.length; {i}++) {{\n            int {u} = {a}[{i}] * {k};\n            for (int {b} = 0; {b} < 3; {b}++) {u} += {b};\n            {t} += {u};\n        }}\n        return {t};\n    }}\n"
        );
        calls += &format!(
            "        x = make(); m{n}(x, make(), 3);\n        System.out.println({n} + \" \" + x[0] + \" \" + x[99] + \" \" + r{n}(x, 2));\n"
        );
    }
    let program = format!(
        "public class Loops {{\n{methods}    static int[] make() {{\n        int[] x = new int[100];\n        for (int i = 0; i < x.length; i++) x[i] = i % 7;\n        return x;\n    }}\n\
         \x20   public static void main(String[] args) {{\n        int[] x;\n{calls}    }}\n}}\n"
    );
    let java = program.replace("dist ", "").replace("reduce(+) ", "");
    (program, java)
}

/// Classes, some of them of values, with fields, methods and labels of these names.
fn members(words: &[String]) -> (String, String) {
    let words: Vec<&String> = words.iter().filter(|w| !w.contains('$')).collect();
    let (mut classes, mut parts, mut main) = (String::new(), String::new(), String::new());
    for (n, w) in words.iter().enumerate() {
        let next = words[(n + 1) % words.len()];
        let kind = if n % 5 == 0 { "value " } else { "" };
        classes += &format!(
            "    static {kind}class {w} {{\n        final int {next};\n        {w}(int {w}) {{ {next} = {w} + 1; }}\n        int {w}(int {next}) {{\n            int {w} = {next} * 2;\n            \
             {w}: for (int theTurn = 0; theTurn < 3; theTurn++) {{\n                if (theTurn == 1) continue {w};\n                {w} += theTurn;\n            }}\n            return {w} + this.{next};\n        }}\n        static int {next}() {{ return {n}; }}\n    }}\n"
        );
        if n % 100 == 0 {
            parts += &format!(
                "{}    static int c{n}(int theSum) {{\n",
                if n == 0 { "" } else { "        return theSum;\n    }\n" }
            );
            main += &format!("        theSum = c{n}(theSum);\n        System.out.println(theSum);\n");
        }
        parts += &format!(
            "        {{ {w} {w} = new {w}({n}); theSum = theSum * 31 + {w}.{w}(2) + Members.{w}.{next}(); }}\n"
        );
    }
    let program = format!(
        "public class Members {{\n{classes}{parts}        return theSum;\n    }}\n    public static void main(String[] args) {{\n        int theSum = 1;\n{main}    }}\n}}\n"
    );
    let java = program.replace("value class", "class");
    (program, java)
}

fn java(folder: &Path, class: &str) -> String {
    let compiled =
        Command::new("javac").arg(format!("{class}.java")).current_dir(folder).output().expect("javac can be run");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    text(&Command::new("java").arg(class).current_dir(folder).output().expect("java can be run"))
}

#[test]
fn names_that_the_printers_write_themselves() {
    fast_builds();
    let (of_kernels, of_rust) = (written("kernels"), written("rust"));
    let of_both = names(of_kernels.iter().chain(&of_rust).cloned().collect());
    let of_kernels = names(of_kernels);
    eprintln!("{} words of kernels, {} of kernels and Rust", of_kernels.len(), of_both.len());
    assert!(of_kernels.len() > 200 && of_both.len() > 400);
    let folder = tempfile::tempdir().expect("tests may write temporary files");
    let has_device = somd_runtime::device::describe_devices().is_ok_and(|d| !d.is_empty());
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("tests may write temporary files");
        std::fs::write(path, text).expect("tests may write temporary files");
    };
    for (class, (program, plain)) in [("Loops", loops(&of_kernels)), ("Members", members(&of_both))] {
        file(&format!("{class}.somd"), &program);
        file(&format!("java/{class}.java"), &plain);
        let expected = java(&folder.path().join("java"), class);
        let source = format!("{class}.somd");
        text(&somdc(folder.path(), &["erase", &source, "-o", "erased"]));
        assert_eq!(java(&folder.path().join("erased"), class), expected, "{class}, erased");
        for target in ["interp", "seq"] {
            let printed = text(&somdc(folder.path(), &["run", &source, "--target", target]));
            assert_eq!(printed, expected, "{class} on {target}");
        }
        for target in ["cpu", "gpu"].into_iter().filter(|t| *t != "gpu" || has_device) {
            assert_eq!(built(&class.to_lowercase(), target), expected, "{class} on {target}");
        }
    }
}

#[test]
fn names_of_files() {
    fast_builds();
    let folder = tempfile::tempdir().expect("tests may write temporary files");
    let program = |text: &str| {
        format!(
            "class P {{\n    public static void main(String[] args) {{\n        System.out.println(\"{text}\");\n    }}\n}}\n"
        )
    };
    let names = [
        "\u{e9}\u{53d8}",
        "mod",
        "lib",
        "kernels",
        "con",
        "std",
        "core",
        "i32",
        "self",
        "somd_runtime",
        "a b",
        "it's $x \"y\"",
        "1",
    ];
    for (n, name) in names.into_iter().enumerate() {
        let file = format!("{name}.somd");
        std::fs::write(folder.path().join(&file), program(&format!("program {}", name.len()))).expect("as before");
        // Cargo takes each; some are built.
        let out = format!("out{n}");
        text(&somdc(folder.path(), &[&file, "-o", &out]));
        let mut cargo = Command::new("cargo");
        cargo.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(folder.path().join(&out));
        let metadata = text(&cargo.output().expect("cargo can be run"));
        let kind = "\"kind\":[\"bin\"]";
        assert!(metadata.contains(kind), "{file}: {metadata}");
        if n % 4 == 0 {
            let printed = text(&somdc(folder.path(), &["run", &file, "--target", "seq"]));
            assert_eq!(printed, format!("program {}\n", name.len()), "{file}");
        }
    }
    // Two programs of one name in folders that differ in case alone.
    for place in ["one", "One"] {
        std::fs::create_dir(folder.path().join(place)).expect("as before");
        std::fs::write(folder.path().join(place).join("Main.somd"), program(place)).expect("as before");
    }
    for place in ["one", "One", "one"] {
        let out = somdc(folder.path(), &["run", &format!("{place}/Main.somd"), "--target", "seq"]);
        assert_eq!(text(&out), format!("{place}\n"));
    }
}
