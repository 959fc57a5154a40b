//! Arrays of arrays: one block whose rows are views, while the rows are those it was made with.

use super::{Array, Block, DATA_OFFSET, Elem, allocate, finish};
use crate::exception;
use crate::memory;
use crate::object::{Object, Ref, class_id};
use crate::program::RefType;
use std::ptr::NonNull;
use std::sync::atomic::Ordering;

/// `new T[d0][d1]…` with all of `dims` given; `T` is the element type after them, `leaf` its type where it is a reference.
/// The result is an `Array<Ref<Array<… T>>>`. The leaves of primitives are one block.
pub fn new_multi<T: Elem>(dims: &[i32], leaf: RefType) -> Ref<Object> {
    if let Some(&d) = dims.iter().find(|d| **d < 0) {
        exception::throw_negative_size(d);
    }
    // The type of arrays of the last dimension.
    let row_type = if T::IS_REF { leaf.array_of() } else { RefType::class(T::CLASS) };
    let rows: usize = dims[..dims.len() - 1].iter().fold(1, |a, &d| a.saturating_mul(d as usize));
    let cols = dims[dims.len() - 1] as usize;
    if T::IS_REF || dims.len() == 1 || rows == 0 {
        return plain_multi::<T>(dims, leaf, row_type);
    }
    let Some(bytes) = rows.checked_mul(cols).and_then(|n| n.checked_mul(size_of::<T>())) else {
        exception::throw_out_of_memory()
    };
    let block = Block::zeroed(bytes);
    let mut next = 0;
    // SAFETY: the block has room for all rows.
    let result = unsafe { rows_of::<T>(dims, row_type, block, &mut next) };
    // SAFETY: `zeroed` counted once for us.
    unsafe { Block::release(block.as_ptr()) };
    result
}

unsafe fn rows_of<T: Elem>(dims: &[i32], row_type: RefType, block: NonNull<Block>, next: &mut usize) -> Ref<Object> {
    unsafe {
        if dims.len() == 1 {
            let cols = dims[0] as usize;
            block.as_ref().retain();
            let data = block.as_ref().data().cast::<T>().add(*next * cols);
            *next += 1;
            let p = memory::allocate(DATA_OFFSET);
            return finish::<T>(p, DATA_OFFSET, 0, cols, 0, data, block.as_ptr(), RefType::OBJECT).into_up();
        }
        let element = RefType::array(row_type.base(), row_type.dims() + dims.len() as u32 - 2);
        let array = Array::<Ref<Object>>::new_ref(dims[0], element);
        for i in 0..dims[0] as usize {
            array.data.get().add(i).write(rows_of::<T>(&dims[1..], row_type, block, next));
        }
        block.as_ref().retain();
        array.block.set(block.as_ptr());
        array.write_limit.set(0);
        array.into_up()
    }
}

fn plain_multi<T: Elem>(dims: &[i32], leaf: RefType, row_type: RefType) -> Ref<Object> {
    if dims.len() == 1 {
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
    /// The matrix's memory, where its rows are those it was made with; None where it is ragged. The rows are valid to
    /// read on the host, and to write where `write` is set.
    pub fn matrix(&self, write: bool) -> Option<Matrix<T>> {
        self.block()?;
        let rows = self.length as usize;
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
    rows.block()?;
    *size = rows.len() as usize;
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
