//! What each diagnostic means, at length: a page a code, with a program that is refused and the same program mended.
//!
//! The pages are Markdown files in `pages/`, held in the compiler so that `somdc explain` needs no installation. A test
//! compiles their programs: every code of the sources has a page, and every page says what the compiler does.

use include_dir::{Dir, include_dir};

static PAGES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/explain/pages");

/// The page of a code as it stands in diagnostics (`E0502`).
pub fn page(code: &str) -> Option<&'static str> {
    PAGES.get_file(format!("{code}.md"))?.contents_utf8()
}

/// The codes that have a page, in order.
pub fn codes() -> impl Iterator<Item = &'static str> {
    let mut codes: Vec<&str> = PAGES.files().filter_map(|f| f.path().to_str()?.strip_suffix(".md")).collect();
    codes.sort_unstable();
    codes.into_iter()
}
