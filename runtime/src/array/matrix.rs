//! Arrays of arrays: one block whose rows are views, while the rows are those it was made with.

use super::{Array, Block, DATA_OFFSET, Elem, UNMADE, VALUE, allocate, element_size, finish};
use crate::exception;
use crate::memory;
use crate::object::{Object, Ref, class_id};
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
        // One row has no room for what stands in the place of two.
        let later = innermost && dims[0] > 1;
        let array = allocate::<Ref<Object>>(dims[0] as usize, element, false);
        if later {
            array.data.get().cast::<*mut u8>().write(*next);
            array.data.get().cast::<usize>().add(1).write(dims[1] as usize);
            array.make_unmade();
        } else {
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

/// A matrix whose rows are not made yet.
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

    /// Makes the rows of a matrix that has none yet.
    pub(super) fn make_rows(&self) {
        if !self.is_unmade() {
            return;
        }
        // SAFETY: a matrix that is not made is an array of references, which lie behind each other.
        let Some(unmade) = (unsafe { (*ptr::from_ref(self).cast::<Array<Ref<Object>>>()).unmade() }) else { return };
        let Some(block) = self.block() else { return };
        // SAFETY: this thread owns the array.
        let on_device = unsafe { block.copies() }.is_some();
        let limits = (if on_device { 0 } else { u32::MAX }, if on_device || self.is_value() { 0 } else { u32::MAX });
        let size = unmade.columns * element_size(unmade.class);
        block.retain(self.length as usize);
        for i in 0..self.length as usize {
            // SAFETY: the block, counted above, has room for all rows; the old elements are no references.
            unsafe {
                let row = row(unmade.class, block, unmade.data.add(i * size), unmade.columns);
                row.flags.set(if self.is_value() { VALUE } else { 0 });
                row.read_limit.set(row.length.min(limits.0));
                row.write_limit.set(row.length.min(limits.1));
                self.data.get().cast::<Ref<Object>>().add(i).write(row.into_up());
            }
        }
        self.flags.set(self.flags.get() & !UNMADE);
        self.read_limit.set(self.length);
    }
}

impl Array<Ref<Object>> {
    /// What is known of a matrix whose rows are not made yet; None where they are, or where this is no matrix.
    pub fn unmade(&self) -> Option<Unmade> {
        // SAFETY: these stand there then.
        self.is_unmade().then(|| unsafe {
            let data = self.data.get().cast::<*mut u8>().read();
            let columns = self.data.get().cast::<usize>().add(1).read();
            Unmade { data, columns, class: self.element.base() }
        })
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
