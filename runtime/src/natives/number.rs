//! The bits and texts of numbers, for the boxes.

use crate::number_text;
use crate::object::Ref;
use crate::string::Str;

/// What a floating-point text says, as `Double.parseDouble` reads it.
enum Parsed<'a> {
    Decimal(&'a str),
    Hex { negative: bool, digits: &'a str, point: usize, exponent: i64 },
    NaN,
    Infinity { negative: bool },
}

/// The text without white space and type suffix, by Java's grammar of floating-point literals with a sign.
fn syntax(text: &str) -> Option<Parsed<'_>> {
    let text = text.trim_matches(|c| c <= ' ');
    let (negative, body) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    match body {
        "NaN" => return Some(Parsed::NaN),
        "Infinity" => return Some(Parsed::Infinity { negative }),
        _ => {}
    }
    let suffix = |s: &str| s.ends_with(['f', 'F', 'd', 'D']);
    if let Some(hex) = body.strip_prefix("0x").or_else(|| body.strip_prefix("0X")) {
        let p = hex.find(['p', 'P'])?;
        let digits = &hex[..p];
        let power = &hex[p + 1..];
        let power = if suffix(power) { &power[..power.len() - 1] } else { power };
        let unsigned = power.strip_prefix(['-', '+']).unwrap_or(power);
        let count = digits.bytes().filter(u8::is_ascii_hexdigit).count();
        let points = digits.bytes().filter(|&b| b == b'.').count();
        if count == 0
            || points > 1
            || count + points != digits.len()
            || unsigned.is_empty()
            || !unsigned.bytes().all(|b| b.is_ascii_digit())
        {
            return None;
        }
        let point = digits.find('.').unwrap_or(digits.len());
        let limit = if power.starts_with('-') { -FAR } else { FAR };
        let exponent = power.parse::<i64>().unwrap_or(limit).clamp(-FAR, FAR);
        return Some(Parsed::Hex { negative, digits, point, exponent });
    }
    let end = if suffix(body) { body.len() - 1 } else { body.len() };
    let number = &body[..end];
    let (mantissa, exponent) = match number.find(['e', 'E']) {
        Some(e) => (&number[..e], Some(&number[e + 1..])),
        None => (number, None),
    };
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).count();
    let points = mantissa.bytes().filter(|&b| b == b'.').count();
    if digits == 0 || points > 1 || digits + points != mantissa.len() {
        return None;
    }
    if let Some(e) = exponent {
        let e = e.strip_prefix(['-', '+']).unwrap_or(e);
        if e.is_empty() || !e.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
    }
    let sign = text.len() - body.len();
    Some(Parsed::Decimal(&text[..sign + end]))
}

/// A power of two so large that no mantissa of a program's length brings the value back into range.
const FAR: i64 = 1 << 40;

/// A hexadecimal mantissa times a power of two, rounded once to `bits` bits of precision with `lowest` the exponent of the
/// smallest subnormal. Exact in the result type, so a further conversion does not round.
fn hex_value(negative: bool, digits: &str, point: usize, exponent: i64, bits: u32, lowest: i64) -> f64 {
    let mut mantissa: u64 = 0;
    let mut sticky = false;
    let mut exponent = exponent;
    for (i, b) in digits.bytes().enumerate() {
        let Some(d) = (b as char).to_digit(16) else { continue };
        if mantissa >> 58 == 0 {
            mantissa = mantissa << 4 | d as u64;
            if i > point {
                exponent -= 4;
            }
        } else {
            sticky |= d != 0;
            if i < point {
                exponent += 4;
            }
        }
    }
    if mantissa == 0 {
        return if negative { -0.0 } else { 0.0 };
    }
    let top = 64 - mantissa.leading_zeros() as i64;
    let unit = (exponent + top - bits as i64).max(lowest);
    let drop = unit - exponent;
    let mut rounded = mantissa as u128;
    if drop > 0 {
        let drop = drop.min(100) as u32;
        let kept = rounded >> drop;
        let rest = rounded - (kept << drop);
        let half = 1u128 << (drop - 1);
        rounded = kept + (rest > half || (rest == half && (sticky || kept & 1 == 1))) as u128;
    } else {
        rounded <<= (-drop).min(60);
    }
    let mut value = rounded as f64;
    let mut scale = unit;
    while scale > 1000 {
        value *= 2f64.powi(1000);
        scale -= 1000;
        if value.is_infinite() {
            break;
        }
    }
    while scale < -1000 {
        value *= 2f64.powi(-1000);
        scale += 1000;
        if value == 0.0 {
            break;
        }
    }
    if value != 0.0 && value.is_finite() {
        value *= 2f64.powi(scale as i32);
    }
    if negative { -value } else { value }
}

/// The decimal digits and exponent of a text that `number_text` wrote: the value is 0.DIGITS times ten to the exponent.
fn digits_of(value: f64) -> (Vec<u8>, i32) {
    let mut buffer = [0; 32];
    let text = number_text::double(value.abs(), &mut buffer);
    let e = text.iter().position(|&b| b == b'E');
    let mantissa = &text[..e.unwrap_or(text.len())];
    let power: i32 = match e {
        // The runtime wrote it.
        Some(e) => std::str::from_utf8(&text[e + 1..]).ok().and_then(|t| t.parse().ok()).unwrap_or(0),
        None => 0,
    };
    let point = mantissa.iter().position(|&b| b == b'.').unwrap_or(mantissa.len());
    let digits: Vec<u8> = mantissa.iter().copied().filter(|&b| b != b'.').collect();
    let zeros = digits.iter().take_while(|&&b| b == b'0').count();
    if zeros == digits.len() {
        return (vec![b'0'], 1);
    }
    let mut exponent = point as i32 + power - zeros as i32;
    let mut digits = digits[zeros..].to_vec();
    while digits.len() > 1 && digits[digits.len() - 1] == b'0' {
        digits.pop();
    }
    if digits.is_empty() {
        exponent = 1;
    }
    (digits, exponent)
}

/// Keeps the first `keep` digits, rounding half up, which may carry into a new first digit.
fn rounded(mut digits: Vec<u8>, mut exponent: i32, keep: i32) -> (Vec<u8>, i32) {
    if keep >= digits.len() as i32 {
        return (digits, exponent);
    }
    if keep < 0 || (keep == 0 && digits[0] < b'5') {
        return (vec![b'0'], 1);
    }
    if keep == 0 {
        return (vec![b'1'], exponent + 1);
    }
    let up = digits[keep as usize] >= b'5';
    digits.truncate(keep as usize);
    if up {
        let mut i = digits.len();
        loop {
            if i == 0 {
                digits.insert(0, b'1');
                digits.pop();
                exponent += 1;
                break;
            }
            i -= 1;
            if digits[i] == b'9' {
                digits[i] = b'0';
            } else {
                digits[i] += 1;
                break;
            }
        }
    }
    (digits, exponent)
}

natives! {
    "number.intToString" => pub fn int_to_string(i: i32) -> Ref<Str> { long_to_string(i as i64) }
    "number.longToString" => pub fn long_to_string(l: i64) -> Ref<Str> { Str::from_latin1(number_text::decimal(l, &mut [0; 20])) }
    "number.doubleToString" => pub fn double_to_string(d: f64) -> Ref<Str> { Str::from_latin1(number_text::double(d, &mut [0; 32])) }
    "number.floatToString" => pub fn float_to_string(f: f32) -> Ref<Str> { Str::from_latin1(number_text::float(f, &mut [0; 32])) }
    "number.isDouble" => pub fn is_double(s: &Ref<Str>) -> bool { syntax(&s.to_rust()).is_some() }
    /// 0 where `is_double` says no.
    "number.parseDouble" => pub fn parse_double(s: &Ref<Str>) -> f64 {
        match syntax(&s.to_rust()) {
            Some(Parsed::Decimal(t)) => t.parse().unwrap_or(0.0),
            Some(Parsed::Hex { negative, digits, point, exponent }) => hex_value(negative, digits, point, exponent, 53, -1074),
            Some(Parsed::Infinity { negative }) => if negative { f64::NEG_INFINITY } else { f64::INFINITY },
            Some(Parsed::NaN) => f64::NAN,
            None => 0.0,
        }
    }
    "number.parseFloat" => pub fn parse_float(s: &Ref<Str>) -> f32 {
        match syntax(&s.to_rust()) {
            Some(Parsed::Decimal(t)) => t.parse().unwrap_or(0.0),
            Some(Parsed::Hex { negative, digits, point, exponent }) => hex_value(negative, digits, point, exponent, 24, -149) as f32,
            Some(Parsed::Infinity { negative }) => if negative { f32::NEG_INFINITY } else { f32::INFINITY },
            Some(Parsed::NaN) => f32::NAN,
            None => 0.0,
        }
    }
    "number.doubleToRawLongBits" => pub fn double_to_raw_long_bits(d: f64) -> i64 { d.to_bits() as i64 }
    "number.longBitsToDouble" => pub fn long_bits_to_double(l: i64) -> f64 { f64::from_bits(l as u64) }
    "number.floatToRawIntBits" => pub fn float_to_raw_int_bits(f: f32) -> i32 { f.to_bits() as i32 }
    "number.intBitsToFloat" => pub fn int_bits_to_float(i: i32) -> f32 { f32::from_bits(i as u32) }
    "number.intBitCount" => pub fn int_bit_count(i: i32) -> i32 { i.count_ones() as i32 }
    "number.longBitCount" => pub fn long_bit_count(l: i64) -> i32 { l.count_ones() as i32 }
    "number.intLeadingZeros" => pub fn int_leading_zeros(i: i32) -> i32 { i.leading_zeros() as i32 }
    "number.longLeadingZeros" => pub fn long_leading_zeros(l: i64) -> i32 { l.leading_zeros() as i32 }
    "number.intTrailingZeros" => pub fn int_trailing_zeros(i: i32) -> i32 { i.trailing_zeros() as i32 }
    "number.longTrailingZeros" => pub fn long_trailing_zeros(l: i64) -> i32 { l.trailing_zeros() as i32 }
    "number.intReverse" => pub fn int_reverse(i: i32) -> i32 { i.reverse_bits() }
    "number.longReverse" => pub fn long_reverse(l: i64) -> i64 { l.reverse_bits() }
    "number.intReverseBytes" => pub fn int_reverse_bytes(i: i32) -> i32 { i.swap_bytes() }
    "number.longReverseBytes" => pub fn long_reverse_bytes(l: i64) -> i64 { l.swap_bytes() }
    /// The divisor is not zero.
    "number.divideUnsigned" => pub fn divide_unsigned(a: i64, b: i64) -> i64 { (a as u64 / b as u64) as i64 }
    /// The magnitude with `precision` digits after the point: Java rounds the decimal text half up, not the exact value.
    "number.fixed" => pub fn fixed(value: f64, precision: i32) -> Ref<Str> {
        let (digits, exponent) = digits_of(value);
        let (digits, exponent) = rounded(digits, exponent, exponent.saturating_add(precision));
        let mut out = Vec::new();
        let digit = |i: i32| usize::try_from(i).ok().and_then(|i| digits.get(i)).copied().unwrap_or(b'0');
        if exponent <= 0 {
            out.push(b'0');
        }
        (0..exponent).for_each(|i| out.push(digit(i)));
        if precision > 0 {
            out.push(b'.');
            (0..precision).for_each(|i| out.push(digit(exponent + i)));
        }
        Str::from_latin1(&out)
    }
    /// The magnitude as `d.ddde+XX` with `precision` digits after the point.
    "number.scientific" => pub fn scientific(value: f64, precision: i32) -> Ref<Str> {
        let (digits, exponent) = digits_of(value);
        let (digits, exponent) = rounded(digits, exponent, precision.saturating_add(1));
        let mut out = vec![digits[0]];
        if precision > 0 {
            out.push(b'.');
            (0..precision as usize).for_each(|i| out.push(digits.get(i + 1).copied().unwrap_or(b'0')));
        }
        let power = if value == 0.0 { 0 } else { exponent - 1 };
        out.extend_from_slice(format!("e{}{:02}", if power < 0 { '-' } else { '+' }, power.abs()).as_bytes());
        Str::from_latin1(&out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_read() {
        let read = |t: &str| is_double(&Str::new(t)).then(|| parse_double(&Str::new(t)));
        assert_eq!(read(" 1.5e3d "), Some(1500.0));
        assert_eq!(read("-.5f"), Some(-0.5));
        assert_eq!(read("5."), Some(5.0));
        assert_eq!(read("0x1.8p1"), Some(3.0));
        assert_eq!(read("0x1p-1074"), Some(f64::from_bits(1)));
        assert_eq!(read("-Infinity"), Some(f64::NEG_INFINITY));
        for bad in ["", ".", "e5", "1e", "inf", "nan", "1_0", "0x1.8", "1 2", "--1", "1.2.3", "infinity"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn rounds_the_decimal_text() {
        let f = |v, p| fixed(v, p).to_rust();
        assert_eq!(f(0.125, 2), "0.13");
        assert_eq!(f(1.005, 2), "1.01");
        assert_eq!(f(999.9996, 3), "1000.000");
        assert_eq!(f(0.4, 0), "0");
        assert_eq!(f(0.5, 0), "1");
        assert_eq!(f(0.0004, 2), "0.00");
        assert_eq!(f(0.006, 2), "0.01");
        assert_eq!(scientific(12345.678, 3).to_rust(), "1.235e+04");
        assert_eq!(scientific(9.9999e-10, 2).to_rust(), "1.00e-09");
        assert_eq!(scientific(0.0, 1).to_rust(), "0.0e+00");
    }
}
