//! What programs are made of beyond numbers and control flow: collections, records, enums, generic classes, lambdas, classes
//! inside of classes, resources, formatted text.

use super::{ALL, Generator, NUMBERS, SHAPES, Ty, Var, var};

/// Classes and helpers that need no chance.
const FIXED: &str = r#"
    interface Step {
        int step(int x, long y);
        default int twice(int x) { return step(step(x, 1L), 2L); }
    }
    static class Box<T extends Comparable<T>> {
        final T value;
        Box(T value) { this.value = value; }
        <R extends Comparable<R>> Box<R> map(Function<? super T, ? extends R> f) { return new Box<R>(f.apply(value)); }
        T best(T other) { return value.compareTo(other) >= 0 ? value : other; }
    }
    static class Noisy implements AutoCloseable {
        final String name;
        final boolean fails;
        Noisy(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
            System.out.println("open " + name);
        }
        public void close() {
            System.out.println("close " + name);
            if (fails) throw new IllegalStateException("close " + name);
        }
    }
    static class Oops extends Exception {
        final int code;
        Oops(int code, String text) { super(text); this.code = code; }
    }
    int base = 3;
    class Inner {
        int n;
        Inner(int n) { this.n = n + base; }
        int next(int k) { base += k; return n += base; }
    }
    static int sum(int... xs) { int s = xs.length; for (int x : xs) s = s * 31 + x; return s; }
    static List<Integer> list(Integer... xs) { return new ArrayList<>(Arrays.asList(xs)); }
    static boolean push(List<Integer> l, int x) { return l.size() < 40 && l.add(x); }
    static Map<String, Integer> map(boolean sorted, String k, int v, String l, int w) {
        Map<String, Integer> m = sorted ? new TreeMap<>() : new HashMap<>();
        m.put(k, v);
        m.put(l, w);
        return m;
    }
    static <T> T pick(boolean first, T a, T b) { return first ? a : b; }
    static int risky(int x) throws Oops { if ((x & 3) == 0) throw new Oops(x, "risky " + x); return x >> 1; }
"#;

impl Generator {
    pub(super) fn things(&mut self) {
        self.out.push_str(FIXED);
        self.vars = vec![var("x", Ty::Int)];
        let (a, b) = (self.expr(Ty::Int, 2), self.expr(Ty::Int, 2));
        self.line(&format!(
            "enum Level {{ LOW, MID {{ int weight(int x) {{ return {a}; }} }}, HIGH; int weight(int x) {{ return ordinal() + {b}; }} }}"
        ));
        self.vars = vec![var("left", Ty::Int), var("right", Ty::String)];
        let (a, b) = (self.expr(Ty::Int, 2), self.expr(Ty::Int, 2));
        self.line(&format!(
            "record Pair(int left, String right) {{ Pair {{ left = {a}; }} int mix() {{ return {b} + right.length(); }} }}"
        ));
        self.vars.clear();
    }

    pub(super) fn thing_literal(&mut self, ty: Ty) -> String {
        match ty {
            Ty::List => {
                let n = self.rng.below(4);
                let items: Vec<String> = (0..n).map(|_| self.literal(Ty::Int)).collect();
                format!("list({})", items.join(", "))
            }
            Ty::Map => {
                let sorted = self.literal(Ty::Boolean);
                let [k, l] = [Ty::String, Ty::String].map(|t| self.literal(t));
                let [v, w] = [Ty::Int, Ty::Int].map(|t| self.literal(t));
                format!("map({sorted}, {k}, {v}, {l}, {w})")
            }
            Ty::Level => format!("Level.{}", self.rng.of(&["LOW", "MID", "HIGH"])),
            Ty::Pair => format!("new Pair({}, {})", self.literal(Ty::Int), self.literal(Ty::String)),
            _ => {
                let f = *self.rng.of(&["x$ -> x$ + 1", "x$ -> x$ * x$", "Math::abs", "Integer::reverse", "x$ -> ~x$"]);
                format!("((IntUnaryOperator) {})", f.replace("x$", &self.fresh()))
            }
        }
    }

    /// A lambda's body may use what is final, and its parameter.
    fn inside(&mut self, parameter: &str, ty: Ty, depth: usize) -> String {
        let outer = self.vars.clone();
        self.vars.retain(|v| v.is_final);
        self.vars.push(Var { fixed: true, ..var(parameter, Ty::Int) });
        let e = self.expr(ty, depth);
        self.vars = outer;
        e
    }

    pub(super) fn thing_expr(&mut self, ty: Ty, d: usize) -> Option<String> {
        let x = self.fresh();
        Some(match ty {
            Ty::Int => match self.rng.below(20) {
                0 => format!("((int) ({}).get(({}) & 3))", self.expr(Ty::List, d), self.expr(Ty::Int, d)),
                1 => format!("({}).size()", self.expr(Ty::List, d)),
                2 => format!("({}).indexOf({})", self.expr(Ty::List, d), self.expr(Ty::Int, d)),
                3 => format!(
                    "((int) ({}).getOrDefault({}, {}))",
                    self.expr(Ty::Map, d),
                    self.expr(Ty::String, d),
                    self.expr(Ty::Int, d)
                ),
                4 => format!("({}).weight({})", self.expr(Ty::Level, d), self.expr(Ty::Int, d)),
                5 => format!("({}).ordinal()", self.expr(Ty::Level, d)),
                6 => format!("({}).applyAsInt({})", self.expr(Ty::Fun, d), self.expr(Ty::Int, d)),
                7 => format!("({}).{}()", self.expr(Ty::Pair, d), self.rng.of(&["left", "mix", "hashCode"])),
                8 => format!("sum({}, {}, {})", self.expr(Ty::Int, d), self.expr(Ty::Int, d), self.expr(Ty::Char, d)),
                9 => format!(
                    "Integer.{}({})",
                    self.rng.of(&[
                        "bitCount",
                        "reverse",
                        "highestOneBit",
                        "numberOfTrailingZeros",
                        "signum",
                        "reverseBytes"
                    ]),
                    self.expr(Ty::Int, d)
                ),
                10 => format!("Integer.parseInt({})", self.expr(Ty::String, d)),
                11 => {
                    let f = *self.rng.of(&[
                        "Math.floorMod",
                        "Math.addExact",
                        "Math.multiplyExact",
                        "Math.floorDiv",
                        "Integer.compareUnsigned",
                    ]);
                    format!("{f}({}, {})", self.expr(Ty::Int, d), self.expr(Ty::Int, d))
                }
                12 => format!("((int) new Box<>({}).best({}))", self.expr(Ty::Int, d), self.expr(Ty::Int, d)),
                13 => format!("((int) new Box<>({}).map(String::length).value)", self.expr(Ty::String, d)),
                14 => {
                    let body = self.inside(&x, Ty::Int, d);
                    format!("((Step) ({x}, {x}y) -> (int) ({body} + {x}y)).twice({})", self.expr(Ty::Int, d))
                }
                15 => {
                    let body = self.inside(&x, Ty::Int, d);
                    let at = self.expr(Ty::Int, d);
                    format!("new Step() {{ public int step(int {x}, long {x}y) {{ return {body}; }} }}.twice({at})")
                }
                16 => {
                    let on = self.expr(Ty::Level, d);
                    let [a, b, c] = [0; 3].map(|_| self.expr(Ty::Int, d));
                    format!(
                        "(switch ({on}) {{ case LOW -> {a}; case MID -> {{ int {x} = {b}; yield {x} + 1; }} default -> {c}; }})"
                    )
                }
                17 => {
                    let (n, k) = (self.expr(Ty::Int, d), self.expr(Ty::Int, d));
                    format!("new {}().new Inner({n}).next({k})", self.class)
                }
                18 => {
                    let body = self.inside(&format!("{x}.intValue()"), Ty::Boolean, d);
                    format!(
                        "({}).stream().filter({x} -> {body}).mapToInt(Integer::intValue).sum()",
                        self.expr(Ty::List, d)
                    )
                }
                _ => {
                    format!(
                        "((int) pick({}, {}, {}))",
                        self.expr(Ty::Boolean, d),
                        self.expr(Ty::Int, d),
                        self.expr(Ty::Int, d)
                    )
                }
            },
            Ty::Long => match self.rng.below(5) {
                0 => format!(
                    "Long.{}({})",
                    self.rng.of(&["reverse", "highestOneBit", "reverseBytes", "signum"]),
                    self.expr(Ty::Long, d)
                ),
                1 => format!("Math.multiplyHigh({}, {})", self.expr(Ty::Long, d), self.expr(Ty::Long, d)),
                2 => format!("Math.round({})", self.expr(Ty::Double, d)),
                3 => format!("({}).stream().mapToLong({x} -> {x} * 3L).sum()", self.expr(Ty::List, d)),
                _ => format!("Long.rotateLeft({}, {})", self.expr(Ty::Long, d), self.expr(Ty::Int, d)),
            },
            Ty::Double => {
                let f = *self.rng.of(&["Math.floor", "Math.ceil", "Math.rint", "Math.signum", "Math.ulp"]);
                format!("{f}({})", self.expr(Ty::Double, d))
            }
            Ty::Boolean => match self.rng.below(8) {
                0 => format!("({}).contains({})", self.expr(Ty::List, d), self.expr(Ty::Int, d)),
                1 => format!("({}).containsKey({})", self.expr(Ty::Map, d), self.expr(Ty::String, d)),
                2 => format!("({}).equals({})", self.expr(Ty::Pair, d), self.expr(Ty::Pair, d)),
                3 => format!("(({}) == ({}))", self.expr(Ty::Level, d), self.expr(Ty::Level, d)),
                4 => format!("({}).startsWith({})", self.expr(Ty::String, d), self.expr(Ty::String, d)),
                5 => format!("Character.isLetterOrDigit({})", self.expr(Ty::Char, d)),
                6 => format!(
                    "((Object) ({}) instanceof Shape{} {x} && {x}.side > ({}))",
                    self.expr(Ty::Shape, d),
                    self.rng.below(SHAPES),
                    self.expr(Ty::Int, d)
                ),
                _ => format!("({}).equals({})", self.expr(Ty::List, d), self.expr(Ty::List, d)),
            },
            Ty::String => match self.rng.below(9) {
                0 => {
                    let [a, b] = [Ty::Int, Ty::Double].map(|t| self.expr(t, d));
                    let form = *self.rng.of(&[
                        "%d|%.3f",
                        "%8d|%e",
                        "%-6d|%10.2f",
                        "%08x|%g",
                        "%,d|%.0f",
                        "%+d|%s",
                        "%o|%(,.1f",
                    ]);
                    format!("String.format(\"{form}\", {a}, {b})")
                }
                1 => format!(
                    "String.format(\"%5s|%-4s|%c|%b\", {}, {}, {}, {})",
                    self.expr(Ty::String, d),
                    self.expr(Ty::Level, d),
                    self.expr(Ty::Char, d),
                    self.expr(Ty::Boolean, d)
                ),
                2 => format!(
                    "new StringBuilder({}).append({}).reverse().toString()",
                    self.expr(Ty::String, d),
                    self.expr(Ty::Long, d)
                ),
                3 => format!("Integer.toString({}, {})", self.expr(Ty::Int, d), self.rng.of(&["2", "7", "16", "36"])),
                4 => format!(
                    "({}).{}()",
                    self.expr(Ty::String, d),
                    self.rng.of(&["toUpperCase", "toLowerCase", "trim", "strip"])
                ),
                5 => format!(
                    "({}).replace({}, {})",
                    self.expr(Ty::String, 0),
                    self.literal(Ty::Char),
                    self.literal(Ty::Char)
                ),
                6 => {
                    let of = *self.rng.of(&[Ty::List, Ty::Map, Ty::Pair, Ty::Level]);
                    format!("String.valueOf({})", self.expr(of, d))
                }
                7 => format!(
                    "({}).stream().map(String::valueOf).collect(Collectors.joining(\"-\", \"<\", \">\"))",
                    self.expr(Ty::List, d)
                ),
                _ => format!("Long.toHexString({})", self.expr(Ty::Long, d)),
            },
            Ty::List => match self.rng.below(4) {
                0 => format!("list({}, {})", self.expr(Ty::Int, d), self.expr(Ty::Int, d)),
                1 => {
                    let body = self.inside(&format!("{x}.intValue()"), Ty::Int, d);
                    format!("({}).stream().map({x} -> {body}).collect(Collectors.toList())", self.expr(Ty::List, d))
                }
                2 => format!(
                    "({}).stream().sorted(Comparator.reverseOrder()).collect(Collectors.toList())",
                    self.expr(Ty::List, d)
                ),
                _ => format!("new ArrayList<>(({}).values())", self.expr(Ty::Map, d)),
            },
            Ty::Map => format!(
                "map({}, {}, {}, {}, {})",
                self.expr(Ty::Boolean, d),
                self.expr(Ty::String, d),
                self.expr(Ty::Int, d),
                self.literal(Ty::String),
                self.expr(Ty::Int, d)
            ),
            Ty::Level => match self.rng.below(2) {
                0 => format!("Level.values()[({}) & 1]", self.expr(Ty::Int, d)),
                _ => format!("Level.valueOf({})", self.rng.of(&["\"LOW\"", "\"HIGH\"", "\"low\""])),
            },
            Ty::Pair => format!("new Pair({}, {})", self.expr(Ty::Int, d), self.expr(Ty::String, d)),
            Ty::Fun => {
                let body = self.inside(&x, Ty::Int, d);
                let then =
                    if self.rng.one_in(3) { format!(".andThen({})", self.expr(Ty::Fun, d)) } else { String::new() };
                format!("((IntUnaryOperator) {x} -> {body}){then}")
            }
            _ => return None,
        })
    }

    pub(super) fn thing(&mut self, depth: usize) {
        match self.rng.below(11) {
            0 => {
                let (list, name) = (self.expr(Ty::List, 1), self.fresh());
                self.vars.push(Var { fixed: true, ..var(&name, Ty::Int) });
                self.block(&format!("for (int {name} : {list})"), depth);
                self.vars.pop();
                self.line("}");
            }
            1 if self.loops < 2 => self.labelled(depth),
            2 if self.loops < 2 => {
                let (name, cond) = (self.fresh(), self.expr(Ty::Boolean, 2));
                self.line(&format!("int {name} = 4;"));
                self.loops += 1;
                self.block("do", depth);
                self.loops -= 1;
                self.line(&format!("}} while (--{name} > 0 && {cond});"));
            }
            3 => self.checked(depth),
            4 => {
                let on = self.expr(Ty::Level, 1);
                self.line(&format!("switch ({on}) {{"));
                self.indent += 1;
                self.block("case LOW ->", depth);
                self.line("}");
                self.block("case MID, HIGH ->", depth);
                self.line("}");
                self.indent -= 1;
                self.line("}");
            }
            5 => {
                let (m, k, v, x) =
                    (self.expr(Ty::Map, 1), self.expr(Ty::String, 1), self.expr(Ty::Int, 2), self.fresh());
                let call = match self.rng.below(5) {
                    0 => format!("merge({k}, {v}, Integer::sum)"),
                    1 => format!("put({k}, {v})"),
                    2 => format!("putIfAbsent({k}, {v})"),
                    3 => format!("computeIfAbsent({k}, {x} -> {x}.length())"),
                    _ => format!("remove({k})"),
                };
                self.line(&format!("System.out.println(({m}).{call});"));
            }
            6 => {
                let (l, v) = (self.expr(Ty::List, 1), self.expr(Ty::Int, 2));
                let call = match self.rng.below(4) {
                    0 => format!("push({l}, {v})"),
                    1 => format!("({l}).set(0, {v})"),
                    2 => format!("({l}).remove(Integer.valueOf({v}))"),
                    _ => format!("({l}).remove(({v}) & 1)"),
                };
                self.line(&format!("System.out.println({call});"));
                if self.rng.one_in(2) {
                    let order =
                        *self.rng.of(&["null", "Comparator.reverseOrder()", "Comparator.comparing(String::valueOf)"]);
                    self.line(&format!("({l}).sort({order});"));
                }
            }
            7 => {
                let (name, inner) = (self.fresh(), self.fresh());
                let (text, fails) = (self.literal(Ty::String), self.expr(Ty::Boolean, 1));
                self.block(&format!("try (Noisy {name} = new Noisy({text}, {fails}); Noisy {inner} = new Noisy({name}.name + \"2\", false))"), depth);
                self.line(&format!("}} catch (RuntimeException {name}) {{"));
                self.line(&format!("    System.out.println({name}.getMessage() + {name}.getSuppressed().length);"));
                self.line("}");
            }
            8 => {
                let (name, shape, class) = (self.fresh(), self.expr(Ty::Shape, 1), self.rng.below(SHAPES));
                let head = format!("if ((Object) ({shape}) instanceof Shape{class} {name} && {name}.side != 3)");
                self.block(&head, depth);
                self.line("}");
            }
            9 => self.local_class(),
            _ => {
                let (name, ty) = (self.fresh(), *self.rng.of(NUMBERS));
                let (value, at) = (self.expr(ty, 2), self.expr(Ty::Int, 1));
                let elem = ty.name();
                self.line(&format!("{elem}[][] {name} = new {elem}[3][2];"));
                self.line(&format!("{name}[({at}) & 1][1] = {value};"));
                self.line(&format!("{name}[2][0] += {name}[0][1];"));
                self.line(&format!("System.out.println(Arrays.deepToString({name}));"));
            }
        }
    }

    /// Two loops, the inner of which may leave or go on with the outer.
    fn labelled(&mut self, depth: usize) {
        let (label, i, j) = (self.fresh(), self.fresh(), self.fresh());
        self.line(&format!("{label}:"));
        self.line(&format!("for (int {i} = 0; {i} < 3; {i}++) {{"));
        self.indent += 1;
        self.loops += 2;
        let outer = self.vars.len();
        self.vars.extend([Var { fixed: true, ..var(&i, Ty::Int) }, Var { fixed: true, ..var(&j, Ty::Int) }]);
        self.line(&format!("for (int {j} = {i}; {j} < 4; {j}++) {{"));
        self.indent += 1;
        self.statements(1, depth - 1);
        let (cond, jump) = (self.expr(Ty::Boolean, 2), *self.rng.of(&["break", "continue"]));
        self.line(&format!("if ({cond}) {jump} {label};"));
        self.statements(1, 0);
        self.indent -= 1;
        self.line("}");
        self.vars.truncate(outer);
        self.loops -= 2;
        self.indent -= 1;
        self.line("}");
    }

    /// A checked exception, and a `finally` that may jump.
    fn checked(&mut self, depth: usize) {
        let (name, e) = (self.fresh(), self.fresh());
        self.line("try {");
        self.indent += 1;
        let x = self.expr(Ty::Int, 2);
        self.line(&format!("int {name} = risky({x});"));
        self.vars.push(var(&name, Ty::Int));
        self.statements(1, depth - 1);
        self.vars.pop();
        self.indent -= 1;
        self.line(&format!("}} catch (Oops {e}) {{"));
        self.line(&format!("    System.out.println({e}.code + {e}.getMessage());"));
        if self.rng.one_in(4) {
            self.line(&format!("    throw new IllegalStateException({e});"));
        }
        self.line("} finally {");
        self.indent += 1;
        self.statements(1, depth - 1);
        if self.rng.one_in(4) {
            let (cond, value) = (self.expr(Ty::Boolean, 1), self.expr(self.ret, 1));
            self.line(&format!("if ({cond}) return {value};"));
        }
        self.indent -= 1;
        self.line("}");
    }

    /// A class in a method, that uses what is final around it.
    fn local_class(&mut self) {
        let (class, method, ty) = (format!("Local{}", self.fresh()), self.fresh(), *self.rng.of(ALL));
        let outer = self.vars.clone();
        self.vars.retain(|v| v.is_final);
        let field = self.expr(Ty::Int, 2);
        self.vars.extend([var("own", Ty::Int), Var { fixed: true, ..var("arg", Ty::Int) }]);
        let body = self.expr(ty, 2);
        self.vars = outer;
        self.line(&format!("class {class} {{"));
        self.line(&format!("    int own = {field};"));
        self.line(&format!("    {} {method}(int arg) {{ own += arg; return {body}; }}", ty.name()));
        self.line("}");
        let arg = self.expr(Ty::Int, 1);
        let shown = self.shown(&format!("new {class}().{method}({arg})"), ty);
        self.line(&format!("System.out.println({shown});"));
    }
}
