//! The classes of `Number.somd`.

use super::*;

/// `java.lang.Number`
#[repr(C)]
#[derive(Clone, Default)]
pub struct Number;

impl Number {
    pub const ID: u32 = 17;
    pub const LAST: u32 = 21;
}
