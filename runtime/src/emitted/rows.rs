//! Matrices of which a loop looks at one row after another, and keeps none. Where the rows have no objects yet, they get none: what
//! stands for a row lies on the stack, and ends with the loop's turn.

use super::{Borrowed, Steps, throw_null_array, throw_null_length};
use crate::array::{Array, Elem, Grid};
use crate::exception::throw_array_index;
use crate::object::{Obj, Ref};
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ptr;

/// A matrix while a loop runs that stores no reference, as [`super::Hoisted`].
pub struct HoistedRows<'a, T: 'static, F> {
    length: u32,
    is_null: bool,
    rows: Rows<T>,
    find: F,
    array: PhantomData<&'a T>,
}

/// Where a loop finds the rows of its matrix.
enum Rows<T: 'static> {
    Made(*const Ref<Array<T>>),
    Grid(Grid<T>),
    /// A device may have the elements: a row is made when it is looked at, for it knows what the host has of it.
    Asked(*const Array<Ref<Array<T>>>),
}

/// Hoisting of a matrix that is held by a variable.
pub trait HoistRows<T: 'static> {
    fn hoist_rows<'a>(&'a self) -> HoistedRows<'a, T, impl Fn() -> &'a Ref<Array<Ref<Array<T>>>> + Copy>;
}

impl<T: Elem> HoistRows<T> for Ref<Array<Ref<Array<T>>>> {
    #[inline(always)]
    fn hoist_rows<'a>(&'a self) -> HoistedRows<'a, T, impl Fn() -> &'a Ref<Array<Ref<Array<T>>>> + Copy> {
        hoist_path_rows(self, move || self)
    }
}

/// As [`super::hoist_path`].
#[inline(always)]
pub fn hoist_path_rows<'a, T: Elem, F: Fn() -> &'a Ref<Array<Ref<Array<T>>>> + Copy>(
    matrix: &'a Ref<Array<Ref<Array<T>>>>,
    find: F,
) -> HoistedRows<'a, T, F> {
    let rows = Rows::Made(ptr::null());
    let mut hoisted = HoistedRows { length: 0, is_null: true, rows, find, array: PhantomData };
    if !matrix.is_null() {
        let matrix = matrix.or_npe("");
        hoisted.is_null = false;
        hoisted.length = matrix.len() as u32;
        hoisted.rows = match matrix.grid() {
            Some(grid) => Rows::Grid(grid),
            None if matrix.has_later_rows() => Rows::Asked(matrix),
            None => Rows::Made(matrix.view().data),
        };
    }
    hoisted
}

impl<'a, T: Elem, F: Fn() -> &'a Ref<Array<Ref<Array<T>>>> + Copy> HoistedRows<'a, T, F> {
    /// As [`super::Hoisted::covers`].
    #[inline(always)]
    pub fn covers(&self, steps: Steps, scale: i64, base: i64, least: i64, most: i64) -> bool {
        steps.cover(scale, base, least, most, self.length)
    }

    /// As [`super::Hoisted::reached`].
    #[inline(always)]
    pub fn reached(&self) -> &Self {
        if self.is_null {
            self.take_way();
        }
        self
    }

    #[cold]
    #[inline(never)]
    fn take_way(&self) {
        (self.find)();
    }

    #[inline(always)]
    #[track_caller]
    pub fn length(&self, name: &'static str) -> i32 {
        if self.is_null {
            self.no_length(name);
        }
        self.length as i32
    }

    /// The row, for the loop's turn.
    #[inline(always)]
    #[track_caller]
    pub fn lend(&self, index: i32, name: &'static str) -> LentRow<'a, T> {
        if index as u32 >= self.length {
            self.missing(index, name);
        }
        self.lend_nth(index as isize)
    }

    /// As [`super::Hoisted::nth`].
    #[inline(always)]
    pub fn lend_nth(&self, index: isize) -> LentRow<'a, T> {
        match &self.rows {
            // SAFETY: below the length; the matrix stays as it is while the loop runs.
            Rows::Grid(grid) => LentRow::Own(Obj::uncounted(T::CLASS, unsafe { grid.row(index as usize) })),
            // SAFETY: as above.
            Rows::Made(rows) => LentRow::Made(unsafe { &*rows.offset(index) }),
            // SAFETY: as above; rows that are made stay.
            Rows::Asked(matrix) => LentRow::Made(unsafe { (**matrix).peek(index as i32) }),
        }
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn missing(&self, index: i32, name: &str) -> ! {
        let matrix = (self.find)();
        if matrix.is_null() {
            throw_null_array::<Ref<Array<T>>>("load from", name);
        }
        throw_array_index(index, matrix.or_npe("").len())
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn no_length(&self, name: &str) -> ! {
        (self.find)();
        throw_null_length(name)
    }
}

/// A row that nobody knows any more when the loop's turn ends.
pub enum LentRow<'a, T: 'static> {
    Made(&'a Ref<Array<T>>),
    Own(Obj<Array<T>>),
}

impl<T> LentRow<'_, T> {
    #[inline(always)]
    pub fn get(&self) -> Borrowed<'_, Array<T>> {
        let row = match self {
            // SAFETY: the matrix keeps the row; nothing drops this copy of the reference.
            LentRow::Made(row) => unsafe { ptr::read(*row) },
            // SAFETY: the object lives as long as it is borrowed, and nothing drops the reference.
            LentRow::Own(object) => unsafe { Ref::from_raw(ptr::NonNull::from(object)) },
        };
        Borrowed(ManuallyDrop::new(row), PhantomData)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::{new_grid, new_multi};
    use crate::memory::statistics;
    use crate::program::RefType;
    use crate::test_program;

    #[test]
    fn rows_that_are_lent_are_not_made() {
        test_program::enter(|| {
            let before = statistics().live;
            for made in [false, true] {
                let m = if made { new_multi::<i32>(&[3, 4], RefType::OBJECT) } else { new_grid::<i32>(&[3, 4]) };
                // SAFETY: that is its type.
                let m: Ref<Array<Ref<Array<i32>>>> = unsafe { m.into_cast() };
                let live = statistics().live;
                {
                    let rows = m.hoist_rows();
                    for i in 0..rows.length("m") {
                        let row = rows.lend(i, "m");
                        let row: &Ref<Array<i32>> = &row.get();
                        assert_eq!(row.len(), 4);
                        row.set(3, i);
                    }
                }
                assert_eq!(statistics().live, live);
                assert_eq!((0..3).map(|i| m.get(i).get(3)).collect::<Vec<_>>(), [0, 1, 2]);
                let thrown = test_program::thrown(|| {
                    m.hoist_rows().lend(3, "m");
                });
                assert!(thrown.ends_with("Index 3 out of bounds for length 3"), "{thrown}");
            }
            assert_eq!(statistics().live, before);
        });
    }
}
