//! The blocks of code of a page, and what their first lines say of them.
//!
//! ` ```java ` is a program, members of a class, or statements; it compiles without an error. Words behind it, with commas between, say more: `run`, its output
//! is the next block of text; `error=CODE` and `warning=CODE`, what the compiler says; `part`, it has `…` in it and is not compiled. A comment
//! `<!-- with: … -->` in front of a block has members and classes, `<!-- before: … -->` statements, and `<!-- body: … -->` the method whose body the
//! block is, that the reader is not shown.

/// A block of code.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The page, from the repository on, and the line of the first line of code, from 1.
    pub page: String,
    pub line: usize,
    pub language: String,
    words: Vec<String>,
    pub text: String,
    pub with: String,
    pub before: String,
    pub body: String,
}

impl Block {
    pub fn place(&self) -> String {
        format!("{}:{}", self.page, self.line)
    }

    pub fn is(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
    }

    /// What stands behind `key=`.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.words.iter().find_map(|w| w.strip_prefix(key)?.strip_prefix('='))
    }

    /// Words that mean nothing.
    pub fn unknown(&self) -> Option<&str> {
        let known =
            |w: &&String| matches!(w.as_str(), "run" | "part") || w.starts_with("error=") || w.starts_with("warning=");
        self.words.iter().find(|w| !known(w)).map(String::as_str)
    }
}

/// The text of a comment `<!-- KEY: … -->`.
fn hidden<'t>(comment: &'t str, key: &str) -> Option<&'t str> {
    comment.strip_prefix("<!--")?.strip_suffix("-->")?.trim().strip_prefix(key)?.strip_prefix(':')
}

/// All blocks of a page.
pub fn blocks(page: &str, text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let (mut with, mut before, mut body) = (String::new(), String::new(), String::new());
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        if line.starts_with("<!--") {
            let mut comment = line.to_string();
            while !comment.ends_with("-->") {
                let Some((_, more)) = lines.next() else { break };
                comment += "\n";
                comment += more;
            }
            with = hidden(&comment, "with").map(String::from).unwrap_or(with);
            before = hidden(&comment, "before").map(String::from).unwrap_or(before);
            body = hidden(&comment, "body").map(String::from).unwrap_or(body);
        } else if let Some(info) = line.strip_prefix("```") {
            let mut words = info.split(',').map(|w| w.trim().to_string());
            let mut block = Block {
                page: page.into(),
                line: at + 2,
                language: words.next().unwrap_or_default(),
                with: std::mem::take(&mut with),
                before: std::mem::take(&mut before),
                body: std::mem::take(&mut body),
                ..Block::default()
            };
            block.words = words.collect();
            for (_, code) in lines.by_ref().take_while(|(_, l)| *l != "```") {
                block.text += code;
                block.text.push('\n');
            }
            found.push(block);
        } else if !line.trim().is_empty() {
            (with, before, body) = Default::default();
        }
    }
    found
}

#[test]
fn a_block_has_what_its_comments_say() {
    let page = "Text\n<!-- with: int[] t; -->\n```java,error=E0502\na[i];\n```\n```text\nout\n```\n";
    let found = blocks("p.md", page);
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].line, found[0].with.trim(), found[0].text.as_str()), (4, "int[] t;", "a[i];\n"));
    assert_eq!((found[0].value("error"), found[0].is("run"), found[0].unknown()), (Some("E0502"), false, None));
    assert_eq!((found[1].language.as_str(), found[1].with.as_str()), ("text", ""));
}
