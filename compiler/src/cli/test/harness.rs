//! Writes the program that runs the tests of another: a class for each file with tests, in its package and with its imports, and a `main`.
//!
//! The program prints, beside what the tests print, lines that begin with a word that its first argument gives: `begin N`, then `passed N TIME`, or
//! `failed N TIME` with the exception's report behind and `end`. The other arguments are the numbers of the tests to run.

use super::find::Found;
use somd_syntax::ast::CompilationUnit;
use somd_syntax::source::SourceMap;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A file of the program: its class and its text.
pub struct File {
    pub class: String,
    pub text: String,
}

/// The files; the first has the `main`.
pub fn write(found: &Found, units: &[(CompilationUnit, bool)], sources: &SourceMap) -> Vec<File> {
    let mut name = String::from("SomdTests");
    while sources.files().iter().any(|f| !f.library && f.text.contains(&name)) {
        name.push('_');
    }
    let with_tests: BTreeSet<usize> = found.suites.iter().map(|s| s.unit).collect();
    let class = |unit: usize| format!("{name}{unit}");
    let package = |unit: usize| units[unit].0.package.as_ref().map(|p| sources.text(p.span).to_string());
    let mut files = vec![File { class: name.clone(), text: String::new() }];
    for &unit in &with_tests {
        let text = of_unit(found, unit, &class(unit), package(unit), &units[unit].0, sources);
        files.push(File { class: class(unit), text });
    }
    let qualified = |unit: usize| match package(unit) {
        Some(package) => format!("{package}.{}", class(unit)),
        None => class(unit),
    };
    files[0].text = main(found, &name, &qualified);
    files
}

fn of_unit(
    found: &Found,
    unit: usize,
    class: &str,
    package: Option<String>,
    tree: &CompilationUnit,
    sources: &SourceMap,
) -> String {
    let mut out = String::new();
    if let Some(package) = package {
        let _ = writeln!(out, "package {package};");
    }
    for import in &tree.imports {
        let _ = writeln!(out, "{}", sources.text(import.span).trim_end());
    }
    let _ = writeln!(out, "@org.junit.platform.SeesPrivateMembers public final class {class} {{");
    let mut run = String::new();
    for (number, case) in found.cases.iter().enumerate().filter(|(_, c)| found.suites[c.suite].unit == unit) {
        let suite = &found.suites[case.suite];
        let calls = |calls: &[String]| calls.iter().map(|c| format!("{c}; ")).collect::<String>();
        let made = if case.on_object || uses_object(suite) { objects(suite) } else { String::new() };
        let body = format!(
            "{made}try {{ {}{}; }} finally {{ {}}}",
            calls(&suite.before_each),
            case.call,
            calls(&suite.after_each)
        );
        // What a row was shows where it fails.
        let body = match &case.each {
            Some(rows) => format!(
                "int number = 0; for (Object[] row : org.junit.jupiter.params.provider.Rows.of({rows})) {{ number++; try {{ {body} }} catch (Throwable thrown) {{ System.out.println(\"row \" + number + \": \" + java.util.Arrays.deepToString(row)); throw thrown; }} }}"
            ),
            None => body,
        };
        let body = match &case.expected {
            Some(class) => format!(
                "try {{ {body} }} catch (Throwable thrown) {{ if (thrown instanceof {class}) return; throw thrown; }} throw new AssertionError(\"expected exception: {class}\");"
            ),
            None => body,
        };
        let _ = writeln!(out, "    static void test{number}() throws Throwable {{ {body} }}");
        let _ = write!(run, "case {number}: test{number}(); break; ");
    }
    let _ = writeln!(out, "    public static void run(int test) throws Throwable {{ switch (test) {{ {run}}} }}");
    type Calls<'a> = &'a dyn Fn(&'a super::find::Suite) -> &'a [String];
    let parts: [(&str, Calls); 2] = [("begin", &|s| &s.before_all), ("end", &|s| &s.after_all)];
    for (name, calls) in parts {
        let _ = writeln!(out, "    public static void {name}(int suite) throws Throwable {{");
        for (number, suite) in found.suites.iter().enumerate().filter(|(_, s)| s.unit == unit) {
            let calls: String = calls(suite).iter().map(|c| format!("{c}; ")).collect();
            let _ = writeln!(out, "        if (suite == {number}) {{ {calls}}}");
        }
        out += "    }\n";
    }
    out + "}\n"
}

/// The declarations of the object of a test, and of those around it.
fn objects(suite: &super::find::Suite) -> String {
    let mut out = String::new();
    let classes = suite.outer.iter().chain([&suite.class]).enumerate();
    for (level, class) in classes {
        let name = if level == suite.outer.len() { "test".to_string() } else { format!("outer{level}") };
        let made = match (level, class.rsplit_once('.')) {
            (1.., Some((_, own))) => format!("outer{}.new {own}()", level - 1),
            _ => format!("new {class}()"),
        };
        let _ = write!(out, "final {class} {name} = {made}; ");
    }
    out
}

/// Whether what runs around each test needs an object of the class.
fn uses_object(suite: &super::find::Suite) -> bool {
    suite.before_each.iter().chain(&suite.after_each).any(|c| c.starts_with("test.") || c.starts_with("outer"))
}

fn main(found: &Found, name: &str, qualified: &dyn Fn(usize) -> String) -> String {
    let switch = |of: &str, list: Vec<(usize, String)>| {
        let cases: String = list.into_iter().map(|(n, call)| format!("case {n}: {call}; ")).collect();
        format!("switch ({of}) {{ {cases}}}")
    };
    let unit = |suite: usize| qualified(found.suites[suite].unit);
    let cases = || found.cases.iter().enumerate();
    let suites = || 0..found.suites.len();
    let suite_of = switch("test", cases().map(|(n, c)| (n, format!("return {}", c.suite))).collect());
    let run = switch("test", cases().map(|(n, c)| (n, format!("{}.run(test); break", unit(c.suite)))).collect());
    let begin = switch("suite", suites().map(|s| (s, format!("{}.begin(suite); break", unit(s)))).collect());
    let end = switch("suite", suites().map(|s| (s, format!("{}.end(suite); break", unit(s)))).collect());
    format!(
        r#"public final class {name} {{
    private static int suite = -1;
    private static Throwable broken;

    private static int suiteOf(int test) {{ {suite_of} return -1; }}
    private static void run(int test) throws Throwable {{ {run} }}
    private static void begin() throws Throwable {{ {begin} }}
    private static void end() throws Throwable {{ {end} }}

    private static void enter(int next) throws Throwable {{
        if (next != suite) {{
            suite = next;
            broken = null;
            try {{ begin(); }} catch (Throwable thrown) {{ broken = thrown; }}
        }}
        if (broken != null) throw broken;
    }}

    public static void main(String[] args) {{
        for (int i = 1; i < args.length; i++) {{
            int test = Integer.parseInt(args[i]);
            int after = i + 1 < args.length ? suiteOf(Integer.parseInt(args[i + 1])) : -1;
            System.out.println("\n" + args[0] + " begin " + test);
            System.out.flush();
            long start = System.nanoTime();
            Throwable failure = null;
            try {{
                enter(suiteOf(test));
                run(test);
            }} catch (Throwable thrown) {{
                failure = thrown;
            }}
            if (after != suite) {{
                try {{ end(); }} catch (Throwable thrown) {{ if (failure == null) failure = thrown; }}
            }}
            long time = System.nanoTime() - start;
            System.out.println("\n" + args[0] + (failure == null ? " passed " : " failed ") + test + " " + time);
            if (failure != null) {{
                failure.printStackTrace(System.out);
                System.out.println("\n" + args[0] + " end");
            }}
            System.out.flush();
        }}
    }}
}}
"#
    )
}
