//! Documentation comments (`/** … */`) as HTML.

/// The comment that stands right before a position of a text, without its stars.
pub fn before(text: &str, at: usize) -> Option<String> {
    let head = text.get(..at)?.trim_end();
    let start = head.strip_suffix("*/").and_then(|h| h.rfind("/*"))?;
    let inner = head[start..].strip_prefix("/**")?.strip_suffix("*/")?;
    let line = |l: &str| l.trim().trim_start_matches('*').trim().to_string();
    Some(inner.lines().map(line).collect::<Vec<_>>().join("\n").trim().to_string())
}

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Up to the first sentence's end, as HTML.
pub fn first_sentence(comment: &str, link: &dyn Fn(&str) -> Option<String>) -> String {
    let text = if comment.starts_with('@') { "" } else { comment.split("\n@").next().unwrap_or_default() };
    // A dot in code ends no sentence.
    let (mut ticks, mut open) = (0, 0);
    let end = text.char_indices().find(|&(i, c)| {
        ticks += usize::from(c == '`');
        open += usize::from(text[i..].starts_with("{@"));
        open = open.saturating_sub(usize::from(c == '}'));
        c == '.' && ticks % 2 == 0 && open == 0 && text[i + 1..].starts_with([' ', '\n'])
    });
    let end = end.map_or(text.len(), |(i, _)| i + 1);
    inline(&text[..end], link)
}

/// A comment as HTML: paragraphs, then what `@param` and its like say. `link` gives the address of a class.
pub fn html(comment: &str, link: &dyn Fn(&str) -> Option<String>) -> String {
    let (mut text, mut tags): (Vec<&str>, Vec<String>) = (Vec::new(), Vec::new());
    for line in comment.lines() {
        match tags.last_mut() {
            _ if line.starts_with('@') => tags.push(line.to_string()),
            Some(tag) => *tag += &format!(" {line}"),
            None => text.push(line),
        }
    }
    let paragraphs = text.join("\n");
    let mut out = String::new();
    for paragraph in paragraphs.split("\n\n").map(str::trim).filter(|p| !p.is_empty()) {
        out += &format!("<p>{}</p>\n", inline(paragraph.trim_start_matches("<p>"), link));
    }
    if !tags.is_empty() {
        out += "<dl>\n";
        for tag in tags {
            let (kind, rest) = tag[1..].split_once(' ').unwrap_or((&tag[1..], ""));
            let (head, rest) = match kind {
                "param" | "throws" | "exception" => {
                    let (name, rest) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
                    let kind = if kind == "param" { "" } else { "throws " };
                    (format!("{kind}<code>{}</code>", escaped(name)), rest)
                }
                "return" => ("gives".to_string(), rest),
                other => (escaped(other), rest),
            };
            out += &format!("<dt>{head}</dt><dd>{}</dd>\n", inline(rest, link));
        }
        out += "</dl>\n";
    }
    out
}

/// A piece of text: `…` and {@code …} are code, {@link …} is a link where there is such a page.
fn inline(text: &str, link: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '{']) {
        out += &escaped(&rest[..at]);
        let tail = &rest[at..];
        let (code, end) = if let Some(inner) = tail.strip_prefix('`') {
            (inner.find('`').map(|n| (inner[..n].to_string(), false)), inner.find('`').map(|n| at + n + 2))
        } else if let Some(inner) = tail.strip_prefix("{@") {
            let close = inner.find('}');
            let word = close.and_then(|n| inner[..n].split_once(char::is_whitespace));
            let is_link = |w: &str| matches!(w, "link" | "linkplain" | "see");
            (word.map(|(w, what)| (what.trim().to_string(), is_link(w))), close.map(|n| at + n + 3))
        } else {
            (None, None)
        };
        match (code, end) {
            (Some((code, is_link)), Some(end)) => {
                let shown = code.split_once(' ').filter(|_| is_link).map_or(code.as_str(), |(_, shown)| shown);
                let shown = format!("<code>{}</code>", escaped(&shown.replace('#', ".")));
                let target = code.split(['#', ' ', '(']).next().unwrap_or_default();
                out += &match link(target).filter(|_| is_link) {
                    Some(address) => format!("<a href=\"{address}\">{shown}</a>"),
                    None => shown,
                };
                rest = &rest[end..];
            }
            _ => {
                out += &escaped(&tail[..1]);
                rest = &tail[1..];
            }
        }
    }
    out + &escaped(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_become_html() {
        let text = "x; /* no */ /** Adds `a < b` to {@link Sum#of it}.\n * More of\n *\n * it.\n * @param a what\n *   it is\n * @return <b>\n */\n  int f";
        let comment = before(text, text.len() - 5).expect("there is one");
        let link = |name: &str| (name == "Sum").then(|| "Sum.html".to_string());
        let expected = "<p>Adds <code>a &lt; b</code> to <a href=\"Sum.html\"><code>it</code></a>.\nMore of</p>\n<p>it.</p>\n<dl>\n\
            <dt><code>a</code></dt><dd>what it is</dd>\n<dt>gives</dt><dd>&lt;b&gt;</dd>\n</dl>\n";
        assert_eq!(html(&comment, &link), expected);
        assert_eq!(first_sentence("One `a. b` {x. Two", &link), "One <code>a. b</code> {x.");
        assert_eq!(first_sentence("@return what", &link), "");
        assert_eq!(before("/** a */ ; int f", 11), None);
    }
}
