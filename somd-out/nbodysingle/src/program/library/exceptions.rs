//! The classes of `exceptions.somd`.

use super::*;

/// `java.io.IOException`
#[repr(C)]
#[derive(Default)]
pub struct IOException {
    pub base: Exception,
}

extends!(IOException: Exception, Throwable);

tested!(IOException => IOException);

impl IOException {
    pub const ID: u32 = 32;
    pub const LAST: u32 = 32;
}
