//! Pages that are generated: the commands, from clap's definitions, and the grammar, from the parser's. `SOMD_BLESS=1` writes them. And the page of
//! variables, which is complete.

use super::grammar;
use super::pages::{nothing_wrong, read, root};
use somdc::explain;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// A page is what would be generated now, or is made so.
pub fn held(page: &str, text: &str) {
    let path = root().join("docs/src/reference").join(page);
    if std::env::var_os("SOMD_BLESS").is_some() {
        std::fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == text,
        "reference/{page} is not what would be generated: SOMD_BLESS=1 cargo test -p somdc --test book writes it"
    );
}

/// Text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// `-o`, `--output <DIR>`, or the name of a positional argument.
fn name(arg: &clap::Arg) -> String {
    let value = arg.get_value_names().unwrap_or_default().iter().map(|v| v.to_string()).collect::<Vec<_>>().join(" ");
    if arg.is_positional() {
        return format!("`{value}`");
    }
    let value = if arg.get_action().takes_values() { format!(" {value}") } else { String::new() };
    let short = arg.get_short().map(|s| format!("`-{s}{}`", if arg.get_long().is_none() { &value } else { "" }));
    let long = arg.get_long().map(|l| format!("`--{l}{value}`"));
    [short, long].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn meaning(arg: &clap::Arg) -> String {
    let mut text = arg.get_help().map(|h| h.to_string()).unwrap_or_default();
    let hidden = arg.is_hide_possible_values_set();
    let values: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|v| !hidden && arg.get_action().takes_values() && !v.is_hide_set())
        .map(|v| format!("`{}`", v.get_name()))
        .collect();
    if !values.is_empty() {
        let _ = write!(text, ". One of {}", values.join(", "));
    }
    let default: Vec<_> = arg.get_default_values().iter().map(|v| v.to_string_lossy()).collect();
    if !default.is_empty() && arg.get_action().takes_values() {
        let _ = write!(text, ". Without it: `{}`", default.join(","));
    }
    cell(text.trim_start_matches(". "))
}

fn table(out: &mut String, args: &[&clap::Arg]) {
    if args.is_empty() {
        return;
    }
    *out += "\n| | |\n|---|---|\n";
    for arg in args {
        let _ = writeln!(out, "| {} | {} |", cell(&name(arg)), meaning(arg));
    }
}

fn commands() -> String {
    let mut command = somdc::cli::command();
    command.build();
    let mut out = String::from(
        "# All commands\n\nGenerated from the definitions that `somdc` reads its command line by. What each command is for, with examples, is in [Commands](../commands.md).\n",
    );
    let shown = |c: &clap::Command| -> Vec<clap::Arg> {
        let plain = |a: &&clap::Arg| !a.is_hide_set() && !matches!(a.get_id().as_str(), "help" | "version");
        c.get_arguments().filter(plain).cloned().collect()
    };
    // Options that most commands have are told once.
    let subcommands: Vec<clap::Command> =
        command.get_subcommands().filter(|c| c.get_name() != "help").cloned().collect();
    let has = |c: &clap::Command, a: &clap::Arg| {
        c.get_arguments().any(|b| a.get_id() == b.get_id() && meaning(a) == meaning(b))
    };
    let often = |a: &&clap::Arg| !a.is_positional() && subcommands.iter().filter(|c| has(c, a)).count() >= 6;
    let own = shown(&command);
    let common: Vec<&clap::Arg> = own.iter().filter(often).collect();
    let is_common = |a: &clap::Arg| common.iter().any(|c| c.get_id() == a.get_id() && meaning(c) == meaning(a));
    out += "\n## Options of commands that read a program\nThey stand before or behind the command's name. Below, *and those above* means these.\n";
    table(&mut out, &common);
    out += "\n## somdc FILE\nWrites the program as a cargo project, or prints a stage of it, and those above.\n";
    table(&mut out, &own.iter().filter(|a| !is_common(a)).collect::<Vec<_>>());
    for mut sub in subcommands {
        let about = sub.get_about().map(|a| a.to_string()).unwrap_or_default();
        let _ = writeln!(out, "\n## somdc {}\n{about}.\n", sub.get_name());
        let args = shown(&sub);
        let usage = sub.render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ");
        let _ = writeln!(out, "    {usage}");
        table(&mut out, &args.iter().filter(|a| !is_common(a)).collect::<Vec<_>>());
        if args.iter().any(is_common) {
            let all = common.iter().all(|c| args.iter().any(|a| a.get_id() == c.get_id()));
            let some: Vec<String> = args.iter().filter(|a| is_common(a)).map(name).collect();
            let _ = writeln!(out, "\nAnd {}.", if all { "those above".to_string() } else { some.join(", ") });
        }
    }
    out += "\n## Exit codes\n| | |\n|---|---|\n| 0 | all is well |\n| 1 | the program has errors, or ended with an exception that nobody caught |\n";
    out += "| 2 | the command line is wrong |\n| 101 | a defect of the compiler, which it asks you to report |\n";
    out
}

#[test]
fn the_page_of_commands_is_current() {
    held("commands.md", &commands());
}

/// All codes with their titles, and their explanations, which mdBook puts in.
fn diagnostics() -> String {
    let mut out = String::from(
        "# All errors and warnings\n\nGenerated. `somdc explain CODE` prints the same. [Common errors](../errors.md) has those that most meet first.\n\n| Code | |\n|---|---|\n",
    );
    for code in explain::codes() {
        let title = explain::page(code).and_then(|p| p.lines().next()).unwrap_or_default();
        let _ = writeln!(
            out,
            "| {code} | {} |",
            cell(title.trim_start_matches("# ").trim_start_matches(code).trim_start_matches(": "))
        );
    }
    for code in explain::codes() {
        let _ = write!(out, "\n{{{{#include ../../../compiler/src/explain/pages/{code}.md}}}}\n");
    }
    out
}

#[test]
fn the_page_of_diagnostics_is_current() {
    held("diagnostics.md", &diagnostics());
}

/// The library's pages are those of `somdc doc`.
#[test]
fn the_pages_of_the_library_are_current() {
    let folder = tempfile::tempdir().expect("tests may write temporary files");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_somdc"));
    let done = command.args(["doc", "--library", "--markdown", "-o"]).arg(folder.path()).output();
    let done = done.expect("the compiler runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    for page in ["index.md", "somd.md", "somd.io.md"] {
        held(&format!("library/{page}"), &read(&folder.path().join(page)));
    }
}

#[test]
fn the_page_of_the_grammar_is_current() {
    held("grammar.md", &grammar::page(&read(&root().join("compiler/syntax/src/grammar.lalrpop"))));
}

/// The names of variables in a text: `SOMD_TARGET`, `SOMDC_HOME`.
fn variables(text: &str, found: &mut BTreeSet<String>) {
    let name = |c: char| c.is_ascii_uppercase() || c == '_';
    for start in ["SOMD_", "SOMDC_"] {
        for (at, _) in text.match_indices(start) {
            let end = text[at..].find(|c| !name(c)).map_or(text.len(), |n| at + n);
            let before = text[..at].chars().next_back();
            if end > at + start.len() && !before.is_some_and(|c| name(c) || c.is_ascii_alphanumeric()) {
                found.insert(text[at..end].to_string());
            }
        }
    }
}

/// The variables that sources of Rust ask for: literals that are nothing else.
fn asked(folder: &Path, found: &mut BTreeSet<String>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry of a folder that was just opened").path();
        if path.is_dir() && path.file_name().is_some_and(|n| n != "tests") {
            asked(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = read(&path);
            for literal in text.split('"').filter(|l| l.starts_with("SOMD")) {
                let mut names = BTreeSet::new();
                variables(literal, &mut names);
                found.extend(names.into_iter().filter(|n| n == literal));
            }
        }
    }
}

#[test]
fn every_variable_is_on_its_page() {
    let mut sources = BTreeSet::new();
    for folder in ["compiler", "runtime/src", "tests/src"] {
        asked(&root().join(folder), &mut sources);
    }
    assert!(sources.contains("SOMD_TARGET") && sources.contains("SOMDC_HOME"), "the variables were not found");
    let mut page = BTreeSet::new();
    variables(&read(&root().join("docs/src/reference/environment.md")), &mut page);
    // Variables of the tests of this crate alone: the page of tests has them.
    let mut tests = BTreeSet::new();
    variables(&read(&root().join("docs/src/tests.md")), &mut tests);
    variables(&read(&root().join("docs/src/working.md")), &mut tests);
    let missing = sources.iter().filter(|v| !page.contains(*v) && !tests.contains(*v));
    let mut faults: Vec<String> = missing.map(|v| format!("{v} is not in reference/environment.md")).collect();
    faults.extend(page.difference(&sources).map(|v| format!("nothing asks for {v}")));
    nothing_wrong(&faults);
}

#[test]
fn the_grammar_for_editors_has_every_word() {
    let source = read(&root().join("compiler/syntax/src/grammar.lalrpop"));
    // From the words of SOMD and Lime on: those before are Java's.
    let (_, words) = source.split_once("\"value\" => Tok::Value").expect("`value` is a token");
    let (words, _) = words.split_once("\"error statement\"").expect("tokens end with those for errors");
    let mut tokens: Vec<String> = vec!["\"value\"".into(), "\"=>\"".into()];
    let names = words.lines().filter_map(|l| l.trim().split_once(" => ")).map(|(token, _)| token);
    tokens.extend(names.filter(|t| !t.contains(' ')).map(String::from));
    let folder = root().join("docs/editors/tree-sitter-somd");
    let (grammar, colours) = (read(&folder.join("grammar.js")), read(&folder.join("queries/highlights.scm")));
    let missing = tokens.iter().filter(|t| !grammar.contains(*t)).map(|t| format!("{t} is not in grammar.js"));
    let plain = tokens.iter().filter(|t| !colours.contains(*t) && *t != "\"@(\"");
    nothing_wrong(&missing.chain(plain.map(|t| format!("{t} is not in highlights.scm"))).collect::<Vec<_>>());
}
