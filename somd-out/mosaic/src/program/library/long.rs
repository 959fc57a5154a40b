//! The classes of `Long.somd`.

use super::*;

/// `java.lang.Long`
#[repr(C)]
#[derive(Default)]
pub struct Long {
    pub base: Number,
}

extends!(Long: Number);

/// `Long.TYPE`
pub static Long_TYPE: StaticRef<Class> = StaticRef::null();

static Long_initialised: Once = Once::new();

impl Long {
    pub const ID: u32 = 21;
    pub const LAST: u32 = 21;

    /// Runs the class's static initialiser, the first time.
    #[inline(always)]
    pub fn clinit() {
        Long_initialised.run("java.lang.Long", || {
            Long::static_init();
        });
    }

    /// java.lang.Long.toUnsignedPower: `static java.lang.String toUnsignedPower(long l, int shift)`
    pub fn toUnsignedPower(mut l: i64, shift: i32) -> Ref<Str> {
        // Long.somd:110: char[] digits = new char[64];
        let digits: Ref<Array<u16>> = Array::<u16>::new(64);
        // Long.somd:111: int at = 64;
        let mut at: i32 = 64;
        // Long.somd:112: int mask = (1 << shift) - 1;
        let mask: i32 = 1_i32.wrapping_shl(shift as u32) - 1;
        // Long.somd:113: do {
        {
            let digits = digits.hoist_mut();
            loop {
                // Long.somd:114: digits[--at] = Character.forDigit((int) l & mask, 16);
                digits.put(
                    {
                        at -= 1;
                        at
                    },
                    {
                        Character::clinit();
                        Character::forDigit(l as i32 & mask, 16)
                    },
                    "digits",
                );
                // Long.somd:115: l >>>= shift;
                l = (l as u64).wrapping_shr(shift as u32) as i64;
                if l == 0 {
                    break;
                }
            }
        }
        // Long.somd:117: return new String(digits, at, 64 - at);
        JString::clinit();
        natives::string::from_char_range(&digits, at, 64 - at)
    }

    /// java.lang.Long.hashCode: `static int hashCode(long l)`
    pub fn hashCode(l: i64) -> i32 {
        // Long.somd:131: public static int hashCode(long l) { return (int) (l ^ (l >>> 32)); }
        (l ^ (l as u64 >> 32) as i64) as i32
    }

    /// java.lang.Long.<clinit>: `static { … }`
    pub fn static_init() {
        // Long.somd:5: public static final Class<Long> TYPE = (Class<Long>) Class.named("long");
        Long_TYPE.set(Class::named(TEXT_LONG.get()));
    }
}
