//! Sorts: a radix sort by digits of eight bits, the last digit first, which keeps the order of what is equal.
//!
//! Three kernels a digit. `NAME` counts how often each digit occurs in each work group's elements; `NAME_combine` turns the counts of a digit into
//! what stands before each group, and leaves how often it occurs at all; `NAME_apply` sorts a group's elements in local memory, by twice four
//! bits, and writes them to where they belong, neighbours with the same digit to neighbouring places.
//!
//! Elements stay as they are, as bits. What is compared are unsigned numbers in the order of the elements: [`somd_runtime::sort::Key`] says which.

use super::blocks;
use super::body::source_place;
use super::code::identifier;
use super::kernel::{arguments, header, outputs};
use super::{Kernel, Refusal};
use crate::core::ir::*;
use crate::schedule::ParPlan;
use somd_runtime::kernel::{Elem, Form, Rows};
use somd_syntax::source::SourceMap;

/// Bytes of local memory for the elements of a work group.
const LOCAL_BYTES: usize = 16 << 10;

pub(super) fn kernel(
    program: &Program,
    func: &Func,
    par: &Par,
    prov: &Prov,
    plan: Option<&ParPlan>,
    sources: &SourceMap,
    places: bool,
) -> Result<Kernel, Refusal> {
    let (args, outputs) = (arguments(program, func, par)?, outputs(program, func, par)?);
    let [arg] = args.as_slice() else { return Err(Refusal::new(Default::default(), "a sort of nothing")) };
    let ty = &func.vars[arg.var.index()].ty;
    let each = arg.elem.bytes() + if places { Elem::I32.bytes() } else { 0 };
    let items = if LOCAL_BYTES / 256 / each >= 8 { 8 } else { 4 };
    let form = Form::Sort { items, places };
    let place = source_place(sources, prov).unwrap_or_default();
    let text = header(func, par, &place, &args, form) + &text(&identifier(&par.name), ty, items, places);
    let clamp = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(Kernel {
        name: par.name.clone(),
        text,
        method: func.display.clone(),
        place,
        rank: 1,
        args,
        outputs,
        params: Vec::new(),
        form,
        wide: false,
        checked: false,
        reads_own: false,
        fast_math: false,
        rows: Rows::Any,
        constants: Vec::new(),
        images: Vec::new(),
        combined: Vec::new(),
        fixed: Vec::new(),
        uneven: false,
        operations: plan.map_or(1, |p| clamp(p.operations)),
        bytes: plan.map_or(1, |p| clamp(p.bytes)),
    })
}

/// The unsigned type, its greatest number and the one with the first bit alone.
fn bits(elem: &Ty) -> (&'static str, &'static str, &'static str) {
    match elem {
        Ty::I8 => ("uchar", "0xff", "0x80"),
        Ty::I16 | Ty::U16 => ("ushort", "0xffff", "0x8000"),
        Ty::I64 | Ty::F64 => ("ulong", "0xffffffffffffffffUL", "0x8000000000000000UL"),
        _ => ("uint", "0xffffffffU", "0x80000000U"),
    }
}

fn text(name: &str, ty: &Ty, items: u32, places: bool) -> String {
    let elem = ty.as_array().map_or(Ty::I32, |a| (*a.elem).clone());
    let (bits, all, first) = bits(&elem);
    let group = blocks::GROUP;
    let size = 256 * items;
    let infinity = if elem == Ty::F64 { "0x7ff0000000000000UL" } else { "0x7f800000U" };
    let ordered = match elem {
        Ty::U16 => "    return v;\n".to_string(),
        Ty::F32 | Ty::F64 => format!(
            "    // Every NaN is the last, whatever its bits.\n    if ((v & ~{first}) > {infinity}) return {all};\n    \
             return v ^ (v & {first} ? {all} : {first});\n"
        ),
        _ => format!("    return v ^ {first};\n"),
    };
    // What a place in the array needs beside an element.
    let with = |text: &str| if places { text.to_string() } else { String::new() };
    let params = with(
        "    // Of the first digit, places are those of the elements.\n    __global const int* restrict places,\n    \
         __global int* restrict to_places,\n    int numbered,\n",
    );
    let local = with(&format!("    __local int places_here[{size}];\n"));
    let load = with("        places_here[k] = numbered ? (int)first + k : places[first + k];\n");
    let hold = with(&format!("        int own_places[{items}];\n"));
    let take = with("            own_places[k] = at < many ? places_here[at] : 0;\n");
    let put = with("            places_here[at] = own_places[k];\n");
    let write = with("        to_places[lanes[digit(v, shift)] + k] = places_here[k];\n");
    format!(
        "// A number in the order of the elements.
{bits} ordered(const {bits} v)
{{
{ordered}}}

int digit(const {bits} v, const int shift)
{{
    return (int)(ordered(v) >> shift) & 255;
}}

// The sum of a work group's values up to each item's.
int summed(__local int* lanes, const int lane, const int value)
{{
    lanes[lane] = value;
    for (int distance = 1; distance < 256; distance *= 2) {{
        barrier(CLK_LOCAL_MEM_FENCE);
        const int left = lane >= distance ? lanes[lane - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        lanes[lane] += left;
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    return lanes[lane];
}}

// How many of a group's elements have each digit.
__kernel {group}void {name}(
    __global const {bits}* restrict from,
    __global int* restrict counts,
    int shift,
    int count)
{{
    __local int own[256];
    const int lane = get_local_id(0);
    own[lane] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const long first = (long)get_group_id(0) * {size}, end = min(first + {size}, (long)count);
    for (long at = first + lane; at < end; at += 256) atomic_inc(&own[digit(from[at], shift)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    counts[(long)lane * get_num_groups(0) + get_group_id(0)] = own[lane];
}}

// A work group a digit: how many elements with it are in the groups before each, and in all.
__kernel {group}void {name}_combine(
    __global int* restrict counts,
    __global int* restrict totals,
    int groups)
{{
    __local int lanes[256];
    const int lane = get_local_id(0);
    counts += (long)get_group_id(0) * groups;
    const int each = (groups + 255) / 256;
    const int first = min(lane * each, groups), end = min(first + each, groups);
    int sum = 0;
    for (int at = first; at < end; at++) sum += counts[at];
    int before = summed(lanes, lane, sum) - sum;
    for (int at = first; at < end; at++) {{
        const int own = counts[at];
        counts[at] = before;
        before += own;
    }}
    if (lane == 255) totals[get_group_id(0)] = lanes[255];
}}

// Brings a group's elements to their places.
__kernel {group}void {name}_apply(
    __global const {bits}* restrict from,
    __global {bits}* restrict to,
{params}    __global const int* restrict before,
    __global const int* restrict totals,
    int shift,
    int count)
{{
    __local {bits} values[{size}];
{local}    __local ushort counts[16 * 256];
    __local int lanes[256], starts[256];
    const int lane = get_local_id(0);
    const long first = (long)get_group_id(0) * {size};
    const int many = (int)min((long){size}, count - first);
    starts[lane] = 0;
    for (int k = lane; k < many; k += 256) {{
        values[k] = from[first + k];
{load}    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    // A digit is four bits twice. An item takes neighbouring elements; what is behind the end stays there, with the greatest digit.
    for (int part = 0; part < 8; part += 4) {{
        {bits} own[{items}];
{hold}        for (int k = 0; k < 16; k++) counts[k * 256 + lane] = 0;
        for (int k = 0; k < {items}; k++) {{
            const int at = lane * {items} + k;
            own[k] = at < many ? values[at] : 0;
{take}            counts[(at < many ? digit(own[k], shift) >> part & 15 : 15) * 256 + lane]++;
        }}
        barrier(CLK_LOCAL_MEM_FENCE);
        int sum = 0;
        for (int k = 0; k < 16; k++) sum += counts[lane * 16 + k];
        sum = summed(lanes, lane, sum) - sum;
        for (int k = 0; k < 16; k++) {{
            const int n = counts[lane * 16 + k];
            counts[lane * 16 + k] = sum;
            sum += n;
        }}
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < {items} && lane * {items} + k < many; k++) {{
            const int at = counts[(digit(own[k], shift) >> part & 15) * 256 + lane]++;
            values[at] = own[k];
{put}        }}
        barrier(CLK_LOCAL_MEM_FENCE);
    }}
    for (int k = lane; k < many; k += 256) {{
        const int own = digit(values[k], shift);
        if (k > 0 && digit(values[k - 1], shift) != own) starts[own] = k;
    }}
    const int total = totals[lane];
    const int base = summed(lanes, lane, total) - total + before[(long)lane * get_num_groups(0) + get_group_id(0)];
    lanes[lane] = base - starts[lane];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = lane; k < many; k += 256) {{
        const {bits} v = values[k];
        to[lanes[digit(v, shift)] + k] = v;
{write}    }}
}}
"
    )
}
