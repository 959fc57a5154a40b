//! What a lambda's body throws decides what its interface's method throws, where that is still unknown (JLS 18.1.3, 18.2.5).

use super::Attr;
use crate::members::MethodSig;
use crate::types::{InferVarId, Type};
use somd_hir::walk::{self, Node};
use somd_hir::{Block, Catch, ClassId, ExprKind, LocalId, MethodId, StmtKind, Ty};
use somd_syntax::source::Span;

impl Attr<'_> {
    /// Notes which unknowns stand in a `throws` clause: where nothing else is known of one, it is `RuntimeException`.
    pub fn mark_thrown(&mut self, throws: &[Type]) -> Vec<InferVarId> {
        let mut unknown = Vec::new();
        for ty in throws {
            if let Type::Infer(v) = self.zonk(ty) {
                self.infer[v.0 as usize].thrown = true;
                unknown.push(v);
            }
        }
        unknown
    }

    /// Bounds from a lambda's body for the unknowns of the `throws` clause that it implements.
    pub fn learn_throws(&mut self, sig: &MethodSig, body: &Block) {
        let unknown = self.mark_thrown(&sig.throws);
        if unknown.is_empty() {
            return;
        }
        let mut walk = Leaving { attr: self, caught: Vec::new(), out: Vec::new() };
        walk.block(body);
        let mut leaving = walk.out;
        let named: Vec<ClassId> = sig.throws.iter().filter_map(|t| self.zonk(t).class_id()).collect();
        leaving.retain(|&c| self.is_checked(c) && !named.iter().any(|&n| self.t.is_subclass(c, n)));
        for class in leaving {
            for &v in &unknown {
                let before = self.infer.clone();
                if !self.sub(&Type::class(class), &Type::Infer(v)) {
                    self.infer = before;
                }
            }
        }
    }

    /// Whether `RuntimeException` satisfies this bound.
    pub fn may_be_unchecked(&self, bound: &Type) -> bool {
        let runtime = self.t.library_type("java.lang.RuntimeException");
        !Self::has_infer(bound) && self.t.is_subtype_unchecked(&runtime, bound)
    }

    fn is_checked(&self, class: ClassId) -> bool {
        let below = |name: &str| self.t.library_type(name).class_id().is_some_and(|sup| self.t.is_subclass(class, sup));
        !below("java.lang.RuntimeException") && !below("java.lang.Error")
    }
}

/// The exceptions that statements can let out.
struct Leaving<'a, 't> {
    attr: &'a Attr<'t>,
    /// The parameters of the handlers around: what one throws again is what its `try` let out.
    caught: Vec<LocalId>,
    out: Vec<ClassId>,
}

impl Leaving<'_, '_> {
    fn block(&mut self, block: &Block) {
        block.stmts.iter().for_each(|stmt| self.node(Node::Stmt(stmt)));
    }

    fn node(&mut self, node: Node<'_>) {
        match node {
            Node::Stmt(stmt) => match &stmt.kind {
                StmtKind::Try { body, catches, finally } => {
                    let outside = std::mem::take(&mut self.out);
                    self.block(body);
                    let mut inside = std::mem::replace(&mut self.out, outside);
                    for catch in catches {
                        if !rethrows(catch) {
                            inside.retain(|&c| !catch.classes.iter().any(|&k| self.attr.t.is_subclass(c, k)));
                        }
                        self.caught.push(catch.local);
                        self.block(&catch.body);
                        self.caught.pop();
                    }
                    self.out.extend(inside);
                    finally.iter().for_each(|f| self.block(f));
                }
                StmtKind::Throw(value) => {
                    self.node(Node::Expr(value));
                    let mut value = value;
                    while let ExprKind::Upcast(inner) = &value.kind {
                        value = inner;
                    }
                    let again = matches!(value.kind, ExprKind::Local(local) if self.caught.contains(&local));
                    if let (Ty::Class(class), false) = (&value.ty, again) {
                        self.out.push(*class);
                    }
                }
                _ => walk::of_stmt(stmt, &mut |n| self.node(n)),
            },
            Node::Expr(expr) => {
                match &expr.kind {
                    ExprKind::Call { method, .. } => self.call(*method, expr.span),
                    ExprKind::New { constructor, .. } => self.call(*constructor, expr.span),
                    _ => {}
                }
                walk::of_expr(expr, &mut |n| self.node(n));
            }
            Node::Place(place) => walk::of_place(place, &mut |n| self.node(n)),
            Node::Declare(_) => {}
        }
    }

    fn call(&mut self, method: MethodId, span: Span) {
        let t = &self.attr.t;
        match self.attr.out.thrown_by_call.get(&(span, method)) {
            Some(thrown) => self.out.extend(thrown),
            None => self.out.extend(t.method(method).throws.iter().filter_map(|thrown| t.erasure(thrown).class_id())),
        }
    }
}

/// Whether a handler throws what it caught.
fn rethrows(catch: &Catch) -> bool {
    let mut found = false;
    walk::stmts_in(&catch.body, &mut |stmt| {
        found |= matches!(&stmt.kind, StmtKind::Throw(e) if matches!(e.kind, ExprKind::Local(l) if l == catch.local));
    });
    found
}
