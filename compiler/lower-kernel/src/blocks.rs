//! Reductions and folds: work groups take blocks of iterations, in the shape of [`shape`](somd_core::shape).

use super::axis::Axis;
use super::body::{Body, Fail, Space};
use super::code::{Code, literal, unsigned_type};
use super::emitted::Refusal;
use super::helpers::Helper;
use super::lines::{self, Line};
use super::vector;
use somd_core::ir::*;
use somd_core::shape::{BLOCK, LANES, ROWS, SMALL};
use somd_runtime::kernel::{COMBINATION, Form};
use somd_schedule::elem;
use somd_syntax::ast::ReduceOp;

/// What stands around the body's lines.
#[derive(Default)]
pub(super) struct Text {
    pub attributes: &'static str,
    /// Macros in front of the kernel.
    pub defines: String,
    /// The kernel that combines the results of blocks.
    pub combine: String,
    /// What that takes from outside.
    pub captured: Vec<VarId>,
}

/// An output that is reduced.
struct Total {
    /// The accumulator's name.
    name: String,
    /// The local array of the lanes' accumulators; fewer where they meet by turns.
    lanes: String,
    /// The array that gets one element a block.
    blocks: String,
    ty: Ty,
    how: How,
}

enum How {
    Operator(ReduceOp),
    Function(Combinator, VarId),
}

/// A function of the program.
struct Combinator {
    name: String,
    /// What follows the two values in a call: `, k`.
    captured: String,
    throws: bool,
}

/// Local memory of a kernel: with that of its second kernel, which some drivers count too, every device has as much.
const LOCAL_BYTES: usize = 16 << 10;

/// What combinators that may throw set.
const UNDONE: &str = "undone";

pub(super) const GROUP: &str = "__attribute__((reqd_work_group_size(256, 1, 1)))\n";

/// A group of as many work items as a quarter or half of the lanes, each for neighbouring lanes.
const HALF: &str = "__attribute__((reqd_work_group_size(128, 1, 1)))\n";
const QUARTER: &str = "__attribute__((reqd_work_group_size(64, 1, 1)))\n";

/// How the accumulators of an instruction meet.
struct Shape {
    totals: Vec<Total>,
    /// What combinators take from outside.
    outside: Vec<VarId>,
    /// Combinators of the program, whose order counts.
    folds: bool,
    /// One of them may throw.
    throws: bool,
    /// Local memory has room for fewer lanes, and for how many.
    by_turns: bool,
    places: usize,
}

impl Shape {
    fn of(body: &mut Body, par: &Par) -> Result<Shape, Refusal> {
        let mut totals = Vec::new();
        let mut outside: Vec<VarId> = Vec::new();
        for output in &par.outputs {
            let ty = body.func.vars[output.result.index()].ty.clone();
            let (name, how) = match &output.kind {
                OutputKind::Reduce { op, acc, .. } => (body.declare(*acc), How::Operator(*op)),
                OutputKind::Fold { func, captured, value, .. } => {
                    let span = body.func.vars[value.index()].span;
                    let throws = body.unit.throws(*func);
                    let name = body.unit.function(*func, Vec::<Space>::new(), span)?;
                    let names: Vec<&str> = captured.iter().filter_map(|v| body.vars[v.index()].as_deref()).collect();
                    let combine =
                        Combinator { name, captured: names.iter().map(|n| format!(", {n}")).collect(), throws };
                    outside.extend(captured.iter().filter(|v| !outside.contains(v)).copied().collect::<Vec<_>>());
                    let name = body.names.fresh(&body.func.vars[output.result.index()].name);
                    (name, How::Function(combine, *value))
                }
                _ => continue,
            };
            let lanes = body.names.fresh(&format!("{name}_lanes"));
            let blocks = body.places.get(&output.result).map(|p| p.base.clone()).unwrap_or_default();
            totals.push(Total { name, lanes, blocks, ty, how });
        }
        let folds = totals.iter().any(|t| matches!(t.how, How::Function(..)));
        let throws = totals.iter().any(|t| matches!(&t.how, How::Function(c, _) if c.throws));
        let bytes: usize = totals.iter().map(|t| elem(body.unit.program, &t.ty).bytes()).sum();
        let by_turns = folds && bytes * LANES > LOCAL_BYTES;
        let places = if by_turns { (LOCAL_BYTES / bytes + 1).next_power_of_two() / 2 } else { LANES };
        Ok(Shape { totals, outside, folds, throws, by_turns, places })
    }

    /// The accumulators as they start.
    fn accumulators(&self, body: &mut Body) -> Result<(), Refusal> {
        accumulators(body, &self.totals)?;
        if self.throws {
            body.line(format!("bool {UNDONE} = false;"));
        }
        Ok(())
    }

    /// The values that a body gives, before it does.
    fn values(&self, body: &mut Body) {
        for total in &self.totals {
            if let How::Function(_, value) = total.how {
                let ty = body.unit.scalar(&total.ty);
                let name = body.declare(value);
                body.line(format!("{ty} {name};"));
            }
        }
    }

    /// The values that combinators fold.
    fn fold(&self, body: &mut Body) {
        for total in &self.totals {
            if let How::Function(function, value) = &total.how {
                let value = body.vars[value.index()].clone().unwrap_or_default();
                let name = &total.name;
                let call = call(function, name, &value);
                body.line(format!("{name} = row == 0 ? {value} : {call};"));
            }
        }
    }

    /// Which exception comes first the host finds out.
    fn report(&self, body: &mut Body) {
        if self.throws {
            body.line(format!("if ({UNDONE}) atomic_min(first_failure, {COMBINATION}u);"));
        }
    }

    /// The kernel that does the same with the results of blocks.
    fn combine(&self, body: &mut Body, first_lines: Vec<Line>) -> Result<String, Refusal> {
        let kernel = std::mem::take(&mut body.lines);
        body.lines.extend(first_lines);
        body.line("const int lane = get_local_id(0);");
        self.accumulators(body)?;
        rows(body, "int", self.folds, false, &[]);
        for total in &self.totals {
            let element = format!("{}_in[at]", total.name);
            let value = match &total.how {
                How::Operator(op) => combined(body, *op, &total.ty, &total.name, &element),
                How::Function(function, _) => {
                    format!("row == 0 ? {element} : {}", call(function, &total.name, &element))
                }
            };
            body.line(format!("{} = {value};", total.name));
        }
        body.line("}");
        if self.by_turns {
            turns(body, &self.totals, "int", self.places);
        } else {
            store_lanes(body, &self.totals);
            tree(body, &self.totals, self.folds, "int", LANES as u32);
        }
        self.report(body);
        let combine = std::mem::replace(&mut body.lines, kernel);
        let mut params = Vec::new();
        for total in &self.totals {
            let stored = body.unit.stored(&total.ty);
            params.push(format!("__global const {stored}* restrict {}_in", total.name));
            params.push(format!("__global {stored}* restrict {}", total.blocks));
        }
        for v in &self.outside {
            let (ty, name) = (&body.func.vars[v.index()].ty, body.vars[v.index()].clone().unwrap_or_default());
            params.push(format!("{} {name}", body.unit.scalar(ty)));
        }
        params.push("int count".into());
        if self.throws {
            params.push("volatile __global uint* first_failure".into());
        }
        Ok(format!(
            "\n// Combines the results of up to 16384 blocks in the same way.\n__kernel {GROUP}void {}_combine(\n    {})\n{{\n{}\n}}\n",
            body.unit.entry,
            params.join(",\n    "),
            lines::text(&combine),
        ))
    }
}

/// `width`: as many neighbouring iterations as have 16 bytes of each array, where the body streams.
pub(super) fn body(body: &mut Body, par: &Par, axes: &[Axis], wide: bool, width: u32) -> Result<(Text, Form), Refusal> {
    let shape = Shape::of(body, par)?;
    let Shape { totals, folds, .. } = &shape;
    if shape.throws {
        body.names.fresh(UNDONE);
        body.fail = Fail::Goto { number: format!("{COMBINATION}u"), label: "stop" };
    }
    let first_lines = lanes(body, totals, shape.places);
    let extents = extents(body, axes);
    let wish = width.min(4);
    let operators = totals.iter().all(|t| matches!(t.how, How::Operator(_)));
    let vectors = if operators && wish > 1 { vectors(body, par, totals, wish)? } else { None };
    let width = if vectors.is_some() { wish } else { 1 };
    if let Some(lines) = vectors {
        let lines = vector_block(body, totals, axes, wish, lines)?;
        body.lines.extend(lines);
        body.line("} else {");
        body.line("// The last block, and arrays that begin within 16 bytes: lane by lane.");
        body.line(format!("for (int lane = item; lane < {LANES}; lane += {}) {{", LANES as u32 / wish));
    } else {
        body.line("const int lane = get_local_id(0);");
    }
    shape.accumulators(body)?;
    let names: Vec<String> = axes.iter().map(|a| body.declare(a.var)).collect();
    let (starts, steps) = if names.len() > 1 && !wide {
        stepping(body, axes, &names, &extents, if *folds { "1" } else { "lanes" })
    } else {
        Default::default()
    };
    rows(body, "long", *folds, body.unit.has_loops(&par.body), &starts);
    if steps.is_empty() {
        indices(body, axes, &names, &extents, if wide { "long" } else { "int" });
    }
    steps.iter().for_each(|line| body.line(line));
    shape.values(body);
    let (_, lines) = body.apart(|b| b.block(&par.body))?;
    if body.sets_failed {
        body.line("bool failed = false;");
    }
    body.lines.extend(lines);
    shape.fold(body);
    body.line("}");
    if body.goes_to_end {
        body.lines.push(Line::label("stop"));
    }
    if !shape.by_turns {
        store_lanes(body, totals);
    }
    if width > 1 {
        for _ in 0..2 {
            body.line("}");
        }
    }
    if shape.by_turns {
        turns(body, totals, "long", shape.places);
    } else {
        tree(body, totals, *folds, "long", LANES as u32 / width);
    }
    shape.report(body);
    let combine = shape.combine(body, first_lines)?;
    let attributes = match width {
        1 => GROUP,
        2 => HALF,
        _ => QUARTER,
    };
    Ok((Text { attributes, combine, captured: shape.outside, ..Text::default() }, Form::Blocks { width }))
}

/// Declares `count`, of iterations that are numbered row-major, and what the dimensions have of them.
pub(super) fn extents(body: &mut Body, axes: &[Axis]) -> Vec<String> {
    let mut extents = Vec::new();
    for (d, axis) in axes.iter().enumerate() {
        let extent = format!("(long){} - {}", axis.to, axis.from);
        if d == 0 {
            extents.push(extent);
            continue;
        }
        let name = body.names.fresh(&format!("{}_count", body.func.vars[axis.var.index()].name));
        body.line(format!("const long {name} = {extent};"));
        extents.push(name);
    }
    let mut count = extents.clone();
    if count.len() > 1 {
        count[0] = format!("({})", count[0]);
    }
    body.line(format!("const long count = {};", count.join(" * ")));
    extents
}

/// Declares the indices of iteration `at`.
pub(super) fn indices(body: &mut Body, axes: &[Axis], names: &[String], extents: &[String], ty: &str) {
    // 32 bits are enough: an index space has fewer iterations than 2^32, and long divisions are slow.
    let mut rest = if names.len() == 1 { "at" } else { "(uint)at" }.to_string();
    let mut lines = Vec::new();
    for (d, (axis, name)) in axes.iter().zip(names).enumerate().rev() {
        let own = if d == 0 { rest.clone() } else { format!("{rest} % (uint){}", extents[d]) };
        lines.insert(0, format!("const {ty} {name} = ({ty})({} + {own});", axis.from));
        if d > 0 {
            rest = format!("{rest} / (uint){}", extents[d]);
        }
    }
    for line in lines {
        body.line(line);
    }
}

/// What declares, in front of a loop over iterations that are `step` apart, where in each dimension the next one lies, and what declares its indices
/// and goes on, in the loop: a division a turn costs more than many a body.
fn stepping(
    body: &mut Body,
    axes: &[Axis],
    names: &[String],
    extents: &[String],
    step: &str,
) -> (Vec<String>, Vec<String>) {
    let (mut starts, mut indices, mut steps) = (Vec::new(), Vec::new(), Vec::new());
    let (mut rest, mut by) = ("(uint)at".to_string(), format!("(uint){step}"));
    let mut carry: Option<String> = None;
    for (d, (axis, name)) in axes.iter().zip(names).enumerate().rev() {
        let (place, far) = (body.names.fresh(&format!("{name}_place")), body.names.fresh(&format!("{name}_step")));
        let extent = format!("(uint){}", extents[d]);
        let part = |whole: &str| if d == 0 { whole.to_string() } else { format!("{whole} % {extent}") };
        starts.push(format!("uint {place} = {};", part(&rest)));
        starts.push(format!("const uint {far} = {};", part(&by)));
        indices.insert(0, format!("const int {name} = {} + (int){place};", axis.from));
        let more = carry.take().map_or(String::new(), |inner| format!(" + {inner}"));
        steps.push(format!("{place} += {far}{more};"));
        if d > 0 {
            let over = body.names.fresh(&format!("{name}_over"));
            steps.push(format!("const uint {over} = {place} >= {extent};"));
            steps.push(format!("if ({over}) {place} -= {extent};"));
            carry = Some(over);
            (rest, by) = (format!("{rest} / {extent}"), format!("{by} / {extent}"));
        }
    }
    indices.extend(steps);
    (starts, indices)
}

/// The body for `width` neighbouring iterations from `first` on, where it streams.
fn vectors(body: &mut Body, par: &Par, totals: &[Total], width: u32) -> Result<Option<Vec<Line>>, Refusal> {
    let accumulators: Vec<(VarId, String)> = par
        .outputs
        .iter()
        .filter_map(|o| if let OutputKind::Reduce { acc, .. } = o.kind { Some(acc) } else { None })
        .zip(totals)
        .map(|(acc, t)| (acc, vector_name(t, width)))
        .collect();
    if accumulators.len() != totals.len() {
        return Ok(None);
    }
    vector::lanes(body, par, accumulators, width)
}

fn vector_name(total: &Total, width: u32) -> String {
    format!("{}_{width}", total.name)
}

/// A full block whose elements begin at a multiple of 16 bytes. The branch is left open.
fn vector_block(
    body: &mut Body,
    totals: &[Total],
    axes: &[Axis],
    width: u32,
    lines: Vec<Line>,
) -> Result<Vec<Line>, Refusal> {
    let from = axes.first().map(|a| a.from.clone()).unwrap_or_default();
    let (_, text) = body.apart(|b| {
        b.line("const int item = get_local_id(0);");
        b.line(format!("const long block = (long)get_group_id(0) * {BLOCK};"));
        b.line(format!("// A work item has {width} neighbouring lanes."));
        b.line(format!("if ({from} % {width} == 0 && count - block >= {BLOCK}) {{"));
        for total in totals {
            let first = first_value(b, total)?;
            let ty = b.unit.scalar(&total.ty);
            let name = vector_name(total, width);
            b.line(format!("{ty}{width} {name} = ({ty}{width})({first});"));
        }
        b.unroll("8");
        b.line(format!("for (int row = 0; row < {ROWS}; row++) {{"));
        b.line(format!("    const int first = (int)({from} + block) + row * {LANES} + item * {width};"));
        Ok(())
    })?;
    let mut all = text;
    all.extend(lines);
    let (_, text) = body.apart(|b| {
        b.line("}");
        for total in totals {
            b.line(format!("vstore{width}({}, item, {});", vector_name(total, width), total.lanes));
        }
        Ok(())
    })?;
    all.extend(text);
    Ok(all)
}

/// The local arrays of the lanes, which must stand outside of any block. The result: these lines.
fn lanes(body: &mut Body, totals: &[Total], places: usize) -> Vec<Line> {
    let before = body.lines.len();
    for total in totals {
        let stored = body.unit.stored(&total.ty);
        body.line(format!("__local {stored} {}[{places}];", total.lanes));
    }
    body.lines[before..].to_vec()
}

fn accumulators(body: &mut Body, totals: &[Total]) -> Result<(), Refusal> {
    for total in totals {
        let ty = body.unit.scalar(&total.ty);
        let first = first_value(body, total)?;
        body.line(format!("{ty} {} = {first};", total.name));
    }
    Ok(())
}

/// What an accumulator starts at.
fn first_value(body: &mut Body, total: &Total) -> Result<String, Refusal> {
    let ty = body.unit.scalar(&total.ty);
    Ok(match &total.how {
        How::Operator(op) => match identity(*op, &total.ty) {
            Some(c) => literal(&c, &total.ty).text(),
            None => return Err(Refusal::new(Default::default(), "a reduction whose operator has no identity")),
        },
        How::Function(..) if matches!(total.ty, Ty::Struct(_)) => format!("({ty}){{ 0 }}"),
        How::Function(..) => "0".into(),
    })
}

/// The loop over a lane's iterations: every 256th, or 64 consecutive ones where their order counts. Up to 32 are all lane 0's.
fn rows(body: &mut Body, ty: &str, consecutive: bool, loops: bool, starts: &[String]) {
    let block = format!("({ty})get_group_id(0) * {BLOCK}");
    let group_count = "count";
    body.line(format!("// A space of at most {SMALL} iterations is folded in order by the first lane."));
    if consecutive {
        body.line(format!("{ty} at = {block} + lane * {ROWS};"));
        body.line(format!("if (count <= {SMALL} && lane > 0) at = {group_count};"));
        starts.iter().for_each(|line| body.line(line));
        body.line(format!("for (int row = 0; row < {ROWS} && at < {group_count}; row++, at++) {{"));
    } else {
        body.line(format!("const int lanes = count <= {SMALL} ? 1 : {LANES};"));
        body.line(format!("{ty} at = {block} + lane;"));
        body.line(format!(
            "const int rows = lane < lanes && at < {group_count} ? (int)min(({ty}){ROWS}, ({group_count} - 1 - at) / lanes + 1) : 0;"
        ));
        starts.iter().for_each(|line| body.line(line));
        body.unroll(if loops { "1" } else { "4" });
        body.line("for (int row = 0; row < rows; row++, at += lanes) {");
    }
}

fn store_lanes(body: &mut Body, totals: &[Total]) {
    for total in totals {
        body.line(format!("{}[lane] = {};", total.lanes, total.name));
    }
}

/// Declares how many lanes of the group have iterations, of a fold.
fn lanes_in_use(body: &mut Body, ty: &str) {
    body.line("// Neighbours are combined, so that the order of iterations is kept.");
    body.line(format!("const {ty} left = count - ({ty})get_group_id(0) * {BLOCK};"));
    body.line(format!(
        "const int lanes = count <= {SMALL} ? 1 : left >= {BLOCK} ? {LANES} : (int)((left + {}) / {ROWS});",
        ROWS - 1
    ));
}

/// The combination of a group's lanes where local memory has fewer places: so many pairs of neighbours at a time.
fn turns(body: &mut Body, totals: &[Total], ty: &str, places: usize) {
    lanes_in_use(body, ty);
    body.line("for (int distance = 1; distance < lanes; distance *= 2) {");
    body.line(format!("    for (int first = 0; first * 2 * distance < lanes; first += {places}) {{"));
    body.line("        const int place = lane / (2 * distance) - first;");
    body.line(format!("        const bool meets = place >= 0 && place < {places};"));
    body.line("        if (meets && lane % (2 * distance) == distance && lane < lanes) {");
    for total in totals {
        body.line(format!("            {}[place] = {};", total.lanes, total.name));
    }
    body.line("        }");
    body.line("        barrier(CLK_LOCAL_MEM_FENCE);");
    body.line("        if (meets && lane % (2 * distance) == 0 && lane + distance < lanes) {");
    for total in totals {
        let How::Function(function, _) = &total.how else { continue };
        let other = format!("{}[place]", total.lanes);
        body.line(format!("            {} = {};", total.name, call(function, &total.name, &other)));
    }
    body.line("        }");
    body.line("        barrier(CLK_LOCAL_MEM_FENCE);");
    body.line("    }");
    body.line("}");
    for total in totals {
        body.line(format!("if (lane == 0) {}[get_group_id(0)] = {};", total.blocks, total.name));
    }
}

/// The combination of a group's lanes by so many work items.
fn tree(body: &mut Body, totals: &[Total], folds: bool, ty: &str, items: u32) {
    let all = items == LANES as u32;
    let lane = if all { "lane" } else { "item" };
    if folds {
        lanes_in_use(body, ty);
        body.line("for (int distance = 1; distance < lanes; distance *= 2) {");
        body.line("    barrier(CLK_LOCAL_MEM_FENCE);");
        body.line("    if (lane % (2 * distance) == 0 && lane + distance < lanes) {");
    } else {
        body.line(format!("for (int width = {}; width > 0; width /= 2) {{", LANES / 2));
        body.line("    barrier(CLK_LOCAL_MEM_FENCE);");
        if all {
            body.line("    if (lane < width) {");
        } else {
            body.line(format!("    for (int lane = item; lane < width; lane += {items}) {{"));
        }
    }
    let other = if folds { "lane + distance" } else { "lane + width" };
    for total in totals {
        let (a, b) = (format!("{}[lane]", total.lanes), format!("{}[{other}]", total.lanes));
        let value = match &total.how {
            How::Operator(op) => combined(body, *op, &total.ty, &a, &b),
            How::Function(function, _) => call(function, &a, &b),
        };
        body.line(format!("        {a} = {value};"));
    }
    body.line("    }");
    body.line("}");
    for total in totals {
        body.line(format!("if ({lane} == 0) {}[get_group_id(0)] = {}[0];", total.blocks, total.lanes));
    }
}

/// Two values as one, by a combinator.
fn call(function: &Combinator, a: &str, b: &str) -> String {
    let flag = if function.throws { format!(", &{UNDONE}") } else { String::new() };
    format!("{}({a}, {b}{}{flag})", function.name, function.captured)
}

/// Two accumulators as one.
fn combined(body: &mut Body, op: ReduceOp, ty: &Ty, a: &str, b: &str) -> String {
    let symbol = match op {
        ReduceOp::Add | ReduceOp::Sub => "+",
        ReduceOp::Mul => "*",
        ReduceOp::And => "&",
        ReduceOp::Or => "|",
        ReduceOp::Xor => "^",
        ReduceOp::Min if ty.is_float() => return format!("{}({a}, {b})", body.unit.helper(Helper::min(ty))),
        ReduceOp::Max if ty.is_float() => return format!("{}({a}, {b})", body.unit.helper(Helper::max(ty))),
        ReduceOp::Min => return format!("min({a}, {b})"),
        ReduceOp::Max => return format!("max({a}, {b})"),
    };
    let c = body.unit.scalar(ty);
    match ty {
        Ty::I32 | Ty::I64 if matches!(symbol, "+" | "*") => {
            let a = Code::read(a).cast(unsigned_type(ty));
            format!("({c})({} {symbol} {b})", a.text())
        }
        Ty::I8 | Ty::I16 | Ty::U16 => format!("({c})({a} {symbol} {b})"),
        _ => format!("{a} {symbol} {b}"),
    }
}
