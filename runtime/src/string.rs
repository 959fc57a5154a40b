//! `java.lang.String`: immutable, compact, in one allocation.
//!
//! A string is a header, its length, its cached hash code and its text: one byte a `char` (Latin-1) where every `char`
//! is below 256, two (UTF-16) otherwise. The form is canonical, so strings of different forms are different strings.
//! Literals and interned strings are immortal: they can be read from every thread. Other strings belong to one thread;
//! [`SharedStr`] carries one across.
//!
//! [`StrBuf`] is the growing text that `StringBuilder`, concatenation and formatting build on.

use crate::exception;
use crate::memory::{self, PLAIN};
use crate::number_text;
use crate::object::{Header, IMMORTAL, Obj, Ref, class_id};
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};
use std::sync::{LazyLock, Mutex};

/// The fields of a string. The text follows them in memory.
#[repr(C)]
pub struct Str {
    /// Length in `char`s, times two, plus one where the text is UTF-16.
    length: u32,
    /// `hashCode()`, 0 until it is asked for. Atomic because literals are shared; every thread would write the same.
    hash: AtomicI32,
}

/// A string's text.
#[derive(Clone, Copy, Debug)]
pub enum Text<'a> {
    Latin1(&'a [u8]),
    Utf16(&'a [u16]),
}

const MAX_LENGTH: usize = i32::MAX as usize;

/// What `Header` and `Str` take, and so where the text begins.
const TEXT_OFFSET: usize = size_of::<Obj<Str>>();

/// # Safety
/// `p` is a string.
pub(crate) unsafe fn object_size(p: NonNull<Header>) -> usize {
    let length = unsafe { &(*p.cast::<Obj<Str>>().as_ptr()).fields }.length as usize;
    TEXT_OFFSET + ((length >> 1) << (length & 1))
}

/// The sum of `31^(n - 1 - i) * text[i]`. Sixteen sums, of every sixteenth `char` each, go side by side: vector code.
fn polynomial<C: Copy + Into<i32>>(text: &[C]) -> i32 {
    const POWERS: [i32; 17] = {
        let mut p = [1i32; 17];
        let mut i = 1;
        while i < 17 {
            p[i] = p[i - 1].wrapping_mul(31);
            i += 1;
        }
        p
    };
    let (chunks, rest) = text.as_chunks::<16>();
    let mut sums = [0i32; 16];
    for chunk in chunks {
        for (sum, &c) in sums.iter_mut().zip(chunk) {
            *sum = sum.wrapping_mul(POWERS[16]).wrapping_add(c.into());
        }
    }
    let h = sums.iter().zip(POWERS.iter().take(16).rev()).fold(0i32, |h, (s, p)| h.wrapping_add(s.wrapping_mul(*p)));
    rest.iter().fold(h, |h, &c| h.wrapping_mul(31).wrapping_add(c.into()))
}

/// Whether two texts of one length are the same. Short ones are compared in place, by their ends, which may overlap.
#[inline(always)]
fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    /// # Safety
    /// The texts have at least the bytes of a `W`.
    #[inline(always)]
    unsafe fn ends<W: PartialEq>(a: &[u8], b: &[u8]) -> bool {
        let last = a.len() - size_of::<W>();
        let word = |text: &[u8], at: usize| unsafe { text.as_ptr().add(at).cast::<W>().read_unaligned() };
        word(a, 0) == word(b, 0) && word(a, last) == word(b, last)
    }
    // SAFETY: their lengths are those of the patterns.
    unsafe {
        match a.len() {
            0 => true,
            1 => a[0] == b[0],
            2..4 => ends::<u16>(a, b),
            4..8 => ends::<u32>(a, b),
            8..=16 => ends::<u64>(a, b),
            _ => a == b,
        }
    }
}

/// Where two texts of one length differ first; the length where they do not.
#[inline]
fn different(a: &[u8], b: &[u8]) -> usize {
    /// The bits in which the words at a place differ.
    #[inline(always)]
    unsafe fn bits<W: Copy + std::ops::BitXor<Output = W>>(a: &[u8], b: &[u8], at: usize) -> W {
        unsafe { a.as_ptr().add(at).cast::<W>().read_unaligned() ^ b.as_ptr().add(at).cast::<W>().read_unaligned() }
    }
    let n = a.len();
    if n < 4 {
        return (0..n).find(|&i| a[i] != b[i]).unwrap_or(n);
    }
    // SAFETY: the words lie within the texts.
    unsafe {
        let mut at = 0;
        while at + 8 <= n {
            let x = u64::from_le(bits::<u64>(a, b, at));
            if x != 0 {
                return at + x.trailing_zeros() as usize / 8;
            }
            at += 8;
        }
        // The rest, with what stands before it.
        for at in [at.min(n - 4), n - 4] {
            let x = u32::from_le(bits::<u32>(a, b, at));
            if x != 0 {
                return at + x.trailing_zeros() as usize / 8;
            }
        }
    }
    n
}

/// A string with room for its text, which the caller writes.
#[inline]
pub(crate) fn with_room(length: usize, wide: bool) -> (Ref<Str>, *mut u8) {
    if length > MAX_LENGTH {
        exception::throw_out_of_memory();
    }
    let size = TEXT_OFFSET + (length << wide as usize);
    let p = memory::allocate(size).cast::<Obj<Str>>();
    let header = Header { count: Cell::new(1), meta: Cell::new(memory::meta_of(class_id::STRING, size, PLAIN)) };
    let fields = Str { length: (length as u32) << 1 | wide as u32, hash: AtomicI32::new(0) };
    // SAFETY: `p` has room for the object and the text after it.
    unsafe {
        p.write(Obj { header, fields });
        (Ref::from_raw(p), p.as_ptr().cast::<u8>().add(TEXT_OFFSET))
    }
}

// ---- making strings ---------------------------------------------------------------------------------------------

impl Str {
    #[allow(clippy::new_ret_no_self)] // A `Str` exists only behind a `Ref`.
    pub fn new(text: &str) -> Ref<Str> {
        if text.is_ascii() {
            return Str::from_latin1(text.as_bytes());
        }
        Str::from_utf16(&text.encode_utf16().collect::<Vec<u16>>())
    }

    pub fn empty() -> Ref<Str> {
        static EMPTY: Literal = Literal::new("");
        EMPTY.get().clone()
    }

    #[inline]
    pub fn from_latin1(text: &[u8]) -> Ref<Str> {
        let (s, at) = with_room(text.len(), false);
        // SAFETY: `with_room` made room for the text.
        unsafe { at.copy_from_nonoverlapping(text.as_ptr(), text.len()) };
        s
    }

    /// Compacts where every `char` is below 256.
    pub fn from_utf16(text: &[u16]) -> Ref<Str> {
        let wide = text.iter().fold(0, |a, c| a | c) > 0xff;
        let (s, at) = with_room(text.len(), wide);
        // SAFETY: as above.
        unsafe {
            if wide {
                at.cast::<u16>().copy_from_nonoverlapping(text.as_ptr(), text.len());
            } else {
                for (i, c) in text.iter().enumerate() {
                    *at.add(i) = *c as u8;
                }
            }
        }
        s
    }

    #[inline]
    pub fn from_char(c: u16) -> Ref<Str> {
        if c < 256 { Str::from_latin1(&[c as u8]) } else { Str::from_utf16(&[c]) }
    }

    /// The `char`s of a code point.
    pub fn from_code_point(c: u32) -> Ref<Str> {
        let mut out = StrBuf::new();
        out.push_code_point(c);
        out.to_str()
    }

    pub fn from_text(text: Text) -> Ref<Str> {
        match text {
            Text::Latin1(t) => Str::from_latin1(t),
            Text::Utf16(t) => Str::from_utf16(t),
        }
    }
}

// ---- reading strings --------------------------------------------------------------------------------------------

impl Str {
    /// Length in `char`s.
    #[inline(always)]
    pub fn len(&self) -> i32 {
        (self.length >> 1) as i32
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.length < 2
    }

    #[inline(always)]
    pub fn is_wide(&self) -> bool {
        self.length & 1 != 0
    }

    #[inline(always)]
    pub(crate) fn text_ptr(&self) -> *const u8 {
        (self as *const Str as *const u8).wrapping_add(size_of::<Str>())
    }

    /// Another string of the same text.
    pub(crate) fn copy(&self) -> Ref<Str> {
        match self.text() {
            Text::Latin1(t) => Str::from_latin1(t),
            Text::Utf16(t) => Str::from_utf16(t),
        }
    }

    #[inline(always)]
    pub fn text(&self) -> Text<'_> {
        let n = (self.length >> 1) as usize;
        // SAFETY: every `Str` was made by `with_room`, with its text behind it; UTF-16 text is aligned because the fields are.
        unsafe {
            if self.is_wide() {
                Text::Utf16(std::slice::from_raw_parts(self.text_ptr().cast(), n))
            } else {
                Text::Latin1(std::slice::from_raw_parts(self.text_ptr(), n))
            }
        }
    }

    /// `charAt`, with its `StringIndexOutOfBoundsException`.
    #[inline(always)]
    #[track_caller]
    pub fn char_at(&self, index: i32) -> u16 {
        if (index as u32) < self.length >> 1 {
            // SAFETY: just checked.
            unsafe { self.char_at_unchecked(index as usize) }
        } else {
            self.throw_index(index)
        }
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn throw_index(&self, index: i32) -> ! {
        if self.is_wide() {
            exception::throw_string_index(index, self.len())
        } else {
            exception::throw_latin1_index(index)
        }
    }

    /// # Safety
    /// `index` is below the length.
    #[inline(always)]
    pub unsafe fn char_at_unchecked(&self, index: usize) -> u16 {
        unsafe {
            if self.is_wide() { *self.text_ptr().cast::<u16>().add(index) } else { *self.text_ptr().add(index) as u16 }
        }
    }

    pub fn chars(&self) -> impl DoubleEndedIterator<Item = u16> + ExactSizeIterator + '_ {
        // SAFETY: the indices are below the length.
        (0..(self.length >> 1) as usize).map(|i| unsafe { self.char_at_unchecked(i) })
    }

    /// Code points; an unpaired surrogate is one by itself.
    pub fn code_points(&self) -> impl Iterator<Item = u32> + '_ {
        char::decode_utf16(self.chars()).map(|c| match c {
            Ok(c) => c as u32,
            Err(e) => e.unpaired_surrogate() as u32,
        })
    }

    #[inline]
    pub fn hash_code(&self) -> i32 {
        let h = self.hash.load(Ordering::Relaxed);
        if h != 0 { h } else { self.compute_hash() }
    }

    fn compute_hash(&self) -> i32 {
        let h = match self.text() {
            Text::Latin1(t) => polynomial(t),
            Text::Utf16(t) => polynomial(t),
        };
        self.hash.store(h, Ordering::Relaxed);
        h
    }

    #[inline]
    pub fn equals(&self, other: &Str) -> bool {
        // Forms are canonical: equal texts have equal forms.
        std::ptr::eq(self, other) || self.length == other.length && same_bytes(self.bytes(), other.bytes())
    }

    /// The text's memory.
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        // SAFETY: as in `text`.
        unsafe { std::slice::from_raw_parts(self.text_ptr(), (self.length as usize >> 1) << (self.length & 1)) }
    }

    /// `compareTo`: the difference of the first two different `char`s, or of the lengths.
    pub fn compare(&self, other: &Str) -> i32 {
        if let (Text::Latin1(a), Text::Latin1(b)) = (self.text(), other.text()) {
            let n = a.len().min(b.len());
            let at = different(&a[..n], &b[..n]);
            return if at < n { a[at] as i32 - b[at] as i32 } else { self.len() - other.len() };
        }
        match self.chars().zip(other.chars()).find(|(a, b)| a != b) {
            Some((a, b)) => a as i32 - b as i32,
            None => self.len() - other.len(),
        }
    }

    /// The part from `begin` to `end`; the caller has checked that `begin <= end <= len`.
    pub fn slice(&self, begin: usize, end: usize) -> Ref<Str> {
        match self.text() {
            Text::Latin1(t) => Str::from_latin1(&t[begin..end]),
            Text::Utf16(t) => Str::from_utf16(&t[begin..end]),
        }
    }

    /// `substring`, with its exception.
    pub fn substring(&self, begin: i32, end: i32) -> Ref<Str> {
        if begin < 0 || begin > end || end > self.len() {
            exception::throw_substring(begin, end, self.len());
        }
        self.slice(begin as usize, end as usize)
    }

    /// The first position at or after `from` where `what` stands.
    pub fn index_of(&self, what: &Str, from: i32) -> i32 {
        let from = from.max(0) as usize;
        let n = what.len() as usize;
        if from + n > self.len() as usize {
            return if n == 0 { self.len() } else { -1 };
        }
        if n == 0 {
            return from as i32;
        }
        fn find(text: &[u16], what: &[u16]) -> Option<usize> {
            text.windows(what.len()).position(|w| w[0] == what[0] && w == what)
        }
        let at = match (self.text(), what.text()) {
            (Text::Latin1(t), Text::Latin1(w)) => memchr::memmem::find(&t[from..], w),
            (Text::Utf16(t), Text::Utf16(w)) => find(&t[from..], w),
            (Text::Latin1(_), Text::Utf16(_)) => None,
            (Text::Utf16(t), Text::Latin1(w)) => find(&t[from..], &w.iter().map(|&c| c as u16).collect::<Vec<_>>()),
        };
        at.map_or(-1, |i| (from + i) as i32)
    }

    /// The first position at or after `from` of the `char` `c`.
    pub fn index_of_char(&self, c: u16, from: i32) -> i32 {
        let from = (from.max(0) as usize).min(self.len() as usize);
        let at = match self.text() {
            Text::Latin1(t) => match u8::try_from(c) {
                Ok(c) => {
                    let t = &t[from..];
                    // Most are found within a word, before a search by blocks would have begun.
                    let (near, far) = t.split_at(t.len().min(16));
                    let at = near.iter().position(|&x| x == c);
                    if at.is_some() || far.is_empty() { at } else { memchr::memchr(c, far).map(|i| near.len() + i) }
                }
                Err(_) => None,
            },
            Text::Utf16(t) => t[from..].iter().position(|&x| x == c),
        };
        at.map_or(-1, |i| (from + i) as i32)
    }

    /// The text in Rust's form; unpaired surrogates become U+FFFD. [`Str::encode_utf8`] is Java's `getBytes`.
    pub fn to_rust(&self) -> String {
        match self.text() {
            Text::Latin1(t) => t.iter().map(|&c| c as char).collect(),
            Text::Utf16(t) => String::from_utf16_lossy(t),
        }
    }

    /// UTF-8 as `System.out` and `getBytes` write it: an unpaired surrogate becomes `?`.
    pub fn encode_utf8(&self, out: &mut Vec<u8>) {
        match self.text() {
            Text::Latin1(t) if t.is_ascii() => out.extend_from_slice(t),
            _ => {
                for c in char::decode_utf16(self.chars()) {
                    let mut buffer = [0; 4];
                    out.extend_from_slice(c.unwrap_or('?').encode_utf8(&mut buffer).as_bytes());
                }
            }
        }
    }
}

impl fmt::Display for Str {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.to_rust())
    }
}

impl fmt::Debug for Str {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?}", self.to_rust())
    }
}

// ---- literals, interning, crossing threads ----------------------------------------------------------------------

/// A string literal of the program: `static HELLO: Literal = Literal::new("hello");`. The string is made and interned at
/// first use; equal literals are one object.
pub struct Literal {
    text: LiteralText,
    string: AtomicPtr<Obj<Str>>,
}

enum LiteralText {
    Utf8(&'static str),
    /// For text with unpaired surrogates.
    Utf16(&'static [u16]),
}

impl Literal {
    pub const fn new(text: &'static str) -> Literal {
        Literal { text: LiteralText::Utf8(text), string: AtomicPtr::new(std::ptr::null_mut()) }
    }

    pub const fn utf16(text: &'static [u16]) -> Literal {
        Literal { text: LiteralText::Utf16(text), string: AtomicPtr::new(std::ptr::null_mut()) }
    }

    #[inline(always)]
    pub fn get(&'static self) -> &'static Ref<Str> {
        if self.string.load(Ordering::Acquire).is_null() {
            self.make();
        }
        // SAFETY: the pointer is set once, to an immortal string, and a `Ref` is one pointer.
        unsafe { &*(self.string.as_ptr() as *const Ref<Str>) }
    }

    #[cold]
    #[inline(never)]
    fn make(&'static self) {
        let s = match self.text {
            LiteralText::Utf8(t) => Str::new(t),
            LiteralText::Utf16(t) => Str::from_utf16(t),
        };
        self.string.store(intern(&s).addr() as *mut Obj<Str>, Ordering::Release);
    }
}

/// Interned strings by text (the canonical bytes and whether they are UTF-16), as addresses of immortal strings.
type InternTable = HashMap<(bool, Box<[u8]>), usize>;
static INTERNED: LazyLock<Mutex<InternTable>> = LazyLock::new(Default::default);

/// `String.intern`.
pub fn intern(s: &Ref<Str>) -> Ref<Str> {
    // SAFETY: the text's bytes, as `object_size` counts them.
    let bytes = unsafe { std::slice::from_raw_parts(s.text_ptr(), (s.len() as usize) << s.is_wide() as usize) };
    let mut table = INTERNED.lock().unwrap_or_else(|e| e.into_inner());
    let address = *table.entry((s.is_wide(), bytes.into())).or_insert_with(|| {
        let immortal = Str::from_text(s.text());
        immortal.make_immortal();
        immortal.hash_code();
        immortal.addr()
    });
    // SAFETY: the table's strings are immortal and never counted.
    unsafe { Ref::from_raw(NonNull::new_unchecked(address as *mut Obj<Str>)) }
}

/// A string's text on its way to another thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharedStr {
    Null,
    Latin1(Box<[u8]>),
    Utf16(Box<[u16]>),
    /// The address of an immortal string.
    Immortal(usize),
}

impl SharedStr {
    pub fn of(s: &Ref<Str>) -> SharedStr {
        if s.is_null() {
            return SharedStr::Null;
        }
        if s.count() == IMMORTAL {
            return SharedStr::Immortal(s.addr());
        }
        match s.text() {
            Text::Latin1(t) => SharedStr::Latin1(t.into()),
            Text::Utf16(t) => SharedStr::Utf16(t.into()),
        }
    }

    /// The string, as one of the thread that calls.
    pub fn get(&self) -> Ref<Str> {
        match self {
            SharedStr::Null => Ref::NULL,
            SharedStr::Latin1(t) => Str::from_latin1(t),
            SharedStr::Utf16(t) => Str::from_utf16(t),
            // SAFETY: `of` saw an immortal string there.
            SharedStr::Immortal(a) => unsafe { Ref::from_raw(NonNull::new_unchecked(*a as *mut Obj<Str>)) },
        }
    }
}

// ---- building strings -------------------------------------------------------------------------------------------

/// Growing text: Latin-1 until a `char` needs more.
#[derive(Clone, Debug)]
pub enum StrBuf {
    Latin1(Vec<u8>),
    Utf16(Vec<u16>),
}

impl Default for StrBuf {
    fn default() -> StrBuf {
        StrBuf::new()
    }
}

impl StrBuf {
    pub const fn new() -> StrBuf {
        StrBuf::Latin1(Vec::new())
    }

    pub fn with_capacity(n: usize) -> StrBuf {
        StrBuf::Latin1(memory::vec_for(n))
    }

    pub fn len(&self) -> usize {
        match self {
            StrBuf::Latin1(v) => v.len(),
            StrBuf::Utf16(v) => v.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn capacity(&self) -> usize {
        match self {
            StrBuf::Latin1(v) => v.capacity(),
            StrBuf::Utf16(v) => v.capacity(),
        }
    }

    pub fn text(&self) -> Text<'_> {
        match self {
            StrBuf::Latin1(v) => Text::Latin1(v),
            StrBuf::Utf16(v) => Text::Utf16(v),
        }
    }

    /// The text so far as a string.
    pub fn to_str(&self) -> Ref<Str> {
        Str::from_text(self.text())
    }

    /// The `char` at `index`, which is below the length.
    pub fn char_at(&self, index: usize) -> u16 {
        match self {
            StrBuf::Latin1(v) => v[index] as u16,
            StrBuf::Utf16(v) => v[index],
        }
    }

    /// The text as UTF-16 from now on.
    pub fn widen(&mut self) -> &mut Vec<u16> {
        if let StrBuf::Latin1(v) = self {
            let mut wide = memory::vec_for(v.capacity().max(16));
            wide.extend(v.iter().map(|&c| c as u16));
            *self = StrBuf::Utf16(wide);
        }
        match self {
            StrBuf::Utf16(v) => v,
            StrBuf::Latin1(_) => unreachable!("just widened"),
        }
    }

    pub fn clear(&mut self) {
        match self {
            StrBuf::Latin1(v) => v.clear(),
            StrBuf::Utf16(_) => *self = StrBuf::new(),
        }
    }

    pub fn truncate(&mut self, n: usize) {
        match self {
            StrBuf::Latin1(v) => v.truncate(n),
            StrBuf::Utf16(v) => v.truncate(n),
        }
    }

    pub fn set_char(&mut self, index: usize, c: u16) {
        match self {
            StrBuf::Latin1(v) if c < 256 => v[index] = c as u8,
            _ => self.widen()[index] = c,
        }
    }

    /// Replaces `begin..end`, which is within the text.
    pub fn replace_range(&mut self, begin: usize, end: usize, text: Text) {
        match (&mut *self, text) {
            (StrBuf::Latin1(v), Text::Latin1(t)) => drop(v.splice(begin..end, t.iter().copied())),
            (_, Text::Latin1(t)) => drop(self.widen().splice(begin..end, t.iter().map(|&c| c as u16))),
            (_, Text::Utf16(t)) => drop(self.widen().splice(begin..end, t.iter().copied())),
        }
    }

    pub fn reverse(&mut self) {
        match self {
            StrBuf::Latin1(v) => v.reverse(),
            StrBuf::Utf16(v) => {
                v.reverse();
                // Surrogate pairs keep their order.
                let mut i = 0;
                while i + 1 < v.len() {
                    if (0xdc00..0xe000).contains(&v[i]) && (0xd800..0xdc00).contains(&v[i + 1]) {
                        v.swap(i, i + 1);
                        i += 1;
                    }
                    i += 1;
                }
            }
        }
    }

    #[inline]
    pub fn push_char(&mut self, c: u16) {
        match self {
            StrBuf::Latin1(v) if c < 256 => v.push(c as u8),
            _ => self.widen().push(c),
        }
    }

    pub fn push_code_point(&mut self, c: u32) {
        if c < 0x1_0000 {
            self.push_char(c as u16);
        } else {
            self.push_char((0xd800 + ((c - 0x1_0000) >> 10)) as u16);
            self.push_char((0xdc00 + (c & 0x3ff)) as u16);
        }
    }

    #[inline]
    pub fn push_latin1(&mut self, text: &[u8]) {
        match self {
            StrBuf::Latin1(v) => {
                memory::make_room(v, text.len());
                v.extend_from_slice(text)
            }
            StrBuf::Utf16(v) => {
                memory::make_room(v, text.len());
                v.extend(text.iter().map(|&c| c as u16))
            }
        }
    }

    #[inline]
    pub fn push_text(&mut self, text: Text) {
        match text {
            Text::Latin1(t) => self.push_latin1(t),
            Text::Utf16(t) => {
                let wide = self.widen();
                memory::make_room(wide, t.len());
                wide.extend_from_slice(t)
            }
        }
    }

    /// Appends Rust text.
    pub fn push_rust(&mut self, text: &str) {
        if text.is_ascii() {
            self.push_latin1(text.as_bytes());
        } else {
            for c in text.encode_utf16() {
                self.push_char(c);
            }
        }
    }

    /// Appends a string, "null" for null.
    #[inline]
    pub fn push_str(&mut self, s: &Ref<Str>) {
        if s.is_null() { self.push_latin1(b"null") } else { self.push_text(s.text()) }
    }

    /// As Rust text; a lone surrogate is replaced.
    pub fn to_rust(&self) -> String {
        match self {
            StrBuf::Latin1(text) => text.iter().map(|&b| b as char).collect(),
            StrBuf::Utf16(text) => String::from_utf16_lossy(text),
        }
    }

    pub fn push_bool(&mut self, v: bool) {
        self.push_latin1(if v { b"true" } else { b"false" });
    }

    pub fn push_int(&mut self, v: i32) {
        self.push_long(v as i64);
    }

    pub fn push_long(&mut self, v: i64) {
        let mut buffer = [0; 20];
        self.push_latin1(number_text::decimal(v, &mut buffer));
    }

    pub fn push_float(&mut self, v: f32) {
        let mut buffer = [0; 32];
        self.push_latin1(number_text::float(v, &mut buffer));
    }

    pub fn push_double(&mut self, v: f64) {
        let mut buffer = [0; 32];
        self.push_latin1(number_text::double(v, &mut buffer));
    }
}

impl fmt::Write for StrBuf {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        self.push_rust(s);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static HELLO: Literal = Literal::new("hello");
    static SAME: Literal = Literal::new("hello");
    static LONE: Literal = Literal::utf16(&[0xd800, 65]);

    #[test]
    fn literals_are_interned() {
        assert!(HELLO.get().same(SAME.get()));
        assert!(intern(&Str::new("hello")).same(HELLO.get()));
        assert!(!Str::new("hello").same(HELLO.get()));
        assert_eq!(LONE.get().char_at(0), 0xd800);
    }

    #[test]
    fn both_forms() {
        let (narrow, wide) = (Str::new("größe"), Str::new("größe → Ω"));
        assert!(!narrow.is_wide() && wide.is_wide());
        assert_eq!((narrow.len(), wide.len()), (5, 9));
        assert_eq!(wide.char_at(6), '→' as u16);
        assert!(wide.substring(0, 5).equals(&narrow));
        assert!(!wide.substring(0, 5).is_wide());
        assert_eq!(wide.index_of(&Str::new("Ω"), 0), 8);
        assert_eq!(wide.index_of(&Str::new("ö"), 0), 2);
        assert_eq!(narrow.index_of(&Str::new("Ω"), 0), -1);
        assert_eq!(narrow.index_of(&Str::empty(), 9), 5);
        assert_eq!(narrow.index_of_char('e' as u16, 1), 4);
        assert_eq!(Str::new("a😀").code_points().collect::<Vec<_>>(), [97, 0x1f600]);
    }

    #[test]
    fn hashes_and_order_are_javas() {
        assert_eq!(Str::new("hello").hash_code(), 99162322);
        assert_eq!(
            Str::new("größe → Ω").hash_code(),
            "größe → Ω".encode_utf16().fold(0i32, |h, c| h.wrapping_mul(31).wrapping_add(c as i32))
        );
        assert_eq!(Str::new("abc").compare(&Str::new("abd")), -1);
        assert_eq!(Str::new("abc").compare(&Str::new("ab")), 1);
        assert_eq!(Str::new("abcdefghij").compare(&Str::new("abcdefgzij")), 'h' as i32 - 'z' as i32);
        assert_eq!(Str::new("abcdefghij").compare(&Str::new("abcdefghiz")), 'j' as i32 - 'z' as i32);
        assert_eq!(Str::new("a").compare(&Str::new("Ω")), 'a' as i32 - 'Ω' as i32);
    }

    #[test]
    fn equality_of_all_lengths() {
        for wide in ["", "Ω"] {
            for n in 0..40 {
                let text = format!("{wide}{}", &"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"[..n]);
                assert!(Str::new(&text).equals(&Str::new(&text)));
                for i in 0..n {
                    let other = format!("{wide}{}!{}", &text[wide.len()..wide.len() + i], &text[wide.len() + i + 1..]);
                    assert!(!Str::new(&text).equals(&Str::new(&other)), "{text} {other}");
                }
            }
        }
    }

    #[test]
    fn builders() {
        let mut b = StrBuf::new();
        b.push_rust("hello");
        b.replace_range(1, 3, Text::Utf16(&[0x3a9]));
        assert_eq!(b.to_str().to_rust(), "hΩlo");
        b.set_char(1, 65);
        assert!(!b.to_str().is_wide());
        b.push_code_point(0x1f600);
        b.reverse();
        assert_eq!(b.to_str().to_rust(), "😀olAh");
        b.truncate(2);
        assert_eq!(b.len(), 2);
    }

    #[test]
    fn utf8_has_question_marks_for_lone_surrogates() {
        let mut out = Vec::new();
        Str::from_utf16(&[65, 0xd800, 0xe9]).encode_utf8(&mut out);
        assert_eq!(out, "A?é".as_bytes());
    }

    #[test]
    fn text_crosses_threads() {
        let there = SharedStr::of(&Str::new("Ω and more"));
        assert_eq!(std::thread::spawn(move || there.get().len()).join().ok(), Some(10));
        assert!(SharedStr::of(HELLO.get()).get().same(HELLO.get()));
    }
}
