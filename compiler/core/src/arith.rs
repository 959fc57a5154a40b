//! Java's arithmetic on Core's scalars: what the interpreter does and what constant folding may do ahead of it.

use super::ir::{BinOp, MathOp, Ty, UnOp};
use super::value::CoreValue::{self, *};
use somd_syntax::ast::ReduceOp;

/// The types agree in a verified program; what does not fit together has no value.
pub fn unary(op: UnOp, a: &CoreValue) -> Option<CoreValue> {
    Some(match (op, a) {
        (UnOp::Not, Bool(x)) => Bool(!x),
        (UnOp::BitNot, I32(x)) => I32(!x),
        (UnOp::BitNot, I64(x)) => I64(!x),
        (UnOp::Neg, I32(x)) => I32(x.wrapping_neg()),
        (UnOp::Neg, I64(x)) => I64(x.wrapping_neg()),
        (UnOp::Neg, F32(x)) => F32(-x),
        (UnOp::Neg, F64(x)) => F64(-x),
        _ => return None,
    })
}

macro_rules! int_op {
    ($wrap:ident, $op:expr, $a:expr, $b:expr) => {
        match $op {
            BinOp::Add => $wrap($a.wrapping_add($b)),
            BinOp::Sub => $wrap($a.wrapping_sub($b)),
            BinOp::Mul => $wrap($a.wrapping_mul($b)),
            BinOp::Div if $b != 0 => $wrap($a.wrapping_div($b)),
            BinOp::Rem if $b != 0 => $wrap($a.wrapping_rem($b)),
            BinOp::And => $wrap($a & $b),
            BinOp::Or => $wrap($a | $b),
            BinOp::Xor => $wrap($a ^ $b),
            op => return compare(op, $a.partial_cmp(&$b)),
        }
    };
}

macro_rules! float_op {
    ($wrap:ident, $op:expr, $a:expr, $b:expr) => {
        match $op {
            BinOp::Add => $wrap($a + $b),
            BinOp::Sub => $wrap($a - $b),
            BinOp::Mul => $wrap($a * $b),
            BinOp::Div => $wrap($a / $b),
            BinOp::Rem => $wrap($a % $b),
            op => return compare(op, $a.partial_cmp(&$b)),
        }
    };
}

fn compare(op: BinOp, order: Option<std::cmp::Ordering>) -> Option<CoreValue> {
    Some(Bool(match op {
        BinOp::Lt => order.is_some_and(|o| o.is_lt()),
        BinOp::Le => order.is_some_and(|o| o.is_le()),
        BinOp::Gt => order.is_some_and(|o| o.is_gt()),
        BinOp::Ge => order.is_some_and(|o| o.is_ge()),
        BinOp::Eq => order.is_some_and(|o| o.is_eq()),
        BinOp::Ne => !order.is_some_and(|o| o.is_eq()),
        _ => return None,
    }))
}

/// None where integers are divided by zero.
pub fn binary(op: BinOp, a: &CoreValue, b: &CoreValue) -> Option<CoreValue> {
    Some(match (op, a, b) {
        (BinOp::Shl, I32(a), I32(n)) => I32(a.wrapping_shl(*n as u32)),
        (BinOp::Shr, I32(a), I32(n)) => I32(a.wrapping_shr(*n as u32)),
        (BinOp::UShr, I32(a), I32(n)) => I32((*a as u32).wrapping_shr(*n as u32) as i32),
        (BinOp::Shl, I64(a), I32(n)) => I64(a.wrapping_shl(*n as u32)),
        (BinOp::Shr, I64(a), I32(n)) => I64(a.wrapping_shr(*n as u32)),
        (BinOp::UShr, I64(a), I32(n)) => I64((*a as u64).wrapping_shr(*n as u32) as i64),
        (BinOp::And, Bool(a), Bool(b)) => Bool(a & b),
        (BinOp::Or, Bool(a), Bool(b)) => Bool(a | b),
        (BinOp::Xor, Bool(a), Bool(b)) => Bool(a ^ b),
        (op, Bool(a), Bool(b)) => return compare(op, a.partial_cmp(b)),
        (op, I32(a), I32(b)) => int_op!(I32, op, *a, *b),
        (op, I64(a), I64(b)) => int_op!(I64, op, *a, *b),
        (op, F32(a), F32(b)) => float_op!(F32, op, a, b),
        (op, F64(a), F64(b)) => float_op!(F64, op, a, b),
        (op, a, b) => return compare(op, a.as_int()?.partial_cmp(&b.as_int()?)),
    })
}

/// Java's conversions between numbers; Rust's `as` saturates from floats in the same way, through `i32` for narrow targets.
pub fn convert(a: &CoreValue, to: &Ty) -> Option<CoreValue> {
    let narrow = |n: i32| CoreValue::of_int(n as i64, to);
    Some(match (a, to) {
        (F32(x), Ty::F32) => F32(*x),
        (F32(x), Ty::F64) => F64(*x as f64),
        (F64(x), Ty::F32) => F32(*x as f32),
        (F64(x), Ty::F64) => F64(*x),
        (F32(x), Ty::I64) => I64(*x as i64),
        (F64(x), Ty::I64) => I64(*x as i64),
        (F32(x), _) => narrow(*x as i32),
        (F64(x), _) => narrow(*x as i32),
        (int, Ty::F32) => F32(int.as_int()? as f32),
        (int, Ty::F64) => F64(int.as_int()? as f64),
        (int, to) => CoreValue::of_int(int.as_int()?, to),
    })
}

pub fn bitcast(a: &CoreValue) -> Option<CoreValue> {
    Some(match *a {
        I32(x) => F32(f32::from_bits(x as u32)),
        F32(x) => I32(x.to_bits() as i32),
        I64(x) => F64(f64::from_bits(x as u64)),
        F64(x) => I64(x.to_bits() as i64),
        _ => return None,
    })
}

macro_rules! float_math {
    ($wrap:ident, $op:expr, $x:expr, $args:expr) => {
        match ($op, &$args[1..]) {
            (MathOp::Sqrt, []) => $wrap($x.sqrt()),
            (MathOp::Abs, []) => $wrap($x.abs()),
            (MathOp::Floor, []) => $wrap($x.floor()),
            (MathOp::Ceil, []) => $wrap($x.ceil()),
            (MathOp::Rint, []) => $wrap($x.round_ties_even()),
            (MathOp::Fma, [$wrap(y), $wrap(z)]) => $wrap($x.mul_add(*y, *z)),
            (MathOp::Min, [$wrap(y)]) => $wrap(match () {
                _ if $x.is_nan() || y.is_nan() => $x + y,
                // Of two zeros the negative one.
                _ if $x == *y => {
                    if $x.is_sign_negative() {
                        $x
                    } else {
                        *y
                    }
                }
                _ => $x.min(*y),
            }),
            (MathOp::Max, [$wrap(y)]) => $wrap(match () {
                _ if $x.is_nan() || y.is_nan() => $x + y,
                _ if $x == *y => {
                    if $x.is_sign_negative() {
                        *y
                    } else {
                        $x
                    }
                }
                _ => $x.max(*y),
            }),
            _ => return None,
        }
    };
}

pub fn math(op: MathOp, args: &[CoreValue]) -> Option<CoreValue> {
    Some(match (op, args.first()?, args.get(1)) {
        (_, F32(x), _) => float_math!(F32, op, *x, args),
        (_, F64(x), _) => float_math!(F64, op, *x, args),
        (MathOp::Abs, I32(x), None) => I32(x.wrapping_abs()),
        (MathOp::Abs, I64(x), None) => I64(x.wrapping_abs()),
        (MathOp::Min, I32(x), Some(I32(y))) => I32(*x.min(y)),
        (MathOp::Max, I32(x), Some(I32(y))) => I32(*x.max(y)),
        (MathOp::Min, I64(x), Some(I64(y))) => I64(*x.min(y)),
        (MathOp::Max, I64(x), Some(I64(y))) => I64(*x.max(y)),
        _ => return None,
    })
}

/// Combines two accumulators, or a value into one, in a type of any width. `-` adds: its accumulators hold what is to be taken
/// away with its sign turned already (they start at zero, and the body subtracts).
pub fn reduce(op: ReduceOp, a: &CoreValue, b: &CoreValue) -> Option<CoreValue> {
    let narrow = match a {
        I8(_) => Some(Ty::I8),
        I16(_) => Some(Ty::I16),
        U16(_) => Some(Ty::U16),
        _ => None,
    };
    if let Some(ty) = narrow {
        let wide = |v: &CoreValue| v.as_int().map(I64);
        return convert(&reduce(op, &wide(a)?, &wide(b)?)?, &ty);
    }
    let op = match op {
        ReduceOp::Add | ReduceOp::Sub => BinOp::Add,
        ReduceOp::Mul => BinOp::Mul,
        ReduceOp::And => BinOp::And,
        ReduceOp::Or => BinOp::Or,
        ReduceOp::Xor => BinOp::Xor,
        ReduceOp::Min => return math(MathOp::Min, &[a.clone(), b.clone()]),
        ReduceOp::Max => return math(MathOp::Max, &[a.clone(), b.clone()]),
    };
    binary(op, a, b)
}
