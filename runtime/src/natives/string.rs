//! `java.lang.String`'s methods and constructors.

use crate::array::Array;
use crate::emitted::{References, Subscript};
use crate::exception::{self, ExceptionKind};
use crate::natives::character;
use crate::object::{Object, Ref, class_id};
use crate::string::{self, Str, Text};
use crate::{memory, program};

/// `from` and `count` lie in an array of `length`, or Java's exception.
fn check_range(from: i32, count: i32, length: i32) {
    if from < 0 || count < 0 || from > length - count {
        let text = format!("offset {from}, count {count}, length {length}");
        exception::throw_new(ExceptionKind::StringIndexOutOfBounds, Some(&text));
    }
}

fn units(s: &Str) -> Vec<u16> {
    s.chars().collect()
}

/// How many units of `s` from the front, and from the back, satisfy the predicate; together at most its length.
fn margins(s: &Str, front: bool, back: bool, is_space: fn(u16) -> bool) -> (usize, usize) {
    let n = s.len() as usize;
    let begin = if front { s.chars().take_while(|&c| is_space(c)).count() } else { 0 };
    if begin == n {
        return (n, n);
    }
    let end = if back { n - s.chars().rev().take_while(|&c| is_space(c)).count() } else { n };
    (begin, end)
}

/// Room for so many times a text of this length.
fn room_to_repeat<T>(length: usize, count: i32) -> Vec<T> {
    // The library has checked that the count is not negative.
    let all = length as i64 * i64::from(count.max(0));
    if all > i32::MAX as i64 {
        exception::throw_out_of_memory();
    }
    memory::vec_for(all as usize)
}

fn trimmed(s: &Ref<Str>, front: bool, back: bool, is_space: fn(u16) -> bool) -> Ref<Str> {
    let (begin, end) = margins(s, front, back, is_space);
    if begin == 0 && end == s.len() as usize { s.clone() } else { s.slice(begin, end) }
}

fn is_white(c: u16) -> bool {
    character::is_whitespace(c as i32)
}

/// The UTF-16 text of `bytes` in a charset; malformed parts become U+FFFD.
fn decode(bytes: &[i8], charset: &str) -> Ref<Str> {
    // SAFETY: i8 and u8 have one layout.
    let bytes = unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast::<u8>(), bytes.len()) };
    match charset_of(charset) {
        Charset::Latin1 => Str::from_latin1(bytes),
        Charset::Ascii => {
            Str::from_utf16(&bytes.iter().map(|&b| if b < 128 { b as u16 } else { 0xfffd }).collect::<Vec<_>>())
        }
        Charset::Utf16 { mut little, marked } => {
            let mut bytes = bytes;
            if let ([a, b, rest @ ..], true) = (bytes, marked)
                && ((*a, *b) == (0xff, 0xfe) || (*a, *b) == (0xfe, 0xff))
            {
                little = *a == 0xff;
                bytes = rest;
            }
            let unit =
                |p: &[u8]| if little { u16::from_le_bytes([p[0], p[1]]) } else { u16::from_be_bytes([p[0], p[1]]) };
            let mut units: Vec<u16> = whole_points(bytes.chunks_exact(2).map(unit)).collect();
            units.extend((bytes.len() % 2 == 1).then_some(0xfffd));
            Str::from_utf16(&units)
        }
        Charset::Utf8 => {
            if bytes.is_ascii() {
                Str::from_latin1(bytes)
            } else {
                Str::new(&String::from_utf8_lossy(bytes))
            }
        }
    }
}

fn encode(s: &Str, charset: &str) -> Ref<Array<i8>> {
    let mut out = Vec::new();
    match charset_of(charset) {
        Charset::Utf8 => s.encode_utf8(&mut out),
        Charset::Latin1 => out.extend(points(s).map(|c| u8::try_from(c).unwrap_or(b'?'))),
        Charset::Ascii => out.extend(points(s).map(|c| if c < 128 { c as u8 } else { b'?' })),
        Charset::Utf16 { little, marked } => {
            if marked {
                out.extend([0xfe, 0xff]);
            }
            let units = whole_points(s.chars());
            out.extend(units.flat_map(|c| if little { c.to_le_bytes() } else { c.to_be_bytes() }));
        }
    }
    // SAFETY: u8 and i8 have one layout.
    Array::literal(unsafe { std::slice::from_raw_parts(out.as_ptr().cast::<i8>(), out.len()) })
}

/// The code points; half of a pair is one of its own.
fn points(s: &Str) -> impl Iterator<Item = u32> {
    char::decode_utf16(s.chars().collect::<Vec<_>>())
        .map(|c| c.map_or_else(|e| e.unpaired_surrogate() as u32, u32::from))
}

/// UTF-16 where U+FFFD stands for each half of a pair that stands alone.
fn whole_points(units: impl Iterator<Item = u16>) -> impl Iterator<Item = u16> {
    char::decode_utf16(units).flat_map(|c| {
        let mut pair = [0; 2];
        let n = c.unwrap_or('\u{fffd}').encode_utf16(&mut pair).len();
        pair.into_iter().take(n)
    })
}

enum Charset {
    Utf8,
    Latin1,
    Ascii,
    /// `marked`: a first U+FEFF says which byte comes first.
    Utf16 {
        little: bool,
        marked: bool,
    },
}

/// A charset and its own name, by any of its names.
fn known_charset(name: &str) -> Option<(&'static str, Charset)> {
    Some(match name.to_ascii_uppercase().as_str() {
        "UTF-8" | "UTF8" | "UNICODE-1-1-UTF-8" => ("UTF-8", Charset::Utf8),
        "ISO-8859-1" | "819" | "8859_1" | "IBM-819" | "IBM819" | "ISO8859-1" | "ISO8859_1" | "ISO_8859-1"
        | "ISO_8859-1:1987" | "ISO_8859_1" | "CP819" | "CSISOLATIN1" | "ISO-IR-100" | "L1" | "LATIN1" => {
            ("ISO-8859-1", Charset::Latin1)
        }
        "US-ASCII" | "646" | "ANSI_X3.4-1968" | "ANSI_X3.4-1986" | "ASCII" | "IBM367" | "ISO646-US"
        | "ISO_646.IRV:1991" | "ASCII7" | "CP367" | "CSASCII" | "DEFAULT" | "ISO-IR-6" | "ISO_646.IRV:1983" | "US" => {
            ("US-ASCII", Charset::Ascii)
        }
        "UTF-16" | "UTF_16" | "UNICODEBIG" | "UNICODE" | "UTF16" => {
            ("UTF-16", Charset::Utf16 { little: false, marked: true })
        }
        "UTF-16BE" | "ISO-10646-UCS-2" | "UTF_16BE" | "UNICODEBIGUNMARKED" | "X-UTF-16BE" => {
            ("UTF-16BE", Charset::Utf16 { little: false, marked: false })
        }
        "UTF-16LE" | "UTF_16LE" | "UNICODELITTLEUNMARKED" | "X-UTF-16LE" => {
            ("UTF-16LE", Charset::Utf16 { little: true, marked: false })
        }
        _ => return None,
    })
}

fn charset_of(name: &str) -> Charset {
    match known_charset(name) {
        Some((_, charset)) => charset,
        None => exception::throw_named("java.io.UnsupportedEncodingException", Some(name)),
    }
}

/// Java's order without case: by the lower case of the upper case of each `char`.
fn folded(c: u16) -> i32 {
    character::to_lower_case(character::to_upper_case(c as i32))
}

fn starts_at(s: &Str, prefix: &Str, at: i32) -> bool {
    let n = prefix.len();
    at >= 0 && n <= s.len() - at && (0..n).all(|i| s.char_at(at + i) == prefix.char_at(i))
}

natives! {
    "string.empty" => pub fn empty() -> Ref<Str> { Str::from_latin1(&[]) }
    /// A string that is another object, as `new String(s)` promises.
    "string.copy" => pub fn copy(s: &Ref<Str>) -> Ref<Str> { Str::from_text(s.text()) }
    "string.fromChars" => pub fn from_chars(value: &Ref<Array<u16>>) -> Ref<Str> {
        value.length("value");
        // SAFETY: nothing writes the array meanwhile.
        Str::from_utf16(unsafe { value.as_slice() })
    }
    "string.fromCharRange" => pub fn from_char_range(value: &Ref<Array<u16>>, offset: i32, count: i32) -> Ref<Str> {
        check_range(offset, count, value.len());
        // SAFETY: nothing writes the array meanwhile.
        Str::from_utf16(&unsafe { value.as_slice() }[offset as usize..(offset + count) as usize])
    }
    "string.fromCodePoints" => pub fn from_code_points(points: &Ref<Array<i32>>, offset: i32, count: i32) -> Ref<Str> {
        check_range(offset, count, points.len());
        let mut out = Vec::new();
        for i in offset..offset + count {
            match u32::try_from(points.get(i)) {
                Ok(c) if c < 0x10000 => out.push(c as u16),
                Ok(c) if c <= 0x10ffff => {
                    let c = c - 0x10000;
                    out.extend([0xd800 + (c >> 10) as u16, 0xdc00 + (c & 0x3ff) as u16]);
                }
                _ => exception::throw_new(ExceptionKind::IllegalArgument, Some(&points.get(i).to_string())),
            }
        }
        Str::from_utf16(&out)
    }
    "string.fromBytes" => pub fn from_bytes(bytes: &Ref<Array<i8>>) -> Ref<Str> {
        // SAFETY: nothing writes the array meanwhile.
        decode(unsafe { bytes.as_slice() }, "UTF-8")
    }
    "string.fromByteRange" => pub fn from_byte_range(bytes: &Ref<Array<i8>>, offset: i32, length: i32) -> Ref<Str> {
        check_range(offset, length, bytes.len());
        // SAFETY: nothing writes the array meanwhile.
        decode(&unsafe { bytes.as_slice() }[offset as usize..(offset + length) as usize], "UTF-8")
    }
    /// A charset's own name by any of its names; empty for others.
    "string.charsetName" => pub fn charset_name(name: &Ref<Str>) -> Ref<Str> {
        Str::new(known_charset(&name.to_string()).map_or("", |(own, _)| own))
    }
    "string.fromBytesIn" => pub fn from_bytes_in(bytes: &Ref<Array<i8>>, charset: &Ref<Str>) -> Ref<Str> {
        // SAFETY: nothing writes the array meanwhile.
        decode(unsafe { bytes.as_slice() }, &charset.to_rust())
    }
    "string.fromBytesInCharset" => pub fn from_bytes_in_charset(bytes: &Ref<Array<i8>>, charset: &Ref<Object>) -> Ref<Str> {
        let name = (program::current().hooks.to_string)(charset).to_rust();
        // SAFETY: nothing writes the array meanwhile.
        decode(unsafe { bytes.as_slice() }, &name)
    }
    "string.fromByteRangeIn" => pub fn from_byte_range_in(bytes: &Ref<Array<i8>>, offset: i32, length: i32, charset: &Ref<Str>) -> Ref<Str> {
        check_range(offset, length, bytes.len());
        // SAFETY: nothing writes the array meanwhile.
        decode(&unsafe { bytes.as_slice() }[offset as usize..(offset + length) as usize], &charset.to_rust())
    }
    "string.fromByteRangeInCharset" => pub fn from_byte_range_in_charset(bytes: &Ref<Array<i8>>, offset: i32, length: i32, charset: &Ref<Object>) -> Ref<Str> {
        check_range(offset, length, bytes.len());
        let name = (program::current().hooks.to_string)(charset).to_rust();
        // SAFETY: nothing writes the array meanwhile.
        decode(&unsafe { bytes.as_slice() }[offset as usize..(offset + length) as usize], &name)
    }
    "string.fromHighByte" => pub fn from_high_byte(bytes: &Ref<Array<i8>>, high: i32) -> Ref<Str> {
        // SAFETY: nothing writes the array meanwhile.
        let bytes = unsafe { bytes.as_slice() };
        Str::from_utf16(&bytes.iter().map(|&b| (high as u16) << 8 | b as u8 as u16).collect::<Vec<_>>())
    }
    "string.fromHighByteRange" => pub fn from_high_byte_range(bytes: &Ref<Array<i8>>, high: i32, offset: i32, length: i32) -> Ref<Str> {
        check_range(offset, length, bytes.len());
        // SAFETY: nothing writes the array meanwhile.
        let bytes = &unsafe { bytes.as_slice() }[offset as usize..(offset + length) as usize];
        Str::from_utf16(&bytes.iter().map(|&b| (high as u16) << 8 | b as u8 as u16).collect::<Vec<_>>())
    }
    /// The text of a builder, by its `toString`.
    "string.fromObject" => pub fn from_object(object: &Ref<Object>) -> Ref<Str> {
        if object.is_null() {
            exception::throw_null_pointer("");
        }
        (program::current().hooks.to_string)(object)
    }
    #[inline]
    "string.length" => pub fn length(s: &Ref<Str>) -> i32 { s.len() }
    #[inline]
    "string.isEmpty" => pub fn is_empty(s: &Ref<Str>) -> bool { s.len() == 0 }
    #[inline]
    "string.charAt" => pub fn char_at(s: &Ref<Str>, index: i32) -> u16 { s.char_at(index) }
    "string.codePointAt" => pub fn code_point_at(s: &Ref<Str>, index: i32) -> i32 {
        if index < 0 || index >= s.len() {
            exception::throw_string_index(index, s.len());
        }
        let high = s.char_at(index) as i32;
        if (0xd800..0xdc00).contains(&high) && index + 1 < s.len() {
            let low = s.char_at(index + 1) as i32;
            if (0xdc00..0xe000).contains(&low) {
                return ((high - 0xd800) << 10) + (low - 0xdc00) + 0x10000;
            }
        }
        high
    }
    #[inline]
    "string.equals" => pub fn equals(s: &Ref<Str>, other: &Ref<Object>) -> bool {
        // SAFETY: the class number says it is a string.
        !other.is_null() && other.class() == class_id::STRING && s.equals(unsafe { other.cast::<Str>() })
    }
    "string.equalsIgnoreCase" => pub fn equals_ignore_case(s: &Ref<Str>, other: &Ref<Str>) -> bool {
        !other.is_null() && s.len() == other.len() && s.chars().zip(other.chars()).all(|(a, b)| a == b || folded(a) == folded(b))
    }
    #[inline]
    "string.hashCode" => pub fn hash_code(s: &Ref<Str>) -> i32 { s.hash_code() }
    #[inline]
    "string.compareTo" => pub fn compare_to(s: &Ref<Str>, other: &Ref<Str>) -> i32 {
        s.compare(other.or_npe("Cannot read field \"value\" because \"anotherString\" is null"))
    }
    "string.compareToIgnoreCase" => pub fn compare_to_ignore_case(s: &Ref<Str>, other: &Ref<Str>) -> i32 {
        let other = other.or_npe("Cannot read field \"value\" because \"s2\" is null");
        match s.chars().zip(other.chars()).map(|(a, b)| folded(a) - folded(b)).find(|&d| d != 0) {
            Some(d) => d,
            None => s.len() - other.len(),
        }
    }
    "string.startsWithAt" => pub fn starts_with_at(s: &Ref<Str>, prefix: &Ref<Str>, at: i32) -> bool { starts_at(s, prefix, at) }
    "string.startsWith" => pub fn starts_with(s: &Ref<Str>, prefix: &Ref<Str>) -> bool {
        starts_at(s, prefix.invoke("String.length()", "prefix"), 0)
    }
    "string.endsWith" => pub fn ends_with(s: &Ref<Str>, suffix: &Ref<Str>) -> bool {
        let length = suffix.invoke("String.length()", "suffix").len();
        starts_at(s, suffix, s.len() - length)
    }
    "string.indexOfChar" => pub fn index_of_char(s: &Ref<Str>, c: i32, from: i32) -> i32 {
        match u16::try_from(c) {
            Ok(c) => s.index_of_char(c, from),
            Err(_) if (0x10000..=0x10ffff).contains(&c) => s.index_of(&Str::from_code_point(c as u32), from),
            Err(_) => -1,
        }
    }
    "string.lastIndexOfChar" => pub fn last_index_of_char(s: &Ref<Str>, c: i32, from: i32) -> i32 {
        if (0x10000..=0x10ffff).contains(&c) {
            return last_index_of_string(s, &Str::from_code_point(c as u32), from);
        }
        (0..=from.min(s.len() - 1)).rev().find(|&i| s.char_at(i) as i32 == c).unwrap_or(-1)
    }
    "string.indexOfString" => pub fn index_of_string(s: &Ref<Str>, what: &Ref<Str>, from: i32) -> i32 { s.index_of(what, from) }
    "string.lastIndexOfString" => pub fn last_index_of_string(s: &Ref<Str>, what: &Ref<Str>, from: i32) -> i32 {
        (0..=from.min(s.len() - what.len())).rev().find(|&i| starts_at(s, what, i)).unwrap_or(-1)
    }
    #[inline]
    "string.substring" => pub fn substring(s: &Ref<Str>, begin: i32, end: i32) -> Ref<Str> {
        if begin == 0 && end == s.len() { s.clone() } else { s.substring(begin, end) }
    }
    #[inline]
    "string.substringFrom" => pub fn substring_from(s: &Ref<Str>, begin: i32) -> Ref<Str> {
        if begin == 0 {
            return s.clone();
        }
        if begin < 0 || begin > s.len() {
            let text = format!("begin {begin}, end {}, length {}", s.len(), s.len());
            exception::throw_new(ExceptionKind::StringIndexOutOfBounds, Some(&text));
        }
        s.slice(begin as usize, s.len() as usize)
    }
    "string.concat" => pub fn concat(s: &Ref<Str>, other: &Ref<Str>) -> Ref<Str> {
        if other.invoke("String.isEmpty()", "str").is_empty() { s.clone() } else { crate::concat_str!(s, other) }
    }
    "string.replaceChar" => pub fn replace_char(s: &Ref<Str>, from: u16, to: u16) -> Ref<Str> {
        if s.index_of_char(from, 0) < 0 {
            return s.clone();
        }
        Str::from_utf16(&s.chars().map(|c| if c == from { to } else { c }).collect::<Vec<_>>())
    }
    "string.replaceString" => pub fn replace_string(s: &Ref<Str>, from: &Ref<Str>, to: &Ref<Str>) -> Ref<Str> {
        let mut at = s.index_of(from, 0);
        if at < 0 {
            return s.clone();
        }
        let (text, to) = (units(s), units(to));
        let mut out = memory::vec_for(text.len());
        let mut done = 0;
        while at >= 0 {
            out.extend_from_slice(&text[done..at as usize]);
            out.extend_from_slice(&to);
            done = (at + from.len()) as usize;
            if from.is_empty() {
                // Between every two chars, and at both ends.
                if done >= text.len() {
                    break;
                }
                out.push(text[done]);
                done += 1;
            }
            at = s.index_of(from, done as i32);
        }
        out.extend_from_slice(&text[done..]);
        Str::from_utf16(&out)
    }
    "string.toLowerCase" => pub fn to_lower_case(s: &Ref<Str>) -> Ref<Str> {
        match s.text() {
            Text::Latin1(t) if t.is_ascii() => {
                if t.iter().any(u8::is_ascii_uppercase) { Str::from_latin1(&t.to_ascii_lowercase()) } else { s.clone() }
            }
            _ => Str::new(&s.to_rust().to_lowercase()),
        }
    }
    "string.toUpperCase" => pub fn to_upper_case(s: &Ref<Str>) -> Ref<Str> {
        match s.text() {
            Text::Latin1(t) if t.is_ascii() => {
                if t.iter().any(u8::is_ascii_lowercase) { Str::from_latin1(&t.to_ascii_uppercase()) } else { s.clone() }
            }
            _ => Str::new(&s.to_rust().to_uppercase()),
        }
    }
    "string.trim" => pub fn trim(s: &Ref<Str>) -> Ref<Str> { trimmed(s, true, true, |c| c <= 32) }
    "string.strip" => pub fn strip(s: &Ref<Str>) -> Ref<Str> { trimmed(s, true, true, is_white) }
    "string.stripLeading" => pub fn strip_leading(s: &Ref<Str>) -> Ref<Str> { trimmed(s, true, false, is_white) }
    "string.stripTrailing" => pub fn strip_trailing(s: &Ref<Str>) -> Ref<Str> { trimmed(s, false, true, is_white) }
    "string.isBlank" => pub fn is_blank(s: &Ref<Str>) -> bool { s.chars().all(is_white) }
    "string.repeat" => pub fn repeat(s: &Ref<Str>, count: i32) -> Ref<Str> {
        match s.text() {
            _ if count == 1 => s.clone(),
            Text::Latin1(t) => {
                let mut all = room_to_repeat(t.len(), count);
                (0..count).for_each(|_| all.extend_from_slice(t));
                Str::from_latin1(&all)
            }
            Text::Utf16(t) => {
                let mut all = room_to_repeat(t.len(), count);
                (0..count).for_each(|_| all.extend_from_slice(t));
                Str::from_utf16(&all)
            }
        }
    }
    "string.toCharArray" => pub fn to_char_array(s: &Ref<Str>) -> Ref<Array<u16>> {
        match s.text() {
            Text::Utf16(t) => Array::literal(t),
            Text::Latin1(_) => Array::literal(&units(s)),
        }
    }
    "string.getBytes" => pub fn get_bytes(s: &Ref<Str>) -> Ref<Array<i8>> { encode(s, "UTF-8") }
    "string.getBytesIn" => pub fn get_bytes_in(s: &Ref<Str>, charset: &Ref<Str>) -> Ref<Array<i8>> { encode(s, &charset.to_rust()) }
    "string.getChars" => pub fn get_chars(s: &Ref<Str>, begin: i32, end: i32, target: &Ref<Array<u16>>, at: i32) {
        if begin < 0 || begin > end || end > s.len() {
            exception::throw_substring(begin, end, s.len());
        }
        let n = end - begin;
        check_range(at, n, target.len());
        // SAFETY: a string is no array: nothing else touches the target meanwhile.
        let target = &mut unsafe { target.as_mut_slice() }[at as usize..(at + n) as usize];
        match s.text() {
            Text::Latin1(t) => {
                for (to, &c) in target.iter_mut().zip(&t[begin as usize..end as usize]) {
                    *to = c as u16;
                }
            }
            Text::Utf16(t) => target.copy_from_slice(&t[begin as usize..end as usize]),
        }
    }
    "string.intern" => pub fn intern(s: &Ref<Str>) -> Ref<Str> { string::intern(s) }
    "string.valueOfChar" => pub fn value_of_char(c: u16) -> Ref<Str> { Str::from_char(c) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(text: &str) -> Ref<Str> {
        Str::new(text)
    }

    #[test]
    fn searching() {
        assert_eq!(last_index_of_string(&s("abcabc"), &s("bc"), 6), 4);
        assert_eq!(last_index_of_string(&s("abcabc"), &s("bc"), 3), 1);
        assert_eq!(last_index_of_string(&s("ab"), &s("abc"), 2), -1);
        assert_eq!(last_index_of_char(&s("hello"), 'l' as i32, 4), 3);
        assert_eq!(index_of_char(&s("hello"), -5, 0), -1);
        assert!(ends_with(&s("hello"), &s("lo")) && !ends_with(&s("lo"), &s("hello")));
    }

    #[test]
    fn replacing() {
        assert_eq!(replace_string(&s("aXbX"), &s("X"), &s("--")).to_rust(), "a--b--");
        assert_eq!(replace_string(&s("ab"), &s(""), &s(".")).to_rust(), ".a.b.");
        assert_eq!(replace_char(&s("a.b"), '.' as u16, 0x3b1).to_rust(), "aαb");
    }

    #[test]
    fn white_space() {
        assert_eq!(trim(&s("\u{1} a b \n")).to_rust(), "a b");
        assert_eq!(strip(&s("\u{2003}a ")).to_rust(), "a");
        assert_eq!(strip_trailing(&s(" a ")).to_rust(), " a");
        assert!(trim(&s("   ")).is_empty());
    }

    #[test]
    fn without_case() {
        assert!(equals_ignore_case(&s("Straße"), &s("sTRAßE")));
        assert_eq!(compare_to_ignore_case(&s("abc"), &s("ABD")), -1);
    }

    #[test]
    fn encodings() {
        let b = get_bytes(&s("aé€"));
        assert_eq!(b.len(), 6);
        assert_eq!(from_bytes(&b).to_rust(), "aé€");
        assert_eq!(get_bytes_in(&s("é€"), &s("ISO-8859-1")).get(1), b'?' as i8);
    }
}
