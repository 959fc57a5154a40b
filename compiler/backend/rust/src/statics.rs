//! Static initialisers: which classes need none, because all they do is store literals, or what nobody reads.

use super::code::string_literal;
use super::reach::{self, Reach};
use super::walk::{self, Node};
use somd_hir::*;
use std::collections::{BTreeMap, BTreeSet};

pub struct Statics {
    /// Classes whose initialiser only stores literals into their own primitive fields.
    plain: BTreeSet<ClassId>,
    initial: BTreeMap<FieldId, Lit>,
}

impl Statics {
    pub fn new(program: &Program, reach: &Reach) -> Statics {
        let read = fields_read(program, reach);
        let mut statics = Statics { plain: BTreeSet::new(), initial: BTreeMap::new() };
        for (i, class) in program.classes.iter().enumerate() {
            let id = ClassId(i as u32);
            match class.static_init.and_then(|m| program.method(m).body.as_ref()) {
                None => {
                    statics.plain.insert(id);
                }
                Some(body) => {
                    if let Some(values) = literal_stores(program, id, body, &read) {
                        statics.plain.insert(id);
                        statics.initial.extend(values);
                    }
                }
            }
        }
        statics
    }

    pub fn is_plain(&self, class: ClassId) -> bool {
        self.plain.contains(&class)
    }

    pub fn initial(&self, field: FieldId) -> Option<&Lit> {
        self.initial.get(&field)
    }
}

/// The static fields that are not only assigned.
fn fields_read(program: &Program, reach: &Reach) -> BTreeSet<FieldId> {
    let mut read = BTreeSet::new();
    for body in reach.methods.iter().filter_map(|&m| program.method(m).body.as_ref()) {
        walk::block(body, &mut |n| {
            if let Node::Expr(Expr {
                kind:
                    ExprKind::Field { object: None, field }
                    | ExprKind::CompoundAssign { place: Place::Field { object: None, field }, .. }
                    | ExprKind::IncDec { place: Place::Field { object: None, field }, .. },
                ..
            }) = n
            {
                read.insert(*field);
            }
        });
    }
    read
}

/// A class literal, of which only the one who gets it can know that it was made.
fn is_class(program: &Program, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Upcast(i) | ExprKind::CheckCast(i) => is_class(program, i),
        ExprKind::ClassLit(_) => true,
        ExprKind::Call { method, args, .. } => {
            reach::class_named(program) == Some(*method) && args.iter().all(|a| matches!(a.kind, ExprKind::Lit(_)))
        }
        _ => false,
    }
}

fn literal_stores(
    program: &Program,
    class: ClassId,
    body: &Block,
    read: &BTreeSet<FieldId>,
) -> Option<BTreeMap<FieldId, Lit>> {
    let mut values = BTreeMap::new();
    for s in &body.stmts {
        let StmtKind::Expr(Expr {
            kind: ExprKind::Assign { place: Place::Field { object: None, field }, value }, ..
        }) = &s.kind
        else {
            return None;
        };
        if is_class(program, value) && !read.contains(field) {
            continue;
        }
        let ExprKind::Lit(l) = &value.kind else { return None };
        if program.field(*field).class != class || matches!(l, Lit::String(_)) {
            return None;
        }
        values.insert(*field, l.clone());
    }
    Some(values)
}

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
