//! The classes of `FilterOutputStream.somd`.

use super::*;

/// `java.io.FilterOutputStream`
#[repr(C)]
#[derive(Default)]
pub struct FilterOutputStream {
    pub base: OutputStream,
    pub out: Slot<OutputStream>,
}

extends!(FilterOutputStream: OutputStream);

impl FilterOutputStream {
    pub const ID: u32 = 28;
    pub const LAST: u32 = 29;

    /// java.io.FilterOutputStream.<init>: `java.io.FilterOutputStream(java.io.OutputStream out)`
    pub fn init(this: &Ref<FilterOutputStream>, out: Ref<OutputStream>) {
        // FilterOutputStream.somd:6: public FilterOutputStream(OutputStream out) { this.out = out; }
        OutputStream::init(this.up());
        this.out.set(out);
    }
}
