//! Libraries that Java calls (feature `java`): arguments and results by the JVM's native interface, version 1.8.
//!
//! Arrays of primitives are lent by critical regions: while one is held, the thread asks the JVM for nothing else and waits for nobody. So lengths
//! and strings are read before the call, the regions begin in it, under the library's lock, and end before results are made.

use crate::array::Elem;
use crate::library::{self, Arguments, ArrayType, Elements, Handle, NO_ARRAY, Nested, Words};
use crate::object::{ClassId, class_id};
use jni_sys as jni;
use std::cell::Cell;
use std::ffi::{CString, c_void};
use std::marker::PhantomData;
use std::ptr;

pub use jni_sys::{jclass, jobject};

/// The JVM as the calling thread sees it.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Env(*mut jni::JNIEnv);

/// The function of this name; the JVM has all of version 1.8.
macro_rules! jvm {
    ($env:expr, $name:ident $(, $arg:expr)*) => {{
        let env = $env.0;
        match (**env).$name {
            Some(f) => f(env $(, $arg)*),
            None => std::process::abort(),
        }
    }};
}

/// An element type of Java's arrays, and how the JVM names its functions.
///
/// # Safety
/// The functions are those of the type.
pub unsafe trait Element: Elem + Copy + Default {
    /// # Safety
    /// `env` is this thread's, and there are `n` elements at `data`. Null where the JVM has no memory.
    unsafe fn make(env: Env, data: *const Self, n: i32) -> jobject;
    /// # Safety
    /// `array` is one of this type, of `n` elements.
    unsafe fn get(env: Env, array: jobject, n: i32, data: *mut Self);
    /// # Safety
    /// As [`Element::get`].
    unsafe fn set(env: Env, array: jobject, n: i32, data: *const Self);
}

macro_rules! elements {
    ($($t:ty, $new:ident, $get:ident, $set:ident);*) => { $(
        // SAFETY: the functions of the type.
        unsafe impl Element for $t {
            unsafe fn make(env: Env, data: *const $t, n: i32) -> jobject {
                unsafe {
                    let array = jvm!(env, $new, n);
                    if !array.is_null() {
                        jvm!(env, $set, array, 0, n, data.cast());
                    }
                    array
                }
            }
            unsafe fn get(env: Env, array: jobject, n: i32, data: *mut $t) {
                unsafe { jvm!(env, $get, array, 0, n, data.cast()) }
            }
            unsafe fn set(env: Env, array: jobject, n: i32, data: *const $t) {
                unsafe { jvm!(env, $set, array, 0, n, data.cast()) }
            }
        }
    )* };
}
elements!(bool, NewBooleanArray, GetBooleanArrayRegion, SetBooleanArrayRegion; i8, NewByteArray, GetByteArrayRegion, SetByteArrayRegion;
    i16, NewShortArray, GetShortArrayRegion, SetShortArrayRegion; u16, NewCharArray, GetCharArrayRegion, SetCharArrayRegion;
    i32, NewIntArray, GetIntArrayRegion, SetIntArrayRegion; i64, NewLongArray, GetLongArrayRegion, SetLongArrayRegion;
    f32, NewFloatArray, GetFloatArrayRegion, SetFloatArrayRegion; f64, NewDoubleArray, GetDoubleArrayRegion, SetDoubleArrayRegion);

/// An array of Java's, lent to the library.
pub struct Lent<T> {
    env: Env,
    array: jobject,
    length: usize,
    data: Cell<*mut c_void>,
    written: bool,
    of: PhantomData<T>,
}

impl<T: Element> Lent<T> {
    /// Passes it, and begins its critical region.
    pub fn pass(&self, arguments: &mut Arguments) {
        let data = self.begin();
        // SAFETY: the region's elements, until `drop` ends it after the call.
        unsafe { arguments.array(data, self.length, self.written) };
    }

    /// As [`Lent::pass`], as a value array.
    pub fn pass_value(&self, arguments: &mut Arguments) {
        let data = self.begin();
        // SAFETY: as above.
        unsafe { arguments.values(data, self.length) };
    }

    fn begin(&self) -> *mut T {
        if self.length != NO_ARRAY {
            // SAFETY: an array of the calling thread's.
            self.data.set(unsafe { jvm!(self.env, GetPrimitiveArrayCritical, self.array, ptr::null_mut()) });
            if self.data.get().is_null() {
                crate::exception::throw_out_of_memory();
            }
        }
        self.data.get().cast()
    }
}

impl<T> Drop for Lent<T> {
    fn drop(&mut self) {
        if !self.data.get().is_null() {
            let mode = if self.written { 0 } else { jni::JNI_ABORT };
            // SAFETY: `begin` began the region.
            unsafe { jvm!(self.env, ReleasePrimitiveArrayCritical, self.array, self.data.get(), mode) };
        }
    }
}

/// Rows of Java's, copied, and copied back where they are written.
pub struct Rows<T> {
    env: Env,
    arrays: Vec<jobject>,
    rows: Vec<Vec<T>>,
    data: Vec<*mut T>,
    lengths: Vec<usize>,
    count: usize,
    written: bool,
}

impl<T: Element> Rows<T> {
    pub fn pass(&self, arguments: &mut Arguments) {
        // SAFETY: as many rows of these lengths, which live until after the call.
        unsafe { arguments.rows(self.data.as_ptr(), self.lengths.as_ptr(), self.count, self.written) };
    }

    pub fn pass_value(&self, arguments: &mut Arguments) {
        // SAFETY: as above.
        unsafe { arguments.value_rows(self.data.as_ptr().cast::<*const T>(), self.lengths.as_ptr(), self.count) };
    }

    /// Copies the rows back.
    pub fn back(&self) {
        for (array, row) in self.arrays.iter().zip(&self.rows).filter(|(a, _)| self.written && !a.is_null()) {
            // SAFETY: the array has the row's length.
            unsafe { T::set(self.env, *array, row.len() as i32, row.as_ptr()) };
        }
    }
}

/// Calls `$f` for the element type of a class of arrays of primitives.
macro_rules! with_class {
    ($class:expr, $f:ident, $($arg:expr),*) => {
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
/// Arrays of arrays of Java's, copied, and copied back where they are written.
pub struct Arrays {
    env: Env,
    nested: Nested,
    of: ArrayType,
    written: bool,
    /// The arrays of one dimension, each with its copy.
    leaves: Vec<(jobject, Elements)>,
}

impl Arrays {
    pub fn pass(&self, arguments: &mut Arguments) {
        arguments.nested(&self.nested, self.of, self.written);
    }

    /// Copies them back.
    pub fn back(&self) {
        for (array, copy) in &self.leaves {
            // SAFETY: the array has the copy's length.
            unsafe { with_class!(self.of.class, set_leaf, self.env, *array, *copy) };
        }
    }
}

unsafe fn set_leaf<T: Element>(env: Env, array: jobject, copy: Elements) {
    unsafe { T::set(env, array, copy.length as i32, copy.data.cast()) }
}

unsafe fn get_leaf<T: Element>(env: Env, array: jobject, length: usize) -> Nested {
    unsafe {
        let nested = Nested::zeros(length, size_of::<T>());
        if let Nested::Owned(_, copy) = &nested {
            T::get(env, array, length as i32, copy.data.cast());
        }
        nested
    }
}

unsafe fn make_leaf<T: Element>(env: Env, data: *const u8, n: usize) -> jobject {
    unsafe { T::make(env, if n == 0 { ptr::NonNull::dangling().as_ptr() } else { data.cast() }, n as i32) }
}

/// The JVM's name of the class of arrays of so many dimensions.
fn class_name(class: ClassId, dimensions: u32) -> CString {
    let letter = match class {
        class_id::BOOLEAN_ARRAY => "Z",
        class_id::BYTE_ARRAY => "B",
        class_id::SHORT_ARRAY => "S",
        class_id::CHAR_ARRAY => "C",
        class_id::INT_ARRAY => "I",
        class_id::LONG_ARRAY => "J",
        class_id::FLOAT_ARRAY => "F",
        class_id::STRING if dimensions == 0 => "java/lang/String",
        class_id::STRING => "Ljava/lang/String;",
        _ => "D",
    };
    CString::new("[".repeat(dimensions as usize) + letter).unwrap_or_default()
}

impl Env {
    /// # Safety
    /// `array` is null or an array of arrays of the type, and this thread's.
    pub unsafe fn nested(self, array: jobject, of: ArrayType, written: bool) -> Arrays {
        let mut leaves = Vec::new();
        let kept = written.then_some(&mut leaves);
        // SAFETY: as the caller's.
        let nested = unsafe { self.copy(array, of.class, of.dimensions, kept) };
        Arrays { env: self, nested, of, written, leaves }
    }

    unsafe fn copy(
        self,
        array: jobject,
        class: ClassId,
        dimensions: u32,
        mut kept: Option<&mut Vec<(jobject, Elements)>>,
    ) -> Nested {
        if array.is_null() {
            return Nested::Null;
        }
        // SAFETY: as the caller's.
        unsafe {
            if dimensions == 1 && class == class_id::STRING {
                return self.texts(array).map_or(Nested::Null, Nested::Texts);
            }
            if dimensions == 1 {
                let n = self.length(array);
                let nested = with_class!(class, get_leaf, self, array, n);
                if let (Some(kept), Nested::Owned(_, copy)) = (kept, &nested) {
                    kept.push((array, *copy));
                }
                return nested;
            }
            let mut rows = Vec::new();
            for i in 0..self.length(array) {
                let row = jvm!(self, GetObjectArrayElement, array, i as i32);
                rows.push(self.copy(row, class, dimensions - 1, kept.as_deref_mut()));
                // What is written to is looked at again.
                if kept.is_none() || dimensions > 2 {
                    jvm!(self, DeleteLocalRef, row);
                }
            }
            Nested::Rows(rows)
        }
    }

    /// Makes a Java array of a result of any number of dimensions, which is freed.
    ///
    /// # Safety
    /// `handle` is null, or a result of the type.
    pub unsafe fn give_any(self, handle: *mut Handle, of: ArrayType) -> jobject {
        // SAFETY: as the caller's.
        unsafe {
            let made = self.any(handle.as_ref(), of.class, of.dimensions);
            library::free(handle);
            made
        }
    }

    unsafe fn any(self, handle: Option<&Handle>, class: ClassId, dimensions: u32) -> jobject {
        let Some(handle) = handle else { return ptr::null_mut() };
        if dimensions == 1 {
            // SAFETY: as the caller's.
            return unsafe { with_class!(class, make_leaf, self, handle.data(), handle.length()) };
        }
        let name = class_name(class, dimensions - 1);
        // SAFETY: as the caller's.
        self.new_objects(&name, handle.length(), |i| unsafe { self.any(handle.row(i), class, dimensions - 1) })
    }

    /// An array of strings of so many dimensions.
    pub fn new_words(self, words: &Words, dimensions: u32) -> jobject {
        match words {
            Words::Null => ptr::null_mut(),
            Words::Text(text) => self.new_text(Some(text)),
            Words::Rows(rows) => {
                let name = class_name(class_id::STRING, dimensions - 1);
                self.new_objects(&name, rows.len(), |i| self.new_words(&rows[i], dimensions - 1))
            }
        }
    }

    /// # Safety
    /// `array` is null or an array of `T`, and this thread's.
    pub unsafe fn lend<T: Element>(self, array: jobject, written: bool) -> Lent<T> {
        let length = if array.is_null() { NO_ARRAY } else { unsafe { self.length(array) } };
        Lent { env: self, array, length, data: Cell::new(ptr::null_mut()), written, of: PhantomData }
    }

    unsafe fn length(self, array: jobject) -> usize {
        unsafe { jvm!(self, GetArrayLength, array) as usize }
    }

    /// # Safety
    /// `array` is null or an array of arrays of `T`, and this thread's.
    pub unsafe fn rows<T: Element>(self, array: jobject, written: bool) -> Rows<T> {
        let count = if array.is_null() { NO_ARRAY } else { unsafe { self.length(array) } };
        let n = if array.is_null() { 0 } else { count };
        let mut rows = Rows {
            env: self,
            arrays: Vec::new(),
            rows: Vec::new(),
            data: Vec::new(),
            lengths: Vec::new(),
            count,
            written,
        };
        for i in 0..n {
            // SAFETY: below the length; the row's elements are as many.
            unsafe {
                let row = jvm!(self, GetObjectArrayElement, array, i as i32);
                let length = if row.is_null() { 0 } else { self.length(row) };
                let mut elements = vec![T::default(); length];
                if !row.is_null() {
                    T::get(self, row, length as i32, elements.as_mut_ptr());
                }
                rows.arrays.push(row);
                rows.lengths.push(if row.is_null() { NO_ARRAY } else { length });
                rows.data.push(elements.as_mut_ptr());
                rows.rows.push(elements);
            }
        }
        rows
    }

    /// # Safety
    /// `text` is null or a string, and this thread's.
    pub unsafe fn text(self, text: jobject) -> Option<Vec<u16>> {
        if text.is_null() {
            return None;
        }
        unsafe {
            let n = jvm!(self, GetStringLength, text);
            let mut chars = vec![0u16; n as usize];
            jvm!(self, GetStringRegion, text, 0, n, chars.as_mut_ptr());
            Some(chars)
        }
    }

    /// # Safety
    /// `array` is null or an array of strings, and this thread's.
    pub unsafe fn texts(self, array: jobject) -> Option<Vec<Option<Vec<u16>>>> {
        if array.is_null() {
            return None;
        }
        unsafe {
            let one = |i: usize| {
                let text = jvm!(self, GetObjectArrayElement, array, i as i32);
                let chars = self.text(text);
                jvm!(self, DeleteLocalRef, text);
                chars
            };
            Some((0..self.length(array)).map(one).collect())
        }
    }

    /// A new array of these elements.
    pub fn new_array<T: Element>(self, elements: &[T]) -> jobject {
        // SAFETY: as many elements as a Java array had.
        unsafe { T::make(self, elements.as_ptr(), elements.len() as i32) }
    }

    pub fn new_text(self, text: Option<&[u16]>) -> jobject {
        // SAFETY: as many as a Java string had.
        text.map_or(ptr::null_mut(), |t| unsafe { jvm!(self, NewString, t.as_ptr(), t.len() as i32) })
    }

    pub fn new_texts(self, texts: Option<&[Option<Vec<u16>>]>) -> jobject {
        let Some(texts) = texts else { return ptr::null_mut() };
        self.new_objects(c"java/lang/String", texts.len(), |i| self.new_text(texts[i].as_deref()))
    }

    /// An array of `n` objects of a class; null where the JVM has no memory.
    pub fn new_objects(self, class: &std::ffi::CStr, n: usize, element: impl Fn(usize) -> jobject) -> jobject {
        // SAFETY: the class is one of Java's own; the array has room for `n`.
        unsafe {
            let class = jvm!(self, FindClass, class.as_ptr());
            if class.is_null() {
                return ptr::null_mut();
            }
            let array = jvm!(self, NewObjectArray, n as i32, class, ptr::null_mut());
            for i in 0..if array.is_null() { 0 } else { n } {
                let object = element(i);
                jvm!(self, SetObjectArrayElement, array, i as i32, object);
                jvm!(self, DeleteLocalRef, object);
            }
            array
        }
    }

    /// The parts of a structure, or the columns of an array of them.
    pub fn new_parts(self, parts: &[jobject]) -> jobject {
        self.new_objects(c"java/lang/Object", parts.len(), |i| parts[i])
    }

    /// Makes a Java array of a result, which is freed.
    ///
    /// # Safety
    /// `handle` is null, or a result whose elements are `T`.
    pub unsafe fn give<T: Element>(self, handle: *mut Handle) -> jobject {
        // SAFETY: as the caller's.
        unsafe {
            let made = handle.as_ref().map_or(ptr::null_mut(), |h| self.of_handle::<T>(h));
            library::free(handle);
            made
        }
    }

    unsafe fn of_handle<T: Element>(self, handle: &Handle) -> jobject {
        let (data, n) = (handle.data().cast::<T>(), handle.length());
        unsafe { T::make(self, if n == 0 { ptr::NonNull::dangling().as_ptr() } else { data }, n as i32) }
    }

    /// Throws what this thread's last call threw, as `class` (`somd/library/NAME/Native`) makes it.
    pub fn fail(self, class: &std::ffi::CStr) {
        let Some(failure) = library::failure() else { return };
        let text = |t: &str| self.new_text(Some(&t.encode_utf16().collect::<Vec<u16>>()));
        let message = failure.message.as_deref().map_or(ptr::null_mut(), text);
        let arguments = [text(&failure.class), message, text(&failure.frames.join("\n"))];
        let arguments = arguments.map(|l| jni::jvalue { l });
        let signature = c"(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Throwable;";
        // SAFETY: the class is in the library's jar and has this method.
        unsafe {
            let class = jvm!(self, FindClass, class.as_ptr());
            if class.is_null() {
                return;
            }
            let method = jvm!(self, GetStaticMethodID, class, c"failure".as_ptr(), signature.as_ptr());
            if method.is_null() {
                return;
            }
            let thrown = jvm!(self, CallStaticObjectMethodA, class, method, arguments.as_ptr());
            if jvm!(self, ExceptionCheck) == 0 && !thrown.is_null() {
                jvm!(self, Throw, thrown);
            }
        }
    }
}
