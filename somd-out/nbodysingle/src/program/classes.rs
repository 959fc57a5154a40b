//! What the runtime knows of the program: its classes, and the functions that it calls back.

use super::*;

/// A new exception of a kind that the runtime throws.
fn make_exception(kind: ExceptionKind, message: Option<&str>) -> Ref<Object> {
    let text = message.map_or(Ref::null(), Str::new);
    match kind {
        ExceptionKind::NullPointer => NullPointerException::new(text).into_up(),
        ExceptionKind::ArrayIndexOutOfBounds => ArrayIndexOutOfBoundsException::new(text).into_up(),
        ExceptionKind::StringIndexOutOfBounds => StringIndexOutOfBoundsException::new(text).into_up(),
        ExceptionKind::IndexOutOfBounds => IndexOutOfBoundsException::new(text).into_up(),
        ExceptionKind::Arithmetic => ArithmeticException::new(text).into_up(),
        ExceptionKind::ClassCast => ClassCastException::new(text).into_up(),
        ExceptionKind::NegativeArraySize => NegativeArraySizeException::new(text).into_up(),
        ExceptionKind::ArrayStore => ArrayStoreException::new(text).into_up(),
        ExceptionKind::NumberFormat => NumberFormatException::new(text).into_up(),
        ExceptionKind::IllegalArgument => IllegalArgumentException::new(text).into_up(),
        ExceptionKind::OutOfMemory => OutOfMemoryError::new(text).into_up(),
        ExceptionKind::StackOverflow => StackOverflowError::new(text).into_up(),
        ExceptionKind::Runtime => RuntimeException::new_String(text).into_up(),
        other => make_named_exception(other.class_name(), message),
    }
}

/// A new exception of a class of the library.
fn make_named_exception(class: &str, message: Option<&str>) -> Ref<Object> {
    let text = message.map_or(Ref::null(), Str::new);
    match (class, message) {
        ("java.lang.IllegalStateException", _) => IllegalStateException::new(text).into_up(),
        ("java.lang.NoClassDefFoundError", _) => NoClassDefFoundError::new(text).into_up(),
        ("somd.LengthMismatch", _) => LengthMismatch::new(text).into_up(),
        _ => RuntimeException::new_String(text).into_up(),
    }
}

/// What is thrown where a static initialiser throws `exception`.
fn initialiser_failed(exception: Ref<Object>) -> Ref<Object> {
    if Error::is(&exception) {
        return exception;
    }
    ExceptionInInitializerError::new(narrow!(&exception, Throwable)).into_up()
}

/// The natural order.
fn compare(a: &Ref<Object>, b: &Ref<Object>) -> i32 {
    let _ = b;
    throw_class_cast(a, RefType::OBJECT)
}

/// Whether two values of one class have equal contents; of other classes only one object is the same as itself.
fn same_contents(_: &Ref<Object>, _: &Ref<Object>) -> bool {
    false
}

/// The report of an uncaught exception.
fn describe(e: &Ref<Object>) -> String {
    // SAFETY: what is thrown is a Throwable.
    let e = unsafe { e.cast::<Throwable>() };
    Throwable::report_String_String_int(e, TEXT.get(), TEXT.get(), 0).to_rust()
}

/// The program as the runtime knows it.
pub static PROGRAM: Program = Program {
    classes: &CLASSES,
    hooks: Hooks {
        to_string: JObject::toString_dyn,
        equals: JObject::equals_dyn,
        same_contents,
        hash_code: JObject::hashCode_dyn,
        compare,
        make_exception,
        make_named_exception: Some(make_named_exception),
        initialiser_failed,
        stack_trace: describe,
    },
    lines: lines::LINES,
};

/// Every class, by number.
static CLASSES: [ClassInfo; 58] = {
    let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15] = runtime_classes(57);
    [
        c0,
        c1,
        c2,
        c3,
        c4,
        c5,
        c6,
        c7,
        c8,
        c9,
        c10,
        c11,
        c12,
        c13,
        c14,
        c15,
        ClassInfo::class("java.lang.Character", JObject::ID, Character::LAST),
        ClassInfo::class("java.lang.Number", JObject::ID, Number::LAST),
        ClassInfo::class("java.lang.Float", Number::ID, Float::LAST),
        ClassInfo::class("java.lang.Integer", Number::ID, Integer::LAST),
        ClassInfo::class("java.lang.Long", Number::ID, Long::LAST),
        ClassInfo::class("java.io.InputStream", JObject::ID, InputStream::LAST),
        ClassInfo::class("java.io.FileInputStream", InputStream::ID, FileInputStream::LAST).of::<FileInputStream>(),
        ClassInfo::class("java.io.Io", JObject::ID, Io::LAST),
        ClassInfo::class("java.io.OutputStream", JObject::ID, OutputStream::LAST),
        ClassInfo::class("java.io.FilterOutputStream", OutputStream::ID, FilterOutputStream::LAST),
        ClassInfo::class("java.io.PrintStream", FilterOutputStream::ID, PrintStream::LAST)
            .of::<PrintStream>()
            .holding(&[offset_of!(PrintStream, base.out)]),
        ClassInfo::class("java.lang.Class", JObject::ID, Class::LAST)
            .of::<Class>()
            .holding(&[offset_of!(Class, name), offset_of!(Class, next)]),
        ClassInfo::class("java.lang.String$CaseInsensitive", JObject::ID, CaseInsensitive::LAST)
            .implements(&[Comparator::ID])
            .of::<CaseInsensitive>(),
        ClassInfo::class("java.lang.System", JObject::ID, System::LAST),
        ClassInfo::class("java.lang.Throwable", JObject::ID, Throwable::LAST),
        ClassInfo::class("java.lang.Exception", Throwable::ID, Exception::LAST),
        ClassInfo::class("java.io.IOException", Exception::ID, IOException::LAST),
        ClassInfo::class("java.lang.RuntimeException", Exception::ID, RuntimeException::LAST)
            .of::<RuntimeException>()
            .holding(&[
                offset_of!(RuntimeException, base.base.message),
                offset_of!(RuntimeException, base.base.cause),
                offset_of!(RuntimeException, base.base.suppressed),
                offset_of!(RuntimeException, base.base.trace),
            ])
            .cyclic(),
        ClassInfo::class("java.lang.ArithmeticException", RuntimeException::ID, ArithmeticException::LAST)
            .of::<ArithmeticException>()
            .holding(&[
                offset_of!(ArithmeticException, base.base.base.message),
                offset_of!(ArithmeticException, base.base.base.cause),
                offset_of!(ArithmeticException, base.base.base.suppressed),
                offset_of!(ArithmeticException, base.base.base.trace),
            ])
            .cyclic(),
        ClassInfo::class("java.lang.ArrayStoreException", RuntimeException::ID, ArrayStoreException::LAST)
            .of::<ArrayStoreException>()
            .holding(&[
                offset_of!(ArrayStoreException, base.base.base.message),
                offset_of!(ArrayStoreException, base.base.base.cause),
                offset_of!(ArrayStoreException, base.base.base.suppressed),
                offset_of!(ArrayStoreException, base.base.base.trace),
            ])
            .cyclic(),
        ClassInfo::class("java.lang.ClassCastException", RuntimeException::ID, ClassCastException::LAST)
            .of::<ClassCastException>()
            .holding(&[
                offset_of!(ClassCastException, base.base.base.message),
                offset_of!(ClassCastException, base.base.base.cause),
                offset_of!(ClassCastException, base.base.base.suppressed),
                offset_of!(ClassCastException, base.base.base.trace),
            ])
            .cyclic(),
        ClassInfo::class("java.lang.IllegalArgumentException", RuntimeException::ID, IllegalArgumentException::LAST)
            .of::<IllegalArgumentException>()
            .holding(&[
                offset_of!(IllegalArgumentException, base.base.base.message),
                offset_of!(IllegalArgumentException, base.base.base.cause),
                offset_of!(IllegalArgumentException, base.base.base.suppressed),
                offset_of!(IllegalArgumentException, base.base.base.trace),
            ])
            .cyclic(),
        ClassInfo::class("java.lang.NumberFormatException", IllegalArgumentException::ID, NumberFormatException::LAST)
            .of::<NumberFormatException>()
            .holding(&[
                offset_of!(NumberFormatException, base.base.base.base.message),
                offset_of!(NumberFormatException, base.base.base.base.cause),
                offset_of!(NumberFormatException, base.base.base.base.suppressed),
                offset_of!(NumberFormatException, base.base.base.base.trace),
            ])
            .cyclic(),
        ClassInfo::class("java.lang.IllegalStateException", RuntimeException::ID, IllegalStateException::LAST)
            .of::<IllegalStateException>()
            .holding(&[
                offset_of!(IllegalStateException, base.base.base.message),
                offset_of!(IllegalStateException, base.base.base.cause),
                offset_of!(IllegalStateException, base.base.base.suppressed),
                offset_of!(IllegalStateException, base.base.base.trace),
            ])
            .cyclic(),
        ClassInfo::class("java.lang.IndexOutOfBoundsException", RuntimeException::ID, IndexOutOfBoundsException::LAST)
            .of::<IndexOutOfBoundsException>()
            .holding(&[
                offset_of!(IndexOutOfBoundsException, base.base.base.message),
                offset_of!(IndexOutOfBoundsException, base.base.base.cause),
                offset_of!(IndexOutOfBoundsException, base.base.base.suppressed),
                offset_of!(IndexOutOfBoundsException, base.base.base.trace),
            ])
            .cyclic(),
        ClassInfo::class(
            "java.lang.ArrayIndexOutOfBoundsException",
            IndexOutOfBoundsException::ID,
            ArrayIndexOutOfBoundsException::LAST,
        )
        .of::<ArrayIndexOutOfBoundsException>()
        .holding(&[
            offset_of!(ArrayIndexOutOfBoundsException, base.base.base.base.message),
            offset_of!(ArrayIndexOutOfBoundsException, base.base.base.base.cause),
            offset_of!(ArrayIndexOutOfBoundsException, base.base.base.base.suppressed),
            offset_of!(ArrayIndexOutOfBoundsException, base.base.base.base.trace),
        ])
        .cyclic(),
        ClassInfo::class(
            "java.lang.StringIndexOutOfBoundsException",
            IndexOutOfBoundsException::ID,
            StringIndexOutOfBoundsException::LAST,
        )
        .of::<StringIndexOutOfBoundsException>()
        .holding(&[
            offset_of!(StringIndexOutOfBoundsException, base.base.base.base.message),
            offset_of!(StringIndexOutOfBoundsException, base.base.base.base.cause),
            offset_of!(StringIndexOutOfBoundsException, base.base.base.base.suppressed),
            offset_of!(StringIndexOutOfBoundsException, base.base.base.base.trace),
        ])
        .cyclic(),
        ClassInfo::class(
            "java.lang.NegativeArraySizeException",
            RuntimeException::ID,
            NegativeArraySizeException::LAST,
        )
        .of::<NegativeArraySizeException>()
        .holding(&[
            offset_of!(NegativeArraySizeException, base.base.base.message),
            offset_of!(NegativeArraySizeException, base.base.base.cause),
            offset_of!(NegativeArraySizeException, base.base.base.suppressed),
            offset_of!(NegativeArraySizeException, base.base.base.trace),
        ])
        .cyclic(),
        ClassInfo::class("java.lang.NullPointerException", RuntimeException::ID, NullPointerException::LAST)
            .of::<NullPointerException>()
            .holding(&[
                offset_of!(NullPointerException, base.base.base.message),
                offset_of!(NullPointerException, base.base.base.cause),
                offset_of!(NullPointerException, base.base.base.suppressed),
                offset_of!(NullPointerException, base.base.base.trace),
            ])
            .cyclic(),
        ClassInfo::class("somd.Underflow", RuntimeException::ID, Underflow::LAST)
            .of::<Underflow>()
            .holding(&[
                offset_of!(Underflow, base.base.base.message),
                offset_of!(Underflow, base.base.base.cause),
                offset_of!(Underflow, base.base.base.suppressed),
                offset_of!(Underflow, base.base.base.trace),
            ])
            .cyclic(),
        ClassInfo::class("somd.LengthMismatch", RuntimeException::ID, LengthMismatch::LAST)
            .of::<LengthMismatch>()
            .holding(&[
                offset_of!(LengthMismatch, base.base.base.message),
                offset_of!(LengthMismatch, base.base.base.cause),
                offset_of!(LengthMismatch, base.base.base.suppressed),
                offset_of!(LengthMismatch, base.base.base.trace),
            ])
            .cyclic(),
        ClassInfo::class("java.lang.Error", Throwable::ID, Error::LAST),
        ClassInfo::class("java.lang.VirtualMachineError", Error::ID, VirtualMachineError::LAST),
        ClassInfo::class("java.lang.OutOfMemoryError", VirtualMachineError::ID, OutOfMemoryError::LAST)
            .of::<OutOfMemoryError>()
            .holding(&[
                offset_of!(OutOfMemoryError, base.base.base.message),
                offset_of!(OutOfMemoryError, base.base.base.cause),
                offset_of!(OutOfMemoryError, base.base.base.suppressed),
                offset_of!(OutOfMemoryError, base.base.base.trace),
            ])
            .cyclic(),
        ClassInfo::class("java.lang.StackOverflowError", VirtualMachineError::ID, StackOverflowError::LAST)
            .of::<StackOverflowError>()
            .holding(&[
                offset_of!(StackOverflowError, base.base.base.message),
                offset_of!(StackOverflowError, base.base.base.cause),
                offset_of!(StackOverflowError, base.base.base.suppressed),
                offset_of!(StackOverflowError, base.base.base.trace),
            ])
            .cyclic(),
        ClassInfo::class("java.lang.LinkageError", Error::ID, LinkageError::LAST),
        ClassInfo::class("java.lang.ExceptionInInitializerError", LinkageError::ID, ExceptionInInitializerError::LAST)
            .of::<ExceptionInInitializerError>()
            .holding(&[
                offset_of!(ExceptionInInitializerError, exception),
                offset_of!(ExceptionInInitializerError, base.base.base.message),
                offset_of!(ExceptionInInitializerError, base.base.base.cause),
                offset_of!(ExceptionInInitializerError, base.base.base.suppressed),
                offset_of!(ExceptionInInitializerError, base.base.base.trace),
            ])
            .cyclic(),
        ClassInfo::class("java.lang.NoClassDefFoundError", LinkageError::ID, NoClassDefFoundError::LAST)
            .of::<NoClassDefFoundError>()
            .holding(&[
                offset_of!(NoClassDefFoundError, base.base.base.message),
                offset_of!(NoClassDefFoundError, base.base.base.cause),
                offset_of!(NoClassDefFoundError, base.base.base.suppressed),
                offset_of!(NoClassDefFoundError, base.base.base.trace),
            ])
            .cyclic(),
        ClassInfo::class("java.util.Random", JObject::ID, Random::LAST).of::<Random>(),
        ClassInfo::class("somd.Task", JObject::ID, Task::LAST)
            .of::<Task>()
            .holding(&[offset_of!(Task, graph)])
            .cyclic(),
        ClassInfo::class("NBodySingle", JObject::ID, NBodySingle::LAST).of::<NBodySingle>(),
        ClassInfo::interface("java.util.Comparator", Comparator::ID),
    ]
};
