//! Unroll and jam: where every iteration runs the same loops, and reads in them what all others read too, a work item takes ITEMS
//! iterations, and what it has read serves all of them. Their loops are one loop; what stands between loops is done for each iteration in
//! turn. Work items of a group take neighbouring iterations, and each the ones 1, 2, … group sizes further on.
//!
//! What an iteration keeps from one such part to the next is an array of ITEMS, which compilers hold in registers. Loops over
//! elements that local memory holds ([`tile`]) are jammed like others.
//!
//! An iteration may fail by itself only in front of the first loop, with all that is checked for all iterations alike checked before: the
//! failing iteration with the least number is then the one reported.

use super::axis::Axis;
use super::body::{Body, Fail};
use super::emitted::Refusal;
use super::group_hoist;
use super::lines::{self, Line};
use super::state::{Jam, Tiled};
use super::tile;
use somd_core::ir::*;
use somd_schedule::forms::jam as found;
use somd_schedule::forms::tiles;

/// What stands before the kernel.
pub(super) const DEFINES: &str = "\
// A work group of GROUP computes GROUP * ITEMS iterations, each work item ITEMS of them.
#ifndef GROUP
#define GROUP 256
#define ITEMS 1
#endif

";

pub(super) const ATTRIBUTE: &str = "__attribute__((reqd_work_group_size(GROUP, 1, 1)))\n";

/// Writes the kernel's body. None, and nothing is to be used of what was written, where the iterations' checks do not allow it.
pub(super) fn body(body: &mut Body, par: &Par, found: found::Jam, axes: &[Axis]) -> Result<Option<()>, Refusal> {
    let [Axis { var, from, to }] = axes else { return Ok(None) };
    let each = body.names.fresh("each");
    body.line("const int lane = get_local_id(0);");
    let start = body.names.fresh("start");
    body.line(format!("const int {start} = {from} + (int)get_group_id(0) * (GROUP * ITEMS) + lane;"));
    let name = body.declare(*var);
    let place = format!("{start} + {each} * GROUP");
    body.guard = Some("inside");
    body.jam = Some(Jam {
        index: *var,
        index_line: format!("const int {name} = min({place}, {to} - 1);"),
        inside_line: format!("const bool inside = {place} < {to};"),
        index_name: name,
        from: from.clone(),
        meets: found.meets,
        kept: found.kept,
        survey: found.survey,
        checked: false,
        each,
    });
    let result = block(body, par, &par.body.stmts, true);
    body.jam = None;
    result.map(Some)
}

/// Statements of the body (`top`), or of a loop that is jammed.
fn block(body: &mut Body, par: &Par, stmts: &[Stmt], top: bool) -> Result<(), Refusal> {
    let mut part = Vec::new();
    for stmt in stmts {
        let Some(Jam { survey, .. }) = &body.jam else { return Ok(()) };
        if let Some((var, _)) = survey.same(body.func, stmt) {
            // What stands before may read what it was.
            if survey.changing.contains(&var) {
                each_item(body, std::mem::take(&mut part))?;
            }
            body.certain = true;
            let done = body.block(&Block { stmts: vec![stmt.clone()] });
            body.certain = false;
            done?;
        } else if survey.jams(stmt) {
            each_item(body, std::mem::take(&mut part))?;
            jammed(body, par, stmt, top)?;
        } else {
            part.push(stmt);
        }
    }
    each_item(body, part)
}

/// A loop of all iterations of the work item.
fn jammed(body: &mut Body, par: &Par, stmt: &Stmt, top: bool) -> Result<(), Refusal> {
    let StmtKind::For { var, lo, hi, step, body: inner, label } = &stmt.kind else { return Ok(()) };
    body.comment(&stmt.prov);
    let before = body.lines.len();
    let proved = body.hoist_checks(*var, lo, hi, step, inner, *label)?;
    let checks_all = body.lines.len() > before;
    if checks_all && body.jam.as_ref().is_some_and(|j| j.checked) {
        return Err(late());
    }
    let meets = body.jam.as_ref().is_some_and(|j| j.meets);
    let found = if top && meets { tiles::tiles(body.unit.program, body.func, par, stmt) } else { Vec::new() };
    if top && !meets {
        // Each iteration's own.
        let number = number(body);
        let fail = std::mem::replace(&mut body.fail, Fail::Kernel { number });
        body.uniform = false;
        let own = body.apart(|b| b.hoist_checks(*var, lo, hi, step, inner, *label));
        body.uniform = true;
        body.fail = fail;
        let (_, own) = own?;
        if !own.is_empty() {
            around(body, own);
            if let Some(jam) = &mut body.jam {
                jam.checked = true;
            }
        }
    }
    let common = if top && meets && found.is_empty() {
        body.jam.as_ref().filter(|_| body.shares).and_then(|j| j.survey.shared(body.func, stmt))
    } else {
        None
    };
    let unroll = body.times(inner);
    if let Some(common) = common {
        own_elements(body, par, inner)?;
        let unroll = body.times(&Block { stmts: common.rest.to_vec() });
        group_hoist::shared_loop(body, (*var, lo, hi), &common, unroll, &mut |b| block(b, par, common.rest, false))?;
        body.tiled.clear();
    } else if !found.is_empty() {
        own_elements(body, par, inner)?;
        tile::tiled_loop(body, *var, hi, "GROUP", found, (unroll, inner), &mut |b| {
            let result = block(b, par, &inner.stmts, false);
            b.line("}");
            result
        })?;
    } else {
        let (from, to) = (body.expr(lo)?.text(), body.expr(hi)?.text());
        let name = body.declare(*var);
        if matches!((&lo.kind, &hi.kind), (ExprKind::Const(_), ExprKind::Const(Const::Int(..=16)))) {
            body.unroll("");
        }
        body.line(format!("for (int {name} = {from}; {name} < {to}; {name}++) {{"));
        let result = block(body, par, &inner.stmts, false);
        body.line("}");
        result?;
    }
    body.loop_ends(proved);
    Ok(())
}

fn number(body: &Body) -> String {
    body.jam.as_ref().map_or(String::new(), |j| format!("(uint){} - {}", j.index_name, j.from))
}

/// Statements for each iteration of the work item in turn.
fn each_item(body: &mut Body, stmts: Vec<&Stmt>) -> Result<(), Refusal> {
    let Some(jam) = &body.jam else { return Ok(()) };
    if stmts.is_empty() {
        return Ok(());
    }
    let each = jam.each.clone();
    for stmt in &stmts {
        if let StmtKind::Let { var, .. } = &stmt.kind
            && body.jam.as_ref().is_some_and(|j| j.kept.contains(var))
        {
            let v = &body.func.vars[var.index()];
            let ty = body.unit.scalar(&v.ty);
            let name = body.names.fresh(&v.name);
            body.line(format!("{ty} {name}[ITEMS];"));
            body.vars[var.index()] = Some(format!("{name}[{each}]"));
        }
    }
    let lines = body.apart(|b| {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Let { var, init } if b.jam.as_ref().is_some_and(|j| j.kept.contains(var)) => {
                    b.comment(&stmt.prov);
                    if let Some(init) = init {
                        b.certain = true;
                        let value = b.expr(init);
                        b.certain = false;
                        let value = value?.text();
                        let name = b.vars[var.index()].clone().unwrap_or_default();
                        b.line(format!("{name} = {value};"));
                    }
                }
                _ => {
                    b.certain = matches!(stmt.kind, StmtKind::Let { .. } | StmtKind::Assign { .. });
                    let done = b.block(&Block { stmts: vec![stmt.clone()] });
                    b.certain = false;
                    done?;
                }
            }
        }
        Ok(())
    });
    let (_, lines) = lines?;
    if body.jam.as_ref().is_some_and(|j| j.checked) && lines.iter().any(Line::reports) {
        return Err(late());
    }
    around(body, lines);
    Ok(())
}

fn late() -> Refusal {
    Refusal::new(Default::default(), "a check of all iterations follows one of each")
}

/// The loop over the iterations of the work item around lines.
fn around(body: &mut Body, lines: Vec<Line>) {
    let Some(jam) = &body.jam else { return };
    let mut first = Vec::new();
    if lines::name(&lines, &jam.index_name) {
        first.push(jam.index_line.clone());
    }
    if lines::name(&lines, "inside") {
        first.push(jam.inside_line.clone());
    }
    let each = jam.each.clone();
    body.unroll("");
    body.line(format!("for (int {each} = 0; {each} < ITEMS; {each}++) {{"));
    first.iter().for_each(|l| body.line(format!("    {l}")));
    body.lines.extend(lines);
    body.line("}");
}

/// Elements at the iterations' own indices that a loop reads again and again: read once, into registers.
fn own_elements(body: &mut Body, par: &Par, inner: &Block) -> Result<(), Refusal> {
    let Some(index) = body.jam.as_ref().map(|j| j.index) else { return Ok(()) };
    for own in tiles::own_reads(par, inner, index) {
        let name = body.names.fresh(&format!("{}_own", body.func.vars[own.array.index()].name));
        let ty = body.unit.scalar(&own.ty);
        body.line(format!("{ty} {name}[ITEMS];"));
        let lines = body.apart(|b| {
            let value = tile::own_value(b, &own)?;
            let each = b.jam.as_ref().map_or(String::new(), |j| j.each.clone());
            b.line(format!("{name}[{each}] = {value};"));
            Ok(format!("{name}[{each}]"))
        });
        let (text, lines) = lines?;
        around(body, lines);
        body.tiled.push(Tiled::own(&own, text));
    }
    for row in tiles::own_rows(body.func, par, inner, index) {
        let name = body.names.fresh(&format!("{}_own", body.func.vars[row.array.index()].name));
        let ty = body.unit.scalar(&row.ty);
        body.line(format!("{ty} {name}[ITEMS][{}];", row.width));
        let lines = body.apart(|b| {
            let each = b.jam.as_ref().map_or(String::new(), |j| j.each.clone());
            for n in 0..row.width {
                let value = tile::row_value(b, &row, n)?;
                b.line(format!("{name}[{each}][{n}] = {value};"));
            }
            Ok(format!("{name}[{each}]"))
        });
        let (text, lines) = lines?;
        around(body, lines);
        body.tiled.extend(Tiled::own_row(&row, index, &text));
    }
    Ok(())
}
