//! Java's `+` on strings: the pieces are measured, and each is written once, into the string that they make.
//!
//! Which pieces a `+` has is known where it is compiled, so nothing is looked up on the way: [`concat_str!`](crate::concat_str)
//! makes a list of them, of a type of its own.

use crate::number_text;
use crate::object::{Ref, class_id};
use crate::program;
use crate::string::{self, Str, StrBuf, Text};
use std::borrow::Cow;

/// What can be an operand of string concatenation.
pub trait Part {
    /// What it adds to the text.
    type Piece<'a>: Piece
    where
        Self: 'a;

    fn piece(&self) -> Self::Piece<'_>;
}

/// An operand among others of other types.
pub trait AnyPart {
    fn add_to(&self, out: &mut StrBuf);
}

impl<P: Part> AnyPart for P {
    fn add_to(&self, out: &mut StrBuf) {
        self.piece().push_to(out);
    }
}

/// Text that is ready to be written, or nearly so.
pub trait Piece {
    /// Its length in `char`s.
    fn length(&self) -> usize;

    /// Whether it has a `char` above 255.
    fn is_wide(&self) -> bool {
        false
    }

    /// Writes it, one byte a `char`; returns the end.
    ///
    /// # Safety
    /// It is not wide, and there is room.
    unsafe fn write(&self, at: *mut u8) -> *mut u8;

    fn push_to(&self, out: &mut StrBuf);
}

impl Piece for &[u8] {
    #[inline(always)]
    fn length(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    unsafe fn write(&self, at: *mut u8) -> *mut u8 {
        unsafe { copy(self.as_ptr(), at, self.len()) }
    }

    fn push_to(&self, out: &mut StrBuf) {
        out.push_latin1(self);
    }
}

/// A `char`.
impl Piece for u16 {
    #[inline(always)]
    fn length(&self) -> usize {
        1
    }

    #[inline(always)]
    fn is_wide(&self) -> bool {
        *self > 255
    }

    #[inline(always)]
    unsafe fn write(&self, at: *mut u8) -> *mut u8 {
        unsafe {
            *at = *self as u8;
            at.add(1)
        }
    }

    fn push_to(&self, out: &mut StrBuf) {
        out.push_char(*self);
    }
}

/// A whole number, and how many characters it takes.
pub struct Whole {
    value: i64,
    length: usize,
}

impl Piece for Whole {
    #[inline(always)]
    fn length(&self) -> usize {
        self.length
    }

    #[inline(always)]
    unsafe fn write(&self, at: *mut u8) -> *mut u8 {
        unsafe {
            let end = at.add(self.length);
            number_text::write_decimal(self.value, end);
            end
        }
    }

    fn push_to(&self, out: &mut StrBuf) {
        out.push_long(self.value);
    }
}

/// The text of a number that is not whole.
pub struct Fraction {
    text: [u8; 32],
    length: u8,
}

impl Fraction {
    fn new(text: &[u8]) -> Fraction {
        let mut buffer = [0; 32];
        buffer[..text.len()].copy_from_slice(text);
        Fraction { text: buffer, length: text.len() as u8 }
    }

    fn text(&self) -> &[u8] {
        &self.text[..self.length as usize]
    }
}

impl Piece for Fraction {
    fn length(&self) -> usize {
        self.length as usize
    }

    unsafe fn write(&self, at: *mut u8) -> *mut u8 {
        unsafe { self.text().write(at) }
    }

    fn push_to(&self, out: &mut StrBuf) {
        out.push_latin1(self.text());
    }
}

/// A string: the operand, or what an object's `toString` gave.
pub struct Shown<'a>(Cow<'a, Ref<Str>>);

impl Shown<'_> {
    #[inline(always)]
    fn text(&self) -> Text<'_> {
        if self.0.is_null() { Text::Latin1(b"null") } else { self.0.text() }
    }
}

impl Piece for Shown<'_> {
    #[inline(always)]
    fn length(&self) -> usize {
        if self.0.is_null() { 4 } else { self.0.len() as usize }
    }

    #[inline(always)]
    fn is_wide(&self) -> bool {
        !self.0.is_null() && self.0.is_wide()
    }

    #[inline(always)]
    unsafe fn write(&self, at: *mut u8) -> *mut u8 {
        match self.text() {
            Text::Latin1(t) => unsafe { t.write(at) },
            Text::Utf16(_) => unreachable!("the text is written in narrow form"),
        }
    }

    fn push_to(&self, out: &mut StrBuf) {
        out.push_text(self.text());
    }
}

macro_rules! parts {
    ($($t:ty, $piece:ty: $v:ident => $value:expr);* $(;)?) => { $(
        impl Part for $t {
            type Piece<'a> = $piece where Self: 'a;

            #[inline]
            fn piece(&self) -> $piece {
                let $v = *self;
                $value
            }
        }
    )* };
}
parts!(
    bool, &'static [u8]: v => if v { b"true" } else { b"false" };
    u16, u16: v => v;
    i8, Whole: v => (v as i64).piece();
    i16, Whole: v => (v as i64).piece();
    i32, Whole: v => (v as i64).piece();
    i64, Whole: v => Whole { value: v, length: number_text::decimal_length(v) };
    f32, Fraction: v => Fraction::new(number_text::float(v, &mut [0; 32]));
    f64, Fraction: v => Fraction::new(number_text::double(v, &mut [0; 32]));
);

/// A reference: "null", its text if it is a string, else its `toString()`.
impl<T: 'static> Part for Ref<T> {
    type Piece<'a> = Shown<'a>;

    #[inline]
    fn piece(&self) -> Shown<'_> {
        if self.is_null() || self.class() == class_id::STRING {
            // SAFETY: the class number says that it is a string.
            Shown(Cow::Borrowed(unsafe { self.cast::<Str>() }))
        } else {
            Shown(Cow::Owned((program::current().hooks.to_string)(self.up())))
        }
    }
}

/// Rust text, for constant operands.
impl Part for &str {
    type Piece<'a>
        = Constant<'a>
    where
        Self: 'a;

    #[inline]
    fn piece(&self) -> Constant<'_> {
        if self.is_ascii() { Constant::Ascii(self.as_bytes()) } else { Constant::Other(Str::new(self)) }
    }
}

/// A constant's text.
pub enum Constant<'a> {
    Ascii(&'a [u8]),
    Other(Ref<Str>),
}

impl Piece for Constant<'_> {
    #[inline(always)]
    fn length(&self) -> usize {
        match self {
            Constant::Ascii(t) => t.len(),
            Constant::Other(s) => s.len() as usize,
        }
    }

    #[inline(always)]
    fn is_wide(&self) -> bool {
        matches!(self, Constant::Other(s) if s.is_wide())
    }

    #[inline(always)]
    unsafe fn write(&self, at: *mut u8) -> *mut u8 {
        match self {
            Constant::Ascii(t) => unsafe { t.write(at) },
            Constant::Other(s) => unsafe { Shown(Cow::Borrowed(s)).write(at) },
        }
    }

    fn push_to(&self, out: &mut StrBuf) {
        match self {
            Constant::Ascii(t) => t.push_to(out),
            Constant::Other(s) => out.push_text(s.text()),
        }
    }
}

impl<P: Part + ?Sized> Part for &P {
    type Piece<'a>
        = P::Piece<'a>
    where
        Self: 'a;

    #[inline]
    fn piece(&self) -> P::Piece<'_> {
        (**self).piece()
    }
}

/// The end of a list of pieces.
impl Piece for () {
    #[inline(always)]
    fn length(&self) -> usize {
        0
    }

    #[inline(always)]
    unsafe fn write(&self, at: *mut u8) -> *mut u8 {
        at
    }

    fn push_to(&self, _: &mut StrBuf) {}
}

/// A piece and those behind it.
impl<P: Piece, Q: Piece> Piece for (P, Q) {
    #[inline(always)]
    fn length(&self) -> usize {
        self.0.length() + self.1.length()
    }

    #[inline(always)]
    fn is_wide(&self) -> bool {
        self.0.is_wide() | self.1.is_wide()
    }

    #[inline(always)]
    unsafe fn write(&self, at: *mut u8) -> *mut u8 {
        unsafe {
            let at = self.0.write(at);
            self.1.write(at)
        }
    }

    fn push_to(&self, out: &mut StrBuf) {
        self.0.push_to(out);
        self.1.push_to(out);
    }
}

/// The operands of a `+`: each is there before the first one's `toString` is called.
pub trait Parts {
    type Pieces: Piece;

    fn pieces(self) -> Self::Pieces;
}

impl Parts for () {
    type Pieces = ();

    #[inline(always)]
    fn pieces(self) {}
}

impl<'a, P: Part, Q: Parts> Parts for (&'a P, Q) {
    type Pieces = (P::Piece<'a>, Q::Pieces);

    #[inline(always)]
    fn pieces(self) -> Self::Pieces {
        let first = self.0.piece();
        (first, self.1.pieces())
    }
}

/// A copy that makes no call for a few bytes; returns where it ends.
///
/// # Safety
/// As for `copy_nonoverlapping`.
#[inline]
unsafe fn copy(from: *const u8, to: *mut u8, n: usize) -> *mut u8 {
    /// The first and the last of the bytes, which may be the same in part.
    #[inline(always)]
    unsafe fn ends<W>(from: *const u8, to: *mut u8, n: usize) {
        let last = n - size_of::<W>();
        unsafe {
            let (a, b) = (from.cast::<W>().read_unaligned(), from.add(last).cast::<W>().read_unaligned());
            to.cast::<W>().write_unaligned(a);
            to.add(last).cast::<W>().write_unaligned(b);
        }
    }
    unsafe {
        match n {
            0 => {}
            1 => *to = *from,
            2..4 => ends::<u16>(from, to, n),
            4..8 => ends::<u32>(from, to, n),
            8..=16 => ends::<u64>(from, to, n),
            _ => to.copy_from_nonoverlapping(from, n),
        }
        to.add(n)
    }
}

/// The string that pieces make; [`concat_str!`](crate::concat_str) calls it.
pub fn join<P: Piece>(pieces: P) -> Ref<Str> {
    if pieces.is_wide() {
        let mut out = StrBuf::new();
        pieces.push_to(&mut out);
        return out.to_str();
    }
    let (s, at) = string::with_room(pieces.length(), false);
    // SAFETY: the string has room for all of them.
    unsafe { pieces.write(at) };
    s
}

/// Java's `+` on strings: `concat_str!(a, 1i32, 'x' as u16, "literal text")`.
#[macro_export]
macro_rules! concat_str {
    (@parts) => { () };
    (@parts $part:expr $(, $rest:expr)*) => {
        (&$part, $crate::concat_str!(@parts $($rest),*))
    };
    ($($part:expr),* $(,)?) => {
        $crate::concat::join($crate::concat::Parts::pieces($crate::concat_str!(@parts $($part),*)))
    };
}

/// `String.valueOf` of any operand.
pub fn value_of<P: Part>(part: P) -> Ref<Str> {
    join(part.piece())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_program;

    #[test]
    fn concatenation() {
        test_program::enter(|| {
            let null: Ref<Str> = Ref::NULL;
            let s = concat_str!(
                "x=",
                1i32,
                ' ' as u16,
                -5i64,
                " ",
                1.0f64,
                " ",
                1.1f32,
                null,
                true,
                "Ω",
                3i8,
                Str::new("s")
            );
            assert_eq!(s.to_rust(), "x=1 -5 1.0 1.1nulltrueΩ3s");
            assert_eq!(concat_str!("é", 0xe4u16, Str::new("ö"), 0.5f32).to_rust(), "éäö0.5");
            assert_eq!(concat_str!(0x3a9u16, Str::new("Ωa")).to_rust(), "ΩΩa");
            assert_eq!(value_of(i64::MIN).to_rust(), "-9223372036854775808");
            assert_eq!(concat_str!(test_program::node(1)).to_rust(), "object of class 16");
            assert!(concat_str!().is_empty());
        });
    }

    #[test]
    fn numbers_and_texts_of_all_lengths() {
        let mut digits = 1i64;
        for _ in 0..19 {
            for v in [digits, digits - 1, -digits, 7 * (digits / 7)] {
                assert_eq!(value_of(v).to_rust(), v.to_string());
            }
            digits = digits.wrapping_mul(10);
        }
        for n in 0..40 {
            let text = &"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"[..n];
            assert_eq!(concat_str!(text, 5, Str::new(text), "!").to_rust(), format!("{text}5{text}!"));
        }
    }
}
