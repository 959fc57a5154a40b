//! `view` and `polyview` promise how far beyond its own elements an instance reads. Tiles, halos and clusters rely on it, so a read
//! that provably reaches further is an error. One of which that is not known is checked where it is made.

use super::affine::{Facts, Poly, Subscripts, Sym};
use super::error::{self, LowerError, Result};
use somd_core::ir::{BinOp, CheckKind, Expr, ExprKind, SiteId, Ty, VarId};
use somd_hir::Dist;
use somd_syntax::source::Span;

/// Holds the reads of one array in a distributed loop against its view. `stores`: what the loop stores to it; `own` says whether a
/// variable is an index of this loop or of one inside.
pub fn check(
    name: &str,
    dist: &Dist,
    own: &dyn Fn(VarId) -> bool,
    stores: &[Subscripts],
    reads: &[(Subscripts, Span)],
) -> Result<()> {
    let Some(view) = &dist.view else { return Ok(()) };
    for (read, at) in reads {
        let owners: Vec<Vec<Option<i64>>> = if stores.is_empty() {
            vec![read.iter().map(|p| from_index(p.as_ref(), own)).collect()]
        } else {
            stores.iter().map(|s| s.iter().zip(read).map(|(s, r)| between(s.as_ref(), r.as_ref())).collect()).collect()
        };
        // It is right if it is near to one of the elements that the iteration owns; where that is not known, it may be.
        let mut wrong = None;
        let fine = owners.iter().any(|distances| match too_far(dist, view, distances) {
            None => true,
            Some(why) => {
                wrong.get_or_insert(why);
                false
            }
        });
        if let (false, Some(why)) = (fine, wrong) {
            let e = LowerError::new(*at, format!("this read of `{name}` leaves its view: {}", why.0))
                .code(error::VIEW)
                .label("beyond what the instance may see")
                .also(dist.span, "the view");
            return Err(e.note(why.1));
        }
    }
    Ok(())
}

/// Which of a nest's indices says what an iteration owns, for each of the `rank` dimensions of an array that it only reads: the one that
/// subscripts it there, in whatever order the loops stand; what no subscript tells, what is known of them (`parts`, of `i + a[j]` the `i`) does,
/// and then the nest's order. None where no index is left.
pub fn order(indices: &[Poly], rank: usize, reads: &[Subscripts], parts: &[Subscripts]) -> Vec<Option<usize>> {
    let any = |reads: &[Subscripts], d: usize, k: usize| {
        reads.iter().any(|r| between(Some(&indices[k]), r.get(d).and_then(Option::as_ref)).is_some())
    };
    let named = |d: usize, k: usize| any(reads, d, k);
    let partly = |d: usize, k: usize| any(parts, d, k);
    let mut order: Vec<Option<usize>> =
        (0..rank).map(|d| Some(d).filter(|&d| d < indices.len() && named(d, d))).collect();
    for how in [&named as &dyn Fn(usize, usize) -> bool, &partly, &|d, k| d == k, &|_, _| true] {
        for d in 0..rank {
            if order[d].is_none() {
                order[d] = (0..indices.len()).find(|&k| !order.contains(&Some(k)) && how(d, k));
            }
        }
    }
    order
}

/// Puts checks into the subscripts of a read whose distance from the `own` element is not known: `own + check(index - own)`. Nothing is
/// known of dimensions that no index of the loop stands for.
pub fn guard(name: &str, dist: &Dist, own: &[Option<Expr>], index: &mut [Expr], facts: &Facts, site: SiteId) {
    let Some(view) = &dist.view else { return };
    // A dimension that is not split belongs to the iteration whole.
    let split = |d: usize| dist.dims.as_ref().is_none_or(|dims| dims.contains(&(d as u32)));
    let owned: Vec<(usize, &Expr)> =
        own.iter().take(index.len()).enumerate().filter_map(|(d, o)| Some((d, o.as_ref()?))).collect();
    let distance = |d: usize, own: &Expr| between(facts.poly(own).as_ref(), facts.poly(&index[d]).as_ref());
    if owned.iter().all(|&(d, own)| !split(d) || distance(d, own).is_some()) {
        return;
    }
    let binary = |op, a: &Expr, b: &Expr, ty: Ty| {
        Expr::new(ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone())), ty, a.span)
    };
    let mut aside: Option<Expr> = None;
    for (d, own) in owned.into_iter().filter(|&(d, _)| split(d)) {
        let (before, after) = view.get(d).copied().unwrap_or((0, 0));
        let span = index[d].span;
        // What is outside of the view is so before it is outside of the array.
        let (plain, checked_index) = match &index[d].kind {
            ExprKind::Check { kind: kind @ (CheckKind::Index { .. } | CheckKind::Below { .. }), value, site } => {
                (value.as_ref().clone(), Some((kind.clone(), *site)))
            }
            _ => (index[d].clone(), None),
        };
        // `i + d` is as far from `i` as `d` says.
        let only = |p: Poly| {
            let sym = p.syms().next()?;
            let rest = p.plus(&Poly::sym(sym), -1).as_constant()?;
            let Sym::Var(v) = sym else { return None };
            let (var, rest) = (Expr::var(v, Ty::I32, span), Expr::int(i32::try_from(rest).ok()?, span));
            Some(binary(BinOp::Add, &var, &rest, Ty::I32))
        };
        let difference = facts.poly(&plain).zip(facts.poly(own)).and_then(|(a, b)| only(a.plus(&b, -1)));
        let far = difference.unwrap_or_else(|| binary(BinOp::Sub, &plain, own, Ty::I32));
        let check = |before, after| {
            let kind = CheckKind::View { array: name.into(), dim: d as u32, before, after };
            Expr::new(ExprKind::Check { kind, value: Box::new(far.clone()), site }, Ty::I32, span)
        };
        let beside = binary(BinOp::Ne, index[d].unchecked(), own, Ty::Bool);
        let checked = match aside.as_ref().filter(|_| !dist.corners) {
            // Beside the own element in one dimension, it must not be in another.
            Some(aside) => {
                let kind =
                    ExprKind::Select(Box::new(aside.clone()), Box::new(check(0, 0)), Box::new(check(before, after)));
                Expr::new(kind, Ty::I32, span)
            }
            None => check(before, after),
        };
        aside = Some(match aside {
            Some(a) => Expr::new(ExprKind::Or(Box::new(a), Box::new(beside)), Ty::Bool, span),
            None => beside,
        });
        index[d] = binary(BinOp::Add, own, &checked, Ty::I32);
        if let Some((kind, site)) = checked_index {
            let value = Box::new(index[d].clone());
            index[d] = Expr::new(ExprKind::Check { kind, value, site }, Ty::I32, span);
        }
    }
}

/// The sum of those terms of a subscript that are known.
pub fn part(e: &Expr, facts: &Facts) -> Option<Poly> {
    match &e.kind {
        ExprKind::Check { value, .. } => part(value, facts),
        ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
            parts(part(a, facts), part(b, facts), *op == BinOp::Sub)
        }
        _ => facts.poly(e),
    }
}

/// The sum or difference of what is known of two terms.
pub fn parts(a: Option<Poly>, b: Option<Poly>, minus: bool) -> Option<Poly> {
    if a.is_none() && b.is_none() {
        return None;
    }
    Some(a.unwrap_or_default().plus(&b.unwrap_or_default(), if minus { -1 } else { 1 }))
}

fn between(owner: Option<&Poly>, read: Option<&Poly>) -> Option<i64> {
    read?.plus(owner?, -1).as_constant()
}

/// The constant in `i + constant`, for an index `i`.
fn from_index(read: Option<&Poly>, own: &dyn Fn(VarId) -> bool) -> Option<i64> {
    let read = read?;
    let index = read.syms().find(|s| matches!(s, Sym::Var(v) if own(*v)))?;
    read.plus(&Poly::sym(index), -1).as_constant()
}

/// What is wrong with a read so far from an owned element, and what to do.
fn too_far(dist: &Dist, view: &[(u32, u32)], distances: &[Option<i64>]) -> Option<(String, String)> {
    for (d, distance) in distances.iter().enumerate() {
        let Some(c) = *distance else { continue };
        let (before, after) = view.get(d).copied().unwrap_or((0, 0));
        let (reach, side) = if c < 0 { (before, "before") } else { (after, "after") };
        if c.unsigned_abs() > u64::from(reach) {
            let far = c.unsigned_abs();
            return Some((
                format!("it reaches {far} {side} in dimension {}, and the view has {reach}", d + 1),
                format!("write a view that reaches {far} there"),
            ));
        }
    }
    let beside = distances.iter().filter(|c| c.is_some_and(|c| c != 0)).count();
    (beside > 1 && !dist.corners).then(|| {
        ("it lies across a corner, which a `view` is without".to_string(), "`polyview` has the corners too".to_string())
    })
}
