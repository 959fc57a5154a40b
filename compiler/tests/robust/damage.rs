//! One token of a good program is deleted, doubled, replaced, moved or added: few messages, and the first is where the damage is.
//!
//! Unlike the test of the parser alone, this one counts what a user sees: the checker's messages too. `DAMAGE_SHOW=N` prints the first N bad cases.

use crate::{Fault, Numbers, checked, errors, guarded, programs, setting};
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

/// A case with more messages than these is a bad one.
const MOST: usize = 3;
/// In debug builds, on a machine that does other things too.
const LIMIT: Duration = Duration::from_secs(60);
/// Tokens that are put in, beside those of the program itself.
const SIGNS: &[&str] = &[
    "{", "}", "(", ")", "[", "]", ";", ",", ".", "<", ">", "=", "+", "-", "*", "!", "@", "=>", "->", "::", "?", ":",
    "&&", "int", "float", "class", "static", "new", "return", "if", "else", "for", "import", "dist", "reduce", "sync",
    "value", "task", "x", "0", "1.5f", "\"s\"", "'c'",
];

/// The byte ranges of the tokens of a good program.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let found = somd_syntax::tokens::tokens(text, 0).unwrap_or_default();
    found.iter().map(|t| t.lo as usize..t.hi as usize).filter(|r| r.start < r.end).collect()
}

struct Case {
    what: String,
    text: String,
    /// The byte where the damage is.
    at: usize,
}

fn damage(text: &str, all: &[Range<usize>], numbers: &mut Numbers) -> Case {
    let i = numbers.below(all.len() - 1);
    let (token, next) = (all[i].clone(), all[i + 1].clone());
    let (before, word, after) = (&text[..token.start], &text[token.clone()], &text[token.end..]);
    let other = match numbers.below(2) {
        0 => SIGNS[numbers.below(SIGNS.len())],
        _ => &text[all[numbers.below(all.len())].clone()],
    };
    let (what, damaged) = match numbers.below(5) {
        0 => (format!("without `{word}`"), format!("{before}{after}")),
        1 => (format!("`{word}` twice"), format!("{before}{word} {word}{after}")),
        2 => (format!("`{other}` for `{word}`"), format!("{before}{other}{after}")),
        3 => (format!("`{other}` before `{word}`"), format!("{before}{other} {word}{after}")),
        _ => {
            let (second, between) = (&text[next.clone()], &text[token.end..next.start]);
            (
                format!("`{second}` before `{word}`, exchanged"),
                format!("{before}{second}{between}{word}{}", &text[next.end..]),
            )
        }
    };
    Case { what, text: damaged, at: token.start }
}

fn line(text: &str, at: usize) -> usize {
    text.as_bytes()[..at.min(text.len())].iter().filter(|b| **b == b'\n').count() + 1
}

/// How many lines that hold more than blanks and comments lie between two places, the last included.
fn lines_between(text: &str, a: usize, b: usize) -> usize {
    let (first, last) = (line(text, a.min(b)), line(text, a.max(b)));
    let empty = |l: &&str| l.trim().is_empty() || l.trim_start().starts_with("//");
    text.lines().skip(first).take(last - first).filter(|l| !empty(l)).count()
}

/// A message: its line, code and title.
type Said = (usize, String, String);

/// The messages of a text with the byte of the first, and how many are errors.
fn messages(name: &str, text: &str) -> (Vec<Said>, Option<usize>) {
    let (found, base) = checked(name, text);
    let place = |lo: u32| lo.saturating_sub(base) as usize;
    let said = |d: &somd_syntax::diagnostics::Diagnostic| {
        (line(text, place(d.primary.span.lo)), d.code.to_string(), d.title.clone())
    };
    let all: Vec<Said> = errors(&found).map(said).collect();
    (all, errors(&found).map(|d| place(d.primary.span.lo)).min())
}

#[derive(Default)]
struct Counts {
    cases: usize,
    wrong: usize,
    many: usize,
    far: usize,
    faults: Vec<String>,
    /// Bad cases, the worst first.
    worst: Vec<(usize, String)>,
    codes: BTreeMap<String, usize>,
}

fn measure(cases: usize, seed: u64) -> Counts {
    let mut numbers = Numbers::of(seed);
    let all: Vec<(String, String, Vec<Range<usize>>)> =
        programs().into_iter().map(|(name, text)| (name, tokens(&text), text)).map(|(n, t, x)| (n, x, t)).collect();
    let mut sound: Vec<Option<bool>> = vec![None; all.len()];
    let mut counts = Counts::default();
    while counts.cases < cases {
        let program = numbers.below(all.len());
        let (name, text, tokens) = &all[program];
        // A part of a program of several files has errors of its own.
        let usable = *sound[program].get_or_insert_with(|| tokens.len() > 20 && messages(name, text).0.is_empty());
        if !usable {
            continue;
        }
        let case = damage(text, tokens, &mut numbers);
        counts.cases += 1;
        let (name, damaged) = (name.clone(), case.text.clone());
        match guarded(LIMIT, move || messages(&name, &damaged)) {
            Ok((said, first)) => counts.add(&all[program].0, &case, &said, first),
            Err(fault) => {
                let what = match fault {
                    Fault::Panic(text) => format!("panics: {text}"),
                    Fault::Hang => "takes too long".to_string(),
                };
                counts.faults.push(format!(
                    "{}, {} at line {}: {what}",
                    all[program].0,
                    case.what,
                    line(&case.text, case.at)
                ));
            }
        }
    }
    counts.worst.sort_by(|a, b| b.cmp(a));
    counts
}

impl Counts {
    fn add(&mut self, name: &str, case: &Case, said: &[Said], first: Option<usize>) {
        let Some(first) = first else { return };
        self.wrong += 1;
        let far = lines_between(&case.text, case.at, first);
        self.many += usize::from(said.len() > MOST);
        self.far += usize::from(far > 1);
        if said.len() > MOST || far > 1 {
            let at = line(&case.text, case.at);
            let here = case.text.lines().nth(at - 1).unwrap_or("").trim();
            let mut text = format!("{name}, {} at {at}: {here}\n", case.what);
            for (line, code, title) in said.iter().take(8) {
                text += &format!("    {line} {code} {title}\n");
            }
            *self.codes.entry(format!("{}{}", if far > 1 { "far " } else { "many " }, said[0].1)).or_default() += 1;
            self.worst.push((said.len() * 1000 + far, text));
        }
    }

    fn percent(&self, bad: usize) -> f64 {
        100.0 - 100.0 * bad as f64 / self.cases as f64
    }

    fn report(&self) {
        let show = setting("DAMAGE_SHOW", 5) as usize;
        self.worst.iter().take(show).for_each(|(_, text)| print!("{text}"));
        self.faults.iter().for_each(|fault| println!("{fault}"));
        println!("{:?}", self.codes);
        println!(
            "{} cases, {} with errors: at most {MOST} in {:.2} %, the first at its line or the next in {:.2} %, {} panics and hangs",
            self.cases,
            self.wrong,
            self.percent(self.many),
            self.percent(self.far),
            self.faults.len()
        );
    }

    fn hold(&self, few: f64, near: f64) {
        self.report();
        assert!(self.faults.is_empty(), "{:?}", self.faults);
        assert!(self.percent(self.many) >= few && self.percent(self.far) >= near, "too many messages, or too far away");
    }
}

#[test]
fn a_damaged_token_gives_few_messages_near_it() {
    measure(120, setting("SEED", 1)).hold(98.0, 93.0);
}

#[test]
#[ignore = "many minutes; the other test takes a part of it"]
fn many_damaged_tokens() {
    measure(setting("DAMAGE_CASES", 5000) as usize, setting("SEED", 1)).hold(99.0, 95.0);
}
