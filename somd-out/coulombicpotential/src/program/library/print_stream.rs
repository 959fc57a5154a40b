//! The classes of `PrintStream.somd`.

use super::*;

/// `java.io.PrintStream`
#[repr(C)]
#[derive(Default)]
pub struct PrintStream {
    pub base: FilterOutputStream,
    pub file: Cell<i32>,
    pub trouble: Cell<bool>,
}

extends!(PrintStream: FilterOutputStream, OutputStream);

impl PrintStream {
    pub const ID: u32 = 28;
    pub const LAST: u32 = 28;

    /// `new java.io.PrintStream`
    pub fn new(file: i32) -> Ref<PrintStream> {
        let this = Ref::alloc_acyclic(Self::ID, PrintStream::default());
        Self::init(&this, file);
        this
    }

    /// java.io.PrintStream.<init>: `java.io.PrintStream(int file)`
    pub fn init(this: &Ref<PrintStream>, file: i32) {
        // PrintStream.somd:12: super(null);
        FilterOutputStream::init(this.up(), Ref::null());
        // PrintStream.somd:13: this.file = file;
        this.file.set(file);
    }

    /// java.io.PrintStream.emit: `void emit(java.lang.String s, boolean newline)`
    pub fn emit(this: &Ref<PrintStream>, s: &Ref<Str>, newline: bool) {
        // PrintStream.somd:31: if (file >= 0) {
        if this.file.get() >= 0 {
            // PrintStream.somd:32: if (Io.print(file, s, newline) < 0) trouble = true;
            if natives::io::print(this.file.get(), s, newline) < 0 {
                this.trouble.set(true);
            }
            // PrintStream.somd:33: return;
            return;
        }
        // PrintStream.somd:35: try {
        let outcome_1 = try_java(|| -> Result<(), Ref<Object>> {
            // PrintStream.somd:36: byte[] bytes = s.getBytes();
            let bytes: Ref<Array<i8>> = natives::string::get_bytes(s.invoke("String.getBytes()", "s"));
            // PrintStream.somd:37: out.write(bytes, 0, bytes.length);
            {
                let receiver_2 = peek!(this.base.out);
                let argument_3 = bytes.length("bytes");
                PrintStream::write_bytes_int_int__near(
                    narrow!(receiver_2.invoke("java.io.OutputStream.write(byte[], int, int)", "this.out"), PrintStream),
                    &bytes,
                    0,
                    argument_3,
                )?
            }
            // PrintStream.somd:38: if (newline) out.write('\n');
            if newline {
                PrintStream::write_int__near(
                    narrow!(peek!(this.base.out).invoke("java.io.OutputStream.write(int)", "this.out"), PrintStream),
                    10,
                )?;
            }
            Ok(())
        });
        match outcome_1 {
            Ok(()) => {}
            Err(exception) if IOException::is(&exception) => {
                // PrintStream.somd:40: trouble = true;
                this.trouble.set(true);
            }
            Err(exception) => throw(exception),
        }
    }

    /// java.io.PrintStream.println: `void println(java.lang.String s)`
    pub fn println(this: &Ref<PrintStream>, s: &Ref<Str>) {
        // PrintStream.somd:54: public void println(String s) { emit(s == null ? "null" : s, true); }
        PrintStream::emit(this, &(if s.is_null() { TEXT_NULL.get().clone() } else { s.clone() }), true);
    }

    /// java.io.PrintStream.write: `void write(int b)`
    pub fn write_int(this: &Ref<PrintStream>, b: i32) {
        stack_check();
        // PrintStream.somd:89: if (file >= 0) {
        if this.file.get() >= 0 {
            // PrintStream.somd:90: write(new byte[] {(byte) b}, 0, 1);
            PrintStream::write_bytes_int_int(this, &Array::<i8>::literal(&[b as i8]), 0, 1);
            // PrintStream.somd:91: return;
            return;
        }
        // PrintStream.somd:93: try {
        let outcome_1 = try_java(|| -> Result<(), Ref<Object>> {
            // PrintStream.somd:94: out.write(b);
            PrintStream::write_int__near(
                narrow!(peek!(this.base.out).invoke("java.io.OutputStream.write(int)", "this.out"), PrintStream),
                b,
            )?;
            Ok(())
        });
        match outcome_1 {
            Ok(()) => {}
            Err(exception) if IOException::is(&exception) => {
                // PrintStream.somd:96: trouble = true;
                this.trouble.set(true);
            }
            Err(exception) => throw(exception),
        }
    }

    /// For a `catch` nearby.
    /// java.io.PrintStream.write: `void write(int b)`
    pub fn write_int__near(this: &Ref<PrintStream>, b: i32) -> Result<(), Ref<Object>> {
        stack_check();
        // PrintStream.somd:89: if (file >= 0) {
        if this.file.get() >= 0 {
            // PrintStream.somd:90: write(new byte[] {(byte) b}, 0, 1);
            PrintStream::write_bytes_int_int__near(this, &Array::<i8>::literal(&[b as i8]), 0, 1)?;
            // PrintStream.somd:91: return;
            return Ok(());
        }
        // PrintStream.somd:93: try {
        let outcome_1 = try_java(|| -> Result<(), Ref<Object>> {
            // PrintStream.somd:94: out.write(b);
            PrintStream::write_int__near(
                narrow!(peek!(this.base.out).invoke("java.io.OutputStream.write(int)", "this.out"), PrintStream),
                b,
            )?;
            Ok(())
        });
        match outcome_1 {
            Ok(()) => {}
            Err(exception) if IOException::is(&exception) => {
                // PrintStream.somd:96: trouble = true;
                this.trouble.set(true);
            }
            Err(exception) => return Err(exception),
        }
        Ok(())
    }

    /// java.io.PrintStream.write: `void write(byte[] bytes, int offset, int length)`
    pub fn write_bytes_int_int(this: &Ref<PrintStream>, bytes: &Ref<Array<i8>>, offset: i32, length: i32) {
        stack_check();
        // PrintStream.somd:103: Io.checkRange(bytes.length, offset, length);
        Io::checkRange(bytes.length("bytes"), offset, length);
        // PrintStream.somd:104: if (file >= 0) {
        if this.file.get() >= 0 {
            // PrintStream.somd:105: if (Io.write(file, bytes, offset, length) < 0) trouble = true;
            if natives::io::write(this.file.get(), bytes, offset, length) < 0 {
                this.trouble.set(true);
            }
            // PrintStream.somd:106: return;
            return;
        }
        // PrintStream.somd:108: try {
        let outcome_1 = try_java(|| -> Result<(), Ref<Object>> {
            // PrintStream.somd:109: out.write(bytes, offset, length);
            PrintStream::write_bytes_int_int__near(
                narrow!(
                    peek!(this.base.out).invoke("java.io.OutputStream.write(byte[], int, int)", "this.out"),
                    PrintStream
                ),
                bytes,
                offset,
                length,
            )?;
            Ok(())
        });
        match outcome_1 {
            Ok(()) => {}
            Err(exception) if IOException::is(&exception) => {
                // PrintStream.somd:111: trouble = true;
                this.trouble.set(true);
            }
            Err(exception) => throw(exception),
        }
    }

    /// For a `catch` nearby.
    /// java.io.PrintStream.write: `void write(byte[] bytes, int offset, int length)`
    pub fn write_bytes_int_int__near(
        this: &Ref<PrintStream>,
        bytes: &Ref<Array<i8>>,
        offset: i32,
        length: i32,
    ) -> Result<(), Ref<Object>> {
        stack_check();
        // PrintStream.somd:103: Io.checkRange(bytes.length, offset, length);
        Io::checkRange__near(bytes.length("bytes"), offset, length)?;
        // PrintStream.somd:104: if (file >= 0) {
        if this.file.get() >= 0 {
            // PrintStream.somd:105: if (Io.write(file, bytes, offset, length) < 0) trouble = true;
            if natives::io::write(this.file.get(), bytes, offset, length) < 0 {
                this.trouble.set(true);
            }
            // PrintStream.somd:106: return;
            return Ok(());
        }
        // PrintStream.somd:108: try {
        let outcome_1 = try_java(|| -> Result<(), Ref<Object>> {
            // PrintStream.somd:109: out.write(bytes, offset, length);
            PrintStream::write_bytes_int_int__near(
                narrow!(
                    peek!(this.base.out).invoke("java.io.OutputStream.write(byte[], int, int)", "this.out"),
                    PrintStream
                ),
                bytes,
                offset,
                length,
            )?;
            Ok(())
        });
        match outcome_1 {
            Ok(()) => {}
            Err(exception) if IOException::is(&exception) => {
                // PrintStream.somd:111: trouble = true;
                this.trouble.set(true);
            }
            Err(exception) => return Err(exception),
        }
        Ok(())
    }
}
