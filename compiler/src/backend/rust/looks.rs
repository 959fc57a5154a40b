//! Methods that only look something up: they store no reference, and what they return stands in a field or an element that is
//! reached from their receiver (`return list[i]`, `return edges[(k + 2) % 4].origin`, the search of a chain).
//!
//! Such a method has a second form, which lends the reference in the place where it stands: who only looks at the result counts
//! nothing. It is called where nothing is stored, as long as the result is looked at, in the places on the way to it.

use super::Context;
use super::cursors::{self, CursorSet};
use super::expr::strip_upcast;
use super::moves::{self, call_targets};
use super::stores::Stores;
use super::walk::{self, Node};
use super::{boxes, reach};
use crate::hir::*;
use std::collections::BTreeMap;

/// The methods that lend what they return, with the fields and elements that may be on the way to it.
pub type Looks = BTreeMap<MethodId, Stores>;

/// Calls between a method and the field that it lends, at most.
const DEPTH: usize = 4;

/// A call of such a method.
pub struct Look<'e> {
    pub object: &'e Expr,
    pub args: &'e [Expr],
    pub way: &'e Stores,
}

/// Adds to the methods that are known to lend those that lend what these do.
pub fn find(cx: &mut Context) {
    let candidates: Vec<MethodId> = cx.reach.methods.iter().copied().filter(|&m| may_lend(cx, m)).collect();
    for _ in 0..DEPTH {
        let found: Vec<(MethodId, Stores)> = candidates
            .iter()
            .filter(|m| !cx.looks.contains_key(m))
            .filter_map(|&m| Some((m, lent_way(cx, m)?)))
            .collect();
        if found.is_empty() {
            return;
        }
        cx.looks.extend(found);
    }
}

fn may_lend(cx: &Context, m: MethodId) -> bool {
    let method = cx.program.method(m);
    method.kind == MethodKind::Method
        && !method.is_static
        && method.native.is_none()
        && method.somd.is_none()
        && method.ret.is_reference()
        && cx.value_class(&method.ret).is_none()
        && !boxes::is_shared(cx.program, m)
        && !cx.is_box(method.class)
        && reach::object_clone(cx.program) != Some(m)
        && cx.stores.get(&m).is_some_and(Stores::is_nothing)
}

/// The places on the way to what the method returns, if it can lend that.
fn lent_way(cx: &Context, m: MethodId) -> Option<Stores> {
    let method = cx.program.method(m);
    let body = method.body.as_ref()?;
    let cursors = cursors::cursors(cx, method, moves::fixed_locals(method));
    let lender = Lender { cx, method, cursors: &cursors };
    let mut way = Stores::NOTHING;
    let mut lends = true;
    walk::block(body, &mut |n| match n {
        Node::Stmt(s) => match &s.kind {
            StmtKind::Return(Some(e)) => lends &= lender.is_lent(e),
            StmtKind::Local { local, init: Some(e) } if cursors.locals.contains(local) => lends &= lender.is_lent(e),
            // The body of a `try` is a closure, which gives values.
            StmtKind::Try { .. } => lends = false,
            _ => {}
        },
        Node::Expr(e) => match &e.kind {
            ExprKind::Assign { place: Place::Local(l), value } if cursors.locals.contains(l) => {
                lends &= lender.is_lent(value)
            }
            ExprKind::Field { field, .. } if e.ty.is_reference() => way.add_field(*field),
            ExprKind::Index { .. } if e.ty.is_reference() => way.add_element(&e.ty),
            ExprKind::Call { .. } => {
                if let Some(getter) = cx.as_getter(e) {
                    way.add_field(getter.field);
                } else if let Some(look) = cx.as_look(e) {
                    way.add(look.way);
                }
            }
            _ => {}
        },
        _ => {}
    });
    lends.then_some(way)
}

struct Lender<'a> {
    cx: &'a Context<'a>,
    method: &'a Method,
    cursors: &'a CursorSet,
}

impl Lender<'_> {
    /// `e` is null, or a place that is reached from the receiver.
    fn is_lent(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Lit(Lit::Null) => true,
            ExprKind::Local(l) => self.cursors.locals.contains(l) && !self.method.params.contains(l),
            ExprKind::Upcast(i) | ExprKind::CheckCast(i) => self.is_lent(i),
            ExprKind::Cond(_, a, b) => self.is_lent(a) && self.is_lent(b),
            _ => self.is_reached(e),
        }
    }

    fn is_reached(&self, e: &Expr) -> bool {
        let e = strip_upcast(e);
        if self.cx.value_class(&e.ty).is_some() {
            return false;
        }
        match &e.kind {
            ExprKind::Field { object: Some(o), .. } => self.is_root(o),
            ExprKind::Index { array, index } => {
                matches!(array.ty, Ty::Array { .. })
                    && self.is_root(array)
                    && self.cx.keeps_references(self.method, index)
            }
            ExprKind::Call { .. } => match (self.cx.as_getter(e), self.cx.as_look(e)) {
                (Some(getter), _) => self.is_root(getter.object),
                (None, Some(look)) => {
                    self.is_root(look.object) && look.args.iter().all(|a| self.cx.keeps_references(self.method, a))
                }
                (None, None) => false,
            },
            _ => false,
        }
    }

    fn is_root(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::This => true,
            ExprKind::Upcast(i) | ExprKind::CheckCast(i) => self.is_root(i),
            ExprKind::Local(_) => self.is_lent(e),
            _ => self.is_reached(e),
        }
    }
}

impl Context<'_> {
    /// The call of a method that lends what it returns that `e` is.
    pub fn as_look<'e>(&'e self, e: &'e Expr) -> Option<Look<'e>> {
        let ExprKind::Call { kind, method, receiver: Some(object), args } = &e.kind else { return None };
        if self.looks.is_empty() || *kind == CallKind::Static {
            return None;
        }
        let object = strip_upcast(object);
        let [target] = call_targets(self, *kind, *method, Some(object))[..] else { return None };
        let way = self.looks.get(&target)?;
        let direct = *kind != CallKind::Virtual || self.same_signature(*method, target);
        direct.then_some(Look { object, args, way })
    }

    /// The path of the form of `m` that lends what it returns.
    pub fn look_function(&self, m: MethodId) -> String {
        self.looks_used.borrow_mut().insert(m);
        look_name(&self.function(m))
    }
}

/// The name of that form; Java's names do not end so.
pub fn look_name(name: &str) -> String {
    format!("{}__look", name.trim_start_matches("r#"))
}
