//! Finds the tests of a program in its trees, by the annotations of JUnit: what stays valid Java is tested here as it is there.

use super::rows::{Rows, Test};
use somd_syntax::ast::{
    Annotation, CompilationUnit, Expr, ExprKind, Literal, Member, MethodDecl, MethodKind, Modifier, TypeDecl,
    TypeExprKind, TypeKind,
};
use somd_syntax::source::{SourceMap, Span};

/// A class with tests in it.
pub struct Suite {
    /// The index of its file among the units.
    pub unit: usize,
    /// As its file names it: `Outer.Inner`.
    pub class: String,
    /// The classes around a nested one whose objects its own need, from the outside in; their objects are `outer0`, `outer1` …
    pub outer: Vec<String>,
    /// Calls, run once before and after its tests, those of superclasses at the outside.
    pub before_all: Vec<String>,
    pub after_all: Vec<String>,
    /// Calls on the object `test`, around each of its tests.
    pub before_each: Vec<String>,
    pub after_each: Vec<String>,
}

/// One run of one test, or one for each row of values.
pub struct Case {
    /// `Class.method`, with `[number: values]` or `[each of where they come from]` behind where there are several runs of it.
    pub name: String,
    pub suite: usize,
    /// The call, on the object `test` where there is one.
    pub call: String,
    /// What gives the rows, each the array `row` of the call.
    pub each: Option<String>,
    /// Whether it needs an object.
    pub on_object: bool,
    /// The exception that it must end with, as its file names it.
    pub expected: Option<String>,
    /// Where the test's name stands.
    pub at: Span,
    /// Not run, for this reason.
    pub disabled: Option<String>,
}

/// What was found, with what is wrong with the tests themselves.
#[derive(Default)]
pub struct Found {
    pub suites: Vec<Suite>,
    pub cases: Vec<Case>,
    /// Where and what.
    pub wrong: Vec<(Span, String)>,
}

struct Finder<'a> {
    units: &'a [(CompilationUnit, bool)],
    sources: &'a SourceMap,
    found: Found,
}

/// The tests of a program's own files, in their order.
pub fn find(units: &[(CompilationUnit, bool)], sources: &SourceMap) -> Found {
    let mut finder = Finder { units, sources, found: Found::default() };
    for (index, (unit, library)) in units.iter().enumerate() {
        if !library {
            unit.types.iter().for_each(|t| finder.class(index, t, None, None));
        }
    }
    finder.found
}

/// An annotation of JUnit, by its simple name, where the file means that one.
fn junit<'a>(unit: &CompilationUnit, annotation: &'a Annotation) -> Option<&'a str> {
    let parts: Vec<&str> = annotation.name.parts.iter().map(|p| p.name.as_str()).collect();
    let of_junit = |parts: &[&str]| parts.starts_with(&["org", "junit"]);
    let (&name, before) = parts.split_last()?;
    if !before.is_empty() {
        return of_junit(before).then_some(name);
    }
    let imported = unit.imports.iter().any(|i| {
        let parts: Vec<&str> = i.name.parts.iter().map(|p| p.name.as_str()).collect();
        !i.is_static && of_junit(&parts) && (i.on_demand || parts.last() == Some(&name))
    });
    imported.then_some(name)
}

/// The annotation with one of these names.
pub fn annotated<'a>(unit: &CompilationUnit, all: &'a [Annotation], names: &[&str]) -> Option<&'a Annotation> {
    all.iter().find(|a| junit(unit, a).is_some_and(|n| names.contains(&n)))
}

/// All with one of these names, with the name.
pub fn annotated_all<'a>(
    unit: &CompilationUnit,
    all: &'a [Annotation],
    names: &[&'static str],
) -> Vec<(&'static str, &'a Annotation)> {
    let named = |a: &'a Annotation| Some((*names.iter().find(|n| junit(unit, a) == Some(n))?, a));
    all.iter().filter_map(named).collect()
}

pub fn argument<'a>(annotation: &'a Annotation, name: &str) -> Option<&'a Expr> {
    let named = |n: &Option<somd_syntax::ast::Ident>| n.as_ref().map_or("value", |n| n.name.as_str()) == name;
    annotation.args.iter().find(|(n, _)| named(n)).map(|(_, e)| e)
}

pub fn string(e: &Expr) -> Option<String> {
    match &e.kind {
        ExprKind::Literal(Literal::String(units)) => Some(String::from_utf16_lossy(units)),
        ExprKind::Paren(inner) => string(inner),
        ExprKind::Binary(somd_syntax::ast::BinaryOp::Add, _, a, b) => Some(string(a)? + &string(b)?),
        _ => None,
    }
}

/// The elements of `{ a, b }`, or the one that stands for itself.
pub fn elements(e: &Expr) -> &[Expr] {
    match &e.kind {
        ExprKind::ArrayInit(all) => all,
        _ => std::slice::from_ref(e),
    }
}

/// Why something is not run, where it is not.
fn disabled(unit: &CompilationUnit, annotations: &[Annotation]) -> Option<String> {
    let found = annotated(unit, annotations, &["Disabled", "Ignore"])?;
    Some(argument(found, "value").and_then(string).unwrap_or_default())
}

/// The annotations that make a method a test.
const TESTS: [&str; 4] = ["Test", "ParameterizedTest", "RepeatedTest", "TestFactory"];

/// What JUnit has and this does not.
const NOT_HERE: [&str; 5] = ["ArgumentsSource", "CsvFileSource", "TestTemplate", "ExtendWith", "RunWith"];

impl Suite {
    fn new(unit: usize, class: &str) -> Suite {
        let none = Vec::new;
        Suite {
            unit,
            class: class.into(),
            outer: Vec::new(),
            before_all: none(),
            after_all: none(),
            before_each: none(),
            after_each: none(),
        }
    }

    /// That of a class with `@Nested` within this one: what runs around the tests of this one runs around its own too.
    fn nested(&self, class: &str) -> Suite {
        let object = format!("outer{}.", self.outer.len());
        let renamed = |calls: &[String]| {
            let call = |c: &String| c.strip_prefix("test.").map_or(c.clone(), |c| format!("{object}{c}"));
            calls.iter().map(call).collect()
        };
        Suite {
            outer: [self.outer.as_slice(), std::slice::from_ref(&self.class)].concat(),
            before_all: self.before_all.clone(),
            after_all: self.after_all.clone(),
            before_each: renamed(&self.before_each),
            after_each: renamed(&self.after_each),
            ..Suite::new(self.unit, class)
        }
    }
}

fn methods(decl: &TypeDecl) -> impl Iterator<Item = &MethodDecl> {
    decl.members.iter().filter_map(|m| if let Member::Method(m) = m { Some(&**m) } else { None })
}

impl Finder<'_> {
    fn wrong(&mut self, at: Span, what: impl Into<String>) {
        self.found.wrong.push((at, what.into()));
    }

    /// The class of this name and the unit that declares it.
    fn superclass(&self, decl: &TypeDecl) -> Option<(usize, &std::sync::Arc<TypeDecl>)> {
        let TypeExprKind::Class(parts) = &decl.extends.first()?.kind else { return None };
        let name = &parts.last()?.0.name;
        let own = self.units.iter().enumerate().filter(|(_, (_, library))| !library);
        own.flat_map(|(i, (u, _))| u.types.iter().map(move |t| (i, t))).find(|(_, t)| t.name.name == *name)
    }

    /// A class and those in it. `off`: why none of its tests are run.
    fn class(&mut self, unit_index: usize, decl: &TypeDecl, outer: Option<(&str, &Suite)>, off: Option<&str>) {
        let unit = &self.units[unit_index].0;
        let class = outer.map_or(decl.name.name.to_string(), |(outer, _)| format!("{outer}.{}", decl.name.name));
        let off = disabled(unit, &decl.modifiers.annotations).or(off.map(String::from));
        for a in &decl.modifiers.annotations {
            if let Some(name) = junit(unit, a).filter(|n| NOT_HERE.contains(n)) {
                self.wrong(a.span, format!("`@{name}` of JUnit is not supported"));
            }
        }
        // Superclasses first.
        let mut lineage = vec![(unit_index, decl.clone(), class.clone())];
        while let Some((i, above)) = lineage.last().and_then(|(_, d, _)| self.superclass(d))
            && lineage.len() < 16
        {
            let name = above.name.name.to_string();
            lineage.push((i, TypeDecl::clone(above), name));
        }
        lineage.reverse();
        let nested = annotated(unit, &decl.modifiers.annotations, &["Nested"]).and(outer);
        let mut around = nested.map_or_else(|| Suite::new(unit_index, &class), |(_, outer)| outer.nested(&class));
        for (i, decl, owner) in &lineage {
            methods(decl).for_each(|m| self.setup(*i, m, owner, &mut around));
        }
        for member in &decl.members {
            if let Member::Type(inner) = member {
                self.class(unit_index, inner, Some((&class, &around)), off.as_deref());
            }
        }
        if decl.kind != TypeKind::Class || decl.modifiers.has(Modifier::Abstract) {
            return;
        }
        let suite = self.found.suites.len();
        let first = self.found.cases.len();
        for (i, decl, owner) in &lineage {
            let inner = decl.members.iter().filter_map(|m| if let Member::Type(t) = m { Some(t) } else { None });
            let members: Vec<&str> = inner.map(|t| t.name.name.as_str()).collect();
            methods(decl).for_each(|m| self.method(*i, m, (&class, owner, &members), suite, off.as_deref()));
        }
        if self.found.cases.len() == first {
            return;
        }
        if self.found.cases[first..].iter().any(|c| c.on_object) {
            self.constructible(decl, outer.is_some() && nested.is_none());
        }
        self.found.suites.push(around);
    }

    /// An object of the class can be made from outside it.
    fn constructible(&mut self, decl: &TypeDecl, is_member: bool) {
        let name = &decl.name;
        if is_member && !decl.modifiers.has(Modifier::Static) {
            self.wrong(
                name.span,
                format!(
                    "`{}` has tests and is an inner class: give it `@Nested`, or make it `static`, so that it has objects by itself",
                    name.name
                ),
            );
        }
        if decl.modifiers.has(Modifier::Private) {
            self.wrong(name.span, format!("`{}` has tests and is private: leave `private` out", name.name));
        }
        let constructors: Vec<&MethodDecl> = methods(decl).filter(|m| m.kind == MethodKind::Constructor).collect();
        let fits = |m: &&MethodDecl| m.params.is_empty() && !m.modifiers.has(Modifier::Private);
        if !constructors.is_empty() && !constructors.iter().any(fits) {
            self.wrong(
                name.span,
                format!(
                    "`{}` has tests that need an object, and no constructor without parameters that is not private; give it one, or make the tests static",
                    name.name
                ),
            );
        }
    }

    fn setup(&mut self, unit: usize, method: &MethodDecl, owner: &str, around: &mut Suite) {
        let unit = &self.units[unit].0;
        let name = &method.name.name;
        let is_static = method.modifiers.has(Modifier::Static);
        for a in &method.modifiers.annotations {
            let Some(kind) = junit(unit, a) else { continue };
            let on_class = matches!(kind, "BeforeAll" | "AfterAll" | "BeforeClass" | "AfterClass");
            let list = match kind {
                "BeforeEach" | "Before" => &mut around.before_each,
                "AfterEach" | "After" => &mut around.after_each,
                "BeforeAll" | "BeforeClass" => &mut around.before_all,
                "AfterAll" | "AfterClass" => &mut around.after_all,
                _ => continue,
            };
            let call = if is_static { format!("{owner}.{name}()") } else { format!("test.{name}()") };
            // One that overrides another is called once.
            if !list.contains(&call) {
                match kind.starts_with("After") {
                    true => list.insert(0, call),
                    false => list.push(call),
                }
            }
            if on_class && !is_static {
                self.wrong(method.name.span, format!("`@{kind}` method `{name}` is not static"));
            }
            self.callable(method, kind);
            if !method.params.is_empty() {
                self.wrong(method.name.span, format!("`@{kind}` method `{name}` has parameters"));
            }
        }
    }

    /// Reports what cannot be called as a test is.
    fn callable(&mut self, method: &MethodDecl, kind: &str) {
        let name = &method.name.name;
        if method.modifiers.has(Modifier::Private) {
            self.wrong(method.name.span, format!("`@{kind}` method `{name}` is private: leave `private` out"));
        }
        if method.params.iter().any(|p| p.modifiers.dist.is_some()) || method.modifiers.reduce.is_some() {
            self.wrong(method.name.span, format!("`@{kind}` method `{name}` is a SOMD method: let it call one"));
        }
    }

    fn method(
        &mut self,
        unit_index: usize,
        method: &MethodDecl,
        (class, owner, members): (&str, &str, &[&str]),
        suite: usize,
        off: Option<&str>,
    ) {
        let unit = &self.units[unit_index].0;
        let annotations = &method.modifiers.annotations;
        for a in annotations {
            if let Some(name) = junit(unit, a).filter(|n| NOT_HERE.contains(n)) {
                let instead = if name.ends_with("Source") {
                    "; `@ValueSource`, `@CsvSource`, `@MethodSource` and `@EnumSource` are"
                } else {
                    ""
                };
                self.wrong(a.span, format!("`@{name}` of JUnit is not supported{instead}"));
            }
        }
        let Some(test) = annotated(unit, annotations, &TESTS) else { return };
        let Some(kind) = junit(unit, test) else { return };
        let name = &method.name.name;
        self.callable(method, kind);
        if let Some(timeout) = argument(test, "timeout") {
            self.wrong(timeout.span, "`timeout` of `@Test` is not supported: back ends differ in speed");
        }
        let shown = annotated(unit, annotations, &["DisplayName"]).and_then(|a| argument(a, "value")).and_then(string);
        let full = format!("{class}.{}", shown.as_deref().unwrap_or(name));
        // An overridden test of a superclass is its subclass's.
        self.found.cases.retain(|c| c.suite != suite || c.name != full && !c.name.starts_with(&format!("{full}[")));
        let is_static = method.modifiers.has(Modifier::Static);
        let target = if is_static { owner } else { "test" };
        let call = |args: &str| match kind {
            "TestFactory" => format!("org.junit.jupiter.api.DynamicNode.run({target}.{name}())"),
            _ => format!("{target}.{name}({args})"),
        };
        let case = |number: Option<String>, args: &str| Case {
            name: match number {
                Some(n) => format!("{full}[{n}]"),
                None => full.clone(),
            },
            suite,
            call: call(args),
            each: None,
            on_object: !is_static,
            expected: argument(test, "expected").and_then(|e| match &e.kind {
                ExprKind::ClassLiteral(ty) => Some(self.sources.text(ty.span).to_string()),
                _ => None,
            }),
            at: method.name.span,
            disabled: disabled(unit, annotations).or(off.map(String::from)),
        };
        match kind {
            "ParameterizedTest" => {
                let test = Test { unit, units: self.units, sources: self.sources, method, owner, members };
                match test.rows() {
                    Ok(rows) => {
                        let of = |(n, row): (usize, Rows)| match row {
                            Rows::One { shown, args } => case(Some(format!("{}: {shown}", n + 1)), &args),
                            Rows::Each { shown, source, args } => {
                                Case { each: Some(source), ..case(Some(format!("each of {shown}")), &args) }
                            }
                        };
                        let cases: Vec<Case> = rows.into_iter().enumerate().map(of).collect();
                        self.found.cases.extend(cases);
                    }
                    Err((at, what)) => self.wrong(at, what),
                }
            }
            _ if !method.params.is_empty() => self.wrong(
                method.name.span,
                format!("`@{kind}` method `{name}` has parameters: `@ParameterizedTest` with `@ValueSource` or `@CsvSource` gives them values"),
            ),
            "RepeatedTest" => {
                let times = argument(test, "value").and_then(|e| match e.kind {
                    ExprKind::Literal(Literal::Int(n)) if n > 0 => Some(n),
                    _ => None,
                });
                match times {
                    Some(times) => {
                        let cases: Vec<Case> = (1..=times).map(|n| case(Some(n.to_string()), "")).collect();
                        self.found.cases.extend(cases);
                    }
                    None => self.wrong(test.span, "`@RepeatedTest` takes a positive number"),
                }
            }
            _ => {
                let case = case(None, "");
                self.found.cases.push(case);
            }
        }
    }
}

/// A string as a literal of Java.
pub fn java_string(text: &str) -> String {
    let mut out = String::from("\"");
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(b'"') => out += "\\\"",
            Ok(b'\\') => out += "\\\\",
            Ok(b) if (b' '..=b'~').contains(&b) => out.push(b.into()),
            _ => out += &format!("\\u{unit:04x}"),
        }
    }
    // A line end would end the literal before it is read.
    out.replace("\\u000a", "\\n").replace("\\u000d", "\\r") + "\""
}

#[cfg(test)]
mod tests {
    use super::java_string;

    #[test]
    fn strings_are_literals_of_java() {
        assert_eq!(java_string("a\"b\\\n\u{e9}"), "\"a\\\"b\\\\\\n\\u00e9\"");
    }
}
