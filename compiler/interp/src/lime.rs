//! Lime's operations where they have not been lowered to Core: one element after another, and reductions in the fixed
//! shape that every back end follows.

use super::{Frame, Interp, explain, internal, ops, rt};
use somd_core::shape;
use somd_hir::operator::{self, Known};
use somd_hir::{BinOp, Expr, ExprKind, MapArg, MapUnaryOp, MethodId, Ty};
use somd_runtime::value::Value;
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;

impl Interp {
    #[inline(never)]
    pub(super) fn eval_lime(&self, expr: &Expr, frame: &mut Frame) -> Value {
        match &expr.kind {
            ExprKind::Map { method, args } => self.map(*method, args, expr, frame),
            ExprKind::MapBinary { op, left, right } => {
                let a = self.eval(left, frame);
                let b = self.eval(right, frame);
                self.at(expr.span);
                self.map_binary(*op, (&a, &left.ty), (&b, &right.ty), &expr.ty, expr.span)
            }
            ExprKind::MapUnary { op, array } => {
                let value = self.eval(array, frame);
                let apply = |v: &Value| match op {
                    MapUnaryOp::Neg => ops::neg(v),
                    MapUnaryOp::BitNot => ops::bit_not(v),
                    MapUnaryOp::Not => match v {
                        Value::Boolean(b) => Some(Value::Boolean(!b)),
                        _ => None,
                    },
                };
                self.map_unary(&apply, &value, &expr.ty, expr.span)
            }
            ExprKind::MapConvert(array) => {
                let value = self.eval(array, frame);
                self.map_unary(&|v: &Value| Some(v.clone()), &value, &expr.ty, expr.span)
            }
            ExprKind::ReduceOp { op, array } => {
                let value = self.eval(array, frame);
                self.at(expr.span);
                self.reduce_op(*op, &value, &expr.ty, expr.span)
            }
            ExprKind::ReduceMethod { method, operator, array, init, captured } => {
                let value = self.eval(array, frame);
                let init = init.as_ref().map(|i| self.eval(i, frame));
                let captured: Vec<Value> = captured.iter().map(|c| self.eval(c, frame)).collect();
                self.at(expr.span);
                match operator {
                    Some(known) => self.reduce_known(*known, &value, init, expr),
                    None => self.reduce_method(*method, &value, init, &captured),
                }
            }
            ExprKind::Freeze(source) | ExprKind::Thaw(source) => {
                let value = self.eval(source, frame);
                self.at(expr.span);
                self.not_null(&value, source, || "Cannot read the array length".into(), frame);
                self.copy_as(&value, &expr.ty, expr.span)
            }
            ExprKind::Task { method, instance, items } => {
                let items = self.program.items(*method, items.as_deref());
                self.task((*method, items), instance.as_deref(), expr, frame)
            }
            ExprKind::Connect { from, to } => self.connect(from, to, expr, frame),
            _ => internal(expr.span, "a form of expression that has no meaning here"),
        }
    }

    // ---- map ----------------------------------------------------------------------------------------------------

    fn map(&self, method: MethodId, args: &[MapArg], expr: &Expr, frame: &mut Frame) -> Value {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.eval(&arg.expr, frame));
        }
        self.at(expr.span);
        let mut length = None;
        for (arg, value) in args.iter().zip(&values).filter(|(arg, _)| arg.mapped) {
            self.not_null(value, &arg.expr, || "Cannot read the array length".into(), frame);
            length = Some(self.common_length(length, rt::array_length(value)));
        }
        let Some(length) = length else {
            internal(expr.span, "a map over nothing");
        };
        self.initialize(self.program.method(method).class);
        let results: Vec<Value> = (0..length)
            .map(|i| {
                let element = |(arg, value): (&MapArg, &Value)| {
                    if arg.mapped { rt::array_get(value, i) } else { value.clone() }
                };
                self.invoke(method, Value::Void, args.iter().zip(&values).map(element).collect())
            })
            .collect();
        self.array_of(&expr.ty, &results, expr.span)
    }

    fn common_length(&self, so_far: Option<i32>, length: i32) -> i32 {
        match so_far {
            Some(first) if first != length => {
                self.throw_known("somd.LengthMismatch", &format!("lengths {length} and {first} differ"))
            }
            _ => length,
        }
    }

    fn map_binary(&self, op: BinOp, left: (&Value, &Ty), right: (&Value, &Ty), ty: &Ty, span: Span) -> Value {
        let Some(elem) = explain::element_type(ty) else {
            return self.in_type(&self.binary(op, left.0, right.0, left.1, span), ty, span);
        };
        let (left_elem, right_elem) = (explain::element_type(left.1), explain::element_type(right.1));
        let mut length = None;
        for (value, is_array) in [(left.0, left_elem.is_some()), (right.0, right_elem.is_some())] {
            if is_array {
                self.checked_array(value);
                length = Some(self.common_length(length, rt::array_length(value)));
            }
        }
        let Some(length) = length else {
            internal(span, "a mapped operator on scalars");
        };
        let part = |value: &Value, elem: &Option<Ty>, i: i32| match elem {
            Some(_) => rt::array_get(value, i),
            None => value.clone(),
        };
        let results: Vec<Value> = (0..length)
            .map(|i| {
                let a = part(left.0, &left_elem, i);
                let b = part(right.0, &right_elem, i);
                let a_ty = left_elem.as_ref().unwrap_or(left.1);
                let b_ty = right_elem.as_ref().unwrap_or(right.1);
                self.map_binary(op, (&a, a_ty), (&b, b_ty), &elem, span)
            })
            .collect();
        self.array_of(ty, &results, span)
    }

    fn map_unary(&self, apply: &dyn Fn(&Value) -> Option<Value>, value: &Value, ty: &Ty, span: Span) -> Value {
        let Some(elem) = explain::element_type(ty) else {
            let Some(result) = apply(value) else {
                internal(span, "a mapped operator on operands of types it does not take");
            };
            return self.in_type(&result, ty, span);
        };
        self.checked_array(value);
        let results: Vec<Value> = (0..rt::array_length(value))
            .map(|i| self.map_unary(apply, &rt::array_get(value, i), &elem, span))
            .collect();
        self.array_of(ty, &results, span)
    }

    fn checked_array(&self, value: &Value) {
        if rt::is_null(value) {
            rt::throw_null_pointer("Cannot read the array length");
        }
    }

    /// `value` as the element type that the operation's result has.
    fn in_type(&self, value: &Value, ty: &Ty, span: Span) -> Value {
        if ty.is_primitive() {
            ops::convert(value, ty).unwrap_or_else(|| internal(span, "a mapped conversion that Java does not have"))
        } else {
            value.clone()
        }
    }

    // ---- reduce -------------------------------------------------------------------------------------------------

    fn reduce_op(&self, op: ReduceOp, array: &Value, ty: &Ty, span: Span) -> Value {
        self.checked_array(array);
        let mut combine = |a: Value, b: Value| self.in_type(&self.combine(op, &a, &b, ty, span), ty, span);
        let identity = identity(op, ty).unwrap_or_else(|| internal(span, "a reduction without an identity"));
        let length = rt::array_length(array);
        let mut reduction = shape::Reduction::new(length as usize, identity);
        for i in 0..length {
            let sum = combine(reduction.take(), rt::array_get(array, i));
            reduction.put(sum, &mut combine);
        }
        reduction.finish(&mut combine)
    }

    /// A combinator that is an operator.
    fn reduce_known(&self, known: Known, array: &Value, init: Option<Value>, expr: &Expr) -> Value {
        self.checked_array(array);
        if init.is_none() && !known.has_identity && rt::array_length(array) == 0 {
            self.empty_reduction();
        }
        let total = self.reduce_op(known.op, array, &expr.ty, expr.span);
        match init {
            Some(init) => self.combine(known.op, &init, &total, &expr.ty, expr.span),
            None => total,
        }
    }

    fn empty_reduction(&self) -> ! {
        let exception = self.make_exception("somd.EmptyReduction", Some(somd_runtime::lime::EMPTY_REDUCTION));
        super::rt::throw(rt::reference(&exception))
    }

    fn combine(&self, op: ReduceOp, a: &Value, b: &Value, ty: &Ty, span: Span) -> Value {
        match operator::binary(op) {
            Some(op) => self.binary(op, a, b, ty, span),
            None => extreme(op == ReduceOp::Min, a, b)
                .unwrap_or_else(|| internal(span, "a minimum or maximum of what has no order")),
        }
    }

    fn reduce_method(&self, method: MethodId, array: &Value, init: Option<Value>, captured: &[Value]) -> Value {
        self.checked_array(array);
        let def = self.program.method(method);
        self.initialize(def.class);
        let combine = |a: Value, b: Value| {
            if !def.is_static {
                return self.invoke(method, a, vec![b]);
            }
            self.invoke(method, Value::Void, [a, b].into_iter().chain(captured.iter().cloned()).collect())
        };
        let values: Vec<Value> = (0..rt::array_length(array)).map(|i| rt::array_get(array, i)).collect();
        let folded: Result<_, std::convert::Infallible> = shape::fold(&values, &mut |a, b| Ok(combine(a, b)));
        let Ok(folded) = folded;
        match (folded, init) {
            (Some(result), Some(init)) => combine(init, result),
            (Some(result), None) => result,
            (None, Some(init)) => init,
            (None, None) => self.empty_reduction(),
        }
    }

    // ---- freeze and thaw ----------------------------------------------------------------------------------------

    /// A deep copy of an array as an array of type `ty`, whose bounds are checked.
    fn copy_as(&self, value: &Value, ty: &Ty, span: Span) -> Value {
        let Some(elem) = explain::element_type(ty) else {
            return value.clone();
        };
        self.checked_array(value);
        let length = rt::array_length(value);
        let bound = match ty {
            Ty::Array { bound, .. } => *bound,
            Ty::ValueArray { dims, .. } => dims.first().copied().flatten(),
            _ => None,
        };
        if let Some(bound) = bound.filter(|&b| b as i32 != length) {
            self.throw_known(
                "somd.LengthMismatch",
                &format!("an array of length {length} where the type says {bound}"),
            );
        }
        let elements: Vec<Value> = (0..length).map(|i| self.copy_as(&rt::array_get(value, i), &elem, span)).collect();
        self.array_of(ty, &elements, span)
    }
}

/// What a reduction of nothing gives.
fn identity(op: ReduceOp, ty: &Ty) -> Option<Value> {
    use ReduceOp::*;
    let number = |v: i64| ops::convert(&Value::Long(v), ty);
    match (op, ty) {
        (And, Ty::Boolean) => Some(Value::Boolean(true)),
        (Or | Xor, Ty::Boolean) => Some(Value::Boolean(false)),
        (Add | Sub | Or | Xor, _) => number(0),
        (Mul, _) => number(1),
        (And, _) => number(-1),
        (Min, Ty::Float) => Some(Value::Float(f32::INFINITY)),
        (Max, Ty::Float) => Some(Value::Float(f32::NEG_INFINITY)),
        (Min, Ty::Double) => Some(Value::Double(f64::INFINITY)),
        (Max, Ty::Double) => Some(Value::Double(f64::NEG_INFINITY)),
        (Min | Max, _) => {
            let (low, high) = match ty {
                Ty::Byte => (i8::MIN.into(), i8::MAX.into()),
                Ty::Short => (i16::MIN.into(), i16::MAX.into()),
                Ty::Char => (0, i64::from(u16::MAX)),
                Ty::Int => (i32::MIN.into(), i32::MAX.into()),
                Ty::Long => (i64::MIN, i64::MAX),
                _ => return None,
            };
            number(if op == Min { high } else { low })
        }
    }
}

/// `Math.min` and `Math.max`: NaN wins, and -0 is less than 0.
fn extreme(min: bool, a: &Value, b: &Value) -> Option<Value> {
    macro_rules! float {
        ($kind:ident, $a:expr, $b:expr) => {{
            let (a, b) = ($a, $b);
            Value::$kind(if a.is_nan() {
                a
            } else if b.is_nan() {
                b
            } else if a == b {
                if a.is_sign_negative() == min { a } else { b }
            } else if (a < b) == min {
                a
            } else {
                b
            })
        }};
    }
    macro_rules! integer {
        ($kind:ident, $a:expr, $b:expr) => {
            Value::$kind(if min { $a.min($b) } else { $a.max($b) })
        };
    }
    Some(match (a, b) {
        (&Value::Float(a), &Value::Float(b)) => float!(Float, a, b),
        (&Value::Double(a), &Value::Double(b)) => float!(Double, a, b),
        (&Value::Byte(a), &Value::Byte(b)) => integer!(Byte, a, b),
        (&Value::Short(a), &Value::Short(b)) => integer!(Short, a, b),
        (&Value::Char(a), &Value::Char(b)) => integer!(Char, a, b),
        (&Value::Int(a), &Value::Int(b)) => integer!(Int, a, b),
        (&Value::Long(a), &Value::Long(b)) => integer!(Long, a, b),
        _ => return None,
    })
}
