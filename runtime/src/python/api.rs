//! What is used of Python's stable interface (`abi3`, from 3.11 on): functions of the process that has loaded the library, found by name. So nothing of
//! Python is needed to build a library, and one that nobody loads from Python can be linked without it.

use std::ffi::{c_char, c_int, c_longlong, c_uint, c_ulong, c_void};
use std::sync::OnceLock;

/// An object's head.
#[repr(C)]
pub struct Object {
    pub(super) count: isize,
    pub(super) class: Obj,
}

pub type Obj = *mut Object;
/// A method that takes a vector of arguments, and the names of the last ones.
pub type Fast = unsafe extern "C" fn(Obj, *const Obj, isize, Obj) -> Obj;

#[repr(C)]
pub(super) struct MethodDef {
    pub name: *const c_char,
    pub call: *const c_void,
    pub flags: c_int,
    pub doc: *const c_char,
}

pub(super) const METH_O: c_int = 8;
pub(super) const METH_KEYWORDS: c_int = 2;
pub(super) const METH_FASTCALL: c_int = 0x80;

#[repr(C)]
pub(super) struct ModuleDef {
    pub head: Object,
    pub init: *const c_void,
    pub index: isize,
    pub copy: Obj,
    pub name: *const c_char,
    pub doc: *const c_char,
    pub size: isize,
    pub methods: *mut MethodDef,
    pub slots: *const c_void,
    pub traverse: *const c_void,
    pub clear: *const c_void,
    pub free: *const c_void,
}

#[repr(C)]
pub(super) struct Buffer {
    pub data: *mut c_void,
    pub object: Obj,
    pub bytes: isize,
    pub item: isize,
    pub read_only: c_int,
    pub dimensions: c_int,
    pub format: *const c_char,
    pub shape: *const isize,
    pub strides: *const isize,
    pub indirect: *const isize,
    pub internal: *mut c_void,
}

pub(super) const WRITABLE: c_int = 1;
pub(super) const FORMAT: c_int = 4;
pub(super) const C_CONTIGUOUS: c_int = 0x38;

#[repr(C)]
pub(super) struct Slot {
    pub slot: c_int,
    pub function: *const c_void,
}

pub(super) const BF_GETBUFFER: c_int = 1;
pub(super) const TP_DEALLOC: c_int = 52;
pub(super) const TP_DOC: c_int = 56;
pub(super) const TP_FREE: c_int = 74;
pub(super) const TP_GETSET: c_int = 73;

#[repr(C)]
pub(super) struct GetSet {
    pub name: *const c_char,
    pub get: Option<unsafe extern "C" fn(Obj, *mut c_void) -> Obj>,
    pub set: *const c_void,
    pub doc: *const c_char,
    pub closure: *mut c_void,
}

#[repr(C)]
pub(super) struct Spec {
    pub name: *const c_char,
    pub size: c_int,
    pub item_size: c_int,
    pub flags: c_uint,
    pub slots: *const Slot,
}

pub(super) const TPFLAGS_BASETYPE: c_uint = 1 << 10;
pub(super) const TPFLAGS_TUPLE: c_ulong = 1 << 26;
pub(super) const TPFLAGS_UNICODE: c_ulong = 1 << 28;

macro_rules! api {
    ($($name:ident: $ty:ty;)*) => {
        #[allow(non_snake_case, reason = "these are Python's names")]
        pub struct Api { $(pub $name: $ty,)* }

        impl Api {
            /// Finds all of it; None where a name is missing.
            fn find() -> Option<Api> {
                $(
                    // SAFETY: the name ends with a zero.
                    let $name = unsafe { libc::dlsym(libc::RTLD_DEFAULT, concat!(stringify!($name), "\0").as_ptr().cast()) };
                    if $name.is_null() {
                        return None;
                    }
                )*
                // SAFETY: Python's functions and objects of these names have these types since 3.11.
                Some(unsafe { Api { $($name: std::mem::transmute::<*mut c_void, $ty>($name),)* } })
            }
        }
    };
}

#[allow(non_snake_case, reason = "these are Python's names")]
mod table {
    use super::*;
    api! {
        PyBuffer_Release: unsafe extern "C" fn(*mut Buffer);
        PyBool_FromLong: unsafe extern "C" fn(std::ffi::c_long) -> Obj;
        PyCFunction_NewEx: unsafe extern "C" fn(*mut MethodDef, Obj, Obj) -> Obj;
        PyErr_Clear: unsafe extern "C" fn();
        PyErr_Occurred: unsafe extern "C" fn() -> Obj;
        PyErr_SetObject: unsafe extern "C" fn(Obj, Obj);
        PyErr_SetString: unsafe extern "C" fn(Obj, *const c_char);
        PyEval_RestoreThread: unsafe extern "C" fn(*mut c_void);
        PyEval_SaveThread: unsafe extern "C" fn() -> *mut c_void;
        PyExc_BufferError: *const Obj;
        PyExc_OverflowError: *const Obj;
        PyExc_TypeError: *const Obj;
        PyExc_ValueError: *const Obj;
        PyFloat_AsDouble: unsafe extern "C" fn(Obj) -> f64;
        PyFloat_FromDouble: unsafe extern "C" fn(f64) -> Obj;
        PyList_New: unsafe extern "C" fn(isize) -> Obj;
        PyList_SetItem: unsafe extern "C" fn(Obj, isize, Obj) -> c_int;
        PyLong_AsLongLong: unsafe extern "C" fn(Obj) -> c_longlong;
        PyLong_FromLongLong: unsafe extern "C" fn(c_longlong) -> Obj;
        PyModule_AddObject: unsafe extern "C" fn(Obj, *const c_char, Obj) -> c_int;
        PyModule_Create2: unsafe extern "C" fn(*mut ModuleDef, c_int) -> Obj;
        PyObject_CallFunctionObjArgs: unsafe extern "C" fn(Obj, ...) -> Obj;
        PyObject_CallObject: unsafe extern "C" fn(Obj, Obj) -> Obj;
        PyObject_CheckBuffer: unsafe extern "C" fn(Obj) -> c_int;
        PyObject_GetAttrString: unsafe extern "C" fn(Obj, *const c_char) -> Obj;
        PyObject_GetBuffer: unsafe extern "C" fn(Obj, *mut Buffer, c_int) -> c_int;
        PyObject_IsTrue: unsafe extern "C" fn(Obj) -> c_int;
        PySequence_Check: unsafe extern "C" fn(Obj) -> c_int;
        PySequence_GetItem: unsafe extern "C" fn(Obj, isize) -> Obj;
        PySequence_Size: unsafe extern "C" fn(Obj) -> isize;
        PyTuple_GetItem: unsafe extern "C" fn(Obj, isize) -> Obj;
        PyTuple_New: unsafe extern "C" fn(isize) -> Obj;
        PyTuple_SetItem: unsafe extern "C" fn(Obj, isize, Obj) -> c_int;
        PyTuple_Size: unsafe extern "C" fn(Obj) -> isize;
        PyType_FromSpec: unsafe extern "C" fn(*const Spec) -> Obj;
        PyType_GenericAlloc: unsafe extern "C" fn(Obj, isize) -> Obj;
        PyType_GetFlags: unsafe extern "C" fn(Obj) -> c_ulong;
        PyType_GetSlot: unsafe extern "C" fn(Obj, c_int) -> *const c_void;
        PyType_IsSubtype: unsafe extern "C" fn(Obj, Obj) -> c_int;
        PyUnicode_AsUTF8AndSize: unsafe extern "C" fn(Obj, *mut isize) -> *const c_char;
        PyUnicode_DecodeUTF16: unsafe extern "C" fn(*const c_char, isize, *const c_char, *mut c_int) -> Obj;
        PyUnicode_FromStringAndSize: unsafe extern "C" fn(*const c_char, isize) -> Obj;
        PyUnicode_GetLength: unsafe extern "C" fn(Obj) -> isize;
        PyUnicode_ReadChar: unsafe extern "C" fn(Obj, isize) -> u32;
        Py_DecRef: unsafe extern "C" fn(Obj);
        Py_IncRef: unsafe extern "C" fn(Obj);
        _Py_NoneStruct: Obj;
    }

    // SAFETY: addresses of what the process has as long as it lives.
    unsafe impl Send for Api {}
    // SAFETY: as above.
    unsafe impl Sync for Api {}

    static API: OnceLock<Option<Api>> = OnceLock::new();

    /// Whether the process has a Python that is new enough.
    pub fn load() -> bool {
        API.get_or_init(Api::find).is_some()
    }

    /// The interface. [`load`] has found it: no function of the module is called before.
    #[inline]
    pub fn py() -> &'static Api {
        match API.get() {
            Some(Some(api)) => api,
            _ => std::process::abort(),
        }
    }
}

pub(super) use table::{load, py};
