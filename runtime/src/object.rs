//! The object model: counted references, headers, class information.
//!
//! A Java reference is a [`Ref<T>`]: one word, null or a pointer to a header followed by the fields of `T`. A class that
//! extends another embeds it as its first field (`#[repr(C)]`), so a reference to an object is a reference to each of its
//! superclasses; interface-typed values are `Ref<Object>`. There are no method tables: the whole program is known, and a
//! virtual call is a `match` on the class number. Class numbers are given in depth-first order, so `instanceof C` is a
//! range test; interfaces are looked up in the class's list.
//!
//! A box of the library (`Integer`, `Double`, …) is the word itself where its value fits; see [`crate::boxes`].
//!
//! Counts are not atomic: an object belongs to one thread. What crosses threads is a value, and its blocks are shared
//! atomically (see `array`, `string`). An object whose count is [`IMMORTAL`] (literals, cached boxes, values in static
//! fields) is never counted and may be read from any thread.

use crate::boxes;
use std::cell::Cell;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::ptr::NonNull;

/// The number of a class in the program's class table.
pub type ClassId = u32;

/// Numbers of the classes that the runtime itself makes; a program's own classes start at [`FIRST_PROGRAM_CLASS`].
pub mod class_id {
    pub const OBJECT: u32 = 0;
    pub const STRING: u32 = 1;
    pub const BOOLEAN_ARRAY: u32 = 2;
    pub const BYTE_ARRAY: u32 = 3;
    pub const SHORT_ARRAY: u32 = 4;
    pub const CHAR_ARRAY: u32 = 5;
    pub const INT_ARRAY: u32 = 6;
    pub const LONG_ARRAY: u32 = 7;
    pub const FLOAT_ARRAY: u32 = 8;
    pub const DOUBLE_ARRAY: u32 = 9;
    /// Arrays of references; their element type is in the array.
    pub const REF_ARRAY: u32 = 10;
    /// Objects of the interpreter, whose class is in the object.
    pub const DYNAMIC: u32 = 11;
    /// Things only the runtime looks into (open files, random state, tasks), behind a Java class that wraps them.
    pub const NATIVE: u32 = 12;
    pub const FIRST_PROGRAM_CLASS: u32 = 16;
}

/// A count that is never changed.
pub const IMMORTAL: u32 = u32::MAX;

/// Set in the count of an object that the cycle collector wants to hear of when it loses a reference; see [`crate::memory`]. With it
/// a count is negative as a signed number, as [`IMMORTAL`] is, so that one test tells the plain case from all others.
pub(crate) const WATCHED: u32 = 1 << 31;

/// What stands before the fields of every object.
#[repr(C)]
pub struct Header {
    pub(crate) count: Cell<u32>,
    /// Class number, the cycle collector's colour and flags, the size; see [`crate::memory`].
    pub(crate) meta: Cell<u32>,
}

#[repr(C)]
pub struct Obj<T> {
    pub(crate) header: Header,
    pub(crate) fields: T,
}

impl<T> Obj<T> {
    /// An object that is never counted.
    #[inline(always)]
    pub(crate) fn uncounted(class: ClassId, fields: T) -> Obj<T> {
        let meta = crate::memory::meta_of(class, size_of::<Obj<T>>(), 0);
        Obj { header: Header { count: Cell::new(IMMORTAL), meta: Cell::new(meta) }, fields }
    }

    #[inline(always)]
    pub(crate) fn class(&self) -> ClassId {
        self.header.meta.get() & crate::memory::CLASS_MASK
    }
}

/// The root class: no fields.
#[repr(C)]
pub struct Object;

/// `Self`'s first field, or that field's first field, and so on, is an `S`.
///
/// # Safety
/// Both are `#[repr(C)]` and `S` stands at offset 0 of `Self`.
pub unsafe trait Extends<S> {}

// SAFETY: `Object` has no size, so it stands at offset 0 of everything.
unsafe impl<T> Extends<Object> for T {}

/// A Java reference, null or counted.
#[repr(transparent)]
pub struct Ref<T: 'static> {
    ptr: Option<NonNull<Obj<T>>>,
    _not_send: PhantomData<*const T>,
}

impl<T> Ref<T> {
    pub const NULL: Ref<T> = Ref { ptr: None, _not_send: PhantomData };

    #[inline(always)]
    pub const fn null() -> Ref<T> {
        Ref::NULL
    }

    /// A borrowed null.
    #[inline(always)]
    pub fn none<'a>() -> &'a Ref<T> {
        static NULL: usize = 0;
        // SAFETY: a null `Ref` is a word of zeros.
        unsafe { &*(&raw const NULL).cast::<Ref<T>>() }
    }

    #[inline(always)]
    pub fn is_null(&self) -> bool {
        self.ptr.is_none()
    }

    /// Java's `==` on references.
    #[inline(always)]
    pub fn same<U>(&self, other: &Ref<U>) -> bool {
        self.addr() == other.addr()
    }

    #[inline(always)]
    pub fn addr(&self) -> usize {
        self.ptr.map_or(0, |p| p.as_ptr() as usize)
    }

    /// The class number of the object; the reference must not be null (checked: a null throws).
    #[inline(always)]
    #[track_caller]
    pub fn class(&self) -> ClassId {
        if self.is_box() {
            return boxes::class_of(self.addr());
        }
        self.header().meta.get() & crate::memory::CLASS_MASK
    }

    /// The reference is a box and no address. Boxes' classes have structs without a size, and so have all that they extend.
    #[inline(always)]
    pub(crate) fn is_box(&self) -> bool {
        size_of::<T>() == 0 && boxes::is_box(self.addr())
    }

    /// The object in memory, if there is one.
    #[inline(always)]
    fn object(&self) -> Option<NonNull<Obj<T>>> {
        match self.ptr {
            // SAFETY: what is an object is not null.
            ptr if size_of::<T>() == 0 => boxes::is_object(self.addr()).then(|| unsafe { ptr.unwrap_unchecked() }),
            ptr => ptr,
        }
    }

    /// The reference is no box.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn header(&self) -> &Header {
        match self.ptr {
            // SAFETY: a non-null `Ref` points to a live object.
            Some(p) => unsafe { &(*p.as_ptr()).header },
            None => crate::exception::throw_null_pointer(""),
        }
    }

    /// This reference as one to a superclass.
    #[inline(always)]
    pub fn up<S: 'static>(&self) -> &Ref<S>
    where
        T: Extends<S>,
    {
        // SAFETY: `Extends` promises the layout; `Ref` is one pointer for every `T`.
        unsafe { &*(self as *const Ref<T> as *const Ref<S>) }
    }

    /// As [`Ref::up`], consuming the reference: no count changes.
    #[inline(always)]
    pub fn into_up<S: 'static>(self) -> Ref<S>
    where
        T: Extends<S>,
    {
        // SAFETY: as in `up`.
        unsafe { self.into_cast() }
    }

    /// # Safety
    /// The object, where not null, is a `S` or one of its subclasses.
    #[inline(always)]
    pub unsafe fn cast<S: 'static>(&self) -> &Ref<S> {
        unsafe { &*(self as *const Ref<T> as *const Ref<S>) }
    }

    /// # Safety
    /// As [`Ref::cast`].
    #[inline(always)]
    pub unsafe fn into_cast<S: 'static>(self) -> Ref<S> {
        let ptr = self.ptr.map(|p| p.cast());
        std::mem::forget(self);
        Ref { ptr, _not_send: PhantomData }
    }

    /// A copy of the fields of a plain value.
    #[inline(always)]
    #[track_caller]
    pub fn fields(&self) -> T
    where
        T: Clone,
    {
        T::clone(self)
    }

    /// The object's fields, or a `NullPointerException` with Java's text for this place.
    #[inline(always)]
    #[track_caller]
    pub fn or_npe(&self, message: &'static str) -> &T {
        match self.ptr {
            // SAFETY: what has no size may be anywhere; `Boxed` finds the box by the address.
            Some(p) if size_of::<T>() == 0 => unsafe {
                const { assert!(size_of::<T>() > 0 || align_of::<T>() == 1) };
                &*p.as_ptr().cast::<u8>().wrapping_add(size_of::<Header>()).cast::<T>()
            },
            // SAFETY: a non-null `Ref` points to a live object.
            Some(p) => unsafe { &(*p.as_ptr()).fields },
            None => crate::exception::throw_null_pointer(message),
        }
    }
}

/// The reference of a place, as it was when it was looked at, not counted: a pointer that can be in a register, where a borrow of the
/// place is read again after every write to memory.
pub struct Held<'a, T: 'static> {
    reference: ManuallyDrop<Ref<T>>,
    place: PhantomData<&'a Ref<T>>,
}

impl<T> Deref for Held<'_, T> {
    type Target = Ref<T>;

    #[inline(always)]
    fn deref(&self) -> &Ref<T> {
        &self.reference
    }
}

impl<T> Ref<T> {
    #[inline(always)]
    pub fn held(&self) -> Held<'_, T> {
        let reference = ManuallyDrop::new(Ref { ptr: self.ptr, _not_send: PhantomData });
        Held { reference, place: PhantomData }
    }
}

impl<T> Clone for Ref<T> {
    #[inline(always)]
    fn clone(&self) -> Ref<T> {
        // Where the reference is in memory, it would be read again after the count is written.
        let reference = self.held();
        if let Some(p) = reference.object() {
            // SAFETY: a non-null `Ref` points to a live object.
            let count = unsafe { &(*p.as_ptr()).header.count };
            let n = count.get();
            if n != IMMORTAL {
                count.set(n + 1);
            }
        }
        Ref { ptr: reference.ptr, _not_send: PhantomData }
    }
}

impl<T> Drop for Ref<T> {
    #[inline(always)]
    fn drop(&mut self) {
        if let Some(p) = self.object() {
            // SAFETY: a non-null `Ref` points to a live object, whose count includes this reference.
            unsafe {
                let count = &(*p.as_ptr()).header.count;
                let left = count.get().wrapping_sub(1);
                if left as i32 > 0 {
                    count.set(left);
                } else if left == 0 && size_of::<T>() > 0 && !std::mem::needs_drop::<T>() {
                    crate::memory::free(p.cast());
                } else if left != IMMORTAL - 1 {
                    crate::memory::let_go(p.cast());
                }
            }
        }
    }
}

impl<T> Deref for Ref<T> {
    type Target = T;
    #[inline(always)]
    #[track_caller]
    fn deref(&self) -> &T {
        self.or_npe("")
    }
}

impl<T> Default for Ref<T> {
    fn default() -> Ref<T> {
        Ref::NULL
    }
}

impl<T> Ref<T> {
    /// # Safety
    /// `ptr` points to a live object whose count includes the new reference.
    #[inline(always)]
    pub(crate) unsafe fn from_raw(ptr: NonNull<Obj<T>>) -> Ref<T> {
        Ref { ptr: Some(ptr), _not_send: PhantomData }
    }
}

/// A field that holds a reference.
#[repr(transparent)]
pub struct Slot<T: 'static>(std::cell::UnsafeCell<Ref<T>>);

impl<T> Slot<T> {
    pub const fn null() -> Slot<T> {
        Slot(std::cell::UnsafeCell::new(Ref::NULL))
    }

    pub fn new(value: Ref<T>) -> Slot<T> {
        Slot(std::cell::UnsafeCell::new(value))
    }

    #[inline(always)]
    pub fn get(&self) -> Ref<T> {
        // SAFETY: objects belong to one thread, and the borrow ends before anything else runs.
        unsafe { (*self.0.get()).clone() }
    }

    /// The value, in whose place null remains.
    #[inline(always)]
    pub fn take(&self) -> Ref<T> {
        // SAFETY: as in `get`.
        unsafe { std::mem::take(&mut *self.0.get()) }
    }

    /// The value without counting it. The borrow must end before anything that could write this field runs.
    ///
    /// # Safety
    /// No [`Slot::set`] on this slot while the borrow lives.
    #[inline(always)]
    pub unsafe fn peek(&self) -> &Ref<T> {
        unsafe { &*self.0.get() }
    }

    #[inline(always)]
    pub fn set(&self, value: Ref<T>) {
        // SAFETY: as in `get`; the old value is dropped only after the slot holds the new one, because its drop may run
        // code that reads this slot.
        let old = unsafe { std::mem::replace(&mut *self.0.get(), value) };
        drop(old);
    }
}

impl<T> Default for Slot<T> {
    fn default() -> Slot<T> {
        Slot::null()
    }
}

/// What the runtime knows of a class of the program. The table is indexed by class number; see [`crate::program`].
pub struct ClassInfo {
    /// The binary name, `a.b.Outer$Inner`.
    pub name: &'static str,
    pub superclass: ClassId,
    /// The numbers of this class and its subclasses are `its own ..= last_subclass`.
    pub last_subclass: ClassId,
    /// All interfaces it implements, inherited ones included, sorted.
    pub interfaces: &'static [ClassId],
    pub is_interface: bool,
    /// The size of the fields, in bytes.
    pub size: usize,
    /// Where its objects' references are.
    pub layout: Layout,
    /// Its objects can be part of a cycle of references.
    pub is_cyclic: bool,
    /// Where its objects are plain values.
    pub columns: Option<crate::array::ColumnLayout>,
    /// What becomes of its objects where another thread gets them.
    pub crossing: Crossing,
}

/// What becomes of the objects of a class where another thread gets them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crossing {
    /// They belong to one thread at a time.
    Owned,
    /// They never change and have no identity: a copy is as good.
    Copied,
    /// They never change, and each lives as long as the program: all threads use the same.
    Constant,
}

/// Where the references in an object are.
#[derive(Clone, Copy)]
pub enum Layout {
    /// In those of the object's words, behind the header, whose bits are set: all of them.
    Words(u64),
    /// So many bytes behind the beginning of its first field: all of them, in an object of more than 64 words.
    References(&'static [usize]),
    /// It is one of the interpreter's objects.
    Dynamic,
}

impl Layout {
    pub const NONE: Layout = Layout::Words(0);

    /// References so many bytes behind the beginning of the first field.
    pub const fn at(offsets: &'static [usize]) -> Layout {
        let (mut words, mut i) = (0, 0);
        while i < offsets.len() {
            if offsets[i] / 8 >= 64 {
                return Layout::References(offsets);
            }
            words |= 1 << (offsets[i] / 8);
            i += 1;
        }
        Layout::Words(words)
    }
}
