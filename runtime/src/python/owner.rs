//! The class of objects that hold an array of the library's: what NumPy's arrays over its memory refer to, and, as the package's subclass `Array`, lazy
//! arrays, whose elements stay where they are until they are asked for.

use super::api::{
    BF_GETBUFFER, Buffer, GetSet, Obj, Object, Slot, Spec, TP_DEALLOC, TP_DOC, TP_FREE, TP_GETSET, TPFLAGS_BASETYPE,
    WRITABLE, py,
};
use super::{ArrayType, none, raise, unlocked};
use crate::library::{self, Handle};
use crate::object::class_id;
use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::sync::OnceLock;

/// Such an object.
#[repr(C)]
pub(super) struct Owner {
    head: Object,
    handle: *mut Handle,
    of: ArrayType,
    /// The lengths, and how many bytes lie between neighbours, as many as there are dimensions each.
    shape: *mut Vec<isize>,
    /// Where the elements are; null as long as nobody has asked.
    data: *const u8,
    /// Callers in Python may write to the elements: nobody else has them.
    writable: bool,
}

struct Class(Obj);
// SAFETY: used by threads that hold the interpreter's lock.
unsafe impl Send for Class {}
// SAFETY: as above.
unsafe impl Sync for Class {}

static CLASS: OnceLock<Class> = OnceLock::new();

type Getter = unsafe extern "C" fn(Obj, *mut c_void) -> Obj;

/// The class; null where Python has raised an exception.
pub(super) fn class() -> Obj {
    let class = CLASS
        .get_or_init(|| {
            let get = |name: &'static CStr, get: Getter, doc: &'static CStr| GetSet {
                name: name.as_ptr(),
                get: Some(get),
                set: ptr::null(),
                doc: doc.as_ptr(),
                closure: ptr::null_mut(),
            };
            let end =
                GetSet { name: ptr::null(), get: None, set: ptr::null(), doc: ptr::null(), closure: ptr::null_mut() };
            let getset = Box::leak(Box::new([
                get(c"shape", get_shape, c"The lengths, outermost first."),
                get(c"_type", get_type, c"The number of the elements' type."),
                end,
            ]));
            let slots = [
                Slot { slot: TP_DEALLOC, function: dealloc as *const c_void },
                Slot { slot: BF_GETBUFFER, function: get_buffer as *const c_void },
                Slot { slot: TP_GETSET, function: getset.as_ptr().cast() },
                Slot { slot: TP_DOC, function: c"Holds an array of the library's.".as_ptr().cast() },
                Slot { slot: 0, function: ptr::null() },
            ];
            let spec = Spec {
                name: c"somd.Owner".as_ptr(),
                size: size_of::<Owner>() as c_int,
                item_size: 0,
                flags: TPFLAGS_BASETYPE,
                slots: slots.as_ptr(),
            };
            // SAFETY: the interpreter's lock is held; what stays is leaked.
            Class(unsafe { (py().PyType_FromSpec)(&spec) })
        })
        .0;
    if !class.is_null() {
        // SAFETY: it is kept here too.
        unsafe { (py().Py_IncRef)(class) };
    }
    class
}

/// The object's array, where it holds one.
pub(super) fn held<'a>(object: Obj) -> Option<&'a Owner> {
    let class = CLASS.get()?.0;
    // SAFETY: an object that lives; of the class, it is laid out so.
    unsafe {
        let is = (*object).class == class || (py().PyType_IsSubtype)((*object).class, class) != 0;
        (is && !(*object.cast::<Owner>()).handle.is_null()).then(|| &*object.cast::<Owner>())
    }
}

impl Owner {
    pub(super) fn handle(&self) -> *const Handle {
        self.handle
    }

    pub(super) fn of(&self) -> ArrayType {
        self.of
    }
}

/// A new object of `class` that holds `handle`. `data`: where the elements are, which Python may write then; null where they are looked for later.
/// The handle is freed where there is no memory.
pub(super) fn new(class: Obj, handle: *mut Handle, of: ArrayType, lengths: &[usize], data: *const u8) -> Obj {
    // SAFETY: the interpreter's lock is held; an allocation of the class is an owner of zeros.
    unsafe {
        let object = (py().PyType_GenericAlloc)(class, 0);
        if object.is_null() {
            library::free_later(handle);
            return object;
        }
        let mut shape: Vec<isize> = lengths.iter().map(|&n| n as isize).collect();
        let mut step = size_of_element(of) as isize;
        let mut strides = vec![0; shape.len()];
        for (stride, length) in strides.iter_mut().zip(&shape).rev() {
            *stride = step;
            step *= (*length).max(1);
        }
        shape.append(&mut strides);
        let owner = &mut *object.cast::<Owner>();
        (owner.handle, owner.of, owner.data, owner.writable) = (handle, of, data, !data.is_null());
        owner.shape = Box::into_raw(Box::new(shape));
        object
    }
}

unsafe extern "C" fn dealloc(object: Obj) {
    // SAFETY: Python frees it; `new` has made what it holds, or it is zero.
    unsafe {
        let owner = &mut *object.cast::<Owner>();
        library::free_later(owner.handle);
        if !owner.shape.is_null() {
            drop(Box::from_raw(owner.shape));
        }
        let class = (*object).class;
        let free: unsafe extern "C" fn(*mut c_void) = std::mem::transmute((py().PyType_GetSlot)(class, TP_FREE));
        free(object.cast());
        (py().Py_DecRef)(class);
    }
}

pub(super) fn size_of_element(of: ArrayType) -> usize {
    match of.class {
        class_id::BOOLEAN_ARRAY | class_id::BYTE_ARRAY => 1,
        class_id::SHORT_ARRAY | class_id::CHAR_ARRAY => 2,
        class_id::INT_ARRAY | class_id::FLOAT_ARRAY => 4,
        _ => 8,
    }
}

/// The type as the buffer protocol has it.
fn format(of: ArrayType) -> &'static CStr {
    match of.class {
        class_id::BOOLEAN_ARRAY => c"?",
        class_id::BYTE_ARRAY => c"b",
        class_id::SHORT_ARRAY => c"h",
        class_id::CHAR_ARRAY => c"H",
        class_id::INT_ARRAY => c"i",
        class_id::LONG_ARRAY => c"q",
        class_id::FLOAT_ARRAY => c"f",
        _ => c"d",
    }
}

unsafe extern "C" fn get_buffer(object: Obj, buffer: *mut Buffer, flags: c_int) -> c_int {
    // SAFETY: Python asks for a view of an object of the class.
    unsafe {
        (*buffer).object = ptr::null_mut();
        let owner = &mut *object.cast::<Owner>();
        if owner.handle.is_null() {
            raise(py().PyExc_BufferError, "there is no array");
            return -1;
        }
        if flags & WRITABLE != 0 && !owner.writable {
            raise(py().PyExc_BufferError, "the array is the library's, and read-only: `numpy.array` makes a copy");
            return -1;
        }
        let n = owner.of.dimensions as usize;
        let shape = &*owner.shape;
        let elements: isize = shape[..n].iter().product();
        if !owner.writable && elements > 0 {
            // A call may have written to it, on a device too.
            let (handle, mut data) = (owner.handle as usize, None);
            unlocked(|| data = (*(handle as *const Handle)).block(n));
            let Some(data) = data else {
                raise(py().PyExc_BufferError, "the rows of the array stand apart");
                return -1;
            };
            owner.data = data;
        }
        // An address of its own, where there is nothing.
        let data = if owner.data.is_null() { ptr::dangling::<u64>().cast() } else { owner.data };
        let item = size_of_element(owner.of) as isize;
        (py().Py_IncRef)(object);
        buffer.write(Buffer {
            data: data.cast_mut().cast(),
            object,
            bytes: elements * item,
            item,
            read_only: c_int::from(!owner.writable),
            dimensions: n as c_int,
            format: if flags & super::api::FORMAT != 0 { format(owner.of).as_ptr() } else { ptr::null() },
            shape: if flags & 0x8 != 0 { shape.as_ptr() } else { ptr::null() },
            strides: if flags & 0x10 != 0 { shape.as_ptr().add(n) } else { ptr::null() },
            indirect: ptr::null(),
            internal: ptr::null_mut(),
        });
        0
    }
}

unsafe extern "C" fn get_shape(object: Obj, _: *mut c_void) -> Obj {
    let Some(owner) = held(object) else { return none() };
    let n = owner.of.dimensions as usize;
    // SAFETY: the shape lives as long as the object.
    unsafe {
        let tuple = (py().PyTuple_New)(n as isize);
        let shape = &*owner.shape;
        for (i, length) in shape[..n].iter().enumerate().filter(|_| !tuple.is_null()) {
            (py().PyTuple_SetItem)(tuple, i as isize, (py().PyLong_FromLongLong)(*length as i64));
        }
        tuple
    }
}

unsafe extern "C" fn get_type(object: Obj, _: *mut c_void) -> Obj {
    let Some(owner) = held(object) else { return none() };
    // SAFETY: a number.
    unsafe { (py().PyLong_FromLongLong)(i64::from(owner.of.class - class_id::BOOLEAN_ARRAY)) }
}
