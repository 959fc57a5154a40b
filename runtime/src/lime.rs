//! Lime's operations where they run on the host, one element after another: maps, reductions, freezing and thawing.
//!
//! Generated code calls these for what has not become a parallel region. Reductions have the fixed shape that every back end
//! follows (the compiler's `core::shape`), so a program gives the same bits wherever they run.

use crate::array::{Array, Elem, Fields, with_columns};
use crate::exception;
use crate::object::{Object, Ref, class_id};
use crate::par::{LANES, ROWS, SMALL};
use crate::program::RefType;
use crate::string::Str;
use crate::value_array;

// ---- maps -------------------------------------------------------------------------------------------------------

/// The length that two mapped arrays have.
#[inline]
pub fn same_length(first: i32, other: i32) -> i32 {
    if first != other {
        let message = format!("lengths {other} and {first} differ");
        exception::throw_named("somd.LengthMismatch", Some(&message));
    }
    first
}

/// A value array of primitives, computed element by element.
pub fn map<T: Elem + Copy>(length: i32, mut element: impl FnMut(i32) -> T) -> Ref<Array<T>> {
    let array = Array::<T>::new(length);
    for i in 0..length {
        array.set(i, element(i));
    }
    sealed(array)
}

/// A value array of references, computed element by element; `element_type` is their type.
pub fn map_refs<T: 'static>(
    length: i32,
    element_type: RefType,
    mut element: impl FnMut(i32) -> Ref<T>,
) -> Ref<Array<Ref<T>>> {
    let array: Ref<Array<Ref<T>>> = Array::new_ref(length, element_type);
    for i in 0..length {
        array.set(i, element(i));
    }
    sealed(array)
}

/// A value array of plain values, computed element by element.
pub fn map_fields<F: Fields>(length: i32, mut element: impl FnMut(i32) -> F) -> Ref<Array<Ref<F>>> {
    let array = Array::<Ref<F>>::new_columns(length);
    for i in 0..length {
        array.set_fields(i, element(i));
    }
    sealed(array)
}

/// An array that only the caller holds, as a value array.
pub fn sealed<T: 'static>(array: Ref<Array<T>>) -> Ref<Array<T>> {
    // SAFETY: `freeze` gives an array of the same type.
    unsafe { value_array::freeze(array.into_cast::<Object>()).into_cast() }
}

// ---- freezing and thawing ---------------------------------------------------------------------------------------

/// `new T[[]](array)`. `bounds` are the lengths that the type says, outermost first; negative where it says none. `name` is
/// what is named if the array is null.
#[track_caller]
pub fn freeze<T: Elem>(array: Ref<Array<T>>, bounds: &[i32], name: &'static str) -> Ref<Array<T>> {
    check_bounds(&array, bounds, name);
    sealed(array)
}

/// `v.toArray()`
#[track_caller]
pub fn thaw<T: Elem>(array: &Ref<Array<T>>, bounds: &[i32], name: &'static str) -> Ref<Array<T>> {
    check_bounds(array, bounds, name);
    // SAFETY: every array is an object, and the copy is an array of the same type.
    unsafe { value_array::thaw(array.cast::<Object>()).into_cast() }
}

fn check_bounds<T: Elem>(array: &Ref<Array<T>>, bounds: &[i32], name: &'static str) {
    use crate::emitted::Subscript;
    check_length(array.length(name), bounds.first());
    let Some(inner) = bounds.get(1..).filter(|b| !b.is_empty()) else { return };
    // SAFETY: every array is an object.
    check_rows(unsafe { array.cast::<Object>() }, inner);
}

fn check_rows(array: &Ref<Object>, bounds: &[i32]) {
    if bounds.is_empty() || array.class() != class_id::REF_ARRAY {
        return;
    }
    // SAFETY: the class number says so.
    let rows = unsafe { array.cast::<Array<Ref<Object>>>() };
    if let Some(unmade) = rows.unmade() {
        return check_length(unmade.columns as i32, bounds.first());
    }
    for i in 0..rows.len() {
        let row = rows.get(i);
        if row.is_null() {
            exception::throw_null_pointer("Cannot read the array length");
        }
        check_length(value_array::length(&row), bounds.first());
        check_rows(&row, &bounds[1..]);
    }
}

fn check_length(length: i32, bound: Option<&i32>) {
    if let Some(&bound) = bound.filter(|&&b| b >= 0 && b != length) {
        let message = format!("an array of length {length} where the type says {bound}");
        exception::throw_named("somd.LengthMismatch", Some(&message));
    }
}

// ---- values -----------------------------------------------------------------------------------------------------

/// Fills the innermost arrays of a new array of values, of any rank, with their zero.
pub fn fill_zero<T: 'static, Z: 'static>(array: Ref<Array<Ref<T>>>, zero: Ref<Z>) -> Ref<Array<Ref<T>>> {
    // SAFETY: every array is an object, and so is every value.
    let (object, zero) = unsafe { (array.cast::<Object>(), zero.into_cast::<Object>()) };
    fill(object, &zero);
    array
}

fn fill(array: &Ref<Object>, zero: &Ref<Object>) {
    if with_columns(array).is_some() {
        return;
    }
    // SAFETY: arrays of values and arrays of such arrays are arrays of references.
    let array = unsafe { array.cast::<Array<Ref<Object>>>() };
    let nested = value_array::holds_arrays(array);
    for i in 0..array.len() {
        if !nested {
            array.set(i, zero.clone());
        } else if let Some(row) = Some(array.get(i)).filter(|r| !r.is_null()) {
            fill(&row, zero);
        }
    }
}

/// `==` on two value arrays: equal contents.
pub fn equal_arrays<T: 'static>(a: &Ref<Array<T>>, b: &Ref<Array<T>>) -> bool {
    // SAFETY: every array is an object.
    unsafe { value_array::equal(a.cast::<Object>(), b.cast::<Object>()) }
}

/// `==` on two objects of any class, of which some may be values.
#[inline]
pub fn same_values<T: 'static, U: 'static>(a: &Ref<T>, b: &Ref<U>) -> bool {
    // SAFETY: every array and every object of a class is an object.
    let (a, b) = unsafe { (a.cast::<Object>(), b.cast::<Object>()) };
    a.same(b) || value_array::same(a, b)
}

/// Two strings of equal text, or both null.
pub fn same_text(a: &Ref<Str>, b: &Ref<Str>) -> bool {
    a.same(b) || !a.is_null() && !b.is_null() && a.equals(b)
}

/// A value, where null stands for the zero of its class.
#[inline]
pub fn or_zero<T: 'static>(value: Ref<T>, zero: fn() -> Ref<T>) -> Ref<T> {
    if value.is_null() { zero() } else { value }
}

// ---- reductions -------------------------------------------------------------------------------------------------

/// `+! a` and its like: iterations are dealt to lanes, lanes are combined by halving, blocks by the same again.
pub fn reduce<T: Clone>(
    length: i32,
    identity: T,
    mut element: impl FnMut(i32) -> T,
    mut combine: impl FnMut(T, T) -> T,
) -> T {
    reduce_all(length as usize, &identity, &mut |i| element(i as i32), &mut combine)
}

fn reduce_all<T: Clone>(
    count: usize,
    identity: &T,
    element: &mut dyn FnMut(usize) -> T,
    combine: &mut impl FnMut(T, T) -> T,
) -> T {
    if count <= SMALL {
        return (0..count).fold(identity.clone(), |acc, i| combine(acc, element(i)));
    }
    let mut blocks = Vec::new();
    let mut start = 0;
    while start < count {
        let end = (start + LANES * ROWS).min(count);
        let mut lanes = vec![identity.clone(); LANES];
        for i in start..end {
            let lane = &mut lanes[(i - start) % LANES];
            *lane = combine(lane.clone(), element(i));
        }
        let mut width = LANES / 2;
        while width > 0 {
            for lane in 0..width {
                lanes[lane] = combine(lanes[lane].clone(), lanes[lane + width].clone());
            }
            width /= 2;
        }
        blocks.push(lanes.swap_remove(0));
        start = end;
    }
    match blocks.len() {
        1 => blocks.swap_remove(0),
        n => reduce_all(n, identity, &mut |i| blocks[i].clone(), combine),
    }
}

/// `C.f! a`: a combinator that need not commute, so neighbours are combined. None for no elements.
pub fn fold<T: Clone>(length: i32, element: impl FnMut(i32) -> T, mut combine: impl FnMut(T, T) -> T) -> Option<T> {
    let values: Vec<T> = (0..length).map(element).collect();
    fold_all(&values, &mut combine)
}

fn fold_all<T: Clone>(values: &[T], combine: &mut impl FnMut(T, T) -> T) -> Option<T> {
    let mut in_order = |values: &[T]| {
        let (first, rest) = values.split_first()?;
        Some(rest.iter().fold(first.clone(), |acc, v| combine(acc, v.clone())))
    };
    if values.len() <= SMALL {
        return in_order(values);
    }
    let lanes: Vec<T> = values.chunks(ROWS).filter_map(in_order).collect();
    let mut blocks = Vec::new();
    for lanes in lanes.chunks(LANES) {
        let mut lanes = lanes.to_vec();
        let mut distance = 1;
        while distance < lanes.len() {
            for lane in (0..lanes.len() - distance).step_by(2 * distance) {
                lanes[lane] = combine(lanes[lane].clone(), lanes[lane + distance].clone());
            }
            distance *= 2;
        }
        blocks.push(lanes.swap_remove(0));
    }
    if blocks.len() == 1 { blocks.pop() } else { fold_all(&blocks, combine) }
}

/// The message of a reduction of nothing, the same wherever it runs.
pub const EMPTY_REDUCTION: &str = "a reduction without an identity has no elements";

/// `C.f! a` where `a` is empty.
#[cold]
pub fn throw_empty_reduction() -> ! {
    exception::throw_named("somd.EmptyReduction", Some(EMPTY_REDUCTION))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_reductions_are_in_order_and_large_ones_in_lanes() {
        assert_eq!(reduce(0, 7, |i| i, |a, b| a + b), 7);
        assert_eq!(reduce(32, 0, |i| i, |a, b| a + b), 496);
        assert_eq!(reduce(40_000, 0i64, i64::from, |a, b| a + b), 799_980_000);
        // 33 floats in 256 lanes: each lane has at most one, so the tree adds them pairwise, not in order. Near 1e8 a float's
        // neighbours are 8 apart: the first two additions to lane 0 (of 4) are lost, the later ones add 8, 16, 32 and 64.
        let lanes = reduce(33, 0.0f32, |i| if i == 0 { 1e8 } else { 4.0 }, |a, b| a + b);
        assert_eq!(lanes, 1e8 + 120.0);
    }

    #[test]
    fn folds_keep_the_order() {
        let text = fold(1000, |i| i.to_string(), |a, b| a + &b);
        let expected: String = (0..1000).map(|i: i32| i.to_string()).collect();
        assert_eq!(text, Some(expected));
        assert_eq!(fold(0, |i| i, |a, _| a), None);
    }
}
