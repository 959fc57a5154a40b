//! `java.util.Arrays`' natives, and `System.arraycopy`.

use crate::array::{self, Array, Elem, extents, new_of, only_extent, unbound};
use crate::boxes;
use crate::exception::{self, ExceptionKind};
use crate::object::{ClassId, Object, Ref, class_id};
use crate::program::{self, RefType};
use crate::sort::{self, Key};
use crate::string::Str;
use crate::value_array;
use std::ops::Range;

/// As the messages of `arraycopy` name arrays.
fn kind(class: ClassId) -> &'static str {
    match class {
        class_id::BOOLEAN_ARRAY => "boolean",
        class_id::BYTE_ARRAY => "byte",
        class_id::SHORT_ARRAY => "short",
        class_id::CHAR_ARRAY => "char",
        class_id::INT_ARRAY => "int",
        class_id::LONG_ARRAY => "long",
        class_id::FLOAT_ARRAY => "float",
        class_id::DOUBLE_ARRAY => "double",
        _ => "object array",
    }
}

/// A type as it is written, by the name that its class has: `[[I` is `int[][]`.
fn type_name(class: &str) -> String {
    let element = class.trim_start_matches('[');
    let name = match element {
        "Z" => "boolean",
        "B" => "byte",
        "S" => "short",
        "C" => "char",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        _ => element.strip_prefix('L').map_or(element, |e| e.trim_end_matches(';')),
    };
    format!("{name}{}", "[]".repeat(class.len() - element.len()))
}

#[cold]
fn throw_store(text: String) -> ! {
    exception::throw_new(ExceptionKind::ArrayStore, Some(&text))
}

/// The ranges lie in both arrays, or the exception Java throws for the first that does not.
fn check(class: ClassId, lengths: (i32, i32), from: i32, to: i32, n: i32) {
    if (from | to | n) >= 0 && from <= lengths.0 - n && to <= lengths.1 - n {
        return;
    }
    let name = |length: i32| match class {
        class_id::REF_ARRAY => format!("object array[{length}]"),
        _ => format!("{}[{length}]", kind(class)),
    };
    let text = if from < 0 {
        format!("arraycopy: source index {from} out of bounds for {}", name(lengths.0))
    } else if to < 0 {
        format!("arraycopy: destination index {to} out of bounds for {}", name(lengths.1))
    } else if n < 0 {
        format!("arraycopy: length {n} is negative")
    } else if from as i64 + n as i64 > lengths.0 as i64 {
        format!("arraycopy: last source index {} out of bounds for {}", from as u32 + n as u32, name(lengths.0))
    } else {
        format!("arraycopy: last destination index {} out of bounds for {}", to as u32 + n as u32, name(lengths.1))
    };
    exception::throw_new(ExceptionKind::ArrayIndexOutOfBounds, Some(&text))
}

fn copy<T: Elem>(source: &Ref<Object>, from: i32, target: &Ref<Object>, to: i32, n: i32) {
    let whole = (source, target);
    // SAFETY: the caller matched both class numbers with `T`'s.
    let (source, target) = unsafe { (source.cast::<Array<T>>(), target.cast::<Array<T>>()) };
    check(T::CLASS, (source.len(), target.len()), from, to, n);
    if T::IS_REF && !program::is_subtype(source.element_type(), target.element_type()) {
        // Each element is checked before it is stored; what stands before a wrong one is copied.
        for i in 0..n {
            let value = source.get(from + i);
            if !value.fits(target.element_type()) {
                throw_store(format!(
                    "arraycopy: element type mismatch: can not cast one of the elements of {} to the type of the destination array, {}",
                    type_name(&program::class_name_of(whole.0)),
                    type_name(&program::class_name_of(whole.1)[1..])
                ));
            }
            target.set(to + i, value);
        }
        return;
    }
    source.copy_range(from as usize, target, to as usize, n as usize);
}

/// Sorts a range whose bounds the library has checked.
fn sort<T: Elem>(a: &Array<T>, from: i32, to: i32, sorter: fn(&mut [T])) {
    // SAFETY: sorting primitives runs no program code.
    sorter(&mut unsafe { a.as_mut_slice() }[from as usize..to as usize])
}

natives! {
    "array.copy" => pub fn arraycopy(source: &Ref<Object>, from: i32, target: &Ref<Object>, to: i32, n: i32) {
        if source.is_null() || target.is_null() {
            exception::throw_null_pointer("");
        }
        let (s, t) = (source.class(), target.class());
        let is_array = |c: ClassId| (class_id::BOOLEAN_ARRAY..=class_id::REF_ARRAY).contains(&c);
        if !is_array(s) {
            throw_store(format!("arraycopy: source type {} is not an array", program::class_name_of(source)));
        }
        if !is_array(t) {
            throw_store(format!("arraycopy: destination type {} is not an array", program::class_name_of(target)));
        }
        if s != t {
            let name = |c| if c == class_id::REF_ARRAY { "object array[]".to_string() } else { format!("{}[]", kind(c)) };
            throw_store(format!("arraycopy: type mismatch: can not copy {} into {}", name(s), name(t)));
        }
        match s {
            class_id::BOOLEAN_ARRAY => copy::<bool>(source, from, target, to, n),
            class_id::BYTE_ARRAY => copy::<i8>(source, from, target, to, n),
            class_id::SHORT_ARRAY => copy::<i16>(source, from, target, to, n),
            class_id::CHAR_ARRAY => copy::<u16>(source, from, target, to, n),
            class_id::INT_ARRAY => copy::<i32>(source, from, target, to, n),
            class_id::LONG_ARRAY => copy::<i64>(source, from, target, to, n),
            class_id::FLOAT_ARRAY => copy::<f32>(source, from, target, to, n),
            class_id::DOUBLE_ARRAY => copy::<f64>(source, from, target, to, n),
            _ => copy::<Ref<Object>>(source, from, target, to, n),
        }
    }
    /// As `arraycopy` for an array of the library's own: null remains where the elements were. Ranges are checked by the caller.
    "array.moveElements" => pub fn move_elements(source: &Ref<Array<Ref<Object>>>, from: i32, target: &Ref<Array<Ref<Object>>>, to: i32, n: i32) {
        // Two: where the collection keeps it, and this call.
        if source.same(target) || source.count() <= 2 {
            source.move_range(from as usize, target, to as usize, n as usize);
        } else {
            // Somebody still looks at the old array.
            source.copy_range(from as usize, target, to as usize, n as usize);
        }
    }
    /// Whether all rows of an array of arrays, and theirs, have one length, and, if they are to be `distinct`, no two are the same. False
    /// where there is no array.
    "array.rectangular" => pub fn rectangular(array: &Ref<Object>, distinct: bool) -> bool {
        /// Holds the sizes of the dimensions against those found before.
        fn fits(array: &Ref<Object>, depth: usize, sizes: &mut Vec<i32>) -> bool {
            if array.is_null() {
                return false;
            }
            let is_rows = array.class() == class_id::REF_ARRAY;
            // SAFETY: an array; its length stands where that of every other one stands.
            let rows = unsafe { array.cast::<Array<Ref<Object>>>() };
            if sizes.len() == depth {
                sizes.push(rows.len());
            }
            if sizes[depth] != rows.len() {
                return false;
            }
            // SAFETY: the class says that it holds references; nothing else runs meanwhile.
            !(is_rows && value_array::holds_arrays(rows)) || unsafe { rows.as_slice() }.iter().all(|row| fits(row, depth + 1, sizes))
        }
        let apart = || {
            let mut starts = Vec::new();
            extents(array, &mut |part| starts.push(part.start));
            starts.sort_unstable();
            starts.windows(2).all(|two| two[0] != two[1])
        };
        // SAFETY: one with a block of its own is a matrix, of whatever elements.
        let is_matrix = || unsafe { array.cast::<Array<Ref<Array<f64>>>>() }.matrix_block().is_some();
        if array.is_null() {
            return false;
        }
        (array.class() == class_id::REF_ARRAY && is_matrix()) || fits(array, 0, &mut Vec::new()) && (!distinct || apart())
    }
    /// Whether all rows of an array have the length `rows`, and theirs the length `columns`, where these are not negative.
    "array.bounded" => pub fn bounded(array: &Ref<Object>, rows: i32, columns: i32) -> bool {
        unbound(array, &[-1, rows, columns]).is_none()
    }
    /// Throws where an array of arrays has not the length `length`, or its rows not those that `bounded` asks for.
    "array.checkBounds" => pub fn check_bounds(array: &Ref<Object>, length: i32, rows: i32, columns: i32) {
        array::check_bounds(array, &[length, rows, columns]);
    }
    /// Whether no element of the one array, or of its rows, is one of the other. Each may be null.
    "array.separate" => pub fn separate(array: &Ref<Object>, other: &Ref<Object>) -> bool {
        if let (Some(one), Some(two)) = (only_extent(array), only_extent(other)) {
            return one.end <= two.start || two.end <= one.start;
        }
        let mut parts: Vec<(Range<usize>, bool)> = Vec::new();
        extents(array, &mut |part| parts.push((part, true)));
        extents(other, &mut |part| parts.push((part, false)));
        parts.sort_unstable_by_key(|(part, _)| part.start);
        // Where the parts end that lie before: the other's, and the array's.
        let mut ends = [0; 2];
        parts.iter().all(|(part, own)| {
            ends[usize::from(*own)] = ends[usize::from(*own)].max(part.end);
            part.start >= ends[usize::from(!own)]
        })
    }
    /// The element, in whose place null remains.
    #[inline]
    "array.take" => pub fn take(a: &Ref<Array<Ref<Object>>>, at: i32) -> Ref<Object> {
        // SAFETY: an array of references; the old element is given away, and nothing else runs meanwhile.
        std::mem::take(&mut unsafe { a.as_mut_slice() }[at as usize])
    }
    /// A new array of nulls with the element type of `a`.
    "array.newLike" => pub fn new_like(a: &Ref<Array<Ref<Object>>>, length: i32) -> Ref<Array<Ref<Object>>> {
        new_of(a.element_type(), length)
    }
    /// A new array of nulls whose elements are `dims` levels of arrays of the class with this binary name.
    "array.newNamed" => pub fn new_named(class: &Ref<Str>, dims: i32, length: i32) -> Ref<Array<Ref<Object>>> {
        let class = program::class_by_name(&class.to_rust()).unwrap_or(class_id::OBJECT);
        new_of(RefType::array(class, dims as u32), length)
    }
    /// Sorts, stably, strings or boxes of one class of whole numbers, the greatest first where `reversed`; false, and nothing done,
    /// where the elements are others.
    "array.sortNatural" => pub fn sort_natural(a: &Ref<Array<Ref<Object>>>, reversed: bool) -> bool {
        // SAFETY: comparing these runs no program code.
        let elements = unsafe { a.as_mut_slice() };
        let Some(first) = elements.first().filter(|e| !e.is_null()) else { return false };
        let class = first.class();
        if elements.iter().any(|e| e.is_null() || e.class() != class) {
            return false;
        }
        if class == class_id::STRING {
            // SAFETY: their class says so.
            let order = |x: &Ref<Object>, y: &Ref<Object>| unsafe { x.cast::<Str>().compare(y.cast::<Str>()).cmp(&0) };
            elements.sort_by(|x, y| if reversed { order(y, x) } else { order(x, y) });
            return true;
        }
        if class < class_id::FIRST_PROGRAM_CLASS {
            return false;
        }
        let whole = matches!(
            program::class_info(class).name,
            "java.lang.Byte" | "java.lang.Short" | "java.lang.Integer" | "java.lang.Long" | "java.lang.Character"
        );
        if !whole || elements.iter().any(|e| !e.is_box()) {
            return false;
        }
        let key = |e: &Ref<Object>| boxes::whole_number(e.addr());
        if reversed {
            elements.sort_by_key(|e| std::cmp::Reverse(key(e)));
        } else {
            elements.sort_by_key(key);
        }
        true
    }
    "array.sortInt" => pub fn sort_int(a: &Ref<Array<i32>>, from: i32, to: i32) { sort(a, from, to, Key::sort) }
    "array.sortIntInParallel" => pub fn sort_int_in_parallel(a: &Ref<Array<i32>>, from: i32, to: i32) {
        sort(a, from, to, sort::library)
    }
    "array.sortLong" => pub fn sort_long(a: &Ref<Array<i64>>, from: i32, to: i32) { sort(a, from, to, Key::sort) }
    "array.sortLongInParallel" => pub fn sort_long_in_parallel(a: &Ref<Array<i64>>, from: i32, to: i32) {
        sort(a, from, to, sort::library)
    }
    "array.sortShort" => pub fn sort_short(a: &Ref<Array<i16>>, from: i32, to: i32) { sort(a, from, to, Key::sort) }
    "array.sortShortInParallel" => pub fn sort_short_in_parallel(a: &Ref<Array<i16>>, from: i32, to: i32) {
        sort(a, from, to, sort::library)
    }
    "array.sortByte" => pub fn sort_byte(a: &Ref<Array<i8>>, from: i32, to: i32) { sort(a, from, to, Key::sort) }
    "array.sortByteInParallel" => pub fn sort_byte_in_parallel(a: &Ref<Array<i8>>, from: i32, to: i32) {
        sort(a, from, to, sort::library)
    }
    "array.sortChar" => pub fn sort_char(a: &Ref<Array<u16>>, from: i32, to: i32) { sort(a, from, to, Key::sort) }
    "array.sortCharInParallel" => pub fn sort_char_in_parallel(a: &Ref<Array<u16>>, from: i32, to: i32) {
        sort(a, from, to, sort::library)
    }
    "array.sortFloat" => pub fn sort_float(a: &Ref<Array<f32>>, from: i32, to: i32) { sort(a, from, to, Key::sort) }
    "array.sortFloatInParallel" => pub fn sort_float_in_parallel(a: &Ref<Array<f32>>, from: i32, to: i32) {
        sort(a, from, to, sort::library)
    }
    "array.sortDouble" => pub fn sort_double(a: &Ref<Array<f64>>, from: i32, to: i32) { sort(a, from, to, Key::sort) }
    "array.sortDoubleInParallel" => pub fn sort_double_in_parallel(a: &Ref<Array<f64>>, from: i32, to: i32) {
        sort(a, from, to, sort::library)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_overlapping() {
        let a = Array::literal(&[1, 2, 3, 4, 5]);
        arraycopy(a.up(), 0, a.up(), 1, 4);
        assert_eq!((0..5).map(|i| a.get(i)).collect::<Vec<_>>(), [1, 1, 2, 3, 4]);
    }

    #[test]
    fn doubles_in_javas_order() {
        let a = Array::literal(&[0.0, -f64::NAN, 1.0, -0.0, f64::NEG_INFINITY]);
        sort_double(&a, 0, 5);
        assert_eq!(a.get(0), f64::NEG_INFINITY);
        assert!(a.get(1).is_sign_negative() && a.get(2).is_sign_positive());
        assert!(a.get(4).is_nan());
    }
}
