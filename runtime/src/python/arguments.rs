//! Arguments: what Python passes becomes what goes over the border, before the interpreter's lock is released.

use super::api::{Buffer, C_CONTIGUOUS, FORMAT, Obj, TPFLAGS_TUPLE, TPFLAGS_UNICODE, WRITABLE, py};
use super::{ArrayType, Method, Owned, Raised, Structure, Type, is_none, made, owner, raise, support};
use crate::library::{Arguments, Elements, Handle, Nested};
use crate::object::class_id;
use std::ffi::{CStr, c_char};
use std::ptr;

/// What goes over the border in one place.
enum Item {
    Bits(u64),
    Text(Option<(*const c_char, usize)>),
    /// The caller's elements; None is null.
    Lent {
        elements: Option<Elements>,
        of: ArrayType,
        written: bool,
    },
    Nested {
        nested: Nested,
        of: ArrayType,
        written: bool,
    },
    Handle(*const Handle, ArrayType),
}

/// The arguments of a call, and what lives until it has ended.
#[derive(Default)]
pub(super) struct Given {
    items: Vec<Item>,
    // Some objects' views refer to themselves.
    #[allow(clippy::vec_box)]
    buffers: Vec<Box<Buffer>>,
    objects: Vec<Owned>,
    /// Arrays that were converted and may be written, each with what it was made of.
    written: Vec<(Obj, Obj)>,
}

impl Drop for Given {
    fn drop(&mut self) {
        for buffer in &mut self.buffers {
            // SAFETY: `view` has got it, and the interpreter's lock is held.
            unsafe { (py().PyBuffer_Release)(&mut **buffer) };
        }
    }
}

/// A number that a class of arrays of primitives has among these.
fn number_of(of: ArrayType) -> i64 {
    i64::from(of.class - class_id::BOOLEAN_ARRAY)
}

impl Given {
    /// Reads a call's arguments.
    ///
    /// # Safety
    /// As of [`super::call`].
    pub(super) unsafe fn read(method: &Method, args: *const Obj, count: isize, names: Obj) -> Result<Given, Raised> {
        let wanted = method.params.len();
        let mut given = Given::default();
        given.items.reserve(wanted);
        // SAFETY: there are as many.
        let positional = if count == 0 { &[][..] } else { unsafe { std::slice::from_raw_parts(args, count as usize) } };
        if names.is_null() && positional.len() == wanted {
            for (p, &arg) in method.params.iter().zip(positional) {
                // SAFETY: an argument.
                unsafe { given.argument(&p.ty, arg, p.written)? };
            }
            return Ok(given);
        }
        // SAFETY: as the caller's.
        let all = unsafe { by_name(method, args, positional, names)? };
        for (p, &arg) in method.params.iter().zip(&all) {
            // SAFETY: an argument.
            unsafe { given.argument(&p.ty, arg, p.written)? };
        }
        Ok(given)
    }

    /// # Safety
    /// The object lives as long as the call.
    unsafe fn argument(&mut self, ty: &Type, value: Obj, written: bool) -> Result<(), Raised> {
        let item = match ty {
            Type::Void => return Ok(()),
            Type::Text => Item::Text(text(value)?),
            Type::Array(of) => return self.array(value, *of, written),
            Type::Structure(s) => {
                self.items.push(Item::Bits(u64::from(!is_none(value))));
                return if is_none(value) { self.no_parts(s) } else { self.parts(s, value) };
            }
            Type::Structures(s) => return self.structures(s, value),
            ty => Item::Bits(bits(ty, value)?),
        };
        self.items.push(item);
        Ok(())
    }

    fn array(&mut self, value: Obj, of: ArrayType, written: bool) -> Result<(), Raised> {
        if is_none(value) {
            self.items.push(Item::Lent { elements: None, of, written: false });
            return Ok(());
        }
        if let Some(owner) =
            owner::held(value).filter(|o| (o.of().class, o.of().dimensions) == (of.class, of.dimensions))
        {
            self.items.push(Item::Handle(owner.handle(), of));
            return Ok(());
        }
        let nested = self.nested(value, of, written)?;
        self.items.push(match nested {
            Nested::Elements(elements) => Item::Lent { elements: Some(elements), of, written },
            nested => Item::Nested { nested, of, written },
        });
        Ok(())
    }

    /// An array that is not null.
    fn nested(&mut self, value: Obj, of: ArrayType, written: bool) -> Result<Nested, Raised> {
        if of.class == class_id::STRING {
            return self.texts(value, of.dimensions);
        }
        if let Some(nested) = self.view(value, of, written) {
            return Ok(nested);
        }
        let Some(support) = support() else { return Err(Raised) };
        // SAFETY: the interpreter's lock is held.
        unsafe {
            let number = |n: i64| made((py().PyLong_FromLongLong)(n));
            let (kind, dimensions, write) =
                (number(number_of(of))?, number(i64::from(of.dimensions))?, number(written.into())?);
            let end: Obj = ptr::null_mut();
            let converted =
                made((py().PyObject_CallFunctionObjArgs)(support.convert, value, kind.0, dimensions.0, write.0, end))?;
            if !is_none(converted.0) {
                let nested = self.view(converted.0, of, written);
                if written {
                    self.written.push((value, converted.0));
                }
                self.objects.push(converted);
                return nested.ok_or_else(|| {
                    raise(py().PyExc_TypeError, "the array cannot be passed");
                    Raised
                });
            }
        }
        // Rows of any lengths.
        let rows = self.elements(value)?;
        let inner = ArrayType { dimensions: of.dimensions - 1, ..of };
        let row = |given: &mut Given, row: Obj| {
            if is_none(row) { Ok(Nested::Null) } else { given.nested(row, inner, written) }
        };
        Ok(Nested::Rows(rows.into_iter().map(|r| row(self, r)).collect::<Result<_, _>>()?))
    }

    /// The elements of a contiguous array of the type, which has as many dimensions.
    fn view(&mut self, value: Obj, of: ArrayType, written: bool) -> Option<Nested> {
        // SAFETY: the interpreter's lock is held; a view that was got is given back by `drop`.
        unsafe {
            if (py().PyObject_CheckBuffer)(value) == 0 {
                return None;
            }
            let mut buffer: Box<Buffer> = Box::new(std::mem::zeroed());
            let flags = C_CONTIGUOUS | FORMAT | if written { WRITABLE } else { 0 };
            if (py().PyObject_GetBuffer)(value, &mut *buffer, flags) != 0 {
                (py().PyErr_Clear)();
                return None;
            }
            let size = owner::size_of_element(of);
            let fits = buffer.dimensions == of.dimensions as i32
                && is_format(buffer.format, of, buffer.item as usize)
                && (buffer.data as usize).is_multiple_of(size);
            let data = buffer.data.cast::<u8>();
            let nested = fits.then(|| {
                let shape = std::slice::from_raw_parts(buffer.shape, of.dimensions as usize);
                match shape {
                    [n] => Nested::Elements(Elements { data, length: *n as usize }),
                    shape => Nested::Grid { data, shape: shape.iter().map(|&n| n as usize).collect() },
                }
            });
            self.buffers.push(buffer);
            nested
        }
    }

    /// The elements of a sequence, which live as long as the call.
    fn elements(&mut self, value: Obj) -> Result<Vec<Obj>, Raised> {
        // SAFETY: the interpreter's lock is held.
        unsafe {
            let is_text = (py().PyType_GetFlags)((*value).class) & TPFLAGS_UNICODE != 0;
            if is_text || (py().PySequence_Check)(value) == 0 {
                raise(py().PyExc_TypeError, "an array or a sequence is expected");
                return Err(Raised);
            }
            let n = (py().PySequence_Size)(value);
            if n < 0 {
                return Err(Raised);
            }
            let mut all = Vec::with_capacity(n as usize);
            for i in 0..n {
                let element = made((py().PySequence_GetItem)(value, i))?;
                all.push(element.0);
                self.objects.push(element);
            }
            Ok(all)
        }
    }

    fn texts(&mut self, value: Obj, dimensions: u32) -> Result<Nested, Raised> {
        let elements = self.elements(value)?;
        if dimensions > 1 {
            let row = |given: &mut Given, row: Obj| {
                if is_none(row) { Ok(Nested::Null) } else { given.texts(row, dimensions - 1) }
            };
            return Ok(Nested::Rows(elements.into_iter().map(|e| row(self, e)).collect::<Result<_, _>>()?));
        }
        Ok(Nested::Texts(elements.into_iter().map(wide).collect::<Result<_, _>>()?))
    }

    // ---- structures ---------------------------------------------------------------------------------------------

    fn parts(&mut self, s: &'static Structure, value: Obj) -> Result<(), Raised> {
        for (i, (_, ty)) in s.fields.iter().enumerate() {
            let field = self.field(s, value, i)?;
            match ty {
                Type::Structure(inner) => self.parts(inner, field)?,
                // SAFETY: it is kept.
                ty => unsafe { self.argument(ty, field, false)? },
            }
        }
        Ok(())
    }

    /// In the places of a structure that is null.
    fn no_parts(&mut self, s: &'static Structure) -> Result<(), Raised> {
        for (_, ty) in s.fields {
            self.items.push(match ty {
                Type::Structure(inner) => {
                    self.no_parts(inner)?;
                    continue;
                }
                Type::Text => Item::Text(None),
                Type::Array(of) => Item::Lent { elements: None, of: *of, written: false },
                _ => Item::Bits(0),
            });
        }
        Ok(())
    }

    fn field(&mut self, s: &Structure, value: Obj, i: usize) -> Result<Obj, Raised> {
        // SAFETY: the interpreter's lock is held.
        unsafe {
            let is_tuple = (py().PyType_GetFlags)((*value).class) & TPFLAGS_TUPLE != 0;
            if is_tuple && (py().PyTuple_Size)(value) == s.fields.len() as isize {
                return Ok((py().PyTuple_GetItem)(value, i as isize));
            }
            let field = (py().PyObject_GetAttrString)(value, s.fields[i].0.as_ptr());
            if field.is_null() {
                (py().PyErr_Clear)();
                raise(py().PyExc_TypeError, &format!("a {} is expected", s.name));
            }
            let field = made(field)?;
            let object = field.0;
            self.objects.push(field);
            Ok(object)
        }
    }

    fn structures(&mut self, s: &'static Structure, value: Obj) -> Result<(), Raised> {
        let mut columns = Vec::new();
        if is_none(value) {
            Column::of(s, 0, &mut columns);
            self.items.extend(columns.iter().map(|c| Item::Nested {
                nested: Nested::Null,
                of: c.array_type(),
                written: false,
            }));
            return Ok(());
        }
        let elements = self.elements(value)?;
        Column::of(s, elements.len(), &mut columns);
        for element in elements {
            let mut at = 0;
            self.row(s, element, &mut columns, &mut at)?;
        }
        self.items.extend(columns.into_iter().map(Column::item));
        Ok(())
    }

    /// Puts the parts of a structure into the columns from `at` on.
    fn row(&mut self, s: &'static Structure, value: Obj, columns: &mut [Column], at: &mut usize) -> Result<(), Raised> {
        for (i, (_, ty)) in s.fields.iter().enumerate() {
            let field = self.field(s, value, i)?;
            if let Type::Structure(inner) = ty {
                self.row(inner, field, columns, at)?;
                continue;
            }
            match &mut columns[*at] {
                Column::Primitives(ty, of, bytes) => {
                    let bits = bits(ty, field)?.to_le_bytes();
                    bytes.extend_from_slice(&bits[..owner::size_of_element(*of)]);
                }
                Column::Texts(texts) => texts.push(wide(field)?),
                Column::Arrays(of, rows) => {
                    rows.push(if is_none(field) { Nested::Null } else { self.nested(field, *of, false)? });
                }
            }
            *at += 1;
        }
        Ok(())
    }

    // ---- the call -----------------------------------------------------------------------------------------------

    /// Some are the library's own arrays.
    pub(super) fn has_handles(&self) -> bool {
        self.items.iter().any(|i| matches!(i, Item::Handle(..)))
    }

    /// Takes all over the border.
    pub(super) fn pass(&self, arguments: &mut Arguments) {
        for item in &self.items {
            match item {
                Item::Bits(bits) => arguments.long(*bits as i64),
                Item::Text(text) => {
                    // SAFETY: the string's text, which is UTF-8, and lives until the call has ended.
                    let text = text.map(|(p, n)| unsafe {
                        std::str::from_utf8_unchecked(std::slice::from_raw_parts(p.cast::<u8>(), n))
                    });
                    arguments.utf8(text);
                }
                // SAFETY: the view is given back after the call.
                Item::Lent { elements, of, written } => unsafe { arguments.lent(*elements, *of, *written) },
                Item::Nested { nested, of, written } => arguments.nested(nested, *of, *written),
                // SAFETY: its object is an argument.
                Item::Handle(handle, of) => unsafe { arguments.handle(*handle, *of) },
            }
        }
    }

    /// Puts what was written to converted arrays where it came from.
    pub(super) fn back(&self) -> Result<(), Raised> {
        let Some(support) = support() else { return Ok(()) };
        for (source, array) in &self.written {
            let end: Obj = ptr::null_mut();
            // SAFETY: both live.
            unsafe { made((py().PyObject_CallFunctionObjArgs)(support.back, *source, *array, end))? };
        }
        Ok(())
    }
}

/// A column of an array of structures.
enum Column {
    Primitives(Type, ArrayType, Vec<u8>),
    Texts(Vec<Option<Vec<u16>>>),
    Arrays(ArrayType, Vec<Nested>),
}

impl Column {
    fn of(s: &'static Structure, n: usize, columns: &mut Vec<Column>) {
        for (_, ty) in s.fields {
            columns.push(match ty {
                Type::Structure(inner) => {
                    Column::of(inner, n, columns);
                    continue;
                }
                Type::Text => Column::Texts(Vec::with_capacity(n)),
                Type::Array(of) => Column::Arrays(*of, Vec::with_capacity(n)),
                ty => Column::Primitives(*ty, array_of(ty), Vec::with_capacity(n)),
            });
        }
    }

    fn array_type(&self) -> ArrayType {
        match self {
            Column::Primitives(_, of, _) => *of,
            Column::Texts(_) => ArrayType::texts(1),
            // A column of value arrays is none.
            Column::Arrays(of, _) => ArrayType { dimensions: of.dimensions + 1, ..*of },
        }
    }

    fn item(self) -> Item {
        let of = self.array_type();
        let nested = match self {
            // SAFETY: as many elements as bytes say.
            Column::Primitives(_, of, bytes) => unsafe {
                let size = owner::size_of_element(of);
                Nested::owned(bytes.as_ptr(), bytes.len() / size, size)
            },
            Column::Texts(texts) => Nested::Texts(texts),
            Column::Arrays(_, rows) => Nested::Rows(rows),
        };
        Item::Nested { nested, of, written: false }
    }
}

/// The type of arrays of a primitive.
fn array_of(ty: &Type) -> ArrayType {
    let class = match ty {
        Type::Boolean => class_id::BOOLEAN_ARRAY,
        Type::Byte => class_id::BYTE_ARRAY,
        Type::Short => class_id::SHORT_ARRAY,
        Type::Char => class_id::CHAR_ARRAY,
        Type::Int => class_id::INT_ARRAY,
        Type::Float => class_id::FLOAT_ARRAY,
        Type::Double => class_id::DOUBLE_ARRAY,
        _ => class_id::LONG_ARRAY,
    };
    ArrayType { class, dimensions: 1, value: false }
}

/// Whether elements are of the type.
unsafe fn is_format(format: *const c_char, of: ArrayType, size: usize) -> bool {
    if format.is_null() || size != owner::size_of_element(of) {
        return false;
    }
    // SAFETY: a string of the view's.
    let format = unsafe { CStr::from_ptr(format) }.to_bytes();
    let native: &[u8] = if cfg!(target_endian = "little") { b"@=<" } else { b"@=>!" };
    let letter = match format {
        [letter] => *letter,
        [order, letter] if native.contains(order) => *letter,
        _ => return false,
    };
    match of.class {
        class_id::BOOLEAN_ARRAY => letter == b'?',
        class_id::CHAR_ARRAY => letter == b'H',
        class_id::FLOAT_ARRAY => letter == b'f',
        class_id::DOUBLE_ARRAY => letter == b'd',
        _ => matches!(letter, b'b' | b'h' | b'i' | b'l' | b'q'),
    }
}

/// A primitive, in the lowest bits.
fn bits(ty: &Type, value: Obj) -> Result<u64, Raised> {
    // SAFETY: the interpreter's lock is held.
    unsafe {
        let integer = |low: i64, high: i64, name: &str| {
            let n = (py().PyLong_AsLongLong)(value);
            if n == -1 && !(py().PyErr_Occurred)().is_null() {
                return Err(Raised);
            }
            if n < low || n > high {
                raise(py().PyExc_OverflowError, &format!("{n} is not a Java {name}"));
                return Err(Raised);
            }
            Ok(n as u64)
        };
        let real = || {
            let x = (py().PyFloat_AsDouble)(value);
            if x == -1.0 && !(py().PyErr_Occurred)().is_null() { Err(Raised) } else { Ok(x) }
        };
        match ty {
            Type::Boolean => match (py().PyObject_IsTrue)(value) {
                -1 => Err(Raised),
                is => Ok(is as u64),
            },
            Type::Byte => integer(i8::MIN.into(), i8::MAX.into(), "byte"),
            Type::Short => integer(i16::MIN.into(), i16::MAX.into(), "short"),
            Type::Int => integer(i32::MIN.into(), i32::MAX.into(), "int"),
            Type::Float => Ok(u64::from((real()? as f32).to_bits())),
            Type::Double => Ok(real()?.to_bits()),
            Type::Char => {
                let is_text = (py().PyType_GetFlags)((*value).class) & TPFLAGS_UNICODE != 0;
                let c = if is_text && (py().PyUnicode_GetLength)(value) == 1 {
                    (py().PyUnicode_ReadChar)(value, 0)
                } else {
                    u32::MAX
                };
                if c > u16::MAX.into() {
                    raise(py().PyExc_TypeError, "a string of one character that is a Java char is expected");
                    return Err(Raised);
                }
                Ok(c.into())
            }
            _ => integer(i64::MIN, i64::MAX, "long"),
        }
    }
}

/// A string's text, which lives as long as it; None is null.
fn text(value: Obj) -> Result<Option<(*const c_char, usize)>, Raised> {
    if is_none(value) {
        return Ok(None);
    }
    let mut n = 0;
    // SAFETY: the interpreter's lock is held.
    let text = unsafe { (py().PyUnicode_AsUTF8AndSize)(value, &mut n) };
    if text.is_null() { Err(Raised) } else { Ok(Some((text, n as usize))) }
}

fn wide(value: Obj) -> Result<Option<Vec<u16>>, Raised> {
    let text = text(value)?;
    // SAFETY: a string's text, which is UTF-8.
    let text =
        text.map(|(p, n)| unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(p.cast::<u8>(), n)) });
    Ok(text.map(|t| t.encode_utf16().collect()))
}

/// The arguments in the parameters' order.
unsafe fn by_name(method: &Method, args: *const Obj, positional: &[Obj], names: Obj) -> Result<Vec<Obj>, Raised> {
    let wrong = |what: String| {
        raise(py().PyExc_TypeError, &format!("{}() {what}", method.name));
        Raised
    };
    let wanted = method.params.len();
    if positional.len() > wanted {
        return Err(wrong(format!("takes {wanted} arguments, and {} were given", positional.len())));
    }
    let mut all = vec![ptr::null_mut(); wanted];
    all[..positional.len()].copy_from_slice(positional);
    // SAFETY: a tuple of strings, each with an argument behind the others.
    unsafe {
        let n = if names.is_null() { 0 } else { (py().PyTuple_Size)(names) };
        for i in 0..n {
            let Some((p, length)) = text((py().PyTuple_GetItem)(names, i))? else { return Err(Raised) };
            let name = std::str::from_utf8_unchecked(std::slice::from_raw_parts(p.cast::<u8>(), length));
            let at = method.params.iter().position(|p| p.name == name);
            match at.filter(|&at| all[at].is_null()) {
                Some(at) => all[at] = *args.add(positional.len() + i as usize),
                None => return Err(wrong(format!("has no argument `{name}`, or was given two"))),
            }
        }
    }
    match all.iter().position(|a| a.is_null()) {
        Some(missing) => Err(wrong(format!("misses its argument `{}`", method.params[missing].name))),
        None => Ok(all),
    }
}
