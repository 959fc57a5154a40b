//! Runs random programs of distributed loops ([`random::loops`](crate::random::loops)) in great numbers: packs of them, each one program for
//! somdc, rustc and javac, in the interpreter and as compiled programs with several numbers of threads, against their twins in plain Java.
//!
//! A program that the compiler refuses is counted by the error's code and left out. A difference, an end that is none of Java's, an internal
//! error and a hang are failures, which name the program's seed and the command that shows them again. What runs on behind a program that ends
//! its process begins again with the next one.

use crate::case::RunTest;
use crate::random::loops::{Program, pack, program};
use crate::report::Outcome;
use crate::{Runner, tools};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The runtime's number of threads.
const THREADS: &[&str] = &["1", "2", "7", "64"];
/// The greatest size that the interpreter runs.
const INTERPRETED: usize = 300;
/// A pack that runs longer hangs.
const LIMIT: Duration = Duration::from_secs(240);
/// Packs that are compiled together.
const TOGETHER: usize = 5;

/// What a call must print: by the place of its program in the pack and its number, its size and text.
type Lines = BTreeMap<(usize, usize), (usize, String)>;

struct Pack {
    test: RunTest,
    programs: Vec<Program>,
    expected: Lines,
}

/// Refusals by kind and code, and how many programs of each kind there were.
#[derive(Default)]
struct Counts {
    programs: BTreeMap<&'static str, usize>,
    refused: BTreeMap<(&'static str, String), usize>,
}

/// `count` programs from seed `first` on, `size` in a pack.
pub fn run(runner: &Runner, first: u64, count: u64, size: u64, outcomes: &mut Vec<Outcome>) -> Result<(), String> {
    let started = Instant::now();
    let folder = runner.work.join("loops");
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let mut counts = Counts::default();
    let starts: Vec<u64> = (first..first + count).step_by(size.max(1) as usize).collect();
    for starts in starts.chunks(TOGETHER) {
        let mut packs = Vec::new();
        for &start in starts {
            let programs = (start..(start + size).min(first + count)).map(program).collect();
            packs.extend(accepted(runner, &folder, start, programs, &mut counts, outcomes)?);
        }
        with_twins(runner, &mut packs)?;
        if runner.on("interp") {
            interpreted(runner, &packs, outcomes);
        }
        compiled(runner, &packs, outcomes)?;
    }
    let mut total = 0;
    for (kind, count) in &counts.programs {
        let of = counts.refused.iter().filter(|((k, _), _)| k == kind);
        let refused: Vec<String> = of.map(|((_, code), n)| format!("{code} {n}")).collect();
        eprintln!("{kind:<12} {count:>6}  refused: {}", refused.join(", "));
        total += count;
    }
    eprintln!("loops: {total} from seed {first} on in {:.1} s", started.elapsed().as_secs_f64());
    Ok(())
}

fn failed(p: &Program, column: &'static str, why: &str) -> Outcome {
    let (seed, on) = (p.seed, if column == "check" { "interp" } else { column });
    // A great run is long.
    eprintln!("loops/{} {seed} [{on}]: {}", p.kind, why.lines().next().unwrap_or_default());
    Outcome {
        test: format!("loops/{} {seed}", p.kind),
        column: on,
        result: Err(format!("{why}\nagain: cargo run -p somd-tests -- --only loops --loops 1 --seed {seed} --on {on}")),
    }
}

/// The test of a pack, whose files are written.
fn written(folder: &Path, start: u64, programs: &[&Program]) -> Result<RunTest, String> {
    let class = format!("Loops{start}");
    let (path, twin) = (folder.join(format!("{class}.somd")), folder.join(format!("{class}.ref.java")));
    fs::write(&path, pack(&class, programs, false)).map_err(|e| e.to_string())?;
    fs::write(&twin, pack(&class, programs, true)).map_err(|e| e.to_string())?;
    Ok(RunTest::generated(format!("loops/{class}"), path, Default::default(), Some(twin)))
}

/// The pack of those programs that the compiler accepts.
fn accepted(
    runner: &Runner,
    folder: &Path,
    start: u64,
    mut programs: Vec<Program>,
    counts: &mut Counts,
    outcomes: &mut Vec<Outcome>,
) -> Result<Option<Pack>, String> {
    programs.iter().for_each(|p| *counts.programs.entry(p.kind).or_default() += 1);
    loop {
        if programs.is_empty() {
            return Ok(None);
        }
        let test = written(folder, start, &programs.iter().collect::<Vec<_>>())?;
        let errors = match checked(runner, &test.path, &programs) {
            Ok(errors) => errors,
            Err(why) => {
                let one = culprit(runner, folder, start, &programs)?;
                outcomes.push(failed(&programs[one], "check", &why));
                programs.remove(one);
                continue;
            }
        };
        if errors.is_empty() {
            return Ok(Some(Pack { test, programs, expected: Lines::new() }));
        }
        for (&place, code) in &errors {
            // What is not the loops' own is a mistake of the generator.
            if !code.starts_with("E05") {
                outcomes.push(failed(&programs[place], "check", &format!("refused: {code}")));
            }
            *counts.refused.entry((programs[place].kind, code[..5.min(code.len())].to_string())).or_default() += 1;
        }
        let mut place = 0;
        programs.retain(|_| {
            place += 1;
            !errors.contains_key(&(place - 1))
        });
    }
}

/// The first error of each program that has one. Fails where the compiler itself does.
fn checked(runner: &Runner, path: &Path, programs: &[Program]) -> Result<BTreeMap<usize, String>, String> {
    let mut command = runner.somdc();
    command.args(["check", "--error-format", "json", "-A", "all"]).arg(path);
    let ran = tools::run(&mut command, &[], LIMIT)?;
    let said = String::from_utf8_lossy(&ran.err).into_owned();
    let source = fs::read_to_string(path).map_err(|e| e.to_string())?;
    let starts = starts(&source, programs);
    let mut errors = BTreeMap::new();
    for line in said.lines().chain(String::from_utf8_lossy(&ran.out).lines()) {
        let Ok(d) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        let (Some(code), Some(at)) = (d["code"].as_str(), d["span"]["line"].as_u64()) else { continue };
        if d["severity"] == "error" {
            let place = starts.partition_point(|&s| s <= at).saturating_sub(1);
            let message = d["message"].as_str().unwrap_or_default();
            errors.entry(place).or_insert_with(|| format!("{code} at line {at}: {message}"));
        }
    }
    match (ran.code, errors.is_empty()) {
        (0, _) | (1, false) => Ok(errors),
        (code, _) => Err(format!("somdc check ended with {code}:\n{said}")),
    }
}

/// The line at which each program begins.
fn starts(source: &str, programs: &[Program]) -> Vec<u64> {
    let mut of = programs.iter().map(|p| format!("static class P{} {{", p.seed)).peekable();
    let begins = |(at, line): (usize, &str)| {
        let found = of.peek().is_some_and(|head| line.trim() == head);
        found.then(|| of.next()).map(|_| at as u64 + 1)
    };
    source.lines().enumerate().filter_map(begins).collect()
}

/// The place of a program at which the compiler fails, found by halving.
fn culprit(runner: &Runner, folder: &Path, start: u64, programs: &[Program]) -> Result<usize, String> {
    let (mut from, mut to) = (0, programs.len());
    while to - from > 1 {
        let middle = from.midpoint(to);
        let half = &programs[from..middle];
        let test = written(folder, start, &half.iter().collect::<Vec<_>>())?;
        match checked(runner, &test.path, half) {
            Err(_) => to = middle,
            Ok(_) => from = middle,
        }
    }
    Ok(from)
}

/// Runs the twins.
fn with_twins(runner: &Runner, packs: &mut [Pack]) -> Result<(), String> {
    let tests: Vec<RunTest> = packs.iter().map(|p| p.test.clone()).collect();
    let ran = crate::java::run(&runner.root, &runner.work, &runner.references(&tests)?)?;
    for (pack, ran) in packs.iter_mut().zip(ran) {
        let ran = ran.map_err(|e| format!("{}: not Java: {e}", pack.test.path.display()))?;
        if ran.code != 0 {
            return Err(format!("{}: {}", pack.test.path.display(), String::from_utf8_lossy(&ran.err)));
        }
        pack.expected = lines(&String::from_utf8_lossy(&ran.out), &pack.programs);
    }
    Ok(())
}

fn lines(out: &str, programs: &[Program]) -> Lines {
    let places: BTreeMap<u64, usize> = programs.iter().enumerate().map(|(k, p)| (p.seed, k)).collect();
    let read = |line: &str| {
        let mut words = line.splitn(4, ' ');
        let place = places.get(&words.next()?.parse().ok()?)?;
        let (call, size) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        Some(((*place, call), (size, words.next()?.to_string())))
    };
    out.lines().filter_map(read).collect()
}

/// Runs a pack's process, again behind each program that ends it, and says what is wrong with which program.
///
/// `start` gives the command, whose last arguments are the greatest size and the first program.
fn compared(pack: &Pack, most: usize, out: &Path, start: &dyn Fn() -> Command) -> BTreeMap<usize, String> {
    let mut wrong = BTreeMap::new();
    let mut from = 0;
    while from < pack.programs.len() {
        let mut command = start();
        command.arg(most.to_string()).arg(from.to_string());
        let ended = output(&mut command, out);
        let (text, end) = match ended {
            Ok((text, end)) => (text, end),
            Err(e) => (String::new(), Some(e)),
        };
        let found = lines(&text, &pack.programs);
        let mut missing = None;
        for (key, (size, expected)) in pack.expected.range((from, 0)..).filter(|(_, (size, _))| *size <= most) {
            let said = match found.get(key) {
                Some((_, text)) if text == expected => continue,
                Some((_, text)) => format!("n = {size}: {text} instead of {expected}"),
                None => {
                    missing = missing.or(Some(key.0));
                    continue;
                }
            };
            wrong.entry(key.0).or_insert(said);
        }
        match (missing, end) {
            (None, None) => break,
            (None, Some(end)) => {
                wrong.entry(pack.programs.len() - 1).or_insert(format!("behind the last program: {end}"));
                break;
            }
            (Some(at), end) => {
                wrong.entry(at).or_insert(end.unwrap_or_else(|| "prints less".into()));
                from = at + 1;
            }
        }
    }
    wrong
}

/// What a command prints, through a file, so that it is there however the command ends, and what is wrong with its end.
fn output(command: &mut Command, file: &Path) -> Result<(String, Option<String>), String> {
    let failed = |e: std::io::Error| e.to_string();
    let err = file.with_extension("err");
    command.stdin(Stdio::null());
    command.stdout(fs::File::create(file).map_err(failed)?).stderr(fs::File::create(&err).map_err(failed)?);
    let mut child = command.spawn().map_err(failed)?;
    let started = Instant::now();
    let status = loop {
        match child.try_wait().map_err(failed)? {
            Some(status) => break Some(status),
            None if started.elapsed() > LIMIT => {
                child.kill().map_err(failed)?;
                child.wait().map_err(failed)?;
                break None;
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let read = |path: &Path| fs::read(path).map(|b| String::from_utf8_lossy(&b).into_owned()).map_err(failed);
    let end = match status {
        None => Some(format!("still running after {} s", LIMIT.as_secs())),
        Some(status) if status.success() => None,
        Some(status) => {
            let said = read(&err)?;
            let said: Vec<&str> = said.lines().take(20).collect();
            Some(format!("{status}: {}", said.join("\n")))
        }
    };
    Ok((read(file)?, end))
}

fn told(pack: &Pack, column: &'static str, wrong: &BTreeMap<usize, String>, outcomes: &mut Vec<Outcome>) {
    for (k, p) in pack.programs.iter().enumerate() {
        outcomes.push(match wrong.get(&k) {
            Some(why) => failed(p, column, why),
            None => Outcome { test: format!("loops/{} {}", p.kind, p.seed), column, result: Ok(()) },
        });
    }
}

fn interpreted(runner: &Runner, packs: &[Pack], outcomes: &mut Vec<Outcome>) {
    let results = tools::parallel(
        "interp",
        packs,
        |p| &p.test.name,
        |p| {
            compared(p, INTERPRETED, &p.test.path.with_extension("interp"), &|| {
                let mut command = runner.somdc();
                command.env("SOMD_CHECK", "races");
                command.args(["run", "--target", "interp", "-A", "all"]).arg(&p.test.path).arg("--");
                command
            })
        },
    );
    for (pack, wrong) in packs.iter().zip(results) {
        told(pack, "interp", &wrong, outcomes);
    }
}

/// In the columns that were asked for.
fn compiled(runner: &Runner, packs: &[Pack], outcomes: &mut Vec<Outcome>) -> Result<(), String> {
    let asked = |column: &&&str| runner.args.on.iter().any(|c| c == **column);
    let columns: Vec<&'static str> = ["seq", "cpu", "gpu"].iter().filter(asked).copied().collect();
    if columns.is_empty() || packs.is_empty() {
        return Ok(());
    }
    let tests: Vec<RunTest> = packs.iter().map(|p| p.test.clone()).collect();
    let (emitted, built) = runner.generate(&tests)?;
    let program: Option<PathBuf> = built.as_ref().map(|b| b.program.clone());
    let mut left = BTreeSet::new();
    for (k, (pack, emitted)) in packs.iter().zip(emitted).enumerate() {
        let module = pack.test.module();
        let why = emitted.err().or_else(|| built.as_ref().and_then(|b| b.failed.get(&module).cloned()));
        if let Some(why) = why {
            left.insert(k);
            outcomes.push(Outcome { test: pack.test.name.clone(), column: columns[0], result: Err(why) });
        }
    }
    let Some(program) = program else { return Ok(()) };
    let good: Vec<&Pack> = packs.iter().enumerate().filter(|(k, _)| !left.contains(k)).map(|(_, p)| p).collect();
    for &column in &columns {
        let threads = if column == "cpu" { THREADS } else { &["4"][..] };
        let results = tools::parallel(
            column,
            &good,
            |p| &p.test.name,
            |p| {
                let mut wrong = BTreeMap::new();
                for &n in threads {
                    let found = compared(p, usize::MAX >> 33, &p.test.path.with_extension(column), &|| {
                        let mut command = Command::new(&program);
                        command.arg(p.test.module()).current_dir(&runner.root);
                        command.env("SOMD_TARGET", column).env("SOMD_STRICT", "devices").env("SOMD_THREADS", n);
                        command
                    });
                    for (k, why) in found {
                        wrong.entry(k).or_insert(format!("{n} threads: {why}"));
                    }
                }
                wrong
            },
        );
        for (pack, wrong) in good.iter().zip(results) {
            told(pack, column, &wrong, outcomes);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{lines, starts};
    use crate::random::loops::{pack, program};

    #[test]
    fn a_pack_tells_which_program_stands_where() {
        let programs: Vec<_> = (20..25).map(program).collect();
        let source = pack("P", &programs.iter().collect::<Vec<_>>(), false);
        let found = starts(&source, &programs);
        assert_eq!(found.len(), 5);
        assert!(source.lines().nth(found[2] as usize - 1).is_some_and(|l| l.contains("P22")));
        let read = lines("21 0 7 ff a\nelse\n", &programs);
        assert_eq!(read.get(&(1, 0)), Some(&(7, "ff a".to_string())));
    }
}
