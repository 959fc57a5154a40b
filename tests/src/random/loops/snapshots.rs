//! `sync`: an element that another iteration owns is read as it was when the block was entered. The twin keeps a copy of each array, and reads
//! from it whatever is not the iteration's own.
//!
//! And views, whose twin looks at each read, and lengths in types, whose twin looks where one is claimed.

use super::Generator;

impl Generator {
    /// Opens a place where a block may stand, in which `m` is what runs: a method, a helper of one, an instance's, a constructor, a lambda.
    /// What closes it.
    fn somewhere(&mut self, array: &str, others: &str) -> &'static str {
        let names: Vec<&str> = others.split(", ").filter_map(|p| p.split(' ').nth(1)).collect();
        let (params, args) = (format!("{array} a, {others}"), format!("a, {}", names.join(", ")));
        match self.rng.below(7) {
            0 | 1 => {
                self.open(&format!("static void m(⟦dist ⟧{params}) {{"));
                "}"
            }
            2 => {
                self.open(&format!("static void m({params}) {{"));
                "}"
            }
            3 => {
                self.line(&format!("static void m(⟦dist ⟧{params}) {{ inner({args}); }}"));
                self.open(&format!("static void inner({params}) {{"));
                "}"
            }
            4 => {
                self.line(&format!("static void m({params}) {{ new Maker({args}); }}"));
                self.open("static class Maker {");
                self.open(&format!("Maker({params}) {{"));
                "}\n}"
            }
            5 => {
                self.line(&format!("static void m({params}) {{ Runnable r = () -> inner({args}); r.run(); }}"));
                self.open(&format!("static void inner({params}) {{"));
                "}"
            }
            _ => {
                self.open(&format!("static void m({params}) {{"));
                self.open("Runnable r = () -> {");
                "};\nr.run();\n}"
            }
        }
    }

    fn leave(&mut self, end: &str) {
        for line in end.lines() {
            self.indent -= usize::from(line.starts_with('}'));
            self.line(line);
        }
    }

    /// An element of an array that a block works on, at a subscript: as it was, unless it is `i`'s.
    fn read(&mut self, array: &str, second: bool) -> String {
        // In a second loop seldom one that may be the own element or not: it is refused.
        let few = second && !self.rng.one_in(20);
        let at = match self.rng.below(if few { 7 } else { 11 }) {
            0 | 1 => "i - 1".into(),
            2 | 3 => "i + 1".into(),
            4 => "i".into(),
            // Other names of `i` and of its neighbour.
            5 => "own".into(),
            6 => "next - 2".into(),
            7 => format!("{array}.length - 1 - i"),
            8 => format!("(i + d + 5001) % {array}.length"),
            9 => format!("t[i] % {array}.length"),
            _ => format!("(i ^ 1) % {array}.length"),
        };
        let inside = format!("({at} >= 0 && {at} < {array}.length ? ");
        let read = format!("⟦{array}[⟧⟨rd({array}, old_{array}, i, ⟩{at}⟦]⟧⟨)⟩");
        // Beyond the ends seldom.
        if at.starts_with("i -") || at.starts_with("i +") || at.starts_with("next") {
            if self.rng.one_in(40) { read } else { format!("{inside}{read} : z)") }
        } else {
            read
        }
    }

    fn sync_value(&mut self, arrays: &[&str], second: bool) -> String {
        let count = 1 + self.rng.below(3);
        let terms: Vec<String> = (0..count)
            .map(|_| {
                let array = *self.rng.of(arrays);
                self.read(array, second)
            })
            .collect();
        let e = self.int(2);
        let op = self.pick(&[" + ", " - ", " + 3 * "]);
        format!("({}) ({} + {e})", self.ty, terms.join(op))
    }

    /// A loop of a block that stores to one or both arrays.
    fn sync_loop(&mut self, arrays: &[&str], second: bool) {
        let head = match self.rng.below(5) {
            0 => "for (int i = a.length - 1; i >= 0; i--) {",
            1 => "for (int i = 1; i < a.length - 1; i++) {",
            2 => "for (int i = 0; i < a.length; i += 2) {",
            _ => "for (int i = 0; i < a.length; i++) {",
        };
        self.open(head);
        let outer = self.ints.len();
        self.line("int own = i, next = own + 1;");
        self.ints.push("i".into());
        self.before();
        for _ in 0..1 + self.rng.below(2) {
            let target = *self.rng.of(arrays);
            let guard = if self.rng.one_in(4) { format!("if ({}) ", self.condition(1)) } else { String::new() };
            let e = self.sync_value(arrays, second);
            match self.rng.below(5) {
                0 => self.line(&format!("{guard}{target}[i] += {e};")),
                1 if target == "a" => self.line(&format!("{guard}put(a, i, {e});")),
                2 if !second => {
                    let (s, ty) = (self.fresh("s"), self.ty);
                    self.line(&format!("{ty} {s} = 0;"));
                    let around = format!("⟦{target}[⟧⟨rd({target}, old_{target}, i, ⟩k⟦]⟧⟨)⟩");
                    self.line(&format!(
                        "for (int k = Math.max(0, i - 2); k < Math.min({target}.length, i + 3); k++) {s} += {around};"
                    ));
                    self.line(&format!("{guard}{target}[i] = {s};"));
                }
                _ => self.line(&format!("{guard}{target}[i] = {e};")),
            }
        }
        self.ints.truncate(outer);
        self.close();
    }

    pub fn sync_flat(&mut self) {
        let ty = self.ty;
        let two = self.rng.one_in(2);
        let arrays: &[&str] = if two { &["a", "c"] } else { &["a"] };
        self.line(&format!("static void put({ty}[] a, int k, {ty} v) {{ a[k] = v; }}"));
        let end = self.somewhere(&format!("{ty}[]"), &format!("{ty}[] c, int[] t, int[] b, int[][] q, int d, int z"));
        self.ints = vec!["z".into(), "d".into()];
        let rounds = self.rng.one_in(3);
        if rounds {
            self.open("for (int p = 0; p < 3; p++) {");
        }
        self.line(&format!("⟨{ty}[] old_a = a.clone(), old_c = c.clone();⟩"));
        self.open("⟦sync {⟧⟨{⟩");
        let loops = 1 + self.rng.below(2);
        for k in 0..loops {
            self.sync_loop(arrays, k > 0);
        }
        self.close();
        if rounds {
            self.close();
        }
        self.leave(end);
        let make = format!(
            "{ty}[] o = new {ty}[n], e = new {ty}[n];\nfor (int i = 0; i < n; i++) {{ o[i] = ({ty}) (i * z & 63); e[i] = ({ty}) (i & 31); }}"
        );
        let shown = format!("for ({ty} x : o) h = mix(h, x);\nfor ({ty} x : e) h = mix(h, x);");
        self.called(&make, "m(o, e, ints(n, z, 0, 1000), b, q, d, z);", &shown);
    }

    pub fn sync_matrix(&mut self) {
        let ty = self.pick(&["int", "long", "double"]);
        self.ty = ty;
        let end = self.somewhere(&format!("{ty}[][]"), "int[] b, int[][] q, int d, int z");
        self.ints = vec!["z".into(), "d".into()];
        self.line(&format!("⟨{ty}[][] old_a = copy(a);⟩"));
        self.open("⟦sync {⟧⟨{⟩");
        let turned = self.rng.one_in(3);
        let i = self.pick(&[
            "for (int i = 1; i < a.length - 1; i++) {",
            "for (int i = a.length - 2; i > 0; i--) {",
            "for (int i = 1; i < a.length - 1; i += 2) {",
        ]);
        let j = self.pick(&[
            "for (int j = 1; j < 6; j++) {",
            "for (int j = 6; j >= 1; j--) {",
            "for (int j = 1 + (b[0] & 1); j < 6; j += 2) {",
        ]);
        self.open(if turned { j } else { i });
        self.open(if turned { i } else { j });
        self.ints.extend(["i".into(), "j".into()]);
        self.before();
        let mut terms = Vec::new();
        for _ in 0..1 + self.rng.below(4) {
            let y = self.pick(&["i", "i - 1", "i + 1", "a.length - 1 - i", "(i * z) % a.length"]);
            let x = self.pick(&["j", "j - 1", "j + 1", "7 - j", "b[j & 1] & 7"]);
            terms.push(format!("⟦a[⟧⟨rd(a, old_a, i, j, ⟩{y}⟦][⟧⟨, ⟩{x}⟦]⟧⟨)⟩"));
        }
        let e = self.int(2);
        let op = self.pick(&["=", "=", "=", "+=", "-="]);
        let guard = if self.rng.one_in(4) { format!("if ({}) ", self.condition(1)) } else { String::new() };
        self.line(&format!("{guard}a[i][j] {op} {} + {e};", terms.join(" + ")));
        if self.rng.one_in(3) {
            self.line("a[i][j] += ⟦a[⟧⟨rd(a, old_a, i, j, ⟩i⟦][⟧⟨, ⟩j - 1⟦]⟧⟨)⟩;");
        }
        self.close();
        self.close();
        self.close();
        self.leave(end);
        let make = format!(
            "{ty}[][] o = new {ty}[n > 300 ? n / 8 : n][8];\nfor (int i = 0; i < o.length; i++) for (int j = 0; j < 8; j++) o[i][j] = i * 7 * z + j * j;"
        );
        self.called(&make, "m(o, b, q, d, z);", &format!("for ({ty}[] r : o) for ({ty} x : r) h = mix(h, x);"));
    }

    pub fn sync_objects(&mut self) {
        let ty = self.pick(&["int", "long", "float", "double"]);
        self.ty = ty;
        self.line(&format!("static class B {{ {ty} x; int y; B(int k) {{ x = k & 15; y = k * 3; }} }}"));
        self.line(&format!(
            "⟨static {ty} x(B[] a, {ty}[] old, int own, int at) {{ return at == own ? a[at].x : old[at]; }}\n    static int y(B[] a, int[] old, int own, int at) {{ return at == own ? a[at].y : old[at]; }}⟩"
        ));
        let end = self.somewhere("B[]", "int[] t, int[] b, int[][] q, int d, int z");
        self.ints = vec!["z".into(), "d".into()];
        self.line(&format!("⟨{ty}[] oldx = new {ty}[a.length]; int[] oldy = new int[a.length];⟩"));
        self.line("⟨for (int k = 0; k < a.length; k++) { oldx[k] = a[k].x; oldy[k] = a[k].y; }⟩");
        self.open("⟦sync {⟧⟨{⟩");
        self.open("for (int i = 0; i < a.length; i++) {");
        self.ints.push("i".into());
        self.before();
        for _ in 0..1 + self.rng.below(3) {
            let at =
                self.pick(&["i", "(i + 1) % a.length", "a.length - 1 - i", "t[i] % a.length", "(i + 7) % a.length"]);
            let e = self.int(1);
            let op = self.pick(&["=", "+="]);
            let (x, y) = (format!("⟦a[⟧⟨x(a, oldx, i, ⟩{at}⟦].x⟧⟨)⟩"), format!("⟦a[⟧⟨y(a, oldy, i, ⟩{at}⟦].y⟧⟨)⟩"));
            match self.rng.below(3) {
                0 => self.line(&format!("a[i].x {op} {x} + {e};")),
                1 => self.line(&format!("a[i].y {op} {y} + {e};")),
                _ => self.line(&format!("a[i].x {op} {x} * 0 + {y} + ({e});")),
            }
        }
        if self.rng.one_in(3) {
            self.line("for (int k = 0; k < 3; k++) a[i].y += ⟦a[⟧⟨y(a, oldy, i, ⟩(i + k) % a.length⟦].y⟧⟨)⟩;");
        }
        self.close();
        self.close();
        self.leave(end);
        let make = "B[] o = new B[n];\nfor (int i = 0; i < n; i++) o[i] = new B(i * z);";
        self.called(make, "m(o, ints(n, z, 0, 1000), b, q, d, z);", "for (B x : o) h = mix(mix(h, x.x), x.y);");
    }

    /// Reads of one dimension, some of which leave their view.
    pub fn view(&mut self) {
        let (before, behind) = (self.rng.below(3), self.rng.below(3));
        let ty = self.pick(&["int", "long", "double"]);
        self.ty = ty;
        let kind = self.pick(&["view", "view", "polyview"]);
        self.open(&format!(
            "static void m(⟦dist({kind} = <{before},{behind}>) ⟧{ty}[] a, {ty}[] o, int[] t, int[] b, int[][] q, int d, int z) {{"
        ));
        self.ints = vec!["z".into(), "d".into()];
        let head = self.pick(&[
            "for (int i = 3; i < o.length - 3; i++) {",
            "for (int i = o.length - 4; i >= 3; i--) {",
            "for (int i = 4; i < o.length - 4; i += 3) {",
        ]);
        self.open(head);
        self.ints.push("i".into());
        self.before();
        let mut terms = Vec::new();
        for _ in 0..1 + self.rng.below(3) {
            let text = match self.rng.below(9) {
                0 => "i".into(),
                7 => format!("i - {}", before + 1),
                8 => format!("i + {}", behind + 1),
                1 => format!("i - {before}"),
                2 => format!("i + {behind}"),
                3 => "i + t[i]".into(),
                4 => "i + (t[i] & 1)".into(),
                // The ends of the view, and beyond.
                5 => format!("i + t[i] % {}", before.min(behind) + 1),
                _ => "i + d".into(),
            };
            terms.push(format!("a[⟨seen(i, {before}, {behind}, ⟩{text}⟨)⟩]"));
        }
        let guard = if self.rng.one_in(3) { format!("if ({}) ", self.condition(1)) } else { String::new() };
        let e = self.int(1);
        self.line(&format!("{guard}o[i] = ({ty}) ({} + {e});", terms.join(" + ")));
        self.close();
        self.close();
        let far = self.pick(&["-1, 2", "0, 1", "-2, 3", "-1, 1"]);
        let make = format!("{ty}[] o = new {ty}[n], a = new {ty}[n];\nfor (int i = 0; i < n; i++) a[i] = i * z;");
        self.called(
            &make,
            &format!("m(a, o, ints(n, z, {far}), b, q, d, z);"),
            &format!("for ({ty} x : o) h = mix(h, x);"),
        );
    }

    pub fn view_matrix(&mut self) {
        let reach: Vec<usize> = (0..4).map(|_| self.rng.below(3)).collect();
        let ty = self.pick(&["int", "double"]);
        self.ty = ty;
        self.open(&format!(
            "static void m(⟦dist(polyview = <{},{}>, <{},{}>) ⟧{ty}[][] a, {ty}[][] o, int[] t, int[] b, int[][] q, int d, int z) {{",
            reach[0], reach[1], reach[2], reach[3]
        ));
        self.ints = vec!["z".into(), "d".into()];
        let i = self.pick(&["for (int i = 3; i < o.length - 3; i++) {", "for (int i = o.length - 4; i > 2; i--) {"]);
        let j = self.pick(&["for (int j = 3; j < 6; j++) {", "for (int j = 5; j >= 3; j -= 2) {"]);
        let turned = self.rng.one_in(2);
        self.open(if turned { j } else { i });
        self.open(if turned { i } else { j });
        self.ints.extend(["i".into(), "j".into()]);
        self.before();
        let mut terms = Vec::new();
        for _ in 0..1 + self.rng.below(3) {
            let y = match self.rng.below(4) {
                0 => "i + t[i]".into(),
                1 => format!("i - {}", reach[0]),
                2 => format!("i + {}", reach[1]),
                _ => "i".to_string(),
            };
            let x = match self.rng.below(4) {
                0 => "j + t[i + 1]".into(),
                1 => format!("j - {}", reach[2]),
                2 => format!("j + {}", reach[3]),
                _ => "j".to_string(),
            };
            terms.push(format!(
                "a[⟨seen(i, {}, {}, ⟩{y}⟨)⟩][⟨seen(j, {}, {}, ⟩{x}⟨)⟩]",
                reach[0], reach[1], reach[2], reach[3]
            ));
        }
        let e = self.int(1);
        self.line(&format!("o[i][j] = {} + {e};", terms.join(" + ")));
        self.close();
        self.close();
        self.close();
        let make = format!(
            "int w = n > 300 ? n / 9 : n;\n{ty}[][] o = new {ty}[w][9], a = new {ty}[w][9];\nfor (int i = 0; i < w; i++) for (int j = 0; j < 9; j++) a[i][j] = i * z + j;"
        );
        let far = self.pick(&["-1, 2", "0, 1", "-2, 3", "-1, 1"]);
        let shown = format!("for ({ty}[] r : o) for ({ty} x : r) h = mix(h, x);");
        self.called(&make, &format!("m(a, o, ints(w + 1, z, {far}), b, q, d, z);"), &shown);
    }

    /// Lengths in types, right and wrong.
    pub fn bounded(&mut self) {
        self.wild = true;
        self.ty = "int";
        let k = 2 + self.rng.below(4);
        let dist = self.pick(&["⟦dist(dim = 1) ⟧", "⟦dist ⟧", ""]);
        self.line(&format!("static int m({dist}int[][⟦{k}⟧] o, int[] b, int[][] q, int d, int z, int m) {{"));
        self.indent += 1;
        if !dist.is_empty() {
            self.line(&format!("⟨lengths(o, {k});⟩"));
        }
        self.ints = vec!["z".into(), "d".into()];
        self.open("for (int i = 0; i < o.length; i++) {");
        self.ints.push("i".into());
        if self.rng.one_in(3) {
            self.before();
        }
        let row = self.rng.one_in(3);
        if row {
            self.line(&format!("int[⟦{k}⟧] r = ⟨lengths(⟩o[i]⟨, {k})⟩;"));
        }
        let bound = if self.rng.one_in(2) { k.to_string() } else { "o[i].length".into() };
        self.open(&format!("for (int j = 0; j < {bound}; j++) {{"));
        self.ints.extend(["j".into(), "j".into(), "o[i][j]".into()]);
        self.before();
        let at = match self.rng.below(4) {
            0 => "j + d".into(),
            // A constant that is no element is an error of the program's.
            1 => format!("{} + j - 1", self.int(1)),
            _ => "j".to_string(),
        };
        self.store(&if row { format!("r[{at}]") } else { format!("o[i][{at}]") });
        self.close();
        self.close();
        self.line("return o.length;");
        self.close();
        let shape = self.pick(&["0", "0", "1"]);
        let make = match self.rng.below(3) {
            0 => format!(
                "int[][⟦{k}⟧] o = ⟦(int[][{k}]) (Object) ⟧⟨lengths(⟩rows(n > 300 ? n / 5 : n, z, {shape})⟨, {k})⟩;"
            ),
            1 => format!(
                "int[][⟦{k}⟧] o = new int[n > 300 ? n / 5 : n][{k}];\nObject[] u = o;\nif (m == 3 && n > 1) u[1] = new int[d & 3];"
            ),
            _ => format!("int[][⟦{k}⟧] o = new int[n > 300 ? n / 5 : n][{k}];"),
        };
        self.called(
            &make,
            "m(o, b, q, d, z, m);",
            "for (int i = 0; i < o.length; i++) for (int j = 0; j < 2; j++) h = mix(h, o[i][j]);",
        );
    }
}
