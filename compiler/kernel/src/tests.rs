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

mod running {
    use crate::interp::{Arg, Grid, Stopped, Value, run};
    use crate::ir::Scalar;
    use crate::read;
    use std::collections::BTreeMap;

    fn grid(groups: usize, items: usize) -> Grid {
        Grid { groups: [groups, 1, 1], items: [items, 1, 1] }
    }

    fn ints(all: impl IntoIterator<Item = i32>) -> Arg {
        Arg::Global(all.into_iter().flat_map(i32::to_le_bytes).collect())
    }

    fn int(n: i32) -> Arg {
        Arg::Scalar(Value::Int(n.into(), Scalar::Int))
    }

    fn back(arg: &Arg) -> Vec<i32> {
        let Arg::Global(bytes) = arg else { return Vec::new() };
        bytes.chunks(4).map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
    }

    /// Runs a kernel `k(global int* x, int n)`, which is built with these numbers, by two groups of eight.
    fn ran(text: &str, built: &[(&str, i64)], x: Vec<i32>) -> Result<Vec<i32>, Stopped> {
        let n = x.len() as i32;
        let module = read::module(text).unwrap();
        let built: BTreeMap<_, _> = built.iter().map(|(name, n)| ((*name).into(), *n)).collect();
        let mut args = [ints(x), int(n)];
        run(&module, "k", &built, grid(2, 8), &mut args)?;
        Ok(back(&args[0]))
    }

    #[test]
    fn work_items_meet_in_functions_too() {
        let text = "int before(__local int* lanes, const int value)\n{\n    const int lane = get_local_id(0);\n    lanes[lane] = value;\n\
                    for (int by = 1; by < 8; by *= 2) {\n        barrier(CLK_LOCAL_MEM_FENCE);\n\
                    const int left = lane >= by ? lanes[lane - by] : 0;\n        barrier(CLK_LOCAL_MEM_FENCE);\n\
                    lanes[lane] += left;\n    }\n    barrier(CLK_LOCAL_MEM_FENCE);\n    return lanes[lane];\n}\n\
                    __kernel void k(__global int* x, int n)\n{\n    __local int lanes[8];\n    const int i = get_global_id(0);\n\
                    int sum = 10;\n    sum = sum + before(lanes, x[i]) - x[i];\n    x[i] = sum;\n}\n";
        let sums = ran(text, &[], (1..=16).collect()).unwrap();
        let expected = |group: i32| (0..8).map(move |lane| 10 + (0..lane).map(|k| group * 8 + k + 1).sum::<i32>());
        assert_eq!(sums, expected(0).chain(expected(1)).collect::<Vec<_>>());
    }

    #[test]
    fn choices_are_made_by_what_a_kernel_is_built_with() {
        let text = "#ifndef BY\n#define BY 2\n#endif\n#define TWICE(a) ((a) * BY)\n__kernel void k(__global int* x, int n)\n{\n\
                    const int i = get_global_id(0);\n#if BY == 3\n    if (i % 2 == 0) goto out;\n#endif\n\
                    while (true) {\n        x[i] = TWICE(x[i] + 1);\n        break;\n    }\n    out: ;\n}\n";
        let x = || (0..16).collect::<Vec<i32>>();
        assert_eq!(ran(text, &[], x()).unwrap(), x().iter().map(|n| (n + 1) * 2).collect::<Vec<_>>());
        let odd = |n: &i32| if n % 2 == 0 { *n } else { (n + 1) * 3 };
        assert_eq!(ran(text, &[("BY", 3)], x()).unwrap(), x().iter().map(odd).collect::<Vec<_>>());
    }

    #[test]
    fn integers_wrap_vectors_and_structures_have_parts() {
        let text = "typedef struct {\n    uchar tag;\n    long value;\n} Pair;\n__constant int table[2] = { 7, -7 };\n\
                    Pair pair(int n) { return (Pair){ n, -n }; }\n__kernel void k(__global int* x, int n)\n{\n\
                    const int i = get_global_id(0);\n    if (i != 0) return;\n    x[0] = (int)((uint)x[0] + 1u);\n\
                    const Pair p = pair(300);\n    x[1] = p.tag + (int)p.value;\n    const int4 v = *(__global const int4*)(x + 4);\n\
                    vstore4(as_int4(as_uint4(v) * (uint)3), 2, x);\n    x[2] = table[1] / 2 + table[0] % 4;\n\
                    x[3] = as_int(fma(2.0f, 3.0f, 0.5f)) >> 20;\n    for (int k = 12; k < n; k++) atomic_max(&x[k], k * (k % 2));\n}\n";
        let x: Vec<i32> = vec![i32::MAX, 0, 0, 0, 1, 2, -3, i32::MAX, 0, 0, 0, 0, 5, 5, 50, 5];
        let y = ran(text, &[], x).unwrap();
        let fma = (6.5f32.to_bits() as i32) >> 20;
        let thrice = i32::MAX.wrapping_mul(3);
        assert_eq!(y, [i32::MIN, 44 - 300, 0, fma, 1, 2, -3, i32::MAX, 3, 6, -9, thrice, 5, 13, 50, 15]);
    }

    #[test]
    fn what_no_device_can_be_trusted_with_stops() {
        let kernel = |body: &str| format!("__kernel void k(__global int* x, int n)\n{{\n{body}\n}}\n");
        let message = |body: &str| ran(&kernel(body), &[], vec![0; 16]).unwrap_err().0;
        assert_eq!(message("x[n] = 1;"), "an access at byte 64 of 64");
        assert_eq!(message("x[0] = 1 / x[0];"), "a division by zero");
        assert!(message("if (x[get_local_id(0)] == 0) return; barrier(CLK_LOCAL_MEM_FENCE);").contains("behind where"));
    }

    #[test]
    fn a_module_of_the_folder_gives_its_sums() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernel/sums.kernel");
        let module = read::module(&std::fs::read_to_string(path).unwrap()).unwrap();
        let x: Vec<u8> = (0..2048).flat_map(|k| ((k % 5) as f32).to_le_bytes()).collect();
        let built = BTreeMap::from([("COUNTS".into(), 1)]);
        let mut args = [Arg::Global(x), ints([0; 8]), int(2048), ints([-1])];
        run(&module, "sums", &built, grid(2, 256), &mut args).unwrap();
        let counts = back(&args[1]);
        assert!(counts[0] < 0 && counts[1..].iter().all(|n| *n == 0), "{counts:?}");
        assert_eq!(back(&args[3]), [-1]);
    }
}

#[test]
fn what_nests_too_deep_is_refused() {
    let deep = |open: &str, inner: &str, close: &str| open.repeat(100_000) + inner + &close.repeat(100_000);
    for expr in [
        deep("(", "a", ")"),
        deep("~", "a", ""),
        deep("a ? b : ", "c", ""),
        deep("a = ", "c", ""),
        deep("f(", "a", ")"),
    ] {
        let wrong = read::expr(&expr).unwrap_err();
        assert!(wrong.message.contains("nests deeper"), "{}: {}", &expr[..10], wrong.message);
    }
    for stmt in [deep("{", "", "}"), deep("if (a) ", ";", ""), deep("while (a) {", "", "}")] {
        let wrong = read::stmts(&stmt).unwrap_err();
        assert!(wrong.message.contains("nests deeper"), "{}: {}", &stmt[..10], wrong.message);
    }
    assert!(read::expr(&("(".repeat(80) + "a" + &")".repeat(80))).is_ok());
}
