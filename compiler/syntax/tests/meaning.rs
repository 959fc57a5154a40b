//! Readings that look-ahead decides: which node an ambiguous piece of source becomes, and what a literal is worth.

use somd_syntax::ast::*;
use somd_syntax::parse;

fn stmts(text: &str) -> Vec<Stmt> {
    let (mut unit, diagnostics) = parse(&format!("class A {{ void f() {{ {text} }} }}"), 1);
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:#?}");
    match &unit.types.remove(0).members[0] {
        Member::Method(method) => method.body.as_ref().expect("a method with a body").stmts.clone(),
        member => panic!("{member:?}"),
    }
}

fn expr(text: &str) -> ExprKind {
    match stmts(&format!("x = {text};")).remove(0).kind {
        StmtKind::Expr(Expr { kind: ExprKind::Assign(_, value), .. }) => value.kind,
        kind => panic!("{kind:?}"),
    }
}

fn literal(text: &str) -> Literal {
    match expr(text) {
        ExprKind::Literal(literal) => literal,
        kind => panic!("{kind:?}"),
    }
}

macro_rules! reads_as {
    ($text:expr, $pattern:pat) => {
        let kind = expr($text);
        assert!(matches!(kind, $pattern), "{}: {kind:#?}", $text);
    };
}

#[test]
fn casts_and_parentheses() {
    reads_as!("(a) - b", ExprKind::Binary(BinaryOp::Sub, ..));
    reads_as!("(a) + b", ExprKind::Binary(BinaryOp::Add, ..));
    reads_as!("(int) -b", ExprKind::Cast(..));
    reads_as!("(a) b", ExprKind::Cast(..));
    reads_as!("(a) (b)", ExprKind::Cast(..));
    reads_as!("(a) !b", ExprKind::Cast(..));
    reads_as!("(Foo<Bar>) b", ExprKind::Cast(..));
    reads_as!("(a < b)", ExprKind::Paren(..));
    reads_as!("(F) y -> z", ExprKind::Cast(..));
    reads_as!("(y) -> z", ExprKind::Lambda { .. });
    reads_as!("a ? b : c -> d", ExprKind::Cond(..));
}

#[test]
fn angle_brackets() {
    reads_as!("i < MAX >> 1", ExprKind::Binary(BinaryOp::Lt, ..));
    reads_as!("i >>> 2", ExprKind::Binary(BinaryOp::UShr, ..));
    let ExprKind::Call { args, .. } = expr("f(a < b, c > (d))") else { panic!() };
    assert_eq!(args.len(), 2);
    let ExprKind::Call { args, .. } = expr("f(a < b, c > d)") else { panic!() };
    assert_eq!(args.len(), 2);
    let ExprKind::Call { type_args, .. } = expr("foo.<T, U>bar()") else { panic!() };
    assert_eq!(type_args.len(), 2);
    assert!(matches!(stmts("a < b > c;").remove(0).kind, StmtKind::Local(_)));
}

#[test]
fn contextual_words_are_names() {
    for word in [
        "task", "local", "value", "dist", "reduce", "sync", "shared", "single", "view", "polyview", "dim", "self",
        "finish", "record", "permits", "sealed", "non",
    ] {
        let text = format!(
            "int {word} = 1; {word}++; {word} = {word} + 1; {word}.x(); {word}[0] = 1; {word}(1); a.{word}(); x = -{word}; {word} y = null;"
        );
        assert_eq!(stmts(&text).len(), 9, "{word}");
        let member =
            format!("class A {{ int {word}; int {word}() {{ return {word}; }} void g(int {word}, {word} x) {{ }} }}");
        let (_, diagnostics) = parse(&member, 1);
        assert!(diagnostics.is_empty(), "{word}: {diagnostics:#?}");
    }
    assert!(matches!(stmts("sync(x);").remove(0).kind, StmtKind::Expr(_)));
    assert!(matches!(stmts("sync(x) { }").remove(0).kind, StmtKind::Sync { .. }));
    assert!(matches!(stmts("yield = 3;").remove(0).kind, StmtKind::Expr(_)));
}

#[test]
fn lime_operators() {
    reads_as!("+! a", ExprKind::ReduceOp(ReduceOp::Add, _));
    reads_as!("\"s\" +!flag", ExprKind::Binary(BinaryOp::Add, ..));
    reads_as!("y +!flag", ExprKind::Binary(BinaryOp::Add, ..));
    reads_as!("Math.max! a", ExprKind::ReduceMethod { init: None, .. });
    reads_as!("C.f!(a, init)", ExprKind::ReduceMethod { init: Some(_), .. });
    reads_as!("C @ f(a, b)", ExprKind::Map { .. });
    reads_as!("a @+ b", ExprKind::MapBinary(BinaryOp::Add, ..));
    reads_as!("@-a", ExprKind::MapUnary(UnaryOp::Neg, _));
    reads_as!("@(float) a", ExprKind::MapCast(..));
    reads_as!("a => (task B.f, task C.g) => task D.h", ExprKind::Connect(..));
    reads_as!("task C(1).m", ExprKind::Task { args: Some(_), .. });
    assert!(matches!(stmts("@Override int y;").remove(0).kind, StmtKind::Local(_)));
}

#[test]
fn array_types_are_outermost_first() {
    let StmtKind::Local(decl) = stmts("float[][4] x;").remove(0).kind else { panic!() };
    let TypeExprKind::Array(inner, ArrayDim { bound: None, .. }) = decl.ty.kind else { panic!() };
    assert!(matches!(inner.kind, TypeExprKind::Array(_, ArrayDim { bound: Some(_), .. })));
}

#[test]
fn literals() {
    assert_eq!(literal("2147483647"), Literal::Int(i32::MAX));
    assert_eq!(literal("-2147483648"), Literal::Int(i32::MIN));
    assert_eq!(literal("-9223372036854775808L"), Literal::Long(i64::MIN));
    assert_eq!(literal("0xFFFF_FFFF"), Literal::Int(-1));
    assert_eq!(literal("0b101"), Literal::Int(5));
    assert_eq!(literal("0_17"), Literal::Int(15));
    assert_eq!(literal("1e-3"), Literal::Double(0.001));
    assert_eq!(literal("0x1.8p3"), Literal::Double(12.0));
    assert_eq!(literal("0x1p-1074"), Literal::Double(f64::from_bits(1)));
    assert_eq!(literal("0x1.fffffffffffff8p0"), Literal::Double(2.0));
    assert_eq!(literal("0x1.000001p0f"), Literal::Float(1.0));
    assert_eq!(literal("3.4028235e38f"), Literal::Float(f32::MAX));
    assert_eq!(literal("'\\u0041'"), Literal::Char(65));
    assert_eq!(literal("'\\377'"), Literal::Char(255));
    assert_eq!(literal("\"\\uD83Dx\""), Literal::String(vec![0xD83D, 120]));
    assert_eq!(
        literal("\"\"\"\n    a\n      b \\\n    c\n    \"\"\""),
        Literal::String("a\n  b c\n".encode_utf16().collect())
    );
}

#[test]
fn spans_are_positions_in_the_text_as_written() {
    let text = "class \\u0041b { int xy; }";
    let (unit, diagnostics) = parse(text, 100);
    assert!(diagnostics.is_empty());
    let Member::Field(field) = &unit.types[0].members[0] else { panic!() };
    let span = field.vars[0].name.span;
    assert_eq!(&text[span.lo as usize - 100..span.hi as usize - 100], "xy");
    assert_eq!(unit.types[0].name.name, "Ab");
}
