//! Iterations that end in a loop whose turns are independent: neighbouring work items take neighbouring turns, and so neighbouring elements,
//! where one work item an iteration would stride by a whole row, and leave most of a device idle where there are few iterations.
//!
//! What stands in front of the loop every work item computes for itself, but for stores to results: those are the first work item's of a work
//! group that takes the iteration alone. Only then do work items meet at barriers.

use super::axis::Axis;
use super::body::{Body, Fail};
use super::emitted::Refusal;
use somd_core::ir::*;
use somd_runtime::kernel::Form;
use somd_schedule::forms::inner_parallel::Spread;

/// Writes the kernel.
pub(super) fn body(body: &mut Body, found: &Spread, axes: &[Axis], checked: bool) -> Result<Form, Refusal> {
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
        super::axis::number(body, axes, &named, false);
    }
    let live = live.as_deref();
    let (_, lines) = body.apart(|b| {
        let (before, after) = (Block { stmts: found.before.to_vec() }, Block { stmts: found.after.to_vec() });
        let last = |b: &mut Body| {
            b.block(&after)?;
            Turns::of(b, found)
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
            alone(b, found, live, stopped.as_deref())?;
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
        turns.write(b, found)
    })?;
    if body.sets_failed {
        body.line("bool failed = false;");
    }
    body.lines.extend(lines);
    Ok(Form::Spread { apart: found.apart, step: found.step.unsigned_abs() as u32 })
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
    body.label(label);
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
    let each = std::mem::replace(&mut body.fail, Fail::Goto { number: "at".into(), label: "stop" });
    if let Some(stopped) = stopped {
        body.line(format!("{stopped} = 1;"));
    }
    let result = body.block(&Block { stmts: found.alone.to_vec() });
    if let Some(stopped) = stopped {
        body.line(format!("{stopped} = 0;"));
    }
    if std::mem::take(&mut body.goes_to_end) {
        body.label("stop");
    }
    body.fail = each;
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
        let (from, to) = (body.expr(lo)?.text(), body.expr(hi)?.text());
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
