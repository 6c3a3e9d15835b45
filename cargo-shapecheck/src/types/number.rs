//! typenum's numbers: bits in, decimal digits out, of any length.

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
