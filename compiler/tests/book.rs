//! The book and the README: every page is in the table of contents, and every link leads somewhere.

use std::path::{Path, PathBuf};

/// The targets of the links `[text](target)` of a text, code left out.
fn links(text: &str) -> Vec<String> {
    // Blocks and spans of code stand between backticks.
    let plain: String = text.split("```").step_by(2).flat_map(|part| part.split('`').step_by(2)).collect();
    plain.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target.to_string()).collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut pages: Vec<PathBuf> =
        entries.map(|e| e.expect("an entry of a folder that was just opened").path()).collect();
    pages.retain(|p| p.extension().is_some_and(|e| e == "md"));
    pages
}

#[test]
fn every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut texts = pages(&root.join("docs/src"));
    texts.push(root.join("README.md"));
    for path in texts {
        let folder = path.parent().expect("a file lies in a folder");
        for target in links(&read(&path)).iter().filter(|t| !t.contains("://") && !t.starts_with('#')) {
            let file = target.split('#').next().unwrap_or(target);
            assert!(folder.join(file).exists(), "{}: the link to {target} leads nowhere", path.display());
        }
    }
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src");
    let contents = read(&book.join("SUMMARY.md"));
    for page in pages(&book) {
        let name = page.file_name().and_then(|n| n.to_str()).expect("names of pages are plain");
        assert!(name == "SUMMARY.md" || links(&contents).iter().any(|l| l == name), "{name} is not in SUMMARY.md");
    }
}
