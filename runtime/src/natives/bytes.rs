//! Numbers of several bytes, many at once, for the views of `java.nio.ByteBuffer`.

use crate::array::{Array, Elem};
use crate::object::Ref;

/// Turns each `width` bytes around.
fn turn(bytes: &mut [u8], width: usize) {
    match width {
        2 => bytes.chunks_exact_mut(2).for_each(|c| c.reverse()),
        4 => bytes.chunks_exact_mut(4).for_each(|c| c.reverse()),
        _ => bytes.chunks_exact_mut(8).for_each(|c| c.reverse()),
    }
}

/// The memory of elements, all of whose bits are values.
fn raw_mut<T: Elem>(elements: &mut [T]) -> &mut [u8] {
    const { assert!(!T::IS_REF) };
    // SAFETY: numbers without padding.
    unsafe { std::slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), size_of_val(elements)) }
}

fn raw<T: Elem>(elements: &[T]) -> &[u8] {
    const { assert!(!T::IS_REF) };
    // SAFETY: as above.
    unsafe { std::slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) }
}

/// `n` elements from the bytes at `at`, whose greatest byte comes first where `big`. The library has checked the ranges.
fn unpack<T: Elem>(bytes: &Ref<Array<i8>>, at: i32, big: bool, target: &Ref<Array<T>>, to: i32, n: i32) {
    // SAFETY: two arrays of different types; no program code runs.
    let (from, target) = unsafe { (bytes.as_slice(), target.as_mut_slice()) };
    let target = raw_mut(&mut target[to as usize..][..n as usize]);
    target.copy_from_slice(raw(&from[at as usize..][..target.len()]));
    if big != cfg!(target_endian = "big") {
        turn(target, size_of::<T>());
    }
}

fn pack<T: Elem>(source: &Ref<Array<T>>, from: i32, bytes: &Ref<Array<i8>>, at: i32, big: bool, n: i32) {
    // SAFETY: as above.
    let (source, target) = unsafe { (source.as_slice(), bytes.as_mut_slice()) };
    let source = raw(&source[from as usize..][..n as usize]);
    let target = raw_mut(&mut target[at as usize..][..source.len()]);
    target.copy_from_slice(source);
    if big != cfg!(target_endian = "big") {
        turn(target, size_of::<T>());
    }
}

natives! {
    "bytes.unpackShorts" => pub fn unpack_shorts(bytes: &Ref<Array<i8>>, at: i32, big: bool, target: &Ref<Array<i16>>, to: i32, n: i32) { unpack(bytes, at, big, target, to, n) }
    "bytes.unpackInts" => pub fn unpack_ints(bytes: &Ref<Array<i8>>, at: i32, big: bool, target: &Ref<Array<i32>>, to: i32, n: i32) { unpack(bytes, at, big, target, to, n) }
    "bytes.unpackLongs" => pub fn unpack_longs(bytes: &Ref<Array<i8>>, at: i32, big: bool, target: &Ref<Array<i64>>, to: i32, n: i32) { unpack(bytes, at, big, target, to, n) }
    "bytes.unpackFloats" => pub fn unpack_floats(bytes: &Ref<Array<i8>>, at: i32, big: bool, target: &Ref<Array<f32>>, to: i32, n: i32) { unpack(bytes, at, big, target, to, n) }
    "bytes.unpackDoubles" => pub fn unpack_doubles(bytes: &Ref<Array<i8>>, at: i32, big: bool, target: &Ref<Array<f64>>, to: i32, n: i32) { unpack(bytes, at, big, target, to, n) }
    "bytes.packShorts" => pub fn pack_shorts(source: &Ref<Array<i16>>, from: i32, bytes: &Ref<Array<i8>>, at: i32, big: bool, n: i32) { pack(source, from, bytes, at, big, n) }
    "bytes.packInts" => pub fn pack_ints(source: &Ref<Array<i32>>, from: i32, bytes: &Ref<Array<i8>>, at: i32, big: bool, n: i32) { pack(source, from, bytes, at, big, n) }
    "bytes.packLongs" => pub fn pack_longs(source: &Ref<Array<i64>>, from: i32, bytes: &Ref<Array<i8>>, at: i32, big: bool, n: i32) { pack(source, from, bytes, at, big, n) }
    "bytes.packFloats" => pub fn pack_floats(source: &Ref<Array<f32>>, from: i32, bytes: &Ref<Array<i8>>, at: i32, big: bool, n: i32) { pack(source, from, bytes, at, big, n) }
    "bytes.packDoubles" => pub fn pack_doubles(source: &Ref<Array<f64>>, from: i32, bytes: &Ref<Array<i8>>, at: i32, big: bool, n: i32) { pack(source, from, bytes, at, big, n) }
}
