//! The classes of `BufferedInputStream.somd`.

use super::*;

/// `java.io.FilterInputStream`
#[repr(C)]
#[derive(Default)]
pub struct FilterInputStream {
    pub base: InputStream,
    pub in_: Slot<InputStream>,
}

extends!(FilterInputStream: InputStream);

impl FilterInputStream {
    pub const ID: u32 = 23;
    pub const LAST: u32 = 24;

    /// java.io.FilterInputStream.<init>: `java.io.FilterInputStream(java.io.InputStream in)`
    pub fn init(this: &Ref<FilterInputStream>, in_: Ref<InputStream>) {
        // BufferedInputStream.somd:6: protected FilterInputStream(InputStream in) { this.in = in; }
        InputStream::init(this.up());
        this.in_.set(in_);
    }
}

/// `java.io.BufferedInputStream`
#[repr(C)]
#[derive(Default)]
pub struct BufferedInputStream {
    pub base: FilterInputStream,
    pub buffer: Slot<Array<i8>>,
    pub at: Cell<i32>,
    pub end: Cell<i32>,
    pub marked: Cell<i32>,
    pub markLimit: Cell<i32>,
}

extends!(BufferedInputStream: FilterInputStream, InputStream);

impl BufferedInputStream {
    pub const ID: u32 = 24;
    pub const LAST: u32 = 24;

    /// `new java.io.BufferedInputStream`
    pub fn new_InputStream(in_: Ref<InputStream>) -> Ref<BufferedInputStream> {
        let this = Ref::alloc_cyclic(Self::ID, BufferedInputStream::default());
        Self::init_InputStream(&this, in_);
        this
    }

    /// java.io.BufferedInputStream.<init>: `java.io.BufferedInputStream(java.io.InputStream in)`
    pub fn init_InputStream(this: &Ref<BufferedInputStream>, in_: Ref<InputStream>) {
        // BufferedInputStream.somd:26: public BufferedInputStream(InputStream in) { this(in, 8192); }
        BufferedInputStream::init_InputStream_int(this, in_, 8192);
    }

    /// `new java.io.BufferedInputStream`
    pub fn new_InputStream_int(in_: Ref<InputStream>, size: i32) -> Ref<BufferedInputStream> {
        let this = Ref::alloc_cyclic(Self::ID, BufferedInputStream::default());
        Self::init_InputStream_int(&this, in_, size);
        this
    }

    /// java.io.BufferedInputStream.<init>: `java.io.BufferedInputStream(java.io.InputStream in, int size)`
    pub fn init_InputStream_int(this: &Ref<BufferedInputStream>, in_: Ref<InputStream>, size: i32) {
        // BufferedInputStream.somd:29: super(in);
        FilterInputStream::init(this.up(), in_);
        // BufferedInputStream.somd:23: private int marked = -1;
        this.marked.set(-1);
        // BufferedInputStream.somd:30: if (size <= 0) throw new IllegalArgumentException("Buffer size <= 0");
        if size <= 0 {
            throw(IllegalArgumentException::new_String(TEXT_BUFFER_SIZE____0.get().clone()).into_up());
        }
        // BufferedInputStream.somd:31: buffer = new byte[size];
        this.buffer.set(Array::<i8>::new(size));
    }

    /// java.io.BufferedInputStream.source: `java.io.InputStream source()`
    pub fn source(this: &Ref<BufferedInputStream>) -> Ref<InputStream> {
        // BufferedInputStream.somd:35: if (in == null) throw new IOException("Stream closed");
        if peek!(this.base.in_).is_null() {
            throw(IOException::new(TEXT_STREAM_CLOSED.get().clone()).into_up());
        }
        // BufferedInputStream.somd:36: return in;
        this.base.in_.get()
    }

    /// For callers that only look at the result.
    /// java.io.BufferedInputStream.source: `java.io.InputStream source()`
    pub fn source__look(this: &Ref<BufferedInputStream>) -> &Ref<InputStream> {
        // BufferedInputStream.somd:35: if (in == null) throw new IOException("Stream closed");
        if peek!(this.base.in_).is_null() {
            throw(IOException::new(TEXT_STREAM_CLOSED.get().clone()).into_up());
        }
        // BufferedInputStream.somd:36: return in;
        peek!(this.base.in_)
    }

    /// java.io.BufferedInputStream.fill: `boolean fill()`
    pub fn fill(this: &Ref<BufferedInputStream>) -> bool {
        stack_check();
        // BufferedInputStream.somd:40: InputStream source = source();
        let source: &Ref<InputStream> = &BufferedInputStream::source__look(this).held();
        // BufferedInputStream.somd:41: int kept = marked < 0 ? 0 : end - marked;
        let mut kept: i32 = if this.marked.get() < 0 { 0 } else { this.end.get() - this.marked.get() };
        // BufferedInputStream.somd:42: if (kept >= buffer.length && kept >= markLimit) {
        if kept >= peek!(this.buffer).length("this.buffer") && kept >= this.markLimit.get() {
            // BufferedInputStream.somd:43: marked = -1;
            this.marked.set(-1);
            // BufferedInputStream.somd:44: kept = 0;
            kept = 0;
        }
        // BufferedInputStream.somd:46: if (kept == buffer.length) {
        if kept == peek!(this.buffer).length("this.buffer") {
            // BufferedInputStream.somd:47: byte[] bigger = new byte[2 * kept];
            let bigger: Ref<Array<i8>> = Array::<i8>::new(2 * kept);
            // BufferedInputStream.somd:48: System.arraycopy(buffer, marked, bigger, 0, kept);
            {
                System::clinit();
                natives::system::arraycopy(peek!(this.buffer).up(), this.marked.get(), bigger.up(), 0, kept)
            }
            // BufferedInputStream.somd:49: buffer = bigger;
            this.buffer.set(bigger);
        } else if kept > 0 {
            // BufferedInputStream.somd:51: System.arraycopy(buffer, marked, buffer, 0, kept);
            {
                System::clinit();
                natives::system::arraycopy(peek!(this.buffer).up(), this.marked.get(), peek!(this.buffer).up(), 0, kept)
            }
        }
        // BufferedInputStream.somd:53: at = kept > 0 ? at - marked : 0;
        this.at.set(if kept > 0 { this.at.get() - this.marked.get() } else { 0 });
        // BufferedInputStream.somd:54: if (marked >= 0) marked = 0;
        if this.marked.get() >= 0 {
            this.marked.set(0);
        }
        // BufferedInputStream.somd:55: end = kept;
        this.end.set(kept);
        // BufferedInputStream.somd:56: int n = source.read(buffer, end, buffer.length - end);
        let n: i32 = {
            let argument_1 = peek!(this.buffer);
            let argument_2 = this.end.get();
            let argument_3 = peek!(this.buffer).length("this.buffer") - this.end.get();
            FileInputStream::read_bytes_int_int(
                narrow!(source.invoke("java.io.InputStream.read(byte[], int, int)", "source"), FileInputStream),
                argument_1,
                argument_2,
                argument_3,
            )
        };
        // BufferedInputStream.somd:57: if (n > 0) end += n;
        if n > 0 {
            this.end.set(this.end.get() + n);
        }
        // BufferedInputStream.somd:58: return n > 0;
        n > 0
    }

    /// For a `catch` nearby.
    /// java.io.BufferedInputStream.fill: `boolean fill()`
    pub fn fill__near(this: &Ref<BufferedInputStream>) -> Result<bool, Ref<Object>> {
        stack_check();
        // BufferedInputStream.somd:40: InputStream source = source();
        let source: &Ref<InputStream> = &BufferedInputStream::source__look(this).held();
        // BufferedInputStream.somd:41: int kept = marked < 0 ? 0 : end - marked;
        let mut kept: i32 = if this.marked.get() < 0 { 0 } else { this.end.get() - this.marked.get() };
        // BufferedInputStream.somd:42: if (kept >= buffer.length && kept >= markLimit) {
        if kept >= peek!(this.buffer).length("this.buffer") && kept >= this.markLimit.get() {
            // BufferedInputStream.somd:43: marked = -1;
            this.marked.set(-1);
            // BufferedInputStream.somd:44: kept = 0;
            kept = 0;
        }
        // BufferedInputStream.somd:46: if (kept == buffer.length) {
        if kept == peek!(this.buffer).length("this.buffer") {
            // BufferedInputStream.somd:47: byte[] bigger = new byte[2 * kept];
            let bigger: Ref<Array<i8>> = Array::<i8>::new(2 * kept);
            // BufferedInputStream.somd:48: System.arraycopy(buffer, marked, bigger, 0, kept);
            {
                System::clinit();
                natives::system::arraycopy(peek!(this.buffer).up(), this.marked.get(), bigger.up(), 0, kept)
            }
            // BufferedInputStream.somd:49: buffer = bigger;
            this.buffer.set(bigger);
        } else if kept > 0 {
            // BufferedInputStream.somd:51: System.arraycopy(buffer, marked, buffer, 0, kept);
            {
                System::clinit();
                natives::system::arraycopy(peek!(this.buffer).up(), this.marked.get(), peek!(this.buffer).up(), 0, kept)
            }
        }
        // BufferedInputStream.somd:53: at = kept > 0 ? at - marked : 0;
        this.at.set(if kept > 0 { this.at.get() - this.marked.get() } else { 0 });
        // BufferedInputStream.somd:54: if (marked >= 0) marked = 0;
        if this.marked.get() >= 0 {
            this.marked.set(0);
        }
        // BufferedInputStream.somd:55: end = kept;
        this.end.set(kept);
        // BufferedInputStream.somd:56: int n = source.read(buffer, end, buffer.length - end);
        let n: i32 = {
            let argument_1 = peek!(this.buffer);
            let argument_2 = this.end.get();
            let argument_3 = peek!(this.buffer).length("this.buffer") - this.end.get();
            FileInputStream::read_bytes_int_int__near(
                narrow!(source.invoke("java.io.InputStream.read(byte[], int, int)", "source"), FileInputStream),
                argument_1,
                argument_2,
                argument_3,
            )?
        };
        // BufferedInputStream.somd:57: if (n > 0) end += n;
        if n > 0 {
            this.end.set(this.end.get() + n);
        }
        // BufferedInputStream.somd:58: return n > 0;
        Ok(n > 0)
    }

    /// java.io.BufferedInputStream.read: `int read()`
    pub fn read(this: &Ref<BufferedInputStream>) -> i32 {
        // BufferedInputStream.somd:62: if (at >= end && !fill()) return -1;
        if this.at.get() >= this.end.get() && !BufferedInputStream::fill(this) {
            return -1;
        }
        // BufferedInputStream.somd:63: return buffer[at++] & 0xff;
        peek!(this.buffer).at(
            {
                let old_1 = this.at.get();
                this.at.set(old_1 + 1);
                old_1
            },
            "this.buffer",
        ) as i32
            & 255
    }

    /// For a `catch` nearby.
    /// java.io.BufferedInputStream.read: `int read()`
    pub fn read__near(this: &Ref<BufferedInputStream>) -> Result<i32, Ref<Object>> {
        // BufferedInputStream.somd:62: if (at >= end && !fill()) return -1;
        if this.at.get() >= this.end.get() && !BufferedInputStream::fill__near(this)? {
            return Ok(-1);
        }
        // BufferedInputStream.somd:63: return buffer[at++] & 0xff;
        Ok(peek!(this.buffer).at(
            {
                let old_1 = this.at.get();
                this.at.set(old_1 + 1);
                old_1
            },
            "this.buffer",
        ) as i32
            & 255)
    }

    /// java.io.BufferedInputStream.read: `int read(byte[] bytes, int offset, int length)`
    pub fn read_bytes_int_int(
        this: &Ref<BufferedInputStream>,
        bytes: &Ref<Array<i8>>,
        offset: i32,
        length: i32,
    ) -> i32 {
        stack_check();
        // BufferedInputStream.somd:67: source();
        BufferedInputStream::source(this);
        // BufferedInputStream.somd:68: Io.checkRange(bytes.length, offset, length);
        Io::checkRange(bytes.length("bytes"), offset, length);
        // BufferedInputStream.somd:69: if (length == 0) return 0;
        if length == 0 {
            return 0;
        }
        // BufferedInputStream.somd:70: int n = 0;
        let mut n: i32 = 0;
        // BufferedInputStream.somd:71: while (n < length) {
        while n < length {
            // BufferedInputStream.somd:72: if (at >= end) {
            if this.at.get() >= this.end.get() {
                // BufferedInputStream.somd:73: if (n > 0 && in.available() <= 0) break;
                if n > 0
                    && FileInputStream::available(narrow!(
                        peek!(this.base.in_).invoke("java.io.InputStream.available()", "this.in"),
                        FileInputStream
                    )) <= 0
                {
                    break;
                }
                // BufferedInputStream.somd:74: if (length - n >= buffer.length && marked < 0) {
                if length - n >= peek!(this.buffer).length("this.buffer") && this.marked.get() < 0 {
                    // BufferedInputStream.somd:75: int direct = in.read(bytes, offset + n, length - n);
                    let direct: i32 = FileInputStream::read_bytes_int_int(
                        narrow!(
                            peek!(this.base.in_).invoke("java.io.InputStream.read(byte[], int, int)", "this.in"),
                            FileInputStream
                        ),
                        bytes,
                        offset + n,
                        length - n,
                    );
                    // BufferedInputStream.somd:76: if (direct <= 0) break;
                    if direct <= 0 {
                        break;
                    }
                    // BufferedInputStream.somd:77: n += direct;
                    n += direct;
                    // BufferedInputStream.somd:78: continue;
                    continue;
                }
                // BufferedInputStream.somd:80: if (!fill()) break;
                if !BufferedInputStream::fill(this) {
                    break;
                }
            }
            // BufferedInputStream.somd:82: int more = Math.min(end - at, length - n);
            let more: i32 = natives::math::min_int(this.end.get() - this.at.get(), length - n);
            // BufferedInputStream.somd:83: System.arraycopy(buffer, at, bytes, offset + n, more);
            {
                System::clinit();
                natives::system::arraycopy(peek!(this.buffer).up(), this.at.get(), bytes.up(), offset + n, more)
            }
            // BufferedInputStream.somd:84: at += more;
            this.at.set(this.at.get() + more);
            // BufferedInputStream.somd:85: n += more;
            n += more;
        }
        // BufferedInputStream.somd:87: return n == 0 ? -1 : n;
        if n == 0 { -1 } else { n }
    }

    /// java.io.BufferedInputStream.available: `int available()`
    pub fn available(this: &Ref<BufferedInputStream>) -> i32 {
        stack_check();
        // BufferedInputStream.somd:99: public int available() throws IOException { return end - at + source().available(); }
        this.end.get() - this.at.get()
            + FileInputStream::available(narrow!(
                BufferedInputStream::source__look(this).invoke(
                    "java.io.InputStream.available()",
                    "the return value of \"java.io.BufferedInputStream.source()\""
                ),
                FileInputStream
            ))
    }

    /// java.io.BufferedInputStream.close: `void close()`
    pub fn close(this: &Ref<BufferedInputStream>) {
        stack_check();
        // BufferedInputStream.somd:115: if (in != null) in.close();
        if !peek!(this.base.in_).is_null() {
            FileInputStream::close(narrow!(
                peek!(this.base.in_).invoke("java.io.InputStream.close()", "this.in"),
                FileInputStream
            ));
        }
        // BufferedInputStream.somd:116: in = null;
        this.base.in_.set(Ref::null());
        // BufferedInputStream.somd:117: at = 0;
        this.at.set(0);
        // BufferedInputStream.somd:118: end = 0;
        this.end.set(0);
    }
}
