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
    pub const ID: u32 = 25;
    pub const LAST: u32 = 25;

    /// `new java.io.FileInputStream`
    pub fn new_String(path: &Ref<Str>) -> Ref<FileInputStream> {
        let this = Ref::alloc_acyclic(Self::ID, FileInputStream::default());
        Self::init_String(&this, path);
        this
    }

    /// java.io.FileInputStream.<init>: `java.io.FileInputStream(java.lang.String path)`
    pub fn init_String(this: &Ref<FileInputStream>, path: &Ref<Str>) {
        // FileInputStream.somd:6: public FileInputStream(String path) throws FileNotFoundException { file = Io.opened(path, Io.READ); }
        InputStream::init(this.up());
        this.file.set(Io::opened(path, 0));
    }

    /// `new java.io.FileInputStream`
    pub fn new_int_String(file: i32, name: &Ref<Str>) -> Ref<FileInputStream> {
        let this = Ref::alloc_acyclic(Self::ID, FileInputStream::default());
        Self::init_int_String(&this, file, name);
        this
    }

    /// java.io.FileInputStream.<init>: `java.io.FileInputStream(int file, java.lang.String name)`
    pub fn init_int_String(this: &Ref<FileInputStream>, file: i32, _name: &Ref<Str>) {
        // FileInputStream.somd:11: public FileInputStream(int file, String name) { this.file = file; }
        InputStream::init(this.up());
        this.file.set(file);
    }

    /// java.io.FileInputStream.checked: `int checked()`
    pub fn checked(this: &Ref<FileInputStream>) -> i32 {
        // FileInputStream.somd:14: if (file < 0) throw new IOException("Stream Closed");
        if this.file.get() < 0 {
            throw(IOException::new(TEXT_STREAM_CLOSED_2.get().clone()).into_up());
        }
        // FileInputStream.somd:15: return file;
        this.file.get()
    }

    /// For a `catch` nearby.
    /// java.io.FileInputStream.checked: `int checked()`
    pub fn checked__near(this: &Ref<FileInputStream>) -> Result<i32, Ref<Object>> {
        // FileInputStream.somd:14: if (file < 0) throw new IOException("Stream Closed");
        if this.file.get() < 0 {
            return Err(IOException::new(TEXT_STREAM_CLOSED_2.get().clone()).into_up());
        }
        // FileInputStream.somd:15: return file;
        Ok(this.file.get())
    }

    /// java.io.FileInputStream.read: `int read()`
    pub fn read(this: &Ref<FileInputStream>) -> i32 {
        // FileInputStream.somd:19: byte[] one = new byte[1];
        let one: Ref<Array<i8>> = Array::<i8>::new(1);
        // FileInputStream.somd:20: return read(one, 0, 1) <= 0 ? -1 : one[0] & 0xff;
        if FileInputStream::read_bytes_int_int(this, &one, 0, 1) <= 0 { -1 } else { one.at(0, "one") as i32 & 255 }
    }

    /// java.io.FileInputStream.read: `int read(byte[] bytes, int offset, int length)`
    pub fn read_bytes_int_int(this: &Ref<FileInputStream>, bytes: &Ref<Array<i8>>, offset: i32, length: i32) -> i32 {
        // FileInputStream.somd:24: Io.checkRange(bytes.length, offset, length);
        Io::checkRange(bytes.length("bytes"), offset, length);
        // FileInputStream.somd:25: if (length == 0) return 0;
        if length == 0 {
            return 0;
        }
        // FileInputStream.somd:26: int n = Io.read(checked(), bytes, offset, length);
        let n: i32 = natives::io::read(FileInputStream::checked(this), bytes, offset, length);
        // FileInputStream.somd:27: if (n < 0) throw Io.failed();
        if n < 0 {
            throw(checked_exception(
                Io::failed().into_up(),
                "Cannot throw exception because the return value of \"java.io.Io.failed()\" is null",
            ));
        }
        // FileInputStream.somd:28: return n == 0 ? -1 : n;
        if n == 0 { -1 } else { n }
    }

    /// For a `catch` nearby.
    /// java.io.FileInputStream.read: `int read(byte[] bytes, int offset, int length)`
    pub fn read_bytes_int_int__near(
        this: &Ref<FileInputStream>,
        bytes: &Ref<Array<i8>>,
        offset: i32,
        length: i32,
    ) -> Result<i32, Ref<Object>> {
        // FileInputStream.somd:24: Io.checkRange(bytes.length, offset, length);
        Io::checkRange__near(bytes.length("bytes"), offset, length)?;
        // FileInputStream.somd:25: if (length == 0) return 0;
        if length == 0 {
            return Ok(0);
        }
        // FileInputStream.somd:26: int n = Io.read(checked(), bytes, offset, length);
        let n: i32 = natives::io::read(FileInputStream::checked__near(this)?, bytes, offset, length);
        // FileInputStream.somd:27: if (n < 0) throw Io.failed();
        if n < 0 {
            return Err(checked_exception(
                Io::failed().into_up(),
                "Cannot throw exception because the return value of \"java.io.Io.failed()\" is null",
            ));
        }
        // FileInputStream.somd:28: return n == 0 ? -1 : n;
        Ok(if n == 0 { -1 } else { n })
    }

    /// java.io.FileInputStream.available: `int available()`
    pub fn available(this: &Ref<FileInputStream>) -> i32 {
        // FileInputStream.somd:31: public int available() throws IOException { return Io.available(checked()); }
        natives::io::available(FileInputStream::checked(this))
    }

    /// java.io.FileInputStream.close: `void close()`
    pub fn close(this: &Ref<FileInputStream>) {
        // FileInputStream.somd:34: if (file > 2) Io.close(file);
        if this.file.get() > 2 {
            natives::io::close(this.file.get());
        }
        // FileInputStream.somd:35: file = -1;
        this.file.set(-1);
    }
}
