//! The classes of `Scanner.somd`.

use super::*;

/// `java.util.Scanner`
#[repr(C)]
#[derive(Default)]
pub struct Scanner {
    pub source: Slot<Reader>,
    pub buffer: Slot<Array<u16>>,
    pub at: Cell<i32>,
    pub end: Cell<i32>,
    pub ended: Cell<bool>,
    pub closed: Cell<bool>,
    pub separator: Slot<Separator>,
    pub radix: Cell<i32>,
    pub trouble: Slot<IOException>,
    pub tokenFrom: Cell<i32>,
    pub tokenTo: Cell<i32>,
}

impl Scanner {
    pub const ID: u32 = 72;
    pub const LAST: u32 = 72;

    /// `new java.util.Scanner`
    pub fn new_Reader(source: Ref<Reader>) -> Ref<Scanner> {
        let this = Ref::alloc_cyclic(Self::ID, Scanner::default());
        Self::init_Reader(&this, source);
        this
    }

    /// java.util.Scanner.<init>: `java.util.Scanner(java.io.Reader source)`
    pub fn init_Reader(this: &Ref<Scanner>, source: Ref<Reader>) {
        // Scanner.somd:78: public Scanner(Reader source) {

        // Scanner.somd:18: private char[] buffer = new char[1024];
        this.buffer.set(Array::<u16>::new(1024));
        // Scanner.somd:23: private Separator separator = new Blanks();
        this.separator.set(Blanks::new().into_up());
        // Scanner.somd:24: private int radix = 10;
        this.radix.set(10);
        // Scanner.somd:79: if (source == null) throw new NullPointerException("source");
        if source.is_null() {
            throw(NullPointerException::new_String(TEXT_SOURCE.get().clone()).into_up());
        }
        // Scanner.somd:80: this.source = source;
        this.source.set(source);
    }

    /// `new java.util.Scanner`
    pub fn new_File(file: &Ref<File>) -> Ref<Scanner> {
        let this = Ref::alloc_cyclic(Self::ID, Scanner::default());
        Self::init_File(&this, file);
        this
    }

    /// java.util.Scanner.<init>: `java.util.Scanner(java.io.File file)`
    pub fn init_File(this: &Ref<Scanner>, file: &Ref<File>) {
        // Scanner.somd:86: public Scanner(File file) throws FileNotFoundException { this(new InputStreamReader(new FileInputStream(file))); }
        Scanner::init_Reader(this, InputStreamReader::new(FileInputStream::new_File(file).into_up()).into_up());
    }

    /// The fields of `new java.util.Scanner`; the caller has a place for them.
    pub fn new_File__fields(file: &Ref<File>) -> Scanner {
        let this = OnStack::new(Self::ID, Scanner::default());
        Self::init_File(&this.get(), file);
        this.into_fields()
    }

    /// java.util.Scanner.open: `void open()`
    pub fn open(this: &Ref<Scanner>) {
        // Scanner.somd:90: if (closed) throw new IllegalStateException("Scanner closed");
        if this.closed.get() {
            throw(IllegalStateException::new(TEXT_SCANNER_CLOSED.get().clone()).into_up());
        }
    }

    /// java.util.Scanner.has: `boolean has(int i)`
    pub fn has(this: &Ref<Scanner>, i: i32) -> bool {
        // Scanner.somd:95: while (at + i >= end) {
        while this.at.get() + i >= this.end.get() {
            // Scanner.somd:96: if (ended) return false;
            if this.ended.get() {
                return false;
            }
            // Scanner.somd:97: if (end == buffer.length) {
            if this.end.get() == peek!(this.buffer).length("this.buffer") {
                // Scanner.somd:98: char[] target = at < buffer.length / 2 ? new char[2 * buffer.length] : buffer;
                let target: Ref<Array<u16>> = if this.at.get() < peek!(this.buffer).length("this.buffer") / 2 {
                    Array::<u16>::new(2 * peek!(this.buffer).length("this.buffer"))
                } else {
                    this.buffer.get()
                };
                // Scanner.somd:99: System.arraycopy(buffer, at, target, 0, end - at);
                {
                    System::clinit();
                    natives::system::arraycopy(
                        peek!(this.buffer).up(),
                        this.at.get(),
                        target.up(),
                        0,
                        this.end.get() - this.at.get(),
                    )
                }
                // Scanner.somd:100: buffer = target;
                this.buffer.set(target);
                // Scanner.somd:101: end -= at;
                {
                    let old_1 = this.end.get();
                    this.end.set(old_1 - this.at.get())
                }
                // Scanner.somd:102: at = 0;
                this.at.set(0);
            }
            // Scanner.somd:104: int n;
            let mut n: i32 = 0;
            // Scanner.somd:105: try {
            let outcome_2 = try_java(|| -> Result<(), Ref<Object>> {
                // Scanner.somd:106: n = source.read(buffer, end, buffer.length - end);
                n = {
                    let receiver_3 = peek!(this.source);
                    let argument_4 = peek!(this.buffer);
                    let argument_5 = this.end.get();
                    let argument_6 = peek!(this.buffer).length("this.buffer") - this.end.get();
                    InputStreamReader::read_chars_int_int__near(
                        narrow!(
                            receiver_3.invoke("java.io.Reader.read(char[], int, int)", "this.source"),
                            InputStreamReader
                        ),
                        argument_4,
                        argument_5,
                        argument_6,
                    )?
                };
                Ok(())
            });
            match outcome_2 {
                Ok(()) => {}
                Err(exception) if IOException::is(&exception) => {
                    let e: Ref<IOException> = narrow_owned!(exception, IOException);
                    // Scanner.somd:108: trouble = e;
                    this.trouble.set(e);
                    // Scanner.somd:109: n = -1;
                    n = -1;
                }
                Err(exception) => throw(exception),
            }
            // Scanner.somd:111: if (n < 0) ended = true;
            if n < 0 {
                this.ended.set(true);
            } else {
                // Scanner.somd:112: else end += n;
                this.end.set(this.end.get() + n);
            }
        }
        // Scanner.somd:114: return true;
        true
    }

    /// java.util.Scanner.find: `boolean find()`
    pub fn find(this: &Ref<Scanner>) -> bool {
        // Scanner.somd:124: open();
        Scanner::open(this);
        // Scanner.somd:125: int from = separator.after(this, 0);
        let mut from: i32 = Blanks::after(
            narrow!(
                peek!(this.separator)
                    .invoke("java.util.Scanner$Separator.after(java.util.Scanner, int)", "this.separator"),
                Blanks
            ),
            this,
            0,
        );
        // Scanner.somd:126: if (from < 0) from = 0;
        if from < 0 {
            from = 0;
        }
        // Scanner.somd:127: if (!has(from)) return false;
        if !Scanner::has(this, from) {
            return false;
        }
        // Scanner.somd:128: tokenFrom = from;
        this.tokenFrom.set(from);
        // Scanner.somd:129: tokenTo = separator.next(this, from);
        this.tokenTo.set(Blanks::next(
            narrow!(
                peek!(this.separator)
                    .invoke("java.util.Scanner$Separator.next(java.util.Scanner, int)", "this.separator"),
                Blanks
            ),
            this,
            from,
        ));
        // Scanner.somd:130: return true;
        true
    }

    /// java.util.Scanner.token: `java.lang.String token()`
    pub fn token(this: &Ref<Scanner>) -> Ref<Str> {
        // Scanner.somd:133: private String token() { return new String(buffer, at + tokenFrom, tokenTo - tokenFrom); }
        JString::clinit();
        natives::string::from_char_range(
            &this.buffer.get(),
            this.at.get() + this.tokenFrom.get(),
            this.tokenTo.get() - this.tokenFrom.get(),
        )
    }

    /// java.util.Scanner.needed: `java.lang.String needed()`
    pub fn needed(this: &Ref<Scanner>) -> Ref<Str> {
        // Scanner.somd:136: if (!find()) throw new NoSuchElementException();
        if !Scanner::find(this) {
            throw(NoSuchElementException::new().into_up());
        }
        // Scanner.somd:137: return token();
        Scanner::token(this)
    }

    /// java.util.Scanner.consume: `void consume()`
    pub fn consume(this: &Ref<Scanner>) {
        // Scanner.somd:140: private void consume() { at += tokenTo; }
        {
            let old_1 = this.at.get();
            this.at.set(old_1 + this.tokenTo.get())
        }
    }

    /// java.util.Scanner.hasNext: `boolean hasNext()`
    pub fn hasNext(this: &Ref<Scanner>) -> bool {
        // Scanner.somd:142: public boolean hasNext() { return find(); }
        Scanner::find(this)
    }

    /// java.util.Scanner.next: `java.lang.String next()`
    pub fn next(this: &Ref<Scanner>) -> Ref<Str> {
        // Scanner.somd:145: String s = needed();
        let s: Ref<Str> = Scanner::needed(this);
        // Scanner.somd:146: consume();
        Scanner::consume(this);
        // Scanner.somd:147: return s;
        s
    }

    /// java.util.Scanner.line: `int line()`
    pub fn line(this: &Ref<Scanner>) -> i32 {
        // Scanner.somd:164: open();
        Scanner::open(this);
        // Scanner.somd:165: if (!has(0)) return -1;
        if !Scanner::has(this, 0) {
            return -1;
        }
        // Scanner.somd:166: int i = 0;
        let mut i: i32 = 0;
        // Scanner.somd:167: while (has(i) && !isLineEnd(buffer[at + i])) i++;
        while Scanner::has(this, i) && !Scanner::isLineEnd(peek!(this.buffer).at(this.at.get() + i, "this.buffer")) {
            i += 1;
        }
        // Scanner.somd:168: return i;
        i
    }

    /// java.util.Scanner.isLineEnd: `static boolean isLineEnd(char c)`
    pub fn isLineEnd(c: u16) -> bool {
        // Scanner.somd:171: private static boolean isLineEnd(char c) { return c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029' || c == '\u0085'; }
        c as i32 == 10 || c as i32 == 13 || c as i32 == 8232 || c as i32 == 8233 || c as i32 == 133
    }

    /// java.util.Scanner.nextLine: `java.lang.String nextLine()`
    #[inline(always)]
    pub fn nextLine(this: &Ref<Scanner>) -> Ref<Str> {
        // Scanner.somd:176: int n = line();
        let mut n: i32 = Scanner::line(this);
        // Scanner.somd:177: if (n < 0) throw new NoSuchElementException("No line found");
        if n < 0 {
            throw(NoSuchElementException::new_String(TEXT_NO_LINE_FOUND.get().clone()).into_up());
        }
        // Scanner.somd:178: String s = new String(buffer, at, n);
        let s: Ref<Str> = {
            JString::clinit();
            natives::string::from_char_range(&this.buffer.get(), this.at.get(), n)
        };
        // Scanner.somd:179: if (has(n)) {
        if Scanner::has(this, n) {
            // Scanner.somd:180: char c = buffer[at + n];
            let c: u16 = peek!(this.buffer).at(this.at.get() + n, "this.buffer");
            // Scanner.somd:181: n++;
            n += 1;
            // Scanner.somd:182: if (c == '\r' && has(n) && buffer[at + n] == '\n') n++;
            if c as i32 == 13
                && Scanner::has(this, n)
                && peek!(this.buffer).at(this.at.get() + n, "this.buffer") as i32 == 10
            {
                n += 1;
            }
        }
        // Scanner.somd:184: at += n;
        this.at.set(this.at.get() + n);
        // Scanner.somd:185: return s;
        s
    }
}

/// `java.util.Scanner.Separator`
#[repr(C)]
#[derive(Clone, Default)]
pub struct Separator;

impl Separator {
    pub const ID: u32 = 73;
    pub const LAST: u32 = 74;

    /// java.util.Scanner$Separator.<init>: `java.util.Scanner.Separator()`
    pub fn init(_this: &Ref<Separator>) {
        // Scanner.somd:32: private abstract static class Separator {
    }
}

/// `java.util.Scanner.Blanks`
#[repr(C)]
#[derive(Default)]
pub struct Blanks {
    pub base: Separator,
}

extends!(Blanks: Separator);

impl Blanks {
    pub const ID: u32 = 74;
    pub const LAST: u32 = 74;

    /// java.util.Scanner$Blanks.after: `int after(java.util.Scanner s, int from)`
    pub fn after(_this: &Ref<Blanks>, s: &Ref<Scanner>, from: i32) -> i32 {
        // Scanner.somd:41: int i = from;
        let mut i: i32 = from;
        // Scanner.somd:42: while (s.has(i) && Character.isWhitespace(s.buffer[s.at + i])) i++;
        while Scanner::has(s.invoke("java.util.Scanner.has(int)", "s"), i)
            && ({
                Character::clinit();
                Character::isWhitespace_char(
                    peek!(s.read("buffer", "s").buffer).at(s.read("at", "s").at.get() + i, "s.buffer"),
                )
            })
        {
            i += 1;
        }
        // Scanner.somd:43: return i > from ? i : -1;
        if i > from { i } else { -1 }
    }

    /// java.util.Scanner$Blanks.next: `int next(java.util.Scanner s, int from)`
    pub fn next(_this: &Ref<Blanks>, s: &Ref<Scanner>, from: i32) -> i32 {
        // Scanner.somd:47: int i = from;
        let mut i: i32 = from;
        // Scanner.somd:48: while (s.has(i) && !Character.isWhitespace(s.buffer[s.at + i])) i++;
        while Scanner::has(s.invoke("java.util.Scanner.has(int)", "s"), i)
            && !({
                Character::clinit();
                Character::isWhitespace_char(
                    peek!(s.read("buffer", "s").buffer).at(s.read("at", "s").at.get() + i, "s.buffer"),
                )
            })
        {
            i += 1;
        }
        // Scanner.somd:49: return i;
        i
    }

    /// `new java.util.Scanner.Blanks`
    pub fn new() -> Ref<Blanks> {
        let this = Ref::alloc_acyclic(Self::ID, Blanks::default());
        Self::init(&this);
        this
    }

    /// java.util.Scanner$Blanks.<init>: `java.util.Scanner.Blanks()`
    pub fn init(this: &Ref<Blanks>) {
        // Scanner.somd:39: private static final class Blanks extends Separator {
        Separator::init(this.up());
    }
}
