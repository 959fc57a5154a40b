//! The classes of `Io.somd`.

use super::*;

/// `java.io.Io`
#[repr(C)]
#[derive(Clone, Default)]
pub struct Io;

impl Io {
    pub const ID: u32 = 23;
    pub const LAST: u32 = 23;

    /// java.io.Io.checkRange: `static void checkRange(int size, int offset, int length)`
    pub fn checkRange(size: i32, offset: i32, length: i32) {
        // Io.somd:79: if (offset < 0 || length < 0 || offset > size - length) {
        if offset < 0 || length < 0 || offset > size - length {
            // Io.somd:80: throw new IndexOutOfBoundsException("Range [" + offset + ", " + offset + " + " + length + ") out of bounds for length " + size);
            throw(
                IndexOutOfBoundsException::new(concat_str!(
                    "Range [",
                    offset,
                    ", ",
                    offset,
                    " + ",
                    length,
                    ") out of bounds for length ",
                    size
                ))
                .into_up(),
            );
        }
    }

    /// For a `catch` nearby.
    /// java.io.Io.checkRange: `static void checkRange(int size, int offset, int length)`
    pub fn checkRange__near(size: i32, offset: i32, length: i32) -> Result<(), Ref<Object>> {
        // Io.somd:79: if (offset < 0 || length < 0 || offset > size - length) {
        if offset < 0 || length < 0 || offset > size - length {
            // Io.somd:80: throw new IndexOutOfBoundsException("Range [" + offset + ", " + offset + " + " + length + ") out of bounds for length " + size);
            return Err(IndexOutOfBoundsException::new(concat_str!(
                "Range [",
                offset,
                ", ",
                offset,
                " + ",
                length,
                ") out of bounds for length ",
                size
            ))
            .into_up());
        }
        Ok(())
    }
}
