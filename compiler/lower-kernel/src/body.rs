//! The text of a body: what kernels and the functions they call share. Statements are in `stmt`, expressions in
//! `expr`.
//!
//! *Checks.* C has no exceptions, and an expression that follows a failed check may rely on it. So checks become statements in front
//! of the expression that they stand in, and leave the iteration at once where they fail: in a kernel through
//! [`Body::fail`], in a function by setting `*failed` and returning. Which exception it is does not matter here: the host runs
//! the least failing iteration again.

use super::code::{Code, Names, Prec, field_name, literal, read_items, scalar_type, stored_type, struct_name};
use super::emitted::Refusal;
use super::helpers::Helper;
use super::lines::{self, Line};
use super::state::{Banks, Jam, Lanes, Proved, Tiled};
use somd_core::ir::*;
use somd_core::table::{Table, table};
use somd_core::walk;
use somd_kernel::{Item, Type};
use somd_syntax::source::{SourceMap, Span};
use std::collections::{BTreeMap, BTreeSet};

/// What the text of one kernel file gathers beside the kernel itself.
pub(super) struct Unit<'a> {
    pub program: &'a Program,
    pub sources: &'a SourceMap,
    pub helpers: BTreeSet<Helper>,
    /// Value classes used, in the order of the program (a field's class stands before).
    pub structs: BTreeSet<StructId>,
    /// The scalar functions called, callees first.
    pub functions: Vec<Vec<Item>>,
    /// Their names, by function and where its array arguments are.
    variants: BTreeMap<(FuncId, Vec<Space>), String>,
    /// Operations in what a call of a function puts in its place.
    sizes: BTreeMap<FuncId, usize>,
    pub names: Names,
    /// The kernel function's name.
    pub entry: String,
    /// The 64-bit atomics' extensions are needed.
    pub long_atomics: bool,
    /// The device's own functions stand for the library's.
    pub fast_math: bool,
    /// See [`Body::hoists`].
    pub hoists: bool,
    /// Functions for rare arguments whose text is being written.
    rare: usize,
}

/// The address space of an array.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Space {
    Global,
    /// Of a work group.
    Local,
    Private,
    /// Of a work item, in local memory: see `banks`.
    Bank,
}

/// Where an array variable's elements are.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// An expression for the first element's address; binds tightly.
    pub base: String,
    pub space: Space,
    /// Lengths, outermost first.
    pub dims: Vec<String>,
}

impl Place {
    /// The element at an offset.
    pub fn at(&self, offset: &Code) -> String {
        match self.space {
            Space::Bank => format!("{}[{} * {}]", self.base, offset.at(Prec::Product), somd_schedule::banks::ITEMS),
            _ => format!("{}[{}]", self.base, offset.text()),
        }
    }
}

/// How an iteration ends early.
#[derive(Clone, Debug)]
pub(super) enum Fail {
    /// Report the iteration and leave the kernel.
    Kernel { number: String },
    /// Report the iteration and go where the work group meets again.
    Goto { number: String, label: &'static str },
    /// Report the iteration, leave a mark for who goes on with it, and go to the end of its turn.
    Turn { number: String, mark: String, label: String },
    /// Tell the caller and return this.
    Function { result: String },
}

pub(super) struct Body<'u, 'a> {
    pub unit: &'u mut Unit<'a>,
    pub func: &'a Func,
    /// Scalars' and private arrays' names in C, where they have one yet.
    pub vars: Vec<Option<String>>,
    pub places: BTreeMap<VarId, Place>,
    /// Array outputs of the instruction.
    pub results: Vec<VarId>,
    /// The operators of accumulating outputs.
    pub operators: BTreeMap<VarId, somd_syntax::ast::ReduceOp>,
    /// Several iterations a work item.
    pub jam: Option<Jam>,
    /// Elements that are in local memory.
    pub tiled: Vec<Tiled>,
    /// Index checks that have been made in front of the loops around.
    pub proved: Vec<Proved>,
    /// The conditions around the statement that is written.
    pub under: Vec<(Expr, bool)>,
    /// Checks may be made in front of loops.
    pub hoists: bool,
    /// A work group may compute once what all its iterations need: see `group_hoist`.
    pub shares: bool,
    /// Rows may be read and written as vectors: see `rows`.
    pub rows: bool,
    /// All loops with a known number of turns are written out.
    pub unrolls: bool,
    /// Iterations beside each other: see `bytes`.
    pub lanes: Option<Lanes>,
    /// Arrays that may be images.
    pub images: Vec<VarId>,
    /// Arrays of an iteration's own that are in local memory.
    pub banks: Banks,
    /// A work group shares its work: only checks that come out alike for all iterations are made in front of loops.
    pub uniform: bool,
    /// What is the same for all iterations.
    pub uniforms: Vec<VarId>,
    /// Some iterations may fail and others not.
    pub varying: bool,
    /// What is written is evaluated by every iteration, or by none.
    pub certain: bool,
    /// Where this does not hold, results are not stored.
    pub guard: Option<&'static str>,
    pub names: Names,
    pub lines: Vec<Line>,
    pub fail: Fail,
    /// Some text went to [`Fail::Goto`]'s or [`Fail::Turn`]'s label.
    pub goes_to_end: bool,
    /// The `bool` that called functions set; declared by whoever made this.
    pub sets_failed: bool,
    pub labels: Vec<Target>,
    /// File and line of the last comment.
    pub commented: Option<(String, u32)>,
    /// The file that comments need not name.
    pub file: Option<String>,
}

/// Something that `break` and `continue` may name.
pub(super) struct Target {
    pub label: LabelId,
    pub is_loop: bool,
    pub breaks: bool,
    pub continues: bool,
}

impl<'a> Unit<'a> {
    pub fn new(program: &'a Program, sources: &'a SourceMap, names: Names, entry: String) -> Unit<'a> {
        Unit {
            program,
            sources,
            helpers: BTreeSet::new(),
            structs: BTreeSet::new(),
            functions: Vec::new(),
            variants: BTreeMap::new(),
            sizes: BTreeMap::new(),
            names,
            entry,
            long_atomics: false,
            fast_math: false,
            hoists: true,
            rare: 0,
        }
    }

    pub fn scalar(&mut self, ty: &Ty) -> String {
        self.note(ty);
        scalar_type(self.program, ty)
    }

    pub fn stored(&mut self, ty: &Ty) -> String {
        self.note(ty);
        stored_type(self.program, ty)
    }

    fn note(&mut self, ty: &Ty) {
        match ty {
            Ty::Array(a) => self.note(&a.elem),
            Ty::Struct(s) => {
                for (_, field) in &self.program.structs[s.index()].fields {
                    self.note(field);
                }
                self.structs.insert(*s);
            }
            _ => {}
        }
    }

    pub fn structure(&self, id: StructId) -> Item {
        let fields = &self.program.structs[id.index()].fields;
        let ty = |t: &Ty| Type::builtin(&stored_type(self.program, t));
        let fields = fields.iter().map(|(n, t)| {
            let ty = ty(t).unwrap_or_else(|| Type::Named(stored_type(self.program, t).into()));
            (ty, field_name(n).into())
        });
        Item::Struct { name: struct_name(self.program, id).into(), fields: fields.collect() }
    }

    pub fn helper(&mut self, helper: Helper) -> &'static str {
        self.helpers.insert(helper);
        helper.name()
    }

    /// Whether an iteration can fail in it.
    pub fn throws(&self, func: FuncId) -> bool {
        walk::throws(self.program, &self.program.func(func).body)
    }

    /// The name of a function's text for arrays in these address spaces, which is written where there is none yet.
    pub fn function(&mut self, id: FuncId, spaces: Vec<Space>, span: Span) -> Result<String, Refusal> {
        if let Some(name) = self.variants.get(&(id, spaces.clone())) {
            return Ok(name.clone());
        }
        let func = self.program.func(id);
        let name = self.names.fresh(&func.name);
        let throws = self.throws(id);
        let result = match func.ret.as_slice() {
            [] => "void".to_string(),
            [Ty::Array(_)] => return Err(Refusal::new(span, format!("{} returns an array", func.display))),
            [ty] => self.scalar(ty),
            _ => return Err(Refusal::new(span, format!("{} has several results", func.display))),
        };
        let zero = match func.ret.as_slice() {
            [] => String::new(),
            [Ty::Struct(_)] => format!("({result}){{0}}"),
            _ => "0".into(),
        };
        let mut body = Body::new(self, func, Fail::Function { result: zero });
        let mut params = Vec::new();
        let mut spaces_left = spaces.iter();
        for &p in &func.params {
            let var = &func.vars[p.index()];
            let name = body.names.fresh(&var.name);
            if let Ty::Array(a) = &var.ty {
                let space = *spaces_left.next().unwrap_or(&Space::Private);
                let elem = body.unit.stored(&var.ty);
                let constant = if var.mutable { "" } else { "const " };
                let prefix = if space == Space::Global { "__global " } else { "" };
                params.push(format!("{prefix}{constant}{elem}* {name}"));
                let mut dims = Vec::new();
                for (d, bound) in a.dims.iter().enumerate() {
                    dims.push(match bound {
                        Some(n) => n.to_string(),
                        None => {
                            let len = body.names.fresh(&length_name(&name, d));
                            params.push(format!("int {len}"));
                            len
                        }
                    });
                }
                body.places.insert(p, Place { base: name, space, dims });
            } else {
                let ty = body.unit.scalar(&var.ty);
                params.push(format!("{ty} {name}"));
                body.vars[p.index()] = Some(name);
            }
        }
        if throws {
            params.push("bool* failed".into());
        }
        body.unit.rare += usize::from(func.cold);
        let mut constants = String::new();
        let written = match table(func) {
            Some(table) => {
                let values: Vec<String> = table.values.iter().map(|c| literal(c, table.ty).text()).collect();
                let all = body.names.fresh(&format!("{name}_values"));
                let ty = body.unit.stored(&func.ret[0]);
                constants = format!("__constant {ty} {all}[{}] = {{\n    {}\n}};\n\n", values.len(), values.join(", "));
                body.table(&table, &all)
            }
            None if cases(func) => body.cases(&func.body.stmts),
            None => body.block(&func.body),
        };
        body.unit.rare -= usize::from(func.cold);
        written?;
        let lines = std::mem::take(&mut body.lines);
        let place = source_place(self.sources, &func.prov).map(|p| format!(", {p}")).unwrap_or_default();
        let apart = if self.stays_call(id, &spaces, throws) { "NOINLINE " } else { "" };
        let mut text =
            format!("{constants}// {}{place}\n{apart}{result} {name}({})\n{{\n", func.display, params.join(", "));
        text += &lines::text(&lines);
        text.push_str("}\n");
        self.functions.push(read_items(&text));
        self.variants.insert((id, spaces), name.clone());
        Ok(name)
    }
}

impl Unit<'_> {
    /// Whether a function, whose callees are known by now, is one of the library's for rare arguments, or a large one: a call then, where
    /// compilers would put its text in every place. That takes registers from all that runs in the kernel. What leaves rare arguments to such
    /// functions is put in place, however large: it is what runs.
    fn stays_call(&mut self, id: FuncId, spaces: &[Space], throws: bool) -> bool {
        let func = self.program.func(id);
        if table(func).is_some() {
            self.sizes.insert(id, 1);
            return false;
        }
        let (mut size, mut usual) = (0usize, false);
        walk::for_each_expr(&func.body, &mut |e| match &e.kind {
            ExprKind::Binary(..) | ExprKind::Math(..) | ExprKind::Convert(_) => size += 1,
            ExprKind::Call { func, .. } => {
                size += self.sizes.get(func).copied().unwrap_or(1);
                usual |= self.program.func(*func).cold;
            }
            _ => {}
        });
        let library = func.prov.0.iter().any(|s| self.sources.locate(*s).is_some_and(|(file, _, _)| file.library));
        // One call is enough on the way to rare arguments.
        let apart = library && spaces.is_empty() && !throws && self.rare == 0 && (func.cold || size > LARGE && !usual);
        if apart {
            self.helper(Helper::NoInline);
        }
        self.sizes.insert(id, if apart || usual { 1 } else { size });
        apart
    }
}

/// Operations of a function that is large.
const LARGE: usize = 100;
/// Turns of a loop that is unrolled, and operations in all of them.
const TURNS: i64 = 16;
const UNROLLED: i64 = 2000;
/// Operations in a function whose cases are all computed.
const CASES: usize = 60;

impl Unit<'_> {
    /// Whether a loop has so few turns, known in number, that it is worth a text for each.
    pub fn few_turns(&self, lo: &Expr, hi: &Expr, step: &Expr, body: &Block) -> bool {
        let constant = |e: &Expr| if let ExprKind::Const(Const::Int(n)) = e.kind { Some(n) } else { None };
        let (Some(lo), Some(hi), Some(1)) = (constant(lo), constant(hi), constant(step)) else { return false };
        let (mut size, mut loops) = (0, false);
        walk::for_each_stmt(body, &mut |s| {
            loops |= matches!(s.kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Labeled { .. });
        });
        walk::for_each_expr(body, &mut |e| {
            size += match &e.kind {
                ExprKind::Call { func, .. } => self.sizes.get(func).map_or(16, |n| *n as i64),
                _ => 1,
            };
        });
        !loops && (2..=TURNS).contains(&(hi - lo)) && size * (hi - lo) <= UNROLLED
    }

    /// Whether there are loops in it that are not unrolled. A loop around such is not either: it would only be a longer text, of which
    /// compilers make much (they see the bounds of the loops inside).
    pub fn has_loops(&self, block: &Block) -> bool {
        let mut loops = false;
        walk::for_each_stmt(block, &mut |s| {
            loops |= match &s.kind {
                StmtKind::For { lo, hi, step, body, .. } => !self.few_turns(lo, hi, step, body),
                StmtKind::While { .. } => true,
                _ => false,
            };
        });
        loops
    }

    /// Whether a function of scalars is straight code of a moderate size. Where a work item calls one such function or another, those
    /// that run in step with it call both, so all may as well: then compilers see what the two have in common.
    pub fn straight(&self, id: FuncId) -> bool {
        let func = self.program.func(id);
        let (mut straight, mut size) = (!func.cold, 0);
        straight &= func.params.iter().all(|p| func.vars[p.index()].ty.is_scalar());
        walk::for_each_stmt(&func.body, &mut |s| {
            straight &= matches!(s.kind, StmtKind::Let { .. } | StmtKind::Assign { .. } | StmtKind::Return(_));
        });
        walk::for_each_expr(&func.body, &mut |e| {
            size += 1;
            straight &= !matches!(
                e.kind,
                ExprKind::Call { .. }
                    | ExprKind::Check { .. }
                    | ExprKind::Index { .. }
                    | ExprKind::Binary(BinOp::Div | BinOp::Rem, ..)
            );
        });
        straight && size < 4 * LARGE
    }
}

/// Whether a function is straight code but for cases that return early, so little of it that all is computed and one result chosen: work
/// items that run in step then stay together.
fn cases(func: &Func) -> bool {
    let [stmts @ .., Stmt { kind: StmtKind::Return(last), .. }] = func.body.stmts.as_slice() else { return false };
    let mut early = 0;
    let plain = stmts.iter().all(|s| match &s.kind {
        StmtKind::Let { var, init: Some(init) } => init.ty.is_scalar() && !func.vars[var.index()].mutable,
        StmtKind::If { then, otherwise, .. } => {
            early += 1;
            otherwise.stmts.is_empty()
                && matches!(then.stmts.as_slice(), [Stmt { kind: StmtKind::Return(v), .. }] if v.len() == 1)
        }
        _ => false,
    });
    let (mut size, mut cheap) = (0, true);
    walk::for_each_expr(&func.body, &mut |e| {
        size += 1;
        cheap &= e.ty.is_scalar()
            && match &e.kind {
                ExprKind::Call { .. } | ExprKind::Check { .. } | ExprKind::Index { .. } => false,
                ExprKind::Binary(BinOp::Div | BinOp::Rem, ..) => false,
                ExprKind::Math(op, _) => *op != MathOp::Sqrt,
                _ => true,
            };
    });
    plain && cheap && early > 0 && last.len() == 1 && size <= CASES
}

impl Body<'_, '_> {
    /// The statements of a function that is a table, whose constants are in an array.
    fn table(&mut self, table: &Table, values: &str) -> Result<(), Refusal> {
        self.block(&Block { stmts: table.before.iter().map(|&s| s.clone()).collect() })?;
        let selector = Expr::new(ExprKind::Var(table.selector), Ty::I32, Span::default());
        let selector = self.expr(&selector)?.at(Prec::Unary);
        let (count, other) = (table.values.len(), literal(table.other, table.ty).at(Prec::Conditional));
        let entry = match Helper::entry(table.ty) {
            Some(entry) => format!("{}({values} + {selector})", self.unit.helper(entry)),
            None => format!("{values}[{selector}]"),
        };
        self.line(format!("return (uint){selector} < {count}u ? {entry} : {other};"));
        Ok(())
    }

    /// The statements of such a function.
    fn cases(&mut self, stmts: &[Stmt]) -> Result<(), Refusal> {
        let mut chosen = Vec::new();
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::If { cond, then, .. } => {
                    self.comment(&stmt.prov);
                    let cond = self.expr(cond)?;
                    let [Stmt { kind: StmtKind::Return(values), prov, .. }] = then.stmts.as_slice() else { continue };
                    self.comment(prov);
                    let value = self.expr(&values[0])?;
                    let ty = self.unit.scalar(&values[0].ty);
                    let (early, case) = (self.names.fresh("early"), self.names.fresh("case"));
                    self.line(format!("const bool {early} = {};", cond.text()));
                    self.line(format!("const {ty} {case} = {};", value.text()));
                    chosen.push((early, case));
                }
                StmtKind::Return(values) => {
                    self.comment(&stmt.prov);
                    let value = self.expr(&values[0])?.at(Prec::Conditional);
                    let cases: String = chosen.iter().map(|(early, case)| format!("{early} ? {case} : ")).collect();
                    self.line(format!("return {cases}{value};"));
                }
                _ => self.block(&Block { stmts: vec![stmt.clone()] })?,
            }
        }
        Ok(())
    }
}

impl<'u, 'a> Body<'u, 'a> {
    pub fn new(unit: &'u mut Unit<'a>, func: &'a Func, fail: Fail) -> Body<'u, 'a> {
        let names = unit.names.inside();
        let unit_hoists = unit.hoists;
        Body {
            unit,
            func,
            vars: vec![None; func.vars.len()],
            places: BTreeMap::new(),
            results: Vec::new(),
            operators: BTreeMap::new(),
            jam: None,
            tiled: Vec::new(),
            proved: Vec::new(),
            under: Vec::new(),
            hoists: unit_hoists,
            shares: false,
            rows: false,
            unrolls: false,
            lanes: None,
            images: Vec::new(),
            banks: Default::default(),
            uniform: false,
            uniforms: Vec::new(),
            varying: false,
            certain: false,
            guard: None,
            names,
            lines: Vec::new(),
            fail,
            goes_to_end: false,
            sets_failed: false,
            labels: Vec::new(),
            commented: None,
            file: None,
        }
    }

    pub fn line(&mut self, text: impl AsRef<str>) {
        self.lines.push(Line::new(text));
    }

    /// What a jump goes to.
    pub fn label(&mut self, label: &str) {
        self.lines.push(Line::label(label));
    }

    /// A part of a choice that is made when the kernel is built.
    pub fn directive(&mut self, text: &str) {
        self.line(text);
    }

    /// The loop that follows is worth unrolling this many times, or wholly.
    pub fn unroll(&mut self, times: &str) {
        let unroll = self.unit.helper(Helper::Unroll);
        self.line(format!("{unroll}({times})"));
    }

    /// How often the loop over these statements is worth unrolling: where functions of the library are called it is large enough.
    pub fn times(&self, block: &Block) -> &'static str {
        let (mut own, mut native) = (false, false);
        walk::for_each_expr(block, &mut |e| {
            if let ExprKind::Call { func, .. } = &e.kind {
                let device = self.unit.fast_math
                    && somd_passes::devices::native(&self.unit.program.func(*func).display).is_some();
                native |= device;
                own |= !device;
            }
        });
        if own {
            "1"
        } else if native {
            "4"
        } else {
            "8"
        }
    }

    /// A new variable of C for one of Core.
    pub fn declare(&mut self, var: VarId) -> String {
        let name = self.names.fresh(&self.func.vars[var.index()].name);
        self.vars[var.index()] = Some(name.clone());
        name
    }

    /// Leaves the iteration where `condition` holds.
    pub fn fail_if(&mut self, condition: &str) {
        let line = match self.fail_statements() {
            one if one.len() == 1 => format!("if ({condition}) {}", one[0]),
            several => format!("if ({condition}) {{ {} }}", several.join(" ")),
        };
        self.line(line);
    }

    /// Leaves the iteration.
    pub fn fail_here(&mut self) {
        for statement in self.fail_statements() {
            self.line(statement);
        }
    }

    fn fail_statements(&mut self) -> Vec<String> {
        match &self.fail {
            Fail::Kernel { number } => vec![format!("atomic_min(first_failure, {number});"), "return;".into()],
            Fail::Goto { number, label } => {
                self.goes_to_end = true;
                vec![format!("atomic_min(first_failure, {number});"), format!("goto {label};")]
            }
            Fail::Turn { number, mark, label } => {
                self.goes_to_end = true;
                vec![format!("atomic_min(first_failure, {number});"), mark.clone(), format!("goto {label};")]
            }
            Fail::Function { result } if result.is_empty() => vec!["*failed = true;".into(), "return;".into()],
            Fail::Function { result } => vec!["*failed = true;".into(), format!("return {result};")],
        }
    }

    /// A comment with the source's line, where it is another than that of the statement before.
    pub fn comment(&mut self, prov: &Prov) {
        let Some((file, line, _)) = prov.0.iter().find_map(|s| self.unit.sources.locate(*s)) else { return };
        let place = (file.name.clone(), line);
        if self.commented.as_ref() == Some(&place) {
            return;
        }
        let text = file.line(line).trim().to_string();
        let comment = if self.file.as_ref() == Some(&file.name) {
            format!("// {line}: {text}")
        } else {
            format!("// {}:{line}: {text}", file_name(&file.name))
        };
        // A backslash at the end would take in the next line.
        self.line(comment.trim_end_matches('\\'));
        self.commented = Some(place);
    }

    /// Runs `f` with its lines apart.
    pub fn apart<R>(&mut self, f: impl FnOnce(&mut Self) -> Result<R, Refusal>) -> Result<(R, Vec<Line>), Refusal> {
        let before = std::mem::take(&mut self.lines);
        let result = f(self);
        let lines = std::mem::replace(&mut self.lines, before);
        Ok((result?, lines))
    }
}

pub(super) fn length_name(array: &str, dim: usize) -> String {
    if dim == 0 { format!("{array}_len") } else { format!("{array}_len{dim}") }
}

/// The last part of a path.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// `Main.somd:12`
pub(super) fn source_place(sources: &SourceMap, prov: &Prov) -> Option<String> {
    let (file, line, _) = prov.0.iter().find_map(|s| sources.locate(*s))?;
    Some(format!("{}:{line}", file_name(&file.name)))
}
