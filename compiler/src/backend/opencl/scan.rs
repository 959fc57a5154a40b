//! Scans and filters: three kernels. The first gives each work group [`GROUP_ITERATIONS`] consecutive iterations, scans their values in
//! local memory, where a work item goes through neighbours one after the other before the items' sums are scanned, and leaves the group's total;
//! `NAME_combine` turns the totals into what stands before each group; `NAME_apply` brings that to the elements. A filter scans how many are kept, which is where each goes.
//!
//! Sums and products of floats are another value in another order. The first kernel then only leaves the values, and one work group goes through
//! all of them in order, as the CPU does: no faster than one thread, but nothing leaves the device.

use super::Refusal;
use super::blocks::{self, Text};
use super::body::Body;
use super::code::{Code, identifier, literal, unsigned_type};
use super::helpers::Helper;
use super::kernel::Axis;
use crate::core::ir::*;
use somd_runtime::kernel::GROUP_ITERATIONS;
use somd_syntax::ast::ReduceOp;

/// Neighbours that a work item goes through: of the first kernel, and of the second, for which less local memory is left.
const EACH: usize = GROUP_ITERATIONS / 256;
const FEWER: usize = 4;

/// Where the value of a slot is in local memory: what the items take at once lies in different banks.
fn padded(slot: &str, each: usize) -> String {
    format!("{slot} + {slot} / {each}")
}

/// A scan's kernels; `totals` is the parameter for the groups' totals.
pub(super) fn body(body: &mut Body, par: &Par, output: &Output, axes: &[Axis], totals: &str) -> Result<Text, Refusal> {
    let elem = body.func.vars[output.result.index()].ty.as_array().map_or(Ty::I32, |a| (*a.elem).clone());
    let span = body.func.vars[output.result.index()].span;
    let (op, ty, value, keep) = match output.kind {
        OutputKind::Scan { op, value, .. } => (op, elem.clone(), value, None),
        OutputKind::Filter { value, keep } => (ReduceOp::Add, Ty::I32, value, Some(keep)),
        _ => return Err(Refusal::new(span, "neither a scan nor a filter")),
    };
    let ordered = ty.is_float() && matches!(op, ReduceOp::Add | ReduceOp::Sub | ReduceOp::Mul);
    let Some(zero) = identity(op, &ty) else { return Err(Refusal::new(span, "a scan whose operator has no identity")) };
    let zero = literal(&zero, &ty).text;
    let (scalar, stored) = (body.unit.scalar(&ty), body.unit.stored(&ty));
    let out = body.place(output.result, &Expr::int(0, span))?.base;
    let both = |body: &mut Body, a: &str, b: &str| combined(body, op, &ty, a, b);

    // Of `256 * each` values in `all`, an item's `each` neighbours apart from the next item's: what stands at and before each; the sum of all is the
    // last of `lanes`.
    let scan = |body: &mut Body, each: usize| {
        let apart = each + 1;
        body.line("barrier(CLK_LOCAL_MEM_FENCE);");
        body.line(format!("{scalar} own = {zero};"));
        body.line(format!("for (int slot = lane * {apart}; slot < lane * {apart} + {each}; slot++) {{"));
        let sum = both(body, "own", "all[slot]");
        body.line(format!("    own = {sum};"));
        body.line("    all[slot] = own;");
        body.line("}");
        body.line("lanes[lane] = own;");
        body.line("for (int distance = 1; distance < 256; distance *= 2) {");
        body.indent += 1;
        body.line("barrier(CLK_LOCAL_MEM_FENCE);");
        body.line(format!("const {scalar} left = lane >= distance ? lanes[lane - distance] : {zero};"));
        body.line("barrier(CLK_LOCAL_MEM_FENCE);");
        let sum = both(body, "left", "lanes[lane]");
        body.line(format!("lanes[lane] = {sum};"));
        body.indent -= 1;
        body.line("}");
        body.line("barrier(CLK_LOCAL_MEM_FENCE);");
        body.line(format!("const {scalar} left = lane > 0 ? lanes[lane - 1] : {zero};"));
        let sum = both(body, "left", "all[slot]");
        body.line(format!(
            "for (int slot = lane * {apart}; slot < lane * {apart} + {each}; slot++) all[slot] = {sum};"
        ));
        body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    };
    let room = |each: usize| format!("__local {stored} lanes[256], all[{}];", 256 * (each + 1));

    let value_ty = body.unit.scalar(&body.func.vars[value.index()].ty);
    if !ordered {
        body.line(room(EACH));
    }
    if keep.is_some() {
        let held = body.unit.stored(&body.func.vars[value.index()].ty);
        body.line(format!("__local {held} found[{GROUP_ITERATIONS}];"));
    }
    body.line("const int lane = get_local_id(0);");
    let extents = blocks::extents(body, axes);
    body.line(format!("for (int row = 0; row < {}; row++) {{", GROUP_ITERATIONS / 256));
    body.indent += 1;
    body.line("const int slot = row * 256 + lane;");
    body.line(format!("const long at = (long)get_group_id(0) * {GROUP_ITERATIONS} + slot;"));
    let value_name = body.declare(value);
    body.line(format!("{value_ty} {value_name} = 0;"));
    body.line(format!("{scalar} own = {zero};"));
    if let Some(keep) = keep {
        let keep = body.declare(keep);
        body.line(format!("bool {keep} = false;"));
    }
    body.line("if (at < count) {");
    body.indent += 1;
    let names: Vec<String> = axes.iter().map(|a| body.declare(a.var)).collect();
    blocks::indices(body, axes, &names, &extents, "int");
    let (_, lines) = body.apart(|b| b.block(&par.body))?;
    if body.sets_failed {
        body.line("bool failed = false;");
    }
    body.lines.extend(lines);
    match keep.and_then(|k| body.vars[k.index()].clone()) {
        Some(keep) => body.line(format!("own = {keep} ? 1 : 0;")),
        None => body.line(format!("own = {value_name};")),
    }
    body.indent -= 1;
    body.line("}");
    if body.goes_to_end {
        body.lines.push("stop: ;".into());
    }
    if ordered {
        body.line(format!("if (at < count) {out}[at] = own;"));
        body.indent -= 1;
        body.line("}");
        return Ok(in_order(body, par, (op, &ty)));
    }
    body.line(format!("all[{}] = own;", padded("slot", EACH)));
    if keep.is_some() {
        body.line(format!("found[slot] = {value_name};"));
    }
    body.indent -= 1;
    body.line("}");
    scan(body, EACH);
    match keep {
        // Close together, at the beginning of the group's part.
        Some(_) => {
            body.line(format!("for (int slot = lane; slot < {GROUP_ITERATIONS}; slot += 256) {{"));
            body.line(format!(
                "    const int place = all[{}], left = slot > 0 ? all[{}] : 0;",
                padded("slot", EACH),
                padded("(slot - 1)", EACH)
            ));
            body.line(format!(
                "    if (place > left) {out}[(long)get_group_id(0) * {GROUP_ITERATIONS} + place - 1] = found[slot];"
            ));
            body.line("}");
        }
        None => {
            body.line(format!("for (int slot = lane; slot < {GROUP_ITERATIONS}; slot += 256) {{"));
            body.line(format!("    const long at = (long)get_group_id(0) * {GROUP_ITERATIONS} + slot;"));
            body.line(format!("    if (at < count) {out}[at] = all[{}];", padded("slot", EACH)));
            body.line("}");
        }
    }
    body.line(format!("if (lane == 0) {totals}[get_group_id(0)] = lanes[255];"));

    let main = std::mem::take(&mut body.lines);
    body.line(room(FEWER));
    body.line("const int lane = get_local_id(0);");
    body.line(format!("{scalar} before = start;"));
    body.line(format!("for (int first = 0; first < count; first += {}) {{", 256 * FEWER));
    body.indent += 1;
    let (many, place) = (256 * FEWER, padded("slot", FEWER));
    body.line(format!(
        "for (int slot = lane; slot < {many}; slot += 256) all[{place}] = first + slot < count ? totals[first + slot] : {zero};"
    ));
    scan(body, FEWER);
    let sum = both(body, "before", &format!("(slot > 0 ? all[{}] : {zero})", padded("(slot - 1)", FEWER)));
    body.line(format!(
        "for (int slot = lane; slot < {many} && first + slot < count; slot += 256) totals[first + slot] = {sum};"
    ));
    let sum = both(body, "before", "lanes[255]");
    body.line(format!("before = {sum};"));
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    body.indent -= 1;
    body.line("}");
    body.line("if (lane == 0) totals[count] = before;");
    let combine = std::mem::take(&mut body.lines).join("\n");

    body.line(format!("const long all = (long)get_group_id(0) * {GROUP_ITERATIONS};"));
    let element = body.unit.stored(&elem);
    let params = match keep {
        Some(_) => {
            body.line("const int first = totals[get_group_id(0)], end = totals[get_group_id(0) + 1];");
            body.line("for (int at = first + get_local_id(0); at < end; at += 256) out[at] = found[all + at - first];");
            format!("__global const {element}* restrict found,\n    __global {element}* restrict out")
        }
        None => {
            let sum = both(body, "before", "out[at]");
            body.line(format!("const {scalar} before = totals[get_group_id(0)];"));
            body.line(format!("const long end = min(all + {GROUP_ITERATIONS}, (long)count);"));
            body.line(format!("for (long at = all + get_local_id(0); at < end; at += 256) out[at] = {sum};"));
            format!("__global {element}* restrict out")
        }
    };
    let apply = std::mem::replace(&mut body.lines, main).join("\n");
    let name = identifier(&par.name);
    let attributes = blocks::GROUP;
    let combine = format!(
        "\n// What stands before each group, and behind the last.\n__kernel {attributes}void {name}_combine(\n    \
         __global {stored}* restrict totals,\n    {stored} start,\n    int count)\n{{\n{combine}\n}}\n\n\
         // Brings that to the elements.\n__kernel {attributes}void {name}_apply(\n    {params},\n    \
         __global const {stored}* restrict totals,\n    int count)\n{{\n{apply}\n}}\n"
    );
    Ok(Text { attributes, combine, ..Text::default() })
}

/// The kernels behind the first, of a scan that takes its values in order.
fn in_order(body: &mut Body, par: &Par, (op, ty): (ReduceOp, &Ty)) -> Text {
    let main = std::mem::take(&mut body.lines);
    let stored = body.unit.stored(ty);
    body.line("if (get_group_id(0) > 0) return;");
    body.line(format!("__local {stored} values[{GROUP_ITERATIONS}];"));
    body.line("const int lane = get_local_id(0);");
    body.line(format!("{stored} last = totals[0];"));
    body.line(format!("for (long first = 0; first < count; first += {GROUP_ITERATIONS}) {{"));
    body.indent += 1;
    body.line(format!("const int many = (int)min((long){GROUP_ITERATIONS}, count - first);"));
    body.line("for (int k = lane; k < many; k += 256) values[k] = out[first + k];");
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    body.line("if (lane == 0) {");
    let symbol = if op == ReduceOp::Mul { '*' } else { '+' };
    body.line(format!("    for (int k = 0; k < many; k++) values[k] = last = last {symbol} values[k];"));
    body.line("}");
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    body.line("for (int k = lane; k < many; k += 256) out[first + k] = values[k];");
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    body.indent -= 1;
    body.line("}");
    let apply = std::mem::replace(&mut body.lines, main).join("\n");
    let name = identifier(&par.name);
    let attributes = blocks::GROUP;
    let combine = format!(
        "\n// The first value.\n__kernel {attributes}void {name}_combine(\n    __global {stored}* restrict totals,\n    \
         {stored} start,\n    int count)\n{{\n    if (get_local_id(0) == 0) totals[0] = start;\n}}\n\n\
         // All in order, by one work group.\n__kernel {attributes}void {name}_apply(\n    __global {stored}* restrict out,\n    \
         __global const {stored}* restrict totals,\n    int count)\n{{\n{apply}\n}}\n"
    );
    Text { attributes, combine, ..Text::default() }
}

/// Two values as one.
fn combined(body: &mut Body, op: ReduceOp, ty: &Ty, a: &str, b: &str) -> String {
    let c = body.unit.scalar(ty);
    match (op, ty) {
        (ReduceOp::Min, t) if t.is_float() => format!("{}({a}, {b})", body.unit.helper(Helper::min(ty))),
        (ReduceOp::Max, t) if t.is_float() => format!("{}({a}, {b})", body.unit.helper(Helper::max(ty))),
        (ReduceOp::Min, _) => format!("min(({c}){a}, ({c}){b})"),
        (ReduceOp::Max, _) => format!("max(({c}){a}, ({c}){b})"),
        (op, ty) => {
            let symbol = match op {
                ReduceOp::Mul => "*",
                ReduceOp::And => "&",
                ReduceOp::Or => "|",
                ReduceOp::Xor => "^",
                _ => "+",
            };
            let wide = Code::atom(a).cast(unsigned_type(ty)).text;
            format!("({c})({wide} {symbol} ({}){b})", unsigned_type(ty))
        }
    }
}
