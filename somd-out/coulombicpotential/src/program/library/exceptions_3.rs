//! The classes of `exceptions.somd`.

use super::*;

/// `java.util.NoSuchElementException`
#[repr(C)]
#[derive(Default)]
pub struct NoSuchElementException {
    pub base: RuntimeException,
}

extends!(NoSuchElementException: RuntimeException, Exception, Throwable);

impl NoSuchElementException {
    pub const ID: u32 = 54;
    pub const LAST: u32 = 54;

    /// `new java.util.NoSuchElementException`
    pub fn new() -> Ref<NoSuchElementException> {
        let this = Ref::alloc_cyclic(Self::ID, NoSuchElementException::default());
        Self::init(&this);
        this
    }

    /// java.util.NoSuchElementException.<init>: `java.util.NoSuchElementException()`
    pub fn init(this: &Ref<NoSuchElementException>) {
        // exceptions.somd:4: public NoSuchElementException() { }
        RuntimeException::init(this.up());
    }

    /// `new java.util.NoSuchElementException`
    pub fn new_String(message: Ref<Str>) -> Ref<NoSuchElementException> {
        let this = Ref::alloc_cyclic(Self::ID, NoSuchElementException::default());
        Self::init_String(&this, message);
        this
    }

    /// java.util.NoSuchElementException.<init>: `java.util.NoSuchElementException(java.lang.String message)`
    pub fn init_String(this: &Ref<NoSuchElementException>, message: Ref<Str>) {
        // exceptions.somd:5: public NoSuchElementException(String message) { super(message); }
        RuntimeException::init_String(this.up(), message);
    }
}

/// `java.util.ConcurrentModificationException`
#[repr(C)]
#[derive(Default)]
pub struct ConcurrentModificationException {
    pub base: RuntimeException,
}

extends!(ConcurrentModificationException: RuntimeException, Exception, Throwable);

impl ConcurrentModificationException {
    pub const ID: u32 = 55;
    pub const LAST: u32 = 55;

    /// `new java.util.ConcurrentModificationException`
    pub fn new() -> Ref<ConcurrentModificationException> {
        let this = Ref::alloc_cyclic(Self::ID, ConcurrentModificationException::default());
        Self::init(&this);
        this
    }

    /// java.util.ConcurrentModificationException.<init>: `java.util.ConcurrentModificationException()`
    pub fn init(this: &Ref<ConcurrentModificationException>) {
        // exceptions.somd:11: public ConcurrentModificationException() { }
        RuntimeException::init(this.up());
    }
}
