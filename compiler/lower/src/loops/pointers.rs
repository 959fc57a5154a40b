//! Two counters that go towards one another: `while (i < j) { …; i++; j--; }`.
//!
//! The rounds are counted, and both are computed from the number of the round. The elements that the two name are then each round's own: up to
//! where they meet, the one names elements before, the other elements behind (see [`Meeting`]).

use super::{Counted, Loops, and, binary, convert, flipped, increment, lit, mentions, plus, read, set, stepped};
use crate::normal::{Jump, jumps};
use crate::stmts::step_of;
use crate::walk;
use somd_hir::{BinOp, Block, Expr, ExprKind, LabelId, Lit, LocalId, MethodId, Place, Stmt, StmtKind, Ty};
use std::collections::BTreeMap;

/// Loops that are so, and the locals that have the two numbers in a round.
pub type Meeting = BTreeMap<(MethodId, LabelId), [LocalId; 2]>;

/// The loop over its rounds, and its label and locals.
pub(super) fn towards(loops: &mut Loops<'_>, s: &Stmt, before: &[Stmt]) -> Option<(Stmt, LabelId, [LocalId; 2])> {
    let (init, cond, update, body, label) = match &s.kind {
        StmtKind::While { cond, body, label } => (&[] as &[Stmt], cond, &[] as &[Expr], body, *label),
        StmtKind::For { init, cond: Some(cond), update, body, label } => {
            (init.as_slice(), cond, update.as_slice(), body, *label)
        }
        _ => return None,
    };
    let span = s.span;
    let ExprKind::Binary(op, a, b) = &cond.kind else { return None };
    let (op, a, b) = if matches!(op, BinOp::Gt | BinOp::Ge) { (flipped(*op), b, a) } else { (*op, a, b) };
    if !matches!(op, BinOp::Lt | BinOp::Le) {
        return None;
    }
    let ExprKind::Local(low) = a.kind else { return None };
    // `i < --j`
    let (high, in_cond) = match &b.kind {
        ExprKind::Local(l) => (*l, false),
        ExprKind::IncDec { place: Place::Local(l), decrement: true, prefix: true } => (*l, true),
        _ => return None,
    };
    let is_int = |l: LocalId| loops.method.locals[l.index()].ty == Ty::Int;
    if low == high || !is_int(low) || !is_int(high) {
        return None;
    }
    let (mut body, mut update) = (body.clone(), update.to_vec());
    let step = |body: &mut Block, update: &mut Vec<Expr>, l: LocalId| -> Option<i32> {
        let found = match update.iter().position(|e| stepped(e) == Some(l)) {
            Some(at) => update.remove(at),
            None => taken(body, l)?,
        };
        step_of(&found, l)
    };
    if step(&mut body, &mut update, low) != Some(1) {
        return None;
    }
    if !in_cond && step(&mut body, &mut update, high) != Some(-1) {
        return None;
    }
    let assigned = walk::assigned_in(&body);
    let of_init = |l: LocalId| init.iter().any(|s| matches!(&s.kind, StmtKind::Local { local, .. } if *local == l));
    let own = [low, high].map(of_init);
    let stays = |j: &Jump| match j {
        Jump::Continue(l) => *l != label,
        // How far it came would have to be known.
        Jump::Break(l) => *l != label || own == [true; 2],
        _ => true,
    };
    if !update.is_empty() || assigned.contains(&low) || assigned.contains(&high) || !jumps(&body).iter().all(stays) {
        return None;
    }
    // An iteration of a loop around is as it is: there is no second form of it.
    let sets = |s: &Stmt| match &s.kind {
        StmtKind::Local { local, init: Some(e) } if *local == low => loops.known.natural(e),
        _ => false,
    };
    let one = |s: &Stmt| Block { stmts: vec![s.clone()], span };
    let last = before.iter().chain(init).rfind(|s| mentions(&one(s), low) > 0);
    let natural = last.is_some_and(sets);
    if loops.nested && (!natural || in_cond) {
        return None;
    }
    Some(made(loops, s, (low, high), (op, in_cond), init, body, own, natural, label, span))
}

#[allow(clippy::too_many_arguments)]
fn made(
    loops: &mut Loops<'_>,
    s: &Stmt,
    (low, high): (LocalId, LocalId),
    (op, in_cond): (BinOp, bool),
    init: &[Stmt],
    mut body: Block,
    own: [bool; 2],
    known: bool,
    label: LabelId,
    span: somd_syntax::source::Span,
) -> (Stmt, LabelId, [LocalId; 2]) {
    let int = |l| read(l, &Ty::Int, span);
    let local = |local, init| Stmt { kind: StmtKind::Local { local, init: Some(init) }, span };
    let block = |stmts| Block { stmts, span };
    let [from, to, rounds, k, i, j] =
        ["from", "to", "rounds", "round", "low", "high"].map(|wish| loops.fresh(wish, Ty::Int, span));
    let mut stmts = init.to_vec();
    stmts.push(local(from, int(low)));
    stmts.push(local(to, if in_cond { plus(int(high), -1) } else { int(high) }));
    // From zero on, the distance and the numbers between are `int`s.
    let distance = || binary(BinOp::Sub, int(to), int(from));
    let half = |e| binary(BinOp::Shr, e, lit(&Ty::Int, 1, span));
    let (some, count) = match op {
        BinOp::Lt => (binary(BinOp::Lt, int(from), int(to)), plus(half(plus(distance(), -1)), 1)),
        _ => (binary(BinOp::Le, int(from), int(to)), plus(half(distance()), 1)),
    };
    let natural = binary(BinOp::Ge, int(from), lit(&Ty::Int, 0, span));
    let count = ExprKind::Cond(Box::new(some), Box::new(count), Box::new(lit(&Ty::Int, 0, span)));
    let count = local(rounds, Expr { kind: count, ty: Ty::Int, span });
    somd_hir::walk::rewrite_block(&mut body, &mut |e| {
        match e.kind {
            ExprKind::Local(l) if l == low => e.kind = ExprKind::Local(i),
            ExprKind::Local(l) if l == high => e.kind = ExprKind::Local(j),
            _ => {}
        }
        true
    });
    let mut inner =
        vec![local(i, binary(BinOp::Add, int(from), int(k))), local(j, binary(BinOp::Sub, int(to), int(k)))];
    inner.append(&mut body.stmts);
    let counted = Counted {
        index: k,
        lo: Some(lit(&Ty::Int, 0, span)),
        declared: true,
        before: Vec::new(),
        cond: binary(BinOp::Lt, int(k), int(rounds)),
        update: vec![increment(k, &Ty::Int, span)],
        body: Block { stmts: inner, span: body.span },
        label,
        span,
    };
    let mut then = vec![count, counted.stmt()];
    if !own[0] {
        then.push(Stmt { kind: set(low, binary(BinOp::Add, int(from), int(rounds))), span });
    }
    if !own[1] {
        then.push(Stmt { kind: set(high, binary(BinOp::Sub, int(to), int(rounds))), span });
    }
    if known && !in_cond {
        stmts.append(&mut then);
        return (Stmt { kind: StmtKind::Block(block(stmts)), span }, label, [i, j]);
    }
    // As it was written, in order; what its head declares has been declared.
    let as_written = match &s.kind {
        StmtKind::For { cond, update, body, label, .. } => {
            let (cond, update, body) = (cond.clone(), update.clone(), body.clone());
            Stmt { kind: StmtKind::For { init: Vec::new(), cond, update, body, label: *label }, span }
        }
        _ => s.clone(),
    };
    // `i < --j` of the least number of all goes on from the greatest.
    let cond = match in_cond {
        true => and(natural, binary(BinOp::Ge, int(to), lit(&Ty::Int, -1, span))),
        false => natural,
    };
    let otherwise = block(vec![Stmt { kind: StmtKind::Single(block(vec![as_written])), span }]);
    let kind = StmtKind::If { cond, then: block(then), otherwise: Some(otherwise) };
    stmts.push(Stmt { kind, span });
    (Stmt { kind: StmtKind::Block(block(stmts)), span }, label, [i, j])
}

/// Takes the one change of a counter out of a body whose later statements do not name it: `…; i++; …`, or `i++` in an expression that is
/// evaluated in any case and names it once.
fn taken(body: &mut Block, local: LocalId) -> Option<Expr> {
    let one = |s: &Stmt| Block { stmts: vec![s.clone()], span: s.span };
    let at = body.stmts.iter().rposition(|s| mentions(&one(s), local) > 0)?;
    if let StmtKind::Expr(e) = &body.stmts[at].kind
        && stepped(e) == Some(local)
        && super::changes(e, local) == 1
    {
        let update = e.clone();
        body.stmts.remove(at);
        return Some(update);
    }
    if mentions(&one(&body.stmts[at]), local) != 1 {
        return None;
    }
    match &mut body.stmts[at].kind {
        StmtKind::Expr(e) | StmtKind::Local { init: Some(e), .. } | StmtKind::If { cond: e, .. } => {
            super::start::in_subscript(e, local)
        }
        _ => None,
    }
}

/// A number of a loop's head as an `int`.
pub(super) fn as_int(e: &Expr) -> Expr {
    match &e.kind {
        ExprKind::Lit(Lit::Long(n)) => lit(&Ty::Int, *n, e.span),
        ExprKind::Convert(inner) if inner.ty == Ty::Int => inner.as_ref().clone(),
        _ => convert(e.clone(), &Ty::Int),
    }
}
