//! The text of a `StringBuilder`: bytes of an array, one a `char` or, with `wide` 1, two (UTF-16 in the machine's order). The
//! library's class keeps the array, the width and the length, and has checked every range.

use crate::array::Array;
use crate::number_text;
use crate::object::Ref;
use crate::string::{Str, Text};

/// The bytes, to write.
///
/// # Safety
/// As [`Array::as_mut_slice`].
#[allow(clippy::mut_from_ref)] // As there.
unsafe fn bytes(text: &Ref<Array<i8>>) -> &mut [u8] {
    // SAFETY: i8 and u8 have one layout.
    unsafe {
        let bytes = text.as_mut_slice();
        std::slice::from_raw_parts_mut(bytes.as_mut_ptr().cast(), bytes.len())
    }
}

fn unit(c: u16) -> [u8; 2] {
    c.to_ne_bytes()
}

fn write_units(target: &mut [u8], units: impl Iterator<Item = u16>) {
    for (to, c) in target.as_chunks_mut::<2>().0.iter_mut().zip(units) {
        *to = unit(c);
    }
}

/// Writes text of one byte a `char` at position `at`.
#[inline]
fn put_latin1(target: &mut [u8], wide: i32, at: i32, text: &[u8]) {
    if wide == 0 {
        copy_short(&mut target[at as usize..][..text.len()], text);
    } else {
        write_units(&mut target[at as usize * 2..][..text.len() * 2], text.iter().map(|&c| c as u16));
    }
}

/// Copies between slices of one length; most are a few bytes, for which a call of the C library's function is long.
#[inline]
fn copy_short(to: &mut [u8], from: &[u8]) {
    /// Two copies of half of the longest text, which overlap.
    #[inline(always)]
    fn ends<const HALF: usize>(to: &mut [u8], from: &[u8]) -> bool {
        let fits = (HALF..=2 * HALF).contains(&from.len());
        if fits {
            let rest = from.len() - HALF;
            let (first, last) = (from.first_chunk::<HALF>().copied(), from.last_chunk::<HALF>().copied());
            if let (Some(first), Some(last)) = (first, last) {
                to[..HALF].copy_from_slice(&first);
                to[rest..].copy_from_slice(&last);
            }
        }
        fits
    }
    let short = ends::<1>(to, from) || ends::<2>(to, from) || ends::<4>(to, from) || ends::<8>(to, from);
    if !short {
        to.copy_from_slice(from);
    }
}

/// As [`put_latin1`] where there is room. Gives the position behind it, or where there is no room the negative of that.
#[inline]
fn put_if_room(target: &Ref<Array<i8>>, wide: i32, at: i32, text: &[u8]) -> i32 {
    let end = at + text.len() as i32;
    if end > target.len() >> wide {
        return -end;
    }
    // SAFETY: nothing else looks at the array meanwhile.
    put_latin1(unsafe { bytes(target) }, wide, at, text);
    end
}

fn units_of(text: &[u8]) -> impl DoubleEndedIterator<Item = u16> + '_ {
    text.as_chunks::<2>().0.iter().map(|&c| u16::from_ne_bytes(c))
}

natives! {
    /// Whether a string has chars above 255.
    #[inline]
    "builder.isWide" => pub fn is_wide(s: &Ref<Str>) -> bool { s.is_wide() }
    "builder.anyWide" => pub fn any_wide(s: &Ref<Array<u16>>, from: i32, n: i32) -> bool {
        // SAFETY: nothing writes meanwhile.
        let s = unsafe { s.as_slice() };
        s[from as usize..][..n as usize].iter().fold(0, |all, c| all | c) > 255
    }
    #[inline]
    "builder.putString" => pub fn put_string(text: &Ref<Array<i8>>, wide: i32, at: i32, s: &Ref<Str>) {
        // SAFETY: as above.
        let target = unsafe { bytes(text) };
        match s.text() {
            Text::Latin1(t) => put_latin1(target, wide, at, t),
            Text::Utf16(t) => write_units(&mut target[at as usize * 2..][..t.len() * 2], t.iter().copied()),
        }
    }
    "builder.putChars" => pub fn put_chars(text: &Ref<Array<i8>>, wide: i32, at: i32, s: &Ref<Array<u16>>, from: i32, n: i32) {
        // SAFETY: as above; arrays of different types are different arrays.
        let (target, s) = unsafe { (bytes(text), &s.as_slice()[from as usize..][..n as usize]) };
        if wide == 0 {
            for (to, &c) in target[at as usize..][..s.len()].iter_mut().zip(s) {
                *to = c as u8;
            }
        } else {
            write_units(&mut target[at as usize * 2..][..s.len() * 2], s.iter().copied());
        }
    }
    "builder.putLong" => pub fn put_long(text: &Ref<Array<i8>>, wide: i32, at: i32, v: i64) -> i32 {
        if (0..10).contains(&v) {
            return put_if_room(text, wide, at, &[b'0' + v as u8]);
        }
        put_if_room(text, wide, at, number_text::decimal(v, &mut [0; 20]))
    }
    "builder.putFloat" => pub fn put_float(text: &Ref<Array<i8>>, wide: i32, at: i32, v: f32) -> i32 {
        put_if_room(text, wide, at, number_text::float(v, &mut [0; 32]))
    }
    "builder.putDouble" => pub fn put_double(text: &Ref<Array<i8>>, wide: i32, at: i32, v: f64) -> i32 {
        put_if_room(text, wide, at, number_text::double(v, &mut [0; 32]))
    }
    #[inline]
    "builder.wideCharAt" => pub fn wide_char_at(text: &Ref<Array<i8>>, at: i32) -> u16 {
        // SAFETY: nothing writes meanwhile.
        let text = unsafe { bytes(text) };
        u16::from_ne_bytes([text[at as usize * 2], text[at as usize * 2 + 1]])
    }
    #[inline]
    "builder.setWideChar" => pub fn set_wide_char(text: &Ref<Array<i8>>, at: i32, c: u16) {
        // SAFETY: nothing else looks at the array meanwhile.
        let text = unsafe { bytes(text) };
        text[at as usize * 2..][..2].copy_from_slice(&unit(c));
    }
    /// Writes `n` chars of a text of one byte a char to one of two.
    "builder.widen" => pub fn widen(from: &Ref<Array<i8>>, n: i32, to: &Ref<Array<i8>>) {
        // SAFETY: two arrays.
        let (from, to) = unsafe { (bytes(from), bytes(to)) };
        write_units(&mut to[..n as usize * 2], from[..n as usize].iter().map(|&c| c as u16));
    }
    "builder.textOf" => pub fn text_of(text: &Ref<Array<i8>>, wide: i32, from: i32, to: i32) -> Ref<Str> {
        // SAFETY: nothing writes meanwhile.
        let text = &unsafe { bytes(text) }[(from as usize) << wide..(to as usize) << wide];
        if wide == 0 { Str::from_latin1(text) } else { Str::from_utf16(&units_of(text).collect::<Vec<_>>()) }
    }
    /// Pairs of surrogates keep their order.
    "builder.reverse" => pub fn reverse(text: &Ref<Array<i8>>, wide: i32, n: i32) {
        // SAFETY: nothing else looks at the array meanwhile.
        let text = &mut unsafe { bytes(text) }[..(n as usize) << wide];
        if wide == 0 {
            text.reverse();
            return;
        }
        let mut units: Vec<u16> = units_of(text).rev().collect();
        let mut i = 0;
        while i + 1 < units.len() {
            if (0xdc00..0xe000).contains(&units[i]) && (0xd800..0xdc00).contains(&units[i + 1]) {
                units.swap(i, i + 1);
                i += 1;
            }
            i += 1;
        }
        write_units(text, units.into_iter());
    }
}
