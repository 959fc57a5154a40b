//! Faults planted in a copy of the compiler, and whether the random programs find them: what an oracle is worth that has never been seen to fail.
//!
//! A fault is a file in `tests/planted`: a line that says what is wrong, whether it lies in a pass or in a recogniser and in which file, the text
//! to find there, and what to put in its place. `planted()` in that text is true where `SOMD_PLANTED` names the fault, so one build of the copy
//! holds all of them, and none is on by itself. A text that is not there, or there twice, is an error: the fault has to follow the compiler.
//!
//! Random loops run in the interpreter of the copy, against their twins in plain Java. All faults that have not been found are on at once; the
//! programs that fail then run again with each fault by itself, which says whose they are.

use crate::loops::{self, Fault, Faults, Lines, Pack, Patience, Wrong};
use crate::random::loops::{Program, program};
use crate::{Runner, tools};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A fault is looked for in so many programs.
const PROGRAMS: u64 = 2000;
/// Of the programs that fail with all faults on, so many run with each.
const SINGLED_OUT: usize = 12;
/// So many faults are on at once.
const GROUP: usize = 6;
/// One program that fails is enough, and many hang.
const SHORT: Patience = Patience { ends: 2, limit: Duration::from_secs(12) };
/// Packs whose twins run in one virtual machine.
const TOGETHER: u64 = 4;
/// What is planted lies deep in the compiler: most of it is built again.
const BUILD: Duration = Duration::from_secs(3600);
/// Names the faults that are on.
const VARIABLE: &str = "SOMD_PLANTED";

struct Planted {
    name: String,
    /// What is wrong.
    what: String,
    /// A pass or a recogniser.
    kind: String,
    file: PathBuf,
    find: String,
    put: String,
}

impl Planted {
    fn read(path: &Path) -> Result<Planted, String> {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let wrong = || format!("{}: not a fault: what is wrong, `pass: FILE`, `---- find`, `---- put`", path.display());
        let (head, rest) = text.split_once("\n---- find\n").ok_or_else(wrong)?;
        let (find, put) = rest.split_once("\n---- put\n").ok_or_else(wrong)?;
        let (what, place) = head.split_once("\n\n").ok_or_else(wrong)?;
        let (kind, file) = place.trim().split_once(": ").ok_or_else(wrong)?;
        if find.contains("planted()") || !put.contains("planted()") {
            return Err(format!("{}: `planted()` stands in what is put, and there alone", path.display()));
        }
        Ok(Planted {
            name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            what: what.trim().replace('\n', " "),
            kind: kind.to_string(),
            file: file.into(),
            find: find.to_string(),
            put: put.trim_end_matches('\n').to_string(),
        })
    }

    /// The text with the fault in it.
    fn put_into(&self, text: &str) -> Result<String, String> {
        let times = text.matches(&self.find).count();
        if times != 1 {
            let file = self.file.display();
            return Err(format!("{}: its text stands {times} times in {file}, not once", self.name));
        }
        let on = format!(
            "({{ static ON: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| std::env::var({VARIABLE:?}).is_ok_and(|all| all.split(',').any(|n| n == {:?}))); *ON }})",
            self.name
        );
        Ok(text.replacen(&self.find, &self.put.replace("planted()", &on), 1))
    }
}

/// When a fault was found.
struct Found {
    /// After so many programs.
    after: u64,
    kind: &'static str,
    seed: u64,
    seconds: f64,
}

/// Plants the faults, those with these names where there are any, and prints which are found. False where one is not.
pub fn run(runner: &Runner, names: &[String]) -> Result<bool, String> {
    let started = Instant::now();
    let mut faults = all(&runner.root)?;
    if let Some(unknown) = names.iter().find(|n| faults.iter().all(|f| f.name != **n)) {
        return Err(format!("no fault `{unknown}` in tests/planted"));
    }
    let folder = runner.work.parent().unwrap_or(&runner.work).join("planted");
    let somdc = built(&runner.root, &folder, &faults)?;
    eprintln!("{} faults planted: {:.1} s", faults.len(), started.elapsed().as_secs_f64());
    faults.retain(|f| names.is_empty() || names.contains(&f.name));
    let size = runner.args.pack.max(1);
    let search = Search { runner, somdc, folder: folder.join("programs"), first: runner.args.seed, size, started };
    fs::create_dir_all(&search.folder).map_err(|e| e.to_string())?;
    let mut found: BTreeMap<&str, Found> = BTreeMap::new();
    let starts: Vec<u64> = (search.first..search.first + PROGRAMS).step_by(size as usize).collect();
    let mut looked = 0;
    for starts in starts.chunks(TOGETHER as usize) {
        let left = |found: &BTreeMap<&str, Found>| faults.iter().any(|f| !found.contains_key(f.name.as_str()));
        if !left(&found) {
            break;
        }
        for pack in search.packs(starts)? {
            let before = found.len();
            search.look(&faults, pack, &mut found)?;
            looked += size;
            eprintln!(
                "{looked} programs: {} of {} found, {} of them new",
                found.len(),
                faults.len(),
                found.len() - before
            );
        }
    }
    table(&faults, &found, search.first);
    eprintln!("planted: {:.1} s", started.elapsed().as_secs_f64());
    Ok(found.len() == faults.len())
}

/// The faults in `tests/planted`: passes, then recognisers, by their names.
fn all(root: &Path) -> Result<Vec<Planted>, String> {
    let folder = root.join("tests/planted");
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    let mut faults = paths.iter().map(|p| Planted::read(p)).collect::<Result<Vec<_>, _>>()?;
    faults.sort_by(|a, b| (&a.kind, &a.name).cmp(&(&b.kind, &b.name)));
    Ok(faults)
}

/// Copies the tree, plants all faults and builds the compiler: where it lies.
fn built(root: &Path, folder: &Path, faults: &[Planted]) -> Result<PathBuf, String> {
    let listed = tools::run(
        Command::new("git").args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(root),
        &[],
        Duration::from_secs(60),
    )?;
    let tree = folder.join("tree");
    for name in String::from_utf8_lossy(&listed.out).split('\0').filter(|n| !n.is_empty()) {
        let Ok(mut bytes) = fs::read(root.join(name)) else { continue };
        for fault in faults.iter().filter(|f| f.file == Path::new(name)) {
            bytes = fault.put_into(&String::from_utf8_lossy(&bytes))?.into_bytes();
        }
        let path = tree.join(name);
        // What has not changed is not built again.
        if fs::read(&path).is_ok_and(|old| old == bytes) {
            continue;
        }
        let written = fs::create_dir_all(path.parent().unwrap_or(&tree)).and_then(|()| fs::write(&path, bytes));
        written.map_err(|e| format!("{}: {e}", path.display()))?;
    }
    if let Some(lost) = faults.iter().find(|f| !tree.join(&f.file).exists()) {
        return Err(format!("{}: no file {}", lost.name, lost.file.display()));
    }
    let target = folder.join("build");
    let mut cargo = tools::cargo();
    cargo.args(["build", "--quiet", "-p", "somdc"]).arg("--target-dir").arg(&target).current_dir(&tree);
    cargo.env_remove("CARGO_TARGET_DIR");
    let ran = tools::run(&mut cargo, &[], BUILD)?;
    if ran.code != 0 {
        let said = String::from_utf8_lossy(&ran.err);
        return Err(format!("the compiler with the planted faults does not build:\n{said}"));
    }
    Ok(target.join("debug/somdc"))
}

struct Search<'r> {
    runner: &'r Runner,
    /// The compiler with the faults.
    somdc: PathBuf,
    folder: PathBuf,
    /// The first program's seed.
    first: u64,
    /// Programs in a pack.
    size: u64,
    started: Instant,
}

impl Search<'_> {
    fn somdc(&self, on: &str) -> Command {
        let mut command = Command::new(&self.somdc);
        command.current_dir(&self.runner.root).env("NO_COLOR", "1").env(VARIABLE, on);
        command
    }

    /// Packs of programs, with what their twins print.
    fn packs(&self, starts: &[u64]) -> Result<Vec<Pack>, String> {
        let mut packs = Vec::new();
        for &start in starts {
            let programs: Vec<Program> = (start..(start + self.size).min(self.first + PROGRAMS)).map(program).collect();
            let test = loops::written(&self.folder, start, &programs.iter().collect::<Vec<_>>())?;
            packs.push(Pack { test, programs, expected: Lines::new() });
        }
        loops::with_twins(self.runner, &mut packs)?;
        Ok(packs)
    }

    /// Looks for the faults that have not been found yet.
    fn look<'f>(
        &self,
        faults: &'f [Planted],
        mut pack: Pack,
        found: &mut BTreeMap<&'f str, Found>,
    ) -> Result<(), String> {
        // A program that fails without a fault shows one that nobody has planted.
        let (wrong, refused) = self.wrong("", &pack, "none")?;
        let refused: BTreeSet<usize> = refused.into_iter().filter(|k| !wrong.contains_key(k)).collect();
        for (place, wrong) in &wrong {
            let p = &pack.programs[*place];
            eprintln!("without a planted fault: loops/{} {}: {}", p.kind, p.seed, wrong.why);
        }
        pack = only(&pack, &|k| !wrong.contains_key(&k));
        let refused: BTreeSet<usize> = refused.iter().map(|k| k - wrong.range(..k).count()).collect();
        let left: Vec<&Planted> = faults.iter().filter(|f| !found.contains_key(f.name.as_str())).collect();
        let groups: Vec<(String, &[&Planted])> =
            left.chunks(GROUP).map(|g| (g.iter().map(|f| f.name.as_str()).collect::<Vec<_>>().join(","), g)).collect();
        let told = |fault: &'f Planted, place: usize, wrong: &Wrong| {
            let (p, why) = (&pack.programs[place], wrong.why.lines().next().unwrap_or_default());
            eprintln!("{}: found by loops/{} {}: {why}", fault.name, p.kind, p.seed);
            (fault, place)
        };
        let of_group = |(names, group): &(String, &[&'f Planted])| {
            let mut wrong = match group.iter().all(|f| f.kind == "pass") {
                true => self.wrong_beside(names, &pack, &group[0].name, &refused)?,
                false => self.wrong(names, &pack, &group[0].name)?.0,
            };
            if let [one] = group {
                return Ok(wrong.pop_first().map(|(place, w)| told(one, place, &w)).into_iter().collect::<Vec<_>>());
            }
            // One that ends the compiler or the program hides the others, and two may end what neither does.
            let ends = wrong.values().any(|w| matches!(w.fault, Fault::Compiler | Fault::Ends | Fault::Hangs));
            if ends {
                wrong = (0..pack.programs.len()).map(|k| (k, Wrong::new(Fault::Compiler, ""))).collect();
            }
            let some: Vec<usize> = wrong.into_keys().take(if ends { usize::MAX } else { SINGLED_OUT }).collect();
            let few = only(&pack, &|k| some.contains(&k));
            let mut all = Vec::new();
            for one in group.iter().filter(|_| !some.is_empty()) {
                let first = self.wrong(&one.name, &few, &one.name)?.0.pop_first();
                all.extend(first.map(|(place, w)| told(one, some[place], &w)));
            }
            Ok::<_, String>(all)
        };
        for of in tools::parallel("planted", &groups, |(names, _)| names, of_group) {
            for (fault, place) in of? {
                let Program { seed, kind, .. } = pack.programs[place];
                let (after, seconds) = (seed - self.first + 1, self.started.elapsed().as_secs_f64());
                found.insert(&fault.name, Found { after, kind, seed, seconds });
            }
        }
        Ok(())
    }

    /// What is wrong with the programs of a pack where these faults are on, and which are refused. Files are named by `whose`.
    fn wrong(&self, on: &str, pack: &Pack, whose: &str) -> Result<(Faults, BTreeSet<usize>), String> {
        let folder = self.folder.join(whose);
        fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let somdc = || self.somdc(on);
        let test = loops::written(&folder, first_of(pack), &pack.programs.iter().collect::<Vec<_>>())?;
        let errors = match loops::checked(somdc(), &test.path, &pack.programs) {
            Ok(errors) => errors,
            Err(why) => {
                let one = loops::culprit(&somdc, &folder, first_of(pack), &pack.programs)?;
                return Ok((Faults::from([(one, Wrong::new(Fault::Compiler, why))]), BTreeSet::new()));
            }
        };
        let refused: BTreeSet<usize> = errors.keys().copied().collect();
        let mut wrong = self.run(on, pack, &folder, &refused)?;
        // What is not of distributed loops is no reason to refuse one.
        for (place, refusal) in errors.into_iter().filter(|(_, e)| !e.code.starts_with("E05")) {
            wrong.insert(place, Wrong::new(Fault::Refused(refusal.code), format!("refused: {}", refusal.said)));
        }
        Ok((wrong, refused))
    }

    /// The same of faults that refuse nothing, as those of passes: where the others are known, nothing is checked first.
    fn wrong_beside(&self, on: &str, pack: &Pack, whose: &str, refused: &BTreeSet<usize>) -> Result<Faults, String> {
        let folder = self.folder.join(whose);
        fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let wrong = self.run(on, pack, &folder, refused)?;
        // Where the compiler ends, it does so for all of them.
        let ends = wrong.values().any(|w| w.fault == Fault::Ends);
        if ends { Ok(self.wrong(on, pack, whose)?.0) } else { Ok(wrong) }
    }

    /// Runs those that are not refused.
    fn run(&self, on: &str, pack: &Pack, folder: &Path, refused: &BTreeSet<usize>) -> Result<Faults, String> {
        let good: Vec<usize> = (0..pack.programs.len()).filter(|k| !refused.contains(k)).collect();
        let mut few = only(pack, &|k| !refused.contains(&k));
        few.test = loops::written(folder, first_of(pack), &few.programs.iter().collect::<Vec<_>>())?;
        let out = few.test.path.with_extension("interp");
        let ran = loops::compared(&few, loops::INTERPRETED, &out, SHORT, &|| {
            let mut command = self.somdc(on);
            command.env("SOMD_CHECK", "races");
            command.args(["run", "--target", "interp", "-A", "all"]).arg(&few.test.path).arg("--");
            command
        });
        Ok(ran.into_iter().map(|(place, w)| (good[place], w)).collect())
    }
}

/// The number in the name of the pack's class, which is in texts of exceptions: that of the twins too.
fn first_of(pack: &Pack) -> u64 {
    let stem = pack.test.path.file_stem().unwrap_or_default().to_string_lossy();
    stem.trim_start_matches("Loops").parse().unwrap_or_default()
}

/// The programs of a pack at these places.
fn only(pack: &Pack, keep: &dyn Fn(usize) -> bool) -> Pack {
    let kept: Vec<usize> = (0..pack.programs.len()).filter(|&k| keep(k)).collect();
    let place = |k: usize| kept.iter().position(|&p| p == k);
    let expected = pack.expected.iter().filter_map(|((k, call), text)| Some(((place(*k)?, *call), text.clone())));
    Pack {
        test: pack.test.clone(),
        programs: kept.iter().map(|&k| pack.programs[k].clone()).collect(),
        expected: expected.collect(),
    }
}

fn table(faults: &[Planted], found: &BTreeMap<&str, Found>, first: u64) {
    println!("| Fault | Where | What is wrong | Found after | By |\n|---|---|---|---|---|");
    for f in faults {
        let file = f.file.file_name().unwrap_or_default().to_string_lossy();
        let (after, by) = match found.get(f.name.as_str()) {
            Some(of) => (of.after.to_string(), format!("loops, {} {} ({:.0} s)", of.kind, of.seed, of.seconds)),
            None => ("not found".into(), String::new()),
        };
        println!("| {} | {} `{file}` | {} | {after} | {by} |", f.name, f.kind, f.what);
    }
    println!("\n{} of {} found in {PROGRAMS} programs from seed {first} on", found.len(), faults.len());
}

#[cfg(test)]
mod tests {
    use super::all;
    use crate::tools;
    use std::collections::BTreeMap;
    use std::fs;

    /// Each fault's text is where it says, once, behind those planted before it.
    #[test]
    fn every_fault_can_be_planted() {
        let root = tools::root();
        let faults = all(&root).expect("the faults are readable");
        for kind in ["pass", "recogniser"] {
            assert!(faults.iter().filter(|f| f.kind == kind).count() >= 20, "fewer than 20 of {kind}");
        }
        let mut texts = BTreeMap::new();
        for f in &faults {
            let text = texts.entry(&f.file).or_insert_with(|| {
                fs::read_to_string(root.join(&f.file)).unwrap_or_else(|e| panic!("{}: {e}", f.file.display()))
            });
            *text = f.put_into(text).unwrap_or_else(|e| panic!("{e}"));
        }
    }
}
