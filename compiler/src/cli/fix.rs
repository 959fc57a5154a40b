//! `somdc fix`: applies the changes that diagnostics suggest.
//!
//! A change is kept where what suggested it is gone with it, nothing new is wrong in the words that it writes, and the text can be read as
//! well. So a suggestion that is not what was meant does no harm, and one that lets the compiler see further, and find more elsewhere, is kept.

use super::commands::{self, DIAGNOSTICS, USAGE};
use super::{Common, FixArgs, fmt, folder};
use crate::driver::sources::Encoding;
use crate::driver::stages::Compilation;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::{SourceFile, SourceMap};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

/// Conversions change values: they are for a person to decide.
const FOR_A_PERSON: [&str; 1] = ["E0201"];
/// More rounds than any program needs that a person has written.
const ROUNDS: usize = 50;

/// A replacement in a file, by bytes of its text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Edit {
    file: String,
    from: usize,
    to: usize,
    text: String,
    message: String,
    /// Of the diagnostic that suggests it.
    code: &'static str,
    title: String,
}

type Texts = BTreeMap<String, String>;

pub fn fix(mut args: FixArgs) -> i32 {
    let applied = folder::apply(&mut args.paths, &mut args.common, true);
    applied.and_then(|_| run(&args)).unwrap_or_else(|code| code)
}

/// What is wrong with a program: code, title and file of each message, and which bytes of the file it is about.
struct Found {
    all: Vec<(&'static str, String, String, Range<usize>)>,
    errors: usize,
    /// Where the text itself cannot be read.
    words: usize,
}

impl Found {
    /// How often something is said, wherever.
    fn times(&self, code: &str, title: &str) -> usize {
        self.all.iter().filter(|(c, t, ..)| *c == code && t == title).count()
    }
}

/// The program of these texts, and what is wrong with it.
fn checked(texts: &Texts, common: &Common) -> (Compilation, Found) {
    let texts: Vec<(String, String)> = texts.iter().map(|(n, t)| (n.clone(), t.clone())).collect();
    let mut c = Compilation::of_texts(texts, commands::settings(common));
    c.diagnose();
    let shown = c.shown();
    let all = shown.iter().map(|d| {
        let file = c.sources.file_at(d.primary.span.lo).filter(|_| !d.primary.span.is_none());
        let bytes = |f: &SourceFile| (d.primary.span.lo - f.base) as usize..(d.primary.span.hi - f.base) as usize;
        (d.code, d.title.clone(), file.map(|f| f.name.clone()).unwrap_or_default(), file.map(bytes).unwrap_or_default())
    });
    let found = Found {
        all: all.collect(),
        errors: shown.iter().filter(|d| d.is_error()).count(),
        words: shown.iter().filter(|d| d.is_error() && d.code.starts_with("E00")).count(),
    };
    (c, found)
}

fn run(args: &FixArgs) -> Result<i32, i32> {
    if args.common.encoding != Encoding::Utf8 && !args.dry_run {
        eprintln!("somdc: only files in UTF-8 are written; `--dry-run` shows the changes");
        return Err(USAGE);
    }
    let read = commands::read(&args.paths, &args.common)?;
    let own = read.sources.files().iter().filter(|f| !f.library);
    let before: Texts = own.map(|f| (f.name.clone(), f.text.to_string())).collect();
    let mut texts = before.clone();
    let (mut c, mut found) = checked(&texts, &args.common);
    let mut refused: BTreeSet<(String, String)> = BTreeSet::new();
    let mut done = 0;
    for _ in 0..ROUNDS {
        let edits: Vec<Edit> = c.shown().iter().filter_map(|d| edit(d, &c.sources, args.casts)).collect();
        let Some((kept, used)) = better(&texts, &edits, &found, &mut refused, &args.common) else { break };
        for e in &used {
            let line = texts[&e.file][..e.from].matches('\n').count() + 1;
            println!("{}:{line}: {}", e.file, described(e, &texts[&e.file]));
        }
        done += used.len();
        texts = kept;
        (c, found) = checked(&texts, &args.common);
    }
    if !args.dry_run {
        for (name, text) in texts.iter().filter(|(name, text)| before[*name] != **text) {
            fmt::replace(Path::new(name), text).map_err(|e| {
                eprintln!("somdc: cannot write `{name}`: {e}");
                DIAGNOSTICS
            })?;
        }
    }
    let what = if args.dry_run { "would be made" } else { "made" };
    println!("{done} change{} {what}; {} error{} left", plural(done), found.errors, plural(found.errors));
    Ok(if found.errors > 0 { DIAGNOSTICS } else { 0 })
}

fn plural(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}

/// The first change that a diagnostic suggests, in a file of the program.
fn edit(d: &Diagnostic, sources: &SourceMap, casts: bool) -> Option<Edit> {
    if FOR_A_PERSON.contains(&d.code) && !casts {
        return None;
    }
    let s = d.suggestions.first()?;
    let file = sources.file_at(s.span.lo).filter(|f| !f.library && !s.span.is_none())?;
    let at = |pos: u32| (pos.saturating_sub(file.base) as usize).min(file.text.len());
    let (from, to) = (at(s.span.lo), at(s.span.hi));
    Some(Edit {
        file: file.name.clone(),
        from,
        to,
        text: s.text.clone(),
        message: s.message.clone(),
        code: d.code,
        title: d.title.clone(),
    })
}

fn described(e: &Edit, text: &str) -> String {
    let old = text[e.from..e.to].trim();
    match (old.is_empty(), e.text.trim().is_empty()) {
        (true, _) => format!("insert `{}` ({})", e.text.trim(), e.message),
        (_, true) => format!("remove `{old}` ({})", e.message),
        _ => format!("`{old}` becomes `{}` ({})", e.text.trim(), e.message),
    }
}

/// The texts after as many of the edits as make the program better, and those edits. None where none does.
fn better(
    texts: &Texts,
    edits: &[Edit],
    found: &Found,
    refused: &mut BTreeSet<(String, String)>,
    common: &Common,
) -> Option<(Texts, Vec<Edit>)> {
    let key = |e: &Edit| (format!("{}: {}", e.file, &texts[&e.file][..e.to]), e.text.clone());
    let mut apart: Vec<Edit> = edits.iter().filter(|e| !refused.contains(&key(e))).cloned().collect();
    apart.sort();
    // What touches another waits for the next round.
    apart.dedup_by(|later, e| {
        let lines = |e: &Edit| e.from == e.to && e.text.ends_with('\n') && !e.text.ends_with("\n\n");
        let beside = later.from == e.from && lines(later) && lines(e) && later.text != e.text;
        e.file == later.file && later.from <= e.to && !beside
    });
    if apart.is_empty() {
        return None;
    }
    let all = applied(texts, &apart);
    if is_better(&apart, found, &checked(&all, common).1) {
        return Some((all, apart));
    }
    for e in apart {
        let one = applied(texts, std::slice::from_ref(&e));
        if is_better(std::slice::from_ref(&e), found, &checked(&one, common).1) {
            return Some((one, vec![e]));
        }
        refused.insert(key(&e));
    }
    None
}

/// Whether edits did what they were meant to.
fn is_better(edits: &[Edit], before: &Found, after: &Found) -> bool {
    let gone = |e: &Edit| after.times(e.code, &e.title) < before.times(e.code, &e.title);
    // What each edit has written, in the new text.
    let mut written: Vec<(&str, Range<usize>)> = Vec::new();
    for (n, e) in edits.iter().enumerate() {
        let earlier = edits[..n].iter().filter(|o| o.file == e.file);
        let shift: isize = earlier.map(|o| o.text.len() as isize - (o.to - o.from) as isize).sum();
        let from = e.from.saturating_add_signed(shift);
        written.push((&e.file, from..from + e.text.len()));
    }
    let is_new = |code: &str, title: &str| after.times(code, title) > before.times(code, title);
    let meets = |file: &str, at: &Range<usize>| {
        written
            .iter()
            .any(|(f, w)| *f == file && at.start < w.end.max(w.start + 1) && w.start < at.end.max(at.start + 1))
    };
    let mut here = after.all.iter().filter(|(_, _, file, at)| meets(file, at));
    edits.iter().all(gone) && after.words <= before.words && !here.any(|(code, title, ..)| is_new(code, title))
}

/// The texts with these edits, which are sorted and lie apart.
fn applied(texts: &Texts, edits: &[Edit]) -> Texts {
    let mut texts = texts.clone();
    for e in edits.iter().rev() {
        if let Some(text) = texts.get_mut(&e.file) {
            text.replace_range(e.from..e.to, &e.text);
        }
    }
    texts
}
