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
        [profile.release.package]\nsomd-runtime = { opt-level = 0, debug = false }\ncrossbeam-channel.opt-level = 0\n\
        crossbeam-utils.opt-level = 0\nmemchr.opt-level = 0\n";
    let file = home().join(".cargo/config.toml");
    if std::fs::read_to_string(&file).is_ok_and(|text| text == SETTINGS) {
        return;
    }
    std::fs::create_dir_all(file.parent().expect("it is in a folder")).expect("tests may write beside the compiler");
    std::fs::write(&file, SETTINGS).expect("tests may write beside the compiler");
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_somdc"));
    command.args(arguments).current_dir(folder).env("SOMDC_HOME", home()).env("SOMD_STRICT", "1");
    command
}

fn somdc(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the compiler can be run")
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

/// The words that are written in kernels and in Rust for some programs and that are not made of a name of theirs.
fn written(folder: &Path) -> [BTreeSet<String>; 2] {
    let runs = root().join("tests/run");
    let mut words: [BTreeSet<String>; 2] = Default::default();
    for source in SOURCES {
        let (file, project) = (runs.join(source), folder.join("written").join(source));
        let own = identifiers(&std::fs::read_to_string(&file).expect(source));
        let mut command = command(&runs, &[&file.display().to_string(), "-o", &project.display().to_string()]);
        // Without rustfmt, which takes longer than all else and changes no word.
        text(&command.env("PATH", "").output().expect("the compiler can be run"));
        for (words, part) in words.iter_mut().zip(["kernels", "src"]) {
            let mut code = String::new();
            collect(&project.join(part), &mut code);
            let is_own = |w: &String| w.split('_').any(|part| part.len() >= 2 && own.contains(part));
            words.extend(identifiers(&code).into_iter().filter(|w| !is_own(w)));
        }
    }
    words
}

/// The text of all files in a folder, without comments.
fn collect(folder: &Path, code: &mut String) {
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()) {
        // The library's methods are names of a program, not words of the printer's.
        if path.ends_with("program/library") {
            continue;
        }
        if path.is_dir() {
            collect(&path, code);
        } else {
            let text = std::fs::read_to_string(&path).expect("it was just written");
            text.lines().for_each(|l| *code += &format!("{}\n", l.split("//").next().unwrap_or_default()));
        }
    }
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

/// Words of one pair of loops: three for each of five places, and a counter. A kernel takes PoCL long, whatever is in it.
const AT_ONCE: usize = 16;

/// Variables, parameters and arrays of loops; as SOMD and as Java.
fn loops(words: &[String]) -> (String, String) {
    let all: Vec<&str> = words.iter().cycle().take(words.len().next_multiple_of(AT_ONCE)).map(String::as_str).collect();
    let (mut methods, mut calls) = (String::new(), String::new());
    for (n, w) in all.chunks_exact(AT_ONCE).enumerate() {
        let [a, b, t, u, k] = [0, 3, 6, 9, 12].map(|from| &w[from..from + 3]);
        let (i, first) = (w[15], a[0]);
        let parameters =
            |ty: &str, names: &[&str]| names.iter().map(|n| format!("{ty} {n}")).collect::<Vec<_>>().join(", ");
        let (dist, plain, numbers) = (parameters("dist int[]", a), parameters("int[]", b), parameters("int", k));
        let (mut changes, mut sums) = (String::new(), String::new());
        for j in 0..3 {
            let (a, b, t, u, k) = (a[j], b[j], t[j], u[j], k[j]);
            changes += &format!(
                "            int {t} = {b}[{i}] * {k};\n            int {u} = {t} - {i};\n            if ({u} > 5) {u} -= 2;\n            {a}[{i}] = {a}[{i}] + {u} + {t};\n"
            );
            let declared = if j == 0 { "" } else { "int " };
            sums += &format!(
                "            int {u} = {a}[{i}] * {k};\n            for (int {b} = 0; {b} < 3; {b}++) {u} += {b};\n            {declared}{t} {}= {u};\n",
                if j == 0 { "+" } else { "" }
            );
        }
        let (sum, others) = (t[0], format!("{} + {}", t[1], t[2]));
        let head = format!("        for (int {i} = 0; {i} < {first}.length; {i}++) {{\n");
        methods += &format!(
            "    static void m{n}({dist}, {plain}, {numbers}) {{\n{head}{changes}        }}\n    }}\n\
             \x20   static reduce(+) int r{n}({dist}, {numbers}) {{\n        int {sum} = 0;\n{head}{sums}            {sum} += {others};\n        }}\n        return {sum};\n    }}\n"
        );
        calls += &format!(
            "        x = make();\n        y = make();\n        z = make();\n        m{n}(x, y, z, make(), make(), make(), 3, 4, 5);\n        \
             System.out.println({n} + \" \" + x[0] + \" \" + y[99] + \" \" + z[50] + \" \" + r{n}(x, y, z, 2, 3, 4));\n"
        );
    }
    let program = format!(
        "public class Loops {{\n{methods}    static int[] make() {{\n        int[] x = new int[100];\n        for (int i = 0; i < x.length; i++) x[i] = i % 7;\n        return x;\n    }}\n\
         \x20   public static void main(String[] args) {{\n        int[] x, y, z;\n{calls}    }}\n}}\n"
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
    let folder = tempfile::tempdir().expect("tests may write temporary files");
    let [of_kernels, of_rust] = written(folder.path());
    let of_both = names(of_kernels.iter().chain(&of_rust).cloned().collect());
    let of_kernels = names(of_kernels);
    eprintln!("{} words of kernels, {} of kernels and Rust", of_kernels.len(), of_both.len());
    assert!(of_kernels.len() > 200 && of_both.len() > 400);
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
