//! `java.lang.Character`'s classes and cases of code points, those of Unicode 13.0.

use super::unicode::*;

// General categories by Java's numbers.
const UPPERCASE_LETTER: i32 = 1;
const LOWERCASE_LETTER: i32 = 2;
const OTHER_LETTER: i32 = 5;
const NON_SPACING_MARK: i32 = 6;
const COMBINING_SPACING_MARK: i32 = 8;
const DECIMAL_DIGIT_NUMBER: i32 = 9;
const LETTER_NUMBER: i32 = 10;
const SPACE_SEPARATOR: i32 = 12;
const PARAGRAPH_SEPARATOR: i32 = 14;
const FORMAT: i32 = 16;
const CONNECTOR_PUNCTUATION: i32 = 23;

/// The run in which `c` is, in a table of runs in ascending order.
fn run<T>(table: &[T], c: i32, first: impl Fn(&T) -> u32) -> Option<&T> {
    let c = u32::try_from(c).ok()?;
    table[..table.partition_point(|r| first(r) <= c)].last()
}

fn is_in(table: &[(u32, u32)], c: i32) -> bool {
    run(table, c, |r| r.0).is_some_and(|r| c as u32 <= r.1)
}

/// With the difference of its case in the table.
fn changed(table: &[(u32, u32, u32, i32)], c: i32) -> i32 {
    // Runs of every other code point overlap with those between.
    let at = table.partition_point(|r| r.0 as i32 <= c);
    let of = |r: &&(u32, u32, u32, i32)| c as u32 <= r.1 && (c as u32 - r.0).is_multiple_of(r.2);
    table[..at].iter().rev().take(4).find(of).map_or(c, |r| c + r.3)
}

fn is_identifier_ignorable(c: i32) -> bool {
    matches!(c, 0..=8 | 0xe..=0x1b | 0x7f..=0x9f) || get_type(c) == FORMAT
}

natives! {
    "character.getType" => pub fn get_type(c: i32) -> i32 {
        if c > char::MAX as i32 {
            return 0;
        }
        match run(CATEGORIES, c, |r| r.0) {
            Some(&(first, PAIRS)) => UPPERCASE_LETTER + (c as u32 - first) as i32 % 2,
            Some(&(_, category)) => category as i32,
            None => 0,
        }
    }
    "character.isLetter" => pub fn is_letter(c: i32) -> bool {
        match c {
            0..128 => (c as u8).is_ascii_alphabetic(),
            _ => (UPPERCASE_LETTER..=OTHER_LETTER).contains(&get_type(c)),
        }
    }
    "character.isDigit" => pub fn is_digit(c: i32) -> bool {
        match c {
            0..256 => (c as u8).is_ascii_digit(),
            _ => get_type(c) == DECIMAL_DIGIT_NUMBER,
        }
    }
    "character.isAlphabetic" => pub fn is_alphabetic(c: i32) -> bool {
        is_letter(c) || get_type(c) == LETTER_NUMBER || is_in(OTHER_ALPHABETIC, c)
    }
    "character.isIdeographic" => pub fn is_ideographic(c: i32) -> bool { is_in(IDEOGRAPHIC, c) }
    "character.isMirrored" => pub fn is_mirrored(c: i32) -> bool { is_in(MIRRORED, c) }
    "character.isWhitespace" => pub fn is_whitespace(c: i32) -> bool {
        matches!(c, 9..=13 | 28..=32) || c > 127 && is_space_char(c) && !matches!(c, 0xa0 | 0x2007 | 0x202f)
    }
    "character.isSpaceChar" => pub fn is_space_char(c: i32) -> bool {
        c == 32 || c > 127 && (SPACE_SEPARATOR..=PARAGRAPH_SEPARATOR).contains(&get_type(c))
    }
    "character.isUpperCase" => pub fn is_upper_case(c: i32) -> bool {
        match c {
            0..128 => (c as u8).is_ascii_uppercase(),
            _ => get_type(c) == UPPERCASE_LETTER || is_in(OTHER_UPPERCASE, c),
        }
    }
    "character.isLowerCase" => pub fn is_lower_case(c: i32) -> bool {
        match c {
            0..128 => (c as u8).is_ascii_lowercase(),
            _ => get_type(c) == LOWERCASE_LETTER || is_in(OTHER_LOWERCASE, c),
        }
    }
    "character.isUnicodeIdentifierStart" => pub fn is_unicode_identifier_start(c: i32) -> bool {
        is_letter(c) || get_type(c) == LETTER_NUMBER || is_in(OTHER_ID_START, c)
    }
    "character.isUnicodeIdentifierPart" => pub fn is_unicode_identifier_part(c: i32) -> bool {
        let continues = [CONNECTOR_PUNCTUATION, DECIMAL_DIGIT_NUMBER, COMBINING_SPACING_MARK, NON_SPACING_MARK];
        is_unicode_identifier_start(c)
            || continues.contains(&get_type(c))
            || is_identifier_ignorable(c)
            || is_in(OTHER_ID_CONTINUE, c)
    }
    /// A code point whose upper case is several stays as it is.
    "character.toUpperCase" => pub fn to_upper_case(c: i32) -> i32 {
        match c {
            0..128 => (c as u8).to_ascii_uppercase() as i32,
            _ => changed(UPPER, c),
        }
    }
    "character.toLowerCase" => pub fn to_lower_case(c: i32) -> i32 {
        match c {
            0..128 => (c as u8).to_ascii_lowercase() as i32,
            _ => changed(LOWER, c),
        }
    }
    "character.toTitleCase" => pub fn to_title_case(c: i32) -> i32 {
        match run(TITLE, c, |r| r.0) {
            Some(&(from, to)) if from as i32 == c => to as i32,
            _ => to_upper_case(c),
        }
    }
    /// -1 where it is no number, -2 where that is no `int` from 0 on.
    "character.getNumericValue" => pub fn get_numeric_value(c: i32) -> i32 {
        match c {
            0..128 => (c as u8 as char).to_digit(36).map_or(-1, |d| d as i32),
            _ => match run(NUMBERS, c, |r| r.0) {
                Some(&(first, last, value, step)) if c as u32 <= last => value + (c as u32 - first) as i32 * step,
                _ => -1,
            },
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
