//! Results: what the call gave is taken over in it, without the interpreter's lock, and becomes objects behind it.

use super::api::{Obj, py};
use super::{ArrayType, Owned, Raised, Structure, Type, made, none, owner, raise, support};
use crate::library::{self, Handle, Leaves, Results, Words};
use crate::object::class_id;
use std::ptr;

/// A handle that is freed where nobody has taken it.
pub(super) struct Kept(*mut Handle);

impl Drop for Kept {
    fn drop(&mut self) {
        // SAFETY: a call gave it, and nobody has it.
        unsafe { library::free_later(self.0) };
    }
}

impl Kept {
    fn take(mut self) -> *mut Handle {
        std::mem::replace(&mut self.0, ptr::null_mut())
    }
}

/// An array of primitives.
pub(super) struct Array {
    handle: Kept,
    /// None where its arrays have several lengths.
    shape: Option<Vec<usize>>,
    /// Where its elements stand one behind the other; null for lazy ones.
    data: *const u8,
    /// Where they stand, otherwise.
    leaves: Option<Leaves>,
}

/// What a call gave.
pub(super) enum Taken {
    Null,
    Void,
    Bits(u64),
    Words(Words),
    Array(Box<Array>),
    Parts(Vec<Taken>),
    /// Of structures, with how many there are.
    Columns(usize, Vec<Column>),
}

/// The parts of structures.
pub(super) enum Column {
    Primitives(Type, Vec<u64>),
    Words(Vec<Words>),
    Arrays(ArrayType, Vec<Taken>),
}

impl Taken {
    pub(super) fn take(ty: &Type, results: &mut Results, lazy: bool) -> Taken {
        match ty {
            Type::Void => Taken::Void,
            Type::Text => Taken::Words(results.words()),
            Type::Array(of) if of.class == class_id::STRING => Taken::Words(results.words()),
            Type::Array(of) => Taken::array(results.array(), *of, lazy),
            Type::Structure(s) => {
                if results.boolean() {
                    Taken::parts(s, results)
                } else {
                    Taken::Null
                }
            }
            Type::Structures(s) => {
                let mut columns = Vec::new();
                let n = take_columns(s, results, &mut columns);
                n.map_or(Taken::Null, |n| Taken::Columns(n, columns))
            }
            _ => Taken::Bits(results.long() as u64),
        }
    }

    /// In a call.
    fn array(handle: *mut Handle, of: ArrayType, lazy: bool) -> Taken {
        // SAFETY: null, or just given.
        let Some(array) = (unsafe { handle.as_ref() }) else { return Taken::Null };
        let dimensions = of.dimensions as usize;
        let shape = array.shape(dimensions);
        let mut data = ptr::null();
        let mut leaves = None;
        if !lazy || shape.is_none() {
            let block = shape.as_ref().and_then(|_| array.block_here(dimensions));
            match block {
                Some(block) => data = block,
                None => leaves = Some(array.leaves(dimensions)),
            }
        }
        Taken::Array(Box::new(Array { handle: Kept(handle), shape, data, leaves }))
    }

    fn parts(s: &'static Structure, results: &mut Results) -> Taken {
        let part = |(_, ty): &(_, Type)| match ty {
            Type::Structure(inner) => Taken::parts(inner, results),
            ty => Taken::take(ty, results, false),
        };
        Taken::Parts(s.fields.iter().map(part).collect())
    }

    // ---- objects ------------------------------------------------------------------------------------------------

    pub(super) fn give(self, ty: &Type) -> Result<Owned, Raised> {
        match (self, ty) {
            (Taken::Bits(bits), ty) => primitive(ty, bits),
            (Taken::Words(words), _) => give_words(&words),
            (Taken::Array(array), Type::Array(of)) => array.give(*of),
            (Taken::Parts(parts), Type::Structure(s)) => {
                let fields = parts.into_iter().zip(s.fields).map(|(part, (_, ty))| part.give(ty));
                structure(s, fields.collect::<Result<_, _>>()?)
            }
            (Taken::Columns(n, mut columns), Type::Structures(s)) => list(n, |i| {
                let mut at = 0;
                element(s, &mut columns, i, &mut at)
            }),
            _ => Ok(Owned(none())),
        }
    }
}

impl Array {
    fn give(self, of: ArrayType) -> Result<Owned, Raised> {
        let Some(support) = support() else { return Err(Raised) };
        let end: Obj = ptr::null_mut();
        let kind = (of.class - class_id::BOOLEAN_ARRAY) as usize;
        // SAFETY: the interpreter's lock is held; the handle goes to the object.
        unsafe {
            match (self.shape, self.leaves) {
                // Lazy ones.
                (Some(shape), None) if self.data.is_null() => {
                    made(owner::new(support.array, self.handle.take(), of, &shape, ptr::null()))
                }
                (Some(shape), None) => {
                    let class = Owned(owner::class());
                    let owner = made(owner::new(class.0, self.handle.take(), of, &shape, self.data))?;
                    if of.dimensions == 1 && shape[0] > 0 {
                        let made_of =
                            (py().PyObject_CallFunctionObjArgs)(support.from_buffer, owner.0, support.types[kind], end);
                        return made(made_of);
                    }
                    made((py().PyObject_CallFunctionObjArgs)(support.wrap, owner.0, support.types[kind], end))
                }
                (shape, Some(leaves)) => {
                    let rows = rows(&leaves, of, support.types[kind])?;
                    if shape.is_none() {
                        return Ok(rows);
                    }
                    // Rows of one length that stand apart.
                    made((py().PyObject_CallFunctionObjArgs)(support.rows, rows.0, support.types[kind], end))
                }
                (None, None) => Ok(Owned(none())),
            }
        }
    }
}

/// Lists of arrays, whose elements are copied.
fn rows(leaves: &Leaves, of: ArrayType, dtype: Obj) -> Result<Owned, Raised> {
    let Some(support) = support() else { return Err(Raised) };
    match leaves {
        Leaves::Null => Ok(Owned(none())),
        Leaves::Rows(all) => list(all.len(), |i| rows(&all[i], of, dtype)),
        Leaves::Elements(elements) => {
            let copy = library::copied(*elements, ArrayType { dimensions: 1, ..of });
            let class = Owned(owner::class());
            let of = ArrayType { dimensions: 1, ..of };
            // SAFETY: as of `Array::give`; the copy's elements are its own.
            unsafe {
                let data = (*copy).data();
                let owner = made(owner::new(class.0, copy, of, &[elements.length], data))?;
                let end: Obj = ptr::null_mut();
                made((py().PyObject_CallFunctionObjArgs)(support.wrap, owner.0, dtype, end))
            }
        }
    }
}

fn primitive(ty: &Type, bits: u64) -> Result<Owned, Raised> {
    // SAFETY: the interpreter's lock is held.
    unsafe {
        made(match ty {
            Type::Boolean => (py().PyBool_FromLong)((bits & 1) as _),
            Type::Byte => (py().PyLong_FromLongLong)((bits as i8).into()),
            Type::Short => (py().PyLong_FromLongLong)((bits as i16).into()),
            Type::Int => (py().PyLong_FromLongLong)((bits as i32).into()),
            Type::Float => (py().PyFloat_FromDouble)(f32::from_bits(bits as u32).into()),
            Type::Double => (py().PyFloat_FromDouble)(f64::from_bits(bits)),
            Type::Char => return give_text(&[bits as u16]),
            _ => (py().PyLong_FromLongLong)(bits as i64),
        })
    }
}

fn give_text(text: &[u16]) -> Result<Owned, Raised> {
    let bytes = (text.len() * 2) as isize;
    // In the processor's order, and no mark in front.
    let mut order = if cfg!(target_endian = "little") { -1 } else { 1 };
    // SAFETY: as many bytes. Halves of pairs that stand alone come over, as Java has them.
    unsafe { made((py().PyUnicode_DecodeUTF16)(text.as_ptr().cast(), bytes, c"surrogatepass".as_ptr(), &mut order)) }
}

fn give_words(words: &Words) -> Result<Owned, Raised> {
    match words {
        Words::Null => Ok(Owned(none())),
        Words::Text(text) => give_text(text),
        Words::Rows(rows) => list(rows.len(), |i| give_words(&rows[i])),
    }
}

fn list(n: usize, mut element: impl FnMut(usize) -> Result<Owned, Raised>) -> Result<Owned, Raised> {
    // SAFETY: the interpreter's lock is held; the list is new, and takes each object over.
    unsafe {
        let list = made((py().PyList_New)(n as isize))?;
        for i in 0..n {
            (py().PyList_SetItem)(list.0, i as isize, element(i)?.take());
        }
        Ok(list)
    }
}

fn structure(s: &Structure, fields: Vec<Owned>) -> Result<Owned, Raised> {
    let Some(class) = support().and_then(|support| support.structures.get(s.number)) else {
        raise(py().PyExc_ValueError, "the package is not set up");
        return Err(Raised);
    };
    // SAFETY: as of `list`.
    unsafe {
        let tuple = made((py().PyTuple_New)(fields.len() as isize))?;
        for (i, field) in fields.into_iter().enumerate() {
            (py().PyTuple_SetItem)(tuple.0, i as isize, field.take());
        }
        made((py().PyObject_CallObject)(*class, tuple.0))
    }
}

// ---- columns ----------------------------------------------------------------------------------------------------

/// In a call: the columns of an array of structures; how many these are, None for null.
fn take_columns(s: &'static Structure, results: &mut Results, columns: &mut Vec<Column>) -> Option<usize> {
    let mut length = None;
    for (_, ty) in s.fields {
        let (n, column) = match ty {
            Type::Structure(inner) => {
                length = take_columns(inner, results, columns);
                continue;
            }
            Type::Text => take_words(results, Column::Words),
            Type::Array(of) if of.class == class_id::STRING => take_words(results, Column::Words),
            Type::Array(of) => match results.handles() {
                None => (None, Column::Words(Vec::new())),
                Some(all) => {
                    let n = all.len();
                    let arrays = all.into_iter().map(|h| Taken::array(h, *of, false)).collect();
                    (Some(n), Column::Arrays(*of, arrays))
                }
            },
            ty => {
                let bits = results.all_bits();
                (bits.as_ref().map(Vec::len), Column::Primitives(*ty, bits.unwrap_or_default()))
            }
        };
        length = n;
        columns.push(column);
    }
    length
}

fn take_words(results: &mut Results, column: fn(Vec<Words>) -> Column) -> (Option<usize>, Column) {
    match results.words() {
        Words::Rows(rows) => (Some(rows.len()), column(rows)),
        _ => (None, column(Vec::new())),
    }
}

/// A structure of the columns from `at` on.
fn element(s: &'static Structure, columns: &mut [Column], i: usize, at: &mut usize) -> Result<Owned, Raised> {
    let mut fields = Vec::with_capacity(s.fields.len());
    for (_, ty) in s.fields {
        if let Type::Structure(inner) = ty {
            fields.push(element(inner, columns, i, at)?);
            continue;
        }
        fields.push(match &mut columns[*at] {
            Column::Primitives(ty, bits) => primitive(ty, bits[i])?,
            Column::Words(words) => give_words(&words[i])?,
            Column::Arrays(of, arrays) => std::mem::replace(&mut arrays[i], Taken::Null).give(&Type::Array(*of))?,
        });
        *at += 1;
    }
    structure(s, fields)
}
