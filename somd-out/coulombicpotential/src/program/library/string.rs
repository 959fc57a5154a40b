//! The classes of `String.somd`.

use super::*;

/// `java.lang.String`
pub struct JString;

/// `JString.CASE_INSENSITIVE_ORDER`
pub static JString_CASE_INSENSITIVE_ORDER: StaticRef<Object> = StaticRef::null();

static JString_initialised: Once = Once::new();

tested!(JString => Str);

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

    /// java.lang.String.indexOf: `int indexOf(int c)`
    pub fn indexOf_int(this: &Ref<Str>, c: i32) -> i32 {
        // String.somd:100: public int indexOf(int c) { return indexOfChar(c, 0); }
        natives::string::index_of_char(this, c, 0)
    }

    /// java.lang.String.indexOf: `int indexOf(int c, int from)`
    pub fn indexOf_int_int(this: &Ref<Str>, c: i32, from: i32) -> i32 {
        // String.somd:101: public int indexOf(int c, int from) { return indexOfChar(c, from); }
        natives::string::index_of_char(this, c, from)
    }

    /// java.lang.String.lastIndexOf: `int lastIndexOf(int c, int from)`
    pub fn lastIndexOf(this: &Ref<Str>, c: i32, from: i32) -> i32 {
        // String.somd:103: public int lastIndexOf(int c, int from) { return lastIndexOfChar(c, from); }
        natives::string::last_index_of_char(this, c, from)
    }

    /// java.lang.String.indexOf: `int indexOf(java.lang.String s, int from)`
    pub fn indexOf_String_int(this: &Ref<Str>, s: &Ref<Str>, from: i32) -> i32 {
        // String.somd:105: public int indexOf(String s, int from) { return indexOfString(s, from); }
        natives::string::index_of_string(this, s, from)
    }

    /// java.lang.String.repeat: `java.lang.String repeat(int count)`
    pub fn repeat(this: &Ref<Str>, count: i32) -> Ref<Str> {
        // String.somd:159: if (count < 0) throw new IllegalArgumentException("count is negative: " + count);
        if count < 0 {
            throw(IllegalArgumentException::new(concat_str!("count is negative: ", count)).into_up());
        }
        // String.somd:160: return repeated(count);
        natives::string::repeat(this, count)
    }

    /// java.lang.String.toString: `java.lang.String toString()`
    pub fn toString(this: &Ref<Str>) -> Ref<Str> {
        // String.somd:187: public String toString() { return this; }
        this.clone()
    }

    /// java.lang.String.regionMatches: `boolean regionMatches(boolean ignoreCase, int from, java.lang.String other, int otherFrom, int length)`
    pub fn regionMatches(
        this: &Ref<Str>,
        ignoreCase: bool,
        from: i32,
        other: &Ref<Str>,
        otherFrom: i32,
        length: i32,
    ) -> bool {
        // String.somd:196: if (otherFrom < 0 || from < 0 || (long) from > (long) length() - length
        if otherFrom < 0
            || from < 0
            || from as i64 > natives::string::length(this) as i64 - length as i64
            || otherFrom as i64
                > natives::string::length(other.invoke("String.length()", "other")) as i64 - length as i64
        {
            // String.somd:197: || (long) otherFrom > (long) other.length() - length) return false;
            return false;
        }
        // String.somd:198: for (int i = 0; i < length; i++) {
        {
            let other_text_1 = other.view();
            let array_text_2 = this.view();
            for i in 0..length {
                // String.somd:199: char a = charAt(from + i), b = other.charAt(otherFrom + i);
                let a: u16 = array_text_2.char_at(from + i, "String.charAt(int)", "this");
                let b: u16 = other_text_1.char_at(otherFrom + i, "String.charAt(int)", "other");
                // String.somd:200: if (a != b) {
                if a as i32 != b as i32 {
                    // String.somd:201: if (!ignoreCase) return false;
                    if !ignoreCase {
                        return false;
                    }
                    // String.somd:202: char x = Character.toUpperCase(a), y = Character.toUpperCase(b);
                    let x: u16 = {
                        Character::clinit();
                        Character::toUpperCase_char(a)
                    };
                    let y: u16 = {
                        Character::clinit();
                        Character::toUpperCase_char(b)
                    };
                    // String.somd:203: if (x != y && Character.toLowerCase(x) != Character.toLowerCase(y)) return false;
                    if x as i32 != y as i32
                        && ({
                            Character::clinit();
                            Character::toLowerCase_char(x)
                        }) as i32
                            != ({
                                Character::clinit();
                                Character::toLowerCase_char(y)
                            }) as i32
                    {
                        return false;
                    }
                }
            }
        }
        // String.somd:206: return true;
        true
    }

    /// java.lang.String.split: `java.lang.String[] split(java.lang.String regex)`
    pub fn split_String(this: &Ref<Str>, regex: &Ref<Str>) -> Ref<Array<Ref<Str>>> {
        // String.somd:348: public String[] split(String regex) { return split(regex, 0); }
        JString::split_String_int(this, regex, 0)
    }

    /// java.lang.String.split: `java.lang.String[] split(java.lang.String regex, int limit)`
    pub fn split_String_int(this: &Ref<Str>, regex: &Ref<Str>, limit: i32) -> Ref<Array<Ref<Str>>> {
        // String.somd:351: int literal = literalSplit(regex);
        let literal: i32 = JString::literalSplit(regex);
        // String.somd:352: if (literal < 0) return java.util.regex.Pattern.compile(regex).split(this, limit);
        if literal < 0 {
            return Pattern::split(
                Pattern::compile(regex).invoke(
                    "java.util.regex.Pattern.split(java.lang.CharSequence, int)",
                    "the return value of \"java.util.regex.Pattern.compile(String)\"",
                ),
                this.up(),
                limit,
            );
        }
        // String.somd:353: int n = 0;
        let mut n: i32 = 0;
        // String.somd:354: int from = 0;
        let mut from: i32 = 0;
        // String.somd:355: while ((limit <= 0 || n < limit - 1) && (from = indexOfChar(literal, from)) >= 0) {
        while (limit <= 0 || n < limit - 1)
            && ({
                from = natives::string::index_of_char(this, literal, from);
                from
            }) >= 0
        {
            // String.somd:356: n++;
            n += 1;
            // String.somd:357: from++;
            from += 1;
        }
        // String.somd:359: if (n == 0) return new String[] {this};
        if n == 0 {
            return Array::<Ref<Str>>::literal_ref(RefType::class(class_id::STRING), [this.clone()]);
        }
        // String.somd:360: String[] parts = new String[n + 1];
        let parts: Ref<Array<Ref<Str>>> = Array::<Ref<Str>>::new_ref(n + 1, RefType::class(class_id::STRING));
        // String.somd:361: from = 0;
        from = 0;
        // String.somd:362: for (int i = 0; i < n; i++) {
        for i in 0..n {
            // String.somd:363: int at = indexOfChar(literal, from);
            let at: i32 = natives::string::index_of_char(this, literal, from);
            // String.somd:364: parts[i] = substring(from, at);
            parts.put(i, natives::string::substring(this, from, at), "parts");
            // String.somd:365: from = at + 1;
            from = at + 1;
        }
        // String.somd:367: parts[n] = substring(from);
        parts.put(n, natives::string::substring_from(this, from), "parts");
        // String.somd:368: if (limit != 0) return parts;
        if limit != 0 {
            return parts;
        }
        // String.somd:369: int keep = n + 1;
        let mut keep: i32 = n + 1;
        // String.somd:370: while (keep > 0 && parts[keep - 1].isEmpty()) keep--;
        {
            let parts = parts.hoist();
            while keep > 0
                && natives::string::is_empty(parts.row(keep - 1, "parts").invoke("String.isEmpty()", "parts[...]"))
            {
                keep -= 1;
            }
        }
        // String.somd:371: if (keep == n + 1) return parts;
        if keep == n + 1 {
            return parts;
        }
        // String.somd:372: String[] kept = new String[keep];
        let kept: Ref<Array<Ref<Str>>> = Array::<Ref<Str>>::new_ref(keep, RefType::class(class_id::STRING));
        // String.somd:373: for (int i = 0; i < keep; i++) kept[i] = parts[i];
        for i in 0..keep {
            kept.put(i, parts.at(i, "parts"), "kept");
        }
        // String.somd:374: return kept;
        kept
    }

    /// java.lang.String.literalSplit: `static int literalSplit(java.lang.String regex)`
    pub fn literalSplit(regex: &Ref<Str>) -> i32 {
        // String.somd:379: if (regex.length() == 1) {
        if natives::string::length(regex.invoke("String.length()", "regex")) == 1 {
            // String.somd:380: char c = regex.charAt(0);
            let c: u16 = natives::string::char_at(regex.invoke("String.charAt(int)", "regex"), 0);
            // String.somd:381: return ".$|()[{^?*+\\".indexOf(c) < 0 ? c : -1;
            return if JString::indexOf_int(TEXT__2.get(), c as i32) < 0 { c as i32 } else { -1 };
        }
        // String.somd:383: if (regex.length() == 2 && regex.charAt(0) == '\\') {
        if natives::string::length(regex.invoke("String.length()", "regex")) == 2
            && natives::string::char_at(regex.invoke("String.charAt(int)", "regex"), 0) as i32 == 92
        {
            // String.somd:384: char c = regex.charAt(1);
            let c: u16 = natives::string::char_at(regex.invoke("String.charAt(int)", "regex"), 1);
            // String.somd:385: return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? -1 : c;
            return if c as i32 >= 48 && (c as i32) <= 57
                || c as i32 >= 97 && (c as i32) <= 122
                || c as i32 >= 65 && (c as i32) <= 90
            {
                -1
            } else {
                c as i32
            };
        }
        // String.somd:387: return -1;
        -1
    }

    // Calls that end at once are part of their callers.
    #[inline(always)]
    pub fn valueOf(object: &Ref<Object>) -> Ref<Str> {
        // String.somd:435: public static String valueOf(Object object) { return object == null ? "null" : object.toString(); }
        if object.is_null() {
            return TEXT_NULL.get().clone();
        }
        Self::valueOf_rest(object)
    }

    /// java.lang.String.valueOf: `static java.lang.String valueOf(java.lang.Object object)`
    pub fn valueOf_rest(object: &Ref<Object>) -> Ref<Str> {
        stack_check();
        // String.somd:435: public static String valueOf(Object object) { return object == null ? "null" : object.toString(); }
        JObject::toString_dyn(object.invoke("Object.toString()", "object"))
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
    pub const ID: u32 = 35;
    pub const LAST: u32 = 35;

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
