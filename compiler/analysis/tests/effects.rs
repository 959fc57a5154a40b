//! Effects and isolation on hand-made HIR.

use somd_analysis::effects::*;
use somd_hir::testing::*;
use somd_hir::*;

fn static_int(b: &mut Build, name: &str, is_final: bool) -> FieldId {
    b.field(b.main, name, Ty::Int, true, is_final)
}

#[test]
fn effects_pass_along_calls_and_keep_the_chain() {
    let mut b = Build::new();
    let count = static_int(&mut b, "count", false);
    let inner = b.method(b.main, "inner", &[], Ty::Int, &[], vec![ret(field(None, count, Ty::Int))]);
    let middle = b.method(b.main, "middle", &[], Ty::Int, &[], vec![ret(call(inner, vec![], Ty::Int))]);
    let outer = b.method(b.main, "outer", &[], Ty::Int, &[], vec![ret(call(middle, vec![], Ty::Int))]);
    b.program.methods[outer.index()].declared_local = Some(span());
    let program = b.finish();
    let effects = Effects::infer(&program);
    assert!(!effects.is_local(outer));
    let methods: Vec<MethodId> = effects.chain(outer, Effect::ReadsStatic).iter().map(|s| s.method).collect();
    assert_eq!(methods, [outer, middle, inner]);
    let diagnostics = effects.check(&program);
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].code, "E0401");
    assert_eq!(diagnostics[0].primary.text, "calls `Main.middle`, which reads mutable static state");
    let labels: Vec<&str> = diagnostics[0].secondary.iter().map(|l| l.text.as_str()).collect();
    assert_eq!(
        labels,
        [
            "declared `local` here",
            "`Main.middle` calls `Main.inner`, which reads mutable static state",
            "`Main.inner` reads the static field `count`, which is not final",
            "the field is declared here",
        ]
    );
}

#[test]
fn pure_methods_have_values_in_and_out_and_touch_nothing_else() {
    let mut b = Build::new();
    let limit = static_int(&mut b, "limit", true);
    let sum = binary(BinOp::Add, var(0), field(None, limit, Ty::Int));
    let pure = b.method(b.main, "pure", &[("a", Ty::Int)], Ty::Int, &[], vec![ret(sum)]);
    let array = Ty::array(Ty::Int);
    let takes_array = b.method(b.main, "g", &[("a", array.clone())], Ty::Int, &[], vec![ret(int(1))]);
    let element = Place::Index { array: Box::new(local(0, array.clone())), index: Box::new(int(0)) };
    let writes = b.method(b.main, "h", &[("a", array.clone())], Ty::Void, &[], vec![assign(element.clone(), int(1))]);
    // An array of its own may be written, by a callee too.
    let new = expr(ExprKind::NewArray { sizes: vec![int(1)] }, array.clone());
    let own = vec![
        declare(0, Some(new)),
        assign(element, int(1)),
        eval(call(writes, vec![local(0, array.clone())], Ty::Void)),
        ret(int(1)),
    ];
    let scratch = b.method(b.main, "scratch", &[], Ty::Int, &[("a", array)], own);
    let program = b.finish();
    let effects = Effects::infer(&program);
    assert!(effects.is_pure(&program, pure));
    assert_eq!(effects.why_impure(&program, takes_array), Some(Impurity::Parameter(LocalId(0))));
    assert!(effects.of(writes).has(Effect::WritesParameter));
    assert!(effects.is_local(writes));
    assert!(effects.is_pure(&program, scratch));
    assert!(effects.of(scratch).has(Effect::Allocates));
}

#[test]
fn virtual_calls_have_the_effects_of_every_override() {
    let mut b = Build::new();
    let count = static_int(&mut b, "count", false);
    let a = b.class("A", Some(b.object));
    let m = b.virtual_method(a, "m", &[], Ty::Int, vec![ret(int(1))]);
    let sub = b.class("B", Some(a));
    b.virtual_method(
        sub,
        "m",
        &[],
        Ty::Int,
        vec![assign(Place::Field { object: None, field: count }, int(1)), ret(int(2))],
    );
    let on_a = call_virtual(m, local(0, Ty::Class(a)), vec![], Ty::Int);
    let f = b.method(b.main, "f", &[("a", Ty::Class(a))], Ty::Int, &[], vec![ret(on_a)]);
    let program = b.finish();
    let effects = Effects::infer(&program);
    assert!(effects.is_local(m));
    assert!(effects.of(f).has(Effect::WritesStatic));
}

#[test]
fn recursion_settles() {
    let mut b = Build::new();
    let id = MethodId(b.program.methods.len() as u32);
    let f = b.method(b.main, "f", &[("n", Ty::Int)], Ty::Int, &[], vec![ret(call(id, vec![var(0)], Ty::Int))]);
    let program = b.finish();
    assert!(Effects::infer(&program).is_pure(&program, f));
}
