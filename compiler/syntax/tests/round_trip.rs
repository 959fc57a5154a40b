//! Every construct parses without a message, and parsing what the printer prints gives the same tree.

use somd_syntax::parse;
use somd_syntax::printer::print;

const SOURCES: &[(&str, &str)] = &[("java.txt", include_str!("java.txt")), ("somd.txt", include_str!("somd.txt"))];

/// The tree as text without positions.
fn shape(unit: &somd_syntax::ast::CompilationUnit) -> String {
    let mut printed = unit.clone();
    (printed.left_out_annotations, printed.loop_annotations) = (Vec::new(), Vec::new());
    let text = format!("{printed:#?}");
    let is_position = |line: &str| {
        let value = line.trim().rsplit(' ').next().unwrap_or("").trim_end_matches([',', ')']);
        value.split_once("..").is_some_and(|(lo, hi)| lo.parse::<u32>().is_ok() && hi.parse::<u32>().is_ok())
    };
    text.lines().filter(|line| !is_position(line)).collect::<Vec<_>>().join("\n")
}

fn assert_same(name: &str, first: &str, second: &str) {
    if let Some((i, (a, b))) = first.lines().zip(second.lines()).enumerate().find(|(_, (a, b))| a != b) {
        let context: Vec<&str> = first.lines().skip(i.saturating_sub(30)).take(30).collect();
        panic!("{name}: after\n{}\nthe first tree has\n{a}\nthe second\n{b}", context.join("\n"));
    }
    assert_eq!(first.lines().count(), second.lines().count(), "{name}");
}

#[test]
fn every_construct_parses_and_prints() {
    for (name, text) in SOURCES {
        let (unit, diagnostics) = parse(text, 1);
        assert!(diagnostics.is_empty(), "{name}: {diagnostics:#?}");
        let printed = print(&unit);
        let (again, diagnostics) = parse(&printed, 1);
        assert!(diagnostics.is_empty(), "{name}: {diagnostics:#?}\n{printed}");
        assert_same(name, &shape(&unit), &shape(&again));
    }
}
