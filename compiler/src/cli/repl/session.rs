//! What was entered, as one class.

use somd_syntax::ast::{CompilationUnit, ExprKind, Member, MethodDecl, Modifier, StmtKind, TypeExprKind};
use somd_syntax::diagnostics::Diagnostic;
use std::fmt::Write as _;

/// The class that the session is.
pub const CLASS: &str = "Repl";
/// The method, and the variable in it, by which a type is asked for.
pub const ASKED: &str = "asked$";
/// Printed before what the newest entry prints.
pub const MARK: &str = "\u{1}somdc-repl\u{1}";
/// The exit code where the newest entry ended with an exception.
pub const THROWN: i32 = 97;

/// An entry as one of its readings.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    Import(String),
    /// A method or a class: its name with the types of its parameters, and its text.
    Member {
        key: String,
        text: String,
    },
    /// Variables.
    Variables {
        all: Vec<Variable>,
        text: String,
    },
    /// An expression whose value is shown.
    Value(String),
    Statements(String),
}

/// A variable: its type, its name, and what is assigned to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    pub ty: String,
    pub name: String,
    pub init: Option<String>,
}

#[derive(Default)]
pub struct Session {
    entries: Vec<Entry>,
    /// What the entries' calls of the system gave, as the interpreter writes it down.
    pub record: Vec<u8>,
}

/// Whether the brackets, strings and comments of an entry are closed, and nothing says that it goes on.
pub fn is_complete(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (mut depth, mut i) = (0i32, 0);
    while i < bytes.len() {
        let rest = &text[i..];
        let skip = |open: &str, close: &str| rest[open.len()..].find(close).map(|n| open.len() + n + close.len());
        let end = if rest.starts_with("//") {
            skip("//", "\n").or(Some(rest.len()))
        } else if rest.starts_with("/*") {
            skip("/*", "*/")
        } else if rest.starts_with("\"\"\"") {
            skip("\"\"\"", "\"\"\"")
        } else if let quote @ (b'"' | b'\'') = bytes[i] {
            let mut j = i + 1;
            while j < bytes.len() && bytes[j] != quote && bytes[j] != b'\n' {
                j += if bytes[j] == b'\\' { 2 } else { 1 };
            }
            // A literal that its line does not end is a mistake, which the compiler tells of.
            Some(j + 1 - i)
        } else {
            depth += i32::from(matches!(bytes[i], b'(' | b'[' | b'{'));
            depth -= i32::from(matches!(bytes[i], b')' | b']' | b'}'));
            Some(rest.chars().next().map_or(1, char::len_utf8))
        };
        match end {
            Some(n) => i += n,
            None => return false,
        }
    }
    if depth > 0 {
        return false;
    }
    // The head of a statement is none yet.
    let word = text.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    if matches!(word, "for" | "while" | "if" | "do" | "try" | "switch") && statements(text).is_none() {
        return false;
    }
    let last = text.trim_end().chars().last();
    !matches!(last, Some('+' | '*' | '=' | ',' | '.' | '&' | '|' | '?' | '@'))
}

fn parsed(text: &str) -> Option<CompilationUnit> {
    let (unit, found) = somd_syntax::parse(text, 1);
    (!found.iter().any(Diagnostic::is_error)).then_some(unit)
}

/// Where the first of a session's members, which is the newest entry, ends in its text.
pub fn members_of_newest(text: &str) -> usize {
    let class = parsed(text).and_then(|u| u.types.first().cloned());
    let end = class.and_then(|c| match c.members.first()? {
        Member::Method(m) => Some(m.span.hi),
        Member::Type(t) => Some(t.span.hi),
        Member::Field(_) | Member::Init { .. } => {
            c.members.iter().find_map(|m| if let Member::Method(m) = m { Some(m.span.hi) } else { None })
        }
    });
    end.map_or(text.len(), |at| at as usize)
}

/// The members of a class with this body.
fn members(body: &str) -> Option<Vec<Member>> {
    let unit = parsed(&format!("class {CLASS} {{ {body} }}"))?;
    let [class] = unit.types.as_slice() else { return None };
    Some(class.members.clone())
}

/// The statements of a method with this body.
fn statements(body: &str) -> Option<Vec<somd_syntax::ast::Stmt>> {
    let all = members(&format!("void f() {{ {body}\n}}"))?;
    match all.as_slice() {
        [Member::Method(m)] => Some(m.body.as_ref()?.stmts.clone()),
        _ => None,
    }
}

/// The name of a method and the types of its parameters.
fn key(m: &MethodDecl, text: &str, shift: u32) -> String {
    let at = |span: somd_syntax::source::Span| text.get((span.lo - shift) as usize..(span.hi - shift) as usize);
    let types: Vec<&str> = m.params.iter().filter_map(|p| at(p.ty.span)).collect();
    format!("{}({})", m.name.name, types.join(","))
}

impl Session {
    pub fn keep(&mut self, entry: Entry) {
        match &entry {
            Entry::Member { key, .. } => {
                let old = self.entries.iter_mut().find(|e| matches!(e, Entry::Member { key: k, .. } if k == key));
                match old {
                    Some(old) => *old = entry,
                    None => self.entries.push(entry),
                }
            }
            _ => self.entries.push(entry),
        }
    }

    /// The texts of the entries.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|e| match e {
            Entry::Import(t) | Entry::Value(t) | Entry::Statements(t) => t.as_str(),
            Entry::Member { text, .. } | Entry::Variables { text, .. } => text.as_str(),
        })
    }

    /// What an entry may be, the likeliest first. `type_of` gives the type of an expression.
    pub fn readings(&self, text: &str, type_of: &mut dyn FnMut(&str) -> Option<String>) -> Vec<Entry> {
        let text = text.trim_end().to_string();
        if parsed(&text).is_some_and(|u| !u.imports.is_empty() && u.types.is_empty()) {
            return vec![Entry::Import(text)];
        }
        let head = format!("class {CLASS} {{ ");
        if let Some(all) = members(&text)
            && let [one] = all.as_slice()
        {
            match one {
                Member::Method(m) => {
                    let whole = format!("{head}{text} }}");
                    return vec![Entry::Member { key: key(m, &whole, 1), text }];
                }
                Member::Type(t) => return vec![Entry::Member { key: t.name.name.to_string(), text }],
                _ => {}
            }
        }
        // A declaration may lack its semicolon, as an expression does.
        for candidate in [text.clone(), format!("{text};")] {
            if let Some(entry) = variables(&candidate, type_of) {
                return vec![entry];
            }
        }
        let bare = text.trim_end_matches(';').to_string();
        let mut readings = Vec::new();
        let is_value = statements(&format!("Object o = ({bare}\n);")).is_some();
        let assigns = statements(&format!("{bare};")).is_some_and(|s| {
            matches!(s.as_slice(), [one] if matches!(&one.kind, StmtKind::Expr(e) if matches!(e.kind, ExprKind::Assign(..))))
        });
        if is_value && !(assigns && text.ends_with(';')) {
            readings.push(Entry::Value(bare.clone()));
        }
        let as_written = if statements(&text).is_some() { text } else { format!("{bare};") };
        readings.push(Entry::Statements(as_written));
        readings
    }

    /// A variable of an entry that was declared with another type before: its name and that type.
    pub fn conflict(&self, entry: &Entry) -> Option<(&str, &str)> {
        let Entry::Variables { all: new, .. } = entry else { return None };
        let earlier =
            self.entries.iter().flat_map(|e| if let Entry::Variables { all, .. } = e { &all[..] } else { &[] });
        let mut other = earlier.filter(|v| new.iter().any(|n| n.name == v.name && n.ty != v.ty));
        other.next().map(|v| (v.name.as_str(), v.ty.as_str()))
    }

    /// The class, with an entry that is not kept yet: it runs last, and what it prints stands behind the mark. It is the first of the class's members.
    pub fn text(&self, newest: Option<&Entry>) -> String {
        let mut out = String::new();
        let replaced = |e: &Entry| match (e, newest) {
            (Entry::Member { key, .. }, Some(Entry::Member { key: new, .. })) => key == new,
            _ => false,
        };
        let all: Vec<&Entry> = self.entries.iter().filter(|e| !replaced(e)).chain(newest).collect();
        for entry in &all {
            if let Entry::Import(text) = entry {
                let _ = writeln!(out, "{text}");
            }
        }
        let _ = writeln!(out, "public class {CLASS} {{");
        let mut declared: Vec<&str> = Vec::new();
        let mut runs = String::new();
        // The newest first: so its lines have the lowest numbers in messages.
        for (number, entry) in all.iter().enumerate().rev() {
            match entry {
                Entry::Import(_) => {}
                Entry::Member { text, .. } => {
                    let is_static = members(text).is_some_and(|m| match m.as_slice() {
                        [Member::Method(m)] => m.modifiers.has(Modifier::Static),
                        [Member::Type(t)] => {
                            t.kind != somd_syntax::ast::TypeKind::Class || t.modifiers.has(Modifier::Static)
                        }
                        _ => true,
                    });
                    let _ = writeln!(out, "{}{text}", if is_static { "" } else { "static " });
                }
                Entry::Variables { all, .. } => {
                    let mut assigned = String::new();
                    for Variable { ty, name, init } in all {
                        if !declared.contains(&name.as_str()) {
                            declared.push(name);
                            let _ = writeln!(out, "static {ty} {name};");
                        }
                        let _ = write!(
                            assigned,
                            "{}",
                            init.as_ref().map(|i| format!("{name} = {i}; ")).unwrap_or_default()
                        );
                    }
                    let _ = writeln!(out, "static void entry{number}$() throws Throwable {{ {assigned}\n}}");
                }
                Entry::Value(text) => {
                    let _ = writeln!(out, "static void entry{number}$() throws Throwable {{ show$({text}\n); }}");
                }
                Entry::Statements(text) => {
                    let _ = writeln!(out, "static void entry{number}$() throws Throwable {{ {text}\n}}");
                }
            }
        }
        for (number, entry) in all.iter().enumerate() {
            if matches!(entry, Entry::Import(_) | Entry::Member { .. }) {
                continue;
            }
            let is_newest = newest.is_some() && number + 1 == all.len();
            let _ = if is_newest {
                writeln!(
                    runs,
                    "System.out.println({0}); System.err.println({0}); try {{ entry{number}$(); }} catch (Throwable thrown) {{ System.out.flush(); System.err.println(thrown); System.exit({THROWN}); }}",
                    "\"\\u0001somdc-repl\\u0001\""
                )
            } else {
                writeln!(runs, "try {{ entry{number}$(); }} catch (Throwable thrown) {{ }}")
            };
        }
        if newest.is_some_and(|e| matches!(e, Entry::Import(_) | Entry::Member { .. })) {
            let _ = writeln!(runs, "System.out.println({0}); System.err.println({0});", "\"\\u0001somdc-repl\\u0001\"");
        }
        let _ = writeln!(out, "{SHOW}public static void main(String[] args) {{\n{runs}}}\n}}");
        out
    }

    /// The class with a method in which a variable has the type of an expression.
    pub fn asking(&self, expression: &str) -> String {
        let text = self.text(None);
        let expression = expression.trim().trim_end_matches(';');
        let method = format!("static void {ASKED}() throws Throwable {{ var {ASKED} = {expression}\n; }}\n}}\n");
        // The class's last brace makes room.
        text.trim_end().strip_suffix('}').map_or(String::new(), |t| format!("{t}{method}"))
    }
}

/// A text as a declaration of variables, whose types may be those of their values.
fn variables(text: &str, type_of: &mut dyn FnMut(&str) -> Option<String>) -> Option<Entry> {
    let body = statements(text)?;
    let [one] = body.as_slice() else { return None };
    let StmtKind::Local(decl) = &one.kind else { return None };
    let whole = format!("class {CLASS} {{ void f() {{ {text}\n}} }}");
    let at = |span: somd_syntax::source::Span| whole.get((span.lo - 1) as usize..(span.hi - 1) as usize);
    let mut all = Vec::new();
    for var in &decl.vars {
        let kind = var.init.as_ref().map(|e| &e.kind);
        let init = match &var.init {
            Some(e) => Some(at(e.span)?.to_string()),
            None => None,
        };
        let written = match (&decl.ty.kind, kind) {
            // What is written has its type arguments.
            (TypeExprKind::Var, Some(ExprKind::New { ty, body: None, .. })) => at(ty.span)?.to_string(),
            (TypeExprKind::Var, _) => type_of(init.as_deref()?)?,
            _ => at(decl.ty.span)?.to_string(),
        };
        let ty = written + &"[]".repeat(var.extra_dims.len());
        let init = match kind {
            Some(ExprKind::ArrayInit(_)) => init.map(|i| format!("new {ty} {i}")),
            _ => init,
        };
        all.push(Variable { ty, name: var.name.name.to_string(), init });
    }
    Some(Entry::Variables { all, text: text.to_string() })
}

/// How values are shown: texts in quotes, arrays with their elements.
const SHOW: &str = r#"static void show$(Object value) {
    if (value instanceof String) System.out.println("\"" + value + "\"");
    else if (value instanceof Character) System.out.println("'" + value + "'");
    else if (value != null && value.getClass().isArray()) {
        String all = java.util.Arrays.deepToString(new Object[] { value });
        System.out.println(all.substring(1, all.length() - 1));
    }
    else System.out.println(value);
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(text: &str) -> Entry {
        Session::default().readings(text, &mut |_| Some("int".into())).remove(0)
    }

    #[test]
    fn entries_are_read_as_what_they_are() {
        assert!(matches!(reading("import java.util.*;"), Entry::Import(_)));
        assert!(
            matches!(reading("static int f(int a, int[] b) { return 1; }"), Entry::Member { key, .. } if key == "f(int,int[])")
        );
        assert!(matches!(reading("record P(int x) { }"), Entry::Member { key, .. } if key == "P"));
        let variable = |ty: &str, init: &str, text: &str| {
            let one = Variable { ty: ty.into(), name: "a".into(), init: Some(init.into()) };
            Entry::Variables { all: vec![one], text: text.into() }
        };
        assert_eq!(reading("int[] a = {1}"), variable("int[]", "new int[] {1}", "int[] a = {1};"));
        assert_eq!(reading("var a = 1 + 2;"), variable("int", "1 + 2", "var a = 1 + 2;"));
        assert_eq!(reading("1 + 2"), Entry::Value("1 + 2".into()));
        assert_eq!(reading("a = 3;"), Entry::Statements("a = 3;".into()));
        assert!(matches!(reading("for (int i = 0; i < 3; i++) f(i);"), Entry::Statements(_)));
    }

    #[test]
    fn an_entry_goes_on_until_its_brackets_close() {
        assert!(is_complete("f(1, \")\", ')');\n") && is_complete("1 + 2 // {\n"));
        assert!(is_complete("if (a) f();\n") && !is_complete("for (;;)\n") && !is_complete("if (a)\n"));
        assert!(!is_complete("int f() {\n") && !is_complete("1 +\n") && !is_complete("/* a\n"));
    }
}
