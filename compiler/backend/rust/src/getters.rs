//! Methods that return a field of their receiver, or set one to their argument, and do nothing else: a call of one is a look at the
//! field, or an assignment.

use super::Context;
use super::code::string_literal;
use super::expr::strip_upcast;
use super::func::Function;
use super::moves::call_targets;
use somd_hir::*;

/// A call that is a look at a field.
pub struct Getter<'e> {
    pub object: &'e Expr,
    pub field: FieldId,
    method: MethodId,
}

/// A call that is an assignment to a field.
pub struct Setter<'e> {
    pub object: &'e Expr,
    pub field: FieldId,
    pub value: &'e Expr,
}

impl Context<'_> {
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
            && self.target(&e.ty) == self.target(&self.program.field(field).ty);
        fits.then_some(Getter { object, field, method: *method })
    }
}

impl Function<'_> {
    /// The null check of a getter's object.
    pub fn getter_check(&self, getter: &Getter<'_>) -> String {
        if matches!(getter.object.kind, ExprKind::This) || self.is_on_stack(getter.object) {
            return String::new();
        }
        let (what, null) = (self.messages().callee(getter.object, getter.method), self.messages().name(getter.object));
        format!(".invoke({}, {})", string_literal(&what), string_literal(&null))
    }
}
