//! Random distributed loops in which everything may throw: the index, the row, the value and the bounds of what is stored, guards, helpers,
//! rows with lengths of their own, null rows, subscripts that wrap around, `sync`, sums of an iteration's own, arrays of negative size.
//!
//! Each program is written twice: with its annotations, and as the plain Java that says what it means, which knows nothing of the compiler. An
//! exception is compared by its text; what the arrays hold is compared where none is thrown.

use super::Rng;
use std::fmt::Write;

/// Text between these is for the program alone.
const SOMD: [char; 2] = ['⟦', '⟧'];
/// Text between these is for its twin alone.
const JAVA: [char; 2] = ['⟨', '⟩'];

struct Generator {
    rng: Rng,
    out: String,
    indent: usize,
    /// `int` expressions that are in scope.
    ints: Vec<String>,
    /// The element type of the method's arrays.
    ty: &'static str,
    names: usize,
    calls: Vec<String>,
}

/// The program of a seed, whose class is `class`, and its twin in plain Java.
pub fn program(class: &str, seed: u64) -> (String, String) {
    let mut g = Generator {
        rng: Rng(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ 0x7a11),
        out: String::new(),
        indent: 0,
        ints: Vec::new(),
        ty: "int",
        names: 0,
        calls: Vec::new(),
    };
    g.line(&format!("public class {class} {{"));
    g.indent += 1;
    g.out.push_str(GIVEN);
    for k in 0..30 {
        g.ints.clear();
        g.ty = *g.rng.of(&["int", "int", "long", "double", "byte", "short", "float", "char"]);
        match g.rng.below(10) {
            0..=2 => g.flat(k),
            3 | 4 => g.matrix(k),
            5 | 6 => g.ragged(k),
            7 => g.strided(k),
            8 => g.snapshot(k),
            _ => g.sum(k),
        }
    }
    g.main();
    g.indent -= 1;
    g.line("}");
    (kept(&g.out, SOMD, JAVA), kept(&g.out, JAVA, SOMD))
}

/// The text with what stands between `keep`, and without what stands between `drop`.
fn kept(text: &str, keep: [char; 2], drop: [char; 2]) -> String {
    let mut out = String::new();
    let mut dropping = false;
    for c in text.chars() {
        if c == drop[0] || c == drop[1] {
            dropping = c == drop[0];
        } else if !dropping && !keep.contains(&c) {
            out.push(c);
        }
    }
    out
}

/// What every program has: makers of arrays, texts of results, and helpers that may throw.
const GIVEN: &str = "    static int[] ints(int n, int x, int from, int to) {
        int[] a = new int[n];
        for (int i = 0; i < n; i++) {
            x = x * 1103515245 + 12345;
            a[i] = from + (x >>> 16) % (to - from);
        }
        return a;
    }
    static int[][] rows(int n, int x, int shape) {
        int[] lengths = ints(n, x, 0, 6);
        int[][] a = new int[n][];
        for (int i = 0; i < n; i++) {
            int length = shape == 0 ? 5 : lengths[i]; // Of one length, or of others.
            a[i] = ints(length, x + i, -1, 9);
        }
        return a;
    }
    static int div(int a, int b) {
        if (a > 1000) return b;
        return a / b;
    }
    static int look(int[] a, int k) {
        int s = 0;
        for (int q = 0; q < 2; q++) s += a[k + q];
        return s;
    }
    static int refuse(int a) {
        if (a == 7) throw new IllegalStateException(\"seven\");
        return a + 1;
    }
    static long mix(long h, double v) { return h * 31 + Double.doubleToLongBits(v); }
";

impl Generator {
    fn line(&mut self, text: &str) {
        self.out.push_str(&"    ".repeat(self.indent));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn open(&mut self, text: &str) {
        self.line(text);
        self.indent += 1;
    }

    fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    fn main(&mut self) {
        self.line("interface Run { String run(); }");
        self.open("static void show(String name, Run r) {");
        self.line("String text;");
        self.line("try { text = r.run(); } catch (RuntimeException e) { text = e.toString(); }");
        self.line("System.out.println(name + \" \" + text);");
        self.close();
        self.open("public static void main(String[] args) {");
        for (k, call) in std::mem::take(&mut self.calls).into_iter().enumerate() {
            self.line(&format!("show(\"{k}\", () -> {call});"));
        }
        self.close();
    }

    // Expressions

    /// An `int` that does not throw.
    fn calm(&mut self) -> String {
        let known = self.ints.clone();
        match self.rng.below(6) {
            0 => ["0", "1", "2", "-1", "3", "7"][self.rng.below(6)].into(),
            1 if !known.is_empty() => format!("({} & 3)", self.rng.of(&known)),
            2 if !known.is_empty() => format!("({} - d)", self.rng.of(&known)),
            _ if !known.is_empty() => self.rng.of(&known).clone(),
            _ => "z".into(),
        }
    }

    /// An `int` that may throw.
    fn int(&mut self, depth: usize) -> String {
        if depth == 0 || self.rng.one_in(3) {
            return self.calm();
        }
        let d = depth - 1;
        // Most of it is fine, so that later iterations are reached.
        let divisor = |g: &mut Self| match g.rng.below(4) {
            0 => g.int(d),
            _ => format!("({} | 1)", g.int(d)),
        };
        match self.rng.below(15) {
            0 => format!("b[{}]", self.int(d)),
            1 | 2 => {
                let near = self.calm();
                format!("b[{near}]")
            }
            3 => format!("({} / {})", self.int(d), divisor(self)),
            4 => format!("({} % {})", self.int(d), divisor(self)),
            5 => format!("({} / z)", self.int(d)),
            6 | 7 => format!("({} {} {})", self.int(d), self.rng.of(&["+", "-", "*", "&", "^"]), self.int(d)),
            8 => format!("({} ? {} : {})", self.condition(d), self.int(d), self.int(d)),
            9 => format!("div({}, {})", self.int(d), divisor(self)),
            10 => format!("look(b, {})", self.calm()),
            11 => format!("refuse({})", self.int(d)),
            12 => {
                let (s, x, y) = (self.int(d), self.int(d), self.int(d));
                format!("(switch ({s} & 1) {{ case 0 -> {x}; default -> {y}; }})")
            }
            13 if self.rng.one_in(2) => format!("q[{}][{}]", self.int(d), self.int(d)),
            13 => format!("q[{} & 1][{} & 3]", self.int(d), self.int(d)),
            _ => self.calm(),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.rng.below(5) {
            0 => format!("({} && {})", self.condition(d.min(1)), self.condition(d.min(1))),
            1 => format!("({} || {})", self.condition(d.min(1)), self.condition(d.min(1))),
            // What guards what follows it, often.
            2 => {
                let known = self.ints.clone();
                let k = if known.is_empty() { "z".into() } else { self.rng.of(&known).clone() };
                format!("({k} >= 0 && {k} < b.length && b[{k}] {} {})", self.rng.of(&["<", ">", "=="]), self.int(d))
            }
            _ => format!("{} {} {}", self.int(d), self.rng.of(&["<", "<=", ">", "==", "!="]), self.int(d)),
        }
    }

    /// A value to be stored: of the method's type.
    fn value(&mut self, depth: usize) -> String {
        let e = self.int(depth);
        match self.ty {
            "int" => e,
            ty if self.rng.one_in(3) => format!("({ty}) ({e} * {})", self.rng.of(&["3", "0.5", "1000000007L"])),
            ty => format!("({ty}) {e}"),
        }
    }

    /// `place = value`, `place += value`, `place++`, perhaps under a condition.
    fn store(&mut self, place: &str) {
        let guard = if self.rng.one_in(3) { format!("if ({}) ", self.condition(1)) } else { String::new() };
        let text = match self.rng.below(8) {
            0 | 1 => format!("{place} {} {};", self.rng.of(&["+=", "-=", "*="]), self.int(2)),
            2 => format!("{place}++;"),
            3 => {
                let e = self.int(1);
                format!("{place} /= {e};")
            }
            _ => format!("{place} = {};", self.value(3)),
        };
        self.line(&format!("{guard}{text}"));
    }

    /// What an iteration may do before it stores.
    fn before(&mut self) {
        for _ in 0..self.rng.below(3) {
            match self.rng.below(7) {
                0 | 1 => {
                    let (v, e) = (self.fresh("v"), self.int(2));
                    self.line(&format!("int {v} = {e};"));
                    self.ints.push(v);
                }
                2 => {
                    let c = self.condition(2);
                    self.line(&format!("if ({c}) continue;"));
                }
                3 => {
                    let (s, p) = (self.fresh("s"), self.fresh("p"));
                    let e = self.int(1);
                    self.line(&format!("int {s} = 0;"));
                    self.open(&format!("for (int {p} = 0; {p} < 3; {p}++) {{"));
                    self.ints.push(p);
                    let inner = self.int(2);
                    self.ints.pop();
                    self.line(&format!("{s} += {inner} + {e};"));
                    self.close();
                    self.ints.push(s);
                }
                4 => {
                    let w = self.fresh("w");
                    self.line(&format!("int[] {w} = new int[4];"));
                    for _ in 0..2 {
                        let (at, e) = (self.int(2), self.int(2));
                        let at = if self.rng.one_in(2) { format!("{at} & 3") } else { at };
                        self.line(&format!("{w}[{at}] = {e};"));
                    }
                    self.ints.push(format!("{w}[1]"));
                }
                5 => {
                    let (c, v) = (self.condition(1), self.fresh("v"));
                    let (x, y) = (self.int(2), self.int(1));
                    self.line(&format!("int {v};"));
                    self.line(&format!("if ({c}) {v} = {x}; else {v} = {y};"));
                    self.ints.push(v);
                }
                _ => {
                    let (e, c) = (self.int(1), format!("{} == 6", self.int(1)));
                    self.line(&format!("if ({c}) throw new IllegalArgumentException(\"at \" + ({e}));"));
                }
            }
        }
    }

    // Methods

    /// Opens a method over an array `o` and what may be read: `b`, a matrix `q` of three rows, and numbers.
    fn method(&mut self, k: usize, array: &str) {
        self.open(&format!("static void m{k}({array} o, int[] b, int[][] q, int d, int z, int m) {{"));
        self.ints = vec!["z".into(), "d".into()];
    }

    /// Closes it, and calls it with arrays of several sizes; `make` is of `n` elements or rows.
    fn called(&mut self, k: usize, ty: &str, make: &str, text: &str) {
        self.close();
        let signature = "int n, int[] b, int[][] q, int d, int z, int m";
        self.open(&format!("static String c{k}({signature}) {{"));
        self.line(&format!("{ty} o = {make};"));
        self.line(&format!("m{k}(o, b, q, d, z, m);"));
        self.line("long h = 1;");
        self.line(text);
        self.line("return Long.toHexString(h);");
        self.close();
        for _ in 0..7 {
            let n = if self.rng.one_in(40) { 3000 } else { *self.rng.of(&[0, 1, 2, 5, 9, 40]) };
            let length = match self.rng.below(5) {
                0 => n / 2,
                1 => 0,
                _ => n + 3,
            };
            let (from, to) = (*self.rng.of(&[0, 1, 1, 1, -1]), *self.rng.of(&[2, 3, 5, 9]));
            let seed = self.rng.below(1000);
            let wide = *self.rng.of(&[3, 3, 9]);
            let (d, z) = (*self.rng.of(&[0, 0, 1, 2, -1, 5000]), *self.rng.of(&[1, 1, 2, 3, -1, 0]));
            let m = *self.rng.of(&[1, 2, 3, 65536, 0x4000_0000, -1]);
            self.calls.push(format!(
                "c{k}({n}, ints({length}, {seed}, {from}, {to}), rows({wide}, {seed}, 0), {d}, {z}, {m})"
            ));
        }
    }

    fn head(&mut self, length: &str) -> String {
        match self.rng.below(6) {
            0 => format!("for (int i = {length} - 1; i >= 0; i--) {{"),
            1 => format!("for (int i = 1; i < {length}; i++) {{"),
            2 => format!("for (int i = 0; i <= {length} - 1; i++) {{"),
            // Beyond the end.
            3 => format!("for (int i = 0; i < {length} + {}; i++) {{", self.rng.below(3)),
            _ => format!("for (int i = 0; i < {length}; i++) {{"),
        }
    }

    fn flat(&mut self, k: usize) {
        let ty = self.ty;
        self.method(k, &format!("⟦dist ⟧{ty}[]"));
        let count = 1 + self.rng.below(2);
        for _ in 0..count {
            let sync = self.rng.one_in(5);
            if sync {
                self.line("⟦sync {⟧");
            }
            let bound = *self.rng.of(&["o.length", "o.length", "o.length", "b.length"]);
            let head = self.head(bound);
            self.open(&head);
            let outer = self.ints.len();
            self.ints.push("i".into());
            self.ints.push("i".into());
            self.before();
            let place = if sync { "o[i]" } else { *self.rng.of(&["o[i]", "o[i]", "o[i + d]", "o[i - 1]", "o[i + 2]"]) };
            self.store(place);
            if self.rng.one_in(3) {
                self.store(place);
            }
            self.ints.truncate(outer);
            self.close();
            if sync {
                self.line("⟦}⟧");
            }
        }
        let text = format!("for ({ty} e : o) h = mix(h, e);");
        self.called(k, &format!("{ty}[]"), &format!("new {ty}[n]"), &text);
    }

    fn matrix(&mut self, k: usize) {
        let ty = self.ty;
        let dist = *self.rng.of(&["⟦dist ⟧", "⟦dist(dim = 1) ⟧"]);
        self.method(k, &format!("{dist}{ty}[][]"));
        let head = self.head("o.length");
        self.open(&head);
        let (by, bound) =
            (*self.rng.of(&["j++", "j++", "j += 2"]), *self.rng.of(&["5", "5", "o[0].length", "o[i].length", "6"]));
        self.open(&format!("for (int j = 0; j < {bound}; {by}) {{"));
        self.ints.extend(["i".into(), "j".into()]);
        self.before();
        let place = *self.rng.of(&["o[i][j]", "o[i][j]", "o[i][j + d]", "o[i + d][j]", "o[i][j + 1]", "o[i - 1][j]"]);
        self.store(place);
        self.close();
        self.close();
        let text = format!("for ({ty}[] row : o) for ({ty} e : row) h = mix(h, e);");
        self.called(k, &format!("{ty}[][]"), &format!("new {ty}[n][5]"), &text);
    }

    /// Rows with lengths of their own.
    fn ragged(&mut self, k: usize) {
        self.ty = "int";
        self.method(k, "⟦dist(dim = 1) ⟧int[][]");
        let head = self.head("o.length");
        self.open(&head);
        self.ints.push("i".into());
        if self.rng.one_in(3) {
            self.before();
        }
        let bound = *self.rng.of(&["o[i].length", "o[i].length", "3", "b.length"]);
        self.open(&format!("for (int j = 0; j < {bound}; j++) {{"));
        self.ints.extend(["j".into(), "j".into()]);
        self.before();
        let at = match self.rng.below(5) {
            0 | 1 => "j".into(),
            2 => "j + d".into(),
            3 => "j + 1".into(),
            _ => self.int(2),
        };
        self.store(&format!("o[i][{at}]"));
        self.close();
        self.close();
        let text = "for (int[] row : o) if (row != null) for (int e : row) h = mix(h, e);";
        self.called(k, "int[][]", "rows(n, n + 3, 1)", text);
    }

    /// Subscripts that are products, and may wrap around.
    fn strided(&mut self, k: usize) {
        let ty = self.ty;
        self.method(k, &format!("⟦dist ⟧{ty}[]"));
        let head = self.head("b.length");
        self.open(&head);
        self.ints.push("i".into());
        self.before();
        let place = *self.rng.of(&[
            "o[i * 65536]",
            "o[i * 2]",
            "o[i * 3 + 1]",
            "o[i << 1]",
            "o[i * 65536 + d]",
            "o[i << 20]",
            "o[i * 3 + d]",
        ]);
        self.store(place);
        self.close();
        let text = format!("for ({ty} e : o) h = mix(h, e);");
        self.called(k, &format!("{ty}[]"), &format!("new {ty}[3 * n]"), &text);
    }

    /// `sync` that reads what others own as it was.
    fn snapshot(&mut self, k: usize) {
        let ty = self.ty;
        self.method(k, &format!("⟦dist ⟧{ty}[]"));
        self.line(&format!("⟨{ty}[] old = o.clone();⟩"));
        self.line("⟦sync {⟧");
        let head = self.head("o.length");
        self.open(&head);
        self.ints.push("i".into());
        self.before();
        let (one, other) = (*self.rng.of(&["i - 1", "i + 1", "i + d"]), *self.rng.of(&["i + 1", "i + 2", "i"]));
        let own = |at: &str| if at == "i" { "o[i]".to_string() } else { format!("⟦o⟧⟨old⟩[{at}]") };
        // A step of zero names the own element, which is read before it is stored to.
        let e = self.value(2);
        self.line(&format!("o[i] = ({ty}) ({} + {} + {e});", own(one), own(other)));
        self.close();
        self.line("⟦}⟧");
        let text = format!("for ({ty} e : o) h = mix(h, e);");
        self.called(k, &format!("{ty}[]"), &format!("new {ty}[n]"), &text);
    }

    /// A reduction.
    fn sum(&mut self, k: usize) {
        let ty = *self.rng.of(&["int", "long"]);
        let op = *self.rng.of(&["+", "max", "&"]);
        self.open(&format!(
            "static ⟦reduce({op}) ⟧{ty} m{k}(⟦dist ⟧int[] o, int[] b, int[][] q, int d, int z, int m) {{"
        ));
        self.ints = vec!["z".into(), "d".into()];
        let first = self.rng.below(9);
        self.line(&format!("{ty} sum = {first};"));
        let head = self.head("o.length");
        self.open(&head);
        self.ints.extend(["i".into(), "i".into(), "o[i]".into()]);
        self.before();
        let e = self.int(3);
        let guard = if self.rng.one_in(3) { format!("if ({}) ", self.condition(1)) } else { String::new() };
        match op {
            "max" => self.line(&format!("{guard}sum = Math.max(sum, {e});")),
            _ => self.line(&format!("{guard}sum {op}= {e};")),
        }
        self.close();
        self.line("return sum;");
        let mut call = String::new();
        let _ = write!(call, "h = m{k}(o, b, q, d, z, m);");
        self.called(k, "int[]", "ints(n, 7, 0, 9)", &call);
    }
}
