//! `somdc run --watch`, `somdc fix`, `somdc repl`, `somdc migrate`, `somdc doc`, completions.

use super::{done, folder, somdc};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

fn repl(folder: &Path, entered: &str) -> (i32, String, String) {
    let mut command = somdc(folder, &["repl"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("somdc has been built");
    running.stdin.take().expect("it is piped").write_all(entered.as_bytes()).expect("somdc reads it");
    let ran = running.wait_with_output().expect("it ends with its input");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("somdc writes UTF-8");
    (ran.status.code().unwrap_or(-1), text(ran.stdout), text(ran.stderr))
}

#[test]
fn a_conversation_keeps_what_was_entered() {
    let folder = folder();
    let (code, out, err) = repl(
        folder.path(),
        "int[] a = {3, 1}\nint square(int n) {\n    return n * n;\n}\nfor (int i = 0; i < 2; i++)\n    a[i] = square(a[i]);\na\nvar n = 1.5\n:type a[0] * n\n\"text\"\nn = 2; System.out.println(n);\nint square(int n) { return -n; }\nsquare(a[0])\n:quit\n1\n",
    );
    // The loop above runs anew with the method as it is now.
    assert_eq!((code, out.as_str(), err.as_str()), (0, "[9, 1]\ndouble\n\"text\"\n2.0\n3\n", ""));
}

#[test]
fn what_a_conversation_has_done_is_not_done_again() {
    let folder = folder();
    let (code, out, err) = repl(
        folder.path(),
        "import java.io.*;\nimport java.util.*;\n\
         long t = System.nanoTime();\nt\nt\n\
         double r = Math.random() + new Random().nextDouble();\nList<Double> seen = new ArrayList<>();\nseen.add(r);\nr == seen.get(0)\n\
         long first = System.currentTimeMillis();\nThread.sleep(30);\nSystem.currentTimeMillis() - first >= 30\n\
         FileWriter w = new FileWriter(\"log.txt\", true);\nw.write(\"one\\n\"); w.flush();\nw.write(\"two\\n\");\nw.close();\n\
         BufferedReader in = new BufferedReader(new FileReader(\"log.txt\"));\nString a = in.readLine();\nnew File(\"log.txt\").delete()\n\
         a + in.readLine()\nnew File(\"log.txt\").exists()\nPrintWriter p = new PrintWriter(\"open.txt\");\n\
         p.print(\"three\"); p.flush();\np.print(\"four\"); p.flush();\n",
    );
    let (time, rest) = out.split_once('\n').expect("the time is printed");
    // `add` and `delete` give true.
    let expected = format!("{time}\ntrue\ntrue\ntrue\ntrue\n\"onetwo\"\nfalse\n");
    assert_eq!((code, rest, err.as_str()), (0, expected.as_str(), ""));
    let written = std::fs::read_to_string(folder.path().join("open.txt")).expect("it has been written");
    assert_eq!(written, "threefour");
}

#[test]
fn missing_imports_are_written_where_imports_stand() {
    let folder = folder();
    let body = "public class Main {\n    public static void main(String[] args) {\n        List<Integer> l = new ArrayList<>();\n        Map<String, List<Integer>> m = new TreeMap<>();\n        System.out.println(l + \" \" + m + Arrays.toString(new int[2]));\n    }\n}\n";
    let all = ["ArrayList", "Arrays", "List", "Map", "TreeMap"].map(|c| format!("import java.util.{c};\n"));
    for (head, expected) in [
        ("", format!("{}\n", all.concat())),
        ("// A licence.\n\n/** The program. */\n", format!("// A licence.\n\n{}\n/** The program. */\n", all.concat())),
        ("package a;\n\n", format!("package a;\n{}\n", all.concat())),
        ("package a;\n\nimport java.io.File;\n\n", format!("package a;\n\n{}import java.io.File;\n\n", all.concat())),
    ] {
        let path = folder.path().join("Main.somd");
        std::fs::write(&path, format!("{head}{body}")).expect("tests may write temporary files");
        let (code, out, err) = done(somdc(folder.path(), &["fix", "Main.somd"]));
        assert_eq!(code, 0, "{out}{err}");
        let mut text = std::fs::read_to_string(&path).expect("the file is there");
        // The first that was written comes last, since the others go before it.
        let start = text.find("import java.util").expect("there is one");
        let end = text[start..].find("\n\n").map_or(text.len(), |n| start + n + 1);
        let mut lines: Vec<&str> = text[start..end].split_inclusive('\n').collect();
        lines.sort_by_key(|l| (l.contains("java.io"), l.to_string()));
        let sorted = lines.concat();
        text.replace_range(start..end, &sorted);
        assert_eq!(text, format!("{expected}{body}"));
    }
}

#[test]
fn mistakes_in_a_conversation_are_told_once() {
    let folder = folder();
    let (code, out, err) = repl(
        folder.path(),
        "int x = 3\nx / 0\ny + 1\nx = 4; throw new Exception(\"end\");\ndouble x = 1;\nx\n:kernl\n",
    );
    assert_eq!((code, out.as_str()), (1, "4\n"));
    assert_eq!(err.matches("W0201").count(), 1, "{err}");
    for said in [
        "java.lang.ArithmeticException: / by zero\n",
        "`y` is not known",
        "java.lang.Exception: end\n",
        "`x` is int here",
        "did you mean `:kernel`?",
    ] {
        assert_eq!(err.matches(said).count(), 1, "{said}\n{err}");
    }
}

#[test]
fn suggestions_are_applied_where_they_mend_something() {
    let folder = folder();
    let path = folder.path().join("Main.somd");
    let before = "public class Main {\n    static count(int[] a) {\n        Sting s = \"\";\n        int n = a.lenght;\n        float f = 1.5;\n        System.out.printn(s + n)\n    }\n    public public static void main(String[] args) { count(new int[2]); }\n}\n";
    std::fs::write(&path, before).expect("tests may write temporary files");
    let read = || std::fs::read_to_string(&path).expect("it is there");
    let (code, out, err) = done(somdc(folder.path(), &["fix", "--dry-run", "Main.somd"]));
    assert!(
        code == 1 && out.contains("Main.somd:6: insert `;`") && out.contains("6 changes would be made; 1 error left"),
        "{out}{err}"
    );
    assert_eq!(read(), before);
    let (code, out, _) = done(somdc(folder.path(), &["fix", "--casts", "Main.somd"]));
    assert!(code == 0 && out.ends_with("7 changes made; 0 errors left\n"), "{out}");
    let after =
        before.replace("static count", "static void count").replace("Sting", "String").replace("lenght", "length");
    let after =
        after.replace("1.5;", "1.5f;").replace("printn(s + n)", "println(s + n);").replace("public public", "public ");
    assert_eq!(read(), after);
    assert_eq!(done(somdc(folder.path(), &["fix", "Main.somd"])).1, "0 changes made; 0 errors left\n");
}

#[test]
fn a_changed_file_is_run_again() {
    let folder = folder();
    let mut command = somdc(folder.path(), &["run", "--watch", "--target", "interp", "Main.somd"]);
    let mut running = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("somdc has been built");
    let mut lines = BufReader::new(running.stdout.take().expect("it is piped")).lines();
    let mut next = || lines.next().expect("it goes on").expect("it is text");
    assert_eq!(next(), "here");
    let changed = super::PROGRAM.replace("\"here\"", "\"and again\"");
    std::fs::write(folder.path().join("Main.somd"), changed).expect("tests may write temporary files");
    assert_eq!(next(), "and again");
    running.kill().expect("it watches until it is ended");
    running.wait().expect("it was started here");
}

#[test]
fn an_unchanged_program_is_not_built_again() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    // Notes each build, and makes a program of the project's name.
    let script = r#"echo >> "$SOMDC_HOME/../builds"
name=$(sed -n 's/^name = "\(.*\)"/\1/p' Cargo.toml | head -1)
mkdir -p "$SOMDC_HOME/target/release"
printf '#!/bin/sh\necho "ran $1"\n' > "$SOMDC_HOME/target/release/$name"
chmod +x "$SOMDC_HOME/target/release/$name""#;
    let cargo = super::fake_cargo(folder.path(), script);
    let builds = |options: &[&str]| {
        let mut command = somdc(folder.path(), &[&["run", "Main.somd"], options, &["--", "me"]].concat());
        command.env("CARGO", &cargo);
        let (code, out, err) = done(command);
        assert!(code == 0 && out == "ran me\n", "{out}{err}");
        std::fs::read_to_string(at("builds")).unwrap_or_default().len()
    };
    assert_eq!((builds(&[]), builds(&[]), builds(&["--target", "seq"])), (1, 1, 1));
    // Whatever makes another program counts.
    std::fs::write(at("Main.somd"), super::PROGRAM.replace("here", "there")).expect("tests may write temporary files");
    assert_eq!((builds(&[]), builds(&[])), (2, 2));
    assert_eq!((builds(&["--target-cpu", "x86-64"]), builds(&[])), (3, 4));
    // One that was changed behind the compiler's back is built again.
    let program = std::fs::read_dir(at("cache/target/release")).expect("there is a program").next();
    let program = program.expect("there is one").expect("the folder can be read").path();
    std::fs::write(program, "").expect("tests may write temporary files");
    assert_eq!(builds(&[]), 5);
    // A warning is said each time.
    std::fs::write(at("Main.somd"), format!("import java.sql.Connection;\n{}", super::PROGRAM))
        .expect("tests may write temporary files");
    for _ in 0..2 {
        let mut command = somdc(folder.path(), &["run", "Main.somd"]);
        command.env("CARGO", &cargo);
        assert!(done(command).2.contains("W0103"));
    }
}

const PLAIN: &str = r#"import java.util.stream.IntStream;

public class M {
    static void scale(double[] a, double k) {
        for (int i = 0; i < a.length; i++) a[i] *= k;
    }

    static long sum(int[] a, int from) {
        long s = 0;
        for (int i = 0; i < a.length; i++) s += a[i] - from;
        return s;
    }

    static int max(int[] a) {
        int m = a[0];
        for (int x : a) if (x > m) m = x;
        return m;
    }

    // Not a sum: it begins with something else, which each part would add.
    static int offset(int[] a) {
        int s = 10;
        for (int x : a) s += x;
        return s;
    }

    // Each part would find its own, and add its own.
    static int first(int[] a) {
        int s = 0;
        for (int x : a) { if (x > 20) return s; s += x; }
        return s;
    }

    static int more(int[] a) {
        int s = 0;
        for (int x : a) s += x;
        if (a.length > 3) s += 1;
        return s;
    }

    static int both(int[] a) {
        int s = 0;
        for (int x : a) s += x;
        for (int i = 0; i < 10; i++) s += i;
        return s;
    }

    static void print(int[] a) {
        for (int x : a) System.out.println(x);
    }

    public static void main(String[] args) {
        int[] a = new int[100];
        for (int i = 0; i < a.length; i++) a[i] = i * 7 % 31;
        double[] b = {1, 2};
        scale(b, 3);
        print(new int[] {(int) b[1], max(a), offset(a), first(a), more(a), both(a)});
        System.out.println(sum(a, 1) + IntStream.range(0, 10).map(i -> i * i).sum());
    }
}
"#;

#[test]
fn a_java_program_is_migrated() {
    let folder = folder();
    let path = folder.path().join("M.java");
    std::fs::write(&path, PLAIN).expect("tests may write temporary files");
    let (code, out, err) = done(somdc(folder.path(), &["migrate", "--apply", "--on", "interp", "M.java"]));
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    for said in [
        "M.java:5: loop in M.scale: parallel, also on a device\n       4 | static void scale(dist double[] a, double k) {\n",
        "M.java:10: loop in M.sum: parallel, also on a device\n       8 | static reduce(+) long sum(dist int[] a, int from) {\n",
        "M.java:16: loop in M.max: parallel, also on a device\n      14 | static reduce(max) int max(dist int[] a) {\n",
        "M.java:23: loop in M.offset: one core: ",
        "M.java:30: loop in M.first: one core: ",
        "M.java:36: loop in M.more: one core: ",
        "M.java:43: loop in M.both: parallel",
        "M.java:44: loop in M.both: parallel",
        "M.java:49: loop in M.print: one core: ",
        "M.java:54: loop in M.main: one core: `main` has no array",
        "| System.out.println(sum(a, 1) + IntStream.range(0, 10).parallel().map(i -> i * i).sum());\n",
        "6 of 11 loops and streams parallel\nwrote M.somd\n",
    ] {
        assert!(out.contains(said), "{said}\n{out}");
    }
    assert!(
        out.ends_with("checked: on interp it prints what `java` prints\n") || out.contains("no `javac` here"),
        "{out}"
    );
    let (code, _, err) = done(somdc(folder.path(), &["migrate", "--apply", "M.java"]));
    assert!(code == 2 && err.contains("`M.somd` is there already"), "{err}");
}

/// All links of these pages lead to one of them.
fn linked(folder: &Path) -> usize {
    let mut links = 0;
    for entry in std::fs::read_dir(folder).expect("it was written") {
        let path = entry.expect("it is there").path();
        let page = std::fs::read_to_string(&path).expect("it is text");
        for target in page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(folder.join(target).is_file(), "{}: {target}", path.display());
            links += 1;
        }
    }
    links
}

#[test]
fn pages_tell_where_methods_run() {
    let folder = folder();
    let text = r#"package a;
/** Sums. More. */
public class Sums {
    /** What {@link Pair} has.
     * @param v `v < 1`
     */
    static reduce(+) int sum(dist int[] v) { int s = 0; for (int i = 0; i < v.length; i++) s += v[i]; return s; }
    static int twice(int a) { return 2 * a; }
    @Override public String toString() { System.out.println(); return ""; }
    private void hidden() { }
    static Pair pair;
}
record Pair(int a, int b) { }
"#;
    std::fs::write(folder.path().join("Main.somd"), text).expect("tests may write temporary files");
    let (code, out, err) = done(somdc(folder.path(), &["doc", "Main.somd"]));
    assert_eq!((code, out.as_str(), err.as_str()), (0, "3 pages: somd-doc/index.html\n", ""));
    let page = std::fs::read_to_string(folder.path().join("somd-doc/a.Sums.html")).expect("it was written");
    for said in [
        "<pre>static reduce(+) int sum(dist int[] v)</pre>\n<p class=\"on\">SOMD method: can be offloaded</p>\n<p>What <a href=\"a.Pair.html\"><code>Pair</code></a> has.</p>",
        "<dt><code>v</code></dt><dd><code>v &lt; 1</code></dd>",
        "<pre>static int twice(int a)</pre>\n<p class=\"on\">Isolated",
        "<pre>public String toString()</pre>\n<p class=\"off\">Not isolated",
        "<pre>static <a href=\"a.Pair.html\">Pair</a> pair</pre>",
    ] {
        assert!(page.contains(said), "{said}\n{page}");
    }
    assert!(!page.contains("hidden"));
    let index = std::fs::read_to_string(folder.path().join("somd-doc/index.html")).expect("it was written");
    assert!(index.contains("<code>Sums</code></a></td><td>Sums.</td>"), "{index}");
    assert!(linked(&folder.path().join("somd-doc")) > 4);
}

#[test]
fn the_library_has_pages() {
    let folder = folder();
    let (code, _, err) = done(somdc(folder.path(), &["doc", "--library", "-o", "pages"]));
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(linked(&folder.path().join("pages")) > 1000);
    for class in ["java.lang.Math", "java.util.ArrayList", "somd.Partitioner", "org.junit.jupiter.api.Assertions"] {
        assert!(folder.path().join(format!("pages/{class}.html")).is_file(), "{class}");
    }
}

#[test]
fn shells_complete_targets() {
    let folder = folder();
    for shell in ["bash", "zsh", "fish"] {
        let (code, out, _) = done(somdc(folder.path(), &["completions", shell]));
        let offers = |line: &str| ["auto", "cpu", "gpu", "gpus", "interp", "seq"].iter().all(|t| line.contains(t));
        assert!(code == 0 && out.lines().any(offers) || out.matches("interp").count() > 2, "{shell}");
    }
}
