//! The classes of `Arrays.somd`.

use super::*;

/// `java.util.Arrays`
#[repr(C)]
#[derive(Clone, Default)]
pub struct Arrays;

impl Arrays {
    pub const ID: u32 = 69;
    pub const LAST: u32 = 69;

    /// java.util.Arrays.copyOf: `static int[] copyOf(int[] a, int length)`
    pub fn copyOf(a: &Ref<Array<i32>>, length: i32) -> Ref<Array<i32>> {
        // Arrays.somd:78: int[] copy = new int[length];
        let copy: Ref<Array<i32>> = Array::<i32>::new(length);
        // Arrays.somd:79: System.arraycopy(a, 0, copy, 0, Math.min(a.length, length));
        {
            System::clinit();
            natives::system::arraycopy(a.up(), 0, copy.up(), 0, natives::math::min_int(a.length("a"), length))
        }
        // Arrays.somd:80: return copy;
        copy
    }

    /// java.util.Arrays.hashCode: `static int hashCode(int[] a)`
    pub fn hashCode_ints(a: &Ref<Array<i32>>) -> i32 {
        // Arrays.somd:99: if (a == null) return 0;
        if a.is_null() {
            return 0;
        }
        // Arrays.somd:100: int h = 1;
        let mut h: i32 = 1;
        // Arrays.somd:101: for (int i = 0; i < a.length; i++) h = 31 * h + a[i];
        {
            let a = a.hoist();
            let end_1 = a.length("a");
            let steps_2 = Steps::up(0, end_1 as i64, 1);
            // Every index is in range: there is nothing to check.
            if a.covers(steps_2, 1, 0, 0, 0) {
                for i in 0..end_1 {
                    h = 31 * h + a.nth(i as isize);
                }
            } else {
                for i in 0..end_1 {
                    h = 31 * h + a.at(i, "a");
                }
            }
        }
        // Arrays.somd:102: return h;
        h
    }

    /// java.util.Arrays.toString: `static java.lang.String toString(int[] a)`
    pub fn toString_ints(a: &Ref<Array<i32>>) -> Ref<Str> {
        // Arrays.somd:125: if (a == null) return "null";
        if a.is_null() {
            return TEXT_NULL.get().clone();
        }
        // Arrays.somd:126: if (a.length == 0) return "[]";
        if a.length("a") == 0 {
            return TEXT__3.get().clone();
        }
        // Arrays.somd:127: StringBuilder b = new StringBuilder();
        let b: Ref<StringBuilder> = StringBuilder::new();
        // Arrays.somd:128: b.append('[');
        StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 91);
        // Arrays.somd:129: for (int i = 0; i < a.length; i++) {
        for i in 0..a.length("a") {
            // Arrays.somd:130: if (i > 0) b.append(", ");
            if i > 0 {
                StringBuilder::append_String(
                    b.invoke("java.lang.StringBuilder.append(String)", "b"),
                    TEXT__4.get().clone(),
                );
            }
            // Arrays.somd:131: b.append(a[i]);
            {
                let argument_1 = a.at(i, "a");
                StringBuilder::append_int(b.invoke("java.lang.StringBuilder.append(int)", "b"), argument_1)
            };
        }
        // Arrays.somd:133: return b.append(']').toString();
        AbstractStringBuilder::toString(
            StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 93).up(),
        )
    }

    /// java.util.Arrays.hashCode: `static int hashCode(long[] a)`
    pub fn hashCode_longs(a: &Ref<Array<i64>>) -> i32 {
        // Arrays.somd:194: if (a == null) return 0;
        if a.is_null() {
            return 0;
        }
        // Arrays.somd:195: int h = 1;
        let mut h: i32 = 1;
        // Arrays.somd:196: for (int i = 0; i < a.length; i++) h = 31 * h + Long.hashCode(a[i]);
        {
            let a = a.hoist();
            for i in 0..a.length("a") {
                h = 31 * h
                    + ({
                        Long::clinit();
                        Long::hashCode(a.at(i, "a"))
                    });
            }
        }
        // Arrays.somd:197: return h;
        h
    }

    /// java.util.Arrays.toString: `static java.lang.String toString(long[] a)`
    pub fn toString_longs(a: &Ref<Array<i64>>) -> Ref<Str> {
        // Arrays.somd:220: if (a == null) return "null";
        if a.is_null() {
            return TEXT_NULL.get().clone();
        }
        // Arrays.somd:221: if (a.length == 0) return "[]";
        if a.length("a") == 0 {
            return TEXT__3.get().clone();
        }
        // Arrays.somd:222: StringBuilder b = new StringBuilder();
        let b: Ref<StringBuilder> = StringBuilder::new();
        // Arrays.somd:223: b.append('[');
        StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 91);
        // Arrays.somd:224: for (int i = 0; i < a.length; i++) {
        for i in 0..a.length("a") {
            // Arrays.somd:225: if (i > 0) b.append(", ");
            if i > 0 {
                StringBuilder::append_String(
                    b.invoke("java.lang.StringBuilder.append(String)", "b"),
                    TEXT__4.get().clone(),
                );
            }
            // Arrays.somd:226: b.append(a[i]);
            {
                let argument_1 = a.at(i, "a");
                StringBuilder::append_long(b.invoke("java.lang.StringBuilder.append(long)", "b"), argument_1)
            };
        }
        // Arrays.somd:228: return b.append(']').toString();
        AbstractStringBuilder::toString(
            StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 93).up(),
        )
    }

    /// java.util.Arrays.hashCode: `static int hashCode(double[] a)`
    pub fn hashCode_doubles(a: &Ref<Array<f64>>) -> i32 {
        // Arrays.somd:289: if (a == null) return 0;
        if a.is_null() {
            return 0;
        }
        // Arrays.somd:290: int h = 1;
        let mut h: i32 = 1;
        // Arrays.somd:291: for (int i = 0; i < a.length; i++) h = 31 * h + Double.hashCode(a[i]);
        {
            let a = a.hoist();
            for i in 0..a.length("a") {
                h = 31 * h
                    + ({
                        Double::clinit();
                        Double::hashCode(a.at(i, "a"))
                    });
            }
        }
        // Arrays.somd:292: return h;
        h
    }

    /// java.util.Arrays.toString: `static java.lang.String toString(double[] a)`
    pub fn toString_doubles(a: &Ref<Array<f64>>) -> Ref<Str> {
        // Arrays.somd:315: if (a == null) return "null";
        if a.is_null() {
            return TEXT_NULL.get().clone();
        }
        // Arrays.somd:316: if (a.length == 0) return "[]";
        if a.length("a") == 0 {
            return TEXT__3.get().clone();
        }
        // Arrays.somd:317: StringBuilder b = new StringBuilder();
        let b: Ref<StringBuilder> = StringBuilder::new();
        // Arrays.somd:318: b.append('[');
        StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 91);
        // Arrays.somd:319: for (int i = 0; i < a.length; i++) {
        for i in 0..a.length("a") {
            // Arrays.somd:320: if (i > 0) b.append(", ");
            if i > 0 {
                StringBuilder::append_String(
                    b.invoke("java.lang.StringBuilder.append(String)", "b"),
                    TEXT__4.get().clone(),
                );
            }
            // Arrays.somd:321: b.append(a[i]);
            {
                let argument_1 = a.at(i, "a");
                StringBuilder::append_double(b.invoke("java.lang.StringBuilder.append(double)", "b"), argument_1)
            };
        }
        // Arrays.somd:323: return b.append(']').toString();
        AbstractStringBuilder::toString(
            StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 93).up(),
        )
    }

    /// java.util.Arrays.hashCode: `static int hashCode(float[] a)`
    pub fn hashCode_floats(a: &Ref<Array<f32>>) -> i32 {
        // Arrays.somd:384: if (a == null) return 0;
        if a.is_null() {
            return 0;
        }
        // Arrays.somd:385: int h = 1;
        let mut h: i32 = 1;
        // Arrays.somd:386: for (int i = 0; i < a.length; i++) h = 31 * h + Float.hashCode(a[i]);
        {
            let a = a.hoist();
            for i in 0..a.length("a") {
                h = 31 * h
                    + ({
                        Float::clinit();
                        Float::hashCode(a.at(i, "a"))
                    });
            }
        }
        // Arrays.somd:387: return h;
        h
    }

    /// java.util.Arrays.toString: `static java.lang.String toString(float[] a)`
    pub fn toString_floats(a: &Ref<Array<f32>>) -> Ref<Str> {
        // Arrays.somd:410: if (a == null) return "null";
        if a.is_null() {
            return TEXT_NULL.get().clone();
        }
        // Arrays.somd:411: if (a.length == 0) return "[]";
        if a.length("a") == 0 {
            return TEXT__3.get().clone();
        }
        // Arrays.somd:412: StringBuilder b = new StringBuilder();
        let b: Ref<StringBuilder> = StringBuilder::new();
        // Arrays.somd:413: b.append('[');
        StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 91);
        // Arrays.somd:414: for (int i = 0; i < a.length; i++) {
        for i in 0..a.length("a") {
            // Arrays.somd:415: if (i > 0) b.append(", ");
            if i > 0 {
                StringBuilder::append_String(
                    b.invoke("java.lang.StringBuilder.append(String)", "b"),
                    TEXT__4.get().clone(),
                );
            }
            // Arrays.somd:416: b.append(a[i]);
            {
                let argument_1 = a.at(i, "a");
                StringBuilder::append_float(b.invoke("java.lang.StringBuilder.append(float)", "b"), argument_1)
            };
        }
        // Arrays.somd:418: return b.append(']').toString();
        AbstractStringBuilder::toString(
            StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 93).up(),
        )
    }

    /// java.util.Arrays.hashCode: `static int hashCode(byte[] a)`
    pub fn hashCode_bytes(a: &Ref<Array<i8>>) -> i32 {
        // Arrays.somd:479: if (a == null) return 0;
        if a.is_null() {
            return 0;
        }
        // Arrays.somd:480: int h = 1;
        let mut h: i32 = 1;
        // Arrays.somd:481: for (int i = 0; i < a.length; i++) h = 31 * h + a[i];
        {
            let a = a.hoist();
            let end_1 = a.length("a");
            let steps_2 = Steps::up(0, end_1 as i64, 1);
            // Every index is in range: there is nothing to check.
            if a.covers(steps_2, 1, 0, 0, 0) {
                for i in 0..end_1 {
                    h = 31 * h + a.nth(i as isize) as i32;
                }
            } else {
                for i in 0..end_1 {
                    h = 31 * h + a.at(i, "a") as i32;
                }
            }
        }
        // Arrays.somd:482: return h;
        h
    }

    /// java.util.Arrays.toString: `static java.lang.String toString(byte[] a)`
    pub fn toString_bytes(a: &Ref<Array<i8>>) -> Ref<Str> {
        // Arrays.somd:505: if (a == null) return "null";
        if a.is_null() {
            return TEXT_NULL.get().clone();
        }
        // Arrays.somd:506: if (a.length == 0) return "[]";
        if a.length("a") == 0 {
            return TEXT__3.get().clone();
        }
        // Arrays.somd:507: StringBuilder b = new StringBuilder();
        let b: Ref<StringBuilder> = StringBuilder::new();
        // Arrays.somd:508: b.append('[');
        StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 91);
        // Arrays.somd:509: for (int i = 0; i < a.length; i++) {
        for i in 0..a.length("a") {
            // Arrays.somd:510: if (i > 0) b.append(", ");
            if i > 0 {
                StringBuilder::append_String(
                    b.invoke("java.lang.StringBuilder.append(String)", "b"),
                    TEXT__4.get().clone(),
                );
            }
            // Arrays.somd:511: b.append(a[i]);
            {
                let argument_1 = a.at(i, "a") as i32;
                StringBuilder::append_int(b.invoke("java.lang.StringBuilder.append(int)", "b"), argument_1)
            };
        }
        // Arrays.somd:513: return b.append(']').toString();
        AbstractStringBuilder::toString(
            StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 93).up(),
        )
    }

    /// java.util.Arrays.hashCode: `static int hashCode(short[] a)`
    pub fn hashCode_shorts(a: &Ref<Array<i16>>) -> i32 {
        // Arrays.somd:574: if (a == null) return 0;
        if a.is_null() {
            return 0;
        }
        // Arrays.somd:575: int h = 1;
        let mut h: i32 = 1;
        // Arrays.somd:576: for (int i = 0; i < a.length; i++) h = 31 * h + a[i];
        {
            let a = a.hoist();
            let end_1 = a.length("a");
            let steps_2 = Steps::up(0, end_1 as i64, 1);
            // Every index is in range: there is nothing to check.
            if a.covers(steps_2, 1, 0, 0, 0) {
                for i in 0..end_1 {
                    h = 31 * h + a.nth(i as isize) as i32;
                }
            } else {
                for i in 0..end_1 {
                    h = 31 * h + a.at(i, "a") as i32;
                }
            }
        }
        // Arrays.somd:577: return h;
        h
    }

    /// java.util.Arrays.toString: `static java.lang.String toString(short[] a)`
    pub fn toString_shorts(a: &Ref<Array<i16>>) -> Ref<Str> {
        // Arrays.somd:600: if (a == null) return "null";
        if a.is_null() {
            return TEXT_NULL.get().clone();
        }
        // Arrays.somd:601: if (a.length == 0) return "[]";
        if a.length("a") == 0 {
            return TEXT__3.get().clone();
        }
        // Arrays.somd:602: StringBuilder b = new StringBuilder();
        let b: Ref<StringBuilder> = StringBuilder::new();
        // Arrays.somd:603: b.append('[');
        StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 91);
        // Arrays.somd:604: for (int i = 0; i < a.length; i++) {
        for i in 0..a.length("a") {
            // Arrays.somd:605: if (i > 0) b.append(", ");
            if i > 0 {
                StringBuilder::append_String(
                    b.invoke("java.lang.StringBuilder.append(String)", "b"),
                    TEXT__4.get().clone(),
                );
            }
            // Arrays.somd:606: b.append(a[i]);
            {
                let argument_1 = a.at(i, "a") as i32;
                StringBuilder::append_int(b.invoke("java.lang.StringBuilder.append(int)", "b"), argument_1)
            };
        }
        // Arrays.somd:608: return b.append(']').toString();
        AbstractStringBuilder::toString(
            StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 93).up(),
        )
    }

    /// java.util.Arrays.hashCode: `static int hashCode(char[] a)`
    pub fn hashCode_chars(a: &Ref<Array<u16>>) -> i32 {
        // Arrays.somd:669: if (a == null) return 0;
        if a.is_null() {
            return 0;
        }
        // Arrays.somd:670: int h = 1;
        let mut h: i32 = 1;
        // Arrays.somd:671: for (int i = 0; i < a.length; i++) h = 31 * h + a[i];
        {
            let a = a.hoist();
            let end_1 = a.length("a");
            let steps_2 = Steps::up(0, end_1 as i64, 1);
            // Every index is in range: there is nothing to check.
            if a.covers(steps_2, 1, 0, 0, 0) {
                for i in 0..end_1 {
                    h = 31 * h + a.nth(i as isize) as i32;
                }
            } else {
                for i in 0..end_1 {
                    h = 31 * h + a.at(i, "a") as i32;
                }
            }
        }
        // Arrays.somd:672: return h;
        h
    }

    /// java.util.Arrays.toString: `static java.lang.String toString(char[] a)`
    pub fn toString_chars(a: &Ref<Array<u16>>) -> Ref<Str> {
        // Arrays.somd:695: if (a == null) return "null";
        if a.is_null() {
            return TEXT_NULL.get().clone();
        }
        // Arrays.somd:696: if (a.length == 0) return "[]";
        if a.length("a") == 0 {
            return TEXT__3.get().clone();
        }
        // Arrays.somd:697: StringBuilder b = new StringBuilder();
        let b: Ref<StringBuilder> = StringBuilder::new();
        // Arrays.somd:698: b.append('[');
        StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 91);
        // Arrays.somd:699: for (int i = 0; i < a.length; i++) {
        for i in 0..a.length("a") {
            // Arrays.somd:700: if (i > 0) b.append(", ");
            if i > 0 {
                StringBuilder::append_String(
                    b.invoke("java.lang.StringBuilder.append(String)", "b"),
                    TEXT__4.get().clone(),
                );
            }
            // Arrays.somd:701: b.append(a[i]);
            {
                let argument_1 = a.at(i, "a");
                StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), argument_1)
            };
        }
        // Arrays.somd:703: return b.append(']').toString();
        AbstractStringBuilder::toString(
            StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 93).up(),
        )
    }

    /// java.util.Arrays.hashCode: `static int hashCode(boolean[] a)`
    pub fn hashCode_booleans(a: &Ref<Array<bool>>) -> i32 {
        // Arrays.somd:737: if (a == null) return 0;
        if a.is_null() {
            return 0;
        }
        // Arrays.somd:738: int h = 1;
        let mut h: i32 = 1;
        // Arrays.somd:739: for (int i = 0; i < a.length; i++) h = 31 * h + Boolean.hashCode(a[i]);
        {
            let a = a.hoist();
            for i in 0..a.length("a") {
                h = 31 * h
                    + ({
                        Boolean::clinit();
                        Boolean::hashCode_boolean(a.at(i, "a"))
                    });
            }
        }
        // Arrays.somd:740: return h;
        h
    }

    /// java.util.Arrays.toString: `static java.lang.String toString(boolean[] a)`
    pub fn toString_booleans(a: &Ref<Array<bool>>) -> Ref<Str> {
        // Arrays.somd:763: if (a == null) return "null";
        if a.is_null() {
            return TEXT_NULL.get().clone();
        }
        // Arrays.somd:764: if (a.length == 0) return "[]";
        if a.length("a") == 0 {
            return TEXT__3.get().clone();
        }
        // Arrays.somd:765: StringBuilder b = new StringBuilder();
        let b: Ref<StringBuilder> = StringBuilder::new();
        // Arrays.somd:766: b.append('[');
        StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 91);
        // Arrays.somd:767: for (int i = 0; i < a.length; i++) {
        for i in 0..a.length("a") {
            // Arrays.somd:768: if (i > 0) b.append(", ");
            if i > 0 {
                StringBuilder::append_String(
                    b.invoke("java.lang.StringBuilder.append(String)", "b"),
                    TEXT__4.get().clone(),
                );
            }
            // Arrays.somd:769: b.append(a[i]);
            {
                let argument_1 = a.at(i, "a");
                StringBuilder::append_boolean(b.invoke("java.lang.StringBuilder.append(boolean)", "b"), argument_1)
            };
        }
        // Arrays.somd:771: return b.append(']').toString();
        AbstractStringBuilder::toString(
            StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 93).up(),
        )
    }

    // Calls that end at once are part of their callers.
    #[inline(always)]
    pub fn deepHashCode(a: &Ref<Array<Ref<Object>>>) -> i32 {
        // Arrays.somd:821: if (a == null) return 0;
        if a.is_null() {
            return 0;
        }
        Self::deepHashCode_rest(a)
    }

    /// java.util.Arrays.deepHashCode: `static int deepHashCode(java.lang.Object[] a)`
    pub fn deepHashCode_rest(a: &Ref<Array<Ref<Object>>>) -> i32 {
        stack_check();
        // Arrays.somd:822: int h = 1;
        let mut h: i32 = 1;
        // Arrays.somd:823: for (int i = 0; i < a.length; i++) h = 31 * h + deepHash(a[i]);
        {
            let a = a.hoist();
            for i in 0..a.length("a") {
                h = 31 * h + Arrays::deepHash(a.row(i, "a"));
            }
        }
        // Arrays.somd:824: return h;
        h
    }

    /// java.util.Arrays.deepHash: `static int deepHash(java.lang.Object o)`
    pub fn deepHash(o: &Ref<Object>) -> i32 {
        stack_check();
        // Arrays.somd:828: if (o instanceof Object[]) return deepHashCode((Object[]) o);
        if instance_of_type(o, RefType::array(class_id::OBJECT, 1)) {
            return Arrays::deepHashCode(cast_array_ref::<Array<Ref<Object>>>(o, RefType::array(class_id::OBJECT, 1)));
        }
        // Arrays.somd:829: if (o instanceof int[]) return hashCode((int[]) o);
        if instance_of_type(o, RefType::class(class_id::INT_ARRAY)) {
            return Arrays::hashCode_ints(cast_array_ref::<Array<i32>>(o, RefType::class(class_id::INT_ARRAY)));
        }
        // Arrays.somd:830: if (o instanceof double[]) return hashCode((double[]) o);
        if instance_of_type(o, RefType::class(class_id::DOUBLE_ARRAY)) {
            return Arrays::hashCode_doubles(cast_array_ref::<Array<f64>>(o, RefType::class(class_id::DOUBLE_ARRAY)));
        }
        // Arrays.somd:831: if (o instanceof float[]) return hashCode((float[]) o);
        if instance_of_type(o, RefType::class(class_id::FLOAT_ARRAY)) {
            return Arrays::hashCode_floats(cast_array_ref::<Array<f32>>(o, RefType::class(class_id::FLOAT_ARRAY)));
        }
        // Arrays.somd:832: if (o instanceof long[]) return hashCode((long[]) o);
        if instance_of_type(o, RefType::class(class_id::LONG_ARRAY)) {
            return Arrays::hashCode_longs(cast_array_ref::<Array<i64>>(o, RefType::class(class_id::LONG_ARRAY)));
        }
        // Arrays.somd:833: if (o instanceof byte[]) return hashCode((byte[]) o);
        if instance_of_type(o, RefType::class(class_id::BYTE_ARRAY)) {
            return Arrays::hashCode_bytes(cast_array_ref::<Array<i8>>(o, RefType::class(class_id::BYTE_ARRAY)));
        }
        // Arrays.somd:834: if (o instanceof char[]) return hashCode((char[]) o);
        if instance_of_type(o, RefType::class(class_id::CHAR_ARRAY)) {
            return Arrays::hashCode_chars(cast_array_ref::<Array<u16>>(o, RefType::class(class_id::CHAR_ARRAY)));
        }
        // Arrays.somd:835: if (o instanceof short[]) return hashCode((short[]) o);
        if instance_of_type(o, RefType::class(class_id::SHORT_ARRAY)) {
            return Arrays::hashCode_shorts(cast_array_ref::<Array<i16>>(o, RefType::class(class_id::SHORT_ARRAY)));
        }
        // Arrays.somd:836: if (o instanceof boolean[]) return hashCode((boolean[]) o);
        if instance_of_type(o, RefType::class(class_id::BOOLEAN_ARRAY)) {
            return Arrays::hashCode_booleans(cast_array_ref::<Array<bool>>(
                o,
                RefType::class(class_id::BOOLEAN_ARRAY),
            ));
        }
        // Arrays.somd:837: return o == null ? 0 : o.hashCode();
        if o.is_null() { 0 } else { JObject::hashCode_dyn(o.invoke("Object.hashCode()", "o")) }
    }

    // Calls that end at once are part of their callers.
    #[inline(always)]
    pub fn deepToString(a: &Ref<Array<Ref<Object>>>) -> Ref<Str> {
        // Arrays.somd:865: if (a == null) return "null";
        if a.is_null() {
            return TEXT_NULL.get().clone();
        }
        Self::deepToString_rest(a)
    }

    /// java.util.Arrays.deepToString: `static java.lang.String deepToString(java.lang.Object[] a)`
    pub fn deepToString_rest(a: &Ref<Array<Ref<Object>>>) -> Ref<Str> {
        stack_check();
        // Arrays.somd:866: if (a.length == 0) return "[]";
        if a.length("a") == 0 {
            return TEXT__3.get().clone();
        }
        // Arrays.somd:867: StringBuilder b = new StringBuilder();
        let b: Ref<StringBuilder> = StringBuilder::new();
        // Arrays.somd:868: b.append('[');
        StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 91);
        // Arrays.somd:869: for (int i = 0; i < a.length; i++) {
        for i in 0..a.length("a") {
            // Arrays.somd:870: if (i > 0) b.append(", ");
            if i > 0 {
                StringBuilder::append_String(
                    b.invoke("java.lang.StringBuilder.append(String)", "b"),
                    TEXT__4.get().clone(),
                );
            }
            // Arrays.somd:871: b.append(a[i] == a ? "[...]" : deepText(a[i]));
            {
                let argument_1 =
                    if a.row(i, "a").same(a) { TEXT__5.get().clone() } else { Arrays::deepText(&a.at(i, "a")) };
                StringBuilder::append_String(b.invoke("java.lang.StringBuilder.append(String)", "b"), argument_1)
            };
        }
        // Arrays.somd:873: return b.append(']').toString();
        AbstractStringBuilder::toString(
            StringBuilder::append_char(b.invoke("java.lang.StringBuilder.append(char)", "b"), 93).up(),
        )
    }

    /// java.util.Arrays.deepText: `static java.lang.String deepText(java.lang.Object o)`
    pub fn deepText(o: &Ref<Object>) -> Ref<Str> {
        stack_check();
        // Arrays.somd:877: if (o instanceof Object[]) return deepToString((Object[]) o);
        if instance_of_type(o, RefType::array(class_id::OBJECT, 1)) {
            return Arrays::deepToString(cast_array_ref::<Array<Ref<Object>>>(o, RefType::array(class_id::OBJECT, 1)));
        }
        // Arrays.somd:878: if (o instanceof int[]) return toString((int[]) o);
        if instance_of_type(o, RefType::class(class_id::INT_ARRAY)) {
            return Arrays::toString_ints(cast_array_ref::<Array<i32>>(o, RefType::class(class_id::INT_ARRAY)));
        }
        // Arrays.somd:879: if (o instanceof double[]) return toString((double[]) o);
        if instance_of_type(o, RefType::class(class_id::DOUBLE_ARRAY)) {
            return Arrays::toString_doubles(cast_array_ref::<Array<f64>>(o, RefType::class(class_id::DOUBLE_ARRAY)));
        }
        // Arrays.somd:880: if (o instanceof float[]) return toString((float[]) o);
        if instance_of_type(o, RefType::class(class_id::FLOAT_ARRAY)) {
            return Arrays::toString_floats(cast_array_ref::<Array<f32>>(o, RefType::class(class_id::FLOAT_ARRAY)));
        }
        // Arrays.somd:881: if (o instanceof long[]) return toString((long[]) o);
        if instance_of_type(o, RefType::class(class_id::LONG_ARRAY)) {
            return Arrays::toString_longs(cast_array_ref::<Array<i64>>(o, RefType::class(class_id::LONG_ARRAY)));
        }
        // Arrays.somd:882: if (o instanceof byte[]) return toString((byte[]) o);
        if instance_of_type(o, RefType::class(class_id::BYTE_ARRAY)) {
            return Arrays::toString_bytes(cast_array_ref::<Array<i8>>(o, RefType::class(class_id::BYTE_ARRAY)));
        }
        // Arrays.somd:883: if (o instanceof char[]) return toString((char[]) o);
        if instance_of_type(o, RefType::class(class_id::CHAR_ARRAY)) {
            return Arrays::toString_chars(cast_array_ref::<Array<u16>>(o, RefType::class(class_id::CHAR_ARRAY)));
        }
        // Arrays.somd:884: if (o instanceof short[]) return toString((short[]) o);
        if instance_of_type(o, RefType::class(class_id::SHORT_ARRAY)) {
            return Arrays::toString_shorts(cast_array_ref::<Array<i16>>(o, RefType::class(class_id::SHORT_ARRAY)));
        }
        // Arrays.somd:885: if (o instanceof boolean[]) return toString((boolean[]) o);
        if instance_of_type(o, RefType::class(class_id::BOOLEAN_ARRAY)) {
            return Arrays::toString_booleans(cast_array_ref::<Array<bool>>(
                o,
                RefType::class(class_id::BOOLEAN_ARRAY),
            ));
        }
        // Arrays.somd:886: return String.valueOf(o);
        JString::clinit();
        JString::valueOf(o)
    }
}
