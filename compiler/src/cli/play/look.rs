//! `somdc play --look FILE`: all that the compiler knows of a program, as one JSON object. The playground runs it as a process, so that whatever a program
//! makes of the compiler, the page stays.

use super::super::commands::{print, settings};
use super::super::{Common, emit};
use crate::diagnostics;
use crate::driver::stages::{Compilation, Compiled};
use serde_json::{Value, json};
use somd_lower::Runs;
use std::path::Path;

pub fn look(file: &Path, common: &Common) -> i32 {
    let found = Compilation::of_paths(&[file.to_path_buf()], settings(common)).map_or_else(
        |e| json!({ "failed": e.to_string() }),
        |mut c| {
            let program = c.compile();
            seen(&c, program.filter(|_| !c.failed()).as_ref())
        },
    );
    print(&found.to_string());
    0
}

fn seen(c: &Compilation, program: Option<&Compiled>) -> Value {
    let shown = c.shown();
    let list: Vec<Value> = diagnostics::render_json(&shown, &c.sources)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .zip(&shown)
        .map(|(mut value, d)| {
            value["text"] = diagnostics::render(std::slice::from_ref(d), &c.sources, false).into();
            value
        })
        .collect();
    let mut value = json!({ "diagnostics": list, "runs": program.is_some_and(|p| p.main.is_some()) });
    if let Some(program) = program {
        value["verdicts"] = verdicts(c, program);
        value["core"] = emit::core(c, program).into();
        value["kernels"] = emit::kernels(c, program).into();
        value["plan"] = emit::plan(c, program).into();
    }
    value
}

fn verdicts(c: &Compilation, program: &Compiled) -> Value {
    let verdict = |v: &somd_lower::Verdict| {
        let (line, column) = c.sources.locate(v.span).map_or((0, 0), |(_, line, column)| (line, column));
        let runs = match v.runs {
            Runs::OneCore => "one core",
            Runs::OwnThread | Runs::AnyThread => "a thread",
            Runs::AllCores => "all cores",
            Runs::Device => "device",
        };
        let mut notes: Vec<String> = Vec::new();
        if let Some(why) = &v.why {
            if let Some((_, line, _)) = c.sources.locate(why.span).filter(|_| why.span != v.span) {
                let text = c.sources.text(why.span).lines().next().unwrap_or_default();
                notes.push(format!("because of line {line}: {text}"));
            }
            notes.extend(why.notes.iter().map(|n| n.to_string()));
        }
        json!({ "line": line, "column": column, "what": v.what(), "outcome": v.outcome(), "runs": runs, "notes": notes })
    };
    program.verdicts.iter().map(verdict).collect()
}
