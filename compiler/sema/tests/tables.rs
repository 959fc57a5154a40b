//! Tables built from source text, and the questions asked of them. What is expected is what `javac` 17 says.

use somd_hir::{ClassId, MethodId};
use somd_sema::assemble::{Bodies, assemble};
use somd_sema::declare::{declare, declare_anonymous_class, declare_local_class};
use somd_sema::members::FieldLookup;
use somd_sema::scope::TypeName;
use somd_sema::subtype::Cast;
use somd_sema::table::ClassTable;
use somd_sema::types::{Type, TypeArg};
use somd_syntax::ast;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;

const LIBRARY: &str = "package java.lang;
    public class Object { public boolean equals(Object o) { return this == o; } public int hashCode() { return 0; } public String toString() { return null; } protected Object clone() { return null; } }
    public final class String implements Comparable<String>, CharSequence { public int compareTo(String s) { return 0; } public int length() { return 0; } }
    public interface CharSequence { int length(); }
    public interface Comparable<T> { int compareTo(T other); }
    public interface Iterable<T> { }
    public interface Cloneable { }
    public interface Runnable { void run(); }
    public abstract class Number { public abstract int intValue(); }
    public final class Integer extends Number implements Comparable<Integer> { public int intValue() { return 0; } public int compareTo(Integer i) { return 0; } public static int hashCode(int i) { return i; } }
    public final class Double extends Number implements Comparable<Double> { public int intValue() { return 0; } public int compareTo(Double d) { return 0; } }
    public abstract class Enum<E extends Enum<E>> implements Comparable<E> { protected Enum(String name, int ordinal) { } public final int compareTo(E o) { return 0; } public final int ordinal() { return 0; } }
    public abstract class Record { protected Record() { } public abstract boolean equals(Object o); public abstract int hashCode(); public abstract String toString(); }
    public class Throwable { } public class Exception extends Throwable { } public class RuntimeException extends Exception { } public class Error extends Throwable { }
    public @interface Override { }";

const UTIL: &str = "package java.util;
    public interface Collection<E> extends Iterable<E> { boolean add(E e); int size(); }
    public interface List<E> extends Collection<E> { E get(int i); boolean add(E e); }
    public class ArrayList<E> implements List<E> { public boolean add(E e) { return true; } public int size() { return 0; } public E get(int i) { return null; } }
    public interface Comparator<T> { int compare(T a, T b); boolean equals(Object o); default Comparator<T> reversed() { return null; } static <U> Comparator<U> none() { return null; } }
    public interface Map<K, V> { interface Entry<K, V> { K getKey(); } V get(K k); }
    public interface Function<T, R> { R apply(T t); }";

fn parse(text: &str) -> ast::CompilationUnit {
    let (tree, errors) = somd_syntax::parse(text, 1);
    assert!(errors.is_empty(), "{errors:?}");
    tree
}

fn build(text: &str) -> (ClassTable, Vec<Diagnostic>) {
    let mut diags = Vec::new();
    let units = [(parse(LIBRARY), true), (parse(UTIL), true), (parse(text), false)];
    let place = |tree: &ast::CompilationUnit| tree.types.first().map(|t| (Span { lo: t.span.lo, hi: t.span.lo }, "\n"));
    let table = declare(&units, false, &place, &mut diags);
    (table, diags)
}

/// A table of a program without errors.
fn table(text: &str) -> ClassTable {
    let (table, diags) = build(text);
    assert!(diags.is_empty(), "{diags:#?}");
    table
}

/// The codes and lines of a program's errors.
fn errors(text: &str) -> Vec<(&'static str, usize)> {
    let (_, diags) = build(text);
    let line =
        |d: &Diagnostic| text.as_bytes()[..d.primary.span.lo as usize - 1].iter().filter(|&&b| b == b'\n').count() + 1;
    let mut all: Vec<_> = diags.iter().map(|d| (d.code, line(d))).collect();
    all.sort_by_key(|e| e.1);
    all
}

/// The type of field `name` of class `C`, whose fields declare the types a test asks about.
fn ty(table: &ClassTable, name: &str) -> Type {
    let class = class(table, "C");
    table.field(table.class(class).fields[name]).ty.clone()
}

fn class(table: &ClassTable, name: &str) -> ClassId {
    table.find_class(name).unwrap_or_else(|| panic!("no class {name}"))
}

fn method(table: &ClassTable, class_name: &str, name: &str) -> MethodId {
    table.class(class(table, class_name)).methods[name][0]
}

const TYPES: &str = "import java.util.*;
    class C<T extends Number & Comparable<T>> {
        Object object; String string; Integer integer; Number number; int[] ints; Object[] objects; String[] strings; int[][] grid;
        List<String> strings_list; ArrayList<String> array_list; List raw; List<?> any; List<? extends Number> numbers; List<Integer> integers;
        List<? super Integer> above; Comparable<String> comparable; T var; List<T> vars; Runnable runnable; Color color; List<Object> object_list;
        Map.Entry<String, Integer> entry; List<List<? extends Number>> nested; Comparator<? super String> order; C<T> self; float[[][4]] values; double[4] bounded; double[] doubles;
    }
    enum Color { RED }";

#[test]
fn subtyping() {
    let t = table(TYPES);
    let sub = |a: &str, b: &str| t.is_subtype(&ty(&t, a), &ty(&t, b));
    for (a, b) in [
        ("string", "object"),
        ("string", "comparable"),
        ("array_list", "strings_list"),
        ("strings_list", "raw"),
        ("strings_list", "any"),
        ("integers", "numbers"),
        ("integers", "above"),
        ("object_list", "above"),
        ("strings", "objects"),
        ("ints", "object"),
        ("grid", "objects"),
        ("var", "number"),
        ("bounded", "doubles"),
        ("values", "object"),
        ("numbers", "any"),
        ("runnable", "object"),
        ("vars", "numbers"),
    ] {
        assert!(sub(a, b), "{a} <: {b}");
    }
    for (a, b) in [
        ("object", "string"),
        ("strings_list", "array_list"),
        ("integers", "object_list"),
        ("numbers", "integers"),
        ("ints", "objects"),
        ("raw", "strings_list"),
        ("raw", "any"),
        ("doubles", "bounded"),
        ("number", "var"),
    ] {
        assert!(!sub(a, b), "{a} <: {b}");
    }
    assert!(t.is_subtype_unchecked(&ty(&t, "raw"), &ty(&t, "strings_list")));
    assert!(t.is_subtype(&Type::Null, &ty(&t, "ints")) && !t.is_subtype(&Type::Null, &Type::INT));
    assert!(t.is_assignable(&Type::INT, &ty(&t, "number")) && t.is_assignable(&ty(&t, "integer"), &Type::DOUBLE));
    assert!(
        !t.is_assignable(&Type::LONG, &Type::INT)
            && t.is_assignable(&Type::CHAR, &Type::INT)
            && !t.is_assignable(&Type::BYTE, &Type::CHAR)
    );
}

#[test]
fn casts() {
    let t = table(TYPES);
    let cast = |a: &str, b: &str| t.cast(&ty(&t, a), &ty(&t, b));
    assert_eq!(cast("string", "object"), Cast::Upcast);
    assert_eq!(cast("object", "string"), Cast::Checked);
    assert_eq!(cast("integer", "string"), Cast::Impossible);
    assert_eq!(cast("string", "runnable"), Cast::Impossible);
    assert_eq!(cast("object", "strings_list"), Cast::Unchecked);
    assert_eq!(cast("strings_list", "array_list"), Cast::Checked);
    assert_eq!(cast("strings_list", "integers"), Cast::Impossible);
    assert_eq!(cast("object", "any"), Cast::Checked);
    assert_eq!(cast("object", "var"), Cast::Unchecked);
    assert_eq!(cast("runnable", "any"), Cast::Checked);
    assert_eq!(cast("objects", "strings"), Cast::Checked);
    assert_eq!(cast("ints", "strings"), Cast::Impossible);
    assert_eq!(t.cast(&ty(&t, "object"), &Type::INT), Cast::Checked);
    assert_eq!(t.cast(&Type::DOUBLE, &Type::INT), Cast::Checked);
    assert_eq!(t.cast(&Type::BOOLEAN, &Type::INT), Cast::Impossible);
    assert_eq!(t.cast(&ty(&t, "integer"), &Type::BYTE), Cast::Impossible);
}

#[test]
fn supertypes_capture_and_bounds() {
    let t = table(TYPES);
    let show = |ty: &Type| t.display(ty);
    let list = class(&t, "java.util.List");
    let as_list = |name: &str| t.as_super(&ty(&t, name), list).map(|c| show(&Type::Class(c)));
    assert_eq!(as_list("array_list").as_deref(), Some("List<String>"));
    assert_eq!(as_list("string"), None);
    let captured = t.capture(&ty(&t, "numbers"));
    let get = t.method_sig_in(&captured, method(&t, "java.util.List", "get"));
    assert!(t.is_subtype(&get.ret, &ty(&t, "number")));
    assert_eq!(show(&t.upward(&captured)), "List<? extends Number>");
    // The bound names itself; it is cut where it would begin again.
    assert_eq!(
        show(&t.lub(&[ty(&t, "integers"), ty(&t, "array_list")])),
        "List<? extends Comparable<? extends Comparable<?>>>"
    );
    assert_eq!(show(&t.lub(&[ty(&t, "integer"), ty(&t, "number")])), "Number");
    assert_eq!(show(&t.lub(&[Type::Null, ty(&t, "string")])), "String");
    assert_eq!(show(&t.lub(&[ty(&t, "strings"), ty(&t, "objects")])), "Object[]");
    assert_eq!(show(&t.erasure(&ty(&t, "var"))), "Number");
    assert_eq!(show(&ty(&t, "entry")), "Map.Entry<String,Integer>");
    assert_eq!(show(&ty(&t, "values")), "float[[][4]]");
    assert_eq!(show(&ty(&t, "nested")), "List<List<? extends Number>>");
    assert_eq!(show(&ty(&t, "bounded")), "double[4]");
}

#[test]
fn functional_interfaces() {
    let t = table(TYPES);
    let compare = t.functional_method(&ty(&t, "order")).expect("Comparator is functional");
    assert_eq!(t.display_list(&compare.params), "(String, String)");
    assert!(t.functional_method(&ty(&t, "runnable")).is_some());
    assert!(t.functional_method(&ty(&t, "any")).is_none());
}

#[test]
fn members_are_inherited_overridden_and_hidden() {
    let t = table(
        "class A<T> { T x; void f(T t) { } void f(int i) { } private void p() { } static void s() { } T same() { return null; } }
         class B extends A<String> { int x; void f(String s) { } static void s() { } String same() { return null; } }
         class C { B b; A<Integer> a; A raw; }
         interface I { int f(); } interface J { int f(); } interface K extends I, J { }",
    );
    let named = |site: &str, name: &str| {
        t.methods_named(&ty(&t, site), name).into_iter().map(|m| t.display_method(m)).collect::<Vec<_>>()
    };
    assert_eq!(named("b", "f"), ["B.f(String)", "A.f(int)"]);
    assert_eq!(named("b", "s"), ["B.s()"]);
    assert_eq!(named("b", "same"), ["B.same()"]);
    assert!(named("b", "p").is_empty());
    assert_eq!(t.class_methods_named(class(&t, "K"), "f").len(), 1);
    assert_eq!(named("b", "toString"), ["Object.toString()"]);
    let scope = t.class_scope(class(&t, "C"), false);
    let FieldLookup::Found(x) = t.find_field(&ty(&t, "a"), "x", &scope) else { panic!("x is a field") };
    assert_eq!(t.display(&t.field_type_in(&ty(&t, "a"), x)), "Integer");
    assert_eq!(t.display(&t.field_type_in(&ty(&t, "raw"), x)), "Object");
    let FieldLookup::Found(x) = t.find_field(&ty(&t, "b"), "x", &scope) else { panic!("x is a field") };
    assert_eq!(t.field(x).ty, Type::INT);
    assert!(t.overrides(method(&t, "B", "f"), method(&t, "A", "f")));
}

#[test]
fn inner_classes_see_the_parameters_around_them() {
    let t = table(
        "class Bag<E> { Node head; static Cell cell; class Node { E item; Node next; } static class Cell { } class Pair<F> { E e; F f; } Pair<String> pair; }
         class C { Bag<String> bag; Bag<String>.Node node; Bag.Node raw; Bag<String>.Pair<Integer> both; }",
    );
    let node = class(&t, "Bag.Node");
    assert_eq!(t.class(node).type_params.len(), 1);
    let item = t.class(node).fields["item"];
    assert_eq!(t.display(&t.field_type_in(&ty(&t, "node"), item)), "String");
    assert_eq!(t.display(&t.field_type_in(&ty(&t, "raw"), item)), "Object");
    let head = t.class(class(&t, "Bag")).fields["head"];
    let head = t.field_type_in(&ty(&t, "bag"), head);
    assert_eq!(t.display(&t.field_type_in(&head, item)), "String");
    let e = t.class(class(&t, "Bag.Pair")).fields["e"];
    assert_eq!(t.display(&t.field_type_in(&ty(&t, "both"), e)), "String");
    assert!(t.class(node).outer_this.is_some() && t.class(class(&t, "Bag.Cell")).outer_this.is_none());
    assert_eq!(t.method(t.class(node).constructors[0]).hidden.len(), 1);
}

#[test]
fn local_and_anonymous_classes() {
    let mut t = table("class C<T> { <U> void f() { } static void g() { } Runnable r; }");
    let f = method(&t, "C", "f");
    let scope = t.method_scope(f);
    let tree = parse("class Local { T t; U u; Local next; }");
    let mut diags = Vec::new();
    let local = declare_local_class(&mut t, &tree.types[0], &scope, &mut diags);
    assert!(diags.is_empty(), "{diags:?}");
    assert_eq!(t.class(local).binary_name, "C$1Local");
    assert!(t.class(local).is_inner);
    assert_eq!(t.lookup_type(&t.class_scope(local, false), "U"), Some(TypeName::Var(t.method(f).type_params[0])));
    let runnable = ty(&t, "r");
    let body = parse("class X { public void run() { } }");
    let in_static = t.method_scope(method(&t, "C", "g"));
    let anonymous = declare_anonymous_class(
        &mut t,
        runnable.clone(),
        &body.types[0].members,
        body.types[0].span,
        &in_static,
        &mut diags,
    );
    assert!(diags.is_empty(), "{diags:?}");
    assert_eq!(t.class(anonymous).binary_name, "C$1");
    assert!(!t.class(anonymous).is_inner && t.is_subtype(&Type::class(anonymous), &runnable));
    let empty = parse("class X { }");
    declare_anonymous_class(&mut t, runnable, &[], empty.types[0].span, &in_static, &mut diags);
    assert_eq!(diags.iter().map(|d| d.code).collect::<Vec<_>>(), ["E0111"]);
}

#[test]
fn dispatch_goes_through_generic_overrides_and_defaults() {
    let t = table(
        "interface Shape { default int area() { return 0; } int sides(); }
         abstract class Base implements Shape { public int sides() { return 1; } }
         class Square extends Base { public int area() { return 4; } }
         class Blob extends Base { }
         interface Sink<T> { void put(T t); }
         class Words implements Sink<String> { public void put(String s) { } }
         class Impl { public void run() { } }
         class Task extends Impl implements Runnable { }
         enum Op { ADD { int apply() { return 1; } }, SUB { int apply() { return 2; } }; abstract int apply(); }
         record Point(int x, double y) { }",
    );
    let program = assemble(&t, Bodies::default());
    let runs = |class_name: &str, owner: &str, name: &str| {
        let found = program.dispatch(class(&t, class_name), method(&t, owner, name));
        found.map(|m| t.display_method(m))
    };
    assert_eq!(runs("Square", "Shape", "area").as_deref(), Some("Square.area()"));
    assert_eq!(runs("Blob", "Shape", "area").as_deref(), Some("Shape.area()"));
    assert_eq!(runs("Blob", "Shape", "sides").as_deref(), Some("Base.sides()"));
    assert_eq!(runs("Words", "Sink", "put").as_deref(), Some("Words.put(String)"));
    assert_eq!(runs("Task", "java.lang.Runnable", "run").as_deref(), Some("Impl.run()"));
    assert_eq!(runs("Point", "java.lang.Object", "hashCode").as_deref(), Some("Point.hashCode()"));
    let add = t.class(class(&t, "Op")).constants[0].body.expect("ADD has a body");
    assert_eq!(t.class(add).binary_name, "Op$1");
    let apply = program.dispatch(add, method(&t, "Op", "apply"));
    assert_eq!(apply.map(|m| program.method(m).class), Some(add));
    assert!(program.is_subclass(class(&t, "Square"), class(&t, "Shape")));
    for name in ["x", "equals", "hashCode", "toString"] {
        assert!(program.method(method(&t, "Point", name)).body.is_some(), "{name}");
    }
    assert!(program.method(method(&t, "Op", "values")).body.is_some());
}

#[test]
fn wrong_declarations_are_reported_where_they_stand() {
    assert_eq!(errors("class A { }\nclass A { }"), [("E0101", 2)]);
    assert_eq!(errors("class A {\n Strin s;\n}"), [("E0102", 2)]);
    assert_eq!(errors("class A extends B { }\nclass B extends A { }"), [("E0106", 1)]);
    assert_eq!(errors("class A extends String { }"), [("E0107", 1)]);
    assert_eq!(errors("class A extends Runnable { }"), [("E0108", 1)]);
    assert_eq!(errors("class A {\n int x;\n int x;\n}"), [("E0109", 3)]);
    assert_eq!(
        errors("import java.util.*; class A {\n void f(List<String> a) { }\n void f(List<Integer> b) { }\n}"),
        [("E0110", 3)]
    );
    assert_eq!(errors("class A implements Runnable {\n}"), [("E0111", 1)]);
    assert_eq!(errors("class A implements Runnable {\n void run() { }\n}"), [("E0112", 2)]);
    assert_eq!(errors("class A {\n public int toString() { return 0; }\n}"), [("E0113", 2)]);
    assert_eq!(errors("class A implements Runnable {\n public void run() throws Exception { }\n}"), [("E0114", 2)]);
    assert_eq!(errors("class A { void f() { } }\nclass B extends A { static void f() { } }"), [("E0115", 2)]);
    assert_eq!(errors("class A {\n @Override\n public void f() { }\n}"), [("E0116", 2)]);
    assert_eq!(errors("abstract final class A { }"), [("E0117", 1)]);
    assert_eq!(errors("class A {\n void f();\n}"), [("E0118", 2)]);
    assert_eq!(errors("class A<T> {\n static T t;\n}"), [("E0120", 2)]);
    assert_eq!(errors("value class A {\n int[] t;\n}"), [("E0121", 2)]);
    assert_eq!(
        errors("import java.util.*; class A {\n List<int> x;\n List<String, String> y;\n}"),
        [("E0105", 2), ("E0104", 3)]
    );
    assert_eq!(errors("import java.util.Lisst;\nclass A { Lisst x; }"), [("E0102", 1)]);
    assert_eq!(errors("record R(int x) {\n int x() { return x; }\n}"), [("E0117", 2)]);
    assert_eq!(errors("class A {\n Thread t;\n}"), [("E0900", 2)]);
}

#[test]
fn unknown_types_come_with_a_suggestion() {
    let suggestion = |text: &str| build(text).1.first().and_then(|d| d.suggestions.first().map(|s| s.text.clone()));
    assert_eq!(suggestion("class A { Strin s; }").as_deref(), Some("String"));
    assert_eq!(suggestion("class A { ArrayList<String> s; }").as_deref(), Some("import java.util.ArrayList;\n"));
    assert_eq!(suggestion("import java.util.Lisst; class A { Lisst x; }").as_deref(), Some("java.util.List"));
}

#[test]
fn array_brackets_after_the_name() {
    let t = table(
        "class C { static final int N = 2 + 2; double[] g[]; double h[][], i; float[N] row; float[][4] rows; int[[N]] fixed; }",
    );
    let show = |name: &str| t.display(&ty(&t, name));
    assert_eq!(
        [show("g"), show("h"), show("i"), show("row"), show("rows"), show("fixed")],
        ["double[][]", "double[][]", "double", "float[4]", "float[][4]", "int[[4]]"]
    );
    let wild = TypeArg::Any;
    assert!(t.contains(&wild, &TypeArg::Is(t.string())));
}
