//! Lanes of a row: see [`somd_schedule::forms::row_lanes`]. Built with ITERATIONS, a work group of 256 takes that many iterations, and each has LANES
//! work items. What a loop folds every lane folds of its own turns, and the lanes then exchange what they have, the farthest first: all of them have the
//! whole in the end. Without ITERATIONS, for rows that are short, there is one work item an iteration.
//!
//! In the fixed shape a lane stands for every LANES-th of the 256 accumulators, which it keeps in registers; halving goes on there as long as both
//! halves are one lane's. So the bits are the same for any number of lanes.
//!
//! WARPS says that work items of a warp see each other's values, in PTX; elsewhere, and between warps, these go through local memory.

use super::axis::Axis;
use super::body::{Body, Fail};
use super::code::{Code, Prec, literal, unsigned_type};
use super::emitted::Refusal;
use super::helpers::Helper;
use super::lines::Line;
use somd_core::ir::{self, *};
use somd_schedule::forms::row_lanes::{Folded, Kind, Plan, Shaped, Turns};
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::BTreeMap;

/// What the kernel calls, and what goes through local memory.
#[derive(Default)]
pub(super) struct Parts {
    /// By the types of values.
    exchanges: BTreeMap<String, String>,
    /// By types and operators.
    folds: BTreeMap<String, String>,
    locals: Vec<String>,
}

impl Parts {
    /// The text in front of the kernel.
    pub fn defines(&self) -> String {
        let mut text = String::from(DEFINES);
        for function in self.exchanges.values().chain(self.folds.values()) {
            text += function;
            text.push('\n');
        }
        text + "#endif\n\n"
    }

    /// The name of the function that gives all lanes of a row what they have together, and the local memory that it uses.
    fn folded(&mut self, body: &mut Body, op: ReduceOp, ty: &Ty) -> Result<(String, String), Refusal> {
        let (scalar, stored) = (body.unit.scalar(ty), body.unit.stored(ty));
        let local = format!("{stored}_parts");
        let declared = format!("__local {stored} {local}[256];");
        if !self.locals.contains(&declared) {
            self.locals.push(declared);
        }
        let wide = matches!(ty, Ty::I64 | Ty::F64);
        let (bits, back) = match ty {
            Ty::F64 => ("as_ulong(value)", "as_double(bits)".to_string()),
            Ty::F32 => ("as_uint(value)", "as_float((uint)bits)".to_string()),
            Ty::Bool => ("(uint)value", "bits != 0".to_string()),
            Ty::I64 => ("(ulong)value", "(long)bits".to_string()),
            Ty::I32 => ("(uint)value", "(int)(uint)bits".to_string()),
            _ => return Err(Refusal::new(Span::default(), "lanes exchange values of this type")),
        };
        let exchange = if wide { EXCHANGE_TWO } else { EXCHANGE_ONE };
        let exchange = exchange.replace("OF_BITS", &back).replace("BITS", bits);
        self.exchanges.insert(scalar.clone(), named(&exchange, &scalar, &stored, "", ""));
        let word = match op {
            ReduceOp::Add | ReduceOp::Sub => "add",
            ReduceOp::Mul => "mul",
            ReduceOp::Min => "min",
            ReduceOp::Max => "max",
            ReduceOp::And => "and",
            ReduceOp::Or => "or",
            ReduceOp::Xor => "xor",
        };
        let unroll = body.unit.helper(Helper::Unroll);
        let sum = both(body, op, ty, "value", &format!("{scalar}_across(value, bit, parts)"));
        let near = both(body, op, ty, "value", &format!("{scalar}_near(value, bit)"));
        let text = named(FOLDED, &scalar, &stored, word, unroll).replace("TOGETHER", &sum).replace("WITH_NEAR", &near);
        let name = format!("{scalar}_{word}_folded");
        self.folds.insert(name.clone(), text);
        Ok((name, local))
    }

    /// The same of all accumulators of the fixed shape.
    fn halved(&mut self, body: &mut Body, op: ReduceOp, ty: &Ty) -> Result<(String, String), Refusal> {
        let (folded, local) = self.folded(body, op, ty)?;
        let (scalar, stored) = (body.unit.scalar(ty), body.unit.stored(ty));
        let unroll = body.unit.helper(Helper::Unroll);
        let sum = both(body, op, ty, "values[k]", "values[k + half_of]");
        let text = named(HALVED, &scalar, &stored, "", unroll).replace("TOGETHER", &sum).replace("FOLDED", &folded);
        let name = format!("{folded}_halves");
        self.folds.insert(name.clone(), text.replace("NAME", &name));
        Ok((name, local))
    }
}

fn named(text: &str, scalar: &str, stored: &str, word: &str, unroll: &str) -> String {
    text.replace("VALUE", scalar).replace("STORED", stored).replace("WORD", word).replace("UNROLL", unroll)
}

const DEFINES: &str = "#ifdef ITERATIONS
#define LANES (256 / ITERATIONS)
// Rows of 256 elements that are under way: eight elements a lane at least.
#define DEEP ((LANES + 31) / 32)
// Between lanes that far apart values go through local memory.
#ifdef WARPS
#define FARTHEST 32
#else
#define FARTHEST 1
#endif

";

const EXCHANGE_ONE: &str = r#"#ifdef WARPS
// What the work item of the warp has whose number differs in this bit.
VALUE VALUE_near(const VALUE value, const int bit)
{
    uint bits;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(bits) : "r"(BITS), "r"(bit));
    return OF_BITS;
}
#endif

// The same of the group.
VALUE VALUE_across(const VALUE value, const int bit, __local STORED* parts)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    parts[get_local_id(0)] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    return parts[get_local_id(0) ^ bit];
}
"#;

const EXCHANGE_TWO: &str = r#"#ifdef WARPS
// What the work item of the warp has whose number differs in this bit.
VALUE VALUE_near(const VALUE value, const int bit)
{
    const ulong own = BITS;
    uint high;
    uint low;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(high) : "r"((uint)(own >> 32)), "r"(bit));
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(low) : "r"((uint)own), "r"(bit));
    const ulong bits = (ulong)high << 32 | low;
    return OF_BITS;
}
#endif

// The same of the group.
VALUE VALUE_across(const VALUE value, const int bit, __local STORED* parts)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    parts[get_local_id(0)] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    return parts[get_local_id(0) ^ bit];
}
"#;

const FOLDED: &str = r#"// What the lanes of a row have together.
VALUE VALUE_WORD_folded(VALUE value, __local STORED* parts)
{
    UNROLL()
    for (int bit = LANES / 2; bit >= FARTHEST; bit /= 2) value = TOGETHER;
#ifdef WARPS
    UNROLL()
    for (int bit = min(LANES / 2, FARTHEST / 2); bit > 0; bit /= 2) value = WITH_NEAR;
#endif
    return value;
}
"#;

const HALVED: &str = r#"// What all accumulators of a row have together.
VALUE NAME(VALUE* values, __local STORED* parts)
{
    UNROLL()
    for (int half_of = 128 / LANES; half_of > 0; half_of /= 2) {
        UNROLL()
        for (int k = 0; k < half_of; k++) values[k] = TOGETHER;
    }
    return FOLDED(values[0], parts);
}
"#;

/// Two values as one.
fn both(body: &mut Body, op: ReduceOp, ty: &Ty, a: &str, b: &str) -> String {
    let c = body.unit.scalar(ty);
    let symbol = match op {
        ReduceOp::Min if ty.is_float() => return format!("{}({a}, {b})", body.unit.helper(Helper::min(ty))),
        ReduceOp::Max if ty.is_float() => return format!("{}({a}, {b})", body.unit.helper(Helper::max(ty))),
        ReduceOp::Min => return format!("min({a}, {b})"),
        ReduceOp::Max => return format!("max({a}, {b})"),
        ReduceOp::Mul => "*",
        ReduceOp::And => "&",
        ReduceOp::Or => "|",
        ReduceOp::Xor => "^",
        ReduceOp::Add | ReduceOp::Sub => "+",
    };
    match ty {
        Ty::F32 | Ty::F64 | Ty::Bool => format!("{a} {symbol} {b}"),
        _ => {
            let wide = Code::read(a).cast(unsigned_type(ty)).text();
            format!("({c})({wide} {symbol} ({}){b})", unsigned_type(ty))
        }
    }
}

fn identity(op: ReduceOp, ty: &Ty) -> Result<String, Refusal> {
    let found = ir::identity(op, ty).ok_or_else(|| Refusal::new(Span::default(), "an operator without an identity"))?;
    Ok(literal(&found, ty).text())
}

/// How a lane of a kernel that may fail goes on: it reports its iteration, is not live any more, and goes where the lanes meet next. What the others of
/// its row then compute nobody sees.
struct Steps {
    checked: bool,
    /// Labels so far.
    met: usize,
}

impl Steps {
    /// Runs `write` with its lines apart, which a lane that is not live goes round.
    fn apart<R>(&mut self, body: &mut Body, write: impl FnOnce(&mut Body) -> Result<R, Refusal>) -> Result<R, Refusal> {
        if !self.checked {
            return write(body);
        }
        let label = format!("met_{}", self.met);
        self.met += 1;
        body.line(format!("if (!live) goto {label};"));
        let mark = "live = false;".to_string();
        let before = std::mem::replace(&mut body.fail, Fail::Turn { number: "at".into(), mark, label: label.clone() });
        let result = write(body);
        body.fail = before;
        body.label(&label);
        result
    }
}

/// Writes the kernel's text for ITERATIONS.
pub(super) fn body(
    body: &mut Body,
    plan: &Plan,
    par: &Par,
    axis: &Axis,
    checked: bool,
    parts: &mut Parts,
) -> Result<(), Refusal> {
    let mut steps = Steps { checked, met: 0 };
    body.line("const int lane = get_local_id(0) % LANES;");
    body.line(format!(
        "const int row = {} + (int)get_group_id(0) * ITERATIONS + (int)get_local_id(0) / LANES;",
        axis.from
    ));
    body.line("// Lanes beyond the end go with the others, and store nothing.");
    body.line(format!("const bool inside = row < {};", axis.to));
    body.line("const bool leads = inside && lane == 0;");
    let name = body.declare(axis.var);
    body.line(format!("const int {name} = inside ? row : {} - 1;", axis.to));
    let locals = body.lines.len();
    if checked {
        super::axis::number(body, std::slice::from_ref(axis), std::slice::from_ref(&name), false);
        steps.apart(body, |b| b.hoist_known_checks_of(&par.body.stmts, 1))?;
    }
    for step in &plan.steps {
        if step.waits {
            body.line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
        }
        match &step.kind {
            Kind::Same(stmt) => {
                body.guard = Some("leads");
                steps.apart(body, |b| b.block(&Block { stmts: vec![(*stmt).clone()] }))?;
            }
            Kind::Each(turns) => {
                body.guard = Some("inside");
                steps.apart(body, |b| loop_of(b, turns, |_| Ok(())))?;
            }
            Kind::Folded(folded) => folds(body, folded, parts, &mut steps)?,
            Kind::Shaped(shaped) => shape(body, shaped, parts, &mut steps)?,
        }
        body.guard = None;
    }
    body.goes_to_end = false;
    let mut front: Vec<_> = parts.locals.iter().map(Line::new).collect();
    if checked {
        front.push(Line::new("bool live = true;"));
    }
    if body.sets_failed {
        front.push(Line::new("bool failed = false;"));
    }
    body.lines.splice(locals..locals, front);
    Ok(())
}

/// A loop of which each lane takes every so many turns. `first` writes what stands in front of it, behind what is computed for all turns.
fn loop_of(
    body: &mut Body,
    turns: &Turns,
    first: impl FnOnce(&mut Body) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let Turns { var, lo, hi, turn, label, .. } = *turns;
    body.comment(turns.prov);
    let one = Expr::int(1, Span::default());
    let proved = body.hoist_checks(var, lo, hi, &one, turn, label)?;
    let (from, to) = (body.expr(lo)?.text(), body.expr(hi)?.text());
    let end = body.names.fresh(&format!("{}_end", body.func.vars[var.index()].name));
    body.line(format!("const int {end} = {to};"));
    let start = match from.as_str() {
        "0" => "lane".to_string(),
        from => {
            let start = body.names.fresh(&format!("{}_first", body.func.vars[var.index()].name));
            body.line(format!("const int {start} = {from};"));
            format!("add_sat({start}, lane)")
        }
    };
    first(body)?;
    // Their number is known in front of the loop: so many loads can be under way.
    let [own, many, turn_of] = ["own_first", "own_turns", "own_turn"].map(|n| body.names.fresh(n));
    body.line(format!("const int {own} = {start};"));
    body.line(format!("const uint {many} = {own} < {end} ? ((uint){end} - (uint){own} + (LANES - 1)) / LANES : 0;"));
    if !body.unit.has_loops(turn) {
        let unroll = body.times(turn);
        body.unroll(unroll);
    }
    let name = body.declare(var);
    body.line(format!("for (uint {turn_of} = 0; {turn_of} < {many}; {turn_of}++) {{"));
    body.line(format!("const int {name} = {own} + (int)({turn_of} * LANES);"));
    body.loop_body(turn, label)?;
    body.loop_ends(proved);
    Ok(())
}

/// A loop that folds: what it has is taken in behind it.
fn folds(body: &mut Body, folded: &Folded, parts: &mut Parts, steps: &mut Steps) -> Result<(), Refusal> {
    let mut kept = Vec::new();
    for (var, op) in &folded.folds {
        let v = &body.func.vars[var.index()];
        let ty = v.ty.clone();
        let Some(whole) = body.vars[var.index()].clone() else {
            return Err(Refusal::new(v.span, "what is folded has no name"));
        };
        let own = body.names.fresh(&format!("{}_own", v.name));
        let scalar = body.unit.scalar(&ty);
        body.line(format!("{scalar} {own} = {};", identity(*op, &ty)?));
        kept.push((*var, *op, ty, whole, own));
    }
    steps.apart(body, |b| {
        loop_of(b, &folded.turns, |b| {
            for (var, .., own) in &kept {
                b.vars[var.index()] = Some(own.clone());
            }
            Ok(())
        })
    })?;
    for (var, op, ty, whole, own) in kept {
        let (function, local) = parts.folded(body, op, &ty)?;
        let sum = both(body, op, &ty, &whole, &format!("{function}({own}, {local})"));
        body.line(format!("{whole} = {sum};"));
        body.vars[var.index()] = Some(whole);
    }
    Ok(())
}

/// A fold in the fixed shape.
fn shape(body: &mut Body, shaped: &Shaped, parts: &mut Parts, steps: &mut Steps) -> Result<(), Refusal> {
    let Shaped { op, acc, .. } = *shaped;
    body.comment(shaped.prov);
    let ty = body.func.vars[acc.index()].ty.clone();
    let Some(whole) = body.vars[acc.index()].clone() else {
        return Err(Refusal::new(Span::default(), "what is folded has no name"));
    };
    let few = body.expr(shaped.few)?.text();
    body.line(format!("if ({few}) {{"));
    steps.apart(body, |b| b.block(shaped.in_order))?;
    body.line("} else {");
    let scalar = body.unit.scalar(&ty);
    let [length, blocks, block, values, more, first, end, part, slot] =
        ["length", "blocks", "block", "values", "more", "from", "end", "part", "slot"].map(|n| body.names.fresh(n));
    let text = body.expr(shaped.length)?.text();
    body.line(format!("const int {length} = {text};"));
    body.line(format!("const int {blocks} = ({length} - 1 >> 14) + 1;"));
    let zero = identity(op, &ty)?;
    let fill = |body: &mut Body, name: &str| {
        body.unroll("");
        body.line(format!("for (int {slot} = 0; {slot} < 256 / LANES; {slot}++) {name}[{slot}] = {zero};"));
    };
    body.line(format!("{scalar} {values}[256 / LANES];"));
    body.line(format!("{scalar} {more}[256 / LANES];"));
    fill(body, &more);
    body.line(format!("{whole} = {zero};"));
    body.line(format!("for (int {block} = 0; {block} < {blocks}; {block}++) {{"));
    fill(body, &values);
    body.line(format!("const int {end} = {block} == {blocks} - 1 ? {length} : ({block} + 1) * 16384;"));
    body.line(format!("int {first} = {block} * 16384;"));
    let row = body.names.fresh("next");
    body.line(format!("for (; {end} - {first} >= DEEP * 256; {first} += DEEP * 256) {{"));
    body.unroll("");
    body.line(format!("for (int {row} = 0; {row} < DEEP; {row}++) {{"));
    body.unroll("");
    body.line(format!("for (int {slot} = 0; {slot} < 256 / LANES; {slot}++) {{"));
    take(body, shaped, &format!("{first} + {row} * 256 + {slot} * LANES + lane"), &values, &slot, None, steps)?;
    for _ in 0..3 {
        body.line("}");
    }
    body.line(format!("for (; {first} < {end}; {first} += 256) {{"));
    body.unroll("");
    body.line(format!("for (int {slot} = 0; {slot} < 256 / LANES; {slot}++) {{"));
    take(body, shaped, &format!("{first} + {slot} * LANES + lane"), &values, &slot, Some(&end), steps)?;
    for _ in 0..2 {
        body.line("}");
    }
    let (function, local) = parts.halved(body, op, &ty)?;
    body.line(format!("const {scalar} {part} = {function}({values}, {local});"));
    body.line(format!("if ({blocks} == 1) {{"));
    body.line(format!("{whole} = {part};"));
    body.line("} else {");
    let at = body.names.fresh("at");
    body.line(format!("const int {at} = {blocks} <= 32 ? 0 : {block} & 255;"));
    body.unroll("");
    let sum = both(body, op, &ty, &format!("{more}[{slot}]"), &part);
    body.line(format!("for (int {slot} = 0; {slot} < 256 / LANES; {slot}++) {{"));
    body.line(format!("if ({slot} * LANES + lane == {at}) {more}[{slot}] = {sum};"));
    body.line("}");
    body.line(format!("if ({block} == {blocks} - 1 || ({block} + 1 & 16383) == 0) {{"));
    let sum = both(body, op, &ty, &whole, &format!("{function}({more}, {local})"));
    body.line(format!("{whole} = {sum};"));
    fill(body, &more);
    for _ in 0..4 {
        body.line("}");
    }
    Ok(())
}

/// One element is taken in by its accumulator; `end`: where there is one.
fn take(
    body: &mut Body,
    shaped: &Shaped,
    element: &str,
    values: &str,
    slot: &str,
    end: Option<&str>,
    steps: &mut Steps,
) -> Result<(), Refusal> {
    let name = body.declare(shaped.var);
    body.line(format!("const int {name} = {element};"));
    if let Some(end) = end {
        body.line(format!("if ({name} < {end}) {{"));
    }
    steps.apart(body, |body| {
        body.block(&Block { stmts: shaped.lets.to_vec() })?;
        let value = body.expr(shaped.value)?.at(Prec::Unary);
        let ty = body.func.vars[shaped.acc.index()].ty.clone();
        let sum = both(body, shaped.op, &ty, &format!("{values}[{slot}]"), &value);
        body.line(format!("{values}[{slot}] = {sum};"));
        Ok(())
    })?;
    if end.is_some() {
        body.line("}");
    }
    Ok(())
}
