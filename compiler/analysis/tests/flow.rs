//! Flow rules on hand-made HIR; what `javac` 17 says of the same source is in each test's comment.

use somd_analysis::flow::check;
use somd_hir::testing::*;
use somd_hir::*;

/// The codes that a method with `int` locals a (0) and b (1), and an exception e (2), gets.
fn codes_of(
    make: impl FnOnce(&mut Build) -> Vec<Stmt>,
    set_up: impl FnOnce(&mut Build, MethodId),
) -> Vec<&'static str> {
    let mut build = Build::new();
    let stmts = make(&mut build);
    let locals = [("a", Ty::Int), ("b", Ty::Int), ("e", Ty::Class(build.throwable))];
    let method = build.method(build.main, "f", &[], Ty::Int, &locals, stmts);
    set_up(&mut build, method);
    check(&build.finish()).iter().map(|d| d.code).collect()
}

fn codes(make: impl FnOnce(&mut Build) -> Vec<Stmt>) -> Vec<&'static str> {
    codes_of(make, |_, _| {})
}

/// A condition that is no constant.
fn unknown() -> Expr {
    let call = expr(ExprKind::NewArray { sizes: vec![int(1)] }, Ty::array(Ty::Int));
    binary(BinOp::Eq, expr(ExprKind::Length(Box::new(call)), Ty::Int), int(2))
}

const NOTHING: [&str; 0] = [];

#[test]
fn a_local_is_assigned_on_every_path() {
    assert_eq!(codes(|_| vec![declare(0, None), ret(var(0))]), ["E0301"]);
    assert_eq!(codes(|_| vec![declare(0, Some(int(1))), ret(var(0))]), NOTHING);
    let half = |otherwise| vec![declare(0, None), if_else(unknown(), vec![set(0, int(1))], otherwise), ret(var(0))];
    assert_eq!(codes(|_| half(None)), ["E0301"]);
    assert_eq!(codes(|_| half(Some(vec![set(0, int(2))]))), NOTHING);
    // The other path does not get there.
    assert_eq!(codes(|b| half(Some(vec![b.throw("java.lang.RuntimeException")]))), NOTHING);
}

#[test]
fn conditions_assign_where_they_are_true() {
    // int a; if (x && (a = 1) == 1) return a; return a;
    let assigned = || {
        let assign = expr(ExprKind::Assign { place: Place::Local(LocalId(0)), value: Box::new(int(1)) }, Ty::Int);
        binary(BinOp::Eq, assign, int(1))
    };
    let and = || expr(ExprKind::And(Box::new(unknown()), Box::new(assigned())), Ty::Boolean);
    assert_eq!(codes(|_| vec![declare(0, None), if_else(and(), vec![ret(var(0))], None), ret(int(0))]), NOTHING);
    assert_eq!(codes(|_| vec![declare(0, None), if_else(and(), vec![ret(int(0))], None), ret(var(0))]), ["E0301"]);
}

#[test]
fn an_endless_loop_ends_only_by_break() {
    let label = 0;
    let forever = |body| while_loop(boolean(true), body, label);
    // while (true) {}: no return is missing.
    assert_eq!(codes(|_| vec![forever(vec![])]), NOTHING);
    assert_eq!(codes(|_| vec![forever(vec![]), ret(int(1))]), ["E0302"]);
    let break_if = || if_else(unknown(), vec![stmt(StmtKind::Break(LabelId(label)))], None);
    assert_eq!(codes(|_| vec![forever(vec![break_if()])]), ["E0303"]);
    // A variable assigned before the only break is assigned after the loop.
    let body = || vec![set(0, int(1)), break_if()];
    assert_eq!(codes(|_| vec![declare(0, None), forever(body()), ret(var(0))]), NOTHING);
    assert_eq!(codes(|_| vec![while_loop(boolean(false), vec![], label), ret(int(1))]), ["E0302"]);
}

#[test]
fn if_with_a_constant_is_reachable() {
    assert_eq!(codes(|_| vec![if_else(boolean(false), vec![set(0, int(1))], None), ret(int(1))]), NOTHING);
    assert_eq!(codes(|_| vec![if_else(boolean(true), vec![ret(int(1))], None)]), ["E0303"]);
    assert_eq!(codes(|_| vec![ret(int(1)), set(0, int(1))]), ["E0302"]);
}

#[test]
fn checked_exceptions_are_caught_or_declared() {
    assert_eq!(codes(|b| vec![b.throw("java.io.IOException")]), ["E0304"]);
    assert_eq!(codes(|b| vec![b.throw("java.lang.RuntimeException")]), NOTHING);
    assert_eq!(codes(|b| vec![b.throw("java.lang.Error")]), NOTHING);
    let declared = codes_of(
        |b| vec![b.throw("java.io.IOException")],
        |b, m| {
            let exception = b.known("java.lang.Exception");
            b.program.methods[m.index()].throws.push(exception);
        },
    );
    assert_eq!(declared, NOTHING);
    let caught = |class: &'static str, handler: fn(&Build) -> Stmt| {
        codes(move |b| {
            let body = vec![b.throw("java.io.IOException")];
            vec![try_catch(body, vec![(b.known(class), 2, vec![handler(b)])], None)]
        })
    };
    assert_eq!(caught("java.lang.Exception", |_| ret(int(1))), NOTHING);
    assert_eq!(caught("java.lang.RuntimeException", |_| ret(int(1))), ["E0304"]);
    // A rethrow of the unassigned parameter throws what the body throws.
    let rethrow = |b: &Build| stmt(StmtKind::Throw(local(2, Ty::Class(b.known("java.lang.Exception")))));
    assert_eq!(caught("java.lang.Exception", rethrow), ["E0304"]);
    // A `return` in `finally` swallows it.
    let swallowed = codes(|b| vec![try_catch(vec![b.throw("java.io.IOException")], vec![], Some(vec![ret(int(1))]))]);
    assert_eq!(swallowed, NOTHING);
}

#[test]
fn a_catch_catches_something() {
    let catch = |classes: Vec<&'static str>| {
        codes(move |b| {
            let catches = classes.iter().map(|c| (b.known(c), 2, vec![])).collect();
            vec![try_catch(vec![set(0, int(1))], catches, None), ret(int(1))]
        })
    };
    assert_eq!(catch(vec!["java.io.IOException"]), ["E0308"]);
    assert_eq!(catch(vec!["java.lang.Exception"]), NOTHING);
    assert_eq!(catch(vec!["java.lang.RuntimeException"]), NOTHING);
    assert_eq!(catch(vec!["java.lang.Exception", "java.lang.RuntimeException"]), ["E0309"]);
}

#[test]
fn final_variables_are_assigned_once() {
    let make_final = |b: &mut Build, m: MethodId| b.program.methods[m.index()].locals[0].is_final = true;
    let check = |stmts: Vec<Stmt>| codes_of(|_| stmts, make_final);
    assert_eq!(check(vec![declare(0, Some(int(1))), set(0, int(2)), ret(var(0))]), ["E0305"]);
    assert_eq!(check(vec![declare(0, None), set(0, int(2)), ret(var(0))]), NOTHING);
    let maybe = if_else(unknown(), vec![set(0, int(1))], None);
    assert_eq!(check(vec![declare(0, None), maybe, set(0, int(2)), ret(var(0))]), ["E0306"]);
    let again = while_loop(unknown(), vec![set(0, int(1))], 0);
    assert_eq!(check(vec![declare(0, None), again, ret(int(1))]), ["E0307"]);
    // Declared in the loop, it is a new variable each time.
    let fresh = while_loop(unknown(), vec![declare(0, None), set(0, int(1))], 0);
    assert_eq!(check(vec![fresh, ret(int(1))]), NOTHING);
}

#[test]
fn a_try_may_have_assigned_or_not() {
    let make_final = |b: &mut Build, m: MethodId| b.program.methods[m.index()].locals[0].is_final = true;
    let stmts = |b: &Build, catch_body: Vec<Stmt>| {
        let catches = vec![(b.known("java.lang.Exception"), 2, catch_body)];
        vec![declare(0, None), try_catch(vec![set(0, int(1))], catches, None), ret(var(0))]
    };
    assert_eq!(codes(|b| stmts(b, vec![])), ["E0301"]);
    assert_eq!(codes_of(|b| stmts(b, vec![set(0, int(2))]), make_final), ["E0306"]);
    let finally = vec![declare(0, None), try_catch(vec![], vec![], Some(vec![set(0, int(1))])), ret(var(0))];
    assert_eq!(codes(|_| finally), NOTHING);
}

#[test]
fn final_fields_are_assigned_by_constructors_alone() {
    let with_constructor = |body: fn(Place) -> Vec<Stmt>| {
        let mut b = Build::new();
        let a = b.class("A", Some(b.object));
        let x = b.field(a, "x", Ty::Int, false, true);
        let place = Place::Field { object: Some(Box::new(this(a))), field: x };
        b.constructor(a, &[], body(place));
        check(&b.finish()).iter().map(|d| d.code).collect::<Vec<_>>()
    };
    assert_eq!(with_constructor(|x| vec![assign(x, int(1))]), NOTHING);
    assert_eq!(with_constructor(|_| vec![]), ["E0310"]);
    assert_eq!(with_constructor(|x| vec![assign(x.clone(), int(1)), assign(x, int(2))]), ["E0305"]);
    assert_eq!(with_constructor(|x| vec![if_else(unknown(), vec![assign(x, int(1))], None)]), ["E0310"]);

    let mut b = Build::new();
    let a = b.class("A", Some(b.object));
    let x = b.field(a, "x", Ty::Int, true, true);
    b.static_init(a, vec![assign(Place::Field { object: None, field: x }, int(1))]);
    b.method(b.main, "f", &[], Ty::Void, &[], vec![assign(Place::Field { object: None, field: x }, int(2))]);
    assert_eq!(check(&b.finish()).iter().map(|d| d.code).collect::<Vec<_>>(), ["E0305"]);
}
