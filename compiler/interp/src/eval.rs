//! Expressions, evaluated strictly in Java's order: left to right, the null check of a receiver after its arguments.

use super::ops::{self, Outcome};
use super::{Frame, Interp, explain, internal, rt};
use somd_hir::{BinOp, CallKind, ClassId, ClassKind, Expr, ExprKind, FieldId, LocalId, MethodId, Place, Ty};
use somd_runtime::value::Value;
use somd_syntax::source::Span;

/// A place with its parts evaluated.
enum Target {
    Local(LocalId),
    Static(FieldId),
    Field { object: Value, field: FieldId },
    Element { array: Value, index: i32 },
}

impl Interp {
    pub(super) fn eval(&self, expr: &Expr, frame: &mut Frame) -> Value {
        match &expr.kind {
            ExprKind::Lit(lit) => self.literal(lit, &expr.ty, expr.span),
            ExprKind::Local(local) => frame.get(*local),
            ExprKind::This => frame.this.clone(),
            ExprKind::Field { object: None, field } => self.static_field(*field),
            ExprKind::Field { object: Some(object), field } => {
                let value = self.eval(object, frame);
                self.check_read(&value, object, *field, frame);
                rt::get_field(&value, self.field_slots[field.index()])
            }
            ExprKind::Length(array) => {
                let value = self.eval(array, frame);
                self.not_null(&value, array, || "Cannot read the array length".into(), frame);
                Value::Int(rt::array_length(&value))
            }
            ExprKind::Index { array, index } => self.element(array, index, frame),
            ExprKind::Binary(op, left, right) => {
                let a = self.eval(left, frame);
                let b = self.eval(right, frame);
                self.binary(*op, &a, &b, &left.ty, expr.span)
            }
            ExprKind::And(left, right) => Value::Boolean(self.condition(left, frame) && self.condition(right, frame)),
            ExprKind::Or(left, right) => Value::Boolean(self.condition(left, frame) || self.condition(right, frame)),
            ExprKind::Not(operand) => Value::Boolean(!self.condition(operand, frame)),
            ExprKind::Cond(cond, yes, no) => {
                if self.condition(cond, frame) {
                    self.eval(yes, frame)
                } else {
                    self.eval(no, frame)
                }
            }
            ExprKind::Assign { place, value } => self.assign(place, value, expr.span, frame),
            ExprKind::Call { kind, method, receiver, args } => {
                self.call(*kind, *method, receiver.as_deref(), args, expr.span, frame)
            }
            ExprKind::Convert(operand) => {
                let value = self.eval(operand, frame);
                self.converted(&value, &expr.ty, expr.span)
            }
            ExprKind::Neg(operand) => {
                let value = self.eval(operand, frame);
                ops::neg(&value).unwrap_or_else(|| internal(expr.span, "`-` on no number"))
            }
            ExprKind::BitNot(operand) => {
                let value = self.eval(operand, frame);
                ops::bit_not(&value).unwrap_or_else(|| internal(expr.span, "`~` on no integer"))
            }
            ExprKind::Upcast(operand) => self.eval(operand, frame),
            ExprKind::IncDec { place, decrement, prefix } => self.inc_dec(place, *decrement, *prefix, expr.span, frame),
            _ => self.eval_rare(expr, frame),
        }
    }

    /// The larger and rarer forms, apart so that the frame of [`Interp::eval`], which recursion multiplies, stays small.
    #[inline(never)]
    fn eval_rare(&self, expr: &Expr, frame: &mut Frame) -> Value {
        match &expr.kind {
            ExprKind::New { class, constructor, args } => self.new_object(*class, *constructor, args, expr.span, frame),
            ExprKind::NewArray { sizes } => {
                let sizes: Vec<i32> = sizes.iter().map(|size| self.int(size, frame)).collect();
                self.at(expr.span);
                self.new_array(&expr.ty, &sizes, expr.span)
            }
            ExprKind::ArrayLit(elements) => {
                let values: Vec<Value> = elements.iter().map(|e| self.eval(e, frame)).collect();
                self.array_of(&expr.ty, &values, expr.span)
            }
            ExprKind::CheckCast(operand) => {
                let value = self.eval(operand, frame);
                self.at(expr.span);
                self.check_cast(value, (&operand.ty, &expr.ty), self.program.method(frame.method).class)
            }
            ExprKind::InstanceOf { expr: operand, ty, binding } => {
                let value = self.eval(operand, frame);
                let is = self.is_instance(&value, (&operand.ty, ty), self.program.method(frame.method).class);
                if let (true, Some(binding)) = (is, binding) {
                    frame.set(*binding, value);
                }
                Value::Boolean(is)
            }
            ExprKind::CompoundAssign { place, op, op_ty, value } => {
                self.compound_assign(place, *op, op_ty, value, expr, frame)
            }
            ExprKind::Concat(parts) => {
                // An operand is text before the next one is evaluated, which may change the object.
                let values: Vec<Value> = parts.iter().map(|p| rt::concat_operand(self.eval(p, frame))).collect();
                rt::concat(&values)
            }
            ExprKind::Switch(switch) => {
                self.inner_stmts(std::slice::from_ref(&switch.switch), frame, expr.span);
                frame.get(switch.result)
            }
            ExprKind::Sequence(stmts, value) => {
                self.inner_stmts(stmts, frame, expr.span);
                self.eval(value, frame)
            }
            ExprKind::ArrayStep(step) => self.eval(&step.host, frame),
            ExprKind::ClassLit(ty) => self.class_literal(ty, expr.span),
            ExprKind::CoreCall { func, args, results } => {
                let args: Vec<Value> = args.iter().map(|a| self.eval(a, frame)).collect();
                self.at(expr.span);
                let (value, scalars) = self.core_call(*func, &args, &expr.ty, expr.span);
                for (place, value) in results.iter().zip(scalars) {
                    if let Place::Local(local) = place {
                        frame.set(*local, value);
                    }
                }
                value
            }
            _ => self.eval_lime(expr, frame),
        }
    }

    pub(super) fn int(&self, expr: &Expr, frame: &mut Frame) -> i32 {
        match self.eval(expr, frame) {
            Value::Int(v) => v,
            _ => internal(expr.span, "a value that should be an int is none"),
        }
    }

    fn converted(&self, value: &Value, to: &Ty, span: Span) -> Value {
        ops::convert(value, to).unwrap_or_else(|| internal(span, "a conversion that Java does not have"))
    }

    /// A binary operation in the type of its left operand.
    pub(super) fn binary(&self, op: BinOp, a: &Value, b: &Value, ty: &Ty, span: Span) -> Value {
        if let (Value::Ref(_), Value::Ref(_)) = (a, b) {
            let equal = self.same(a, b, ty);
            return match op {
                BinOp::Eq => Value::Boolean(equal),
                BinOp::Ne => Value::Boolean(!equal),
                _ => internal(span, "arithmetic on references"),
            };
        }
        match ops::binary(op, a, b) {
            Outcome::Is(value) => value,
            Outcome::DivisionByZero => {
                self.at(span);
                rt::throw_division_by_zero()
            }
            Outcome::IllTyped => internal(span, &format!("{op:?} on operands of types it does not take")),
        }
    }

    #[inline(never)]
    fn element(&self, array: &Expr, index: &Expr, frame: &mut Frame) -> Value {
        let value = self.eval(array, frame);
        let i = self.int(index, frame);
        self.check_load(&value, array, frame);
        rt::array_get(&value, i)
    }

    fn check_load(&self, value: &Value, array: &Expr, frame: &Frame) {
        self.at(array.span);
        self.not_null(value, array, || format!("Cannot load from {} array", explain::element_kind(&array.ty)), frame);
    }

    fn check_read(&self, value: &Value, object: &Expr, field: FieldId, frame: &Frame) {
        let text = || format!("Cannot read field \"{}\"", self.program.field(field).name);
        self.not_null(value, object, text, frame);
    }

    /// Throws Java's `NullPointerException` with its text where `value` is null; `what` is what cannot be done.
    #[inline]
    pub(super) fn not_null(&self, value: &Value, expr: &Expr, what: impl FnOnce() -> String, frame: &Frame) {
        if rt::is_null(value) {
            self.at(expr.span);
            let reason = explain::because_null(&self.program, self.program.method(frame.method), expr);
            rt::throw_null_pointer(&format!("{}{reason}", what()))
        }
    }

    pub(super) fn static_field(&self, field: FieldId) -> Value {
        let field_def = self.program.field(field);
        self.initialize(field_def.class);
        let value = self.statics.borrow()[field.index()].clone();
        // Values are not null, and their zeros are not made before the program runs.
        match &field_def.ty {
            Ty::Class(class) if rt::is_null(&value) && self.program.first_constant(*class) != Some(field) => {
                self.zero(*class)
            }
            _ => value,
        }
    }

    // ---- assignment ---------------------------------------------------------------------------------------------

    fn target(&self, place: &Place, frame: &mut Frame) -> Target {
        match place {
            Place::Local(local) => Target::Local(*local),
            Place::Field { object: None, field } => Target::Static(*field),
            Place::Field { object: Some(object), field } => {
                Target::Field { object: self.eval(object, frame), field: *field }
            }
            Place::Index { array, index } => {
                let array = self.eval(array, frame);
                let index = self.int(index, frame);
                Target::Element { array, index }
            }
        }
    }

    fn load(&self, target: &Target, place: &Place, frame: &Frame) -> Value {
        match (target, place) {
            (Target::Field { object, field }, Place::Field { object: Some(expr), .. }) => {
                self.check_read(object, expr, *field, frame);
                rt::get_field(object, self.field_slots[field.index()])
            }
            (Target::Element { array, index }, Place::Index { array: expr, .. }) => {
                self.check_load(array, expr, frame);
                rt::array_get(array, *index)
            }
            (Target::Static(field), _) => self.static_field(*field),
            (Target::Local(local), _) => frame.get(*local),
            _ => internal(Span::NONE, "a place that is not what it was"),
        }
    }

    fn store(&self, target: Target, place: &Place, value: Value, span: Span, frame: &mut Frame) {
        match (target, place) {
            (Target::Field { object, field }, Place::Field { object: Some(expr), .. }) => {
                let text = || format!("Cannot assign field \"{}\"", self.program.field(field).name);
                self.not_null(&object, expr, text, frame);
                rt::set_field(&object, self.field_slots[field.index()], value);
            }
            (Target::Element { array, index }, Place::Index { array: expr, .. }) => {
                self.at(span);
                let text = || format!("Cannot store to {} array", explain::element_kind(&expr.ty));
                self.not_null(&array, expr, text, frame);
                rt::array_set(&array, index, value);
            }
            (Target::Static(field), _) => {
                self.initialize(self.program.field(field).class);
                let old = std::mem::replace(&mut self.statics.borrow_mut()[field.index()], value);
                drop(old);
            }
            (Target::Local(local), _) => frame.set(local, value),
            _ => internal(span, "a place that is not what it was"),
        }
    }

    #[inline(never)]
    fn assign(&self, place: &Place, value: &Expr, span: Span, frame: &mut Frame) -> Value {
        let target = self.target(place, frame);
        let value = self.eval(value, frame);
        self.store(target, place, value.clone(), span, frame);
        value
    }

    #[inline(never)]
    fn compound_assign(
        &self,
        place: &Place,
        op: BinOp,
        op_ty: &Ty,
        operand: &Expr,
        expr: &Expr,
        frame: &mut Frame,
    ) -> Value {
        let target = self.target(place, frame);
        let old = self.load(&target, place, frame);
        let operand_value = self.eval(operand, frame);
        let new = if op_ty.is_primitive() {
            let left = self.converted(&old, op_ty, expr.span);
            let right = if op.is_shift() { operand_value } else { self.converted(&operand_value, op_ty, expr.span) };
            let result = self.binary(op, &left, &right, op_ty, expr.span);
            self.converted(&result, &expr.ty, expr.span)
        } else {
            rt::concat(&[old, operand_value])
        };
        self.store(target, place, new.clone(), expr.span, frame);
        new
    }

    #[inline(never)]
    fn inc_dec(&self, place: &Place, decrement: bool, prefix: bool, span: Span, frame: &mut Frame) -> Value {
        let target = self.target(place, frame);
        let old = self.load(&target, place, frame);
        let Some(new) = ops::step(&old, decrement) else {
            internal(span, "a step of no number");
        };
        self.store(target, place, new.clone(), span, frame);
        if prefix { new } else { old }
    }

    // ---- calls --------------------------------------------------------------------------------------------------

    #[inline(never)]
    fn call(
        &self,
        kind: CallKind,
        method: MethodId,
        receiver: Option<&Expr>,
        args: &[Expr],
        span: Span,
        frame: &mut Frame,
    ) -> Value {
        let this = match (kind, receiver) {
            (CallKind::Static, None) => Value::Void,
            // `super(…)` and the like may leave out what can only be `this`.
            (CallKind::Special, None) => frame.this.clone(),
            (_, Some(receiver)) => self.eval(receiver, frame),
            (CallKind::Virtual, None) => internal(span, "a virtual call on nothing"),
        };
        let args: Vec<Value> = args.iter().map(|a| self.eval(a, frame)).collect();
        self.at(span);
        match kind {
            CallKind::Static => {
                self.initialize(self.program.method(method).class);
                self.invoke(method, Value::Void, args)
            }
            CallKind::Special | CallKind::Virtual => {
                if let Some(receiver) = receiver {
                    let text =
                        || format!("Cannot invoke \"{}\"", explain::method_name(&self.program, method, Some(receiver)));
                    self.not_null(&this, receiver, text, frame);
                }
                let target = if kind == CallKind::Virtual { self.select(&this, method, span) } else { method };
                self.invoke(target, this, self.bridged(method, target, args))
            }
        }
    }

    fn new_object(&self, class: ClassId, constructor: MethodId, args: &[Expr], span: Span, frame: &mut Frame) -> Value {
        self.at(span);
        self.initialize(class);
        let args: Vec<Value> = args.iter().map(|a| self.eval(a, frame)).collect();
        self.at(span);
        if self.program.method(constructor).native.is_some() {
            // The runtime makes the object too: strings are its own.
            return self.native_call(constructor, &args);
        }
        let object = self.allocate(class);
        if let ClassKind::Lambda { .. } = self.program.class(class).kind {
            for (slot, value) in args.into_iter().enumerate() {
                rt::set_field(&object, slot as u32, value);
            }
        } else {
            self.invoke(constructor, object.clone(), args);
        }
        object
    }
}
