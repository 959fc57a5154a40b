//! Java exceptions over Rust unwinding.
//!
//! A thrown object is the payload of an unwind started with `resume_unwind`, which runs no panic hook and prints nothing;
//! code that does not throw pays nothing. What the runtime itself throws is made by the program
//! ([`Hooks::make_exception`](crate::program::Hooks)) with exactly Java 17's message. A Rust panic is no Java exception: it is
//! a bug, passes every `catch`, and is reported as one by [`crate::program::run_main`].

use crate::object::{Object, Ref, class_id};
use crate::{memory, program, trace};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The exceptions that the runtime throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ExceptionKind {
    Arithmetic,
    ArrayIndexOutOfBounds,
    ArrayStore,
    ClassCast,
    ConcurrentModification,
    Exception,
    FileNotFound,
    IllegalArgument,
    IllegalFormat,
    IllegalState,
    IndexOutOfBounds,
    InputMismatch,
    InternalError,
    IOException,
    MatchError,
    NegativeArraySize,
    NoSuchElement,
    NullPointer,
    NumberFormat,
    OutOfMemory,
    Runtime,
    StackOverflow,
    StringIndexOutOfBounds,
    UnsupportedOperation,
    UncheckedIO,
    /// One whose class the library knows but the runtime's list does not: see [`throw_named`].
    Named,
}

impl ExceptionKind {
    pub const ALL: &'static [ExceptionKind] = &[
        ExceptionKind::Arithmetic,
        ExceptionKind::ArrayIndexOutOfBounds,
        ExceptionKind::ArrayStore,
        ExceptionKind::ClassCast,
        ExceptionKind::ConcurrentModification,
        ExceptionKind::Exception,
        ExceptionKind::FileNotFound,
        ExceptionKind::IllegalArgument,
        ExceptionKind::IllegalFormat,
        ExceptionKind::IllegalState,
        ExceptionKind::IndexOutOfBounds,
        ExceptionKind::InputMismatch,
        ExceptionKind::InternalError,
        ExceptionKind::IOException,
        ExceptionKind::MatchError,
        ExceptionKind::NegativeArraySize,
        ExceptionKind::NoSuchElement,
        ExceptionKind::NullPointer,
        ExceptionKind::NumberFormat,
        ExceptionKind::OutOfMemory,
        ExceptionKind::Runtime,
        ExceptionKind::StackOverflow,
        ExceptionKind::StringIndexOutOfBounds,
        ExceptionKind::UnsupportedOperation,
        ExceptionKind::UncheckedIO,
    ];

    /// The class's binary name.
    pub fn class_name(self) -> &'static str {
        match self {
            ExceptionKind::Arithmetic => "java.lang.ArithmeticException",
            ExceptionKind::ArrayIndexOutOfBounds => "java.lang.ArrayIndexOutOfBoundsException",
            ExceptionKind::ArrayStore => "java.lang.ArrayStoreException",
            ExceptionKind::ClassCast => "java.lang.ClassCastException",
            ExceptionKind::ConcurrentModification => "java.util.ConcurrentModificationException",
            ExceptionKind::Exception => "java.lang.Exception",
            ExceptionKind::FileNotFound => "java.io.FileNotFoundException",
            ExceptionKind::IllegalArgument => "java.lang.IllegalArgumentException",
            ExceptionKind::IllegalFormat => "java.util.IllegalFormatException",
            ExceptionKind::IllegalState => "java.lang.IllegalStateException",
            ExceptionKind::IndexOutOfBounds => "java.lang.IndexOutOfBoundsException",
            ExceptionKind::InputMismatch => "java.util.InputMismatchException",
            ExceptionKind::InternalError => "java.lang.InternalError",
            ExceptionKind::IOException => "java.io.IOException",
            ExceptionKind::MatchError => "java.lang.IncompatibleClassChangeError",
            ExceptionKind::NegativeArraySize => "java.lang.NegativeArraySizeException",
            ExceptionKind::NoSuchElement => "java.util.NoSuchElementException",
            ExceptionKind::NullPointer => "java.lang.NullPointerException",
            ExceptionKind::NumberFormat => "java.lang.NumberFormatException",
            ExceptionKind::OutOfMemory => "java.lang.OutOfMemoryError",
            ExceptionKind::Runtime | ExceptionKind::Named => "java.lang.RuntimeException",
            ExceptionKind::StackOverflow => "java.lang.StackOverflowError",
            ExceptionKind::StringIndexOutOfBounds => "java.lang.StringIndexOutOfBoundsException",
            ExceptionKind::UnsupportedOperation => "java.lang.UnsupportedOperationException",
            ExceptionKind::UncheckedIO => "java.io.UncheckedIOException",
        }
    }
}

/// The payload of an unwind that is a Java exception.
pub struct Thrown(pub Ref<Object>);

// SAFETY: an exception that leaves a thread is not used by that thread any more: the unwind has ended it.
unsafe impl Send for Thrown {}

/// `throw`; a null reference throws a `NullPointerException`.
#[cold]
#[inline(never)]
pub fn throw(exception: Ref<Object>) -> ! {
    if exception.is_null() {
        throw_null_pointer("");
    }
    resume_unwind(Box::new(Thrown(exception)))
}

/// Runs `body`; `Err` is the Java exception it threw. Anything else that unwinds goes on unwinding.
#[inline]
pub fn catch_java<R>(body: impl FnOnce() -> R) -> Result<R, Ref<Object>> {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(result) => Ok(result),
        Err(payload) => match payload.downcast::<Thrown>() {
            Ok(thrown) => Err(thrown.0),
            Err(other) => resume_unwind(other),
        },
    }
}

/// As [`catch_java`] for a body that also gives back what it throws itself.
#[inline]
pub fn try_java<R>(body: impl FnOnce() -> Result<R, Ref<Object>>) -> Result<R, Ref<Object>> {
    catch_java(body).and_then(|result| result)
}

/// Throws what the program makes of `kind`.
#[cold]
#[inline(never)]
#[track_caller]
pub fn throw_new(kind: ExceptionKind, message: Option<&str>) -> ! {
    throw(new(kind, message))
}

/// What the program makes of `kind`.
#[track_caller]
pub(crate) fn new(kind: ExceptionKind, message: Option<&str>) -> Ref<Object> {
    trace::at_caller(|| (program::current().hooks.make_exception)(kind, message))
}

/// Throws an exception of the library class with this binary name, for natives whose exceptions are rare.
#[cold]
#[inline(never)]
pub fn throw_named(class: &'static str, message: Option<&str>) -> ! {
    match program::current().hooks.make_named_exception {
        Some(make) => throw(make(class, message)),
        None => throw_new(ExceptionKind::Named, message),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
pub fn throw_null_pointer(message: &str) -> ! {
    throw_new(ExceptionKind::NullPointer, (!message.is_empty()).then_some(message))
}

#[cold]
#[inline(never)]
#[track_caller]
pub fn throw_division_by_zero() -> ! {
    throw_new(ExceptionKind::Arithmetic, Some("/ by zero"))
}

#[cold]
#[inline(never)]
#[track_caller]
pub fn throw_array_index(index: i32, length: i32) -> ! {
    throw_new(ExceptionKind::ArrayIndexOutOfBounds, Some(&format!("Index {index} out of bounds for length {length}")))
}

/// `Objects.checkIndex`'s exception.
#[cold]
#[inline(never)]
#[track_caller]
pub fn throw_index(index: i32, length: i32) -> ! {
    throw_new(ExceptionKind::IndexOutOfBounds, Some(&format!("Index {index} out of bounds for length {length}")))
}

/// The exception of an index into UTF-16 text or a `StringBuilder`.
#[cold]
#[inline(never)]
#[track_caller]
pub fn throw_string_index(index: i32, length: i32) -> ! {
    let message = format!("index {index}, length {length}");
    throw_new(ExceptionKind::StringIndexOutOfBounds, Some(&message))
}

/// `charAt`'s exception where the string is Latin-1, for which Java 17 has another text.
#[cold]
#[inline(never)]
#[track_caller]
pub fn throw_latin1_index(index: i32) -> ! {
    throw_new(ExceptionKind::StringIndexOutOfBounds, Some(&format!("String index out of range: {index}")))
}

/// `String.substring`'s exception.
#[cold]
#[inline(never)]
#[track_caller]
pub fn throw_substring(begin: i32, end: i32, length: i32) -> ! {
    throw_new(ExceptionKind::StringIndexOutOfBounds, Some(&format!("begin {begin}, end {end}, length {length}")))
}

#[cold]
#[inline(never)]
#[track_caller]
pub fn throw_negative_size(size: i32) -> ! {
    throw_new(ExceptionKind::NegativeArraySize, Some(&size.to_string()))
}

#[cold]
#[inline(never)]
#[track_caller]
pub fn throw_out_of_memory() -> ! {
    memory::throw_out_of_memory("Java heap space")
}

#[cold]
#[inline(never)]
#[track_caller]
pub fn throw_stack_overflow() -> ! {
    throw_new(ExceptionKind::StackOverflow, None)
}

/// `object` was stored into an array of another element type.
#[cold]
#[inline(never)]
#[track_caller]
pub fn throw_array_store(object: &Ref<Object>) -> ! {
    throw_new(ExceptionKind::ArrayStore, Some(&program::class_name_of(object)))
}

/// `object` was cast to a class it is not of.
#[cold]
#[inline(never)]
#[track_caller]
pub fn throw_class_cast(object: &Ref<Object>, target: program::RefType) -> ! {
    let (from, to) = (program::type_of(object), target);
    let (from_name, to_name) = (from.name(), to.name());
    // Where a class lives, in the words of the JVM's message.
    let home = |t: program::RefType| match t.home() {
        program::Home::JavaBase => "module java.base of loader 'bootstrap'",
        program::Home::App => "unnamed module of loader 'app'",
    };
    let where_from = if home(from) == home(to) {
        format!("{from_name} and {to_name} are in {}", home(to))
    } else {
        format!("{from_name} is in {}; {to_name} is in {}", home(from), home(to))
    };
    throw_new(
        ExceptionKind::ClassCast,
        Some(&format!("class {from_name} cannot be cast to class {to_name} ({where_from})")),
    )
}

/// The cast of a reference, checked.
#[inline(always)]
#[track_caller]
pub fn check_cast<T: 'static>(object: &Ref<T>, class: u32) {
    if !program::instance_of_or_null(object, class) {
        throw_class_cast(object.up(), program::RefType::class(class));
    }
}

/// The object's class is a class of arrays or strings, which the runtime made.
pub(crate) fn is_runtime_class(class: u32) -> bool {
    (class_id::STRING..=class_id::NATIVE).contains(&class)
}

// ---- the stack --------------------------------------------------------------------------------------------------

/// Kept free for the code that makes, throws and catches the exception.
const STACK_RESERVE: usize = 1 << 20;

thread_local! {
    /// The address below which the stack is nearly full. 0: not known, never full.
    static STACK_LIMIT: Cell<usize> = const { Cell::new(0) };
}

/// Tells the runtime that this thread's stack has `size` bytes, of which few are used.
pub fn set_stack_limit(size: usize) {
    let here = stack_pointer();
    STACK_LIMIT.set(here.saturating_sub(size - STACK_RESERVE));
}

/// Finds out where this thread's stack ends, where nobody has said it. Of a small one, a quarter is kept free.
pub(crate) fn know_stack() {
    if STACK_LIMIT.get() == 0
        && let Some((base, size)) = trace::stack_bounds()
    {
        STACK_LIMIT.set(base + STACK_RESERVE.min(size / 4));
    }
}

/// The address of a variable that escapes: so no recursion becomes a loop, which would run on where Java's stack overflows.
#[inline(always)]
fn stack_pointer() -> usize {
    let mark = MaybeUninit::<u8>::uninit();
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        let mut address = mark.as_ptr();
        // SAFETY: no instructions. As far as the optimiser knows they may keep the address, in memory.
        unsafe { std::arch::asm!("/* {} */", inlateout(reg) address, options(nostack, preserves_flags)) };
        address as usize
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        std::hint::black_box(mark.as_ptr()) as usize
    }
}

/// Throws a `StackOverflowError` where the stack is nearly full. Generated recursive functions begin with it.
#[inline(always)]
pub fn stack_check() {
    if stack_pointer() < STACK_LIMIT.get() {
        throw_stack_overflow();
    }
}

// ---- errors that are not Java's ---------------------------------------------------------------------------------

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Rust panics print nothing where they happen; [`internal_error_report`] tells of them.
pub(crate) fn install_quiet_hook() {
    std::panic::set_hook(Box::new(|info| {
        PANIC.set(Some(info.to_string()));
    }));
}

/// What to print of an unwind that is no Java exception.
pub(crate) fn internal_error_report(payload: &(dyn Any + Send)) -> String {
    let what = PANIC.take().unwrap_or_else(|| match payload.downcast_ref::<String>() {
        Some(text) => text.clone(),
        None => payload.downcast_ref::<&str>().unwrap_or(&"an unknown panic").to_string(),
    });
    format!("internal error: {what}\nThis is a bug of somdc or its runtime, not of the program; please report it.\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::Array;
    use crate::program::{RefType, check_cast_type};
    use crate::string::Str;
    use crate::test_program::{self, LEAF, MARKER, NODE, node, thrown};

    #[test]
    fn messages_are_javas() {
        assert_eq!(thrown(|| throw_division_by_zero()), "java.lang.ArithmeticException: / by zero");
        assert_eq!(
            thrown(|| {
                Array::<i32>::new(3).get(5);
            }),
            "java.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 3"
        );
        assert_eq!(
            thrown(|| {
                Array::<i32>::new(-1);
            }),
            "java.lang.NegativeArraySizeException: -1"
        );
        assert_eq!(
            thrown(|| {
                Array::<i32>::new(i32::MAX);
            }),
            "java.lang.OutOfMemoryError: Requested array size exceeds VM limit"
        );
        assert_eq!(
            thrown(|| {
                Str::new("abc").char_at(5);
            }),
            "java.lang.StringIndexOutOfBoundsException: String index out of range: 5"
        );
        assert_eq!(
            thrown(|| {
                Str::new("abc\u{1234}").char_at(-1);
            }),
            "java.lang.StringIndexOutOfBoundsException: index -1, length 4"
        );
        assert_eq!(
            thrown(|| {
                Str::new("abc").substring(2, 1);
            }),
            "java.lang.StringIndexOutOfBoundsException: begin 2, end 1, length 3"
        );
        assert_eq!(
            thrown(|| {
                let null: Ref<Str> = Ref::NULL;
                null.or_npe("the text");
            }),
            "java.lang.NullPointerException: the text"
        );
    }

    #[test]
    fn casts_say_where_both_classes_live() {
        let cast = |object: fn() -> Ref<Object>, to: RefType| thrown(move || check_cast_type(&object(), to));
        let app = RefType::class(NODE);
        let java = RefType::class(MARKER);
        assert_eq!(
            cast(|| Str::new("s").into_up(), java),
            "java.lang.ClassCastException: class java.lang.String cannot be cast to class java.lang.Integer (java.lang.String \
             and java.lang.Integer are in module java.base of loader 'bootstrap')"
        );
        assert_eq!(
            cast(|| node(1).into_up(), RefType::class(LEAF)),
            "java.lang.ClassCastException: class app.Node cannot be cast to class app.Leaf (app.Node and app.Leaf are in \
             unnamed module of loader 'app')"
        );
        assert_eq!(
            cast(|| Array::<i32>::new(1).into_up(), app),
            "java.lang.ClassCastException: class [I cannot be cast to class app.Node ([I is in module java.base of loader \
             'bootstrap'; app.Node is in unnamed module of loader 'app')"
        );
        assert_eq!(
            cast(|| crate::array::new_multi::<i32>(&[1, 1], RefType::OBJECT), java),
            "java.lang.ClassCastException: class [[I cannot be cast to class java.lang.Integer ([[I and java.lang.Integer \
             are in module java.base of loader 'bootstrap')"
        );
        assert_eq!(
            cast(|| Array::<Ref<Object>>::new_ref(1, RefType::class(LEAF)).into_up(), app.array_of()),
            "java.lang.ClassCastException: class [Lapp.Leaf; cannot be cast to class [Lapp.Node; ([Lapp.Leaf; and \
             [Lapp.Node; are in unnamed module of loader 'app')"
        );
        assert_eq!(cast(|| node(1).into_up(), RefType::class(test_program::INTERFACE)), "nothing");
        assert_eq!(cast(|| Ref::NULL, app), "nothing");
    }

    #[test]
    fn stores_into_arrays_are_checked() {
        let store = |value: fn() -> Ref<Object>, element: RefType| {
            thrown(move || Array::<Ref<Object>>::new_ref(1, element).set(0, value()))
        };
        let app = RefType::class(NODE);
        assert_eq!(store(|| Str::new("s").into_up(), app), "java.lang.ArrayStoreException: java.lang.String");
        assert_eq!(
            store(|| Array::<Ref<Object>>::new_ref(1, RefType::class(LEAF).array_of()).into_up(), app),
            "java.lang.ArrayStoreException: [[Lapp.Leaf;"
        );
        assert_eq!(store(|| node(1).into_up(), app), "nothing");
        assert_eq!(store(|| node(1).into_up(), RefType::class(test_program::INTERFACE)), "nothing");
        assert_eq!(store(|| Ref::NULL, app), "nothing");
    }

    #[test]
    fn a_rust_panic_is_not_caught_as_an_exception() {
        let outcome = std::panic::catch_unwind(|| {
            let _ = catch_java(|| -> () { resume_unwind(Box::new("a bug")) });
        });
        assert!(outcome.is_err());
    }

    #[test]
    fn deep_recursion_is_a_stack_overflow_error() {
        fn deep(n: u64) -> u64 {
            stack_check();
            if n == u64::MAX {
                return n;
            }
            std::hint::black_box(deep(n + 1)) + 1
        }
        let text = program::run_on_big_stack(|| {
            thrown(|| {
                deep(0);
            })
        });
        assert_eq!(text, "java.lang.StackOverflowError");
    }
}
