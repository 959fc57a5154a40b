//! The classes of `File.somd`.

use super::*;

/// `java.io.File`
#[repr(C)]
#[derive(Default)]
pub struct File {
    pub path: Slot<Str>,
}

tested!(File => File);

impl File {
    pub const ID: u32 = 22;
    pub const LAST: u32 = 22;

    /// `new java.io.File`
    pub fn new(path: &Ref<Str>) -> Ref<File> {
        let this = Ref::alloc_acyclic(Self::ID, File::default());
        Self::init(&this, path);
        this
    }

    /// java.io.File.<init>: `java.io.File(java.lang.String path)`
    pub fn init(this: &Ref<File>, path: &Ref<Str>) {
        // File.somd:11: public File(String path) { this.path = normal(path); }

        this.path.set(File::normal(path));
    }

    /// The fields of `new java.io.File`; the caller has a place for them.
    pub fn new__fields(path: &Ref<Str>) -> File {
        let this = OnStack::new(Self::ID, File::default());
        Self::init(&this.get(), path);
        this.into_fields()
    }

    /// java.io.File.normal: `static java.lang.String normal(java.lang.String path)`
    pub fn normal(path: &Ref<Str>) -> Ref<Str> {
        // File.somd:16: StringBuilder b = new StringBuilder();
        let b: Ref<StringBuilder> = StringBuilder::new();
        // File.somd:17: for (int i = 0; i < path.length(); i++) {
        {
            let path_text_1 = path.view();
            for i in 0..path_text_1.length("String.length()", "path") {
                // File.somd:18: char c = path.charAt(i);
                let c: u16 = path_text_1.char_at(i, "String.charAt(int)", "path");
                // File.somd:19: if (c != '/' || b.length() == 0 || b.charAt(b.length() - 1) != '/') b.append(c);
                if c as i32 != 47
                    || AbstractStringBuilder::length(b.invoke("java.lang.StringBuilder.length()", "b").up()) == 0
                    || ({
                        let argument_2 =
                            AbstractStringBuilder::length(b.invoke("java.lang.StringBuilder.length()", "b").up()) - 1;
                        AbstractStringBuilder::charAt(
                            b.invoke("java.lang.StringBuilder.charAt(int)", "b").up(),
                            argument_2,
                        )
                    }) as i32
                        != 47
                {
                    StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), c);
                }
            }
        }
        // File.somd:21: if (b.length() > 1 && b.charAt(b.length() - 1) == '/') b.setLength(b.length() - 1);
        if AbstractStringBuilder::length(b.invoke("java.lang.StringBuilder.length()", "b").up()) > 1
            && ({
                let argument_3 =
                    AbstractStringBuilder::length(b.invoke("java.lang.StringBuilder.length()", "b").up()) - 1;
                AbstractStringBuilder::charAt(b.invoke("java.lang.StringBuilder.charAt(int)", "b").up(), argument_3)
            }) as i32
                == 47
        {
            {
                let argument_4 =
                    AbstractStringBuilder::length(b.invoke("java.lang.StringBuilder.length()", "b").up()) - 1;
                AbstractStringBuilder::setLength(
                    b.invoke("java.lang.StringBuilder.setLength(int)", "b").up(),
                    argument_4,
                )
            }
        }
        // File.somd:22: return b.toString();
        AbstractStringBuilder::toString(b.invoke("java.lang.StringBuilder.toString()", "b").up())
    }

    /// java.io.File.getPath: `java.lang.String getPath()`
    pub fn getPath(this: &Ref<File>) -> Ref<Str> {
        // File.somd:25: public String getPath() { return path; }
        this.path.get()
    }

    /// java.io.File.equals: `boolean equals(java.lang.Object other)`
    pub fn equals(this: &Ref<File>, other: &Ref<Object>) -> bool {
        // File.somd:99: public boolean equals(Object other) { return other instanceof File && ((File) other).path.equals(path); }
        File::is(other)
            && ({
                let receiver_1 = peek!(File::cast_ref(other).read("path", "other").path);
                let argument_2 = peek!(this.path).up();
                natives::string::equals(receiver_1.invoke("String.equals(Object)", "other.path"), argument_2)
            })
    }

    /// java.io.File.hashCode: `int hashCode()`
    pub fn hashCode(this: &Ref<File>) -> i32 {
        // File.somd:100: public int hashCode() { return path.hashCode() ^ 1234321; }
        natives::string::hash_code(peek!(this.path).invoke("String.hashCode()", "this.path")) ^ 1234321
    }

    /// java.io.File.toString: `java.lang.String toString()`
    pub fn toString(this: &Ref<File>) -> Ref<Str> {
        // File.somd:101: public String toString() { return path; }
        this.path.get()
    }
}
