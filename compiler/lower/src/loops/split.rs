//! Loops whose index is taken apart into a quotient and a remainder, as the butterflies of a Fourier transform are.

use super::{Counted, Loops, and, binary, convert, increment, lit, plus, read};
use crate::stmts::step_of;
use crate::walk;
use somd_hir::{BinOp, Block, Expr, ExprKind, Lit, LocalId, Place, Stmt, StmtKind, Ty};
use std::collections::BTreeMap;

/// `for (k = 0; k < n; k++)` as `for (q = 0; …) for (r = 0; r < h; r++)` with `k = q * h + r`, where what is stored to is named by `k / h` and `k % h`
/// alone; and what has to hold for that.
pub(super) fn by(loops: &mut Loops<'_>, c: &Counted) -> Option<(Option<Expr>, Stmt)> {
    let zero = matches!(c.lo.as_ref()?.kind, ExprKind::Lit(Lit::Int(0)));
    let ((op, n), [update]) = (c.bound()?, c.update.as_slice()) else { return None };
    let counts = op == BinOp::Lt && step_of(update, c.index) == Some(1);
    let int = loops.method.locals[c.index.index()].ty == Ty::Int && n.ty == Ty::Int;
    if !zero || !counts || !int || !c.declared || !c.stays() || !c.is_stable(loops.pure, n) {
        return None;
    }
    let h = divisor(c)?;
    if !c.is_stable(loops.pure, &h) || !stores_by_parts(c, &h) {
        return None;
    }
    let span = c.span;
    let (q, r) = (loops.fresh("quotient", Ty::Int, span), loops.fresh("remainder", Ty::Int, span));
    let groups = loops.fresh("groups", Ty::Int, span);
    let int = |l: LocalId| read(l, &Ty::Int, span);
    let mut body = c.body.clone();
    somd_hir::walk::rewrite_block(&mut body, &mut |e| match part(e, c.index, &h) {
        Some(op) => {
            e.kind = ExprKind::Local(if op == BinOp::Div { q } else { r });
            false
        }
        None => true,
    });
    let begins = || binary(BinOp::Mul, int(q), h.clone());
    let stmts = loops.with_index(c, binary(BinOp::Add, begins(), int(r)), body.stmts);
    // The last group may have less than `h`. (Where it begins is less than `n`.)
    let inside = binary(BinOp::Lt, int(r), binary(BinOp::Sub, n.clone(), begins()));
    let then = Block { stmts, span: c.body.span };
    let only = Stmt { kind: StmtKind::If { cond: inside, then, otherwise: None }, span };
    let zero = || lit(&Ty::Int, 0, span);
    let inner =
        c.with(r, zero(), binary(BinOp::Lt, int(r), h.clone()), increment(r, &Ty::Int, span), vec![only]).stmt();
    let less = binary(BinOp::Lt, int(q), int(groups));
    let mut outer = c.with(q, zero(), less, increment(q, &Ty::Int, span), vec![inner]);
    outer.label = loops.fresh_label();
    let long = |e: &Expr| convert(e.clone(), &Ty::Long);
    let rounded = binary(BinOp::Add, long(n), plus(long(&h), -1));
    let count = convert(binary(BinOp::Div, rounded, long(&h)), &Ty::Int);
    let count = Stmt { kind: StmtKind::Local { local: groups, init: Some(count) }, span };
    let made = Stmt { kind: StmtKind::Block(Block { stmts: vec![count, outer.stmt()], span }), span };
    let guard =
        and(binary(BinOp::Gt, h.clone(), lit(&Ty::Int, 0, span)), binary(BinOp::Ge, n.clone(), lit(&Ty::Int, 0, span)));
    Some((Some(guard), made))
}

/// What the index is divided by, for its quotient and its remainder: a local or a constant.
fn divisor(c: &Counted) -> Option<Expr> {
    let mut found: Vec<(Expr, bool, bool)> = Vec::new();
    walk::exprs_in(&c.body, &mut |e| {
        let ExprKind::Binary(op @ (BinOp::Div | BinOp::Rem), a, b) = &e.kind else { return };
        if !matches!(a.kind, ExprKind::Local(l) if l == c.index) {
            return;
        }
        let (quotient, remainder) = (*op == BinOp::Div, *op == BinOp::Rem);
        match found.iter_mut().find(|(h, ..)| equal(h, b)) {
            Some((_, q, r)) => (*q, *r) = (*q || quotient, *r || remainder),
            None => found.push((b.as_ref().clone(), quotient, remainder)),
        }
    });
    let mut both = found.into_iter().filter(|(h, q, r)| *q && *r && h.ty == Ty::Int).map(|(h, ..)| h);
    both.next().filter(|_| both.next().is_none())
}

/// The same local, or the same constant.
fn equal(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Local(x), ExprKind::Local(y)) => x == y,
        (ExprKind::Lit(x), ExprKind::Lit(y)) => x == y,
        _ => false,
    }
}

/// `k / h` or `k % h`.
fn part(e: &Expr, index: LocalId, h: &Expr) -> Option<BinOp> {
    let ExprKind::Binary(op @ (BinOp::Div | BinOp::Rem), a, b) = &e.kind else { return None };
    (matches!(a.kind, ExprKind::Local(l) if l == index) && equal(h, b)).then_some(*op)
}

/// Whether the index stands in no subscript of a store but as its quotient or remainder, and stores there are.
fn stores_by_parts(c: &Counted, h: &Expr) -> bool {
    let mut values: BTreeMap<LocalId, &Expr> = BTreeMap::new();
    walk::stmts_in(&c.body, &mut |s| {
        if let StmtKind::Local { local, init: Some(init) } = &s.kind {
            values.insert(*local, init);
        }
    });
    let (mut any, mut fine) = (false, true);
    walk::exprs_in(&c.body, &mut |e| {
        if let ExprKind::Assign { place: Place::Index { index, .. }, .. }
        | ExprKind::CompoundAssign { place: Place::Index { index, .. }, .. }
        | ExprKind::IncDec { place: Place::Index { index, .. }, .. } = &e.kind
        {
            any = true;
            fine &= !whole(index, c.index, h, &values, 0);
        }
    });
    any && fine
}

/// Whether the index stands in an expression, or in what its locals are, other than in its parts.
fn whole(e: &Expr, index: LocalId, h: &Expr, values: &BTreeMap<LocalId, &Expr>, depth: u32) -> bool {
    if part(e, index, h).is_some() {
        return false;
    }
    if let ExprKind::Local(l) = e.kind {
        let of = |v: &&Expr| depth > 8 || whole(v, index, h, values, depth + 1);
        return l == index || values.get(&l).is_some_and(of);
    }
    let mut found = false;
    walk::operands(e, &mut |o| found |= whole(o, index, h, values, depth));
    found
}
