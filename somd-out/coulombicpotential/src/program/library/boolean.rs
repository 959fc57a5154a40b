//! The classes of `Boolean.somd`.

use super::*;

/// `java.lang.Boolean`
#[repr(C)]
#[derive(Default)]
pub struct Boolean {
    pub value: Cell<bool>,
}

/// `Boolean.TYPE`
pub static Boolean_TYPE: StaticRef<Class> = StaticRef::null();

/// `Boolean.TRUE`
pub static Boolean_TRUE: StaticRef<Boolean> = StaticRef::null();

/// `Boolean.FALSE`
pub static Boolean_FALSE: StaticRef<Boolean> = StaticRef::null();

static Boolean_initialised: Once = Once::new();

tested!(Boolean => Boolean);

impl Boolean {
    pub const ID: u32 = 33;
    pub const LAST: u32 = 33;

    /// Runs the class's static initialiser, the first time.
    #[inline(always)]
    pub fn clinit() {
        Boolean_initialised.run("java.lang.Boolean", || {
            Boolean::static_init();
        });
    }

    /// `new java.lang.Boolean`
    pub fn new(value: bool) -> Ref<Boolean> {
        let this = Ref::alloc_acyclic(Self::ID, Boolean::default());
        Self::init(&this, value);
        this
    }

    /// java.lang.Boolean.<init>: `java.lang.Boolean(boolean value)`
    pub fn init(this: &Ref<Boolean>, value: bool) {
        // Boolean.somd:11: @Deprecated

        // Boolean.somd:12: public Boolean(boolean value) { this.value = value; }
        this.value.set(value);
    }

    /// java.lang.Boolean.toString: `java.lang.String toString()`
    pub fn toString(this: &Ref<Boolean>) -> Ref<Str> {
        // Boolean.somd:22: public String toString() { return value ? "true" : "false"; }
        if this.value.get() { TEXT_TRUE.get().clone() } else { TEXT_FALSE.get().clone() }
    }

    /// java.lang.Boolean.hashCode: `int hashCode()`
    pub fn hashCode(this: &Ref<Boolean>) -> i32 {
        // Boolean.somd:23: public int hashCode() { return value ? 1231 : 1237; }
        if this.value.get() { 1231 } else { 1237 }
    }

    /// java.lang.Boolean.hashCode: `static int hashCode(boolean b)`
    pub fn hashCode_boolean(b: bool) -> i32 {
        // Boolean.somd:24: public static int hashCode(boolean b) { return b ? 1231 : 1237; }
        if b { 1231 } else { 1237 }
    }

    /// java.lang.Boolean.equals: `boolean equals(java.lang.Object other)`
    pub fn equals(this: &Ref<Boolean>, other: &Ref<Object>) -> bool {
        // Boolean.somd:25: public boolean equals(Object other) { return other instanceof Boolean && ((Boolean) other).value == value; }
        Boolean::is(other) && Boolean::cast_ref(other).read("value", "other").value.get() == this.value.get()
    }

    /// java.lang.Boolean.<clinit>: `static { … }`
    pub fn static_init() {
        // Boolean.somd:5: public static final Class<Boolean> TYPE = (Class<Boolean>) Class.named("boolean");
        Boolean_TYPE.set(Class::named(TEXT_BOOLEAN.get()));
        // Boolean.somd:6: public static final Boolean TRUE = new Boolean(true);
        Boolean_TRUE.set(Boolean::new(true));
        // Boolean.somd:7: public static final Boolean FALSE = new Boolean(false);
        Boolean_FALSE.set(Boolean::new(false));
    }
}
