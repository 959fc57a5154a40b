//! The text of floating-point numbers against what Java 17 printed: half of the table are numbers for which Java's text is
//! longer than needed. `SOMD_NUMBER_TABLE` names a larger table of the same form.

use somd_runtime::number_text;

fn check(table: &str) -> usize {
    let mut n = 0;
    for line in table.lines().filter(|l| !l.starts_with('#')) {
        let mut parts = line.split(' ');
        let (Some(kind), Some(bits), Some(text)) = (parts.next(), parts.next(), parts.next()) else {
            panic!("a malformed line: {line}")
        };
        let bits = u64::from_str_radix(bits, 16).unwrap_or_else(|e| panic!("{line}: {e}"));
        let mut buffer = [0; 32];
        let got = match kind {
            "d" => number_text::double(f64::from_bits(bits), &mut buffer),
            _ => number_text::float(f32::from_bits(bits as u32), &mut buffer),
        };
        assert_eq!(std::str::from_utf8(got), Ok(text), "{line}");
        n += 1;
    }
    n
}

#[test]
fn as_java_prints_them() {
    assert!(check(include_str!("java_numbers.txt")) > 1000);
    if let Ok(path) = std::env::var("SOMD_NUMBER_TABLE") {
        let table = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        check(&table);
    }
}
