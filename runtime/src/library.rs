//! Programs that are called from other languages: what crosses the border, in which form, and how calls are kept apart.
//!
//! A library is a program whose `main` runs the exported method that the call names. [`call`] brings a call over: it takes the library's
//! lock, for objects belong to one thread at a time, and static fields to one call (what needs neither runs beside others, [`Aside`]); puts the arguments where the program's natives find them ([`Frame`]); runs `main`;
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
use crate::value_array;
use std::cell::{RefCell, UnsafeCell};
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, TryLockError};

mod nested;
pub use nested::{ArrayType, Elements, Leaves, Nested, Words};
use nested::{elements_of, is_own, leaves, shape, size_of_class};

/// A compiled library.
pub struct Library {
    pub program: &'static Program,
    /// What is done before the first call; false where the settings of the process refuse the program.
    pub begin: fn() -> bool,
    /// Runs the method that the frame names.
    pub enter: fn(Ref<Array<Ref<Str>>>),
}

/// A method that needs nobody to wait for it: it reads and writes no static state that changes, and so shares nothing with calls of other threads.
pub struct Aside {
    /// It has been called: what it uses is initialised.
    ready: AtomicBool,
}

impl Aside {
    #[allow(clippy::new_without_default, reason = "only statics are made of it")]
    pub const fn new() -> Aside {
        Aside { ready: AtomicBool::new(false) }
    }

    /// Calls may run side by side from now on. A device's copies of arrays belong to one thread.
    fn may(&self) -> bool {
        self.ready.load(Ordering::Acquire)
            && !(cfg!(feature = "devices") && crate::target::settings().may_use_devices())
    }
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
    /// A copy of the caller's arrays of arrays, which is copied back.
    Copied(Ref<Object>, *const Nested),
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

/// What the collector remembers of the objects that calls share.
struct Border(UnsafeCell<memory::Collector>);

// SAFETY: used by the thread that holds `LOCK`.
unsafe impl Sync for Border {}

static BORDER: Border = Border(UnsafeCell::new(memory::Collector::new()));
static LOCK: Mutex<()> = Mutex::new(());

thread_local! {
    static FRAME: UnsafeCell<Frame> =
        const { UnsafeCell::new(Frame { method: 0, passed: Vec::new(), given: Vec::new(), next: 0 }) };
}
/// Whether the settings of the process let the library run; found out by the first call.
static BEGUN: OnceLock<bool> = OnceLock::new();

/// This thread's frame, for the natives of `somd.Border`.
#[inline]
fn frame<'a>() -> &'a mut Frame {
    // SAFETY: the thread lives longer than a function of this module, which no reference outlives, and none of them calls another one
    // while it has the frame.
    FRAME.with(|frame| unsafe { &mut *frame.get() })
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
        Some(Passed::Object(object) | Passed::Lent(Lent { object, .. }) | Passed::Copied(object, _)) => object.clone(),
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

    /// A string that may have zeros in it.
    pub fn utf8(&mut self, text: Option<&str>) {
        self.push(Passed::Object(text.map_or(Ref::NULL, Str::new).into_up()));
    }

    /// An array of arrays. `written`: the method may write to it, and it is copied back. It stays where it is until the call ends.
    pub fn nested(&mut self, nested: &Nested, of: ArrayType, written: bool) {
        let object = nested.object(of);
        self.push(if written { Passed::Copied(object, nested) } else { Passed::Object(object) });
    }

    /// What a call gave, or [`Handle::built`]; null is Java's.
    ///
    /// # Safety
    /// `handle` is null or one of this library's.
    pub unsafe fn handle(&mut self, handle: *const Handle, of: ArrayType) {
        // SAFETY: as the caller's.
        let object = unsafe { handle.as_ref() }.map_or(Ref::NULL, |h| h.object(of));
        self.push(Passed::Object(object));
    }

    /// A column of such; with [`NO_ARRAY`] there is none.
    ///
    /// # Safety
    /// As of [`Arguments::handle`].
    pub unsafe fn handles(&mut self, n: usize, handles: Vec<*const Handle>, of: ArrayType) {
        if n == NO_ARRAY {
            return self.push(Passed::Object(Ref::NULL));
        }
        // SAFETY: as the caller's.
        let object = |h: *const Handle| unsafe { h.as_ref() }.map_or(Ref::NULL, |h| h.object(of));
        let objects: Vec<Ref<Object>> = handles.into_iter().map(object).collect();
        self.push(Passed::Object(Array::from_refs(of.reference(), objects).into_up()));
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

    /// As [`Arguments::array`] and [`Arguments::values`], of elements whose type is data; None is null.
    ///
    /// # Safety
    /// As there.
    pub unsafe fn lent(&mut self, elements: Option<Elements>, of: ArrayType, written: bool) {
        match elements {
            None => self.push(Passed::Object(Ref::NULL)),
            // SAFETY: as the caller's.
            Some(elements) => unsafe { nested::lend(self, elements, of, written) },
        }
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
        boxed(Handle::of(self.object()))
    }

    /// The elements of an array of primitives, copied; None for null.
    pub fn elements<T: Elem + Copy>(&mut self) -> Option<Vec<T>> {
        let object = self.object();
        // SAFETY: the program gives arrays of this class where this is asked; nothing runs meanwhile.
        (!object.is_null()).then(|| unsafe { object.cast::<Array<T>>().as_slice() }.to_vec())
    }

    /// The arrays of an array of arrays; None for null.
    pub fn handles(&mut self) -> Option<Vec<*mut Handle>> {
        let object = self.object();
        if object.is_null() {
            return None;
        }
        // SAFETY: the program gives an array of arrays where this is asked.
        let array = unsafe { object.cast::<Array<Ref<Object>>>() };
        // The array was made for this; what it refers to may be the program's.
        Some((0..array.len()).map(|i| boxed(Handle::of(array.take(i)))).collect())
    }

    /// The elements of an array of primitives, each in its lowest bits; None for null.
    pub fn all_bits(&mut self) -> Option<Vec<u64>> {
        let object = self.object();
        (!object.is_null()).then(|| nested::bits(&object))
    }

    /// The strings of an array of any depth, as UTF-16.
    pub fn words(&mut self) -> Words {
        Words::of(&self.object())
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

/// An array that the program gave, kept until the caller frees it; or one that the caller has built to pass it.
///
/// Its elements are looked at when somebody asks for them: what lies on a device stays there until then. All that touches the object holds the
/// library's lock, since its count is not atomic.
pub struct Handle {
    kept: UnsafeCell<Kept>,
    length: usize,
    /// Its rows, where somebody has asked for them, or built it of them.
    parts: UnsafeCell<Option<Vec<Option<Handle>>>>,
}

enum Kept {
    /// An array of primitives, or of arrays of them.
    Object(Ref<Object>),
    /// Not yet an object.
    Built(Nested),
    /// Strings, and structures that hold some: what to free.
    Texts(Vec<*mut c_char>),
    /// Structures, and how they are freed.
    Structures(*mut u8, unsafe fn(*mut u8, usize)),
}

impl Handle {
    fn new(kept: Kept, length: usize) -> Handle {
        Handle { kept: UnsafeCell::new(kept), length, parts: UnsafeCell::new(None) }
    }

    /// Of an array of primitives, of rows, or of strings. Where somebody else refers to any of it, the program goes on with it, and it is copied.
    fn of(object: Ref<Object>) -> Option<Handle> {
        if object.is_null() {
            return None;
        }
        let length = value_array::length(&object) as usize;
        if object.class() == class_id::REF_ARRAY {
            // SAFETY: the class number says so; its elements are references.
            let array = unsafe { object.cast::<Array<Ref<Object>>>() };
            let element = array.element_type();
            if element.base() == class_id::STRING {
                let elements = (0..array.len()).map(|i| array.get(i));
                if element == RefType::STRING {
                    return Some(Handle::strings(elements.map(|e| text_of(&e)).collect()));
                }
                let rows: Vec<_> = elements.map(Handle::of).collect();
                let kept = UnsafeCell::new(Kept::Built(Nested::Null));
                return Some(Handle { kept, length, parts: UnsafeCell::new(Some(rows)) });
            }
        }
        let object = if is_own(&object) { object } else { value_array::copy(&object) };
        Some(Handle::new(Kept::Object(object), length))
    }

    fn strings(texts: Vec<*mut c_char>) -> Handle {
        let length = texts.len();
        Handle::new(Kept::Texts(texts), length)
    }

    /// Structures of the caller's language; `free` frees what they hold, and themselves.
    pub fn structures<T>(structures: Vec<T>, free: unsafe fn(*mut u8, usize)) -> *mut Handle {
        let structures = structures.into_boxed_slice();
        let length = structures.len();
        let data = Box::into_raw(structures).cast::<u8>();
        Box::into_raw(Box::new(Handle::new(Kept::Structures(data, free), length)))
    }

    /// An array to be passed.
    pub fn built(nested: Nested) -> *mut Handle {
        let length = nested.length();
        Box::into_raw(Box::new(Handle::new(Kept::Built(nested), length)))
    }

    /// As [`Handle::built`], of handles, which go with it.
    pub fn of_rows(rows: Vec<Option<Handle>>) -> *mut Handle {
        let length = rows.len();
        let kept = UnsafeCell::new(Kept::Built(Nested::Null));
        Box::into_raw(Box::new(Handle { kept, length, parts: UnsafeCell::new(Some(rows)) }))
    }

    #[allow(clippy::mut_from_ref)] // Used under the lock, by one function of this module at a time.
    fn kept(&self) -> &mut Kept {
        // SAFETY: as above; what a thread has a handle of, it does not use on others at the same time but by calls.
        unsafe { &mut *self.kept.get() }
    }

    #[allow(clippy::mut_from_ref)] // As above.
    fn parts(&self) -> &mut Option<Vec<Option<Handle>>> {
        // SAFETY: as above.
        unsafe { &mut *self.parts.get() }
    }

    /// The object, of which what was built becomes one. The lock is held.
    fn object(&self, of: ArrayType) -> Ref<Object> {
        match self.kept() {
            Kept::Object(object) if of.value && !value_array::is_value_array(object) => {
                return value_array::freeze(value_array::copy(object));
            }
            Kept::Object(object) => return object.clone(),
            Kept::Texts(texts) => {
                // SAFETY: `text_of` or the caller made them.
                let strings: Vec<Ref<Str>> = texts.iter().map(|&t| unsafe { string(t) }).collect();
                return Array::from_refs(RefType::STRING, strings).into_up();
            }
            _ => {}
        }
        let object = match (self.parts(), self.kept()) {
            (Some(rows), _) if of.dimensions > 1 => {
                let inner = of.inner();
                let rows: Vec<Ref<Object>> =
                    rows.iter().map(|r| r.as_ref().map_or(Ref::NULL, |r| r.object(inner))).collect();
                let object = Array::from_refs(inner.reference(), rows).into_up();
                // One block, as `new T[m][n]` makes, where that is so.
                let is_block = of.class != class_id::STRING && shape(&object, of.dimensions as usize).is_some();
                if is_block { value_array::copy(&object) } else { object }
            }
            (None, Kept::Built(nested)) if nested.fits(of) => nested.object(of),
            _ => exception::throw_new(
                ExceptionKind::IllegalArgument,
                Some("the array has other dimensions than the method's parameter"),
            ),
        };
        let object = if of.value { value_array::freeze(object) } else { object };
        if of.class != class_id::STRING {
            *self.kept() = Kept::Object(object.clone());
            // What it was built of may be other arrays than its own.
            *self.parts() = None;
        }
        object
    }

    pub fn length(&self) -> usize {
        self.length
    }

    /// The elements of an array of one dimension, or the structures; fetched, where only a device has them.
    pub fn data(&self) -> *const u8 {
        match self.kept() {
            Kept::Object(object) if object.class() != class_id::REF_ARRAY => {
                let _here = Here::enter();
                elements_of(object)
            }
            Kept::Built(Nested::Elements(elements) | Nested::Owned(_, elements)) => elements.data.cast_const(),
            Kept::Object(_) | Kept::Built(_) => std::ptr::null(),
            Kept::Texts(texts) => texts.as_ptr().cast(),
            Kept::Structures(data, _) => data.cast_const(),
        }
    }

    /// A row; None where there is none, or it is null.
    pub fn row(&self, index: usize) -> Option<&Handle> {
        let parts = self.parts().get_or_insert_with(|| {
            let Kept::Object(object) = self.kept() else { return Vec::new() };
            if object.class() != class_id::REF_ARRAY {
                return Vec::new();
            }
            let _here = Here::enter();
            // SAFETY: the class number says so; its elements are references.
            let array = unsafe { object.cast::<Array<Ref<Object>>>() };
            let part = |row: Ref<Object>| {
                let length = if row.is_null() { 0 } else { value_array::length(&row) as usize };
                (!row.is_null()).then(|| Handle::new(Kept::Object(row), length))
            };
            (0..array.len()).map(|i| part(array.get(i))).collect()
        });
        parts.get(index).and_then(Option::as_ref)
    }

    /// The lengths of an array of so many dimensions whose arrays have one length each; None where these differ. Nothing is fetched. In a call,
    /// or of a handle that nobody else has.
    pub fn shape(&self, dimensions: usize) -> Option<Vec<usize>> {
        let Kept::Object(object) = self.kept() else { return None };
        shape(object, dimensions)
    }

    /// As [`Handle::block_here`], outside of calls.
    pub fn block(&self, dimensions: usize) -> Option<*const u8> {
        let _here = Here::enter();
        self.block_here(dimensions)
    }

    /// Where the elements of an array with a [`Handle::shape`] stand, one behind the other; None where they stand apart. In the call that gave
    /// it.
    pub fn block_here(&self, dimensions: usize) -> Option<*const u8> {
        let Kept::Object(object) = self.kept() else { return None };
        let mut next: Option<usize> = None;
        let mut first = std::ptr::null();
        let together = leaves(object, dimensions, &mut |leaf| {
            let data = elements_of(leaf);
            let bytes = value_array::length(leaf) as usize * size_of_class(leaf.class());
            if next.is_none() {
                first = data;
            }
            let fits = bytes == 0 || next.is_none_or(|n| n == data as usize);
            next = Some(data as usize + bytes);
            fits
        });
        together.then_some(first)
    }

    /// Where the elements are, in the call that gave it.
    pub fn leaves(&self, dimensions: usize) -> Leaves {
        match self.kept() {
            Kept::Object(object) => Leaves::of(object, dimensions),
            _ => Leaves::Null,
        }
    }
}

/// An array of copied elements.
pub fn copied(elements: Elements, of: ArrayType) -> *mut Handle {
    // SAFETY: the caller has as many elements.
    Handle::built(unsafe { Nested::owned(elements.data, elements.length, size_of_class(of.class)) })
}

impl Drop for Handle {
    fn drop(&mut self) {
        let length = self.length;
        match self.kept.get_mut() {
            // The library's objects are its own thread's, which is who holds the lock.
            Kept::Object(object) => drop(std::mem::replace(object, Ref::NULL)),
            Kept::Built(_) => {}
            // SAFETY: `text_of` made them.
            Kept::Texts(texts) => texts.drain(..).for_each(|t| unsafe { free_text(t) }),
            // SAFETY: made by `structures` with this function.
            Kept::Structures(data, free) => unsafe { free(*data, length) },
        }
    }
}

fn boxed(handle: Option<Handle>) -> *mut Handle {
    handle.map_or(std::ptr::null_mut(), |h| Box::into_raw(Box::new(h)))
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

/// As [`free`], within what is freed.
///
/// # Safety
/// As of [`free`].
pub unsafe fn free_here(handle: *mut Handle) {
    if !handle.is_null() {
        // SAFETY: as the caller's.
        drop(unsafe { Box::from_raw(handle) });
    }
}

/// A copy of `length` elements of `size` bytes, to be passed.
///
/// # Safety
/// There are as many at `data`.
pub unsafe fn new_elements(data: *const u8, length: usize, size: usize) -> *mut Handle {
    // SAFETY: as the caller's.
    Handle::built(unsafe { Nested::owned(data, length, size) })
}

/// Copies of `length` strings, which may be null, to be passed.
///
/// # Safety
/// There are as many at `texts`.
pub unsafe fn new_texts(texts: *const *const c_char, length: usize) -> *mut Handle {
    // SAFETY: as the caller's; the copies are freed as what `text_of` makes.
    let copy = |&t: &*const c_char| {
        if t.is_null() { std::ptr::null_mut() } else { unsafe { CStr::from_ptr(t) }.to_owned().into_raw() }
    };
    // SAFETY: as the caller's.
    boxed(Some(Handle::strings(unsafe { slice(texts, length) }.iter().map(copy).collect())))
}

/// An array of `length` arrays, which go with it, to be passed.
///
/// # Safety
/// Each is null or nobody else's.
pub unsafe fn new_rows(rows: *const *mut Handle, length: usize) -> *mut Handle {
    // SAFETY: as the caller's.
    let row = |&r: &*mut Handle| (!r.is_null()).then(|| *unsafe { Box::from_raw(r) });
    // SAFETY: as the caller's.
    Handle::of_rows(unsafe { slice(rows, length) }.iter().map(row).collect())
}

/// A copy of elements of `size` bytes in row-major order, to be passed.
///
/// # Safety
/// There are as many lengths as dimensions, and elements as these say.
pub unsafe fn new_grid(data: *const u8, shape: *const usize, dimensions: usize, size: usize) -> *mut Handle {
    // SAFETY: as the caller's.
    unsafe {
        let shape = slice(shape, dimensions);
        match shape {
            [] => new_elements(data, 0, size),
            [n] => new_elements(data, *n, size),
            [n, inner @ ..] => {
                let bytes = inner.iter().product::<usize>() * size;
                let row = |i: usize| new_grid(data.wrapping_add(i * bytes), inner.as_ptr(), inner.len(), size);
                let rows: Vec<*mut Handle> = (0..*n).map(row).collect();
                new_rows(rows.as_ptr(), *n)
            }
        }
    }
}

/// As [`free`], where somebody may wait for this thread: where a call is running, it is freed when that has ended.
///
/// # Safety
/// As of [`free`].
pub unsafe fn free_later(handle: *mut Handle) {
    if handle.is_null() {
        return;
    }
    match Here::try_enter() {
        // SAFETY: as the caller's.
        Some(_here) => drop(unsafe { Box::from_raw(handle) }),
        None => {
            LEFT.lock().unwrap_or_else(|e| e.into_inner()).push(handle as usize);
            ANY_LEFT.store(true, Ordering::Release);
        }
    }
}

/// What is to be freed by the next one who has the lock.
static LEFT: Mutex<Vec<usize>> = Mutex::new(Vec::new());
static ANY_LEFT: AtomicBool = AtomicBool::new(false);

// ---- calls ------------------------------------------------------------------------------------------------------

/// This thread is the one that runs the library.
struct Here<'a>(#[allow(dead_code, reason = "it is held")] MutexGuard<'a, ()>);

impl Here<'_> {
    #[inline]
    fn enter() -> Here<'static> {
        Here::with(LOCK.lock().unwrap_or_else(|e| e.into_inner()))
    }

    /// None where another thread is there.
    fn try_enter() -> Option<Here<'static>> {
        match LOCK.try_lock() {
            Ok(guard) => Some(Here::with(guard)),
            Err(TryLockError::Poisoned(e)) => Some(Here::with(e.into_inner())),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    #[inline]
    fn with(guard: MutexGuard<'static, ()>) -> Here<'static> {
        // SAFETY: the lock is held.
        memory::exchange(unsafe { &mut *BORDER.0.get() });
        if ANY_LEFT.load(Ordering::Relaxed) {
            free_left();
        }
        Here(guard)
    }
}

#[cold]
fn free_left() {
    ANY_LEFT.store(false, Ordering::Relaxed);
    let left = std::mem::take(&mut *LEFT.lock().unwrap_or_else(|e| e.into_inner()));
    for handle in left {
        // SAFETY: `free_later` was given it; the lock is held.
        drop(unsafe { Box::from_raw(handle as *mut Handle) });
    }
}

impl Drop for Here<'_> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the lock is held until after this.
        memory::exchange(unsafe { &mut *BORDER.0.get() });
    }
}

/// The process is about to end: no device is in the middle of its start then.
pub fn end() {
    #[cfg(feature = "devices")]
    crate::device::opened();
}

/// Whether this is a library, whose process may end at any time without asking it.
pub fn is_one() -> bool {
    IS_ONE.load(Ordering::Relaxed)
}

static IS_ONE: AtomicBool = AtomicBool::new(false);

/// Calls a method: `pass` takes the arguments over, `take` the results. Whether it threw nothing; what it threw is [`failure`]'s then. `aside`: it
/// may run beside others; no argument is a handle then.
pub fn call<R>(
    library: &'static Library,
    method: i32,
    aside: Option<&Aside>,
    pass: impl FnOnce(&mut Arguments),
    take: impl FnOnce(&mut Results) -> R,
) -> Option<R> {
    let here = (!aside.is_some_and(Aside::may)).then(Here::enter);
    program::set(library.program);
    exception::know_stack();
    if FAILURE.with_borrow(Option::is_some) {
        FAILURE.set(None);
    }
    let work = || {
        catch_java(|| {
            let begin = || {
                IS_ONE.store(true, Ordering::Relaxed);
                (library.begin)()
            };
            if !*BEGUN.get_or_init(begin) {
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
            match passed {
                // SAFETY: of its class; the caller waits, so its memory is there.
                Passed::Lent(lent) => unsafe { (lent.settle)(lent) },
                // SAFETY: as above.
                Passed::Copied(object, nested) => unsafe { (**nested).copy_back(object) },
                Passed::Bits(_) | Passed::Object(_) => {}
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
    if let Some(aside) = aside.filter(|_| matches!(result, Ok(Some(_)))) {
        aside.ready.store(true, Ordering::Release);
    }
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
