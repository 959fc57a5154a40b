//! The classes of `FileInputStream.somd`.

use super::*;

/// `java.io.FileInputStream`
#[repr(C)]
#[derive(Default)]
pub struct FileInputStream {
    pub base: InputStream,
    pub file: Cell<i32>,
}

extends!(FileInputStream: InputStream);

impl FileInputStream {
    pub const ID: u32 = 22;
    pub const LAST: u32 = 22;

    /// `new java.io.FileInputStream`
    pub fn new(file: i32, name: &Ref<Str>) -> Ref<FileInputStream> {
        let this = Ref::alloc_acyclic(Self::ID, FileInputStream::default());
        Self::init(&this, file, name);
        this
    }

    /// java.io.FileInputStream.<init>: `java.io.FileInputStream(int file, java.lang.String name)`
    pub fn init(this: &Ref<FileInputStream>, file: i32, _name: &Ref<Str>) {
        // FileInputStream.somd:11: public FileInputStream(int file, String name) { this.file = file; }
        InputStream::init(this.up());
        this.file.set(file);
    }
}
