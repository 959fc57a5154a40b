//! Runs random programs of distributed loops ([`random::loops`](crate::random::loops)) in great numbers: packs of them, each one program for
//! somdc, rustc and javac, in the interpreter and as compiled programs with several numbers of threads, against their twins in plain Java.
//!
//! A program that the compiler refuses is counted by the error's code and left out. A difference, an end that is none of Java's, an internal
//! error and a hang are failures, which name the program's seed and the command that shows them again. What runs on behind a program that ends
//! its process begins again with the next one.

use crate::case::RunTest;
use crate::random::loops::shrink::shrunk;
use crate::random::loops::{Program, pack, program, small};
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
pub(crate) const INTERPRETED: usize = 300;
/// A pack that runs longer hangs.
const LIMIT: Duration = Duration::from_secs(240);
/// Packs that are compiled together, where the machine has not more cores.
const TOGETHER: usize = 5;

/// How long a pack is waited for.
#[derive(Clone, Copy)]
pub(crate) struct Patience {
    /// It is not run again behind so many programs that end the process.
    pub ends: usize,
    /// It hangs where it runs longer.
    pub limit: Duration,
}

impl Patience {
    const LONG: Patience = Patience { ends: usize::MAX, limit: LIMIT };
}

/// What a call must print: by the place of its program in the pack and its number, its size and text.
pub(crate) type Lines = BTreeMap<(usize, usize), (usize, String)>;

pub(crate) struct Pack {
    pub test: RunTest,
    pub programs: Vec<Program>,
    pub expected: Lines,
}

/// In what way a program fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It prints something else.
    Differs,
    /// The process ends, in a way that is none of Java's.
    Ends,
    Hangs,
    /// By this code.
    Refused(String),
    /// The compiler fails, or makes what does not compile.
    Compiler,
}

#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    pub fault: Fault,
    /// The runtime's number of threads.
    threads: &'static str,
    pub why: String,
}

impl Wrong {
    pub(crate) fn new(fault: Fault, why: impl Into<String>) -> Wrong {
        Wrong { fault, threads: "", why: why.into() }
    }
}

/// By the program's place in its pack.
pub(crate) type Faults = BTreeMap<usize, Wrong>;

struct Failed {
    program: Program,
    column: &'static str,
    wrong: Wrong,
}

/// Of failures of one kind so many are made small; the others are told of.
const SHRUNK: usize = 3;

/// Refusals by kind and code, and how many programs of each kind there were.
#[derive(Default)]
struct Counts {
    programs: BTreeMap<&'static str, usize>,
    refused: BTreeMap<(&'static str, String), usize>,
}

impl Counts {
    fn join(&mut self, other: Counts) {
        other.programs.into_iter().for_each(|(kind, n)| *self.programs.entry(kind).or_default() += n);
        other.refused.into_iter().for_each(|(key, n)| *self.refused.entry(key).or_default() += n);
    }
}

/// `count` programs from seed `first` on, `size` in a pack.
pub fn run(runner: &Runner, first: u64, count: u64, size: u64, outcomes: &mut Vec<Outcome>) -> Result<(), String> {
    let started = Instant::now();
    let folder = runner.work.join("loops");
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let mut counts = Counts::default();
    let mut failures: Vec<Failed> = Vec::new();
    let starts: Vec<u64> = (first..first + count).step_by(size.max(1) as usize).collect();
    let together = std::thread::available_parallelism().map_or(TOGETHER, |n| n.get().max(TOGETHER));
    for starts in starts.chunks(together) {
        let of_pack = |start: &(u64, String)| {
            let programs: Vec<Program> = (start.0..(start.0 + size).min(first + count)).map(program).collect();
            let (mut counts, mut failures) = (Counts::default(), Vec::new());
            let pack = accepted(runner, &folder, start.0, programs, &mut counts, &mut failures)?;
            Ok::<_, String>((pack, counts, failures))
        };
        let named: Vec<(u64, String)> = starts.iter().map(|&s| (s, format!("loops/Loops{s}"))).collect();
        let mut packs = Vec::new();
        for found in tools::parallel("checking", &named, |(_, name)| name, of_pack) {
            let (pack, of_pack, failed): (Option<Pack>, Counts, Vec<Failed>) = found?;
            packs.extend(pack);
            failures.extend(failed);
            counts.join(of_pack);
        }
        with_twins(runner, &mut packs)?;
        if runner.on("interp") {
            for (pack, wrong) in packs.iter().zip(interpreted(runner, &packs)) {
                told(pack, "interp", wrong, &mut failures, outcomes);
            }
        }
        compiled(runner, &packs, &mut failures, outcomes)?;
    }
    let mut shrunk: Vec<(&'static str, Fault)> = Vec::new();
    for failed in failures {
        let same =
            shrunk.iter().filter(|(column, fault)| (*column, fault) == (failed.column, &failed.wrong.fault)).count();
        let small = if same < SHRUNK { made_small(runner, &folder, &failed)? } else { again(&failed) };
        shrunk.push((failed.column, failed.wrong.fault.clone()));
        outcomes.push(Outcome {
            test: format!("loops/{} {}", failed.program.kind, failed.program.seed),
            column: column_of(failed.column),
            result: Err(format!("{}\n{small}", failed.wrong.why)),
        });
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

/// In the table.
fn column_of(column: &'static str) -> &'static str {
    if column == "check" { "interp" } else { column }
}

impl Failed {
    fn new(program: &Program, column: &'static str, wrong: Wrong) -> Failed {
        // A great run is long.
        let first = wrong.why.lines().next().unwrap_or_default();
        eprintln!("loops/{} {} [{column}]: {first}", program.kind, program.seed);
        Failed { program: program.clone(), column, wrong }
    }
}

fn again(failed: &Failed) -> String {
    let (seed, on) = (failed.program.seed, column_of(failed.column));
    format!("again: cargo run -p somd-tests -- --only loops --loops 1 --seed {seed} --on {on}")
}

/// Makes a failing program small, and keeps it: its text, and the command that shows what is wrong with it.
fn made_small(runner: &Runner, folder: &Path, failed: &Failed) -> Result<String, String> {
    let (seed, column) = (failed.program.seed, failed.column);
    let mut error = None;
    let small_program = shrunk(&failed.program, &mut |all| {
        failing(runner, folder, all, failed).unwrap_or_else(|e| {
            error.get_or_insert(e);
            vec![false; all.len()]
        })
    });
    if let Some(e) = error {
        return Ok(format!("it could not be made small: {e}\n{}", again(failed)));
    }
    let class = format!("Small{seed}");
    let (text, twin) = (small(&class, &small_program, false), small(&class, &small_program, true));
    let path = |end: &str| folder.join(format!("{class}.{end}"));
    let kept = fs::write(path("somd"), &text).and_then(|()| fs::write(path("ref.java"), twin));
    kept.map_err(|e| e.to_string())?;
    let test = RunTest::generated(class.clone(), path("somd"), Default::default(), Some(path("ref.java")));
    let ran = crate::java::run(&runner.root, &runner.work, &runner.references(std::slice::from_ref(&test))?)?;
    let expected = ran.into_iter().next().and_then(Result::ok).map(|r| r.out).unwrap_or_default();
    fs::write(path("out"), expected).map_err(|e| e.to_string())?;
    let (somdc, file, out) = (runner.somdc.display(), path("somd"), path("out"));
    let command = match column {
        "check" => format!("{somdc} check -A all {}", file.display()),
        _ => {
            let set = match column {
                "interp" => "SOMD_CHECK=races".to_string(),
                _ => format!("SOMD_THREADS={} SOMD_STRICT=devices", failed.wrong.threads),
            };
            format!("{set} {somdc} run --target {column} -A all {} | diff {} -", file.display(), out.display())
        }
    };
    Ok(format!("{}\nsmall: {command}\n{text}", again(failed)))
}

/// Which of the programs fail as one has.
fn failing(runner: &Runner, folder: &Path, programs: &[Program], as_one: &Failed) -> Result<Vec<bool>, String> {
    let fault = &as_one.wrong.fault;
    if programs.is_empty() {
        return Ok(Vec::new());
    }
    // What fails as a whole is looked at by halves.
    let halves = |fails_alone: bool| -> Result<Vec<bool>, String> {
        if programs.len() == 1 {
            return Ok(vec![fails_alone]);
        }
        let (a, b) = programs.split_at(programs.len() / 2);
        Ok([failing(runner, folder, a, as_one)?, failing(runner, folder, b, as_one)?].concat())
    };
    let compiler = *fault == Fault::Compiler;
    let test = written(folder, 0, &programs.iter().collect::<Vec<_>>())?;
    let Ok(errors) = checked(runner.somdc(), &test.path, programs) else {
        return halves(compiler && as_one.column == "check");
    };
    if let (Fault::Refused(code), "check") = (fault, as_one.column) {
        let same = |k| errors.get(&k).is_some_and(|e| e.code == *code);
        return Ok((0..programs.len()).map(same).collect());
    }
    let good: Vec<usize> = (0..programs.len()).filter(|k| !errors.contains_key(k)).collect();
    let mut fails = vec![false; programs.len()];
    if good.len() < programs.len() {
        let left: Vec<Program> = good.iter().map(|&k| programs[k].clone()).collect();
        for (k, fails_so) in good.into_iter().zip(failing(runner, folder, &left, as_one)?) {
            fails[k] = fails_so;
        }
        return Ok(fails);
    }
    if as_one.column == "check" {
        return Ok(fails);
    }
    let mut packs = vec![Pack { test, programs: programs.to_vec(), expected: Lines::new() }];
    if with_twins(runner, &mut packs).is_err() {
        return halves(false);
    }
    let found = match as_one.column {
        "interp" => interpreted(runner, &packs).remove(0),
        column => {
            let (emitted, built) = runner.generate(&[packs[0].test.clone()])?;
            let whole = emitted.iter().all(Result::is_ok) && built.as_ref().is_some_and(|b| b.failed.is_empty());
            let (Some(built), true) = (built, whole) else { return halves(compiler) };
            run_compiled(runner, &built.program, &packs[0], column, &[as_one.wrong.threads])
        }
    };
    found.iter().filter(|(_, wrong)| wrong.fault == *fault).for_each(|(k, _)| fails[*k] = true);
    Ok(fails)
}

/// The test of a pack, whose files are written.
pub(crate) fn written(folder: &Path, start: u64, programs: &[&Program]) -> Result<RunTest, String> {
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
    failures: &mut Vec<Failed>,
) -> Result<Option<Pack>, String> {
    programs.iter().for_each(|p| *counts.programs.entry(p.kind).or_default() += 1);
    loop {
        if programs.is_empty() {
            return Ok(None);
        }
        let test = written(folder, start, &programs.iter().collect::<Vec<_>>())?;
        let errors = match checked(runner.somdc(), &test.path, &programs) {
            Ok(errors) => errors,
            Err(why) => {
                let one = culprit(&|| runner.somdc(), folder, start, &programs)?;
                failures.push(Failed::new(&programs[one], "check", Wrong::new(Fault::Compiler, why)));
                programs.remove(one);
                continue;
            }
        };
        if errors.is_empty() {
            return Ok(Some(Pack { test, programs, expected: Lines::new() }));
        }
        for (&place, Refusal { code, said }) in &errors {
            // What is not the loops' own is a mistake of the generator.
            if !code.starts_with("E05") {
                let wrong = Wrong::new(Fault::Refused(code.clone()), format!("refused: {said}"));
                failures.push(Failed::new(&programs[place], "check", wrong));
            }
            *counts.refused.entry((programs[place].kind, code.clone())).or_default() += 1;
        }
        let mut place = 0;
        programs.retain(|_| {
            place += 1;
            !errors.contains_key(&(place - 1))
        });
    }
}

/// An error of the compiler's.
pub(crate) struct Refusal {
    pub code: String,
    pub said: String,
}

/// The first error of each program that has one. Fails where the compiler itself does.
pub(crate) fn checked(
    mut command: Command,
    path: &Path,
    programs: &[Program],
) -> Result<BTreeMap<usize, Refusal>, String> {
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
            let refusal = || Refusal { code: code.into(), said: format!("{code} at line {at}: {message}") };
            errors.entry(place).or_insert_with(refusal);
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
pub(crate) fn culprit(
    somdc: &dyn Fn() -> Command,
    folder: &Path,
    start: u64,
    programs: &[Program],
) -> Result<usize, String> {
    let (mut from, mut to) = (0, programs.len());
    while to - from > 1 {
        let middle = from.midpoint(to);
        let half = &programs[from..middle];
        let test = written(folder, start, &half.iter().collect::<Vec<_>>())?;
        match checked(somdc(), &test.path, half) {
            Err(_) => to = middle,
            Ok(_) => from = middle,
        }
    }
    Ok(from)
}

/// Runs the twins.
pub(crate) fn with_twins(runner: &Runner, packs: &mut [Pack]) -> Result<(), String> {
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
pub(crate) fn compared(
    pack: &Pack,
    most: usize,
    out: &Path,
    patience: Patience,
    start: &dyn Fn() -> Command,
) -> Faults {
    let mut wrong = BTreeMap::new();
    let (mut from, mut ended_by) = (0, 0);
    while from < pack.programs.len() && ended_by < patience.ends {
        let mut command = start();
        command.arg(most.to_string()).arg(from.to_string());
        let ended = output(&mut command, out, patience.limit);
        let (text, end) = match ended {
            Ok((text, end)) => (text, end),
            Err(e) => (String::new(), Some(Wrong::new(Fault::Ends, e))),
        };
        let found = lines(&text, &pack.programs);
        let mut missing = None;
        for (key, (size, expected)) in pack.expected.range((from, 0)..).filter(|(_, (size, _))| *size <= most) {
            let said = match found.get(key) {
                Some((_, text)) if text == expected => continue,
                Some((_, text)) => Wrong::new(Fault::Differs, format!("n = {size}: {text} instead of {expected}")),
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
                let end = Wrong { why: format!("behind the last program: {}", end.why), ..end };
                wrong.entry(pack.programs.len() - 1).or_insert(end);
                break;
            }
            (Some(at), end) => {
                wrong.entry(at).or_insert(end.unwrap_or_else(|| Wrong::new(Fault::Ends, "prints less")));
                from = at + 1;
                ended_by += 1;
            }
        }
    }
    wrong
}

/// What a command prints, through a file, so that it is there however the command ends, and what is wrong with its end.
fn output(command: &mut Command, file: &Path, limit: Duration) -> Result<(String, Option<Wrong>), String> {
    let failed = |e: std::io::Error| e.to_string();
    let err = file.with_extension("err");
    command.stdin(Stdio::null());
    command.stdout(fs::File::create(file).map_err(failed)?).stderr(fs::File::create(&err).map_err(failed)?);
    let mut child = command.spawn().map_err(failed)?;
    let started = Instant::now();
    let status = loop {
        match child.try_wait().map_err(failed)? {
            Some(status) => break Some(status),
            None if started.elapsed() > limit => {
                child.kill().map_err(failed)?;
                child.wait().map_err(failed)?;
                break None;
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let read = |path: &Path| fs::read(path).map(|b| String::from_utf8_lossy(&b).into_owned()).map_err(failed);
    let end = match status {
        None => Some(Wrong::new(Fault::Hangs, format!("still running after {} s", limit.as_secs()))),
        Some(status) if status.success() => None,
        Some(status) => {
            let said = read(&err)?;
            let said: Vec<&str> = said.lines().take(20).collect();
            Some(Wrong::new(Fault::Ends, format!("{status}: {}", said.join("\n"))))
        }
    };
    Ok((read(file)?, end))
}

fn told(pack: &Pack, column: &'static str, mut wrong: Faults, failures: &mut Vec<Failed>, outcomes: &mut Vec<Outcome>) {
    for (k, p) in pack.programs.iter().enumerate() {
        match wrong.remove(&k) {
            Some(wrong) => failures.push(Failed::new(p, column, wrong)),
            None => outcomes.push(Outcome { test: format!("loops/{} {}", p.kind, p.seed), column, result: Ok(()) }),
        }
    }
}

fn interpreted(runner: &Runner, packs: &[Pack]) -> Vec<Faults> {
    tools::parallel(
        "interp",
        packs,
        |p| &p.test.name,
        |p| {
            compared(p, INTERPRETED, &p.test.path.with_extension("interp"), Patience::LONG, &|| {
                let mut command = runner.somdc();
                command.env("SOMD_CHECK", "races");
                command.args(["run", "--target", "interp", "-A", "all"]).arg(&p.test.path).arg("--");
                command
            })
        },
    )
}

/// In the columns that were asked for.
fn compiled(
    runner: &Runner,
    packs: &[Pack],
    failures: &mut Vec<Failed>,
    outcomes: &mut Vec<Outcome>,
) -> Result<(), String> {
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
        let run = |p: &&Pack| run_compiled(runner, &program, p, column, threads);
        for (pack, wrong) in good.iter().zip(tools::parallel(column, &good, |p| &p.test.name, run)) {
            told(pack, column, wrong, failures, outcomes);
        }
    }
    Ok(())
}

/// Runs a compiled pack with each number of threads.
fn run_compiled(
    runner: &Runner,
    program: &Path,
    pack: &Pack,
    column: &'static str,
    threads: &[&'static str],
) -> Faults {
    let mut wrong = Faults::new();
    for &n in threads {
        let found = compared(pack, usize::MAX >> 33, &pack.test.path.with_extension(column), Patience::LONG, &|| {
            let mut command = Command::new(program);
            command.arg(pack.test.module()).current_dir(&runner.root);
            command.env("SOMD_TARGET", column).env("SOMD_STRICT", "devices").env("SOMD_THREADS", n);
            command
        });
        for (k, of) in found {
            wrong.entry(k).or_insert(Wrong { why: format!("{n} threads: {}", of.why), threads: n, ..of });
        }
    }
    wrong
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
