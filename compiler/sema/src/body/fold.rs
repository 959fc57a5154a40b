//! Constant expressions: Java's exact arithmetic on literals.
//!
//! Everything here is total: an operation that Java does not fold (division by zero) gives `None`.

use somd_hir::{BinOp, Lit, Ty};
use std::sync::Arc;

/// `lit` as a value of type `to`, as a Java cast gives it. Strings only to themselves.
pub fn convert(lit: &Lit, to: &Ty) -> Option<Lit> {
    Some(match (lit, to) {
        (Lit::Boolean(_), Ty::Boolean) => lit.clone(),
        (Lit::String(_), Ty::Class(_)) => lit.clone(),
        (Lit::Int(v), Ty::Long) => Lit::Long(i64::from(*v)),
        (Lit::Int(v), Ty::Float) => Lit::Float(*v as f32),
        (Lit::Int(v), Ty::Double) => Lit::Double(f64::from(*v)),
        (Lit::Int(v), _) => Lit::Int(narrow(*v, to)?),
        (Lit::Long(v), Ty::Long) => Lit::Long(*v),
        (Lit::Long(v), Ty::Float) => Lit::Float(*v as f32),
        (Lit::Long(v), Ty::Double) => Lit::Double(*v as f64),
        (Lit::Long(v), _) => Lit::Int(narrow(*v as i32, to)?),
        (Lit::Float(v), Ty::Float) => Lit::Float(*v),
        (Lit::Float(v), Ty::Double) => Lit::Double(f64::from(*v)),
        (Lit::Float(v), Ty::Long) => Lit::Long(*v as i64),
        (Lit::Float(v), _) => Lit::Int(narrow(*v as i32, to)?),
        (Lit::Double(v), Ty::Double) => Lit::Double(*v),
        (Lit::Double(v), Ty::Float) => Lit::Float(*v as f32),
        (Lit::Double(v), Ty::Long) => Lit::Long(*v as i64),
        (Lit::Double(v), _) => Lit::Int(narrow(*v as i32, to)?),
        _ => return None,
    })
}

fn narrow(v: i32, to: &Ty) -> Option<i32> {
    Some(match to {
        Ty::Byte => i32::from(v as i8),
        Ty::Short => i32::from(v as i16),
        Ty::Char => i32::from(v as u16),
        Ty::Int => v,
        _ => return None,
    })
}

/// An `int` constant that `to` (byte, short, char) holds unchanged.
pub fn fits(lit: &Lit, to: &Ty) -> bool {
    matches!(lit, Lit::Int(v) if narrow(*v, to) == Some(*v))
}

pub fn negate(lit: &Lit) -> Option<Lit> {
    Some(match lit {
        Lit::Int(v) => Lit::Int(v.wrapping_neg()),
        Lit::Long(v) => Lit::Long(v.wrapping_neg()),
        Lit::Float(v) => Lit::Float(-v),
        Lit::Double(v) => Lit::Double(-v),
        _ => return None,
    })
}

pub fn bit_not(lit: &Lit) -> Option<Lit> {
    Some(match lit {
        Lit::Int(v) => Lit::Int(!v),
        Lit::Long(v) => Lit::Long(!v),
        _ => return None,
    })
}

/// Operands have been promoted: both of one type, the right one of a shift an `int`.
pub fn binary(op: BinOp, a: &Lit, b: &Lit) -> Option<Lit> {
    use BinOp::*;
    Some(match (a, b) {
        (Lit::Int(a), Lit::Int(b)) => int(op, *a, *b)?,
        (Lit::Long(a), Lit::Int(b)) if op.is_shift() => Lit::Long(match op {
            Shl => a.wrapping_shl(*b as u32),
            Shr => a.wrapping_shr(*b as u32),
            _ => (*a as u64).wrapping_shr(*b as u32) as i64,
        }),
        (Lit::Long(a), Lit::Long(b)) => long(op, *a, *b)?,
        (Lit::Float(a), Lit::Float(b)) => match op {
            Add => float(a + b),
            Sub => float(a - b),
            Mul => float(a * b),
            Div => float(a / b),
            Rem => float(a % b),
            _ => Lit::Boolean(compare(op, a.partial_cmp(b))?),
        },
        (Lit::Double(a), Lit::Double(b)) => match op {
            Add => double(a + b),
            Sub => double(a - b),
            Mul => double(a * b),
            Div => double(a / b),
            Rem => double(a % b),
            _ => Lit::Boolean(compare(op, a.partial_cmp(b))?),
        },
        (Lit::Boolean(a), Lit::Boolean(b)) => Lit::Boolean(match op {
            And => a & b,
            Or => a | b,
            Xor | Ne => a ^ b,
            Eq => a == b,
            _ => return None,
        }),
        (Lit::String(a), Lit::String(b)) => Lit::Boolean(match op {
            Eq => a == b,
            Ne => a != b,
            _ => return None,
        }),
        _ => return None,
    })
}

/// The machine's own NaN may be negative; a constant's is Java's one.
fn float(v: f32) -> Lit {
    Lit::Float(if v.is_nan() { f32::NAN } else { v })
}

fn double(v: f64) -> Lit {
    Lit::Double(if v.is_nan() { f64::NAN } else { v })
}

fn int(op: BinOp, a: i32, b: i32) -> Option<Lit> {
    use BinOp::*;
    Some(Lit::Int(match op {
        Add => a.wrapping_add(b),
        Sub => a.wrapping_sub(b),
        Mul => a.wrapping_mul(b),
        Div | Rem if b == 0 => return None,
        Div => a.wrapping_div(b),
        Rem => a.wrapping_rem(b),
        Shl => a.wrapping_shl(b as u32),
        Shr => a.wrapping_shr(b as u32),
        UShr => (a as u32).wrapping_shr(b as u32) as i32,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        _ => return Some(Lit::Boolean(compare(op, Some(a.cmp(&b)))?)),
    }))
}

fn long(op: BinOp, a: i64, b: i64) -> Option<Lit> {
    use BinOp::*;
    Some(Lit::Long(match op {
        Add => a.wrapping_add(b),
        Sub => a.wrapping_sub(b),
        Mul => a.wrapping_mul(b),
        Div | Rem if b == 0 => return None,
        Div => a.wrapping_div(b),
        Rem => a.wrapping_rem(b),
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Shl | Shr | UShr => return None,
        _ => return Some(Lit::Boolean(compare(op, Some(a.cmp(&b)))?)),
    }))
}

/// None as ordering: one operand is NaN.
fn compare(op: BinOp, ordering: Option<std::cmp::Ordering>) -> Option<bool> {
    use std::cmp::Ordering::*;
    Some(match op {
        BinOp::Lt => ordering == Some(Less),
        BinOp::Le => matches!(ordering, Some(Less | Equal)),
        BinOp::Gt => ordering == Some(Greater),
        BinOp::Ge => matches!(ordering, Some(Greater | Equal)),
        BinOp::Eq => ordering == Some(Equal),
        BinOp::Ne => ordering != Some(Equal),
        _ => return None,
    })
}

/// The text of a constant where it is a part of a string; None for floats, whose text the runtime makes, and for null.
pub fn text(lit: &Lit, ty: &Ty) -> Option<Arc<[u16]>> {
    Some(match (lit, ty) {
        (Lit::String(s), _) => s.clone(),
        (Lit::Boolean(b), _) => utf16(&b.to_string()),
        (Lit::Int(v), Ty::Char) => Arc::from([*v as u16].as_slice()),
        (Lit::Int(v), _) => utf16(&v.to_string()),
        (Lit::Long(v), _) => utf16(&v.to_string()),
        _ => return None,
    })
}

pub fn utf16(s: &str) -> Arc<[u16]> {
    s.encode_utf16().collect()
}
