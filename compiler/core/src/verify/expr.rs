//! What holds of expressions.

use super::*;

impl<'a> Verifier<'a> {
    // Expressions

    pub(super) fn typed(&mut self, expr: &'a Expr, ty: &Ty) {
        self.expr(expr, Place::Value);
        self.same(expr, ty);
    }

    pub(super) fn same(&mut self, expr: &Expr, ty: &Ty) {
        if expr.ty != *ty {
            self.fail(format!("a {} where a {} is needed", self.ty(&expr.ty), self.ty(ty)));
        }
    }

    pub(super) fn assignable(&mut self, expr: &Expr, ty: &Ty) {
        if !fits(&expr.ty, ty) {
            self.fail(format!("a {} where a {} is needed", self.ty(&expr.ty), self.ty(ty)));
        }
    }

    pub(super) fn one_of(&mut self, expr: &Expr, good: bool, what: &str) {
        if !good {
            self.fail(format!("{what} on a {}", self.ty(&expr.ty)));
        }
    }

    pub(super) fn expr(&mut self, expr: &'a Expr, place: Place) {
        if !expr.span.is_none() {
            self.span = expr.span;
        }
        let ty = &expr.ty;
        if ty.as_array().is_some() && place == Place::Value {
            self.fail("an array where a scalar or a structure is needed");
        }
        let numeric = |t: &Ty| matches!(t, Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64);
        let integral = |t: &Ty| matches!(t, Ty::I32 | Ty::I64);
        match &expr.kind {
            ExprKind::Const(c) => {
                let good = match (c, ty) {
                    (Const::Bool(_), Ty::Bool) | (Const::F32(_), Ty::F32) | (Const::F64(_), Ty::F64) => true,
                    (Const::Int(n), Ty::I8) => i8::try_from(*n).is_ok(),
                    (Const::Int(n), Ty::I16) => i16::try_from(*n).is_ok(),
                    (Const::Int(n), Ty::U16) => u16::try_from(*n).is_ok(),
                    (Const::Int(n), Ty::I32) => i32::try_from(*n).is_ok(),
                    (Const::Int(_), Ty::I64) => true,
                    _ => false,
                };
                self.one_of(expr, good, "such a constant");
            }
            ExprKind::Var(v) => {
                self.readable(*v);
                if let Some(var) = self.in_scope(*v) {
                    self.same(expr, &var.ty);
                }
            }
            ExprKind::Unary(op, a) => {
                self.typed(a, ty);
                let good = match op {
                    UnOp::Neg => numeric(ty),
                    UnOp::BitNot => integral(ty),
                    UnOp::Not => *ty == Ty::Bool,
                };
                self.one_of(expr, good, "such an operator");
            }
            ExprKind::Binary(op, a, b) => {
                self.expr(a, Place::Value);
                match op {
                    BinOp::Shl | BinOp::Shr | BinOp::UShr => {
                        self.typed(b, &Ty::I32);
                        self.one_of(a, integral(&a.ty), "a shift");
                    }
                    _ => self.typed(b, &a.ty),
                }
                match op {
                    BinOp::Eq | BinOp::Ne => self.one_of(a, a.ty.is_scalar(), "a comparison"),
                    BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
                        self.one_of(a, a.ty.is_scalar() && a.ty != Ty::Bool, "a comparison")
                    }
                    BinOp::And | BinOp::Or | BinOp::Xor => {
                        self.one_of(a, integral(&a.ty) || a.ty == Ty::Bool, "a bitwise operator")
                    }
                    _ => self.one_of(a, numeric(&a.ty), "arithmetic"),
                }
                let result = if op.is_comparison() { &Ty::Bool } else { &a.ty };
                self.same(expr, result);
            }
            ExprKind::Convert(a) => {
                self.expr(a, Place::Value);
                let number = |t: &Ty| t.is_int() || t.is_float();
                self.one_of(expr, number(ty) && number(&a.ty), "a conversion");
            }
            ExprKind::Bitcast(a) => {
                self.expr(a, Place::Value);
                let good = matches!(
                    (&a.ty, ty),
                    (Ty::I32, Ty::F32) | (Ty::F32, Ty::I32) | (Ty::I64, Ty::F64) | (Ty::F64, Ty::I64)
                );
                self.one_of(expr, good, "a bit cast");
            }
            ExprKind::Select(c, a, b) => {
                self.typed(c, &Ty::Bool);
                self.typed(a, ty);
                self.typed(b, ty);
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.typed(a, &Ty::Bool);
                self.typed(b, &Ty::Bool);
                self.same(expr, &Ty::Bool);
            }
            ExprKind::Math(op, args) => {
                let (count, good) = match op {
                    MathOp::Sqrt | MathOp::Floor | MathOp::Ceil | MathOp::Rint => (1, ty.is_float()),
                    MathOp::Abs => (1, numeric(ty)),
                    MathOp::Min | MathOp::Max => (2, numeric(ty)),
                    MathOp::Fma => (3, ty.is_float()),
                };
                self.one_of(expr, good && args.len() == count, "such a function");
                for arg in args {
                    self.typed(arg, ty);
                }
            }
            ExprKind::Len { array, dim } => {
                self.same(expr, &Ty::I32);
                if self.array(*array).is_some_and(|a| *dim as usize >= a.dims.len()) {
                    self.fail(format!("{} has no dimension {dim}", self.name(*array)));
                }
            }
            ExprKind::Index { array, index } => {
                self.readable(*array);
                if let Some(elem) = self.index(*array, index, true) {
                    self.same(expr, &elem);
                }
            }
            ExprKind::Row { array, index } => {
                self.readable(*array);
                if let Some(row) = self.index(*array, index, false) {
                    if row.as_array().is_none() {
                        self.fail(format!("all indices of {} are given for a row", self.name(*array)));
                    }
                    self.same(expr, &row);
                }
            }
            ExprKind::Check { kind, value, site } => {
                self.site(*site);
                self.typed(value, ty);
                match kind {
                    CheckKind::Index { array, dim } => {
                        self.one_of(expr, *ty == Ty::I32, "an index check");
                        if self.array(*array).is_some_and(|a| *dim as usize >= a.dims.len()) {
                            self.fail(format!("{} has no dimension {dim}", self.name(*array)));
                        }
                    }
                    CheckKind::NonZero => self.one_of(expr, integral(ty), "a check for zero"),
                    CheckKind::Size => self.one_of(expr, *ty == Ty::I32, "a check of a size"),
                    CheckKind::View { .. } => self.one_of(expr, *ty == Ty::I32, "a check of a view"),
                    CheckKind::SameLength { other } | CheckKind::Below { length: other, .. } => {
                        self.one_of(expr, *ty == Ty::I32, "a check of lengths");
                        self.typed(other, &Ty::I32);
                    }
                }
            }
            ExprKind::Call { func, args } => {
                if let Some(callee) = self.call(*func, args, FuncKind::Scalar) {
                    match callee.ret.as_slice() {
                        [ret] => self.same(expr, ret),
                        _ => self.fail(format!("{} has no value", callee.name)),
                    }
                }
                if ty.as_array().is_some() && place != Place::Let {
                    self.fail("an array that a function returns is bound to no variable");
                }
            }
            ExprKind::MakeStruct(args) => {
                let Ty::Struct(s) = ty else { return self.fail("a structure of no structure type") };
                let Some(s) = self.program.structs.get(s.index()) else { return self.fail("no such structure") };
                if s.fields.len() != args.len() {
                    self.fail(format!("{} values for the fields of {}", args.len(), s.name));
                }
                for (arg, (_, ty)) in args.iter().zip(&s.fields) {
                    self.typed(arg, ty);
                }
            }
            ExprKind::Field(a, field) => {
                self.expr(a, Place::Value);
                let fields = match &a.ty {
                    Ty::Struct(s) => self.program.structs.get(s.index()).map(|s| &s.fields),
                    _ => None,
                };
                match fields.and_then(|f| f.get(*field as usize)) {
                    Some((_, ty)) => self.same(expr, ty),
                    None => self.fail(format!("a {} has no field {field}", self.ty(&a.ty))),
                }
            }
            ExprKind::NewPrivate => {
                if place != Place::Let || ty.as_array().is_none() || !bounded(ty) {
                    self.fail("a private array without bounds or name");
                }
            }
            ExprKind::NewArray { sizes } => {
                if place != Place::Let || !self.at_host() {
                    self.fail("an array is made outside a region");
                }
                if ty.as_array().is_none_or(|a| a.dims.len() != sizes.len()) {
                    self.fail(format!("{} sizes for a {}", sizes.len(), self.ty(ty)));
                }
                for size in sizes {
                    self.typed(size, &Ty::I32);
                }
            }
            ExprKind::ArrayLit(items) => {
                let Some(a) = ty.as_array() else { return self.fail("an array literal of no array type") };
                if a.dims[0] != Some(items.len() as u32) || !bounded(ty) {
                    self.fail(format!("{} elements for a {}", items.len(), self.ty(ty)));
                }
                let elem = indexed(a, 1);
                for item in items {
                    self.expr(item, Place::Bound);
                    self.assignable(item, &elem);
                }
            }
        }
    }
}
