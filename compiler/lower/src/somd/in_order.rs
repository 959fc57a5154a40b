//! A loop whose iterations are independent if nothing in its subscripts wraps around, which is asked before it runs: see [`affine`].
//! Where something may, its iterations run one after another on the host, as Java has them.
//!
//! Reductions keep their shape: a sum of floats is taken over what each iteration adds, after the loop. (Of an iteration that adds more than
//! once, the sum of it all is added.) Inside `sync` an element that is not the iteration's own is read from a copy.
//!
//! [`affine`]: crate::affine

use super::Region;
use super::owners::Doubted;
use crate::affine::{Asked, Subscripts};
use crate::error::{self, LowerError, Result};
use crate::{reduction, types};
use somd_core::ir::{
    ArraySource, BinOp, Block, Const, Dim, Expr, ExprKind, LabelId, MathOp, Output, OutputKind, Par, Prov, Stmt,
    StmtKind, Ty, VarId, identity,
};
use somd_core::walk as core_walk;
use somd_hir::LocalId;
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What a scalar reduction becomes where its loop runs in order.
struct Slot {
    op: ReduceOp,
    acc: VarId,
    init: Expr,
    /// The variable that has the result.
    slot: VarId,
    /// Of a sum of floats: what each iteration adds.
    parts: Option<VarId>,
}

impl<'r, 'a: 'r> Region<'r, '_, 'a> {
    /// Emits `par`, or its iterations in order where the answer to the doubt is no. `own` are work arrays; of `after` the results are replaced
    /// by variables that have them either way.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn unless_wrapping(
        &mut self,
        mut par: Par,
        indices: &[VarId],
        mut doubted: Doubted,
        own: &BTreeSet<VarId>,
        after: &mut [(LocalId, VarId, VarId)],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let wraps = || {
            let message =
                "a subscript of this distributed loop may wrap around, and two iterations then write the same element";
            LowerError::new(span, message)
                .code(error::RACE)
                .note("where it does, the iterations must run in order, which is not possible of this loop")
                .note("keep what the subscript is made of in a range that the text shows, or use a loop of its own for each result")
        };
        // Arrays that the loop changes are variables that change, in either way.
        let mut now: BTreeMap<VarId, VarId> = BTreeMap::new();
        for o in &par.outputs {
            match &o.kind {
                OutputKind::Array(ArraySource::Update { old }) | OutputKind::Accumulate { array: old, .. } => {
                    now.insert(*old, *old);
                }
                OutputKind::Reduce { .. } => {}
                _ => return Err(wraps()),
            }
        }
        for (&old, var) in &mut now {
            if own.contains(&old) {
                continue;
            }
            let before = self.b.vars.len();
            self.b.make_mutable([old], span, out);
            if self.b.vars.len() > before {
                *var = VarId(before as u32);
            }
        }
        let today = |v: VarId| now.get(&v).copied().unwrap_or(v);
        rename_par(&mut par, &mut |v| today(v));
        let slots = self.slots(&par, span, out).ok_or_else(wraps)?;

        let cond = self.ask(&doubted, &par.space, indices, span, out);

        // As it is.
        self.in_order.insert(par.name.clone());
        let mut then = vec![stmt(StmtKind::Par(Box::new(par.clone())), span)];
        for o in &par.outputs {
            let value = self.b.read(o.result, span);
            match &o.kind {
                OutputKind::Array(ArraySource::Update { old }) | OutputKind::Accumulate { array: old, .. } => {
                    self.b.facts.roots.insert(o.result, *old);
                    if !own.contains(old) {
                        then.push(stmt(StmtKind::Assign { var: *old, value }, span));
                    }
                }
                OutputKind::Reduce { acc, .. } => {
                    let slot = slots.iter().find(|s| s.acc == *acc).ok_or_else(LowerError::internal)?.slot;
                    then.push(stmt(StmtKind::Assign { var: slot, value }, span));
                    for entry in after.iter_mut().filter(|a| a.2 == o.result) {
                        entry.2 = slot;
                    }
                }
                _ => return Err(LowerError::internal()),
            }
        }

        // In order.
        let mut otherwise = Vec::new();
        let owned = std::mem::take(&mut doubted.owned);
        for (&old, &var) in &now {
            let stored = owned.get(&old).map(Vec::as_slice).unwrap_or_default();
            self.in_place(old, var, stored, &mut doubted.stmts, span, &mut otherwise).ok_or_else(wraps)?;
        }
        self.iterations(&par.space, doubted.stmts, slots, span, &mut otherwise)?;
        let kind = StmtKind::If { cond, then: Block { stmts: then }, otherwise: Block { stmts: otherwise } };
        out.push(stmt(kind, span));
        Ok(())
    }

    /// Variables for what the loop reduces. None where it reduces what is not a number.
    fn slots(&mut self, par: &Par, span: Span, out: &mut Vec<Stmt>) -> Option<Vec<Slot>> {
        let mut slots = Vec::new();
        for o in &par.outputs {
            let OutputKind::Reduce { op, acc, init } = &o.kind else { continue };
            let ty = self.b.ty(*acc);
            if !matches!(ty, Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 | Ty::Bool) {
                return None;
            }
            let name = self.b.vars[acc.index()].name.clone();
            let slot = self.b.var(name, ty.clone(), true, span);
            let zero = types::zero(self.b.cx, &ty, span)?;
            out.push(stmt(StmtKind::Let { var: slot, init: Some(zero) }, span));
            slots.push(Slot { op: *op, acc: *acc, init: init.clone(), slot, parts: None });
        }
        Some(slots)
    }

    /// The condition under which nothing wraps around.
    fn ask(&mut self, doubted: &Doubted, space: &[Dim], indices: &[VarId], span: Span, out: &mut Vec<Stmt>) -> Expr {
        let own_from = self.b.facts.own_from;
        let own = |v: VarId| indices.contains(&v) || own_from.is_some_and(|first| v >= first);
        let arrays = self.arrays_now();
        let facts = self.b.facts.clone();
        let array = |root: VarId| arrays.iter().find(|v| facts.root(**v) == facts.root(root)).copied().unwrap_or(root);
        let types: Vec<Ty> = self.b.vars.iter().map(|v| v.ty.clone()).collect();
        let ty = |v: VarId| types[v.index()].clone();
        let vars = &mut self.b.vars;
        let mut var = || {
            vars.push(somd_core::ir::Var { name: "reach".into(), ty: Ty::F64, mutable: false, span, folds: None });
            VarId(vars.len() as u32 - 1)
        };
        let mut asked = Asked {
            facts: &facts,
            space,
            indices,
            own: &own,
            array: &array,
            var: &mut var,
            ty: &ty,
            span,
            lets: Vec::new(),
            known: BTreeMap::new(),
        };
        let mut cond = asked.condition(&doubted.doubt);
        out.extend(asked.lets.into_iter().map(|kind| stmt(kind, span)));
        for &(scan, start) in &doubted.doubt.scans {
            let shrinks = self.shrinks(scan, start, span, out);
            let grows = boolean(ExprKind::Unary(somd_core::ir::UnOp::Not, Box::new(shrinks)), span);
            cond = boolean(ExprKind::And(Box::new(cond), Box::new(grows)), span);
        }
        cond
    }

    /// All arrays that the region has a name for.
    fn arrays_now(&self) -> Vec<VarId> {
        let mut all = Vec::new();
        for frame in &self.b.frames {
            for binding in frame.locals.values() {
                match binding {
                    crate::builder::Binding::Var(v) | crate::builder::Binding::Row { array: v, .. } => all.push(*v),
                    _ => {}
                }
            }
        }
        all.extend(self.b.captures.iter().flat_map(|c| c.vars()));
        all.extend(self.b.groups.iter().flat_map(|g| g.columns.values().map(|c| c.now)));
        all.retain(|v| self.b.ty(*v).as_array().is_some());
        all
    }

    /// Whether an element of a scan of `int`s is less than the one before it.
    fn shrinks(&mut self, scan: VarId, start: VarId, span: Span, out: &mut Vec<Stmt>) -> Expr {
        let ty = self.b.ty(start);
        let int = |kind| Expr::new(kind, Ty::I32, span);
        let k = self.b.var("k", Ty::I32, false, span);
        let read = |v: VarId, ty: Ty| Expr::var(v, ty, span);
        let at = |index: Expr| Expr::new(ExprKind::Index { array: scan, index: vec![index] }, ty.clone(), span);
        let less = ExprKind::Binary(BinOp::Sub, Box::new(read(k, Ty::I32)), Box::new(Expr::int(1, span)));
        let last = int(ExprKind::Math(MathOp::Max, vec![int(less), Expr::int(0, span)]));
        let is_first = ExprKind::Binary(BinOp::Eq, Box::new(read(k, Ty::I32)), Box::new(Expr::int(0, span)));
        let is_first = Box::new(boolean(is_first, span));
        let before = ExprKind::Select(is_first, Box::new(read(start, ty.clone())), Box::new(at(last)));
        let before = Expr::new(before, ty.clone(), span);
        let cond = boolean(ExprKind::Binary(BinOp::Lt, Box::new(at(read(k, Ty::I32))), Box::new(before)), span);
        let (acc, result) = (self.b.var("shrinks", Ty::Bool, true, span), self.b.var("shrinks", Ty::Bool, false, span));
        let truth = |b| boolean(ExprKind::Const(Const::Bool(b)), span);
        let set = stmt(StmtKind::Assign { var: acc, value: truth(true) }, span);
        let test = StmtKind::If { cond, then: Block { stmts: vec![set] }, otherwise: Block::default() };
        let outputs = vec![Output { result, kind: OutputKind::Reduce { op: ReduceOp::Or, acc, init: truth(false) } }];
        let hi = int(ExprKind::Len { array: scan, dim: 0 });
        let space = vec![Dim { index: k, lo: Expr::int(0, span), hi }];
        let name = self.par_name("grows", span);
        let par = Par { name, space, outputs, body: Block { stmts: vec![stmt(test, span)] } };
        out.push(stmt(StmtKind::Par(Box::new(par)), span));
        read(result, Ty::Bool)
    }

    fn par_name(&mut self, what: &str, span: Span) -> smol_str::SmolStr {
        let name = format!("{}_{}_{what}", self.name, self.b.cx.line_name(span));
        self.b.cx.unique(&name)
    }

    /// Makes the statements work on `now`, which was `old`. Inside `sync`, what is not the iteration's own is read from a copy. None where
    /// there can be none.
    fn in_place(
        &mut self,
        old: VarId,
        now: VarId,
        owned: &[Subscripts],
        stmts: &mut [Stmt],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let mut from = now;
        // What is the iteration's own stands apart from what is not, also where the array keeps its name.
        let ty = self.b.ty(old);
        let name = self.b.vars[old.index()].name.clone();
        let own_name = if old == now { self.b.var(name, ty, true, span) } else { now };
        if self.sync.is_some() {
            let facts = &self.b.facts;
            let mut others = false;
            reduction::rename(stmts, old, own_name, &mut |index| {
                let at: Subscripts = index.iter().map(|e| facts.poly(e)).collect();
                let own = owned.contains(&at);
                others |= !own;
                own
            });
            if others {
                from = self.copied(now, span, out)?;
            }
        }
        for s in stmts {
            core_walk::rename_stmt(s, &mut |v| match v {
                v if v == old => from,
                v if v == own_name => now,
                v => v,
            });
        }
        Some(())
    }

    fn copied(&mut self, array: VarId, span: Span, out: &mut Vec<Stmt>) -> Option<VarId> {
        let ty = self.b.ty(array);
        let of = ty.as_array()?.clone();
        if of.dims.len() > 3 {
            return None;
        }
        let name = self.b.vars[array.index()].name.clone();
        let copy = self.b.var(name, ty, false, span);
        let length = |dim: usize| Expr::new(ExprKind::Len { array, dim: dim as u32 }, Ty::I32, span);
        let sizes: Vec<Expr> = (0..of.dims.len()).map(length).collect();
        let mut space = Vec::new();
        for hi in sizes.clone() {
            space.push(Dim { index: self.b.var("k", Ty::I32, false, span), lo: Expr::int(0, span), hi });
        }
        let index: Vec<Expr> = space.iter().map(|d| Expr::var(d.index, Ty::I32, span)).collect();
        let value = Expr::new(ExprKind::Index { array, index: index.clone() }, (*of.elem).clone(), span);
        let body = Block { stmts: vec![stmt(StmtKind::Store { array: copy, index, value }, span)] };
        let kind = OutputKind::Array(ArraySource::New { sizes, zeroed: false });
        let par = Par { name: self.par_name("copy", span), space, outputs: vec![Output { result: copy, kind }], body };
        out.push(stmt(StmtKind::Par(Box::new(par)), span));
        Some(copy)
    }

    /// Loops over the space, with the statements in them.
    fn iterations(
        &mut self,
        space: &[Dim],
        mut stmts: Vec<Stmt>,
        mut slots: Vec<Slot>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        for s in &mut slots {
            let ty = self.b.ty(s.acc);
            if ty.is_float() && matches!(s.op, ReduceOp::Add | ReduceOp::Mul) {
                let parts = self.b.var("parts", Ty::array(ty, space.len()), true, span);
                let init = Expr::new(ExprKind::NewArray { sizes: counts(space, span) }, self.b.ty(parts), span);
                out.push(stmt(StmtKind::Let { var: parts, init: Some(init) }, span));
                s.parts = Some(parts);
            } else {
                out.push(stmt(StmtKind::Assign { var: s.slot, value: s.init.clone() }, span));
            }
        }
        let mut body = Vec::new();
        for s in &slots {
            let ty = self.b.ty(s.acc);
            let start = identity(s.op, &ty).ok_or_else(LowerError::internal)?;
            let init = Some(Expr::new(ExprKind::Const(start), ty, span));
            body.push(stmt(StmtKind::Let { var: s.acc, init }, span));
        }
        body.append(&mut stmts);
        let at: Vec<Expr> = space.iter().map(|d| number(d, span)).collect();
        for s in &slots {
            let value = self.b.read(s.acc, span);
            body.push(match s.parts {
                Some(parts) => stmt(StmtKind::Store { array: parts, index: at.clone(), value }, span),
                None => {
                    let value = combined(s.op, self.b.read(s.slot, span), value);
                    stmt(StmtKind::Assign { var: s.slot, value }, span)
                }
            });
        }
        for dim in space.iter().rev() {
            let step = Expr::new(ExprKind::Const(Const::Int(1)), dim.lo.ty.clone(), span);
            let (var, lo, hi, label) = (dim.index, dim.lo.clone(), dim.hi.clone(), self.b.label());
            body = vec![stmt(StmtKind::For { var, lo, hi, step, body: Block { stmts: body }, label }, span)];
        }
        let mut block = Block { stmts: body };
        self.with_own_names(&mut block);
        out.append(&mut block.stmts);
        for s in slots {
            let Some(parts) = s.parts else { continue };
            let ty = self.b.ty(s.acc);
            let (acc, result) = (self.b.var("sum", ty.clone(), true, span), self.b.var("sum", ty.clone(), false, span));
            let value = Expr::new(ExprKind::Index { array: parts, index: at.clone() }, ty, span);
            let value = combined(s.op, self.b.read(acc, span), value);
            let body = Block { stmts: vec![stmt(StmtKind::Assign { var: acc, value }, span)] };
            let kind = OutputKind::Reduce { op: s.op, acc, init: s.init };
            let name = self.par_name("sum", span);
            let mut par = Par { name, space: space.to_vec(), outputs: vec![Output { result, kind }], body };
            let fresh: BTreeMap<VarId, VarId> = space.iter().map(|d| (d.index, self.another(d.index))).collect();
            rename_par(&mut par, &mut |v| fresh.get(&v).copied().unwrap_or(v));
            out.push(stmt(StmtKind::Par(Box::new(par)), span));
            out.push(stmt(StmtKind::Assign { var: s.slot, value: self.b.read(result, span) }, span));
        }
        Ok(())
    }

    fn another(&mut self, var: VarId) -> VarId {
        let info = self.b.vars[var.index()].clone();
        self.b.var(info.name, info.ty, info.mutable, info.span)
    }

    /// Gives what the statements declare variables and labels of its own: they stand in the function a second time.
    fn with_own_names(&mut self, block: &mut Block) {
        let (mut declared, mut labels) = (BTreeSet::new(), BTreeSet::new());
        core_walk::for_each_stmt(block, &mut |s| match &s.kind {
            StmtKind::Let { var, .. } => _ = declared.insert(*var),
            StmtKind::For { var, label, .. } => {
                declared.insert(*var);
                labels.insert(*label);
            }
            StmtKind::While { label, .. } | StmtKind::Labeled { label, .. } => _ = labels.insert(*label),
            _ => {}
        });
        let fresh: BTreeMap<VarId, VarId> = declared.into_iter().map(|v| (v, self.another(v))).collect();
        let labels: BTreeMap<LabelId, LabelId> = labels.into_iter().map(|l| (l, self.b.label())).collect();
        core_walk::rename_block(block, &mut |v| fresh.get(&v).copied().unwrap_or(v));
        core_walk::for_each_stmt_mut(block, &mut |s| match &mut s.kind {
            StmtKind::For { label, .. }
            | StmtKind::While { label, .. }
            | StmtKind::Labeled { label, .. }
            | StmtKind::Break(label)
            | StmtKind::Continue(label) => *label = labels.get(label).copied().unwrap_or(*label),
            _ => {}
        });
    }
}

fn rename_par(par: &mut Par, f: &mut dyn FnMut(VarId) -> VarId) {
    let mut s = stmt(StmtKind::Par(Box::new(par.clone())), Span::NONE);
    core_walk::rename_stmt(&mut s, f);
    if let StmtKind::Par(renamed) = s.kind {
        *par = *renamed;
    }
}

fn stmt(kind: StmtKind, span: Span) -> Stmt {
    Stmt { kind, prov: Prov::one(span) }
}

fn boolean(kind: ExprKind, span: Span) -> Expr {
    Expr::new(kind, Ty::Bool, span)
}

/// The number of an iteration in a dimension, from 0.
fn number(dim: &Dim, span: Span) -> Expr {
    let index = Expr::var(dim.index, dim.lo.ty.clone(), span);
    let from = match dim.lo.kind {
        ExprKind::Const(Const::Int(0)) => index,
        _ => {
            Expr::new(ExprKind::Binary(BinOp::Sub, Box::new(index), Box::new(dim.lo.clone())), dim.lo.ty.clone(), span)
        }
    };
    crate::builder::convert(from, Ty::I32, span)
}

/// How many iterations there are in each dimension.
fn counts(space: &[Dim], span: Span) -> Vec<Expr> {
    let count = |d: &Dim| {
        let ty = d.lo.ty.clone();
        let new = |kind| Expr::new(kind, ty.clone(), span);
        let zero = new(ExprKind::Const(Const::Int(0)));
        let distance = new(ExprKind::Binary(BinOp::Sub, Box::new(d.hi.clone()), Box::new(d.lo.clone())));
        let any = boolean(ExprKind::Binary(BinOp::Gt, Box::new(d.hi.clone()), Box::new(d.lo.clone())), span);
        let count = new(ExprKind::Select(Box::new(any), Box::new(distance), Box::new(zero)));
        crate::builder::convert(count, Ty::I32, span)
    };
    space.iter().map(count).collect()
}

fn combined(op: ReduceOp, a: Expr, b: Expr) -> Expr {
    let (ty, span) = (a.ty.clone(), a.span);
    let binary = |op| ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone()));
    let kind = match op {
        ReduceOp::Add | ReduceOp::Sub => binary(BinOp::Add),
        ReduceOp::Mul => binary(BinOp::Mul),
        ReduceOp::And => binary(BinOp::And),
        ReduceOp::Or => binary(BinOp::Or),
        ReduceOp::Xor => binary(BinOp::Xor),
        ReduceOp::Min => ExprKind::Math(MathOp::Min, vec![a, b]),
        ReduceOp::Max => ExprKind::Math(MathOp::Max, vec![a, b]),
    };
    Expr::new(kind, ty, span)
}
