//! Loops whose rounds are counted because the index itself is no `int` that goes by a constant.

use super::{Counted, Loops, and, at_least, binary, convert, increment, lit, plus, read, without_widening};
use crate::stmts::step_of;
use crate::walk;
use somd_hir::{BinOp, Expr, ExprKind, Lit, LocalId, Place, Stmt, StmtKind, Ty};

/// The loop over its rounds, and what has to hold for that.
pub(super) fn counted(loops: &mut Loops<'_>, c: &Counted) -> Option<(Option<Expr>, Stmt)> {
    let (lo, [update]) = (c.lo.as_ref()?, c.update.as_slice()) else { return None };
    let own = c.declared && c.stays() && c.is_stable(loops.pure, lo);
    let (_, bound) = c.bound().filter(|_| own)?;
    let stable = c.is_stable(loops.pure, bound);
    match &loops.method.locals[c.index.index()].ty {
        Ty::Short | Ty::Byte | Ty::Char if stable => narrow(loops, c),
        Ty::Long if stable && step_of(update, c.index) == Some(1) => based(loops, c),
        Ty::Int if step_of(update, c.index).is_none() => stepping(loops, c),
        _ => None,
    }
}

/// That the objects are there whose fields `e` reads, as they are when the loop begins. None where it reads no such field, or none is ever
/// null.
fn all_there(e: &Expr) -> Option<Expr> {
    let mut asked: Option<Expr> = None;
    somd_hir::walk::exprs(e, &mut |e| {
        let ExprKind::Field { object: Some(of), .. } = &e.kind else { return };
        if matches!(of.kind, ExprKind::This) {
            return;
        }
        let null = Expr { kind: ExprKind::Lit(Lit::Null), ty: of.ty.clone(), span: of.span };
        let kind = ExprKind::Binary(BinOp::Ne, of.clone(), Box::new(null));
        let there = Expr { kind, ty: Ty::Boolean, span: of.span };
        // An object is asked for before those in its fields.
        asked = Some(asked.take().map_or(there.clone(), |inner| and(there, inner)));
    });
    asked
}

/// The step of `i += s` or `i = i + s`, and whether it goes up; of `i -= s` and `i = i - s` it goes down.
fn step(c: &Counted) -> Option<(&Expr, bool)> {
    let is_index = |e: &Expr| matches!(e.kind, ExprKind::Local(l) if l == c.index);
    match &c.update[0].kind {
        ExprKind::CompoundAssign { op: BinOp::Add, value, op_ty: Ty::Int, .. } => Some((value, true)),
        ExprKind::CompoundAssign { op: BinOp::Sub, value, op_ty: Ty::Int, .. } => Some((value, false)),
        ExprKind::Assign { value, .. } => match &value.kind {
            ExprKind::Binary(BinOp::Add, a, b) if is_index(a) => Some((b, true)),
            ExprKind::Binary(BinOp::Add, a, b) if is_index(b) => Some((a, true)),
            ExprKind::Binary(BinOp::Sub, a, b) if is_index(a) => Some((b, false)),
            _ => None,
        },
        _ => None,
    }
}

/// `for (i = lo; i < hi; i += s)`: round `k` has the index `lo + k * s`, where the step is positive. So has one that counts down by `s`, down to a
/// number that is not negative, `lo - k * s`.
fn stepping(loops: &mut Loops<'_>, c: &Counted) -> Option<(Option<Expr>, Stmt)> {
    let (lo, (op, hi), (s, up)) = (c.lo.as_ref()?, c.bound()?, step(c)?);
    let fixed = c.is_steady(loops.pure, s) && c.is_steady(loops.pure, hi);
    let inclusive = matches!(op, BinOp::Le | BinOp::Ge);
    let fits = if up { matches!(op, BinOp::Lt | BinOp::Le) } else { matches!(op, BinOp::Gt | BinOp::Ge) };
    if !fixed || s.ty != Ty::Int || hi.ty != Ty::Int || lo.ty != Ty::Int || !fits {
        return None;
    }
    // The number that the index must not come below.
    let (from, least) = if up { (hi, lo) } else { (lo, hi) };
    let (span, zero) = (c.span, lit(&Ty::Int, 0, c.span));
    // What is not known is asked, and told to what looks at the loop.
    let there = [hi, s].into_iter().filter_map(all_there).reduce(and);
    let (mut stmts, mut guard): (Vec<Stmt>, Option<Expr>) = (Vec::new(), there);
    let mut sure = |loops: &mut Loops<'_>, wish: &str, e: &Expr, known: bool, least: i64| {
        if known {
            return e.clone();
        }
        let asked = binary(BinOp::Ge, e.clone(), lit(&Ty::Int, least, span));
        guard = Some(guard.take().map_or(asked.clone(), |g| and(g, asked)));
        let local = loops.fresh(wish, Ty::Int, span);
        let init = Some(at_least(e.clone(), least));
        stmts.push(Stmt { kind: StmtKind::Local { local, init }, span });
        read(local, &Ty::Int, span)
    };
    // As many rounds as an `int` can count.
    let (known_least, known_step) = (loops.known.natural(least), loops.known.positive(s));
    let least = sure(loops, if up { "first" } else { "last" }, least, known_least, 0);
    let s = sure(loops, "step", s, known_step, 1);
    let long = |e: &Expr| convert(e.clone(), &Ty::Long);
    let distance = binary(BinOp::Sub, long(from), long(&least));
    let rounded = binary(BinOp::Add, distance, if inclusive { long(&s) } else { plus(long(&s), -1) });
    let rounds = convert(binary(BinOp::Div, rounded, long(&s)), &Ty::Int);
    let k = loops.fresh("round", Ty::Int, span);
    let gone = binary(BinOp::Mul, read(k, &Ty::Int, span), s);
    let value = if up { binary(BinOp::Add, least, gone) } else { binary(BinOp::Sub, from.clone(), gone) };
    let body = loops.with_index(c, value, c.body.stmts.clone());
    // The number of rounds is computed once.
    let n = loops.fresh("rounds", Ty::Int, span);
    stmts.push(Stmt { kind: StmtKind::Local { local: n, init: Some(rounds) }, span });
    let cond = binary(BinOp::Lt, read(k, &Ty::Int, span), read(n, &Ty::Int, span));
    stmts.push(c.with(k, zero, cond, increment(k, &Ty::Int, span), body).stmt());
    let made = Stmt { kind: StmtKind::Block(somd_hir::Block { stmts, span }), span };
    Some((guard, made))
}

/// `for (short i = lo; i < n; i++)`: an `int` counts, where the narrow type has all numbers up to the bound.
fn narrow(loops: &mut Loops<'_>, c: &Counted) -> Option<(Option<Expr>, Stmt)> {
    let (lo, (op, hi), span) = (c.lo.as_ref()?, c.bound()?, c.span);
    let ty = loops.method.locals[c.index.index()].ty.clone();
    let most = match ty {
        Ty::Byte => i64::from(i8::MAX),
        Ty::Short => i64::from(i16::MAX),
        _ => i64::from(u16::MAX),
    };
    let by = step_of(&c.update[0], c.index).filter(|by| *by > 0)?;
    if hi.ty != Ty::Int || !matches!(op, BinOp::Lt | BinOp::Le) {
        return None;
    }
    let i = loops.fresh("wide", Ty::Int, span);
    let wide = || read(i, &Ty::Int, span);
    let mut body = c.body.clone();
    // A subscript has the index widened.
    somd_hir::walk::rewrite_block(&mut body, &mut |e| {
        let same = e.ty == Ty::Int && matches!(&e.kind, ExprKind::Convert(inner) if is(inner, c.index));
        if same {
            e.kind = ExprKind::Local(i);
        }
        !same
    });
    let value = Expr { kind: ExprKind::Convert(Box::new(wide())), ty, span };
    let stmts = loops.with_index(c, value, body.stmts);
    let step = Expr {
        kind: ExprKind::CompoundAssign {
            place: Place::Local(i),
            op: BinOp::Add,
            op_ty: Ty::Int,
            value: Box::new(lit(&Ty::Int, by.into(), span)),
        },
        ty: Ty::Int,
        span,
    };
    let cond = binary(op, wide(), hi.clone());
    let made = c.with(i, convert(lo.clone(), &Ty::Int), cond, step, stmts).stmt();
    // Behind the last number the narrow index would begin anew.
    let last = lit(&Ty::Int, most - i64::from(by), span);
    Some((Some(binary(BinOp::Le, hi.clone(), last)), made))
}

fn is(e: &Expr, local: LocalId) -> bool {
    matches!(e.kind, ExprKind::Local(l) if l == local)
}

/// `for (long v = lo; v < hi; v++)` whose subscripts are `(int) (v - lo)`: round `k` has the index `lo + k`.
fn based(loops: &mut Loops<'_>, c: &Counted) -> Option<(Option<Expr>, Stmt)> {
    let (lo, (op, hi), span) = (c.lo.as_ref()?, c.bound()?, c.span);
    let ExprKind::Local(base) = without_widening(lo).kind else { return None };
    let from_base = |e: &Expr| matches!(&e.kind, ExprKind::Binary(BinOp::Sub, a, b) if is(a, c.index) && is(without_widening(b), base));
    let mut found = false;
    walk::exprs_in(&c.body, &mut |e| found |= from_base(e));
    if !found || hi.ty != Ty::Long || !matches!(op, BinOp::Lt | BinOp::Le) {
        return None;
    }
    let zero = || lit(&Ty::Long, 0, span);
    // `lo + n`, where that is no number before `lo`; else the distance.
    let is_base = |e: &Expr| is(without_widening(e), base);
    let (cond_op, count, guard) = match &hi.kind {
        ExprKind::Binary(BinOp::Add, a, b) if op == BinOp::Lt && (is_base(a) || is_base(b)) => {
            let n = if is_base(a) { b } else { a };
            let positive = binary(BinOp::Gt, n.as_ref().clone(), zero());
            (BinOp::Lt, n.as_ref().clone(), and(positive, binary(BinOp::Gt, hi.clone(), lo.clone())))
        }
        _ => {
            let distance = binary(BinOp::Sub, hi.clone(), lo.clone());
            let ordered = binary(BinOp::Ge, hi.clone(), lo.clone());
            let positive = binary(BinOp::Ge, distance.clone(), zero());
            let counted = binary(BinOp::Lt, distance.clone(), lit(&Ty::Long, i64::MAX, span));
            (op, distance, and(and(ordered, positive), counted))
        }
    };
    let k = loops.fresh("round", Ty::Long, span);
    let number = || read(k, &Ty::Long, span);
    let mut body = c.body.clone();
    somd_hir::walk::rewrite_block(&mut body, &mut |e| {
        let found = from_base(e);
        if found {
            e.kind = ExprKind::Local(k);
        }
        !found
    });
    let value = binary(BinOp::Add, lo.clone(), number());
    let stmts = loops.with_index(c, value, body.stmts);
    let cond = binary(cond_op, number(), count);
    let made = c.with(k, zero(), cond, increment(k, &Ty::Long, span), stmts).stmt();
    Some((Some(guard), made))
}
