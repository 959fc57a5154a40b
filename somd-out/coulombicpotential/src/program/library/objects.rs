//! The classes of `Objects.somd`.

use super::*;

/// `java.util.Objects`
#[repr(C)]
#[derive(Clone, Default)]
pub struct Objects;

impl Objects {
    pub const ID: u32 = 70;
    pub const LAST: u32 = 70;

    /// java.util.Objects.checkIndex: `static int checkIndex(int index, int length)`
    pub fn checkIndex(index: i32, length: i32) -> i32 {
        // Objects.somd:52: if (index < 0 || index >= length) throw outside(index, length);
        if index < 0 || index >= length {
            throw(checked_exception(
                Objects::outside(index, length).into_up(),
                "Cannot throw exception because the return value of \"java.util.Objects.outside(int, int)\" is null",
            ));
        }
        // Objects.somd:53: return index;
        index
    }

    /// java.util.Objects.outside: `static java.lang.IndexOutOfBoundsException outside(int index, int length)`
    pub fn outside(index: i32, length: i32) -> Ref<IndexOutOfBoundsException> {
        // Objects.somd:57: return new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        IndexOutOfBoundsException::new(concat_str!("Index ", index, " out of bounds for length ", length))
    }
}
