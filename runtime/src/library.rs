//! Programs that are called from other languages: what crosses the border, in which form, and how calls are kept apart.
//!
//! A library is a program whose `main` runs the exported method that the call names. [`call`] brings a call over: it takes the library's
//! lock, for objects belong to one thread at a time; puts the arguments where the program's natives find them ([`Frame`]); runs `main`;
//! and hands the results out. No unwind leaves it: what the program throws becomes a [`Failure`] of the calling thread.
//!
//! An array of primitives is lent, not copied: its object refers to the caller's memory for the time of the call. Where the program has kept
//! the object, its elements are copied when the call ends; where a device has moved them, they are copied back.

use crate::array::{Array, Elem, new_multi};
use crate::console;
use crate::exception::{self, ExceptionKind, catch_java};
use crate::memory;
use crate::object::{Object, Ref, class_id};
use crate::program::{self, Program, RefType};
use crate::string::Str;
use std::cell::{RefCell, UnsafeCell};
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, OnceLock};

/// A compiled library.
pub struct Library {
    pub program: &'static Program,
    /// What is done before the first call; false where the settings of the process refuse the program.
    pub begin: fn() -> bool,
    /// Runs the method that the frame names.
    pub enter: fn(Ref<Array<Ref<Str>>>),
}

/// A length that says that there is no array: Java's `null`.
pub const NO_ARRAY: usize = usize::MAX;

/// What a call threw.
#[derive(Clone, Debug, Default)]
pub struct Failure {
    /// `java.lang.IllegalArgumentException`
    pub class: String,
    pub message: Option<String>,
    /// Lines `pkg.Main.f(Main.java:12)`, innermost first.
    pub frames: Vec<String>,
}

impl Failure {
    /// As `printStackTrace` prints it.
    pub fn text(&self) -> String {
        let mut text = self.class.clone();
        if let Some(message) = &self.message {
            text += &format!(": {message}");
        }
        self.frames.iter().for_each(|f| text += &format!("\n\tat {f}"));
        text
    }
}

thread_local! {
    static FAILURE: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// What the last call of this thread threw; None after a call that threw nothing.
pub fn failure() -> Option<Failure> {
    FAILURE.with_borrow(Clone::clone)
}

/// What the last call of this thread threw, read in place.
pub fn with_failure<R>(read: impl FnOnce(Option<&Failure>) -> R) -> R {
    FAILURE.with_borrow(|f| read(f.as_ref()))
}

/// A part of a failure.
#[derive(Clone, Copy)]
pub enum Part {
    Class,
    Message,
    /// A line each.
    Frames,
}

/// A part of what this thread's last call threw, as a string of C that stays until the next call, or the next time this is asked; null where there
/// is none.
pub fn failure_text(part: Part) -> *const c_char {
    thread_local! {
        static TEXTS: RefCell<[CString; 3]> = RefCell::default();
    }
    let text = with_failure(|failure| {
        let failure = failure?;
        match part {
            Part::Class => Some(failure.class.clone()),
            Part::Message => failure.message.clone(),
            Part::Frames => Some(failure.frames.join("\n")),
        }
    });
    let Some(text) = text.and_then(|t| CString::new(t.replace('\0', "")).ok()) else { return std::ptr::null() };
    TEXTS.with_borrow_mut(|texts| {
        texts[part as usize] = text;
        texts[part as usize].as_ptr()
    })
}

// ---- what crosses -----------------------------------------------------------------------------------------------

enum Passed {
    /// A primitive, in its lowest bits.
    Bits(u64),
    Object(Ref<Object>),
    /// An array whose elements are the caller's.
    Lent(Lent),
}

struct Lent {
    object: Ref<Object>,
    settle: unsafe fn(&Lent),
    /// The caller's elements, or the pointers to the caller's rows.
    data: *mut u8,
    /// The lengths of the caller's rows.
    lengths: *const usize,
    /// The program may have written to it.
    written: bool,
}

enum Given {
    Bits(u64),
    Object(Ref<Object>),
}

/// The arguments and results of the call that is running.
#[derive(Default)]
pub struct Frame {
    method: i32,
    passed: Vec<Passed>,
    given: Vec<Given>,
    next: usize,
}

struct Border {
    frame: UnsafeCell<Frame>,
    collector: UnsafeCell<memory::Collector>,
}

// SAFETY: used by the thread that holds `LOCK`.
unsafe impl Sync for Border {}

static BORDER: Border = Border {
    frame: UnsafeCell::new(Frame { method: 0, passed: Vec::new(), given: Vec::new(), next: 0 }),
    collector: UnsafeCell::new(memory::Collector::new()),
};
static LOCK: Mutex<()> = Mutex::new(());
/// Whether the settings of the process let the library run; found out by the first call.
static BEGUN: OnceLock<bool> = OnceLock::new();

/// The frame, for the natives of `somd.Border`.
fn frame<'a>() -> &'a mut Frame {
    // SAFETY: natives run in a call, whose thread holds the lock; no reference outlives a function of this module.
    unsafe { &mut *BORDER.frame.get() }
}

/// The number of the method that is called.
pub fn method() -> i32 {
    frame().method
}

/// The argument at `position` in its lowest bits, where it is a primitive.
pub fn bits(position: i32) -> u64 {
    match frame().passed.get(position as usize) {
        Some(Passed::Bits(bits)) => *bits,
        _ => 0,
    }
}

/// The argument at `position`, where it is a reference.
pub fn object(position: i32) -> Ref<Object> {
    match frame().passed.get(position as usize) {
        Some(Passed::Object(object) | Passed::Lent(Lent { object, .. })) => object.clone(),
        _ => Ref::NULL,
    }
}

/// Gives back a primitive.
pub fn give_bits(bits: u64) {
    frame().given.push(Given::Bits(bits));
}

/// Gives back a reference.
pub fn give_object(object: &Ref<Object>) {
    frame().given.push(Given::Object(object.clone()));
}

/// The program throws; frames of `entry`, which is no class of the user's, are left out.
pub fn thrown(class: &Ref<Str>, message: &Ref<Str>, frames: &Ref<Str>, entry: &Ref<Str>) {
    let entry = entry.to_rust();
    let of_entry = |f: &str| f.strip_prefix(entry.as_str()).is_some_and(|rest| rest.starts_with('.'));
    let failure = Failure {
        class: class.to_rust(),
        message: (!message.is_null()).then(|| message.to_rust()),
        frames: frames.to_rust().lines().filter(|f| !of_entry(f)).map(str::to_string).collect(),
    };
    FAILURE.set(Some(failure));
}

/// Takes arguments over the border, in the order of the method's parameters.
pub struct Arguments(());

impl Arguments {
    #[inline]
    fn push(&mut self, passed: Passed) {
        frame().passed.push(passed);
    }

    #[inline]
    pub fn boolean(&mut self, value: bool) {
        self.push(Passed::Bits(value.into()));
    }
    #[inline]
    pub fn byte(&mut self, value: i8) {
        self.push(Passed::Bits(value as u64));
    }
    #[inline]
    pub fn short(&mut self, value: i16) {
        self.push(Passed::Bits(value as u64));
    }
    #[inline]
    pub fn char(&mut self, value: u16) {
        self.push(Passed::Bits(value.into()));
    }
    #[inline]
    pub fn int(&mut self, value: i32) {
        self.push(Passed::Bits(value as u64));
    }
    #[inline]
    pub fn long(&mut self, value: i64) {
        self.push(Passed::Bits(value as u64));
    }
    #[inline]
    pub fn float(&mut self, value: f32) {
        self.push(Passed::Bits(value.to_bits().into()));
    }
    #[inline]
    pub fn double(&mut self, value: f64) {
        self.push(Passed::Bits(value.to_bits()));
    }

    /// A string of UTF-8; null is Java's.
    ///
    /// # Safety
    /// `text` is null or ends with a zero.
    pub unsafe fn text(&mut self, text: *const c_char) {
        // SAFETY: as the caller's.
        self.push(Passed::Object(unsafe { string(text) }.into_up()));
    }

    /// A string of UTF-16.
    pub fn text16(&mut self, text: Option<&[u16]>) {
        self.push(Passed::Object(text.map_or(Ref::NULL, Str::from_utf16).into_up()));
    }

    /// `n` strings, which may be null; with [`NO_ARRAY`] there is none.
    ///
    /// # Safety
    /// `texts` are as many strings, each as for [`Arguments::text`].
    pub unsafe fn texts(&mut self, texts: *const *const c_char, n: usize) {
        if n == NO_ARRAY {
            return self.push(Passed::Object(Ref::NULL));
        }
        let n = length(n);
        // SAFETY: as the caller's.
        let strings = (0..n as usize).map(|i| unsafe { string(*texts.add(i)) });
        self.push(Passed::Object(Array::from_refs(RefType::STRING, strings.collect::<Vec<_>>()).into_up()));
    }

    /// Strings of UTF-16.
    pub fn texts16(&mut self, texts: Option<&[Option<Vec<u16>>]>) {
        let array = texts.map(|texts| {
            let strings = texts.iter().map(|t| t.as_deref().map_or(Ref::NULL, Str::from_utf16));
            Array::from_refs(RefType::STRING, strings.collect::<Vec<_>>())
        });
        self.push(Passed::Object(array.map_or(Ref::NULL, Ref::into_up)));
    }

    /// An array of `n` elements, lent for the time of the call; with [`NO_ARRAY`] there is none. `written`: the method may write to it.
    ///
    /// # Safety
    /// `data` are as many elements, which nobody else uses until the call ends, and may be written where `written` says so.
    #[inline]
    pub unsafe fn array<T: Elem>(&mut self, data: *mut T, n: usize, written: bool) {
        if n == NO_ARRAY {
            return self.push(Passed::Object(Ref::NULL));
        }
        // SAFETY: `settle` ends it before the caller's memory may go.
        let object = unsafe { Array::lent(data, length(n)) }.into_up();
        let lent = Lent { object, settle: settle::<T>, data: data.cast(), lengths: std::ptr::null(), written };
        self.push(Passed::Lent(lent));
    }

    /// As [`Arguments::array`], of a value array.
    ///
    /// # Safety
    /// As there; nothing is written.
    pub unsafe fn values<T: Elem>(&mut self, data: *const T, n: usize) {
        // SAFETY: as the caller's.
        unsafe { self.array(data.cast_mut(), n, false) };
        if let Some(Passed::Lent(lent)) = frame().passed.last() {
            // SAFETY: just made of this type; nobody else refers to it.
            unsafe { lent.object.cast::<Array<T>>() }.make_value();
        }
    }

    /// As [`Arguments::rows`], of a value array, whose rows have one length.
    ///
    /// # Safety
    /// As there; nothing is written.
    pub unsafe fn value_rows<T: Elem + Copy>(&mut self, rows: *const *const T, lengths: *const usize, n: usize) {
        // SAFETY: as the caller's.
        unsafe { self.rows(rows.cast::<*mut T>(), lengths, n, false) };
        if let Some(Passed::Lent(lent)) = frame().passed.pop() {
            self.push(Passed::Object(crate::value_array::freeze(lent.object)));
        }
    }

    /// A new array with these elements, of structures of which there are `n`; with [`NO_ARRAY`] there is none.
    pub fn column<T: Elem + Copy>(&mut self, n: usize, elements: Vec<T>) {
        if n == NO_ARRAY {
            return self.push(Passed::Object(Ref::NULL));
        }
        length(n);
        self.push(Passed::Object(Array::literal(&elements).into_up()));
    }

    /// An array of `n` rows, copied, and copied back where `written` says that the method may write to them; with [`NO_ARRAY`] there is none.
    /// A row of that length is null.
    ///
    /// # Safety
    /// `rows` and `lengths` are as many, and each row has its length; they may be written where `written` says so.
    pub unsafe fn rows<T: Elem + Copy>(&mut self, rows: *const *mut T, lengths: *const usize, n: usize, written: bool) {
        if n == NO_ARRAY {
            return self.push(Passed::Object(Ref::NULL));
        }
        let n = length(n) as usize;
        // SAFETY: as the caller's.
        let sizes = unsafe { slice(lengths, n) };
        let object = match sizes {
            // One block, as `new T[m][n]` makes.
            [first, rest @ ..] if *first != NO_ARRAY && rest.iter().all(|l| l == first) => {
                let object = new_multi::<T>(&[length(n), length(*first)], RefType::OBJECT);
                // SAFETY: that is its type.
                let matrix: &Ref<Array<Ref<Array<T>>>> = unsafe { object.cast() };
                for i in 0..n {
                    // SAFETY: both have the length; the matrix is new.
                    unsafe { matrix.get(i as i32).as_mut_slice().copy_from_slice(slice(*rows.add(i), *first)) };
                }
                object
            }
            _ => {
                let row = |i: usize| match sizes[i] {
                    NO_ARRAY => Ref::NULL,
                    // SAFETY: as the caller's.
                    size => Array::literal(unsafe { slice(*rows.add(i), size) }),
                };
                Array::from_refs(RefType::class(T::CLASS), (0..n).map(row).collect::<Vec<_>>()).into_up()
            }
        };
        self.push(Passed::Lent(Lent { object, settle: settle_rows::<T>, data: rows as *mut u8, lengths, written }));
    }
}

/// Structures that are passed; none with [`NO_ARRAY`].
///
/// # Safety
/// `all` are `n` of them, or `n` says that there is no array.
pub unsafe fn all<'a, T>(all: *const T, n: usize) -> &'a [T] {
    // SAFETY: as the caller's.
    if n == NO_ARRAY { &[] } else { unsafe { slice(all, n) } }
}

/// What [`Handle::structures`] was given.
///
/// # Safety
/// `all` are the `n` structures, which nobody else uses any more.
pub unsafe fn own_all<T>(all: *mut u8, n: usize) -> Box<[T]> {
    // SAFETY: as the caller's.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(all.cast::<T>(), n)) }
}

/// # Safety
/// Where `n` is not zero, `data` are as many elements.
unsafe fn slice<'a, T>(data: *const T, n: usize) -> &'a [T] {
    if n == 0 { &[] } else { unsafe { std::slice::from_raw_parts(data, n) } }
}

/// # Safety
/// `text` is null or ends with a zero.
unsafe fn string(text: *const c_char) -> Ref<Str> {
    if text.is_null() { Ref::NULL } else { Str::new(&unsafe { CStr::from_ptr(text) }.to_string_lossy()) }
}

/// A length that a Java array can have.
fn length(n: usize) -> i32 {
    match i32::try_from(n) {
        Ok(n) if n <= i32::MAX - 2 => n,
        _ => exception::throw_new(
            ExceptionKind::IllegalArgument,
            Some(&format!("an array of {n} elements is longer than Java's arrays can be")),
        ),
    }
}

/// Ends the loan of an array.
///
/// # Safety
/// It is one of `T`, and the caller's memory is still there.
unsafe fn settle<T: Elem>(lent: &Lent) {
    // SAFETY: as the caller's.
    let array = unsafe { lent.object.cast::<Array<T>>() };
    if array.is_empty() {
        return;
    }
    if array.data_address() != lent.data.cast_const().cast() {
        if lent.written {
            let now = array.view();
            // SAFETY: both have the array's length.
            unsafe { lent.data.cast::<T>().copy_from_nonoverlapping(now.data, now.length as usize) };
        }
    } else if array.count() > 1 {
        // The program has kept it.
        array.ensure_block();
    }
}

/// Copies rows back.
///
/// # Safety
/// They are of `T`, and the caller's rows are still there.
unsafe fn settle_rows<T: Elem + Copy>(lent: &Lent) {
    if !lent.written {
        return;
    }
    // SAFETY: as the caller's.
    let rows = unsafe { lent.object.cast::<Array<Ref<Array<T>>>>() };
    for i in 0..rows.len() {
        // SAFETY: there are as many rows and lengths.
        let (to, size) = unsafe { (*lent.data.cast::<*mut T>().add(i as usize), *lent.lengths.add(i as usize)) };
        let row = rows.get(i);
        if size == NO_ARRAY || row.is_null() {
            continue;
        }
        let now = row.view();
        // A row that has been replaced may have another length.
        if now.length as usize == size {
            // SAFETY: both have the length.
            unsafe { to.copy_from_nonoverlapping(now.data, size) };
        }
    }
}

/// Hands results out, in the order in which the program gave them.
pub struct Results(());

impl Results {
    #[inline]
    fn next(&mut self) -> Given {
        let frame = frame();
        let at = frame.next;
        frame.next += 1;
        frame.given.get_mut(at).map_or(Given::Bits(0), |given| std::mem::replace(given, Given::Bits(0)))
    }

    #[inline]
    fn bits(&mut self) -> u64 {
        match self.next() {
            Given::Bits(bits) => bits,
            Given::Object(_) => 0,
        }
    }

    #[inline]
    pub fn boolean(&mut self) -> bool {
        self.bits() != 0
    }
    #[inline]
    pub fn byte(&mut self) -> i8 {
        self.bits() as i8
    }
    #[inline]
    pub fn short(&mut self) -> i16 {
        self.bits() as i16
    }
    #[inline]
    pub fn char(&mut self) -> u16 {
        self.bits() as u16
    }
    #[inline]
    pub fn int(&mut self) -> i32 {
        self.bits() as i32
    }
    #[inline]
    pub fn long(&mut self) -> i64 {
        self.bits() as i64
    }
    #[inline]
    pub fn float(&mut self) -> f32 {
        f32::from_bits(self.bits() as u32)
    }
    #[inline]
    pub fn double(&mut self) -> f64 {
        f64::from_bits(self.bits())
    }

    /// A reference; null is Java's.
    pub fn object(&mut self) -> Ref<Object> {
        match self.next() {
            Given::Object(object) => object,
            Given::Bits(_) => Ref::NULL,
        }
    }

    /// A string of UTF-8 that [`free_text`] frees; null is Java's.
    pub fn text(&mut self) -> *mut c_char {
        text_of(&self.object())
    }

    /// A string of UTF-16; None is Java's null.
    pub fn text16(&mut self) -> Option<Vec<u16>> {
        chars_of(&self.object())
    }

    /// Strings of UTF-16; None is Java's null.
    pub fn texts16(&mut self) -> Option<Vec<Option<Vec<u16>>>> {
        let object = self.object();
        if object.is_null() {
            return None;
        }
        // SAFETY: the program gives an array of strings where this is asked.
        let array = unsafe { object.cast::<Array<Ref<Object>>>() };
        Some((0..array.len()).map(|i| chars_of(&array.get(i))).collect())
    }

    /// An array, a matrix, or strings; null is Java's.
    pub fn array(&mut self) -> *mut Handle {
        Handle::of(self.object()).map_or(std::ptr::null_mut(), |h| Box::into_raw(Box::new(h)))
    }

    /// The elements of an array of primitives, copied; None for null.
    pub fn elements<T: Elem + Copy>(&mut self) -> Option<Vec<T>> {
        let object = self.object();
        // SAFETY: the program gives arrays of this class where this is asked; nothing runs meanwhile.
        (!object.is_null()).then(|| unsafe { object.cast::<Array<T>>().as_slice() }.to_vec())
    }

    /// The strings of an array, as of [`Results::text`]; None for null.
    pub fn strings(&mut self) -> Option<Vec<*mut c_char>> {
        let object = self.object();
        if object.is_null() {
            return None;
        }
        // SAFETY: the program gives an array of strings where this is asked.
        let array = unsafe { object.cast::<Array<Ref<Object>>>() };
        Some((0..array.len()).map(|i| text_of(&array.get(i))).collect())
    }
}

/// A string's text as UTF-8 with a zero behind it; a zero `char` ends it.
fn text_of(object: &Ref<Object>) -> *mut c_char {
    if object.is_null() {
        return std::ptr::null_mut();
    }
    // SAFETY: the program gives a string where this is asked.
    let mut text = unsafe { object.cast::<Str>() }.to_rust();
    if let Some(end) = text.find('\0') {
        text.truncate(end);
    }
    CString::new(text).map_or(std::ptr::null_mut(), CString::into_raw)
}

fn chars_of(object: &Ref<Object>) -> Option<Vec<u16>> {
    // SAFETY: the program gives a string where this is asked.
    (!object.is_null()).then(|| unsafe { object.cast::<Str>() }.chars().collect())
}

/// Frees what [`Results::text`] gave.
///
/// # Safety
/// It is null, or was given so, and is not used any more.
pub unsafe fn free_text(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: as the caller's.
        drop(unsafe { CString::from_raw(text) });
    }
}

// ---- results that stay ------------------------------------------------------------------------------------------

/// An array that the program gave, kept until the caller frees it.
pub struct Handle {
    kept: Kept,
    data: *const u8,
    length: usize,
    parts: Vec<Option<Handle>>,
}

enum Kept {
    /// Elements of the program's memory.
    Object(Ref<Object>),
    /// Strings, and structures that hold some: what to free.
    Texts(Vec<*mut c_char>),
    /// Structures, and how they are freed.
    Structures(unsafe fn(*mut u8, usize)),
}

impl Handle {
    /// Of an array of primitives, of rows, or of strings.
    fn of(object: Ref<Object>) -> Option<Handle> {
        if object.is_null() {
            return None;
        }
        // Who refers to it beside this: nobody, or the program goes on with it.
        let shared = object.count() > 1;
        Some(match object.class() {
            class_id::REF_ARRAY => {
                // SAFETY: the class number says so; its elements are references.
                let array = unsafe { object.cast::<Array<Ref<Object>>>() };
                let elements: Vec<Ref<Object>> = (0..array.len()).map(|i| array.get(i)).collect();
                if array.element_type() == RefType::STRING {
                    Handle::strings(elements.iter().map(text_of).collect())
                } else {
                    // The array refers to its rows too.
                    let part = |row: Ref<Object>| {
                        let shared = shared || row.count() > 2;
                        (!row.is_null()).then(|| Handle::elements(row, shared))
                    };
                    let parts: Vec<_> = elements.into_iter().map(part).collect();
                    Handle { length: parts.len(), kept: Kept::Object(object), data: std::ptr::null(), parts }
                }
            }
            _ => Handle::elements(object, shared),
        })
    }

    /// Of an array of primitives, copied where it is `shared`.
    fn elements(object: Ref<Object>, shared: bool) -> Handle {
        match object.class() {
            class_id::BOOLEAN_ARRAY | class_id::BYTE_ARRAY => Handle::primitives::<i8>(object, shared),
            class_id::SHORT_ARRAY | class_id::CHAR_ARRAY => Handle::primitives::<i16>(object, shared),
            class_id::INT_ARRAY | class_id::FLOAT_ARRAY => Handle::primitives::<i32>(object, shared),
            _ => Handle::primitives::<i64>(object, shared),
        }
    }

    /// `T` has the size of the elements.
    fn primitives<T: Elem + Copy>(object: Ref<Object>, shared: bool) -> Handle {
        // SAFETY: arrays of primitives of one size have one layout.
        let array = unsafe { object.cast::<Array<T>>() };
        let view = array.view();
        let (data, length) = (view.data, view.length as usize);
        let (object, data) = if shared {
            // SAFETY: nothing runs meanwhile.
            let copy = Array::literal(unsafe { slice(data, length) });
            let data = copy.view().data;
            (copy.into_up(), data)
        } else {
            (object, data)
        };
        Handle { kept: Kept::Object(object), data: data.cast_const().cast(), length, parts: Vec::new() }
    }

    fn strings(texts: Vec<*mut c_char>) -> Handle {
        let (data, length) = (texts.as_ptr().cast(), texts.len());
        Handle { kept: Kept::Texts(texts), data, length, parts: Vec::new() }
    }

    /// Structures of the caller's language; `free` frees what they hold, and themselves.
    pub fn structures<T>(structures: Vec<T>, free: unsafe fn(*mut u8, usize)) -> *mut Handle {
        let structures = structures.into_boxed_slice();
        let length = structures.len();
        let data = Box::into_raw(structures).cast::<u8>();
        Box::into_raw(Box::new(Handle { kept: Kept::Structures(free), data, length, parts: Vec::new() }))
    }

    pub fn length(&self) -> usize {
        self.length
    }

    pub fn data(&self) -> *const u8 {
        self.data
    }

    /// A row; None where there is none, or it is null.
    pub fn row(&self, index: usize) -> Option<&Handle> {
        self.parts.get(index).and_then(Option::as_ref)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        match &mut self.kept {
            // The library's objects are its own thread's, which is who holds the lock.
            Kept::Object(object) => drop(std::mem::replace(object, Ref::NULL)),
            // SAFETY: `text_of` made them.
            Kept::Texts(texts) => texts.drain(..).for_each(|t| unsafe { free_text(t) }),
            // SAFETY: made by `structures` with this function.
            Kept::Structures(free) => unsafe { free(self.data.cast_mut(), self.length) },
        }
    }
}

/// Frees a result.
///
/// # Safety
/// It is null, or one that a call of this library gave and nobody uses any more.
pub unsafe fn free(handle: *mut Handle) {
    if handle.is_null() {
        return;
    }
    let _here = Here::enter();
    // SAFETY: as the caller's.
    drop(unsafe { Box::from_raw(handle) });
}

// ---- calls ------------------------------------------------------------------------------------------------------

/// This thread is the one that runs the library.
struct Here<'a>(#[allow(dead_code, reason = "it is held")] std::sync::MutexGuard<'a, ()>);

impl Here<'_> {
    #[inline]
    fn enter() -> Here<'static> {
        let guard = LOCK.lock().unwrap_or_else(|e| e.into_inner());
        // SAFETY: the lock is held.
        memory::exchange(unsafe { &mut *BORDER.collector.get() });
        Here(guard)
    }
}

impl Drop for Here<'_> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the lock is held until after this.
        memory::exchange(unsafe { &mut *BORDER.collector.get() });
    }
}

/// Calls a method: `pass` takes the arguments over, `take` the results. Whether it threw nothing; what it threw is [`failure`]'s then.
pub fn call<R>(
    library: &'static Library,
    method: i32,
    pass: impl FnOnce(&mut Arguments),
    take: impl FnOnce(&mut Results) -> R,
) -> Option<R> {
    let here = Here::enter();
    program::set(library.program);
    exception::know_stack();
    if FAILURE.with_borrow(Option::is_some) {
        FAILURE.set(None);
    }
    let work = || {
        catch_java(|| {
            if !*BEGUN.get_or_init(library.begin) {
                exception::throw_new(
                    ExceptionKind::IllegalState,
                    Some("the settings of the process refuse the library"),
                );
            }
            frame().method = method;
            pass(&mut Arguments(()));
            (library.enter)(Ref::NULL);
        })
    };
    let outcome = catch_unwind(AssertUnwindSafe(work));
    let result = catch_unwind(AssertUnwindSafe(|| {
        // Before the results are looked at: they may be what was lent.
        for passed in &frame().passed {
            if let Passed::Lent(lent) = passed {
                // SAFETY: of its class; the caller waits, so its memory is there.
                unsafe { (lent.settle)(lent) };
            }
        }
        frame().passed.clear();
        note(&outcome);
        let failed = FAILURE.with_borrow(Option::is_some);
        (!failed).then(|| take(&mut Results(())))
    }));
    let frame = frame();
    // What is dropped here may free objects, which runs no code of the program.
    frame.passed.clear();
    frame.given.clear();
    frame.next = 0;
    console::flush();
    drop(here);
    match result {
        Ok(result) => result,
        Err(payload) => {
            FAILURE.set(Some(internal(&*payload)));
            None
        }
    }
}

/// The call fails, for where a value must be there `method` gave null.
pub fn gave_null(method: &str) {
    FAILURE.set(Some(Failure {
        class: "java.lang.NullPointerException".into(),
        message: Some(format!("`{method}` returned null")),
        frames: Vec::new(),
    }));
}

fn internal(payload: &(dyn std::any::Any + Send)) -> Failure {
    let message = exception::internal_error_report(payload);
    Failure { class: "java.lang.InternalError".into(), message: Some(message.trim_end().into()), frames: Vec::new() }
}

/// Makes a failure of what came through the program's own handler.
fn note(outcome: &Result<Result<(), Ref<Object>>, Box<dyn std::any::Any + Send>>) {
    match outcome {
        Ok(Ok(())) => {}
        Ok(Err(thrown)) => {
            let class = program::class_name_of(thrown).into_owned();
            FAILURE.set(Some(Failure { class, message: None, frames: Vec::new() }));
        }
        Err(payload) => FAILURE.set(Some(internal(&**payload))),
    }
}
