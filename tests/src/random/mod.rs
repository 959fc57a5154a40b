//! Random Java programs: well typed, without undefined order, ending in bounded time, printing all that they compute.
//!
//! The same seed gives the same program. What is generated is the everyday part of the language, where a difference between back
//! ends hides longest: arithmetic on all primitive types and the conversions between them, strings, arrays, control flow,
//! exceptions, virtual calls; what `things` adds: collections, records, enums, lambdas, classes in classes; and what `ways` adds:
//! orders of evaluation and initialisation, conversions and boxes, more of the library.
//! `java` says what each prints; see `Runner::random`.

pub mod loops;
pub mod parallel;
mod things;
mod ways;

use std::fmt::Write;

/// SplitMix64.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    String,
    Ints,
    Shape,
    /// `List<Integer>`
    List,
    /// `Map<String, Integer>`
    Map,
    /// An enum.
    Level,
    /// A record.
    Pair,
    /// `IntUnaryOperator`
    Fun,
}

const NUMBERS: &[Ty] = &[Ty::Int, Ty::Int, Ty::Long, Ty::Double, Ty::Char, Ty::Float, Ty::Byte, Ty::Short];
const ALL: &[Ty] = &[
    Ty::Int,
    Ty::Int,
    Ty::Int,
    Ty::Long,
    Ty::Long,
    Ty::Double,
    Ty::Double,
    Ty::Char,
    Ty::Boolean,
    Ty::Float,
    Ty::Byte,
    Ty::Short,
    Ty::String,
    Ty::Ints,
    Ty::Shape,
    Ty::List,
    Ty::Map,
    Ty::Level,
    Ty::Pair,
    Ty::Fun,
];

impl Ty {
    fn name(self) -> &'static str {
        match self {
            Ty::Boolean => "boolean",
            Ty::Byte => "byte",
            Ty::Short => "short",
            Ty::Char => "char",
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Float => "float",
            Ty::Double => "double",
            Ty::String => "String",
            Ty::Ints => "int[]",
            Ty::Shape => "Shape",
            Ty::List => "List<Integer>",
            Ty::Map => "Map<String, Integer>",
            Ty::Level => "Level",
            Ty::Pair => "Pair",
            Ty::Fun => "IntUnaryOperator",
        }
    }
    fn is_number(self) -> bool {
        NUMBERS.contains(&self)
    }
}

#[derive(Clone)]
struct Var {
    name: String,
    ty: Ty,
    /// Loops count with it: it is not assigned.
    fixed: bool,
    /// Declared final: lambdas and local classes may use it.
    is_final: bool,
}

struct Method {
    name: String,
    ret: Ty,
    params: Vec<Ty>,
}

struct Generator {
    rng: Rng,
    out: String,
    indent: usize,
    /// In scope, inner ones last.
    vars: Vec<Var>,
    names: usize,
    /// Methods that may be called: those written before, so that nothing recurs.
    callable: Vec<Method>,
    loops: usize,
    ret: Ty,
    class: String,
}

const SHAPES: usize = 3;

/// The text of the program of a seed; its class is `class`.
pub fn program(class: &str, seed: u64) -> String {
    let mut g = Generator {
        rng: Rng(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x5eed),
        out: String::new(),
        indent: 1,
        vars: Vec::new(),
        names: 0,
        callable: Vec::new(),
        loops: 0,
        ret: Ty::Int,
        class: class.into(),
    };
    g.whole(class);
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

    fn whole(&mut self, class: &str) {
        self.out = "import java.util.*;\nimport java.util.function.*;\nimport java.util.stream.*;\n\n".into();
        let _ = writeln!(self.out, "public class {class} {{");
        self.line("static int fuel = 400;");
        self.statics();
        self.shapes();
        self.things();
        self.ways();
        let methods = 3 + self.rng.below(4);
        for i in 0..methods {
            self.method(&format!("m{i}"));
        }
        self.line("public static void main(String[] args) {");
        self.indent += 1;
        for i in 0..methods {
            for _ in 0..2 {
                self.vars.clear();
                self.line("fuel = 400;");
                self.line("try {");
                let params = self.callable[i].params.clone();
                let args: Vec<String> = params.iter().map(|&t| self.literal(t)).collect();
                let call = format!("m{i}({})", args.join(", "));
                let shown = self.shown(&call, self.callable[i].ret);
                let text = format!("    System.out.println(\"m{i} \" + {shown});");
                self.line(&text);
                self.line("} catch (RuntimeException e) {");
                self.line(&format!(
                    "    System.out.println(\"m{i} threw \" + e.getClass().getName() + \": \" + e.getMessage());"
                ));
                self.line("}");
            }
        }
        self.line("System.out.println(sInt + \" \" + sLong + \" \" + sDouble + \" \" + sText);");
        self.indent -= 1;
        self.line("}");
        self.out.push_str("}\n");
    }

    fn statics(&mut self) {
        for (name, ty) in [("sInt", Ty::Int), ("sLong", Ty::Long), ("sDouble", Ty::Double), ("sText", Ty::String)] {
            let value = self.literal(ty);
            self.line(&format!("static {} {name} = {value};", ty.name()));
        }
    }

    /// A small hierarchy: abstract at its top, each class overriding some of it.
    fn shapes(&mut self) {
        self.line("static abstract class Shape {");
        self.line("    int side;");
        self.line("    Shape(int side) { this.side = side; setUp(); }");
        self.line("    void setUp() { side += 1; }");
        self.line("    abstract long area(int a, long b);");
        self.line("    double weigh(double d) { return d * side; }");
        self.line("    public String toString() { return getClass().getName() + side; }");
        self.line("}");
        for i in 0..SHAPES {
            let sup = if i > 0 && self.rng.one_in(2) { format!("Shape{}", self.rng.below(i)) } else { "Shape".into() };
            self.line(&format!("static class Shape{i} extends {sup} {{"));
            self.indent += 1;
            self.line(&format!("Shape{i}(int side) {{ super(side); }}"));
            self.vars = vec![var("side", Ty::Int), var("a", Ty::Int), var("b", Ty::Long)];
            let e = self.expr(Ty::Long, 3);
            self.line(&format!("long area(int a, long b) {{ return {e}; }}"));
            if self.rng.one_in(2) {
                self.vars = vec![var("side", Ty::Int), var("d", Ty::Double)];
                let e = self.expr(Ty::Double, 3);
                self.line(&format!("double weigh(double d) {{ return super.weigh(d) + {e}; }}"));
            }
            if self.rng.one_in(2) {
                self.vars = vec![var("side", Ty::Int)];
                let e = self.expr(Ty::Int, 2);
                self.line(&format!("void setUp() {{ side = {e}; }}"));
            }
            self.indent -= 1;
            self.line("}");
        }
    }

    fn method(&mut self, name: &str) {
        self.ret = *self.rng.of(ALL);
        let params: Vec<Ty> = (0..1 + self.rng.below(3)).map(|_| *self.rng.of(ALL)).collect();
        self.vars = params.iter().enumerate().map(|(i, &ty)| var(&format!("p{i}"), ty)).collect();
        let written: Vec<String> = self.vars.iter().map(|v| format!("{} {}", v.ty.name(), v.name)).collect();
        self.line(&format!("static {} {name}({}) {{", self.ret.name(), written.join(", ")));
        self.indent += 1;
        self.line("if (--fuel < 0) throw new IllegalStateException(\"fuel\");");
        let count = 3 + self.rng.below(6);
        self.statements(count, 3);
        let value = self.expr(self.ret, 3);
        self.line(&format!("return {value};"));
        self.indent -= 1;
        self.line("}");
        self.callable.push(Method { name: name.into(), ret: self.ret, params });
    }

    // ---- statements -------------------------------------------------------------------------------------------------

    fn statements(&mut self, count: usize, depth: usize) {
        let outer = self.vars.len();
        for _ in 0..count {
            self.statement(depth);
        }
        self.vars.truncate(outer);
    }

    fn block(&mut self, head: &str, depth: usize) {
        self.line(&format!("{head} {{"));
        self.indent += 1;
        let count = 1 + self.rng.below(3);
        self.statements(count, depth - 1);
        self.indent -= 1;
    }

    fn statement(&mut self, depth: usize) {
        if depth > 0 && self.rng.one_in(3) {
            return self.thing(depth);
        }
        if depth > 0 && self.rng.one_in(3) {
            return self.way(depth);
        }
        match self.rng.below(if depth == 0 { 8 } else { 15 }) {
            0..=2 => self.declare(),
            3 | 4 => self.assign(),
            5 => self.compound(),
            6 => {
                let ty = *self.rng.of(ALL);
                let value = self.expr(ty, 2);
                let shown = self.shown(&value, ty);
                self.line(&format!("System.out.println({shown});"));
            }
            7 => {
                let index = self.expr(Ty::Int, 2);
                let value = self.expr(Ty::Int, 2);
                let array = self.expr(Ty::Ints, 0);
                if self.rng.one_in(4) {
                    self.line(&format!("({array})[{index}] = {value};"));
                } else {
                    self.line(&format!("({array})[({index}) & 1] += {value};"));
                }
            }
            8 | 9 => {
                let cond = self.expr(Ty::Boolean, 3);
                self.block(&format!("if ({cond})"), depth);
                if self.rng.one_in(2) {
                    self.block("} else", depth);
                }
                self.line("}");
            }
            10 | 11 if self.loops < 2 => self.count_loop(depth),
            12 => self.switch(depth),
            13 => self.attempt(depth),
            _ => {
                let cond = self.expr(Ty::Boolean, 2);
                let text = self.expr(Ty::String, 1);
                let class = *self.rng.of(&["IllegalArgumentException", "ArithmeticException", "IllegalStateException"]);
                self.line(&format!("if ({cond}) throw new {class}({text});"));
            }
        }
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn declare(&mut self) {
        let ty = *self.rng.of(ALL);
        let value = self.expr(ty, 3);
        let name = self.fresh();
        let is_final = self.rng.one_in(3);
        self.line(&format!("{}{} {name} = {value};", if is_final { "final " } else { "" }, ty.name()));
        self.vars.push(Var { fixed: is_final, is_final, ..var(&name, ty) });
    }

    fn target(&mut self, wanted: impl Fn(Ty) -> bool) -> Option<Var> {
        let mut found: Vec<Var> = self.vars.iter().filter(|v| !v.fixed && wanted(v.ty)).cloned().collect();
        for (name, ty) in [("sInt", Ty::Int), ("sLong", Ty::Long), ("sDouble", Ty::Double), ("sText", Ty::String)] {
            if wanted(ty) {
                found.push(var(name, ty));
            }
        }
        if found.is_empty() { None } else { Some(self.rng.of(&found).clone()) }
    }

    fn assign(&mut self) {
        let Some(v) = self.target(|_| true) else { return };
        // Texts that grow in loops would fill the memory.
        let value = self.expr(v.ty, if v.ty == Ty::String { 0 } else { 3 });
        self.line(&format!("{} = {value};", v.name));
    }

    fn compound(&mut self) {
        let Some(v) = self.target(|t| t.is_number()) else { return };
        if self.rng.one_in(3) {
            let op = *self.rng.of(&["++", "--"]);
            self.line(&format!("{}{op};", v.name));
            return;
        }
        let integral = !matches!(v.ty, Ty::Float | Ty::Double);
        let ops: &[&str] = if integral {
            &["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"]
        } else {
            &["+", "-", "*", "/", "%"]
        };
        let op = *self.rng.of(ops);
        let bits = matches!(op, "&" | "|" | "^" | "<<" | ">>" | ">>>");
        let ty = if bits { *self.rng.of(&[Ty::Int, Ty::Long, Ty::Char]) } else { *self.rng.of(NUMBERS) };
        let value = self.expr(ty, 2);
        self.line(&format!("{} {op}= {value};", v.name));
    }

    fn count_loop(&mut self, depth: usize) {
        let name = self.fresh();
        let turns = 1 + self.rng.below(5);
        let head = match self.rng.below(3) {
            0 => format!("for (int {name} = {turns}; {name} > 0; {name}--)"),
            1 => format!("for (int {name} = 0; {name} < {}; {name} += 2)", turns * 2),
            _ => format!("for (int {name} = 0; {name} < {turns}; {name}++)"),
        };
        self.loops += 1;
        self.vars.push(Var { fixed: true, ..var(&name, Ty::Int) });
        self.line(&format!("{head} {{"));
        self.indent += 1;
        let count = 1 + self.rng.below(3);
        let outer = self.vars.len();
        self.statements(count, depth - 1);
        self.vars.truncate(outer);
        if self.rng.one_in(2) {
            let cond = self.expr(Ty::Boolean, 2);
            let jump = *self.rng.of(&["break", "continue"]);
            self.line(&format!("if ({cond}) {jump};"));
            self.statement(0);
            self.vars.truncate(outer);
        }
        self.indent -= 1;
        self.line("}");
        self.vars.pop();
        self.loops -= 1;
    }

    fn switch(&mut self, depth: usize) {
        let (on, labels): (String, Vec<&str>) = match self.rng.below(3) {
            0 => (format!("({}) & 3", self.expr(Ty::Int, 2)), vec!["0", "1", "3"]),
            1 => (self.expr(Ty::String, 1), vec!["\"Aa\"", "\"BB\"", "\"\""]),
            _ => (self.expr(Ty::Char, 1), vec!["'a'", "'b'", "'\\uffff'"]),
        };
        self.line(&format!("switch ({on}) {{"));
        self.indent += 1;
        for label in labels {
            self.line(&format!("case {label}: {{"));
            self.indent += 1;
            self.statements(1, depth - 1);
            self.indent -= 1;
            self.line("}");
            if self.rng.one_in(2) {
                self.line("break;");
            }
        }
        self.line("default: {");
        self.indent += 1;
        self.statements(1, depth - 1);
        self.indent -= 1;
        self.line("}");
        self.indent -= 1;
        self.line("}");
    }

    fn attempt(&mut self, depth: usize) {
        self.block("try", depth);
        let class = *self.rng.of(&["ArithmeticException", "RuntimeException", "IndexOutOfBoundsException"]);
        let name = self.fresh();
        self.line(&format!("}} catch ({class} {name}) {{"));
        self.line(&format!("    System.out.println(\"caught \" + {name}.getMessage());"));
        self.indent += 1;
        self.statements(1, depth - 1);
        self.indent -= 1;
        if self.rng.one_in(3) {
            self.block("} finally", depth);
        }
        self.line("}");
    }

    // ---- expressions ------------------------------------------------------------------------------------------------

    /// An expression as text that `println` can show: an array by its elements.
    fn shown(&self, value: &str, ty: Ty) -> String {
        match ty {
            Ty::Ints => format!("java.util.Arrays.toString({value})"),
            Ty::Char => format!("(int) ({value})"),
            Ty::Fun => format!("({value}).applyAsInt(5)"),
            _ => format!("({value})"),
        }
    }

    fn literal(&mut self, ty: Ty) -> String {
        let ints = [
            "0",
            "1",
            "2",
            "3",
            "7",
            "31",
            "(-1)",
            "(-5)",
            "100",
            "255",
            "65535",
            "1000000007",
            "0x7fffffff",
            "(-2147483648)",
        ];
        let of = |g: &mut Generator, list: &[&str]| g.rng.of(list).to_string();
        match ty {
            Ty::Boolean => of(self, &["true", "false"]),
            Ty::Int => of(self, &ints),
            Ty::Byte => format!("(byte) {}", of(self, &ints)),
            Ty::Short => format!("(short) {}", of(self, &ints)),
            Ty::Char => of(self, &["'a'", "'b'", "'Z'", "'0'", "'\\uffff'", "(char) 7", "' '"]),
            Ty::Long => of(
                self,
                &["0L", "1L", "(-1L)", "31L", "123456789012L", "0x7fffffffffffffffL", "(-9223372036854775808L)"],
            ),
            Ty::Float => of(self, &["0f", "1.5f", "(-0.0f)", "3.4e38f", "1e-40f", "0.1f", "16777217f", "(0f / 0f)"]),
            Ty::Double => of(
                self,
                &["0.0", "1.0", "(-0.0)", "0.1", "1e300", "4.9e-324", "(-2.5)", "1e18", "123456.789", "(0.0 / 0.0)"],
            ),
            Ty::String => of(self, &["\"\"", "\"Aa\"", "\"BB\"", "\"hello\"", "\"\\u00e9t\\u00e9\"", "\"12\""]),
            Ty::Ints => {
                let n = 2 + self.rng.below(3);
                let list: Vec<String> = (0..n).map(|_| of(self, &ints)).collect();
                format!("new int[] {{{}}}", list.join(", "))
            }
            Ty::Shape => {
                let side = of(self, &ints);
                format!("new Shape{}({side})", self.rng.below(SHAPES))
            }
            Ty::List | Ty::Map | Ty::Level | Ty::Pair | Ty::Fun => self.thing_literal(ty),
        }
    }

    fn leaf(&mut self, ty: Ty) -> String {
        let found: Vec<String> = self.vars.iter().filter(|v| v.ty == ty).map(|v| v.name.clone()).collect();
        if !found.is_empty() && !self.rng.one_in(4) {
            return self.rng.of(&found).clone();
        }
        match ty {
            Ty::Int if self.rng.one_in(4) => "sInt".into(),
            Ty::Long if self.rng.one_in(4) => "sLong".into(),
            Ty::Double if self.rng.one_in(4) => "sDouble".into(),
            Ty::String if self.rng.one_in(4) => "sText".into(),
            _ => self.literal(ty),
        }
    }

    fn expr(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.rng.one_in(5) {
            return self.leaf(ty);
        }
        let d = depth - 1;
        if self.rng.one_in(8) {
            let (cond, a, b) = (self.expr(Ty::Boolean, d), self.expr(ty, d), self.expr(ty, d));
            // With two types that differ in nothing, so that no promotion changes the result's.
            return format!("({cond} ? ({0}) ({a}) : ({0}) ({b}))", ty.name());
        }
        if self.rng.one_in(8)
            && let Some(call) = self.call(ty, d)
        {
            return call;
        }
        if self.rng.one_in(3)
            && let Some(e) = self.thing_expr(ty, d)
        {
            return e;
        }
        match ty {
            Ty::List | Ty::Map | Ty::Level | Ty::Pair | Ty::Fun => self.leaf(ty),
            Ty::Boolean => self.condition(d),
            Ty::Int | Ty::Long => self.integral(ty, d),
            Ty::Float | Ty::Double => self.floating(ty, d),
            Ty::Byte | Ty::Short | Ty::Char => {
                let from = *self.rng.of(NUMBERS);
                format!("({}) ({})", ty.name(), self.expr(from, d))
            }
            Ty::String => self.text(d),
            Ty::Ints => match self.rng.below(3) {
                0 => format!("({}).clone()", self.expr(Ty::Ints, d)),
                1 => format!("new int[(({}) & 3) + 2]", self.expr(Ty::Int, d)),
                _ => self.leaf(ty),
            },
            Ty::Shape => format!("new Shape{}({})", self.rng.below(SHAPES), self.expr(Ty::Int, d)),
        }
    }

    fn call(&mut self, ty: Ty, depth: usize) -> Option<String> {
        let found: Vec<(String, Vec<Ty>)> =
            self.callable.iter().filter(|m| m.ret == ty).map(|m| (m.name.clone(), m.params.clone())).collect();
        if found.is_empty() {
            return None;
        }
        let (name, params) = self.rng.of(&found).clone();
        let args: Vec<String> = params.iter().map(|&p| self.expr(p, depth.min(1))).collect();
        Some(format!("{name}({})", args.join(", ")))
    }

    fn condition(&mut self, d: usize) -> String {
        match self.rng.below(6) {
            0 => format!("!({})", self.expr(Ty::Boolean, d)),
            1 => {
                let op = *self.rng.of(&["&&", "||", "&", "|", "^", "==", "!="]);
                format!("(({}) {op} ({}))", self.expr(Ty::Boolean, d), self.expr(Ty::Boolean, d))
            }
            2 => format!("({}).equals({})", self.expr(Ty::String, d), self.expr(Ty::String, d)),
            3 => format!("(((Shape) ({})) instanceof Shape{})", self.expr(Ty::Shape, d), self.rng.below(SHAPES)),
            _ => {
                let op = *self.rng.of(&["<", "<=", ">", ">=", "==", "!="]);
                let (a, b) = (*self.rng.of(NUMBERS), *self.rng.of(NUMBERS));
                format!("(({}) {op} ({}))", self.expr(a, d), self.expr(b, d))
            }
        }
    }

    fn integral(&mut self, ty: Ty, d: usize) -> String {
        let name = ty.name();
        match self.rng.below(14) {
            0 => format!("({name}) ({})", {
                let from = *self.rng.of(NUMBERS);
                self.expr(from, d)
            }),
            1 => format!("(~({}))", self.expr(ty, d)),
            2 => format!("(-({}))", self.expr(ty, d)),
            3 => {
                let op = *self.rng.of(&["<<", ">>", ">>>"]);
                let by = *self.rng.of(&[Ty::Int, Ty::Long, Ty::Char]);
                format!("(({}) {op} ({}))", self.expr(ty, d), self.expr(by, d))
            }
            4 if ty == Ty::Int => format!("({}).length()", self.expr(Ty::String, d)),
            4 => format!("({}).area({}, {})", self.expr(Ty::Shape, d), self.expr(Ty::Int, d), self.expr(Ty::Long, d)),
            5 if ty == Ty::Int => {
                let (array, index) = (self.expr(Ty::Ints, d), self.expr(Ty::Int, d));
                if self.rng.one_in(4) { format!("({array})[{index}]") } else { format!("({array})[({index}) & 1]") }
            }
            6 if ty == Ty::Int => format!("({}).hashCode()", self.expr(Ty::String, d)),
            7 if ty == Ty::Int => format!("({}).compareTo({})", self.expr(Ty::String, d), self.expr(Ty::String, d)),
            8 if ty == Ty::Int => format!("({}).side", self.expr(Ty::Shape, d)),
            9 => {
                let f = *self.rng.of(&["Math.max", "Math.min"]);
                format!("{f}({}, {})", self.expr(ty, d), self.expr(ty, d))
            }
            _ => {
                let op = *self.rng.of(&["+", "-", "*", "/", "%", "&", "|", "^"]);
                format!("(({}) {op} ({}))", self.expr(ty, d), self.expr(ty, d))
            }
        }
    }

    fn floating(&mut self, ty: Ty, d: usize) -> String {
        match self.rng.below(8) {
            0 | 1 => format!("({}) ({})", ty.name(), {
                let from = *self.rng.of(NUMBERS);
                self.expr(from, d)
            }),
            2 => format!("(-({}))", self.expr(ty, d)),
            3 if ty == Ty::Double => format!("({}).weigh({})", self.expr(Ty::Shape, d), self.expr(Ty::Double, d)),
            4 if ty == Ty::Double => format!("Math.sqrt({})", self.expr(Ty::Double, d)),
            5 => format!("Math.abs({})", self.expr(ty, d)),
            _ => {
                let op = *self.rng.of(&["+", "-", "*", "/", "%"]);
                format!("(({}) {op} ({}))", self.expr(ty, d), self.expr(ty, d))
            }
        }
    }

    fn text(&mut self, d: usize) -> String {
        match self.rng.below(6) {
            0 => format!("String.valueOf({})", {
                let of = *self.rng.of(NUMBERS);
                self.expr(of, d)
            }),
            1 => format!("({}).substring(({}) & 1)", self.expr(Ty::String, d), self.expr(Ty::Int, d)),
            2 => format!("String.valueOf(({}).charAt(({}) & 1))", self.expr(Ty::String, d), self.expr(Ty::Int, d)),
            _ => {
                let of = *self.rng.of(&[Ty::Int, Ty::Long, Ty::Double, Ty::Float, Ty::Boolean, Ty::Shape, Ty::String]);
                let mut text = String::new();
                // Writing into a string does not fail.
                let _ = write!(text, "((\"\" + ({})) + ({}))", self.expr(Ty::String, d), self.expr(of, d));
                text
            }
        }
    }
}

fn var(name: &str, ty: Ty) -> Var {
    Var { name: name.into(), ty, fixed: false, is_final: false }
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn a_seed_gives_one_program() {
        assert_eq!(program("A", 3), program("A", 3));
        assert_ne!(program("A", 3), program("A", 4));
    }
}
