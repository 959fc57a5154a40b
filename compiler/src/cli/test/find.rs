//! Finds the tests of a program in its trees, by the annotations of JUnit: what stays valid Java is tested here as it is there.

use somd_syntax::ast::{
    Annotation, CompilationUnit, Expr, ExprKind, Literal, Member, MethodDecl, MethodKind, Modifier, Param, PrimType,
    TypeDecl, TypeExprKind, TypeKind,
};
use somd_syntax::source::{SourceMap, Span};

/// A class with tests in it.
pub struct Suite {
    /// The index of its file among the units.
    pub unit: usize,
    /// As its file names it: `Outer.Inner`.
    pub class: String,
    /// Calls, run once before and after its tests, those of superclasses at the outside.
    pub before_all: Vec<String>,
    pub after_all: Vec<String>,
    /// Calls on the object `test`, around each of its tests.
    pub before_each: Vec<String>,
    pub after_each: Vec<String>,
}

/// One run of one test.
pub struct Case {
    /// `Class.method`, with `[number: values]` behind where there are several runs of it.
    pub name: String,
    pub suite: usize,
    /// The call, on the object `test` where there is one.
    pub call: String,
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
            unit.types.iter().for_each(|t| finder.class(index, t, "", None));
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
fn annotated<'a>(unit: &CompilationUnit, all: &'a [Annotation], names: &[&str]) -> Option<&'a Annotation> {
    all.iter().find(|a| junit(unit, a).is_some_and(|n| names.contains(&n)))
}

fn argument<'a>(annotation: &'a Annotation, name: &str) -> Option<&'a Expr> {
    let named = |n: &Option<somd_syntax::ast::Ident>| n.as_ref().map_or("value", |n| n.name.as_str()) == name;
    annotation.args.iter().find(|(n, _)| named(n)).map(|(_, e)| e)
}

fn string(e: &Expr) -> Option<String> {
    match &e.kind {
        ExprKind::Literal(Literal::String(units)) => Some(String::from_utf16_lossy(units)),
        ExprKind::Paren(inner) => string(inner),
        ExprKind::Binary(somd_syntax::ast::BinaryOp::Add, _, a, b) => Some(string(a)? + &string(b)?),
        _ => None,
    }
}

/// The elements of `{ a, b }`, or the one that stands for itself.
fn elements(e: &Expr) -> &[Expr] {
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
const TESTS: [&str; 3] = ["Test", "ParameterizedTest", "RepeatedTest"];

/// What JUnit has and this does not.
const NOT_HERE: [&str; 12] = [
    "MethodSource",
    "EnumSource",
    "ArgumentsSource",
    "CsvFileSource",
    "NullSource",
    "EmptySource",
    "NullAndEmptySource",
    "TestFactory",
    "TestTemplate",
    "Nested",
    "ExtendWith",
    "RunWith",
];

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
    fn class(&mut self, unit_index: usize, decl: &TypeDecl, outer: &str, off: Option<&str>) {
        let unit = &self.units[unit_index].0;
        let class = if outer.is_empty() { decl.name.name.to_string() } else { format!("{outer}.{}", decl.name.name) };
        let off = disabled(unit, &decl.modifiers.annotations).or(off.map(String::from));
        for member in &decl.members {
            if let Member::Type(inner) = member {
                self.class(unit_index, inner, &class, off.as_deref());
            }
        }
        for a in &decl.modifiers.annotations {
            if let Some(name) = junit(unit, a).filter(|n| NOT_HERE.contains(n)) {
                self.wrong(a.span, format!("`@{name}` of JUnit is not supported"));
            }
        }
        if decl.kind != TypeKind::Class || decl.modifiers.has(Modifier::Abstract) {
            return;
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
        let suite = self.found.suites.len();
        let first = self.found.cases.len();
        let mut around = Suite {
            unit: unit_index,
            class: class.clone(),
            before_all: Vec::new(),
            after_all: Vec::new(),
            before_each: Vec::new(),
            after_each: Vec::new(),
        };
        for (i, decl, owner) in &lineage {
            for method in decl.members.iter().filter_map(|m| if let Member::Method(m) = m { Some(m) } else { None }) {
                self.setup(*i, method, owner, &mut around);
                self.method(*i, method, (&class, owner), suite, off.as_deref());
            }
        }
        if self.found.cases.len() == first {
            return;
        }
        if self.found.cases[first..].iter().any(|c| c.on_object) {
            self.constructible(decl, outer);
        }
        self.found.suites.push(around);
    }

    /// An object of the class can be made from outside it.
    fn constructible(&mut self, decl: &TypeDecl, outer: &str) {
        let name = &decl.name;
        if !outer.is_empty() && !decl.modifiers.has(Modifier::Static) {
            self.wrong(
                name.span,
                format!(
                    "`{}` has tests and is an inner class: make it `static`, so that it has objects by itself",
                    name.name
                ),
            );
        }
        if decl.modifiers.has(Modifier::Private) {
            self.wrong(name.span, format!("`{}` has tests and is private: leave `private` out", name.name));
        }
        let constructors: Vec<&MethodDecl> = decl
            .members
            .iter()
            .filter_map(|m| if let Member::Method(m) = m { Some(&**m) } else { None })
            .filter(|m| m.kind == MethodKind::Constructor)
            .collect();
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
        if !method.type_params.is_empty() {
            self.wrong(method.name.span, format!("`@{kind}` method `{name}` has type parameters"));
        }
        if method.params.iter().any(|p| p.modifiers.dist.is_some()) || method.modifiers.reduce.is_some() {
            self.wrong(method.name.span, format!("`@{kind}` method `{name}` is a SOMD method: let it call one"));
        }
    }

    fn method(
        &mut self,
        unit_index: usize,
        method: &MethodDecl,
        (class, owner): (&str, &str),
        suite: usize,
        off: Option<&str>,
    ) {
        let unit = &self.units[unit_index].0;
        let annotations = &method.modifiers.annotations;
        for a in annotations {
            if let Some(name) = junit(unit, a).filter(|n| NOT_HERE.contains(n)) {
                let instead = if name.ends_with("Source") { "; `@ValueSource` and `@CsvSource` are" } else { "" };
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
        let case = |number: Option<String>, args: &str| Case {
            name: match number {
                Some(n) => format!("{full}[{n}]"),
                None => full.clone(),
            },
            suite,
            call: format!("{target}.{name}({args})"),
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
                let rows = self.rows(unit, method);
                match rows {
                    Ok(rows) => {
                        let cases = rows.into_iter().enumerate();
                        let cases: Vec<Case> = cases
                            .map(|(n, (shown, args))| case(Some(format!("{}: {shown}", n + 1)), &args))
                            .collect();
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

    /// The values of a test's parameters, for each run: how they are shown, and the arguments as they are written.
    fn rows(&self, unit: &CompilationUnit, method: &MethodDecl) -> Result<Vec<(String, String)>, (Span, String)> {
        let name = &method.name.name;
        let annotations = &method.modifiers.annotations;
        if let Some(values) = annotated(unit, annotations, &["ValueSource"]) {
            let [_] = method.params.as_slice() else {
                let what =
                    format!("`{name}` has {} parameters; `@ValueSource` gives values to one", method.params.len());
                return Err((method.name.span, what));
            };
            let Some((Some(kind), list)) = values.args.first() else {
                return Err((values.span, "`@ValueSource` names a list: `ints = {1, 2}`".into()));
            };
            let cast = match kind.name.as_str() {
                "bytes" => "(byte) ",
                "shorts" => "(short) ",
                "longs" => "(long) ",
                _ => "",
            };
            let written = |e: &Expr| self.sources.text(e.span).to_string();
            return Ok(elements(list).iter().map(|e| (written(e), format!("{cast}{}", written(e)))).collect());
        }
        let Some(csv) = annotated(unit, annotations, &["CsvSource"]) else {
            let what = format!("`@ParameterizedTest` method `{name}` has no `@ValueSource` and no `@CsvSource`");
            return Err((method.name.span, what));
        };
        if let Some((Some(other), _)) = csv.args.iter().find(|(n, _)| n.as_ref().is_some_and(|n| n.name != "value")) {
            return Err((other.span, format!("`{}` of `@CsvSource` is not supported", other.name)));
        }
        let list = argument(csv, "value").map_or(&[][..], elements);
        list.iter()
            .map(|e| {
                let line = string(e).ok_or((e.span, "a line of `@CsvSource` is a string".to_string()))?;
                let values = csv_values(&line);
                if values.len() < method.params.len() {
                    let (there, wanted) = (values.len(), method.params.len());
                    return Err((e.span, format!("this line has {there} values; `{name}` has {wanted} parameters")));
                }
                let args: Result<Vec<String>, String> =
                    method.params.iter().zip(&values).map(|(p, v)| converted(p, v.as_deref())).collect();
                Ok((line.trim().to_string(), args.map_err(|what| (e.span, what))?.join(", ")))
            })
            .collect()
    }
}

/// The values of a line, as JUnit reads it: between commas, without the blanks around, those in `'…'` as they are; nothing is null.
fn csv_values(line: &str) -> Vec<Option<String>> {
    let mut values = Vec::new();
    let (mut value, mut quoted, mut was_quoted) = (String::new(), false, false);
    for c in line.chars().chain([',']) {
        match c {
            '\'' if quoted || value.trim().is_empty() => {
                if !quoted {
                    value.clear();
                }
                (quoted, was_quoted) = (!quoted, true);
            }
            ',' if !quoted => {
                let text = if was_quoted { value.clone() } else { value.trim().to_string() };
                values.push((was_quoted || !text.is_empty()).then_some(text));
                (value, was_quoted) = (String::new(), false);
            }
            // Blanks behind a quoted value are none of it.
            c if was_quoted && !quoted && c.is_whitespace() => {}
            c => value.push(c),
        }
    }
    values
}

/// A value as an expression of a parameter's type.
fn converted(param: &Param, value: Option<&str>) -> Result<String, String> {
    let name = &param.name.name;
    let no = |kind: &str| Err(format!("`{}` is no {kind}, which parameter `{name}` is", value.unwrap_or("nothing")));
    let whole = |kind: &str, bits: u32| {
        let text = value.unwrap_or_default();
        let sign = if text.starts_with('-') { "-" } else { "" };
        let digits = text.trim_start_matches(['-', '+']);
        let number = match digits.strip_prefix("0x") {
            Some(hex) => i128::from_str_radix(&format!("{sign}{hex}"), 16),
            None => format!("{sign}{}", digits.replace('_', "")).parse::<i128>(),
        };
        let limit = 1i128 << (bits - 1);
        match number {
            Ok(n) if (-limit..limit).contains(&n) => Ok(match kind {
                "int" => n.to_string(),
                "long" => format!("{n}L"),
                _ => format!("({kind}) {n}"),
            }),
            _ => no(kind),
        }
    };
    let real = |kind: &str| match value.map(|v| (v, v.parse::<f64>())) {
        Some(("NaN", _)) => Ok(if kind == "float" { "Float.NaN" } else { "Double.NaN" }.to_string()),
        Some((v, Ok(n))) if n.is_finite() => Ok(format!("({kind}) {v}{}", if kind == "float" { "f" } else { "d" })),
        _ => no(kind),
    };
    match &param.ty.kind {
        TypeExprKind::Prim(PrimType::Byte) => whole("byte", 8),
        TypeExprKind::Prim(PrimType::Short) => whole("short", 16),
        TypeExprKind::Prim(PrimType::Int) => whole("int", 32),
        TypeExprKind::Prim(PrimType::Long) => whole("long", 64),
        TypeExprKind::Prim(PrimType::Float) => real("float"),
        TypeExprKind::Prim(PrimType::Double) => real("double"),
        TypeExprKind::Prim(PrimType::Boolean) => match value {
            Some(v) if v.eq_ignore_ascii_case("true") => Ok("true".into()),
            Some(v) if v.eq_ignore_ascii_case("false") => Ok("false".into()),
            _ => no("boolean"),
        },
        TypeExprKind::Prim(PrimType::Char) => match value.map(|v| v.encode_utf16().collect::<Vec<_>>()) {
            Some(units) if units.len() == 1 => Ok(format!("(char) {}", units[0])),
            _ => no("char"),
        },
        TypeExprKind::Class(parts) if parts.last().is_some_and(|p| p.0.name == "String") => {
            Ok(value.map_or("(String) null".into(), java_string))
        }
        _ => Err(format!(
            "`@CsvSource` gives numbers, booleans, chars and strings; parameter `{name}` is of another type"
        )),
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
    use super::{csv_values, java_string};

    #[test]
    fn lines_are_read_as_junit_reads_them() {
        let read = |line| csv_values(line).into_iter().map(|v| v.unwrap_or("null".into())).collect::<Vec<_>>();
        assert_eq!(read("1, 2 ,3"), ["1", "2", "3"]);
        assert_eq!(read("apple, , ''"), ["apple", "null", ""]);
        assert_eq!(read("'lemon, lime', 0xF1 "), ["lemon, lime", "0xF1"]);
        assert_eq!(read("' a ' , b c"), [" a ", "b c"]);
    }

    #[test]
    fn strings_are_literals_of_java() {
        assert_eq!(java_string("a\"b\\\n\u{e9}"), "\"a\\\"b\\\\\\n\\u00e9\"");
    }
}
