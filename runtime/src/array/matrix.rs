//! Arrays of arrays: one block whose rows are views, while the rows are those it was made with.

use super::{
    Array, Block, DATA_OFFSET, Elem, INLINE, LATER, MAX_LENGTH, UNMADE, VALUE, allocate, element_size, finish,
    throw_too_long,
};
use crate::exception;
use crate::memory;
use crate::object::{Header, Obj, Object, Ref, class_id};
use crate::program::RefType;
use crate::value_array::holds_arrays;
use std::cell::Cell;
use std::ops::Range;
use std::ptr::{self, NonNull};
use std::sync::atomic::Ordering;

/// `new T[d0][d1]…` with all of `dims` given; `T` is the element type after them, `leaf` its type where it is a reference.
/// The result is an `Array<Ref<Array<… T>>>`. The leaves of primitives are one block.
pub fn new_multi<T: Elem>(dims: &[i32], leaf: RefType) -> Ref<Object> {
    multi::<T>(dims, leaf, true)
}

/// As [`new_multi`] for primitives, in a program that looks by limits, which those with kernels do: where there are many rows, the first
/// look at one that outlives a loop's turn makes them.
pub fn new_matrix<T: Elem>(dims: &[i32]) -> Ref<Object> {
    const FEW: i64 = 32;
    let rows: i64 = dims.iter().rev().skip(1).map(|&d| i64::from(d.max(0))).fold(1, i64::saturating_mul);
    multi::<T>(dims, RefType::OBJECT, rows < FEW)
}

/// As [`new_matrix`], always without the rows.
pub fn new_grid<T: Elem>(dims: &[i32]) -> Ref<Object> {
    const { assert!(!T::IS_REF, "only blocks have rows that can be made later") };
    multi::<T>(dims, RefType::OBJECT, false)
}

fn multi<T: Elem>(dims: &[i32], leaf: RefType, with_rows: bool) -> Ref<Object> {
    if let Some(&d) = dims.iter().find(|d| **d < 0) {
        exception::throw_negative_size(d);
    }
    // The type of arrays of the last dimension.
    let row_type = if T::IS_REF { leaf.array_of() } else { RefType::class(T::CLASS) };
    let rows: usize = dims[..dims.len() - 1].iter().fold(1, |a, &d| a.saturating_mul(d as usize));
    let cols = dims[dims.len() - 1] as usize;
    if T::IS_REF || dims.len() == 1 {
        return plain_multi::<T>(dims, leaf, row_type);
    }
    let Some(bytes) = rows.checked_mul(cols).and_then(|n| n.checked_mul(size_of::<T>())) else {
        exception::throw_out_of_memory()
    };
    let block = Block::zeroed(bytes);
    // SAFETY: the block has room for all rows, and `zeroed` counted once for us.
    unsafe {
        let mut next = block.as_ref().data();
        let result = parts_of(dims, row_type, block, &mut next, with_rows);
        Block::release(block.as_ptr());
        result
    }
}

/// # Safety
/// The block has room for the elements from `next` on; there are two dimensions at least, and elements of primitives.
unsafe fn parts_of(
    dims: &[i32],
    row_type: RefType,
    block: NonNull<Block>,
    next: &mut *mut u8,
    with_rows: bool,
) -> Ref<Object> {
    unsafe {
        let element = RefType::array(row_type.base(), row_type.dims() + dims.len() as u32 - 2);
        let innermost = dims.len() == 2;
        let later = innermost && dims[0] > 1;
        let array = if later {
            allocate_later(dims[0] as usize, element, *next, dims[1] as usize)
        } else {
            allocate::<Ref<Object>>(dims[0] as usize, element, false)
        };
        if !later {
            for i in 0..dims[0] as usize {
                array.data.get().add(i).write(if innermost {
                    block.as_ref().retain(1);
                    row(row_type.base(), block.as_ref(), *next, dims[1] as usize).into_up()
                } else {
                    parts_of(&dims[1..], row_type, block, next, with_rows)
                });
            }
            array.write_limit.set(0);
        }
        if innermost {
            *next = next.add(dims[0] as usize * dims[1] as usize * element_size(row_type.base()));
        }
        block.as_ref().retain(1);
        array.block.set(block.as_ptr());
        if innermost && with_rows {
            array.make_rows();
        }
        array.into_up()
    }
}

/// A row of a matrix.
///
/// # Safety
/// The block, which was counted for it, has room for the elements; `class` is that of an array of primitives.
unsafe fn row(class: u32, block: &Block, data: *mut u8, columns: usize) -> Ref<Array<i8>> {
    let p = memory::allocate(DATA_OFFSET);
    // SAFETY: arrays of primitives have one layout.
    let row = unsafe { finish::<i8>(p, DATA_OFFSET, 0, columns, 0, data.cast(), block, RefType::OBJECT) };
    row.set_class(class);
    row
}

/// So many rows are made at once: what is looked at next is near, as a rule.
const STRIP: usize = 64;

/// What stands behind the elements of a matrix whose rows are made when they are looked at. Rows are made by the strip, and once a good part of them
/// has been asked for all of them are.
#[repr(C)]
struct Later {
    /// Where the first element is.
    data: *mut u8,
    columns: usize,
    /// How often a row has been looked at.
    looks: usize,
    /// How many strips are made.
    made: usize,
    // Behind it a bit for each strip, set where its rows are made.
}

/// How many words the bits of a matrix's strips are.
fn bit_words(rows: usize) -> usize {
    rows.div_ceil(STRIP).div_ceil(64)
}

/// The bytes behind the elements of a matrix whose rows are made later.
pub(super) fn later_room(rows: usize) -> usize {
    size_of::<Later>() + 8 * bit_words(rows)
}

/// A matrix without rows.
///
/// # Safety
/// `data` are its elements, in a block that the array is given.
unsafe fn allocate_later(rows: usize, element: RefType, data: *mut u8, columns: usize) -> Ref<Array<Ref<Object>>> {
    if rows > MAX_LENGTH {
        throw_too_long();
    }
    let size = DATA_OFFSET + rows * size_of::<Ref<Object>>() + later_room(rows);
    let p = memory::allocate(size);
    // SAFETY: the allocation has room for all that.
    unsafe {
        let elements = p.as_ptr().add(DATA_OFFSET).cast::<Ref<Object>>();
        let later = elements.add(rows).cast::<Later>();
        later.write(Later { data, columns, looks: 0, made: 0 });
        later.add(1).cast::<u64>().write_bytes(0, bit_words(rows));
        let flags = super::array_trace_flag(element);
        let array = finish(p, size, flags, rows, INLINE | LATER | UNMADE, elements, ptr::null(), element);
        array.read_limit.set(0);
        array.write_limit.set(0);
        array
    }
}

/// Lets go the rows that are made of a matrix which has not all of them.
///
/// # Safety
/// `p` is an array that is being freed, and its block is still counted.
pub(super) unsafe fn drop_rows(p: NonNull<Header>) {
    // SAFETY: the array is whole; each row that is made is dropped once.
    unsafe {
        let array = &(*p.cast::<Obj<Array<Ref<Object>>>>().as_ptr()).fields;
        if array.is_unmade() {
            array.each_strip(|rows| {
                for i in rows {
                    ptr::drop_in_place(array.data.get().add(i));
                }
            });
        }
    }
}

/// A matrix of which not all rows are made.
pub struct Unmade {
    /// Where the first element is, valid on the host or not.
    pub data: *mut u8,
    pub columns: usize,
    /// The class of the rows.
    pub class: u32,
}

impl<T: Elem> Array<T> {
    fn is_unmade(&self) -> bool {
        T::IS_REF && self.flags.get() & UNMADE != 0
    }

    /// # Safety
    /// The matrix is one whose rows are made later.
    unsafe fn later(&self) -> *mut Later {
        unsafe { self.data.get().cast::<Ref<Object>>().add(self.length as usize).cast() }
    }

    /// Calls `f` with the numbers of the rows of every strip that is made, while not all are.
    fn each_strip(&self, mut f: impl FnMut(Range<usize>)) {
        let rows = self.length as usize;
        // SAFETY: the bits stand behind the rest.
        let (made, bits) = unsafe {
            let later = self.later();
            ((*later).made, std::slice::from_raw_parts(later.add(1).cast::<u64>(), bit_words(rows)))
        };
        if made == 0 {
            return;
        }
        for (word, bits) in bits.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                let from = (word * 64 + bits.trailing_zeros() as usize) * STRIP;
                bits &= bits - 1;
                f(from..rows.min(from + STRIP));
            }
        }
    }

    /// Makes all rows of a matrix that has not all of them yet.
    pub(super) fn make_rows(&self) {
        if !self.is_unmade() {
            return;
        }
        for strip in 0..(self.length as usize).div_ceil(STRIP) {
            self.make_strip(strip);
        }
        self.flags.set(self.flags.get() & !UNMADE);
        self.read_limit.set(self.length);
    }

    /// Makes a row of a matrix, and those beside it; false where this is none of those whose rows are made later.
    pub(super) fn make_row(&self, index: usize) -> bool {
        if !self.is_unmade() {
            return false;
        }
        let rows = self.length as usize;
        // SAFETY: the flag says what stands there.
        let (looks, made) = unsafe {
            let later = &mut *self.later();
            later.looks += 1;
            (later.looks, later.made)
        };
        // Each look at a row that may not be there costs more than one at a row that is: with so many, all rows do not cost as much again.
        if looks > 8 * rows + STRIP || made * STRIP > rows / 8 {
            self.make_rows();
        } else {
            self.make_strip(index / STRIP);
        }
        true
    }

    fn make_strip(&self, strip: usize) {
        // SAFETY: as in `make_row`.
        let (data, columns, bits) = unsafe {
            let later = self.later();
            ((*later).data, (*later).columns, &mut *later.add(1).cast::<u64>().add(strip / 64))
        };
        let Some(block) = self.block().filter(|_| *bits >> (strip % 64) & 1 == 0) else { return };
        *bits |= 1 << (strip % 64);
        let class = self.element.base();
        // SAFETY: this thread owns the array.
        let on_device = unsafe { block.copies() }.is_some();
        let limits = (if on_device { 0 } else { u32::MAX }, if on_device || self.is_value() { 0 } else { u32::MAX });
        let size = columns * element_size(class);
        let rows = strip * STRIP..(self.length as usize).min((strip + 1) * STRIP);
        block.retain(rows.len());
        for i in rows {
            // SAFETY: the block, counted above, has room for all rows; the old elements are no references.
            unsafe {
                let row = row(class, block, data.add(i * size), columns);
                row.flags.set(if self.is_value() { VALUE } else { 0 });
                row.read_limit.set(row.length.min(limits.0));
                row.write_limit.set(row.length.min(limits.1));
                self.data.get().cast::<Ref<Object>>().add(i).write(row.into_up());
            }
        }
        // SAFETY: as above.
        unsafe { (*self.later()).made += 1 };
    }
}

impl Array<Ref<Object>> {
    /// What is known of a matrix of which not all rows are made; None where they are, or where this is no matrix. No row of it
    /// has been replaced.
    pub fn unmade(&self) -> Option<Unmade> {
        // SAFETY: the flag says what stands there.
        self.is_unmade().then(|| unsafe {
            let later = &*self.later();
            Unmade { data: later.data, columns: later.columns, class: self.element.base() }
        })
    }

    /// The rows of such a matrix that are made.
    pub(crate) fn rows_so_far(&self) -> Vec<&Ref<Object>> {
        let mut all = Vec::new();
        if self.is_unmade() {
            // SAFETY: the rows of a strip are there once it is made, and stay.
            self.each_strip(|rows| all.extend(rows.map(|i| unsafe { &*self.data.get().add(i) })));
        }
        all
    }
}

/// A matrix that only the host has, and whose rows are not made yet.
pub(crate) struct Grid<T> {
    data: *mut T,
    columns: u32,
    flags: u32,
    write_limit: u32,
    block: *const Block,
}

impl<T: Elem> Grid<T> {
    /// A row for as long as the matrix is held, is given to no device, and no row is replaced.
    ///
    /// # Safety
    /// `index` is that of a row.
    #[inline(always)]
    pub(crate) unsafe fn row(&self, index: usize) -> Array<T> {
        Array {
            // SAFETY: the block has room for all rows.
            data: Cell::new(unsafe { self.data.add(index * self.columns as usize) }),
            read_limit: Cell::new(self.columns),
            write_limit: Cell::new(self.write_limit),
            length: self.columns,
            flags: Cell::new(self.flags),
            block: Cell::new(self.block),
            element: RefType::OBJECT,
            columns_limit: Cell::new(0),
        }
    }
}

impl<T: Elem> Array<Ref<Array<T>>> {
    /// Not all rows are made: a look at one makes it.
    pub(crate) fn has_later_rows(&self) -> bool {
        self.is_unmade()
    }

    /// The matrix, where its rows need not be made to be looked at on the host.
    pub(crate) fn grid(&self) -> Option<Grid<T>> {
        if !self.is_unmade() {
            return None;
        }
        // SAFETY: arrays of references have one layout.
        let unmade = unsafe { (*ptr::from_ref(self).cast::<Array<Ref<Object>>>()).unmade() }?;
        let block = self.block()?;
        // SAFETY: this thread owns the array.
        let on_host = unsafe { block.copies() }.is_none() && unmade.class == T::CLASS;
        on_host.then(|| Grid {
            data: unmade.data.cast(),
            columns: unmade.columns as u32,
            flags: if self.is_value() { VALUE } else { 0 },
            write_limit: if self.is_value() { 0 } else { unmade.columns as u32 },
            block,
        })
    }
}

fn plain_multi<T: Elem>(dims: &[i32], leaf: RefType, row_type: RefType) -> Ref<Object> {
    if dims.len() == 1 {
        if T::IS_REF {
            return super::new_of(leaf, dims[0]).into_up();
        }
        return allocate::<T>(dims[0] as usize, leaf, true).into_up();
    }
    let element = RefType::array(row_type.base(), row_type.dims() + dims.len() as u32 - 2);
    let array = Array::<Ref<Object>>::new_ref(dims[0], element);
    for i in 0..dims[0] as usize {
        // SAFETY: in range; the old element is null.
        unsafe { array.data.get().add(i).write(plain_multi::<T>(&dims[1..], leaf, row_type)) };
    }
    array.into_up()
}

/// A rectangular matrix: rows one after the other from `data`.
pub struct Matrix<T> {
    pub data: *mut T,
    pub rows: usize,
    pub cols: usize,
}

impl<T: Elem> Array<Ref<Array<T>>> {
    /// The matrix's memory, where its rows are those it was made with; None where it is ragged or has none. The rows are valid to
    /// read on the host, and to write where `write` is set.
    pub fn matrix(&self, write: bool) -> Option<Matrix<T>> {
        self.block()?;
        self.make_rows();
        let rows = self.length as usize;
        if rows == 0 {
            return None;
        }
        // SAFETY: rows are null in ragged matrices only.
        let row = |i: usize| unsafe { &*self.data.get().add(i) };
        for i in 0..rows {
            if write {
                row(i).view_mut()
            } else {
                row(i).view()
            };
        }
        Some(Matrix { data: row(0).data.get(), rows, cols: row(0).length as usize })
    }

    /// The block of a matrix that is not ragged, with nothing made valid.
    pub fn matrix_block(&self) -> Option<&Block> {
        self.block()
    }

    /// Makes every row valid to read on the host, and to write where `write` is set.
    #[inline(always)]
    pub fn make_rows_valid(&self, write: bool) {
        if super::DEVICES_USED.load(Ordering::Relaxed) {
            self.fetch_rows(write);
        }
    }

    #[cold]
    #[inline(never)]
    fn fetch_rows(&self, write: bool) {
        for row in self.rows() {
            if write {
                row.view_mut()
            } else {
                row.view()
            };
        }
    }

    /// [`Array::mark_shared`] for every row.
    pub fn mark_rows_shared(&self) {
        for row in self.rows() {
            row.mark_shared();
        }
    }

    /// [`Array::mark_stale`] for every row.
    pub fn mark_rows_stale(&self) {
        for row in self.rows() {
            row.mark_stale();
        }
    }

    fn rows(&self) -> impl Iterator<Item = &Ref<Array<T>>> {
        // SAFETY: the callers write no elements while they iterate.
        unsafe { self.as_slice() }.iter().filter(|r| !r.is_null())
    }
}

/// A rectangular array of rank `R`: elements in row-major order from `data`.
pub struct Rectangle<T, const R: usize> {
    pub data: *mut T,
    /// Outermost first.
    pub dims: [usize; R],
}

/// The memory of an array of rank `R` whose innermost elements are `T`; None where it is ragged. The elements are
/// valid to read on the host, and to write where `write` is set.
pub fn rectangle<T: Elem, const R: usize>(array: &Ref<Object>, write: bool) -> Option<Rectangle<T, R>> {
    let mut dims = [0; R];
    let data = first_element::<T>(array, write, &mut dims)?;
    Some(Rectangle { data, dims })
}

/// The sizes of such an array, whose elements may be valid on a device alone.
pub fn shape<T: Elem, const R: usize>(array: &Ref<Object>) -> Option<[usize; R]> {
    let mut dims = [0; R];
    measure::<T>(array, &mut dims)?;
    Some(dims)
}

/// Where the elements of an array and of its rows lie, where that is known to be one part.
pub fn only_extent(array: &Ref<Object>) -> Option<Range<usize>> {
    let (mut only, mut more) = (None, false);
    extents(array, &mut |part| more |= only.replace(part).is_some());
    only.filter(|_| !more)
}

/// Where the elements of an array and of its rows lie, in as few parts as are known to be whole.
pub fn extents(array: &Ref<Object>, found: &mut dyn FnMut(Range<usize>)) {
    if array.is_null() {
        return;
    }
    let mut part = |data: usize, bytes: usize| {
        if bytes > 0 {
            found(data..data + bytes);
        }
    };
    let class = array.class();
    if class != class_id::REF_ARRAY {
        // SAFETY: arrays have one layout.
        let leaf = unsafe { array.cast::<Array<i8>>() };
        return part(leaf.data_address().addr(), leaf.length as usize * element_size(class));
    }
    // SAFETY: the class number says so.
    let rows = unsafe { array.cast::<Array<Ref<Object>>>() };
    if !holds_arrays(rows) {
        return part(array.addr(), 1);
    }
    let count = rows.length as usize;
    if let Some(unmade) = rows.unmade() {
        return part(unmade.data.addr(), count * unmade.columns * element_size(unmade.class));
    }
    // SAFETY: nothing writes to the array of parts meanwhile.
    let parts = unsafe { rows.as_slice() };
    match parts.first() {
        // The rows are those it was made with, one behind the other.
        Some(first) if rows.block().is_some() && first.class() != class_id::REF_ARRAY => {
            // SAFETY: as above.
            let first = unsafe { first.cast::<Array<i8>>() };
            part(first.data_address().addr(), count * first.length as usize * element_size(parts[0].class()));
        }
        _ => parts.iter().for_each(|row| extents(row, found)),
    }
}

fn measure<T: Elem>(array: &Ref<Object>, dims: &mut [usize]) -> Option<()> {
    let (size, inner) = dims.split_first_mut()?;
    if inner.is_empty() {
        // SAFETY: the class number says so.
        *size = (array.class() == T::CLASS).then(|| unsafe { array.cast::<Array<T>>() })?.length as usize;
        return Some(());
    }
    if array.class() != class_id::REF_ARRAY {
        return None;
    }
    // SAFETY: the class number says so.
    let rows = unsafe { array.cast::<Array<Ref<Object>>>() };
    // Parts that have lost their block have had a part replaced.
    rows.block()?;
    *size = rows.len() as usize;
    if let Some(unmade) = rows.unmade() {
        *inner.first_mut().filter(|_| unmade.class == T::CLASS)? = unmade.columns;
        return (inner.len() == 1).then_some(());
    }
    // SAFETY: nothing writes to the array of parts meanwhile.
    let parts = unsafe { rows.as_slice() };
    let (first, others) = parts.split_first()?;
    measure::<T>(first, inner)?;
    if inner.len() > 1 {
        others.iter().try_for_each(|part| measure::<T>(part, inner))?;
    }
    Some(())
}

/// Finds the sizes from an array down, and where its first element is.
fn first_element<T: Elem>(array: &Ref<Object>, write: bool, dims: &mut [usize]) -> Option<*mut T> {
    let (size, inner) = dims.split_first_mut()?;
    if inner.is_empty() {
        if array.class() != T::CLASS {
            return None;
        }
        // SAFETY: the class number says so, and `T` is no reference where a caller asks for elements in a block.
        let leaf = unsafe { array.cast::<Array<T>>() };
        let view = if write { leaf.view_mut() } else { leaf.view() };
        *size = view.length as usize;
        return Some(view.data);
    }
    if array.class() != class_id::REF_ARRAY {
        return None;
    }
    // SAFETY: the class number says so.
    let rows = unsafe { array.cast::<Array<Ref<Object>>>() };
    // Parts that have lost their block have had a part replaced.
    let block = rows.block()?;
    *size = rows.len() as usize;
    if let Some(unmade) = rows.unmade() {
        *inner.first_mut().filter(|_| unmade.class == T::CLASS)? = unmade.columns;
        // SAFETY: this thread owns the array.
        if let Some(copies) = unsafe { block.copies() } {
            copies.fetch(block.data(), block.bytes());
            if write {
                copies.invalidate();
            }
        }
        return (inner.len() == 1).then_some(unmade.data.cast());
    }
    // SAFETY: nothing writes to the array of parts meanwhile.
    let parts = unsafe { rows.as_slice() };
    let (first, others) = parts.split_first()?;
    let data = first_element::<T>(first, write, inner)?;
    // The other parts are as they were made. Rows that no device has had are valid: a matrix is not looked through.
    if inner.len() > 1 || super::DEVICES_USED.load(Ordering::Relaxed) {
        for part in others {
            first_element::<T>(part, write, inner)?;
        }
    }
    Some(data)
}
