//! Sorts: a radix sort by digits of eight bits, the last digit first, which keeps the order of what is equal.
//!
//! Three kernels a digit. `NAME` counts how often each digit occurs in each work group's elements; `NAME_combine` turns the counts of a digit into
//! what stands before each group, and leaves how often it occurs at all; `NAME_apply` sorts a group's elements in local memory, by twice four
//! bits, and writes them to where they belong, neighbours with the same digit to neighbouring places.
//!
//! Rows of a matrix are sorted by a network instead, in local memory: see [`rows`].
//!
//! Elements stay as they are, as bits. What is compared are unsigned numbers in the order of the elements: [`somd_runtime::sort::Key`] says which.

use super::axis::header;
use super::blocks;
use super::body::source_place;
use super::code::read_items;
use super::emitted::{Kernel, Refusal};
use super::interface::{arguments, outputs};
use somd_core::ir::*;
use somd_kernel::Module;
use somd_runtime::kernel::{Elem, Form, Rows, TILES};
use somd_schedule::ParPlan;
use somd_syntax::source::SourceMap;

mod rows;

/// What is sorted.
#[derive(Clone, Copy)]
pub(super) enum What {
    /// An array, or the places of its elements.
    All { places: bool },
    /// Each row of a matrix by itself.
    Rows,
}

/// Bytes of local memory for the elements of a work group. All kernels of a digit together, as some drivers count, have less than 32 KiB.
const LOCAL_BYTES: usize = 8 << 10;

pub(super) fn kernel(
    program: &Program,
    func: &Func,
    par: &Par,
    prov: &Prov,
    plan: Option<&ParPlan>,
    sources: &SourceMap,
    what: What,
    entry: String,
) -> Result<Kernel, Refusal> {
    let (args, outputs) = (arguments(program, func, par)?, outputs(program, func, par)?);
    let [arg] = args.as_slice() else { return Err(Refusal::new(Default::default(), "a sort of nothing")) };
    let ty = &func.vars[arg.var.index()].ty;
    let elem = ty.as_array().map_or(Ty::I32, |a| (*a.elem).clone());
    let (form, text) = match what {
        What::All { places } => {
            let each = arg.elem.bytes() + if places { Elem::I32.bytes() } else { 0 };
            let items = if LOCAL_BYTES / 256 / each >= 8 { 8 } else { 4 };
            (Form::Sort { items, places }, text(&entry, &elem, items, places))
        }
        What::Rows => {
            let size = LOCAL_BYTES / arg.elem.bytes().max(4);
            (Form::SortedRows { size: size as u32 }, rows::text(&entry, &elem, size))
        }
    };
    let place = source_place(sources, prov).unwrap_or_default();
    let text = header(func, par, &place, &args, form) + &text;
    let module = Module { items: read_items(&text) };
    let clamp = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(Kernel {
        name: par.name.clone(),
        entry: entry.into(),
        module,
        text: String::new(),
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
        work: Vec::new(),
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

/// What differs between kernels of element types, and with places.
struct Parts {
    name: String,
    bits: &'static str,
    items: u32,
    ordered: String,
    params: String,
    local: String,
    stage: String,
    load: String,
    hold: String,
    take: String,
    put: String,
    place: String,
    write: String,
}

fn text(name: &str, elem: &Ty, items: u32, places: bool) -> String {
    let parts = parts(name, elem, items, places);
    common(&parts) + &count(&parts) + &combine(&parts) + &apply(&parts)
}

fn parts(name: &str, elem: &Ty, items: u32, places: bool) -> Parts {
    let (bits, all, first) = bits(elem);
    let infinity = if *elem == Ty::F64 { "0x7ff0000000000000UL" } else { "0x7f800000U" };
    let ordered = match elem {
        Ty::U16 => "    return v;\n".to_string(),
        Ty::F32 | Ty::F64 => format!(
            "    // Every NaN is the last, whatever its bits.\n    const {bits} number = v ^ (v & {first} ? {all} : {first});\n    \
             return (v & ~{first}) > {infinity} ? {all} : number;\n"
        ),
        _ => format!("    return v ^ {first};\n"),
    };
    // What a place in the array needs beside an element.
    let with = |text: &str| if places { text.to_string() } else { String::new() };
    let params = with(
        "    // Of the first digit, places are those of the elements.\n    __global const int* restrict places,\n    \
         __global int* restrict to_places,\n    int numbered,\n",
    );
    let local = with("    __local int places_here[SIZE];\n");
    let stage = with("            places_here[at] = numbered ? (int)first + at : places[first + at];\n");
    let load = with("        own_places[k] = at >= many ? 0 : numbered ? (int)first + at : places[first + at];\n");
    let hold = with("    int own_places[ITEMS];\n");
    let take = with("            own_places[k] = at < many ? places_here[at] : 0;\n");
    let put = with("            places_here[at] = own_places[k];\n");
    let place = with("        places_here[at] = own_places[k];\n");
    let write = with("        to_places[lanes[digit(v, shift)] + k] = places_here[k];\n");
    let name = name.to_string();
    Parts { name, bits, items, ordered, params, local, stage, load, hold, take, put, place, write }
}

/// What the kernels call.
fn common(parts: &Parts) -> String {
    let Parts { bits, items, ordered, .. } = parts;
    format!(
        "#ifndef ITEMS
#define ITEMS {items}
#endif
#define SIZE (256 * ITEMS)
// Counts that a work item of the second kernel takes at once.
#unrolls
#ifdef WARPS
#define EACH 16
#else
#define EACH 4
#endif

// A number in the order of the elements.
{bits} ordered(const {bits} v)
{{
{ordered}}}

int digit(const {bits} v, const int shift)
{{
    return (int)(ordered(v) >> shift) & 255;
}}

#ifdef WARPS
// The work items of the warp that have the same digit.
uint alike(const int digit)
{{
    uint all = 0xffffffffU;
    UNROLL()
    for (int bit = 0; bit < 8; bit++) {{
        const uint set = digit >> bit & 1;
        uint those;
        asm volatile(\"{{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }}\" : \"=r\"(those) : \"r\"(set));
        all &= set ? those : ~those;
    }}
    return all;
}}

// The value that the work item of the warp has that is `distance` before this.
int earlier(const int value, const int distance)
{{
    int result;
    asm volatile(\"shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;\" : \"=r\"(result) : \"r\"(value), \"r\"(distance));
    return result;
}}
#endif

// The sum of a work group's values up to each item's; `lanes` has all sums.
int summed(__local int* lanes, const int lane, const int value)
{{
#ifdef WARPS
    int sum = value;
    UNROLL()
    for (int distance = 1; distance < 32; distance *= 2) {{
        const int left = earlier(sum, distance);
        sum += lane % 32 >= distance ? left : 0;
    }}
    if (lane % 32 == 31) lanes[lane / 32] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    UNROLL()
    for (int k = 0; k < 7; k++) sum += k < lane / 32 ? lanes[k] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    lanes[lane] = sum;
#else
    lanes[lane] = value;
    for (int distance = 1; distance < 256; distance *= 2) {{
        barrier(CLK_LOCAL_MEM_FENCE);
        const int left = lane >= distance ? lanes[lane - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        lanes[lane] += left;
    }}
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    return lanes[lane];
}}

"
    )
}

/// The first kernel.
fn count(parts: &Parts) -> String {
    let Parts { bits, name, .. } = parts;
    let group = blocks::GROUP;
    format!(
        "// How many of a group's elements have each digit, for as many neighbouring groups as `tiles` says.
__kernel {group}void {name}(
    __global const {bits}* restrict from,
    __global int* restrict counts,
    int shift,
    int count,
    int groups,
    int tiles)
{{
    __local int own[256 * {TILES}];
    const int lane = get_local_id(0), tile = get_group_id(0) * tiles;
    tiles = min(tiles, groups - tile);
    for (int k = 0; k < tiles; k++) own[k * 256 + lane] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < tiles; k++) {{
        const long first = (long)(tile + k) * SIZE + lane;
        {bits} v[ITEMS];
        UNROLL()
        for (int j = 0; j < ITEMS; j++) v[j] = first + j * 256 < count ? from[first + j * 256] : 0;
        UNROLL()
        for (int j = 0; j < ITEMS; j++)
            if (first + j * 256 < count) atomic_inc(&own[k * 256 + digit(v[j], shift)]);
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = lane; k < 256 * tiles; k += 256) counts[(long)(k / tiles) * groups + tile + k % tiles] = own[k % tiles * 256 + k / tiles];
}}

"
    )
}

/// The second.
fn combine(parts: &Parts) -> String {
    let Parts { name, .. } = parts;
    let group = blocks::GROUP;
    format!(
        "// A work group a digit: how many elements with it are in the groups before each, and in all.
__kernel {group}void {name}_combine(
    __global int* restrict counts,
    __global int* restrict totals,
    int groups)
{{
    // An item takes EACH neighbours of those that the group has at once, which stand a place apart from the next ones.
    __local int lanes[256], own[256 * (EACH + 1)];
    const int lane = get_local_id(0);
    counts += (long)get_group_id(0) * groups;
    int before = 0;
    for (int first = 0; first < groups; first += 256 * EACH) {{
        for (int k = lane; k < 256 * EACH; k += 256) own[k + k / EACH] = first + k < groups ? counts[first + k] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        int sum = 0;
        for (int k = 0; k < EACH; k++) sum += own[lane * (EACH + 1) + k];
        sum = before + summed(lanes, lane, sum) - sum;
        before += lanes[255];
        for (int k = 0; k < EACH; k++) {{
            const int n = own[lane * (EACH + 1) + k];
            own[lane * (EACH + 1) + k] = sum;
            sum += n;
        }}
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = lane; k < 256 * EACH && first + k < groups; k += 256) counts[first + k] = own[k + k / EACH];
        barrier(CLK_LOCAL_MEM_FENCE);
    }}
    if (lane == 0) totals[get_group_id(0)] = before;
}}

"
    )
}

/// The third.
fn apply(parts: &Parts) -> String {
    apply_begin(parts) + &apply_by_warps(parts) + &apply_by_items(parts) + &apply_end(parts)
}

/// What a group knows.
fn apply_begin(parts: &Parts) -> String {
    let Parts { bits, hold, local, name, params, .. } = parts;
    let group = blocks::GROUP;
    format!(
        "// Brings a group's elements to their places.
__kernel {group}void {name}_apply(
    __global const {bits}* restrict from,
    __global {bits}* restrict to,
{params}    __global const int* restrict before,
    __global const int* restrict totals,
    int shift,
    int count)
{{
    __local {bits} values[SIZE];
{local}    __local int lanes[256], starts[256];
    {bits} own[ITEMS];
{hold}    const int lane = get_local_id(0);
    const long first = (long)get_group_id(0) * SIZE;
    const int many = (int)min((long)SIZE, count - first);
    const int total = totals[lane], earlier_groups = before[(long)lane * get_num_groups(0) + get_group_id(0)];
"
    )
}

/// Elements in the order of a digit, where work items of a warp see each other's values.
fn apply_by_warps(parts: &Parts) -> String {
    let Parts { load, place, .. } = parts;
    format!(
        "#ifdef WARPS
    // A warp takes neighbouring elements, a work item every 32nd. What is ranked: a digit, and how many before the element in the warp have it.
    // What is behind the end comes after all others that have the greatest digit.
    __local uint ranks[8 * 256];
    volatile __local uint* warp = ranks + lane / 32 * 256;
    const int in = lane % 32, from_here = lane / 32 * 32 * ITEMS + in;
    uint ranked[ITEMS];
    for (int k = 0; k < 8; k++) ranks[k * 256 + lane] = 0;
    UNROLL()
    for (int k = 0; k < ITEMS; k++) {{
        const int at = from_here + k * 32;
        own[k] = at < many ? from[first + at] : 0;
{load}    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    UNROLL()
    for (int k = 0; k < ITEMS; k++) {{
        const uint own_digit = from_here + k * 32 < many ? digit(own[k], shift) : 255;
        const uint those = alike(own_digit), rank = warp[own_digit] + popcount(those & ((1U << in) - 1));
        ranked[k] = own_digit << 16 | rank;
        asm volatile(\"bar.warp.sync 0xffffffff;\" ::: \"memory\");
        if (those >> in == 1) warp[own_digit] = rank + 1;
        asm volatile(\"bar.warp.sync 0xffffffff;\" ::: \"memory\");
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    for (int k = 0; k < 8; k++) sum += ranks[k * 256 + lane];
    sum = summed(lanes, lane, sum) - sum;
    starts[lane] = sum;
    for (int k = 0; k < 8; k++) {{
        const int n = ranks[k * 256 + lane];
        ranks[k * 256 + lane] = sum;
        sum += n;
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    UNROLL()
    for (int k = 0; k < ITEMS; k++) {{
        const int at = (ranked[k] & 0xffff) + warp[ranked[k] >> 16];
        values[at] = own[k];
{place}    }}
"
    )
}

/// The same elsewhere.
fn apply_by_items(parts: &Parts) -> String {
    let Parts { put, stage, take, .. } = parts;
    format!(
        "#else
    __local ushort counts[16 * 256];
    starts[lane] = 0;
    for (int k = 0; k < ITEMS; k++) {{
        const int at = k * 256 + lane;
        if (at < many) {{
            values[at] = from[first + at];
{stage}        }}
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    // A digit is four bits twice. An item takes neighbouring elements; what is behind the end stays there, with the greatest digit.
    for (int part = 0; part < 8; part += 4) {{
        for (int k = 0; k < 16; k++) counts[k * 256 + lane] = 0;
        for (int k = 0; k < ITEMS; k++) {{
            const int at = lane * ITEMS + k;
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
        for (int k = 0; k < ITEMS && lane * ITEMS + k < many; k++) {{
            const int at = counts[(digit(own[k], shift) >> part & 15) * 256 + lane]++;
            values[at] = own[k];
{put}        }}
        barrier(CLK_LOCAL_MEM_FENCE);
    }}
    for (int k = lane; k < many; k += 256) {{
        const int own_digit = digit(values[k], shift);
        if (k > 0 && digit(values[k - 1], shift) != own_digit) starts[own_digit] = k;
    }}
"
    )
}

/// To where they belong.
fn apply_end(parts: &Parts) -> String {
    let Parts { bits, write, .. } = parts;
    format!(
        "#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    const int base = summed(lanes, lane, total) - total + earlier_groups;
    lanes[lane] = base - starts[lane];
    barrier(CLK_LOCAL_MEM_FENCE);
    UNROLL()
    for (int k = lane; k < SIZE; k += 256) if (k < many) {{
        const {bits} v = values[k];
        to[lanes[digit(v, shift)] + k] = v;
{write}    }}
}}
"
    )
}
