//! The playground, asked by a client: who is refused, and what a program gets.
#![cfg(unix)]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

struct Server {
    child: Child,
    port: u16,
    token: String,
    _folder: tempfile::TempDir,
}

const PROGRAM: &str =
    "public class Main { public static void main(String[] args) { System.out.println(\"here \" + args.length); } }\n";
const ENDLESS: &str = "public class Main { public static void main(String[] args) { int i = 0; while (true) i++; } }\n";

impl Server {
    fn new(limit: &str) -> Server {
        let folder = tempfile::tempdir().expect("tests may write temporary files");
        std::fs::write(folder.path().join("Given.somd"), PROGRAM).expect("as before");
        let mut child = Command::new(env!("CARGO_BIN_EXE_somdc"))
            .args(["play", "--time-limit", limit, "Given.somd"])
            .current_dir(folder.path())
            .env("SOMDC_HOME", folder.path().join("cache"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("somdc has been built");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        output.read_line(&mut line).expect("the server says its address");
        let address = line.trim().strip_prefix("http://127.0.0.1:").expect("it is of the loopback address");
        let (port, token) = address.split_once('/').expect("the token is in it");
        let token = token.trim_end_matches('/').to_string();
        assert_eq!(token.len(), 32);
        Server { child, port: port.parse().expect("a number"), token, _folder: folder }
    }

    /// Sends bytes as they are; the status and the body of the answer.
    fn send(&self, bytes: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("not zero");
        // The server may have refused it, and closed, before all of it is sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let text = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        (status, body.to_string())
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn get(&self, path: &str, headers: &str) -> (u16, String) {
        self.send(format!("GET {path} HTTP/1.1\r\n{headers}\r\n").as_bytes())
    }

    fn post_as(&self, path: &str, headers: &str, body: &str) -> (u16, String) {
        let length = body.len();
        self.send(format!("POST {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\n\r\n{body}").as_bytes())
    }

    /// As the page does it.
    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (host, token) = (self.host(), &self.token);
        let headers = format!("Host: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n");
        let (status, body) = self.post_as(&format!("/{token}/{path}"), &headers, &body.to_string());
        (status, serde_json::from_str(&body).expect("answers are JSON"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn only_the_page_itself_is_answered() {
    let server = Server::new("10");
    let (host, token) = (server.host(), server.token.clone());
    let page = format!("/{token}/");
    let own = format!("Host: {host}\r\n");
    let (status, text) = server.get(&page, &own);
    assert!(status == 200 && text.contains("somdc playground"));
    let (status, text) = server.get(&format!("{page}state"), &own);
    let state: Value = serde_json::from_str(&text).expect("well formed");
    assert!(status == 200 && state["given"] == PROGRAM && state["examples"].as_array().is_some_and(|e| e.len() > 5));
    // A wrong token, or none.
    let other: String = token.chars().rev().collect();
    for path in
        ["/".to_string(), "//".into(), format!("/{other}/"), format!("/{}/", &token[..31]), format!("/{token}x/")]
    {
        assert_eq!(server.get(&path, &own).0, 403, "{path}");
    }
    // A name that was rebound to this machine, and none, and two.
    for host in ["Host: evil.example\r\n", "", "Host: 127.0.0.1\r\n", &format!("{own}Host: evil.example\r\n")] {
        assert_eq!(server.get(&page, host).0, 403, "{host}");
    }
    // What another page posts.
    let body = json!({ "text": PROGRAM, "on": "interp" }).to_string();
    let json = "Content-Type: application/json\r\n";
    let run = format!("{page}run");
    for origin in ["", "Origin: http://evil.example\r\n", "Origin: null\r\n", &format!("Origin: https://{host}\r\n")] {
        assert_eq!(server.post_as(&run, &format!("{own}{origin}{json}"), &body).0, 403, "{origin}");
    }
    let origin = format!("Origin: http://{host}\r\n");
    assert_eq!(server.post_as(&run, &format!("{own}{origin}Content-Type: text/plain\r\n"), &body).0, 415);
    assert_eq!(server.get(&page, &format!("{own}Origin: http://evil.example\r\n")).0, 403);
    // What is too large, or no request.
    assert_eq!(server.get(&page, &format!("{own}X: {}\r\n", "x".repeat(20_000))).0, 413);
    let large = "x".repeat((1 << 20) + 1);
    assert_eq!(server.post_as(&run, &format!("{own}{origin}{json}"), &large).0, 413);
    assert_eq!(server.send(b"\x16\x03\x01\r\n\r\n").0, 400);
    assert_eq!(server.post("run", &json!({ "text": PROGRAM, "on": "cluster" })).0, 400);
    assert_eq!(server.post("nothing", &json!({})).0, 404);
}

#[test]
fn programs_are_looked_at_and_run() {
    let server = Server::new("60");
    let (status, found) = server.post("look", &json!({ "text": "class Main {\n    int f() { return \"x\"; }\n}\n" }));
    let error = &found["diagnostics"][0];
    assert_eq!((status, &error["span"]["line"], &error["severity"]), (200, &json!(2), &json!("error")), "{found}");
    assert!(found["core"].is_null() && found["runs"] == false);
    let text = "public class Main {\n    static int[] f(dist int[] a) {\n        int[] b = new int[a.length];\n        \
                for (int i = 0; i < a.length; i++) b[i] = a[i] + 1;\n        return b;\n    }\n    \
                public static void main(String[] args) { System.out.println(f(new int[] {1, 2})[1]); }\n}\n";
    let (_, found) = server.post("look", &json!({ "text": text }));
    assert!(found["runs"] == true && found["verdicts"][0]["runs"] == "device", "{found}");
    for part in ["core", "kernels", "plan"] {
        assert!(found[part].as_str().is_some_and(|t| t.contains("Main_f")), "{part}: {found}");
    }
    assert!(found["kernels"].as_str().is_some_and(|t| t.contains("__kernel")));
    let (_, ran) = server.post("run", &json!({ "text": text, "on": "interp" }));
    assert_eq!((&ran["output"], &ran["code"], &ran["ended"]), (&json!("3\n"), &json!(0), &Value::Null), "{ran}");
    let (_, ran) = server.post("run", &json!({ "text": PROGRAM, "on": "interp", "arguments": ["a", "--target"] }));
    assert_eq!(ran["output"], "here 2\n", "{ran}");
    let (_, ran) = server.post("run", &json!({ "text": "class {", "on": "interp" }));
    assert!(ran["code"] == 1 && ran["errors"].as_str().is_some_and(|e| e.contains("error")), "{ran}");
}

#[test]
fn a_program_ends_at_its_limit_or_when_it_is_stopped() {
    let server = Arc::new(Server::new("4"));
    let start = Instant::now();
    let endless = json!({ "text": ENDLESS, "on": "interp" });
    let running = {
        let (server, endless) = (server.clone(), endless.clone());
        // It may be the second one itself, until the other has ended.
        std::thread::spawn(move || {
            loop {
                let answer = server.post("run", &endless);
                if answer.0 != 409 {
                    return answer;
                }
            }
        })
    };
    // A second one meanwhile is told of the first.
    let busy = loop {
        let (status, busy) = server.post("run", &json!({ "text": PROGRAM, "on": "interp" }));
        if status == 409 || start.elapsed() > Duration::from_secs(60) {
            break busy;
        }
    };
    assert!(busy["refused"].as_str().is_some_and(|t| t.contains("a run on interp is going on")), "{busy}");
    let (_, ended) = running.join().expect("it does not panic");
    assert!(ended["ended"].as_str().is_some_and(|t| t.contains("4 s, the time limit")), "{ended}");
    let running = {
        let server = server.clone();
        std::thread::spawn(move || server.post("run", &endless))
    };
    while server.post("stop", &json!({})).1["stopped"] == false {
        std::thread::sleep(Duration::from_millis(5));
    }
    let (_, ended) = running.join().expect("it does not panic");
    assert_eq!(ended["ended"], "it was stopped", "{ended}");
}
