//! Values of the Core interpreter: scalars, structures and flat rectangular arrays. They are values in the language's sense too: an
//! array that two names hold is copied when one of them changes.

use super::ir::{Const, Program, Ty};
use somd_runtime::sort::Key;
use std::rc::Rc;

#[derive(Clone, Debug, PartialEq)]
pub enum CoreValue {
    Bool(bool),
    I8(i8),
    I16(i16),
    U16(u16),
    I32(i32),
    I64(i64),
    F32(f32),
    F64(f64),
    Struct(Rc<[CoreValue]>),
    Array(Rc<CoreArray>),
}

/// Row-major; the sizes' product is the length of the data. What is null where an array may be has no dimensions.
#[derive(Clone, Debug, PartialEq)]
pub struct CoreArray {
    pub dims: Vec<usize>,
    pub data: Data,
}

impl CoreArray {
    /// Null, for a parameter that may be.
    pub fn null(program: &Program, elem: &Ty) -> CoreArray {
        CoreArray { dims: Vec::new(), data: Data::zeroed(program, elem, 0) }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    Bool(Vec<bool>),
    I8(Vec<i8>),
    I16(Vec<i16>),
    U16(Vec<u16>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    F32(Vec<f32>),
    F64(Vec<f64>),
    Struct(Vec<Rc<[CoreValue]>>),
}

/// A Rust type that Core arrays store flat.
pub trait Element: Clone + Sized {
    fn wrap(data: Vec<Self>) -> Data;
    fn slice(data: &Data) -> Option<&[Self]>;
}

macro_rules! elements {
    ($($variant:ident $ty:ty),*) => {
        $(impl Element for $ty {
            fn wrap(data: Vec<$ty>) -> Data { Data::$variant(data) }
            fn slice(data: &Data) -> Option<&[$ty]> {
                match data { Data::$variant(d) => Some(d), _ => None }
            }
        }
        impl From<$ty> for CoreValue {
            fn from(x: $ty) -> CoreValue { CoreValue::$variant(x) }
        })*

        impl Data {
            pub fn len(&self) -> usize {
                match self { $(Data::$variant(d) => d.len(),)* Data::Struct(d) => d.len() }
            }

            pub fn get(&self, i: usize) -> CoreValue {
                match self { $(Data::$variant(d) => CoreValue::$variant(d[i]),)* Data::Struct(d) => CoreValue::Struct(d[i].clone()) }
            }

            /// The types agree in a verified program.
            pub fn set(&mut self, i: usize, value: CoreValue) {
                match (self, value) {
                    $((Data::$variant(d), CoreValue::$variant(x)) => d[i] = x,)*
                    (Data::Struct(d), CoreValue::Struct(x)) => d[i] = x,
                    (_, value) => unreachable!("{value:?} in an array of another type"),
                }
            }

            pub fn range(&self, at: std::ops::Range<usize>) -> Data {
                match self { $(Data::$variant(d) => Data::$variant(d[at].to_vec()),)* Data::Struct(d) => Data::Struct(d[at].to_vec()) }
            }

            /// Rows of so many elements in ascending order, each by itself, or the places of the elements in that order; equal ones stay in theirs.
            /// The elements are numbers.
            pub fn sorted(&self, places: bool, row: usize) -> Data {
                fn stable<T: Copy>(d: &[T], row: usize, bits: impl Fn(T) -> u64) -> Vec<usize> {
                    let mut order: Vec<usize> = (0..d.len()).collect();
                    order.chunks_mut(row.max(1)).for_each(|row| row.sort_by_key(|&i| bits(d[i])));
                    order
                }
                let order = match self {
                    Data::I8(d) => stable(d, row, Key::bits),
                    Data::I16(d) => stable(d, row, Key::bits),
                    Data::U16(d) => stable(d, row, Key::bits),
                    Data::I32(d) => stable(d, row, Key::bits),
                    Data::I64(d) => stable(d, row, Key::bits),
                    Data::F32(d) => stable(d, row, Key::bits),
                    Data::F64(d) => stable(d, row, Key::bits),
                    Data::Bool(_) | Data::Struct(_) => unreachable!("what has no order is not sorted"),
                };
                if places {
                    return Data::I32(order.into_iter().map(|i| i as i32).collect());
                }
                match self {
                    $(Data::$variant(d) => Data::$variant(order.into_iter().map(|i| d[i]).collect()),)*
                    Data::Struct(_) => unreachable!("as above"),
                }
            }

            pub fn push(&mut self, value: CoreValue) {
                match (self, value) {
                    $((Data::$variant(d), CoreValue::$variant(x)) => d.push(x),)*
                    (Data::Struct(d), CoreValue::Struct(x)) => d.push(x),
                    (_, value) => unreachable!("{value:?} in an array of another type"),
                }
            }
        }
    };
}
elements!(Bool bool, I8 i8, I16 i16, U16 u16, I32 i32, I64 i64, F32 f32, F64 f64);

impl Element for Rc<[CoreValue]> {
    fn wrap(data: Vec<Self>) -> Data {
        Data::Struct(data)
    }
    fn slice(data: &Data) -> Option<&[Self]> {
        match data {
            Data::Struct(d) => Some(d),
            _ => None,
        }
    }
}

impl Data {
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// `count` zeros.
    pub fn zeroed(program: &Program, elem: &Ty, count: usize) -> Data {
        match zero(program, elem) {
            CoreValue::Bool(x) => Data::Bool(vec![x; count]),
            CoreValue::I8(x) => Data::I8(vec![x; count]),
            CoreValue::I16(x) => Data::I16(vec![x; count]),
            CoreValue::U16(x) => Data::U16(vec![x; count]),
            CoreValue::I32(x) => Data::I32(vec![x; count]),
            CoreValue::I64(x) => Data::I64(vec![x; count]),
            CoreValue::F32(x) => Data::F32(vec![x; count]),
            CoreValue::F64(x) => Data::F64(vec![x; count]),
            CoreValue::Struct(x) => Data::Struct(vec![x; count]),
            CoreValue::Array(_) => unreachable!("an element is no array"),
        }
    }
}

impl CoreArray {
    pub fn zeroed(program: &Program, elem: &Ty, dims: Vec<usize>) -> CoreArray {
        let count = dims.iter().product();
        CoreArray { data: Data::zeroed(program, elem, count), dims }
    }

    /// A row-major array; the sizes' product must be the number of elements.
    pub fn new<T: Element>(data: Vec<T>, dims: Vec<usize>) -> CoreArray {
        assert_eq!(data.len(), dims.iter().product::<usize>(), "as many elements as the sizes say");
        CoreArray { data: T::wrap(data), dims }
    }

    pub fn as_slice<T: Element>(&self) -> Option<&[T]> {
        T::slice(&self.data)
    }

    /// Where the elements under some indices start, and how many they are. Unchecked indices are proved to be in range, so one that
    /// is not is a fault of the compiler.
    pub fn locate(&self, index: &[i32]) -> (usize, usize) {
        let mut at = 0;
        for (&i, &n) in index.iter().zip(&self.dims) {
            assert!(i >= 0 && (i as usize) < n, "unchecked index {i} out of range for {n}");
            at = at * n + i as usize;
        }
        let inner: usize = self.dims[index.len()..].iter().product();
        (at * inner, inner)
    }

    /// The row under some leading indices, copied.
    pub fn row(&self, index: &[i32]) -> CoreArray {
        let (at, len) = self.locate(index);
        CoreArray { dims: self.dims[index.len()..].to_vec(), data: self.data.range(at..at + len) }
    }
}

impl CoreValue {
    /// A one-dimensional array.
    pub fn array<T: Element>(data: &[T]) -> CoreValue {
        CoreValue::from(CoreArray::new(data.to_vec(), vec![data.len()]))
    }

    pub fn as_array(&self) -> Option<&CoreArray> {
        match self {
            CoreValue::Array(a) => Some(a),
            _ => None,
        }
    }

    /// The elements of an array of that type.
    pub fn as_slice<T: Element>(&self) -> Option<&[T]> {
        self.as_array()?.as_slice()
    }

    /// The value of an integer of any width.
    pub fn as_int(&self) -> Option<i64> {
        Some(match *self {
            CoreValue::I8(x) => x as i64,
            CoreValue::I16(x) => x as i64,
            CoreValue::U16(x) => x as i64,
            CoreValue::I32(x) => x as i64,
            CoreValue::I64(x) => x,
            _ => return None,
        })
    }

    pub fn of_const(c: &Const, ty: &Ty) -> CoreValue {
        match (c, ty) {
            (Const::Bool(b), _) => CoreValue::Bool(*b),
            (Const::F32(x), _) => CoreValue::F32(*x),
            (Const::F64(x), _) => CoreValue::F64(*x),
            (Const::Int(n), ty) => CoreValue::of_int(*n, ty),
        }
    }

    /// An integer of a type, wrapped to its width.
    pub fn of_int(n: i64, ty: &Ty) -> CoreValue {
        match ty {
            Ty::I8 => CoreValue::I8(n as i8),
            Ty::I16 => CoreValue::I16(n as i16),
            Ty::U16 => CoreValue::U16(n as u16),
            Ty::I32 => CoreValue::I32(n as i32),
            _ => CoreValue::I64(n),
        }
    }

    /// The constant of a scalar.
    pub fn to_const(&self) -> Option<Const> {
        Some(match *self {
            CoreValue::Bool(b) => Const::Bool(b),
            CoreValue::F32(x) => Const::F32(x),
            CoreValue::F64(x) => Const::F64(x),
            ref other => Const::Int(other.as_int()?),
        })
    }
}

impl From<CoreArray> for CoreValue {
    fn from(a: CoreArray) -> CoreValue {
        CoreValue::Array(Rc::new(a))
    }
}

/// Java's default value of a scalar or structure; for an array with bounds the array of them.
pub fn zero(program: &Program, ty: &Ty) -> CoreValue {
    match ty {
        Ty::Bool => CoreValue::Bool(false),
        Ty::F32 => CoreValue::F32(0.0),
        Ty::F64 => CoreValue::F64(0.0),
        Ty::Struct(s) => {
            CoreValue::Struct(program.structs[s.index()].fields.iter().map(|(_, t)| zero(program, t)).collect())
        }
        Ty::Array(a) => {
            let dims = a.dims.iter().map(|d| d.unwrap_or(0) as usize).collect();
            CoreArray::zeroed(program, &a.elem, dims).into()
        }
        int => CoreValue::of_int(0, int),
    }
}
