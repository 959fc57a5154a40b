//! How loops count, which subscripts they have, and how they are left.

use super::Generator;

impl Generator {
    /// Opens a method over an array `o` of the program's type and others to read.
    fn plain(&mut self) {
        let ty = self.ty;
        self.open(&format!("static int m(⟦dist ⟧{ty}[] o, int[] b, int[][] q, int d, int z, int m) {{"));
        self.ints = vec!["z".into(), "d".into()];
    }

    /// Closes it, and calls it for an array of so many elements.
    fn plainly(&mut self, length: &str) {
        let ty = self.ty;
        self.close();
        let make =
            format!("{ty}[] o = new {ty}[{length}];\nfor (int i = 0; i < o.length; i++) o[i] = ({ty}) (i * z & 127);");
        self.called(&make, "int r = m(o, b, q, d, z, m);", &format!("h = r;\nfor ({ty} e : o) h = mix(h, e);"));
    }

    /// Subscripts that may wrap around, or meet.
    pub fn wrapping(&mut self) {
        let far = self.pick(&["65536", "1 << 24", "0x40000000", "3", "2", "-1", "m", "715827883", "0x55555555"]);
        self.plain();
        let counter = self.rng.one_in(4);
        if counter {
            let first = self.pick(&["0", "d", "z", "-1"]);
            self.line(&format!("int k = {first};"));
        }
        let head = self.head("b.length");
        self.open(&head);
        self.ints.push("i".into());
        self.before();
        let inner = !counter && self.rng.one_in(3);
        if inner {
            self.open("for (int j = 0; j < 3; j++) {");
            self.ints.push("j".into());
        }
        let j = if inner { "j" } else { "d" };
        let at = match self.rng.below(12) {
            _ if counter => "k".into(),
            0 => format!("i * ({far})"),
            1 => format!("i * ({far}) + {j}"),
            2 => format!("(i << {}) + {j}", [1, 2, 16, 20, 24, 30][self.rng.below(6)]),
            3 => format!("(int) ((long) i * ({far}))"),
            4 => format!("(int) ((long) i * ({far}) + {j})"),
            5 => format!("o.length - 1 - i * ({far})"),
            6 => "i * i".into(),
            7 => format!("i * (i + 1) / 2 + {j}"),
            8 => format!("(i * ({far})) >>> 1"),
            9 => format!("i * ({far}) + i"),
            10 => format!("i * m + {j}"),
            _ => format!("{j} * ({far}) + i"),
        };
        self.line(&format!("int at = {at};"));
        let guard = self.pick(&[
            "at >= 0 && at < o.length",
            "at >= 0 && at < o.length",
            "(at & 1) == 0 && at >= 0 && at < o.length",
            "",
        ]);
        let place = if self.rng.one_in(2) { format!("o[{at}]") } else { "o[at]".into() };
        let guard = if guard.is_empty() { String::new() } else { format!("if ({guard}) ") };
        let e = self.value(2);
        let op = self.pick(&["=", "=", "+="]);
        self.line(&format!("{guard}{place} {op} {e};"));
        if counter {
            self.line(&format!("k += {far};"));
        }
        if inner {
            self.close();
        }
        self.close();
        self.line(if counter { "return k;" } else { "return 0;" });
        let length = self.pick(&["3 * n", "n", "n * 3 / 2 + 4"]);
        self.plainly(length);
    }

    /// Subscripts that helpers compute, and stores that they make.
    pub fn helper(&mut self) {
        let ty = self.ty;
        let k = self.rng.below(4);
        let at = self.pick(&[
            "i",
            "i * 2",
            "i + 1",
            "i + k",
            "2 * i + k",
            "k - i",
            "i ^ 1",
            "i * k",
            "i / 2",
            "(i + k) % 64",
        ]);
        self.line(&format!("static int at(int i, int k) {{ return {at}; }}"));
        self.line("static int row(int i, int j, int w) { return i * w + j; }");
        self.line("static int limited(int i, int n) { if (i < 0) return 0; if (i >= n) return n - 1; return i; }");
        self.line(&format!("static void put({ty}[] a, int i, int v) {{ a[i] = ({ty}) v; }}"));
        self.line(&format!("static void add({ty}[] a, int i, int v) {{ if (v > 3) a[at(i, {k})] += v; }}"));
        self.line(&format!("static void swap({ty}[] a, int i, int j) {{ {ty} t = a[i]; a[i] = a[j]; a[j] = t; }}"));
        self.plain();
        let bound = self.pick(&["o.length", "o.length / 2", "o.length / 2", "o.length / 3"]);
        let head = self.head(bound);
        self.open(&head);
        self.ints.push("i".into());
        self.before();
        for _ in 0..1 + self.rng.below(2) {
            let e = self.int(2);
            match self.rng.below(9) {
                0 => self.line(&format!("put(o, i, {e});")),
                1 => self.line(&format!("put(o, at(i, {k}), {e});")),
                2 => self.line(&format!("add(o, i, {e});")),
                3 => self.line("swap(o, i, o.length - 1 - i);"),
                4 => self.line(&format!("for (int j = 0; j < 3; j++) o[row(i, j, 3)] = ({ty}) ({e});")),
                5 => self.line(&format!("o[limited(i + d, o.length)] = ({ty}) ({e});")),
                6 => self.line(&format!("o[at(i, {k})] = ({ty}) ({e} + o[at(i, {k})]);")),
                7 => self.line(&format!("o[i] = ({ty}) (b[at(i, {k}) & 1] + b[limited(i, b.length)] + {e});")),
                _ => self.line(&format!("o[at(i, {k})] += {e};")),
            }
        }
        self.close();
        self.line("return 0;");
        let length = self.pick(&["n", "n", "3 * n", "2 * n + 4"]);
        self.plainly(length);
    }

    /// Shapes of counted loops.
    pub fn counted(&mut self) {
        self.plain();
        let n =
            self.pick(&["o.length", "o.length", "o.length - 1", "Math.min(o.length, b.length)", "(o.length + 1) / 2"]);
        self.line(&format!("int n = {n};"));
        let by = ["2", "3", "m", "z", "7"][self.rng.below(5)];
        // The head, what stands before it, what ends the body, and what is left of the counter.
        let (before, head, end, left) = match self.rng.below(17) {
            0 => (String::new(), format!("for (int i = 0; i < n; i += {by}) {{"), "", "0"),
            1 => (String::new(), format!("for (int i = n - 1; i >= 0; i -= {by}) {{"), "", "0"),
            2 => ("int i = 0;".into(), "while (i < n) {".into(), "i++;", "i"),
            3 => ("int i = n;".into(), "while (i-- > 0) {".into(), "", "i"),
            4 => ("int i = -1;".into(), "while (++i < n) {".into(), "", "i"),
            5 => (String::new(), "for (int i = 1; i < n; i *= 2) {".into(), "", "0"),
            6 => ("int i;".into(), "for (i = d; i < n; i++) {".into(), "", "i"),
            7 => (String::new(), "for (short i = 0; i < n; i++) {".into(), "", "0"),
            8 => ("int k = d;".into(), "for (int i = 0; i < n; i++, k += 2) {".into(), "", "k"),
            9 => (String::new(), "for (int i = 0, j = n - 1; i < j; i++, j--) {".into(), "", "0"),
            10 => ("int i = 0, j = n - 1;".into(), "while (i < j) {".into(), "i++; j--;", "i + j"),
            11 => (String::new(), "for (int i = n; --i >= 0; ) {".into(), "", "0"),
            12 => (String::new(), "for (int i = 0; i + 1 < n; i++) {".into(), "", "0"),
            13 => (String::new(), format!("for (int i = 0; i < n && i < {by} * 50; i++) {{"), "", "0"),
            14 => (String::new(), "for (long v = 0; v < n; v++) { int i = (int) v;".into(), "", "0"),
            15 => (String::new(), "for (int i = 0; i != n; i++) {".into(), "", "0"),
            _ => ("int i = 0;".into(), "do { if (i >= n) break;".into(), "i++;", "i"),
        };
        let uses_continue = end.is_empty();
        if !before.is_empty() {
            self.line(&before);
        }
        self.open(&head);
        self.ints.push("i".into());
        if uses_continue {
            self.before();
        }
        if head.contains("j = n") || before.contains("j = n") {
            let ty = self.ty;
            let pair = self.pick_pair().replace("TY", ty);
            self.line(&pair);
        } else {
            let place = self.pick(&["o[i]", "o[i]", "o[o.length - 1 - i]"]);
            self.store(place);
        }
        if before.contains("int k") {
            self.line("if (k >= 0 && k < b.length) b[k] = i;");
        }
        if !end.is_empty() {
            self.line(end);
        }
        if head.starts_with("do") {
            self.indent -= 1;
            self.line("} while (i < n);");
        } else {
            self.close();
        }
        self.line(&format!("return {left};"));
        self.plainly("n");
    }

    fn pick_pair(&mut self) -> &'static str {
        self.pick(&[
            "{ TY t = o[i]; o[i] = o[j]; o[j] = t; }",
            "o[i] += o[j];",
            "{ o[j] = o[i]; o[i] = 0; }",
            "o[i] = (TY) (i * j);",
        ])
    }

    /// Two loops, in any order, over flat, packed and square arrays.
    pub fn nest(&mut self) {
        let ty = self.ty;
        self.open(&format!(
            "static int m(⟦dist ⟧{ty}[][] o, ⟦dist ⟧{ty}[] f, int[] b, int[][] q, int d, int z, int m) {{"
        ));
        self.line("int n = o.length, w = n;");
        self.ints = vec!["z".into(), "d".into(), "i".into(), "j".into()];
        let inner = self.pick(&[
            "for (int j = 0; j < w; j++) {",
            "for (int j = 0; j < w; j++) {",
            "for (int j = 0; j <= i; j++) {",
            "for (int j = i; j < w; j++) {",
            "for (int j = w - 1; j > i; j--) {",
            "for (int j = 0; j <= i && j < m; j++) {",
            "for (int j = 0; j < Math.min(i + 1, m); j++) {",
            "for (int j = i % 2; j < w; j += 2) {",
        ]);
        let turned = inner.ends_with("j < w; j++) {") && self.rng.one_in(3) && !inner.contains("= i");
        self.open(if turned { inner } else { "for (int i = 0; i < n; i++) {" });
        self.open(if turned { "for (int i = 0; i < n; i++) {" } else { inner });
        self.before();
        for _ in 0..1 + self.rng.below(2) {
            let e = self.value(2);
            let text = self.pick(&[
                "o[i][j] = E;",
                "o[j][i] = E;",
                "f[i * w + j] = E;",
                "f[j * n + i] = E;",
                "f[i * (i + 1) / 2 + j] = E;",
                "o[i][j] += E;",
                "{ TY t = o[i][j]; o[i][j] = o[j][i]; o[j][i] = t; }",
                "for (int k = 0; k < 3; k++) o[i][j] += (TY) (i * k + b[k & 1]);",
                "o[i][j] = (TY) (o[i][j] + f[i * w + j]);",
                "o[i][j] = (TY) (i > 0 ? o[i - 1][j] + 1 : E);",
                "f[i] += E;",
                "f[j] += E;",
            ]);
            self.line(&text.replace("TY", ty).replace('E', &e));
        }
        self.close();
        self.close();
        self.line("return 0;");
        self.close();
        let make = format!(
            "int w = n > 3000 ? 131 : n > 60 ? 33 : n;\n{ty}[][] o = new {ty}[w][w];\n{ty}[] f = new {ty}[w * w + w];\nfor (int i = 0; i < w; i++) for (int j = 0; j < w; j++) {{ o[i][j] = ({ty}) (i * 5 + j); f[i * w + j] = ({ty}) (i ^ j); }}"
        );
        let shown = format!("for ({ty}[] r : o) for ({ty} e : r) h = mix(h, e);\nfor ({ty} e : f) h = mix(h, e);");
        self.called(&make, "m(o, f, b, q, d, z, m);", &shown);
    }

    /// Loops that are left early.
    pub fn search(&mut self) {
        self.wild = self.rng.one_in(2);
        self.plain();
        self.line("int found = -1;");
        let labelled = self.rng.one_in(3);
        let head = self.head("o.length");
        self.open(&if labelled { format!("outer: {head}") } else { head });
        self.ints.extend(["i".into(), "(int) o[i]".into()]);
        self.before();
        let c = match self.rng.below(4) {
            0 => "i == n / 2".replace('n', "o.length"),
            1 => "o[i] == 64 + z".into(),
            2 => self.condition(2),
            _ => "(i * 7 + z) % 61 == 60".into(),
        };
        if self.rng.one_in(3) {
            let e = self.value(2);
            self.line(&format!("o[i] = {e};"));
        }
        let leave = self.pick(&[
            "break;",
            "return i;",
            "{ found = i; break; }",
            "return i * 3 + z;",
            "{ found = b[i & 1]; break; }",
        ]);
        if labelled {
            let leave = leave.replace("break;", "break outer;");
            self.line(&format!("for (int k = 0; k < 3; k++) if ({c} && k == 1) {leave}"));
        } else {
            self.line(&format!("if ({c}) {leave}"));
        }
        if self.rng.one_in(2) {
            let e = self.value(2);
            self.line(&format!("o[i] = {e};"));
        }
        self.close();
        self.line("return found;");
        self.plainly("n");
    }

    /// What one iteration hands to the next.
    pub fn scan(&mut self) {
        self.ty = self.pick(&["int", "int", "long"]);
        let ty = self.ty;
        self.open(&format!("static int m(⟦dist ⟧{ty}[] o, {ty}[] to, int[] b, int[][] q, int d, int z, int m) {{"));
        self.line(&format!("{ty} s = z;\nint n = 0;").replace('\n', " "));
        self.ints = vec!["z".into(), "d".into(), "i".into(), "(int) o[i]".into()];
        let down = self.rng.one_in(4);
        self.open(if down {
            "for (int i = o.length - 1; i >= 0; i--) {"
        } else {
            "for (int i = 0; i < o.length; i++) {"
        });
        if self.rng.one_in(3) {
            self.before();
        }
        let e = self.int(2);
        let c = self.condition(1);
        let text = self.pick(&[
            "s += E; to[i] = s;",
            "to[i] = s; s += E;",
            "if (C) s += E; to[i] = s;",
            "s = Math.max(s, E); to[i] = s;",
            "if (E > s) s = E; to[i] = s;",
            "s ^= E; to[i] = s; ",
            "if (C) to[n++] = o[i];",
            "if (C) o[n++] = o[i];",
            "to[i] = C ? n++ : -1;",
            "if (i > 0) o[i] += o[i - 1];",
            "if (i > 0) o[i] = o[i - 1] + E;",
            "if (i > 0) o[i] = Math.max(o[i], o[i - 1]);",
            "s -= E; n += 2; to[i] = s + n;",
            "s = s * 3 + E; to[i] = s;",
            "s = E; to[i] = s; n = i;",
            "for (int k = 0; k < 2; k++) { s += E; } to[i] = s;",
        ]);
        self.lines(&text.replace('E', &format!("({ty}) ({e})")).replace('C', &format!("({c})")));
        self.close();
        self.line("return (int) s * 31 + n;");
        self.close();
        let make = format!(
            "{ty}[] o = new {ty}[n], to = new {ty}[n];\nfor (int i = 0; i < n; i++) o[i] = (i * 37 & 127) - 40;"
        );
        let shown = format!("h = r;\nfor ({ty} e : o) h = mix(h, e);\nfor ({ty} e : to) h = mix(h, e);");
        self.called(&make, "int r = m(o, to, b, q, d, z, m);", &shown);
    }

    /// Arrays of objects, among them nulls and one object twice.
    pub fn objects(&mut self) {
        let ty = self.ty;
        self.line(&format!(
            "static class B {{ {ty} x; int y; int[] w = new int[3]; B(int k) {{ x = ({ty}) (k & 15); y = k * 3; }} int twice() {{ return y * 2; }} void add(int k) {{ y += k; }} }}"
        ));
        self.open("static int m(⟦dist ⟧B[] o, int[] b, int[][] q, int d, int z, int m) {");
        self.ints = vec!["z".into(), "d".into()];
        let head = self.head("o.length");
        self.open(&head);
        self.ints.extend(["i".into(), "o[i].y".into(), "o[i].twice()".into()]);
        self.before();
        for _ in 0..1 + self.rng.below(3) {
            let e = self.int(2);
            let text = self.pick(&[
                "o[i].x = (TY) (E);",
                "o[i].y += E;",
                "o[i].add(E);",
                "{ B p = o[i]; p.y = E; p.x += p.y; }",
                "for (int k = 0; k < 20; k++) o[i].y += E * k;",
                "o[i].w[E & 1] = E;",
                "o[i].y = o[(i + d + 99) % o.length].w[1];",
                "o[i].x += (TY) o[o.length - 1 - i].twice();",
            ]);
            self.line(&text.replace("TY", ty).replace('E', &e));
        }
        self.close();
        self.line("return 0;");
        self.close();
        let special = self.pick(&[
            "",
            "",
            "if (n > 5 && m == 2) o[3] = null;",
            "if (n > 5) o[3] = o[n - 2];",
            "if (n > 5) o[2].w = o[1].w;",
        ]);
        let make = format!("B[] o = new B[n];\nfor (int i = 0; i < n; i++) o[i] = new B(i * z);\n{special}");
        let shown = "for (B e : o) if (e != null) h = mix(mix(h, e.x), e.y + e.w[0] * 3 + e.w[1]);";
        self.called(&make, "m(o, b, q, d, z, m);", shown);
    }

    /// Functions in variables, and methods of which the object says which.
    pub fn lambda(&mut self) {
        self.line("interface Rule { int of(int[] a, int i); }");
        self.line("static class Near implements Rule { final int by; Near(int by) { this.by = by; } public int of(int[] a, int i) { return a[i & 1] * by + i; } }");
        self.line(
            "static class Far implements Rule { public int of(int[] a, int i) { return i % 7 == 6 ? a[1] : -i; } }",
        );
        let kind = self.rng.below(5);
        let (param, apply) = match kind {
            0 => ("IntUnaryOperator f", "f.applyAsInt(E)"),
            1 => ("IntBinaryOperator f", "f.applyAsInt(E, z)"),
            2 => ("Rule f", "f.of(b, i)"),
            3 => ("IntPredicate f", "(f.test(E) ? E : z)"),
            _ => ("Function<Integer, Integer> f", "f.apply(E)"),
        };
        let ty = self.ty;
        self.open(&format!("static int m(⟦dist ⟧{ty}[] o, {param}, int[] b, int[][] q, int d, int z, int m) {{"));
        self.ints = vec!["z".into(), "d".into()];
        let head = self.head("o.length");
        self.open(&head);
        self.ints.extend(["i".into(), "(int) o[i]".into()]);
        self.before();
        let e = self.int(2);
        let apply = apply.replace('E', &e);
        self.ints.push("v".into());
        self.line(&format!("int v = {apply};"));
        self.store("o[i]");
        self.close();
        self.line("return 0;");
        self.close();
        self.ints = vec!["z".into(), "d".into(), "x".into()];
        self.wild = false;
        let e = self.int(2);
        let f = match kind {
            0 => format!("x -> {e}"),
            1 => self.pick(&["(x, y) -> x * y - d", "Math::max", "Integer::sum", "(x, y) -> plus(x, y) ^ z"]).into(),
            2 => self
                .pick(&[
                    "n % 2 == 0 ? new Near(z) : new Far()",
                    "new Far()",
                    "(a, x) -> a[x & 1] - x",
                    "m == 2 ? (a, x) -> x : new Near(d)",
                ])
                .into(),
            3 => format!("x -> ({e} & 3) == d"),
            _ => format!("x -> {e}"),
        };
        let make = format!(
            "{ty}[] o = new {ty}[n];\nfor (int i = 0; i < n; i++) o[i] = ({ty}) (i * z & 127);\n{param} = {f};"
        );
        self.called(&make, "m(o, f, b, q, d, z, m);", &format!("for ({ty} e : o) h = mix(h, e);"));
    }
}
