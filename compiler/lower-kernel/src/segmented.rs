//! Sums over elements that data names, in order: `for (…) y[row[k]] += value[k] * x[column[k]]`, where an iteration has such a loop to itself and
//! equal subscripts follow each other mostly, as in a sparse matrix's rows.
//!
//! A work group takes an iteration. For a stretch of turns each work item computes a few turns' subscripts and values. The turns that begin a run of
//! equal subscripts are listed, and a work item each adds up its run, in order: the same bits. Where the subscripts of a stretch do not ascend, one work item does
//! all of it.
//!
//! Where the same subscripts serve launch after launch, the runs are listed once: built with LISTS = 1 the kernel leaves them, in order, and with
//! LISTS = 2 it reads them instead of the subscripts. What the runtime must see unchanged for that are the arrays that decide where values go.

use super::axis::Axis;
use super::body::{Body, Fail};
use super::code::unsigned_type;
use super::emitted::Refusal;
use super::lines::Line;
use super::state::{Proved, Tiled};
use somd_core::ir::*;
use somd_core::walk;
use somd_runtime::kernel::RUN_TURNS;
use somd_schedule::forms::segmented::{Runs, deciding, each_of, needed};
use somd_schedule::forms::tiles::Own;
use std::collections::BTreeSet;

/// What the kernel's text needs beside its parameters where runs are listed: the arguments, as bits, that decide where values go, and the names of the
/// lists and of how many turns of an iteration they have room for.
pub(super) struct Listed {
    pub places: u32,
    pub lists: String,
    pub capacity: String,
}

impl Listed {
    /// Parameters behind all others.
    pub fn parameters(&self) -> String {
        format!("\n#if LISTS\n    , __global int* restrict {}, int {}\n#endif\n    ", self.lists, self.capacity)
    }
}

/// Work items of the largest group, and turns of each in a stretch.
const GROUP: usize = 256;

const TURNS: usize = RUN_TURNS;

/// Arrays' elements at the turn's own number.
fn own_reads(body: &Body, par: &Par, found: &Runs) -> Vec<Own> {
    let captured = somd_core::interface::captures(par);
    let mut reads: Vec<Own> = Vec::new();
    let certain = super::hoist::certain_reads(body.func, found.turn);
    for (array, index) in certain {
        let own = matches!(index.unchecked().kind, ExprKind::Var(v) if v == found.var);
        let in_range = super::rows::known(body, std::slice::from_ref(index));
        if own && in_range && captured.contains(&array) && !reads.iter().any(|r| r.array == array) {
            let ty = body.func.vars[array.index()].ty.clone();
            reads.push(Own { array, index: vec![index.unchecked().clone()], ty });
        }
    }
    // What an iteration stores to, it may have stored to before.
    reads.retain(|r| {
        r.array != found.result
            && !matches!(par.outputs[0].kind, OutputKind::Array(ArraySource::Update { old }) if old == r.array)
    });
    reads
}

/// The names of what a work group shares, and of what each work item has.
struct Names {
    places: String,
    values: String,
    mixed: String,
    starts: String,
    runs: String,
    place: String,
    slot: String,
    each: String,
    many: String,
    next: String,
    total: String,
    /// Whether the runs are in the lists; the stretches' counts, and the next of them; the lists of their runs, and a run's number there.
    listed: String,
    counts: String,
    piece: String,
    table: String,
    number: String,
}

/// Writes the kernel.
pub(super) fn body(body: &mut Body, par: &Par, found: &Runs, axes: &[Axis], checked: bool) -> Result<Listed, Refusal> {
    let axis = &axes[0];
    let mut fresh = |wish: &str| body.names.fresh(wish);
    let names = Names {
        places: fresh("places"),
        values: fresh("values"),
        mixed: fresh("mixed"),
        starts: fresh("starts"),
        runs: fresh("runs"),
        place: fresh("place"),
        slot: fresh("slot"),
        each: fresh("each"),
        many: fresh("many"),
        next: fresh("next"),
        total: fresh("total"),
        listed: fresh("listed"),
        counts: fresh("counts"),
        piece: fresh("piece"),
        table: fresh("table"),
        number: fresh("number"),
    };
    let listed = Listed { places: deciding(par, found), lists: fresh("lists"), capacity: fresh("capacity") };
    let ty = body.unit.stored(&found.value.ty);
    body.line(format!("__local {ty} {}[{}];", names.values, GROUP * TURNS));
    let lists = listed.places != 0;
    if lists {
        body.directive("#if LISTS != 2");
    }
    body.line(format!("__local int {}[{}];", names.places, GROUP * TURNS));
    body.line(format!("__local ushort {}[{}];", names.starts, GROUP * TURNS));
    body.line(format!("__local int {}, {};", names.runs, names.mixed));
    if lists {
        body.directive("#endif");
    }
    let name = body.declare(axis.var);
    body.line(format!("const int {name} = {} + (int)get_group_id(1);", axis.from));
    body.line(format!("if ({name} >= {}) return;", axis.to));
    if checked {
        super::axis::number(body, axes, &[name], false);
    }
    body.line(format!("const int lane = get_local_id(0), lanes = get_local_size(0), stretch = lanes * {TURNS};"));
    let (_, lines) = body.apart(|b| stretches(b, par, axis, found, &names, &listed))?;
    if body.sets_failed {
        body.line("bool failed = false;");
    }
    body.lines.extend(lines);
    Ok(listed)
}

/// LISTS where nothing is said of it.
pub(super) const DEFINES: &str = "#ifndef LISTS\n#define LISTS 0\n#endif\n\n";

fn stretches(
    body: &mut Body,
    par: &Par,
    axis: &Axis,
    found: &Runs,
    names: &Names,
    listed: &Listed,
) -> Result<(), Refusal> {
    let (from, to) = (body.expr(found.lo)?.text(), body.expr(found.hi)?.text());
    let end = body.names.fresh(&format!("{}_end", body.func.vars[found.var.index()].name));
    let start = body.names.fresh(&format!("{}_start", body.func.vars[found.var.index()].name));
    body.line(format!("const int {start} = {from};"));
    body.line(format!("const int {end} = {to};"));
    let before = body.proved.len();
    let mut tests = Vec::new();
    for (array, index) in super::hoist::certain_reads(body.func, found.turn) {
        if let ExprKind::Check { kind: CheckKind::Index { array: of, dim }, value, .. } = &index.kind
            && body.hoists
            && matches!(value.kind, ExprKind::Var(v) if v == found.var)
            && !body.is_proved(*of, *dim, value)
            && body.places.contains_key(&array)
        {
            tests.push(format!("{end} > {}", body.place(*of, value)?.dims[*dim as usize]));
            body.proved.push(Proved::always(*of, *dim, (**value).clone()));
        }
    }
    if !tests.is_empty() {
        body.fail_if(&format!("{start} < {end} && ({start} < 0 || {})", tests.join(" || ")));
    }
    let bounds = [start, end];
    let plain = body.apart(|b| by_places(b, par, found, names, &bounds, listed.places != 0))?;
    let lists = match listed.places {
        0 => None,
        _ => Some(body.apart(|b| by_lists(b, par, found, names, &bounds))?),
    };
    body.loop_ends(before);
    let checked = body.lines.iter().chain(&plain.1).any(Line::reports);
    let tested = |(at, mut lines): (usize, Vec<Line>)| {
        if checked {
            let test = "if (sound != UINT_MAX) { atomic_min(first_failure, 0u); return; }";
            lines.insert(at, Line::new(test));
        }
        lines
    };
    let Some(lists) = lists else {
        body.lines.extend(tested(plain));
        return Ok(());
    };
    let Names { listed: all, counts, piece, table, .. } = names;
    let [nth, pieces, tables] = ["nth", "pieces", "tables"].map(|n| body.names.fresh(n));
    let Listed { lists: memory, capacity, .. } = listed;
    let iteration = body.vars[axis.var.index()].clone().unwrap_or_default();
    let [start, end] = &bounds;
    let mut lines = vec![Line::new("#if LISTS")];
    let mut line = |text: String| lines.push(Line::new(text));
    line("// The lists: how many groups have left none; how many runs each stretch has; of each the element and, in 16 bits each, its ends.".into());
    line(format!("const uint {nth} = {iteration} - {};", axis.from));
    line(format!("const size_t {pieces} = ({capacity} + stretch - 1) / stretch;"));
    line(format!("const size_t {tables} = 2 + (({} - {}) * {pieces} + 1) / 2 * 2;", axis.to, axis.from));
    line(format!("__global int* {counts} = {memory} + 2 + {nth} * {pieces};"));
    line(format!("__global int2* {table} = (__global int2*)({memory} + {tables}) + (size_t){nth} * {capacity};"));
    line(format!("int {piece} = 0;"));
    lines.push(Line::new("#endif"));
    lines.push(Line::new("#if LISTS == 1"));
    lines.push(Line::new(format!("bool {all} = (long){end} - {start} <= {capacity};")));
    lines.push(Line::new("#endif"));
    lines.push(Line::new("#if LISTS == 2"));
    lines.extend(tested(lists));
    lines.push(Line::new("#else"));
    lines.extend(tested(plain));
    lines.push(Line::new("#endif"));
    lines.push(Line::new("#if LISTS == 1"));
    lines.push(Line::new(format!("if (lane == 0 && {all}) atomic_dec({memory});")));
    lines.push(Line::new("#endif"));
    body.lines.extend(lines);
    Ok(())
}

/// All stretches, whose runs may be listed; where the test stands whether a kernel before has failed.
fn by_places(
    body: &mut Body,
    par: &Par,
    found: &Runs,
    names: &Names,
    [start, end]: &[String; 2],
    lists: bool,
) -> Result<usize, Refusal> {
    let Names { places, values, mixed, starts, runs, place, slot, each, many, next, total, .. } = names;
    let Names { listed, counts, piece, table, number, .. } = names;
    body.line(format!("for (int first = {start}; first < {end}; first = add_sat(first, stretch)) {{"));
    body.line(format!("const int {many} = min({end} - first, stretch);"));
    loads(body, own_reads(body, par, found), found, names)?;
    let turns = format!("for (int {each} = 0; {each} < {TURNS}; {each}++) {{");
    let number_of = format!("const int {slot} = {each} * lanes + lane;");
    let loaded = body.lines.len();
    body.line("// Where each turn's value goes.");
    body.unroll("");
    body.line(turns);
    body.line(number_of);
    body.line(format!("int {place} = -1;"));
    body.line(format!("if ({slot} < {many}) {{"));
    let turn = body.declare(found.var);
    body.line(format!("const int {turn} = first + {slot};"));
    let outer = std::mem::replace(&mut body.fail, Fail::Goto { number: "at".into(), label: "stop" });
    let inside = body.block(&Block { stmts: found.lets.to_vec() });
    body.comment(found.prov);
    let at = body.expr(found.at)?.text();
    let value = body.expr(found.value)?.text();
    body.fail = outer;
    inside?;
    body.line(format!("{values}[{slot}] = {value};"));
    body.line(format!("{place} = {at};"));
    if std::mem::take(&mut body.goes_to_end) {
        body.label("stop");
    }
    body.line("}");
    body.line(format!("{places}[{slot}] = {place};"));
    body.line("}");
    body.line(format!("if (lane == 0) {runs} = {mixed} = 0;"));
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    body.line(format!("for (int {slot} = lane; {slot} < {many}; {slot} += lanes) {{"));
    body.line(format!("    const int {place} = {places}[{slot}], before = {slot} == 0 ? -1 : {places}[{slot} - 1];"));
    body.line(format!("    if ({place} < before) {mixed} = 1;"));
    body.line(format!("    if ({place} > before) {starts}[atomic_inc(&{runs})] = {slot};"));
    body.line("}");
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    let (out, both) = folding(body, found)?;
    let ty = body.unit.stored(&found.value.ty);
    let value = format!("{values}[{next}]");
    body.line(format!("if (!{mixed}) {{"));
    body.line(format!("    for (int run = lane; run < {runs}; run += lanes) {{"));
    body.line(format!("        const int {slot} = {starts}[run], {place} = {places}[{slot}];"));
    body.line(format!("        {ty} {total} = {out}[{place}];"));
    let run = format!("{next} < {many} && {places}[{next}] == {place}");
    body.line(format!("        int {next} = {slot};"));
    body.line(format!("        for (; {run}; {next}++) {total} = {};", both(total, &value)));
    body.line(format!("        {out}[{place}] = {total};"));
    if lists {
        body.directive("#if LISTS == 1");
        body.line(format!("int {number} = 0;"));
        body.line(format!("for (int {each} = 0; {each} < {runs}; {each}++) {number} += {starts}[{each}] < {slot};"));
        let run = format!("(int2)({place}, {slot} | {next} << 16)");
        body.line(format!("if ({listed}) {table}[first - {start} + {number}] = {run};"));
        body.directive("#endif");
    }
    body.line("    }");
    body.line("} else if (lane == 0) {");
    body.line(format!("    for (int {next} = 0; {next} < {many}; {next}++) {{"));
    let element = format!("{out}[{places}[{next}]]");
    body.line(format!("        if ({places}[{next}] >= 0) {element} = {};", both(&element, &value)));
    body.line("    }");
    body.line("}");
    body.tiled.clear();
    if lists {
        body.directive("#if LISTS == 1");
        body.line(format!("{listed} = {listed} && !{mixed} && {places}[0] >= 0;"));
        body.line(format!("if (lane == 0 && {listed}) {counts}[{piece}++] = {runs};"));
        body.directive("#endif");
    }
    body.line("// The next run may go on where this one ends.");
    body.line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
    body.line("}");
    Ok(loaded)
}

/// The same, where the runs are listed.
fn by_lists(
    body: &mut Body,
    par: &Par,
    found: &Runs,
    names: &Names,
    [start, end]: &[String; 2],
) -> Result<usize, Refusal> {
    let Names { values, runs, place, slot, each, many, next, total, .. } = names;
    let Names { counts, piece, table, number, .. } = names;
    body.line(format!("for (int first = {start}; first < {end}; first = add_sat(first, stretch)) {{"));
    body.line(format!("const int {many} = min({end} - first, stretch);"));
    let lets = needed(found.lets, found.value);
    let mut named = BTreeSet::new();
    each_of(found.value, &lets, &mut |e| named.extend(walk::expr_var(e)));
    let mut reads = own_reads(body, par, found);
    reads.retain(|r| named.contains(&r.array));
    loads(body, reads, found, names)?;
    let (out, both) = folding(body, found)?;
    let ty = body.unit.stored(&found.value.ty);
    let (last, run) = (body.names.fresh("last"), body.names.fresh("run"));
    body.line("// A work item's first run.");
    body.line(format!("const int {runs} = {counts}[{piece}++];"));
    body.line(format!("int {place} = 0, {next} = 0, {last} = 0;"));
    body.line(format!("{ty} {total} = 0;"));
    let take = [
        format!("    const int2 {run} = {table}[first - {start} + {number}];"),
        format!("    {place} = {run}.s0, {next} = {run}.s1 & 0xffff, {last} = {run}.s1 >> 16;"),
        format!("    {total} = {out}[{place}];"),
    ];
    body.line(format!("if (lane < {runs}) {{"));
    body.line(format!("    const int {number} = lane;"));
    take.iter().for_each(|l| body.line(l));
    body.line("}");
    let loaded = body.lines.len();
    body.unroll("");
    body.line(format!("for (int {each} = 0; {each} < {TURNS}; {each}++) {{"));
    body.line(format!("const int {slot} = {each} * lanes + lane;"));
    body.line(format!("if ({slot} < {many}) {{"));
    let turn = body.declare(found.var);
    body.line(format!("const int {turn} = first + {slot};"));
    let outer = std::mem::replace(&mut body.fail, Fail::Goto { number: "at".into(), label: "stop" });
    let inside = body.block(&Block { stmts: lets.into_iter().cloned().collect() });
    body.comment(found.prov);
    let value = body.expr(found.value)?.text();
    body.fail = outer;
    inside?;
    body.line(format!("{values}[{slot}] = {value};"));
    if std::mem::take(&mut body.goes_to_end) {
        body.label("stop");
    }
    body.line("}");
    body.line("}");
    body.tiled.clear();
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    body.line(format!("for (int {number} = lane; {number} < {runs}; {number} += lanes) {{"));
    body.line(format!("    if ({number} > lane) {{"));
    take.iter().for_each(|l| body.line(format!("    {l}")));
    body.line("    }");
    let value = both(total, &format!("{values}[{next}]"));
    body.line(format!("    for (; {next} < {last}; {next}++) {total} = {value};"));
    body.line(format!("    {out}[{place}] = {total};"));
    body.line("}");
    body.line("// The next run may go on where this one ends.");
    body.line(format!("if ({end} - first > stretch) barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"));
    body.line("}");
    Ok(loaded)
}

/// Loads the elements of each turn's own number, all before the first test of what was loaded.
fn loads(body: &mut Body, reads: Vec<Own>, found: &Runs, names: &Names) -> Result<(), Refusal> {
    let Names { slot, each, many, .. } = names;
    let mut loaded = Vec::new();
    for read in &reads {
        let name = body.names.fresh(&format!("{}_own", body.func.vars[read.array.index()].name));
        let ty = body.unit.stored(&read.ty);
        body.line(format!("{ty} {name}[{TURNS}];"));
        loaded.push(format!("{name}[{each}] = {}[first + {slot}];", body.place(read.array, found.value)?.base));
        body.tiled.push(Tiled::own(read, format!("{name}[{each}]")));
    }
    if !loaded.is_empty() {
        body.line("// All loads before the first test of what was loaded.");
        body.unroll("");
        body.line(format!("for (int {each} = 0; {each} < {TURNS}; {each}++) {{"));
        body.line(format!("    const int {slot} = {each} * lanes + lane;"));
        body.line(format!("    if ({slot} < {many}) {{"));
        for load in loaded {
            body.line(format!("        {load}"));
        }
        body.line("    }");
        body.line("}");
    }
    Ok(())
}

/// The array that is added to, and the text of two values folded.
#[allow(clippy::type_complexity)]
fn folding(body: &mut Body, found: &Runs) -> Result<(String, Box<dyn Fn(&str, &str) -> String>), Refusal> {
    let out = body.place(found.result, found.value)?.base;
    let ty = body.unit.stored(&found.value.ty);
    let sign = match found.op {
        BinOp::Sub => '-',
        BinOp::Mul => '*',
        _ => '+',
    };
    let unsigned = if found.value.ty.is_float() { None } else { Some(unsigned_type(&found.value.ty)) };
    let both = move |a: &str, b: &str| match &unsigned {
        None => format!("{a} {sign} {b}"),
        Some(unsigned) => format!("({ty})(({unsigned}){a} {sign} ({unsigned}){b})"),
    };
    Ok((out, Box::new(both)))
}
