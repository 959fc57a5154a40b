//! Loops that the ranges of a program's own partitioner keep apart: `y[row[i]] += …`, where no row is in two ranges.
//!
//! Nothing in the text says that such a loop is free of races, so it is found out when the program runs, from the ranges: which
//! elements each instance may touch is computed first, by the subscripts alone, and where two instances could meet a
//! `PartitionException` says so. Then the instances run, each its range in order.

use super::Region;
use crate::builder::Binding;
use crate::error::Result;
use crate::reduction;
use crate::stmts::Canonical;
use crate::walk;
use somd_core::ir::{
    ArraySource, BinOp, Block, Const, Dim, Expr, ExprKind, MathOp, Output, OutputKind, Par, Piece, Stmt, StmtKind, Ty,
    VarId,
};
use somd_core::walk as core_walk;
use somd_hir as hir;
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

impl<'r, 'a: 'r> Region<'r, '_, 'a> {
    /// The loop over the instances' ranges; None where the method has no ranges, or they cannot help.
    pub fn divided_loop(
        &mut self,
        c: &Canonical<'a>,
        body: &'a hir::Block,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Option<()>> {
        let method = self.b.method();
        let Some(local) = method.somd.as_ref().and_then(|s| s.ranges) else { return Ok(None) };
        let Some(Binding::Var(ranges)) = self.b.binding(local).cloned() else { return Ok(None) };
        let declared = reduction::declared_in(body);
        let pure = self.b.cx.pure;
        let outer = |l: &hir::LocalId| !declared.contains(l) && !reduction::heads_inner_loop(pure, method, body, *l);
        if c.step != 1 || walk::assigned_in(body).iter().any(outer) {
            return Ok(None);
        }
        let int = |kind| Expr::new(kind, Ty::I32, span);
        let (lo, hi) = self.b.bounds(c, out)?;
        let (lo, hi) = (self.b.keep(lo, "lo", out), self.b.keep(hi, "hi", out));

        // The loop over the instances, and in it the loop as it is.
        let k = self.b.var("instance", Ty::I32, false, span);
        let first_own = VarId(self.b.vars.len() as u32);
        let outer_own = self.b.facts.own_from.replace(first_own);
        let end = |k: VarId, end| {
            let index = vec![Expr::var(k, Ty::I32, span), Expr::int(end, span)];
            int(ExprKind::Index { array: ranges, index })
        };
        let index = self.b.loop_index(c, span);
        let mut inside = Vec::new();
        let done = self.one_iteration(&[(c.clone(), body)], body, span, &mut inside);
        self.b.facts.own_from = outer_own;
        done?;
        let bounded = |op, a: &Expr, b: Expr| int(ExprKind::Math(op, vec![a.clone(), b]));
        let each = |this: &mut Self, k: VarId, index: VarId, stmts: Vec<Stmt>, out: &mut Vec<Stmt>| {
            let (lo, hi) = (bounded(MathOp::Max, &lo, end(k, 0)), bounded(MathOp::Min, &hi, end(k, 1)));
            let (label, step) = (this.b.label(), Expr::int(1, span));
            this.b.emit(out, StmtKind::For { var: index, lo, hi, step, body: Block { stmts }, label }, span);
        };
        let Some(touched) = touched(&inside, index, first_own, ranges) else { return Ok(None) };

        // What each instance touches must be its own.
        let known = |e: &Expr| {
            let mut fine = true;
            walk::core_exprs(e, &mut |e| {
                if let Some(v) = core_walk::expr_var(e) {
                    fine &= v == index || self.params.contains(&v);
                }
            });
            fine
        };
        let whole = matches!(lo.kind, ExprKind::Const(Const::Int(0)))
            && matches!(hi.kind, ExprKind::Len { array, dim: 0 } if self.params.contains(&self.b.facts.root(array)));
        let early = whole && known(&hi) && touched.values().flatten().all(known);
        for (&array, subscripts) in &touched {
            let mut check = Vec::new();
            self.check_apart(array, subscripts, index, ranges, &each, span, &mut check)?;
            // Where nothing in the method changes what it depends on, once is enough.
            if early { self.prologue.append(&mut check) } else { out.append(&mut check) }
        }

        let mut outputs = Vec::new();
        let mut replaced = Vec::new();
        for &array in touched.keys() {
            let info = self.b.vars[array.index()].clone();
            let result = self.b.var(info.name, info.ty, false, span);
            reduction::rename(&mut inside, array, result, &mut |_| true);
            outputs.push(Output { result, kind: OutputKind::Array(ArraySource::Update { old: array }) });
            replaced.push((array, result));
        }
        let mut stmts = Vec::new();
        each(self, k, index, inside, &mut stmts);
        self.over_instances("instances", k, ranges, outputs, stmts, span, out);
        for (old, new) in replaced {
            self.b.replace_array(old, new, span, out);
        }
        Ok(Some(()))
    }

    #[allow(clippy::too_many_arguments)]
    fn over_instances(
        &mut self,
        what: &str,
        k: VarId,
        ranges: VarId,
        outputs: Vec<Output>,
        stmts: Vec<Stmt>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let name = format!("{}_{}_{what}", self.name, self.b.cx.line_name(span));
        let name = self.b.cx.unique(&name);
        let hi = Expr::new(ExprKind::Len { array: ranges, dim: 0 }, Ty::I32, span);
        let space = vec![Dim { index: k, lo: Expr::int(0, span), hi }];
        self.b.emit(out, StmtKind::Par(Box::new(Par { name, space, outputs, body: Block { stmts } })), span);
    }

    /// Throws where two instances touch elements of `array` between which there is no border.
    #[allow(clippy::too_many_arguments)]
    fn check_apart(
        &mut self,
        array: VarId,
        subscripts: &[Expr],
        index: VarId,
        ranges: VarId,
        each: &dyn Fn(&mut Self, VarId, VarId, Vec<Stmt>, &mut Vec<Stmt>),
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let read = |v, ty| Expr::var(v, ty, span);
        let int = |kind| Expr::new(kind, Ty::I32, span);
        let ints = Ty::array(Ty::I32, 1);
        let mut ends = Vec::new();
        let k = self.b.var("instance", Ty::I32, false, span);
        let i = self.b.var(self.b.vars[index.index()].name.clone(), Ty::I32, false, span);
        let mut before = Vec::new();
        let mut stmts = Vec::new();
        let mut after = Vec::new();
        let mut outputs = Vec::new();
        for (name, op, start) in [("least", MathOp::Min, i32::MAX), ("greatest", MathOp::Max, i32::MIN)] {
            let var = self.b.var(name, Ty::I32, true, span);
            self.b.emit(&mut before, StmtKind::Let { var, init: Some(Expr::int(start, span)) }, span);
            for s in subscripts {
                let mut s = s.clone();
                core_walk::rename_expr(&mut s, &mut |v| if v == index { i } else { v });
                let value = int(ExprKind::Math(op, vec![read(var, Ty::I32), s]));
                self.b.emit(&mut stmts, StmtKind::Assign { var, value }, span);
            }
            let result = self.b.var(name, ints.clone(), false, span);
            let store = StmtKind::Store { array: result, index: vec![read(k, Ty::I32)], value: read(var, Ty::I32) };
            self.b.emit(&mut after, store, span);
            let sizes = vec![Expr::new(ExprKind::Len { array: ranges, dim: 0 }, Ty::I32, span)];
            let source = ArraySource::New { sizes, zeroed: false };
            outputs.push(Output { result, kind: OutputKind::Array(source) });
            ends.push(result);
        }
        each(self, k, i, stmts, &mut before);
        before.append(&mut after);
        self.over_instances("touch", k, ranges, outputs, before, span, out);

        // Nearly always each begins behind all before it.
        let at = |array, k: Expr| int(ExprKind::Index { array, index: vec![k] });
        let (i, value) = (self.b.var("instance", Ty::I32, false, span), self.b.var("value", Ty::I32, true, span));
        let highest = self.b.var("highest", ints.clone(), false, span);
        let mut stmts = Vec::new();
        self.b.emit(&mut stmts, StmtKind::Assign { var: value, value: at(ends[1], read(i, Ty::I32)) }, span);
        let kind = OutputKind::Scan { op: ReduceOp::Max, value, init: Expr::int(i32::MIN, span) };
        self.over_instances("highest", i, ranges, vec![Output { result: highest, kind }], stmts, span, out);
        let i = self.b.var("instance", Ty::I32, false, span);
        let (acc, mixed) = (self.b.var("mixed", Ty::Bool, true, span), self.b.var("mixed", Ty::Bool, false, span));
        let truth = |b| Expr::new(ExprKind::Const(Const::Bool(b)), Ty::Bool, span);
        let boolean = |kind| Expr::new(kind, Ty::Bool, span);
        let minus = |e, n| int(ExprKind::Binary(BinOp::Sub, Box::new(e), Box::new(Expr::int(n, span))));
        // The one before the first is the first itself, which is not behind itself: it is left out.
        let before = int(ExprKind::Math(MathOp::Max, vec![minus(read(i, Ty::I32), 1), Expr::int(0, span)]));
        let behind =
            ExprKind::Binary(BinOp::Ge, Box::new(at(highest, before)), Box::new(at(ends[0], read(i, Ty::I32))));
        let later = ExprKind::Binary(BinOp::Gt, Box::new(read(i, Ty::I32)), Box::new(Expr::int(0, span)));
        let cond = boolean(ExprKind::And(Box::new(boolean(later)), Box::new(boolean(behind))));
        let mut then = Vec::new();
        self.b.emit(&mut then, StmtKind::Assign { var: acc, value: truth(true) }, span);
        let mut stmts = Vec::new();
        let test = StmtKind::If { cond, then: Block { stmts: then }, otherwise: Block::default() };
        self.b.emit(&mut stmts, test, span);
        let kind = OutputKind::Reduce { op: ReduceOp::Or, acc, init: truth(false) };
        self.over_instances("mixed", i, ranges, vec![Output { result: mixed, kind }], stmts, span, out);
        let all = std::mem::take(out);

        // Else every pair of instances.
        let (k, j) = (self.b.var("instance", Ty::I32, false, span), self.b.var("other", Ty::I32, false, span));
        let acc = self.b.var("meet", Ty::Bool, true, span);
        let meet = self.b.var("meet", Ty::Bool, false, span);
        let at = |array, k| int(ExprKind::Index { array, index: vec![read(k, Ty::I32)] });
        let before =
            |a, k, b, j| Expr::new(ExprKind::Binary(BinOp::Le, Box::new(at(a, k)), Box::new(at(b, j))), Ty::Bool, span);
        let both = ExprKind::And(Box::new(before(ends[0], k, ends[1], j)), Box::new(before(ends[0], j, ends[1], k)));
        let cond = Expr::new(both, Ty::Bool, span);
        let mut then = Vec::new();
        self.b.emit(&mut then, StmtKind::Assign { var: acc, value: truth(true) }, span);
        let mut pair = Vec::new();
        let test = StmtKind::If { cond, then: Block { stmts: then }, otherwise: Block::default() };
        self.b.emit(&mut pair, test, span);
        let mut stmts = Vec::new();
        let (lo, hi, step, label) = (Expr::int(0, span), read(k, Ty::I32), Expr::int(1, span), self.b.label());
        self.b.emit(&mut stmts, StmtKind::For { var: j, lo, hi, step, body: Block { stmts: pair }, label }, span);
        let outputs =
            vec![Output { result: meet, kind: OutputKind::Reduce { op: ReduceOp::Or, acc, init: truth(false) } }];
        self.over_instances("meet", k, ranges, outputs, stmts, span, out);
        let name = &self.b.vars[array.index()].name;
        let message = format!("the ranges do not keep apart which elements of `{name}` are written");
        let site = self.b.site(span);
        let mut throw = Vec::new();
        let class = "somd.PartitionException".into();
        self.b.emit(
            &mut throw,
            StmtKind::Throw { class, message: Some(vec![Piece::Text(message.into())]), site },
            span,
        );
        let (cond, then) = (read(meet, Ty::Bool), Block { stmts: throw });
        self.b.emit(out, StmtKind::If { cond, then, otherwise: Block::default() }, span);
        let (cond, then) = (read(mixed, Ty::Bool), Block { stmts: std::mem::replace(out, all) });
        self.b.emit(out, StmtKind::If { cond, then, otherwise: Block::default() }, span);
        Ok(())
    }
}

/// Puts the values of names in their place.
fn unfold(e: &mut Expr, named: &BTreeMap<VarId, Expr>) {
    while let ExprKind::Var(v) = e.kind
        && let Some(value) = named.get(&v)
    {
        *e = value.clone();
    }
    core_walk::expr_children_mut(e, &mut |inner| unfold(inner, named));
}

/// For each array that the loop stores to, the first subscripts of its accesses. None where one depends on what an iteration
/// computes on the way, or on what the loop stores.
fn touched(stmts: &[Stmt], index: VarId, first_own: VarId, ranges: VarId) -> Option<BTreeMap<VarId, Vec<Expr>>> {
    let mut private = BTreeSet::new();
    let mut stores: BTreeMap<VarId, Vec<Expr>> = BTreeMap::new();
    walk::core_stmts(stmts, &mut |s| match &s.kind {
        StmtKind::Let { var, init: Some(Expr { kind: ExprKind::NewPrivate | ExprKind::ArrayLit(_), .. }) } => {
            private.insert(*var);
        }
        StmtKind::Store { array, index, .. } => stores.entry(*array).or_default().extend(index.first().cloned()),
        _ => {}
    });
    stores.retain(|array, _| !private.contains(array));
    walk::core_stmts(stmts, &mut |s| {
        walk::core_stmt_exprs(s, &mut |e| {
            if let ExprKind::Index { array, index } | ExprKind::Row { array, index } = &e.kind
                && let Some(list) = stores.get_mut(array)
            {
                list.extend(index.first().cloned());
            }
        })
    });
    // What an iteration names only to use it is looked through.
    let mut named: BTreeMap<VarId, Expr> = BTreeMap::new();
    walk::core_stmts(stmts, &mut |s| {
        if let StmtKind::Let { var, init: Some(init) } = &s.kind {
            named.insert(*var, init.clone());
        }
    });
    walk::core_stmts(stmts, &mut |s| {
        if let StmtKind::Assign { var, .. } = &s.kind {
            named.remove(var);
        }
    });
    let mut fine = !stores.is_empty() && !stores.contains_key(&ranges);
    let written: BTreeSet<VarId> = stores.keys().copied().collect();
    for list in stores.values_mut() {
        for e in list.iter_mut() {
            unfold(e, &named);
            // The loop itself makes the check.
            while let ExprKind::Check { value, .. } = &e.kind {
                *e = value.as_ref().clone();
            }
            walk::core_exprs(e, &mut |e| {
                if let Some(v) = core_walk::expr_var(e) {
                    fine &= (v == index || v < first_own) && !written.contains(&v);
                }
                fine &= !matches!(e.kind, ExprKind::Call { .. });
            });
        }
        let mut kept: Vec<Expr> = Vec::new();
        for e in list.drain(..) {
            if !kept.iter().any(|k| core_walk::equal(k, &e)) {
                kept.push(e);
            }
        }
        *list = kept;
    }
    fine.then_some(stores)
}
