//! The text of kernels. That they compute what they should is tested on devices, in `tests/kernels.rs`.

use super::*;
use somd_core::parse::parse;
use somd_core::verify::{report, verify};
use somd_runtime::kernel::Param;
use somd_schedule as schedule;

fn emitted(text: &str) -> Emitted {
    let p = parse(text).unwrap_or_else(|e| panic!("{e:?}"));
    verify(&p).unwrap_or_else(|v| panic!("{}", report(&p, &v)));
    emit(&p, &schedule::plan(&p, &Default::default()), &SourceMap::default(), &somd_kernel::print::module)
}

#[test]
fn an_instruction_without_a_kernel_says_why() {
    let e = emitted(
        "region f(a: [f64]) -> ([f64]) {
           s: [f64], t: [f64] = par p (i: 0..len a) -> scan(+) v from 0.0, scan(+) w from 0.0 { v = a[i] w = a[i] }
           return s
         }",
    );
    assert_eq!(e.kernels, []);
    assert!(e.refused[0].reason.contains("scan"), "{:?}", e.refused);
}

#[test]
fn only_parameters_that_are_used() {
    let e = emitted(
        "region f(a: [i32], b: [i32; _, 4]) -> ([i32]) {
           c: [i32] = par p (i: 0..3) -> new [3] { c[i] = a[i] + b[i, 1] }
           return c
         }",
    );
    let k = &e.kernels[0];
    assert_eq!(k.params, [Param::Arg(0), Param::Arg(1), Param::Out(0), Param::From(0), Param::To(0)]);
    assert!(k.text.contains("c[i] = (int)((uint)a[i] + b[(size_t)i * 4 + 1]);"), "{}", k.text);
    assert!(k.rust("\"\"").contains("ArgKind::Array { name: \"b\", elem: Elem::I32, rank: 2 }"), "{}", k.rust("\"\""));
}
