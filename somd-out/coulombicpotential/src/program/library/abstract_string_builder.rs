//! The classes of `AbstractStringBuilder.somd`.

use super::*;

/// `java.lang.AbstractStringBuilder`
#[repr(C)]
#[derive(Default)]
pub struct AbstractStringBuilder {
    pub value: Slot<Array<i8>>,
    pub wide: Cell<i32>,
    pub count: Cell<i32>,
}

impl AbstractStringBuilder {
    pub const ID: u32 = 31;
    pub const LAST: u32 = 32;

    /// java.lang.AbstractStringBuilder.<init>: `java.lang.AbstractStringBuilder(int capacity)`
    pub fn init(this: &Ref<AbstractStringBuilder>, capacity: i32) {
        // AbstractStringBuilder.somd:13: AbstractStringBuilder(int capacity) { value = new byte[capacity]; }

        this.value.set(Array::<i8>::new(capacity));
    }

    /// java.lang.AbstractStringBuilder.length: `int length()`
    pub fn length(this: &Ref<AbstractStringBuilder>) -> i32 {
        // AbstractStringBuilder.somd:54: public int length() { return count; }
        this.count.get()
    }

    /// java.lang.AbstractStringBuilder.capacity: `int capacity()`
    pub fn capacity(this: &Ref<AbstractStringBuilder>) -> i32 {
        // AbstractStringBuilder.somd:56: public int capacity() { return value.length >> wide; }
        peek!(this.value).length("this.value").wrapping_shr(this.wide.get() as u32)
    }

    /// java.lang.AbstractStringBuilder.grow: `void grow(int minimum)`
    pub fn grow(this: &Ref<AbstractStringBuilder>, minimum: i32) {
        // AbstractStringBuilder.somd:66: private void grow(int minimum) { resize(Math.max(capacity() * 2 + 2, minimum)); }
        AbstractStringBuilder::resize(
            this,
            natives::math::max_int(AbstractStringBuilder::capacity(this) * 2 + 2, minimum),
        );
    }

    /// java.lang.AbstractStringBuilder.resize: `void resize(int capacity)`
    pub fn resize(this: &Ref<AbstractStringBuilder>, capacity: i32) {
        // AbstractStringBuilder.somd:69: byte[] bigger = new byte[capacity << wide];
        let bigger: Ref<Array<i8>> = Array::<i8>::new(capacity.wrapping_shl(this.wide.get() as u32));
        // AbstractStringBuilder.somd:70: System.arraycopy(value, 0, bigger, 0, count << wide);
        {
            System::clinit();
            natives::system::arraycopy(
                peek!(this.value).up(),
                0,
                bigger.up(),
                0,
                this.count.get().wrapping_shl(this.wide.get() as u32),
            )
        }
        // AbstractStringBuilder.somd:71: value = bigger;
        this.value.set(bigger);
    }

    /// java.lang.AbstractStringBuilder.widen: `void widen()`
    pub fn widen(this: &Ref<AbstractStringBuilder>) {
        // AbstractStringBuilder.somd:75: byte[] wider = new byte[value.length * 2];
        let wider: Ref<Array<i8>> = Array::<i8>::new(peek!(this.value).length("this.value") * 2);
        // AbstractStringBuilder.somd:76: widen(value, count, wider);
        natives::builder::widen(peek!(this.value), this.count.get(), &wider);
        // AbstractStringBuilder.somd:77: value = wider;
        this.value.set(wider);
        // AbstractStringBuilder.somd:78: wide = 1;
        this.wide.set(1);
    }

    /// java.lang.AbstractStringBuilder.reserve: `void reserve(int size, boolean forWide)`
    pub fn reserve(this: &Ref<AbstractStringBuilder>, size: i32, forWide: bool) {
        // AbstractStringBuilder.somd:83: if (forWide && wide == 0) widen();
        if forWide && this.wide.get() == 0 {
            AbstractStringBuilder::widen(this);
        }
        // AbstractStringBuilder.somd:84: if (size > capacity()) grow(size);
        if size > AbstractStringBuilder::capacity(this) {
            AbstractStringBuilder::grow(this, size);
        }
    }

    /// java.lang.AbstractStringBuilder.checkIndex: `void checkIndex(int index)`
    pub fn checkIndex(this: &Ref<AbstractStringBuilder>, index: i32) {
        // AbstractStringBuilder.somd:95: if (index < 0 || index >= count) {
        if index < 0 || index >= this.count.get() {
            // AbstractStringBuilder.somd:96: throw new StringIndexOutOfBoundsException("index " + index + ", length " + count);
            throw(
                StringIndexOutOfBoundsException::new_String(concat_str!(
                    "index ",
                    index,
                    ", length ",
                    this.count.get()
                ))
                .into_up(),
            );
        }
    }

    /// java.lang.AbstractStringBuilder.charAt: `char charAt(int index)`
    pub fn charAt(this: &Ref<AbstractStringBuilder>, index: i32) -> u16 {
        // AbstractStringBuilder.somd:115: checkIndex(index);
        AbstractStringBuilder::checkIndex(this, index);
        // AbstractStringBuilder.somd:116: return wide == 0 ? (char) (value[index] & 0xff) : wideCharAt(value, index);
        if this.wide.get() == 0 {
            (peek!(this.value).at(index, "this.value") as i32 & 255) as u16
        } else {
            natives::builder::wide_char_at(peek!(this.value), index)
        }
    }

    /// java.lang.AbstractStringBuilder.toString: `java.lang.String toString()`
    pub fn toString(this: &Ref<AbstractStringBuilder>) -> Ref<Str> {
        // AbstractStringBuilder.somd:119: public String toString() { return text(value, wide, 0, count); }
        natives::builder::text_of(peek!(this.value), this.wide.get(), 0, this.count.get())
    }

    /// java.lang.AbstractStringBuilder.add: `void add(java.lang.String s)`
    pub fn add_String(this: &Ref<AbstractStringBuilder>, mut s: Ref<Str>) {
        // AbstractStringBuilder.somd:151: if (s == null) s = "null";
        if s.is_null() {
            s = TEXT_NULL.get().clone();
        }
        // AbstractStringBuilder.somd:152: int end = count + s.length();
        let end: i32 = this.count.get() + natives::string::length(s.invoke("String.length()", "s"));
        // AbstractStringBuilder.somd:153: reserve(end, isWide(s));
        AbstractStringBuilder::reserve(this, end, natives::builder::is_wide(&s));
        // AbstractStringBuilder.somd:154: putString(value, wide, count, s);
        natives::builder::put_string(peek!(this.value), this.wide.get(), this.count.get(), &s);
        // AbstractStringBuilder.somd:155: count = end;
        this.count.set(end);
    }

    /// java.lang.AbstractStringBuilder.add: `void add(char c)`
    pub fn add_char(this: &Ref<AbstractStringBuilder>, c: u16) {
        // AbstractStringBuilder.somd:167: if (wide == 0 && c < 256) {
        if this.wide.get() == 0 && (c as i32) < 256 {
            // AbstractStringBuilder.somd:168: if (count == value.length) grow(count + 1);
            if this.count.get() == peek!(this.value).length("this.value") {
                AbstractStringBuilder::grow(this, this.count.get() + 1);
            }
            // AbstractStringBuilder.somd:169: value[count++] = (byte) c;
            peek!(this.value).put(
                {
                    let old_1 = this.count.get();
                    this.count.set(old_1 + 1);
                    old_1
                },
                c as i8,
                "this.value",
            );
        } else {
            // AbstractStringBuilder.somd:171: reserve(count + 1, true);
            AbstractStringBuilder::reserve(this, this.count.get() + 1, true);
            // AbstractStringBuilder.somd:172: setWideChar(value, count++, c);
            natives::builder::set_wide_char(
                peek!(this.value),
                {
                    let old_2 = this.count.get();
                    this.count.set(old_2 + 1);
                    old_2
                },
                c,
            );
        }
    }

    /// java.lang.AbstractStringBuilder.add: `void add(long v)`
    pub fn add_long(this: &Ref<AbstractStringBuilder>, v: i64) {
        // AbstractStringBuilder.somd:186: int end = putLong(value, wide, count, v);
        let mut end: i32 = natives::builder::put_long(peek!(this.value), this.wide.get(), this.count.get(), v);
        // AbstractStringBuilder.somd:187: if (end < 0) {
        if end < 0 {
            // AbstractStringBuilder.somd:188: grow(-end);
            AbstractStringBuilder::grow(this, -end);
            // AbstractStringBuilder.somd:189: end = putLong(value, wide, count, v);
            end = natives::builder::put_long(peek!(this.value), this.wide.get(), this.count.get(), v);
        }
        // AbstractStringBuilder.somd:191: count = end;
        this.count.set(end);
    }

    /// java.lang.AbstractStringBuilder.add: `void add(float v)`
    pub fn add_float(this: &Ref<AbstractStringBuilder>, v: f32) {
        // AbstractStringBuilder.somd:195: int end = putFloat(value, wide, count, v);
        let mut end: i32 = natives::builder::put_float(peek!(this.value), this.wide.get(), this.count.get(), v);
        // AbstractStringBuilder.somd:196: if (end < 0) {
        if end < 0 {
            // AbstractStringBuilder.somd:197: grow(-end);
            AbstractStringBuilder::grow(this, -end);
            // AbstractStringBuilder.somd:198: end = putFloat(value, wide, count, v);
            end = natives::builder::put_float(peek!(this.value), this.wide.get(), this.count.get(), v);
        }
        // AbstractStringBuilder.somd:200: count = end;
        this.count.set(end);
    }

    /// java.lang.AbstractStringBuilder.add: `void add(double v)`
    pub fn add_double(this: &Ref<AbstractStringBuilder>, v: f64) {
        // AbstractStringBuilder.somd:204: int end = putDouble(value, wide, count, v);
        let mut end: i32 = natives::builder::put_double(peek!(this.value), this.wide.get(), this.count.get(), v);
        // AbstractStringBuilder.somd:205: if (end < 0) {
        if end < 0 {
            // AbstractStringBuilder.somd:206: grow(-end);
            AbstractStringBuilder::grow(this, -end);
            // AbstractStringBuilder.somd:207: end = putDouble(value, wide, count, v);
            end = natives::builder::put_double(peek!(this.value), this.wide.get(), this.count.get(), v);
        }
        // AbstractStringBuilder.somd:209: count = end;
        this.count.set(end);
    }

    /// java.lang.AbstractStringBuilder.setLength: `void setLength(int length)`
    pub fn setLength(this: &Ref<AbstractStringBuilder>, length: i32) {
        // AbstractStringBuilder.somd:260: if (length < 0) throw new StringIndexOutOfBoundsException(length);
        if length < 0 {
            throw(StringIndexOutOfBoundsException::new_int(length).into_up());
        }
        // AbstractStringBuilder.somd:261: if (length > capacity()) grow(length);
        if length > AbstractStringBuilder::capacity(this) {
            AbstractStringBuilder::grow(this, length);
        }
        // AbstractStringBuilder.somd:262: for (int i = count << wide; i < length << wide; i++) value[i] = 0;
        {
            let first_1 = this.count.get().wrapping_shl(this.wide.get() as u32);
            let value_2 = hoist_path_mut(peek!(this.value), move || peek!(this.value));
            let end_3 = length.wrapping_shl(this.wide.get() as u32);
            let steps_4 = Steps::up(first_1, end_3 as i64, 1);
            // Every index is in range: there is nothing to check.
            if value_2.covers(steps_4, 1, 0, 0, 0) {
                for i in first_1..end_3 {
                    value_2.put_nth(i as isize, 0);
                }
            } else {
                for i in first_1..end_3 {
                    value_2.put(i, 0, "this.value");
                }
            }
        }
        // AbstractStringBuilder.somd:263: count = length;
        this.count.set(length);
    }
}
