//! What each parallel instruction will need, decided once for all back ends: whether a device can run it, which updates need a
//! second buffer, how wide elements are read, how reductions are done, what an iteration costs, and which rows of each array it
//! touches ([`reach`]).

pub mod banks;
pub mod facts;
pub mod forms;
pub mod independence;
pub mod literals;
pub mod reach;
pub mod spaces;

use reach::Reach;
use smol_str::SmolStr;
use somd_core::ir::*;
use somd_core::table::table;
use somd_core::walk::{self, Role};
use somd_passes::devices;
use somd_runtime::kernel::{Elem, STRUCTURE};
use somd_syntax::source::{SourceMap, Span};
use std::collections::BTreeMap;

/// What kernels may use, each on or off by a flag; any combination is right.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Give a work item 16 bytes of each array where the body streams.
    pub vectors: bool,
    /// Read what all iterations of a group read through tiles in local memory.
    pub tiles: bool,
    /// Let a work item of a product compute several iterations in registers.
    pub blocking: bool,
    /// Let a work item take several iterations that loop over the same elements.
    pub jam: bool,
    /// Let a work group compute once what all its iterations need in a turn of a loop.
    pub share: bool,
    /// Read and write short rows as vectors, and long ones by a work item an element.
    pub rows: bool,
    /// Put small arrays that all iterations read alike into constant memory.
    pub constant: bool,
    /// Let arrays that are read at data-dependent indices be images.
    pub images: bool,
    /// Make index checks in front of loops.
    pub hoist: bool,
    /// Let a kernel carry over the elements that it does not update, where a second array is filled.
    pub carry: bool,
    /// Accumulate in local memory first.
    pub local: bool,
    /// Let work items share the turns of an iteration's loop.
    pub spread: bool,
    /// Store what iterations give turned over by way of local memory.
    pub transpose: bool,
    /// Let a work group share the turns of loops whose results each iteration folds in order.
    pub turns: bool,
    /// Write functions with loops out where they are called, and join their like loops.
    pub expand: bool,
    /// Turn an iteration's loops inside out where the inner one's turns are independent.
    pub interchange: bool,
    /// Let a work item take neighbouring iterations of the outer dimension, and ask nothing of their places inside.
    pub columns: bool,
    /// Let a work item take four neighbouring bytes of a row.
    pub bytes: bool,
    /// Keep an element that an iteration stores again and again in a variable.
    pub own: bool,
    /// Put an iteration's own small arrays whose elements data names into local memory.
    pub banks: bool,
    /// Compute once, with numbers that are chosen, what branches compute alike.
    pub choices: bool,
    /// Put arrays of constants into the kernel's text.
    pub literals: bool,
    /// Write out what sorts an iteration's own small arrays, an element a register.
    pub registers: bool,
}

impl Options {
    pub const ALL: Options = Options {
        vectors: true,
        tiles: true,
        blocking: true,
        jam: true,
        share: true,
        rows: true,
        constant: true,
        images: true,
        hoist: true,
        carry: true,
        local: true,
        spread: true,
        transpose: true,
        turns: true,
        expand: true,
        interchange: true,
        columns: true,
        bytes: true,
        own: true,
        banks: true,
        choices: true,
        literals: true,
        registers: true,
    };

    /// Those of rewrites from Core to Core.
    pub fn rewrites(&self) -> devices::Options {
        devices::Options {
            choices: self.choices,
            expand: self.expand,
            interchange: self.interchange,
            own: self.own,
            registers: self.registers,
            rows: self.rows,
        }
    }

    /// The names of all flags.
    pub const NAMES: [&str; 23] = [
        "vectors",
        "tiles",
        "blocking",
        "jam",
        "share",
        "rows",
        "constant",
        "images",
        "hoist",
        "carry",
        "local",
        "spread",
        "transpose",
        "turns",
        "expand",
        "interchange",
        "columns",
        "bytes",
        "own",
        "banks",
        "choices",
        "literals",
        "registers",
    ];

    /// The flag of a name.
    pub fn flag(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "vectors" => &mut self.vectors,
            "tiles" => &mut self.tiles,
            "blocking" => &mut self.blocking,
            "jam" => &mut self.jam,
            "share" => &mut self.share,
            "rows" => &mut self.rows,
            "constant" => &mut self.constant,
            "images" => &mut self.images,
            "hoist" => &mut self.hoist,
            "carry" => &mut self.carry,
            "local" => &mut self.local,
            "spread" => &mut self.spread,
            "transpose" => &mut self.transpose,
            "turns" => &mut self.turns,
            "expand" => &mut self.expand,
            "interchange" => &mut self.interchange,
            "columns" => &mut self.columns,
            "bytes" => &mut self.bytes,
            "own" => &mut self.own,
            "banks" => &mut self.banks,
            "choices" => &mut self.choices,
            "literals" => &mut self.literals,
            "registers" => &mut self.registers,
            _ => return None,
        })
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::ALL
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    pub devices: Options,
    /// In the order of the program's text.
    pub pars: Vec<ParPlan>,
}

impl Plan {
    pub fn par(&self, name: &str) -> Option<&ParPlan> {
        self.pars.iter().find(|p| p.name == name)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ParPlan {
    /// [`Par::name`]
    pub name: SmolStr,
    pub func: FuncId,
    pub prov: Prov,
    /// Why no device runs it, and where; none where one can.
    pub obstacle: Option<(Span, String)>,
    /// One an output, in order.
    pub outputs: Vec<OutputPlan>,
    /// Consecutive iterations of a work item: 16 bytes of the widest array it streams, 1 where it does not stream.
    pub width: u32,
    /// Of one iteration, loops inside taken [`LOOP_GUESS`] times where their count is not constant.
    pub operations: u64,
    /// Read and written in one iteration, in arrays that other iterations or instructions see.
    pub bytes: u64,
    /// Whether something in the body may throw: it needs the fail flag.
    pub throws: bool,
    /// Whether its iterations can be divided over places, and what these need of each array then.
    pub reach: Reach,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputPlan {
    /// A new array.
    New,
    /// Written over the old contents.
    InPlace,
    /// The old contents are still needed: another buffer, swapped where a loop carries it.
    DoubleBuffer,
    /// Accumulators of the fixed shape, then its tree.
    Reduction,
    /// As [`OutputPlan::Reduction`], in the order of iterations.
    OrderedFold,
    /// Atomic operations on the array, on a copy of it where the old contents are still needed.
    Atomic { copy: bool },
    /// In order: one pass on one thread.
    Sequential,
}

/// How often a loop is taken to run whose count is not known.
pub const LOOP_GUESS: u64 = 16;

pub fn plan(program: &Program, options: &Options) -> Plan {
    let mut plan = Plan { devices: options.clone(), pars: Vec::new() };
    for (i, func) in program.funcs.iter().enumerate() {
        let shared = buffers(func);
        let mut p = Planner { program, func, id: FuncId(i as u32), options, shared, plan: &mut plan };
        p.block(&func.body, &[]);
    }
    plan
}

struct Planner<'a> {
    program: &'a Program,
    func: &'a Func,
    id: FuncId,
    options: &'a Options,
    /// For every variable a number that variables have in common which may share a buffer.
    shared: Vec<usize>,
    plan: &'a mut Plan,
}

/// See [`Planner::shared`]: an array and its second names, and an updated array and the result that may be written over it.
fn buffers(func: &Func) -> Vec<usize> {
    let mut shared: Vec<usize> = (0..func.vars.len()).collect();
    let mut join = |a: VarId, b: VarId| {
        let (from, to) = (shared[a.index()], shared[b.index()]);
        shared.iter_mut().filter(|s| **s == from).for_each(|s| *s = to);
    };
    walk::for_each_stmt(&func.body, &mut |s| match &s.kind {
        StmtKind::Let { var, init: Some(value) } | StmtKind::Assign { var, value } if value.ty.as_array().is_some() => {
            if let Some(of) = walk::expr_var(value) {
                join(*var, of);
            }
        }
        StmtKind::Par(par) => {
            for o in &par.outputs {
                if let OutputKind::Array(ArraySource::Update { old }) | OutputKind::Accumulate { array: old, .. } =
                    o.kind
                {
                    join(o.result, old);
                }
            }
        }
        _ => {}
    });
    shared
}

impl Planner<'_> {
    /// `after`: the variables that are read after the block, or by a further turn of a loop around it.
    fn block(&mut self, block: &Block, after: &[VarId]) {
        let mut live = after.to_vec();
        // What is read later is gathered from the end; plans are made on the way and put in order again.
        let first = self.plan.pars.len();
        let mut groups = Vec::new();
        for stmt in block.stmts.iter().rev() {
            let start = self.plan.pars.len();
            match &stmt.kind {
                StmtKind::Par(par) => self.par(par, stmt, &live),
                StmtKind::For { body, .. } | StmtKind::While { body, .. } => {
                    let mut around = live.clone();
                    // A variable that the body declares itself is new on each turn.
                    let mut declared = Vec::new();
                    walk::for_each_stmt(body, &mut |s| {
                        walk::stmt_vars(s, &mut |v, role| {
                            if role == Role::Declare {
                                declared.push(v);
                            }
                        })
                    });
                    around.extend(read_in(stmt).into_iter().filter(|v| !declared.contains(v)));
                    self.block(body, &around);
                }
                _ => walk::stmt_blocks(stmt, &mut |inner| self.block(inner, &live)),
            }
            groups.push(self.plan.pars.split_off(start));
            if let StmtKind::Assign { var, .. } = &stmt.kind {
                live.retain(|v| v != var);
            }
            live.extend(read_in(stmt));
        }
        debug_assert_eq!(self.plan.pars.len(), first, "groups hold all plans of this block");
        self.plan.pars.extend(groups.into_iter().rev().flatten());
    }

    fn par(&mut self, par: &Par, stmt: &Stmt, live: &[VarId]) {
        let outputs = par.outputs.iter().map(|o| match &o.kind {
            OutputKind::Array(ArraySource::New { .. }) => OutputPlan::New,
            OutputKind::Array(ArraySource::Update { old }) => {
                if self.kept(o.result, *old, live) || self.reads_others(par, *old) {
                    OutputPlan::DoubleBuffer
                } else {
                    OutputPlan::InPlace
                }
            }
            OutputKind::Reduce { .. } => OutputPlan::Reduction,
            OutputKind::Fold { .. } => OutputPlan::OrderedFold,
            OutputKind::Accumulate { array, .. } => {
                OutputPlan::Atomic { copy: self.kept(o.result, *array, live) || self.reads_others(par, *array) }
            }
            OutputKind::Scan { .. } | OutputKind::First { .. } | OutputKind::Filter { .. } => OutputPlan::Sequential,
            OutputKind::Sort { .. } => OutputPlan::New,
        });
        let outputs = outputs.collect();
        let span = stmt.prov.0.first().copied().unwrap_or_default();
        let cost = match par.outputs.as_slice() {
            [Output { kind: OutputKind::Sort { array, places }, .. }] => self.sort_cost(*array, *places),
            _ => self.cost(&par.body),
        };
        let width = if self.options.vectors { self.width(par) } else { 1 };
        self.plan.pars.push(ParPlan {
            name: par.name.clone(),
            func: self.id,
            prov: stmt.prov.clone(),
            obstacle: self.obstacle(par, span),
            outputs,
            width,
            operations: cost.0,
            bytes: cost.1,
            throws: walk::throws(self.program, &par.body),
            reach: reach::with_strides(par),
        });
    }

    /// Whether the contents of `old` are still wanted once `result` is there: by another name that is read later, or by the caller of
    /// the region, unless it is to see the new contents.
    fn kept(&self, result: VarId, old: VarId, live: &[VarId]) -> bool {
        let buffer = self.shared[old.index()];
        let FuncKind::Region { updates, .. } = &self.func.kind else { return true };
        let callers = self.func.params.iter().any(|p| self.shared[p.index()] == buffer && !updates.contains(&Some(*p)));
        callers || live.iter().any(|v| *v != result && self.shared[v.index()] == buffer)
    }

    /// Whether a body reads the old contents of elements that other iterations may store to: anything but the element at exactly the
    /// indices its stores have. (Reading its own element after storing to it would see the new contents in place, so that counts too.)
    fn reads_others(&self, par: &Par, old: VarId) -> bool {
        let indices: Vec<VarId> = par.space.iter().map(|d| d.index).collect();
        let is_own = |index: &[Expr]| {
            index.len() == indices.len()
                && index.iter().zip(&indices).all(|(e, v)| matches!(e.kind, ExprKind::Var(x) if x == *v))
        };
        let buffer = self.shared[old.index()];
        let results: Vec<VarId> = par.outputs.iter().map(|o| o.result).collect();
        let is_old = |v: VarId| self.shared[v.index()] == buffer && !results.contains(&v);
        let result = par.outputs.iter().find_map(|o| match o.kind {
            OutputKind::Array(ArraySource::Update { old: x }) if x == old => Some(o.result),
            _ => None,
        });
        let mut reads = false;
        walk::for_each_expr(&par.body, &mut |e| match &e.kind {
            ExprKind::Index { array, index } if is_old(*array) => reads |= !is_own(index),
            ExprKind::Len { .. } | ExprKind::Check { .. } => {}
            _ => reads |= walk::expr_var(e).is_some_and(is_old),
        });
        let mut read_at_all = false;
        let mut stored = false;
        let mut again = false;
        walk::for_each_stmt(&par.body, &mut |s| {
            walk::stmt_exprs(s, &mut |e| {
                any(e, &mut |e| {
                    if matches!(e.kind, ExprKind::Index { array, .. } if is_old(array)) {
                        read_at_all = true;
                        again |= stored;
                    }
                })
            });
            if let StmtKind::Store { array, index, .. } = &s.kind
                && Some(*array) == result
            {
                stored = true;
                reads |= read_at_all && !is_own(index);
            }
        });
        // A loop in the body may come back to a read after the store.
        let looping = par
            .body
            .stmts
            .iter()
            .any(|s| matches!(s.kind, StmtKind::For { .. } | StmtKind::While { .. }) && stores(s, result));
        reads || again || (looping && read_at_all)
    }

    /// Rows are read and written once. A radix sort reads all elements twice a byte and writes them once. The host compares, as often as an array of a million asks for, or counts.
    fn sort_cost(&self, array: VarId, places: bool) -> (u64, u64) {
        let ty = &self.func.vars[array.index()].ty;
        let elem = ty.as_array().map_or(1, |a| size(self.program, &a.elem));
        let place = if places { size(self.program, &Ty::I32) } else { 0 };
        let operations = if elem <= 2 && !places { 4 } else { 40 };
        if ty.as_array().is_some_and(|a| a.dims.len() > 1) {
            // An iteration is a row.
            return (operations * LOOP_GUESS, 2 * elem * LOOP_GUESS);
        }
        (operations, elem * (3 * elem + 2 * place))
    }

    fn bytes_of(&self, ty: &Ty) -> usize {
        elem(self.program, ty).bytes()
    }

    /// Why a device cannot run it.
    fn obstacle(&self, par: &Par, span: Span) -> Option<(Span, String)> {
        let folds = par.outputs.iter().filter(|o| matches!(o.kind, OutputKind::Fold { .. }));
        let bytes: usize = folds.map(|o| self.bytes_of(&self.func.vars[o.result.index()].ty)).sum();
        let reason = format!("a fold to values of more than {STRUCTURE} bytes runs on the host only");
        (bytes > STRUCTURE).then_some((span, reason))
    }

    /// 16 bytes of the widest element, where a one-dimensional body is straight code that touches arrays at its own index alone.
    fn width(&self, par: &Par) -> u32 {
        let [dim] = par.space.as_slice() else { return 1 };
        let mut streams =
            par.outputs.iter().all(|o| matches!(o.kind, OutputKind::Array(_) | OutputKind::Reduce { .. }));
        walk::for_each_stmt(&par.body, &mut |s| match &s.kind {
            StmtKind::Let { .. } | StmtKind::Assign { .. } => {}
            StmtKind::Store { index, .. } => streams &= own(index, dim.index),
            _ => streams = false,
        });
        let mut widest = 0;
        walk::for_each_expr(&par.body, &mut |e| match &e.kind {
            ExprKind::Index { index, .. } => {
                streams &= own(index, dim.index);
                widest = widest.max(size(self.program, &e.ty));
            }
            ExprKind::Row { .. } | ExprKind::NewPrivate | ExprKind::ArrayLit(_) | ExprKind::Call { .. } => {
                streams = false
            }
            _ => {}
        });
        for o in &par.outputs {
            if let Some(a) = self.func.vars[o.result.index()].ty.as_array() {
                streams &= a.dims.len() == 1;
                widest = widest.max(size(self.program, &a.elem));
            }
        }
        if streams && widest > 0 { (16 / widest).max(1) as u32 } else { 1 }
    }

    /// Operations and bytes of one run of a block.
    fn cost(&self, block: &Block) -> (u64, u64) {
        let mut total = (0, 0);
        for stmt in &block.stmts {
            let mut add = |(ops, bytes): (u64, u64), times: u64| {
                total.0 = u64::saturating_add(total.0, ops.saturating_mul(times));
                total.1 = u64::saturating_add(total.1, bytes.saturating_mul(times));
            };
            walk::stmt_exprs(stmt, &mut |e| add(self.expr_cost(e), 1));
            match &stmt.kind {
                StmtKind::Store { value, .. } => add((1, size(self.program, &value.ty)), 1),
                // Reads and writes.
                StmtKind::Accumulate { value, .. } => add((2, 2 * size(self.program, &value.ty)), 1),
                StmtKind::If { then, otherwise, .. } => {
                    let (a, b) = (self.cost(then), self.cost(otherwise));
                    add((1 + a.0.max(b.0), a.1.max(b.1)), 1);
                }
                StmtKind::For { lo, hi, step, body, .. } => {
                    let constant = |e: &Expr| match e.kind {
                        ExprKind::Const(Const::Int(n)) => Some(n),
                        _ => None,
                    };
                    let times = match (constant(lo), constant(hi), constant(step)) {
                        (Some(lo), Some(hi), Some(step)) if step != 0 => ((hi - lo) / step).max(0) as u64,
                        _ => LOOP_GUESS,
                    };
                    add(self.cost(body), times);
                }
                StmtKind::While { body, .. } => add(self.cost(body), LOOP_GUESS),
                StmtKind::Labeled { body, .. } => add(self.cost(body), 1),
                StmtKind::Call { func, .. } => add(self.cost(&self.program.func(*func).body), 1),
                _ => {}
            }
        }
        total
    }

    fn expr_cost(&self, expr: &Expr) -> (u64, u64) {
        let (mut ops, mut bytes) = match &expr.kind {
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Len { .. } => (0, 0),
            ExprKind::Binary(BinOp::Div | BinOp::Rem, ..) | ExprKind::Math(MathOp::Sqrt, _) => (8, 0),
            ExprKind::Index { .. } => (1, size(self.program, &expr.ty)),
            ExprKind::Call { func, .. } => match table(self.program.func(*func)) {
                // Its constants are in a cache.
                Some(_) => (2, 0),
                None => self.cost(&self.program.func(*func).body),
            },
            _ => (1, 0),
        };
        walk::expr_children(expr, &mut |child| {
            let c = self.expr_cost(child);
            ops += c.0;
            bytes += c.1;
        });
        (ops, bytes)
    }
}

fn own(index: &[Expr], var: VarId) -> bool {
    matches!(index, [Expr { kind: ExprKind::Var(v), .. }] if *v == var)
}

/// Bytes of a scalar or structure.
fn size(program: &Program, ty: &Ty) -> u64 {
    match ty {
        Ty::Bool | Ty::I8 => 1,
        Ty::I16 | Ty::U16 => 2,
        Ty::I32 | Ty::F32 => 4,
        Ty::I64 | Ty::F64 => 8,
        Ty::Struct(s) => program.structs[s.index()].fields.iter().map(|(_, t)| size(program, t)).sum(),
        Ty::Array(a) => {
            let count: u64 = a.dims.iter().map(|d| d.unwrap_or(1) as u64).product();
            count * size(program, &a.elem)
        }
    }
}

fn any(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    walk::expr_children(e, &mut |child| any(child, f));
    f(e);
}

fn stores(stmt: &Stmt, array: Option<VarId>) -> bool {
    let mut found = false;
    walk::stmt_blocks(stmt, &mut |b| {
        walk::for_each_stmt(b, &mut |s| found |= matches!(s.kind, StmtKind::Store { array: a, .. } if Some(a) == array))
    });
    found
}

/// Variables that a statement reads, inner blocks included; not the lengths of arrays, which an update leaves.
fn read_in(stmt: &Stmt) -> Vec<VarId> {
    let mut out = Vec::new();
    let whole = Block { stmts: vec![stmt.clone()] };
    walk::for_each_expr(&whole, &mut |e| {
        if !matches!(e.kind, ExprKind::Len { .. } | ExprKind::Check { .. }) {
            out.extend(walk::expr_var(e));
        }
    });
    walk::for_each_stmt(&whole, &mut |s| {
        walk::stmt_vars(s, &mut |v, role| {
            if role == Role::Read {
                out.push(v);
            }
        })
    });
    out
}

/// The names of the forms that each instruction may have on a device, the best one first.
fn form_names(plan: &Plan, program: &Program) -> BTreeMap<SmolStr, Vec<&'static str>> {
    let prepared = devices::prepare(program, &plan.devices.rewrites());
    let mut names = BTreeMap::new();
    for func in &prepared.funcs {
        walk::for_each_stmt(&func.body, &mut |stmt| {
            if let StmtKind::Par(par) = &stmt.kind
                && let Some(plan_of) = plan.par(&par.name).filter(|p| p.obstacle.is_none())
            {
                names.insert(par.name.clone(), forms::names(&prepared, func, par, plan_of, &plan.devices));
            }
        });
    }
    names
}

/// The plan as `--emit plan` shows it: one paragraph an instruction, with source lines where the map knows them.
pub fn print(program: &Program, plan: &Plan, sources: Option<&SourceMap>) -> String {
    let forms = form_names(plan, program);
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    for p in &plan.pars {
        let places: Vec<String> = match sources {
            Some(map) => {
                p.prov.0.iter().filter_map(|s| map.locate(*s)).map(|(f, l, c)| format!("{}:{l}:{c}", f.name)).collect()
            }
            None => Vec::new(),
        };
        let places = if places.is_empty() { String::new() } else { format!(" ({})", places.join(", ")) };
        line(format!("{}{places}", p.name));
        match &p.obstacle {
            Some((_, reason)) => line(format!("  device      no: {reason}")),
            None => line("  device      yes".into()),
        }
        let outputs: Vec<&str> = p
            .outputs
            .iter()
            .map(|o| match o {
                OutputPlan::New => "new",
                OutputPlan::InPlace => "in place",
                OutputPlan::DoubleBuffer => "double buffer",
                OutputPlan::Reduction => "reduction",
                OutputPlan::OrderedFold => "ordered fold",
                OutputPlan::Atomic { copy: false } => "atomic",
                OutputPlan::Atomic { copy: true } => "atomic on a copy",
                OutputPlan::Sequential => "sequential",
            })
            .collect();
        line(format!("  outputs     {}", outputs.join(", ")));
        if let Some(forms) = forms.get(&p.name) {
            line(format!("  form        {}", forms.join(", else ")));
        }
        line(format!("  work item   {} iteration{}", p.width, if p.width == 1 { "" } else { "s" }));
        line(format!("  iteration   {} operations, {} bytes", p.operations, p.bytes));
        line(format!("  may throw   {}", if p.throws { "yes" } else { "no" }));
        line(format!("  places      {}", reach::print(&p.reach, program.func(p.func))));
    }
    out
}

/// The runtime's word for an element type.
pub fn elem(program: &Program, ty: &Ty) -> Elem {
    match ty {
        Ty::Bool => Elem::Bool,
        Ty::I8 => Elem::I8,
        Ty::I16 => Elem::I16,
        Ty::U16 => Elem::U16,
        Ty::I32 => Elem::I32,
        Ty::I64 => Elem::I64,
        Ty::F32 => Elem::F32,
        Ty::F64 => Elem::F64,
        Ty::Array(a) => elem(program, &a.elem),
        Ty::Struct(s) => {
            // As C lays it out.
            let (mut bytes, mut align) = (0u32, 1u32);
            for (_, field) in &program.structs[s.index()].fields {
                let (size, by) = match elem(program, field) {
                    Elem::Struct { bytes, align } => (bytes, align),
                    scalar => (scalar.bytes() as u32, scalar.bytes() as u32),
                };
                bytes = bytes.next_multiple_of(by) + size;
                align = align.max(by);
            }
            Elem::Struct { bytes: bytes.next_multiple_of(align), align }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use somd_core::parse::parse;
    use somd_core::verify::verify;

    fn planned(text: &str) -> Plan {
        let p = parse(text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(verify(&p), Ok(()));
        plan(&p, &Options::default())
    }

    #[test]
    fn updates() {
        let p = planned(
            "region f(a: [f32], b: [f32]) -> ([f32] updates a, [f32]) {
               let mut g: [f32] = a
               for t in 0..9 '0 {
                 r: [f32] = par stencil (i: 1..len a - 1) -> update g { r[i] = g[i - 1] + g[i + 1] }
                 g = r
               }
               s: [f32] = par own (i.1: 0..len a) -> update g { s[i.1] = g[i.1] * 2.0f }
               q: [f32] = par theirs (i.2: 0..len b) -> update b { q[i.2] = 1.0f }
               let z: [f32] = new [len a]
               k: [f32] = par kept (i.3: 0..3) -> update z { k[i.3] = 1.0f }
               m: [f32] = par last (i.4: 0..3) -> update k { m[i.4] = z[i.4] }
               return s, m
             }",
        );
        let kinds: Vec<_> = p.pars.iter().map(|p| (p.name.as_str(), p.outputs[0])).collect();
        let expected = [
            ("stencil", OutputPlan::DoubleBuffer),
            ("own", OutputPlan::InPlace),
            ("theirs", OutputPlan::DoubleBuffer),
            ("kept", OutputPlan::DoubleBuffer),
            ("last", OutputPlan::InPlace),
        ];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn rows_that_are_touched() {
        let program = parse(
            "region f(a: [f64; _, _], b: [f64], c: [i32]) -> ([f64; _, _] updates a, f64, [f64], [i32] updates c) {
               s: [f64; _, _] = par stencil (i: 1..len a - 1, j: 0..len(a, 1)) -> update a {
                 let k: i32 = i - 1
                 s[i, j] = a[k, j] + a[i + 2, j] + b[j]
               }
               t: f64 = par sum (i.1: 0..len b) -> reduce(+) acc from 0.0 { acc = acc + b[i.1] }
               u: [f64] = par back (i.2: 0..len b) -> new [len b] { u[len b - 1 - i.2] = b[i.2] }
               h: [i32] = par count (i.3: 0..len b) -> accumulate(+) c { accumulate h[c[i.3]] 1 }
               return s, t, u, h
             }",
        )
        .unwrap_or_else(|e| panic!("{e}"));
        let plan = plan(&program, &Options::default());
        let texts: Vec<String> = plan.pars.iter().map(|p| reach::print(&p.reach, program.func(p.func))).collect();
        let expected = [
            "divided: reads a -1..2, reads b some rows, writes s own",
            "divided: reads b own",
            "all of it everywhere: it stores from the last row to the first",
            "divided: reads c own, adds to h",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn widths_and_costs() {
        let text = "region f(a: [f32], b: [f64]) -> ([f32], f64, [f32]) {
               c: [f32] = par saxpy (i: 0..len a) -> new [len a] { c[i] = a[i] * 2.0f }
               s: f64 = par sum (j: 0..len b) -> reduce(+) acc from 0.0 { acc = acc + b[j] }
               d: [f32] = par gather (k: 1..len a) -> new zeroed [len a] { d[k] = a[k - 1] }
               return c, s, d
             }";
        let p = planned(text);
        let facts: Vec<_> = p.pars.iter().map(|p| (p.width, p.operations, p.bytes, p.throws)).collect();
        assert_eq!(facts, [(4, 3, 8, false), (2, 2, 8, false), (1, 3, 8, false)]);
        let printed = print(&parse(text).unwrap_or_else(|e| panic!("{e}")), &p, None);
        assert!(printed.contains("work item   4 iterations"));
        for form in ["vectors, else points", "blocks", "points"] {
            assert!(printed.contains(&format!("  form        {form}\n")), "{printed}");
        }
    }

    /// The first form of each instruction of a program.
    fn first_forms(text: &str) -> Vec<(String, &'static str)> {
        let text = text.split("\n---").next().unwrap_or_default();
        let p = parse(text).unwrap_or_else(|e| panic!("{e}"));
        let plan = plan(&p, &Options::default());
        let names = form_names(&plan, &p);
        plan.pars.iter().filter_map(|of| Some((of.name.to_string(), *names.get(&of.name)?.first()?))).collect()
    }

    #[test]
    fn forms_of_kernels() {
        let texts = [
            include_str!("../../../tests/kernels/vector_add.core"),
            include_str!("../../../tests/kernels/all_pairs.core"),
            include_str!("../../../tests/kernels/own.core"),
            "region g(m: [i32; _, _], n: [i32; _, _]) -> ([i32], [i32]) {
               w: [i32] = par whole (i: 0..len m) -> new [len m] {
                 let mut sum: i32 = 0
                 for j in 0..len(m, 1) '0 { sum = sum + m[i, j] }
                 w[i] = sum
               }
               c: [i32] = par columns (i.1: 0..len(n, 1)) -> new [len(n, 1)] {
                 let mut sum.1: i32 = 0
                 for j.1 in 0..len n '1 { sum.1 = sum.1 + n[j.1, i.1] }
                 c[i.1] = sum.1
               }
               return w, c
             }",
            "region f(a: [f32; _, _], x: [f32], y: [f32], row: [i32], v: [f32], h: [i32], k: [i32]) -> ([f32; _, _], [f32], [f32] updates y, [i32] updates h) {
               t: [f32; _, _] = par turned (i: 0..len a, j: 0..len(a, 1)) -> new [len(a, 1), len a] { t[j, i] = a[i, j] }
               s: [f32] = par rows (i.1: 0..len a) -> new [len a] {
                 let mut sum: f32 = 0.0f
                 for j.1 in 0..len x '0 { sum = sum + a[i.1, j.1] * x[j.1] }
                 s[i.1] = sum
               }
               y.1: [f32] = par sparse (i.2: 0..1) -> update y {
                 for j.2 in 0..len row '1 { y.1[row[j.2]] = y.1[row[j.2]] + v[j.2] }
               }
               h.1: [i32] = par counts (i.3: 0..len k) -> accumulate(+) h { accumulate h.1[k[i.3]] 1 }
               return t, s, y.1, h.1
             }",
        ];
        let forms: Vec<(String, &str)> = texts.into_iter().flat_map(first_forms).collect();
        let forms: Vec<(&str, &str)> = forms.iter().map(|(n, f)| (n.as_str(), *f)).collect();
        let expected = [
            ("VectorAdd_add_1", "points"),
            ("forces_1", "tiles"),
            ("forces_2", "jam with tiles"),
            ("forces_3", "jam with tiles"),
            ("own_1", "group per row"),
            ("own_2", "jam"),
            ("own_3", "jam with tiles"),
            ("own_4", "inner parallel"),
            ("whole", "lanes of rows"),
            ("columns", "group per row"),
            ("turned", "transposed"),
            ("rows", "group per row"),
            ("sparse", "segmented"),
            ("counts", "histogram"),
        ];
        assert_eq!(forms, expected);
    }
}
