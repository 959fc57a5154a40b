//! Deep nesting, long lines, many members: read in a time that grows with the text, and no end of the stack.
//!
//! Limits are generous, since debug builds run beside others; what takes ten times as long for ten times the text is far below them, and what takes a
//! hundred times as long is far above.

use crate::{Fault, checked, errors, guarded};
use std::fmt::Write;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(100);

fn in_main(statements: &str) -> String {
    format!(
        "class A {{ static int f(int x) {{ return x; }} public static void main(String[] a) {{ {statements} }} }}\n"
    )
}

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |mut text, i| {
        let _ = writeln!(text, "{}", line(i));
        text
    })
}

/// Texts by name, and whether they are right.
fn texts() -> Vec<(&'static str, bool, String)> {
    const DEEP: usize = 5000;
    let nested = |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(DEEP), close.repeat(DEEP));
    vec![
        ("parentheses", true, in_main(&format!("int x = {};", nested("(", "1", ")")))),
        ("signs", true, in_main(&format!("int x = {};", nested("- ", "1", "")))),
        ("sums", true, in_main(&format!("int x = {}1;", "1+".repeat(20 * DEEP)))),
        ("calls", true, in_main(&format!("int x = {};", nested("f(", "1", ")")))),
        ("blocks", true, in_main(&nested("{", "", "}"))),
        ("conditions", true, in_main(&nested("if (a != null) ", ";", ""))),
        (
            "lambdas",
            true,
            format!("interface F {{ F f(); }} class A {{ F x = {}; }}\n", "() -> ".repeat(DEEP / 5) + "null"),
        ),
        ("classes", true, (0..DEEP / 5).map(|i| format!("class C{i} {{ ")).collect::<String>() + &"}".repeat(DEEP / 5)),
        ("a long line", true, in_main(&format!("String s = \"{}\";", "a".repeat(2 << 20)))),
        ("a long comment", true, in_main(&format!("/*{}*/", "* ".repeat(1 << 20)))),
        (
            "methods",
            true,
            format!("class A {{\n{}}}\n", lines(10 * DEEP, |i| format!("static int m{i}(int x) {{ return x; }}"))),
        ),
        ("fields", true, format!("class A {{\n{}}}\n", lines(4 * DEEP, |i| format!("static int f{i} = {i};")))),
        ("errors", false, in_main(&lines(2 * DEEP, |i| format!("int x{i} = y{i};")))),
        ("open parentheses", false, in_main(&"(".repeat(DEEP))),
        ("open braces", false, "{".repeat(DEEP)),
        ("closed braces", false, "}".repeat(DEEP)),
        ("open types", false, format!("class A {{ A{}", "<".repeat(DEEP))),
        ("open lists", false, in_main(&format!("java.util.{}String x = null;", "List<".repeat(50)))),
        ("annotations", false, nested("@A(", "", "")),
    ]
}

#[test]
fn great_texts_are_read_in_time() {
    let mut wrong = Vec::new();
    for (name, right, text) in texts() {
        let begun = std::time::Instant::now();
        match guarded(LIMIT, move || errors(&checked("A.somd", &text).0).count()) {
            Ok(0) if right => {}
            // One mistake, however deep, is not said again and again; of many the first.
            Ok(n) if !right && (name == "errors" || (1..=3).contains(&n)) => {}
            Ok(n) => wrong.push(format!("{name}: {n} errors")),
            Err(Fault::Panic(text)) => wrong.push(format!("{name}: {text}")),
            Err(Fault::Hang) => wrong.push(format!("{name}: takes too long")),
        }
        println!("{name}: {:.1} s", begun.elapsed().as_secs_f64());
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
