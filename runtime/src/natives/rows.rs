//! Rows with lengths of their own, and strings, as regions have them: one behind the other in one array (see `somd.Columns`).
//!
//! The calling thread follows the references; what threads copy between them are plain elements.

use crate::array::{Array, Elem, View};
use crate::object::{Object, Ref, class_id};
use crate::pool;
use crate::string::Str;

/// The elements of an array of references; None where there is none, or a null is among them.
fn references(array: &Ref<Object>) -> Option<&[Ref<Object>]> {
    if array.is_null() || array.class() != class_id::REF_ARRAY {
        return None;
    }
    // SAFETY: the class says what it holds; nothing writes to it while the natives of this module run.
    let all = unsafe { array.cast::<Array<Ref<Object>>>().as_slice() };
    (!all.iter().any(Ref::is_null)).then_some(all)
}

/// The class of the rows of an array of arrays.
fn row_class(array: &Ref<Object>) -> u32 {
    // SAFETY: the callers have an array of references.
    unsafe { array.cast::<Array<Ref<Object>>>() }.element_type().base()
}

fn row_length(row: &Ref<Object>) -> i32 {
    // SAFETY: an array; its length stands where that of every other one stands.
    unsafe { row.cast::<Array<i8>>() }.len()
}

fn text(s: &Ref<Object>) -> &Str {
    // SAFETY: a string, as the program's types say.
    unsafe { s.cast::<Str>() }
}

/// They fit into one array.
fn fit(lengths: impl Iterator<Item = i32>) -> bool {
    lengths.map(|n| n as u64).sum::<u64>() <= i32::MAX as u64
}

fn lengths_of(array: &Ref<Object>, length: impl Fn(&Ref<Object>) -> i32) -> Ref<Array<i32>> {
    let lengths: Vec<i32> = references(array).unwrap_or_default().iter().map(length).collect();
    Array::literal(&lengths)
}

/// Where elements are, for threads that each touch their own.
#[derive(Clone, Copy)]
struct Place<T>(*mut T, usize);

// SAFETY: see `Place`.
unsafe impl<T> Send for Place<T> {}
// SAFETY: see `Place`.
unsafe impl<T> Sync for Place<T> {}

/// Calls `f` with the number of every row, on all threads where there is enough to copy.
fn for_rows(lengths: &[usize], f: &(dyn Fn(usize) + Sync)) {
    /// Elements that are worth a task.
    const PART: usize = 1 << 16;
    let mut parts = vec![0];
    let mut count = 0;
    for (i, n) in lengths.iter().enumerate() {
        count += n;
        if count >= PART {
            parts.push(i + 1);
            count = 0;
        }
    }
    if parts.last() != Some(&lengths.len()) {
        parts.push(lengths.len());
    }
    pool::run(parts.len() - 1, &|part| (parts[part]..parts[part + 1]).for_each(f));
}

/// Copies between rows and what lies one behind the other.
fn copy<T: Elem + Copy>(rows: &[Ref<Object>], starts: &Ref<Array<i32>>, flat: View<T>, into_rows: bool) {
    let view = |row: &Ref<Object>| {
        // SAFETY: the class of the rows says so.
        let row = unsafe { row.cast::<Array<T>>() };
        let view = if into_rows { row.view_mut() } else { row.view() };
        Place(view.data, view.length as usize)
    };
    let places: Vec<Place<T>> = rows.iter().map(view).collect();
    let lengths: Vec<usize> = places.iter().map(|p| p.1).collect();
    let starts: Vec<usize> = (0..starts.len()).map(|i| starts.get(i) as usize).collect();
    let flat = Place(flat.data, flat.length as usize);
    for_rows(&lengths, &|i| {
        let (Place(row, length), Place(flat, whole)) = (places[i], flat);
        assert!(starts[i] + length <= whole, "the rows are those that were counted");
        // SAFETY: as asserted; no two rows have a part in common.
        unsafe {
            let part = flat.add(starts[i]);
            if into_rows { row.copy_from(part, length) } else { part.copy_from(row, length) }
        }
    });
}

fn gathered<T: Elem + Copy>(rows: &[Ref<Object>], starts: &Ref<Array<i32>>) -> Ref<Object> {
    let flat = Array::<T>::new(rows.iter().map(row_length).sum());
    copy::<T>(rows, starts, flat.view_mut(), false);
    flat.into_up()
}

fn scattered<T: Elem + Copy>(flat: &Ref<Object>, starts: &Ref<Array<i32>>, rows: &[Ref<Object>]) {
    // SAFETY: the callers have looked at the class.
    copy::<T>(rows, starts, unsafe { flat.cast::<Array<T>>() }.view(), true);
}

macro_rules! by_class {
    ($class:expr, $f:ident($($arg:expr),*)) => {
        match $class {
            class_id::BOOLEAN_ARRAY => $f::<bool>($($arg),*),
            class_id::BYTE_ARRAY => $f::<i8>($($arg),*),
            class_id::SHORT_ARRAY => $f::<i16>($($arg),*),
            class_id::CHAR_ARRAY => $f::<u16>($($arg),*),
            class_id::INT_ARRAY => $f::<i32>($($arg),*),
            class_id::LONG_ARRAY => $f::<i64>($($arg),*),
            class_id::FLOAT_ARRAY => $f::<f32>($($arg),*),
            _ => $f::<f64>($($arg),*),
        }
    };
}

natives! {
    /// Whether there is an array of arrays, all there, with no more elements than one array can have; and, where they are to be `distinct`,
    /// no two rows are the same.
    "rows.sound" => pub fn sound(array: &Ref<Object>, distinct: bool) -> bool {
        let Some(rows) = references(array) else { return false };
        let mut addresses: Vec<usize> = rows.iter().map(Ref::addr).collect();
        // Rows made one after the other often lie so.
        if distinct && !addresses.is_sorted() {
            addresses.sort_unstable();
        }
        fit(rows.iter().map(row_length)) && !(distinct && addresses.windows(2).any(|two| two[0] == two[1]))
    }
    /// Whether there is an array of strings, all there, with no more characters than one array can have.
    "rows.texts" => pub fn texts(array: &Ref<Object>) -> bool {
        references(array).is_some_and(|all| fit(all.iter().map(|s| text(s).len())))
    }
    "rows.lengths" => pub fn lengths(array: &Ref<Object>) -> Ref<Array<i32>> { lengths_of(array, row_length) }
    "rows.textLengths" => pub fn text_lengths(array: &Ref<Object>) -> Ref<Array<i32>> {
        lengths_of(array, |s| text(s).len())
    }
    /// Where each begins of rows that lie one behind the other.
    "rows.starts" => pub fn starts(lengths: &Ref<Array<i32>>) -> Ref<Array<i32>> {
        let mut next = 0;
        let begin = |i| {
            next += lengths.get(i);
            next - lengths.get(i)
        };
        Array::literal(&(0..lengths.len()).map(begin).collect::<Vec<i32>>())
    }
    /// The rows one behind the other.
    "rows.flat" => pub fn flat(array: &Ref<Object>, starts: &Ref<Array<i32>>) -> Ref<Object> {
        by_class!(row_class(array), gathered(references(array).unwrap_or_default(), starts))
    }
    /// The characters of the strings one behind the other.
    "rows.characters" => pub fn characters(array: &Ref<Object>) -> Ref<Array<u16>> {
        let all: Vec<&Str> = references(array).unwrap_or_default().iter().map(text).collect();
        let result = Array::<u16>::new(all.iter().map(|s| s.len()).sum());
        let mut to = result.view_mut().data;
        for s in all {
            for c in s.chars() {
                // SAFETY: there is room for all characters.
                unsafe {
                    to.write(c);
                    to = to.add(1);
                }
            }
        }
        result
    }
    /// Puts what lies one behind the other into the rows.
    "rows.giveBack" => pub fn give_back(flat: &Ref<Object>, starts: &Ref<Array<i32>>, array: &Ref<Object>) {
        by_class!(flat.class(), scattered(flat, starts, references(array).unwrap_or_default()))
    }
}
