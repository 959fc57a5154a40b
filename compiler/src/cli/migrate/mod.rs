//! `somdc migrate`: what of a plain Java program can be parallel, and which words make it so.
//!
//! Each method with loops is tried with its array parameters distributed, few of them before many, and with `reduce` where its text is that fold
//! ([`shape`]); each stream with `.parallel()`. The compiler's own verdict on the changed program decides: what it refuses, or runs on one core, is told
//! with its reason.

mod shape;
mod walk;

use super::commands::{self, DIAGNOSTICS, USAGE};
use super::{Common, MigrateArgs};
use crate::driver::sources::Encoding;
use crate::driver::stages::Compilation;
use somd_lower::{Construct, Runs, Verdict};
use somd_syntax::ast::{Block, Member, MethodDecl, TypeDecl};
use somd_syntax::source::Span;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// More arrays than this are tried all together, all but one, and one by one.
const FEW: usize = 3;

type Texts = BTreeMap<String, String>;

/// Words that are written at a place of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Edit {
    file: String,
    at: usize,
    text: &'static str,
}

/// A loop or a stream: where it begins, what it is, and what became of it.
struct Item {
    file: String,
    line: u32,
    what: String,
    /// In words, and whether it is parallel.
    outcome: (String, bool),
    edits: Vec<Edit>,
}

struct Migration<'a> {
    c: &'a Compilation,
    texts: Texts,
    common: &'a Common,
    items: Vec<Item>,
}

pub fn migrate(args: &MigrateArgs) -> i32 {
    run(args).unwrap_or_else(|code| code)
}

fn run(args: &MigrateArgs) -> Result<i32, i32> {
    if args.apply && args.common.encoding != Encoding::Utf8 {
        eprintln!("somdc: only files in UTF-8 are written");
        return Err(USAGE);
    }
    let common = Common { allow: vec!["all".into()], ..args.common.clone() };
    let mut plain = commands::read(&args.paths, &common)?;
    let c = commands::read(&args.paths, &common)?;
    plain.diagnose();
    commands::report(&plain, &common)?;
    let own = c.sources.files().iter().filter(|f| !f.library);
    let texts: Texts = own.map(|f| (f.name.clone(), f.text.to_string())).collect();
    let mut migration = Migration { c: &c, texts, common: &common, items: Vec::new() };
    for (unit, _) in c.units.iter().filter(|(_, library)| !library) {
        unit.types.iter().for_each(|t| migration.class(t));
    }
    migration.items.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    migration.settle();
    migration.show();
    if !args.apply {
        return Ok(0);
    }
    let written = migration.write()?;
    check(args, &written)
}

impl Migration<'_> {
    fn class(&mut self, decl: &TypeDecl) {
        for member in &decl.members {
            match member {
                Member::Type(inner) => self.class(inner),
                Member::Method(m) => {
                    if let Some(body) = &m.body {
                        self.loops(decl, m, body);
                        self.streams(decl, m, body);
                    }
                }
                Member::Field(_) | Member::Init { .. } => {}
            }
        }
    }

    fn place(&self, span: Span) -> (String, usize, u32) {
        let found = self.c.sources.locate(span);
        found.map_or((String::new(), 0, 0), |(f, line, _)| (f.name.clone(), (span.lo - f.base) as usize, line))
    }

    /// What becomes of the program with these words written into it: the verdicts, or why it is refused.
    fn tried(&self, edits: &[Edit]) -> Result<(Compilation, Vec<Verdict>), String> {
        let texts = applied(&self.texts, edits);
        let mut c = Compilation::of_texts(texts.into_iter().collect(), commands::settings(self.common));
        match c.compile() {
            Some(program) => Ok((c, program.verdicts)),
            None => {
                let shown = c.shown();
                let first = shown.iter().find(|d| d.is_error());
                let place = first.and_then(|d| c.sources.locate(d.primary.span)).map(|(_, line, _)| line);
                let place = place.map_or(String::new(), |line| format!("line {line}: "));
                Err(first.map_or("the compiler refuses it".into(), |d| format!("{place}{}", d.title)))
            }
        }
    }

    fn loops(&mut self, class: &TypeDecl, method: &MethodDecl, body: &Block) {
        let loops = shape::outermost_loops(body);
        if loops.is_empty() || method.modifiers.reduce.is_some() {
            return;
        }
        let name = format!("{}.{}", class.name.name, method.name.name);
        let lines: Vec<(String, usize, u32)> = loops.iter().map(|l| self.place(l.span)).collect();
        let item = |n: usize, outcome: (String, bool), edits: &[Edit]| {
            let (file, _, line) = lines[n].clone();
            Item { file, line, what: format!("loop in {name}"), outcome, edits: edits.to_vec() }
        };
        let arrays = shape::arrays(method);
        if method.params.iter().any(|p| p.modifiers.dist.is_some()) {
            return;
        }
        if arrays.is_empty() {
            let why = format!(
                "one core: `{}` has no array as a parameter; a loop is parallel in a method of its own, over an array that is its `dist` parameter",
                method.name.name
            );
            self.items.extend((0..loops.len()).map(|n| item(n, (why.clone(), false), &[])));
            return;
        }
        let fold = shape::fold(method, self.c.sources.text(body.span));
        let mut best: Option<(Vec<(String, bool)>, Vec<Edit>)> = None;
        let mut refused = None;
        for subset in subsets(arrays.len()) {
            let mut edits: Vec<Edit> = subset
                .iter()
                .map(|&a| {
                    let (file, at, _) = self.place(arrays[a].1);
                    Edit { file, at, text: "dist " }
                })
                .collect();
            if let (Some(fold), Some(ret)) = (fold, &method.ret) {
                let (file, at, _) = self.place(ret.span);
                edits.push(Edit { file, at, text: reduction(fold) });
            }
            edits.sort();
            let outcomes = match self.tried(&edits) {
                Ok((c, verdicts)) => lines.iter().map(|l| outcome(&c, &verdicts, l, false)).collect::<Vec<_>>(),
                Err(why) => {
                    refused.get_or_insert(format!("one core: with `dist`, {why}"));
                    continue;
                }
            };
            let good = |o: &[(String, bool)]| o.iter().filter(|o| o.1).count();
            // A loop over something else each instance would fold once more.
            if fold.is_some() && good(&outcomes) < loops.len() {
                refused.get_or_insert(outcomes.iter().find(|o| !o.1).map_or(String::new(), |o| o.0.clone()));
                continue;
            }
            if best.as_ref().is_none_or(|(b, _)| good(&outcomes) > good(b)) {
                let all = good(&outcomes) == loops.len();
                best = Some((outcomes, edits));
                if all {
                    break;
                }
            }
        }
        let (outcomes, edits) = best.unwrap_or_else(|| {
            let why = refused.unwrap_or_default();
            (vec![(why, false); loops.len()], Vec::new())
        });
        let used = outcomes.iter().any(|o| o.1);
        for (n, o) in outcomes.into_iter().enumerate() {
            let edits = if used && o.1 { &edits[..] } else { &[] };
            self.items.push(item(n, o, edits));
        }
    }

    fn streams(&mut self, class: &TypeDecl, method: &MethodDecl, body: &Block) {
        for source in shape::stream_sources(body) {
            let (file, at, line) = self.place(source.span);
            let end = at + (source.span.hi - source.span.lo) as usize;
            let edits = vec![Edit { file: file.clone(), at: end, text: ".parallel()" }];
            let Ok((c, verdicts)) = self.tried(&edits) else { continue };
            let outcome = outcome(&c, &verdicts, &(file.clone(), at, line), true);
            let edits = if outcome.1 { edits } else { Vec::new() };
            let what = format!("stream in {}.{}", class.name.name, method.name.name);
            self.items.push(Item { file, line, what, outcome, edits });
        }
    }

    /// All changes together must be right too: those with which they are not are taken back.
    fn settle(&mut self) {
        let mut kept: Vec<Edit> = Vec::new();
        for n in 0..self.items.len() {
            let new: Vec<Edit> = self.items[n].edits.iter().filter(|e| !kept.contains(e)).cloned().collect();
            if new.is_empty() {
                continue;
            }
            let mut all = [kept.clone(), new].concat();
            all.sort();
            match self.tried(&all) {
                Ok(_) => kept = all,
                Err(why) => {
                    let item = &mut self.items[n];
                    item.outcome = (format!("one core: beside the changes above, {why}"), false);
                    item.edits.clear();
                }
            }
        }
    }

    fn edits(&self) -> Vec<Edit> {
        let mut all: Vec<Edit> = self.items.iter().flat_map(|i| i.edits.iter().cloned()).collect();
        all.sort();
        all.dedup();
        all
    }

    fn show(&self) {
        let mut told: Vec<&Edit> = Vec::new();
        for item in &self.items {
            println!("{}:{}: {}: {}", item.file, item.line, item.what, item.outcome.0);
            let new: Vec<&Edit> = item.edits.iter().filter(|e| !told.contains(e)).collect();
            told.extend(&new);
            let Some(text) = self.texts.get(&item.file) else { continue };
            let line = |e: &Edit| text[..e.at].matches('\n').count() + 1;
            for changed in new.chunk_by(|a, b| line(a) == line(b)) {
                let first = changed[0].at;
                let from = text[..first].rfind('\n').map_or(0, |n| n + 1);
                let to = text[first..].find('\n').map_or(text.len(), |n| first + n);
                let mut shown = text[from..to].to_string();
                for e in changed.iter().rev() {
                    shown.insert_str(e.at - from, e.text);
                }
                println!("  {:>6} | {}", line(changed[0]), shown.trim());
            }
        }
        let parallel = self.items.iter().filter(|i| i.outcome.1).count();
        println!("{parallel} of {} loops and streams parallel", self.items.len());
    }

    /// Writes the changed program: of each `.java` file, a `.somd` file beside it.
    fn write(&self) -> Result<Vec<PathBuf>, i32> {
        let texts = applied(&self.texts, &self.edits());
        let target = |name: &str| Path::new(name).with_extension("somd");
        if let Some(there) = texts.keys().map(|n| target(n)).find(|p| p.exists()) {
            eprintln!("somdc: `{}` is there already: take it away to have it written", there.display());
            return Err(USAGE);
        }
        let mut written = Vec::new();
        for (name, text) in texts {
            let path = target(&name);
            std::fs::write(&path, text).map_err(|e| {
                eprintln!("somdc: cannot write `{}`: {e}", path.display());
                DIAGNOSTICS
            })?;
            println!("wrote {}", path.display());
            written.push(path);
        }
        Ok(written)
    }
}

/// `reduce(…)` in front of a result's type.
fn reduction(fold: &str) -> &'static str {
    match fold {
        "*" => "reduce(*) ",
        "|" => "reduce(|) ",
        "^" => "reduce(^) ",
        "min" => "reduce(min) ",
        "max" => "reduce(max) ",
        _ => "reduce(+) ",
    }
}

/// Which of some parameters are tried together, few before many.
fn subsets(n: usize) -> Vec<Vec<usize>> {
    if n > FEW {
        let one = (0..n).map(|i| vec![i]);
        let but_one = (0..n).map(|i| (0..n).filter(|&j| j != i).collect());
        return one.chain(but_one).chain([(0..n).collect()]).collect();
    }
    let mut all: Vec<Vec<usize>> = (1..1u32 << n).map(|bits| (0..n).filter(|i| bits >> i & 1 == 1).collect()).collect();
    all.sort_by_key(|s| (s.len(), s.clone()));
    all
}

/// The texts with these edits, which are sorted.
fn applied(texts: &Texts, edits: &[Edit]) -> Texts {
    let mut texts = texts.clone();
    for e in edits.iter().rev() {
        if let Some(text) = texts.get_mut(&e.file) {
            text.insert_str(e.at, e.text);
        }
    }
    texts
}

/// What became of the loop or stream that begins on this line, in words, and whether it is parallel.
fn outcome(
    c: &Compilation,
    verdicts: &[Verdict],
    (file, _, line): &(String, usize, u32),
    stream: bool,
) -> (String, bool) {
    let here = |v: &&Verdict| {
        let kind = match v.construct {
            Construct::Loop | Construct::Around => !stream,
            Construct::Library(_) => stream,
            _ => false,
        };
        kind && c.sources.locate(v.span).is_some_and(|(f, l, _)| f.name == *file && l == *line)
    };
    let Some(v) = verdicts.iter().find(here) else {
        return ("one core: nothing in it runs over an array that is distributed".into(), false);
    };
    let reason = v.why.as_ref().map_or("", |w| &w.reason);
    match v.runs {
        _ if v.construct == Construct::Around => (format!("in order, the loops in it parallel: {reason}"), true),
        Runs::Device => ("parallel, also on a device".into(), true),
        Runs::OneCore => (format!("one core: {reason}"), false),
        Runs::OwnThread | Runs::AnyThread | Runs::AllCores => {
            (format!("parallel on all cores; not on a device: {reason}"), true)
        }
    }
}

/// Runs the program as it was by `java`, and as it is now; whether both print the same.
fn check(args: &MigrateArgs, written: &[PathBuf]) -> Result<i32, i32> {
    let say = |e: String| {
        eprintln!("somdc: {e}");
        DIAGNOSTICS
    };
    let folder = tempfile::tempdir().map_err(|e| say(format!("cannot make a temporary folder: {e}")))?;
    let mut javac = Command::new("javac");
    javac.args(["-nowarn", "-encoding", "UTF-8", "-d"]).arg(folder.path());
    let files = crate::driver::sources::files(&args.paths).unwrap_or_default();
    let Ok(compiled) = javac.args(files).output() else {
        println!("not checked: there is no `javac` here");
        return Ok(0);
    };
    if !compiled.status.success() {
        return Err(say(format!("`javac` refuses the program:\n{}", String::from_utf8_lossy(&compiled.stderr))));
    }
    let common = &args.common;
    let (c, program) = commands::compiled(written, common)?;
    let Some(main) = program.main.map(|m| program.hir.class(program.hir.method(m).class).binary_name.to_string())
    else {
        println!("not checked: there is no `main` to run");
        return Ok(0);
    };
    let mut java = Command::new("java");
    if common.assertions {
        java.arg("-ea");
    }
    java.arg("-cp").arg(folder.path()).arg(main);
    let expected = output(java, &args.args).map_err(|e| say(format!("cannot run `java`: {e}")))?;
    let mut command = if args.on == "interp" {
        let mut command = commands::interpreter(written, common).map_err(|e| say(e.to_string()))?;
        command.args(["-Aall", "--"]);
        command
    } else {
        let (built, _lock) = commands::built(&c, &program, common, written, "native", ("migrate", written))?;
        let mut command = Command::new(built);
        command.env("SOMD_TARGET", &args.on);
        command
    };
    command.stdin(Stdio::null());
    let got = output(command, &args.args).map_err(|e| say(format!("cannot run the program: {e}")))?;
    if expected.stdout == got.stdout && expected.status.code() == got.status.code() {
        println!("checked: on {} it prints what `java` prints", args.on);
        return Ok(0);
    }
    println!("DIFFERS: on {} it does not do what `java` does", args.on);
    let text = |o: &Output| String::from_utf8_lossy(&o.stdout).into_owned();
    let (expected_text, got_text) = (text(&expected), text(&got));
    let lines = || expected_text.lines().map(Some).chain([None]).zip(got_text.lines().map(Some).chain([None]));
    match lines().zip(1..).find(|((e, g), _)| e != g) {
        Some(((e, g), line)) => {
            println!("  line {line} of java:   {}", e.unwrap_or("(nothing)"));
            println!("  line {line} of somdc:  {}", g.unwrap_or("(nothing)"));
        }
        None => println!("  exit codes: java {}, somdc {}", expected.status, got.status),
    }
    println!("  (a `reduce` of `float` or `double` adds in another order, which may change the last digits)");
    Ok(DIAGNOSTICS)
}

fn output(mut command: Command, args: &[String]) -> std::io::Result<Output> {
    command.args(args).stdin(Stdio::null()).output()
}

#[cfg(test)]
mod tests {
    use super::subsets;

    #[test]
    fn few_parameters_are_tried_before_many() {
        assert_eq!(subsets(2), [vec![0], vec![1], vec![0, 1]]);
        assert_eq!(subsets(4).len(), 9);
    }
}
