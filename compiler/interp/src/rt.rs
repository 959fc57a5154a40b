//! Everything that depends on how the runtime lays values out: objects, arrays, strings, exceptions, and the table and hooks
//! by which the runtime knows the interpreted program.

use super::{Interp, explain, internal};
use somd_hir::{ClassId, ClassKind, Program, Ty};
use somd_runtime::array::{self, Array, new_multi};
use somd_runtime::dyn_object::{self, DynObject};
use somd_runtime::exception;
use somd_runtime::object::{ClassInfo, Object as RtObject, Ref, class_id};
use somd_runtime::program::{self, Hooks, LineTable, RefType};
use somd_runtime::string::{Str, StrBuf, intern};
use somd_runtime::value::Value;
use somd_syntax::source::Span;
use std::cell::Cell;

pub type Object = Ref<RtObject>;

thread_local! {
    static CURRENT: Cell<Option<&'static Interp>> = const { Cell::new(None) };
}

fn current() -> &'static Interp {
    match CURRENT.get() {
        Some(interp) => interp,
        None => internal(Span::NONE, "the runtime calls the program from a thread that does not run it"),
    }
}

// ---- the class table --------------------------------------------------------------------------------------------

/// The runtime's class numbers: depth first, so that a class's subclasses are a range.
pub struct Numbers {
    /// By HIR class.
    number: Vec<u32>,
    /// By number; None for what only the runtime makes.
    class: Vec<Option<ClassId>>,
    last_subclass: Vec<u32>,
}

impl Numbers {
    pub fn assign(program: &Program) -> Numbers {
        let n = program.classes.len();
        let first = class_id::FIRST_PROGRAM_CLASS;
        let mut numbers =
            Numbers { number: vec![0; n], class: vec![None; first as usize], last_subclass: (0..first).collect() };
        let mut subclasses: Vec<Vec<ClassId>> = vec![Vec::new(); n];
        let mut roots = Vec::new();
        for (i, class) in program.classes.iter().enumerate() {
            let id = ClassId(i as u32);
            match class.superclass {
                Some(superclass) => subclasses[superclass.index()].push(id),
                None => roots.push(id),
            }
        }
        for root in roots {
            numbers.number_tree(program, &subclasses, root);
        }
        numbers.last_subclass[class_id::OBJECT as usize] = numbers.class.len() as u32 - 1;
        numbers
    }

    fn number_tree(&mut self, program: &Program, subclasses: &[Vec<ClassId>], id: ClassId) {
        let fixed = match program.class(id).name.as_str() {
            "java.lang.Object" => Some(class_id::OBJECT),
            "java.lang.String" => Some(class_id::STRING),
            _ => None,
        };
        let number = fixed.unwrap_or(self.class.len() as u32);
        match fixed {
            Some(n) => self.class[n as usize] = Some(id),
            None => {
                self.class.push(Some(id));
                self.last_subclass.push(number);
            }
        }
        self.number[id.index()] = number;
        for &subclass in &subclasses[id.index()] {
            self.number_tree(program, subclasses, subclass);
        }
        if fixed.is_none() {
            self.last_subclass[number as usize] = self.class.len() as u32 - 1;
        }
    }

    fn table(&self, program: &Program) -> &'static [ClassInfo] {
        let mut table: Vec<ClassInfo> = program::runtime_classes(self.class.len() as u32 - 1).into();
        for (number, class) in self.class.iter().enumerate() {
            let Some(id) = *class else { continue };
            let class = program.class(id);
            let of = |id: &ClassId| self.number[id.index()];
            let is_interface = |id: &&ClassId| program.class(**id).kind == ClassKind::Interface;
            let mut interfaces: Vec<u32> = class.supertypes.iter().filter(is_interface).map(of).collect();
            interfaces.sort_unstable();
            let name: &'static str = String::leak(class.binary_name.to_string());
            let superclass = class.superclass.map_or(class_id::OBJECT, |s| of(&s));
            let interfaces: &'static [u32] = Vec::leak(interfaces);
            if number < table.len() {
                table[number].interfaces = interfaces;
            } else {
                let last = self.last_subclass[number];
                let is_interface = class.kind == ClassKind::Interface;
                table.push(dyn_object::class_info(name, superclass, last, interfaces, is_interface));
            }
        }
        // Plain objects (`new Object()`) are interpreted objects too.
        let object = &mut table[class_id::OBJECT as usize];
        *object = dyn_object::class_info(object.name, object.superclass, object.last_subclass, &[], false);
        Vec::leak(table)
    }
}

/// Makes the interpreter the program that the runtime knows, on this thread and, as the default, on all others.
pub fn register(interp: &'static Interp) {
    let hooks = Hooks {
        to_string: |o| to_str(&current().call_virtual(current().known.to_string, &Value::Ref(o.clone()), Vec::new())),
        equals: |a, b| {
            let args = vec![Value::Ref(b.clone())];
            matches!(current().call_virtual(current().known.equals, &Value::Ref(a.clone()), args), Value::Boolean(true))
        },
        same_contents: |a, b| current().same_values(&Value::Ref(a.clone()), &Value::Ref(b.clone())),
        zero: |class| {
            let interp = current();
            let class = interp.numbers.class.get(class as usize).copied().flatten();
            class.map_or(Object::null(), |c| reference(&interp.zero(c)))
        },
        hash_code: |o| match current().call_virtual(current().known.hash_code, &Value::Ref(o.clone()), Vec::new()) {
            Value::Int(hash) => hash,
            _ => internal(Span::NONE, "`hashCode` gave no int"),
        },
        make_exception: |kind, message| reference(&current().make_exception(kind.class_name(), message)),
        make_named_exception: Some(|name, message| reference(&current().make_exception(name, message))),
        // The interpreter runs static initialisers itself.
        initialiser_failed: |e| e,
        stack_trace: |o| current().throwable_report(&Value::Ref(o.clone())),
    };
    let classes = interp.numbers.table(&interp.program);
    let program = Box::leak(Box::new(program::Program { classes, hooks, lines: LineTable::EMPTY }));
    CURRENT.set(Some(interp));
    program::set(program);
}

fn to_str(value: &Value) -> Ref<Str> {
    // SAFETY: the checker gave the value the type String.
    unsafe { reference(value).into_cast() }
}

// ---- references -------------------------------------------------------------------------------------------------

pub fn null() -> Value {
    Value::NULL
}

pub fn is_null(value: &Value) -> bool {
    object(value).is_null()
}

/// The reference that the value is.
pub fn object(value: &Value) -> &Object {
    match value {
        Value::Ref(object) => object,
        other => internal(Span::NONE, &format!("a reference is a {}", other.kind())),
    }
}

pub fn reference(value: &Value) -> Object {
    object(value).clone()
}

pub fn identical(a: &Value, b: &Value) -> bool {
    object(a).same(object(b))
}

/// The class of an object that is not null; arrays and the runtime's own things are objects of `Object`.
pub fn class_of(interp: &Interp, object: &Object) -> ClassId {
    let class = interp.numbers.class.get(object.class() as usize).copied().flatten();
    match class.or(interp.known.object) {
        Some(class) => class,
        None => internal(Span::NONE, "a program without `java.lang.Object`"),
    }
}

pub fn new_object(interp: &Interp, class: ClassId, fields: Vec<Value>) -> Value {
    Value::Ref(DynObject::new(interp.numbers.number[class.index()], fields).into_up())
}

/// `Object.clone`: a copy of an object whose class is `Cloneable`.
pub fn clone_object(interp: &Interp, value: &Value) -> Option<Value> {
    let class = class_of(interp, &reference(value));
    if !interp.program.is_subclass(class, interp.known.cloneable?) {
        return None;
    }
    let fields = dynamic(value).fields.borrow().clone();
    Some(new_object(interp, class, fields))
}

fn dynamic(value: &Value) -> &Ref<DynObject> {
    // SAFETY: fields are only accessed on objects of classes that the table describes as interpreted ones: the checker
    // gave the expression such a class, and natives make no objects of them.
    unsafe { DynObject::of(object(value)) }
}

pub fn get_field(object: &Value, slot: u32) -> Value {
    dynamic(object).get(slot as usize)
}

pub fn set_field(object: &Value, slot: u32, value: Value) {
    dynamic(object).set(slot as usize, value);
}

// ---- types ------------------------------------------------------------------------------------------------------

/// A reference type as the runtime names it.
pub fn ref_type(interp: &Interp, ty: &Ty) -> RefType {
    let primitive = |ty: &Ty| {
        RefType::class(match ty {
            Ty::Boolean => class_id::BOOLEAN_ARRAY,
            Ty::Byte => class_id::BYTE_ARRAY,
            Ty::Short => class_id::SHORT_ARRAY,
            Ty::Char => class_id::CHAR_ARRAY,
            Ty::Int => class_id::INT_ARRAY,
            Ty::Long => class_id::LONG_ARRAY,
            Ty::Float => class_id::FLOAT_ARRAY,
            _ => class_id::DOUBLE_ARRAY,
        })
    };
    match ty {
        Ty::Class(class) => RefType::class(interp.numbers.number[class.index()]),
        Ty::Array { .. } | Ty::ValueArray { .. } => match explain::element_type(ty) {
            Some(elem) if elem.is_primitive() => primitive(&elem),
            Some(elem) => ref_type(interp, &elem).array_of(),
            None => RefType::OBJECT,
        },
        _ => RefType::OBJECT,
    }
}

// ---- arrays -----------------------------------------------------------------------------------------------------

/// Calls `$body` with `$array` as the `Ref<Array<_>>` that the value is.
macro_rules! with_array {
    ($value:expr, $array:ident => $body:expr) => {{
        let object = object($value);
        // SAFETY: the class number says which array it is.
        unsafe {
            match object.class() {
                class_id::BOOLEAN_ARRAY => {
                    let $array = object.cast::<Array<bool>>();
                    $body
                }
                class_id::BYTE_ARRAY => {
                    let $array = object.cast::<Array<i8>>();
                    $body
                }
                class_id::SHORT_ARRAY => {
                    let $array = object.cast::<Array<i16>>();
                    $body
                }
                class_id::CHAR_ARRAY => {
                    let $array = object.cast::<Array<u16>>();
                    $body
                }
                class_id::INT_ARRAY => {
                    let $array = object.cast::<Array<i32>>();
                    $body
                }
                class_id::LONG_ARRAY => {
                    let $array = object.cast::<Array<i64>>();
                    $body
                }
                class_id::FLOAT_ARRAY => {
                    let $array = object.cast::<Array<f32>>();
                    $body
                }
                class_id::DOUBLE_ARRAY => {
                    let $array = object.cast::<Array<f64>>();
                    $body
                }
                class_id::REF_ARRAY => {
                    let $array = object.cast::<Array<Object>>();
                    $body
                }
                _ => internal(Span::NONE, "an element of what is no array"),
            }
        }
    }};
}

/// An array of `len` zeros.
pub fn new_array(interp: &Interp, elem: &Ty, len: i32) -> Value {
    Value::Ref(match elem {
        Ty::Boolean => Array::<bool>::new(len).into_up(),
        Ty::Byte => Array::<i8>::new(len).into_up(),
        Ty::Short => Array::<i16>::new(len).into_up(),
        Ty::Char => Array::<u16>::new(len).into_up(),
        Ty::Int => Array::<i32>::new(len).into_up(),
        Ty::Long => Array::<i64>::new(len).into_up(),
        Ty::Float => Array::<f32>::new(len).into_up(),
        Ty::Double => Array::<f64>::new(len).into_up(),
        _ => Array::<Object>::new_ref(len, ref_type(interp, elem)).into_up(),
    })
}

/// A rectangular array of primitives, all of whose sizes are known: one block. None for other element types.
pub fn new_matrix(elem: &Ty, sizes: &[i32]) -> Option<Value> {
    let none = RefType::OBJECT;
    Some(Value::Ref(match elem {
        Ty::Boolean => new_multi::<bool>(sizes, none),
        Ty::Byte => new_multi::<i8>(sizes, none),
        Ty::Short => new_multi::<i16>(sizes, none),
        Ty::Char => new_multi::<u16>(sizes, none),
        Ty::Int => new_multi::<i32>(sizes, none),
        Ty::Long => new_multi::<i64>(sizes, none),
        Ty::Float => new_multi::<f32>(sizes, none),
        Ty::Double => new_multi::<f64>(sizes, none),
        _ => return None,
    }))
}

pub fn array_length(array: &Value) -> i32 {
    with_array!(array, a => a.len())
}

/// `array[index]`, with its exception.
pub fn array_get(array: &Value, index: i32) -> Value {
    use somd_runtime::value::IntoValue;
    with_array!(array, a => a.get(index).into_value())
}

/// `array[index] = value`, with its exceptions.
pub fn array_set(array: &Value, index: i32, value: Value) {
    let object = object(array);
    // SAFETY: the class number says which array it is.
    unsafe {
        match (object.class(), value) {
            (class_id::BOOLEAN_ARRAY, Value::Boolean(v)) => object.cast::<Array<bool>>().set(index, v),
            (class_id::BYTE_ARRAY, Value::Byte(v)) => object.cast::<Array<i8>>().set(index, v),
            (class_id::SHORT_ARRAY, Value::Short(v)) => object.cast::<Array<i16>>().set(index, v),
            (class_id::CHAR_ARRAY, Value::Char(v)) => object.cast::<Array<u16>>().set(index, v),
            (class_id::INT_ARRAY, Value::Int(v)) => object.cast::<Array<i32>>().set(index, v),
            (class_id::LONG_ARRAY, Value::Long(v)) => object.cast::<Array<i64>>().set(index, v),
            (class_id::FLOAT_ARRAY, Value::Float(v)) => object.cast::<Array<f32>>().set(index, v),
            (class_id::DOUBLE_ARRAY, Value::Double(v)) => object.cast::<Array<f64>>().set(index, v),
            (class_id::REF_ARRAY, Value::Ref(v)) => object.cast::<Array<Object>>().set(index, v),
            (_, value) => internal(Span::NONE, &format!("a {} is stored where it does not fit", value.kind())),
        }
    }
}

/// `main`'s argument.
pub fn string_array(args: &[String]) -> Value {
    let strings = args.iter().map(|a| Str::new(a)).collect::<Vec<_>>();
    Value::Ref(Array::from_refs(RefType::STRING, strings).into_up())
}

// ---- strings ----------------------------------------------------------------------------------------------------

/// The one object of a string literal.
pub fn literal(chars: &[u16]) -> Value {
    Value::Ref(intern(&Str::from_utf16(chars)).into_up())
}

/// An array of longs.
pub fn longs(values: &[i64]) -> Value {
    Value::Ref(Array::literal(values).into_up())
}

pub fn text(text: &str) -> Value {
    Value::Ref(Str::new(text).into_up())
}

pub fn is_string(value: &Value) -> bool {
    !is_null(value) && reference(value).class() == class_id::STRING
}

/// A part of a `byte[]`; empty where it has no such part.
pub fn bytes(array: &Value, from: i32, count: i32) -> Vec<u8> {
    // SAFETY: the library gives a `byte[]` to the natives for files, and no program code runs here.
    let array: Ref<Array<i8>> = unsafe { reference(array).into_cast() };
    let all = unsafe { array.as_slice() };
    let part = all.get(from as usize..(from as usize).saturating_add(count.max(0) as usize));
    part.unwrap_or_default().iter().map(|b| *b as u8).collect()
}

/// Stores into a `byte[]` what fits behind `from`.
pub fn set_bytes(array: &Value, from: i32, bytes: &[u8]) {
    // SAFETY: as above.
    let array: Ref<Array<i8>> = unsafe { reference(array).into_cast() };
    let room = (array.len() as usize).saturating_sub(from as usize);
    for (at, byte) in (0..).zip(bytes.iter().take(room)) {
        array.set(from + at, *byte as i8);
    }
}

pub fn rust_text(value: &Value) -> String {
    if is_null(value) { "null".into() } else { to_str(value).to_rust() }
}

/// An operand of a concatenation as it is now: objects that are no strings become their text.
pub fn concat_operand(value: Value) -> Value {
    match &value {
        Value::Ref(object) if !object.is_null() && object.class() != class_id::STRING => concat(&[value]),
        _ => value,
    }
}

/// Concatenation, each part converted as `String.valueOf` does it.
pub fn concat(parts: &[Value]) -> Value {
    let mut out = StrBuf::new();
    for part in parts {
        match part {
            Value::Boolean(v) => out.push_latin1(if *v { b"true" } else { b"false" }),
            Value::Char(v) => out.push_char(*v),
            Value::Byte(v) => out.push_int((*v).into()),
            Value::Short(v) => out.push_int((*v).into()),
            Value::Int(v) => out.push_int(*v),
            Value::Long(v) => out.push_long(*v),
            Value::Float(v) => out.push_float(*v),
            Value::Double(v) => out.push_double(*v),
            Value::Ref(object) if object.is_null() => out.push_latin1(b"null"),
            Value::Ref(object) if object.class() == class_id::STRING => out.push_str(&to_str(part)),
            Value::Ref(object) => {
                let text = (program::current().hooks.to_string)(object);
                if text.is_null() {
                    out.push_latin1(b"null");
                } else {
                    out.push_str(&text);
                }
            }
            Value::Void => internal(Span::NONE, "a part of a string without a value"),
        }
    }
    Value::Ref(out.to_str().into_up())
}

/// The texts of two strings, neither null, are equal.
pub fn equal_strings(a: &Value, b: &Value) -> bool {
    to_str(a).equals(&to_str(b))
}

// ---- exceptions -------------------------------------------------------------------------------------------------

pub fn throw(exception: Object) -> ! {
    exception::throw(exception)
}

pub fn throw_null_pointer(message: &str) -> ! {
    exception::throw_null_pointer(message)
}

pub fn throw_division_by_zero() -> ! {
    exception::throw_division_by_zero()
}

pub fn throw_negative_size(size: i32) -> ! {
    exception::throw_negative_size(size)
}

/// The lengths that a type tells, outermost first, negative where it tells none.
fn bounds(ty: &Ty) -> Vec<i32> {
    ty.bounds().iter().map(|b| b.map_or(-1, |n| n as i32)).collect()
}

/// Of a value that was of type `from`, in the code of `class`: the library works on mutable arrays and value arrays alike, and what had the type
/// of a value array is one.
fn asks_kind(interp: &Interp, from: &Ty, class: ClassId) -> bool {
    !matches!(from, Ty::ValueArray { .. }) && !interp.program.class(class).is_library
}

pub fn instance_of(interp: &Interp, value: &Value, (from, ty): (&Ty, &Ty), class: ClassId) -> bool {
    let (mutable, dims) = ty.array_kind();
    program::instance_of_type(object(value), ref_type(interp, ty))
        && array::unbound(object(value), &bounds(ty)).is_none()
        && (!asks_kind(interp, from, class) || array::is_of_kind(object(value), mutable, dims))
}

pub fn check_cast(interp: &Interp, value: &Value, (from, ty): (&Ty, &Ty), class: ClassId) {
    program::check_cast_type(object(value), ref_type(interp, ty));
    array::check_bounds(object(value), &bounds(ty));
    if asks_kind(interp, from, class) {
        let (mutable, dims) = ty.array_kind();
        array::check_kind(object(value), mutable, dims);
    }
}

/// Runs `body`; what it throws is caught. A panic, which is a bug, goes on.
pub fn catch<R>(body: impl FnOnce() -> R) -> Result<R, Object> {
    exception::catch_java(body)
}

pub fn print_error(text: &str) {
    somd_runtime::console::err(text.as_bytes());
}

pub fn flush() {
    somd_runtime::console::flush();
}
