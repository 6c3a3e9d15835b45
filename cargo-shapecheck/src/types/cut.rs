//! Shortens a type as rust-analyzer does: once so many characters are written, every further type is `…`.

/// The text with the types in it left out from `longest` characters on.
///
/// ```
/// use cargo_shapecheck::types::cut::cut;
///
/// assert_eq!(cut("HashMap<String, Vec<Option<u8>>>", 16), "HashMap<String, …>");
/// assert_eq!(cut("HashMap<String, Vec<Option<u8>>>", 20), "HashMap<String, Vec<…>>");
/// assert_eq!(cut("Vec<u8>", 25), "Vec<u8>");
/// ```
pub fn cut(text: &str, longest: usize) -> String {
    let mut output = String::new();
    let mut written = 0;
    // Characters are left out until the one that ends the type; how deep in brackets inside of it.
    let mut left_out: Option<usize> = None;
    let mut before = ' ';
    for character in text.chars() {
        let is_arrow = character == '>' && before == '-';
        let opens = matches!(character, '<' | '(' | '[');
        let closes = matches!(character, '>' | ')' | ']') && !is_arrow;
        match &mut left_out {
            Some(0) if closes || character == ',' => left_out = None,
            Some(depth) => {
                *depth += usize::from(opens);
                *depth -= usize::from(closes && *depth > 0);
                before = character;
                continue;
            }
            None => {}
        }
        let starts_type = matches!(before, '<' | '(' | '[')
            || (before == ' ' && output.ends_with(", "));
        if starts_type && written >= longest && !closes && character != ' ' {
            output.push('…');
            left_out = Some(usize::from(opens));
            before = character;
            continue;
        }
        output.push(character);
        written += 1;
        before = character;
    }
    output
}
