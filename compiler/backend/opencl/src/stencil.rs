//! Stencils: a work item takes ITEMS iterations that are neighbours in the outer dimension, and what they read of the same rows is loaded once. Where
//! [`interior`](super::interior) knows what iterations ask of their place, they are written out one after the other without questions, loops of few
//! turns too, so that compilers see which loads are the same. At the border iterations run one by one, as they are written.

use super::axis::{self, Axis};
use super::body::{Body, Fail};
use super::bytes;
use super::emitted::Refusal;
use super::interior::{Inside, inside};
use super::lines::Line;
use somd_core::ir::*;
use somd_core::walk;
use somd_runtime::kernel::FIXED;
use somd_schedule::forms::stencil::{ITEMS, WRITTEN, operations};

/// What stands before the kernel.
const DEFINES: &str = "\
// Iterations of a work item.
#ifndef ITEMS
#define ITEMS 1
#endif

";

/// The one number from outside that says how many turns loops have, as the radius of a neighbourhood does.
fn radius(body: &Body, block: &Block) -> Option<VarId> {
    let mut found: Vec<VarId> = Vec::new();
    walk::for_each_stmt(block, &mut |s| {
        if let StmtKind::For { lo, hi, .. } = &s.kind {
            for e in [lo, hi] {
                walk::for_each_read(e, &mut |v| found.push(v));
            }
        }
    });
    found.dedup();
    let [one] = found.as_slice() else { return None };
    (body.uniforms.contains(one) && body.func.vars[one.index()].ty == Ty::I32).then_some(*one)
}

/// How a work item's iterations are written.
pub(super) struct Columns {
    /// The most that it has.
    pub items: u32,
    /// A number from outside that the kernel is built for: see [`somd_runtime::kernel::Kernel::fixed`].
    pub fixed: Option<VarId>,
    /// Iterations of a row that a work item takes: see [`bytes`].
    pub width: u32,
}

impl Columns {
    /// What stands before the kernel.
    pub fn defines(&self) -> String {
        format!("{DEFINES}{}", if self.width > 1 { bytes::DEFINES } else { "" })
    }
}

/// Writes the kernel. None, and nothing is written, where it does not qualify. `carried`: the array that is
/// stored to and the old one, from which elements come that no iteration stores to; work items go through all elements then.
pub(super) fn body(
    body: &mut Body,
    par: &Par,
    axes: &[Axis],
    checked: bool,
    carried: Option<(VarId, VarId)>,
    bytes: bool,
) -> Result<Option<Columns>, Refusal> {
    let [outer, inner] = axes else { return Ok(None) };
    let kept = (body.names.clone(), body.vars.clone(), body.places.clone());
    let j = body.declare(inner.var);
    let i = body.declare(outer.var);
    let first = body.names.fresh(&format!("{i}_first"));
    let found = inside(body, par, (outer.var, &first), &[(inner.var, j.clone())]);
    let Some(Inside { body: block, conditions, answers, shares }) = found.filter(|f| f.answers || f.shares) else {
        (body.names, body.vars, body.places) = kept;
        return Ok(None);
    };
    let fixed = radius(body, &block).filter(|_| shares);
    let written = operations(&block, fixed.map(|v| (v, FIXED as i64))).filter(|_| shares);
    let fixed = fixed.filter(|_| written.is_some());
    // Of a radius it is the greatest that counts here, which few have.
    let most = if fixed.is_some() { 2 * WRITTEN } else { WRITTEN };
    let items = written.map_or(1, |n| if n * ITEMS as i64 <= most { ITEMS } else { 1 });
    if items == 1 && !answers {
        (body.names, body.vars, body.places) = kept;
        return Ok(None);
    }
    let item = body.names.fresh("item");
    let (start, end, j_start, j_end) = match carried {
        Some((new, _)) => {
            let dims = body.places.get(&new).map(|p| p.dims.clone()).unwrap_or_default();
            let [rows, columns] = dims.as_slice() else { return Ok(None) };
            (String::new(), rows.clone(), String::new(), columns.clone())
        }
        None => (format!("{} + ", outer.from), outer.to.clone(), format!("{} + ", inner.from), inner.to.clone()),
    };
    let [four, fours, row, rows] = ["four", "fours", "row", "rows"].map(|n| body.names.fresh(n));
    let [lane_alone, item_alone] = ["lane_alone", "item_alone"].map(|n| body.names.fresh(n));
    let (j_first, lane) = (body.names.fresh(&format!("{j}_first")), body.names.fresh("lane"));
    let beside = Some(()).filter(|()| bytes && written.is_some() && fixed.is_none());
    let beside = beside.and_then(|()| bytes::lanes(body, par, &block, [outer.var, inner.var], &j_first, &lane));
    if beside.is_some() {
        let (from, down) = match carried {
            Some(_) => ("0".to_string(), end.clone()),
            None => (format!("({} & ~3)", inner.from), format!("{end} - {}", outer.from)),
        };
        let (x, y) = ("(int)get_global_id(0)", "(int)get_global_id(1)");
        body.line(format!("const int {fours} = ({j_end} - {from} + 3) / 4, {rows} = ({down} + ITEMS - 1) / ITEMS;"));
        body.line(format!("if ({x} >= {fours} + ENDS({fours}, 4) || {y} >= {rows} + ENDS({rows}, ITEMS)) return;"));
        body.line(format!("const int {four} = BLOCK({x}, {fours}, 4), {lane_alone} = PART({x}, {fours}, 4);"));
        body.line(format!("const int {row} = BLOCK({y}, {rows}, ITEMS), {item_alone} = PART({y}, {rows}, ITEMS);"));
        body.line(format!("if ({lane_alone} >= 0 && {item_alone} >= 0) return;"));
        body.line(format!("const int {j_first} = {from} + {four} * 4;"));
        body.line(format!("const int {first} = {start}{row} * ITEMS;"));
    } else {
        body.line(format!("const int {j} = {j_start}(int)get_global_id(0);"));
        body.line(format!("const int {first} = {start}(int)get_global_id(1) * ITEMS;"));
        body.line(format!("if ({j} >= {j_end} || {first} >= {end}) return;"));
    }
    let mut all = Vec::new();
    if carried.is_some() {
        all.push(format!("{first} >= {}", outer.from));
    }
    if beside.is_some() {
        all.push(format!("{j_first} >= {} && {} - {j_first} >= 4", inner.from, inner.to));
    } else if carried.is_some() {
        all.push(format!("{j} >= {} && {j} < {}", inner.from, inner.to));
    }
    all.push(format!("{} - {first} >= ITEMS", outer.to));
    match &beside {
        None => all.extend(conditions),
        // What holds for the first and the last of the four holds between them: all are sums of multiples.
        Some(_) => {
            for c in conditions {
                let (least, greatest) = (renamed(&c, &j, &j_first), renamed(&c, &j, &format!("({j_first} + 3)")));
                all.extend(if least == greatest { vec![least] } else { vec![least, greatest] });
            }
        }
    }
    body.line("// Inside, where what iterations ask of their place is known.");
    body.line(format!("if ({}) {{", all.join(" && ")));
    body.indent += 1;
    let named = [i.clone(), j.clone()];
    let width = if beside.is_some() { bytes::WIDTH } else { 1 };
    let written_out = |body: &mut Body| {
        body.unrolls = written.is_some();
        if items > 1 {
            body.unroll("");
        }
        body.line(format!("for (int {item} = 0; {item} < ITEMS; {item}++) {{"));
        body.indent += 1;
        body.line(format!("const int {i} = {first} + {item};"));
        if width > 1 {
            body.declare_fours();
            body.unroll("");
            body.line(format!("for (int {lane} = 0; {lane} < 4; {lane}++) {{"));
            body.indent += 1;
            body.line(format!("const int {j} = {j_first} + {lane};"));
        }
        let mut result = one(body, &block, axes, &named, checked, "next_inside");
        if width > 1 {
            body.indent -= 1;
            body.line("}");
            result = result.and_then(|()| body.store_fours(&block));
        }
        body.unrolls = false;
        body.indent -= 1;
        body.line("}");
        result
    };
    let result = match beside {
        None => written_out(body),
        Some((lanes, factors)) => {
            body.line(format!("if ({lane_alone} >= 0 || {item_alone} >= 0) return;"));
            body.line(format!("if ({}) {{", factors.into_iter().collect::<Vec<_>>().join(" && ")));
            body.indent += 1;
            let before = (body.names.clone(), body.vars.clone(), body.places.clone());
            body.lanes = Some(lanes);
            let result = written_out(body);
            body.lanes = None;
            (body.names, body.vars, body.places) = before;
            body.commented = None;
            body.indent -= 1;
            body.line("} else {");
            body.indent += 1;
            let result = result.and_then(|()| written_out(body));
            body.indent -= 1;
            body.line("}");
            result
        }
    };
    body.line("return;");
    body.indent -= 1;
    body.line("}");
    result?;
    // The same names again, in a block of their own.
    (body.names, body.vars, body.places) = kept;
    body.commented = None;
    for name in [&j, &i, &first, &item, &j_first, &lane, &four, &fours, &row, &rows, &lane_alone, &item_alone] {
        body.names.fresh(name);
    }
    body.vars[outer.var.index()] = Some(i.clone());
    body.vars[inner.var.index()] = Some(j.clone());
    body.line("// At the border.");
    if width > 1 {
        let (above, beside) = (ends(&row, &rows), ends(&four, &fours));
        body.line(format!("if ({item_alone} < 0 && ({above} || ({lane_alone} < 0 && ({beside})))) return;"));
        body.line(format!(
            "for (int {item} = max({item_alone}, 0); {item} < ({item_alone} < 0 ? ITEMS : {item_alone} + 1) && {first} + {item} < {end}; {item}++) {{"
        ));
    } else {
        body.line(format!("for (int {item} = 0; {item} < ITEMS && {first} + {item} < {end}; {item}++) {{"));
    }
    body.indent += 1;
    body.line(format!("const int {i} = {first} + {item};"));
    if width > 1 {
        let from = if carried.is_some() { "0" } else { inner.from.as_str() };
        body.line(format!(
            "for (int {lane} = max({lane_alone}, 0); {lane} < ({lane_alone} < 0 ? 4 : {lane_alone} + 1); {lane}++) {{"
        ));
        body.indent += 1;
        body.line(format!("const int {j} = {j_first} + {lane};"));
        body.line(format!("if ({j} < {from} || {j} >= {j_end}) continue;"));
    }
    if let Some((new, old)) = carried {
        let place = |v: &VarId| body.places.get(v).map(|p| p.base.clone()).unwrap_or_default();
        let (new, old) = (place(&new), place(&old));
        let offset = format!("(size_t){i} * {j_end} + {j}");
        body.line(format!(
            "if ({i} < {} || {i} >= {} || {j} < {} || {j} >= {}) {{",
            outer.from, outer.to, inner.from, inner.to
        ));
        body.line("    // Not stored to: carried over.");
        body.line(format!("    {new}[{offset}] = {old}[{offset}];"));
        body.line("    continue;");
        body.line("}");
    }
    let result = one(body, &par.body, axes, &named, checked, "next");
    if width > 1 {
        body.indent -= 1;
        body.line("}");
    }
    body.indent -= 1;
    body.line("}");
    result.map(|()| Some(Columns { items, fixed, width }))
}

fn ends(number: &str, count: &str) -> String {
    format!("{number} == 0 || {number} == {count} - 1")
}

/// A text with another name in the place of one.
fn renamed(text: &str, name: &str, by: &str) -> String {
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    let parts = text.split_inclusive(|c: char| !in_name(c));
    let renamed = parts.map(|part| match part.strip_prefix(name) {
        Some(rest) if !rest.starts_with(in_name) => format!("{by}{rest}"),
        _ => part.to_string(),
    });
    renamed.collect()
}

/// An iteration; one that fails is followed by the next.
fn one(
    body: &mut Body,
    block: &Block,
    axes: &[Axis],
    named: &[String],
    checked: bool,
    label: &'static str,
) -> Result<(), Refusal> {
    let fail = std::mem::replace(&mut body.fail, Fail::Goto { number: "at".into(), label });
    let result = body.apart(|b| {
        if checked {
            b.hoist_known_checks(&block.stmts)?;
        }
        b.block(block)
    });
    body.fail = fail;
    let ((), lines) = result?;
    let fails = std::mem::take(&mut body.goes_to_end);
    if fails || lines.iter().any(Line::reports) {
        axis::number(body, axes, named, false);
    }
    if std::mem::take(&mut body.sets_failed) {
        body.line("bool failed = false;");
    }
    body.lines.extend(lines);
    if fails {
        body.label(&label);
    }
    body.proved.clear();
    Ok(())
}
