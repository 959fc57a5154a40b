//! The parser's grammar as a page: its rules without places and actions.

use std::fmt::Write as _;

/// A rule: its name, its parameters, and its alternatives as text.
struct Rule {
    name: String,
    alternatives: Vec<String>,
    comment: String,
}

enum Item {
    Heading(String),
    Rule(Rule),
}

pub fn page(source: &str) -> String {
    let mut out = String::from(
        "# The grammar\n\nGenerated from the parser's own grammar (`compiler/syntax/src/grammar.lalrpop`). `x?` is at most one, `x*` any number, `x+` at least one; \
         `|` stands between alternatives, and words in quotes are the text itself. `Sep1<x, \",\">` is a list of at least one with commas between, `Comma<x>` one that may be empty, \
         `CommaTrailing<x>` one that may end in a comma.\n\n\
         Some tokens are told apart before the parser sees them, since one sign has several meanings: `generic <` is the `<` of type arguments, `cast (` the `(` of a cast, \
         `lambda (` that of a lambda's parameters, `value [` the second `[` of `T[[]]`, `map @` the `@` of `C @ f(x)`, `reduce !` the `!` of `C.f! a`. Marks (`declaration mark`, `type mark`) have no text. \
         The new words are words only where they can be nothing else.\n",
    );
    let mut open = false;
    for item in items(source) {
        match item {
            Item::Heading(title) => {
                if open {
                    out += "```\n";
                }
                let _ = write!(out, "\n## {title}\n\n```text\n");
                open = true;
            }
            Item::Rule(rule) => {
                if !rule.comment.is_empty() {
                    let _ = writeln!(out, "-- {}", rule.comment);
                }
                let indent = " ".repeat(4);
                let all: Vec<&str> =
                    rule.alternatives.iter().map(|a| if a.is_empty() { "(nothing)" } else { a }).collect();
                let line = format!("{} = {}", rule.name, all.join(" | "));
                if line.len() <= 120 && all.len() < 4 {
                    let _ = writeln!(out, "{line}");
                } else {
                    let _ = writeln!(out, "{} =\n{indent}  {}", rule.name, all.join(&format!("\n{indent}| ")));
                }
            }
        }
    }
    if open {
        out += "```\n";
    }
    out
}

/// The rules below the list of tokens, in order, with the headings between them.
fn items(source: &str) -> Vec<Item> {
    let start = source.find("// ---- ").unwrap_or(source.len());
    let mut items = Vec::new();
    let mut comment: Vec<&str> = Vec::new();
    let mut rest = &source[start..];
    while let Some(line) = rest.lines().next() {
        if let Some(title) = line.strip_prefix("// ---- ") {
            items.push(Item::Heading(capital(title.trim_end_matches('-').trim())));
        } else if let Some(text) = line.strip_prefix("///") {
            comment.push(text.trim());
        } else if let Some((head, _)) = line.split_once('=').filter(|_| !line.starts_with([' ', '/', '}', '#'])) {
            let length = rule_length(rest);
            let name = head.split(':').next().unwrap_or(head).trim().trim_start_matches("pub ");
            let body = &rest[head.len() + 1..length];
            let alternatives = alternatives(body);
            if name != "Kind<K>" && name != "Stat<K>" && name != "Op<O>" {
                items.push(Item::Rule(Rule { name: name.into(), alternatives, comment: comment.join(" ") }));
            }
            comment.clear();
            rest = &rest[length..];
            continue;
        } else {
            comment.clear();
        }
        rest = rest.get(line.len() + 1..).unwrap_or_default();
    }
    items
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}

/// Where the text's characters stand outside of literals and comments, with the depth of brackets there.
fn scan(text: &str) -> Vec<(usize, char, usize)> {
    let mut found = Vec::new();
    let (mut depth, mut quoted, mut comment) = (0usize, false, false);
    let mut before = '\0';
    for (at, c) in text.char_indices() {
        if comment {
            comment = c != '\n';
        } else if quoted {
            quoted = c != '"';
        } else if c == '"' {
            quoted = true;
        } else if c == '/' && text[at..].starts_with("//") {
            comment = true;
        } else {
            // The `>` of `=>` and `->` closes nothing.
            let arrow = c == '>' && matches!(before, '=' | '-');
            if matches!(c, '(' | '{' | '[' | '<') {
                depth += 1;
            }
            if matches!(c, ')' | '}' | ']' | '>') && !arrow {
                depth = depth.saturating_sub(1);
            }
            found.push((at, c, depth));
        }
        before = c;
    }
    found
}

/// Up to and with the `;` that ends the rule that a text begins with.
fn rule_length(text: &str) -> usize {
    // A rule with a list of alternatives ends with `};` at the start of a line; others with the first `;` outside brackets.
    scan(text).into_iter().find(|&(_, c, depth)| c == ';' && depth == 0).map_or(text.len(), |(at, ..)| at + 1)
}

/// The alternatives of a rule's body, each without its action.
fn alternatives(body: &str) -> Vec<String> {
    let body = body.trim().trim_end_matches(';').trim();
    let inner = body.strip_prefix('{').and_then(|b| b.strip_suffix('}'));
    let Some(inner) = inner else { return vec![symbols(body)] };
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, c, depth) in scan(inner) {
        if c == ',' && depth == 0 {
            parts.push(&inner[from..at]);
            from = at + 1;
        }
    }
    parts.push(&inner[from..]);
    parts.into_iter().filter(|p| !p.trim().is_empty()).map(symbols).filter(|s| !s.contains("\"error ")).collect()
}

/// What an alternative consists of: names of symbols and places are left out, and so is what follows `=>`.
fn symbols(alternative: &str) -> String {
    let plain: String =
        alternative.lines().filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let end = scan(&plain).into_iter().find(|&(at, c, depth)| c == '=' && depth == 0 && plain[at..].starts_with("=>"));
    let head = &plain[..end.map_or(plain.len(), |(at, ..)| at)];
    let mut out = unnamed(head.trim());
    for (from, to) in [("Kind<", ""), ("Stat<", ""), ("Op<", "")] {
        while let Some(at) = out.find(from) {
            let close = closing(&out, at + from.len() - 1);
            out = format!("{}{to}{}{}", &out[..at], &out[at + from.len()..close], &out[close + 1..]);
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where the `<` at a place is closed.
fn closing(text: &str, open: usize) -> usize {
    let mut depth = 0usize;
    for (at, c) in text.char_indices().skip_while(|&(at, _)| at < open) {
        depth += usize::from(c == '<');
        if c == '>' {
            depth -= 1;
            if depth == 0 {
                return at;
            }
        }
    }
    text.len() - 1
}

/// `<name:Symbol>` and `<Symbol>` are the symbol, `<l:@L>` is nothing.
fn unnamed(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    let mut quoted = false;
    while let Some(c) = text[at..].chars().next() {
        quoted ^= c == '"';
        // Brackets behind a name are arguments of a macro.
        let argument = out.ends_with(|c: char| c.is_alphanumeric());
        if c == '<' && !quoted && !argument {
            let close = matching(text, at);
            let inner = &text[at + 1..close];
            let symbol = match inner.split_once(':') {
                Some((name, symbol))
                    if name.trim().trim_start_matches("mut ").chars().all(|c| c.is_alphanumeric() || c == '_') =>
                {
                    symbol
                }
                _ => inner,
            };
            if !matches!(symbol.trim(), "@L" | "@R") {
                out += &unnamed(symbol.trim());
            }
            at = close + 1;
        } else {
            out.push(c);
            at += c.len_utf8();
        }
    }
    out
}

/// Where the `<` at a place is closed; what stands in quotes does not count.
fn matching(text: &str, open: usize) -> usize {
    let (mut depth, mut quoted) = (0usize, false);
    for (i, c) in text[open..].char_indices() {
        quoted ^= c == '"';
        if quoted {
            continue;
        }
        depth += usize::from(c == '<');
        if c == '>' {
            depth -= 1;
            if depth == 0 {
                return open + i;
            }
        }
    }
    text.len() - 1
}
