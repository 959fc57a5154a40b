//! The primitive operations of `java.lang.Math`; every back end knows them by these names too.

use crate::ops;

natives! {
    #[inline]
    "math.sqrt" => pub fn sqrt(a: f64) -> f64 { a.sqrt() }
    #[inline]
    "math.floor" => pub fn floor(a: f64) -> f64 { a.floor() }
    #[inline]
    "math.ceil" => pub fn ceil(a: f64) -> f64 { a.ceil() }
    #[inline]
    "math.rint" => pub fn rint(a: f64) -> f64 { ops::rint(a) }
    #[inline]
    "math.fma" => pub fn fma(a: f64, b: f64, c: f64) -> f64 { a.mul_add(b, c) }
    #[inline]
    "math.fmaFloat" => pub fn fma_float(a: f32, b: f32, c: f32) -> f32 { a.mul_add(b, c) }
    #[inline]
    "math.sqrtFloat" => pub fn sqrt_float(a: f32) -> f32 { a.sqrt() }
    #[inline]
    "math.absInt" => pub fn abs_int(a: i32) -> i32 { a.wrapping_abs() }
    #[inline]
    "math.absLong" => pub fn abs_long(a: i64) -> i64 { a.wrapping_abs() }
    #[inline]
    "math.absFloat" => pub fn abs_float(a: f32) -> f32 { a.abs() }
    #[inline]
    "math.absDouble" => pub fn abs_double(a: f64) -> f64 { a.abs() }
    #[inline]
    "math.maxInt" => pub fn max_int(a: i32, b: i32) -> i32 { a.max(b) }
    #[inline]
    "math.maxLong" => pub fn max_long(a: i64, b: i64) -> i64 { a.max(b) }
    #[inline]
    "math.maxFloat" => pub fn max_float(a: f32, b: f32) -> f32 { ops::fmax(a, b) }
    #[inline]
    "math.maxDouble" => pub fn max_double(a: f64, b: f64) -> f64 { ops::dmax(a, b) }
    #[inline]
    "math.minInt" => pub fn min_int(a: i32, b: i32) -> i32 { a.min(b) }
    #[inline]
    "math.minLong" => pub fn min_long(a: i64, b: i64) -> i64 { a.min(b) }
    #[inline]
    "math.minFloat" => pub fn min_float(a: f32, b: f32) -> f32 { ops::fmin(a, b) }
    #[inline]
    "math.minDouble" => pub fn min_double(a: f64, b: f64) -> f64 { ops::dmin(a, b) }
}
