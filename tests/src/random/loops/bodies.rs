//! What passes and recognisers take apart: numbers at their ends, extremes of floats, accumulators in several spellings, loops that follow one
//! another, arrays under two names, methods that call methods, records, loops within an iteration.

use super::Generator;

/// Numbers at which arithmetic turns.
const CONSTANTS: &[(&str, &str)] = &[
    ("int", "0"),
    ("int", "1"),
    ("int", "-1"),
    ("int", "33"),
    ("int", "64"),
    ("int", "300"),
    ("int", "70000"),
    ("int", "Integer.MIN_VALUE"),
    ("int", "Integer.MAX_VALUE"),
    ("long", "Long.MIN_VALUE"),
    ("long", "3000000000L"),
    ("float", "0f"),
    ("float", "-0f"),
    ("float", "Float.NaN"),
    ("float", "1e10f"),
    ("double", "0.0"),
    ("double", "-0.0"),
    ("double", "1e300"),
    ("double", "Double.NEGATIVE_INFINITY"),
];

const TYPES: &[&str] = &["int", "int", "long", "float", "double", "byte", "short", "char"];

/// What becomes of a variable from outside: the reduction, what an iteration does, and what the method gives.
const CARRIED: &[(&str, &[&str], &str)] = &[
    (
        "+",
        &[
            "s -= E;",
            "s = (TY) (s + E);",
            "s = (TY) (E + s);",
            "s = (TY) (E - s);",
            "s += 0.5 * E;",
            "if (C) s += E;",
            "s += E; s *= 3;",
            "s++; s -= E;",
            "if (C) s *= 2; else s += E;",
        ],
        "s",
    ),
    ("*", &["s *= E | 1;", "s *= 3; s++;", "s = (TY) (s * E);"], "s"),
    ("^", &["s ^= E;", "s ^= E; s |= 1;"], "s"),
    ("&", &["s &= E;", "if (C) s &= E;"], "s"),
    ("max", &["if (C) at = i;", "if (C) at = i;", "if (C) at = E;", "if (C) { k = E; at = i; }"], "at"),
    (
        "",
        &[
            "if (C) at = E; o[i] = (TY) at;",
            "if (C) at = E; else at = i; o[i] = (TY) at;",
            "at = E; if (C) o[i] = (TY) (at + 1);",
            "k += 2; o[i] = (TY) k;",
            "o[i] = (TY) k; k++;",
            "if (C) continue; k++; o[i] = (TY) k;",
            "k += 3; if (C) o[i] = (TY) (k * 2);",
        ],
        "0",
    ),
    ("", &["k++; if (C) continue; o[i] = (TY) k;", "if (C) continue; k += 2; o[i] = (TY) k;"], "0"),
];

/// Heads of loops within an iteration.
const WILD_HEADS: &[&str] = &[
    "for (int j = 0; j < w.length; j++) {",
    "for (int j = 0; j < 4; j++) {",
    "for (int j = 0; j < z; j++) {",
    "for (int j = w.length - 1; j >= 0; j--) {",
    "for (int j = 1; j < w.length; j += 2) {",
    "for (int j = d; j < 5; j++) {",
    "for (int j = 6; j > z; j--) {",
    "for (int j = 5; j < z; j++) {",
    "for (int j = z; j < d; j++) {",
];

/// Of ten rounds at the most.
const CALM_HEADS: &[&str] = &[
    "for (int j = 0; j < 4; j++) {",
    "for (int j = 0; j < z; j++) {",
    "for (int j = 5; j < z; j++) {",
    "for (int j = z; j < 4; j++) {",
    "for (int j = 6; j > z; j--) {",
    "for (int j = 1; j < 9; j += 2) {",
    "for (int j = 7; j >= 0; j--) {",
];

/// What a round does.
const WILD_STEPS: &[&str] = &[
    "w[j] = E;",
    "w[j + 1] = E;",
    "w[n++] = E;",
    "w[n] = E; n++;",
    "n++; w[n] = E;",
    "s += w[n]; n += 1;",
    "n += 2; s += w[n - 1];",
    "s += w[j];",
    "s += b[j];",
    "s += b[j + 1];",
    "s += w[j - 1];",
    "w[j - 1] = E;",
    "s += w[n];",
    "if (C) n++; s += w[n & 7];",
    "if (C) n++; else n += 2;",
    "if (C) { n = E & 7; } s += w[n];",
    "if (C) break;",
    "s += w[(E) % 4];",
    "s += w[j % w.length];",
    "if (j < 3 || E >= 0 && E < w.length) s += w[j];",
    "if (E >= 0 && E < w.length || n > 3) s += w[E];",
    "if (E < 0 || E >= w.length) continue; s += w[E];",
    "s += w[j + n];",
    "s += w[n - j];",
    "n--; s += w[n + 1];",
];

/// With subscripts up to 150: no round adds more than six to `n`.
const CALM_STEPS: &[&str] = &[
    "w[j] = E;",
    "w[j + 1] = E;",
    "w[n++] = E;",
    "w[n] = E; n++;",
    "n++; w[n] = E;",
    "s += w[n]; n += 1;",
    "n += 2; s += w[n - 1];",
    "n += 2; s += w[n - 1];",
    "s += w[n]; n += 2;",
    "s += w[j];",
    "s += w[j + 2];",
    "s += w[n];",
    "s += w[j + n];",
    "if (C) n++; s += w[n & 7];",
    "if (C) n++; else n += 2;",
    "if (C) { n = E & 7; } s += w[n];",
    "if (C) break;",
    "if (C) continue; n++;",
    "n += 3; if (C) continue; s += w[n];",
];

/// What follows the loops.
const WILD_ENDS: &[&str] = &[
    "while (n < w.length && C) { s += w[n]; n++; }",
    "while (n < w.length) { if (C) break; s += n; n += 2; }\ns += w[n - 1];",
    "n = 0; while (n < 5) { if (C) break; n++; }\ns += w[n];",
    "n = 20; while (n > 3) { if (C) break; n--; }\ns += w[n];",
    "n = 2; out: { n = 9; if (C) break out; n = 1; }\ns += w[n];",
    "n = 3; while (n >= 0) { s += w[n]; n--; }\ns += w[n + 1];",
    "out: { n = 9; if (C) break out; n = 1; }\ns += w[n];",
    "out: { if (C) { n = 20; break out; } n = 0; }\ns += w[n];",
    "int k = 1; for (int j = 0; j < 3; j++) { k += 2; if (C) continue; s += w[k]; }",
];

const CALM_ENDS: &[&str] = &[
    "while (n < 190 && C) { s += w[n]; n++; }",
    "n = 2; while (n < 9) { s += w[n]; n++; }\ns += w[n];",
    "n = 0; while (n < 9) { s += w[n]; n += 2; if (C) n++; }\ns += w[n] * 3;",
    "while (n < 190) { if (C) break; s += n; n += 2; }\ns += w[n + 1];",
    "n = 0; while (n < 5) { if (C) break; n++; }\ns += w[n];",
    "n = 2; out: { n = 9; if (C) break out; n = 1; }\ns += w[n];",
    "n = 3; while (n > 0) { s += w[n]; n--; }\ns += w[n + 1];",
    "int k = 1; for (int j = 0; j < 3; j++) { k += 2; if (C) continue; s += w[k]; }\ns += w[k];",
    "if (C) n += 2; else n += 3;\ns += w[n];",
];

impl Generator {
    /// A number of any type, of these values by type.
    fn number(&mut self, ty: &'static str, values: &[(&'static str, String)], depth: usize) -> String {
        let own: Vec<String> = values.iter().filter(|v| v.0 == ty).map(|v| v.1.clone()).collect();
        if depth == 0 || self.rng.one_in(6) {
            return match own.is_empty() {
                true => {
                    let (_, other) = self.rng.of(values).clone();
                    format!("({ty}) {other}")
                }
                false => self.rng.of(&own).clone(),
            };
        }
        let d = depth - 1;
        let whole = matches!(ty, "int" | "long");
        match self.rng.below(9) {
            0 | 1 => {
                let from = self.pick(TYPES);
                format!("({ty}) ({})", self.number(from, values, d))
            }
            // There and back.
            2 => {
                let by = self.pick(&["byte", "short", "char", "int", "float"]);
                format!("({ty}) ({by}) ({})", self.number(ty, values, d))
            }
            _ if matches!(ty, "byte" | "short" | "char") => {
                format!("({ty}) ({})", self.number("int", values, d))
            }
            3 if whole => {
                let op = self.pick(&["<<", ">>", ">>>"]);
                format!("({} {op} {})", self.number(ty, values, d), self.number("int", values, d))
            }
            4 if whole => {
                let op = self.pick(&["/", "%"]);
                let by = self.pick(&["-1", "7", "3"]);
                format!("({} {op} {by})", self.number(ty, values, d))
            }
            5 => format!("(-{})", self.number(ty, values, 0)),
            6 => {
                let f = self.pick(&["min", "max"]);
                format!("Math.{f}({}, {})", self.number(ty, values, d), self.number(ty, values, d))
            }
            7 => format!(
                "({} {} {} ? {} : {})",
                self.number(ty, values, d),
                self.pick(&["<", "<=", "==", "!=", ">"]),
                self.number(ty, values, d),
                self.number(ty, values, d),
                self.number(ty, values, 0)
            ),
            _ => {
                let ops: &[&'static str] = if whole { &["+", "-", "*", "&", "|", "^"] } else { &["+", "-", "*", "/"] };
                let op = self.pick(ops);
                format!("({} {op} {})", self.number(ty, values, d), self.number(ty, values, d))
            }
        }
    }

    /// Arithmetic of all types, with constants that have names: each step of it may be folded.
    pub fn numbers(&mut self) {
        let ty = self.pick(TYPES);
        self.ty = ty;
        self.open(&format!("static void m(⟦dist ⟧{ty}[] o, {ty}[] a, int[] b, int[][] q, int d, int z, int m) {{"));
        let head = self.head("o.length");
        self.open(&head);
        let mut values: Vec<(&'static str, String)> =
            vec![("int", "i".into()), ("int", "z".into()), (ty, "a[i]".into())];
        for k in 0..2 + self.rng.below(3) {
            let (of, text) = *self.rng.of(CONSTANTS);
            let last = self.pick(&["final ", ""]);
            self.line(&format!("{last}{of} c{k} = {text};"));
            values.push((of, format!("c{k}")));
        }
        for k in 0..1 + self.rng.below(3) {
            let of = self.pick(TYPES);
            let e = self.number(of, &values, 2);
            self.line(&format!("{of} v{k} = {e};"));
            values.push((of, format!("v{k}")));
            // A copy of what changes then.
            if self.rng.one_in(3) {
                let e = self.number(of, &values, 1);
                self.lines(&format!("{of} w{k} = v{k};\nv{k} = {e};"));
                values.push((of, format!("w{k}")));
            }
        }
        // Of each something is kept.
        let all: Vec<String> = values[2..].iter().map(|v| format!("({ty}) {}", v.1)).collect();
        let (e, op) = (self.number(ty, &values, 3), self.pick(&[" + ", " - ", " * "]));
        self.line(&format!("o[i] = ({ty}) ({e} {op} {});", all.join(op)));
        if self.rng.one_in(2) {
            let e = self.number(ty, &values, 3);
            self.line(&format!("if (i % 3 == 0) o[i] = {e};"));
        }
        self.close();
        self.close();
        let make = format!(
            "{ty}[] o = new {ty}[n], a = new {ty}[n];\nfor (int i = 0; i < n; i++) a[i] = ({ty}) ((i * z * 37 & 255) - 90 - (i % 5 == 4 ? 1e9 : 0));"
        );
        // All NaNs are one.
        self.called(&make, "m(o, a, b, q, d, z, m);", &format!("for ({ty} e : o) h = mix(h, e + 0.5 * 1 / e);"));
    }

    /// Extremes and sums of floats among which are NaN and both zeros.
    pub fn zeros(&mut self) {
        let ty = self.pick(&["float", "double"]);
        let class = if ty == "float" { "Float" } else { "Double" };
        let op = self.pick(&["<", ">", "<=", ">="]);
        let reduce = if op.starts_with('<') { "min" } else { "max" };
        self.open(&format!(
            "static ⟦reduce({reduce}) ⟧{ty} m(⟦dist ⟧{ty}[] o, int[] b, int[][] q, int d, int z, int m) {{"
        ));
        // Often beyond all elements, so that one of them wins.
        let far = if reduce == "min" { "500" } else { "-500" };
        let first = self.pick(&["0", "-0f", "o[0]", "5", far, far, far]);
        self.line(&format!("{ty} best = {first};"));
        let head = self.head("o.length");
        self.open(&head);
        self.ints = vec!["z".into(), "d".into(), "i".into(), "b[i & 1]".into()];
        if self.rng.one_in(3) {
            self.before();
        }
        let value = self.pick(&["o[i]", "o[i]", "-o[i]", "o[i] * 2", "Math.abs(o[i])", "o[i] + 0"]);
        let text = self.pick(&[
            "if (E OP best) best = E;",
            "best = E OP best ? E : best;",
            "best = best OP E ? best : E;",
            "best = best OP E ? best : E;",
            "{ TY e = E; if (e OP best) best = e; }",
            "best = Math.OF(best, E);",
            "best = Math.OF(E, best);",
        ]);
        self.line(&text.replace('E', value).replace("OP", op).replace("TY", ty).replace("OF", reduce));
        self.close();
        self.line("return best;");
        self.close();
        let special = self.pick(&["NaN", "NaN", "NEGATIVE_INFINITY", "MIN_VALUE"]);
        // A zero may be the least or the greatest.
        let others = self.pick(&["(i * z & 15) - 4", "(i * z & 15)", "-(i * z & 15)"]);
        let make = format!(
            "{ty}[] o = new {ty}[n];\nfor (int i = 0; i < n; i++) o[i] = i % 7 == z ? {class}.{special} : i % 3 == 0 ? -0f : i % 3 == 1 ? 0f : {others};"
        );
        self.called(&make, "", "h = mix(h, m(o, b, q, d, z, m));");
    }

    /// Truth values over all iterations, of conditions that may throw.
    pub fn truth(&mut self) {
        self.wild = self.rng.one_in(2);
        let (op, text) = *self.rng.of(&[
            ("&", "ok = ok && (C);"),
            ("&", "ok = ok && o[i] / D < 20 && (C);"),
            ("&", "ok = ok && (C) && o[i] / D < 20;"),
            ("&", "ok = ok && b[D] != 7;"),
            ("&", "ok = ok ? b[D] > 3 && (C) : false;"),
            ("&", "if (ok) ok = b[D] != 7;"),
            ("&", "if (ok && 100 / D > 5) ok = false;"),
            ("&", "if (o[i] < 3) continue; ok = ok && b[D] != 7;"),
            ("&", "for (int e = 0; e < 3; e++) ok = ok && b[D + e] != 7;"),
            ("&", "for (int e = 0; e < q.length && i < 9; e++) ok = ok && q[e][i] != D;"),
            ("&", "boolean t = ok && o[i] / D < 9; ok = t;"),
            ("&", "ok &= ok && b[D] != 7;"),
            ("&", "ok = ok && b[D] != 7; un = un && o[i] / D < 9;"),
            ("|", "ok = ok || o[i] % D == 3 || (C);"),
            ("|", "if (!ok) ok = b[D] == 7;"),
            ("|", "ok = ok ? true : 9 / D == 1;"),
            ("&", "ok = (C) && ok;"),
            ("&", "ok &= (C);"),
            ("&", "if (C) ok = false;"),
            ("|", "ok = ok || (C);"),
            ("|", "ok = ok || b[D & 7] > 7;"),
            ("|", "ok = (C) || ok;"),
            ("|", "ok |= (C);"),
            ("|", "if (C) ok = true;"),
            ("^", "ok ^= (C);"),
        ]);
        self.open(&format!(
            "static ⟦reduce({op}) ⟧boolean m(⟦dist ⟧int[] o, int[] b, int[][] q, int d, int z, int m) {{"
        ));
        let first = self.pick(&["true", "false", "z > 2"]);
        self.line(&format!("boolean ok = {first};"));
        let two = text.contains("un");
        if two {
            self.line("boolean un = true;");
        }
        self.ints = vec!["z".into(), "d".into()];
        let head = self.head("o.length");
        self.open(&head);
        self.ints.extend(["i".into(), "o[i]".into()]);
        if self.rng.one_in(2) {
            self.before();
        }
        let (c, by) = (self.condition(2), self.int(1));
        self.line(&text.replace('C', &c).replace('D', &format!("({by})")));
        self.close();
        self.line(if two { "return ok & un;" } else { "return ok;" });
        self.close();
        self.called("int[] o = ints(n, z, -9, 99);", "", "h = m(o, b, q, d, z, m) ? 1 : 2;");
    }

    /// A variable from outside of the loop, changed in more ways than one, or read where it should not be.
    pub fn carry(&mut self) {
        self.wild = self.rng.one_in(3);
        let ty = self.pick(&["int", "int", "long", "short"]);
        self.ty = ty;
        let (op, texts, left) = *self.rng.of(CARRIED);
        let reduce = if op.is_empty() { String::new() } else { format!("⟦reduce({op}) ⟧") };
        let of = if left == "s" { ty } else { "int" };
        self.open(&format!("static {reduce}{of} m(⟦dist ⟧{ty}[] o, int[] b, int[][] q, int d, int z, int m) {{"));
        let (s, at) = (self.pick(&["0", "1", "7"]), self.pick(&["0", "-1", "d"]));
        self.line(&format!("{ty} s = {s};"));
        self.line(&format!("int at = {at}, k = {at};"));
        self.ints = vec!["z".into(), "d".into()];
        let head = self.head("o.length");
        self.open(&head);
        self.ints.extend(["i".into(), "(int) o[i]".into()]);
        if self.rng.one_in(2) {
            self.before();
        }
        let (text, e, c) = (self.pick(texts), self.int(1), self.condition(1));
        self.line(&text.replace("TY", ty).replace('E', &format!("({e})")).replace('C', &c));
        self.close();
        self.line(&format!("return {left};"));
        self.close();
        let make =
            format!("{ty}[] o = new {ty}[n];\nfor (int i = 0; i < n; i++) o[i] = ({ty}) ((i * z * 37 & 127) - 40);");
        self.called(
            &make,
            &format!("{of} r = m(o, b, q, d, z, m);"),
            &format!("h = r;\nfor ({ty} e : o) h = mix(h, e);"),
        );
    }

    /// Elements that are combined under two subscripts, by two operators, or read as well.
    pub fn tally(&mut self) {
        let ty = self.pick(&["int", "long", "int"]);
        self.ty = ty;
        self.wild = self.rng.one_in(2);
        self.open(&format!("static void m(⟦dist ⟧int[] o, {ty}[] r, int[] b, int[][] q, int d, int z, int m) {{"));
        self.ints = vec!["z".into(), "d".into()];
        let head = self.head("o.length");
        self.open(&head);
        self.ints.extend(["i".into(), "o[i]".into()]);
        if self.rng.one_in(3) {
            self.before();
        }
        let (e, at, other) = (self.int(2), self.calm(), self.calm());
        let text = self.pick(&[
            "r[A] += E; r[B] += 1;",
            "r[A] += E; r[B] *= 3;",
            "r[A] = r[B] + 1;",
            "r[A] = r[A] + r[B];",
            "r[A] += E; o[i] = (int) r[B];",
            "r[A] += r[B];",
            "r[A] = Math.max(E, r[A]);",
            "r[A] = Math.max(r[A], E);",
            "r[A] = Math.min(b[z], r[A]);",
            "r[A] = E + r[A];",
            "r[A] = E - r[A];",
            "r[A] -= E; r[B] += E;",
            "r[A]++; r[B]--;",
            "r[A] ^= E; r[B] ^= 5;",
            "if (r[A] < 9) r[A]++;",
        ]);
        // Mostly elements that are there.
        let place = |g: &mut Self, e: &str| {
            if g.wild && g.rng.one_in(3) { format!("({e} & 31) - 1") } else { format!("{e} & 15") }
        };
        let (a, b) = (place(self, &at), place(self, &other));
        let text = text.replace('A', "\u{1}").replace('B', "\u{2}").replace('E', &format!("({e})"));
        self.line(&text.replace('\u{1}', &a).replace('\u{2}', &b));
        self.close();
        self.close();
        let make = format!("int[] o = ints(n, z, -9, 99);\n{ty}[] r = new {ty}[16];");
        let shown = format!("for ({ty} e : r) h = mix(h, e);\nfor (int e : o) h = mix(h, e);");
        self.called(&make, "m(o, r, b, q, d, z, m);", &shown);
    }

    /// Loops behind one another, of which each reads what those before have made: at its own place, beside it, from the other end.
    pub fn chain(&mut self) {
        self.wild = self.rng.one_in(2);
        let ty = self.pick(&["int", "long", "double"]);
        self.ty = ty;
        let (made, sums) = (self.rng.one_in(2), self.rng.one_in(2));
        // A sum of floats has a shape of its own; the greatest has none.
        let op = if ty == "double" { "max" } else { "+" };
        let reduce = if sums { format!("⟦reduce({op}) ⟧") } else { String::new() };
        self.open(&format!(
            "static {reduce}{ty} m(⟦dist ⟧{ty}[] o, ⟦dist ⟧{ty}[] u, ⟦dist ⟧{ty}[] w, int[] b, int[][] q, int d, int z, int m) {{"
        ));
        self.line("int n = o.length;");
        if made {
            self.line(&format!("{ty}[] t = new {ty}[n];"));
        }
        let arrays: &[&'static str] = if made { &["t", "u", "w", "o"] } else { &["u", "w", "o"] };
        self.ints = vec!["z".into(), "d".into()];
        let divided = format!("{} / z", self.calm());
        for k in 0..2 + self.rng.below(2) {
            let source = if k == 0 { self.pick(arrays) } else { arrays[k - 1] };
            let mut target = if k < arrays.len() && self.rng.below(4) > 0 { arrays[k] } else { self.pick(arrays) };
            if target == source && self.rng.below(4) > 0 {
                target = arrays[(k + 1) % arrays.len()];
            }
            let bound = self.pick(&["n", "n", "o.length", "n", "TARGET.length"]).replace("TARGET", target);
            self.open(&format!("for (int i = 0; i < {bound}; i++) {{"));
            let outer = self.ints.len();
            self.ints.push("i".into());
            if self.rng.one_in(4) {
                self.before();
            }
            let at = self.pick(&["i", "i", "i", "n - 1 - i", "i == 0 ? 0 : i - 1", "(i + 1) % n", "i / 2"]);
            let (e, c) = (self.int(1), self.condition(1));
            let text = self.pick(&[
                "T[i] = S[at] + E;",
                "T[i] = S[at] * 2;",
                "T[i] = S[at] + i;",
                "if (C) T[i] = S[at]; else T[i] = E;",
                "if (C) T[i] = S[at] + 1;",
                "T[i] += S[at];",
                "T[i] = C ? (D) : S[at];",
                "T[i] = S[at] + (D);",
            ]);
            let text = text.replace('T', target).replace('S', source).replace("at", at).replace('E', &format!("({e})"));
            self.line(&text.replace('C', &format!("({c})")).replace('D', &divided));
            self.ints.truncate(outer);
            self.close();
        }
        if sums {
            self.line(&format!("{ty} s = 0;"));
            let source = self.pick(arrays);
            let step = if op == "max" { "s = Math.max(s, S[i]);" } else { "s += S[i];" };
            self.line(&format!("for (int i = 0; i < n; i++) {}", step.replace('S', source)));
            self.line("return s;");
        } else {
            self.line("return 0;");
        }
        self.close();
        let make = format!(
            "{ty}[] o = new {ty}[n], u = new {ty}[n], w = new {ty}[n];\nfor (int i = 0; i < n; i++) {{ o[i] = i * 5 - z; u[i] = i ^ z; w[i] = -i; }}"
        );
        let shown = format!(
            "h = mix(h, r);\nfor ({ty} e : o) h = mix(h, e);\nfor ({ty} e : u) h = mix(h, e);\nfor ({ty} e : w) h = mix(h, e);"
        );
        self.called(&make, &format!("{ty} r = m(o, u, w, b, q, d, z, m);"), &shown);
    }

    /// One array, or rows of one, under two names.
    pub fn alias(&mut self) {
        let ty = self.pick(&["int", "long", "double", "short"]);
        self.ty = ty;
        let flat = self.rng.one_in(2);
        let dims = if flat { "[]" } else { "[][]" };
        self.open(&format!(
            "static void m(⟦dist ⟧{ty}{dims} o, {ty}{dims} p, int[] b, int[][] q, int d, int z, int m) {{"
        ));
        self.ints = vec!["z".into(), "d".into()];
        let head = self.head("o.length");
        self.open(&head);
        self.ints.push("i".into());
        let at = self.pick(&["i", "i", "o.length - 1 - i", "i / 2", "(i + 1) % o.length", "(i + 3) % p.length", "0"]);
        let (target, source) = if flat {
            ("o[i]".to_string(), format!("p[{at}]"))
        } else {
            self.open("for (int j = 0; j < o[i].length; j++) {");
            self.ints.push("j".into());
            ("o[i][j]".to_string(), format!("p[{at}][j]"))
        };
        if self.rng.one_in(3) {
            self.before();
        }
        let e = self.int(1);
        let text = self.pick(&[
            "T = (TY) (S + 1);",
            "T = (TY) (E + S * 2);",
            "T += S;",
            "T = (TY) (E); if (S > 3) T = 1;",
            "T = (TY) (E); T += S;",
            "if (S > 2) T = (TY) (E);",
            "TY v = S; T = (TY) (E); T -= v;",
        ]);
        let text = text.replace("TY", "\u{1}").replace('T', &target).replace('S', &source).replace('\u{1}', ty);
        self.line(&text.replace('E', &format!("({e})")));
        if !flat {
            self.close();
        }
        self.close();
        self.close();
        let (make, call) = if flat {
            let call =
                self.pick(&["m(o, o, b, q, d, z, m);", "m(o, o, b, q, d, z, m);", "m(o, o.clone(), b, q, d, z, m);"]);
            (format!("{ty}[] o = new {ty}[n];\nfor (int i = 0; i < n; i++) o[i] = ({ty}) ((i * z & 31) - 5);"), call)
        } else {
            let call = self.pick(&[
                "m(o, o, b, q, d, z, m);",
                "TY[][] p = o.clone(); p[0] = o[w - 1]; m(o, p, b, q, d, z, m);",
                "TY[][] p = o.clone(); for (int k = 0; k < w; k++) p[k] = o[w - 1 - k]; m(o, p, b, q, d, z, m);",
                "TY[][] p = new TY[w][]; for (int k = 0; k < w; k++) p[k] = o[k]; m(o, p, b, q, d, z, m);",
            ]);
            let make = format!(
                "int w = n > 60 ? 33 : n + 1;\n{ty}[][] o = new {ty}[w][5];\nfor (int i = 0; i < w; i++) for (int j = 0; j < 5; j++) o[i][j] = ({ty}) ((i * z & 31) - j);"
            );
            (make, call)
        };
        let shown = match flat {
            true => format!("for ({ty} e : o) h = mix(h, e);"),
            false => format!("for ({ty}[] row : o) for ({ty} e : row) h = mix(h, e);"),
        };
        self.called(&make, &call.replace("TY", ty), &shown);
    }

    /// Methods with loops that call methods with loops, and assign what they were given.
    pub fn nested(&mut self) {
        let ty = self.pick(&["int", "long"]);
        self.ty = ty;
        let step = self.pick(&["k = k + 1;", "k *= 2;", "if (k > 2) k = 0;", "", "k -= z;"]);
        self.ints = vec!["k".into(), "i".into(), "z".into()];
        let e = self.int(2);
        self.line(&format!(
            "static void inner(⟦dist ⟧{ty}[] a, int k, int z, int[] b, int[][] q, int d) {{ {step} for (int i = 0; i < a.length; i++) a[i] += {e}; }}"
        ));
        let e = self.int(1);
        self.line(&format!(
            "static ⟦reduce(+) ⟧{ty} total(⟦dist ⟧{ty}[] a, int k, int z, int[] b, int[][] q, int d) {{ {step} {ty} s = k; for (int i = 0; i < a.length; i++) s += a[i] * ({e}); return s; }}"
        ));
        let e = self.int(1);
        self.line(&format!(
            "static {ty}[] mapped({ty}[] a, int k, int z, int[] b, int[][] q, int d) {{ {ty}[] r = new {ty}[a.length]; {step} for (int i = 0; i < a.length; i++) r[i] = a[i] + {e}; return r; }}"
        ));
        self.open(&format!("static {ty} m(⟦dist ⟧{ty}[] o, int[] b, int[][] q, int d, int z, int m) {{"));
        self.line(&format!("int k = z;\n{ty} s = 0;").replace('\n', " "));
        for _ in 0..2 + self.rng.below(2) {
            let text = self.pick(&[
                "inner(o, k, z, b, q, d);",
                "inner(o, k + 1, z, b, q, d); k++;",
                "s += total(o, k, z, b, q, d);",
                "s = total(o, (int) s, z, b, q, d);",
                "s += mapped(o, k, z, b, q, d)[o.length / 2];",
                "for (int i = 0; i < o.length; i++) o[i] = o[i] * 3 - k;",
                "{ TY[] t = mapped(o, k, z, b, q, d); for (int i = 0; i < o.length; i++) o[i] = t[o.length - 1 - i]; }",
                "k = 7 - k;",
            ]);
            self.line(&text.replace("TY", ty));
        }
        self.line("return s + k;");
        self.close();
        let make = format!("{ty}[] o = new {ty}[n + 1];\nfor (int i = 0; i < o.length; i++) o[i] = (i * z & 31) - 5;");
        self.called(
            &make,
            &format!("{ty} r = m(o, b, q, d, z, m);"),
            &format!("h = r;\nfor ({ty} e : o) h = mix(h, e);"),
        );
    }

    /// Arrays of records, which become columns.
    pub fn records(&mut self) {
        self.wild = self.rng.one_in(2);
        let (x, y) =
            (self.pick(&["int", "long", "short", "double"]), self.pick(&["int", "float", "double", "boolean"]));
        self.line(&format!(
            "static ⟦value ⟧class V {{ final {x} x; final {y} y; V({x} x, {y} y) {{ this.x = x; this.y = y; }} }}"
        ));
        self.open("static void m(⟦dist ⟧V[] o, V[] p, int[] b, int[][] q, int d, int z, int m) {");
        self.ints = vec!["z".into(), "d".into()];
        let head = self.head("o.length");
        self.open(&head);
        self.ints.extend(["i".into(), "(int) p[i].x".into(), "(int) o[i].x".into()]);
        self.before();
        let place = self.pick(&["o[i]", "o[i]", "o[i + d]", "o[b[i & 1] + i]", "o[i * 2]", "o[refuse(i)]"]);
        let (a, c, e) = (self.int(2), self.condition(1), self.int(1));
        let second = if y == "boolean" { c.clone() } else { format!("({y}) ({e})") };
        let text = self.pick(&[
            "P = new V((X) (A), Y);",
            "P = p[(A) & 3];",
            "P = C ? new V((X) (A), Y) : p[i];",
            "if (C) P = new V((X) (A), Y);",
            "V v = p[p.length - 1 - i]; P = new V(v.x, Y);",
        ]);
        let text = text.replace('P', "\u{1}").replace('X', x).replace('A', &a).replace('C', &format!("({c})"));
        self.line(&text.replace('Y', &second).replace('\u{1}', place));
        self.close();
        self.close();
        let second = if y == "boolean" { "i % 3 == 0".to_string() } else { format!("({y}) (i % 5)") };
        let make = format!(
            "V[] o = new V[n + 4], p = new V[n + 4];\nfor (int i = 0; i < o.length; i++) {{ o[i] = new V(({x}) (i * z & 31), {second}); p[i] = new V(({x}) (i - z), {second}); }}"
        );
        let shown =
            format!("for (V e : o) h = mix(mix(h, e.x), {});", if y == "boolean" { "e.y ? 1 : 0" } else { "e.y" });
        self.called(&make, "m(o, p, b, q, d, z, m);", &shown);
    }

    /// Loops within an iteration, over arrays of its own, with counters beside the index, and subscripts that may leave the array.
    pub fn inner(&mut self) {
        self.wild = self.rng.one_in(3);
        let wild = self.wild;
        self.ty = "int";
        self.open("static void m(⟦dist ⟧int[] o, int[] b, int[][] q, int d, int z, int m) {");
        self.ints = vec!["z".into(), "d".into()];
        self.open("for (int i = 0; i < o.length; i++) {");
        self.ints.extend(["i".into()]);
        if wild {
            let size = self.pick(&["8", "8", "m & 15", "b.length", "z + 4"]);
            self.line(&format!("int[] w = new int[{size}];"));
        } else {
            // All subscripts are inside of it, and no two elements are the same.
            self.line("int[] w = new int[200]; for (int k = 0; k < 200; k++) w[k] = k * 3 + z;");
        }
        let first = self.pick(if wild { &["0", "0", "1", "d", "i & 3", "-1"] } else { &["0", "0", "1", "i & 3"] });
        self.line(&format!("int n = {first}, s = 0;"));
        for _ in 0..1 + self.rng.below(3) {
            let head = self.pick(if wild { WILD_HEADS } else { CALM_HEADS });
            self.open(head);
            let outer = self.ints.len();
            self.ints.push("j".into());
            let (e, c) = (self.calm(), self.condition(1));
            for _ in 0..1 + self.rng.below(2) {
                let text = self.pick(if wild { WILD_STEPS } else { CALM_STEPS });
                self.line(&text.replace('E', &format!("({e})")).replace('C', &c));
            }
            self.ints.truncate(outer);
            self.close();
            let behind = self.pick(&["", "s += w[n];", "n = 0;", "w[n & 7] = s;", "s += n;", "n = 2;"]);
            if !behind.is_empty() {
                self.line(behind);
            }
        }
        if self.rng.one_in(2) {
            let c = self.condition(1);
            let text = self.pick(if wild { WILD_ENDS } else { CALM_ENDS });
            self.lines(&text.replace('C', &format!("({c})")));
        }
        self.line("o[i] = s * 31 + n;");
        self.close();
        self.close();
        self.called("int[] o = new int[n];", "m(o, b, q, d, z, m);", "for (int e : o) h = mix(h, e);");
    }

    /// Sweeps over one colour of a matrix, which read the other one, or their own.
    pub fn colour(&mut self) {
        let ty = self.pick(&["int", "long"]);
        self.ty = ty;
        self.open(&format!("static void m(⟦dist ⟧{ty}[][] o, int[] b, int[][] q, int d, int z, int m) {{"));
        self.line("int n = o.length, w = n == 0 ? 0 : o[0].length;");
        self.ints = vec!["z".into(), "d".into()];
        let colours = self.pick(&["0", "1", "p"]);
        let rounds = colours == "p";
        if rounds {
            self.open("for (int p = 0; p < 2; p++) {");
        }
        let (start, by) =
            *self.rng.of(&[("(i + P) % 2", 2), ("(i + P) % 2", 2), ("(i + P) % 2", 2), ("P", 2), ("(i + P) % 3", 3)]);
        self.open("for (int i = 2; i < n - 2; i++) {");
        self.open(&format!("for (int j = 2 + {}; j < w - 2; j += {by}) {{", start.replace('P', colours)));
        self.ints.extend(["i".into(), "j".into()]);
        let mut terms = Vec::new();
        for _ in 0..1 + self.rng.below(3) {
            terms.push(self.pick(&[
                "o[i][j - 1]",
                "o[i][j + 1]",
                "o[i - 1][j]",
                "o[i + 1][j]",
                "o[i][j]",
                "o[i][j - 1]",
                "o[i - 1][j - 1]",
                "o[i][j + 2]",
                "o[i + 1][j - 2]",
            ]));
        }
        let e = self.calm();
        self.line(&format!("o[i][j] = {} + {e};", terms.join(" + ")));
        self.close();
        self.close();
        if rounds {
            self.close();
        }
        self.close();
        let make = format!(
            "int w = n > 60 ? 33 : n;\n{ty}[][] o = new {ty}[w][w];\nfor (int i = 0; i < w; i++) for (int j = 0; j < w; j++) o[i][j] = i * 5 + (j ^ z);"
        );
        self.called(&make, "m(o, b, q, d, z, m);", &format!("for ({ty}[] r : o) for ({ty} e : r) h = mix(h, e);"));
    }
}
