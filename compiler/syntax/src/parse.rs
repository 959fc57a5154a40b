//! The entry: text to tree and diagnostics.
//!
//! Error recovery works on the token sequence, not in the grammar: where the parser stops, the sequence is repaired (a
//! missing `;` is put in, a misspelt keyword corrected, a broken statement replaced by one error token) and parsed again.
//! A repair is what the message suggests, so several independent errors are found in one run and none is invented: what
//! stops the parser inside a repaired region again gives no message. Each further error costs one more parse.

use crate::actions::Context;
use crate::ast::{Block, CompilationUnit, LoopAnnotation, Member};
use crate::balance::balance;
use crate::diagnostics::Diagnostic;
use crate::filter::{Bodies, Filtered, MAX_NESTING, filter};
use crate::grammar::FileParser;
use crate::headers;
use crate::layout;
use crate::lexer::{Lexed, Tok, Token, lex, unescape};
use crate::newer::without_newer_forms;
use crate::recover::Repairer;
use crate::source::Span;
use crate::type_annotations::{OfLoop, without_type_annotations};
use lalrpop_util::ParseError;
use std::cell::RefCell;

/// How many repairs are tried before the rest of a file is given up.
const MAX_REPAIRS: usize = 100;

/// The syntax errors: code and title.
pub const CODES: &[(&str, &str)] = &[
    ("E0001", "unexpected character"),
    ("E0002", "unterminated string"),
    ("E0003", "unterminated or malformed text block"),
    ("E0004", "unterminated comment"),
    ("E0005", "unknown escape"),
    ("E0006", "malformed character literal"),
    ("E0007", "integer literal too large"),
    ("E0008", "malformed number"),
    ("E0009", "floating-point literal out of range"),
    ("E0010", "malformed unicode escape"),
    ("E0020", "unexpected token"),
    ("E0021", "missing `;`"),
    ("E0022", "bracket never closed"),
    ("E0023", "unmatched closing bracket"),
    ("E0024", "expression missing"),
    ("E0025", "not a statement"),
    ("E0026", "cannot assign to this"),
    ("E0027", "misspelt operator"),
    ("E0028", "misspelt keyword"),
    ("E0029", "name missing"),
    ("E0030", "repeated modifier"),
    ("E0031", "malformed `dist`"),
    ("E0032", "modifier before an initialiser"),
    ("E0033", "a type is needed"),
    ("E0034", "mixed forms in one `switch`"),
    ("E0035", "`try` without `catch` or `finally`"),
    ("E0036", "`task` without a method"),
    ("E0037", "malformed `new`"),
    ("E0038", "array size missing"),
    ("E0039", "too many syntax errors"),
    ("E0041", "length behind a variable's name"),
    ("E0042", "a form of a later Java"),
    ("E0043", "type arguments nest too deep"),
];

/// Parses a file whose first byte lies at position `base`. Never fails: what cannot be parsed is an error node in the tree
/// and a diagnostic.
pub fn parse(text: &str, base: u32) -> (CompilationUnit, Vec<Diagnostic>) {
    parse_with(text, base, Bodies::Read)
}

/// As [`parse`], but the bodies of methods and constructors are left empty; their spans are right. For library files, of
/// which a program needs few bodies: [`parse_body`] reads one.
pub fn parse_headers(text: &str, base: u32) -> (CompilationUnit, Vec<Diagnostic>) {
    match parse_headers_by_hand(text, base) {
        Some(unit) => (unit, Vec::new()),
        None => parse_headers_by_grammar(text, base),
    }
}

/// As [`parse_headers`], without the grammar where that is not needed; None where it is for more than single members.
pub fn parse_headers_by_hand(text: &str, base: u32) -> Option<CompilationUnit> {
    headers::read(text, base, &|text, base| {
        let (unit, diagnostics) = parse_headers_by_grammar(text, base);
        diagnostics.is_empty().then_some(unit)
    })
}

/// As [`parse_headers`], by the grammar alone.
pub fn parse_headers_by_grammar(text: &str, base: u32) -> (CompilationUnit, Vec<Diagnostic>) {
    parse_with(text, base, Bodies::LeftOut)
}

/// The body of a method or constructor, from its `{` to its `}`; `base` is the position of the `{`.
pub fn parse_body(body: &str, base: u32) -> Block {
    // The grammar has one start symbol, so the body is read as that of a method. A real one stands behind more text than
    // this, so the positions do not fall below the first.
    const BEFORE: &str = "class C{void m()";
    let (unit, _) = parse(&format!("{BEFORE}{body}}}"), base.saturating_sub(BEFORE.len() as u32));
    let member = unit.types.first().and_then(|class| class.members.first());
    match member {
        Some(Member::Method(method)) => method.body.clone(),
        _ => None,
    }
    .unwrap_or(Block { stmts: Vec::new(), span: Span { lo: base, hi: base + body.len() as u32 } })
}

fn parse_with(text: &str, base: u32, bodies: Bodies) -> (CompilationUnit, Vec<Diagnostic>) {
    let (text, positions, mut diagnostics) = unescape(text, base);
    let Lexed { tokens, literals, positions, diagnostics: lexical } = lex(&text, positions);
    let bad_tokens = lexical.iter().map(|d| d.primary.span).collect();
    diagnostics.extend(lexical);
    let tokens = layout::mend(&text, tokens, &positions, &mut diagnostics);
    let tokens = balance(&text, tokens, &positions, &mut diagnostics);
    let tokens = without_newer_forms(&text, tokens, &positions, &mut diagnostics);
    let left_out = without_type_annotations(tokens);
    let mut repairer = Repairer::new(&text, &positions, left_out.tokens, bad_tokens);
    let mut unit = CompilationUnit::default();
    for attempt in 0..=MAX_REPAIRS {
        let mut found = Vec::new();
        let Filtered { tokens, class_bodies, too_deep } =
            filter(&text, repairer.tokens(), &positions, bodies, &mut found);
        if let Some(lo) = too_deep {
            // What cannot be told from comparisons would be read as such.
            let title = format!("type arguments nest more than {MAX_NESTING} deep");
            repairer.diagnostics = vec![
                Diagnostic::error("E0043", title, positions.span(lo, lo + 1))
                    .label("the file was not read from here on"),
            ];
            break;
        }
        let cx = Context { text: &text, literals: &literals, positions: &positions, diagnostics: RefCell::new(found) };
        match run(&cx, &tokens) {
            Ok(parsed) => {
                unit = parsed;
                unit.left_out_annotations = left_out.names.iter().filter_map(|name| cx.qualified(name)).collect();
                let of_loop = |a: &OfLoop| {
                    let (name, span) = (cx.qualified(&a.name)?, cx.span(a.lo, a.hi));
                    Some(LoopAnnotation { name, span, loop_at: cx.span(a.at, a.at).lo })
                };
                unit.loop_annotations = left_out.of_loops.iter().filter_map(of_loop).collect();
                let mut found = cx.diagnostics.into_inner();
                found.retain(|d| d.code != "E0035" || !repairer.took_handler(d.primary.span));
                diagnostics.extend(found);
                break;
            }
            Err(stop) if attempt < MAX_REPAIRS => {
                if !repairer.repair(stop, &class_bodies) {
                    break;
                }
            }
            Err(stop) => {
                let span = positions.span(stop.lo, stop.lo);
                repairer.diagnostics.push(
                    Diagnostic::error("E0039", "too many syntax errors", span)
                        .label("the rest of this file was not read"),
                );
            }
        }
    }
    diagnostics.append(&mut repairer.diagnostics);
    diagnostics.sort_by_key(|d| d.primary.span);
    // Where an expression breaks off, its closing bracket is missing with it.
    let breaks: Vec<_> = diagnostics.iter().filter(|d| d.code == "E0024").map(|d| d.primary.span.lo).collect();
    diagnostics.retain(|d| d.code != "E0022" || !breaks.contains(&d.primary.span.lo));
    consequences(&text, base, &mut diagnostics);
    (unit, diagnostics)
}

/// Leaves out what follows from another message: of the syntax errors of one line the first is meant, and where one member of a class is broken into
/// statements, all of them stand outside of a method.
fn consequences(text: &str, base: u32, diagnostics: &mut Vec<Diagnostic>) {
    let line = |d: &Diagnostic| {
        let at = (d.primary.span.lo.saturating_sub(base) as usize).min(text.len());
        text.as_bytes()[..at].iter().filter(|&&b| b == b'\n').count()
    };
    let of_structure = |d: &Diagnostic| {
        matches!(d.code, "E0020" | "E0021" | "E0022" | "E0023" | "E0024" | "E0025" | "E0029" | "E0031" | "E0033")
    };
    let mut kept: Vec<(usize, Diagnostic)> = Vec::new();
    for d in diagnostics.drain(..) {
        let at = line(&d);
        let follows = kept.last().is_some_and(|(before, last)| {
            // Where only a sign was missing, nothing follows from it.
            let mended = last.title.starts_with("missing") && d.title.starts_with("missing `;`");
            *before == at && of_structure(&d) && last.is_error() && !matches!(last.code, "E0030" | "E0042") && !mended
                || d.title == OUTSIDE && last.title == OUTSIDE
        });
        if !follows {
            kept.push((at, d));
        }
    }
    diagnostics.extend(kept.into_iter().map(|(_, d)| d));
}

/// The title of a statement where members stand.
pub const OUTSIDE: &str = "a statement outside of a method";

/// Where the parser stopped and what would have let it go on.
pub struct Stop {
    pub lo: u32,
    pub expected: Vec<String>,
}

fn run(cx: &Context, tokens: &[Token]) -> Result<CompilationUnit, Stop> {
    let result = FileParser::new().parse(cx, tokens.iter().map(|t| Ok::<(u32, Tok, u32), ()>((t.lo, t.tok, t.hi))));
    result.map_err(|error| match error {
        ParseError::UnrecognizedToken { token: (lo, ..), expected } => Stop { lo, expected },
        ParseError::UnrecognizedEof { expected, .. } => Stop { lo: cx.text.len() as u32, expected },
        ParseError::ExtraToken { token: (lo, ..) } => Stop { lo, expected: Vec::new() },
        ParseError::InvalidToken { location } => Stop { lo: location, expected: Vec::new() },
        ParseError::User { .. } => Stop { lo: cx.text.len() as u32, expected: Vec::new() },
    })
}
