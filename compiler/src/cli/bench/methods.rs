//! The methods with `@Bench`, and the program that measures them, written in the language itself.
//!
//! Of the method that its second argument numbers, the program prints a line for each sample, until it is ended: the word that is its first argument,
//! and the nanoseconds that a call took. Short calls are sampled many at a time.

use somd_syntax::ast::{CompilationUnit, Member, MethodDecl, MethodKind, Modifier, TypeDecl, TypeExprKind};
use somd_syntax::source::{SourceMap, Span};
use std::fmt::Write as _;

/// A method that is measured.
pub struct Method {
    /// `Class.method`
    pub name: String,
    unit: usize,
    class: String,
    method: String,
    is_static: bool,
    gives_value: bool,
}

/// The methods of a program's own files that are measured, and what is wrong with others.
pub fn find(units: &[(CompilationUnit, bool)]) -> (Vec<Method>, Vec<(Span, String)>) {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    for (index, (unit, library)) in units.iter().enumerate() {
        if !library {
            unit.types.iter().for_each(|t| class(index, t, "", &mut found, &mut wrong));
        }
    }
    (found, wrong)
}

fn class(unit: usize, decl: &TypeDecl, outer: &str, found: &mut Vec<Method>, wrong: &mut Vec<(Span, String)>) {
    let name = if outer.is_empty() { decl.name.name.to_string() } else { format!("{outer}.{}", decl.name.name) };
    for member in &decl.members {
        match member {
            Member::Type(inner) => class(unit, inner, &name, found, wrong),
            Member::Method(m) if is_bench(m) => {
                if let Some(what) = refused(decl, m, outer) {
                    wrong.push((m.name.span, format!("`@Bench` method `{}` {what}", m.name.name)));
                }
                found.push(Method {
                    name: format!("{name}.{}", m.name.name),
                    unit,
                    class: name.clone(),
                    method: m.name.name.to_string(),
                    is_static: m.modifiers.has(Modifier::Static),
                    gives_value: m.ret.as_ref().is_some_and(|t| t.kind != TypeExprKind::Void),
                });
            }
            _ => {}
        }
    }
}

fn is_bench(method: &MethodDecl) -> bool {
    let named = |a: &somd_syntax::ast::Annotation| a.name.parts.last().is_some_and(|n| n.name == "Bench");
    method.modifiers.annotations.iter().any(named)
}

/// Why a method cannot be called to be measured.
fn refused(class: &TypeDecl, method: &MethodDecl, outer: &str) -> Option<&'static str> {
    let is_static = method.modifiers.has(Modifier::Static);
    let mut constructors = class.members.iter().filter_map(|m| match m {
        Member::Method(m) if m.kind == MethodKind::Constructor => Some(m),
        _ => None,
    });
    if !method.params.is_empty() {
        Some("has parameters: let one without call it")
    } else if method.modifiers.has(Modifier::Private) || class.modifiers.has(Modifier::Private) {
        Some("is private, or its class is: leave `private` out")
    } else if is_static {
        None
    } else if class.modifiers.has(Modifier::Abstract) || !outer.is_empty() && !class.modifiers.has(Modifier::Static) {
        Some("needs an object, and its class has none by itself")
    } else if constructors.clone().count() > 0
        && !constructors.any(|m| m.params.is_empty() && !m.modifiers.has(Modifier::Private))
    {
        Some("needs an object, and its class has no constructor without parameters that is not private")
    } else {
        None
    }
}

/// The files of the program: class and text; the first has the `main`.
pub fn program(methods: &[Method], units: &[(CompilationUnit, bool)], sources: &SourceMap) -> Vec<(String, String)> {
    let mut name = String::from("SomdBench");
    while sources.files().iter().any(|f| !f.library && f.text.contains(&name)) {
        name.push('_');
    }
    let mut files = vec![(name.clone(), String::new())];
    let mut runs = String::new();
    for (number, m) in methods.iter().enumerate() {
        let package = units[m.unit].0.package.as_ref().map(|p| sources.text(p.span));
        let class = format!("{name}{number}");
        let mut text = package.map(|p| format!("package {p};\n")).unwrap_or_default();
        // The one object lives as long as the program.
        let (object, target) = match m.is_static {
            true => (String::new(), m.class.as_str()),
            false => (format!("    private static final {0} measured = new {0}();\n", m.class), "measured"),
        };
        let call = format!("{target}.{}()", m.method);
        let call = if m.gives_value { format!("result = {call}") } else { call };
        let _ = write!(
            text,
            r#"public final class {class} {{
    static Object result;
{object}
    private static long time(int calls) throws Throwable {{
        long start = System.nanoTime();
        for (int i = 0; i < calls; i++) {call};
        return System.nanoTime() - start;
    }}

    public static void run(String word, long warm) throws Throwable {{
        int calls = 1;
        long start = System.nanoTime();
        // Short calls are taken together, so that the clock's own time does not count.
        while (true) {{
            long took = time(calls);
            if (took < 2000000L && calls < 1 << 28) calls *= 2;
            else if (System.nanoTime() - start >= warm) break;
        }}
        while (true) {{
            double took = (double) time(calls) / calls;
            System.out.println("\n" + word + " " + took);
            System.out.flush();
        }}
    }}
}}
"#
        );
        let qualified = package.map(|p| format!("{p}.{class}")).unwrap_or(class.clone());
        let _ = write!(runs, "case {number}: {qualified}.run(args[0], Long.parseLong(args[2])); break; ");
        files.push((class, text));
    }
    files[0].1 = format!(
        "public final class {name} {{\n    public static void main(String[] args) throws Throwable {{\n        switch (Integer.parseInt(args[1])) {{ {runs}}}\n    }}\n}}\n"
    );
    files
}
