//! Unroll and jam: where every iteration runs the same loops, and reads in them what all others read too, a work item takes ITEMS
//! iterations, and what it has read serves all of them. Their loops are one loop; what stands between loops is done for each iteration in
//! turn. Work items of a group take neighbouring iterations, and each the ones 1, 2, … group sizes further on.
//!
//! What an iteration keeps from one such part to the next is an array of ITEMS, which compilers hold in registers. Loops over
//! elements that local memory holds ([`tile`]) are jammed like others.
//!
//! An iteration may fail by itself only in front of the first loop, with all that is checked for all iterations alike checked before: the
//! failing iteration with the least number is then the one reported.

use super::Refusal;
use super::body::{Body, Fail};
use super::kernel::{Axis, names};
use super::share;
use super::tile;
use somd_core::ir::*;
use somd_core::walk;
use std::collections::{BTreeMap, BTreeSet};

/// What stands before the kernel.
pub(super) const DEFINES: &str = "\
// A work group of GROUP computes GROUP * ITEMS iterations, each work item ITEMS of them.
#ifndef GROUP
#define GROUP 256
#define ITEMS 1
#endif

";
pub(super) const ATTRIBUTE: &str = "__attribute__((reqd_work_group_size(GROUP, 1, 1)))\n";

/// Values of 4 bytes that a work item may keep for its iterations.
const KEPT: u32 = 32;
/// A loop known to be shorter than this is not worth it.
const SHORT: i64 = 4;

/// What [`Body`] knows of the iterations of a work item.
pub(super) struct Jam {
    index: VarId,
    /// `const int i = …;` and `const bool inside = …;`
    index_line: String,
    inside_line: String,
    index_name: String,
    from: String,
    survey: Survey,
    /// Work items meet at barriers: none may leave.
    meets: bool,
    /// Kept from one part to another.
    kept: BTreeSet<VarId>,
    /// Iterations have been checked one by one: no check of all may follow.
    checked: bool,
    each: String,
}

/// Where variables are declared and named: parts have numbers, loops that are jammed none.
#[derive(Default)]
struct Survey {
    part: u32,
    declared: BTreeMap<VarId, u32>,
    used_elsewhere: BTreeSet<VarId>,
    uniform: BTreeSet<VarId>,
    /// Variables that change, alike for all iterations as far as is known.
    changing: BTreeSet<VarId>,
    /// Of those, the ones that turned out not to.
    differing: BTreeSet<VarId>,
    /// Functions of scalars that do not fail.
    plain: BTreeSet<FuncId>,
    loops: u32,
    shares: bool,
    fits: bool,
}

impl Survey {
    fn uniform_expr(&self, e: &Expr) -> bool {
        let plain = match &e.kind {
            ExprKind::Call { func, .. } => self.plain.contains(func),
            ExprKind::NewPrivate | ExprKind::ArrayLit(_) => false,
            _ => true,
        };
        let mut uniform = plain && walk::expr_var(e).is_none_or(|v| self.uniform.contains(&v));
        walk::expr_children(e, &mut |c| uniform &= self.uniform_expr(c));
        uniform
    }

    /// Whether all iterations run this loop alike, and so long that it pays.
    fn jams(&self, stmt: &Stmt) -> bool {
        let StmtKind::For { lo, hi, step, body, label, .. } = &stmt.kind else { return false };
        let mut jumps = false;
        walk::for_each_stmt(body, &mut |s| {
            jumps |= match &s.kind {
                StmtKind::Break(l) | StmtKind::Continue(l) => l == label,
                StmtKind::Return(_) | StmtKind::Throw { .. } => true,
                _ => false,
            }
        });
        let constant = |e: &Expr| if let ExprKind::Const(Const::Int(n)) = e.kind { Some(n) } else { None };
        let long = constant(lo).zip(constant(hi)).is_none_or(|(lo, hi)| hi - lo >= SHORT);
        let alike = [lo, hi].into_iter().all(|e| {
            matches!(e.kind, ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Len { .. }) && self.uniform_expr(e)
        });
        !jumps && long && alike && lo.ty == Ty::I32 && constant(step) == Some(1)
    }

    /// The variable that a statement gives the same value for all iterations, and the value.
    fn same<'e>(&self, func: &Func, stmt: &'e Stmt) -> Option<(VarId, &'e Expr)> {
        let (var, value) = match &stmt.kind {
            StmtKind::Let { var, init: Some(init) } if !func.vars[var.index()].mutable => (*var, init),
            StmtKind::Let { var, init: Some(value) } | StmtKind::Assign { var, value }
                if self.changing.contains(var) =>
            {
                (*var, value)
            }
            _ => return None,
        };
        self.uniform_expr(value).then_some((var, value))
    }

    fn block(&mut self, func: &Func, stmts: &[Stmt]) {
        for stmt in stmts {
            if let Some((var, value)) = self.same(func, stmt) {
                self.part += u32::from(self.changing.contains(&var));
                self.uniform.insert(var);
                self.reads(value);
                continue;
            }
            if self.jams(stmt) {
                let StmtKind::For { var, body, .. } = &stmt.kind else { continue };
                self.uniform.insert(*var);
                self.loops += 1;
                self.part += 1;
                self.block(func, &body.stmts);
                self.part += 1;
                continue;
            }
            self.stmt(stmt);
        }
    }

    /// Looks for what serves several iterations in a loop.
    fn reads(&mut self, e: &Expr) {
        let shared = match &e.kind {
            ExprKind::Index { array, index } => {
                self.uniform.contains(array) && index.iter().all(|i| self.uniform_expr(i))
            }
            ExprKind::Call { .. } => self.uniform_expr(e),
            _ => false,
        };
        self.shares |= shared && self.loops > 0;
        walk::expr_children(e, &mut |c| self.reads(c));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let { var, .. } => {
                self.declared.insert(*var, self.part);
            }
            StmtKind::Labeled { .. } | StmtKind::While { .. } | StmtKind::Return(_) | StmtKind::Throw { .. } => {
                self.fits = false
            }
            StmtKind::Call { .. } => self.fits = false,
            _ => {}
        }
        let single = Block { stmts: vec![stmt.clone()] };
        walk::for_each_stmt(&single, &mut |s| {
            self.fits &= !matches!(s.kind, StmtKind::While { .. } | StmtKind::Labeled { .. });
            walk::stmt_vars(s, &mut |v, role| {
                if role != walk::Role::Declare {
                    self.name(v);
                }
                if role != walk::Role::Read && self.changing.contains(&v) {
                    self.differing.insert(v);
                }
            });
        });
        walk::for_each_expr(&single, &mut |e| {
            if let Some(v) = walk::expr_var(e) {
                self.name(v);
            }
        });
        walk::for_each_stmt(&single, &mut |s| walk::stmt_exprs(s, &mut |e| self.reads(e)));
    }

    fn name(&mut self, var: VarId) {
        if self.declared.get(&var).is_some_and(|part| *part != self.part) {
            self.used_elsewhere.insert(var);
        }
    }
}

/// Writes the kernel's body; the most iterations that a work item may have. None, and nothing is to be used of what was written, where it
/// does not qualify.
pub(super) fn body(body: &mut Body, par: &Par, axes: &[Axis], tiles: bool) -> Result<Option<u32>, Refusal> {
    let [Axis { var, from, to }] = axes else { return Ok(None) };
    if par.outputs.iter().any(|o| !matches!(o.kind, OutputKind::Array(_))) {
        return Ok(None);
    }
    let results: Vec<VarId> = par.outputs.iter().map(|o| o.result).collect();
    let outside: BTreeSet<VarId> =
        somd_core::interface::captures(par).into_iter().filter(|v| !results.contains(v)).collect();
    let mut changing = BTreeSet::new();
    walk::for_each_stmt(&par.body, &mut |s| {
        if let StmtKind::Let { var, .. } = &s.kind
            && body.func.vars[var.index()].mutable
            && body.func.vars[var.index()].ty.is_scalar()
        {
            changing.insert(*var);
        }
    });
    let mut plain = BTreeSet::new();
    walk::for_each_expr(&par.body, &mut |e| {
        if let ExprKind::Call { func, args } = &e.kind
            && args.iter().all(|a| a.ty.is_scalar())
            && !body.unit.throws(*func)
        {
            plain.insert(*func);
        }
    });
    let mut survey;
    loop {
        survey = Survey {
            fits: true,
            uniform: outside.clone(),
            changing: changing.clone(),
            plain: plain.clone(),
            ..Survey::default()
        };
        survey.block(body.func, &par.body.stmts);
        if survey.differing.is_empty() {
            break;
        }
        changing.retain(|v| !survey.differing.contains(v));
    }
    // What is kept, in registers.
    let mut registers = 0;
    for v in &survey.used_elsewhere {
        let ty = &body.func.vars[v.index()].ty;
        survey.fits &= ty.is_scalar();
        registers += if matches!(ty, Ty::I64 | Ty::F64) { 2 } else { 1 };
    }
    for stmt in &par.body.stmts {
        if let StmtKind::For { body: inner, .. } = &stmt.kind {
            registers += tile::own_rows(body.func, par, inner, *var).iter().map(|r| r.width / 2).sum::<u32>();
        }
    }
    if !survey.fits || !survey.shares || survey.loops == 0 || registers == 0 {
        return Ok(None);
    }
    let items = if registers * 4 <= KEPT {
        4
    } else if registers * 2 <= KEPT {
        2
    } else {
        return Ok(None);
    };

    let meets = tiles
        && par.body.stmts.iter().any(|s| {
            !tile::tiles(body.unit.program, body.func, par, s).is_empty() || shared(body, &survey, s).is_some()
        });
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
        meets,
        kept: std::mem::take(&mut survey.used_elsewhere),
        survey,
        checked: false,
        each,
    });
    let result = block(body, par, &par.body.stmts, true);
    body.jam = None;
    result.map(|()| Some(items))
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

/// What a work group may compute once in a loop.
fn shared<'e>(body: &Body, survey: &Survey, stmt: &'e Stmt) -> Option<share::Shared<'e>> {
    let same = |s: &'e Stmt| survey.same(body.func, s);
    let jams = body.shares && survey.jams(stmt);
    jams.then(|| share::shared(body.func, stmt, &same, &|v| survey.changing.contains(&v))).flatten()
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
    let found = if top && meets { tile::tiles(body.unit.program, body.func, par, stmt) } else { Vec::new() };
    if top && !meets {
        // Each iteration's own.
        let number = number(body);
        let fail = std::mem::replace(&mut body.fail, Fail::Kernel { number });
        body.uniform = false;
        body.indent += 1;
        let own = body.apart(|b| b.hoist_checks(*var, lo, hi, step, inner, *label));
        body.indent -= 1;
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
        body.jam.as_ref().and_then(|j| shared(body, &j.survey, stmt))
    } else {
        None
    };
    let unroll = body.times(inner);
    if let Some(common) = common {
        own_elements(body, par, inner)?;
        let unroll = body.times(&Block { stmts: common.rest.to_vec() });
        share::shared_loop(body, (*var, lo, hi), &common, unroll, &mut |b| block(b, par, common.rest, false))?;
        body.tiled.clear();
    } else if !found.is_empty() {
        own_elements(body, par, inner)?;
        tile::tiled_loop(body, *var, hi, "GROUP", found, (unroll, inner), &mut |b| {
            b.indent += 1;
            let result = block(b, par, &inner.stmts, false);
            b.indent -= 1;
            b.line("}");
            result
        })?;
    } else {
        let (from, to) = (body.expr(lo)?.text, body.expr(hi)?.text);
        let name = body.declare(*var);
        if matches!((&lo.kind, &hi.kind), (ExprKind::Const(_), ExprKind::Const(Const::Int(..=16)))) {
            body.unroll("");
        }
        body.line(format!("for (int {name} = {from}; {name} < {to}; {name}++) {{"));
        body.indent += 1;
        let result = block(body, par, &inner.stmts, false);
        body.indent -= 1;
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
    body.indent += 1;
    let lines = body.apart(|b| {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Let { var, init } if b.jam.as_ref().is_some_and(|j| j.kept.contains(var)) => {
                    b.comment(&stmt.prov);
                    if let Some(init) = init {
                        b.certain = true;
                        let value = b.expr(init);
                        b.certain = false;
                        let value = value?.text;
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
    body.indent -= 1;
    let (_, lines) = lines?;
    if body.jam.as_ref().is_some_and(|j| j.checked) && lines.iter().any(|l| l.contains("first_failure")) {
        return Err(late());
    }
    around(body, lines);
    Ok(())
}

fn late() -> Refusal {
    Refusal::new(Default::default(), "a check of all iterations follows one of each")
}

/// The loop over the iterations of the work item around lines.
fn around(body: &mut Body, lines: Vec<String>) {
    let Some(jam) = &body.jam else { return };
    let mut first = Vec::new();
    if lines.iter().any(|l| names(l, &jam.index_name)) {
        first.push(jam.index_line.clone());
    }
    if lines.iter().any(|l| names(l, "inside")) {
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
    for own in tile::own_reads(par, inner, index) {
        let name = body.names.fresh(&format!("{}_own", body.func.vars[own.array.index()].name));
        let ty = body.unit.scalar(&own.ty);
        body.line(format!("{ty} {name}[ITEMS];"));
        body.indent += 1;
        let lines = body.apart(|b| {
            let value = tile::own_value(b, &own)?;
            let each = b.jam.as_ref().map_or(String::new(), |j| j.each.clone());
            b.line(format!("{name}[{each}] = {value};"));
            Ok(format!("{name}[{each}]"))
        });
        body.indent -= 1;
        let (text, lines) = lines?;
        around(body, lines);
        body.tiled.push(own.tiled(text));
    }
    for row in tile::own_rows(body.func, par, inner, index) {
        let name = body.names.fresh(&format!("{}_own", body.func.vars[row.array.index()].name));
        let ty = body.unit.scalar(&row.ty);
        body.line(format!("{ty} {name}[ITEMS][{}];", row.width));
        body.indent += 1;
        let lines = body.apart(|b| {
            let each = b.jam.as_ref().map_or(String::new(), |j| j.each.clone());
            for n in 0..row.width {
                let value = row.value(b, n)?;
                b.line(format!("{name}[{each}][{n}] = {value};"));
            }
            Ok(format!("{name}[{each}]"))
        });
        body.indent -= 1;
        let (text, lines) = lines?;
        around(body, lines);
        body.tiled.extend(row.tiled(index, &text));
    }
    Ok(())
}
