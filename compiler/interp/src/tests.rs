//! The interpreter on hand-made HIR: values are those that Java 17 gives.

use super::*;
use somd_hir::testing::*;
use somd_hir::*;
use somd_syntax::ast::ReduceOp;

/// Runs a static method of a finished program and describes its result, or the exception that came out.
fn result(build: Build, method: MethodId) -> String {
    let program = Arc::new(build.finish());
    on_large_stack(move || {
        let interp = Interp::start(program, Host::default());
        let outcome = rt::catch(|| {
            interp.initialize(interp.program.method(method).class);
            interp.invoke(method, Value::Void, Vec::new())
        });
        match outcome {
            Ok(Value::Ref(object)) => rt::rust_text(&rt::concat(&[Value::Ref(object)])),
            Ok(Value::Void) => "void".into(),
            Ok(value) => rt::rust_text(&rt::concat(&[value])),
            Err(exception) => {
                let class = rt::class_of(interp, &exception);
                let text =
                    rt::rust_text(&interp.call_virtual(interp.known.to_string, &Value::Ref(exception), Vec::new()));
                format!("{}: {text}", interp.class_name(class))
            }
        }
    })
}

/// The value of one expression.
fn value(make: impl FnOnce(&mut Build) -> Expr) -> String {
    let mut build = Build::new();
    let e = make(&mut build);
    let ty = e.ty.clone();
    let method = build.method(build.main, "f", &[], ty, &[], vec![ret(e)]);
    result(build, method)
}

/// What a body with the `int` locals 0 to 3 returns; local 4 is an exception.
fn body(make: impl FnOnce(&mut Build) -> Vec<Stmt>) -> String {
    let mut build = Build::new();
    let stmts = make(&mut build);
    let throwable = Ty::Class(build.throwable);
    let locals = [("a", Ty::Int), ("b", Ty::Int), ("c", Ty::Int), ("d", Ty::Int), ("e", throwable)];
    let method = build.method(build.main, "f", &[], Ty::Int, &locals, stmts);
    result(build, method)
}

#[test]
fn integers_wrap_and_shifts_are_masked() {
    assert_eq!(value(|_| binary(BinOp::Add, int(i32::MAX), int(1))), "-2147483648");
    assert_eq!(value(|_| binary(BinOp::Div, int(i32::MIN), int(-1))), "-2147483648");
    assert_eq!(value(|_| binary(BinOp::Rem, int(-7), int(3))), "-1");
    assert_eq!(value(|_| binary(BinOp::Shl, int(1), int(33))), "2");
    assert_eq!(value(|_| binary(BinOp::UShr, int(-1), int(28))), "15");
    assert_eq!(value(|_| binary(BinOp::UShr, long(-1), int(60))), "15");
    assert_eq!(value(|_| binary(BinOp::Shr, long(-16), int(66))), "-4");
}

#[test]
fn division_by_zero_throws_for_integers_only() {
    assert_eq!(value(|_| binary(BinOp::Div, int(1), int(0))), "java.lang.ArithmeticException: / by zero");
    assert_eq!(value(|_| binary(BinOp::Rem, long(1), long(0))), "java.lang.ArithmeticException: / by zero");
    assert_eq!(value(|_| binary(BinOp::Gt, binary(BinOp::Div, double(1.0), double(0.0)), double(1e308))), "true");
}

#[test]
fn casts_saturate_and_truncate() {
    assert_eq!(value(|_| convert(double(1e20), Ty::Int)), "2147483647");
    assert_eq!(value(|_| convert(double(f64::NAN), Ty::Long)), "0");
    assert_eq!(value(|_| convert(double(300.7), Ty::Byte)), "44");
    assert_eq!(value(|_| convert(double(-1e20), Ty::Short)), "0");
    assert_eq!(value(|_| convert(int(65), Ty::Char)), "A");
    assert_eq!(value(|_| convert(long(0x1_0000_0001), Ty::Int)), "1");
}

#[test]
fn remainder_of_floats_is_that_of_truncated_division() {
    assert_eq!(value(|_| binary(BinOp::Eq, binary(BinOp::Rem, double(-5.5), double(2.0)), double(-1.5))), "true");
}

#[test]
fn loops_break_and_continue() {
    // for (a = 0; a < 10; a++) { if (a == 3) continue; if (a == 6) break; b += a; } return b;
    let text = body(|_| {
        let step = expr(ExprKind::IncDec { place: Place::Local(LocalId(0)), decrement: false, prefix: false }, Ty::Int);
        let label = LabelId(0);
        vec![
            set(1, int(0)),
            stmt(StmtKind::For {
                init: vec![set(0, int(0))],
                cond: Some(binary(BinOp::Lt, var(0), int(10))),
                update: vec![step],
                body: block(vec![
                    if_else(binary(BinOp::Eq, var(0), int(3)), vec![stmt(StmtKind::Continue(label))], None),
                    if_else(binary(BinOp::Eq, var(0), int(6)), vec![stmt(StmtKind::Break(label))], None),
                    set(1, binary(BinOp::Add, var(1), var(0))),
                ]),
                label,
            }),
            ret(var(1)),
        ]
    });
    assert_eq!(text, "12");
}

#[test]
fn switch_falls_through_to_the_break() {
    let arm = |value: Option<i32>, body| SwitchArm {
        values: value.into_iter().collect(),
        is_default: value.is_none(),
        body: block(body),
        span: span(),
    };
    let add = |n| set(0, binary(BinOp::Add, var(0), int(n)));
    let run = |on: i32| {
        body(|_| {
            let arms = vec![
                arm(Some(1), vec![add(1)]),
                arm(None, vec![add(10)]),
                arm(Some(2), vec![add(100), stmt(StmtKind::Break(LabelId(0)))]),
                arm(Some(3), vec![add(1000)]),
            ];
            let switch = stmt(StmtKind::Switch { scrutinee: int(on), arms, label: LabelId(0) });
            vec![set(0, int(0)), switch, ret(var(0))]
        })
    };
    assert_eq!(run(1), "111");
    assert_eq!(run(2), "100");
    assert_eq!(run(3), "1000");
    assert_eq!(run(9), "110");
}

#[test]
fn finally_runs_on_every_path() {
    // The value of a `return` is taken before `finally` runs, and a `return` in it wins.
    let text =
        body(|_| vec![set(0, int(1)), try_catch(vec![ret(var(0))], vec![], Some(vec![set(0, int(2))])), ret(int(9))]);
    assert_eq!(text, "1");
    let text =
        body(|b| vec![try_catch(vec![b.throw("java.lang.Error")], vec![], Some(vec![ret(int(7))])), ret(int(9))]);
    assert_eq!(text, "7");
    let text = body(|b| {
        let catch = (b.known("java.lang.RuntimeException"), 4, vec![ret(int(5))]);
        let divide = eval(binary(BinOp::Div, int(1), int(0)));
        vec![try_catch(vec![divide], vec![catch], None), ret(int(9))]
    });
    assert_eq!(text, "5");
    let text = body(|b| {
        let catch = (b.known("java.lang.RuntimeException"), 4, vec![ret(int(5))]);
        vec![try_catch(vec![b.throw("java.lang.Error")], vec![catch], None), ret(int(9))]
    });
    assert_eq!(text, "java.lang.Error: null");
}

#[test]
fn arrays_check_indices_sizes_and_null() {
    let ints = || Ty::array(Ty::Int);
    let new = |n: i32| expr(ExprKind::NewArray { sizes: vec![int(n)] }, ints());
    let at = |array: Expr, i: i32| expr(ExprKind::Index { array: Box::new(array), index: Box::new(int(i)) }, Ty::Int);
    assert_eq!(value(|_| at(new(3), 2)), "0");
    assert_eq!(
        value(|_| at(new(3), 3)),
        "java.lang.ArrayIndexOutOfBoundsException: Index 3 out of bounds for length 3"
    );
    assert_eq!(
        value(|_| at(new(3), -1)),
        "java.lang.ArrayIndexOutOfBoundsException: Index -1 out of bounds for length 3"
    );
    assert_eq!(value(|_| at(new(-5), 0)), "java.lang.NegativeArraySizeException: -5");
    assert_eq!(
        value(|_| at(null(ints()), 0)),
        "java.lang.NullPointerException: Cannot load from int array because \"null\" is null"
    );
    let matrix = || expr(ExprKind::NewArray { sizes: vec![int(2), int(3)] }, Ty::array(ints()));
    let row = expr(ExprKind::Index { array: Box::new(matrix()), index: Box::new(int(1)) }, ints());
    assert_eq!(value(|_| expr(ExprKind::Length(Box::new(row)), Ty::Int)), "3");
}

#[test]
fn the_index_is_evaluated_before_the_value_and_checked_after() {
    // a[b = 5] = (b = 7) on an array of length 1 throws, but b is 7.
    let text = body(|b| {
        let ints = Ty::array(Ty::Int);
        let array = expr(ExprKind::NewArray { sizes: vec![int(1)] }, ints);
        let inner = |n| expr(ExprKind::Assign { place: Place::Local(LocalId(1)), value: Box::new(int(n)) }, Ty::Int);
        let store = assign(Place::Index { array: Box::new(array), index: Box::new(inner(5)) }, inner(7));
        let catch = (b.known("java.lang.ArrayIndexOutOfBoundsException"), 4, vec![ret(var(1))]);
        vec![try_catch(vec![store], vec![catch], None), ret(int(0))]
    });
    assert_eq!(text, "7");
}

#[test]
fn classes_are_initialised_at_first_use_and_only_once() {
    // class A { static int x; static { x = x + 5; } }, read twice after a write.
    let mut b = Build::new();
    let a = b.class("A", Some(b.object));
    let x = b.field(a, "x", Ty::Int, true, false);
    let place = || Place::Field { object: None, field: x };
    let read = || field(None, x, Ty::Int);
    b.static_init(a, vec![assign(place(), binary(BinOp::Add, read(), int(5)))]);
    let stmts = vec![assign(place(), int(100)), ret(binary(BinOp::Add, read(), read()))];
    let method = b.method(b.main, "f", &[], Ty::Int, &[], stmts);
    // The initialiser runs before the write and is not run again.
    assert_eq!(result(b, method), "200");
}

#[test]
fn a_failed_initialiser_fails_for_good() {
    let mut b = Build::new();
    let a = b.class("A", Some(b.object));
    let x = b.field(a, "x", Ty::Int, true, false);
    let throw = b.throw("java.lang.Error");
    b.static_init(a, vec![throw]);
    let read = || field(None, x, Ty::Int);
    let catch = (b.known("java.lang.Error"), 0, vec![]);
    let stmts = vec![try_catch(vec![eval(read())], vec![catch], None), ret(read())];
    let locals = [("e", Ty::Class(b.throwable))];
    let method = b.method(b.main, "f", &[], Ty::Int, &locals, stmts);
    assert_eq!(result(b, method), "java.lang.NoClassDefFoundError: Could not initialize class A");
}

#[test]
fn calls_go_to_the_override() {
    let mut b = Build::new();
    let a = b.class("A", Some(b.object));
    let constructor = b.constructor(a, &[], vec![]);
    let m = b.virtual_method(a, "m", &[], Ty::Int, vec![ret(int(1))]);
    let sub = b.class("B", Some(a));
    let sub_constructor = b.constructor(sub, &[], vec![]);
    b.virtual_method(sub, "m", &[], Ty::Int, vec![ret(int(2))]);
    let new = |class, constructor| expr(ExprKind::New { class, constructor, args: vec![] }, Ty::Class(class));
    let sum = binary(
        BinOp::Add,
        call_virtual(m, new(a, constructor), vec![], Ty::Int),
        binary(BinOp::Mul, int(10), call_virtual(m, new(sub, sub_constructor), vec![], Ty::Int)),
    );
    let method = b.method(b.main, "f", &[], Ty::Int, &[], vec![ret(sum)]);
    assert_eq!(result(b, method), "21");
}

#[test]
fn a_bad_cast_says_what_hotspot_says() {
    let text = value(|b| {
        let a = b.class("A", Some(b.object));
        let constructor = b.constructor(a, &[], vec![]);
        let new = expr(ExprKind::New { class: a, constructor, args: vec![] }, Ty::Class(a));
        expr(ExprKind::CheckCast(Box::new(new)), Ty::Class(b.string))
    });
    assert_eq!(
        text,
        "java.lang.ClassCastException: class A cannot be cast to class java.lang.String (A is in unnamed module of \
         loader 'app'; java.lang.String is in module java.base of loader 'bootstrap')"
    );
}

#[test]
fn endless_recursion_is_an_exception() {
    let mut b = Build::new();
    let id = MethodId(b.program.methods.len() as u32);
    let body = vec![ret(binary(BinOp::Add, call(id, vec![], Ty::Int), int(1)))];
    let method = b.method(b.main, "f", &[], Ty::Int, &[], body);
    assert_eq!(result(b, method), "java.lang.StackOverflowError: null");
}

#[test]
fn text_of_parts() {
    let text = value(|b| {
        let parts = vec![
            expr(ExprKind::Lit(Lit::String("n = ".encode_utf16().collect())), Ty::Class(b.string)),
            int(-3),
            expr(ExprKind::Lit(Lit::Int(65)), Ty::Char),
            boolean(true),
            null(Ty::Class(b.object)),
        ];
        expr(ExprKind::Concat(parts), Ty::Class(b.string))
    });
    assert_eq!(text, "n = -3Atruenull");
}

#[test]
fn maps_and_reductions_go_element_by_element() {
    let values = |n: i32| {
        let elements = (1..=n).map(int).collect();
        let ty = Ty::ValueArray { elem: Arc::new(Ty::Int), dims: [None].into() };
        expr(ExprKind::ArrayLit(elements), ty)
    };
    let sum = |array| expr(ExprKind::ReduceOp { op: ReduceOp::Add, array: Box::new(array) }, Ty::Int);
    assert_eq!(value(|_| sum(values(100))), "5050");
    assert_eq!(value(|_| sum(values(0))), "0");
    let twice = |a: Expr| {
        let ty = a.ty.clone();
        expr(ExprKind::MapBinary { op: BinOp::Mul, left: Box::new(a), right: Box::new(int(2)) }, ty)
    };
    assert_eq!(value(|_| sum(twice(values(3)))), "12");
    let uneven = |a: Expr, b: Expr| {
        let ty = a.ty.clone();
        expr(ExprKind::MapBinary { op: BinOp::Mul, left: Box::new(a), right: Box::new(b) }, ty)
    };
    assert!(value(|_| sum(uneven(values(3), values(2)))).starts_with("somd.LengthMismatch"));
}

#[test]
fn a_combinator_that_does_not_commute_keeps_the_order() {
    // (a, b) -> b keeps the last element, whatever the shape.
    let mut b = Build::new();
    let last = b.method(b.main, "last", &[("a", Ty::Int), ("b", Ty::Int)], Ty::Int, &[], vec![ret(var(1))]);
    let ty = Ty::ValueArray { elem: Arc::new(Ty::Int), dims: [None].into() };
    let array = expr(ExprKind::ArrayLit((0..20_000).map(int).collect()), ty);
    let reduce = expr(
        ExprKind::ReduceMethod {
            method: last,
            operator: None,
            array: Box::new(array),
            init: None,
            captured: Vec::new(),
        },
        Ty::Int,
    );
    let method = b.method(b.main, "f", &[], Ty::Int, &[], vec![ret(reduce)]);
    assert_eq!(result(b, method), "19999");
}
