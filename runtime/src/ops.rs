//! Arithmetic where Java and Rust differ.
//!
//! Integer `+ - *` are `wrapping_*`, shifts mask their count, a conversion of floating point to an integer is Rust's `as`
//! (both saturate, NaN is 0), and `%` on floating point is Rust's `%` (both are C's `fmod`): those need nothing here.

use crate::exception::throw_division_by_zero;

macro_rules! integers {
    ($t:ty, $div:ident, $rem:ident, $shl:ident, $shr:ident, $ushr:ident, $unsigned:ty, $floor_div:ident, $floor_mod:ident) => {
        #[inline(always)]
        #[track_caller]
        pub fn $div(a: $t, b: $t) -> $t {
            if b == 0 {
                throw_division_by_zero();
            }
            a.wrapping_div(b)
        }

        #[inline(always)]
        #[track_caller]
        pub fn $rem(a: $t, b: $t) -> $t {
            if b == 0 {
                throw_division_by_zero();
            }
            a.wrapping_rem(b)
        }

        #[inline(always)]
        pub fn $shl(a: $t, n: i32) -> $t {
            a.wrapping_shl(n as u32)
        }

        #[inline(always)]
        pub fn $shr(a: $t, n: i32) -> $t {
            a.wrapping_shr(n as u32)
        }

        #[inline(always)]
        pub fn $ushr(a: $t, n: i32) -> $t {
            (a as $unsigned).wrapping_shr(n as u32) as $t
        }

        #[inline(always)]
        #[track_caller]
        pub fn $floor_div(a: $t, b: $t) -> $t {
            let q = $div(a, b);
            if (a ^ b) < 0 && q.wrapping_mul(b) != a { q - 1 } else { q }
        }

        #[inline(always)]
        #[track_caller]
        pub fn $floor_mod(a: $t, b: $t) -> $t {
            let r = $rem(a, b);
            if (r ^ b) < 0 && r != 0 { r + b } else { r }
        }
    };
}
integers!(i32, idiv, irem, ishl, ishr, iushr, u32, floor_div, floor_mod);
integers!(i64, ldiv, lrem, lshl, lshr, lushr, u64, floor_div_long, floor_mod_long);

macro_rules! floats {
    ($t:ty, $min:ident, $max:ident, $cmpl:ident, $compare:ident, $rem:ident) => {
        /// `Math.min`: NaN if either is, and -0 is below 0.
        #[inline(always)]
        pub fn $min(a: $t, b: $t) -> $t {
            if a.is_nan() || b.is_nan() {
                return <$t>::NAN;
            }
            if a == 0.0 && b == 0.0 {
                return <$t>::from_bits(a.to_bits() | b.to_bits());
            }
            if a <= b { a } else { b }
        }

        /// `Math.max`: NaN if either is, and -0 is below 0.
        #[inline(always)]
        pub fn $max(a: $t, b: $t) -> $t {
            if a.is_nan() || b.is_nan() {
                return <$t>::NAN;
            }
            if a == 0.0 && b == 0.0 {
                return <$t>::from_bits(a.to_bits() & b.to_bits());
            }
            if a >= b { a } else { b }
        }

        /// `Double.compare`: -0 is below 0, NaN is equal to itself and above all.
        #[inline]
        pub fn $compare(a: $t, b: $t) -> i32 {
            if a < b {
                -1
            } else if a > b {
                1
            } else {
                let key = |x: $t| if x.is_nan() { (1, 0) } else { (0, (x.to_bits() == 0) as i32) };
                // Equal, or zeros of either sign, or NaN.
                if a == b && a != 0.0 { 0 } else { key(a).cmp(&key(b)) as i32 }
            }
        }

        /// `%`.
        #[inline(always)]
        pub fn $rem(a: $t, b: $t) -> $t {
            a % b
        }
    };
}
floats!(f32, fmin, fmax, fcmpl, compare_float, frem);
floats!(f64, dmin, dmax, dcmpl, compare_double, drem);

/// `Math.rint`: to the nearest integer, ties to even.
#[inline(always)]
pub fn rint(a: f64) -> f64 {
    a.round_ties_even()
}

/// `Math.round(double)`: to the nearest integer, ties up.
#[inline]
pub fn round(a: f64) -> i64 {
    round_half_up(a) as i64
}

/// `Math.round(float)`.
#[inline]
pub fn round_float(a: f32) -> i32 {
    // Exact in double.
    round_half_up(a as f64) as i32
}

/// `floor(a + 1/2)` of the exact sum.
#[inline]
fn round_half_up(a: f64) -> f64 {
    let down = a.floor();
    // The difference is exact: both are within one unit of each other.
    if a - down >= 0.5 { down + 1.0 } else { down }
}

/// `Double.doubleToLongBits`: one NaN.
#[inline(always)]
pub fn double_to_long_bits(a: f64) -> i64 {
    if a.is_nan() { 0x7ff8_0000_0000_0000 } else { a.to_bits() as i64 }
}

/// `Float.floatToIntBits`: one NaN.
#[inline(always)]
pub fn float_to_int_bits(a: f32) -> i32 {
    if a.is_nan() { 0x7fc0_0000 } else { a.to_bits() as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_program::thrown;

    #[test]
    fn integers() {
        assert_eq!(idiv(i32::MIN, -1), i32::MIN);
        assert_eq!(lrem(i64::MIN, -1), 0);
        assert_eq!(idiv(-7, 2), -3);
        assert_eq!(irem(-7, 2), -1);
        assert_eq!(ishl(1, 33), 2);
        assert_eq!(iushr(-1, 28), 15);
        assert_eq!(lushr(-1, 124), 15);
        assert_eq!(floor_div(-7, 2), -4);
        assert_eq!(floor_mod(-7, 3), 2);
        assert_eq!(floor_mod(7, -3), -2);
        assert_eq!(thrown(|| assert_eq!(irem(1, 0), 0)), "java.lang.ArithmeticException: / by zero");
    }

    #[test]
    fn floating_point() {
        assert!(dmin(0.0, f64::NAN).is_nan() && fmax(f32::NAN, 1.0).is_nan());
        assert!(dmin(0.0, -0.0).is_sign_negative() && dmax(-0.0, 0.0).is_sign_positive());
        assert_eq!(round(0.49999999999999994), 0);
        assert_eq!(round(-2.5), -2);
        assert_eq!(round(2.5), 3);
        assert_eq!(round(4503599627370497.0), 4503599627370497);
        assert_eq!(round(f64::NAN), 0);
        assert_eq!(round_float(1e20), i32::MAX);
        assert_eq!(rint(2.5), 2.0);
        assert_eq!(compare_double(0.0, -0.0), 1);
        assert_eq!(compare_double(-0.0, -0.0), 0);
        assert_eq!(compare_double(f64::NAN, f64::INFINITY), 1);
        assert_eq!(compare_float(f32::NAN, f32::NAN), 0);
        assert_eq!(compare_double(1.0, f64::NAN), -1);
    }
}
