//! The classes of `exceptions.somd`.

use super::*;

/// `somd.Underflow`
#[repr(C)]
#[derive(Default)]
pub struct Underflow {
    pub base: RuntimeException,
}

extends!(Underflow: RuntimeException, Exception, Throwable);

impl Underflow {
    pub const ID: u32 = 56;
    pub const LAST: u32 = 56;

    /// `new somd.Underflow`
    pub fn new() -> Ref<Underflow> {
        let this = Ref::alloc_cyclic(Self::ID, Underflow::default());
        Self::init(&this);
        this
    }

    /// somd.Underflow.<init>: `somd.Underflow()`
    pub fn init(this: &Ref<Underflow>) {
        // exceptions.somd:5: public Underflow() { }
        RuntimeException::init(this.up());
    }
}

/// `somd.LengthMismatch`
#[repr(C)]
#[derive(Default)]
pub struct LengthMismatch {
    pub base: RuntimeException,
}

extends!(LengthMismatch: RuntimeException, Exception, Throwable);

impl LengthMismatch {
    pub const ID: u32 = 57;
    pub const LAST: u32 = 57;

    /// `new somd.LengthMismatch`
    pub fn new(message: Ref<Str>) -> Ref<LengthMismatch> {
        let this = Ref::alloc_cyclic(Self::ID, LengthMismatch::default());
        Self::init(&this, message);
        this
    }

    /// somd.LengthMismatch.<init>: `somd.LengthMismatch(java.lang.String message)`
    pub fn init(this: &Ref<LengthMismatch>, message: Ref<Str>) {
        // exceptions.somd:12: public LengthMismatch(String message) { super(message); }
        RuntimeException::init_String(this.up(), message);
    }
}
