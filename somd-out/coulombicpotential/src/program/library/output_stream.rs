//! The classes of `OutputStream.somd`.

use super::*;

/// `java.io.OutputStream`
#[repr(C)]
#[derive(Clone, Default)]
pub struct OutputStream;

impl OutputStream {
    pub const ID: u32 = 26;
    pub const LAST: u32 = 28;

    /// java.io.OutputStream.<init>: `java.io.OutputStream()`
    pub fn init(_this: &Ref<OutputStream>) {
        // OutputStream.somd:4: public OutputStream() { }
    }
}
