//! Stencils: a work item takes ITEMS iterations that are neighbours in the outer dimension, and what they read of the same rows is loaded once. Where
//! [`interior`](super::interior) knows what iterations ask of their place, they are written out one after the other without questions, loops of few
//! turns too, so that compilers see which loads are the same. At the border iterations run one by one, as they are written.

use super::axis::{self, Axis};
use super::body::{Body, Fail};
use super::bytes;
use super::emitted::Refusal;
use super::interior::{Condition, Inside, inside};
use super::lines::Line;
use super::state::Lanes;
use somd_core::ir::*;
use somd_core::walk;
use somd_runtime::kernel::FIXED;
use somd_schedule::forms::stencil::{ITEMS, WRITTEN, operations};
use std::collections::BTreeSet;

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

/// The names of a work item's iterations, and where they begin and end.
struct Frame<'x> {
    outer: &'x Axis,
    inner: &'x Axis,
    /// The array that is stored to and the old one, from which elements come that no iteration stores to.
    carried: Option<(VarId, VarId)>,
    /// The indices; the first of the outer one, and the number of one among the work item's.
    i: String,
    j: String,
    first: String,
    item: String,
    /// Of iterations beside each other: the block of four, the number of blocks, and the same of rows; the parts that are run alone at the border.
    four: String,
    fours: String,
    row: String,
    rows: String,
    lane_alone: String,
    item_alone: String,
    j_first: String,
    lane: String,
    /// What stands in front of a work item's number, and the ends.
    start: String,
    j_start: String,
    end: String,
    j_end: String,
}

impl Frame<'_> {
    fn named(&self) -> [String; 2] {
        [self.i.clone(), self.j.clone()]
    }

    /// Where the work item's iterations are; it leaves where there are none.
    fn place(&self, body: &mut Body, beside: bool) {
        let Frame { i: _, j, first, four, fours, row, rows, lane_alone, item_alone, j_first, .. } = self;
        let Frame { start, j_start, end, j_end, .. } = self;
        if !beside {
            body.line(format!("const int {j} = {j_start}(int)get_global_id(0);"));
            body.line(format!("const int {first} = {start}(int)get_global_id(1) * ITEMS;"));
            body.line(format!("if ({j} >= {j_end} || {first} >= {end}) return;"));
            return;
        }
        let (from, down) = match self.carried {
            Some(_) => ("0".to_string(), end.clone()),
            None => (format!("({} & ~3)", self.inner.from), format!("{end} - {}", self.outer.from)),
        };
        let (x, y) = ("(int)get_global_id(0)", "(int)get_global_id(1)");
        body.line(format!("const int {fours} = ({j_end} - {from} + 3) / 4, {rows} = ({down} + ITEMS - 1) / ITEMS;"));
        body.line(format!("if ({x} >= {fours} + ENDS({fours}, 4) || {y} >= {rows} + ENDS({rows}, ITEMS)) return;"));
        body.line(format!("const int {four} = BLOCK({x}, {fours}, 4), {lane_alone} = PART({x}, {fours}, 4);"));
        body.line(format!("const int {row} = BLOCK({y}, {rows}, ITEMS), {item_alone} = PART({y}, {rows}, ITEMS);"));
        body.line(format!("if ({lane_alone} >= 0 && {item_alone} >= 0) return;"));
        body.line(format!("const int {j_first} = {from} + {four} * 4;"));
        body.line(format!("const int {first} = {start}{row} * ITEMS;"));
    }

    /// Where all of the work item's iterations are inside.
    fn inside(&self, conditions: Vec<Condition>, beside: bool) -> String {
        let Frame { outer, inner, j, first, j_first, .. } = self;
        let mut all = Vec::new();
        if self.carried.is_some() {
            all.push(format!("{first} >= {}", outer.from));
        }
        if beside {
            all.push(format!("{j_first} >= {} && {} - {j_first} >= 4", inner.from, inner.to));
        } else if self.carried.is_some() {
            all.push(format!("{j} >= {} && {j} < {}", inner.from, inner.to));
        }
        all.push(format!("{} - {first} >= ITEMS", outer.to));
        for c in conditions {
            if beside {
                // What holds for the first and the last of the four holds between them: all are sums of multiples.
                let (least, greatest) = (c.text(j, j_first), c.text(j, &format!("({j_first} + 3)")));
                all.extend(if least == greatest { vec![least] } else { vec![least, greatest] });
            } else {
                all.push(c.text(j, j));
            }
        }
        all.join(" && ")
    }

    /// All iterations of the work item one after the other, with nothing asked of their place.
    fn written_out(&self, body: &mut Body, block: &Block, axes: &[Axis], how: &How) -> Result<(), Refusal> {
        let Frame { i, j, first, item, j_first, lane, .. } = self;
        body.unrolls = how.unrolls;
        if how.items > 1 {
            body.unroll("");
        }
        body.line(format!("for (int {item} = 0; {item} < ITEMS; {item}++) {{"));
        body.line(format!("const int {i} = {first} + {item};"));
        if how.width > 1 {
            body.declare_fours();
            body.unroll("");
            body.line(format!("for (int {lane} = 0; {lane} < 4; {lane}++) {{"));
            body.line(format!("const int {j} = {j_first} + {lane};"));
        }
        let mut result = one(body, block, axes, &self.named(), how.checked, "next_inside");
        if how.width > 1 {
            body.line("}");
            result = result.and_then(|()| body.store_fours(block));
        }
        body.unrolls = false;
        body.line("}");
        result
    }

    /// The same, where four iterations lie beside each other if these are multiples of four.
    fn written_beside(
        &self,
        body: &mut Body,
        block: &Block,
        axes: &[Axis],
        how: &How,
        (lanes, factors): (Lanes, BTreeSet<String>),
    ) -> Result<(), Refusal> {
        body.line(format!("if ({} >= 0 || {} >= 0) return;", self.lane_alone, self.item_alone));
        body.line(format!("if ({}) {{", factors.into_iter().collect::<Vec<_>>().join(" && ")));
        let before = (body.names.clone(), body.vars.clone(), body.places.clone());
        body.lanes = Some(lanes);
        let result = self.written_out(body, block, axes, how);
        body.lanes = None;
        (body.names, body.vars, body.places) = before;
        body.commented = None;
        body.line("} else {");
        let result = result.and_then(|()| self.written_out(body, block, axes, how));
        body.line("}");
        result
    }

    /// Iterations at the border, one by one, as they are written.
    fn border(&self, body: &mut Body, block: &Block, axes: &[Axis], how: &How) -> Result<(), Refusal> {
        let Frame { outer, inner, i, j, first, item, j_first, lane, lane_alone, item_alone, end, j_end, .. } = self;
        body.line("// At the border.");
        if how.width > 1 {
            let (above, beside) = (ends(&self.row, &self.rows), ends(&self.four, &self.fours));
            body.line(format!("if ({item_alone} < 0 && ({above} || ({lane_alone} < 0 && ({beside})))) return;"));
            body.line(format!(
                "for (int {item} = max({item_alone}, 0); {item} < ({item_alone} < 0 ? ITEMS : {item_alone} + 1) && {first} + {item} < {end}; {item}++) {{"
            ));
        } else {
            body.line(format!("for (int {item} = 0; {item} < ITEMS && {first} + {item} < {end}; {item}++) {{"));
        }
        body.line(format!("const int {i} = {first} + {item};"));
        if how.width > 1 {
            let from = if self.carried.is_some() { "0" } else { inner.from.as_str() };
            body.line(format!(
                "for (int {lane} = max({lane_alone}, 0); {lane} < ({lane_alone} < 0 ? 4 : {lane_alone} + 1); {lane}++) {{"
            ));
            body.line(format!("const int {j} = {j_first} + {lane};"));
            body.line(format!("if ({j} < {from} || {j} >= {j_end}) continue;"));
        }
        if let Some((new, old)) = self.carried {
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
        let result = one(body, block, axes, &self.named(), how.checked, "next");
        if how.width > 1 {
            body.line("}");
        }
        body.line("}");
        result
    }
}

/// How many iterations are written out, of how many beside each other.
struct How {
    items: u32,
    width: u32,
    unrolls: bool,
    checked: bool,
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
    let [four, fours, row, rows, lane_alone, item_alone] =
        ["four", "fours", "row", "rows", "lane_alone", "item_alone"].map(|n| body.names.fresh(n));
    let (j_first, lane) = (body.names.fresh(&format!("{j}_first")), body.names.fresh("lane"));
    let beside = if bytes && written.is_some() && fixed.is_none() {
        bytes::lanes(body, par, &block, [outer.var, inner.var], &j_first, &lane)
    } else {
        None
    };
    let width = if beside.is_some() { bytes::WIDTH } else { 1 };
    let how = How { items, width, unrolls: written.is_some(), checked };
    #[rustfmt::skip]
    let frame = Frame {
        outer, inner, carried, i, j, first, item, four, fours, row, rows, lane_alone, item_alone, j_first, lane, start, j_start, end, j_end,
    };
    frame.place(body, beside.is_some());
    body.line("// Inside, where what iterations ask of their place is known.");
    body.line(format!("if ({}) {{", frame.inside(conditions, beside.is_some())));
    let result = match beside {
        None => frame.written_out(body, &block, axes, &how),
        Some(beside) => frame.written_beside(body, &block, axes, &how, beside),
    };
    body.line("return;");
    body.line("}");
    result?;
    // The same names again, in a block of their own.
    (body.names, body.vars, body.places) = kept;
    body.commented = None;
    let Frame { i, j, first, item, j_first, lane, four, fours, row, rows, lane_alone, item_alone, .. } = &frame;
    for name in [j, i, first, item, j_first, lane, four, fours, row, rows, lane_alone, item_alone] {
        body.names.fresh(name);
    }
    body.vars[outer.var.index()] = Some(i.clone());
    body.vars[inner.var.index()] = Some(j.clone());
    frame.border(body, &par.body, axes, &how)?;
    Ok(Some(Columns { items, fixed, width }))
}

fn ends(number: &str, count: &str) -> String {
    format!("{number} == 0 || {number} == {count} - 1")
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
        body.label(label);
    }
    body.proved.clear();
    Ok(())
}
