//! Arrays for memory that devices have beside the global one: constant memory, which gives one element to all work items that ask for it together,
//! and images, whose reads go through a cache where global memory may have none.
//!
//! Which arrays qualify is known from the body; whether they fit, and whether the device gains by it, when the kernel is launched.

use somd_core::ir::*;
use somd_core::walk;
use std::collections::BTreeSet;

/// The arrays in question, in the order of their bits.
#[derive(Default)]
pub struct Elsewhere {
    pub constant: Vec<VarId>,
    pub images: Vec<VarId>,
}

/// Read-only arrays of numbers that are only read element by element: those which all iterations read at the same index, and those of floats and
/// ints which are read at data-dependent indices.
pub fn find(func: &Func, par: &Par, constant: bool, images: bool) -> Elsewhere {
    let captured = somd_core::interface::captures(par);
    let mut written = BTreeSet::new();
    for output in &par.outputs {
        written.insert(output.result);
        if let OutputKind::Array(ArraySource::Update { old }) | OutputKind::Accumulate { array: old, .. } = output.kind
        {
            written.insert(old);
        }
    }
    let mut varying =
        Varying { captured: &captured, vars: par.space.iter().map(|d| d.index).collect(), irregular: BTreeSet::new() };
    loop {
        let before = (varying.vars.len(), varying.irregular.len());
        varying.block(&par.body, false);
        if before == (varying.vars.len(), varying.irregular.len()) {
            break;
        }
    }
    let mut found = Elsewhere::default();
    for &array in &captured {
        let Some(ty) = func.vars[array.index()].ty.as_array() else { continue };
        if written.contains(&array)
            || !matches!(&*ty.elem, Ty::I8 | Ty::I16 | Ty::U16 | Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64)
        {
            continue;
        }
        let (mut uniform, mut irregular, mut reads) = (true, true, 0);
        walk::for_each_expr(&par.body, &mut |e| match &e.kind {
            ExprKind::Index { array: a, index } if *a == array => {
                reads += 1;
                uniform &= !index.iter().any(|i| varying.expr(i));
                irregular &= index.iter().any(|i| varying.is_irregular(i));
            }
            ExprKind::Row { array: a, .. } if *a == array => (uniform, irregular) = (false, false),
            ExprKind::Var(v) if *v == array => (uniform, irregular) = (false, false),
            _ => {}
        });
        if reads > 0 && uniform && constant && found.constant.len() < 8 {
            found.constant.push(array);
        } else if reads > 0 && irregular && images && matches!(&*ty.elem, Ty::I32 | Ty::F32) && found.images.len() < 8 {
            found.images.push(array);
        }
    }
    found
}

/// What differs between iterations. Speed depends on it, results do not: jumps are not looked at.
struct Varying<'a> {
    captured: &'a [VarId],
    vars: BTreeSet<VarId>,
    /// Variables whose values come from elements of arrays.
    irregular: BTreeSet<VarId>,
}

impl Varying<'_> {
    fn block(&mut self, block: &Block, inside: bool) {
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Let { var, init: Some(value) } | StmtKind::Assign { var, value } => {
                    let assigned = matches!(stmt.kind, StmtKind::Assign { .. });
                    if self.expr(value) || assigned && inside {
                        self.vars.insert(*var);
                    }
                    if value.ty.is_scalar() && self.is_irregular(value) {
                        self.irregular.insert(*var);
                    }
                }
                StmtKind::If { cond, then, otherwise } => {
                    let inside = inside || self.expr(cond);
                    self.block(then, inside);
                    self.block(otherwise, inside);
                }
                StmtKind::For { var, lo, hi, step, body, .. } => {
                    let varies = [lo, hi, step].into_iter().any(|e| self.expr(e));
                    if varies {
                        self.vars.insert(*var);
                    }
                    self.block(body, inside || varies);
                }
                StmtKind::While { cond, body, .. } => {
                    let inside = inside || self.expr(cond);
                    self.block(body, inside);
                }
                StmtKind::Labeled { body, .. } => self.block(body, inside),
                _ => {}
            }
        }
    }

    fn expr(&self, e: &Expr) -> bool {
        let mut varies = match &e.kind {
            ExprKind::Var(v) => self.vars.contains(v),
            ExprKind::Index { array, .. } | ExprKind::Row { array, .. } => !self.captured.contains(array),
            ExprKind::NewPrivate | ExprKind::ArrayLit(_) => true,
            _ => false,
        };
        walk::expr_children(e, &mut |c| varies |= self.expr(c));
        varies
    }

    fn is_irregular(&self, e: &Expr) -> bool {
        let mut found = match &e.kind {
            ExprKind::Var(v) => self.irregular.contains(v),
            ExprKind::Index { .. } => self.expr(e),
            _ => false,
        };
        walk::expr_children(e, &mut |c| found |= self.is_irregular(c));
        found
    }
}
