//! Scans and filters. A work group takes consecutive iterations and scans their values in local memory, where a work item goes through neighbours one
//! after the other before the items' sums are scanned. A filter scans how many are kept, which is where each goes.
//!
//! Built with LOOK_BACK, that is all: each group tells its total as soon as it knows it, and looks back over the groups before it until one knows
//! what stands before itself (Merrill and Garland, *Single-pass Parallel Prefix Scan with Decoupled Look-back*, NVIDIA NVR-2016-002). A group takes
//! its number when it starts, so that it waits for none that has not. Elements are read once and written once. WARPS says that work items of a warp
//! see each other's values, in PTX.
//!
//! Not every device lets groups go on while others wait. Elsewhere the first of three kernels leaves the groups' totals;
//! `NAME_combine` turns these into what stands before each group; `NAME_apply` brings that to the elements.
//!
//! Sums and products of floats are another value in another order. The first kernel then only leaves the values, and one work group goes through
//! all of them in order, as the CPU does: no faster than one thread, but nothing leaves the device.

use super::axis::Axis;
use super::blocks::{self, Text};
use super::body::Body;
use super::code::{Code, literal, unsigned_type};
use super::emitted::Refusal;
use super::helpers::Helper;
use super::lines::{self, Line};
use somd_core::ir::*;
use somd_runtime::kernel::{Form, GROUP_ITERATIONS};
use somd_syntax::ast::ReduceOp;

/// Neighbours that a work item goes through: of the first kernel, and of the second, for which less local memory is left.
const EACH: &str = "EACH";
const FEWER: &str = "4";

/// The same of groups that look back, of a scan and of a filter, with elements of up to 4 bytes; of larger ones half as many. Larger groups wait
/// for fewer. Measured on an H200.
const SCANNED: u32 = 32;
const FILTERED: u32 = 16;

/// Lines of a body that is written out for each neighbour.
const LINES: usize = 24;

/// Where the value of a slot is in local memory: what the items take at once lies in different banks.
fn padded(slot: &str, each: &str) -> String {
    format!("{slot} + {slot} / {each}")
}

/// What a scan or filter is of.
struct Scan<'t> {
    op: ReduceOp,
    /// Of what is scanned: of a filter how many are kept.
    ty: Ty,
    scalar: String,
    stored: String,
    zero: String,
    /// Of the array's elements.
    elem: Ty,
    /// What an iteration gives, and whether a filter keeps it.
    value: VarId,
    keep: Option<VarId>,
    /// The array, and the groups' totals.
    out: String,
    totals: &'t str,
    unroll: &'static str,
}

impl<'t> Scan<'t> {
    fn of(body: &mut Body, output: &Output, totals: &'t str) -> Result<Scan<'t>, Refusal> {
        let elem = body.func.vars[output.result.index()].ty.as_array().map_or(Ty::I32, |a| (*a.elem).clone());
        let span = body.func.vars[output.result.index()].span;
        let (op, ty, value, keep) = match output.kind {
            OutputKind::Scan { op, value, .. } => (op, elem.clone(), value, None),
            OutputKind::Filter { value, keep } => (ReduceOp::Add, Ty::I32, value, Some(keep)),
            _ => return Err(Refusal::new(span, "neither a scan nor a filter")),
        };
        let Some(zero) = identity(op, &ty) else {
            return Err(Refusal::new(span, "a scan whose operator has no identity"));
        };
        let zero = literal(&zero, &ty).text();
        let (scalar, stored) = (body.unit.scalar(&ty), body.unit.stored(&ty));
        let out = body.place(output.result, &Expr::int(0, span))?.base;
        let unroll = body.unit.helper(Helper::Unroll);
        Ok(Scan { op, ty, scalar, stored, zero, elem, value, keep, out, totals, unroll })
    }

    /// Whether another order of values is another value.
    fn is_ordered(&self) -> bool {
        self.ty.is_float() && matches!(self.op, ReduceOp::Add | ReduceOp::Sub | ReduceOp::Mul)
    }

    /// Declares local memory for so many neighbours of each item.
    fn room(&self, body: &mut Body, each: &str) {
        body.line(format!("__local {} lanes[256], all[256 * ({each} + 1)];", self.stored));
    }

    /// Of `256 * each` values in `all`, an item's `each` neighbours apart from the next item's: what stands at and before each; the sum of all is the
    /// last of `lanes`.
    fn scanned(&self, body: &mut Body, each: &str) {
        let Scan { scalar, zero, unroll, .. } = self;
        let apart = format!("({each} + 1)");
        body.line(format!("{scalar} own = {zero};"));
        body.line(format!("{unroll}()"));
        body.line(format!("for (int slot = lane * {apart}; slot < lane * {apart} + {each}; slot++) {{"));
        body.line("    own = both(own, all[slot]);");
        body.line("    all[slot] = own;");
        body.line("}");
        body.line("scan_lanes(own, lanes);");
        body.line(format!("const {scalar} left = lane > 0 ? lanes[lane - 1] : {zero};"));
        body.line(format!("{unroll}()"));
        body.line(format!(
            "for (int slot = lane * {apart}; slot < lane * {apart} + {each}; slot++) all[slot] = both(left, all[slot]);"
        ));
    }

    /// A group's number.
    fn number(&self, body: &mut Body) {
        if self.is_ordered() {
            body.line("const int nth = get_group_id(0);");
            return;
        }
        body.directive("#ifdef LOOK_BACK");
        body.line("// Groups take numbers as they start: those before are at work, or done.");
        body.line("__local int first;");
        body.line(format!("if (lane == 0) first = atomic_inc((volatile __global int*){});", self.totals));
        body.line("barrier(CLK_LOCAL_MEM_FENCE);");
        body.line("const int nth = first;");
        body.directive("#else");
        body.line("const int nth = get_group_id(0);");
        body.directive("#endif");
        body.line(format!("{} whole = {};", self.scalar, self.zero));
    }

    /// What a work item's iterations give. The loop is left open.
    fn values(&self, body: &mut Body, par: &Par, axes: &[Axis], extents: &[String]) -> Result<(), Refusal> {
        body.line("for (int row = 0; row < EACH; row++) {");
        body.line("const int slot = row * 256 + lane;");
        body.line("const uint at = (uint)nth * (256 * EACH) + slot;");
        let value = body.declare(self.value);
        let ty = body.func.vars[self.value.index()].ty.clone();
        let ty = body.unit.scalar(&ty);
        body.line(format!("{ty} {value} = 0;"));
        body.line(format!("{} own = {};", self.scalar, self.zero));
        if let Some(keep) = self.keep {
            let keep = body.declare(keep);
            body.line(format!("bool {keep} = false;"));
        }
        body.line("if (at < (uint)count) {");
        let names: Vec<String> = axes.iter().map(|a| body.declare(a.var)).collect();
        blocks::indices(body, axes, &names, extents, "int");
        let (_, lines) = body.apart(|b| b.block(&par.body))?;
        if body.sets_failed {
            body.line("bool failed = false;");
        }
        body.lines.extend(lines);
        match self.keep.and_then(|k| body.vars[k.index()].clone()) {
            Some(keep) => body.line(format!("own = {keep} ? 1 : 0;")),
            None => body.line(format!("own = {value};")),
        }
        body.line("}");
        if body.goes_to_end {
            body.lines.push(Line::label("stop"));
        }
        Ok(())
    }

    /// What stands before a group, from the others or from the kernels that follow.
    fn before(&self, body: &mut Body) {
        let Scan { scalar, zero, totals, keep, .. } = self;
        body.directive("#ifdef WARPS");
        body.line("// Told early: others wait for it.");
        body.line("whole = group_total(whole, lanes);");
        body.line(format!("if (lane == 0) tell({totals}, nth, 1, whole);"));
        body.directive("#else");
        body.line("barrier(CLK_LOCAL_MEM_FENCE);");
        body.directive("#endif");
        self.scanned(body, EACH);
        body.directive("#ifdef LOOK_BACK");
        body.directive("#ifndef WARPS");
        body.line("whole = lanes[255];");
        body.line(format!("if (lane == 0) tell({totals}, nth, 1, whole);"));
        body.directive("#endif");
        body.line(format!("const {scalar} before = look_back({totals}, nth, lanes, &first);"));
        body.line(format!("if (lane == 0) tell({totals}, nth, 2, both(before, whole));"));
        if keep.is_some() {
            body.line("const long from = before;");
        }
        body.directive("#else");
        body.line("barrier(CLK_LOCAL_MEM_FENCE);");
        match keep {
            Some(_) => body.line("const long from = (long)nth * (256 * EACH);"),
            None => body.line(format!("const {scalar} before = {zero};")),
        }
        body.line(format!("if (lane == 0) {totals}[nth] = lanes[255];"));
        body.directive("#endif");
    }

    /// Stores a group's results.
    fn stored(&self, body: &mut Body) {
        let Scan { out, unroll, .. } = self;
        body.line(format!("{unroll}()"));
        body.line("for (int row = 0; row < EACH; row++) {");
        body.line("    const int slot = row * 256 + lane;");
        let here = padded("slot", EACH);
        if self.keep.is_some() {
            let before = padded("(slot - 1)", EACH);
            body.line(format!("    const int place = all[{here}], left = slot > 0 ? all[{before}] : 0;"));
            body.line(format!("    if (place > left) {out}[from + place - 1] = found[row];"));
        } else {
            body.line("    const uint at = (uint)nth * (256 * EACH) + slot;");
            body.line(format!("    if (at < (uint)count) {out}[at] = both(before, all[{here}]);"));
        }
        body.line("}");
    }

    /// The second kernel's body: the groups' totals become what stands before each.
    fn combine(&self, body: &mut Body) -> String {
        let Scan { scalar, zero, .. } = self;
        self.room(body, FEWER);
        body.line("const int lane = get_local_id(0);");
        body.line(format!("{scalar} before = start;"));
        body.line(format!("for (int first = 0; first < count; first += 256 * {FEWER}) {{"));
        let (many, place) = (format!("256 * {FEWER}"), padded("slot", FEWER));
        body.line(format!(
            "for (int slot = lane; slot < {many}; slot += 256) all[{place}] = first + slot < count ? totals[first + slot] : {zero};"
        ));
        body.line("barrier(CLK_LOCAL_MEM_FENCE);");
        self.scanned(body, FEWER);
        body.line("barrier(CLK_LOCAL_MEM_FENCE);");
        body.line(format!(
            "for (int slot = lane; slot < {many} && first + slot < count; slot += 256) totals[first + slot] = both(before, slot > 0 ? all[{}] : {zero});",
            padded("(slot - 1)", FEWER)
        ));
        body.line("before = both(before, lanes[255]);");
        body.line("barrier(CLK_LOCAL_MEM_FENCE);");
        body.line("}");
        body.line("if (lane == 0) totals[count] = before;");
        lines::text(&std::mem::take(&mut body.lines))
    }

    /// The third one's parameters and body: that comes to the elements.
    fn apply(&self, body: &mut Body) -> (String, String) {
        body.line(format!("const long all = (long)get_group_id(0) * {GROUP_ITERATIONS};"));
        let element = body.unit.stored(&self.elem);
        let params = match self.keep {
            Some(_) => {
                body.line("const int first = totals[get_group_id(0)], end = totals[get_group_id(0) + 1];");
                body.line(
                    "for (int at = first + get_local_id(0); at < end; at += 256) out[at] = found[all + at - first];",
                );
                format!("__global const {element}* restrict found,\n    __global {element}* restrict out")
            }
            None => {
                body.line(format!("const {} before = totals[get_group_id(0)];", self.scalar));
                body.line(format!("const long end = min(all + {GROUP_ITERATIONS}, (long)count);"));
                body.line(
                    "for (long at = all + get_local_id(0); at < end; at += 256) out[at] = both(before, out[at]);",
                );
                format!("__global {element}* restrict out")
            }
        };
        (params, lines::text(&std::mem::take(&mut body.lines)))
    }
}

/// A scan's kernels and its form; `totals` is the parameter for the groups' totals.
pub(super) fn body(
    body: &mut Body,
    par: &Par,
    output: &Output,
    axes: &[Axis],
    totals: &str,
) -> Result<(Text, Form), Refusal> {
    let scan = Scan::of(body, output, totals)?;
    let kept_ty = body.func.vars[scan.value.index()].ty.clone();
    let value_ty = body.unit.scalar(&kept_ty);
    if !scan.is_ordered() {
        scan.room(body, EACH);
    }
    body.line("const int lane = get_local_id(0);");
    if scan.keep.is_some() {
        body.line(format!("{value_ty} found[EACH];"));
    }
    scan.number(body);
    let extents = blocks::extents(body, axes);
    let loop_starts = body.lines.len();
    scan.values(body, par, axes, &extents)?;
    if scan.is_ordered() {
        body.line(format!("if (at < (uint)count) {}[at] = own;", scan.out));
        body.line("}");
        return Ok((in_order(body, (scan.op, &scan.ty)), Form::Scan { items: 0 }));
    }
    body.line(format!("all[{}] = own;", padded("slot", EACH)));
    body.line("whole = both(whole, own);");
    if scan.keep.is_some() {
        let value = body.vars[scan.value.index()].clone().unwrap_or_default();
        body.line(format!("found[row] = {value};"));
    }
    body.line("}");
    if body.lines.len() - loop_starts < LINES {
        body.lines.insert(loop_starts, Line::new(format!("{}()", scan.unroll)));
    }
    scan.before(body);
    scan.stored(body);

    let main = std::mem::take(&mut body.lines);
    let combine = scan.combine(body);
    let (params, apply) = scan.apply(body);
    body.lines = main;
    let (name, stored) = (body.unit.entry.clone(), &scan.stored);
    let attributes = blocks::GROUP;
    let combine = format!(
        "\n#ifndef LOOK_BACK\n// What stands before each group, and behind the last.\n__kernel {attributes}void {name}_combine(\n    \
         __global {stored}* restrict totals,\n    {stored} start,\n    int count)\n{{\n{combine}\n}}\n\n\
         // Brings that to the elements.\n__kernel {attributes}void {name}_apply(\n    {params},\n    \
         __global const {stored}* restrict totals,\n    int count)\n{{\n{apply}\n}}\n#endif\n"
    );
    let of = if scan.keep.is_some() { &kept_ty } else { &scan.ty };
    let large = somd_schedule::elem(body.unit.program, of).bytes() > 4;
    let items = if scan.keep.is_some() { FILTERED } else { SCANNED } / if large { 2 } else { 1 };
    let sum = combined(body, scan.op, &scan.ty, "a", "b");
    let defines = functions(&scan.scalar, &scan.ty, &scan.zero, &sum).replace("UNROLL", scan.unroll);
    Ok((Text { attributes, combine, defines, ..Text::default() }, Form::Scan { items }))
}

/// What the kernels call. How groups tell each other what they know: a word has both what is known and the value, or half of it, so that none is seen
/// without the other.
fn functions(scalar: &str, ty: &Ty, zero: &str, sum: &str) -> String {
    let wide = matches!(ty, Ty::I64 | Ty::F64);
    let (bits, value) = match ty {
        Ty::F64 => ("as_ulong(value)".to_string(), "as_double(bits)".to_string()),
        Ty::F32 => ("as_uint(value)".to_string(), "as_float((uint)bits)".to_string()),
        _ => ("(ulong)value".to_string(), format!("({scalar})bits")),
    };
    let (tell, ask, shuffle) = if wide { (TELL_TWO, ASK_TWO, SHUFFLE_TWO) } else { (TELL_ONE, ASK_ONE, SHUFFLE_ONE) };
    FUNCTIONS
        .replace("PLAIN", &plain_defines(scalar))
        .replace("TELL_LINES", tell)
        .replace("ASK_LINES", ask)
        .replace("SHUFFLE_LINES", shuffle)
        .replace("BITS", &bits)
        .replace("OF_THESE", &value)
        .replace("VALUE", scalar)
        .replace("ZERO", zero)
        .replace("SUM", sum)
}

fn plain_defines(scalar: &str) -> String {
    format!("#define EACH {}\n#define TOTAL {scalar}\n", GROUP_ITERATIONS / 256)
}

const TELL_ONE: &str = "    TELL(totals + group + 2, known << 32 | (uint)bits);
";
const TELL_TWO: &str = "    TELL(totals + 2 * (group + 2), known << 32 | bits >> 32);
    TELL(totals + 2 * (group + 2) + 1, known << 32 | (uint)bits);
";
const ASK_ONE: &str = "    const ulong bits = ASK(totals + group + 2);
    *known = (int)(bits >> 32);
";
const ASK_TWO: &str = "    const ulong high = ASK(totals + 2 * (group + 2)), low = ASK(totals + 2 * (group + 2) + 1);
    // Halves of the same value say the same of it.
    *known = high >> 32 == low >> 32 ? (int)(low >> 32) : 0;
    const ulong bits = high << 32 | (uint)low;
";
const SHUFFLE_ONE: &str = "    const ulong bits = word_before((uint)own, distance);
";
const SHUFFLE_TWO: &str =
    "    const ulong bits = (ulong)word_before((uint)(own >> 32), distance) << 32 | word_before((uint)own, distance);
";

const FUNCTIONS: &str = r#"// Neighbours that a work item goes through.
#ifdef LOOK_BACK
#define EACH LOOK_BACK
#define TOTAL volatile ulong
#else
PLAIN#endif

VALUE both(const VALUE a, const VALUE b)
{
    return SUM;
}

#ifdef WARPS
uint word_before(const uint own, const int distance)
{
    uint other;
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;" : "=r"(other) : "r"(own), "r"(distance));
    return other;
}

// The value that the work item so many before has, in the same warp.
VALUE item_before(const VALUE value, const int distance)
{
    const ulong own = BITS;
SHUFFLE_LINES    return OF_THESE;
}

// The work items of the warp for which it is so, as bits.
uint ballot(const bool so)
{
    uint those;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(those) : "r"((uint)so));
    return those;
}

// What stands at and before each work item of a warp.
VALUE scan_warp(VALUE own)
{
    UNROLL()
    for (int distance = 1; distance < 32; distance *= 2) {
        const VALUE left = item_before(own, distance);
        if (get_local_id(0) % 32 >= distance) own = both(left, own);
    }
    return own;
}

// All values of the group together.
VALUE group_total(const VALUE own, __local VALUE* lanes)
{
    const VALUE sum = scan_warp(own);
    if (get_local_id(0) % 32 == 31) lanes[get_local_id(0) / 32] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    VALUE all = lanes[0];
    for (int warp = 1; warp < 8; warp++) all = both(all, lanes[warp]);
    return all;
}
#endif

// What stands at and before each work item of the group, in `lanes`.
void scan_lanes(const VALUE own, __local VALUE* lanes)
{
    const int lane = get_local_id(0);
#ifdef WARPS
    const VALUE sum = scan_warp(own);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane % 32 == 31) lanes[lane / 32] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    VALUE before = ZERO;
    for (int warp = 0; warp < lane / 32; warp++) before = both(before, lanes[warp]);
    barrier(CLK_LOCAL_MEM_FENCE);
    lanes[lane] = both(before, sum);
#else
    lanes[lane] = own;
    for (int distance = 1; distance < 256; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const VALUE left = lane >= distance ? lanes[lane - distance] : ZERO;
        barrier(CLK_LOCAL_MEM_FENCE);
        lanes[lane] = both(left, lanes[lane]);
    }
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
}

#ifdef LOOK_BACK
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#ifdef WARPS
#define TELL(place, word) (*(place) = (word))
#define ASK(place) (*(place))
#else
#define TELL(place, word) atom_xchg(place, word)
#define ASK(place) atom_add(place, 0)
#endif

// What a group knows: 1, its own total; 2, that of all groups up to it.
void tell(__global TOTAL* totals, const int group, const ulong known, const VALUE value)
{
    const ulong bits = BITS;
TELL_LINES}

VALUE ask(__global TOTAL* totals, const int group, int* known)
{
ASK_LINES    return OF_THESE;
}

// What stands before a group: that of the groups before it, the nearest first, back to one that knows what stands before itself. What is before the
// first group does.
VALUE look_back(__global TOTAL* totals, const int group, __local VALUE* lanes, __local int* nearest)
{
    const int lane = get_local_id(0);
    VALUE before = ZERO;
    barrier(CLK_LOCAL_MEM_FENCE);
#ifdef WARPS
    // One warp looks at 32 groups at once; its last work item has them all.
    if (lane < 32) {
        for (int from = group - 1;; from -= 32) {
            int known = 0;
            VALUE own = ZERO;
            if (from - lane >= -1) {
                while (known == 0) own = ask(totals, from - lane, &known);
            }
            const uint those = ballot(known == 2);
            if ((those & ((1U << lane) - 1)) != 0) own = ZERO;
            before = both(before, scan_warp(own));
            if (those != 0) break;
        }
        if (lane == 31) lanes[0] = before;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    before = lanes[0];
#else
    for (int from = group - 1;; from -= 256) {
        if (lane == 0) *nearest = 256;
        barrier(CLK_LOCAL_MEM_FENCE);
        int known = 0;
        VALUE own = ZERO;
        if (from - lane >= -1) {
            while (known == 0) own = ask(totals, from - lane, &known);
        }
        if (known == 2) atomic_min(nearest, lane);
        barrier(CLK_LOCAL_MEM_FENCE);
        lanes[lane] = lane <= *nearest ? own : ZERO;
        for (int distance = 128; distance > 0; distance /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (lane < distance) lanes[lane] = both(lanes[lane], lanes[lane + distance]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        before = both(before, lanes[0]);
        const bool ends = *nearest < 256;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (ends) break;
    }
#endif
    return before;
}
#endif

"#;

/// The kernels behind the first, of a scan that takes its values in order.
fn in_order(body: &mut Body, (op, ty): (ReduceOp, &Ty)) -> Text {
    let main = std::mem::take(&mut body.lines);
    let stored = body.unit.stored(ty);
    body.line("if (get_group_id(0) > 0) return;");
    body.line(format!("__local {stored} values[{GROUP_ITERATIONS}];"));
    body.line("const int lane = get_local_id(0);");
    body.line(format!("{stored} last = totals[0];"));
    body.line(format!("for (long first = 0; first < count; first += {GROUP_ITERATIONS}) {{"));
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
    body.line("}");
    let apply = lines::text(&std::mem::replace(&mut body.lines, main));
    let name = body.unit.entry.clone();
    let attributes = blocks::GROUP;
    let combine = format!(
        "\n// The first value.\n__kernel {attributes}void {name}_combine(\n    __global {stored}* restrict totals,\n    \
         {stored} start,\n    int count)\n{{\n    if (get_local_id(0) == 0) totals[0] = start;\n}}\n\n\
         // All in order, by one work group.\n__kernel {attributes}void {name}_apply(\n    __global {stored}* restrict out,\n    \
         __global const {stored}* restrict totals,\n    int count)\n{{\n{apply}\n}}\n"
    );
    Text { attributes, combine, defines: plain_defines(&stored), ..Text::default() }
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
            let wide = Code::read(a).cast(unsigned_type(ty)).text();
            format!("({c})({wide} {symbol} ({}){b})", unsigned_type(ty))
        }
    }
}
