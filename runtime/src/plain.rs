//! Value objects at the border of parallel code: objects on the host, plain data inside.
//!
//! An array of value objects crosses field by field: [`Unboxed`] gathers what the objects hold, and gives each field as an array of
//! its own; [`boxed`] makes the objects again.

use crate::array::{self, Array};
use crate::exception;
use crate::grid::{Element, Grid};
use crate::object::{Object, Ref};
use crate::program::RefType;

/// What a value class holds, without the object.
pub trait Plain: Copy {
    /// The class as the host has it.
    type Object: 'static;
    /// The class, as the type of an array's elements.
    fn ref_type() -> RefType;
    fn of(object: &Ref<Self::Object>) -> Self;
    fn object(self) -> Ref<Self::Object>;
    /// The array that has these columns, where arrays of the class have columns.
    fn array(columns: &[Ref<Object>]) -> Option<Ref<Object>> {
        let _ = columns;
        None
    }
}

/// The values of an array of rank `R` as data, in order.
pub struct Unboxed<P, const R: usize> {
    /// The array itself, where it has columns.
    array: Option<Ref<Object>>,
    values: Vec<P>,
    dims: [i32; R],
}

impl<P: Plain, const R: usize> Unboxed<P, R> {
    /// `array` has rank `R`, and elements of the class.
    pub fn of(array: &Ref<Object>) -> Unboxed<P, R> {
        let mut dims = [-1; R];
        let mut values = Vec::new();
        if R == 1 && array::with_columns(array).is_some() {
            return Unboxed { array: Some(array.clone()), values, dims };
        }
        gather(array, &mut dims, &mut values);
        dims.iter_mut().for_each(|d| *d = (*d).max(0));
        Unboxed { array: None, values, dims }
    }

    /// As [`Unboxed::of`] an array whose type tells lengths, negative where it tells none.
    pub fn bounded(array: &Ref<Object>, bounds: [i32; R]) -> Unboxed<P, R> {
        array::check_bounds(array, &bounds);
        Unboxed::of(array)
    }

    /// Field `k` of all values.
    pub fn column<T: Element>(&self, k: usize, field: impl Fn(&P) -> T) -> Grid<T, R> {
        if let Some(array) = &self.array {
            return Grid::argument(&array::column(array, k));
        }
        let column = Grid::new(self.dims);
        let data: *mut T = column.view_mut().elements();
        // SAFETY: the grid has as many elements.
        self.values.iter().enumerate().for_each(|(i, v)| unsafe { data.add(i).write(field(v)) });
        column
    }
}

impl<P: Plain> Unboxed<P, 1> {
    /// What a region made of the columns goes back into the array. False, and nothing done, where it has none.
    pub fn give_back(&self, columns: &[Ref<Object>]) -> bool {
        let Some(array) = &self.array else { return false };
        for (k, column) in columns.iter().enumerate() {
            let own = array::column(array, k);
            if !own.same(column) {
                array::replace_column(array, k, column);
            }
        }
        true
    }
}

fn gather<P: Plain>(array: &Ref<Object>, dims: &mut [i32], values: &mut Vec<P>) {
    let Some((size, inner)) = dims.split_first_mut() else { return };
    if array.is_null() {
        exception::throw_null_pointer("");
    }
    // SAFETY: arrays of objects, and arrays of arrays.
    let elements = unsafe { array.cast::<Array<Ref<Object>>>() };
    let length = elements.len();
    if *size >= 0 && *size != length {
        crate::grid::throw_ragged(*size, length);
    }
    *size = length;
    for i in 0..length {
        let element = elements.get(i);
        if inner.is_empty() {
            // SAFETY: an element is of the class; values are not null.
            values.push(P::of(unsafe { element.cast::<P::Object>() }));
        } else {
            gather(&element, inner, values);
        }
    }
}

/// An array of objects from their values, in order.
pub fn boxed<P: Plain>(dims: &[i32], at: impl Fn(usize) -> P) -> Ref<Object> {
    fn level<P: Plain>(dims: &[i32], at: &dyn Fn(usize) -> P, next: &mut usize) -> Ref<Object> {
        let Some((&length, inner)) = dims.split_first() else { return Ref::NULL };
        let elements: Vec<Ref<Object>> = (0..length)
            .map(|_| {
                if !inner.is_empty() {
                    return level(inner, at, next);
                }
                *next += 1;
                // SAFETY: every object is an `Object`.
                unsafe { at(*next - 1).object().into_cast::<Object>() }
            })
            .collect();
        let element = inner.iter().fold(P::ref_type(), |t, _| t.array_of());
        array::array_of(element, elements).into_up()
    }
    level(dims, &at, &mut 0)
}

/// What a region made of an array goes back into the caller's array, object by object.
pub fn give_back<P: Plain>(target: &Ref<Object>, rank: usize, at: &dyn Fn(usize) -> P) {
    fn level<P: Plain>(target: &Ref<Object>, rank: usize, at: &dyn Fn(usize) -> P, next: &mut usize) {
        // SAFETY: arrays of objects, and arrays of arrays.
        let elements = unsafe { target.cast::<Array<Ref<Object>>>() };
        for i in 0..elements.len() {
            if rank > 1 {
                level(&elements.get(i), rank - 1, at, next);
            } else {
                // SAFETY: every object is an `Object`.
                elements.set(i, unsafe { at(*next).object().into_cast() });
                *next += 1;
            }
        }
    }
    level(target, rank, at, &mut 0)
}
