//! Methods that only look something up: they store no reference, and what they return stands in a field or an element that is
//! reached from their receiver or from a parameter (`return list[i]`, `return edges[(k + 2) % 4].origin`, the search of a chain).
//!
//! Such a method has a second form, which lends the reference in the place where it stands: who only looks at the result counts
//! nothing. It is called where nothing is stored, as long as the result is looked at, in the places on the way to it.

use crate::HostPlan;
use crate::borrowed_locals::{self, CursorSet};
use crate::mod_ref::Stores;
use crate::ownership::{self, call_targets};
use crate::walk::{self, Node};
use crate::{boxes, reachability};
use somd_hir::walk::strip_upcast;
use somd_hir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The methods that lend what they return.
pub type Looks = BTreeMap<MethodId, Way>;

/// How a method gets to what it returns.
pub struct Way {
    /// The fields and elements that may be on the way.
    places: Stores,
    /// The positions of the parameters from which it may start; otherwise it is the receiver.
    pub roots: BTreeSet<usize>,
}

/// Calls between a method and the field that it lends, at most.
const DEPTH: usize = 8;

/// A call of such a method.
pub struct Look<'e> {
    pub object: Option<&'e Expr>,
    args: &'e [Expr],
    way: &'e Way,
}

impl<'e> Look<'e> {
    /// What is stored leaves the way as it is.
    pub fn is_left_by(&self, stores: &Stores) -> bool {
        !self.way.places.meets(stores)
    }

    /// What the way may start from, the receiver apart.
    pub fn roots(&self) -> impl Iterator<Item = &'e Expr> {
        self.way.roots.iter().filter_map(|&i| self.args.get(i)).map(strip_upcast)
    }

    /// Evaluating the arguments stores nothing.
    pub fn keeps_references(&self, cx: &HostPlan, from: &Method) -> bool {
        self.args.iter().all(|a| cx.keeps_references(from, a))
    }

    pub fn has_inert_arguments(&self) -> bool {
        self.args.iter().all(walk::is_inert)
    }
}

/// Adds to the methods that are known to lend those that lend what these do.
pub fn find(cx: &mut HostPlan) {
    let candidates: Vec<MethodId> = cx.reach.methods.iter().copied().filter(|&m| may_lend(cx, m)).collect();
    for _ in 0..DEPTH {
        let found: Vec<(MethodId, Way)> = candidates
            .iter()
            .filter(|m| !cx.borrowed_returns.contains_key(m))
            .filter_map(|&m| Some((m, lent_way(cx, m)?)))
            .collect();
        if found.is_empty() {
            break;
        }
        cx.borrowed_returns.extend(found);
    }
    for m in candidates {
        if !cx.borrowed_returns.contains_key(&m) && calls_itself(cx, m) {
            find_recursive(cx, m);
        }
    }
}

/// A method that gives back what it finds, or what a call of itself does: it lends if it does where those calls lend.
fn find_recursive(cx: &mut HostPlan, m: MethodId) {
    cx.borrowed_returns.insert(m, Way { places: Stores::NOTHING, roots: BTreeSet::new() });
    // What it may lend from grows to what its calls of itself add.
    while let Some(way) = lent_way(cx, m) {
        let Some(known) = cx.borrowed_returns.get_mut(&m) else { return };
        let roots = known.roots.len();
        known.roots.extend(way.roots);
        if !known.places.add(&way.places) && known.roots.len() == roots {
            return;
        }
    }
    cx.borrowed_returns.remove(&m);
}

fn calls_itself(cx: &HostPlan, m: MethodId) -> bool {
    let mut calls = false;
    if let Some(body) = &cx.program.method(m).body {
        walk::block(body, &mut |n| {
            if let Node::Expr(Expr { kind: ExprKind::Call { kind, method, receiver, .. }, .. }) = n {
                calls |= call_targets(cx, *kind, *method, receiver.as_deref()) == [m];
            }
        });
    }
    calls
}

fn may_lend(cx: &HostPlan, m: MethodId) -> bool {
    let method = cx.program.method(m);
    method.kind == MethodKind::Method
        && method.native.is_none()
        && method.somd.is_none()
        && method.ret.is_reference()
        && cx.value_class(&method.ret).is_none()
        && cx.value_class(&Ty::Class(method.class)).is_none()
        && !boxes::is_shared(cx.program, m)
        && !cx.is_box(method.class)
        && reachability::object_clone(cx.program) != Some(m)
        && cx.stores.get(&m).is_some_and(Stores::is_nothing)
}

/// The places on the way to what the method returns, if it can lend that.
fn lent_way(cx: &HostPlan, m: MethodId) -> Option<Way> {
    let method = cx.program.method(m);
    let body = method.body.as_ref()?;
    let cursors = borrowed_locals::cursors(cx, method, ownership::fixed_locals(method));
    let fixed = ownership::fixed_locals(method);
    let mut lender = Lender { cx, method, cursors: &cursors, fixed, roots: BTreeSet::new() };
    let mut places = Stores::NOTHING;
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
            ExprKind::Field { field, .. } if e.ty.is_reference() => places.add_field(*field),
            ExprKind::Index { array, .. } if e.ty.is_reference() => places.add_elements(&cx.points_to.sites(array)),
            ExprKind::Call { .. } => {
                if let Some(getter) = cx.as_getter(e) {
                    places.add_field(getter.field);
                } else if let Some(look) = cx.as_look(method, e) {
                    places.add(&look.way.places);
                }
            }
            _ => {}
        },
        _ => {}
    });
    lends.then_some(Way { places, roots: lender.roots })
}

struct Lender<'a> {
    cx: &'a HostPlan<'a>,
    method: &'a Method,
    cursors: &'a CursorSet,
    /// By local: assigned by its declaration, or the call, alone.
    fixed: Vec<bool>,
    roots: BTreeSet<usize>,
}

impl Lender<'_> {
    /// `e` is null, a parameter, or a place that is reached from one or from the receiver.
    fn is_lent(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Lit(Lit::Null) => true,
            ExprKind::Local(l) => match self.method.params.iter().position(|p| p == l) {
                Some(i) => {
                    self.roots.insert(i);
                    self.fixed[l.index()] && self.cx.value_class(&e.ty).is_none()
                }
                None => self.cursors.locals.contains(l),
            },
            ExprKind::Upcast(i) | ExprKind::CheckCast(i) => self.is_lent(i),
            ExprKind::Cond(_, a, b) => self.is_lent(a) && self.is_lent(b),
            _ => self.is_reached(e),
        }
    }

    fn is_reached(&mut self, e: &Expr) -> bool {
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
            ExprKind::Call { .. } => match (self.cx.as_getter(e), self.cx.as_look(self.method, e)) {
                (Some(getter), _) => self.is_root(getter.object),
                (None, Some(look)) => {
                    look.object.is_none_or(|o| self.is_root(o))
                        && look.roots().all(|a| self.is_root(a))
                        && look.keeps_references(self.cx, self.method)
                }
                (None, None) => false,
            },
            _ => false,
        }
    }

    fn is_root(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::This => true,
            ExprKind::Upcast(i) | ExprKind::CheckCast(i) => self.is_root(i),
            ExprKind::Local(_) => self.is_lent(e),
            _ => self.is_reached(e),
        }
    }
}

impl HostPlan<'_> {
    /// The call of a method that lends what it returns that `e`, in a method, is.
    pub fn as_look<'e>(&'e self, from: &Method, e: &'e Expr) -> Option<Look<'e>> {
        let ExprKind::Call { kind, method, receiver, args } = &e.kind else { return None };
        if self.borrowed_returns.is_empty() {
            return None;
        }
        let object = receiver.as_deref().map(strip_upcast);
        let [target] = call_targets(self, *kind, *method, object)[..] else { return None };
        let way = self.borrowed_returns.get(&target)?;
        let direct = match object {
            Some(_) => *kind != CallKind::Virtual || self.same_signature(*method, target),
            None => self.needs_initialiser(from, self.program.method(target).class).is_none(),
        };
        direct.then_some(Look { object, args, way })
    }
}
