//! The text form: what is read is printed as it was (`tests/kernel/*.kernel`); and what the verifier says.

use crate::lines::{Part, fold, parts};
use crate::print;
use crate::read;
use crate::verify::verify;
use std::path::Path;

#[test]
fn what_is_read_is_printed_as_it_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernel");
    let mut files = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|e| e == "kernel") {
            let text = std::fs::read_to_string(&path).unwrap();
            let mut module = read::module(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            assert_eq!(print::module(&module), text, "{}", path.display());
            assert_eq!(verify(&mut module), [], "{}", path.display());
            files += 1;
        }
    }
    assert!(files > 0);
}

fn printed(text: &str) -> String {
    print::expr(&read::expr(text).unwrap())
}

#[test]
fn parentheses_stand_where_they_are_needed_and_where_c_surprises() {
    assert_eq!(printed("((a) + (b * c)) - (d - e)"), "a + b * c - (d - e)");
    assert_eq!(printed("a << 8 | b & 3"), "(a << 8) | (b & 3)");
    assert_eq!(printed("a && b || c"), "(a && b) || c");
    assert_eq!(printed("-(-x)"), "-(-x)");
    assert_eq!(printed("(float)(x)"), "(float)x");
    assert_eq!(printed("(a ? b : c) ? d : e"), "(a ? b : c) ? d : e");
}

#[test]
fn a_fault_of_the_text_has_its_line() {
    let wrong = read::module("int f(int a)\n{\n    return a +;\n}\n").unwrap_err();
    assert_eq!(wrong.line, 3);
}

#[test]
fn parts_become_statements_when_all_are_there() {
    let text = ["if (a) {", "b = 1;", "} else {", "#ifdef X", "for (;;) {", "}", "#endif", "}"];
    let all = |texts: &[&str]| texts.iter().flat_map(|t| parts(t).unwrap()).collect::<Vec<Part>>();
    let stmts = fold(all(&text)).unwrap();
    assert_eq!(print::stmts(&stmts).lines().count(), text.len());
    assert!(all(&text).iter().any(|p| p.names("b")) && !all(&text).iter().any(|p| p.names("X")));
    assert_eq!(fold(all(&text[..4])), None);
}

/// The first fault of a kernel with this body.
fn fault(body: &str) -> String {
    let params = "__global const float* x, __global float* y, int n, __local int* shared";
    let helper = "void meet(int a) { barrier(CLK_LOCAL_MEM_FENCE); }\n";
    let mut module = read::module(&format!("{helper}__kernel void k({params})\n{{\n{body}\n}}\n")).unwrap();
    verify(&mut module).first().map(|f| f.message.clone()).unwrap_or_default()
}

#[test]
fn the_verifier_knows_names_types_and_spaces() {
    assert_eq!(fault("y[0] = x[0];"), "");
    assert_eq!(fault("y[0] = z;"), "z is not declared");
    assert_eq!(fault("x[0] = 1.0f;"), "x[0] is written");
    assert_eq!(fault("const int a = 1; a = 2;"), "a is written");
    assert_eq!(fault("__global const float* p = y; y[0] = *p;"), "");
    assert!(fault("__local int* p = y;").contains("is wanted"));
    assert!(fault("const float* p = x;").contains("is wanted"));
    assert!(fault("y[x[0]] = 1.0f;").contains("is no index"));
    assert!(fault("atomic_add(&y[0], 1);").contains("no atomic_add of float"));
    // What a block declares is not known behind it.
    assert_eq!(fault("if (n > 0) { int a = 1; } y[0] = a;"), "a is not declared");
}

#[test]
fn all_work_items_come_to_a_barrier() {
    let meets = "barrier(CLK_LOCAL_MEM_FENCE);";
    assert_eq!(fault(&format!("if (n > 0) {{ {meets} }}")), "");
    assert!(fault(&format!("if (get_local_id(0) > 0) {{ {meets} }}")).contains("varies"));
    assert!(fault(&format!("const int i = get_global_id(0); if (i > n) return; {meets}")).contains("behind"));
    assert!(fault("const int i = get_global_id(0); for (int k = 0; k < i; k++) meet(k);").contains("varies"));
    assert_eq!(fault(&format!("for (int k = get_local_id(0); k < n; k += 8) {{ if (k > 3) break; }} {meets}")), "");
    assert_eq!(fault(&format!("const int i = get_local_id(0); if (i > n) goto out; y[i] = 0.0f; out: ; {meets}")), "");
    // One variable of a name varies, and another does not.
    assert_eq!(fault(&format!("{{ int k = get_local_id(0); y[k] = 0.0f; }} int k = n; if (k > 0) {{ {meets} }}")), "");
}

#[test]
fn local_memory_has_a_limit() {
    assert_eq!(fault("__local double a[6144];"), "");
    assert_eq!(fault("__local double a[6144]; __local char b[1];"), "49153 bytes of local memory");
}
