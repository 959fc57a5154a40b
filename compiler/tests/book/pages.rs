//! Pages, their headings, and the links between them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the crate lies in a folder")
}

pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// All pages of the book but its table of contents, in order.
pub fn pages() -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(&root().join("docs/src"), &mut found);
    found.retain(|p| p.file_name().is_some_and(|n| n != "SUMMARY.md"));
    found.sort();
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry of a folder that was just opened").path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|e| e == "md") {
            found.push(path);
        }
    }
}

/// A path from the repository on, as messages show it.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Fails with all that is wrong, not only with the first.
pub fn nothing_wrong(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// The lines of a text that stand in no block of code.
pub fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    })
}

/// The targets of the links `[text](target)` of a text, code left out.
fn links(text: &str) -> Vec<String> {
    let lines: Vec<&str> = prose(text).collect();
    // Spans of code stand between backticks.
    let plain: String = lines.join("\n").split('`').step_by(2).collect();
    plain.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target.to_string()).collect()
}

/// The anchors of a page's headings, as mdBook makes them, in order.
pub fn anchors_in_order(text: &str) -> Vec<String> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let headings = prose(text).filter(|l| l.starts_with('#')).map(|l| l.trim_start_matches('#').trim());
    headings
        .map(|heading| {
            let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '));
            let id: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase();
            let before = times.entry(id.clone()).or_default();
            *before += 1;
            if *before == 1 { id } else { format!("{id}-{}", *before - 1) }
        })
        .collect()
}

fn anchors(text: &str) -> BTreeSet<String> {
    anchors_in_order(text).into_iter().collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut texts = pages();
    texts.extend([root().join("README.md"), root().join("docs/src/SUMMARY.md")]);
    let mut faults = Vec::new();
    for path in texts {
        let folder = path.parent().expect("a file lies in a folder");
        for target in links(&read(&path)).iter().filter(|t| !t.contains("://")) {
            let (file, anchor) = target.split_once('#').map_or((target.as_str(), None), |(f, a)| (f, Some(a)));
            let to = if file.is_empty() { path.clone() } else { folder.join(file) };
            let page = to.extension().is_some_and(|e| e == "md");
            if !to.exists() {
                faults.push(format!("{}: the link to {target} leads nowhere", shown(&path)));
            } else if let Some(anchor) = anchor.filter(|a| page && !anchors(&read(&to)).contains(*a)) {
                faults.push(format!("{}: no heading of {file} has the anchor #{anchor}", shown(&path)));
            }
        }
    }
    nothing_wrong(&faults);
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let book = root().join("docs/src");
    let contents = links(&read(&book.join("SUMMARY.md")));
    let missing = |p: &PathBuf| {
        let name = p.strip_prefix(&book).unwrap_or(p).display().to_string();
        (!contents.contains(&name)).then(|| format!("{name} is not in SUMMARY.md"))
    };
    nothing_wrong(&pages().iter().filter_map(missing).collect::<Vec<_>>());
    let mut once = BTreeSet::new();
    let twice = contents.iter().filter(|c| !once.insert(*c));
    nothing_wrong(&twice.map(|c| format!("{c} is twice in SUMMARY.md")).collect::<Vec<_>>());
}
