//! The arrays of a region: rectangular, of rank one to three, each a value.
//!
//! A [`Grid`] is a Java array whose elements lie in one piece. Clones of a grid are names of one value; whoever wants to change it
//! makes sure to be the only one ([`Grid::for_update`]), so that a change is seen under no other name. Loops get [`View`]s:
//! a pointer and sizes, with nothing to count.

use crate::array::{self, Array, Block, Elem, new_grid};
use crate::cluster;
use crate::device;
use crate::exception::{self, ExceptionKind};
use crate::kernel::{ArrayArg, Elem as KernelElem};
use crate::object::{Object, Ref};
use std::cell::OnceCell;
use std::marker::PhantomData;
use std::rc::Rc;

/// A type of elements of grids.
///
/// # Safety
/// As for [`Elem`], and it is a primitive.
pub unsafe trait Element: Elem + Copy + Send + Sync + Default {
    const KERNEL: KernelElem;
}

macro_rules! elements {
    ($($t:ty, $kernel:ident);*) => { $(
        // SAFETY: a primitive.
        unsafe impl Element for $t {
            const KERNEL: KernelElem = KernelElem::$kernel;
        }
    )* };
}
elements!(bool, Bool; i8, I8; i16, I16; u16, U16; i32, I32; i64, I64; f32, F32; f64, F64);

/// A rectangular array as a value.
pub struct Grid<T: Element, const R: usize> {
    /// `Array<T>`, or arrays of arrays down to it; null where nothing was put here yet.
    object: Ref<Object>,
    dims: [i32; R],
    /// Counts the names of this value; a value that never had a second one has none.
    names: OnceCell<Rc<()>>,
    /// The program has null here: an array without elements, and checks of indices say so.
    is_null: bool,
    /// Who gave the array keeps it: it has another name, which is not counted.
    kept: bool,
    elements: PhantomData<T>,
}

impl<T: Element, const R: usize> Clone for Grid<T, R> {
    fn clone(&self) -> Grid<T, R> {
        Grid {
            object: self.object.clone(),
            dims: self.dims,
            // To share the count, it must be there.
            names: OnceCell::from(self.names.get_or_init(Rc::default).clone()),
            is_null: self.is_null,
            kept: self.kept,
            elements: PhantomData,
        }
    }
}

impl<T: Element, const R: usize> Default for Grid<T, R> {
    /// No array.
    fn default() -> Grid<T, R> {
        Grid::of(Ref::NULL, [0; R])
    }
}

impl<T: Element, const R: usize> Grid<T, R> {
    fn of(object: Ref<Object>, dims: [i32; R]) -> Grid<T, R> {
        Grid { object, dims, names: OnceCell::new(), is_null: false, kept: false, elements: PhantomData }
    }

    /// A zeroed array. The sizes are not negative.
    pub fn new(dims: [i32; R]) -> Grid<T, R> {
        let object = if R == 1 { Array::<T>::new(dims[0]).into_up() } else { new_grid::<T>(&dims) };
        Grid::of(object, dims)
    }

    /// The value of an argument of the region: the array itself, or a copy in one piece where it is ragged.
    pub fn argument(array: &Ref<Object>) -> Grid<T, R> {
        if array.is_null() {
            exception::throw_null_pointer("");
        }
        match array::shape::<T, R>(array) {
            Some(dims) => Grid::of(array.clone(), dims.map(|d| d as i32)),
            None => Grid::packed(array),
        }
    }

    /// As [`Grid::argument`] with Java's message where it is null.
    pub fn given(array: &Ref<Object>, message: &'static str) -> Grid<T, R> {
        if array.is_null() {
            exception::throw_null_pointer(message);
        }
        Grid::argument(array)
    }

    /// As [`Grid::argument`] of an array that may be null, where all that is done with it is checked.
    pub fn optional(array: &Ref<Object>) -> Grid<T, R> {
        match array.is_null() {
            true => Grid { is_null: true, ..Grid::new([0; R]) },
            false => Grid::argument(array),
        }
    }

    pub fn is_null(&self) -> bool {
        self.is_null
    }

    /// As [`Grid::argument`] of an array whose type tells lengths, negative where it tells none: code of the region relies on them.
    pub fn bounded_argument(array: &Ref<Object>, bounds: [i32; R]) -> Grid<T, R> {
        array::check_bounds(array, &bounds);
        Grid::argument(array)
    }

    fn packed(array: &Ref<Object>) -> Grid<T, R> {
        let mut dims = [-1; R];
        measure::<T>(array, &mut dims);
        dims.iter_mut().for_each(|d| *d = (*d).max(0));
        let grid = Grid::new(dims);
        let mut at = grid.view_mut().data;
        // SAFETY: `measure` has seen that the rows are as long as the sizes say.
        unsafe { gather::<T>(array, R, &mut at) };
        grid
    }

    /// The same array as a value of its own: what was done to the other is undone, or never was.
    pub fn again(&self) -> Grid<T, R> {
        Grid { is_null: self.is_null, ..Grid::of(self.object.clone(), self.dims) }
    }

    /// Whether it is this very array (and not a copy of it).
    pub fn is(&self, array: &Ref<Object>) -> bool {
        self.object.same(array)
    }

    /// A copy, where it may share elements with another.
    pub fn apart_from<U: Element, const S: usize>(self, other: &Grid<U, S>) -> Grid<T, R> {
        let shared_block = self.block().is_some_and(|b| other.block() == Some(b));
        if shared_block || self.object.same(&other.object) { self.copy() } else { self }
    }

    /// The address of the block that its elements lie in.
    fn block(&self) -> Option<*const Block> {
        // SAFETY: arrays of rank one hold primitives, others references.
        let block = unsafe {
            if R == 1 {
                self.object.cast::<Array<T>>().block()
            } else {
                self.object.cast::<Array<Ref<Object>>>().block()
            }
        };
        block.map(|b| b as *const Block)
    }

    /// A new array with the same elements.
    pub fn copy(&self) -> Grid<T, R> {
        let grid = self.second();
        grid.take_contents(self);
        grid
    }

    /// A new array of the same sizes, whose contents [`Grid::take_contents`] or a device brings.
    pub fn second(&self) -> Grid<T, R> {
        Grid { is_null: self.is_null, ..Grid::new(self.dims) }
    }

    /// Makes this name the only one of its value.
    #[inline]
    pub fn own(&mut self) {
        if !self.only_name() {
            *self = self.copy();
        }
    }

    /// The array stays another's too: it is never updated in place.
    #[inline]
    pub fn kept(self) -> Grid<T, R> {
        Grid { kept: true, ..self }
    }

    #[inline]
    fn only_name(&self) -> bool {
        !self.kept && self.names.get().is_none_or(|names| Rc::strong_count(names) == 1)
    }

    pub fn dims(&self) -> [i32; R] {
        self.dims
    }

    /// Takes over the elements of a grid of the same sizes.
    pub fn take_contents(&self, other: &Grid<T, R>) {
        let count = self.dims.iter().map(|&d| d as usize).product();
        if count == 0 {
            return;
        }
        // SAFETY: both have as many elements, in one piece each.
        unsafe { self.view_mut().data.copy_from(other.view().data, count) };
    }

    /// There is an array here, and this name alone holds it.
    pub fn is_own(&self) -> bool {
        !self.object.is_null() && self.only_name()
    }

    /// The array under a name that alone holds it: itself, or a copy.
    pub fn for_update(self) -> Grid<T, R> {
        if self.only_name() { self } else { self.copy() }
    }

    /// What the region made of an argument goes back into the caller's array. The result is that array.
    pub fn give_back(self, argument: &Ref<Object>) -> Ref<Object> {
        if self.is_null {
            return argument.clone();
        }
        let fits = || array::shape::<T, R>(argument).is_some_and(|dims| dims.map(|d| d as i32) == self.dims);
        let target = ArrayArg { object: argument, ..self.arg() };
        let handed = || {
            self.is_own()
                && fits()
                && (device::hand_over(&self.arg(), argument) || cluster::give_back(&self.arg(), &target))
        };
        if !self.object.same(argument) && !handed() {
            match array::rectangle::<T, R>(argument, true) {
                Some(r) if r.dims.map(|d| d as i32) == self.dims => {
                    let count = r.dims.iter().product();
                    // SAFETY: both have as many elements.
                    unsafe { r.data.copy_from(self.view().data, count) };
                }
                _ => {
                    let mut at = self.view().data;
                    // SAFETY: the argument had these sizes when the region began, and only the region has run since.
                    unsafe { scatter::<T>(argument, R, &mut at) };
                }
            }
        }
        argument.clone()
    }

    /// The size of a dimension.
    #[inline(always)]
    pub fn len(&self, dim: usize) -> i32 {
        self.dims[dim]
    }

    pub fn is_empty(&self) -> bool {
        self.dims.contains(&0)
    }

    /// For reading on the host.
    #[inline]
    pub fn view(&self) -> View<T, R> {
        self.view_of(false)
    }

    /// For writing on the host too.
    #[inline]
    pub fn view_mut(&self) -> View<T, R> {
        self.view_of(true)
    }

    fn view_of(&self, write: bool) -> View<T, R> {
        if self.is_null {
            return View { data: std::ptr::null_mut(), dims: self.dims };
        }
        if R == 1 && !self.object.is_null() {
            // SAFETY: grids of rank one hold such arrays.
            let array = unsafe { self.object.cast::<Array<T>>() };
            let view = if write { array.view_mut() } else { array.view() };
            return View { data: view.data, dims: self.dims };
        }
        let empty = self.dims.contains(&0);
        match (!empty).then(|| array::rectangle::<T, R>(&self.object, write)).flatten() {
            Some(r) => View { data: r.data, dims: self.dims },
            None => View { data: std::ptr::NonNull::dangling().as_ptr(), dims: self.dims },
        }
    }

    /// As a device sees it.
    pub fn arg(&self) -> ArrayArg<'_> {
        ArrayArg { object: &self.object, elem: T::KERNEL, dims: &self.dims }
    }
}

impl<T: Element> Grid<T, 1> {
    /// The array, or a copy where the value has other names, as a column that belongs to one array.
    pub fn own_column(&self) -> Ref<Object> {
        if self.is_own() { self.object.clone() } else { self.copy().object }
    }

    /// The Java array: what a region returns.
    pub fn into_array(self) -> Ref<Array<T>> {
        // SAFETY: grids of rank one hold such arrays.
        unsafe { self.object.into_cast() }
    }

    /// The values of all parts, one part after the other.
    pub fn concat<'a>(parts: impl Iterator<Item = &'a [T]>) -> Grid<T, 1> {
        let parts: Vec<&[T]> = parts.collect();
        let count = parts.iter().map(|p| p.len()).sum::<usize>();
        let grid: Grid<T, 1> = Grid::new([i32::try_from(count).unwrap_or(i32::MAX)]);
        let mut at = grid.view_mut().data;
        for part in parts {
            // SAFETY: there is room for all parts; an array too long was not made.
            unsafe {
                at.copy_from(part.as_ptr(), part.len());
                at = at.add(part.len());
            }
        }
        grid
    }

    /// The first `count` elements, as an array of their own: on the device, where only that has them.
    pub fn first(&self, count: usize) -> Grid<T, 1> {
        assert!(count <= self.dims[0] as usize, "no more than there are");
        let kept: Grid<T, 1> = Grid::new([count as i32]);
        if !device::copy_first(&self.arg(), &kept.arg()) {
            let (from, to) = (self.view().data, kept.view_mut().data);
            // SAFETY: both have as many elements, and are two arrays.
            unsafe { to.copy_from_nonoverlapping(from, count) };
        }
        kept
    }
}

impl<T: Element> Grid<T, 2> {
    /// The Java array: what a region returns.
    pub fn into_array(self) -> Ref<Array<Ref<Array<T>>>> {
        // SAFETY: grids of rank two hold such arrays.
        unsafe { self.object.into_cast() }
    }
}

impl<T: Element> Grid<T, 3> {
    /// The Java array: what a region returns.
    pub fn into_array(self) -> Ref<Array<Ref<Array<Ref<Array<T>>>>>> {
        // SAFETY: grids of rank three hold such arrays.
        unsafe { self.object.into_cast() }
    }
}

/// The elements of the caller's array, for a loop that nothing interrupts; None where it is null or not in one piece.
#[inline]
pub fn lent<T: Element, const R: usize>(array: &Ref<Object>, write: bool) -> Option<View<T, R>> {
    if array.is_null() {
        return None;
    }
    if R == 1 {
        if array.class() != T::CLASS {
            return None;
        }
        // SAFETY: the class number says so.
        let leaf = unsafe { array.cast::<Array<T>>() };
        let view = if write { leaf.view_mut() } else { leaf.view() };
        return Some(View { data: view.data, dims: [view.length as i32; R] });
    }
    let rectangle = array::rectangle::<T, R>(array, write)?;
    Some(View { data: rectangle.data, dims: rectangle.dims.map(|d| d as i32) })
}

#[cold]
pub(crate) fn throw_ragged(one: i32, other: i32) -> ! {
    let message = format!("a parallel method needs rows of one length: {one} and {other}");
    exception::throw_new(ExceptionKind::IllegalArgument, Some(&message))
}

/// Finds the sizes of an array of arrays whose rows are anywhere; throws where they differ in length.
fn measure<T: Element>(array: &Ref<Object>, dims: &mut [i32]) {
    let Some((size, inner)) = dims.split_first_mut() else { return };
    if array.is_null() {
        exception::throw_null_pointer("");
    }
    // SAFETY: arrays of rank one hold primitives, others references.
    let length = unsafe {
        if inner.is_empty() { array.cast::<Array<T>>().len() } else { array.cast::<Array<Ref<Object>>>().len() }
    };
    if *size >= 0 && *size != length {
        throw_ragged(*size, length);
    }
    *size = length;
    if !inner.is_empty() {
        // SAFETY: as above.
        let rows = unsafe { array.cast::<Array<Ref<Object>>>() };
        (0..length).for_each(|i| measure::<T>(&rows.get(i), inner));
    }
}

/// # Safety
/// There is room at `at` for all elements.
unsafe fn gather<T: Element>(array: &Ref<Object>, rank: usize, at: &mut *mut T) {
    unsafe {
        if rank == 1 {
            let view = array.cast::<Array<T>>().view();
            at.copy_from(view.data, view.length as usize);
            *at = at.add(view.length as usize);
            return;
        }
        let rows = array.cast::<Array<Ref<Object>>>();
        (0..rows.len()).for_each(|i| gather(&rows.get(i), rank - 1, at));
    }
}

/// # Safety
/// There are as many elements at `at` as the array has.
unsafe fn scatter<T: Element>(array: &Ref<Object>, rank: usize, at: &mut *mut T) {
    unsafe {
        if rank == 1 {
            let view = array.cast::<Array<T>>().view_mut();
            view.data.copy_from(*at, view.length as usize);
            *at = at.add(view.length as usize);
            return;
        }
        let rows = array.cast::<Array<Ref<Object>>>();
        (0..rows.len()).for_each(|i| scatter(&rows.get(i), rank - 1, at));
    }
}

/// The elements of a grid, or a row or plane of it, for a loop. The loop ends before the grid does.
pub struct View<T, const R: usize> {
    data: *mut T,
    dims: [i32; R],
}

impl<T, const R: usize> Clone for View<T, R> {
    fn clone(&self) -> View<T, R> {
        *self
    }
}
impl<T, const R: usize> Copy for View<T, R> {}
// SAFETY: a region's loops store to no element that another iteration reads or stores to; the compiler's verifier and
// schedule say so.
unsafe impl<T: Send, const R: usize> Send for View<T, R> {}
unsafe impl<T: Send, const R: usize> Sync for View<T, R> {}

impl<T: Copy, const R: usize> View<T, R> {
    /// The program has null here.
    #[inline(always)]
    pub fn is_null(&self) -> bool {
        self.data.is_null()
    }

    /// The elements of a slice.
    pub fn of(elements: &mut [T], dims: [i32; R]) -> View<T, R> {
        assert_eq!(elements.len(), dims.iter().map(|&d| d as usize).product(), "as many elements as the sizes say");
        View { data: elements.as_mut_ptr(), dims }
    }

    /// Whether no element of the one is an element of the other.
    #[inline]
    pub fn is_apart_from<U, const S: usize>(&self, other: &View<U, S>) -> bool {
        let range = |data: usize, dims: &[i32], size: usize| {
            data..data + dims.iter().map(|&d| d as usize).product::<usize>() * size
        };
        let one = range(self.data.addr(), &self.dims, size_of::<T>());
        let two = range(other.data.addr(), &other.dims, size_of::<U>());
        one.end <= two.start || two.end <= one.start
    }

    /// The sizes, outermost first.
    pub fn dims(&self) -> [i32; R] {
        self.dims
    }

    /// The elements, in order.
    pub fn elements(&self) -> *mut T {
        self.data
    }

    /// The same, with the lengths that the array's type says as constants; negative where it says none.
    #[inline(always)]
    pub fn bounded(self, bounds: [i32; R]) -> View<T, R> {
        let mut dims = self.dims;
        let mut none = false;
        for (dim, &bound) in dims.iter_mut().zip(&bounds) {
            let empty = *dim == 0;
            if bound < 0 {
                none |= empty;
                continue;
            }
            // Where there are no rows, nothing has a length that is not the bound.
            assert!(*dim == bound || none, "a bound is part of an array's type");
            *dim = bound;
            none |= empty;
        }
        View { data: self.data, dims }
    }

    #[inline(always)]
    pub fn len(&self, dim: usize) -> i32 {
        self.dims[dim]
    }

    pub fn is_empty(&self) -> bool {
        self.dims.contains(&0)
    }
}

impl<T: Copy> View<T, 1> {
    /// # Safety
    /// The array has `N` elements.
    #[inline(always)]
    pub unsafe fn put_array<const N: usize>(self, values: [T; N]) {
        unsafe { *self.data.cast::<[T; N]>() = values }
    }

    /// # Safety
    /// The index is in range.
    #[inline(always)]
    pub unsafe fn at(self, i: impl Into<i64>) -> T {
        unsafe { *self.data.offset(i.into() as isize) }
    }

    /// # Safety
    /// The index is in range.
    #[inline(always)]
    pub unsafe fn put(self, i: impl Into<i64>, value: T) {
        unsafe { *self.data.offset(i.into() as isize) = value }
    }

    /// # Safety
    /// The array has `N` elements.
    #[inline(always)]
    pub unsafe fn array<const N: usize>(self) -> [T; N] {
        unsafe { *self.data.cast::<[T; N]>() }
    }
}

impl View<i32, 1> {
    /// Whether the elements from `from` to before `to` are subscripts of an array of this length.
    ///
    /// # Safety
    /// The places are in the array.
    #[inline]
    pub unsafe fn all_below(self, from: i64, to: i64, length: i32) -> bool {
        let count = to.saturating_sub(from).max(0) as usize;
        // SAFETY: the caller's promise.
        let held = unsafe { std::slice::from_raw_parts(self.data.offset(from as isize), count) };
        // All are looked at, which vector instructions do at once. A negative one is a great one.
        held.iter().fold(0, |most, &i| most.max(i as u32)) < length as u32 || held.is_empty()
    }
}

/// What all elements of an array are below, where that is known: subscripts that stand in it need no look then.
#[derive(Clone, Copy, Debug)]
pub struct Below(u32);

impl Below {
    pub const UNKNOWN: Below = Below(u32::MAX);

    #[inline(always)]
    pub fn within(self, length: i32) -> bool {
        self.0 <= length as u32
    }
}

/// For a loop whose rounds use the same subscripts: looks at all of them when they are used for the second time.
#[derive(Default)]
pub struct Held {
    used: bool,
    below: Option<Below>,
}

impl Held {
    pub fn below(&mut self, subscripts: View<i32, 1>) -> Below {
        if !std::mem::replace(&mut self.used, true) {
            return Below::UNKNOWN;
        }
        *self.below.get_or_insert_with(|| {
            // SAFETY: the view is of the whole array.
            let all = unsafe { std::slice::from_raw_parts(subscripts.data, subscripts.dims[0] as usize) };
            // Of none, and of great ones, nothing need be known.
            Below(all.iter().fold(0, |most, &i| most.max(i as u32)).saturating_add(1))
        })
    }
}

impl<T: Copy> View<T, 2> {
    /// # Safety
    /// The place is in the array, or its end.
    #[inline(always)]
    unsafe fn offset(self, i: i64, j: i64) -> *mut T {
        unsafe { self.data.offset(i as isize * self.dims[1] as isize + j as isize) }
    }

    /// # Safety
    /// The indices are in range.
    #[inline(always)]
    pub unsafe fn at(self, i: impl Into<i64>, j: impl Into<i64>) -> T {
        unsafe { *self.offset(i.into(), j.into()) }
    }

    /// # Safety
    /// The indices are in range.
    #[inline(always)]
    pub unsafe fn put(self, i: impl Into<i64>, j: impl Into<i64>, value: T) {
        unsafe { *self.offset(i.into(), j.into()) = value }
    }

    /// # Safety
    /// The index is in range.
    #[inline(always)]
    pub unsafe fn row(self, i: impl Into<i64>) -> View<T, 1> {
        View { data: unsafe { self.offset(i.into(), 0) }, dims: [self.dims[1]] }
    }
}

impl<T: Copy> View<T, 3> {
    /// # Safety
    /// The place is in the array, or its end.
    #[inline(always)]
    unsafe fn offset(self, i: i64, j: i64, k: i64) -> *mut T {
        unsafe {
            self.data.offset((i as isize * self.dims[1] as isize + j as isize) * self.dims[2] as isize + k as isize)
        }
    }

    /// # Safety
    /// The indices are in range.
    #[inline(always)]
    pub unsafe fn at(self, i: impl Into<i64>, j: impl Into<i64>, k: impl Into<i64>) -> T {
        unsafe { *self.offset(i.into(), j.into(), k.into()) }
    }

    /// # Safety
    /// The indices are in range.
    #[inline(always)]
    pub unsafe fn put(self, i: impl Into<i64>, j: impl Into<i64>, k: impl Into<i64>, value: T) {
        unsafe { *self.offset(i.into(), j.into(), k.into()) = value }
    }

    /// # Safety
    /// The index is in range.
    #[inline(always)]
    pub unsafe fn plane(self, i: impl Into<i64>) -> View<T, 2> {
        View { data: unsafe { self.offset(i.into(), 0, 0) }, dims: [self.dims[1], self.dims[2]] }
    }

    /// # Safety
    /// The indices are in range.
    #[inline(always)]
    pub unsafe fn row(self, i: impl Into<i64>, j: impl Into<i64>) -> View<T, 1> {
        View { data: unsafe { self.offset(i.into(), j.into(), 0) }, dims: [self.dims[2]] }
    }
}
