//! The classes of `Reader.somd`.

use super::*;

/// `java.io.Reader`
#[repr(C)]
#[derive(Default)]
pub struct Reader {
    pub lock: Slot<Object>,
}

impl Reader {
    pub const ID: u32 = 29;
    pub const LAST: u32 = 30;

    /// java.io.Reader.<init>: `java.io.Reader()`
    pub fn init(this: &Ref<Reader>) {
        // Reader.somd:6: protected Reader() { }

        // Reader.somd:4: protected Object lock = this;
        this.lock.set(this.clone().into_up());
    }
}

/// `java.io.InputStreamReader`
#[repr(C)]
#[derive(Default)]
pub struct InputStreamReader {
    pub base: Reader,
    pub in_: Slot<InputStream>,
    pub latin: Cell<bool>,
    pub bytes: Slot<Array<i8>>,
    pub at: Cell<i32>,
    pub end: Cell<i32>,
    pub pending: Cell<i32>,
}

extends!(InputStreamReader: Reader);

impl InputStreamReader {
    pub const ID: u32 = 30;
    pub const LAST: u32 = 30;

    /// `new java.io.InputStreamReader`
    pub fn new(in_: Ref<InputStream>) -> Ref<InputStreamReader> {
        let this = Ref::alloc_cyclic(Self::ID, InputStreamReader::default());
        Self::init(&this, in_);
        this
    }

    /// java.io.InputStreamReader.<init>: `java.io.InputStreamReader(java.io.InputStream in)`
    pub fn init(this: &Ref<InputStreamReader>, in_: Ref<InputStream>) {
        // Reader.somd:100: public InputStreamReader(InputStream in) {
        Reader::init(this.up());
        // Reader.somd:95: private final byte[] bytes = new byte[8192];
        this.bytes.set(Array::<i8>::new(8192));
        // Reader.somd:98: private int pending = -1;
        this.pending.set(-1);
        // Reader.somd:101: this.in = in;
        this.in_.set(in_);
        // Reader.somd:102: latin = false;
        this.latin.set(false);
    }

    /// java.io.InputStreamReader.nextByte: `int nextByte()`
    pub fn nextByte(this: &Ref<InputStreamReader>) -> i32 {
        // Reader.somd:120: if (at == end) {
        if this.at.get() == this.end.get() {
            // Reader.somd:121: if (in == null) throw new IOException("Stream closed");
            if peek!(this.in_).is_null() {
                throw(IOException::new(TEXT_STREAM_CLOSED_2.get().clone()).into_up());
            }
            // Reader.somd:122: end = in.read(bytes, 0, bytes.length);
            this.end.set({
                let receiver_1 = peek!(this.in_);
                let argument_2 = peek!(this.bytes);
                let argument_3 = peek!(this.bytes).length("this.bytes");
                FileInputStream::read(
                    narrow!(
                        receiver_1.invoke("java.io.InputStream.read(byte[], int, int)", "this.in"),
                        FileInputStream
                    ),
                    argument_2,
                    0,
                    argument_3,
                )
            });
            // Reader.somd:123: at = 0;
            this.at.set(0);
            // Reader.somd:124: if (end <= 0) {
            if this.end.get() <= 0 {
                // Reader.somd:125: end = 0;
                this.end.set(0);
                // Reader.somd:126: return -1;
                return -1;
            }
        }
        // Reader.somd:129: return bytes[at++] & 0xff;
        peek!(this.bytes).at(
            {
                let old_4 = this.at.get();
                this.at.set(old_4 + 1);
                old_4
            },
            "this.bytes",
        ) as i32
            & 255
    }

    /// For a `catch` nearby.
    /// java.io.InputStreamReader.nextByte: `int nextByte()`
    pub fn nextByte__near(this: &Ref<InputStreamReader>) -> Result<i32, Ref<Object>> {
        // Reader.somd:120: if (at == end) {
        if this.at.get() == this.end.get() {
            // Reader.somd:121: if (in == null) throw new IOException("Stream closed");
            if peek!(this.in_).is_null() {
                return Err(IOException::new(TEXT_STREAM_CLOSED_2.get().clone()).into_up());
            }
            // Reader.somd:122: end = in.read(bytes, 0, bytes.length);
            this.end.set({
                let receiver_1 = peek!(this.in_);
                let argument_2 = peek!(this.bytes);
                let argument_3 = peek!(this.bytes).length("this.bytes");
                FileInputStream::read__near(
                    narrow!(
                        receiver_1.invoke("java.io.InputStream.read(byte[], int, int)", "this.in"),
                        FileInputStream
                    ),
                    argument_2,
                    0,
                    argument_3,
                )?
            });
            // Reader.somd:123: at = 0;
            this.at.set(0);
            // Reader.somd:124: if (end <= 0) {
            if this.end.get() <= 0 {
                // Reader.somd:125: end = 0;
                this.end.set(0);
                // Reader.somd:126: return -1;
                return Ok(-1);
            }
        }
        // Reader.somd:129: return bytes[at++] & 0xff;
        Ok(peek!(this.bytes).at(
            {
                let old_4 = this.at.get();
                this.at.set(old_4 + 1);
                old_4
            },
            "this.bytes",
        ) as i32
            & 255)
    }

    /// java.io.InputStreamReader.continued: `int continued(int value, int extra)`
    pub fn continued(this: &Ref<InputStreamReader>, mut value: i32, extra: i32) -> i32 {
        // Reader.somd:134: for (int i = 0; i < extra; i++) {
        for _i in 0..extra {
            // Reader.somd:135: int b = nextByte();
            let b: i32 = InputStreamReader::nextByte(this);
            // Reader.somd:136: if (b < 0 || (b & 0xc0) != 0x80) {
            if b < 0 || b & 192 != 128 {
                // Reader.somd:137: if (b >= 0) at--;
                if b >= 0 {
                    this.at.set(this.at.get() - 1);
                }
                // Reader.somd:138: return 0xfffd;
                return 65533;
            }
            // Reader.somd:140: value = value << 6 | b & 0x3f;
            value = value << 6 | b & 63;
        }
        // Reader.somd:142: return value;
        value
    }

    /// For a `catch` nearby.
    /// java.io.InputStreamReader.continued: `int continued(int value, int extra)`
    pub fn continued__near(this: &Ref<InputStreamReader>, mut value: i32, extra: i32) -> Result<i32, Ref<Object>> {
        // Reader.somd:134: for (int i = 0; i < extra; i++) {
        for _i in 0..extra {
            // Reader.somd:135: int b = nextByte();
            let b: i32 = InputStreamReader::nextByte__near(this)?;
            // Reader.somd:136: if (b < 0 || (b & 0xc0) != 0x80) {
            if b < 0 || b & 192 != 128 {
                // Reader.somd:137: if (b >= 0) at--;
                if b >= 0 {
                    this.at.set(this.at.get() - 1);
                }
                // Reader.somd:138: return 0xfffd;
                return Ok(65533);
            }
            // Reader.somd:140: value = value << 6 | b & 0x3f;
            value = value << 6 | b & 63;
        }
        // Reader.somd:142: return value;
        Ok(value)
    }

    /// java.io.InputStreamReader.read: `int read()`
    pub fn read(this: &Ref<InputStreamReader>) -> i32 {
        // Reader.somd:146: if (pending >= 0) {
        if this.pending.get() >= 0 {
            // Reader.somd:147: int c = pending;
            let c: i32 = this.pending.get();
            // Reader.somd:148: pending = -1;
            this.pending.set(-1);
            // Reader.somd:149: return c;
            return c;
        }
        // Reader.somd:151: int b = nextByte();
        let b: i32 = InputStreamReader::nextByte(this);
        // Reader.somd:152: if (b < 0x80 || latin) return b;
        if b < 128 || this.latin.get() {
            return b;
        }
        // Reader.somd:153: if (b < 0xc2) return 0xfffd;
        if b < 194 {
            return 65533;
        }
        // Reader.somd:154: if (b < 0xe0) return continued(b & 0x1f, 1);
        if b < 224 {
            return InputStreamReader::continued(this, b & 31, 1);
        }
        // Reader.somd:155: if (b < 0xf0) return continued(b & 0xf, 2);
        if b < 240 {
            return InputStreamReader::continued(this, b & 15, 2);
        }
        // Reader.somd:156: if (b >= 0xf5) return 0xfffd;
        if b >= 245 {
            return 65533;
        }
        // Reader.somd:157: int c = continued(b & 7, 3);
        let c: i32 = InputStreamReader::continued(this, b & 7, 3);
        // Reader.somd:158: if (c < 0x10000) return c;
        if c < 65536 {
            return c;
        }
        // Reader.somd:159: pending = 0xdc00 + (c & 0x3ff);
        this.pending.set(56320 + (c & 1023));
        // Reader.somd:160: return 0xd800 + ((c - 0x10000) >> 10);
        55296 + ((c - 65536) >> 10)
    }

    /// For a `catch` nearby.
    /// java.io.InputStreamReader.read: `int read()`
    pub fn read__near(this: &Ref<InputStreamReader>) -> Result<i32, Ref<Object>> {
        // Reader.somd:146: if (pending >= 0) {
        if this.pending.get() >= 0 {
            // Reader.somd:147: int c = pending;
            let c: i32 = this.pending.get();
            // Reader.somd:148: pending = -1;
            this.pending.set(-1);
            // Reader.somd:149: return c;
            return Ok(c);
        }
        // Reader.somd:151: int b = nextByte();
        let b: i32 = InputStreamReader::nextByte__near(this)?;
        // Reader.somd:152: if (b < 0x80 || latin) return b;
        if b < 128 || this.latin.get() {
            return Ok(b);
        }
        // Reader.somd:153: if (b < 0xc2) return 0xfffd;
        if b < 194 {
            return Ok(65533);
        }
        // Reader.somd:154: if (b < 0xe0) return continued(b & 0x1f, 1);
        if b < 224 {
            return Ok(InputStreamReader::continued__near(this, b & 31, 1)?);
        }
        // Reader.somd:155: if (b < 0xf0) return continued(b & 0xf, 2);
        if b < 240 {
            return Ok(InputStreamReader::continued__near(this, b & 15, 2)?);
        }
        // Reader.somd:156: if (b >= 0xf5) return 0xfffd;
        if b >= 245 {
            return Ok(65533);
        }
        // Reader.somd:157: int c = continued(b & 7, 3);
        let c: i32 = InputStreamReader::continued__near(this, b & 7, 3)?;
        // Reader.somd:158: if (c < 0x10000) return c;
        if c < 65536 {
            return Ok(c);
        }
        // Reader.somd:159: pending = 0xdc00 + (c & 0x3ff);
        this.pending.set(56320 + (c & 1023));
        // Reader.somd:160: return 0xd800 + ((c - 0x10000) >> 10);
        Ok(55296 + ((c - 65536) >> 10))
    }

    /// java.io.InputStreamReader.read: `int read(char[] chars, int offset, int length)`
    pub fn read_chars_int_int(this: &Ref<InputStreamReader>, chars: &Ref<Array<u16>>, offset: i32, length: i32) -> i32 {
        // Reader.somd:165: Io.checkRange(chars.length, offset, length);
        Io::checkRange(chars.length("chars"), offset, length);
        // Reader.somd:166: if (length == 0) return 0;
        if length == 0 {
            return 0;
        }
        // Reader.somd:167: int n = 0;
        let mut n: i32 = 0;
        // Reader.somd:168: do {
        {
            let chars = chars.hoist_mut();
            loop {
                // Reader.somd:169: int c = read();
                let c: i32 = InputStreamReader::read(this);
                // Reader.somd:170: if (c < 0) break;
                if c < 0 {
                    break;
                }
                // Reader.somd:171: chars[offset + n++] = (char) c;
                chars.put(
                    offset
                        + ({
                            let old_1 = n;
                            n += 1;
                            old_1
                        }),
                    c as u16,
                    "chars",
                );
                if !(n < length && (this.at.get() < this.end.get() || this.pending.get() >= 0)) {
                    break;
                }
            }
        }
        // Reader.somd:173: return n == 0 ? -1 : n;
        if n == 0 { -1 } else { n }
    }

    /// For a `catch` nearby.
    /// java.io.InputStreamReader.read: `int read(char[] chars, int offset, int length)`
    pub fn read_chars_int_int__near(
        this: &Ref<InputStreamReader>,
        chars: &Ref<Array<u16>>,
        offset: i32,
        length: i32,
    ) -> Result<i32, Ref<Object>> {
        // Reader.somd:165: Io.checkRange(chars.length, offset, length);
        Io::checkRange__near(chars.length("chars"), offset, length)?;
        // Reader.somd:166: if (length == 0) return 0;
        if length == 0 {
            return Ok(0);
        }
        // Reader.somd:167: int n = 0;
        let mut n: i32 = 0;
        // Reader.somd:168: do {
        {
            let chars = chars.hoist_mut();
            loop {
                // Reader.somd:169: int c = read();
                let c: i32 = InputStreamReader::read__near(this)?;
                // Reader.somd:170: if (c < 0) break;
                if c < 0 {
                    break;
                }
                // Reader.somd:171: chars[offset + n++] = (char) c;
                chars.put(
                    offset
                        + ({
                            let old_1 = n;
                            n += 1;
                            old_1
                        }),
                    c as u16,
                    "chars",
                );
                if !(n < length && (this.at.get() < this.end.get() || this.pending.get() >= 0)) {
                    break;
                }
            }
        }
        // Reader.somd:173: return n == 0 ? -1 : n;
        Ok(if n == 0 { -1 } else { n })
    }
}
