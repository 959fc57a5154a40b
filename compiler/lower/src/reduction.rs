//! Recognises what a loop accumulates: scalars folded by one operator, variables that belong to one iteration, histograms.

use super::builder::convert;
use super::stmts::canonical;
use super::walk;
use somd_core::ir::{self, MathOp, Stmt, StmtKind, VarId};
use somd_core::walk as core_walk;
use somd_hir::operator::operator;
use somd_hir::{self as hir, BinOp, Expr, ExprKind, LocalId, Place};
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What a scalar declared outside a loop is to the loop.
pub enum Accumulator {
    Of(ReduceOp, Span),
    /// Every iteration sets it before reading it, and nothing reads it later.
    Private,
    No {
        at: Span,
        other: Option<Span>,
    },
}

/// Locals declared inside a block.
pub fn declared_in(b: &hir::Block) -> BTreeSet<LocalId> {
    fn stmt(s: &hir::Stmt, out: &mut BTreeSet<LocalId>) {
        let block = |b: &hir::Block, out: &mut BTreeSet<LocalId>| b.stmts.iter().for_each(|s| stmt(s, out));
        match &s.kind {
            hir::StmtKind::Local { local, .. } => {
                out.insert(*local);
            }
            hir::StmtKind::Block(b) | hir::StmtKind::Single(b) => block(b, out),
            hir::StmtKind::If { then, otherwise, .. } => {
                block(then, out);
                otherwise.iter().for_each(|o| block(o, out));
            }
            hir::StmtKind::For { init, body, .. } => {
                init.iter().for_each(|s| stmt(s, out));
                block(body, out);
            }
            hir::StmtKind::While { body, .. }
            | hir::StmtKind::DoWhile { body, .. }
            | hir::StmtKind::Labeled { body, .. }
            | hir::StmtKind::Sync { body, .. } => block(body, out),
            hir::StmtKind::Switch { arms, .. } => arms.iter().for_each(|a| block(&a.body, out)),
            hir::StmtKind::Try { body, catches, finally } => {
                block(body, out);
                catches.iter().for_each(|c| block(&c.body, out));
                finally.iter().for_each(|f| block(f, out));
            }
            _ => {}
        }
    }
    let mut out = BTreeSet::new();
    b.stmts.iter().for_each(|s| stmt(s, &mut out));
    // Switch expressions and taken-apart forms declare locals inside expressions.
    walk::exprs_in(b, &mut |e| match &e.kind {
        ExprKind::Switch(sw) => {
            out.insert(sw.result);
            stmt(&sw.switch, &mut out);
        }
        ExprKind::Sequence(stmts, _) => stmts.iter().for_each(|s| stmt(s, &mut out)),
        ExprKind::InstanceOf { binding: Some(l), .. } => {
            out.insert(*l);
        }
        _ => {}
    });
    out
}

/// Whether a local declared outside is, in this body, only the index of counted loops.
pub fn heads_inner_loop(pure: &walk::Pure, method: &hir::Method, body: &hir::Block, local: LocalId) -> bool {
    fn writes_elsewhere(s: &hir::Stmt, pure: &walk::Pure, method: &hir::Method, local: LocalId) -> bool {
        if let Some(c) = canonical(pure, method, s)
            && c.index == local
        {
            let hir::StmtKind::For { body, .. } = &s.kind else { return false };
            return body.stmts.iter().any(|s| writes_elsewhere(s, pure, method, local));
        }
        let block = |b: &hir::Block| b.stmts.iter().any(|s| writes_elsewhere(s, pure, method, local));
        match &s.kind {
            hir::StmtKind::Block(b) | hir::StmtKind::Labeled { body: b, .. } => block(b),
            hir::StmtKind::If { then, otherwise, .. } => block(then) || otherwise.as_ref().is_some_and(block),
            hir::StmtKind::For { init, update, body, .. } => {
                init.iter().any(|s| writes_elsewhere(s, pure, method, local))
                    || update.iter().any(|e| touches(e, local, true))
                    || block(body)
            }
            hir::StmtKind::While { body, .. } | hir::StmtKind::DoWhile { body, .. } => block(body),
            _ => {
                let mut found = false;
                walk::exprs_in_stmt(s, &mut |e| found |= writes(e, local));
                found
            }
        }
    }
    !body.stmts.iter().any(|s| writes_elsewhere(s, pure, method, local))
}

fn writes(e: &Expr, local: LocalId) -> bool {
    matches!(&e.kind,
        ExprKind::Assign { place: Place::Local(l), .. }
        | ExprKind::CompoundAssign { place: Place::Local(l), .. }
        | ExprKind::IncDec { place: Place::Local(l), .. } if *l == local)
}

fn touches(e: &Expr, local: LocalId, only_writes: bool) -> bool {
    let mut found = false;
    walk::exprs(e, &mut |e| {
        found |= writes(e, local) || !only_writes && matches!(&e.kind, ExprKind::Local(l) if *l == local);
    });
    found
}

/// What `local`, assigned in a loop's body and declared outside, is to that loop.
pub fn accumulator(program: &hir::Program, method: &hir::Method, body: &hir::Block, local: LocalId) -> Accumulator {
    let ty = &method.locals[local.index()].ty;
    let mut occurrences: Vec<Span> = Vec::new();
    let mut reads: Vec<Span> = Vec::new();
    let mut folded = 0;
    let mut op: Option<ReduceOp> = None;
    let mut mixed = None;
    let mut first = Span::NONE;
    // What is read in the same breath is no mere accumulation: `a[n++]`.
    let mut steps: Vec<*const Expr> = Vec::new();
    effects_of(body, &mut |e| steps.push(e));
    walk::exprs_in(body, &mut |e| {
        if matches!(&e.kind, ExprKind::Local(l) if *l == local) || writes(e, local) {
            occurrences.push(e.span);
        }
        if matches!(&e.kind, ExprKind::Local(l) if *l == local) {
            reads.push(e.span);
        }
        let step = steps.contains(&std::ptr::from_ref(e)).then(|| fold_step(program, e, local, ty)).flatten();
        let Some((this, uses)) = step else { return };
        folded += uses;
        match op {
            None => (op, first) = (Some(this), e.span),
            // Adding and subtracting fold into one sum.
            Some(ReduceOp::Add | ReduceOp::Sub) if matches!(this, ReduceOp::Add | ReduceOp::Sub) => {
                if op != Some(this) {
                    op = Some(ReduceOp::Add);
                }
            }
            Some(o) if o == this => {}
            Some(_) => mixed = Some(e.span),
        }
    });
    if let (Some(op), None) = (op, mixed)
        && folded == occurrences.len()
    {
        return Accumulator::Of(op, first);
    }
    let written = body_write(body, local).unwrap_or(first);
    if matches!(first_access(&body.stmts, local), Access::Write) {
        let outside = method.body.as_ref().and_then(|b| exposed_read(b, body, local));
        return match outside {
            None => Accumulator::Private,
            Some(other) => Accumulator::No { at: written, other: Some(other) },
        };
    }
    let other = mixed.or_else(|| reads.iter().chain(&occurrences).copied().find(|s| *s != written));
    Accumulator::No { at: written, other }
}

/// Calls `f` on every expression that is evaluated for its effect alone.
fn effects_of(b: &hir::Block, f: &mut dyn FnMut(&Expr)) {
    fn stmt(s: &hir::Stmt, f: &mut dyn FnMut(&Expr)) {
        match &s.kind {
            hir::StmtKind::Expr(e) => f(e),
            hir::StmtKind::Block(b)
            | hir::StmtKind::Labeled { body: b, .. }
            | hir::StmtKind::While { body: b, .. }
            | hir::StmtKind::DoWhile { body: b, .. } => effects_of(b, f),
            hir::StmtKind::For { init, update, body, .. } => {
                init.iter().for_each(|s| stmt(s, f));
                update.iter().for_each(&mut *f);
                effects_of(body, f);
            }
            hir::StmtKind::If { then, otherwise, .. } => {
                effects_of(then, f);
                otherwise.iter().for_each(|o| effects_of(o, f));
            }
            hir::StmtKind::Switch { arms, .. } => arms.iter().for_each(|a| effects_of(&a.body, f)),
            _ => {}
        }
    }
    b.stmts.iter().for_each(|s| stmt(s, f));
}

/// By how much every iteration changes an integer, where each changes it by the same: `i1++` eight times in a loop of step 8.
pub fn induction(body: &hir::Block, local: LocalId) -> Option<i32> {
    let mut sum = 0i32;
    let mut seen = 0;
    for e in straight(body) {
        unconditional(e, &mut |e| {
            if let Some(by) = change(e, local) {
                sum = sum.wrapping_add(by);
                seen += 1;
            }
        });
    }
    let mut writes_of = 0;
    walk::exprs_in(body, &mut |e| writes_of += usize::from(writes(e, local)));
    (seen > 0 && seen == writes_of).then_some(sum)
}

/// The expressions of the statements that every iteration runs once, jumps apart.
fn straight(b: &hir::Block) -> Vec<&Expr> {
    let mut out = Vec::new();
    for s in &b.stmts {
        match &s.kind {
            hir::StmtKind::Expr(e) | hir::StmtKind::Local { init: Some(e), .. } => out.push(e),
            hir::StmtKind::Block(b) => out.extend(straight(b)),
            _ => {}
        }
    }
    out
}

/// Calls `f` on the parts of an expression that are always evaluated.
fn unconditional<'h>(e: &'h Expr, f: &mut dyn FnMut(&'h Expr)) {
    match &e.kind {
        ExprKind::Cond(c, ..) => unconditional(c, f),
        ExprKind::And(a, _) | ExprKind::Or(a, _) => unconditional(a, f),
        ExprKind::Switch(_) | ExprKind::Sequence(..) => {}
        _ => {
            f(e);
            walk::operands(e, &mut |c| unconditional(c, f));
        }
    }
}

/// `i++`, `i += 2`, `i = i + 2`: by how much.
fn change(e: &Expr, local: LocalId) -> Option<i32> {
    let own = |p: &Place| matches!(p, Place::Local(l) if *l == local);
    let signed = |op: BinOp, by: i32| match op {
        BinOp::Add => Some(by),
        BinOp::Sub => by.checked_neg(),
        _ => None,
    };
    match &e.kind {
        ExprKind::IncDec { place, decrement, .. } if own(place) => Some(if *decrement { -1 } else { 1 }),
        ExprKind::CompoundAssign { place, op, value, .. } if own(place) => {
            signed(*op, super::types::constant_int(value)?)
        }
        ExprKind::Assign { place, value } if own(place) => match &value.kind {
            ExprKind::Binary(op, a, b) if matches!(a.kind, ExprKind::Local(l) if l == local) => {
                signed(*op, super::types::constant_int(b)?)
            }
            _ => None,
        },
        _ => None,
    }
}

fn body_write(body: &hir::Block, local: LocalId) -> Option<Span> {
    let mut at = None;
    walk::exprs_in(body, &mut |e| {
        if writes(e, local) && at.is_none() {
            at = Some(e.span);
        }
    });
    at
}

/// `s += e`, `s++`, `s = s + e`, `s = e + s`, `s = Math.min(s, e)`: the operator, and how often the expression names `s`.
fn fold_step(program: &hir::Program, e: &Expr, local: LocalId, ty: &hir::Ty) -> Option<(ReduceOp, usize)> {
    let is_self = |e: &Expr| matches!(&e.kind, ExprKind::Local(l) if *l == local);
    match &e.kind {
        ExprKind::CompoundAssign { place: Place::Local(l), op, op_ty, value } if *l == local => {
            let exact = op_ty == ty || op_ty.is_integral() && ty.is_integral();
            (exact && !touches(value, local, false)).then_some((reduce_op(*op)?, 1))
        }
        ExprKind::IncDec { place: Place::Local(l), decrement, .. } if *l == local => {
            Some((if *decrement { ReduceOp::Sub } else { ReduceOp::Add }, 1))
        }
        ExprKind::Assign { place: Place::Local(l), value } if *l == local => match &value.kind {
            ExprKind::Binary(op, a, b) => {
                let op = reduce_op(*op)?;
                let left = is_self(a) && !touches(b, local, false);
                let right = is_self(b) && !touches(a, local, false) && op != ReduceOp::Sub;
                (left || right).then_some((op, 2))
            }
            // (What `ok` leaves unevaluated in one instance, another evaluates: see [`deciding`](super::deciding).)
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let and = matches!(value.kind, ExprKind::And(..));
                let op = if and { ReduceOp::And } else { ReduceOp::Or };
                let left = begins_with(value, local, and);
                let right = is_self(b) && !touches(a, local, false);
                (left || right).then_some((op, 2))
            }
            ExprKind::Lit(hir::Lit::Boolean(set)) => Some((if *set { ReduceOp::Or } else { ReduceOp::And }, 1)),
            ExprKind::Call { method, args, .. } if args.len() == 2 => {
                let other = if is_self(&args[0]) {
                    &args[1]
                } else if is_self(&args[1]) {
                    &args[0]
                } else {
                    return None;
                };
                (!touches(other, local, false)).then_some((operator(program, *method)?.op, 2))
            }
            _ => None,
        },
        _ => None,
    }
}

/// `s && a && b` (or, not `and`, `s || a || b`), where only the first operand names `local`.
fn begins_with(e: &Expr, local: LocalId, and: bool) -> bool {
    match &e.kind {
        ExprKind::Local(l) => *l == local,
        ExprKind::And(a, b) if and => begins_with(a, local, and) && !touches(b, local, false),
        ExprKind::Or(a, b) if !and => begins_with(a, local, and) && !touches(b, local, false),
        _ => false,
    }
}

fn reduce_op(op: BinOp) -> Option<ReduceOp> {
    Some(match op {
        BinOp::Add => ReduceOp::Add,
        BinOp::Sub => ReduceOp::Sub,
        BinOp::Mul => ReduceOp::Mul,
        BinOp::And => ReduceOp::And,
        BinOp::Or => ReduceOp::Or,
        BinOp::Xor => ReduceOp::Xor,
        _ => return None,
    })
}

/// The operator of a step's function `(sum, x) -> sum + e`, where `e` does not name the sum.
pub fn step_operator(program: &hir::Program, method: hir::MethodId) -> Option<ReduceOp> {
    let m = program.method(method);
    if let Some(known) = operator(program, method) {
        return Some(known.op);
    }
    let body = m.body.as_ref()?;
    let sum = *m.params.first()?;
    let [hir::Stmt { kind: hir::StmtKind::Return(Some(value)), .. }] = body.stmts.as_slice() else { return None };
    let is_sum = |e: &Expr| matches!(e.kind, ExprKind::Local(l) if l == sum);
    let one = |a: &Expr, b: &Expr| is_sum(a) && !touches(b, sum, false) || is_sum(b) && !touches(a, sum, false);
    let op = match &value.kind {
        ExprKind::Binary(op, a, b) if one(a, b) => reduce_op(*op)?,
        ExprKind::Call { method, args, .. } if args.len() == 2 && one(&args[0], &args[1]) => {
            operator(program, *method)?.op
        }
        _ => return None,
    };
    (m.is_static && value.ty == m.ret && op != ReduceOp::Sub).then_some(op)
}

#[derive(Clone, Copy, PartialEq)]
enum Access {
    Write,
    Read,
    /// Neither on every path.
    None,
}

/// Arrays that statements change in place: stored to, by name or through a row's name, or passed to a method that does.
#[derive(Default)]
pub struct Stored {
    pub locals: BTreeSet<LocalId>,
    pub fields: BTreeSet<hir::FieldId>,
    /// Fields of objects that are assigned to.
    pub assigned: BTreeSet<hir::FieldId>,
}

pub fn stored_arrays(program: &hir::Program, stmts: &[hir::Stmt]) -> Stored {
    stored_within(program, stmts, &mut BTreeMap::new())
}

/// `known` has what the methods called store to; None for those that are being looked at.
fn stored_within(
    program: &hir::Program,
    stmts: &[hir::Stmt],
    known: &mut BTreeMap<hir::MethodId, Option<Stored>>,
) -> Stored {
    let mut out = Stored::default();
    let add = |e: &Expr, out: &mut Stored| {
        let mut at = e;
        loop {
            match &at.kind {
                ExprKind::Index { array, .. } => at = array,
                ExprKind::Upcast(a) | ExprKind::CheckCast(a) => at = a,
                ExprKind::Local(l) => {
                    out.locals.insert(*l);
                    return;
                }
                ExprKind::Field { field, .. } => {
                    out.fields.insert(*field);
                    return;
                }
                _ => return,
            }
        }
    };
    for s in stmts {
        walk::exprs_in_stmt(s, &mut |e| match &e.kind {
            ExprKind::Assign { place: Place::Index { array, .. }, .. }
            | ExprKind::CompoundAssign { place: Place::Index { array, .. }, .. }
            | ExprKind::IncDec { place: Place::Index { array, .. }, .. } => add(array, &mut out),
            ExprKind::Assign { place: Place::Field { object: Some(_), field }, .. }
            | ExprKind::CompoundAssign { place: Place::Field { object: Some(_), field }, .. }
            | ExprKind::IncDec { place: Place::Field { object: Some(_), field }, .. } => {
                _ = out.assigned.insert(*field)
            }
            ExprKind::Call { method, args, .. } => {
                let callee = program.method(*method);
                if callee.somd.is_some() {
                    args.iter().for_each(|a| add(a, &mut out));
                } else if let Some(body) = &callee.body {
                    if !known.contains_key(method) {
                        known.insert(*method, None);
                        let inner = stored_within(program, &body.stmts, known);
                        known.insert(*method, Some(inner));
                    }
                    let inner = known.get(method).and_then(Option::as_ref);
                    out.fields.extend(inner.into_iter().flat_map(|i| &i.fields));
                    out.assigned.extend(inner.into_iter().flat_map(|i| &i.assigned));
                    let changed = |p: &LocalId| inner.is_none_or(|i| i.locals.contains(p));
                    for (_, arg) in callee.params.iter().zip(args).filter(|(p, _)| changed(p)) {
                        add(arg, &mut out);
                    }
                }
            }
            _ => {}
        });
    }
    // A row's name leads to its array.
    loop {
        let before = out.locals.len() + out.fields.len();
        for s in stmts {
            aliases(s, &mut |local, init| {
                if out.locals.contains(&local) {
                    add(init, &mut out);
                }
            });
        }
        if out.locals.len() + out.fields.len() == before {
            return out;
        }
    }
}

/// Calls `f` on every declaration of a local with an initialiser.
fn aliases(s: &hir::Stmt, f: &mut dyn FnMut(LocalId, &Expr)) {
    match &s.kind {
        hir::StmtKind::Local { local, init: Some(e) } => f(*local, e),
        hir::StmtKind::Block(b)
        | hir::StmtKind::Single(b)
        | hir::StmtKind::Labeled { body: b, .. }
        | hir::StmtKind::Sync { body: b, .. }
        | hir::StmtKind::While { body: b, .. }
        | hir::StmtKind::DoWhile { body: b, .. } => b.stmts.iter().for_each(|s| aliases(s, f)),
        hir::StmtKind::For { init, body, .. } => init.iter().chain(&body.stmts).for_each(|s| aliases(s, f)),
        hir::StmtKind::If { then, otherwise, .. } => {
            then.stmts.iter().chain(otherwise.iter().flat_map(|o| &o.stmts)).for_each(|s| aliases(s, f))
        }
        _ => {}
    }
}

/// What happens to a local first in a list of statements, on every path.
fn first_access(stmts: &[hir::Stmt], local: LocalId) -> Access {
    for s in stmts {
        let access = match &s.kind {
            hir::StmtKind::Expr(e) | hir::StmtKind::Local { init: Some(e), .. } => first_in_expr(e, local),
            hir::StmtKind::Block(b) | hir::StmtKind::Labeled { body: b, .. } => first_access(&b.stmts, local),
            hir::StmtKind::If { cond, then, otherwise } => match first_in_expr(cond, local) {
                Access::None => {
                    let a = first_access(&then.stmts, local);
                    let b = otherwise.as_ref().map_or(Access::None, |o| first_access(&o.stmts, local));
                    match (a, b) {
                        (Access::Write, Access::Write) => Access::Write,
                        (Access::Read, _) | (_, Access::Read) => Access::Read,
                        // Written on one path only: a later read may see another iteration's value.
                        (Access::Write, _) | (_, Access::Write) => Access::Read,
                        _ => Access::None,
                    }
                }
                other => other,
            },
            hir::StmtKind::For { init, cond, body, .. } => {
                let before = first_access(init, local);
                let test = cond.as_ref().map_or(Access::None, |c| first_in_expr(c, local));
                match (before, test) {
                    (Access::None, Access::None) => in_loop(body, local),
                    (Access::None, other) | (other, _) => other,
                }
            }
            hir::StmtKind::While { cond, body, .. } => match first_in_expr(cond, local) {
                Access::None => in_loop(body, local),
                other => other,
            },
            hir::StmtKind::DoWhile { body, .. } => first_access(&body.stmts, local),
            hir::StmtKind::Switch { scrutinee, arms, label } => match first_in_expr(scrutinee, local) {
                Access::None => in_arms(arms, *label, local),
                other => other,
            },
            _ => {
                let mut found = false;
                walk::exprs_in_stmt(s, &mut |e| found |= touches(e, local, false));
                if found { Access::Read } else { Access::None }
            }
        };
        if access != Access::None {
            return access;
        }
    }
    Access::None
}

/// Of a `switch` whose arms each set the local and then leave it at their end, and one of which is taken.
fn in_arms(arms: &[hir::SwitchArm], label: hir::LabelId, local: LocalId) -> Access {
    let of = |arm: &hir::SwitchArm| {
        let own = |s: &hir::Stmt| matches!(s.kind, hir::StmtKind::Break(l) if l == label);
        let (last, rest) = arm.body.stmts.split_last()?;
        let last = own(last).then_some(()).or_else(|| std::ptr::eq(arm, arms.last()?).then_some(()));
        // A `break` before the end may leave it unset.
        let mut breaks = false;
        rest.iter().for_each(|s| walk::stmt(s, &mut |n| breaks |= matches!(n, walk::Node::Stmt(s) if own(s))));
        last.filter(|()| !breaks).map(|()| first_access(&arm.body.stmts, local))
    };
    let all: Vec<Option<Access>> = arms.iter().map(of).collect();
    let any = arms.iter().any(|a| {
        let mut found = false;
        walk::exprs_in(&a.body, &mut |e| found |= touches(e, local, false));
        found
    });
    match () {
        () if !any => Access::None,
        () if arms.iter().any(|a| a.is_default) && all.iter().all(|a| *a == Some(Access::Write)) => Access::Write,
        () => Access::Read,
    }
}

/// On every path through the block that touches `local`, it is written first.
pub fn first_access_writes(b: &hir::Block, local: LocalId) -> bool {
    first_access(&b.stmts, local) == Access::Write
}

/// A loop's body may not run at all: a write in it decides nothing for what follows, but is no read either.
fn in_loop(body: &hir::Block, local: LocalId) -> Access {
    match first_access(&body.stmts, local) {
        Access::Read => Access::Read,
        // Set by every iteration of the inner loop before it is read there; a read after it would still be exposed.
        Access::Write | Access::None => Access::None,
    }
}

fn first_in_expr(e: &Expr, local: LocalId) -> Access {
    if let ExprKind::Assign { place: Place::Local(l), value } = &e.kind
        && *l == local
    {
        return if touches(value, local, false) { Access::Read } else { Access::Write };
    }
    if touches(e, local, false) { Access::Read } else { Access::None }
}

/// A read of `local` in `b` outside the loop body `skip` that may see a value which an iteration of that loop left.
fn exposed_read(b: &hir::Block, skip: &hir::Block, local: LocalId) -> Option<Span> {
    if std::ptr::eq(b, skip) {
        return None;
    }
    b.stmts.iter().find_map(|s| match &s.kind {
        hir::StmtKind::Block(b)
        | hir::StmtKind::Single(b)
        | hir::StmtKind::Labeled { body: b, .. }
        | hir::StmtKind::Sync { body: b, .. } => exposed_read(b, skip, local),
        hir::StmtKind::If { cond, then, otherwise } => read_at(cond, local)
            .or_else(|| exposed_read(then, skip, local))
            .or_else(|| otherwise.as_ref().and_then(|o| exposed_read(o, skip, local))),
        hir::StmtKind::For { init, cond, update, body, .. } => {
            let header = init
                .iter()
                .find_map(|s| match &s.kind {
                    hir::StmtKind::Expr(e) | hir::StmtKind::Local { init: Some(e), .. } => read_at(e, local),
                    _ => None,
                })
                .or_else(|| cond.iter().chain(update).find_map(|e| read_at(e, local)));
            header.or_else(|| {
                if first_access(&body.stmts, local) == Access::Write { None } else { exposed_read(body, skip, local) }
            })
        }
        hir::StmtKind::While { cond, body, .. } | hir::StmtKind::DoWhile { cond, body, .. } => read_at(cond, local)
            .or_else(|| {
                if first_access(&body.stmts, local) == Access::Write { None } else { exposed_read(body, skip, local) }
            }),
        _ => {
            let mut at = None;
            walk::exprs_in_stmt(s, &mut |e| {
                if matches!(&e.kind, ExprKind::Local(l) if *l == local) && at.is_none() {
                    at = Some(e.span);
                }
            });
            at
        }
    })
}

fn read_at(e: &Expr, local: LocalId) -> Option<Span> {
    let mut at = None;
    walk::exprs(e, &mut |e| {
        if matches!(&e.kind, ExprKind::Local(l) if *l == local) && at.is_none() {
            at = Some(e.span);
        }
    });
    at
}

// ---- arrays -----------------------------------------------------------------------------------------------------

/// The operator, of an integer or `min` or `max`, with which every store to `array` folds into the element it stores to, where nothing
/// else reads it.
pub fn histogram(stmts: &[Stmt], array: VarId, ty: &ir::Ty) -> Option<ReduceOp> {
    if !ty.as_array()?.elem.is_number() {
        return None;
    }
    let mut op = None;
    let mut fits = true;
    let mut reads = 0;
    let mut folds = 0;
    walk::core_stmts(stmts, &mut |s| {
        walk::core_stmt_exprs(s, &mut |e| {
            if let ir::ExprKind::Index { array: a, .. } | ir::ExprKind::Row { array: a, .. } = &e.kind {
                reads += usize::from(*a == array);
            }
        });
        if let StmtKind::Store { array: a, index, value } = &s.kind
            && *a == array
        {
            match folded(array, index, value) {
                Some((this, _)) if op.is_none_or(|o| o == this) => {
                    op = Some(this);
                    folds += 1;
                }
                _ => fits = false,
            }
        }
    });
    op.filter(|_| fits && reads == folds)
}

/// An integer operation, perhaps narrowed to the type of what it is stored to: its bits depend on the operands' bits there alone.
fn narrowed(value: &ir::Expr) -> Option<(BinOp, &ir::Expr, &ir::Expr)> {
    match &value.kind {
        ir::ExprKind::Binary(op, a, b) if value.ty.is_int() => Some((*op, a, b)),
        ir::ExprKind::Convert(inner) if bits(&value.ty) > 0 && bits(&value.ty) <= bits(&inner.ty) => narrowed(inner),
        _ => None,
    }
}

/// An element that was widened for an operation.
fn unwidened(e: &ir::Expr) -> &ir::Expr {
    match &e.kind {
        ir::ExprKind::Convert(inner) if bits(&inner.ty) > 0 && bits(&inner.ty) <= bits(&e.ty) => unwidened(inner),
        _ => e,
    }
}

/// Of an integer; of other types 0.
fn bits(ty: &ir::Ty) -> u32 {
    match ty {
        ir::Ty::I8 => 8,
        ir::Ty::I16 | ir::Ty::U16 => 16,
        ir::Ty::I32 => 32,
        ir::Ty::I64 => 64,
        _ => 0,
    }
}

/// `value` as `array[index] op x`: the operator and x.
fn folded<'e>(array: VarId, index: &[ir::Expr], value: &'e ir::Expr) -> Option<(ReduceOp, &'e ir::Expr)> {
    let same = |e: &ir::Expr| match &unwidened(e).kind {
        ir::ExprKind::Index { array: from, index: at } => {
            *from == array && at.iter().zip(index).all(|(x, y)| core_walk::same_value(x, y))
        }
        _ => false,
    };
    let (op, a, b) = sides(value)?;
    if same(a) {
        return Some((op, b));
    }
    // Of two checks that fail, Java's is the first: what stands in front of the element must have none.
    (matches!(op, ReduceOp::Min | ReduceOp::Max) && same(b) && !walk::has_check(a)).then_some((op, a))
}

/// The operator of what is stored, and both sides.
fn sides(value: &ir::Expr) -> Option<(ReduceOp, &ir::Expr, &ir::Expr)> {
    if let ir::ExprKind::Math(op, args) = &value.kind {
        let op = match op {
            MathOp::Min => ReduceOp::Min,
            MathOp::Max => ReduceOp::Max,
            _ => return None,
        };
        return Some((op, args.first()?, args.get(1)?));
    }
    let (op, a, b) = narrowed(value)?;
    let op = match op {
        BinOp::Add | BinOp::Sub => ReduceOp::Add,
        other => reduce_op(other)?,
    };
    Some((op, a, b))
}

/// Turns the stores that [`histogram`] recognised into accumulations.
pub fn to_accumulate(stmts: &mut [Stmt], array: VarId, result: VarId) {
    for_each_stmt_mut(stmts, &mut |s| {
        let StmtKind::Store { array: a, index, value } = &mut s.kind else { return };
        if *a != array {
            return;
        }
        let elem = value.ty.clone();
        let Some((this, x)) = folded(array, index, value) else { return };
        let Some((_, a, b)) = sides(value) else { return };
        let current = if std::ptr::eq(x, a) { b } else { a };
        let negative = this == ReduceOp::Add && narrowed(value).is_some_and(|(op, ..)| op == BinOp::Sub);
        // The check that the read made belongs to the accumulation now.
        let index = match &unwidened(current).kind {
            ir::ExprKind::Index { index, .. } => index.clone(),
            _ => std::mem::take(index),
        };
        let mut value = x.clone();
        if negative {
            let (ty, span) = (value.ty.clone(), value.span);
            value = ir::Expr::new(ir::ExprKind::Unary(ir::UnOp::Neg, Box::new(value)), ty, span);
        }
        let span = value.span;
        let value = convert(value, elem, span);
        s.kind = StmtKind::Accumulate { array: result, index, value };
    });
}

/// Stores to `array` go to `result`; reads do where `own` says that the element is the iteration's own.
pub fn rename(stmts: &mut [Stmt], array: VarId, result: VarId, own: &mut dyn FnMut(&[ir::Expr]) -> bool) {
    for_each_stmt_mut(stmts, &mut |s| {
        if let StmtKind::Store { array: a, .. } = &mut s.kind
            && *a == array
        {
            *a = result;
        }
        for_each_expr_mut(s, &mut |e| {
            if let ir::ExprKind::Index { array: a, index } | ir::ExprKind::Row { array: a, index } = &mut e.kind
                && *a == array
                && own(index)
            {
                *a = result;
            }
        });
    });
}

/// Calls `f` with the array and the subscripts of every read.
pub fn each_index(stmts: &mut [Stmt], f: &mut dyn FnMut(VarId, &mut Vec<ir::Expr>)) {
    for_each_stmt_mut(stmts, &mut |s| {
        for_each_expr_mut(s, &mut |e| {
            if let ir::ExprKind::Index { array, index } | ir::ExprKind::Row { array, index } = &mut e.kind {
                f(*array, index);
            }
        });
    });
}

fn for_each_stmt_mut(stmts: &mut [Stmt], f: &mut dyn FnMut(&mut Stmt)) {
    for s in stmts {
        f(s);
        match &mut s.kind {
            StmtKind::If { then, otherwise, .. } => {
                for_each_stmt_mut(&mut then.stmts, f);
                for_each_stmt_mut(&mut otherwise.stmts, f);
            }
            StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::Labeled { body, .. } => {
                for_each_stmt_mut(&mut body.stmts, f)
            }
            _ => {}
        }
    }
}

/// The expressions that a statement itself evaluates, inner ones included.
fn for_each_expr_mut(s: &mut Stmt, f: &mut dyn FnMut(&mut ir::Expr)) {
    match &mut s.kind {
        StmtKind::Let { init, .. } => init.iter_mut().for_each(|e| exprs_mut(e, f)),
        StmtKind::Assign { value, .. } => exprs_mut(value, f),
        StmtKind::Store { index, value, .. } | StmtKind::Accumulate { index, value, .. } => {
            index.iter_mut().for_each(|e| exprs_mut(e, f));
            exprs_mut(value, f);
        }
        StmtKind::If { cond, .. } | StmtKind::While { cond, .. } => exprs_mut(cond, f),
        StmtKind::For { lo, hi, step, .. } => [lo, hi, step].into_iter().for_each(|e| exprs_mut(e, f)),
        StmtKind::Return(es) => es.iter_mut().for_each(|e| exprs_mut(e, f)),
        StmtKind::Call { args, .. } | StmtKind::CallRegion { args, .. } => {
            args.iter_mut().for_each(|e| exprs_mut(e, f))
        }
        _ => {}
    }
}

fn exprs_mut(e: &mut ir::Expr, f: &mut dyn FnMut(&mut ir::Expr)) {
    use ir::ExprKind as K;
    f(e);
    match &mut e.kind {
        K::Const(_) | K::Var(_) | K::Len { .. } | K::NewPrivate => {}
        K::Unary(_, a) | K::Convert(a) | K::Bitcast(a) | K::Field(a, _) => exprs_mut(a, f),
        K::Check { value, kind, .. } => {
            if let ir::CheckKind::SameLength { other } | ir::CheckKind::Below { length: other, .. } = kind {
                exprs_mut(other, f);
            }
            exprs_mut(value, f);
        }
        K::Binary(_, a, b) | K::And(a, b) | K::Or(a, b) => {
            exprs_mut(a, f);
            exprs_mut(b, f);
        }
        K::Select(a, b, c) => {
            exprs_mut(a, f);
            exprs_mut(b, f);
            exprs_mut(c, f);
        }
        K::Math(_, es) | K::MakeStruct(es) | K::ArrayLit(es) | K::NewArray { sizes: es } => {
            es.iter_mut().for_each(|e| exprs_mut(e, f))
        }
        K::Call { args, .. } => args.iter_mut().for_each(|e| exprs_mut(e, f)),
        K::Index { index, .. } | K::Row { index, .. } => index.iter_mut().for_each(|e| exprs_mut(e, f)),
    }
}
