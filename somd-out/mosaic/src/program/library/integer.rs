//! The classes of `Integer.somd`.

use super::*;

/// `java.lang.Integer`
#[repr(C)]
#[derive(Default)]
pub struct Integer {
    pub base: Number,
}

extends!(Integer: Number);

/// `Integer.TYPE`
pub static Integer_TYPE: StaticRef<Class> = StaticRef::null();

static Integer_initialised: Once = Once::new();

impl Integer {
    pub const ID: u32 = 20;
    pub const LAST: u32 = 20;

    /// Runs the class's static initialiser, the first time.
    #[inline(always)]
    pub fn clinit() {
        Integer_initialised.run("java.lang.Integer", || {
            Integer::static_init();
        });
    }

    /// java.lang.Integer.malformed: `static java.lang.NumberFormatException malformed(java.lang.String s, int radix)`
    pub fn malformed(s: &Ref<Str>, radix: i32) -> Ref<NumberFormatException> {
        // Integer.somd:35: return new NumberFormatException("For input string: \"" + s + "\"" + (radix == 10 ? "" : " under radix " + radix));
        NumberFormatException::new(concat_str!(
            "For input string: \"",
            s,
            "\"",
            if radix == 10 { TEXT.get().clone() } else { concat_str!(" under radix ", radix) }
        ))
    }

    /// java.lang.Integer.checkRadix: `static void checkRadix(java.lang.String s, int radix)`
    pub fn checkRadix(s: &Ref<Str>, radix: i32) {
        // Integer.somd:39: if (s == null) throw new NumberFormatException("Cannot parse null string");
        if s.is_null() {
            throw(NumberFormatException::new(TEXT_CANNOT_PARSE_NULL_STRING.get().clone()).into_up());
        }
        // Integer.somd:40: if (radix < Character.MIN_RADIX) {
        if radix < 2 {
            // Integer.somd:41: throw new NumberFormatException("radix " + radix + " less than Character.MIN_RADIX");
            throw(NumberFormatException::new(concat_str!("radix ", radix, " less than Character.MIN_RADIX")).into_up());
        }
        // Integer.somd:43: if (radix > Character.MAX_RADIX) {
        if radix > 36 {
            // Integer.somd:44: throw new NumberFormatException("radix " + radix + " greater than Character.MAX_RADIX");
            throw(
                NumberFormatException::new(concat_str!("radix ", radix, " greater than Character.MAX_RADIX")).into_up(),
            );
        }
    }

    /// java.lang.Integer.parseInt: `static int parseInt(java.lang.String s)`
    pub fn parseInt_String(s: &Ref<Str>) -> i32 {
        // Integer.somd:48: public static int parseInt(String s) { return parseInt(s, 10); }
        Integer::parseInt_String_int(s, 10)
    }

    /// java.lang.Integer.parseInt: `static int parseInt(java.lang.String s, int radix)`
    pub fn parseInt_String_int(s: &Ref<Str>, radix: i32) -> i32 {
        // Integer.somd:51: checkRadix(s, radix);
        Integer::checkRadix(s, radix);
        // Integer.somd:52: int n = s.length();
        let n: i32 = natives::string::length(s.invoke("String.length()", "s"));
        // Integer.somd:53: if (n == 0) throw malformed(s, radix);
        if n == 0 {
            throw(checked_exception(
                Integer::malformed(s, radix).into_up(),
                "Cannot throw exception because the return value of \"java.lang.Integer.malformed(String, int)\" is null",
            ));
        }
        // Integer.somd:54: int i = 0;
        let mut i: i32 = 0;
        // Integer.somd:55: boolean negative = false;
        let mut negative: bool = false;
        // Integer.somd:56: char sign = s.charAt(0);
        let sign: u16 = natives::string::char_at(s.invoke("String.charAt(int)", "s"), 0);
        // Integer.somd:57: if (sign == '-' || sign == '+') {
        if sign as i32 == 45 || sign as i32 == 43 {
            // Integer.somd:58: negative = sign == '-';
            negative = sign as i32 == 45;
            // Integer.somd:59: i = 1;
            i = 1;
            // Integer.somd:60: if (n == 1) throw malformed(s, radix);
            if n == 1 {
                throw(checked_exception(
                    Integer::malformed(s, radix).into_up(),
                    "Cannot throw exception because the return value of \"java.lang.Integer.malformed(String, int)\" is null",
                ));
            }
        }
        // Integer.somd:62: long limit = negative ? -(long) MIN_VALUE : MAX_VALUE;
        let limit: i64 = if negative { 2147483648 } else { 2147483647 };
        // Integer.somd:63: long result = 0;
        let mut result: i64 = 0;
        // Integer.somd:64: for (; i < n; i++) {
        {
            let s_text_1 = s.view();
            while i < n {
                // Integer.somd:65: int digit = Character.digit(s.charAt(i), radix);
                let digit: i32 = {
                    Character::clinit();
                    Character::digit_char_int(s_text_1.char_at(i, "String.charAt(int)", "s"), radix)
                };
                // Integer.somd:66: if (digit < 0) throw malformed(s, radix);
                if digit < 0 {
                    throw(checked_exception(
                        Integer::malformed(s, radix).into_up(),
                        "Cannot throw exception because the return value of \"java.lang.Integer.malformed(String, int)\" is null",
                    ));
                }
                // Integer.somd:67: result = result * radix + digit;
                result = result * radix as i64 + digit as i64;
                // Integer.somd:68: if (result > limit) throw malformed(s, radix);
                if result > limit {
                    throw(checked_exception(
                        Integer::malformed(s, radix).into_up(),
                        "Cannot throw exception because the return value of \"java.lang.Integer.malformed(String, int)\" is null",
                    ));
                }
                i += 1;
            }
        }
        // Integer.somd:70: return (int) (negative ? -result : result);
        (if negative { -result } else { result }) as i32
    }

    /// java.lang.Integer.toHexString: `static java.lang.String toHexString(int i)`
    pub fn toHexString(i: i32) -> Ref<Str> {
        // Integer.somd:111: public static String toHexString(int i) { return Long.toUnsignedPower(i & 0xffffffffL, 4); }
        Long::clinit();
        Long::toUnsignedPower(i as i64 & 4294967295, 4)
    }

    /// java.lang.Integer.<clinit>: `static { … }`
    pub fn static_init() {
        // Integer.somd:5: public static final Class<Integer> TYPE = (Class<Integer>) Class.named("int");
        Integer_TYPE.set(Class::named(TEXT_INT.get()));
    }
}
