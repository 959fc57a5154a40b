//! The classes of `Float.somd`.

use super::*;

/// `java.lang.Float`
#[repr(C)]
#[derive(Default)]
pub struct Float {
    pub base: Number,
}

extends!(Float: Number);

/// `Float.TYPE`
pub static Float_TYPE: StaticRef<Class> = StaticRef::null();

static Float_initialised: Once = Once::new();

impl Float {
    pub const ID: u32 = 19;
    pub const LAST: u32 = 19;

    /// Runs the class's static initialiser, the first time.
    #[inline(always)]
    pub fn clinit() {
        Float_initialised.run("java.lang.Float", || {
            Float::static_init();
        });
    }

    /// java.lang.Float.floatToIntBits: `static int floatToIntBits(float f)`
    pub fn floatToIntBits(f: f32) -> i32 {
        // Float.somd:61: public static int floatToIntBits(float f) { return f != f ? 0x7fc00000 : floatToRawIntBits(f); }
        if f.is_nan() { 2143289344 } else { natives::number::float_to_raw_int_bits(f) }
    }

    /// java.lang.Float.hashCode: `static int hashCode(float f)`
    pub fn hashCode(f: f32) -> i32 {
        // Float.somd:63: public static int hashCode(float f) { return floatToIntBits(f); }
        Float::floatToIntBits(f)
    }

    /// java.lang.Float.<clinit>: `static { … }`
    pub fn static_init() {
        // Float.somd:5: public static final Class<Float> TYPE = (Class<Float>) Class.named("float");
        Float_TYPE.set(Class::named(TEXT_FLOAT.get()));
    }
}
