//! What of a message is the same for all sizes and names.

/// A message with `N` for each number and `_` for each name, as sizes and names stand for any.
pub fn pattern(message: &str) -> String {
    let mut pattern = String::new();
    let mut rest = message;
    while let Some(first) = rest.chars().next() {
        let (length, sign) = match first {
            '-' | '0'..='9' => {
                let number = |c: char| c.is_ascii_digit() || c == '_' || c == '.';
                let digits = rest[1..].find(|c| !number(c)).unwrap_or(rest.len() - 1);
                if first == '-' && digits == 0 {
                    (1, "-")
                } else {
                    (1 + digits, "N")
                }
            }
            '`' => (rest[1..].find('`').map_or(1, |end| end + 2), "_"),
            '\'' if rest[1..].contains('\'') => (rest[1..].find('\'').unwrap() + 2, "_"),
            _ => (first.len_utf8(), ""),
        };
        pattern.push_str(if sign.is_empty() {
            &rest[..length]
        } else {
            sign
        });
        rest = &rest[length..];
    }
    pattern
}
