//! The program's parallel constructs, where the compiler found that they can run, and what the user's settings say of them.
//!
//! The table is the compiler's own record (`--explain-offload` prints it), so a program knows of maps and loops that have no parallel
//! code too: `SOMD_STRICT=1` refuses to run where one of these is not where it was told to be, `SOMD_LOG` and the profile tell of each, and the rules file may
//! name all of them and nothing else.

use crate::cluster;
use crate::target::{self, Place};

/// A parallel construct.
pub struct Verdict {
    /// In words: `map of Main.f(float)`.
    pub what: &'static str,
    /// `Main.somd:12`
    pub place: &'static str,
    /// The method that it stands in, or is, with its parameters' types.
    pub method: &'static str,
    /// The function that is mapped, where it has a name.
    pub names: &'static [&'static str],
    pub runs: Runs,
    /// Where it runs and why, in words.
    pub outcome: &'static str,
    /// The program asks for it to be parallel.
    pub asked: bool,
    /// What the library does has no kernels: all cores are enough.
    pub library: bool,
    /// A rule may name it by its place: it is no part of a method that runs as a whole.
    pub by_place: bool,
}

/// In ascending order; the compiler's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Runs {
    OneCore,
    AnyThread,
    AllCores,
    Device,
}

/// The exit code of a program that does not run because of its settings.
const REFUSED: i32 = 2;

/// Before `main`: holds the settings against the program. The exit code where it must not run.
pub fn begin(verdicts: &[Verdict]) -> Option<i32> {
    let settings = target::settings();
    let mut refused = Vec::new();
    for (line, rule) in settings.rule_names() {
        if !verdicts.iter().any(|v| named(v, rule)) {
            let file = settings.rules_file.as_deref().unwrap_or("somd.rules");
            refused
                .push(format!("{file}:{line}: no parallel construct has the name `{rule}`{}", nearest(verdicts, rule)));
        }
    }
    for v in verdicts {
        target::info(|| format!("{}: {}: {}", v.place, v.what, v.outcome));
        crate::profile::verdict(v.what, v.outcome, v.place, v.method);
        let place = settings.place_of(v.method, v.names, v.place);
        if settings.strict_on_constructs && v.asked && v.runs < least(&place, v) {
            refused.push(format!("{}: {}: {}", v.place, v.what, v.outcome));
        }
    }
    if cluster::speaks() {
        refused.iter().for_each(|r| eprintln!("error: {r}"));
    }
    if !refused.is_empty() {
        cluster::end(REFUSED);
        return Some(REFUSED);
    }
    None
}

/// What a target asks for.
fn least(place: &Place, v: &Verdict) -> Runs {
    match place {
        Place::Seq => Runs::OneCore,
        Place::Gpu(_) | Place::Gpus if !v.library => Runs::Device,
        _ => Runs::AnyThread,
    }
}

/// Whether a rule's name is one of a construct's.
fn named(v: &Verdict, rule: &str) -> bool {
    let place = if v.by_place { v.place } else { "" };
    target::names(v.method, v.names, place).any(|name| target::is_tail(name, rule))
}

/// The names that are most like a wrong one, for a message.
fn nearest(verdicts: &[Verdict], rule: &str) -> String {
    let simple = |name: &str| {
        let end = name.find('(').unwrap_or(name.len());
        let mut dots = name[..end].rmatch_indices('.').map(|(i, _)| i + 1);
        // `Class.method` of `pkg.Class.method(types)`.
        let from = dots.nth(1).unwrap_or(0);
        name[from..end].to_string()
    };
    let mut all: Vec<(usize, String)> = verdicts
        .iter()
        .flat_map(|v| v.names.iter().copied().chain([v.method]))
        .map(simple)
        .map(|name| (distance(&name, rule.split('(').next().unwrap_or(rule)), name))
        .collect();
    all.sort();
    all.dedup();
    let shown: Vec<String> = all.iter().take(3).map(|(_, name)| format!("`{name}`")).collect();
    match shown.as_slice() {
        [] => "; this program has none".to_string(),
        names => format!("; the nearest: {}", names.join(", ")),
    }
}

/// How many letters have to change.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: Verdict = Verdict {
        what: "map of Main.twice(float)",
        place: "Main.somd:7",
        method: "Main.main(String[])",
        names: &["Main.twice(float)"],
        runs: Runs::AllCores,
        outcome: "",
        asked: true,
        library: false,
        by_place: true,
    };

    #[test]
    fn rules_name_constructs_as_messages_do() {
        for rule in ["Main.twice", "Main.twice(float)", "Main.main", "Main.main(String[])", "Main.somd:7"] {
            assert!(named(&MAP, rule), "{rule}");
        }
        assert!(!named(&MAP, "Main.twice(int)") && !named(&MAP, "ain.twice") && !named(&MAP, "Main.somd:8"));
        assert_eq!(nearest(&[MAP], "Main.twise"), "; the nearest: `Main.twice`, `Main.main`");
    }

    #[test]
    fn targets_ask_for_as_much() {
        assert!(MAP.runs < least(&Place::Gpu(None), &MAP));
        assert!(MAP.runs >= least(&Place::Cpu, &MAP) && Runs::OneCore >= least(&Place::Seq, &MAP));
    }
}
