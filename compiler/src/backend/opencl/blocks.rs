//! Reductions and folds: work groups take blocks of iterations, in the shape of [`shape`](crate::core::shape).

use super::Refusal;
use super::body::{Body, Space};
use super::code::{Code, identifier, literal, unsigned_type};
use super::helpers::Helper;
use super::kernel::Axis;
use crate::core::ir::*;
use crate::core::shape::{BLOCK, LANES, ROWS, SMALL};
use somd_syntax::ast::ReduceOp;

/// What stands around the body's lines.
pub(super) struct Text {
    pub attributes: &'static str,
    /// The kernel that combines the results of blocks.
    pub combine: String,
}

/// An output that is reduced.
struct Total {
    /// The accumulator's name.
    name: String,
    /// The local array of the lanes' accumulators.
    lanes: String,
    /// The array that gets one element a block.
    blocks: String,
    ty: Ty,
    how: How,
}

enum How {
    Operator(ReduceOp),
    /// The name of the combinator, and of the value of an iteration.
    Function(String, VarId),
}

pub(super) const GROUP: &str = "__attribute__((reqd_work_group_size(256, 1, 1)))\n";

pub(super) fn body(body: &mut Body, par: &Par, axes: &[Axis], wide: bool) -> Result<Text, Refusal> {
    let mut totals = Vec::new();
    for output in &par.outputs {
        let ty = body.func.vars[output.result.index()].ty.clone();
        let (name, how) = match &output.kind {
            OutputKind::Reduce { op, acc, .. } => (body.declare(*acc), How::Operator(*op)),
            OutputKind::Fold { func, value, .. } => {
                let span = body.func.vars[value.index()].span;
                if body.unit.throws(*func) {
                    return Err(Refusal::new(span, "the function that combines may throw"));
                }
                let combine = body.unit.function(*func, Vec::<Space>::new(), span)?;
                (body.names.fresh(&body.func.vars[output.result.index()].name), How::Function(combine, *value))
            }
            _ => continue,
        };
        let lanes = body.names.fresh(&format!("{name}_lanes"));
        let blocks = body.places.get(&output.result).map(|p| p.base.clone()).unwrap_or_default();
        totals.push(Total { name, lanes, blocks, ty, how });
    }
    let folds = totals.iter().any(|t| matches!(t.how, How::Function(..)));
    let ty = if wide { "long" } else { "int" };

    declare(body, &totals)?;
    // Iterations are numbered row-major.
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
    rows(body, "long", folds);
    body.indent += 1;
    let names: Vec<String> = axes.iter().map(|a| body.declare(a.var)).collect();
    let mut rest = "at".to_string();
    let mut lines = Vec::new();
    for (d, (axis, name)) in axes.iter().zip(&names).enumerate().rev() {
        let own = if d == 0 { rest.clone() } else { format!("{rest} % {}", extents[d]) };
        lines.insert(0, format!("const {ty} {name} = ({ty})({} + {own});", axis.from));
        if d > 0 {
            rest = format!("{rest} / {}", extents[d]);
        }
    }
    for line in lines {
        body.line(line);
    }
    for total in &totals {
        if let How::Function(_, value) = total.how {
            let ty = body.unit.scalar(&total.ty);
            let name = body.declare(value);
            body.line(format!("{ty} {name};"));
        }
    }
    let (_, lines) = body.apart(|b| b.block(&par.body))?;
    if body.sets_failed {
        body.line("bool failed = false;");
    }
    body.lines.extend(lines);
    for total in &totals {
        if let How::Function(function, value) = &total.how {
            let value = body.vars[value.index()].clone().unwrap_or_default();
            let name = &total.name;
            body.line(format!("{name} = row == 0 ? {value} : {function}({name}, {value});"));
        }
    }
    body.indent -= 1;
    body.line("}");
    if body.goes_to_end {
        body.lines.push("stop: ;".into());
    }
    tree(body, &totals, folds, "long");

    // The same shape over the results of blocks.
    let kernel = std::mem::take(&mut body.lines);
    declare(body, &totals)?;
    rows(body, "int", folds);
    body.indent += 1;
    for total in &totals {
        let element = format!("{}_in[at]", total.name);
        let value = match &total.how {
            How::Operator(op) => combined(body, *op, &total.ty, &total.name, &element),
            How::Function(function, _) => format!("row == 0 ? {element} : {function}({}, {element})", total.name),
        };
        body.line(format!("{} = {value};", total.name));
    }
    body.indent -= 1;
    body.line("}");
    tree(body, &totals, folds, "int");
    let combine = std::mem::replace(&mut body.lines, kernel);
    let mut params = Vec::new();
    for total in &totals {
        let stored = body.unit.stored(&total.ty);
        params.push(format!("__global const {stored}* restrict {}_in", total.name));
        params.push(format!("__global {stored}* restrict {}", total.blocks));
    }
    params.push("int count".into());
    let combine = format!(
        "\n// Combines the results of up to 16384 blocks in the same way.\n__kernel {GROUP}void {}_combine(\n    {})\n{{\n{}\n}}\n",
        identifier(&par.name),
        params.join(",\n    "),
        combine.join("\n"),
    );
    Ok(Text { attributes: GROUP, combine })
}

/// Accumulators.
fn declare(body: &mut Body, totals: &[Total]) -> Result<(), Refusal> {
    for total in totals {
        let stored = body.unit.stored(&total.ty);
        body.line(format!("__local {stored} {}[{LANES}];", total.lanes));
    }
    body.line("const int lane = get_local_id(0);");
    for total in totals {
        let ty = body.unit.scalar(&total.ty);
        let first = match &total.how {
            How::Operator(op) => match identity(*op, &total.ty) {
                Some(c) => literal(&c, &total.ty).text,
                None => return Err(Refusal::new(Default::default(), "a reduction whose operator has no identity")),
            },
            How::Function(..) if matches!(total.ty, Ty::Struct(_)) => format!("({ty}){{ 0 }}"),
            How::Function(..) => "0".into(),
        };
        body.line(format!("{ty} {} = {first};", total.name));
    }
    Ok(())
}

/// The loop over a lane's iterations: every 256th, or 64 consecutive ones where their order counts. Up to 32 are all lane 0's.
fn rows(body: &mut Body, ty: &str, consecutive: bool) {
    let block = format!("({ty})get_group_id(0) * {BLOCK}");
    let group_count = "count";
    body.line(format!("// A space of at most {SMALL} iterations is folded in order by the first lane."));
    if consecutive {
        body.line(format!("{ty} at = {block} + lane * {ROWS};"));
        body.line(format!("if (count <= {SMALL} && lane > 0) at = {group_count};"));
        body.line(format!("for (int row = 0; row < {ROWS} && at < {group_count}; row++, at++) {{"));
    } else {
        body.line(format!("const int lanes = count <= {SMALL} ? 1 : {LANES};"));
        body.line(format!("{ty} at = lane < lanes ? {block} + lane : {group_count};"));
        body.line(format!("for (int row = 0; row < {ROWS} && at < {group_count}; row++, at += lanes) {{"));
    }
}

/// The combination of a group's lanes.
fn tree(body: &mut Body, totals: &[Total], folds: bool, ty: &str) {
    for total in totals {
        body.line(format!("{}[lane] = {};", total.lanes, total.name));
    }
    if folds {
        body.line("// Neighbours are combined, so that the order of iterations is kept.");
        body.line(format!("const {ty} left = count - ({ty})get_group_id(0) * {BLOCK};"));
        body.line(format!(
            "const int lanes = count <= {SMALL} ? 1 : left >= {BLOCK} ? {LANES} : (int)((left + {}) / {ROWS});",
            ROWS - 1
        ));
        body.line("for (int distance = 1; distance < lanes; distance *= 2) {");
        body.line("    barrier(CLK_LOCAL_MEM_FENCE);");
        body.line("    if (lane % (2 * distance) == 0 && lane + distance < lanes) {");
    } else {
        body.line(format!("for (int width = {}; width > 0; width /= 2) {{", LANES / 2));
        body.line("    barrier(CLK_LOCAL_MEM_FENCE);");
        body.line("    if (lane < width) {");
    }
    let other = if folds { "lane + distance" } else { "lane + width" };
    for total in totals {
        let (a, b) = (format!("{}[lane]", total.lanes), format!("{}[{other}]", total.lanes));
        let value = match &total.how {
            How::Operator(op) => combined(body, *op, &total.ty, &a, &b),
            How::Function(function, _) => format!("{function}({a}, {b})"),
        };
        body.line(format!("        {a} = {value};"));
    }
    body.line("    }");
    body.line("}");
    for total in totals {
        body.line(format!("if (lane == 0) {}[get_group_id(0)] = {}[0];", total.blocks, total.lanes));
    }
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
            let a = Code::atom(a).cast(unsigned_type(ty));
            format!("({c})({} {symbol} {b})", a.text)
        }
        Ty::I8 | Ty::I16 | Ty::U16 => format!("({c})({a} {symbol} {b})"),
        _ => format!("{a} {symbol} {b}"),
    }
}
