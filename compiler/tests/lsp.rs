//! The language server, asked by a client as an editor does it.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

struct Client {
    server: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    next: u64,
    uri: String,
    text: String,
    version: i64,
}

const NAME: &str = "Main.somd";

impl Client {
    /// A server with one open file in `folder`.
    fn new(folder: &Path, text: &str) -> Client {
        let mut server = Command::new(env!("CARGO_BIN_EXE_somdc"))
            .args(["lsp", "--stdio"])
            .env("SOMDC_HOME", folder.join("cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("somdc has been built");
        let (to, from) = (server.stdin.take().expect("it is piped"), server.stdout.take().expect("it is piped"));
        let uri = format!("file://{}", folder.join(NAME).display());
        let mut client = Client { server, to, from: BufReader::new(from), next: 0, uri, text: text.into(), version: 1 };
        client.request("initialize", json!({ "capabilities": {} }));
        client.notify("initialized", json!({}));
        let document = json!({ "uri": client.uri, "languageId": "somd", "version": 1, "text": text });
        client.notify("textDocument/didOpen", json!({ "textDocument": document }));
        client
    }

    fn send(&mut self, message: Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server listens");
        self.to.flush().expect("the server listens");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.from.read_line(&mut line).expect("the server answers");
            assert!(!line.is_empty(), "the server has ended");
            match line.trim().split_once(": ") {
                Some(("Content-Length", n)) => length = n.parse().expect("a number of bytes"),
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).expect("the server answers");
        serde_json::from_slice(&body).expect("messages are JSON")
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn answer(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let answer = self.answer(method, params);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The next diagnostics of the open file.
    fn diagnostics(&mut self) -> Vec<Value> {
        loop {
            let message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == self.uri {
                return message["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
            }
        }
    }

    fn position(&self, at: usize) -> Value {
        let before = &self.text[..at];
        let start = before.rfind('\n').map_or(0, |n| n + 1);
        json!({ "line": before.matches('\n').count(), "character": before[start..].encode_utf16().count() })
    }

    /// The position behind the first `mark` that stands behind the first `after`.
    fn behind(&self, after: &str, mark: &str) -> Value {
        let from = self.text.find(after).unwrap_or_else(|| panic!("`{after}` is in the text"));
        let at = from + self.text[from..].find(mark).unwrap_or_else(|| panic!("`{mark}` is behind `{after}`"));
        self.position(at + mark.len())
    }

    fn at(&mut self, method: &str, position: Value) -> Value {
        let uri = self.uri.clone();
        let params =
            json!({ "textDocument": { "uri": uri }, "position": position, "newName": "renamed", "context": {} });
        self.request(method, params)
    }

    /// Replaces bytes of the text, and tells the server.
    fn edit(&mut self, lo: usize, hi: usize, new: &str) {
        let range = json!({ "start": self.position(lo), "end": self.position(hi) });
        self.text.replace_range(lo..hi, new);
        self.version += 1;
        let document = json!({ "uri": self.uri, "version": self.version });
        let change = json!({ "range": range, "text": new });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [change] }));
    }

    fn replace(&mut self, old: &str, new: &str) {
        let lo = self.text.find(old).unwrap_or_else(|| panic!("`{old}` is in the text"));
        self.edit(lo, lo + old.len(), new);
    }

    fn labels(&mut self, position: Value) -> Vec<String> {
        let found = self.at("textDocument/completion", position);
        let items = found["items"].as_array().cloned().unwrap_or_default();
        items.iter().map(|i| i["label"].as_str().unwrap_or_default().to_string()).collect()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

const PROGRAM: &str = "import java.util.ArrayList;

class Main {
    /** How often. */
    int count;

    /** Twice a number. */
    static int twice(int x) { return 2 * x; }

    static reduce(+) int sum(dist int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) s += twice(a[i]);
        return s;
    }

    static void chain(dist int[] a) {
        ArrayList<Integer> kept = new ArrayList<>();
        for (int i = 1; i < a.length; i++) kept.add(twice(a[i]));
    }

    void add(ArrayList<String> words) {
        var size = words.size();
        Runnable r = () -> count += size;
        r.run();
    }

    public static void main(String[] args) {
        Main main = new Main();
        main.count = 3;
        System.out.println(sum(new int[10]) + twice(main.count));
    }
}
";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("tests may write temporary files")
}

fn text_of(value: &Value) -> &str {
    value["contents"]["value"].as_str().unwrap_or_default()
}

#[test]
fn names_are_told_and_found() {
    let folder = folder();
    let mut c = Client::new(folder.path(), PROGRAM);
    let shown = c.at("textDocument/hover", c.behind("s += twi", "s += twi"));
    assert!(
        text_of(&shown).contains("static int twice(int x)") && text_of(&shown).contains("Twice a number."),
        "{shown}"
    );
    assert!(text_of(&shown).contains("isolated"), "{shown}");
    let shown = c.at("textDocument/hover", c.behind("reduce(+) int su", "reduce(+) int su"));
    assert!(text_of(&shown).contains("can be offloaded"), "{shown}");
    let shown = c.at("textDocument/hover", c.behind("for (int i = 1", "for"));
    assert!(text_of(&shown).contains("runs on one core") || text_of(&shown).contains("in order"), "{shown}");
    let shown = c.at("textDocument/hover", c.behind("var si", "var si"));
    assert!(text_of(&shown).contains("int size"), "{shown}");
    let shown = c.at("textDocument/hover", c.behind("main.cou", "main.cou"));
    assert!(text_of(&shown).contains("int count") && text_of(&shown).contains("How often."), "{shown}");

    let place = c.at("textDocument/definition", c.behind("main.cou", "main.cou"));
    assert_eq!(place["range"]["start"], c.position(PROGRAM.find("count;").expect("it is declared")));
    let place = c.at("textDocument/definition", c.behind("words.si", "words.si"));
    let path = place["uri"].as_str().and_then(|u| u.strip_prefix("file://")).unwrap_or_default();
    let text = std::fs::read_to_string(path).expect("the library's text is on disk");
    let line = place["range"]["start"]["line"].as_u64().unwrap_or(0) as usize;
    assert!(text.lines().nth(line).is_some_and(|l| l.contains("int size()")), "{place}");

    assert_eq!(c.at("textDocument/references", c.behind("int twi", "int twi")).as_array().map(Vec::len), Some(4));
    // A variable that a lambda uses.
    assert_eq!(c.at("textDocument/references", c.behind("+= si", "+= si")).as_array().map(Vec::len), Some(2));
    let edit = c.at("textDocument/rename", c.behind("int cou", "int cou"));
    assert_eq!(edit["changes"][&c.uri].as_array().map(Vec::len), Some(4), "{edit}");
    let params =
        json!({ "textDocument": { "uri": c.uri }, "position": c.behind("words.si", "words.si"), "newName": "x" });
    assert!(
        c.answer("textDocument/rename", params)["error"]["message"].as_str().is_some_and(|m| m.contains("library"))
    );

    let symbols = c.at("textDocument/documentSymbol", Value::Null);
    assert_eq!(symbols[0]["name"], "Main");
    assert_eq!(symbols[0]["children"].as_array().map(Vec::len), Some(6));
    let found = c.request("workspace/symbol", json!({ "query": "twi" }));
    assert_eq!(found[0]["name"], "twice");
    let tokens = c.at("textDocument/semanticTokens/full", Value::Null);
    assert!(tokens["data"].as_array().is_some_and(|d| d.len() > 100 && d.len() % 5 == 0));
}

#[test]
fn where_loops_run_is_told_in_the_text() {
    let folder = folder();
    let mut c = Client::new(folder.path(), PROGRAM);
    let lenses = c.at("textDocument/codeLens", Value::Null);
    let titles: Vec<&str> =
        lenses.as_array().into_iter().flatten().filter_map(|l| l["command"]["title"].as_str()).collect();
    assert!(titles.contains(&"all cores or a device"), "{titles:?}");
    assert!(titles.iter().any(|t| t.starts_with("one core, because ")), "{titles:?}");
    let hints = c.at("textDocument/inlayHint", Value::Null);
    let labels: Vec<&str> = hints.as_array().into_iter().flatten().filter_map(|l| l["label"].as_str()).collect();
    for wanted in ["local", ": int", "→ all cores or a device", "→ one core"] {
        assert!(labels.contains(&wanted), "{wanted}: {labels:?}");
    }
    let show = |c: &mut Client, what: &str| {
        let params =
            json!({ "textDocument": { "uri": c.uri }, "position": c.behind("s += twi", "s += twi"), "what": what });
        c.request("somdc/show", params).as_str().unwrap_or_default().to_string()
    };
    assert!(show(&mut c, "kernel").contains("__kernel"));
    assert!(show(&mut c, "core").contains("sum"));
    assert!(show(&mut c, "rust").contains("fn "));
}

#[test]
fn what_is_wrong_is_told_as_it_is_typed() {
    let folder = folder();
    let mut c = Client::new(folder.path(), PROGRAM);
    let codes =
        |list: &[Value]| list.iter().map(|d| d["code"].as_str().unwrap_or_default().to_string()).collect::<Vec<_>>();
    let found = c.diagnostics();
    assert!(!codes(&found).iter().any(|c| c.starts_with('E')), "{found:?}");
    c.replace("return s;", "return s");
    let found = c.diagnostics();
    assert_eq!(codes(&found), ["E0021"], "{found:?}");
    let range = found[0]["range"].clone();
    let params = json!({ "textDocument": { "uri": c.uri }, "range": range, "context": { "diagnostics": found } });
    let actions = c.request("textDocument/codeAction", params);
    let edit = &actions[0]["edit"]["changes"][&c.uri][0];
    assert_eq!(edit["newText"], ";", "{actions}");
    c.replace("return s", "return s;");
    assert!(!codes(&c.diagnostics()).iter().any(|c| c.starts_with('E')));
    // Another file, which exists on disk only, and then as an open text.
    std::fs::write(folder.path().join("Other.somd"), "class Other { static int one() { return 1; } }").expect("a file");
    c.replace("main.count = 3", "main.count = Other.one()");
    assert!(!codes(&c.diagnostics()).iter().any(|c| c.starts_with('E')));
    c.replace("Other.one()", "Other.two()");
    assert!(codes(&c.diagnostics()).iter().any(|c| c.starts_with('E')));
    let uri = format!("file://{}", folder.path().join("Other.somd").display());
    let document = json!({ "uri": uri, "languageId": "somd", "version": 1, "text": "class Other { static int two() { return 2; } }" });
    c.notify("textDocument/didOpen", json!({ "textDocument": document }));
    assert!(!codes(&c.diagnostics()).iter().any(|c| c.starts_with('E')));
    // Formatting is as on the command line.
    c.replace("int s = 0;", "int  s=0;");
    let params = json!({ "textDocument": { "uri": c.uri }, "options": {} });
    let edits = c.request("textDocument/formatting", params);
    assert!(edits.as_array().is_some_and(|e| !e.is_empty()));
}

#[test]
fn what_may_come_next_is_offered() {
    let folder = folder();
    let mut c = Client::new(folder.path(), PROGRAM);
    let has = |list: &[String], names: &[&str]| names.iter().all(|n| list.iter().any(|l| l == n));
    c.replace("r.run();", "r.run();\n        words.");
    let found = c.labels(c.behind("r.run();\n        words.", "words."));
    assert!(has(&found, &["add", "size", "get", "hashCode"]) && !has(&found, &["twice"]), "{found:?}");
    c.replace("words.\n", "words.get(0).su\n");
    let found = c.labels(c.behind("words.get(0).su", "words.get(0).su"));
    assert!(has(&found, &["substring", "length"]), "{found:?}");
    c.replace("words.get(0).su\n", "int n = Math.m\n");
    let found = c.labels(c.behind("Math.m", "Math.m"));
    assert!(has(&found, &["max", "min", "PI"]), "{found:?}");
    c.replace("int n = Math.m\n", "words.forEach(w -> w.)\n");
    let found = c.labels(c.behind("w -> w.", "w -> w."));
    assert!(has(&found, &["isEmpty", "charAt"]), "{found:?}");
    c.replace("words.forEach(w -> w.)\n", "si\n");
    let found = c.labels(c.behind("r.run();\n        si", "si"));
    assert!(has(&found, &["size", "words", "count", "twice", "Main", "ArrayList", "String", "while"]), "{found:?}");
    c.replace("        si\n", "        twice(\n");
    let found = c.at("textDocument/signatureHelp", c.behind("        twice(", "twice("));
    assert_eq!(found["signatures"][0]["label"], "static int twice(int x)");
    assert_eq!(found["signatures"][0]["parameters"][0]["label"], "int x");
    c.replace("        twice(\n", "        words.add(0, \n");
    let found = c.at("textDocument/signatureHelp", c.behind("words.add(0, ", "words.add(0, "));
    assert_eq!(found["activeParameter"], 1);
    assert!(found["signatures"].as_array().is_some_and(|s| s.len() >= 2), "{found}");
}

/// Numbers that look random, the same ones each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

#[test]
fn random_edits_leave_what_a_fresh_check_finds() {
    let folder = folder();
    let mut c = Client::new(folder.path(), PROGRAM);
    let mut numbers = Numbers(34);
    let pieces = [
        "{",
        "}",
        "(",
        ")",
        ";",
        ".",
        "int ",
        "x",
        "=",
        "\n",
        "\"",
        "/*",
        "*/",
        "for (;;) ",
        "sum",
        "<",
        "é",
        "@",
        "1",
        ", ",
    ];
    for round in 0..200 {
        let mut lo = numbers.below(c.text.len() + 1);
        while !c.text.is_char_boundary(lo) {
            lo -= 1;
        }
        let mut hi = (lo + numbers.below(8)).min(c.text.len());
        while !c.text.is_char_boundary(hi) {
            hi += 1;
        }
        // Half of them put back a whole text, so that not all is broken for good.
        if round % 10 == 9 {
            c.edit(0, c.text.len(), PROGRAM);
        } else {
            c.edit(lo, hi, pieces[numbers.below(pieces.len())]);
        }
        if round % 7 == 0 {
            let at = c.position(lo.min(c.text.floor_char_boundary(c.text.len() / 2)));
            for method in [
                "textDocument/hover",
                "textDocument/completion",
                "textDocument/signatureHelp",
                "textDocument/inlayHint",
                "textDocument/semanticTokens/full",
            ] {
                c.at(method, at.clone());
            }
        }
    }
    // The last of what is published is of the last text.
    let mut last = c.diagnostics();
    let quiet = Instant::now();
    c.edit(0, 0, "");
    while quiet.elapsed() < Duration::from_secs(30) {
        last = c.diagnostics();
        let mut fresh = Client::new(folder.path(), &c.text.clone());
        if fresh.diagnostics() == last {
            return;
        }
    }
    panic!("{last:?}\n{}", c.text);
}
