//! Methods that return a field of their receiver, or set one to their argument, and do nothing else: a call of one is a look at the
//! field, or an assignment.

use crate::HostPlan;
use crate::ownership::call_targets;
use somd_hir::walk::strip_upcast;
use somd_hir::*;

/// A call that is a look at a field.
pub struct Getter<'e> {
    pub object: &'e Expr,
    pub field: FieldId,
    pub method: MethodId,
}

/// A call that is an assignment to a field.
pub struct Setter<'e> {
    pub object: &'e Expr,
    pub field: FieldId,
    pub value: &'e Expr,
}

impl HostPlan<'_> {
    /// The assignment that `e`, a call, is.
    pub fn as_setter<'e>(&self, e: &'e Expr) -> Option<Setter<'e>> {
        let ExprKind::Call { kind, method, receiver: Some(object), args } = &e.kind else { return None };
        let ([value], false) = (args.as_slice(), *kind == CallKind::Static) else { return None };
        let object = strip_upcast(object);
        let [target] = call_targets(self, *kind, *method, Some(object))[..] else { return None };
        let target = self.program.method(target);
        let [Stmt { kind: StmtKind::Expr(Expr { kind: ExprKind::Assign { place, value: set }, .. }), .. }] =
            target.body.as_ref()?.stmts.as_slice()
        else {
            return None;
        };
        let Place::Field { object: Some(this), field } = place else { return None };
        let fits = target.kind == MethodKind::Method
            && target.somd.is_none()
            && matches!(strip_upcast(this).kind, ExprKind::This)
            && matches!(strip_upcast(set).kind, ExprKind::Local(l) if l == target.params[0]);
        fits.then_some(Setter { object, field: *field, value })
    }

    /// The look at a field that `e`, a call, is.
    pub fn as_getter<'e>(&self, e: &'e Expr) -> Option<Getter<'e>> {
        let ExprKind::Call { kind, method, receiver: Some(object), args } = &e.kind else { return None };
        if !args.is_empty() || *kind == CallKind::Static {
            return None;
        }
        let object = strip_upcast(object);
        let [target] = call_targets(self, *kind, *method, Some(object))[..] else { return None };
        let target = self.program.method(target);
        let [Stmt { kind: StmtKind::Return(Some(value)), .. }] = target.body.as_ref()?.stmts.as_slice() else {
            return None;
        };
        let ExprKind::Field { object: Some(this), field } = &strip_upcast(value).kind else { return None };
        let field = *field;
        let class = self.program.field(field).class;
        let fits = matches!(this.kind, ExprKind::This)
            && matches!(&object.ty, Ty::Class(c) if self.program.is_subclass(*c, class))
            && e.ty.is_reference()
            && self.value_class(&e.ty).is_none()
            && self.layout(&e.ty) == self.layout(&self.program.field(field).ty);
        fits.then_some(Getter { object, field, method: *method })
    }
}

/// What is asked of a string.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TextAccess {
    CharAt,
    Length,
}

impl HostPlan<'_> {
    /// `e` is `s.charAt(i)` or `s.length()`: which, and `s`.
    pub fn text_access<'e>(&self, e: &'e Expr) -> Option<(TextAccess, &'e Expr)> {
        let ExprKind::Call { method, receiver: Some(string), .. } = &e.kind else { return None };
        let access = match self.program.method(*method).native.as_deref()? {
            "string.charAt" => TextAccess::CharAt,
            "string.length" => TextAccess::Length,
            _ => return None,
        };
        let string = strip_upcast(string);
        matches!(&string.ty, Ty::Class(c) if Some(*c) == self.string).then_some((access, string))
    }
}
