//! Runs the pipeline, one stage after another, as far as a command needs it.

use somd_analysis as analysis;
use somd_core::ir;
use somd_hir as hir;
use somd_hir::Owner;
use somd_lower::{self as lower, Verdict};
use somd_sema::{self as sema, Library};
use somd_syntax::ast::{CompilationUnit, Member};
use somd_syntax::diagnostics::{Diagnostic, Severity};
use somd_syntax::source::{SourceMap, Span};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::sources::{self, Encoding, File, ReadError};
use crate::library::{self, surface::Surface};

thread_local! {
    /// The stage that runs now, for the report of an internal error.
    static STAGE: Cell<&'static str> = const { Cell::new("start") };
}

pub fn current_stage() -> &'static str {
    STAGE.get()
}

fn stage<R>(name: &'static str, f: impl FnOnce() -> R) -> R {
    STAGE.set(name);
    f()
}

/// What a compilation is asked to do beside its files.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Codes of warnings to show beyond the default, and to hide.
    pub allowed: Vec<String>,
    pub encoding: Encoding,
    pub fast_math: bool,
    /// `assert` statements run, as with `java -ea`.
    pub assertions: bool,
    /// The class whose `main` is run; needed where there are several.
    pub main: Option<String>,
    /// Passes that are left out, by name.
    pub without_passes: Vec<String>,
    /// The class by which callers of a library come in, as a source (name, text).
    pub entry: Option<(String, String)>,
}

/// More threads than this do not make parsing faster.
const MOST_PARSERS: usize = 8;
/// A tree is taken down recursively, and expressions may nest deeply.
const PARSER_STACK: usize = 256 << 20;

/// A compilation so far: its files, what they say, and what was found wrong.
#[derive(Default)]
pub struct Compilation {
    pub sources: SourceMap,
    pub units: Vec<(CompilationUnit, bool)>,
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the typed program is to be kept, also one with errors in its bodies: tools look things up in it.
    pub keep_typed: bool,
    pub typed: Option<hir::Program>,
    settings: Settings,
    /// The program's own files, kept when their trees go on.
    declared: Vec<CompilationUnit>,
}

/// A checked program with its parallel regions lowered and optimised.
pub struct Compiled {
    pub hir: hir::Program,
    pub core: ir::Program,
    /// What became of each parallel construct.
    pub verdicts: Vec<Verdict>,
    /// The kernels of its parallel instructions.
    pub kernels: somd_lower_kernel::Emitted,
    /// The classes that Core's structures stand for, by their number.
    pub structs: Vec<Option<hir::ClassId>>,
    pub main: Option<hir::MethodId>,
}

/// The bodies whose statements the parser could not read all of: what is found wrong there may follow from that. None where it is
/// not only bodies: then nothing can be said of the rest.
fn broken_bodies(
    units: &[(CompilationUnit, bool)],
    diagnostics: &[Diagnostic],
    sources: &SourceMap,
) -> Option<Vec<Span>> {
    // Mended as the message suggests, nothing is missing from the tree; but two in one line mean that something else was meant.
    const MENDED: &[&str] = &["E0005", "E0007", "E0009", "E0021", "E0027", "E0028", "E0037", "E0038"];
    let wrong = || diagnostics.iter().filter(|d| d.is_error());
    let mut lines: HashMap<(u32, u32), usize> = HashMap::new();
    let line = |d: &Diagnostic| sources.locate(d.primary.span).map(|(file, line, _)| (file.base, line));
    wrong().filter_map(line).for_each(|at| *lines.entry(at).or_default() += 1);
    let alone = |d: &Diagnostic| line(d).is_none_or(|at| lines[&at] == 1);
    let errors: Vec<Span> =
        wrong().filter(|d| !MENDED.contains(&d.code) || !alone(d)).map(|d| d.primary.span).collect();
    if errors.is_empty() {
        return Some(Vec::new());
    }
    // A brace that is missing or too much may have moved what follows into another body.
    let brace = |d: &Diagnostic| matches!(d.code, "E0022" | "E0023") && d.title.contains("`}`");
    if diagnostics.iter().any(|d| matches!(d.code, "E0004" | "E0039") || brace(d)) {
        return None;
    }
    let mut bodies = Vec::new();
    for (unit, _) in units.iter().filter(|(_, library)| !library) {
        unit.types.iter().for_each(|t| bodies_of(&t.members, &mut bodies));
    }
    errors.iter().map(|&e| bodies.iter().copied().find(|b| b.contains(e))).collect()
}

fn bodies_of(members: &[Member], out: &mut Vec<Span>) {
    for member in members {
        match member {
            Member::Method(m) => out.extend(m.body.as_ref().map(|b| b.span)),
            Member::Init { body, .. } => out.push(body.span),
            Member::Type(t) => bodies_of(&t.members, out),
            Member::Field(_) => {}
        }
    }
}

/// Whether a message about paths is no consequence of the errors before it: what a method returns and throws cannot be told where
/// an expression in it has no type.
fn says_more(found: &Diagnostic, program: &hir::Program, errors: &[Diagnostic]) -> bool {
    if matches!(found.code, "E0301" | "E0302" | "E0305" | "E0306" | "E0307") {
        return true;
    }
    let of_all = program.methods.iter().map(|m| m.span);
    let method = of_all.filter(|m| m.contains(found.primary.span)).min_by_key(|m| m.hi - m.lo);
    let mut wrong =
        errors.iter().filter(|e| e.is_error()).map(|e| e.primary.span).chain(program.outside.iter().map(|u| u.at));
    method.is_some_and(|m| !wrong.any(|at| m.contains(at)))
}

/// These methods and all that call them, directly or through others.
fn callers(program: &hir::Program, of: &[hir::MethodId]) -> BTreeSet<hir::MethodId> {
    use hir::ExprKind as K;
    let mut callers: BTreeMap<hir::MethodId, Vec<hir::MethodId>> = BTreeMap::new();
    for (id, m) in (0..).map(hir::MethodId).zip(&program.methods) {
        let Some(body) = &m.body else { continue };
        let mut calls = |callee: hir::MethodId| callers.entry(callee).or_default().push(id);
        hir::walk::exprs_in(body, &mut |e| match &e.kind {
            K::Call { method, .. } => {
                calls(*method);
                program.classes.iter().filter_map(|c| c.vtable.get(method)).for_each(|&m| calls(m));
            }
            K::New { class, constructor, .. } => {
                calls(*constructor);
                // A lambda may be called where it goes.
                if let hir::ClassKind::Lambda { method, .. } = program.class(*class).kind {
                    calls(method);
                }
            }
            K::Map { method, .. } | K::ReduceMethod { method, .. } | K::Task { method, .. } => calls(*method),
            K::ArrayStep(step) => step.method.into_iter().for_each(&mut calls),
            _ => {}
        });
    }
    let mut found: BTreeSet<hir::MethodId> = of.iter().copied().collect();
    let mut work = of.to_vec();
    while let Some(m) = work.pop() {
        for &caller in callers.get(&m).into_iter().flatten() {
            if found.insert(caller) {
                work.push(caller);
            }
        }
    }
    found
}

type Parsed = (CompilationUnit, Vec<Diagnostic>);

/// Parses all files, several at a time; the trees are in the order of the files.
fn parse_files(sources: &SourceMap, files: &[File]) -> Vec<Parsed> {
    let text = |file: &File| sources.files()[file.index].text.as_ref();
    // The longest first, so that no thread is left alone with it at the end.
    let mut order: Vec<usize> = (0..files.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(text(&files[i]).len()));
    let next = AtomicUsize::new(0);
    let parsed: Vec<OnceLock<Parsed>> = files.iter().map(|_| OnceLock::new()).collect();
    let work = || {
        while let Some(&i) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let file = &files[i];
            let of_file = match file.headers {
                Some(headers) => somd_syntax::parse_headers(headers, file.base),
                None => somd_syntax::parse(text(file), file.base),
            };
            // Each index is taken once.
            let _ = parsed[i].set(of_file);
        }
    };
    std::thread::scope(|scope| {
        let others = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_PARSERS) - 1;
        for _ in 0..others {
            // Where there is no further thread to be had, this one does it all.
            let _ = std::thread::Builder::new().stack_size(PARSER_STACK).spawn_scoped(scope, work);
        }
        work();
    });
    parsed.into_iter().map(|unit| unit.into_inner().unwrap_or_default()).collect()
}

/// Whether a method's class has this name, with its package or without.
fn is_class(program: &hir::Program, method: hir::MethodId, wanted: &str) -> bool {
    let name = &program.class(program.method(method).class).name;
    name == wanted || name.rsplit('.').next() == Some(wanted)
}

impl Compilation {
    /// Reads and parses files and folders.
    pub fn of_paths(paths: &[PathBuf], settings: Settings) -> Result<Compilation, ReadError> {
        let mut c = Compilation { settings, ..Compilation::default() };
        let files = stage("reading", || {
            sources::read(paths, c.settings.encoding, c.settings.entry.as_slice(), &mut c.sources)
        })?;
        c.parse(&files);
        Ok(c)
    }

    /// Parses texts (name, text), for tests.
    pub fn of_texts(texts: Vec<(String, String)>, settings: Settings) -> Compilation {
        let mut c = Compilation { settings, ..Compilation::default() };
        let files = sources::add(texts, &mut c.sources);
        c.parse(&files);
        c
    }

    /// Parses all of the library, as if it were a program.
    pub fn of_library() -> Compilation {
        let mut c = Compilation::default();
        for file in sources::whole_library(&mut c.sources) {
            let (unit, found) = somd_syntax::parse(&c.sources.files()[file.index].text, file.base);
            c.diagnostics.extend(found);
            c.units.push((unit, true));
        }
        c
    }

    /// Names and types of a program, or of the whole library.
    pub fn check_for_docs(&mut self, library: bool) -> Option<hir::Program> {
        if !library {
            return self.check();
        }
        let units = std::mem::take(&mut self.units);
        let (program, found) = stage("checking types", || sema::check(units, &self.sources, Library::Whole, false));
        self.diagnostics.extend(found);
        program
    }

    fn parse(&mut self, files: &[File]) {
        stage("parsing", || {
            for (file, (unit, diagnostics)) in files.iter().zip(parse_files(&self.sources, files)) {
                self.diagnostics.extend(diagnostics);
                self.units.push((unit, file.library));
            }
        });
    }

    /// The program is one that others call.
    pub fn is_library(&self) -> bool {
        self.settings.entry.is_some()
    }

    /// What the program, which has been checked, offers to other languages.
    pub fn surface(&self, program: &hir::Program) -> Surface {
        library::surface::surface(&self.declared, program, &self.sources)
    }

    pub fn failed(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Names, types and paths: the typed program where nothing is wrong.
    pub fn check(&mut self) -> Option<hir::Program> {
        let units = std::mem::take(&mut self.units);
        self.declared = units.iter().filter(|(_, library)| !library).map(|(unit, _)| unit.clone()).collect();
        let broken = broken_bodies(&units, &self.diagnostics, &self.sources)?;
        let needed = if self.keep_typed { Library::ForTools } else { Library::AsNeeded };
        let outside = |d: &Diagnostic| !broken.iter().any(|b| b.contains(d.primary.span));
        let assertions = self.settings.assertions;
        let (program, mut diagnostics) =
            stage("checking types", || sema::check(units, &self.sources, needed, assertions));
        diagnostics.retain(outside);
        self.diagnostics.extend(diagnostics);
        let mut program = program?;
        self.settle_outside(&mut program);
        self.typed = self.keep_typed.then(|| program.clone());
        let mut found = stage("checking paths", || analysis::flow::check(&program));
        found.retain(outside);
        if self.failed() {
            found.retain(|d| says_more(d, &program, &self.diagnostics));
            self.diagnostics.extend(found);
            self.of_later_stages(program, false);
            return None;
        }
        self.diagnostics.extend(found);
        let found = stage("checking isolation", || {
            let mut found = analysis::effects::check(&program);
            let told = found.iter().map(|d| d.primary.span).collect();
            found.extend(analysis::purity::check(&program, &told));
            found
        });
        self.diagnostics.extend(found);
        if library::surface::asks(&self.declared) {
            self.diagnostics.extend(self.surface(&program).errors());
        }
        if self.failed() {
            self.of_later_stages(program, true);
            return None;
        }
        Some(program)
    }

    /// What later stages find wrong in the methods with which nothing is wrong so far, and which call no others. A body whose types are broken is
    /// left out alone.
    fn of_later_stages(&mut self, mut program: hir::Program, isolated: bool) {
        let errors = self.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.primary.span);
        // What is outside the library has no type either.
        let wrong: Vec<Span> = errors.chain(program.outside.iter().map(|u| u.at)).collect();
        // What no text declares has that of its class.
        let written = |m: &hir::Method| {
            let mut others = program.class(m.class).methods.iter().map(|&o| program.method(o));
            let covers = |o: &hir::Method| {
                o.name_span != m.name_span && o.kind == hir::MethodKind::Method && m.span.contains(o.name_span)
            };
            !m.span.is_none() && !others.any(covers)
        };
        let is_own = |m: &&hir::Method| !program.class(m.class).is_library && written(m);
        let own: Vec<Span> = program.methods.iter().filter(is_own).map(|m| m.span).collect();
        let in_method = |at: &Span| own.iter().any(|m| m.contains(*at));
        // What is wrong with a declaration may be the cause of anything.
        if !isolated && !wrong.iter().all(in_method) {
            return;
        }
        let broken: Vec<hir::MethodId> = (0..)
            .map(hir::MethodId)
            .zip(&program.methods)
            .filter(|(_, m)| !isolated && wrong.iter().any(|at| m.span.contains(*at)) && written(m))
            .map(|(id, _)| id)
            .collect();
        let doubtful = callers(&program, &broken);
        let doubtful = doubtful.iter().map(|&m| program.method(m)).filter(|m| written(m));
        let doubtful: Vec<Span> = doubtful.map(|m| m.span).collect();
        for &m in &broken {
            analysis::outside::empty(&mut program, m);
            program.methods[m.index()].declared_local = None;
        }
        let sound = |d: &Diagnostic| d.is_error() && !doubtful.iter().any(|m| m.contains(d.primary.span));
        if !isolated {
            let found = stage("checking isolation", || analysis::effects::check(&program));
            self.diagnostics.extend(found.into_iter().filter(sound));
        }
        let (_, found) = stage("lowering", || lower::lower(program, &self.sources));
        self.diagnostics.extend(found.into_iter().filter(sound));
    }

    /// What is outside the library is an error where `main` reaches it; without a `main`, anything may be reached.
    fn settle_outside(&mut self, program: &mut hir::Program) {
        if program.outside.is_empty() {
            return;
        }
        let wanted = self.settings.main.as_deref();
        let Some(main) = program.mains.iter().copied().find(|&m| wanted.is_none_or(|w| is_class(program, m, w))) else {
            return;
        };
        let reach = somd_host::reachability::reach(program, main, &somd_host::reachability::Roots::default());
        let runs = |program: &hir::Program, owner: &Owner| match owner {
            Owner::Method(m) => reach.methods.contains(m) || reach.virtual_calls.contains(m),
            Owner::Fields(fields) => fields.iter().any(|f| reach.fields.contains(f)),
            Owner::StaticInit(class) => reach.initialised.contains(class),
            Owner::Objects(class) => reach.instantiated.iter().any(|&c| program.is_subclass(c, *class)),
            Owner::Class(class) => reach.initialised.contains(class) || reach.instantiated.contains(class),
        };
        analysis::outside::settle(program, runs, &mut self.diagnostics);
    }

    /// The program as plain Java.
    pub fn erase(&mut self) -> Option<Vec<somd_java::JavaFile>> {
        let units = self.units.clone();
        let program = self.check()?;
        let (lowered, diagnostics) = stage("lowering", || lower::lower(program.clone(), &self.sources));
        self.diagnostics.extend(diagnostics);
        if self.failed() {
            return None;
        }
        match stage("erasing", || somd_java::erase(&units, &self.sources, &program, &lowered)) {
            Ok(files) => Some(files),
            Err(found) => {
                self.diagnostics.extend(found);
                None
            }
        }
    }

    fn lowered(&mut self) -> Option<lower::Lowered> {
        let program = self.check()?;
        let (lowered, diagnostics) = stage("lowering", || lower::lower(program, &self.sources));
        self.diagnostics.extend(diagnostics);
        (!self.failed()).then_some(lowered)
    }

    /// The stages that may find something wrong: [`Compilation::compile`] finds the same, and makes a program of it.
    pub fn diagnose(&mut self) {
        let Some(lowered) = self.lowered() else { return };
        // Only what asserts where it runs must know of kernels.
        if lowered.assertions.is_empty() {
            self.main(&lowered.hir);
        } else {
            self.compiled(lowered);
        }
    }

    /// All stages before the back ends.
    pub fn compile(&mut self) -> Option<Compiled> {
        let lowered = self.lowered()?;
        self.compiled(lowered)
    }

    fn compiled(&mut self, lowered: lower::Lowered) -> Option<Compiled> {
        let core = stage("optimising", || {
            let mut core = lowered.core;
            if self.settings.fast_math {
                core.funcs.iter_mut().for_each(|f| f.fast_math = true);
            }
            self.optimise(core)
        });
        let main = self.main(&lowered.hir);
        if self.failed() {
            return None;
        }
        let kernels = self.kernels(&core);
        let mut verdicts = lowered.verdicts;
        let refused = |name: &str| {
            let refused = kernels.refused.iter().find(|r| r.name == name)?;
            Some((refused.span, refused.reason.clone()))
        };
        lower::complete(&mut verdicts, &core, &refused);
        let found = lower::hold(&lowered.assertions, &verdicts, &mut self.diagnostics);
        self.diagnostics.extend(found);
        if self.failed() {
            return None;
        }
        Some(Compiled { hir: lowered.hir, core, verdicts, kernels, structs: lowered.structs, main })
    }

    /// The kernels of a program that has been optimised, and what has none.
    fn kernels(&self, core: &ir::Program) -> somd_lower_kernel::Emitted {
        if core.funcs.is_empty() {
            return somd_lower_kernel::Emitted::default();
        }
        stage("making kernels", || {
            let plan = somd_schedule::plan(core, &self.device_options());
            somd_lower_kernel::emit(core, &plan, &self.sources, &somd_opencl::text)
        })
    }

    /// What kernels may use.
    pub fn device_options(&self) -> somd_schedule::Options {
        let mut options = somd_schedule::Options::ALL;
        for pass in &self.settings.without_passes {
            if let Some(flag) = options.flag(pass) {
                *flag = false;
            }
        }
        options
    }

    fn optimise(&self, core: ir::Program) -> ir::Program {
        let mut options = somd_passes::Options::ALL;
        for pass in &self.settings.without_passes {
            if let Some(flag) = options.flag(pass) {
                *flag = false;
            }
        }
        match somd_passes::run(core, &options) {
            Ok(core) => core,
            // Core that breaks its own invariants is a defect of this compiler; nothing after this may see it.
            Err(e) => panic!("pass `{}` broke the program:\n{}", e.pass, e.report),
        }
    }

    /// The `main` to run: the one asked for, or the only one, or the first of the program's own.
    fn main(&mut self, program: &hir::Program) -> Option<hir::MethodId> {
        let name_of = |m: hir::MethodId| program.class(program.method(m).class).name.clone();
        if let Some(wanted) = &self.settings.main {
            let found = program.mains.iter().copied().find(|&m| is_class(program, m, wanted));
            if found.is_none() {
                let names: Vec<String> = program.mains.iter().map(|&m| format!("`{}`", name_of(m))).collect();
                let d = Diagnostic::error(
                    "E0910",
                    format!("no class `{wanted}` with a `public static void main(String[] args)`"),
                    Default::default(),
                );
                self.diagnostics.push(if names.is_empty() {
                    d
                } else {
                    d.note(format!("these classes have one: {}", names.join(", ")))
                });
            }
            return found;
        }
        match program.mains.as_slice() {
            [one] => Some(*one),
            [] => None,
            [first, rest @ ..] => {
                let names: Vec<String> = rest.iter().map(|&m| format!("`{}`", name_of(m))).collect();
                let at = program.method(*first).name_span;
                let d = Diagnostic::warning(
                    "W0911",
                    format!("several classes have a `main`; `{}` is run", name_of(*first)),
                    at,
                )
                .note(format!("the others: {}; choose one with `--main CLASS`", names.join(", ")));
                self.diagnostics.push(d);
                Some(*first)
            }
        }
    }

    /// What is to be shown: sorted, without what was asked to be left out, and nothing but errors about the library.
    pub fn shown(&self) -> Vec<Diagnostic> {
        let keep = |d: &Diagnostic| {
            let library =
                self.sources.file_at(d.primary.span.lo).is_some_and(|f| f.library) && !d.primary.span.is_none();
            d.severity == Severity::Error
                || !library && !self.settings.allowed.iter().any(|a| a == d.code || a == "all")
        };
        crate::diagnostics::sorted(self.diagnostics.iter().filter(|d| keep(d)).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a program does not use of the library costs little: of its classes few have bodies and dispatch tables.
    #[test]
    fn a_small_program_makes_little_of_the_library() {
        let text = "public class Main { public static void main(String[] args) { System.out.println(args.length); } }";
        let of = |keep_typed: bool| {
            let mut c = Compilation::of_texts(vec![("Main.somd".into(), text.into())], Settings::default());
            c.keep_typed = keep_typed;
            let program = c.check().expect("it is sound");
            let tables = program.classes.iter().filter(|c| !c.vtable.is_empty()).count();
            (program.classes.len(), tables, program.methods.iter().filter(|m| m.body.is_some()).count())
        };
        let (classes, tables, bodies) = of(false);
        assert!(tables < classes / 3 && bodies < 500, "{classes} classes, {tables} tables, {bodies} bodies");
        // Tools look things up in what does not run, too.
        let (_, all, same) = of(true);
        assert!(all > tables + 100 && same >= bodies, "{all} tables, {same} bodies");
    }

    /// What asserts nothing needs no kernels to be told what is wrong with it, and is told the same.
    #[test]
    fn diagnosing_finds_what_compiling_finds() {
        let loop_in = |head: &str| {
            format!(
                "public class Main {{ {head} int[] f(dist int[] a) {{ int[] b = new int[a.length]; int s = 0;\n\
                 for (int i = 0; i < a.length; i++) {{ s = a[i] - s; b[i] = s; }}\n return b; }} }}"
            )
        };
        for text in [loop_in("static"), loop_in("@AssertOffload static"), "class A { int f() { return x; } }".into()] {
            let of = || Compilation::of_texts(vec![("Main.somd".into(), text.clone())], Settings::default());
            let (mut one, mut other) = (of(), of());
            one.diagnose();
            other.compile();
            let said = |c: &Compilation| c.shown().iter().map(|d| d.title.clone()).collect::<Vec<_>>();
            assert!(said(&one) == said(&other) && !said(&one).is_empty(), "{:?} {:?}", said(&one), said(&other));
        }
    }

    /// A program's compilation attributes only what it needs of the library; this attributes all of it.
    #[test]
    fn the_whole_library_is_sound() {
        let mut sources = SourceMap::default();
        let files = sources::whole_library(&mut sources);
        let mut found = Vec::new();
        let mut units = Vec::new();
        for file in &files {
            let (unit, diagnostics) = somd_syntax::parse(&sources.files()[file.index].text, file.base);
            found.extend(diagnostics);
            units.push((unit, true));
        }
        let (program, diagnostics) = sema::check(units, &sources, Library::Whole, false);
        found.extend(diagnostics.into_iter().filter(Diagnostic::is_error));
        assert!(program.is_some() && found.is_empty(), "{}", crate::diagnostics::render(&found, &sources, false));
    }
}
