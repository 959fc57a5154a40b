//! The classes of `Comparator.somd`.

use super::*;

/// `java.util.Comparator`
pub struct Comparator;

impl Comparator {
    pub const ID: u32 = 57;
}
