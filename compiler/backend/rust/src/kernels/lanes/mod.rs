//! Iterations side by side: bodies that call elementary functions (`Math.sin`, `Math.pow`) run strip by strip of the innermost
//! dimension, statement by statement for all iterations of the strip.
//!
//! So do bodies with loops in which each iteration adds up floats of its own, or mixes integers as a cipher does: the order of the
//! rounds is fixed, but neighbouring iterations are independent, and are vectors by strips (outer-loop vectorisation).
//!
//! The first kind of body is too large, and has too many ways through it, for the Rust compiler to vectorise as a whole. So the strip is the
//! inner loop (Allen and Kennedy's loop distribution): what is the same for all iterations, control flow included, is done once; what
//! differs is a short loop over the lanes without calls or jumps, which becomes vector instructions. A value that lives longer than
//! one such loop has an array of a strip's length.
//!
//! Elementary functions leave rare arguments to functions marked `@Cold`. Of such a function there is a second text, the *usual* one,
//! which gives NaN where the first calls a cold one, and is straight code. It is computed for all lanes; lanes where it gives NaN are
//! computed again by the function itself. The operations of each iteration, and their order, stay the same: so do all bits.

mod careful;
mod expand;
mod segment;
mod sums;

use super::body::Writer;
use super::*;
use segment::{Marks, Node, Segments, Sum};
use somd_core::walk;

/// A body by strips.
pub struct Lanes {
    /// The function, with the variables that calls translated in place have added.
    pub func: Func,
    /// For a body that cannot throw.
    plain: Option<Segments>,
    /// For one whose indices may be out of range.
    careful: Option<Segments>,
}

impl Lanes {
    /// As the body is printed, where it can fail and where it cannot.
    pub fn segments(&self, can_fail: bool) -> Option<&Segments> {
        if can_fail { self.careful.as_ref() } else { self.plain.as_ref() }
    }
}

/// How the body of an instruction runs by strips; None where that would gain nothing. Failures are found before anything is stored: the
/// first must be that of the first iteration.
pub fn plan(cx: &Cx, func: &Func, par: &Par) -> Option<Lanes> {
    let elementary = &cx.elementary;
    if par.space.iter().any(|d| func.vars[d.index.index()].ty != Ty::I32) {
        return None;
    }
    let own = somd_passes::store_promotion::own(func, par);
    let (func, par) = own.as_ref().map_or((func, par), |(func, par)| (func, par));
    if !elementary.reached(&par.body) && !sums::any(func, par) {
        return None;
    }
    let mut func = func.clone();
    let body = expand::expand(elementary, &mut func, &par.body);
    let careful = careful::careful(&mut func, par, &body)
        .and_then(|(body, marks)| segment::segment(elementary, &mut func, par, body, &marks));
    let plain = segment::segment(elementary, &mut func, par, body, &Marks::default());
    (plain.is_some() || careful.is_some()).then_some(Lanes { func, plain, careful })
}

/// What functions are, as far as lanes care.
pub struct Elementary<'a> {
    program: &'a Program,
    kinds: Vec<Kind>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// It leaves rare arguments to cold functions, whose values it returns as they are, and is straight code for all others.
    Elementary,
    /// It calls such a one: it is worth translating in place.
    LeadsThere,
    Other,
}

impl<'a> Elementary<'a> {
    pub fn of(program: &'a Program) -> Elementary<'a> {
        let count = program.funcs.len();
        let mut judge = Judge { program, straight: vec![None; count], kinds: vec![None; count] };
        let kinds = (0..count as u32).map(|f| judge.kind(FuncId(f))).collect();
        Elementary { program, kinds }
    }

    fn is_elementary(&self, func: FuncId) -> bool {
        self.kinds[func.index()] == Kind::Elementary
    }

    fn leads_there(&self, func: FuncId) -> bool {
        self.kinds[func.index()] == Kind::LeadsThere
    }

    /// Whether a block calls an elementary function, or one that does.
    fn reached(&self, block: &Block) -> bool {
        let mut found = false;
        walk::for_each_expr(block, &mut |e| {
            found |= matches!(e.kind, ExprKind::Call { func, .. } if self.kinds[func.index()] != Kind::Other)
        });
        found
    }
}

/// Finds out what functions are, each once.
struct Judge<'a> {
    program: &'a Program,
    straight: Vec<Option<bool>>,
    kinds: Vec<Option<Kind>>,
}

impl Judge<'_> {
    fn kind(&mut self, func: FuncId) -> Kind {
        if let Some(known) = self.kinds[func.index()] {
            return known;
        }
        let f = self.program.func(func);
        let (mut colds, mut calls) = (0, Vec::new());
        walk::for_each_expr(&f.body, &mut |e| {
            if let ExprKind::Call { func, .. } = e.kind {
                colds += self.program.func(func).cold as usize;
                calls.push(func);
            }
        });
        let mut returned = 0;
        walk::for_each_stmt(&f.body, &mut |s| {
            if let StmtKind::Return(values) = &s.kind {
                values.iter().for_each(|v| returned_cold(self.program, &mut v.clone(), &mut |_| returned += 1));
            }
        });
        let float = f.ret.first().is_some_and(Ty::is_float);
        let kind = if f.cold {
            Kind::Other
        } else if float && colds > 0 && colds == returned && self.straight(func) {
            Kind::Elementary
        } else if calls.iter().any(|&c| self.kind(c) != Kind::Other) {
            Kind::LeadsThere
        } else {
            Kind::Other
        };
        self.kinds[func.index()] = Some(kind);
        kind
    }

    /// Scalars in and out, no loop but one of few known rounds, nothing that throws; calls only of the like, and of cold functions.
    fn straight(&mut self, func: FuncId) -> bool {
        const ROUNDS: i64 = 8;
        if let Some(known) = self.straight[func.index()] {
            return known;
        }
        let f = self.program.func(func);
        let scalars = f.params.iter().all(|p| f.vars[p.index()].ty.is_scalar());
        let mut straight = f.kind == FuncKind::Scalar && f.ret.len() == 1 && scalars;
        walk::for_each_stmt(&f.body, &mut |s| {
            straight &= match &s.kind {
                StmtKind::Let { .. }
                | StmtKind::Assign { .. }
                | StmtKind::If { .. }
                | StmtKind::Labeled { .. }
                | StmtKind::Break(_)
                | StmtKind::Return(_) => true,
                StmtKind::For { lo, hi, step, .. } => match (&lo.kind, &hi.kind, &step.kind) {
                    (
                        ExprKind::Const(Const::Int(lo)),
                        ExprKind::Const(Const::Int(hi)),
                        ExprKind::Const(Const::Int(1)),
                    ) => hi - lo <= ROUNDS,
                    _ => false,
                },
                _ => false,
            }
        });
        let mut calls = Vec::new();
        walk::for_each_expr(&f.body, &mut |e| match &e.kind {
            ExprKind::Check { .. } => straight = false,
            ExprKind::Call { func, .. } => calls.push(*func),
            _ => straight &= !matches!(e.ty, Ty::Array(_)),
        });
        straight = straight && calls.iter().all(|&c| self.program.func(c).cold || self.straight(c));
        self.straight[func.index()] = Some(straight);
        straight
    }
}

/// Calls `f` with those calls of cold functions that a returned expression may be the value of.
fn returned_cold(program: &Program, e: &mut Expr, f: &mut dyn FnMut(&mut Expr)) {
    if matches!(e.kind, ExprKind::Call { func, .. } if program.func(func).cold) {
        f(e);
    } else if let ExprKind::Select(_, a, b) = &mut e.kind {
        returned_cold(program, a, f);
        returned_cold(program, b, f);
    }
}

/// The usual text of an elementary function.
pub fn usual(cx: &Cx, func: FuncId) -> Func {
    let mut f = cx.program.func(func).clone();
    f.name = usual_name(&f.name).into();
    walk::for_each_stmt_mut(&mut f.body, &mut |s| {
        if let StmtKind::Return(values) = &mut s.kind {
            for value in values {
                returned_cold(cx.program, value, &mut |call| {
                    let nan = if call.ty == Ty::F32 { Const::F32(f32::NAN) } else { Const::F64(f64::NAN) };
                    call.kind = ExprKind::Const(nan);
                });
            }
        }
    });
    f
}

/// What a call's value is called: `sin` for `Elementary.sin(double)`.
fn value_name(f: &Func) -> smol_str::SmolStr {
    f.display.split('(').next().and_then(|n| n.rsplit('.').next()).unwrap_or("value").into()
}

pub fn usual_name(name: &str) -> String {
    format!("{name}_usual")
}

/// The functions that a function calls, and those that they call.
pub fn callees(program: &Program, func: &Func, found: &mut BTreeSet<FuncId>) {
    walk::for_each_expr(&func.body, &mut |e| {
        if let ExprKind::Call { func, .. } = e.kind
            && found.insert(func)
        {
            callees(program, program.func(func), found);
        }
    });
}

/// Prints the strips of the innermost dimension, whose range is `{index}_range`. `row`: the places of that range's accumulators
/// among those of the block, where they do not begin with the first. `in_order` prints the iterations of such a range one after another.
pub fn emit(w: &mut Writer, par: &Par, lanes: &Segments, row: Option<&str>, in_order: impl FnOnce(&mut Writer)) {
    let Some(inner) = par.space.last() else { return };
    let names = w.names.clone();
    let index = w.name(inner.index).to_string();
    let label = if has_tests(&lanes.nodes) { "'strips: " } else { "" };
    w.line(&format!("{label}for strip in par::strips({index}_range.clone()) {{"));
    w.indent += 1;
    w.line("let lanes = strip.len().min(STRIP);");
    let tests = has_tests(&lanes.nodes);
    if tests {
        w.line("'fit: {");
        w.indent += 1;
    }
    let mut arrays = BTreeMap::new();
    for &v in &lanes.spread {
        let (all, ty) = (unused(w, &format!("{}_all", w.name(v))), w.var_ty(v).clone());
        let (t, zero) = (w.cx.ty(&ty), w.cx.zero(&ty));
        w.line(&format!("let mut {all}: [{t}; STRIP] = [{zero}; STRIP];"));
        w.names[v.index()] = format!("{all}[lane]");
        arrays.insert(v, all);
    }
    for o in &par.outputs {
        if let OutputKind::Reduce { acc, .. } = o.kind {
            let name = w.name(acc).to_string();
            let strip = unused(w, &format!("{name}_strip"));
            let start = format!("(strip.start - {index}_range.start) as usize");
            let start = row.map_or(start.clone(), |row| format!("{row}.start + {start}"));
            w.line(&format!("let {strip} = {start};"));
            w.line(&format!("let {strip} = &mut {name}_lanes[{strip}..{strip} + lanes];"));
            w.names[acc.index()] = format!("{strip}[lane]");
        }
    }
    let mut placed = lanes.spread.clone();
    placed.extend(accumulators(par));
    let names_of = Names { own: &names, arrays: &arrays, placed: &placed };
    let printer =
        Printer { index: &index, inner: inner.index, spread: &lanes.spread, names: names_of, over: Over::All };
    printer.nodes(w, &lanes.nodes);
    for o in &par.outputs {
        match o.kind {
            OutputKind::Fold { value, .. } | OutputKind::Scan { value, .. } => {
                w.line(&format!("{}_values.extend_from_slice(&{}[..lanes]);", names[value.index()], arrays[&value]));
            }
            OutputKind::Filter { value, keep } => {
                w.line("for lane in 0..lanes {");
                let push = format!("{}_values.push({}[lane]);", names[value.index()], arrays[&value]);
                w.line(&format!("    if {}[lane] {{ {push} }}", arrays[&keep]));
                w.line("}");
            }
            _ => {}
        }
    }
    w.names = names;
    if tests {
        w.line("continue 'strips;");
        w.indent -= 1;
        w.line("}");
        w.line("// An iteration fails.");
        w.line(&format!("let {}_range = strip;", w.name(inner.index)));
        in_order(w);
    }
    w.indent -= 1;
    w.line("}");
}

fn has_tests(nodes: &[Node]) -> bool {
    nodes.iter().any(|n| match n {
        Node::Test(_) => true,
        Node::If { then, otherwise, .. } => has_tests(then) || has_tests(otherwise),
        Node::Loop { body, .. } | Node::Labeled { body, .. } => has_tests(body),
        _ => false,
    })
}

/// The wish, or a name like it that no variable has.
fn unused(w: &Writer, wish: &str) -> String {
    let mut name = wish.to_string();
    while w.names.contains(&name) {
        name.push('_');
    }
    name
}

fn accumulators(par: &Par) -> impl Iterator<Item = VarId> {
    par.outputs.iter().filter_map(|o| match o.kind {
        OutputKind::Reduce { acc, .. } => Some(acc),
        _ => None,
    })
}

#[derive(Clone, Copy)]
struct Printer<'l> {
    index: &'l str,
    inner: VarId,
    spread: &'l BTreeSet<VarId>,
    names: Names<'l>,
    over: Over,
}

#[derive(Clone, Copy)]
struct Names<'l> {
    /// Of variables, outside of strips.
    own: &'l [String],
    /// The arrays of what is spread.
    arrays: &'l BTreeMap<VarId, String>,
    /// What has a place for each lane: what is spread, and accumulators.
    placed: &'l BTreeSet<VarId>,
}

/// The lanes that a loop goes over.
#[derive(Clone, Copy, PartialEq)]
enum Over {
    All,
    /// All of a strip that is as long as strips are: what they carry stays in registers.
    Full,
    /// [`PART`](somd_runtime::par::PART) of them, from `part` on.
    Part,
    /// No loop: one lane alone.
    One,
}

impl Printer<'_> {
    fn nodes(&self, w: &mut Writer, nodes: &[Node]) {
        nodes.iter().for_each(|n| self.node(w, n));
    }

    fn inside(&self, w: &mut Writer, nodes: &[Node]) {
        w.indent += 1;
        self.nodes(w, nodes);
        w.indent -= 1;
    }

    fn node(&self, w: &mut Writer, node: &Node) {
        match node {
            Node::Once(stmt) => w.block(&Block { stmts: vec![stmt.clone()] }),
            Node::Lanes(stmts) => self.over_lanes(w, &Block { stmts: stmts.clone() }),
            Node::Usual { var, func, args, prov } => {
                w.cx.usual.borrow_mut().insert(*func);
                let name = w.name(*var).to_string();
                let callee = w.cx.program.func(*func);
                let texts: Vec<String> = args.iter().map(|a| w.value(a).text).collect();
                let list = texts.join(", ");
                let comment = w.cx.comment(prov, w.indent);
                w.out.push_str(&comment);
                self.open(w, args.iter());
                w.line(&format!("{name} = {}({list});", ident(&usual_name(&callee.name))));
                self.close(w);
                w.line(&format!("if par::any_nan(&{}[..lanes]) {{", self.names.arrays[var]));
                w.indent += 1;
                self.open(w, args.iter());
                w.line(&format!("if {name}.is_nan() {{ {name} = {}({list}); }}", ident(&callee.name)));
                self.close(w);
                w.indent -= 1;
                w.line("}");
            }
            Node::Test(var) => {
                w.line(&format!("if !par::all(&{}[..lanes]) {{ break 'fit; }}", self.names.arrays[var]));
            }
            Node::Most { var, wanted } => {
                let (name, ty) = (w.name(*var).to_string(), w.cx.ty(&wanted.ty));
                let wanted_text = w.value(wanted).text;
                w.line(&format!("let mut {name} = {ty}::MIN;"));
                self.open(w, [wanted].into_iter());
                w.line(&format!("{name} = {name}.max({wanted_text});"));
                self.close(w);
            }
            Node::If { cond, then, otherwise } => {
                let cond = w.value(cond).text;
                w.line(&format!("if {cond} {{"));
                self.inside(w, then);
                if !otherwise.is_empty() {
                    w.line("} else {");
                    self.inside(w, otherwise);
                }
                w.line("}");
            }
            Node::Loop { head, body, sum } => match sum {
                None => self.rounds(w, head, body),
                Some(Sum::Beside) => self.beside(w, head, body),
                Some(Sum::Apart) => self.apart(w, head, body),
            },
            Node::Labeled { label, body } => {
                w.line(&format!("'l{}: {{", label.0));
                self.inside(w, body);
                w.line("}");
            }
        }
    }

    fn rounds(&self, w: &mut Writer, head: &Stmt, body: &[Node]) {
        let (text, label) = w.loop_head(head);
        w.line(&format!("{label}{text} {{"));
        self.inside(w, body);
        w.line("}");
    }

    /// The sums of a whole strip in registers; of what remains of a row at its end in memory.
    fn beside(&self, w: &mut Writer, head: &Stmt, body: &[Node]) {
        let carried = self.carried(body);
        if carried.is_empty() {
            return self.rounds(w, head, body);
        }
        w.line("if lanes == STRIP {");
        w.indent += 1;
        self.with(w, Over::Full, &carried, |w, this| this.rounds(w, head, body));
        w.indent -= 1;
        w.line("} else {");
        w.indent += 1;
        self.rounds(w, head, body);
        w.indent -= 1;
        w.line("}");
    }

    /// A few sums at a time in registers, and those that remain one by one.
    fn apart(&self, w: &mut Writer, head: &Stmt, body: &[Node]) {
        let carried = self.carried(body);
        w.line("let mut part = 0;");
        w.line("while part + PART <= lanes {");
        w.indent += 1;
        self.with(w, Over::Part, &carried, |w, this| this.rounds(w, head, body));
        w.line("part += PART;");
        w.indent -= 1;
        w.line("}");
        w.line("for lane in part..lanes {");
        w.indent += 1;
        self.with(w, Over::One, &carried, |w, this| this.rounds(w, head, body));
        w.indent -= 1;
        w.line("}");
    }

    /// What the loops over lanes in a loop with this body assign, where that can be kept in registers.
    fn carried(&self, body: &[Node]) -> BTreeSet<VarId> {
        let mut found = BTreeSet::new();
        for node in body {
            match node {
                Node::Once(_) => {}
                Node::Lanes(stmts) => walk::for_each_stmt(&Block { stmts: stmts.clone() }, &mut |s| match s.kind {
                    StmtKind::Assign { var, .. } if self.names.placed.contains(&var) => _ = found.insert(var),
                    _ => {}
                }),
                _ => return BTreeSet::new(),
            }
        }
        found
    }

    /// Prints for some of the lanes, where what they carry has variables of its own.
    fn with(&self, w: &mut Writer, over: Over, carried: &BTreeSet<VarId>, print: impl FnOnce(&mut Writer, &Printer)) {
        let names = w.names.clone();
        let there = |name: &str| if over == Over::Part { name.replace("[lane]", "[part + lane]") } else { name.into() };
        let mut back = Vec::new();
        for &v in self.names.placed {
            let place = there(&names[v.index()]);
            w.names[v.index()] = place.clone();
            if !carried.contains(&v) {
                continue;
            }
            let (own, ty) = (&self.names.own[v.index()], w.cx.ty(w.var_ty(v)));
            let (suffix, count) = match over {
                Over::Full => ("_full", "STRIP"),
                Over::Part => ("_part", "PART"),
                _ => {
                    w.line(&format!("let mut {own} = {place};"));
                    w.names[v.index()] = own.clone();
                    back.push(format!("{place} = {own};"));
                    continue;
                }
            };
            let name = unused(w, &format!("{own}{suffix}"));
            w.line(&format!("let mut {name}: [{ty}; {count}] = std::array::from_fn(|lane| {place});"));
            w.names[v.index()] = format!("{name}[lane]");
            back.push(format!("for lane in 0..{count} {{ {place} = {name}[lane]; }}"));
        }
        print(w, &Printer { over, ..*self });
        back.iter().for_each(|line| w.line(line));
        w.names = names;
    }

    /// `for lane in 0..lanes { … }`, where variables that live longer are elements of their arrays.
    fn over_lanes(&self, w: &mut Writer, block: &Block) {
        let mut block = block.clone();
        self.assign_spread(&mut block);
        if block.stmts.is_empty() {
            return;
        }
        let mut uses_index = false;
        walk::for_each_expr(&block, &mut |e| walk::for_each_read(e, &mut |v| uses_index |= v == self.inner));
        self.open_lanes(w, uses_index);
        w.block(&block);
        self.close(w);
    }

    /// A declaration of a variable that has an array is an assignment.
    fn assign_spread(&self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            walk::stmt_blocks_mut(&mut stmt, &mut |b| self.assign_spread(b));
            match stmt.kind {
                StmtKind::Let { var, init } if self.spread.contains(&var) => {
                    if let Some(value) = init {
                        block.stmts.push(Stmt { kind: StmtKind::Assign { var, value }, prov: stmt.prov });
                    }
                }
                kind => block.stmts.push(Stmt { kind, prov: stmt.prov }),
            }
        }
    }

    fn open<'e>(&self, w: &mut Writer, exprs: impl Iterator<Item = &'e Expr>) {
        let mut uses_index = false;
        exprs.for_each(|e| walk::for_each_read(e, &mut |v| uses_index |= v == self.inner));
        self.open_lanes(w, uses_index);
    }

    fn open_lanes(&self, w: &mut Writer, uses_index: bool) {
        let (lanes, lane) = match self.over {
            Over::All => ("lanes", "lane"),
            Over::Full => ("STRIP", "lane"),
            Over::Part => ("PART", "(part + lane)"),
            Over::One => ("", "lane"),
        };
        if self.over != Over::One {
            w.line(&format!("for lane in 0..{lanes} {{"));
            w.indent += 1;
        }
        if uses_index {
            w.line(&format!("let {} = strip.start + {lane} as i32;", self.index));
        }
    }

    fn close(&self, w: &mut Writer) {
        if self.over != Over::One {
            w.indent -= 1;
            w.line("}");
        }
    }
}
