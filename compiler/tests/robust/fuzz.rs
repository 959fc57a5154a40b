//! Mutated texts through all that reads texts: it must not panic, hang, or print what it cannot read again.

use crate::{Fault, Numbers, files, guarded, programs, setting};
use somdc::driver::stages::{Compilation, Settings};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::time::{Duration, Instant};

/// In debug builds, on a machine that does other things too.
const LIMIT: Duration = Duration::from_secs(60);
/// Longer texts take time and meet nothing new.
const LONGEST: usize = 40_000;

/// Words that break readers: ends of ranges, half tokens, deep nesting, characters of several bytes.
const PIECES: &[&str] = &[
    "\0",
    "\u{feff}",
    "\\u",
    "\\u000a",
    "\\ud800",
    "\"",
    "'",
    "\"\"\"",
    "/*",
    "*/",
    "//",
    "\r",
    "{",
    "}",
    "(((((((((",
    ")))))))))",
    "<",
    ">",
    ">>>",
    "[[",
    "]]",
    "@",
    "@interface",
    "=>",
    "->",
    "::",
    "...",
    "0x",
    "0b",
    "1e999",
    "9223372036854775808",
    "-2147483648",
    "0_",
    "1__2",
    "é",
    "𝒳",
    "\u{202e}",
    "$",
    "`",
    "_",
    "#",
    "%",
    "!",
    "task",
    "value",
    "local",
    "dist(view=<1,1>)",
    "dist(dim=1)",
    "reduce(+)",
    "sync",
    "shared",
    "switch",
    "case",
    "default",
    "yield",
    "record",
    "enum",
    "class A {",
    "int[[]]",
    "var",
    "?",
    ":",
    "&&",
    "instanceof",
    "new",
    "this",
    "super",
    "throws",
    "for(",
    "4294967296",
    "%0",
    "!",
    "\t",
];

/// A text with one to six changes: bytes, pieces, ranges of another text, repeats, cuts.
fn mutated(text: &str, other: &str, numbers: &mut Numbers) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + numbers.below(6) {
        let at = numbers.below(bytes.len() + 1);
        let end = (at + numbers.below(40)).min(bytes.len());
        match numbers.below(8) {
            0 => drop(bytes.drain(at..end)),
            1 => drop(bytes.splice(at..at, PIECES[numbers.below(PIECES.len())].bytes())),
            2 => drop(bytes.splice(at..end, PIECES[numbers.below(PIECES.len())].bytes())),
            3 => {
                let from = numbers.below(other.len() + 1);
                let part = other.as_bytes()[from..(from + numbers.below(200)).min(other.len())].to_vec();
                drop(bytes.splice(at..at, part));
            }
            4 => {
                let part = bytes[at..end].repeat(1 + numbers.below(30));
                drop(bytes.splice(at..at, part));
            }
            5 if at < bytes.len() => bytes[at] = numbers.below(256) as u8,
            6 if at < bytes.len() => bytes[at] ^= 1 << numbers.below(8),
            _ if numbers.below(10) == 0 => bytes.truncate(at),
            _ => {}
        }
        bytes.truncate(LONGEST);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What reads texts, with its examples.
struct Reader {
    name: &'static str,
    examples: Vec<String>,
    /// How often it is asked, beside the others: cheap ones more often.
    turns: usize,
    read: fn(&str),
}

fn source(text: &str) {
    let mut c = Compilation::of_texts(vec![("Main.somd".to_string(), text.to_string())], Settings::default());
    c.compile();
    let shown = c.shown();
    somdc::diagnostics::render(&shown, &c.sources, false);
}

fn syntax(text: &str) {
    let (unit, diagnostics) = somd_syntax::parse(text, 1);
    let wrong = diagnostics.iter().any(somd_syntax::diagnostics::Diagnostic::is_error);
    let _ = somd_syntax::parse_headers(text, 1);
    let _ = somd_syntax::tokens::tokens(text, 1);
    if !wrong {
        // What is printed is read again.
        let printed = somd_syntax::printer::print(&unit);
        let (_, again) = somd_syntax::parse(&printed, 1);
        let errors: Vec<_> = again.iter().filter(|d| d.is_error()).map(|d| d.title.clone()).collect();
        assert!(errors.is_empty(), "printed, it cannot be read: {errors:?}\n{printed}");
    }
    if let Ok(laid_out) = somd_fmt::format(text, 1) {
        assert!(!wrong, "laid out, though it has errors");
        let again = somd_fmt::format(&laid_out, 1);
        assert!(again.is_ok_and(|a| a == laid_out), "laid out again, it changes");
    }
}

fn core(text: &str) {
    let Ok(program) = somd_core::parse::parse(text) else { return };
    let text = |p: &somd_core::ir::Program| somd_core::print::print(p, somd_core::print::Provenance::Spans);
    let printed = text(&program);
    let again = somd_core::parse::parse(&printed).map(|p| text(&p));
    assert!(again.as_ref().is_ok_and(|a| *a == printed), "printed, it is read as another: {:?}", again.err());
    let _ = somd_core::verify::verify(&program);
}

fn kernel(text: &str) {
    let Ok(mut module) = somd_kernel::read::module(text) else { return };
    let _ = somd_kernel::print::module(&module);
    let _ = somd_kernel::verify::verify(&mut module);
}

fn manifest(text: &str) {
    let folder = tempfile::tempdir().expect("tests may write temporary files");
    let file = folder.path().join(somdc::driver::manifest::NAME);
    std::fs::write(&file, text).expect("tests may write temporary files");
    let _ = somdc::driver::manifest::read(&file, folder.path(), &|target| {
        if target.len() < 5 { Ok(()) } else { Err("unknown".into()) }
    });
}

fn read(paths: &[std::path::PathBuf]) -> Vec<String> {
    paths.iter().filter_map(|p| std::fs::read_to_string(p).ok()).collect()
}

fn readers() -> Vec<Reader> {
    let sources: Vec<String> = programs().into_iter().map(|(_, text)| text).collect();
    // A test of a pass has two programs behind its settings.
    let passes = read(&files("tests/passes", &["core"]));
    let parts = passes.iter().flat_map(|t| t.split("--- ").skip(1)).filter_map(|part| part.split_once('\n'));
    let mut cores: Vec<String> = parts.map(|(_, program)| program.to_string()).collect();
    cores.extend(read(&files("tests/stages", &["core"])));
    let manifests = vec![
        "sources = [\"src\", \"a\\\\b\"] # c\ntests = [\n  \"t\",\n]\nmain = \"a.Main\"\n".to_string(),
        "target = \"gpu:1\"\nfast-math = true\narguments = [\"\\\"x\\\"\", \"#\"]\nrules = \"r\"\n".to_string(),
    ];
    vec![
        Reader { name: "source", examples: sources.clone(), turns: 1, read: source },
        Reader { name: "syntax", examples: sources, turns: 6, read: syntax },
        Reader { name: "core", examples: cores, turns: 6, read: core },
        Reader { name: "kernel", examples: read(&files("tests/kernel", &["kernel"])), turns: 6, read: kernel },
        Reader { name: "manifest", examples: manifests, turns: 3, read: manifest },
    ]
}

/// The text without the parts that it also fails without.
fn smaller(text: String, read: fn(&str)) -> String {
    let fails = |t: &str| {
        let t = t.to_string();
        guarded(LIMIT, move || read(&t)).is_err()
    };
    let mut text = text;
    let mut size = text.len() / 2;
    let end = Instant::now() + Duration::from_secs(60);
    while size > 0 && Instant::now() < end {
        let mut at = 0;
        while at < text.len() && Instant::now() < end {
            let stop = (at + size).min(text.len());
            if text.is_char_boundary(at) && text.is_char_boundary(stop) {
                let without = format!("{}{}", &text[..at], &text[stop..]);
                if fails(&without) {
                    text = without;
                    continue;
                }
            }
            at += size;
        }
        size /= 2;
    }
    text
}

/// Runs until `done` says so; what fails, by its message, with the smallest text that was found for it.
fn run(seed: u64, mut done: impl FnMut(usize) -> bool) -> BTreeMap<String, String> {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|l| format!("{}:{}", l.file(), l.line())).unwrap_or_default();
        *PLACE.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = place;
    }));
    let only = std::env::var("FUZZ_ONLY").ok();
    let mut readers = readers();
    readers.retain(|r| only.as_ref().is_none_or(|o| o == r.name));
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut slowest = (Duration::ZERO, "", 0);
    let mut case = 0;
    while !done(case) {
        let mut numbers = Numbers::of(seed + case as u64);
        case += 1;
        let all: usize = readers.iter().map(|r| r.turns).sum();
        let mut turn = numbers.below(all);
        let reader = readers.iter().find(|r| {
            let own = turn < r.turns;
            turn = turn.wrapping_sub(if own { 0 } else { r.turns });
            own
        });
        let Some(reader) = reader else { continue };
        let example = &reader.examples[numbers.below(reader.examples.len())];
        let other = &reader.examples[numbers.below(reader.examples.len())];
        let text = mutated(example, other, &mut numbers);
        *counts.entry(reader.name).or_default() += 1;
        let (read, given, begun) = (reader.read, text.clone(), Instant::now());
        let fault = guarded(LIMIT, move || read(&given)).err();
        slowest = slowest.max((begun.elapsed(), reader.name, seed + case as u64 - 1));
        let what = match fault {
            None => continue,
            Some(Fault::Panic(text)) => {
                let place = PLACE.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
                format!("{}: {} at {place}", reader.name, text.lines().next().unwrap_or(""))
            }
            Some(Fault::Hang) => format!("{}: takes too long", reader.name),
        };
        if let Entry::Vacant(entry) = found.entry(what) {
            println!("seed {}: {}", seed + case as u64 - 1, entry.key());
            let small = smaller(text, reader.read);
            println!("{small}\n----");
            entry.insert(small);
        }
    }
    let _ = std::panic::take_hook();
    println!(
        "{case} texts from seed {seed}: {counts:?}; the longest took {:.1} s ({}, seed {}); {} faults",
        slowest.0.as_secs_f64(),
        slowest.1,
        slowest.2,
        found.len()
    );
    found
}

/// Where the last panic came from.
static PLACE: std::sync::Mutex<String> = std::sync::Mutex::new(String::new());

#[test]
fn mutated_texts_are_read_or_refused() {
    let found = run(setting("SEED", 1), |cases| cases >= 150);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
#[ignore = "as long as FUZZ_SECONDS says; the other test takes a part of it"]
fn many_mutated_texts() {
    let end = Instant::now() + Duration::from_secs(setting("FUZZ_SECONDS", 180));
    let found = run(setting("SEED", 1), |_| Instant::now() >= end);
    assert!(found.is_empty(), "{} faults", found.len());
}
