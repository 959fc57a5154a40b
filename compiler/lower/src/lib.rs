//! From HIR to Core: finds the parallel regions of a program, translates them, and puts calls of them in their place.
//!
//! A region is the body of a SOMD method (`somd`), or a map or reduction expression with all that is nested in it (`lime`). A
//! SOMD method that cannot be lowered is an error that says why. A map or reduction that cannot be lowered stays in HIR, where the
//! host evaluates it one element after another, and its [`Verdict`] says why.

mod affine;
mod argument;
mod arrivals;
mod associative;
mod best;
mod builder;
mod claims;
mod deciding;
mod error;
mod host;
mod instances;
mod lime;
mod loops;
mod made_rows;
mod normal;
mod object_fields;
mod order;
mod parts;
mod pure;
mod recurrence;
mod reduction;
mod row_sorts;
mod rows;
pub mod snapshot;
mod somd;
mod specialise;
mod stmts;
mod streams;
mod tables;
mod types;
mod verdict;
mod view;
mod walk;
mod watched;
mod work_arrays;

pub use claims::{is_checked, takes_row};
use error::{LowerError, Result};
use smol_str::SmolStr;
use somd_analysis::effects::Effects;
use somd_core::ir::{self, FuncId, Site, SiteId, StructId};
use somd_hir::{self as hir, FieldId, LocalId, MethodId};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::{SourceMap, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
pub use verdict::{Assertion, Construct, Runs, Verdict, Why, complete, hold};

/// A program with its parallel regions apart.
pub struct Lowered {
    pub hir: hir::Program,
    pub core: ir::Program,
    /// What became of each parallel construct. Those of parallel instructions say `AllCores` until [`verdict::complete`].
    pub verdicts: Vec<Verdict>,
    /// What is to be held against them.
    pub assertions: Vec<Assertion>,
    /// The method that each scalar function is, and the SOMD method that each of their regions is.
    pub methods: BTreeMap<FuncId, MethodId>,
    /// By [`StructId`].
    pub structs: Vec<Option<hir::ClassId>>,
    /// Subscripts that are held against a view in loops that stay on one core, by where they stand.
    pub watched: BTreeMap<Span, watched::Watched>,
    /// `sync` blocks as text.
    pub snapshots: snapshot::Texts,
}

/// Of a row that is a structure: larger ones would live in memory, not in registers.
const MOST_FIELDS: u32 = 64;

/// What the translation of all regions shares.
pub struct Cx<'a> {
    pub hir: &'a hir::Program,
    pub core: ir::Program,
    structs: BTreeMap<hir::ClassId, StructId>,
    /// Rows whose length is known, as structures: what a reduction of rows folds.
    rows: BTreeMap<ir::ArrayTy, StructId>,
    scalars: BTreeMap<MethodId, Result<FuncId>>,
    /// Scalar functions being made: a call of one of these is recursion.
    in_progress: BTreeSet<MethodId>,
    names: BTreeSet<SmolStr>,
    /// The sites of the program.
    sites: BTreeMap<(Span, SmolStr), SiteId>,
    assigned: BTreeMap<MethodId, BTreeSet<LocalId>>,
    /// Instance fields that are assigned elsewhere than by constructors, to their own new object.
    changing: BTreeSet<FieldId>,
    sources: &'a SourceMap,
    /// Regions of SOMD methods, and what they take beside their parameters.
    regions: BTreeMap<MethodId, FuncId>,
    captured: BTreeMap<MethodId, Vec<hir::Expr>>,
    /// SOMD methods that are no region as a whole: they run on the host (see [`host`]).
    on_host: BTreeSet<MethodId>,
    /// The regions that parts of SOMD methods became.
    pieces: Vec<(MethodId, FuncId, Span)>,
    /// Locals that methods get, behind their own.
    locals: BTreeMap<MethodId, Vec<hir::Local>>,
    /// Why loops of SOMD methods are no parallel instructions, where the translation knows.
    in_order: BTreeMap<(MethodId, Span), LowerError>,
    /// Arrays whose elements are constants of the program.
    tables: tables::Tables,
    effects: Option<Rc<Effects>>,
    arrivals: Option<Rc<arrivals::Arrivals>>,
    watched: BTreeMap<Span, watched::Watched>,
    /// The loops of SOMD methods that may be left early.
    pub leaving: &'a normal::Leaving,
    /// Those whose iterations make rows.
    made_rows: &'a made_rows::MadeRows,
    /// Those whose two counters go towards one another.
    meeting: &'a loops::Meeting,
    pub pure: &'a walk::Pure,
    /// What `sync` blocks are where they are no regions.
    snapshots: &'a snapshot::Snapshots,
    /// Texts for values of generic classes.
    instances: instances::Instances,
}

impl<'a> Cx<'a> {
    fn new(
        hir: &'a hir::Program,
        sources: &'a SourceMap,
        leaving: &'a normal::Leaving,
        made_rows: &'a made_rows::MadeRows,
        meeting: &'a loops::Meeting,
        pure: &'a walk::Pure,
        snapshots: &'a snapshot::Snapshots,
    ) -> Cx<'a> {
        let mut cx = Cx {
            hir,
            pure,
            core: ir::Program::default(),
            structs: BTreeMap::new(),
            rows: BTreeMap::new(),
            scalars: BTreeMap::new(),
            in_progress: BTreeSet::new(),
            names: BTreeSet::new(),
            sites: BTreeMap::new(),
            assigned: BTreeMap::new(),
            changing: BTreeSet::new(),
            sources,
            regions: BTreeMap::new(),
            captured: BTreeMap::new(),
            on_host: BTreeSet::new(),
            pieces: Vec::new(),
            locals: BTreeMap::new(),
            in_order: BTreeMap::new(),
            tables: tables::Tables::of(hir),
            effects: None,
            arrivals: None,
            watched: BTreeMap::new(),
            leaving,
            made_rows,
            meeting,
            snapshots,
            instances: instances::Instances::default(),
        };
        cx.declare_structs();
        cx
    }

    /// Value classes whose fields are scalars, and value enums, which are their ordinals; nested ones come after what they hold.
    fn declare_structs(&mut self) {
        loop {
            let before = self.structs.len();
            for (i, class) in self.hir.classes.iter().enumerate() {
                let id = hir::ClassId(i as u32);
                if !class.is_value || self.structs.contains_key(&id) || !self.is_exact(id) {
                    continue;
                }
                if class.kind == hir::ClassKind::Enum {
                    self.declare_struct(id, vec![("ordinal".into(), ir::Ty::I32)]);
                    continue;
                }
                let fields: Option<Vec<_>> = class
                    .fields
                    .iter()
                    .map(|&f| self.hir.field(f))
                    .filter(|f| !f.is_static)
                    .map(|f| {
                        types::core_type(self, &f.ty).filter(|t| t.as_array().is_none()).map(|t| (f.name.clone(), t))
                    })
                    .collect();
                if let Some(fields) = fields {
                    self.declare_struct(id, fields);
                }
            }
            if self.structs.len() == before {
                return;
            }
        }
    }

    fn declare_struct(&mut self, class: hir::ClassId, fields: Vec<(SmolStr, ir::Ty)>) {
        let name = self.unique(&self.hir.class(class).binary_name);
        self.structs.insert(class, StructId(self.core.structs.len() as u32));
        self.core.structs.push(ir::Struct { name, fields });
    }

    /// A value of this class is of no other class, and all its fields are the class's own.
    fn is_exact(&self, id: hir::ClassId) -> bool {
        let class = self.hir.class(id);
        let inherits = |s: &hir::ClassId| self.hir.class(*s).fields.iter().any(|&f| !self.hir.field(f).is_static);
        let whole = match class.kind {
            hir::ClassKind::Class | hir::ClassKind::Record => !class.supertypes.iter().any(inherits),
            hir::ClassKind::Enum => !class.constants.is_empty(),
            _ => false,
        };
        whole && !class.is_abstract && !self.hir.classes.iter().any(|c| c.superclass == Some(id))
    }

    /// A further local of a method that stays on the host.
    pub fn add_local(&mut self, method: MethodId, name: &str, ty: hir::Ty, span: Span) -> LocalId {
        let own = self.hir.method(method).locals.len();
        let added = self.locals.entry(method).or_default();
        let name = name.into();
        added.push(hir::Local { name, ty, is_final: false, dist: None, shared: false, blank: None, span });
        LocalId((own + added.len() - 1) as u32)
    }

    /// What every method may touch.
    pub fn effects(&mut self) -> Rc<Effects> {
        self.effects.get_or_insert_with(|| Rc::new(Effects::infer(self.hir))).clone()
    }

    /// Whether the program can tell when a class is initialised: what it runs then does input or output, or touches statics of other classes
    /// that change.
    pub fn shows_initialisation(&mut self, class: hir::ClassId) -> bool {
        let mut seen = BTreeSet::new();
        let mut todo = vec![class];
        while let Some(id) = todo.pop() {
            let class = self.hir.class(id);
            if class.is_library || !seen.insert(id) {
                continue;
            }
            todo.extend(class.superclass);
            let Some(init) = class.static_init else { continue };
            if !self.effects().of(init).is_local() {
                return true;
            }
            // It may initialise others.
            if let Some(body) = &self.hir.method(init).body {
                somd_hir::walk::exprs_in(body, &mut |e| match &e.kind {
                    hir::ExprKind::Field { object: None, field } => todo.push(self.hir.field(*field).class),
                    hir::ExprKind::Call { method, receiver: None, .. } => todo.push(self.hir.method(*method).class),
                    hir::ExprKind::New { class, .. } => todo.push(*class),
                    _ => {}
                });
            }
        }
        false
    }

    /// `class` is initialised wherever a method of `here` runs: it is that class, one above it, one whose lambda it is, or the program's.
    pub fn implies_initialised(&self, here: hir::ClassId, class: hir::ClassId) -> bool {
        let mut here = here;
        while let (hir::ClassKind::Lambda { .. }, Some(outer)) =
            (&self.hir.class(here).kind, self.hir.class(here).outer)
        {
            here = outer;
        }
        let has_main = |id: hir::ClassId| {
            self.hir.class(id).methods.iter().any(|&m| {
                let m = self.hir.method(m);
                m.is_static && m.name == "main" && m.params.len() <= 1
            })
        };
        let mut mains = (0..self.hir.classes.len() as u32).map(hir::ClassId).filter(|&c| has_main(c));
        let main = mains.next().filter(|_| mains.next().is_none());
        self.hir.is_subclass(here, class) || main.is_some_and(|main| self.hir.is_subclass(main, class))
    }

    /// The classes of the objects that may arrive at a place whose type is `declared`: a guess.
    pub fn arrivals(&mut self, holder: &arrivals::Holder, declared: hir::ClassId) -> BTreeSet<hir::ClassId> {
        let known = self.arrivals.get_or_insert_with(|| Rc::new(arrivals::Arrivals::of(self.hir))).clone();
        known.at(self.hir, holder, declared)
    }

    /// The structure of a row all of whose sizes are known, a field an element.
    pub fn row_struct(&mut self, row: &ir::ArrayTy) -> Option<StructId> {
        if let Some(&known) = self.rows.get(row) {
            return Some(known);
        }
        let count = row.dims.iter().try_fold(1u32, |n, d| n.checked_mul((*d)?))?;
        if count == 0 || count > MOST_FIELDS || !row.elem.is_scalar() {
            return None;
        }
        let name = self.unique(&format!("Row{count}"));
        let fields = (0..count).map(|k| (format!("e{k}").into(), (*row.elem).clone())).collect();
        let id = StructId(self.core.structs.len() as u32);
        self.core.structs.push(ir::Struct { name, fields });
        self.rows.insert(row.clone(), id);
        Some(id)
    }

    pub fn struct_of(&self, class: hir::ClassId) -> Option<StructId> {
        self.structs.get(&class).copied()
    }

    /// The place of an instance field among the instance fields of its class.
    pub fn field_position(&self, field: FieldId) -> Option<usize> {
        let class = self.hir.class(self.hir.field(field).class);
        class.fields.iter().filter(|&&f| !self.hir.field(f).is_static).position(|&f| f == field)
    }

    /// A name that is an identifier in Rust, C and Java, and not used yet.
    pub fn unique(&mut self, wish: &str) -> SmolStr {
        let base: String = wish.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let mut name = SmolStr::new(&base);
        let mut n = 1;
        while !self.names.insert(name.clone()) {
            n += 1;
            name = format!("{base}_{n}").into();
        }
        name
    }

    pub fn site(&mut self, span: Span, method: SmolStr) -> SiteId {
        if let Some(&known) = self.sites.get(&(span, method.clone())) {
            return known;
        }
        let id = SiteId(self.core.sites.len() as u32);
        self.sites.insert((span, method.clone()), id);
        self.core.sites.push(Site { span, method, text: self.sources.text(span).into() });
        id
    }

    /// Whether a local is assigned other than where it is declared.
    pub fn assigned(&self, method: MethodId, local: LocalId) -> bool {
        self.assigned.get(&method).is_some_and(|set| set.contains(&local))
    }

    /// Fills in what [`Cx::assigned`] answers from.
    fn note_assignments(&mut self) {
        for (i, m) in self.hir.methods.iter().enumerate() {
            if let Some(body) = &m.body {
                self.assigned.insert(MethodId(i as u32), walk::assigned_in(body));
                let constructs = m.kind == hir::MethodKind::Constructor;
                walk::exprs_in(body, &mut |e| {
                    let (hir::ExprKind::Assign { place, .. }
                    | hir::ExprKind::CompoundAssign { place, .. }
                    | hir::ExprKind::IncDec { place, .. }) = &e.kind
                    else {
                        return;
                    };
                    let hir::Place::Field { object: Some(object), field } = place else { return };
                    let own = constructs
                        && matches!(object.kind, hir::ExprKind::This)
                        && self.hir.field(*field).class == m.class;
                    if !own {
                        self.changing.insert(*field);
                    }
                });
            }
        }
    }

    /// Whether an instance field may be given another value when its object is made.
    pub fn changes(&self, field: FieldId) -> bool {
        self.changing.contains(&field)
    }

    /// Whether a local that heads loops is read anywhere but inside loops that set it first.
    pub fn read_outside_its_loops(&self, method: &hir::Method, local: LocalId) -> bool {
        fn reads(s: &hir::Stmt, pure: &walk::Pure, method: &hir::Method, local: LocalId) -> bool {
            if stmts::canonical(pure, method, s).is_some_and(|c| c.index == local) {
                return false;
            }
            let blocks = |bs: &[&hir::Block]| bs.iter().any(|b| b.stmts.iter().any(|s| reads(s, pure, method, local)));
            let direct = |e: &hir::Expr| {
                let mut found = false;
                walk::exprs(e, &mut |e| found |= matches!(&e.kind, hir::ExprKind::Local(l) if *l == local));
                found
            };
            match &s.kind {
                hir::StmtKind::Block(b) | hir::StmtKind::Single(b) => blocks(&[b]),
                hir::StmtKind::If { cond, then, otherwise } => {
                    direct(cond) || blocks(&[then]) || otherwise.as_ref().is_some_and(|o| blocks(&[o]))
                }
                hir::StmtKind::While { cond, body, .. } | hir::StmtKind::DoWhile { body, cond, .. } => {
                    direct(cond) || blocks(&[body])
                }
                hir::StmtKind::For { init, cond, update, body, .. } => {
                    init.iter().any(|s| reads(s, pure, method, local))
                        || cond.as_ref().is_some_and(direct)
                        || update.iter().any(direct)
                        || blocks(&[body])
                }
                hir::StmtKind::Labeled { body, .. } | hir::StmtKind::Sync { body, .. } => blocks(&[body]),
                _ => {
                    let mut found = false;
                    walk::exprs_in_stmt(s, &mut |e| found |= matches!(&e.kind, hir::ExprKind::Local(l) if *l == local));
                    found
                }
            }
        }
        let pure = self.pure;
        method.body.as_ref().is_some_and(|b| b.stmts.iter().any(|s| reads(s, pure, method, local)))
    }

    pub fn is_overridden(&self, method: MethodId) -> bool {
        self.hir.classes.iter().any(|c| c.vtable.get(&method).is_some_and(|&m| m != method))
    }

    /// For a native, the method that does the same in plain arithmetic and loops. `System.arraycopy` has one for each type of array, what asks
    /// for the kind of a character one for `char`s, of which there is a table ([`plain_argument`]).
    pub fn plain_twin(&self, method: MethodId, args: &[hir::Expr]) -> Option<MethodId> {
        let m = self.hir.method(method);
        let twins = hir::plain_twins(m.native.as_deref()?)?;
        let twins = self.hir.classes.iter().find(|c| c.name == twins)?;
        fn given(e: &hir::Expr) -> &hir::Ty {
            &plain_argument(e).ty
        }
        twins.methods.iter().copied().find(|&t| {
            let t = self.hir.method(t);
            let takes = t.params.iter().map(|p| &t.locals[p.index()].ty);
            t.name == m.name && t.body.is_some() && takes.eq(args.iter().map(given))
        })
    }

    /// The Core function of a method that takes and returns scalars and values.
    pub fn scalar_function(&mut self, method: MethodId) -> Result<FuncId> {
        if let Some(done) = self.scalars.get(&method) {
            return done.clone();
        }
        if !self.in_progress.insert(method) {
            let m = self.hir.method(method);
            return Err(LowerError::new(
                m.name_span,
                format!("`{}` calls itself: recursion is not supported in parallel code", m.display),
            ));
        }
        let result = builder::scalar_function(self, method).map(|func| self.add(func));
        self.in_progress.remove(&method);
        self.scalars.insert(method, result.clone());
        result
    }

    /// What tells the instructions of one method apart in their names: the line they stand on.
    pub fn line_name(&self, span: Span) -> String {
        self.sources.locate(span).map_or_else(|| "0".to_string(), |(_, line, _)| format!("line{line}"))
    }

    pub fn add(&mut self, func: ir::Func) -> FuncId {
        self.core.funcs.push(func);
        FuncId(self.core.funcs.len() as u32 - 1)
    }
}

/// What a plain twin of a native is given: not widened to an object, nor a `char` to a code point.
pub fn plain_argument(e: &hir::Expr) -> &hir::Expr {
    match &hir::without_upcast(e).kind {
        hir::ExprKind::Convert(inner) if inner.ty == hir::Ty::Char && e.ty == hir::Ty::Int => inner,
        _ => hir::without_upcast(e),
    }
}

/// Lowers every parallel region of a checked program.
pub fn lower(mut program: hir::Program, sources: &SourceMap) -> (Lowered, Vec<Diagnostic>) {
    let assertions = verdict::assertions(&program);
    let inlined = streams::rewrite(&mut program);
    let copies = specialise::specialise(&mut program);
    let instances = instances::specialise(&mut program, &copies);
    let (snapshots, texts, refused) = snapshot::plan(&mut program);
    let pure = walk::Pure::of(&program);
    object_fields::name_arrays(&mut program);
    let meeting = loops::canonical_form(&mut program, &pure);
    parts::name_parts(&mut program, &pure);
    deciding::decide(&mut program, &pure);
    let leaving = normal::normalise(&mut program, &pure);
    let made_rows = made_rows::find(&program, &pure);
    let replaced = specialise::replaced(&program, &copies);
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    diagnostics.extend(refused.into_iter().map(|(m, e)| e.into_diagnostic(&program.method(m).display)));
    let mut verdicts = Vec::new();
    let mut bodies: Vec<(MethodId, hir::Block)> = Vec::new();
    let (mut core, methods, structs, locals, watched) = {
        let mut cx = Cx::new(&program, sources, &leaving, &made_rows, &meeting, &pure, &snapshots);
        cx.instances = instances;
        cx.note_assignments();
        for (i, method) in program.methods.iter().enumerate() {
            let id = MethodId(i as u32);
            let Some(body) = method.body.as_ref().filter(|_| !cx.instances.copies.contains(&id)) else { continue };
            if method.somd.is_some() {
                let before = diagnostics.len();
                let library = method.somd.as_ref().and_then(|s| s.library);
                // An object, such as a box, is made by the host.
                let whole = match (library, &method.ret) {
                    (Some(_), hir::Ty::Class(_)) => Err(LowerError::internal()),
                    _ => somd::region(&mut cx, id),
                };
                let made = match whole {
                    Err(e) if e.code == error::NOT_PARALLEL || library.is_some() => host::split(&mut cx, id),
                    made => made,
                };
                if let Some(what) = library {
                    let (body, error) = match made {
                        Ok((body, _)) => (Some(body), None),
                        Err(e) => (None, Some(e)),
                    };
                    if !replaced.contains(&id) {
                        verdicts.push(verdict::of_operation(&cx, id, what, error));
                    }
                    bodies.extend(body.map(|b| (id, b)));
                    continue;
                }
                match made {
                    Ok((body, warnings)) => {
                        diagnostics.extend(warnings.into_iter().map(|w| w.into_diagnostic(&method.display)));
                        // What is told of a copy is told of the method that it is one of.
                        if !replaced.contains(&id) && !program.class(method.class).is_library {
                            verdicts.extend(verdict::of_method(&cx, id));
                            verdicts.extend(verdict::of_host_maps(&cx, id, &body));
                        }
                        bodies.push((id, body));
                    }
                    Err(e) => diagnostics.push(e.into_diagnostic(&method.display)),
                }
                if replaced.contains(&id) {
                    // What it is warned of is no trouble of its copies.
                    let errors: Vec<Diagnostic> = diagnostics.drain(before..).filter(Diagnostic::is_error).collect();
                    diagnostics.extend(errors);
                }
                continue;
            }
            let mut found = false;
            walk::exprs_in(body, &mut |e| found |= lime::is_region(e));
            if found {
                let mut body = body.clone();
                let before = verdicts.len();
                lime::rewrite_block(&mut cx, id, &mut body, &mut verdicts);
                if replaced.contains(&id) || program.class(method.class).is_library {
                    verdicts.truncate(before);
                }
                bodies.push((id, body));
            }
        }
        verdicts.extend(verdict::of_filters(&program, &mut || cx.effects()));
        verdicts.extend(verdict::of_instances(&program, &mut || cx.effects()));
        verdicts.extend(verdict::of_library(&program, &inlined));
        verdict::no_repetitions(&mut verdicts);
        let scalars = cx.scalars.iter().filter_map(|(&m, f)| Some((*f.as_ref().ok()?, m)));
        let methods = scalars.chain(cx.regions.iter().map(|(&m, &f)| (f, m))).collect();
        let mut structs = vec![None; cx.core.structs.len()];
        cx.structs.iter().for_each(|(&c, s)| structs[s.index()] = Some(c));
        (cx.core, methods, structs, cx.locals, cx.watched)
    };
    core.nulls = somd_core::nulls::Nulls::of(&program, &core);
    diagnostics.extend(verdicts.iter().filter_map(Verdict::warning));
    // Copies have the same faults.
    let mut told = BTreeSet::new();
    diagnostics.retain(|d| told.insert((d.code, d.primary.span, d.title.clone())));
    let mut hir = program;
    for (id, added) in locals {
        hir.methods[id.index()].locals.extend(added);
    }
    for (id, body) in bodies {
        hir.methods[id.index()].body = Some(body);
    }
    claims::check_rows(&mut hir);
    (Lowered { hir, core, verdicts, assertions, methods, structs, watched, snapshots: texts }, diagnostics)
}
