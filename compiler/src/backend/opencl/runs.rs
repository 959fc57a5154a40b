//! Sums over elements that data names, in order: `for (…) y[row[k]] += value[k] * x[column[k]]`, where an iteration has such a loop to itself and
//! equal subscripts follow each other mostly, as in a sparse matrix's rows.
//!
//! A work group takes an iteration. For a stretch of turns each work item computes a few turns' subscripts and values. The turns that begin a run of
//! equal subscripts are listed, and a work item each adds up its run, in order: the same bits. Where the subscripts of a stretch do not ascend, one work item does
//! all of it.

use super::Refusal;
use super::body::{Body, Fail};
use super::code::unsigned_type;
use super::hoist::Proved;
use super::kernel::Axis;
use super::tile::Own;
use crate::core::ir::*;
use crate::core::walk;
use somd_runtime::kernel::RUN_TURNS;

struct Runs<'e> {
    var: VarId,
    lo: &'e Expr,
    hi: &'e Expr,
    lets: &'e [Stmt],
    turn: &'e Block,
    prov: &'e Prov,
    result: VarId,
    at: &'e Expr,
    op: BinOp,
    value: &'e Expr,
}

fn find<'e>(func: &Func, par: &'e Par) -> Option<Runs<'e>> {
    let [Output { result, kind: OutputKind::Array(ArraySource::Update { old }) }] = par.outputs.as_slice() else {
        return None;
    };
    let ([_], [only]) = (par.space.as_slice(), par.body.stmts.as_slice()) else { return None };
    let StmtKind::For { var, lo, hi, step, body, .. } = &only.kind else { return None };
    let (store, lets) = body.stmts.split_last()?;
    let StmtKind::Store { array, index, value } = &store.kind else { return None };
    let ([at], ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), left, value)) =
        (index.as_slice(), &value.kind)
    else {
        return None;
    };
    let ExprKind::Index { array: from, index: source } = &left.kind else { return None };
    let same = array == result
        && (from == result || from == old)
        && matches!(source.as_slice(), [source] if walk::same_value(source, at));
    let ints = step.kind == ExprKind::Const(Const::Int(1)) && func.vars[var.index()].ty == Ty::I32;
    let elem = matches!(left.ty, Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64) && value.ty == left.ty;
    let scalar = |s: &Stmt| matches!(&s.kind, StmtKind::Let { var, init: Some(_) } if func.vars[var.index()].ty.is_scalar() && !func.vars[var.index()].mutable);
    // Nothing else looks at what is stored.
    let mut looks = false;
    let mut look = |e: &Expr| {
        let own = !matches!(e.kind, ExprKind::Len { .. } | ExprKind::Check { .. });
        looks |= own && walk::expr_var(e).is_some_and(|v| v == *result || v == *old);
    };
    walk::for_each_expr(&Block { stmts: lets.to_vec() }, &mut look);
    for e in [lo, hi, value, at] {
        each(e, &mut look);
    }
    (same && ints && elem && lets.iter().all(scalar) && !looks).then_some(Runs {
        var: *var,
        lo,
        hi,
        lets,
        turn: body,
        prov: &store.prov,
        result: *result,
        at,
        op: *op,
        value,
    })
}

fn each(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    walk::expr_children(e, &mut |c| each(c, f));
    f(e);
}

/// Work items of the largest group, and turns of each in a stretch.
const GROUP: usize = 256;
const TURNS: usize = RUN_TURNS;

/// Arrays' elements at the turn's own number.
fn own_reads(body: &Body, par: &Par, found: &Runs) -> Vec<Own> {
    let captured = crate::backend::interface::captures(par);
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
}

/// Writes the kernel; false, and nothing is written, where it does not qualify.
pub(super) fn body(body: &mut Body, par: &Par, axes: &[Axis], checked: bool) -> Result<bool, Refusal> {
    let ([axis], Some(found)) = (axes, find(body.func, par)) else { return Ok(false) };
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
    };
    let ty = body.unit.stored(&found.value.ty);
    body.line(format!("__local int {}[{}];", names.places, GROUP * TURNS));
    body.line(format!("__local {ty} {}[{}];", names.values, GROUP * TURNS));
    body.line(format!("__local ushort {}[{}];", names.starts, GROUP * TURNS));
    body.line(format!("__local int {}, {};", names.runs, names.mixed));
    let name = body.declare(axis.var);
    body.line(format!("const int {name} = {} + (int)get_global_id(1);", axis.from));
    body.line(format!("if ({name} >= {}) return;", axis.to));
    if checked {
        super::kernel::number(body, axes, &[name], false);
    }
    body.line(format!("const int lane = get_local_id(0), lanes = get_local_size(0), stretch = lanes * {TURNS};"));
    let (_, lines) = body.apart(|b| stretches(b, par, &found, &names))?;
    if body.sets_failed {
        body.line("bool failed = false;");
    }
    body.lines.extend(lines);
    Ok(true)
}

fn stretches(body: &mut Body, par: &Par, found: &Runs, names: &Names) -> Result<(), Refusal> {
    let Names { places, values, mixed, starts, runs, place, slot, each, many, next, total } = names;
    let (from, to) = (body.expr(found.lo)?.text, body.expr(found.hi)?.text);
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
    body.line(format!("for (int first = {start}; first < {end}; first = add_sat(first, stretch)) {{"));
    body.indent += 1;
    body.line(format!("const int {many} = min({end} - first, stretch);"));
    let reads = own_reads(body, par, found);
    let mut loaded = Vec::new();
    for read in &reads {
        let name = body.names.fresh(&format!("{}_own", body.func.vars[read.array.index()].name));
        let ty = body.unit.stored(&read.ty);
        body.line(format!("{ty} {name}[{TURNS}];"));
        loaded.push(format!("{name}[{each}] = {}[first + {slot}];", body.place(read.array, found.value)?.base));
        body.tiled.push(read.tiled(format!("{name}[{each}]")));
    }
    let turns = format!("for (int {each} = 0; {each} < {TURNS}; {each}++) {{");
    let number = format!("const int {slot} = {each} * lanes + lane;");
    if !loaded.is_empty() {
        body.line("// All loads before the first test of what was loaded.");
        body.unroll("");
        body.line(&turns);
        body.line(format!("    {number}"));
        body.line(format!("    if ({slot} < {many}) {{"));
        for load in loaded {
            body.line(format!("        {load}"));
        }
        body.line("    }");
        body.line("}");
    }
    let loaded = body.lines.len();
    body.line("// Where each turn's value goes.");
    body.unroll("");
    body.line(turns);
    body.indent += 1;
    body.line(number);
    body.line(format!("int {place} = -1;"));
    body.line(format!("if ({slot} < {many}) {{"));
    body.indent += 1;
    let turn = body.declare(found.var);
    body.line(format!("const int {turn} = first + {slot};"));
    let outer = std::mem::replace(&mut body.fail, Fail::Goto { number: "at".into(), label: "stop" });
    let inside = body.block(&Block { stmts: found.lets.to_vec() });
    body.comment(found.prov);
    let at = body.expr(found.at)?.text;
    let value = body.expr(found.value)?.text;
    body.fail = outer;
    inside?;
    body.line(format!("{values}[{slot}] = {value};"));
    body.line(format!("{place} = {at};"));
    if std::mem::take(&mut body.goes_to_end) {
        body.line("stop: ;");
    }
    body.indent -= 1;
    body.line("}");
    body.line(format!("{places}[{slot}] = {place};"));
    body.indent -= 1;
    body.line("}");
    body.line(format!("if (lane == 0) {runs} = {mixed} = 0;"));
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    body.line(format!("for (int {slot} = lane; {slot} < {many}; {slot} += lanes) {{"));
    body.line(format!("    const int {place} = {places}[{slot}], before = {slot} == 0 ? -1 : {places}[{slot} - 1];"));
    body.line(format!("    if ({place} < before) {mixed} = 1;"));
    body.line(format!("    if ({place} > before) {starts}[atomic_inc(&{runs})] = {slot};"));
    body.line("}");
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    let out = body.place(found.result, found.value)?.base;
    let ty = body.unit.stored(&found.value.ty);
    let sign = match found.op {
        BinOp::Sub => '-',
        BinOp::Mul => '*',
        _ => '+',
    };
    let both = |a: &str, b: &str| match &found.value.ty {
        Ty::F32 | Ty::F64 => format!("{a} {sign} {b}"),
        int => format!("({ty})(({0}){a} {sign} ({0}){b})", unsigned_type(int)),
    };
    let value = format!("{values}[{next}]");
    body.line(format!("if (!{mixed}) {{"));
    body.line(format!("    for (int run = lane; run < {runs}; run += lanes) {{"));
    body.line(format!("        const int {slot} = {starts}[run], {place} = {places}[{slot}];"));
    body.line(format!("        {ty} {total} = {out}[{place}];"));
    let run = format!("{next} < {many} && {places}[{next}] == {place}");
    body.line(format!("        for (int {next} = {slot}; {run}; {next}++) {total} = {};", both(total, &value)));
    body.line(format!("        {out}[{place}] = {total};"));
    body.line("    }");
    body.line("} else if (lane == 0) {");
    body.line(format!("    for (int {next} = 0; {next} < {many}; {next}++) {{"));
    let element = format!("{out}[{places}[{next}]]");
    body.line(format!("        if ({places}[{next}] >= 0) {element} = {};", both(&element, &value)));
    body.line("    }");
    body.line("}");
    body.tiled.clear();
    body.loop_ends(before);
    body.line("// The next run may go on where this one ends.");
    body.line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
    if body.lines.iter().any(|l| l.contains("first_failure")) {
        body.line("if (sound != UINT_MAX) { atomic_min(first_failure, 0u); return; }");
        let test = body.lines.pop();
        body.lines.splice(loaded..loaded, test);
    }
    body.indent -= 1;
    body.line("}");
    Ok(())
}
