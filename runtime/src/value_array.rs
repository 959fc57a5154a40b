//! From Java's arrays to Lime's value arrays and back.
//!
//! A value array is an array of primitives, of objects that are values, or of value arrays, that nothing can change: [`freeze`] makes one, [`thaw`]
//! makes a mutable copy. Freezing an array that only the caller holds copies nothing. The rows of what is made lie in one
//! block where they have one length.

use crate::array::{Array, Elem, new_grid, new_multi, rectangle, with_columns};
use crate::exception;
use crate::number_text;
use crate::object::{Object, Ref, class_id};
use crate::program::RefType;

/// The elements of an array of arrays.
type Rows = Array<Ref<Object>>;

/// Calls `$f::<T>($args)` with the element type of the array class `$class`.
macro_rules! with_element_type {
    ($class:expr, $f:ident, $($args:expr),*) => {
        match $class {
            class_id::BOOLEAN_ARRAY => $f::<bool>($($args),*),
            class_id::BYTE_ARRAY => $f::<i8>($($args),*),
            class_id::SHORT_ARRAY => $f::<i16>($($args),*),
            class_id::CHAR_ARRAY => $f::<u16>($($args),*),
            class_id::INT_ARRAY => $f::<i32>($($args),*),
            class_id::LONG_ARRAY => $f::<i64>($($args),*),
            class_id::FLOAT_ARRAY => $f::<f32>($($args),*),
            class_id::DOUBLE_ARRAY => $f::<f64>($($args),*),
            class_id::REF_ARRAY => $f::<Ref<Object>>($($args),*),
            class => unreachable!("class {class} is no array"),
        }
    };
}

/// As `with_element_type`, where the elements are primitives.
macro_rules! with_primitive_type {
    ($class:expr, $f:ident, $($args:expr),*) => {
        match $class {
            class_id::BOOLEAN_ARRAY => $f::<bool>($($args),*),
            class_id::BYTE_ARRAY => $f::<i8>($($args),*),
            class_id::SHORT_ARRAY => $f::<i16>($($args),*),
            class_id::CHAR_ARRAY => $f::<u16>($($args),*),
            class_id::INT_ARRAY => $f::<i32>($($args),*),
            class_id::LONG_ARRAY => $f::<i64>($($args),*),
            class_id::FLOAT_ARRAY => $f::<f32>($($args),*),
            class_id::DOUBLE_ARRAY => $f::<f64>($($args),*),
            class => unreachable!("class {class} is no array of primitives"),
        }
    };
}

/// The array, of any rank, as a value array, which is rectangular. `array` is not null.
pub fn freeze(array: Ref<Object>) -> Ref<Object> {
    check_rectangular(&array, 0, &mut Vec::new());
    let array = if is_value(&array) || is_unique(&array) { array } else { copy(&array) };
    seal(&array);
    array
}

/// Throws where two arrays that stand in the same dimension have different lengths; `dims` are the lengths found before.
fn check_rectangular(array: &Ref<Object>, depth: usize, dims: &mut Vec<i32>) {
    fn check(length: i32, depth: usize, dims: &mut Vec<i32>) {
        match dims.get(depth) {
            Some(&first) if first != length => throw_ragged(first, length),
            Some(_) => {}
            None => dims.push(length),
        }
    }
    if depth > 0 {
        check(length(array), depth, dims);
    } else {
        dims.push(length(array));
    }
    let Some(rows) = rows(array) else { return };
    if let Some(unmade) = rows.unmade() {
        return check(unmade.columns as i32, depth + 1, dims);
    }
    for row in elements(rows) {
        if row.is_null() {
            exception::throw_null_pointer("Cannot read the array length");
        }
        check_rectangular(row, depth + 1, dims);
    }
}

/// What is thrown where a value array would have rows of different lengths.
#[cold]
pub fn throw_ragged(first: i32, other: i32) -> ! {
    exception::throw_named("somd.LengthMismatch", Some(&ragged_text(first, other)))
}

pub fn ragged_text(first: i32, other: i32) -> String {
    format!("rows of lengths {first} and {other} in one value array")
}

/// A value array of primitives that only the caller refers to, in any part: the array itself or a copy.
pub(crate) fn detached(array: Ref<Object>) -> Ref<Object> {
    if is_unique(&array) && !has_device_copy(&array) {
        return array;
    }
    sealed_copy(&array)
}

/// A value array of its own, all through, with the same numbers.
pub(crate) fn sealed_copy(array: &Ref<Object>) -> Ref<Object> {
    let copy = copy(array);
    seal(&copy);
    copy
}

/// The elements are numbers in memory, in arrays of any rank or in columns, and no objects.
pub(crate) fn holds_numbers(array: &Ref<Object>) -> bool {
    if array.class() != class_id::REF_ARRAY || with_columns(array).is_some() {
        return true;
    }
    // SAFETY: the class number says so.
    let base = unsafe { array.cast::<Rows>() }.element_type().base();
    (class_id::BOOLEAN_ARRAY..=class_id::DOUBLE_ARRAY).contains(&base)
}

/// A copy of an array of references that refers to the same elements: a value array where that is one.
pub(crate) fn copy_references(array: &Ref<Object>) -> Ref<Object> {
    let of = leaf::<Ref<Object>>(array);
    let copy = Array::from_refs(of.element_type(), elements(of).to_vec());
    if of.is_value() {
        copy.make_value();
    }
    copy.into_up()
}

/// All elements are where they are read on the host, and reading changes nothing in the array.
pub(crate) fn settle(array: &Ref<Object>) {
    fn numbers<T: Elem>(array: &Ref<Object>) {
        leaf::<T>(array).sync_host();
    }
    if array.class() == class_id::REF_ARRAY {
        let array = leaf::<Ref<Object>>(array);
        array.sync_host();
        // SAFETY: nothing else uses it meanwhile.
        let _ = unsafe { array.as_slice() };
    } else {
        with_primitive_type!(array.class(), numbers, array);
    }
}

/// The block that holds an array's elements, by its address, and how many arrays hold it.
pub(crate) fn block_of(array: &Ref<Object>) -> Option<(usize, usize)> {
    fn of<T: Elem>(array: &Ref<Object>) -> Option<(usize, usize)> {
        leaf::<T>(array).block().map(|b| (std::ptr::from_ref(b) as usize, b.count()))
    }
    with_element_type!(array.class(), of, array)
}

/// A device has a copy, which belongs to this thread.
pub(crate) fn has_device_copy(array: &Ref<Object>) -> bool {
    fn of<T: Elem>(array: &Ref<Object>) -> bool {
        // SAFETY: this thread owns the array.
        leaf::<T>(array).block().is_some_and(|b| unsafe { b.copies() }.is_some())
    }
    if let Some(array) = with_columns(array) {
        return array.column_slice().iter().any(has_device_copy);
    }
    match rows(array) {
        // SAFETY: this thread owns the matrix.
        Some(rows) => rows.block().is_some_and(|b| unsafe { b.copies() }.is_some()),
        None => with_element_type!(array.class(), of, array),
    }
}

/// The size of the elements of an array of any rank.
pub(crate) fn bytes(array: &Ref<Object>) -> usize {
    fn of<T: Elem>(array: &Ref<Object>) -> usize {
        leaf::<T>(array).len() as usize * size_of::<T>()
    }
    if let Some(array) = with_columns(array) {
        return array.column_slice().iter().map(|c| 64 + bytes(c)).sum();
    }
    match rows(array) {
        Some(rows) if rows.unmade().is_some() => rows.block().map_or(0, |b| b.bytes()),
        Some(rows) => elements(rows).iter().map(|r| if r.is_null() { 0 } else { 64 + bytes(r) }).sum(),
        None => with_element_type!(array.class(), of, array),
    }
}

/// A mutable copy of a value array of any rank. `array` is not null.
pub fn thaw(array: &Ref<Object>) -> Ref<Object> {
    copy(array)
}

/// An array of arrays of its own, all through.
pub fn copy(array: &Ref<Object>) -> Ref<Object> {
    let Some(rows) = rows(array) else {
        fn copy_leaf<T: Elem>(array: &Ref<Object>) -> Ref<Object> {
            leaf::<T>(array).clone_array().into_up()
        }
        return with_element_type!(array.class(), copy_leaf, array);
    };
    if let Some(unmade) = rows.unmade() {
        return with_primitive_type!(unmade.class, copy_grid, array, &[rows.len(), unmade.columns as i32]);
    }
    let mut dims = Vec::new();
    if let Some(class) = shape(array, 0, &mut dims) {
        fn make<T: Elem>(dims: &[i32]) -> Ref<Object> {
            new_multi::<T>(dims, RefType::OBJECT)
        }
        let target = with_primitive_type!(class, make, &dims);
        fill(array, &target);
        return target;
    }
    let copies: Vec<_> = elements(rows).iter().map(|r| if r.is_null() { Ref::NULL } else { copy(r) }).collect();
    Array::from_refs(rows.element_type(), copies).into_up()
}

/// A copy, without rows, of a matrix that has not all of them.
fn copy_grid<T: Elem>(array: &Ref<Object>, dims: &[i32; 2]) -> Ref<Object> {
    let copy = new_grid::<T>(dims);
    let of = |matrix, write| rectangle::<T, 2>(matrix, write).map(|r| r.data);
    if let (Some(from), Some(to)) = (of(array, false), of(&copy, true)) {
        // SAFETY: two blocks of as many elements.
        unsafe { to.copy_from_nonoverlapping(from, dims[0] as usize * dims[1] as usize) };
    }
    copy
}

/// Structural equality of two arrays of one type and any rank: Lime's `==` on value arrays. Objects are compared by the
/// program's `equals`.
pub fn equal(a: &Ref<Object>, b: &Ref<Object>) -> bool {
    if a.same(b) {
        return true;
    }
    if a.is_null() || b.is_null() || a.class() != b.class() {
        return false;
    }
    match (rows(a), rows(b)) {
        (Some(x), Some(y)) => x.len() == y.len() && elements(x).iter().zip(elements(y)).all(|(a, b)| equal(a, b)),
        _ if with_columns(a).is_some() || with_columns(b).is_some() => equal_columns(a, b),
        _ if a.class() == class_id::REF_ARRAY => {
            let (x, y) = (elements_of(a), elements_of(b));
            let equals = crate::program::current().hooks.equals;
            x.len() == y.len() && x.iter().zip(y).all(|(a, b)| a.same(b) || !a.is_null() && equals(a, b))
        }
        _ => {
            fn equal_leaf<T: Elem + PartialEq>(a: &Ref<Object>, b: &Ref<Object>) -> bool {
                // SAFETY: nothing writes meanwhile.
                unsafe { leaf::<T>(a).as_slice() == leaf::<T>(b).as_slice() }
            }
            with_primitive_type!(a.class(), equal_leaf, a, b)
        }
    }
}

/// An array that knows itself for a value array: see [`mark`].
pub fn is_value_array(object: &Ref<Object>) -> bool {
    !object.is_null() && (class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY).contains(&object.class()) && is_value(object)
}

/// Says of a value array that it is one, where its type will not say so. Nothing is fetched from a device for that.
pub fn mark(array: &Ref<Object>) {
    fn mark_leaf<T: Elem>(array: &Ref<Object>) {
        leaf::<T>(array).make_value();
    }
    if array.is_null() || is_value(array) {
        return;
    }
    match rows(array) {
        Some(r) => r.make_value(),
        None => with_element_type!(array.class(), mark_leaf, array),
    }
}

/// `==` on two objects that may be values: objects that are none are compared by identity.
pub fn same(a: &Ref<Object>, b: &Ref<Object>) -> bool {
    if a.same(b) {
        return true;
    }
    if a.is_null() || b.is_null() || a.class() != b.class() {
        return false;
    }
    if is_value_array(a) {
        return is_value_array(b) && equal(a, b);
    }
    (crate::program::current().hooks.same_contents)(a, b)
}

/// As `java.util.Arrays.deepHashCode` has it.
pub fn hash(array: &Ref<Object>) -> i32 {
    fn of<T>(elements: &[T], hash: impl Fn(&T) -> i32) -> i32 {
        elements.iter().fold(1, |h: i32, x| h.wrapping_mul(31).wrapping_add(hash(x)))
    }
    fn long(v: u64) -> i32 {
        (v ^ v >> 32) as i32
    }
    let of_object = |o: &Ref<Object>| if o.is_null() { 0 } else { (crate::program::current().hooks.hash_code)(o) };
    if with_columns(array).is_some() {
        let indices: Vec<usize> = (0..length(array) as usize).collect();
        return of(&indices, |&i| of_object(&object_at(array, i)));
    }
    if let Some(rows) = rows(array) {
        return of(elements(rows), |r| if r.is_null() { 0 } else { hash(r) });
    }
    macro_rules! leaf_hash {
        // SAFETY: nothing writes to a value array.
        ($t:ty, $hash:expr) => {
            of::<$t>(unsafe { leaf::<$t>(array).as_slice() }, $hash)
        };
    }
    match array.class() {
        class_id::BOOLEAN_ARRAY => leaf_hash!(bool, |v| if *v { 1231 } else { 1237 }),
        class_id::BYTE_ARRAY => leaf_hash!(i8, |v| i32::from(*v)),
        class_id::SHORT_ARRAY => leaf_hash!(i16, |v| i32::from(*v)),
        class_id::CHAR_ARRAY => leaf_hash!(u16, |v| i32::from(*v)),
        class_id::INT_ARRAY => leaf_hash!(i32, |v| *v),
        class_id::LONG_ARRAY => leaf_hash!(i64, |v| long(*v as u64)),
        // One NaN stands for all.
        class_id::FLOAT_ARRAY => leaf_hash!(f32, |v| if v.is_nan() { 0x7fc0_0000 } else { v.to_bits() as i32 }),
        class_id::DOUBLE_ARRAY => {
            leaf_hash!(f64, |v| long(if v.is_nan() { 0x7ff8_0000_0000_0000 } else { v.to_bits() }))
        }
        _ => of(elements_of(array), of_object),
    }
}

/// As `java.util.Arrays.deepToString` has it: `[[1, 2], [3, 4]]`.
pub fn text(array: &Ref<Object>) -> String {
    fn of<T>(elements: &[T], text: impl Fn(&T) -> String) -> String {
        format!("[{}]", elements.iter().map(text).collect::<Vec<_>>().join(", "))
    }
    let of_object = |o: &Ref<Object>| match o.is_null() {
        true => "null".to_string(),
        false => (crate::program::current().hooks.to_string)(o).to_rust(),
    };
    if with_columns(array).is_some() {
        let indices: Vec<usize> = (0..length(array) as usize).collect();
        return of(&indices, |&i| of_object(&object_at(array, i)));
    }
    if let Some(rows) = rows(array) {
        return of(elements(rows), |r| if r.is_null() { "null".to_string() } else { text(r) });
    }
    macro_rules! leaf_text {
        // SAFETY: nothing writes to a value array.
        ($t:ty, $text:expr) => {
            of::<$t>(unsafe { leaf::<$t>(array).as_slice() }, $text)
        };
    }
    let ascii = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match array.class() {
        class_id::BOOLEAN_ARRAY => leaf_text!(bool, bool::to_string),
        class_id::BYTE_ARRAY => leaf_text!(i8, i8::to_string),
        class_id::SHORT_ARRAY => leaf_text!(i16, i16::to_string),
        class_id::CHAR_ARRAY => leaf_text!(u16, |v| String::from_utf16_lossy(&[*v])),
        class_id::INT_ARRAY => leaf_text!(i32, i32::to_string),
        class_id::LONG_ARRAY => leaf_text!(i64, i64::to_string),
        class_id::FLOAT_ARRAY => leaf_text!(f32, |v| ascii(number_text::float(*v, &mut [0; 32]))),
        class_id::DOUBLE_ARRAY => leaf_text!(f64, |v| ascii(number_text::double(*v, &mut [0; 32]))),
        _ => of(elements_of(array), of_object),
    }
}

/// The array as an array of arrays, where it is one.
pub(crate) fn rows(array: &Ref<Object>) -> Option<&Ref<Rows>> {
    if array.class() != class_id::REF_ARRAY {
        return None;
    }
    // SAFETY: the class number says so.
    let rows = unsafe { array.cast::<Rows>() };
    holds_arrays(rows).then_some(rows)
}

/// The rows that an array of arrays has objects for by now: see [`new_grid`](crate::array::new_grid). None where it is none.
fn made_rows(array: &Ref<Object>) -> Option<Vec<&Ref<Object>>> {
    let rows = rows(array)?;
    Some(if rows.unmade().is_some() { rows.rows_so_far() } else { elements(rows).iter().collect() })
}

/// The elements are arrays, as against objects of a class.
pub(crate) fn holds_arrays(array: &Ref<Rows>) -> bool {
    let element = array.element_type();
    element.dims() > 0 || (class_id::BOOLEAN_ARRAY..=class_id::DOUBLE_ARRAY).contains(&element.base())
}

/// `a[i]` of an array of values of which one or both have columns.
fn equal_columns(a: &Ref<Object>, b: &Ref<Object>) -> bool {
    let equals = crate::program::current().hooks.equals;
    let same = |i: usize| {
        let (x, y) = (object_at(a, i), object_at(b, i));
        x.same(&y) || !x.is_null() && equals(&x, &y)
    };
    length(a) == length(b) && (0..length(a) as usize).all(same)
}

/// An element of an array of objects, which are made one at a time where it has columns.
fn object_at(array: &Ref<Object>, i: usize) -> Ref<Object> {
    match with_columns(array) {
        Some(columns) => columns.object_of_columns(i),
        None => elements_of(array)[i].clone(),
    }
}

/// Where the elements of an array of primitives are: valid to read on the host, and to write where `write` is set.
pub(crate) fn data_of_primitives(array: &Ref<Object>, write: bool) -> *mut u8 {
    fn of<T: Elem>(array: &Ref<Object>, write: bool) -> *mut u8 {
        let array = leaf::<T>(array);
        if write { array.view_mut().data.cast() } else { array.view().data.cast() }
    }
    with_primitive_type!(array.class(), of, array, write)
}

/// `clone()` of an array of primitives.
pub(crate) fn clone_primitives(array: &Ref<Object>) -> Ref<Object> {
    fn of<T: Elem>(array: &Ref<Object>) -> Ref<Object> {
        leaf::<T>(array).clone_array().into_up()
    }
    with_primitive_type!(array.class(), of, array)
}

/// Copies between arrays of one type of primitives, ranges checked by the caller.
pub(crate) fn copy_primitives(source: &Ref<Object>, from: usize, target: &Ref<Object>, to: usize, n: usize) {
    fn of<T: Elem>(source: &Ref<Object>, from: usize, target: &Ref<Object>, to: usize, n: usize) {
        leaf::<T>(source).copy_range(from, leaf::<T>(target), to, n);
    }
    with_primitive_type!(source.class(), of, source, from, target, to, n)
}

/// The length of an array of any type.
pub(crate) fn length(array: &Ref<Object>) -> i32 {
    fn of<T: Elem>(array: &Ref<Object>) -> i32 {
        leaf::<T>(array).len()
    }
    with_element_type!(array.class(), of, array)
}

fn elements_of(array: &Ref<Object>) -> &[Ref<Object>] {
    elements(leaf::<Ref<Object>>(array))
}

fn elements(rows: &Ref<Rows>) -> &[Ref<Object>] {
    // SAFETY: nothing in this module writes to an array of arrays that it has not just made.
    unsafe { rows.as_slice() }
}

fn leaf<T: Elem>(array: &Ref<Object>) -> &Ref<Array<T>> {
    assert!(array.class() == T::CLASS, "the class was matched before");
    // SAFETY: just checked.
    unsafe { array.cast() }
}

fn is_value(array: &Ref<Object>) -> bool {
    fn flag<T: Elem>(array: &Ref<Object>) -> bool {
        leaf::<T>(array).is_value()
    }
    match rows(array) {
        Some(rows) => rows.is_value(),
        None => with_element_type!(array.class(), flag, array),
    }
}

/// Only the caller's reference leads to the array or any of its elements.
pub(crate) fn is_unique(array: &Ref<Object>) -> bool {
    fn leaves_of_block(array: &Ref<Object>) -> usize {
        made_rows(array).map_or(1, |r| 1 + r.into_iter().map(leaves_of_block).sum::<usize>())
    }
    if let Some(array) = with_columns(array).filter(|a| a.count() == 1) {
        return array.column_slice().iter().all(is_unique);
    }
    fn own_block<T: Elem>(array: &Ref<Object>) -> bool {
        leaf::<T>(array).block().is_none_or(|b| b.count() == 1)
    }
    fn all_counted_once(array: &Ref<Object>) -> bool {
        !array.is_null() && array.count() == 1 && made_rows(array).is_none_or(|r| r.into_iter().all(all_counted_once))
    }
    if !all_counted_once(array) {
        return false;
    }
    match rows(array) {
        // A matrix and all its parts hold its block, and nobody else.
        Some(r) => r.block().is_some_and(|b| b.count() == leaves_of_block(array)),
        None => with_element_type!(array.class(), own_block, array),
    }
}

fn seal(array: &Ref<Object>) {
    fn seal_leaf<T: Elem>(array: &Ref<Object>) {
        let array = leaf::<T>(array);
        array.sync_host();
        array.make_value();
    }
    if let Some(array) = with_columns(array) {
        array.column_slice().iter().for_each(seal);
        return array.make_value();
    }
    match rows(array) {
        Some(r) => {
            made_rows(array).into_iter().flatten().filter(|e| !e.is_null()).for_each(seal);
            r.make_value();
        }
        None => with_element_type!(array.class(), seal_leaf, array),
    }
}

/// The dimensions, where the array is rectangular, and the class of its innermost arrays.
fn shape(array: &Ref<Object>, depth: usize, dims: &mut Vec<i32>) -> Option<u32> {
    if array.is_null() {
        return None;
    }
    let rows = rows(array);
    let n = length(array);
    if depth == dims.len() {
        dims.push(n);
    } else if dims[depth] != n {
        return None;
    }
    if let Some(unmade) = rows.and_then(|r| r.unmade()) {
        let columns = unmade.columns as i32;
        if depth + 1 == dims.len() {
            dims.push(columns);
        }
        return (depth + 2 == dims.len() && dims[depth + 1] == columns).then_some(unmade.class);
    }
    let Some(rows) = rows else {
        // Objects have no block.
        return (depth + 1 == dims.len() && array.class() != class_id::REF_ARRAY).then(|| array.class());
    };
    let mut class = None;
    for row in elements(rows) {
        let c = shape(row, depth + 1, dims)?;
        if *class.get_or_insert(c) != c {
            return None;
        }
    }
    class
}

/// Copies between arrays of one shape.
fn fill(from: &Ref<Object>, to: &Ref<Object>) {
    fn fill_leaf<T: Elem>(from: &Ref<Object>, to: &Ref<Object>) {
        let from = leaf::<T>(from);
        from.copy_range(0, leaf::<T>(to), 0, from.len() as usize);
    }
    match (rows(from), rows(to)) {
        (Some(from), Some(to)) => elements(from).iter().zip(elements(to)).for_each(|(f, t)| fill(f, t)),
        _ => with_element_type!(from.class(), fill_leaf, from, to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::statistics;
    use crate::test_program;

    #[test]
    fn freezing_moves_what_is_held_once_and_copies_what_is_not() {
        test_program::enter(|| {
            let before = statistics().live;
            for n in [3, 5000] {
                let a = Array::<i32>::new(n);
                a.set(1, 9);
                let kept = a.clone();
                let frozen = freeze(a.into_up());
                assert!(!frozen.same(&kept) && !kept.is_value());
                kept.set(1, 1);
                assert_eq!(leaf::<i32>(&frozen).get(1), 9);
                let address = kept.addr();
                let moved = freeze(kept.into_up());
                assert_eq!(moved.addr(), address);
                assert!(is_value(&moved));
                let thawed = thaw(&moved);
                assert!(!is_value(&thawed) && equal(&thawed, &moved) && !equal(&thawed, &frozen));
            }
            assert_eq!(statistics().live, before);
        });
    }

    #[test]
    fn matrices_of_any_rank() {
        test_program::enter(|| {
            let before = statistics().live;
            let m = new_multi::<f64>(&[2, 3, 4], RefType::OBJECT);
            let address = m.addr();
            let m = freeze(m);
            assert_eq!(m.addr(), address);
            let row = elements(&rows(&m).cloned().expect("rank 3"))[1].clone();
            let copied = freeze(thaw(&m));
            assert!(equal(&copied, &m));
            assert!(is_value(&row));
            let row_of_it = elements(rows(&row).expect("rank 2"))[0].clone();
            assert_eq!(leaf::<f64>(&row_of_it).len(), 4);
            drop((m, row, row_of_it, copied));
            assert_eq!(statistics().live, before);
        });
    }

    #[test]
    fn ragged_arrays_are_no_values() {
        test_program::enter(|| {
            let rows = [1, 2].map(|n| Array::<i32>::new(n).into_up());
            let a: Ref<Rows> = Array::from_refs(RefType::class(class_id::INT_ARRAY), rows);
            assert!(crate::exception::catch_java(|| freeze(a.into_up())).is_err());
        });
    }
}
