//! The classes of `Io.somd`.

use super::*;

/// `java.io.Io`
#[repr(C)]
#[derive(Clone, Default)]
pub struct Io;

impl Io {
    pub const ID: u32 = 25;
    pub const LAST: u32 = 25;

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

    /// java.io.Io.failed: `static java.io.IOException failed()`
    pub fn failed() -> Ref<IOException> {
        // Io.somd:84: static IOException failed() { return new IOException(lastError()); }
        IOException::new(natives::io::last_error())
    }

    /// java.io.Io.opened: `static int opened(java.lang.String path, int mode)`
    pub fn opened(path: &Ref<Str>, mode: i32) -> i32 {
        // Io.somd:87: if (path == null) throw new NullPointerException();
        if path.is_null() {
            throw(NullPointerException::new().into_up());
        }
        // Io.somd:88: int file = open(path, mode);
        let file: i32 = natives::io::open(path, mode);
        // Io.somd:89: if (file < 0) throw new FileNotFoundException(path + " (" + lastError() + ")");
        if file < 0 {
            throw(FileNotFoundException::new(concat_str!(path, " (", natives::io::last_error(), ")")).into_up());
        }
        // Io.somd:90: return file;
        file
    }
}
