//! The programs of the book: blocks `java,run` of its pages, each with its output in the next block `text`.

use crate::case::{Expected, RunTest};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// All of them, by the names of their classes: `book/dot`. They are written to files of `work`, since they are compiled as others are.
pub fn programs(root: &Path, work: &Path) -> Result<Vec<RunTest>, String> {
    let mut tests = Vec::new();
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let mut pages = Vec::new();
    collect(&root.join("docs/src"), &mut pages)?;
    fs::create_dir_all(work).map_err(|e| format!("{}: {e}", work.display()))?;
    for page in pages {
        let text = fs::read_to_string(&page).map_err(|e| format!("{}: {e}", page.display()))?;
        for (program, output) in blocks(&text) {
            let class = program.split("public class ").nth(1).and_then(|rest| rest.split_whitespace().next());
            let class = class.ok_or_else(|| format!("{}: a program without a public class", page.display()))?;
            let times = taken.entry(class.to_lowercase()).or_default();
            *times += 1;
            let name = if *times == 1 { class.to_string() } else { format!("{class}{times}") };
            let path = work.join(format!("{name}.somd"));
            fs::write(&path, program).map_err(|e| format!("{}: {e}", path.display()))?;
            let out = Expected::Inline(output.as_bytes().to_vec());
            tests.push(RunTest::generated(format!("book/{}", name.to_lowercase()), path, out, None));
        }
    }
    Ok(tests)
}

fn collect(folder: &Path, pages: &mut Vec<std::path::PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<_> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, pages)?;
        } else if path.extension().is_some_and(|e| e == "md") {
            pages.push(path);
        }
    }
    Ok(())
}

/// The programs of a page with what they print.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    for part in text.split("\n```java,run\n").skip(1) {
        let Some((program, rest)) = part.split_once("\n```\n") else { continue };
        let output = rest.split_once("```text\n").and_then(|(_, o)| o.split_once("```"));
        found.push((program, output.map_or("", |(o, _)| o)));
    }
    found
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_program_has_the_text_behind_it() {
        let page = "# A\n```java,run\nclass A { }\n```\n```text\nout\n```\n```java\nint x;\n```\n";
        assert_eq!(super::blocks(page), [("class A { }", "out\n")]);
    }
}
