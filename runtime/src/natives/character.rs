//! `java.lang.Character`'s classes and cases of code points.
//!
//! Exact for all of Latin-1; beyond it by Rust's tables, which differ from Java's where a code point is alphabetic without
//! being a letter (letter-like numbers and combining vowel signs).

fn of(code_point: i32) -> Option<char> {
    u32::try_from(code_point).ok().and_then(char::from_u32)
}

/// The zeros of the scripts' ten digits in a row.
const ZEROS: &[i32] = &[
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
    0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620,
    0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0,
    0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60,
    0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

natives! {
    "character.isLetter" => pub fn is_letter(c: i32) -> bool {
        match c {
            0..128 => (c as u8).is_ascii_alphabetic(),
            _ => of(c).is_some_and(char::is_alphabetic),
        }
    }
    "character.isDigit" => pub fn is_digit(c: i32) -> bool {
        match c {
            0..256 => (c as u8).is_ascii_digit(),
            _ => ZEROS.iter().any(|&z| (z..z + 10).contains(&c)),
        }
    }
    "character.isWhitespace" => pub fn is_whitespace(c: i32) -> bool {
        matches!(c, 9..=13 | 28..=32 | 0x1680 | 0x2000..=0x2006 | 0x2008..=0x200a | 0x2028 | 0x2029 | 0x205f | 0x3000)
    }
    "character.isSpaceChar" => pub fn is_space_char(c: i32) -> bool {
        matches!(c, 32 | 0xa0 | 0x1680 | 0x2000..=0x200a | 0x2028 | 0x2029 | 0x202f | 0x205f | 0x3000)
    }
    "character.isUpperCase" => pub fn is_upper_case(c: i32) -> bool { of(c).is_some_and(char::is_uppercase) }
    "character.isLowerCase" => pub fn is_lower_case(c: i32) -> bool { of(c).is_some_and(char::is_lowercase) }
    /// A code point whose upper case is several stays as it is.
    "character.toUpperCase" => pub fn to_upper_case(c: i32) -> i32 {
        if (0..128).contains(&c) {
            return (c as u8).to_ascii_uppercase() as i32;
        }
        let mut upper = match of(c) {
            Some(ch) => ch.to_uppercase(),
            None => return c,
        };
        match (upper.next(), upper.next()) {
            (Some(u), None) => u as i32,
            _ => c,
        }
    }
    "character.toLowerCase" => pub fn to_lower_case(c: i32) -> i32 {
        if (0..128).contains(&c) {
            return (c as u8).to_ascii_lowercase() as i32;
        }
        match of(c).and_then(|ch| ch.to_lowercase().next()) {
            Some(l) => l as i32,
            None => c,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin() {
        assert_eq!(to_upper_case('µ' as i32), 0x39c);
        assert_eq!(to_upper_case('ß' as i32), 'ß' as i32);
        assert_eq!(to_lower_case('É' as i32), 'é' as i32);
        assert!(is_letter('ª' as i32) && !is_letter('×' as i32) && !is_digit('²' as i32));
        assert!(is_whitespace(0x1f) && !is_whitespace(0xa0) && is_space_char(0xa0));
    }
}
