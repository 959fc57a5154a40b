//! Histograms: where all that an instruction does is accumulate into elements that data names, a work group accumulates in local memory
//! first, and into the array only what came of that. Several copies a group keep work items out of each other's way.
//!
//! Whether an array fits local memory is known when it is launched: the kernel is then built with COPIES. Else every accumulation is
//! an atomic operation on the array itself.

use super::axis::Axis;
use super::blocks;
use super::body::{Body, Fail, Place, Space, Unit};
use super::code::literal;
use super::emitted::Refusal;
use super::helpers::Helper;
use super::lines::Line;
use super::state::Tiled;
use somd_core::ir::*;
use somd_core::walk;
use somd_syntax::ast::ReduceOp;

/// Iterations that a work item has under way at once.
const TURNS: u32 = 8;

/// The number of a work item's iteration in a turn.
const NARROW: &str = "first + lane + turn * 256";

/// The name of an output's part of local memory.
pub(super) fn own_name(func: &Func, output: &Output) -> String {
    format!("{}_own", func.vars[output.result.index()].name)
}

/// The body by way of local memory.
pub(super) fn body(body: &mut Body, par: &Par, axes: &[Axis], owns: &[String], wide: bool) -> Result<(), Refusal> {
    let kept = (body.names.clone(), body.vars.clone(), body.places.clone());
    let fail = std::mem::replace(&mut body.fail, Fail::Goto { number: "(uint)at".into(), label: "stop" });
    body.line("const int lane = get_local_id(0);");
    let extents = blocks::extents(body, axes);
    let mut merges = Vec::new();
    for (output, own) in par.outputs.iter().zip(owns) {
        let OutputKind::Accumulate { op, .. } = output.kind else { continue };
        let ty = body.func.vars[output.result.index()].ty.as_array().map_or(Ty::I32, |a| (*a.elem).clone());
        let place = body.place(output.result, &Expr::int(0, Default::default()))?;
        let length = place.dims.iter().map(|d| format!("(size_t){d}")).collect::<Vec<_>>().join(" * ");
        let len = body.names.fresh(&format!("{own}_len"));
        // A wrapped or narrowed sum has the same low bits as the sum.
        let zero = identity(op, &ty).map_or("0".to_string(), |c| literal(&c, &ty).text);
        body.line(format!("const int {len} = {length};"));
        body.line(format!("for (int slot = lane; slot < {len} * COPIES; slot += 256) {own}[slot] = {zero};"));
        let copy = body.names.fresh(&format!("{own}_copy"));
        body.line(format!("volatile __local int* {copy} = {own} + lane * COPIES / 256 * {len};"));
        merges.push((op, ty, place.base.clone(), own.clone(), len, zero));
        body.places.insert(output.result, Place { base: copy, space: Space::Local, dims: place.dims });
    }
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    let in_front = body.lines.len();
    body.line(format!(
        "for (long first = (long)get_group_id(0) * {0}; first < count; first += (long)get_num_groups(0) * {0}) {{",
        256 * TURNS
    ));
    body.indent += 1;
    let indices: Vec<String> = axes.iter().map(|a| body.declare(a.var)).collect();
    // What every iteration reads first is on its way for all of them before the first accumulates.
    let mut own_reads = Vec::new();
    if let [axis] = axes {
        walk::for_each_expr(&par.body, &mut |e| {
            if let ExprKind::Index { array, index } = &e.kind
                && matches!(index.as_slice(), [Expr { kind: ExprKind::Var(v), .. }] if *v == axis.var)
                && !own_reads.iter().any(|(a, _)| a == array)
                && !body.results.contains(array)
            {
                own_reads.push((*array, e.ty.clone()));
            }
        });
    }
    let mut whole = vec![format!("count - first >= {}", 256 * TURNS)];
    let (mut loads, mut checked_loads) = (Vec::new(), Vec::new());
    // Where all turns are in range a work item takes neighbouring elements, of each array 16 bytes or, of the narrower ones, less.
    let widest = own_reads.iter().map(|(_, ty)| somd_schedule::elem(body.unit.program, ty).bytes()).max();
    let width = widest.map_or(1, |bytes| (16 / bytes.clamp(2, 16)) as u32).min(TURNS);
    let vectors = width > 1 && own_reads.iter().all(|(_, ty)| *ty != Ty::Bool && !matches!(ty, Ty::Struct(_)));
    let width = if vectors { width } else { 1 };
    let wide_at = match width {
        1 => "first + lane + turn * 256".to_string(),
        w => format!("first + (turn & ~{}) * 256 + lane * {w} + (turn & {})", w - 1, w - 1),
    };
    for (array, ty) in own_reads {
        let Some(place) = body.places.get(&array).cloned() else { continue };
        let elem = body.unit.stored(&ty);
        let name = body.names.fresh(&format!("{}_here", body.func.vars[array.index()].name));
        // Not in the loop: PoCL 3.1 loses failing checks that jump out of the array's scope.
        body.lines.insert(in_front, Line::new(body.indent - 1, format!("{elem} {name}[{TURNS}];")));
        let (from, len, base) = (&axes[0].from, &place.dims[0], &place.base);
        whole.push(format!("{from} + first >= 0 && {len} - {} >= {from} + first", 256 * TURNS));
        if width > 1 {
            let vector = body.names.fresh("wide");
            loads.push(format!(
                "const {elem}{width} {vector} = *(__global const {elem}{width}*)({base} + ({from} + at));"
            ));
            loads.extend((0..width).map(|k| format!("{name}[turn + {k}] = {vector}.s{k:x};")));
        } else {
            loads.push(format!("{name}[turn] = {base}[{from} + at];"));
        }
        checked_loads.push(format!(
            "{name}[turn] = at < count && (ulong)({from} + at) < (ulong){len} ? {base}[{from} + at] : 0;"
        ));
        body.tiled.push(Tiled::whole(array, &[axes[0].var], format!("{name}[turn]")));
    }
    body.indent += 3;
    let lines = body.apart(|b| {
        blocks::indices(b, axes, &indices, &extents, if wide { "long" } else { "int" });
        b.block(&par.body)
    });
    body.indent -= 3;
    let mut lines = lines?.1;
    if body.sets_failed {
        lines.insert(0, Line::new(body.indent + 3, "bool failed = false;"));
    }
    if width > 1 {
        whole.push(format!("({} & {}) == 0", axes[0].from, width - 1));
    }
    let turns = |body: &mut Body, inside: &[Line], by: u32, at: &str| {
        body.unroll("");
        let next = if by == 1 { "turn++".to_string() } else { format!("turn += {by}") };
        body.line(format!("for (int turn = 0; turn < {TURNS}; {next}) {{"));
        body.line(format!("    const long at = {at};"));
        body.lines.extend_from_slice(inside);
        body.line("}");
    };
    let indented =
        |body: &Body, lines: &[String]| -> Vec<Line> { lines.iter().map(|l| Line::new(body.indent + 1, l)).collect() };
    // A label stands in one place only.
    let jumps = lines.iter().any(Line::is_label);
    body.line(if jumps { "{".to_string() } else { format!("if ({}) {{", whole.join(" && ")) });
    for (n, loads) in [loads, checked_loads].iter().enumerate() {
        let all = n == 0;
        if all && jumps {
            continue;
        }
        if !all && !jumps {
            body.line("} else {");
        }
        body.indent += 1;
        if !loads.is_empty() {
            let loads = indented(body, loads);
            let (by, at) = if all { (width, wide_at.as_str()) } else { (1, NARROW) };
            turns(body, &loads, by, at);
        }
        let mut inside = lines.clone();
        if all {
            inside = inside.into_iter().map(Line::less).collect();
        } else {
            inside.insert(0, Line::new(body.indent + 1, "if (at < count) {"));
            inside.push(Line::new(body.indent + 1, "}"));
        }
        turns(body, &inside, 1, if all { &wide_at } else { NARROW });
        body.indent -= 1;
    }
    body.line("}");
    body.indent -= 1;
    body.line("}");
    if body.goes_to_end {
        body.lines.push(Line::label(0, "stop"));
    }
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    for (op, ty, base, own, len, zero) in merges {
        body.line(format!("for (int slot = lane; slot < {len}; slot += 256) {{"));
        body.indent += 1;
        body.line(format!("int all = {own}[slot];"));
        let both = match op {
            ReduceOp::Min => "min(all, OTHER)",
            ReduceOp::Max => "max(all, OTHER)",
            ReduceOp::And => "all & OTHER",
            ReduceOp::Or => "all | OTHER",
            ReduceOp::Xor => "all ^ OTHER",
            _ => "(int)((uint)all + OTHER)",
        };
        let both = both.replace("OTHER", &format!("{own}[copy * {len} + slot]"));
        body.line(format!("for (int copy = 1; copy < COPIES; copy++) all = {both};"));
        body.line(format!("if (all != {zero}) {{"));
        body.indent += 1;
        body.atomic(op, &ty, &format!("&{base}[slot]"), "all", Space::Global);
        body.indent -= 1;
        body.line("}");
        body.indent -= 1;
        body.line("}");
    }
    (body.names, body.vars, body.places) = kept;
    body.fail = fail;
    body.goes_to_end = false;
    body.tiled.clear();
    body.commented = None;
    Ok(())
}

/// The least or greatest of floats as an atomic operation, on the bits. (Their sums have an order, and are none.)
pub(super) fn float_helper(unit: &mut Unit, op: ReduceOp, ty: &Ty) -> String {
    let (word, both) = match op {
        ReduceOp::Min => ("min", unit.helper(Helper::min(ty))),
        _ => ("max", unit.helper(Helper::max(ty))),
    };
    let (elem, bits, functions) =
        if *ty == Ty::F64 { ("double", "ulong", "atom") } else { ("float", "uint", "atomic") };
    let name = format!("atomic_{word}_{elem}");
    let text = format!(
        "// *p = {both}(*p, x) as one step.\n\
         void {name}(volatile __global {elem}* p, {elem} x)\n{{\n    \
         volatile __global {bits}* word = (volatile __global {bits}*)p;\n    \
         {bits} before, now = {functions}_or(word, ({bits})0);\n    do {{\n        before = now;\n        \
         const {bits} next = as_{bits}({both}(as_{elem}(before), x));\n        if (next == before) return;\n        \
         now = {functions}_cmpxchg(word, before, next);\n    }} while (now != before);\n}}\n"
    );
    if !unit.functions.contains(&text) {
        unit.functions.push(text);
    }
    name
}

/// What an atomic operation on an element narrower than an int is: one on the word that it lies in.
pub(super) fn narrow_helper(unit: &mut Unit, op: ReduceOp, ty: &Ty) -> String {
    let elem = unit.scalar(ty);
    let (bits, unsigned) = if *ty == Ty::I8 { (8, "uchar") } else { (16, "ushort") };
    let (word, value) = match op {
        ReduceOp::Add | ReduceOp::Sub => ("add", "old + x"),
        ReduceOp::Mul => ("mul", "old * x"),
        ReduceOp::Min => ("min", "min((int)old, x)"),
        ReduceOp::Max => ("max", "max((int)old, x)"),
        ReduceOp::And => ("and", "old & x"),
        ReduceOp::Or => ("or", "old | x"),
        ReduceOp::Xor => ("xor", "old ^ x"),
    };
    let name = format!("atomic_{word}_{elem}");
    let mask = (1u32 << bits) - 1;
    let text = format!(
        "// *p {word}= x as one step, on the word that the element is in.\n\
         void {name}(volatile __global {elem}* p, int x)\n{{\n    \
         volatile __global uint* word = (volatile __global uint*)((size_t)p & ~(size_t)3);\n    \
         const uint shift = ((uint)(size_t)p & 3) * 8;\n    uint before, now = atomic_or(word, 0u);\n    do {{\n        \
         before = now;\n        const {elem} old = ({elem})(before >> shift);\n        \
         now = atomic_cmpxchg(word, before, (before & ~({mask}u << shift)) | ((uint)({unsigned})({value}) << shift));\n    \
         }} while (now != before);\n}}\n"
    );
    if !unit.functions.contains(&text) {
        unit.functions.push(text);
    }
    name
}
