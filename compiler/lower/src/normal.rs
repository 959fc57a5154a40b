//! Loops of SOMD methods as programmers write them, brought to the one form that the lowering knows: `for` with a bound that can be
//! computed before, left by `break` alone.
//!
//! - `while (i < n) { …; i++; }` becomes a `for`.
//! - `i < n && other` becomes the bound `i < n` (or several bounds), and `if (!other) break;` at the beginning of the body. Where `other` is a flag that the body
//!   sets, every iteration begins with the flag as the condition says, so that it is the iteration's own, and the loop is left at its end.
//! - `if (a[i] < a[at]) at = i;` gets a variable for `a[at]`: see [`argument`].
//! - `a[i] = a[i - 1] + x` gets one for the element before: see [`recurrence`].
//! - `return`, and jumps to statements around the loop, become a `break` and a jump behind the loop.
//!
//! What a loop does before it is left is its body without the statements that lead only to the `break`: see [`Leaving`].

use super::somd::is_distributed;
use super::stmts::{canonical, step_of};
use super::{argument, recurrence, reduction, walk};
use somd_core::ir::BinOp;
use somd_hir::{
    Block, Expr, ExprKind, LabelId, Lit, Local, LocalId, Method, MethodId, Place, Program, Stmt, StmtKind, Ty,
};
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The loops that may be left early.
pub type Leaving = BTreeMap<(MethodId, LabelId), Early>;

/// A loop that may be left early.
pub struct Early {
    /// What an iteration does that does not leave: the body, where statements that end in the loop's `break` are that `break` alone.
    pub rest: Block,
    /// Locals that have, after an iteration that does not leave, the value that they had before the loop.
    pub flags: BTreeSet<LocalId>,
}

/// Brings the loops of all SOMD methods to their form.
pub fn normalise(program: &mut Program, pure: &walk::Pure) -> Leaving {
    let mut leaving = Leaving::new();
    let ids = (0..program.methods.len() as u32).map(MethodId);
    let nearer: BTreeSet<MethodId> = ids.filter(|&m| somd_hir::operator::min_or_max(program, m).is_some()).collect();
    for k in 0..program.methods.len() {
        let method = &mut program.methods[k];
        if method.somd.is_none() {
            continue;
        }
        let Some(mut body) = method.body.take() else { continue };
        let flags = BTreeMap::new();
        let mut normal = Normal { pure, method, id: MethodId(k as u32), leaving: &mut leaving, flags };
        normal.block(&mut body);
        argument::give_values(pure, method, &mut body);
        recurrence::name_elements(&nearer, pure, method, &mut body);
        method.body = Some(body);
    }
    leaving
}

struct Normal<'m> {
    pure: &'m walk::Pure,
    /// Without its body.
    method: &'m mut Method,
    id: MethodId,
    leaving: &'m mut Leaving,
    /// Of the loops that a flag ends.
    flags: BTreeMap<LabelId, BTreeSet<LocalId>>,
}

impl Normal<'_> {
    fn block(&mut self, b: &mut Block) {
        for s in &mut b.stmts {
            self.stmt(s);
        }
    }

    fn stmt(&mut self, s: &mut Stmt) {
        if let Some(made) = self.as_for(s) {
            *s = made;
        }
        if let Some((made, flags)) = self.as_bounded(s) {
            if let StmtKind::For { label, .. } = &s.kind {
                self.flags.insert(*label, flags);
            }
            *s = made;
        }
        if is_distributed(self.pure, self.method, s) {
            return self.distributed(s);
        }
        walk::region_blocks_mut(s, &mut |b| self.block(b));
    }

    /// `while (cond) { …; i += step; }` as a `for`, where that is a distributed loop.
    fn as_for(&self, s: &Stmt) -> Option<Stmt> {
        let StmtKind::While { cond, body, label } = &s.kind else { return None };
        let (last, rest) = body.stmts.split_last()?;
        let StmtKind::Expr(update) = &last.kind else { return None };
        let index = stepped(update)?;
        step_of(update, index)?;
        let rest = Block { stmts: rest.to_vec(), span: body.span };
        if jumps(&rest).iter().any(|j| matches!(j, Jump::Continue(l) if l == label)) {
            return None;
        }
        let ty = self.method.locals[index.index()].ty.clone();
        let expr = |kind| Expr { kind, ty: ty.clone(), span: update.span };
        // It begins with the value that it has.
        let start =
            expr(ExprKind::Assign { place: Place::Local(index), value: Box::new(expr(ExprKind::Local(index))) });
        let init = vec![Stmt { kind: StmtKind::Expr(start), span: update.span }];
        let update = vec![update.clone()];
        let kind = StmtKind::For { init, cond: Some(cond.clone()), update, body: rest, label: *label };
        let made = Stmt { kind, span: s.span };
        let bounded = self.as_bounded(&made).map_or_else(|| made.clone(), |b| b.0);
        is_distributed(self.pure, self.method, &bounded).then_some(made)
    }

    /// A loop whose condition is more than a bound, with the rest of it in its body, where that is a distributed loop.
    /// And the flags that end it.
    fn as_bounded(&self, s: &Stmt) -> Option<(Stmt, BTreeSet<LocalId>)> {
        let StmtKind::For { init, cond: Some(cond), update, body, label } = &s.kind else { return None };
        let mut parts = Vec::new();
        walk::conjuncts(cond, &mut parts);
        if parts.len() < 2 || canonical(self.pure, self.method, s).is_some() {
            return None;
        }
        let with = |cond: &Expr, body: Block| {
            let kind = StmtKind::For {
                init: init.clone(),
                cond: Some(cond.clone()),
                update: update.clone(),
                body,
                label: *label,
            };
            Stmt { kind, span: s.span }
        };
        // What is asked before a bound must be harmless behind the last iteration.
        let first = parts.iter().position(|p| !self.cannot_throw(p)).unwrap_or(parts.len());
        let mut bounds: Option<Expr> = None;
        let mut rest = Vec::new();
        for (k, part) in parts.iter().enumerate() {
            let with_this = bounds.iter().fold((*part).clone(), |this, before| Expr {
                kind: ExprKind::And(Box::new(before.clone()), Box::new(this)),
                ty: Ty::Boolean,
                span: before.span.to(part.span),
            });
            match k <= first && canonical(self.pure, self.method, &with(&with_this, body.clone())).is_some() {
                true => bounds = Some(with_this),
                false => rest.push(*part),
            }
        }
        let bounds = bounds?;
        let assigned = walk::assigned_in(body);
        let mut flags = BTreeSet::new();
        let (mut before, mut after, mut before_loop) = (Vec::new(), Vec::new(), Vec::new());
        for part in rest {
            let leave = |out: &mut Vec<Stmt>| out.push(unless(part, *label));
            match flag(part).filter(|(l, _)| assigned.contains(l)) {
                None => leave(&mut before),
                Some((local, stays)) => {
                    let continues = jumps(body).iter().any(|j| matches!(j, Jump::Continue(l) if l == label));
                    let declared = matches!(init.as_slice(), [Stmt { kind: StmtKind::Local { .. }, .. }]);
                    if continues || !declared {
                        return None;
                    }
                    let boolean = |kind| Expr { kind, ty: Ty::Boolean, span: part.span };
                    let value = Box::new(boolean(ExprKind::Lit(Lit::Boolean(stays))));
                    let set = boolean(ExprKind::Assign { place: Place::Local(local), value });
                    before.insert(0, Stmt { kind: StmtKind::Expr(set), span: part.span });
                    leave(&mut after);
                    flags.insert(local);
                    before_loop.push(part.clone());
                }
            }
        }
        before.extend(body.stmts.iter().cloned());
        before.extend(after);
        let made = with(&bounds, Block { stmts: before, span: body.span });
        if !is_distributed(self.pure, self.method, &made) {
            return None;
        }
        // A flag that is set before the loop leaves no iteration.
        let made = before_loop.into_iter().rev().fold(made, |made, cond| {
            let then = Block { stmts: vec![made], span: s.span };
            Stmt { kind: StmtKind::If { cond: cond.clone(), then, otherwise: None }, span: s.span }
        });
        Some((made, flags))
    }

    fn cannot_throw(&self, e: &Expr) -> bool {
        walk::cannot_throw(self.pure, e)
    }

    /// A distributed loop: where it may be left, only by its own `break`.
    fn distributed(&mut self, s: &mut Stmt) {
        let span = s.span;
        let StmtKind::For { body, label, .. } = &mut s.kind else { return };
        let label = *label;
        let own = |j: &Jump| matches!(j, Jump::Break(l) | Jump::Continue(l) if *l == label);
        let leaves: Vec<Jump> = jumps(body).into_iter().filter(|j| !own(j)).collect();
        let breaks = jumps(body).iter().any(|j| matches!(j, Jump::Break(l) if *l == label));
        if leaves.is_empty() {
            if breaks {
                let flags = self.flags.remove(&label).unwrap_or_default();
                self.leaving.insert((self.id, label), Early { rest: stripped(body, label), flags });
            }
            return;
        }
        let Some(c) = canonical(self.pure, self.method, s) else { return };
        let (index, index_ty) = (c.index, self.method.locals[c.index.index()].ty.clone());
        let declared = c.declared;
        let StmtKind::For { body, .. } = &mut s.kind else { return };
        let kind = match &self.method.ret {
            Ty::Void => Some(Returned::Nothing),
            ty => zero(ty).map(|zero| Returned::Kept(ty.clone(), zero)),
        };
        // What is no number is made behind the loop, of what can be named there.
        let kind = kind.unwrap_or(Returned::Made);
        if matches!(kind, Returned::Made) && !returns_can_follow(body, index) {
            return;
        }
        let exit = further_local(self.method, "exit", Ty::Int, span);
        let int = |kind| Expr { kind, ty: Ty::Int, span };
        let zero_exit = int(ExprKind::Lit(Lit::Int(0)));
        let mut stmts = vec![Stmt { kind: StmtKind::Local { local: exit, init: Some(zero_exit) }, span }];
        let made = matches!(kind, Returned::Made);
        let mut result = None;
        if let Returned::Kept(ty, zero) = kind {
            let local = further_local(self.method, "result", ty.clone(), span);
            let init = Some(Expr { kind: ExprKind::Lit(zero), ty, span });
            stmts.push(Stmt { kind: StmtKind::Local { local, init }, span });
            result = Some(local);
        }
        let mut at = None;
        if made && declared {
            let local = further_local(self.method, "at", index_ty.clone(), span);
            let zero = if index_ty == Ty::Long { Lit::Long(0) } else { Lit::Int(0) };
            let init = Some(Expr { kind: ExprKind::Lit(zero), ty: index_ty.clone(), span });
            stmts.push(Stmt { kind: StmtKind::Local { local, init }, span });
            at = Some(local);
        }
        let index_value = Expr { kind: ExprKind::Local(index), ty: index_ty.clone(), span };
        let mut exits = Vec::new();
        let note = at.map(|at| assign(at, index_value, span));
        let mut rewrite = Rewrite { label, exit, result, note, exits: &mut exits };
        rewrite.block(body);
        let rest = stripped(body, label);
        let flags = self.flags.remove(&label).unwrap_or_default();
        self.leaving.insert((self.id, label), Early { rest, flags });
        stmts.push(s.clone());
        for (k, jump) in exits.into_iter().enumerate() {
            let (left, right) = (int(ExprKind::Local(exit)), int(ExprKind::Lit(Lit::Int(k as i32 + 1))));
            let is = ExprKind::Binary(BinOp::Eq, Box::new(left), Box::new(right));
            let mut then = Vec::new();
            if let (StmtKind::Return(Some(_)), Some(at)) = (&jump.kind, at) {
                // The index has its name again.
                let init = Some(Expr { kind: ExprKind::Local(at), ty: index_ty.clone(), span });
                then.push(Stmt { kind: StmtKind::Local { local: index, init }, span });
            }
            let kind = match (jump.kind, result) {
                (StmtKind::Return(Some(value)), Some(result)) => {
                    StmtKind::Return(Some(Expr { kind: ExprKind::Local(result), ..value }))
                }
                (other, _) => other,
            };
            then.push(Stmt { kind, span: jump.span });
            let cond = Expr { kind: is, ty: Ty::Boolean, span };
            let then = Block { stmts: then, span };
            stmts.push(Stmt { kind: StmtKind::If { cond, then, otherwise: None }, span });
        }
        *s = Stmt { kind: StmtKind::Block(Block { stmts, span }), span };
    }
}

/// A further local, under a name that the erased program can have beside all others of the method.
pub fn further_local(method: &mut Method, wish: &str, ty: Ty, span: Span) -> LocalId {
    let id = LocalId(method.locals.len() as u32);
    let taken = |name: &str| method.locals.iter().any(|l| l.name == name);
    let numbered = (2..).map(|n| format!("{wish}{n}"));
    let name = std::iter::once(wish.to_string()).chain(numbered).find(|name| !taken(name)).unwrap_or_default();
    method.locals.push(Local { name: name.into(), ty, is_final: false, dist: None, shared: false, blank: None, span });
    id
}

fn zero(ty: &Ty) -> Option<Lit> {
    Some(match ty {
        Ty::Boolean => Lit::Boolean(false),
        Ty::Byte | Ty::Short | Ty::Char | Ty::Int => Lit::Int(0),
        Ty::Long => Lit::Long(0),
        Ty::Float => Lit::Float(0.0),
        Ty::Double => Lit::Double(0.0),
        _ => return None,
    })
}

/// The local that `i++`, `i += 2` changes.
fn stepped(update: &Expr) -> Option<LocalId> {
    match &update.kind {
        ExprKind::IncDec { place: Place::Local(l), .. }
        | ExprKind::CompoundAssign { place: Place::Local(l), .. }
        | ExprKind::Assign { place: Place::Local(l), .. } => Some(*l),
        _ => None,
    }
}

/// `flag` or `!flag`, and the value that the flag has while the loop goes on.
fn flag(e: &Expr) -> Option<(LocalId, bool)> {
    match &e.kind {
        ExprKind::Local(l) => Some((*l, true)),
        ExprKind::Not(inner) => match &inner.kind {
            ExprKind::Local(l) => Some((*l, false)),
            _ => None,
        },
        _ => None,
    }
}

/// `if (!cond) break label;`
fn unless(cond: &Expr, label: LabelId) -> Stmt {
    let span = cond.span;
    let leave = Stmt { kind: StmtKind::Break(label), span };
    let not = Expr { kind: ExprKind::Not(Box::new(cond.clone())), ty: Ty::Boolean, span };
    let then = Block { stmts: vec![leave], span };
    Stmt { kind: StmtKind::If { cond: not, then, otherwise: None }, span }
}

#[derive(Clone, Copy, PartialEq)]
pub enum Jump {
    Break(LabelId),
    Continue(LabelId),
    Return,
}

/// The jumps of a block that lead out of it.
pub fn jumps(b: &Block) -> Vec<Jump> {
    let (mut found, mut inside) = (Vec::new(), BTreeSet::new());
    somd_hir::walk::stmts_in(b, &mut |s| match &s.kind {
        StmtKind::Break(l) => found.push(Jump::Break(*l)),
        StmtKind::Continue(l) => found.push(Jump::Continue(*l)),
        StmtKind::Return(_) => found.push(Jump::Return),
        StmtKind::While { label, .. }
        | StmtKind::DoWhile { label, .. }
        | StmtKind::For { label, .. }
        | StmtKind::Labeled { label, .. }
        | StmtKind::Switch { label, .. } => {
            inside.insert(*label);
        }
        _ => {}
    });
    found.retain(|j| !matches!(j, Jump::Break(l) | Jump::Continue(l) if inside.contains(l)));
    found
}

/// The body, where blocks that end in the loop's `break` are that alone.
fn stripped(body: &Block, label: LabelId) -> Block {
    let mut body = body.clone();
    for s in &mut body.stmts {
        let block = |b: &mut Block| *b = stripped(b, label);
        match &mut s.kind {
            StmtKind::Block(b)
            | StmtKind::While { body: b, .. }
            | StmtKind::DoWhile { body: b, .. }
            | StmtKind::For { body: b, .. }
            | StmtKind::Labeled { body: b, .. } => block(b),
            StmtKind::If { then, otherwise, .. } => {
                block(then);
                otherwise.iter_mut().for_each(block);
            }
            StmtKind::Switch { arms, .. } => arms.iter_mut().for_each(|a| block(&mut a.body)),
            _ => {}
        }
    }
    if let Some((last, rest)) = body.stmts.split_last()
        && matches!(&last.kind, StmtKind::Break(l) if *l == label)
    {
        let rest = Block { stmts: rest.to_vec(), span: body.span };
        if jumps(&rest).is_empty() {
            body.stmts = vec![last.clone()];
        }
    }
    body
}

/// What a `return` within a loop gives.
enum Returned {
    Nothing,
    /// A scalar, which a variable keeps until the loop is left.
    Kept(Ty, Lit),
    /// Anything else: its expression stands behind the loop.
    Made,
}

/// Whether what is returned can be computed behind the loop: it names no local of an iteration but the index.
fn returns_can_follow(body: &Block, index: LocalId) -> bool {
    let mut declared = reduction::declared_in(body);
    declared.remove(&index);
    let mut fine = true;
    somd_hir::walk::stmts_in(body, &mut |s| {
        if let StmtKind::Return(Some(value)) = &s.kind {
            walk::exprs(value, &mut |e| fine &= !matches!(e.kind, ExprKind::Local(l) if declared.contains(&l)));
        }
    });
    fine
}

/// Jumps out of a loop as its own `break`, after a note of where they lead.
struct Rewrite<'e> {
    label: LabelId,
    exit: LocalId,
    result: Option<LocalId>,
    /// Keeps the index.
    note: Option<Stmt>,
    exits: &'e mut Vec<Stmt>,
}

impl Rewrite<'_> {
    fn block(&mut self, b: &mut Block) {
        let inside: BTreeSet<LabelId> = BTreeSet::new();
        self.within(b, &inside);
    }

    fn within(&mut self, b: &mut Block, inside: &BTreeSet<LabelId>) {
        let mut stmts = Vec::new();
        for mut s in std::mem::take(&mut b.stmts) {
            let span = s.span;
            let leaves = match &s.kind {
                StmtKind::Return(_) => true,
                StmtKind::Break(l) | StmtKind::Continue(l) => *l != self.label && !inside.contains(l),
                _ => false,
            };
            if leaves {
                if let (StmtKind::Return(Some(value)), Some(result)) = (&s.kind, self.result) {
                    stmts.push(assign(result, value.clone(), span));
                }
                stmts.extend(self.note.clone());
                let same = |other: &Stmt| match (&s.kind, &other.kind) {
                    (StmtKind::Return(Some(_)), StmtKind::Return(Some(_))) => self.result.is_some(),
                    (StmtKind::Return(None), StmtKind::Return(None)) => true,
                    (StmtKind::Break(a), StmtKind::Break(b)) | (StmtKind::Continue(a), StmtKind::Continue(b)) => a == b,
                    _ => false,
                };
                let number = self.exits.iter().position(same).unwrap_or_else(|| {
                    self.exits.push(s.clone());
                    self.exits.len() - 1
                });
                let number = Expr { kind: ExprKind::Lit(Lit::Int(number as i32 + 1)), ty: Ty::Int, span };
                stmts.push(assign(self.exit, number, span));
                stmts.push(Stmt { kind: StmtKind::Break(self.label), span });
                continue;
            }
            let mut inner = inside.clone();
            if let StmtKind::While { label, .. }
            | StmtKind::DoWhile { label, .. }
            | StmtKind::For { label, .. }
            | StmtKind::Labeled { label, .. }
            | StmtKind::Switch { label, .. } = &s.kind
            {
                inner.insert(*label);
            }
            match &mut s.kind {
                StmtKind::Block(b)
                | StmtKind::While { body: b, .. }
                | StmtKind::DoWhile { body: b, .. }
                | StmtKind::For { body: b, .. }
                | StmtKind::Labeled { body: b, .. } => self.within(b, &inner),
                StmtKind::If { then, otherwise, .. } => {
                    self.within(then, &inner);
                    otherwise.iter_mut().for_each(|o| self.within(o, &inner));
                }
                StmtKind::Switch { arms, .. } => arms.iter_mut().for_each(|a| self.within(&mut a.body, &inner)),
                _ => {}
            }
            stmts.push(s);
        }
        b.stmts = stmts;
    }
}

fn assign(local: LocalId, value: Expr, span: Span) -> Stmt {
    let ty = value.ty.clone();
    let kind = ExprKind::Assign { place: Place::Local(local), value: Box::new(value) };
    Stmt { kind: StmtKind::Expr(Expr { kind, ty, span }), span }
}
