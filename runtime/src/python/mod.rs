//! Libraries that Python calls (feature `python`): an extension module over Python's stable interface, so that one library serves every version from
//! 3.11 on, and nothing of Python is needed to build it.
//!
//! What a method takes and gives is data ([`Method`]), which the generated module holds; arguments become [`Item`]s before the call, the interpreter's
//! lock is released during it, and results become objects after it. What NumPy does (conversions, and arrays over the library's memory) is asked of a
//! few functions of the package's own Python ([`Support`]).

mod api;
mod arguments;
mod owner;
mod results;

pub use crate::library::{ArrayType, Aside};
pub use api::{Fast, Obj};

use crate::library::{self, Library};
use api::{METH_FASTCALL, METH_KEYWORDS, METH_O, MethodDef, ModuleDef, Object, py};
use std::ffi::{CStr, CString, c_void};
use std::ptr;
use std::sync::OnceLock;

/// The type of a parameter, a result, or a part of a structure.
#[derive(Clone, Copy)]
pub enum Type {
    Void,
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    Text,
    Array(ArrayType),
    Structure(&'static Structure),
    Structures(&'static Structure),
}

/// A record or a value class, which Python has as a named tuple.
pub struct Structure {
    pub name: &'static str,
    /// Which one it is of [`Support::structures`].
    pub number: usize,
    pub fields: &'static [(&'static CStr, Type)],
}

pub struct Param {
    pub name: &'static str,
    pub ty: Type,
    /// The method may write to it.
    pub written: bool,
}

/// An exported method.
pub struct Method {
    pub library: &'static Library,
    pub number: i32,
    pub name: &'static str,
    /// It may run beside others.
    pub aside: Option<&'static Aside>,
    pub params: &'static [Param],
    pub result: Type,
}

/// A function of the module.
pub struct Function {
    /// Its name in the module.
    pub symbol: &'static str,
    pub name: &'static CStr,
    /// With its parameters in the first line, as `inspect` reads them.
    pub doc: &'static CStr,
    pub call: Fast,
}

/// What the package's Python does for the module.
struct Support {
    /// `convert(value, number of the type, dimensions, written)`: a contiguous array; None where it is none of so many dimensions.
    convert: Obj,
    /// `back(source, array)`: puts what was written where it came from.
    back: Obj,
    /// `failure(class, message, frames)`: the exception.
    failure: Obj,
    /// `numpy.frombuffer`
    from_buffer: Obj,
    /// `wrap(owner, number of the type, shape)`: an array over it.
    wrap: Obj,
    /// `copy(bytes' owner or None, …)`: see `results`.
    rows: Obj,
    /// The class of lazy arrays.
    array: Obj,
    /// NumPy's types, in the order of the classes of arrays of primitives.
    types: Vec<Obj>,
    structures: Vec<Obj>,
}

// SAFETY: used by threads that hold the interpreter's lock.
unsafe impl Send for Support {}
// SAFETY: as above.
unsafe impl Sync for Support {}

static SUPPORT: OnceLock<Support> = OnceLock::new();

/// None before the package has been set up: the module alone calls nothing.
fn support() -> Option<&'static Support> {
    SUPPORT.get()
}

/// The module, whose functions are the methods (`call_NAME`, and `lazy_NAME` with lazy arrays as results), the class `Owner`, and `set_up`.
///
/// # Safety
/// Called once, by Python, as the module's initialisation.
pub unsafe fn module(name: &'static CStr, functions: &'static [Function]) -> Obj {
    if !api::load() {
        // There is nobody whose exception could be set.
        return ptr::null_mut();
    }
    // They live as long as the process.
    let method = |name: &'static CStr, call: *const c_void, flags, doc: &'static CStr| {
        Box::leak(Box::new(MethodDef { name: name.as_ptr(), call, flags, doc: doc.as_ptr() }))
    };
    let def = Box::leak(Box::new(ModuleDef {
        head: Object { count: 1, class: ptr::null_mut() },
        init: ptr::null(),
        index: 0,
        copy: ptr::null_mut(),
        name: name.as_ptr(),
        doc: ptr::null(),
        size: -1,
        methods: ptr::null_mut(),
        slots: ptr::null(),
        traverse: ptr::null(),
        clear: ptr::null(),
        free: ptr::null(),
    }));
    // SAFETY: the interpreter calls, and the definitions stay.
    unsafe {
        let module = (py().PyModule_Create2)(def, 3);
        if module.is_null() {
            return module;
        }
        let add = |name: &str, object: Obj| {
            let name = CString::new(name).unwrap_or_default();
            !object.is_null() && (py().PyModule_AddObject)(module, name.as_ptr(), object) == 0
        };
        for f in functions {
            let def = method(f.name, f.call as *const c_void, METH_FASTCALL | METH_KEYWORDS, f.doc);
            // Which of the two it is, it knows by what it is bound to.
            let eager = (py().PyCFunction_NewEx)(def, ptr::null_mut(), ptr::null_mut());
            let lazy = (py().PyCFunction_NewEx)(def, module, ptr::null_mut());
            if !add(&format!("call_{}", f.symbol), eager) || !add(&format!("lazy_{}", f.symbol), lazy) {
                return ptr::null_mut();
            }
        }
        let set_up = method(c"set_up", set_up as *const c_void, METH_O, c"Called by the package.");
        let set_up = (py().PyCFunction_NewEx)(set_up, ptr::null_mut(), ptr::null_mut());
        let end = method(c"end", end as *const c_void, METH_O, c"Called before the interpreter ends.");
        let end = (py().PyCFunction_NewEx)(end, ptr::null_mut(), ptr::null_mut());
        if !add("set_up", set_up) || !add("end", end) || !add("Owner", owner::class()) {
            return ptr::null_mut();
        }
        module
    }
}

/// `set_up((convert, back, failure, frombuffer, wrap, rows, Array, types, structures))`
unsafe extern "C" fn set_up(_module: Obj, tuple: Obj) -> Obj {
    // SAFETY: the package passes such a tuple; what is kept is counted.
    unsafe {
        let item = |tuple: Obj, i: isize| {
            let item = (py().PyTuple_GetItem)(tuple, i);
            (py().Py_IncRef)(item);
            item
        };
        let all = |tuple: Obj| (0..(py().PyTuple_Size)(tuple)).map(|i| item(tuple, i)).collect();
        let _ = SUPPORT.set(Support {
            convert: item(tuple, 0),
            back: item(tuple, 1),
            failure: item(tuple, 2),
            from_buffer: item(tuple, 3),
            wrap: item(tuple, 4),
            rows: item(tuple, 5),
            array: item(tuple, 6),
            types: all(item(tuple, 7)),
            structures: all(item(tuple, 8)),
        });
        none()
    }
}

unsafe extern "C" fn end(_module: Obj, _: Obj) -> Obj {
    unlocked(library::end);
    none()
}

/// A new reference to `None`.
fn none() -> Obj {
    // SAFETY: it lives as long as the interpreter.
    unsafe { (py().Py_IncRef)(py()._Py_NoneStruct) };
    py()._Py_NoneStruct
}

fn is_none(object: Obj) -> bool {
    object == py()._Py_NoneStruct
}

/// Raises; what is given back is the null that says so.
fn raise(class: *const Obj, text: &str) -> Obj {
    let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
    // SAFETY: one of Python's classes, and a string.
    unsafe { (py().PyErr_SetString)(*class, text.as_ptr()) };
    ptr::null_mut()
}

/// A reference that is given back.
struct Owned(Obj);

impl Drop for Owned {
    fn drop(&mut self) {
        if !self.0.is_null() {
            // SAFETY: it is this one's, and the interpreter's lock is held.
            unsafe { (py().Py_DecRef)(self.0) };
        }
    }
}

impl Owned {
    /// The reference, which somebody else gives back.
    fn take(mut self) -> Obj {
        std::mem::replace(&mut self.0, ptr::null_mut())
    }
}

/// Python has an exception to raise.
struct Raised;

/// The object; the exception where it is null.
fn made(object: Obj) -> Result<Owned, Raised> {
    if object.is_null() { Err(Raised) } else { Ok(Owned(object)) }
}

/// Runs `work` without the interpreter's lock.
fn unlocked<R>(work: impl FnOnce() -> R) -> R {
    // SAFETY: this thread holds the lock, and takes it again.
    unsafe {
        let state = (py().PyEval_SaveThread)();
        let result = work();
        (py().PyEval_RestoreThread)(state);
        result
    }
}

/// Calls a method. `this`: null, or what says that arrays come back lazy.
///
/// # Safety
/// The interpreter calls: there are `count` arguments, and behind them one for each of `names`, a tuple or null.
pub unsafe fn call(method: &'static Method, this: Obj, args: *const Obj, count: isize, names: Obj) -> Obj {
    // SAFETY: as the caller's.
    match unsafe { try_call(method, !this.is_null(), args, count, names) } {
        Ok(result) => result.take(),
        Err(Raised) => ptr::null_mut(),
    }
}

unsafe fn try_call(
    method: &'static Method,
    lazy: bool,
    args: *const Obj,
    count: isize,
    names: Obj,
) -> Result<Owned, Raised> {
    // SAFETY: as the caller's.
    let given = unsafe { arguments::Given::read(method, args, count, names)? };
    let result = unlocked(|| {
        library::call(
            method.library,
            method.number,
            method.aside.filter(|_| !given.has_handles()),
            |arguments| given.pass(arguments),
            |results| results::Taken::take(&method.result, results, lazy),
        )
    });
    // What was written before an exception is written.
    let back = given.back();
    drop(given);
    let Some(taken) = result else { return Err(fail()) };
    let result = taken.give(&method.result);
    back?;
    result
}

/// Raises what this thread's last call threw.
fn fail() -> Raised {
    let (Some(support), Some(failure)) = (support(), library::failure()) else {
        raise(py().PyExc_ValueError, "the call failed");
        return Raised;
    };
    // SAFETY: the interpreter's lock is held; the strings live.
    unsafe {
        let text = |t: &str| Owned((py().PyUnicode_FromStringAndSize)(t.as_ptr().cast(), t.len() as isize));
        let (class, frames) = (text(&failure.class), text(&failure.frames.join("\n")));
        let message = failure.message.as_deref().map_or_else(|| Owned(none()), text);
        let end: Obj = ptr::null_mut();
        let made = (py().PyObject_CallFunctionObjArgs)(support.failure, class.0, message.0, frames.0, end);
        if !made.is_null() {
            (py().PyErr_SetObject)((*made).class, made);
            (py().Py_DecRef)(made);
        }
    }
    Raised
}
