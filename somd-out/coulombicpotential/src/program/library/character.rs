//! The classes of `Character.somd`.

use super::*;

/// `java.lang.Character`
#[repr(C)]
#[derive(Clone, Default)]
pub struct Character;

/// `Character.TYPE`
pub static Character_TYPE: StaticRef<Class> = StaticRef::null();

static Character_initialised: Once = Once::new();

impl Character {
    pub const ID: u32 = 16;
    pub const LAST: u32 = 16;

    /// Runs the class's static initialiser, the first time.
    #[inline(always)]
    pub fn clinit() {
        Character_initialised.run("java.lang.Character", || {
            Character::static_init();
        });
    }

    /// java.lang.Character.isLetterOrDigit: `static boolean isLetterOrDigit(char c)`
    pub fn isLetterOrDigit(c: u16) -> bool {
        // Character.somd:77: public static boolean isLetterOrDigit(char c) { return isLetter((int) c) || isDigit((int) c); }
        natives::character::is_letter(c as i32) || natives::character::is_digit(c as i32)
    }

    /// java.lang.Character.isWhitespace: `static boolean isWhitespace(char c)`
    pub fn isWhitespace_char(c: u16) -> bool {
        // Character.somd:79: public static boolean isWhitespace(char c) { return isWhitespace((int) c); }
        natives::character::is_whitespace(c as i32)
    }

    /// java.lang.Character.toUpperCase: `static char toUpperCase(char c)`
    pub fn toUpperCase_char(c: u16) -> u16 {
        // Character.somd:85: public static char toUpperCase(char c) { return (char) toUpperCase((int) c); }
        natives::character::to_upper_case(c as i32) as u16
    }

    /// java.lang.Character.toLowerCase: `static char toLowerCase(char c)`
    pub fn toLowerCase_char(c: u16) -> u16 {
        // Character.somd:86: public static char toLowerCase(char c) { return (char) toLowerCase((int) c); }
        natives::character::to_lower_case(c as i32) as u16
    }

    /// java.lang.Character.digit: `static int digit(char c, int radix)`
    pub fn digit_char_int(c: u16, radix: i32) -> i32 {
        // Character.somd:93: public static int digit(char c, int radix) { return digit((int) c, radix); }
        Character::digit_int_int(c as i32, radix)
    }

    /// java.lang.Character.digit: `static int digit(int c, int radix)`
    pub fn digit_int_int(c: i32, radix: i32) -> i32 {
        // Character.somd:96: int v = -1;
        let mut v: i32 = -1;
        // Character.somd:97: if (c >= '0' && c <= '9') v = c - '0';
        if c >= 48 && c <= 57 {
            v = c - 48;
        } else if c >= 97 && c <= 122 {
            // Character.somd:98: else if (c >= 'a' && c <= 'z') v = c - 'a' + 10;
            v = c - 97 + 10;
        } else if c >= 65 && c <= 90 {
            // Character.somd:99: else if (c >= 'A' && c <= 'Z') v = c - 'A' + 10;
            v = c - 65 + 10;
        } else if c >= 65296 && c <= 65305 {
            // Character.somd:100: else if (c >= 0xff10 && c <= 0xff19) v = c - 0xff10;
            v = c - 65296;
        } else if c >= 65313 && c <= 65338 {
            // Character.somd:101: else if (c >= 0xff21 && c <= 0xff3a) v = c - 0xff21 + 10;
            v = c - 65313 + 10;
        } else if c >= 65345 && c <= 65370 {
            // Character.somd:102: else if (c >= 0xff41 && c <= 0xff5a) v = c - 0xff41 + 10;
            v = c - 65345 + 10;
        }
        // Character.somd:103: return v < radix && radix >= MIN_RADIX && radix <= MAX_RADIX ? v : -1;
        if v < radix && radix >= 2 && radix <= 36 { v } else { -1 }
    }

    /// java.lang.Character.forDigit: `static char forDigit(int digit, int radix)`
    pub fn forDigit(digit: i32, radix: i32) -> u16 {
        // Character.somd:107: if (radix < MIN_RADIX || radix > MAX_RADIX || digit < 0 || digit >= radix) return '\0';
        if radix < 2 || radix > 36 || digit < 0 || digit >= radix {
            return 0;
        }
        // Character.somd:108: return (char) (digit < 10 ? '0' + digit : 'a' - 10 + digit);
        (if digit < 10 { 48 + digit } else { 87 + digit }) as u16
    }

    /// java.lang.Character.<clinit>: `static { … }`
    pub fn static_init() {
        // Character.somd:5: public static final Class<Character> TYPE = (Class<Character>) Class.named("char");
        Character_TYPE.set(Class::named(TEXT_CHAR.get()));
    }
}
