//! Random SOMD methods and Lime expressions. What they mean is what their erasure prints in `java`; the interpreter, one thread, all
//! cores and the device must print the same.
//!
//! All forms are ones that a device can run, over arrays of several types and sizes: distributed loops with helper calls, private
//! arrays, inner loops, `switch` and `continue`; reductions; histograms; steps that read neighbours; products; maps, reductions,
//! scans, filters and scatters of value arrays, rows and value objects. Now and then an index or a division fails.

use super::Rng;
use std::fmt::Write;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
}
use Ty::{Byte, Char, Double, Float, Int, Long, Short};

const ALL: &[Ty] = &[Int, Int, Int, Long, Double, Double, Float, Float, Byte, Short, Char];
const COMPUTED: &[Ty] = &[Int, Int, Long, Double, Float];

impl Ty {
    fn name(self) -> &'static str {
        match self {
            Byte => "byte",
            Short => "short",
            Char => "char",
            Int => "int",
            Long => "long",
            Float => "float",
            Double => "double",
        }
    }
    /// What arithmetic on it gives.
    fn promoted(self) -> Ty {
        match self {
            Byte | Short | Char => Int,
            other => other,
        }
    }
    fn is_float(self) -> bool {
        matches!(self, Float | Double)
    }
}

/// What an expression may name: `text` is of type `ty`.
#[derive(Clone)]
struct Value {
    text: String,
    ty: Ty,
    assignable: bool,
}

struct Generator {
    rng: Rng,
    out: String,
    indent: usize,
    values: Vec<Value>,
    /// Functions `h0`, `h1`, …: parameters and result.
    helpers: Vec<(Ty, Ty, Ty)>,
    names: usize,
    calls: Vec<String>,
    class: String,
    loops: usize,
}

/// The text of the program of a seed; its class is `class`.
pub fn program(class: &str, seed: u64) -> String {
    let mut g = Generator {
        rng: Rng(seed.wrapping_mul(0x9e6c_63d0_876a_68d5) ^ 0xd15c),
        out: String::new(),
        indent: 1,
        values: Vec::new(),
        helpers: Vec::new(),
        names: 0,
        calls: Vec::new(),
        class: class.into(),
        loops: 0,
    };
    let _ = writeln!(g.out, "public class {class} {{");
    g.given();
    for _ in 0..3 {
        g.helper();
    }
    for k in 0..10 {
        g.values.clear();
        match g.rng.below(21) {
            0..=2 => g.update(k),
            3 => g.result(k),
            4 | 5 => g.reduction(k),
            6 => g.histogram(k),
            7 => g.steps(k),
            8 => g.product(k),
            9 => g.map(k),
            10 => g.array_methods(k),
            11 => g.rows(k),
            12 => g.objects(k),
            13 => g.search(k),
            14 => g.extreme(k),
            15 => g.normalized(k),
            16 => g.flat(k),
            17 => g.per_row(k),
            18 => g.bodies(k),
            19 => g.swapped(k),
            _ => g.more_methods(k),
        }
    }
    g.line("public static void main(String[] args) {");
    for call in std::mem::take(&mut g.calls) {
        for n in ["5", "33", "700", "20000"] {
            if n == "20000" && g.rng.below(3) > 0 {
                continue;
            }
            g.line("    try {");
            g.line(&format!("        System.out.println({});", call.replace("$n", n)));
            g.line("    } catch (RuntimeException e) {");
            g.line("        System.out.println(e);");
            g.line("    }");
        }
    }
    g.line("}");
    g.out.push_str("}\n");
    g.out
}

impl Generator {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Makers of arrays, and what shows them.
    fn given(&mut self) {
        for ty in [Byte, Short, Char, Int, Long, Float, Double] {
            let t = ty.name();
            let value = match ty {
                Float => "(x >> 40) / 4096f",
                Double => "(x >> 40) / 65536.0",
                Int => "(int) (x >> 33) >> (int) (x & 31)",
                Long => "x >> (int) (x & 63)",
                _ => "(int) (x >> 33)",
            };
            let bits = match ty {
                Float => "Float.floatToIntBits(e)",
                Double => "Double.doubleToLongBits(e)",
                _ => "e",
            };
            let cast = if matches!(ty, Byte | Short | Char) { format!("({t}) ({value})") } else { value.to_string() };
            self.line(&format!("static {t}[] {t}s(int n, long x) {{"));
            self.line(&format!("    {t}[] a = new {t}[n];"));
            self.line("    for (int i = 0; i < n; i++) {");
            self.line("        x = x * 6364136223846793005L + 1442695040888963407L;");
            self.line(&format!("        a[i] = {cast};"));
            self.line("    }");
            self.line("    return a;");
            self.line("}");
            for (name, array) in [("text", "[]"), ("shown", "[[]]")] {
                self.line(&format!("static String {name}({t}{array} a) {{"));
                self.line("    long h = a.length;");
                self.line(&format!("    for ({t} e : a)"));
                self.line(&format!("        h = h * 31 + {bits};"));
                self.line(
                    "    return Long.toHexString(h) + (a.length > 2 ? \" \" + a[0] + \" \" + a[a.length - 1] : \"\");",
                );
                self.line("}");
            }
        }
        for t in ["double", "int"] {
            self.line(&format!("static {t}[][] {t}Rows(int n, int m, long x) {{"));
            self.line(&format!("    {t}[][] a = new {t}[n][m];"));
            self.line("    for (int i = 0; i < n; i++)");
            self.line(&format!("        a[i] = {t}s(m, x + i);"));
            self.line("    return a;");
            self.line("}");
            self.line(&format!("static String text({t}[][] a) {{"));
            self.line("    long h = a.length;");
            self.line(&format!("    for ({t}[] row : a)"));
            self.line("        h = h * 31 + text(row).hashCode();");
            self.line("    return Long.toHexString(h);");
            self.line("}");
        }
    }

    fn literal(&mut self, ty: Ty) -> String {
        match ty {
            Int => ["0", "1", "-1", "7", "31", "100", "-12345", "0x7fffffff", "0x80000000"][self.rng.below(9)].into(),
            Long => {
                ["0L", "1L", "-1L", "63L", "1000003L", "0x7fffffffffffffffL", "-77777777777L"][self.rng.below(7)].into()
            }
            Float => ["0f", "1f", "-0.5f", "3.25f", "1e10f", "0.1f"][self.rng.below(6)].into(),
            Double => ["0.0", "1.0", "-0.5", "3.25", "1e10", "0.1"][self.rng.below(6)].into(),
            _ => format!("({}) {}", ty.name(), self.rng.below(100)),
        }
    }

    /// An expression of exactly this type.
    fn expr(&mut self, ty: Ty, depth: usize) -> String {
        let known: Vec<Value> = self.values.iter().filter(|v| v.ty == ty).cloned().collect();
        if depth == 0 || self.rng.one_in(5) {
            return if known.is_empty() || self.rng.one_in(4) {
                match self.values.is_empty() {
                    false if self.rng.one_in(2) => {
                        let v = self.rng.of(&self.values.clone()).clone();
                        format!("({}) {}", ty.name(), v.text)
                    }
                    _ => self.literal(ty),
                }
            } else {
                self.rng.of(&known).text.clone()
            };
        }
        if matches!(ty, Byte | Short | Char) {
            let from = *self.rng.of(COMPUTED);
            return format!("({}) ({})", ty.name(), self.expr(from, depth - 1));
        }
        let d = depth - 1;
        match self.rng.below(16) {
            0..=3 => {
                let op = *self.rng.of(&["+", "-", "*"]);
                format!("({} {op} {})", self.expr(ty, d), self.expr(ty, d))
            }
            4 if ty.is_float() => format!("({} / {})", self.expr(ty, d), self.expr(ty, d)),
            4 | 5 if !ty.is_float() => {
                let op = *self.rng.of(&["/", "%"]);
                // Seldom by zero.
                let (a, b) = (self.expr(ty, d), self.expr(ty, d));
                if self.rng.one_in(25) { format!("({a} {op} {b})") } else { format!("({a} {op} ({b} | 1))") }
            }
            6 | 7 if !ty.is_float() => {
                let op = *self.rng.of(&["&", "|", "^"]);
                format!("({} {op} {})", self.expr(ty, d), self.expr(ty, d))
            }
            8 if !ty.is_float() => {
                let op = *self.rng.of(&["<<", ">>", ">>>"]);
                format!("({} {op} {})", self.expr(ty, d), self.expr(Int, d))
            }
            5 | 6 => {
                let class = if ty == Float && self.rng.one_in(2) { "FloatMath" } else { "Math" };
                let cast = if ty == Float && class == "Math" { "(float) " } else { "" };
                let f = *self.rng.of(&["sqrt", "abs", "floor", "rint"]);
                let x = self.expr(ty, d);
                if class == "FloatMath" {
                    format!("FloatMath.sqrt(Math.abs({x}))")
                } else {
                    format!("{cast}Math.{f}({x})")
                }
            }
            9 => {
                let f = *self.rng.of(&["min", "max"]);
                format!("Math.{f}({}, {})", self.expr(ty, d), self.expr(ty, d))
            }
            10 => format!("({} ? {} : {})", self.condition(d), self.expr(ty, d), self.expr(ty, d)),
            11 => {
                let from = *self.rng.of(ALL);
                format!("({}) {}", ty.name(), self.expr(from, d))
            }
            12 if !ty.is_float() => format!("{}({})", self.rng.of(&["-", "~"]), self.expr(ty, d)),
            13 => {
                let fits: Vec<usize> = (0..self.helpers.len()).filter(|&k| self.helpers[k].2 == ty).collect();
                if fits.is_empty() {
                    return self.literal(ty);
                }
                let k = *self.rng.of(&fits);
                let (a, b, _) = self.helpers[k];
                format!("h{k}({}, {})", self.expr(a, d), self.expr(b, d))
            }
            14 if ty == Double && self.rng.one_in(3) => {
                let f = *self.rng.of(&["sin", "exp", "cbrt", "atan"]);
                format!("Math.{f}({})", self.expr(Double, d))
            }
            _ => self.expr(ty, d),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.rng.below(6) {
            0 => format!("({} && {})", self.condition(d.min(1)), self.condition(d.min(1))),
            1 => format!("!({} || {})", self.condition(d.min(1)), self.condition(d.min(1))),
            _ => {
                let ty = *self.rng.of(COMPUTED);
                let op = *self.rng.of(&["<", "<=", ">", ">=", "==", "!="]);
                format!("{} {op} {}", self.expr(ty, d), self.expr(ty, d))
            }
        }
    }

    /// Statements over locals of their own; `may_continue` where they stand right in a distributed loop.
    fn statements(&mut self, count: usize, may_continue: bool) {
        for _ in 0..count {
            let assignable: Vec<Value> = self.values.iter().filter(|v| v.assignable).cloned().collect();
            let target = if assignable.is_empty() { None } else { Some(self.rng.of(&assignable).clone()) };
            match (self.rng.below(9), target) {
                (0 | 1, Some(v)) => {
                    let e = self.expr(v.ty, 3);
                    self.line(&format!("{} = {e};", v.text));
                }
                (2, Some(v)) => {
                    let from = *self.rng.of(COMPUTED);
                    let (op, e) = (*self.rng.of(&["+=", "-=", "*="]), self.expr(from, 2));
                    self.line(&format!("{} {op} {e};", v.text));
                }
                (3, Some(_)) => {
                    let c = self.condition(2);
                    self.line(&format!("if ({c}) {{"));
                    self.block(1, false);
                    if self.rng.one_in(2) {
                        self.line("} else {");
                        self.block(1, false);
                    }
                    self.line("}");
                }
                (4, Some(_)) if self.loops < 2 => {
                    let q = self.fresh("q");
                    let (lo, hi) = (self.rng.below(3), 3 + self.rng.below(9));
                    self.line(&format!("for (int {q} = {lo}; {q} < {hi}; {q}++) {{"));
                    self.values.push(Value { text: q, ty: Int, assignable: false });
                    self.loops += 1;
                    self.block(2, false);
                    if self.rng.one_in(3) {
                        let c = self.condition(1);
                        self.line(&format!("    if ({c}) break;"));
                    }
                    self.loops -= 1;
                    self.values.pop();
                    self.line("}");
                }
                (5, Some(v)) => {
                    let e = self.expr(Int, 2);
                    self.line(&format!("switch ({e} & 3) {{"));
                    for case in ["case 0:", "case 2:", "default:"] {
                        let e = self.expr(v.ty, 2);
                        let end = if self.rng.one_in(4) && case != "default:" { "" } else { " break;" };
                        self.line(&format!("    {case} {} = {e};{end}", v.text));
                    }
                    self.line("}");
                }
                (6, Some(_)) if may_continue && self.rng.one_in(3) => {
                    let c = self.condition(2);
                    self.line(&format!("if ({c}) continue;"));
                }
                (7, _) if self.loops == 0 => {
                    let (w, ty) = (self.fresh("w"), *self.rng.of(COMPUTED));
                    let t = ty.name();
                    self.line(&format!("{t}[] {w} = new {t}[8];"));
                    for _ in 0..2 {
                        let (at, e) = (self.expr(Int, 2), self.expr(ty, 2));
                        self.line(&format!("{w}[{at} & 7] = {e};"));
                    }
                    let at = self.expr(Int, 1);
                    self.values.push(Value { text: format!("{w}[{at} & 7]"), ty, assignable: false });
                }
                _ => {
                    let (v, ty) = (self.fresh("v"), *self.rng.of(ALL));
                    let e = self.expr(ty, 3);
                    self.line(&format!("{} {v} = {e};", ty.name()));
                    self.values.push(Value { text: v, ty, assignable: true });
                }
            }
        }
    }

    /// Statements whose locals end with them.
    fn block(&mut self, count: usize, may_continue: bool) {
        let before = self.values.len();
        self.indent += 1;
        self.statements(count, may_continue);
        self.indent -= 1;
        self.values.truncate(before);
    }

    fn helper(&mut self) {
        let k = self.helpers.len();
        let (a, b, r) = (*self.rng.of(COMPUTED), *self.rng.of(COMPUTED), *self.rng.of(COMPUTED));
        self.line(&format!("static local {} h{k}({} x, {} y) {{", r.name(), a.name(), b.name()));
        self.values = vec![
            Value { text: "x".into(), ty: a, assignable: false },
            Value { text: "y".into(), ty: b, assignable: false },
        ];
        self.indent += 1;
        let count = 1 + self.rng.below(3);
        self.statements(count, false);
        if self.rng.one_in(2) {
            let (c, e) = (self.condition(2), self.expr(r, 2));
            self.line(&format!("if ({c}) return {e};"));
        }
        let e = self.expr(r, 3);
        self.line(&format!("return {e};"));
        self.indent -= 1;
        self.line("}");
        self.helpers.push((a, b, r));
        self.values.clear();
    }

    /// Parameters of a SOMD method: arrays `a0`, `a1`, … as long as each other, a table `t` that is read anywhere, a number.
    /// The result: their declarations, and arguments for them.
    fn params(&mut self, arrays: &[Ty]) -> (String, String) {
        let mut params = Vec::new();
        let mut args = Vec::new();
        for (k, ty) in arrays.iter().enumerate() {
            let dist = if k == 0 || self.rng.one_in(2) { "dist " } else { "" };
            params.push(format!("{dist}{}[] a{k}", ty.name()));
            args.push(format!("{}s($n, {})", ty.name(), self.rng.below(1000)));
        }
        params.push("int[] t".into());
        args.push("ints(16, 3)".into());
        let ty = *self.rng.of(COMPUTED);
        params.push(format!("{} k", ty.name()));
        args.push(self.literal(ty));
        self.values.push(Value { text: "k".into(), ty, assignable: false });
        (params.join(", "), args.join(", "))
    }

    /// What iteration `i` may read.
    fn reads(&mut self, arrays: &[Ty], written: usize) {
        self.values.push(Value { text: "i".into(), ty: Int, assignable: false });
        for (k, &ty) in arrays.iter().enumerate() {
            self.values.push(Value { text: format!("a{k}[i]"), ty, assignable: false });
            if k >= written && self.rng.one_in(2) {
                let at = ["i + 1", "i - 1", "a0.length - 1 - i", "i / 2"][self.rng.below(4)];
                self.values.push(Value { text: format!("a{k}[{at}]"), ty, assignable: false });
            }
        }
        let e = self.expr(Int, 1);
        let mask = if self.rng.one_in(12) { "31" } else { "15" };
        self.values.push(Value { text: format!("t[{e} & {mask}]"), ty: Int, assignable: false });
    }

    /// The head of a loop over the arrays' common length.
    fn head(&mut self) -> String {
        match self.rng.below(6) {
            0 => "for (int i = 1; i < a0.length - 1; i++) {".into(),
            1 => "for (int i = a0.length - 1; i >= 0; i--) {".into(),
            2 => "for (int i = 0; i <= a0.length - 2; i += 2) {".into(),
            _ => "for (int i = 0; i < a0.length; i++) {".into(),
        }
    }

    fn types(&mut self, count: usize) -> Vec<Ty> {
        (0..count).map(|_| *self.rng.of(ALL)).collect()
    }

    fn update(&mut self, k: usize) {
        let count = 2 + self.rng.below(2);
        let arrays = self.types(count);
        let written = 1 + self.rng.below(count - 1);
        let (params, args) = self.params(&arrays);
        let shown: Vec<String> = (0..written).map(|w| format!("text(a{w})")).collect();
        self.line(&format!("static void s{k}({params}) {{"));
        let loops = 1 + self.rng.below(2);
        let outer = self.values.len();
        for _ in 0..loops {
            let head = self.head();
            self.indent += 1;
            self.line(&head);
            self.reads(&arrays, written);
            self.indent += 1;
            let count = self.rng.below(4);
            self.statements(count, true);
            for (w, &ty) in arrays[..written].iter().enumerate() {
                let e = self.expr(ty, 3);
                let conditional =
                    if self.rng.one_in(4) { format!("if ({}) ", self.condition(1)) } else { String::new() };
                self.line(&format!("{conditional}a{w}[i] = {e};"));
            }
            self.indent -= 1;
            self.line("}");
            self.indent -= 1;
            self.values.truncate(outer);
        }
        self.line("}");
        let declared: Vec<String> = params.split(", ").map(|p| p.trim_start_matches("dist ").to_string()).collect();
        self.line(&format!("static String c{k}({}) {{", declared.join(", ")));
        let names: Vec<&str> = declared.iter().filter_map(|p| p.split(' ').nth(1)).collect();
        self.line(&format!("    s{k}({});", names.join(", ")));
        self.line(&format!("    return {};", shown.join(" + ' ' + ")));
        self.line("}");
        self.calls.push(format!("c{k}({args})"));
    }

    fn result(&mut self, k: usize) {
        let arrays = self.types(2);
        let ty = *self.rng.of(ALL);
        let (params, args) = self.params(&arrays);
        let t = ty.name();
        self.line(&format!("static {t}[] s{k}({params}) {{"));
        self.indent += 1;
        self.line(&format!("{t}[] r = new {t}[a0.length];"));
        let head = self.head();
        self.line(&head);
        self.reads(&arrays, 0);
        self.indent += 1;
        let count = self.rng.below(4);
        self.statements(count, true);
        let e = self.expr(ty, 3);
        self.line(&format!("r[i] = {e};"));
        self.indent -= 1;
        self.line("}");
        self.line("return r;");
        self.indent -= 1;
        self.line("}");
        self.calls.push(format!("text(s{k}({args}))"));
    }

    fn reduction(&mut self, k: usize) {
        let arrays = self.types(2);
        let ty = *self.rng.of(COMPUTED);
        let (params, args) = self.params(&arrays);
        let ops: &[&str] = if ty.is_float() { &["+", "min", "max"] } else { &["+", "min", "max", "*", "&", "|", "^"] };
        let op = *self.rng.of(ops);
        let first = self.literal(ty);
        self.line(&format!("static reduce({op}) {} s{k}({params}) {{", ty.name()));
        self.indent += 1;
        self.line(&format!("{} sum = {first};", ty.name()));
        let head = self.head();
        self.line(&head);
        self.reads(&arrays, 0);
        self.indent += 1;
        let count = self.rng.below(3);
        self.statements(count, true);
        let e = self.expr(ty, 3);
        let fold = match op {
            "min" | "max" => format!("sum = Math.{op}(sum, {e});"),
            _ => format!("sum {op}= {e};"),
        };
        let conditional = if self.rng.one_in(3) { format!("if ({}) ", self.condition(1)) } else { String::new() };
        self.line(&format!("{conditional}{fold}"));
        self.indent -= 1;
        self.line("}");
        self.line("return sum;");
        self.indent -= 1;
        self.line("}");
        self.calls.push(format!("s{k}({args})"));
    }

    fn histogram(&mut self, k: usize) {
        let arrays = self.types(2);
        let ty = *self.rng.of(&[Int, Long, Int, Short, Byte]);
        let (params, args) = self.params(&arrays);
        let t = ty.name();
        self.line(&format!("static reduce(+) {t}[] s{k}({params}) {{"));
        self.indent += 1;
        self.line(&format!("{t}[] h = new {t}[32];"));
        let head = self.head();
        self.line(&head);
        self.reads(&arrays, 0);
        self.indent += 1;
        let count = self.rng.below(3);
        self.statements(count, true);
        let (at, e) = (self.expr(Int, 2), self.expr(ty.promoted(), 2));
        self.line(&format!("h[{at} & 31] += {e};"));
        self.indent -= 1;
        self.line("}");
        self.line("return h;");
        self.indent -= 1;
        self.line("}");
        self.calls.push(format!("text(s{k}({args}))"));
    }

    /// Rounds over a matrix that read its neighbours.
    fn steps(&mut self, k: usize) {
        let ty = *self.rng.of(&[Double, Int]);
        let t = ty.name();
        let dist = *self.rng.of(&["dist", "dist(view = <1,1>, <1,1>)", "dist(dim = 1)"]);
        self.line(&format!("static {t}[][] s{k}({dist} {t}[][] g, int rounds) {{"));
        self.indent += 1;
        self.line("for (int p = 0; p < rounds; p++)");
        self.line("    sync {");
        self.indent += 2;
        self.line("for (int i = 1; i < g.length - 1; i++)");
        self.line("    for (int j = 1; j < g[0].length - 1; j++) {");
        self.indent += 2;
        for read in ["g[i][j]", "g[i - 1][j]", "g[i + 1][j]", "g[i][j - 1]", "g[i][j + 1]", "g[i - 1][j]", "g[i][j]"] {
            self.values.push(Value { text: read.into(), ty, assignable: false });
        }
        for index in ["i", "j", "p"] {
            self.values.push(Value { text: index.into(), ty: Int, assignable: false });
        }
        let count = self.rng.below(3);
        self.statements(count, true);
        let e = self.expr(ty, 4);
        self.line(&format!("g[i][j] = {e};"));
        self.indent -= 2;
        self.line("    }");
        self.indent -= 2;
        self.line("    }");
        self.line("return g;");
        self.indent -= 1;
        self.line("}");
        let rounds = 1 + self.rng.below(5);
        self.calls.push(format!("text(s{k}({t}Rows($n % 100 + 2, 37, {k}), {rounds}))"));
    }

    fn product(&mut self, k: usize) {
        let ty = *self.rng.of(&[Double, Int]);
        let t = ty.name();
        self.line(&format!("static void s{k}(dist {t}[][] c, {t}[][] a, {t}[][] b) {{"));
        self.indent += 1;
        let turned = self.rng.one_in(2);
        let of_b = if turned { "b[j][q]" } else { "b[q][j]" };
        for (name, ty) in [("a[i][q]", ty), (of_b, ty), ("a[i][q]", ty), (of_b, ty), ("q", Int), ("i", Int), ("j", Int)]
        {
            self.values.push(Value { text: name.into(), ty, assignable: false });
        }
        let inner = if turned { "b[0].length" } else { "b.length" };
        let outer = if turned { "b.length" } else { "b[0].length" };
        self.line("for (int i = 0; i < c.length; i++)");
        self.line(&format!("    for (int j = 0; j < {outer}; j++) {{"));
        self.line(&format!("        {t} sum = {};", if ty == Double { "0" } else { "i" }));
        self.line(&format!("        for (int q = 0; q < {inner}; q++)"));
        let e = if self.rng.one_in(2) { format!("a[i][q] * {of_b}") } else { self.expr(ty, 3) };
        self.line(&format!("            sum += {e};"));
        self.line("        c[i][j] = sum;");
        self.line("    }");
        self.indent -= 1;
        self.line("}");
        self.line(&format!("static String c{k}({t}[][] c, {t}[][] a, {t}[][] b) {{"));
        self.line(&format!("    s{k}(c, a, b);"));
        self.line("    return text(c);");
        self.line("}");
        let n = "$n % 90 + 1";
        let second = if turned { format!("{t}Rows(70, {n}, 9)") } else { format!("{t}Rows({n}, 70, 9)") };
        self.calls.push(format!("c{k}(new {t}[33][70], {t}Rows(33, {n}, 5), {second})"));
    }

    /// A mapped method over one array or two, reduced in one way or another.
    fn map(&mut self, k: usize) {
        let (a, b, r) = (*self.rng.of(ALL), *self.rng.of(ALL), *self.rng.of(COMPUTED));
        self.line(&format!("static local {} f{k}({} x, {} y) {{", r.name(), a.name(), b.name()));
        for (name, ty) in [("x", a), ("y", b)] {
            self.values.push(Value { text: name.into(), ty, assignable: false });
        }
        self.indent += 1;
        let count = self.rng.below(4);
        self.statements(count, false);
        let e = self.expr(r, 3);
        self.line(&format!("return {e};"));
        self.indent -= 1;
        self.line("}");
        self.values.clear();
        for name in ["x", "y"] {
            self.values.push(Value { text: name.into(), ty: r, assignable: false });
        }
        let e = self.expr(r, 2);
        self.line(&format!("static local {r} g{k}({r} x, {r} y) {{ return {e}; }}", r = r.name()));
        let whole = self.rng.one_in(3);
        let class = self.class.clone();
        let second = if whole { self.literal(b) } else { format!("new {t}[[]]({t}s(n, 8))", t = b.name()) };
        self.line(&format!("static String c{k}(int n) {{"));
        self.line(&format!("    {t}[[]] v = new {t}[[]]({t}s(n, 77));", t = a.name()));
        self.line(&format!("    {t}[[]] m = {class} @ f{k}(v, {second});", t = r.name()));
        let reduced = match self.rng.below(3) {
            0 => format!("{class}.g{k}! m"),
            1 => format!("+! ({class} @ f{k}(v, {second}))"),
            _ => "Math.max! (m @* m)".to_string(),
        };
        self.line(&format!("    return shown(m) + ' ' + ({reduced});"));
        self.line("}");
        self.calls.push(format!("c{k}($n)"));
    }

    fn array_methods(&mut self, k: usize) {
        let ty = *self.rng.of(COMPUTED);
        let t = ty.name();
        self.line(&format!("static String c{k}(int n) {{"));
        self.indent += 1;
        self.line(&format!("{t}[[]] v = new {t}[[]]({t}s(n, {k}));"));
        let k_value = self.rng.below(9);
        self.line(&format!("{t} k = {k_value};"));
        self.values =
            vec![Value { text: "x".into(), ty, assignable: false }, Value { text: "k".into(), ty, assignable: false }];
        let mut shown = vec!["shown(v)".to_string()];
        for part in 0..3 {
            let name = format!("r{part}");
            let text = match self.rng.below(7) {
                0 | 1 => {
                    let r = *self.rng.of(COMPUTED);
                    format!("{r}[[]] {name} = v.map(x -> {});", self.expr(r, 3), r = r.name())
                }
                2 => format!("{t}[[]] {name} = v.filter(x -> {});", self.condition(2)),
                3 => {
                    let op = *self.rng.of(&["+", "*"]);
                    format!("{t}[[]] {name} = v.scan({}, (s, x) -> s {op} {});", self.literal(ty), self.expr(ty, 2))
                }
                4 => {
                    let e = self.expr(Int, 2);
                    format!("int[[]] {name} = v.histogram(16, x -> {e} & 15);")
                }
                5 => {
                    self.values.push(Value { text: "y".into(), ty, assignable: false });
                    let e = self.expr(ty, 3);
                    self.values.pop();
                    format!("{t}[[]] {name} = v.zip(v.map(x -> x * k), (x, y) -> {e});")
                }
                _ => {
                    self.values.push(Value { text: "y".into(), ty, assignable: false });
                    let e = self.expr(ty, 2);
                    self.values.pop();
                    format!("{t}[[]] {name} = new {t}[[]] {{ v.reduce({}, (x, y) -> {e}) }};", self.literal(ty))
                }
            };
            self.line(&text);
            shown.push(format!("shown({name})"));
        }
        self.line(&format!("return {};", shown.join(" + ' ' + ")));
        self.indent -= 1;
        self.line("}");
        self.calls.push(format!("c{k}($n)"));
    }

    /// Maps from rows to rows, and a reduction of rows.
    fn rows(&mut self, k: usize) {
        let ty = *self.rng.of(COMPUTED);
        let (t, from, to) = (ty.name(), 2 + self.rng.below(4), 2 + self.rng.below(4));
        self.line(&format!("static local {t}[[{to}]] f{k}({t}[[{from}]] x, int y) {{"));
        self.indent += 1;
        for q in 0..from {
            self.values.push(Value { text: format!("x[{q}]"), ty, assignable: false });
        }
        self.values.push(Value { text: "y".into(), ty: Int, assignable: false });
        let count = self.rng.below(3);
        self.statements(count, false);
        let elements: Vec<String> = (0..to).map(|_| self.expr(ty, 3)).collect();
        self.line(&format!("return new {t}[[{to}]] {{ {} }};", elements.join(", ")));
        self.indent -= 1;
        self.line("}");
        self.values.clear();
        for q in 0..to {
            for name in ["x", "y"] {
                self.values.push(Value { text: format!("{name}[{q}]"), ty, assignable: false });
            }
        }
        let elements: Vec<String> = (0..to).map(|_| self.expr(ty, 2)).collect();
        self.line(&format!("static local {t}[[{to}]] g{k}({t}[[{to}]] x, {t}[[{to}]] y) {{"));
        self.line(&format!("    return new {t}[[{to}]] {{ {} }};", elements.join(", ")));
        self.line("}");
        let class = self.class.clone();
        self.line(&format!("static String c{k}(int n) {{"));
        self.line(&format!("    {t}[][] a = new {t}[n][];"));
        self.line("    for (int i = 0; i < n; i++)");
        self.line(&format!("        a[i] = {t}s({from}, i);"));
        self.line(&format!("    {t}[[][{to}]] m = {class} @ f{k}(new {t}[[][{from}]](a), new int[[]](ints(n, 3)));"));
        self.line("    String s = \"\";");
        self.line("    for (int i = 0; i < n; i += 1 + n / 3)");
        self.line("        s += shown(m[i]) + ' ';");
        self.line(&format!("    return s + shown({class}.g{k}! m);"));
        self.line("}");
        self.calls.push(format!("c{k}($n)"));
    }

    /// Maps to value objects, and their reduction.
    fn objects(&mut self, k: usize) {
        let types = [*self.rng.of(ALL), *self.rng.of(COMPUTED), *self.rng.of(COMPUTED)];
        let [a, b, c] = types.map(Ty::name);
        self.line(&format!("static value class V{k} {{"));
        self.line(&format!("    final {a} a;"));
        self.line(&format!("    final {b} b;"));
        self.line(&format!("    final {c} c;"));
        self.line(&format!("    V{k}({a} a, {b} b, {c} c) {{ this.a = a; this.b = b; this.c = c; }}"));
        let from = *self.rng.of(ALL);
        self.values = vec![
            Value { text: "x".into(), ty: from, assignable: false },
            Value { text: "y".into(), ty: Int, assignable: false },
        ];
        let made: Vec<String> = types.iter().map(|&t| self.expr(t, 3)).collect();
        self.line(&format!(
            "    static local V{k} of({} x, int y) {{ return new V{k}({}); }}",
            from.name(),
            made.join(", ")
        ));
        self.values.clear();
        for v in ["x", "y"] {
            for (field, &ty) in ["a", "b", "c"].iter().zip(&types) {
                self.values.push(Value { text: format!("{v}.{field}"), ty, assignable: false });
            }
        }
        let merged: Vec<String> = types.iter().map(|&t| self.expr(t, 2)).collect();
        self.line(&format!(
            "    static local V{k} merge(V{k} x, V{k} y) {{ return new V{k}({}); }}",
            merged.join(", ")
        ));
        self.line("}");
        self.line(&format!("static String c{k}(int n) {{"));
        self.line(&format!(
            "    V{k}[[]] m = V{k} @ of(new {t}[[]]({t}s(n, 4)), new int[[]](ints(n, 5)));",
            t = from.name()
        ));
        self.line(&format!("    V{k} r = V{k}.merge! m;"));
        self.line("    return r.a + \" \" + r.b + \" \" + r.c + \" \" + m[n / 2].a + \" \" + m[n / 2].b + \" \" + m[n - 1].c;");
        self.line("}");
        self.calls.push(format!("c{k}($n)"));
    }

    /// A loop that is left early, and what it did until then.
    fn search(&mut self, k: usize) {
        let arrays = self.types(2);
        let (params, args) = self.params(&arrays);
        let leaves = self.rng.below(3);
        self.line(&format!("static int s{k}({params}) {{"));
        self.indent += 1;
        self.line("int found = -1;");
        self.line("for (int i = 0; i < a0.length; i++) {");
        self.reads(&arrays, 1);
        self.indent += 1;
        let count = self.rng.below(3);
        self.statements(count, false);
        if self.rng.one_in(2) {
            let e = self.expr(arrays[0], 2);
            self.line(&format!("a0[i] = {e};"));
        }
        let (c, n) = (self.condition(2), 20 + self.rng.below(600));
        match leaves {
            0 => self.line(&format!("if (i > {n} && {c}) return i;")),
            1 => self.line(&format!("if (i > {n} || {c}) {{ found = i; break; }}")),
            _ => self.line(&format!("if (i == {n} + a0.length / 2) break;")),
        }
        self.indent -= 1;
        self.line("}");
        self.line("return found;");
        self.indent -= 1;
        self.line("}");
        self.with_first(k, &params, "int r = ", "r");
        self.calls.push(format!("c{k}({args})"));
    }

    /// `cK` calls `sK` and shows `shown` and the first array.
    fn with_first(&mut self, k: usize, params: &str, kept: &str, shown: &str) {
        let declared: Vec<String> = params.split(", ").map(|p| p.trim_start_matches("dist ").to_string()).collect();
        let names: Vec<&str> = declared.iter().filter_map(|p| p.split(' ').nth(1)).collect();
        self.line(&format!("static String c{k}({}) {{", declared.join(", ")));
        self.line(&format!("    {kept}s{k}({});", names.join(", ")));
        self.line(&format!("    return {shown} + \" \" + text(a0);"));
        self.line("}");
    }

    /// Where the least or greatest is.
    fn extreme(&mut self, k: usize) {
        let arrays = self.types(2);
        let (params, args) = self.params(&arrays);
        let of = arrays[0].promoted();
        let t = of.name();
        let (op, abs) = (*self.rng.of(&["<", ">", "<=", ">="]), self.rng.one_in(3));
        let value = |at: &str| if abs { format!("Math.abs(a0[{at}])") } else { format!("a0[{at}]") };
        let reduce = if op.starts_with('<') { "min" } else { "max" };
        self.line(&format!("static reduce({reduce}) int s{k}({params}) {{"));
        self.indent += 1;
        if self.rng.one_in(2) {
            self.line("int at = 0;");
            self.line(&format!("for (int i = 1; i < a0.length; i++) if ({} {op} {}) at = i;", value("i"), value("at")));
            self.line("return at;");
        } else {
            self.line(&format!("{t} best = {};", value("0")));
            self.line("int at = 0;");
            self.line("for (int i = 0; i < a0.length; i++) {");
            self.indent += 1;
            self.reads(&arrays, 0);
            let count = self.rng.below(2);
            self.statements(count, false);
            let e = if self.rng.one_in(2) { self.expr(of, 3) } else { value("i") };
            self.line(&format!("{t} e = {e};"));
            self.line(&format!("if (e {op} best) {{ best = e; at = i; }}"));
            self.indent -= 1;
            self.line("}");
            self.line("return at;");
        }
        self.indent -= 1;
        self.line("}");
        self.calls.push(format!("s{k}({args})"));
    }

    /// A shared scalar, and a loop that uses what it has become.
    fn normalized(&mut self, k: usize) {
        let arrays = self.types(2);
        let ty = *self.rng.of(COMPUTED);
        let (t, first) = (ty.name(), self.literal(ty));
        let (params, args) = self.params(&arrays);
        let op = *self.rng.of(&["+", "min", "max"]);
        self.line(&format!("static void s{k}({params}) {{"));
        self.indent += 1;
        self.line(&format!("shared {t} sum = {first};"));
        let rounds = self.rng.one_in(3);
        if rounds {
            self.line("for (int p = 0; p < 3; p++) {");
            self.indent += 1;
        }
        let outer = self.values.len();
        self.line(&format!("sync reduce({op}) (sum) {{"));
        self.indent += 1;
        let head = self.head();
        self.line(&head);
        self.reads(&arrays, 0);
        let e = self.expr(ty, 3);
        match op {
            "+" => self.line(&format!("    sum += {e};")),
            _ => self.line(&format!("    sum = Math.{op}(sum, {e});")),
        }
        self.line("}");
        self.values.truncate(outer);
        self.indent -= 1;
        self.line("}");
        self.values.push(Value { text: "sum".into(), ty, assignable: false });
        let e = self.expr(ty, 2);
        self.line(&format!("sum = {e};"));
        let head = self.head();
        self.line(&head);
        self.reads(&arrays, 1);
        self.indent += 1;
        let count = self.rng.below(2);
        self.statements(count, true);
        let e = self.expr(arrays[0], 3);
        self.line(&format!("a0[i] = {e};"));
        self.indent -= 1;
        self.line("}");
        if rounds {
            self.indent -= 1;
            self.line("}");
        }
        self.indent -= 1;
        self.line("}");
        self.with_first(k, &params, "", "a0.length");
        self.calls.push(format!("c{k}({args})"));
    }

    /// Matrices in flat arrays.
    fn flat(&mut self, k: usize) {
        let ty = *self.rng.of(COMPUTED);
        let t = ty.name();
        self.line(&format!("static {t}[] s{k}(dist {t}[] a, {t}[] b, int n, int m) {{"));
        self.indent += 1;
        self.line(&format!("{t}[] c = new {t}[n * m];"));
        for (name, ty) in [("a[i * m + j]", ty), ("b[j * n + i]", ty), ("i", Int), ("j", Int), ("n", Int)] {
            self.values.push(Value { text: name.into(), ty, assignable: false });
        }
        self.line("for (int i = 0; i < n; i++)");
        match self.rng.below(3) {
            0 => {
                self.line("    for (int j = 0; j < m; j++) {");
                self.indent += 2;
                let count = self.rng.below(3);
                self.statements(count, true);
                let e = self.expr(ty, 4);
                self.line(&format!("c[i * m + j] = {e};"));
                self.indent -= 2;
                self.line("    }");
            }
            1 => {
                self.line("    for (int j = 0; j < m; j++) {");
                self.line(&format!("        {t} sum = 0;"));
                self.values.push(Value { text: "a[i * m + q]".into(), ty, assignable: false });
                self.values.push(Value { text: "b[q * n + i]".into(), ty, assignable: false });
                let e = self.expr(ty, 2);
                self.line(&format!("        for (int q = 0; q < m; q++) sum += a[i * m + q] + {e};"));
                self.line("        c[i * m + j] = sum;");
                self.line("    }");
            }
            _ => {
                self.line("    for (int q = 0; q < m; q++)");
                self.line(
                    "        for (int j = 0; j < m; j++) c[i * m + j] += a[i * m + q] * b[q * n % (m * n) + j % n];",
                );
            }
        }
        self.line("return c;");
        self.indent -= 1;
        self.line("}");
        let (n, m) = ("($n % 100 + 1)", 3 + self.rng.below(40));
        self.calls.push(format!("text(s{k}({t}s({n} * {m}, 1), {t}s({n} * {m}, 2), {n}, {m}))"));
    }

    /// Each row's own sums, order statistics and updates.
    fn per_row(&mut self, k: usize) {
        let ty = *self.rng.of(&[Double, Int]);
        let t = ty.name();
        self.line(&format!("static {t}[] s{k}(dist {t}[][] a, int[] t) {{"));
        self.indent += 1;
        self.line(&format!("{t}[] r = new {t}[a.length];"));
        self.line("for (int i = 0; i < a.length; i++) {");
        self.indent += 1;
        self.line(&format!("{t} sum = 0, last = a[i][0];"));
        let work = self.rng.one_in(2);
        if work {
            self.line(&format!("{t}[] w = new {t}[a[0].length];"));
        }
        self.line("for (int j = 0; j < a[0].length; j++) {");
        for (name, ty) in
            [("a[i][j]", ty), ("last", ty), ("sum", ty), ("i", Int), ("j", Int), ("t[j & 15]", Int), ("a[i][j]", ty)]
        {
            self.values.push(Value { text: name.into(), ty, assignable: false });
        }
        self.indent += 1;
        let before = self.values.len();
        let count = self.rng.below(3);
        self.statements(count, false);
        let e = self.expr(ty, 3);
        self.line(&format!("sum += {e};"));
        let e = self.expr(ty, 2);
        self.line(&format!("last = {e};"));
        if work {
            self.line("w[j] = last;");
        }
        self.values.truncate(before);
        self.indent -= 1;
        self.line("}");
        match self.rng.below(3) {
            0 if work => {
                self.line("for (int j = 1; j < w.length; j++) {");
                self.line(&format!("    {t} e = w[j];"));
                self.line("    int q = j - 1;");
                self.line("    while (q >= 0 && w[q] > e) { w[q + 1] = w[q]; q--; }");
                self.line("    w[q + 1] = e;");
                self.line("}");
                self.line("sum += w[w.length / 2];");
            }
            1 if work => self.line("for (int j = w.length - 1; j > 0; j -= 2) a[i][j] = w[j - 1] - w[j];"),
            _ => self.line("for (int j = 1; j < a[0].length; j++) a[i][j] = a[i][j - 1] * 3 + sum;"),
        }
        self.line("r[i] = sum + last;");
        self.indent -= 1;
        self.line("}");
        self.line("return r;");
        self.indent -= 1;
        self.line("}");
        self.line(&format!("static String c{k}({t}[][] a, int[] t) {{"));
        self.line(&format!("    return text(s{k}(a, t)) + ' ' + text(a);"));
        self.line("}");
        let m = 2 + self.rng.below(30);
        self.calls.push(format!("c{k}({t}Rows($n % 3000, {m}, {k}), ints(16, 6))"));
    }

    /// Objects with fields of primitive types, updated in steps.
    fn bodies(&mut self, k: usize) {
        let types = [*self.rng.of(ALL), *self.rng.of(COMPUTED), *self.rng.of(COMPUTED)];
        let [a, b, c] = types.map(Ty::name);
        self.line(&format!("static class B{k} {{"));
        self.line(&format!("    {a} a;"));
        self.line(&format!("    {b} b;"));
        self.line(&format!("    {c} c;"));
        self.line("}");
        self.line(&format!("static void s{k}(dist B{k}[] v, int rounds) {{"));
        self.indent += 1;
        self.line("for (int p = 0; p < rounds; p++)");
        self.line("    for (int i = 0; i < v.length; i++) {");
        for (field, ty) in [("v[i].a", types[0]), ("v[i].b", types[1]), ("v[i].c", types[2]), ("i", Int), ("p", Int)] {
            self.values.push(Value { text: field.into(), ty, assignable: false });
        }
        self.indent += 2;
        let count = self.rng.below(3);
        self.statements(count, true);
        for (field, ty) in ["a", "b", "c"].iter().zip(types) {
            let e = self.expr(ty, 3);
            self.line(&format!("v[i].{field} = {e};"));
        }
        self.indent -= 2;
        self.line("    }");
        self.indent -= 1;
        self.line("}");
        self.line(&format!("static String c{k}(int n) {{"));
        self.line(&format!("    B{k}[] v = new B{k}[n];"));
        self.line("    for (int i = 0; i < n; i++) {");
        self.line(&format!("        v[i] = new B{k}();"));
        self.line(&format!("        v[i].a = ({a}) i;"));
        self.line(&format!("        v[i].c = ({c}) (i * 7);"));
        self.line("    }");
        self.line(&format!("    s{k}(v, 3);"));
        self.line("    double h = 0;");
        self.line(&format!("    for (B{k} e : v) h = h * 0.5 + e.a + e.b + e.c;"));
        self.line("    return h + \" \" + v[n / 2].a + \" \" + v[n / 2].b + \" \" + v[n - 1].c;");
        self.line("}");
        self.calls.push(format!("c{k}($n)"));
    }

    /// Two arrays that change places after each round.
    fn swapped(&mut self, k: usize) {
        let ty = *self.rng.of(COMPUTED);
        let t = ty.name();
        self.line(&format!("static {t}[] s{k}(dist {t}[] a, dist {t}[] b, int rounds) {{"));
        self.indent += 1;
        self.line("for (int p = 0; p < rounds; p++) {");
        self.indent += 1;
        self.line("sync {");
        for (name, ty) in [("a[i]", ty), ("a[i - 1]", ty), ("a[i + 1]", ty), ("i", Int), ("p", Int)] {
            self.values.push(Value { text: name.into(), ty, assignable: false });
        }
        self.line("    for (int i = 1; i < a.length - 1; i++) {");
        self.indent += 2;
        let count = self.rng.below(3);
        self.statements(count, false);
        let e = self.expr(ty, 4);
        self.line(&format!("b[i] = {e};"));
        self.indent -= 2;
        self.line("    }");
        self.line("}");
        self.line(&format!("{t}[] other = a;"));
        self.line("a = b;");
        self.line("b = other;");
        self.indent -= 1;
        self.line("}");
        self.line("return a;");
        self.indent -= 1;
        self.line("}");
        let rounds = 1 + self.rng.below(6);
        self.calls.push(format!("text(s{k}({t}s($n, 1), new {t}[$n], {rounds}))"));
    }

    /// Array methods that move elements.
    fn more_methods(&mut self, k: usize) {
        let ty = *self.rng.of(COMPUTED);
        let t = ty.name();
        self.line(&format!("static String c{k}(int n) {{"));
        self.indent += 1;
        self.line(&format!("{t}[[]] v = new {t}[[]]({t}s(n, {k}));"));
        self.line("int[] at = ints(n, 9);");
        self.line("for (int i = 0; i < n; i++) at[i] = (at[i] & 0x7fffffff) % n;");
        self.line("int[[]] places = new int[[]](at);");
        let factor = self.rng.below(9);
        self.line(&format!("{t} k = {factor};"));
        let mut shown = Vec::new();
        for part in 0..3 {
            let name = format!("r{part}");
            self.values = vec![
                Value { text: "x".into(), ty, assignable: false },
                Value { text: "y".into(), ty, assignable: false },
                Value { text: "k".into(), ty, assignable: false },
            ];
            let text = match self.rng.below(6) {
                0 => format!("{t}[[]] {name} = v.gather(places);"),
                1 if !ty.is_float() => {
                    let op = *self.rng.of(&["+", "^", "|", "*"]);
                    format!("{t}[[]] {name} = v.scatter(places, new {t}[[]]({t}s(n, 5)), (x, y) -> ({t}) (x {op} y));")
                }
                1 => format!("{t}[[]] {name} = v.scatter(places, new {t}[[]]({t}s(n, 5)), Math::max);"),
                2 => {
                    let op = *self.rng.of(&["+", "*"]);
                    format!("{t}[[]] {name} = v.scanExclusive({}, (x, y) -> x {op} y);", self.literal(ty))
                }
                3 => {
                    let e = self.expr(ty, 2);
                    let few = format!("{t}s(n % 200 + 1, 3)");
                    format!(
                        "{t}[[]] {name} = new {t}[[]] {{ +! (new {t}[[]]({few}).allPairs(new {t}[[]]({few}), (x, y) -> {e}).map(r -> +! r)) }};"
                    )
                }
                4 => {
                    let e = self.expr(ty, 2).replace('y', "x");
                    format!("{t}[[]] {name} = v.iterate(3, a -> a.map(x -> {e}));")
                }
                _ => {
                    let e = self.expr(ty, 3);
                    format!("{t}[[]] {name} = v.zip(v.gather(places), (x, y) -> {e});")
                }
            };
            self.line(&text);
            shown.push(format!("shown({name})"));
        }
        self.line(&format!("return {};", shown.join(" + ' ' + ")));
        self.indent -= 1;
        self.line("}");
        self.calls.push(format!("c{k}($n)"));
    }
}
