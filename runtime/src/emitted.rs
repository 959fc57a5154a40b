//! The vocabulary of generated Rust: what the compiler's Rust back end writes in every file, and nothing else uses.

use crate::array::{Array, Elem};
use crate::exception::{catch_java, throw, throw_named, throw_null_pointer};
use crate::object::{Object, Ref, Slot, class_id};
use crate::program::{self, RefType, check_cast_type};
use std::cell::Cell;

/// What generated files import.
pub mod prelude {
    pub use super::{
        Flow, Hoist, Once, References, Rows, Static, StaticRef, Subscript, cast_array, drop_fields, throw_checked,
    };
    pub use crate::array::{Array, new_multi};
    pub use crate::exception::{ExceptionKind, catch_java, stack_check, throw, throw_class_cast};
    pub use crate::object::{ClassInfo, Extends, Object, Ref, Slot, class_id};
    pub use crate::ops::{idiv, irem, ldiv, lrem};
    pub use crate::program::{
        Hooks, LineTable, Program, RefType, instance_of, instance_of_type, run_main, runtime_classes,
    };
    pub use crate::string::{Literal, Str};
    pub use crate::value::{FromValue, IntoValue, Value};
    pub use crate::{concat_str, lime, narrow, narrow_owned, natives, peek, task};
    pub use std::cell::Cell;
}

/// How the body of a `try` was left, other than by an exception.
pub enum Flow<T> {
    /// At its end.
    Next,
    Return(T),
    /// By a `break` or `continue` out of it, numbered in its method.
    Jump(u32),
}

/// Looks at a reference where it is stored, without counting it. Generated code uses it only where nothing is written
/// before the look is over: the next thing done with it reads or writes a primitive, or counts.
#[macro_export]
macro_rules! peek {
    ($slot:expr) => {
        match &$slot {
            // SAFETY: as above: the compiler has looked at all that runs before the borrow ends.
            slot => unsafe { slot.peek() },
        }
    };
}

/// A `&Ref` as one to a more precise class, which the compiler knows the object to be of.
#[macro_export]
macro_rules! narrow {
    ($object:expr, $class:ty) => {
        match $object {
            // SAFETY: Java's type rules, as the compiler checked them, or a class test that was just made.
            object => unsafe { object.cast::<$class>() },
        }
    };
}

/// An owned `Ref` as one to a more precise class, as [`narrow`](crate::narrow).
#[macro_export]
macro_rules! narrow_owned {
    ($object:expr, $class:ty) => {
        match $object {
            // SAFETY: as in `narrow`.
            object => unsafe { object.into_cast::<$class>() },
        }
    };
}

/// A static field of a primitive type.
pub struct Static<T>(Cell<T>);

// SAFETY: host code runs on one thread at a time; code that runs in parallel reads and writes no mutable static (the
// compiler refuses it).
unsafe impl<T> Sync for Static<T> {}

impl<T: Copy> Static<T> {
    pub const fn new(value: T) -> Static<T> {
        Static(Cell::new(value))
    }
    #[inline(always)]
    pub fn get(&self) -> T {
        self.0.get()
    }
    #[inline(always)]
    pub fn set(&self, value: T) {
        self.0.set(value);
    }
}

/// A static field of a reference type.
pub struct StaticRef<T: 'static>(Slot<T>);

// SAFETY: as for `Static`.
unsafe impl<T> Sync for StaticRef<T> {}

impl<T> StaticRef<T> {
    pub const fn null() -> StaticRef<T> {
        StaticRef(Slot::null())
    }
    #[inline(always)]
    pub fn get(&self) -> Ref<T> {
        self.0.get()
    }
    #[inline(always)]
    pub fn set(&self, value: Ref<T>) {
        self.0.set(value);
    }
    /// # Safety
    /// As [`Slot::peek`].
    #[inline(always)]
    pub unsafe fn peek(&self) -> &Ref<T> {
        unsafe { self.0.peek() }
    }
}

/// Whether a class's static initialiser has started: code that it runs sees the class as initialised, as in Java.
pub struct Once(Cell<Initialised>);

/// How far a class's static initialiser is.
#[derive(Clone, Copy, PartialEq)]
enum Initialised {
    No,
    Started,
    /// It threw: the class cannot be used.
    Failed,
}

// SAFETY: as for `Static`.
unsafe impl Sync for Once {}

impl Once {
    #[allow(clippy::new_without_default)] // Only statics are made of it.
    pub const fn new() -> Once {
        Once(Cell::new(Initialised::No))
    }
    #[inline(always)]
    pub fn run(&self, class: &str, initialiser: fn()) {
        if self.0.get() != Initialised::Started {
            self.start(class, initialiser);
        }
    }
    #[cold]
    #[inline(never)]
    fn start(&self, class: &str, initialiser: fn()) {
        if self.0.get() == Initialised::Failed {
            throw_named("java.lang.NoClassDefFoundError", Some(&format!("Could not initialize class {class}")));
        }
        self.0.set(Initialised::Started);
        if let Err(exception) = catch_java(initialiser) {
            self.0.set(Initialised::Failed);
            throw((program::current().hooks.initialiser_failed)(exception))
        }
    }
}

/// Null checks with Java's messages. `name` is the expression that is null, as the message has it; empty where it has none.
pub trait References: Sized {
    type Target;
    /// Before `name.field` is read.
    fn read(&self, field: &'static str, name: &'static str) -> &Self::Target;
    /// Before `name.field` is written.
    fn write(&self, field: &'static str, name: &'static str) -> &Self::Target;
    /// The receiver of a call.
    fn invoke(&self, method: &'static str, name: &'static str) -> &Self;
}

impl<T> References for Ref<T> {
    type Target = T;

    #[inline(always)]
    #[track_caller]
    fn read(&self, field: &'static str, name: &'static str) -> &T {
        if self.is_null() {
            throw_null("read field", field, name);
        }
        self.or_npe("")
    }

    #[inline(always)]
    #[track_caller]
    fn write(&self, field: &'static str, name: &'static str) -> &T {
        if self.is_null() {
            throw_null("assign field", field, name);
        }
        self.or_npe("")
    }

    #[inline(always)]
    #[track_caller]
    fn invoke(&self, method: &'static str, name: &'static str) -> &Ref<T> {
        if self.is_null() {
            throw_null("invoke", method, name);
        }
        self
    }
}

fn because(name: &str) -> String {
    match name {
        "" => String::new(),
        n if n.starts_with("the return value") => format!(" because {n} is null"),
        n => format!(" because \"{n}\" is null"),
    }
}

#[cold]
#[inline(never)]
fn throw_null(what: &str, member: &str, name: &str) -> ! {
    throw_null_pointer(&format!("Cannot {what} \"{member}\"{}", because(name)))
}

/// Element access on a reference to an array. `name` is the expression that is named if the array is null.
pub trait Subscript<T> {
    fn at(&self, index: i32, name: &'static str) -> T;
    fn put(&self, index: i32, value: T, name: &'static str);
    fn length(&self, name: &'static str) -> i32;
}

impl<T: Elem> Subscript<T> for Ref<Array<T>> {
    #[inline(always)]
    #[track_caller]
    fn at(&self, index: i32, name: &'static str) -> T {
        if self.is_null() {
            throw_null_array::<T>("load from", name);
        }
        self.or_npe("").get(index)
    }

    #[inline(always)]
    #[track_caller]
    fn put(&self, index: i32, value: T, name: &'static str) {
        if self.is_null() {
            throw_null_array::<T>("store to", name);
        }
        self.or_npe("").set(index, value);
    }

    #[inline(always)]
    #[track_caller]
    fn length(&self, name: &'static str) -> i32 {
        if self.is_null() {
            throw_null_length(name);
        }
        self.or_npe("").len()
    }
}

/// Elements of arrays of references where they are.
pub trait Rows<T: 'static> {
    /// The element without counting it. Generated code uses it only where no reference is stored before the look is over.
    fn row(&self, index: i32, name: &'static str) -> &Ref<T>;
}

impl<T: 'static> Rows<T> for Ref<Array<Ref<T>>> {
    #[inline(always)]
    #[track_caller]
    fn row(&self, index: i32, name: &'static str) -> &Ref<T> {
        if self.is_null() {
            throw_null_array::<Ref<T>>("load from", name);
        }
        // SAFETY: as above: the compiler has looked at all that runs before the borrow ends.
        unsafe { self.or_npe("").peek(index) }
    }
}

/// The elements of an array of primitives while a loop runs that calls nothing: base and length are in registers. A null
/// array has no elements; every index outside takes the slow way, which throws what Java throws.
pub struct Hoisted<'a, T: 'static> {
    data: *mut T,
    length: u32,
    /// All indices that [`Hoisted::nth`] is asked for are below the length.
    covered: bool,
    array: &'a Ref<Array<T>>,
}

/// Hoisting out of loops.
pub trait Hoist<T> {
    fn hoist(&self) -> Hoisted<'_, T>;
    /// For loops that write elements.
    fn hoist_mut(&self) -> Hoisted<'_, T>;
}

impl<T: Elem> Hoist<T> for Ref<Array<T>> {
    #[inline(always)]
    fn hoist(&self) -> Hoisted<'_, T> {
        if self.is_null() {
            return Hoisted { data: std::ptr::null_mut(), length: 0, covered: false, array: self };
        }
        let view = self.view();
        Hoisted { data: view.data, length: view.length, covered: false, array: self }
    }

    #[inline(always)]
    fn hoist_mut(&self) -> Hoisted<'_, T> {
        if self.is_null() {
            return Hoisted { data: std::ptr::null_mut(), length: 0, covered: false, array: self };
        }
        let view = self.view_mut();
        Hoisted { data: view.data, length: view.length, covered: false, array: self }
    }
}

impl<'a, T: Elem + Copy> Hoisted<'a, T> {
    /// For a loop whose variable runs from `from` to before `to`, where [`Hoisted::nth`] is asked for the variable plus `least` to
    /// `most`. One test before the loop decides for all of them, so that the compiler can make a loop without tests.
    #[inline(always)]
    pub fn over(&self, from: i32, to: i32, least: i32, most: i32) -> Hoisted<'a, T> {
        let covered = from as i64 + least as i64 >= 0 && to as i64 + most as i64 <= self.length as i64;
        Hoisted { data: self.data, length: self.length, covered, array: self.array }
    }

    /// The element at `index + offset`, where `index` is the variable of the loop that [`Hoisted::over`] was told of.
    #[inline(always)]
    #[track_caller]
    pub fn nth(&self, index: i32, offset: i32, name: &'static str) -> T {
        if !self.covered {
            return self.at(index.wrapping_add(offset), name);
        }
        // SAFETY: `over` has compared the loop's bounds with the length of a live array.
        unsafe { *self.data.offset(index as isize + offset as isize) }
    }

    #[inline(always)]
    #[track_caller]
    pub fn put_nth(&self, index: i32, offset: i32, value: T, name: &'static str) {
        if !self.covered {
            return self.put(index.wrapping_add(offset), value, name);
        }
        // SAFETY: as in `nth`.
        unsafe { *self.data.offset(index as isize + offset as isize) = value }
    }

    #[inline(always)]
    #[track_caller]
    pub fn at(&self, index: i32, name: &'static str) -> T {
        if index as u32 >= self.length {
            return self.array.at(index, name);
        }
        // SAFETY: below the length of a live array.
        unsafe { *self.data.add(index as usize) }
    }

    #[inline(always)]
    #[track_caller]
    pub fn put(&self, index: i32, value: T, name: &'static str) {
        if index as u32 >= self.length {
            return self.array.put(index, value, name);
        }
        // SAFETY: as in `at`.
        unsafe { *self.data.add(index as usize) = value }
    }

    #[inline(always)]
    #[track_caller]
    pub fn length(&self, name: &'static str) -> i32 {
        if self.array.is_null() {
            throw_null_length(name);
        }
        self.length as i32
    }
}

#[cold]
#[inline(never)]
fn throw_null_array<T: Elem>(what: &str, name: &str) -> ! {
    let kind = match T::CLASS {
        class_id::BOOLEAN_ARRAY | class_id::BYTE_ARRAY => "byte/boolean",
        class_id::SHORT_ARRAY => "short",
        class_id::CHAR_ARRAY => "char",
        class_id::INT_ARRAY => "int",
        class_id::LONG_ARRAY => "long",
        class_id::FLOAT_ARRAY => "float",
        class_id::DOUBLE_ARRAY => "double",
        _ => "object",
    };
    throw_null_pointer(&format!("Cannot {what} {kind} array{}", because(name)))
}

#[cold]
#[inline(never)]
fn throw_null_length(name: &str) -> ! {
    throw_null_pointer(&format!("Cannot read the array length{}", because(name)))
}

/// `throw e` where `e` may be null.
#[cold]
pub fn throw_checked(exception: Ref<Object>, message: &'static str) -> ! {
    if exception.is_null() {
        throw_null_pointer(message);
    }
    throw(exception)
}

/// A checked cast to an array type, which is `Ref<T>`.
pub fn cast_array<T: 'static>(object: Ref<Object>, target: RefType) -> Ref<T> {
    check_cast_type(&object, target);
    // SAFETY: arrays of references have one layout, and those of primitives have classes of their own.
    unsafe { object.into_cast() }
}

/// A class's [`ClassInfo::drop_fields`](crate::object::ClassInfo).
///
/// # Safety
/// `fields` points to a `T` that nothing uses any more.
pub unsafe fn drop_fields<T>(fields: *mut u8) {
    unsafe { std::ptr::drop_in_place(fields.cast::<T>()) }
}
