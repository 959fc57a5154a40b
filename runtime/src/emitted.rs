//! The vocabulary of generated Rust: what the compiler's Rust back end writes in every file, and nothing else uses.

mod rows;

use crate::array::{Array, ColumnLayout, Elem, Entry, Field, Fields, check_bounds, check_kind, is_of_kind, unbound};
use crate::exception::{catch_java, throw, throw_array_index, throw_class_cast, throw_named, throw_null_pointer};
use crate::object::{ClassId, ClassInfo, Crossing, Layout, Obj, Object, Ref, Slot, class_id};
use crate::program::{self, RefType, check_cast_type, instance_of_type};
use std::cell::{Cell, UnsafeCell};
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::ptr::NonNull;

/// What generated files import.
pub mod prelude {
    pub use super::rows::{HoistRows, hoist_path_rows};
    pub use super::{
        ArrayOnStack, FieldsOf, Flow, Hoist, Inline, Look, OnStack, Once, References, Static, StaticRef, Steps, Tested,
        advance, cast_array, cast_array_ref, cast_bounded, cast_bounded_ref, checked_exception, hoist_path,
        hoist_path_mut, instance_of_array, instance_of_bounded, of_kind, of_kind_ref, one_by_one,
    };
    pub use crate::array::{Array, from_columns, new_matrix, new_multi};
    pub use crate::boxes::Boxed;
    pub use crate::exception::{ExceptionKind, stack_check, throw, throw_class_cast, try_java};
    pub use crate::object::{ClassInfo, Object, Ref, Slot, class_id};
    pub use crate::ops::{idiv, irem, ldiv, lrem};
    pub use crate::plain::Plain;
    pub use crate::program::{
        Hooks, LineTable, Program, RefType, instance_of, instance_of_type, run_main, runtime_classes,
    };
    pub use crate::string::{Literal, Str};
    pub use crate::value::{FromValue, IntoValue, Value};
    pub use crate::{
        columns, concat_str, extends, lime, narrow, narrow_owned, natives, peek, task, tested, tested_value,
    };
    pub use std::cell::Cell;
    pub use std::mem::offset_of;
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

/// That references to a class are references to its superclass, and to all above that.
#[macro_export]
macro_rules! extends {
    ($class:ty: $parent:ty $(, $ancestor:ty)*) => {
        const _: () = assert!(std::mem::offset_of!($class, base) == 0);
        const _: fn(&$class) -> &$parent = |object| &object.base;
        // SAFETY: the parent is the first field, as the lines above have checked; all classes are `repr(C)`.
        unsafe impl $crate::object::Extends<$parent> for $class {}
        $(
            // SAFETY: the parent stands at offset 0, and in it the ancestor does.
            unsafe impl $crate::object::Extends<$ancestor> for $class where $parent: $crate::object::Extends<$ancestor> {}
        )*
    };
}

/// `instanceof` and the checked casts of a class. An interface's references are to `Object`.
///
/// # Safety
/// Objects that [`Tested::is`] accepts begin with a `Target`.
pub unsafe trait Tested {
    type Target: 'static;
    const CLASS: ClassId;

    /// `o instanceof C`
    fn is(o: &Ref<Object>) -> bool;

    /// `(C) o`
    #[inline(always)]
    #[track_caller]
    fn cast(o: Ref<Object>) -> Ref<Self::Target> {
        Self::cast_ref(&o);
        // SAFETY: null, or of this class.
        unsafe { o.into_cast() }
    }

    /// `(C) o` where the reference stays in its place.
    #[inline(always)]
    #[track_caller]
    fn cast_ref(o: &Ref<Object>) -> &Ref<Self::Target> {
        if !o.is_null() && !Self::is(o) {
            throw_class_cast(o, RefType::class(Self::CLASS));
        }
        // SAFETY: null, or of this class.
        unsafe { o.cast() }
    }
}

/// Implements [`Tested`] for a class without subclasses, one with subclasses, an interface, one that arrays implement too,
/// `Object`, or a type whose objects are of the given classes.
#[macro_export]
macro_rules! tested {
    ($class:ident => $target:ty) => {
        tested!($class => $target, $class::ID);
    };
    ($class:ident => $target:ty, subclasses) => {
        tested!(@ $class, $target, |o| (Self::ID..=Self::LAST).contains(&o.class()));
    };
    ($class:ident => $target:ty, interface) => {
        tested!(@ $class, $target, |o| instance_of(o, Self::ID));
    };
    ($class:ident => $target:ty, of_arrays) => {
        tested!(@ $class, $target, |o| instance_of_type(o, RefType::class(Self::ID)));
    };
    ($class:ident => $target:ty, any) => {
        tested!(@ $class, $target, |_o| true);
    };
    ($class:ident => $target:ty, $numbers:pat) => {
        tested!(@ $class, $target, |o| matches!(o.class(), $numbers));
    };
    (@ $class:ident, $target:ty, |$o:ident| $test:expr) => {
        // SAFETY: the test looks at the object's class.
        unsafe impl Tested for $class {
            type Target = $target;
            const CLASS: u32 = $class::ID;

            #[inline(always)]
            fn is($o: &Ref<Object>) -> bool {
                !$o.is_null() && $test
            }
        }
    };
}

/// As [`tested!`] for a class of values, for which generic code may have null: it stands for the zero.
#[macro_export]
macro_rules! tested_value {
    ($class:ident, $zero:path) => {
        impl $class {
            #[inline(always)]
            pub fn is(o: &Ref<Object>) -> bool {
                !o.is_null() && o.class() == Self::ID
            }

            #[inline(always)]
            #[track_caller]
            pub fn cast(o: Ref<Object>) -> Ref<$class> {
                if !o.is_null() && !Self::is(&o) {
                    throw_class_cast(&o, RefType::class(Self::ID));
                }
                // SAFETY: null, or of this class.
                lime::or_zero(unsafe { o.into_cast() }, $zero)
            }
        }
    };
}

/// The entries of generated class tables.
impl ClassInfo {
    /// A class of which no object is made.
    pub const fn class(name: &'static str, superclass: ClassId, last_subclass: ClassId) -> ClassInfo {
        ClassInfo {
            name,
            superclass,
            last_subclass,
            interfaces: &[],
            is_interface: false,
            size: 0,
            layout: Layout::NONE,
            is_cyclic: false,
            columns: None,
            crossing: Crossing::Owned,
        }
    }

    pub const fn interface(name: &'static str, number: ClassId) -> ClassInfo {
        ClassInfo { is_interface: true, ..ClassInfo::class(name, class_id::OBJECT, number) }
    }

    /// `interfaces` are sorted.
    pub const fn implements(self, interfaces: &'static [ClassId]) -> ClassInfo {
        ClassInfo { interfaces, ..self }
    }

    /// Its objects are `T`s.
    pub const fn of<T>(self) -> ClassInfo {
        ClassInfo { size: size_of::<T>(), ..self }
    }

    /// All references of its objects are in the fields at these offsets.
    pub const fn holding(self, references: &'static [usize]) -> ClassInfo {
        ClassInfo { layout: Layout::at(references), ..self }
    }

    /// Its objects are plain values with these fields.
    pub const fn in_columns<F: Fields>(self) -> ClassInfo {
        ClassInfo { columns: Some(ColumnLayout::of::<F>()), ..self }
    }

    /// Its objects are values, or boxes.
    pub const fn copied(self) -> ClassInfo {
        ClassInfo { crossing: Crossing::Copied, ..self }
    }

    /// Its objects are constants of an enum that never change.
    pub const fn constant(self) -> ClassInfo {
        ClassInfo { crossing: Crossing::Constant, ..self }
    }

    /// Its objects may be part of a cycle.
    pub const fn cyclic(self) -> ClassInfo {
        ClassInfo { is_cyclic: true, ..self }
    }
}

/// An object that nobody knows any more when its place is given up: the compiler has seen that no reference to it is kept. It
/// is not counted.
pub struct OnStack<T: 'static>(Obj<T>);

impl<T> OnStack<T> {
    #[inline(always)]
    pub fn new(class: ClassId, fields: T) -> OnStack<T> {
        OnStack(Obj::uncounted(class, fields))
    }

    /// A reference to it.
    #[inline(always)]
    pub fn get(&self) -> Borrowed<'_, T> {
        // SAFETY: the object lives as long as it is borrowed, and nothing drops the reference.
        Borrowed(ManuallyDrop::new(unsafe { Ref::from_raw(NonNull::from(&self.0)) }), PhantomData)
    }

    #[inline(always)]
    pub fn into_fields(self) -> T {
        self.0.fields
    }

    /// A copy of a plain value's fields.
    #[inline(always)]
    pub fn fields(&self) -> T
    where
        T: Clone,
    {
        self.0.fields.clone()
    }

    /// A copy of a plain value, as an object that others may know.
    #[inline(always)]
    pub fn object(&self) -> Ref<T>
    where
        T: Clone,
    {
        Ref::alloc_acyclic(self.0.class(), self.fields())
    }

    /// As [`Look::look`].
    #[inline(always)]
    pub fn look<U: 'static>(&self, field: impl Fn(&T) -> &Slot<U>) -> &Ref<U> {
        // SAFETY: the compiler has seen that the loop stores no reference.
        unsafe { field(self).peek() }
    }
}

/// As [`OnStack`], an array of a few primitives.
pub struct ArrayOnStack<T: 'static, const N: usize> {
    array: Obj<Array<T>>,
    elements: UnsafeCell<[T; N]>,
}

impl<T: Elem, const N: usize> ArrayOnStack<T, N> {
    #[inline(always)]
    pub fn new(elements: [T; N]) -> ArrayOnStack<T, N> {
        ArrayOnStack { array: Obj::uncounted(T::CLASS, Array::apart(N as u32)), elements: UnsafeCell::new(elements) }
    }

    /// A reference to it, which does not move as long as that is used.
    #[inline(always)]
    pub fn get(&self) -> Borrowed<'_, Array<T>> {
        self.array.fields.lies_at(self.elements.get().cast());
        // SAFETY: the object and its elements live as long as they are borrowed, and nothing drops the reference.
        Borrowed(ManuallyDrop::new(unsafe { Ref::from_raw(NonNull::from(&self.array)) }), PhantomData)
    }
}

impl<T> Deref for OnStack<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0.fields
    }
}

/// A field of a plain value where another plain value lies.
pub struct Inline<T: 'static>(UnsafeCell<Obj<T>>);

impl<T: Clone> Inline<T> {
    pub fn new(class: ClassId, fields: T) -> Inline<T> {
        Inline(UnsafeCell::new(Obj::uncounted(class, fields)))
    }

    /// A copy of the value, as an object that others may know.
    #[inline(always)]
    pub fn get(&self) -> Ref<T> {
        // SAFETY: as in `inner`; the borrow ends here.
        let object = unsafe { &*self.0.get() };
        Ref::alloc_acyclic(object.class(), object.fields.clone())
    }

    /// A reference to the value where it is. Only the constructor of the value around it sets the field, before anyone looks at it.
    #[inline(always)]
    pub fn inner(&self) -> Borrowed<'_, T> {
        // SAFETY: the object lives as long as it is borrowed, and nothing drops the reference.
        Borrowed(ManuallyDrop::new(unsafe { Ref::from_raw(NonNull::new_unchecked(self.0.get())) }), PhantomData)
    }

    #[inline(always)]
    pub fn set(&self, fields: T) {
        // SAFETY: values belong to one thread, and no look at the field is under way: only the value's constructor writes it.
        unsafe { (*self.0.get()).fields = fields }
    }
}

impl<T: Clone> Clone for Inline<T> {
    #[inline(always)]
    fn clone(&self) -> Inline<T> {
        // SAFETY: as in `get`.
        let object = unsafe { &*self.0.get() };
        Inline::new(object.class(), object.fields.clone())
    }
}

// SAFETY: the columns of the value.
unsafe impl<F: Fields> Field for Inline<F> {
    const WIDTH: usize = F::WIDTH;

    unsafe fn new_columns(length: usize, to: *mut Ref<Object>) {
        unsafe { F::new_columns(length, to) }
    }

    #[inline(always)]
    unsafe fn load(data: *const *mut u8, i: usize) -> Inline<F> {
        Inline::new(F::CLASS, unsafe { F::load(data, i) })
    }

    #[inline(always)]
    unsafe fn store(&self, data: *const *mut u8, i: usize) {
        // SAFETY: as in `Inline::get`.
        unsafe { (*self.0.get()).fields.store(data, i) }
    }
}

/// A reference to an object that others keep.
pub struct Borrowed<'a, T: 'static>(ManuallyDrop<Ref<T>>, PhantomData<&'a T>);

impl<'a, T> Borrowed<'a, T> {
    /// For a call that gives what a field or an element has, reached from the object: that lives as long as the object does, which the
    /// types have as the life of the reference to it. Nothing keeps the reference itself.
    #[inline(always)]
    pub fn lend(&self) -> &'a Ref<T> {
        // SAFETY: as above; generated code uses it for such calls alone.
        unsafe { &*std::ptr::from_ref::<Ref<T>>(&self.0) }
    }
}

impl<T> Deref for Borrowed<'_, T> {
    type Target = Ref<T>;
    #[inline(always)]
    fn deref(&self) -> &Ref<T> {
        &self.0
    }
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
#[track_caller]
fn throw_null(what: &str, member: &str, name: &str) -> ! {
    throw_null_pointer(&format!("Cannot {what} \"{member}\"{}", because(name)))
}

/// Accesses to the elements of an array of plain values. `name` is the expression that is named if the array is null.
pub trait FieldsOf<F: Fields> {
    fn fields_at(&self, index: i32, name: &'static str) -> F;
    /// The element as an object.
    fn object_at(&self, index: i32, name: &'static str) -> Ref<F>;
    fn put_fields(&self, index: i32, value: F, name: &'static str);
}

impl<F: Fields> FieldsOf<F> for Ref<Array<Ref<F>>> {
    #[inline(always)]
    #[track_caller]
    fn fields_at(&self, index: i32, name: &'static str) -> F {
        if self.is_null() {
            throw_null_array::<Ref<F>>("load from", name);
        }
        self.or_npe("").fields(index)
    }

    #[inline(always)]
    #[track_caller]
    fn object_at(&self, index: i32, name: &'static str) -> Ref<F> {
        if self.is_null() {
            throw_null_array::<Ref<F>>("load from", name);
        }
        self.or_npe("").object(index)
    }

    #[inline(always)]
    #[track_caller]
    fn put_fields(&self, index: i32, value: F, name: &'static str) {
        if self.is_null() {
            throw_null_array::<Ref<F>>("store to", name);
        }
        self.or_npe("").set_fields(index, value);
    }
}

/// How the fields of a plain value lie in columns. Behind the fields stands what the value has besides.
#[macro_export]
macro_rules! columns {
    ($class:ident { $($field:ident: $ty:ty,)* } $($rest:tt)*) => {
        // SAFETY: the columns of the fields, one after another.
        unsafe impl $crate::array::Field for $class {
            const WIDTH: usize = 0 $(+ <$ty as $crate::array::Field>::WIDTH)*;

            unsafe fn new_columns(length: usize, mut to: *mut Ref<Object>) {
                unsafe {
                    $(
                        <$ty as $crate::array::Field>::new_columns(length, to);
                        to = to.add(<$ty as $crate::array::Field>::WIDTH);
                    )*
                    let _ = to;
                }
            }

            #[inline(always)]
            unsafe fn load(mut data: *const *mut u8, i: usize) -> $class {
                unsafe {
                    // No variable has a field's name: a static may have it.
                    let mut next = |width: usize| {
                        let column = data;
                        data = data.add(width);
                        column
                    };
                    $class {
                        $($field: <$ty as $crate::array::Field>::load(next(<$ty as $crate::array::Field>::WIDTH), i),)*
                        $($rest)*
                    }
                }
            }

            #[inline(always)]
            unsafe fn store(&self, mut data: *const *mut u8, i: usize) {
                unsafe {
                    $(
                        <$ty as $crate::array::Field>::store(&self.$field, data, i);
                        data = data.add(<$ty as $crate::array::Field>::WIDTH);
                    )*
                    let _ = data;
                }
            }
        }

        // SAFETY: the number of the class.
        unsafe impl $crate::array::Fields for $class {
            const CLASS: u32 = $class::ID;
        }
    };
}

/// Accesses to the elements of a referenced array, by the array's own functions of these names. `name` is the expression that is
/// named if the array is null.
macro_rules! element_accesses {
    ($get:ident, $set:ident, $set_fitting:ident, $get_valid:ident, $set_valid:ident, $peek:ident) => {
        /// Elements by value.
        pub trait Subscript<T> {
            fn at(&self, index: i32, name: &'static str) -> T;
            fn put(&self, index: i32, value: T, name: &'static str);
            /// As `put` of what is known to fit.
            fn put_fitting(&self, index: i32, value: T, name: &'static str);
            fn length(&self, name: &'static str) -> i32;
            /// The element, in whose place null or zero remains.
            fn take(&self, index: i32, name: &'static str) -> T;
            /// The element, to be exchanged with another one.
            fn entry(&self, index: i32, name: &'static str) -> Entry<'_, T>;
            /// As `at` on a row of a matrix whose rows were made valid: see `Hoisted::with_rows`.
            fn at_valid(&self, index: i32, name: &'static str) -> T;
            fn put_valid(&self, index: i32, value: T, name: &'static str);
        }

        impl<T: Elem> Subscript<T> for Ref<Array<T>> {
            #[inline(always)]
            #[track_caller]
            fn at(&self, index: i32, name: &'static str) -> T {
                if self.is_null() {
                    throw_null_array::<T>("load from", name);
                }
                self.or_npe("").$get(index)
            }

            #[inline(always)]
            #[track_caller]
            fn put(&self, index: i32, value: T, name: &'static str) {
                if self.is_null() {
                    throw_null_array::<T>("store to", name);
                }
                self.or_npe("").$set(index, value);
            }

            #[inline(always)]
            #[track_caller]
            fn put_fitting(&self, index: i32, value: T, name: &'static str) {
                if self.is_null() {
                    throw_null_array::<T>("store to", name);
                }
                self.or_npe("").$set_fitting(index, value);
            }

            #[inline(always)]
            #[track_caller]
            fn length(&self, name: &'static str) -> i32 {
                if self.is_null() {
                    throw_null_length(name);
                }
                self.or_npe("").len()
            }

            #[inline(always)]
            #[track_caller]
            fn take(&self, index: i32, name: &'static str) -> T {
                if self.is_null() {
                    throw_null_array::<T>("load from", name);
                }
                self.or_npe("").take(index)
            }

            #[inline(always)]
            #[track_caller]
            fn entry(&self, index: i32, name: &'static str) -> Entry<'_, T> {
                if self.is_null() {
                    throw_null_array::<T>("load from", name);
                }
                self.or_npe("").entry(index)
            }

            #[inline(always)]
            #[track_caller]
            fn at_valid(&self, index: i32, name: &'static str) -> T {
                if self.is_null() {
                    throw_null_array::<T>("load from", name);
                }
                self.or_npe("").$get_valid(index)
            }

            #[inline(always)]
            #[track_caller]
            fn put_valid(&self, index: i32, value: T, name: &'static str) {
                if self.is_null() {
                    throw_null_array::<T>("store to", name);
                }
                self.or_npe("").$set_valid(index, value);
            }
        }

        /// Elements of arrays of references where they are.
        pub trait Rows<T: 'static> {
            /// The element without counting it. Generated code uses it only where no reference is stored before the look is
            /// over.
            fn row(&self, index: i32, name: &'static str) -> &Ref<T>;
        }

        impl<T: 'static> Rows<T> for Ref<Array<Ref<T>>> {
            #[inline(always)]
            #[track_caller]
            fn row(&self, index: i32, name: &'static str) -> &Ref<T> {
                if self.is_null() {
                    throw_null_array::<Ref<T>>("load from", name);
                }
                // SAFETY: the compiler has looked at all that runs before the borrow ends.
                unsafe { self.or_npe("").$peek(index) }
            }
        }
    };
}

element_accesses!(get, set, set_fitting, get_valid, set_valid, peek);

/// The accesses to elements in programs without kernels: every array is valid on the host, so that a check that fails throws,
/// and nothing is done behind it.
pub mod host {
    use super::{Array, Elem, Entry, Ref, throw_null_array, throw_null_length};

    element_accesses!(get_valid, set_checked, set_valid, get_valid, set_checked, peek_valid);
}

/// The elements of an array while a loop runs that stores no reference: base and length are in registers. Where there is no
/// array (a null on the way to it, a row that is out of range) there are no elements; every access outside takes the cold
/// way, where `find` evaluates the path to the array as the program has it, so that what Java throws is thrown.
pub struct Hoisted<'a, T: 'static, F> {
    data: *mut T,
    length: u32,
    find: F,
    array: PhantomData<&'a T>,
}

impl<T, F: Copy> Clone for Hoisted<'_, T, F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, F: Copy> Copy for Hoisted<'_, T, F> {}

/// Hoisting of an array that is held by a variable.
pub trait Hoist<T: 'static> {
    fn hoist<'a>(&'a self) -> Hoisted<'a, T, impl Fn() -> &'a Ref<Array<T>> + Copy>;
    /// For loops that write elements.
    fn hoist_mut<'a>(&'a self) -> Hoisted<'a, T, impl Fn() -> &'a Ref<Array<T>> + Copy>;
}

impl<T: Elem> Hoist<T> for Ref<Array<T>> {
    #[inline(always)]
    fn hoist<'a>(&'a self) -> Hoisted<'a, T, impl Fn() -> &'a Ref<Array<T>> + Copy> {
        hoist_path(self, move || self)
    }

    #[inline(always)]
    fn hoist_mut<'a>(&'a self) -> Hoisted<'a, T, impl Fn() -> &'a Ref<Array<T>> + Copy> {
        hoist_path_mut(self, move || self)
    }
}

/// `array` is what `find` gives; null where that throws.
#[inline(always)]
pub fn hoist_path<'a, T: Elem, F: Fn() -> &'a Ref<Array<T>> + Copy>(
    array: &'a Ref<Array<T>>,
    find: F,
) -> Hoisted<'a, T, F> {
    if array.is_null() {
        return Hoisted { data: std::ptr::null_mut(), length: 0, find, array: PhantomData };
    }
    let view = array.or_npe("").view();
    Hoisted { data: view.data, length: view.length, find, array: PhantomData }
}

/// As [`hoist_path`], for loops that write elements.
#[inline(always)]
pub fn hoist_path_mut<'a, T: Elem, F: Fn() -> &'a Ref<Array<T>> + Copy>(
    array: &'a Ref<Array<T>>,
    find: F,
) -> Hoisted<'a, T, F> {
    if array.is_null() {
        return Hoisted { data: std::ptr::null_mut(), length: 0, find, array: PhantomData };
    }
    let view = array.or_npe("").view_mut();
    Hoisted { data: view.data, length: view.length, find, array: PhantomData }
}

/// Steps on the path to an array, before a loop is known to take them: null where a step cannot be taken.
pub trait Look<T: 'static> {
    /// `object.field`
    fn look<U: 'static>(&self, field: impl Fn(&T) -> &Slot<U>) -> &Ref<U>;
}

impl<T> Look<T> for Ref<T> {
    #[inline(always)]
    fn look<U: 'static>(&self, field: impl Fn(&T) -> &Slot<U>) -> &Ref<U> {
        // SAFETY: the compiler has seen that the loop stores no reference.
        if self.is_null() { Ref::none() } else { unsafe { field(self.or_npe("")).peek() } }
    }
}

/// The first and the last value of a loop's variable.
#[derive(Clone, Copy)]
pub struct Steps {
    first: i64,
    last: i64,
    /// The loop has an iteration, and the variable does not overflow behind the last.
    fit: bool,
}

impl Steps {
    /// `for (i = first; i < end; i += step)`
    #[inline(always)]
    pub fn up(first: i32, end: i64, step: i32) -> Steps {
        let (first, distance) = (first as i64, end - 1 - first as i64);
        if step < 1 || distance < 0 {
            return Steps { first, last: first, fit: false };
        }
        let last = first + distance - if step == 1 { 0 } else { (distance as u64 % step as u64) as i64 };
        Steps { first, last, fit: last + (step as i64) <= i32::MAX as i64 }
    }

    /// `for (i = first; i > end; i -= step)`
    #[inline(always)]
    pub fn down(first: i32, end: i64, step: i32) -> Steps {
        let (first, distance) = (first as i64, first as i64 - 1 - end);
        if step < 1 || distance < 0 {
            return Steps { first, last: first, fit: false };
        }
        let last = first - distance + if step == 1 { 0 } else { (distance as u64 % step as u64) as i64 };
        Steps { first, last, fit: last - (step as i64) >= i32::MIN as i64 && first < i32::MAX as i64 }
    }

    /// See [`Hoisted::covers`].
    #[inline(always)]
    fn cover(self, scale: i64, base: i64, least: i64, most: i64, length: u32) -> bool {
        let (a, b) = (self.first * scale + base, self.last * scale + base);
        self.fit && a.min(b) + least >= 0 && a.max(b) + most < length as i64
    }
}

/// Keeps the rounds of a loop apart. Where stores lie a variable stride apart, LLVM takes vectors of addresses to be cheaper than
/// they are: a sieve of Eratosthenes took half as long again.
#[inline(always)]
pub fn one_by_one() {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    // SAFETY: no instructions.
    unsafe {
        std::arch::asm!("", options(nomem, nostack, preserves_flags))
    };
}

/// The next value of the variable of a loop whose [`Steps`] fit: it does not overflow.
#[inline(always)]
pub fn advance(variable: i32, step: i32) -> i32 {
    // SAFETY: generated code has found that a test of `Hoisted::covers`, which includes it, is true.
    unsafe { variable.unchecked_add(step) }
}

impl<'a, T: Elem, F: Fn() -> &'a Ref<Array<T>> + Copy> Hoisted<'a, T, F> {
    /// All of `variable * scale + base + (least..=most)` are indices of the array, for each value of the loop's variable. The
    /// numbers are exact here; where they are in range, Java's wrapping arithmetic has the same results.
    #[inline(always)]
    pub fn covers(&self, steps: Steps, scale: i64, base: i64, least: i64, most: i64) -> bool {
        steps.cover(scale, base, least, most, self.length)
    }

    /// The element at an index that [`Hoisted::covers`] was asked for.
    #[inline(always)]
    pub fn nth(&self, index: isize) -> T {
        // SAFETY: generated code uses it only where `covers` was true: the index is below the length of a live array.
        unsafe { (*self.data.offset(index)).clone() }
    }

    #[inline(always)]
    pub fn put_nth(&self, index: isize, value: T)
    where
        T: Copy,
    {
        // SAFETY: as in `nth`.
        unsafe { *self.data.offset(index) = value }
    }

    #[inline(always)]
    #[track_caller]
    pub fn at(&self, index: i32, name: &'static str) -> T {
        if index as u32 >= self.length {
            Self::missing(self.find, "load from", index, name);
        }
        // SAFETY: below the length of a live array.
        unsafe { (*self.data.add(index as usize)).clone() }
    }

    #[inline(always)]
    #[track_caller]
    pub fn put(&self, index: i32, value: T, name: &'static str)
    where
        T: Copy,
    {
        if index as u32 >= self.length {
            Self::missing(self.find, "store to", index, name);
        }
        // SAFETY: as in `at`.
        unsafe { *self.data.add(index as usize) = value }
    }

    /// Where there is no way to the array, what Java throws on it. What is evaluated behind the way comes after this.
    #[inline(always)]
    pub fn reached(&self) -> &Self {
        if self.data.is_null() {
            Self::take_way(self.find);
        }
        self
    }

    #[cold]
    #[inline(never)]
    fn take_way(find: F) {
        find();
    }

    #[inline(always)]
    #[track_caller]
    pub fn length(&self, name: &'static str) -> i32 {
        if self.data.is_null() {
            Self::no_length(self.find, name);
        }
        self.length as i32
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn missing(find: F, what: &str, index: i32, name: &str) -> ! {
        let array = find();
        if array.is_null() {
            throw_null_array::<T>(what, name);
        }
        throw_array_index(index, array.or_npe("").len())
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn no_length(find: F, name: &str) -> ! {
        find();
        throw_null_length(name)
    }
}

impl<'a, T: Elem, F: Copy> Hoisted<'a, Ref<Array<T>>, F> {
    /// For a loop that takes row after row: they are made valid on the host before it, as its own array is by hoisting.
    #[inline(always)]
    pub fn with_rows(self, array: &Ref<Array<Ref<Array<T>>>>, write: bool) -> Self {
        if !array.is_null() {
            array.or_npe("").make_rows_valid(write);
        }
        self
    }
}

impl<'a, U: 'static, F: Fn() -> &'a Ref<Array<Ref<U>>> + Copy> Hoisted<'a, Ref<U>, F> {
    /// As [`Rows::row`].
    #[inline(always)]
    #[track_caller]
    pub fn row(&self, index: i32, name: &'static str) -> &'a Ref<U> {
        if index as u32 >= self.length {
            Self::missing(self.find, "load from", index, name);
        }
        // SAFETY: below the length of a live array, whose elements stay while the loop runs.
        unsafe { &*self.data.add(index as usize) }
    }

    /// As [`Hoisted::nth`], without counting.
    #[inline(always)]
    pub fn nth_row(&self, index: isize) -> &'a Ref<U> {
        // SAFETY: as in `nth` and `row`.
        unsafe { &*self.data.offset(index) }
    }

    /// The element, or null where there is none: see [`Look`].
    #[inline(always)]
    pub fn look_row(&self, index: i32) -> &'a Ref<U> {
        // SAFETY: as in `row`.
        if index as u32 >= self.length { Ref::none() } else { unsafe { &*self.data.add(index as usize) } }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
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
#[track_caller]
fn throw_null_length(name: &str) -> ! {
    throw_null_pointer(&format!("Cannot read the array length{}", because(name)))
}

/// What `throw e` throws, where `e` may be null.
#[inline]
pub fn checked_exception(exception: Ref<Object>, message: &'static str) -> Ref<Object> {
    if exception.is_null() {
        throw_null_pointer(message);
    }
    exception
}

/// A checked cast to an array type, which is `Ref<T>`.
#[track_caller]
pub fn cast_array<T: 'static>(object: Ref<Object>, target: RefType) -> Ref<T> {
    check_cast_type(&object, target);
    // SAFETY: arrays of references have one layout, and those of primitives have classes of their own.
    unsafe { object.into_cast() }
}

/// An array that a program's cast claims to be of a type whose first `mutable` of `dims` dimensions are mutable arrays, the others value arrays.
#[track_caller]
pub fn of_kind<T: 'static>(array: Ref<T>, mutable: u32, dims: u32) -> Ref<T> {
    check_kind(array.up(), mutable, dims);
    array
}

/// As [`of_kind`] where the reference stays in its place.
#[track_caller]
pub fn of_kind_ref<T: 'static>(array: &Ref<T>, mutable: u32, dims: u32) -> &Ref<T> {
    check_kind(array.up(), mutable, dims);
    array
}

/// As [`cast_array`] to a type that tells lengths, negative where it tells none.
#[track_caller]
pub fn cast_bounded<T: 'static>(object: Ref<Object>, target: RefType, bounds: &[i32]) -> Ref<T> {
    let array: Ref<T> = cast_array(object, target);
    check_bounds(array.up(), bounds);
    array
}

/// As [`cast_bounded`] where the reference stays in its place.
#[track_caller]
pub fn cast_bounded_ref<'o, T: 'static>(object: &'o Ref<Object>, target: RefType, bounds: &[i32]) -> &'o Ref<T> {
    check_cast_type(object, target);
    check_bounds(object, bounds);
    // SAFETY: as above.
    unsafe { object.cast() }
}

/// `instanceof` for an array type that tells lengths.
pub fn instance_of_bounded<T: 'static>(object: &Ref<T>, target: RefType, bounds: &[i32]) -> bool {
    instance_of_type(object, target) && unbound(object.up(), bounds).is_none()
}

/// `instanceof` for an array type in a program's own code: with the lengths that it tells, and as [`of_kind`] has it.
pub fn instance_of_array<T: 'static>(
    object: &Ref<T>,
    target: RefType,
    bounds: &[i32],
    mutable: u32,
    dims: u32,
) -> bool {
    instance_of_bounded(object, target, bounds) && is_of_kind(object.up(), mutable, dims)
}

/// As [`cast_array`] where the reference stays in its place.
pub fn cast_array_ref<T: 'static>(object: &Ref<Object>, target: RefType) -> &Ref<T> {
    check_cast_type(object, target);
    // SAFETY: as above.
    unsafe { object.cast() }
}
