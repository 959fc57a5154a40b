//! Operators: promotion, folding, string concatenation, assignment.

use super::convert::{prim_ty, promoted, uncast};
use super::env::Env;
use super::{Attr, Ex, Expect, fold};
use crate::subtype::Cast;
use crate::types::Type;
use somd_hir::{BinOp, Expr, ExprKind, Lit, Place, Stmt, StmtKind, Ty};
use somd_syntax::ast::{self, BinaryOp as B, ExprKind as A, PrimType, UnaryOp as U};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;

pub(crate) fn hir_op(op: B) -> BinOp {
    match op {
        B::Add => BinOp::Add,
        B::Sub => BinOp::Sub,
        B::Mul => BinOp::Mul,
        B::Div => BinOp::Div,
        B::Rem => BinOp::Rem,
        B::Shl => BinOp::Shl,
        B::Shr => BinOp::Shr,
        B::UShr => BinOp::UShr,
        B::Lt => BinOp::Lt,
        B::Le => BinOp::Le,
        B::Gt => BinOp::Gt,
        B::Ge => BinOp::Ge,
        B::Eq => BinOp::Eq,
        B::Ne => BinOp::Ne,
        B::And | B::LogAnd => BinOp::And,
        B::Or | B::LogOr => BinOp::Or,
        B::Xor => BinOp::Xor,
    }
}

pub(crate) fn symbol(op: B) -> &'static str {
    match op {
        B::Add => "+",
        B::Sub => "-",
        B::Mul => "*",
        B::Div => "/",
        B::Rem => "%",
        B::Shl => "<<",
        B::Shr => ">>",
        B::UShr => ">>>",
        B::Lt => "<",
        B::Le => "<=",
        B::Gt => ">",
        B::Ge => ">=",
        B::Eq => "==",
        B::Ne => "!=",
        B::And => "&",
        B::Or => "|",
        B::Xor => "^",
        B::LogAnd => "&&",
        B::LogOr => "||",
    }
}

/// A place to assign to, attributed.
pub(crate) struct Target {
    /// What runs before: the object before a static field (`make().count = 1`).
    pub before: Vec<Stmt>,
    pub place: Place,
    pub ty: Type,
    /// The type of the place in HIR.
    pub erased: Ty,
}

impl Attr<'_> {
    pub fn binary(&mut self, op: B, op_span: Span, a: Ex, b: Ex, span: Span) -> Ex {
        if a.is_error() || b.is_error() {
            let mut out = self.error_ex(span);
            // What a comparison gives is known all the same.
            if hir_op(op).is_comparison() {
                out.hir.ty = Ty::Boolean;
            }
            return out;
        }
        if op == B::Add
            && (self.t.is_string(&a.ty) || self.t.is_string(&b.ty))
            && a.ty != Type::Void
            && b.ty != Type::Void
        {
            return self.concat(a, b, span);
        }
        let (pa, pb) = (self.prim(&a.ty), self.prim(&b.ty));
        let h = hir_op(op);
        match (op, pa, pb) {
            (B::Eq | B::Ne, _, _) => return self.equality(op, op_span, a, b, span),
            (B::Shl | B::Shr | B::UShr, Some(x), Some(y)) if integral(x) && integral(y) => {
                let left = if x == PrimType::Long { PrimType::Long } else { PrimType::Int };
                let a = self.to_prim(a, left);
                let b = self.to_prim(b, PrimType::Int);
                return self.folded(h, a, b, Type::Prim(left), span);
            }
            (B::And | B::Or | B::Xor, Some(PrimType::Boolean), Some(PrimType::Boolean)) => {
                let (a, b) = (self.unbox(a), self.unbox(b));
                return self.folded(h, a, b, Type::BOOLEAN, span);
            }
            (B::And | B::Or | B::Xor, Some(x), Some(y)) if integral(x) && integral(y) => {
                return self.arithmetic(h, x, y, a, b, span);
            }
            (B::Add | B::Sub | B::Mul | B::Div | B::Rem | B::Lt | B::Le | B::Gt | B::Ge, Some(x), Some(y))
                if promoted(x, y).is_some() =>
            {
                return self.arithmetic(h, x, y, a, b, span);
            }
            _ => {}
        }
        self.bad_operands(op, op_span, &a, &b);
        self.error_ex(span)
    }

    fn arithmetic(&mut self, h: BinOp, x: PrimType, y: PrimType, a: Ex, b: Ex, span: Span) -> Ex {
        // Callers have asked that neither is boolean.
        let p = promoted(x, y).unwrap_or(PrimType::Int);
        let (a, b) = (self.to_prim(a, p), self.to_prim(b, p));
        let ty = if h.is_comparison() { Type::BOOLEAN } else { Type::Prim(p) };
        self.folded(h, a, b, ty, span)
    }

    fn folded(&mut self, h: BinOp, a: Ex, b: Ex, ty: Type, span: Span) -> Ex {
        if let (Some(x), Some(y)) = (a.constant(), b.constant())
            && let Some(lit) = fold::binary(h, x, y)
        {
            return self.lit(lit, ty, span);
        }
        self.warn_of_zero(h, &b);
        self.ex(ExprKind::Binary(h, Box::new(a.hir), Box::new(b.hir)), ty, span)
    }

    fn warn_of_zero(&mut self, op: BinOp, divisor: &Ex) {
        if matches!(op, BinOp::Div | BinOp::Rem)
            && matches!(divisor.constant(), Some(Lit::Int(0) | Lit::Long(0)))
            && !self.t.class(self.current_class()).is_library
        {
            let warning = Diagnostic::warning("W0201", "division by zero", divisor.span());
            self.report(warning.label("this is 0: it will throw"));
        }
    }

    fn bad_operands(&mut self, op: B, op_span: Span, a: &Ex, b: &Ex) {
        let (x, y) = (self.show(&a.ty), self.show(&b.ty));
        let s = symbol(op);
        let title = format!("`{s}` does not take {x} and {y}");
        let mut d = Diagnostic::error("E0212", title, op_span)
            .label(format!("no `{s}` for these types"))
            .also(a.span(), format!("this is {x}"))
            .also(b.span(), format!("this is {y}"));
        let compares = matches!(op, B::Lt | B::Le | B::Gt | B::Ge);
        if compares && self.t.is_string(&a.ty) && self.t.is_string(&b.ty) {
            d = d.note("strings are compared with `compareTo` and `equals`");
        } else if let Some(var) = [&a.ty, &b.ty].into_iter().find(|t| matches!(t, Type::Var(_))) {
            let var = self.show(var);
            d = d.note(format!("{var} may be any class; write the method for a type of numbers, or give it what `{s}` is to do: a `BinaryOperator<{var}>`"));
        }
        self.report(d);
    }

    pub fn equality(&mut self, op: B, op_span: Span, a: Ex, b: Ex, span: Span) -> Ex {
        let h = hir_op(op);
        let (pa, pb) = (self.prim(&a.ty), self.prim(&b.ty));
        if (a.ty.is_primitive() || b.ty.is_primitive())
            && let (Some(x), Some(y)) = (pa, pb)
        {
            if x == PrimType::Boolean && y == PrimType::Boolean {
                let (a, b) = (self.unbox(a), self.unbox(b));
                return self.folded(h, a, b, Type::BOOLEAN, span);
            }
            if promoted(x, y).is_some() {
                return self.arithmetic(h, x, y, a, b, span);
            }
        } else if a.ty.is_reference() && b.ty.is_reference() {
            let (ta, tb) = (self.settle(&a.ty), self.settle(&b.ty));
            let never_null = |attr: &Self, t: &Type| attr.is_lime_value(t);
            if (ta == Type::Null && never_null(self, &tb)) || (tb == Type::Null && never_null(self, &ta)) {
                let (value, shown) = if ta == Type::Null { (&b, self.show(&tb)) } else { (&a, self.show(&ta)) };
                self.report(
                    Diagnostic::error("E0207", format!("a {shown} is never null"), op_span)
                        .label("this comparison has only one outcome")
                        .also(value.span(), "a value"),
                );
                return self.error_ex(span);
            }
            if self.t.cast(&ta, &tb) != Cast::Impossible || self.t.cast(&tb, &ta) != Cast::Impossible {
                if let (Some(x), Some(y)) = (a.constant(), b.constant())
                    && let Some(lit) = fold::binary(h, x, y)
                {
                    return self.lit(lit, Type::BOOLEAN, span);
                }
                let (mut a, mut b) = (a, b);
                if !never_null(self, &ta) && !never_null(self, &tb) {
                    (a.hir, b.hir) = (uncast(a.hir), uncast(b.hir));
                }
                (a.hir, b.hir) = (self.null_constant(a.hir), self.null_constant(b.hir));
                let common = if self.erased_subtype(&a.hir.ty, &b.hir.ty) {
                    b.hir.ty.clone()
                } else if self.erased_subtype(&b.hir.ty, &a.hir.ty) {
                    a.hir.ty.clone()
                } else {
                    self.erase(&self.t.object())
                };
                let (x, y) = (self.reference_to(a.hir, &common), self.reference_to(b.hir, &common));
                return self.ex(ExprKind::Binary(h, Box::new(x), Box::new(y)), Type::BOOLEAN, span);
            }
        }
        let (x, y) = (self.show(&a.ty), self.show(&b.ty));
        self.report(
            Diagnostic::error("E0213", format!("{x} and {y} cannot be compared"), op_span)
                .label("never equal")
                .also(a.span(), format!("this is {x}"))
                .also(b.span(), format!("this is {y}")),
        );
        self.error_ex(span)
    }

    pub fn concat(&mut self, a: Ex, b: Ex, span: Span) -> Ex {
        let (a, b) = (self.shown_contents(a), self.shown_contents(b));
        let string = self.t.string();
        let operand = |attr: &Self, ex: Ex| if attr.t.is_string(&ex.ty) { ex.hir } else { uncast(ex.hir) };
        let (a, b) = (operand(self, a), operand(self, b));
        let mut parts: Vec<Expr> = match a.kind {
            ExprKind::Concat(parts) => parts,
            _ => vec![a],
        };
        let text_of = |e: &Expr| match &e.kind {
            ExprKind::Lit(lit) => fold::text(lit, &e.ty),
            _ => None,
        };
        // `x + 'a' + 'b'` may join its constants only where the left part is a string already.
        let joined = parts.last().and_then(|last| {
            let (x, y) = (text_of(last)?, text_of(&b)?);
            Some(x.iter().chain(y.iter()).copied().collect())
        });
        match joined {
            Some(text) => {
                parts.pop();
                parts.push(self.lit(Lit::String(text), string.clone(), span).hir);
            }
            None => parts.push(b),
        }
        if let [only] = parts.as_slice()
            && matches!(only.kind, ExprKind::Lit(Lit::String(_)))
        {
            return Ex { hir: Expr { span, ..only.clone() }, ty: string };
        }
        self.ex(ExprKind::Concat(parts), string, span)
    }

    pub fn unary(&mut self, op: U, operand: Ex, span: Span) -> Ex {
        if operand.is_error() {
            return operand;
        }
        let p = self.prim(&operand.ty);
        let result = match (op, p) {
            (U::Not, Some(PrimType::Boolean)) => {
                let ex = self.unbox(operand);
                return match ex.constant() {
                    Some(Lit::Boolean(b)) => self.lit(Lit::Boolean(!b), Type::BOOLEAN, span),
                    _ => self.ex(ExprKind::Not(Box::new(ex.hir)), Type::BOOLEAN, span),
                };
            }
            (U::Plus | U::Neg, Some(p)) if p != PrimType::Boolean => promoted(p, PrimType::Int),
            (U::BitNot, Some(p)) if integral(p) => promoted(p, PrimType::Int),
            _ => None,
        };
        let Some(p) = result else {
            let shown = self.show(&operand.ty);
            let s = match op {
                U::Not => "!",
                U::BitNot => "~",
                U::Neg => "-",
                _ => "+",
            };
            self.error("E0212", format!("`{s}` does not take {shown}"), span, format!("the operand is {shown}"));
            return self.error_ex(span);
        };
        let mut ex = self.to_prim(operand, p);
        let folded = ex.constant().and_then(|l| match op {
            U::Neg => fold::negate(l),
            U::BitNot => fold::bit_not(l),
            _ => Some(l.clone()),
        });
        if let Some(lit) = folded {
            return self.lit(lit, Type::Prim(p), span);
        }
        match op {
            U::Neg => self.ex(ExprKind::Neg(Box::new(ex.hir)), Type::Prim(p), span),
            U::BitNot => self.ex(ExprKind::BitNot(Box::new(ex.hir)), Type::Prim(p), span),
            _ => {
                ex.hir.span = span;
                ex
            }
        }
    }

    // ---- places ---------------------------------------------------------------------------------------------------

    /// What stands left of an assignment.
    pub fn target(&mut self, e: &ast::Expr, reads: bool) -> Option<Target> {
        let e = strip_parens(e);
        match &e.kind {
            A::Name(name) => {
                if let Some((frame, local)) = self.find_local(name)
                    && self.local_wins(frame, name)
                {
                    return self.local_target(frame, local, e.span, reads);
                }
            }
            A::Index(array, index) => {
                let array = self.expr(array, &Expect::None);
                let ex = self.index(array, index, e.span);
                if ex.is_error() {
                    return None;
                }
                return self.target_of(ex, e.span);
            }
            A::Field(..) => {}
            A::Error => return None,
            _ => {
                self.error(
                    "E0214",
                    "this cannot be assigned to",
                    e.span,
                    "neither a variable, a field nor an array element",
                );
                return None;
            }
        }
        let ex = self.place_value(e);
        if ex.is_error() {
            return None;
        }
        self.target_of(ex, e.span)
    }

    /// The innermost variable of the name is that local, not a field of a class between.
    fn local_wins(&mut self, frame: usize, name: &str) -> bool {
        let classes: Vec<_> = self.env[frame..]
            .iter()
            .filter_map(|e| if let Env::Class(c) = e { (!c.is_lambda).then_some(c.class) } else { None })
            .collect();
        !classes.into_iter().any(|c| {
            let site = Type::Class(self.t.this_type(c));
            matches!(self.t.find_field(&site, name, &self.scope), crate::members::FieldLookup::Found(_))
        })
    }

    fn local_target(&mut self, frame: usize, local: somd_hir::LocalId, span: Span, reads: bool) -> Option<Target> {
        if self.out_of_reach(frame, local, span) {
            return None;
        }
        let here = self.env.iter().rposition(|e| matches!(e, Env::Frame(_)));
        let (name, declared, ty, is_final, initialised) = match &self.env[frame] {
            Env::Frame(f) => {
                let (l, v) = (&f.locals[local.index()], &f.vars[local.index()]);
                (l.name.clone(), l.span, v.ty.clone(), v.declared_final, v.initialised)
            }
            Env::Class(_) => return None,
        };
        if here != Some(frame) {
            self.report(
                Diagnostic::error("E0233", format!("`{name}` cannot be changed in here"), span)
                    .label("a lambda or inner class has only a copy of it")
                    .also(declared, "declared in the method around")
                    .note("keep it in a field or in an array of one element"),
            );
            return None;
        }
        if is_final && (initialised || reads) {
            self.report(
                Diagnostic::error("E0234", format!("`{name}` is final"), span)
                    .label("assigned a second time")
                    .also(declared, "declared final here"),
            );
            return None;
        }
        let f = self.frame();
        f.vars[local.index()].assigned.push(span);
        let erased = f.locals[local.index()].ty.clone();
        Some(Target { before: Vec::new(), place: Place::Local(local), ty, erased })
    }

    /// A name or field as a place: constants are not folded here, and a final field is checked.
    fn place_value(&mut self, e: &ast::Expr) -> Ex {
        // A constant folds to a literal before it can be seen as a field: assigning one is an error in any case.
        let ex = self.named_value_or_field(e);
        if ex.constant().is_some() {
            self.error("E0234", "a constant cannot be assigned", e.span, "it is final and has its value");
            return self.error_ex(e.span);
        }
        ex
    }

    fn named_value_or_field(&mut self, e: &ast::Expr) -> Ex {
        match &e.kind {
            A::Field(target, _) if !matches!(target.kind, A::Name(_) | A::Field(..)) => self.expr(e, &Expect::None),
            _ => self.named_value(e),
        }
    }

    fn target_of(&mut self, ex: Ex, span: Span) -> Option<Target> {
        // The cast that a generic field's read needs is not part of the place.
        let hir = match ex.hir.kind {
            ExprKind::CheckCast(inner) => *inner,
            kind => Expr { kind, ..ex.hir },
        };
        let (before, hir) = match hir.kind {
            ExprKind::Sequence(before, value) if matches!(value.kind, ExprKind::Field { object: None, .. }) => {
                (before, *value)
            }
            kind => (Vec::new(), Expr { kind, ..hir }),
        };
        let erased = hir.ty.clone();
        let place = match hir.kind {
            ExprKind::Field { object, field } => {
                if !self.may_assign_field(&object, field, span) {
                    return None;
                }
                Place::Field { object, field }
            }
            ExprKind::Index { array, index } => {
                if matches!(array.ty, Ty::ValueArray { .. }) {
                    self.report(
                        Diagnostic::error("E0235", "a value array never changes", span)
                            .label("this element cannot be assigned")
                            .note("`a.toArray()` gives an array that can be changed"),
                    );
                    return None;
                }
                Place::Index { array, index }
            }
            ExprKind::Length(_) => {
                self.error("E0234", "an array's length is final", span, "`length` cannot be assigned");
                return None;
            }
            _ => {
                self.error("E0214", "this cannot be assigned to", span, "not a variable");
                return None;
            }
        };
        Some(Target { before, place, ty: ex.ty, erased })
    }

    fn may_assign_field(&mut self, object: &Option<Box<Expr>>, field: somd_hir::FieldId, span: Span) -> bool {
        let f = self.t.field(field);
        // The library sets the standard streams; for programs they are final, as in Java.
        let owner = self.t.class(f.class);
        let set_by_library = f.is_static && owner.is_library && owner.name == "java.lang.System";
        let is_final = f.is_final || set_by_library && !self.t.class(self.code_class()).is_library;
        if !is_final {
            return true;
        }
        let (is_static, class, has_init, name, declared) =
            (f.is_static, f.class, f.init.is_some(), f.name.clone(), f.span);
        let code = self.code_class();
        let frame = self.frame();
        let initialising = frame.is_constructor || frame.method.is_none();
        let own = class == code && initialising && frame.is_static == is_static;
        let by_this = is_static || object.as_ref().is_some_and(|o| matches!(o.kind, ExprKind::This));
        if own && by_this && !has_init {
            return true;
        }
        self.report(
            Diagnostic::error("E0234", format!("`{name}` is final"), span)
                .label(if has_init {
                    "it has its value where it is declared"
                } else {
                    "assigned outside of a constructor"
                })
                .also(declared, "declared final here"),
        );
        false
    }

    pub fn read_place(&mut self, target: &Target, span: Span) -> Ex {
        let kind = match &target.place {
            Place::Local(l) => ExprKind::Local(*l),
            Place::Field { object, field } => ExprKind::Field { object: object.clone(), field: *field },
            Place::Index { array, index } => ExprKind::Index { array: array.clone(), index: index.clone() },
        };
        self.at_type(kind, target.erased.clone(), target.ty.clone(), span)
    }

    pub fn assign(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Ex {
        let mut name = left;
        while let A::Paren(inside) = &name.kind {
            name = inside;
        }
        self.assigned_name = Some(name.span);
        let target = self.target(left, false);
        self.assigned_name = None;
        let Some(target) = target.filter(|t| !self.set_by_compact_constructor(&t.place, left.span)) else {
            self.expr(right, &Expect::None);
            return self.error_ex(span);
        };
        let value = self.initialiser(right, &target.ty);
        let value = self.reference_to(value, &target.erased);
        let kind = ExprKind::Assign { place: target.place, value: Box::new(value) };
        let assigned = self.at_type(kind, target.erased, target.ty, span);
        after(target.before, assigned)
    }

    /// A record's compact constructor stores its parameters into the fields by itself, at its end (JLS 8.10.4).
    fn set_by_compact_constructor(&mut self, place: &Place, span: Span) -> bool {
        let Place::Field { object: Some(object), field } = place else { return false };
        let Some(method) = self.frame().method else { return false };
        let def = self.t.method(method);
        let compact = def.decl.as_ref().is_some_and(|d| d.kind == ast::MethodKind::CompactConstructor);
        let name = self.t.field(*field).name.clone();
        if !compact || !matches!(object.kind, ExprKind::This) || !self.t.class(def.class).components.contains(field) {
            return false;
        }
        self.report(
            Diagnostic::error("E0234", format!("a compact constructor cannot assign the field `{name}`"), span)
                .label("gets the parameter's value where the constructor ends")
                .suggest("assign to the parameter", span, name.as_str()),
        );
        true
    }

    pub fn compound(&mut self, op: B, left: &ast::Expr, right: &ast::Expr, span: Span) -> Ex {
        let Some(mut target) = self.target(left, true) else {
            self.expr(right, &Expect::None);
            return self.error_ex(span);
        };
        let before = std::mem::take(&mut target.before);
        let updated = self.update(op, left, right, target, span);
        after(before, updated)
    }

    fn update(&mut self, op: B, left: &ast::Expr, right: &ast::Expr, target: Target, span: Span) -> Ex {
        let value = self.expr(right, &Expect::None);
        if value.is_error() || target.ty.is_error() {
            return self.error_ex(span);
        }
        let h = hir_op(op);
        let op_span = Span { lo: left.span.hi, hi: right.span.lo };
        if op == B::Add && self.t.is_string(&target.ty) && value.ty != Type::Void {
            let value = self.shown_contents(value);
            let value = if self.t.is_string(&value.ty) { value } else { Ex { hir: uncast(value.hir), ..value } };
            let string = self.t.string();
            let op_ty = self.erase(&string);
            let kind = ExprKind::CompoundAssign { place: target.place, op: h, op_ty, value: Box::new(value.hir) };
            return self.ex(kind, string, span);
        }
        let Type::Prim(p) = target.ty else {
            if self.prim(&target.ty).is_some() || (op == B::Add && self.t.is_string(&value.ty)) {
                return self.boxed_update(target, span, false, |attr, old| attr.binary(op, op_span, old, value, span));
            }
            let old = self.read_place(&target, left.span);
            self.bad_operands(op, op_span, &old, &value);
            return self.error_ex(span);
        };
        let q = self.prim(&value.ty);
        let op_prim = match (op, q) {
            (B::Shl | B::Shr | B::UShr, Some(q)) if integral(p) && integral(q) => {
                let value = self.to_prim(value, PrimType::Int);
                let op_ty = if p == PrimType::Long { Ty::Long } else { Ty::Int };
                let kind = ExprKind::CompoundAssign { place: target.place, op: h, op_ty, value: Box::new(value.hir) };
                return self.ex(kind, target.ty, span);
            }
            (B::And | B::Or | B::Xor, Some(q)) if p == PrimType::Boolean && q == p => Some(p),
            (B::And | B::Or | B::Xor, Some(q)) if integral(p) && integral(q) => promoted(p, q),
            (B::Add | B::Sub | B::Mul | B::Div | B::Rem, Some(q)) => promoted(p, q),
            _ => None,
        };
        let Some(op_prim) = op_prim else {
            let old = self.read_place(&target, left.span);
            self.bad_operands(op, op_span, &old, &value);
            return self.error_ex(span);
        };
        let value = self.to_prim(value, op_prim);
        self.warn_of_zero(h, &value);
        let kind = ExprKind::CompoundAssign {
            place: target.place,
            op: h,
            op_ty: prim_ty(op_prim),
            value: Box::new(value.hir),
        };
        self.ex(kind, target.ty, span)
    }

    /// `++` and `--`.
    pub fn inc_dec(&mut self, op: U, operand: &ast::Expr, span: Span) -> Ex {
        let Some(mut target) = self.target(operand, true) else { return self.error_ex(span) };
        let before = std::mem::take(&mut target.before);
        let updated = self.step(op, target, span);
        after(before, updated)
    }

    fn step(&mut self, op: U, target: Target, span: Span) -> Ex {
        let decrement = matches!(op, U::PreDec | U::PostDec);
        let prefix = matches!(op, U::PreInc | U::PreDec);
        match self.prim(&target.ty) {
            Some(p) if p != PrimType::Boolean => {
                if target.ty.is_primitive() {
                    let kind = ExprKind::IncDec { place: target.place, decrement, prefix };
                    return self.ex(kind, target.ty, span);
                }
                let one = self.lit(Lit::Int(1), Type::INT, span);
                let op = if decrement { B::Sub } else { B::Add };
                self.boxed_update(target, span, !prefix, |attr, old| attr.binary(op, span, old, one, span))
            }
            _ => {
                let shown = self.show(&target.ty);
                let s = if decrement { "--" } else { "++" };
                self.error("E0212", format!("`{s}` does not take {shown}"), span, format!("the operand is {shown}"));
                self.error_ex(span)
            }
        }
    }

    /// Reads a boxed place once, computes, writes it back; the value is the new one or the one before.
    fn boxed_update(&mut self, target: Target, span: Span, gives_old: bool, f: impl FnOnce(&mut Self, Ex) -> Ex) -> Ex {
        let mut stmts = Vec::new();
        let mut keep = |attr: &mut Self, e: Box<Expr>, name: &str| -> Box<Expr> {
            if matches!(e.kind, ExprKind::This | ExprKind::Lit(_)) {
                return e;
            }
            let ty = e.ty.clone();
            let local = attr.temp(name, Type::Null, span);
            attr.frame().locals[local.index()].ty = ty.clone();
            stmts.push(Stmt { kind: StmtKind::Local { local, init: Some(*e) }, span });
            Box::new(Expr { kind: ExprKind::Local(local), ty, span })
        };
        let place = match target.place {
            Place::Local(l) => Place::Local(l),
            Place::Field { object, field } => Place::Field { object: object.map(|o| keep(self, o, "object")), field },
            Place::Index { array, index } => {
                let array = keep(self, array, "array");
                Place::Index { array, index: keep(self, index, "index") }
            }
        };
        let target = Target { place, ..target };
        let old = self.read_place(&target, span);
        let old_local = gives_old.then(|| self.temp("old", target.ty.clone(), span));
        let old = match old_local {
            Some(local) => {
                let ty = old.ty.clone();
                stmts.push(Stmt { kind: StmtKind::Local { local, init: Some(old.hir) }, span });
                self.ex(ExprKind::Local(local), ty, span)
            }
            None => old,
        };
        let before = old.clone();
        let new = f(self, old);
        if new.is_error() {
            return new;
        }
        let new = match self.prim(&target.ty) {
            Some(p) if self.prim(&new.ty).is_some() => self.to_prim(new, p),
            _ => new,
        };
        let value = self.assign_to(new, &target.ty);
        let value = self.reference_to(value, &target.erased);
        let ty = target.ty.clone();
        let assign = self.at_type(
            ExprKind::Assign { place: target.place, value: Box::new(value) },
            target.erased,
            ty.clone(),
            span,
        );
        if gives_old {
            stmts.push(Stmt { kind: StmtKind::Expr(assign.hir), span });
            return self.ex(ExprKind::Sequence(stmts, Box::new(before.hir)), ty, span);
        }
        if stmts.is_empty() { assign } else { self.ex(ExprKind::Sequence(stmts, Box::new(assign.hir)), ty, span) }
    }
}

pub(crate) fn integral(p: PrimType) -> bool {
    !matches!(p, PrimType::Boolean | PrimType::Float | PrimType::Double)
}

pub(crate) fn strip_parens(e: &ast::Expr) -> &ast::Expr {
    match &e.kind {
        A::Paren(inner) => strip_parens(inner),
        _ => e,
    }
}

/// An expression behind statements that run first.
fn after(before: Vec<Stmt>, ex: Ex) -> Ex {
    if before.is_empty() {
        return ex;
    }
    let (ty, span) = (ex.hir.ty.clone(), ex.hir.span);
    Ex { hir: Expr { kind: ExprKind::Sequence(before, Box::new(ex.hir)), ty, span }, ty: ex.ty }
}
