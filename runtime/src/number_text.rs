//! The text of numbers, exactly as Java 17 writes it.
//!
//! Java's `Double.toString` before release 19 is not the shortest text that reads back (JDK-4511638): its comparisons
//! sometimes let one digit too many through (2E23 is printed `1.9999999999999998E23`). All of that generator that shows is
//! kept: the estimate of the exponent, the three widths of arithmetic and the comparison that each makes, the shortcut for
//! integers, and the rounding of the last digit.

use std::cmp::Ordering;

/// Decimal digits of `v`, written to the end of `buffer`.
pub fn decimal(v: i64, buffer: &mut [u8; 20]) -> &[u8] {
    // SAFETY: no number has more than 20 characters.
    unsafe { write_decimal(v, buffer.as_mut_ptr().add(20)) };
    &buffer[20 - decimal_length(v)..]
}

/// How many characters the decimal text of `v` has.
#[inline]
pub fn decimal_length(v: i64) -> usize {
    let n = v.unsigned_abs();
    let digits = match u32::try_from(n) {
        Ok(n) => n.checked_ilog10(),
        Err(_) => n.checked_ilog10(),
    };
    (v < 0) as usize + 1 + digits.unwrap_or(0) as usize
}

/// Writes the decimal text of `v` so that it ends before `end`.
///
/// # Safety
/// There is room for [`decimal_length`] bytes.
pub unsafe fn write_decimal(v: i64, end: *mut u8) {
    const PAIRS: &[u8; 200] =
        b"0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
    let pair = |n: u32| [PAIRS[n as usize * 2], PAIRS[n as usize * 2 + 1]];
    let mut at = end;
    let mut write = |text: &[u8]| unsafe {
        at = at.sub(text.len());
        at.copy_from_nonoverlapping(text.as_ptr(), text.len());
    };
    let mut long = v.unsigned_abs();
    while long > u32::MAX as u64 {
        write(&pair((long % 100) as u32));
        long /= 100;
    }
    let mut n = long as u32;
    while n >= 100 {
        write(&pair(n % 100));
        n /= 100;
    }
    if n >= 10 {
        write(&pair(n))
    } else {
        write(&[b'0' + n as u8])
    }
    if v < 0 {
        write(b"-");
    }
}

/// `Double.toString`.
pub fn double(v: f64, buffer: &mut [u8; 32]) -> &[u8] {
    let bits = v.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    if exponent == 0x7ff {
        return special(v.is_nan(), v < 0.0, buffer);
    }
    if exponent == 0 {
        if fraction == 0 {
            return zero(v.is_sign_negative(), buffer);
        }
        // Subnormal: fewer significant bits.
        let zeros = fraction.leading_zeros() as i32;
        let shift = zeros - 11;
        return layout(v < 0.0, &digits(fraction << shift, 1 - shift - 1023, 64 - zeros), buffer);
    }
    layout(v < 0.0, &digits(fraction | 1 << 52, exponent - 1023, 53), buffer)
}

/// `Float.toString`.
pub fn float(v: f32, buffer: &mut [u8; 32]) -> &[u8] {
    let bits = v.to_bits();
    let exponent = (bits >> 23 & 0xff) as i32;
    let fraction = bits & ((1 << 23) - 1);
    if exponent == 0xff {
        return special(v.is_nan(), v < 0.0, buffer);
    }
    if exponent == 0 {
        if fraction == 0 {
            return zero(v.is_sign_negative(), buffer);
        }
        let zeros = fraction.leading_zeros() as i32;
        let shift = zeros - 8;
        return layout(v < 0.0, &digits(((fraction << shift) as u64) << 29, 1 - shift - 127, 32 - zeros), buffer);
    }
    layout(v < 0.0, &digits(((fraction | 1 << 23) as u64) << 29, exponent - 127, 24), buffer)
}

fn special(nan: bool, negative: bool, buffer: &mut [u8; 32]) -> &[u8] {
    let text: &[u8] = match (nan, negative) {
        (true, _) => b"NaN",
        (false, false) => b"Infinity",
        (false, true) => b"-Infinity",
    };
    buffer[..text.len()].copy_from_slice(text);
    &buffer[..text.len()]
}

fn zero(negative: bool, buffer: &mut [u8; 32]) -> &[u8] {
    buffer[..4].copy_from_slice(b"-0.0");
    if negative { &buffer[..4] } else { &buffer[1..4] }
}

/// Significant digits `0.d1d2d3… * 10^exponent`, without trailing zeros beyond the first.
struct Digits {
    digits: [u8; 24],
    count: usize,
    exponent: i32,
}

impl Digits {
    fn push(&mut self, digit: u8) {
        self.digits[self.count] = digit;
        self.count += 1;
    }

    /// One unit more in the last place.
    fn round_up(&mut self) {
        let mut i = self.count;
        loop {
            if i == 0 {
                // All nines: a one, and zeros after it.
                self.digits[0] = 1;
                self.exponent += 1;
                return;
            }
            i -= 1;
            if self.digits[i] < 9 {
                self.digits[i] += 1;
                return;
            }
            self.digits[i] = 0;
        }
    }
}

/// Java's layout: plain from 10^-3 to 10^7, else computerised scientific notation.
fn layout<'a>(negative: bool, d: &Digits, buffer: &'a mut [u8; 32]) -> &'a [u8] {
    let mut n = 0;
    let mut put = |c: u8| {
        buffer[n] = c;
        n += 1;
    };
    if negative {
        put(b'-');
    }
    let digit = |i: usize| b'0' + if i < d.count { d.digits[i] } else { 0 };
    if 0 < d.exponent && d.exponent < 8 {
        let whole = d.exponent as usize;
        (0..whole).for_each(|i| put(digit(i)));
        put(b'.');
        (whole..d.count.max(whole + 1)).for_each(|i| put(digit(i)));
    } else if -3 < d.exponent && d.exponent <= 0 {
        put(b'0');
        put(b'.');
        (d.exponent..0).for_each(|_| put(b'0'));
        (0..d.count).for_each(|i| put(digit(i)));
    } else {
        put(digit(0));
        put(b'.');
        (1..d.count.max(2)).for_each(|i| put(digit(i)));
        put(b'E');
        let mut e = d.exponent - 1;
        if e < 0 {
            put(b'-');
            e = -e;
        }
        if e >= 100 {
            put(b'0' + (e / 100) as u8);
        }
        if e >= 10 {
            put(b'0' + (e / 10 % 10) as u8);
        }
        put(b'0' + (e % 10) as u8);
    }
    &buffer[..n]
}

const POWERS_OF_5: [u64; 28] = {
    let mut table = [1u64; 28];
    let mut i = 1;
    while i < 28 {
        table[i] = table[i - 1] * 5;
        i += 1;
    }
    table
};

/// An upper bound on the bits of `5^n`, as the generator counts them: exact where the power fits in a `long`.
fn bits_of_power_of_5(n: i32) -> i32 {
    match n {
        0 => 0,
        1..=26 => 64 - POWERS_OF_5[n as usize].leading_zeros() as i32,
        _ => 3 * n,
    }
}

/// The digits of `fraction / 2^52 * 2^exponent`, where bit 52 of `fraction` is its highest, and the number has
/// `significant` bits of precision.
fn digits(fraction: u64, exponent: i32, significant: i32) -> Digits {
    let trailing = fraction.trailing_zeros() as i32;
    let fraction_bits = 53 - trailing;
    // Bits after the binary point.
    let tiny_bits = (fraction_bits - exponent - 1).max(0);
    if (-21..=62).contains(&exponent) && tiny_bits == 0 {
        return integer_digits(fraction, exponent, significant);
    }

    // The value is B / S, half a unit of the last place M / S, all integers: with common factors of two removed, the
    // powers of two and five of each.
    let mut decimal = estimate(fraction, exponent);
    let b5 = (-decimal).max(0);
    let mut b2 = b5 + tiny_bits + exponent;
    let s5 = decimal.max(0);
    let mut s2 = s5 + tiny_bits;
    let m5 = b5;
    let mut m2 = b2 - significant;
    let fraction = fraction >> trailing;
    b2 -= fraction_bits - 1;
    let common = b2.min(s2);
    b2 -= common;
    s2 -= common;
    m2 -= common;
    // A power of two: the gap below is half of the gap above.
    if fraction_bits == 1 {
        m2 -= 1;
    }
    if m2 < 0 {
        b2 -= m2;
        s2 -= m2;
        m2 = 0;
    }
    let b_bits = fraction_bits + b2 + bits_of_power_of_5(b5);
    let ten_s_bits = s2 + 1 + bits_of_power_of_5(s5 + 1);

    let mut out = Digits { digits: [0; 24], count: 0, exponent: 0 };
    // The three widths differ in when M may overflow, and the widest in that it takes "as far as" for "further than".
    let (low, high, rest) = if b_bits < 64 && ten_s_bits < 64 {
        let b = fraction.wrapping_mul(POWERS_OF_5[b5 as usize]) << b2;
        let s = POWERS_OF_5[s5 as usize] << s2;
        let m = POWERS_OF_5[m5 as usize] << m2;
        if b_bits < 32 && ten_s_bits < 32 {
            generate::<i32>(b as i32, s as i32, m as i32, &mut decimal, &mut out)
        } else {
            generate::<i64>(b as i64, s as i64, m as i64, &mut decimal, &mut out)
        }
    } else {
        generate_big(
            Big::from(fraction).times_power_of_5(b5).shifted(b2),
            Big::from(1).times_power_of_5(s5).shifted(s2),
            Big::from(1).times_power_of_5(m5).shifted(m2),
            &mut decimal,
            &mut out,
        )
    };
    out.exponent = decimal + 1;
    let last_is_odd = out.digits[out.count - 1] & 1 != 0;
    if high && (!low || rest == Ordering::Greater || (rest == Ordering::Equal && last_is_odd)) {
        out.round_up();
    }
    out
}

/// The digits of an integer below 2^63: all of them, less those that the precision does not reach.
fn integer_digits(fraction: u64, exponent: i32, significant: i32) -> Digits {
    let mut n = if exponent >= 52 { fraction << (exponent - 52) } else { fraction >> (52 - exponent) };
    let mut out = Digits { digits: [0; 24], count: 0, exponent: 0 };
    let mut dropped = 0;
    if exponent > significant {
        // The decimal digits of the power of two that the precision cannot tell apart.
        let power = exponent - significant - 1;
        dropped = if power > 1 { (power as f64 * std::f64::consts::LOG10_2) as i32 } else { 0 };
        if dropped > 0 {
            let ten = 10u64.pow(dropped as u32);
            let rest = n % ten;
            n /= ten;
            if rest >= ten / 2 {
                n += 1;
            }
        }
    }
    while n % 10 == 0 {
        n /= 10;
        dropped += 1;
    }
    let mut text = [0; 20];
    let text = decimal(n as i64, &mut text);
    for c in text {
        out.push(c - b'0');
    }
    out.exponent = text.len() as i32 + dropped;
    out
}

/// The exponent of the first digit, or one too many: log10 by its tangent in the middle of the significand's range, in
/// the constants that Java has.
#[allow(clippy::approx_constant)]
fn estimate(fraction: u64, exponent: i32) -> i32 {
    let significand = f64::from_bits(1023 << 52 | (fraction & ((1 << 52) - 1)));
    ((significand - 1.5) * 0.289529654 + 0.176091259 + exponent as f64 * 0.301029995663981).floor() as i32
}

trait Word: Copy + Ord {
    const ZERO: Self;
    fn times_10(self) -> Self;
    fn divide(self, by: Self) -> (u8, Self);
    fn plus(self, other: Self) -> Self;
    /// The order of `2 * self` and `other`, where their difference does not overflow; the double may.
    fn twice_against(self, other: Self) -> Ordering;
}

macro_rules! word {
    ($t:ty) => {
        impl Word for $t {
            const ZERO: $t = 0;
            fn times_10(self) -> $t {
                self.wrapping_mul(10)
            }
            fn divide(self, by: $t) -> (u8, $t) {
                ((self / by) as u8, self % by)
            }
            fn plus(self, other: $t) -> $t {
                self.wrapping_add(other)
            }
            fn twice_against(self, other: $t) -> Ordering {
                self.wrapping_shl(1).wrapping_sub(other).cmp(&0)
            }
        }
    };
}
word!(i32);
word!(i64);

/// Steele and White's generator in words: digits until what remains is nearer than M to the value from below (`low`) or
/// above (`high`). Returns both and how the remainder compares with half a digit.
fn generate<W: Word>(mut b: W, s: W, mut m: W, decimal: &mut i32, out: &mut Digits) -> (bool, bool, Ordering) {
    let tens = s.times_10();
    let step = |b: &mut W, m: &mut W| {
        let (q, r) = b.divide(s);
        *b = r.times_10();
        *m = m.times_10();
        q
    };
    let q = step(&mut b, &mut m);
    let mut low = b < m;
    let mut high = b.plus(m) > tens;
    if q == 0 && !high {
        *decimal -= 1;
    } else {
        out.push(q);
    }
    // Scientific notation has a digit after the point in any case.
    if *decimal < -3 || *decimal >= 8 {
        low = false;
        high = false;
    }
    while !low && !high {
        let q = step(&mut b, &mut m);
        // An overflowing M is larger than anything.
        (low, high) = if m > W::ZERO { (b < m, b.plus(m) > tens) } else { (true, true) };
        out.push(q);
    }
    (low, high, b.twice_against(tens))
}

/// As [`generate`], in numbers of any size.
fn generate_big(mut b: Big, s: Big, mut m: Big, decimal: &mut i32, out: &mut Digits) -> (bool, bool, Ordering) {
    let tens = s.clone().times(10);
    let step = |b: &mut Big, m: &mut Big| {
        let q = b.reduce(&s);
        b.multiply(10);
        m.multiply(10);
        q
    };
    let q = step(&mut b, &mut m);
    let mut low = b.compare(&m) == Ordering::Less;
    let mut high = tens.compare(&b.plus(&m)) != Ordering::Greater;
    if q == 0 && !high {
        *decimal -= 1;
    } else {
        out.push(q);
    }
    if *decimal < -3 || *decimal >= 8 {
        low = false;
        high = false;
    }
    while !low && !high {
        let q = step(&mut b, &mut m);
        low = b.compare(&m) == Ordering::Less;
        high = tens.compare(&b.plus(&m)) != Ordering::Greater;
        out.push(q);
    }
    let rest = if low && high { b.plus(&b).compare(&tens) } else { Ordering::Equal };
    (low, high, rest)
}

/// A natural number of up to 2400 bits, least word first; words above `length` are zero.
#[derive(Clone)]
struct Big {
    words: [u32; Big::WORDS],
    length: usize,
}

impl Big {
    const WORDS: usize = 76;

    fn from(n: u64) -> Big {
        let mut big = Big { words: [0; Big::WORDS], length: 2 };
        big.words[0] = n as u32;
        big.words[1] = (n >> 32) as u32;
        big.trim();
        big
    }

    fn trim(&mut self) {
        while self.length > 0 && self.words[self.length - 1] == 0 {
            self.length -= 1;
        }
    }

    fn multiply(&mut self, by: u32) {
        let mut carry = 0;
        for w in &mut self.words[..self.length] {
            let n = *w as u64 * by as u64 + carry;
            *w = n as u32;
            carry = n >> 32;
        }
        if carry != 0 {
            self.words[self.length] = carry as u32;
            self.length += 1;
        }
    }

    fn times(mut self, by: u32) -> Big {
        self.multiply(by);
        self
    }

    fn times_power_of_5(mut self, mut n: i32) -> Big {
        while n > 0 {
            let step = n.min(13);
            self.multiply(POWERS_OF_5[step as usize] as u32);
            n -= step;
        }
        self
    }

    fn shifted(mut self, n: i32) -> Big {
        let (whole, bits) = (n as usize / 32, n as usize % 32);
        if bits > 0 {
            self.multiply(1 << bits);
        }
        self.words.copy_within(..self.length, whole);
        self.words[..whole].fill(0);
        self.length += whole;
        self
    }

    fn plus(&self, other: &Big) -> Big {
        let mut sum = self.clone();
        let mut carry = 0;
        sum.length = self.length.max(other.length) + 1;
        for i in 0..sum.length {
            let n = self.words[i] as u64 + other.words[i] as u64 + carry;
            sum.words[i] = n as u32;
            carry = n >> 32;
        }
        sum.trim();
        sum
    }

    fn compare(&self, other: &Big) -> Ordering {
        self.length
            .cmp(&other.length)
            .then_with(|| self.words[..self.length].iter().rev().cmp(other.words[..other.length].iter().rev()))
    }

    /// The quotient by `by`, which is a digit; `self` becomes the remainder.
    fn reduce(&mut self, by: &Big) -> u8 {
        let n = by.length;
        if self.length < n {
            return 0;
        }
        // The quotient of the leading words is too small by at most one.
        let top = |b: &Big| (b.words[n] as u64) << 32 | b.words[n - 1] as u64;
        let mut q = (top(self) / (by.words[n - 1] as u64 + 1)) as u32;
        self.subtract(by, q);
        while self.compare(by) != Ordering::Less {
            self.subtract(by, 1);
            q += 1;
        }
        q as u8
    }

    fn subtract(&mut self, by: &Big, times: u32) {
        let mut borrow = 0i64;
        for i in 0..self.length {
            let n = self.words[i] as i64 - ((by.words[i] as u64 * times as u64) & 0xffff_ffff) as i64 + borrow;
            self.words[i] = n as u32;
            borrow = (n >> 32) - ((by.words[i] as u64 * times as u64) >> 32) as i64;
        }
        self.trim();
    }
}
