//! typenum's numbers: bits in, decimal digits out, of any length.

use std::ops::Range;

/// The decimal number whose bits these are, the most significant first.
///
/// ```
/// use cargo_shapecheck::types::number::decimal;
///
/// assert_eq!(decimal(&[true, true, false]), "6");
/// assert_eq!(decimal(&[]), "0");
/// ```
pub fn decimal(bits: &[bool]) -> String {
    // Little-endian, nine digits each.
    const BASE: u64 = 1_000_000_000;
    let mut groups: Vec<u64> = vec![0];
    for &bit in bits {
        let mut carry = u64::from(bit);
        for group in &mut groups {
            let value = *group * 2 + carry;
            *group = value % BASE;
            carry = value / BASE;
        }
        if carry > 0 {
            groups.push(carry);
        }
    }
    let mut text = groups.pop().unwrap_or(0).to_string();
    for group in groups.iter().rev() {
        text += &format!("{group:09}");
    }
    text
}

/// typenum's aliases `U12`, `P5` and `N5`: the number that the alias names.
pub fn alias(name: &str) -> Option<String> {
    let digits = name.get(1..)?;
    let is_number = !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'));
    match (is_number, name.as_bytes()[0]) {
        (true, b'U') => Some(digits.to_owned()),
        (true, b'P') => Some(format!("+{digits}")),
        (true, b'N') => Some(format!("-{digits}")),
        _ => None,
    }
}

/// Numbers as the crate's messages print them where they have ten digits or more, each with the bytes that it takes
/// up: `00_000_000_004_294_967_311` is 4294967311.
pub fn padded(text: &str) -> impl Iterator<Item = (Range<usize>, String)> {
    const DIGITS: &str = "00_000_000_000_000_000_000";
    let is_number = |text: &str| {
        text.len() == DIGITS.len()
            && text
                .bytes()
                .zip(DIGITS.bytes())
                .all(|(byte, like)| match like {
                    b'_' => byte == b'_',
                    _ => byte.is_ascii_digit(),
                })
    };
    let is_free = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_alphanumeric());
    text.match_indices("00_").filter_map(move |(start, _)| {
        let range = start..start + DIGITS.len();
        let digits = text.get(range.clone()).filter(|text| is_number(text))?;
        let bytes = text.as_bytes();
        let stands_alone = is_free(bytes[..start].last()) && is_free(bytes[range.end..].first());
        let number = digits.replace('_', "");
        let number = number.trim_start_matches('0');
        (stands_alone && !number.is_empty()).then(|| (range, number.to_owned()))
    })
}
