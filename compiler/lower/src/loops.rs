//! Counted loops in one form, before anything else looks at them: `for (i = lo; i < hi; i += c)` with a constant `c`.
//!
//! Programmers count in many ways, and whether iterations are independent does not depend on which. A pass from HIR to HIR over the
//! bodies of SOMD methods; what it makes means the same to the last bit, exceptions and wrapping included:
//!
//! - `while (i < n) { …; i++; }`, `for (; i < n; ) { …; i++; }` and `while (i < n) a[i++] = x;` become `for`; a counter that is set before its
//!   loop is set by it, and belongs to it where nothing else reads it ([`start`]).
//! - `i-- > 0`, `++i < n` in a condition become bounds and steps ([`condition`]), `i + 1 < n` becomes `i < n - 1`.
//! - Of several counters one is the loop's; the others are computed from it ([`counters`]).
//! - A step in a variable (`i += parts`), an index of a narrow type, a `long` that starts from a base: the rounds are counted ([`rounds`]).
//! - Two counters that go towards one another become rounds ([`pointers`]), nests of `long` indices such of `int`s ([`longs`]).
//! - `k / h` and `k % h` of an index become the indices of two loops ([`split`]).
//!
//! What a form needs to hold (a step is positive, a bound does not overflow) is proved where the text tells it, and else asked by the
//! program in front of the loop, which is there a second time as it was written.

mod condition;
mod counters;
mod longs;
mod pointers;
mod rounds;
mod split;
mod start;

pub use pointers::Meeting;

use super::normal::{self, further_local};
use super::walk;
use somd_hir::{
    BinOp, Block, Expr, ExprKind, LabelId, Lit, LocalId, Method, MethodId, Place, Program, Stmt, StmtKind, Ty,
};
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Brings the loops of all SOMD methods to their form.
pub fn canonical_form(program: &mut Program, pure: &walk::Pure) -> Meeting {
    let mut meeting = Meeting::new();
    let ids = (0..).map(MethodId).zip(&program.methods);
    let exact = ids.filter(|(_, m)| m.name == "toIntExact" && program.class(m.class).name == "java.lang.Math");
    let exact: BTreeSet<MethodId> = exact.map(|(id, _)| id).collect();
    for (id, method) in (0..).map(MethodId).zip(&mut program.methods) {
        if method.somd.is_none() {
            continue;
        }
        let Some(mut body) = method.body.take() else { continue };
        let mut tries = false;
        walk::stmts_in(&body, &mut |s| tries |= matches!(s.kind, StmtKind::Try { .. }));
        walk::rewrite_block(&mut body, &mut |e| {
            if let Some(number) = narrowed(e).or_else(|| joined(e)) {
                *e = number;
            }
            true
        });
        // A handler sees how far a loop had come.
        if !tries {
            let known = Known::of(method, &body);
            let mut loops = Loops {
                pure,
                method,
                exact: &exact,
                whole: body.clone(),
                known,
                labels: 0,
                done: BTreeSet::new(),
                divided: false,
                nested: false,
                meeting: Vec::new(),
            };
            loops.block(&mut body);
            meeting.extend(loops.meeting.into_iter().map(|(label, locals)| ((id, label), locals)));
        }
        method.body = Some(body);
    }
    meeting
}

struct Loops<'m> {
    pure: &'m walk::Pure,
    /// `Math.toIntExact`
    exact: &'m BTreeSet<MethodId>,
    /// Without its body.
    method: &'m mut Method,
    /// The body as it was written.
    whole: Block,
    known: Known,
    /// Labels made so far.
    labels: u32,
    /// The loops that have their form; some stand twice.
    done: BTreeSet<Span>,
    /// Inside a loop whose index names elements: that one is divided, and what is in it need not stand twice.
    divided: bool,
    /// Inside a loop.
    nested: bool,
    /// Those of [`Meeting`].
    meeting: Vec<(LabelId, [LocalId; 2])>,
}

/// What the text tells of numbers.
#[derive(Clone, Default)]
struct Known {
    /// Locals that have one value.
    values: BTreeMap<LocalId, Expr>,
    /// Indices of the loops around that are never negative, and never less than one.
    natural: BTreeSet<LocalId>,
    positive: BTreeSet<LocalId>,
    /// Indices of the loops around, each less than something.
    indices: BTreeSet<LocalId>,
}

impl Known {
    fn of(method: &Method, body: &Block) -> Known {
        let assigned = walk::assigned_in(body);
        let mut values = BTreeMap::new();
        walk::stmts_in(body, &mut |s| {
            if let StmtKind::Local { local, init: Some(init) } = &s.kind
                && !assigned.contains(local)
                && method.locals[local.index()].ty == Ty::Int
            {
                values.insert(*local, init.clone());
            }
        });
        Known { values, ..Known::default() }
    }

    /// Provably no less than zero, or than one.
    fn at_least(&self, e: &Expr, least: i32, depth: u32) -> bool {
        let again = |e: &Expr, least| depth < 8 && self.at_least(e, least, depth + 1);
        match &e.kind {
            ExprKind::Lit(Lit::Int(n)) => *n >= least,
            ExprKind::Lit(Lit::Long(n)) => *n >= i64::from(least),
            ExprKind::Length(_) => least <= 0,
            ExprKind::Local(l) => {
                let set = if least <= 0 { &self.natural } else { &self.positive };
                set.contains(l) || self.values.get(l).is_some_and(|v| again(v, least))
            }
            ExprKind::Convert(inner) => {
                let widens = matches!(inner.ty, Ty::Int | Ty::Short | Ty::Byte | Ty::Char | Ty::Long)
                    && (e.ty == Ty::Long || inner.ty != Ty::Long && e.ty == Ty::Int);
                widens && (inner.ty == Ty::Char && least <= 0 || again(inner, least))
            }
            ExprKind::Binary(BinOp::And, a, b) => least <= 0 && (again(a, 0) || again(b, 0)),
            ExprKind::Binary(BinOp::Rem | BinOp::Shr | BinOp::UShr, a, _) => least <= 0 && again(a, 0),
            ExprKind::Binary(BinOp::Div, a, b) => least <= 0 && again(a, 0) && again(b, 0),
            // The next one after an index is a number still.
            ExprKind::Binary(BinOp::Add, a, b) if matches!(b.kind, ExprKind::Lit(Lit::Int(1))) => {
                matches!(a.kind, ExprKind::Local(l) if self.indices.contains(&l)) && again(a, least - 1)
            }
            _ => false,
        }
    }

    fn natural(&self, e: &Expr) -> bool {
        self.at_least(e, 0, 0)
    }

    fn positive(&self, e: &Expr) -> bool {
        self.at_least(e, 1, 0)
    }

    /// Far enough from the greatest number that a small constant more is no wrapping around: a constant, or what stays below the length of an
    /// array.
    fn small(&self, e: &Expr, depth: u32) -> bool {
        let again = |e: &Expr| depth < 8 && self.small(e, depth + 1);
        match &e.kind {
            ExprKind::Lit(Lit::Int(n)) => *n <= 1 << 30,
            ExprKind::Length(_) => true,
            ExprKind::Local(l) => self.indices.contains(l) || self.values.get(l).is_some_and(again),
            ExprKind::Binary(BinOp::And, a, b) => [a, b].iter().any(|e| again(e) && self.natural(e)),
            ExprKind::Binary(BinOp::Rem, _, b) => {
                matches!(b.kind, ExprKind::Lit(Lit::Int(n)) if n.unsigned_abs() <= 1 << 30)
            }
            ExprKind::Binary(BinOp::Add, a, b) => {
                again(a) && matches!(b.kind, ExprKind::Lit(Lit::Int(n)) if n.abs() <= 1 << 10)
            }
            ExprKind::Binary(BinOp::Sub, a, b) => again(a) && self.natural(a) && self.natural(b),
            _ => false,
        }
    }
}

/// A loop's parts while they are brought into form.
#[derive(Clone)]
struct Counted {
    index: LocalId,
    /// The value that the index begins with, where the loop sets it.
    lo: Option<Expr>,
    /// The index is declared by the loop.
    declared: bool,
    /// What is done before: other counters get their first values.
    before: Vec<Stmt>,
    cond: Expr,
    update: Vec<Expr>,
    body: Block,
    label: LabelId,
    span: Span,
}

impl Loops<'_> {
    fn block(&mut self, b: &mut Block) {
        let mut at = 0;
        while at < b.stmts.len() {
            let (before, rest) = b.stmts.split_at_mut(at);
            let s = &mut rest[0];
            let mut gone = None;
            if let Some(made) = self.formed(s, before, &mut gone) {
                *s = made;
            }
            self.inside(s);
            if let Some(k) = gone {
                b.stmts.remove(k);
                at -= 1;
            }
            at += 1;
        }
    }

    /// The loops within a statement.
    fn inside(&mut self, s: &mut Stmt) {
        match &mut s.kind {
            StmtKind::Block(b)
            | StmtKind::Single(b)
            | StmtKind::Labeled { body: b, .. }
            | StmtKind::Sync { body: b, .. } => self.block(b),
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => {
                let nested = std::mem::replace(&mut self.nested, true);
                self.block(body);
                self.nested = nested;
            }
            StmtKind::If { then, otherwise, .. } => {
                self.block(then);
                otherwise.iter_mut().for_each(|o| self.block(o));
            }
            StmtKind::Switch { arms, .. } => arms.iter_mut().for_each(|a| self.block(&mut a.body)),
            StmtKind::For { .. } => {
                let (around, divided, nested) = (self.known.clone(), self.divided, self.nested);
                self.nested = true;
                self.note_index(s);
                self.exact_casts(s);
                self.divided |= self.names_elements(s);
                if let StmtKind::For { body, .. } = &mut s.kind {
                    self.block(body);
                }
                (self.known, self.divided, self.nested) = (around, divided, nested);
            }
            _ => {}
        }
    }

    /// Whether a loop's index is a subscript, by itself, in its body.
    fn names_elements(&self, s: &Stmt) -> bool {
        let Some(c) = super::stmts::canonical(self.pure, self.method, s) else { return false };
        let StmtKind::For { body, .. } = &s.kind else { return false };
        let is_own = |index: &Expr| matches!(index.kind, ExprKind::Local(l) if l == c.index);
        let mut found = false;
        walk::exprs_in(body, &mut |e| {
            found |= match &e.kind {
                ExprKind::Index { index, .. }
                | ExprKind::Assign { place: Place::Index { index, .. }, .. }
                | ExprKind::CompoundAssign { place: Place::Index { index, .. }, .. } => is_own(index),
                _ => false,
            };
        });
        found
    }

    /// What is known of the index within its loop, and of a bound that is greater than a natural number.
    fn note_index(&mut self, s: &Stmt) {
        let Some(c) = super::stmts::canonical(self.pure, self.method, s) else { return };
        self.known.indices.insert(c.index);
        let lowest = match c.step > 0 {
            true => Some(c.lo),
            false => c.bounds.first().filter(|b| b.inclusive).map(|b| b.value),
        };
        let Some(lowest) = lowest else { return };
        if self.known.natural(lowest) {
            self.known.natural.insert(c.index);
            // It is less than its bounds.
            for b in c.bounds.iter().filter(|b| c.step > 0 && !b.inclusive) {
                if let ExprKind::Local(l) = b.value.kind {
                    self.known.natural.insert(l);
                    self.known.positive.insert(l);
                }
            }
        }
        if self.known.positive(lowest) {
            self.known.positive.insert(c.index);
        }
    }

    /// `Math.toIntExact(v)` of a `long` index that stays inside `int` is a cast.
    fn exact_casts(&self, s: &mut Stmt) {
        let Some(c) = super::stmts::canonical(self.pure, self.method, s) else { return };
        let inside = self.known.natural(c.lo)
            && c.step > 0
            && c.bounds.iter().any(|b| !b.inclusive && without_widening(b.value).ty == Ty::Int);
        let index = c.index;
        let StmtKind::For { body, .. } = &mut s.kind else { return };
        walk::rewrite_block(body, &mut |e| {
            if let ExprKind::Call { method, args, .. } = &e.kind
                && let [arg] = args.as_slice()
                && inside
                && self.exact.contains(method)
                && matches!(arg.kind, ExprKind::Local(l) if l == index)
            {
                e.kind = ExprKind::Convert(Box::new(arg.clone()));
            }
            true
        });
    }

    /// The loop in its form. `gone` is the statement before it that it has taken over.
    fn formed(&mut self, s: &Stmt, before: &mut [Stmt], gone: &mut Option<usize>) -> Option<Stmt> {
        let is_loop = matches!(s.kind, StmtKind::For { .. } | StmtKind::While { .. });
        if !is_loop || !self.done.insert(s.span) {
            return None;
        }
        if let Some((made, label, locals)) = pointers::towards(self, s, before) {
            self.meeting.push((label, locals));
            return Some(made);
        }
        let written = s.clone();
        let mut c = self.counted(s)?;
        let given = c.lo.is_some();
        let (mut taken, mut unset) = (None, None);
        if !given {
            let found = start::before(self, &c, before)?;
            (c.lo, c.declared) = (Some(found.lo), found.own);
            match found.own || !found.declares {
                true => taken = Some(found.at),
                false => unset = Some(found.at),
            }
        }
        let first = c.lo.clone();
        let (changed, asked) = condition::steps(self, &mut c)?;
        if asked.is_some() && self.divided {
            return None;
        }
        counters::others(self, &mut c, before);
        let mut made = c.stmt();
        let parts = c.clone();
        let mut guard = None;
        if let Some((with, formed)) = condition::offsets(self, &parts) {
            (guard, made) = (with, formed);
        } else if let Some((with, formed)) =
            rounds::counted(self, &parts).or_else(|| longs::shortened(self, &parts)).or_else(|| split::by(self, &parts))
        {
            (guard, made) = (with, formed);
        } else if given && !changed && written_so(s) && c.before.is_empty() {
            return None;
        }
        if guard.is_some() && self.divided {
            (guard, made) = (None, parts.stmt());
        }
        guard = [asked, guard].into_iter().flatten().reduce(and);
        let mut stmts = c.before;
        stmts.push(match guard {
            None => made,
            Some(cond) => {
                // As it was written, it begins from a counter that has been set.
                let mut otherwise = vec![written.clone()];
                if let (false, Some(lo)) = (given, &first) {
                    let kind = match c.declared {
                        true => StmtKind::Local { local: c.index, init: Some(lo.clone()) },
                        false => set(c.index, lo.clone()),
                    };
                    otherwise.insert(0, Stmt { kind, span: c.span });
                }
                let block = |stmts| Block { stmts, span: c.span };
                // That is no loop to divide.
                let otherwise = block(vec![Stmt { kind: StmtKind::Single(block(otherwise)), span: c.span }]);
                let kind = StmtKind::If { cond, then: block(vec![made]), otherwise: Some(otherwise) };
                Stmt { kind, span: c.span }
            }
        });
        if let Some(k) = unset
            && let StmtKind::Local { init, .. } = &mut before[k].kind
        {
            *init = None;
        }
        *gone = taken;
        Some(match stmts.len() {
            1 => stmts.remove(0),
            _ => Stmt { kind: StmtKind::Block(Block { stmts, span: c.span }), span: c.span },
        })
    }

    /// The parts of a loop that counts something: what is compared in its condition, it changes once a round.
    fn counted(&self, s: &Stmt) -> Option<Counted> {
        let (init, cond, update, body, label) = match &s.kind {
            StmtKind::While { cond, body, label } => (&[] as &[Stmt], cond, &[] as &[Expr], body, *label),
            StmtKind::For { init, cond: Some(cond), update, body, label } => {
                (init.as_slice(), cond, update.as_slice(), body, *label)
            }
            _ => return None,
        };
        let mut parts = Vec::new();
        walk::conjuncts(cond, &mut parts);
        let mut candidates = parts.iter().flat_map(|p| compared(p));
        let (mut body, mut update) = (body.clone(), update.to_vec());
        let index = candidates.find(|&l| {
            let own = |e: &Expr| stepped(e) == Some(l);
            let in_cond = changes(cond, l);
            let assigned = walk::assigned_in(&body).contains(&l);
            match update.iter().filter(|e| own(e)).count() {
                1 => !assigned && in_cond == 0,
                0 if in_cond == 1 => !assigned,
                0 => in_cond == 0 && update.is_empty() && assigned,
                _ => false,
            }
        })?;
        if !matches!(self.method.locals[index.index()].ty, Ty::Int | Ty::Long | Ty::Short | Ty::Byte | Ty::Char) {
            return None;
        }
        if changes(cond, index) == 0 && update.is_empty() {
            let continues = normal::jumps(&body).iter().any(|j| matches!(j, normal::Jump::Continue(l) if *l == label));
            update.push(start::take_update(&mut body, index).filter(|_| !continues)?);
        }
        let mut c = Counted {
            index,
            lo: None,
            declared: false,
            before: Vec::new(),
            cond: cond.clone(),
            update,
            body,
            label,
            span: s.span,
        };
        start::of_init(self, &mut c, init)?;
        Some(c)
    }

    /// How often a local is named outside of a piece of the method.
    fn mentioned_outside(&self, local: LocalId, piece: &[&Stmt]) -> bool {
        let inside = Block { stmts: piece.iter().map(|s| (*s).clone()).collect(), span: Span::NONE };
        mentions(&self.whole, local) > mentions(&inside, local)
    }

    /// A label that no statement of the method has.
    fn fresh_label(&mut self) -> LabelId {
        let mut most = 0;
        walk::stmts_in(&self.whole, &mut |s| {
            if let StmtKind::While { label, .. }
            | StmtKind::DoWhile { label, .. }
            | StmtKind::For { label, .. }
            | StmtKind::Labeled { label, .. }
            | StmtKind::Switch { label, .. } = &s.kind
            {
                most = most.max(label.0 + 1);
            }
        });
        self.labels += 1;
        LabelId(most + self.labels)
    }

    fn fresh(&mut self, wish: &str, ty: Ty, span: Span) -> LocalId {
        further_local(self.method, wish, ty, span)
    }

    /// A loop's body in which the index is a variable that nothing changes, with this value: the loop as it is written counts its own.
    fn with_index(&mut self, c: &Counted, value: Expr, mut body: Vec<Stmt>) -> Vec<Stmt> {
        let index = &self.method.locals[c.index.index()];
        let (name, ty) = (index.name.clone(), index.ty.clone());
        let own = self.fresh(&name, ty, c.span);
        let mut block = Block { stmts: std::mem::take(&mut body), span: c.span };
        walk::rewrite_block(&mut block, &mut |e| {
            if let ExprKind::Local(l) = &mut e.kind
                && *l == c.index
            {
                *l = own;
            }
            true
        });
        let mut stmts = vec![Stmt { kind: StmtKind::Local { local: own, init: Some(value) }, span: c.span }];
        stmts.append(&mut block.stmts);
        stmts
    }
}

impl Counted {
    fn stmt(&self) -> Stmt {
        let span = self.span;
        let init = match (&self.lo, self.declared) {
            (Some(lo), true) => {
                vec![Stmt { kind: StmtKind::Local { local: self.index, init: Some(lo.clone()) }, span }]
            }
            (Some(lo), false) => vec![Stmt { kind: set(self.index, lo.clone()), span }],
            (None, _) => Vec::new(),
        };
        let (cond, update) = (Some(self.cond.clone()), self.update.clone());
        let kind = StmtKind::For { init, cond, update, body: self.body.clone(), label: self.label };
        Stmt { kind, span }
    }

    /// The same loop with another index.
    fn with(&self, index: LocalId, lo: Expr, cond: Expr, step: Expr, body: Vec<Stmt>) -> Counted {
        Counted {
            index,
            lo: Some(lo),
            declared: true,
            before: Vec::new(),
            cond,
            update: vec![step],
            body: Block { stmts: body, span: self.body.span },
            label: self.label,
            span: self.span,
        }
    }

    /// The single bound of the index: the comparison as it stands with the index on the left.
    fn bound(&self) -> Option<(BinOp, &Expr)> {
        let ExprKind::Binary(op, a, b) = &self.cond.kind else { return None };
        let is_index = |e: &Expr| matches!(without_widening(e).kind, ExprKind::Local(l) if l == self.index);
        match (is_index(a), is_index(b)) {
            (true, false) => Some((*op, b)),
            (false, true) => Some((flipped(*op), a)),
            _ => None,
        }
    }

    /// Nothing leaves an iteration before its end, so that the loop may stand twice.
    fn stays(&self) -> bool {
        normal::jumps(&self.body).is_empty()
    }

    /// As [`Counted::is_stable`], of what is evaluated where it was: a field may be one of an object that is not there.
    fn is_steady(&self, pure: &walk::Pure, e: &Expr) -> bool {
        let mut reads = walk::Reads::default();
        reads.expr(e);
        let assigned = walk::assigned_in(&self.body);
        pure.keeps_fields(e, &self.body)
            && reads.locals.is_disjoint(&assigned)
            && self.is_stable(pure, &without_fields(e, true))
    }

    /// The value does not change while the loop runs.
    fn is_stable(&self, pure: &walk::Pure, e: &Expr) -> bool {
        let mut reads = walk::Reads::default();
        reads.expr(e);
        let assigned = walk::assigned_in(&self.body);
        let throws = |e: &Expr| match &e.kind {
            ExprKind::Binary(BinOp::Div | BinOp::Rem, _, by) => {
                !matches!(by.kind, ExprKind::Lit(Lit::Int(n)) if n != 0)
                    && !matches!(by.kind, ExprKind::Lit(Lit::Long(n)) if n != 0)
            }
            ExprKind::Index { .. } => true,
            _ => false,
        };
        let mut fine = walk::changes_nothing(pure, &without_fields(e, false)) && pure.keeps_fields(e, &self.body);
        walk::exprs(e, &mut |e| fine &= !throws(e));
        fine && !reads.elements
            && reads.are_stable(pure)
            && reads.locals.is_disjoint(&assigned)
            && !reads.locals.contains(&self.index)
    }
}

/// Fields of `this`, or of any object, as numbers: what a number is that nothing changes.
fn without_fields(e: &Expr, any: bool) -> Expr {
    let mut e = e.clone();
    walk::rewrite_expr(&mut e, &mut |e| {
        let field = matches!(&e.kind, ExprKind::Field { object: Some(of), .. }
            if matches!(of.kind, ExprKind::This) || any && is_path(of));
        if field && e.ty.is_primitive() {
            e.kind = ExprKind::Lit(Lit::Zero);
        }
        !field
    });
    e
}

/// A local, `this`, or a field of such.
fn is_path(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Local(_) | ExprKind::This => true,
        ExprKind::Field { object: Some(of), .. } => is_path(of),
        _ => false,
    }
}

/// A `for` with one update.
fn written_so(s: &Stmt) -> bool {
    matches!(&s.kind, StmtKind::For { init, update, .. } if init.len() == 1 && update.len() == 1)
}

// ---- expressions --------------------------------------------------------------------------------------------------

fn lit(ty: &Ty, n: i64, span: Span) -> Expr {
    let kind = ExprKind::Lit(if *ty == Ty::Long { Lit::Long(n) } else { Lit::Int(n as i32) });
    Expr { kind, ty: ty.clone(), span }
}

fn read(local: LocalId, ty: &Ty, span: Span) -> Expr {
    Expr { kind: ExprKind::Local(local), ty: ty.clone(), span }
}

/// Of the type of the operands; a comparison is a `boolean`.
fn binary(op: BinOp, a: Expr, b: Expr) -> Expr {
    let (span, ty) = (a.span, if op.is_comparison() { Ty::Boolean } else { a.ty.clone() });
    Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span }
}

/// A number plus a constant.
fn plus(e: Expr, n: i64) -> Expr {
    let (ty, span) = (e.ty.clone(), e.span);
    match (&e.kind, n) {
        (_, 0) => e,
        (ExprKind::Lit(Lit::Int(m)), _) => lit(&ty, i64::from(m.wrapping_add(n as i32)), span),
        (ExprKind::Lit(Lit::Long(m)), _) => lit(&ty, m.wrapping_add(n), span),
        (_, ..0) => binary(BinOp::Sub, e, lit(&ty, -n, span)),
        _ => binary(BinOp::Add, e, lit(&ty, n, span)),
    }
}

/// The greater of a number and a constant.
fn at_least(e: Expr, n: i64) -> Expr {
    let (ty, span) = (e.ty.clone(), e.span);
    let more = binary(BinOp::Gt, e.clone(), lit(&ty, n, span));
    let kind = ExprKind::Cond(Box::new(more), Box::new(e), Box::new(lit(&ty, n, span)));
    Expr { kind, ty, span }
}

fn and(a: Expr, b: Expr) -> Expr {
    let span = a.span;
    Expr { kind: ExprKind::And(Box::new(a), Box::new(b)), ty: Ty::Boolean, span }
}

fn convert(e: Expr, ty: &Ty) -> Expr {
    match (&e.kind, e.ty == *ty) {
        (_, true) => e,
        (ExprKind::Lit(Lit::Int(n)), _) if *ty == Ty::Long => lit(ty, i64::from(*n), e.span),
        _ => Expr { span: e.span, ty: ty.clone(), kind: ExprKind::Convert(Box::new(e)) },
    }
}

fn set(local: LocalId, value: Expr) -> StmtKind {
    let (ty, span) = (value.ty.clone(), value.span);
    let kind = ExprKind::Assign { place: Place::Local(local), value: Box::new(value) };
    StmtKind::Expr(Expr { kind, ty, span })
}

fn increment(local: LocalId, ty: &Ty, span: Span) -> Expr {
    let kind = ExprKind::IncDec { place: Place::Local(local), decrement: false, prefix: false };
    Expr { kind, ty: ty.clone(), span }
}

/// `i << 1 | 1` and `2 * i ^ 1` as a sum: the constant has only bits that the product has not.
fn joined(e: &Expr) -> Option<Expr> {
    let ExprKind::Binary(BinOp::Or | BinOp::Xor, a, b) = &e.kind else { return None };
    let constant = |e: &Expr| match e.kind {
        ExprKind::Lit(Lit::Int(n)) => Some(n),
        _ => None,
    };
    let (product, n) = match (constant(a), constant(b)) {
        (None, Some(n)) => (a, n),
        (Some(n), None) => (b, n),
        _ => return None,
    };
    let ExprKind::Binary(op, x, y) = &product.kind else { return None };
    let zeros = match op {
        BinOp::Shl => constant(y).filter(|k| (0..31).contains(k))? as u32,
        BinOp::Mul => constant(x).or_else(|| constant(y)).filter(|c| *c > 0)?.trailing_zeros(),
        _ => return None,
    };
    (e.ty == Ty::Int && n >= 0 && n < 1 << zeros)
        .then(|| binary(BinOp::Add, product.as_ref().clone(), lit(&Ty::Int, n.into(), e.span)))
}

/// `(int) ((long) v * w + u)` as `v * w + u`: of sums and products, which wrap around, the low half is that of the low halves.
fn narrowed(e: &Expr) -> Option<Expr> {
    narrowed_with(e, &BTreeMap::new())
}

/// The same, where these `long` locals are the values of those `int` ones.
fn narrowed_with(e: &Expr, ints: &BTreeMap<LocalId, LocalId>) -> Option<Expr> {
    fn low(e: &Expr, ints: &BTreeMap<LocalId, LocalId>) -> Option<Expr> {
        match &e.kind {
            ExprKind::Local(l) => ints.get(l).map(|int| read(*int, &Ty::Int, e.span)),
            ExprKind::Convert(inner) if inner.ty == Ty::Int && e.ty == Ty::Long => Some(inner.as_ref().clone()),
            ExprKind::Lit(Lit::Long(n)) => Some(lit(&Ty::Int, i64::from(*n as i32), e.span)),
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => {
                Some(Expr { span: e.span, ..binary(*op, low(a, ints)?, low(b, ints)?) })
            }
            _ => None,
        }
    }
    match &e.kind {
        ExprKind::Convert(inner) if e.ty == Ty::Int && inner.ty == Ty::Long => low(inner, ints),
        _ => None,
    }
}

/// What was widened from `int` to `long`, or from a narrower type.
fn without_widening(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Convert(inner)
            if matches!(
                (&inner.ty, &e.ty),
                (Ty::Int | Ty::Short | Ty::Byte | Ty::Char, Ty::Long) | (Ty::Short | Ty::Byte | Ty::Char, Ty::Int)
            ) =>
        {
            without_widening(inner)
        }
        _ => e,
    }
}

fn flipped(op: BinOp) -> BinOp {
    match op {
        BinOp::Lt => BinOp::Gt,
        BinOp::Le => BinOp::Ge,
        BinOp::Gt => BinOp::Lt,
        BinOp::Ge => BinOp::Le,
        other => other,
    }
}

/// How often a block names a local, its declaration included.
fn mentions(b: &Block, local: LocalId) -> usize {
    let mut declared = 0;
    walk::stmts_in(b, &mut |s| {
        declared += usize::from(matches!(&s.kind, StmtKind::Local { local: l, .. } if *l == local));
    });
    super::best::mentions(b, local) + declared
}

/// The local that `i++`, `i += 2`, `i = i + s` changes.
fn stepped(e: &Expr) -> Option<LocalId> {
    match &e.kind {
        ExprKind::IncDec { place: Place::Local(l), .. } | ExprKind::CompoundAssign { place: Place::Local(l), .. } => {
            Some(*l)
        }
        ExprKind::Assign { place: Place::Local(l), value } => {
            let mut reads = walk::Reads::default();
            reads.expr(value);
            reads.locals.contains(l).then_some(*l)
        }
        _ => None,
    }
}

/// The locals that a comparison compares, itself changed or with a constant more or less.
fn compared(e: &Expr) -> Vec<LocalId> {
    let ExprKind::Binary(op, a, b) = &e.kind else { return Vec::new() };
    let of = |e: &Expr| {
        let e = without_widening(e);
        match &e.kind {
            ExprKind::Local(l) | ExprKind::IncDec { place: Place::Local(l), .. } => Some(*l),
            ExprKind::Binary(BinOp::Add | BinOp::Sub, x, y) => match (&x.kind, &y.kind) {
                (ExprKind::Local(l), ExprKind::Lit(_)) => Some(*l),
                (ExprKind::Lit(_), ExprKind::Local(l)) => Some(*l),
                _ => None,
            },
            _ => None,
        }
    };
    if op.is_comparison() { of(a).into_iter().chain(of(b)).collect() } else { Vec::new() }
}

/// How often an expression changes a local.
fn changes(e: &Expr, local: LocalId) -> usize {
    let mut n = 0;
    walk::exprs(e, &mut |e| {
        n += usize::from(matches!(&e.kind,
            ExprKind::IncDec { place: Place::Local(l), .. }
            | ExprKind::CompoundAssign { place: Place::Local(l), .. }
            | ExprKind::Assign { place: Place::Local(l), .. } if *l == local));
    });
    n
}
