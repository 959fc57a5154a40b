//! Sorts of the rows of a matrix: a bitonic network in local memory, several short rows a work group, a long one in parts.
//!
//! `NAME` sorts what a group has of its rows. Where a row is several parts, `NAME_combine` compares elements of two parts, and `NAME_apply` puts
//! each part in order after it. A stage begins with a comparison of the first element with the last, the second with the last but one and so on:
//! so the lesser element is always left in front, and rows need not be powers of two long.
//!
//! Elements are sorted as unsigned numbers in their order. NaNs, which are all equal and stay in the order that they had, are numbers beyond
//! infinity by their places in the row; the last kernel that writes them takes the elements from there.

use super::bits;
use crate::blocks;
use somd_core::ir::Ty;

/// The kernels of [`somd_runtime::kernel::Form::SortedRows`]: `size` elements in local memory, a power of two.
pub(super) fn text(name: &str, elem: &Ty, size: usize) -> String {
    let (bits, all, first) = bits(elem);
    let group = blocks::GROUP;
    let infinity = if *elem == Ty::F64 { "0xfff0000000000000UL" } else { "0xff800000U" };
    // The number of an element, and the element of a number.
    let (keyed, element) = match elem {
        Ty::U16 => ("    return v;\n".to_string(), "    return key;\n".to_string()),
        Ty::F32 | Ty::F64 => (
            format!(
                "    const {bits} number = v ^ (v & {first} ? {all} : {first});\n    \
                 return (v | {first}) > {infinity} ? {infinity} + 1 + ({bits})place : number;\n"
            ),
            format!(
                "    if (key > {infinity}) return row[key - ({infinity} + 1)];\n    \
                 return key & {first} ? key ^ {first} : ~key;\n"
            ),
        ),
        _ => (format!("    return v ^ {first};\n"), format!("    return key ^ {first};\n")),
    };
    // A function with a barrier would have to be called alike by all, which nothing says of what it is given.
    let merge = "        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = lane; k < SIZE / 2; k += 256) {
            const int a = 2 * k - (k & (by - 1));
            compare(keys, a, a + by);
        }
";
    format!(
        "#define SIZE {size}

// A number in the order of the elements, for the one that stands at `place` in its row.
{bits} keyed(const {bits} v, const int place)
{{
{keyed}}}

// The element that a number stands for, in a row that was given.
{bits} element(const {bits} key, __global const {bits}* restrict row)
{{
{element}}}

// Leaves the lesser of two in the first place.
void compare(__local {bits}* keys, const int a, const int b)
{{
    const {bits} x = keys[a], y = keys[b];
    keys[a] = min(x, y);
    keys[b] = max(x, y);
}}

// A group has SIZE >> log places of 1 << log elements, a row or one of its `parts`.
__kernel {group}void {name}(
    __global const {bits}* restrict from,
    __global {bits}* restrict to,
    int rows,
    int columns,
    int log,
    int parts)
{{
    __local {bits} keys[SIZE];
    const long first = (long)get_group_id(0) * (SIZE >> log);
    const int lane = get_local_id(0), mask = (1 << log) - 1;
    for (int k = lane; k < SIZE; k += 256) {{
        const long part = first + (k >> log), row = parts == 1 ? part : part / parts;
        const int column = ((int)(part - row * parts) << log) + (k & mask);
        keys[k] = row < rows && column < columns ? keyed(from[row * columns + column], column) : {all};
    }}
    for (int width = 1; width <= mask; width *= 2) {{
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = lane; k < SIZE / 2; k += 256) {{
            const int begin = 2 * (k & ~(width - 1)), in = k & (width - 1);
            compare(keys, begin + in, begin + 2 * width - 1 - in);
        }}
        for (int by = width / 2; by > 0; by /= 2) {{
{merge}        }}
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = lane; k < SIZE; k += 256) {{
        const long part = first + (k >> log), row = parts == 1 ? part : part / parts;
        const int column = ((int)(part - row * parts) << log) + (k & mask);
        if (row < rows && column < columns) {{
            const long at = row * columns + column;
            to[at] = parts == 1 ? element(keys[k], from + row * columns) : keys[k];
        }}
    }}
}}

// Compares elements `width` places from each other, or as far as the flip of a stage says, which puts together twice as many.
__kernel {group}void {name}_combine(
    __global {bits}* restrict keys,
    int rows,
    int columns,
    long width,
    int flip)
{{
    // As many pairs as a row of a power of two of elements has.
    const long pairs = (((long)columns + 2 * width - 1) / (2 * width)) * width;
    const long k = (long)get_global_id(0), row = k / pairs, in = k % pairs;
    const long begin = in / width * (2 * width), place = in % width;
    const long a = begin + place, b = flip ? begin + 2 * width - 1 - place : a + width;
    if (row >= rows || b >= columns) return;
    keys += row * columns;
    const {bits} x = keys[a], y = keys[b];
    if (y < x) {{
        keys[a] = y;
        keys[b] = x;
    }}
}}

// The last comparisons of a stage, within a part; `last`: of all.
__kernel {group}void {name}_apply(
    __global const {bits}* restrict from,
    __global {bits}* restrict to,
    int columns,
    int parts,
    int last)
{{
    __local {bits} keys[SIZE];
    const long part = get_group_id(0), row = part / parts;
    const int lane = get_local_id(0), begin = (int)(part - row * parts) * SIZE;
    to += row * columns;
    for (int k = lane; k < SIZE; k += 256) keys[k] = columns - begin > k ? to[begin + k] : {all};
    for (int by = SIZE / 2; by > 0; by /= 2) {{
{merge}    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = lane; k < SIZE && columns - begin > k; k += 256)
        to[begin + k] = last ? element(keys[k], from + row * columns) : keys[k];
}}
"
    )
}
