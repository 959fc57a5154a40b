//! One token of a good program is deleted, doubled, replaced by another, or swapped with the next: few messages, and the first is where the damage is.
//!
//! `cargo test -p somd-syntax --test damage` takes a part of the cases, with `-- --ignored` all 5,000; `DAMAGE_SHOW=N` prints the first N bad ones.

use somd_syntax::parse;

const SAMPLES: &[&str] = &[
    include_str!("../../../samples/dot/Dot.somd"),
    include_str!("../../../samples/kmeans/KMeans.somd"),
    include_str!("../../../samples/mandelbrot/Mandelbrot.somd"),
    include_str!("../../../samples/matmul/MatMul.somd"),
    include_str!("../../../samples/nbody/NBody.somd"),
    include_str!("../../../samples/norm/Norm.somd"),
    include_str!("../../../samples/saxpy/Saxpy.somd"),
    include_str!("../../../samples/stencil/Stencil.somd"),
    include_str!("../../../samples/sum/Sum.somd"),
    include_str!("../../../samples/vector-add/VectorAdd.somd"),
];

/// Cases of each kind of damage a sample.
const CASES: usize = 125;
/// A case with more messages than these is a bad one.
const MOST: usize = 3;

/// The byte ranges of the tokens; comments are none.
fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let (mut out, mut i) = (Vec::new(), 0);
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || !b.is_ascii();
    while i < bytes.len() {
        let rest = &text[i..];
        let length = match bytes[i] {
            b if b.is_ascii_whitespace() => {
                i += 1;
                continue;
            }
            _ if rest.starts_with("//") => {
                i += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            _ if rest.starts_with("/*") => {
                i += rest.find("*/").map_or(rest.len(), |n| n + 2);
                continue;
            }
            quote @ (b'"' | b'\'') => {
                let mut end = 1;
                while end < rest.len() && bytes[i + end] != quote {
                    end += if bytes[i + end] == b'\\' { 2 } else { 1 };
                }
                end + 1
            }
            b if word(b) => {
                let number = b.is_ascii_digit();
                rest.bytes().position(|c| !(word(c) || number && c == b'.')).unwrap_or(rest.len())
            }
            _ => {
                let signs = ["->", "=>", "++", "--", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "::"];
                signs.iter().find(|s| rest.starts_with(**s)).map_or(1, |s| s.len())
            }
        };
        out.push(i..i + length);
        i += length;
    }
    out
}

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

struct Case {
    what: String,
    text: String,
    /// The byte where the damage is.
    at: usize,
}

fn damaged(text: &str, kind: usize, numbers: &mut Numbers) -> Case {
    let all = tokens(text);
    let i = numbers.below(all.len() - 1);
    let (token, next) = (all[i].clone(), all[i + 1].clone());
    let (before, word, after) = (&text[..token.start], &text[token.clone()], &text[token.end..]);
    let (what, damaged) = match kind {
        0 => (format!("without `{word}`"), format!("{before}{after}")),
        1 => (format!("`{word}` twice"), format!("{before}{word} {word}{after}")),
        2 => {
            let other = &text[all[numbers.below(all.len())].clone()];
            (format!("`{other}` for `{word}`"), format!("{before}{other}{after}"))
        }
        _ => {
            let (second, between) = (&text[next.clone()], &text[token.end..next.start]);
            (format!("`{second}` before `{word}`"), format!("{before}{second}{between}{word}{}", &text[next.end..]))
        }
    };
    Case { what, text: damaged, at: token.start }
}

/// How many lines with tokens lie between two places.
fn lines_between(text: &str, a: usize, b: usize) -> usize {
    let line = |at: usize| text[..at].matches('\n').count();
    let (first, last) = (line(a.min(b)), line(a.max(b).min(text.len())));
    let mut with: Vec<usize> =
        tokens(text).iter().map(|t| line(t.start)).filter(|l| *l > first && *l <= last).collect();
    with.dedup();
    with.len()
}

fn measure(share: usize) {
    let mut numbers = Numbers(1);
    let mut left: usize = std::env::var("DAMAGE_SHOW").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let (mut all, mut wrong, mut many, mut far) = (0, 0, 0, 0);
    for sample in SAMPLES {
        for case in 0..4 * CASES {
            let damage = damaged(sample, case % 4, &mut numbers);
            if case / 4 % share != 0 {
                continue;
            }
            all += 1;
            let (_, diagnostics) = parse(&damage.text, 1);
            let Some(first) = diagnostics.iter().map(|d| d.primary.span.lo as usize - 1).min() else { continue };
            wrong += 1;
            let is_far = lines_between(&damage.text, damage.at, first.min(damage.text.len())) > 1;
            many += usize::from(diagnostics.len() > MOST);
            far += usize::from(is_far);
            if (is_far || diagnostics.len() > MOST) && left > 0 {
                left -= 1;
                let line = |at: usize| damage.text[..at.min(damage.text.len())].matches('\n').count() + 1;
                let here = damage.text.lines().nth(line(damage.at) - 1).unwrap_or("");
                println!("{} at {}: {}", damage.what, line(damage.at), here.trim());
                for d in &diagnostics {
                    println!("    {} {} {}", line(d.primary.span.lo as usize - 1), d.code, d.title);
                }
            }
        }
    }
    let percent = |n: usize| 100.0 - 100.0 * n as f64 / all as f64;
    println!(
        "{all} cases, {wrong} with messages: at most {MOST} in {:.1} %, the first at its line in {:.1} %",
        percent(many),
        percent(far)
    );
    assert!(percent(many) >= 99.0 && percent(far) >= 95.0, "{many} of {all} with more than {MOST}, {far} far away");
}

#[test]
fn a_damaged_token_gives_few_messages_near_it() {
    measure(10);
}

#[test]
#[ignore = "minutes; the other test takes a part of it"]
fn all_cases() {
    measure(1);
}
