//! References that move out of a field: `x = o.f; o.f = …` overwrites what was just read, so that the read leaves null and nothing is
//! counted. So do lists that lose their first element, queues, rotations of trees, reversals.
//!
//! Between the read and the write nothing may look at the field, and nothing may be thrown, unless the field was null anyway.

use super::Context;
use super::expr::strip_upcast;
use super::func::Use;
use super::walk::{self, Node};
use crate::hir::*;
use std::collections::BTreeSet;

/// The reads, by address.
pub type Takes = BTreeSet<*const Expr>;

pub fn takes(cx: &Context, method: &Method, uses: &[Use]) -> Takes {
    let mut finder = Finder { cx, uses, takes: Takes::new() };
    let Some(body) = &method.body else { return finder.takes };
    finder.list(&body.stmts);
    walk::block(body, &mut |n| {
        let Node::Stmt(s) = n else { return };
        match &s.kind {
            StmtKind::Block(b)
            | StmtKind::While { body: b, .. }
            | StmtKind::DoWhile { body: b, .. }
            | StmtKind::For { body: b, .. }
            | StmtKind::Labeled { body: b, .. } => finder.list(&b.stmts),
            StmtKind::If { then, otherwise, .. } => {
                finder.list(&then.stmts);
                otherwise.iter().for_each(|b| finder.list(&b.stmts));
            }
            _ => {}
        }
    });
    finder.takes
}

struct Finder<'a> {
    cx: &'a Context<'a>,
    uses: &'a [Use],
    takes: Takes,
}

/// `x = o.f` or `a.g = o.f`.
struct Read<'a> {
    at: &'a Expr,
    object: &'a Expr,
    field: FieldId,
    to: Option<LocalId>,
}

impl Finder<'_> {
    fn list(&mut self, stmts: &[Stmt]) {
        for (i, pair) in stmts.windows(2).enumerate() {
            let before = i.checked_sub(1).map(|i| &stmts[i]);
            let Some(read) = self.read(&pair[0], before) else { continue };
            let next = match (&pair[1].kind, read.to) {
                // Without an object there was null.
                (StmtKind::If { cond, then, .. }, Some(x)) if is_nonnull_test(cond, x) => then.stmts.first(),
                _ => Some(&pair[1]),
            };
            if next.is_some_and(|s| self.overwrites(s, &read)) {
                self.takes.insert(read.at);
            }
        }
    }

    fn read<'s>(&self, s: &'s Stmt, before: Option<&Stmt>) -> Option<Read<'s>> {
        let (value, to) = match &s.kind {
            StmtKind::Local { local, init: Some(e) } => (e, Some(*local)),
            StmtKind::Expr(Expr { kind: ExprKind::Assign { place: Place::Local(x), value }, .. }) => {
                (value.as_ref(), Some(*x))
            }
            StmtKind::Expr(Expr {
                kind: ExprKind::Assign { place: Place::Field { object: Some(a), .. }, value },
                ..
            }) if self.is_nonnull(a, before) => (value.as_ref(), None),
            _ => return None,
        };
        let at = strip_upcast(value);
        let ExprKind::Field { object: Some(object), field } = &at.kind else { return None };
        let object = strip_upcast(object);
        let fits = at.ty.is_reference()
            && self.cx.value_class(&at.ty).is_none()
            && self.is_kept(object)
            && !matches!(object.kind, ExprKind::Local(o) if Some(o) == to);
        fits.then_some(Read { at, object, field: *field, to })
    }

    /// The receiver, or a variable that does not look at an object in the place where that is.
    fn is_kept(&self, e: &Expr) -> bool {
        match e.kind {
            ExprKind::This => true,
            ExprKind::Local(l) => !self.uses[l.index()].cursor,
            _ => false,
        }
    }

    /// The statement before would have thrown.
    fn is_nonnull(&self, a: &Expr, before: Option<&Stmt>) -> bool {
        let a = strip_upcast(a);
        let looked_at = |e: &Expr| match &e.kind {
            ExprKind::Field { object: Some(o), .. } => same(strip_upcast(o), a),
            _ => false,
        };
        match &a.kind {
            ExprKind::This => true,
            ExprKind::Local(l) if !self.uses[l.index()].cursor => match before.map(|s| &s.kind) {
                Some(StmtKind::Local { local, init: Some(e) }) => local != l && looked_at(strip_upcast(e)),
                Some(StmtKind::Expr(Expr { kind: ExprKind::Assign { place, value }, .. })) => match place {
                    Place::Local(x) => x != l && looked_at(strip_upcast(value)),
                    Place::Field { object: Some(o), .. } => same(strip_upcast(o), a),
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// The statement writes the field of the same object; its value looks at other fields, of objects that there are.
    fn overwrites(&self, s: &Stmt, read: &Read) -> bool {
        match &s.kind {
            StmtKind::Expr(Expr {
                kind: ExprKind::Assign { place: Place::Field { object: Some(o), field }, value },
                ..
            }) => *field == read.field && same(strip_upcast(o), read.object) && self.is_safe(value, read),
            _ => false,
        }
    }

    fn is_safe(&self, e: &Expr, read: &Read) -> bool {
        match &e.kind {
            ExprKind::Lit(_) => true,
            ExprKind::This | ExprKind::Local(_) => self.is_kept(e),
            ExprKind::Upcast(i) => self.is_safe(i, read),
            ExprKind::Field { object: Some(o), field } => {
                let o = strip_upcast(o);
                let exists = matches!(o.kind, ExprKind::This)
                    || same(o, read.object)
                    || matches!(o.kind, ExprKind::Local(l) if Some(l) == read.to);
                *field != read.field && exists && self.is_kept(o)
            }
            _ => false,
        }
    }
}

fn same(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::This, ExprKind::This) => true,
        (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
        _ => false,
    }
}

/// `x != null`
fn is_nonnull_test(e: &Expr, x: LocalId) -> bool {
    let is_x = |e: &Expr| matches!(strip_upcast(e).kind, ExprKind::Local(l) if l == x);
    let is_null = |e: &Expr| matches!(strip_upcast(e).kind, ExprKind::Lit(Lit::Null));
    matches!(&e.kind, ExprKind::Binary(BinOp::Ne, a, b) if is_x(a) && is_null(b) || is_x(b) && is_null(a))
}
