//! Expressions: operands in Java's order, operators, choices and fields.

use crate::builder::{Binding, Builder};
use crate::error::{LowerError, Result};
use crate::lime;
use crate::types;
use crate::types::core_type;
use somd_core::ir::{BinOp, Block, CheckKind, Const, Expr, ExprKind, Stmt, StmtKind, Ty, UnOp, VarId};
use somd_hir as hir;
use somd_syntax::source::Span;

impl Builder<'_, '_> {
    /// Translates operands in order. Where a later one emits statements, earlier ones that could see the difference are kept.
    pub fn operands(&mut self, exprs: &[&hir::Expr], out: &mut Vec<Stmt>) -> Result<Vec<Expr>> {
        let mut done: Vec<Expr> = Vec::with_capacity(exprs.len());
        for expr in exprs {
            let mut emitted = Vec::new();
            let value = self.expr(expr, &mut emitted)?;
            if !emitted.is_empty() {
                for earlier in &mut done {
                    let kept = self.keep(earlier.clone(), "t", out);
                    *earlier = kept;
                }
                out.append(&mut emitted);
            }
            done.push(value);
        }
        Ok(done)
    }

    pub fn expr(&mut self, e: &hir::Expr, out: &mut Vec<Stmt>) -> Result<Expr> {
        let span = e.span;
        let ty = || core_type(self.cx, &e.ty).ok_or_else(|| LowerError::unsupported_type(span, "this expression"));
        match &e.kind {
            hir::ExprKind::Lit(lit) => {
                let ty = ty()?;
                self.literal(lit, &ty, span)
            }
            hir::ExprKind::Local(local) => match self.local(*local).cloned() {
                Some(Binding::Var(v)) => Ok(self.read(v, span)),
                Some(Binding::Row { array, index }) => Ok(Expr::new(ExprKind::Row { array, index }, ty()?, span)),
                Some(Binding::Object(object)) => Err(self.object_escapes(object, span)),
                Some(Binding::Fields(_) | Binding::Objects(_) | Binding::This) | None => {
                    Err(LowerError::new(span, "this value cannot be used here"))
                }
            },
            hir::ExprKind::This => match self.frames.last().and_then(|f| f.this.clone()) {
                Some(Binding::Var(v)) => Ok(self.read(v, span)),
                _ => Err(LowerError::new(span, "`this` as a whole cannot be used in parallel code")
                    .note("fields of `this` can: they are passed by value")),
            },
            hir::ExprKind::Field { object, field } => self.field(object.as_deref(), *field, span, out),
            hir::ExprKind::Length(array) => {
                if let Some(count) = self.count_of_values(array, span) {
                    return Ok(count);
                }
                let (array, index) = self.array(array, out)?;
                // Evaluated for its check: `g[i].length` throws where `i` is out of range.
                for i in index.iter().filter(|i| matches!(i.kind, ExprKind::Check { .. })) {
                    self.keep(i.clone(), "row", out);
                }
                let of_rows = self.rows_length(array, &index, span);
                let len = || Expr::new(ExprKind::Len { array, dim: index.len() as u32 }, Ty::I32, span);
                Ok(of_rows.unwrap_or_else(len))
            }
            hir::ExprKind::Index { array, index } => {
                if let Some(constant) = self.one_of_values(array, index, span, out)? {
                    return Ok(constant);
                }
                let ty =
                    core_type(self.cx, &e.ty).ok_or_else(|| LowerError::unsupported_type(span, "this expression"))?;
                let (array, index) = self.element(array, index, span, out)?;
                Ok(self.load(array, index, ty, span))
            }
            hir::ExprKind::Neg(a) => self.unary(UnOp::Neg, a, span, out),
            hir::ExprKind::BitNot(a) => self.unary(UnOp::BitNot, a, span, out),
            hir::ExprKind::Not(a) => self.unary(UnOp::Not, a, span, out),
            hir::ExprKind::Binary(op, a, b) => {
                let ty = ty()?;
                if matches!(op, BinOp::Eq | BinOp::Ne)
                    && let Some(same) = self.same_outside(*op, a, b, span)
                {
                    return Ok(same);
                }
                if self.is_boxed(a) || self.is_boxed(b) {
                    return Err(LowerError::new(span, "objects cannot be compared in parallel code"));
                }
                let mut ab = self.operands(&[a, b], out)?;
                let (b, a) = (ab.pop().ok_or_else(LowerError::internal)?, ab.pop().ok_or_else(LowerError::internal)?);
                if a.ty.as_array().is_some() {
                    return Err(LowerError::new(span, "arrays cannot be compared in parallel code"));
                }
                if let Ty::Struct(_) = a.ty {
                    let (a, b) = (self.keep(a, "left", out), self.keep(b, "right", out));
                    let same = self.same_contents(a, b, span);
                    return Ok(match op {
                        BinOp::Ne => Expr::new(ExprKind::Unary(UnOp::Not, Box::new(same)), Ty::Bool, span),
                        _ => same,
                    });
                }
                Ok(self.binary(*op, a, b, ty, span))
            }
            hir::ExprKind::And(a, b) => self.lazy(a, b, true, span, out),
            hir::ExprKind::Or(a, b) => self.lazy(a, b, false, span, out),
            hir::ExprKind::Convert(a) => {
                let ty = ty()?;
                let a = self.expr(a, out)?;
                // `(int) i` of an `int` that was widened.
                if let (ExprKind::Var(v), Ty::I32) = (&a.kind, &ty)
                    && let Some(&int) = self.narrow.get(v)
                {
                    return Ok(self.read(int, span));
                }
                Ok(convert(a, ty, span))
            }
            hir::ExprKind::Upcast(a) | hir::ExprKind::CheckCast(a) | hir::ExprKind::Freeze(a)
                if core_type(self.cx, &a.ty).is_some() && core_type(self.cx, &a.ty) == core_type(self.cx, &e.ty) =>
            {
                self.expr(a, out)
            }
            hir::ExprKind::Upcast(a) | hir::ExprKind::CheckCast(a) if self.is_boxed(e) => self.box_cast(e, a, out),
            hir::ExprKind::Thaw(_) => {
                let copy = self.array(e, out)?;
                Ok(self.read_place(copy, span))
            }
            hir::ExprKind::Cond(c, a, b) => {
                let ty = ty()?;
                if ty.as_array().is_some() {
                    return self.chosen(e, out);
                }
                let cond = self.expr(c, out)?;
                let (mut sa, mut sb) = (Vec::new(), Vec::new());
                let va = self.uncertain(|this| this.expr(a, &mut sa))?;
                let vb = self.uncertain(|this| this.expr(b, &mut sb))?;
                if sa.is_empty() && sb.is_empty() {
                    return Ok(Expr::new(ExprKind::Select(Box::new(cond), Box::new(va), Box::new(vb)), ty, span));
                }
                self.branches(cond, (sa, va), (sb, vb), ty, span, out)
            }
            hir::ExprKind::Assign { place, value } => self.assign(place, value, span, out),
            hir::ExprKind::CompoundAssign { place, op, op_ty, value } => {
                self.compound(place, *op, op_ty, value, &e.ty, span, out)
            }
            hir::ExprKind::IncDec { place, decrement, prefix } => {
                self.inc_dec(place, *decrement, *prefix, &e.ty, span, out)
            }
            hir::ExprKind::Sequence(stmts, value) => {
                for s in stmts {
                    self.stmt(s, out)?;
                }
                self.expr(value, out)
            }
            hir::ExprKind::ArrayStep(step) => self.expr(&step.host, out),
            hir::ExprKind::Switch(sw) => {
                if self.is_holder(self.method_id(), sw.result) {
                    let binding = self.holder(self.method_id(), sw.result, None, span, out)?;
                    self.bind(sw.result, binding);
                } else {
                    // Its own each time: a search translates an iteration twice.
                    let var = self.declare(sw.result, span)?;
                    self.vars[var.index()].mutable = true;
                    self.emit(out, StmtKind::Let { var, init: None }, span);
                }
                self.stmt(&sw.switch, out)?;
                match self.local(sw.result) {
                    Some(Binding::Var(v)) => Ok(self.read(*v, span)),
                    _ => Err(LowerError::internal()),
                }
            }
            hir::ExprKind::Call { kind, method, receiver, args } => {
                self.call(*kind, *method, receiver.as_deref(), args, span, out)
            }
            hir::ExprKind::New { class, constructor, args } if self.cx.hir.class(*class).is_value => {
                self.new_value(*class, *constructor, args, span, out)
            }
            hir::ExprKind::New { class, .. } => {
                let name = &self.cx.hir.class(*class).name;
                Err(LowerError::new(
                    span,
                    format!("objects cannot be made in parallel code: `{name}` is not a value class"),
                )
                .note("declare it `value class`, or use primitives and arrays of fixed size"))
            }
            hir::ExprKind::Concat(_) => Err(LowerError::new(span, "strings cannot be made in parallel code")),
            hir::ExprKind::NewArray { .. } | hir::ExprKind::ArrayLit(_) => {
                let ty = ty()?;
                let var = self.var("t", ty, true, span);
                self.private_array(var, e, out)?;
                Ok(self.read(var, span))
            }
            _ if lime::is_region(e) => self.map_or_reduction(e, out),
            _ => Err(LowerError::new(span, format!("{} cannot be used in parallel code", form(&e.kind)))),
        }
    }

    /// `a == b` on two values of one class: all fields are equal.
    pub(super) fn same_contents(&self, a: Expr, b: Expr, span: Span) -> Expr {
        let Ty::Struct(s) = a.ty else {
            return Expr::new(ExprKind::Binary(BinOp::Eq, Box::new(a), Box::new(b)), Ty::Bool, span);
        };
        let fields = self.cx.core.structs[s.index()].fields.iter().enumerate().map(|(k, (_, ty))| {
            let field = |of: &Expr| Expr::new(ExprKind::Field(Box::new(of.clone()), k as u32), ty.clone(), span);
            self.same_contents(field(&a), field(&b), span)
        });
        let both = |x, y| Expr::new(ExprKind::And(Box::new(x), Box::new(y)), Ty::Bool, span);
        fields.reduce(both).unwrap_or_else(|| Expr::new(ExprKind::Const(Const::Bool(true)), Ty::Bool, span))
    }

    pub fn literal(&self, lit: &hir::Lit, ty: &Ty, span: Span) -> Result<Expr> {
        let c = match lit {
            hir::Lit::Boolean(b) => Const::Bool(*b),
            hir::Lit::Int(i) => Const::Int(*i as i64),
            hir::Lit::Long(l) => Const::Int(*l),
            hir::Lit::Float(x) => Const::F32(*x),
            hir::Lit::Double(x) => Const::F64(*x),
            hir::Lit::String(_) => return Err(LowerError::new(span, "strings cannot be used in parallel code")),
            hir::Lit::Null => return Err(LowerError::new(span, "`null` cannot be used in parallel code")),
            hir::Lit::Zero => {
                return types::zero(self.cx, ty, span)
                    .ok_or_else(|| LowerError::unsupported_type(span, "the zero of this class"));
            }
        };
        Ok(Expr::new(ExprKind::Const(c), ty.clone(), span))
    }

    pub(super) fn unary(&mut self, op: UnOp, a: &hir::Expr, span: Span, out: &mut Vec<Stmt>) -> Result<Expr> {
        let a = self.expr(a, out)?;
        let ty = a.ty.clone();
        Ok(Expr::new(ExprKind::Unary(op, Box::new(a)), ty, span))
    }

    /// A binary operation; integer divisors get their check.
    pub fn binary(&mut self, op: BinOp, a: Expr, b: Expr, ty: Ty, span: Span) -> Expr {
        let b = if matches!(op, BinOp::Div | BinOp::Rem) && a.ty.is_int() {
            let site = self.site(span);
            let (ty, at) = (b.ty.clone(), b.span);
            Expr::new(ExprKind::Check { kind: CheckKind::NonZero, value: Box::new(b), site }, ty, at)
        } else if op.is_shift() {
            convert(b, Ty::I32, span)
        } else {
            b
        };
        Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span)
    }

    pub(super) fn lazy(
        &mut self,
        a: &hir::Expr,
        b: &hir::Expr,
        and: bool,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let a = self.expr(a, out)?;
        let mut sb = Vec::new();
        let b = self.uncertain(|this| this.expr(b, &mut sb))?;
        if sb.is_empty() {
            let kind =
                if and { ExprKind::And(Box::new(a), Box::new(b)) } else { ExprKind::Or(Box::new(a), Box::new(b)) };
            return Ok(Expr::new(kind, Ty::Bool, span));
        }
        let known = Expr::new(ExprKind::Const(Const::Bool(!and)), Ty::Bool, span);
        if and {
            self.branches(a, (sb, b), (Vec::new(), known), Ty::Bool, span, out)
        } else {
            self.branches(a, (Vec::new(), known), (sb, b), Ty::Bool, span, out)
        }
    }

    /// `cond ? a : b` where a side needs statements.
    pub(super) fn branches(
        &mut self,
        cond: Expr,
        (mut sa, va): (Vec<Stmt>, Expr),
        (mut sb, vb): (Vec<Stmt>, Expr),
        ty: Ty,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        let var = self.var("t", ty, true, span);
        self.emit(out, StmtKind::Let { var, init: None }, span);
        self.emit(&mut sa, StmtKind::Assign { var, value: va }, span);
        self.emit(&mut sb, StmtKind::Assign { var, value: vb }, span);
        self.emit(out, StmtKind::If { cond, then: Block { stmts: sa }, otherwise: Block { stmts: sb } }, span);
        Ok(self.read(var, span))
    }

    pub(super) fn field(
        &mut self,
        object: Option<&hir::Expr>,
        field: hir::FieldId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Expr> {
        if let Some(constant) = self.enum_field(object, field, span)? {
            return Ok(constant);
        }
        let info = self.cx.hir.field(field);
        if let Some(object) = object {
            if let Some(object) = self.object(object, out)? {
                return self.object_field(object, field, span);
            }
            let this = match &object.kind {
                hir::ExprKind::This => self.frames.last().and_then(|f| f.this.clone()),
                _ => None,
            };
            if let Some(Binding::Fields(fields)) = this {
                let position = self.cx.field_position(field).ok_or_else(LowerError::internal)?;
                return Ok(self.read(fields[position], span));
            }
            if self.cx.hir.class(info.class).is_value {
                let value = self.expr(object, out)?;
                let position = self.cx.field_position(field).ok_or_else(LowerError::internal)?;
                let ty = core_type(self.cx, &info.ty)
                    .ok_or_else(|| types::unsupported(self.cx, &info.ty, span, &info.name))?;
                return Ok(Expr::new(ExprKind::Field(Box::new(value), position as u32), ty, span));
            }
            if self.is_outer(object) {
                let this = hir::Expr { kind: hir::ExprKind::This, ty: object.ty.clone(), span: object.span };
                let var = self.capture(Some(&this), field, span)?;
                return Ok(self.read(var, span));
            }
            if !matches!(object.kind, hir::ExprKind::This) || this.is_some() {
                return Err(LowerError::new(span, "fields of objects cannot be read in parallel code")
                    .note("copy what is needed into a local variable or an array first"));
            }
        }
        let var = self.capture(object, field, span)?;
        Ok(self.read(var, span))
    }

    /// Java initialises a class where something of it is first used. A region is given statics before it begins and runs no initialiser, so it
    /// may use only classes that are initialised wherever its method runs, or whose initialisation nobody can tell.
    pub(crate) fn initialised(&mut self, class: hir::ClassId, span: Span) -> Result<()> {
        let here = self.frames.first().map(|f| self.cx.hir.method(f.method).class);
        if here.is_some_and(|here| self.cx.implies_initialised(here, class)) || !self.cx.shows_initialisation(class) {
            return Ok(());
        }
        let name = &self.cx.hir.class(class).name;
        Err(LowerError::new(span, format!("`{name}` may be initialised here, which can be seen"))
            .note("Java runs the static initialiser of a class where something of it is first used; use the class before the loop, and keep what is needed in a local variable"))
    }

    /// A static field, or a field of the object whose method the region is: passed to the region by value.
    pub fn capture(&mut self, object: Option<&hir::Expr>, field: hir::FieldId, span: Span) -> Result<VarId> {
        let info = self.cx.hir.field(field);
        if object.is_none() {
            self.initialised(info.class, span)?;
        }
        let ty = core_type(self.cx, &info.ty).ok_or_else(|| types::unsupported(self.cx, &info.ty, span, &info.name))?;
        let Some(captures) = &self.captures else {
            return Err(LowerError::new(span, format!("`{}` is neither a parameter nor a constant", info.name))
                .note("a method called from parallel code may read only its parameters and constants"));
        };
        if captures.written.contains(&field) {
            return Err(LowerError::new(span, format!("`{}` is read and written in parallel code", info.name)));
        }
        if let Some(&var) = captures.fields.get(&field) {
            return Ok(var);
        }
        let (name, hir_ty) = (info.name.clone(), info.ty.clone());
        let var = self.var(name, ty, false, span);
        let arg =
            hir::Expr { kind: hir::ExprKind::Field { object: object.cloned().map(Box::new), field }, ty: hir_ty, span };
        if let Some(captures) = &mut self.captures {
            captures.fields.insert(field, var);
            captures.args.push((arg, var));
        }
        Ok(var)
    }
}

pub fn convert(e: Expr, to: Ty, span: Span) -> Expr {
    if e.ty == to {
        return e;
    }
    if let (ExprKind::Const(Const::Int(v)), true) = (&e.kind, to == Ty::F64 && e.ty == Ty::I32) {
        return Expr::new(ExprKind::Const(Const::F64(*v as f64)), to, span);
    }
    Expr::new(ExprKind::Convert(Box::new(e)), to, span)
}

/// A form of expression that parallel code has not, in words.
fn form(kind: &hir::ExprKind) -> &'static str {
    match kind {
        hir::ExprKind::InstanceOf { .. } => "`instanceof`",
        hir::ExprKind::CheckCast(_) => "a cast to a class",
        _ => "this form of expression",
    }
}
