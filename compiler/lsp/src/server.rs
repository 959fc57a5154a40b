//! Requests and their answers.

use crate::complete;
use crate::index::{self, Index, Occurrence, Symbol};
use crate::text::{located, offset_of, path_of, position, range, uri_of};
use crate::{Analysis, Engine, Shown, Text};
use lsp_server::{Connection, ErrorCode, Message, Notification, Response};
use serde_json::{Value, json};
use somd_fmt::Refusal;
use somd_hir as hir;
use somd_lower::{Construct, Runs, Verdict};
use somd_syntax::ast::{Member, TypeDecl, TypeKind};
use somd_syntax::diagnostics::{Diagnostic, Severity};
use somd_syntax::source::{SourceFile, SourceMap, Span};
use somd_syntax::tokens::{Tok, tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long nothing is typed before a text is checked.
const PAUSE: Duration = Duration::from_millis(40);

/// A program as it was last analysed.
pub struct Snapshot {
    pub texts: Vec<Text>,
    pub analysis: Analysis,
    pub index: Index,
}

/// The server's state: the open texts, and what is known of their programs.
pub struct Server<'e> {
    pub engine: &'e dyn Engine,
    open: BTreeMap<PathBuf, String>,
    snapshots: Vec<Snapshot>,
    published: BTreeSet<PathBuf>,
    dirty: bool,
}

/// Serves one editor until it says `exit`.
///
/// # Errors
/// Where the connection breaks or the editor does not follow the protocol.
pub fn serve(engine: &dyn Engine) -> Result<(), String> {
    let (connection, threads) = Connection::stdio();
    let said = |e: &dyn std::fmt::Display| e.to_string();
    connection.initialize(capabilities()).map_err(|e| said(&e))?;
    let mut server = Server::new(engine);
    loop {
        let message = if server.dirty {
            match connection.receiver.recv_timeout(PAUSE) {
                Ok(message) => message,
                Err(e) if e.is_timeout() => {
                    for (uri, diagnostics) in server.refresh() {
                        let params = json!({ "uri": uri, "diagnostics": diagnostics });
                        let note = Notification::new("textDocument/publishDiagnostics".into(), params);
                        connection.sender.send(note.into()).map_err(|e| said(&e))?;
                    }
                    continue;
                }
                Err(_) => break,
            }
        } else {
            match connection.receiver.recv() {
                Ok(message) => message,
                Err(_) => break,
            }
        };
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request).map_err(|e| said(&e))? {
                    break;
                }
                // A defect in one answer must not take the others away.
                let answer = catch_unwind(AssertUnwindSafe(|| server.request(&request.method, &request.params)));
                let response = match answer {
                    Ok(Ok(result)) => Response::new_ok(request.id, result),
                    Ok(Err(message)) => Response::new_err(request.id, ErrorCode::RequestFailed as i32, message),
                    Err(_) => {
                        Response::new_err(request.id, ErrorCode::InternalError as i32, "a defect of somdc".into())
                    }
                };
                connection.sender.send(response.into()).map_err(|e| said(&e))?;
            }
            Message::Notification(note) => server.notify(&note.method, &note.params),
            Message::Response(_) => {}
        }
    }
    drop(connection);
    threads.join().map_err(|e| said(&e))
}

/// The kinds of names, in the order of [`TOKEN_KINDS`].
const TOKEN_KINDS: [&str; 6] = ["class", "method", "property", "variable", "parameter", "keyword"];
const TOKEN_MODIFIERS: [&str; 2] = ["declaration", "static"];

fn capabilities() -> Value {
    json!({
        "textDocumentSync": { "openClose": true, "change": 2 },
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": { "prepareProvider": true },
        "completionProvider": { "triggerCharacters": ["."] },
        "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "documentFormattingProvider": true,
        "documentRangeFormattingProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "codeLensProvider": { "resolveProvider": false },
        "inlayHintProvider": true,
        "semanticTokensProvider": {
            "legend": { "tokenTypes": TOKEN_KINDS, "tokenModifiers": TOKEN_MODIFIERS },
            "full": true,
        },
    })
}

impl<'e> Server<'e> {
    pub fn new(engine: &'e dyn Engine) -> Server<'e> {
        Server { engine, open: BTreeMap::new(), snapshots: Vec::new(), published: BTreeSet::new(), dirty: false }
    }

    // ---- texts ----------------------------------------------------------------------------------------------------

    pub fn notify(&mut self, method: &str, params: &Value) {
        let path = path_of(params["textDocument"]["uri"].as_str().unwrap_or_default());
        match method {
            "textDocument/didOpen" => {
                let text = params["textDocument"]["text"].as_str().unwrap_or_default();
                self.open.insert(path, text.to_string());
            }
            "textDocument/didChange" => {
                let text = self.open.entry(path).or_default();
                for change in params["contentChanges"].as_array().into_iter().flatten() {
                    let new = change["text"].as_str().unwrap_or_default();
                    if change["range"].is_object() {
                        let lo = offset_of(text, &change["range"]["start"]);
                        let hi = offset_of(text, &change["range"]["end"]).max(lo);
                        text.replace_range(lo..hi, new);
                    } else {
                        *text = new.to_string();
                    }
                }
            }
            "textDocument/didClose" => drop(self.open.remove(&path)),
            // Other files of the programs may have changed on disk.
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {}
            _ => return,
        }
        self.dirty = true;
    }

    /// Analyses what has changed; the diagnostics of each file of the open programs, by URI.
    pub fn refresh(&mut self) -> Vec<(String, Value)> {
        self.analyse();
        let mut found: BTreeMap<PathBuf, Vec<Value>> = BTreeMap::new();
        // What a file is part of tells most of it where that is most.
        let mut order: Vec<&Snapshot> = self.snapshots.iter().collect();
        order.sort_by_key(|s| std::cmp::Reverse(s.texts.len()));
        for snapshot in order {
            let new: Vec<&PathBuf> =
                snapshot.texts.iter().map(|(p, _)| p).filter(|p| !found.contains_key(*p)).collect();
            let mut of_files: BTreeMap<PathBuf, Vec<Value>> =
                new.into_iter().map(|p| (p.clone(), Vec::new())).collect();
            for d in &snapshot.analysis.diagnostics {
                let of_file = located(&snapshot.analysis.sources, d.primary.span);
                let path = match &of_file {
                    Some((file, _)) => PathBuf::from(&file.name),
                    // What is said of the program as a whole is said of its first file.
                    None => snapshot.texts.first().map(|(p, _)| p.clone()).unwrap_or_default(),
                };
                if let Some(list) = of_files.get_mut(&path) {
                    list.push(shown(&snapshot.analysis, d));
                }
            }
            found.extend(of_files);
        }
        let gone: Vec<PathBuf> = self.published.iter().filter(|p| !found.contains_key(*p)).cloned().collect();
        self.published = found.keys().cloned().collect();
        let cleared = gone.into_iter().map(|p| (p, Vec::new()));
        found.into_iter().chain(cleared).map(|(p, list)| (uri_of(&p), Value::Array(list))).collect()
    }

    fn analyse(&mut self) {
        self.dirty = false;
        let mut programs: Vec<Vec<Text>> = Vec::new();
        for path in self.open.keys() {
            let texts = self.engine.program_of(path, &self.open);
            let within = |a: &[Text], b: &[Text]| a.iter().all(|(p, _)| b.iter().any(|(q, _)| p == q));
            if !programs.iter().any(|p| within(&texts, p)) {
                programs.retain(|p| !within(p, &texts));
                programs.push(texts);
            }
        }
        let mut old = std::mem::take(&mut self.snapshots);
        for texts in programs {
            let same = old.iter().position(|s| s.texts == texts);
            let snapshot = same.map(|i| old.swap_remove(i)).unwrap_or_else(|| self.snapshot(texts));
            self.snapshots.push(snapshot);
        }
    }

    /// What is known of a program; nothing where the compiler itself fails.
    pub fn snapshot(&self, texts: Vec<Text>) -> Snapshot {
        let analysis = catch_unwind(AssertUnwindSafe(|| self.engine.analyse(&texts))).unwrap_or_default();
        let index = Index::of(&analysis);
        Snapshot { texts, analysis, index }
    }

    /// The program with a file.
    fn of(&self, path: &Path) -> Result<(&Snapshot, &SourceFile), String> {
        let name = path.display().to_string();
        let found = self.snapshots.iter().find_map(|s| {
            let file = s.analysis.sources.files().iter().find(|f| !f.library && f.name == name)?;
            Some((s, file))
        });
        found.ok_or_else(|| format!("`{name}` is not open"))
    }

    // ---- requests -------------------------------------------------------------------------------------------------

    /// Answers a request.
    ///
    /// # Errors
    /// What the user is to be told.
    pub fn request(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        if self.dirty {
            self.analyse();
            // What was found is published when nothing more comes.
            self.dirty = true;
        }
        let path = path_of(params["textDocument"]["uri"].as_str().unwrap_or_default());
        if method == "workspace/symbol" {
            return Ok(self.workspace_symbols(params["query"].as_str().unwrap_or_default()));
        }
        let text = self.open.get(&path).cloned().unwrap_or_default();
        match method {
            "textDocument/formatting" => return formatting(&text, 0..usize::MAX),
            "textDocument/rangeFormatting" => {
                let line = |key: &str| params["range"][key]["line"].as_u64().unwrap_or(0) as usize;
                let to =
                    line("end") + usize::from(params["range"]["end"]["character"] != 0 || line("end") == line("start"));
                return formatting(&text, line("start")..to);
            }
            _ => {}
        }
        let (snapshot, file) = self.of(&path)?;
        let at = file.base + offset_of(&file.text, &params["position"]) as u32;
        match method {
            "textDocument/hover" => Ok(hover(snapshot, file, at)),
            "textDocument/definition" => Ok(self.definition(snapshot, at)),
            "textDocument/references" => {
                let declares = params["context"]["includeDeclaration"].as_bool().unwrap_or(true);
                Ok(places(snapshot, at)
                    .into_iter()
                    .filter(|o| declares || !o.declares)
                    .filter_map(|o| location(snapshot, o.span))
                    .collect())
            }
            "textDocument/documentHighlight" => {
                let inside =
                    |o: &Occurrence| snapshot.analysis.sources.file_at(o.span.lo).is_some_and(|f| f.base == file.base);
                let found = places(snapshot, at).into_iter().filter(inside);
                Ok(found
                    .filter_map(|o| Some(json!({ "range": located(&snapshot.analysis.sources, o.span)?.1 })))
                    .collect())
            }
            "textDocument/prepareRename" => {
                let occurrence = renamed(snapshot, at)?;
                Ok(located(&snapshot.analysis.sources, occurrence.span).map_or(Value::Null, |(_, range)| range))
            }
            "textDocument/rename" => rename(snapshot, at, params["newName"].as_str().unwrap_or_default()),
            "textDocument/completion" => Ok(complete::completion(self, snapshot, file, at)),
            "textDocument/signatureHelp" => Ok(complete::signatures(self, snapshot, file, at)),
            "textDocument/documentSymbol" => Ok(document_symbols(snapshot, file)),
            "textDocument/codeAction" => Ok(code_actions(snapshot, file, params)),
            "textDocument/codeLens" => Ok(code_lenses(snapshot, file)),
            "textDocument/inlayHint" => Ok(inlay_hints(snapshot, file)),
            "textDocument/semanticTokens/full" => Ok(semantic_tokens(snapshot, file)),
            "somdc/show" => {
                let shown = match params["what"].as_str() {
                    Some("kernel") => Shown::Kernel,
                    Some("core") => Shown::Core,
                    Some("rust") => Shown::Rust,
                    _ => return Err("what is shown is one of `kernel`, `core`, `rust`".into()),
                };
                let (line, _) = file.line_col(at);
                Ok(Value::String(self.engine.show(&snapshot.texts, shown, &path, line)))
            }
            _ => Err(format!("`{method}` is not known")),
        }
    }

    fn definition(&self, snapshot: &Snapshot, at: u32) -> Value {
        let Some(occurrence) = snapshot.index.at(at) else { return Value::Null };
        let Some(span) = declared(snapshot, occurrence.symbol) else { return Value::Null };
        let Some((file, range)) = located(&snapshot.analysis.sources, span) else { return Value::Null };
        if !file.library {
            return json!({ "uri": uri_of(Path::new(&file.name)), "range": range });
        }
        match self.engine.library_file(&file.name, &file.text) {
            Some(path) => json!({ "uri": uri_of(&path), "range": range }),
            None => Value::Null,
        }
    }

    fn workspace_symbols(&self, query: &str) -> Value {
        let query = query.to_lowercase();
        let mut out = Vec::new();
        for snapshot in &self.snapshots {
            for o in snapshot.index.occurrences.iter().filter(|o| o.declares) {
                let kind = match o.symbol {
                    Symbol::Class(_) => 5,
                    Symbol::Method(_) => 6,
                    Symbol::Field(_) => 8,
                    Symbol::Local(_) => continue,
                };
                let name = snapshot.analysis.sources.text(o.span);
                if name.to_lowercase().contains(&query)
                    && let Some(place) = location(snapshot, o.span)
                {
                    out.push(json!({ "name": name, "kind": kind, "location": place }));
                }
            }
        }
        Value::Array(out)
    }
}

fn location(snapshot: &Snapshot, span: Span) -> Option<Value> {
    let (file, range) = located(&snapshot.analysis.sources, span)?;
    Some(json!({ "uri": uri_of(Path::new(&file.name)), "range": range }))
}

/// A diagnostic as the protocol has it.
fn shown(analysis: &Analysis, d: &Diagnostic) -> Value {
    let mut message = d.title.clone();
    for more in std::iter::once(&d.primary.text).chain(&d.notes).filter(|t| !t.is_empty()) {
        message.push('\n');
        message.push_str(more);
    }
    let origin = || json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
    let related: Vec<Value> = d
        .secondary
        .iter()
        .filter_map(|l| {
            let (file, range) = located(&analysis.sources, l.span)?;
            let place = json!({ "uri": uri_of(Path::new(&file.name)), "range": range });
            (!file.library).then(|| json!({ "location": place, "message": l.text }))
        })
        .collect();
    json!({
        "range": located(&analysis.sources, d.primary.span).map_or_else(origin, |(_, range)| range),
        "severity": match d.severity { Severity::Error => 1, Severity::Warning => 2, Severity::Note => 3 },
        "code": d.code,
        "source": "somdc",
        "message": message,
        "relatedInformation": related,
    })
}

/// Where a symbol is declared.
fn declared(snapshot: &Snapshot, symbol: Symbol) -> Option<Span> {
    let own = snapshot.index.occurrences.iter().find(|o| o.declares && o.symbol == symbol).map(|o| o.span);
    let program = snapshot.analysis.program.as_ref();
    let span = own.or_else(|| match (symbol, program) {
        (Symbol::Local(span), _) => Some(span),
        (Symbol::Field(f), Some(p)) => Some(p.field(f).span),
        (Symbol::Method(m), Some(p)) if !p.method(m).name_span.is_none() => Some(p.method(m).name_span),
        // What is not written is made of its class.
        (Symbol::Method(m), Some(p)) => Some(p.class(p.method(m).class).span),
        (Symbol::Class(c), Some(p)) => Some(p.class(c).span),
        _ => None,
    })?;
    Some(Span { lo: span.lo, hi: span.hi.min(span.lo + 200) })
}

/// The names of what is named at a position.
fn places(snapshot: &Snapshot, at: u32) -> Vec<Occurrence> {
    let Some(occurrence) = snapshot.index.at(at) else { return Vec::new() };
    snapshot.index.all(snapshot.analysis.program.as_ref(), occurrence.symbol).copied().collect()
}

/// What stands at a position, if it may get another name.
fn renamed(snapshot: &Snapshot, at: u32) -> Result<Occurrence, String> {
    let occurrence = snapshot.index.at(at).ok_or("there is no name here")?;
    let program = snapshot.analysis.program.as_ref();
    if matches!(occurrence.symbol, Symbol::Local(_)) {
        return Ok(occurrence);
    }
    let program = program.ok_or("the declarations of the program have errors")?;
    if index::family(Some(program), occurrence.symbol).iter().any(|&s| index::is_library(program, s)) {
        return Err("this is named in the library".into());
    }
    Ok(occurrence)
}

fn rename(snapshot: &Snapshot, at: u32, new: &str) -> Result<Value, String> {
    renamed(snapshot, at)?;
    let mut characters = new.chars();
    let word = characters.next().is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$')
        && characters.all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    if !word || tokens(new, 1).is_ok() {
        return Err(format!("`{new}` is not a name"));
    }
    let mut changes: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for o in places(snapshot, at) {
        if let Some((file, range)) = located(&snapshot.analysis.sources, o.span) {
            changes.entry(uri_of(Path::new(&file.name))).or_default().push(json!({ "range": range, "newText": new }));
        }
    }
    Ok(json!({ "changes": changes }))
}

fn formatting(text: &str, lines: std::ops::Range<usize>) -> Result<Value, String> {
    let mut map = SourceMap::default();
    let base = map.add("", text.to_string(), false);
    let Some(file) = map.file_at(base) else { return Ok(Value::Null) };
    match somd_fmt::format_lines(text, base, lines) {
        Ok(edits) => Ok(edits
            .into_iter()
            .map(|e| json!({ "range": range(file, e.range.start, e.range.end), "newText": e.text }))
            .collect()),
        Err(Refusal::Syntax(_)) => Err("a text with syntax errors is not formatted".into()),
        Err(Refusal::Unusual(what, _)) => Err(format!("this text is not formatted: it has what is {what}")),
    }
}

// ---- what is known of a name ----------------------------------------------------------------------------------------

/// The head of a declaration as it is written, from its modifiers to its body.
pub fn head(snapshot: &Snapshot, span: Span) -> String {
    let text = snapshot.analysis.sources.text(span);
    let mut depth = 0;
    let end = text.char_indices().find(|&(_, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0 && matches!(c, '{' | ';')
    });
    let head = &text[..end.map_or(text.len(), |(i, _)| i)];
    head.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The comment in front of a declaration, without its signs.
pub fn comment(snapshot: &Snapshot, span: Span) -> Option<String> {
    let file = snapshot.analysis.sources.file_at(span.lo)?;
    let before = file.text.get(..(span.lo - file.base) as usize)?.trim_end();
    let body = before.strip_suffix("*/")?;
    let body = &body[body.rfind("/*")? + 2..];
    let lines = body.trim_start_matches('*').lines().map(|l| l.trim().trim_start_matches('*').trim());
    Some(lines.collect::<Vec<_>>().join("\n").trim().to_string())
}

/// A symbol's declaration and comment.
pub fn described(snapshot: &Snapshot, symbol: Symbol) -> Option<(String, Option<String>)> {
    let program = snapshot.analysis.program.as_ref();
    match symbol {
        Symbol::Local(span) => {
            let name = snapshot.analysis.sources.text(span);
            let variable = snapshot.index.variables.iter().find(|v| v.declared == span)?;
            let ty = match variable.ty {
                Some(ty) => snapshot.analysis.sources.text(ty).to_string(),
                None => inferred(snapshot, span).unwrap_or_else(|| "var".into()),
            };
            Some((format!("{ty} {name}"), None))
        }
        Symbol::Field(f) => {
            let program = program?;
            let field = program.field(f);
            let modifiers = match (field.is_static, field.is_final) {
                (true, true) => "static final ",
                (true, false) => "static ",
                (false, true) => "final ",
                (false, false) => "",
            };
            // What a constant is, its declaration says.
            let text = snapshot.analysis.sources.text(field.span);
            let text = if field.constant.is_some() { text } else { &field.name };
            let doc = comment(snapshot, declaration_of(snapshot, field.span)?);
            Some((format!("{modifiers}{} {text}", hir::print::ty(program, &field.ty)), doc))
        }
        Symbol::Method(m) => {
            let method = program?.method(m);
            if method.span.is_none() || program?.class(method.class).span == method.span {
                return Some((method.display.to_string(), None));
            }
            Some((head(snapshot, method.span), comment(snapshot, method.span)))
        }
        Symbol::Class(c) => {
            let program = program?;
            let class = program.class(c);
            // A class's place may be its name alone.
            let file = snapshot.analysis.sources.file_at(class.span.lo)?;
            let text = &file.text[(class.span.lo - file.base) as usize..];
            let whole = Span { lo: class.span.lo, hi: class.span.lo + text.find('{').unwrap_or(text.len()) as u32 };
            Some((head(snapshot, whole), comment(snapshot, class.span)))
        }
    }
}

/// Where the declaration begins in which a field's name stands.
fn declaration_of(snapshot: &Snapshot, name: Span) -> Option<Span> {
    let file = snapshot.analysis.sources.file_at(name.lo)?;
    let before = &file.text[..(name.lo - file.base) as usize];
    // A comment ends with a slash.
    let start = before.rfind(['\n', ';', '{', '}', '/']).map_or(0, |i| i + 1);
    let blank = before[start..].len() - before[start..].trim_start().len();
    let lo = file.base + (start + blank) as u32;
    Some(Span { lo, hi: lo })
}

/// The type of a variable that is declared without one.
fn inferred(snapshot: &Snapshot, declared: Span) -> Option<String> {
    let program = snapshot.analysis.program.as_ref()?;
    let of_method = |m: &hir::Method| m.locals.iter().find(|l| l.span == declared).map(|l| l.ty.clone());
    let local = program.methods.iter().find_map(of_method);
    Some(hir::print::ty(program, &local?))
}

/// A verdict's place: the line it is told on.
fn place_of<'a>(snapshot: &'a Snapshot, v: &Verdict) -> Option<(&'a SourceFile, u32)> {
    let (file, line, _) = snapshot.analysis.sources.locate(v.span)?;
    (!file.library).then_some((file, line))
}

/// Where a construct runs, in a few words.
fn target(v: &Verdict) -> &'static str {
    match v.runs {
        _ if v.construct == Construct::Around => "in order, the loops in it in parallel",
        Runs::OneCore => "one core",
        Runs::OwnThread => "a thread of its own",
        Runs::AnyThread => "any thread",
        Runs::AllCores => "all cores",
        Runs::Device => "all cores or a device",
    }
}

fn hover(snapshot: &Snapshot, file: &SourceFile, at: u32) -> Value {
    let mut parts = Vec::new();
    let occurrence = snapshot.index.at(at);
    if let Some((declaration, comment)) = occurrence.and_then(|o| described(snapshot, o.symbol)) {
        parts.push(format!("```java\n{declaration}\n```"));
        parts.extend(comment);
    }
    if let (Some(Symbol::Method(m)), Some(program)) = (occurrence.map(|o| o.symbol), &snapshot.analysis.program) {
        let name = program.method(m).name_span;
        if snapshot.analysis.isolated.contains(&name) {
            parts.push("isolated: it touches nothing that others see, and may run anywhere".into());
        }
        let of_method = snapshot.analysis.verdicts.iter().filter(|v| v.method == m && v.construct == Construct::Method);
        parts.extend(of_method.map(told));
    }
    let line = file.line_col(at).0;
    for v in &snapshot.analysis.verdicts {
        let here = place_of(snapshot, v).is_some_and(|(f, l)| f.base == file.base && l == line);
        let text = told(v);
        if here && v.construct != Construct::Method && !parts.contains(&text) {
            parts.push(text);
        }
    }
    if parts.is_empty() {
        let program = snapshot.analysis.program.as_ref();
        let around = snapshot.index.types.iter().filter(|(s, _)| s.lo <= at && at < s.hi);
        let (Some(program), Some((_, ty))) = (program, around.min_by_key(|(s, _)| s.hi - s.lo)) else {
            return Value::Null;
        };
        parts.push(format!("```java\n{}\n```", hir::print::ty(program, ty)));
    }
    json!({ "contents": { "kind": "markdown", "value": parts.join("\n\n") } })
}

fn told(v: &Verdict) -> String {
    let mut text = format!("**{}** {}", v.what(), v.outcome());
    for note in v.why.iter().flat_map(|w| &w.notes) {
        text.push_str("\n- ");
        text.push_str(note);
    }
    text
}

fn code_lenses(snapshot: &Snapshot, file: &SourceFile) -> Value {
    let mut out = Vec::new();
    for v in &snapshot.analysis.verdicts {
        let Some((of, line)) = place_of(snapshot, v) else { continue };
        if of.base != file.base {
            continue;
        }
        let at = range(file, (v.span.lo - file.base) as usize, (v.span.lo - file.base) as usize);
        let kernel = v.runs == Runs::Device && !v.regions.is_empty();
        let title = match &v.why {
            Some(why) => format!("{}, because {}", target(v), why.reason),
            None => target(v).to_string(),
        };
        let command = if kernel { "somdc.showKernel" } else { "" };
        let arguments = json!([uri_of(Path::new(&file.name)), line - 1]);
        out.push(json!({ "range": at, "command": { "title": title, "command": command, "arguments": arguments } }));
    }
    Value::Array(out)
}

fn inlay_hints(snapshot: &Snapshot, file: &SourceFile) -> Value {
    let mut out = Vec::new();
    let end = file.base + file.text.len() as u32;
    let inside = |s: Span| file.base <= s.lo && s.hi <= end;
    let mut hint = |at: u32, label: String, left: bool, right: bool| {
        let at = position(file, (at - file.base) as usize);
        out.push(json!({ "position": at, "label": label, "paddingLeft": left, "paddingRight": right }));
    };
    for &name in snapshot.analysis.isolated.iter().filter(|&&s| inside(s)) {
        hint(name.lo, "local".into(), false, true);
    }
    for v in &snapshot.index.variables {
        if v.ty.is_none()
            && inside(v.declared)
            && let Some(ty) = inferred(snapshot, v.declared)
        {
            hint(v.declared.hi, format!(": {ty}"), false, false);
        }
    }
    let mut lines = BTreeSet::new();
    for v in &snapshot.analysis.verdicts {
        let Some((of, line)) = place_of(snapshot, v).filter(|(f, _)| f.base == file.base) else { continue };
        if matches!(v.construct, Construct::Loop | Construct::Around | Construct::Array(_) | Construct::Library(_))
            && lines.insert(line)
        {
            let text = of.line(line).trim_end();
            let start = of.line_range(line as usize - 1).map_or(0, |r| r.start);
            hint(file.base + (start + text.len()) as u32, format!("→ {}", target(v)), true, false);
        }
    }
    Value::Array(out)
}

fn code_actions(snapshot: &Snapshot, file: &SourceFile, params: &Value) -> Value {
    let at = |key: &str| file.base + offset_of(&file.text, &params["range"][key]) as u32;
    let (lo, hi) = (at("start"), at("end"));
    let mut out = Vec::new();
    for d in &snapshot.analysis.diagnostics {
        let touches = |s: Span| s.lo <= hi && lo <= s.hi;
        if !touches(d.primary.span) && !d.suggestions.iter().any(|s| touches(s.span)) {
            continue;
        }
        for s in &d.suggestions {
            let Some((of, range)) = located(&snapshot.analysis.sources, s.span).filter(|(f, _)| !f.library) else {
                continue;
            };
            let uri = uri_of(Path::new(&of.name));
            out.push(json!({
                "title": s.message,
                "kind": "quickfix",
                "diagnostics": [shown(&snapshot.analysis, d)],
                "edit": { "changes": { uri: [{ "range": range, "newText": s.text }] } },
            }));
        }
    }
    Value::Array(out)
}

fn document_symbols(snapshot: &Snapshot, file: &SourceFile) -> Value {
    let end = file.base + file.text.len() as u32;
    let of_file = |t: &TypeDecl| file.base <= t.span.lo && t.span.hi <= end;
    let units = snapshot.analysis.units.iter().flat_map(|u| &u.types);
    units.filter(|t| of_file(t)).map(|t| class_symbol(file, t)).collect()
}

fn symbol(file: &SourceFile, name: &str, kind: u32, span: Span, selected: Span, children: Vec<Value>) -> Value {
    let range = |s: Span| range(file, (s.lo - file.base) as usize, (s.hi - file.base) as usize);
    json!({ "name": name, "kind": kind, "range": range(span), "selectionRange": range(selected), "children": children })
}

fn class_symbol(file: &SourceFile, t: &TypeDecl) -> Value {
    let mut children: Vec<Value> =
        t.constants.iter().map(|c| symbol(file, &c.name.name, 22, c.span, c.name.span, Vec::new())).collect();
    for member in &t.members {
        match member {
            Member::Field(f) => {
                children.extend(f.vars.iter().map(|v| symbol(file, &v.name.name, 8, v.span, v.name.span, Vec::new())))
            }
            Member::Method(m) => {
                let kind = if m.ret.is_none() { 9 } else { 6 };
                children.push(symbol(file, &m.name.name, kind, m.span, m.name.span, Vec::new()));
            }
            Member::Type(t) => children.push(class_symbol(file, t)),
            Member::Init { .. } => {}
        }
    }
    let kind = match t.kind {
        TypeKind::Interface | TypeKind::Annotation => 11,
        TypeKind::Enum => 10,
        TypeKind::Class | TypeKind::Record => 5,
    };
    symbol(file, &t.name.name, kind, t.span, t.name.span, children)
}

/// Names by what they name, and the words that are no words of Java's, which a grammar for Java does not know.
fn semantic_tokens(snapshot: &Snapshot, file: &SourceFile) -> Value {
    let end = file.base + file.text.len() as u32;
    let mut found: Vec<(usize, usize, u32, u32)> = Vec::new();
    let variables = snapshot.index.variables.iter();
    let parameters: BTreeSet<Span> = variables.filter(|v| v.parameter).map(|v| v.declared).collect();
    for o in snapshot.index.occurrences.iter().filter(|o| file.base <= o.span.lo && o.span.hi <= end) {
        let program = snapshot.analysis.program.as_ref();
        let (kind, is_static) = match (o.symbol, program) {
            (Symbol::Class(_), _) => (0, false),
            (Symbol::Method(m), p) => (1, p.is_some_and(|p| p.method(m).is_static)),
            (Symbol::Field(f), p) => (2, p.is_some_and(|p| p.field(f).is_static)),
            (Symbol::Local(span), _) => (if parameters.contains(&span) { 4 } else { 3 }, false),
        };
        let modifiers = u32::from(o.declares) | u32::from(is_static) << 1;
        found.push(((o.span.lo - file.base) as usize, (o.span.hi - o.span.lo) as usize, kind, modifiers));
    }
    use Tok::*;
    for t in tokens(&file.text, 1).unwrap_or_default() {
        let word = matches!(
            t.tok,
            Record
                | Yield
                | Sealed
                | NonSealed
                | Permits
                | Value
                | Local
                | Task
                | Dist
                | Reduce
                | Sync
                | Shared
                | Single
                | View
                | Polyview
                | Dim
        );
        if word {
            found.push((t.lo as usize, (t.hi - t.lo) as usize, 5, 0));
        }
    }
    found.sort_unstable();
    found.dedup_by_key(|f| f.0);
    let (mut data, mut column) = (Vec::new(), 0);
    let mut at = 0;
    for (lo, len, kind, modifiers) in found {
        let Some(gap) = file.text.get(at..lo) else { continue };
        let lines = gap.matches('\n').count();
        let tail = gap.rsplit('\n').next().unwrap_or(gap).encode_utf16().count();
        let from_start = if lines > 0 { tail } else { column + tail };
        let delta = if lines > 0 { from_start } else { tail };
        let length = file.text.get(lo..lo + len).map_or(len, |t| t.encode_utf16().count());
        data.extend([lines, delta, length, kind as usize, modifiers as usize].map(|n| n as u32));
        (column, at) = (from_start, lo);
    }
    json!({ "data": data })
}
