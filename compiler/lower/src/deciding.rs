//! Truth values that decide whether the rest of a loop is evaluated: `s = s && f(i)`, `if (s) s = f(i)`, `s = s || x[i] / d > 2`.
//!
//! Where what is behind `s &&` cannot fail, it may be evaluated in every iteration, and the loop is a reduction. Where it can, Java comes to
//! it only as long as `s` is true, and throws or not accordingly. If the iterations then do nothing any more, `i < n` becomes
//! `i < n && s`, and the loop is a search for the first iteration that decides or fails (see [`normal`](super::normal)). Else the reduction
//! supposes that nothing fails ([`supposes`]).

use super::normal;
use super::somd::is_distributed;
use super::stmts::{Canonical, canonical};
use super::walk::{self, Pure};
use somd_hir::{
    BinOp, Block, Expr, ExprKind, LabelId, Lit, LocalId, Method, MethodId, Place, Program, Stmt, StmtKind, Ty,
};
use std::collections::{BTreeMap, BTreeSet};

/// Static methods that are one expression, by what they return: `boolean both(boolean s, int x) { return s && 100 / x > 3; }`.
type Formulas = BTreeMap<MethodId, (Vec<LocalId>, Expr)>;

/// Looks at the loops of all SOMD methods.
pub fn decide(program: &mut Program, pure: &Pure) {
    let formulas = formulas(program);
    for method in &mut program.methods {
        if method.somd.as_ref().is_none_or(|s| s.ranges.is_some()) {
            continue;
        }
        let Some(mut body) = method.body.take() else { continue };
        let mut labels = 0;
        walk::stmts_in(&body, &mut |s| labels = labels.max(label_of(s).map_or(0, |l| l.0)));
        let mut deciding = Deciding { pure, method, formulas: &formulas, ranges: Vec::new(), within: 0, labels };
        deciding.block(&mut body);
        method.body = Some(body);
    }
}

fn formulas(program: &Program) -> Formulas {
    let formula = |m: &Method| {
        let [Stmt { kind: StmtKind::Return(Some(value)), .. }] = m.body.as_ref()?.stmts.as_slice() else { return None };
        (m.is_static && m.ret == Ty::Boolean).then(|| (m.params.clone(), value.clone()))
    };
    (0..).map(MethodId).zip(&program.methods).filter_map(|(id, m)| Some((id, formula(m)?))).collect()
}

/// A loop's index that is always a subscript of an array's dimension.
#[derive(Clone, Copy, PartialEq)]
struct Inside {
    array: LocalId,
    dim: usize,
    index: LocalId,
}

struct Deciding<'m> {
    pure: &'m Pure,
    /// Without its body.
    method: &'m mut Method,
    formulas: &'m Formulas,
    /// Of the loops around.
    ranges: Vec<Inside>,
    /// Inside this many loops that are divided.
    within: u32,
    /// The greatest label of the method.
    labels: u32,
}

/// What an expression does where a truth value is decided.
struct Quiet {
    value: Option<bool>,
    /// It neither throws nor changes anything.
    calm: bool,
}

impl Deciding<'_> {
    fn block(&mut self, b: &mut Block) {
        for s in &mut b.stmts {
            self.stmt(s);
        }
    }

    fn stmt(&mut self, s: &mut Stmt) {
        let StmtKind::For { .. } = &s.kind else {
            match &mut s.kind {
                StmtKind::DoWhile { body, .. } | StmtKind::While { body, .. } => self.block(body),
                StmtKind::Switch { arms, .. } => arms.iter_mut().for_each(|a| self.block(&mut a.body)),
                StmtKind::Single(_) => {}
                _ => walk::region_blocks_mut(s, &mut |b| self.block(b)),
            }
            return;
        };
        let known = self.ranges.len();
        self.note_range(s);
        let divided = is_distributed(self.pure, self.method, s);
        if divided && self.within == 0 {
            self.search(s);
        }
        self.within += u32::from(divided);
        if let StmtKind::For { body, .. } = &mut s.kind {
            self.block(body);
        }
        self.within -= u32::from(divided);
        self.ranges.truncate(known);
    }

    /// What the text tells of a counted loop's index.
    fn note_range(&mut self, s: &Stmt) {
        if let (Some(c), StmtKind::For { body, .. }) = (canonical(self.pure, self.method, s), &s.kind) {
            self.ranges.extend(inside(&c, body));
        }
    }

    /// Ends a distributed loop where a truth value is decided, if that is to be asked and the loop does nothing then.
    fn search(&mut self, s: &mut Stmt) {
        let Some(c) = canonical(self.pure, self.method, s).filter(|c| c.declared) else { return };
        let (index, label) = (c.index, c.label);
        let StmtKind::For { cond: Some(cond), body, .. } = &s.kind else { return };
        let declared = super::reduction::declared_in(body);
        let flags = walk::assigned_in(body)
            .into_iter()
            .filter(|l| !declared.contains(l) && *l != index && self.method.locals[l.index()].ty == Ty::Boolean);
        let decided = flags.filter(|&l| self.asks(body, l)).find_map(|l| {
            let ends = |value: &bool| {
                let mut own = declared.clone();
                own.insert(index);
                let mut known = BTreeMap::from([(l, *value)]);
                self.nothing(body, (l, *value), &mut known, &mut own, label)
            };
            Some((l, [false, true].into_iter().find(ends)?))
        });
        let Some((flag, value)) = decided else { return };
        let span = cond.span;
        let boolean = |kind| Expr { kind, ty: Ty::Boolean, span };
        let mut goes_on = boolean(ExprKind::Local(flag));
        if value {
            goes_on = boolean(ExprKind::Not(Box::new(goes_on)));
        }
        let StmtKind::For { cond: Some(cond), body, .. } = &mut s.kind else { return };
        let before = Box::new(cond.clone());
        *cond = boolean(ExprKind::And(before, Box::new(goes_on)));
        self.without_continue(body, label);
    }

    /// Whether a loop evaluates something or not by what `local` is, and that is more than a reduction of truth values.
    fn asks(&self, body: &Block, local: LocalId) -> bool {
        let (mut reads, mut folded, mut throws) = (0, 0, false);
        walk::exprs_in(body, &mut |e| {
            reads += usize::from(matches!(e.kind, ExprKind::Local(l) if l == local));
            if let Some((_, right, _)) = lazy(e).filter(|(l, ..)| *l == local) {
                folded += 1;
                throws |= !self.calm(&right, true);
            } else if let ExprKind::Assign { place: Place::Local(l), value } = &e.kind
                && *l == local
                && let ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Binary(BinOp::And | BinOp::Or, a, b) =
                    &value.kind
                && [a, b].iter().any(|e| matches!(e.kind, ExprKind::Local(l) if l == local))
            {
                folded += 1;
            }
        });
        throws || reads > folded
    }

    /// `continue` as a jump behind what else the iteration does, where the loop's condition is asked.
    fn without_continue(&mut self, body: &mut Block, label: LabelId) {
        if !normal::jumps(body).iter().any(|j| matches!(j, normal::Jump::Continue(l) if *l == label)) {
            return;
        }
        self.labels += 1;
        let end = LabelId(self.labels);
        fn jump(b: &mut Block, label: LabelId, end: LabelId) {
            for s in &mut b.stmts {
                match &mut s.kind {
                    StmtKind::Continue(l) if *l == label => s.kind = StmtKind::Break(end),
                    StmtKind::For { body, .. }
                    | StmtKind::While { body, .. }
                    | StmtKind::DoWhile { body, .. }
                    | StmtKind::Labeled { body, .. } => jump(body, label, end),
                    StmtKind::Switch { arms, .. } => arms.iter_mut().for_each(|a| jump(&mut a.body, label, end)),
                    _ => walk::region_blocks_mut(s, &mut |b| jump(b, label, end)),
                }
            }
        }
        jump(body, label, end);
        let inner = Block { stmts: std::mem::take(&mut body.stmts), span: body.span };
        body.stmts.push(Stmt { kind: StmtKind::Labeled { label: end, body: inner }, span: body.span });
    }

    // ---- where it is decided ------------------------------------------------------------------------------------

    /// Whether a block, with what is `known`, only leaves the flag as it is: it neither throws, nor changes what is not its `own`, nor leaves
    /// the loop `around`.
    fn nothing(
        &self,
        b: &Block,
        flag: (LocalId, bool),
        known: &mut BTreeMap<LocalId, bool>,
        own: &mut BTreeSet<LocalId>,
        around: LabelId,
    ) -> bool {
        b.stmts.iter().all(|s| self.does_nothing(s, flag, known, own, around))
    }

    fn does_nothing(
        &self,
        s: &Stmt,
        flag: (LocalId, bool),
        known: &mut BTreeMap<LocalId, bool>,
        own: &mut BTreeSet<LocalId>,
        around: LabelId,
    ) -> bool {
        match &s.kind {
            StmtKind::Local { local, init } => {
                let told = init.as_ref().map(|e| self.quiet(e, known, 0));
                let fine = told.as_ref().is_none_or(|q| q.calm);
                set(known, *local, told.and_then(|q| q.value));
                fine
            }
            StmtKind::Expr(e) => match &e.kind {
                ExprKind::Assign { place: Place::Local(l), value } => {
                    let told = self.quiet(value, known, 0);
                    if *l == flag.0 {
                        return told.calm && told.value == Some(flag.1);
                    }
                    set(known, *l, told.value);
                    told.calm && own.contains(l)
                }
                ExprKind::CompoundAssign { place: Place::Local(l), op, value, .. } => {
                    let calm = self.quiet(value, known, 0).calm;
                    if *l == flag.0 {
                        return calm && matches!((op, flag.1), (BinOp::And, false) | (BinOp::Or, true));
                    }
                    known.remove(l);
                    calm && own.contains(l) && !(matches!(op, BinOp::Div | BinOp::Rem) && value.ty.is_integral())
                }
                ExprKind::IncDec { place: Place::Local(l), .. } => own.contains(l),
                _ => self.quiet(e, known, 0).calm,
            },
            StmtKind::Block(b) | StmtKind::Labeled { body: b, .. } => self.nothing(b, flag, known, own, around),
            StmtKind::If { cond, then, otherwise } => {
                let told = self.quiet(cond, known, 0);
                let mut other = known.clone();
                let yes = told.value == Some(false) || self.nothing(then, flag, known, own, around);
                let no = told.value == Some(true)
                    || otherwise.as_ref().is_none_or(|o| self.nothing(o, flag, &mut other, own, around));
                match told.value {
                    Some(true) => {}
                    Some(false) => *known = other,
                    None => known.retain(|l, v| other.get(l) == Some(v)),
                }
                told.calm && yes && no
            }
            StmtKind::For { body, .. } => {
                let Some(c) = canonical(self.pure, self.method, s) else { return false };
                let calm = |e: &Expr| self.calm(e, false);
                let assigned = walk::assigned_in(body);
                known.retain(|l, _| *l == flag.0 || !assigned.contains(l));
                own.insert(c.index);
                calm(c.lo) && c.bounds.iter().all(|b| calm(b.value)) && self.nothing(body, flag, known, own, around)
            }
            StmtKind::While { cond, .. } => {
                let told = self.quiet(cond, known, 0);
                told.calm && told.value == Some(false)
            }
            StmtKind::Continue(_) => true,
            StmtKind::Break(l) => *l != around,
            _ => false,
        }
    }

    /// What an expression is, and does, with these truth values known.
    fn quiet(&self, e: &Expr, known: &BTreeMap<LocalId, bool>, depth: u32) -> Quiet {
        let again = |e: &Expr| self.quiet(e, known, depth);
        match &e.kind {
            ExprKind::Lit(Lit::Boolean(b)) => Quiet { value: Some(*b), calm: true },
            ExprKind::Local(l) => Quiet { value: known.get(l).copied(), calm: true },
            ExprKind::Not(a) => {
                let a = again(a);
                Quiet { value: a.value.map(|v| !v), calm: a.calm }
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let ends = matches!(e.kind, ExprKind::Or(..));
                let (left, right) = (again(a), again(b));
                match left.value {
                    Some(v) if v == ends => left,
                    Some(_) => Quiet { value: right.value, calm: left.calm && right.calm },
                    None => Quiet { value: right.value.filter(|v| *v == ends), calm: left.calm && right.calm },
                }
            }
            ExprKind::Cond(c, a, b) => {
                let (c, a, b) = (again(c), again(a), again(b));
                match c.value {
                    Some(true) => Quiet { value: a.value, calm: c.calm && a.calm },
                    Some(false) => Quiet { value: b.value, calm: c.calm && b.calm },
                    None => Quiet { value: a.value.filter(|v| b.value == Some(*v)), calm: c.calm && a.calm && b.calm },
                }
            }
            ExprKind::Binary(op @ (BinOp::And | BinOp::Or), a, b) if e.ty == Ty::Boolean => {
                let (a, b) = (again(a), again(b));
                let ends = *op == BinOp::Or;
                let value = [a.value, b.value].contains(&Some(ends)).then_some(ends);
                Quiet { value, calm: a.calm && b.calm }
            }
            ExprKind::Call { method, args, receiver: None, .. } if depth < 4 && self.formulas.contains_key(method) => {
                let Some((params, value)) = self.formulas.get(method) else {
                    return Quiet { value: None, calm: false };
                };
                let told: Vec<Quiet> = args.iter().map(again).collect();
                let calm = told.iter().all(|q| q.calm);
                let known = params.iter().zip(&told).filter_map(|(p, q)| Some((*p, q.value?))).collect();
                let inner = self.quiet(value, &known, depth + 1);
                Quiet { value: inner.value, calm: calm && inner.calm }
            }
            // Subscripts of another method are not looked at.
            _ => Quiet {
                value: None,
                calm: if depth == 0 { self.calm(e, false) } else { walk::cannot_throw(self.pure, e) },
            },
        }
    }

    fn calm(&self, e: &Expr, whole: bool) -> bool {
        calm(self.pure, &self.ranges, e, whole)
    }
}

/// Whether a loop evaluates something that may fail only as long as `local` is not decided: a reduction evaluates it in more iterations.
pub fn supposes(pure: &Pure, nest: &[(Canonical<'_>, &Block)], body: &Block, local: LocalId) -> bool {
    let ranges: Vec<Inside> = nest.iter().flat_map(|(c, body)| inside(c, body)).collect();
    let mut fails = false;
    walk::exprs_in(body, &mut |e| {
        if let Some((_, right, _)) = lazy(e).filter(|(l, ..)| *l == local) {
            fails |= !calm(pure, &ranges, &right, true);
        }
    });
    fails
}

/// Whether what a loop's iteration does there, in a region, neither throws nor calls anything: conditions, and a block of assignments to locals.
pub fn cannot_fail(pure: &Pure, nest: &[(Canonical<'_>, &Block)], conditions: &[&Expr], block: &Block) -> bool {
    let ranges: Vec<Inside> = nest.iter().flat_map(|(c, body)| inside(c, body)).collect();
    let fine = |e: &Expr| calm(pure, &ranges, e, true);
    fn stmts(b: &Block, fine: &dyn Fn(&Expr) -> bool) -> bool {
        b.stmts.iter().all(|s| match &s.kind {
            StmtKind::Local { init, .. } => init.as_ref().is_none_or(fine),
            StmtKind::Block(b) => stmts(b, fine),
            StmtKind::If { cond, then, otherwise } => {
                fine(cond) && stmts(then, fine) && otherwise.as_ref().is_none_or(|o| stmts(o, fine))
            }
            StmtKind::Expr(e) => match &e.kind {
                ExprKind::Assign { place: Place::Local(_), value } => fine(value),
                ExprKind::CompoundAssign { place: Place::Local(_), op, op_ty, value } => {
                    fine(value) && !(matches!(op, BinOp::Div | BinOp::Rem) && op_ty.is_integral())
                }
                ExprKind::IncDec { place: Place::Local(_), .. } => true,
                _ => fine(e),
            },
            _ => false,
        })
    }
    conditions.iter().all(|c| fine(c)) && stmts(block, &fine)
}

/// It neither throws nor changes anything. Of a matrix in a region (`whole`) all rows are there and have one length.
fn calm(pure: &Pure, ranges: &[Inside], e: &Expr, whole: bool) -> bool {
    let again = |e: &Expr| calm(pure, ranges, e, whole);
    match &e.kind {
        ExprKind::Lit(_) | ExprKind::Local(_) | ExprKind::This => true,
        ExprKind::Neg(a) | ExprKind::BitNot(a) | ExprKind::Not(a) | ExprKind::Convert(a) => again(a),
        ExprKind::Binary(op, a, b) => {
            let divides = matches!(op, BinOp::Div | BinOp::Rem) && a.ty.is_integral();
            let known = |b: &Expr| {
                matches!(b.kind, ExprKind::Lit(Lit::Int(n)) if n != 0)
                    || matches!(b.kind, ExprKind::Lit(Lit::Long(n)) if n != 0)
            };
            again(a) && again(b) && (!divides || known(b))
        }
        ExprKind::And(a, b) | ExprKind::Or(a, b) => again(a) && again(b),
        ExprKind::Cond(a, b, c) => again(a) && again(b) && again(c),
        ExprKind::Length(array) => matches!(array.kind, ExprKind::Local(_)),
        ExprKind::Field { object: Some(of), .. } => matches!(of.kind, ExprKind::This),
        // What a class's initialiser does, the loop may do for the first time.
        ExprKind::Field { object: None, .. } => whole,
        ExprKind::Call { method, args, receiver: None, .. } => pure.always(*method) && args.iter().all(again),
        ExprKind::Index { array, index } => {
            let inside = |array: &Expr, dim, index: &Expr| match (&array.kind, &index.kind) {
                (ExprKind::Local(array), ExprKind::Local(index)) => {
                    ranges.contains(&Inside { array: *array, dim, index: *index })
                }
                _ => false,
            };
            match &array.kind {
                ExprKind::Index { array: of, index: row } => whole && inside(of, 0, row) && inside(of, 1, index),
                _ => inside(array, 0, index),
            }
        }
        _ => false,
    }
}

/// The arrays of which the text tells that a loop's index lies within them.
fn inside(c: &Canonical<'_>, body: &Block) -> Vec<Inside> {
    let assigned = walk::assigned_in(body);
    let of = |length: &Expr| {
        let ExprKind::Length(of) = &length.kind else { return None };
        let (array, dim) = match &of.kind {
            ExprKind::Local(l) => (*l, 0),
            ExprKind::Index { array, .. } => match array.kind {
                ExprKind::Local(l) => (l, 1),
                _ => return None,
            },
            _ => return None,
        };
        (!assigned.contains(&array) && !assigned.contains(&c.index)).then_some(Inside { array, dim, index: c.index })
    };
    let natural = |e: &Expr| matches!(e.kind, ExprKind::Lit(Lit::Int(n)) if n >= 0);
    if c.step > 0 && natural(c.lo) {
        return c.bounds.iter().filter(|b| !b.inclusive).filter_map(|b| of(b.value)).collect();
    }
    let ends = c.step < 0 && c.bounds.iter().any(|b| b.inclusive && natural(b.value));
    match &c.lo.kind {
        ExprKind::Binary(BinOp::Sub, length, one) if ends && matches!(one.kind, ExprKind::Lit(Lit::Int(1..))) => {
            of(length).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn set(known: &mut BTreeMap<LocalId, bool>, local: LocalId, value: Option<bool>) {
    match value {
        Some(v) => _ = known.insert(local, v),
        None => _ = known.remove(&local),
    }
}

/// `s = s && e && f` or `s = s || e`: the local, what is evaluated only as long as it is not decided, and its value until then.
fn lazy(e: &Expr) -> Option<(LocalId, Expr, bool)> {
    /// Without the first operand, which is the local.
    fn rest(e: &Expr, local: LocalId, stays: bool) -> Option<Expr> {
        let (a, b) = match &e.kind {
            ExprKind::And(a, b) if stays => (a, b),
            ExprKind::Or(a, b) if !stays => (a, b),
            _ => return None,
        };
        if matches!(a.kind, ExprKind::Local(l) if l == local) {
            return Some(b.as_ref().clone());
        }
        let (before, b) = (Box::new(rest(a, local, stays)?), b.clone());
        let kind = if stays { ExprKind::And(before, b) } else { ExprKind::Or(before, b) };
        Some(Expr { kind, ..e.clone() })
    }
    let ExprKind::Assign { place: Place::Local(l), value } = &e.kind else { return None };
    let stays = matches!(value.kind, ExprKind::And(..));
    Some((*l, rest(value, *l, stays)?, stays))
}

fn label_of(s: &Stmt) -> Option<LabelId> {
    match &s.kind {
        StmtKind::While { label, .. }
        | StmtKind::DoWhile { label, .. }
        | StmtKind::For { label, .. }
        | StmtKind::Labeled { label, .. }
        | StmtKind::Switch { label, .. } => Some(*label),
        _ => None,
    }
}
