//! The classes of `String.somd`.

use super::*;

/// `java.lang.String`
pub struct JString;

/// `JString.CASE_INSENSITIVE_ORDER`
pub static JString_CASE_INSENSITIVE_ORDER: StaticRef<Object> = StaticRef::null();

static JString_initialised: Once = Once::new();

impl JString {
    pub const ID: u32 = 1;
    pub const LAST: u32 = 1;

    /// Runs the class's static initialiser, the first time.
    #[inline(always)]
    pub fn clinit() {
        JString_initialised.run("java.lang.String", || {
            JString::static_init();
        });
    }

    /// java.lang.String.indexOf: `int indexOf(int c, int from)`
    pub fn indexOf(this: &Ref<Str>, c: i32, from: i32) -> i32 {
        // String.somd:101: public int indexOf(int c, int from) { return indexOfChar(c, from); }
        natives::string::index_of_char(this, c, from)
    }

    /// java.lang.String.lastIndexOf: `int lastIndexOf(int c, int from)`
    pub fn lastIndexOf(this: &Ref<Str>, c: i32, from: i32) -> i32 {
        // String.somd:103: public int lastIndexOf(int c, int from) { return lastIndexOfChar(c, from); }
        natives::string::last_index_of_char(this, c, from)
    }

    /// java.lang.String.toString: `java.lang.String toString()`
    pub fn toString(this: &Ref<Str>) -> Ref<Str> {
        // String.somd:187: public String toString() { return this; }
        this.clone()
    }

    /// java.lang.String.<clinit>: `static { … }`
    pub fn static_init() {
        // String.somd:9: public static final Comparator<String> CASE_INSENSITIVE_ORDER = new CaseInsensitive();
        JString_CASE_INSENSITIVE_ORDER.set(CaseInsensitive::new().into_up());
    }
}

/// `java.lang.String.CaseInsensitive`
#[repr(C)]
#[derive(Clone, Default)]
pub struct CaseInsensitive;

impl CaseInsensitive {
    pub const ID: u32 = 28;
    pub const LAST: u32 = 28;

    /// `new java.lang.String.CaseInsensitive`
    pub fn new() -> Ref<CaseInsensitive> {
        let this = Ref::alloc_acyclic(Self::ID, CaseInsensitive);
        Self::init(&this);
        this
    }

    /// java.lang.String$CaseInsensitive.<init>: `java.lang.String.CaseInsensitive()`
    pub fn init(_this: &Ref<CaseInsensitive>) {
        // String.somd:11: private static final class CaseInsensitive implements Comparator<String> {
    }
}
