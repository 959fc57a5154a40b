//! Iterations that end in a loop whose turns are independent: neighbouring work items take neighbouring turns, and so neighbouring elements,
//! where one work item an iteration would stride by a whole row, and leave most of a device idle where there are few iterations.
//!
//! What stands in front of the loop every work item computes for itself, but for stores to results: those are the first work item's of a work
//! group that takes the iteration alone. Only then do work items meet at barriers.

use super::Refusal;
use super::body::{Body, Fail};
use super::kernel::Axis;
use somd_core::ir::*;
use somd_core::walk::{self, named};
use somd_runtime::kernel::Form;
use std::collections::BTreeSet;

/// Turns of a loop that are worth a work item each.
const LONG: i64 = 32;
/// The longest step.
const STEP: i64 = 64;

struct Spread<'e> {
    before: &'e [Stmt],
    /// Stores to results.
    alone: &'e [Stmt],
    after: &'e [Stmt],
    /// Results are looked at or stored to in front of the loop.
    apart: bool,
    /// They are looked at by all behind what one stores.
    meets: bool,
    last: &'e Stmt,
    var: VarId,
    lo: &'e Expr,
    hi: &'e Expr,
    step: i64,
    turn: &'e Block,
    label: LabelId,
}

/// What an instruction writes, by the results' names and the old ones.
pub(super) fn written(par: &Par) -> Option<BTreeSet<VarId>> {
    let mut arrays = BTreeSet::new();
    for output in &par.outputs {
        match output.kind {
            OutputKind::Array(ArraySource::New { .. }) => {}
            OutputKind::Array(ArraySource::Update { old }) => {
                arrays.insert(old);
            }
            _ => return None,
        }
        arrays.insert(output.result);
    }
    Some(arrays)
}

fn constant(e: &Expr) -> Option<i64> {
    if let ExprKind::Const(Const::Int(n)) = e.kind { Some(n) } else { None }
}

/// How far an index is from a variable.
fn distance(e: &Expr, var: VarId) -> Option<i64> {
    match &e.kind {
        ExprKind::Var(v) => (*v == var).then_some(0),
        ExprKind::Check { value, .. } => distance(value, var),
        ExprKind::Binary(BinOp::Add, a, c) => Some(distance(a, var)? + constant(c)?),
        ExprKind::Binary(BinOp::Sub, a, c) => Some(distance(a, var)? - constant(c)?),
        _ => None,
    }
}

/// Whether an expression reads one of the arrays; their lengths do not change.
fn reads(e: &Expr, arrays: &BTreeSet<VarId>) -> bool {
    let own = !matches!(e.kind, ExprKind::Len { .. } | ExprKind::Check { .. });
    let mut found = own && walk::expr_var(e).is_some_and(|v| arrays.contains(&v));
    walk::expr_children(e, &mut |c| found |= reads(c, arrays));
    found
}

/// Whether a statement stores to one of the arrays.
fn stores(stmt: &Stmt, arrays: &BTreeSet<VarId>) -> bool {
    !named(std::slice::from_ref(stmt)).1.is_disjoint(arrays)
}

/// The loop that iterations end in, and what stands in front of it, where its turns are independent and nothing else stores to results.
pub(super) fn last_loop<'e>(func: &Func, par: &'e Par) -> Option<(&'e [Stmt], &'e Stmt)> {
    let arrays = written(par)?;
    let (last, before) = par.body.stmts.split_last()?;
    let StmtKind::For { var, step, body: turn, label, .. } = &last.kind else { return None };
    let free = independent(func, par, *var, constant(step)?, turn, *label);
    let stored = before.iter().any(|s| stores(s, &arrays));
    let mut looks = false;
    before.iter().for_each(|s| each_expr(s, &mut |e| looks |= reads(e, &arrays)));
    (free && !stored && !looks).then_some((before, last))
}

fn find<'e>(func: &Func, par: &'e Par) -> Option<Spread<'e>> {
    let arrays = written(par)?;
    let (last, stmts) = par.body.stmts.split_last()?;
    let StmtKind::For { var, lo, hi, step, body: turn, label } = &last.kind else { return None };
    let step = constant(step).filter(|n| *n != 0 && n.abs() <= STEP)?;
    let few = constant(lo).zip(constant(hi)).is_some_and(|(lo, hi)| (hi - lo) / step < LONG);
    if func.vars[var.index()].ty != Ty::I32
        || par.space.len() > 2
        || few
        || !independent(func, par, *var, step, turn, *label)
    {
        return None;
    }
    let block = Block { stmts: stmts.to_vec() };
    let mut simple = true;
    walk::for_each_stmt(&block, &mut |s| {
        simple &= matches!(
            s.kind,
            StmtKind::Let { .. }
                | StmtKind::Assign { .. }
                | StmtKind::Store { .. }
                | StmtKind::If { .. }
                | StmtKind::Throw { .. }
        ) || checks_only(s);
    });
    let looks = |stmts: &[Stmt]| {
        let mut looks = false;
        stmts.iter().for_each(|s| each_expr(s, &mut |e| looks |= reads(e, &arrays)));
        looks
    };
    let at = |s: &Stmt| stores(s, &arrays);
    let first = stmts.iter().position(at).unwrap_or(stmts.len());
    let end = stmts.iter().rposition(at).map_or(first, |n| n + 1);
    let (before, rest) = stmts.split_at(first);
    let (alone, after) = rest.split_at(end - first);
    let meets = looks(after) || reads(lo, &arrays) || reads(hi, &arrays);
    // What only one work item computes only that one knows.
    let (declared, changed) = named(alone);
    let outside = |v: &VarId| !declared.contains(v) && !arrays.contains(v);
    let mut later = false;
    let known = |e: &Expr, later: &mut bool| walk::for_each_read(e, &mut |v| *later |= declared.contains(&v));
    after.iter().chain([last]).for_each(|s| each_expr(s, &mut |e| known(e, &mut later)));
    (simple && !later && !changed.iter().any(outside)).then_some(Spread {
        before,
        alone,
        after,
        apart: looks(before) || !alone.is_empty() || meets,
        meets: meets || alone.is_empty() && looks(before),
        last,
        var: *var,
        lo,
        hi,
        step,
        turn,
        label: *label,
    })
}

/// A loop of values, of which nothing is left when its checks are made in front of it.
pub(super) fn checks_only(stmt: &Stmt) -> bool {
    let StmtKind::For { body, .. } = &stmt.kind else { return false };
    body.stmts.iter().all(|s| matches!(s.kind, StmtKind::Let { .. }) || checks_only(s))
}

/// The outermost expressions of a statement and of those in it.
fn each_expr(stmt: &Stmt, f: &mut dyn FnMut(&Expr)) {
    walk::stmt_exprs(stmt, f);
    walk::stmt_blocks(stmt, &mut |b| b.stmts.iter().for_each(|s| each_expr(s, f)));
}

/// Whether the turns of a loop may be taken in any order: each stores to elements that have its own index as their last one, reads of what is
/// stored only those, or such as no turn of this iteration stores to, and leaves nothing to the next.
pub(super) fn independent(func: &Func, par: &Par, var: VarId, step: i64, turn: &Block, label: LabelId) -> bool {
    let Some(arrays) = written(par) else { return false };
    let (declared, changed) = named(&turn.stmts);
    let mut inside = BTreeSet::new();
    let mut plain = changed.iter().all(|v| declared.contains(v) || arrays.contains(v));
    walk::for_each_stmt(turn, &mut |s| match &s.kind {
        StmtKind::For { label, .. } | StmtKind::While { label, .. } | StmtKind::Labeled { label, .. } => {
            inside.insert(*label);
        }
        _ => {}
    });
    let mut stored = 0;
    walk::for_each_stmt(turn, &mut |s| match &s.kind {
        StmtKind::Let { .. } | StmtKind::Assign { .. } | StmtKind::If { .. } | StmtKind::Throw { .. } => {}
        StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Labeled { .. } => {}
        StmtKind::Break(l) => plain &= inside.contains(l),
        StmtKind::Continue(l) => plain &= *l == label || inside.contains(l),
        StmtKind::Store { array, index, .. } if arrays.contains(array) => {
            stored += 1;
            let whole = func.vars[array.index()].ty.as_array().is_some_and(|a| a.dims.len() == index.len());
            plain &= whole && index.last().is_some_and(|e| distance(e, var) == Some(0));
        }
        StmtKind::Store { .. } => {}
        _ => plain = false,
    });
    walk::for_each_expr(turn, &mut |e| match &e.kind {
        ExprKind::Len { .. } | ExprKind::Check { .. } => {}
        ExprKind::Index { array, index } if arrays.contains(array) => {
            let from = index.last().and_then(|e| distance(e, var));
            plain &= from.is_some_and(|d| d == 0 || d % step != 0);
        }
        _ => plain &= walk::expr_var(e).is_none_or(|v| !arrays.contains(&v)),
    });
    plain && stored > 0
}

/// Writes the kernel. None, and nothing is written, where it does not qualify.
pub(super) fn body(body: &mut Body, par: &Par, axes: &[Axis], checked: bool) -> Result<Option<Form>, Refusal> {
    let Some(found) = find(body.func, par) else { return Ok(None) };
    let throws = |s: &Stmt| somd_core::walk::throws(body.unit.program, &Block { stmts: vec![s.clone()] });
    let stopped = (checked && found.alone.iter().any(throws)).then(|| body.names.fresh("stopped"));
    if let Some(stopped) = &stopped {
        body.line(format!("__local int {stopped};"));
    }
    let live = (checked && (found.meets || !found.alone.is_empty())).then(|| body.names.fresh("live"));
    if let Some(live) = &live {
        body.line(format!("bool {live} = false;"));
    }
    let mut outside = Vec::new();
    let mut named = Vec::new();
    for (n, axis) in axes.iter().rev().enumerate() {
        let name = body.declare(axis.var);
        body.line(format!("const int {name} = {} + (int)get_global_id({});", axis.from, n + 1));
        outside.insert(0, format!("{name} >= {}", axis.to));
        named.insert(0, name);
    }
    let leave = if live.is_some() { format!("goto {}", LABELS[0]) } else { "return".into() };
    body.line(format!("if ({}) {leave};", outside.join(" || ")));
    if checked {
        super::kernel::number(body, axes, &named, false);
    }
    let live = live.as_deref();
    let (_, lines) = body.apart(|b| {
        let (before, after) = (Block { stmts: found.before.to_vec() }, Block { stmts: found.after.to_vec() });
        let last = |b: &mut Body| {
            b.block(&after)?;
            Turns::of(b, &found)
        };
        // Nobody may look at a result any more when the first turn stores to it.
        let turns = if found.alone.is_empty() {
            let whole = |b: &mut Body| {
                b.block(&before)?;
                last(b)
            };
            if found.meets { meeting(b, live, LABELS[0], whole)? } else { whole(b)? }
        } else {
            meeting(b, live, LABELS[0], |b| b.block(&before))?;
            alone(b, &found, live, stopped.as_deref())?;
            if !found.meets {
                leave_unless(b, live, "return");
                last(b)?
            } else {
                leave_unless(b, live, &format!("goto {}", LABELS[1]));
                if let Some(live) = live {
                    b.line(format!("{live} = false;"));
                }
                meeting(b, live, LABELS[1], last)?
            }
        };
        if found.meets {
            leave_unless(b, live, "return");
        }
        turns.write(b, &found)
    })?;
    if body.sets_failed {
        body.line("bool failed = false;");
    }
    body.lines.extend(lines);
    Ok(Some(Form::Spread { apart: found.apart, step: found.step.unsigned_abs() as u32 }))
}

/// Where a group goes that has nothing more to do: to the barriers, one after the other, and out behind the last one. PoCL 3.1 computes
/// wrong addresses behind a barrier that has several returns in front of it.
const LABELS: [&str; 2] = ["meet", "meet_again"];

const MEET: &str = "barrier(CLK_GLOBAL_MEM_FENCE);";

/// Writes what stands in front of a barrier, and the barrier.
fn meeting<R>(
    body: &mut Body,
    live: Option<&str>,
    label: &'static str,
    write: impl FnOnce(&mut Body) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    let Some(live) = live else {
        let result = write(body);
        body.line(MEET);
        return result;
    };
    let each = std::mem::replace(&mut body.fail, Fail::Goto { number: "at".into(), label });
    let result = write(body);
    body.fail = each;
    body.goes_to_end = false;
    body.line(format!("{live} = true;"));
    body.line(format!("{label}: ;"));
    body.line(MEET);
    result
}

fn leave_unless(body: &mut Body, live: Option<&str>, leave: &str) {
    if let Some(live) = live {
        body.line(format!("if (!{live}) {leave};"));
    }
}

/// The stores in front of the loop, by one work item for all.
fn alone(body: &mut Body, found: &Spread, live: Option<&str>, stopped: Option<&str>) -> Result<(), Refusal> {
    let live_and = live.map_or(String::new(), |live| format!("{live} && "));
    body.line(format!("if ({live_and}get_local_id(0) == 0) {{"));
    body.indent += 1;
    let each = std::mem::replace(&mut body.fail, Fail::Goto { number: "at".into(), label: "stop" });
    if let Some(stopped) = stopped {
        body.line(format!("{stopped} = 1;"));
    }
    let result = body.block(&Block { stmts: found.alone.to_vec() });
    if let Some(stopped) = stopped {
        body.line(format!("{stopped} = 0;"));
    }
    if std::mem::take(&mut body.goes_to_end) {
        body.line("stop: ;");
    }
    body.fail = each;
    body.indent -= 1;
    body.line("}");
    if let (Some(live), Some(stopped)) = (live, stopped) {
        body.line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
        body.line(format!("{live} = {live} && !{stopped};"));
    } else {
        body.line(MEET);
    }
    result
}

/// The loop: a work item takes the turns that its number and the number of work items give it.
struct Turns {
    name: String,
    first: String,
    end: String,
    /// Checks that were made in front of it.
    proved: usize,
}

impl Turns {
    /// Writes what is computed in front of the loop.
    fn of(body: &mut Body, found: &Spread) -> Result<Turns, Refusal> {
        let Spread { var, lo, hi, step, turn, label, .. } = *found;
        body.comment(&found.last.prov);
        let by = Expr::int(step as i32, Default::default());
        let proved = body.hoist_checks(var, lo, hi, &by, turn, label)?;
        let (from, to) = (body.expr(lo)?.text, body.expr(hi)?.text);
        let end = body.names.fresh(&format!("{}_end", body.func.vars[var.index()].name));
        body.line(format!("const int {end} = {to};"));
        let name = body.declare(var);
        let first = body.names.fresh(&format!("{name}_first"));
        body.line(format!("const int {first} = {from};"));
        Ok(Turns { name, first, end, proved })
    }

    fn write(self, body: &mut Body, found: &Spread) -> Result<(), Refusal> {
        let Turns { name, first, end, proved } = self;
        let step = found.step;
        let times = |n: &str| if step == 1 { format!("(int){n}(0)") } else { format!("(int){n}(0) * {step}") };
        let test = if step > 0 { '<' } else { '>' };
        body.line(format!(
            "for (int {name} = add_sat({first}, {}); {name} {test} {end}; {name} = add_sat({name}, {})) {{",
            times("get_global_id"),
            times("get_global_size")
        ));
        body.loop_body(found.turn, found.label)?;
        body.loop_ends(proved);
        Ok(())
    }
}
