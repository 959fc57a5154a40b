//! The index: the book's headings, and the words, options and variables that it tells of, each with the places.

use super::generated::held;
use super::pages::{anchors_in_order, pages, prose, read, root};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// So many places of a word are named: those that have it in their headings first.
const PLACES: usize = 6;
/// What more sections than this have is told of everywhere.
const EVERYWHERE: usize = 25;

/// A section of the book.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// It has the word in its heading.
    rank: u8,
    /// In the order of the book.
    order: usize,
    title: String,
    link: String,
}

/// A word of code as the index names it: without arguments and values, a method without its receiver. None where it is a piece of a program.
fn word(code: &str) -> Option<String> {
    let code = code.strip_suffix('…').unwrap_or(code).trim();
    let end = code.find(['(', '=', ' ', '[', '<']).unwrap_or(code.len());
    let (word, rest) = code.split_at(end);
    let is_call = rest.is_empty() || rest.starts_with('(') || rest.starts_with(['=', ' ']) && word.starts_with("--");
    let word = word.split_once('.').filter(|(receiver, _)| receiver.len() == 1).map_or(word, |(_, method)| method);
    let name = ["--", "-", "@"].iter().find_map(|sign| word.strip_prefix(sign)).unwrap_or(word);
    let plain =
        name.chars().all(|c| c.is_alphanumeric() || "-_.$".contains(c)) && name.starts_with(char::is_alphabetic);
    let long = name.len() > 1 && word.len() <= 32 && !word.ends_with('.') && !word.contains("..");
    (is_call && plain && long).then(|| word.to_string())
}

/// By what an entry is sorted: without signs, numbers and articles in front.
fn key(term: &str) -> String {
    let lower = term.replace('`', "").to_lowercase();
    let text = lower.trim_start_matches(|c: char| !c.is_alphabetic());
    let text = ["a ", "an ", "the "].iter().find_map(|article| text.strip_prefix(article)).unwrap_or(text);
    text.to_string()
}

/// The code between backticks.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The pages in the order of the table of contents, by their paths in it. What is a list itself, or has an example a line, is left out.
fn in_order() -> Vec<String> {
    let summary = read(&root().join("docs/src/SUMMARY.md"));
    let targets =
        summary.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target.to_string());
    let is_list =
        |t: &String| ["reference/diagnostics.md", "reference/grammar.md", "reference/index.md"].contains(&t.as_str());
    targets.filter(|t| !is_list(t) && !t.starts_with("reference/library")).collect()
}

fn index() -> String {
    let mut found: BTreeMap<(String, String), Vec<Place>> = BTreeMap::new();
    let mut order = 0;
    let known = pages();
    for page in in_order() {
        let path = root().join("docs/src").join(&page);
        assert!(known.contains(&path), "{page} is no page");
        let text = read(&path);
        let mut anchors = anchors_in_order(&text).into_iter();
        let (mut title, mut link) = (page.clone(), page.clone());
        for line in prose(&text) {
            let is_heading = line.starts_with('#');
            if is_heading {
                order += 1;
                title = line.trim_start_matches('#').trim().to_string();
                let anchor = anchors.next().unwrap_or_default();
                // The first heading is the page.
                link = if line.starts_with("# ") { format!("../{page}") } else { format!("../{page}#{anchor}") };
                link = link.replace("../reference/", "");
            }
            let mut add = |term: String, rank: u8| {
                let places = found.entry((key(&term), term)).or_default();
                if !places.iter().any(|p| p.link == link) {
                    places.push(Place { rank, order, title: title.clone(), link: link.clone() });
                }
            };
            if is_heading {
                code(&title.clone()).filter_map(word).for_each(|w| add(format!("`{w}`"), 0));
                let alone = title.strip_prefix('`').and_then(|t| t.strip_suffix('`'));
                if alone.and_then(word).is_none() {
                    add(title.clone(), 0);
                }
                continue;
            }
            // What a row of a table is about, and options and variables wherever they are.
            let row = line.strip_prefix("| ").and_then(|l| l.split(" |").next()).unwrap_or("");
            code(row).filter_map(word).for_each(|w| add(format!("`{w}`"), 1));
            let named = |w: &String| w.starts_with("--") || w.starts_with("SOMD_") || w.starts_with('@');
            code(line).filter_map(word).filter(named).for_each(|w| add(format!("`{w}`"), 2));
        }
    }
    let mut out = String::from(
        "# Index\n\nGenerated. Headings, words of the language and its library, options and variables, and where the book tells of them. [The library](library/index.md) and [all errors](diagnostics.md) have lists of their own.\n",
    );
    let mut letter = None;
    for ((plain, term), mut places) in found {
        let first = plain.chars().next().map(|c| c.to_ascii_uppercase());
        if first.is_none() || places.len() > EVERYWHERE {
            continue;
        }
        if letter != first {
            letter = first;
            let _ = writeln!(out, "\n## {}", first.unwrap_or('?'));
        }
        places.sort();
        let is_code = term.starts_with('`');
        let links: Vec<String> = places.iter().take(PLACES).map(|p| format!("[{}]({})", p.title, p.link)).collect();
        // A heading leads to its section by itself.
        let _ = match (places.as_slice(), is_code) {
            ([only], false) => writeln!(out, "- [{term}]({})", only.link),
            _ => writeln!(out, "- {term}: {}", links.join(", ")),
        };
    }
    out
}

#[test]
fn the_index_is_current() {
    held("index.md", &index());
}
