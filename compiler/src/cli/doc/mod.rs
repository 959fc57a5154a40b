//! `somdc doc`: pages in HTML or Markdown of a program's or the library's classes, from their documentation comments, with what the compiler knows of each method:
//! whether it runs on a device, and whether parallel code may call it.

mod comment;
mod markdown;

use super::commands::{self, DIAGNOSTICS, USAGE};
use super::{DocArgs, folder};
use crate::driver::folders;
use crate::driver::stages::Compilation;
use comment::escaped;
use somd_analysis::effects::{Effect, Effects};
use somd_hir as hir;
use somd_lower::{Construct, Verdict};
use somd_syntax::ast::{Annotation, CompilationUnit, Member, MethodDecl, Modifier, Modifiers, TypeDecl, TypeKind};
use somd_syntax::source::{SourceMap, Span};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What pages are made of.
struct Book<'a> {
    sources: &'a SourceMap,
    program: &'a hir::Program,
    effects: Effects,
    verdicts: &'a [Verdict],
    /// The page of each class: by its name, and by its name with its package.
    pages: BTreeMap<String, String>,
    /// Only what is public or protected.
    public: bool,
}

pub fn doc(mut args: DocArgs) -> i32 {
    let applied = if args.library { Ok(()) } else { folder::apply(&mut args.paths, &mut args.common, false).map(drop) };
    applied.and_then(|()| run(&args)).err().unwrap_or(0)
}

fn run(args: &DocArgs) -> Result<(), i32> {
    let output = args.output.clone().unwrap_or_else(|| PathBuf::from("somd-doc"));
    let mut c = if args.library { Compilation::of_library() } else { commands::read(&args.paths, &args.common)? };
    let wanted = |library: &bool| args.library || !library;
    let units: Vec<CompilationUnit> = c.units.iter().filter(|(_, l)| wanted(l)).map(|(u, _)| u.clone()).collect();
    // The verdicts are of the program after its lowering; what a method does is told of the program as it is written.
    let mut verdicts = Vec::new();
    if !args.library {
        let mut compiled = commands::read(&args.paths, &args.common)?;
        let program = compiled.compile();
        commands::report(&compiled, &args.common)?;
        verdicts = program.map(|p| p.verdicts).unwrap_or_default();
    }
    let program = c.check_for_docs(args.library);
    commands::report(&c, &args.common)?;
    let program = program.ok_or(DIAGNOSTICS)?;
    let mut pages = BTreeMap::new();
    for unit in &units {
        let package = package(unit, &c.sources);
        for t in unit.types.iter().filter(|t| shows(&t.modifiers, args.library)) {
            let page = format!("{package}{}.html", t.name.name);
            pages.insert(t.name.name.to_string(), page.clone());
            pages.insert(format!("{package}{}", t.name.name), page);
        }
    }
    if pages.is_empty() {
        eprintln!("somdc: there is no class to make a page of");
        return Err(USAGE);
    }
    let effects = Effects::infer(&program);
    let book =
        Book { sources: &c.sources, program: &program, effects, verdicts: &verdicts, pages, public: args.library };
    let mut files: folders::Files = BTreeMap::new();
    let title =
        if args.library { "The library of somdc".to_string() } else { commands::name(&args.paths, &args.common) };
    if args.markdown {
        return write(&output, &markdown::pages(&book, &units, &title), "index.md");
    }
    let mut index = String::new();
    let mut by_package: BTreeMap<String, Vec<(&TypeDecl, String)>> = BTreeMap::new();
    for unit in &units {
        let package = package(unit, &c.sources);
        for t in unit.types.iter().filter(|t| shows(&t.modifiers, book.public)) {
            let mut body = String::new();
            book.class(t, 1, &mut body);
            let page = format!("{package}{}.html", t.name.name);
            let name = t.name.name.as_str();
            files.insert(
                page.clone().into(),
                html(name, &format!("<p><a href=\"index.html\">{}</a></p>\n{body}", escaped(&title))),
            );
            by_package.entry(package.trim_end_matches('.').to_string()).or_default().push((t, page));
        }
    }
    for (package, mut classes) in by_package {
        classes.sort_by(|a, b| a.0.name.name.cmp(&b.0.name.name));
        let shown = if package.is_empty() { "Without a package" } else { &package };
        let _ = writeln!(index, "<h2>{}</h2>\n<table>", escaped(shown));
        for (t, page) in classes {
            let first = book.comment(t.span, t.modifiers.span).map(|d| comment::first_sentence(&d, &|n| book.page(n)));
            let _ = writeln!(
                index,
                "<tr><td><a href=\"{page}\"><code>{}</code></a></td><td>{}</td></tr>",
                escaped(&t.name.name),
                first.unwrap_or_default()
            );
        }
        index += "</table>\n";
    }
    files.insert("index.html".into(), html(&title, &format!("<h1>{}</h1>\n{index}", escaped(&title))));
    write(&output, &files, "index.html")
}

fn write(output: &Path, files: &folders::Files, index: &str) -> Result<(), i32> {
    folders::replace(output, files).map_err(|e| {
        eprintln!("somdc: cannot write `{}`: {e}", output.display());
        DIAGNOSTICS
    })?;
    println!("{} pages: {}", files.len(), output.join(index).display());
    Ok(())
}

/// With a dot behind, where there is one.
fn package(unit: &CompilationUnit, sources: &SourceMap) -> String {
    unit.package.as_ref().map(|p| format!("{}.", sources.text(p.span))).unwrap_or_default()
}

fn shows(modifiers: &Modifiers, public: bool) -> bool {
    let open = modifiers.has(Modifier::Public) || modifiers.has(Modifier::Protected);
    if public { open } else { !modifiers.has(Modifier::Private) }
}

fn is_interface(t: &TypeDecl) -> bool {
    matches!(t.kind, TypeKind::Interface | TypeKind::Annotation)
}

/// Whether a member of a class or an interface is shown.
fn shown(m: &Modifiers, in_interface: bool, public: bool) -> bool {
    in_interface && !m.has(Modifier::Private) || shows(m, public)
}

/// A page, as bytes of UTF-8.
fn html(title: &str, body: &str) -> Vec<u8> {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\n<style>{STYLE}</style></head>\n<body>\n{body}</body></html>\n",
        escaped(title)
    )
    .into_bytes()
}

const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}\
    code,pre{font:14px/1.4 monospace}pre{background:#f4f4f4;padding:.5em .8em;overflow-x:auto;white-space:pre-wrap;margin:.3em 0}\
    td{padding:.2em 1em .2em 0;vertical-align:top}section{margin:1.2em 0}.on{color:#176b2c}.off{color:#8a4b00}\
    dt{float:left;clear:left;margin-right:.7em}dd{margin-left:6em}h3{margin-bottom:0}";

impl Book<'_> {
    fn page(&self, class: &str) -> Option<String> {
        self.pages.get(class).cloned()
    }

    /// The comment of a declaration.
    fn comment(&self, span: Span, modifiers: Span) -> Option<String> {
        let lo = if modifiers.is_none() { span.lo } else { span.lo.min(modifiers.lo) };
        let file = self.sources.file_at(lo)?;
        comment::before(&file.text, (lo - file.base) as usize)
    }

    fn text_of(&self, comment: Option<String>) -> String {
        comment.map(|d| comment::html(&d, &|n| self.page(n))).unwrap_or_default()
    }

    /// The first `length` bytes of a declaration in one line. Annotations that say nothing to who calls it are left out.
    fn plain_signature(&self, span: Span, length: usize, modifiers: &Modifiers) -> String {
        const INSIDE: [&str; 4] = ["Native", "Override", "Cold", "SuppressWarnings"];
        let mut text = self.sources.text(span).get(..length).unwrap_or_default().to_string();
        let inside = |a: &&Annotation| a.name.parts.last().is_some_and(|n| INSIDE.contains(&n.name.as_str()));
        for a in modifiers.annotations.iter().filter(inside).rev() {
            let (from, to) = ((a.span.lo - span.lo) as usize, (a.span.hi - span.lo) as usize);
            if text.is_char_boundary(from) && to <= text.len() {
                text.replace_range(from..to, "");
            }
        }
        text.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches([';', ' ']).to_string()
    }

    /// As [`Book::plain_signature`], with links to the classes that it names.
    fn signature(&self, span: Span, length: usize, modifiers: &Modifiers) -> String {
        let text = self.plain_signature(span, length, modifiers);
        let mut out = String::new();
        let mut word = String::new();
        for c in text.chars().chain(['\0']) {
            if c.is_alphanumeric() || c == '_' {
                word.push(c);
                continue;
            }
            match self.page(&word).filter(|_| !word.is_empty()) {
                Some(page) => out += &format!("<a href=\"{page}\">{word}</a>"),
                None => out += &word,
            }
            word.clear();
            if c != '\0' {
                out += &escaped(&c.to_string());
            }
        }
        out
    }

    fn class(&self, t: &TypeDecl, level: usize, out: &mut String) {
        let kind = match t.kind {
            TypeKind::Class => "Class",
            TypeKind::Interface => "Interface",
            TypeKind::Enum => "Enum",
            TypeKind::Record => "Record",
            TypeKind::Annotation => "Annotation",
        };
        let _ = writeln!(out, "<h{level} id=\"{0}\">{kind} {0}</h{level}>", escaped(&t.name.name));
        let text = self.sources.text(t.span);
        let header = text.find('{').unwrap_or(text.len());
        let _ = writeln!(out, "<pre>{}</pre>", self.signature(t.span, header, &t.modifiers));
        *out += &self.text_of(self.comment(t.span, t.modifiers.span));
        let shown = |m: &Modifiers| shown(m, is_interface(t), self.public);
        for constant in &t.constants {
            let _ = writeln!(out, "<section><pre>{}</pre>", escaped(&constant.name.name));
            *out += &self.text_of(self.comment(constant.span, Span::NONE));
            *out += "</section>\n";
        }
        for member in &t.members {
            match member {
                Member::Field(f) if shown(&f.modifiers) => {
                    let text = self.sources.text(f.span);
                    let head = text.find(['=', ';']).unwrap_or(text.len());
                    let _ = writeln!(out, "<section><pre>{}</pre>", self.signature(f.span, head, &f.modifiers));
                    *out += &self.text_of(self.comment(f.span, f.modifiers.span));
                    *out += "</section>\n";
                }
                Member::Method(m) if shown(&m.modifiers) => self.method(m, out),
                _ => {}
            }
        }
        for member in &t.members {
            if let Member::Type(inner) = member
                && shown(&inner.modifiers)
            {
                self.class(inner, level + 1, out);
            }
        }
    }

    fn method(&self, m: &MethodDecl, out: &mut String) {
        let text = self.sources.text(m.span);
        let end = m.body.as_ref().map_or(text.len(), |b| (b.span.lo.saturating_sub(m.span.lo)) as usize);
        let _ = writeln!(out, "<section><pre>{}</pre>", self.signature(m.span, end, &m.modifiers));
        *out += &self.verdict(m);
        *out += &self.text_of(self.comment(m.span, m.modifiers.span));
        *out += "</section>\n";
    }

    /// Where the method runs, and whether parallel code may call it, as a paragraph.
    fn verdict(&self, m: &MethodDecl) -> String {
        let Some((on, text)) = self.runs(m) else { return String::new() };
        format!("<p class=\"{}\">{}</p>\n", if on { "on" } else { "off" }, escaped(&text))
    }

    /// Whether a SOMD method runs in parallel, and whether another may be called in parallel code, with words; nothing of a method without a body.
    fn runs(&self, m: &MethodDecl) -> Option<(bool, String)> {
        let here = |v: &&Verdict| {
            let kind = matches!(v.construct, Construct::Method | Construct::OneInstance | Construct::Instances);
            kind && v.span == m.name.span
        };
        if let Some(v) = self.verdicts.iter().find(here) {
            return Some((v.runs > somd_lower::Runs::OneCore, format!("SOMD method: {}", v.outcome())));
        }
        let (id, method) =
            (0..).map(hir::MethodId).zip(&self.program.methods).find(|(_, h)| h.name_span == m.name.span)?;
        if method.body.is_none() && method.native.is_none() {
            return None;
        }
        if self.effects.is_local(id) {
            return Some((true, "Isolated: parallel code may call it.".to_string()));
        }
        let effect = self.effects.of(id).telling(Effect::breaks_isolation)?;
        let chain = self.effects.chain(id, effect);
        let why = chain.first().map_or(effect.verb().to_string(), |step| Effects::say(self.program, step));
        Some((false, format!("Not isolated, so no parallel code calls it: it {}.", why.replace('`', ""))))
    }
}
