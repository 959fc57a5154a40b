//! The classes of `exceptions.somd`.

use super::*;

/// `java.io.IOException`
#[repr(C)]
#[derive(Default)]
pub struct IOException {
    pub base: Exception,
}

extends!(IOException: Exception, Throwable);

tested!(IOException => IOException, subclasses);

impl IOException {
    pub const ID: u32 = 39;
    pub const LAST: u32 = 40;

    /// `new java.io.IOException`
    pub fn new(message: Ref<Str>) -> Ref<IOException> {
        let this = Ref::alloc_cyclic(Self::ID, IOException::default());
        Self::init(&this, message);
        this
    }

    /// java.io.IOException.<init>: `java.io.IOException(java.lang.String message)`
    pub fn init(this: &Ref<IOException>, message: Ref<Str>) {
        // exceptions.somd:5: public IOException(String message) { super(message); }
        Exception::init_String(this.up(), message);
    }
}

/// `java.io.FileNotFoundException`
#[repr(C)]
#[derive(Default)]
pub struct FileNotFoundException {
    pub base: IOException,
}

extends!(FileNotFoundException: IOException, Exception, Throwable);

impl FileNotFoundException {
    pub const ID: u32 = 40;
    pub const LAST: u32 = 40;

    /// `new java.io.FileNotFoundException`
    pub fn new(message: Ref<Str>) -> Ref<FileNotFoundException> {
        let this = Ref::alloc_cyclic(Self::ID, FileNotFoundException::default());
        Self::init(&this, message);
        this
    }

    /// java.io.FileNotFoundException.<init>: `java.io.FileNotFoundException(java.lang.String message)`
    pub fn init(this: &Ref<FileNotFoundException>, message: Ref<Str>) {
        // exceptions.somd:12: public FileNotFoundException(String message) { super(message); }
        IOException::init(this.up(), message);
    }
}
