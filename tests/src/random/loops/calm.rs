//! One construct a program, in which nothing else throws: what is wrong with it is not hidden behind an exception that came first.
//!
//! Each list has a shape's spellings; expressions, conditions, numbers and heads in them are random (see [`Generator::filled`]).

use super::Generator;

/// Subscripts next to the ends of an array of eight, and what is known of them: of each the statements of an iteration.
const EDGES: &[&str] = &[
    "for (int j = w.length - 1; j >= $K; j--) if (j < z) s += w[j - $O];",
    "for (int j = w.length - 1; j > $K; j--) if ($C) s += w[j - $O];",
    "for (int j = $K; j < w.length; j++) if (j > z) s += w[j - $O];",
    "for (int j = 0; j < w.length; j++) if ($C) s += w[j + $K];",
    "for (int j = 0; j < z; j++) { if (j == 8) break; s += w[j + $K]; }",
    "int y = 2; out: { y = 9; if ($C) break out; y = $K; } s += w[y];",
    "int y = $K; out: { if ($C) { y = 20; break out; } y = 0; } s += w[y];",
    "int y = 0; while (i >= 8 || y < 3) { y++; if (y > 5) break; } s += w[i];",
    "int y = 0; while (z >= 8 || y < $K) { y++; if ($C || y > 9) break; } s += w[z];",
    "int y = 20; while (y > 3) { if ($C) break; y--; } s += w[y];",
    "if (i + 2147483647 < 8) s += w[i + 7];",
    "if (z + i + 2147483640 < 8) s += w[i + $K];",
    "if (i < 8 || z > $K) s += w[i];",
    "if (!(i >= 8 && $C)) s += w[i];",
    "s += w[$E % 8];",
    "int y = 9; if ($C) y = z; s += w[y & 15];",
    "if (i < w.length - $K) s += w[i + $K];",
    "if (w.length > i + $K) s += w[i + $K];",
];

/// What nobody reads, and may throw.
const UNREAD: &[&str] = &[
    "int v; if (b[i + $O] > 3) v = 1; else v = 2;",
    "int v = b[i + $O];",
    "if (b[i + $O] > $K) { }",
    "int v = 60 / (i - z);",
    "int v = 0; if (60 / (i - z) > $K) v = 3;",
    "int[] v = new int[z - $K];",
];

/// Arithmetic of constants that have names.
const CONSTANTS: &[&str] = &[
    "int c = $N, e = $N; s += (e $S c) + i;",
    "final int c = $N; final long e = $N; s += (int) (e $S c) + i;",
    "int c = $N; s += ($E $S c);",
    "s += ($E $S $N) - ($N $S z);",
    "long e = i; s += (int) (e $S $N);",
    "int c = 0; s += c - $E;",
    "int c = $N; s += (byte) (c + i) + (char) c;",
    "int c = $N; int e = c; c = $E; s += c * 3 + e;",
];

/// Two loops over fresh and given arrays, of which one or both may throw: `t` is made here.
const PAIRS: &[&str] = &[
    "$H u[i] = b[i + $K];\n$H o[i] = 60 / (i - z);",
    "$H u[i] = 60 / (n - $K - i);\n$H o[i] = b[i + $K];",
    "$H t[i] = b[i + $K];\n$H o[i] = t[i] / (i - z);",
    "$H t[i] = $E;\n$H o[i] = t[n - 1 - i] + $E;",
    "$H t[i] = $E;\n$H o[i] = t[i / 2] + t[i];",
    "$H t[i] = $E;\n$H o[i] = t[i == 0 ? 0 : i - 1] - $E;",
    "$H t[i] = $E;\n$H { int e = t[i]; o[i] = e + t[(i + 1) % n]; }",
    "$H t[i] = $C ? 60 / d : b[i * $K];\n$H o[i] = 60 / d;",
    "$H t[i] = i == 3 ? 60 / d : b[i * 9];\n$H o[i] = t[i] + $K / d;",
    "$H u[i] = $C && b[d] > 3 ? 1 : b[i * $K];\n$H o[i] = b[d] + i;",
    "$H u[i] = b[d] + b[i * $K];\n$H o[i] = b[d] + u[i];",
];

/// A variable from outside: the reduction, the type that is given, what stands in front of the loop, in it and behind it.
const SUMS: &[(&str, &str, &str, &str, &str)] = &[
    ("+", "int", "int s = $K;", "s += 0.5 * $E;", "s"),
    ("+", "int", "int s = 0;", "s += $E * 0.75f;", "s"),
    ("+", "int", "int s = $K;", "s = $E - s;", "s"),
    ("+", "long", "long s = 0;", "s = o[i] - s;", "s"),
    ("+", "int", "int s = $K;", "s -= $E;", "s"),
    ("+", "int", "int s = $K;", "s = s - $E;", "s"),
    ("+", "int", "int s = 1;", "if ($C) s *= 3; else s += $E;", "s"),
    ("&", "boolean", "boolean s = true;", "s = s && 60 / (o[i] - $K) < 9;", "s"),
    ("&", "boolean", "boolean s = true;", "s = s && b[o[i] & 31] != $K;", "s"),
    ("&", "boolean", "boolean s = $C;", "s = s && b[i + 3 - $K / 2] != 7;", "s"),
    ("|", "boolean", "boolean s = false;", "s = s || 60 / (o[i] - $K) > 8;", "s"),
    ("max", "int", "int s = $K; int at = -1;", "if (o[i] $R s) { s = o[i]; at = i; }", "at"),
    ("max", "int", "int s = o[0]; int at = 0;", "if (o[i] >= s) { s = o[i]; at = i; }", "at"),
    ("min", "int", "int s = o[0]; int at = 0;", "if (o[i] <= s) { s = o[i]; at = i; }", "at"),
    ("max", "int", "int at = 0;", "if (o[i] >= o[at]) at = i;", "at"),
    ("max", "int", "int at = -1;", "if ($C) at = i;", "at"),
    ("max", "int", "int s = $K;", "s = s > o[i] ? s : o[i];", "s"),
    ("min", "int", "int s = $K;", "s = s <= o[i] ? s : o[i];", "s"),
    // Nothing is given.
    ("", "int", "int at = $K;", "if ($C) at = $E; u[i] = at;", "0"),
    ("", "int", "int at = $K;", "if (o[i] > $K) at = i; r[i] = at;", "0"),
    ("", "int", "int at = $K;", "if (o[i] > $K) at = i; else at = 2; r[i] = at;", "0"),
    ("", "int", "int s = $K;", "if (s > o[i]) s = o[i]; r[i] = s;", "s"),
    ("", "int", "int s = $K;", "if (s < o[i]) s = o[i]; r[i] = s;", "s"),
    ("", "int", "int s = $K;", "if (o[i] < s) s = o[i]; r[i] = s;", "0"),
    ("", "int", "int s = $K;", "s = Math.min(s, o[i]); r[i] = s;", "s"),
    ("", "int", "int k = $K;", "u[i] = k; k += 3;", "k"),
    ("", "int", "int k = $K;", "k += 2; u[i] = k + $E;", "k"),
    ("", "int", "int k = $K;", "u[i] = k; if ($C) continue; k++;", "k"),
    // Elements by number.
    ("", "int", "", "r[o[i] & 3] += 2; u[i] = r[$K];", "0"),
    ("", "int", "", "r[o[i] & 3] += $E; r[$K] *= 3;", "0"),
    ("", "int", "", "r[o[i] & 3] = r[$K] + 1;", "0"),
    ("", "int", "", "r[i + $K] = Math.max(b[i + $K + 3], r[i + $K]);", "0"),
    ("", "int", "for (int k = 0; k < n; k++) o[k] = k + $K;", "r[o[i]] = Math.max(b[i + $K + 3], r[o[i]]);", "0"),
    ("", "int", "for (int k = 0; k < n; k++) o[k] = k + $K;", "r[o[i]] = b[i + $K + 3] + r[o[i]];", "0"),
    ("", "int", "", "r[o[i] & 7] = Math.min(60 / (i - z), r[o[i] & 7]);", "0"),
    // What the next one reads.
    ("", "int", "", "if (i > 0) o[i] += o[i - 1];", "0"),
    ("", "int", "", "if (i < n - 1) o[i] += o[i + 1];", "0"),
    ("", "int", "", "o[i] = $E; if (u[i] > $K) o[i] = 1;", "0"),
    ("", "int", "", "o[z] = $E;", "0"),
    ("", "int", "", "o[i * (z - z)] = $E;", "0"),
];

/// Methods that assign what they are given.
const ASSIGNED: &[&str] = &[
    "k = k + 1; return k * 3;",
    "if (k > 2) k = 0; return k + z;",
    "k -= z; return k ^ z;",
    "for (int j = 0; j < 3; j++) k += j; return k;",
    "int e = k; k = 5; return e - k;",
    "z = k; k = 1; return z + k;",
];

/// Loops that count down, or not from the beginning, in which each reads what the one before has made.
const TURNED: &[&str] = &[
    "for (int i = n - 2; i >= 1; i--) o[i] += o[i - 1];",
    "for (int i = n - 2; i >= 0; i--) o[i] += o[i + 1];",
    "for (int i = n - 1; i > 0; i--) o[i] = o[i - 1] + $E;",
    "for (int i = 1; i < n; i++) o[i] += o[i - 1];",
    "for (int i = 1; i < n; i++) o[i] = Math.max(o[i - 1], $E);",
    "for (int i = n - 2; i >= 0; i--) o[i] = Math.min(o[i + 1], o[i]);",
    "for (int i = n - 2; i >= 1; i--) o[i] = o[i - 1] + o[i];",
];

impl Generator {
    /// The text with `$E` as an `int`, `$C` a condition, `$K` and `$O` small numbers, `$N` one at which arithmetic turns, `$S` a shift, `$R` a relation
    /// and `$H` the head of a loop of `n` iterations. One text has one `$K`, so that bounds and subscripts may meet.
    fn filled(&mut self, text: &str) -> String {
        let k = self.rng.below(6).to_string();
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            out.push_str(&rest[..at]);
            let filled = match &rest[at + 1..at + 2] {
                "E" => format!("({})", self.int(1)),
                "C" => format!("({})", self.condition(1)),
                "O" => self.rng.below(6).to_string(),
                "N" => self.pick(&["0", "1", "31", "32", "33", "64", "-1", "70000", "300"]).into(),
                "S" => self.pick(&["<<", ">>", ">>>"]).into(),
                "R" => self.pick(&["<", "<=", ">", ">="]).into(),
                "H" => self
                    .pick(&[
                        "for (int i = 0; i < n; i++)",
                        "for (int i = 0; i < n; i++)",
                        "for (int i = 0; i < o.length; i++)",
                    ])
                    .into(),
                _ => k.clone(),
            };
            out.push_str(&filled);
            rest = &rest[at + 2..];
        }
        out + rest
    }

    /// Opens the method over `o`, `u` and the numbers `r`.
    fn calmly(&mut self, reduce: &str, ret: &str) {
        self.ty = "int";
        let reduce = if reduce.is_empty() { String::new() } else { format!("⟦reduce({reduce}) ⟧") };
        self.open(&format!(
            "static {reduce}{ret} m(⟦dist ⟧int[] o, ⟦dist ⟧int[] u, int[] r, int[] b, int[][] q, int d, int z, int m) {{"
        ));
        self.line("int n = o.length;");
        self.ints = vec!["z".into(), "d".into(), "i".into()];
    }

    /// Closes it, and shows what it has given and made.
    fn calmed(&mut self, ret: &str) {
        self.close();
        // Often many that are equal.
        let first = self.pick(&["(i * z & 3)", "(i * 37 & 127) - 40", "i + 1", "i * i % 7 - z", "b[i]"]);
        let make = format!(
            "int[] o = new int[n], u = new int[n], r = new int[Math.max(n, 6)];\nfor (int i = 0; i < n; i++) {{ o[i] = {first}; u[i] = i % 5; }}"
        );
        let result = if ret == "boolean" { "g ? 1 : 2" } else { "g" };
        self.called(
            &make,
            &format!("{ret} g = m(o, u, r, b, q, d, z, m);"),
            &format!(
                "h = {result};\nfor (int e : o) h = mix(h, e);\nfor (int e : u) h = mix(h, e);\nfor (int e : r) h = mix(h, e);"
            ),
        );
    }

    /// A loop of which an iteration does what one of these texts says.
    fn each(&mut self, texts: &[&'static str]) {
        self.calmly("", "int");
        let head = self.head("o.length");
        self.open(&head);
        self.line("int s = 0;");
        self.line("int[] w = new int[8]; for (int k = 0; k < 8; k++) w[k] = k * 5 + z;");
        self.ints.push("o[i]".into());
        let text = self.pick(texts);
        let text = self.filled(text);
        self.line(&text);
        self.line("u[i] = s + i;");
        self.close();
        self.line("return 0;");
        self.calmed("int");
    }

    /// Next to the ends of an array.
    pub fn edge(&mut self) {
        self.each(EDGES);
    }

    /// What is computed before the program runs.
    pub fn constant(&mut self) {
        self.each(CONSTANTS);
    }

    /// What nobody reads.
    pub fn unread(&mut self) {
        self.each(UNREAD);
    }

    /// Two loops that may become one.
    pub fn pair(&mut self) {
        self.calmly("", "int");
        self.line("int[] t = new int[n];");
        let text = self.pick(PAIRS);
        let text = self.filled(text);
        self.lines(&text);
        self.line("return 0;");
        self.calmed("int");
    }

    /// A variable from outside of the loop, or elements that iterations share.
    pub fn outside(&mut self) {
        let (op, ret, before, text, left) = *self.rng.of(SUMS);
        self.calmly(op, ret);
        self.ints.pop();
        let before = self.filled(before);
        if !before.is_empty() {
            self.line(&before);
        }
        let from = self.rng.below(4);
        let head = if self.rng.one_in(3) {
            format!("for (int i = {from}; i < o.length; i++) {{")
        } else {
            self.head("o.length")
        };
        self.open(&head);
        self.ints.extend(["i".into(), "o[i]".into()]);
        let text = self.filled(text);
        self.line(&text);
        self.close();
        self.line(&format!("return {left};"));
        self.calmed(ret);
    }

    /// Methods that assign their parameters.
    pub fn assigned(&mut self) {
        let text = self.pick(ASSIGNED);
        self.line(&format!("static int f(int k, int z) {{ {text} }}"));
        self.line(
            "static void step(⟦dist ⟧int[] o, int k) { k = k + 1; for (int i = 0; i < o.length; i++) o[i] += k; }",
        );
        self.calmly("", "int");
        if self.rng.one_in(3) {
            self.ints.pop();
            let e = self.int(1);
            self.lines(&format!("int k = {e};\nstep(o, k); step(o, k); step(u, z); step(o, z);"));
        } else {
            let head = self.head("o.length");
            self.open(&head);
            let (e, from) = (self.int(1), self.pick(&["k", "k", "z", "i", "k + 1"]));
            self.lines(&format!("int k = {e};\nint v = f({from}, z) + f(k, {from});\nu[i] = v * 7 + k + z;"));
            self.close();
        }
        self.line("return 0;");
        self.calmed("int");
    }

    /// Recurrences in both directions.
    pub fn turned(&mut self) {
        self.calmly("", "int");
        let text = self.pick(TURNED);
        let text = self.filled(text);
        self.lines(&text);
        self.line("return 0;");
        self.calmed("int");
    }

    /// Records of which the place and the value may throw, in one iteration.
    pub fn placed(&mut self) {
        self.ty = "int";
        self.line(
            "static ⟦value ⟧class V { final int x; final double y; V(int x, double y) { this.x = x; this.y = y; } }",
        );
        let rows = self.rng.one_in(2);
        let dims = if rows { "[][]" } else { "[]" };
        self.open(&format!("static void m(⟦dist ⟧V{dims} o, int[] b, int[][] q, int d, int z, int m) {{"));
        self.ints = vec!["z".into(), "d".into(), "i".into()];
        let value = self.pick(&[
            "new V(60 / (o.length - $K - i), $E)",
            "new V($E, 60 / (o.length - $K - i))",
            "new V(b[i + $K + 3], 1)",
            "new V(refuse(i - z + 7), $E)",
            "new V($E, i)",
        ]);
        let place = match rows {
            true => self.pick(&["o[i + $K][j]", "o[i][j + 1]", "o[i + $K][j + 1]", "o[i][j]"]),
            false => self.pick(&["o[i + $K]", "o[i + $K]", "o[i + z]", "o[o.length - 1 - i]"]),
        };
        let guard = self.pick(&["", "", "if ($C) "]);
        let text = self.filled(&format!("{guard}{place} = {value};"));
        self.open("for (int i = 0; i < o.length; i++) {");
        self.line(&if rows { format!("for (int j = 0; j < 3; j++) {text}") } else { text });
        self.close();
        self.close();
        let (make, shown) = if rows {
            (
                "V[][] o = new V[n][3];\nfor (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) o[i][j] = new V(i, i * z + j);",
                "for (V[] row : o) for (V e : row) h = mix(mix(h, e.x), e.y);",
            )
        } else {
            (
                "V[] o = new V[n];\nfor (int i = 0; i < n; i++) o[i] = new V(i, i * z);",
                "for (V e : o) h = mix(mix(h, e.x), e.y);",
            )
        };
        self.called(make, "m(o, b, q, d, z, m);", shown);
    }

    /// `sync`, with elements that a function in a variable reads.
    pub fn sync_through(&mut self) {
        self.ty = "int";
        self.line("interface Rule { int of(int[] a, int i); }");
        self.line("static class Near implements Rule { public int of(int[] a, int i) { return a[i - 1] * 3; } }");
        self.line("static class Far implements Rule { public int of(int[] a, int i) { return a[i + 1] + i; } }");
        self.line(
            "static class Held { int[] w; Held(int[] w) { this.w = w; } public int hashCode() { return w[1]; } }",
        );
        self.open("static void m(⟦dist ⟧int[] a, int[] b, int[][] q, int d, int z, int m) {");
        self.ints = vec!["z".into(), "d".into(), "i".into()];
        let near = self.rng.one_in(2);
        let (make, at) = if near { ("new Near()", "i - 1") } else { ("new Far()", "i + 1") };
        let model = if near { "rd(a, old, i, i - 1) * 3" } else { "rd(a, old, i, i + 1) + i" };
        let (function, call) = match self.rng.below(5) {
            // The library calls it, or the language does.
            0 | 1 => ("Held f = new Held(a);".to_string(), self.pick(&["f.hashCode()", "Objects.hashCode(f)"]).into()),
            2 => (format!("Rule f = {make};"), "f.of(a, i)".to_string()),
            3 => (format!("Rule f = z > 3 ? {make} : {make};"), "f.of(a, i)".to_string()),
            _ => ("IntUnaryOperator f = k -> a[k];".to_string(), format!("f.applyAsInt({at})")),
        };
        let model = match &function[..4] {
            "IntU" => format!("rd(a, old, i, {at})"),
            "Held" => "rd(a, old, i, 1)".into(),
            _ => model.into(),
        };
        self.line(&function);
        self.line("⟨int[] old = a.clone();⟩");
        self.open("⟦sync {⟧⟨{⟩");
        let head =
            self.pick(&["for (int i = 1; i < a.length - 1; i++) {", "for (int i = a.length - 2; i >= 1; i--) {"]);
        self.open(head);
        let e = self.int(1);
        self.line(&format!("a[i] = ⟦{call}⟧⟨{model}⟩ + {e};"));
        self.close();
        self.close();
        self.close();
        let make = "int[] o = new int[n];\nfor (int i = 0; i < n; i++) o[i] = i * z & 63;";
        self.called(make, "m(o, b, q, d, z, m);", "for (int e : o) h = mix(h, e);");
    }
}
