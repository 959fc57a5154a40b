//! Unroll and jam: every iteration runs the same loops, and reads in them what all others read too, so that what a work item has read can serve several
//! iterations.

use super::{group_hoist, tiles};
use somd_core::interface::captures;
use somd_core::ir::*;
use somd_core::walk;
use std::collections::{BTreeMap, BTreeSet};

/// Values of 4 bytes that a work item may keep for its iterations.
const KEPT: u32 = 32;

/// A loop known to be shorter than this is not worth it.
const SHORT: i64 = 4;

/// Where variables are declared and named: parts have numbers, loops that are jammed none.
#[derive(Default)]
pub struct Survey {
    pub part: u32,
    pub declared: BTreeMap<VarId, u32>,
    pub used_elsewhere: BTreeSet<VarId>,
    pub uniform: BTreeSet<VarId>,
    /// Variables that change, alike for all iterations as far as is known.
    pub changing: BTreeSet<VarId>,
    /// Of those, the ones that turned out not to.
    pub differing: BTreeSet<VarId>,
    /// Functions of scalars that do not fail.
    pub plain: BTreeSet<FuncId>,
    pub loops: u32,
    pub shares: bool,
    pub fits: bool,
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
    pub fn jams(&self, stmt: &Stmt) -> bool {
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
    pub fn same<'e>(&self, func: &Func, stmt: &'e Stmt) -> Option<(VarId, &'e Expr)> {
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

    /// What a work group may compute once in a loop.
    pub fn shared<'e>(&self, func: &Func, stmt: &'e Stmt) -> Option<group_hoist::Shared<'e>> {
        let same = |s: &'e Stmt| self.same(func, s);
        let changing = |v: VarId| self.changing.contains(&v);
        self.jams(stmt).then(|| group_hoist::shared(func, stmt, &same, &changing)).flatten()
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

/// What was found, and how a work item's iterations are kept.
pub struct Jam {
    pub survey: Survey,
    /// The most iterations that a work item may have.
    pub items: u32,
    /// Kept from one part to another.
    pub kept: BTreeSet<VarId>,
    /// Work items meet at barriers: none may leave.
    pub meets: bool,
}

/// `tiles`: work items may meet at barriers; `shares`: a work group may compute once what all its iterations need.
pub fn find(program: &Program, func: &Func, par: &Par, tiles: bool, shares: bool) -> Option<Jam> {
    let [Dim { index, .. }] = par.space.as_slice() else { return None };
    if par.outputs.iter().any(|o| !matches!(o.kind, OutputKind::Array(_))) {
        return None;
    }
    let mut survey = survey(program, func, par);
    // What is kept, in registers.
    let mut registers = 0;
    for v in &survey.used_elsewhere {
        let ty = &func.vars[v.index()].ty;
        survey.fits &= ty.is_scalar();
        registers += if matches!(ty, Ty::I64 | Ty::F64) { 2 } else { 1 };
    }
    for stmt in &par.body.stmts {
        if let StmtKind::For { body: inner, .. } = &stmt.kind {
            registers += tiles::own_rows(func, par, inner, *index).iter().map(|r| r.width / 2).sum::<u32>();
        }
    }
    if !survey.fits || !survey.shares || survey.loops == 0 || registers == 0 {
        return None;
    }
    let items = [4, 2].into_iter().find(|items| registers * items <= KEPT)?;
    let meets = tiles
        && par
            .body
            .stmts
            .iter()
            .any(|s| !tiles::tiles(program, func, par, s).is_empty() || shares && survey.shared(func, s).is_some());
    Some(Jam { items, kept: std::mem::take(&mut survey.used_elsewhere), survey, meets })
}

fn survey(program: &Program, func: &Func, par: &Par) -> Survey {
    let results: Vec<VarId> = par.outputs.iter().map(|o| o.result).collect();
    let outside: BTreeSet<VarId> = captures(par).into_iter().filter(|v| !results.contains(v)).collect();
    let mut changing = BTreeSet::new();
    walk::for_each_stmt(&par.body, &mut |s| {
        if let StmtKind::Let { var, .. } = &s.kind
            && func.vars[var.index()].mutable
            && func.vars[var.index()].ty.is_scalar()
        {
            changing.insert(*var);
        }
    });
    let mut plain = BTreeSet::new();
    walk::for_each_expr(&par.body, &mut |e| {
        if let ExprKind::Call { func, args } = &e.kind
            && args.iter().all(|a| a.ty.is_scalar())
            && !walk::throws(program, &program.func(*func).body)
        {
            plain.insert(*func);
        }
    });
    loop {
        let mut survey = Survey {
            fits: true,
            uniform: outside.clone(),
            changing: changing.clone(),
            plain: plain.clone(),
            ..Survey::default()
        };
        survey.block(func, &par.body.stmts);
        if survey.differing.is_empty() {
            return survey;
        }
        changing.retain(|v| !survey.differing.contains(v));
    }
}
