//! Source in, diagnostics or HIR out, over a library of a few lines.

use somd_hir::print::Options;
use somd_sema::Library;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::SourceMap;

const LIBRARY: &str = "package java.lang;
public class Object { public Object() { } public boolean equals(Object o) { return this == o; } public int hashCode() { return 0; }
  public String toString() { return \"\"; } }
public final class String { public int length() { return 0; } public boolean equals(Object o) { return this == o; } }
public final class Integer { private int v; public static Integer valueOf(int v) { return null; } public int intValue() { return v; } }
public class Throwable { public String getMessage() { return null; } public final void addSuppressed(Throwable t) { } }
public class Exception extends Throwable { }
public class RuntimeException extends Exception { }
public class NullPointerException extends RuntimeException { }
public interface AutoCloseable { void close() throws Exception; }
public interface Runnable { void run(); }
public abstract class Enum<E extends Enum<E>> { protected Enum(String n, int o) { } public final int ordinal() { return 0; } }
public interface Fun<A, B> { B apply(A a); }
";

fn check(body: &str) -> (Option<somd_hir::Program>, Vec<Diagnostic>, u32) {
    let text = format!("import java.lang.Fun; class T {{ {body} }}");
    let base = LIBRARY.len() as u32 + 2;
    let (library, mut diags) = somd_syntax::parse(LIBRARY, 1);
    let (unit, more) = somd_syntax::parse(&text, base);
    diags.extend(more);
    let (program, more) =
        somd_sema::check(vec![(library, true), (unit, false)], &SourceMap::default(), Library::Whole, false);
    diags.extend(more);
    (program, diags, base + "import java.lang.Fun; class T { ".len() as u32)
}

/// The program has exactly these errors, each a code and the text under its span.
fn wrong(body: &str, expected: &[(&str, &str)]) {
    let (_, diags, base) = check(body);
    let found: Vec<(&str, &str)> = diags
        .iter()
        .filter(|d| d.is_error())
        .map(|d| (d.code, &body[(d.primary.span.lo - base) as usize..(d.primary.span.hi - base) as usize]))
        .collect();
    assert_eq!(found, expected, "{diags:#?}");
}

/// The HIR of the program has these lines, in this order.
fn right(body: &str, lines: &[&str]) {
    let (program, diags, _) = check(body);
    let Some(program) = program else { panic!("{diags:#?}") };
    let text = somd_hir::print::print(&program, &Options::default());
    let mut rest = text.lines().map(str::trim);
    for line in lines {
        assert!(rest.any(|l| l == *line), "no `{line}` in\n{text}");
    }
}

#[test]
fn constants_are_folded() {
    right(
        "static final int K = 3 * 4; static String s() { return \"k\" + K + 'c' + true; } static byte b() { return (byte) 200; } \
         static int sh() { return 1 << 33; } static double d() { return 1 / 2; }",
        &["return \"k12ctrue\";", "return -56;", "return 2;", "return 0.0;"],
    );
}

#[test]
fn conversions_are_explicit() {
    right(
        "static long f(int a, Integer b) { long s = a; s += b; byte x = 10; x += 5; Integer c = a; return s + a; }",
        &[
            "long s = (long) a;",
            "s += (long) b.intValue();",
            "byte x = 10;",
            "x += 5;",
            "Integer c = Integer.valueOf(a);",
            "return s + ((long) a);",
        ],
    );
}

#[test]
fn overloads_by_phase() {
    right(
        "static int f(long a) { return 1; } static int f(Integer a) { return 2; } static int f(int... a) { return 3; } \
         static void g() { f(1); f(1, 2); h(null); } static int h(Object o) { return 1; } static int h(String s) { return 2; }",
        &["T.f((long) 1);".replace("(long) 1", "1L").as_str(), "T.f(new int[] { 1, 2 });"],
    );
}

#[test]
fn lambdas_capture_by_value() {
    right(
        "static Fun<Integer, Integer> add(int n) { return x -> x + n; }",
        &[
            "return new T.lambda0(n);",
            "final int val$n;",
            "Integer x = (Integer) x$;",
            "return Integer.valueOf(x.intValue() + this.val$n);",
        ],
    );
}

#[test]
fn inner_classes_reach_out() {
    right(
        "int v; class I { int get() { return v; } } I make() { return new I(); } \
         Runnable r() { return new Runnable() { public void run() { v++; } }; }",
        &["return new T.I(this);", "return new T.1(this);", "return this.this$0.v;", "this.this$0.v++;"],
    );
}

#[test]
fn erased_results_are_cast() {
    right(
        "static class Box<X> { X x; Box(X x) { this.x = x; } X get() { return x; } } \
         static int f() { Box<String> b = new Box<>(\"a\"); return b.get().length() + b.x.length(); }",
        &["return ((String) b.get()).length() + ((String) b.x).length();"],
    );
}

#[test]
fn pattern_variables_follow_the_flow() {
    right(
        "static int f(Object o) { if (!(o instanceof String s)) return 0; return s.length(); }",
        &["if (!(o instanceof String s)) {", "return s.length();"],
    );
    wrong("static int f(Object o) { if (o instanceof String s) { } return s.length(); }", &[("E0200", "s")]);
}

#[test]
fn lime_and_somd_are_kept() {
    right(
        "static float sq(float x) { return x * x; } static float f() { float[[]] v = new float[[]]{1f}; float[[]] w = T @ sq(v); \
         return +! (w @* 2.0f); } reduce(+) static int sum(dist int[] a) { int s = 0; for (int i = 0; i < a.length; i++) s += a[i]; return s; }",
        &[
            "float[[]] w = T @ sq(each v);",
            "return reduce(add) (w @* 2.0f);",
            "static somd reduce(add) int sum(dist int[] a) {",
        ],
    );
}

#[test]
fn one_mistake_one_message() {
    wrong("static void f() { int x = \"s\"; }", &[("E0201", "\"s\"")]);
    wrong("static void f() { byte b = 300; }", &[("E0201", "300")]);
    wrong("static void f() { int y = lenght + 1; y = y.foo; }", &[("E0200", "lenght"), ("E0210", "foo")]);
    wrong("static void f(int a) { f(\"x\"); f(); g(); }", &[("E0201", "\"x\""), ("E0220", "f"), ("E0225", "g")]);
    wrong("int i; static void f() { i = 1; }", &[("E0230", "i")]);
    wrong("static void f() { int n = 0; n++; Runnable r = () -> { int m = n; }; }", &[("E0236", "n")]);
    wrong("static void f() { int x = 1; int x = 2; }", &[("E0203", "x")]);
    wrong("static void f() { break; }", &[("E0257", "break;")]);
    wrong("static void f(boolean b) { int x = 1 + b; }", &[("E0212", "+")]);
    wrong("static void f() { final int x = 1; x = 2; }", &[("E0234", "x")]);
    wrong("static void f(int[[]] v) { v[0] = 1; }", &[("E0235", "v[0]")]);
    wrong("static void f(int n) { switch (n) { case 1: case 1: } }", &[("E0265", "1")]);
}

/// A double does not fit into an array of int, in a SOMD method too.
#[test]
fn narrowing_needs_a_cast() {
    wrong(
        "static void f(dist int[] a, double n) { for (int i = 0; i < a.length; i++) a[i] = a[i] / n; }",
        &[("E0201", "a[i] / n")],
    );
}
