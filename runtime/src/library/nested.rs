//! Arrays of any number of dimensions as callers have them, and the objects they become.

use super::Arguments;
use crate::array::{Array, Elem, new_multi};
use crate::object::{ClassId, Object, Ref, class_id};
use crate::program::RefType;
use crate::string::Str;
use crate::value_array;

/// The type of an array: what it is of, and in how many dimensions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayType {
    /// Of arrays of one dimension, where the elements are primitives; else [`class_id::STRING`].
    pub class: ClassId,
    pub dimensions: u32,
    /// Lime's.
    pub value: bool,
}

impl ArrayType {
    pub const fn of<T: Elem>(dimensions: u32, value: bool) -> ArrayType {
        ArrayType { class: T::CLASS, dimensions, value }
    }

    pub const fn texts(dimensions: u32) -> ArrayType {
        ArrayType { class: class_id::STRING, dimensions, value: false }
    }

    /// Of its elements, where these are arrays.
    pub(super) fn inner(self) -> ArrayType {
        ArrayType { dimensions: self.dimensions - 1, ..self }
    }

    /// The type of references to such arrays.
    pub(super) fn reference(self) -> RefType {
        // The class of an array of primitives is one dimension of it.
        let own = u32::from(self.class != class_id::STRING);
        RefType::array(self.class, self.dimensions - own)
    }
}

/// Elements of primitives: `length` from `data` on.
#[derive(Clone, Copy)]
pub struct Elements {
    pub data: *mut u8,
    pub length: usize,
}

/// An array, as a caller has it.
pub enum Nested {
    Null,
    Elements(Elements),
    /// UTF-16.
    Texts(Vec<Option<Vec<u16>>>),
    Rows(Vec<Nested>),
    /// All elements, in row-major order.
    Grid {
        data: *mut u8,
        shape: Vec<usize>,
    },
    /// Elements that go with it, in the bytes of a vector.
    Owned(Vec<u64>, Elements),
}

impl Nested {
    /// A copy of `length` elements of `size` bytes.
    ///
    /// # Safety
    /// There are as many at `data`.
    pub unsafe fn owned(data: *const u8, length: usize, size: usize) -> Nested {
        let bytes = length * size;
        let mut copy = vec![0u64; bytes.div_ceil(8)];
        let to = copy.as_mut_ptr().cast::<u8>();
        if bytes > 0 {
            // SAFETY: as the caller's; the copy has room.
            unsafe { to.copy_from_nonoverlapping(data, bytes) };
        }
        Nested::Owned(copy, Elements { data: to, length })
    }

    /// `length` elements of `size` bytes that are zero.
    pub fn zeros(length: usize, size: usize) -> Nested {
        let mut zeros = vec![0u64; (length * size).div_ceil(8)];
        let data = zeros.as_mut_ptr().cast::<u8>();
        Nested::Owned(zeros, Elements { data, length })
    }

    /// What was copied has elements of the size that the type has.
    pub(super) fn fits(&self, of: ArrayType) -> bool {
        match self {
            Nested::Owned(copy, e) => copy.len() == (e.length * size_of_class(of.class)).div_ceil(8),
            _ => true,
        }
    }

    pub fn length(&self) -> usize {
        match self {
            Nested::Null => 0,
            Nested::Elements(e) | Nested::Owned(_, e) => e.length,
            Nested::Texts(texts) => texts.len(),
            Nested::Rows(rows) => rows.len(),
            Nested::Grid { shape, .. } => shape.first().copied().unwrap_or(0),
        }
    }

    /// The array of the program's. What has the lengths that `new T[m][n]` gives becomes one block, as there.
    pub(super) fn object(&self, of: ArrayType) -> Ref<Object> {
        let object = self.plain(of);
        if of.value && !object.is_null() { value_array::freeze(object) } else { object }
    }

    fn plain(&self, of: ArrayType) -> Ref<Object> {
        match self {
            Nested::Null => Ref::NULL,
            Nested::Texts(texts) if of == ArrayType::texts(1) => {
                let strings = texts.iter().map(|t| t.as_deref().map_or(Ref::NULL, Str::from_utf16));
                Array::from_refs(RefType::STRING, strings.collect::<Vec<_>>()).into_up()
            }
            Nested::Elements(e) | Nested::Owned(_, e) if of.dimensions == 1 => new_leaf(of.class, *e),
            Nested::Grid { shape, .. } if shape.len() == of.dimensions as usize => self.block(of, shape),
            Nested::Rows(rows) if of.dimensions > 1 => {
                if of.class != class_id::STRING
                    && let Some(shape) = self.rectangle(of.dimensions)
                {
                    return self.block(of, &shape);
                }
                let inner = of.inner();
                let rows: Vec<Ref<Object>> = rows.iter().map(|r| r.plain(inner)).collect();
                Array::from_refs(inner.reference(), rows).into_up()
            }
            _ => crate::exception::throw_new(
                crate::exception::ExceptionKind::IllegalArgument,
                Some("the array has other dimensions than the method's parameter"),
            ),
        }
    }

    /// The lengths, where all arrays of one dimension have one.
    fn rectangle(&self, dimensions: u32) -> Option<Vec<usize>> {
        match self {
            Nested::Elements(e) | Nested::Owned(_, e) if dimensions == 1 => Some(vec![e.length]),
            Nested::Rows(rows) if dimensions > 1 => {
                let mut shapes = rows.iter().map(|r| r.rectangle(dimensions - 1));
                let first = shapes.next()??;
                shapes.all(|s| s.as_ref() == Some(&first)).then(|| [&[rows.len()][..], &first].concat())
            }
            Nested::Grid { shape, .. } if shape.len() == dimensions as usize => Some(shape.clone()),
            _ => None,
        }
    }

    fn block(&self, of: ArrayType, shape: &[usize]) -> Ref<Object> {
        let dims: Vec<i32> = shape.iter().map(|&n| super::length(n)).collect();
        let object = with_class(of.class, &Block(&dims));
        self.each(&object, &mut |leaf, from| {
            let to = value_array::data_of_primitives(leaf, true);
            // SAFETY: the leaf has the length, and is new.
            unsafe { to.copy_from_nonoverlapping(from.data, from.length * size_of_class(leaf.class())) };
        });
        object
    }

    /// Copies the elements back to where they came from. A row that has been replaced by one of another length is left out.
    ///
    /// # Safety
    /// The caller's memory is there, and may be written.
    pub(super) unsafe fn copy_back(&self, object: &Ref<Object>) {
        self.each(object, &mut |leaf, to| {
            let from = value_array::data_of_primitives(leaf, false);
            // SAFETY: both have the length.
            unsafe { to.data.copy_from_nonoverlapping(from, to.length * size_of_class(leaf.class())) };
        });
    }

    /// All arrays of primitives of the object beside the caller's elements, where both are as long.
    fn each(&self, object: &Ref<Object>, visit: &mut dyn FnMut(&Ref<Object>, Elements)) {
        if object.is_null() {
            return;
        }
        let is_rows = object.class() == class_id::REF_ARRAY;
        match self {
            Nested::Elements(e) | Nested::Owned(_, e)
                if !is_rows && e.length > 0 && value_array::length(object) as usize == e.length =>
            {
                visit(object, *e);
            }
            Nested::Rows(rows) if is_rows => {
                let n = rows.len().min(value_array::length(object) as usize);
                (0..n).for_each(|i| rows[i].each(&row(object, i), visit));
            }
            Nested::Grid { data, shape } if is_rows => {
                let columns = shape.last().copied().unwrap_or(0);
                let mut at = *data;
                each_of_grid(object, shape, &mut |leaf| {
                    let bytes = columns * leaf.map_or(0, |l| size_of_class(l.class()));
                    if let Some(leaf) = leaf.filter(|l| value_array::length(l) as usize == columns && columns > 0) {
                        visit(leaf, Elements { data: at, length: columns });
                    }
                    at = at.wrapping_add(bytes);
                });
            }
            _ => {}
        }
    }
}

/// The arrays of one dimension in an array of arrays that still has a shape.
fn each_of_grid(object: &Ref<Object>, shape: &[usize], visit: &mut dyn FnMut(Option<&Ref<Object>>)) {
    match shape {
        [] => {}
        [_] => visit((!object.is_null()).then_some(object)),
        [n, inner @ ..] => {
            for i in 0..*n {
                let row = if object.is_null() { Ref::NULL } else { row(object, i) };
                each_of_grid(&row, inner, visit);
            }
        }
    }
}

/// An element of an array of arrays.
fn row(object: &Ref<Object>, index: usize) -> Ref<Object> {
    // SAFETY: the callers have looked at the class number.
    unsafe { object.cast::<Array<Ref<Object>>>() }.get(index as i32)
}

/// Work on an array of primitives, whose type is known by its class.
trait OfClass<R> {
    fn run<T: Elem>(&self) -> R;
}

fn with_class<R>(class: ClassId, work: &impl OfClass<R>) -> R {
    match class {
        class_id::BOOLEAN_ARRAY => work.run::<bool>(),
        class_id::BYTE_ARRAY => work.run::<i8>(),
        class_id::SHORT_ARRAY => work.run::<i16>(),
        class_id::CHAR_ARRAY => work.run::<u16>(),
        class_id::INT_ARRAY => work.run::<i32>(),
        class_id::LONG_ARRAY => work.run::<i64>(),
        class_id::FLOAT_ARRAY => work.run::<f32>(),
        _ => work.run::<f64>(),
    }
}

/// One block of these lengths.
struct Block<'a>(&'a [i32]);

impl OfClass<Ref<Object>> for Block<'_> {
    fn run<T: Elem>(&self) -> Ref<Object> {
        new_multi::<T>(self.0, RefType::OBJECT)
    }
}

/// A copy of elements.
struct Leaf(Elements);

impl OfClass<Ref<Object>> for Leaf {
    fn run<T: Elem>(&self) -> Ref<Object> {
        let array = Array::<T>::new(super::length(self.0.length));
        let to = array.view_mut().data;
        if self.0.length > 0 {
            // SAFETY: the caller has as many elements of the type, which are primitives.
            unsafe { to.copy_from_nonoverlapping(self.0.data.cast(), self.0.length) };
        }
        array.into_up()
    }
}

fn new_leaf(class: ClassId, elements: Elements) -> Ref<Object> {
    with_class(class, &Leaf(elements))
}

pub(super) fn size_of_class(class: ClassId) -> usize {
    match class {
        class_id::BOOLEAN_ARRAY | class_id::BYTE_ARRAY => 1,
        class_id::SHORT_ARRAY | class_id::CHAR_ARRAY => 2,
        class_id::INT_ARRAY | class_id::FLOAT_ARRAY => 4,
        _ => 8,
    }
}

/// Where the elements of an array of primitives are, valid to read on the host.
pub(super) fn elements_of(object: &Ref<Object>) -> *const u8 {
    value_array::data_of_primitives(object, false)
}

/// The lengths of an array of so many dimensions whose arrays have one length each; None where these differ, or there is a null.
pub(super) fn shape(object: &Ref<Object>, dimensions: usize) -> Option<Vec<usize>> {
    if object.is_null() {
        return None;
    }
    let length = value_array::length(object) as usize;
    if dimensions == 1 {
        return (object.class() != class_id::REF_ARRAY).then(|| vec![length]);
    }
    let rows = value_array::rows(object)?;
    if let Some(unmade) = rows.unmade().filter(|_| dimensions == 2) {
        return Some(vec![length, unmade.columns]);
    }
    if length == 0 {
        return Some(vec![0; dimensions]);
    }
    let mut shapes = (0..length).map(|i| shape(&row(object, i), dimensions - 1));
    let first = shapes.next()??;
    shapes.all(|s| s.as_ref() == Some(&first)).then(|| [&[length][..], &first].concat())
}

/// Nobody else refers to the array or a part of it.
pub(super) fn is_own(object: &Ref<Object>) -> bool {
    if object.is_null() || value_array::is_unique(object) {
        return true;
    }
    // Arrays that were put together have no block in common.
    let apart = value_array::rows(object).filter(|r| r.block().is_none() && object.count() == 1);
    // SAFETY: nothing is written meanwhile.
    apart.is_some_and(|rows| (0..rows.len()).all(|i| is_own(unsafe { rows.peek(i) })))
}

/// All arrays of primitives in an array of arrays without nulls; false as soon as `visit` says so.
pub(super) fn leaves(object: &Ref<Object>, dimensions: usize, visit: &mut dyn FnMut(&Ref<Object>) -> bool) -> bool {
    if dimensions == 1 {
        return visit(object);
    }
    (0..value_array::length(object) as usize).all(|i| leaves(&row(object, i), dimensions - 1, visit))
}

/// Strings in an array of any depth.
#[derive(Debug)]
pub enum Words {
    Null,
    /// UTF-16.
    Text(Vec<u16>),
    Rows(Vec<Words>),
}

impl Words {
    pub fn is_null_words(&self) -> bool {
        matches!(self, Words::Null)
    }

    pub(super) fn of(object: &Ref<Object>) -> Words {
        if object.is_null() {
            return Words::Null;
        }
        match object.class() {
            class_id::REF_ARRAY => {
                Words::Rows((0..value_array::length(object) as usize).map(|i| Words::of(&row(object, i))).collect())
            }
            // SAFETY: the program gives strings where this is asked.
            _ => Words::Text(unsafe { object.cast::<Str>() }.chars().collect()),
        }
    }
}

/// Where the elements of an array of arrays are.
pub enum Leaves {
    Null,
    Elements(Elements),
    Rows(Vec<Leaves>),
}

impl Leaves {
    pub(super) fn of(object: &Ref<Object>, dimensions: usize) -> Leaves {
        if object.is_null() {
            return Leaves::Null;
        }
        let length = value_array::length(object) as usize;
        if dimensions == 1 {
            return Leaves::Elements(Elements { data: elements_of(object).cast_mut(), length });
        }
        Leaves::Rows((0..length).map(|i| Leaves::of(&row(object, i), dimensions - 1)).collect())
    }
}

/// The elements of an array of primitives, each in its lowest bits.
pub(super) fn bits(object: &Ref<Object>) -> Vec<u64> {
    let (data, n) = (elements_of(object), value_array::length(object) as usize);
    let size = size_of_class(object.class());
    // SAFETY: there are as many elements of the size.
    let one = |i: usize| unsafe {
        match size {
            1 => u64::from(*data.add(i)),
            2 => u64::from(*data.cast::<u16>().add(i)),
            4 => u64::from(*data.cast::<u32>().add(i)),
            _ => *data.cast::<u64>().add(i),
        }
    };
    (0..n).map(one).collect()
}

struct Lend<'a> {
    arguments: std::cell::RefCell<&'a mut Arguments>,
    elements: Elements,
    value: bool,
    written: bool,
}

impl OfClass<()> for Lend<'_> {
    fn run<T: Elem>(&self) {
        let mut arguments = self.arguments.borrow_mut();
        let (data, n) = (self.elements.data.cast::<T>(), self.elements.length);
        // SAFETY: `lend` vouches for it.
        unsafe { if self.value { arguments.values(data, n) } else { arguments.array(data, n, self.written) } }
    }
}

/// # Safety
/// As of [`Arguments::array`].
pub(super) unsafe fn lend(arguments: &mut Arguments, elements: Elements, of: ArrayType, written: bool) {
    with_class(of.class, &Lend { arguments: arguments.into(), elements, value: of.value, written });
}
