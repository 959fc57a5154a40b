//! Large programs: what a check takes grows as the program does, not faster.
#![cfg(target_os = "linux")]

use std::fmt::Write;
use std::process::Command;
use std::sync::Mutex;

/// A program with this many methods, three of four in SOMD, each of about ten lines; `main`s of a class each call ten of them.
fn program(methods: usize) -> String {
    let mut text = String::new();
    for class in 0..methods / 10 {
        let _ = writeln!(text, "class C{class} {{");
        for i in 0..10 {
            let n = 10 * class + i;
            let (head, body, result) = match i % 4 {
                0 => (
                    format!("double[] f{i}(dist double[] a, double k)"),
                    format!("double x = a[i] * k + {n};\n            if (x > 1e6) x -= 1e6;\n            b[i] = x;"),
                    "b",
                ),
                1 => (
                    format!("reduce(+) double f{i}(dist double[] a, double k)"),
                    format!("double x = a[i] + {n};\n            b += x * x;"),
                    "b",
                ),
                2 => (
                    format!("int[] f{i}(dist int[] a, int k)"),
                    format!("int x = a[i] ^ k;\n            b[i] = x * {n} + 1;"),
                    "b",
                ),
                _ => (
                    format!("long f{i}(int[] a, int k)"),
                    format!("b = b * 31 + a[i];\n            if (b % 7 == k) b += {n};"),
                    "b",
                ),
            };
            let start =
                ["double[] b = new double[a.length]", "double b = 0", "int[] b = new int[a.length]", "long b = 1"]
                    [i % 4];
            let _ = writeln!(
                text,
                "    static {head} {{\n        {start};\n        for (int i = 0; i < a.length; i++) {{\n            {body}\n        }}\n        return {result};\n    }}\n"
            );
        }
        let _ = writeln!(text, "    static double all(double[] a, int[] b) {{\n        double s = 0;");
        for i in 0..10 {
            let call = ["a = f#(a, s)", "s += f#(a, s)", "b = f#(b, 3)", "s += f#(b, 3)"][i % 4];
            let _ = writeln!(text, "        {};", call.replace('#', &i.to_string()));
        }
        text += "        return s;\n    }\n}\n\n";
    }
    text += "public class Main {\n    public static void main(String[] args) {\n        double s = 0;\n";
    for class in 0..methods / 10 {
        let _ = writeln!(text, "        s += C{class}.all(new double[9], new int[9]);");
    }
    text + "        System.out.println(s);\n    }\n}\n"
}

/// Processor time of the children so far that have been waited for, in ticks of 10 ms.
fn of_children() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux tells it");
    // What follows the name, which stands in parentheses.
    let rest = stat.rsplit_once(')').expect("the name has an end").1;
    rest.split_whitespace().skip(13).take(2).map(|n| n.parse::<u64>().expect("it is a number")).sum()
}

/// What the check of such a program takes, in ticks: the least of three, since other processes cost some too.
fn checked(program: &str) -> u64 {
    (0..3).map(|_| once(program)).min().unwrap_or(0)
}

fn once(program: &str) -> u64 {
    let folder = tempfile::tempdir().expect("tests may write temporary files");
    let file = folder.path().join("Main.somd");
    std::fs::write(&file, program).expect("tests may write temporary files");
    // The ticks are those of all children that have ended: one at a time.
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(|e| e.into_inner());
    let before = of_children();
    let output = Command::new(env!("CARGO_BIN_EXE_somdc")).arg("check").arg(&file).output().expect("somdc is built");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    of_children() - before
}

#[test]
fn a_check_takes_as_much_longer_as_the_program_is() {
    let (nothing, few, many) = (checked(&program(0)), checked(&program(300)), checked(&program(1200)));
    let (few, many) = (few.saturating_sub(nothing).max(1), many.saturating_sub(nothing));
    assert!(many <= 10 * few, "300 methods take {few} ticks, 1200 take {many}: more than in proportion");
}

/// So many classes, each a subclass of the one before, that override what it has.
fn chain(classes: usize) -> String {
    let mut text = "class C0 { int f(int x) { return x; } void g() { } }\n".to_string();
    for n in 1..=classes {
        let body = "@Override int f(int x) { return super.f(x) + 1; } @Override void g() { }";
        let _ = writeln!(text, "class C{n} extends C{} {{ {body} }}", n - 1);
    }
    text + "public class Main { public static void main(String[] args) { C0 c = new C0(); System.out.println(c.f(1)); } }\n"
}

#[test]
fn a_chain_of_overriding_classes_takes_no_more_than_by_the_square() {
    // Of a shorter chain the ticks are too few to be compared.
    let (nothing, few, many) = (checked(&chain(0)), checked(&chain(250)), checked(&chain(1000)));
    let (few, many) = (few.saturating_sub(nothing).max(2), many.saturating_sub(nothing));
    assert!(many <= 32 * few, "250 classes take {few} ticks, 1000 take {many}: much more than by the square");
}
