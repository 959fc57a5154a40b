//! Literals, as they are printed.

use super::code::string_literal;
use somd_hir::*;

pub fn literal_text(l: &Lit, ty: &Ty) -> String {
    match l {
        Lit::Boolean(b) => b.to_string(),
        Lit::Int(v) if *ty == Ty::Char => (*v as u16).to_string(),
        Lit::Int(v) => v.to_string(),
        Lit::Long(v) => v.to_string(),
        Lit::Float(v) if v.is_nan() => "f32::NAN".into(),
        Lit::Float(v) if v.is_infinite() => if *v > 0.0 { "f32::INFINITY" } else { "f32::NEG_INFINITY" }.into(),
        Lit::Float(v) => format!("{v:?}"),
        Lit::Double(v) if v.is_nan() => "f64::NAN".into(),
        Lit::Double(v) if v.is_infinite() => if *v > 0.0 { "f64::INFINITY" } else { "f64::NEG_INFINITY" }.into(),
        Lit::Double(v) => format!("{v:?}"),
        Lit::String(s) => string_literal(&String::from_utf16_lossy(s)),
        Lit::Null | Lit::Zero => "Ref::null()".into(),
    }
}
