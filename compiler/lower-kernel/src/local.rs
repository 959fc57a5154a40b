//! Histograms: where all that an instruction does is accumulate into elements that data names, a work group accumulates in local memory
//! first, and into the array only what came of that. Several copies a group keep work items out of each other's way.
//!
//! Whether an array fits local memory is known when it is launched: the kernel is then built with COPIES. Else every accumulation is
//! an atomic operation on the array itself.

use super::axis::Axis;
use super::blocks;
use super::body::{Body, Fail, Place, Space, Unit};
use super::code::{literal, read_items};
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

/// An output, and what a group has of it.
struct Copies {
    op: ReduceOp,
    ty: Ty,
    /// The array, and the copies in local memory.
    base: String,
    own: String,
    len: String,
    zero: String,
}

/// The body by way of local memory.
pub(super) fn body(body: &mut Body, par: &Par, axes: &[Axis], owns: &[String], wide: bool) -> Result<(), Refusal> {
    let kept = (body.names.clone(), body.vars.clone(), body.places.clone());
    let fail = std::mem::replace(&mut body.fail, Fail::Goto { number: "(uint)at".into(), label: "stop" });
    body.line("const int lane = get_local_id(0);");
    let extents = blocks::extents(body, axes);
    let mut copies = Vec::new();
    for (output, own) in par.outputs.iter().zip(owns) {
        copies.extend(copies_of(body, output, own)?);
    }
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    let in_front = body.lines.len();
    body.line(format!(
        "for (long first = (long)get_group_id(0) * {0}; first < count; first += (long)get_num_groups(0) * {0}) {{",
        256 * TURNS
    ));
    let indices: Vec<String> = axes.iter().map(|a| body.declare(a.var)).collect();
    let loads = Loads::of(body, par, axes, in_front);
    let lines = body.apart(|b| {
        blocks::indices(b, axes, &indices, &extents, if wide { "long" } else { "int" });
        b.block(&par.body)
    });
    let mut lines = lines?.1;
    if body.sets_failed {
        lines.insert(0, Line::new("bool failed = false;"));
    }
    loads.around(body, lines);
    body.line("}");
    if body.goes_to_end {
        body.lines.push(Line::label("stop"));
    }
    body.line("barrier(CLK_LOCAL_MEM_FENCE);");
    for copies in copies {
        merge(body, &copies);
    }
    (body.names, body.vars, body.places) = kept;
    body.fail = fail;
    body.goes_to_end = false;
    body.tiled.clear();
    body.commented = None;
    Ok(())
}

/// Declares an output's copies, and makes the work item's own the output's place.
fn copies_of(body: &mut Body, output: &Output, own: &str) -> Result<Option<Copies>, Refusal> {
    let OutputKind::Accumulate { op, .. } = output.kind else { return Ok(None) };
    let ty = body.func.vars[output.result.index()].ty.as_array().map_or(Ty::I32, |a| (*a.elem).clone());
    let place = body.place(output.result, &Expr::int(0, Default::default()))?;
    let length = place.dims.iter().map(|d| format!("(size_t){d}")).collect::<Vec<_>>().join(" * ");
    let len = body.names.fresh(&format!("{own}_len"));
    // A wrapped or narrowed sum has the same low bits as the sum.
    let zero = identity(op, &ty).map_or("0".to_string(), |c| literal(&c, &ty).text());
    body.line(format!("const int {len} = {length};"));
    body.line(format!("for (int slot = lane; slot < {len} * COPIES; slot += 256) {own}[slot] = {zero};"));
    let copy = body.names.fresh(&format!("{own}_copy"));
    body.line(format!("volatile __local int* {copy} = {own} + lane * COPIES / 256 * {len};"));
    body.places.insert(output.result, Place { base: copy, space: Space::Local, dims: place.dims });
    Ok(Some(Copies { op, ty, base: place.base, own: own.to_string(), len, zero }))
}

/// What every iteration reads first: on its way for all of a work item's before the first accumulates.
struct Loads {
    /// Where all turns are in range.
    whole: Vec<String>,
    all: Vec<String>,
    checked: Vec<String>,
    /// Neighbouring elements that a work item takes there, and the number of its iteration in a turn.
    width: u32,
    wide_at: String,
}

impl Loads {
    fn of(body: &mut Body, par: &Par, axes: &[Axis], in_front: usize) -> Loads {
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
        // Where all turns are in range a work item takes neighbouring elements, of each array 16 bytes or, of the narrower ones, less.
        let widest = own_reads.iter().map(|(_, ty)| somd_schedule::elem(body.unit.program, ty).bytes()).max();
        let width = widest.map_or(1, |bytes| (16 / bytes.clamp(2, 16)) as u32).min(TURNS);
        let vectors = width > 1 && own_reads.iter().all(|(_, ty)| *ty != Ty::Bool && !matches!(ty, Ty::Struct(_)));
        let width = if vectors { width } else { 1 };
        let wide_at = match width {
            1 => NARROW.to_string(),
            w => format!("first + (turn & ~{}) * 256 + lane * {w} + (turn & {})", w - 1, w - 1),
        };
        let whole = vec![format!("count - first >= {}", 256 * TURNS)];
        let mut loads = Loads { whole, all: Vec::new(), checked: Vec::new(), width, wide_at };
        for (array, ty) in own_reads {
            loads.add(body, &axes[0], array, &ty, in_front);
        }
        if width > 1 {
            loads.whole.push(format!("({} & {}) == 0", axes[0].from, width - 1));
        }
        loads
    }

    fn add(&mut self, body: &mut Body, axis: &Axis, array: VarId, ty: &Ty, in_front: usize) {
        let Some(place) = body.places.get(&array).cloned() else { return };
        let (elem, width) = (body.unit.stored(ty), self.width);
        let name = body.names.fresh(&format!("{}_here", body.func.vars[array.index()].name));
        // Not in the loop: PoCL 3.1 loses failing checks that jump out of the array's scope.
        body.lines.insert(in_front, Line::new(format!("{elem} {name}[{TURNS}];")));
        let (from, len, base) = (&axis.from, &place.dims[0], &place.base);
        self.whole.push(format!("{from} + first >= 0 && {len} - {} >= {from} + first", 256 * TURNS));
        if width > 1 {
            let vector = body.names.fresh("wide");
            let load = format!("*(__global const {elem}{width}*)({base} + ({from} + at))");
            self.all.push(format!("const {elem}{width} {vector} = {load};"));
            self.all.extend((0..width).map(|k| format!("{name}[turn + {k}] = {vector}.s{k:x};")));
        } else {
            self.all.push(format!("{name}[turn] = {base}[{from} + at];"));
        }
        self.checked.push(format!(
            "{name}[turn] = at < count && (ulong)({from} + at) < (ulong){len} ? {base}[{from} + at] : 0;"
        ));
        body.tiled.push(Tiled::whole(array, &[axis.var], format!("{name}[turn]")));
    }

    fn loaded(&self, body: &mut Body, loads: &[String], by: u32, at: &str) {
        if !loads.is_empty() {
            let loads: Vec<Line> = loads.iter().map(Line::new).collect();
            turns(body, &loads, by, at);
        }
    }

    /// A work item's turns, with an iteration's lines: where all are in range, and elsewhere.
    fn around(&self, body: &mut Body, lines: Vec<Line>) {
        // A label stands in one place only.
        let jumps = lines.iter().any(Line::is_label);
        body.line(if jumps { "{".to_string() } else { format!("if ({}) {{", self.whole.join(" && ")) });
        if !jumps {
            self.loaded(body, &self.all, self.width, &self.wide_at);
            turns(body, &lines, 1, &self.wide_at);
            body.line("} else {");
        }
        self.loaded(body, &self.checked, 1, NARROW);
        let mut inside = lines;
        inside.insert(0, Line::new("if (at < count) {"));
        inside.push(Line::new("}"));
        turns(body, &inside, 1, NARROW);
        body.line("}");
    }
}

/// So many turns at a time.
fn turns(body: &mut Body, inside: &[Line], by: u32, at: &str) {
    body.unroll("");
    let next = if by == 1 { "turn++".to_string() } else { format!("turn += {by}") };
    body.line(format!("for (int turn = 0; turn < {TURNS}; {next}) {{"));
    body.line(format!("    const long at = {at};"));
    body.lines.extend_from_slice(inside);
    body.line("}");
}

/// Brings what came of a group's copies to the array.
fn merge(body: &mut Body, copies: &Copies) {
    let Copies { op, ty, base, own, len, zero } = copies;
    body.line(format!("for (int slot = lane; slot < {len}; slot += 256) {{"));
    body.line(format!("int all = {own}[slot];"));
    let other = format!("{own}[copy * {len} + slot]");
    let both = match op {
        ReduceOp::Min => format!("min(all, {other})"),
        ReduceOp::Max => format!("max(all, {other})"),
        ReduceOp::And => format!("all & {other}"),
        ReduceOp::Or => format!("all | {other}"),
        ReduceOp::Xor => format!("all ^ {other}"),
        _ => format!("(int)((uint)all + {other})"),
    };
    body.line(format!("for (int copy = 1; copy < COPIES; copy++) all = {both};"));
    body.line(format!("if (all != {zero}) {{"));
    body.atomic(*op, ty, &format!("&{base}[slot]"), "all", Space::Global);
    for _ in 0..2 {
        body.line("}");
    }
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
    let items = read_items(&text);
    if !unit.functions.contains(&items) {
        unit.functions.push(items);
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
    let items = read_items(&text);
    if !unit.functions.contains(&items) {
        unit.functions.push(items);
    }
    name
}
