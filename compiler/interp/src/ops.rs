//! Java's primitive operations on [`Value`]s: wrapping integers, masked shifts, saturating casts, IEEE floats.
//!
//! Operands have the types that HIR guarantees; any other combination is `None`, which the caller reports with its span.

use somd_hir::{BinOp, Ty};
use somd_runtime::value::Value;

/// What a binary operation gave.
pub enum Outcome {
    Is(Value),
    DivisionByZero,
    /// The operands do not fit the operator: HIR is wrong.
    IllTyped,
}

use Outcome::Is;

/// A binary operation on primitives. References (`==` and `!=`) are the caller's.
pub fn binary(op: BinOp, left: &Value, right: &Value) -> Outcome {
    if op.is_shift() {
        return shift(op, left, right);
    }
    match (left, right) {
        (&Value::Int(a), &Value::Int(b)) => int(op, a, b),
        (&Value::Long(a), &Value::Long(b)) => long(op, a, b),
        (&Value::Double(a), &Value::Double(b)) => double(op, a, b),
        (&Value::Float(a), &Value::Float(b)) => float(op, a, b),
        (&Value::Boolean(a), &Value::Boolean(b)) => boolean(op, a, b),
        _ => match (widen(left), widen(right)) {
            (Some(a), Some(b)) => int(op, a, b),
            _ => Outcome::IllTyped,
        },
    }
}

/// `byte`, `short` and `char` as the `int` they are promoted to.
fn widen(value: &Value) -> Option<i32> {
    Some(match *value {
        Value::Byte(v) => v.into(),
        Value::Short(v) => v.into(),
        Value::Char(v) => v.into(),
        Value::Int(v) => v,
        _ => return None,
    })
}

fn shift(op: BinOp, left: &Value, right: &Value) -> Outcome {
    let by = match (widen(right), right) {
        (Some(n), _) => n as u32,
        (None, &Value::Long(n)) => n as u32,
        _ => return Outcome::IllTyped,
    };
    if let &Value::Long(a) = left {
        return Is(Value::Long(match op {
            BinOp::Shl => a.wrapping_shl(by),
            BinOp::Shr => a.wrapping_shr(by),
            _ => (a as u64).wrapping_shr(by) as i64,
        }));
    }
    match widen(left) {
        Some(a) => Is(Value::Int(match op {
            BinOp::Shl => a.wrapping_shl(by),
            BinOp::Shr => a.wrapping_shr(by),
            _ => (a as u32).wrapping_shr(by) as i32,
        })),
        None => Outcome::IllTyped,
    }
}

fn int(op: BinOp, a: i32, b: i32) -> Outcome {
    Is(match op {
        BinOp::Add => Value::Int(a.wrapping_add(b)),
        BinOp::Sub => Value::Int(a.wrapping_sub(b)),
        BinOp::Mul => Value::Int(a.wrapping_mul(b)),
        BinOp::Div | BinOp::Rem if b == 0 => return Outcome::DivisionByZero,
        BinOp::Div => Value::Int(a.wrapping_div(b)),
        BinOp::Rem => Value::Int(a.wrapping_rem(b)),
        BinOp::And => Value::Int(a & b),
        BinOp::Or => Value::Int(a | b),
        BinOp::Xor => Value::Int(a ^ b),
        BinOp::Shl | BinOp::Shr | BinOp::UShr => return Outcome::IllTyped,
        _ => return compare(op, &a, &b),
    })
}

fn long(op: BinOp, a: i64, b: i64) -> Outcome {
    Is(match op {
        BinOp::Add => Value::Long(a.wrapping_add(b)),
        BinOp::Sub => Value::Long(a.wrapping_sub(b)),
        BinOp::Mul => Value::Long(a.wrapping_mul(b)),
        BinOp::Div | BinOp::Rem if b == 0 => return Outcome::DivisionByZero,
        BinOp::Div => Value::Long(a.wrapping_div(b)),
        BinOp::Rem => Value::Long(a.wrapping_rem(b)),
        BinOp::And => Value::Long(a & b),
        BinOp::Or => Value::Long(a | b),
        BinOp::Xor => Value::Long(a ^ b),
        BinOp::Shl | BinOp::Shr | BinOp::UShr => return Outcome::IllTyped,
        _ => return compare(op, &a, &b),
    })
}

fn float(op: BinOp, a: f32, b: f32) -> Outcome {
    Is(Value::Float(match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a * b,
        BinOp::Div => a / b,
        BinOp::Rem => a % b,
        _ => return compare(op, &a, &b),
    }))
}

fn double(op: BinOp, a: f64, b: f64) -> Outcome {
    Is(Value::Double(match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a * b,
        BinOp::Div => a / b,
        BinOp::Rem => a % b,
        _ => return compare(op, &a, &b),
    }))
}

fn boolean(op: BinOp, a: bool, b: bool) -> Outcome {
    Is(Value::Boolean(match op {
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor | BinOp::Ne => a ^ b,
        BinOp::Eq => a == b,
        _ => return Outcome::IllTyped,
    }))
}

fn compare<T: PartialOrd>(op: BinOp, a: &T, b: &T) -> Outcome {
    Is(Value::Boolean(match op {
        BinOp::Lt => a < b,
        BinOp::Le => a <= b,
        BinOp::Gt => a > b,
        BinOp::Ge => a >= b,
        BinOp::Eq => a == b,
        BinOp::Ne => a != b,
        _ => return Outcome::IllTyped,
    }))
}

/// `-x`; None where `x` is no number.
pub fn neg(value: &Value) -> Option<Value> {
    Some(match *value {
        Value::Long(v) => Value::Long(v.wrapping_neg()),
        Value::Float(v) => Value::Float(-v),
        Value::Double(v) => Value::Double(-v),
        ref v => Value::Int(widen(v)?.wrapping_neg()),
    })
}

/// `~x`
pub fn bit_not(value: &Value) -> Option<Value> {
    Some(match *value {
        Value::Long(v) => Value::Long(!v),
        ref v => Value::Int(!widen(v)?),
    })
}

/// A cast from one primitive type to another; the same type is the same value. None where Java has no such cast.
pub fn convert(value: &Value, to: &Ty) -> Option<Value> {
    // The bits that integer targets truncate. A float goes to `int` first where the target is narrower (JLS 5.1.3).
    let integer = match *value {
        Value::Boolean(b) => return (*to == Ty::Boolean).then_some(Value::Boolean(b)),
        Value::Long(v) => v,
        Value::Float(v) if *to == Ty::Long => v as i64,
        Value::Double(v) if *to == Ty::Long => v as i64,
        Value::Float(v) => match to {
            Ty::Float => return Some(Value::Float(v)),
            Ty::Double => return Some(Value::Double(v.into())),
            _ => i64::from(v as i32),
        },
        Value::Double(v) => match to {
            Ty::Float => return Some(Value::Float(v as f32)),
            Ty::Double => return Some(Value::Double(v)),
            _ => i64::from(v as i32),
        },
        ref v => i64::from(widen(v)?),
    };
    Some(match to {
        Ty::Byte => Value::Byte(integer as i8),
        Ty::Short => Value::Short(integer as i16),
        Ty::Char => Value::Char(integer as u16),
        Ty::Int => Value::Int(integer as i32),
        Ty::Long => Value::Long(integer),
        Ty::Float => Value::Float(integer as f32),
        Ty::Double => Value::Double(integer as f64),
        _ => return None,
    })
}

/// `x + 1` or `x - 1` in the type of `x`, wrapping.
pub fn step(value: &Value, decrement: bool) -> Option<Value> {
    let by = if decrement { -1i8 } else { 1 };
    Some(match *value {
        Value::Byte(v) => Value::Byte(v.wrapping_add(by)),
        Value::Short(v) => Value::Short(v.wrapping_add(by.into())),
        Value::Char(v) => Value::Char(v.wrapping_add(by as u16)),
        Value::Int(v) => Value::Int(v.wrapping_add(by.into())),
        Value::Long(v) => Value::Long(v.wrapping_add(by.into())),
        Value::Float(v) => Value::Float(v + f32::from(by)),
        Value::Double(v) => Value::Double(v + f64::from(by)),
        _ => return None,
    })
}
