//! Arrays of plain values, field by field: one array of primitives, a *column*, for every primitive field of the value, those of values
//! within it counted.
//!
//! Such an array has no elements of its own. In their place stand the columns' addresses and references to the columns; both limits
//! for elements are 0, and [`Array::fields`] and [`Array::set_fields`] work under a limit of their own. Parallel code takes the columns as
//! they are. Code that knows nothing of the class (a `T[]`, an `Object[]`) finds the limits, and gets *objects*: an array of them is
//! made, and the columns are given up. So every array of values may be in one of two states, and who asks for fields asks first.

use super::{Array, DATA_OFFSET, Elem, INLINE, VALUE, allocate, array_trace_flag, finish, throw_too_long};
use crate::exception;
use crate::memory;
use crate::object::{ClassId, Header, Object, Ref, class_id};
use crate::program::{self, RefType};
use crate::value_array::{clone_primitives, copy_primitives, data_of_primitives};
use std::cell::Cell;
use std::ptr::{self, NonNull};

/// The array has room for columns, whether it still has them or not.
pub(super) const ROOM: u32 = 8;
/// The elements are in columns.
pub(super) const COLUMNS: u32 = 16;
/// Where the number of columns begins among the flags.
const WIDTH_SHIFT: u32 = 8;

/// A field of a plain value.
///
/// # Safety
/// All three functions take the same number of columns, with elements of the same types.
pub unsafe trait Field: Sized {
    /// How many columns it is.
    const WIDTH: usize;
    /// # Safety
    /// There is room at `to` for the references to its columns, with nothing to drop.
    unsafe fn new_columns(length: usize, to: *mut Ref<Object>);
    /// # Safety
    /// At `data` stand the addresses of its columns' elements, of which there are more than `i`.
    unsafe fn load(data: *const *mut u8, i: usize) -> Self;
    /// # Safety
    /// As for `load`.
    unsafe fn store(&self, data: *const *mut u8, i: usize);
}

// SAFETY: one column of its type.
unsafe impl<T: Elem + Copy> Field for Cell<T> {
    const WIDTH: usize = 1;

    unsafe fn new_columns(length: usize, to: *mut Ref<Object>) {
        const { assert!(!T::IS_REF, "columns hold primitives") };
        unsafe { to.write(allocate::<T>(length, RefType::OBJECT, true).into_up()) };
    }

    #[inline(always)]
    unsafe fn load(data: *const *mut u8, i: usize) -> Cell<T> {
        unsafe { Cell::new(*(*data).cast::<T>().add(i)) }
    }

    #[inline(always)]
    unsafe fn store(&self, data: *const *mut u8, i: usize) {
        unsafe { (*data).cast::<T>().add(i).write(self.get()) }
    }
}

/// The fields of a class of plain values. Generated code implements it with [`columns!`](crate::columns).
///
/// # Safety
/// `CLASS` is the number of the class whose objects are `Self`, and the rest is as [`Field`] has it.
pub unsafe trait Fields: Field + Clone + Default + 'static {
    const CLASS: ClassId;

    /// A new object with these fields.
    #[inline(always)]
    fn into_object(self) -> Ref<Self> {
        Ref::alloc_acyclic(Self::CLASS, self)
    }
}

/// What the runtime knows of the columns of a class.
#[derive(Clone, Copy)]
pub struct ColumnLayout {
    width: usize,
    new: unsafe fn(usize, *mut Ref<Object>),
    object: unsafe fn(*const *mut u8, usize) -> Ref<Object>,
    store: unsafe fn(&Ref<Object>, *const *mut u8, usize),
}

impl ColumnLayout {
    pub const fn of<F: Fields>() -> ColumnLayout {
        unsafe fn object<F: Fields>(data: *const *mut u8, i: usize) -> Ref<Object> {
            unsafe { F::load(data, i) }.into_object().into_up()
        }
        unsafe fn store<F: Fields>(object: &Ref<Object>, data: *const *mut u8, i: usize) {
            unsafe { object.cast::<F>().store(data, i) }
        }
        ColumnLayout { width: F::WIDTH, new: F::new_columns, object: object::<F>, store: store::<F> }
    }
}

/// What stands in the place of the elements; behind it the addresses of the columns' elements, the references to the columns, and one to
/// the array of objects.
struct Head {
    /// As the limit for writing of any other array.
    write_limit: Cell<u32>,
}

/// Words in the place of the elements.
const fn words(width: usize) -> usize {
    1 + 2 * width + 1
}

/// # Safety
/// `p` is an array of references with [`ROOM`]; nothing writes to it while the slice is used.
pub(super) unsafe fn references<'a>(p: NonNull<Header>, flags: u32) -> &'a [Ref<Object>] {
    let width = (flags >> WIDTH_SHIFT) as usize;
    unsafe {
        let first = p.as_ptr().cast::<u8>().add(DATA_OFFSET).cast::<Ref<Object>>();
        std::slice::from_raw_parts(first.add(1 + width), width + 1)
    }
}

/// How many bytes stand in the place of the elements.
pub(super) fn room(flags: u32) -> usize {
    words((flags >> WIDTH_SHIFT) as usize) * size_of::<usize>()
}

/// What is known of the class, where arrays of this element type have columns.
fn layout(element: RefType) -> Option<&'static ColumnLayout> {
    if element.dims() > 0 || element.base() < class_id::FIRST_PROGRAM_CLASS {
        return None;
    }
    program::class_info(element.base()).columns.as_ref()
}

/// `new C[length]` for any class: in columns where its arrays have them, and with the zeros of values.
pub fn new_of(element: RefType, length: i32) -> Ref<Array<Ref<Object>>> {
    if let Some(layout) = layout(element).filter(|_| length >= 0) {
        return zeros(element, layout, length as usize);
    }
    let array = Array::new_ref(length, element);
    if element.dims() == 0 && element.base() >= class_id::FIRST_PROGRAM_CLASS {
        let zero = (program::current().hooks.zero)(element.base());
        if !zero.is_null() {
            (0..length).for_each(|i| array.set(i, zero.clone()));
        }
    }
    array
}

/// The objects as an array of their class: in columns where its arrays have them.
pub fn array_of(element: RefType, objects: Vec<Ref<Object>>) -> Ref<Array<Ref<Object>>> {
    let Some(layout) = layout(element) else { return Array::from_refs(element, objects) };
    let array = zeros(element, layout, objects.len());
    for (i, object) in objects.iter().enumerate() {
        // SAFETY: as many elements, in columns that are valid on the host.
        unsafe { (layout.store)(object, array.addresses(), i) };
    }
    array
}

/// An array whose columns these are: as many as the class has, of one length.
pub fn from_columns<F: Fields>(columns: &[Ref<Object>]) -> Ref<Array<Ref<F>>> {
    assert!(columns.len() == F::WIDTH, "a column for every field");
    let length = columns.first().map_or(0, crate::value_array::length);
    // SAFETY: room for as many; the limits are 0 until somebody looks, who asks for the columns' addresses then.
    unsafe {
        let array = make(RefType::class(F::CLASS), F::WIDTH, length as usize);
        for (k, column) in columns.iter().enumerate() {
            array.columns().add(k).write(column.clone());
        }
        array.into_cast()
    }
}

fn zeros(element: RefType, layout: &ColumnLayout, length: usize) -> Ref<Array<Ref<Object>>> {
    // SAFETY: room for as many columns, none of which is there.
    unsafe {
        let array = make(element, layout.width, length);
        (layout.new)(length, array.columns());
        array.make_addresses(true);
        array
    }
}

/// An array whose columns are null.
fn make(element: RefType, width: usize, length: usize) -> Ref<Array<Ref<Object>>> {
    if length > super::MAX_LENGTH {
        throw_too_long();
    }
    let bytes = words(width) * size_of::<usize>();
    let p = memory::allocate(DATA_OFFSET + bytes);
    // SAFETY: the allocation has room for that much; zeros are nulls.
    unsafe {
        let data = p.as_ptr().add(DATA_OFFSET);
        ptr::write_bytes(data, 0, bytes);
        let flags = INLINE | ROOM | COLUMNS | (width as u32) << WIDTH_SHIFT;
        let trace = array_trace_flag(element);
        let array: Ref<Array<Ref<Object>>> =
            finish(p, DATA_OFFSET + bytes, trace, length, flags, data.cast(), ptr::null(), element);
        array.read_limit.set(0);
        array.write_limit.set(0);
        array
    }
}

/// The column of an array that has columns, to be given to whoever may take it to a device.
pub fn column(array: &Ref<Object>, k: usize) -> Ref<Object> {
    let array = with_columns(array).unwrap_or_else(|| unreachable!("it was asked before"));
    assert!(k < array.width(), "a column of the class");
    array.columns_limit.set(0);
    array.head().write_limit.set(0);
    // SAFETY: there are as many.
    unsafe { (*array.columns().add(k)).clone() }
}

/// Another array of the same length in the place of a column.
pub fn replace_column(array: &Ref<Object>, k: usize, column: &Ref<Object>) {
    let array = with_columns(array).unwrap_or_else(|| unreachable!("it was asked before"));
    assert!(k < array.width() && crate::value_array::length(column) == array.len(), "a column of the class");
    array.columns_limit.set(0);
    array.head().write_limit.set(0);
    // SAFETY: there are as many.
    drop(unsafe { ptr::replace(array.columns().add(k), column.clone()) });
}

/// The array, where its elements are in columns.
pub fn with_columns(array: &Ref<Object>) -> Option<&Ref<Array<Ref<Object>>>> {
    if array.is_null() || array.class() != class_id::REF_ARRAY {
        return None;
    }
    // SAFETY: the class number says so.
    let array = unsafe { array.cast::<Array<Ref<Object>>>() };
    array.has_columns().then_some(array)
}

impl<T: 'static> Array<T> {
    #[inline(always)]
    pub(super) fn has_columns(&self) -> bool {
        self.flags.get() & COLUMNS != 0
    }

    fn width(&self) -> usize {
        (self.flags.get() >> WIDTH_SHIFT) as usize
    }

    /// The array has [`ROOM`].
    #[inline(always)]
    fn head(&self) -> &Head {
        // SAFETY: that stands there, behind the header and the fields.
        unsafe { &*ptr::from_ref(self).cast::<u8>().add(DATA_OFFSET - size_of::<Header>()).cast::<Head>() }
    }

    /// Where the addresses of the columns' elements stand.
    #[inline(always)]
    fn addresses(&self) -> *mut *mut u8 {
        ptr::from_ref(self.head()).cast::<*mut u8>().cast_mut().wrapping_add(1)
    }

    /// Where the references to the columns stand.
    pub(super) fn columns(&self) -> *mut Ref<Object> {
        self.addresses().wrapping_add(self.width()).cast()
    }

    /// The columns, of an array that has them.
    pub(crate) fn column_slice(&self) -> &[Ref<Object>] {
        assert!(self.has_columns(), "it was asked before");
        // SAFETY: they stand there.
        unsafe { std::slice::from_raw_parts(self.columns(), self.width()) }
    }

    /// Makes the columns valid to read on the host, and to write where `write` is set, and finds out where they are.
    fn make_addresses(&self, write: bool) {
        for (k, column) in self.column_slice().iter().enumerate() {
            // SAFETY: there is an address for every column.
            unsafe { self.addresses().add(k).write(data_of_primitives(column, write)) };
        }
        self.columns_limit.set(self.length);
        if write {
            self.head().write_limit.set(self.length);
        }
    }

    /// The element as an object of its own; the index is below the length, and the array has columns.
    pub(crate) fn object_of_columns(&self, index: usize) -> Ref<Object> {
        if index as u32 >= self.columns_limit.get() {
            self.make_addresses(false);
        }
        let layout = layout(self.element).unwrap_or_else(|| unreachable!("it has columns"));
        // SAFETY: made valid above.
        unsafe { (layout.object)(self.addresses(), index) }
    }

    /// Objects in the place of the columns, for code that knows nothing of the class.
    pub(super) fn make_objects(&self) {
        if !self.has_columns() {
            return;
        }
        let objects = allocate::<Ref<Object>>(self.length as usize, self.element, true);
        for i in 0..self.length as usize {
            // SAFETY: there is room for as many; the old elements are null.
            unsafe { objects.data.get().add(i).write(self.object_of_columns(i)) };
        }
        // SAFETY: the columns stand there; behind them there is room for one reference more.
        unsafe {
            for k in 0..self.width() {
                drop(ptr::replace(self.columns().add(k), Ref::NULL));
            }
            self.data.set(objects.data.get().cast());
            self.columns().add(self.width()).write(objects.into_up());
        }
        self.columns_limit.set(0);
        self.flags.set(self.flags.get() & !COLUMNS);
        self.read_limit.set(self.length);
        self.write_limit.set(if self.flags.get() & VALUE != 0 { 0 } else { self.length });
    }

    /// A copy with columns of its own.
    pub(super) fn clone_columns(&self) -> Ref<Array<Ref<Object>>> {
        let copy = make(self.element, self.width(), self.length as usize);
        for (k, column) in self.column_slice().iter().enumerate() {
            // SAFETY: the copy has as many, which are null.
            unsafe { copy.columns().add(k).write(clone_primitives(column)) };
        }
        copy
    }

    /// Copies elements column by column, where both arrays have columns of one class; false, and nothing done, where not.
    pub(super) fn copy_columns(&self, from: usize, target: &Array<T>, to: usize, n: usize) -> bool {
        if !self.has_columns() || !target.has_columns() || self.element != target.element {
            return false;
        }
        for (source, target) in self.column_slice().iter().zip(target.column_slice()) {
            copy_primitives(source, from, target, to, n);
        }
        true
    }
}

impl<F: Fields> Array<Ref<F>> {
    /// `new C[length]`
    #[inline]
    pub fn new_columns(length: i32) -> Ref<Array<Ref<F>>> {
        if length < 0 {
            exception::throw_negative_size(length);
        }
        let array = zeros(RefType::class(F::CLASS), const { &ColumnLayout::of::<F>() }, length as usize);
        // SAFETY: its elements are of that class.
        unsafe { array.into_cast() }
    }

    /// `{ a, b, … }`
    pub fn literal_columns(values: &[F]) -> Ref<Array<Ref<F>>> {
        let array = Array::new_columns(values.len() as i32);
        for (i, value) in values.iter().enumerate() {
            array.set_fields(i as i32, value.clone());
        }
        array
    }

    /// The fields of `a[index]`.
    #[inline(always)]
    #[track_caller]
    pub fn fields(&self, index: i32) -> F {
        if index as u32 >= self.columns_limit.get() {
            return self.fields_slow(index);
        }
        // SAFETY: below the limit.
        unsafe { F::load(self.addresses(), index as usize) }
    }

    /// `a[index]` as an object.
    #[inline]
    #[track_caller]
    pub fn object(&self, index: i32) -> Ref<F> {
        if !self.has_columns() && (index as u32) < self.length {
            return self.get(index);
        }
        self.fields(index).into_object()
    }

    /// `a[index] = value`
    #[inline(always)]
    #[track_caller]
    pub fn set_fields(&self, index: i32, value: F) {
        if index as u32 >= self.columns_limit.get() || index as u32 >= self.head().write_limit.get() {
            return self.set_fields_slow(index, value);
        }
        // SAFETY: below the limits.
        unsafe { value.store(self.addresses(), index as usize) }
    }

    #[inline(never)]
    #[track_caller]
    fn fields_slow(&self, index: i32) -> F {
        if index as u32 >= self.length {
            exception::throw_array_index(index, self.len());
        }
        if !self.has_columns() {
            // Null, which only generic code can store, stands for the zero.
            let object = self.get(index);
            return if object.is_null() { F::default() } else { F::clone(&object) };
        }
        self.make_addresses(false);
        // SAFETY: made valid just now.
        unsafe { F::load(self.addresses(), index as usize) }
    }

    #[inline(never)]
    #[track_caller]
    fn set_fields_slow(&self, index: i32, value: F) {
        if index as u32 >= self.length {
            exception::throw_array_index(index, self.len());
        }
        if !self.has_columns() {
            return self.set(index, value.into_object());
        }
        assert!(!self.is_value(), "a value array is never written");
        self.make_addresses(true);
        // SAFETY: made valid just now.
        unsafe { value.store(self.addresses(), index as usize) }
    }
}
