//! The classes of `exceptions.somd`.

use super::*;

/// `java.lang.Exception`
#[repr(C)]
#[derive(Default)]
pub struct Exception {
    pub base: Throwable,
}

extends!(Exception: Throwable);

impl Exception {
    pub const ID: u32 = 37;
    pub const LAST: u32 = 53;

    /// java.lang.Exception.<init>: `java.lang.Exception()`
    pub fn init(this: &Ref<Exception>) {
        // exceptions.somd:4: public Exception() { }
        Throwable::init(this.up());
    }

    /// java.lang.Exception.<init>: `java.lang.Exception(java.lang.String message)`
    pub fn init_String(this: &Ref<Exception>, message: Ref<Str>) {
        // exceptions.somd:5: public Exception(String message) { super(message); }
        Throwable::init_String(this.up(), message);
    }

    /// java.lang.Exception.<init>: `java.lang.Exception(java.lang.String message, java.lang.Throwable cause)`
    pub fn init_String_Throwable(this: &Ref<Exception>, message: Ref<Str>, cause: Ref<Throwable>) {
        // exceptions.somd:6: public Exception(String message, Throwable cause) { super(message, cause); }
        Throwable::init_String_Throwable(this.up(), message, cause);
    }
}

/// `java.lang.RuntimeException`
#[repr(C)]
#[derive(Default)]
pub struct RuntimeException {
    pub base: Exception,
}

extends!(RuntimeException: Exception, Throwable);

impl RuntimeException {
    pub const ID: u32 = 40;
    pub const LAST: u32 = 53;

    /// `new java.lang.RuntimeException`
    pub fn new() -> Ref<RuntimeException> {
        let this = Ref::alloc_cyclic(Self::ID, RuntimeException::default());
        Self::init(&this);
        this
    }

    /// java.lang.RuntimeException.<init>: `java.lang.RuntimeException()`
    pub fn init(this: &Ref<RuntimeException>) {
        // exceptions.somd:14: public RuntimeException() { }
        Exception::init(this.up());
    }

    /// `new java.lang.RuntimeException`
    pub fn new_String(message: Ref<Str>) -> Ref<RuntimeException> {
        let this = Ref::alloc_cyclic(Self::ID, RuntimeException::default());
        Self::init_String(&this, message);
        this
    }

    /// java.lang.RuntimeException.<init>: `java.lang.RuntimeException(java.lang.String message)`
    pub fn init_String(this: &Ref<RuntimeException>, message: Ref<Str>) {
        // exceptions.somd:15: public RuntimeException(String message) { super(message); }
        Exception::init_String(this.up(), message);
    }

    /// `new java.lang.RuntimeException`
    pub fn new_String_Throwable(message: Ref<Str>, cause: Ref<Throwable>) -> Ref<RuntimeException> {
        let this = Ref::alloc_cyclic(Self::ID, RuntimeException::default());
        Self::init_String_Throwable(&this, message, cause);
        this
    }

    /// java.lang.RuntimeException.<init>: `java.lang.RuntimeException(java.lang.String message, java.lang.Throwable cause)`
    pub fn init_String_Throwable(this: &Ref<RuntimeException>, message: Ref<Str>, cause: Ref<Throwable>) {
        // exceptions.somd:16: public RuntimeException(String message, Throwable cause) { super(message, cause); }
        Exception::init_String_Throwable(this.up(), message, cause);
    }
}

/// `java.lang.Error`
#[repr(C)]
#[derive(Default)]
pub struct Error {
    pub base: Throwable,
}

extends!(Error: Throwable);

tested!(Error => Error, subclasses);

impl Error {
    pub const ID: u32 = 54;
    pub const LAST: u32 = 60;

    /// java.lang.Error.<init>: `java.lang.Error(java.lang.String message)`
    pub fn init_String(this: &Ref<Error>, message: Ref<Str>) {
        // exceptions.somd:25: public Error(String message) { super(message); }
        Throwable::init_String(this.up(), message);
    }

    /// java.lang.Error.<init>: `java.lang.Error(java.lang.String message, java.lang.Throwable cause)`
    pub fn init_String_Throwable(this: &Ref<Error>, message: Ref<Str>, cause: Ref<Throwable>) {
        // exceptions.somd:26: public Error(String message, Throwable cause) { super(message, cause); }
        Throwable::init_String_Throwable(this.up(), message, cause);
    }
}

/// `java.lang.ArithmeticException`
#[repr(C)]
#[derive(Default)]
pub struct ArithmeticException {
    pub base: RuntimeException,
}

extends!(ArithmeticException: RuntimeException, Exception, Throwable);

impl ArithmeticException {
    pub const ID: u32 = 41;
    pub const LAST: u32 = 41;

    /// `new java.lang.ArithmeticException`
    pub fn new(message: Ref<Str>) -> Ref<ArithmeticException> {
        let this = Ref::alloc_cyclic(Self::ID, ArithmeticException::default());
        Self::init(&this, message);
        this
    }

    /// java.lang.ArithmeticException.<init>: `java.lang.ArithmeticException(java.lang.String message)`
    pub fn init(this: &Ref<ArithmeticException>, message: Ref<Str>) {
        // exceptions.somd:35: public ArithmeticException(String message) { super(message); }
        RuntimeException::init_String(this.up(), message);
    }
}

/// `java.lang.ArrayStoreException`
#[repr(C)]
#[derive(Default)]
pub struct ArrayStoreException {
    pub base: RuntimeException,
}

extends!(ArrayStoreException: RuntimeException, Exception, Throwable);

impl ArrayStoreException {
    pub const ID: u32 = 42;
    pub const LAST: u32 = 42;

    /// `new java.lang.ArrayStoreException`
    pub fn new(message: Ref<Str>) -> Ref<ArrayStoreException> {
        let this = Ref::alloc_cyclic(Self::ID, ArrayStoreException::default());
        Self::init(&this, message);
        this
    }

    /// java.lang.ArrayStoreException.<init>: `java.lang.ArrayStoreException(java.lang.String message)`
    pub fn init(this: &Ref<ArrayStoreException>, message: Ref<Str>) {
        // exceptions.somd:40: public ArrayStoreException(String message) { super(message); }
        RuntimeException::init_String(this.up(), message);
    }
}

/// `java.lang.ClassCastException`
#[repr(C)]
#[derive(Default)]
pub struct ClassCastException {
    pub base: RuntimeException,
}

extends!(ClassCastException: RuntimeException, Exception, Throwable);

impl ClassCastException {
    pub const ID: u32 = 43;
    pub const LAST: u32 = 43;

    /// `new java.lang.ClassCastException`
    pub fn new(message: Ref<Str>) -> Ref<ClassCastException> {
        let this = Ref::alloc_cyclic(Self::ID, ClassCastException::default());
        Self::init(&this, message);
        this
    }

    /// java.lang.ClassCastException.<init>: `java.lang.ClassCastException(java.lang.String message)`
    pub fn init(this: &Ref<ClassCastException>, message: Ref<Str>) {
        // exceptions.somd:45: public ClassCastException(String message) { super(message); }
        RuntimeException::init_String(this.up(), message);
    }
}

/// `java.lang.IllegalArgumentException`
#[repr(C)]
#[derive(Default)]
pub struct IllegalArgumentException {
    pub base: RuntimeException,
}

extends!(IllegalArgumentException: RuntimeException, Exception, Throwable);

impl IllegalArgumentException {
    pub const ID: u32 = 44;
    pub const LAST: u32 = 45;

    /// `new java.lang.IllegalArgumentException`
    pub fn new_String(message: Ref<Str>) -> Ref<IllegalArgumentException> {
        let this = Ref::alloc_cyclic(Self::ID, IllegalArgumentException::default());
        Self::init_String(&this, message);
        this
    }

    /// java.lang.IllegalArgumentException.<init>: `java.lang.IllegalArgumentException(java.lang.String message)`
    pub fn init_String(this: &Ref<IllegalArgumentException>, message: Ref<Str>) {
        // exceptions.somd:50: public IllegalArgumentException(String message) { super(message); }
        RuntimeException::init_String(this.up(), message);
    }

    /// `new java.lang.IllegalArgumentException`
    pub fn new_String_Throwable(message: Ref<Str>, cause: Ref<Throwable>) -> Ref<IllegalArgumentException> {
        let this = Ref::alloc_cyclic(Self::ID, IllegalArgumentException::default());
        Self::init_String_Throwable(&this, message, cause);
        this
    }

    /// java.lang.IllegalArgumentException.<init>: `java.lang.IllegalArgumentException(java.lang.String message, java.lang.Throwable cause)`
    pub fn init_String_Throwable(this: &Ref<IllegalArgumentException>, message: Ref<Str>, cause: Ref<Throwable>) {
        // exceptions.somd:51: public IllegalArgumentException(String message, Throwable cause) { super(message, cause); }
        RuntimeException::init_String_Throwable(this.up(), message, cause);
    }
}

/// `java.lang.IllegalStateException`
#[repr(C)]
#[derive(Default)]
pub struct IllegalStateException {
    pub base: RuntimeException,
}

extends!(IllegalStateException: RuntimeException, Exception, Throwable);

impl IllegalStateException {
    pub const ID: u32 = 46;
    pub const LAST: u32 = 46;

    /// `new java.lang.IllegalStateException`
    pub fn new(message: Ref<Str>) -> Ref<IllegalStateException> {
        let this = Ref::alloc_cyclic(Self::ID, IllegalStateException::default());
        Self::init(&this, message);
        this
    }

    /// java.lang.IllegalStateException.<init>: `java.lang.IllegalStateException(java.lang.String message)`
    pub fn init(this: &Ref<IllegalStateException>, message: Ref<Str>) {
        // exceptions.somd:57: public IllegalStateException(String message) { super(message); }
        RuntimeException::init_String(this.up(), message);
    }
}

/// `java.lang.IndexOutOfBoundsException`
#[repr(C)]
#[derive(Default)]
pub struct IndexOutOfBoundsException {
    pub base: RuntimeException,
}

extends!(IndexOutOfBoundsException: RuntimeException, Exception, Throwable);

impl IndexOutOfBoundsException {
    pub const ID: u32 = 47;
    pub const LAST: u32 = 49;

    /// `new java.lang.IndexOutOfBoundsException`
    pub fn new(message: Ref<Str>) -> Ref<IndexOutOfBoundsException> {
        let this = Ref::alloc_cyclic(Self::ID, IndexOutOfBoundsException::default());
        Self::init(&this, message);
        this
    }

    /// java.lang.IndexOutOfBoundsException.<init>: `java.lang.IndexOutOfBoundsException(java.lang.String message)`
    pub fn init(this: &Ref<IndexOutOfBoundsException>, message: Ref<Str>) {
        // exceptions.somd:71: public IndexOutOfBoundsException(String message) { super(message); }
        RuntimeException::init_String(this.up(), message);
    }
}

/// `java.lang.ArrayIndexOutOfBoundsException`
#[repr(C)]
#[derive(Default)]
pub struct ArrayIndexOutOfBoundsException {
    pub base: IndexOutOfBoundsException,
}

extends!(ArrayIndexOutOfBoundsException: IndexOutOfBoundsException, RuntimeException, Exception, Throwable);

impl ArrayIndexOutOfBoundsException {
    pub const ID: u32 = 48;
    pub const LAST: u32 = 48;

    /// `new java.lang.ArrayIndexOutOfBoundsException`
    pub fn new(message: Ref<Str>) -> Ref<ArrayIndexOutOfBoundsException> {
        let this = Ref::alloc_cyclic(Self::ID, ArrayIndexOutOfBoundsException::default());
        Self::init(&this, message);
        this
    }

    /// java.lang.ArrayIndexOutOfBoundsException.<init>: `java.lang.ArrayIndexOutOfBoundsException(java.lang.String message)`
    pub fn init(this: &Ref<ArrayIndexOutOfBoundsException>, message: Ref<Str>) {
        // exceptions.somd:77: public ArrayIndexOutOfBoundsException(String message) { super(message); }
        IndexOutOfBoundsException::init(this.up(), message);
    }
}

/// `java.lang.StringIndexOutOfBoundsException`
#[repr(C)]
#[derive(Default)]
pub struct StringIndexOutOfBoundsException {
    pub base: IndexOutOfBoundsException,
}

extends!(StringIndexOutOfBoundsException: IndexOutOfBoundsException, RuntimeException, Exception, Throwable);

impl StringIndexOutOfBoundsException {
    pub const ID: u32 = 49;
    pub const LAST: u32 = 49;

    /// `new java.lang.StringIndexOutOfBoundsException`
    pub fn new(message: Ref<Str>) -> Ref<StringIndexOutOfBoundsException> {
        let this = Ref::alloc_cyclic(Self::ID, StringIndexOutOfBoundsException::default());
        Self::init(&this, message);
        this
    }

    /// java.lang.StringIndexOutOfBoundsException.<init>: `java.lang.StringIndexOutOfBoundsException(java.lang.String message)`
    pub fn init(this: &Ref<StringIndexOutOfBoundsException>, message: Ref<Str>) {
        // exceptions.somd:83: public StringIndexOutOfBoundsException(String message) { super(message); }
        IndexOutOfBoundsException::init(this.up(), message);
    }
}

/// `java.lang.NegativeArraySizeException`
#[repr(C)]
#[derive(Default)]
pub struct NegativeArraySizeException {
    pub base: RuntimeException,
}

extends!(NegativeArraySizeException: RuntimeException, Exception, Throwable);

impl NegativeArraySizeException {
    pub const ID: u32 = 50;
    pub const LAST: u32 = 50;

    /// `new java.lang.NegativeArraySizeException`
    pub fn new(message: Ref<Str>) -> Ref<NegativeArraySizeException> {
        let this = Ref::alloc_cyclic(Self::ID, NegativeArraySizeException::default());
        Self::init(&this, message);
        this
    }

    /// java.lang.NegativeArraySizeException.<init>: `java.lang.NegativeArraySizeException(java.lang.String message)`
    pub fn init(this: &Ref<NegativeArraySizeException>, message: Ref<Str>) {
        // exceptions.somd:89: public NegativeArraySizeException(String message) { super(message); }
        RuntimeException::init_String(this.up(), message);
    }
}

/// `java.lang.NullPointerException`
#[repr(C)]
#[derive(Default)]
pub struct NullPointerException {
    pub base: RuntimeException,
}

extends!(NullPointerException: RuntimeException, Exception, Throwable);

impl NullPointerException {
    pub const ID: u32 = 51;
    pub const LAST: u32 = 51;

    /// `new java.lang.NullPointerException`
    pub fn new() -> Ref<NullPointerException> {
        let this = Ref::alloc_cyclic(Self::ID, NullPointerException::default());
        Self::init(&this);
        this
    }

    /// java.lang.NullPointerException.<init>: `java.lang.NullPointerException()`
    pub fn init(this: &Ref<NullPointerException>) {
        // exceptions.somd:93: public NullPointerException() { }
        RuntimeException::init(this.up());
    }

    /// `new java.lang.NullPointerException`
    pub fn new_String(message: Ref<Str>) -> Ref<NullPointerException> {
        let this = Ref::alloc_cyclic(Self::ID, NullPointerException::default());
        Self::init_String(&this, message);
        this
    }

    /// java.lang.NullPointerException.<init>: `java.lang.NullPointerException(java.lang.String message)`
    pub fn init_String(this: &Ref<NullPointerException>, message: Ref<Str>) {
        // exceptions.somd:94: public NullPointerException(String message) { super(message); }
        RuntimeException::init_String(this.up(), message);
    }
}

/// `java.lang.NumberFormatException`
#[repr(C)]
#[derive(Default)]
pub struct NumberFormatException {
    pub base: IllegalArgumentException,
}

extends!(NumberFormatException: IllegalArgumentException, RuntimeException, Exception, Throwable);

impl NumberFormatException {
    pub const ID: u32 = 45;
    pub const LAST: u32 = 45;

    /// `new java.lang.NumberFormatException`
    pub fn new(message: Ref<Str>) -> Ref<NumberFormatException> {
        let this = Ref::alloc_cyclic(Self::ID, NumberFormatException::default());
        Self::init(&this, message);
        this
    }

    /// java.lang.NumberFormatException.<init>: `java.lang.NumberFormatException(java.lang.String message)`
    pub fn init(this: &Ref<NumberFormatException>, message: Ref<Str>) {
        // exceptions.somd:99: public NumberFormatException(String message) { super(message); }
        IllegalArgumentException::init_String(this.up(), message);
    }
}

/// `java.lang.VirtualMachineError`
#[repr(C)]
#[derive(Default)]
pub struct VirtualMachineError {
    pub base: Error,
}

extends!(VirtualMachineError: Error, Throwable);

impl VirtualMachineError {
    pub const ID: u32 = 55;
    pub const LAST: u32 = 57;

    /// java.lang.VirtualMachineError.<init>: `java.lang.VirtualMachineError(java.lang.String message)`
    pub fn init(this: &Ref<VirtualMachineError>, message: Ref<Str>) {
        // exceptions.somd:158: public VirtualMachineError(String message) { super(message); }
        Error::init_String(this.up(), message);
    }
}

/// `java.lang.OutOfMemoryError`
#[repr(C)]
#[derive(Default)]
pub struct OutOfMemoryError {
    pub base: VirtualMachineError,
}

extends!(OutOfMemoryError: VirtualMachineError, Error, Throwable);

impl OutOfMemoryError {
    pub const ID: u32 = 56;
    pub const LAST: u32 = 56;

    /// `new java.lang.OutOfMemoryError`
    pub fn new(message: Ref<Str>) -> Ref<OutOfMemoryError> {
        let this = Ref::alloc_cyclic(Self::ID, OutOfMemoryError::default());
        Self::init(&this, message);
        this
    }

    /// java.lang.OutOfMemoryError.<init>: `java.lang.OutOfMemoryError(java.lang.String message)`
    pub fn init(this: &Ref<OutOfMemoryError>, message: Ref<Str>) {
        // exceptions.somd:165: public OutOfMemoryError(String message) { super(message); }
        VirtualMachineError::init(this.up(), message);
    }
}

/// `java.lang.StackOverflowError`
#[repr(C)]
#[derive(Default)]
pub struct StackOverflowError {
    pub base: VirtualMachineError,
}

extends!(StackOverflowError: VirtualMachineError, Error, Throwable);

impl StackOverflowError {
    pub const ID: u32 = 57;
    pub const LAST: u32 = 57;

    /// `new java.lang.StackOverflowError`
    pub fn new(message: Ref<Str>) -> Ref<StackOverflowError> {
        let this = Ref::alloc_cyclic(Self::ID, StackOverflowError::default());
        Self::init(&this, message);
        this
    }

    /// java.lang.StackOverflowError.<init>: `java.lang.StackOverflowError(java.lang.String message)`
    pub fn init(this: &Ref<StackOverflowError>, message: Ref<Str>) {
        // exceptions.somd:170: public StackOverflowError(String message) { super(message); }
        VirtualMachineError::init(this.up(), message);
    }
}

/// `java.lang.LinkageError`
#[repr(C)]
#[derive(Default)]
pub struct LinkageError {
    pub base: Error,
}

extends!(LinkageError: Error, Throwable);

impl LinkageError {
    pub const ID: u32 = 58;
    pub const LAST: u32 = 60;

    /// java.lang.LinkageError.<init>: `java.lang.LinkageError(java.lang.String message)`
    pub fn init_String(this: &Ref<LinkageError>, message: Ref<Str>) {
        // exceptions.somd:182: public LinkageError(String message) { super(message); }
        Error::init_String(this.up(), message);
    }

    /// java.lang.LinkageError.<init>: `java.lang.LinkageError(java.lang.String message, java.lang.Throwable cause)`
    pub fn init_String_Throwable(this: &Ref<LinkageError>, message: Ref<Str>, cause: Ref<Throwable>) {
        // exceptions.somd:183: public LinkageError(String message, Throwable cause) { super(message, cause); }
        Error::init_String_Throwable(this.up(), message, cause);
    }
}

/// `java.lang.ExceptionInInitializerError`
#[repr(C)]
#[derive(Default)]
pub struct ExceptionInInitializerError {
    pub base: LinkageError,
    pub exception: Slot<Throwable>,
}

extends!(ExceptionInInitializerError: LinkageError, Error, Throwable);

impl ExceptionInInitializerError {
    pub const ID: u32 = 59;
    pub const LAST: u32 = 59;

    /// `new java.lang.ExceptionInInitializerError`
    pub fn new(thrown: &Ref<Throwable>) -> Ref<ExceptionInInitializerError> {
        let this = Ref::alloc_cyclic(Self::ID, ExceptionInInitializerError::default());
        Self::init(&this, thrown);
        this
    }

    /// java.lang.ExceptionInInitializerError.<init>: `java.lang.ExceptionInInitializerError(java.lang.Throwable thrown)`
    pub fn init(this: &Ref<ExceptionInInitializerError>, thrown: &Ref<Throwable>) {
        // exceptions.somd:190: public ExceptionInInitializerError(Throwable thrown) { super(null, thrown); exception = thrown; }
        LinkageError::init_String_Throwable(this.up(), Ref::null(), thrown.clone());
        this.exception.set(thrown.clone());
    }
}

/// `java.lang.NoClassDefFoundError`
#[repr(C)]
#[derive(Default)]
pub struct NoClassDefFoundError {
    pub base: LinkageError,
}

extends!(NoClassDefFoundError: LinkageError, Error, Throwable);

impl NoClassDefFoundError {
    pub const ID: u32 = 60;
    pub const LAST: u32 = 60;

    /// `new java.lang.NoClassDefFoundError`
    pub fn new(message: Ref<Str>) -> Ref<NoClassDefFoundError> {
        let this = Ref::alloc_cyclic(Self::ID, NoClassDefFoundError::default());
        Self::init(&this, message);
        this
    }

    /// java.lang.NoClassDefFoundError.<init>: `java.lang.NoClassDefFoundError(java.lang.String message)`
    pub fn init(this: &Ref<NoClassDefFoundError>, message: Ref<Str>) {
        // exceptions.somd:196: public NoClassDefFoundError(String message) { super(message); }
        LinkageError::init_String(this.up(), message);
    }
}
