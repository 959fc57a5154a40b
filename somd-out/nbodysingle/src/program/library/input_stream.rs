//! The classes of `InputStream.somd`.

use super::*;

/// `java.io.InputStream`
#[repr(C)]
#[derive(Clone, Default)]
pub struct InputStream;

impl InputStream {
    pub const ID: u32 = 21;
    pub const LAST: u32 = 22;

    /// java.io.InputStream.<init>: `java.io.InputStream()`
    pub fn init(_this: &Ref<InputStream>) {
        // InputStream.somd:4: public InputStream() { }
    }
}
