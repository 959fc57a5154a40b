//! Iterations with loops that go through rows of their own, `for j … s += a[i][j] * x[j]`: a work group takes several iterations, all its
//! work items compute what the loop's turns give, each turn by one of them, and leave it in local memory, where one work item an
//! iteration folds it in the order of the program. Neighbouring work items read neighbouring elements, and there are as many loads
//! under way as there are work items, where one work item an iteration would stride by whole rows, and leave most of a device idle where
//! iterations are few. Loops whose turns are independent are shared in the same way, without a fold.
//!
//! The plan says what is a piece and what the fold. How many iterations a group takes is known when the kernel is
//! launched: it is built with ITERATIONS then. Where there are iterations enough for all work items it is built without, one work item an iteration.

use super::axis::Axis;
use super::body::{Body, Fail, Space};
use super::code::identifier;
use super::emitted::Refusal;
use super::lines::{self, Line};
use somd_core::ir::*;
use somd_core::walk::{self, named};
use somd_schedule::forms::group_per_row::{Plan, Shared, Step};
use somd_schedule::independence::written;
use somd_syntax::source::Span;
use std::collections::BTreeSet;

/// Bytes of local memory for pieces, and at most so many elements of each.
const LOCAL_BYTES: usize = 16 << 10;
const ELEMENTS: usize = 4096;

/// `TURNS`: as many of each iteration as local memory has room for.
pub(super) fn defines(plan: &Plan) -> String {
    let elements = ELEMENTS.min(LOCAL_BYTES / plan.bytes.next_power_of_two());
    format!("#ifdef ITERATIONS\n#define TURNS ({elements} / ITERATIONS)\n#endif\n\n")
}

/// Names that the kernel's text gives to what a group's work items know.
struct Group {
    lane: String,
    first: String,
    inside: String,
    /// Which iterations have failed in turns, and behind these whether one has. The others go on: an earlier one may fail too.
    stopped: String,
    fails: bool,
    /// Iterations may fail: each has a number of turns of its own, which ends when it does.
    checked: bool,
    /// Of a turn: the iteration's number in the group, the turn's in the tile, and that of both.
    row: String,
    turn: String,
    each: String,
    locals: Vec<String>,
    /// Barriers that have a label in front.
    met: usize,
    /// The segment's first line.
    start: usize,
    fence: &'static str,
}

/// Writes the kernel's text for ITERATIONS.
pub(super) fn body(body: &mut Body, plan: &Plan, par: &Par, axes: &[Axis], checked: bool) -> Result<(), Refusal> {
    let [axis] = axes else { return Ok(()) };
    let [lane, first, inside, stopped, row, turn, each] =
        ["lane", "first", "inside", "stopped", "row", "turn", "e"].map(|n| body.names.fresh(n));
    body.line(format!("const int {lane} = get_local_id(0);"));
    body.line(format!("const int {first} = {} + (int)get_group_id(0) * ITERATIONS;", axis.from));
    body.line(format!("bool {inside} = {lane} < ITERATIONS && {first} + {lane} < {};", axis.to));
    let name = body.declare(axis.var);
    body.line(format!("const int {name} = {first} + {lane};"));
    if checked {
        super::axis::number(body, axes, std::slice::from_ref(&name), false);
    }
    let mut reads = false;
    let arrays = written(par).unwrap_or_default();
    walk::for_each_expr(&par.body, &mut |e| {
        let lengths = matches!(e.kind, ExprKind::Len { .. } | ExprKind::Check { .. });
        reads |= !lengths && walk::expr_var(e).is_some_and(|v| arrays.contains(&v));
    });
    let fence = if reads { "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE" } else { "CLK_LOCAL_MEM_FENCE" };
    let start = body.lines.len();
    let (fails, locals, met) = (false, Vec::new(), 0);
    let mut group = Group { lane, first, inside, stopped, fails, checked, row, turn, each, locals, met, start, fence };
    let fail = body.fail.clone();
    body.fail = group.leave();
    let mut result = Ok(());
    let mut last = usize::MAX;
    if checked {
        result = body.hoist_known_checks_of(&par.body.stmts, 1);
    }
    for (n, step) in plan.steps.iter().enumerate() {
        if result.is_err() {
            break;
        }
        if n + 1 == plan.steps.len() && matches!(step, Step::Alone(_)) {
            // Nobody waits behind it.
            body.line(format!("if (!{}) return;", group.inside));
            group.start = usize::MAX;
            last = body.lines.len();
        }
        result = match step {
            Step::Alone(stmts) => body.block(&Block { stmts: stmts.clone() }),
            Step::Shared(shared) => loop_of(body, &mut group, shared, axis),
        };
    }
    // PoCL 3.1 computes wrong addresses where behind the barriers some work items leave for a failure.
    if result.is_ok() && body.lines.iter().skip(last).any(Line::reports) {
        result = Err(Refusal::new(Span::default(), "an iteration may fail behind its shared turns"));
    }
    group.meet(body);
    body.fail = fail;
    body.goes_to_end = false;
    let mut front = std::mem::take(&mut group.locals);
    if group.fails {
        let Group { lane, stopped, .. } = &group;
        front.push(format!("__local int {stopped}[ITERATIONS + 1];"));
        front.push(format!("if ({lane} < ITERATIONS) {stopped}[{lane}] = 0;"));
        front.push(format!("if ({lane} == 0) {stopped}[ITERATIONS] = 0;"));
        front.push("barrier(CLK_LOCAL_MEM_FENCE);".into());
    }
    if body.sets_failed {
        front.push("bool failed = false;".into());
    }
    // Behind the declaration of the lane.
    body.lines.splice(1..1, front.into_iter().map(Line::new));
    result
}

impl Group {
    fn label(&self) -> String {
        format!("met_{}", self.met)
    }

    /// How one work item's iteration ends in front of the next barrier.
    fn leave(&self) -> Fail {
        let mark = format!("{} = false;", self.inside);
        Fail::Turn { number: "at".into(), mark, label: self.label() }
    }

    /// The end of what work items do alone, but for what ends the kernel: all come here.
    fn meet(&mut self, body: &mut Body) {
        if body.lines.len() > self.start {
            let label = self.label();
            body.goes_to_end = false;
            body.lines.insert(self.start, Line::new(format!("if (!{}) goto {label};", self.inside)));
            body.label(&label);
            self.met += 1;
            body.fail = self.leave();
        }
        self.start = body.lines.len();
    }
}

/// The bounds of a loop, and what work items are told of an iteration whose turns they compute.
struct Bounds {
    lo: String,
    hi: String,
    /// They are the same for all iterations.
    uniform: bool,
    told: Vec<Told>,
}

/// A value of an iteration's own that its turns read.
struct Told {
    ty: String,
    name: String,
}

/// Names of a loop.
struct Loop {
    /// How many turns each iteration has, where that differs, and the greatest of these numbers.
    turns: String,
    most: String,
    /// The first turn in local memory.
    tile: String,
    /// The loop's variable, and what it is in a turn.
    counter: String,
    value: String,
}

/// A loop whose turns all work items share.
fn loop_of(body: &mut Body, group: &mut Group, shared: &Shared, axis: &Axis) -> Result<(), Refusal> {
    let Shared { var, turn, fold, .. } = shared;
    let one = Expr::int(1, Span::default());
    // What the turn stores has its checks made in front too.
    let whole = Block { stmts: turn.stmts.iter().chain(&shared.store).cloned().collect() };
    let proved = body.hoist_checks(*var, &shared.lo, &shared.hi, &one, &whole, shared.label)?;
    let mut bounds = bounds(body, group, shared)?;
    told(body, shared, axis, &mut bounds.told)?;
    group.meet(body);
    body.comment(&shared.prov);
    let fence = group.fence;
    let turns = body.names.fresh("turns");
    let known = tell(body, group, &bounds, &turns);
    let most = most(body, group, &bounds, &turns);
    let may_stop = body.lines.len();
    let tile = body.names.fresh("tile");
    body.line(format!("for (uint {tile} = 0; {tile} < {most}; {tile} = add_sat({tile}, (uint)TURNS)) {{"));
    let mut names = Loop { turns, most, tile, counter: String::new(), value: String::new() };
    let (parts, fails) = pieces(body, group, shared, axis, &bounds, &known, &mut names)?;
    let Group { lane, inside, stopped, row, .. } = &*group;
    let Loop { turns, most, .. } = &names;
    let stops = format!("if ({lane} < ITERATIONS && {stopped}[{lane}]) {inside} = false, {turns}[{lane}] = 0;");
    if !fold.stmts.is_empty() {
        body.line(format!("barrier({fence});"));
        if fails {
            body.line(&stops);
        }
        folded(body, group, shared, bounds.uniform, &parts, &names)?;
        body.line(format!("barrier({fence});"));
        if fails {
            let greatest = greatest(row, most, turns);
            body.line(format!("if ({stopped}[ITERATIONS]) {{"));
            body.line(format!("{most} = 0;"));
            body.line(greatest);
            body.line("}");
        }
    }
    if let Some(store) = &shared.store {
        stored(body, group, shared, store, axis, &bounds, &known, &parts, &names)?;
        body.line(format!("barrier({fence});"));
    }
    body.line("}");
    if fold.stmts.is_empty() {
        body.line(format!("barrier({fence});"));
        if fails {
            body.line(&stops);
            body.line(format!("barrier({fence});"));
        }
    }
    // Looked at by all before it changes.
    if !bounds.uniform {
        body.lines.insert(may_stop, Line::new(format!("barrier({fence});")));
    }
    body.loop_ends(proved);
    group.start = body.lines.len();
    Ok(())
}

/// Bounds that are an iteration's own are told to all.
fn bounds(body: &mut Body, group: &Group, shared: &Shared) -> Result<Bounds, Refusal> {
    let name = identifier(&body.func.vars[shared.var.index()].name);
    let alike = |body: &Body, e: &Expr| match &e.kind {
        ExprKind::Const(_) | ExprKind::Len { .. } => true,
        ExprKind::Var(v) => body.uniforms.contains(v),
        _ => false,
    };
    let mut told = Vec::new();
    let (lo_alike, hi_alike) = (alike(body, &shared.lo), alike(body, &shared.hi));
    let (lo, hi) = (body.expr(&shared.lo)?, body.expr(&shared.hi)?);
    let lo = if lo_alike {
        lo.text()
    } else {
        let first = body.names.fresh(&format!("{name}_first"));
        body.line(format!("const int {first} = {};", lo.text()));
        told.push(Told { ty: "int".into(), name: first.clone() });
        first
    };
    let hi = if hi_alike {
        hi.text()
    } else {
        let end = body.names.fresh(&format!("{name}_end"));
        body.line(format!("const int {end} = {};", hi.text()));
        end
    };
    Ok(Bounds { lo, hi, uniform: lo_alike && hi_alike && !group.checked, told })
}

/// What turns read of their iteration.
fn told(body: &mut Body, shared: &Shared, axis: &Axis, told: &mut Vec<Told>) -> Result<(), Refusal> {
    let Shared { var, turn, .. } = shared;
    let (inner, _) = named(&turn.stmts);
    let mut reads = BTreeSet::new();
    walk::for_each_expr(turn, &mut |e| reads.extend(walk::expr_var(e)));
    walk::for_each_stmt(turn, &mut |s| {
        walk::stmt_vars(s, &mut |v, _| {
            reads.insert(v);
        })
    });
    for v in reads {
        if inner.contains(&v) || v == *var || v == axis.var || body.uniforms.contains(&v) {
            continue;
        }
        let Some(name) = body.vars[v.index()].clone() else {
            match body.places.get(&v) {
                Some(place) if place.space == Space::Global => continue,
                _ => return Err(Refusal::new(body.func.vars[v.index()].span, "turns share an iteration's own array")),
            }
        };
        let ty = body.func.vars[v.index()].ty.clone();
        if !ty.is_scalar() {
            return Err(Refusal::new(body.func.vars[v.index()].span, "turns share an iteration's own values"));
        }
        told.push(Told { ty: body.unit.scalar(&ty), name });
    }
    Ok(())
}

impl Bounds {
    /// How many turns there are.
    fn count(&self) -> String {
        let (lo, hi) = (&self.lo, &self.hi);
        if lo == "0" { format!("max({hi}, 0)") } else { format!("{hi} > {lo} ? (uint){hi} - (uint){lo} : 0") }
    }
}

/// Each iteration tells how many turns it has, and what they read of it. The result: what declares that again in a turn.
fn tell(body: &mut Body, group: &mut Group, bounds: &Bounds, turns: &str) -> Vec<String> {
    let Group { lane, inside, row, locals, fence, .. } = group;
    if !bounds.uniform {
        locals.push(format!("__local uint {turns}[ITERATIONS];"));
        let count = if bounds.lo == "0" { bounds.count() } else { format!("({})", bounds.count()) };
        body.line(format!("if ({lane} < ITERATIONS) {turns}[{lane}] = {inside} ? {count} : 0;"));
    }
    let mut known = Vec::new();
    let mut tells = Vec::new();
    for Told { ty, name } in &bounds.told {
        let stored = if ty == "bool" { "uchar" } else { ty };
        let of = body.names.fresh(&format!("{name}_of"));
        locals.push(format!("__local {stored} {of}[ITERATIONS];"));
        tells.push(format!("    {of}[{lane}] = {name};"));
        known.push(format!("const {ty} {name} = {of}[{row}];"));
    }
    // Who has left has no values.
    if !tells.is_empty() {
        body.line(format!("if ({inside}) {{"));
        tells.iter().for_each(|line| body.line(line));
        body.line("}");
    }
    body.line(format!("barrier({fence});"));
    known
}

/// Declares the greatest number of turns.
fn most(body: &mut Body, group: &Group, bounds: &Bounds, turns: &str) -> String {
    let (most, row) = (body.names.fresh("most"), &group.row);
    if bounds.uniform {
        body.line(format!("uint {most} = {};", bounds.count()));
    } else {
        body.line(format!("uint {most} = 0;"));
        body.line(greatest(row, &most, turns));
    }
    most
}

/// What makes `most` the greatest number of turns, if it is not greater.
fn greatest(row: &str, most: &str, turns: &str) -> String {
    format!("for (int {row} = 0; {row} < ITERATIONS; {row}++) {most} = max({most}, {turns}[{row}]);")
}

/// What all work items compute of a tile of turns, into local memory: the arrays of the pieces there, and whether a turn may fail.
fn pieces(
    body: &mut Body,
    group: &mut Group,
    shared: &Shared,
    axis: &Axis,
    bounds: &Bounds,
    known: &[String],
    names: &mut Loop,
) -> Result<(Vec<String>, bool), Refusal> {
    let Group { lane, first, stopped, row, turn: place, each, .. } = &*group;
    let [lane, first, stopped, row, place, each] = [lane, first, stopped, row, place, each].map(String::clone);
    let Loop { turns, most, tile, .. } = &*names;
    if shared.store.is_some() && !body.unit.has_loops(&shared.turn) {
        body.unroll("4");
    }
    body.line(format!("for (int {each} = {lane}; {each} < ITERATIONS * TURNS; {each} += 256) {{"));
    let (slow, fast) = if shared.across { (&place, &row) } else { (&row, &place) };
    let by = if shared.across { "ITERATIONS" } else { "TURNS" };
    body.line(format!("const int {slow} = {each} / {by}, {fast} = {each} % {by};"));
    if bounds.uniform {
        body.line(format!("if ({tile} + {place} >= {most} || {first} + {row} >= {}) continue;", axis.to));
    } else {
        body.line(format!("if ({tile} + {place} >= {turns}[{row}]) continue;"));
    }
    let iteration = body.vars[axis.var.index()].clone().unwrap_or_default();
    let counter = body.declare(shared.var);
    let value = match bounds.lo.as_str() {
        "0" => format!("{tile} + {place}"),
        lo => format!("{lo} + (int)({tile} + {place})"),
    };
    let next = format!("next_{}", group.met);
    let mark = format!("atomic_or(&{stopped}[{row}], 1); atomic_or(&{stopped}[ITERATIONS], 1);");
    let alone = std::mem::replace(&mut body.fail, Fail::Turn { number: "at".into(), mark, label: next.clone() });
    let sets_failed = std::mem::take(&mut body.sets_failed);
    let met = std::mem::take(&mut body.goes_to_end);
    let written = body.apart(|b| {
        b.block(&shared.turn)?;
        Ok(parts(b, group, &shared.pieces))
    });
    let (parts, lines) = written?;
    let fails = std::mem::replace(&mut body.goes_to_end, met);
    let inner_failed = std::mem::replace(&mut body.sets_failed, sets_failed);
    body.fail = alone;
    group.fails |= fails;
    if lines::name(&lines, &iteration) || fails {
        body.line(format!("const int {iteration} = {first} + {row};"));
    }
    if fails {
        body.line(format!("const uint at = (uint){iteration} - {};", axis.from));
    }
    for (Told { name, .. }, line) in bounds.told.iter().zip(known) {
        if lines::name(&lines, name) || *name == bounds.lo {
            body.line(line);
        }
    }
    if lines::name(&lines, &counter) {
        body.line(format!("const int {counter} = {value};"));
    }
    if inner_failed {
        body.line("bool failed = false;");
    }
    body.lines.extend(lines);
    if fails {
        body.label(&next);
    }
    body.line("}");
    (names.counter, names.value) = (counter, value);
    Ok((parts, fails))
}

/// Puts a turn's pieces into local memory: the names of their arrays there.
fn parts(body: &mut Body, group: &mut Group, pieces: &[VarId]) -> Vec<String> {
    let Group { row, turn: place, locals, .. } = group;
    let mut used: Vec<(String, usize)> = Vec::new();
    let mut names = Vec::new();
    for piece in pieces {
        let stored = match body.func.vars[piece.index()].ty.clone() {
            Ty::Bool => "uchar".to_string(),
            ty => body.unit.scalar(&ty),
        };
        let n = match used.iter_mut().find(|(t, _)| *t == stored) {
            Some((_, n)) => {
                *n += 1;
                *n
            }
            None => {
                used.push((stored.clone(), 0));
                0
            }
        };
        let local = format!("{stored}_parts{}", if n == 0 { String::new() } else { (n + 1).to_string() });
        let declared = format!("__local {stored} {local}[ITERATIONS * (TURNS + 1)];");
        if !locals.contains(&declared) {
            locals.push(declared);
        }
        let value = body.vars[piece.index()].clone().unwrap_or_default();
        body.line(format!("{local}[{row} * (TURNS + 1) + {place}] = {value};"));
        names.push(local);
    }
    names
}

/// What the fold has left of a tile's turns goes to the results: all work items store, neighbours to neighbouring elements.
#[allow(clippy::too_many_arguments)]
fn stored(
    body: &mut Body,
    group: &Group,
    shared: &Shared,
    store: &Stmt,
    axis: &Axis,
    bounds: &Bounds,
    known: &[String],
    parts: &[String],
    names: &Loop,
) -> Result<(), Refusal> {
    let Group { lane, first, row, turn: place, each, .. } = group;
    let Loop { turns, most, tile, counter, value } = names;
    let iteration = body.vars[axis.var.index()].clone().unwrap_or_default();
    body.line(format!("for (int {each} = {lane}; {each} < ITERATIONS * TURNS; {each} += 256) {{"));
    body.line(format!("const int {row} = {each} / TURNS, {place} = {each} % TURNS;"));
    if bounds.uniform {
        body.line(format!("if ({tile} + {place} >= {most} || {first} + {row} >= {}) continue;", axis.to));
    } else {
        body.line(format!("if ({tile} + {place} >= {turns}[{row}]) continue;"));
    }
    body.line(format!("const int {iteration} = {first} + {row};"));
    for (piece, local) in shared.pieces.iter().zip(parts) {
        body.vars[piece.index()] = Some(format!("{local}[{row} * (TURNS + 1) + {place}]"));
    }
    body.vars[shared.var.index()] = Some(counter.clone());
    let met = std::mem::take(&mut body.goes_to_end);
    let (_, lines) = body.apart(|b| b.block(&Block { stmts: vec![store.clone()] }))?;
    if std::mem::replace(&mut body.goes_to_end, met) {
        return Err(Refusal::new(Span::default(), "a store behind shared turns may fail"));
    }
    for (Told { name, .. }, line) in bounds.told.iter().zip(known) {
        if lines::name(&lines, name) || *name == bounds.lo {
            body.line(line);
        }
    }
    body.line(format!("const int {counter} = {value};"));
    body.lines.extend(lines);
    body.line("}");
    Ok(())
}

/// Operations of a function that is as good as written out.
const SMALL: usize = 16;

/// Whether what stands there, with what it calls, is so little that several turns of it are worth writing out.
fn small(body: &Body, block: &Block) -> bool {
    let mut size = 0;
    walk::for_each_expr(block, &mut |e| {
        size += 1;
        if let ExprKind::Call { func, .. } = &e.kind {
            walk::for_each_expr(&body.unit.program.func(*func).body, &mut |e| {
                size += if matches!(e.kind, ExprKind::Call { .. }) { SMALL } else { 1 };
            });
        }
    });
    size <= 2 * SMALL
}

/// The fold of a tile's pieces, by one work item an iteration.
fn folded(
    body: &mut Body,
    group: &Group,
    shared: &Shared,
    uniform: bool,
    parts: &[String],
    names: &Loop,
) -> Result<(), Refusal> {
    let Group { lane, inside, turn: place, .. } = group;
    let Loop { turns, most, tile, counter, value } = names;
    body.line(format!("if ({inside}) {{"));
    let left = body.names.fresh("left");
    let own = if uniform { most.clone() } else { format!("max({turns}[{lane}], {tile})") };
    body.line(format!("const uint {left} = min({own} - {tile}, (uint)TURNS);"));
    for (piece, local) in shared.pieces.iter().zip(parts) {
        body.vars[piece.index()] = Some(format!("{local}[{lane} * (TURNS + 1) + {place}]"));
    }
    let unroll = if shared.store.is_some() && small(body, &shared.fold) { "8" } else { body.times(&shared.fold) };
    body.unroll(unroll);
    body.line(format!("for (uint {place} = 0; {place} < {left}; {place}++) {{"));
    let (_, lines) = body.apart(|b| b.block(&shared.fold))?;
    if lines::name(&lines, counter) {
        body.line(format!("const int {counter} = {value};"));
    }
    body.lines.extend(lines);
    for _ in 0..2 {
        body.line("}");
    }
    Ok(())
}
