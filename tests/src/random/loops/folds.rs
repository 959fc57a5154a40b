//! What becomes one result: reductions of the language and of the program, operators in all spellings, histograms, extremes.

use super::Generator;

/// Reductions of the program's own, for the program alone.
const OWN: &str = "⟦static class Sum implements Reduction<Long> { public Long combine(List<Long> p) { long s = 0; for (long x : p) s += x; return s; } }
    static class Most implements Reduction<Long> { public Long combine(List<Long> p) { long s = p.get(0); for (long x : p) s = Math.max(s, x); return s; } }
    static class Joined implements Reduction<List<Integer>> { public List<Integer> combine(List<List<Integer>> p) { List<Integer> all = new ArrayList<>(); for (List<Integer> x : p) all.addAll(x); return all; } }
    static class Pieces implements Partitioner<int[]> {
        final int k;
        Pieces(int k) { this.k = k; }
        public int[][] ranges(int[] v, int parts) {
            int c = Math.min(Math.min(1 + k % 5, parts), Math.max(1, v.length));
            int[][] r = new int[c][];
            for (int i = 0; i < c; i++) r[i] = new int[] {v.length / c * i, i == c - 1 ? v.length : v.length / c * (i + 1)};
            return r;
        }
    }⟧";

const EACH: &str = "for (int i = 0; i < o.length; i++) {";

impl Generator {
    /// What stands outside the distributed loops counts once.
    pub fn instance(&mut self) {
        self.ty = "long";
        let (op, step) = *self.rng.of(&[
            ("+", "s += E;"),
            ("+", "if (C) s += E;"),
            ("+", "if (C) s++;"),
            ("max", "s = Math.max(s, E);"),
            ("max", "if (E > s) s = E;"),
            ("min", "s = E < s ? E : s;"),
            ("^", "s ^= E;"),
            ("|", "s |= E;"),
            ("*", "s *= E | 1;"),
            ("self", "s += E;"),
            ("self", "s = Math.min(s, E);"),
            ("self", "s = (s + E) % 1009;"),
            ("self", "s = s * 31 + E;"),
            ("Sum()", "s += E;"),
            ("Sum()", "if (C) s += E;"),
            ("Most()", "s = Math.max(s, E);"),
            ("Most()", "if (E > s) s = E;"),
        ]);
        self.line(OWN);
        let own = op.ends_with("()");
        self.open(&format!("static ⟦reduce({op}) ⟧long m(⟦dist ⟧int[] o, int[] b, int[][] q, int d, int z, int m) {{"));
        let first = self.pick(&["0", "5", "z", "-3", "b[0]", "Long.MIN_VALUE", "1"]);
        self.line(&format!("long s = {first};"));
        self.ints = vec!["z".into(), "d".into()];
        let outside = |g: &mut Self| {
            let e = g.int(1);
            let text = g.pick(&[
                "s += 100;",
                "for (int k = 0; k < 3; k++) s += k;",
                "for (int k = 0; k < b.length && k < 9; k++) s += b[k];",
                "s = Math.max(s, E);",
                "s -= E;",
                "int extra = b[1] * 3; s += extra;",
            ]);
            g.line(&text.replace('E', &e));
        };
        if self.rng.one_in(3) {
            outside(self);
        }
        for _ in 0..1 + self.rng.below(2) {
            let head = self.head("o.length");
            self.open(&head);
            let outer = self.ints.len();
            self.ints.extend(["i".into(), "o[i]".into(), "o[i]".into()]);
            if self.rng.one_in(2) {
                self.before();
            }
            let (e, c) = (self.int(2), self.condition(1));
            let step = step.replace('E', &format!("({e})")).replace('C', &c);
            self.line(&step);
            self.ints.truncate(outer);
            self.close();
        }
        if self.rng.one_in(3) && !self.out.contains("int extra") {
            outside(self);
        }
        let last =
            if own || op == "self" { self.pick(&["s", "s", "s", "s + 7"]) } else { self.pick(&["s", "s", "s + 0"]) };
        self.line(&format!("return {last};"));
        self.close();
        let shown = if self.rng.one_in(4) {
            "h = m(o, b, q, d, z, m) + 31 * m(b, b, q, d, z, m);"
        } else {
            "h = m(o, b, q, d, z, m);"
        };
        self.called("int[] o = ints(n, z, -9, 99);", "", shown);
    }

    /// Results of other types, and partitioners.
    pub fn own(&mut self) {
        self.line(OWN);
        let dist = self.pick(&["⟦dist ⟧", "⟦dist(Block()) ⟧", "⟦dist(Cyclic(3)) ⟧", "⟦dist(Pieces(z)) ⟧"]);
        let form = self.rng.below(7);
        let (reduce, ty) = *[
            ("Joined()", "List<Integer>"),
            ("Concat()", "int[]"),
            ("ArraySum()", "int[]"),
            ("ArrayMax()", "int[]"),
            ("ArrayMin()", "int[]"),
            ("+", "long"),
            ("Sum()", "long"),
        ]
        .get(form)
        .unwrap_or(&("+", "long"));
        self.open(&format!(
            "static ⟦reduce({reduce}) ⟧{ty} m({dist}int[] o, int[] b, int[][] q, int d, int z, int m) {{"
        ));
        self.ints = vec!["z".into(), "d".into()];
        let first = self.pick(&["0", "z", "-1"]);
        self.line(&match form {
            0 => "List<Integer> r = new ArrayList<>();".into(),
            1 => "int[] r = new int[o.length];\nint k = 0;".replace('\n', " "),
            2..=4 => format!("int[] r = new int[8]; for (int k = 0; k < 8; k++) r[k] = {first};"),
            _ => format!("long r = {first};"),
        });
        self.open(EACH);
        self.ints.extend(["i".into(), "o[i]".into(), "o[i]".into()]);
        if self.rng.one_in(2) {
            self.before();
        }
        let (e, c) = (self.int(2), self.condition(1));
        let guard = if self.rng.one_in(2) { format!("if ({c}) ") } else { String::new() };
        self.line(&match form {
            0 => format!("{guard}r.add({e});"),
            1 => format!("{guard}r[k++] = {e};"),
            2 => format!("{guard}r[({e}) & 7] += o[i];"),
            3 => format!("{guard}r[o[i] & 7] = Math.max(r[o[i] & 7], {e});"),
            4 => format!("{guard}r[o[i] & 7] = Math.min(r[o[i] & 7], {e});"),
            _ => format!("{guard}r += {e};"),
        });
        self.close();
        match form {
            1 => self.line("return Arrays.copyOf(r, k);"),
            2 if self.rng.one_in(3) => self.lines("r[0] += 1000;\nreturn r;"),
            _ => self.line("return r;"),
        }
        self.close();
        let shown = match form {
            0 => "for (int x : m(o, b, q, d, z, m)) h = mix(h, x);",
            1..=4 => "for (int x : m(o, b, q, d, z, m)) h = mix(h, x);",
            _ => "h = m(o, b, q, d, z, m);",
        };
        self.called("int[] o = ints(n, z, -9, 99);", "", shown);
    }

    /// A shared scalar, and a loop that uses what it has become.
    pub fn shared(&mut self) {
        self.ty = "int";
        let op = self.pick(&["+", "min", "max"]);
        self.open("static void m(⟦dist ⟧int[] o, int[] b, int[][] q, int d, int z, int m) {");
        self.ints = vec!["z".into(), "d".into()];
        let first = self.pick(&["0", "z", "7"]);
        self.line(&format!("⟦shared ⟧long s = {first};"));
        let rounds = self.rng.one_in(3);
        if rounds {
            self.open("for (int p = 0; p < 3; p++) {");
        }
        self.line(&format!("⟦sync reduce({op}) (s) ⟧{{"));
        self.open(EACH);
        self.ints.extend(["i".into(), "o[i]".into()]);
        let outer = self.ints.len();
        self.before();
        let e = self.int(2);
        self.line(&if op == "+" { format!("s += {e};") } else { format!("s = Math.{op}(s, {e});") });
        self.ints.truncate(outer);
        self.close();
        self.line("}");
        self.line("s = s / 3 + 1;");
        self.open(EACH);
        self.ints.push("(int) s".into());
        self.before();
        self.store("o[i]");
        self.close();
        if rounds {
            self.close();
        }
        self.close();
        self.called("int[] o = ints(n, z, -9, 99);", "m(o, b, q, d, z, m);", "for (int e : o) h = mix(h, e);");
    }

    /// Operators, however they are spelled: all spellings give the bits of one shape.
    pub fn operator(&mut self) {
        self.line("static float add(float x, float y) { return x + y; }");
        self.line("static float twice(float x, float y) { return add(x, y); }");
        self.line("static int greater(int x, int y) { return x > y ? x : y; }");
        self.line("static ⟦reduce(+) ⟧float looped(⟦dist ⟧float[] v) {");
        let step = self.pick(&[
            "s += v[i];",
            "s = s + v[i];",
            "s = add(s, v[i]);",
            "s = Float.sum(s, v[i]);",
            "s = twice(s, v[i]);",
        ]);
        self.line(&format!("    ⟦float s = 0; for (int i = 0; i < v.length; i++) {step} return s;⟧⟨return total(v);⟩"));
        self.line("}");
        let float = self.pick(&[
            "+! v",
            "v.reduce(0f, (x, y) -> x + y)",
            "v.reduce(0f, Float::sum)",
            "v.reduce(0f, P::add)",
            "v.reduce(0f, (x, y) -> add(x, y))",
            "P.add! v",
        ]);
        let most = self.pick(&[
            "Math.max! w",
            "w.reduce(Math::max)",
            "w.reduce(Integer::max)",
            "w.reduce((x, y) -> x > y ? x : y)",
            "w.reduce((x, y) -> Math.max(x, y))",
            "w.reduce(P::greater)",
            "P.greater! w",
        ]);
        let (other, model) = *self.rng.of(&[
            ("*! w", "p *= x"),
            ("w.reduce(1, (x, y) -> x * y)", "p *= x"),
            ("w.reduce(1, (x, y) -> y * x)", "p *= x"),
        ]);
        // The class's own name stands in references.
        let class = self.class();
        let (float, most) = (float.replace('P', &class), most.replace('P', &class));
        let k = 1 + self.rng.below(9);
        let make = format!(
            "int[] a = ints(n, z, -99, 99);\nfloat[] f = new float[n];\nfor (int i = 0; i < n; i++) f[i] = (a[i] + 100) * 0.1f * {k};\nif (n == 0) return \"none\";"
        );
        self.called(
            &make,
            "⟦float[[]] v = new float[[]](f);⟧ ⟦int[[]] w = new int[[]](a);⟧",
            &format!(
                "h = Float.floatToIntBits(⟦{float}⟧⟨total(f)⟩);\nh = h * 31 + Float.floatToIntBits(looped(f));\n⟨int top = a[0]; for (int x : a) top = Math.max(top, x);⟩\nh = h * 31 + (⟦{most}⟧⟨top⟩);\n⟨int p = 1; for (int x : a) {model};⟩\nh = h * 31 + (⟦{other}⟧⟨p⟩);"
            ),
        );
    }

    /// The name of the program's class.
    fn class(&self) -> String {
        let name = |line: &str| line.trim().strip_prefix("static class ").map(|l| l.trim_end_matches(" {").to_string());
        self.out.lines().next().and_then(name).unwrap_or_default()
    }

    /// Accumulations in elements.
    pub fn histogram(&mut self) {
        let ty = self.pick(&["int", "long", "short", "byte", "char", "int"]);
        self.ty = ty;
        self.open(&format!("static void m(⟦dist ⟧int[] o, {ty}[] r, int[] b, int[][] q, int d, int z, int m) {{"));
        self.ints = vec!["z".into(), "d".into()];
        let head = self.head("o.length");
        self.open(&head);
        self.ints.extend(["i".into(), "o[i]".into(), "o[i]".into()]);
        self.before();
        let inner = self.rng.one_in(3);
        if inner {
            self.open("for (int j = 0; j < 3; j++) {");
            self.ints.push("j".into());
        }
        let (at, e) = (self.int(2), self.int(2));
        let text = self.pick(&[
            "r[AT & 15]++;",
            "r[AT & 15] += E;",
            "r[AT & 15] -= E;",
            "r[AT & 15] ^= E;",
            "r[AT & 15] = (TY) Math.max(r[AT & 15], E);",
            "if (r[AT & 15] < (TY) (E)) r[AT & 15] = (TY) (E);",
            "r[AT & 15] = (TY) (r[AT & 15] + E);",
            "r[AT & 15] *= 3;",
            "r[AT & 15] = (TY) (E);",
            "r[AT & 31] |= E;",
        ]);
        let text = text.replace('E', &format!("({e})")).replace("AT", &format!("({at})")).replace("TY", ty);
        self.line(&text);
        if inner {
            self.close();
        }
        self.close();
        self.close();
        let make = format!("int[] o = ints(n, z, -9, 99);\n{ty}[] r = new {ty}[16];");
        self.called(&make, "m(o, r, b, q, d, z, m);", &format!("for ({ty} e : r) h = mix(h, e);"));
    }

    /// Where the least or greatest is.
    pub fn extreme(&mut self) {
        let ty = self.pick(&["int", "double", "float", "long"]);
        let op = self.pick(&["<", ">", "<=", ">="]);
        let reduce = if op.starts_with('<') { "min" } else { "max" };
        self.open(&format!(
            "static ⟦reduce({reduce}) ⟧int m(⟦dist ⟧{ty}[] o, int[] b, int[][] q, int d, int z, int m) {{"
        ));
        self.ints = vec!["z".into(), "d".into()];
        let two = self.rng.one_in(2);
        let first = self.pick(&["o[0]", "z", "0"]);
        self.line(&if two { format!("{ty} best = {first}; int at = -1;") } else { "int at = 0;".into() });
        let head = self.head("o.length");
        self.open(&head);
        self.ints.extend(["i".into(), "(int) o[i]".into()]);
        self.before();
        if two {
            let e = if self.rng.one_in(2) { "o[i]".into() } else { format!("({ty}) ({})", self.int(2)) };
            self.line(&format!("{ty} e = {e};"));
            self.line(&format!("if (e {op} best) {{ best = e; at = i; }}"));
        } else {
            let abs = self.rng.one_in(3);
            let side = |at: &str| if abs { format!("Math.abs(o[{at}])") } else { format!("o[{at}]") };
            self.line(&format!("if ({} {op} {}) at = i;", side("i"), side("at")));
        }
        self.close();
        self.line("return at;");
        self.close();
        let make = format!(
            "{ty}[] o = new {ty}[n];\nfor (int i = 0; i < n; i++) o[i] = ((i * z * 37 & 127) - 40) / ({ty}) 2;"
        );
        self.called(&make, "", "h = m(o, b, q, d, z, m);");
    }
}
