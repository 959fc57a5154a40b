//! Text, invariants and meaning of Core, on small programs in its text form.

use super::interp::{CoreError, CoreValue, Failure, call, call_checked};
use super::ir::*;
use super::parse::parse;
use super::print::{Provenance, print};
use super::verify::{report, verify};
use super::walk::renumber;

const EVERYTHING: &str = r#"struct Vec2 { x: f32, y: f32 }
site #0 "Main.f(int[])" "a[i \"+\" 1]" @4..9
site #1 "Main.g()" "x / y"

region Main_f(a: [i32], m: [f64; _, 4]) -> ([i32] updates a, i32, [f64; 4]) "Main.f(int[])" fast_math @3..20 @30..31 {
  let n: i32 = len a @3..4
  let z: [i64] = new [check_size(n - (2 - 1)) #0]
  let mut total: i64 = -5L
  c: [i32], s: i32, h: [i64], p: [i32], k: [i32], q: f32 = par Main_f_1 (i: 0..n) -> update a, reduce(+) acc from 7, accumulate(max) z, scan(^) v from 0, filter w if keep, fold(Main_max) x from 0.0f #1 @5..9 {
    let x.1: i32 = a[check_index(a, i) #0]
    c[i] = x.1 % check_nonzero(i32(3L) | 1) #1
    acc = acc + x.1
    accumulate h[0] i64(x.1)
    v = i
    w = i
    if i > 2 && !(i == 3) || true {
      keep = true
    } else {
      keep = false
    }
    x = Vec2 { 1.5f, f32(i) }.y
  }
  `len`: i32 = run Main_g(c, n)
  for j in n..-1 step -1 '0 {
    while total < 10L '1 {
      total = total + (true ? 1L : -(-3L)) * (4L >>> 2) - ~5L
      continue '1
    }
    block '2 {
      break '0
    }
  }
  return c, s + `len`, m[0]
}

region Main_g(a: [i32], n: i32) -> (i32) where a = [i32; 3] (1, -2, 3) {
  if check_length(n, len a) #0 == 0 {
    throw "java.lang.IllegalStateException" "no \"elements\"" #1
  }
  return bitcast i32(bitcast f32(max(n, 2)))
}

scalar Main_max(a: f32, b: f32) -> (f32) {
  let mut t: [f32; 2, 2] = private
  t[0] = [a, b]
  do Main_set(t, 1i8, 2i16, 3u16)
  return fma(a, t[1, 1], inf == 1.0 ? inff : b)
}

scalar Main_set(mut t: [f32; 2, 2], a: i8, b: i16, c: u16) -> () {
  t[1, 1] = 1e-7f
}
"#;

fn read(text: &str) -> Program {
    parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn good(text: &str) -> Program {
    let p = read(text);
    verify(&p).unwrap_or_else(|v| panic!("{}", report(&p, &v)));
    p
}

#[test]
fn text_is_read_back() {
    let p = good(EVERYTHING);
    let text = print(&p, Provenance::Spans);
    assert_eq!(text, EVERYTHING);
    let mut again = read(&text);
    let mut p = p;
    renumber(&mut p);
    renumber(&mut again);
    assert_eq!(p, again);
}

fn run(text: &str, func: u32, args: Vec<CoreValue>) -> Result<Vec<CoreValue>, CoreError> {
    call(&good(text), FuncId(func), args)
}

#[test]
fn snapshot_and_reduction() {
    let out = run(
        "region f(a: [i32]) -> ([i32] updates a, i32) {
           c: [i32], s: i32 = par p (i: 1..len a) -> update a, reduce(+) acc from 100 {
             c[i] = a[i - 1]
             acc = acc + a[i]
           }
           return c, s
         }",
        0,
        vec![CoreValue::array(&[1, 2, 3])],
    );
    assert_eq!(out, Ok(vec![CoreValue::array(&[1, 1, 2]), CoreValue::I32(105)]));
}

#[test]
fn first_failing_iteration() {
    let e = run(
        "site #0 \"m\" \"t\"
         region f(a: [i32]) -> ([i32]) {
           c: [i32] = par p (i: 0..3, j: 0..3) -> new zeroed [9] {
             c[i * 3 + j] = a[check_index(a, i * 2 + j) #0]
           }
           return c
         }",
        0,
        vec![CoreValue::array(&[1, 2, 3])],
    )
    .unwrap_err();
    assert_eq!(e.message.as_deref(), Some("Index 3 out of bounds for length 3"));
    assert_eq!(e.iteration, Some(vec![1, 1]));
}

#[test]
fn scan_filter_histogram_fold() {
    let out = run(
        "site #0 \"m\" \"t\"
         region f(a: [i32], h: [i32]) -> ([i32], [i32], [i32], i32) {
           s: [i32], k: [i32], g: [i32], r: i32 = par p (i: 0..len a) -> scan(+) v from 10, filter w if keep, accumulate(+) h, fold(sub) x #0 {
             v = a[i]
             w = a[i]
             keep = a[i] % 2 == 0
             for t in 0..2 '0 {
               accumulate g[a[i] & 1] 1
             }
             x = a[i]
           }
           return s, k, g, r
         }
         scalar sub(a: i32, b: i32) -> (i32) { return a - b }",
        0,
        vec![CoreValue::array(&[5, 2, 4]), CoreValue::array(&[0, 7])],
    );
    let expected =
        vec![CoreValue::array(&[15, 17, 21]), CoreValue::array(&[2, 4]), CoreValue::array(&[4, 9]), CoreValue::I32(-1)];
    assert_eq!(out, Ok(expected));
}

/// The shape as its documentation words it, computed the slow way.
fn shape_by_the_book(x: &[f32]) -> f32 {
    use super::shape::*;
    if x.len() <= SMALL {
        return x.iter().fold(-0.0, |a, b| a + b);
    }
    let blocks: Vec<f32> = x
        .chunks(BLOCK)
        .map(|block| {
            let mut lanes: Vec<f32> =
                (0..LANES).map(|l| block.iter().skip(l).step_by(LANES).fold(-0.0, |a, b| a + b)).collect();
            for s in [128, 64, 32, 16, 8, 4, 2, 1] {
                for l in 0..s {
                    lanes[l] += lanes[l + s];
                }
            }
            lanes[0]
        })
        .collect();
    if blocks.len() == 1 { blocks[0] } else { shape_by_the_book(&blocks) }
}

#[test]
fn reductions_have_the_fixed_shape() {
    let text = "region f(a: [f32]) -> (f32) {
           s: f32 = par p (i: 0..len a) -> reduce(+) acc from 0.0f { acc = acc + a[i] }
           return s
         }";
    let p = good(text);
    for n in [0, 1, 32, 33, 1000, 16384, 16385, 40000] {
        let x: Vec<f32> = (0..n).map(|i| 1.0 / (i as f32 + 1.5)).collect();
        let out = call(&p, FuncId(0), vec![CoreValue::array(&x)]);
        assert_eq!(out, Ok(vec![CoreValue::F32(0.0 + shape_by_the_book(&x))]), "{n}");
    }
}

#[test]
fn folds_keep_the_order() {
    for n in [1usize, 32, 33, 64, 65, 1000, 16384, 20000, 600_000] {
        let values: Vec<(usize, usize)> = (0..n).map(|i| (i, i + 1)).collect();
        let out = super::shape::fold(&values, &mut |a: (usize, usize), b| {
            if a.1 == b.0 { Ok((a.0, b.1)) } else { Err((a, b)) }
        });
        assert_eq!(out, Ok(Some((0, n))));
    }
}

/// The program breaks one invariant, and the verifier says so.
fn bad(text: &str, message: &str) {
    let violations = verify(&read(text)).expect_err(text);
    assert!(violations.iter().any(|v| v.message.contains(message)), "{violations:?}");
}

#[test]
fn violations() {
    bad("region f() -> () {} region f() -> () {}", "used twice");
    bad("region f(n: i32) -> () { par f (i: 0..n) {} }", "used twice");
    bad("struct S { x: i32, y: [i32] }", "neither a scalar");
    bad("scalar f(x: i32) -> (i32) { return g(x) } scalar g(x: i32) -> (i32) { return f(x) }", "calls itself");
    bad("scalar f(c: bool) -> (i32) { if c { let x: i32 = 1 } return x }", "outside the scope");
    bad("scalar f(x: i32) -> () { x = 1 }", "not mutable");
    bad("scalar f(x: i32) -> (i32) { return 1L }", "a i64 where a i32");
    bad("scalar f(x: i32) -> (i32) { return x + 1L }", "a i64 where a i32");
    bad("scalar f(x: i8) -> (i8) { return x + x }", "arithmetic on a i8");
    bad("scalar f(x: i32) -> (i32) { if x == 1 { return 1 } }", "without a return");
    bad("scalar f(n: i32) -> (i32) { while true '0 { break '0 } }", "without a return");
    bad("scalar f(n: i32) -> () { par p (i: 0..n) {} }", "in a scalar function");
    bad("region f(n: i32) -> () { par p (i: 0..n) { par q (j: 0..n) {} } }", "inside another");
    bad("region f(n: i32) -> (i32) { if n == 0 { return 1 } return 2 }", "before its last");
    bad("region f(n: i32) -> () { par p (i: 0..n) { return } }", "returns");
    bad("region f(n: i32) -> () { block '0 { par p (i: 0..n) { break '0 } } }", "not around it");
    bad("scalar f() -> () { block '0 { continue '0 } }", "no loop around");
    bad("region f(n: i32) -> () { let mut x: i32 = 0 par p (i: 0..n) { x = i } }", "does not belong");
    bad("region f(a: [i32]) -> () { par p (i: 0..1) { a[i] = 1 } }", "not mutable");
    bad("scalar f(n: i32) -> () { for i in 0..n '0 { i = 3 } }", "not mutable");
    bad("scalar f(n: i32) -> () { for i in 0..n step 0 '0 { } }", "step is zero");
    bad("region f(n: i32) -> () { s: bool = par p (i: 0..n) -> reduce(+) acc from true {} }", "no identity");
    bad(
        "region f(a: [f32]) -> () { s: [f32] = par p (i: 0..1) -> accumulate(+) a {} }",
        "in an order that is not known",
    );
    bad(
        "region f(n: i32) -> () { s: i32 = par p (i: 0..n) -> reduce(+) acc from 0 { acc = s } }",
        "before it has a value",
    );
    bad("region f(n: i32) -> () { s: [i32] = par p (i: 0..n, j: 0..n) -> scan(+) v from 0 {} }", "one dimension");
    bad(
        "region f(n: i32) -> () { s: i32 = par p (i: 0..n) -> fold(g) v from 0 #0 {} } scalar g(a: i32) -> (i32) { return a }",
        "combinator",
    );
    bad("scalar f(n: i32) -> (i32) { return check_nonzero(n) #3 }", "no site #3");
    bad("scalar f(a: [i32]) -> (i32) { let mut b: [i32] = a return 1 }", "without bounds");
    bad("scalar f(mut a: [i32]) -> () { }", "without bounds");
    bad("scalar f(n: i32) -> () { let a: [i32] = new [n] }", "outside a region");
    bad("scalar f(n: i32) -> () { do g(n, n) } scalar g(n: i32) -> () {}", "arguments");
    bad("region f(a: [i32]) -> ([f32] updates a) { let b: [f32] = new [1] return b }", "not a parameter's array");
    bad("region f(a: [i32]) -> (i32) { return a[1L] }", "a i64 where a i32");
    bad("region f(a: [i32; _, 4]) -> (i32) { return a[1] }", "where a i32");
    bad("region f(a: [i32]) -> (i32) { return len(a, 1) }", "no dimension");
    bad("scalar f() -> () { let x: i32 }", "has no value");
    bad("scalar f() -> () { do g() } region g() -> () { }", "not that kind");
    bad("region f(n: i32) -> () { c: [i32] = par p (i: 0..n) -> new [n, n] { } }", "sizes");
    bad("region f(a: [i32]) -> () { c: [i64] = par p (i: 0..1) -> update a { } }", "differ in type");
    bad(
        "region f(a: [i32]) -> () { c: [i32] = par p (i: 0..1) -> update a { accumulate c[i] 1 } }",
        "no output that accumulates",
    );
}

/// Of a region over an array of 8, the iterations and the kinds (`stores`) of the two accesses that meet, and where.
fn race(body: &str) -> Option<([(u64, bool); 2], Vec<usize>)> {
    let text = format!(
        r#"site #0 "Main.f(int[])" "a[i]"

region Main_f(a: [i32], m: [i32; _, _]) -> ([i32] updates a, [i32; _, _] updates m) {{
  c: [i32], r: [i32; _, _] = par Main_f_1 (i: 0..len a) -> update a, update m {{
{body}
  }}
  return c, r
}}

scalar Main_first(x: [i32], k: i32) -> (i32) {{
  return x[k]
}}
"#
    );
    let program = parse(&text).expect("it is Core");
    verify(&program).expect("it keeps the rules");
    let matrix = super::value::CoreArray::new(vec![0i32; 16], vec![8, 2]);
    let args = vec![CoreValue::array(&[0i32; 8]), matrix.into()];
    match call_checked(&program, somd_hir::CoreFuncId(0), args) {
        Err(Failure::Race(race)) => Some((race.accesses.map(|a| (a.iteration, a.stores)), race.element)),
        Ok(_) => None,
        Err(Failure::Thrown(error)) => panic!("{error:?}"),
    }
}

#[test]
fn iterations_that_meet_are_found() {
    let store = true;
    assert_eq!(race("    c[i] = a[0] + c[i]"), None);
    assert_eq!(race("    c[i & 3] = i"), Some(([(0, store), (4, store)], vec![0])));
    assert_eq!(race("    c[i] = c[0]"), Some(([(0, store), (1, !store)], vec![0])));
    assert_eq!(race("    c[i] = c[7 - i]"), Some(([(3, store), (4, !store)], vec![3])));
    // The reader comes first.
    assert_eq!(
        race("    if i < 4 {\n      c[i] = c[i + 4]\n    } else {\n      c[i] = 1\n    }"),
        Some(([(0, !store), (4, store)], vec![4]))
    );
    assert_eq!(race("    r[i, 0] = i\n    r[i, 1] = r[i, 0]"), None);
    assert_eq!(race("    r[i, 0] = i\n    r[7 - i, 0] = 1"), Some(([(3, store), (4, store)], vec![4, 0])));
    // In what is called, and through a row.
    assert_eq!(race("    c[i] = Main_first(c, i)"), None);
    assert_eq!(race("    c[i] = Main_first(c, 0)"), Some(([(0, store), (1, !store)], vec![0])));
    assert_eq!(race("    r[i, 1] = Main_first(r[i], 1)"), None);
    assert_eq!(race("    r[i, 1] = Main_first(r[0], 1)"), Some(([(0, store), (1, !store)], vec![0, 1])));
}
