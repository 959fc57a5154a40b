//! What each program adds: which places of the compiler and which functions of the libraries it alone comes to.
//!
//! `--coverage SOMDC` is given a compiler that counts (`-C instrument-coverage`). Each program is translated and interpreted by it. What counts is
//! the counters that are not zero, the library's methods that are emitted, and the runtime's functions that the emitted Rust names. A program adds nothing
//! where the others have all that it has; of those that can go, the ones with the most Rust are proposed first, and what is left still covers everything.
//!
//! What was found lies in `target/somd-tests/coverage`, and a program is run once: after some have been taken out of the tests, a second run says what none
//! covers any more.

use super::{LIMIT, Runner, case, text, tools};
use crate::case::RunTest;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What one program covers.
struct Covered {
    name: String,
    counters: BTreeSet<u32>,
    /// Methods of the library, functions of the runtime.
    functions: BTreeSet<String>,
    /// Bytes of Rust, which say best what the program costs.
    size: u64,
}

impl Runner {
    /// Prints what can go, and what has been lost.
    pub fn coverage(&self, somdc: &Path) -> Result<(), String> {
        let folder = self.work.join("coverage");
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let somdc = somdc.canonicalize().map_err(|e| format!("{}: {e}", somdc.display()))?;
        let tests = case::run_tests(&self.root)?;
        let runtime = functions_of(&self.root.join("runtime/src"));
        let ran = tools::parallel("coverage", &tests, |t| &t.name, |t| self.cover(&somdc, t, &folder, &runtime));
        ran.into_iter().collect::<Result<Vec<()>, String>>()?;
        let there: BTreeSet<String> = tests.iter().map(RunTest::module).collect();
        let (now, gone): (Vec<Covered>, Vec<Covered>) =
            read(&folder)?.into_iter().partition(|c| there.contains(&c.name));
        print(now, &gone);
        Ok(())
    }

    /// Runs a program unless it has been, and writes what it covers.
    fn cover(&self, somdc: &Path, test: &RunTest, folder: &Path, runtime: &BTreeSet<String>) -> Result<(), String> {
        let kept = folder.join(test.module());
        let (bits, names) = (kept.with_extension("counters"), kept.with_extension("functions"));
        if bits.exists() && names.exists() {
            return Ok(());
        }
        let failed = |e: std::io::Error| format!("{}: {e}", test.name);
        let project = kept.with_extension("project");
        let mut counters = BTreeSet::new();
        let main = test.main.iter().flat_map(|m| ["--main", m]);
        let mut translate = vec!["-A", "all", "-o"];
        let to = project.display().to_string();
        translate.push(&to);
        for (stage, arguments) in
            [("translated", translate), ("interpreted", vec!["run", "-A", "all", "--target", "interp"])]
        {
            let profile = kept.with_extension(stage);
            let mut command = std::process::Command::new(somdc);
            command.current_dir(&self.root).env("LLVM_PROFILE_FILE", &profile);
            command.args(arguments).args(main.clone()).args(test.sources());
            if stage == "interpreted" {
                command.arg("--").args(&test.args);
            }
            // A program that runs too long here is ended, and has no profile: what it was translated by counts.
            let _ = tools::run(&mut command, &test.input, LIMIT / 10);
            if let Ok(bytes) = fs::read(&profile) {
                counters.extend(hit(&bytes).ok_or_else(|| format!("{}: no profile of this version", test.name))?);
                fs::remove_file(&profile).map_err(failed)?;
            }
        }
        let mut rust = Vec::new();
        texts(&project.join("src"), &mut rust);
        let size: usize = rust.iter().map(|(_, t)| t.len()).sum();
        let mut lines = vec![size.to_string()];
        for (path, text) in &rust {
            let class = path.strip_prefix(&project).unwrap_or(path).display().to_string();
            if class.contains("/library") {
                lines.extend(defined(text).into_iter().map(|f| format!("{class} {f}")));
            }
            lines.extend(words(text).filter(|w| runtime.contains(*w)).map(String::from));
        }
        lines[1..].sort();
        lines.dedup();
        fs::remove_dir_all(&project).map_err(failed)?;
        fs::write(&names, lines.join("\n")).map_err(failed)?;
        fs::write(&bits, counters.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>()).map_err(failed)
    }
}

fn read(folder: &Path) -> Result<Vec<Covered>, String> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|e| e != "counters") {
            continue;
        }
        let failed = |e: std::io::Error| format!("{}: {e}", path.display());
        let counters = fs::read(&path).map_err(failed)?;
        let names = fs::read_to_string(path.with_extension("functions")).map_err(failed)?;
        let mut lines = names.lines();
        all.push(Covered {
            name: path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default(),
            counters: counters.as_chunks().0.iter().map(|c| u32::from_le_bytes(*c)).collect(),
            size: lines.next().and_then(|l| l.parse().ok()).unwrap_or_default(),
            functions: lines.map(String::from).collect(),
        });
    }
    Ok(all)
}

fn print(mut now: Vec<Covered>, gone: &[Covered]) {
    let (mut counters, mut functions): (BTreeMap<u32, u32>, BTreeMap<String, u32>) = Default::default();
    for program in &now {
        program.counters.iter().for_each(|c| *counters.entry(*c).or_default() += 1);
        program.functions.iter().for_each(|f| *functions.entry(f.clone()).or_default() += 1);
    }
    println!("{} programs: {} counters, {} functions", now.len(), counters.len(), functions.len());
    let lost: BTreeSet<u32> =
        gone.iter().flat_map(|g| &g.counters).filter(|c| !counters.contains_key(c)).copied().collect();
    let lost_functions: BTreeSet<&String> =
        gone.iter().flat_map(|g| &g.functions).filter(|f| !functions.contains_key(*f)).collect();
    println!("{} programs are gone: {} counters, {} functions with them", gone.len(), lost.len(), lost_functions.len());
    for program in gone {
        let counters = program.counters.iter().filter(|c| lost.contains(c)).count();
        let functions: Vec<&str> =
            program.functions.iter().filter(|f| lost_functions.contains(f)).map(String::as_str).collect();
        if counters + functions.len() > 0 {
            println!("    {} had {counters} of the counters; {}", program.name, functions.join(", "));
        }
    }
    now.sort_by_key(|p| (std::cmp::Reverse(p.size), p.name.clone()));
    let mut proposed = 0;
    for program in &now {
        let alone = program.counters.iter().filter(|c| counters[c] == 1).count();
        let alone_functions = program.functions.iter().filter(|f| functions[*f] == 1).count();
        println!("{:>6} {:>6} {:>8}  {}", alone, alone_functions, program.size, program.name);
        if alone + alone_functions == 0 {
            proposed += 1;
            program.counters.iter().for_each(|c| *counters.entry(*c).or_default() -= 1);
            program.functions.iter().for_each(|f| *functions.entry(f.clone()).or_default() -= 1);
        }
    }
    println!(
        "{proposed} programs add nothing: those with 0 and 0 (counters, functions that no other has; bytes of Rust)"
    );
}

/// Words of eight bytes in the header of a raw profile, of versions 9 and 10, and the size of a function's record.
const HEADER: usize = 16;
const RECORD: usize = 64;

/// The counters of a raw profile that are not zero.
fn hit(profile: &[u8]) -> Option<Vec<u32>> {
    let words = profile.as_chunks::<8>().0;
    let header: Vec<u64> = words.get(..HEADER)?.iter().map(|w| u64::from_le_bytes(*w)).collect();
    let [_, version, ids, records, before, count] = header[..6] else { return None };
    if !(9..=10).contains(&(version & 0xff)) {
        return None;
    }
    let from = HEADER + (ids as usize + records as usize * RECORD + before as usize) / 8;
    let counters = words.get(from..from + count as usize)?;
    Some((0..).zip(counters).filter(|(_, w)| **w != [0; 8]).map(|(i, _)| i).collect())
}

/// The functions that Rust files of a folder define.
fn functions_of(folder: &Path) -> BTreeSet<String> {
    let mut rust = Vec::new();
    texts(folder, &mut rust);
    rust.iter().flat_map(|(_, text)| defined(text)).map(String::from).collect()
}

fn defined(text: &str) -> Vec<&str> {
    text.split("pub fn ").skip(1).filter_map(|rest| words(rest).next()).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|w| !w.is_empty())
}

fn texts(folder: &Path, into: &mut Vec<(std::path::PathBuf, String)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            texts(&path, into);
        } else if let (Some("rs"), Ok(bytes)) = (path.extension().and_then(|e| e.to_str()), fs::read(&path)) {
            into.push((path, text(&bytes)));
        }
    }
}
