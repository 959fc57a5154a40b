//! The classes of `Double.somd`.

use super::*;

/// `java.lang.Double`
#[repr(C)]
#[derive(Default)]
pub struct Double {
    pub base: Number,
}

extends!(Double: Number);

/// `Double.TYPE`
pub static Double_TYPE: StaticRef<Class> = StaticRef::null();

static Double_initialised: Once = Once::new();

impl Double {
    pub const ID: u32 = 18;
    pub const LAST: u32 = 18;

    /// Runs the class's static initialiser, the first time.
    #[inline(always)]
    pub fn clinit() {
        Double_initialised.run("java.lang.Double", || {
            Double::static_init();
        });
    }

    /// java.lang.Double.doubleToLongBits: `static long doubleToLongBits(double d)`
    pub fn doubleToLongBits(d: f64) -> i64 {
        // Double.somd:82: public static long doubleToLongBits(double d) { return d != d ? 0x7ff8000000000000L : doubleToRawLongBits(d); }
        if d.is_nan() { 9221120237041090560 } else { natives::number::double_to_raw_long_bits(d) }
    }

    /// java.lang.Double.hashCode: `static int hashCode(double d)`
    pub fn hashCode(d: f64) -> i32 {
        // Double.somd:86: long bits = doubleToLongBits(d);
        let bits: i64 = Double::doubleToLongBits(d);
        // Double.somd:87: return (int) (bits ^ (bits >>> 32));
        (bits ^ (bits as u64 >> 32) as i64) as i32
    }

    /// java.lang.Double.<clinit>: `static { … }`
    pub fn static_init() {
        // Double.somd:5: public static final Class<Double> TYPE = (Class<Double>) Class.named("double");
        Double_TYPE.set(Class::named(TEXT_DOUBLE.get()));
    }
}
