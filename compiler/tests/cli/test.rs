//! `somdc test` on the interpreter; `somdc bench` with rivals; `somdc.toml`.

use super::{done, fake_cargo, folder, somdc};
use std::path::Path;

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("tests may write temporary files");
    std::fs::write(path, text).expect("tests may write temporary files");
}

const ASSERTING: &str = r#"import org.junit.jupiter.api.*;

public class Main {
    static int looked = 0;
    static boolean look() { looked++; return true; }

    static int half(int n) {
        assert n % 2 == 0 : "odd: " + n;
        assert look();
        return n / 2;
    }

    static void halves(dist int[] a) {
        for (int i = 0; i < a.length; i++) {
            assert a[i] >= 0 : a[i];
            a[i] = a[i] / 2;
        }
    }

    @Test void isOdd() { half(3); }

    @Test void isEven() { Assertions.assertEquals(2, half(4)); }

    @Test void fails() {
        Object o = "text";
        assert o instanceof Integer n && n > 1;
    }

    public static void main(String[] args) {
        try { System.out.println(half(3)); } catch (AssertionError e) { System.out.println(e.getMessage()); }
        int[] a = {4, -1};
        try { halves(a); } catch (AssertionError e) { System.out.println(e.getMessage()); }
        int n = half(4);
        System.out.println(n + " " + looked);
    }
}
"#;

#[test]
fn assert_statements_run_where_they_are_asked_for() {
    let folder = folder();
    write(folder.path(), "Main.java", ASSERTING);
    let run = |options: &[&str]| {
        let args = [&["run", "Main.java", "--target", "interp"], options].concat();
        done(somdc(folder.path(), &args))
    };
    let off = (0, "1\n2 0\n".to_string(), String::new());
    let on = (0, "odd: 3\n-1\n2 1\n".to_string(), String::new());
    assert_eq!(run(&[]), off);
    assert_eq!(run(&["-ea"]), on);
    assert_eq!(run(&["--enable-assertions"]), on);
    write(folder.path(), "somdc.toml", "sources = [\"Main.java\"]\nassertions = true\n");
    assert_eq!(done(somdc(folder.path(), &["run", "--target", "interp"])), on);
    let (code, out, err) = done(somdc(folder.path(), &["test", "Main.java", "--on", "interp"]));
    let expected = "\
FAILED   Main.isOdd
         Main.java:8: odd: 3
       8 |         assert n % 2 == 0 : \"odd: \" + n;
ok       Main.isEven
FAILED   Main.fails
         Main.java:26: java.lang.AssertionError
      26 |         assert o instanceof Integer n && n > 1;
";
    assert!(code == 1 && out.starts_with(expected), "{out}{err}");
}

/// A cargo that puts this script in place of the program that it is asked to build.
fn built(folder: &Path, script: &str) -> std::path::PathBuf {
    let text = format!(
        "dir=../../target/release; mkdir -p $dir; name=$(sed -n 's/^name = \"\\(.*\\)\"/\\1/p' Cargo.toml | head -1)\n\
         cat > $dir/$name <<'END'\n#!/bin/sh\n{script}\nEND\nchmod +x $dir/$name"
    );
    fake_cargo(folder, &text)
}

const TESTS: &str = r#"package a.b;

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.*;

class SumTest {
    static int all;
    int each;

    @BeforeAll static void once() { all = 7; }
    @BeforeEach void before() { each = all + 1; }
    @AfterEach void after() { if (each != 8) throw new IllegalStateException("not restored"); }

    @Test void adds() { assertEquals(8, each); }

    @Test void isWrong() {
        System.out.println("so far");
        assertEquals(9, each, "sum");
    }

    @Test static void throwsIt() {
        assertEquals("/ by zero", assertThrows(ArithmeticException.class, () -> divide(0)).getMessage());
    }

    static int divide(int by) { return 1 / by; }

    @Test void spoils() { each = 0; }

    @Test @Disabled("later") void skipped() { fail(); }

    @Test void exits() { System.exit(3); }

    @ParameterizedTest @ValueSource(ints = {1, 2}) void values(int n) { assertTrue(n < 2); }

    @ParameterizedTest @CsvSource({"1, 2.5, 'a, b', x, true", "-1, 1e3, '', y, FALSE"})
    void rows(long n, float f, String s, char c, boolean b) {
        assertTrue(n > 0 ? f == 2.5f && s.equals("a, b") && c == 'x' && b : f == 1000f && s.isEmpty() && c == 'y' && !b);
    }
}
"#;

const OLD: &str = r#"import org.junit.*;
import static org.junit.Assert.*;

public class OldTest extends OldBase {
    @Test(expected = ArithmeticException.class) public void divides() { int zero = 0; System.out.println(1 / zero); }
    @Test(expected = ArithmeticException.class) public void doesNot() { }
    @Test(expected = ArithmeticException.class) public void other() { Object o = null; o.toString(); }
    @Ignore @Test public void ignored() { }

    public static class Inner {
        @Test public void arrays() { assertArrayEquals(new int[] {1, 2}, new int[] {1, 3}); }
    }
}

abstract class OldBase {
    String log = "";
    @Before public void base() { log += "base"; }
    @Test public void inherited() { assertEquals("base", log); }
}
"#;

#[test]
fn tests_are_run_and_what_fails_is_shown_with_its_line() {
    let folder = folder();
    write(folder.path(), "SumTest.java", TESTS);
    write(folder.path(), "OldTest.java", OLD);
    let (code, out, err) = done(somdc(folder.path(), &["test", "SumTest.java", "--on", "interp"]));
    assert!(code == 1 && !err.contains("error"), "{out}{err}");
    let expected = "\
skipped  SumTest.skipped: later
ok       SumTest.adds
FAILED   SumTest.isWrong
         SumTest.java:20: sum ==> expected: <9> but was: <8>
      20 |         assertEquals(9, each, \"sum\");
       > so far
ok       SumTest.throwsIt
FAILED   SumTest.spoils
         SumTest.java:14: java.lang.IllegalStateException: not restored
      14 |     @AfterEach void after() { if (each != 8) throw new IllegalStateException(\"not restored\"); }
FAILED   SumTest.exits
         SumTest.java:33: the program ended with exit code 3
      33 |     @Test void exits() { System.exit(3); }
ok       SumTest.values[1: 1]
FAILED   SumTest.values[2: 2]
         SumTest.java:35: expected: <true> but was: <false>
      35 |     @ParameterizedTest @ValueSource(ints = {1, 2}) void values(int n) { assertTrue(n < 2); }
ok       SumTest.rows[1: 1, 2.5, 'a, b', x, true]
ok       SumTest.rows[2: -1, 1e3, '', y, FALSE]
5 passed, 4 failed, 1 skipped (interp ";
    assert!(out.starts_with(expected), "{out}");
    let (code, out, _) = done(somdc(folder.path(), &["test", "OldTest.java", "--on", "interp"]));
    let expected = "\
skipped  OldTest.ignored
FAILED   OldTest.Inner.arrays
         OldTest.java:11: array contents differ at index [1], expected: <2> but was: <3>
      11 |         @Test public void arrays() { assertArrayEquals(new int[] {1, 2}, new int[] {1, 3}); }
ok       OldTest.inherited
ok       OldTest.divides
FAILED   OldTest.doesNot
         OldTest.java:6: expected exception: ArithmeticException
       6 |     @Test(expected = ArithmeticException.class) public void doesNot() { }
FAILED   OldTest.other
         OldTest.java:7: java.lang.NullPointerException";
    assert!(code == 1 && out.starts_with(expected), "{out}");
}

const SOURCES: &str = r#"import static org.junit.jupiter.api.Assertions.*;
import java.util.List;
import java.util.stream.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.*;

class SourcesTest {
    enum Colour { RED, GREEN, BLUE }
    private record Point(int x, int y) { }

    private static Stream<Arguments> points() { return Stream.of(Arguments.of(new Point(1, 2), 3), Arguments.of(new Point(2, 2), 5)); }
    static int[] numbers() { return new int[] {1, 2}; }
    static IntStream wide() { return IntStream.of(7); }

    @ParameterizedTest @MethodSource("points") void adds(Point p, long sum) { assertEquals(sum, p.x() + p.y()); }
    @ParameterizedTest @MethodSource void numbers(Integer n) { assertNotEquals(0, n); }
    @ParameterizedTest @MethodSource("SourcesTest#wide") <T extends Comparable<T>> void wide(T n) { assertEquals(7, n); }
    @ParameterizedTest @EnumSource void all(Colour c) { assertNotNull(c.name()); }
    @ParameterizedTest @EnumSource(names = "RED", mode = EnumSource.Mode.EXCLUDE) void most(Colour c) { assertNotEquals(Colour.RED, c, () -> "not " + c); }
    @ParameterizedTest @NullAndEmptySource @ValueSource(strings = "a") void texts(String s) { assertTrue(s == null || s.length() < 2); }
    @ParameterizedTest @CsvSource(textBlock = """
        RED  | 1 | Infinity
        BLUE | x | 2.5
        """, delimiter = '|', nullValues = "x") void lines(Colour c, Integer n, double d) { assertEquals(c == Colour.RED, n != null); }
    @TestFactory List<DynamicTest> made() { return List.of(DynamicTest.dynamicTest("first", () -> { }), DynamicTest.dynamicTest("second", () -> fail("here"))); }

    String log = "";
    @BeforeEach void before() { log += "outer"; }

    @Nested class Inside {
        @BeforeEach void more() { log += " inner"; }
        @Test void sees() { assertEquals("outer inner", log); }
        @Nested class Deeper { @Test void too() { assertEquals("outer inner", log, "log"); } }
    }
}
"#;

#[test]
fn tests_take_their_values_from_where_they_say() {
    let folder = folder();
    write(folder.path(), "SourcesTest.java", SOURCES);
    let (code, out, err) = done(somdc(folder.path(), &["test", "SourcesTest.java", "--on", "interp"]));
    assert!(code == 1 && !err.contains("error"), "{out}{err}");
    let expected = "\
ok       SourcesTest.Inside.Deeper.too
ok       SourcesTest.Inside.sees
FAILED   SourcesTest.adds[each of SourcesTest.points()]
         SourcesTest.java:16: expected: <5> but was: <4>
      16 |     @ParameterizedTest @MethodSource(\"points\") void adds(Point p, long sum) { assertEquals(sum, p.x() + p.y()); }
       > row 2: [Point[x=2, y=2], 5]
ok       SourcesTest.numbers[each of SourcesTest.numbers()]
ok       SourcesTest.wide[each of SourcesTest.wide()]
ok       SourcesTest.all[each of SourcesTest.Colour.values()]
ok       SourcesTest.most[each of SourcesTest.Colour.values() but RED]
ok       SourcesTest.texts[1: null]
ok       SourcesTest.texts[2: empty]
ok       SourcesTest.texts[3: \"a\"]
ok       SourcesTest.lines[1: RED  | 1 | Infinity]
ok       SourcesTest.lines[2: BLUE | x | 2.5]
FAILED   SourcesTest.made
         SourcesTest.java:26: here
      26 |     @TestFactory List<DynamicTest> made() { return List.of(DynamicTest.dynamicTest(\"first\", () -> { }), DynamicTest.dynamicTest(\"second\", () -> fail(\"here\"))); }
       > in second
11 passed, 2 failed (interp ";
    assert!(out.starts_with(expected), "{out}");
}

#[test]
fn tests_are_chosen_by_name() {
    let folder = folder();
    write(folder.path(), "SumTest.java", TESTS);
    let said = |args: &[&str]| done(somdc(folder.path(), &[&["test", "SumTest.java"], args].concat()));
    assert_eq!(
        said(&["--list", "-f", "rows[1"]),
        (0, "SumTest.rows[1: 1, 2.5, 'a, b', x, true]\n".into(), String::new())
    );
    let (code, out, _) = said(&["--filter", "adds", "--on", "interp"]);
    assert!(code == 0 && out.starts_with("ok       SumTest.adds\n1 passed (interp "), "{out}");
    let (code, _, err) = said(&["--filter", "addz"]);
    assert!(code == 2 && err.contains("did you mean `adds`?"), "{err}");
    let (code, _, err) = done(somdc(folder.path(), &["test", "Main.somd"]));
    assert!(code == 2 && err.contains("no tests"), "{err}");
}

#[test]
fn tests_that_cannot_be_run_are_refused() {
    let folder = folder();
    let text = "import org.junit.jupiter.api.*;\nimport org.junit.jupiter.params.*;\nimport org.junit.jupiter.params.provider.*;\n\
        class W {\n    W(int x) { }\n    @Test private void hidden() { }\n    @Test void params(int x) { }\n    @ParameterizedTest void none(int x) { }\n    \
        @ParameterizedTest @CsvSource({\"a\"}) void csv(int x) { }\n    @ParameterizedTest @CsvSource({\"1\"}) void few(int x, int y) { }\n    \
        @ParameterizedTest @ValueSource(ints = {1}) void two(int x, int y) { }\n    @BeforeAll void all() { }\n    @ParameterizedTest @CsvFileSource(\"f\") void m(int x) { }\n}\n";
    write(folder.path(), "W.java", text);
    write(folder.path(), "V.java", "class V { @org.junit.Test(timeout = 5) public void f() { } }\n");
    let (code, _, err) = done(somdc(folder.path(), &["test", "W.java", "V.java"]));
    assert_eq!(code, 1, "{err}");
    for said in [
        "W.java:4:7: `W` has tests that need an object",
        "W.java:6:24: `@Test` method `hidden` is private",
        "W.java:7:16: `@Test` method `params` has parameters",
        "W.java:8:29: `@ParameterizedTest` method `none` has no `@ValueSource`",
        "W.java:9:36: `a` is no int, which parameter `x` is",
        "W.java:10:36: this line has 1 values; `few` has 2 parameters",
        "W.java:11:54: `two` has 2 parameters",
        "W.java:12:21: `@BeforeAll` method `all` is not static",
        "V.java:1:37: `timeout` of `@Test` is not supported",
        "`@CsvFileSource` of JUnit is not supported; `@ValueSource`, `@CsvSource`, `@MethodSource` and `@EnumSource` are",
    ] {
        assert!(err.contains(said), "{said}\n{err}");
    }
}

/// A built program that prints what its target is: back ends differ.
#[test]
fn back_ends_that_print_something_else_are_shown() {
    let folder = folder();
    let text =
        "import org.junit.jupiter.api.Test;\nclass T { @Test void f() { System.out.println(\"same\\nhere\"); } }\n";
    write(folder.path(), "T.java", text);
    let cargo = built(folder.path(), "printf '\\n%s begin 0\\nsame\\n%s\\n\\n%s passed 0 12\\n' $1 $SOMD_TARGET $1");
    let test = |more: &[&str]| {
        let mut command = somdc(folder.path(), &[&["test", "T.java", "--on", "interp,cpu"], more].concat());
        command.env("CARGO", &cargo);
        done(command)
    };
    let (code, out, err) = test(&[]);
    let expected =
        "DIFFERS  T.f\n         line 2 of what it prints:\n         interp  here\n         cpu     cpu\n1 failed";
    assert!(code == 1 && out.replace("0 passed, ", "").starts_with(expected), "{out}{err}");
    let (code, out, _) = test(&["--any-output"]);
    assert!(code == 0 && out.starts_with("ok       T.f\n1 passed"), "{out}");
}

#[test]
fn a_project_needs_no_names_of_files() {
    let folder = folder();
    let at = folder.path();
    std::fs::remove_file(at.join("Main.somd")).expect("it is there");
    write(
        at,
        "src/app/Main.somd",
        "package app; public class Main { public static void main(String[] a) { System.out.println(a.length + a[0]); } }",
    );
    write(
        at,
        "src/app/Other.somd",
        "package app; public class Other { public static void main(String[] a) { } static int f() { return 3; } }",
    );
    let test = "package app; import org.junit.jupiter.api.*; class OtherTest { @Test void f() { Assertions.assertEquals(3, Other.f()); } }";
    write(at, "tests/OtherTest.somd", test);
    let toml = "sources = [\"src\"]\ntests = [\"tests\"]\nmain = \"app.Main\"\ntarget = \"interp\" # no build\narguments = [\"x\", \"y\"]\n";
    write(at, "somdc.toml", toml);
    assert_eq!(done(somdc(at, &["run"])), (0, "2x\n".into(), String::new()));
    assert_eq!(done(somdc(&at.join("src/app"), &["run", "--", "z"])), (0, "1z\n".into(), String::new()));
    assert_eq!(done(somdc(at, &["run", ".", "--main", "Other"])), (0, String::new(), String::new()));
    assert_eq!(done(somdc(at, &["check"])), (0, String::new(), String::new()));
    let (code, out, err) = done(somdc(at, &["test", "--on", "interp"]));
    assert!(code == 0 && out.starts_with("ok       OtherTest.f\n1 passed"), "{out}{err}");
    write(at, "somdc.toml", "main = \"app.Main\"\n\ntraget = \"cpu\"\n");
    let (code, _, err) = done(somdc(at, &["check"]));
    assert!(code == 2 && err.contains("somdc.toml:3: there is no key `traget`; did you mean `target`?"), "{err}");
    write(at, "somdc.toml", "target = \"cpus\"\n");
    let (code, _, err) = done(somdc(at, &["run"]));
    assert!(code == 2 && err.contains("somdc.toml:1: `target`: did you mean `cpu`?"), "{err}");
    std::fs::remove_file(at.join("somdc.toml")).expect("it is there");
    let (code, _, err) = done(somdc(at, &["run"]));
    assert!(code == 2 && err.contains("no `somdc.toml`"), "{err}");
}

#[test]
fn programs_are_measured_beside_rivals_and_earlier_measurements() {
    let folder = folder();
    let cargo = built(folder.path(), "exit 0");
    let bench = |more: &[&str]| {
        let mut command =
            somdc(folder.path(), &[&["bench", "Main.somd", "--time", "0.6", "--within", "90"], more].concat());
        command.env("CARGO", &cargo);
        done(command)
    };
    let (code, out, err) = bench(&["--rival", "sleep 0.05", "--save", "first"]);
    let rows: Vec<&str> = out.lines().collect();
    assert!(code == 0 && rows.len() == 3 && rows[1].starts_with("Main  "), "{out}{err}");
    assert!(rows[2].contains("sleep 0.05") && rows[2].contains("× the time of auto (p < 0.001)"), "{out}");
    let (code, out, _) = bench(&["--against", "first"]);
    assert!(code == 0 && out.contains("    first: ") && out.contains("; now "), "{out}");
    let (code, out, _) = bench(&["--json", "--against", "first"]);
    let found: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    assert!(code == 0 && found["benchmarks"][0]["runs"].as_array().is_some_and(|r| r.len() >= 10), "{out}");
    assert_eq!(found["comparisons"][0]["with"], "before");
    let (code, _, err) = bench(&["--against", "second"]);
    assert!(code == 1 && err.contains("`somdc bench --save second` writes it"), "{err}");
    let (code, _, err) = bench(&["--rival", "exit 3"]);
    assert!(code == 1 && err.contains("`exit 3`: exit status: 3"), "{err}");
}

#[test]
fn methods_are_measured_by_what_their_program_says() {
    let folder = folder();
    write(
        folder.path(),
        "B.somd",
        "class B { B(int n) { } @somd.Bench int f() { return 1; } @somd.Bench static void g() { } }",
    );
    let cargo =
        built(folder.path(), "i=0; while [ $i -lt 40 ]; do echo $1 $(($2 + 1))000.0; i=$((i + 1)); done; sleep 9");
    let bench = |more: &[&str]| {
        let mut command = somdc(folder.path(), &[&["bench", "B.somd"], more].concat());
        command.env("CARGO", &cargo);
        done(command)
    };
    let (code, _, err) = bench(&[]);
    assert!(code == 1 && err.contains("B.somd:1:40: `@Bench` method `f` needs an object"), "{err}");
    write(folder.path(), "B.somd", "class B { @somd.Bench int f() { return 1; } @somd.Bench static void g() { } }");
    let (code, out, err) = bench(&["--on", "cpu,seq", "-f", "B.g"]);
    let rows: Vec<&str> = out.lines().collect();
    assert!(code == 0 && rows.len() == 3 && rows[1].contains("2.000 µs  2.000 µs … 2.000 µs"), "{out}{err}");
    assert!(rows[2].contains("no difference from cpu"), "{out}");
    let (code, _, err) = bench(&["--rival", "true"]);
    assert!(code == 2 && err.contains("`--program`"), "{err}");
}
