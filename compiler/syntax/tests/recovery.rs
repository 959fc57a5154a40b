//! Several syntax errors in one file: each gives its message, and none is invented.

use somd_syntax::parse;

/// Line, code and title of each diagnostic of a text.
fn messages(text: &str) -> Vec<String> {
    let (_, diagnostics) = parse(text, 1);
    let line = |lo: u32| text[..lo as usize - 1].matches('\n').count() + 1;
    diagnostics.iter().map(|d| format!("{} {} {}", line(d.primary.span.lo), d.code, d.title)).collect()
}

fn check(text: &str, expected: &[&str]) {
    assert_eq!(messages(text), expected, "{text}");
}

/// Statements in a method, from line 2.
fn in_method(statements: &str) -> String {
    format!("class A {{ void f() {{\n{statements}\n}} }}")
}

#[test]
fn several_errors_in_one_method() {
    check(
        &in_method(
            "int a = 3\nfoo(a;\nif (a > 3 {\nbar();\n}\nx = ;\ny = a + * b;\nretrun x + 1;\nz = y[3;\nb.foo(1, );\nok();",
        ),
        &[
            "2 E0021 missing `;` after this statement",
            "3 E0022 missing `)`",
            "4 E0022 missing `)`",
            "7 E0024 expected an expression, found `;`",
            "8 E0024 expected an expression, found `*`",
            "9 E0028 unexpected `retrun`",
            "10 E0022 missing `]`",
            "11 E0024 expected an expression, found `)`",
        ],
    );
}

#[test]
fn operators_and_statements() {
    check(
        &in_method(
            "while (x =< 3) x++;\na == 3;\na + b = 3;\nelse { }\nint class = 3;\nfoo bar baz;\nfor (int i = 0; i < 3, i++) { }\na + b;",
        ),
        &[
            "2 E0027 `=<` is not an operator",
            "3 E0025 this comparison does nothing",
            "4 E0026 cannot assign to this",
            "5 E0020 `else` without `if`",
            "6 E0029 `class` is a keyword",
            "7 E0020 expected `;`, `,` or `=`, found `baz`",
            "8 E0021 expected `;`, found `,`",
            "9 E0025 not a statement",
        ],
    );
}

#[test]
fn members() {
    check(
        "import java.util.*\nclass A {\n  int x = 5\n  pubic void g() { }\n  void h( { }\n  int k(int a int b) { return a; }\n  x = 3;\n  void last() { ok(); }\n}",
        &[
            "1 E0021 missing `;` after this line",
            "3 E0021 missing `;` after this statement",
            "4 E0028 unexpected `pubic`",
            "5 E0022 missing `)`",
            "6 E0020 expected `)` or `,`, found `int`",
            "7 E0020 a statement outside of a method",
        ],
    );
}

#[test]
fn statements_that_lack_a_part() {
    check(
        &in_method(
            "do { x(); } while (y) z();\nreturn return;\nif x > 3 { }\nfor (int i : ) { }\nx = a ? b;\nswitch (x) { case 1 foo(); case 2: bar() }\ntry { }\ncatch (E e) { }\nok();",
        ),
        &[
            "2 E0021 missing `;` after this statement",
            "3 E0020 expected an expression, `;` or `(`, found `return`",
            "4 E0020 expected `(`, found `x`",
            "5 E0024 expected an expression, found `)`",
            "6 E0020 expected `:`, found `;`",
            "7 E0020 missing `:` after this `case`",
            "7 E0021 missing `;` after this statement",
        ],
    );
}

#[test]
fn brackets() {
    check(
        "class B {\n    void f() {\n        if (x) {\n            g();\n    }\n    void h() {\n        g();\n    }\n}\n",
        &["4 E0022 `}` missing: a `{` is never closed"],
    );
    check("class B { }\n}", &["2 E0023 unmatched `}`"]);
    check(&in_method("f(a));\nint[] a = {1, 2;\ng();"), &["2 E0023 unmatched `)`", "3 E0022 missing `}`"]);
    check("class B {\n void f() {", &["2 E0022 `}` missing: a `{` is never closed"]);
}

#[test]
fn tokens() {
    check(
        &in_method(
            "String s = \"abc;\nchar c = 'ab', d = '', e = '\\q';\nint big = 99999999999, oct = 089, min = 2147483648;\nfloat f = 1e99f;\n# int x;\nint 3x;\n/* never closed",
        ),
        &[
            "2 E0002 unterminated string",
            "3 E0006 malformed character literal",
            "3 E0006 malformed character literal",
            "3 E0005 unknown escape",
            "4 E0007 integer too large",
            "4 E0008 malformed number",
            "4 E0007 integer too large",
            "5 E0009 floating-point number out of range",
            "6 E0001 unexpected character `#`",
            "7 E0008 malformed number",
            "8 E0004 unterminated comment",
        ],
    );
}

#[test]
fn every_code_is_listed() {
    for text in [include_str!("java.txt"), include_str!("somd.txt")] {
        // Whatever is cut off anywhere, parsing ends, and every message has a listed code.
        for cut in (0..text.len()).step_by(97).filter(|&i| text.is_char_boundary(i)) {
            let (_, diagnostics) = parse(&text[..cut], 1);
            for d in diagnostics {
                assert!(somd_syntax::CODES.iter().any(|(code, _)| *code == d.code), "{}", d.code);
            }
        }
    }
}
