//! Makes a failing program small: what can be left out, or be simpler, while the program fails the same way.
//!
//! A program's text is cut line by line, with what is written for its twin alone in it, so that both stay twins. A round makes many
//! candidates, each one step smaller; who runs them says which still fail. Steps that touch different lines are then taken together. What
//! is no program any more is refused by the compiler, and so does not fail in the same way.

use super::Program;
use std::collections::{BTreeMap, BTreeSet};

/// So many candidates are one pack.
const TOGETHER: usize = 90;
/// Rounds without end would come from a fault that comes and goes.
const ROUNDS: usize = 40;

/// New texts of lines; None where one is gone.
type Step = BTreeMap<usize, Option<String>>;

/// The smallest program found that fails as `program` does. `fails` runs programs and says which fail so.
pub fn shrunk(program: &Program, fails: &mut dyn FnMut(&[Program]) -> Vec<bool>) -> Program {
    let mut lines = units(&program.text);
    // Steps of one kind at a time, from the greatest on; what failed once in a round without success is not tried again.
    let mut tried: BTreeSet<String> = BTreeSet::new();
    for _ in 0..ROUNDS {
        let mut found = false;
        for steps in [blocks(&lines), single(&lines), simpler(&lines)] {
            let fresh = steps.into_iter().filter(|s| tried.insert(after(&lines, s).join("\n")));
            let steps: Vec<Step> = fresh.take(TOGETHER).collect();
            let good = those_that_fail(program, &lines, steps, fails);
            if let Some(best) = together(program, &lines, good, fails) {
                lines = after(&lines, &best);
                found = true;
                break;
            }
        }
        if !found {
            break;
        }
    }
    Program { text: lines.join("\n") + "\n", ..program.clone() }
}

fn those_that_fail(
    program: &Program,
    lines: &[String],
    steps: Vec<Step>,
    fails: &mut dyn FnMut(&[Program]) -> Vec<bool>,
) -> Vec<Step> {
    if steps.is_empty() {
        return Vec::new();
    }
    // Of one pack, so each is a class of its own.
    let candidates: Vec<Program> = steps
        .iter()
        .enumerate()
        .map(|(k, s)| program.with_text(after(lines, s).join("\n") + "\n").named(k as u64))
        .collect();
    let failing = fails(&candidates);
    steps.into_iter().zip(failing).filter(|(_, f)| *f).map(|(s, _)| s).collect()
}

/// The most of the steps that can be taken at once.
fn together(
    program: &Program,
    lines: &[String],
    mut good: Vec<Step>,
    fails: &mut dyn FnMut(&[Program]) -> Vec<bool>,
) -> Option<Step> {
    let gain = |s: &Step| {
        let length = |(at, to): (&usize, &Option<String>)| {
            lines[*at].len() - to.as_ref().map_or(0, |t| t.len().min(lines[*at].len()))
        };
        s.iter().map(length).sum::<usize>()
    };
    good.sort_by_key(|s| std::cmp::Reverse(gain(s)));
    let best = good.first()?.clone();
    // All, three quarters, a half, … of them, where they do not touch one another.
    let mut unions: Vec<Step> = Vec::new();
    for part in 1..=8 {
        let mut union = Step::new();
        for s in good.iter().take((good.len() * (9 - part)).div_ceil(8)) {
            if s.keys().all(|k| !union.contains_key(k)) {
                union.extend(s.clone());
            }
        }
        if union.len() > best.len() && !unions.contains(&union) {
            unions.push(union);
        }
    }
    let mut failing = those_that_fail(program, lines, unions, fails);
    failing.sort_by_key(|s| std::cmp::Reverse(gain(s)));
    Some(failing.into_iter().next().unwrap_or(best))
}

fn after(lines: &[String], step: &Step) -> Vec<String> {
    let kept = lines.iter().enumerate().filter_map(|(k, line)| match step.get(&k) {
        None => Some(line.clone()),
        Some(to) => to.clone(),
    });
    kept.collect()
}

/// Lines, where those of one twin's part that goes over several are one.
fn units(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match out.last_mut().filter(|_| inside) {
            Some(last) => *last = format!("{last}\n{line}"),
            None => out.push(line.to_string()),
        }
        let ends = |from: &[char]| line.matches(from).count();
        inside = (ends(&['⟦', '⟨']) + usize::from(inside)) > ends(&['⟧', '⟩']);
    }
    out
}

/// By how much deeper in braces the program's text is behind a line.
fn depth(line: &str) -> i32 {
    let line = super::kept(line, super::SOMD, super::JAVA);
    line.chars().map(|c| i32::from(c == '{') - i32::from(c == '}')).sum()
}

/// The line that closes what a line opens.
fn end(lines: &[String], head: usize) -> Option<usize> {
    let mut inside = 0;
    for (k, line) in lines.iter().enumerate().skip(head) {
        inside += depth(line);
        if inside <= 0 {
            return Some(k).filter(|_| inside == 0);
        }
    }
    None
}

fn gone(range: impl Iterator<Item = usize>) -> Step {
    range.map(|k| (k, None)).collect()
}

/// Blocks left out, and blocks without their heads.
fn blocks(lines: &[String]) -> Vec<Step> {
    let mut steps = Vec::new();
    // The first line is the class.
    for k in (1..lines.len()).filter(|&k| depth(&lines[k]) > 0) {
        let Some(end) = end(lines, k) else { continue };
        steps.push(gone(k..end + 1));
        steps.push(gone([k, end].into_iter()));
    }
    steps
}

/// Lines left out.
fn single(lines: &[String]) -> Vec<Step> {
    (1..lines.len()).filter(|&k| depth(&lines[k]) == 0).map(|k| gone([k].into_iter())).collect()
}

/// Lines with an expression in place of one that it is part of, a statement without its condition, a smaller number.
fn simpler(lines: &[String]) -> Vec<Step> {
    let mut steps = Vec::new();
    for (k, line) in lines.iter().enumerate().skip(1) {
        let mut of_line = BTreeSet::new();
        parts(line, &mut of_line);
        numbers(line, &mut of_line);
        of_line.remove(line);
        let mut of_line: Vec<String> = of_line.into_iter().filter(|l| is_whole(l)).collect();
        of_line.sort_by_key(String::len);
        steps.push(of_line.into_iter().map(|to| Step::from([(k, Some(to))])).collect::<Vec<_>>());
    }
    // Of each line the best first.
    let most = steps.iter().map(Vec::len).max().unwrap_or(0);
    (0..most).flat_map(|n| steps.iter().filter_map(move |s| s.get(n).cloned())).collect()
}

/// Whether all brackets of a line are closed as often as before, and what is a twin's alone as well.
fn is_whole(line: &str) -> bool {
    let balance = |open, close| line.matches(open).count() == line.matches(close).count();
    balance('(', ')') && balance('[', ']') && balance('⟦', '⟧') && balance('⟨', '⟩')
}

/// Of each pair of parentheses, with what is called before it: its operands in its place.
fn parts(line: &str, out: &mut BTreeSet<String>) {
    let chars: Vec<char> = line.chars().collect();
    let text = |from: usize, to: usize| chars[from..to].iter().collect::<String>();
    let mut open = Vec::new();
    for (k, c) in chars.iter().enumerate() {
        match c {
            '(' => open.push(k),
            ')' => {
                let Some(from) = open.pop() else { continue };
                let mut called = from;
                while called > 0 && (chars[called - 1].is_alphanumeric() || "_.".contains(chars[called - 1])) {
                    called -= 1;
                }
                let is_statement = matches!(text(called, from).as_str(), "if" | "for" | "while" | "switch");
                let before = if is_statement && text(called, from) == "if" { called } else { from };
                for (a, b) in operands(&chars, from + 1, k) {
                    for start in [called, from] {
                        if !is_statement || start == from {
                            let bracketed = is_statement || start == from && called < from;
                            let operand = text(a, b).trim().to_string();
                            let operand = if bracketed { format!("({operand})") } else { operand };
                            out.insert(text(0, start) + &operand + &text(k + 1, chars.len()));
                        }
                    }
                }
                if before == called && is_statement {
                    out.insert(text(0, called) + text(k + 1, chars.len()).trim_start());
                }
                if !is_statement {
                    out.insert(text(0, called) + "1" + &text(k + 1, chars.len()));
                }
            }
            _ => {}
        }
    }
    // What is assigned.
    if let Some(at) = line.find("= ").map(|at| line[..at].chars().count() + 2)
        && let Some(end) = chars.iter().rposition(|&c| c == ';').filter(|&end| end > at)
    {
        for (a, b) in operands(&chars, at, end) {
            out.insert(text(0, at) + text(a, b).trim() + &text(end, chars.len()));
        }
        out.insert(text(0, at) + "1" + &text(end, chars.len()));
    }
}

/// What stands between operators, commas and signs of a choice, outside of brackets.
fn operands(chars: &[char], from: usize, to: usize) -> Vec<(usize, usize)> {
    let (mut depth, mut start) = (0, from);
    let mut found = Vec::new();
    for (k, c) in chars.iter().enumerate().take(to).skip(from) {
        match c {
            '(' | '[' | '{' | '⟦' | '⟨' => depth += 1,
            ')' | ']' | '}' | '⟧' | '⟩' => depth -= 1,
            ',' | '?' | ':' | '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<' | '>' | '=' | '!' if depth == 0 => {
                found.push((start, k));
                start = k + 1;
            }
            _ => {}
        }
    }
    found.push((start, to));
    found.retain(|&(a, b)| chars[a..b].iter().any(|c| !c.is_whitespace()));
    if found.len() == 1 && found[0] == (from, to) { Vec::new() } else { found }
}

/// Numbers, smaller.
fn numbers(line: &str, out: &mut BTreeSet<String>) {
    let chars: Vec<char> = line.chars().collect();
    let mut k = 0;
    while k < chars.len() {
        let from = k;
        while k < chars.len() && (chars[k].is_alphanumeric() || chars[k] == '_' || chars[k] == '.') {
            k += 1;
        }
        let word: String = chars[from..k].iter().collect();
        if let Ok(n) = word.parse::<u64>()
            && n > 1
        {
            for less in [1, n / 2] {
                let (before, behind) = (&chars[..from], &chars[k..]);
                out.insert(before.iter().collect::<String>() + &less.to_string() + &behind.iter().collect::<String>());
            }
        }
        k = k.max(from + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{KINDS, program};
    use super::*;

    /// A fault that is planted: the program stores into a subscript with `d` in it. A text whose braces are not closed is no program.
    fn stores_beside(p: &Program) -> bool {
        depth(&p.text) == 0 && p.somd().lines().any(|l| l.contains("o[i + d]"))
    }

    #[test]
    fn a_planted_fault_is_what_is_left() {
        let seeds = (0..60 * KINDS.len() as u64).step_by(KINDS.len());
        let failing: Vec<Program> = seeds.map(program).filter(stores_beside).collect();
        assert!(failing.len() > 2, "{}", failing.len());
        for p in failing {
            let mut asked = 0;
            let small = shrunk(&p, &mut |all| {
                asked += 1;
                all.iter().map(stores_beside).collect()
            });
            assert!(stores_beside(&small));
            let left = small.text.lines().count();
            assert!(left <= 4 && asked < 80, "{left} lines after {asked} packs:\n{}", small.text);
        }
    }

    #[test]
    fn a_step_leaves_both_twins_whole() {
        let lines = units("class P {\n    sync ⟦{⟧⟨a\n b⟩\n    x = (f(1 + 2) * 30);\n}\n");
        assert_eq!(lines.len(), 4);
        let all: BTreeSet<String> =
            simpler(&lines).into_iter().map(|s| after(&lines, &s)[2].trim().to_string()).collect();
        for wanted in
            ["x = f(1 + 2);", "x = 30;", "x = (1 * 30);", "x = (f(1) * 30);", "x = (f(1 + 2) * 15);", "x = 1;"]
        {
            assert!(all.contains(wanted), "{wanted} of {all:?}");
        }
    }
}
