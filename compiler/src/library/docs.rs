//! What the comment before a declaration says of it.

use somd_syntax::source::{SourceMap, Span};

/// A Javadoc comment, without its stars and tags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Docs {
    /// Lines of plain text.
    pub text: Vec<String>,
    /// By name.
    pub params: Vec<(String, String)>,
    pub returns: Option<String>,
    /// By class.
    pub throws: Vec<(String, String)>,
}

/// The comment that ends right before a declaration.
pub fn before(sources: &SourceMap, declaration: Span) -> Docs {
    let Some(file) = sources.file_at(declaration.lo) else { return Docs::default() };
    let before = file.text.get(..(declaration.lo - file.base) as usize).unwrap_or_default().trim_end();
    let comment = before.strip_suffix("*/").and_then(|text| text.rfind("/**").map(|at| &text[at + 3..]));
    comment.filter(|c| !c.contains("*/")).map(read).unwrap_or_default()
}

fn read(comment: &str) -> Docs {
    let mut docs = Docs::default();
    // What a line without a tag goes on with.
    enum At {
        Text,
        Param,
        Returns,
        Throws,
        Other,
    }
    let mut at = At::Text;
    for line in comment.lines() {
        let line = plain(line.trim().trim_start_matches('*').trim());
        if let Some(rest) = line.strip_prefix('@') {
            let (tag, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            let (name, what) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
            let named = || (name.to_string(), what.trim().to_string());
            at = match tag {
                "param" => {
                    docs.params.push(named());
                    At::Param
                }
                "return" => {
                    docs.returns = Some(rest.trim().to_string());
                    At::Returns
                }
                "throws" | "exception" => {
                    docs.throws.push(named());
                    At::Throws
                }
                _ => At::Other,
            };
            continue;
        }
        let more = match at {
            At::Text => {
                docs.text.push(line);
                continue;
            }
            At::Param => docs.params.last_mut().map(|p| &mut p.1),
            At::Returns => docs.returns.as_mut(),
            At::Throws => docs.throws.last_mut().map(|t| &mut t.1),
            At::Other => None,
        };
        if let Some(more) = more.filter(|_| !line.is_empty()) {
            more.push(' ');
            more.push_str(&line);
        }
    }
    let blank = |l: &String| l.is_empty();
    let first = docs.text.iter().position(|l| !blank(l)).unwrap_or(docs.text.len());
    let last = docs.text.iter().rposition(|l| !blank(l)).map_or(first, |l| l + 1);
    docs.text = docs.text[first..last].to_vec();
    docs
}

/// `{@code x}` and `{@link x}` as `` `x` ``, and without the markup of paragraphs.
fn plain(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(open) = rest.find("{@") {
        let Some(close) = rest[open..].find('}') else { break };
        let inner = &rest[open + 2..open + close];
        let inner = inner.split_once(' ').map_or("", |(_, text)| text.trim());
        out += &format!("{}`{}`", &rest[..open], inner.replace('#', "."));
        rest = &rest[open + close + 1..];
    }
    out += rest;
    out.replace("<p>", "").replace("</p>", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_taken_apart() {
        let docs = read(
            "*\n * Smooths {@code a}\n * twice.\n *\n * @param a the\n *     samples\n * @return as many\n * @throws X if\n ",
        );
        assert_eq!(docs.text, ["Smooths `a`", "twice."]);
        assert_eq!(docs.params, [("a".to_string(), "the samples".to_string())]);
        assert_eq!(docs.returns.as_deref(), Some("as many"));
        assert_eq!(docs.throws, [("X".to_string(), "if".to_string())]);
    }
}
