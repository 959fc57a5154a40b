//! The classes of `StringBuilder.somd`.

use super::*;

/// `java.lang.StringBuilder`
#[repr(C)]
#[derive(Default)]
pub struct StringBuilder {
    pub base: AbstractStringBuilder,
}

extends!(StringBuilder: AbstractStringBuilder);

impl StringBuilder {
    pub const ID: u32 = 32;
    pub const LAST: u32 = 32;

    /// `new java.lang.StringBuilder`
    pub fn new() -> Ref<StringBuilder> {
        let this = Ref::alloc_acyclic(Self::ID, StringBuilder::default());
        Self::init(&this);
        this
    }

    /// java.lang.StringBuilder.<init>: `java.lang.StringBuilder()`
    pub fn init(this: &Ref<StringBuilder>) {
        // StringBuilder.somd:5: public StringBuilder() { super(16); }
        AbstractStringBuilder::init(this.up(), 16);
    }

    /// java.lang.StringBuilder.append: `java.lang.StringBuilder append(java.lang.String s)`
    pub fn append_String(this: &Ref<StringBuilder>, s: Ref<Str>) -> &Ref<StringBuilder> {
        // StringBuilder.somd:17: add(s);
        AbstractStringBuilder::add_String(this.up(), s);
        // StringBuilder.somd:18: return this;
        this
    }

    /// java.lang.StringBuilder.append: `java.lang.StringBuilder append(char c)`
    pub fn append_char(this: &Ref<StringBuilder>, c: u16) -> &Ref<StringBuilder> {
        // StringBuilder.somd:31: add(c);
        AbstractStringBuilder::add_char(this.up(), c);
        // StringBuilder.somd:32: return this;
        this
    }

    /// java.lang.StringBuilder.append: `java.lang.StringBuilder append(boolean b)`
    pub fn append_boolean(this: &Ref<StringBuilder>, b: bool) -> &Ref<StringBuilder> {
        // StringBuilder.somd:42: public StringBuilder append(boolean b) { return append(b ? "true" : "false"); }
        StringBuilder::append_String(this, if b { TEXT_TRUE.get().clone() } else { TEXT_FALSE.get().clone() })
    }

    /// java.lang.StringBuilder.append: `java.lang.StringBuilder append(int i)`
    pub fn append_int(this: &Ref<StringBuilder>, i: i32) -> &Ref<StringBuilder> {
        // StringBuilder.somd:45: add((long) i);
        AbstractStringBuilder::add_long(this.up(), i as i64);
        // StringBuilder.somd:46: return this;
        this
    }

    /// java.lang.StringBuilder.append: `java.lang.StringBuilder append(long l)`
    pub fn append_long(this: &Ref<StringBuilder>, l: i64) -> &Ref<StringBuilder> {
        // StringBuilder.somd:50: add(l);
        AbstractStringBuilder::add_long(this.up(), l);
        // StringBuilder.somd:51: return this;
        this
    }

    /// java.lang.StringBuilder.append: `java.lang.StringBuilder append(float f)`
    pub fn append_float(this: &Ref<StringBuilder>, f: f32) -> &Ref<StringBuilder> {
        // StringBuilder.somd:55: add(f);
        AbstractStringBuilder::add_float(this.up(), f);
        // StringBuilder.somd:56: return this;
        this
    }

    /// java.lang.StringBuilder.append: `java.lang.StringBuilder append(double d)`
    pub fn append_double(this: &Ref<StringBuilder>, d: f64) -> &Ref<StringBuilder> {
        // StringBuilder.somd:60: add(d);
        AbstractStringBuilder::add_double(this.up(), d);
        // StringBuilder.somd:61: return this;
        this
    }
}
