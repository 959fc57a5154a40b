//! Conditions that are more than an index and a bound.

use super::{Counted, Loops, and, binary, changes, flipped, increment, lit, plus, read};
use crate::walk;
use somd_hir::{BinOp, Expr, ExprKind, Lit, Place, Stmt, Ty};

/// `i-- > 0`, `--i >= 0`, `i++ < n`, `++i < n`: the change becomes the loop's step. Whether there was one, and what has to hold for that; None
/// where it cannot become that.
pub(super) fn steps(loops: &Loops<'_>, c: &mut Counted) -> Option<(bool, Option<Expr>)> {
    if changes(&c.cond, c.index) == 0 {
        return Some((false, None));
    }
    let ExprKind::Binary(op, a, b) = &c.cond.kind else { return None };
    let (op, changed, bound) = match (changes(a, c.index), changes(b, c.index)) {
        (1, 0) => (*op, a, b),
        (0, 1) => (flipped(*op), b, a),
        _ => return None,
    };
    let ExprKind::IncDec { place: Place::Local(l), decrement, prefix } = changed.kind else { return None };
    let lo = c.lo.clone()?;
    if l != c.index || !c.is_stable(loops.pure, bound) || !matches!(changed.ty, Ty::Int | Ty::Long) {
        return None;
    }
    let (bound, span, ty) = (bound.as_ref().clone(), c.cond.span, changed.ty.clone());
    let told = loops.known.natural(&lo);
    let known = told || matches!(lo.kind, ExprKind::Lit(_));
    // Else it is asked that there is a number before the first one.
    let asks = decrement && !known && c.declared && c.stays() && c.is_stable(loops.pure, &lo) && lo.ty == Ty::Int;
    let asked = asks.then(|| binary(BinOp::Ge, lo.clone(), lit(&Ty::Int, 0, lo.span)));
    let natural = told || asks;
    // `i-- != 0` comes to zero where it begins above.
    let zero = matches!(bound.kind, ExprKind::Lit(Lit::Int(0) | Lit::Long(0)));
    let op = if op == BinOp::Ne && decrement && zero && natural { BinOp::Gt } else { op };
    let index = read(c.index, &ty, span);
    let (lo, cond) = match (decrement, prefix, op) {
        // Before the first number there is none.
        (true, ..) if !known && !asks => return None,
        (true, false, BinOp::Gt) => (plus(lo, -1), binary(BinOp::Ge, index, bound)),
        (true, false, BinOp::Ge) => (plus(lo, -1), binary(BinOp::Ge, index, plus(not_least(bound)?, -1))),
        (true, true, BinOp::Gt | BinOp::Ge) => (plus(lo, -1), binary(op, index, bound)),
        (false, ..) if !loops.known.small(&lo, 0) => return None,
        // The last number is below the bound, so that there is a next one.
        (false, false, BinOp::Lt) if loops.known.small(&bound, 0) => (plus(lo, 1), binary(BinOp::Le, index, bound)),
        (false, true, BinOp::Lt) => (plus(lo, 1), binary(op, index, bound)),
        _ => return None,
    };
    c.update = vec![match decrement {
        true => Expr {
            kind: ExprKind::IncDec { place: Place::Local(c.index), decrement: true, prefix: false },
            ty: ty.clone(),
            span,
        },
        false => increment(c.index, &ty, span),
    }];
    (c.lo, c.cond) = (Some(lo), cond);
    Some((true, asked))
}

/// A constant that has one before it.
fn not_least(e: Expr) -> Option<Expr> {
    matches!(e.kind, ExprKind::Lit(Lit::Int(n)) if n > i32::MIN).then_some(e)
}

/// The largest constant beside an index.
const MOST: i32 = 1 << 10;

/// `i + c < n` as `i < n - c`, and what has to hold for that.
pub(super) fn offsets(loops: &Loops<'_>, c: &Counted) -> Option<(Option<Expr>, Stmt)> {
    let mut parts = Vec::new();
    walk::conjuncts(&c.cond, &mut parts);
    let mut any = false;
    let mut made: Option<Expr> = None;
    for part in parts {
        let part = match bound_of(loops, c, part) {
            Some(bounds) => {
                any = true;
                bounds
            }
            None => part.clone(),
        };
        made = Some(match made {
            None => part,
            Some(before) => and(before, part),
        });
    }
    let lo = c.lo.as_ref()?;
    let ty = &loops.method.locals[c.index.index()].ty;
    if !any || *ty != Ty::Int {
        return None;
    }
    let formed = Counted { cond: made?, ..c.clone() }.stmt();
    if loops.known.small(lo, 0) {
        return Some((None, formed));
    }
    // An index near the greatest number would wrap around in the test.
    let most = lit(ty, i64::from(i32::MAX - MOST), lo.span);
    let fine = c.stays() && c.declared && c.is_stable(loops.pure, lo);
    fine.then(|| (Some(binary(BinOp::Le, lo.clone(), most)), formed))
}

/// The bounds that `i + c < n` is. Where `n` may be near the least number, `n - c` wraps around: then `i < n` has no iteration.
fn bound_of(loops: &Loops<'_>, c: &Counted, part: &Expr) -> Option<Expr> {
    let ExprKind::Binary(op, a, b) = &part.kind else { return None };
    let beside = |e: &Expr| match &e.kind {
        ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), x, y) => match (&x.kind, &y.kind) {
            (ExprKind::Local(l), ExprKind::Lit(Lit::Int(n))) if *l == c.index => {
                Some(if *op == BinOp::Add { *n } else { n.checked_neg()? })
            }
            (ExprKind::Lit(Lit::Int(n)), ExprKind::Local(l)) if *l == c.index && *op == BinOp::Add => Some(*n),
            _ => None,
        },
        _ => None,
    };
    let (op, by, bound) = match (beside(a), beside(b)) {
        (Some(by), None) => (*op, by, b),
        (None, Some(by)) => (flipped(*op), by, a),
        _ => return None,
    };
    if !(1..=MOST).contains(&by) || !matches!(op, BinOp::Lt | BinOp::Le) || !c.is_steady(loops.pure, bound) {
        return None;
    }
    let index = || read(c.index, &Ty::Int, part.span);
    let nearer = binary(op, index(), plus(bound.as_ref().clone(), i64::from(-by)));
    Some(match loops.known.natural(bound) || matches!(bound.kind, ExprKind::Lit(_)) {
        true => nearer,
        false => and(nearer, binary(BinOp::Lt, index(), bound.as_ref().clone())),
    })
}
