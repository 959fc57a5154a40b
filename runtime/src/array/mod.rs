//! Java's arrays and Lime's value arrays.
//!
//! An array object is a header of lengths and a pointer to elements. Small arrays, and all arrays of references, have
//! their elements behind the header in one allocation; the elements of a larger array of primitives are a [`Block`], which
//! is counted atomically, can be shared with other threads and other arrays, and knows which devices hold a copy of it.
//! `new double[m][n]` is one block whose rows are arrays that view it ([`new_multi`]); assigning another row makes the
//! matrix *ragged*, and [`Array::matrix`] says which of the two it is. A matrix that a region computes, or of many rows in a program with
//! regions, has no rows until somebody looks at one ([`new_grid`]): many a matrix goes from region to region, and its rows would be most of
//! its memory. A look at a row makes it and some beside it, not all. A loop that only looks at one after another does with a row that ends
//! with its turn (`Grid`).
//!
//! An array of plain values has a column for every field in the place of its elements: see [`Fields`].
//!
//! *Validity.* An element may be read where its index is below `read_limit` and written where it is below `write_limit`.
//! Both are the length where the host's copy is the only valid one. While a device has a copy too, `write_limit` is 0; while
//! only a device has a valid copy, `read_limit` is 0 as well; for value arrays `write_limit` is always 0. So the check that
//! Java demands of every access is the check of validity too, and its cold path fetches the elements, tells the device, or
//! throws. Rows keep their own limits.
//!
//! *Threads.* An array object belongs to one thread, as every object. Threads that work on one array at a time get a
//! slice or a [`View`] of its elements, and the one that hands them out waits.

mod block;
mod bounds;
mod columns;
mod matrix;

pub use block::{Block, DeviceCopies};
pub use bounds::{Unbound, check_bounds, check_kind, is_of_kind, throw_unbound, unbound};
pub use columns::{ColumnLayout, Field, Fields, array_of, column, from_columns, new_of, replace_column, with_columns};
pub(crate) use matrix::Grid;
pub use matrix::{Matrix, Rectangle, Unmade, extents, new_grid, new_matrix, new_multi, only_extent, rectangle, shape};

use crate::exception;
use crate::memory::{self, PLAIN, TRACE};
use crate::object::{ClassId, Header, Obj, Object, Ref, class_id};
use crate::program::{self, RefType};
use std::cell::Cell;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicBool, Ordering};

/// A type of array elements.
///
/// # Safety
/// `CLASS` is the class number of arrays of it, all bits zero are its default value, and `IS_REF` says whether it is a `Ref`.
pub unsafe trait Elem: Clone + 'static {
    const CLASS: u32;
    const IS_REF: bool;
    /// Whether an array of this element type can hold the value.
    fn fits(&self, element: RefType) -> bool;
    /// Throws `ArrayStoreException` where it cannot.
    fn check_store(&self, element: RefType);
}

macro_rules! primitive_elements {
    ($($t:ty, $class:ident);*) => { $(
        // SAFETY: a primitive; zero is its default value.
        unsafe impl Elem for $t {
            const CLASS: u32 = class_id::$class;
            const IS_REF: bool = false;
            fn fits(&self, _: RefType) -> bool {
                true
            }
            #[inline(always)]
            fn check_store(&self, _: RefType) {}
        }
    )* };
}
primitive_elements!(bool, BOOLEAN_ARRAY; i8, BYTE_ARRAY; i16, SHORT_ARRAY; u16, CHAR_ARRAY; i32, INT_ARRAY; i64, LONG_ARRAY;
    f32, FLOAT_ARRAY; f64, DOUBLE_ARRAY);

// SAFETY: a `Ref` is one pointer, null is zero.
unsafe impl<T: 'static> Elem for Ref<T> {
    const CLASS: u32 = class_id::REF_ARRAY;
    const IS_REF: bool = true;
    fn fits(&self, element: RefType) -> bool {
        self.is_null() || program::instance_of_type(self, element)
    }
    #[inline(always)]
    fn check_store(&self, element: RefType) {
        if element != RefType::OBJECT && !self.is_null() && RefType::class(self.class()) != element {
            check_store_slow(self.up(), element);
        }
    }
}

#[inline(never)]
fn check_store_slow(value: &Ref<Object>, element: RefType) {
    if !program::instance_of_type(value, element) {
        exception::throw_array_store(value);
    }
}

// ---- array objects ----------------------------------------------------------------------------------------------

/// The fields of an array object.
#[repr(C)]
pub struct Array<T: 'static> {
    data: Cell<*mut T>,
    read_limit: Cell<u32>,
    write_limit: Cell<u32>,
    length: u32,
    flags: Cell<u32>,
    /// For primitives the block that holds the elements, null where they are behind the header. For references, where
    /// the array is a matrix of the rows it was made with, the block of all its leaves.
    block: Cell<*const Block>,
    /// The element type of an array of references.
    element: RefType,
    /// Below it are the elements whose fields may be read from columns.
    columns_limit: Cell<u32>,
}

/// Whether a device has ever had a copy of an array: before that, every array is valid on the host.
static DEVICES_USED: AtomicBool = AtomicBool::new(false);

/// A device is about to have a copy of an array.
pub fn note_device() {
    DEVICES_USED.store(true, Ordering::Relaxed);
}

/// Immutable: a value array.
const VALUE: u32 = 1;

/// A row of at most so many bytes is fetched from a device as fast as one of its elements.
const SHORT_ROW: usize = 64 << 10;
/// Elements of more bytes than this are a block.
const MAX_INLINE: usize = 1024;
const DATA_OFFSET: usize = size_of::<Obj<Array<u8>>>().next_multiple_of(16);
const MAX_LENGTH: usize = i32::MAX as usize - 2;

/// # Safety
/// `p` is an array.
pub(crate) unsafe fn object_size(p: NonNull<Header>) -> usize {
    unsafe {
        let size = element_size(p.as_ref().meta.get() & memory::CLASS_MASK);
        let array = &(*p.cast::<Obj<Array<u8>>>().as_ptr()).fields;
        let inline = size * array.length as usize;
        let flags = array.flags.get();
        DATA_OFFSET
            + if flags & columns::ROOM != 0 {
                columns::room(flags)
            } else if flags & LATER != 0 {
                inline + matrix::later_room(array.length as usize)
            } else if flags & INLINE != 0 {
                inline
            } else {
                0
            }
    }
}

/// The allocation has room for the elements, whether they are still there or not.
const INLINE: u32 = 2;

/// A matrix of which not all rows are made yet. Both limits are 0; behind its elements stands which of them are there.
const UNMADE: u32 = 4;

/// The allocation has room behind the elements for what is known of rows that are made later, whether they are made by now or not.
const LATER: u32 = 32;

fn element_size(class: u32) -> usize {
    match class {
        class_id::BOOLEAN_ARRAY | class_id::BYTE_ARRAY => 1,
        class_id::SHORT_ARRAY | class_id::CHAR_ARRAY => 2,
        class_id::INT_ARRAY | class_id::FLOAT_ARRAY => 4,
        _ => 8,
    }
}

/// Releases the block that the array refers to, and the rows of a matrix that has not all of them.
///
/// # Safety
/// `p` is an array that is being freed.
pub(crate) unsafe fn drop_block(p: NonNull<Header>) {
    unsafe {
        let array = &(*p.cast::<Obj<Array<Ref<Object>>>>().as_ptr()).fields;
        if array.flags.get() & UNMADE != 0 {
            matrix::drop_rows(p);
        }
        let block = array.block.get();
        if !block.is_null() {
            Block::release(block);
        }
    }
}

/// The elements of an array of references, or what stands in their place.
///
/// # Safety
/// `p` is one, and no element is written while the slice is used.
pub(crate) unsafe fn elements<'a>(p: NonNull<Header>) -> &'a [Ref<Object>] {
    unsafe {
        let array = &(*p.cast::<Obj<Array<Ref<Object>>>>().as_ptr()).fields;
        if array.flags.get() & columns::ROOM != 0 {
            return columns::references(p, array.flags.get());
        }
        let length = if array.flags.get() & UNMADE != 0 { 0 } else { array.length };
        std::slice::from_raw_parts(array.data.get(), length as usize)
    }
}

/// An array of `length` elements whose memory is not initialised yet where `zero` is false and the array is inline.
#[inline]
fn allocate<T: Elem>(length: usize, element: RefType, zero: bool) -> Ref<Array<T>> {
    let bytes = length * size_of::<T>();
    if T::IS_REF || bytes <= MAX_INLINE {
        let size = DATA_OFFSET + bytes;
        if length > MAX_LENGTH {
            throw_too_long();
        }
        let p = memory::allocate(size);
        // SAFETY: the allocation has room for the elements.
        let data = unsafe { p.as_ptr().add(DATA_OFFSET) };
        if zero {
            // SAFETY: as above.
            unsafe { clear(data, bytes) };
        }
        let flags = if T::IS_REF { array_trace_flag(element) } else { PLAIN };
        unsafe { finish(p, size, flags, length, INLINE, data.cast(), ptr::null(), element) }
    } else {
        if length > MAX_LENGTH {
            throw_too_long();
        }
        let block = Block::zeroed(bytes);
        let p = memory::allocate(DATA_OFFSET);
        // SAFETY: a fresh block of `bytes`.
        unsafe { finish(p, DATA_OFFSET, 0, length, 0, block.as_ref().data().cast(), block.as_ptr(), element) }
    }
}

/// Zeroes the elements at `data`, `bytes` bytes. Most arrays of a program that makes many are of a few elements, for which a call takes
/// longer than the work, and so does a branch on how many there are: of these, what stands before them is zeroed too.
///
/// # Safety
/// They may be written, and so may the `DATA_OFFSET` bytes before them.
#[inline(always)]
unsafe fn clear(data: *mut u8, bytes: usize) {
    const { assert!(DATA_OFFSET == 48) };
    unsafe {
        if bytes <= 2 * DATA_OFFSET {
            // The two overlap where there are fewer.
            data.sub(DATA_OFFSET.min(2 * DATA_OFFSET - bytes)).cast::<[u64; 6]>().write_unaligned([0; 6]);
            data.add(bytes).sub(DATA_OFFSET).cast::<[u64; 6]>().write_unaligned([0; 6]);
        } else {
            ptr::write_bytes(data, 0, bytes);
        }
    }
}

#[cold]
fn throw_too_long() -> ! {
    crate::memory::throw_out_of_memory("Requested array size exceeds VM limit")
}

#[allow(clippy::too_many_arguments)] // The fields, once each.
#[inline(always)]
unsafe fn finish<T: Elem>(
    p: NonNull<u8>,
    size: usize,
    meta_flags: u32,
    length: usize,
    flags: u32,
    data: *mut T,
    block: *const Block,
    element: RefType,
) -> Ref<Array<T>> {
    let p = p.cast::<Obj<Array<T>>>();
    let header = Header {
        count: Cell::new(memory::first_count(meta_flags)),
        meta: Cell::new(memory::meta_of(T::CLASS, size, meta_flags)),
    };
    let fields = Array {
        data: Cell::new(data),
        read_limit: Cell::new(length as u32),
        write_limit: Cell::new(length as u32),
        length: length as u32,
        flags: Cell::new(flags),
        block: Cell::new(block),
        element,
        columns_limit: Cell::new(0),
    };
    unsafe {
        p.write(Obj { header, fields });
        Ref::from_raw(p)
    }
}

/// An array of all elements of a block, whose one count it takes.
///
/// # Safety
/// The block has at least `length` elements at its start, which nobody else writes.
pub(crate) unsafe fn of_block<T: Elem>(block: NonNull<Block>, length: usize) -> Ref<Array<T>> {
    const { assert!(!T::IS_REF, "references are not in blocks") };
    let p = memory::allocate(DATA_OFFSET);
    // SAFETY: as the caller's.
    unsafe {
        let data = block.as_ref().data().cast();
        finish(p, DATA_OFFSET, 0, length, 0, data, block.as_ptr(), RefType::OBJECT)
    }
}

/// An array of numbers that has the elements of another one, which lives longer and is not written meanwhile, as this is not.
pub(crate) fn view(array: &Ref<Object>) -> Ref<Object> {
    fn of<T: Elem>(array: &Ref<Object>) -> Ref<Object> {
        // SAFETY: the class number says so.
        let array = unsafe { array.cast::<Array<T>>() };
        array.sync_host();
        let (length, data) = (array.length as usize, array.data.get());
        let p = memory::allocate(DATA_OFFSET);
        // SAFETY: an allocation for an array whose elements stand elsewhere: it has no block, and no room for elements.
        unsafe { finish::<T>(p, DATA_OFFSET, 0, length, 0, data, ptr::null(), RefType::OBJECT) }.into_up()
    }
    match array.class() {
        class_id::BOOLEAN_ARRAY => of::<bool>(array),
        class_id::BYTE_ARRAY => of::<i8>(array),
        class_id::SHORT_ARRAY => of::<i16>(array),
        class_id::CHAR_ARRAY => of::<u16>(array),
        class_id::INT_ARRAY => of::<i32>(array),
        class_id::LONG_ARRAY => of::<i64>(array),
        class_id::FLOAT_ARRAY => of::<f32>(array),
        _ => of::<f64>(array),
    }
}

/// An array can be in a cycle where its elements can.
#[inline]
fn array_trace_flag(element: RefType) -> u32 {
    if element == RefType::OBJECT { TRACE } else { class_trace_flag(element.base()) }
}

fn class_trace_flag(base: ClassId) -> u32 {
    if base == class_id::OBJECT {
        return TRACE;
    }
    if exception::is_runtime_class(base) {
        return 0;
    }
    let info = program::class_info(base);
    if info.is_interface || info.is_cyclic || info.last_subclass != base { TRACE } else { 0 }
}

impl<T: Elem> Array<T> {
    /// `new T[length]` for primitives.
    #[allow(clippy::new_ret_no_self)] // An `Array` exists only behind a `Ref`.
    #[inline]
    pub fn new(length: i32) -> Ref<Array<T>> {
        const { assert!(!T::IS_REF, "arrays of references need an element type: `Array::new_ref`") };
        if length < 0 {
            exception::throw_negative_size(length);
        }
        allocate(length as usize, RefType::OBJECT, true)
    }

    /// An array of `length` elements that are somebody else's.
    ///
    /// # Safety
    /// `data` are as many elements for as long as the array, and all that is made to refer to its elements, is used; whoever lends them
    /// ends that ([`Array::ensure_block`] moves the elements).
    pub(crate) unsafe fn lent(data: *mut T, length: i32) -> Ref<Array<T>> {
        // An address of its own, where there is nothing.
        let data = if length == 0 { ptr::NonNull::dangling().as_ptr() } else { data };
        let p = memory::allocate(DATA_OFFSET);
        // SAFETY: as of `view`.
        unsafe { finish::<T>(p, DATA_OFFSET, PLAIN, length as usize, 0, data, ptr::null(), RefType::OBJECT) }
    }

    /// The fields of an array whose elements lie apart from them, see [`Array::lies_at`].
    #[inline(always)]
    pub(crate) fn apart(length: u32) -> Array<T> {
        Array {
            data: Cell::new(ptr::null_mut()),
            read_limit: Cell::new(length),
            write_limit: Cell::new(length),
            length,
            flags: Cell::new(0),
            block: Cell::new(ptr::null()),
            element: RefType::OBJECT,
            columns_limit: Cell::new(0),
        }
    }

    /// Where the elements are.
    #[inline(always)]
    pub(crate) fn lies_at(&self, data: *mut T) {
        self.data.set(data);
    }

    /// `{ a, b, … }` for primitives.
    #[inline]
    pub fn literal(elements: &[T]) -> Ref<Array<T>>
    where
        T: Copy,
    {
        let array = allocate::<T>(elements.len(), RefType::OBJECT, false);
        // SAFETY: room for as many elements.
        unsafe { array.data.get().copy_from_nonoverlapping(elements.as_ptr(), elements.len()) };
        array
    }
}

/// An element that may be written.
pub struct Entry<'a, T: 'static> {
    array: &'a Array<T>,
    index: usize,
}

impl<T: Elem> Entry<'_, T> {
    /// Exchanges it with the element at `other`. Nothing is counted, and both fit.
    #[inline(always)]
    #[track_caller]
    pub fn exchange(self, other: i32) {
        if other as u32 >= self.array.write_limit.get() {
            self.array.write_slow(other);
        }
        let data = self.array.data.get();
        // SAFETY: both are below the limit.
        unsafe { ptr::swap(data.add(self.index), data.add(other as usize)) }
    }
}

impl<T: 'static> Array<Ref<T>> {
    /// `new C[length]`; `element` is `C`, whose references `Ref<T>` are.
    #[inline]
    pub fn new_ref(length: i32, element: RefType) -> Ref<Array<Ref<T>>> {
        if length < 0 {
            exception::throw_negative_size(length);
        }
        allocate(length as usize, element, true)
    }

    /// `{ a, b, … }` of references.
    #[inline]
    pub fn literal_ref<const N: usize>(element: RefType, elements: [Ref<T>; N]) -> Ref<Array<Ref<T>>> {
        Array::from_refs(element, elements)
    }

    #[inline]
    pub fn from_refs(
        element: RefType,
        elements: impl IntoIterator<Item = Ref<T>, IntoIter: ExactSizeIterator>,
    ) -> Ref<Array<Ref<T>>> {
        let elements = elements.into_iter();
        let array: Ref<Array<Ref<T>>> = Array::new_ref(elements.len() as i32, element);
        for (i, e) in elements.take(array.length as usize).enumerate() {
            // SAFETY: there are as many; the old element is null.
            unsafe { array.data.get().add(i).write(e) };
        }
        array
    }

    /// The element without counting it; null where the index is wrong is not given: it throws.
    ///
    /// # Safety
    /// No write to the element while the borrow lives.
    #[inline(always)]
    pub unsafe fn peek(&self, index: i32) -> &Ref<T> {
        if index as u32 >= self.read_limit.get() {
            self.read_slow(index);
        }
        unsafe { &*self.data.get().add(index as usize) }
    }

    /// As [`Array::peek`] where the array is valid to read on the host.
    ///
    /// # Safety
    /// As there.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn peek_valid(&self, index: i32) -> &Ref<T> {
        if index as u32 >= self.length {
            exception::throw_array_index(index, self.len());
        }
        unsafe { &*self.data.get().add(index as usize) }
    }
}

impl<T: Elem> Array<T> {
    #[inline(always)]
    pub fn len(&self) -> i32 {
        self.length as i32
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The element type of an array of references.
    pub fn element_type(&self) -> RefType {
        self.element
    }

    pub fn is_value(&self) -> bool {
        self.flags.get() & VALUE != 0
    }

    /// Makes this array immutable. Whoever calls holds the only reference to it and to its elements.
    pub(crate) fn make_value(&self) {
        self.flags.set(self.flags.get() | VALUE);
        self.write_limit.set(0);
    }

    /// `a[index]`.
    #[inline(always)]
    #[track_caller]
    pub fn get(&self, index: i32) -> T {
        if index as u32 >= self.read_limit.get() {
            self.read_slow(index);
        }
        // SAFETY: below the limit.
        unsafe { (*self.data.get().add(index as usize)).clone() }
    }

    /// `a[index] = value`, with the check of the element's type.
    #[inline(always)]
    #[track_caller]
    pub fn set(&self, index: i32, value: T) {
        if index as u32 >= self.write_limit.get() {
            self.write_slow(index);
        }
        value.check_store(self.element);
        // SAFETY: below the limit.
        let old = unsafe { ptr::replace(self.data.get().add(index as usize), value) };
        drop(old);
    }

    /// As [`Array::set`] where the value's type is known to fit.
    #[inline(always)]
    #[track_caller]
    pub fn set_fitting(&self, index: i32, value: T) {
        if index as u32 >= self.write_limit.get() {
            self.write_slow(index);
        }
        // SAFETY: below the limit.
        let old = unsafe { ptr::replace(self.data.get().add(index as usize), value) };
        drop(old);
    }

    /// The element, in whose place null or zero remains.
    #[inline(always)]
    #[track_caller]
    pub fn take(&self, index: i32) -> T {
        if index as u32 >= self.write_limit.get() {
            self.write_slow(index);
        }
        // SAFETY: below the limit; all bits zero are an element type's default value.
        unsafe { ptr::replace(self.data.get().add(index as usize), std::mem::zeroed()) }
    }

    /// The element, to be exchanged with another one.
    #[inline(always)]
    #[track_caller]
    pub fn entry(&self, index: i32) -> Entry<'_, T> {
        if index as u32 >= self.write_limit.get() {
            self.write_slow(index);
        }
        Entry { array: self, index: index as usize }
    }

    /// # Safety
    /// `0 <= index < len`, and the array is valid to read on the host.
    #[inline(always)]
    pub unsafe fn get_unchecked(&self, index: i32) -> T {
        unsafe { (*self.data.get().add(index as usize)).clone() }
    }

    /// # Safety
    /// `0 <= index < len`, the array is valid to write on the host, and the value fits.
    #[inline(always)]
    pub unsafe fn set_unchecked(&self, index: i32, value: T) {
        drop(unsafe { ptr::replace(self.data.get().add(index as usize), value) });
    }

    /// As [`Array::get`] where the array is valid to read on the host: the check is of the length alone, and what is behind it
    /// does not come back.
    #[inline(always)]
    #[track_caller]
    pub fn get_valid(&self, index: i32) -> T {
        if index as u32 >= self.length {
            exception::throw_array_index(index, self.len());
        }
        // SAFETY: below the length.
        unsafe { (*self.data.get().add(index as usize)).clone() }
    }

    /// As [`Array::set`] where the array is valid to write on the host.
    #[inline(always)]
    #[track_caller]
    pub fn set_checked(&self, index: i32, value: T) {
        if index as u32 >= self.length {
            exception::throw_array_index(index, self.len());
        }
        value.check_store(self.element);
        // SAFETY: below the length.
        drop(unsafe { ptr::replace(self.data.get().add(index as usize), value) });
    }

    /// As [`Array::set_fitting`] where the array is valid to write on the host.
    #[inline(always)]
    #[track_caller]
    pub fn set_valid(&self, index: i32, value: T) {
        if index as u32 >= self.length {
            exception::throw_array_index(index, self.len());
        }
        // SAFETY: below the length.
        drop(unsafe { ptr::replace(self.data.get().add(index as usize), value) });
    }

    /// Applies `f` to the element: `a[i] += x`, with one check.
    #[inline(always)]
    #[track_caller]
    pub fn update(&self, index: i32, f: impl FnOnce(T) -> T) -> T {
        if index as u32 >= self.write_limit.get() {
            self.write_slow(index);
        }
        // SAFETY: below the limit, which `f` cannot lower for primitives: it is arithmetic.
        unsafe {
            let at = self.data.get().add(index as usize);
            let new = f((*at).clone());
            drop(ptr::replace(at, new.clone()));
            new
        }
    }

    /// Returns where the read is legal now.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn read_slow(&self, index: i32) {
        if index as u32 >= self.length {
            exception::throw_array_index(index, self.len());
        }
        if !self.make_row(index as usize) && !self.fetch_element(index) {
            self.sync_host();
        }
    }

    /// Makes one element of a stale array valid, where its device would rather not send all.
    fn fetch_element(&self, index: i32) -> bool {
        let Some(block) = self.block().filter(|_| !T::IS_REF) else { return false };
        let (first, bytes) = self.place_in(block);
        // A short row comes at once.
        if bytes < block.bytes() && bytes <= SHORT_ROW {
            return false;
        }
        let offset = first + index as usize * size_of::<T>();
        // SAFETY: this thread owns the array.
        let copies = unsafe { block.copies() };
        copies.as_ref().is_some_and(|c| c.fetch_part(block.data(), offset, size_of::<T>()))
    }

    /// Where the elements begin in their block, and how many bytes they are.
    fn place_in(&self, block: &Block) -> (usize, usize) {
        let first = (self.data.get() as usize).wrapping_sub(block.data() as usize);
        (first, self.length as usize * size_of::<T>())
    }

    /// Returns where the write is legal now.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn write_slow(&self, index: i32) {
        if index as u32 >= self.length {
            exception::throw_array_index(index, self.len());
        }
        self.sync_host_for_write();
    }

    /// Makes the host's copy valid to read.
    #[cold]
    #[inline(never)]
    pub fn sync_host(&self) {
        if self.read_limit.get() != self.length {
            if T::IS_REF {
                self.make_rows();
                self.make_objects();
            } else if let Some(block) = self.block() {
                // SAFETY: this thread owns the array.
                if let Some(copies) = unsafe { block.copies() } {
                    let (offset, bytes) = self.place_in(block);
                    if bytes < block.bytes() {
                        copies.fetch_row(block.data(), offset, bytes, block.bytes());
                    } else {
                        copies.fetch(block.data(), block.bytes());
                    }
                }
            }
            self.read_limit.set(self.length);
        }
    }

    /// Makes the host's copy the only valid one; a matrix becomes ragged.
    #[cold]
    #[inline(never)]
    pub fn sync_host_for_write(&self) {
        if self.is_value() {
            // One row of many, under a type that an unchecked cast has given it.
            exception::throw_new(exception::ExceptionKind::ClassCast, Some("a value array is never written"));
        }
        if T::IS_REF {
            self.make_rows();
            self.make_objects();
            let block = self.block.replace(ptr::null());
            if !block.is_null() {
                // The rows keep the block.
                // SAFETY: the matrix owned one count.
                unsafe { Block::release(block) };
            }
        } else {
            self.sync_host();
            if let Some(block) = self.block() {
                // SAFETY: as above.
                if let Some(copies) = unsafe { block.copies() } {
                    let (offset, bytes) = self.place_in(block);
                    if bytes < block.bytes() {
                        copies.invalidate_row(block.data(), offset, bytes, block.bytes());
                    } else {
                        copies.invalidate();
                    }
                }
            }
        }
        self.write_limit.set(self.length);
    }

    /// A device has a valid copy too: the next write by the host must tell it.
    pub fn mark_shared(&self) {
        note_device();
        self.write_limit.set(0);
    }

    /// The host alone has a valid copy.
    pub fn mark_valid(&self) {
        self.read_limit.set(self.length);
        self.write_limit.set(if self.is_value() { 0 } else { self.length });
    }

    /// Only a device has a valid copy.
    pub fn mark_stale(&self) {
        note_device();
        self.read_limit.set(0);
        self.write_limit.set(0);
    }

    /// The block of the elements; None for a small array that has none.
    pub fn block(&self) -> Option<&Block> {
        // SAFETY: where not null it is counted by this array.
        unsafe { self.block.get().as_ref() }
    }

    /// Where the first element is, valid on the host or not.
    pub(crate) fn data_address(&self) -> *const T {
        self.data.get()
    }

    /// The elements as a block, moving them there where they are behind the header. Views made before are void.
    pub fn ensure_block(&self) -> &Block {
        const { assert!(!T::IS_REF, "references are not in blocks") };
        if self.block.get().is_null() {
            let block = Block::zeroed(self.length as usize * size_of::<T>());
            // SAFETY: as many elements there; primitives can be copied.
            unsafe {
                let data = block.as_ref().data().cast::<T>();
                data.copy_from_nonoverlapping(self.data.get(), self.length as usize);
                self.data.set(data);
            }
            self.block.set(block.as_ptr());
            self.not_plain();
        }
        // SAFETY: not null by now.
        unsafe { &*self.block.get() }
    }

    fn header(&self) -> &Header {
        // SAFETY: an `Array` stands behind its header.
        unsafe { &*(self as *const Array<T> as *const Header).sub(1) }
    }

    /// The array now has something to release.
    fn not_plain(&self) {
        let meta = &self.header().meta;
        meta.set(meta.get() & !PLAIN);
    }

    /// The array's class, of those whose elements are primitives: their layouts are one.
    fn set_class(&self, class: u32) {
        let meta = &self.header().meta;
        meta.set(meta.get() & !memory::CLASS_MASK | class);
    }

    /// Base and length for a loop's reads, valid until the array is next given to a device.
    #[inline(always)]
    pub fn view(&self) -> View<T> {
        if self.read_limit.get() != self.length {
            self.sync_host();
        }
        View { data: self.data.get(), length: self.length }
    }

    /// As [`Array::view`], for writes too.
    #[inline(always)]
    pub fn view_mut(&self) -> View<T> {
        if self.write_limit.get() != self.length {
            self.sync_host_for_write();
        }
        View { data: self.data.get(), length: self.length }
    }

    /// # Safety
    /// Nothing writes to the array while the slice lives.
    #[inline(always)]
    pub unsafe fn as_slice(&self) -> &[T] {
        let view = self.view();
        unsafe { std::slice::from_raw_parts(view.data, view.length as usize) }
    }

    /// # Safety
    /// Nothing else reads or writes the array while the slice lives.
    #[allow(clippy::mut_from_ref)] // The contract above.
    #[inline(always)]
    pub unsafe fn as_mut_slice(&self) -> &mut [T] {
        let view = self.view_mut();
        unsafe { std::slice::from_raw_parts_mut(view.data, view.length as usize) }
    }

    /// `clone()`: for references the elements are shared, and a matrix's clone is not one.
    pub fn clone_array(&self) -> Ref<Array<T>> {
        if self.has_columns() {
            // SAFETY: only arrays of references have columns, and the copy is of the same type.
            return unsafe { self.clone_columns().into_cast() };
        }
        let view = self.view();
        let copy = allocate::<T>(self.length as usize, self.element, false);
        let data = copy.data.get();
        for i in 0..self.length as usize {
            // SAFETY: both have the length; the copy's memory is not initialised or zero.
            unsafe { data.add(i).write((*view.data.add(i)).clone()) };
        }
        copy
    }

    /// `System.arraycopy` within one element type, ranges checked by the caller; they may overlap.
    pub fn copy_range(&self, from: usize, target: &Array<T>, to: usize, n: usize) {
        if n == 0 || self.copy_columns(from, target, to, n) {
            return;
        }
        let (source, target_view) = (self.view(), target.view_mut());
        assert!(
            from + n <= source.length as usize && to + n <= target_view.length as usize,
            "ranges are checked before"
        );
        // SAFETY: in range as asserted.
        unsafe {
            if !T::IS_REF {
                ptr::copy(source.data.add(from), target_view.data.add(to), n);
                return;
            }
            let put = |i: usize| drop(ptr::replace(target_view.data.add(to + i), (*source.data.add(from + i)).clone()));
            // Elements are read before they are overwritten.
            if ptr::eq(self, target) && to > from { (0..n).rev().for_each(put) } else { (0..n).for_each(put) }
        }
    }
}

impl<T: 'static> Array<Ref<T>> {
    /// Moves elements, ranges checked by the caller; they may overlap. Where nothing is moved to, null remains. Nothing is
    /// counted but what is overwritten.
    pub fn move_range(&self, from: usize, target: &Array<Ref<T>>, to: usize, n: usize) {
        let (source, target_view) = (self.view_mut(), target.view_mut());
        assert!(
            from + n <= source.length as usize && to + n <= target_view.length as usize,
            "ranges are checked before"
        );
        let same = ptr::eq(self, target);
        // SAFETY: in range as asserted. Each element is dropped, moved or left where it is, once, and the rest is null.
        unsafe {
            let is_moved = |at: usize| same && (from..from + n).contains(&at);
            for at in (to..to + n).filter(|&at| !is_moved(at)) {
                drop(ptr::replace(target_view.data.add(at), Ref::NULL));
            }
            ptr::copy(source.data.add(from), target_view.data.add(to), n);
            for at in (from..from + n).filter(|&at| !(same && (to..to + n).contains(&at))) {
                source.data.add(at).write(Ref::NULL);
            }
        }
    }
}

/// Base and length of an array's elements, hoisted out of a loop.
///
/// The array must live and stay on the host while the view is used: the generated loop holds the reference.
pub struct View<T> {
    pub data: *mut T,
    pub length: u32,
}

impl<T> Clone for View<T> {
    fn clone(&self) -> View<T> {
        *self
    }
}
impl<T> Copy for View<T> {}
// SAFETY: whoever makes a view and gives it to other threads waits for them and divides the writes.
unsafe impl<T: Send> Send for View<T> {}
unsafe impl<T: Send> Sync for View<T> {}

impl<T: Clone> View<T> {
    #[inline(always)]
    pub fn len(&self) -> i32 {
        self.length as i32
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    #[inline(always)]
    #[track_caller]
    pub fn get(&self, index: i32) -> T {
        if index as u32 >= self.length {
            exception::throw_array_index(index, self.length as i32);
        }
        // SAFETY: just checked.
        unsafe { (*self.data.add(index as usize)).clone() }
    }

    #[inline(always)]
    #[track_caller]
    pub fn set(&self, index: i32, value: T) {
        if index as u32 >= self.length {
            exception::throw_array_index(index, self.length as i32);
        }
        // SAFETY: just checked.
        drop(unsafe { ptr::replace(self.data.add(index as usize), value) });
    }

    /// # Safety
    /// `0 <= index < len`.
    #[inline(always)]
    pub unsafe fn get_unchecked(&self, index: i32) -> T {
        unsafe { (*self.data.add(index as usize)).clone() }
    }

    /// # Safety
    /// `0 <= index < len`.
    #[inline(always)]
    pub unsafe fn set_unchecked(&self, index: i32, value: T) {
        drop(unsafe { ptr::replace(self.data.add(index as usize), value) });
    }
}

/// All arrays of primitives that an array of arrays leads to.
pub(crate) fn each_leaf(object: &Ref<Object>, f: &mut dyn FnMut(&Array<i8>)) {
    if object.class() != class_id::REF_ARRAY {
        // SAFETY: an array of primitives; its fields are laid out alike for all of them, and limits count elements.
        return f(unsafe { object.cast::<Array<i8>>() });
    }
    // SAFETY: the class number says so.
    let parts = unsafe { object.cast::<Array<Ref<Object>>>() };
    if parts.unmade().is_some() {
        // Rows that are made later are given the limits that the block's copies ask for.
        note_device();
        return parts.rows_so_far().into_iter().for_each(|row| each_leaf(row, f));
    }
    // SAFETY: nothing writes to the array of parts meanwhile.
    for part in unsafe { parts.as_slice() } {
        each_leaf(part, f);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::statistics;
    use crate::test_program::{self, LEAF};
    use std::rc::Rc;

    #[test]
    fn small_and_large_arrays() {
        test_program::enter(|| {
            let before = statistics().live;
            for n in [0, 1, 100, 256, 257, 100_000] {
                let a = Array::<i32>::new(n);
                assert_eq!(a.len(), n);
                for i in 0..n {
                    assert_eq!(a.get(i), 0);
                    a.set(i, i);
                }
                assert_eq!(
                    unsafe { a.as_slice() }.iter().map(|&x| x as i64).sum::<i64>(),
                    n as i64 * (n as i64 - 1) / 2
                );
                let copy = a.clone_array();
                assert_eq!(unsafe { a.as_slice() }, unsafe { copy.as_slice() });
            }
            assert_eq!(statistics().live, before);
            assert_eq!(Array::literal(&[1.0f64, 2.0]).update(1, |x| x + 1.0), 3.0);
        });
    }

    #[test]
    fn a_matrix_is_one_block_until_a_row_is_replaced() {
        test_program::enter(|| {
            let before = statistics().live;
            let m = new_multi::<f64>(&[3, 4], RefType::OBJECT);
            // SAFETY: that is its type.
            let m: Ref<Array<Ref<Array<f64>>>> = unsafe { m.into_cast() };
            m.get(2).set(3, 7.0);
            let matrix = m.matrix(true).expect("just made");
            assert_eq!((matrix.rows, matrix.cols), (3, 4));
            assert_eq!(unsafe { *matrix.data.add(11) }, 7.0);
            assert_eq!(matrix.data as usize % align_of::<f64>(), 0);
            let row = m.get(0);
            m.set(1, row.clone());
            assert!(m.matrix(false).is_none());
            row.set(0, 5.0);
            assert_eq!(m.get(1).get(0), 5.0);
            drop((m, row));
            assert_eq!(statistics().live, before);
        });
    }

    #[test]
    fn arrays_of_any_rank_and_element() {
        test_program::enter(|| {
            let before = statistics().live;
            type Matrix = Array<Ref<Array<i32>>>;
            let a = new_multi::<i32>(&[2, 3, 4], RefType::OBJECT);
            assert_eq!(program::class_name_of(&a), "[[[I");
            // SAFETY: that is its type.
            let a: Ref<Array<Ref<Matrix>>> = unsafe { a.into_cast() };
            assert_eq!(program::class_name_of(a.get(1).up()), "[[I");
            a.get(1).get(2).set(3, 9);
            assert_eq!(unsafe { *a.get(1).matrix(false).expect("rows as made").data.add(11) }, 9);
            let s = new_multi::<Ref<Object>>(&[2, 2], RefType::class(LEAF));
            assert_eq!(program::class_name_of(&s), "[[Lapp.Leaf;");
            assert_eq!(program::class_name_of(&new_multi::<i8>(&[0, 5], RefType::OBJECT)), "[[B");
            drop((a, s));
            assert_eq!(statistics().live, before);
            assert_eq!(
                test_program::thrown(|| drop(new_multi::<i32>(&[3, -2], RefType::OBJECT))),
                "java.lang.NegativeArraySizeException: -2"
            );
        });
    }

    #[test]
    fn rows_are_made_when_one_is_looked_at() {
        test_program::enter(|| {
            let before = statistics().live;
            for dims in [&[3, 4][..], &[2, 3, 4], &[5, 0], &[1, 7], &[2, 1, 5]] {
                drop(new_grid::<i32>(dims));
            }
            assert_eq!(statistics().live, before);
            let m = new_grid::<i32>(&[3, 4]);
            let matrix = rectangle::<i32, 2>(&m, true).expect("just made");
            // SAFETY: the last of twelve elements.
            unsafe { matrix.data.add(11).write(7) };
            assert_eq!(shape::<i32, 2>(&m), Some([3, 4]));
            assert!(shape::<f32, 2>(&m).is_none() && shape::<i32, 3>(&m).is_none());
            // SAFETY: that is its type.
            let m: Ref<Array<Ref<Array<i32>>>> = unsafe { m.into_cast() };
            assert_eq!(m.len(), 3);
            assert_eq!(m.get(2).get(3), 7);
            assert_eq!(rectangle::<i32, 2>(m.up(), true).map(|r| r.data), Some(matrix.data));
            m.set(0, m.get(1));
            assert!(m.matrix(false).is_none());
            let cube = new_grid::<i8>(&[2, 3, 4]);
            assert_eq!(shape::<i8, 3>(&cube), Some([2, 3, 4]));
            let value = crate::value_array::freeze(cube);
            assert!(crate::value_array::equal(
                &value,
                &crate::value_array::freeze(new_multi::<i8>(&[2, 3, 4], RefType::OBJECT))
            ));
            let thawed = crate::value_array::thaw(&crate::value_array::freeze(new_grid::<i8>(&[2, 2])));
            assert_eq!(crate::value_array::text(&thawed), "[[0, 0], [0, 0]]");
            drop((m, value, thawed));
            assert_eq!(statistics().live, before);
        });
    }

    #[test]
    fn rows_are_made_by_the_strip() {
        test_program::enter(|| {
            let before = statistics().live;
            // SAFETY: that is its type.
            let m: Ref<Array<Ref<Array<i32>>>> = unsafe { new_grid::<i32>(&[10_000, 4]).into_cast() };
            let empty = statistics().live;
            let row = m.get(5000);
            row.set(1, 7);
            assert_eq!(statistics().live - empty, 64);
            assert!(m.get(5000).same(&row) && m.get(5000).get(1) == 7);
            let mut leaves = 0;
            each_leaf(m.up(), &mut |leaf| leaves += leaf.len());
            assert_eq!(leaves, 64 * 4);
            // The last strip is no whole one.
            assert_eq!(m.get(9999).get(3), 0);
            assert_eq!(statistics().live - empty, 64 + 10_000 % 64);
            assert_eq!(shape::<i32, 2>(m.up()), Some([10_000, 4]));
            // With an eighth of the rows all are made.
            (0..2000).for_each(|i| assert_eq!(m.get(i).len(), 4));
            assert_eq!(statistics().live - empty, 10_000);
            assert!(m.get(5000).same(&row) && m.get(5000).get(1) == 7);
            drop(m);
            assert_eq!(row.get(1), 7);
            drop(row);
            let value = crate::value_array::freeze(new_grid::<f64>(&[200, 3]));
            // SAFETY: that is its type.
            let rows: &Ref<Array<Ref<Array<f64>>>> = unsafe { value.cast() };
            assert!(rows.get(199).is_value());
            let copy = crate::value_array::thaw(&value);
            assert!(crate::value_array::equal(&copy, &value));
            drop((value, copy));
            assert_eq!(statistics().live, before);
        });
    }

    #[test]
    fn rows_are_made_as_stale_as_their_block() {
        test_program::enter(|| {
            let events = Rc::new(Cell::new((0, 0)));
            let m = new_grid::<i32>(&[2, 3]);
            // SAFETY: that is its type.
            let m: Ref<Array<Ref<Array<i32>>>> = unsafe { m.into_cast() };
            let block = m.matrix_block().expect("just made");
            // SAFETY: the only thread.
            unsafe { *block.copies() = Some(Box::new(Sevens(events.clone()))) };
            assert_eq!(m.get(1).get(2), 7);
            assert_eq!(events.get(), (1, 0));
            m.get(1).set(0, 1);
            assert_eq!(events.get(), (1, 1));
        });
    }

    #[test]
    fn rectangles_of_any_rank() {
        test_program::enter(|| {
            let a = new_multi::<i32>(&[2, 3, 4], RefType::OBJECT);
            let r = rectangle::<i32, 3>(&a, true).expect("as made");
            assert_eq!(r.dims, [2, 3, 4]);
            // SAFETY: that is its type.
            let planes: &Ref<Array<Ref<Object>>> = unsafe { a.cast() };
            let plane = rectangle::<i32, 2>(&planes.get(1), false).expect("as made");
            assert_eq!((plane.dims, plane.data as usize - r.data as usize), ([3, 4], 12 * 4));
            // SAFETY: that is its type.
            let rows: Ref<Array<Ref<Object>>> = unsafe { planes.get(1).into_cast() };
            rows.set(0, rows.get(1));
            assert!(rectangle::<i32, 3>(&a, false).is_none() && rectangle::<i32, 2>(&a, false).is_none());
            assert!(rectangle::<i32, 2>(&planes.get(0), false).is_some());
            assert!(rectangle::<i32, 2>(&planes.get(1), false).is_none());
            let row = Array::<f64>::new(3).into_up();
            assert_eq!(rectangle::<f64, 1>(&row, true).map(|r| r.dims), Some([3]));
        });
    }

    #[test]
    fn ranges_overlap_as_in_java() {
        test_program::enter(|| {
            let a = Array::literal(&[1, 2, 3, 4, 5]);
            a.copy_range(0, &a, 1, 4);
            assert_eq!(unsafe { a.as_slice() }, [1, 1, 2, 3, 4]);
            let s = Array::from_refs(RefType::STRING, ["a", "b", "c"].map(crate::string::Str::new));
            s.copy_range(1, &s, 0, 2);
            assert_eq!(s.get(0).to_rust() + &s.get(1).to_rust(), "bc");
        });
    }

    /// A device that holds sevens.
    struct Sevens(Rc<Cell<(u32, u32)>>);

    impl DeviceCopies for Sevens {
        fn fetch(&self, host: *mut u8, bytes: usize) {
            let (fetched, invalid) = self.0.get();
            if fetched == 0 {
                // SAFETY: the block's memory.
                unsafe { std::slice::from_raw_parts_mut(host.cast::<i32>(), bytes / 4) }.fill(7);
            }
            self.0.set((fetched + 1, invalid));
        }
        fn invalidate(&self) {
            let (fetched, invalid) = self.0.get();
            self.0.set((fetched, invalid + 1));
        }
    }

    #[test]
    fn a_stale_host_copy_is_fetched_at_the_first_read() {
        test_program::enter(|| {
            let events = Rc::new(Cell::new((0, 0)));
            let a = Array::<i32>::new(5);
            let block = a.ensure_block();
            // SAFETY: the only thread.
            unsafe { *block.copies() = Some(Box::new(Sevens(events.clone()))) };
            a.mark_stale();
            assert_eq!(a.get(4), 7);
            assert_eq!(a.get(3), 7);
            assert_eq!(events.get(), (1, 0));
            a.set(0, 1);
            a.set(1, 2);
            assert_eq!(events.get(), (1, 1));
            assert_eq!(a.get(0) + a.get(1) + a.get(2), 10);
            a.mark_shared();
            assert_eq!(a.get(2), 7);
            a.view_mut().set(2, 3);
            assert_eq!(events.get(), (1, 2));
        });
    }
}
