//! Random programs of distributed loops, each biased to one kind of fault: see [`KINDS`].
//!
//! A program is a class with a method `c`, which makes arrays of a size, runs loops over them, and gives a text of what they hold then. It is
//! written twice: with its annotations, and as the plain Java that says what it means, which knows nothing of the compiler. Where the two
//! differ by more than annotations (`sync`, views, lengths in types), the twin has a model of its own. Exceptions are compared by their texts;
//! what arrays hold is compared where none is thrown.
//!
//! Many programs lie in one class, a [`pack`], so that they share one run of somdc, rustc and javac. Its output has a line a call, which
//! begins with the program's seed, the call's number and the size.

mod bodies;
mod calm;
mod expressions;
mod folds;
mod given;
mod shapes;
pub mod shrink;
mod snapshots;
mod stores;

use super::Rng;
use std::collections::BTreeSet;

/// Text between these is for the program alone.
const SOMD: [char; 2] = ['⟦', '⟧'];
/// Text between these is for its twin alone.
const JAVA: [char; 2] = ['⟨', '⟩'];

/// What a program tries most.
pub const KINDS: &[(&str, fn(&mut Generator))] = &[
    // Orders of evaluation, where anything may throw.
    ("flat", Generator::flat),
    ("matrix", Generator::matrix),
    ("ragged", Generator::ragged),
    ("host", Generator::host),
    ("sum", Generator::sum),
    // What others own is read as it was.
    ("sync", Generator::sync_flat),
    ("sync2", Generator::sync_matrix),
    ("syncobjects", Generator::sync_objects),
    // How far reads reach, and how long arrays are.
    ("view", Generator::view),
    ("view2", Generator::view_matrix),
    ("bounded", Generator::bounded),
    // Who owns which element.
    ("wrap", Generator::wrapping),
    ("helper", Generator::helper),
    ("counted", Generator::counted),
    ("nest", Generator::nest),
    ("search", Generator::search),
    ("scan", Generator::scan),
    ("objects", Generator::objects),
    ("lambda", Generator::lambda),
    // What becomes one result.
    ("instance", Generator::instance),
    ("own", Generator::own),
    ("shared", Generator::shared),
    ("operator", Generator::operator),
    ("histogram", Generator::histogram),
    ("extreme", Generator::extreme),
    ("zeros", Generator::zeros),
    ("truth", Generator::truth),
    ("carry", Generator::carry),
    ("tally", Generator::tally),
    // What passes rewrite.
    ("numbers", Generator::numbers),
    ("chain", Generator::chain),
    ("alias", Generator::alias),
    ("nested", Generator::nested),
    ("records", Generator::records),
    ("inner", Generator::inner),
    ("colour", Generator::colour),
    // One construct, and nothing else that throws. Those with many spellings stand here more than once.
    ("edge", Generator::edge),
    ("edge", Generator::edge),
    ("constant", Generator::constant),
    ("unread", Generator::unread),
    ("pair", Generator::pair),
    ("pair", Generator::pair),
    ("outside", Generator::outside),
    ("outside", Generator::outside),
    ("outside", Generator::outside),
    ("outside", Generator::outside),
    ("assigned", Generator::assigned),
    ("turned", Generator::turned),
    ("placed", Generator::placed),
    ("syncthrough", Generator::sync_through),
    ("inner", Generator::inner),
    ("inner", Generator::inner),
    ("carry", Generator::carry),
    ("chain", Generator::chain),
    ("zeros", Generator::zeros),
    ("alias", Generator::alias),
];

/// Sizes that have been wrong somewhere: around those at which reductions, ranges and blocks begin.
const SMALL: &[usize] = &[0, 1, 2, 3, 5, 7, 13, 31, 32, 33];
const MIDDLE: &[usize] = &[61, 97, 127, 251, 255, 256, 257];
/// Above what one thread does by itself.
const LARGE: &[usize] = &[16_383, 16_384, 16_385, 20_011, 40_009];

/// A program and its twin, as classes called `P` and the seed.
#[derive(Clone)]
pub struct Program {
    pub seed: u64,
    pub kind: &'static str,
    /// Both, with marks around what is of one of them alone.
    text: String,
}

impl Program {
    pub fn somd(&self) -> String {
        kept(&self.text, SOMD, JAVA)
    }

    pub fn java(&self) -> String {
        kept(&self.text, JAVA, SOMD)
    }

    /// The same under another number.
    fn named(&self, seed: u64) -> Program {
        let (old, new) = (format!("P{}", self.seed), format!("P{seed}"));
        let text = self.text.replace(&format!("\"{} \"", self.seed), &format!("\"{seed} \""));
        let mut out = String::new();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut rest = text.as_str();
        while let Some(at) = rest.find(&old) {
            let behind = &rest[at + old.len()..];
            let whole = !rest[..at].ends_with(is_word) && !behind.starts_with(is_word);
            out.push_str(&rest[..at]);
            out.push_str(if whole { &new } else { &old });
            rest = behind;
        }
        out.push_str(rest);
        Program { seed, kind: self.kind, text: out }
    }

    fn with_text(&self, text: String) -> Program {
        Program { text, ..self.clone() }
    }
}

pub struct Generator {
    rng: Rng,
    out: String,
    indent: usize,
    /// `int` expressions that are in scope.
    ints: Vec<String>,
    /// The element type of the method's arrays.
    ty: &'static str,
    names: usize,
    /// What is computed throws where it can.
    wild: bool,
}

/// The program of a seed, of the kind that the seed says.
pub fn program(seed: u64) -> Program {
    let mut rng = Rng(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ 0x7a11);
    let (kind, write) = KINDS[(seed % KINDS.len() as u64) as usize];
    let ty = *rng.of(&["int", "int", "long", "double", "byte", "short", "float", "char"]);
    let mut g = Generator { rng, out: String::new(), indent: 1, ints: Vec::new(), ty, names: 0, wild: false };
    g.open(&format!("static class P{seed} {{"));
    write(&mut g);
    g.calls(seed);
    g.close();
    Program { seed, kind, text: g.out }
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

/// A class with all these programs, or with their twins.
///
/// The first argument of its `main` is the greatest size that is run; a second one the place in the pack of the first program that is.
pub fn pack(class: &str, programs: &[&Program], twin: bool) -> String {
    let given = if twin { kept(given::GIVEN, JAVA, SOMD) } else { kept(given::GIVEN, SOMD, JAVA) };
    with(class, &given, programs, twin)
}

/// The same of a program that is small, with those helpers alone that it uses.
pub fn small(class: &str, program: &Program, twin: bool) -> String {
    let given = if twin { kept(given::GIVEN, JAVA, SOMD) } else { kept(given::GIVEN, SOMD, JAVA) };
    let text = if twin { program.java() } else { program.somd() };
    // Of each member its lines, and whether it is used by the program or by one that is.
    let mut members: Vec<(String, bool)> = Vec::new();
    for line in given.lines() {
        match members.last_mut().filter(|_| line.starts_with("     ") || line.trim() == "}") {
            Some(last) => last.0 += &format!("{line}\n"),
            None => members.push((format!("{line}\n"), false)),
        }
    }
    let words = |text: &str| -> BTreeSet<String> {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').map(String::from).collect()
    };
    let mut used = words(&text);
    used.insert("said".into());
    loop {
        let is_used = |(member, known): &(String, bool)| !known && declared(member).is_some_and(|n| used.contains(n));
        let Some(k) = members.iter().position(is_used) else { break };
        members[k].1 = true;
        used.extend(words(&members[k].0));
    }
    let given: String = members.into_iter().filter(|m| m.1).map(|m| m.0).collect();
    with(class, &given, &[program], twin)
}

/// The name that a member of the pack's class declares.
fn declared(member: &str) -> Option<&str> {
    let head = member.trim_start().split(['(', '{', ';', '=']).next()?;
    let mut words = head.split_whitespace();
    if words.clone().any(|w| w == "class") { words.skip_while(|w| *w != "class").nth(1) } else { words.next_back() }
}

fn with(class: &str, given: &str, programs: &[&Program], twin: bool) -> String {
    let mut out = String::from("import java.util.*;\nimport java.util.function.*;\n\n");
    out.push_str(&format!("public class {class} {{\n"));
    out.push_str(given);
    for p in programs {
        out.push_str(&if twin { p.java() } else { p.somd() });
    }
    out.push_str("    public static void main(String[] args) {\n");
    out.push_str("        int most = args.length > 0 ? Integer.parseInt(args[0]) : 1 << 30;\n");
    out.push_str("        int from = args.length > 1 ? Integer.parseInt(args[1]) : 0;\n");
    for (k, Program { seed, .. }) in programs.iter().enumerate() {
        // Where one never ends, what those before it have said is there.
        out.push_str(&format!("        if ({k} >= from) {{ P{seed}.run(most); System.out.flush(); }}\n"));
    }
    out.push_str("    }\n}\n");
    out
}

impl Generator {
    fn line(&mut self, text: &str) {
        self.out.push_str(&"    ".repeat(self.indent));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn lines(&mut self, text: &str) {
        text.lines().for_each(|l| self.line(l));
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

    fn pick(&mut self, list: &[&'static str]) -> &'static str {
        list[self.rng.below(list.len())]
    }

    /// `c`: makes `o`, calls `m`, and gives the text `shown` of what has become of it.
    fn called(&mut self, make: &str, call: &str, shown: &str) {
        self.open("static String c(int n, int[] b, int[][] q, int d, int z, int m) {");
        self.lines(make);
        self.line(call);
        self.line("long h = 1;");
        self.lines(shown);
        self.line("return Long.toHexString(h);");
        self.close();
    }

    /// Calls of `c` with arguments of many kinds, and what prints what they give.
    fn calls(&mut self, seed: u64) {
        let mut sizes = vec![*self.rng.of(SMALL), *self.rng.of(SMALL), *self.rng.of(SMALL), *self.rng.of(MIDDLE)];
        if self.rng.one_in(2) {
            sizes.push(*self.rng.of(LARGE));
        }
        self.open("static String call(int k) {");
        for (k, &n) in sizes.iter().enumerate() {
            let s = self.rng.below(1000);
            let call = if self.wild {
                let length = match self.rng.below(5) {
                    0 => n / 2,
                    1 => 0,
                    _ => n + 3,
                };
                let (from, to) = (*self.rng.of(&[0, 1, 1, 1, -1]), *self.rng.of(&[2, 3, 5, 9]));
                let array =
                    if self.rng.one_in(25) { "null".into() } else { format!("ints({length}, {s}, {from}, {to})") };
                let (d, z) = (*self.rng.of(&[0, 0, 1, 2, -1, 5000]), *self.rng.of(&[1, 1, 2, 3, -1, 0]));
                let m = *self.rng.of(&[1, 2, 3, 65536, 0x4000_0000, -1]);
                let (rows, shape) = (*self.rng.of(&[3, 3, 9]), *self.rng.of(&[0, 0, 0, 2]));
                format!("c({n}, {array}, rows({rows}, {s}, {shape}), {d}, {z}, {m})")
            } else {
                let (d, z, m) = (*self.rng.of(&[0, 1, 2, -1]), 1 + self.rng.below(9), *self.rng.of(&[1, 2, 3, 16]));
                format!("c({n}, ints({}, {s}, 0, 9), rows(4, {s}, 0), {d}, {z}, {m})", n + 3)
            };
            self.line(&format!("if (k == {k}) return {call};"));
        }
        self.line("return \"\";");
        self.close();
        let list: Vec<String> = sizes.iter().map(usize::to_string).collect();
        self.line(&format!("static final int[] SIZES = {{{}}};", list.join(", ")));
        self.open("static void run(int most) {");
        self.open("for (int k = 0; k < SIZES.length; k++) {");
        self.line("if (SIZES[k] > most) continue;");
        self.line("String text;");
        self.line("try { text = call(k); } catch (RuntimeException e) { text = said(e); }");
        self.line(&format!("System.out.println(\"{seed} \" + k + \" \" + SIZES[k] + \" \" + text);"));
        self.close();
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::{KINDS, program, small};

    #[test]
    fn a_program_and_its_twin_follow_from_the_seed() {
        for seed in 0..4 * KINDS.len() as u64 {
            let (once, again) = (program(seed), program(seed));
            assert_eq!(once.text, again.text);
            assert!(!once.somd().contains(['⟦', '⟧', '⟨', '⟩']));
            // All that the language adds is gone.
            for word in ["dist ", "dist(", "reduce(", "sync {", "view =", "shared "] {
                assert!(!once.java().contains(word), "{word} in {}", once.java());
            }
        }
    }

    #[test]
    fn a_small_program_has_what_it_uses() {
        let p = program(97);
        let p = p.with_text("    static class P97 {\n        int x = look(b, refuse(2));\n    }\n".into());
        let text = small("Small", &p, false);
        for (word, there) in
            [("int look(", true), ("int refuse(", true), ("String said(", true), ("rows(", false), ("trace", false)]
        {
            assert_eq!(text.contains(word), there, "{word} in\n{text}");
        }
        assert!(p.named(5).text.contains("class P5 {"));
    }
}
