//! The line table: which source line each line of the generated files came from, for stack traces.
//!
//! It is made from the formatted text, whose comments say it: a function's doc comment begins with the Java method's name,
//! and each statement's comment with its file and line. `lines.rs` itself is the only file that the table does not cover.

use super::class::NOT_AT_ONCE;
use super::code::string_literal;

/// The text of `lines.rs` for the formatted files of one module tree, whose paths start with `folder` in debug information.
pub fn line_table(folder: &str, files: &[(String, String)]) -> String {
    let mut files: Vec<&(String, String)> = files.iter().filter(|(path, _)| path != "lines.rs").collect();
    files.sort();
    let mut entries = String::new();
    for (path, text) in files {
        for f in functions(text) {
            let pairs: Vec<String> = f.lines.iter().map(|(r, s)| format!("({r}, {s})")).collect();
            entries.push_str(&format!(
                "        FunctionLines {{ rust_file: {}, first: {}, last: {}, method: {}, source_file: {}, lines: &[{}] }},\n",
                string_literal(&format!("{folder}{path}")),
                f.first,
                f.last,
                string_literal(f.method),
                string_literal(f.source_file),
                pairs.join(", ")
            ));
        }
    }
    format!(
        "//! Which source line each generated line came from.\n\nuse somd_runtime::program::{{FunctionLines, LineTable}};\n\n\
         #[rustfmt::skip]\nconst FUNCTIONS: &[FunctionLines] = &[\n{entries}];\n\npub const LINES: LineTable = LineTable {{ functions: FUNCTIONS }};\n"
    )
}

struct FunctionText<'a> {
    method: &'a str,
    source_file: &'a str,
    first: u32,
    last: u32,
    lines: Vec<(u32, u32)>,
}

fn functions(text: &str) -> Vec<FunctionText<'_>> {
    let mut out = Vec::new();
    let mut name: Option<&str> = None;
    let mut open: Option<FunctionText> = None;
    for (i, line) in text.lines().enumerate() {
        let number = i as u32 + 1;
        if let Some(f) = &mut open {
            if let Some((file, source)) = statement_comment(line) {
                if f.source_file.is_empty() {
                    f.source_file = file;
                }
                // The statement stands on the line after its comment.
                f.lines.push((number + 1, source));
            }
            // The call of what follows is no call of the program's.
            if line == "    }" || line.trim_start() == NOT_AT_ONCE {
                f.last = number;
                out.extend(open.take().filter(|f| !f.lines.is_empty()));
            }
        } else if let Some(doc) = line.strip_prefix("    /// ") {
            name = doc.split_once(": `").map(|(n, _)| n);
        } else if line.starts_with("    pub fn ") {
            if let Some(method) = name.take().filter(|_| !line.ends_with("{}")) {
                open = Some(FunctionText { method, source_file: "", first: number, last: number, lines: Vec::new() });
            }
        }
    }
    out
}

/// File and line of a comment `// Main.somd:12: …`.
fn statement_comment(line: &str) -> Option<(&str, u32)> {
    let (file, rest) = line.trim_start().strip_prefix("// ")?.split_once(':')?;
    let (number, _) = rest.split_once(": ")?;
    Some((file, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::functions;

    #[test]
    fn comments_become_pairs() {
        let text = "impl Main {\n    /// Main.f: `static void f()`\n    pub fn f() {\n        // Main.somd:7: g();\n        Main::g();\n    }\n}\n";
        let found = functions(text);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].method, found[0].source_file), ("Main.f", "Main.somd"));
        assert_eq!((found[0].first, found[0].last), (3, 6));
        assert_eq!(found[0].lines, [(5, 7)]);
    }
}
