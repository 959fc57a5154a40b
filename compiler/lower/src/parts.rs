//! Parts of subscripts and bounds that stand in several places of a loop and have one value there: `a[i]` and `a[n / 2 + i]` with `i < n / 2`.
//!
//! Iterations are told apart by sums and products (see [`affine`](super::affine)), of which a quotient is none. One that no iteration changes
//! gets a name in front of the loop, and is then a number like any other.

use super::best::same;
use super::normal::further_local;
use super::somd::is_distributed;
use super::stmts::canonical;
use super::walk::{self, Pure};
use somd_hir::{BinOp, Block, Expr, ExprKind, Lit, LocalId, Method, Program, Stmt, StmtKind, Ty};
use std::collections::BTreeSet;

/// Names the parts in all SOMD methods.
pub fn name_parts(program: &mut Program, pure: &Pure) {
    for method in &mut program.methods {
        if method.somd.is_some()
            && let Some(mut body) = method.body.take()
        {
            block(pure, method, &mut body);
            method.body = Some(body);
        }
    }
}

fn block(pure: &Pure, method: &mut Method, b: &mut Block) {
    for s in &mut b.stmts {
        if is_distributed(pure, method, s) {
            named(pure, method, s);
        } else {
            walk::region_blocks_mut(s, &mut |b| block(pure, method, b));
        }
    }
}

/// A distributed loop with the names of its parts in front of it.
fn named(pure: &Pure, method: &mut Method, s: &mut Stmt) {
    let parts = {
        let one = Block { stmts: vec![s.clone()], span: s.span };
        let mut changed = walk::assigned_in(&one);
        changed.extend(super::reduction::declared_in(&one));
        let looked_at = lengths(pure, method, s);
        let mut found: Vec<(&Expr, usize)> = Vec::new();
        walk::exprs_in_stmt(s, &mut |e| {
            if !is_part(e, &changed, &looked_at) {
                return;
            }
            match found.iter_mut().find(|(f, _)| same(f, e)) {
                Some((_, n)) => *n += 1,
                None => found.push((e, 1)),
            }
        });
        found.into_iter().filter(|(_, n)| *n > 1).map(|(e, _)| e.clone()).collect::<Vec<_>>()
    };
    if parts.is_empty() {
        return;
    }
    let span = s.span;
    let mut stmts = Vec::new();
    for part in parts {
        let local = further_local(method, "part", Ty::Int, part.span);
        let mut whole = Block { stmts: vec![s.clone()], span };
        walk::rewrite_block(&mut whole, &mut |e| {
            let found = same(e, &part);
            if found {
                e.kind = ExprKind::Local(local);
            }
            !found
        });
        if let Some(made) = whole.stmts.pop() {
            *s = made;
        }
        stmts.push(Stmt { kind: StmtKind::Local { local, init: Some(part) }, span });
    }
    stmts.push(s.clone());
    *s = Stmt { kind: StmtKind::Block(Block { stmts, span }), span };
}

/// The arrays whose lengths the loop looks at before anything else.
fn lengths(pure: &Pure, method: &Method, s: &Stmt) -> BTreeSet<LocalId> {
    let mut out = BTreeSet::new();
    if let Some(c) = canonical(pure, method, s)
        && matches!(c.lo.kind, ExprKind::Lit(_) | ExprKind::Local(_))
        && let Some(first) = c.bounds.first()
    {
        walk::exprs(first.value, &mut |e| {
            if let ExprKind::Length(of) = &e.kind
                && let ExprKind::Local(l) = of.kind
            {
                out.insert(l);
            }
        });
    }
    out
}

/// A quotient, a remainder or a shift by a constant, of what the loop does not change; it cannot throw.
fn is_part(e: &Expr, changed: &BTreeSet<LocalId>, looked_at: &BTreeSet<LocalId>) -> bool {
    fn fixed(e: &Expr, changed: &BTreeSet<LocalId>, looked_at: &BTreeSet<LocalId>) -> bool {
        let again = |e: &Expr| fixed(e, changed, looked_at);
        e.ty == Ty::Int
            && match &e.kind {
                ExprKind::Lit(_) => true,
                ExprKind::Local(l) => !changed.contains(l),
                ExprKind::Length(of) => {
                    matches!(of.kind, ExprKind::Local(l) if !changed.contains(&l) && looked_at.contains(&l))
                }
                ExprKind::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul, a, b) => again(a) && again(b),
                ExprKind::Binary(op, a, b) => divides(*op, b) && again(a),
                _ => false,
            }
    }
    fn divides(op: BinOp, by: &Expr) -> bool {
        matches!(op, BinOp::Div | BinOp::Rem | BinOp::Shr | BinOp::UShr)
            && matches!(by.kind, ExprKind::Lit(Lit::Int(1..)))
    }
    matches!(&e.kind, ExprKind::Binary(op, a, b) if divides(*op, b) && !matches!(a.kind, ExprKind::Lit(_)))
        && fixed(e, changed, looked_at)
}
