//! What became of each parallel construct of a program: the one record that offload reports, assertions, warnings, the strict
//! mode, the log and the tests read.
//!
//! What runs in parallel is seen in what was made: a loop is parallel where an instruction stands for it. Why another one is not is
//! what the translation noted when it gave up ([`Cx::in_order`](super::Cx)).

use super::error::{self, LowerError};
use super::stmts::canonical;
use super::{Cx, lime, reduction, somd, walk};
use smol_str::SmolStr;
use somd_analysis::effects::Effects;
use somd_analysis::isolation;
use somd_core::ir::{self, FuncId};
use somd_core::walk as core_walk;
use somd_hir::{self as hir, ExprKind, MethodId, Place, StmtKind};
use somd_syntax::ast::ReduceOp;
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A parallel construct, and where it runs.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub construct: Construct,
    pub span: Span,
    /// The method that it stands in, or is.
    pub method: MethodId,
    /// That method's name, with its parameters' types.
    pub display: SmolStr,
    /// The function that is mapped, where it has a name.
    pub function: Option<SmolStr>,
    pub runs: Runs,
    /// Why it runs there and not on more. Always there for [`Runs::OneCore`].
    pub why: Option<Why>,
    /// The program asks for it to be parallel: where it is not, that is told.
    pub asked: bool,
    /// The regions in which it became parallel instructions.
    pub regions: Vec<FuncId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Construct {
    /// A SOMD method.
    Method,
    /// A loop of a SOMD method.
    Loop,
    /// A loop of a SOMD method whose iterations follow one another, around loops that are parallel.
    Around,
    /// The instances of a SOMD method with a partitioner or a reduction of its own.
    Instances,
    /// A SOMD method with a reduction that runs as one instance.
    OneInstance,
    /// A map, a reduction, or a step of a chain of them, in words: `map of Main.f(float)`.
    Array(String),
    /// A filter of a task graph: its worker.
    Filter(SmolStr),
    /// A parallel operation of Java's library, in words: `parallel stream`.
    Library(String),
}

/// In ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Runs {
    OneCore,
    /// Filters that are methods of objects: on a thread of its own.
    OwnThread,
    /// Other filters: on a thread of its own, on several where the stream waits for it.
    AnyThread,
    AllCores,
    /// On a device, or on all cores.
    Device,
}

#[derive(Clone, Debug)]
pub struct Why {
    pub span: Span,
    pub reason: String,
    pub notes: Vec<String>,
}

impl Verdict {
    /// Instances that give objects: no region, and no device.
    fn is_of_objects(&self) -> bool {
        self.construct == Construct::Instances && self.regions.is_empty() && self.why.is_some()
    }

    /// The construct in words.
    pub fn what(&self) -> String {
        match &self.construct {
            Construct::Method | Construct::OneInstance => format!("SOMD method {}", self.display),
            Construct::Loop => format!("loop of SOMD method {}", self.display),
            Construct::Around => format!("outer loop of SOMD method {}", self.display),
            Construct::Instances => format!("instances of SOMD method {}", self.display),
            Construct::Array(what) | Construct::Library(what) => what.clone(),
            Construct::Filter(worker) => format!("filter {worker}"),
        }
    }

    /// Where it runs, in words: a line of `--explain-offload`.
    pub fn outcome(&self) -> String {
        let reason = self.why.as_ref().map_or("", |w| &w.reason);
        match self.runs {
            _ if self.construct == Construct::Around => {
                format!("runs in order, the loops in it in parallel: {reason}")
            }
            Runs::Device if self.construct == Construct::Method && !reason.is_empty() => {
                format!("can be offloaded in part: {reason}")
            }
            Runs::Device if !reason.is_empty() => format!("can be offloaded; {reason}"),
            Runs::Device => "can be offloaded".to_string(),
            Runs::OwnThread => "runs on a thread of its own".to_string(),
            Runs::AnyThread => "runs on any thread, on several where the stream waits for it".to_string(),
            Runs::AllCores => format!("runs on all cores, not on a device: {reason}"),
            Runs::OneCore if matches!(self.construct, Construct::Filter(_)) => {
                format!("stays on the graph's thread: {reason}")
            }
            Runs::OneCore => format!("runs on one core: {reason}"),
        }
    }

    /// What a user hears without asking: that something which asks to be parallel runs on one core.
    pub fn warning(&self) -> Option<Diagnostic> {
        let why = self.why.as_ref().filter(|_| self.asked)?;
        if self.runs != Runs::OneCore && self.construct != Construct::Around {
            return None;
        }
        let (code, title, label) = match &self.construct {
            Construct::Loop => (
                error::ONE_CORE,
                "this loop over a distributed array runs on one core".to_string(),
                "this loop body cannot run in parallel".to_string(),
            ),
            Construct::Around => (
                error::ONE_CORE,
                "the iterations of this loop run in order; only the loops in it run in parallel".to_string(),
                "these iterations are not known to be independent".to_string(),
            ),
            Construct::Method => (
                error::NOTHING_PARALLEL,
                "nothing in this SOMD method runs in parallel".to_string(),
                format!("`{}` runs on one core", self.display),
            ),
            Construct::Instances => (
                error::ONE_INSTANCE,
                format!("the instances of `{}` run on one core", self.display),
                "one instance after another".to_string(),
            ),
            Construct::OneInstance => (
                error::ONE_INSTANCE,
                format!("`{}` runs as one instance, on one core", self.display),
                "what its loops fold cannot be told in parts".to_string(),
            ),
            Construct::Array(what) => (
                error::MAP_ON_ONE_CORE,
                format!("this {what} runs on one core"),
                "one element after another".to_string(),
            ),
            Construct::Filter(worker) => (
                error::FILTER_ON_ONE_THREAD,
                format!("the filter `{worker}` stays on the graph's thread"),
                "no other thread can take its work".to_string(),
            ),
            Construct::Library(what) => {
                (error::LIBRARY_ON_ONE_CORE, format!("this {what} runs on one core"), "it runs in order".to_string())
            }
        };
        let mut d = Diagnostic::warning(code, title, self.span).label(label);
        d = if why.span == self.span || why.span.is_none() {
            d.note(why.reason.clone())
        } else {
            d.also(why.span, why.reason.clone())
        };
        d.notes.extend(why.notes.iter().cloned());
        Some(d)
    }

    /// What `@AssertOffload` at `at`, which is about `over`, says of it.
    fn assertion(&self, at: Span, over: Span) -> Option<Diagnostic> {
        let in_order = self.construct == Construct::Around && (self.asked || self.span == over);
        if matches!(self.construct, Construct::Filter(_)) || self.runs == Runs::Device && !in_order {
            return None;
        }
        let why = self.why.as_ref();
        let reason = why.map_or("it runs on the host", |w| &w.reason);
        let place = why.map_or(self.span, |w| w.span);
        let title = format!("{} cannot be offloaded: {reason}", self.what());
        let mut d = Diagnostic::error(error::ASSERT_OFFLOAD, title, if place.is_none() { self.span } else { place })
            .also(at, "`@AssertOffload` asks for it here");
        d.notes.extend(why.iter().flat_map(|w| w.notes.iter().cloned()));
        Some(d)
    }
}

/// An `@AssertOffload`, and the text that it is about.
#[derive(Clone, Copy, Debug)]
pub struct Assertion {
    pub at: Span,
    pub over: Span,
}

/// The assertions of a program, in the order of its text.
pub(super) fn assertions(program: &hir::Program) -> Vec<Assertion> {
    let with_text = program.methods.iter().filter(|m| !m.span.is_none());
    let of_methods = with_text.filter_map(|m| Some(Assertion { at: m.assert_offload?, over: m.span }));
    let mut all: Vec<Assertion> = of_methods.collect();
    for &(at, over) in &program.asserted {
        all.push(Assertion { at, over: if over.lo < over.hi { over } else { statement_at(program, over) } });
    }
    all
}

/// The longest statement that begins where an empty span stands.
fn statement_at(program: &hir::Program, place: Span) -> Span {
    let mut found = place;
    for body in program.methods.iter().filter(|m| m.span.contains(place)).filter_map(|m| m.body.as_ref()) {
        walk::stmts_in(body, &mut |s| {
            if s.span.lo == place.lo && s.span.hi > found.hi {
                found = s.span;
            }
        });
    }
    found
}

/// What the assertions find wrong. The verdicts are complete. Takes from `warnings` what it says again.
pub fn hold(assertions: &[Assertion], verdicts: &[Verdict], warnings: &mut Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut covers: BTreeMap<Span, (bool, Span)> = BTreeMap::new();
    for &Assertion { at, over } in assertions {
        let inside = |v: &&Verdict| over.contains(v.span) && !matches!(v.construct, Construct::Filter(_));
        let inside: Vec<&Verdict> = verdicts.iter().filter(inside).collect();
        covers.entry(at).or_insert((false, over)).0 |= !inside.is_empty();
        let failed: Vec<(&Verdict, Diagnostic)> =
            inside.into_iter().filter_map(|v| Some((v, v.assertion(at, over)?))).collect();
        // Of a method whose loops are told of nothing is left to say.
        let loops: BTreeSet<MethodId> =
            failed.iter().filter(|(v, _)| v.construct != Construct::Method).map(|(v, _)| v.method).collect();
        for (v, d) in failed {
            warnings.retain(|w| w.primary.span != v.span || v.warning().is_none_or(|own| own.code != w.code));
            if v.construct != Construct::Method || !loops.contains(&v.method) {
                found.push(d);
            }
        }
    }
    for (at, (covers, _)) in covers {
        if !covers {
            let title = "`@AssertOffload` stands on nothing that runs in parallel";
            let d = Diagnostic::error(error::ASSERT_OFFLOAD, title, at).label("there is nothing to offload here");
            found.push(d.note("it may stand on a loop of a SOMD method, on a declaration whose value is a map or a reduction, on a method, or on a class"));
        }
    }
    found
}

/// The verdict on a map, a reduction or a step of a chain.
pub(super) fn of_array(
    cx: &Cx<'_>,
    method: MethodId,
    span: Span,
    (what, function): (String, Option<SmolStr>),
    made: Result<FuncId, LowerError>,
) -> Verdict {
    let (runs, why, regions) = match made {
        Ok(func) => (Runs::AllCores, None, vec![func]),
        Err(e) => (Runs::OneCore, Some(why(e)), Vec::new()),
    };
    let display = cx.hir.method(method).display.clone();
    Verdict { construct: Construct::Array(what), span, method, display, function, runs, why, asked: true, regions }
}

fn why(e: LowerError) -> Why {
    Why { span: e.span, reason: e.message, notes: e.notes }
}

/// The verdicts on a SOMD method and its loops, once it has been translated.
pub(super) fn of_method(cx: &Cx<'_>, id: MethodId) -> Vec<Verdict> {
    let m = cx.hir.method(id);
    let regions: Vec<FuncId> = match cx.regions.get(&id) {
        Some(&func) => vec![func],
        None => cx.pieces.iter().filter(|p| p.0 == id).map(|p| p.1).collect(),
    };
    let mut made = BTreeSet::new();
    let mut calls = false;
    for &func in &regions {
        core_walk::for_each_stmt(&cx.core.func(func).body, &mut |s| match &s.kind {
            ir::StmtKind::Par(_) => made.extend(s.prov.0.iter().copied()),
            // What the instances do together is a step of a loop around it.
            ir::StmtKind::CallRegion { .. } => {
                calls = true;
                made.extend(s.prov.0.iter().copied());
            }
            _ => {}
        });
    }
    // Where a partitioner of the program's own divides the loops, they stand in the method that has its ranges.
    if let Some(b) = &m.body {
        walk::exprs_in(b, &mut |e| {
            if let hir::ExprKind::Call { method, .. } = &e.kind {
                calls |= cx.hir.method(*method).somd.as_ref().is_some_and(|s| s.ranges.is_some());
            }
        });
    }
    let mut look = Look { cx, id, m, made: &made, regions: &regions, found: Vec::new() };
    if let Some(body) = &m.body {
        look.block(body);
    }
    let mut loops = look.found;
    let one_core = loops.iter().find(|v| v.runs == Runs::OneCore).map(|v| v.span);
    let nothing = made.is_empty() && !calls;
    let told = loops.iter().any(|v| v.runs == Runs::OneCore && v.asked);
    let why = match one_core {
        Some(span) => {
            let first = loops.iter().find(|v| v.span == span).and_then(|v| v.why.as_ref());
            let reason = first.map_or_else(String::new, |w| format!(": {}", w.reason));
            Some(Why { span, reason: format!("a loop of it runs on one core{reason}"), notes: Vec::new() })
        }
        None if nothing => Some(Why {
            span: m.name_span,
            reason: "it has no loop over the elements of an array".into(),
            notes: vec!["a SOMD method runs in parallel by its loops: `for (int i = 0; i < a.length; i++)` over the elements of distributed arrays".into()],
        }),
        None => None,
    };
    let runs = if why.is_some() { Runs::OneCore } else { Runs::AllCores };
    let around = loops.iter().find(|v| v.construct == Construct::Around && v.asked).map(|v| v.span);
    let in_part = around.map(|span| Why {
        span,
        reason: "the iterations of a loop of it run in order, only the loops in it in parallel".into(),
        notes: Vec::new(),
    });
    let why = why.or(in_part);
    let whole = Verdict {
        construct: Construct::Method,
        span: m.name_span,
        method: id,
        display: m.display.clone(),
        function: None,
        runs,
        why,
        asked: nothing && !told,
        regions,
    };
    loops.insert(0, whole);
    loops
}

/// The verdict on a parallel operation of Java's library that has become the method `id`, and why that could not be translated, where it could
/// not.
pub(super) fn of_operation(cx: &Cx<'_>, id: MethodId, what: &str, error: Option<LowerError>) -> Verdict {
    let m = cx.hir.method(id);
    let regions: Vec<FuncId> = match cx.regions.get(&id) {
        Some(&func) => vec![func],
        None => cx.pieces.iter().filter(|p| p.0 == id && error.is_none()).map(|p| p.1).collect(),
    };
    let mut divided = false;
    for &func in &regions {
        core_walk::for_each_stmt(&cx.core.func(func).body, &mut |s| {
            divided |= matches!(s.kind, ir::StmtKind::Par(_)) && s.prov.0.contains(&m.span);
        });
    }
    let noted = || cx.in_order.get(&(id, m.span)).cloned();
    let reason = || error.or_else(noted).unwrap_or_else(|| together(m.span));
    let (runs, why) = if divided { (Runs::AllCores, None) } else { (Runs::OneCore, Some(why(reason()))) };
    Verdict {
        construct: Construct::Library(what.to_string()),
        span: m.span,
        method: id,
        display: m.display.clone(),
        function: None,
        runs,
        why,
        asked: true,
        regions,
    }
}

/// Looks for the loops of a SOMD method that are parallel, or might be.
struct Look<'l, 'a> {
    cx: &'l Cx<'a>,
    id: MethodId,
    m: &'l hir::Method,
    /// The loops that became instructions.
    made: &'l BTreeSet<Span>,
    regions: &'l [FuncId],
    found: Vec<Verdict>,
}

impl Look<'_, '_> {
    fn block(&mut self, b: &hir::Block) {
        b.stmts.iter().for_each(|s| self.stmt(s));
    }

    fn stmt(&mut self, s: &hir::Stmt) {
        match &s.kind {
            StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => {
                self.a_loop(s, body)
            }
            StmtKind::Block(b) | StmtKind::Labeled { body: b, .. } | StmtKind::Sync { body: b, .. } => self.block(b),
            StmtKind::If { then, otherwise, .. } => {
                self.block(then);
                otherwise.iter().for_each(|o| self.block(o));
            }
            StmtKind::Switch { arms, .. } => arms.iter().for_each(|a| self.block(&a.body)),
            StmtKind::Try { body, catches, finally } => {
                self.block(body);
                catches.iter().for_each(|c| self.block(&c.body));
                finally.iter().for_each(|f| self.block(f));
            }
            // What stands in `single` is asked to run once, in order.
            _ => {}
        }
    }

    fn a_loop(&mut self, s: &hir::Stmt, body: &hir::Block) {
        let told = |v: &Verdict| v.span == s.span;
        if self.made.contains(&s.span) {
            // A loop may have been made two, or have two forms.
            if !self.found.iter().any(told) {
                self.push(Construct::Loop, s.span, Runs::AllCores, None, true);
            }
            return;
        }
        let instances = s.span == self.m.name_span;
        let noted = self.cx.in_order.get(&(self.id, s.span));
        let around = self.made.iter().any(|p| s.span.contains(*p));
        let over_elements = instances || self.over_elements(s, body);
        if over_elements && !self.found.iter().any(told) {
            let settled = noted.is_some_and(|e| e.settled);
            // That iterations follow from one another is how such loops are written; that they may do so, for elements that data names, is not.
            let unknown = noted.is_some_and(|e| e.code == error::RACE && e.by_data);
            let counted = canonical(self.cx.pure, self.m, s).is_some();
            let why = noted.cloned().unwrap_or_else(|| if counted { together(s.span) } else { not_counted(s.span) });
            match (instances, around) {
                (true, _) => self.push(Construct::Instances, s.span, Runs::OneCore, Some(why), false),
                (_, true) => self.push(Construct::Around, s.span, Runs::AllCores, Some(why), unknown),
                _ => self.push(Construct::Loop, s.span, Runs::OneCore, Some(why), !settled),
            }
        }
        if around {
            self.block(body);
        }
    }

    fn push(&mut self, construct: Construct, span: Span, runs: Runs, e: Option<LowerError>, asked: bool) {
        let (method, display, regions) = (self.id, self.m.display.clone(), self.regions.to_vec());
        self.found.push(Verdict {
            construct,
            span,
            method,
            display,
            function: None,
            runs,
            why: e.map(why),
            asked,
            regions,
        });
    }

    /// Whether a loop goes over elements of arrays from outside it: it changes them, or reads those that its index names.
    fn over_elements(&self, s: &hir::Stmt, body: &hir::Block) -> bool {
        if canonical(self.cx.pure, self.m, s).is_some() && somd::is_distributed(self.cx.pure, self.m, s) {
            return true;
        }
        let inside = reduction::declared_in(body);
        let mut found = false;
        walk::exprs_in(body, &mut |e| {
            let (ExprKind::Assign { place: Place::Index { array, .. }, .. }
            | ExprKind::CompoundAssign { place: Place::Index { array, .. }, .. }
            | ExprKind::IncDec { place: Place::Index { array, .. }, .. }) = &e.kind
            else {
                return;
            };
            let mut base = walk::Reads::default();
            base.expr(array);
            found |= base.locals.iter().all(|l| !inside.contains(l) || !self.m.locals[l.index()].ty.is_reference());
        });
        found
    }
}

/// Why a loop that could be counted is in order, where nothing else is known.
fn together(span: Span) -> LowerError {
    LowerError::new(span, "its iterations do what all method instances do together, or what only one does").note(
        "a call of a SOMD method, `sync` and `single` stand outside the loop over the elements of a distributed array",
    )
}

/// Why a loop of which nothing else is known is in order.
fn not_counted(span: Span) -> LowerError {
    LowerError::new(span, "how often this loop runs is not known before it").note(
        "a loop whose index changes by a fixed step up to a bound that the loop does not change is counted: `for (int i = lo; i < hi; i += step)`",
    )
}

/// The methods with a reduction of their own whose instances no loop of numbers runs: those that run as one, and those whose results are objects.
pub(super) fn of_instances(program: &hir::Program, effects: &mut dyn FnMut() -> Rc<Effects>) -> Vec<Verdict> {
    let mut out = Vec::new();
    let mut told = |construct, span, id: MethodId, runs, why: Why| {
        let display = program.method(id).display.clone();
        let (function, why, regions) = (None, Some(why), Vec::new());
        out.push(Verdict { construct, span, method: id, display, function, runs, why, asked: true, regions });
    };
    for &span in &program.one_instance {
        let Some((id, m)) = own_methods(program).find(|(_, m)| m.name_span == span) else { continue };
        // Of a method that declares exceptions the instances stand beside it, all the same.
        let instance = format!("{}$instance", m.name);
        if program.class(m.class).methods.iter().any(|i| program.method(*i).name == instance) {
            let reason =
                "it declares exceptions (`throws`), and instances on threads can throw only what needs no declaration";
            told(Construct::Instances, span, id, Runs::OneCore, Why { span, reason: reason.into(), notes: Vec::new() });
            continue;
        }
        let reason = "the result is that of one instance, which parts may not give: a part is looked at outside the loops, or has no operator";
        told(Construct::OneInstance, span, id, Runs::OneCore, Why { span, reason: reason.into(), notes: Vec::new() });
    }
    for (id, m) in own_methods(program) {
        let Some(body) = &m.body else { continue };
        walk::exprs_in(body, &mut |e| {
            if isolation::instances(program, e).is_none() {
                return;
            }
            let (runs, why) = match isolation::instances_why_not(program, &effects(), e, m.class) {
                None => {
                    let reason = "its results are objects or arrays, which are made on the host".to_string();
                    (Runs::AllCores, Why { span: m.name_span, reason, notes: Vec::new() })
                }
                Some((reason, span)) => (Runs::OneCore, Why { span, reason, notes: Vec::new() }),
            };
            told(Construct::Instances, m.name_span, id, runs, why);
        });
    }
    out
}

/// The filters of the program's task graphs.
pub(super) fn of_filters(program: &hir::Program, effects: &mut dyn FnMut() -> Rc<Effects>) -> Vec<Verdict> {
    let mut out = Vec::new();
    for (id, method) in own_methods(program) {
        let Some(body) = &method.body else { continue };
        walk::exprs_in(body, &mut |e| {
            let ExprKind::Task { method: worker, instance, .. } = &e.kind else { return };
            let instance = instance.as_deref();
            let m = program.method(isolation::worker(program, *worker, instance));
            if m.params.is_empty() || m.ret == hir::Ty::Void {
                return;
            }
            let why = isolation::why_not(program, &effects(), e, method.class);
            let why = why.map(|(reason, span)| Why { span, reason, notes: Vec::new() });
            // A worker that is an object keeps something between items, and says so.
            let why = why.map(|w| match m.is_static {
                true => Why { notes: vec!["a filter that takes and returns values, and touches nothing else, runs on threads of its own; one that keeps something between items is a method of an object: `task Counter().next`".into()], ..w },
                false => w,
            });
            out.push(Verdict {
                construct: Construct::Filter(m.display.clone()),
                span: e.span,
                method: id,
                display: method.display.clone(),
                function: None,
                runs: match &why {
                    Some(_) => Runs::OneCore,
                    None if instance.is_some() => Runs::OwnThread,
                    None => Runs::AnyThread,
                },
                asked: m.is_static && why.is_some(),
                why,
                regions: Vec::new(),
            });
        });
    }
    out
}

/// The program's own methods.
fn own_methods(program: &hir::Program) -> impl Iterator<Item = (MethodId, &hir::Method)> {
    let all = (0..).map(MethodId).zip(&program.methods);
    all.filter(|(_, m)| !program.class(m.class).is_library)
}

/// What a call of Java's library is that asks for work in parallel, in words.
fn library_call(program: &hir::Program, called: MethodId, args: &[hir::Expr]) -> Option<&'static str> {
    let m = program.method(called);
    let class = program.class(m.class);
    let arrays = ["java.util.Arrays", "java.util.ArrayRanges"].contains(&class.name.as_str());
    let streams = class.name.starts_with("java.util.stream.");
    match m.name.as_str() {
        _ if !class.is_library => None,
        "parallelStream" => Some("parallel stream"),
        "parallel" if streams && m.params.is_empty() => Some("parallel stream"),
        // `StreamSupport.stream(…, true)`
        "stream" | "intStream" | "longStream" | "doubleStream" if streams => {
            let parallel = args.last().is_some_and(|a| matches!(a.kind, ExprKind::Lit(hir::Lit::Boolean(true))));
            parallel.then_some("parallel stream")
        }
        "parallelSetAll" if arrays => Some("call of `Arrays.parallelSetAll`"),
        "parallelPrefix" if arrays => Some("call of `Arrays.parallelPrefix`"),
        "parallelSort" if arrays => {
            let array = m.params.first().map(|p| &m.locals[p.index()].ty);
            // Sorts of numbers share the work among the cores.
            let objects = matches!(array, Some(hir::Ty::Array { elem, .. }) if elem.is_reference());
            objects.then_some("call of `Arrays.parallelSort`")
        }
        _ => None,
    }
}

/// The program's calls of Java's parallel operations that are left in its methods: what became a region is a region's.
/// `inlined` are part of others.
pub(super) fn of_library(program: &hir::Program, inlined: &BTreeSet<MethodId>) -> Vec<Verdict> {
    let mut out = Vec::new();
    for (id, method) in own_methods(program).filter(|(id, _)| !inlined.contains(id)) {
        let Some(body) = &method.body else { continue };
        walk::exprs_in(body, &mut |e| {
            let ExprKind::Call { method: called, args, .. } = &e.kind else { return };
            let Some(what) = library_call(program, *called, args) else { return };
            let instead = match what {
                "parallel stream" => {
                    "streams of ranges and arrays with `map` and `filter` that end in `forEach`, `toArray`, `sum`, `min`, `max`, `count`, `average`, `reduce` or a match run on all cores and on devices"
                }
                _ => {
                    "a loop of a method with `dist` arrays, or `map`, `scan` and `sort` of a value array, run on all cores and on devices"
                }
            };
            let reason = format!("`{}` of the library does its work in order", program.method(*called).name);
            out.push(Verdict {
                construct: Construct::Library(what.to_string()),
                span: e.span,
                method: id,
                display: method.display.clone(),
                function: None,
                runs: Runs::OneCore,
                why: Some(Why { span: e.span, reason, notes: vec![instead.into()] }),
                asked: true,
                regions: Vec::new(),
            });
        });
    }
    out
}

/// Maps and reductions that the host does in a SOMD method.
pub(super) fn of_host_maps(cx: &Cx<'_>, id: MethodId, body: &hir::Block) -> Vec<Verdict> {
    let mut out = Vec::new();
    walk::exprs_in(body, &mut |e| {
        if lime::is_region(e) {
            let reason = LowerError::new(e.span, "it stands in a SOMD method that the host runs")
                .note("put it in a method without distributed parameters, and call that");
            out.push(of_array(cx, id, e.span, lime::describe(cx, e), Err(reason)));
        }
    });
    out
}

/// Leaves out what is told of another copy of a method already, and what stands inside a function whose calls are parallel as a whole: the host
/// has a form of that for the case that no device takes it.
pub(super) fn no_repetitions(verdicts: &mut Vec<Verdict>) {
    let parallel: Vec<(Span, MethodId)> =
        verdicts.iter().filter(|v| v.runs > Runs::OneCore).map(|v| (v.span, v.method)).collect();
    let mut told = BTreeSet::new();
    verdicts.retain(|v| {
        let inside = |(w, m): &(Span, MethodId)| w.contains(v.span) && *w != v.span && *m != v.method;
        let one_core = v.runs == Runs::OneCore;
        !(one_core && parallel.iter().any(inside)) && told.insert((v.span, v.what(), one_core))
    });
}

/// Completes the verdicts with what devices make of the instructions, once these have been optimised: `refused` says for an instruction why no
/// device runs it.
pub fn complete(verdicts: &mut [Verdict], core: &ir::Program, refused: &dyn Fn(&str) -> Option<(Span, String)>) {
    for v in verdicts.iter_mut().filter(|v| v.runs == Runs::AllCores && !v.is_of_objects()) {
        let mut all: Vec<(Vec<Span>, SmolStr, bool)> = Vec::new();
        let mut seen = BTreeSet::new();
        let mut work = v.regions.clone();
        while let Some(func) = work.pop() {
            if !seen.insert(func) {
                continue;
            }
            core_walk::for_each_stmt(&core.func(func).body, &mut |s| match &s.kind {
                ir::StmtKind::Par(par) => {
                    let scans = par.outputs.iter().any(|o| is_ordered_scan(core.func(func), o));
                    all.push((s.prov.0.clone(), par.name.clone(), scans));
                }
                ir::StmtKind::CallRegion { func, .. } => work.push(*func),
                _ => {}
            });
        }
        let of_loop = |prov: &[Span]| match v.construct {
            Construct::Loop => prov.contains(&v.span),
            Construct::Around => prov.iter().any(|p| v.span.contains(*p)),
            _ => true,
        };
        match all.iter().filter(|(prov, ..)| of_loop(prov)).find_map(|(_, name, _)| refused(name)) {
            None => {
                v.runs = Runs::Device;
                if v.why.is_none() && matches!(v.construct, Construct::Loop | Construct::Array(_)) {
                    let ordered = all.iter().any(|(prov, _, scans)| *scans && of_loop(prov));
                    v.why = ordered.then(|| in_order(v.span));
                }
            }
            Some((span, reason)) if v.construct != Construct::Around => {
                v.why = Some(Why { span, reason, notes: Vec::new() });
            }
            Some(_) => {}
        }
    }
}

/// A scan of floats by an operator whose result depends on how its operands are grouped.
fn is_ordered_scan(func: &ir::Func, output: &ir::Output) -> bool {
    let ir::OutputKind::Scan { op, value, .. } = &output.kind else { return false };
    let grouped = matches!(op, ReduceOp::Add | ReduceOp::Sub | ReduceOp::Mul);
    grouped && matches!(func.vars[value.index()].ty, ir::Ty::F32 | ir::Ty::F64)
}

fn in_order(span: Span) -> Why {
    let reason = "its scan of floats takes the values in order, since sums of floats depend on it";
    Why { span, reason: reason.into(), notes: Vec::new() }
}
