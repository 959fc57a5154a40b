//! Lengths that a type tells (`float[4]`, `float[][4]`), held against arrays: where the bound is claimed, by a cast or where generic code
//! gives the array, and where code that relies on it begins. Likewise whether arrays are values, which their classes do not tell.

use super::{Array, class_id};
use crate::exception::{self, ExceptionKind};
use crate::object::{Object, Ref};
use crate::value_array::holds_arrays;

/// A length that is not what the type says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unbound {
    pub length: i32,
    pub bound: i32,
}

impl Unbound {
    /// The message of the exception.
    pub fn message(self) -> String {
        format!("an array of length {} where the type says {}", self.length, self.bound)
    }
}

/// The first array, outer ones before inner ones, whose length is not its bound. `bounds` are those of the dimensions, outermost first,
/// negative where the type tells none. Null has no length, whatever it stands for.
pub fn unbound(array: &Ref<Object>, bounds: &[i32]) -> Option<Unbound> {
    let (&bound, inner) = bounds.split_first()?;
    if array.is_null() {
        return None;
    }
    // SAFETY: an array; its length stands where that of every other one stands.
    let rows = unsafe { array.cast::<Array<Ref<Object>>>() };
    let length = rows.len();
    if bound >= 0 && length != bound {
        return Some(Unbound { length, bound });
    }
    if inner.iter().all(|b| *b < 0) || array.class() != class_id::REF_ARRAY || !holds_arrays(rows) {
        return None;
    }
    if let Some(unmade) = rows.unmade() {
        let columns = unmade.columns as i32;
        return (length > 0 && inner[0] >= 0 && inner[0] != columns)
            .then_some(Unbound { length: columns, bound: inner[0] });
    }
    // SAFETY: the class says that it holds references; nothing else runs meanwhile.
    let parts = unsafe { rows.as_slice() };
    // The rows are those it was made with where it has kept its block: they have one length.
    let looked_at = if inner.len() == 1 && rows.block().is_some() { parts.len().min(1) } else { parts.len() };
    parts[..looked_at].iter().find_map(|row| unbound(row, inner))
}

/// Throws where an array has not the lengths that its type claims.
#[track_caller]
pub fn check_bounds(array: &Ref<Object>, bounds: &[i32]) {
    if let Some(found) = unbound(array, bounds) {
        throw_unbound(found);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
pub fn throw_unbound(found: Unbound) -> ! {
    exception::throw_new(ExceptionKind::ClassCast, Some(&found.message()))
}

/// Whether an array of `dims` dimensions, of which the first `mutable` are mutable arrays and the others value arrays, is what its type says. Of
/// the rows of a mutable array the first one that is there tells. Null may stand for either.
pub fn is_of_kind(array: &Ref<Object>, mutable: u32, dims: u32) -> bool {
    if array.is_null() || dims == 0 {
        return true;
    }
    // SAFETY: an array; its flags stand where those of every other one stand.
    let rows = unsafe { array.cast::<Array<Ref<Object>>>() };
    if rows.is_value() != (mutable == 0) {
        return false;
    }
    if mutable == 0 || dims == 1 || array.class() != class_id::REF_ARRAY || !holds_arrays(rows) {
        return true;
    }
    // Rows that are not made yet are as their matrix.
    if rows.unmade().is_some() {
        return mutable == dims;
    }
    // SAFETY: the class says that it holds references; nothing else runs meanwhile.
    let parts = unsafe { rows.as_slice() };
    parts.iter().find(|row| !row.is_null()).is_none_or(|row| is_of_kind(row, mutable - 1, dims - 1))
}

/// Throws where an array is no value array and its type says so, or the other way round; see [`is_of_kind`].
#[track_caller]
pub fn check_kind(array: &Ref<Object>, mutable: u32, dims: u32) {
    if !is_of_kind(array, mutable, dims) {
        throw_kind(mutable < dims);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn throw_kind(value: bool) -> ! {
    let message = match value {
        true => "a mutable array where the type says a value array",
        false => "a value array where the type says a mutable array",
    };
    exception::throw_new(ExceptionKind::ClassCast, Some(message))
}
