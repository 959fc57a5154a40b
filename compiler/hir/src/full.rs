//! Types before erasure, where that says more: what parallel code specialises value classes and methods by.

use super::{ClassId, FieldId, LocalId, MethodId, Ty};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A type with its arguments. What has none, or whose arguments nobody needs, is plain.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Full {
    Plain(Ty),
    /// A type variable, by a number of its own.
    Var(u32),
    /// A value class and its type arguments.
    Class(ClassId, Vec<Full>),
    Array(Box<Full>, Option<u32>),
    ValueArray(Box<Full>, Arc<[Option<u32>]>),
}

impl Full {
    pub fn array(elem: Full, bound: Option<u32>) -> Full {
        match elem {
            Full::Plain(ty) => Full::Plain(Ty::Array { elem: Arc::new(ty), bound }),
            elem => Full::Array(Box::new(elem), bound),
        }
    }

    pub fn value_array(elem: Full, dims: Arc<[Option<u32>]>) -> Full {
        match elem {
            Full::Plain(ty) => Full::Plain(Ty::ValueArray { elem: Arc::new(ty), dims }),
            elem => Full::ValueArray(Box::new(elem), dims),
        }
    }

    /// What an index into an array gives.
    pub fn element(&self) -> Option<Full> {
        Some(match self {
            Full::Array(elem, _) => (**elem).clone(),
            Full::ValueArray(elem, dims) if dims.len() > 1 => Full::ValueArray(elem.clone(), dims[1..].into()),
            Full::ValueArray(elem, _) => (**elem).clone(),
            Full::Plain(Ty::Array { elem, .. }) => Full::Plain((**elem).clone()),
            Full::Plain(Ty::ValueArray { elem, dims }) if dims.len() > 1 => {
                Full::Plain(Ty::ValueArray { elem: elem.clone(), dims: dims[1..].into() })
            }
            Full::Plain(Ty::ValueArray { elem, .. }) => Full::Plain((**elem).clone()),
            _ => return None,
        })
    }

    /// With types in the place of type variables.
    pub fn with(&self, known: &BTreeMap<u32, Full>) -> Full {
        match self {
            Full::Plain(_) => self.clone(),
            Full::Var(v) => known.get(v).unwrap_or(self).clone(),
            Full::Class(c, args) => Full::Class(*c, args.iter().map(|a| a.with(known)).collect()),
            Full::Array(elem, bound) => Full::array(elem.with(known), *bound),
            Full::ValueArray(elem, dims) => Full::value_array(elem.with(known), dims.clone()),
        }
    }

    /// Notes what the type variables in this type must be so that it is `actual`.
    pub fn learn(&self, actual: &Full, known: &mut BTreeMap<u32, Full>) {
        match (self, actual) {
            (Full::Var(v), _) => {
                known.entry(*v).or_insert_with(|| actual.clone());
            }
            (Full::Class(c, args), Full::Class(d, given)) if c == d => {
                args.iter().zip(given).for_each(|(a, g)| a.learn(g, known));
            }
            (Full::Array(elem, _) | Full::ValueArray(elem, _), _) => {
                if let Some(given) = actual.innermost() {
                    elem.learn(&given, known);
                }
            }
            _ => {}
        }
    }

    fn innermost(&self) -> Option<Full> {
        match self {
            Full::Array(elem, _) | Full::ValueArray(elem, _) => Some((**elem).clone()),
            Full::Plain(Ty::Array { elem, .. } | Ty::ValueArray { elem, .. }) => Some(Full::Plain((**elem).clone())),
            _ => None,
        }
    }
}

/// What erasure takes from a program's declarations, where it takes something.
#[derive(Clone, Debug, Default)]
pub struct Generics {
    /// The type variables of generic value classes.
    pub params: BTreeMap<ClassId, Vec<u32>>,
    pub fields: BTreeMap<FieldId, Full>,
    /// What methods return.
    pub rets: BTreeMap<MethodId, Full>,
    /// Local variables, parameters among them.
    pub locals: BTreeMap<(MethodId, LocalId), Full>,
}
