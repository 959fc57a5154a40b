//! `view` and `polyview` promise how far beyond its own elements an instance reads. Tiles, halos and clusters rely on it, so a read
//! that provably reaches further is an error.

use super::affine::{Poly, Subscripts, Sym};
use super::error::{self, LowerError, Result};
use crate::core::ir::VarId;
use crate::hir::Dist;
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
