//! Expressions and statements of an iteration, which throw where a program is to be wild.

use super::Generator;

impl Generator {
    /// An `int` that does not throw.
    pub fn calm(&mut self) -> String {
        let known = self.ints.clone();
        match self.rng.below(6) {
            0 => ["0", "1", "2", "-1", "3", "7"][self.rng.below(6)].into(),
            1 if !known.is_empty() => format!("({} & 3)", self.rng.of(&known)),
            2 if !known.is_empty() => format!("({} - d)", self.rng.of(&known)),
            _ if !known.is_empty() => self.rng.of(&known).clone(),
            _ => "z".into(),
        }
    }

    /// An `int` that does not throw, whatever it is computed from.
    fn tame(&mut self, depth: usize) -> String {
        if depth == 0 || self.rng.one_in(3) {
            return self.calm();
        }
        let d = depth - 1;
        match self.rng.below(9) {
            0 => format!("b[{} & 1]", self.int(d)),
            1 => format!("({} {} ({} | 1))", self.int(d), self.pick(&["/", "%"]), self.int(d)),
            2..=4 => format!("({} {} {})", self.int(d), self.pick(&["+", "-", "*", "&", "^", ">>", "<<"]), self.int(d)),
            5 => format!("({} ? {} : {})", self.condition(d), self.int(d), self.int(d)),
            6 => format!("q[{} & 3][{} & 3]", self.int(d), self.int(d)),
            7 => format!("{}({}, {})", self.pick(&["plus", "most", "Math.min", "Math.max"]), self.int(d), self.int(d)),
            _ => self.calm(),
        }
    }

    /// An `int` that may throw.
    pub fn int(&mut self, depth: usize) -> String {
        if !self.wild {
            return self.tame(depth);
        }
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

    pub fn condition(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.rng.below(5) {
            0 => format!("({} && {})", self.condition(d.min(1)), self.condition(d.min(1))),
            1 => format!("({} || {})", self.condition(d.min(1)), self.condition(d.min(1))),
            // What guards what follows it, often.
            2 if self.wild => {
                let known = self.ints.clone();
                let k = if known.is_empty() { "z".into() } else { self.rng.of(&known).clone() };
                format!("({k} >= 0 && {k} < b.length && b[{k}] {} {})", self.rng.of(&["<", ">", "=="]), self.int(d))
            }
            _ => format!("{} {} {}", self.int(d), self.rng.of(&["<", "<=", ">", "==", "!="]), self.int(d)),
        }
    }

    /// A value to be stored: of the method's type.
    pub fn value(&mut self, depth: usize) -> String {
        let e = self.int(depth);
        match self.ty {
            "int" => e,
            ty if self.rng.one_in(3) => format!("({ty}) ({e} * {})", self.rng.of(&["3", "0.5", "1000000007L"])),
            ty => format!("({ty}) {e}"),
        }
    }

    /// `place = value`, `place += value`, `place++`, perhaps under a condition.
    pub fn store(&mut self, place: &str) {
        let guard = if self.rng.one_in(3) { format!("if ({}) ", self.condition(1)) } else { String::new() };
        let text = match self.rng.below(8) {
            0 | 1 => format!("{place} {} {};", self.rng.of(&["+=", "-=", "*="]), self.int(2)),
            2 => format!("{place}++;"),
            3 if self.wild => {
                let e = self.int(1);
                format!("{place} /= {e};")
            }
            _ => format!("{place} = {};", self.value(3)),
        };
        self.line(&format!("{guard}{text}"));
    }

    /// What an iteration may do before it stores.
    pub fn before(&mut self) {
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
                    let size =
                        if self.wild && self.rng.one_in(4) { format!("({} & 7) - 1", self.int(1)) } else { "4".into() };
                    self.line(&format!("int[] {w} = new int[{size}];"));
                    for _ in 0..2 {
                        let (at, e) = (self.int(2), self.int(2));
                        let at = if !self.wild || self.rng.one_in(2) { format!("{at} & 3") } else { at };
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
                    if !self.wild {
                        continue;
                    }
                    self.line(&format!("if ({c}) throw new IllegalArgumentException(\"at \" + ({e}));"));
                }
            }
        }
    }
}
